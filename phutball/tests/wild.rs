//! Wild numbers and texts: no public function panics unless its documentation says when, and what is asked about a
//! place that does not exist is answered as [`common::architecture`] says. Readers of texts are in `any_text.rs`.

use common::encode::{Actions, Augments, Bounds, Planes};
use common::laws::{positions, wild_numbers as wild};
use papergames_phutball::engine::Philosopher;
use papergames_phutball::notation::GameFormat;
use papergames_phutball::solve::{Solver, Tablebase};
use papergames_phutball::{
    Budget, Chain, Columns, Direction, Distinct, Game, Level, Mirror, Move, Player, Point,
    Position, Rows, Rules, Size, Stored, Symmetric, Turn,
};
use proptest::prelude::*;

const FORMATS: [GameFormat; 4] = [
    GameFormat::AbstractPlay,
    GameFormat::Wikipedia,
    GameFormat::Compass,
    GameFormat::Vying,
];

/// Points anywhere, most of them near the board.
fn point() -> impl Strategy<Value = Point> {
    let near = (-2..8i8, 0..12u8);
    prop_oneof![near, any::<(i8, u8)>()].prop_map(|(column, row)| Point { row, column })
}

fn any_position() -> impl Strategy<Value = Position> {
    let setups = ["5x7", "3x9:terminal-rows-corner", "1x9", "26x18"];
    proptest::sample::select(setups.to_vec())
        .prop_flat_map(|setup| positions(setup.parse().expect("a setup"), 20))
}

proptest! {
    // Each may prepare a table for as much memory as there is.
    #![proptest_config(ProptestConfig::with_cases(16))]

    #[test]
    fn engines(
        position in any_position(), seen in prop::collection::vec(any_position(), 0..3), seed in any::<u64>(),
        nodes in 0..99u64, depth in wild(), memory in any::<u64>(),
    ) {
        let mut engine = Philosopher::new(Level::STRONGEST, seed);
        let budget = Budget::new().nodes(nodes).depth(depth as u32).memory(memory);
        for position in [&position].into_iter().chain(&seen) {
            let report = engine.search(position, &seen, &budget, &mut |_| ());
            prop_assert_eq!(report.line.is_empty(), position.turn().is_none());
        }
    }
}

proptest! {
    #[test]
    fn sizes(rows in wild(), columns in wild(), threads in wild()) {
        if let Ok(size) = Size::new(Rows(rows), Columns(columns)) {
            let rules = Rules::ALL[rows % Rules::ALL.len()];
            let _ = Position::new(size, rules);
            let few = Budget::new().nodes(10).memory(1 << 20);
            let _ = Solver::new().threads(threads).budget(few).table(size, rules).is_ok();
            let _ = (size.center(), size.top(), size.playing_field().count(), Tablebase::bytes(size));
        }
    }

    #[test]
    fn places_that_do_not_exist(
        position in any_position(), a in point(), b in point(), n in wild(), seat in 0..2usize,
    ) {
        let size = position.size();
        let is_there = size.contains(a);
        prop_assert_eq!(a.turned(size).turned(size), a);
        prop_assert_eq!(size.contains(a.turned(size)), is_there);
        prop_assert!(is_there || !position.is_man(a));
        let is_near = (-1..=size.columns() as i8).contains(&a.column) && a.row <= size.top();
        prop_assert!(is_near || position.goal_at(a).is_none());
        for m in [Move::Place(a), Move::Jump(Direction::ALL[n % 8]), Move::Stop] {
            let _ = format!("{m} {m:?} {a:?}");
            let is_legal = position.check(&m).is_ok();
            prop_assert_eq!(position.child(&m).is_ok(), is_legal);
            prop_assert_eq!(position.index_of(&m).is_some(), is_legal);
            prop_assert_eq!(position.action_of(&m).is_some(), is_legal);
            prop_assert!(is_there || !is_legal || m != Move::Place(a));
            let image = position.image_of_move(&m, &Mirror);
            prop_assert_eq!(position.image_of_move(&image, &Mirror), m);
        }
        let _ = (position.move_of(n), position.nth_move(n as u128), position.bounds(), position.planes());
        let cells = size.columns() * size.rows();
        prop_assert!(position.image_of_cell(n % cells, &Mirror) < cells);
        let actions = position.n_actions().expect("every move has an index");
        prop_assert!(position.image_of_action(n % actions, &Mirror) < actions);
        let player = Player::new(seat);
        let _ = Position::with_pieces(size, position.rules(), a, [b], player).map(|p| p.turned());
        for turn in [Some(Turn::Place(a)), Chain::new([a, b]).ok().flatten().map(Turn::Jumps)].into_iter().flatten() {
            let _ = format!("{turn} {turn:?}");
            let _ = FORMATS.map(|format| format.write_turn(&turn).is_ok());
            prop_assert_eq!(position.check_turn(&turn).is_ok(), position.moves_of(&turn).is_ok());
            prop_assert_eq!(position.clone().apply_turn(&turn).is_ok(), position.moves_of(&turn).is_ok());
        }
        let limit = n.min(1000);
        let _ = (position.turns_up_to(limit, Distinct::Results), position.winning_turn(limit as u64));
        let _ = (position.count_jump_turns(limit as u64), position.perft(n as u32 % 2, Distinct::Paths));
    }
}
