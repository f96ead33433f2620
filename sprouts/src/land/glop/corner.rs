//! Corners and separators, the letters of the spelling, and their order.

use core::cmp::Ordering;

/// A corner of a boundary, or a separator; the order is that of the literature, `0 < 1 < 2 < a < A < . < | < + < !`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(in crate::land) struct Corner(pub(in crate::land) u16);

pub(super) const DEAD: Corner = Corner(3);
/// The greatest number of spots with which a game of these lands begins.
pub(super) const MAX_SPOTS: u64 = 120;
/// The number of small letters, and of capitals. Each letter is a spot with a life, and a game never has more spots and
/// lives than at its start, where 120 spots have four each.
pub(super) const LETTERS: u16 = 2 * MAX_SPOTS as u16;
pub(super) const LOWER: u16 = 4;
pub(in crate::land) const UPPER: u16 = LOWER + LETTERS;
/// Temporary letters for the spots that had one line before a move, and for the new spot.
pub(super) const FIRST_JOINED: Corner = Corner(UPPER + LETTERS);
pub(super) const SECOND_JOINED: Corner = Corner(UPPER + LETTERS + 1);
pub(super) const NEW: Corner = Corner(UPPER + LETTERS + 2);
pub(super) const BOUNDARY_END: Corner = Corner(UPPER + LETTERS + 3);
const REGION_END: Corner = Corner(UPPER + LETTERS + 4);
pub(super) const LAND_END: Corner = Corner(UPPER + LETTERS + 5);
/// The number of capitals, including temporary ones.
pub(super) const CAPITALS: usize = LETTERS as usize + 3;

impl Corner {
    pub(super) fn is_lower(self) -> bool {
        (LOWER..UPPER).contains(&self.0)
    }

    /// Returns whether this is a capital or one of the temporary letters of a move.
    pub(super) fn is_capital(self) -> bool {
        (UPPER..=NEW.0).contains(&self.0)
    }

    /// Returns whether this is a capital, but not a temporary one.
    pub(super) fn is_named_capital(self) -> bool {
        (UPPER..UPPER + LETTERS).contains(&self.0)
    }

    pub(super) fn is_letter(self) -> bool {
        (LOWER..=NEW.0).contains(&self.0)
    }

    pub(super) fn capital_index(self) -> usize {
        usize::from(self.0 - UPPER)
    }

    /// Returns the number of lines that can still end at this spot.
    pub(super) fn lives(self) -> usize {
        if self.is_letter() {
            1
        } else {
            3 - usize::from(self.0)
        }
    }
}

/// Compares two sequences, first treating all small letters as equal and all capitals as equal, then exactly.
pub(super) fn compare(a: &[Corner], b: &[Corner]) -> Ordering {
    let differs = |(x, y): &(&Corner, &Corner)| {
        x != y && !(x.is_lower() && y.is_lower()) && !(x.is_named_capital() && y.is_named_capital())
    };
    match a.iter().zip(b).find(differs) {
        Some((x, y)) => x.cmp(y),
        None => a.cmp(b),
    }
}

pub(in crate::land) type Boundary = Vec<Corner>;
pub(in crate::land) type Region = Vec<Boundary>;

pub(super) fn region_sequence(region: &Region) -> Vec<Corner> {
    let mut sequence = Vec::with_capacity(region.len() * 4);
    for boundary in region {
        sequence.extend_from_slice(boundary);
        sequence.push(BOUNDARY_END);
    }
    sequence.push(REGION_END);
    sequence
}
