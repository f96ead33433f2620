//! Scores of matches with confidence intervals, and rating differences.

use core::fmt;

use common::{Outcome, Player};

/// The results of a match from the view of its first-named opponent, for its games in the first and in the second seat.
///
/// Displays as `1 won, 1 drawn, 0 lost`.
///
/// # Examples
///
/// ```
/// use papergames_play::Score;
/// use papergames_play::common::{Outcome, Player};
///
/// let mut score = Score::default();
/// score.count(Outcome::Win(Player::FIRST), Player::FIRST);
/// score.count(Outcome::Draw, Player::SECOND);
/// assert_eq!((score.won(), score.drawn(), score.lost()), (1, 1, 0));
/// assert_eq!(score.rate(), 0.75);
/// assert_eq!(score.to_string(), "1 won, 1 drawn, 0 lost");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Score {
    /// Games won in the first and in the second seat.
    pub won: [u64; 2],
    /// Games drawn.
    pub drawn: [u64; 2],
    /// Games lost.
    pub lost: [u64; 2],
    /// The total number of moves in all games.
    pub moves: u64,
    /// How many games each opponent has forfeited; they count as lost by it.
    pub forfeits: [u64; 2],
}

impl Score {
    /// Counts a game that ended with `outcome`, in which the first-named opponent had the seat `me`.
    pub fn count(&mut self, outcome: Outcome, me: Player) {
        let seat = me.index().min(1);
        match outcome.utility(me) {
            1 => self.won[seat] += 1,
            0 => self.drawn[seat] += 1,
            _ => self.lost[seat] += 1,
        }
    }

    /// Returns how many games were won in both seats.
    pub fn won(&self) -> u64 {
        self.won.iter().sum()
    }

    /// Returns how many games were drawn in both seats.
    pub fn drawn(&self) -> u64 {
        self.drawn.iter().sum()
    }

    /// Returns how many games were lost in both seats.
    pub fn lost(&self) -> u64 {
        self.lost.iter().sum()
    }

    /// Returns how many games were played.
    pub fn games(&self) -> u64 {
        self.won() + self.drawn() + self.lost()
    }

    /// Returns the points per game, from 0 to 1, with half a point for a draw; 0 if there are no games.
    pub fn rate(&self) -> f64 {
        (self.won() as f64 + self.drawn() as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Returns the 95 % interval of [`rate`](Score::rate), by [`wilson`].
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.rate(), self.games())
    }

    /// Returns the rating difference that the score implies.
    pub fn elo(&self) -> EloDifference {
        let (low, high) = self.interval();
        let finite = |rate| Some(elo(rate)).filter(|elo| elo.is_finite());
        EloDifference {
            elo: finite(self.rate()),
            low: finite(low),
            high: finite(high),
        }
    }
}

impl fmt::Display for Score {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (won, drawn, lost) = (self.won(), self.drawn(), self.lost());
        write!(f, "{won} won, {drawn} drawn, {lost} lost")
    }
}

/// A difference of Elo ratings with its 95 % interval; `None` stands for an infinite value.
///
/// Displays as `+23, 95 % interval -68 to +114`, or as a bound if one side has won every game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EloDifference {
    /// The difference at which the score is expected.
    pub elo: Option<f64>,
    /// The lower end of the interval.
    pub low: Option<f64>,
    /// The upper end of the interval.
    pub high: Option<f64>,
}

impl fmt::Display for EloDifference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.elo, self.low, self.high) {
            (Some(elo), Some(low), Some(high)) => {
                write!(f, "{elo:+.0}, 95 % interval {low:+.0} to {high:+.0}")
            }
            (_, Some(low), None) => write!(f, "at least {low:+.0} (95 %)"),
            (_, None, Some(high)) => write!(f, "at most {high:+.0} (95 %)"),
            _ => f.write_str("unknown"),
        }
    }
}

/// Returns Wilson's 95 % interval for a score from 0 to 1. With draws it is somewhat too wide, never too narrow.
///
/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
#[must_use]
pub fn wilson(rate: f64, games: u64) -> (f64, f64) {
    if games == 0 {
        return (0.0, 1.0);
    }
    let (n, z) = (games as f64, Z95);
    let middle = (rate + z * z / (2.0 * n)) / (1.0 + z * z / n);
    let spread = rate * (1.0 - rate) / n + z * z / (4.0 * n * n);
    let half = z * spread.sqrt() / (1.0 + z * z / n);
    let low = if rate <= 0.0 { 0.0 } else { middle - half };
    let high = if rate >= 1.0 { 1.0 } else { middle + half };
    (low.max(0.0), high.min(1.0))
}

/// How many standard deviations on either side of the mean contain 95 % of a normal distribution.
pub(crate) const Z95: f64 = 1.959_964;

/// Returns the rating difference at which a score between 0 and 1 is expected: 400 for 10 points out of 11.
///
/// Source: Elo, *The Rating of Chessplayers, Past and Present* (1978), with the logistic curve.
#[must_use]
pub fn elo(rate: f64) -> f64 {
    400.0 * (rate / (1.0 - rate)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(won: u64, lost: u64) -> Score {
        Score {
            won: [won, 0],
            lost: [0, lost],
            ..Score::default()
        }
    }

    #[test]
    fn the_interval_is_wilsons() {
        // 8 of 10 and 0 of 20, computed by hand from the formula.
        let (low, high) = wilson(0.8, 10);
        assert!(
            (low - 0.4902).abs() < 1e-4 && (high - 0.9433).abs() < 1e-4,
            "{low} {high}"
        );
        let (low, high) = wilson(0.0, 20);
        assert!(low == 0.0 && (high - 0.1611).abs() < 1e-4, "{low} {high}");
        assert_eq!(wilson(0.0, 0), (0.0, 1.0));
    }

    #[test]
    fn ratings_follow_from_scores() {
        let told = |won, lost| score(won, lost).elo().to_string();
        assert_eq!(told(50, 50), "+0, 95 % interval -68 to +68");
        assert_eq!(told(100, 0), "at least +566 (95 %)");
        assert_eq!(told(0, 100), "at most -566 (95 %)");
        assert_eq!(told(0, 0), "unknown");
        assert_eq!(format!("{:+.0}", elo(10.0 / 11.0)), "+400");
    }
}
