//! A solver's proved results: how they follow from each other, and their certificates, stores and audits.

mod options;

mod nimbers;

mod losses;

mod lines;

mod shrink;

pub mod certificate;

#[cfg(feature = "store")]
pub mod stored;

#[cfg(feature = "store")]
pub(super) mod audit;
