//! All lands that a search has met, numbered, with what is known about each.

use super::{State, Work};
use crate::land::canon::{self, Canoniser};
use crate::land::children::{self, Lister};
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
        self.arena.capacity() + 4 * (self.ends.capacity() + self.slots.len())
    }
}

/// Lands by number.
#[derive(Default, Debug)]
pub(crate) struct Book {
    pub(crate) pages: Vec<Page>,
    /// The canonical form of each land.
    forms: Strings,
    /// Shapes as they come out of the reduction, most of which come many times, and the lands that they are.
    spellings: Strings,
    spelled: Vec<LandId>,
    rules: Reductions,
    /// How many nimbers are known.
    pub(crate) known: u64,
    pub(crate) work: Work,
    /// How many words all options take.
    option_words: usize,
    // Buffers.
    canoniser: Canoniser,
    lister: Lister,
    shape: Vec<u8>,
    spare: Vec<u8>,
    part: Vec<u8>,
    spelling: Vec<u8>,
    form: Vec<u8>,
}

/// Proof and disproof number of a land beside a heap of which nothing is known.
///
/// That a land is lost takes a refutation of every move, so the guess grows with their number and with the length of
/// the game; that it is won takes one good move. The exponents are measured: among a few dozen tried they need the least time
/// for 12 to 17 spots, about a quarter of what equal guesses need.
fn guess(shape: &[u8]) -> (u32, u32) {
    let lives = shape::lives(shape) as f64;
    let moves = (1.0 + shape::estimate(shape) as f64).log2();
    let round = |exponent: f64| exponent.min(20.0).exp2().round() as u32;
    (round(lives / 20.0), round(lives / 10.0 + 0.3 * moves))
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
    pub(crate) fn new(rules: Reductions) -> Book {
        Book {
            rules,
            ..Book::default()
        }
    }

    /// A book for a variant, with all reductions that are known to hold in it.
    pub(crate) fn of(variant: Variant) -> Book {
        let mut book = Book::new(Reductions::of(variant));
        book.lister.variant = variant;
        book
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
        self.pages.capacity() * size_of::<Page>()
            + self.forms.memory()
            + self.spellings.memory()
            + 4 * (self.spelled.capacity() + self.option_words)
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
        let slot = match self.forms.find(form) {
            Ok(id) => return id,
            Err(slot) => slot,
        };
        let mut shape = core::mem::take(&mut self.spare);
        shape.clear();
        canon::expand(form, &mut shape);
        self.pages.push(Page {
            nimber: UNKNOWN,
            lives: shape::lives(&shape).min(255) as u8,
            guess: guess(&shape),
            excluded: 0,
            estimate: shape::estimate(&shape).min(u64::from(u32::MAX)) as u32,
            proof: smallvec::SmallVec::new(),
            options: None,
        });
        self.spare = shape;
        self.forms.add(form, slot)
    }

    /// Reduces `self.shape`, and returns the numbers of its lands in order.
    fn intern_shape(&mut self) -> smallvec::SmallVec<[LandId; 6]> {
        let (mut shape, mut spare) = (
            core::mem::take(&mut self.shape),
            core::mem::take(&mut self.spare),
        );
        let mut part = core::mem::take(&mut self.part);
        let mut form = core::mem::take(&mut self.form);
        shape::reduce(&mut shape, &mut spare, self.rules);
        self.spare = spare;
        let mut ids = smallvec::SmallVec::new();
        shape::split(&shape, &mut part, |part| {
            let mut spelling = core::mem::take(&mut self.spelling);
            spelling.clear();
            self.work.arranged += 1;
            shape::arrange(part, &mut spelling);
            let id = match self.spellings.find(&spelling) {
                Ok(known) => self.spelled[known as usize],
                Err(slot) => {
                    form.clear();
                    self.work.canonised += 1;
                    self.canoniser.canonise(&spelling, &mut form);
                    let id = self.intern(&form);
                    self.spellings.add(&spelling, slot);
                    self.spelled.push(id);
                    id
                }
            };
            self.spelling = spelling;
            ids.push(id);
        });
        ids.sort_unstable();
        (self.shape, self.part, self.form) = (shape, part, form);
        ids
    }

    /// Lists the options of a land, if that has not been done.
    pub(crate) fn expand(&mut self, id: LandId) {
        if self.pages[id as usize].options.is_some() {
            return;
        }
        self.work.expanded += 1;
        let mut whole = Vec::new();
        canon::expand(self.form(id), &mut whole);
        let mut lister = core::mem::take(&mut self.lister);
        let mut found: rustc_hash::FxHashSet<smallvec::SmallVec<[LandId; 6]>> =
            rustc_hash::FxHashSet::default();
        children::for_each_child(&whole, &mut lister, &mut |child| {
            self.shape.clear();
            self.shape.extend_from_slice(child);
            self.work.listed += 1;
            found.insert(self.intern_shape());
        });
        self.lister = lister;
        let mut list: Vec<_> = found.into_iter().collect();
        list.sort_unstable();
        let mut options = Vec::with_capacity(list.iter().map(|o| 1 + o.len()).sum());
        for option in list {
            options.push(option.len() as u32);
            options.extend_from_slice(&option);
        }
        self.option_words += options.len();
        self.pages[id as usize].options = Some(options);
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
