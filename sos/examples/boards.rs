//! Solves boards with an independent program, which is method `b` in `SOLVED.md`.
//!
//! ```text
//! cargo run --release -p papergames-sos --example boards -- first 3x7 4x6
//! ```
//!
//! prints the value of the empty board for the first player, and with `--moves` also that of each first move, row by
//! row, an `S` and then an `O` in each cell. `--gigabytes N` sets the size of the table; the default is 1.
//!
//! If the first S-O-S wins, 3x7 takes 130,000 nodes, 4x5 810,000 and 3x8 1.9 million; under the general rules, 1x20
//! takes 3.9 million, 3x7 2.3 million, 3x8 32 million, and 4x6 72 million in six minutes; in misère play, 1x27 takes
//! 320,000, 3x6 97,000 and 3x7 1.5 million.
//!
//! This file is the whole program. It uses only Rust's standard library, so it shares no code with the crate: it has
//! its own rules, its own boards and its own search, which uses sets of lines instead of sets of cells.
//!
//! The search determines whether a value is at least a given number, and remembers the bounds that it finds. It uses
//! these facts:
//!
//! * Each line that can still become an S-O-S is worth at most one point. A letter in a cell on no such line only
//!   passes the turn, and two such cells cancel out.
//! * Images of a position have the same value.
//! * If the first S-O-S wins or loses, a set of lines that shares no empty cell with the others, and where no player
//!   can be stuck, only passes the turn, so only the parity of its empty cells matters. `--plain` does not use this
//!   fact.
//! * If the first S-O-S wins or loses, a cell where both letters lose stays empty to the end. While there is such a
//!   cell, there is no draw, and if there can be no other, the parity of the remaining cells decides. `--plain` does
//!   not use this fact.
//! * A player is never forced to lose points while some empty cell is safe, so only *tight* cells matter: cells where
//!   both letters can become unsafe because of other tight cells. If there are none, no player can force a further
//!   point. `--plain` does not use this fact.

#![allow(clippy::print_stdout, reason = "a program prints")]

use std::time::Instant;

fn main() {
    let usage = "usage: boards general|first|alternating|misere [--plain] [--moves] [--gigabytes N] BOARD ...";
    let mut arguments = std::env::args().skip(1);
    let rules = match arguments.next().as_deref() {
        Some("general") => Rules::General,
        Some("first") => Rules::First,
        Some("alternating") => Rules::Alternating,
        Some("misere") => Rules::Misere,
        _ => return println!("{usage}"),
    };
    let (mut plain, mut moves, mut gigabytes) = (false, false, 1);
    while let Some(word) = arguments.next() {
        if word == "--plain" || word == "--moves" {
            plain |= word == "--plain";
            moves |= word == "--moves";
            continue;
        }
        if word == "--gigabytes" {
            match arguments.next().and_then(|number| number.parse().ok()) {
                Some(number @ 1_usize..=64) => gigabytes = number,
                _ => return println!("{usage}"),
            }
            continue;
        }
        let sides = word.split_once('x');
        let sides =
            sides.and_then(|(rows, columns)| Some((rows.parse().ok()?, columns.parse().ok()?)));
        let Some((rows @ 1..=27, columns @ 1..=27)) =
            sides.filter(|(rows, columns)| rows * columns <= 27)
        else {
            return println!("expected a board of at most 27 cells, such as `3x7`, found `{word}`");
        };
        let begun = Instant::now();
        let mut search = Search::new(Board::new(rows, columns), rules, plain, gigabytes << 27);
        let value = search.start();
        let (nodes, seconds) = (search.nodes, begun.elapsed().as_secs_f64());
        println!("{word} {rules:?}: {value}, {nodes} nodes, {seconds:.1} s");
        if moves {
            for letter in [Letter::S, Letter::O] {
                let values: Vec<_> = (0..rows * columns)
                    .map(|at| search.first_move(at, letter).to_string())
                    .collect();
                let values: Vec<_> = values.chunks(columns).map(|row| row.join(",")).collect();
                println!("{letter:?}: {}", values.join("/"));
            }
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rules {
    General,
    First,
    Alternating,
    Misere,
}

/// A set of cells.
type Cells = u32;

/// A set of lines, each of three cells in a row: a start, a middle and an end.
type Lines = u64;

/// The lines of a board.
pub(crate) struct Board {
    cells: usize,
    lines: Lines,
    /// The lines that start in a cell.
    starts: Vec<Lines>,
    /// The lines whose middle is a cell.
    middles: Vec<Lines>,
    /// The lines that end in a cell.
    ends: Vec<Lines>,
    /// For each symmetry but the first, the images of the sets of cells 0 to 8, 9 to 17 and 18 to 26.
    images: Vec<[Vec<Cells>; 3]>,
}

impl Board {
    pub(crate) fn new(rows: usize, columns: usize) -> Board {
        let cells = rows * columns;
        let mut board = Board {
            cells,
            lines: 0,
            starts: vec![0; cells],
            middles: vec![0; cells],
            ends: vec![0; cells],
            images: Vec::new(),
        };
        let cell = |row: usize, column: usize| row * columns + column;
        let mut line = 1;
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let at = |step: usize| {
                        let (row, column) = (
                            row + step * down,
                            column.checked_add_signed(right * step as isize)?,
                        );
                        (row < rows && column < columns).then(|| cell(row, column))
                    };
                    if let (Some(start), Some(middle), Some(end)) = (at(0), at(1), at(2)) {
                        board.starts[start] |= line;
                        board.middles[middle] |= line;
                        board.ends[end] |= line;
                        board.lines |= line;
                        line <<= 1;
                    }
                }
            }
        }
        for turn in 1..8 {
            let (flip, mirror, transpose) = (turn & 1 != 0, turn & 2 != 0, turn & 4 != 0);
            if transpose && rows != columns {
                continue;
            }
            let image = |at: usize| {
                let (mut row, mut column) = (at / columns, at % columns);
                if flip {
                    row = rows - 1 - row;
                }
                if mirror {
                    column = columns - 1 - column;
                }
                if transpose {
                    (row, column) = (column, row);
                }
                cell(row, column)
            };
            let third = |first: usize| {
                let image_of = |set: Cells| {
                    let members = (0..9).filter(|i| set >> i & 1 != 0 && first + i < cells);
                    members.fold(0, |images, i| images | 1 << image(first + i))
                };
                (0..1 << 9).map(image_of).collect()
            };
            board.images.push([third(0), third(9), third(18)]);
        }
        board
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Letter {
    S,
    O,
}

/// A position: the lines that can still become an S-O-S, and their cells that are filled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Position {
    empty: Cells,
    s: Cells,
    alive: Lines,
    /// The lines whose start, middle or end is filled.
    start: Lines,
    middle: Lines,
    end: Lines,
}

impl Position {
    fn new(board: &Board) -> Position {
        Position {
            empty: (1 << board.cells) - 1,
            s: 0,
            alive: board.lines,
            start: 0,
            middle: 0,
            end: 0,
        }
    }

    /// The lines that lack one letter.
    fn offers(&self) -> Lines {
        let Position {
            start, middle, end, ..
        } = *self;
        self.alive & (start & middle | start & end | middle & end)
    }

    /// The position after a letter, and the points that it makes.
    fn after(&self, board: &Board, at: usize, letter: Letter) -> (Position, i8) {
        let mut next = *self;
        next.empty &= !(1 << at);
        next.start |= board.starts[at];
        next.middle |= board.middles[at];
        next.end |= board.ends[at];
        next.alive &= !match letter {
            Letter::S => board.middles[at],
            Letter::O => board.starts[at] | board.ends[at],
        };
        next.s |= u32::from(letter == Letter::S) << at;
        let made = next.alive & next.start & next.middle & next.end;
        next.alive &= !made;
        (next, made.count_ones() as i8)
    }

    /// The cells on lines that are alive.
    fn on_lines(&self, board: &Board) -> Cells {
        (0..board.cells).fold(0, |cells, at| {
            let lines = (board.starts[at] | board.middles[at] | board.ends[at]) & self.alive;
            cells | Cells::from(lines != 0) << at
        })
    }

    /// The cells that are the middle of one of these lines and the start or end of another. If the lines are alive,
    /// both letters can score there.
    fn can_be_stuck(&self, board: &Board, lines: Lines) -> Cells {
        (0..board.cells).fold(0, |cells, at| {
            let as_end = (board.starts[at] | board.ends[at]) & lines;
            let as_middle = board.middles[at] & lines;
            cells | Cells::from(as_end != 0 && as_middle != 0) << at
        }) & self.empty
    }

    /// The position with only the lines that empty cells join with one of these.
    fn with_lines_around(mut self, board: &Board, cells: Cells) -> Position {
        let (mut lines, mut open, mut reached) = (0, cells, 0);
        while open != 0 {
            let at = open.trailing_zeros() as usize;
            open &= open - 1;
            reached |= 1 << at;
            lines |= (board.starts[at] | board.middles[at] | board.ends[at]) & self.alive;
            let joined = (0..board.cells).filter(|at| {
                (board.starts[*at] | board.middles[*at] | board.ends[*at]) & lines != 0
            });
            open |= joined.fold(0, |cells, at| cells | 1 << at) & self.empty & !reached;
        }
        self.alive = lines;
        self
    }

    /// The least of the numbers of the position and its images: two bits for each cell, and one for an odd number of
    /// empty cells on no line.
    fn key(&self, board: &Board, on_lines: Cells) -> u64 {
        let odd = (self.empty & !on_lines).count_ones() % 2;
        let empty = self.empty & on_lines;
        let (s, o) = (empty | self.s & on_lines, on_lines & !self.s);
        let mut least = u64::from(s) << 27 | u64::from(o);
        for image in &board.images {
            let of = |set: Cells| {
                let set = set as usize;
                image[0][set & 511] | image[1][set >> 9 & 511] | image[2][set >> 18]
            };
            least = least.min(u64::from(of(s)) << 27 | u64::from(of(o)));
        }
        least << 1 | u64::from(odd)
    }

    /// The cells that may at some time be unsafe for both letters: an `S` or an `O` there would leave a line one letter
    /// short whose last cell is tight as well.
    fn tight(&self, board: &Board, cells: Cells) -> Cells {
        self.tight_by(board, cells, self.alive)
    }

    /// The cells that are unsafe for both letters now, and stay so until a letter is written in one of them: those that
    /// are tight by the lines with one letter.
    fn trapped(&self, board: &Board, cells: Cells) -> Cells {
        let (start, middle, end) = (self.start, self.middle, self.end);
        let one = (start | middle | end) & !(start & middle | start & end | middle & end);
        self.tight_by(board, cells, self.alive & one)
    }

    fn tight_by(&self, board: &Board, mut cells: Cells, alive: Lines) -> Cells {
        // The lines whose start, middle or end is tight.
        let mut start = alive & !self.start;
        let mut middle = alive & !self.middle;
        let mut end = alive & !self.end;
        loop {
            let before = cells;
            let mut left = cells;
            while left != 0 {
                let at = left.trailing_zeros() as usize;
                left &= left - 1;
                let for_s = board.starts[at] & (middle | end) | board.ends[at] & (start | middle);
                let for_o = board.middles[at] & (start | end);
                if for_s & alive == 0 || for_o & alive == 0 {
                    cells &= !(1 << at);
                    start &= !board.starts[at];
                    middle &= !board.middles[at];
                    end &= !board.ends[at];
                }
            }
            if cells == before {
                return cells;
            }
        }
    }
}

/// A permutation of the numbers of 55 bits that moves similar keys far apart.
fn spread(key: u64) -> u64 {
    const BITS: u64 = (1 << 55) - 1;
    let mut key = key ^ key >> 28;
    key = key.wrapping_mul(0x9e37_79b9_7f4a_7c15) & BITS;
    key ^= key >> 27;
    key = key.wrapping_mul(0xd6e8_feb8_6659_fd93) & BITS;
    key ^ key >> 29
}

/// The bounds of positions: `1 << bits` buckets of four, each a number of 64 bits: the rest of the key, the bounds and
/// how many times the search had to double to find them.
struct Table {
    entries: Vec<[u64; 4]>,
    bits: u32,
}

impl Table {
    fn new(entries: usize) -> Table {
        let bits = (entries / 4).ilog2();
        Table {
            entries: vec![[0; 4]; 1 << bits],
            bits,
        }
    }

    fn place(&self, key: u64) -> (usize, u64) {
        let key = spread(key);
        (
            (key >> (55 - self.bits)) as usize,
            key & ((1 << (55 - self.bits)) - 1),
        )
    }

    fn get(&self, key: u64) -> Option<(i8, i8)> {
        let (bucket, rest) = self.place(key);
        let found = self.entries[bucket]
            .iter()
            .find(|entry| **entry != 0 && **entry >> 22 == rest)?;
        Some((
            (found >> 14 & 255) as u8 as i8,
            (found >> 6 & 255) as u8 as i8,
        ))
    }

    fn set(&mut self, key: u64, (low, high): (i8, i8), nodes: u64) {
        let (bucket, rest) = self.place(key);
        let bucket = &mut self.entries[bucket];
        let which = (0..4)
            .find(|i| bucket[*i] >> 22 == rest)
            .unwrap_or_else(|| {
                (0..4)
                    .min_by_key(|i| bucket[*i] & 63)
                    .expect("a bucket has entries")
            });
        let work = u64::from(nodes.ilog2()) + 1;
        bucket[which] = rest << 22 | u64::from(low as u8) << 14 | u64::from(high as u8) << 6 | work;
    }
}

/// What is known about a position without a search.
struct Known {
    low: i8,
    high: i8,
    /// Whether neither player can win.
    draw: bool,
}

impl Known {
    /// If the first S-O-S wins or loses, the facts that follow from cells that may become traps, and from those that
    /// are traps now.
    fn by_traps(position: &Position, tight: Cells, trapped: Cells) -> Known {
        // If no other traps are possible, all other cells are filled safely, and then a player has to write in a trap.
        let left = (position.empty & !trapped).count_ones();
        let draw = trapped == 0;
        let (low, high) = match (trapped == tight, draw) {
            (true, true) => (0, 0),
            (true, false) if left % 2 == 1 => (1, 1),
            (true, false) => (-1, -1),
            (false, _) => (-1, 1),
        };
        Known { low, high, draw }
    }
}

/// The search with its table.
pub(crate) struct Search {
    board: Board,
    rules: Rules,
    plain: bool,
    table: Table,
    pub(crate) nodes: u64,
}

impl Search {
    /// A search with a table of as many entries of eight bytes.
    pub(crate) fn new(board: Board, rules: Rules, plain: bool, entries: usize) -> Search {
        Search {
            board,
            rules,
            plain,
            table: Table::new(entries),
            nodes: 0,
        }
    }

    /// The value of the empty board.
    pub(crate) fn start(&mut self) -> i8 {
        self.value(&Position::new(&self.board))
    }

    /// The value of a first move for the player who makes it.
    fn first_move(&mut self, at: usize, letter: Letter) -> i8 {
        let (next, _) = Position::new(&self.board).after(&self.board, at, letter);
        -self.value(&next)
    }

    /// The value of a position for the player to move.
    fn value(&mut self, position: &Position) -> i8 {
        let mut value = 0;
        while self.at_least(position, value + 1) {
            value += 1;
        }
        while !self.at_least(position, value) {
            value -= 1;
        }
        value
    }

    /// The facts that are known without a search.
    fn bounds(&self, position: &Position, on_lines: Cells) -> Known {
        let lines = position.alive.count_ones() as i8;
        let offers = position.offers();
        let (low, high) = match self.rules {
            Rules::Alternating => (-lines, lines),
            Rules::General if self.plain => (-lines, lines),
            Rules::General => {
                let tight = position.tight(&self.board, position.empty & on_lines);
                let through = |at: usize| {
                    self.board.starts[at] | self.board.middles[at] | self.board.ends[at]
                };
                let lost = (0..self.board.cells)
                    .filter(|at| tight >> at & 1 != 0)
                    .fold(0, |lines, at| lines | through(at));
                let lost = (lost & position.alive).count_ones() as i8;
                // A player who can take a point does so, and loses only points that are lost anyway.
                if offers == 0 {
                    (-lost, lost)
                } else {
                    (1 - lost, lines)
                }
            }
            Rules::First if offers != 0 => (1, 1),
            Rules::First if !self.plain => {
                let tight = position.tight(&self.board, position.empty & on_lines);
                let trapped = position.trapped(&self.board, position.empty & on_lines);
                return Known::by_traps(position, tight, trapped);
            }
            Rules::First => (-1, 1),
            Rules::Misere => {
                let stuck = position.can_be_stuck(&self.board, position.alive);
                let now = position.can_be_stuck(&self.board, offers);
                return Known::by_traps(position, stuck, if self.plain { 0 } else { now });
            }
        };
        Known {
            low,
            high,
            draw: true,
        }
    }

    fn at_least(&mut self, position: &Position, asked: i8) -> bool {
        if position.alive == 0 {
            return asked <= 0;
        }
        let on_lines = position.on_lines(&self.board);
        let Known {
            mut low,
            mut high,
            draw,
        } = self.bounds(position, on_lines);
        // Without draws, a player who does not lose wins.
        let asked = if draw { asked } else { asked.max(1) };
        if low >= asked || high < asked {
            return low >= asked;
        }
        let key = position.key(&self.board, on_lines);
        if let Some(known) = self.table.get(key) {
            (low, high) = (low.max(known.0), high.min(known.1));
            if low >= asked || high < asked {
                return low >= asked;
            }
        }
        let before = self.nodes;
        self.nodes += 1;
        let holds = self.some_move_brings(position, on_lines, asked);
        let new = if holds {
            (asked, high)
        } else {
            (low, if draw { asked - 1 } else { -1 })
        };
        self.table.set(key, new, self.nodes - before);
        holds
    }

    fn some_move_brings(&mut self, position: &Position, on_lines: Cells, asked: i8) -> bool {
        let mut moves: Vec<(i32, i8, Position)> = Vec::with_capacity(54);
        let mut left = position.empty & on_lines;
        while left != 0 {
            let at = left.trailing_zeros() as usize;
            left &= left - 1;
            for letter in [Letter::S, Letter::O] {
                let (mut next, points) = position.after(&self.board, at, letter);
                match self.rules {
                    // The other player would win at once.
                    Rules::First if next.offers() != 0 => continue,
                    Rules::Misere if points > 0 => continue,
                    Rules::General | Rules::First | Rules::Alternating | Rules::Misere => (),
                }
                if self.rules == Rules::Misere {
                    let stuck = next.can_be_stuck(&self.board, next.alive);
                    if !self.plain {
                        next = next.with_lines_around(&self.board, stuck);
                    }
                    // The fewest lines first, then the fewest cells where a player can be stuck.
                    let rank = 64 * next.alive.count_ones() + stuck.count_ones();
                    moves.push((rank as i32, 0, next));
                    continue;
                }
                let tight = next.tight(&self.board, next.empty);
                let lines = next.alive.count_ones() as i32;
                if self.rules == Rules::First && !self.plain {
                    next = next.with_lines_around(&self.board, tight);
                }
                let tight = tight.count_ones() as i32;
                let offers = next.offers().count_ones() as i32;
                // The fewest tight cells first; then, if the first S-O-S wins, the most lines.
                let lines = if self.rules == Rules::First {
                    -lines
                } else {
                    lines
                };
                let rank = 64 * (offers - 16 * i32::from(points)) + 4 * tight + lines;
                moves.push((rank, points, next));
            }
        }
        let idle = position.empty & !on_lines;
        if idle.count_ones() % 2 == 1 {
            let mut next = *position;
            next.empty &= on_lines;
            moves.push((0, 0, next));
        }
        if moves.is_empty() {
            // Each letter loses, or the board is full.
            return asked
                <= if position.empty & on_lines == 0 {
                    0
                } else {
                    -1
                };
        }
        moves.sort_unstable_by_key(|(rank, _, _)| *rank);
        for (_, points, next) in &moves {
            let next_lines = next.on_lines(&self.board);
            let Some((low, high)) = self.table.get(next.key(&self.board, next_lines)) else {
                continue;
            };
            let again = self.rules == Rules::General && *points > 0;
            if if again {
                points + low >= asked
            } else {
                points - high >= asked
            } {
                return true;
            }
        }
        moves.into_iter().any(|(_, points, next)| {
            if self.rules == Rules::General && points > 0 {
                self.at_least(&next, asked - points)
            } else {
                !self.at_least(&next, points - asked + 1)
            }
        })
    }
}
