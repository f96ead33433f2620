//! Hands for SOS: letters in cells.

use common::any::AnyRecord;
use common::text::counted;
use common::{Game, Player, Record, Scored};
use picture::geometry::Point;
use sos::{Cell, Letter, Move, Position, ScoreSheet};

use super::object::{Hands, Visit, list, typed};
use crate::board::{self, Board, Ghost};
use crate::words::Reason;

struct Letters(Record<Position>);

/// Creates the hands for the game of a record.
pub(crate) fn hold(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    Ok(Box::new(Letters(typed(record)?)))
}

impl Letters {
    /// Returns the number of a cell, row by row.
    fn index(&self, cell: Cell) -> usize {
        let columns = self.0.position().size().columns();
        usize::from(cell.row) * columns + usize::from(cell.column)
    }
}

impl Hands for Letters {
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), Reason> {
        if record.len() != self.0.moves().len() {
            self.0 = typed(record)?;
        }
        Ok(())
    }

    fn board(&mut self) -> Result<Board, Reason> {
        let position = self.0.position();
        let size = position.size();
        let letters = size.iter().map(|cell| {
            let letter = position.letter(cell);
            letter.map_or(' ', Letter::to_char)
        });
        let sheet = ScoreSheet::of(&self.0);
        let marks = sheet.marks().iter().map(|mark| {
            let owner = mark.owner.map(Player::index);
            (
                self.index(mark.line.start),
                self.index(mark.line.end),
                owner,
            )
        });
        let players = Player::all(position.players());
        let mut owners = vec![None; size.iter().len()];
        for (before, m) in self.0.positions().zip(self.0.moves()) {
            owners[self.index(m.cell)] = before.turn().map(Player::index);
        }
        Ok(Board::Letters(board::Letters {
            rows: size.rows(),
            columns: size.columns(),
            cells: letters.collect(),
            names: size.iter().map(|cell| cell.to_string()).collect(),
            owners,
            marks: marks.collect(),
            last: self.0.moves().last().map(|m| self.index(m.cell)),
            scores: players.map(|player| position.score(player)).collect(),
        }))
    }

    fn ghost(&mut self, m: &str) -> Result<Ghost, Reason> {
        let Move { cell, letter } = m.parse()?;
        Ok(Ghost::Letter {
            cell: self.index(cell),
            letter: letter.to_char(),
        })
    }

    fn for_each_move(&self, _: &dyn AnyRecord, visit: &mut Visit<'_>) {
        let touches = |m: &Move| vec![m.cell.to_string()];
        list(self.0.position(), touches, visit);
    }

    fn theorem(&self, _: &dyn AnyRecord) -> Option<String> {
        let points = ScoreSheet::of(&self.0).marks().len();
        let letters = counted(self.0.moves().len(), "letter");
        let is_over = self.0.position().is_terminal();
        is_over.then(|| format!("{letters}, {points} S-O-S."))
    }

    fn draw(&mut self, m: &str, _: &[Point]) -> Result<(), Reason> {
        Ok(self.0.push(m.parse()?)?)
    }
}
