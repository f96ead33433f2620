//! Values from the literature.

use papergames_sprouts::Nimber;
use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::{Solver, database};

/// The families of the tables: name, position, nimber and misère Grundy number.
fn families() -> impl Iterator<Item = (&'static str, Lands, Nimber, Nimber)> {
    let lines = include_str!("data/families.csv").lines().skip(1);
    lines.map(|line| {
        let fields: Vec<&str> = line.split(',').collect();
        let &[name, land, nimber, misere] = fields.as_slice() else {
            panic!("expected a name, a land and two numbers, found `{line}`");
        };
        let number = |text: &str| Nimber(text.parse().expect("a number"));
        let land = land.parse().expect("the land is well formed");
        (name, land, number(nimber), number(misere))
    })
}

#[test]
fn nimbers_of_simple_families_are_as_published() {
    let mut solver = Solver::new();
    for (name, position, nimber, _) in families() {
        let found = solver.nimber(&position).expect("there is no limit");
        assert_eq!(found, nimber, "nimber of {name}");
    }
}

#[test]
fn misere_grundy_numbers_of_simple_families_are_as_published() {
    let mut solver = Solver::new();
    for (name, position, _, misere) in families() {
        let found = solver.misere_nimber(&position).expect("there is no limit");
        assert_eq!(found, misere, "misère Grundy number of {name}");
    }
}

/// GLOP gives this land the nimber 0. The sources disagree about its misère number.
#[test]
fn a_land_of_the_correspondence_of_2007_has_nimber_0() {
    let position: Lands = "0*2.A|0*4.1aAa".parse().expect("the land is well formed");
    assert_eq!(Solver::new().nimber(&position), Ok(Nimber::ZERO));
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
