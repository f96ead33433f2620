//! Lists the children of lands without access to the book.

use core::ops::{ControlFlow, Range};
use std::sync::Arc;

use common::{Limit, sorting};

use super::closed::{ClosedChild, batch};
use super::guess::{Guess, LandSize, power};
use super::page::{LandId, UNKNOWN};
use super::prior::{LandClass, Prior};
use super::spellings::{SharedSpellings, Spellings};
use crate::land::canon::{self, Canoniser};
use crate::land::children::{self, Buffers, LineChoice};
use crate::land::shape::{self, Reductions};
use crate::rules::Variant;
use crate::solve::watch::CallLimits;
use crate::solve::work::Work;

/// A choice of children to list.
#[derive(Clone, Copy, Debug)]
pub(crate) enum ChildChoice<'a> {
    All,
    /// Among lines that can divide the land, the children whose lands have all been met, and the most promising of the
    /// others.
    Parting,
    /// The same among the other lines.
    Others,
    /// The children at these indices, in order.
    Places(&'a [u32]),
}

/// Lists the children of lands without access to the book. Each worker has its own lister.
#[derive(Default, Debug)]
pub(crate) struct ChildLister {
    /// Reduced shapes, most of which occur many times, and their lands.
    pub(super) spellings: Spellings,
    /// The number of bytes that they may take together, and those that are shared.
    most: usize,
    /// The spellings that the threads of a search share, if there are several, and how many times the lister has looked
    /// there since its last work was entered, and the change of their memory by it in bytes, which wraps.
    shared: Option<Arc<SharedSpellings>>,
    pub(super) lookups: u64,
    pub(super) shared_held: usize,
    /// The number of listers that share them.
    sharers: usize,
    /// The forms of spellings that have no land yet, with the end, the size and the class of each, and the number of
    /// the spelling.
    pub(super) fresh: Vec<u8>,
    pub(super) fresh_ends: Vec<(u32, LandSize, LandClass, u32)>,
    /// The nimbers that the book knows, by land, and how many of them the lister has read.
    pub(super) nimbers: Vec<u8>,
    pub(super) n_informed: usize,
    /// The nimber that is sought, as a bit.
    sought: u64,
    /// What is found in the present land.
    pub(super) listing: ChildListing,
    /// The memory use reported to the book.
    pub(super) counted: usize,
    pub(super) work: Work,
    canoniser: Canoniser,
    buffers: Buffers,
    whole: Vec<u8>,
    shape: Vec<u8>,
    spare: Vec<u8>,
    part: Vec<u8>,
    /// The spelled lands of the waiting children, and where each ends, after a 0.
    parts: Vec<u8>,
    part_ends: Vec<u32>,
    waiting: Vec<WaitingChild>,
}

/// What a lister has found in one land, before a book [enters](super::Book::enter) it.
#[derive(Default, Debug)]
pub(super) struct ChildListing {
    /// For each child, the number of its lands and the numbers of their spellings.
    pub(super) children: Vec<u32>,
    /// The nimbers of the children whose lands all have known nimbers, a bit for each.
    pub(super) excluded: u64,
    /// Whether the listing ended because one of these is the nimber that is sought, or because of a limit.
    pub(super) stopped: bool,
    /// The spellings of the child at which the listing was stopped.
    pub(super) refuting: Vec<u32>,
    /// The children that were made and are still waiting, and the sum of the guesses of their proof numbers.
    pub(super) made: Vec<ClosedChild>,
    pub(super) wins: f64,
    /// The number of lines left undrawn.
    pub(super) undrawn: u32,
    /// The number of closed children in this listing, and whether it includes the undrawn lines.
    pub(super) opened: usize,
    pub(super) drawn: bool,
}

impl ChildListing {
    /// Begins another listing in the same room.
    fn clear(&mut self) {
        self.children.clear();
        self.refuting.clear();
        self.made.clear();
        *self = ChildListing {
            children: core::mem::take(&mut self.children),
            refuting: core::mem::take(&mut self.refuting),
            made: core::mem::take(&mut self.made),
            ..ChildListing::default()
        };
    }
}

/// What children are listed by: the rules of the game, and what was learned about classes of lands.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Terms<'a> {
    pub(super) reductions: Reductions,
    pub(super) variant: Variant,
    pub(super) prior: &'a Prior,
    /// The number of bytes that spellings may take.
    pub(super) spellings: usize,
    /// The number of bytes that the book holds before the listing.
    pub(super) held: usize,
}

/// A child that is not an option yet.
#[derive(Clone, Copy, Debug)]
struct WaitingChild {
    closed: ClosedChild,
    win: f64,
    /// Its lands, as a range of the spelled ones.
    lands: (u32, u32),
}

/// The number of children after which the limits are checked. A single land may have more than can ever be listed. At
/// 6,300 instructions for a child (see `Work`), a check comes every few milliseconds.
const CHECK_EVERY: u32 = 1 << 10;

impl ChildLister {
    /// Lets the listers of a search share the spellings that they meet.
    pub(crate) fn share(listers: &mut [ChildLister]) {
        let shared = listers.iter().find_map(|lister| lister.shared.clone());
        let shared = shared.unwrap_or_default();
        let sharers = listers.len();
        for lister in listers {
            lister.shared = Some(shared.clone());
            lister.sharers = sharers;
        }
    }

    /// Returns about how many instructions one core needs for the work that is not entered yet.
    pub(crate) fn instructions(&self) -> u64 {
        let met = Work::MEET * self.fresh_ends.len() as u64;
        self.work.instructions() + met + Work::LOOK * self.lookups
    }

    /// Notes the land of a spelling.
    pub(super) fn spell(&mut self, spelling: u32, land: LandId) {
        self.spellings.set_land(spelling, land);
        if let Some(shared) = &self.shared {
            let spelling = self.spellings.get(spelling);
            shared.add(&spelling, land, self.most, &mut self.shared_held);
        }
    }

    /// Lists children of a land, to be entered by [`Book::enter`](super::Book::enter). Ends the listing at a child that
    /// is known to have the nimber `sought`, since the land then does not have that nimber. If `sought` is given,
    /// children with known nimbers are noted as excluded nimbers and do not become options.
    ///
    /// Returns the limit that ended the listing, if one did. No children are entered in that case, but the listing must
    /// be entered all the same before the next one. The spellings that it met have no land until then, and their
    /// numbers are only good until the spellings age.
    pub(crate) fn list(
        &mut self,
        form: &[u8],
        choice: ChildChoice<'_>,
        sought: Option<u32>,
        terms: Terms<'_>,
        limits: &CallLimits,
    ) -> Result<(), Limit> {
        self.buffers.variant = terms.variant;
        // Half for the shared spellings, the rest for those of each lister. A lister copies what it finds among the
        // shared ones, because its children hold numbers of its own spellings, and to read those takes no lock.
        self.most = match self.sharers {
            0 => terms.spellings,
            _ => terms.spellings / 2,
        };
        self.spellings.age(self.most / self.sharers.max(1));
        self.listing.clear();
        self.whole.clear();
        self.sought = sought.map_or(0, |nimber| 1 << nimber);
        canon::expand(form, &mut self.whole);
        match choice {
            ChildChoice::All => self.draw(LineChoice::All, None, terms, limits)?,
            ChildChoice::Parting => {
                self.draw(LineChoice::Parting, None, terms, limits)?;
                self.listing.undrawn = self.buffers.left_out;
            }
            ChildChoice::Others => {
                self.draw(LineChoice::Others, None, terms, limits)?;
                self.listing.drawn = true;
            }
            ChildChoice::Places(places) => {
                self.listing.opened = places.len();
                let (parting, others) =
                    places.split_at(places.partition_point(|p| *p < ClosedChild::PLACES));
                if !parting.is_empty() {
                    self.draw(LineChoice::Parting, Some(parting), terms, limits)?;
                }
                if !others.is_empty() {
                    self.draw(LineChoice::Others, Some(others), terms, limits)?;
                }
            }
        }
        self.work.expanded += u64::from(matches!(choice, ChildChoice::All | ChildChoice::Parting));
        Ok(())
    }

    /// Draws lines: those at the given indices, or all of one kind. The indices ascend and are distinct. They mean the
    /// same lines in each call, as the order of lines depends only on the form, the variant, and the kind of lines.
    fn draw(
        &mut self,
        lines: LineChoice,
        places: Option<&[u32]>,
        terms: Terms<'_>,
        limits: &CallLimits,
    ) -> Result<(), Limit> {
        let whole = core::mem::take(&mut self.whole);
        let mut buffers = core::mem::take(&mut self.buffers);
        buffers.lines = lines;
        let first = if lines == LineChoice::Others {
            ClosedChild::PLACES
        } else {
            0
        };
        let lazily = places.is_none() && lines != LineChoice::All;
        let mut places = places.map(|places| places.iter().copied().peekable());
        self.waiting.clear();
        self.part_ends.clear();
        self.part_ends.push(0);
        self.parts.clear();
        let mut place = first;
        let mut limit = Ok(());
        let _ = children::for_each_child(&whole, &mut buffers, &mut |child| {
            let here = place;
            place += 1;
            if place.is_multiple_of(CHECK_EVERY) {
                limit = limits.check();
                if limit.is_ok() && terms.held + self.listing_memory() > limits.memory {
                    limit = Err(Limit::Memory);
                }
                self.listing.stopped = limit.is_err();
            }
            let is_chosen = match &mut places {
                Some(places) => places.next_if_eq(&here).is_some(),
                None => true,
            };
            if is_chosen && !self.listing.stopped {
                self.work.listed += 1;
                // The word of a closed child has no room for a greater index, so such children become options at once.
                let waits = lazily && here - first < ClosedChild::PLACES;
                self.child(child, terms, waits.then_some(here));
            }
            if self.listing.stopped {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        (self.whole, self.buffers) = (whole, buffers);
        // After an index that never comes, all others are left out, and a land without some children may look lost.
        let are_left = places.is_some_and(|mut places| places.peek().is_some());
        assert!(
            self.listing.stopped || !are_left,
            "a closed child has an index that no line has"
        );
        if lazily && !self.listing.stopped {
            self.open_promising((place - first) as usize);
        }
        limit
    }

    /// Reduces a child and adds its lands to the children. With a `place`, adds them only if all have been met;
    /// otherwise the child waits.
    fn child(&mut self, child: &[u8], terms: Terms<'_>, place: Option<u32>) {
        shape::reduce(child, &mut self.shape, &mut self.spare, terms.reductions);
        let (first, start) = (self.part_ends.len() - 1, self.parts.len());
        let (parts, part_ends) = (&mut self.parts, &mut self.part_ends);
        shape::split(&self.shape, &mut self.part, |part| {
            self.work.arranged += 1;
            shape::arrange(part, parts);
            part_ends.push(parts.len() as u32);
        });
        let lands = first..self.part_ends.len() - 1;
        match place {
            None => self.add(lands),
            Some(_) if self.add_met(lands.clone()) => {}
            Some(place) => {
                let guesses = lands
                    .clone()
                    .map(|land| Guess::of(LandSize::of(self.spelling(land))));
                let mut guess = Guess::of_sum(guesses);
                // Sums are better guessed without: see `LABORATORY.md`.
                if self.sought > 0 && lands.len() == 1 {
                    let shape = self.spelling(lands.start);
                    let heap = self.sought.trailing_zeros();
                    guess = guess.shifted(terms.prior.shift_of(shape, heap));
                }
                self.waiting.push(WaitingChild {
                    closed: ClosedChild::new(guess, place),
                    win: power(guess.win),
                    lands: (lands.start as u32, lands.end as u32),
                });
                return;
            }
        }
        self.part_ends.truncate(first + 1);
        self.parts.truncate(start);
    }

    /// Returns a land of the waiting children.
    fn spelling(&self, land: usize) -> &[u8] {
        &self.parts[self.part_ends[land] as usize..self.part_ends[land + 1] as usize]
    }

    /// Adds a child if all its lands have been met.
    fn add_met(&mut self, lands: Range<usize>) -> bool {
        let head = self.listing.children.len();
        self.listing.children.push(lands.len() as u32);
        for land in lands {
            let Ok(number) = self.find(land) else {
                self.listing.children.truncate(head);
                return false;
            };
            self.listing.children.push(number);
        }
        if self.sought == 0 {
            return true;
        }
        // A child with a known nimber need not become an option.
        let lands = &self.listing.children[head + 1..];
        let nimber = |spelling: &u32| {
            let land = self.spellings.land(*spelling) as usize;
            self.nimbers.get(land).copied().filter(|n| *n != UNKNOWN)
        };
        if let Some(total) = lands
            .iter()
            .try_fold(0, |total, s| Some(total ^ nimber(s)?))
        {
            self.listing.excluded |= 1 << total;
            self.listing.stopped = self.listing.excluded & self.sought > 0;
            if self.listing.stopped {
                self.listing.refuting.extend_from_slice(lands);
            }
            self.listing.children.truncate(head);
        }
        true
    }

    /// Adds a child.
    fn add(&mut self, lands: Range<usize>) {
        self.listing.children.push(lands.len() as u32);
        for land in lands {
            let number = match self.find(land) {
                Ok(number) => number,
                Err(slot) => self.meet(land, slot),
            };
            self.listing.children.push(number);
        }
    }

    /// Returns the number of a spelling that this or another lister has met, or the slot for it.
    fn find(&mut self, land: usize) -> Result<u32, usize> {
        let (start, end) = (self.part_ends[land], self.part_ends[land + 1]);
        let spelling = &self.parts[start as usize..end as usize];
        let slot = match self.spellings.find(spelling) {
            Err(slot) => slot,
            found => return found,
        };
        let Some(shared) = &self.shared else {
            return Err(slot);
        };
        self.lookups += 1;
        let id = shared.find(spelling, &mut self.shared_held).ok_or(slot)?;
        Ok(self.spellings.add(spelling, slot, id))
    }

    /// Brings a land with a new spelling to canonical form.
    fn meet(&mut self, land: usize, slot: usize) -> u32 {
        let part = &self.parts[self.part_ends[land] as usize..self.part_ends[land + 1] as usize];
        self.work.canonised += 1;
        self.canoniser.canonise(part, &mut self.fresh);
        let (end, size, class) = (
            self.fresh.len() as u32,
            LandSize::of(part),
            Prior::class(part),
        );
        // It gets its land when the listing is entered.
        let number = self.spellings.add(part, slot, LandId::MAX);
        self.fresh_ends.push((end, size, class, number));
        number
    }

    /// Adds the most promising of the waiting children and closes the others.
    fn open_promising(&mut self, n: usize) {
        let mut waiting = core::mem::take(&mut self.waiting);
        sorting::sort_hot_by(&mut waiting, |a, b| a.closed.cmp(&b.closed));
        let open = batch(n, 0).min(waiting.len());
        for child in &waiting[..open] {
            let (from, to) = child.lands;
            self.add(from as usize..to as usize);
        }
        for child in waiting[open..].iter().rev() {
            self.listing.made.push(child.closed);
            self.listing.wins += child.win;
        }
        self.waiting = waiting;
    }

    /// Returns the number of bytes that the present listing takes beside what the book counts.
    fn listing_memory(&self) -> usize {
        self.parts.capacity()
            + self.fresh.capacity()
            + size_of_val(&self.part_ends[..])
            + size_of_val(&self.waiting[..])
            + size_of_val(&self.listing.children[..])
            + size_of_val(&self.fresh_ends[..])
    }

    /// Returns the number of bytes that last beyond a listing, except for buffers, which keep the room of the largest.
    pub(super) fn memory(&self) -> usize {
        self.spellings.memory() + self.nimbers.capacity()
    }
}
