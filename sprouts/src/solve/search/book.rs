//! The lands that a search has met, each with a number and what is known about it.
//!
//! Threads share a book without a lock around it. Pages never move, and their numbers are atomics. Each part of the
//! children has a lock of its own, and so has each shard of the forms by which lands are found.

mod children;
mod closed;
mod guess;
mod lister;
mod noted;
pub(crate) mod page;
mod prior;
mod room;
mod shards;
#[cfg(feature = "store")]
mod shelf;
mod spellings;

use core::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::Mutex;

use common::{Limit, sorting};

use super::arena::Arena;
use crate::land::Land;
use crate::land::canon;
use crate::land::shape::Reductions;
use crate::rules::Variant;
use crate::solve::known::Known;
use crate::solve::search::strings::FULL;
use crate::solve::watch::{CallLimits, SearchState};
use crate::solve::work::Work;
use children::MOST_LANDS;
pub(crate) use children::{Children, push_option, read_option, split_options};
use children::{Families, Family};
pub(crate) use closed::ClosedSummary;
use closed::{ClosedChild, batch};
pub(crate) use guess::LandSize;
pub(crate) use lister::{ChildChoice, ChildLister, Terms};
pub(crate) use noted::INFINITE;
use noted::Others;
use page::locked;
pub(crate) use page::{LandId, PER_BLOCK, Page, UNKNOWN};
use prior::{LandClass, Prior};
pub(crate) use shards::LandForm;
use shards::{Shards, shard_of};

#[cfg(feature = "store")]
pub(crate) use shelf::NimberShelf;

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
    pub(crate) pages: Arena<Page>,
    /// The canonical form of each land.
    forms: Shards,
    /// The children of each land, from when they are listed until its nimber is known.
    families: Families,
    /// Proof and disproof numbers that do not fit into the pages.
    others: Others,
    reductions: Reductions,
    pub(crate) variant: Variant,
    /// What the results so far say about lands of the same class.
    prior: Prior,
    /// The seed for the order of options; 0 keeps the order of their numbers.
    pub(crate) seed: u64,
    /// The lands with known nimbers, in the order in which the book met them.
    solved: Mutex<Vec<LandId>>,
    /// The number of nimbers that have become known.
    n_solved: AtomicU64,
    /// The number of lands that were `solved` and handled by [`new_nimbers`](Book::new_nimbers), and for each
    /// land which excluded nimbers were returned by [`new_exclusions`](Book::new_exclusions).
    saved: (usize, Vec<u64>),
    /// A store in which a land is looked up when it is met.
    #[cfg(feature = "store")]
    pub(crate) shelf: Option<NimberShelf>,
    /// Lands that were found there since the last call of [`new_exclusions`](Book::new_exclusions), with their excluded
    /// nimbers.
    #[cfg(feature = "store")]
    found: Mutex<Vec<(LandId, u64)>>,
    /// Exclusions of lands that were forgotten before the store had them.
    #[cfg(feature = "store")]
    leftovers: Vec<(Box<[u8]>, u64)>,
    /// The number of known and of excluded nimbers when memory was last freed, and how many times in a row freeing has
    /// led to no new ones.
    idle: ((u64, u64), u32),
    /// The number of times that lands got new numbers.
    pub(crate) renumbered: u32,
    work: Mutex<Work>,
    /// The size of forms, children, and listers, in bytes.
    held: AtomicUsize,
    /// The number of nodes visited below each couple, if they are counted.
    pub(crate) visits: Option<Mutex<Visits>>,
    /// The number of bytes that spellings may take, from when memory was first full.
    most_spellings: Option<usize>,
    /// The lister of a book with a single worker, and the limits of listing.
    lister: ChildLister,
    pub(crate) limits: CallLimits,
    /// Whether two facts about a land cannot both be true.
    contradicts: AtomicBool,
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

    pub(crate) fn form(&self, id: LandId) -> LandForm {
        self.forms.form(self.pages[id as usize].place())
    }

    pub(crate) fn land(&self, id: LandId) -> Land {
        Land::from_form(&self.form(id))
    }

    /// The number of the land with a canonical form, if the search has met it.
    pub(crate) fn find(&self, form: &[u8]) -> Option<LandId> {
        self.forms.find(form)
    }

    pub(crate) fn nimber(&self, id: LandId) -> Option<u8> {
        Some(self.pages[id as usize].nimber()).filter(|n| *n != UNKNOWN)
    }

    /// Returns the approximate size in bytes. If nearly all numbers of lands are taken, it is more than any limit, so
    /// that a search frees memory or ends.
    pub(crate) fn memory(&self) -> usize {
        if self.pages.len() > MOST_LANDS / 16 * 15 {
            return FULL;
        }
        #[cfg(feature = "store")]
        let store = page::PER_LEFTOVER * self.leftovers.len()
            + self.shelf.as_ref().map_or(0, NimberShelf::memory);
        #[cfg(not(feature = "store"))]
        let store = 0;
        self.pages.room() * size_of::<Page>()
            + self.others.memory()
            + store
            + self.prior.memory()
            + 4 * locked(&self.solved).len()
            + 8 * self.saved.1.len()
            + self.held.load(Ordering::Relaxed)
    }

    /// Notes that this many bytes more are in use than before.
    fn hold(&self, before: usize, now: usize) {
        self.held
            .fetch_add(now.wrapping_sub(before), Ordering::Relaxed);
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
        locked(&self.solved).len() as u64
    }

    pub(crate) fn state(&self) -> SearchState {
        SearchState {
            known: self.n_known(),
            lands: self.pages.len() as u64,
            memory: self.memory(),
            open: 0,
        }
    }

    /// Returns the counts of the work so far, without the nodes and lands.
    pub(crate) fn work(&self) -> Work {
        *locked(&self.work)
    }

    /// Adds to the counts of the work.
    pub(crate) fn add_work(&self, more: Work) {
        locked(&self.work).add(more);
    }

    /// Returns the children of a land, in normal play without the options whose nimbers are known. They are empty if
    /// none are listed.
    pub(crate) fn children(&self, id: LandId) -> Children {
        self.listed_children(id).unwrap_or_default()
    }

    /// Returns the children of a land as they are now, if they are listed. What is ruled out because of children that
    /// they lack can be read after this.
    pub(crate) fn listed_children(&self, id: LandId) -> Option<Children> {
        let page = &self.pages[id as usize];
        // Most lands have none, which needs no lock.
        let children = page.has_children().then(|| {
            let mut family = self.family(id);
            family.touch();
            family.get().cloned()
        });
        children.flatten()
    }

    /// Locks the children of a land.
    fn family(&self, id: LandId) -> Family<'_> {
        self.families.lock(id, &self.pages[id as usize].children)
    }

    /// Replaces the locked children of a land.
    fn change(&self, family: &mut Family<'_>, children: Children) {
        let before = family.get().map_or(0, Children::memory);
        self.hold(before, children.memory());
        family.set(children);
    }

    /// Takes the locked children of a land away.
    fn drop_children(&self, family: &mut Family<'_>) {
        let children = family.take();
        self.hold(children.map_or(0, |children| children.memory()), 0);
    }

    /// The number of the land with a canonical form.
    pub(crate) fn intern(&self, form: &[u8]) -> LandId {
        if let Some(id) = self.find(form) {
            return id;
        }
        let mut shape = Vec::new();
        canon::expand(form, &mut shape);
        self.intern_sized(form, LandSize::of(&shape), Prior::class(&shape))
    }

    fn intern_sized(&self, form: &[u8], size: LandSize, class: LandClass) -> LandId {
        let mut shard = self.forms.lock(shard_of(form));
        let slot = match shard.find(form) {
            Ok(id) => return id,
            Err(slot) => slot,
        };
        let before = shard.memory();
        let known = shard.take_expected(form);
        #[cfg(feature = "store")]
        let found = self.shelf.as_ref().and_then(|shelf| shelf.get(form));
        #[cfg(not(feature = "store"))]
        let found: Option<Known> = None;
        let known = match (known, found) {
            (Some(one), Some(other)) => Some(one.join(other)),
            (one, other) => one.or(other),
        };
        let id = self.pages.push();
        assert!(
            (id as usize) < MOST_LANDS,
            "a search ends when the memory is full"
        );
        let page = &self.pages[id as usize];
        page.fill(size, class, shard.add(form, slot, id));
        self.hold(before, shard.memory());
        #[cfg(feature = "store")]
        match found {
            Some(Known::Nimber(_)) => page.stored.store(true, Ordering::Relaxed),
            Some(Known::Excluded(excluded)) => locked(&self.found).push((id, excluded)),
            None => {}
        }
        match known {
            Some(Known::Nimber(nimber)) => {
                page.set_nimber(nimber.0 as u8);
                locked(&self.solved).push(id);
            }
            Some(Known::Excluded(excluded)) => self.exclude(id, excluded),
            None => {}
        }
        id
    }

    /// Returns what listers list children by.
    pub(crate) fn terms(&self) -> Terms<'_> {
        Terms {
            reductions: self.reductions,
            variant: self.variant,
            prior: &self.prior,
            spellings: self.most_spellings.unwrap_or(usize::MAX),
            held: self.memory(),
        }
    }

    /// Rules out nimbers of a land, one bit each.
    pub(crate) fn exclude(&self, id: LandId, nimbers: u64) {
        let page = &self.pages[id as usize];
        let before = page.exclude(nimbers);
        let is_whole = before | nimbers == u64::MAX;
        if is_whole || page.nimber() != UNKNOWN && nimbers >> page.nimber() & 1 == 1 {
            self.contradict();
        }
        let mut new = nimbers & !before;
        while new > 0 {
            self.count(page, new.trailing_zeros(), false);
            new &= new - 1;
        }
    }

    /// Notes that two facts about a land cannot both be true, so nothing that rests on the book is an answer.
    pub(crate) fn contradict(&self) {
        self.contradicts.store(true, Ordering::Relaxed);
    }

    /// Returns whether two facts about a land cannot both be true.
    pub(crate) fn contradicts(&self) -> bool {
        self.contradicts.load(Ordering::Relaxed)
    }

    /// Lets the prior learn whether a land is lost beside a heap.
    fn count(&self, page: &Page, heap: u32, is_lost: bool) {
        if self.prior.counts(self.pages.len()) {
            self.prior.count(page.class(), heap, is_lost);
        }
    }

    /// Notes how many bytes the search may use.
    pub(crate) fn afford(&self, memory: usize) {
        self.prior.afford(memory);
    }

    /// Returns proof and disproof number of a land beside a heap whose winner is unknown.
    pub(crate) fn noted_or_guessed(&self, page: &Page, heap: u32) -> (u32, u32) {
        let noted = self.others.get(page.first(), heap);
        noted.unwrap_or_else(|| page.guessed(self.prior.shift(page.class(), heap)))
    }

    /// Lists all options of a land that are not listed yet, within the `limits` of the book.
    pub(crate) fn expand(&mut self, id: LandId) -> Result<(), Limit> {
        if !self.pages[id as usize].has_children() {
            self.list(id, ChildChoice::All, None)?;
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
        let choice = match self.listed_children(id) {
            None if self.nimber(id).is_some() => return Ok(Further::Complete),
            None => ChildChoice::Parting,
            Some(children) if children.closed().n_made() > 0 => {
                self.next_to_open(id, &mut places);
                ChildChoice::Places(&places)
            }
            Some(children) if children.closed().has_undrawn() => ChildChoice::Others,
            Some(_) => return Ok(Further::Complete),
        };
        self.list(id, choice, sought.map(u32::from))?;
        if !self.lister.listing.stopped {
            return Ok(Further::Listed);
        }
        let land = |spelling: &u32| self.lister.spellings.land(*spelling);
        let refuting = self.lister.listing.refuting.iter().map(land);
        Ok(Further::Found(refuting.collect()))
    }

    /// Notes the nimber of a land in the book's own lister.
    pub(crate) fn note_own(&mut self, id: LandId, nimber: u8) {
        self.lister.nimbers.resize(self.pages.len(), UNKNOWN);
        self.lister.nimbers[id as usize] = nimber;
    }

    /// Lists the most promising options of a land, if none have been listed.
    pub(crate) fn expand_promising(&mut self, id: LandId) -> Result<(), Limit> {
        if !self.pages[id as usize].has_children() {
            self.list(id, ChildChoice::Parting, None)?;
        }
        Ok(())
    }

    /// Opens more children of a land.
    pub(crate) fn open_more(&mut self, id: LandId) -> Result<(), Limit> {
        let mut places = Vec::new();
        self.next_to_open(id, &mut places);
        self.list(id, ChildChoice::Places(&places), None)
    }

    /// Draws the remaining lines of a land.
    pub(crate) fn draw_rest(&mut self, id: LandId) -> Result<(), Limit> {
        self.list(id, ChildChoice::Others, None)
    }

    fn list(
        &mut self,
        id: LandId,
        choice: ChildChoice<'_>,
        sought: Option<u32>,
    ) -> Result<(), Limit> {
        let mut lister = core::mem::take(&mut self.lister);
        self.inform(&mut lister);
        let form = self.form(id);
        let limit = lister.list(&form, choice, sought, self.terms(), &self.limits);
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
        self.drop_children(&mut self.family(id));
    }

    /// Forgets the spellings of lands in the book's own lister, which can find them again.
    pub(crate) fn forget_spellings(&mut self) {
        self.hold(self.lister.counted, 0);
        self.lister = ChildLister::default();
    }

    /// Enters the children that a lister has listed as the options of a land.
    pub(crate) fn enter(&self, id: LandId, lister: &mut ChildLister) {
        self.enter_lands(lister);
        self.enter_costs(lister);
        self.exclude(id, lister.listing.excluded);
        if lister.listing.stopped {
            return;
        }
        let options = self.options_of(lister);
        let mut family = self.family(id);
        // Another thread may have found the nimber.
        if self.pages[id as usize].nimber() != UNKNOWN {
            return;
        }
        let before = family.get().cloned();
        let is_new = before.is_none();
        let before = before.unwrap_or_default();
        let listing = &lister.listing;
        let (made, mut closed) =
            before
                .closed()
                .after(listing.opened, listing.drawn, &listing.made, listing.wins);
        if is_new {
            closed.undrawn = listing.undrawn;
        }
        let all = Children::new([before.options(), &options], &made, closed);
        self.change(&mut family, all);
    }

    /// Gives the lands that a lister has met for the first time their numbers, and lets the lister know them.
    fn enter_lands(&self, lister: &mut ChildLister) {
        let mut start = 0;
        for fresh in 0..lister.fresh_ends.len() {
            let (end, size, class, spelling) = lister.fresh_ends[fresh];
            let land = self.intern_sized(&lister.fresh[start..end as usize], size, class);
            lister.spell(spelling, land);
            start = end as usize;
        }
        lister.fresh.clear();
        lister.fresh_ends.clear();
    }

    /// Counts the memory and the work of a lister since the last call.
    fn enter_costs(&self, lister: &mut ChildLister) {
        lister.lookups = 0;
        let memory = lister.memory();
        self.hold(lister.counted, memory);
        lister.counted = memory;
        self.hold(0, core::mem::take(&mut lister.shared_held));
        self.add_work(core::mem::take(&mut lister.work));
    }

    /// Returns the listed children as [options](Children::options), each with its lands in order. No option occurs
    /// twice. They are in the order of their lands, or in one that depends on the seed. The listing has then served its
    /// purpose: its spellings are replaced.
    fn options_of(&self, lister: &mut ChildLister) -> Vec<u32> {
        // Numbers of spellings become numbers of lands, in order; `list` says where each child is.
        let mut list: Vec<(u32, u32)> = Vec::new();
        let children = &mut lister.listing.children;
        let mut at = 0;
        while let Some(&n) = children.get(at) {
            let (from, to) = (at + 1, at + 1 + n as usize);
            for spelling in &mut children[from..to] {
                *spelling = lister.spellings.land(*spelling);
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
            sorting::sort_by_key(&mut list, |option| shuffled(self.seed, lands(*option)));
        }
        let mut options = Vec::with_capacity(children.len());
        for option in list {
            push_option(&mut options, lands(option), 0);
        }
        options
    }

    /// Returns the indices of the closed children of a land to open next, in order.
    pub(crate) fn next_to_open(&self, id: LandId, places: &mut Vec<u32>) {
        let children = self.children(id);
        let options = children.iter().count();
        let n = batch(options + children.closed().n_made(), options);
        places.clear();
        places.extend(children.closed().best(n));
        sorting::sort_hot(places);
    }

    /// Records the proof and disproof number of a land beside a heap.
    pub(crate) fn note(&self, id: LandId, heap: u32, numbers: (u32, u32)) {
        self.others
            .set(self.pages[id as usize].first(), heap, numbers);
    }

    /// Returns the proof and disproof number of a land beside a heap, if they were recorded.
    pub(crate) fn noted(&self, id: LandId, heap: u32) -> Option<(u32, u32)> {
        self.others.get(self.pages[id as usize].first(), heap)
    }

    /// Returns the heaps for which numbers of a land were recorded, in order, and those.
    pub(crate) fn all_noted(&self, id: LandId) -> Vec<(u32, (u32, u32))> {
        self.others.all(self.pages[id as usize].first())
    }

    /// Adds the nodes that a worker visited below each couple.
    pub(crate) fn count_visits(&self, more: Visits) {
        if let Some(visits) = &self.visits {
            let mut visits = locked(visits);
            for (couple, nodes) in more {
                *visits.entry(couple).or_default() += nodes;
            }
        }
    }

    /// Enters options of a land that another book has listed, in addition to the known ones, and a summary of its
    /// closed children.
    pub(crate) fn enter_listed(&self, id: LandId, options: &[u32], closed: ClosedSummary) {
        let mut family = self.family(id);
        let before = family.get().cloned().unwrap_or_default();
        let known: rustc_hash::FxHashSet<&[u32]> = split_options(before.options()).collect();
        let new: Vec<u32> = split_options(options)
            .filter(|option| !known.contains(option))
            .flatten()
            .copied()
            .collect();
        let best: Vec<ClosedChild> = closed.best.map(ClosedChild::of_word).into_iter().collect();
        let all = Children::new([before.options(), &new], &best, closed);
        self.change(&mut family, all);
    }

    /// Records a nimber.
    pub(crate) fn learn(&self, id: LandId, nimber: u8) {
        let page = &self.pages[id as usize];
        let mut family = self.family(id);
        let before = page.nimber();
        if before != UNKNOWN && before != nimber || page.excluded() >> nimber & 1 == 1 {
            self.contradict();
        } else if before == UNKNOWN {
            self.count(page, nimber.into(), true);
            for heap in (0..).take(prior::HEAPS) {
                if heap != u32::from(nimber) && page.excluded() >> heap & 1 == 0 {
                    self.count(page, heap, false);
                }
            }
            page.set_nimber(nimber);
            self.drop_children(&mut family);
            locked(&self.solved).push(id);
            self.n_solved.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// Records what is known about a land.
    pub(crate) fn join(&self, id: LandId, known: Known) {
        match known {
            Known::Nimber(nimber) => self.learn(id, nimber.0 as u8),
            Known::Excluded(excluded) => self.exclude(id, excluded),
        }
    }

    /// Records the result of another solver about a land, which costs little until the book meets the land.
    pub(crate) fn expect(&self, form: &[u8], known: Known) {
        let mut shard = self.forms.lock(shard_of(form));
        if let Ok(id) = shard.find(form) {
            return self.join(id, known);
        }
        let before = shard.memory();
        shard.expect(form, known);
        self.hold(before, shard.memory());
    }

    /// Gives a lister the nimbers that have become known.
    pub(crate) fn inform(&self, lister: &mut ChildLister) {
        let solved = locked(&self.solved);
        lister.nimbers.resize(self.pages.len(), UNKNOWN);
        for id in &solved[lister.n_informed..] {
            lister.nimbers[*id as usize] = self.pages[*id as usize].nimber();
        }
        lister.n_informed = solved.len();
    }

    /// Merges nimbers that have become known into the options of a land, and excludes those of solved options.
    pub(crate) fn tidy(&self, id: LandId) {
        if !self.pages[id as usize].has_children() {
            return;
        }
        let mut family = self.family(id);
        let Some(children) = family.get() else { return };
        let nimber = |land: &LandId| self.pages[*land as usize].nimber();
        let is_known = |land: &LandId| nimber(land) != UNKNOWN;
        if !children.iter().any(|(lands, _)| lands.iter().any(is_known)) {
            return;
        }
        let mut options = Vec::with_capacity(children.options().len());
        let mut excluded = 0u64;
        let mut left = Vec::new();
        for (lands, mut heap) in children.iter() {
            left.clear();
            for land in lands {
                match nimber(land) {
                    UNKNOWN => left.push(*land),
                    nimber => heap ^= u32::from(nimber),
                }
            }
            if left.is_empty() {
                excluded |= 1 << heap;
            } else {
                push_option(&mut options, &left, heap);
            }
        }
        let all = children.with_options(&options);
        // Before others see the children without those.
        self.exclude(id, excluded);
        self.change(&mut family, all);
    }
}

/// Returns a key that puts options into an order of this seed, which is as good as random.
fn shuffled(seed: u64, lands: &[LandId]) -> u64 {
    let mix = |hash: u64, land: &LandId| {
        (hash ^ u64::from(*land))
            .wrapping_mul(0xD6E8_FEB8_6659_FD93)
            .rotate_left(31)
    };
    lands
        .iter()
        .fold(seed, mix)
        .wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::land::Lands;
    use std::collections::BTreeSet;

    /// The options of a land as lands.
    fn options(book: &Book, id: LandId) -> BTreeSet<Vec<Land>> {
        let sorted = |(option, _): (&[LandId], u32)| {
            let mut lands: Vec<Land> = option.iter().map(|id| book.land(*id)).collect();
            lands.sort_unstable();
            lands
        };
        book.children(id).iter().map(sorted).collect()
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
            let own = lazy.intern(&all.form(id));
            while lazy.expand_further(own, None) != Ok(Further::Complete) {}
            assert_eq!(options(&lazy, own), options(&all, id), "{}", all.land(id));
            id += 1;
        }
    }

    #[test]
    fn children_opened_a_few_at_a_time_are_all_children() {
        check_options_of_everything_from(4);
    }

    /// Lands that are met, expanded, surveyed and solved by several threads in different orders, with no search to keep
    /// them apart. One thread is the oracle.
    #[test]
    fn threads_that_share_a_book_make_the_same_of_it_as_one() {
        let mut alone = Book::default();
        for land in &Lands::start(5) {
            alone.intern(land.form());
        }
        let mut id = 0;
        while (id as usize) < alone.pages.len() {
            alone.expand(id).expect("no limit");
            id += 1;
        }
        let lands: Vec<Land> = (0..id).map(|id| alone.land(id)).collect();
        let shared = Book::default();
        let work = |thread: usize| {
            let mut lister = ChildLister::default();
            let mut met = Vec::new();
            for step in 0..lands.len() {
                // Each thread begins elsewhere, and half of them go backwards.
                let at = (step + thread * lands.len() / 8) % lands.len();
                let at = if thread.is_multiple_of(2) {
                    at
                } else {
                    lands.len() - 1 - at
                };
                let land = shared.intern(lands[at].form());
                met.push((land, at));
                let page = &shared.pages[land as usize];
                if !page.listing.swap(true, Ordering::Relaxed) {
                    shared.inform(&mut lister);
                    let (form, terms) = (shared.form(land), shared.terms());
                    let listed = lister.list(&form, ChildChoice::All, None, terms, &shared.limits);
                    listed.expect("no limit");
                    shared.enter(land, &mut lister);
                }
                // What ends a game is solved, and then what has only solved options.
                for land in [land, met[step / 2].0] {
                    shared.tidy(land);
                    let Some(children) = shared.listed_children(land) else {
                        continue;
                    };
                    let heap = shared.pages[land as usize].attempt();
                    let survey = shared.survey(land, heap, &children, |numbers, _, _| numbers);
                    let numbers = (survey.numbers().win, survey.numbers().loss);
                    match numbers {
                        (0, _) => shared.exclude(land, 1 << heap),
                        (_, 0) => shared.learn(land, heap as u8),
                        _ => shared.note(land, heap, numbers),
                    }
                }
            }
            met
        };
        let met: Vec<_> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|n| scope.spawn(move || work(n))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"))
                .collect()
        });
        assert_eq!(shared.pages.len(), lands.len());
        let mut solver = crate::solve::Solver::new();
        let mut solved = 0;
        for (land, at) in met.into_iter().flatten() {
            assert_eq!(shared.land(land), lands[at]);
            let page = &shared.pages[land as usize];
            let nimber = solver
                .nimber(&Lands::from_iter([lands[at].clone()]))
                .expect("no limit")
                .0;
            assert_eq!(page.excluded() >> nimber & 1, 0, "{}", lands[at]);
            match shared.nimber(land) {
                Some(found) => {
                    assert_eq!(u32::from(found), nimber, "{}", lands[at]);
                    assert!(!page.has_children());
                    solved += 1;
                }
                None => assert!(page.has_children()),
            }
        }
        assert!(solved > 0 && shared.n_known() * 8 == solved);
    }

    #[test]
    fn listers_that_share_spellings_bring_each_to_canonical_form_once() {
        for shared in [false, true] {
            let book = Book::default();
            let start = Lands::start(6);
            let land = book.intern(start.iter().next().expect("a land").form());
            let mut listers = [ChildLister::default(), ChildLister::default()];
            if shared {
                ChildLister::share(&mut listers);
            }
            let canonised = listers.each_mut().map(|lister| {
                let (form, limits) = (book.form(land), &book.limits);
                let listed = lister.list(&form, ChildChoice::All, None, book.terms(), limits);
                listed.expect("no limit");
                book.enter(land, lister);
                book.work().canonised
            });
            let [first, both] = canonised;
            assert_eq!(both, if shared { first } else { 2 * first });
            assert!(first > 0 && book.pages.len() > 1);
        }
    }

    #[test]
    fn a_full_book_forgets_spellings_then_cold_children_and_then_lands() {
        let mut book = Book::default();
        for land in &Lands::start(8) {
            book.intern(land.form());
        }
        for id in 0..100 {
            book.expand(id).expect("no limit");
        }
        let families = |book: &Book| -> Vec<LandId> {
            let ids = 0..book.pages.len() as LandId;
            ids.filter(|id| book.pages[*id as usize].has_children())
                .collect()
        };
        let (lands, all) = (book.pages.len(), families(&book));
        assert!(all.len() > 90 && all[all.len() - 1] < 100);
        let without_spellings = book.memory() - book.lister.memory();
        assert!(book.make_room(without_spellings / 4 * 5));
        assert_eq!((book.pages.len(), families(&book)), (lands, all.clone()));
        assert!(book.memory() < without_spellings / 8 * 9);

        // The clock of the last use is coarse.
        let warm = &all[all.len() - 10..];
        for _ in 0..1_000 {
            for land in warm {
                assert!(book.listed_children(*land).is_some());
            }
        }
        assert!(book.make_room(book.memory()));
        assert_eq!((book.pages.len(), families(&book)), (lands, warm.to_vec()));

        assert!(book.make_room(book.memory() / 4));
        assert!(book.pages.len() < lands);
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
            let pages = book.pages.iter().filter(|page| page.nimber() != UNKNOWN);
            let mut lives: Vec<u8> = pages.map(Page::lives).collect();
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
        book.exclude(2, 1);
        assert_eq!(book.new_nimbers(), [n - 1]);
        assert_eq!(book.new_exclusions(), [2]);
        book.learn(n - 2, 2);
        book.exclude(3, 2);
        book.note(4, 0, (7, 7));
        assert!(book.forget_lands(1 << 20));
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
                .map(|id| (form(&book, *id), book.pages[*id as usize].excluded()))
                .collect::<Vec<_>>(),
            [(new_not, 2)]
        );
        assert!(book.find(&old_not).is_some());
    }
}
