//! The library's searches and the game's engines stop in time on the largest boards.

use std::time::Duration;

use common::describe::SetupOptions;
use common::laws::{Laws, levels_stop_in_time};
use papergames_phutball::{Describe, Position};

/// Generous, since tests run in parallel.
const SLACK: Duration = Duration::from_millis(500);

/// Returns the start of the largest square board.
fn large_board() -> Position {
    Position::start(Some("21x21"), &SetupOptions::none()).expect("a start")
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
    levels_stop_in_time(&start, Duration::from_millis(50), SLACK)
        .unwrap_or_else(|broken| panic!("{broken}"));
}
