//! A small board as bits, for the solvers: which lines are alive, and where letters score or are unsafe.

use super::node::{MAX_CELLS, Node};
use super::row::Strip;
use crate::position::Position;
use crate::rules::Rules;
use crate::size::Size;
#[cfg(feature = "store")]
use common::grid;

/// One of the four directions of lines: the distance between neighbouring cells, and the cells that are the middle of
/// a line.
#[derive(Clone, Copy, Debug)]
struct Axis {
    step: u32,
    middles: u32,
}

/// The geometry of a board of at most [`MAX_CELLS`] cells.
#[derive(Clone, Debug)]
pub(super) struct Lattice {
    size: Size,
    axes: [Axis; 4],
    /// Where each symmetry of the board, except the identity, moves the eight cells of each byte.
    images: Vec<[[u32; 256]; 4]>,
    /// The rows, if the board has only one or two.
    rows: Option<Strip>,
}

/// Cells for an `S` and cells for an `O`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Places {
    pub(super) s: u32,
    pub(super) o: u32,
}

impl Lattice {
    /// Returns the geometry of a board, or `None` if it has too many cells.
    pub(super) fn new(size: Size) -> Option<Lattice> {
        if size.n_cells() > MAX_CELLS {
            return None;
        }
        let columns = size.columns();
        let steps = [1, columns - 1, columns, columns + 1];
        // On a row of 31 cells the last step would be a shift by 32, which overflows; no line runs along that axis.
        let axes = steps.map(|step| Axis {
            step: step as u32 % u32::BITS,
            middles: 0,
        });
        let mut lattice = Lattice {
            size,
            axes,
            images: Vec::new(),
            rows: Strip::new(size),
        };
        for line in size.lines() {
            let (middle, end) = (size.index(line.middle), size.index(line.end));
            // On a board of one column the step to the next row is also 1, and the first axis has all lines.
            let axis = steps.iter().position(|step| *step == end - middle);
            let axis = axis.expect("a line runs along an axis");
            lattice.axes[axis].middles |= 1 << middle;
        }
        for image in 1..size.n_symmetries() {
            let moved = |index: usize| 1u32 << size.index(size.image(size.cell(index), image));
            let byte = |low: usize, bits: usize| {
                let cells = (0..8).filter(|i| bits >> i & 1 == 1 && low + i < size.n_cells());
                cells.fold(0, |set, i| set | moved(low + i))
            };
            let table =
                core::array::from_fn(|chunk| core::array::from_fn(|bits| byte(8 * chunk, bits)));
            lattice.images.push(table);
        }
        Some(lattice)
    }

    /// Returns the size of the board.
    #[cfg(feature = "store")]
    pub(super) fn size(&self) -> Size {
        self.size
    }

    /// Returns the node of a position.
    pub(super) fn node(&self, position: &Position) -> Node {
        let (s, o) = (position.s.low(), position.o.low());
        self.reduce(s, o, self.full() & !(s | o), false)
    }

    /// Returns the number of S-O-S that each letter on a node makes, and the cells with an `S`, with an `O` and
    /// without a letter after it.
    pub(super) fn letters(&self, node: Node) -> impl Iterator<Item = (i8, u32, u32, u32)> {
        let Node { s, o, empty, .. } = node;
        bits(empty).flat_map(move |cell| {
            let with_s = (self.made_by_s(node, cell), s | cell, o, empty & !cell);
            let with_o = (self.made_by_o(node, cell), s, o | cell, empty & !cell);
            [with_s, with_o]
        })
    }

    /// Returns all cells of the board.
    pub(super) fn full(&self) -> u32 {
        u32::MAX >> (32 - self.size.n_cells())
    }

    /// Returns the node without letters and cells that no longer matter.
    #[inline]
    pub(super) fn reduce(&self, s: u32, o: u32, empty: u32, odd: bool) -> Node {
        let (for_s, for_o) = (s | empty, o | empty);
        let mut used = 0;
        for Axis { step, middles } in self.axes {
            let open = empty | empty >> step | empty << step;
            let alive = middles & for_o & for_s >> step & for_s << step & open;
            used |= alive | alive << step | alive >> step;
        }
        let dead = (empty & !used).count_ones();
        Node {
            s: s & used,
            o: o & used,
            empty: empty & used,
            odd: odd ^ (dead & 1 == 1),
        }
    }

    /// Returns the middles of the lines that are alive, by axis.
    #[inline]
    fn alive(&self, node: Node) -> [u32; 4] {
        let (for_s, for_o) = (node.s | node.empty, node.o | node.empty);
        self.axes.map(|Axis { step, middles }| {
            let open = node.empty | node.empty >> step | node.empty << step;
            middles & for_o & for_s >> step & for_s << step & open
        })
    }

    /// Returns the number of lines that are alive.
    #[inline]
    pub(super) fn n_alive(&self, node: Node) -> u32 {
        let alive = self.alive(node).map(u32::count_ones);
        alive.into_iter().sum()
    }

    /// Returns the most that the rest of a game can be worth to a player.
    #[inline]
    pub(super) fn most_worth(&self, rules: Rules, node: Node) -> i8 {
        if rules.ends_at_first() {
            return i8::from(node.empty != 0);
        }
        rules.most_points(self.n_alive(node) as usize) as i8
    }

    /// Returns the number of lines that are alive and go through one of the cells.
    #[inline]
    pub(super) fn n_alive_through(&self, node: Node, cells: u32) -> u32 {
        let lines = self.alive(node).into_iter().zip(self.axes);
        let through = lines.map(|(alive, Axis { step, .. })| {
            (alive & (cells | cells << step | cells >> step)).count_ones()
        });
        through.sum()
    }

    /// Returns the empty cells that are unsafe for both letters, now and for as long as no one writes in them: the
    /// largest set of cells each of which is unsafe because of lines whose other empty cell is in the set.
    ///
    /// The two empty cells of `S..S` are such a set.
    #[inline]
    pub(super) fn traps(&self, node: Node) -> u32 {
        let Node { s, o, empty, .. } = node;
        largest_closed(empty, |traps| {
            let (mut for_s, mut for_o) = (0, 0);
            for Axis { step, middles } in self.axes {
                let (s_start, s_end) = (s << step, s >> step);
                let (trap_start, trap_end) = (traps << step, traps >> step);
                for_o |= middles & traps & (s_start & trap_end | trap_start & s_end);
                let start = middles & trap_start & (o & trap_end | traps & s_end);
                let end = middles & trap_end & (o & trap_start | traps & s_start);
                for_s |= start >> step | end << step;
            }
            for_s & for_o
        })
    }

    /// Returns the empty cells that can be in [traps](Lattice::traps) at some later time, if no one scores before.
    ///
    /// A cell in a trap is the middle of a line that is alive, and the end of one, each with another cell of the trap.
    /// The largest set with this property contains all traps to come.
    #[inline]
    pub(super) fn possible_traps(&self, node: Node) -> u32 {
        let alive = self.alive(node);
        largest_closed(node.empty, |cells| {
            let (mut as_middle, mut as_end) = (0, 0);
            for (Axis { step, .. }, alive) in self.axes.into_iter().zip(alive) {
                let (start, end) = (cells << step, cells >> step);
                as_middle |= alive & (start | end);
                as_end |= (alive & (cells | end)) >> step | (alive & (cells | start)) << step;
            }
            as_middle & as_end
        })
    }

    /// Returns a node without the parts that contain none of the cells. Of their empty cells only the parity is kept.
    ///
    /// A *part* is a set of lines that are alive and of their empty cells, which no empty cell connects with the rest.
    #[inline]
    pub(super) fn parts_with(&self, node: Node, cells: u32) -> Node {
        let alive = self.alive(node);
        let mut kept = cells & node.empty;
        loop {
            let mut used = 0;
            for (Axis { step, .. }, alive) in self.axes.into_iter().zip(alive) {
                let through = alive & (kept | kept << step | kept >> step);
                used |= through | through << step | through >> step;
            }
            if used & node.empty == kept {
                let left = (node.empty & !kept).count_ones();
                return Node {
                    s: node.s & used,
                    o: node.o & used,
                    empty: kept,
                    odd: node.odd ^ (left & 1 == 1),
                };
            }
            kept = used & node.empty;
        }
    }

    /// Returns the empty cells where both letters can make an S-O-S at some later time.
    ///
    /// Such a cell is the middle of a line that is alive and the end of another along a different axis: along a single
    /// axis, a neighbour would have to hold both letters.
    #[inline(always)]
    #[expect(
        clippy::inline_always,
        reason = "a misère search asks at every letter; a call would cost 8 % of its instructions"
    )]
    pub(super) fn possible_misere_traps(&self, node: Node) -> u32 {
        let alive = self.alive(node);
        let mut cells = 0;
        for (axis, middles) in alive.into_iter().enumerate() {
            let others = self.axes.into_iter().zip(alive).enumerate();
            let others = others.filter(|(other, _)| *other != axis);
            let ends = others.fold(0, |ends, (_, (Axis { step, .. }, alive))| {
                ends | alive << step | alive >> step
            });
            cells |= middles & ends;
        }
        cells & node.empty
    }

    /// Returns the cells where a letter makes an S-O-S.
    #[inline]
    pub(super) fn scoring(&self, node: Node) -> Places {
        let Node { s, o, empty, .. } = node;
        let mut places = Places::default();
        for Axis { step, middles } in self.axes {
            places.o |= middles & empty & s << step & s >> step;
            let middle = middles & o;
            places.s |= (middle & empty << step & s >> step) >> step;
            places.s |= (middle & empty >> step & s << step) << step;
        }
        places
    }

    /// Returns the cells where a letter leaves a line one letter short of an S-O-S.
    #[inline]
    pub(super) fn unsafe_places(&self, node: Node) -> Places {
        let Node { s, o, empty, .. } = node;
        let mut places = Places::default();
        for Axis { step, middles } in self.axes {
            // The ends of the line whose middle is at a bit, shifted to that bit.
            let (s_start, s_end) = (s << step, s >> step);
            let (empty_start, empty_end) = (empty << step, empty >> step);
            places.o |= middles & empty & (s_start & empty_end | empty_start & s_end);
            let start = middles & empty_start & (o & empty_end | empty & s_end);
            let end = middles & empty_end & (o & empty_start | empty & s_start);
            places.s |= start >> step | end << step;
        }
        places
    }

    /// Returns the number of S-O-S that an `S` makes in a cell, given as a bit.
    #[inline]
    pub(super) fn made_by_s(&self, node: Node, cell: u32) -> i8 {
        let Node { s, o, .. } = node;
        let made = self.axes.iter().map(|Axis { step, middles }| {
            let middle = middles & o;
            let as_start = middle & cell << step & s >> step;
            let as_end = middle & cell >> step & s << step;
            as_start.count_ones() + as_end.count_ones()
        });
        made.sum::<u32>() as i8
    }

    /// Returns the number of S-O-S that an `O` makes in a cell, given as a bit.
    #[inline]
    pub(super) fn made_by_o(&self, node: Node, cell: u32) -> i8 {
        let ends = self.axes.iter().map(|Axis { step, middles }| {
            (middles & cell & node.s << step & node.s >> step).count_ones()
        });
        ends.sum::<u32>() as i8
    }

    /// Returns the key of a node: equal for nodes that are images of each other under a symmetry of the board.
    #[inline]
    pub(super) fn key(&self, node: Node) -> u64 {
        let (low, high) = (node.s | node.empty, node.o | node.empty);
        let mut least = u64::from(high) << 32 | u64::from(low);
        for image in &self.images {
            let moved = |set: u32| {
                let bytes = set.to_le_bytes().into_iter().zip(image);
                bytes.fold(0, |moved, (byte, table)| moved | table[usize::from(byte)])
            };
            least = least.min(u64::from(moved(high)) << 32 | u64::from(moved(low)));
        }
        least << 1 | u64::from(node.odd)
    }

    /// Returns the key of a node: equal for nodes with the same parts on boards of one or two rows, and otherwise as
    /// for [`key`](Lattice::key).
    #[inline]
    pub(super) fn key_of_parts(&self, node: Node) -> u64 {
        match self.rows {
            Some(rows) => rows.key(node),
            None => self.key(node),
        }
    }

    /// Returns the geometry in which the [keys of parts](Lattice::key_of_parts) are nodes: for boards of one or two
    /// rows, one long row.
    #[cfg(feature = "store")]
    pub(super) fn of_parts(&self) -> Lattice {
        let size = match self.rows {
            Some(_) => Size::new(grid::Rows(1), grid::Columns(MAX_CELLS)).unwrap_or(self.size),
            None => self.size,
        };
        Lattice::new(size).unwrap_or_else(|| self.clone())
    }

    /// Returns the node with a key of parts, or `None` if no node has it. It is one of the geometry
    /// [`of_parts`](Lattice::of_parts).
    #[cfg(feature = "store")]
    pub(super) fn node_of_key(&self, key: u64) -> Option<Node> {
        if ((key >> 1) as u32 | (key >> 33) as u32) & !self.full() != 0 {
            return None;
        }
        let node = self.node_of(key);
        (self.key_of_parts(node) == key && node.empty != 0).then_some(node)
    }

    /// Returns the node with a [`key`](Lattice::key).
    pub(super) fn node_of(&self, key: u64) -> Node {
        let (low, high) = ((key >> 1) as u32, (key >> 33) as u32);
        self.reduce(low & !high, high & !low, low & high, key & 1 == 1)
    }

    /// Returns a node as rows of letters; `-` is a cell that does not matter.
    pub(super) fn text(&self, node: Node) -> String {
        let mut text = String::new();
        for index in 0..self.size.n_cells() {
            if index > 0 && index % self.size.columns() == 0 {
                text.push('/');
            }
            text.push(match 1 << index {
                cell if node.s & cell != 0 => 'S',
                cell if node.o & cell != 0 => 'O',
                cell if node.empty & cell != 0 => '.',
                _ => '-',
            });
        }
        text
    }
}

/// Returns the cells of a set as single-bit sets.
pub(super) fn bits(mut set: u32) -> impl Iterator<Item = u32> {
    core::iter::from_fn(move || {
        let lowest = set & set.wrapping_neg();
        set ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// Returns the largest subset that loses no cell, where `kept` returns the cells of a set that can stay in it.
#[inline]
fn largest_closed(mut cells: u32, kept: impl Fn(u32) -> u32) -> u32 {
    loop {
        let left = cells & kept(cells);
        if left == cells {
            return cells;
        }
        cells = left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Random, Seeded};

    /// Writes random letters that are safe, or do not score, until there is none, and checks that the remaining cells
    /// could be predicted from each earlier board.
    #[track_caller]
    fn check(rows: usize, columns: usize, misere: bool, games: u64) -> u32 {
        let lattice =
            Lattice::new(format!("{rows}x{columns}").parse().expect("a board")).expect("small");
        let mut stuck = 0;
        for seed in 0..games {
            let mut random = Seeded::new(seed);
            let (mut s, mut o, mut empty) = (0, 0, lattice.full());
            let mut seen = Vec::new();
            loop {
                let node = lattice.reduce(s, o, empty, false);
                seen.push(node);
                let bad = if misere {
                    lattice.scoring(node)
                } else {
                    lattice.unsafe_places(node)
                };
                let dead = empty & !node.empty;
                let (for_s, for_o) = (dead | node.empty & !bad.s, dead | node.empty & !bad.o);
                let places: Vec<(u32, bool)> = (0..u32::BITS)
                    .map(|cell| 1 << cell)
                    .flat_map(|cell| [(cell, true), (cell, false)])
                    .filter(|(cell, is_s)| cell & if *is_s { for_s } else { for_o } != 0)
                    .collect();
                if places.is_empty() {
                    break;
                }
                let (cell, is_s) = places[random.below(places.len() as u64) as usize];
                empty &= !cell;
                *(if is_s { &mut s } else { &mut o }) |= cell;
            }
            let left = empty;
            stuck += u32::from(left != 0);
            for node in seen {
                let (possible, present) = if misere {
                    let scoring = lattice.scoring(node);
                    (lattice.possible_misere_traps(node), scoring.s & scoring.o)
                } else {
                    (lattice.possible_traps(node), lattice.traps(node))
                };
                let text = lattice.text(node);
                assert_eq!(left & !possible, 0, "{text}: a trap was not foreseen");
                assert_eq!(present & !left, 0, "{text}: a trap did not stay");
                assert_eq!(present & !possible, 0, "{text}");
            }
        }
        stuck
    }

    #[test]
    fn traps_are_foreseen_and_stay() {
        let mut stuck = [0, 0];
        for (rows, columns) in [(1, 20), (2, 9), (3, 6), (4, 5), (5, 5), (5, 6)] {
            stuck[0] += check(rows, columns, false, 60);
            stuck[1] += check(rows, columns, true, 60);
        }
        assert!(stuck.iter().all(|games| *games > 20), "{stuck:?}");
    }
}
