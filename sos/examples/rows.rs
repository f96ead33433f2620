//! Solves boards of one and two rows by an independent program: the second method `r` in `SOLVED.md`.
//!
//! ```text
//! cargo run --release -p papergames-sos --example rows -- general 1x22 2x12
//! ```
//!
//! prints the value of the empty board for the first player; 1x27 takes 5 million nodes and one to three minutes. This
//! file is the whole program. It uses nothing but Rust's standard library, so it shares no code with the crate: it has
//! its own rules, its own boards and its own search.
//!
//! A board is a sum of *parts*: stretches of a row whose lines are connected by empty cells. All lines run along the
//! rows, so two rows are two parts, and it matters neither where a part is nor which way it is turned. Everything that
//! a letter can do to a part is listed once, the first time that the part occurs. The search then replaces one part of
//! a sum by others, and never sees a board. It knows two facts: each line can still bring one point at most, and two
//! empty cells on no line cancel out, since a letter in one is answered in the other. It has no bounds from traps or
//! parity, unlike the search of the crate.

#![allow(clippy::print_stdout, reason = "a program prints")]

use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;
use std::time::Instant;

fn main() {
    let mut arguments = std::env::args().skip(1);
    let rules = match arguments.next().as_deref() {
        Some("general") => Rules::General,
        Some("first") => Rules::First,
        Some("alternating") => Rules::Alternating,
        Some("misere") => Rules::Misere,
        _ => {
            println!("usage: rows general|first|alternating|misere 1xN|2xN ...");
            return;
        }
    };
    let mut search = Search::new(rules);
    for board in arguments {
        let sides = board.split_once('x');
        let sides =
            sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        let Some((rows @ 1..=2, columns @ 3..=31)) = sides else {
            println!("expected 1 or 2 rows of 3 to 31 cells, such as `1x20`, found `{board}`");
            return;
        };
        let begun = Instant::now();
        let before = search.nodes;
        let value = search.value(&Sum::start(rows, columns));
        let (nodes, seconds) = (search.nodes - before, begun.elapsed().as_secs_f64());
        println!("{board} {rules:?}: {value}, {nodes} nodes, {seconds:.1} s");
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    General,
    First,
    Alternating,
    Misere,
}

/// A cell, as a digit to base 4.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Cell {
    Empty = 1,
    S = 2,
    O = 3,
}

/// A stretch of a row as a number to base 4, with a digit for each cell.
type Part = u64;

/// Returns the number of a stretch, or of the same stretch turned if that is less.
fn number(cells: &[Cell]) -> Part {
    let read = |number: u64, cell: &Cell| number << 2 | *cell as u64;
    let ahead = cells.iter().fold(0, read);
    ahead.min(cells.iter().rev().fold(0, read))
}

fn cells(mut part: Part) -> Vec<Cell> {
    let mut cells = Vec::new();
    while part > 0 {
        cells.push(match part & 3 {
            1 => Cell::Empty,
            2 => Cell::S,
            _ => Cell::O,
        });
        part >>= 2;
    }
    cells
}

/// Returns whether three cells can still become an S-O-S.
fn is_alive(line: &[Cell]) -> bool {
    line[0] != Cell::O && line[1] != Cell::S && line[2] != Cell::O && line.contains(&Cell::Empty)
}

/// Splits a stretch into parts, and counts the empty cells on no line that is alive.
fn split(row: &[Cell]) -> (Vec<Part>, usize) {
    let mut parts = Vec::new();
    let mut in_part = vec![false; row.len()];
    let mut open: Option<(usize, usize)> = None;
    for at in (0..row.len().saturating_sub(2)).filter(|at| is_alive(&row[*at..*at + 3])) {
        in_part[at..at + 3].fill(true);
        open = match open {
            // The line shares an empty cell with the part.
            Some((start, end)) if at <= end && row[at..=end].contains(&Cell::Empty) => {
                Some((start, at + 2))
            }
            _ => {
                parts.extend(open.map(|(start, end)| number(&row[start..=end])));
                Some((at, at + 2))
            }
        };
    }
    parts.extend(open.map(|(start, end)| number(&row[start..=end])));
    let idle = (0..row.len()).filter(|i| !in_part[*i] && row[*i] == Cell::Empty);
    (parts, idle.count())
}

/// What one letter does to a part.
struct Change {
    points: i8,
    /// How many lines become one letter short.
    offers: i8,
    parts: Vec<Part>,
    /// Whether it leaves an odd number of empty cells on no line.
    odd: bool,
}

/// Lists what the letters do to a part, leaving out what another letter does as well.
fn changes(part: Part) -> Vec<Change> {
    let row = cells(part);
    let mut changes: Vec<Change> = Vec::new();
    for at in (0..row.len()).filter(|at| row[*at] == Cell::Empty) {
        for letter in [Cell::S, Cell::O] {
            let mut row = row.clone();
            row[at] = letter;
            let near = at.saturating_sub(2)..(at + 3).min(row.len());
            let is_made = |line: &&[Cell]| matches!(line, [Cell::S, Cell::O, Cell::S]);
            let is_offer = |line: &&[Cell]| {
                is_alive(line) && line.iter().filter(|cell| **cell == Cell::Empty).count() == 1
            };
            let points = row[near.clone()].windows(3).filter(is_made).count() as i8;
            let offers = row[near].windows(3).filter(is_offer).count() as i8;
            let (mut parts, idle) = split(&row);
            parts.sort_unstable();
            let odd = idle % 2 == 1;
            let twin = |c: &Change| (c.points, &c.parts, c.odd) == (points, &parts, odd);
            if !changes.iter().any(twin) {
                changes.push(Change {
                    points,
                    offers,
                    parts,
                    odd,
                });
            }
        }
    }
    changes.sort_by_key(|change| (-change.points, change.offers));
    changes
}

/// How many lines of a part are alive.
fn n_lines(part: Part) -> i8 {
    cells(part).windows(3).filter(|line| is_alive(line)).count() as i8
}

/// A sum of parts, in order, and whether an empty cell on no line is left.
#[derive(Clone, Debug)]
pub(crate) struct Sum {
    parts: Vec<Part>,
    odd: bool,
}

impl Sum {
    /// Returns an empty board.
    pub(crate) fn start(rows: usize, columns: usize) -> Sum {
        let row = vec![Cell::Empty; columns];
        Sum {
            parts: vec![number(&row); rows],
            odd: false,
        }
    }

    /// Returns the sum as one number: a digit for whether it is odd and then its parts, with a digit 0 after each.
    fn key(&self) -> u128 {
        let mut key = (1 + u128::from(self.odd)) << 2;
        for part in &self.parts {
            let digits = (64 - part.leading_zeros()).div_ceil(2) * 2;
            assert!(key.leading_zeros() >= digits + 2, "too many parts");
            key = (key << digits | u128::from(*part)) << 2;
        }
        key
    }

    /// Returns the sum with one part replaced by others.
    fn with(&self, which: usize, change: &Change) -> Sum {
        let mut parts = Vec::with_capacity(self.parts.len() + change.parts.len());
        parts.extend_from_slice(&self.parts[..which]);
        parts.extend_from_slice(&self.parts[which + 1..]);
        parts.extend_from_slice(&change.parts);
        parts.sort_unstable();
        Sum {
            parts,
            odd: self.odd ^ change.odd,
        }
    }
}

/// Spreads the bits of a key.
#[derive(Default)]
pub(crate) struct Spread(u64);

impl Hasher for Spread {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.write_u64((*byte).into());
        }
    }

    fn write_u64(&mut self, number: u64) {
        let product =
            u128::from(self.0 ^ number ^ 0x9e37_79b9_7f4a_7c15) * 0xd6e8_feb8_6659_fd93_u128;
        self.0 = product as u64 ^ (product >> 64) as u64;
    }

    fn write_u128(&mut self, number: u128) {
        self.write_u64(number as u64);
        self.write_u64((number >> 64) as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

type Map<K, V> = HashMap<K, V, BuildHasherDefault<Spread>>;

/// A part's changes, and how many of its lines are alive.
type Known = Rc<(Vec<Change>, i8)>;

/// The search: alpha-beta with a window of one point, and a table of what it found.
pub(crate) struct Search {
    rules: Rules,
    parts: Map<Part, Known>,
    /// The bounds on the values of sums.
    bounds: Map<u128, (i8, i8)>,
    pub(crate) nodes: u64,
}

impl Search {
    pub(crate) fn new(rules: Rules) -> Search {
        Search {
            rules,
            parts: Map::default(),
            bounds: Map::default(),
            nodes: 0,
        }
    }

    /// Returns the value for the player to move.
    pub(crate) fn value(&mut self, sum: &Sum) -> i8 {
        let mut value = 0;
        while self.at_least(sum, value + 1) {
            value += 1;
        }
        while !self.at_least(sum, value) {
            value -= 1;
        }
        value
    }

    fn known(&mut self, part: Part) -> Known {
        let known = self.parts.entry(part);
        Rc::clone(known.or_insert_with(|| Rc::new((changes(part), n_lines(part)))))
    }

    fn at_least(&mut self, sum: &Sum, asked: i8) -> bool {
        let mut parts = Vec::with_capacity(sum.parts.len());
        for (which, part) in sum.parts.iter().enumerate() {
            parts.push((which, self.known(*part)));
        }
        let lines: i8 = parts.iter().map(|(_, known)| known.1).sum();
        let most = match self.rules {
            Rules::First | Rules::Misere => lines.min(1),
            Rules::General | Rules::Alternating => lines,
        };
        let key = sum.key();
        let (low, high) = self.bounds.get(&key).copied().unwrap_or((-most, most));
        if low >= asked || high < asked {
            return low >= asked;
        }
        self.nodes += 1;
        parts.dedup_by_key(|(which, _)| sum.parts[*which]);
        let mut moves: Vec<(usize, &Change)> = Vec::new();
        for (which, known) in &parts {
            moves.extend(known.0.iter().map(|change| (*which, change)));
        }
        moves.sort_by_key(|(_, change)| (-change.points, change.offers, change.parts.len()));
        let mut holds = false;
        let mut idled = !sum.odd;
        for (which, change) in moves {
            // An idle letter is tried after those with points.
            if change.points == 0 && !idled {
                idled = true;
                holds = self.idle(sum, asked);
            }
            holds = holds || self.brings(sum, which, change, asked);
            if holds {
                break;
            }
        }
        if !idled && !holds {
            holds = self.idle(sum, asked);
        }
        let new = if holds {
            (asked, high)
        } else {
            (low, asked - 1)
        };
        self.bounds.insert(key, new);
        holds
    }

    /// Returns whether a letter in the empty cell on no line brings what is asked.
    fn idle(&mut self, sum: &Sum, asked: i8) -> bool {
        let parts = sum.parts.clone();
        !self.at_least(&Sum { parts, odd: false }, 1 - asked)
    }

    /// Returns whether a letter in a part brings what is asked.
    fn brings(&mut self, sum: &Sum, which: usize, change: &Change, asked: i8) -> bool {
        let points = change.points;
        match self.rules {
            Rules::First if points > 0 => asked <= 1,
            Rules::Misere if points > 0 => asked <= -1,
            Rules::General if points > 0 => self.at_least(&sum.with(which, change), asked - points),
            _ => !self.at_least(&sum.with(which, change), points - asked + 1),
        }
    }
}
