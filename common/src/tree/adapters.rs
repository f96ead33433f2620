//! Adapters that run the games of this library in third-party search crates, each behind a feature.
//!
//! Both crates negate the value after every move, which is wrong for a game in which a player may move several times in
//! a row. Both adapters therefore use [`Plies`](crate::Plies), which adds forced passes. The passes count towards the
//! search depth.
//!
//! The types of those crates are part of this API, so a new major version of either crate is a breaking change for its
//! feature.

#[cfg(feature = "minimax")]
pub mod minimax;
#[cfg(feature = "treant")]
pub mod treant;
