//! Audits of stores, as Python sees them.

use std::path::PathBuf;
use std::sync::mpsc::Sender;

use common::audit::{Audit, Mark};
use common::describe::Refused;
use common::values::Effort;
use common::store::Store;
use common::{Budget, Progress};
use pyo3::prelude::*;

use crate::any::{Name, Playable, with_game};
use crate::error::{refuse, refused};
use crate::limits::Limits;
use crate::verdict::tell;
use crate::waiting::listen;

/// What an audit of a store has found: every result that was looked at follows, or is counted here as unproved.
#[pyclass(name = "Audit", module = "papergames", frozen, get_all)]
#[derive(Debug)]
pub(crate) struct PyAudit {
    /// How many results the store has.
    results: u64,
    /// How many of them follow from the rules and from other proved results.
    proved: u64,
    /// How many follow only if results hold that are not proved.
    resting: u64,
    /// How many are neither proved nor refuted.
    unknown: u64,
    /// The first results that are not proved.
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

impl From<Audit> for PyAudit {
    fn from(audit: Audit) -> PyAudit {
        PyAudit {
            results: audit.results,
            proved: audit.proved,
            resting: audit.resting,
            unknown: audit.unknown,
            examples: audit.examples,
        }
    }
}

fn run<G: Playable>(
    path: &PathBuf,
    budget: Budget,
    sender: &Sender<Progress>,
) -> Result<Audit, Refused> {
    let store = Store::open_read_only(path).map_err(Refused::because)?;
    let progress = &mut |seen: &Progress| {
        let _ = sender.send(seen.clone());
    };
    G::audit(
        &store,
        &mut Mark::default(),
        &mut Effort::new(budget, progress),
    )
}

/// Checks every result of a store against the rules, and against the results that it rests on. Only reads the store.
///
/// Args:
///     game: The name of the game.
///     path: The store, as ``Position.solve`` and the solvers write it.
///     time: The most seconds.
///     nodes: The most positions.
///     progress: Called with the nodes, the seconds and a note.
///
/// Raises:
///     UnfinishedError: If a limit ends the audit.
///     Error: If a result is wrong; the message names it.
#[pyfunction]
#[pyo3(signature = (game, path, *, time=None, nodes=None, progress=None))]
fn audit(
    py: Python<'_>,
    game: &str,
    path: PathBuf,
    time: Option<f64>,
    nodes: Option<u64>,
    progress: Option<Py<PyAny>>,
) -> PyResult<PyAudit> {
    if !path.exists() {
        return Err(refuse(format!(
            "expected a store at `{}`, found no file",
            path.display()
        )));
    }
    let name = Name::read(game)?;
    let budget = Limits::of(time, nodes, None).budget()?;
    let audit = listen(
        py,
        |stop, sender| with_game!(name, G => run::<G>(&path, budget(stop), sender)),
        |py, seen| tell(py, progress.as_ref(), &seen),
    )?;
    audit.map(PyAudit::from).map_err(|error| refused(&error))
}

pub(crate) fn register(m: &Bound<'_, PyModule>) -> PyResult<()> {
    m.add_class::<PyAudit>()?;
    m.add_function(wrap_pyfunction!(audit, m)?)
}
