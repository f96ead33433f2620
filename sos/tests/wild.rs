//! Wild numbers and texts: no public function panics unless its documentation says when, and what is asked about a
//! place that does not exist is answered as [`common::architecture`] says. Readers of texts are in `any_text.rs`.

use common::encode::{Actions, Augments, Bounds, Planes};
use common::laws::{positions, wild_numbers as wild};
use common::{PlyCap, Scored};
use papergames_sos::solve::Solver;
use papergames_sos::theory::value_of_start;
use papergames_sos::{
    Budget, Cell, Columns, Game, Letter, Move, Player, Position, Rows, Rules, Size, Stored,
    Symmetric, Symmetry,
};
use proptest::prelude::*;

fn any_position() -> impl Strategy<Value = Position> {
    let setups = [("3x3", 2), ("1x7:first", 2), ("2x4:misere", 3), ("3x4", 8)];
    proptest::sample::select(setups.to_vec()).prop_flat_map(|(size, players)| {
        let setup: Position = size.parse().expect("a setup");
        let setup = Position::for_players(players, setup.size(), setup.rules());
        positions(setup.expect("few players"), 12)
    })
}

proptest! {
    #[test]
    fn sizes_and_setups(rows in wild(), columns in wild(), players in wild()) {
        let rules = Rules::ALL[players % Rules::ALL.len()];
        if let Ok(size) = Size::new(Rows(rows), Columns(columns)) {
            prop_assert_eq!(size.iter().count(), size.n_cells());
            prop_assert_eq!(size.lines().count(), size.n_lines());
            let _ = (value_of_start(size, rules), Position::for_players(players, size, rules));
        }
    }

    #[test]
    fn places_that_do_not_exist(
        position in any_position(), row in any::<u8>(), column in any::<u8>(), n in wild(), seat in 0..Player::MAX,
    ) {
        let cell = Cell { column, row };
        let is_there = usize::from(row) < position.size().rows() && usize::from(column) < position.size().columns();
        prop_assert!(is_there || position.letter(cell).is_none());
        for letter in [Letter::S, Letter::O] {
            let m = Move { cell, letter };
            let _ = format!("{m} {m:?} {cell:?} {position:?}");
            let is_legal = position.check(&m).is_ok();
            prop_assert!(is_there || (!is_legal && position.count_sos(m) == 0));
            prop_assert_eq!(position.child(&m).is_ok(), is_legal);
            prop_assert_eq!(position.clone().play(m).is_ok(), is_legal);
            prop_assert_eq!(position.index_of(&m).is_some(), is_legal);
            prop_assert_eq!(position.action_of(&m).is_some(), is_legal);
            let _ = position.gain(&m);
        }
        let _ = (position.move_of(n), position.nth_move(n as u128), position.bounds(), position.planes());
        let player = Player::new(seat);
        prop_assert!(seat < position.players() || position.points(player) == 0);
        let _ = (position.score(player), PlyCap::new(position.clone(), n as u32).score(player));
        let mut solver = Solver::new().budget(Budget::new().nodes(20));
        let _ = solver.guarantee(&position, player).is_ok();
        for symmetry in position.symmetries() {
            let cells = position.size().n_cells();
            prop_assert!(position.image_of_cell(n % cells, &symmetry) < cells);
            prop_assert!(position.image_of_action(n % (2 * cells), &symmetry) < 2 * cells);
        }
    }
}

#[test]
#[should_panic(expected = "the symmetry is one of the board")]
fn a_rectangle_has_no_diagonal() {
    let position: Position = "3x4".parse().expect("a board");
    let _ = position.image(&Symmetry::Diagonal);
}

#[test]
#[should_panic(expected = "the cell is on the board")]
fn a_cell_off_the_board_has_no_image() {
    let position: Position = "3x3".parse().expect("a board");
    let _ = position.image_of_cell(999, &Symmetry::Rotate90);
}
