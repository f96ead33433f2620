//! Closed children: the children of a land that have not become options yet.
//!
//! To open a child, that is, to make it an option, the search must reduce it, split it, spell it and bring it to
//! canonical form. A search spends nearly all of its time on this, although a won land needs only one good option. So
//! children are opened a few at a time, the most promising first. Those that are still closed count as one or two
//! children in the proof numbers.

use common::sorting;

use super::guess::{GUESS, Guess, LandSize, power};

// The weights below need not be exact, because the optimum is flat. Each was changed by itself, and means over 18 to 27
// starts were compared as in `LABORATORY.md`. The numbers are mean logarithms of expanded lands, with errors of about
// 0.06.

/// The factor of the guessed disproof number of the best child that was made, because opening it takes time. With 2
/// instead, −0.01; with 5, +0.21.
const MADE_FACTOR: f64 = 3.0;

/// The same for the best of the undrawn lines, but smaller, because then fewer children are listed. With 3 instead,
/// +0.03, and 0.20 more listed children. When it was 3, 1.5 and 2.1 gave −0.03, 4.5 gave +0.19, and 7.5 gave +0.32.
const UNDRAWN_FACTOR: f64 = 2.0;

/// The sum of the guessed proof numbers is divided by this, because many children are duplicates or share subtrees.
/// With 0.35 of the sum instead of half, +0.10; with 0.8, +0.15.
const SHARED: f64 = 2.0;

/// Of the children of a land, one in this many becomes an option at first, because opening takes time and a won land
/// needs only one good option. With 2 % instead of 5 %, +0.07; with 10 %, +0.10.
const FIRST: usize = 20;

/// The closed children of a land.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ClosedChildren<'a> {
    /// Children that were made once to guess how promising they are, with the most promising last, each as the word of
    /// a [`ClosedChild`].
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

/// A child that was made once: the guess of its disproof number, as a logarithm in the highest ten bits, and its index
/// in the list of children. So the order of the words is that of the guesses, and among equal ones that of the lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ClosedChild(u32);

impl ClosedChild {
    /// The bits of an index. The highest of them says that the line cannot divide the land.
    const INDEX: u32 = u32::BITS - GUESS;

    /// The most children that can be indexed for each kind of line: two million.
    pub(super) const PLACES: u32 = 1 << (ClosedChild::INDEX - 1);

    pub(super) fn new(guess: Guess, place: u32) -> ClosedChild {
        ClosedChild(guess.loss << ClosedChild::INDEX | place)
    }

    /// The index of the child; lines that can divide the land come first.
    fn place(self) -> u32 {
        self.0 % (2 * ClosedChild::PLACES)
    }

    fn guess(self) -> f64 {
        power(self.0 >> ClosedChild::INDEX)
    }

    /// Returns the child as one word.
    pub(super) fn word(self) -> u32 {
        self.0
    }

    /// Returns the child with this word.
    pub(super) fn of_word(word: u32) -> ClosedChild {
        ClosedChild(word)
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
        let best = ClosedChild(*self.made.last()?);
        Some(numbers(self.wins, MADE_FACTOR * best.guess()))
    }

    /// Returns the same for the undrawn lines of a land of the given size.
    pub(crate) fn undrawn_numbers(&self, size: LandSize) -> Option<(u32, u32)> {
        (self.undrawn > 0).then(|| {
            let guess = Guess::of_halves(size);
            numbers(
                f64::from(self.undrawn) * power(guess.win),
                UNDRAWN_FACTOR * power(guess.loss),
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
        best.map(|closed| ClosedChild(*closed).place())
    }

    /// Returns the children that are still closed after the `n` most promising ones became options, and the undrawn
    /// lines if they were `drawn`, with `more` children, whose guesses have the sum `wins`.
    pub(super) fn after(
        &self,
        n: usize,
        drawn: bool,
        more: &[ClosedChild],
        wins: f64,
    ) -> (Vec<ClosedChild>, ClosedSummary) {
        let left = &self.made[..self.made.len() - n];
        let mut made: Vec<ClosedChild> = left.iter().copied().map(ClosedChild).collect();
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
/// Neither number is 0, which would mean that the land is solved.
fn numbers(wins: f64, raised: f64) -> (u32, u32) {
    ((wins / SHARED).max(1.0) as u32, raised as u32)
}

/// Returns the number of closed children to open next in a land with `n` children, of which so many are `open`.
///
/// A [part](FIRST) at first, then as many as are open. So the number of listings grows with the logarithm of the number
/// of children. With batches of half as many, +0.05; of twice as many, +0.04.
pub(super) fn batch(n: usize, open: usize) -> usize {
    (n / FIRST).max(1).max(open)
}
