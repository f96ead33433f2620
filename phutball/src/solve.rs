//! Exact values of small boards: who wins every position, and in how many turns, or that nobody does.
//!
//! Phutball can go on for ever, so a value is one of three: the player to move wins, loses, or neither can force
//! anything and the game is drawn by going round in circles. Such draws exist from 3 columns and 7 playing rows on.
//!
//! # Method
//!
//! Only positions between turns are valued, and only those of one player: exchanging the players turns the board
//! upside down. A position is a place of the ball, on the rows where it may rest in an unfinished game, and a set of
//! men, so that a board with *p* playing points has (p − 2 · columns) · 2^(p−1) of them, and each takes one byte.
//!
//! Values are found by the number of turns that the game still lasts, from 1 up. A position is won in *k* turns, *k*
//! odd, when a turn leads to one that is lost in *k* − 1; it is lost in *k* turns, *k* even, when all turns lead to
//! positions that are won in *k* − 1 or fewer, or into the own goal. When a pass finds nothing new, in either parity,
//! what is left is drawn. Each pass looks only at positions without a value and leaves a position at its first turn
//! that decides.
//!
//! [`Solver`] does this with a budget, progress and a store on disk; [`Table::check`] proves a table again by another way
//! to find turns.
//!
//! # Examples
//!
//! The start of the smallest board that is not a strip or a lane:
//!
//! ```
//! use papergames_phutball::{Rules, Size, solve::Table};
//!
//! let table = Table::solve("3x5".parse()?, Rules::TerminalRows, 1 << 20)?;
//! let counts = table.counts();
//! assert_eq!((counts.won, counts.lost, counts.drawn), (618, 150, 0));
//! assert_eq!(table.start_value().to_string(), "W3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod board;
mod check;
mod solver;

use core::fmt;

use common::Player;

use self::board::{Board, Place};
pub use self::check::Fault;
pub use self::solver::{GaveUp, Progress, Solver};
use crate::point::Size;
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::turn::Turn;

/// The value of a position for the player to move, both playing as well as can be.
///
/// The winner makes the game as short as possible and the loser as long. The text is `W3`, `L6` or `D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins; the game lasts so many turns.
    Win(u8),
    /// The player to move loses; the game lasts so many turns.
    Loss(u8),
    /// Neither player can force a win.
    Draw,
}

impl Value {
    /// Returns how many turns the game lasts, if it ends.
    pub const fn plies(self) -> Option<u8> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }
}

impl Value {
    /// Reads a byte of a table.
    fn of_byte(byte: u8) -> Value {
        match byte {
            0 => Value::Draw,
            odd if odd % 2 == 1 => Value::Win(odd),
            even => Value::Loss(even),
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "W{plies}"),
            Value::Loss(plies) => write!(f, "L{plies}"),
            Value::Draw => f.write_str("D"),
        }
    }
}

/// How many positions of a board the player to move wins, loses and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
}

/// Why a board is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has too many playing points for this method.
    #[error("expected at most {max} playing points, found {found}", max = MAX_POINTS)]
    TooManyPoints {
        /// How many it has.
        found: usize,
    },
    /// The table is larger than allowed.
    #[error("expected a table of at most {allowed} bytes, found a need of {needed}")]
    OutOfMemory {
        /// How many bytes are allowed.
        allowed: u64,
        /// How many are needed.
        needed: u64,
    },
    /// A game lasts longer than a byte can say; no board tried so far comes near.
    #[error("expected games of at most 255 turns, found a longer one")]
    TooLong,
    /// The position is on another board or has other rules.
    #[error("expected a position on {size} under {rules}, found another board or other rules")]
    OtherBoard {
        /// The size of the solved board.
        size: Size,
        /// The rules of the solved board.
        rules: Rules,
    },
    /// The position is finished or in the middle of a chain.
    #[error("expected a position between turns of an unfinished game, found another")]
    NotBetweenTurns,
}

/// The most playing points that a table can have.
pub const MAX_POINTS: usize = 30;

/// The values of all positions of a board.
#[derive(Clone)]
pub struct Table {
    board: Board,
    /// One byte for each position: 0 without a value, else the number of turns that the game lasts, which is odd when
    /// the player to move wins and even when that player loses.
    values: Vec<u8>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("size", &self.board.size)
            .field("rules", &self.board.rules)
            .field("positions", &self.values.len())
            .finish()
    }
}

impl Table {
    /// Returns how many bytes the table of a board takes, or `None` if the board is too large for this method.
    pub fn bytes(size: Size) -> Option<u64> {
        let points = size.playing_points();
        (points <= MAX_POINTS).then(|| ((points - 2 * size.columns()) as u64) << (points - 1))
    }

    /// Values every position of a board.
    ///
    /// Takes [`Table::bytes`] of memory, and somewhat more time for each byte than a turn takes; 3×9 (21 playing
    /// points) has 15.7 million positions and takes seconds. [`Solver`] does the same with a budget, progress and a store.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the board has more than [`MAX_POINTS`] playing points, or the table would take more
    /// than `memory` bytes.
    pub fn solve(size: Size, rules: Rules, memory: u64) -> Result<Table, SolveError> {
        match Solver::new().memory(memory).solve(size, rules) {
            Ok(table) => Ok(table),
            Err(GaveUp::Refused(reason)) => Err(reason),
            Err(_) => unreachable!("a solver without a budget and a store finishes"),
        }
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.board.size
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.board.rules
    }

    /// Returns how many positions are won, lost and drawn, with one given player to move; the other has as many.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for value in &self.values {
            match value {
                0 => counts.drawn += 1,
                odd if odd % 2 == 1 => counts.won += 1,
                _ => counts.lost += 1,
            }
        }
        counts
    }

    /// Returns how many turns the longest game with a winner lasts.
    pub fn longest(&self) -> u8 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// Returns the value of the start: the empty board with the ball in the centre.
    ///
    /// # Panics
    ///
    /// Never; a start is between turns of an unfinished game.
    pub fn start_value(&self) -> Value {
        let start = Position::start(self.size(), self.rules());
        self.value(&start).expect("the start is in the table")
    }

    /// Returns the value of a position for the player to move.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position is on another board, has other rules, is finished, or is in the middle
    /// of a chain.
    pub fn value(&self, position: &Position) -> Result<Value, SolveError> {
        let (size, rules) = (self.size(), self.rules());
        if position.size() != size || position.rules() != rules {
            return Err(SolveError::OtherBoard { size, rules });
        }
        if position.phase != Phase::Ready {
            return Err(SolveError::NotBetweenTurns);
        }
        let columns = size.columns();
        let place = usize::from(position.ball.row()) * columns + position.ball.column() as usize;
        let mut place = place as Place;
        let mut men = position.men().fold(0, |men, man| {
            men | 1 << ((usize::from(man.row()) - 1) * columns + man.column() as usize)
        });
        if position.next_player() == Player::SECOND {
            (place, men) = self.board.flipped(place, men);
        }
        let byte = self.values[self.board.index(place, men)];
        Ok(Value::of_byte(byte))
    }

    /// Returns every turn of a position with the value of what it leads to, for the player who then moves; an end of
    /// the game is `W0` or `L0`, for the player who would move.
    ///
    /// # Errors
    ///
    /// As for [`value`](Table::value).
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, Value)>, SolveError> {
        use common::Game;
        self.value(position)?;
        position
            .turns()
            .map(|turn| {
                let mut after = *position;
                // A listed turn is legal.
                let _ = after.apply_turn(&turn);
                let value = match after.winner() {
                    Some(winner) if winner == after.next_player() => Value::Win(0),
                    Some(_) => Value::Loss(0),
                    None => self.value(&after)?,
                };
                Ok((turn, value))
            })
            .collect()
    }

    /// Returns the turns that keep the value of a position: those that win soonest, lose latest, or keep the draw.
    ///
    /// # Errors
    ///
    /// As for [`value`](Table::value).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, Rules, solve::Table};
    ///
    /// let table = Table::solve("3x7".parse()?, Rules::TerminalRows, 1 << 20)?;
    /// let start = Position::start(table.size(), table.rules());
    /// let best = table.best_turns(&start)?;
    /// assert_eq!(best, ["b4".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_turns(&self, position: &Position) -> Result<Vec<Turn>, SolveError> {
        let best = match self.value(position)? {
            Value::Win(plies) => Value::Loss(plies - 1),
            Value::Loss(plies) => Value::Win(plies - 1),
            Value::Draw => Value::Draw,
        };
        let turns = self.turns(position)?;
        Ok((turns.into_iter())
            .filter_map(|(turn, value)| (value == best).then_some(turn))
            .collect())
    }
}
