//! The score sheet, which records the owner of each S-O-S, as players do with coloured strokes.

use core::fmt::Write as _;

use common::grid::ColumnName;
use common::{Game, Player, Record};

use crate::lines::Line;
use crate::position::Position;
use crate::size::Cell;

/// The view as on paper, in which the first player circles and the second strikes through.
pub(crate) const CIRCLES: &str = "circles";

/// An S-O-S on the board, with the player and the number of the move that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct LineMark {
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
    marks: Vec<LineMark>,
}

impl ScoreSheet {
    /// Replays a game and returns its score sheet.
    ///
    /// # Panics
    ///
    /// Panics if the record contains an illegal move, which a [`Record`] never does.
    pub fn of(record: &Record<Position>) -> ScoreSheet {
        let mut position = record.setup().clone();
        let standing = position.sos_lines().map(|line| LineMark {
            line,
            owner: None,
            number: 0,
        });
        let mut marks: Vec<LineMark> = standing.collect();
        for (i, m) in record.moves().iter().enumerate() {
            let owner = position.turn();
            let made = position.completed_by(*m);
            position.apply_unchecked(m);
            marks.extend(made.into_iter().map(|line| LineMark {
                line,
                owner,
                number: i + 1,
            }));
        }
        ScoreSheet { marks }
    }

    /// Returns the board as on paper: letters of the first player's S-O-S are circled, and letters of the second
    /// player's struck through.
    pub(crate) fn on_paper(&self, position: &Position) -> String {
        let size = position.size();
        let margin = size.rows().to_string().len() + 1;
        let mut names = String::new();
        for column in 0..size.columns() {
            let _ = write!(names, "{:^6}", ColumnName(column as u8).to_string());
        }
        let mut text = format!("{:margin$} {}", "", names.trim_end());
        for row in 0..size.rows() {
            let _ = write!(text, "\n{:>margin$} ", row + 1);
            for column in 0..size.columns() {
                let [column, row] = [column, row].map(|index| index as u8);
                let cell = Cell { column, row };
                let is_of = |player| {
                    let mut own = self.marks.iter().filter(|mark| mark.owner == Some(player));
                    own.any(|mark| mark.line.cells().contains(&cell))
                };
                let letter = position.letter(cell);
                let letter = letter.map_or_else(|| ".".to_owned(), |letter| letter.to_string());
                let struck = if is_of(Player::SECOND) { "-" } else { " " };
                let [open, close] = if is_of(Player::FIRST) {
                    ["(", ")"]
                } else {
                    [" "; 2]
                };
                let _ = write!(text, "{open}{struck}{letter}{struck}{close} ");
            }
            text.truncate(text.trim_end().len());
        }
        let _ = write!(text, "\npoints: {}", position.said_points());
        for (player, how) in [
            (Player::FIRST, "circled"),
            (Player::SECOND, "struck through"),
        ] {
            let own = self.marks.iter().filter(|mark| mark.owner == Some(player));
            let own: Vec<String> = own.map(|mark| mark.line.to_string()).collect();
            if !own.is_empty() {
                let _ = write!(text, "\n{how} by {player}: {}", own.join(" "));
            }
        }
        text
    }

    /// Returns the S-O-S in the order in which they were made. If one letter made several S-O-S, they are in the order
    /// of their lines.
    pub fn marks(&self) -> &[LineMark] {
        &self.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn on_paper_one_player_circles_and_the_other_strikes_through() {
        let record: Record<Position> = ".../.../...:1:0-0 Sa1 Ob1 Sc1 Oa2 Sa3 Ob2"
            .parse()
            .expect("a game");
        let text = ScoreSheet::of(&record).on_paper(record.position());
        assert_eq!(
            text,
            "     a     b     c\n 1 (-S-) ( O ) (-S-)\n 2  -O-   -O-    .\n 3  -S-    .     .\n\
             points: first 1, second 2\ncircled by first: a1-c1\nstruck through by second: a1-a3 c1-a3"
        );
    }
}
