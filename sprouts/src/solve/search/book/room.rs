//! Frees memory of a book, and finds the results that a store does not have yet.

use core::sync::atomic::AtomicUsize;
#[cfg(feature = "store")]
use core::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};

use common::sorting;

use super::Book;
use super::children::Families;
use super::lister::ChildLister;
use super::page::{LandId, Page};
#[cfg(feature = "store")]
use super::page::{PER_LEFTOVER, UNKNOWN, locked};

/// When memory has been full, spellings may take this part of it, a sixteenth. The section on memory in `LABORATORY.md`
/// has the nodes that less room for spellings costs.
const SPELLINGS: usize = 16;

/// The number of times that memory may be freed without a new fact before a search gives up: eight rounds of
/// [`ATTEMPTS`].
const MOST_IDLE: u32 = 32;

/// The number of attempts before another order of options is tried. A search that always keeps the same half of what it
/// knows runs in circles. So each attempt keeps half as much as the one before: a half, a quarter, an eighth and a
/// sixteenth of what the nimbers leave. From 14 spots with 6 MiB, this alone found nothing new in 32 attempts. With
/// another order after every fourth, the search ended with 41,782 expanded lands; with enough memory, this search had
/// 37,168.
const ATTEMPTS: u32 = 4;

/// The approximate number of bytes that a land takes beside its page and the bytes of its form: the end of the form and
/// its land (4 each), its slot in a table that is three eighths to three quarters full (7 to 13), and `saved` (8).
const PER_LAND: usize = 24;

/// Exclusions that are put aside may take this part of the memory, a sixteenth, until they are written to the store.
/// Others are lost, and a search can find them again.
#[cfg(feature = "store")]
const LEFTOVERS: usize = 16;

impl Book {
    /// Frees memory: at first what is [cold](Book::forget_cold), and when that is not enough, also
    /// [lands](Book::forget_lands). Returns false if too little memory could be freed, or if the last attempts led to
    /// nothing new.
    pub(crate) fn make_room(&mut self, limit: usize) -> bool {
        self.is_busy() && (self.forget_cold(limit) || self.forget_lands(limit))
    }

    /// Drops the listers (dropped by the caller), all children, and lands about which nothing is known. Nimbers are
    /// kept, except when they take more than half of the memory: then, of the lands whose nimbers a shelf also holds,
    /// those met first are dropped. Excluded nimbers and proof numbers are kept for the lands on which the search has
    /// spent the most work, in up to half of the memory that the nimbers leave, or in less if the last attempts led to
    /// nothing new. All lands get new numbers. Returns false if the nimbers take all of the memory.
    pub(crate) fn forget_lands(&mut self, limit: usize) -> bool {
        let ids = 0..self.pages.len() as u32;
        let (mut kept, mut others): (Vec<u32>, Vec<u32>) =
            ids.partition(|id| self.nimber(*id).is_some());
        let mut taken: usize = kept.iter().map(|id| self.cost(*id)).sum();
        // Half of the memory, and then a quarter of it, so that this does not happen again at once.
        #[cfg(feature = "store")]
        if self.shelf.is_some() && taken > limit / 2 {
            kept.retain(|id| {
                let stored = &self.pages[*id as usize].stored;
                let goes = taken > limit / 4 && stored.load(Ordering::Relaxed);
                taken -= if goes { self.cost(*id) } else { 0 };
                !goes
            });
        }
        if taken >= limit {
            return false;
        }
        // Another order of options breaks the repetition.
        if self.idle.1.is_multiple_of(ATTEMPTS) {
            // Any odd number would do. 0 means the order of numbers, and comes back only after 2^64 steps.
            self.seed = self.seed.wrapping_add(0x9E37_79B9_7F4A_7C15);
        }
        let effort = |id: &u32| {
            let page = &self.pages[*id as usize];
            let noted = self.all_noted(*id).into_iter();
            let most = noted.map(|(_, (win, loss))| win.max(loss)).max();
            (page.excluded().count_ones(), most)
        };
        others.retain(|id| effort(id) > (0, None));
        sorting::sort_by_key(&mut others, |id| core::cmp::Reverse(effort(id)));
        let room = taken + ((limit - taken) >> (1 + self.idle.1.saturating_sub(1) % ATTEMPTS));
        for id in others {
            taken += self.cost(id);
            if taken > room {
                break;
            }
            kept.push(id);
        }
        sorting::sort_hot(&mut kept);
        #[cfg(feature = "store")]
        self.leave_exclusions(&kept, limit / LEFTOVERS);
        self.keep(&kept);
        true
    }

    /// Drops what can be recomputed at little cost, without a new number for any land: the listers (dropped by the
    /// caller), and, if that is not enough, half of the children, those that the search has not read for longest. From
    /// now on, spellings take less memory. Returns whether this was enough.
    fn forget_cold(&mut self, limit: usize) -> bool {
        // Below the limit, so that the search gets on before memory is full again. If all children take less than the
        // same eighth, half of them are not enough. Any part works: with 3/4 and 15/16 instead of 7/8, −0.01 ± 0.01 and
        // −0.01 ± 0.02 nodes for 14 to 17 spots and two seeds with 8 MiB.
        let enough = limit / 8 * 7;
        self.most_spellings = Some(limit / SPELLINGS);
        self.lister = ChildLister::default();
        let children = self.families.memory();
        *self.held.get_mut() = self.forms.memory() + children;
        if self.memory() > enough && children > limit / 8 {
            let pages = (0..).zip(self.pages.iter());
            let places = pages.map(|(id, page)| (id, &page.children));
            *self.held.get_mut() -= self.families.forget_cold(places);
        }
        self.memory() <= enough
    }

    /// Returns whether freeing memory has led to new facts lately.
    fn is_busy(&mut self) -> bool {
        let excluded = |page: &Page| u64::from(page.excluded().count_ones());
        let facts = (
            *self.n_solved.get_mut(),
            self.pages.iter().map(excluded).sum(),
        );
        if facts > self.idle.0 {
            self.idle = (facts, 0);
        }
        self.idle.1 += 1;
        self.idle.1 <= MOST_IDLE
    }

    /// Forgets all but the known nimbers of the lands with the most lives, which take the most work to find again, in
    /// at most this many bytes.
    pub(crate) fn keep_dearest(&mut self, room: usize) {
        let ids = 0..self.pages.len() as u32;
        let mut kept: Vec<u32> = ids.filter(|id| self.nimber(*id).is_some()).collect();
        sorting::sort_by_key(&mut kept, |id| {
            let page = &self.pages[*id as usize];
            core::cmp::Reverse((page.lives(), page.estimate()))
        });
        let mut taken = 0;
        kept.retain(|id| {
            taken += self.cost(*id);
            taken <= room
        });
        sorting::sort_hot(&mut kept);
        self.keep(&kept);
        self.forms.expect_nothing();
        self.held = AtomicUsize::new(self.forms.memory());
        self.idle.1 = 0;
    }

    /// Returns about how many bytes it takes to keep a land without its children.
    pub(crate) fn cost(&self, id: LandId) -> usize {
        size_of::<Page>() + self.forms.room(self.pages[id as usize].place()) + PER_LAND
    }

    /// Drops all children, and all lands except these ascending ones, which get new numbers in this order.
    pub(crate) fn keep(&mut self, kept: &[LandId]) {
        // In place: a second copy of the book would need half as much memory again.
        self.families = Families::default();
        for page in self.pages.iter_mut() {
            page.clear();
        }
        self.renumbered += 1;
        self.extend_saved();
        let place = |id: &LandId| self.pages[*id as usize].place();
        let places = self.forms.keep(kept.iter().map(place));
        for ((to, from), place) in kept.iter().enumerate().zip(places) {
            self.pages.swap(to, *from as usize);
            self.pages[to].move_to(place);
        }
        self.pages.truncate(kept.len());
        let solved = self
            .solved
            .get_mut()
            .unwrap_or_else(PoisonError::into_inner);
        solved.retain_mut(|id| {
            let place = kept.binary_search(id);
            *id = place.unwrap_or_default() as LandId;
            place.is_ok()
        });
        self.saved.0 = 0;
        let saved = &mut self.saved.1;
        for (to, from) in kept.iter().enumerate() {
            saved[to] = saved[*from as usize];
        }
        saved.truncate(kept.len());
        self.others.keep(self.pages.iter_mut());
        self.held = AtomicUsize::new(self.forms.memory());
        self.lister = ChildLister::default();
        if let Some(visits) = &mut self.visits {
            *visits = Mutex::default();
        }
    }

    /// Makes `saved` have an item for each land.
    fn extend_saved(&mut self) {
        self.saved.1.resize(self.pages.len(), 0);
        #[cfg(feature = "store")]
        for (id, excluded) in locked(&self.found).drain(..) {
            self.saved.1[id as usize] = excluded;
        }
    }

    /// Puts aside, in at most this many bytes, the exclusions that the store does not have of lands about to be
    /// forgotten.
    #[cfg(feature = "store")]
    fn leave_exclusions(&mut self, kept: &[LandId], most: usize) {
        if self.shelf.is_none() {
            return;
        }
        self.extend_saved();
        let mut kept = kept.iter().copied().peekable();
        for (id, page) in (0..).zip(self.pages.iter()) {
            if kept.next_if_eq(&id).is_some() || page.nimber() != UNKNOWN {
                continue;
            }
            let saved = self.saved.1[id as usize];
            if page.excluded() != saved && PER_LEFTOVER * self.leftovers.len() < most {
                let form = self.forms.form(page.place()).into_vec().into();
                self.leftovers.push((form, page.excluded()));
            }
        }
    }

    /// Returns the lands whose nimbers became known since the last call and were not read from a shelf.
    #[cfg(feature = "store")]
    pub(crate) fn new_nimbers(&mut self) -> Vec<LandId> {
        let solved = locked(&self.solved);
        let mut new = solved[self.saved.0..].to_vec();
        self.saved.0 = solved.len();
        let is_new = |id: &LandId| {
            !self.pages[*id as usize]
                .stored
                .swap(true, Ordering::Relaxed)
        };
        new.retain(is_new);
        new
    }

    /// Returns the lands for which further nimbers were excluded since the last call.
    #[cfg(feature = "store")]
    pub(crate) fn new_exclusions(&mut self) -> Vec<LandId> {
        self.extend_saved();
        let is_new = |page: &Page, saved: u64| page.nimber() == UNKNOWN && page.excluded() != saved;
        let pages = self.pages.iter().zip(&self.saved.1);
        let n = pages.filter(|(page, saved)| is_new(page, **saved)).count();
        // Memory may be full, so the list must not grow beyond what it holds.
        let mut new = Vec::with_capacity(n);
        for (id, (page, saved)) in (0..).zip(self.pages.iter().zip(&mut self.saved.1)) {
            if is_new(page, *saved) {
                new.push(id);
            }
            *saved = page.excluded();
        }
        new
    }

    /// Returns whether there are exclusions of forgotten lands.
    #[cfg(feature = "store")]
    pub(crate) fn has_leftovers(&self) -> bool {
        !self.leftovers.is_empty()
    }

    /// Returns the exclusions of lands that were forgotten before [`new_exclusions`](Book::new_exclusions) returned
    /// them, by canonical form.
    #[cfg(feature = "store")]
    pub(crate) fn take_leftovers(&mut self) -> Vec<(Box<[u8]>, u64)> {
        core::mem::take(&mut self.leftovers)
    }

    /// Makes the next calls of [`new_nimbers`](Book::new_nimbers) and [`new_exclusions`](Book::new_exclusions) return
    /// everything.
    #[cfg(feature = "store")]
    pub(crate) fn forget_saved(&mut self) {
        self.saved = (0, Vec::new());
        for page in self.pages.iter_mut() {
            *page.stored.get_mut() = false;
        }
    }
}
