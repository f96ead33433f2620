//! The tests of the crate, in one program, which is linked once.

mod adapters;
mod compact;
mod describe;
mod encodings_bite;
mod engines;
mod games;
mod laws_bite;
mod long_lines;
mod nim;
mod record;
mod search;
mod self_play;
mod serde;
mod solve;
mod store;
mod trees;
mod wild;
mod wrappers;
