//! Our games in search code of others: optional, one feature for each crate.
//!
//! Both crates negate a value whenever a move has been made. That is wrong for a game in which a player may move
//! several times in a row, so both adapters put [`Plies`](crate::Plies) between, which fills in forced passes. A search
//! depth counts them.
//!
//! The types of those crates appear here, so a new major version of one of them is a breaking change of its feature.

#[cfg(feature = "minimax")]
pub mod minimax;
#[cfg(feature = "treant")]
pub mod treant;
