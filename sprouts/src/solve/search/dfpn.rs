//! Depth-first proof-number search over couples.
//!
//! The search of Čížek, Balko and Schmid (arXiv:2511.10339, theorem 2) on a table that needs no hashing: proof and
//! disproof numbers are stored per land and heap, in the land's entry of the [`Book`]. A sum of several unknown lands
//! needs no entry: its numbers are the sums of the numbers of the next attempt for each land.
//!
//! # Several workers
//!
//! A [`SharedTable`] shares the book among workers. A worker holds a read lock while it surveys children and notes
//! numbers, which are atomics; a write lock while it enters what it has listed or proved; and no lock while its
//! [`ChildLister`] lists children, where it spends nearly all of its time. Every fact in the book is proved, and proof
//! numbers are recomputed from the children at each visit, so another worker may change them at any time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{
    Condvar, Mutex, MutexGuard, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard,
};

use common::Limit;

use super::book::{Book, ChildLister, Choice, LandId, Page, UNKNOWN, Visits};
use super::clocks::Clocks;
use crate::land::Land;
use crate::solve::watch::Watch;
use crate::solve::work::Work;

/// An infinite proof number.
pub(crate) const INFINITE: u32 = u32::MAX / 4;

/// The number of steps of the line of play in a progress report.
const SHOWN: usize = 6;

/// Proof and disproof number: lower bounds on the number of leaves that must be solved to prove that the player to move
/// wins, or loses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Numbers {
    pub(crate) win: u32,
    pub(crate) loss: u32,
}

const WIN: Numbers = Numbers {
    win: 0,
    loss: INFINITE,
};
const LOSS: Numbers = Numbers {
    win: INFINITE,
    loss: 0,
};

/// The thresholds at which the search leaves a node.
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
}

impl Thresholds {
    /// Farther thresholds.
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

    /// The thresholds for a part of a sum.
    pub(crate) fn for_part(self, sum: Numbers, part: Numbers) -> Thresholds {
        let shift = self.win_shift.min(self.loss_shift);
        let bound = (self.win.min(self.loss)).min(self.least.saturating_sub(shift));
        let least = bound
            .saturating_sub(sum.win)
            .saturating_add(part.win.min(part.loss));
        Thresholds { least, ..UNBOUNDED }
    }
}

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
    /// An option, by its offset in the list.
    Option(usize),
}

/// A summary of the children of a couple.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Survey {
    /// The sum and the maximum of the children's numbers.
    total: u32,
    greatest: u32,
    /// The child nearest to a loss, and the disproof number of the second nearest.
    best: Numbers,
    pub(crate) choice: Child,
    second: u32,
}

impl Default for Survey {
    fn default() -> Survey {
        Survey {
            total: 0,
            greatest: 0,
            best: WIN,
            choice: Child::Heap(0),
            second: INFINITE,
        }
    }
}

impl Survey {
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
        // Children share much of their trees, so the sum of their numbers overestimates, and the maximum
        // underestimates.
        let others = u64::from(self.total - self.greatest) * 13 / 20;
        Numbers {
            win: self.best.loss,
            loss: (self.greatest + others as u32).min(INFINITE - 1),
        }
    }

    /// The thresholds for the best child.
    pub(crate) fn thresholds(&self, limits: Thresholds) -> Thresholds {
        let now = self.numbers();
        let next = self.second.saturating_add(1 + self.second / 16);
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

/// The book that all workers share.
#[derive(Debug)]
pub(crate) struct SharedTable<'a> {
    book: RwLock<&'a mut Book>,
    /// The number of times that the options of a land have been entered, and the signal for it.
    listings: Mutex<u64>,
    listed: Condvar,
    /// The number of nodes visited.
    pub(crate) nodes: AtomicU64,
    /// Set when the question is answered or a worker has given up.
    pub(crate) done: AtomicBool,
    /// Whether there are several workers.
    crowd: bool,
    /// The clocks of the workers in virtual time.
    clocks: Option<&'a Clocks>,
}

impl<'a> SharedTable<'a> {
    pub(crate) fn new(
        book: &'a mut Book,
        crowd: bool,
        clocks: Option<&'a Clocks>,
    ) -> SharedTable<'a> {
        SharedTable {
            book: RwLock::new(book),
            listings: Mutex::new(0),
            listed: Condvar::new(),
            nodes: AtomicU64::new(0),
            done: AtomicBool::new(false),
            crowd,
            clocks,
        }
    }

    /// Locks the book for a worker, to write if it is alone: it then keeps the lock. A panic in one worker ends the
    /// whole search, so what a poisoned lock guards is never used.
    fn lock(&self, worker: usize, writes: bool) -> Held<'_, 'a> {
        let writes = writes || !self.crowd;
        if let Some(clocks) = self.clocks {
            clocks.take(worker, writes);
        }
        if writes {
            Held::Writing(self.book.write().unwrap_or_else(PoisonError::into_inner))
        } else {
            Held::Reading(self.book.read().unwrap_or_else(PoisonError::into_inner))
        }
    }

    fn n_listings(&self) -> MutexGuard<'_, u64> {
        self.listings.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes that the options of a land have been entered, or that there is nothing to wait for any more.
    fn announce(&self, worker: usize) {
        if let Some(clocks) = self.clocks {
            clocks.wake(worker);
        }
        if self.crowd {
            *self.n_listings() += 1;
            self.listed.notify_all();
        }
    }
}

/// The lock that a worker holds.
enum Held<'s, 'a> {
    Nothing,
    Reading(RwLockReadGuard<'s, &'a mut Book>),
    Writing(RwLockWriteGuard<'s, &'a mut Book>),
}

/// One worker. It holds a lock of the book except while it lists children.
pub(crate) struct Search<'s, 'a> {
    table: &'s SharedTable<'a>,
    worker: usize,
    held: Held<'s, 'a>,
    lister: &'s mut ChildLister,
    form: Vec<u8>,
    places: Vec<u32>,
    memory: usize,
    /// The number of nodes that were counted before.
    before: u64,
    /// The number of nodes that this worker has visited, and the number below each couple if the book counts them.
    visited: u64,
    visits: Option<Visits>,
    /// The lands on the current path with the heaps beside them, from the root down.
    path: Vec<(LandId, u32)>,
    pub(crate) watch: Watch<'s>,
}

impl Drop for Search<'_, '_> {
    fn drop(&mut self) {
        // After a panic, no other worker may wait for the children that this one was listing.
        if std::thread::panicking() {
            self.table.done.store(true, Ordering::Relaxed);
            self.table.announce(self.worker);
        } else if let Some(visits) = self.visits.take() {
            self.book_mut().count_visits(visits);
        }
        self.put_back();
        if let Some(clocks) = self.table.clocks {
            clocks.end(self.worker);
        }
    }
}

/// The unknown lands of a sum and the heap beside them.
type Unknown = smallvec::SmallVec<[LandId; 6]>;

impl<'s, 'a> Search<'s, 'a> {
    pub(crate) fn new(
        table: &'s SharedTable<'a>,
        worker: usize,
        lister: &'s mut ChildLister,
        watch: Watch<'s>,
    ) -> Search<'s, 'a> {
        let mut search = Search {
            worker,
            visited: 0,
            visits: None,
            before: watch.nodes,
            table,
            held: table.lock(worker, false),
            lister,
            form: Vec::new(),
            places: Vec::new(),
            memory: watch.memory,
            path: Vec::new(),
            watch,
        };
        search.visits = search.book().visits.as_ref().map(|_| Visits::default());
        search
    }

    fn book(&self) -> &Book {
        match &self.held {
            Held::Reading(book) => book,
            Held::Writing(book) => book,
            Held::Nothing => {
                unreachable!("a worker locks the book as soon as it has listed children")
            }
        }
    }

    /// The book, to change it. If this worker did not have the write lock, others may have changed the book before.
    fn book_mut(&mut self) -> &mut Book {
        if !self.writes() {
            self.put_back();
            self.held = self.table.lock(self.worker, true);
        }
        match &mut self.held {
            Held::Writing(book) => book,
            _ => unreachable!("the book was locked to be changed"),
        }
    }

    /// Lets other workers read the book, if there are any. Others may have changed it before.
    fn only_read(&mut self) {
        if self.table.crowd && !matches!(self.held, Held::Reading(_)) {
            self.put_back();
            self.held = self.table.lock(self.worker, false);
        }
    }

    fn put_back(&mut self) {
        let held = core::mem::replace(&mut self.held, Held::Nothing);
        if let (Some(clocks), false) = (self.table.clocks, matches!(held, Held::Nothing)) {
            clocks.put_back(self.worker, matches!(held, Held::Writing(_)));
        }
    }

    /// Whether this worker holds the write lock.
    fn writes(&self) -> bool {
        matches!(self.held, Held::Writing(_))
    }

    /// Merges known nimbers into the options of a land.
    fn tidy(&mut self, land: LandId) {
        if self.writes() || self.book().is_untidy(land) {
            self.book_mut().tidy(land);
        }
    }

    /// Notes the numbers of a couple. Returns false if others may have changed the book before that.
    fn note(&mut self, land: LandId, heap: u32, numbers: Numbers) -> bool {
        let numbers = (numbers.win, numbers.loss);
        let is_noted = !self.writes() && self.book().pages[land as usize].noted.set(heap, numbers);
        if is_noted {
            return true;
        }
        let kept = self.writes();
        let book = self.book_mut();
        if book.pages[land as usize].nimber == UNKNOWN {
            book.note(land, heap, numbers);
        }
        kept
    }

    /// Counts a position and checks the limits.
    fn tick(&mut self) -> Result<(), Limit> {
        let before = self.table.nodes.fetch_add(1, Ordering::Relaxed);
        self.visited += 1;
        if let Some(clocks) = self.table.clocks {
            clocks.spend(self.worker, Work::SURVEY);
            // Workers that are behind come first.
            self.put_back();
            self.held = self.table.lock(self.worker, false);
        }
        let state = self.book().state();
        if state.memory > self.memory {
            return Err(Limit::Memory);
        }
        if self.table.done.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        // `tick` counts this node again.
        self.watch.nodes = self.before + before;
        if self.watch.looks_next() {
            let step = |(land, heap): &(LandId, u32)| {
                let land = Land::from_form(self.book().form(*land));
                if *heap == 0 {
                    land.to_string()
                } else {
                    format!("{land}+*{heap}")
                }
            };
            let line: Vec<String> = self.path.iter().take(SHOWN).map(step).collect();
            self.watch.line = Some(line.join(" "));
        }
        self.watch.tick(|| state)
    }

    /// Lists the options of a land unless its nimber becomes known in the meantime.
    fn expand(&mut self, land: LandId, heap: u32) -> Result<(), Limit> {
        let due = |page: &Page| page.children.is_none() && page.excluded >> heap & 1 == 0;
        if self.lock(land, due)? {
            self.list(land, Choice::Parting, Some(heap))?;
        }
        Ok(())
    }

    /// Opens more children of a land.
    fn open(&mut self, land: LandId) -> Result<(), Limit> {
        let made = |page: &Page| page.children.as_ref().map_or(0, |c| c.closed.n_made());
        let before = made(&self.book().pages[land as usize]);
        if self.lock(land, |page| made(page) == before)? {
            let mut places = core::mem::take(&mut self.places);
            self.book().next_to_open(land, &mut places);
            self.list(land, Choice::Places(&places), None)?;
            self.places = places;
        }
        self.book_mut().tidy(land);
        Ok(())
    }

    /// Draws the remaining lines of a land.
    fn draw(&mut self, land: LandId, heap: u32) -> Result<(), Limit> {
        let due = |page: &Page| {
            page.children
                .as_ref()
                .is_some_and(|c| c.closed.has_undrawn())
        };
        if self.lock(land, due)? {
            self.list(land, Choice::Others, Some(heap))?;
        }
        self.book_mut().tidy(land);
        Ok(())
    }

    /// Waits until no other worker lists children of a land. Returns whether this worker has to list them, and marks
    /// the land as being listed if so.
    fn lock(&mut self, land: LandId, due: impl Fn(&Page) -> bool) -> Result<bool, Limit> {
        loop {
            let page = &self.book().pages[land as usize];
            let is_listing = page.listing.load(Ordering::Relaxed);
            if page.nimber != UNKNOWN || !is_listing && !due(page) {
                return Ok(false);
            }
            // What is listed is entered with the write lock, so it is still due.
            if !page.listing.swap(true, Ordering::Relaxed) {
                return Ok(true);
            }
            let table = self.table;
            let n_listings = table.n_listings();
            if table.done.load(Ordering::Relaxed) {
                return Err(Limit::Stopped);
            }
            let before = *n_listings;
            self.put_back();
            if let Some(clocks) = table.clocks {
                drop(n_listings);
                clocks.wait(self.worker);
            } else {
                let wait = table.listed.wait_while(n_listings, |now| *now == before);
                drop(wait.unwrap_or_else(PoisonError::into_inner));
            }
            self.held = table.lock(self.worker, false);
        }
    }

    /// Lists children of a land with the book unlocked, and enters them.
    fn list(&mut self, land: LandId, choice: Choice<'_>, sought: Option<u32>) -> Result<(), Limit> {
        let mut form = core::mem::take(&mut self.form);
        form.clear();
        form.extend_from_slice(self.book().form(land));
        let rules = self.book().rules();
        match &self.held {
            Held::Reading(book) => book.inform(self.lister),
            Held::Writing(book) => book.inform(self.lister),
            Held::Nothing => {}
        }
        self.put_back();
        let limit = (self.lister).list(&form, choice, sought, rules, &self.watch.limits);
        self.form = form;
        if let Some(clocks) = self.table.clocks {
            clocks.spend(self.worker, self.lister.work().instructions());
        }
        self.held = self.table.lock(self.worker, true);
        if let Some(clocks) = self.table.clocks {
            clocks.spend(self.worker, Work::ENTER);
        }
        // Not `book_mut`, which would borrow the lister too.
        if let Held::Writing(book) = &mut self.held {
            book.enter(land, self.lister);
            *book.pages[land as usize].listing.get_mut() = false;
        }
        self.table.announce(self.worker);
        limit
    }

    /// Records that this worker enters or leaves a land beside a heap.
    fn mark(&mut self, land: LandId, heap: u32, comes: bool) {
        if self.table.crowd && heap < 16 {
            let busy = &self.book().pages[land as usize].busy;
            let one = 1 << (4 * heap);
            if comes {
                busy.fetch_add(one, Ordering::Relaxed);
            } else {
                busy.fetch_sub(one, Ordering::Relaxed);
            }
        }
    }

    fn merge(&self, lands: &[LandId], heap: &mut u32) -> Unknown {
        let mut unknown = Unknown::new();
        for land in lands {
            match self.book().pages[*land as usize].nimber {
                UNKNOWN => unknown.push(*land),
                nimber => *heap ^= u32::from(nimber),
            }
        }
        unknown
    }

    /// Returns whether the player to move loses.
    pub(crate) fn is_lost(&mut self, lands: &[LandId], heap: u32) -> Result<bool, Limit> {
        loop {
            let now = self.book().sum_numbers(lands, heap);
            if now.win == 0 || now.loss == 0 {
                return Ok(now.loss == 0);
            }
            self.watch.proof = (now.win, now.loss);
            self.sum(lands, heap, UNBOUNDED)?;
        }
    }

    /// Works on a land beside a heap until it is solved or its numbers reach the thresholds, but at least for this many
    /// nodes and until some children have been listed, so that it always finds something.
    pub(crate) fn couple(
        &mut self,
        land: LandId,
        heap: u32,
        mut limits: Thresholds,
        least: u64,
    ) -> Result<(), Limit> {
        let counts = |search: &Self| {
            let nodes = search.table.nodes.load(Ordering::Relaxed);
            (nodes, search.book().work.listed)
        };
        let before = counts(self);
        loop {
            let page = &self.book().pages[land as usize];
            if page.nimber != UNKNOWN || page.excluded >> heap & 1 == 1 {
                return Ok(());
            }
            self.single(land, heap, limits)?;
            let now = counts(self);
            if now.0 - before.0 >= least && now.1 > before.1 {
                return Ok(());
            }
            limits = limits.widened(1.5);
        }
    }

    /// Returns the nimber of a land.
    pub(crate) fn nimber(&mut self, land: LandId) -> Result<u8, Limit> {
        loop {
            let page = &self.book().pages[land as usize];
            if page.nimber != UNKNOWN {
                return Ok(page.nimber);
            }
            let attempt = page.excluded.trailing_ones();
            self.single(land, attempt, UNBOUNDED)?;
        }
    }

    /// Returns the numbers of a child for its parent. If another worker is at the child, its disproof number is raised,
    /// so that workers take different paths.
    fn seen(&self, numbers: Numbers, lands: &[LandId], heap: u32) -> Numbers {
        if !self.table.crowd || numbers.loss == 0 || numbers.win == 0 {
            return numbers;
        }
        let busy = |land: &LandId| {
            let page = &self.book().pages[*land as usize];
            if page.nimber != UNKNOWN {
                0
            } else if lands.len() > 1 {
                let attempt = page.excluded.trailing_ones().min(15);
                page.busy.load(Ordering::Relaxed) >> (4 * attempt) & 15
            } else {
                page.busy.load(Ordering::Relaxed) >> (4 * heap.min(15)) & 15
            }
        };
        let workers: u64 = lands.iter().map(busy).sum();
        // Each worker there adds half of the number: see `LABORATORY.md`.
        let loss = u64::from(numbers.loss) * (2 + workers) / 2;
        Numbers {
            loss: loss.min(u64::from(INFINITE) - 1) as u32,
            ..numbers
        }
    }

    /// Works on a sum until it is solved or its numbers reach the thresholds.
    fn sum(&mut self, lands: &[LandId], heap: u32, limits: Thresholds) -> Result<(), Limit> {
        loop {
            self.only_read();
            let mut merged = heap;
            let unknown = self.merge(lands, &mut merged);
            match unknown[..] {
                [] => return Ok(()),
                [land] => return self.single(land, merged, limits),
                _ => {}
            }
            let now = self.book().sum_numbers(&unknown, merged);
            if !limits.allow(now) {
                return Ok(());
            }
            // The cheapest land first.
            let key = |land: &LandId| {
                let page = &self.book().pages[*land as usize];
                (page.lives, page.estimate, *land)
            };
            let Some(land) = unknown.iter().copied().min_by_key(key) else {
                return Ok(());
            };
            let attempt = self.book().pages[land as usize].excluded.trailing_ones();
            let part = self.book().couple_numbers(land, attempt);
            self.single(land, attempt, limits.for_part(now, part))?;
        }
    }

    /// Works on one land beside a heap until it is solved or its numbers reach the thresholds.
    fn single(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), Limit> {
        self.mark(land, heap, true);
        self.path.push((land, heap));
        let before = self.visited;
        let end = self.work_on(land, heap, limits);
        if let Some(visits) = &mut self.visits {
            *visits.entry((land, heap)).or_default() += self.visited - before;
            if end.is_err() {
                self.book_mut().survey_again(land, heap);
            }
        }
        self.path.pop();
        self.mark(land, heap, false);
        end
    }

    fn work_on(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), Limit> {
        self.tick()?;
        self.expand(land, heap)?;
        self.tidy(land);
        loop {
            self.only_read();
            let page = &self.book().pages[land as usize];
            if page.nimber != UNKNOWN || page.excluded >> heap & 1 == 1 {
                return Ok(());
            }
            let survey = self.survey(land, heap);
            let now = survey.numbers();
            if now.win == 0 {
                self.book_mut().exclude(land, heap);
                return Ok(());
            }
            if now.loss == 0 {
                self.book_mut().learn(land, heap as u8);
                return Ok(());
            }
            let is_current = self.note(land, heap, now);
            if !limits.allow(now) {
                return Ok(());
            }
            if !is_current {
                continue;
            }
            let below = survey.thresholds(limits);
            match survey.choice {
                Child::Closed => self.open(land)?,
                Child::Undrawn => self.draw(land, heap)?,
                Child::Heap(less) => self.single(land, less, below)?,
                Child::Option(at) => {
                    let (lands, rest) = self.book().option(land, at);
                    let lands: Unknown = lands.into();
                    self.sum(&lands, rest ^ heap, below)?;
                }
            }
        }
    }

    /// Evaluates all children of a land beside a heap, with the numbers that this worker uses.
    fn survey(&self, land: LandId, heap: u32) -> Survey {
        self.book().survey(land, heap, |numbers, lands, heap| {
            self.seen(numbers, lands, heap)
        })
    }
}

impl Book {
    pub(crate) fn sum_numbers(&self, lands: &[LandId], mut heap: u32) -> Numbers {
        let mut last = None;
        let mut total = 0u32;
        let mut n = 0;
        for land in lands {
            let page = &self.pages[*land as usize];
            if page.nimber != UNKNOWN {
                heap ^= u32::from(page.nimber);
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
        let attempt = self.pages[land as usize].excluded.trailing_ones();
        let numbers = self.couple_numbers(land, attempt);
        numbers.win.min(numbers.loss)
    }

    pub(crate) fn couple_numbers(&self, land: LandId, heap: u32) -> Numbers {
        let page = &self.pages[land as usize];
        if page.nimber != UNKNOWN {
            return if u32::from(page.nimber) == heap {
                LOSS
            } else {
                WIN
            };
        }
        if page.excluded >> heap & 1 == 1 {
            return WIN;
        }
        let (win, loss) = page.noted.get(heap).unwrap_or(page.guess);
        Numbers { win, loss }
    }

    /// Evaluates all children of a land beside a heap: the smaller heaps, then the options.
    pub(crate) fn survey(
        &self,
        land: LandId,
        heap: u32,
        seen: impl Fn(Numbers, &[LandId], u32) -> Numbers,
    ) -> Survey {
        let mut survey = Survey::default();
        for less in 0..heap {
            let numbers = self.couple_numbers(land, less);
            survey.add(seen(numbers, &[land], less), Child::Heap(less));
        }
        let mut next = self.first_option(land);
        while let Some(at) = next {
            let (lands, rest) = self.option(land, at);
            let numbers = self.sum_numbers(lands, rest ^ heap);
            survey.add(seen(numbers, lands, rest ^ heap), Child::Option(at));
            next = self.option_after(land, at);
        }
        let page = &self.pages[land as usize];
        if let Some(closed) = page.children.as_ref().map(|children| &children.closed) {
            let made = closed
                .made_numbers()
                .map(|numbers| (numbers, Child::Closed));
            let undrawn = closed.undrawn_numbers(page.size());
            let undrawn = undrawn.map(|numbers| (numbers, Child::Undrawn));
            for ((win, loss), child) in made.into_iter().chain(undrawn) {
                survey.add(Numbers { win, loss }, child);
            }
        }
        survey
    }

    /// Recomputes the numbers of a couple after a limit ended the search below it.
    fn survey_again(&mut self, land: LandId, heap: u32) {
        let page = &self.pages[land as usize];
        let open = page.nimber == UNKNOWN && page.excluded >> heap & 1 == 0;
        if open && page.children.is_some() {
            let now = self.survey(land, heap, |numbers, _, _| numbers).numbers();
            if now.win > 0 && now.loss > 0 {
                self.note(land, heap, (now.win, now.loss));
            }
        }
    }
}
