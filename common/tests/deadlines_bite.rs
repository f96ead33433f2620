//! The law that an engine keeps to its budget, seen to fail on engines with one fault each.

#![expect(
    clippy::wildcard_enum_match_arm,
    reason = "a planted fault changes one answer and leaves all others right"
)]

use std::sync::atomic::Ordering;
use std::thread;
use std::time::{Duration, Instant};

use papergames_common::engine::{Engine, EngineError};
use papergames_common::laws::engine_stops_in_time;
use papergames_common::nim::{Nim, Take};
use papergames_common::{Budget, Game, Record, Report};

/// What is wrong with an engine.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fault {
    None,
    IgnoresTime,
    IgnoresNodes,
    IgnoresTheFlag,
    PlaysAnIllegalMove,
    PlaysNothing,
}

/// Plays the first move once its budget is spent.
struct Faulty(Fault);

impl Engine<Nim> for Faulty {
    fn choose(
        &mut self,
        record: &Record<Nim>,
        budget: &Budget,
        _: &mut dyn FnMut(&Report<Take>),
    ) -> Result<Report<Take>, EngineError> {
        let start = Instant::now();
        let mut nodes = 0;
        // A minute would be right, but tests should end.
        while start.elapsed() < Duration::from_secs(1) {
            let flag = budget.stop.as_ref();
            let told = flag.is_some_and(|flag| flag.load(Ordering::Relaxed));
            let late = budget.time.is_some_and(|time| start.elapsed() >= time);
            let enough = budget.nodes.is_some_and(|most| nodes >= most);
            if (told && self.0 != Fault::IgnoresTheFlag)
                || (late && self.0 != Fault::IgnoresTime)
                || (enough && self.0 != Fault::IgnoresNodes)
            {
                break;
            }
            nodes += 1;
            thread::sleep(Duration::from_micros(100));
        }
        let m = match self.0 {
            Fault::PlaysAnIllegalMove => Some(Take {
                heap: 9,
                matches: 1,
            }),
            Fault::PlaysNothing => None,
            _ => record.position().nth_move(0),
        };
        let mut report = Report::of_line(m.into_iter().collect());
        report.nodes = nodes;
        Ok(report)
    }
}

#[test]
fn each_fault_of_an_engine_is_named() {
    let record = Record::new(Nim::new(&[3, 4]));
    for (fault, law) in [
        (Fault::None, None),
        (Fault::IgnoresTime, Some("a search stops in time")),
        (
            Fault::IgnoresNodes,
            Some("a search keeps to its budget of nodes"),
        ),
        (Fault::IgnoresTheFlag, Some("a search stops when told")),
        (
            Fault::PlaysAnIllegalMove,
            Some("a search returns a legal move"),
        ),
        (
            Fault::PlaysNothing,
            Some("a search returns a move unless the game is over"),
        ),
    ] {
        let (time, slack) = (Duration::from_millis(30), Duration::from_millis(500));
        let found = engine_stops_in_time(&mut Faulty(fault), &record, time, slack);
        assert_eq!(found.err().map(|broken| broken.law), law);
    }
}
