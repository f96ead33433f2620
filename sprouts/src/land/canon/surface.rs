//! The exact canonical form of a land on surfaces.
//!
//! More changes preserve the game than on paper. In a region with crosscaps each boundary may be reversed on its own,
//! and so it may in any region in which at most one boundary differs from its mirror image. Moreover, regions and
//! pieces need not form a tree, so the walk of [the form on paper](super) would not end.
//!
//! # Algorithm
//!
//! A walk writes a boundary from a corner on, in one direction, then the boundaries in which its letters occur again,
//! and so on. What the walk does not reach falls into components, whose boundaries share letters or regions that the
//! walk has not visited. Components do not influence each other, so each is brought to its least walk, and these are
//! sorted. Colours, which do not depend on how the land is drawn, limit the starting points and the directions, as on
//! paper.
//!
//! ```text
//! form      = MARK ( component / bare surface )  ; without a boundary, the only region
//! component = 1*( place 1*corner SEP ) *component END
//! place     = 0 bare surface / number            ; a new region, or one that the walk has met, from 1
//! ```

use std::collections::BTreeMap;

use common::sorting;
use smallvec::SmallVec;

use super::walk::{NONE, is_mirror, mix};
use crate::land::shape::{END, LETTER, SEP, surface_of};

/// The first byte of a form on surfaces. No form on paper begins with it.
pub(in crate::land) const MARK: u8 = 0;

/// The number of refinements of colours.
const ROUNDS: usize = 3;

/// Appends the canonical form of a connected, reduced shape to `out`.
pub(super) fn canonise(shape: &[u8], out: &mut Vec<u8>) {
    out.push(MARK);
    let mut drawing = Diagram::default();
    drawing.read(shape);
    if drawing.corners.is_empty() {
        out.extend_from_slice(&shape[..2]);
        return;
    }
    drawing.paint();
    let all: Vec<u16> = (0..drawing.boundaries.len() as u16).collect();
    out.extend(drawing.component(&all));
}

#[derive(Clone, Copy)]
struct Boundary {
    start: u16,
    len: u16,
    region: u16,
}

struct SurfaceRegion {
    bare: u8,
    surface: u8,
    /// Whether each boundary can be read in either direction, independently of the others.
    is_free: bool,
    /// The number in the walk, or 0, and the direction of a region that is not free.
    met: u8,
    backwards: bool,
}

struct CornerToken {
    token: u8,
    boundary: u16,
    /// The other corner of a letter, or [`NONE`].
    mate: u16,
    colour: u64,
    /// The number of the letter in the walk, from 1, or 0; kept at its lesser corner.
    number: u8,
}

#[derive(Default)]
struct Diagram {
    regions: Vec<SurfaceRegion>,
    boundaries: Vec<Boundary>,
    corners: Vec<CornerToken>,
    /// Whether the walk has visited each boundary.
    met: Vec<bool>,
    /// What the walk has met, in order: letters by the corner where it met them first, boundaries, regions.
    named: Vec<u16>,
    entered: Vec<u16>,
    visited: Vec<u16>,
}

/// The least walk of a component so far.
type LeastWalk = Option<Vec<u8>>;

impl Diagram {
    fn read(&mut self, shape: &[u8]) {
        let mut first = [NONE; 256];
        let mut at = 0;
        while at < shape.len() {
            let (bare, surface) = (shape[at], shape[at + 1]);
            at += 2;
            let region = self.regions.len() as u16;
            let mut lopsided = 0;
            while shape[at] != END {
                let (start, begin) = (self.corners.len() as u16, at);
                let boundary = self.boundaries.len() as u16;
                while shape[at] != SEP {
                    let c = self.corners.len() as u16;
                    let token = shape[at];
                    let known = &mut first[usize::from(token)];
                    let mate = if token < LETTER { NONE } else { *known };
                    if mate == NONE {
                        *known = c;
                    } else {
                        self.corners[usize::from(mate)].mate = c;
                    }
                    self.corners.push(CornerToken {
                        token,
                        boundary,
                        mate,
                        colour: 0,
                        number: 0,
                    });
                    at += 1;
                }
                lopsided += usize::from(!is_mirror(&shape[begin..at]));
                let len = (at - begin) as u16;
                self.boundaries.push(Boundary { start, len, region });
                at += 1;
            }
            at += 1;
            self.regions.push(SurfaceRegion {
                bare,
                surface,
                is_free: lopsided < 2 || !surface_of(surface).is_orientable(),
                met: 0,
                backwards: false,
            });
        }
        self.met.resize(self.boundaries.len(), false);
    }

    fn boundary_of(&self, c: u16) -> Boundary {
        self.boundaries[usize::from(self.corners[usize::from(c)].boundary)]
    }

    /// Colours each corner by what surrounds it.
    fn paint(&mut self) {
        let mut colours: Vec<u64> = Vec::with_capacity(self.corners.len());
        for corner in &self.corners {
            let boundary = self.boundaries[usize::from(corner.boundary)];
            let region = &self.regions[usize::from(boundary.region)];
            let kind = match corner.mate {
                NONE => corner.token,
                mate if self.corners[usize::from(mate)].boundary == corner.boundary => 3,
                mate if self.boundary_of(mate).region == boundary.region => 4,
                _ => 5,
            };
            let place = [kind, boundary.len as u8, region.bare, region.surface];
            colours.push(mix(u64::from(u32::from_le_bytes(place)) + 1));
        }
        for _ in 0..ROUNDS {
            let mut sums = vec![0u64; self.regions.len()];
            for (corner, colour) in self.corners.iter().zip(&colours) {
                let region = self.boundaries[usize::from(corner.boundary)].region;
                let sum = &mut sums[usize::from(region)];
                *sum = sum.wrapping_add(mix(*colour));
            }
            let mut refined = Vec::with_capacity(colours.len());
            for boundary in &self.boundaries {
                let (start, len) = (usize::from(boundary.start), usize::from(boundary.len));
                let whole = sums[usize::from(boundary.region)].rotate_left(29);
                for i in 0..len {
                    let beside = [i + 1, i + len - 1].map(|i| colours[start + i % len]);
                    let across = match self.corners[start + i].mate {
                        NONE => 0,
                        mate => colours[usize::from(mate)].wrapping_mul(0xE703_7ED1_A0B4_28DB),
                    };
                    let beside = beside[0].wrapping_add(beside[1]);
                    let beside = beside.wrapping_mul(0xA076_1D64_78BD_642F) ^ whole;
                    let own = colours[start + i].wrapping_add(beside);
                    refined.push(mix(own.wrapping_add(across)));
                }
            }
            colours = refined;
        }
        for (corner, colour) in self.corners.iter_mut().zip(colours) {
            corner.colour = colour;
        }
    }

    /// Returns the least walk of a component that the walk has not visited.
    fn component(&mut self, boundaries: &[u16]) -> Vec<u8> {
        let mut classes: BTreeMap<u64, SmallVec<[u16; 8]>> = BTreeMap::new();
        for boundary in boundaries {
            let Boundary { start, len, .. } = self.boundaries[usize::from(*boundary)];
            for c in start..start + len {
                let colour = self.corners[usize::from(c)].colour;
                classes.entry(colour).or_default().push(c);
            }
        }
        let rarest = classes.into_values().min_by_key(SmallVec::len);
        let mut best = None;
        let base = self.named.len();
        for c in rarest.unwrap_or_default() {
            for backwards in self.directions(c) {
                let before = self.met_so_far();
                let mut out = Vec::new();
                self.write(c, backwards, base, &mut out);
                self.follow(base, base, out, boundaries, &mut best);
                self.forget(before);
            }
        }
        best.expect("a component has a corner")
    }

    /// Returns the directions in which the boundary of a corner can be read.
    fn directions(&self, c: u16) -> SmallVec<[bool; 2]> {
        let boundary = self.boundary_of(c);
        let region = &self.regions[usize::from(boundary.region)];
        match (region.is_free, region.met) {
            (true, _) if boundary.len < 3 => SmallVec::from_slice(&[false]),
            (true, _) | (false, 0) => SmallVec::from_slice(&[false, true]),
            _ => SmallVec::from_slice(&[region.backwards]),
        }
    }

    fn met_so_far(&self) -> (usize, usize, usize) {
        (self.named.len(), self.entered.len(), self.visited.len())
    }

    fn forget(&mut self, (named, entered, visited): (usize, usize, usize)) {
        for c in self.named.drain(named..) {
            let mate = self.corners[usize::from(c)].mate;
            self.corners[usize::from(c.min(mate))].number = 0;
        }
        for boundary in self.entered.drain(entered..) {
            self.met[usize::from(boundary)] = false;
        }
        for region in self.visited.drain(visited..) {
            self.regions[usize::from(region)].met = 0;
        }
    }

    /// Returns the corners of a boundary from one on, in a direction.
    fn cycle(&self, c: u16, backwards: bool) -> impl Iterator<Item = u16> + use<> {
        let Boundary { start, len, .. } = self.boundary_of(c);
        let step = if backwards { len - 1 } else { 1 };
        (0..len).map(move |i| start + (c - start + i * step) % len)
    }

    /// Returns a corner as the walk writes it, if it has a number or needs none.
    fn token(&self, c: u16, base: usize) -> u8 {
        let CornerToken { token, mate, .. } = self.corners[usize::from(c)];
        if mate == NONE {
            return token;
        }
        match self.corners[usize::from(c.min(mate))].number {
            0 => SEP,
            number => LETTER + number - 1 - base as u8,
        }
    }

    fn write(&mut self, c: u16, backwards: bool, base: usize, out: &mut Vec<u8>) {
        let number = self.corners[usize::from(c)].boundary;
        self.met[usize::from(number)] = true;
        self.entered.push(number);
        let place = self.boundary_of(c).region;
        let region = &mut self.regions[usize::from(place)];
        if region.met == 0 {
            out.extend([0, region.bare, region.surface]);
            self.visited.push(place);
            region.met = self.visited.len() as u8;
            region.backwards = backwards;
        } else {
            out.push(region.met);
        }
        for c in self.cycle(c, backwards) {
            if self.token(c, base) == SEP {
                self.named.push(c);
                let mate = self.corners[usize::from(c)].mate;
                self.corners[usize::from(c.min(mate))].number = self.named.len() as u8;
            }
            out.push(self.token(c, base));
        }
        out.push(SEP);
    }

    /// Walks on along the letters named from `head` on, then through the components that are left. Where two directions
    /// look the same, tries both.
    fn follow(
        &mut self,
        base: usize,
        mut head: usize,
        mut out: Vec<u8>,
        boundaries: &[u16],
        best: &mut LeastWalk,
    ) {
        while let Some(named) = self.named.get(head) {
            let c = self.corners[usize::from(*named)].mate;
            head += 1;
            if self.met[usize::from(self.corners[usize::from(c)].boundary)] {
                continue;
            }
            let mut directions = self.directions(c);
            if directions.len() > 1 {
                let key = |c: u16| (self.token(c, base), self.corners[usize::from(c)].colour);
                let ahead = self.cycle(c, false).map(key);
                let order = ahead.cmp(self.cycle(c, true).map(key));
                let boundary = self.boundary_of(c);
                let is_free = self.regions[usize::from(boundary.region)].is_free;
                let n_fresh = self.cycle(c, false);
                let n_fresh = n_fresh.filter(|c| self.token(*c, base) == SEP).count();
                if order.is_ne() {
                    directions = SmallVec::from_slice(&[order.is_gt()]);
                } else if is_free && n_fresh < 2 {
                    directions.truncate(1);
                }
            }
            if let [_, other] = directions[..] {
                let before = self.met_so_far();
                let mut fork = out.clone();
                self.write(c, other, base, &mut fork);
                self.follow(base, head, fork, boundaries, best);
                self.forget(before);
            }
            self.write(c, directions[0], base, &mut out);
            if let Some(best) = best
                && out[..] > best[..out.len().min(best.len())]
            {
                return;
            }
        }
        let mut rest: Vec<Vec<u8>> = Vec::new();
        for component in self.components(boundaries) {
            rest.push(self.component(&component));
        }
        sorting::sort_hot(&mut rest);
        out.extend(rest.into_iter().flatten());
        out.push(END);
        if best.as_ref().is_none_or(|best| out < *best) {
            *best = Some(out);
        }
    }

    /// Returns the components of those of the given boundaries that the walk has not visited.
    fn components(&self, boundaries: &[u16]) -> Vec<Vec<u16>> {
        let left = |b: &&u16| !self.met[usize::from(**b)];
        let mut left: Vec<u16> = boundaries.iter().filter(left).copied().collect();
        let mut components = Vec::new();
        while let Some(first) = left.pop() {
            let mut component = vec![first];
            let mut done = 0;
            while let Some(next) = component.get(done) {
                let Boundary { start, len, region } = self.boundaries[usize::from(*next)];
                done += 1;
                let is_new = self.regions[usize::from(region)].met == 0;
                let mates = (start..start + len).map(|c| self.corners[usize::from(c)].mate);
                let mates: SmallVec<[u16; 8]> = mates.filter(|mate| *mate != NONE).collect();
                let beside = |b: &mut u16| {
                    is_new && self.boundaries[usize::from(*b)].region == region
                        || mates
                            .iter()
                            .any(|c| self.corners[usize::from(*c)].boundary == *b)
                };
                component.extend(left.extract_if(.., beside));
            }
            components.push(component);
        }
        components
    }
}

/// Appends the shape that a canonical form describes to `out`.
pub(super) fn expand(form: &[u8], out: &mut Vec<u8>) {
    if form[1] != 0 {
        out.extend_from_slice(&form[1..]);
        out.push(END);
        return;
    }
    let mut reader = SurfaceExpander {
        form: &form[1..],
        next: LETTER,
        regions: Vec::new(),
        visited: Vec::new(),
    };
    reader.component();
    for region in reader.regions {
        out.extend(region);
        out.push(END);
    }
}

struct SurfaceExpander<'a> {
    form: &'a [u8],
    /// The first unused letter.
    next: u8,
    regions: Vec<Vec<u8>>,
    visited: Vec<usize>,
}

impl SurfaceExpander<'_> {
    fn byte(&mut self) -> u8 {
        let byte = self.form[0];
        self.form = &self.form[1..];
        byte
    }

    fn component(&mut self) {
        let before = self.visited.len();
        let mut names: Vec<u8> = Vec::new();
        // The number of letters met only once so far. The walk ends when there is none.
        let mut open = 0;
        loop {
            let place = match self.byte() {
                0 => {
                    let region = vec![self.byte(), self.byte()];
                    self.visited.push(self.regions.len());
                    self.regions.push(region);
                    self.regions.len() - 1
                }
                number => self.visited[usize::from(number) - 1],
            };
            loop {
                let mut token = self.byte();
                if (LETTER..SEP).contains(&token) {
                    let number = usize::from(token - LETTER);
                    if number == names.len() {
                        names.push(self.next);
                        self.next += 1;
                        open += 1;
                    } else {
                        open -= 1;
                    }
                    token = names[number];
                }
                self.regions[place].push(token);
                if token == SEP {
                    break;
                }
            }
            if open == 0 {
                break;
            }
        }
        while self.form[0] != END {
            self.component();
        }
        self.byte();
        self.visited.truncate(before);
    }
}
