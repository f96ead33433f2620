//! The children of lands, each in one block of words.
//!
//! Two thirds of the lands of a large search have none, so a page has only the number of a place for them.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};

use super::closed::{ClosedChild, ClosedChildren, ClosedSummary};
use super::page::{ChildrenSlot, LandId, PER_BLOCK, locked};

/// The number of parts of the table that are locked on their own, a power of two. A lock is held while a counter of
/// readers is raised or a block is put in its place. With two threads, any number from 1 to 4,096 works: with 1, 64 and
/// 4,096, 28 spots take 19, 22 and 21 µs of CPU time a node. With one thread, the nodes are the same.
const PARTS: usize = 64;

/// The number of words before the options: the number of words of options, the number of undrawn lines, and both halves
/// of the sum of guesses.
const BEFORE_OPTIONS: usize = 4;

/// The bit that tells the head of an option from the number of a land. See [`Children::options`].
const IS_HEAD: u32 = 1 << 31;

/// The most lands that can have numbers. That many take over 300 GB.
pub(super) const MOST_LANDS: usize = IS_HEAD as usize;

/// The children of a land: its options, and those that are still closed. A change makes another block, so a reader
/// keeps the children as they were.
#[derive(Clone, Debug)]
pub(crate) struct Children(Arc<[u32]>);

impl Default for Children {
    fn default() -> Children {
        Children::new([], &[], ClosedSummary::default())
    }
}

impl Children {
    /// Returns children with options from several lists, and with closed children, of which the most promising comes
    /// last; the best in `closed` is not used.
    pub(super) fn new<const N: usize>(
        options: [&[u32]; N],
        made: &[ClosedChild],
        closed: ClosedSummary,
    ) -> Children {
        let taken: usize = options.iter().map(|list| list.len()).sum();
        let mut words = Vec::with_capacity(BEFORE_OPTIONS + taken + made.len());
        let wins = closed.wins.to_bits();
        words.extend([
            taken as u32,
            closed.undrawn,
            wins as u32,
            (wins >> 32) as u32,
        ]);
        for list in options {
            words.extend_from_slice(list);
        }
        words.extend(made.iter().map(|closed| closed.word()));
        Children(words.into())
    }

    /// Returns the same children with other options.
    pub(super) fn with_options(&self, options: &[u32]) -> Children {
        let closed = self.closed();
        let made: Vec<ClosedChild> = closed
            .made
            .iter()
            .copied()
            .map(ClosedChild::of_word)
            .collect();
        Children::new([options], &made, closed.summary())
    }

    /// Returns the options as a list. From time to time, lands with known nimbers are merged into the heap, and options
    /// without unknown lands are removed.
    ///
    /// An option is a head and then its lands. A head has the bit [`IS_HEAD`], the heap from bit 8 on, and the number
    /// of lands below. Most options are one land without a heap; they have no head.
    pub(crate) fn options(&self) -> &[u32] {
        &self.0[BEFORE_OPTIONS..BEFORE_OPTIONS + self.0[0] as usize]
    }

    /// Returns the closed children, which are not options yet.
    pub(crate) fn closed(&self) -> ClosedChildren<'_> {
        ClosedChildren {
            made: &self.0[BEFORE_OPTIONS + self.0[0] as usize..],
            wins: f64::from_bits(u64::from(self.0[2]) | u64::from(self.0[3]) << 32),
            undrawn: self.0[1],
        }
    }

    /// Returns the option at this place of the list: its lands, and the heap beside them.
    pub(crate) fn option(&self, at: usize) -> (&[LandId], u32) {
        read_option(&self.options()[at..])
    }

    /// Returns the options, each as its place in the list, its lands, and the heap beside them.
    pub(crate) fn placed(&self) -> impl Iterator<Item = (usize, &[LandId], u32)> {
        let mut next = 0;
        split_options(self.options()).map(move |words| {
            let at = next;
            next += words.len();
            let (lands, heap) = read_option(words);
            (at, lands, heap)
        })
    }

    /// Returns the options, each as its lands and the heap beside them.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (&[LandId], u32)> {
        split_options(self.options()).map(read_option)
    }

    /// Returns the size in bytes, with the overhead of the block, the two counts of readers and the place, of which a
    /// growing list has up to twice as many.
    pub(super) fn memory(&self) -> usize {
        const PLACE: usize = 3 * (size_of::<Option<Children>>() + size_of::<u32>()) / 2;
        4 * self.0.len() + 2 * size_of::<usize>() + PER_BLOCK + PLACE
    }
}

/// Adds an option to a list.
pub(crate) fn push_option(options: &mut Vec<u32>, lands: &[LandId], heap: u32) {
    assert!(
        lands.len() <= 0xFF && heap < 1 << 23 && lands.iter().all(|land| land & IS_HEAD == 0),
        "the parts of an option fit into their bits"
    );
    if lands.len() != 1 || heap > 0 {
        options.push(IS_HEAD | heap << 8 | lands.len() as u32);
    }
    options.extend_from_slice(lands);
}

/// Splits a list into its options.
pub(crate) fn split_options(mut options: &[u32]) -> impl Iterator<Item = &[u32]> {
    core::iter::from_fn(move || {
        if options.is_empty() {
            return None;
        }
        let first;
        (first, options) = options.split_at(option_end(options));
        Some(first)
    })
}

/// Returns the number of words of the first option.
fn option_end(options: &[u32]) -> usize {
    let head = options[0];
    if head & IS_HEAD > 0 {
        1 + (head & 0xFF) as usize
    } else {
        1
    }
}

/// Returns the lands of the first option, and the heap beside them.
pub(crate) fn read_option(options: &[u32]) -> (&[LandId], u32) {
    let head = options[0];
    if head & IS_HEAD == 0 {
        return (&options[..1], 0);
    }
    (&options[1..option_end(options)], (head & !IS_HEAD) >> 8)
}

/// The children of all lands.
#[derive(Debug)]
pub(super) struct Families {
    parts: Box<[Mutex<ChildrenShard>; PARTS]>,
    /// The number of times that children were listed or read.
    clock: AtomicU64,
}

impl Default for Families {
    fn default() -> Families {
        Families {
            parts: Box::new([const { Mutex::new(ChildrenShard::EMPTY) }; PARTS]),
            clock: AtomicU64::new(0),
        }
    }
}

/// A part of the table: the children by place, the time of their last use, and the places that are free.
#[derive(Debug)]
struct ChildrenShard {
    children: Vec<Option<Children>>,
    used: Vec<u32>,
    free: Vec<u32>,
}

/// The number of steps of the clock that count as the same time, as a power of two. So 2^40 steps fit into 32 bits.
const STEPS: u32 = 8;

/// The number of ages of which the bytes are counted. Ages are forgotten whole, so a 256th of the bytes too many goes
/// at most, if they are spread evenly over the ages.
const AGES: usize = 256;

impl ChildrenShard {
    const EMPTY: ChildrenShard = ChildrenShard {
        children: Vec::new(),
        used: Vec::new(),
        free: Vec::new(),
    };
}

/// The locked children of one land.
pub(super) struct Family<'a> {
    part: MutexGuard<'a, ChildrenShard>,
    place: &'a ChildrenSlot,
    clock: &'a AtomicU64,
}

impl Families {
    /// Locks the children of a land, whose page has their place.
    pub(super) fn lock<'a>(&'a self, land: LandId, place: &'a ChildrenSlot) -> Family<'a> {
        Family {
            part: locked(&self.parts[land as usize % PARTS]),
            place,
            clock: &self.clock,
        }
    }

    /// The size in bytes.
    pub(super) fn memory(&self) -> usize {
        let part = |part: &Mutex<ChildrenShard>| {
            let children = &locked(part).children;
            children
                .iter()
                .flatten()
                .map(Children::memory)
                .sum::<usize>()
        };
        self.parts.iter().map(part).sum()
    }

    /// Forgets half of the children of these lands, given by their places: those that were not used for longest.
    /// Returns their number of bytes.
    pub(super) fn forget_cold<'a>(
        &mut self,
        places: impl Iterator<Item = (LandId, &'a ChildrenSlot)> + Clone,
    ) -> usize {
        let now = (*self.clock.get_mut() >> STEPS) as usize + 1;
        let age = |family: &Family<'_>| {
            let at = family.place.get()?;
            Some(family.part.used[at] as usize * AGES / now)
        };
        let mut bytes = [0; AGES];
        for (land, place) in places.clone() {
            let family = self.lock(land, place);
            if let (Some(age), Some(children)) = (age(&family), family.get()) {
                bytes[age] += children.memory();
            }
        }
        let all: usize = bytes.iter().sum();
        let (mut freed, mut first) = (0, 0);
        while freed < all / 2 {
            freed += bytes[first];
            first += 1;
        }
        for (land, place) in places {
            let mut family = self.lock(land, place);
            if age(&family).is_some_and(|age| age < first) {
                family.take();
            }
        }
        freed
    }
}

impl Family<'_> {
    pub(super) fn get(&self) -> Option<&Children> {
        self.part.children[self.place.get()?].as_ref()
    }

    /// Notes that the children are in use.
    pub(super) fn touch(&mut self) {
        if let Some(at) = self.place.get() {
            let now = self.clock.fetch_add(1, Ordering::Relaxed);
            self.part.used[at] = (now >> STEPS) as u32;
        }
    }

    /// Replaces the children.
    pub(super) fn set(&mut self, children: Children) {
        let part = &mut *self.part;
        let at = self.place.get().unwrap_or_else(|| {
            let at = part.free.pop().unwrap_or_else(|| {
                part.children.push(None);
                part.used.push(0);
                part.children.len() as u32 - 1
            });
            self.place.set(Some(at));
            at as usize
        });
        part.children[at] = Some(children);
        self.touch();
    }

    /// Takes the children away.
    pub(super) fn take(&mut self) -> Option<Children> {
        let at = self.place.get()?;
        self.place.set(None);
        self.part.free.push(at as u32);
        self.part.children[at].take()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_option_of_one_land_needs_no_head() {
        let all: [(&[LandId], u32); 6] = [
            (&[7], 0),
            (&[7], 3),
            (&[1, 9], 0),
            (&[0], 0),
            (&[], 2),
            (&[2, 2, 5], 12),
        ];
        let mut options = Vec::new();
        for (lands, heap) in all {
            push_option(&mut options, lands, heap);
        }
        assert_eq!(options.len(), 1 + 2 + 3 + 1 + 1 + 4);
        let children = Children::new([&options], &[], ClosedSummary::default());
        assert!(children.iter().eq(all));
        for (at, lands, heap) in children.placed() {
            assert_eq!(children.option(at), (lands, heap));
        }
    }

    #[test]
    fn places_are_used_again_and_readers_keep_what_they_read() {
        let families = Families::default();
        let places: Vec<ChildrenSlot> = (0..200).map(|_| ChildrenSlot::default()).collect();
        let of =
            |land: u32| Children::new([&[land][..], &[land + 1]], &[], ClosedSummary::default());
        let lock = |land: u32| families.lock(land, &places[land as usize]);
        for land in 0..200 {
            assert!(lock(land).get().is_none() && lock(land).take().is_none());
            lock(land).set(of(land));
            lock(land).set(of(land));
        }
        let read = lock(64).get().cloned();
        let taken = lock(64).take();
        assert!(!places[64].is_taken() && places[0].is_taken());
        lock(192).set(of(7));
        let taken = [read, taken].map(|children| children.expect("it had some").options().to_vec());
        assert_eq!(taken, [vec![64, 65], vec![64, 65]]);
        lock(64).set(of(9));
        for (land, expected) in [(64, 9), (0, 0), (128, 128), (192, 7), (65, 65)] {
            let children = lock(land).get().cloned().expect("it has some");
            let lands: Vec<_> = children.iter().collect();
            assert_eq!(
                lands,
                [(&[expected][..], 0), (&[expected + 1], 0)],
                "{land}"
            );
        }
        // 200 lands in 64 parts, none with a place more than it needs.
        let places: usize = families
            .parts
            .iter()
            .map(|part| locked(part).children.len())
            .sum();
        assert_eq!(places, 200);
    }

    #[test]
    fn children_that_were_not_read_for_longest_are_forgotten_first() {
        let mut families = Families::default();
        let places: Vec<ChildrenSlot> = (0..2_000).map(|_| ChildrenSlot::default()).collect();
        let of = |land: u32| Children::new([&[land][..]], &[], ClosedSummary::default());
        for (land, place) in (0..).zip(&places) {
            families.lock(land, place).set(of(land));
        }
        for (land, place) in (0..).zip(&places).take(500) {
            families.lock(land, place).touch();
        }
        let before = families.memory();
        let freed = families.forget_cold((0..).zip(&places));
        assert_eq!(families.memory(), before - freed);
        assert!(
            (before / 2..before * 5 / 8).contains(&freed),
            "{freed} of {before}"
        );
        let is_left = |land: &usize| places[*land].is_taken();
        let left: Vec<usize> = (0..2_000).filter(is_left).collect();
        // The first 500 were read last, and of the others the last were listed last.
        assert!((0..500).all(|land| is_left(&land)));
        assert!(left[500..].iter().copied().eq(2_500 - left.len()..2_000));
    }
}
