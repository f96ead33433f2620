//! [`Written`]: games whose positions and moves can be written and read as text.

use core::fmt::Display;
use core::str::FromStr;
use std::error::Error;

use crate::play::game::Game;

/// A game whose positions and moves are each written and read as a single word.
///
/// Implemented automatically for every game whose types can be written and read.
#[diagnostic::on_unimplemented(
    note = "positions and moves need `Display` and `FromStr`, with an `Err` that implements `std::error::Error`"
)]
pub trait Written:
    Game<Move: FromStr<Err: Error + Send + Sync + 'static> + Send + Sync>
    + Display
    + FromStr<Err: Error + Send + Sync + 'static>
    + Send
    + Sync
    + 'static
{
}

impl<G> Written for G where
    G: Game<Move: FromStr<Err: Error + Send + Sync + 'static> + Send + Sync>
        + Display
        + FromStr<Err: Error + Send + Sync + 'static>
        + Send
        + Sync
        + 'static
{
}
