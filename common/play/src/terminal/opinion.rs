//! Advice at a table: what a position and its best moves are worth.

use std::cmp::Reverse;
use std::time::{Duration, Instant};

use common::engine::EngineError;
use common::report::Candidate;
use common::search::MonteCarlo;
use common::{Budget, Describe, Level, Outcome, Player, Progress, Record, Seeded, playout};

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
pub(super) struct Opinion<M> {
    pub(super) judgement: Judgement<M>,
    pub(super) line: Vec<M>,
    pub(super) elapsed: Duration,
}

/// The best moves of a position.
#[derive(Debug)]
pub(super) enum Best<M> {
    /// The judgement is proved, and its moves are all that keep the result.
    Proved(Judgement<M>),
    /// Some moves with what each is worth, the best first.
    Compared(Vec<(M, Judgement<M>)>),
    /// In a game of more than two players: some moves with estimates for the player to move, the best first.
    Tried(Vec<Candidate<M>>),
}

/// Asks the solver and the strongest engine of a game.
pub(super) struct Adviser {
    seed: u64,
}

impl Adviser {
    pub(super) fn new(seed: u64) -> Adviser {
        Adviser { seed }
    }

    /// Returns a judge with a budget for each proof and each estimate.
    pub(super) fn judge(&self, budget: &Budget) -> Judge {
        let proof = budget.clone().memory(MEMORY);
        Judge::with_budgets(proof, budget.clone()).seed(self.seed)
    }

    /// Returns the value of the last position and the moves that are expected.
    pub(super) fn opinion<G: Describe>(
        &self,
        record: &Record<G>,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Opinion<G::Move>, EngineError> {
        let begun = Instant::now();
        let judgement = self.judge(budget).position(record, &mut tell(thinking));
        let elapsed = begun.elapsed();
        let line = if judgement.certainty() == Certainty::Proved {
            self.line(record, &judgement, budget, thinking)?
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
    fn line<G: Describe>(
        &self,
        record: &Record<G>,
        judgement: &Judgement<G::Move>,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Vec<G::Move>, EngineError> {
        let mut record = record.clone();
        let (mut line, mut found) = (Vec::new(), judgement.moves.clone());
        let begun = Instant::now();
        while line.len() < LONGEST_LINE && !record.position().is_terminal() {
            let m = match found.into_iter().next() {
                Some(m) => m,
                // No move is right, so the engine may choose the one that is hardest to refute.
                None if line.is_empty() => {
                    let mut engine = G::engine(Level::STRONGEST, self.seed);
                    let report = engine.choose(&record, budget, &mut |_| ())?;
                    report
                        .line
                        .into_iter()
                        .next()
                        .ok_or(EngineError::GameOver)?
                }
                None => record.position().nth_move(0).ok_or(EngineError::GameOver)?,
            };
            if record.push(m.clone()).is_err() {
                break;
            }
            line.push(m);
            let left = budget.less(0, begun.elapsed()).memory(MEMORY);
            let judge = Judge::with_budgets(left, Budget::new().nodes(0));
            let next = judge.position(&record, &mut tell(thinking));
            if next.certainty() != Certainty::Proved {
                break;
            }
            found = next.moves;
        }
        Ok(line)
    }

    /// Plays random games from a position, up to 2,000 within a second; returns how many each player wins alone, and
    /// how many there were.
    pub(super) fn odds<G: Describe>(&self, position: &G) -> (Vec<u64>, u64) {
        const MOST_GAMES: u64 = 2_000;
        const MOST_TIME: Duration = Duration::from_secs(1);
        let begun = Instant::now();
        let (mut won, mut games) = (vec![0; position.players()], 0);
        while games < MOST_GAMES && (games == 0 || begun.elapsed() < MOST_TIME) {
            let mut random = Seeded::new(self.seed.wrapping_add(games));
            let end = playout::play_at_most(position.clone(), MOST_MOVES, &mut random);
            if let Some(winner) = end.outcome().and_then(Outcome::winner) {
                won[winner.index()] += 1;
            }
            games += 1;
        }
        (won, games)
    }

    /// Returns the best moves of the last position: all that a proof finds, or up to `number` that are compared.
    pub(super) fn best<G: Describe>(
        &self,
        record: &Record<G>,
        number: usize,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Best<G::Move>, EngineError> {
        let position = record.position();
        let mover = position.turn().ok_or(EngineError::GameOver)?;
        let judge = self.judge(budget).every_move(true);
        let judgement = judge.position(record, &mut tell(thinking));
        if let Some(outcome) = judgement.outcome()
            && (!judgement.moves.is_empty() || outcome.utility(mover) < 0)
        {
            return Ok(Best::Proved(judgement));
        }
        let mut moves = judgement.moves;
        moves.truncate(1);
        let mut tried = MonteCarlo::new(self.seed).run(position, budget, &mut |_| ());
        tried
            .candidates
            .sort_by_key(|candidate| Reverse(candidate.visits));
        if position.players() > 2 {
            tried.candidates.truncate(number);
            return Ok(Best::Tried(tried.candidates));
        }
        for candidate in tried.candidates.into_iter().take(2 * number) {
            if !moves.contains(&candidate.m) {
                moves.push(candidate.m);
            }
        }
        let judge = self.judge(&part(budget, moves.len()));
        let mut compared = Vec::new();
        for m in moves {
            let mut after = record.clone();
            if after.push(m.clone()).is_ok() {
                compared.push((m, judge.position(&after, &mut tell(thinking))));
            }
        }
        compared.sort_by_key(|(_, judgement)| Reverse(judgement.rank(mover)));
        compared.truncate(number);
        Ok(Best::Compared(compared))
    }
}

/// Returns what a proved result is worth to a player.
pub(super) fn utility<M>(judgement: &Judgement<M>, player: Player) -> Option<i32> {
    judgement.outcome().map(|outcome| outcome.utility(player))
}

/// Says a judgement in words, with the mark `proved` or `estimated`.
pub(super) fn say<M>(judgement: &Judgement<M>) -> String {
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

/// Returns a callback that shows the progress of a solver.
fn tell(thinking: &Thinking) -> impl FnMut(&Progress) {
    move |progress| thinking.tell(format!(", {} positions", progress.nodes))
}
