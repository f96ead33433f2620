//! Any text is read or refused, with an error that a person can read; what is read has one text that is read back.

use std::fmt::Display;
use std::str::FromStr;

use common::laws::texts_like;
use papergames_phutball::{Move, Point, Position, Record, Rules, Size, Turn};
use proptest::prelude::*;

const SAMPLES: &[&str] = &[
    "5/5/2o2/2@2/1o3/5/5:first:full-board",
    "5/5/2o2/2o2/1@3/5/5:second:terminal-rows-corner:jumping",
    "@5/5/5/5/5:second:full-board-corner",
    "15x21",
    "h10",
    "h10-h12-j14",
    "stop",
    "NE",
    "5/5/5/2@2/5/5/5:first:full-board c4 c3 N S stop",
];

fn check(text: &str) -> Result<(), TestCaseError> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<Turn>(text)?;
    one::<Point>(text)?;
    one::<Size>(text)?;
    one::<Rules>(text)?;
    match text.parse::<Record<Position>>() {
        Ok(record) => prop_assert_eq!(record.to_string().parse(), Ok(record)),
        Err(error) => is_sentence(&error)?,
    }
    Ok(())
}

/// Reads a value, writes it, and reads that again.
fn one<T>(text: &str) -> Result<(), TestCaseError>
where
    T: FromStr + Display + PartialEq + std::fmt::Debug,
    T::Err: Display + PartialEq + std::fmt::Debug,
{
    match text.parse::<T>() {
        Ok(value) => prop_assert_eq!(value.to_string().parse(), Ok(value)),
        Err(error) => is_sentence(&error)?,
    }
    Ok(())
}

fn is_sentence(error: &impl Display) -> Result<(), TestCaseError> {
    let error = error.to_string();
    prop_assert!(error.contains("expected") && error.len() < 500, "{error}");
    Ok(())
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
        "9", "1", "o", "o/", "5/", "@", ":", "-h10", "h10-", "N", "a", " ", " N", "\n",
    ] {
        let long = part.repeat(1_000_000 / part.len());
        let texts = [
            long.clone(),
            format!("5/5/2o2/2@2/1o3/5/5:first:full-board{long}"),
            format!("5/5/{long}"),
            format!("h10{long}"),
            format!("15x{long}"),
        ];
        for text in texts {
            check(&text).expect("read or refused");
        }
    }
}
