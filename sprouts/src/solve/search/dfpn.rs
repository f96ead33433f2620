//! Depth-first proof-number search over couples.
//!
//! The search of Čížek, Balko and Schmid (arXiv:2511.10339, theorem 2) on a table that needs no hashing: proof and
//! disproof numbers are stored per land and heap, in the land's page of the [`Book`] and in a list beside the pages. A
//! sum of several unknown lands needs no entry: its numbers are the sums of the numbers of the next attempt for each
//! land.
//!
//! # Several workers
//!
//! Workers share a [`Book`], which has no lock around it. Every fact in the book is proved, and proof numbers are
//! recomputed from the children at each visit, so another worker may change them at any time. Only one worker lists
//! children of a land at a time, and others that need them wait. A spelling of a land that one worker has brought to
//! canonical form is known to all. The [`SharedTable`] counts the workers at each couple, so that they spread over the
//! tree.

use std::sync::atomic::{AtomicBool, AtomicU16, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use common::Limit;

use super::book::{
    Book, ChildChoice, ChildLister, Children, INFINITE, LandId, Page, UNKNOWN, Visits,
};
use super::time::{RealTime, Time};
use crate::solve::watch::Watch;
use crate::solve::work::Work;

/// The number of steps of the line of play in a progress report. They are only shown, so any number would do.
const SHOWN: usize = 6;

/// Proof and disproof number: lower bounds on the number of leaves that must be solved to prove that the player to move
/// wins, or loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

/// The numbers of a couple that the player to move wins, and of one that this player loses: nothing is left to prove,
/// and no work proves the opposite.
const WIN: Numbers = Numbers {
    win: 0,
    loss: INFINITE,
};
const LOSS: Numbers = Numbers {
    win: INFINITE,
    loss: 0,
};

/// The thresholds at which the search leaves a node.
///
/// While a node's numbers stay below them, the leaf that a best-first search would choose next lies below the node, so
/// the nodes above need not be visited. The thresholds of a node follow from those of its parent.
///
/// `win` and `loss` would be enough without sums. The numbers of a [sum](Book::sum_numbers) contain the smaller number
/// of each land, so a sum limits neither number of a land by itself, but their minimum: `least`. Below that land, each
/// move swaps the two numbers and adds those of the other children to one of them. The shifts are what was added, so a
/// node's numbers plus its shifts are those of the land. The search of SPOTS by the same authors has the same rules
/// (`dfpn.hpp` in <https://github.com/cizektom/spots>, where `least` is `minTh`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Thresholds {
    pub(crate) win: u32,
    pub(crate) loss: u32,
    /// For nodes below a sum: a bound on the smaller of both numbers, each plus its shift.
    pub(crate) least: u32,
    pub(crate) win_shift: u32,
    pub(crate) loss_shift: u32,
}

impl Thresholds {
    fn allow(&self, now: Numbers) -> bool {
        now.win < self.win
            && now.loss < self.loss
            && (now.win.saturating_add(self.win_shift))
                .min(now.loss.saturating_add(self.loss_shift))
                < self.least
    }

    /// Farther thresholds. Where there is no sum above, `least` is [unbounded](UNBOUNDED) and stays so.
    pub(crate) fn widened(self, factor: f64) -> Thresholds {
        let wide = |limit: u32| ((f64::from(limit) * factor) as u32 + 1).min(INFINITE);
        Thresholds {
            win: wide(self.win),
            loss: wide(self.loss),
            least: if self.least >= INFINITE {
                self.least
            } else {
                wide(self.least)
            },
            ..self
        }
    }

    /// The thresholds for a part of a sum. Both numbers of the sum are the same, and the smaller number of the part is
    /// one of its terms. So the sum stays below `bound` as long as this term stays below `least`.
    pub(crate) fn for_part(self, sum: Numbers, part: Numbers) -> Thresholds {
        let shift = self.win_shift.min(self.loss_shift);
        let bound = (self.win.min(self.loss)).min(self.least.saturating_sub(shift));
        let least = bound
            .saturating_sub(sum.win)
            .saturating_add(part.win.min(part.loss));
        Thresholds { least, ..UNBOUNDED }
    }
}

/// No thresholds: only a node that is solved reaches them. `least` is above every number, so it never counts.
pub(crate) const UNBOUNDED: Thresholds = Thresholds {
    win: INFINITE,
    loss: INFINITE,
    least: u32::MAX,
    win_shift: 0,
    loss_shift: 0,
};

/// A child of a couple.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Child {
    /// The best of the children that were made but are still closed.
    Closed,
    /// The best of the children made by lines that have not been drawn yet.
    Undrawn,
    /// The same land beside a smaller heap.
    Heap(u32),
    /// An option, by its place in the list.
    Option(usize),
}

/// A summary of the children of a couple.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CoupleSurvey {
    /// The sum and the maximum of the children's numbers.
    total: u32,
    greatest: u32,
    /// The child nearest to a loss, and the disproof number of the second nearest.
    best: Numbers,
    pub(crate) choice: Child,
    second: u32,
}

impl Default for CoupleSurvey {
    fn default() -> CoupleSurvey {
        CoupleSurvey {
            total: 0,
            greatest: 0,
            best: WIN,
            choice: Child::Heap(0),
            second: INFINITE,
        }
    }
}

/// The part of the other children's proof numbers that a disproof number adds to the greatest one, in percent.
///
/// Children share much of their trees, so the whole sum overestimates, and the greatest number alone underestimates.
/// Any value between a half and 80 % works.
///
/// An older search took these. With the sum, 14 spots took 46,685 expanded lands instead of 22,214, and 13 spots 11,797
/// instead of 18,078; over 33 positions of 9 to 17 spots, half of the others saved 27 % of the children. With the
/// greatest alone, the search did not end. Half of the others gave +0.03 expanded lands and 80 % −0.07, with errors of
/// about 0.06 (18 starts, mean logarithms as in `LABORATORY.md`).
const OTHERS_PERCENT: u64 = 65;

/// The search leaves the best child only when its disproof number exceeds that of the second by this part of it, a
/// sixteenth. Otherwise two equal children would take turns, and each turn visits all nodes above them again (J.
/// Pawlewicz and Ł. Lew, *Improving depth-first PN-search: 1 + ε trick*, 2006).
///
/// The value matters little: 0.03 gave −0.01 expanded lands, and 0.15 +0.03, with errors of about 0.06 (18 starts).
const TOLERANCE: u32 = 16;

impl CoupleSurvey {
    fn add(&mut self, child: Numbers, choice: Child) {
        self.total = self.total.saturating_add(child.win);
        self.greatest = self.greatest.max(child.win);
        if child.loss < self.best.loss {
            self.second = self.best.loss;
            (self.best, self.choice) = (child, choice);
        } else if child.loss < self.second {
            self.second = child.loss;
        }
    }

    pub(crate) fn numbers(&self) -> Numbers {
        let others = u64::from(self.total - self.greatest) * OTHERS_PERCENT / 100;
        Numbers {
            win: self.best.loss,
            loss: (self.greatest + others as u32).min(INFINITE - 1),
        }
    }

    /// The thresholds for the best child.
    ///
    /// Its disproof number is this node's proof number, and its proof number is a term of this node's disproof number,
    /// of which the other terms do not change meanwhile. The term may count [less than in full](OTHERS_PERCENT), so the
    /// child may return a little early; then it is chosen again.
    pub(crate) fn thresholds(&self, limits: Thresholds) -> Thresholds {
        let now = self.numbers();
        let next = self.second.saturating_add(1 + self.second / TOLERANCE);
        Thresholds {
            win: limits
                .loss
                .saturating_sub(now.loss)
                .saturating_add(self.best.win),
            loss: limits.win.min(next),
            least: limits.least,
            win_shift: limits
                .loss_shift
                .saturating_add(now.loss)
                .saturating_sub(self.best.win),
            loss_shift: limits.win_shift,
        }
    }
}

/// The number of counters of workers at couples, a power of two. Couples may share a counter, which only makes one of
/// them look farther from a loss than it is. If 64 workers are on paths of 50 couples, 3,200 counters are in use, and
/// this befalls one couple in twenty. The counters take 128 KiB.
const COUNTERS: usize = 1 << 16;

/// What the workers on one question share.
#[derive(Debug)]
pub(crate) struct SharedTable<'a, T> {
    book: &'a Book,
    /// The number of workers at couples, if there are several workers.
    busy: Vec<AtomicU16>,
    /// The number of workers at a couple that together add its disproof number once more: two, or the square root of
    /// the number of workers if that is greater. It only spreads the workers over the tree, so it was chosen by speed.
    /// With one, two threads are 1.59 times as fast as one thread instead of 1.87 times. With two, 64 threads that
    /// share spellings are 0.75 times as fast as with eight, their square root. See the section on workers in
    /// `LABORATORY.md`.
    per_loss: u64,
    /// The number of times that the options of a land have been entered, and the signal for it.
    listings: Mutex<u64>,
    listed: Condvar,
    /// The number of nodes visited.
    pub(crate) nodes: AtomicU64,
    /// Set when the question is answered or a worker has given up.
    pub(crate) done: AtomicBool,
    /// How time passes for the workers.
    time: &'a T,
}

impl<'a, T: Time> SharedTable<'a, T> {
    pub(crate) fn new(book: &'a Book, workers: usize, time: &'a T) -> SharedTable<'a, T> {
        let counters = if workers > 1 { COUNTERS } else { 0 };
        SharedTable {
            book,
            busy: (0..counters).map(|_| AtomicU16::new(0)).collect(),
            per_loss: workers.isqrt().max(2) as u64,
            listings: Mutex::new(0),
            listed: Condvar::new(),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            time,
        }
    }

    /// The counter of the workers at a couple. A heap is below 64, since a page has a bit for each. The multiplier is
    /// 2^64 divided by the golden ratio, as in Fibonacci hashing; any odd number with irregular bits would do.
    fn counter(&self, land: LandId, heap: u32) -> &AtomicU16 {
        let couple = u64::from(land) << 6 | u64::from(heap);
        let hash = couple.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 32;
        &self.busy[hash as usize % COUNTERS]
    }

    fn n_listings(&self) -> MutexGuard<'_, u64> {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the options of a land have been entered, or that there is nothing to wait for any more.
    fn announce(&self, worker: usize) {
        self.time.wake(worker);
        if !self.busy.is_empty() {
            *self.n_listings() += 1;
            self.listed.notify_all();
        }
    }
}

/// One worker.
pub(crate) struct ProofSearch<'s, 'a, T: Time = RealTime> {
    table: &'s SharedTable<'a, T>,
    book: &'a Book,
    worker: usize,
    lister: &'s mut ChildLister,
    places: Vec<u32>,
    /// The number of nodes that were counted before.
    before: u64,
    /// The number of nodes that this worker has visited, and the number below each couple if the book counts them.
    visited: u64,
    visits: Option<Visits>,
    /// The lands on the current path with the heaps beside them, from the root down.
    path: Vec<(LandId, u32)>,
    pub(crate) watch: Watch<'s>,
}

impl<T: Time> Drop for ProofSearch<'_, '_, T> {
    fn drop(&mut self) {
        // After a panic, no other worker may wait for the children that this one was listing.
        if std::thread::panicking() {
            self.table.done.store(true, Ordering::Relaxed);
            self.table.announce(self.worker);
        } else if let Some(visits) = self.visits.take() {
            self.book.count_visits(visits);
        }
        self.table.time.end(self.worker);
    }
}

/// The factor by which the thresholds of a cluster's job grow when they are reached before enough nodes were visited.
/// Any factor from 1.1 to 3 works: 1.1 and 3 gave −0.05 ± 0.05 and −0.01 ± 0.04 of the virtual time of eight workers,
/// for 10 to 18 spots.
const WIDENING: f64 = 1.5;

/// The unknown lands of a sum and the heap beside them.
type Unknown = smallvec::SmallVec<[LandId; 6]>;

impl<'s, 'a, T: Time> ProofSearch<'s, 'a, T> {
    pub(crate) fn new(
        table: &'s SharedTable<'a, T>,
        worker: usize,
        lister: &'s mut ChildLister,
        watch: Watch<'s>,
    ) -> ProofSearch<'s, 'a, T> {
        table.time.spend(worker, 0);
        table.book.afford(watch.limits.memory);
        ProofSearch {
            worker,
            visited: 0,
            visits: table.book.visits.as_ref().map(|_| Visits::default()),
            before: watch.nodes,
            table,
            book: table.book,
            lister,
            places: Vec::new(),
            path: Vec::new(),
            watch,
        }
    }

    fn page(&self, land: LandId) -> &'a Page {
        &self.book.pages[land as usize]
    }

    /// Counts a position and checks the limits.
    fn tick(&mut self) -> Result<(), Limit> {
        let before = self.table.nodes.fetch_add(1, Ordering::Relaxed);
        self.visited += 1;
        self.table.time.spend(self.worker, Work::SURVEY);
        if self.book.memory() > self.watch.limits.memory {
            return Err(Limit::Memory);
        }
        if self.book.contradicts() {
            return Err(Limit::Contradiction);
        }
        if self.table.done.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        // `self.watch.tick` counts this node again.
        self.watch.nodes = self.before + before;
        let (book, path) = (self.book, &self.path);
        let line = || {
            let step = |(land, heap): &(LandId, u32)| match heap {
                0 => book.land(*land).to_string(),
                heap => format!("{}+*{heap}", book.land(*land)),
            };
            path.iter()
                .take(SHOWN)
                .map(step)
                .collect::<Vec<_>>()
                .join(" ")
        };
        self.watch.tick_on_line(|| book.state(), line)
    }

    /// Lists the options of a land unless its nimber becomes known in the meantime.
    fn expand(&mut self, land: LandId, heap: u32) -> Result<(), Limit> {
        let due = |page: &Page| page.excluded() >> heap & 1 == 0 && !page.has_children();
        if self.lock(land, due)? {
            self.list(land, ChildChoice::Parting, Some(heap))?;
        }
        Ok(())
    }

    /// Opens more children of a land, unless another worker has done so since `children` were read.
    fn open(&mut self, land: LandId, children: &Children) -> Result<(), Limit> {
        let book = self.book;
        let before = children.closed().n_made();
        if self.lock(land, |_| book.children(land).closed().n_made() == before)? {
            let mut places = core::mem::take(&mut self.places);
            book.next_to_open(land, &mut places);
            // All children opened here become options, so no nimber is sought; `tidy` then merges the known ones.
            self.list(land, ChildChoice::Places(&places), None)?;
            self.places = places;
        }
        Ok(())
    }

    /// Draws the remaining lines of a land.
    fn draw(&mut self, land: LandId, heap: u32) -> Result<(), Limit> {
        let book = self.book;
        if self.lock(land, |_| book.children(land).closed().has_undrawn())? {
            self.list(land, ChildChoice::Others, Some(heap))?;
        }
        Ok(())
    }

    /// Waits until no other worker lists children of a land. Returns whether this worker has to list them, and marks
    /// the land as being listed if so.
    fn lock(&mut self, land: LandId, due: impl Fn(&Page) -> bool) -> Result<bool, Limit> {
        let page = self.page(land);
        loop {
            if page.nimber() != UNKNOWN || !due(page) {
                return Ok(false);
            }
            // What the last listing entered is seen from here on: acquired here, released in `unlock`.
            if !page.listing.swap(true, Ordering::Acquire) {
                // Another worker may have ended its listing just before.
                let is_due = due(page);
                if !is_due {
                    self.unlock(land);
                }
                return Ok(is_due);
            }
            let table = self.table;
            let n_listings = table.n_listings();
            if table.done.load(Ordering::Relaxed) {
                return Err(Limit::Stopped);
            }
            // Read under the lock that `announce` takes after the listing has ended. So either this sees the end, or
            // that announcement is still to come and ends the wait.
            if !page.listing.load(Ordering::Relaxed) {
                continue;
            }
            let before = *n_listings;
            if T::IS_VIRTUAL {
                drop(n_listings);
                table.time.wait(self.worker);
            } else {
                let wait = table.listed.wait_while(n_listings, |now| *now == before);
                drop(wait.unwrap_or_else(PoisonError::into_inner));
            }
        }
    }

    /// Notes that no worker lists children of a land any more.
    fn unlock(&self, land: LandId) {
        self.page(land).listing.store(false, Ordering::Release);
        self.table.announce(self.worker);
    }

    /// Lists children of a land and enters them.
    fn list(
        &mut self,
        land: LandId,
        choice: ChildChoice<'_>,
        sought: Option<u32>,
    ) -> Result<(), Limit> {
        let book = self.book;
        book.inform(self.lister);
        let form = book.form(land);
        let limits = &self.watch.limits;
        let limit = (self.lister).list(&form, choice, sought, book.terms(), limits);
        let time = self.lister.instructions() + Work::INFORM + Work::ENTER;
        self.table.time.spend(self.worker, time);
        book.enter(land, self.lister);
        self.unlock(land);
        limit
    }

    /// Records that this worker enters or leaves a land beside a heap.
    fn mark(&self, land: LandId, heap: u32, comes: bool) {
        if !self.table.busy.is_empty() {
            let counter = self.table.counter(land, heap);
            if comes {
                counter.fetch_add(1, Ordering::Relaxed);
            } else {
                counter.fetch_sub(1, Ordering::Relaxed);
            }
        }
    }

    fn merge(&self, lands: &[LandId], heap: &mut u32) -> Unknown {
        let mut unknown = Unknown::new();
        for land in lands {
            match self.page(*land).nimber() {
                UNKNOWN => unknown.push(*land),
                nimber => *heap ^= u32::from(nimber),
            }
        }
        unknown
    }

    /// Returns whether the player to move loses.
    pub(crate) fn is_lost(&mut self, lands: &[LandId], heap: u32) -> Result<bool, Limit> {
        loop {
            let now = self.book.sum_numbers(lands, heap);
            if now.win == 0 || now.loss == 0 {
                return Ok(now.loss == 0);
            }
            self.watch.proof = (now.win, now.loss);
            self.work_on_sum(lands, heap, UNBOUNDED)?;
        }
    }

    /// Works on a land beside a heap until it is solved or its numbers reach the thresholds, but at least for this many
    /// nodes and until some children have been listed, so that it always finds something.
    ///
    /// The thresholds grow each time by [`WIDENING`]. A smaller factor visits the couple more often for a job, and a
    /// larger one stays longer than asked.
    pub(crate) fn work_on_job(
        &mut self,
        land: LandId,
        heap: u32,
        mut limits: Thresholds,
        least: u64,
    ) -> Result<(), Limit> {
        let counts = |search: &Self| {
            let nodes = search.table.nodes.load(Ordering::Relaxed);
            (nodes, search.book.work().listed)
        };
        let before = counts(self);
        loop {
            if self.page(land).is_settled(heap) {
                return Ok(());
            }
            self.work_on_couple(land, heap, limits)?;
            let now = counts(self);
            if now.0 - before.0 >= least && now.1 > before.1 {
                return Ok(());
            }
            limits = limits.widened(WIDENING);
        }
    }

    /// Returns the nimber of a land.
    pub(crate) fn nimber(&mut self, land: LandId) -> Result<u8, Limit> {
        loop {
            let page = self.page(land);
            if page.nimber() != UNKNOWN {
                return Ok(page.nimber());
            }
            self.work_on_couple(land, page.attempt(), UNBOUNDED)?;
        }
    }

    /// Returns the numbers of a child for its parent. If another worker is at the child, its disproof number is raised,
    /// so that workers take different paths.
    fn numbers_for_parent(&self, numbers: Numbers, lands: &[LandId], heap: u32) -> Numbers {
        if self.table.busy.is_empty() || numbers.loss == 0 || numbers.win == 0 {
            return numbers;
        }
        let busy = |land: &LandId| {
            let page = self.page(*land);
            let heap = match lands {
                [_] => heap,
                _ if page.nimber() != UNKNOWN => return 0,
                _ => page.attempt(),
            };
            u64::from(self.table.counter(*land, heap).load(Ordering::Relaxed))
        };
        let workers: u64 = lands.iter().map(busy).sum();
        let per_loss = self.table.per_loss;
        let loss = u64::from(numbers.loss) * (per_loss + workers) / per_loss;
        Numbers {
            loss: loss.min(u64::from(INFINITE) - 1) as u32,
            ..numbers
        }
    }

    /// Works on a sum until it is solved or its numbers reach the thresholds.
    fn work_on_sum(
        &mut self,
        lands: &[LandId],
        heap: u32,
        limits: Thresholds,
    ) -> Result<(), Limit> {
        loop {
            let mut merged = heap;
            let unknown = self.merge(lands, &mut merged);
            match unknown[..] {
                [] => return Ok(()),
                [land] => return self.work_on_couple(land, merged, limits),
                _ => {}
            }
            let now = self.book.sum_numbers(&unknown, merged);
            if !limits.allow(now) {
                return Ok(());
            }
            // The cheapest land first, in the order of GLOP and SPOTS: by lives, then by the estimated number of
            // children. The numbers of the sum contain every land, so they do not depend on this choice.
            let key = |land: &LandId| {
                let page = self.page(*land);
                (page.lives(), page.estimate(), *land)
            };
            let Some(land) = unknown.iter().copied().min_by_key(key) else {
                return Ok(());
            };
            let attempt = self.page(land).attempt();
            let part = self.book.couple_numbers(land, attempt);
            self.work_on_couple(land, attempt, limits.for_part(now, part))?;
        }
    }

    /// Works on one land beside a heap until it is solved or its numbers reach the thresholds. This ends: each call
    /// below has a land with fewer lives, or the same land beside a smaller heap.
    fn work_on_couple(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), Limit> {
        self.mark(land, heap, true);
        self.path.push((land, heap));
        let before = self.visited;
        let end = self.work_on(land, heap, limits);
        if let Some(visits) = &mut self.visits {
            *visits.entry((land, heap)).or_default() += self.visited - before;
            if end.is_err() {
                self.book.survey_again(land, heap);
            }
        }
        self.path.pop();
        self.mark(land, heap, false);
        end
    }

    fn work_on(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), Limit> {
        self.tick()?;
        self.expand(land, heap)?;
        let (book, page) = (self.book, self.page(land));
        book.tidy(land);
        loop {
            // First the children, then what is ruled out: a child that the others lack is ruled out before.
            let children = book.listed_children(land);
            if page.is_settled(heap) {
                return Ok(());
            }
            let children = children.expect("a couple that is not settled has been expanded");
            let seen =
                |numbers, lands: &[LandId], heap| self.numbers_for_parent(numbers, lands, heap);
            let survey = book.survey(land, heap, &children, seen);
            let now = survey.numbers();
            if now.win == 0 {
                book.exclude(land, 1 << heap);
                return Ok(());
            }
            if now.loss == 0 {
                self.table.time.spend(self.worker, Work::LEARN);
                book.learn(land, heap as u8);
                return Ok(());
            }
            // While other workers are below, these numbers may be too large. The next visit corrects them, and no
            // proof rests on them.
            book.note(land, heap, (now.win, now.loss));
            if !limits.allow(now) {
                return Ok(());
            }
            let below = survey.thresholds(limits);
            match survey.choice {
                Child::Closed => {
                    self.open(land, &children)?;
                    drop(children);
                    book.tidy(land);
                }
                Child::Undrawn => {
                    drop(children);
                    self.draw(land, heap)?;
                    book.tidy(land);
                }
                Child::Heap(less) => {
                    drop(children);
                    self.work_on_couple(land, less, below)?;
                }
                Child::Option(at) => {
                    let (lands, rest) = children.option(at);
                    let lands: Unknown = lands.into();
                    drop(children);
                    self.work_on_sum(&lands, rest ^ heap, below)?;
                }
            }
        }
    }
}

impl Book {
    /// Returns the numbers of a sum beside a heap.
    ///
    /// To find the nimbers of several unknown lands is never more work than to play their sum (J. Lemoine and S.
    /// Viennot, *Nimbers are inevitable*, arXiv:1011.5841). So no matter who wins the sum, the search asks for each
    /// land whether its nimber is the least that is not ruled out. Either answer is a step: the nimber, or one more
    /// that is ruled out. It takes at least the smaller of the couple's two numbers. So both numbers of a sum are the
    /// sum of these. The last land may need less, since it will be asked about beside a heap that is not known yet.
    pub(crate) fn sum_numbers(&self, lands: &[LandId], mut heap: u32) -> Numbers {
        let mut last = None;
        let mut total = 0u32;
        let mut n = 0;
        for land in lands {
            let nimber = self.pages[*land as usize].nimber();
            if nimber != UNKNOWN {
                heap ^= u32::from(nimber);
                continue;
            }
            if let Some(before) = last {
                total = total.saturating_add(self.attempt_numbers(before));
            }
            last = Some(*land);
            n += 1;
        }
        match (n, last) {
            (0, _) => {
                if heap == 0 {
                    LOSS
                } else {
                    WIN
                }
            }
            (1, Some(land)) => self.couple_numbers(land, heap),
            (_, Some(land)) => {
                let total = total
                    .saturating_add(self.attempt_numbers(land))
                    .min(INFINITE - 1);
                Numbers {
                    win: total,
                    loss: total,
                }
            }
            (_, None) => unreachable!("a sum of unknown lands has a last one"),
        }
    }

    /// Returns the numbers of the next attempt for the nimber of a land.
    fn attempt_numbers(&self, land: LandId) -> u32 {
        let attempt = self.pages[land as usize].attempt();
        let numbers = self.couple_numbers(land, attempt);
        numbers.win.min(numbers.loss)
    }

    pub(crate) fn couple_numbers(&self, land: LandId, heap: u32) -> Numbers {
        let page = &self.pages[land as usize];
        let nimber = page.nimber();
        if nimber != UNKNOWN {
            return if u32::from(nimber) == heap { LOSS } else { WIN };
        }
        if page.excluded() >> heap & 1 == 1 {
            return WIN;
        }
        let (win, loss) = self.noted_or_guessed(page, heap);
        Numbers { win, loss }
    }

    /// Evaluates these children of a land beside a heap: the smaller heaps, then the options.
    pub(crate) fn survey(
        &self,
        land: LandId,
        heap: u32,
        children: &Children,
        seen: impl Fn(Numbers, &[LandId], u32) -> Numbers,
    ) -> CoupleSurvey {
        let mut survey = CoupleSurvey::default();
        for less in 0..heap {
            let numbers = self.couple_numbers(land, less);
            survey.add(seen(numbers, &[land], less), Child::Heap(less));
        }
        for (at, lands, rest) in children.placed() {
            let numbers = match lands {
                [land] => self.couple_numbers(*land, rest ^ heap),
                _ => self.sum_numbers(lands, rest ^ heap),
            };
            survey.add(seen(numbers, lands, rest ^ heap), Child::Option(at));
        }
        let closed = children.closed();
        let made = closed
            .made_numbers()
            .map(|numbers| (numbers, Child::Closed));
        let undrawn = closed.undrawn_numbers(self.pages[land as usize].size());
        let undrawn = undrawn.map(|numbers| (numbers, Child::Undrawn));
        for ((win, loss), child) in made.into_iter().chain(undrawn) {
            survey.add(Numbers { win, loss }, child);
        }
        survey
    }

    /// Recomputes the numbers of a couple after a limit ended the search below it.
    fn survey_again(&self, land: LandId, heap: u32) {
        let page = &self.pages[land as usize];
        if let Some(children) = self.listed_children(land)
            && !page.is_settled(heap)
        {
            let survey = self.survey(land, heap, &children, |numbers, _, _| numbers);
            let now = survey.numbers();
            if now.win > 0 && now.loss > 0 {
                self.note(land, heap, (now.win, now.loss));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::Lands;
    use common::Budget;

    #[test]
    fn the_workers_at_a_couple_are_counted_and_leave_it_again() {
        const WORKERS: usize = 70;
        let book = &Book::default();
        let start = Lands::start(8);
        let ids: &Vec<LandId> = &start.iter().map(|land| book.intern(land.form())).collect();
        let table = &SharedTable::new(book, WORKERS, &RealTime);
        let barrier = &std::sync::Barrier::new(WORKERS);
        let budget = &Budget::new();
        let work = move |worker| {
            let mut lister = ChildLister::default();
            let watch = Watch::new(budget, usize::MAX, None);
            let mut search = ProofSearch::new(table, worker, &mut lister, watch);
            search.mark(ids[0], 0, true);
            barrier.wait();
            let numbers = Numbers { win: 3, loss: 100 };
            let raised = search.numbers_for_parent(numbers, ids, 0).loss;
            barrier.wait();
            search.mark(ids[0], 0, false);
            let lost = search.is_lost(ids, 0);
            table.done.store(true, Ordering::Relaxed);
            (raised, lost)
        };
        let done: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..WORKERS).map(|n| scope.spawn(move || work(n))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"))
                .collect()
        });
        for (raised, lost) in done {
            assert_eq!(raised, 100 * (8 + 70) / 8);
            assert!(matches!(lost, Ok(true) | Err(Limit::Stopped)), "{lost:?}");
        }
        let left = |counter: &&AtomicU16| counter.load(Ordering::Relaxed) > 0;
        assert_eq!(table.busy.iter().filter(left).count(), 0);
    }
}
