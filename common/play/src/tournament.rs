//! Tournaments with a crosstable and ratings: every opponent against every other, or one opponent against all others.

use core::fmt;

use common::describe::Refused;

use crate::matches::{Match, MatchGame, OpponentMaker};
use crate::score::{Score, Z95};

/// The scores of all matches in a tournament.
///
/// Its text is a table with a row for each opponent, which shows its points against each of the others and its rating.
///
/// # Examples
///
/// ```
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::{Limits, Match, Opponent, Tournament};
///
/// let make = |name: &str, seed| Opponent::named(&NIM, name, seed, &Limits::default());
/// let start = NIM.parse("3,4,5:first+")?;
/// let settings = |names: [&str; 2]| Ok(Match::new(start.clone(), names)?.games(10));
/// let names = ["3", "1", "random"];
/// let table = Tournament::new(&names, &settings).run(&make, &mut |_, _, _| ())?;
/// let ratings = table.ratings();
/// assert!(ratings[0].elo > ratings[2].elo);
/// println!("{table}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Crosstable {
    names: Vec<String>,
    /// For `i < j`, `scores[i][j]` is the score of the match between `i` and `j`, from `i`'s point of view.
    scores: Vec<Vec<Score>>,
}

/// A rating relative to the average of the tournament, with its 95 % confidence interval.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Rating {
    /// The rating. An opponent who leads another by 400 is expected to score ten times as many points.
    pub elo: f64,
    /// Half the width of the confidence interval.
    pub half_width: f64,
}

/// A function that creates the match between two opponents from their names.
type MatchMaker<'a> = dyn Fn([&str; 2]) -> Result<Match, Refused> + 'a;

/// A function that is called with each game, its match, and the table before the game.
type GameListener<'a> = dyn FnMut(&Match, &MatchGame, &Crosstable) + Send + 'a;

/// Matches between the opponents of a list: every pair of them, or [a few](Tournament::heroes) against all others.
///
/// The matches proceed in rounds of one pair of games each. So if a tournament is stopped early, all pairs have played
/// nearly the same number of games. [`Crosstable`] has an example.
pub struct Tournament<'a> {
    names: &'a [&'a str],
    heroes: usize,
    settings: &'a MatchMaker<'a>,
}

impl fmt::Debug for Tournament<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tournament")
            .field("names", &self.names)
            .field("heroes", &self.heroes)
            .finish_non_exhaustive()
    }
}

impl<'a> Tournament<'a> {
    /// Returns a tournament in which every pair plays a match. `settings` creates the match between two opponents from
    /// their names.
    pub fn new(names: &'a [&'a str], settings: &'a MatchMaker<'a>) -> Tournament<'a> {
        Tournament {
            names,
            heroes: names.len(),
            settings,
        }
    }

    /// Leaves out the matches without one of the first `heroes` opponents.
    #[must_use]
    pub fn heroes(mut self, heroes: usize) -> Tournament<'a> {
        self.heroes = heroes;
        self
    }

    /// Plays all matches. `make` creates each opponent as in [`Match::run`], and `seen` is called after each game.
    ///
    /// # Errors
    ///
    /// Returns an error if a match cannot be played.
    pub fn run(
        &self,
        make: &OpponentMaker<'_>,
        seen: &mut GameListener<'_>,
    ) -> Result<Crosstable, Refused> {
        let mut table = Crosstable::new(self.names);
        let mut pairs = Vec::new();
        for (i, a) in self.names.iter().enumerate().take(self.heroes) {
            for (j, b) in self.names.iter().enumerate().skip(i + 1) {
                pairs.push(((i, j), (self.settings)([a, b])?));
            }
        }
        for round in 1.. {
            let mut goes_on = false;
            for ((i, j), games) in &mut pairs {
                let (part, is_whole) = games.begin(round);
                let mut new = Vec::new();
                table.scores[*i][*j] = part.run(make, &mut |game, _| {
                    seen(games, game, &table);
                    new.push(game.clone());
                })?;
                games.played.extend(new);
                if games.is_stopped() {
                    return Ok(table);
                }
                goes_on |= !is_whole;
            }
            if !goes_on {
                break;
            }
        }
        Ok(table)
    }
}

impl Crosstable {
    fn new(names: &[&str]) -> Crosstable {
        Crosstable {
            names: names.iter().map(ToString::to_string).collect(),
            scores: vec![vec![Score::default(); names.len()]; names.len()],
        }
    }

    /// Returns the points that `i` scored against `j`, and the number of games that they have played; both are 0 if one
    /// of them does not exist.
    pub fn points(&self, i: usize, j: usize) -> (f64, u64) {
        let row = self.scores.get(i.min(j));
        let Some(score) = row.and_then(|row| row.get(i.max(j))) else {
            return (0.0, 0);
        };
        let (games, rate) = (score.games(), score.rate());
        let rate = if i <= j { rate } else { 1.0 - rate };
        // Points are multiples of a half, but the rate is rounded.
        let points = (2.0 * rate * games as f64).round() / 2.0;
        (if games == 0 { 0.0 } else { points }, games)
    }

    /// Returns the number of games played.
    pub fn n_games(&self) -> u64 {
        self.scores.iter().flatten().map(Score::games).sum()
    }

    /// Returns the opponents with their ratings and intervals as one line of text, the best first.
    pub fn standing(&self) -> String {
        let ratings = self.ratings();
        let each = self.order(&ratings).into_iter().map(|i| {
            let Rating { elo, half_width } = ratings[i];
            format!("{} {elo:+.0} ±{half_width:.0}", self.names[i])
        });
        each.collect::<Vec<_>>().join(", ")
    }

    /// Returns the indices of the opponents, the best first.
    fn order(&self, ratings: &[Rating]) -> Vec<usize> {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        order.sort_by(|i, j| ratings[*j].elo.total_cmp(&ratings[*i].elo));
        order
    }

    /// Returns the names of the opponents.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.names.iter().map(String::as_str)
    }

    /// Returns the ratings under which the results are most likely. Their average is zero.
    ///
    /// The model is that of Bradley and Terry (*Biometrika* 39, 1952), in which a draw counts as half a win. One more
    /// draw is added to each pairing that was played, so that the ratings of opponents who won every game stay finite.
    /// Zermelo's iteration (*Mathematische Zeitschrift* 29, 1929) finds the maximum, and the normal approximation at
    /// the maximum gives the intervals.
    pub fn ratings(&self) -> Vec<Rating> {
        let n = self.names.len();
        let games = |i, j| match self.points(i, j).1 {
            0 => 0.0,
            _ if i == j => 0.0,
            games => games as f64 + 1.0,
        };
        let won = |i: usize| -> f64 {
            let others = (0..n).filter(|j| games(i, *j) > 0.0);
            others.map(|j| self.points(i, j).0 + 0.5).sum()
        };
        let mut strengths = vec![1.0_f64; n];
        for _ in 0..10_000 {
            let mut change = 0.0_f64;
            for i in 0..n {
                let met: f64 = (0..n)
                    .map(|j| games(i, j) / (strengths[i] + strengths[j]))
                    .sum();
                if met > 0.0 {
                    let new = won(i) / met;
                    change = change.max((new / strengths[i]).ln().abs());
                    strengths[i] = new;
                }
            }
            if change < 1e-9 {
                break;
            }
        }
        let logs: Vec<f64> = strengths.iter().map(|strength| strength.ln()).collect();
        let average = logs.iter().sum::<f64>() / n.max(1) as f64;
        let scale = 400.0 / std::f64::consts::LN_10;
        let information = |i: usize| -> f64 {
            let chance = |j: usize| strengths[i] / (strengths[i] + strengths[j]);
            (0..n)
                .map(|j| games(i, j) * chance(j) * (1.0 - chance(j)))
                .sum()
        };
        (0..n)
            .map(|i| Rating {
                elo: scale * (logs[i] - average),
                half_width: scale * Z95 / information(i).sqrt(),
            })
            .collect()
    }
}

impl fmt::Display for Crosstable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let n = self.names.len();
        let widths = self.names.iter().map(|name| name.chars().count());
        let width = widths.max().unwrap_or(0).max(8);
        let ratings = self.ratings();
        let order = self.order(&ratings);
        write!(
            f,
            "{:>3} {:<width$} {:>6} {:>5} {:>9}",
            "", "", "Elo", "±", "points"
        )?;
        for column in 1..=n {
            write!(f, " {column:>6}")?;
        }
        for (i, place) in order.iter().zip(1..) {
            let played: Vec<(f64, u64)> = order.iter().map(|j| self.points(*i, *j)).collect();
            let points: f64 = played.iter().map(|(points, _)| points).sum();
            let games: u64 = played.iter().map(|(_, games)| games).sum();
            let rating = &ratings[*i];
            let points = format!("{points}/{games}");
            write!(
                f,
                "\n{place:>3} {:<width$} {:>+6.0} {:>5.0} {points:>9}",
                self.names[*i], rating.elo, rating.half_width
            )?;
            for (j, (points, games)) in order.iter().zip(&played) {
                match games {
                    _ if i == j => write!(f, " {:>6}", "-")?,
                    0 => write!(f, " {:>6}", "")?,
                    _ => write!(f, " {points:>6}")?,
                }
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn score(won: u64, drawn: u64, lost: u64) -> Score {
        Score {
            won: [won, 0],
            drawn: [drawn, 0],
            lost: [lost, 0],
            ..Score::default()
        }
    }

    #[test]
    fn two_opponents_have_the_difference_of_their_score() {
        let mut table = Crosstable::new(&["a", "b"]);
        table.scores[0][1] = score(60, 0, 39);
        let ratings = table.ratings();
        // 60.5 of 100, with the added draw.
        let difference = 400.0 * (60.5_f64 / 39.5).log10();
        assert!(
            (ratings[0].elo - ratings[1].elo - difference).abs() < 1e-6,
            "{ratings:?}"
        );
        assert!((ratings[0].elo + ratings[1].elo).abs() < 1e-6);
        // √(1 / (100 · 0.605 · 0.395)) on the scale of Elo.
        let half = Z95 * 400.0 / std::f64::consts::LN_10 / (100.0_f64 * 0.605 * 0.395).sqrt();
        assert!((ratings[0].half_width - half).abs() < 1e-6, "{ratings:?}");
    }

    #[test]
    fn points_are_whole_or_half() {
        for games in 1..=60 {
            for won in 0..games {
                let mut table = Crosstable::new(&["a", "b"]);
                table.scores[0][1] = score(won, 1, games - won - 1);
                let won = won as f64 + 0.5;
                assert_eq!(table.points(0, 1), (won, games));
                assert_eq!(table.points(9, 1), (0.0, 0), "nobody has this number");
                assert_eq!(table.points(1, 0), (games as f64 - won, games));
            }
        }
    }

    #[test]
    fn the_table_is_sorted_and_adds_up() {
        let mut table = Crosstable::new(&["weak", "strong", "middling"]);
        table.scores[0][1] = score(0, 0, 10);
        table.scores[0][2] = score(2, 1, 7);
        table.scores[1][2] = score(6, 2, 2);
        let text = table.to_string();
        let names: Vec<_> = text
            .lines()
            .skip(1)
            .map(|line| line.split_whitespace().nth(1))
            .collect();
        assert_eq!(
            names,
            [Some("strong"), Some("middling"), Some("weak")],
            "{text}"
        );
        assert!(
            text.contains("17/20") && text.contains("10.5/20") && text.contains("2.5/20"),
            "{text}"
        );
        assert!(
            table
                .ratings()
                .iter()
                .all(|rating| rating.elo.is_finite() && rating.half_width.is_finite())
        );
    }
}
