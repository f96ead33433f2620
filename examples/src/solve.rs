//! `papergames solve` and `papergames verify`: find exact values, and confirm them by a second method.

mod answer;
mod audit;
mod catalogue;
mod job;
mod proof;
mod series;
mod starts;
mod task;
mod value;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::{ArgGroup, Args};
use common::describe::Board;

use crate::start::Start;

use job::Job;
use starts::{meant, range};
use task::Task;

/// Find out who wins, exactly
///
/// The answer is a proof, not an estimate. A setup may contain a range, such as `2..20` or `3x3..5`; in Sprouts, each
/// start of a range uses the results of those before it, so most are solved much faster than alone. If the setup is a
/// game, its last position is solved. Sprouts also accepts GLOP notation, as written by `convert --to glop`, unless it
/// is only digits. SOS takes boards up to 31 cells, Phutball boards up to 30 playing points; in Brussels Sprouts a
/// theorem gives the answer.
///
/// The winning moves of a single position are listed if it has at most 20,000 and the solver finds them. With three or
/// more players, in SOS, a position has no value: the answer is what each player can force alone.
///
/// For a sum such as `'sprouts 3 + brussels 2 + *2'` in place of GAME, prints its nimber, those of its terms and of
/// their moves, and the moves that win; a single term, such as `'sprouts 5+ 1(6)2'`, works too.
///
/// Without SETUP, solves a quick example: sprouts 2..10, brussels 2, sos 3x4, phutball 3x7.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").args(["all", "certificate"])))]
#[command(after_help = "Examples:
  papergames solve sprouts 2..12
  papergames solve sprouts 2..11 --misere --json
  papergames solve sprouts 2..12 --store sprouts.results --limit 10m
  papergames solve sprouts 14 --threads 2 --memory 512M
  papergames solve sprouts 2..7 --misere --store misere.results
  papergames solve sprouts '5+ 1(6)2 3(7)4'
  papergames solve sprouts 0.1a1a
  papergames solve sprouts 1..4 --rules black-and-white
  papergames solve sprouts 1..4 --rules antwerp-cold
  papergames solve sprouts 4 --all -o four-spots.txt
  papergames solve sprouts 7 --certificate -o seven.proof
  papergames solve 'sprouts 3 + brussels 2 + *2'
  papergames solve sos 4x4 --rules first
  papergames solve sos 3x4 --certificate -o sos.proof
  papergames solve sos 3x3..5
  papergames solve sos 3x4 --players 3
  papergames solve phutball 3x8 --rules terminal-rows --store phutball.results")]
pub(crate) struct Solve {
    #[command(flatten)]
    job: Job,

    /// For Sprouts: list every reachable position, with its nimber and its misère outcome. A truncated file is
    /// continued.
    #[arg(long, conflicts_with_all = ["json", "store", "threads"])]
    all: bool,

    /// Write a proof of the answer, which `check` checks without any code of the solvers, for Sprouts and SOS.
    #[arg(long, requires = "output", conflicts_with_all = ["json", "all"])]
    certificate: bool,

    /// The file for `--all` or `--certificate`.
    #[arg(long, short, value_name = "FILE", requires = "what")]
    output: Option<PathBuf>,
}

/// Prove results again by another method, or audit a store of results
///
/// Each result is computed by two methods that share only the rules, and compared. If a position has no second method,
/// or a limit stops it, the command reports this and fails; nothing is skipped. With --store, the first method uses the
/// results of the store, so wrong ones are found.
///
/// Sprouts is searched directly by the rules (to about 11 spots, or further with a store), in misère play and
/// Black-and-White by the general solver of sums (about 6 spots), in Antwerp by alpha-beta (about 3). Brussels Sprouts
/// is searched without any theorem (about 3 crosses), SOS by the table of all boards or a search that knows only
/// symmetry (about 16 cells). In Phutball, each value of the table must follow from those one turn later.
///
/// For larger positions, use an audit or a certificate. `verify GAME --store FILE` without SETUP audits the store:
/// every result in it is derived again from the results that it relies on, down to the rules. The store is only read.
/// The audit fails if a result is wrong, and names it, or if a result is not proved. `solve --certificate` writes a
/// proof for an independent program.
///
/// Without SETUP and --store: sprouts 2..8, brussels 2, sos 3x4, phutball 3x7.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames verify sprouts 2..8
  papergames solve sprouts 2..8 --store sprouts.results
  papergames verify sprouts --store sprouts.results --resume sprouts.audit
  papergames verify sprouts 1..3 --rules black-and-white
  papergames verify sprouts 1..5 --misere --json
  papergames verify sos 3x4
  papergames verify phutball 3x7
  papergames verify brussels 2")]
pub(crate) struct Verify {
    #[command(flatten)]
    job: Job,

    /// Audit: keep the progress in this file, and resume from it. The file is trusted, so use only your own.
    #[arg(long, value_name = "FILE", requires = "store")]
    resume: Option<PathBuf>,
}

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let path = self.output.as_deref().unwrap_or(Path::new("-"));
        if self.all {
            return catalogue::write(&self.job, path, out);
        }
        if self.certificate {
            return proof::write(&self.job, path, out);
        }
        solve(Task {
            job: &self.job,
            verify: false,
            out,
        })
    }
}

impl Verify {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        if let (Some(store), None) = (&self.job.store, &self.job.start.setup) {
            return audit::audit(&self.job, store, self.resume.as_deref(), out);
        }
        ensure!(
            self.resume.is_none(),
            "expected --resume with the audit of a store, which has no SETUP"
        );
        solve(Task {
            job: &self.job,
            verify: true,
            out,
        })
    }
}

/// Solves the argument of the command line: a range of starts, a position, or a value.
fn solve(mut task: Task<'_>) -> Result<()> {
    let start = &task.job.start;
    let about = start.game.about();
    let usual = if task.verify {
        about.verified
    } else {
        about.solved
    };
    let text = start.setup.as_deref().or(usual);
    let text = text.context("expected a SETUP, found none")?;
    let is_board = matches!(about.board, Board::Letters | Board::Points);
    ensure!(
        !is_board || text.contains('x') || matches!(range(text), Ok(None)),
        "expected a board, or boards such as `3x5..7`, for {}, found `{text}`",
        about.title
    );
    if let Some(starts) = range(text)? {
        return series::solve(&mut task, &starts);
    }
    let start = Start {
        setup: Some(text.to_owned()),
        ..start.clone()
    };
    match start.position() {
        Ok(mut record) => task.single(&mut *record),
        Err(reason) => {
            let reason = match meant(text) {
                Some(range) => anyhow!("expected a range such as `{range}`, found `{text}`"),
                None => reason,
            };
            value::solve(&mut task, text, reason)
        }
    }
}
