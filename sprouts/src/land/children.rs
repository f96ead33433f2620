//! Lists all lands that drawing one line can lead to.
//!
//! A line runs between two corners of one region. If they lie on one boundary, the line splits the region in two, and
//! each of the other boundaries goes to either side. If they lie on two boundaries, the line joins them. The new spot
//! has a corner on each side of the line. The spelling keeps track of lives: a letter that gets a third line
//! disappears, and a spot with one line becomes a letter.
//!
//! On a [surface](crate::surface) a line between corners of one boundary can also run around a handle or through a
//! crosscap. With the line from `x` to `y` and its new spot `n`, the boundary `xAyB` becomes
//!
//! * `xAyn` and `yBxn` in two regions, whose connected sum is the surface;
//! * `xAyn` and `yBxn` in one region, if the line has two sides: the region loses a handle or two crosscaps;
//! * `xAyn` followed by `x`, `B` backwards, `y` and `n`, if the line has one side: the region loses a crosscap.
//!
//! If a region with crosscaps becomes one without, its boundaries may be read in any directions, except that the two
//! sides of a two-sided line then run in opposite directions. Otherwise the region could not have had crosscaps.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use planar::surface::Surface;

use super::shape::{self, END, LETTER, ONE, PAPER, SEP, TWO};
use crate::rules::Variant;

/// Which lines to draw.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub(crate) enum LineChoice {
    #[default]
    All,
    /// Lines that split the land: they end at the last spots that link their region to some others.
    Parting,
    /// All other lines, which leave one land.
    Others,
}

/// Buffers for listing children, which can be reused between calls, with the choice of lines to draw and the rules to
/// follow.
#[derive(Default, Debug)]
pub(crate) struct Buffers {
    pub(crate) lines: LineChoice,
    /// The number of lines skipped because of `lines`.
    pub(crate) left_out: u32,
    /// Whether lines without a new spot are allowed, as in Black-and-White Sprouts.
    pub(crate) variant: Variant,
    child: Vec<u8>,
    first: Vec<u8>,
    second: Vec<u8>,
}

/// A set of the boundaries of a region, without bare spots, by their indices.
///
/// Every land that is read has at most 120 boundaries and bare spots in a region of a sheet of paper
/// ([`Sum::MAX_SPOTS`](super::glop::Sum::MAX_SPOTS)), and a line never makes them more. On a surface it adds at most
/// one for each of its 20 handles or crosscaps, to 72 corners.
type BoundarySet = u128;

/// The function that is called with each child until it returns a break.
type ChildVisitor<'a> = dyn FnMut(&[u8]) -> ControlFlow<()> + 'a;

/// Calls `found` with each shape that one line makes from `shape`, until it returns a break. Children are not reduced
/// and may repeat.
pub(crate) fn for_each_child(
    shape: &[u8],
    buffers: &mut Buffers,
    found: &mut ChildVisitor<'_>,
) -> ControlFlow<()> {
    let fresh = fresh_letter(shape);
    let mut at = 0;
    let mut before: smallvec::SmallVec<[&[u8]; 16]> = smallvec::SmallVec::new();
    buffers.left_out = 0;
    while at < shape.len() {
        let start = at;
        at += 2;
        while shape[at] != END {
            at += 1;
        }
        at += 1;
        // Two regions with the same letters and contents are interchangeable.
        if before.contains(&&shape[start..at]) {
            continue;
        }
        before.push(&shape[start..at]);
        buffers.child.clear();
        buffers.child.extend_from_slice(&shape[..start]);
        buffers.child.extend_from_slice(&shape[at..]);
        let mut region = RegionView::new(&shape[start..at], fresh);
        if buffers.lines != LineChoice::All {
            region.find_links(&buffers.child, fresh);
        }
        region.splits(buffers, found)?;
        region.joins(buffers, found)?;
        if buffers.variant.allows_bare_line(false) {
            let region = RegionView {
                new: None,
                ..region
            };
            region.splits(buffers, found)?;
            region.joins(buffers, found)?;
        }
    }
    ControlFlow::Continue(())
}

/// Returns the first letter that a shape does not use.
fn fresh_letter(shape: &[u8]) -> u8 {
    let mut fresh = LETTER;
    super::shape::for_each_region(shape, |_, boundaries| {
        let letters = boundaries.iter().filter(|c| **c < SEP);
        fresh = letters.fold(fresh, |fresh, c| fresh.max(c + 1));
    });
    fresh
}

struct RegionView<'a> {
    bare: u8,
    surface: Surface,
    /// Whether the region is part of a sheet of paper.
    on_paper: bool,
    boundaries: smallvec::SmallVec<[&'a [u8]; 16]>,
    /// For each boundary without letters, the last earlier one that is equal.
    twin: smallvec::SmallVec<[Option<u8>; 16]>,
    /// For each boundary that reads the same backwards, the sum of the indices of any two corners that the reflection
    /// swaps. In a region without crosscaps, this holds only if every boundary reads the same backwards.
    mirror: smallvec::SmallVec<[Option<u16>; 16]>,
    /// The spots that link this region to others, each with the part of the others to which it belongs.
    links: smallvec::SmallVec<[(u8, u8); 16]>,
    /// Names for the first and second end, if they are spots with one line.
    names: [u8; 2],
    /// The name for the new spot, if the line has one.
    new: Option<u8>,
}

impl<'a> RegionView<'a> {
    fn new(region: &'a [u8], fresh: u8) -> RegionView<'a> {
        let boundaries: smallvec::SmallVec<[&[u8]; 16]> = region[2..]
            .split(|c| *c == SEP)
            .filter(|b| **b != [END])
            .collect();
        let twin = |(i, b): (usize, &&[u8])| {
            let plain = b.iter().all(|c| *c < LETTER);
            plain
                .then(|| boundaries[..i].iter().rposition(|a| a == b))
                .flatten()
                .map(|j| j as u8)
        };
        let twin = boundaries.iter().enumerate().map(twin).collect();
        let surface = shape::surface_of(region[1]);
        let reflections = boundaries.iter().map(|b| reflection(b));
        let mut mirror: smallvec::SmallVec<[Option<u16>; 16]> = reflections.collect();
        if surface.is_orientable() && mirror.contains(&None) {
            mirror.fill(None);
        }
        RegionView {
            bare: region[0],
            surface,
            on_paper: region[1] == PAPER,
            boundaries,
            twin,
            mirror,
            links: smallvec::SmallVec::new(),
            names: [fresh, fresh + 1],
            new: Some(fresh + 2),
        }
    }

    /// Finds the spots that link this region to the `others`. All letters are less than `fresh`.
    fn find_links(&mut self, others: &[u8], fresh: u8) {
        let corners = || self.boundaries.iter().copied().flatten().copied();
        // Which part of the others a letter belongs to, named after one of its regions.
        let mut part_of = [0u8; 256];
        let mut n_regions = 0u8;
        super::shape::for_each_region(others, |_, boundaries| {
            n_regions = n_regions.saturating_add(1);
            let mut part = n_regions;
            for corner in boundaries.iter().filter(|c| (LETTER..SEP).contains(c)) {
                let known = part_of[usize::from(*corner)];
                if known != 0 && known != part {
                    let merged = known.min(part);
                    for other in &mut part_of[..usize::from(fresh)] {
                        if *other == known || *other == part {
                            *other = merged;
                        }
                    }
                    part = merged;
                }
                part_of[usize::from(*corner)] = part;
            }
        });
        for corner in corners().filter(|c| *c >= LETTER) {
            let part = part_of[usize::from(corner)];
            if part > 0 && corners().filter(|c| *c == corner).count() == 1 {
                self.links.push((corner, part));
            }
        }
    }

    /// Returns whether a line with these ends splits the land: it uses up the last links to a part of the others.
    fn parts(&self, ends: [u8; 2]) -> bool {
        let part = |end: u8| {
            let mut links = self.links.iter();
            links.find(|link| link.0 == end).map(|link| link.1)
        };
        let parts = ends.map(part);
        let left = |part: u8| {
            let links = self.links.iter();
            links
                .filter(|link| link.1 == part && !ends.contains(&link.0))
                .count()
        };
        parts.into_iter().flatten().any(|part| left(part) == 0)
    }

    /// Returns whether lines with these ends are skipped, and if so, adds `ways` to their count.
    fn leaves_out(&self, buffers: &mut Buffers, ends: [u8; 2], ways: impl FnOnce() -> u32) -> bool {
        let parts = || self.parts(ends);
        let out = match buffers.lines {
            LineChoice::All => false,
            LineChoice::Parting => !parts(),
            LineChoice::Others => parts(),
        };
        if out {
            buffers.left_out = buffers.left_out.saturating_add(ways());
        }
        out
    }

    /// Returns the number of ways to distribute the rest of the region over the two sides of a cut.
    fn ways(&self, cut: Option<usize>, symmetric: bool) -> u32 {
        let bare = u32::from(self.bare) + u32::from(cut.is_some());
        let mut ways = bare;
        for (leader, _) in self
            .twin
            .iter()
            .enumerate()
            .filter(|(_, twin)| twin.is_none())
        {
            let alike = (leader..self.boundaries.len()).filter(|i| {
                *i == leader
                    || self.twin[*i].is_some() && self.boundaries[*i] == self.boundaries[leader]
            });
            ways = ways.saturating_mul(1 + alike.filter(|i| Some(*i) != cut).count() as u32);
        }
        if symmetric { ways.div_ceil(2) } else { ways }
    }

    /// Returns the index to which mirroring the region moves a corner, if the boundary then reads the same. With
    /// crosscaps, each boundary can be mirrored on its own.
    fn mirrored(&self, boundary: usize, at: usize) -> Option<usize> {
        let sum = usize::from(self.mirror[boundary]?);
        let n = self.boundaries[boundary].len();
        Some((sum + n - at) % n)
    }

    fn splits(&self, buffers: &mut Buffers, found: &mut ChildVisitor<'_>) -> ControlFlow<()> {
        let loops = self.new.is_some() || buffers.variant.allows_bare_line(true);
        if self.bare > 0 && loops && !self.leaves_out(buffers, [0, 0], || self.ways(None, true)) {
            buffers.first.clear();
            buffers.first.push(self.names[0]);
            buffers.first.extend(self.new);
            buffers.first.push(SEP);
            self.distribute(buffers, None, true, found)?;
            self.around(buffers, None, found)?;
        }
        for (which, boundary) in self.boundaries.iter().enumerate() {
            if self.twin[which].is_some() {
                continue;
            }
            let n = boundary.len();
            for i in 0..n {
                for j in i..n {
                    let (a, b) = (boundary[i], boundary[j]);
                    if a == b && a >= LETTER || i == j && (a == TWO || !loops) {
                        continue;
                    }
                    let mut symmetric = n == 1;
                    if let (Some(k), Some(l)) = (self.mirrored(which, i), self.mirrored(which, j)) {
                        // One of a cut and its mirror image is enough. If they differ only in their sides, half of the
                        // ways to fill the sides are enough.
                        if (k.min(l), k.max(l)) < (i, j) {
                            continue;
                        }
                        symmetric |= i != j && (k, l) == (i, j);
                    }
                    if self.leaves_out(buffers, [a, b], || self.ways(Some(which), symmetric)) {
                        continue;
                    }
                    // The side from i to j, and the side from j round to i, each closed by the new spot.
                    self.cut(buffers, boundary, i, j);
                    self.distribute(buffers, Some(which), symmetric, found)?;
                    self.around(buffers, Some(which), found)?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Writes both sides of a cut to the buffers.
    fn cut(&self, buffers: &mut Buffers, boundary: &[u8], i: usize, j: usize) {
        let (first, second) = (&mut buffers.first, &mut buffers.second);
        let [one, other] = self.names;
        first.clear();
        second.clear();
        if i == j {
            second.extend_from_slice(&boundary[j + 1..]);
            second.extend_from_slice(&boundary[..i]);
        } else {
            // What remains of the spot at an end of the line: nothing if it dies, its letter if it had one line.
            let end = |corner: u8, name: u8| match corner {
                ONE => Some(name),
                TWO => None,
                letter => Some(letter),
            };
            first.extend(end(boundary[i], one));
            first.extend_from_slice(&boundary[i + 1..j]);
            first.extend(end(boundary[j], other));
            second.extend(end(boundary[j], other));
            second.extend_from_slice(&boundary[j + 1..]);
            second.extend_from_slice(&boundary[..i]);
            second.extend(end(boundary[i], one));
        }
        first.extend(self.new);
        first.push(SEP);
        second.extend(self.new);
        second.push(SEP);
    }

    /// Distributes the rest of the region over the two sides of the cut in the buffers, in all ways. If the sides are
    /// alike, skips one of each two ways that differ only by swapping them.
    fn distribute(
        &self,
        buffers: &mut Buffers,
        cut: Option<usize>,
        symmetric: bool,
        found: &mut ChildVisitor<'_>,
    ) -> ControlFlow<()> {
        if cut.is_none() {
            buffers.second.clear();
            buffers.second.extend_from_slice(&buffers.first);
        }
        let bare = self.bare - u8::from(cut.is_none());
        let others = (0..self.boundaries.len()).filter(|i| Some(*i) != cut);
        let others = others.fold(0, |set: BoundarySet, i| set | 1 << i);
        let divisions: smallvec::SmallVec<[(Surface, Surface); 1]> = match self.surface {
            Surface::SPHERE => smallvec::smallvec![(Surface::SPHERE, Surface::SPHERE)],
            surface @ (Surface::Handles(_) | Surface::Crosscaps(_)) => surface.divisions().into(),
        };
        self.subsets(0, 0, cut, &mut |inside| {
            let outside = others & !inside;
            let order = if symmetric {
                self.compare_sides(inside, outside)
            } else {
                Ordering::Less
            };
            for bare_inside in 0..=bare {
                let bare_outside = bare - bare_inside;
                if symmetric && bare_inside.cmp(&bare_outside).then(order).is_gt() {
                    break;
                }
                for (one, other) in &divisions {
                    let sides = [(bare_inside, inside, *one), (bare_outside, outside, *other)];
                    self.put_sides(buffers, sides, found)?;
                }
            }
            ControlFlow::Continue(())
        })
    }

    /// Finds the two sides of a cut, each with its bare spots, other boundaries and surface.
    fn put_sides(
        &self,
        buffers: &mut Buffers,
        sides: [(u8, BoundarySet, Surface); 2],
        found: &mut ChildVisitor<'_>,
    ) -> ControlFlow<()> {
        let base = buffers.child.len();
        let [one, other] = sides;
        self.directions(one.1, one.2, &mut |turned_in_one| {
            self.directions(other.1, other.2, &mut |turned_in_other| {
                self.begin(buffers, one.0, one.2);
                buffers.child.extend_from_slice(&buffers.first);
                self.end(buffers, one.1, turned_in_one);
                self.begin(buffers, other.0, other.2);
                buffers.child.extend_from_slice(&buffers.second);
                self.end(buffers, other.1, turned_in_other);
                let goes_on = found(&buffers.child);
                buffers.child.truncate(base);
                goes_on
            })
        })
    }

    /// Calls `visit` with each set of the chosen boundaries that can be turned round in a resulting region. If that
    /// region has lost its crosscaps, any boundary that reads differently backwards may be turned round.
    fn directions(
        &self,
        chosen: BoundarySet,
        left: Surface,
        visit: &mut dyn FnMut(BoundarySet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if !self.loses_crosscaps(left) {
            return visit(0);
        }
        let lopsided = (0..self.boundaries.len()).filter(|i| self.mirror[*i].is_none());
        let lopsided = lopsided.fold(0, |set: BoundarySet, i| set | 1 << i) & chosen;
        let mut turned = 0;
        loop {
            visit(turned)?;
            if turned == lopsided {
                return ControlFlow::Continue(());
            }
            turned = turned.wrapping_sub(lopsided) & lopsided;
        }
    }

    /// Draws the line of the cut in the buffers around a handle or through crosscaps, so that it does not divide the
    /// region.
    fn around(
        &self,
        buffers: &mut Buffers,
        cut: Option<usize>,
        found: &mut ChildVisitor<'_>,
    ) -> ControlFlow<()> {
        if self.on_paper {
            return ControlFlow::Continue(());
        }
        let base = buffers.child.len();
        let bare = self.bare - u8::from(cut.is_none());
        let others = (0..self.boundaries.len()).filter(|i| Some(*i) != cut);
        let others = others.fold(0, |set: BoundarySet, i| set | 1 << i);
        let surfaces = self.surface.after_one_sided().map(|left| (left, true));
        let surfaces = surfaces.chain(self.surface.after_two_sided().map(|left| (left, false)));
        for (left, is_one_sided) in surfaces {
            self.directions(others, left, &mut |turned| {
                self.begin(buffers, bare, left);
                // Each side ends with the new spot and the end of the boundary.
                let kept = buffers.first.len() - usize::from(is_one_sided);
                buffers.child.extend_from_slice(&buffers.first[..kept]);
                let is_turned = self.loses_crosscaps(left);
                if is_one_sided || is_turned {
                    let back = &buffers.second[..buffers.second.len() - 2];
                    buffers.child.extend(back.iter().rev());
                    buffers.child.extend(self.new);
                    buffers.child.push(SEP);
                } else {
                    buffers.child.extend_from_slice(&buffers.second);
                }
                self.end(buffers, others, turned);
                let goes_on = found(&buffers.child);
                buffers.child.truncate(base);
                goes_on
            })?;
        }
        ControlFlow::Continue(())
    }

    /// Returns whether the region has crosscaps and the resulting one, `left`, has none.
    fn loses_crosscaps(&self, left: Surface) -> bool {
        !self.surface.is_orientable() && left.is_orientable()
    }

    /// Begins a resulting region.
    fn begin(&self, buffers: &mut Buffers, bare: u8, surface: Surface) {
        let code = if self.on_paper {
            PAPER
        } else {
            shape::code(surface)
        };
        buffers.child.extend([bare, code]);
    }

    /// Ends a region with the chosen boundaries, of which some are turned round.
    fn end(&self, buffers: &mut Buffers, chosen: BoundarySet, turned: BoundarySet) {
        for (i, boundary) in self.boundaries.iter().enumerate() {
            if chosen >> i & 1 == 1 {
                let start = buffers.child.len();
                buffers.child.extend_from_slice(boundary);
                if turned >> i & 1 == 1 {
                    buffers.child[start..].reverse();
                }
                buffers.child.push(SEP);
            }
        }
        buffers.child.push(END);
    }

    /// Compares two sets of boundaries, treating boundaries that read the same as equal.
    fn compare_sides(&self, inside: BoundarySet, outside: BoundarySet) -> Ordering {
        let n = self.boundaries.len();
        let leaders = (0..n).filter(|i| self.twin[*i].is_none());
        for leader in leaders {
            let alike = (leader..n).fold(0, |set: BoundarySet, i| {
                let is_alike = i == leader
                    || self.twin[i].is_some() && self.boundaries[i] == self.boundaries[leader];
                set | BoundarySet::from(is_alike) << i
            });
            let order = (inside & alike)
                .count_ones()
                .cmp(&(outside & alike).count_ones());
            if order.is_ne() {
                return order;
            }
        }
        Ordering::Equal
    }

    /// Calls `visit` with the union of `inside` and each set of boundaries from `at` on. Among boundaries that read the
    /// same only the number chosen matters, so it chooses the first ones.
    fn subsets(
        &self,
        at: usize,
        inside: BoundarySet,
        cut: Option<usize>,
        visit: &mut dyn FnMut(BoundarySet) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if at == self.boundaries.len() {
            return visit(inside);
        }
        self.subsets(at + 1, inside, cut, visit)?;
        let leads = |twin: u8| inside >> twin & 1 == 1 || cut == Some(usize::from(twin));
        if Some(at) != cut && self.twin[at].is_none_or(leads) {
            self.subsets(at + 1, inside | 1 << at, cut, visit)?;
        }
        ControlFlow::Continue(())
    }

    fn joins(&self, buffers: &mut Buffers, found: &mut ChildVisitor<'_>) -> ControlFlow<()> {
        let base = buffers.child.len();
        let [one, other] = self.names;
        let new = self.new;
        let n = self.boundaries.len();
        if self.bare > 1 && !self.leaves_out(buffers, [0, 0], || 1) {
            self.begin(buffers, self.bare - 2, self.surface);
            buffers.child.push(ONE);
            buffers.child.extend(new);
            buffers.child.push(ONE);
            buffers.child.extend(new);
            buffers.child.push(SEP);
            self.finish_join(buffers, [n, n], found)?;
            buffers.child.truncate(base);
        }
        for i in 0..n {
            let (a, twin) = (self.boundaries[i], self.twin[i]);
            if self.bare > 0 && twin.is_none() {
                for x in 0..a.len() {
                    if self.mirrored(i, x).is_some_and(|image| image < x) {
                        continue;
                    }
                    if self.leaves_out(buffers, [0, a[x]], || 1) {
                        continue;
                    }
                    self.begin(buffers, self.bare - 1, self.surface);
                    buffers.child.push(ONE);
                    buffers.child.extend(new);
                    open(a, x, one, &mut buffers.child);
                    buffers.child.extend(new);
                    buffers.child.push(SEP);
                    self.finish_join(buffers, [i, n], found)?;
                    buffers.child.truncate(base);
                }
            }
            // Among boundaries that read the same, use only the first, and for pairs the first two.
            if twin.is_some() {
                continue;
            }
            for j in i + 1..n {
                if self.twin[j].is_some_and(|t| usize::from(t) != i) {
                    continue;
                }
                let b = self.boundaries[j];
                for x in 0..a.len() {
                    for y in 0..b.len() {
                        let image = self.mirrored(i, x).zip(self.mirrored(j, y));
                        let swapped = self.twin[j].is_some() && y < x;
                        // Both corners of a spot, which are on two boundaries of a region only on surfaces.
                        let is_one_spot = a[x] == b[y] && a[x] >= LETTER;
                        if swapped || is_one_spot || image.is_some_and(|image| image < (x, y)) {
                            continue;
                        }
                        if self.leaves_out(buffers, [a[x], b[y]], || 1) {
                            continue;
                        }
                        // With crosscaps, the line can also reach the other boundary from its other side.
                        let fixed =
                            self.mirrored(i, x) == Some(x) || self.mirrored(j, y) == Some(y);
                        for turned in [false, true] {
                            if turned && (fixed || self.surface.is_orientable()) {
                                break;
                            }
                            self.begin(buffers, self.bare, self.surface);
                            open(a, x, one, &mut buffers.child);
                            buffers.child.extend(new);
                            let start = buffers.child.len();
                            open(b, y, other, &mut buffers.child);
                            if turned {
                                buffers.child[start..].reverse();
                            }
                            buffers.child.extend(new);
                            buffers.child.push(SEP);
                            self.finish_join(buffers, [i, j], found)?;
                            buffers.child.truncate(base);
                        }
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn finish_join(
        &self,
        buffers: &mut Buffers,
        joined: [usize; 2],
        found: &mut ChildVisitor<'_>,
    ) -> ControlFlow<()> {
        let others = (0..self.boundaries.len()).filter(|i| !joined.contains(i));
        self.end(
            buffers,
            others.fold(0, |set: BoundarySet, i| set | 1 << i),
            0,
        );
        found(&buffers.child)
    }
}

/// If a cycle of corners reads the same backwards from some index, returns the sum, modulo its length, of the indices
/// of any two corners that the reflection swaps.
fn reflection(boundary: &[u8]) -> Option<u16> {
    let n = boundary.len();
    if n < 3 {
        return Some(0);
    }
    (0..n)
        .find(|sum| (0..n).all(|i| boundary[i] == boundary[(sum + n - i) % n]))
        .map(|sum| sum as u16)
}

/// Writes a boundary once around, starting at its corner `at`, where the line starts.
fn open(boundary: &[u8], at: usize, name: u8, out: &mut Vec<u8>) {
    let end = match boundary[at] {
        ONE => Some(name),
        TWO => None,
        letter => Some(letter),
    };
    out.extend(end);
    out.extend_from_slice(&boundary[at + 1..]);
    out.extend_from_slice(&boundary[..at]);
    out.extend(end);
}
