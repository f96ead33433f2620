//! A weak opponent for measuring the strength of engines: an alpha-beta search to a fixed depth that evaluates only the
//! row of the ball.
//!
//! It imitates existing programs. Ehrenborg's program and others search three turns ahead, place men at most two points
//! from the ball or another man, and evaluate a position by the ball's distance from the goals. The baseline does not
//! detect threats and has no transposition table.

use core::ops::ControlFlow;

use common::budget::Meter;
use common::engine::EngineError;
use common::{Budget, Engine, Game, Player, Random, Record, Report, Seeded, sorting};

use crate::moves::Move;
use crate::plan::Plan;
use crate::point::Point;
use crate::position::{Bits, Phase, Position};
use crate::turn::Turn;

/// The value of a won position. A later win has a lower value.
const WIN: i32 = 10_000;

/// The most chains of a position that are searched.
const CHAIN_LIMIT: usize = 2_000;

/// Returns the best turn that a search of `depth` turns finds before the budget runs out, breaking ties at random, or
/// `None` if the game is over or a chain is under way.
fn choose(
    position: &Position,
    depth: u32,
    random: &mut dyn Random,
    meter: &mut Meter<'_>,
) -> Option<Turn> {
    if position.phase != Phase::Ready {
        return None;
    }
    let near = near(position);
    let mut turns: Vec<(Position, Turn)> = position
        .turns()
        .take(CHAIN_LIMIT + position.size.playing_points())
        .filter(|turn| match turn {
            Turn::Place(point) => near.has(position.size.index(*point)),
            Turn::Jumps(_) => true,
        })
        .map(|turn| (position.after(&turn), turn))
        .collect();
    // Shuffle, to break ties at random.
    for i in (1..turns.len()).rev() {
        turns.swap(i, random.below(i as u64 + 1) as usize);
    }
    // A stable sort: chains that go forward are tried first.
    sorting::sort_by_key(&mut turns, |(after, _)| -looks(after, position.mover));
    let mut best = None;
    let mut alpha = -2 * WIN;
    for (after, turn) in turns {
        let value = value(&after, depth.saturating_sub(1), -2 * WIN, -alpha, meter);
        match value {
            // Any turn is better than none.
            None => return best.or(Some(turn)),
            Some(value) if -value > alpha => {
                alpha = -value;
                best = Some(turn);
            }
            Some(_) => {}
        }
    }
    best
}

/// The baseline as an engine. It searches to a fixed depth; if the budget runs out before that, it plays the best turn
/// found so far.
#[derive(Debug)]
pub(crate) struct Baseline {
    depth: u32,
    random: Seeded,
    plan: Option<Plan>,
}

impl Baseline {
    /// Returns a baseline that searches `depth` turns ahead and uses the seed to break ties.
    pub(crate) fn new(depth: u32, seed: u64) -> Baseline {
        Baseline {
            depth,
            random: Seeded::new(seed),
            plan: None,
        }
    }

    /// Searches for a turn. In a chain that it did not start, it plays the first legal move.
    fn search(&mut self, position: &Position, budget: &Budget) -> Option<Report<Move>> {
        let mut meter = budget.start();
        let turn = choose(position, self.depth, &mut self.random, &mut meter);
        let mut report = match turn {
            Some(turn) => Report::of_line(position.moves_of(&turn).ok()?),
            None => Report::of_move(position.nth_move(0)?),
        };
        report.depth = self.depth;
        report.nodes = meter.nodes();
        report.elapsed = meter.elapsed();
        Some(report)
    }
}

impl Engine<Position> for Baseline {
    fn choose(
        &mut self,
        record: &Record<Position>,
        budget: &Budget,
        _: &mut dyn FnMut(&Report<Move>),
    ) -> Result<Report<Move>, EngineError> {
        let position = record.position();
        let plan = self.plan.take();
        let report = match plan.and_then(|plan| plan.report_for(position)) {
            Some(report) => report,
            None => self.search(position, budget).ok_or(EngineError::GameOver)?,
        };
        self.plan = Plan::after(position, &report);
        Ok(report)
    }
}

/// Returns the value of a position for the player to move, or `None` if the budget ran out.
fn value(
    position: &Position,
    depth: u32,
    mut alpha: i32,
    beta: i32,
    meter: &mut Meter<'_>,
) -> Option<i32> {
    if meter.is_spent() {
        return None;
    }
    if let Some(winner) = position.winner() {
        let won = WIN + depth as i32;
        return Some(if winner == position.mover { won } else { -won });
    }
    if depth == 0 {
        return Some(looks(position, position.mover));
    }
    let mut stopped = false;
    let mut left = CHAIN_LIMIT;
    let flow = position.for_each_jump_turn(&mut |after| {
        match value(after, depth - 1, -beta, -alpha, meter) {
            Some(value) => alpha = alpha.max(-value),
            None => stopped = true,
        }
        left -= 1;
        if stopped || alpha >= beta || left == 0 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    if stopped {
        return None;
    }
    if flow.is_break() && alpha >= beta {
        return Some(alpha);
    }
    if depth == 1 {
        // Placing a man does not move the ball.
        return Some(alpha.max(looks(position, position.mover)));
    }
    let mut after = *position;
    after.mover = position.mover.opponent();
    for index in near(position).iter() {
        after.men.put(index);
        alpha = alpha.max(-value(&after, depth - 1, -beta, -alpha, meter)?);
        after.men.take(index);
        if alpha >= beta {
            break;
        }
    }
    Some(alpha)
}

/// Returns twice the number of rows that the ball is beyond the middle, towards the goal that `player` attacks.
fn looks(position: &Position, player: Player) -> i32 {
    let beyond = 2 * i32::from(position.ball.row) - i32::from(position.size.top());
    if player == Player::FIRST {
        beyond
    } else {
        -beyond
    }
}

/// Returns the vacant points at most two away from the ball or a man.
fn near(position: &Position) -> Bits {
    let size = position.size;
    let mut near = Bits::EMPTY;
    for piece in position.men().chain([position.ball]) {
        for row in -2..=2 {
            for column in -2..=2 {
                let point = Point {
                    column: piece.column + column,
                    row: piece.row.wrapping_add_signed(row),
                };
                if position.is_vacant(point) {
                    near.put(size.index(point));
                }
            }
        }
    }
    near
}

#[cfg(test)]
mod tests {
    use common::{Budget, Seeded};

    use super::choose;
    use crate::position::Position;

    #[test]
    fn the_baseline_takes_a_win_and_knows_no_turn_in_a_chain() {
        let (mut random, budget) = (Seeded::new(1), Budget::new());
        let position: Position = "3/3/1o1/1@1/3/3/3:first:full-board"
            .parse()
            .expect("a position");
        let turn = choose(&position, 3, &mut random, &mut budget.start()).expect("a turn");
        assert_eq!(turn.to_string(), "b3-b5");
        let chain: Position = "5/5/5/2o2/2@2/5/5/5/5:first:full-board:jumping"
            .parse()
            .expect("a chain");
        let turn = choose(&chain, 3, &mut random, &mut budget.start());
        assert_eq!(turn, None);
    }
}
