//! The workers of a cluster and their owner, as Python sees them.
//!
//! Messages are bytes, facts are the entries of `sprouts::solve::cluster`, and nothing here depends on how bytes are
//! sent.

use std::collections::BTreeMap;
use std::path::PathBuf;

use papergames::store::Store;
use papergames::{Budget, Unfinished};
use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use sprouts::Ending;
use sprouts::solve::cluster::{Job, JobReport, Owner, Policy, Simulation, Worker};
use sprouts::solve::{Known, stored};

use crate::error::{bail, refuse, whole};
use crate::sprouts_only::{LandsOf, bits};
use crate::waiting::{Shared, wait, wait_or_leave, within};

/// The owner of a cluster, which keeps the search tree near the root and the store, and hands out jobs.
#[pyclass(name = "Owner", module = "papergames.cluster", frozen)]
pub(crate) struct PyOwner(Shared<OwnerState>);

struct OwnerState {
    owner: Owner,
    store: Option<Store>,
}

#[pymethods]
impl PyOwner {
    /// Returns an owner that finds who wins in normal play of Sprouts, from a position, the text of lands, or a number
    /// of starting spots.
    ///
    /// With a path, earlier results are read from the store there, and `save` writes to it.
    #[new]
    #[pyo3(signature = (lands, store=None, *, least=400, most=20_000, share=0.125))]
    fn new(
        py: Python<'_>,
        lands: LandsOf,
        store: Option<PathBuf>,
        #[pyo3(from_py_with = whole)] least: u64,
        #[pyo3(from_py_with = whole)] most: u64,
        share: f64,
    ) -> PyResult<PyOwner> {
        if least == 0 || most < least || !(0.0..=1.0).contains(&share) {
            bail!("`least` must be at least 1 and at most `most`, and `share` must be from 0 to 1");
        }
        let lands = lands.under(Ending::Normal.into())?;
        let mut policy = Policy::default();
        (policy.least, policy.most, policy.share) = (least, most, share);
        let kept = wait_or_leave(py, move || {
            let mut owner = Owner::new(&lands);
            owner.policy = policy;
            let kind = stored::kind(Ending::Normal).ok_or("normal play is stored")?;
            let store = store.map(|path| Store::open(path, kind)).transpose();
            let store = store.map_err(|error| error.to_string())?;
            if let Some(store) = &store {
                owner.load(store).map_err(|error| error.to_string())?;
            }
            Ok::<_, String>(OwnerState { owner, store })
        })?;
        Ok(PyOwner(Shared::new(kept.map_err(refuse)?)))
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        self.0.with(py, |OwnerState { owner, .. }| {
            let known = match owner.mover_wins() {
                Some(true) => "the player to move wins",
                Some(false) => "the player to move loses",
                None => "no answer yet",
            };
            format!("<Owner: {known}, {} facts>", owner.counts().entries)
        })
    }

    /// An owner cannot be pickled, because it has an open store.
    fn __reduce__(&self) -> PyResult<()> {
        Err(PyTypeError::new_err(
            "an owner with an open store cannot be pickled; save it, and create another owner from the store",
        ))
    }

    /// Whether the player to move wins, or `None` while this is not known.
    #[getter]
    fn mover_wins(&self, py: Python<'_>) -> PyResult<Option<bool>> {
        self.0.with(py, |kept| kept.owner.mover_wins())
    }

    /// Returns a job for the worker with a number, or `None` if there is nothing to do until another job ends.
    fn job<'py>(
        &self,
        py: Python<'py>,
        #[pyo3(from_py_with = whole)] worker: u64,
    ) -> PyResult<Option<Bound<'py, PyBytes>>> {
        let job = self
            .0
            .with(py, |kept| kept.owner.job(worker).map(|job| job.to_bytes()))?;
        Ok(job.map(|job| PyBytes::new(py, &job)))
    }

    /// Takes a report, and returns the number of new facts in it. Reports may be lost, late or repeated.
    fn report(&self, py: Python<'_>, report: &[u8]) -> PyResult<usize> {
        let report = py
            .detach(|| JobReport::from_bytes(report))
            .map_err(refuse)?;
        self.0.with(py, |kept| kept.owner.report(&report))
    }

    /// Forgets a worker that has died, so that others will do its job.
    fn lose(&self, py: Python<'_>, #[pyo3(from_py_with = whole)] worker: u64) -> PyResult<()> {
        self.0.with(py, |kept| kept.owner.lose(worker))
    }

    /// Writes new facts to the store. Once this returns, they are not lost even if the owner crashes.
    fn save(&self, py: Python<'_>) -> PyResult<()> {
        let saved = self.0.with(py, |OwnerState { owner, store }| match store {
            Some(store) => owner.save(store),
            None => Ok(()),
        })?;
        saved.map_err(refuse)
    }

    /// Writes new facts to the store and closes it, so that other programs can open it.
    fn close(&self, py: Python<'_>) -> PyResult<()> {
        self.save(py)?;
        self.0.with(py, |kept| kept.store = None)
    }

    /// Returns the facts known so far, in the order in which they were learnt: `= LAND NIMBER` for a nimber, or `! LAND
    /// NIMBER` for one that the land does not have.
    fn facts(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        self.0.with(py, |kept| {
            let mut facts = Vec::new();
            for (land, known) in kept.owner.all_entries() {
                match known {
                    Known::Nimber(nimber) => facts.push(format!("= {land} {nimber}")),
                    Known::Excluded(excluded) => {
                        facts.extend(bits(excluded).map(|nimber| format!("! {land} {nimber}")));
                    }
                }
            }
            facts
        })
    }

    /// Returns counts of the owner's progress: the question's proof and disproof number, the lands in the tree and
    /// those with children, facts, jobs under way, nodes and expansions of all workers, and the owner's memory in
    /// bytes.
    fn counts(&self, py: Python<'_>) -> PyResult<BTreeMap<&'static str, u64>> {
        let now = self.0.with(py, |kept| kept.owner.counts())?;
        let counts = [
            ("win", u64::from(now.win)),
            ("loss", u64::from(now.loss)),
            ("lands", now.lands as u64),
            ("inner", now.inner as u64),
            ("facts", now.entries as u64),
            ("running", now.running as u64),
            ("nodes", now.work.nodes),
            ("expanded", now.work.expanded),
            ("memory", now.memory as u64),
        ];
        Ok(counts.into())
    }
}

/// A worker of a cluster: a solver that does the jobs of an owner.
#[pyclass(name = "Worker", module = "papergames.cluster", frozen)]
pub(crate) struct PyWorker {
    worker: Shared<Worker>,
    memory: u64,
    threads: usize,
}

#[pymethods]
impl PyWorker {
    #[new]
    // 1 GiB; only a literal is shown by `help`.
    #[pyo3(signature = (memory=1_073_741_824, threads=1))]
    fn new(
        #[pyo3(from_py_with = whole)] memory: u64,
        #[pyo3(from_py_with = whole)] threads: usize,
    ) -> PyResult<PyWorker> {
        if threads == 0 {
            bail!("threads must be at least 1");
        }
        Ok(PyWorker {
            worker: Shared::new(Worker::new(memory, threads)),
            memory,
            threads,
        })
    }

    fn __repr__(&self) -> String {
        format!("Worker({}, {})", self.memory, self.threads)
    }

    /// A pickle contains a worker's settings but not what it has learnt, since workers may come and go at any time.
    fn __reduce__<'py>(slf: &Bound<'py, PyWorker>) -> (Bound<'py, PyAny>, (u64, usize)) {
        let worker = slf.get();
        (slf.get_type().into_any(), (worker.memory, worker.threads))
    }

    /// Does a job and returns the report.
    fn work<'py>(&self, py: Python<'py>, job: &[u8]) -> PyResult<Bound<'py, PyBytes>> {
        let job = Job::from_bytes(job).map_err(refuse)?;
        let report = within(py, Budget::new(), |budget| {
            let mut worker = self.worker.get(&budget)?;
            worker.stop(budget.stop.unwrap_or_default());
            Ok::<_, Unfinished>(worker.work(&job).to_bytes())
        })?;
        Ok(PyBytes::new(py, &report))
    }
}

/// Solves a position with simulated workers in virtual time, and returns the time and work that this took.
///
/// Each worker has `threads` cores. Times are in instructions of one core. `latency` is the time that a message takes,
/// `owner` is the time that the owner takes for each option that it examines and for each message, and `death_every` is
/// the time between two deaths of workers. After the time `until`, the simulation ends without an answer. A job
/// contains at most `facts` facts for each of its nodes. While a worker is busy with a couple, its proof numbers are
/// multiplied by `virtual_loss` for the others. The result's `chain` is the time of the longest chain of dependent
/// jobs.
#[pyfunction]
#[pyo3(signature = (
    lands, workers, *, threads=1, latency=2_000_000, owner=None, least=400, most=20_000, share=0.125, facts=10.0,
    virtual_loss=2.0, death_every=None, until=None,
))]
pub(crate) fn simulate(
    py: Python<'_>,
    lands: LandsOf,
    #[pyo3(from_py_with = whole)] workers: u64,
    #[pyo3(from_py_with = whole)] threads: usize,
    #[pyo3(from_py_with = whole)] latency: u64,
    owner: Option<(u64, u64)>,
    #[pyo3(from_py_with = whole)] least: u64,
    #[pyo3(from_py_with = whole)] most: u64,
    share: f64,
    facts: f64,
    virtual_loss: f64,
    #[pyo3(from_py_with = whole)] death_every: Option<u64>,
    #[pyo3(from_py_with = whole)] until: Option<u64>,
) -> PyResult<BTreeMap<&'static str, u64>> {
    if workers == 0 || threads == 0 || least == 0 || most < least {
        bail!(
            "there must be at least one worker and one thread, and `least` must be at least 1 and at most `most`"
        );
    }
    let is_fine = |number: f64, least: f64| number.is_finite() && number >= least;
    if !is_fine(share, 0.0) || !is_fine(facts, 0.0) || !is_fine(virtual_loss, 1.0) {
        bail!("`share` and `facts` must be at least 0, and `virtual_loss` must be at least 1");
    }
    let lands = lands.under(Ending::Normal.into())?;
    let mut simulation = Simulation::new(workers);
    (simulation.threads, simulation.latency) = (threads, latency);
    simulation.owner = owner.unwrap_or(simulation.owner);
    simulation.death_every = death_every;
    simulation.until = until.unwrap_or(simulation.until);
    let policy = &mut simulation.policy;
    (policy.least, policy.most, policy.share) = (least, most, share);
    (policy.facts, policy.virtual_loss) = (facts, virtual_loss);
    let seen = wait(py, |stop| simulation.run_until(&lands, stop))?;
    Ok([
        ("mover_wins", u64::from(seen.mover_wins)),
        ("time", seen.time),
        ("busy", seen.busy),
        ("owner", seen.owner),
        ("jobs", seen.jobs),
        ("nodes", seen.work.nodes),
        ("expanded", seen.work.expanded),
        ("met", seen.met),
        ("distinct", seen.distinct),
        ("shared", seen.shared),
        ("sent", seen.sent),
        ("received", seen.received),
        ("memory", seen.memory as u64),
        ("facts", seen.entries as u64),
        ("deaths", seen.deaths),
        ("chain", seen.chain),
    ]
    .into())
}
