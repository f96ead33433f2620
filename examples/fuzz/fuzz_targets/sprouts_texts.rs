//! Checks that any text is read, written and read back unchanged, or refused in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_common::laws::Broken;
use papergames_common::laws::house::{any_text_is_read_or_refused, any_text_is_read_or_refused_by};
use papergames_sprouts::land::Lands;
use papergames_sprouts::land::glop::{Sum, ajs};
use papergames_sprouts::{End, Move, Position, Record, Rules, Variant};

/// The readers of the game.
const READERS: &[fn(&str) -> Result<(), Broken>] = &[
    any_text_is_read_or_refused::<Position>,
    any_text_is_read_or_refused::<Move>,
    any_text_is_read_or_refused::<End>,
    any_text_is_read_or_refused::<Rules>,
    any_text_is_read_or_refused::<Variant>,
    any_text_is_read_or_refused::<Sum>,
    any_text_is_read_or_refused::<Record<Position>>,
    any_text_is_read_or_refused::<Lands>,
    |text| any_text_is_read_or_refused_by(text, ajs::read, ajs::write),
];

fuzz_target!(|text: &str| {
    for check in READERS {
        check(text).unwrap_or_else(|broken| panic!("{broken}"));
    }
});
