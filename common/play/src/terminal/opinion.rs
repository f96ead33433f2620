//! Advice at a table: what a position and its best moves are worth.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::any::AnyRecord;
use common::engine::EngineError;
use common::report::Candidate;
use common::search::MonteCarlo;
use common::{Budget, Level, Outcome, Player, Progress, Seeded};

use super::thinking::Thinking;
use crate::judge::{Certainty, Judge, Judgement};

/// The most memory that a proof takes while somebody plays.
const MEMORY: u64 = 512 << 20;

/// The number of moves after which a random game is broken off.
const MOST_MOVES: u64 = 10_000;

/// The longest line of moves that is shown.
const LONGEST_LINE: usize = 12;

/// What a position is worth, the moves that are expected, and how long it took to find them.
#[derive(Clone, Debug)]
pub(super) struct Opinion {
    pub(super) judgement: Judgement,
    pub(super) line: Vec<String>,
    pub(super) elapsed: Duration,
}

/// The best moves of a position.
#[derive(Debug)]
pub(super) enum Best {
    /// The judgement is proved, and its moves are all that keep the result.
    Proved(Judgement),
    /// Some moves with what each is worth, the best first.
    Compared(Vec<(String, Judgement)>),
    /// In a game of more than two players: some moves with estimates for the player to move, the best first.
    Tried(Vec<Candidate<String>>),
}

/// Asks the solver and the strongest engine of a game about the last position of a record.
pub(super) struct Adviser<'a> {
    pub(super) record: &'a dyn AnyRecord,
    pub(super) seed: u64,
    /// The budget for each proof and each estimate.
    pub(super) budget: Budget,
    pub(super) thinking: &'a Thinking,
}

/// Returns a judge with a budget for each proof and each estimate.
pub(super) fn judge(budget: &Budget, seed: u64) -> Judge {
    let proof = budget.clone().memory(MEMORY);
    Judge::with_budgets(proof, budget.clone()).seed(seed)
}

impl Adviser<'_> {
    /// Returns the value of the position and the moves that are expected.
    pub(super) fn opinion(&self) -> Result<Opinion, EngineError> {
        let begun = Instant::now();
        let judge = judge(&self.budget, self.seed);
        let judgement = judge.position(self.record, &mut self.tell());
        let elapsed = begun.elapsed();
        let line = if judgement.certainty() == Certainty::Proved {
            self.line(&judgement)?
        } else {
            judgement.line.clone()
        };
        Ok(Opinion {
            judgement,
            line,
            elapsed,
        })
    }

    /// Continues a proof to a line of moves: the winner's moves are proved, and the loser's are arbitrary.
    fn line(&self, judgement: &Judgement) -> Result<Vec<String>, EngineError> {
        let mut record = self.record.boxed();
        let (mut line, mut found) = (Vec::new(), judgement.moves.clone());
        let begun = Instant::now();
        while line.len() < LONGEST_LINE && record.turn().is_some() {
            let m = match found.into_iter().next() {
                Some(m) => m,
                // No move is right, so the engine may choose the one that is hardest to refute.
                None if line.is_empty() => self.hardest(&*record)?,
                None => record.nth_move(0).ok_or(EngineError::GameOver)?,
            };
            if record.play(&m).is_err() {
                break;
            }
            line.push(m);
            let left = self.budget.less(0, begun.elapsed()).memory(MEMORY);
            let judge = Judge::with_budgets(left, Budget::new().nodes(0));
            let next = judge.position(&*record, &mut self.tell());
            if next.certainty() != Certainty::Proved {
                break;
            }
            found = next.moves;
        }
        Ok(line)
    }

    /// Returns the move that the strongest engine chooses.
    fn hardest(&self, record: &dyn AnyRecord) -> Result<String, EngineError> {
        let engine = (record.game()).engine(&Level::STRONGEST.to_string(), self.seed);
        let (mut engine, _) = engine.ok_or(EngineError::GameOver)?;
        let report = engine.choose(record, &self.budget, &mut |_| ())?;
        (report.line.into_iter().next()).ok_or(EngineError::GameOver)
    }

    /// Returns the best moves of the position: all that a proof finds, or up to `number` that are compared.
    pub(super) fn best(&self, number: usize) -> Result<Best, EngineError> {
        let mover = self.record.turn().ok_or(EngineError::GameOver)?;
        let judgement = judge(&self.budget, self.seed)
            .every_move(true)
            .position(self.record, &mut self.tell());
        if let Some(outcome) = judgement.outcome()
            && (!judgement.moves.is_empty() || outcome.utility(mover) < 0)
        {
            return Ok(Best::Proved(judgement));
        }
        let mut moves = judgement.moves;
        moves.truncate(1);
        let search = MonteCarlo::new(self.seed);
        let mut tried = (self.record).search(&search, &self.budget, None, &mut |_| ());
        tried
            .candidates
            .sort_by_key(|candidate| Reverse(candidate.visits));
        if self.record.players() > 2 {
            tried.candidates.truncate(number);
            return Ok(Best::Tried(tried.candidates));
        }
        for candidate in tried.candidates.into_iter().take(2 * number) {
            if !moves.contains(&candidate.m) {
                moves.push(candidate.m);
            }
        }
        let mut compared = self.compared(moves);
        compared.sort_by_key(|(_, judgement)| Reverse(judgement.rank(mover)));
        compared.truncate(number);
        Ok(Best::Compared(compared))
    }

    /// Judges moves, with a part of the budget for each.
    fn compared(&self, moves: Vec<String>) -> Vec<(String, Judgement)> {
        let judge = judge(&part(&self.budget, moves.len()), self.seed);
        let judged = moves.into_iter().filter_map(|m| {
            let mut after = self.record.boxed();
            after.play(&m).ok()?;
            let judgement = judge.position(&*after, &mut self.tell());
            Some((m, judgement))
        });
        judged.collect()
    }

    /// Returns a callback that shows the progress of a solver.
    fn tell(&self) -> impl FnMut(&Progress) {
        |progress| (self.thinking).tell(format!(", {} positions", progress.nodes))
    }
}

/// Plays random games from the last position of a record, up to 2,000 within a second; returns how many each player
/// wins alone, and how many there were.
pub(super) fn odds(record: &dyn AnyRecord, seed: u64) -> (Vec<u64>, u64) {
    const MOST_GAMES: u64 = 2_000;
    const MOST_TIME: Duration = Duration::from_secs(1);
    let (begun, never) = (Instant::now(), AtomicBool::new(false));
    let (mut won, mut games) = (vec![0; record.players()], 0);
    while games < MOST_GAMES && (games == 0 || begun.elapsed() < MOST_TIME) {
        let mut random = Seeded::new(seed.wrapping_add(games));
        let playout = record.playout(MOST_MOVES, &never, false, &mut random);
        if let Some(winner) = playout.outcome.and_then(Outcome::winner) {
            won[winner.index()] += 1;
        }
        games += 1;
    }
    (won, games)
}

/// Returns what a proved result is worth to a player.
pub(super) fn utility(judgement: &Judgement, player: Player) -> Option<i32> {
    judgement.outcome().map(|outcome| outcome.utility(player))
}

/// Says a judgement in words, with the mark `proved` or `estimated`.
pub(super) fn say(judgement: &Judgement) -> String {
    match (judgement.certainty(), judgement.turns) {
        (Certainty::Unknown, _) => "not known".to_owned(),
        (Certainty::Estimated, _) => format!("{judgement} (estimated)"),
        (Certainty::Proved, Some(1)) => format!("{judgement} with best play in 1 turn (proved)"),
        (Certainty::Proved, Some(turns)) if turns > 1 => {
            format!("{judgement} with best play in {turns} turns (proved)")
        }
        (Certainty::Proved, _) => format!("{judgement} with best play (proved)"),
    }
}

/// Returns a part of a budget, for one of `parts` searches.
fn part(budget: &Budget, parts: usize) -> Budget {
    let parts = parts.max(1);
    let mut part = budget.clone();
    if let Some(time) = budget.most_time() {
        part = part.time(time / parts as u32);
    }
    if let Some(nodes) = budget.most_nodes() {
        part = part.nodes((nodes / parts as u64).max(1));
    }
    part
}
