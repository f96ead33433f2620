//! Learning: positions as numbers, records in few bytes, and games that a search plays against itself.

pub mod encode;

pub mod compact;
pub mod self_play;
