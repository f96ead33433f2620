//! Property tests of somebody who depends on `papergames` with the features `sos`, `proptest` and `serde-laws`: one of
//! its games obeys the laws, and so does a game without a crate.

use papergames::laws::{self, Laws};
use papergames::nim::Nim;
use papergames::sos::{Position, Rules};
use proptest::prelude::*;

proptest! {
    #![proptest_config(ProptestConfig::with_cases(20))]

    #[test]
    fn sos_obeys_the_laws(record in laws::records(start(), 9)) {
        Laws::of(record.position().clone()).games(1).texts().serde().find()?;
    }

    #[test]
    fn nim_obeys_the_laws(heaps in prop::collection::vec(0..4_u8, 1..4)) {
        Laws::of(Nim::new(&heaps)).games(1).texts().alternating().serde().find()?;
    }
}

fn start() -> Position {
    Position::new("3x3".parse().expect("a size"), Rules::General)
}
