//! Converts lists of turns to records and back. Every notation for whole games builds on this.
//!
//! A [`Record`] holds single moves, but other programs write whole turns. [`turns_of`] joins the moves of each turn;
//! the readers of [`game`](super::game) split them again.

use common::{Game, Record};

use super::{ParseTurnError, Unwritable};
use crate::moves::Move;
use crate::position::Position;
use crate::turn::{Chain, IllegalTurn, Turn};

/// The error for a turn of a list that cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}, turn {number}, `{text}`: {reason}")]
#[non_exhaustive]
pub struct ReadTurnsError {
    /// The line, counted from 1.
    pub line: usize,
    /// Which turn, counted from 1.
    pub number: usize,
    /// The text, cut after 60 characters.
    pub text: String,
    /// The game up to this turn.
    pub before: Box<Record<Position>>,
    /// What is wrong with it.
    #[source]
    pub reason: ParseTurnError,
}

/// Reads and plays turns, each given with its line number.
pub(super) fn play<'a>(
    setup: &Position,
    texts: impl IntoIterator<Item = (usize, &'a str)>,
    read: impl Fn(&Position, &str) -> Result<Turn, ParseTurnError>,
) -> Result<Record<Position>, ReadTurnsError> {
    let mut record = Record::new(*setup);
    for ((line, text), number) in texts.into_iter().zip(1..) {
        let turn = read(record.position(), text);
        let played = turn.and_then(|turn| Ok(push(&mut record, &turn)?));
        played.map_err(|reason| ReadTurnsError {
            line,
            number,
            text: text.chars().take(60).collect(),
            before: Box::new(record.clone()),
            reason,
        })?;
    }
    Ok(record)
}

/// Adds the moves of a turn to a record. If the turn is not legal, the record stays as it is.
pub(super) fn push(record: &mut Record<Position>, turn: &Turn) -> Result<(), IllegalTurn> {
    for m in record.position().moves_of(turn)? {
        record.push(m).expect("the moves of a legal turn are legal");
    }
    Ok(())
}

/// Returns the turns of a record.
///
/// # Errors
///
/// Returns an error with the place of the ball if the record starts or ends in the middle of a chain.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Position, Record, notation::turns};
///
/// let record: Record<Position> = "3/3/3/1@1/3/3/3:first:full-board b4 N".parse()?;
/// let turns = turns::turns_of(&record)?;
/// assert_eq!(turns.len(), 2);
/// assert_eq!(turns[1].to_string(), "b3-b5");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn turns_of(record: &Record<Position>) -> Result<Vec<Turn>, Unwritable> {
    let setup = record.setup();
    if setup.is_jumping() {
        return Err(Unwritable::Chain { ball: setup.ball() });
    }
    let mut turns = Vec::new();
    let mut position = *setup;
    let mut path = vec![setup.ball()];
    for m in record.moves() {
        // Every move of a record is legal.
        let _ = position.apply(m);
        match m {
            Move::Place(point) => turns.push(Turn::Place(*point)),
            Move::Jump(_) => path.push(position.ball()),
            Move::Stop => {}
        }
        if !position.is_jumping() && path.len() > 1 {
            turns.push(Turn::Jumps(Chain::of_path(path.drain(..))));
            path.push(position.ball());
        }
    }
    if position.is_jumping() {
        return Err(Unwritable::Chain {
            ball: position.ball(),
        });
    }
    Ok(turns)
}
