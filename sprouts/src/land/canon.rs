//! The exact canonical form of a land.
//!
//! # Changes that preserve the game
//!
//! We may rename letters, reorder regions, reorder the boundaries within a region, start the cycle of a boundary at
//! another corner, and mirror a region: all its boundaries together, independently of other regions, because a line
//! never crosses from one region to another. (A single boundary may not be mirrored on its own.) Two lands are the same
//! if such changes turn one into the other. The canonical form is a byte string, and two lands are the same if and only
//! if their forms are equal.
//!
//! # Algorithm
//!
//! Boundaries that share letters form a *piece*. Regions and pieces form a tree, because a cycle of them would mean a
//! closed curve on the sphere that separates the drawing without meeting it. Given a corner and an orientation of its
//! region, a *walk* writes the piece: the boundary from that corner on, letters numbered as they appear, then the other
//! boundaries of the piece in the order in which their letters appeared, each from the corner where it was reached. The
//! other boundaries of each region belong to other pieces, whose sorted walks follow. The canonical form is the least
//! walk over all starting points.
//!
//! Where a region could be walked in both orientations, colours decide which one is used. A colour is a hash of a
//! corner's surroundings, refined as in the Weisfeiler–Leman method. Colours also limit the starting points to corners
//! of the rarest colour. They are invariant under the changes above, so the choice is canonical. Where they do not
//! decide, both orientations are walked and the lesser result is kept. The form is therefore exact even if colours
//! collide, since they only save time, as long as that happens at most [`MOST_FORKS`] times. Tests in `lands.rs`
//! compare numbers of forms with counts by graph isomorphism.
//!
//! # The form
//!
//! ```text
//! land  = 1*entry                     ; the regions that the first piece meets
//! entry = 1*corner SEP bare *sub END  ; where the walk came in; bare spots; the other pieces
//! sub   = 1*corner SEP *entry END     ; letters start over
//! ```
//!
//! A land that has only bare spots is `bare END`. This is unambiguous, because no entry starts with a byte below ONE
//! and ends after the next byte.

mod walk;

mod surface;

use core::cmp::Ordering;

use common::sorting;

use smallvec::SmallVec;

use super::shape::{END, LETTER, PAPER, SEP};
#[cfg(feature = "cluster")]
pub(super) use surface::MARK;
use walk::{NONE, is_mirror, mix};

// Colours decide which walks are tried, and so which of them is least. A change of what follows, or of how colours are
// computed, changes forms. Keys of stores are spelled from forms, so entries of existing stores would not be found any
// more: such a change needs another kind of store (`NIMBERS` in `solve/claims/stored.rs`).

/// The number of refinements of colours. Over 12 spots, a form takes 9 % fewer instructions without one, and 10 % more
/// with a second (callgrind). The refinement is for lands whose boundaries have the same lengths: it tells their
/// corners apart by their neighbours, and so saves starting points and second orientations.
const ROUNDS: usize = 1;

/// The number of times that a region is walked in both orientations for one land. Beyond that, one orientation is
/// taken, so equal lands may have different forms, which costs time; different lands never have the same form. A land
/// of 22 regions that a symmetry mirrors would have millions of walks, and no limit of time is checked meanwhile.
const MOST_FORKS: u32 = 1 << 12;

/// Multipliers of colours: one from the hash function degski64 and two from wyhash. Other odd numbers with irregular
/// bits would do, since colours that collide only cost time.
const FIRST: u64 = 0xD6E8_FEB8_6659_FD93;
const ACROSS: u64 = 0xE703_7ED1_A0B4_28DB;
const BESIDE: u64 = 0xA076_1D64_78BD_642F;

/// Rotations that tell a colour from the one across a letter, and from the sum of those of its region. Other numbers
/// would do.
const TURN_ACROSS: u32 = 17;
const TURN_REGION: u32 = 29;

/// Computes canonical forms; keep it between calls to reuse its buffers.
#[derive(Default, Debug)]
pub(crate) struct Canoniser {
    corner: Vec<u8>,
    /// The other corner of a letter, or [`NONE`].
    mate: Vec<u16>,
    boundary_of: Vec<u16>,
    boundary: Vec<BoundarySpan>,
    region: Vec<RegionSpan>,
    colour: Vec<u64>,
    fresh: Vec<u64>,
    order: Vec<u64>,
    /// The number that the current walk has given to a letter, or 0, indexed by the letter's lesser corner.
    number: Vec<u8>,
    /// Whether the current walk has visited a boundary.
    met: Vec<bool>,
    /// The corners where the current walks first met each letter, and the boundaries they visited; the innermost walk
    /// comes last.
    named: Vec<u16>,
    entered: Vec<u16>,
    /// The walk of the subtree below a boundary, by boundary and orientation, as a range of the arena. It does not
    /// depend on how the boundary was reached.
    subs: Vec<(u32, u32)>,
    arena: Vec<u8>,
    spare: Vec<Vec<u8>>,
    /// The number of regions that were walked in both orientations for the present land.
    forks: u32,
}

#[derive(Clone, Copy, Debug)]
struct BoundarySpan {
    start: u16,
    len: u16,
    region: u16,
}

#[derive(Clone, Copy, Debug)]
struct RegionSpan {
    bare: u8,
    /// The first boundary and the end of the range.
    from: u16,
    to: u16,
    /// Whether the region reads the same in its mirror image.
    mirror: bool,
}

/// A walk in progress, and the least one so far from other starting points.
struct Walk {
    out: Vec<u8>,
    best: Vec<u8>,
    /// The length of the known common prefix.
    equal: usize,
    /// Whether the walk is less than the best.
    less: bool,
}

impl Walk {
    /// Returns whether the walk is not yet greater than the best one.
    fn is_promising(&mut self) -> bool {
        if self.less || self.best.is_empty() {
            return true;
        }
        // All walks of a piece have the same length: a byte for each corner, one for each boundary, two for each
        // region, and one for each other piece. So none is the beginning of another.
        let end = self.out.len().min(self.best.len());
        match self.out[self.equal..end].cmp(&self.best[self.equal..end]) {
            Ordering::Less => self.less = true,
            Ordering::Equal => self.equal = end,
            Ordering::Greater => return false,
        }
        true
    }
}

impl Canoniser {
    /// Appends the canonical form of a connected, reduced shape to `out`.
    pub(crate) fn canonise(&mut self, shape: &[u8], out: &mut Vec<u8>) {
        if shape[1] != PAPER {
            surface::canonise(shape, out);
            return;
        }
        self.read(shape);
        self.forks = 0;
        if self.corner.is_empty() {
            out.push(self.region[0].bare);
            out.push(END);
            return;
        }
        self.paint();
        // The rarest colour, and among those the least. A region that is its own mirror image is walked in one
        // orientation. A corner takes the place of the 16 lowest bits of its colour; that is enough, since a shape has
        // fewer than 2^16 corners, and colours that become equal by this only cost time.
        let mut order = core::mem::take(&mut self.order);
        order.clear();
        let colours = self.colour.iter().enumerate();
        order.extend(colours.map(|(c, colour)| colour & !0xFFFF | c as u64));
        sorting::sort_hot(&mut order);
        let ways = |c: &u64| 2 - usize::from(self.region_at(*c as u16).mirror);
        let classes = order.chunk_by(|a, b| a >> 16 == b >> 16);
        let rarest = classes.min_by_key(|class| class.iter().map(ways).sum::<usize>());
        let mut starts: SmallVec<[(u16, usize); 16]> = SmallVec::new();
        for c in rarest.unwrap_or_default() {
            starts.extend((0..ways(c)).map(|o| (*c as u16, o)));
        }
        let mut walk = self.begin();
        for (c, o) in starts {
            self.walk(&mut walk, c, o, true);
        }
        out.extend_from_slice(&walk.best);
        self.end(walk);
        self.order = order;
    }

    fn region_of(&self, boundary: u16) -> RegionSpan {
        self.region[usize::from(self.boundary[usize::from(boundary)].region)]
    }

    fn region_at(&self, c: u16) -> RegionSpan {
        self.region_of(self.boundary_of[usize::from(c)])
    }

    fn read(&mut self, shape: &[u8]) {
        self.corner.clear();
        self.mate.clear();
        self.boundary_of.clear();
        self.boundary.clear();
        self.region.clear();
        let mut first = [NONE; 256];
        let mut at = 0;
        while at < shape.len() {
            let bare = shape[at];
            at += 2;
            let region = self.region.len() as u16;
            let from = self.boundary.len() as u16;
            let mut mirror = true;
            while shape[at] != END {
                let start = self.corner.len() as u16;
                let boundary = self.boundary.len() as u16;
                let begin = at;
                while shape[at] != SEP {
                    let c = self.corner.len() as u16;
                    let token = shape[at];
                    self.corner.push(token);
                    self.boundary_of.push(boundary);
                    let mut mate = NONE;
                    if token >= LETTER {
                        let known = &mut first[usize::from(token)];
                        if *known == NONE {
                            *known = c;
                        } else {
                            mate = *known;
                            self.mate[usize::from(mate)] = c;
                        }
                    }
                    self.mate.push(mate);
                    at += 1;
                }
                mirror = mirror && is_mirror(&shape[begin..at]);
                let len = (at - begin) as u16;
                self.boundary.push(BoundarySpan { start, len, region });
                at += 1;
            }
            at += 1;
            let to = self.boundary.len() as u16;
            self.region.push(RegionSpan {
                bare,
                from,
                to,
                mirror,
            });
        }
        self.number.clear();
        self.number.resize(self.corner.len(), 0);
        self.met.clear();
        self.met.resize(self.boundary.len(), false);
        self.subs.clear();
        self.subs.resize(2 * self.boundary.len(), (0, 0));
        self.arena.clear();
    }

    /// Colours each corner by its surroundings; the colour is the same in either orientation.
    ///
    /// Only sums over sets that do not depend on how the land is drawn enter a colour: both neighbours in a cycle, and
    /// all corners of a region.
    fn paint(&mut self) {
        self.fresh.clear();
        for boundary in &self.boundary {
            let region = self.region[usize::from(boundary.region)];
            // Fields side by side, above the three bits of the kind of corner: 16 bits for the length, eight for the
            // bare spots, and 16 for the number of boundaries.
            let place = u64::from(boundary.len) << 3
                | u64::from(region.bare) << 20
                | u64::from(region.to - region.from) << 28
                | u64::from(region.mirror) << 45;
            let start = usize::from(boundary.start);
            for c in start..start + usize::from(boundary.len) {
                let kind = if self.corner[c] < LETTER {
                    u64::from(self.corner[c])
                } else if self.mate[c] == NONE {
                    3
                } else if (start..start + usize::from(boundary.len))
                    .contains(&usize::from(self.mate[c]))
                {
                    4
                } else {
                    5
                };
                self.fresh.push((place | kind).wrapping_mul(FIRST));
            }
        }
        self.colour.clear();
        for (c, base) in self.fresh.iter().enumerate() {
            let across = match self.mate[c] {
                NONE => 0,
                mate => self.fresh[usize::from(mate)].rotate_left(TURN_ACROSS),
            };
            self.colour.push(mix(base.wrapping_add(across)));
        }
        for _ in 0..ROUNDS {
            self.fresh.clear();
            let colour = &self.colour[..];
            for region in &self.region {
                let boundaries = &self.boundary[usize::from(region.from)..usize::from(region.to)];
                let (Some(first), Some(last)) = (boundaries.first(), boundaries.last()) else {
                    continue;
                };
                let corners = usize::from(first.start)..usize::from(last.start + last.len);
                let whole = colour[corners]
                    .iter()
                    .fold(0u64, |sum, c| sum.wrapping_add(*c))
                    .rotate_left(TURN_REGION);
                for boundary in boundaries {
                    let start = usize::from(boundary.start);
                    let end = start + usize::from(boundary.len);
                    let cycle = &colour[start..end];
                    let mates = &self.mate[start..end];
                    let mut behind = cycle[cycle.len() - 1];
                    for (i, (own, mate)) in cycle.iter().zip(mates).enumerate() {
                        let ahead = cycle.get(i + 1).unwrap_or(&cycle[0]);
                        let across = match *mate {
                            NONE => 0,
                            mate => colour[usize::from(mate)].wrapping_mul(ACROSS),
                        };
                        let beside = behind.wrapping_add(*ahead).wrapping_mul(BESIDE);
                        let sum = own.wrapping_add(beside ^ whole).wrapping_add(across);
                        self.fresh.push(mix(sum));
                        behind = *own;
                    }
                }
            }
            core::mem::swap(&mut self.colour, &mut self.fresh);
        }
    }

    fn begin(&mut self) -> Walk {
        let mut buffer = || {
            let mut buffer = self.spare.pop().unwrap_or_default();
            buffer.clear();
            buffer
        };
        Walk {
            out: buffer(),
            best: buffer(),
            equal: 0,
            less: false,
        }
    }

    fn end(&mut self, walk: Walk) {
        self.spare.push(walk.out);
        self.spare.push(walk.best);
    }

    /// Walks a piece from a corner in an orientation. If this is the walk of the whole land, writes the rest of the
    /// corner's region first.
    fn walk(&mut self, walk: &mut Walk, c: u16, o: usize, land: bool) {
        let before = (self.named.len(), self.entered.len());
        walk.out.clear();
        (walk.equal, walk.less) = (0, false);
        self.write_boundary(walk, before.0, c, o);
        if land {
            self.write_rest(walk, self.boundary_of[usize::from(c)], o);
        }
        self.finish(walk, before.0, before.0);
        self.forget(before);
    }

    /// Undoes the letter numbers and visited boundaries recorded since the given counts.
    fn forget(&mut self, (named, entered): (usize, usize)) {
        for c in self.named.drain(named..) {
            let mate = self.mate[usize::from(c)];
            self.number[usize::from(c.min(mate))] = 0;
        }
        for boundary in self.entered.drain(entered..) {
            self.met[usize::from(boundary)] = false;
        }
    }

    /// Returns the walk of the subtree that is attached to its region by `boundary`, as a range of the arena.
    fn sub(&mut self, boundary: u16, o: usize) -> (u32, u32) {
        let o = if self.region_of(boundary).mirror {
            0
        } else {
            o
        };
        let memo = 2 * usize::from(boundary) + o;
        if self.subs[memo].1 > 0 {
            return self.subs[memo];
        }
        let BoundarySpan { start, len, .. } = self.boundary[usize::from(boundary)];
        if len == 1 && self.corner[usize::from(start)] < LETTER {
            return self.keep(memo, &[self.corner[usize::from(start)], SEP]);
        }
        let mut least: SmallVec<[u16; 8]> = SmallVec::new();
        least.push(start);
        for c in start + 1..start + len {
            let colours = |from| self.cycle(from, o).map(|c| self.colour[usize::from(c)]);
            match colours(c).cmp(colours(least[0])) {
                Ordering::Less => {
                    least.clear();
                    least.push(c);
                }
                Ordering::Equal => least.push(c),
                Ordering::Greater => {}
            }
        }
        let mut walk = self.begin();
        for c in least {
            self.walk(&mut walk, c, o, false);
        }
        let sub = self.keep(memo, &walk.best);
        self.end(walk);
        sub
    }

    fn keep(&mut self, memo: usize, walk: &[u8]) -> (u32, u32) {
        let start = self.arena.len() as u32;
        self.arena.extend_from_slice(walk);
        self.arena.push(END);
        self.subs[memo] = (start, self.arena.len() as u32);
        self.subs[memo]
    }

    fn subbed(&self, (start, end): (u32, u32)) -> &[u8] {
        &self.arena[start as usize..end as usize]
    }

    /// Writes the part of an entry that follows its boundary.
    fn write_rest(&mut self, walk: &mut Walk, boundary: u16, o: usize) {
        let region = self.region_of(boundary);
        walk.out.push(region.bare);
        let mut subs: SmallVec<[(u32, u32); 8]> = SmallVec::new();
        for other in (region.from..region.to).filter(|b| *b != boundary) {
            let sub = self.sub(other, o);
            subs.push(sub);
        }
        if subs.len() > 1 {
            sorting::sort_hot_by(&mut subs, |a, b| self.subbed(*a).cmp(self.subbed(*b)));
        }
        for sub in subs {
            walk.out.extend_from_slice(self.subbed(sub));
        }
        walk.out.push(END);
    }

    /// Returns the corners of a boundary, starting at `from`, in an orientation.
    fn cycle(&self, from: u16, o: usize) -> impl Iterator<Item = u16> + use<> {
        let boundary = self.boundary[usize::from(self.boundary_of[usize::from(from)])];
        let (first, last) = (boundary.start, boundary.start + boundary.len - 1);
        let mut c = from;
        (0..boundary.len).map(move |_| {
            let here = c;
            c = if o == 0 {
                if c == last { first } else { c + 1 }
            } else if c == first {
                last
            } else {
                c - 1
            };
            here
        })
    }

    /// Returns the number that the current walk has given to the letter at a corner, or 0.
    fn number(&self, c: u16) -> u8 {
        self.number[usize::from(c.min(self.mate[usize::from(c)]))]
    }

    /// Writes a boundary; letters named since `base` belong to this walk.
    fn write_boundary(&mut self, walk: &mut Walk, base: usize, start: u16, o: usize) {
        let boundary = self.boundary_of[usize::from(start)];
        self.met[usize::from(boundary)] = true;
        self.entered.push(boundary);
        for c in self.cycle(start, o) {
            let token = self.corner[usize::from(c)];
            if token < LETTER {
                walk.out.push(token);
                continue;
            }
            let number = &mut self.number[usize::from(c.min(self.mate[usize::from(c)]))];
            if *number == 0 {
                // At most 240 letters (`LETTERS` in `glop/corner.rs`), so this is below `SEP`.
                *number = LETTER + (self.named.len() - base) as u8;
                self.named.push(c);
            }
            walk.out.push(*number);
        }
        walk.out.push(SEP);
    }

    /// Walks the rest of the piece, following the letters named from `head` on. If two orientations look alike, tries
    /// both.
    fn finish(&mut self, walk: &mut Walk, base: usize, mut head: usize) {
        while walk.is_promising() {
            let Some(named) = self.named.get(head) else {
                if walk.less || walk.best.is_empty() {
                    walk.best.clear();
                    walk.best.extend_from_slice(&walk.out);
                }
                return;
            };
            let c = self.mate[usize::from(*named)];
            head += 1;
            if c == NONE {
                continue;
            }
            let boundary = self.boundary_of[usize::from(c)];
            if self.met[usize::from(boundary)] {
                continue;
            }
            let mut way = 0;
            if !self.region_of(boundary).mirror {
                let (mut order, fresh) = self.compare_ways(c);
                if order.is_eq() {
                    order = self.compare_rests(walk, boundary);
                }
                if order.is_gt() {
                    way = 1;
                }
                // Each fork doubles the work, but only where colours do not decide. They never do where a symmetry of
                // the land swaps both ways.
                if order.is_eq() && fresh > 1 && self.forks < MOST_FORKS {
                    self.forks += 1;
                    let before = (self.named.len(), self.entered.len());
                    let written = walk.out.len();
                    self.write_boundary(walk, base, c, 1);
                    self.write_rest(walk, boundary, 1);
                    self.finish(walk, base, head);
                    self.forget(before);
                    walk.out.truncate(written);
                    // The previous best may have changed.
                    (walk.equal, walk.less) = (0, false);
                }
            }
            self.write_boundary(walk, base, c, way);
            self.write_rest(walk, boundary, way);
        }
    }

    /// Compares the rest of a boundary's region, read in both orientations.
    fn compare_rests(&mut self, walk: &mut Walk, boundary: u16) -> Ordering {
        let region = self.region_of(boundary);
        if region.to - region.from == 1 {
            return Ordering::Equal;
        }
        let start = walk.out.len();
        self.write_rest(walk, boundary, 0);
        let middle = walk.out.len();
        self.write_rest(walk, boundary, 1);
        let order = walk.out[start..middle].cmp(&walk.out[middle..]);
        walk.out.truncate(start);
        order
    }

    /// Compares the two orientations in which a boundary can be read from `c`. Also returns how many of its corners
    /// have letters that the walk has not met.
    ///
    /// If the two are equal and there is at most one such corner, they write the same bytes and name the same letter.
    /// Then the rest of the walk is the same, too. With two or more, the letters may get other numbers.
    fn compare_ways(&self, c: u16) -> (Ordering, usize) {
        let mut fresh = 0;
        for (ahead, behind) in self.cycle(c, 0).zip(self.cycle(c, 1)) {
            let key = |c: u16| {
                let token = self.corner[usize::from(c)];
                let written = if token < LETTER {
                    token
                } else {
                    self.number(c)
                };
                (written, self.colour[usize::from(c)])
            };
            let order = key(ahead).cmp(&key(behind));
            if order.is_ne() {
                return (order, fresh);
            }
            let is_letter = self.corner[usize::from(ahead)] >= LETTER;
            fresh += usize::from(is_letter && self.number(ahead) == 0);
        }
        (Ordering::Equal, fresh)
    }
}

/// Appends the shape that a canonical form describes to `out`.
pub(crate) fn expand(form: &[u8], out: &mut Vec<u8>) {
    if form.len() == 2 {
        out.extend([form[0], PAPER, form[1]]);
        return;
    }
    if form[0] == surface::MARK {
        surface::expand(form, out);
        return;
    }
    let mut reader = Expander {
        form,
        at: 0,
        next: LETTER,
        out,
    };
    let mut names = [0; 256];
    while reader.at < form.len() {
        reader.entry(&mut names);
    }
}

struct Expander<'a> {
    form: &'a [u8],
    at: usize,
    /// The first unused letter.
    next: u8,
    /// Whole regions only.
    out: &'a mut Vec<u8>,
}

impl Expander<'_> {
    /// Copies a boundary of a piece whose letters have the given names so far.
    fn boundary(&mut self, names: &mut [u8; 256], region: &mut Vec<u8>) {
        loop {
            let token = self.form[self.at];
            self.at += 1;
            if !(LETTER..SEP).contains(&token) {
                region.push(token);
                if token == SEP {
                    return;
                }
                continue;
            }
            let name = &mut names[usize::from(token)];
            if *name == 0 {
                *name = self.next;
                self.next += 1;
            }
            region.push(*name);
        }
    }

    fn entry(&mut self, names: &mut [u8; 256]) {
        let mut region = vec![0, PAPER];
        self.boundary(names, &mut region);
        region[0] = self.form[self.at];
        self.at += 1;
        while self.form[self.at] != END {
            let mut own = [0; 256];
            self.boundary(&mut own, &mut region);
            while self.form[self.at] != END {
                self.entry(&mut own);
            }
            self.at += 1;
        }
        self.at += 1;
        region.push(END);
        self.out.extend_from_slice(&region);
    }
}
