//! Scores of matches with confidence intervals, and rating differences.

use core::fmt;

use common::{Outcome, Player};

/// The results of a match from the point of view of its first-named opponent, counted separately for games in the first
/// and in the second seat.
///
/// Its text is, for example, `1 won, 1 drawn, 0 lost`.
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
    /// The numbers of games won in the first and in the second seat.
    pub won: [u64; 2],
    /// The numbers of games drawn in each seat.
    pub drawn: [u64; 2],
    /// The numbers of games lost in each seat.
    pub lost: [u64; 2],
    /// The total number of moves in all games.
    pub moves: u64,
    /// The number of games that each opponent has forfeited. They count as losses of that opponent.
    pub forfeits: [u64; 2],
    /// The number of games that repeat earlier games move by move, with the same or swapped seats. Engines without
    /// randomness repeat games from the same opening. Such games add no information, so the interval and the sequential
    /// test do not count them.
    pub repeated: u64,
}

impl Score {
    /// Adds a game that ended with `outcome`, in which the first-named opponent had the seat `me`.
    pub fn count(&mut self, outcome: Outcome, me: Player) {
        let seat = me.index().min(1);
        match outcome.utility(me) {
            1 => self.won[seat] += 1,
            0 => self.drawn[seat] += 1,
            _ => self.lost[seat] += 1,
        }
    }

    /// Returns the total number of games won, in either seat.
    pub fn won(&self) -> u64 {
        self.won.iter().sum()
    }

    /// Returns the total number of games drawn, in either seat.
    pub fn drawn(&self) -> u64 {
        self.drawn.iter().sum()
    }

    /// Returns the total number of games lost, in either seat.
    pub fn lost(&self) -> u64 {
        self.lost.iter().sum()
    }

    /// Returns the number of games played.
    pub fn games(&self) -> u64 {
        self.won() + self.drawn() + self.lost()
    }

    /// Returns the seat that won every game, no matter which opponent had it. Returns `None` if there is no such seat
    /// or if fewer than two games were played.
    pub fn only_winner(&self) -> Option<Player> {
        let winners = [self.won[0] + self.lost[1], self.won[1] + self.lost[0]];
        let seats = [0, 1].map(|seat| self.won[seat] + self.drawn[seat] + self.lost[seat]);
        let all = winners.iter().position(|won| *won == self.games())?;
        (seats[0] > 0 && seats[1] > 0).then(|| Player::new(all))
    }

    /// Returns the points per game, from 0 to 1, with half a point for a draw; 0 if there are no games.
    pub fn rate(&self) -> f64 {
        (self.won() as f64 + self.drawn() as f64 / 2.0) / self.games().max(1) as f64
    }

    /// Returns the number of games that do not repeat earlier games.
    pub fn different(&self) -> u64 {
        self.games() - self.repeated
    }

    /// Returns the 95 % confidence interval of the [`rate`](Score::rate), computed by Wilson's formula. Games that
    /// [repeat](Score::repeated) others are not counted.
    pub fn interval(&self) -> (f64, f64) {
        wilson(self.rate(), self.different())
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

/// A difference of Elo ratings with its 95 % confidence interval; `None` stands for an infinite value.
///
/// Its text is, for example, `+23, 95 % interval -68 to +114`, or a bound if one opponent has won every game.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct EloDifference {
    /// The rating difference at which this score is the expected one.
    pub elo: Option<f64>,
    /// The lower end of the confidence interval.
    pub low: Option<f64>,
    /// The upper end of the confidence interval.
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

/// Returns Wilson's 95 % confidence interval for a score from 0 to 1. If there are draws, the interval is somewhat too
/// wide, but never too narrow.
///
/// Source: Wilson, "Probable inference, the law of succession, and statistical inference", JASA 22 (1927).
fn wilson(rate: f64, games: u64) -> (f64, f64) {
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

/// A sequential probability ratio test, which ends a match as soon as its score decides between two rating differences.
///
/// The hypotheses are that the first-named opponent is stronger by `elo0` and by `elo1` rating points. The
/// log-likelihood ratio uses the normal approximation of the mean score per game, as *fishtest* does for single games.
/// Half a game of each possible result is added, so that the ratio is finite from the first game on.
///
/// Source: Wald, "Sequential tests of statistical hypotheses", *Annals of Mathematical Statistics* 16 (1945).
///
/// # Examples
///
/// ```
/// use papergames_play::{Score, Sprt, SprtResult};
/// use papergames_play::common::{Outcome, Player};
///
/// let test = Sprt::new(0.0, 50.0).expect("the second difference is larger");
/// let mut score = Score::default();
/// assert_eq!(test.result(&score), None);
/// while test.result(&score).is_none() {
///     score.count(Outcome::Win(Player::FIRST), Player::FIRST);
/// }
/// assert_eq!(test.result(&score), Some(SprtResult::Stronger));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Sprt {
    /// The rating difference under the first hypothesis, which is the smaller one.
    pub elo0: f64,
    /// The rating difference under the second hypothesis, which is the larger one.
    pub elo1: f64,
    /// The probability of deciding for `elo1` if `elo0` is true, and for `elo0` if `elo1` is true.
    pub error: f64,
}

/// The result of a sequential test, which names the hypothesis that it accepts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum SprtResult {
    /// The difference is `elo1` rather than `elo0`.
    Stronger,
    /// The difference is `elo0` rather than `elo1`.
    Weaker,
}

impl Sprt {
    /// Returns a test with an error probability of 5 % in either direction. Returns `None` unless `elo0` is less than
    /// `elo1` and both are finite.
    pub fn new(elo0: f64, elo1: f64) -> Option<Sprt> {
        let error = 0.05;
        (elo0.is_finite() && elo1.is_finite() && elo0 < elo1).then_some(Sprt { elo0, elo1, error })
    }

    /// Returns the log-likelihood ratio, which is the logarithm of how many times likelier the score is under `elo1`
    /// than under `elo0`.
    fn log_likelihood_ratio(&self, score: &Score) -> f64 {
        let share = score.different() as f64 / score.games().max(1) as f64;
        let [won, drawn, lost] =
            [score.won(), score.drawn(), score.lost()].map(|n| n as f64 * share + 0.5);
        let games = won + drawn + lost;
        let mean = (won + drawn / 2.0) / games;
        let variance = (won + drawn / 4.0) / games - mean * mean;
        let [s0, s1] = [self.elo0, self.elo1].map(expected);
        games * (s1 - s0) * (2.0 * mean - s0 - s1) / (2.0 * variance)
    }

    /// Returns the log-likelihood ratio at which the result of the test is `Stronger`. At its negative, or below it,
    /// the result is `Weaker`.
    fn bound(&self) -> f64 {
        ((1.0 - self.error) / self.error).ln()
    }

    /// Returns the state of the test in words, with the log-likelihood ratio and the bounds at which the test ends.
    pub fn told(&self, score: &Score) -> String {
        let (elo0, elo1) = (self.elo0, self.elo1);
        let (ratio, bound) = (self.log_likelihood_ratio(score), self.bound());
        let found = match self.result(score) {
            Some(SprtResult::Stronger) => format!("{elo1} rather than {elo0}"),
            Some(SprtResult::Weaker) => format!("{elo0} rather than {elo1}"),
            None => "undecided".to_owned(),
        };
        format!("{found}; log-likelihood ratio {ratio:.2}, bounds -{bound:.2} and {bound:.2}")
    }

    /// Returns the result of the test; `None` if more games are needed.
    pub fn result(&self, score: &Score) -> Option<SprtResult> {
        match self.log_likelihood_ratio(score) {
            _ if score.games() == 0 => None,
            ratio if ratio >= self.bound() => Some(SprtResult::Stronger),
            ratio if ratio <= -self.bound() => Some(SprtResult::Weaker),
            _ => None,
        }
    }
}

/// Returns the expected score per game for a rating difference, which is the inverse of [`elo`].
fn expected(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// The number of standard deviations on either side of the mean that contain 95 % of a normal distribution.
pub(crate) const Z95: f64 = 1.959_964;

/// Returns the rating difference at which a score between 0 and 1 is expected: 400 for 10 points out of 11.
///
/// Source: Elo, *The Rating of Chessplayers, Past and Present* (1978), with the logistic curve.
fn elo(rate: f64) -> f64 {
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
    fn repeated_games_do_not_narrow_the_interval() {
        let once = score(8, 2);
        let ten_times = Score {
            repeated: 90,
            ..score(80, 20)
        };
        assert_eq!(ten_times.different(), 10);
        assert_eq!(ten_times.interval(), once.interval());
        assert_ne!(score(80, 20).interval(), once.interval());
        let test = Sprt::new(0.0, 50.0).expect("a test");
        let ratio = |score| test.log_likelihood_ratio(&score);
        assert!((ratio(ten_times) - ratio(once)).abs() < 1e-9);
    }

    #[test]
    fn one_seat_that_wins_everything_is_noticed() {
        // A score counts the first-named opponent's games in the first and in the second seat.
        assert_eq!(score(3, 3).only_winner(), Some(Player::FIRST));
        let second = Score {
            won: [0, 2],
            lost: [2, 0],
            ..Score::default()
        };
        assert_eq!(second.only_winner(), Some(Player::SECOND));
        let strong = Score {
            won: [2, 2],
            ..Score::default()
        };
        for mixed in [
            strong,
            score(3, 0),
            Score::default(),
            Score {
                drawn: [1, 0],
                ..score(3, 3)
            },
        ] {
            assert_eq!(mixed.only_winner(), None, "{mixed:?}");
        }
    }

    #[test]
    fn ratings_follow_from_scores() {
        let told = |won, lost| score(won, lost).elo().to_string();
        assert_eq!(told(50, 50), "+0, 95 % interval -68 to +68");
        assert_eq!(told(100, 0), "at least +566 (95 %)");
        assert_eq!(told(0, 100), "at most -566 (95 %)");
        assert_eq!(told(0, 0), "unknown");
        assert_eq!(format!("{:+.0}", elo(10.0 / 11.0)), "+400");
        assert!((expected(elo(0.7)) - 0.7).abs() < 1e-12);
    }

    #[test]
    fn the_sequential_test_is_walds() {
        let test = Sprt::new(0.0, 100.0).expect("a test");
        // By hand: 60.5, 0.5 and 40.5 of 101.5 games; the expected scores are 0.5 and 0.64006.
        let mean = 60.75 / 101.5;
        let variance = 60.625 / 101.5 - mean * mean;
        let s1 = 0.640_065;
        let ratio = 101.5 * (s1 - 0.5) * (2.0 * mean - 0.5 - s1) / (2.0 * variance);
        assert!((test.log_likelihood_ratio(&score(60, 40)) - ratio).abs() < 1e-3);
        assert_eq!(test.result(&score(60, 40)), None);
        assert_eq!(test.result(&score(70, 30)), Some(SprtResult::Stronger));
        assert_eq!(test.result(&score(50, 50)), Some(SprtResult::Weaker));
        // The bounds are ±ln 19.
        assert!((test.bound() - 2.944_439).abs() < 1e-6);
        assert_eq!(Sprt::new(5.0, 5.0), None);
        assert_eq!(Sprt::new(f64::NAN, 5.0), None);
    }
}
