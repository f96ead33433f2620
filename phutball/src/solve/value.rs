//! The value of a position, and counts of positions by their value.

use core::fmt;

use common::{Outcome, Player};

/// The value of a position for the player to move, with perfect play by both players.
///
/// The winner makes the game as short as possible, and the loser makes it as long as possible. Its text is `W` or `L`
/// with the number of turns, such as `W3` or `L6`, or `D` for a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum ExactValue {
    /// The player to move wins, and the game lasts this many turns.
    Win(u8),
    /// The player to move loses, and the game lasts this many turns.
    Loss(u8),
    /// Neither player can force a win.
    Draw,
}

impl ExactValue {
    /// Returns the number of turns that the game lasts, or `None` for a draw.
    pub const fn plies(self) -> Option<u8> {
        match self {
            ExactValue::Win(plies) | ExactValue::Loss(plies) => Some(plies),
            ExactValue::Draw => None,
        }
    }

    /// Returns the outcome of a position with this value, in which `mover` is to move.
    pub(crate) fn outcome(self, mover: Player) -> Outcome {
        match self {
            ExactValue::Win(_) => Outcome::Win(mover),
            ExactValue::Loss(_) => Outcome::Win(mover.opponent()),
            ExactValue::Draw => Outcome::Draw,
        }
    }

    /// Returns the value for the player who has just moved, including that turn in the count.
    pub(crate) const fn before(self) -> ExactValue {
        match self {
            ExactValue::Win(plies) => ExactValue::Loss(plies + 1),
            ExactValue::Loss(plies) => ExactValue::Win(plies + 1),
            ExactValue::Draw => ExactValue::Draw,
        }
    }

    /// Returns a number that is greater for better values. From best to worst: early wins, late wins, draws, late
    /// losses, early losses.
    pub(crate) fn rank(self) -> i16 {
        match self {
            ExactValue::Win(plies) => 256 - i16::from(plies),
            ExactValue::Draw => 0,
            ExactValue::Loss(plies) => i16::from(plies) - 256,
        }
    }

    /// Reads a byte of a table.
    pub(super) fn of_byte(byte: u8) -> ExactValue {
        match byte {
            0 => ExactValue::Draw,
            odd if odd % 2 == 1 => ExactValue::Win(odd),
            even => ExactValue::Loss(even),
        }
    }
}

impl fmt::Display for ExactValue {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ExactValue::Win(plies) => write!(f, "W{plies}"),
            ExactValue::Loss(plies) => write!(f, "L{plies}"),
            ExactValue::Draw => f.write_str("D"),
        }
    }
}

/// The numbers of a board's positions that the player to move wins, loses and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ValueCounts {
    /// The number of positions that the player to move wins.
    pub won: u64,
    /// The number of positions that the player to move loses.
    pub lost: u64,
    /// The number of drawn positions.
    pub drawn: u64,
}

/// The maximum number of playing points for which a table can be computed. A set of men has 32 bits, and a table of *n*
/// points takes 2ⁿ⁻¹ bytes for each point of the ball in one half of the board: here 512 MiB each.
pub(crate) const MAX_POINTS: usize = 30;
