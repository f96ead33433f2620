//! A solver that was stopped goes on where it was.

use papergames_sos::search::Budget;
use papergames_sos::solve::{GaveUp, Solver};
use papergames_sos::store::Store;
use papergames_sos::{Position, Setup};

#[test]
fn a_solver_that_was_stopped_goes_on_where_it_was() {
    let directory = std::env::temp_dir().join(format!("papergames-sos-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("bounds");
    let start = Position::start("3x6".parse::<Setup>().expect("a setup"));
    let whole = Solver::new().solve(&start).expect("a small board");

    let open = || Store::open(&path, Solver::KIND).expect("a store");
    let most = Budget::new().nodes(whole.nodes / 2);
    let stopped = Solver::new().budget(most).store(&mut open()).solve(&start);
    assert!(matches!(stopped, Err(GaveUp::Spent { .. })));
    let again = Solver::new()
        .store(&mut open())
        .solve(&start)
        .expect("a small board");
    assert_eq!(again.value, whole.value);
    assert!(
        again.nodes < whole.nodes,
        "{} of {} nodes",
        again.nodes,
        whole.nodes
    );

    // Results of another board or other rules do not mix with these.
    for setup in ["3x6:first", "3x4"] {
        let start = Position::start(setup.parse::<Setup>().expect("a setup"));
        let plain = Solver::new().solve(&start).expect("a small board");
        let beside = Solver::new()
            .store(&mut open())
            .solve(&start)
            .expect("a small board");
        assert_eq!((plain.value, plain.nodes), (beside.value, beside.nodes));
    }
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}
