//! Hands for SOS: letters in cells.

use common::any::{AnyMove, AnyRecord};
use common::text::counted;
use common::{Game, Player, Scored};
use sos::{Cell, Letter, Move, Position, ScoreSheet, Size};

use super::object::{Hands, typed};
use crate::board::{self, Board, Ghost};
use crate::words::Reason;

struct Letters;

/// Creates the hands for the game of a record.
pub(crate) fn hold(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    typed::<Position>(record)?;
    Ok(Box::new(Letters))
}

/// Returns the number of a cell, row by row.
fn index(size: Size, cell: Cell) -> usize {
    usize::from(cell.row) * size.columns() + usize::from(cell.column)
}

impl Hands for Letters {
    fn board(&mut self, record: &dyn AnyRecord) -> Result<Board, Reason> {
        let record = typed::<Position>(record)?;
        let position = record.position();
        let size = position.size();
        let letters = size.iter().map(|cell| {
            let letter = position.letter(cell);
            letter.map_or(' ', Letter::to_char)
        });
        let sheet = ScoreSheet::of(record);
        let marks = sheet.marks().iter().flat_map(|mark| {
            let owner = mark.owner.map(Player::index);
            let cells = mark.line.cells();
            // A stroke across the edges of a board that wraps is drawn only where two of its cells are neighbours.
            let is_near = |pair: &[Cell]| {
                pair[0].row.abs_diff(pair[1].row) < 2 && pair[0].column.abs_diff(pair[1].column) < 2
            };
            let pairs = if cells.windows(2).all(is_near) {
                vec![(cells[0], cells[2])]
            } else {
                let near = cells.windows(2).filter(|pair| is_near(pair));
                near.map(|pair| (pair[0], pair[1])).collect()
            };
            pairs
                .into_iter()
                .map(move |(from, to)| (index(size, from), index(size, to), owner))
        });
        let players = Player::all(position.players());
        let mut owners = vec![None; size.iter().len()];
        for (before, m) in record.positions().zip(record.moves()) {
            owners[index(size, m.cell)] = before.turn().map(Player::index);
        }
        Ok(Board::Letters(board::Letters {
            rows: size.rows(),
            columns: size.columns(),
            cells: letters.collect(),
            names: size.iter().map(|cell| cell.to_string()).collect(),
            owners,
            marks: marks.collect(),
            last: record.moves().last().map(|m| index(size, m.cell)),
            scores: players.map(|player| position.score(player)).collect(),
        }))
    }

    fn ghost(&mut self, after: &dyn AnyRecord, from: usize) -> Result<Ghost, Reason> {
        let record = typed::<Position>(after)?;
        let Move { cell, letter } = record.moves()[from];
        Ok(Ghost::Letter {
            cell: index(record.position().size(), cell),
            letter: letter.to_char(),
        })
    }

    fn touches(&self, _: &dyn AnyRecord, m: &AnyMove) -> Vec<String> {
        let m = m.typed::<Position>();
        m.map(|m| m.cell.to_string()).into_iter().collect()
    }

    fn theorem(&self, record: &dyn AnyRecord) -> Result<Option<String>, Reason> {
        let record = typed::<Position>(record)?;
        let points = ScoreSheet::of(record).marks().len();
        let letters = counted(record.moves().len(), "letter");
        let is_over = record.position().is_terminal();
        Ok(is_over.then(|| format!("{letters}, {points} S-O-S.")))
    }
}
