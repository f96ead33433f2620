//! A search that is as simple as possible, for verifying boards that are too large for a table.
//!
//! It is alpha-beta with a window of one point over whole boards. Boards that are images of each other under a symmetry
//! share one entry of the table. There are no other reductions: no dead cells, no skipped letters, no bound from the
//! number of lines. It shares only the transposition table and its keys with the other search, and counts points with
//! the list of the board's lines. It stops early only if no line can still become an S-O-S.
//!
//! The order of moves does not affect the result: letters with points come first, those that leave a line one letter
//! short last. A letter that the other search found good enough is tried first; if the other search is wrong, this
//! costs time but does not affect the result.

use common::budget::Meter;
use common::sorting;
use smallvec::SmallVec;

use super::lattice::Lattice;
use super::memo::{Bounds, Memo};
use super::node::Node;
use super::search::essence;
use super::solver::SolveError;
use crate::moves::Letter;
use crate::rules::Rules;
use crate::size::Size;

/// The other two letters of a line.
#[derive(Clone, Copy, Debug)]
struct Others {
    s: u32,
    o: u32,
}

impl Others {
    /// Returns which of the two letters are on the board.
    #[inline]
    fn found(self, s: u32, o: u32) -> u32 {
        self.s & s | self.o & o
    }

    #[inline]
    fn all(self) -> u32 {
        self.s | self.o
    }
}

/// A candidate move.
#[derive(Clone, Copy, Debug)]
struct Try {
    rank: i16,
    s: u32,
    o: u32,
    points: i8,
}

/// A search with its table.
pub(super) struct Plain<'a, 'b> {
    rules: Rules,
    full: u32,
    /// The ends and the middle of each line.
    lines: Vec<(u32, u32)>,
    /// The lines that an `S` and an `O` in each cell belong to.
    through: Vec<[Vec<Others>; 2]>,
    memo: Memo,
    /// The results of the other search.
    guide: Guide<'a>,
    meter: &'a mut Meter<'b>,
    watch: &'a mut dyn FnMut(&Meter<'_>),
}

/// The results of the other search, which only order moves.
pub(super) struct Guide<'a> {
    pub(super) lattice: &'a Lattice,
    pub(super) rules: Rules,
    pub(super) memo: Memo,
}

impl Guide<'_> {
    /// Returns the known bounds of a board.
    fn bounds(&self, s: u32, o: u32) -> Option<Bounds> {
        let empty = self.lattice.full() & !(s | o);
        let node = self.lattice.reduce(s, o, empty, false);
        let node = essence(self.lattice, self.rules, node);
        self.memo.get(self.lattice.key_of_parts(node))
    }
}

/// The number of nodes between two calls of the watch.
const WATCH_EVERY: u64 = 1 << 16;

impl<'a, 'b> Plain<'a, 'b> {
    /// Returns a search of a board of at most 31 cells.
    pub(super) fn new(
        size: Size,
        rules: Rules,
        memory: u64,
        guide: Guide<'a>,
        meter: &'a mut Meter<'b>,
        watch: &'a mut dyn FnMut(&Meter<'_>),
    ) -> Plain<'a, 'b> {
        let mut lines = Vec::new();
        let mut through = vec![[Vec::new(), Vec::new()]; size.cells()];
        for line in size.lines() {
            let [start, middle, end] = [line.start, line.middle, line.end].map(|c| size.index(c));
            lines.push((1 << start | 1 << end, 1 << middle));
            let (s, o) = (0, 1);
            for (own, other) in [(start, end), (end, start)] {
                through[own][s].push(Others {
                    s: 1 << other,
                    o: 1 << middle,
                });
            }
            through[middle][o].push(Others {
                s: 1 << start | 1 << end,
                o: 0,
            });
        }
        Plain {
            rules,
            full: u32::MAX >> (32 - size.cells()),
            lines,
            through,
            memo: Memo::new(memory),
            guide,
            meter,
            watch,
        }
    }

    /// Returns the value of a board for the player to move, not counting points already made.
    pub(super) fn value(&mut self, s: u32, o: u32) -> Result<i8, SolveError> {
        let mut value = 0;
        if self.at_least(s, o, 1)? {
            value = 1;
            while self.at_least(s, o, value + 1)? {
                value += 1;
            }
        } else {
            while !self.at_least(s, o, value)? {
                value -= 1;
            }
        }
        Ok(value)
    }

    /// Returns whether the value of a board for the player to move is at least `asked`.
    fn at_least(&mut self, s: u32, o: u32, asked: i8) -> Result<bool, SolveError> {
        if self.meter.is_spent() {
            return Err(self.meter.unfinished().into());
        }
        if self.meter.nodes().is_multiple_of(WATCH_EVERY) {
            (self.watch)(self.meter);
        }
        let empty = self.full & !(s | o);
        let can_score = |(ends, middle): &(u32, u32)| {
            ends & o == 0 && middle & s == 0 && (ends | middle) & empty != 0
        };
        if !self.lines.iter().any(can_score) {
            return Ok(asked <= 0);
        }
        let key = self.guide.lattice.key(Node {
            s,
            o,
            empty,
            odd: false,
        });
        let mut bounds = self.memo.get(key).unwrap_or(Bounds {
            low: i8::MIN,
            high: i8::MAX,
        });
        if bounds.low >= asked {
            return Ok(true);
        }
        if bounds.high < asked {
            return Ok(false);
        }
        let before = self.meter.nodes();
        let mut holds = false;
        let mut letters = self.letters(s, o, empty);
        let good = self
            .guide
            .bounds(s, o)
            .is_some_and(|found| found.low >= asked);
        if good && let Some(best) = letters.iter().position(|next| self.promises(*next, asked)) {
            letters[..=best].rotate_right(1);
        }
        for next in letters {
            let Try { s, o, points, .. } = next;
            holds = match self.rules {
                Rules::First if points > 0 => asked <= 1,
                Rules::Misere if points > 0 => asked <= -1,
                Rules::General if points > 0 => self.at_least(s, o, asked - points)?,
                Rules::Alternating => !self.at_least(s, o, points - asked + 1)?,
                Rules::General | Rules::First | Rules::Misere => !self.at_least(s, o, 1 - asked)?,
            };
            if holds {
                break;
            }
        }
        if holds {
            bounds.low = asked;
        } else {
            bounds.high = asked - 1;
        }
        self.memo.set(key, bounds, self.meter.nodes() - before);
        Ok(holds)
    }

    /// Returns whether a letter gets at least `asked` according to the other search.
    fn promises(&self, next: Try, asked: i8) -> bool {
        let Try { s, o, points, .. } = next;
        if points > 0 && self.rules.ends_at_first() {
            return self.rules == Rules::First;
        }
        let found = self.guide.bounds(s, o);
        found.is_some_and(|Bounds { low, high }| {
            if points > 0 && self.rules.keeps_turn() {
                points.saturating_add(low) >= asked
            } else {
                points.saturating_sub(high) >= asked
            }
        })
    }

    /// Returns all letters in all cells, promising ones first.
    fn letters(&self, s: u32, o: u32, empty: u32) -> SmallVec<[Try; 64]> {
        let mut letters: SmallVec<[Try; 64]> = SmallVec::new();
        let mut left = empty;
        while left != 0 {
            let cell = left.trailing_zeros() as usize;
            let bit = 1 << cell;
            left &= left - 1;
            for letter in Letter::BOTH {
                let (through, s, o) = match letter {
                    Letter::S => (&self.through[cell][0], s | bit, o),
                    Letter::O => (&self.through[cell][1], s, o | bit),
                };
                let (mut points, mut short) = (0, 0);
                for others in through {
                    let found = others.found(s, o);
                    points += i8::from(found == others.all());
                    short += i16::from(found != 0 && others.all() & !found & empty != 0);
                }
                let rank = match self.rules {
                    Rules::Misere if points > 0 => 1000,
                    Rules::Misere => -short,
                    _ => short - 100 * i16::from(points),
                };
                letters.push(Try { rank, s, o, points });
            }
        }
        sorting::sort_by_key(&mut letters, |letter| letter.rank);
        letters
    }
}
