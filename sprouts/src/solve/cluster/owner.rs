//! The owner of a cluster, which keeps the search tree near the root and knows where each worker is.

use std::collections::BTreeSet;

use common::Nimber;
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::message::{CoupleEstimate, Job, JobReport, LandFact, ProvedEntry};
use crate::land::{Land, Lands, Reductions};
use crate::rules::Variant;
use crate::solve::known::{Known, bits};
use crate::solve::search::book::{
    Book, Children, ClosedSummary, INFINITE, LandId, Page, UNKNOWN, push_option,
};
use crate::solve::search::dfpn::{Child, Thresholds, UNBOUNDED};
use crate::solve::work::Work;

/// The lands of a sum.
type SumIds = SmallVec<[LandId; 6]>;

/// The policy by which an [`Owner`] chooses how large jobs are and which entries it sends to workers.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Policy {
    /// The minimum number of nodes that each thread of a worker visits for a job, unless the job's couple is solved
    /// sooner.
    pub least: u64,
    /// The maximum number of nodes that each thread of a worker visits for a job.
    pub most: u64,
    /// The maximum number of nodes of a job, as a fraction of the average number that a worker has visited so far.
    pub share: f64,
    /// A job ends once the proof numbers of its couple exceed, by more than this factor, those at which another couple
    /// looks cheaper.
    pub slack: f64,
    /// The greatest number of other workers' entries that a job contains, as a multiple of the number of its nodes.
    pub facts: f64,
    /// An entry is reported and sent to others if it cost at least this many nodes. Most entries cost one node, and
    /// passing them all on would keep the owner busy with nothing else.
    pub cheap: u64,
    /// An entry is reported and sent to others if it cost at least this many nodes for each worker. Every worker spends
    /// time on learning the entry, but only the few that reach its land save nodes.
    pub dear: f64,
    /// The factor by which the owner raises a couple's proof numbers for each worker that is busy with it, so that
    /// others work elsewhere.
    pub virtual_loss: f64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy {
            least: 400,
            most: 20_000,
            share: 0.125,
            slack: 1.0,
            facts: 10.0,
            cheap: 16,
            dear: 1.0 / 64.0,
            virtual_loss: 2.0,
        }
    }
}

/// The minimum number of nodes of a job: enough to list some children.
const LEAST: u64 = 16;

/// A couple with which a worker is busy.
#[derive(Clone, Copy, Debug)]
struct BusyCouple {
    /// Its own proof and disproof numbers, before its children are taken into account.
    now: (u32, u32),
    /// The number of times that the [virtual loss](Policy::virtual_loss) is added to its numbers.
    times: u32,
}

/// An entry, and who found it: a worker, or the owner itself.
#[derive(Clone, Copy, Debug)]
struct Discovery {
    land: LandId,
    known: Known,
    by: Option<u64>,
}

/// A worker as the owner remembers it.
#[derive(Debug, Default)]
struct Colleague {
    /// The number of entries of each price that were sent to it.
    sent: [usize; PRICES],
}

/// The number of prices. The price of an entry is the number of nodes that it cost, in powers of two.
const PRICES: usize = 16;

/// The price of an entry that cost this many nodes.
fn price(nodes: u64) -> usize {
    (nodes.max(1).ilog2() as usize).min(PRICES - 1)
}

/// The price of an entry that the owner proves from others, and of one from a store.
const OWN: u64 = 1 << (PRICES - 1);

/// Counts of an [`Owner`]'s progress.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct OwnerProgress {
    /// The proof number of the root: an estimate of the work left to prove that the player to move wins.
    pub win: u32,
    /// The disproof number of the root: an estimate of the work left to prove that the player to move loses.
    pub loss: u32,
    /// The number of lands in the owner's tree.
    pub lands: usize,
    /// The number of lands in the tree that have children there.
    pub inner: usize,
    /// The number of entries that the owner has.
    pub entries: usize,
    /// The number of jobs that workers are working on.
    pub running: usize,
    /// The approximate amount of memory that the owner uses, in bytes.
    pub memory: usize,
    /// The total work of all reported jobs.
    pub work: Work,
}

/// The owner of a cluster, which keeps the search tree near the root, hands out jobs, and collects what is proved.
#[derive(Debug)]
pub struct Owner {
    book: Book,
    root: Vec<LandId>,
    /// The lands that have an option with this land.
    parents: Vec<Vec<LandId>>,
    busy: FxHashMap<(LandId, u32), BusyCouple>,
    jobs: FxHashMap<u64, (LandId, u32, u64)>,
    workers: FxHashMap<u64, Colleague>,
    /// Whether a worker was lost.
    has_lost: bool,
    found: Vec<Discovery>,
    /// The entries of each price, by number.
    prices: [Vec<u32>; PRICES],
    /// The number of entries taken by [`new_entries`](Owner::new_entries).
    #[cfg(feature = "store")]
    taken: usize,
    next: u64,
    /// The policy for the size of jobs and for the entries that are sent.
    pub policy: Policy,
    work: Work,
    stale: BTreeSet<(u8, LandId)>,
    scanned: u64,
}

/// Returns the number of options and of their lands.
fn words(children: &Children) -> u64 {
    children
        .iter()
        .map(|(lands, _)| 1 + lands.len() as u64)
        .sum()
}

impl Owner {
    /// Returns an owner that finds out whether the player to move wins on these lands in normal play.
    #[must_use]
    pub fn new(lands: &Lands) -> Owner {
        let mut owner = Owner {
            book: Book::of(Variant::default()),
            root: Vec::new(),
            parents: Vec::new(),
            busy: FxHashMap::default(),
            jobs: FxHashMap::default(),
            workers: FxHashMap::default(),
            has_lost: false,
            found: Vec::new(),
            prices: Default::default(),
            #[cfg(feature = "store")]
            taken: 0,
            next: 0,
            policy: Policy::default(),
            work: Work::default(),
            stale: BTreeSet::new(),
            scanned: 0,
        };
        let lands = lands.reduced(Reductions::ALL);
        owner.root = lands.iter().map(|land| owner.intern(land)).collect();
        owner
    }

    /// Returns whether the player to move wins, or `None` while this is not known.
    pub fn mover_wins(&self) -> Option<bool> {
        let now = self.book.sum_numbers(&self.root, 0);
        (now.win == 0 || now.loss == 0).then_some(now.win == 0)
    }

    /// Returns counts of the owner's progress.
    pub fn counts(&self) -> OwnerProgress {
        let now = self.book.sum_numbers(&self.root, 0);
        let has_children = |page: &&Page| page.has_children();
        let entries = |page: &Page| match page.nimber() {
            UNKNOWN => page.excluded().count_ones() as usize,
            _ => 1,
        };
        let parents: usize = self.parents.iter().map(|p| 4 * p.capacity() + 24).sum();
        let found = self.found.len() * (size_of::<Discovery>() + size_of::<u32>());
        OwnerProgress {
            win: now.win,
            loss: now.loss,
            lands: self.book.pages.len(),
            inner: self.book.pages.iter().filter(has_children).count(),
            entries: self.book.pages.iter().map(entries).sum(),
            running: self.jobs.len(),
            memory: self.book.memory() + parents + found,
            work: self.work,
        }
    }

    /// Returns the number of options that the owner has examined and of their lands, the measure of its own work.
    #[cfg_attr(
        not(feature = "cluster"),
        expect(dead_code, reason = "only the simulation asks")
    )]
    pub(super) fn scanned(&self) -> u64 {
        self.scanned
    }

    /// Adds an entry without checking it. Returns whether it is new.
    #[cfg(feature = "store")]
    pub(super) fn learn(&mut self, land: &Land, known: Known) -> bool {
        self.learn_from(land, known, None, OWN)
    }

    fn learn_from(&mut self, land: &Land, mut known: Known, by: Option<u64>, nodes: u64) -> bool {
        let land = self.intern(land);
        let page = &self.book.pages[land as usize];
        if let Known::Excluded(excluded) = &mut known {
            *excluded &= !page.excluded();
        }
        if page.nimber() != UNKNOWN || known == Known::Excluded(0) {
            return false;
        }
        self.book.join(land, known);
        self.mark_stale(land);
        self.keep(Discovery { land, known, by }, nodes);
        true
    }

    fn keep(&mut self, found: Discovery, nodes: u64) {
        self.prices[price(nodes)].push(self.found.len() as u32);
        self.found.push(found);
    }

    /// Keeps an entry that the owner proves from others.
    fn prove(&mut self, land: LandId, known: Known) {
        self.book.join(land, known);
        let by = None;
        self.keep(Discovery { land, known, by }, OWN);
    }

    fn entry(&self, found: &Discovery) -> (Land, Known) {
        (self.land(found.land), found.known)
    }

    /// Returns all entries, in the order in which they were added.
    pub fn all_entries(&self) -> impl Iterator<Item = (Land, Known)> {
        self.found.iter().map(|found| self.entry(found))
    }

    /// Returns what is known about a land.
    #[cfg(any(test, feature = "store"))]
    pub(super) fn known(&self, land: &Land) -> Option<Known> {
        self.book.known(land.form())
    }

    /// Returns the entries that were added since the last call.
    #[cfg(feature = "store")]
    pub(super) fn new_entries(&mut self) -> impl Iterator<Item = (Land, Known)> {
        let from = core::mem::replace(&mut self.taken, self.found.len());
        self.found[from..].iter().map(|found| self.entry(found))
    }

    /// Returns the number of nodes that an entry must have cost to be reported and sent to others.
    fn least(&self) -> u64 {
        let dear = (self.policy.dear * self.workers.len() as f64) as u64;
        dear.max(self.policy.cheap).max(1).next_power_of_two()
    }

    /// Takes entries of other workers that this worker has not received yet, the most expensive first.
    pub(super) fn share(&mut self, worker: u64, most: usize) -> Vec<(Land, Known)> {
        let cheap = price(self.least());
        let mut colleague = self.workers.remove(&worker).unwrap_or_default();
        let mut entries = Vec::new();
        let dear = self.prices.iter().zip(&mut colleague.sent).skip(cheap);
        for (price, sent) in dear.rev() {
            while let Some(&next) = price.get(*sent)
                && entries.len() < most
            {
                *sent += 1;
                let found = &self.found[next as usize];
                let is_exclusion = matches!(found.known, Known::Excluded(_));
                let stale = is_exclusion && self.book.nimber(found.land).is_some();
                if found.by != Some(worker) && !stale {
                    entries.push(self.entry(found));
                }
            }
        }
        self.workers.insert(worker, colleague);
        entries
    }

    /// Removes a lost worker and its job.
    pub fn lose(&mut self, worker: u64) {
        self.has_lost |= self.workers.remove(&worker).is_some();
        let lost: Vec<u64> = self
            .jobs
            .iter()
            .filter(|(_, job)| job.2 == worker)
            .map(|(id, _)| *id)
            .collect();
        for id in lost {
            self.end(id);
        }
        self.update();
    }

    /// Returns a job for a worker, or `None` if there is no work until another job ends.
    pub fn job(&mut self, worker: u64) -> Option<Job> {
        self.workers.entry(worker).or_default();
        self.update();
        let (land, heap, limits) = self.choose()?;
        let id = self.next;
        self.next += 1;
        let hints = self.hints(land, heap);
        self.occupy(land, heap);
        self.jobs.insert(id, (land, heap, worker));
        let share = self.policy.share * self.work.nodes as f64 / self.workers.len() as f64;
        let least = self.policy.least.max(LEAST);
        let nodes = (share as u64).clamp(least, self.policy.most.max(least));
        let entries = self.share(worker, (nodes as f64 * self.policy.facts) as usize);
        let entries = entries
            .into_iter()
            .map(|(land, known)| LandFact { land, known });
        Some(Job {
            id,
            land: self.land(land),
            heap,
            limits: {
                let l = limits.widened(self.policy.slack);
                [l.win, l.loss, l.least, l.win_shift, l.loss_shift]
            },
            least: self.policy.least,
            nodes,
            dear: self.least(),
            hints,
            entries: entries.collect(),
        })
    }

    /// Processes a report and returns the number of new entries in it. Reports on unknown or finished jobs are accepted
    /// too.
    pub fn report(&mut self, report: &JobReport) -> usize {
        let before = self.found.len();
        self.work.add(report.work);
        let ended = self.end(report.id);
        if report.forgot
            && let Some((.., worker)) = ended
        {
            self.workers.remove(&worker);
        }
        let by = ended.map(|(.., worker)| worker);
        for ProvedEntry { land, known, nodes } in &report.entries {
            self.learn_from(land, *known, by, *nodes);
        }
        for listed in &report.listed {
            let id = self.intern(&listed.land);
            if self.book.nimber(id).is_some() {
                continue;
            }
            let mut options = Vec::new();
            for option in &listed.options {
                let mut heap = option.heap;
                let mut ids: SumIds = SumIds::new();
                for land in &option.lands {
                    let part = self.intern(land);
                    match self.book.nimber(part) {
                        Some(nimber) => heap ^= u32::from(nimber),
                        None => ids.push(part),
                    }
                }
                if ids.is_empty() {
                    self.book.exclude(id, 1 << heap);
                    continue;
                }
                ids.sort_unstable();
                for part in &ids {
                    let parents = &mut self.parents[*part as usize];
                    if !parents.contains(&id) {
                        parents.push(id);
                    }
                }
                push_option(&mut options, &ids, heap);
            }
            self.book.tidy(id);
            let closed = ClosedSummary {
                best: listed.best,
                wins: listed.wins,
                undrawn: listed.undrawn,
            };
            self.book.enter_listed(id, &options, closed);
            let lives = self.book.pages[id as usize].lives();
            self.stale.insert((lives, id));
        }
        for CoupleEstimate {
            land,
            heap,
            win,
            loss,
        } in &report.estimates
        {
            let id = self.intern(land);
            let page = &self.book.pages[id as usize];
            if page.is_settled(*heap) {
                continue;
            }
            if page.has_children() {
                let lives = page.lives();
                if self.book.noted(id, *heap).is_none() {
                    self.book.note(id, *heap, (*win, *loss));
                }
                self.stale.insert((lives, id));
                continue;
            }
            let own = ended.is_some_and(|(land, own, _)| (land, own) == (id, *heap));
            let old = self.book.couple_numbers(id, *heap);
            if let Some(busy) = self.busy.get_mut(&(id, *heap)) {
                busy.now = (*win, *loss);
                continue;
            }
            if own || win.saturating_add(*loss) > old.win.saturating_add(old.loss) {
                self.book.note(id, *heap, (*win, *loss));
                self.mark_stale(id);
            }
        }
        self.update();
        self.found.len() - before
    }

    /// Notes that a worker is busy with a couple.
    fn occupy(&mut self, land: LandId, heap: u32) {
        let now = self.book.couple_numbers(land, heap);
        let busy = BusyCouple {
            now: (now.win, now.loss),
            times: 1,
        };
        self.busy.insert((land, heap), busy);
        self.refresh(land, heap);
        self.mark_stale(land);
        self.update();
    }

    /// Notes that no one works on a couple any more.
    fn leave(&mut self, land: LandId, heap: u32) {
        if let Some(busy) = self.busy.remove(&(land, heap)) {
            let page = &self.book.pages[land as usize];
            if !page.is_settled(heap) {
                self.book.note(land, heap, busy.now);
            }
        }
        let lives = self.book.pages[land as usize].lives();
        self.stale.insert((lives, land));
        self.mark_stale(land);
    }

    fn end(&mut self, id: u64) -> Option<(LandId, u32, u64)> {
        let (land, heap, worker) = self.jobs.remove(&id)?;
        self.leave(land, heap);
        Some((land, heap, worker))
    }

    fn intern(&mut self, land: &Land) -> LandId {
        let id = self.book.intern(land.form());
        if self.parents.len() <= id as usize {
            self.parents.resize_with(id as usize + 1, Vec::new);
        }
        id
    }

    fn land(&self, id: LandId) -> Land {
        self.book.land(id)
    }

    /// Notes that the numbers of a land have changed, so that those above it have to be computed again.
    fn mark_stale(&mut self, id: LandId) {
        for parent in &self.parents[id as usize] {
            let page = &self.book.pages[*parent as usize];
            if page.nimber() == UNKNOWN {
                self.stale.insert((page.lives(), *parent));
            }
        }
    }

    /// Computes stale numbers, from the bottom up.
    fn update(&mut self) {
        while let Some((_, id)) = self.stale.pop_first() {
            let page = &self.book.pages[id as usize];
            if page.nimber() != UNKNOWN || !page.has_children() {
                continue;
            }
            let before = page.excluded();
            self.book.tidy(id);
            let excluded = page.excluded() & !before;
            let mut changed = excluded != 0;
            for nimber in bits(excluded) {
                self.prove(id, Known::Excluded(1 << nimber));
            }
            for (heap, _) in self.book.all_noted(id) {
                changed |= self.refresh(id, heap);
            }
            if changed {
                self.mark_stale(id);
            }
        }
    }

    /// Computes the numbers of a couple. Returns whether they have changed.
    fn refresh(&mut self, id: LandId, heap: u32) -> bool {
        let page = &self.book.pages[id as usize];
        if page.is_settled(heap) {
            return false;
        }
        let old = self.book.noted(id, heap);
        let busy = self.busy.get(&(id, heap)).copied();
        let mut new = if let Some(children) = self.book.listed_children(id) {
            self.scanned += words(&children);
            let survey = self
                .book
                .survey(id, heap, &children, |numbers, _, _| numbers);
            let now = survey.numbers();
            if now.win == 0 {
                self.prove(id, Known::Excluded(1 << heap));
                return true;
            }
            if now.loss == 0 {
                self.prove(id, Known::Nimber(Nimber(heap)));
                return true;
            }
            (now.win, now.loss)
        } else {
            match (busy, old) {
                (Some(busy), _) => busy.now,
                (None, Some(old)) => old,
                (None, None) => return false,
            }
        };
        if let Some(busy) = busy {
            let factor = self.policy.virtual_loss.powi(busy.times as i32);
            let more = |number: u32| {
                let greater = (f64::from(number) * factor) as u32;
                greater.max(number + busy.times).min(INFINITE - 1)
            };
            new = (more(new.0), more(new.1));
        }
        self.book.note(id, heap, new);
        old != Some(new)
    }

    /// Walks down to the couple that would settle the question most cheaply among those with which no worker is busy.
    fn choose(&mut self) -> Option<(LandId, u32, Thresholds)> {
        'walk: for _ in 0..256 {
            if self.mover_wins().is_some() {
                return None;
            }
            let (mut id, mut heap, mut limits) = self.couple_of(&self.root, 0, UNBOUNDED)?;
            // A tree is of use to share work, and to go on after a worker is lost with all that it has not proved. A
            // worker that has always been alone has a better one.
            if self.workers.len() == 1 && !self.has_lost {
                return (!self.busy.contains_key(&(id, heap))).then_some((id, heap, limits));
            }
            loop {
                let page = &self.book.pages[id as usize];
                if page.is_settled(heap) {
                    // The numbers above are now stale.
                    self.mark_stale(id);
                    self.update();
                    continue 'walk;
                }
                let Some(children) = self.book.listed_children(id) else {
                    if self.farther(id, heap) {
                        continue 'walk;
                    }
                    return Some((id, heap, limits));
                };
                if self.book.noted(id, heap).is_none() && self.refresh(id, heap) {
                    let lives = self.book.pages[id as usize].lives();
                    self.stale.insert((lives, id));
                    self.mark_stale(id);
                    self.update();
                    continue 'walk;
                }
                self.scanned += words(&children);
                let survey = self
                    .book
                    .survey(id, heap, &children, |numbers, _, _| numbers);
                let below = survey.thresholds(limits);
                match survey.choice {
                    Child::Closed | Child::Undrawn => {
                        if self.farther(id, heap) {
                            continue 'walk;
                        }
                        return Some((id, heap, limits));
                    }
                    Child::Heap(less) => (heap, limits) = (less, below),
                    Child::Option(at) => {
                        let (lands, rest) = children.option(at);
                        (id, heap, limits) = self.couple_of(lands, rest ^ heap, below)?;
                    }
                }
            }
        }
        None
    }

    /// Raises the proof numbers of a couple if a worker is busy with it.
    fn farther(&mut self, id: LandId, heap: u32) -> bool {
        let Some(busy) = self.busy.get_mut(&(id, heap)) else {
            return false;
        };
        busy.times += 1;
        self.refresh(id, heap);
        let lives = self.book.pages[id as usize].lives();
        self.stale.insert((lives, id));
        self.mark_stale(id);
        self.update();
        true
    }

    /// The couple to search next in a sum.
    fn couple_of(
        &self,
        lands: &[LandId],
        mut heap: u32,
        limits: Thresholds,
    ) -> Option<(LandId, u32, Thresholds)> {
        let mut unknown = SumIds::new();
        for land in lands {
            match self.book.nimber(*land) {
                Some(nimber) => heap ^= u32::from(nimber),
                None => unknown.push(*land),
            }
        }
        if let [land] = unknown[..] {
            return Some((land, heap, limits));
        }
        let key = |land: &LandId| {
            let page = &self.book.pages[*land as usize];
            (page.lives(), page.estimate(), *land)
        };
        unknown.sort_unstable_by_key(key);
        let attempt = |land: LandId| (land, self.book.pages[land as usize].attempt());
        let idle = unknown
            .iter()
            .map(|land| attempt(*land))
            .find(|couple| !self.busy.contains_key(couple));
        let (land, heap) = idle.or_else(|| unknown.first().map(|land| attempt(*land)))?;
        let now = self.book.sum_numbers(&unknown, 0);
        let part = self.book.couple_numbers(land, heap);
        Some((land, heap, limits.for_part(now, part)))
    }

    /// The proof numbers of a couple's options, for those options that have been found.
    fn hints(&self, id: LandId, heap: u32) -> Vec<CoupleEstimate> {
        let mut hints = Vec::new();
        for (lands, rest) in self.book.children(id).iter() {
            for land in lands {
                let page = &self.book.pages[*land as usize];
                let heap = if lands.len() == 1 {
                    rest ^ heap
                } else {
                    page.attempt()
                };
                let noted = self.book.noted(*land, heap);
                if let (UNKNOWN, Some((win, loss))) = (page.nimber(), noted)
                    && win > 0
                    && loss > 0
                {
                    hints.push(CoupleEstimate {
                        land: self.land(*land),
                        heap,
                        win,
                        loss,
                    });
                }
            }
        }
        hints
    }
}
