//! The number of drawings: positions up to the numbers of the spots and mirror images.

use std::collections::HashSet;

use papergames_sprouts::{CanonicalForm, Ending, Game, Position};

/// Returns for each number of moves how many drawings there are, and how many of them are finished.
fn drawings(n: usize) -> Vec<(usize, usize)> {
    let start = Position::new(n, Ending::Normal).expect("a supported number of spots");
    let mut level = vec![start];
    let mut counts = Vec::new();
    while !level.is_empty() {
        let finished = level
            .iter()
            .filter(|position| position.is_terminal())
            .count();
        counts.push((level.len(), finished));
        let mut seen: HashSet<CanonicalForm> = HashSet::new();
        let mut next = Vec::new();
        for position in &level {
            for m in position.moves() {
                let child = position.child(&m).expect("a listed move is legal");
                if seen.insert(child.canonical_form()) {
                    next.push(child);
                }
            }
        }
        level = next;
    }
    counts
}

/// Compares with the table of an independent program that was written from the rules alone.
#[track_caller]
fn check(n: usize, expected: &[(usize, usize)], total: usize) {
    let counts = drawings(n);
    assert_eq!(counts, expected);
    assert_eq!(counts.iter().map(|(all, _)| all).sum::<usize>(), total);
}

#[test]
fn the_one_spot_game_has_3_drawings() {
    check(1, &[(1, 0), (1, 0), (1, 1)], 3);
}

#[test]
fn the_two_spot_game_has_51_drawings() {
    check(2, &[(1, 0), (2, 0), (6, 0), (11, 0), (17, 5), (14, 14)], 51);
}

#[test]
fn the_three_spot_game_has_2789_drawings() {
    let levels = [
        (1, 0),
        (3, 0),
        (14, 0),
        (55, 0),
        (169, 0),
        (407, 0),
        (715, 13),
        (840, 361),
        (585, 585),
    ];
    check(3, &levels, 2789);
}
