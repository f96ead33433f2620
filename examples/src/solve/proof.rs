//! Writes proofs of answers that independent programs can check.

use std::io::Write;
use std::path::Path;

use anyhow::{Result, bail};
use common::budget::Clock;
use common::{Cost, Verdict};

use crate::input::{beside, existing_store, write_whole};

use super::job::SolveArgs;
use super::starts::range;

/// Solves a position and writes a proof that an independent program can check.
pub(super) fn write(job: &SolveArgs, path: &Path, out: &mut dyn Write) -> Result<()> {
    if let Some(setup) = &job.start.setup
        && matches!(range(setup), Ok(Some(_)))
    {
        bail!(
            "a certificate can only prove one position; give one setup instead of the range `{setup}`"
        );
    }
    let mut record = job.start.position()?;
    job.check_threads(&*record)?;
    let store = job.store.as_deref();
    let mut store = store
        .map(|path| existing_store(&*record, path))
        .transpose()?;
    let clock = Clock::start();
    let proof = job.work(store.as_mut(), |effort| record.values().certify(effort))?;
    write_whole(path, proof.text.as_bytes())?;
    let verdict = Verdict::<String>::new(proof.outcome, Cost::new(0, clock.elapsed()));
    writeln!(
        beside(Some(path), out),
        "{}: {verdict}; {} facts prove it in `{}`; {:.2} s",
        record.position(),
        proof.facts,
        path.display(),
        clock.elapsed().as_secs_f64()
    )?;
    Ok(())
}
