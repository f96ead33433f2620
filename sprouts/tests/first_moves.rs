//! All first moves and who wins after them, as listed in `data/first_moves.csv`.

use std::collections::{BTreeMap, BTreeSet};

use papergames_sprouts::Nimber;
use papergames_sprouts::land::Lands;
use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::solve::reference::Reference;

const TABLE: &str = include_str!("data/first_moves.csv");

/// A first move: what it is called, the position that it leaves, and whether the first player then wins.
type FirstMove = (&'static str, &'static str, bool);

/// The first moves by ending, `false` for normal play, and number of spots.
fn table() -> BTreeMap<(bool, usize), Vec<FirstMove>> {
    let mut table: BTreeMap<_, Vec<_>> = BTreeMap::new();
    for line in TABLE.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let &[ending, spots, name, position, winner] = fields.as_slice() else {
            panic!("expected an ending, a number and three words, found `{line}`");
        };
        let is_misere = match ending {
            "normal" => false,
            "misere" => true,
            other => panic!("expected `normal` or `misere`, found `{other}`"),
        };
        let spots = spots.parse().expect("a number of spots");
        let is_won = match winner {
            "first" => true,
            "second" => false,
            other => panic!("expected `first` or `second`, found `{other}`"),
        };
        let moves = table.entry((is_misere, spots)).or_default();
        moves.push((name, position, is_won));
    }
    table
}

fn lands(position: &str) -> Lands {
    position.parse().expect("a position")
}

#[test]
fn every_start_has_a_row_for_each_of_its_first_moves() {
    for ((is_misere, n), moves) in table() {
        let positions: BTreeSet<Lands> = moves.iter().map(|(_, text, _)| lands(text)).collect();
        assert_eq!(positions.len(), moves.len(), "{n} spots");
        assert_eq!(
            moves.len(),
            1 + n.div_ceil(2) - usize::from(n == 1),
            "{n} spots"
        );
        // The plain search draws the lines one by one.
        if n <= 8 {
            let drawn = Sum::start(n).children();
            let drawn = drawn.iter().map(|child| lands(&child.to_string()));
            assert_eq!(drawn.collect::<BTreeSet<_>>(), positions, "{n} spots");
        }
        let wins = moves.iter().any(|(_, _, is_won)| *is_won);
        let known = match (is_misere, n) {
            (true, 1) => true,
            (true, 2..=4) => false,
            (true, _) => [0, 4, 5].contains(&(n % 6)),
            (false, _) => n % 6 >= 3,
        };
        assert_eq!(wins, known, "{n} spots, misère {is_misere}");
    }
}

#[test]
fn the_plain_search_finds_the_same_outcomes() {
    let mut search = Reference::new();
    for ((is_misere, n), moves) in table() {
        if n > if is_misere { 5 } else { 9 } {
            continue;
        }
        for (name, position, is_won) in moves {
            let position: Sum = position.parse().expect("a position");
            let is_lost = if is_misere {
                search.is_lost_in_misere(&position)
            } else {
                search.is_lost(&position, Nimber::ZERO)
            };
            assert_eq!(
                is_lost,
                Ok(is_won),
                "{name} of {n} spots, misère {is_misere}"
            );
        }
    }
}

#[test]
fn rules_of_the_guide_hold_for_all_first_moves_in_normal_play() {
    for ((is_misere, n), moves) in table() {
        for (name, _, is_won) in moves {
            if is_misere {
                continue;
            }
            let Some((less, more)) = name.split_once('+') else {
                let wins = n % 6 == 3 || n % 6 == 4 && n >= 16;
                assert_eq!(is_won, wins, "the line of {n} spots");
                continue;
            };
            let sides = [less, more].map(|side| side.parse::<usize>().expect("a number of spots"));
            let are_two = sides.iter().all(|side| side % 3 == 2);
            assert!(n % 6 != 5 || is_won == are_two, "{name} of {n} spots");
            let is_large = |side: &usize| side % 3 == 1 && *side > 4;
            let has_large = sides.iter().any(is_large);
            assert!(!has_large || !is_won, "{name} of {n} spots");
            assert!(n % 6 != 4 || has_large != is_won, "{name} of {n} spots");
        }
    }
}
