//! Records of games: a setup and the moves played from it.
//!
//! The text of a record is the setup and the moves, each a single token, separated by blanks:
//!
//! ```text
//! record = setup *( blank move ) ; the setup is the text of a position
//! ```

use core::fmt;
use core::str::FromStr;

use crate::play::game::Game;
use crate::play::written::Written;
use crate::tools::refused::Refused;

/// The record of a game: its setup and its moves, all of which are legal.
///
/// # Examples
///
/// ```
/// use papergames_common::Record;
/// use papergames_common::nim::{Nim, Take};
///
/// let mut record = Record::new(Nim::new(&[3, 4]));
/// record.push(Take { heap: 0, matches: 2 })?;
/// assert_eq!(record.position().to_string(), "1,4:second+");
///
/// // The text of a record reads back.
/// assert_eq!(record.to_string(), "3,4:first+ 0x2");
/// assert_eq!("3,4:first+ 0x2".parse::<Record<Nim>>()?, record);
///
/// // An error names the move that is wrong.
/// let error = "3,4:first+ 0x2 0x2".parse::<Record<Nim>>().unwrap_err();
/// assert_eq!(error.to_string(), "move 2, `0x2`: cannot take 2 from heap 0; take 1 to 1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
#[cfg_attr(
    feature = "serde",
    serde(bound(serialize = "G: serde::Serialize, G::Move: serde::Serialize"))
)]
pub struct Record<G: Game> {
    setup: G,
    moves: Vec<G::Move>,
    #[cfg_attr(feature = "serde", serde(skip))]
    position: G,
}

/// The error returned when a text is not a record, or when a list contains an illegal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RecordError {
    /// The text is empty.
    #[error("the text is empty; write a setup and moves")]
    Empty,
    /// The first word is not a position.
    #[error("the setup: {0}")]
    Setup(Refused),
    /// A word is not a move, or the move is illegal.
    #[error("move {number}, `{text}`: {reason}")]
    Move {
        /// The number of the move, counted from 1.
        number: usize,
        /// The text of the move; a word read from text is truncated to 40 characters, and escaped.
        text: String,
        /// Why the move was rejected.
        reason: Refused,
    },
}

impl<G: Game> Record<G> {
    /// Returns a record that begins at `setup` and has no moves yet.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::Nim;
    ///
    /// let record = Record::new(Nim::new(&[3, 4]));
    /// assert_eq!(record.position(), record.setup());
    /// assert!(record.moves().is_empty());
    /// ```
    pub fn new(setup: G) -> Record<G> {
        Record {
            position: setup.clone(),
            setup,
            moves: Vec::new(),
        }
    }

    /// Plays `moves` from `setup` and returns the record.
    ///
    /// # Errors
    ///
    /// Returns [`RecordError::Move`] with the first illegal move, its number and the reason.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let moves = [1, 1, 5].map(|matches| Take { heap: 0, matches });
    /// let error = Record::from_moves(Nim::new(&[4]), moves).unwrap_err();
    /// assert_eq!(error.to_string(), "move 3, `0x5`: cannot take 5 from heap 0; take 1 to 2");
    /// ```
    pub fn from_moves(
        setup: G,
        moves: impl IntoIterator<Item = G::Move>,
    ) -> Result<Record<G>, RecordError> {
        let mut record = Record::new(setup);
        for (m, number) in moves.into_iter().zip(1..) {
            record
                .position
                .apply(&m)
                .map_err(|reason| RecordError::Move {
                    number,
                    text: m.to_string(),
                    reason: Refused::because(reason),
                })?;
            record.moves.push(m);
        }
        Ok(record)
    }

    /// Plays one more move.
    ///
    /// # Errors
    ///
    /// If the move is illegal, returns the reason and leaves the record unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let mut record = Record::new(Nim::new(&[3, 4]));
    /// record.push(Take { heap: 1, matches: 4 })?;
    /// assert!(record.push(Take { heap: 1, matches: 1 }).is_err(), "the heap is empty");
    /// assert_eq!(record.to_string(), "3,4:first+ 1x4");
    /// # Ok::<(), papergames_common::nim::CannotTake>(())
    /// ```
    pub fn push(&mut self, m: G::Move) -> Result<(), G::Illegal> {
        self.position.apply(&m)?;
        self.moves.push(m);
        Ok(())
    }

    /// Takes back the last move and returns it, or returns `None` if there is no move. Replays the game up to that
    /// point.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by rejecting a move that it accepted before.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let mut record: Record<Nim> = "3,4:first+ 1x4".parse()?;
    /// assert_eq!(record.pop(), Some(Take { heap: 1, matches: 4 }));
    /// assert_eq!(record.position(), record.setup());
    /// assert_eq!(record.pop(), None);
    /// # Ok::<(), papergames_common::RecordError>(())
    /// ```
    pub fn pop(&mut self) -> Option<G::Move> {
        let last = self.moves.last()?.clone();
        self.truncate(self.moves.len() - 1);
        Some(last)
    }

    /// Takes back all but the first `moves` moves, or returns `false` if there are fewer. Replays the game up to that
    /// point.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by rejecting a move that it accepted before.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::Nim;
    ///
    /// let mut record: Record<Nim> = "3,4:first+ 1x4 0x1 0x2".parse()?;
    /// assert!(record.truncate(1));
    /// assert_eq!(record.to_string(), "3,4:first+ 1x4");
    /// assert!(!record.truncate(2), "only one move is left");
    /// # Ok::<(), papergames_common::RecordError>(())
    /// ```
    pub fn truncate(&mut self, moves: usize) -> bool {
        if moves >= self.moves.len() {
            return moves == self.moves.len();
        }
        self.moves.truncate(moves);
        let mut position = self.setup.clone();
        for m in &self.moves {
            position.apply_unchecked(m);
        }
        self.position = position;
        true
    }

    /// Returns the position in which the game began.
    pub fn setup(&self) -> &G {
        &self.setup
    }

    /// Returns the moves in order.
    pub fn moves(&self) -> &[G::Move] {
        &self.moves
    }

    /// Returns the position after the last move.
    pub fn position(&self) -> &G {
        &self.position
    }

    /// Returns the number of times that the last position has occurred in the game: 1 if it occurs for the first time.
    ///
    /// No game of this workspace has a repetition rule, but players and programs may want to know about repetitions.
    /// This replays the game.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by rejecting a move that it accepted before.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::Nim;
    ///
    /// // In Nim a position never comes back.
    /// let record: Record<Nim> = "3,4:first+ 1x4 0x1".parse()?;
    /// assert_eq!(record.repetitions(), 1);
    /// # Ok::<(), papergames_common::RecordError>(())
    /// ```
    pub fn repetitions(&self) -> usize {
        self.positions()
            .filter(|position| *position == self.position)
            .count()
    }

    /// Returns every position of the game in order, from the setup to the last.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by rejecting a move that it accepted before.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Record;
    /// use papergames_common::nim::Nim;
    ///
    /// let record: Record<Nim> = "3,4:first+ 1x4 0x3".parse()?;
    /// let heaps: Vec<Vec<u8>> = record.positions().map(|nim| nim.heaps().to_vec()).collect();
    /// assert_eq!(heaps, [[3, 4], [3, 0], [0, 0]]);
    /// # Ok::<(), papergames_common::RecordError>(())
    /// ```
    pub fn positions(&self) -> impl Iterator<Item = G> {
        let mut next = Some(self.setup.clone());
        let mut moves = self.moves.iter();
        core::iter::from_fn(move || {
            let position = next.take()?;
            next = moves.next().map(|m| position.child_unchecked(m));
            Some(position)
        })
    }
}

/// Writes one line, also as `{:#?}`, in which a property test shows a record: the setup, which need not have a text,
/// and the texts of the moves.
impl<G: Game> fmt::Debug for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.setup)?;
        self.moves.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

/// Writes the setup in its alternate format (`{:#}`), which in some games is shorter than the usual format, followed by
/// the moves.
impl<G: Game + fmt::Display> fmt::Display for Record<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#}", self.setup)?;
        self.moves.iter().try_for_each(|m| write!(f, " {m}"))
    }
}

impl<G: Written> FromStr for Record<G> {
    type Err = RecordError;

    fn from_str(text: &str) -> Result<Record<G>, RecordError> {
        let mut words = text.split_whitespace();
        let setup = words.next().ok_or(RecordError::Empty)?.parse();
        let setup = setup.map_err(|reason| RecordError::Setup(Refused::because(reason)));
        let mut record = Record::new(setup?);
        for (word, number) in words.zip(1..) {
            let parsed = word.parse::<G::Move>().map_err(Refused::because);
            let played = parsed.and_then(|m| record.push(m).map_err(Refused::because));
            played.map_err(|reason| RecordError::Move {
                number,
                text: word.escape_debug().take(40).collect(),
                reason,
            })?;
        }
        Ok(record)
    }
}

#[cfg(feature = "serde")]
mod with_serde {
    use super::{Game, Record};
    use serde::de::Error;
    use serde::{Deserialize, Deserializer};

    #[derive(Deserialize)]
    #[serde(rename = "Record")]
    struct UncheckedRecord<P, M> {
        setup: P,
        moves: Vec<M>,
    }

    impl<'de, G: Game + Deserialize<'de>> Deserialize<'de> for Record<G>
    where
        G::Move: Deserialize<'de>,
    {
        fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Record<G>, D::Error> {
            let written = UncheckedRecord::<G, G::Move>::deserialize(deserializer)?;
            Record::from_moves(written.setup, written.moves).map_err(D::Error::custom)
        }
    }
}
