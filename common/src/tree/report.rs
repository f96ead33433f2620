//! Reports of searches and engines: the expected line of play, and the value of the position.

use core::fmt;
use core::time::Duration;

use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::tools::random::Random;

/// The value of a position for one of the players.
///
/// # Examples
///
/// ```
/// use papergames_common::{Outcome, Player, Value};
///
/// let estimate = Value::estimated(Player::FIRST, 35);
/// assert_eq!(estimate.to_string(), "+0.35 for the first player");
/// assert_eq!(estimate.seen_by(Player::SECOND), -35);
///
/// let proof = Value::proved(Player::SECOND, Outcome::Win(Player::FIRST), -100).at_distance(7);
/// assert_eq!(proof.to_string(), "lost for the second player in 7 moves");
/// assert!(proof.is_proved());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Value {
    /// The player for whom the value is given. Searches report it for the player to move at the root.
    pub player: Player,
    /// The value for `player`, in hundredths of a point or of a certain win. Larger is better, and an even position has
    /// the value 0. If the outcome is proved, use `proved` instead.
    pub hundredths: i64,
    /// The outcome with best play, if it is proved; otherwise the value is an estimate.
    pub proved: Option<Outcome>,
    /// The number of moves to the end of the game along the reported line, if the search has reached the end.
    pub distance: Option<u32>,
}

impl Value {
    /// Returns an estimated value.
    pub fn estimated(player: Player, hundredths: i64) -> Value {
        Value {
            player,
            hundredths,
            proved: None,
            distance: None,
        }
    }

    /// Returns a proved value.
    pub fn proved(player: Player, outcome: Outcome, hundredths: i64) -> Value {
        Value {
            proved: Some(outcome),
            ..Value::estimated(player, hundredths)
        }
    }

    /// Returns the same value with the given distance to the end of the game, in moves.
    #[must_use]
    pub fn at_distance(mut self, moves: u32) -> Value {
        self.distance = Some(moves);
        self
    }

    /// Returns whether the outcome is proved.
    pub fn is_proved(&self) -> bool {
        self.proved.is_some()
    }

    /// Returns the hundredths from `player`'s point of view in a two-player game: the opponent's value has the opposite
    /// sign.
    pub fn seen_by(&self, player: Player) -> i64 {
        if player == self.player {
            self.hundredths
        } else {
            self.hundredths.saturating_neg()
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.proved.map(|outcome| outcome.utility(self.player)) {
            Some(1) => f.write_str("won")?,
            Some(0) => f.write_str("drawn")?,
            Some(_) => f.write_str("lost")?,
            None => {
                let sign = if self.hundredths < 0 { '-' } else { '+' };
                let size = self.hundredths.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
        }
        write!(f, " for the {} player", self.player)?;
        match self.distance {
            Some(1) => f.write_str(" in 1 move"),
            Some(moves) => write!(f, " in {moves} moves"),
            None => Ok(()),
        }
    }
}

/// The findings of a search or an engine, which are passed to its callback while it runs and returned at the end.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::Budget;
/// use papergames_common::search::{AlphaBeta, OutcomeOnly};
/// use papergames_common::{Outcome, Player};
///
/// let report = AlphaBeta::new(OutcomeOnly).run(&Nim::new(&[3, 4, 5]), &Budget::new(), &mut |_| {});
/// assert_eq!(report.best(), Some(&Take { heap: 0, matches: 2 }));
/// let value = report.value.expect("the search has valued the position");
/// assert_eq!(value.proved, Some(Outcome::Win(Player::FIRST)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
#[must_use]
pub struct Report<M> {
    /// The expected line of play, beginning with the best move; empty only when the game is over.
    pub line: Vec<M>,
    /// The value of the position; `None` if nothing was searched.
    pub value: Option<Value>,
    /// The depth of the search in moves. For a depth-first search, it is the depth that was searched in full; for a
    /// tree search, it is the length of the longest line.
    pub depth: u32,
    /// The number of positions examined or random games played.
    pub nodes: u64,
    /// The time that the search took.
    pub elapsed: Duration,
    /// Whether some position had too many moves, so that only a sample of them was searched.
    pub sampled: bool,
    /// The statistics of a tree search for each move, in the order in which it tried them; empty for other searches.
    pub candidates: Vec<Candidate<M>>,
}

/// A move that a tree search has tried.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Candidate<M> {
    /// The move.
    pub m: M,
    /// The number of times that the search chose this move. The policy of the search, which is the training target for
    /// machine learning, is each move's share of all visits.
    pub visits: u64,
    /// The value of the position after the move, for the player who makes the move.
    pub value: Value,
}

impl<M> Report<M> {
    /// Returns a report that contains only a line of moves.
    pub fn of_line(line: Vec<M>) -> Report<M> {
        Report {
            line,
            value: None,
            depth: 0,
            nodes: 0,
            elapsed: Duration::ZERO,
            sampled: false,
            candidates: Vec::new(),
        }
    }

    /// Returns a report that contains only one move.
    pub fn of_move(m: M) -> Report<M> {
        Report::of_line(vec![m])
    }

    /// Returns the same report with the given value.
    pub fn with_value(mut self, value: Value) -> Report<M> {
        self.value = Some(value);
        self
    }

    /// Returns the report with every move converted by `name`, for instance to its text.
    pub(crate) fn map<N>(&self, name: impl Fn(&M) -> N) -> Report<N> {
        let candidates = self.candidates.iter().map(|candidate| Candidate {
            m: name(&candidate.m),
            visits: candidate.visits,
            value: candidate.value,
        });
        Report {
            line: self.line.iter().map(&name).collect(),
            value: self.value,
            depth: self.depth,
            nodes: self.nodes,
            elapsed: self.elapsed,
            sampled: self.sampled,
            candidates: candidates.collect(),
        }
    }

    /// Returns the move to make, or `None` when the game is over.
    pub fn best(&self) -> Option<&M> {
        self.line.first()
    }

    /// Returns whether the outcome is proved.
    pub fn is_proved(&self) -> bool {
        self.value.is_some_and(|value| value.is_proved())
    }

    /// Returns the outcome with best play, if it is proved.
    pub fn proved(&self) -> Option<Outcome> {
        self.value.and_then(|value| value.proved)
    }

    /// Returns the value in hundredths from `player`'s point of view in a two-player game; 0 if nothing was searched.
    pub fn value_for(&self, player: Player) -> i64 {
        self.value.map_or(0, |value| value.seen_by(player))
    }

    /// Returns the policy of the search: the share of all visits that each of the [`candidates`](Report::candidates)
    /// has, in their order. If the outcome is proved, the moves that reach it have equal shares, and all other moves
    /// have none.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::Budget;
    /// use papergames_common::search::MonteCarlo;
    ///
    /// let start = Nim::new(&[20, 30, 40]);
    /// let report = MonteCarlo::new(1).run(&start, &Budget::new().nodes(500), &mut |_| {});
    /// let policy = report.policy();
    /// assert_eq!(policy.len(), report.candidates.len());
    /// assert!((policy.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    /// ```
    pub fn policy(&self) -> Vec<f64> {
        self.shares(1.0)
    }

    /// Draws one of the [`candidates`](Report::candidates) at random, weighted by their visits. At temperature 1, the
    /// chance of each candidate is proportional to its visits. A lower temperature favours candidates with many visits,
    /// and a higher temperature makes the chances more equal. At temperature 0, if the outcome is proved, or if there
    /// are no candidates, returns the [`best`](Report::best) move.
    ///
    /// Self-play samples the first moves of a game at temperature 1 and later moves at temperature 0, so that games
    /// differ (Silver et al., *Mastering the game of Go without human knowledge*, 2017).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::Budget;
    /// use papergames_common::search::MonteCarlo;
    /// use papergames_common::{Game, Seeded};
    ///
    /// let start = Nim::new(&[20, 30, 40]);
    /// let report = MonteCarlo::new(1).run(&start, &Budget::new().nodes(500), &mut |_| {});
    /// let m = report.draw(1.0, &mut Seeded::new(7)).expect("the game is not over");
    /// assert!(start.check(m).is_ok());
    /// assert_eq!(report.draw(0.0, &mut Seeded::new(7)), report.best());
    /// ```
    #[must_use]
    pub fn draw(&self, temperature: f64, random: &mut dyn Random) -> Option<&M> {
        if temperature <= 0.0 || self.is_proved() {
            return self.best();
        }
        let mut left = random.unit();
        let shares = self.shares(1.0 / temperature);
        for (candidate, share) in self.candidates.iter().zip(shares) {
            left -= share;
            if left < 0.0 {
                return Some(&candidate.m);
            }
        }
        // The shares may add up to slightly less than 1.
        let tried = self
            .candidates
            .iter()
            .rfind(|candidate| candidate.visits > 0);
        tried.map_or(self.best(), |candidate| Some(&candidate.m))
    }

    /// Returns shares in proportion to a power of the visits, or equal shares for the moves that reach a proved
    /// outcome.
    fn shares(&self, power: f64) -> Vec<f64> {
        let most = self
            .candidates
            .iter()
            .map(|candidate| candidate.visits)
            .max();
        let most = most.unwrap_or(0).max(1) as f64;
        let proved = self.value.filter(Value::is_proved);
        let weight = |candidate: &Candidate<M>| match proved {
            Some(value) => {
                let reaches =
                    candidate.value.is_proved() && candidate.value.hundredths == value.hundredths;
                f64::from(u8::from(reaches))
            }
            None => (candidate.visits as f64 / most).powf(power),
        };
        let weights: Vec<f64> = self.candidates.iter().map(weight).collect();
        let sum: f64 = weights.iter().sum();
        let shares = weights
            .iter()
            .map(|weight| weight / sum.max(f64::MIN_POSITIVE));
        shares.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_say_for_whom_and_how_sure() {
        let first = Player::FIRST;
        let said = |value: Value| value.to_string();
        assert_eq!(
            said(Value::estimated(first, -205)),
            "-2.05 for the first player"
        );
        assert_eq!(
            said(Value::proved(first, Outcome::Draw, 0)),
            "drawn for the first player"
        );
        let won = Value::proved(first, Outcome::Win(first), 100);
        assert_eq!(
            said(won.at_distance(1)),
            "won for the first player in 1 move"
        );
    }

    #[test]
    fn a_report_of_a_move_knows_no_value() {
        let report = Report::of_move("a1");
        assert_eq!(
            (
                report.best(),
                report.proved(),
                report.value_for(Player::FIRST)
            ),
            (Some(&"a1"), None, 0)
        );
        let report = report.with_value(Value::proved(
            Player::FIRST,
            Outcome::Win(Player::SECOND),
            -100,
        ));
        assert!(report.is_proved());
        assert_eq!(report.value_for(Player::SECOND), 100);
    }
}
