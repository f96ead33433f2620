//! Any text is read or refused, with an error that a person can read; what is read has one text that is read back.

use std::fmt::Display;
use std::str::FromStr;

use common::laws::texts_like;
use papergames_phutball::notation::game::Format;
use papergames_phutball::notation::{abstract_play, compass, diagram, sgf, wikipedia};
use papergames_phutball::{Move, Player, Point, Position, Record, Rules, Size, Turn};
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
    "(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc]RE[B+];B[c4];W[a1];B[c3-c5])",
    "H11 I13 E SE",
    "1. H11 E\n2. H13 E",
    "K6–G9–G11–J11",
    "h11\nh10-h12\nh13\nh12-h14\n",
    "5/5/2@2/5/5",
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

/// Reads a text in the notations of others, and writes and reads again what is a game.
fn foreign(text: &str, start: &Position) -> Result<(), TestCaseError> {
    for error in [
        abstract_play::read_turn(text).err().map(|e| e.to_string()),
        wikipedia::read_turn(text).err().map(|e| e.to_string()),
        compass::read_turn(start, text).err().map(|e| e.to_string()),
        diagram::read(text, Rules::default(), Player::FIRST)
            .err()
            .map(|e| e.to_string()),
        sgf::read(text).err().map(|e| e.to_string()),
        text.parse::<Format>().err().map(|e| e.to_string()),
    ] {
        error.map_or(Ok(()), |error| is_sentence(&error))?;
    }
    let formats = [
        Format::guess(text),
        Format::Record,
        Format::Sgf,
        Format::AbstractPlay,
        Format::Wikipedia,
        Format::Compass,
    ];
    for format in formats {
        let Ok(game) = format.read(text, start) else {
            continue;
        };
        if let Ok(written) = format.write(&game) {
            let again = format.read(&written, game.setup()).map_err(|error| {
                TestCaseError::fail(format!("{format}: {written:?} is not read back: {error}"))
            })?;
            prop_assert_eq!(again, game, "{} {}", format, written);
        }
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
        foreign(&text, &Position::default())?;
    }

    #[test]
    fn texts_from_nowhere_are_read_or_refused(text in ".{0,40}") {
        check(&text)?;
    }
}

#[test]
fn texts_without_end_are_refused_at_once() {
    let start = Position::default();
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
            format!("(;FF[4]GM[14]{long}"),
            format!("(;FF[4]GM[14]SZ[5:5]AW[{long}"),
        ];
        for text in texts {
            check(&text).expect("read or refused");
            foreign(&text, &start).expect("read or refused");
        }
    }
}
