//! Alpha-beta search for two players, which finds the same value as minimax but is faster.

use rustc_hash::FxHashMap;

use super::moves::moves_or_sample;
use super::table::{Cache, map_bytes};
use crate::play::game::{Game, Stored};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::tools::budget::{Budget, Meter};
use crate::tools::sorting;
use crate::tree::report::{Report, Value};

/// An evaluation of positions, which a game provides for a search.
///
/// All values are from the point of view of [`Player::FIRST`].
pub trait Evaluate<G: Game> {
    /// The value of a game won by the first player. All finished and estimated values lie between it and its negative.
    const WIN: i32 = 1_000_000;

    /// Returns an estimate of the value of an unfinished position. The search clamps the estimate so that it lies
    /// between a loss and a win.
    fn estimate(&self, position: &G) -> i32;

    /// Returns the value of a finished position, from −[`WIN`](Evaluate::WIN) to [`WIN`](Evaluate::WIN).
    ///
    /// A game decided on points may return the difference in points instead. The value must be positive if the first
    /// player wins, 0 for a draw, and negative if the second player wins, because the search derives the winner from
    /// the sign.
    fn finished(&self, _position: &G, outcome: Outcome) -> i32 {
        outcome.utility(Player::FIRST) * Self::WIN
    }

    /// Returns the priority of a move; moves with higher priority are tried first. Affects the speed, not the value.
    fn priority(&self, _position: &G, _m: &G::Move) -> i32 {
        0
    }

    /// Returns the estimate, clamped so that it is neither a win nor a loss.
    fn unfinished(&self, position: &G) -> i32 {
        self.estimate(position).clamp(1 - Self::WIN, Self::WIN - 1)
    }
}

/// An evaluation that only knows the outcomes of finished games and treats every unfinished position as even.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct OutcomeOnly;

impl<G: Game> Evaluate<G> for OutcomeOnly {
    fn estimate(&self, _position: &G) -> i32 {
        0
    }
}

impl<G: Game, F: Fn(&G) -> i32> Evaluate<G> for F {
    fn estimate(&self, position: &G) -> i32 {
        self(position)
    }
}

/// An alpha-beta search with iterative deepening and a table of already evaluated positions.
///
/// The search looks one move ahead, then two, and so on. Each round begins with the best moves of the previous round.
/// Inside the search, all values are from the *first* player's point of view: that player maximises, and the second
/// minimises. Values are never negated, so a player may move any number of times in a row. The [`Report`] gives the
/// value from the point of view of the player to move.
///
/// # When a value is exact
///
/// * Every line of the search has reached a finished game, so that nothing was estimated.
/// * The value is a win or a loss. Estimates lie strictly between the two, so a bound at either end depends only on
///   finished games.
///
/// Both conditions are valid even in games in which positions can repeat. The search never reports a draw by endless
/// repetition.
///
/// # Memory
///
/// The tables stay within [`Budget::memory`], or within 256 MiB if the budget has no such limit. In addition, a search
/// keeps a list of at most 10,000 moves in memory for each move that it looks ahead.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::Budget;
/// use papergames_common::search::{AlphaBeta, OutcomeOnly};
/// use papergames_common::{Outcome, Player};
///
/// let mut search = AlphaBeta::new(OutcomeOnly);
/// let report = search.run(&Nim::new(&[3, 4, 5]), &Budget::new(), &mut |_| {});
/// assert_eq!(report.proved(), Some(Outcome::Win(Player::FIRST)));
/// assert_eq!(report.best().unwrap().to_string(), "0x2");
/// ```
#[derive(Debug)]
#[must_use]
pub struct AlphaBeta<G: Game, E> {
    evaluate: E,
    table: Cache<G, TableEntry<G::Move>>,
    /// The number of times that a move was the best, weighted by the depth below it.
    history: FxHashMap<G::Move, u32>,
    /// The number of moves that the history may hold.
    most_history: usize,
    /// Whether some position of this search had too many moves, so that only a sample was searched.
    sampled: bool,
}

/// The stored result for a position.
#[derive(Clone, Debug)]
struct TableEntry<M> {
    low: i32,
    high: i32,
    /// The number of moves that the bounds look ahead; [`EXACT`] if they do not depend on an estimate.
    depth: u32,
    best: Option<M>,
}

/// The depth of a value that depends only on finished games.
const EXACT: u32 = u32::MAX;

/// The deepest search, in moves: each move ahead uses a frame of the call stack.
const DEEPEST: u32 = 1000;

/// The result of a search below one position: its value and how far it looks.
#[derive(Clone, Copy)]
struct Appraisal {
    value: i32,
    exact: bool,
}

/// The signal that the search has to stop.
struct StopSignal;

/// Returns the value found for `position` from the point of view of the player to move.
fn value_of<G: Game, E: Evaluate<G>>(position: &G, found: Appraisal, line: &[G::Move]) -> Value {
    let player = position.turn().unwrap_or(Player::FIRST);
    let sign = if player == Player::FIRST { 1 } else { -1 };
    let hundredths = i64::from(sign * found.value);
    if !found.exact {
        return Value::estimated(player, hundredths);
    }
    let outcome = match found.value.signum() {
        1 => Outcome::Win(Player::FIRST),
        0 => Outcome::Draw,
        _ => Outcome::Win(Player::SECOND),
    };
    // A certain win is worth 100 hundredths, unless the game is decided on points.
    let is_certain = found.value.abs() == E::WIN;
    let hundredths = if is_certain {
        100 * hundredths.signum()
    } else {
        hundredths
    };
    let value = Value::proved(player, outcome, hundredths);
    let mut end = position.clone();
    let is_played = line.iter().all(|m| end.apply(m).is_ok());
    if is_played && end.is_terminal() {
        value.at_distance(line.len() as u32)
    } else {
        value
    }
}

impl<G: Stored, E: Evaluate<G>> AlphaBeta<G, E> {
    /// Returns a search that estimates positions with `evaluate` and remembers up to a million of them.
    pub fn new(evaluate: E) -> AlphaBeta<G, E> {
        AlphaBeta {
            evaluate,
            table: Cache::new(1 << 20),
            history: FxHashMap::default(),
            most_history: usize::MAX,
            sampled: false,
        }
    }

    /// Sets the maximum number of positions to remember. A smaller number makes the search slower but does not change
    /// its values.
    pub fn table(mut self, entries: usize) -> AlphaBeta<G, E> {
        self.table = Cache::new(entries);
        self
    }

    /// Searches to increasing depths until the value is exact or the budget is used up, and calls `progress` after each
    /// depth.
    ///
    /// The reported value comes from the last completed depth. It is in the units of the evaluation, for the player to
    /// move. Without a limit, the search ends only when it has reached the end of the game or depth 1000. In a position
    /// with more than 10,000 moves it searches a fixed sample of them, and reports as exact only what the sample
    /// proves.
    ///
    /// # Panics
    ///
    /// Panics if the game is not for two players, or violates its contract by listing a move that it rejects.
    pub fn run(
        &mut self,
        position: &G,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        assert_eq!(position.players(), 2, "alpha-beta is for two players");
        let mut meter = budget.start();
        self.sampled = false;
        self.limit(budget.usual_memory());
        let mut report = Report::of_line(position.nth_move(0).into_iter().collect());
        report.elapsed = meter.elapsed();
        report.value = Some(value_of::<G, E>(
            position,
            self.leaf(position),
            &report.line,
        ));
        let deepest = budget.depth.unwrap_or(DEEPEST).min(DEEPEST);
        while !report.is_proved() && report.depth < deepest {
            let depth = report.depth + 1;
            let mut line = Vec::new();
            // An entry only orders the moves, because it may hold a value without a move that reaches it.
            let known = self.table.get(position);
            let hint = known.and_then(|entry| entry.best.clone());
            let whole = (-E::WIN, E::WIN);
            let found =
                self.search_moves(position, depth, whole, hint.as_ref(), &mut line, &mut meter);
            report.nodes = meter.nodes();
            report.elapsed = meter.elapsed();
            report.sampled = self.sampled;
            let Ok(Appraisal { value, exact }) = found else {
                break;
            };
            let exact = exact || value.abs() == E::WIN;
            // If all moves lose, the first one is the best move of the last round, which held out longest.
            report.line = line;
            report.depth = depth;
            report.value = Some(value_of::<G, E>(
                position,
                Appraisal { value, exact },
                &report.line,
            ));
            progress(&report);
        }
        report
    }

    /// Limits the tables to a number of bytes: an eighth for the history, which has an entry for each move of the game,
    /// and the rest for positions, of which there are more. Any share from a quarter to a 32nd works: with 300 KiB, SOS
    /// on 3x3 and 1x9 takes 99,800 and 150,145 nodes with each. With a half, it takes 1.3 times as many.
    fn limit(&mut self, bytes: u64) {
        self.table.limit(bytes - bytes / 8);
        let entry = size_of::<(G::Move, u32)>();
        // The size of a map is a power of two, and while it grows it takes one and a half times its new size.
        let mut most = 4;
        while 3 * map_bytes(2 * most, entry) / 2 <= bytes / 8 {
            most *= 2;
        }
        self.most_history = most;
        if map_bytes(self.history.capacity(), entry) > bytes / 8 {
            self.history = FxHashMap::default();
        }
    }

    fn leaf(&self, position: &G) -> Appraisal {
        match position.outcome() {
            Some(outcome) => {
                let value = self.evaluate.finished(position, outcome);
                Appraisal {
                    value: value.clamp(-E::WIN, E::WIN),
                    exact: true,
                }
            }
            None => Appraisal {
                value: self.evaluate.unfinished(position),
                exact: false,
            },
        }
    }

    /// Evaluates a position to a depth of `depth` moves. A value at or outside the limits of `window` is only a bound.
    fn search(
        &mut self,
        position: &G,
        depth: u32,
        window: (i32, i32),
        line: &mut Vec<G::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Appraisal, StopSignal> {
        if meter.is_spent() {
            return Err(StopSignal);
        }
        if depth == 0 || position.is_terminal() {
            return Ok(self.leaf(position));
        }
        let (mut alpha, mut beta) = window;
        let mut hint = None;
        if let Some(entry) = self.table.get(position) {
            hint.clone_from(&entry.best);
            if entry.depth == EXACT || entry.depth == depth {
                let exact = entry.depth == EXACT;
                let known = if entry.low >= beta || entry.low == entry.high {
                    Some(entry.low)
                } else {
                    Some(entry.high).filter(|high| *high <= alpha)
                };
                if let Some(value) = known {
                    line.extend(hint);
                    return Ok(Appraisal { value, exact });
                }
                // A bound that rests on an estimate must not narrow the window: what is then proved only to lie beyond
                // it would look like a proved value to the caller, whose window is wider.
                if exact {
                    alpha = alpha.max(entry.low);
                    beta = beta.min(entry.high);
                }
            }
        }
        self.search_moves(position, depth, (alpha, beta), hint.as_ref(), line, meter)
    }

    /// Evaluates an unfinished position by its moves, beginning with `hint`.
    fn search_moves(
        &mut self,
        position: &G,
        depth: u32,
        window: (i32, i32),
        hint: Option<&G::Move>,
        line: &mut Vec<G::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<Appraisal, StopSignal> {
        let first = position.turn() == Some(Player::FIRST);
        let (mut alpha, mut beta) = window;
        let mut best: Option<(Appraisal, G::Move)> = None;
        let mut below = Vec::new();
        let (moves, complete) = self.ordered(position, hint, meter)?;
        let mut all_exact = complete;
        for m in moves {
            let child = position.child_unchecked(&m);
            below.clear();
            let found = self.search(&child, depth - 1, (alpha, beta), &mut below, meter)?;
            all_exact &= found.exact;
            let better = best.as_ref().is_none_or(|(best, _)| {
                if first {
                    found.value > best.value
                } else {
                    found.value < best.value
                }
            });
            if better {
                line.clear();
                line.push(m.clone());
                line.append(&mut below);
                best = Some((found, m));
            }
            if first {
                alpha = alpha.max(found.value);
            } else {
                beta = beta.min(found.value);
            }
            if alpha >= beta {
                break;
            }
        }
        let (best, m) = best.expect("a game that goes on has a move");
        // One move is enough for a bound in the mover's favour; anything else needs all moves.
        let cut = alpha >= beta;
        // A move outside the sample may be better, so a loss is not proved.
        let value = match (complete, first) {
            (true, _) => best.value,
            (false, true) => best.value.max(1 - E::WIN),
            (false, false) => best.value.min(E::WIN - 1),
        };
        let found = Appraisal {
            value,
            exact: if cut { best.exact } else { all_exact },
        };
        self.remember(position, depth, window, found, &m);
        Ok(found)
    }

    fn remember(
        &mut self,
        position: &G,
        depth: u32,
        window: (i32, i32),
        found: Appraisal,
        m: &G::Move,
    ) {
        let weight = depth.min(64) * depth.min(64);
        if self.history.len() >= self.most_history {
            self.history.clear();
        }
        let often = self.history.entry(m.clone()).or_insert(0);
        *often = often.saturating_add(weight);
        let entry = TableEntry {
            low: if found.value > window.0 {
                found.value
            } else {
                -E::WIN
            },
            high: if found.value < window.1 {
                found.value
            } else {
                E::WIN
            },
            depth: if found.exact { EXACT } else { depth },
            best: Some(m.clone()),
        };
        self.table
            .insert(position.clone(), entry, position.owned_bytes());
    }

    /// Returns the moves, the most promising first, and whether these are all moves rather than a sample.
    fn ordered(
        &mut self,
        position: &G,
        hint: Option<&G::Move>,
        meter: &mut Meter<'_>,
    ) -> Result<(Vec<G::Move>, bool), StopSignal> {
        let (mut moves, complete) = moves_or_sample(position, meter).ok_or(StopSignal)?;
        self.sampled |= !complete;
        if !complete && let Some(hint) = hint.filter(|hint| !moves.contains(hint)) {
            moves.push(hint.clone());
        }
        sorting::sort_by_key(&mut moves, |m| {
            let first = hint != Some(m);
            let priority = -i64::from(self.evaluate.priority(position, m));
            let history = u32::MAX - self.history.get(m).copied().unwrap_or(0);
            (first, priority, history)
        });
        Ok((moves, complete))
    }
}
