//! `papergames solve` and `papergames verify`: exact values, and the same values by a second method.

use std::any::Any;
use std::collections::HashSet;
use std::fmt::Display;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use clap::Args;
use common::audit::Mark;
use common::describe::{Effort, Kept, Refused, SetupOptions};
use common::format::Reading;
use common::search::Clock;
use common::store::Store;
use common::{Cost, Ending, Limit, Player, Progress, Unfinished, Verdict};
use indicatif::{HumanBytes, ProgressBar, ProgressStyle};
use serde::Serialize;

use crate::input::{Input, read_small, write_whole};
use crate::json::{self, Position, Price};
use crate::sprouts_only;
use crate::stopping;
use crate::typed_setup::{ForAnyGame, GameName, Playable, Start};
use crate::units::{budget, bytes, duration, told};

/// Find out who wins, exactly
///
/// The answer is a proof, not an estimate. A setup may have a range in it, such as `2..20` or `3x3..5`; in Sprouts,
/// each start of a range uses what the starts before it proved, so most are solved much faster than alone. Of a game,
/// the last position is solved. Sprouts also accepts GLOP notation, as written by `convert --to glop`, unless it is
/// only digits. SOS takes boards up to 31 cells, Phutball boards up to 30 playing points; in Brussels Sprouts a theorem
/// knows the answer.
///
/// The winning moves of a single position are listed unless it has more than 20,000 moves. With three and more players,
/// which SOS can have, a position has no value: the answer is what each player can force alone.
///
/// Without SETUP, what is quickly solved: sprouts 2..10, brussels 2, sos 3x4, phutball 3x7.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames solve sprouts 2..12
  papergames solve sprouts 2..11 --misere --json
  papergames solve sprouts 2..20 --store sprouts.results --limit 10m
  papergames solve sprouts 18 --threads 2 --memory 512M
  papergames solve sprouts 12..14 --misere --store misere.results
  papergames solve sprouts '5+ 1(6)2 3(7)4'
  papergames solve sprouts 0.1a1a
  papergames solve sprouts 1..4 --variant black-and-white
  papergames solve sprouts 1..4 --variant antwerp-cold
  papergames solve sprouts 4 --all four-spots.txt
  papergames solve sprouts 11 --certificate eleven.proof
  papergames solve sos 4x4 --rules first
  papergames solve sos 3x4 --certificate sos.proof
  papergames solve sos 3x3..5
  papergames solve sos 3x4 --players 3
  papergames solve phutball 3x9 --rules terminal-rows --store phutball.results")]
pub(crate) struct Solve {
    #[command(flatten)]
    job: Job,

    /// Sprouts: write every reachable position with its nimber and its outcome in misère play to a file (`-`: print
    /// them). A truncated file is continued.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "store", "threads"])]
    all: Option<PathBuf>,

    /// Sprouts and SOS: write a proof of the answer to a file, for a program that does not trust this one to check;
    /// `examples/check_proof.rs` is such a program and describes the format.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["json", "all"])]
    certificate: Option<PathBuf>,
}

/// Prove results again by another method, or audit a store of results
///
/// Each result is found twice, by methods that share only the rules, and compared. If a position has no second method,
/// or a limit ends it, the command says so and fails; it never skips anything. With --store the first method uses the
/// results of the store, so wrong results in a store are found.
///
/// | game | second method | reaches |
/// |---|---|---|
/// | Sprouts | the plain search of the literature, from the rules | about 11 spots; with a store what it solved |
/// | strings such as `0.1a1a` | the same search; in misère play one that knows no theory | about 9 spots; misère 6 |
/// | Sprouts, misère, Black-and-White | the general solver of sums | about 6 spots |
/// | Sprouts, Antwerp | alpha-beta over the positions | about 3 spots |
/// | Brussels Sprouts | a search that knows no theorem | about 3 crosses |
/// | SOS | the table of all boards, or a search that knows only symmetry | about 16 cells |
/// | Phutball | every value of the table follows from those one turn on | every board that `solve` takes |
///
/// Beyond that, an audit or a certificate answers. `verify GAME --store FILE` without SETUP audits the store: every
/// result in it is checked against those that it rests on, down to the rules. The store is only read. The audit fails
/// if a result is wrong, which it names, and if not all results are proved. `solve sprouts N --certificate FILE` writes
/// a proof for an independent program.
///
/// Without SETUP and --store: sprouts 2..8, brussels 2, sos 3x4, phutball 3x7.
#[derive(Args, Debug)]
#[command(
    verbatim_doc_comment,
    after_help = "Examples:
  papergames verify sprouts 2..8 --store sprouts.results
  papergames verify sprouts --store sprouts.results --resume sprouts.audit
  papergames verify sprouts 1..3 --variant black-and-white
  papergames verify sprouts 1..5 --misere --json
  papergames verify sos 3x4 --store sos.results
  papergames verify phutball 3x8 --store phutball.results
  papergames verify brussels 2"
)]
pub(crate) struct Verify {
    #[command(flatten)]
    job: Job,

    /// Audit: note in this file how far it has come, and go on from there.
    #[arg(long, value_name = "FILE", requires = "store")]
    resume: Option<PathBuf>,
}

/// The positions to solve, and the limits.
#[derive(Args, Debug)]
pub(crate) struct Job {
    #[command(flatten)]
    pub(crate) start: Start,

    /// Keep results in a file, so that a killed run resumes where it stopped; `verify` only reads it.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// The memory for tables, such as `512M` or `1.5GiB`; at the limit Sprouts drops what it can recompute.
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub(crate) memory: u64,

    /// The number of threads for normal play of Sprouts and for Phutball; everything else uses one and refuses more.
    #[arg(
        long,
        value_name = "N",
        default_value = "1",
        allow_negative_numbers = true,
        value_parser = clap::value_parser!(u16).range(1..=1024),
    )]
    pub(crate) threads: u16,

    /// The time limit, such as `30s` or `2h30m`, for each position of a range.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,

    /// Print one JSON object for each result.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Job {
    /// Refuses more threads than the solver can use for a position.
    pub(crate) fn check_threads<G: Playable>(&self, position: &G) -> Result<()> {
        let what = match self.start.game {
            GameName::Sprouts => "misère play and for the variants",
            _ => G::title(),
        };
        ensure!(
            usize::from(self.threads) <= position.most_threads(),
            "expected one thread for {what}, which cannot use more, found --threads {}",
            self.threads
        );
        Ok(())
    }
}

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if let Some(path) = &self.all {
            ensure!(
                self.job.start.game == GameName::Sprouts,
                "expected sprouts for --all, which writes nimbers and misère outcomes"
            );
            return sprouts_only::catalogue(&self.job, path, out);
        }
        if let Some(path) = &self.certificate {
            return self.job.start.game.visit(Certify {
                job: &self.job,
                path,
                out,
            });
        }
        self.job.start.game.visit(Task {
            job: &self.job,
            verify: false,
            out,
        })
    }
}

impl Verify {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if let (Some(store), None) = (&self.job.store, &self.job.start.setup) {
            return self.job.start.game.visit(Audit {
                job: &self.job,
                store,
                resume: self.resume.as_deref(),
                out,
            });
        }
        ensure!(
            self.resume.is_none(),
            "expected --resume with the audit of a store, which has no SETUP"
        );
        self.job.start.game.visit(Task {
            job: &self.job,
            verify: true,
            out,
        })
    }
}

/// The most moves that a text lists.
const SHOWN: usize = 24;

/// The verdict about a position.
struct Answer<'a, G: Playable> {
    n: Option<usize>,
    position: &'a G,
    verdict: Verdict<G::Move>,
    /// The second method, in words.
    by: Option<String>,
}

/// An answer as JSON.
#[derive(Default, Serialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    #[serde(flatten)]
    position: Position,
    /// `first`, `second`, … or `draw`; `null` if a limit was reached first.
    winner: Option<String>,
    proved: bool,
    value: Option<String>,
    nimber: Option<u32>,
    margin: Option<i64>,
    turns: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    class: Option<String>,
    moves: Option<Vec<String>>,
    cost: Option<Price>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by: Option<String>,
    /// The limit that was reached, if the answer, the class, the value or the nimber is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// What each of several players can force alone, as JSON.
#[derive(Serialize)]
struct Alone {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    #[serde(flatten)]
    position: Position,
    /// `loss`, `share` or `win` for each player, in the order of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    guarantees: Option<Vec<String>>,
    cost: Option<Price>,
    /// The limit that was reached, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

impl Line {
    fn of<M: Display>(position: Position, verdict: &Verdict<M>) -> Line {
        let name = verdict.worth.as_ref().map(|worth| worth.name.clone());
        let margin = verdict.margin.map(|margin| format!("{margin:+}"));
        let nimber = verdict.nimber.map(|nimber| format!("*{}", nimber.0));
        let moves = verdict.moves.as_ref();
        Line {
            n: None,
            position,
            winner: Some(json::winner(verdict.outcome)),
            proved: true,
            value: name.or(margin).or(nimber),
            nimber: verdict.nimber.map(|nimber| nimber.0),
            margin: verdict.margin,
            turns: verdict.turns,
            class: verdict.class.clone(),
            moves: moves.map(|moves| moves.iter().map(ToString::to_string).collect()),
            cost: Some(verdict.cost.into()),
            by: None,
            stopped: verdict
                .missing
                .as_ref()
                .map(|missing| missing.reason.to_string()),
        }
    }
}

/// Prints what a position is worth in theory.
fn tell_values<M>(verdict: &Verdict<M>, out: &mut dyn Write) -> Result<()> {
    if let Some(class) = &verdict.class {
        writeln!(out, "class: {class}")?;
    }
    if let Some(worth) = &verdict.worth {
        writeln!(out, "value: {worth}")?;
    }
    if let Some(nimber) = verdict.nimber {
        writeln!(out, "nimber: {}", nimber.0)?;
    }
    if let Some(missing) = &verdict.missing {
        writeln!(out, "{}: not found", missing.what)?;
    }
    Ok(())
}

impl<G: Playable> Answer<'_, G> {
    /// Prints the answer in the form that is asked for: as JSON, as the agreement of two methods, as a row of a table,
    /// or in full.
    fn print(&self, json: bool, out: &mut dyn Write) -> Result<()> {
        match (&self.by, self.n) {
            _ if json => {
                let line = Line {
                    n: self.n,
                    by: self.by.clone(),
                    ..Line::of(Position::of_typed(self.position), &self.verdict)
                };
                writeln!(out, "{}", serde_json::to_string(&line)?)?;
                Ok(())
            }
            (Some(by), _) => self.confirm(by, out),
            (None, Some(n)) => self.row(n, out),
            (None, None) => self.tell(out),
        }
    }

    /// Prints the answer about a single position.
    fn tell(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}: {}", self.position, self.verdict)?;
        tell_values(&self.verdict, out)?;
        self.moves(out)?;
        writeln!(out, "{}", self.verdict.cost)?;
        Ok(())
    }

    /// Prints the moves that win, or draw where nothing wins.
    fn moves(&self, out: &mut dyn Write) -> Result<()> {
        let is_won =
            self.position.turn().is_some() && self.position.turn() == self.verdict.winner();
        let what = if is_won {
            "winning moves"
        } else {
            "best moves"
        };
        let Some(moves) = &self.verdict.moves else {
            if is_won {
                writeln!(
                    out,
                    "{what}: not looked for among {} moves",
                    self.position.count_moves()
                )?;
            }
            return Ok(());
        };
        if moves.is_empty() {
            return Ok(());
        }
        // One move for each class of positions that they lead to.
        let mut classes = HashSet::new();
        let is_new = |m: &&G::Move| {
            let child = self.position.child(m);
            child.is_ok_and(|child| classes.insert(child.class()))
        };
        let shown: Vec<String> = moves
            .iter()
            .filter(is_new)
            .map(ToString::to_string)
            .collect();
        writeln!(out, "{what}: {}", shown[..shown.len().min(SHOWN)].join(" "))?;
        if shown.len() > SHOWN {
            writeln!(out, "{} moves in all; --json lists them", moves.len())?;
        } else if shown.len() < moves.len() {
            writeln!(
                out,
                "{} moves in all, of which one is shown for each different result; --json lists all",
                moves.len()
            )?;
        }
        Ok(())
    }

    /// Prints the answer as a row of a table.
    fn row(&self, n: usize, out: &mut dyn Write) -> Result<()> {
        let verdict = &self.verdict;
        let value = verdict.worth.as_ref().map(ToString::to_string);
        let nimber = verdict.nimber.map(|nimber| nimber.0.to_string());
        writeln!(
            out,
            "{n:>3} {:<7} {:>6} {:<24} {:>12} {:>9.2}",
            json::winner(verdict.outcome),
            value.or(nimber).unwrap_or_else(|| "-".into()),
            self.position.published().unwrap_or_default(),
            verdict.cost.nodes,
            verdict.cost.elapsed.as_secs_f64()
        )?;
        Ok(())
    }

    /// Prints that two methods agree.
    fn confirm(&self, by: &str, out: &mut dyn Write) -> Result<()> {
        let what = match self.verdict.margin {
            Some(margin) => format!("the value {margin:+}: {}", self.verdict),
            None if self.verdict.winner().is_none() => "a draw".to_owned(),
            None => format!("that {}", self.verdict),
        };
        let comma = if by.contains(", ") { "," } else { "" };
        // The name of one method is plural.
        let s = if by.starts_with("the values ") {
            ""
        } else {
            "s"
        };
        writeln!(out, "{}: {by}{comma} confirm{s} {what}", self.position)?;
        Ok(())
    }
}

/// Solves a position and writes a proof that a program without our code can check.
struct Certify<'a> {
    job: &'a Job,
    path: &'a Path,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Certify<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let Certify { job, path, out } = self;
        let position: G = job.start.position()?;
        job.check_threads(&position)?;
        let mut store = None;
        if let Some(path) = &job.store {
            let kind = position.store_kind();
            let kind =
                kind.context("expected a position whose results can be stored for --store")?;
            store = Some(Store::open_existing(path, kind)?);
        }
        let clock = Clock::start();
        let bar = spinner();
        let mut progress = |progress: &Progress| bar.set_message(told(progress, job.limit));
        let budget = budget(job.limit, Some(job.memory)).stop(stopping::flag());
        let mut effort = Effort::new(budget, &mut progress);
        effort.threads = usize::from(job.threads);
        effort.store = store.as_mut();
        let proof = position.certify(&mut effort)?;
        bar.finish_and_clear();
        write_whole(path, proof.text.as_bytes())?;
        let verdict = Verdict::<G::Move>::new(proof.outcome, Cost::new(0, clock.elapsed()));
        writeln!(
            out,
            "{position}: {verdict}; {} facts prove it in `{}`; {:.2} s",
            proof.facts,
            path.display(),
            clock.elapsed().as_secs_f64()
        )?;
        Ok(())
    }
}

/// Checks every result of a store.
struct Audit<'a> {
    job: &'a Job,
    store: &'a Path,
    resume: Option<&'a Path>,
    out: &'a mut dyn Write,
}

/// What an audit has found, as JSON.
#[derive(Serialize)]
struct AuditLine<'a> {
    game: &'a str,
    store: String,
    kind: &'a str,
    results: u64,
    proved_results: u64,
    resting: u64,
    unknown: u64,
    /// Whether every result is proved.
    proved: bool,
    /// The first results that are not.
    examples: &'a [String],
    /// What is wrong, or which limit ended the audit.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Reads how far an audit has come from a file that may not be there yet.
fn read_mark(path: &Path) -> Result<Mark> {
    let text = match read_small(path) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(Mark::default()),
        text => text.map_err(Error::from),
    };
    text.and_then(|text| Ok(text.parse()?))
        .with_context(|| format!("expected the file of an audit at `{}`", path.display()))
}

/// How long an audit works before it notes how far it has come.
const NOTED_EVERY: Duration = Duration::from_secs(60);

impl ForAnyGame for Audit<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let Audit { job, out, .. } = self;
        ensure!(
            job.start.rules.options() == SetupOptions::none(),
            "expected no rules for the audit of a store, which has its own"
        );
        ensure!(
            job.threads == 1,
            "expected one thread for the audit of a store, found --threads {}",
            job.threads
        );
        let store = read_store(self.store)?;
        let mut mark = match self.resume {
            Some(path) => read_mark(path)?,
            None => Mark::default(),
        };
        let bar = spinner();
        let mut progress = |progress: &Progress| bar.set_message(told(progress, job.limit));
        let whole = budget(job.limit, Some(job.memory)).stop(stopping::flag());
        let clock = Clock::start();
        let mut slice = NOTED_EVERY;
        let audited = loop {
            let mut left = whole.less(0, clock.elapsed());
            let is_last =
                self.resume.is_none() || left.most_time().is_some_and(|time| time < slice);
            if !is_last {
                left = left.time(slice);
            }
            let before = mark.audit.checked();
            let audited = G::audit(&store, &mut mark, &mut Effort::new(left, &mut progress));
            if let Some(path) = self.resume {
                write_whole(path, format!("{mark}\n").as_bytes())?;
            }
            let is_time = audited.as_ref().is_err_and(|refused| {
                let reason = refused.downcast_ref::<Unfinished>();
                reason.is_some_and(|reason| reason.limit == Limit::Time)
            });
            if is_last || !is_time {
                break audited;
            }
            // A store that takes long to read needs more time.
            if mark.audit.checked() == before {
                slice *= 2;
            }
        };
        bar.finish_and_clear();
        let (found, path) = (&mark.audit, self.store.display());
        if job.json {
            let line = AuditLine {
                game: G::name(),
                store: path.to_string(),
                kind: store.kind(),
                results: found.results,
                proved_results: found.proved,
                resting: found.resting,
                unknown: found.unknown,
                proved: audited.is_ok() && found.is_proved(),
                examples: &found.examples,
                stopped: audited.as_ref().err().map(ToString::to_string),
            };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else if audited.is_ok() || found.checked() > 0 {
            writeln!(out, "{path}: {found}")?;
            for example in &found.examples {
                writeln!(out, "not proved: {example}")?;
            }
        }
        if let Err(reason) = audited {
            let done = mark.audit.checked();
            return Err(Error::from(reason).context(format!("{path}, after {done} results")));
        }
        ensure!(
            mark.audit.is_proved(),
            "{path}: {} of {} results are not proved",
            mark.audit.results - mark.audit.proved,
            mark.audit.results
        );
        Ok(())
    }
}

struct Task<'a> {
    job: &'a Job,
    verify: bool,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(mut self) -> Result<()> {
        let text = match (&self.job.start.setup, self.job.start.game) {
            (Some(text), _) => text.as_str(),
            (None, GameName::Sprouts) if self.verify => "2..8",
            (None, game) => game.quickly_solved(),
        };
        let start = &self.job.start;
        let is_board = matches!(start.game, GameName::Sos | GameName::Phutball);
        ensure!(
            !is_board || text.contains('x') || matches!(range(text), Ok(None)),
            "expected a board, or boards such as `3x5..7`, for {}, found `{text}`",
            G::title()
        );
        if let Some(starts) = range(text)? {
            return self.range::<G>(&starts);
        }
        let start = Start {
            setup: Some(text.to_owned()),
            ..self.job.start.clone()
        };
        let position: G = match start.position() {
            Err(reason) => return self.value::<G>(text, reason),
            Ok(position) => position,
        };
        self.job.check_threads(&position)?;
        if position.players() > 2 {
            return self.guarantees(None, &position);
        }
        let mut store = self.store(&position)?;
        let answer = self.answer(None, &position, store.as_mut(), &mut Kept::default())?;
        answer.print(self.job.json, self.out)?;
        answer
            .verdict
            .missing
            .map_or(Ok(()), |missing| bail!("{missing}"))
    }
}

impl Task<'_> {
    /// Solves a value, such as the string `0.1a1a`, which says how a position of Sprouts plays but has no players.
    /// Refuses anything else with the given reason.
    fn value<G: Playable>(&mut self, text: &str, reason: Error) -> Result<()> {
        let (source, _) = Input::read(text)?;
        let text = source.text.trim();
        let formats = G::formats().into_iter();
        let mut valued = formats.filter_map(|format| match format.read {
            Reading::Values if (format.looks_like)(text) => G::values(format.name),
            _ => None,
        });
        let Some(valued) = valued.find(|valued| (valued.describe)(text).is_ok()) else {
            return Err(reason);
        };
        let what = "a position without numbers";
        let Job { store, threads, .. } = self.job;
        ensure!(store.is_none(), "expected no --store for {what}");
        ensure!(
            *threads == 1,
            "expected one thread for {what}, found --threads {threads}"
        );
        let options = self.job.start.rules.options();
        options.allow(what, &["--misere"])?;
        let budget = budget(self.job.limit, Some(self.job.memory)).stop(stopping::flag());
        let bar = spinner();
        let ending = options.ending_of("")?;
        let (verdict, by) = if self.verify {
            let verified = (valued.verify)(text, ending, &budget)?;
            (verified.verdict, Some(verified.by))
        } else {
            ((valued.solve)(text, ending, &budget)?, None)
        };
        bar.finish_and_clear();
        if self.job.json {
            let position = Position::without_players(G::name(), text);
            let mut line = Line::of(position, &verdict);
            line.by = by;
            writeln!(self.out, "{}", serde_json::to_string(&line)?)?;
            return Ok(());
        }
        let is_won = verdict.winner() == Some(Player::FIRST);
        let who = if is_won { "wins" } else { "loses" };
        if let Some(by) = by {
            writeln!(
                self.out,
                "{text}: {by}, confirms that the player to move {who}"
            )?;
            return Ok(());
        }
        writeln!(self.out, "{text}: the player to move {who}")?;
        tell_values(&verdict, self.out)?;
        writeln!(self.out, "{}", verdict.cost)?;
        Ok(())
    }

    /// Finds what each of three or more players can force alone.
    fn guarantees<G: Playable>(&mut self, n: Option<usize>, position: &G) -> Result<()> {
        let (job, players) = (self.job, position.players());
        ensure!(
            !self.verify,
            "expected a game of two players to verify, found {players}"
        );
        ensure!(
            job.store.is_none(),
            "expected no --store for what {players} players can force alone"
        );
        let bar = spinner();
        let mut progress = |progress: &Progress| bar.set_message(told(progress, job.limit));
        let budget = budget(job.limit, Some(job.memory)).stop(stopping::flag());
        let found = position.guarantees(&mut Effort::new(budget, &mut progress))?;
        bar.finish_and_clear();
        if job.json {
            let each = found.each.iter().map(ToString::to_string).collect();
            let line = Alone {
                n,
                position: Position::of_typed(position),
                guarantees: Some(each),
                cost: Some(found.cost.into()),
                stopped: None,
            };
            writeln!(self.out, "{}", serde_json::to_string(&line)?)?;
            return Ok(());
        }
        writeln!(
            self.out,
            "{position}: what each player can force alone, if all the others play as one"
        )?;
        for (player, guarantee) in Player::all(players).zip(found.each) {
            writeln!(self.out, "{player}: {guarantee}")?;
        }
        writeln!(self.out, "{}", found.cost)?;
        Ok(())
    }

    /// Does the same for a range of starts.
    fn range_of_guarantees<G: Playable>(
        &mut self,
        starts: &Starts<'_>,
        options: &SetupOptions,
    ) -> Result<()> {
        let unsolved = self.each(
            starts,
            options,
            |task, n, position: &G| task.guarantees(Some(n), position),
            |task, n, position, reason| {
                if !task.job.json {
                    writeln!(task.out, "{position}: {reason}")?;
                    return Ok(());
                }
                let line = Alone {
                    n: Some(n),
                    position: Position::of_typed(position),
                    guarantees: None,
                    cost: None,
                    stopped: Some(reason.to_string()),
                };
                writeln!(task.out, "{}", serde_json::to_string(&line)?)?;
                Ok(())
            },
        )?;
        all_solved(&unsolved)
    }

    /// Solves a range of starts.
    fn range<G: Playable>(&mut self, starts: &Starts<'_>) -> Result<()> {
        let options = self.job.start.rules.options();
        let first = G::setup(Some(&starts.setup(*starts.numbers.start())), &options)?;
        self.job.check_threads(&first)?;
        if first.players() > 2 {
            return self.range_of_guarantees::<G>(starts, &options);
        }
        let (mut store, mut kept) = (self.store(&first)?, Kept::default());
        let mut incomplete = Vec::new();
        let (mut with_nimber, mut without) = (false, false);
        let is_table = !(self.job.json || self.verify);
        if is_table {
            let credit = if first.published().is_some() {
                "first solved by"
            } else {
                ""
            };
            writeln!(
                self.out,
                "{:>3} {:<7} {:>6} {credit:<24} {:>12} {:>9}",
                "n", "winner", "value", "nodes", "seconds"
            )?;
        }
        let unsolved = self.each(
            starts,
            &options,
            |task, n, position: &G| {
                let answer = task.answer(Some(n), position, store.as_mut(), &mut kept)?;
                let verdict = &answer.verdict;
                with_nimber |= verdict.nimber.is_some();
                without |= verdict.nimber.is_none();
                if verdict.missing.is_some() {
                    incomplete.push(n.to_string());
                }
                answer.print(task.job.json, task.out)
            },
            |task, n, position, reason| {
                if task.job.json {
                    let line = Line {
                        n: Some(n),
                        position: Position::of_typed(position),
                        stopped: Some(reason.to_string()),
                        ..Line::default()
                    };
                    writeln!(task.out, "{}", serde_json::to_string(&line)?)?;
                } else if task.verify {
                    writeln!(task.out, "{position}: {reason}")?;
                } else {
                    writeln!(task.out, "{n:>3} {:<7} {reason}", "-")?;
                }
                Ok(())
            },
        )?;
        if with_nimber && without && is_table {
            writeln!(
                self.out,
                "nimber -: not 0, since the start is won; the search for the winner did not need to know which"
            )?;
        }
        all_solved(&unsolved)?;
        ensure!(
            incomplete.is_empty(),
            "the winner is proved but not all else is found for n = {}: a limit was reached",
            incomplete.join(", ")
        );
        Ok(())
    }

    /// Solves the starts of a range one after the other. When one reaches a limit, `tell` says so and the next follows.
    /// Returns the numbers of those without an answer.
    fn each<G: Playable>(
        &mut self,
        starts: &Starts<'_>,
        options: &SetupOptions,
        mut solve: impl FnMut(&mut Self, usize, &G) -> Result<()>,
        tell: impl Fn(&mut Self, usize, &G, &Error) -> Result<()>,
    ) -> Result<Vec<String>> {
        let mut unsolved = Vec::new();
        for n in starts.numbers.clone() {
            let position = G::setup(Some(&starts.setup(n)), options)?;
            match solve(self, n, &position) {
                Ok(()) => {}
                Err(reason) if is_unfinished(&reason) && !stopping::is_asked() => {
                    unsolved.push(n.to_string());
                    tell(self, n, &position, &reason)?;
                }
                Err(reason) => return Err(reason.context(format!("n = {n}"))),
            }
            self.out.flush()?;
        }
        Ok(unsolved)
    }

    /// Says what is kept when a search was stopped.
    fn stopped(&self, reason: Refused) -> Error {
        let error = in_units(reason);
        match &self.job.store {
            Some(path) if is_unfinished(&error) => {
                let kept = format!("what was proved is kept in {}: {error}", path.display());
                error.context(kept)
            }
            _ => error,
        }
    }

    /// Opens the store of the job, to verify only to read it.
    fn store<G: Playable>(&self, position: &G) -> Result<Option<Store>> {
        let Some(path) = &self.job.store else {
            return Ok(None);
        };
        let kind = position.store_kind().ok_or_else(|| {
            anyhow!(
                "expected a position whose results can be stored for --store, found `{position}`"
            )
        })?;
        if !self.verify {
            return Ok(Some(Store::open(path, kind)?));
        }
        let store = read_store(path)?;
        store.expect_kind(kind)?;
        Ok(Some(store))
    }

    /// Solves one position, by one method or by two.
    fn answer<'p, G: Playable>(
        &self,
        n: Option<usize>,
        position: &'p G,
        store: Option<&mut Store>,
        kept: &mut Kept,
    ) -> Result<Answer<'p, G>> {
        let job = self.job;
        let bar = spinner();
        let mut progress = |progress: &Progress| bar.set_message(told(progress, job.limit));
        let budget = budget(job.limit, Some(job.memory)).stop(stopping::flag());
        let mut effort = Effort::new(budget, &mut progress);
        effort.threads = usize::from(job.threads);
        effort.every_move = n.is_none() && !self.verify;
        effort.values = true;
        effort.store = store;
        effort.kept = Some(kept);
        let (mut verdict, by) = if self.verify {
            let verified = position.verify(&mut effort).map_err(in_units)?;
            (verified.verdict, Some(verified.by))
        } else {
            let solved = position.solve(&mut effort);
            (solved.map_err(|reason| self.stopped(reason))?, None)
        };
        // The verdict of Brussels Sprouts has the nimber of normal play, which says nothing about misère play.
        let crosses = (position as &dyn Any).downcast_ref::<brussels::Position>();
        if crosses.is_some_and(|crosses| crosses.ending() == Ending::Misere) {
            verdict.nimber = None;
        }
        bar.finish_and_clear();
        Ok(Answer {
            n,
            position,
            verdict,
            by,
        })
    }
}

/// Opens a store that is only read.
fn read_store(path: &Path) -> Result<Store> {
    ensure!(
        path.exists(),
        "expected a store at `{}`, found none",
        path.display()
    );
    Ok(Store::open_read_only(path)?)
}

/// Writes the memory that a table needs in readable units.
fn in_units(refused: Refused) -> Error {
    use phutball::solve::SolveError::OutOfMemory;
    match refused.downcast_ref() {
        Some(OutOfMemory {
            allowed, needed, ..
        }) => anyhow!(
            "expected a table of at most {} (--memory), found a need of {}",
            HumanBytes(*allowed),
            HumanBytes(*needed)
        ),
        _ => refused.into(),
    }
}

/// Refuses a range of which some starts have no answer.
fn all_solved(unsolved: &[String]) -> Result<()> {
    ensure!(
        unsolved.is_empty(),
        "no answer for n = {}: a limit was reached",
        unsolved.join(", ")
    );
    Ok(())
}

/// Returns whether a limit ended the search. Other positions of a range may still be solved.
fn is_unfinished(reason: &Error) -> bool {
    let refused = reason.downcast_ref::<Refused>();
    refused.is_some_and(|refused| refused.downcast_ref::<Unfinished>().is_some())
        || reason.downcast_ref::<Unfinished>().is_some()
}

/// A setup with a range in it, such as `2..20-` or `3x5..9`.
#[derive(Debug, PartialEq, Eq)]
struct Starts<'t> {
    before: &'t str,
    numbers: RangeInclusive<usize>,
    after: &'t str,
}

impl Starts<'_> {
    /// Returns the setup with one of the numbers in place of the range.
    fn setup(&self, n: usize) -> String {
        format!("{}{n}{}", self.before, self.after)
    }
}

/// Reads a setup with a range of numbers in it; `None` if the text has no range.
fn range(text: &str) -> Result<Option<Starts<'_>>> {
    const MOST: usize = 100;
    let Some((left, right)) = text.split_once("..") else {
        return Ok(None);
    };
    let right = right.trim_start_matches('=');
    let begin = left.trim_end_matches(|c: char| c.is_ascii_digit()).len();
    let (before, low) = left.split_at(begin);
    let end = right.find(|c: char| !c.is_ascii_digit());
    let (high, after) = right.split_at(end.unwrap_or(right.len()));
    let is_size = |text: &str| text.chars().all(|c| c == 'x' || c.is_ascii_digit());
    // In the text of a position dots are empty places.
    if low.is_empty() || high.is_empty() || !is_size(before) || after.contains('/') {
        return Ok(None);
    }
    let number = |text: &str| {
        text.parse::<usize>()
            .ok()
            .filter(|n| (1..=MOST).contains(n))
    };
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok(Some(Starts {
            before,
            numbers: low..=high,
            after,
        })),
        _ => bail!("expected a range such as `2..20` within 1 to {MOST}, found `{text}`"),
    }
}

/// Returns a progress line, which is shown only on a terminal and cut to its width.
pub(crate) fn spinner() -> ProgressBar {
    let bar = crate::progress::progress_bar(ProgressBar::new_spinner());
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_told_from_positions() {
        for (text, first, last) in [
            ("2..20", "2", "20"),
            ("2..=5-", "2-", "5-"),
            ("3x5..9", "3x5", "3x9"),
            ("2..4x3:first", "2x3:first", "4x3:first"),
        ] {
            let starts = range(text).expect("a range").expect("a range");
            let ends = [*starts.numbers.start(), *starts.numbers.end()];
            assert_eq!(ends.map(|n| starts.setup(n)), [first, last], "{text}");
        }
        for text in ["5", "..../..../....:1:0-0", "SO./...:1:0-0", "2..x"] {
            assert_eq!(range(text).unwrap(), None, "{text}");
        }
        for text in ["9..2", "0..3", "1..101", "1..99999999999999999999"] {
            assert!(range(text).is_err(), "{text}");
        }
    }
}
