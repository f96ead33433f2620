//! Audits of stores, which check every result against those from which it follows.

use std::io::{self, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Error, Result, ensure};
use common::Limit;
use common::audit::{Audit, Checkpoint};
use common::budget::Clock;
use common::store::Store;
use common::values::Unsolved;
use serde::Serialize;

use crate::input::{read_small, write_whole};
use crate::json;

use super::job::{SolveArgs, read_store};

/// The findings of an audit, as JSON.
#[derive(Serialize)]
struct AuditLine<'a> {
    game: &'a str,
    store: String,
    kind: &'a str,
    results: u64,
    proved_results: u64,
    assumed: u64,
    unknown: u64,
    /// Whether every result is proved.
    proved: bool,
    /// The first results that are not proved.
    examples: &'a [String],
    /// The number of results that an earlier run has checked, according to the file to resume from, which is trusted.
    #[serde(skip_serializing_if = "Option::is_none")]
    trusted: Option<u64>,
    /// The error, or the limit that ended the audit.
    #[serde(skip_serializing_if = "Option::is_none")]
    stopped: Option<String>,
}

/// Reads the progress of an audit from a file, if it exists.
fn read_mark(path: &Path) -> Result<Checkpoint> {
    // A pipe might never end.
    ensure!(
        path.metadata().is_ok_and(|data| data.is_file()) || !path.exists(),
        "the progress of an audit must be in an ordinary file, found `{}`",
        path.display()
    );
    let text = match read_small(path) {
        Err(reason) if reason.kind() == io::ErrorKind::NotFound => return Ok(Checkpoint::default()),
        text => text.map_err(Error::from),
    };
    text.and_then(|text| Ok(text.parse()?)).with_context(|| {
        format!(
            "cannot read the progress of an audit from `{}`",
            path.display()
        )
    })
}

/// The time between two records of an audit's progress.
const NOTED_EVERY: Duration = Duration::from_mins(1);

/// Checks every result of a store, beginning at the place given by the file to resume from.
pub(super) fn audit(
    job: &SolveArgs,
    path: &Path,
    resume: Option<&Path>,
    out: &mut dyn Write,
) -> Result<()> {
    ensure!(
        job.start.rules.are_none(),
        "leave out the rules, because the store to audit has its own"
    );
    ensure!(
        job.threads == 1,
        "the audit of a store can use only one thread; leave out --threads {}",
        job.threads
    );
    let store = read_store(path)?;
    let mut mark = match resume {
        Some(path) => read_mark(path)?,
        None => Checkpoint::default(),
    };
    let trusted = resume.map(|_| mark.audit.checked());
    let audited = check(job, &store, &mut mark, resume)?;
    let (found, path) = (&mark.audit, path.display());
    if job.json {
        let line = AuditLine {
            game: job.start.game.about().name,
            store: path.to_string(),
            kind: store.kind(),
            results: found.results,
            proved_results: found.proved,
            assumed: found.assumed,
            unknown: found.unknown,
            proved: audited.is_ok() && found.is_proved(),
            examples: &found.examples,
            trusted,
            stopped: audited.as_ref().err().map(ToString::to_string),
        };
        json::print(&line, out)?;
    } else if audited.is_ok() || found.checked() > 0 {
        writeln!(out, "{path}: {found}")?;
        if let Some(trusted) = trusted.filter(|trusted| *trusted > 0) {
            writeln!(
                out,
                "trusted: {trusted} of them were checked before, as the file of --resume says"
            )?;
        }
        for example in &found.examples {
            writeln!(out, "not proved: {example}")?;
        }
    }
    if let Err(reason) = audited {
        let done = found.checked();
        return Err(Error::from(reason).context(format!("{path}, after {done} results")));
    }
    ensure!(
        found.is_proved(),
        "{path}: {} of {} results are not proved",
        found.results - found.proved,
        found.results
    );
    Ok(())
}

/// Checks the results in slices of time, and records the progress after each.
fn check(
    job: &SolveArgs,
    store: &Store,
    mark: &mut Checkpoint,
    resume: Option<&Path>,
) -> Result<Result<Audit, Unsolved>> {
    let game = job.start.game;
    job.work(None, |effort| {
        let (whole, clock) = (effort.budget.clone(), Clock::start());
        let mut slice = NOTED_EVERY;
        loop {
            effort.budget = whole.less(0, clock.elapsed());
            let left = effort.budget.time;
            let is_last = resume.is_none() || left.is_some_and(|time| time < slice);
            if !is_last {
                effort.budget = effort.budget.clone().time(slice);
            }
            let before = mark.audit.checked();
            let audited = game.audit(store, mark, effort);
            if let Some(path) = resume {
                write_whole(path, format!("{mark}\n").as_bytes())?;
            }
            let is_time = matches!(
                &audited,
                Err(Unsolved::Unfinished(reason)) if reason.limit == Limit::Time
            );
            if is_last || !is_time {
                return Ok(audited);
            }
            // A store that takes long to read needs more time.
            if mark.audit.checked() == before {
                slice *= 2;
            }
        }
    })
}
