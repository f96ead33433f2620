//! `papergames solve` and `papergames verify`: exact values, and the same values by a second method.

pub(crate) mod brussels;
pub(crate) mod phutball;
pub(crate) mod sos;
pub(crate) mod sprouts;

use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use indicatif::{ProgressBar, ProgressStyle};

use crate::engine::duration;
use crate::game::Playable;
use crate::setup::{ForAnyGame, GameName, Start};

/// Find out who wins, exactly
///
/// The answer is a proof, not an estimate. Sprouts takes a number of spots, a range such as `2..20`, a position or a game,
/// for whose last position the winning moves are listed in the notation of the association unless it has more than 20,000
/// moves, or a string of the solvers as `convert --to glop` writes it, of more than digits. SOS takes boards up to 31 cells, Phutball boards up to 30 playing points; in Brussels
/// Sprouts a theorem knows the answer.
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
  papergames solve sos 4x4 --rules first
  papergames solve phutball 3x9 --rules terminal-rows --store phutball.results")]
pub(crate) struct Solve {
    #[command(flatten)]
    job: Job,
}

/// Prove results again by another method
///
/// Sprouts: the plain search of the literature proves each result from the rules; the nimbers in the store only tell it
/// what to try first. SOS: the table of all boards against the search, or a search that knows only symmetry where the table
/// does not fit the memory. Phutball: each value of the table must follow from those one turn on, with turns found by
/// another way. Brussels Sprouts: a search that knows no theorem.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames verify sprouts 2..8 --store sprouts.results
  papergames verify sos 3x4 --store sos.results
  papergames verify phutball 3x8 --store phutball.results
  papergames verify brussels 2")]
pub(crate) struct Verify {
    #[command(flatten)]
    job: Job,
}

/// What is to be solved, and what that may cost.
#[derive(Args, Debug)]
pub(crate) struct Job {
    #[command(flatten)]
    pub(crate) start: Start,

    /// Keep results in a file, so that a run that was killed goes on where it was.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// The memory for tables, such as `512M` or `2G`; at the limit Sprouts forgets what can be found again.
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub(crate) memory: usize,

    /// How many threads search normal play of Sprouts; misère play, the variants and the other games refuse more than one.
    #[arg(long, value_name = "N", default_value = "1", allow_negative_numbers = true, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: u16,

    /// Give up after so long, such as `30s` or `2h`; each number of spots has this limit for itself.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,

    /// Sprouts: write every position that can be reached, with its nimber and its outcome in misère play, to a file (`-`:
    /// print it). A file that was cut off is continued.
    #[arg(long, value_name = "FILE")]
    pub(crate) all: Option<PathBuf>,

    /// Print one JSON object for each result.
    #[arg(long)]
    pub(crate) json: bool,
}

impl Solve {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            self.job.all.is_none() || self.job.start.game == GameName::Sprouts,
            "expected sprouts for --all, which writes nimbers and misère outcomes"
        );
        self.job.start.game.visit(Task {
            job: &self.job,
            verify: false,
            out,
        })
    }
}

impl Verify {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            self.job.all.is_none(),
            "expected `solve` for --all, found `verify`"
        );
        self.job.start.game.visit(Task {
            job: &self.job,
            verify: true,
            out,
        })
    }
}

struct Task<'a> {
    job: &'a Job,
    verify: bool,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        if self.verify {
            G::verify(self.job, self.out)
        } else {
            G::solve(self.job, self.out)
        }
    }
}

/// Returns a line that is shown on a terminal while a solver works, and nowhere else. It is cut to the width of the
/// terminal.
fn spinner() -> ProgressBar {
    let bar = ProgressBar::new_spinner();
    if let Ok(style) = ProgressStyle::with_template("{spinner} {wide_msg}") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// Reads an amount of memory: a number and perhaps `K`, `M` or `G`.
fn bytes(text: &str) -> Result<usize, String> {
    let end = text
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(text.len());
    let shift = match text[end..].trim_end_matches("iB").trim_end_matches('B') {
        "" => Some(0),
        "K" => Some(10),
        "M" => Some(20),
        "G" => Some(30),
        _ => None,
    };
    let number = text[..end].parse::<usize>().ok();
    let bytes = number
        .zip(shift)
        .and_then(|(number, shift)| number.checked_mul(1 << shift));
    bytes.ok_or_else(|| {
        format!("expected an amount of memory such as `512M` or `2G`, found `{text}`")
    })
}

impl Job {
    /// Refuses more than one thread for a game that one thread solves.
    pub(crate) fn refuse_threads(&self, game: &str) -> Result<()> {
        ensure!(
            self.threads == 1,
            "expected one thread for {game}, which cannot use more, found --threads {}",
            self.threads
        );
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_of_memory_are_read_with_their_units() {
        assert_eq!(bytes("4096"), Ok(4096));
        assert_eq!(bytes("512M"), Ok(512 << 20));
        assert_eq!(bytes("2GiB"), Ok(2 << 30));
        for text in ["", "M", "-1", "1T", "99999999999999999999G"] {
            assert!(bytes(text).is_err(), "{text}");
        }
    }
}
