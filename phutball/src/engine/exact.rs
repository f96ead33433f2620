//! Perfect play on boards small enough to solve.

use common::budget::Clock;
use common::{Budget, Game, Outcome, Report, Value};

use crate::moves::Move;
use crate::point::Size;
use crate::position::Position;
use crate::rules::Rules;
use crate::solve::{self, Solver, Tablebase};

/// The table of a solved board, which is computed when it is first needed in a game on that board.
#[derive(Debug, Default)]
pub(super) struct SolvedBoard {
    table: Option<Tablebase>,
    /// A board that could not be solved within the budget of one move. It is not tried again.
    too_large: Option<(Size, Rules)>,
}

/// The result for a position on a solved board.
#[derive(Debug)]
pub(super) struct SolvedReport {
    /// The report of a best move; it has no line if the game is drawn.
    pub(super) report: Report<Move>,
    /// The moves that keep the value.
    pub(super) moves: Vec<Move>,
}

/// The number of times that the solver visits a position of a board, over all passes. On ten boards from 1x8 to 4x7 it
/// was 1.2 to 5.1 times, with the greatest numbers on boards of one column.
const VISITS: u64 = 6;

/// The least number of positions that the solver visits in a microsecond. On those boards each visit took 0.03 to 0.28
/// µs on a busy machine.
const VISITS_PER_MICROSECOND: u64 = 3;

/// The greatest number of moves in a line. With best play, no game on a board in `SOLVED.md` has more than 45 turns. A
/// longer line would be cut, and its distance to the end not reported.
const LONGEST_LINE: usize = 200;

impl SolvedBoard {
    /// Returns the number of bytes that the table takes.
    pub(super) fn bytes(&self) -> u64 {
        let size = self.table.as_ref().map(Tablebase::size);
        size.and_then(Tablebase::bytes).unwrap_or(0)
    }

    /// Returns the result for a position if its board is solved, or can be solved within half of the budget and
    /// `memory` bytes.
    pub(super) fn look_up(
        &mut self,
        position: &Position,
        budget: &Budget,
        memory: u64,
    ) -> Option<SolvedReport> {
        let clock = Clock::start();
        let (size, rules) = (position.size(), position.rules());
        let is_solved = |table: &Tablebase| table.size() == size && table.rules() == rules;
        let mut nodes = 0;
        if !self.table.as_ref().is_some_and(is_solved) {
            if self.too_large == Some((size, rules)) || !is_worth_trying(size, budget, memory) {
                return None;
            }
            let (half, _) = budget.stages();
            let mut solver = Solver::new().budget(half.memory(memory));
            if let Ok(verdict) = solver.solve(position) {
                nodes = verdict.cost.nodes;
                self.table = solver.into_table();
            } else {
                self.too_large = Some((size, rules));
                return None;
            }
        }
        let table = self.table.as_ref()?;
        let mut known = known(table, position)?;
        known.report.nodes = nodes;
        known.report.elapsed = clock.elapsed();
        Some(known)
    }
}

/// Returns whether half of the budget is likely to be enough for a board.
fn is_worth_trying(size: Size, budget: &Budget, memory: u64) -> bool {
    let Some(positions) = Tablebase::bytes(size).filter(|bytes| *bytes <= memory) else {
        return false;
    };
    let visits = VISITS * positions;
    let (half, _) = budget.stages();
    let nodes = half.nodes.is_none_or(|nodes| visits <= nodes);
    let time = half.time;
    nodes && time.is_none_or(|time| u128::from(visits / VISITS_PER_MICROSECOND) <= time.as_micros())
}

/// Returns a table's result for a position: the best moves, the exact value, and a line to the end of the game.
fn known(table: &Tablebase, position: &Position) -> Option<SolvedReport> {
    let mover = position.turn()?;
    let (_, value) = best(table, position)?;
    let moves = table.moves(position).ok()?.into_iter();
    let moves: Vec<Move> = moves
        .filter_map(|(m, kept)| (kept == value).then_some(m))
        .collect();
    let outcome = value.outcome(mover);
    let turns = i64::from(value.plies().unwrap_or(0));
    let hundredths = i64::from(outcome.utility(mover)) * (i64::from(super::win::WIN) - turns);
    let mut line = Vec::new();
    let mut after = *position;
    while outcome != Outcome::Draw
        && line.len() < LONGEST_LINE
        && let Some((m, _)) = best(table, &after)
    {
        after.apply(&m).ok()?;
        line.push(m);
    }
    let mut value = Value::proved(mover, outcome, hundredths);
    if after.is_terminal() {
        value = value.at_distance(line.len() as u32);
    }
    let mut report = Report::of_line(line).with_value(value);
    report.depth = turns as u32;
    Some(SolvedReport { report, moves })
}

/// Returns the first of the best moves of a position, and its value; `None` if the game is over.
fn best(table: &Tablebase, position: &Position) -> Option<(Move, solve::ExactValue)> {
    let moves = table.moves(position).ok()?.into_iter().rev();
    moves.max_by_key(|(_, value)| value.rank())
}
