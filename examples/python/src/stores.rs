//! Audits of stores and checks of certificates, as Python sees them.

use std::path::PathBuf;
use std::sync::Arc;

use papergames::audit::Checkpoint;
use papergames::store::Store;
use papergames::values::Unsolved;
use papergames::{Limit, Unfinished};
use papergames_check::{Failure, Work};
use pyo3::prelude::*;

use crate::error::{bail, refuse, unsolved, whole};
use crate::games::named;
use crate::pickle::pickled;
use crate::waiting::{Callback, limits, seconds, wait, with_effort};

/// The findings of an audit of a store, in which every result either follows from others or is counted as unproved.
#[pyclass(name = "Audit", module = "papergames", frozen, get_all)]
pub(crate) struct PyAudit {
    /// The number of results in the store.
    results: u64,
    /// The number of results that follow from the rules and other proved results.
    proved: u64,
    /// The number of results that follow only if unproved results are true.
    assumed: u64,
    /// The number of results neither proved nor refuted.
    unknown: u64,
    /// The first few results that are not proved.
    examples: Vec<String>,
}

#[pymethods]
impl PyAudit {
    /// Whether every result of the store is proved.
    #[getter]
    fn is_proved(&self) -> bool {
        self.proved == self.results
    }

    fn __repr__(&self) -> String {
        format!(
            "<Audit: {} of {} results proved>",
            self.proved, self.results
        )
    }
}

pickled!(PyAudit, results: u64, proved: u64, assumed: u64, unknown: u64, examples: Vec<String>);

/// Checks every result of a store against the rules and the results from which it follows. The store is only read, but
/// no one can write to it in the meantime. A large store takes about as long as the search that wrote it.
///
/// Args:
///     game: The name of the game.
///     path: The store, as ``Position.solve`` and the solvers write it.
///     time: The most seconds.
///     nodes: The most results.
///     resume: A file in which an audit that a limit or Ctrl-C ends writes how far it came, and from which the next
///         audit of the same store goes on. Its contents are trusted.
///     progress: Called with the number of results checked, the seconds, and a note that contains the share of results.
///
/// Raises:
///     UnfinishedError: If a limit ends the audit.
///     Error: If a result is wrong; the message names it.
#[pyfunction]
#[pyo3(signature = (game, path, *, time=None, nodes=None, resume=None, progress=None))]
pub(crate) fn audit(
    py: Python<'_>,
    game: &str,
    path: PathBuf,
    time: Option<f64>,
    #[pyo3(from_py_with = whole)] nodes: Option<u64>,
    resume: Option<PathBuf>,
    progress: Option<Callback>,
) -> PyResult<PyAudit> {
    if !path.exists() {
        bail!("there is no store at `{}`", path.display());
    }
    let game = named(game)?;
    let budget = limits(time, nodes, None)?;
    let mut checkpoint = match &resume {
        Some(path) if path.exists() => std::fs::read_to_string(path)?.parse().map_err(refuse)?,
        _ => Checkpoint::default(),
    };
    let audit = with_effort(py, budget, progress.as_ref(), None, |effort| {
        let store = Store::open_read_only(path).map_err(Unsolved::because)?;
        game.audit(&store, &mut checkpoint, effort)
    });
    if let Some(path) = resume {
        std::fs::write(path, format!("{checkpoint}\n"))?;
    }
    let audit = audit?;
    Ok(PyAudit {
        results: audit.results,
        proved: audit.proved,
        assumed: audit.assumed,
        unknown: audit.unknown,
        examples: audit.examples,
    })
}

/// Checks a certificate of Sprouts or SOS with a program that shares no code with the solvers.
///
/// Args:
///     text: The text of the certificate, as ``Position.certify`` writes it.
///     claim: What it has to be about, such as ``sprouts 11 normal``; None means anything.
///     time: The most seconds; an hour if None.
///
/// Returns:
///     What it proves, as a sentence.
///
/// Raises:
///     UnfinishedError: If the time is over.
///     Error: If something is wrong with the text, or a fact does not follow, or it is about something else.
#[pyfunction]
#[pyo3(signature = (text, claim=None, *, time=None))]
pub(crate) fn check(
    py: Python<'_>,
    text: &str,
    claim: Option<&str>,
    time: Option<f64>,
) -> PyResult<String> {
    let claim = claim.map(str::parse).transpose().map_err(refuse)?;
    let mut limit = papergames_check::Limit::default();
    limit.time = time.map(seconds).transpose()?.unwrap_or(limit.time);
    let checked = wait(py, |stop| {
        let work = Work::new(limit, |_, _| ()).stop(Arc::clone(stop));
        let checked = papergames_check::check(text, claim.as_ref(), &work);
        checked.map_err(|failure| (failure, work.steps()))
    })?;
    match checked {
        Ok(accepted) => Ok(accepted.to_string()),
        Err((Failure::Refused(reason), _)) => Err(refuse(reason)),
        Err((Failure::GaveUp(_), steps)) => {
            Err(unsolved(Unfinished::new(Limit::Time, steps, limit.time)))
        }
    }
}
