//! What a solver knows.

use super::known::Known;
use super::misere::Loss;
use crate::land::Land;

/// What a solver knows about one position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// About a land in normal play.
    Land(Land, Known),
    /// That the player to move loses a position in misère play.
    Loss(Loss),
}
