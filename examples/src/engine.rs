//! Opponents: what chooses the moves in `play`, `match` and `ugi`.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use clap::Args;
use common::search::{AlphaBeta, Budget, MonteCarlo, Report};
use common::{Game, Record, Seeded};

use crate::game::Playable;

/// An opponent at the game `G`.
pub(crate) trait Engine<G: Game>: Send {
    /// Chooses a move in the last position of `record`, in which somebody is to move.
    fn choose(&mut self, record: &Record<G>, budget: &Budget) -> Result<Choice<G::Move>>;
}

/// A move, and what its chooser thinks of it.
#[derive(Clone, Debug)]
pub(crate) struct Choice<M> {
    pub(crate) m: M,
    /// In the words of a UGI `info` line, such as `depth 3 nodes 512 score cp 20 pv …`; empty where nothing was searched.
    pub(crate) info: String,
    /// What is certain about it; `None` where it is only an estimate.
    pub(crate) proved: Option<Proved>,
}

/// What a move leads to if both sides play their best.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Proved {
    /// Whoever makes it wins.
    Wins,
    /// Nobody does.
    Draws,
    /// Whoever makes it loses, as with every other move.
    Loses,
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Proved::Wins => "wins with best play",
            Proved::Draws => "draws with best play",
            Proved::Loses => "loses against best play, like every other",
        })
    }
}

impl Proved {
    /// Returns what an exact value for the player to move says.
    pub(crate) fn of_value(value: i64) -> Proved {
        match value.signum() {
            1 => Proved::Wins,
            0 => Proved::Draws,
            _ => Proved::Loses,
        }
    }
}

impl<M: fmt::Display + Clone> Choice<M> {
    /// Returns the best move of a search. `value` is what it is worth to the player to move, in hundredths.
    pub(crate) fn of_search(report: &Report<M>, value: i64) -> Result<Choice<M>> {
        let m = report
            .best()
            .context("expected a game that goes on, found it over")?;
        let line: Vec<String> = report.line.iter().map(M::to_string).collect();
        let info = format!(
            "depth {} nodes {} time {} score cp {value} pv {}",
            report.depth,
            report.nodes,
            report.elapsed.as_millis(),
            line.join(" ")
        );
        Ok(Choice {
            m: m.clone(),
            info,
            proved: report.is_proved().then(|| Proved::of_value(value)),
        })
    }
}

/// How well an opponent plays: 1 for a beginner to 5 for the strongest there is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Level(u8);

impl Level {
    /// The strongest.
    pub(crate) const BEST: Level = Level(5);

    /// Returns how much this level thinks about a move unless it is told otherwise.
    ///
    /// Only the strongest looks at the clock, so that the others play the same on every machine.
    pub(crate) fn budget(self) -> Budget {
        match self.0 {
            1 => Budget::new().nodes(30),
            2 => Budget::new().nodes(300),
            3 => Budget::new().nodes(3_000),
            4 => Budget::new().nodes(20_000),
            _ => Budget::new().time(Duration::from_secs(1)),
        }
    }

    /// Returns the number, from 1 to 5.
    pub(crate) fn number(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl FromStr for Level {
    type Err = anyhow::Error;

    fn from_str(text: &str) -> Result<Level> {
        match text.parse() {
            Ok(number @ 1..=5) => Ok(Level(number)),
            _ => bail!("expected a level from 1 (beginner) to 5 (strongest), found `{text}`"),
        }
    }
}

/// How long an opponent may think about one move, instead of what its level does.
#[derive(Args, Clone, Debug, Default)]
pub(crate) struct Thinking {
    /// The time for one move, such as `500ms` or `2s`.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) time: Option<Duration>,

    /// The number of positions or random games to look at for one move.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = clap::builder::RangedI64ValueParser::<u64>::new().range(0..))]
    pub(crate) nodes: Option<u64>,
}

impl Thinking {
    /// Returns the budget asked for, or else that of the level.
    pub(crate) fn budget<G: Playable>(&self, level: Level) -> Budget {
        match (self.time, self.nodes) {
            (None, None) => G::budget(level),
            (time, nodes) => {
                let budget = time.map_or(Budget::new(), |time| Budget::new().time(time));
                nodes.map_or(budget.clone(), |nodes| budget.nodes(nodes))
            }
        }
    }
}

/// Reads a time: a number and `ms`, `s`, `m` or `h`; seconds without a unit.
pub(crate) fn duration(text: &str) -> Result<Duration, String> {
    let end = text
        .find(|c: char| !(c.is_ascii_digit() || c == '.'))
        .unwrap_or(text.len());
    let unit = match &text[end..] {
        "ms" => 1e-3,
        "s" | "" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => f64::NAN,
    };
    let number = text[..end].parse::<f64>().unwrap_or(f64::NAN);
    Duration::try_from_secs_f64(number * unit)
        .map_err(|_| format!("expected a time such as `500ms`, `10s` or `2h`, found `{text}`"))
}

/// Plays any legal move, each equally likely.
#[derive(Debug)]
pub(crate) struct RandomMover(Seeded);

impl RandomMover {
    pub(crate) fn new(seed: u64) -> RandomMover {
        RandomMover(Seeded::new(seed))
    }
}

impl<G: Game> Engine<G> for RandomMover {
    fn choose(&mut self, record: &Record<G>, _: &Budget) -> Result<Choice<G::Move>> {
        let m = record.position().random_move(&mut self.0);
        let m = m.context("expected a game that goes on, found it over")?;
        Ok(Choice {
            m,
            info: String::new(),
            proved: None,
        })
    }
}

impl<G: Playable> Engine<G> for MonteCarlo {
    fn choose(&mut self, record: &Record<G>, budget: &Budget) -> Result<Choice<G::Move>> {
        let report = self.run(record.position(), budget, &mut |_| ());
        let mover = record.position().turn().unwrap_or(common::Player::FIRST);
        Choice::of_search(&report, report.value_for(mover))
    }
}

/// Alpha-beta by the points on the board, for games that points decide.
pub(crate) struct ByPoints<G: common::Scored>(AlphaBeta<G, Points>);

/// The difference of the points, during the game and at its end.
#[derive(Debug)]
pub(crate) struct Points;

impl<G: common::Scored> common::search::Evaluate<G> for Points {
    fn estimate(&self, position: &G) -> i32 {
        let points = |player| position.score(player) as i32;
        100 * (points(common::Player::FIRST) - points(common::Player::SECOND))
    }

    fn finished(&self, position: &G, outcome: common::Outcome) -> i32 {
        // A win is worth more than any points on the way, and a higher win more than a lower one.
        outcome.utility(common::Player::FIRST) * 100_000 + self.estimate(position)
    }
}

impl<G: common::Scored> ByPoints<G> {
    pub(crate) fn new() -> ByPoints<G> {
        ByPoints(AlphaBeta::new(Points))
    }
}

impl<G: Playable + common::Scored> Engine<G> for ByPoints<G> {
    fn choose(&mut self, record: &Record<G>, budget: &Budget) -> Result<Choice<G::Move>> {
        let position = record.position();
        let report = self.0.run(position, budget, &mut |_| ());
        let mover = position.turn().unwrap_or(common::Player::FIRST);
        Choice::of_search(&report, report.value_for(mover))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        assert_eq!(duration("500ms"), Ok(Duration::from_millis(500)));
        assert_eq!(duration("1.5s"), Ok(Duration::from_millis(1500)));
        assert_eq!(duration("2"), Ok(Duration::from_secs(2)));
        assert_eq!(duration("2h"), Ok(Duration::from_secs(7200)));
        for text in ["", "s", "-1s", "1d", "1.2.3s", "999999999999999999999h"] {
            let error = duration(text).unwrap_err();
            assert!(error.ends_with(&format!("found `{text}`")), "{error}");
        }
    }

    #[test]
    fn levels_go_from_one_to_five() {
        for number in 1..=5u8 {
            assert_eq!(
                number.to_string().parse::<Level>().unwrap().number(),
                number
            );
        }
        for text in ["0", "6", "", "high"] {
            assert!(text.parse::<Level>().is_err(), "{text}");
        }
    }
}
