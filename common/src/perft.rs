//! Perft: the number of move sequences of each length.
//!
//! `perft` ("performance test", a term from computer chess) of depth *d* is the number of sequences of exactly *d*
//! legal moves from a position. A finished position has no continuation, so games that end earlier do not count.
//! Nothing tests move generation better: any missing, extra or duplicate move changes the numbers.

use rustc_hash::FxHashMap;

use crate::game::Game;

/// Returns the number of sequences of exactly `depth` legal moves, or `None` if it exceeds 128 bits.
///
/// Walks every sequence of `depth − 1` moves and counts the moves of the position at its end.
///
/// # Panics
///
/// Panics if the game breaks its law and lists a move that it refuses.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() {
/// use papergames_common::perft;
///
/// // With heaps of one and two matches there are three first moves; two games have two moves, and three have three.
/// let start = Nim::new(&[1, 2]);
/// let counts: Vec<_> = (0..=4).map(|depth| perft(&start, depth)).collect();
/// assert_eq!(counts, [1, 3, 5, 3, 0].map(Some));
/// # }
/// ```
pub fn perft<G: Game>(position: &G, depth: u32) -> Option<u128> {
    match depth {
        0 => Some(1),
        1 => Some(position.count_moves()),
        _ => {
            let mut total = Some(0u128);
            let _ = position.for_each_move(&mut |m| {
                let child = position.child(&m).expect("a listed move is legal");
                total = total.and_then(|sum| sum.checked_add(perft(&child, depth - 1)?));
                if total.is_some() {
                    core::ops::ControlFlow::Continue(())
                } else {
                    core::ops::ControlFlow::Break(())
                }
            });
            total
        }
    }
}

/// The counts at one depth of the game tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Level {
    /// The depth: how many moves each sequence has.
    pub depth: u32,
    /// How many sequences lead to an unfinished position.
    pub open: u128,
    /// How many sequences lead to a finished position.
    pub finished: u128,
    /// How many different unfinished positions they lead to.
    pub open_positions: usize,
    /// How many different finished positions they lead to.
    pub finished_positions: usize,
}

impl Level {
    /// Returns the number of sequences of this length: perft.
    pub fn sequences(&self) -> u128 {
        self.open + self.finished
    }
}

/// An iterator over the levels of the game tree, with equal positions merged.
///
/// Counts the same sequences as [`perft`] by carrying each position of a level once, with the number of sequences
/// that reach it. Takes memory for one level of positions and reaches depths that no walk could. Ends after the
/// last level that has a sequence, or before a count would exceed 128 bits.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() {
/// use papergames_common::perft::Levels;
///
/// let levels: Vec<_> = Levels::new(Nim::new(&[1, 2])).collect();
/// let sequences: Vec<u128> = levels.iter().map(|level| level.sequences()).collect();
/// assert_eq!(sequences, [1, 3, 5, 3]);
/// // The three games of three moves end in the same position.
/// assert_eq!((levels[3].finished, levels[3].finished_positions), (3, 1));
/// # }
/// ```
#[derive(Clone, Debug)]
pub struct Levels<G> {
    /// The depth of the next level.
    depth: u32,
    /// The unfinished positions of the last level; at depth 0, the start.
    open: FxHashMap<G, u128>,
}

impl<G: Game> Levels<G> {
    /// Starts at depth 0, the position itself.
    pub fn new(position: G) -> Levels<G> {
        Levels {
            depth: 0,
            open: FxHashMap::from_iter([(position, 1)]),
        }
    }

    /// Returns how many moves the next level will make: the moves of all open positions, each position counted once.
    /// `None` if the number exceeds 128 bits. Takes one [`Game::count_moves`] for each open position.
    ///
    /// # Examples
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
    /// # fn main() {
    /// use papergames_common::perft::Levels;
    ///
    /// let mut levels = Levels::new(Nim::new(&[3, 4]));
    /// assert_eq!(levels.next().map(|level| level.depth), Some(0));
    /// assert_eq!(levels.upcoming(), Some(7));
    /// # }
    /// ```
    pub fn upcoming(&self) -> Option<u128> {
        let mut all = self.open.keys().map(Game::count_moves);
        all.try_fold(0u128, u128::checked_add)
    }

    /// Splits the positions of the new level into unfinished and finished ones.
    fn settle(&mut self, merged: FxHashMap<G, u128>) -> Level {
        let all = merged.len();
        let mut finished = 0u128;
        self.open = merged;
        self.open.retain(|position, count| {
            let over = position.is_terminal();
            finished += if over { *count } else { 0 };
            !over
        });
        Level {
            depth: self.depth,
            open: self.open.values().sum(),
            finished,
            open_positions: self.open.len(),
            finished_positions: all - self.open.len(),
        }
    }

    /// Returns the next level's positions with their counts, or `None` if the total exceeds 128 bits.
    fn grow(&mut self) -> Option<FxHashMap<G, u128>> {
        let mut merged = FxHashMap::default();
        let mut total = 0u128;
        let mut moves = Vec::new();
        for (position, count) in core::mem::take(&mut self.open) {
            position.moves_into(&mut moves);
            for m in &moves {
                total = total.checked_add(count)?;
                let child = position.child(m).expect("a listed move is legal");
                *merged.entry(child).or_insert(0) += count;
            }
        }
        Some(merged)
    }
}

impl<G: Game> Iterator for Levels<G> {
    type Item = Level;

    fn next(&mut self) -> Option<Level> {
        let merged = match self.depth {
            0 => core::mem::take(&mut self.open),
            _ => self.grow()?,
        };
        let level = self.settle(merged);
        self.depth += 1;
        (level.sequences() > 0).then_some(level)
    }
}
