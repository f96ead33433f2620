//! Nim, the smallest game, through everything that `common` has, beside the rule of the exclusive or.
//!
//! Bouton, "Nim, a game with a complete mathematical theory" (1901): in normal play the player to move loses exactly
//! when the exclusive or of the heaps is 0; in misère play the same, but for heaps of one match only, where it is the
//! other way round.

#[path = "nim/game.rs"]
mod game;

use game::{Nim, Take};
use papergames_common::laws::{self, Laws};
use papergames_common::{Game, Record};
use proptest::proptest;

fn all_laws(start: Nim) {
    let sum = start.heaps().iter().map(|n| usize::from(*n)).sum();
    let heaps = start.heaps().iter().filter(|n| **n > 0).count();
    let summary = Laws::of(start)
        .games(100)
        .also_try([
            Take {
                heap: 0,
                matches: 0,
            },
            Take {
                heap: 255,
                matches: 1,
            },
        ])
        .texts()
        .serde()
        .symmetric()
        .impartial()
        .alternating()
        .length(move |_| heaps..=sum)
        .perft(3)
        .check();
    assert_eq!((summary.games, summary.finished), (100, 100));
}

#[test]
fn nim_obeys_every_law() {
    for heaps in [
        &[3, 4, 5][..],
        &[1],
        &[0],
        &[7, 7],
        &[1, 1, 1, 1],
        &[200, 100],
    ] {
        all_laws(Nim::new(heaps));
        all_laws(Nim::misere(heaps));
    }
}

#[test]
fn a_position_with_too_many_moves_to_list_is_sampled() {
    let summary = Laws::of(Nim::new(&[255; 8]))
        .games(5)
        .list_at_most(100)
        .texts()
        .impartial()
        .check();
    assert!(summary.longest > 8);
}

proptest! {
    #[test]
    fn a_random_game_is_a_legal_game(record in laws::playouts(Nim::new(&[5, 6, 7]), 30)) {
        let again = Record::from_moves(record.setup().clone(), record.moves().to_vec())?;
        proptest::prop_assert_eq!(&again, &record);
        laws::texts_read_back(
            record.position(),
            &laws::Listing::of(record.position(), 100, &mut papergames_common::Seeded::new(1)),
        )?;
    }

    #[test]
    fn a_random_position_can_be_far_from_the_start(position in laws::positions(Nim::new(&[2, 2]), 9)) {
        proptest::prop_assert!(position.heaps().iter().all(|n| *n <= 2));
        proptest::prop_assert!(position.outcome().is_some() == position.is_terminal());
    }
}
