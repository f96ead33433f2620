//! How much work the search does that knows no theorem: the same on every machine, so a change that makes it slower
//! shows here.
//!
//! The numbers have no truth of their own; they are what the solver does now. Update them when a change is meant to
//! change them, and say why in the commit.

use papergames_brussels::planar::surface::Surface;
use papergames_brussels::solve::{Solver, verify};
use papergames_brussels::surface::Sheet;
use papergames_brussels::{Budget, Ending, Position};

/// Returns the number of faces and sums of faces that the search needs for each number of crosses.
fn sums<const N: usize>(crosses: [usize; N], ending: Ending) -> [u64; N] {
    crosses.map(|n| {
        let start = Position::new(n, ending).expect("few crosses fit");
        let verdict = verify(&start, &Budget::new());
        verdict.expect("nothing is limited").cost.nodes
    })
}

#[test]
fn crosses_take_as_many_faces_and_sums_as_before() {
    assert_eq!(sums([3, 5, 7], Ending::Normal), [57, 414, 2_228]);
    assert_eq!(sums([1, 2, 3], Ending::Misere), [5, 25, 186]);
}

#[test]
fn two_crosses_on_other_surfaces_take_as_many_regions_as_before() {
    let surfaces = [
        Surface::TORUS,
        Surface::PROJECTIVE_PLANE,
        Surface::KLEIN_BOTTLE,
    ];
    let entries = surfaces.map(|surface| {
        let start = Sheet::new(2, surface, Ending::Normal).expect("few crosses fit");
        let mut solver = Solver::new();
        solver.nimber(&start).expect("nothing is limited");
        solver.n_entries()
    });
    assert_eq!(entries, [52, 34, 69]);
}
