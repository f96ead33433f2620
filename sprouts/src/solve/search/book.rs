//! The lands that a search has met, each with a number and what is known about it.

mod closed;
mod guess;
mod lister;
pub(crate) mod page;
mod room;
#[cfg(feature = "store")]
mod shelf;

use core::sync::atomic::{AtomicBool, AtomicU64};

use common::{Limit, sorting};

use super::blocks::Blocks;
use super::strings::Strings;
use crate::land::canon;
use crate::land::shape::Reductions;
use crate::rules::Variant;
use crate::solve::known::Known;
use crate::solve::watch::{Limits, State};
use crate::solve::work::Work;
pub(crate) use closed::ClosedSummary;
use closed::{ClosedChildren, batch};
use guess::Guess;
pub(crate) use guess::Size;
pub(crate) use lister::{ChildLister, Choice};
use page::Noted;
pub(crate) use page::{Children, LandId, PER_BLOCK, Page, UNKNOWN};

#[cfg(feature = "store")]
pub(crate) use shelf::Shelf;

/// The result of listing further options of a land.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Further {
    /// There are more options, and perhaps more to list.
    Listed,
    /// The listing ended at a child with the nimber that was sought. These are its lands.
    Found(smallvec::SmallVec<[LandId; 4]>),
    /// All options were listed before.
    Complete,
}

/// The number of nodes visited below each couple.
pub(crate) type Visits = rustc_hash::FxHashMap<(LandId, u32), u64>;

/// Lands by number.
#[derive(Default, Debug)]
pub(crate) struct Book {
    pub(crate) pages: Blocks<Page>,
    /// The canonical form of each land.
    forms: Strings,
    reductions: Reductions,
    pub(crate) variant: Variant,
    /// The seed for the order of options; 0 keeps the order of their numbers.
    pub(crate) seed: u64,
    /// The lands with known nimbers, in the order in which the book met them.
    solved: Vec<LandId>,
    /// The number of nimbers that have become known.
    n_solved: u64,
    /// The number of lands that were `solved` and handled by [`new_nimbers`](Book::new_nimbers), and for each
    /// land which excluded nimbers were returned by [`new_exclusions`](Book::new_exclusions).
    saved: (usize, Vec<u64>),
    /// A store in which a land is looked up when it is met.
    #[cfg(feature = "store")]
    pub(crate) shelf: Option<Shelf>,
    /// Exclusions of lands that were forgotten before the store had them.
    #[cfg(feature = "store")]
    leftovers: Vec<(Box<[u8]>, u64)>,
    /// The number of known and of excluded nimbers when memory was last freed, and how many times in a row freeing has
    /// led to no new ones.
    idle: ((u64, u64), u32),
    /// The number of times that lands got new numbers.
    pub(crate) renumbered: u32,
    pub(crate) work: Work,
    /// The size of all children, and of the proof numbers that have their own block, in bytes.
    children_memory: usize,
    proof_memory: usize,
    /// The number of bytes that the listers hold.
    aside: usize,
    /// The number of nodes visited below each couple, if they are counted.
    pub(crate) visits: Option<Visits>,
    /// Results of other solvers about lands that this book has not met.
    expected: rustc_hash::FxHashMap<Box<[u8]>, Known>,
    /// The lister of a book with a single worker, and the limits of listing.
    lister: ChildLister,
    pub(crate) limits: Limits,
    shape: Vec<u8>,
}

impl Book {
    pub(crate) fn new(reductions: Reductions) -> Book {
        Book {
            reductions,
            ..Book::default()
        }
    }

    /// A book for a variant, with all reductions that are known to hold in it.
    pub(crate) fn of(variant: Variant) -> Book {
        Book {
            variant,
            ..Book::new(Reductions::of(variant))
        }
    }

    pub(crate) fn form(&self, id: LandId) -> &[u8] {
        self.forms.get(id)
    }

    /// The number of the land with a canonical form, if the search has met it.
    pub(crate) fn find(&self, form: &[u8]) -> Option<LandId> {
        self.forms.find(form).ok()
    }

    pub(crate) fn nimber(&self, id: LandId) -> Option<u8> {
        Some(self.pages[id as usize].nimber).filter(|n| *n != UNKNOWN)
    }

    /// Returns the approximate size in bytes.
    pub(crate) fn memory(&self) -> usize {
        #[cfg(feature = "store")]
        let store = 64 * self.leftovers.len() + self.shelf.as_ref().map_or(0, Shelf::memory);
        #[cfg(not(feature = "store"))]
        let store = 0;
        self.pages.len() * size_of::<Page>()
            + self.forms.memory()
            + store
            + self.aside
            + 64 * self.expected.len()
            + 4 * self.solved.len()
            + 8 * self.saved.1.len()
            + self.children_memory
            + self.proof_memory
    }

    /// What is known about the land with a canonical form, here or in the store that is looked up.
    pub(crate) fn known(&self, form: &[u8]) -> Option<Known> {
        if let Some(id) = self.find(form) {
            return self.pages[id as usize].known();
        }
        #[cfg(feature = "store")]
        if let Some(shelf) = &self.shelf {
            return shelf.get(form);
        }
        None
    }

    /// The nimber of the land with a canonical form, if it is known here or in the store that is looked up.
    pub(crate) fn nimber_of_form(&self, form: &[u8]) -> Option<u8> {
        match self.known(form)? {
            Known::Nimber(nimber) => Some(nimber.0 as u8),
            Known::Excluded(_) => None,
        }
    }

    /// The number of known nimbers.
    pub(crate) fn n_known(&self) -> u64 {
        self.solved.len() as u64
    }

    pub(crate) fn state(&self) -> State {
        State {
            known: self.n_known(),
            lands: self.pages.len() as u64,
            memory: self.memory(),
            open: 0,
        }
    }

    /// The words of the options of a land.
    pub(crate) fn options(&self, id: LandId) -> &[u32] {
        let children = self.pages[id as usize].children.as_deref();
        children.map_or(&[], |children| &children.options)
    }

    /// Returns the listed options of a land, in normal play without those whose nimbers are known.
    pub(crate) fn all_options(&self, id: LandId) -> impl Iterator<Item = &[LandId]> {
        let options = self.options(id);
        let mut at = 0;
        core::iter::from_fn(move || {
            let n = (options.get(at)? & 0xFF) as usize;
            at += 1 + n;
            Some(&options[at - n..at])
        })
    }

    /// The number of the land with a canonical form.
    pub(crate) fn intern(&mut self, form: &[u8]) -> LandId {
        if let Some(id) = self.find(form) {
            return id;
        }
        let mut shape = core::mem::take(&mut self.shape);
        shape.clear();
        canon::expand(form, &mut shape);
        let size = Size::of(&shape);
        self.shape = shape;
        self.intern_sized(form, size)
    }

    fn intern_sized(&mut self, form: &[u8], size: Size) -> LandId {
        let slot = match self.forms.find(form) {
            Ok(id) => return id,
            Err(slot) => slot,
        };
        let expected = (!self.expected.is_empty())
            .then(|| self.expected.remove(form))
            .flatten();
        #[cfg(feature = "store")]
        let found = self.shelf.as_ref().and_then(|shelf| shelf.get(form));
        #[cfg(not(feature = "store"))]
        let found: Option<Known> = None;
        #[cfg(feature = "store")]
        if let Some(found) = found {
            self.saved.1.resize(self.pages.len(), 0);
            self.saved.1.push(found.excluded());
        }
        let known = match (expected, found) {
            (Some(one), Some(other)) => Some(one.join(other)),
            (one, other) => one.or(other),
        };
        let (nimber, excluded) = match known {
            Some(Known::Nimber(nimber)) => (nimber.0 as u8, 0),
            Some(Known::Excluded(excluded)) => (UNKNOWN, excluded),
            None => (UNKNOWN, 0),
        };
        if nimber != UNKNOWN {
            self.solved.push(self.pages.len() as LandId);
        }
        self.pages.push(Page {
            nimber,
            lives: size.lives,
            guess: Guess::of(size).numbers(),
            excluded,
            busy: AtomicU64::new(0),
            listing: AtomicBool::new(false),
            #[cfg(feature = "store")]
            stored: matches!(found, Some(Known::Nimber(_))),
            estimate: size.estimate,
            noted: Noted::default(),
            children: None,
        });
        self.forms.add(form, slot)
    }

    /// Returns the settings of listers: the reductions and the variant.
    pub(crate) fn rules(&self) -> (Reductions, Variant) {
        (self.reductions, self.variant)
    }

    /// Lists all options of a land that are not listed yet, within the `limits` of the book.
    pub(crate) fn expand(&mut self, id: LandId) -> Result<(), Limit> {
        if self.pages[id as usize].children.is_none() {
            self.list(id, Choice::All, None)?;
        }
        while self.expand_further(id, None)? != Further::Complete {}
        Ok(())
    }

    /// Lists the most promising options of a land that are not listed yet. Ends the listing at a child whose nimber is
    /// `sought` according to [`note_own`](Book::note_own); other children with noted nimbers then do not become
    /// options. A land whose nimber is known has no options.
    pub(crate) fn expand_further(
        &mut self,
        id: LandId,
        sought: Option<u8>,
    ) -> Result<Further, Limit> {
        let mut places = Vec::new();
        let choice = match &self.pages[id as usize].children {
            None if self.nimber(id).is_some() => return Ok(Further::Complete),
            None => Choice::Parting,
            Some(children) if children.closed.n_made() > 0 => {
                self.next_to_open(id, &mut places);
                Choice::Places(&places)
            }
            Some(children) if children.closed.has_undrawn() => Choice::Others,
            Some(_) => return Ok(Further::Complete),
        };
        self.list(id, choice, sought.map(u32::from))?;
        if !self.lister.stopped {
            return Ok(Further::Listed);
        }
        let land = |spelling: &u32| self.lister.spelled[*spelling as usize];
        let refuting = self.lister.refuting.iter().map(land);
        Ok(Further::Found(refuting.collect()))
    }

    /// Notes the nimber of a land in the book's own lister.
    pub(crate) fn note_own(&mut self, id: LandId, nimber: u8) {
        self.lister.nimbers.resize(self.pages.len(), UNKNOWN);
        self.lister.nimbers[id as usize] = nimber;
    }

    /// Lists the most promising options of a land, if none have been listed.
    pub(crate) fn expand_promising(&mut self, id: LandId) -> Result<(), Limit> {
        if self.pages[id as usize].children.is_none() {
            self.list(id, Choice::Parting, None)?;
        }
        Ok(())
    }

    /// Opens more children of a land.
    pub(crate) fn open_more(&mut self, id: LandId) -> Result<(), Limit> {
        let mut places = Vec::new();
        self.next_to_open(id, &mut places);
        self.list(id, Choice::Places(&places), None)
    }

    /// Draws the remaining lines of a land.
    pub(crate) fn draw_rest(&mut self, id: LandId) -> Result<(), Limit> {
        self.list(id, Choice::Others, None)
    }

    fn list(&mut self, id: LandId, choice: Choice<'_>, sought: Option<u32>) -> Result<(), Limit> {
        let mut lister = core::mem::take(&mut self.lister);
        self.inform(&mut lister);
        let form = self.forms.get(id);
        let limit = lister.list(form, choice, sought, self.rules(), &self.limits);
        self.enter(id, &mut lister);
        self.lister = lister;
        limit
    }

    /// Lets the book's own lister forget what [`note_own`](Book::note_own) noted.
    pub(crate) fn clear_own(&mut self) {
        self.lister.nimbers.fill(UNKNOWN);
    }

    /// Forgets the children of a land, which can be listed again.
    pub(crate) fn forget_children(&mut self, id: LandId) {
        let children = self.pages[id as usize].children.take();
        self.children_memory -= children.map_or(0, |children| children.memory());
    }

    /// Forgets the spellings of lands in the book's own lister, which can find them again.
    pub(crate) fn forget_spellings(&mut self) {
        self.aside -= self.lister.counted;
        self.lister = ChildLister::default();
    }

    /// Enters the children that a lister has listed as the options of a land.
    pub(crate) fn enter(&mut self, id: LandId, lister: &mut ChildLister) {
        let mut start = 0;
        for (end, size) in &lister.fresh_ends {
            let land = self.intern_sized(&lister.fresh[start..*end as usize], *size);
            lister.spelled.push(land);
            start = *end as usize;
        }
        lister.fresh.clear();
        lister.fresh_ends.clear();
        let memory = lister.memory();
        self.aside = self.aside + memory - lister.counted;
        lister.counted = memory;
        self.work.add(core::mem::take(&mut lister.work));
        // Another worker may have found the nimber.
        let page = &mut self.pages[id as usize];
        if page.nimber != UNKNOWN {
            return;
        }
        page.excluded |= lister.excluded;
        if lister.stopped {
            return;
        }
        let mut entered = page.children.take().unwrap_or_else(|| {
            let mut first = Box::<Children>::default();
            first.closed.leave(lister.undrawn);
            self.children_memory += first.memory();
            first
        });
        self.children_memory -= entered.memory();
        entered.closed.forget(lister.opened, lister.drawn);
        entered.closed.add(&lister.closed);
        // Numbers of spellings become numbers of lands, in order; `list` says where each child is.
        let mut list: Vec<(u32, u32)> = Vec::new();
        let children = &mut lister.children;
        let mut at = 0;
        while let Some(&n) = children.get(at) {
            let (from, to) = (at + 1, at + 1 + n as usize);
            for spelling in &mut children[from..to] {
                *spelling = lister.spelled[*spelling as usize];
            }
            if n > 1 {
                sorting::sort_hot(&mut children[from..to]);
            }
            list.push((from as u32, to as u32));
            at = to;
        }
        let lands = |(from, to): (u32, u32)| &children[from as usize..to as usize];
        sorting::sort_hot_by(&mut list, |a, b| lands(*a).cmp(lands(*b)));
        list.dedup_by(|a, b| lands(*a) == lands(*b));
        if self.seed != 0 {
            let seed = self.seed;
            let key = |option: (u32, u32)| {
                let parts = lands(option).iter();
                parts
                    .fold(seed, |h, land| {
                        (h ^ u64::from(*land))
                            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
                            .rotate_left(31)
                    })
                    .wrapping_mul(0x9E37_79B9_7F4A_7C15)
            };
            sorting::sort_by_key(&mut list, |option| key(*option));
        }
        let words = list.iter().map(|(from, to)| (1 + to - from) as usize).sum();
        entered.options.reserve_exact(words);
        for option in list {
            entered.options.push(option.1 - option.0);
            entered.options.extend_from_slice(lands(option));
        }
        self.children_memory += entered.memory();
        self.pages[id as usize].children = Some(entered);
    }

    /// Returns the indices of the closed children of a land to open next, in order.
    pub(crate) fn next_to_open(&self, id: LandId, places: &mut Vec<u32>) {
        places.clear();
        if let Some(children) = &self.pages[id as usize].children {
            let options = self.all_options(id).count();
            let n = batch(options + children.closed.n_made(), options);
            places.extend(children.closed.best(n));
            sorting::sort_hot(places);
        }
    }

    /// Returns the offset of the first option of a land.
    pub(crate) fn first_option(&self, id: LandId) -> Option<usize> {
        (!self.options(id).is_empty()).then_some(0)
    }

    /// Returns the offset of the option after the one at `at`.
    pub(crate) fn option_after(&self, id: LandId, at: usize) -> Option<usize> {
        let options = self.options(id);
        let next = at + 1 + (options[at] & 0xFF) as usize;
        (next < options.len()).then_some(next)
    }

    /// Returns the option at offset `at`: its lands, and the heap beside them.
    pub(crate) fn option(&self, id: LandId, at: usize) -> (&[LandId], u32) {
        let options = &self.options(id)[at..];
        let n = (options[0] & 0xFF) as usize;
        (&options[1..=n], options[0] >> 8)
    }

    /// Records the proof and disproof number of a land beside a heap.
    pub(crate) fn note(&mut self, id: LandId, heap: u32, numbers: (u32, u32)) {
        let noted = &mut self.pages[id as usize].noted;
        if !noted.set(heap, numbers) {
            self.proof_memory -= noted.memory();
            noted.make_room(heap);
            self.proof_memory += noted.memory();
            noted.set(heap, numbers);
        }
    }

    /// Adds the nodes that a worker visited below each couple.
    pub(crate) fn count_visits(&mut self, more: Visits) {
        if let Some(visits) = &mut self.visits {
            for (couple, nodes) in more {
                *visits.entry(couple).or_default() += nodes;
            }
        }
    }

    /// Enters options of a land that another book has listed, in addition to the known ones, and a summary of its
    /// closed children.
    pub(crate) fn enter_listed(&mut self, id: LandId, options: &[u32], closed: ClosedSummary) {
        let mut children = self.pages[id as usize].children.take().unwrap_or_else(|| {
            let first = Box::<Children>::default();
            self.children_memory += first.memory();
            first
        });
        self.children_memory -= children.memory();
        let known: rustc_hash::FxHashSet<&[u32]> = split_options(&children.options).collect();
        let new: Vec<u32> = split_options(options)
            .filter(|option| !known.contains(option))
            .flatten()
            .copied()
            .collect();
        children.options.extend(new);
        children.closed = ClosedChildren::summed(closed);
        self.children_memory += children.memory();
        self.pages[id as usize].children = Some(children);
    }

    /// Returns a summary of the closed children of a land.
    pub(crate) fn closed(&self, id: LandId) -> ClosedSummary {
        let children = self.pages[id as usize].children.as_ref();
        children.map_or_else(ClosedSummary::default, |children| children.closed.summary())
    }

    /// Records that a land does not have a nimber.
    pub(crate) fn exclude(&mut self, id: LandId, nimber: u32) {
        self.pages[id as usize].excluded |= 1 << nimber;
    }

    /// Records a nimber.
    pub(crate) fn learn(&mut self, id: LandId, nimber: u8) {
        let page = &mut self.pages[id as usize];
        debug_assert!(page.nimber == UNKNOWN || page.nimber == nimber);
        if page.nimber == UNKNOWN {
            page.nimber = nimber;
            self.children_memory -= page.children.take().map_or(0, |children| children.memory());
            self.proof_memory -= core::mem::take(&mut page.noted).memory();
            self.solved.push(id);
            self.n_solved += 1;
        }
    }

    /// Records what is known about a land.
    pub(crate) fn join(&mut self, id: LandId, known: Known) {
        match known {
            Known::Nimber(nimber) => self.learn(id, nimber.0 as u8),
            Known::Excluded(excluded) => self.pages[id as usize].excluded |= excluded,
        }
    }

    /// Records the result of another solver about a land, which costs little until the book meets the land.
    pub(crate) fn expect(&mut self, form: &[u8], known: Known) {
        if let Some(id) = self.find(form) {
            return self.join(id, known);
        }
        let before = self.expected.get(form);
        let joined = before.map_or(known, |before| before.join(known));
        self.expected.insert(form.into(), joined);
    }

    /// Gives a lister the nimbers that have become known.
    pub(crate) fn inform(&self, lister: &mut ChildLister) {
        lister.nimbers.resize(self.pages.len(), UNKNOWN);
        for id in &self.solved[lister.n_informed..] {
            lister.nimbers[*id as usize] = self.pages[*id as usize].nimber;
        }
        lister.n_informed = self.solved.len();
    }

    /// Returns whether [`tidy`](Book::tidy) would change the options of a land.
    pub(crate) fn is_untidy(&self, id: LandId) -> bool {
        let is_known = |land: &LandId| self.pages[*land as usize].nimber != UNKNOWN;
        self.all_options(id).flatten().any(is_known)
    }

    /// Merges nimbers that have become known into the options of a land, and excludes those of solved options.
    pub(crate) fn tidy(&mut self, id: LandId) {
        let Some(mut children) = self.pages[id as usize].children.take() else {
            return;
        };
        let before = children.memory();
        let options = &mut children.options;
        let mut excluded = 0u64;
        let (mut read, mut write) = (0, 0);
        while read < options.len() {
            let head = options[read];
            let n = (head & 0xFF) as usize;
            let mut heap = head >> 8;
            let at = write;
            write += 1;
            for i in read + 1..=read + n {
                let nimber = self.pages[options[i] as usize].nimber;
                if nimber == UNKNOWN {
                    options[write] = options[i];
                    write += 1;
                } else {
                    heap ^= u32::from(nimber);
                }
            }
            let left = write - at - 1;
            options[at] = heap << 8 | left as u32;
            if left == 0 {
                excluded |= 1 << heap;
                write = at;
            }
            read += 1 + n;
        }
        options.truncate(write);
        if options.len() * 2 < options.capacity() {
            options.shrink_to_fit();
        }
        self.children_memory -= before - children.memory();
        let page = &mut self.pages[id as usize];
        page.excluded |= excluded;
        page.children = Some(children);
    }
}

/// Splits a list of options into options, each with its head.
pub(crate) fn split_options(options: &[u32]) -> impl Iterator<Item = &[u32]> {
    let mut at = 0;
    core::iter::from_fn(move || {
        let n = (options.get(at)? & 0xFF) as usize;
        at += 1 + n;
        Some(&options[at - 1 - n..at])
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::{Land, Lands};
    use std::collections::BTreeSet;

    /// The options of a land as lands.
    fn options(book: &Book, id: LandId) -> BTreeSet<Vec<Land>> {
        let land = |id: &LandId| Land::from_form(book.form(*id));
        let sorted = |option: &[LandId]| {
            let mut lands: Vec<Land> = option.iter().map(land).collect();
            lands.sort_unstable();
            lands
        };
        book.all_options(id).map(sorted).collect()
    }

    #[track_caller]
    fn check_options_of_everything_from(n: usize) {
        let (mut all, mut lazy) = (Book::default(), Book::default());
        for land in &Lands::start(n) {
            all.intern(land.form());
        }
        let mut id = 0;
        while (id as usize) < all.pages.len() {
            all.expand(id).expect("no limit");
            let own = lazy.intern(all.form(id));
            while lazy.expand_further(own, None) != Ok(Further::Complete) {}
            let land = Land::from_form(all.form(id));
            assert_eq!(options(&lazy, own), options(&all, id), "{land}");
            id += 1;
        }
    }

    #[test]
    fn children_opened_a_few_at_a_time_are_all_children() {
        check_options_of_everything_from(4);
    }

    #[test]
    fn a_full_book_keeps_the_nimbers_that_take_the_most_work() {
        let mut book = Book::default();
        for spots in [5, 9, 2, 7, 3, 8, 4, 6] {
            for land in &Lands::start(spots) {
                let id = book.intern(land.form());
                book.learn(id, 1);
            }
        }
        let lives = |book: &Book| {
            let pages = book.pages.iter().filter(|page| page.nimber != UNKNOWN);
            let mut lives: Vec<u8> = pages.map(|page| page.lives).collect();
            lives.sort_unstable();
            lives
        };
        let before = lives(&book);
        assert_eq!(before, [6, 9, 12, 15, 18, 21, 24, 27]);
        let room = (0..8).map(|id| book.cost(id)).sum::<usize>() / 2;
        book.keep_dearest(room);
        let after = lives(&book);
        assert!(after.len() >= 3, "{after:?}");
        assert_eq!(after, before[before.len() - after.len()..]);
        let taken: usize = (0..after.len() as LandId).map(|id| book.cost(id)).sum();
        assert!(taken <= room);
        assert_eq!(book.n_known(), after.len() as u64);
    }

    #[test]
    #[cfg(feature = "store")]
    fn what_was_saved_is_not_returned_again_after_making_room() {
        let mut book = Book::default();
        for land in &Lands::start(14) {
            book.intern(land.form());
        }
        book.expand(0).expect("no limit");
        let n = book.pages.len() as LandId;
        assert!(n > 6, "the lands below are different");
        let form = |book: &Book, id: LandId| book.form(id).to_vec();
        let [old, new] = [n - 1, n - 2].map(|id| form(&book, id));
        let [old_not, new_not] = [2, 3].map(|id| form(&book, id));
        book.learn(n - 1, 1);
        book.exclude(2, 0);
        assert_eq!(book.new_nimbers(), [n - 1]);
        assert_eq!(book.new_exclusions(), [(2, 1)]);
        book.learn(n - 2, 2);
        book.exclude(3, 1);
        book.note(4, 0, (7, 7));
        assert!(book.make_room(1 << 20));
        assert!(book.pages.len() < n as usize);
        let nimber = |form: &[u8]| book.find(form).and_then(|id| book.nimber(id));
        assert_eq!([nimber(&old), nimber(&new)], [Some(1), Some(2)]);
        let ids = book.new_nimbers();
        assert_eq!(
            ids.iter().map(|id| form(&book, *id)).collect::<Vec<_>>(),
            [new]
        );
        let not = book.new_exclusions();
        assert_eq!(
            not.iter()
                .map(|(id, bits)| (form(&book, *id), *bits))
                .collect::<Vec<_>>(),
            [(new_not, 2)]
        );
        assert!(book.find(&old_not).is_some());
    }
}
