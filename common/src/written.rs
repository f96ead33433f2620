//! [`Written`]: games whose positions and moves have texts.

use core::fmt::Display;
use core::str::FromStr;
use std::error::Error;

use crate::game::Game;

/// A game whose positions and moves are written and read as texts of one word.
///
/// Implemented for every game with such texts.
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
