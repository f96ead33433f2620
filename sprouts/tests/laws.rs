//! The laws of every game, for every variant and both endings.

use common::laws::{Coverage, Laws};
use papergames_sprouts::{Ending, Position, Rules, Variant};

fn laws(start: usize, rules: Rules) -> Laws<Position> {
    let start = Position::new(start, rules).expect("a supported number of spots");
    Laws::of(start).texts().serde().alternating()
}

/// Moves to try where they are illegal: to a missing spot, to the wrong corner, without a new spot.
const OTHERS: [&str; 7] = ["1-1", "1!-2", "1_2", "2_2[1]", "1-399", "5-2[1]", "1-2[3]"];

fn others() -> impl Iterator<Item = papergames_sprouts::Move> {
    OTHERS.into_iter().map(|m| m.parse().expect("a move"))
}

fn all_rules() -> impl Iterator<Item = Rules> {
    Variant::ALL.into_iter().flat_map(|variant| {
        [Ending::Normal, Ending::Misere].map(|ending| Rules { ending, variant })
    })
}

fn check(laws: &Laws<Position>) {
    let Coverage {
        games, finished, ..
    } = laws.check();
    assert_eq!(games, finished, "every game ends");
}

#[test]
fn every_law_holds_in_every_variant() {
    for rules in all_rules() {
        for n in [1, 2, 3, 5] {
            let standard = rules.variant == Variant::Standard;
            let shortest = move |n: usize| if standard { 2 * n } else { 1 };
            let laws = laws(n, rules).games(40).also_try(others());
            let laws = laws.encoding().graphs();
            check(&laws.length(move |start| {
                let n = start.n_start();
                shortest(n)..=rules.variant.lines_at_start() * n - 1
            }));
        }
    }
}

#[test]
fn walking_and_merging_count_alike() {
    for variant in Variant::ALL {
        check(&laws(2, Rules::from(variant)).games(10).perft(2));
    }
}

#[test]
fn games_from_many_spots_are_played_without_listing() {
    for rules in [Rules::default(), Rules::from(Variant::BlackAndWhite)] {
        let laws = laws(30, rules).games(2).positions(4).list_at_most(50);
        check(&laws.encoding().graphs());
    }
}

#[test]
fn canonical_forms_stand_for_all_numberings_and_mirror_images() {
    for variant in Variant::ALL {
        for n in [1, 3, 5] {
            check(
                &laws(n, Rules::from(variant))
                    .games(15)
                    .positions(6)
                    .symmetric()
                    .symmetric_graphs(),
            );
        }
    }
}

#[test]
fn the_moves_are_the_options_of_the_summands() {
    for variant in [
        Variant::Standard,
        Variant::BlackAndWhite,
        Variant::BlackAndWhiteLoops,
        Variant::Lines2,
        Variant::Lines4,
    ] {
        for ending in [Ending::Normal, Ending::Misere] {
            let rules = Rules { ending, variant };
            check(&laws(2, rules).games(8).positions(4).impartial());
        }
    }
}

#[test]
fn searches_agree_with_minimax_near_the_end() {
    for rules in all_rules() {
        check(&laws(3, rules).games(10).searches(500));
    }
}

#[test]
fn a_move_of_billions_is_mapped_at_once() {
    use papergames_sprouts::{Game, Seeded, Symmetric, playout};
    for seed in 0..5 {
        let start = Position::new(50, Ending::Normal).expect("so many spots are fine");
        let position = playout::play_at_most(start, 1, &mut Seeded::new(seed));
        let m = position
            .random_move(&mut Seeded::new(seed))
            .expect("a move");
        assert!(position.count_moves() > 1_000_000);
        for symmetry in position.symmetries().into_iter().step_by(7) {
            let image = position.image(&symmetry);
            let mapped = position.image_of_move(&m, &symmetry);
            let after = position
                .child(&m)
                .expect("the move is legal")
                .image(&symmetry);
            assert_eq!(image.child(&mapped), Ok(after), "{m} in {position}");
        }
    }
}
