//! Reads and writes moves.

use common::text::read_whole;
use common::{Game, Refused, sorting};

use super::line::{DividingLine, meanings, wrong_mark};
use super::written::WgosaMove;
use crate::moves::{End, Move};
use crate::notation::several;
use crate::play::IllegalMove;
use crate::position::Position;

/// Reads a move of a position by the rules of [the module](super).
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar, if it fits no line or several lines, or if other than
/// three lines may end at a starting spot.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Position, notation::wgosa};
///
/// let position: Position = "2+".parse()?;
/// let error = wgosa::read_move(&position, "1(4)2").unwrap_err();
/// assert_eq!(error.to_string(), "the new spot must have the number 3, found 4");
/// # Ok::<(), papergames_sprouts::Refused>(())
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, Refused> {
    interpret(position, &read_whole(text, WgosaMove::read)?)
}

/// Writes a move in the shortest text from which [`read_move`] reads it back.
///
/// # Errors
///
/// Returns an error if the move is not legal, its line has no new spot, or other than three lines may end at a starting
/// spot.
///
/// # Panics
///
/// Panics if no text is read back as the move. This cannot happen: a list of everything on one side, with all useful
/// marks, fits at most one line in each of two regions, which lie on different sides of the line.
pub fn write_move(position: &Position, m: &Move) -> Result<String, Refused> {
    check_spots(position)?;
    position.check(m)?;
    if !m.with_spot {
        let error =
            format!("only lines with a new spot can be written in this notation, found `{m}`");
        return Err(Refused::new(error));
    }
    let corner = |end: End| (end, position.corner(end).expect("a legal move has corners"));
    let (from, to) = (corner(m.from), corner(m.to));
    let mut texts = Vec::new();
    for ends in [[from, to], [to, from]] {
        let line = DividingLine::new(position, ends).expect("a legal line");
        for written in line.texts(m) {
            let is_told = |i: usize| !written.marks[i] || line.is_marked(i);
            let text = written.to_string();
            texts.push((!is_told(0) || !is_told(1), text.len(), text, written));
        }
    }
    sorting::sort_by(&mut texts, |a, b| (a.0, a.1, &a.2).cmp(&(b.0, b.1, &b.2)));
    texts.dedup_by(|a, b| a.2 == b.2);
    let is_read_back = |written: &WgosaMove| {
        meanings(position, written).is_ok_and(|moves| moves.len() == 1 && moves.contains(m))
    };
    let found = texts
        .into_iter()
        .find(|(_, _, _, written)| is_read_back(written));
    Ok(found.expect("each line can be written").2)
}

/// Checks that no spot can have more than two corners, since the notation has only one mark to tell them apart.
fn check_spots(position: &Position) -> Result<(), Refused> {
    let variant = position.rules().variant;
    if variant.has_equal_spots() {
        return Ok(());
    }
    Err(Refused::new(format!(
        "this notation only supports spots with three lines, but the game is {variant}; write moves like `1-2`"
    )))
}

pub(super) fn interpret(position: &Position, text: &WgosaMove) -> Result<Move, Refused> {
    check_spots(position)?;
    let expected = position.n_spots() + 1;
    for spot in text.ends {
        // Explain a spot that does not exist, is dead, or is closed to the player to move.
        let one_end = position.line(spot.into(), spot.into(), [], true);
        if let Err(
            error @ (IllegalMove::NoSuchSpot { .. }
            | IllegalMove::Dead { .. }
            | IllegalMove::Colour { .. }),
        ) = one_end
        {
            return Err(error.into());
        }
    }
    for (spot, mark) in text.ends.into_iter().zip(text.marks) {
        if mark && position.corners(spot).len() < 2 {
            return Err(wrong_mark(spot));
        }
    }
    if text.new != expected {
        return Err(Refused::new(format!(
            "the new spot must have the number {expected}, found {}",
            text.new
        )));
    }
    let moves = meanings(position, text)?;
    let text = |m: &Move| write_move(position, m).unwrap_or_else(|_| m.to_string());
    match moves.first() {
        Some(m) if moves.len() == 1 => Ok(*m),
        _ => Err(several(moves.iter().map(text))),
    }
}
