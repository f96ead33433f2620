//! Checks that any bytes are read as a compact record of some game, or rejected, and that what is read is
//! written as the same bytes.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_common::{Stored, Written, compact};

/// Reads a record, writes it, and compares.
fn check<G: Written + Stored>(bytes: &[u8]) {
    match compact::read::<G>(bytes) {
        Ok(record) => assert_eq!(compact::write(&record), bytes),
        Err(error) => assert!(error.to_string().len() < 1000),
    }
}

fuzz_target!(|bytes: &[u8]| {
    let Some((game, bytes)) = bytes.split_first() else {
        return;
    };
    match game % 4 {
        0 => check::<papergames_sprouts::Position>(bytes),
        1 => check::<papergames_brussels::Position>(bytes),
        2 => check::<papergames_sos::Position>(bytes),
        _ => check::<papergames_phutball::Position>(bytes),
    }
});
