//! The library's searches stop in time on the largest boards.

use std::time::Duration;

use common::describe::SetupOptions;
use common::laws::Laws;
use papergames_phutball::{Describe, Position};

/// Generous, since tests run in parallel.
const SLACK: Duration = Duration::from_millis(500);

#[test]
fn searches_stop_in_time_on_a_large_board() {
    let start = <Position as Describe>::setup(None, &SetupOptions::none()).expect("a start");
    let laws = Laws::of(start)
        .games(1)
        .max_moves(12)
        .positions(3)
        .list_at_most(50);
    laws.stops_in_time(Duration::from_millis(50), SLACK).check();
}
