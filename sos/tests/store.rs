//! Tests that a store keeps what a solver has found, and that a stopped solver resumes where it stopped.

use papergames_sos::solve::{SolveError, Solver};
use papergames_sos::store::Store;
use papergames_sos::{Budget, Position};

#[test]
fn a_solver_that_was_stopped_goes_on_where_it_was() {
    let directory = std::env::temp_dir().join(format!("papergames-sos-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("bounds");
    let start = "3x6".parse::<Position>().expect("a setup");
    let whole = Solver::new().solve(&start).expect("a small board");

    let open = || Store::open(&path, Solver::KIND).expect("a store");
    let most = Budget::new().nodes(whole.cost.nodes / 2);
    let stopped = Solver::new().budget(most).store(&mut open()).solve(&start);
    assert!(matches!(stopped, Err(SolveError::Unfinished(_))));
    let again = Solver::new()
        .store(&mut open())
        .solve(&start)
        .expect("a small board");
    assert_eq!((again.outcome, again.margin), (whole.outcome, whole.margin));
    assert!(
        again.cost.nodes < whole.cost.nodes,
        "{} of {} nodes",
        again.cost.nodes,
        whole.cost.nodes
    );

    // Results for other boards or rules do not interfere.
    for setup in ["3x6:first", "3x4"] {
        let start = setup.parse::<Position>().expect("a setup");
        let plain = Solver::new().solve(&start).expect("a small board");
        let beside = Solver::new()
            .store(&mut open())
            .solve(&start)
            .expect("a small board");
        let known = |found: &papergames_sos::Verdict<_>| (found.outcome, found.cost.nodes);
        assert_eq!(known(&plain), known(&beside));
    }
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}

/// Solves boards with a store again, and in runs that each stop after a part of the nodes that the whole takes.
#[test]
fn a_store_saves_what_was_done() {
    let path = std::env::temp_dir().join(format!("papergames-sos-runs-{}", std::process::id()));
    for (setup, part, most_runs) in [
        ("3x4", 4, 8),
        ("3x4:first", 4, 8),
        ("3x4:alternating", 8, 16),
        ("3x4:misere", 4, 8),
        ("3x5", 16, 32),
    ] {
        let start = setup.parse::<Position>().expect("a setup");
        let solve = |budget: Budget| {
            let mut store = Store::open(&path, Solver::KIND).expect("a store");
            Solver::new().budget(budget).store(&mut store).solve(&start)
        };
        let whole = solve(Budget::new()).expect("a small board").cost.nodes;
        let again = solve(Budget::new()).expect("a small board").cost.nodes;
        assert!(again <= 2, "{setup}: {again} nodes the second time");
        std::fs::remove_file(&path).expect("the store goes");

        let runs = (1..=most_runs).find(|_| solve(Budget::new().nodes(whole / part)).is_ok());
        assert!(
            runs.is_some(),
            "{setup}: {most_runs} runs of {} of {whole} nodes",
            whole / part
        );
        std::fs::remove_file(&path).expect("the store goes");
    }
}

#[test]
fn a_board_where_nothing_can_score_is_not_stored() {
    let path = std::env::temp_dir().join(format!("papergames-sos-dead-{}", std::process::id()));
    let mut store = Store::open(&path, Solver::KIND).expect("a store");
    let position = "OOO/O.O/OOO:1:0-0".parse::<Position>().expect("a position");
    let mut solver = Solver::new().store(&mut store);
    for _ in 0..2 {
        let found = solver.solve(&position).expect("the store can be read");
        assert_eq!(found.margin, Some(0));
    }
    drop(solver);
    drop(store);
    std::fs::remove_file(path).expect("the store goes");
}

/// Someone writes into a store that the player to move wins 4x4 by one point, which in truth is a draw. A solver that
/// believes it must not call its answer proved.
#[test]
fn what_a_store_says_is_assumed_and_not_proved() {
    let path = std::env::temp_dir().join(format!("papergames-sos-lie-{}", std::process::id()));
    let start = "4x4".parse::<Position>().expect("a setup");
    let mut store = Store::open(&path, Solver::KIND).expect("a store");
    let own = Solver::new().store(&mut store).solve(&start);
    assert!(!own.expect("a small board").assumed, "a new store is empty");
    // The empty board under the general rules.
    let key = [4, 4, 0, 0, 1, 0xFF, 0xFE, 0, 1, 0xFF, 0xFE];
    store.insert(&key, &[1, 1]);
    store.commit().expect("the lie is written");
    let mut solver = Solver::new().store(&mut store);
    let found = solver.solve(&start).expect("a small board");
    assert!(found.assumed, "{found}");
    assert!(
        found.to_string().ends_with(", assumed from the store"),
        "{found}"
    );
    let verified = solver
        .verify(&start)
        .map(|verified| verified.verdict.assumed);
    assert!(
        matches!(verified, Ok(false) | Err(SolveError::Differ { .. })),
        "{verified:?}"
    );
    drop(solver);
    drop(store);
    std::fs::remove_file(path).expect("the store goes");
}

/// The child process of the test below, which solves a board until it is killed.
#[test]
#[ignore = "is started by the test that kills it"]
fn solve_the_board_of_the_environment() {
    let Ok(path) = std::env::var("SOS_STORE") else {
        return;
    };
    let start = "4x5".parse::<Position>().expect("a setup");
    let mut store = Store::open(path, Solver::KIND).expect("a store");
    let mut solver = Solver::new().store(&mut store);
    let _ = solver.solve(&start).expect("nothing is limited");
}

/// Kills a solver ten times without warning, at irregular moments, and checks the value that it finds in the end.
///
/// `cargo test --release -p papergames-sos --test all -- --ignored killed --nocapture`
#[test]
#[ignore = "a minute in release"]
#[expect(
    clippy::print_stderr,
    reason = "shows what each run leaves for the next"
)]
fn a_solver_that_is_killed_ten_times_finds_the_same_value() {
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let directory =
        std::env::temp_dir().join(format!("papergames-sos-killed-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory");
    let path = directory.join("bounds");
    let work = || {
        Command::new(std::env::current_exe().expect("this program"))
            .args([
                "--ignored",
                "--exact",
                "store::solve_the_board_of_the_environment",
            ])
            .env("SOS_STORE", &path)
            .stdout(Stdio::null())
            .spawn()
            .expect("the program starts")
    };
    let kept = || {
        let store = Store::open(&path, Solver::KIND).expect("a store that is whole");
        store.len().expect("a store that can be read")
    };
    let mut kills = 0u64;
    while kills < 10 {
        let mut child = work();
        std::thread::sleep(Duration::from_millis(700 + 1571 * kills % 1100));
        if child.try_wait().expect("a state").is_some() {
            break;
        }
        child.kill().expect("the program is killed");
        child.wait().expect("the program ends");
        kills += 1;
        eprintln!("kill {kills}: {} results", kept());
    }
    assert_eq!(
        kills, 10,
        "the work was done before it was killed ten times"
    );
    assert!(kept() > 0, "the killed runs have kept what they found");
    assert!(work().wait().expect("the program ends").success());
    let start = "4x5".parse::<Position>().expect("a setup");
    let mut store = Store::open(&path, Solver::KIND).expect("a store");
    let mut solver = Solver::new().store(&mut store);
    let found = solver.solve(&start).expect("nothing is limited");
    assert_eq!(
        found.margin,
        Some(0),
        "the value that the table of all boards has, too"
    );
    drop(solver);
    drop(store);
    std::fs::remove_dir_all(&directory).expect("the directory goes");
}
