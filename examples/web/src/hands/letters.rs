//! SOS: letters in cells.

use common::any::AnyRecord;
use common::{Game, Player, Scored};
use sos::{Cell, CellName, Letter, Move, Position, ScoreSheet};

use super::followed::{Followed, read};
use super::object::Hands;
use crate::board::{self, Board, Ghost};

struct Letters(Followed<Position>);

/// Takes the game of a record into hands.
pub(crate) fn hold(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, String> {
    Ok(Box::new(Letters(Followed::new(record)?)))
}

impl Letters {
    /// Returns the number of a cell, row by row.
    fn index(&self, cell: Cell) -> usize {
        let columns = self.0.position().size().columns();
        usize::from(cell.row) * columns + usize::from(cell.column)
    }
}

impl Hands for Letters {
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), String> {
        self.0.follow(record).map(|_| ())
    }

    fn board(&mut self) -> Result<Board, String> {
        let position = self.0.position();
        let size = position.size();
        let letters = size.iter().map(|cell| {
            let letter = position.letter(cell);
            letter.map_or(' ', Letter::to_char)
        });
        let sheet = ScoreSheet::of(&self.0.record());
        let marks = sheet.marks().iter().map(|mark| {
            let owner = mark.owner.map(Player::index);
            (
                self.index(mark.line.start),
                self.index(mark.line.end),
                owner,
            )
        });
        let players = Player::all(position.players());
        Ok(Board::Letters(board::Letters {
            rows: size.rows(),
            columns: size.columns(),
            cells: letters.collect(),
            names: size.iter().map(|cell| CellName(cell).to_string()).collect(),
            marks: marks.collect(),
            last: self.0.last().map(|m| self.index(m.cell)),
            scores: players.map(|player| position.score(player)).collect(),
        }))
    }

    fn ghost(&mut self, m: &str) -> Result<Ghost, String> {
        let Move { cell, letter } = read::<Position>(m)?;
        Ok(Ghost::Letter {
            cell: self.index(cell),
            letter: letter.to_char(),
        })
    }

    fn touches(&self, m: &str) -> Vec<String> {
        let m = read::<Position>(m);
        m.iter().map(|m| CellName(m.cell).to_string()).collect()
    }
}
