//! Any text is read or refused, with an error that a person can read; what is read has one text that is read back.

use common::laws::{
    Broken, any_text_is_read_or_refused as one, any_text_is_read_or_refused_by, texts_like,
};
use papergames_brussels::notation::{read_game, write_game};
use papergames_brussels::{Arm, Move, Position, Record};
use proptest::prelude::*;

const SAMPLES: &[&str] = &[
    "3",
    "4,4,3-",
    "2x3,1x5+",
    "2+:1a-1c[2]:1a-2b",
    "1x9+:1a-1b:1b-1c:1a-1d",
    "1a-1c[2,3]",
    "100zz",
    "3-  # misère\n1. 2c-2a[3]\n2. 1B-2d\n",
    "4 1a-1c[2-4] 2. 2a–2c",
];

fn check(text: &str) -> Result<(), Broken> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<Arm>(text)?;
    one::<Record<Position>>(text)?;
    any_text_is_read_or_refused_by(text, read_game, write_game)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(5_000))]

    #[test]
    fn texts_with_mistakes_are_read_or_refused(text in texts_like(SAMPLES)) {
        check(&text)?;
    }

    #[test]
    fn texts_from_nowhere_are_read_or_refused(text in ".{0,40}") {
        check(&text)?;
    }
}

#[test]
fn texts_without_end_are_refused_at_once() {
    for part in [
        "9", "1,", "1x", "2:", "1a-1b", "[", "1a-1b[1,", "z", " ", "1. ", "#",
    ] {
        let long = part.repeat(1_000_000 / part.len());
        for text in [
            long.clone(),
            format!("2:{long}"),
            format!("2 {long}"),
            format!("2:1a-1c[{long}"),
        ] {
            check(&text).expect("refused");
        }
    }
}
