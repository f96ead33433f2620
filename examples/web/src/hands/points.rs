//! Hands for Phutball: men and a ball on points.

use common::any::{AnyMove, AnyRecord};
use common::grid::ColumnName;
use common::{Game, Player, Record};
use phutball::{Move, Position};
use picture::geometry;

use super::chains::{along, landing, leap, pair};
use super::object::{Hands, typed};
use crate::board::{Board, Field, Ghost, Leap};
use crate::words::Reason;

struct Points;

/// Creates the hands for the game of a record.
pub(crate) fn hold(record: &dyn AnyRecord) -> Result<Box<dyn Hands>, Reason> {
    typed::<Position>(record)?;
    Ok(Box::new(Points))
}

/// Counts the jumps at the beginning of some moves.
fn count_jumps<'a>(moves: impl Iterator<Item = &'a Move>) -> usize {
    moves.take_while(|m| matches!(m, Move::Jump(_))).count()
}

/// Returns the points that the ball touches in the jumps of a record that begin at index `from`.
fn touched(record: &Record<Position>, from: usize, jumps: usize) -> Vec<(i8, u8)> {
    let positions = record.positions().skip(from).take(jumps + 1);
    positions.map(|position| pair(position.ball())).collect()
}

/// Returns the points that the ball has touched in the last chain of jumps.
fn last_chain(record: &Record<Position>) -> Vec<(i8, u8)> {
    let moves = record.moves();
    let stops = moves.iter().rev().take_while(|m| **m == Move::Stop).count();
    let end = moves.len() - stops;
    let jumps = count_jumps(moves[..end].iter().rev());
    if jumps == 0 || stops > 1 {
        return Vec::new();
    }
    touched(record, end - jumps, jumps)
}

impl Hands for Points {
    fn board(&mut self, record: &dyn AnyRecord) -> Result<Board, Reason> {
        let record = typed::<Position>(record)?;
        let position = record.position();
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
            chain: last_chain(record),
            last: match record.moves().last() {
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

    fn along(
        &self,
        record: &dyn AnyRecord,
        stroke: &[geometry::Point],
    ) -> Result<Vec<Leap>, Reason> {
        Ok(along(typed::<Position>(record)?.position(), stroke))
    }

    fn ghost(&mut self, after: &dyn AnyRecord, from: usize) -> Result<Ghost, Reason> {
        let record = typed::<Position>(after)?;
        let turn = &record.moves()[from..];
        Ok(match turn[0] {
            Move::Place(point) => Ghost::Man { at: pair(point) },
            Move::Stop => Ghost::Nothing {},
            Move::Jump(_) => Ghost::Jump {
                chain: touched(record, from, count_jumps(turn.iter())),
            },
        })
    }

    fn touches(&self, record: &dyn AnyRecord, m: &AnyMove) -> Vec<String> {
        let (Some(record), Some(m)) = (record.typed::<Position>(), m.typed::<Position>()) else {
            return Vec::new();
        };
        let touched = match m {
            Move::Place(point) => *point,
            Move::Jump(direction) => landing(record.position(), *direction),
            Move::Stop => record.position().ball(),
        };
        vec![touched.to_string()]
    }

    fn theorem(&self, record: &dyn AnyRecord) -> Result<Option<String>, Reason> {
        let position = typed::<Position>(record)?.position();
        let is_over = position.is_terminal();
        Ok(is_over.then(|| format!("The ball is in the goal, on {}.", position.ball())))
    }
}
