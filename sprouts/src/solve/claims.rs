//! The proved results of a solver: how they follow from each other, certificates, shrinking, stores and audits.

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
