//! The search of normal play: a book of lands, and proof numbers.

mod blocks;

mod strings;

#[cfg(feature = "store")]
pub(super) mod filter;

pub(super) mod book;

pub(super) mod dfpn;

pub(super) use blocks::Blocks;
pub(super) use strings::Strings;
