//! `papergames check`: checks certificates with the independent checker.

use std::fs::File;
use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use ::check::text::shown;
use ::check::work::CheckResult;
use ::check::{AcceptedClaim, Claim, Failure, Limit, Value, Work, check, input};
use anyhow::{Context, Result, ensure};
use clap::Args;
use serde::Serialize;

use crate::json;
use crate::report::{self, UsageError};
use crate::units::duration;

/// Check a proof with a checker that shares no code with the solvers
///
/// Reads a certificate, as `solve … --certificate -o FILE` writes it, and checks each fact with its own code for the
/// rules. Prints what is proved: the position, the game and its variant, the ending, and the value. With `--claim`,
/// refuses a proof of any other claim.
///
/// A claim consists of a game, a setup without the sign `+` or `-`, and the rules. In Sprouts, the rules are `normal`
/// or `misere`, and the variant unless it is standard. In SOS, the setup may be followed by the name of a rule set, as
/// in `sos 3x4 first`; without it, the rule set is `general`. In Sprouts, the setup is a number of spots, optionally
/// with a surface (`3@h1`), or a position in GLOP notation. Write `position` before a position that consists only of
/// digits. In `sprouts 7+` and `sprouts 7-`, the sign already specifies the rules.
///
/// `explore GAME --store FILE` walks through the proof, and `help proof` explains its lines.
///
/// The exit code is 0 if the proof is accepted, 1 if it is refused, and 2 if the command line is invalid or the file
/// cannot be read. It is 3 if the check gave up at the limit; the claim may then be true or false.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames solve sprouts 7 --certificate -o seven.proof
  papergames check seven.proof --claim 'sprouts 7 normal'
  papergames check seven.proof --json
  papergames solve sos 3x4 --rules first --certificate -o sos.proof
  papergames check sos.proof --claim 'sos 3x4 first' --limit 10m")]
pub(crate) struct CheckCommand {
    /// The file with the certificate, or `-` for standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,

    /// What other commands have second: the file after the game.
    #[arg(hide = true)]
    second: Option<PathBuf>,

    /// The claim to prove, without its answer; for example, `sprouts 11 normal`.
    #[arg(long, value_name = "CLAIM")]
    claim: Option<Claim>,

    /// Give up after this time, such as `30s` or `2h30m`.
    #[arg(long, value_name = "TIME", default_value = "1h", value_parser = duration)]
    limit: Duration,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// The exit code of a file that cannot be read.
const UNREADABLE: u8 = 2;

/// The exit code of a check that reached its limit.
const GAVE_UP: u8 = 3;

impl CheckCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode> {
        if let Some(file) = &self.second {
            let (game, file) = (self.file.display(), file.display());
            return Err(UsageError::because(&format!(
                "the file names its game, so leave out `{game}`; use `papergames check \
                 {file}`"
            )));
        }
        let begun = Instant::now();
        let limit = Limit {
            time: self.limit,
            ..Limit::default()
        };
        let work = Work::new(limit, |checked, facts| {
            report::note(&format!("{checked} of {facts} facts checked"));
        });
        let text = match self.read(&work) {
            Ok(text) => text,
            Err(error) => {
                report::print(&error);
                return Ok(ExitCode::from(UNREADABLE));
            }
        };
        let verdict = text.and_then(|text| check(&text, self.claim.as_ref(), &work));
        let seconds = begun.elapsed().as_secs_f64();
        let (line, code) = match verdict {
            Ok(accepted) => {
                if !self.json {
                    let facts = accepted.facts;
                    writeln!(out, "accepted: {accepted}; {facts} facts, {seconds:.2} s")?;
                    writeln!(out, "claim: {}", accepted.claim)?;
                }
                (CheckLine::accepted(&accepted), ExitCode::SUCCESS)
            }
            Err(Failure::Refused(reason)) => (CheckLine::not("refused", reason), ExitCode::FAILURE),
            Err(Failure::GaveUp(reason)) => {
                (CheckLine::not("gave up", reason), ExitCode::from(GAVE_UP))
            }
        };
        if self.json {
            json::print(&CheckLine { seconds, ..line }, out)?;
        } else if let Some(reason) = line.reason {
            writeln!(out, "{}: {reason}", line.verdict)?;
        }
        Ok(code)
    }

    /// Reads the certificate within the limit.
    fn read(&self, work: &Work) -> Result<CheckResult<String>> {
        if self.file.as_os_str() == "-" {
            let read = input::read(|| Ok(io::stdin()), work);
            return read.context("standard input cannot be read");
        }
        let name = shown(&self.file.to_string_lossy());
        let unread = || format!("cannot read `{name}`");
        let found = self.file.metadata().with_context(unread)?;
        // A pipe would wait for its writer, and a device may never end.
        ensure!(
            found.is_file(),
            "`{name}` must be a file, found a folder, a pipe or a device; use `-` to read standard input"
        );
        let path = self.file.clone();
        input::read(|| File::open(path), work).with_context(unread)
    }
}

/// A verdict as JSON.
#[derive(Default, Serialize)]
struct CheckLine {
    verdict: &'static str,
    /// What is proved, in the words of `--claim`.
    claim: Option<String>,
    mover_wins: Option<bool>,
    nimber: Option<u32>,
    points: Option<i32>,
    fact_count: Option<usize>,
    seconds: f64,
    reason: Option<String>,
}

impl CheckLine {
    fn accepted(accepted: &AcceptedClaim) -> CheckLine {
        let (mover_wins, nimber, points) = match accepted.value {
            Value::Wins => (Some(true), None, None),
            Value::Loses => (Some(false), None, None),
            Value::Nimber(nimber) => (Some(nimber > 0), Some(nimber), None),
            Value::Points(points) => (None, None, Some(points)),
        };
        CheckLine {
            verdict: "accepted",
            claim: Some(accepted.claim.to_string()),
            mover_wins,
            nimber,
            points,
            fact_count: Some(accepted.facts),
            ..CheckLine::default()
        }
    }

    fn not(verdict: &'static str, reason: String) -> CheckLine {
        CheckLine {
            verdict,
            reason: Some(reason),
            ..CheckLine::default()
        }
    }
}
