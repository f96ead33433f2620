//! SOS on the page: letters in cells.

use common::{Game, Player, Record, Scored};
use sos::{Cell, CellName, Letter, Move, Position, ScoreSheet};

use crate::board::{Board, Ghost, Letters};
use crate::playable::Playable;

impl Playable for Position {
    type Picture = ();

    const HOW: &'static str =
        "Choose the letter and click on an empty square, or press S or O on the keyboard.";

    fn board(record: &Record<Position>, (): &()) -> Board {
        let position = record.position();
        let size = position.size();
        let index = |cell: Cell| usize::from(cell.row) * size.columns() + usize::from(cell.column);
        let letters = size.iter().map(|cell| {
            let letter = position.letter(cell);
            letter.map_or(' ', Letter::to_char)
        });
        let sheet = ScoreSheet::of(record);
        let marks = sheet.marks().iter().map(|mark| {
            let owner = mark.owner.map(Player::index);
            (index(mark.line.start), index(mark.line.end), owner)
        });
        Board::Letters(Letters {
            rows: size.rows(),
            columns: size.columns(),
            cells: letters.collect(),
            names: size.iter().map(|cell| CellName(cell).to_string()).collect(),
            marks: marks.collect(),
            last: record.moves().last().map(|m| index(m.cell)),
            scores: Player::all(position.players())
                .map(|player| position.score(player))
                .collect(),
        })
    }

    fn ghost(&self, (): &(), m: &Move) -> Ghost {
        let size = self.size();
        Ghost::Letter {
            cell: usize::from(m.cell.row) * size.columns() + usize::from(m.cell.column),
            letter: m.letter.to_char(),
        }
    }

    fn rules_name(&self) -> String {
        self.rules().to_string()
    }

    fn task(&self) -> &'static str {
        "choose S or O, then an empty square"
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        vec![CellName(m.cell).to_string()]
    }
}
