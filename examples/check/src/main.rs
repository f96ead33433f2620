//! `check_proof`: checks a certificate.
//!
//! ```text
//! $ papergames solve sprouts 11 --certificate -o eleven.proof
//! $ check_proof eleven.proof --claim 'sprouts 11 normal'
//! accepted: the player to move wins 0*11, the start with 11 spots, in standard Sprouts, normal play (the last line
//! wins); 221 facts, 0.50 s
//! claim: sprouts 11 normal standard
//! ```
//!
//! Exit codes: 0 if the certificate is accepted, 1 if it is refused, 2 if it cannot be read, 3 if the check gave up at
//! its limit.

#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a program prints"
)]

use std::fs::File;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use papergames_check::text::shown;
use papergames_check::{Claim, Failure, Limit, Work, check, input};

const USAGE: &str = "usage: check_proof FILE [--claim CLAIM] [--limit SECONDS]";

/// What the command line asks for.
struct CheckRequest {
    path: String,
    claim: Option<Claim>,
    limit: Limit,
}

fn asked() -> Result<CheckRequest, String> {
    let (mut path, mut claim, mut limit) = (None, None, Limit::default());
    let mut arguments = std::env::args_os().skip(1).map(|argument| {
        let text = argument.into_string();
        text.map_err(|argument| {
            format!(
                "expected text, found `{}`",
                shown(&argument.to_string_lossy())
            )
        })
    });
    while let Some(argument) = arguments.next().transpose()? {
        let mut value = || arguments.next().unwrap_or(Err(USAGE.to_owned()));
        match argument.as_str() {
            "--claim" => claim = Some(value()?.parse()?),
            "--limit" => {
                let value = value()?;
                let seconds = value.parse().ok();
                let time = seconds.and_then(|seconds| Duration::try_from_secs_f64(seconds).ok());
                limit.time =
                    time.ok_or_else(|| format!("expected seconds, found `{}`", shown(&value)))?;
            }
            _ if path.is_none() && !argument.starts_with("--") => path = Some(argument),
            _ => return Err(USAGE.to_owned()),
        }
    }
    let path = path.ok_or(USAGE)?;
    Ok(CheckRequest { path, claim, limit })
}

fn main() -> ExitCode {
    let asked = match asked() {
        Ok(asked) => asked,
        Err(reason) => {
            eprintln!("{reason}");
            return ExitCode::from(2);
        }
    };
    let begun = Instant::now();
    let work = Work::new(asked.limit, |checked, facts| {
        eprintln!("{checked} of {facts} facts checked");
    });
    let path = asked.path.clone();
    let text = match input::read(|| File::open(path), &work) {
        Ok(text) => text,
        Err(reason) => {
            eprintln!("cannot read {:?}: {reason}", asked.path);
            return ExitCode::from(2);
        }
    };
    match text.and_then(|text| check(&text, asked.claim.as_ref(), &work)) {
        Ok(accepted) => {
            let seconds = begun.elapsed().as_secs_f64();
            println!(
                "accepted: {accepted}; {} facts, {seconds:.2} s",
                accepted.facts
            );
            println!("claim: {}", accepted.claim);
            ExitCode::SUCCESS
        }
        Err(Failure::Refused(reason)) => {
            println!("refused: {reason}");
            ExitCode::FAILURE
        }
        Err(Failure::GaveUp(reason)) => {
            println!("gave up: {reason}");
            ExitCode::from(3)
        }
    }
}
