//! The tree of a game: its size, searches in it, and opponents that search.
//!
//! [`perft`](mod@perft) counts the tree, [`search`] looks for good moves in it and makes a [`report`], and an
//! [`engine`] plays with what a search finds.

pub mod perft;
pub(crate) mod report;

pub mod search;

#[cfg(any(feature = "minimax", feature = "treant"))]
pub mod adapters;
pub mod engine;
