//! Checks that any text is read or rejected, and that whatever is read can be written and read back.

#![no_main]

use core::fmt::{Debug, Display};
use core::str::FromStr;

use libfuzzer_sys::fuzz_target;
use papergames_phutball::{Move, Point, Position, Record, Rules, Size, Turn};

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
    check::<Turn>(text);
    check::<Point>(text);
    check::<Size>(text);
    check::<Rules>(text);
    check::<Record<Position>>(text);
});
