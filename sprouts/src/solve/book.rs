//! All lands that a search has met, numbered, with what is known about each.

use super::{State, Work};
use crate::land::canon::{self, Canoniser};
use crate::land::children::{self, Buffers};
use crate::land::shape::{self, Reductions};
use crate::rules::Variant;

/// The number of a land in a [`Book`].
pub(crate) type LandId = u32;

/// A nimber that is not known.
pub(crate) const UNKNOWN: u8 = u8::MAX;

/// What is known about a land.
#[derive(Debug)]
pub(crate) struct Page {
    /// The nimber, or [`UNKNOWN`].
    pub(crate) nimber: u8,
    pub(crate) lives: u8,
    /// Proof and disproof number beside a heap at which the search has not been.
    pub(crate) guess: (u32, u32),
    /// Which nimbers the land is known not to have, one bit each.
    pub(crate) excluded: u64,
    pub(crate) estimate: u32,
    /// How many workers are at the land beside each heap up to 15, four bits each; only kept when several work.
    pub(crate) busy: u64,
    /// Whether a worker is listing the options.
    pub(crate) listing: bool,
    /// Proof and disproof numbers by heap, as far as the search has been there.
    pub(crate) proof: smallvec::SmallVec<[(u32, u32); 2]>,
    /// The positions that one move makes: for each a head `heap << 8 | n` and `n` land numbers. Lands with known nimbers
    /// are merged into the heap from time to time; positions without unknown lands are then left out.
    pub(crate) options: Option<Vec<u32>>,
}

/// Strings of bytes by number.
#[derive(Debug)]
struct Strings {
    arena: Vec<u8>,
    /// Where each string ends; it begins where the one before ends.
    ends: Vec<u32>,
    /// Open addressing; numbers plus one.
    slots: Vec<u32>,
}

impl Default for Strings {
    fn default() -> Strings {
        Strings {
            arena: Vec::new(),
            ends: Vec::new(),
            slots: vec![0; 1 << 10],
        }
    }
}

impl Strings {
    fn get(&self, number: u32) -> &[u8] {
        let start = if number == 0 {
            0
        } else {
            self.ends[number as usize - 1]
        };
        &self.arena[start as usize..self.ends[number as usize] as usize]
    }

    /// The number of a string, or the slot where it belongs.
    fn find(&self, string: &[u8]) -> Result<u32, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(string) as usize & mask;
        while self.slots[slot] != 0 {
            let number = self.slots[slot] - 1;
            if self.get(number) == string {
                return Ok(number);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    /// Adds a string, for which `find` has returned a slot.
    fn add(&mut self, string: &[u8], slot: usize) -> u32 {
        let number = self.ends.len() as u32;
        self.slots[slot] = number + 1;
        self.arena.extend_from_slice(string);
        self.ends.push(self.arena.len() as u32);
        if self.ends.len() * 2 > self.slots.len() {
            let mask = self.slots.len() * 2 - 1;
            self.slots = vec![0; mask + 1];
            for number in 0..self.ends.len() as u32 {
                let mut slot = hash(self.get(number)) as usize & mask;
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = number + 1;
            }
        }
        number
    }

    fn memory(&self) -> usize {
        self.arena.len() + 4 * (self.ends.len() + self.slots.len())
    }
}

/// Lands by number.
#[derive(Default, Debug)]
pub(crate) struct Book {
    pub(crate) pages: Vec<Page>,
    /// The canonical form of each land.
    forms: Strings,
    reductions: Reductions,
    pub(crate) variant: Variant,
    /// What the order of options depends on; 0 keeps them as they are numbered.
    pub(crate) seed: u64,
    /// How many nimbers are known.
    pub(crate) known: u64,
    /// How many facts have been proved: nimbers, and nimbers that a land does not have.
    proved: u64,
    /// The same when room was made last, and how many times that has brought nothing.
    idle: (u64, u32),
    pub(crate) work: Work,
    /// How many words all options take.
    option_words: usize,
    /// How many bytes the listers hold.
    aside: usize,
    /// For a book with a single reader.
    lister: ChildLister,
    shape: Vec<u8>,
}

/// Lists the children of lands without looking into the book; each worker has one.
#[derive(Default, Debug)]
pub(crate) struct ChildLister {
    /// Shapes as they come out of the reduction, most of which come many times, and the lands that they are.
    spellings: Strings,
    spelled: Vec<LandId>,
    /// Forms of the spellings that have no land yet; where each ends, and its size.
    fresh: Vec<u8>,
    fresh_ends: Vec<(u32, Size)>,
    /// For each child, how many lands it has, and the numbers of their spellings.
    children: Vec<u32>,
    /// What the book has been told of the memory.
    told: usize,
    work: Work,
    canoniser: Canoniser,
    buffers: Buffers,
    whole: Vec<u8>,
    shape: Vec<u8>,
    spare: Vec<u8>,
    part: Vec<u8>,
    spelling: Vec<u8>,
}

impl ChildLister {
    /// Lists the children of a land, to be entered in the book by [`Book::enter`].
    pub(crate) fn list(&mut self, form: &[u8], (reductions, variant): (Reductions, Variant)) {
        self.buffers.variant = variant;
        self.children.clear();
        self.whole.clear();
        canon::expand(form, &mut self.whole);
        let whole = core::mem::take(&mut self.whole);
        let mut buffers = core::mem::take(&mut self.buffers);
        self.work.expanded += 1;
        children::for_each_child(&whole, &mut buffers, &mut |child| {
            self.shape.clear();
            self.shape.extend_from_slice(child);
            self.work.listed += 1;
            self.spell(reductions);
        });
        (self.whole, self.buffers) = (whole, buffers);
    }

    /// Reduces `self.shape`, and adds its lands to the children.
    fn spell(&mut self, reductions: Reductions) {
        shape::reduce(&mut self.shape, &mut self.spare, reductions);
        let head = self.children.len();
        self.children.push(0);
        let mut part = core::mem::take(&mut self.part);
        let shape = core::mem::take(&mut self.shape);
        shape::split(&shape, &mut part, |part| {
            self.spelling.clear();
            self.work.arranged += 1;
            shape::arrange(part, &mut self.spelling);
            let number = match self.spellings.find(&self.spelling) {
                Ok(number) => number,
                Err(slot) => {
                    self.work.canonised += 1;
                    self.canoniser.canonise(&self.spelling, &mut self.fresh);
                    let size = Size::of(&self.spelling);
                    self.fresh_ends.push((self.fresh.len() as u32, size));
                    self.spellings.add(&self.spelling, slot)
                }
            };
            self.children[head] += 1;
            self.children.push(number);
        });
        (self.shape, self.part) = (shape, part);
    }

    fn memory(&self) -> usize {
        self.spellings.memory() + 4 * self.spelled.len()
    }
}

/// How large a land is: the same for every spelling of it.
#[derive(Clone, Copy, Debug)]
struct Size {
    lives: u8,
    estimate: u32,
}

impl Size {
    fn of(shape: &[u8]) -> Size {
        Size {
            lives: shape::lives(shape).min(255) as u8,
            estimate: shape::estimate(shape).min(u64::from(u32::MAX)) as u32,
        }
    }
}

/// Proof and disproof number of a land beside a heap of which nothing is known.
///
/// That a land is lost takes a refutation of every move, so the guess grows with their number and with the length of
/// the game; that it is won takes one good move. The exponents are measured: among a few dozen tried they need the least time
/// for 12 to 17 spots, about a quarter of what equal guesses need.
fn guess(size: Size) -> (u32, u32) {
    let lives = f64::from(size.lives);
    let moves = (1.0 + f64::from(size.estimate)).log2();
    let round = |exponent: f64| exponent.min(20.0).exp2().round() as u32;
    (round(0.05 * lives), round(0.1 * lives + 0.3 * moves))
}

fn hash(form: &[u8]) -> u64 {
    let mut h = 0x9E37_79B9_7F4A_7C15u64 ^ form.len() as u64;
    let mut chunks = form.chunks_exact(8);
    for chunk in &mut chunks {
        let word = u64::from_le_bytes(chunk.try_into().expect("chunks have eight bytes"));
        h = (h ^ word).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        h ^= h >> 32;
    }
    let mut tail = [0u8; 8];
    let rest = chunks.remainder();
    tail[..rest.len()].copy_from_slice(rest);
    h = (h ^ u64::from_le_bytes(tail)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    h ^ h >> 29
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

    /// The number of the land with a canonical form, if it has been met.
    pub(crate) fn find(&self, form: &[u8]) -> Option<LandId> {
        self.forms.find(form).ok()
    }

    pub(crate) fn nimber(&self, id: LandId) -> Option<u8> {
        Some(self.pages[id as usize].nimber).filter(|n| *n != UNKNOWN)
    }

    /// About how many bytes the book takes.
    pub(crate) fn memory(&self) -> usize {
        self.pages.len() * size_of::<Page>()
            + self.forms.memory()
            + self.aside
            + 4 * self.option_words
    }

    pub(crate) fn state(&self) -> State {
        State {
            known: self.known,
            lands: self.pages.len() as u64,
            memory: self.memory(),
        }
    }

    /// The options of a land as listed, in normal play only as far as they are not known.
    pub(crate) fn all_options(&self, id: LandId) -> impl Iterator<Item = &[LandId]> {
        let options = self.pages[id as usize]
            .options
            .as_deref()
            .unwrap_or_default();
        let mut at = 0;
        core::iter::from_fn(move || {
            let n = (options.get(at)? & 0xFF) as usize;
            at += 1 + n;
            Some(&options[at - n..at])
        })
    }

    /// The number of the land with a canonical form.
    pub(crate) fn intern(&mut self, form: &[u8]) -> LandId {
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
        self.pages.push(Page {
            nimber: UNKNOWN,
            lives: size.lives,
            guess: guess(size),
            excluded: 0,
            busy: 0,
            listing: false,
            estimate: size.estimate,
            proof: smallvec::SmallVec::new(),
            options: None,
        });
        self.forms.add(form, slot)
    }

    /// What a lister has to know: the reductions and the variant.
    pub(crate) fn rules(&self) -> (Reductions, Variant) {
        (self.reductions, self.variant)
    }

    /// Lists the options of a land, if that has not been done.
    pub(crate) fn expand(&mut self, id: LandId) {
        if self.pages[id as usize].options.is_none() {
            let mut lister = core::mem::take(&mut self.lister);
            lister.list(self.forms.get(id), self.rules());
            self.enter(id, &mut lister);
            self.lister = lister;
        }
    }

    /// Enters what a lister has listed as the options of a land.
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
        self.aside += memory - lister.told;
        lister.told = memory;
        self.work.add(core::mem::take(&mut lister.work));
        // A worker elsewhere may have come to know the nimber.
        let page = &self.pages[id as usize];
        if page.nimber != UNKNOWN || page.options.is_some() {
            return;
        }
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
                children[from..to].sort_unstable();
            }
            list.push((from as u32, to as u32));
            at = to;
        }
        let lands = |(from, to): (u32, u32)| &children[from as usize..to as usize];
        list.sort_unstable_by(|a, b| lands(*a).cmp(lands(*b)));
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
            list.sort_by_cached_key(|option| key(*option));
        }
        let words = list.iter().map(|(from, to)| (1 + to - from) as usize).sum();
        let mut options = Vec::with_capacity(words);
        for option in list {
            options.push(option.1 - option.0);
            options.extend_from_slice(lands(option));
        }
        self.option_words += options.len();
        self.pages[id as usize].options = Some(options);
    }

    /// Forgets what can be found again: what the listers hold (the caller gives them up), all options, and lands of which
    /// nothing is known. Proof numbers are kept where the search has spent most, up to half of the room that is left
    /// beside what is proved. All lands get new numbers.
    ///
    /// Returns false if there is no room for more, or if making room has brought nothing for a while.
    pub(crate) fn make_room(&mut self, limit: usize) -> bool {
        if self.proved > self.idle.0 {
            self.idle = (self.proved, 0);
        }
        self.idle.1 += 1;
        let cost = |id: u32| size_of::<Page>() + self.forms.get(id).len() + 4 * 5;
        let ids = || 0..self.pages.len() as u32;
        let is_proved = |id: &u32| {
            let page = &self.pages[*id as usize];
            page.nimber != UNKNOWN || page.excluded != 0
        };
        let (mut kept, others): (Vec<u32>, Vec<u32>) = ids().partition(is_proved);
        let mut taken: usize = kept.iter().map(|id| cost(*id)).sum();
        if taken >= limit || self.idle.1 > 16 {
            return false;
        }
        let effort = |id: &u32| {
            let proof = self.pages[*id as usize].proof.iter();
            core::cmp::Reverse(proof.map(|(win, loss)| (*win).max(*loss)).max())
        };
        let mut visited: Vec<u32> = others
            .into_iter()
            .filter(|id| !self.pages[*id as usize].proof.is_empty())
            .collect();
        visited.sort_by_key(effort);
        let room = taken + (limit - taken) / 2;
        for id in visited {
            taken += cost(id);
            if taken > room {
                break;
            }
            kept.push(id);
        }
        kept.sort_unstable();
        let mut old = core::mem::take(&mut self.pages);
        let forms = core::mem::take(&mut self.forms);
        for id in kept {
            let form = forms.get(id);
            if let Err(slot) = self.forms.find(form) {
                self.forms.add(form, slot);
                let page = &mut old[id as usize];
                self.pages.push(Page {
                    busy: 0,
                    listing: false,
                    options: None,
                    proof: core::mem::take(&mut page.proof),
                    ..*page
                });
            }
        }
        (self.option_words, self.aside) = (0, 0);
        self.lister = ChildLister::default();
        true
    }

    /// Where the first option of a land begins.
    pub(crate) fn first_option(&self, id: LandId) -> Option<usize> {
        let options = self.pages[id as usize].options.as_deref()?;
        (!options.is_empty()).then_some(0)
    }

    /// Where the option after the one at `at` begins.
    pub(crate) fn option_after(&self, id: LandId, at: usize) -> Option<usize> {
        let options = self.pages[id as usize].options.as_deref()?;
        let next = at + 1 + (options[at] & 0xFF) as usize;
        (next < options.len()).then_some(next)
    }

    /// The option that begins at `at`: lands, and the heap beside them.
    pub(crate) fn option(&self, id: LandId, at: usize) -> (&[LandId], u32) {
        let options = self.pages[id as usize].options.as_deref();
        let options = &options.unwrap_or_default()[at..];
        let n = (options[0] & 0xFF) as usize;
        (&options[1..=n], options[0] >> 8)
    }

    /// Notes the proof and disproof number of a land beside a heap.
    pub(crate) fn note(&mut self, id: LandId, heap: u32, numbers: (u32, u32)) {
        let proof = &mut self.pages[id as usize].proof;
        if proof.len() <= heap as usize {
            proof.resize(heap as usize + 1, (0, 0));
        }
        proof[heap as usize] = numbers;
    }

    /// Records that a land does not have a nimber.
    pub(crate) fn exclude(&mut self, id: LandId, nimber: u32) {
        let excluded = &mut self.pages[id as usize].excluded;
        self.proved += u64::from(*excluded >> nimber & 1 == 0);
        *excluded |= 1 << nimber;
    }

    /// Records a nimber.
    pub(crate) fn learn(&mut self, id: LandId, nimber: u8) {
        let page = &mut self.pages[id as usize];
        debug_assert!(page.nimber == UNKNOWN || page.nimber == nimber);
        if page.nimber == UNKNOWN {
            page.nimber = nimber;
            self.option_words -= page.options.take().map_or(0, |options| options.len());
            page.proof = smallvec::SmallVec::new();
            self.known += 1;
            self.proved += 1;
        }
    }

    /// Merges what is known by now into the options of a land, and excludes their nimbers.
    pub(crate) fn tidy(&mut self, id: LandId) {
        let Some(mut options) = self.pages[id as usize].options.take() else {
            return;
        };
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
        self.option_words -= options.len() - write;
        options.truncate(write);
        let page = &mut self.pages[id as usize];
        page.excluded |= excluded;
        page.options = Some(options);
    }
}
