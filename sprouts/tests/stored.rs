//! Checks what a store keeps between two searches.

#![cfg(feature = "store")]

use papergames_sprouts::solve::{Solver, stored};
use papergames_sprouts::store::Store;
use papergames_sprouts::{Budget, Player, Position, Rules};

#[test]
fn a_search_that_was_stopped_goes_on_with_what_its_store_holds() {
    let path = std::env::temp_dir().join(format!("sprouts-exclusions-{}", std::process::id()));
    let start = Position::new(10, Rules::NORMAL).expect("10 is a number of spots");
    {
        let mut store = Store::open(&path, stored::NIMBERS).expect("a new file");
        let mut stopped = Solver::new().budget(Budget::new().nodes(1_500));
        let unfinished = stopped.solve_stored(&start, &mut store, &mut |_| ());
        unfinished.expect_err("1,500 nodes are too few for ten spots");

        let mut resumed = Solver::new();
        resumed.load(&store).expect("the store is whole");
        let sorted = |solver: &Solver| {
            let mut facts: Vec<_> = solver.exclusions().collect();
            facts.sort_unstable();
            facts
        };
        assert!(!sorted(&resumed).is_empty());
        assert_eq!(sorted(&resumed), sorted(&stopped));
        assert_eq!(
            stored::nimbers(&store).expect("the store is whole").len(),
            resumed.nimbers().count()
        );

        let verdict = resumed.solve_stored(&start, &mut store, &mut |_| ());
        let verdict = verdict.expect("there is no limit");
        assert_eq!(verdict.winner(), Some(Player::FIRST));

        // Now that the nimbers are known, they have replaced the exclusions.
        let again = Solver::new().solve_stored(&start, &mut store, &mut |_| ());
        assert_eq!(
            again.expect("there is no limit").winner(),
            Some(Player::FIRST)
        );
        let known = resumed.nimbers().count();
        assert_eq!(
            stored::nimbers(&store).expect("the store is whole").len(),
            known
        );
    }
    std::fs::remove_file(path).expect("the file exists");
}
