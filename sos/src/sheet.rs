//! The score sheet, which records the owner of each S-O-S, as players do with coloured strokes.

use common::{Game, Player, Record};

use crate::lines::Line;
use crate::position::Position;

/// An S-O-S on the board, with the player and the number of the move that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Mark {
    /// The three cells of the S-O-S.
    pub line: Line,
    /// The player who made it, or `None` if it was on the board when the record began.
    pub owner: Option<Player>,
    /// The number of the move that made it, counted from 1; 0 if it was on the board when the record began.
    pub number: usize,
}

/// The score sheet of a game: all S-O-S with their owners, in the order in which they were made.
///
/// A [`Position`] records the points but not the owners, so [`of`](ScoreSheet::of) replays the record of the game.
///
/// # Examples
///
/// ```
/// use papergames_sos::{Player, Position, Record, ScoreSheet};
///
/// let record: Record<Position> = ".../.../...:1:0-0 Sa1 Ob1 Sc1".parse()?;
/// let sheet = ScoreSheet::of(&record);
/// assert_eq!(sheet.marks().len(), 1);
/// assert_eq!(sheet.marks()[0].owner, Some(Player::FIRST));
/// assert_eq!(sheet.marks()[0].number, 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ScoreSheet {
    marks: Vec<Mark>,
}

impl ScoreSheet {
    /// Replays a game and returns its score sheet.
    ///
    /// # Panics
    ///
    /// Panics if the record contains an illegal move, which a [`Record`] never does.
    pub fn of(record: &Record<Position>) -> ScoreSheet {
        let mut position = record.setup().clone();
        let standing = position.sos_lines().map(|line| Mark {
            line,
            owner: None,
            number: 0,
        });
        let mut marks: Vec<Mark> = standing.collect();
        for (i, m) in record.moves().iter().enumerate() {
            let owner = position.turn();
            let made = position.completed_by(*m);
            position.apply_unchecked(m);
            marks.extend(made.into_iter().map(|line| Mark {
                line,
                owner,
                number: i + 1,
            }));
        }
        ScoreSheet { marks }
    }

    /// Returns the S-O-S in the order in which they were made. If one letter made several S-O-S, they are in the order
    /// of their lines.
    pub fn marks(&self) -> &[Mark] {
        &self.marks
    }
}
