//! The entries that a solver keeps, each with a result about one position.

use super::known::Known;
use super::misere::Loss;
use crate::land::Land;

/// A result of a solver: a fact about one position.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Entry {
    /// A land, and what is known about its nimber in normal play.
    Land(Land, Known),
    /// A position that the player to move loses in misère play.
    Loss(Loss),
}
