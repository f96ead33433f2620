//! Paper-and-pencil games: Sprouts, Brussels Sprouts, SOS and Phutball behind one [`Game`] trait.

#[cfg(feature = "brussels")]
pub use brussels;
pub use common;
pub use common::*;
#[cfg(feature = "phutball")]
pub use phutball;
#[cfg(feature = "draw")]
pub use picture;
#[cfg(feature = "sos")]
pub use sos;
#[cfg(feature = "sprouts")]
pub use sprouts;
