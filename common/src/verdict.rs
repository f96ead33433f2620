//! What a solver says: who wins with best play, by how much, by which moves, and what it cost to prove.

use crate::budget::Cost;
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::player::Player;

/// What perfect play leads to from a position, proved.
///
/// Players are absolute: [`Player::FIRST`] is the player who began the game, whoever is to move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Verdict<M> {
    /// How the game ends if everybody plays their best.
    pub outcome: Outcome,
    /// In a game that points decide, the points of the first player less those of the second at the end.
    pub margin: Option<i64>,
    /// How many turns the game still lasts if the winner hurries and the loser delays, where the solver knows.
    pub turns: Option<u32>,
    /// The nimber of an impartial position in normal play, where the solver has found it.
    pub nimber: Option<Nimber>,
    /// The moves that lead to `outcome` (and keep `margin`): all of them if the solver was asked for every move,
    /// otherwise those that it has found; `None` if it did not look for moves. If the player to move loses, these are
    /// the moves that keep the margin where points decide; elsewhere the list may be empty.
    pub moves: Option<Vec<M>>,
    /// What the proof has cost.
    pub cost: Cost,
}

impl<M> Verdict<M> {
    /// Returns a verdict with an outcome and a cost, and nothing else known.
    pub fn new(outcome: Outcome, cost: Cost) -> Verdict<M> {
        Verdict {
            outcome,
            margin: None,
            turns: None,
            nimber: None,
            moves: None,
            cost,
        }
    }

    /// Returns the player who wins with best play, or `None` where nobody wins alone.
    pub fn winner(&self) -> Option<Player> {
        self.outcome.winner()
    }
}
