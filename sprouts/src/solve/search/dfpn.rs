//! Depth-first proof-number search over couples.
//!
//! The search of Čížek, Balko and Schmid (arXiv:2511.10339, theorem 2) on a table that needs no hashing: proof and
//! disproof numbers are stored per land and heap, in the land's entry of the [`Book`]. A sum of several unknown lands
//! needs no entry: its numbers are the sums of the numbers of the next attempt for each land.
//!
//! # Several workers
//!
//! A [`SharedTable`] shares the book among workers. A worker holds the lock while it reads and writes proof numbers,
//! which takes little time, and releases it while its [`ChildLister`] lists children. Other workers may change the book
//! at any time, because every fact in it is proved, and proof numbers are recomputed from the children at each visit.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use common::Limit;

use super::book::{Book, ChildLister, Choice, LandId, Page, UNKNOWN};
use crate::land::Land;
use crate::solve::watch::Watch;

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
    book: Mutex<&'a mut Book>,
    /// Signalled when the options of a land have been entered.
    listed: Condvar,
    /// Set when the question is answered or a worker has given up.
    pub(crate) done: AtomicBool,
    /// Whether there are several workers.
    crowd: bool,
}

impl<'a> SharedTable<'a> {
    pub(crate) fn new(book: &'a mut Book, crowd: bool) -> SharedTable<'a> {
        SharedTable {
            book: Mutex::new(book),
            listed: Condvar::new(),
            done: AtomicBool::new(false),
            crowd,
        }
    }

    /// Locks the book. A panic in one worker ends the whole search, so a poisoned book is never used.
    fn take(&self) -> MutexGuard<'_, &'a mut Book> {
        self.book.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One worker. It holds the book except while it lists children, where it spends nearly all of its time.
pub(crate) struct Search<'s, 'a> {
    table: &'s SharedTable<'a>,
    held: Option<MutexGuard<'s, &'a mut Book>>,
    lister: &'s mut ChildLister,
    form: Vec<u8>,
    places: Vec<u32>,
    memory: usize,
    /// The book's node count at the start of this question.
    before: u64,
    /// The lands on the current path with the heaps beside them, from the root down.
    path: Vec<(LandId, u32)>,
    pub(crate) watch: Watch<'s>,
}

impl Drop for Search<'_, '_> {
    fn drop(&mut self) {
        // After a panic, no other worker may wait for the children that this one was listing.
        if std::thread::panicking() {
            self.table.done.store(true, Ordering::Relaxed);
            drop(self.held.take());
            self.table.listed.notify_all();
        }
    }
}

/// The unknown lands of a sum and the heap beside them.
type Unknown = smallvec::SmallVec<[LandId; 6]>;

impl<'s, 'a> Search<'s, 'a> {
    pub(crate) fn new(
        table: &'s SharedTable<'a>,
        lister: &'s mut ChildLister,
        watch: Watch<'s>,
    ) -> Search<'s, 'a> {
        let held = table.take();
        Search {
            before: held.work.nodes.saturating_sub(watch.nodes),
            table,
            held: Some(held),
            lister,
            form: Vec::new(),
            places: Vec::new(),
            memory: watch.memory,
            path: Vec::new(),
            watch,
        }
    }

    fn book(&self) -> &Book {
        let held = self.held.as_ref();
        held.expect("a worker takes the book back as soon as it has listed children")
    }

    fn book_mut(&mut self) -> &mut Book {
        let table = self.table;
        self.held.get_or_insert_with(|| table.take())
    }

    /// Counts a position and checks the limits.
    fn tick(&mut self) -> Result<(), Limit> {
        self.book_mut().work.nodes += 1;
        let state = self.book().state();
        if state.memory > self.memory {
            return Err(Limit::Memory);
        }
        if self.table.done.load(Ordering::Relaxed) {
            return Err(Limit::Stopped);
        }
        // `tick` counts this node again.
        self.watch.nodes = self.book().work.nodes - self.before - 1;
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
            let page = &mut self.book_mut().pages[land as usize];
            if page.nimber != UNKNOWN || !page.listing && !due(page) {
                return Ok(false);
            }
            if !page.listing {
                page.listing = true;
                return Ok(true);
            }
            let table = self.table;
            if table.done.load(Ordering::Relaxed) {
                return Err(Limit::Stopped);
            }
            self.held = self.held.take().map(|held| {
                table
                    .listed
                    .wait(held)
                    .unwrap_or_else(PoisonError::into_inner)
            });
        }
    }

    /// Lists children of a land with the book unlocked, and enters them.
    fn list(&mut self, land: LandId, choice: Choice<'_>, sought: Option<u32>) -> Result<(), Limit> {
        let mut form = core::mem::take(&mut self.form);
        form.clear();
        form.extend_from_slice(self.book().form(land));
        let rules = self.book().rules();
        if let Some(held) = &self.held {
            held.inform(self.lister);
        }
        self.held = None;
        let limit = (self.lister).list(&form, choice, sought, rules, &self.watch.limits);
        self.form = form;
        let book = self.held.insert(self.table.take());
        book.enter(land, self.lister);
        book.pages[land as usize].listing = false;
        if self.table.crowd {
            self.table.listed.notify_all();
        }
        limit
    }

    /// Records that this worker enters or leaves a land beside a heap.
    fn mark(&mut self, land: LandId, heap: u32, comes: bool) {
        if self.table.crowd && heap < 16 {
            let busy = &mut self.book_mut().pages[land as usize].busy;
            let one = 1 << (4 * heap);
            *busy = if comes { *busy + one } else { *busy - one };
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
        let before = self.book().work;
        loop {
            let page = &self.book().pages[land as usize];
            if page.nimber != UNKNOWN || page.excluded >> heap & 1 == 1 {
                return Ok(());
            }
            self.single(land, heap, limits)?;
            let now = self.book().work;
            if now.nodes - before.nodes >= least && now.listed > before.listed {
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
                page.busy >> (4 * attempt) & 15
            } else {
                page.busy >> (4 * heap.min(15)) & 15
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
        let before = self.book().work.nodes;
        let end = self.work_on(land, heap, limits);
        let book = self.book_mut();
        if book.visits.is_some() {
            if end.is_err() {
                book.survey_again(land, heap);
            }
            let visits = book.work.nodes - before;
            book.count_visits(land, heap, visits);
        }
        self.path.pop();
        self.mark(land, heap, false);
        end
    }

    fn work_on(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), Limit> {
        self.tick()?;
        self.expand(land, heap)?;
        self.book_mut().tidy(land);
        loop {
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
            self.book_mut().note(land, heap, (now.win, now.loss));
            if !limits.allow(now) {
                return Ok(());
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
        match page.proof.get(heap as usize) {
            Some(&(win, loss)) if win > 0 => Numbers { win, loss },
            _ => {
                let (win, loss) = page.guess;
                Numbers { win, loss }
            }
        }
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
