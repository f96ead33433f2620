//! Checks the theorems on random games.

use std::collections::BTreeSet;

use papergames_sprouts::theory::{self, Census};
use papergames_sprouts::{
    Describe, Ending, Game, Position, Record, Rules, Seeded, Spot, Variant, playout,
};

fn game(n: usize, rules: Rules, seed: u64) -> Record<Position> {
    let start = Position::new(n, rules).expect("a supported number of spots");
    playout::record(start, u64::MAX, &mut Seeded::new(seed))
}

#[test]
fn the_number_of_pharisees_gives_the_length_of_the_game() {
    for seed in 0..3000 {
        let n = 1 + seed as usize % 9;
        let end = game(n, Ending::Normal.into(), seed).position().clone();
        let Census {
            survivors,
            pharisees,
        } = theory::census(&end).expect("the game is finished");
        let m = end.moves_made();
        assert_eq!(pharisees.len() % 4, 0, "{end}");
        assert_eq!(m, 2 * n + pharisees.len() / 4, "{end}");
        assert_eq!(survivors.len(), 3 * n - m, "{end}");
        assert!(theory::game_length(n, Variant::Standard).contains(&m));
        let mut owned: Vec<Spot> = survivors.iter().flat_map(|s| s.neighbours).collect();
        assert!(owned.iter().all(|spot| !end.is_alive(*spot)), "{end}");
        owned.sort_unstable();
        owned.dedup();
        assert_eq!(
            owned.len(),
            2 * survivors.len(),
            "each neighbour has one survivor: {end}"
        );
    }
}

#[test]
fn no_game_is_longer_than_its_lives_less_one() {
    for variant in Variant::ALL {
        for seed in 0..400 {
            let n = 1 + seed as usize % 6;
            let m = game(n, Rules::from(variant), seed).moves().len();
            assert!(
                theory::game_length(n, variant).contains(&m),
                "{variant} {n} {seed}"
            );
        }
    }
}

#[test]
fn the_moves_left_are_within_their_bounds() {
    for variant in Variant::ALL {
        for seed in 0..300 {
            let record = game(1 + seed as usize % 7, Rules::from(variant), seed);
            let m = record.moves().len();
            for (made, position) in record.positions().enumerate() {
                let bounds = theory::moves_left(&position);
                assert!(
                    bounds.contains(&(m - made)),
                    "{bounds:?} of {} in {position}",
                    m - made
                );
            }
        }
    }
}

/// Both bounds are attained: games from 3 spots have 6, 7 or 8 moves.
#[test]
fn all_lengths_of_short_games_occur() {
    let lengths = |n| {
        let games = (0..400).map(|seed| game(n, Ending::Normal.into(), seed).moves().len());
        let all: BTreeSet<usize> = games.collect();
        all.into_iter().collect::<Vec<_>>()
    };
    assert_eq!(lengths(1), [2]);
    assert_eq!(lengths(2), [4, 5]);
    assert_eq!(lengths(3), [6, 7, 8]);
}

/// Counts survivors and Pharisees as `help survivors` describes them.
#[test]
fn help_describes_survivors_and_pharisees_as_they_are() {
    let about = Position::ABOUT;
    let help = about.topic("survivors").expect("a topic");
    let words = "Its two neighbours are the spots to which its lines lead. If both lead to one spot, they are that \
                 spot and the spot to which the third line of that spot leads.";
    assert!(help.contains(words), "{help}");
    let mut circles = 0;
    for seed in 0..3000 {
        let n = 1 + seed as usize % 9;
        let end = game(n, Ending::Normal.into(), seed).position().clone();
        let ends = |spot: Spot| -> Vec<Spot> {
            let darts = end.map().darts_at(spot.vertex());
            darts.map(|dart| Spot::at(end.map().target(dart))).collect()
        };
        let mut owned = BTreeSet::new();
        let (alive, dead): (Vec<Spot>, Vec<Spot>) = end.spots().partition(|s| end.is_alive(*s));
        for survivor in &alive {
            let lead = ends(*survivor);
            assert_eq!(lead.len(), 2, "{end}");
            let neighbours = if lead[0] == lead[1] {
                circles += 1;
                let third = ends(lead[0]).into_iter().find(|far| far != survivor);
                [lead[0], third.expect("a third line")]
            } else {
                [lead[0], lead[1]]
            };
            assert!(
                neighbours.into_iter().all(|spot| owned.insert(spot)),
                "{end}"
            );
        }
        let pharisees = dead.iter().filter(|spot| !owned.contains(spot)).count();
        let m = end.moves_made();
        assert_eq!(alive.len(), 3 * n - m, "{end}");
        assert_eq!(pharisees, 4 * (m - 2 * n), "{end}");
    }
    assert!(circles > 100, "the case is common: {circles}");
}

#[test]
fn a_game_that_goes_on_has_no_census() {
    let start = Position::new(3, Ending::Normal).expect("a supported number of spots");
    assert_eq!(theory::census(&start), None);
    assert!(start.has_move());
}
