//! Wild numbers and texts: no public function panics unless its documentation says when, and what is asked about a
//! place that does not exist is answered as [`common::architecture`] says. Readers of texts are in `any_text.rs`.

use common::encode::{Actions, Bounds, Graphs, Parts};
use common::laws::{positions, wild_numbers as wild};
use papergames_brussels::planar::surface::{SheetMove, Surface};
use papergames_brussels::surface::Sheet;
use papergames_brussels::{
    Arm, Ending, Face, Game, Move, Position, Star, Stars, Stored, Symmetric, Symmetry, notation,
    theory,
};
use proptest::prelude::*;

fn any_position() -> impl Strategy<Value = Position> {
    proptest::sample::select(vec!["2+", "3,1,5-", "4+", "1+"])
        .prop_flat_map(|setup| positions(setup.parse().expect("a setup"), 12))
}

fn star() -> impl Strategy<Value = Star> {
    prop_oneof![0..6usize, 0..Star::MAX].prop_map(Star::new)
}

fn arm() -> impl Strategy<Value = Arm> {
    (star(), prop_oneof![0..6usize, 0..Arm::MAX]).prop_map(|(star, place)| Arm::new(star, place))
}

proptest! {
    #[test]
    fn setups(
        n in wild(), arms in prop::collection::vec(wild(), 0..5), parts in any::<u8>(), crosscaps in any::<bool>(),
    ) {
        let _ = (Position::new(n, Ending::Normal), Position::with_arms(&arms, Ending::Misere));
        let surface = if crosscaps { Surface::Crosscaps(parts) } else { Surface::Handles(parts) };
        let _ = (Sheet::new(n, surface, Ending::Normal), Sheet::with_arms(&arms, surface, Ending::Normal));
        let _ = (theory::game_length(&arms), theory::n_games(&arms), theory::n_ends_of_star(n as u32 % 100_000));
        let sizes: Vec<u16> = arms.iter().map(|n| (*n % 1000 + 1) as u16).collect();
        if !sizes.is_empty() {
            let _ = format!("{}", Face::new(&sizes));
        }
    }

    #[test]
    fn places_that_do_not_exist(
        position in any_position(), one in arm(), two in arm(), piece in star(), n in wild(), text in ".{0,12}",
    ) {
        let is_there = piece.index() < position.n_stars();
        prop_assert_eq!(position.n_arms_of(piece) > 0, is_there);
        if is_there {
            prop_assert!(position.piece(piece) <= piece);
        }
        for m in [Move::new(one, two), Move::new(one, two).with(piece)] {
            let _ = format!("{m} {m:?} {one:?} {piece:?}");
            let is_legal = position.check(&m).is_ok();
            prop_assert_eq!(position.child(&m).is_ok(), is_legal);
            prop_assert_eq!(position.index_of(&m).is_some(), is_legal);
            prop_assert_eq!(position.parts_of(&m).is_some(), is_legal);
            let _ = position.action_of(&m);
        }
        prop_assert!(Stars::default().with(piece).contains(piece));
        let _ = (position.move_of(n), position.nth_move(n as u128), position.bounds(), position.graph());
        let parts = vec![n; position.part_sizes().len()];
        let _ = (position.move_of_parts(&parts), position.move_of_parts(&[n]));
        let _ = notation::read_move(&position, &text);
        for symmetry in position.symmetries() {
            let _ = position.image(&symmetry);
        }
        let mut sheet = Sheet::new(1, Surface::Handles(1), Ending::Normal).expect("a sheet");
        let m = SheetMove { part: n, option: one.place() };
        let _ = (format!("{m} {m:?}"), sheet.check(&m).is_ok(), sheet.apply(&m).is_ok());
    }
}

#[test]
#[should_panic(expected = "the position has the stars")]
fn a_star_that_does_not_exist_has_no_arms_to_turn() {
    let position = Position::new(2, Ending::Normal).expect("a position");
    let _ = position.image(&Symmetry::Exchange(Star::new(1)));
}

#[test]
#[should_panic(expected = "the position has the star")]
fn a_star_that_does_not_exist_is_in_no_piece() {
    let position = Position::new(2, Ending::Normal).expect("a position");
    position.piece(Star::new(2));
}
