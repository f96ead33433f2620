//! Proofs: exact values, who wins, and how others can check it.
//!
//! [`solve`] finds exact values of impartial games, and a [`verdict`] says who wins. A [`store`] keeps the results of a
//! solver on disk. What it keeps are the claims of [`claim`], which an [`audit`](mod@audit) proves.

pub(crate) mod nimber;
pub(crate) mod verdict;

pub mod solve;

#[cfg(feature = "store")]
pub mod store;

pub(crate) mod effort;

pub mod claim;

#[cfg(feature = "store")]
pub mod audit;
