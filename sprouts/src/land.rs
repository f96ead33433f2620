//! Lands: positions in the solver's form, without spot numbers.
//!
//! A *land* is a part of a position that plays independently of the rest. It is reduced to what matters for play and
//! put into canonical form, so lands that differ only in how they are drawn are equal. A position is a multiset of
//! lands, [`Lands`].

pub(crate) mod canon;
pub(crate) mod children;
mod error;
#[cfg(feature = "cluster")]
mod form;
pub mod glop;
mod lands;
pub(crate) mod on_surface;
mod plot;
pub(crate) mod shape;

pub use error::ParseLandError;
pub use lands::{Land, Lands};
pub use plot::Plot;
pub use shape::Reductions;
