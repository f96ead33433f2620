//! Closed children: the children of a land that have not become options yet.
//!
//! To open a child, that is, to make it an option, the search must reduce it, split it, spell it and bring it to
//! canonical form. A search spends nearly all of its time on this, although a won land needs only one good option. So
//! children are opened a few at a time, the most promising first. Those that are still closed count as one or two
//! children in the proof numbers.

use common::sorting;

use super::guess::{Guess, Size, power};

/// The closed children of a land.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosedChildren<'a> {
    /// Children that were made once to guess how promising they are, with the most promising last, each as the word of
    /// a [`Closed`].
    pub(super) made: &'a [u32],
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

    /// Returns the child as one word.
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// Returns the child with this word.
    pub(super) fn of_word(word: u32) -> Closed {
        Closed(word)
    }
}

impl ClosedChildren<'_> {
    pub(crate) fn summary(&self) -> ClosedSummary {
        ClosedSummary {
            best: self.made.last().copied(),
            wins: self.wins,
            undrawn: self.undrawn,
        }
    }

    /// Returns the proof and disproof number of the children that were made, taken as one.
    pub(crate) fn made_numbers(&self) -> Option<(u32, u32)> {
        let best = Closed(*self.made.last()?);
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

    /// Returns the number of undrawn lines.
    pub(crate) fn n_undrawn(&self) -> usize {
        self.undrawn as usize
    }

    /// Returns whether there are undrawn lines.
    pub(crate) fn has_undrawn(&self) -> bool {
        self.undrawn > 0
    }

    /// Returns the indices of the `n` most promising children that were made.
    pub(super) fn best(&self, n: usize) -> impl Iterator<Item = u32> {
        let best = self.made.iter().rev().take(n);
        best.map(|closed| Closed(*closed).place())
    }

    /// Returns the children that are still closed after the `n` most promising ones became options, and the undrawn
    /// lines if they were `drawn`, with `more` children, whose guesses have the sum `wins`.
    pub(super) fn after(
        &self,
        n: usize,
        drawn: bool,
        more: &[Closed],
        wins: f64,
    ) -> (Vec<Closed>, ClosedSummary) {
        let left = &self.made[..self.made.len() - n];
        let mut made: Vec<Closed> = left.iter().copied().map(Closed).collect();
        made.extend_from_slice(more);
        sorting::sort_hot_by(&mut made, |a, b| b.cmp(a));
        let share = match n {
            0 => 1.0,
            _ => left.len() as f64 / self.made.len() as f64,
        };
        let summary = ClosedSummary {
            best: None,
            wins: self.wins * share + wins,
            undrawn: if drawn { 0 } else { self.undrawn },
        };
        (made, summary)
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
