//! Judges positions: the game's solver proves the value if the budget allows, and otherwise the game's strongest engine
//! estimates it.

use core::fmt;

#[cfg(feature = "store")]
use std::sync::{Arc, Mutex, PoisonError};

use common::any::{AnyMove, AnyRecord};
use common::budget::Clock;
use common::sorting;
#[cfg(feature = "store")]
use common::store::Store;
use common::values::{Effort, Unsolved};
use common::{Budget, Nimber, Outcome, Player, Progress, Value, Verdict};

/// A judge that finds the values of positions within a budget.
///
/// # Examples
///
/// With heaps of 1, 2 and 3 matches the player to move loses. With 3, 4 and 5 the player to move wins by taking two
/// from the first heap:
///
/// ```
/// use core::time::Duration;
/// use papergames_play::common::Budget;
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::{Certainty, Judge};
///
/// let second = Budget::new().time(Duration::from_secs(1));
/// let judge = Judge::new(second.clone(), second);
/// let lost = judge.position(&*NIM.parse("1,2,3:first+")?, &mut |_| ());
/// assert_eq!(lost.certainty(), Certainty::Proved);
/// assert_eq!(lost.to_string(), "second wins");
/// let won = judge.position(&*NIM.parse("3,4,5:first+")?, &mut |_| ());
/// assert_eq!(won.to_string(), "first wins");
/// assert_eq!(won.moves, ["0x2"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Judge {
    /// The budget for proving the value of a position.
    pub proof: Budget,
    /// The budget for an estimate if no proof is found. If both budgets limit only nodes, the judgements are the same
    /// on every machine.
    pub estimate: Budget,
    /// Whether to find every best move, which can take several times as long.
    pub every_move: bool,
    /// Whether to find nimbers, which can take longer than the proof.
    pub values: bool,
    /// The random seed of the engines.
    pub seed: u64,
    /// A store of results that the solver reads and extends.
    #[cfg(feature = "store")]
    pub store: Option<Arc<Mutex<Store>>>,
}

/// The certainty of a value, from unknown to proved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Certainty {
    /// No value is known.
    Unknown,
    /// An engine has estimated the value.
    Estimated,
    /// The value depends on entries of a store that have not been proved from the rules.
    Assumed,
    /// A solver has proved the value, or the game is over.
    Proved,
}

common::display_as!(Certainty:
    Unknown => "unknown", Estimated => "estimated", Assumed => "assumed", Proved => "proved");

/// A judgement of a position: its value and further facts about it.
///
/// Its text is `first wins`, `second wins by 2`, `draw`, `first +0.35` (an estimate), `first +0.35 rows` (an estimate
/// in the game's own unit), `first winning` (an estimate of 100 or more, which engines use for wins that they have
/// found but not proved) or `unknown`. The default says that nothing is known.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Judgement {
    /// The value for the player to move, or for the first player if the game is over; `None` if it is unknown.
    pub value: Option<Value>,
    /// In a game decided on points, the proved difference between the first and the second player's points at the end.
    pub margin: Option<i64>,
    /// The nimber, if the judge is set to find it and the solver has found it.
    pub nimber: Option<Nimber>,
    /// The number of turns left with best play, if it is proved.
    pub turns: Option<u32>,
    /// The best moves that the judge found.
    pub moves: Vec<AnyMove>,
    /// Whether the proof depends on entries of a store that have not been proved from the rules.
    pub is_assumed: bool,
    /// Whether `moves` is proved to contain every move that keeps the result.
    pub is_every_move: bool,
    /// The theorem that proves the value without a search, if one does.
    pub theorem: Option<String>,
    /// The expected continuation with best play.
    pub line: Vec<AnyMove>,
    /// The number of positions examined.
    pub nodes: u64,
    /// The unit of an estimate and its worth, if the game has a unit of its own; see
    /// [`About::estimates`](common::describe::About::estimates).
    pub unit: Option<(&'static str, u16)>,
}

impl Judge {
    /// Returns a judge with a budget for a proof, and another for an estimate if there is no proof.
    ///
    /// If both budgets limit only nodes, the judgements are the same on every machine.
    pub fn new(proof: Budget, estimate: Budget) -> Judge {
        Judge {
            proof,
            estimate,
            every_move: false,
            values: false,
            seed: 1,
            #[cfg(feature = "store")]
            store: None,
        }
    }

    /// Judges the last position of a record. Calls `progress` while the solver works.
    pub fn position(
        &self,
        record: &dyn AnyRecord,
        progress: &mut dyn FnMut(&Progress),
    ) -> Judgement {
        let solved = self.solve(record, progress);
        match (record.turn(), solved) {
            (Some(mover), Ok(verdict)) => Judgement {
                is_every_move: self.every_move && verdict.moves.is_some(),
                ..Judgement::proved(mover, verdict)
            },
            (Some(_), Err(_)) => self.estimate(record),
            // The solver of a game decided on points knows the margin.
            (None, Ok(verdict)) => Judgement::proved(Player::FIRST, verdict).ended(),
            (None, Err(_)) => Judgement::of_end(record.outcome().unwrap_or(Outcome::Draw)),
        }
    }

    /// Solves the last position of a record within the budget for a proof.
    fn solve(
        &self,
        record: &dyn AnyRecord,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Verdict<AnyMove>, Unsolved> {
        let mut record = record.boxed();
        #[cfg(feature = "store")]
        let mut store =
            (self.store.as_ref()).map(|store| store.lock().unwrap_or_else(PoisonError::into_inner));
        let mut effort = Effort::new(self.proof.clone()).progress(progress);
        effort.every_move = self.every_move && record.turn().is_some();
        effort.values = self.values;
        #[cfg(feature = "store")]
        if let Some(store) = store.as_mut().filter(|_| record.uses().store.is_some()) {
            effort.store = Some(store);
        }
        let begun = Clock::start();
        let mut verdict = record.values().solve(&mut effort)?;
        if self.values && verdict.nimber.is_none() {
            // Finding only the winner may not need the nimber.
            effort.budget = self.proof.less(verdict.cost.nodes, begun.elapsed());
            verdict.nimber = record.values().nimber(&mut effort).ok().flatten();
        }
        Ok(verdict)
    }

    /// Judges the last position of a record. If its result is proved, also looks for a move that keeps the result,
    /// because some solvers prove a win without naming a move.
    pub(crate) fn with_move(
        &self,
        record: &dyn AnyRecord,
        progress: &mut dyn FnMut(&Progress),
    ) -> Judgement {
        let begun = Clock::start();
        let mut judgement = self.position(record, progress);
        let Some((mover, outcome)) = record.turn().zip(judgement.outcome()) else {
            return judgement;
        };
        if judgement.moves.is_empty() && outcome.utility(mover) >= 0 {
            let left = self.proof.less(judgement.nodes, begun.elapsed());
            judgement.moves = move_to(record, outcome, left, progress)
                .into_iter()
                .collect();
        }
        judgement
    }

    /// Asks the strongest engine about the last position of a record.
    pub(crate) fn estimate(&self, record: &dyn AnyRecord) -> Judgement {
        let engine = (record.game()).engine("engine", self.seed);
        let report = engine
            .and_then(|(mut engine, _)| engine.choose(record, &self.estimate, &mut |_| ()).ok());
        let Some(report) = report else {
            return Judgement::default();
        };
        Judgement {
            // With more than two players, an estimate for one player says nothing about the others.
            value: report.value.filter(|_| record.players() == 2),
            moves: report.best().cloned().into_iter().collect(),
            nodes: report.nodes,
            line: report.line,
            unit: record.game().about().estimates,
            ..Judgement::default()
        }
    }

    /// Judges the moves in the last position of a record and returns them with the best first. Moves that lead to the
    /// same position up to symmetry form a class and are judged together. At most `most` classes are judged, including
    /// those of the best moves found, and each class may use the judge's full budget.
    ///
    /// Listing stops after [`MOST_LISTED`] moves.
    pub fn moves(
        &self,
        record: &dyn AnyRecord,
        most: usize,
        progress: &mut dyn FnMut(&Progress),
    ) -> Vec<JudgedMove> {
        if record.turn().is_none() {
            return Vec::new();
        }
        let mut classes = record.classes(MOST_LISTED);
        if classes.len() > most {
            let best = self.position(record, progress).moves;
            sorting::sort_by_key(&mut classes, |class| {
                !class.iter().any(|m| best.contains(m))
            });
        }
        classes.truncate(most);
        self.compare(record, classes, progress)
    }

    /// Judges moves in the last position of a record, given in classes, and returns the best first.
    pub(crate) fn compare(
        &self,
        record: &dyn AnyRecord,
        classes: impl IntoIterator<Item = Vec<AnyMove>>,
        progress: &mut dyn FnMut(&Progress),
    ) -> Vec<JudgedMove> {
        let judged = classes.into_iter().filter_map(|moves| {
            let mut after = record.boxed();
            after.push(moves.first()?).ok()?;
            let judgement = self.position(&*after, progress);
            Some(JudgedMove { moves, judgement })
        });
        let mut judged: Vec<JudgedMove> = judged.collect();
        let mover = record.turn().unwrap_or(Player::FIRST);
        let is_open = |judged: &JudgedMove| judged.judgement.outcome().is_none();
        if record.players() == 2 && judged.iter().any(is_open) {
            let here = self.position(record, progress);
            for judged in &mut judged {
                judged.judgement.follow(&here, mover);
            }
        }
        sorting::sort_by_key(&mut judged, |judged| {
            core::cmp::Reverse(judged.judgement.rank(mover))
        });
        judged
    }
}

/// Returns a move from the last position of a record after which `outcome` is proved, if one is found in time.
fn move_to(
    record: &dyn AnyRecord,
    outcome: Outcome,
    mut budget: Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Option<AnyMove> {
    // Use one record for all moves, so that its solver keeps what it has learnt.
    let mut tried = record.boxed();
    for class in record.classes(MOST_LISTED) {
        let begun = Clock::start();
        tried.push(class.first()?).ok()?;
        let verdict = tried
            .values()
            .solve(&mut Effort::new(budget.clone()).progress(&mut *progress))
            .ok()?;
        if verdict.outcome == outcome {
            return class.into_iter().next();
        }
        tried.rewind(record.len());
        budget = budget.less(verdict.cost.nodes, begun.elapsed());
    }
    None
}

/// A class of equivalent moves with their judgement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct JudgedMove {
    /// The moves of the class, in the order in which the game lists them.
    pub moves: Vec<AnyMove>,
    /// The judgement of the position after one of these moves.
    pub judgement: Judgement,
}

/// An estimate of at least this many hundredths means that the engine has found a win, not just a lead.
const CERTAIN: u64 = 10_000;

/// The maximum number of moves of a position that are listed and sorted into classes.
pub const MOST_LISTED: usize = 20_000;

impl Judgement {
    /// Returns the judgement of a finished game.
    pub(crate) fn of_end(outcome: Outcome) -> Judgement {
        let first = Player::FIRST;
        let value = Value::proved(first, outcome, 100 * i64::from(outcome.utility(first)));
        Judgement {
            value: Some(value.at_distance(0)),
            turns: Some(0),
            ..Judgement::default()
        }
    }

    /// Returns this judgement for a game that has ended, with no turns left.
    fn ended(mut self) -> Judgement {
        self.turns = Some(0);
        self.value = self.value.map(|value| value.at_distance(0));
        self
    }

    /// In a two-player game, adopts the outcome of the position before a move if that position is proved to be lost for
    /// the mover and this one is only estimated. This is correct because every move from a lost position loses.
    pub(crate) fn follow(&mut self, before: &Judgement, mover: Player) {
        let is_lost = before.outcome() == Some(Outcome::Win(mover.opponent()));
        if is_lost && before.margin.is_none() && self.outcome().is_none() {
            *self = Judgement {
                value: before.value,
                is_assumed: before.is_assumed,
                nodes: self.nodes,
                ..Judgement::default()
            };
        }
    }

    fn proved(mover: Player, verdict: Verdict<AnyMove>) -> Judgement {
        let utility = i64::from(verdict.outcome.utility(mover));
        let sign = if mover == Player::FIRST { 1 } else { -1 };
        let hundredths = verdict
            .margin
            .map_or(100 * utility, |margin| 100 * sign * margin);
        let theorem = verdict.detail("theorem").map(|detail| detail.text.clone());
        let moves = verdict.moves.unwrap_or_default();
        Judgement {
            theorem,
            value: Some(Value::proved(mover, verdict.outcome, hundredths)),
            margin: verdict.margin,
            nimber: verdict.nimber,
            turns: verdict.turns,
            is_assumed: verdict.assumed,
            is_every_move: false,
            line: moves.iter().take(1).cloned().collect(),
            moves,
            nodes: verdict.cost.nodes,
            unit: None,
        }
    }

    /// Returns the certainty of the value.
    pub fn certainty(&self) -> Certainty {
        match &self.value {
            None => Certainty::Unknown,
            Some(value) if value.is_proved() && self.is_assumed => Certainty::Assumed,
            Some(value) if value.is_proved() => Certainty::Proved,
            Some(_) => Certainty::Estimated,
        }
    }

    /// Returns the proved outcome, if there is one.
    pub fn outcome(&self) -> Option<Outcome> {
        self.value.and_then(|value| value.proved)
    }

    /// Returns the player who is ahead: the winner if the outcome is proved, and otherwise the player whom the estimate
    /// favours; `None` if the position is even or unknown.
    pub fn leader(&self) -> Option<Player> {
        let value = self.value.as_ref()?;
        match value.proved {
            Some(outcome) => outcome.winner(),
            None => match value.seen_by(Player::FIRST) {
                0 => None,
                1.. => Some(Player::FIRST),
                _ => Some(Player::SECOND),
            },
        }
    }

    /// Returns the value for a player, in hundredths of a point or of a certain win. An estimate in the game's own unit
    /// becomes a part of a certain win, which grows with every step of the estimate.
    pub(crate) fn worth(&self, player: Player, most: i64) -> Option<i64> {
        let value = self.value?;
        let hundredths = value.seen_by(player);
        Some(match self.unit {
            _ if value.is_proved() => hundredths,
            Some((_, half)) => {
                let half = 100 * i64::from(half);
                hundredths.saturating_mul(100) / hundredths.saturating_abs().saturating_add(half)
            }
            None => hundredths.clamp(-most, most),
        })
    }

    /// Returns a rank for comparing positions from one player's point of view in a two-player game. Proved wins come
    /// first, quick ones before slow ones, then estimates and draws, and finally proved losses.
    pub fn rank(&self, player: Player) -> (i32, i64) {
        let Some(value) = &self.value else {
            return (0, 0);
        };
        let utility = value
            .proved
            .map_or(0, |outcome| outcome.utility(player).signum());
        let points = value.seen_by(player);
        let turns = i64::from(self.turns.unwrap_or(0));
        // The winner hurries, and the loser delays.
        let haste = if self.margin.is_some() {
            0
        } else {
            -i64::from(utility) * turns
        };
        (utility, points.saturating_mul(1_000).saturating_add(haste))
    }
}

impl fmt::Display for Judgement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(value) = &self.value else {
            return f.pad("unknown");
        };
        let Some(outcome) = value.proved else {
            let hundredths = value.seen_by(Player::FIRST);
            let (leader, size) = if hundredths < 0 {
                ("second", hundredths.unsigned_abs())
            } else {
                ("first", hundredths.unsigned_abs())
            };
            return f.pad(&match size {
                0 => "even".to_owned(),
                CERTAIN.. => format!("{leader} winning"),
                _ => {
                    let unit = self
                        .unit
                        .map_or(String::new(), |(unit, _)| format!(" {unit}"));
                    format!("{leader} +{}.{:02}{unit}", size / 100, size % 100)
                }
            });
        };
        let Some(winner) = outcome.winner() else {
            return f.pad("draw");
        };
        f.pad(&match self.margin {
            Some(margin) if margin != 0 => format!("{winner} wins by {}", margin.abs()),
            _ => format!("{winner} wins"),
        })
    }
}
