//! Checks that any text is read, written and read back unchanged, or refused in a sentence.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_common::laws::Broken;
use papergames_common::laws::house::any_text_is_read_or_refused;
use papergames_phutball::{Move, Point, Position, Record, Rules, Size, Turn};

/// The readers of the game.
const READERS: &[fn(&str) -> Result<(), Broken>] = &[
    any_text_is_read_or_refused::<Position>,
    any_text_is_read_or_refused::<Move>,
    any_text_is_read_or_refused::<Turn>,
    any_text_is_read_or_refused::<Point>,
    any_text_is_read_or_refused::<Size>,
    any_text_is_read_or_refused::<Rules>,
    any_text_is_read_or_refused::<Record<Position>>,
];

fuzz_target!(|text: &str| {
    for check in READERS {
        check(text).unwrap_or_else(|broken| panic!("{broken}"));
    }
});
