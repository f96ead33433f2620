//! What positions and moves are worth: proved where the game's solver can within the budget, otherwise estimated.

use std::cmp::Reverse;
use std::time::Duration;

use common::describe::Effort;
use common::engine::{Engine, EngineError};
use common::report::Value;
use common::search::MonteCarlo;
use common::{Budget, Describe, Outcome, Player, Record, Verdict};

use super::thinking::Thinking;

/// The most memory that a proof takes while somebody plays.
const MEMORY: u64 = 512 << 20;

/// The longest line of moves that is shown.
const LONGEST_LINE: usize = 12;

/// How sure a value is.
#[derive(Clone, Debug)]
pub(super) enum Judgement {
    /// How the game ends with best play, by how many points, and after how many turns, as far as that is proved.
    Proved {
        outcome: Outcome,
        margin: Option<i64>,
        turns: Option<u32>,
    },
    Estimated(Value),
    Unknown,
}

/// What a position is worth, and the moves that are expected.
#[derive(Clone, Debug)]
pub(super) struct Opinion<M> {
    pub(super) judgement: Judgement,
    pub(super) line: Vec<M>,
    pub(super) nodes: u64,
    pub(super) elapsed: Duration,
}

/// The best moves of a position.
#[derive(Debug)]
pub(super) enum Best<M> {
    /// The moves that lead to the proved result, and whether they are all of them.
    Proved { opinion: Opinion<M>, moves: Vec<M> },
    /// Moves with what each is worth, the best first.
    Compared(Vec<(M, Judgement)>),
}

/// Asks the solver and the strongest engine of a game.
pub(super) struct Adviser<G: Describe> {
    engine: Box<dyn Engine<G>>,
    seed: u64,
}

impl<G: Describe> Adviser<G> {
    pub(super) fn new(engine: Box<dyn Engine<G>>, seed: u64) -> Adviser<G> {
        Adviser { engine, seed }
    }

    /// Returns the value of the last position and the moves that are expected.
    pub(super) fn opinion(
        &mut self,
        record: &Record<G>,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Opinion<G::Move>, EngineError> {
        if let Some(verdict) = prove(record.position(), budget, false, thinking) {
            let mut opinion = of_verdict(&verdict);
            opinion.line = self.line(record, &verdict, budget, thinking)?;
            return Ok(opinion);
        }
        let report = self.engine.choose(record, budget, &mut |report| {
            thinking.tell(format!(", {} positions", report.nodes));
        })?;
        Ok(Opinion {
            judgement: of_value(report.value),
            line: report.line,
            nodes: report.nodes,
            elapsed: report.elapsed,
        })
    }

    /// Continues a proof to a line of moves: the winner's are proved, the loser's the first that come.
    fn line(
        &mut self,
        record: &Record<G>,
        verdict: &Verdict<G::Move>,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Vec<G::Move>, EngineError> {
        let mut record = record.clone();
        let (mut line, mut found) = (Vec::new(), verdict.moves.clone());
        let begun = std::time::Instant::now();
        while line.len() < LONGEST_LINE && !record.position().is_terminal() {
            let proved = found.take().and_then(|moves| moves.into_iter().next());
            let m = match proved {
                Some(m) => m,
                // No move is right, so the engine may choose the one that is hardest to refute.
                None if line.is_empty() => {
                    let report = self.engine.choose(&record, budget, &mut |_| ())?;
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
            let left = budget.less(0, begun.elapsed());
            found = match prove(record.position(), &left, false, thinking) {
                Some(verdict) => verdict.moves,
                None => break,
            };
        }
        Ok(line)
    }

    /// Returns the best moves of the last position: those that a proof finds, or up to `number` that are compared.
    pub(super) fn best(
        &mut self,
        record: &Record<G>,
        number: usize,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Best<G::Move>, EngineError> {
        let position = record.position();
        let mover = position.turn().ok_or(EngineError::GameOver)?;
        if let Some(verdict) = prove(position, budget, true, thinking) {
            let (opinion, moves) = (of_verdict(&verdict), verdict.moves.unwrap_or_default());
            let loses = opinion.judgement.utility(mover) == Some(-1);
            if !moves.is_empty() || loses {
                return Ok(Best::Proved { opinion, moves });
            }
        }
        let report = self.engine.choose(record, budget, &mut |_| ())?;
        let mut moves: Vec<(G::Move, Option<Value>)> = Vec::new();
        moves.extend(report.line.into_iter().take(1).map(|m| (m, None)));
        let mut tried = MonteCarlo::new(self.seed).run(position, budget, &mut |_| ());
        tried
            .candidates
            .sort_by_key(|candidate| Reverse(candidate.visits));
        for candidate in tried.candidates.into_iter().take(2 * number) {
            match moves.iter_mut().find(|(m, _)| *m == candidate.m) {
                Some((_, value)) => *value = Some(candidate.value),
                None => moves.push((candidate.m, Some(candidate.value))),
            }
        }
        let share = part(budget, moves.len());
        let mut compared = Vec::new();
        for (m, by_chance) in moves {
            let judgement = self.after(record, &m, mover, by_chance, &share, thinking)?;
            compared.push((m, judgement));
        }
        compared.sort_by_key(|(_, judgement)| Reverse(judgement.rank(mover)));
        compared.truncate(number);
        Ok(Best::Compared(compared))
    }

    /// Returns what a move is worth.
    fn after(
        &mut self,
        record: &Record<G>,
        m: &G::Move,
        mover: Player,
        by_chance: Option<Value>,
        budget: &Budget,
        thinking: &Thinking,
    ) -> Result<Judgement, EngineError> {
        let mut record = record.clone();
        if record.push(m.clone()).is_err() {
            return Ok(Judgement::Unknown);
        }
        let position = record.position();
        if let Some(outcome) = position.outcome() {
            return Ok(Judgement::Proved {
                outcome,
                margin: None,
                turns: None,
            });
        }
        if let Some(verdict) = prove(position, budget, false, thinking) {
            return Ok(of_verdict(&verdict).judgement);
        }
        if position.players() != 2 {
            return Ok(of_value(by_chance));
        }
        let report = self.engine.choose(&record, budget, &mut |_| ())?;
        Ok(of_value(report.value.map(|value| match value.proved {
            Some(_) => value,
            None => Value::estimated(mover, value.seen_by(mover)),
        })))
    }
}

impl Judgement {
    /// Returns what a proved outcome is worth to a player.
    pub(super) fn utility(&self, player: Player) -> Option<i32> {
        match self {
            Judgement::Proved { outcome, .. } => Some(outcome.utility(player)),
            _ => None,
        }
    }

    /// Returns a number that orders judgements from bad to good: estimates lie between proved losses and wins.
    fn rank(&self, player: Player) -> (i32, i64) {
        match self {
            Judgement::Proved {
                outcome, margin, ..
            } => {
                let sign = if player == Player::FIRST { 1 } else { -1 };
                (outcome.utility(player), sign * margin.unwrap_or(0))
            }
            Judgement::Estimated(value) => (0, value.seen_by(player)),
            Judgement::Unknown => (0, i64::MIN),
        }
    }

    /// Says the judgement in words, with the mark `proved` or `estimated`.
    pub(super) fn say(&self) -> String {
        match self {
            Judgement::Proved {
                outcome,
                margin,
                turns,
            } => {
                let mut text = match outcome {
                    Outcome::Draw => "a draw with best play".to_owned(),
                    outcome => format!("{outcome} with best play"),
                };
                if let Some(points) = margin.filter(|margin| *margin != 0) {
                    let points = points.unsigned_abs();
                    let plural = if points == 1 { "" } else { "s" };
                    text.push_str(&format!(" by {points} point{plural}"));
                }
                if let Some(turns) = turns.filter(|turns| *turns > 0) {
                    let plural = if turns == 1 { "" } else { "s" };
                    text.push_str(&format!(" within {turns} turn{plural}"));
                }
                text.push_str(" (proved)");
                text
            }
            Judgement::Estimated(value) => format!("{value} (estimated)"),
            Judgement::Unknown => "not known".to_owned(),
        }
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

/// Solves a position if that is possible within the budget.
fn prove<G: Describe>(
    position: &G,
    budget: &Budget,
    every_move: bool,
    thinking: &Thinking,
) -> Option<Verdict<G::Move>> {
    let mut progress = |progress: &common::Progress| {
        thinking.tell(format!(", {} positions", progress.nodes));
    };
    let mut effort = Effort::new(budget.clone().memory(MEMORY), &mut progress);
    effort.every_move = every_move;
    position.solve(&mut effort).ok()
}

fn of_verdict<M>(verdict: &Verdict<M>) -> Opinion<M> {
    Opinion {
        judgement: Judgement::Proved {
            outcome: verdict.outcome,
            margin: verdict.margin,
            turns: verdict.turns,
        },
        line: Vec::new(),
        nodes: verdict.cost.nodes,
        elapsed: verdict.cost.elapsed,
    }
}

fn of_value(value: Option<Value>) -> Judgement {
    match value {
        Some(value) => match value.proved {
            Some(outcome) => Judgement::Proved {
                outcome,
                margin: None,
                turns: None,
            },
            None => Judgement::Estimated(value),
        },
        None => Judgement::Unknown,
    }
}
