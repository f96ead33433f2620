//! Checks that any bytes are either rejected, or read as a record whose compact form they are.
//!
//! ```text
//! cd sprouts
//! cargo +nightly fuzz run compact fuzz/corpus/compact fuzz/seeds/compact -- -max_total_time=900
//! ```

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_common::compact;
use papergames_sprouts::Position;

fuzz_target!(|bytes: &[u8]| {
    match compact::read::<Position>(bytes) {
        Ok(record) => assert_eq!(compact::write(&record), bytes),
        Err(error) => assert!(error.to_string().len() < 1000),
    }
});
