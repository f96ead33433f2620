//! Depth-first proof-number search over couples.
//!
//! The search of Čížek, Balko and Schmid (arXiv:2511.10339, theorem 2) on a table that needs no hashing: proof and
//! disproof numbers belong to a land and a heap and stand on the land's page in the [`Book`]. A sum of several unknown
//! lands needs no entry at all, because its numbers are the sum of those of the next attempt for each of its lands.
//!
//! # Several workers
//!
//! A [`Desk`] shares the book among workers. A worker holds the lock while it reads and writes numbers, which is short, and
//! gives it up while its [`Scribe`] lists children. Every fact in the book is true, and numbers are recomputed from the children
//! at each visit, so it does no harm that another worker changes them meanwhile.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use super::book::{Book, LandId, Scribe, UNKNOWN};
use super::{Found, GaveUp, Watch};
use crate::land::Land;

/// A proof number that cannot be reached.
const INFINITE: u32 = u32::MAX / 4;

/// How many steps of the line of play are reported.
const SHOWN: usize = 6;

/// Proof and disproof number: how many leaves must at least be solved to show that the mover wins, or loses.
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

/// How long to stay at a node.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    win: u32,
    loss: u32,
    /// For nodes below a sum, a bound on the lesser of both numbers, each raised by a shift.
    least: u32,
    win_shift: u32,
    loss_shift: u32,
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

const UNBOUNDED: Thresholds = Thresholds {
    win: INFINITE,
    loss: INFINITE,
    least: u32::MAX,
    win_shift: 0,
    loss_shift: 0,
};

/// What all workers share: the book, and who is to be told of nimbers.
#[derive(Debug)]
pub(crate) struct Desk<'a> {
    shared: Mutex<Shared<'a>>,
    /// Signalled when the options of a land have been entered.
    listed: Condvar,
    /// Set when there is an answer or somebody has given up.
    pub(crate) done: AtomicBool,
    /// Whether several work.
    crowd: bool,
}

pub(crate) struct Shared<'a> {
    pub(crate) book: &'a mut Book,
    pub(crate) found: Option<&'a mut Found>,
}

impl core::fmt::Debug for Shared<'_> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Shared").finish_non_exhaustive()
    }
}

impl<'a> Desk<'a> {
    pub(crate) fn new(book: &'a mut Book, found: Option<&'a mut Found>, crowd: bool) -> Desk<'a> {
        Desk {
            shared: Mutex::new(Shared { book, found }),
            listed: Condvar::new(),
            done: AtomicBool::new(false),
            crowd,
        }
    }

    /// Waits for the book. A worker that panics takes the whole search with it, so what it left is never used.
    fn take(&self) -> MutexGuard<'_, Shared<'a>> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// One worker. It holds the book except while it lists children, which is nearly all of the time.
pub(crate) struct Search<'s, 'a> {
    desk: &'s Desk<'a>,
    held: Option<MutexGuard<'s, Shared<'a>>>,
    scribe: &'s mut Scribe,
    form: Vec<u8>,
    memory: usize,
    /// How many nodes the book had counted when the question was asked.
    before: u64,
    /// The lands on which the search is at work, each below the one before, with the heaps beside them.
    path: Vec<(LandId, u32)>,
    pub(crate) watch: Watch<'s>,
}

impl Drop for Search<'_, '_> {
    fn drop(&mut self) {
        // Nobody waits for what a worker that panics was about to list.
        if std::thread::panicking() {
            self.desk.done.store(true, Ordering::Relaxed);
            drop(self.held.take());
            self.desk.listed.notify_all();
        }
    }
}

/// The unknown lands of a sum and the heap beside them.
type Unknown = smallvec::SmallVec<[LandId; 6]>;

impl<'s, 'a> Search<'s, 'a> {
    pub(crate) fn new(
        desk: &'s Desk<'a>,
        scribe: &'s mut Scribe,
        watch: Watch<'s>,
    ) -> Search<'s, 'a> {
        let held = desk.take();
        Search {
            before: held.book.work.nodes.saturating_sub(watch.nodes),
            desk,
            held: Some(held),
            scribe,
            form: Vec::new(),
            memory: watch.memory,
            path: Vec::new(),
            watch,
        }
    }

    fn shared(&mut self) -> &mut Shared<'a> {
        let desk = self.desk;
        self.held.get_or_insert_with(|| desk.take())
    }

    fn book(&self) -> &Book {
        let held = self.held.as_ref();
        held.expect("a worker takes the book back as soon as it has listed children")
            .book
    }

    fn book_mut(&mut self) -> &mut Book {
        self.shared().book
    }

    /// Counts a position; looks at the limits.
    fn tick(&mut self) -> Result<(), GaveUp> {
        self.book_mut().work.nodes += 1;
        let state = self.book().state();
        if state.memory > self.memory {
            return Err(GaveUp::Memory);
        }
        if self.desk.done.load(Ordering::Relaxed) {
            return Err(GaveUp::Stopped);
        }
        // Tick counts this node once more.
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

    /// Makes sure that the options of a land are listed, unless its nimber becomes known meanwhile.
    fn expand(&mut self, land: LandId) -> Result<(), GaveUp> {
        loop {
            let page = &mut self.book_mut().pages[land as usize];
            if page.options.is_some() || page.nimber != UNKNOWN {
                return Ok(());
            }
            if !page.listing {
                page.listing = true;
                break;
            }
            // Another worker is at it.
            let desk = self.desk;
            if desk.done.load(Ordering::Relaxed) {
                return Err(GaveUp::Stopped);
            }
            self.held = self.held.take().map(|held| {
                desk.listed
                    .wait(held)
                    .unwrap_or_else(PoisonError::into_inner)
            });
        }
        let mut form = core::mem::take(&mut self.form);
        form.clear();
        form.extend_from_slice(self.book().form(land));
        let rules = self.book().rules();
        self.held = None;
        self.scribe.list(&form, rules);
        self.form = form;
        let shared = self.held.insert(self.desk.take());
        shared.book.enter(land, self.scribe);
        shared.book.pages[land as usize].listing = false;
        if self.desk.crowd {
            self.desk.listed.notify_all();
        }
        Ok(())
    }

    /// Notes that this worker comes to a land beside a heap, or leaves.
    fn mark(&mut self, land: LandId, heap: u32, comes: bool) {
        if self.desk.crowd && heap < 16 {
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

    /// Whether the player to move loses.
    pub(crate) fn is_lost(&mut self, lands: &[LandId], heap: u32) -> Result<bool, GaveUp> {
        loop {
            let now = self.sum_numbers(lands, heap);
            if now.win == 0 || now.loss == 0 {
                return Ok(now.loss == 0);
            }
            self.watch.proof = (now.win, now.loss);
            self.sum(lands, heap, UNBOUNDED)?;
        }
    }

    /// The nimber of a land.
    pub(crate) fn nimber(&mut self, land: LandId) -> Result<u8, GaveUp> {
        loop {
            let page = &self.book().pages[land as usize];
            if page.nimber != UNKNOWN {
                return Ok(page.nimber);
            }
            let attempt = page.excluded.trailing_ones();
            self.single(land, attempt, UNBOUNDED)?;
        }
    }

    fn sum_numbers(&self, lands: &[LandId], mut heap: u32) -> Numbers {
        let mut last = None;
        let mut total = 0u32;
        let mut n = 0;
        for land in lands {
            let page = &self.book().pages[*land as usize];
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

    /// How far the next step towards the nimber of a land is.
    fn attempt_numbers(&self, land: LandId) -> u32 {
        let attempt = self.book().pages[land as usize].excluded.trailing_ones();
        let numbers = self.couple_numbers(land, attempt);
        numbers.win.min(numbers.loss)
    }

    fn couple_numbers(&self, land: LandId, heap: u32) -> Numbers {
        let page = &self.book().pages[land as usize];
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

    /// The numbers of a child in the eyes of its parent: where another worker is, a loss looks farther than it is, so
    /// that workers take different ways.
    fn seen(&self, numbers: Numbers, lands: &[LandId], heap: u32) -> Numbers {
        if !self.desk.crowd || numbers.loss == 0 || numbers.win == 0 {
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
        let loss = u64::from(numbers.loss) * (1 + workers);
        Numbers {
            loss: loss.min(u64::from(INFINITE) - 1) as u32,
            ..numbers
        }
    }

    /// Works on a sum until it is solved or its numbers reach the thresholds.
    fn sum(&mut self, lands: &[LandId], heap: u32, limits: Thresholds) -> Result<(), GaveUp> {
        loop {
            let mut merged = heap;
            let unknown = self.merge(lands, &mut merged);
            match unknown[..] {
                [] => return Ok(()),
                [land] => return self.single(land, merged, limits),
                _ => {}
            }
            let now = self.sum_numbers(&unknown, merged);
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
            let part = self.couple_numbers(land, attempt);
            let bound = limits.win.min(limits.loss).min(
                limits
                    .least
                    .saturating_sub(limits.win_shift.min(limits.loss_shift)),
            );
            let least = bound
                .saturating_sub(now.win)
                .saturating_add(part.win.min(part.loss));
            self.single(land, attempt, Thresholds { least, ..UNBOUNDED })?;
        }
    }

    /// Works on one land beside a heap until it is solved or its numbers reach the thresholds.
    fn single(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), GaveUp> {
        self.mark(land, heap, true);
        self.path.push((land, heap));
        let end = self.work_on(land, heap, limits);
        self.path.pop();
        self.mark(land, heap, false);
        end
    }

    fn work_on(&mut self, land: LandId, heap: u32, limits: Thresholds) -> Result<(), GaveUp> {
        self.tick()?;
        self.expand(land)?;
        self.book_mut().tidy(land);
        loop {
            if self.book().pages[land as usize].nimber != UNKNOWN {
                return Ok(());
            }
            if self.book().pages[land as usize].excluded >> heap & 1 == 1 {
                return Ok(());
            }
            // The children: lesser heaps, then the options.
            let mut total = 0u32;
            let mut greatest = 0u32;
            let mut best = INFINITE;
            let mut second = INFINITE;
            let mut best_numbers = WIN;
            // Which child is best: a lesser heap, or where its option begins.
            let mut best_heap = None;
            let mut best_option = 0;
            let mut consider = |child: Numbers, heap: Option<u32>, option: usize| {
                total = total.saturating_add(child.win);
                greatest = greatest.max(child.win);
                if child.loss < best {
                    second = best;
                    best = child.loss;
                    best_numbers = child;
                    best_heap = heap;
                    best_option = option;
                } else if child.loss < second {
                    second = child.loss;
                }
            };
            for less in 0..heap {
                let numbers = self.couple_numbers(land, less);
                consider(self.seen(numbers, &[land], less), Some(less), 0);
            }
            let options = self.book().pages[land as usize]
                .options
                .as_deref()
                .unwrap_or_default();
            let mut at = 0;
            while at < options.len() {
                let n = (options[at] & 0xFF) as usize;
                let (lands, rest) = (&options[at + 1..=at + n], options[at] >> 8 ^ heap);
                let numbers = self.sum_numbers(lands, rest);
                consider(self.seen(numbers, lands, rest), None, at);
                at += 1 + n;
            }
            if best == 0 {
                self.book_mut().exclude(land, heap);
                return Ok(());
            }
            if total == 0 {
                let Shared { book, found } = self.shared();
                book.learn(land, heap as u8);
                if let Some(found) = found {
                    found(&Land::from_form(book.form(land)), heap as u8);
                }
                return Ok(());
            }
            // Children have much in common, so the sum of their numbers is too much, and the greatest alone too little.
            let others = u64::from(total - greatest) * 13 / 20;
            let total = greatest + others as u32;
            let now = Numbers {
                win: best,
                loss: total.min(INFINITE - 1),
            };
            let proof = &mut self.book_mut().pages[land as usize].proof;
            if proof.len() <= heap as usize {
                proof.resize(heap as usize + 1, (0, 0));
            }
            proof[heap as usize] = (now.win, now.loss);
            if !limits.allow(now) {
                return Ok(());
            }
            let below = Thresholds {
                win: limits
                    .loss
                    .saturating_sub(now.loss)
                    .saturating_add(best_numbers.win),
                loss: limits.win.min(second.saturating_add(1 + second / 16)),
                least: limits.least,
                win_shift: limits
                    .loss_shift
                    .saturating_add(now.loss)
                    .saturating_sub(best_numbers.win),
                loss_shift: limits.win_shift,
            };
            if let Some(less) = best_heap {
                self.single(land, less, below)?;
            } else {
                let options = self.book().pages[land as usize]
                    .options
                    .as_deref()
                    .unwrap_or_default();
                let n = (options[best_option] & 0xFF) as usize;
                let lands: Unknown = options[best_option + 1..=best_option + n].into();
                let heap = options[best_option] >> 8 ^ heap;
                self.sum(&lands, heap, below)?;
            }
        }
    }
}
