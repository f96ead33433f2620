//! The worker of a cluster: a solver that works on each job for a limited number of nodes.

use core::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};

use common::{Budget, Limit, Nimber};
use rustc_hash::FxHashMap;

use super::message::{
    CoupleEstimate, Job, JobReport, LandFact, LandListing, OptionLands, ProvedEntry,
};
use crate::land::Lands;
use crate::solve::known::{Known, bits};
use crate::solve::search::book::{Book, LandId, UNKNOWN, Visits};
use crate::solve::search::dfpn::Thresholds;
use crate::solve::search::time::{RealTime, Time};
use crate::solve::solver::Solver;
use crate::solve::watch::Watch;
use crate::solve::work::Work;

/// A report contains a land with its children if the job visited a sufficient share of its nodes below the land: at
/// least 1 in this number.
const NEAR: u64 = 2;

/// A worker of a cluster: a solver that does one [`Job`] after another.
///
/// It keeps its findings from one job to the next, so that returning to the same couple costs little. Losing them at
/// any time does not affect the result.
#[derive(Debug)]
pub struct Worker {
    pub(super) solver: Solver,
    memory: u64,
    /// The exclusions that the owner knows, by land.
    sent: FxHashMap<LandId, u64>,
    stop: Option<Arc<AtomicBool>>,
}

impl Worker {
    /// Returns a worker with this much memory, in bytes, and this many threads, which share their findings. The limit
    /// on a job's nodes applies to each thread.
    #[must_use]
    pub fn new(memory: u64, threads: usize) -> Worker {
        let mut solver = Solver::new();
        solver.settings.threads = threads.max(1);
        solver.settings.budget = Budget::new().memory(memory);
        solver.book.visits = Some(Mutex::default());
        Worker {
            solver,
            memory,
            sent: FxHashMap::default(),
            stop: None,
        }
    }

    /// Sets a flag by which another thread ends a job early. What the job has proved by then is reported.
    pub fn stop(&mut self, flag: Arc<AtomicBool>) {
        self.stop = Some(flag);
    }

    /// Works on the job's couple until the couple is solved or the job's nodes are used up.
    pub fn work(&mut self, job: &Job) -> JobReport {
        self.work_in(&RealTime, job)
    }

    /// Works on a job in real or virtual time.
    pub(super) fn work_in(&mut self, time: &impl Time, job: &Job) -> JobReport {
        let before = self.solver.work();
        let renumbered = self.solver.book.renumbered;
        self.learn(job);
        let book = &mut self.solver.book;
        book.visits = Some(Mutex::default());
        let threads = self.solver.settings.threads as u64;
        let budget = Budget::new().memory(self.memory);
        let mut budget = budget.nodes(job.nodes.max(1).saturating_mul(threads));
        budget.stop.clone_from(&self.stop);
        let watch = &mut Watch::new(&budget, usize::MAX, None);
        let (lands, heap): (Lands, u32) = ([job.land.clone()].into_iter().collect(), job.heap);
        let [win, loss, least, win_shift, loss_shift] = job.limits;
        let limits = Thresholds {
            win,
            loss,
            least,
            win_shift,
            loss_shift,
        };
        let end = self.solver.search_in(
            time,
            &lands,
            &|search, ids| match ids {
                [land] => {
                    search.work_on_job(*land, heap, limits, job.least.saturating_mul(threads))
                }
                _ => Ok(()),
            },
            watch,
        );
        if self.solver.book.renumbered > renumbered {
            self.sent.clear();
        }
        let mut report = self.report(job);
        report.work = self.solver.work().since(before);
        if end == Err(Limit::Memory) {
            self.solver.book.keep_dearest(self.memory as usize / 4);
            self.sent.clear();
            report.forgot = true;
        }
        report
    }

    /// Returns the nodes that the last job visited below each couple.
    pub(super) fn visits(&mut self) -> &mut Visits {
        let visits = self.solver.book.visits.get_or_insert_default();
        visits.get_mut().unwrap_or_else(PoisonError::into_inner)
    }

    fn learn(&mut self, job: &Job) {
        let book = &mut self.solver.book;
        for LandFact { land, known } in &job.entries {
            book.expect(land.form(), *known);
        }
        for hint in &job.hints {
            let id = book.intern(hint.land.form());
            if !book.pages[id as usize].has_children() {
                book.note(id, hint.heap, (hint.win, hint.loss));
            }
        }
    }

    fn report(&mut self, job: &Job) -> JobReport {
        let own = self.solver.book.intern(job.land.form());
        // For each land, in order, the nodes below it beside all heaps.
        let mut spent: Vec<(LandId, u64)> = self
            .visits()
            .iter()
            .map(|((land, _), nodes)| (*land, *nodes))
            .chain([(own, 0)])
            .collect();
        spent.sort_unstable();
        spent.dedup_by(|next, kept| {
            let same = next.0 == kept.0;
            kept.1 += if same { next.1 } else { 0 };
            same
        });
        let book = &self.solver.book;
        let threads = self.solver.settings.threads as u64;
        let least = (job.nodes.saturating_mul(threads) / NEAR).max(1);
        let is_near = |id: LandId, nodes: u64| {
            let page = &book.pages[id as usize];
            page.nimber() == UNKNOWN && page.has_children() && (nodes >= least || id == own)
        };
        let near: Vec<LandId> = spent
            .iter()
            .filter_map(|(id, nodes)| is_near(*id, *nodes).then_some(*id))
            .collect();
        let listed = near.iter().map(|id| listed(book, *id)).collect();
        // The lands that the owner will meet in this report, and needs entries for.
        let mut met = near.clone();
        met.push(own);
        for id in &near {
            let children = book.children(*id);
            met.extend(children.iter().flat_map(|(lands, _)| lands));
        }
        met.sort_unstable();
        met.dedup();
        let estimates = met.iter().flat_map(|id| estimates(book, *id)).collect();
        let mut entries = Vec::new();
        // All threads wait for a report, which is why many threads report less.
        let dear = job.dear.saturating_mul(threads.div_ceil(8));
        for (id, nodes) in &spent {
            let has_met = met.binary_search(id).is_ok();
            if *nodes >= dear || has_met {
                // The owner gives this land again if an earlier report was lost.
                prove(book, &mut self.sent, *id, *nodes, *id == own, &mut entries);
            }
        }
        for id in met {
            if spent.binary_search_by_key(&id, |(id, _)| *id).is_err() {
                prove(book, &mut self.sent, id, 0, false, &mut entries);
            }
        }
        JobReport {
            id: job.id,
            work: Work::default(),
            forgot: false,
            entries,
            listed,
            estimates,
        }
    }
}

/// Adds what is proved about a land, without the exclusions that were sent before, unless the owner asks `again`.
fn prove(
    book: &Book,
    sent: &mut FxHashMap<LandId, u64>,
    id: LandId,
    nodes: u64,
    again: bool,
    entries: &mut Vec<ProvedEntry>,
) {
    let page = &book.pages[id as usize];
    let land = || book.land(id);
    if let Some(nimber) = book.nimber(id) {
        let known = Known::Nimber(Nimber(nimber.into()));
        entries.push(ProvedEntry {
            land: land(),
            known,
            nodes,
        });
    } else if page.excluded() != 0 {
        let sent = sent.entry(id).or_default();
        let new = page.excluded() & if again { u64::MAX } else { !*sent };
        *sent |= new;
        entries.extend(bits(new).map(|nimber| ProvedEntry {
            land: land(),
            known: Known::Excluded(1 << nimber),
            nodes,
        }));
    }
}

/// Returns a land with its children.
fn listed(book: &Book, id: LandId) -> LandListing {
    let children = book.children(id);
    // An option without lands is an excluded nimber and is sent as one.
    let open = children.iter().filter(|(lands, _)| !lands.is_empty());
    let options = open.map(|(lands, heap)| OptionLands {
        heap,
        lands: lands.iter().map(|land| book.land(*land)).collect(),
    });
    let closed = children.closed().summary();
    LandListing {
        land: book.land(id),
        options: options.collect(),
        best: closed.best,
        wins: closed.wins,
        undrawn: closed.undrawn,
    }
}

/// Returns the numbers of a land beside the heaps at which it was visited and is not solved.
fn estimates(book: &Book, id: LandId) -> impl Iterator<Item = CoupleEstimate> {
    let page = &book.pages[id as usize];
    let noted = book.all_noted(id).into_iter();
    let noted =
        noted.filter(move |(heap, (win, loss))| !page.is_settled(*heap) && *win > 0 && *loss > 0);
    noted.map(move |(heap, (win, loss))| CoupleEstimate {
        land: book.land(id),
        heap,
        win,
        loss,
    })
}
