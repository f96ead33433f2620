//! Checks that any text is read, written and read back unchanged, or refused in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_common::laws::Broken;
use papergames_common::laws::house::{any_text_is_read_or_refused, any_text_is_read_or_refused_by};
use papergames_sos::notation::{read_game, write_game};
use papergames_sos::{Move, Position, Record, Rules, Size};

/// The readers of the game.
const READERS: &[fn(&str) -> Result<(), Broken>] = &[
    any_text_is_read_or_refused::<Position>,
    any_text_is_read_or_refused::<Move>,
    any_text_is_read_or_refused::<Size>,
    any_text_is_read_or_refused::<Rules>,
    any_text_is_read_or_refused::<Record<Position>>,
    |text| any_text_is_read_or_refused_by(text, read_game, write_game),
];

fuzz_target!(|text: &str| {
    for check in READERS {
        check(text).unwrap_or_else(|broken| panic!("{broken}"));
    }
});
