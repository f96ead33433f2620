//! The transposition table, kept from one search to the next.
//!
//! An entry stores the whole position, and a lookup compares it, so a collision of keys never returns the value of
//! another position. The words of an entry are adjacent: on the standard board an entry is one cache line of 64 bytes,
//! and the comparison touches no other.

use common::Player;

use crate::point::Size;
use crate::position::Position;
use crate::rules::Rules;

/// What the value of an entry means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    Exact,
    AtLeast,
    AtMost,
}

/// A table entry for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The low half of the key of the best child. It is only a hint for move ordering.
    pub(super) best: u32,
    pub(super) value: i16,
    /// How many turns ahead the search looked, at least 0.
    pub(super) depth: i8,
    pub(super) bound: Bound,
}

/// A table of positions between turns on one board under one set of rules.
///
/// # Layout
///
/// Each slot is two words and then those of the men:
///
/// ```text
/// word 0: the high half of the key, `best`
/// word 1: the ball and the player to move, 1 + `bound`, `depth`, `value`; 0 in an empty slot
/// ```
#[derive(Debug, Default)]
pub(super) struct Table {
    board: Option<(Size, Rules)>,
    /// The number of words for the men of the board.
    n_men: usize,
    /// The number of slots, a power of two, minus one.
    mask: usize,
    words: Vec<u64>,
}

/// The number of words in a slot before the men.
const HEAD: usize = 2;

impl Table {
    /// Prepares the table for a search from `position` in `memory` bytes. Clears the table if the board, the rules or
    /// the memory changed.
    pub(super) fn prepare(&mut self, position: &Position, memory: u64) {
        let size = position.size;
        let n_men = (size.stride() * size.rows()).div_ceil(64);
        let slots = usize::try_from(memory).unwrap_or(usize::MAX) / (8 * (HEAD + n_men));
        let mask = (slots.max(2) + 1).next_power_of_two() / 2 - 1;
        let board = Some((size, position.rules));
        if self.board != board || self.mask != mask {
            *self = Table {
                board,
                n_men,
                mask,
                words: vec![0; (mask + 1) * (HEAD + n_men)],
            };
        }
    }

    /// Returns the words of the slot of a key.
    #[inline]
    fn slot(&self, key: u64) -> &[u64] {
        let width = HEAD + self.n_men;
        let start = (key as usize & self.mask) * width;
        &self.words[start..start + width]
    }

    /// Returns whether a slot holds exactly this position.
    #[inline]
    fn holds(&self, slot: &[u64], key: u64, position: &Position) -> bool {
        slot[0] >> 32 == key >> 32
            && slot[1] & !LOW == (place(position) << 32)
            && slot[1] & LOW != 0
            && slot[HEAD..] == position.men.words()[..self.n_men]
    }

    /// Returns the entry of a position with a key.
    #[inline]
    pub(super) fn probe(&self, key: u64, position: &Position) -> Option<Entry> {
        let slot = self.slot(key);
        if !self.holds(slot, key, position) {
            return None;
        }
        Some(Entry {
            best: slot[0] as u32,
            value: slot[1] as u16 as i16,
            depth: (slot[1] >> 16) as i8,
            bound: match (slot[1] >> 24) & 3 {
                1 => Bound::Exact,
                2 => Bound::AtLeast,
                _ => Bound::AtMost,
            },
        })
    }

    /// Stores an entry for a position with a key. Always replaces another position, but the same position only if its
    /// entry is not deeper.
    pub(super) fn store(&mut self, key: u64, position: &Position, new: Entry) {
        if let Some(known) = self.probe(key, position)
            && known.depth > new.depth
            && new.bound != Bound::Exact
        {
            return;
        }
        let width = HEAD + self.n_men;
        let start = (key as usize & self.mask) * width;
        let slot = &mut self.words[start..start + width];
        slot[0] = (key >> 32) << 32 | u64::from(new.best);
        slot[1] = place(position) << 32
            | (new.bound as u64 + 1) << 24
            | u64::from(new.depth as u8) << 16
            | u64::from(new.value as u16);
        slot[HEAD..].copy_from_slice(&position.men.words()[..self.n_men]);
    }
}

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

    const ENTRY: Entry = Entry {
        best: u32::MAX,
        value: -29_999,
        depth: 100,
        bound: Bound::AtMost,
    };

    #[test]
    fn an_entry_is_found_again_as_it_was() {
        let mut table = Table::default();
        let position = playout::play_at_most(Position::default(), 30, &mut Seeded::new(1));
        table.prepare(&position, 1 << 16);
        let key = zobrist::key(&position);
        for bound in [Bound::AtMost, Bound::AtLeast, Bound::Exact] {
            let entry = Entry { bound, ..ENTRY };
            table.store(key, &position, entry);
            assert_eq!(table.probe(key, &position), Some(entry));
        }
    }

    #[test]
    fn another_position_under_the_same_key_is_not_taken_for_it() {
        let mut table = Table::default();
        let position = playout::play_at_most(Position::default(), 30, &mut Seeded::new(1));
        table.prepare(&position, 1 << 16);
        let key = zobrist::key(&position);
        table.store(key, &position, ENTRY);
        for other in [
            position.turned(),
            position.image(&Mirror),
            Position::default(),
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
        let mut table = Table::default();
        let position = Position::default();
        table.prepare(&position, 64 << 10);
        assert_eq!(8 * table.words.len(), 64 << 10);
        let key = zobrist::key(&position);
        table.store(key, &position, ENTRY);
        table.prepare(&position, 64 << 10);
        assert_eq!(table.probe(key, &position), Some(ENTRY));
        let other = position.with_rules(Rules::Immediate).expect("a position");
        table.prepare(&other, 64 << 10);
        assert_eq!(table.probe(key, &other), None);
        table.prepare(&other, 100_000);
        assert_eq!(8 * table.words.len(), 64 << 10);
    }
}
