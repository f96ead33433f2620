//! The library's searches and the game's engines stop in time on the largest boards.

use std::time::Duration;

use common::describe::SetupOptions;
use common::laws::{Laws, engine_stops_in_time};
use common::{Level, Seeded, playout};
use papergames_phutball::{Describe, Position};

/// Generous, since tests run in parallel.
const SLACK: Duration = Duration::from_millis(500);

/// Returns the start of the largest square board.
fn large_board() -> Position {
    <Position as Describe>::setup(Some("21x21"), &SetupOptions::none()).expect("a start")
}

#[test]
fn searches_stop_in_time_on_a_large_board() {
    let laws = Laws::of(large_board())
        .games(1)
        .max_moves(12)
        .positions(3)
        .list_at_most(50);
    laws.stops_in_time(Duration::from_millis(50), SLACK).check();
}

#[test]
fn engines_stop_in_time_at_the_start_and_in_the_middle() {
    let start = large_board();
    let whole = playout::record(start, 300, &mut Seeded::new(1))
        .moves()
        .len() as u64;
    for moves in [0, whole / 2] {
        let record = playout::record(start, moves, &mut Seeded::new(1));
        for level in [Level::WEAKEST, Level::STRONGEST] {
            let mut engine = Position::engine(level, 1);
            engine_stops_in_time(&mut *engine, &record, Duration::from_millis(50), SLACK)
                .unwrap_or_else(|broken| panic!("level {level} after {moves} moves: {broken}"));
        }
    }
}
