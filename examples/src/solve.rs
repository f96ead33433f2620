//! `papergames solve` and `papergames verify`: find exact values, and confirm them by a second method.

mod answer;
mod audit;
mod catalogue;
mod job;
mod proof;
mod series;
mod starts;
mod task;
mod unnumbered;

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, anyhow, ensure};
use clap::{ArgGroup, Args};
use common::any::TooLargeToPlay;
use common::describe::BoardKind;

use crate::start::Start;

use job::SolveArgs;
use starts::{meant, range};
use task::Task;

/// Find out who wins, exactly
///
/// The answer is proved, not estimated. A setup may contain a range, such as `2..20` or `3x3..5`. In Sprouts, each
/// start in a range uses the results of the starts before it, so it is usually solved much faster than on its own. If
/// the setup is a game, the command solves its last position. A position of Sprouts may also be in GLOP notation, as
/// written by `convert --to glop`; one of digits alone, such as `22`, is a number of spots, and `22.}]!` the position.
/// Boards of SOS may have up to 31 cells, and boards of Phutball up to 30 playing points. For Brussels Sprouts, and on
/// some boards of SOS of any size, the answer comes from a theorem, without a search.
///
/// For a single position, the command also lists the winning moves if the position has at most 20,000 moves and the
/// solver can find the winning ones. A position of SOS with three or more players has no value, so the answer is the
/// result that each player can force even if all others play together.
///
/// Instead of GAME, you can give a sum such as `'sprouts 3 + brussels 2 + *2'`, or a single term such as `'sprouts 5+
/// 1(6)2'`. The command then prints the nimbers of the sum, of its terms and of their moves, and the moves that win.
///
/// Without SETUP, solves a quick example: `sprouts 2..10`, `brussels 2`, `sos 3x4` or `phutball 3x7`.
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
    job: SolveArgs,

    /// In Sprouts, list every reachable position with its nimber and its misère outcome. If the `--output` file exists
    /// but is truncated, complete it.
    #[arg(long, conflicts_with_all = ["json", "store", "threads"])]
    all: bool,

    /// In Sprouts and SOS, write a proof of the answer to the file that `-o` names, which `check` can verify without
    /// any of the solvers' code.
    #[arg(long, requires = "output", conflicts_with_all = ["json", "all"])]
    certificate: bool,

    /// The file to which `--all` or `--certificate` writes.
    #[arg(long, short, value_name = "FILE", requires = "what")]
    output: Option<PathBuf>,
}

/// Prove results again by another method, or audit a store of results
///
/// Each result is computed by two methods that share only the rules, and the two results are compared. If a position
/// has no second method, or a limit is reached, the command reports this and fails; it never skips a position silently.
/// With `--store`, the first method uses the results in the store, so the comparison reveals wrong results in it.
///
/// For Sprouts, the second method is a search by the plain rules (up to about 11 spots, or more with a store). In
/// misère play and Black-and-White Sprouts, it is a general solver of sums (up to about 6 spots), and in Antwerp
/// Sprouts it is alpha-beta (up to about 3 spots). For Brussels Sprouts, it is a search that uses no theorem (up to
/// about 3 crosses). For SOS, the basic solver is either a table of all boards or a search that exploits nothing but
/// symmetry (for boards of up to about 16 cells). For Phutball, it checks that each value in the table follows from the
/// values one turn later.
///
/// For larger positions, use an audit or a certificate. `verify GAME --store FILE` without SETUP audits the store: it
/// derives every result again from the results on which it relies, down to the rules. The audit does not change the
/// store. It fails if a result is wrong or cannot be proved, and prints that result. `solve --certificate` writes a
/// proof that an independent program can check.
///
/// Without SETUP and `--store`, verifies a quick example: `sprouts 2..8`, `brussels 2`, `sos 3x4` or `phutball 3x7`.
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
    job: SolveArgs,

    /// In an audit, keep the progress in this file, and resume from it. The audit trusts this file, so use only a file
    /// that you made.
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
            "--resume continues the audit of a store; use it with --store and without SETUP"
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
    let text = text.context("the setup is missing; add a SETUP after the game")?;
    let is_board = matches!(about.board, BoardKind::Letters | BoardKind::Points);
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
            let large = start
                .game
                .extra::<TooLargeToPlay>()
                .filter(|_| !task.verify);
            let options = start.rules.options();
            if let Some((text, verdict)) = large.and_then(|large| large.0(text, &options)) {
                return task.large(&text, &verdict);
            }
            unnumbered::solve(&mut task, text, reason)
        }
    }
}
