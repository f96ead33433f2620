//! What a search has learned about classes of lands.
//!
//! The first guess of a land's proof numbers knows only its size. So it puts a move that divides a land before one that
//! does not, however often such moves have failed. The prior counts, while the search runs, how often the lands of a
//! class turned out to be lost beside a heap, and shifts the first guesses of others of the class. This is what finds
//! the line that joins two spots, which wins from 15, 21, 27 and 33 spots.
//!
//! A *class* is what lands have in common if one spot more or less is not counted: the regions, each with its bare
//! spots, of which those beyond [`EXACT`] count modulo [`PERIOD`], and with its boundaries, each with the numbers of
//! its corners that lie in one, in two or in more places. Outcomes of starts repeat with this period (D. Applegate,
//! G. Jacobson and D. Sleator, *Computer analysis of Sprouts*, 1991). Classes that share a slot share their counts. A
//! prior only orders the search, so nothing that it says can make a result wrong.
//!
//! The settings were chosen by counts of nodes over many starts and seeds: see `LABORATORY.md`.

use core::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::OnceLock;

use super::guess::{Shift, logarithm};
use crate::land::shape;

/// The number of classes that are told apart, a power of two. Their records take 16 MiB. Starts of 34 and 35 spots took
/// 15 and 24 % more nodes with a quarter of them, because the results of classes that share a record are mixed.
pub(super) const CLASSES: usize = 1 << 20;
/// The number of lands from which results are counted. A smaller search ends before the records are worth their memory.
const FROM: usize = 1 << 15;
/// The records may take this part of the memory of a search, an eighth, so a search needs 128 MiB to have them. It
/// could be a third, which matters little: with 60 MiB, 22 and 28 spots and the lands `c20` then take −0.05 ± 0.03
/// nodes.
const SHARE: usize = 8;
/// The number of heaps that are told apart. Larger ones share the last records. A record takes four bytes, so this many
/// take 16 bytes a class.
pub(super) const HEAPS: usize = 4;
/// The number of bare spots of a region up to which each number is a class of its own, and the period beyond. With the
/// period 3, +0.04 ± 0.06 nodes. For 22, 28, 34 and 35 spots and two seeds, the first may be 3 or 4 as well, −0.01
/// ± 0.07 and −0.03 ± 0.07 nodes; 12 gives +0.12 ± 0.07.
const EXACT: u8 = 6;
const PERIOD: u8 = 6;
/// The number of results of its class after which they count as much as the mean of all classes. It and the strength
/// come from a prototype. With them, 26 runs had −0.07 ± 0.05 nodes and −0.16 ± 0.06 nimbers.
const WEIGHT: u64 = 4;
/// A guess is divided by this power of the ratio of probabilities.
const STRENGTH: i32 = 2;
/// The number of steps of a guess in which a shift is kept, so that the largest fits into 8 bits.
const UNIT: i32 = 4;
/// One, as a probability. Probabilities stay this far from nothing and from one: a hundredth. So a shift is at most
/// twice the logarithm of 99, which is 424 steps or 106 times [`UNIT`].
const ONE: u64 = 1 << 20;
const LEAST: u64 = ONE / 100;
/// The results of all classes that count from the beginning, so that the first results do not decide alone: three lost
/// lands of ten. After a few hundred results they no longer matter. With one of ten, 22, 28, 34 and 35 spots take −0.01
/// ± 0.06 nodes, and with five of ten +0.11 ± 0.08 (two seeds).
const FIRST_LOST: u64 = 3;
const FIRST_ALL: u64 = 10;

/// The class of a land.
pub(crate) type LandClass = u32;

/// Counts of results by class and heap, which several threads share. Threads that count at the same time may lose a
/// result, which only changes guesses.
#[derive(Default, Debug)]
pub(crate) struct Prior {
    /// For each class the record beside each heap, from the first result on.
    records: OnceLock<Box<[[AtomicU32; HEAPS]]>>,
    /// The numbers of lost and won lands of all classes beside each heap, 32 bits each.
    all: [AtomicU64; HEAPS],
    /// Whether there is memory for the records.
    is_affordable: AtomicBool,
}

/// The results of a class beside a heap, and what follows from them.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
struct ClassResults {
    lost: u8,
    won: u8,
    /// The shift of the guesses, in units of [`UNIT`] steps.
    win: i8,
    loss: i8,
}

impl ClassResults {
    fn unpack(word: u32) -> ClassResults {
        let [lost, won, win, loss] = word.to_le_bytes();
        ClassResults {
            lost,
            won,
            win: win as i8,
            loss: loss as i8,
        }
    }

    fn pack(self) -> u32 {
        u32::from_le_bytes([self.lost, self.won, self.win as u8, self.loss as u8])
    }

    /// Counts a result, when the lands of all classes are lost with the probability `mean`.
    fn count(&mut self, is_lost: bool, mean: u64) {
        if self.lost.max(self.won) == u8::MAX {
            (self.lost, self.won) = (self.lost / 2, self.won / 2);
        }
        *(if is_lost {
            &mut self.lost
        } else {
            &mut self.won
        }) += 1;
        let (lost, won) = (u64::from(self.lost), u64::from(self.won));
        let now = (lost * ONE + WEIGHT * mean) / (lost + won + WEIGHT);
        let now = now.clamp(LEAST, ONE - LEAST);
        let units = |now, mean| {
            let steps = STRENGTH * (logarithm(mean) as i32 - logarithm(now) as i32);
            (steps / UNIT) as i8
        };
        (self.win, self.loss) = (units(ONE - now, ONE - mean), units(now, mean));
    }

    fn shift(self) -> Shift {
        Shift {
            win: i16::from(self.win) * UNIT as i16,
            loss: i16::from(self.loss) * UNIT as i16,
        }
    }
}

impl Prior {
    /// Returns the class of a land.
    pub(super) fn class(shape: &[u8]) -> LandClass {
        let mut class = 0u64;
        shape::for_each_region(shape, |bare, boundaries| {
            let bare = if bare < EXACT {
                bare
            } else {
                EXACT + (bare - EXACT) % PERIOD
            };
            let (mut region, mut boundary) = (0u64, 0u64);
            for corner in boundaries {
                if *corner == shape::SEP {
                    region = region.wrapping_add(mixed(boundary));
                    boundary = 0;
                } else {
                    boundary = boundary.wrapping_add(mixed((*corner).min(shape::LETTER).into()));
                }
            }
            class = class.wrapping_add(mixed(region ^ mixed(u64::from(bare) << 8)));
        });
        (mixed(class) % CLASSES as u64) as LandClass
    }

    /// Notes how many bytes the search may use, by which the prior has records or not.
    pub(super) fn afford(&self, memory: usize) {
        let size = CLASSES * size_of::<[AtomicU32; HEAPS]>();
        let is_affordable = size <= memory / SHARE;
        self.is_affordable.store(is_affordable, Ordering::Relaxed);
    }

    /// Returns whether a search that has met this many lands counts results.
    pub(super) fn counts(&self, n_lands: usize) -> bool {
        n_lands >= FROM && self.is_affordable.load(Ordering::Relaxed)
    }

    /// Counts a result of a class beside a heap.
    pub(super) fn count(&self, class: LandClass, heap: u32, is_lost: bool) {
        let heap = (heap as usize).min(HEAPS - 1);
        let all = &self.all[heap];
        let one = if is_lost { 1 } else { 1 << 32 };
        let counted = all.fetch_add(one, Ordering::Relaxed) + one;
        let (lost, won) = (counted & u64::from(u32::MAX), counted >> 32);
        let mean = (lost + FIRST_LOST) * ONE / (lost + won + FIRST_ALL);
        let mean = mean.clamp(LEAST, ONE - LEAST);
        let records = self.records.get_or_init(|| {
            let empty = || [const { AtomicU32::new(0) }; HEAPS];
            (0..CLASSES).map(|_| empty()).collect()
        });
        let record = &records[class as usize][heap];
        let mut results = ClassResults::unpack(record.load(Ordering::Relaxed));
        results.count(is_lost, mean);
        record.store(results.pack(), Ordering::Relaxed);
    }

    /// Returns by how much the first guess changes for a land of this class beside a heap.
    pub(super) fn shift(&self, class: LandClass, heap: u32) -> Shift {
        let heap = (heap as usize).min(HEAPS - 1);
        self.records.get().map_or_else(Shift::default, |records| {
            let record = &records[class as usize][heap];
            ClassResults::unpack(record.load(Ordering::Relaxed)).shift()
        })
    }

    /// Returns the same for the land with this shape, whose class is found only if results have been counted.
    pub(super) fn shift_of(&self, shape: &[u8], heap: u32) -> Shift {
        if self.records.get().is_none() {
            return Shift::default();
        }
        self.shift(Prior::class(shape), heap)
    }

    /// Returns the size in bytes.
    pub(super) fn memory(&self) -> usize {
        self.records
            .get()
            .map_or(0, |records| size_of_val(&**records))
    }
}

/// Mixes the bits of a number, so that sums of such numbers stand for multisets: the function degski64 without its
/// first shift. Other odd constants would do as well, since nothing that depends on a class is kept on disk.
fn mixed(number: u64) -> u64 {
    let word = (number ^ 0x9E37_79B9_7F4A_7C15).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let word = (word ^ word >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    word ^ word >> 32
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::{Land, Lands, canon};

    fn class(land: &Land) -> LandClass {
        let mut shape = Vec::new();
        canon::expand(land.form(), &mut shape);
        Prior::class(&shape)
    }

    fn start(n: usize) -> LandClass {
        let start = Lands::start(n);
        class(start.iter().next().expect("a land"))
    }

    #[test]
    fn six_bare_spots_more_are_the_same_class_beyond_six() {
        for n in 6..20 {
            assert_eq!(start(n), start(n + 6), "{n}");
            for more in 1..6 {
                assert_ne!(start(n), start(n + more), "{n} and {more} more");
            }
        }
        for n in 1..6 {
            assert_ne!(start(n), start(n + 6), "{n}");
        }
    }

    #[test]
    fn results_shift_the_guesses_of_their_class_and_heap_alone() {
        let prior = Prior::default();
        let (lost, won, other) = (start(9), start(10), start(11));
        assert_eq!(prior.shift(lost, 0), Shift::default());
        for _ in 0..20 {
            prior.count(lost, 0, true);
            prior.count(won, 0, false);
        }
        let (hard, easy) = (prior.shift(won, 0), prior.shift(lost, 0));
        // What is often lost is proved to be lost at less cost, and what is often won, at more.
        assert!(easy.loss < 0 && easy.win > 0, "{easy:?}");
        assert!(hard.loss > 0 && hard.win < 0, "{hard:?}");
        assert_eq!(prior.shift(lost, 1), Shift::default());
        assert_eq!(prior.shift(other, 0), Shift::default());
    }

    /// More results than a record can hold change its shift by little.
    #[test]
    fn full_records_keep_their_proportions() {
        let mut results = ClassResults::default();
        let mut shifts = Vec::new();
        for _ in 0..2000 {
            for is_lost in [true, true, false] {
                results.count(is_lost, ONE / 3);
            }
            assert_eq!(ClassResults::unpack(results.pack()), results);
            shifts.push(results.shift());
        }
        let (one, other) = (shifts[50], shifts[1999]);
        assert!(
            (one.loss - other.loss).abs() <= 2 * UNIT as i16,
            "{one:?} {other:?}"
        );
        assert!(
            (one.win - other.win).abs() <= 2 * UNIT as i16,
            "{one:?} {other:?}"
        );
    }

    /// The farthest probabilities shift a guess by less than a record can hold.
    #[test]
    fn the_largest_shifts_fit() {
        for (is_lost, mean) in [(true, LEAST), (false, ONE - LEAST)] {
            let mut results = ClassResults::default();
            for _ in 0..10_000 {
                results.count(is_lost, mean);
            }
            let Shift { win, loss } = results.shift();
            let most = i16::from(i8::MAX) * UNIT as i16;
            assert!(400 < win.abs().max(loss.abs()) && win.abs().max(loss.abs()) < most);
            assert_eq!(win > 0, is_lost);
        }
    }

    #[test]
    fn records_wait_for_lands_and_for_memory() {
        let prior = Prior::default();
        assert!(!prior.counts(FROM));
        prior.afford(1 << 30);
        assert!(prior.counts(FROM) && !prior.counts(FROM - 1));
        assert_eq!(prior.memory(), 0);
        prior.count(0, 0, true);
        assert_eq!(prior.memory(), 16 << 20);
        prior.afford(64 << 20);
        assert!(!prior.counts(FROM));
    }
}
