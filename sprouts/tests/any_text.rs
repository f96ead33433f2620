//! Any text is read or refused, with an error that a person can read; what is read has one text that is read back.

use std::fmt::Display;
use std::str::FromStr;

use common::laws::texts_like;
use papergames_sprouts::land::Lands;
use papergames_sprouts::land::glop::Sum;
use papergames_sprouts::{End, Move, Position, Record, Rules, Variant};
use proptest::prelude::*;

const SAMPLES: &[&str] = &[
    "3+",
    "2-:1,3,2,3",
    "3+:1,4;2/1,4;3",
    "2+black-and-white:1,2",
    "4-antwerp-cold",
    "1-2",
    "1-1[3,4]",
    "3-5![2]",
    "1_2",
    "3+ 1-1[2] 1-4",
    "0*4",
    "0*2.AB|0.AB",
    "0*2.1a1a+0.AB|AB",
    "!",
];

fn check(text: &str) -> Result<(), TestCaseError> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<End>(text)?;
    one::<Rules>(text)?;
    one::<Variant>(text)?;
    one::<Sum>(text)?;
    if let Err(error) = text.parse::<Lands>() {
        is_sentence(&error)?;
    }
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
        "9", "1,", ";", "/", "0.", "0*9.", "A", "AB|", "1a1a.", "m(", "n(9", "!", "+", "-1", " 1-2",
    ] {
        let long = part.repeat(1_000_000 / part.len());
        let texts = [
            long.clone(),
            format!("3+{long}"),
            format!("3+:{long}"),
            format!("3+:1,4;2/1,4;3{long}"),
            format!("1-2[{long}"),
            format!("0*{long}"),
        ];
        for text in texts {
            check(&text).expect("read or refused");
        }
    }
}
