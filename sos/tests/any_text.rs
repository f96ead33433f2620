//! Any text is read or refused, with an error that a person can read; what is read has one text that is read back.

use common::laws::{
    Broken, any_text_is_read_or_refused as one, any_text_is_read_or_refused_by,
    refusals_are_sentences, texts_like,
};
use papergames_sos::notation::{read_game, write_game};
use papergames_sos::{CellName, Move, Position, Record, Rules, Setup, Size};
use proptest::prelude::*;

const SAMPLES: &[&str] = &[
    "Sb2",
    "Oaa10",
    "4x5",
    "1x7:first",
    "4x4:general:3",
    "SOS/.../...:1:1-0",
    "SOS:-:1-0:first",
    "S.S/.../...:3:0-0-0",
    "1x4 first  # a strip\nSa1 Sd1\nOb1 Sc1+",
    "3x3 general 2 players # all\nSa1 Ob1 Sc1+\nOa2 Sa3+ Sb3",
];

fn check(text: &str) -> Result<(), Broken> {
    one::<Position>(text)?;
    one::<Move>(text)?;
    one::<Setup>(text)?;
    one::<Size>(text)?;
    one::<Rules>(text)?;
    one::<Record<Position>>(text)?;
    any_text_is_read_or_refused_by(text, read_game, write_game)?;
    if let Err(error) = text.parse::<CellName>() {
        refusals_are_sentences(&error)?;
    }
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
        "9", "x", "S", ".", "./", "S/", ":1", "-0", " ", "#", "+", "Sa1 ", "a", "\n",
    ] {
        let long = part.repeat(1_000_000 / part.len());
        let texts = [
            long.clone(),
            format!("3x3 {long}"),
            format!("3x{long}"),
            format!("S.S/.../...:1:0-0{long}"),
            format!("Sa1{long}"),
        ];
        for text in texts {
            check(&text).expect("read or refused");
        }
    }
}
