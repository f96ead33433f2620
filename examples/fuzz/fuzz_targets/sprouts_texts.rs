//! Checks that any text is read or rejected, and that whatever is read can be written and read back.

#![no_main]

use core::fmt::{Debug, Display};
use core::str::FromStr;

use libfuzzer_sys::fuzz_target;
use papergames_sprouts::land::Lands;
use papergames_sprouts::land::glop::{Sum, ajs};
use papergames_sprouts::{End, Move, Position, Record, Rules, Variant};

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
    check::<End>(text);
    check::<Rules>(text);
    check::<Variant>(text);
    check::<Sum>(text);
    check::<Record<Position>>(text);
    if let Ok(sum) = ajs::read(text) {
        assert_eq!(ajs::read(&ajs::write(&sum)), Ok(sum));
    }
    if let Ok(lands) = text.parse::<Lands>() {
        assert_eq!(lands.to_string().parse(), Ok(lands));
    }
});
