//! Notations: what a game is called and consists of, and the formats in which people write it.
//!
//! A game is [described](describe) once. Its [formats](mod@format) write records, and [`reading`] finds out in which of
//! them a text is written.

pub mod describe;
pub mod format;
pub mod reading;
