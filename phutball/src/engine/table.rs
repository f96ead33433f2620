//! The transposition table, kept from one search to the next and shared by all threads of a search.
//!
//! An entry stores the whole position, and a lookup compares it, so a collision of keys never returns the value of
//! another position. The words of an entry are adjacent: on the standard board an entry is one cache line of 64 bytes,
//! and the comparison touches no other.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, Ordering, fence};

use common::Player;

use crate::point::Size;
use crate::position::Position;
use crate::rules::Rules;

/// The meaning of an entry's value: exact, or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoundKind {
    Exact,
    AtLeast,
    AtMost,
}

/// A table entry for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Transposition {
    /// The low half of the key of the best child. It is only a hint for move ordering.
    pub(super) best: u32,
    pub(super) value: i16,
    /// The number of turns ahead that the search looked, at least 0.
    pub(super) depth: i8,
    pub(super) bound: BoundKind,
}

/// A table of positions between turns on one board under one set of rules. Several threads can use it at once.
///
/// # Layout
///
/// Each slot is two words and then those of the men:
///
/// ```text
/// word 0: a version, `best`
/// word 1: the ball and the player to move, 1 + `bound`, `depth`, `value`; 0 in an empty slot
/// ```
///
/// The version is odd while a thread writes the slot, and even again afterwards. A reader that finds an odd version, or
/// a different one after it has read all words, treats the slot as empty (a *sequence lock*). So no reader ever sees a
/// mixture of two entries.
///
/// Slots lie in pages that are allocated when first written, so that a short search does not touch the whole table.
#[derive(Debug, Default)]
pub(super) struct Transpositions {
    board: Option<(Size, Rules)>,
    /// The number of words for the men of the board.
    n_men: usize,
    /// The number of slots, a power of two, minus one.
    mask: usize,
    pages: Vec<OnceLock<Box<[AtomicU64]>>>,
}

/// The number of words in a slot before the men.
const HEAD: usize = 2;

/// The number of slots that a page has: 32 KiB on the standard board. Smaller pages make the list of pages longer, and
/// with larger ones short searches allocate memory that they hardly use.
const PAGE: usize = 512;

/// The number of slots at most, whatever the memory: more than a search of hours fills. The list of their pages takes
/// 48 MiB.
const MOST_SLOTS: usize = 1 << 30;

/// The lowest bit of a version, in word 0.
const VERSION: u64 = 1 << 32;

impl Transpositions {
    /// Prepares the table for a search from `position` in `memory` bytes. Clears the table if the board, the rules or
    /// the memory changed.
    pub(super) fn prepare(&mut self, position: &Position, memory: u64) {
        let size = position.size;
        let n_men = (size.stride() * size.rows()).div_ceil(64);
        let slots = usize::try_from(memory).unwrap_or(usize::MAX) / (8 * (HEAD + n_men));
        let mask = (slots.clamp(2, MOST_SLOTS) + 1).next_power_of_two() / 2 - 1;
        let board = Some((size, position.rules));
        if self.board != board || self.mask != mask {
            let pages = (mask + 1).div_ceil(PAGE);
            *self = Transpositions {
                board,
                n_men,
                mask,
                pages: (0..pages).map(|_| OnceLock::new()).collect(),
            };
        }
    }

    /// Returns the number of words in a slot.
    #[inline]
    fn width(&self) -> usize {
        HEAD + self.n_men
    }

    /// Returns the words of the slot of a key, if its page has been allocated.
    #[inline]
    fn slot(&self, key: u64) -> Option<&[AtomicU64]> {
        let slot = key as usize & self.mask;
        let page = self.pages[slot / PAGE].get()?;
        let start = slot % PAGE * self.width();
        Some(&page[start..start + self.width()])
    }

    /// Returns the entry of a position with a key.
    #[inline]
    pub(super) fn probe(&self, key: u64, position: &Position) -> Option<Transposition> {
        let slot = self.slot(key)?;
        let first = slot[0].load(Ordering::Acquire);
        let second = slot[1].load(Ordering::Relaxed);
        let men = slot[HEAD..].iter().zip(position.men.words());
        let same = second & !LOW == place(position) << 32
            && second & LOW != 0
            && men
                .into_iter()
                .all(|(word, men)| word.load(Ordering::Relaxed) == *men);
        if !same {
            return None;
        }
        fence(Ordering::Acquire);
        let is_whole = first & VERSION == 0 && slot[0].load(Ordering::Relaxed) == first;
        is_whole.then_some(Transposition {
            best: first as u32,
            value: second as u16 as i16,
            depth: (second >> 16) as i8,
            bound: match (second >> 24) & 3 {
                1 => BoundKind::Exact,
                2 => BoundKind::AtLeast,
                _ => BoundKind::AtMost,
            },
        })
    }

    /// Stores an entry for a position with a key. This always replaces an entry for another position, but one for the
    /// same position only if it is not deeper. Does nothing while another thread writes the slot.
    pub(super) fn store(&self, key: u64, position: &Position, new: Transposition) {
        if let Some(known) = self.probe(key, position)
            && known.depth > new.depth
            && new.bound != BoundKind::Exact
        {
            return;
        }
        let index = key as usize & self.mask;
        let slots = PAGE.min(self.mask + 1);
        let page = self.pages[index / PAGE].get_or_init(|| {
            let words = (0..slots * self.width()).map(|_| AtomicU64::new(0));
            words.collect()
        });
        let start = index % PAGE * self.width();
        let slot = &page[start..start + self.width()];
        let old = slot[0].load(Ordering::Relaxed);
        let claimed = old | VERSION;
        let is_free = old & VERSION == 0;
        if !is_free
            || slot[0]
                .compare_exchange(old, claimed, Ordering::Acquire, Ordering::Relaxed)
                .is_err()
        {
            return;
        }
        fence(Ordering::Release);
        let word = place(position) << 32
            | (new.bound as u64 + 1) << 24
            | u64::from(new.depth as u8) << 16
            | u64::from(new.value as u16);
        slot[1].store(word, Ordering::Relaxed);
        for (word, men) in slot[HEAD..].iter().zip(position.men.words()) {
            word.store(*men, Ordering::Relaxed);
        }
        let next = (claimed & !LOW).wrapping_add(VERSION);
        slot[0].store(next | u64::from(new.best), Ordering::Release);
    }
}

/// The low half of a word.
const LOW: u64 = 0xFFFF_FFFF;

/// Packs the ball and the player to move into a number.
#[inline]
fn place(position: &Position) -> u64 {
    let ball = position.size.index(position.ball) as u64;
    2 * ball + u64::from(position.mover == Player::SECOND)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::symmetry::Mirror;
    use crate::zobrist;
    use common::{Game, Seeded, Symmetric, playout};

    const ENTRY: Transposition = Transposition {
        best: u32::MAX,
        value: -29_999,
        depth: 100,
        bound: BoundKind::AtMost,
    };

    /// Returns the number of bytes that the slots take once all pages are allocated.
    fn bytes(table: &Transpositions) -> usize {
        8 * (table.mask + 1) * table.width()
    }

    #[test]
    fn threads_never_see_two_entries_mixed() {
        let mut random = Seeded::new(1);
        let positions: Vec<Position> = (0..40)
            .map(|moves| playout::play_at_most(Position::standard(), moves, &mut random))
            .filter(|position| !position.is_jumping() && !position.is_terminal())
            .collect();
        let mut table = Transpositions::default();
        // All positions share four slots.
        table.prepare(&Position::standard(), 4 * 64);
        let table = &table;
        let found: usize = std::thread::scope(|scope| {
            let work = |first: usize| {
                let positions = &positions;
                move || {
                    let mut found = 0;
                    for i in (0..20_000).map(|i| first + 7 * i) {
                        let number = i % positions.len();
                        // The value and the best child tell which position they belong to.
                        let position = &positions[number];
                        let entry = Transposition {
                            best: number as u32,
                            value: number as i16,
                            depth: (i % 100) as i8,
                            bound: BoundKind::Exact,
                        };
                        table.store(zobrist::key(position), position, entry);
                        let other = (number * 5 + i) % positions.len();
                        let position = &positions[other];
                        if let Some(entry) = table.probe(zobrist::key(position), position) {
                            assert_eq!((entry.best, entry.value), (other as u32, other as i16));
                            found += 1;
                        }
                    }
                    found
                }
            };
            let threads: Vec<_> = (0..4).map(|first| scope.spawn(work(first))).collect();
            threads
                .into_iter()
                .map(|thread| thread.join().expect("no panic"))
                .sum()
        });
        assert!(found > 100, "{found} entries were found");
    }

    #[test]
    fn an_entry_is_found_again_as_it_was() {
        let mut table = Transpositions::default();
        let position = playout::play_at_most(Position::standard(), 30, &mut Seeded::new(1));
        table.prepare(&position, 1 << 16);
        let key = zobrist::key(&position);
        for bound in [BoundKind::AtMost, BoundKind::AtLeast, BoundKind::Exact] {
            let entry = Transposition { bound, ..ENTRY };
            table.store(key, &position, entry);
            assert_eq!(table.probe(key, &position), Some(entry));
        }
    }

    #[test]
    fn another_position_under_the_same_key_is_not_taken_for_it() {
        let mut table = Transpositions::default();
        let position = playout::play_at_most(Position::standard(), 30, &mut Seeded::new(1));
        table.prepare(&position, 1 << 16);
        let key = zobrist::key(&position);
        table.store(key, &position, ENTRY);
        for other in [
            position.turned(),
            position.image(&Mirror),
            Position::standard(),
        ] {
            assert_eq!(table.probe(key, &other), None);
        }
        let mut passed = position;
        passed.mover = position.mover.opponent();
        assert_eq!(table.probe(key, &passed), None);
        for m in position.moves() {
            let mut child = position.child(&m).expect("a listed move is legal");
            (child.mover, child.ball) = (position.mover, position.ball);
            assert_eq!(table.probe(key, &child), None, "{m}");
        }
    }

    #[test]
    fn a_table_forgets_other_rules_and_keeps_to_its_memory() {
        let mut table = Transpositions::default();
        let position = Position::standard();
        table.prepare(&position, 64 << 10);
        assert_eq!(bytes(&table), 64 << 10);
        let key = zobrist::key(&position);
        table.store(key, &position, ENTRY);
        table.prepare(&position, 64 << 10);
        assert_eq!(table.probe(key, &position), Some(ENTRY));
        let other = position.with_rules(Rules::Immediate).expect("a position");
        table.prepare(&other, 64 << 10);
        assert_eq!(table.probe(key, &other), None);
        table.prepare(&other, 100_000);
        assert_eq!(bytes(&table), 64 << 10);
    }
}
