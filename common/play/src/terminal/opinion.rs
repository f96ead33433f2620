//! Advice at a table: the values of a position and its best moves.

use std::cmp::Reverse;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use common::any::{AnyMove, AnyRecord};
use common::search::MonteCarlo;
use common::{Budget, Outcome, Player, Progress, Seeded};

use super::screen::spelled;
use super::thinking::ThinkingLine;
use crate::judge::{Certainty, Judge, Judgement};
use crate::review::Review;
use crate::session::Session;

/// The maximum memory for a proof while someone plays, in bytes.
const MEMORY: u64 = 512 << 20;

/// The number of moves after which a random game is stopped.
const MOST_MOVES: u64 = 10_000;

/// The longest line of moves that is shown.
const LONGEST_LINE: usize = 12;

/// The value of a position, the expected moves, and the time that it took to find them.
#[derive(Clone, Debug)]
pub(super) struct Analysis {
    pub(super) judgement: Judgement,
    pub(super) line: Vec<AnyMove>,
    pub(super) elapsed: Duration,
}

/// Moves, each with a remark.
type MoveRemarks = Vec<(AnyMove, String)>;

/// Asks the solver and the strongest engine of a game about the position of a session.
pub(super) struct Adviser<'a> {
    pub(super) session: &'a Session,
    /// The budget for each proof and each estimate.
    pub(super) budget: Budget,
    /// The view in which moves are named.
    pub(super) view: Option<&'a str>,
    pub(super) thinking: &'a ThinkingLine,
}

impl Adviser<'_> {
    /// Returns a judge with a budget for each proof and each estimate.
    fn judge(&self, budget: &Budget) -> Judge {
        let proof = budget.clone().memory(MEMORY);
        Judge {
            seed: self.session.seed,
            ..Judge::new(proof, budget.clone())
        }
    }

    /// Returns the value of the position and the moves that are expected.
    pub(super) fn opinion(&self) -> Analysis {
        let begun = Instant::now();
        let judge = self.judge(&self.budget);
        let judgement = judge.with_move(self.session.record(), &mut self.tell());
        let elapsed = begun.elapsed();
        let line = if judgement.certainty() == Certainty::Proved {
            self.line(&judge, &judgement)
        } else {
            judgement.line.clone()
        };
        Analysis {
            judgement,
            line,
            elapsed,
        }
    }

    /// Continues a proof to a line of moves, in which the winner's moves are proved and the loser's moves are
    /// arbitrary.
    fn line(&self, judge: &Judge, judgement: &Judgement) -> Vec<AnyMove> {
        let mut record = self.session.record().boxed();
        let (mut line, mut found) = (Vec::new(), judgement.moves.clone());
        let begun = Instant::now();
        while let Some(mover) = record.turn().filter(|_| line.len() < LONGEST_LINE) {
            if found.is_empty() && loses(judgement, mover) {
                // All moves lose. Let the engine choose the first one, which is then hard to refute.
                found = match line.len() {
                    0 => judge.estimate(&*record).moves,
                    _ => record.nth_move(0).into_iter().collect(),
                };
            }
            let Some(m) = found.drain(..).find(|m| record.push(m).is_ok()) else {
                break;
            };
            line.push(m);
            let left = self.budget.less(0, begun.elapsed()).memory(MEMORY);
            let judge = Judge::new(left, Budget::new().nodes(0));
            let next = judge.with_move(&*record, &mut self.tell());
            if next.certainty() != Certainty::Proved {
                break;
            }
            found = next.moves;
        }
        line
    }

    /// Returns the best moves for the player to move: all that a proof finds, or up to `number` moves that are
    /// compared, with the answers to losing moves; none are compared if the moves of the judgement are proved to be all
    /// the best moves. With more than two players, there are only estimates for the player to move.
    pub(super) fn best(&self, mover: Player, number: usize) -> (Judgement, MoveRemarks) {
        let record = self.session.record();
        let mut judge = self.judge(&self.budget);
        judge.every_move = true;
        let judgement = judge.position(record, &mut self.tell());
        let mut compared = Vec::new();
        if !judgement.is_every_move || judgement.moves.is_empty() {
            compared = self.compared(&judgement, mover, number);
        }
        (judgement, compared)
    }

    /// Compares the moves that look best, each with a remark, the best first.
    fn compared(&self, judgement: &Judgement, mover: Player, number: usize) -> MoveRemarks {
        let record = self.session.record();
        let search = MonteCarlo::new(self.session.seed);
        let tried = record.search(&search, &self.budget, None, &mut |_| ());
        let mut tried = tried.candidates;
        tried.sort_by_key(|candidate| Reverse(candidate.visits));
        if record.players() > 2 {
            let said = tried.into_iter().take(number).map(|candidate| {
                let value = candidate.value.hundredths as f64 / 100.0;
                (candidate.m, format!("{value:+.2} for {mover} (estimated)"))
            });
            return said.collect();
        }
        let mut moves = judgement.moves.clone();
        moves.truncate(1);
        for candidate in tried.into_iter().take(2 * number) {
            if !moves.contains(&candidate.m) {
                moves.push(candidate.m);
            }
        }
        let judge = self.judge(&part(&self.budget, moves.len()));
        let classes = moves.into_iter().map(|m| vec![m]);
        let compared = judge.compare(record, classes, &mut self.tell());
        let said = compared.into_iter().take(number).filter_map(|mut judged| {
            let m = judged.moves.pop()?;
            let mut said = say(&judged.judgement);
            if loses(&judged.judgement, mover) {
                let mut after = record.boxed();
                after.push(&m).ok()?;
                let answered = judge.with_move(&*after, &mut self.tell());
                if let Some(answer) = answered.moves.first() {
                    let (answer, _) = spelled(&*after, self.view, answer);
                    said = format!("{said}: {answer} answers it");
                }
            }
            Some((m, said))
        });
        said.collect()
    }

    /// Reviews the game up to the position.
    pub(super) fn review(&self) -> Review {
        let count = self.session.record().len();
        let judge = self.judge(&self.budget);
        self.session.review(&judge, &mut |judged, _| {
            (self.thinking).tell(format!(", position {judged} of {count}"));
        })
    }

    /// Returns a callback that shows the progress of a solver.
    fn tell(&self) -> impl FnMut(&Progress) {
        |progress| (self.thinking).tell(format!(", {} positions", progress.nodes))
    }
}

/// Returns whether it is proved that a player loses.
pub(super) fn loses(judgement: &Judgement, player: Player) -> bool {
    (judgement.outcome()).is_some_and(|outcome| outcome.utility(player) < 0)
}

/// Plays random games from the last position of a record, up to 2,000 within a second. Returns how many games each
/// player wins alone, and how many were played.
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

/// Returns a judgement in words, marked `proved` or `estimated`.
pub(super) fn say(judgement: &Judgement) -> String {
    match (judgement.certainty(), judgement.turns) {
        (Certainty::Unknown, _) => "not known".to_owned(),
        (certainty @ (Certainty::Estimated | Certainty::Assumed), _) => {
            format!("{judgement} ({certainty})")
        }
        (Certainty::Proved, _) if judgement.theorem.is_some() => {
            format!("{judgement} with best play (proved by a theorem)")
        }
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
    part.time = budget.time.map(|time| time / parts as u32);
    part.nodes = budget.nodes.map(|nodes| (nodes / parts as u64).max(1));
    part
}
