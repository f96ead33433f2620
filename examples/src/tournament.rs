//! `papergames tournament`: several opponents, with a crosstable and ratings.

use std::fs;
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};
use play::{Crosstable, Opponent, Rating, TimeUsed};
use serde::Serialize;

use crate::json;
use crate::matches::{Games, append, play_saved};
use crate::start::Start;
use crate::stopping;

/// Let several opponents play a tournament
///
/// Everybody plays everybody, or with `--gauntlet` the first plays all others. Opponents are those of `match`:
/// `random`, a level from 1 to 5, `mcts`, the engines of a game, and `ugi:COMMAND`. Each pair of opponents plays
/// `--games` games, in pairs with the same opening and swapped seats. The table shows points and ratings with 95 %
/// intervals, by the model of Bradley and Terry.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames tournament sos 4x4 --opponents 1,2,3,random --games 20
  papergames tournament sprouts 6 --opponents 4,3,mcts --gauntlet --games 40
  papergames tournament phutball 9x11 --opponents 'engine:3,mcts,ugi:./other-engine' --time 100ms
  papergames tournament sos 5x5 --opponents 2,3,4 --games 100 --save games --resume")]
pub(crate) struct Tournament {
    #[command(flatten)]
    start: Start,

    /// The opponents, with commas between them.
    #[arg(long, value_name = "E,E,…", value_delimiter = ',', required = true)]
    opponents: Vec<String>,

    /// Only the first opponent plays everybody.
    #[arg(long)]
    gauntlet: bool,

    #[command(flatten)]
    games: Games,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl Tournament {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let Tournament {
            opponents,
            games,
            start,
            ..
        } = self;
        let begun = Instant::now();
        stopping::watch(&games.bounds)?;
        ensure!(
            opponents.len() > 1,
            "expected at least two opponents with commas between them, found {}",
            opponents.len()
        );
        let mut sorted = opponents.clone();
        sorted.sort();
        sorted.dedup();
        ensure!(
            sorted.len() == opponents.len(),
            "expected different opponents, found one twice"
        );
        let position = start.position()?;
        let openings = games.read_openings(start.game, &start.rules)?;
        let limits = games.limits();
        let make = |name: &str, seed| Opponent::named(start.game, name, seed, &limits);
        // Find a wrong name before hours of games, not after.
        for name in opponents {
            make(name, games.seed)?;
        }
        if let Some(folder) = &games.save {
            fs::create_dir_all(folder).with_context(|| {
                format!("expected a folder for the games at `{}`", folder.display())
            })?;
        }
        let has_clock = games.clock.control().is_some();
        let names: Vec<&str> = opponents.iter().map(String::as_str).collect();
        let (mut table, mut played_games) = (Crosstable::new(&names), 0);
        let mut times = vec![TimeUsed::default(); names.len()];
        let pairs: Vec<(usize, usize)> = (0..names.len())
            .flat_map(|i| (i + 1..names.len()).map(move |j| (i, j)))
            .filter(|(i, _)| !self.gauntlet || *i == 0)
            .collect();
        let style =
            ProgressStyle::with_template("{msg}: {pos}/{len} games {wide_bar} about {eta} left")?;
        let bar = crate::progress::progress_bar(ProgressBar::new(0)).with_style(style);
        for (i, j) in pairs {
            let of_pair = games.of(&*position, [names[i], names[j]], &openings)?;
            bar.set_length(of_pair.n_games());
            bar.set_message(format!("{} against {}", names[i], names[j]));
            let path = games
                .save
                .as_ref()
                .map(|folder| folder.join(format!("{}-{}.txt", i + 1, j + 1)));
            let of_pair = games.resumed(of_pair, path.as_deref())?;
            let file = match &path {
                Some(path) if games.resume => Some(append(path)?),
                Some(path) => Some(fs::File::create(path)?),
                None => None,
            };
            let (score, time) = play_saved(&of_pair, &make, file, |score| {
                bar.set_position(score.games());
            })?;
            times[i].merge(&time[0]);
            times[j].merge(&time[1]);
            played_games += score.games();
            table.set(i, j, score);
        }
        bar.finish_and_clear();
        if self.json {
            let times = has_clock.then_some(&times[..]);
            let line = Line::of(start.game.about().name, &table, times);
            json::print(&line, out)?;
        } else {
            writeln!(out, "{table}")?;
            for (name, time) in names.iter().zip(&times).filter(|_| has_clock) {
                writeln!(out, "{name}: {time}")?;
            }
        }
        ensure!(
            !stopping::must_stop(),
            stopping::stopped(&format!("{played_games} games"), begun)
        );
        Ok(())
    }
}

/// A tournament as JSON.
#[derive(Serialize)]
struct Line {
    game: &'static str,
    players: Vec<Standing>,
}

#[derive(Serialize)]
struct Standing {
    name: String,
    #[serde(flatten)]
    rating: Rating,
    points: f64,
    games: u64,
    /// The points against each opponent, in the order of the command line; `null` where they did not play.
    against: Vec<Option<f64>>,
    /// The time used, with clocks only.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeUsed>,
}

impl Line {
    fn of(game: &'static str, table: &Crosstable, times: Option<&[TimeUsed]>) -> Line {
        let names: Vec<&str> = table.names().collect();
        let ratings = table.ratings();
        let players = names.iter().enumerate().map(|(i, name)| {
            let met: Vec<(f64, u64)> = (0..names.len()).map(|j| table.points(i, j)).collect();
            Standing {
                name: (*name).to_owned(),
                rating: ratings[i],
                points: met.iter().map(|(points, _)| points).sum(),
                games: met.iter().map(|(_, games)| games).sum(),
                against: met
                    .iter()
                    .map(|(points, games)| (*games > 0).then_some(*points))
                    .collect(),
                time: times.map(|times| times[i]),
            }
        });
        Line {
            game,
            players: players.collect(),
        }
    }
}
