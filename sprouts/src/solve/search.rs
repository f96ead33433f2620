//! The proof-number search of normal play, on a numbered book of lands.

mod arena;

mod blocks;

mod strings;

mod packed;

#[cfg(feature = "store")]
pub(super) mod filter;

pub(super) mod time;

pub(super) mod book;

#[cfg(feature = "cluster")]
pub(super) mod clocks;

pub(super) mod dfpn;

pub(super) use blocks::Blocks;
pub(super) use strings::Strings;
