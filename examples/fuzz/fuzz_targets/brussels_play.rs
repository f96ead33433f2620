//! Plays the game that the input chooses by the crate and by the slow rules of its tests, and compares them after each
//! move.

#![no_main]

use libfuzzer_sys::fuzz_target;

#[path = "../../../brussels/tests/slow/rules.rs"]
mod slow;

fuzz_target!(|bytes: &[u8]| slow::play(bytes));
