//! Closed children: the children of a land that have not become options yet.
//!
//! To open a child, that is, to make it an option, the search must reduce it, split it, spell it and bring it to
//! canonical form. A search spends nearly all of its time on this, although a won land needs only one good option. So
//! children are opened a few at a time, the most promising first. Those that are still closed count as one or two
//! children in the proof numbers.

use common::sorting;

use super::guess::{Guess, Size, power};

/// The closed children of a land.
#[derive(Clone, Default, Debug)]
pub(crate) struct ClosedChildren {
    /// Children that were made once to guess how promising they are, with the most promising last.
    pub(super) made: Vec<Closed>,
    /// The sum of the guesses of their proof numbers.
    pub(super) wins: f64,
    /// The number of undrawn lines, which leave one land.
    pub(super) undrawn: u32,
}

/// The contribution of a land's closed children to its proof numbers.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct ClosedSummary {
    /// The most promising child that was made, and the sum of the guessed proof numbers of all such children.
    pub(crate) best: Option<u32>,
    pub(crate) wins: f64,
    pub(crate) undrawn: u32,
}

/// A child that was made once: the guess of its disproof number, and its index in the list of children.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Closed(u32);

impl Closed {
    /// The most children that can be indexed for each kind of line.
    pub(super) const PLACES: u32 = 1 << 21;

    pub(super) fn new(guess: Guess, place: u32) -> Closed {
        Closed(guess.loss << 22 | place)
    }

    /// The index of the child; lines that can divide the land come first.
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

    /// Returns closed children with this summary.
    pub(super) fn summed(summary: ClosedSummary) -> ClosedChildren {
        ClosedChildren {
            made: summary.best.map(Closed).into_iter().collect(),
            wins: summary.wins,
            undrawn: summary.undrawn,
        }
    }

    pub(crate) fn summary(&self) -> ClosedSummary {
        ClosedSummary {
            best: self.made.last().map(|closed| closed.0),
            wins: self.wins,
            undrawn: self.undrawn,
        }
    }

    /// Returns the proof and disproof number of the children that were made, taken as one.
    pub(crate) fn made_numbers(&self) -> Option<(u32, u32)> {
        let best = self.made.last()?;
        Some(numbers(self.wins, 3.0 * best.guess()))
    }

    /// Returns the same for the undrawn lines of a land of the given size.
    pub(crate) fn undrawn_numbers(&self, size: Size) -> Option<(u32, u32)> {
        (self.undrawn > 0).then(|| {
            let guess = Guess::of_halves(size);
            numbers(
                f64::from(self.undrawn) * power(guess.win),
                2.0 * power(guess.loss),
            )
        })
    }

    /// Returns the number of children that were made.
    pub(crate) fn n_made(&self) -> usize {
        self.made.len()
    }

    /// Returns the number of children for which there is room.
    pub(super) fn capacity(&self) -> usize {
        self.made.capacity()
    }

    /// Returns the number of undrawn lines.
    pub(crate) fn n_undrawn(&self) -> usize {
        self.undrawn as usize
    }

    /// Returns whether there are undrawn lines.
    pub(crate) fn has_undrawn(&self) -> bool {
        self.undrawn > 0
    }

    /// Sets the number of undrawn lines.
    pub(super) fn leave(&mut self, undrawn: u32) {
        self.undrawn = undrawn;
    }

    /// Adds new children.
    pub(super) fn add(&mut self, more: &ClosedChildren) {
        self.made.extend_from_slice(&more.made);
        sorting::sort_hot_by(&mut self.made, |a, b| b.cmp(a));
        self.wins += more.wins;
    }

    /// Returns the indices of the `n` most promising children that were made.
    pub(super) fn best(&self, n: usize) -> impl Iterator<Item = u32> {
        self.made.iter().rev().take(n).map(|closed| closed.place())
    }

    /// Removes the `n` most promising children, which are options now, and the undrawn lines if they were `drawn`.
    pub(super) fn forget(&mut self, n: usize, drawn: bool) {
        if n > 0 {
            let before = self.made.len();
            self.made.truncate(before - n);
            if self.made.len() * 2 < self.made.capacity() {
                self.made.shrink_to_fit();
            }
            self.wins *= self.made.len() as f64 / before as f64;
        }
        if drawn {
            self.undrawn = 0;
        }
    }
}

/// Returns the numbers of several children taken as one, from the sum of their proof numbers and the least of their
/// disproof numbers, which the caller raises because opening children costs time.
///
/// Takes half of the sum, because many children are duplicates or share subtrees. Both factors are measured: see
/// `LABORATORY.md`.
fn numbers(wins: f64, raised: f64) -> (u32, u32) {
    ((wins / 2.0).max(1.0) as u32, raised as u32)
}

/// Returns the number of closed children to open next in a land with `n` children.
pub(super) fn batch(n: usize, open: usize) -> usize {
    (n / 20).max(1).max(open)
}
