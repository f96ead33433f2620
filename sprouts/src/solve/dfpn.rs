//! Depth-first proof-number search over couples.
//!
//! The search of Čížek, Balko and Schmid (arXiv:2511.10339, theorem 2) on a table that needs no hashing: proof and
//! disproof numbers belong to a land and a heap and stand on the land's page in the [`Book`]. A sum of several unknown
//! lands needs no entry at all, because its numbers are the sum of those of the next attempt for each of its lands.
//!
//! # Where the time goes
//!
//! A profile of the first version showed less than 2 % in the search and the rest in listing children: reducing,
//! splitting and canonising each. What followed from it: every land is expanded once and keeps its options as numbers;
//! a shape is looked up in a plain arranged spelling before it is canonised, which answers seven of ten
//! look-ups; hanging pieces are canonised once per orientation; and first guesses of the numbers, which halve the lands
//! that must be expanded.
//!
//! # Where a cluster would cut it
//!
//! The map from lands to nimbers only grows and every entry is true for ever. Workers can therefore own disjoint attempts
//! `(land, heap)` with books of their own, and exchange nothing but proved nimbers, as canonical forms of some 30 bytes:
//! `Solver::with_found` sends and `Solver::learn` receives. One owner of the tree near the root hands out the
//! attempts.

use super::book::{Book, LandId, UNKNOWN};
use super::{Found, GaveUp, Watch};
use crate::land::Land;

/// A proof number that cannot be reached.
const INFINITE: u32 = u32::MAX / 4;

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

pub(crate) struct Search<'a> {
    pub(crate) book: &'a mut Book,
    pub(crate) found: Option<&'a mut Found>,
    pub(crate) watch: Watch<'a>,
}

/// The unknown lands of a sum and the heap beside them.
type Unknown = smallvec::SmallVec<[LandId; 6]>;

impl Search<'_> {
    fn merge(&self, lands: &[LandId], heap: &mut u32) -> Unknown {
        let mut unknown = Unknown::new();
        for land in lands {
            match self.book.pages[*land as usize].nimber {
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
            let page = &self.book.pages[land as usize];
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
            let page = &self.book.pages[*land as usize];
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
        let attempt = self.book.pages[land as usize].excluded.trailing_ones();
        let numbers = self.couple_numbers(land, attempt);
        numbers.win.min(numbers.loss)
    }

    fn couple_numbers(&self, land: LandId, heap: u32) -> Numbers {
        let page = &self.book.pages[land as usize];
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
                let page = &self.book.pages[*land as usize];
                (page.lives, page.estimate, *land)
            };
            let Some(land) = unknown.iter().copied().min_by_key(key) else {
                return Ok(());
            };
            let attempt = self.book.pages[land as usize].excluded.trailing_ones();
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
        self.watch.tick(|| self.book.state())?;
        self.book.expand(land);
        self.book.tidy(land);
        loop {
            if self.book.pages[land as usize].nimber != UNKNOWN {
                return Ok(());
            }
            if self.book.pages[land as usize].excluded >> heap & 1 == 1 {
                return Ok(());
            }
            // The children: lesser heaps, then the options.
            let mut total = 0u32;
            let mut best = INFINITE;
            let mut second = INFINITE;
            let mut best_numbers = WIN;
            // Which child is best: a lesser heap, or where its option begins.
            let mut best_heap = None;
            let mut best_option = 0;
            let mut consider = |child: Numbers, heap: Option<u32>, option: usize| {
                total = total.saturating_add(child.win);
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
                consider(self.couple_numbers(land, less), Some(less), 0);
            }
            let options = self.book.pages[land as usize]
                .options
                .as_deref()
                .unwrap_or_default();
            let mut at = 0;
            while at < options.len() {
                let n = (options[at] & 0xFF) as usize;
                let numbers = self.sum_numbers(&options[at + 1..=at + n], options[at] >> 8 ^ heap);
                consider(numbers, None, at);
                at += 1 + n;
            }
            if best == 0 {
                self.book.pages[land as usize].excluded |= 1 << heap;
                return Ok(());
            }
            if total == 0 {
                self.book.learn(land, heap as u8);
                if let Some(found) = &mut self.found {
                    found(&Land::from_form(self.book.form(land)), heap as u8);
                }
                return Ok(());
            }
            let now = Numbers {
                win: best,
                loss: total.min(INFINITE - 1),
            };
            let proof = &mut self.book.pages[land as usize].proof;
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
                let options = self.book.pages[land as usize]
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
