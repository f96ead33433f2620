//! The root of a search: the turns there, iterative deepening, and the line to report.

use core::ops::ControlFlow;

use common::{Game, Outcome, Random, Report, Seeded, Value, sorting};
use smallvec::SmallVec;

use super::ordering::{CHAIN_LIMIT, Candidates};
use super::search::{SearchNode, TurnSearch, WIN_LIMIT, placed};
use super::win::{SEEN_WIN, WIN};
use crate::moves::Move;
use crate::position::{Phase, Position};
use crate::turn::Turn;
use crate::winning::{ImmediateWin, Reach};
use crate::zobrist;

/// The most jumps that the search for an immediate win tries at the root: half a second of work, because the 300,000 of
/// [`ImmediateWin::DEFAULT_LIMIT`] take at most a second, and the root is searched once for each turn. A win at the
/// root is the only value that the search reports as proved.
const ROOT_LIMIT: u64 = 100 * WIN_LIMIT;

/// A turn at the root: its moves and the position after it.
struct RootTurn {
    moves: Vec<Move>,
    after: Position,
    key: u64,
    value: i32,
}

impl TurnSearch<'_> {
    /// Searches deeper and deeper, one turn at a time, until the budget runs out. Other threads that search the same
    /// position fill the table for this one.
    pub(super) fn deepen(
        &mut self,
        position: &Position,
        depth: u32,
        progress: &mut dyn FnMut(&Report<Move>),
    ) -> Report<Move> {
        let mut choices = self.choices(position);
        let line = choices
            .first()
            .map_or(Vec::new(), |first| first.moves.clone());
        let mut report = Report::of_line(line);
        let mover = position.mover;
        if let Some(win) = choices
            .iter()
            .find(|choice| choice.after.winner() == Some(mover))
        {
            report.line.clone_from(&win.moves);
            let value = Value::proved(mover, Outcome::Win(mover), i64::from(WIN - 1));
            report.value = Some(value.at_distance(win.moves.len() as u32));
            report.depth = 1;
            report.elapsed = self.meter.elapsed();
            progress(&report);
            return report;
        }
        // In the middle of a chain, the position at the start of the turn is already on the path.
        if position.phase == Phase::Ready {
            self.path.push(zobrist::key(position), position);
        }
        for depth in 1..=depth as i32 {
            // Threats are followed to twice the depth and a few turns more: there are few answers to each, and a limit
            // ends lines in which both players threaten on and on. It is rarely reached: with the depth plus 8, three
            // times the depth plus 8, or twice the depth, the nodes and moves of `LABORATORY.md` are the same.
            self.most_plies = 2 * depth + 8;
            let best = self.root(&mut choices, depth);
            report.nodes = self.meter.nodes();
            report.elapsed = self.meter.elapsed();
            if let Some(best) = best {
                // The best choice comes first, so the next depth starts with it.
                report.line = self.line(&choices[0], depth);
                report.value = Some(Self::told(position, best, &report.line));
            }
            if self.stopped {
                break;
            }
            report.depth = depth as u32;
            progress(&report);
            if best.is_some_and(|best| best.abs() > SEEN_WIN) || choices.len() == 1 {
                break;
            }
        }
        if position.phase == Phase::Ready {
            self.path.pop();
        }
        report
    }

    /// Converts a value for a report: an estimate, with the distance to the end if the line reaches it.
    fn told(position: &Position, value: i32, line: &[Move]) -> Value {
        let told = Value::estimated(position.mover, i64::from(value));
        let mut after = *position;
        let ends = line.iter().all(|m| after.apply(m).is_ok()) && after.phase == Phase::Over;
        if ends && value.abs() > SEEN_WIN {
            told.at_distance(line.len() as u32)
        } else {
            told
        }
    }

    /// Searches all choices to a depth and moves the best to the front. Returns its value, or `None` if the budget ran
    /// out before the first value.
    fn root(&mut self, choices: &mut [RootTurn], depth: i32) -> Option<i32> {
        let mut best: Option<i32> = None;
        // Choices that other threads are searching come last.
        let mut later: Vec<usize> = Vec::new();
        let all = choices.len();
        let mut next = 0;
        while next < all + later.len() {
            let (i, is_again) = match next.checked_sub(all) {
                None => (next, false),
                Some(postponed) => (later[postponed], true),
            };
            next += 1;
            let choice = &choices[i];
            let (after, key) = (choice.after, choice.key);
            let busy = self.busy.filter(|_| i > 0);
            if let Some(busy) = busy {
                if !is_again && busy.has(key, depth) {
                    later.push(i);
                    continue;
                }
                busy.begin(key, depth);
            }
            let alpha = best.unwrap_or(-WIN);
            let ask = |search: &mut Self, alpha: i32, beta: i32| {
                let node = SearchNode {
                    key,
                    depth: depth - 1,
                    alpha: -beta,
                    beta: -alpha,
                    plies: 1,
                };
                -search.value(&after, node)
            };
            let mut value = match after.outcome() {
                Some(_) => -WIN + 1,
                None if i == 0 => ask(self, -WIN, WIN),
                None => {
                    let scout = ask(self, alpha, alpha + 1);
                    if scout > alpha && !self.stopped {
                        ask(self, alpha, WIN)
                    } else {
                        scout
                    }
                }
            };
            if let Some(busy) = busy {
                busy.end(key, depth);
            }
            if self.stopped {
                break;
            }
            value += self.chance(key);
            choices[i].value = value;
            if best.is_none_or(|best| value > best) {
                best = Some(value);
                choices[..=i].rotate_right(1);
                for postponed in later.iter_mut().filter(|postponed| **postponed < i) {
                    *postponed += 1;
                }
            }
        }
        best
    }

    /// Returns the turns at the root in the initial order; in the middle of a chain, its continuations.
    fn choices(&mut self, position: &Position) -> Vec<RootTurn> {
        let mut choices: Vec<RootTurn> = Vec::new();
        let mut add = |moves: Vec<Move>, after: Position| {
            let key = zobrist::key(&after);
            if !choices
                .iter()
                .any(|choice| choice.key == key && choice.after == after)
            {
                choices.push(RootTurn {
                    moves,
                    after,
                    key,
                    value: 0,
                });
            }
        };
        match position.phase {
            Phase::Over => {}
            Phase::Jumping => {
                if position.may_stop() {
                    let mut after = *position;
                    after.end_turn();
                    add(vec![Move::Stop], after);
                }
                let mut moves = Vec::new();
                let _ = continuations(position, &mut moves, &mut CHAIN_LIMIT.clone(), &mut add);
                if let Some((moves, after)) = winning(position) {
                    add(moves, after);
                }
            }
            Phase::Ready => {
                if let Some((moves, after)) = winning(position) {
                    add(moves, after);
                }
                let mut moves = Vec::new();
                let _ = continuations(position, &mut moves, &mut CHAIN_LIMIT.clone(), &mut add);
                let reach = Reach::of(position);
                let threat = Self::threat(position, &reach);
                let mut men = Candidates::new();
                let key = zobrist::key(position);
                (self.ordering).men(position, key, &reach, threat.as_deref(), &mut men);
                sorting::sort_by_key(&mut men, |man| -man.order);
                for man in &men {
                    let point = position.size.at(usize::from(man.what));
                    add(vec![Move::Place(point)], placed(position, point));
                }
                if men.is_empty()
                    && let Some(point) = position.placements().next()
                {
                    add(vec![Move::Place(point)], placed(position, point));
                }
            }
        }
        // Drop own goals unless there is nothing else: they lose at once a game that the other player might not have
        // won.
        let other = position.mover.opponent();
        let is_own_goal = |choice: &RootTurn| choice.after.winner() == Some(other);
        if !choices.iter().all(is_own_goal) {
            choices.retain(|choice| !is_own_goal(choice));
        }
        choices
    }

    /// Returns the moves of a choice, followed by the best play that the table knows.
    fn line(&self, choice: &RootTurn, depth: i32) -> Vec<Move> {
        let mut moves = choice.moves.clone();
        let mut position = choice.after;
        for _ in 1..depth {
            let Some(known) = self.table.probe(zobrist::key(&position), &position) else {
                break;
            };
            let next = position
                .turns()
                .take(CHAIN_LIMIT + position.size.playing_points())
                .map(|turn| (position.after(&turn), turn))
                .find(|(after, _)| zobrist::key(after) as u32 == known.best);
            let Some((after, turn)) = next else {
                break;
            };
            moves.extend(position.moves_of(&turn).unwrap_or_default());
            position = after;
        }
        moves
    }

    /// Returns a pseudorandom number for a key and the seed, at most the noise of the level.
    fn chance(&self, key: u64) -> i32 {
        if self.noise == 0 {
            return 0;
        }
        let mut random = Seeded::new(self.seed ^ key);
        random.below(2 * self.noise + 1) as i32 - self.noise as i32
    }
}

/// Returns the moves of a turn that wins at once, with a stop at the end if the chain could continue, and the position
/// after it.
fn winning(position: &Position) -> Option<(Vec<Move>, Position)> {
    let ImmediateWin::Yes(Turn::Jumps(chain)) = position.winning_turn(ROOT_LIMIT) else {
        return None;
    };
    let mut moves: Vec<Move> = chain.directions().map(Move::Jump).collect();
    let mut after = *position;
    for m in &moves {
        after.apply(m).ok()?;
    }
    if after.is_jumping() {
        moves.push(Move::Stop);
        after.apply(&Move::Stop).ok()?;
    }
    Some((moves, after))
}

/// Calls `add` with each way to continue jumping, as moves up to the end of the turn, until `left` have been tried.
fn continuations(
    position: &Position,
    moves: &mut Vec<Move>,
    left: &mut usize,
    add: &mut impl FnMut(Vec<Move>, Position),
) -> ControlFlow<()> {
    for direction in position.jumps().collect::<SmallVec<[_; 8]>>() {
        if *left == 0 {
            return ControlFlow::Break(());
        }
        *left -= 1;
        let mut after = *position;
        let m = Move::Jump(direction);
        if after.apply(&m).is_err() {
            continue;
        }
        moves.push(m);
        if after.is_jumping() {
            if after.may_stop() {
                let mut done = after;
                done.end_turn();
                let mut all = moves.clone();
                all.push(Move::Stop);
                add(all, done);
            }
            continuations(&after, moves, left, add)?;
        } else {
            add(moves.clone(), after);
        }
        moves.pop();
    }
    ControlFlow::Continue(())
}
