//! Hands for Phutball: men and a ball on points.

use common::any::AnyRecord;
use common::grid::ColumnName;
use common::{Game, Player, Record};
use phutball::{Move, Position};
use picture::geometry;

use super::chains::{along, landing, leap, pair};
use super::object::{Hands, Visit, list, typed};
use crate::board::{Board, Field, Ghost, Leap};
use crate::words::Reason;

struct Points(Record<Position>);

/// Creates the hands for the game of a record.
pub(crate) fn hold(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    Ok(Box::new(Points(typed(record)?)))
}

impl Points {
    /// Returns the points that the ball has touched in the last chain of jumps.
    fn chain(&self) -> Vec<(i8, u8)> {
        let moves = self.0.moves();
        let stops = moves.iter().rev().take_while(|m| **m == Move::Stop).count();
        let end = moves.len() - stops;
        let jumps = moves[..end].iter().rev();
        let jumps = jumps.take_while(|m| matches!(m, Move::Jump(_))).count();
        if jumps == 0 || stops > 1 {
            return Vec::new();
        }
        let positions = self.0.positions().skip(end - jumps).take(jumps + 1);
        positions.map(|position| pair(position.ball())).collect()
    }
}

impl Hands for Points {
    fn follow(&mut self, record: &dyn AnyRecord) -> Result<(), Reason> {
        if record.len() != self.0.moves().len() {
            self.0 = typed(record)?;
        }
        Ok(())
    }

    fn board(&mut self) -> Result<Board, Reason> {
        let position = self.0.position();
        let size = position.size();
        let jumps = position.jumps().map(|direction| leap(position, direction));
        let stopped = position.child(&Move::Stop).ok();
        Ok(Board::Field(Field {
            columns: size.columns(),
            names: (0..size.columns())
                .map(|column| ColumnName(column as u8).to_string())
                .collect(),
            rows: size.rows(),
            men: position.men().map(pair).collect(),
            ball: pair(position.ball()),
            chain: self.chain(),
            last: match self.0.moves().last() {
                Some(Move::Place(point)) => Some(pair(*point)),
                _ => None,
            },
            jumps: jumps.collect(),
            jumping: position.is_jumping(),
            stop: stopped.is_some(),
            winner: stopped
                .and_then(|stopped| stopped.winner())
                .map(Player::index),
        }))
    }

    fn along(&self, stroke: &[geometry::Point]) -> Vec<Leap> {
        along(self.0.position(), stroke)
    }

    fn ghost(&mut self, turn: &str) -> Result<Ghost, Reason> {
        let mut position = *self.0.position();
        let mut chain = vec![pair(position.ball())];
        for m in turn.split_whitespace() {
            match m.parse()? {
                Move::Place(point) => return Ok(Ghost::Man { at: pair(point) }),
                Move::Stop => break,
                jump @ Move::Jump(_) => position.apply(&jump)?,
            }
            chain.push(pair(position.ball()));
        }
        Ok(match chain[..] {
            [_] => Ghost::Nothing {},
            _ => Ghost::Jump { chain },
        })
    }

    fn for_each_move(&self, _: &dyn AnyRecord, visit: &mut Visit<'_>) {
        let position = self.0.position();
        let touches = |m: &Move| {
            let touched = match m {
                Move::Place(point) => *point,
                Move::Jump(direction) => landing(position, *direction),
                Move::Stop => position.ball(),
            };
            vec![touched.to_string()]
        };
        list(position, touches, visit);
    }

    fn theorem(&self, _: &dyn AnyRecord) -> Option<String> {
        let position = self.0.position();
        let is_over = position.is_terminal();
        is_over.then(|| format!("The ball is in the goal, on {}.", position.ball()))
    }

    fn draw(&mut self, m: &str, _: &[geometry::Point]) -> Result<(), Reason> {
        Ok(self.0.push(m.parse()?)?)
    }
}
