//! The exact canonical form of a land.
//!
//! # What may be changed without changing the game
//!
//! The names of letters, the order of regions, the order of boundaries within a region, the corner at which the cycle of
//! a boundary begins, and the orientation of a region: all boundaries of one region may be mirrored together,
//! independently of other regions, because a line never crosses from one region to another. (A single boundary may not be
//! mirrored on its own.) Two lands are the same when such changes lead from one to the other; the canonical form is a
//! string of bytes that is equal exactly for lands that are the same.
//!
//! # How
//!
//! Boundaries that share letters form a *piece*. Regions and pieces make a tree: a closed chain of them would be a
//! closed curve on the sphere that meets the drawing nowhere. From a corner and an orientation of its region, a
//! *walk* writes the piece down: the boundary from that corner on, letters numbered as they appear, then the other
//! boundaries of the piece in the order in which their letters appeared, each from the corner where it was reached. The
//! other boundaries of each region begin pieces of their own; their walks, sorted, are written behind. The
//! canonical form is the least walk over all beginnings.
//!
//! Where a region could be walked in both orientations, colours decide: hashes of the surroundings, refined a few
//! rounds as in the Weisfeiler–Leman method. They also select the beginnings: only those of the rarest
//! colour. Colours depend on nothing that may be changed, so the choice is canonical; where they do not
//! decide, both ways are walked and the lesser result is kept. So the form is exact however good the colours are: they
//! only save time.
//!
//! # The form
//!
//! ```text
//! land  = 1*entry                     ; the regions that the first piece meets
//! entry = 1*corner SEP bare *sub END  ; where the walk came in; bare spots; the other pieces
//! sub   = 1*corner SEP *entry END     ; letters begin anew
//! ```
//!
//! A land of nothing but bare spots is `bare END`, which cannot be confused as no entry begins below ONE and ends so
//! soon.

use core::cell::RefCell;

use smallvec::{SmallVec, smallvec};

use super::shape::{END, LETTER, SEP};

const NONE: u16 = u16::MAX;

/// Buffers for computing canonical forms, to be kept between calls.
#[derive(Default, Debug)]
pub(crate) struct Canoniser {
    corner: Vec<u8>,
    next: [Vec<u16>; 2],
    mate: Vec<u16>,
    boundary_of: Vec<u16>,
    /// First corner and length.
    boundary: Vec<(u16, u16)>,
    region_of: Vec<u16>,
    /// Bare spots, first boundary, and the boundary after the last.
    region: Vec<(u8, u16, u16)>,
    colour: [Vec<u64>; 2],
    fresh: [Vec<u64>; 2],
    order: Vec<(u64, u16, u8)>,
    /// The walk of the piece that hangs by a boundary, by boundary and orientation; it does not depend on the way there.
    subs: RefCell<Vec<Form>>,
}

/// A walk under way.
#[derive(Clone)]
struct Walk {
    out: Form,
    /// The number of each letter, by the corner of it that was met first.
    number: SmallVec<[u8; 40]>,
    next: u8,
    /// Corners at which boundaries of the piece are to be entered.
    queue: SmallVec<[u16; 16]>,
    head: usize,
    visited: SmallVec<[bool; 24]>,
}

/// A form, or part of one; most are short.
type Form = SmallVec<[u8; 56]>;

fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 29)
}

impl Canoniser {
    /// Appends the canonical form of a connected, reduced shape to `out`.
    pub(crate) fn canonise(&mut self, shape: &[u8], out: &mut Vec<u8>) {
        self.read(shape);
        if self.corner.is_empty() {
            out.push(self.region[0].0);
            out.push(END);
            return;
        }
        self.paint();
        let subs = self.subs.get_mut();
        subs.clear();
        subs.resize(2 * self.boundary.len(), Form::new());
        // The rarest colour, and among those the least.
        self.order.clear();
        for c in 0..self.corner.len() as u16 {
            for o in 0..2u8 {
                self.order
                    .push((self.colour[usize::from(o)][usize::from(c)], c, o));
            }
        }
        self.order.sort_unstable();
        let order = core::mem::take(&mut self.order);
        let rarest = order
            .chunk_by(|a, b| a.0 == b.0)
            .min_by_key(|class| class.len());
        let mut best: Option<Form> = None;
        for &(_, c, o) in rarest.unwrap_or_default() {
            let walk = self.land_walk(c, usize::from(o));
            if best.as_ref().is_none_or(|best| walk < *best) {
                best = Some(walk);
            }
        }
        out.extend_from_slice(&best.unwrap_or_default());
        self.order = order;
    }

    fn read(&mut self, shape: &[u8]) {
        self.corner.clear();
        self.mate.clear();
        self.boundary_of.clear();
        self.boundary.clear();
        self.region_of.clear();
        self.region.clear();
        for o in 0..2 {
            self.next[o].clear();
        }
        let mut first = [NONE; 256];
        let mut at = 0;
        while at < shape.len() {
            let bare = shape[at];
            at += 1;
            let region = self.region.len() as u16;
            let from = self.boundary.len() as u16;
            while shape[at] != END {
                let start = self.corner.len() as u16;
                let boundary = self.boundary.len() as u16;
                while shape[at] != SEP {
                    let c = self.corner.len() as u16;
                    let token = shape[at];
                    self.corner.push(token);
                    self.boundary_of.push(boundary);
                    self.next[0].push(c + 1);
                    self.next[1].push(c.wrapping_sub(1));
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
                at += 1;
                let len = self.corner.len() as u16 - start;
                self.next[0][usize::from(start + len - 1)] = start;
                self.next[1][usize::from(start)] = start + len - 1;
                self.boundary.push((start, len));
                self.region_of.push(region);
            }
            at += 1;
            self.region.push((bare, from, self.boundary.len() as u16));
        }
    }

    /// Colours each corner, read in each orientation of its region, by what surrounds it.
    fn paint(&mut self) {
        let n = self.corner.len();
        for o in 0..2 {
            self.colour[o].clear();
            self.fresh[o].clear();
            self.fresh[o].resize(n, 0);
        }
        for c in 0..n {
            let b = self.boundary_of[c];
            let (bare, from, to) = self.region[usize::from(self.region_of[usize::from(b)])];
            let kind = if self.corner[c] < LETTER {
                u64::from(self.corner[c])
            } else if self.mate[c] == NONE {
                3
            } else if self.boundary_of[usize::from(self.mate[c])] == b {
                4
            } else {
                5
            };
            let len = u64::from(self.boundary[usize::from(b)].1);
            let key = kind | len << 3 | u64::from(bare) << 20 | u64::from(to - from) << 28;
            self.colour[0].push(mix(key));
        }
        let (first, second) = self.colour.split_at_mut(1);
        second[0].extend_from_slice(&first[0]);
        let rounds = 2;
        for _ in 0..rounds {
            for o in 0..2 {
                let colour = &self.colour[o];
                for (_, from, to) in &self.region {
                    let mut whole = 0u64;
                    let (start, _) = self.boundary[usize::from(*from).min(self.boundary.len() - 1)];
                    let corners = if from == to {
                        0..0
                    } else {
                        let (last, len) = self.boundary[usize::from(*to) - 1];
                        usize::from(start)..usize::from(last + len)
                    };
                    for c in corners.clone() {
                        whole = whole.wrapping_add(mix(colour[c]));
                    }
                    for c in corners {
                        let ahead = colour[usize::from(self.next[o][c])];
                        let behind = colour[usize::from(self.next[1 - o][c])];
                        let across = match self.mate[c] {
                            NONE => 0,
                            m if self.boundary_of[usize::from(m)] == self.boundary_of[c] => {
                                colour[usize::from(m)].rotate_left(17)
                            }
                            m => {
                                let m = usize::from(m);
                                mix(self.colour[0][m]).wrapping_add(mix(self.colour[1][m]))
                            }
                        };
                        self.fresh[o][c] = mix(colour[c]
                            .wrapping_add(ahead.rotate_left(23).wrapping_mul(0xD6E8_FEB8_6659_FD93))
                            .wrapping_add(
                                behind.rotate_left(41).wrapping_mul(0xA076_1D64_78BD_642F),
                            )
                            .wrapping_add(across.wrapping_mul(0xE703_7ED1_A0B4_28DB))
                            .wrapping_add(whole));
                    }
                }
            }
            core::mem::swap(&mut self.colour, &mut self.fresh);
        }
    }

    fn begin(&self) -> Walk {
        Walk {
            out: Form::new(),
            number: smallvec![0; self.corner.len()],
            next: LETTER,
            queue: SmallVec::new(),
            head: 0,
            visited: smallvec![false; self.boundary.len()],
        }
    }

    fn land_walk(&self, c: u16, o: usize) -> Form {
        let mut walk = self.begin();
        self.write_boundary(&mut walk, c, o);
        let boundary = self.boundary_of[usize::from(c)];
        let rest = self.write_rest(boundary, o);
        walk.out.extend_from_slice(&rest);
        self.finish(walk)
    }

    /// The least walk of the piece that hangs in its region by `boundary` alone.
    fn sub_walk(&self, boundary: u16, o: usize) -> Form {
        let memo = 2 * usize::from(boundary) + o;
        if !self.subs.borrow()[memo].is_empty() {
            return self.subs.borrow()[memo].clone();
        }
        let (start, len) = self.boundary[usize::from(boundary)];
        let key = |from: u16| {
            let mut c = from;
            core::iter::from_fn(move || {
                let colour = self.colour[o][usize::from(c)];
                c = self.next[o][usize::from(c)];
                Some(colour)
            })
            .take(usize::from(len))
        };
        let mut least: SmallVec<[u16; 8]> = smallvec![start];
        for c in start + 1..start + len {
            match key(c).cmp(key(least[0])) {
                core::cmp::Ordering::Less => {
                    least.clear();
                    least.push(c);
                }
                core::cmp::Ordering::Equal => least.push(c),
                core::cmp::Ordering::Greater => {}
            }
        }
        let mut best: Option<Form> = None;
        for c in least {
            let mut walk = self.begin();
            self.write_boundary(&mut walk, c, o);
            let mut walk = self.finish(walk);
            walk.push(END);
            if best.as_ref().is_none_or(|best| walk < *best) {
                best = Some(walk);
            }
        }
        let best = best.unwrap_or_default();
        self.subs.borrow_mut()[memo].clone_from(&best);
        best
    }

    /// What stands in an entry behind its boundary.
    fn write_rest(&self, boundary: u16, o: usize) -> Form {
        let (bare, from, to) = self.region[usize::from(self.region_of[usize::from(boundary)])];
        let mut rest: Form = smallvec![bare];
        let mut subs: SmallVec<[Form; 3]> = (from..to)
            .filter(|b| *b != boundary)
            .map(|b| self.sub_walk(b, o))
            .collect();
        subs.sort_unstable();
        for sub in &subs {
            rest.extend_from_slice(sub);
        }
        rest.push(END);
        rest
    }

    /// The number that a walk has given to the letter at a corner, or 0.
    fn number(&self, walk: &Walk, c: u16) -> u8 {
        let mate = self.mate[usize::from(c)];
        let first = if mate == NONE { c } else { c.min(mate) };
        walk.number[usize::from(first)]
    }

    fn write_boundary(&self, walk: &mut Walk, start: u16, o: usize) {
        let boundary = self.boundary_of[usize::from(start)];
        walk.visited[usize::from(boundary)] = true;
        let mut c = start;
        loop {
            let token = self.corner[usize::from(c)];
            if token < LETTER {
                walk.out.push(token);
            } else {
                let mut number = self.number(walk, c);
                if number == 0 {
                    number = walk.next;
                    walk.next += 1;
                    let mate = self.mate[usize::from(c)];
                    let first = if mate == NONE { c } else { c.min(mate) };
                    walk.number[usize::from(first)] = number;
                    if mate != NONE
                        && !walk.visited[usize::from(self.boundary_of[usize::from(mate)])]
                    {
                        walk.queue.push(mate);
                    }
                }
                walk.out.push(number);
            }
            c = self.next[o][usize::from(c)];
            if c == start {
                break;
            }
        }
        walk.out.push(SEP);
    }

    /// Walks the rest of the piece; where two ways look alike, takes both and returns the lesser result.
    fn finish(&self, mut walk: Walk) -> Form {
        while let Some(&c) = walk.queue.get(walk.head) {
            walk.head += 1;
            let boundary = self.boundary_of[usize::from(c)];
            if walk.visited[usize::from(boundary)] {
                continue;
            }
            let mut rest = Form::new();
            let o = match self.compare_ways(&walk, c) {
                (core::cmp::Ordering::Less, _) => 0,
                (core::cmp::Ordering::Greater, _) => 1,
                (core::cmp::Ordering::Equal, fresh) => {
                    rest = self.write_rest(boundary, 0);
                    let mirrored = self.write_rest(boundary, 1);
                    match rest.cmp(&mirrored) {
                        core::cmp::Ordering::Less => 0,
                        core::cmp::Ordering::Greater => {
                            rest = mirrored;
                            1
                        }
                        core::cmp::Ordering::Equal if fresh < 2 => 0,
                        core::cmp::Ordering::Equal => {
                            let mut other = walk.clone();
                            self.write_boundary(&mut other, c, 1);
                            other.out.extend_from_slice(&rest);
                            self.write_boundary(&mut walk, c, 0);
                            walk.out.extend_from_slice(&rest);
                            return self.finish(walk).min(self.finish(other));
                        }
                    }
                }
            };
            self.write_boundary(&mut walk, c, o);
            if rest.is_empty() {
                rest = self.write_rest(boundary, o);
            }
            walk.out.extend_from_slice(&rest);
        }
        walk.out
    }

    /// Compares the two orientations in which a boundary can be read from `c`; also returns how many letters in it
    /// lead on to boundaries not yet known.
    fn compare_ways(&self, walk: &Walk, c: u16) -> (core::cmp::Ordering, usize) {
        let key = |at: u16, o: usize| (self.number(walk, at), self.colour[o][usize::from(at)]);
        let (mut ahead, mut behind) = (c, c);
        let mut fresh = 0;
        loop {
            let order = key(ahead, 0).cmp(&key(behind, 1));
            if order.is_ne() {
                return (order, fresh);
            }
            let leads_on =
                self.corner[usize::from(ahead)] >= LETTER && self.number(walk, ahead) == 0;
            fresh += usize::from(leads_on);
            ahead = self.next[0][usize::from(ahead)];
            behind = self.next[1][usize::from(behind)];
            if ahead == c {
                return (order, fresh);
            }
        }
    }
}

/// Appends the shape that a canonical form stands for to `out`.
pub(crate) fn expand(form: &[u8], out: &mut Vec<u8>) {
    if form.len() == 2 {
        out.extend_from_slice(form);
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
    /// The first letter that is not in use.
    next: u8,
    /// Whole regions only.
    out: &'a mut Vec<u8>,
}

impl Expander<'_> {
    /// Copies a boundary of a piece, the letters of which have the given names so far.
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
        let mut region = vec![0];
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
