//! Phutball on the page: men and a ball on points.

use common::grid::ColumnName;
use common::{Describe, Game, Record};
use phutball::{Direction, Move, Point, Position};

use crate::board::{Board, Field, Ghost, Leap};
use crate::playable::Playable;

impl Playable for Position {
    type Picture = ();

    const HOW: &'static str = "Press on an empty point to place a man, or on the ball and then on a ringed point to \
        jump. The first player plays upwards.";

    const STRONGEST: u64 = 400_000;

    fn board(record: &Record<Position>, (): &()) -> Board {
        let position = record.position();
        let size = position.size();
        let pair = |point: Point| (point.column(), point.row());
        let last = match record.moves().last() {
            Some(Move::Place(point)) => Some(pair(*point)),
            _ => None,
        };
        let jumps = position.jumps().map(|direction| {
            let m = Move::Jump(direction);
            Leap {
                text: m.to_string(),
                to: pair(landing(position, direction)),
                words: position.say_move(&m),
            }
        });
        Board::Field(Field {
            columns: size.columns(),
            names: (0..size.columns())
                .map(|column| ColumnName(column as u8).to_string())
                .collect(),
            rows: size.rows(),
            men: position.men().map(pair).collect(),
            ball: pair(position.ball()),
            chain: chain(record).into_iter().map(pair).collect(),
            last,
            jumps: jumps.collect(),
            jumping: position.is_jumping(),
            stop: position.check(&Move::Stop).is_ok(),
        })
    }

    fn ghost(&self, (): &(), m: &Move) -> Ghost {
        let pair = |point: Point| (point.column(), point.row());
        match m {
            Move::Place(point) => Ghost::Man { at: pair(*point) },
            Move::Jump(direction) => Ghost::Jump {
                chain: vec![pair(self.ball()), pair(landing(self, *direction))],
            },
            Move::Stop => Ghost::Nothing {},
        }
    }

    fn rules_name(&self) -> String {
        self.rules().to_string()
    }

    fn task(&self) -> &'static str {
        if self.is_jumping() {
            "jump on, or stop here"
        } else {
            "place a man, or jump"
        }
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        match m {
            Move::Place(point) => vec![point.to_string()],
            Move::Jump(direction) => vec![landing(self, *direction).to_string()],
            Move::Stop => vec![self.ball().to_string()],
        }
    }
}

/// Where the ball has been in the chain of jumps at the end of a record.
fn chain(record: &Record<Position>) -> Vec<Point> {
    let moves = record.moves().iter().rev();
    let mut moves = moves.skip_while(|m| **m == Move::Stop).peekable();
    let stops = record.moves().len() - moves.clone().count();
    let jumps = core::iter::from_fn(|| moves.next_if(|m| matches!(m, Move::Jump(_)))).count();
    let end = record.moves().len() - stops;
    if jumps == 0 || stops > 1 {
        return Vec::new();
    }
    let places = record.positions().skip(end - jumps).take(jumps + 1);
    places.map(|position| position.ball()).collect()
}

/// Where a legal jump leads.
fn landing(position: &Position, direction: Direction) -> Point {
    let after = position.child(&Move::Jump(direction));
    after.map_or(position.ball(), |after| after.ball())
}
