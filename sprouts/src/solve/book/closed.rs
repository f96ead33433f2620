//! The children of a land that are not options yet.
//!
//! To make a child an option it must be reduced, split, spelled and brought to canonical form, which is nearly all of
//! the time that a search takes; and a land that is won needs one good option. So children are opened a few at a time,
//! the most promising first, and those that are still closed stand in the proof numbers as one child, or two.

use super::guess::{Guess, Size, power};

/// What is known of the children of a land that are not options yet.
#[derive(Default, Debug)]
pub(crate) struct ClosedChildren {
    /// Those that were made once, to see how promising they are; the most promising last.
    pub(super) made: Vec<Closed>,
    /// The sum of the first guesses of their proof numbers.
    pub(super) wins: f64,
    /// How many lines that leave one land have never been drawn.
    pub(super) undrawn: u32,
}

/// A child that was made once: the first guess of its disproof number, and its place in the list of children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Closed(u32);

impl Closed {
    /// How many children of either kind of line can be told apart.
    pub(super) const PLACES: u32 = 1 << 21;

    pub(super) fn new(guess: Guess, place: u32) -> Closed {
        Closed(guess.loss << 22 | place)
    }

    /// The place of the child; those of lines that can part the land come first.
    fn place(self) -> u32 {
        self.0 % (2 * Closed::PLACES)
    }

    fn guess(self) -> f64 {
        power(self.0 >> 22)
    }
}

impl ClosedChildren {
    pub(super) fn clear(&mut self) {
        self.made.clear();
        self.wins = 0.0;
    }

    /// Proof and disproof number of the children that were made, taken as one.
    pub(crate) fn made_numbers(&self) -> Option<(u32, u32)> {
        let best = self.made.last()?;
        Some(numbers(self.wins, best.guess()))
    }

    /// The same of what lines that were never drawn lead to, for a land of some size.
    pub(crate) fn undrawn_numbers(&self, size: Size) -> Option<(u32, u32)> {
        (self.undrawn > 0).then(|| {
            let guess = Guess::of_halves(size);
            numbers(
                f64::from(self.undrawn) * power(guess.win),
                power(guess.loss),
            )
        })
    }

    /// How many children were made.
    pub(crate) fn n_made(&self) -> usize {
        self.made.len()
    }

    /// How many lines were never drawn.
    pub(crate) fn n_undrawn(&self) -> usize {
        self.undrawn as usize
    }

    /// Whether there are lines that were never drawn.
    pub(crate) fn has_undrawn(&self) -> bool {
        self.undrawn > 0
    }

    /// Leaves so many lines undrawn.
    pub(super) fn leave(&mut self, undrawn: u32) {
        self.undrawn = undrawn;
    }

    /// Adds children that were just made.
    pub(super) fn add(&mut self, more: &ClosedChildren) {
        self.made.extend_from_slice(&more.made);
        self.made.sort_unstable_by(|a, b| b.cmp(a));
        self.wins += more.wins;
    }

    /// The places of the `n` most promising children that were made.
    pub(super) fn best(&self, n: usize) -> impl Iterator<Item = u32> {
        self.made.iter().rev().take(n).map(|closed| closed.place())
    }

    /// Forgets the `n` most promising children that were made, which are options now, and the undrawn lines if they are
    /// `drawn`.
    pub(super) fn forget(&mut self, n: usize, drawn: bool) {
        if n > 0 {
            let before = self.made.len();
            self.made.truncate(before - n);
            self.wins *= self.made.len() as f64 / before as f64;
        }
        if drawn {
            self.undrawn = 0;
        }
    }
}

/// Children of which the proof numbers add up to `wins` and the least disproof number is `best`, taken as one.
///
/// Half of the sum, because many of them are duplicates or have much in common; and they look farther from a loss than
/// they are, because it costs time to open them. Both are measured: see `LABORATORY.md`.
fn numbers(wins: f64, best: f64) -> (u32, u32) {
    ((wins / 2.0).max(1.0) as u32, (3.0 * best) as u32)
}

/// How many closed children to open when a land has `n` children, of which so many are open.
pub(super) fn batch(n: usize, open: usize) -> usize {
    (n / 20).max(1).max(open)
}
