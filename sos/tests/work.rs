//! The amount of work that the solver does, the same on every machine, so a change that makes it slower fails here.
//!
//! The numbers are not facts about the game; they record what the solver does now, in the order of the boards. Update
//! them when a change is meant to change them, and give the reason in the commit.

use papergames_sos::solve::Solver;
use papergames_sos::{Budget, Position};

/// Returns the nodes for each board, starting from an empty table.
fn nodes<const N: usize>(setups: [&str; N]) -> [u64; N] {
    setups.map(|setup| {
        let start: Position = setup.parse().expect("a setup");
        let mut solver = Solver::new().budget(Budget::new().memory(16 << 20));
        let verdict = solver.solve(&start);
        verdict.expect("a small board").cost.nodes
    })
}

#[test]
fn the_search_looks_at_as_many_nodes_as_before() {
    let setups = ["3x4", "3x5", "2x7:alternating", "4x4:first", "3x4:misere"];
    assert_eq!(nodes(setups), [744, 17_181, 3_760, 6_534, 709]);
}
