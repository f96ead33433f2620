//! Lands as flat byte strings, on which moves and reductions operate.
//!
//! ```text
//! shape    = *region
//! region   = bare surface *boundary END ; bare: how many spots without a line float in the region
//! surface  = 0, or the code of a surface ; 0: a part of a sheet of paper
//! boundary = 1*corner SEP
//! corner   = ONE / TWO / letter      ; as in the published spelling; a letter stands at both corners of its spot
//! ```
//!
//! Small letters and capitals are not distinguished, since the places where a letter occurs show which kind it is.
//!
//! # Surfaces
//!
//! In the [game on surfaces](crate::surface) a region is a surface with a hole for each boundary. Its boundaries are
//! read in one direction if it is orientable, and may be reversed one by one if it is not. Every reduction is valid
//! there too. In a region with two or three lives the surface makes no difference either, since whatever is drawn, two
//! of the region's spots die, and the new one can be joined to a third.

use common::sorting;
use planar::surface::Surface;

use crate::rules::Variant;

/// A spot with one line.
pub(crate) const ONE: u8 = 1;
/// A spot with two lines whose other corner is useless.
pub(crate) const TWO: u8 = 2;
/// The first letter.
pub(crate) const LETTER: u8 = 3;
/// Ends a boundary.
pub(crate) const SEP: u8 = 254;
/// Ends a region.
pub(crate) const END: u8 = 255;

/// The code of a region on a sheet of paper.
pub(crate) const PAPER: u8 = 0;

/// Returns the code of the surface of a region.
pub(crate) const fn code(surface: Surface) -> u8 {
    match surface {
        Surface::Handles(n) => 2 * n + 1,
        Surface::Crosscaps(n) => 2 * n,
    }
}

/// Returns the surface with a code. A region on a sheet of paper counts as a region on a sphere.
pub(crate) const fn surface_of(code: u8) -> Surface {
    match code {
        PAPER => Surface::SPHERE,
        code if code % 2 == 1 => Surface::Handles(code / 2),
        code => Surface::Crosscaps(code / 2),
    }
}

/// Returns whether a land is a part of a game on a surface.
pub(crate) fn is_on_surface(shape: &[u8]) -> bool {
    shape.get(1) != Some(&PAPER)
}

/// The reductions to apply to a land. All of them preserve the outcome in normal and in misère play of standard
/// Sprouts.
///
/// Dead spots, and boundaries and regions that contain only dead spots, are always removed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[expect(
    clippy::struct_excessive_bools,
    reason = "each reduction is a switch of its own"
)]
pub struct Reductions {
    /// A spot whose two corners are adjacent on one boundary counts as a spot with one useful corner.
    pub adjacent: bool,
    /// A region in which no line can be drawn is removed; a spot with one corner in it and one elsewhere counts as a
    /// spot with one useful corner.
    pub idle: bool,
    /// In a region with two or three lives, all corners are written as one boundary, since the division into boundaries
    /// makes no difference.
    pub merge: bool,
    /// A boundary that consists of two spots with one useful corner each is replaced by the equivalent spot with one
    /// line.
    pub pair: bool,
}

impl Reductions {
    /// All reductions.
    pub const ALL: Reductions = Reductions {
        adjacent: true,
        idle: true,
        merge: true,
        pair: true,
    };
    /// The reductions that GLOP and SPOTS use.
    pub const PUBLISHED: Reductions = Reductions {
        pair: false,
        ..Reductions::ALL
    };
    /// No reduction: only dead spots are removed.
    pub const NONE: Reductions = Reductions {
        adjacent: false,
        idle: false,
        merge: false,
        pair: false,
    };

    /// Returns the reductions that are valid in a variant: all of them in standard Sprouts, and none in any other.
    pub const fn of(variant: Variant) -> Reductions {
        if variant.is_standard() {
            Reductions::ALL
        } else {
            Reductions::NONE
        }
    }
}

impl Default for Reductions {
    fn default() -> Reductions {
        Reductions::ALL
    }
}

/// Writes a shape to `out`, with the reductions applied until nothing changes. `spare` is a buffer.
pub(crate) fn reduce(shape: &[u8], out: &mut Vec<u8>, spare: &mut Vec<u8>, reductions: Reductions) {
    out.clear();
    let mut again = reduce_once(shape, out, reductions);
    while again {
        spare.clear();
        again = reduce_once(out, spare, reductions);
        core::mem::swap(out, spare);
    }
}

/// Writes the reduced shape to `out`; returns whether a second pass could find more.
fn reduce_once(shape: &[u8], out: &mut Vec<u8>, reductions: Reductions) -> bool {
    let mut counts = [0u8; 256];
    let mut at = 0;
    while at < shape.len() {
        at += 2;
        while shape[at] != END {
            // A letter appears at most twice; how often the other corners appear does not matter.
            let count = &mut counts[usize::from(shape[at])];
            *count = count.saturating_add(u8::from(shape[at] != SEP));
            at += 1;
        }
        at += 1;
    }
    let mut again = false;
    let mut at = 0;
    while at < shape.len() {
        let region = out.len();
        let bare = shape[at];
        out.extend([bare, shape[at + 1]]);
        at += 2;
        let mut corners = 3 * usize::from(bare);
        let mut letters = 0;
        while shape[at] != END {
            let start = out.len();
            while shape[at] != SEP {
                let corner = shape[at];
                at += 1;
                if corner < LETTER {
                    out.push(corner);
                    continue;
                }
                let count = counts[usize::from(corner)];
                if count > 2 {
                    continue;
                }
                if count == 1 {
                    out.push(TWO);
                } else if reductions.adjacent && out.len() > start && out[out.len() - 1] == corner {
                    let last = out.len() - 1;
                    out[last] = TWO;
                } else {
                    out.push(corner);
                }
            }
            at += 1;
            let len = out.len() - start;
            if len > 1
                && reductions.adjacent
                && out[start] >= LETTER
                && out[start] == out[out.len() - 1]
            {
                out.pop();
                out[start] = TWO;
            }
            if out.len() == start {
                continue;
            }
            if reductions.pair && out[start..] == [TWO, TWO] {
                out.pop();
                out[start] = ONE;
            }
            for corner in &out[start..] {
                corners += if *corner == ONE { 2 } else { 1 };
                letters += usize::from(*corner >= LETTER);
            }
            out.push(SEP);
        }
        at += 1;
        // A letter that appears twice in the region is one life but two corners. On surfaces it may be the whole
        // region.
        let is_idle = corners < 2 || letters == 2 && corners == 2 && is_one_spot(&out[region..]);
        if corners == 0 || is_idle && reductions.idle {
            // If this corner of a letter is removed, the other one is its only corner.
            again |= letters > 0;
            out.truncate(region);
            continue;
        }
        if (2..=6).contains(&corners) && reductions.merge {
            merge(out, region, corners, reductions);
        }
        out.push(END);
    }
    again
}

/// Returns whether all corners of a region with two letters are those of one spot.
fn is_one_spot(region: &[u8]) -> bool {
    let mut letters = region[2..].iter().filter(|c| **c < SEP);
    letters.next() == letters.next()
}

/// Writes a region with two or three lives as one boundary.
fn merge(out: &mut Vec<u8>, region: usize, corners: usize, reductions: Reductions) {
    // Three lives are three corners, two corners one of which is a spot with one line, or one bare spot. A pier adds a
    // corner.
    let mut seen = [0u8; 6];
    let (mut n_seen, mut twins) = (0, 0);
    for corner in out[region + 2..]
        .iter()
        .filter(|c| (LETTER..SEP).contains(c))
    {
        if seen[..n_seen].contains(corner) {
            twins += 1;
        } else {
            seen[n_seen] = *corner;
            n_seen += 1;
        }
    }
    let lives = corners - twins;
    if !(2..=3).contains(&lives) || out[region] > 0 {
        return;
    }
    let mut merged = [0u8; 3];
    let mut len = 0;
    let mut pier = [0u8; 3];
    let mut n_piers = 0;
    for i in region + 2..out.len() {
        let corner = out[i];
        match corner {
            SEP => continue,
            letter if letter >= LETTER => {
                if pier[..n_piers].contains(&letter) {
                    continue;
                }
                if out[i + 1..].contains(&letter) {
                    pier[n_piers] = letter;
                    n_piers += 1;
                    merged[len] = TWO;
                } else {
                    merged[len] = letter;
                }
            }
            digit => merged[len] = digit,
        }
        len += 1;
    }
    sorting::sort_hot(&mut merged[..len]);
    out.truncate(region + 2);
    if out[region + 1] != PAPER {
        out[region + 1] = code(Surface::SPHERE);
    }
    if reductions.pair && merged[..len] == [TWO, TWO] {
        out.push(ONE);
    } else {
        out.extend_from_slice(&merged[..len]);
    }
    out.push(SEP);
}

/// Calls `found` with each part of a shape that shares no letter with the rest.
pub(crate) fn split(shape: &[u8], part: &mut Vec<u8>, mut found: impl FnMut(&[u8])) {
    let first_end = shape.iter().position(|c| *c == END);
    if first_end.is_none_or(|end| end + 1 == shape.len()) {
        if !shape.is_empty() {
            found(shape);
        }
        return;
    }
    // The start of each region, and a union-find forest over the regions.
    let mut starts: smallvec::SmallVec<[u16; 32]> = smallvec::SmallVec::new();
    let mut parent: smallvec::SmallVec<[u16; 32]> = smallvec::SmallVec::new();
    let mut owner = [u16::MAX; 256];
    let root = |parent: &[u16], mut of: u16| {
        while parent[usize::from(of)] != of {
            of = parent[usize::from(of)];
        }
        of
    };
    let mut at = 0;
    while at < shape.len() {
        let region = starts.len() as u16;
        starts.push(at as u16);
        parent.push(region);
        at += 2;
        while shape[at] != END {
            let corner = shape[at];
            if (LETTER..SEP).contains(&corner) {
                let known = owner[usize::from(corner)];
                if known == u16::MAX {
                    owner[usize::from(corner)] = region;
                } else {
                    let (a, b) = (root(&parent, known), root(&parent, region));
                    parent[usize::from(a.max(b))] = a.min(b);
                }
            }
            at += 1;
        }
        at += 1;
    }
    let n = starts.len();
    let end = |i: usize| {
        if i + 1 < n {
            usize::from(starts[i + 1])
        } else {
            shape.len()
        }
    };
    if (1..n).all(|i| root(&parent, i as u16) == 0) {
        found(shape);
        return;
    }
    for first in 0..n {
        if root(&parent, first as u16) != first as u16 {
            continue;
        }
        part.clear();
        for i in first..n {
            if root(&parent, i as u16) == first as u16 {
                part.extend_from_slice(&shape[usize::from(starts[i])..end(i)]);
            }
        }
        found(part);
    }
}

/// Calls `visit` with the number of bare spots and the boundaries of each region.
pub(crate) fn for_each_region(shape: &[u8], mut visit: impl FnMut(u8, &[u8])) {
    let mut at = 0;
    while at < shape.len() {
        let start = at + 2;
        let mut end = start;
        while shape[end] != END {
            end += 1;
        }
        visit(shape[at], &shape[start..end]);
        at = end + 1;
    }
}

/// Returns whether a line can be drawn: some region has a bare spot, a spot with one line, or two spots.
pub(crate) fn has_move(shape: &[u8]) -> bool {
    let mut found = false;
    for_each_region(shape, |bare, boundaries| {
        let mut corners = boundaries.iter().filter(|c| **c != SEP);
        let first = corners.next();
        found |= bare > 0 || first == Some(&ONE);
        found |= corners.any(|c| c <= &TWO || Some(c) != first);
    });
    found
}

/// Returns the lives of a shape and the literature's estimate of its number of children.
pub(crate) fn size(shape: &[u8]) -> (usize, u64) {
    let (mut halves, mut total) = (0, 0u64);
    for_each_region(shape, |bare, boundaries| {
        halves += 6 * usize::from(bare);
        let bare = u64::from(bare);
        let (mut sum, mut squares, mut count) = (bare, bare, bare);
        let mut len = 0u64;
        for corner in boundaries {
            match *corner {
                SEP => {
                    sum += len;
                    squares += len * len;
                    count += 1;
                    len = 0;
                    continue;
                }
                ONE => halves += 4,
                TWO => halves += 2,
                _ => halves += 1,
            }
            len += 1;
        }
        total += (sum * sum - squares) / 2;
        total += (squares << count.saturating_sub(1).min(40)) / 2;
    });
    (halves / 2, total)
}

/// Arranges a shape so that shapes of the same land are likely to be spelled alike: sorts boundaries and regions by the
/// kinds of their corners, then renames letters in order of appearance.
///
/// The result is not canonical, but cheap, and equal lands often get equal spellings.
pub(crate) fn arrange(shape: &[u8], out: &mut Vec<u8>) {
    // A boundary with its key; a region with its key and its boundaries.
    let mut boundaries: smallvec::SmallVec<[(u64, u16, u16, u16); 32]> = smallvec::SmallVec::new();
    let mut regions: smallvec::SmallVec<[(u64, u16, u16, u16); 16]> = smallvec::SmallVec::new();
    let mut at = 0;
    while at < shape.len() {
        let head = u16::from_be_bytes([shape[at], shape[at + 1]]);
        at += 2;
        let first = boundaries.len();
        while shape[at] != END {
            let start = at;
            let mut word = 0u64;
            while shape[at] != SEP {
                word = word << 2 | u64::from(shape[at].min(LETTER));
                at += 1;
            }
            let len = at - start;
            // The greatest rotation, as much of it as fits in a word.
            let (mut best, mut by) = (word, 0);
            if (2..=31).contains(&len) {
                let top = 2 * (len - 1);
                let mut turned = word;
                for i in 1..len {
                    let front = turned >> top;
                    turned = (turned & !(3 << top)) << 2 | front;
                    if turned > best {
                        (best, by) = (turned, i);
                    }
                }
            }
            boundaries.push((
                best | (len as u64) << 62,
                start as u16,
                len as u16,
                by as u16,
            ));
            at += 1;
        }
        at += 1;
        sorting::sort_hot(&mut boundaries[first..]);
        let mut key = u64::from(head.rotate_left(8)) ^ 0x9E37_79B9_7F4A_7C15;
        for (word, _, len, _) in &boundaries[first..] {
            key = (key ^ word ^ u64::from(*len) << 56).wrapping_mul(0xD6E8_FEB8_6659_FD93);
            key ^= key >> 32;
        }
        regions.push((key, head, first as u16, boundaries.len() as u16));
    }
    sorting::sort_hot(&mut regions);
    let mut names = [0u8; 256];
    let mut next = LETTER;
    for (_, head, from, to) in regions {
        out.extend(head.to_be_bytes());
        for (_, start, len, by) in &boundaries[usize::from(from)..usize::from(to)] {
            let boundary = &shape[usize::from(*start)..usize::from(*start + *len)];
            let (behind, ahead) = boundary.split_at(usize::from(*by));
            for corner in ahead.iter().chain(behind) {
                let mut written = *corner;
                if written >= LETTER {
                    let name = &mut names[usize::from(written)];
                    if *name == 0 {
                        *name = next;
                        next += 1;
                    }
                    written = *name;
                }
                out.push(written);
            }
            out.push(SEP);
        }
        out.push(END);
    }
}
