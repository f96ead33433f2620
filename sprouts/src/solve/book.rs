//! All lands that a search has met, numbered, with what is known about each.

use super::State;
use crate::land::canon::{self, Canoniser};
use crate::land::children::{self, Lister};
use crate::land::shape::{self, Reductions};

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
    /// Which nimbers the land is known not to have, one bit each.
    pub(crate) excluded: u64,
    pub(crate) estimate: u32,
    /// Proof and disproof numbers by heap, as far as the search has been there.
    pub(crate) proof: smallvec::SmallVec<[(u32, u32); 2]>,
    /// The positions that one move makes: for each a head `heap << 8 | n` and `n` land numbers. Lands with known nimbers
    /// are merged into the heap from time to time; positions without unknown lands are then left out.
    pub(crate) options: Option<Vec<u32>>,
    /// Where the form begins in the arena, and its length.
    form: (u32, u16),
}

/// Lands by number.
#[derive(Default, Debug)]
pub(crate) struct Book {
    pub(crate) pages: Vec<Page>,
    arena: Vec<u8>,
    /// Open addressing; numbers plus one.
    slots: Vec<u32>,
    rules: Reductions,
    /// How many nimbers are known.
    pub(crate) known: u64,
    pub(crate) expanded: u64,
    /// How many words all options take.
    option_words: usize,
    // Buffers.
    canoniser: Canoniser,
    lister: Lister,
    shape: Vec<u8>,
    spare: Vec<u8>,
    part: Vec<u8>,
    form: Vec<u8>,
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
            slots: vec![0; 1 << 12],
            rules,
            ..Book::default()
        }
    }

    pub(crate) fn form(&self, id: LandId) -> &[u8] {
        let (start, len) = self.pages[id as usize].form;
        &self.arena[start as usize..start as usize + usize::from(len)]
    }

    /// The number of the land with a canonical form, if it has been met.
    pub(crate) fn find(&self, form: &[u8]) -> Option<LandId> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(form) as usize & mask;
        while self.slots[slot] != 0 {
            let id = self.slots[slot] - 1;
            if self.form(id) == form {
                return Some(id);
            }
            slot = (slot + 1) & mask;
        }
        None
    }

    pub(crate) fn nimber(&self, id: LandId) -> Option<u8> {
        Some(self.pages[id as usize].nimber).filter(|n| *n != UNKNOWN)
    }

    /// About how many bytes the book takes.
    pub(crate) fn memory(&self) -> usize {
        self.pages.capacity() * size_of::<Page>()
            + self.arena.capacity()
            + 4 * (self.slots.len() + self.option_words)
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
        let mask = self.slots.len() - 1;
        let mut slot = hash(form) as usize & mask;
        while self.slots[slot] != 0 {
            let id = self.slots[slot] - 1;
            if self.form(id) == form {
                return id;
            }
            slot = (slot + 1) & mask;
        }
        let id = self.pages.len() as u32;
        self.slots[slot] = id + 1;
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(form);
        let mut shape = core::mem::take(&mut self.spare);
        shape.clear();
        canon::expand(form, &mut shape);
        self.pages.push(Page {
            nimber: UNKNOWN,
            lives: shape::lives(&shape).min(255) as u8,
            excluded: 0,
            estimate: shape::estimate(&shape).min(u64::from(u32::MAX)) as u32,
            proof: smallvec::SmallVec::new(),
            options: None,
            form: (start, form.len() as u16),
        });
        self.spare = shape;
        if self.pages.len() * 2 > self.slots.len() {
            self.grow();
        }
        id
    }

    fn grow(&mut self) {
        let mask = self.slots.len() * 2 - 1;
        let mut slots = vec![0; mask + 1];
        for id in 0..self.pages.len() as u32 {
            let mut slot = hash(self.form(id)) as usize & mask;
            while slots[slot] != 0 {
                slot = (slot + 1) & mask;
            }
            slots[slot] = id + 1;
        }
        self.slots = slots;
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
            form.clear();
            self.canoniser.canonise(part, &mut form);
            ids.push(self.intern(&form));
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
        self.expanded += 1;
        let mut whole = Vec::new();
        canon::expand(self.form(id), &mut whole);
        let mut lister = core::mem::take(&mut self.lister);
        let mut found: rustc_hash::FxHashSet<smallvec::SmallVec<[LandId; 6]>> =
            rustc_hash::FxHashSet::default();
        children::for_each_child(&whole, &mut lister, &mut |child| {
            self.shape.clear();
            self.shape.extend_from_slice(child);
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
