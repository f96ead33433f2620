//! A clock that the host supplies. In a program of its own, since it is for the whole process.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use papergames_common::budget::{Budget, Clock};
use papergames_common::nim::Nim;
use papergames_common::search::MonteCarlo;

/// Milliseconds; each reading of the clock adds one.
static NOW: AtomicU64 = AtomicU64::new(1_000);

fn now() -> Duration {
    Duration::from_millis(NOW.fetch_add(1, Ordering::Relaxed))
}

#[test]
fn searches_ask_the_clock_that_the_host_supplies() {
    assert!(Clock::supply(now), "the first one");
    assert!(!Clock::supply(now), "there is one already");
    assert!(Clock::runs());
    let clock = Clock::start();
    assert_eq!(clock.elapsed(), Duration::from_millis(1));
    // Six heaps of nine are too many to be proved within thirty looks at the clock.
    let budget = Budget::new().time(Duration::from_millis(30));
    let report = MonteCarlo::new(1).run(&Nim::new(&[9; 6]), &budget, &mut |_| {});
    assert!(!report.is_proved() && report.best().is_some());
    assert!(
        (30..35).contains(&report.elapsed.as_millis()),
        "{:?}",
        report.elapsed
    );
}
