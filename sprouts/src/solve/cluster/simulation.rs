//! A simulated cluster in virtual time, with a real owner and real workers that run one at a time.

use core::cmp::Reverse;
use core::sync::atomic::{AtomicBool, Ordering};
use std::collections::BinaryHeap;
use std::sync::Arc;

use common::checksum::{START, fnv1a};
use rustc_hash::{FxHashMap, FxHashSet};

use super::message::{Job, JobReport};
use super::owner::{Owner, Policy};
use super::worker::Worker;
use crate::land::{Land, Lands};
use crate::solve::search::book::{LandForm, LandId};
use crate::solve::search::clocks::Clocks;
use crate::solve::work::Work;

/// The number of instructions that a worker or the owner takes to learn an entry.
const LEARN: (u64, u64) = (800, 1_700);

/// The number of instructions for writing and reading a byte of a message.
const BYTE: (u64, u64) = (20, 70);

/// The instructions that the owner takes for each option and each land that it examines, and for each message, not
/// counting its bytes: a quarter of a millisecond, which is spent almost entirely in Ray.
const OWNER: (u64, u64) = (30, 500_000);

/// The settings of a simulated cluster. Time is measured in instructions of one core.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Simulation {
    /// The number of workers.
    pub workers: u64,
    /// The number of threads of each worker. Each thread has its own core.
    pub threads: usize,
    /// The time that a message takes to arrive.
    pub latency: u64,
    /// The time that the owner takes for each option and land that it examines, and for each message. The owner has one
    /// core.
    pub owner: (u64, u64),
    /// The owner's policy for the size of jobs and for the entries that are sent.
    pub policy: Policy,
    /// The interval at which a worker dies in the middle of a job and a new one takes its place, or `None` if no worker
    /// dies.
    pub death_every: Option<u64>,
    /// The time after which the simulation ends without an answer.
    pub until: u64,
}

/// The result of a simulation.
#[derive(Clone, Copy, Debug, PartialEq, Default)]
#[non_exhaustive]
pub struct SimulationResult {
    /// Whether the player to move wins, if the question was settled.
    pub mover_wins: bool,
    /// The time until the question was settled or the simulation ended.
    pub time: u64,
    /// The total time for which workers were busy.
    pub busy: u64,
    /// The time for which the owner was busy.
    pub owner: u64,
    /// The total work of all workers.
    pub work: Work,
    /// The number of lands that each worker met, summed over the workers.
    pub met: u64,
    /// The number of distinct lands that the workers met. The rest of [`met`](SimulationResult::met) counts lands that
    /// several workers met.
    pub distinct: u64,
    /// The number of entries of other workers that were sent to workers.
    pub shared: u64,
    /// The number of jobs that workers have reported.
    pub jobs: u64,
    /// The total size of all jobs, in bytes.
    pub sent: u64,
    /// The total size of all reports, in bytes.
    pub received: u64,
    /// The greatest amount of memory that the owner used, in bytes.
    pub memory: usize,
    /// The number of entries that the owner has when the simulation ends.
    pub entries: usize,
    /// The number of workers that died.
    pub deaths: u64,
    /// The time that the longest chain of dependent jobs takes. A job depends on the one that listed its land, and on
    /// the previous one for the same couple. Even with more workers, these jobs cannot be done in less time.
    pub chain: u64,
}

/// Returns the canonical forms of the lands that a worker's last job visited.
fn visited(worker: &mut Worker) -> impl Iterator<Item = LandForm> {
    let lands: Vec<LandId> = worker.visits().keys().map(|(land, _)| *land).collect();
    lands.into_iter().map(|land| worker.solver.book.form(land))
}

/// The lands that workers met, as hashes of their forms.
#[derive(Default)]
struct MetLands {
    all: FxHashSet<u64>,
    /// The sum over all workers of the lands that they met.
    met: u64,
    by: Vec<FxHashSet<u64>>,
}

impl MetLands {
    fn add(&mut self, number: usize, worker: &mut Worker) {
        for form in visited(worker) {
            let hash = fnv1a(START, &form);
            if self.by[number].insert(hash) {
                self.met += 1;
                self.all.insert(hash);
            }
        }
    }
}

/// The times at which jobs would end if there were a worker for each.
#[derive(Default)]
struct CriticalPaths {
    /// The time at which each land would be listed.
    lands: FxHashMap<Land, u64>,
    /// The time at which the last job of each couple would end.
    couples: FxHashMap<(Land, u32), u64>,
}

impl CriticalPaths {
    /// Adds a job, and returns when it would end.
    fn add(&mut self, job: &Job, report: &JobReport, cost: u64) -> u64 {
        let couple = (job.land.clone(), job.heap);
        let listed = self.lands.get(&job.land).copied().unwrap_or_default();
        let last = self.couples.get(&couple).copied().unwrap_or_default();
        let end = listed.max(last) + cost;
        let options = report.listed.iter().flat_map(|land| &land.options);
        for land in options.flat_map(|option| &option.lands) {
            let at = self.lands.entry(land.clone()).or_insert(end);
            *at = end.min(*at);
        }
        self.couples.insert(couple, end);
        end
    }
}

impl Simulation {
    /// Returns a simulated cluster with the default settings: one thread for each worker, an owner as fast as the real
    /// one, and messages that take a millisecond (2,000,000 instructions).
    #[must_use]
    pub fn new(workers: u64) -> Simulation {
        Simulation {
            workers,
            threads: 1,
            latency: 2_000_000,
            owner: OWNER,
            policy: Policy::default(),
            death_every: None,
            until: u64::MAX,
        }
    }

    /// Solves lands on the simulated cluster.
    pub fn run(&self, lands: &Lands) -> SimulationResult {
        self.run_until(lands, &Arc::default())
    }

    /// Solves lands on the simulated cluster, or ends without an answer soon after another thread has set the flag.
    pub fn run_until(&self, lands: &Lands, stop: &Arc<AtomicBool>) -> SimulationResult {
        let mut owner = Owner::new(lands);
        owner.policy = self.policy;
        let new_worker = || {
            let mut worker = Worker::new(1 << 30, self.threads);
            worker.stop(Arc::clone(stop));
            worker
        };
        // Only one worker runs at a time.
        let clocks = Clocks::new(self.threads);
        let mut workers: Vec<Worker> = (0..self.workers).map(|_| new_worker()).collect();
        let mut names: Vec<u64> = (0..self.workers).collect();
        let mut next_name = self.workers;
        let mut waiting: Vec<usize> = (0..workers.len()).rev().collect();
        // Reports on their way to the owner, by the time of arrival.
        let mut arriving: BinaryHeap<Reverse<(u64, usize)>> = BinaryHeap::new();
        let mut reports: Vec<Option<(JobReport, u64)>> = vec![None; workers.len()];
        let mut found = SimulationResult::default();
        let mut chains = CriticalPaths::default();
        let mut seen = MetLands::default();
        seen.by.resize_with(workers.len(), FxHashSet::default);
        let mut next_death = self.death_every.unwrap_or(u64::MAX);
        let (each, message) = self.owner;
        // The time at which the owner is free.
        let mut free = 0;
        loop {
            let mut scanned = owner.scanned();
            let still: Vec<usize> = core::mem::take(&mut waiting);
            let mut idle = still.into_iter().rev();
            for worker in idle.by_ref() {
                let Some(job) = owner.job(names[worker]) else {
                    waiting.push(worker);
                    break;
                };
                let sent = job.to_bytes().len() as u64;
                let time = each * (owner.scanned() - scanned) + message + BYTE.0 * sent;
                scanned = owner.scanned();
                free += time;
                found.owner += time;
                let report = workers[worker].work_in(&clocks, &job);
                seen.add(worker, &mut workers[worker]);
                let received = report.to_bytes().len() as u64;
                found.work.add(report.work);
                found.shared += job.entries.len() as u64;
                found.sent += sent;
                found.received += received;
                let learnt = LEARN.0 * job.entries.len() as u64 + BYTE.1 * sent + BYTE.0 * received;
                let cost = clocks.restart() + learnt;
                found.busy += report.work.instructions() + learnt;
                found.chain = found.chain.max(chains.add(&job, &report, cost));
                let end = free + self.latency + cost;
                if end > next_death {
                    next_death = end + self.death_every.unwrap_or(u64::MAX / 2);
                    found.deaths += 1;
                    owner.lose(names[worker]);
                    workers[worker] = new_worker();
                    seen.by[worker].clear();
                    names[worker] = next_name;
                    next_name += 1;
                    waiting.push(worker);
                    continue;
                }
                reports[worker] = Some((report, received));
                arriving.push(Reverse((end + self.latency, worker)));
            }
            waiting.extend(idle);
            waiting.reverse();
            let Some(Reverse((time, worker))) = arriving.pop() else {
                if owner.mover_wins().is_none() && !waiting.is_empty() {
                    continue;
                }
                break;
            };
            free = free.max(time);
            if let Some((report, received)) = reports[worker].take() {
                let before = owner.scanned();
                owner.report(&report);
                let learnt = LEARN.1 * report.entries.len() as u64 + BYTE.1 * received;
                let time = each * (owner.scanned() - before) + message + learnt;
                free += time;
                found.owner += time;
            }
            found.jobs += 1;
            waiting.push(worker);
            if found.jobs.is_multiple_of(64) {
                found.memory = found.memory.max(owner.counts().memory);
            }
            let is_stopped = stop.load(Ordering::Relaxed);
            if owner.mover_wins().is_some() || free > self.until || is_stopped {
                break;
            }
        }
        found.memory = found.memory.max(owner.counts().memory);
        found.mover_wins = owner.mover_wins().unwrap_or_default();
        found.time = free;
        found.entries = owner.counts().entries;
        found.distinct = seen.all.len() as u64;
        found.met = seen.met;
        found
    }
}
