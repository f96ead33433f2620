//! `papergames tournament`: games between several opponents, with a crosstable and ratings.

use std::io::Write;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;

use play::{Crosstable, Match, MatchGame, Opponent, Rating, TimeUsed};
use serde::Serialize;

use crate::input::beside;
use crate::matches::{ForfeitedGame, GamesArgs, print_lost};
use crate::start::Start;
use crate::{json, progress, stopping};

/// Let several opponents play a tournament
///
/// Each opponent plays against every other. With `--gauntlet`, only the first opponent plays against all others. In
/// each round, every pair plays two games with the same opening and swapped seats. `help match` lists the possible
/// opponents. The final table shows points and Bradley-Terry ratings with 95 % confidence intervals.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames tournament sos 4x4 --opponents 1,2,3,random --games 10
  papergames tournament sprouts 5 --opponents 3,2,random --gauntlet --games 10
  papergames tournament sos 3x4 --opponents '2,mcts,ugi:papergames ugi sos' --time 10ms --games 2
  papergames tournament sos 3x4 --opponents 1,2,3 --games 10 -o tournament.txt --resume")]
pub(crate) struct TournamentCommand {
    #[command(flatten)]
    start: Start,

    /// The opponents, separated by commas.
    #[arg(long, value_name = "E,E,…", value_delimiter = ',', required = true)]
    opponents: Vec<String>,

    /// Play only the first opponent against each of the others.
    #[arg(long)]
    gauntlet: bool,

    #[command(flatten)]
    games: GamesArgs,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

impl TournamentCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let (opponents, games, start) = (&self.opponents, &self.games, &self.start);
        let begun = Instant::now();
        stopping::watch(&games.bounds)?;
        ensure!(
            opponents.len() > 1,
            "name at least two opponents, separated by commas, found {}",
            opponents.len()
        );
        let mut sorted = opponents.clone();
        sorted.sort();
        if let Some([name, _]) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
            bail!("each opponent may play only once, but `{name}` is named twice");
        }
        let position = start.position()?;
        let openings = games.read_openings(start.game, &start.rules)?;
        for name in opponents {
            games.check_opponent(start.game, name)?;
        }
        let limits = games.limits();
        let make = |name: &str, seed| Opponent::named(start.game, name, seed, &limits);
        let before = games.played_before()?;
        let has_clock = games.clock.control.is_some();
        let names: Vec<&str> = opponents.iter().map(String::as_str).collect();
        let index = |name: &str| names.iter().position(|other| *other == name).unwrap_or(0);
        let ids = |games: &Match| games.seats(0).map(index);
        // A file of another game is refused before it is changed.
        let first = games.of(&*position, [names[0], names[1]], &openings)?;
        let readable = first.load_own(&before);
        readable.with_context(|| games.named_output())?;
        let shared = Mutex::new(games.log(names.len(), &before)?);
        let log = || shared.lock().unwrap_or_else(PoisonError::into_inner);
        let settings = |names: [&str; 2]| {
            let of_pair = games.of(&*position, names, &openings)?;
            let played = of_pair.load_own(&before)?;
            for game in &played {
                log().add(&of_pair, game, ids(&of_pair));
            }
            Ok(of_pair.resume(played))
        };
        let heroes = if self.gauntlet { 1 } else { names.len() };
        let pairs: usize = (1..=heroes).map(|hero| names.len() - hero).sum();
        let all = pairs as u64 * games.games.next_multiple_of(2);
        let bar = progress::bar(all, "{pos}/{len} games, about {eta} left: {wide_msg}")?;
        let seen = &mut |games: &Match, game: &MatchGame, table: &Crosstable| {
            log().add(games, game, ids(games));
            log().save(games, game);
            bar.set_position(table.n_games() + 1);
            bar.set_message(table.standing());
        };
        let table = play::Tournament::new(&names, &settings)
            .heroes(heroes)
            .run(&make, seen)?;
        bar.finish_and_clear();
        let log = shared
            .into_inner()
            .unwrap_or_else(PoisonError::into_inner)
            .end()?;
        let out = &mut *beside(games.output.as_deref(), out);
        if self.json {
            let times = has_clock.then_some(&log.times[..]);
            let line = TournamentLine::of(start.game.about().name, &table, times, &log.lost);
            json::print(&line, out)?;
        } else {
            writeln!(out, "{table}")?;
            print_lost(&log.lost, out)?;
            for (name, time) in names.iter().zip(&log.times).filter(|_| has_clock) {
                writeln!(out, "{name}: {time}")?;
            }
        }
        ensure!(
            !stopping::must_stop(),
            stopping::stopped(&format!("{} games", table.n_games()), begun)
        );
        Ok(())
    }
}

/// A tournament as JSON.
#[derive(Serialize)]
struct TournamentLine<'a> {
    game: &'static str,
    players: Vec<Standing>,
    /// Every forfeit with its reason.
    reasons: &'a [ForfeitedGame],
}

#[derive(Serialize)]
struct Standing {
    name: String,
    #[serde(flatten)]
    rating: Rating,
    points: f64,
    games: u64,
    /// The points against each opponent, in the order of the command line, or `null` if they did not play each other.
    against: Vec<Option<f64>>,
    /// The time used, if there are clocks.
    #[serde(skip_serializing_if = "Option::is_none")]
    time: Option<TimeUsed>,
}

impl TournamentLine<'_> {
    fn of<'a>(
        game: &'static str,
        table: &Crosstable,
        times: Option<&[TimeUsed]>,
        reasons: &'a [ForfeitedGame],
    ) -> TournamentLine<'a> {
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
        TournamentLine {
            game,
            players: players.collect(),
            reasons,
        }
    }
}
