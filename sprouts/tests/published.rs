//! Values from the literature.

use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::{Solver, database};

#[test]
fn nimbers_of_simple_families_are_as_published() {
    let mut solver = Solver::new();
    for line in include_str!("data/families.csv").lines().skip(1) {
        let (land, nimber) = line
            .split_once(',')
            .expect("each line has a land and a nimber");
        let position: Lands = land.parse().expect("the land is well formed");
        let found = solver.nimber(&position).expect("there is no limit");
        assert_eq!(found.to_string(), nimber, "nimber of {land}");
    }
}

#[test]
fn the_six_couples_that_prove_three_spots_are_found_again() {
    // A proof that GLOP 2.2 prints.
    let text = "[Positions+Nimber]\n0 0\n0.2 1\n0.AB|0.AB 0\n12 0\n22 1\nAB|AB 1\n";
    let mut solver = Solver::new();
    for (land, nimber) in database::read(text).expect("the database is well formed") {
        let position: Lands = [land].into_iter().collect();
        assert_eq!(
            solver.nimber(&position).expect("there is no limit"),
            nimber,
            "{position}"
        );
    }
}
