//! Checks that any text is either rejected, or read, written and read back unchanged.

#![no_main]

use core::fmt::{Debug, Display};
use core::str::FromStr;

use libfuzzer_sys::fuzz_target;
use papergames_sos::notation::{read_game, write_game};
use papergames_sos::{Move, Position, Record, Rules, Setup, Size};

/// Reads a value, writes it, and reads that again.
fn check<T>(text: &str)
where
    T: FromStr + Display + PartialEq + Debug,
    T::Err: Display + PartialEq + Debug,
{
    match text.parse::<T>() {
        Ok(value) => assert_eq!(value.to_string().parse(), Ok(value)),
        Err(error) => assert!(error.to_string().len() < 1000),
    }
}

fuzz_target!(|text: &str| {
    check::<Position>(text);
    check::<Move>(text);
    check::<Setup>(text);
    check::<Size>(text);
    check::<Rules>(text);
    check::<Record<Position>>(text);
    match read_game(text) {
        Ok(game) => assert_eq!(read_game(&write_game(&game)), Ok(game)),
        Err(error) => assert!(error.to_string().len() < 1000),
    }
});
