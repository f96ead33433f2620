//! Positions in the spelling of the solver literature, with its own reduction and its own, not quite canonical, form.
//!
//! Applegate, Jacobson and Sleator wrote Sprouts positions as strings in 1991; the programs GLOP (Lemoine and
//! Viennot, 2007) and SPOTS (Čížek, 2025) refined the spelling, and their published databases use it. This module reads
//! and writes it, and repeats what those programs do with it *to the letter*: the same reduction, run once and in the
//! same order, the same ordering, the same renaming. It is slow and plain on purpose. It serves as notation for
//! [`Land`](crate::land::Land), as the reference that the fast solver is compared with, and as a way to
//! reproduce the counts that those programs report.
//!
//! # Grammar
//!
//! ```text
//! sum      = "!" / land *( "+" land )        ; "!" is the empty position
//! land     = region *( "|" region )
//! region   = boundary *( "." boundary )
//! boundary = "0" [ "*" number ]              ; spots without a line, each a boundary of its own
//!          / 1*corner
//! corner   = "1"                             ; a spot with one line
//!          / "2"                             ; a spot with two lines, whose other corner is of no use
//!          / "a" … "l" / "m(" number ")"     ; a spot with two lines, both corners on this boundary
//!          / "A" … "Y" / "Z(" number ")" / "n(" number ")"
//!                                            ; a spot with two lines, its corners in two regions
//! ```
//!
//! Spots with three lines are dead and not written. A boundary is a cycle, read with its region always on the same hand.
//! Small letters belong to their boundary, capitals to their land; each stands exactly twice.
//!
//! ```
//! use papergames_sprouts::land::glop::Sum;
//!
//! for (text, written, children) in [
//!     ("!", "!", 0),
//!     ("0.0.0", "0*3", 3),
//!     ("0*3+0", "0*3+0", 4),
//!     ("AB|BA", "AB|BA", 1),
//!     ("12.A|A1", "12.A|A1", 7),
//!     ("0*2.1a1a", "0*2.1a1a", 13),
//! ] {
//!     let sum: Sum = text.parse()?;
//!     assert_eq!((sum.to_string().as_str(), sum.children().len()), (written, children));
//! }
//!
//! let four: Sum = "0*4".parse()?;
//! let mut after: Vec<String> = four.children().iter().map(|c| c.to_string()).collect();
//! after.sort();
//! assert_eq!(after, ["0*2.1a1a", "0*2.AB|0.AB", "0*3.AB|AB"]);
//! # Ok::<(), papergames_sprouts::land::ParseLandError>(())
//! ```
//!
//! Sources: D. Applegate, G. Jacobson and D. Sleator, *Computer Analysis of Sprouts*, CMU-CS-91-144 (1991); J. Lemoine
//! and S. Viennot, *A further computer analysis of Sprouts* (2007) and arXiv:1008.2320, section 3; T. Čížek, M. Balko and
//! M. Schmid, arXiv:2511.10339 (2025).

pub mod ajs;

use core::cmp::Ordering;
use core::fmt;
use core::fmt::Write;
use core::str::FromStr;
use std::collections::{BTreeMap, BTreeSet};

use common::text::{Reader, Unexpected};

use super::ParseLandError;

/// A corner of a boundary, or a separator; the order is that of the literature, `0 < 1 < 2 < a < A < . < | < + < !`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
struct Corner(u16);

const DEAD: Corner = Corner(3);
const LETTERS: u16 = 200;
const LOWER: u16 = 4;
const UPPER: u16 = LOWER + LETTERS;
/// Letters given during a move to spots that had one line, and to the new spot.
const FIRST_JOINED: Corner = Corner(UPPER + LETTERS);
const SECOND_JOINED: Corner = Corner(UPPER + LETTERS + 1);
const NEW: Corner = Corner(UPPER + LETTERS + 2);
const BOUNDARY_END: Corner = Corner(UPPER + LETTERS + 3);
const REGION_END: Corner = Corner(UPPER + LETTERS + 4);
const LAND_END: Corner = Corner(UPPER + LETTERS + 5);
/// How many capitals, temporary ones included, there are to count.
const CAPITALS: usize = LETTERS as usize + 3;

impl Corner {
    fn is_lower(self) -> bool {
        (LOWER..UPPER).contains(&self.0)
    }

    /// Whether this is a capital or one of the temporary letters of a move.
    fn is_capital(self) -> bool {
        (UPPER..=NEW.0).contains(&self.0)
    }

    /// Whether this is a capital that outlives a move.
    fn is_named_capital(self) -> bool {
        (UPPER..UPPER + LETTERS).contains(&self.0)
    }

    fn is_letter(self) -> bool {
        (LOWER..=NEW.0).contains(&self.0)
    }

    fn capital_index(self) -> usize {
        usize::from(self.0 - UPPER)
    }

    /// How many lines may still end here; for a letter, at either of its corners.
    fn lives(self) -> usize {
        if self.is_letter() {
            1
        } else {
            3 - usize::from(self.0)
        }
    }
}

/// Compares two sequences first with all small letters alike and all capitals alike, then to the letter.
fn compare(a: &[Corner], b: &[Corner]) -> Ordering {
    let differs = |(x, y): &(&Corner, &Corner)| {
        x != y && !(x.is_lower() && y.is_lower()) && !(x.is_named_capital() && y.is_named_capital())
    };
    match a.iter().zip(b).find(differs) {
        Some((x, y)) => x.cmp(y),
        None => a.cmp(b),
    }
}

type Boundary = Vec<Corner>;
type Region = Vec<Boundary>;
/// A land as GLOP keeps it: not reduced, not ordered unless a function says so.
pub(super) type RawLand = Vec<Vec<Vec<RawCorner>>>;

/// A corner for those who build lands without strings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum RawCorner {
    /// A spot with that many lines, 0 to 2, no corner of which matters but this.
    Lines(u8),
    /// A spot with two lines; the same number marks its other corner.
    Letter(u16),
}

fn region_sequence(region: &Region) -> Vec<Corner> {
    let mut sequence = Vec::with_capacity(region.len() * 4);
    for boundary in region {
        sequence.extend_from_slice(boundary);
        sequence.push(BOUNDARY_END);
    }
    sequence.push(REGION_END);
    sequence
}

/// An independent part of a position: regions that share spots.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
struct PlainLand(Vec<Region>);

impl PlainLand {
    fn sequence(&self) -> Vec<Corner> {
        let mut sequence: Vec<Corner> = self.0.iter().flat_map(region_sequence).collect();
        sequence.push(LAND_END);
        sequence
    }

    fn corners(&self) -> impl Iterator<Item = Corner> {
        self.0.iter().flatten().flatten().copied()
    }

    fn corners_mut(&mut self) -> impl Iterator<Item = &mut Corner> {
        self.0.iter_mut().flatten().flatten()
    }

    fn lives(&self) -> usize {
        let letters = self.corners().filter(|c| c.is_letter()).count();
        let others = self.corners().filter(|c| !c.is_letter());
        others.map(Corner::lives).sum::<usize>() + letters / 2
    }

    fn occurrences(&self) -> [u8; CAPITALS] {
        let mut counts = [0; CAPITALS];
        for corner in self.corners().filter(|c| c.is_capital()) {
            counts[corner.capital_index()] += 1;
        }
        counts
    }

    /// The published reduction, run once in its order. Expects capitals only.
    fn reduce(&mut self) {
        let counts = self.occurrences();
        let is_dead =
            |c: Corner| c == DEAD || c.is_named_capital() && counts[c.capital_index()] >= 3;
        for region in &mut self.0 {
            for boundary in region.iter_mut() {
                boundary.retain(|c| !is_dead(*c));
                boundary.dedup_by(|x, y| x == y && x.is_letter());
                if boundary.len() > 1
                    && boundary[0].is_letter()
                    && boundary.last() == boundary.first()
                {
                    boundary.pop();
                }
            }
            region.retain(|boundary| !boundary.is_empty());
        }
        self.0
            .retain(|region| region.iter().flatten().map(|c| c.lives()).sum::<usize>() >= 2);
        for region in &mut self.0 {
            region.iter_mut().for_each(name_piers);
            merge_boundaries(region);
        }
        let counts = self.occurrences();
        for corner in self.corners_mut() {
            if corner.is_capital() && counts[corner.capital_index()] == 1 {
                *corner = Corner(2);
            }
        }
    }

    fn rename_capitals(&mut self) {
        let mut names = [u16::MAX; CAPITALS];
        let mut next = 0;
        for corner in self.corners_mut().filter(|c| c.is_capital()) {
            let name = &mut names[corner.capital_index()];
            if *name == u16::MAX {
                *name = next;
                next += 1;
            }
            *corner = Corner(UPPER + *name);
        }
    }

    fn rename_piers(&mut self) {
        for boundary in self.0.iter_mut().flatten() {
            let mut names: Vec<Corner> = Vec::new();
            for corner in boundary.iter_mut().filter(|c| c.is_lower()) {
                let name = names.iter().position(|n| n == corner).unwrap_or_else(|| {
                    names.push(*corner);
                    names.len() - 1
                });
                *corner = Corner(LOWER + name as u16);
            }
        }
    }

    /// Gives every small letter a capital of its own, so that all spots with two corners are treated alike.
    fn piers_to_capitals(&mut self) {
        let named = self.corners().filter(|c| c.is_capital());
        let mut next = named.map(|c| c.0 + 1).max().unwrap_or(UPPER);
        for boundary in self.0.iter_mut().flatten() {
            let mut names: Vec<(Corner, Corner)> = Vec::new();
            for corner in boundary.iter_mut().filter(|c| c.is_lower()) {
                let known = names.iter().find(|(old, _)| old == corner);
                *corner = if let Some((_, new)) = known {
                    *new
                } else {
                    names.push((*corner, Corner(next)));
                    next += 1;
                    Corner(next - 1)
                };
            }
        }
    }

    fn sort(&mut self) {
        self.0.iter_mut().for_each(sort_region);
        self.0
            .sort_by(|a, b| compare(&region_sequence(a), &region_sequence(b)));
    }

    fn canonise(&mut self) {
        self.rename_capitals();
        self.sort();
        let before = self.clone();
        self.rename_piers();
        self.rename_capitals();
        if *self != before {
            self.sort();
        }
    }

    /// The same for a land that was read without any order: each part keeps the order of its regions.
    fn split_all(self) -> Vec<PlainLand> {
        let mut parts: Vec<PlainLand> = Vec::new();
        for region in self.0 {
            let capitals: BTreeSet<Corner> = (region.iter().flatten())
                .filter(|c| c.is_capital())
                .copied()
                .collect();
            let is_linked = |part: &PlainLand| part.corners().any(|c| capitals.contains(&c));
            let first = parts.iter().position(is_linked).unwrap_or(parts.len());
            let (linked, mut kept): (Vec<_>, Vec<_>) = parts.into_iter().partition(is_linked);
            let mut merged = PlainLand(linked.into_iter().flat_map(|part| part.0).collect());
            merged.0.push(region);
            kept.insert(first, merged);
            parts = kept;
        }
        parts
    }

    /// The parts that share no capital.
    fn split(self) -> Vec<PlainLand> {
        let linked = |a: &Region, land: &PlainLand| {
            land.corners()
                .any(|c| c.is_capital() && a.iter().flatten().any(|x| *x == c))
        };
        let mut parts: Vec<PlainLand> = Vec::new();
        let whole = self.clone();
        for region in self.0 {
            let (touching, mut apart): (Vec<_>, Vec<_>) =
                parts.into_iter().partition(|part| linked(&region, part));
            let mut merged = PlainLand(touching.into_iter().flat_map(|part| part.0).collect());
            merged.0.push(region);
            apart.push(merged);
            parts = apart;
        }
        // A land that does not fall apart keeps the order of its regions.
        if parts.len() == 1 { vec![whole] } else { parts }
    }

    /// The estimate of the number of children by which the literature orders moves.
    fn estimate(&self) -> u64 {
        self.0.iter().map(estimate_region).sum()
    }

    /// All lands that one line makes of this one, not reduced, some of them more than once.
    fn raw_children(&self) -> Vec<PlainLand> {
        let mut land = self.clone();
        land.piers_to_capitals();
        let mut children = Vec::new();
        for (at, region) in land.0.iter().enumerate() {
            let others = || {
                land.0
                    .iter()
                    .enumerate()
                    .filter(move |(i, _)| *i != at)
                    .map(|(_, r)| r)
            };
            for (minor, major) in splits(region) {
                let mut child: Vec<Region> = others().cloned().collect();
                child.push(minor);
                child.push(major);
                children.push(PlainLand(child));
            }
            for joined in joins(region) {
                let mut child: Vec<Region> = others().cloned().collect();
                child.push(joined);
                children.push(PlainLand(child));
            }
        }
        children
    }
}

/// Names the letters that stand twice in one boundary by small letters.
fn name_piers(boundary: &mut Boundary) {
    let mut next = LOWER;
    for at in 0..boundary.len() {
        let corner = boundary[at];
        if corner.is_capital() && boundary[at..].iter().filter(|c| **c == corner).count() == 2 {
            for c in boundary[at..].iter_mut().filter(|c| **c == corner) {
                *c = Corner(next);
            }
            next += 1;
        }
    }
}

/// In a region with two or three lives, the arrangement in boundaries makes no difference: writes it as one boundary.
fn merge_boundaries(region: &mut Region) {
    let half_lives = |c: Corner| if c.is_lower() { 1 } else { 2 * c.lives() };
    let total: usize = region.iter().flatten().map(|c| half_lives(*c)).sum();
    if total != 4 && total != 6 {
        return;
    }
    let mut merged = Vec::new();
    let mut halves = 0;
    for corner in region.iter().flatten() {
        match *corner {
            c if c.is_lower() => halves += 1,
            Corner(2) => halves += 2,
            c => merged.push(c),
        }
    }
    merged.extend(core::iter::repeat_n(Corner(2), halves / 2));
    *region = vec![merged];
}

fn sort_region(region: &mut Region) {
    let sorted = |mut region: Region| {
        for boundary in &mut region {
            let rotated = |by: usize| {
                let mut copy = boundary.clone();
                copy.rotate_left(by);
                copy
            };
            if let Some(least) = (0..boundary.len())
                .map(rotated)
                .min_by(|a, b| compare(a, b))
            {
                *boundary = least;
            }
        }
        region.sort_by(|a, b| {
            let with_end = |x: &Boundary| [x.as_slice(), &[BOUNDARY_END]].concat();
            compare(&with_end(a), &with_end(b))
        });
        region
    };
    let mirrored: Region = region
        .iter()
        .map(|boundary| boundary.iter().rev().copied().collect())
        .collect();
    let (straight, mirrored) = (sorted(core::mem::take(region)), sorted(mirrored));
    let straight_is_less =
        compare(&region_sequence(&straight), &region_sequence(&mirrored)) == Ordering::Less;
    *region = if straight_is_less { straight } else { mirrored };
}

fn estimate_region(region: &Region) -> u64 {
    let sizes: Vec<u64> = region.iter().map(|b| b.len() as u64).collect();
    let mut estimate = 0u64;
    for (i, a) in sizes.iter().enumerate() {
        estimate += sizes[i + 1..].iter().map(|b| a * b).sum::<u64>();
    }
    let parts = 1u64 << sizes.len().saturating_sub(1).min(48);
    estimate + sizes.iter().map(|s| s * s * parts / 2).sum::<u64>()
}

fn is_bare_spot(boundary: &Boundary) -> bool {
    boundary.as_slice() == [Corner(0)]
}

/// How many boundaries at the start may be skipped, when `keep` bare spots are enough to represent all of them.
fn skipped(region: &Region, keep: usize) -> usize {
    region
        .iter()
        .take_while(|b| is_bare_spot(b))
        .count()
        .saturating_sub(keep)
}

/// The regions that a line between two corners of one boundary makes: `(minor, major)`.
fn splits(region: &Region) -> Vec<(Region, Region)> {
    let mut found = Vec::new();
    for at in skipped(region, 1)..region.len() {
        let rest: Vec<&Boundary> = region
            .iter()
            .enumerate()
            .filter(|(i, _)| *i != at)
            .map(|(_, b)| b)
            .collect();
        let bare = rest.iter().filter(|b| is_bare_spot(b)).count();
        let others: Vec<&Boundary> = rest.into_iter().filter(|b| !is_bare_spot(b)).collect();
        for (major, minor) in cuts(&region[at]) {
            for inside in 0..=bare {
                for choice in 0u64..1 << others.len() {
                    let side = |bit: u64, first: &Boundary, bare: usize| -> Region {
                        let bare = core::iter::repeat_n(vec![Corner(0)], bare);
                        let chosen = others
                            .iter()
                            .enumerate()
                            .filter(|(i, _)| choice >> i & 1 == bit);
                        core::iter::once(first.clone())
                            .chain(bare)
                            .chain(chosen.map(|(_, b)| (*b).clone()))
                            .collect()
                    };
                    found.push((side(0, &minor, bare - inside), side(1, &major, inside)));
                }
            }
        }
    }
    found
}

/// The pairs of boundaries `(major, minor)` that a line between two corners of `boundary` makes.
fn cuts(boundary: &Boundary) -> Vec<(Boundary, Boundary)> {
    if let [single] = boundary[..] {
        return match single {
            Corner(0) => vec![(vec![FIRST_JOINED, NEW], vec![FIRST_JOINED, NEW])],
            Corner(1) => vec![(vec![DEAD, NEW], vec![DEAD, NEW])],
            _ => Vec::new(),
        };
    }
    let mut found = Vec::new();
    for i in 0..boundary.len() {
        for j in i..boundary.len() {
            let (mut first, mut second) = (boundary[i], boundary[j]);
            if first == second && first.is_letter() || i == j && first == Corner(2) {
                continue;
            }
            if i == j {
                (first, second) = (DEAD, DEAD);
            } else {
                let reopened = |c, name| match c {
                    Corner(1) => name,
                    Corner(2) => DEAD,
                    letter => letter,
                };
                first = reopened(first, FIRST_JOINED);
                second = reopened(second, SECOND_JOINED);
            }
            let mut major = Vec::new();
            if i != j {
                major.push(first);
                major.extend_from_slice(&boundary[i + 1..j]);
            }
            major.extend([second, NEW]);
            let mut minor = vec![second];
            minor.extend_from_slice(&boundary[j + 1..]);
            minor.extend_from_slice(&boundary[..i]);
            minor.extend([first, NEW]);
            found.push((major, minor));
        }
    }
    found
}

/// The regions that a line between two boundaries makes.
fn joins(region: &Region) -> Vec<Region> {
    let opened = |boundary: &Boundary, at: usize, name: Corner| {
        let mut fragment = boundary.clone();
        fragment.rotate_left(at);
        match fragment[0] {
            Corner(0) => fragment[0] = Corner(1),
            Corner(1) => {
                fragment[0] = name;
                fragment.push(name);
            }
            Corner(2) => fragment[0] = DEAD,
            letter => fragment.push(letter),
        }
        fragment.push(NEW);
        fragment
    };
    let mut found = Vec::new();
    for i in skipped(region, 2)..region.len() {
        for j in i + 1..region.len() {
            for a in 0..region[i].len() {
                for b in 0..region[j].len() {
                    let mut joined = opened(&region[i], a, FIRST_JOINED);
                    // The name of the second is free unless the first took it.
                    let name = if joined[0] == FIRST_JOINED {
                        SECOND_JOINED
                    } else {
                        FIRST_JOINED
                    };
                    joined.extend(opened(&region[j], b, name));
                    let others = region
                        .iter()
                        .enumerate()
                        .filter(|(k, _)| *k != i && *k != j);
                    let mut child: Region = others.map(|(_, boundary)| boundary.clone()).collect();
                    child.push(joined);
                    found.push(child);
                }
            }
        }
    }
    found
}

/// A position in the published spelling: a sum of lands.
///
/// A value read from text is as written; [`simplified`](Sum::simplified) brings it to the form that GLOP and SPOTS
/// store. Values compare as written.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sum {
    lands: Vec<PlainLand>,
}

impl Sum {
    /// The most spots without a line that a text may hold.
    pub const MAX_SPOTS: u64 = 120;

    /// Returns the position of `n` spots without a line.
    ///
    /// # Panics
    ///
    /// Panics if `n` exceeds [`MAX_SPOTS`](Sum::MAX_SPOTS).
    pub fn start(n: usize) -> Sum {
        assert!(
            n as u64 <= Sum::MAX_SPOTS,
            "expected at most {} spots, found {n}",
            Sum::MAX_SPOTS
        );
        let region = vec![vec![Corner(0)]; n];
        Sum {
            lands: if n == 0 {
                Vec::new()
            } else {
                vec![PlainLand(vec![region])]
            },
        }
    }

    /// Returns whether nothing is left to play on.
    pub fn is_empty(&self) -> bool {
        self.lands.is_empty()
    }

    /// Returns the lands, each as a position.
    pub fn lands(&self) -> impl ExactSizeIterator<Item = Sum> {
        self.lands.iter().map(|land| Sum {
            lands: vec![land.clone()],
        })
    }

    /// Returns how many line ends the spots can still take.
    pub fn lives(&self) -> usize {
        self.lands.iter().map(PlainLand::lives).sum()
    }

    /// Returns the literature's estimate of the number of children, by which it orders moves.
    pub fn estimate(&self) -> u64 {
        self.lands.iter().map(PlainLand::estimate).sum()
    }

    /// Returns the position as GLOP and SPOTS store it.
    ///
    /// The form is not quite canonical: positions that play alike because one is the other with its spots renamed can
    /// have different forms. Use [`Land`](crate::land::Land) to tell whether two lands are the same.
    pub fn simplified(&self) -> Sum {
        let mut capitals = self.clone();
        capitals
            .lands
            .iter_mut()
            .for_each(PlainLand::piers_to_capitals);
        capitals.simplify()
    }

    fn simplify(mut self) -> Sum {
        self.lands.iter_mut().for_each(PlainLand::reduce);
        self.lands.retain(|land| land.lives() >= 2);
        let mut lands: Vec<PlainLand> = self.lands.into_iter().flat_map(PlainLand::split).collect();
        lands.iter_mut().for_each(PlainLand::canonise);
        lands.sort_by(|a, b| compare(&a.sequence(), &b.sequence()));
        Sum { lands }
    }

    /// Returns the positions that one move makes, simplified, each spelling once.
    pub fn children(&self) -> Vec<Sum> {
        let mut children: Vec<Sum> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (at, land) in self.lands.iter().enumerate() {
            for child in land.raw_children() {
                let others = self.lands.iter().enumerate().filter(|(i, _)| *i != at);
                let mut lands: Vec<PlainLand> = others.map(|(_, other)| other.clone()).collect();
                lands.iter_mut().for_each(PlainLand::piers_to_capitals);
                lands.push(child);
                let child = Sum { lands }.simplify();
                if seen.insert(child.clone()) {
                    children.push(child);
                }
            }
        }
        children
    }

    /// Returns all positions that can be reached from this one, itself included; takes time and memory for each.
    pub fn reachable(&self) -> Vec<Sum> {
        let mut all = vec![self.simplified()];
        let mut seen: std::collections::HashSet<Sum> = all.iter().cloned().collect();
        let mut next = 0;
        while next < all.len() {
            for child in all[next].children() {
                if seen.insert(child.clone()) {
                    all.push(child);
                }
            }
            next += 1;
        }
        all
    }

    /// The sum of several.
    pub(crate) fn join(parts: impl IntoIterator<Item = Sum>) -> Sum {
        let mut lands: Vec<PlainLand> = parts.into_iter().flat_map(|part| part.lands).collect();
        lands.sort_by(|a, b| compare(&a.sequence(), &b.sequence()));
        Sum { lands }
    }

    /// The lands as lists of corners.
    pub(super) fn raw(&self) -> Vec<RawLand> {
        let mut copy = self.clone();
        copy.lands.iter_mut().for_each(PlainLand::piers_to_capitals);
        let corner = |c: &Corner| match c.0 {
            lines @ 0..=2 => RawCorner::Lines(lines as u8),
            letter => RawCorner::Letter(letter - UPPER),
        };
        let boundary = |b: &Boundary| b.iter().map(corner).collect();
        let region = |r: &Region| r.iter().map(boundary).collect();
        copy.lands
            .iter()
            .map(|land| land.0.iter().map(region).collect())
            .collect()
    }

    /// The sum with one land made of corners, in which each letter stands twice.
    pub(super) fn from_raw(land: &RawLand) -> Sum {
        let corner = |c: &RawCorner| match *c {
            RawCorner::Lines(lines) => Corner(u16::from(lines)),
            RawCorner::Letter(letter) => Corner(UPPER + letter),
        };
        let boundary = |b: &Vec<RawCorner>| b.iter().map(corner).collect();
        let region = |r: &Vec<Vec<RawCorner>>| r.iter().map(boundary).collect();
        Sum {
            lands: vec![PlainLand(land.iter().map(region).collect())],
        }
    }
}

impl fmt::Display for Sum {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.lands.is_empty() {
            return f.write_str("!");
        }
        for (i, land) in self.lands.iter().enumerate() {
            f.write_str(if i > 0 { "+" } else { "" })?;
            for (j, region) in land.0.iter().enumerate() {
                f.write_str(if j > 0 { "|" } else { "" })?;
                let mut k = 0;
                while k < region.len() {
                    f.write_str(if k > 0 { "." } else { "" })?;
                    let bare = region[k..].iter().take_while(|b| is_bare_spot(b)).count();
                    if bare > 1 {
                        write!(f, "0*{bare}")?;
                        k += bare;
                        continue;
                    }
                    region[k].iter().try_for_each(|c| write_corner(*c, f))?;
                    k += 1;
                }
            }
        }
        Ok(())
    }
}

fn write_corner(corner: Corner, f: &mut impl Write) -> fmt::Result {
    let letter = |first: char, index: u16| char::from(first as u8 + index as u8);
    match corner.0 {
        digit @ 0..=3 => write!(f, "{digit}"),
        c if corner.is_lower() && c - LOWER < 12 => write!(f, "{}", letter('a', c - LOWER)),
        c if corner.is_lower() => write!(f, "m({})", c - LOWER + 1),
        c if c - UPPER < 25 => write!(f, "{}", letter('A', c - UPPER)),
        c => write!(f, "n({})", c - UPPER + 1),
    }
}

impl FromStr for Sum {
    type Err = ParseLandError;

    fn from_str(text: &str) -> Result<Sum, ParseLandError> {
        let mut reader = Reader::new(text);
        if reader.eat('!') {
            reader.expect_end()?;
            return Ok(Sum::default());
        }
        let mut counted = Counted::default();
        let mut lands = Vec::new();
        loop {
            let start = reader.at();
            let mut land = PlainLand::default();
            loop {
                let mut region = Region::new();
                loop {
                    counted.read_boundary(&mut reader, &mut region)?;
                    if !reader.eat('.') {
                        break;
                    }
                }
                land.0.push(region);
                if !reader.eat('|') {
                    break;
                }
            }
            check_pairs(&land, start)?;
            check_crossing(&land, start)?;
            check_sphere(&land, start)?;
            lands.push(land);
            if !reader.eat('+') {
                break;
            }
        }
        reader.expect_end()?;
        Ok(Sum { lands })
    }
}

/// How many spots and corners a text has held so far: no more than any game has, so that a long text costs little.
#[derive(Default)]
struct Counted {
    bare: u64,
    corners: usize,
}

impl Counted {
    /// The most corners of spots with a line: a spot has three lives, and no corner is without one.
    const MAX_CORNERS: usize = 6 * Sum::MAX_SPOTS as usize;

    fn read_boundary(
        &mut self,
        reader: &mut Reader<'_>,
        region: &mut Region,
    ) -> Result<(), Unexpected> {
        let start = reader.at();
        if reader.eat('0') {
            let left = Sum::MAX_SPOTS.saturating_sub(self.bare);
            let count = if reader.eat('*') {
                reader.number("a number of spots", 1..=left)?
            } else {
                1
            };
            if count > left {
                return Err(reader.unexpected(format!("at most {} spots", Sum::MAX_SPOTS)));
            }
            self.bare += count;
            region.extend((0..count).map(|_| vec![Corner(0)]));
            return Ok(());
        }
        let mut boundary = Boundary::new();
        while let Some(c) = reader.peek() {
            let corner = match c {
                '1' | '2' => Corner(c as u16 - '0' as u16),
                'a'..='l' => Corner(LOWER + c as u16 - 'a' as u16),
                'A'..='Y' => Corner(UPPER + c as u16 - 'A' as u16),
                'm' | 'n' | 'Z' => {
                    reader.eat(c);
                    reader.expect('(')?;
                    let number =
                        reader.number("the number of a letter", 1..=u64::from(LETTERS / 2))? as u16;
                    if reader.peek() != Some(')') {
                        return Err(reader.unexpected("`)`"));
                    }
                    Corner(if c == 'm' { LOWER } else { UPPER } + number - 1)
                }
                _ => break,
            };
            self.corners += 1;
            if self.corners > Counted::MAX_CORNERS {
                let most = Counted::MAX_CORNERS;
                return Err(reader.unexpected(format!("at most {most} corners")));
            }
            reader.next_char();
            boundary.push(corner);
        }
        if reader.at() == start {
            return Err(reader.unexpected("a boundary: `0`, or corners `1`, `2` or letters"));
        }
        region.push(boundary);
        Ok(())
    }
}

/// Checks that each capital stands twice in the land, in two regions or one, and each small letter twice in its boundary.
fn check_pairs(land: &PlainLand, at: usize) -> Result<(), ParseLandError> {
    let counted = |corners: &mut dyn Iterator<Item = Corner>| {
        let letters: Vec<Corner> = corners.filter(|c| c.is_letter()).collect();
        let distinct: BTreeSet<Corner> = letters.iter().copied().collect();
        distinct
            .into_iter()
            .map(|c| (c, letters.iter().filter(|x| **x == c).count()))
            .find(|(_, count)| *count != 2)
    };
    let capitals = counted(&mut land.corners().filter(|c| c.is_capital()));
    let mut boundaries = land.0.iter().flatten();
    let piers = boundaries.find_map(|b| counted(&mut b.iter().copied().filter(|c| c.is_lower())));
    match capitals.or(piers) {
        None => Ok(()),
        Some((letter, count)) => Err(ParseLandError::Unpaired {
            letter: name(letter),
            count,
            at,
        }),
    }
}

/// Checks that the letters with both corners on one boundary are nested like brackets.
fn check_crossing(land: &PlainLand, at: usize) -> Result<(), ParseLandError> {
    for boundary in land.0.iter().flatten() {
        let twice = |c: &Corner| c.is_letter() && boundary.iter().filter(|x| *x == c).count() == 2;
        let mut open: Vec<Corner> = Vec::new();
        for corner in boundary.iter().copied().filter(|c| twice(c)) {
            match open.last() {
                Some(last) if *last == corner => drop(open.pop()),
                Some(last) if open.contains(&corner) => {
                    return Err(ParseLandError::Crossing {
                        first: name(corner),
                        second: name(*last),
                        at,
                    });
                }
                _ => open.push(corner),
            }
        }
    }
    Ok(())
}

/// A letter as text.
fn name(letter: Corner) -> String {
    let land = PlainLand(vec![vec![vec![letter]]]);
    Sum { lands: vec![land] }.to_string()
}

/// Checks that no closed line can run through regions and across pieces of the drawing, which would part the sphere.
///
/// Boundaries with a capital in common are of one piece. Pieces and regions, joined by the boundaries, form a forest: a
/// piece that borders a region twice does not exist, nor does a longer circle. The walks of the canonical form rely on it.
fn check_sphere(land: &PlainLand, at: usize) -> Result<(), ParseLandError> {
    fn find(class: &mut [usize], mut i: usize) -> usize {
        while class[i] != i {
            class[i] = class[class[i]];
            i = class[i];
        }
        i
    }
    let n_boundaries: usize = land.0.iter().map(Vec::len).sum();
    let mut piece: Vec<usize> = (0..n_boundaries).collect();
    let mut first_with = BTreeMap::new();
    for (i, boundary) in land.0.iter().flatten().enumerate() {
        for capital in boundary.iter().filter(|c| c.is_capital()) {
            let other = *first_with.entry(*capital).or_insert(i);
            let (a, b) = (find(&mut piece, i), find(&mut piece, other));
            piece[a] = b;
        }
    }
    let mut joined: Vec<usize> = (0..n_boundaries + land.0.len()).collect();
    let mut boundaries = 0..n_boundaries;
    for (region, content) in land.0.iter().enumerate() {
        for i in boundaries.by_ref().take(content.len()) {
            let own = find(&mut piece, i);
            let (a, b) = (
                find(&mut joined, own),
                find(&mut joined, n_boundaries + region),
            );
            if a == b {
                return Err(ParseLandError::NotOnSphere { at });
            }
            joined[a] = b;
        }
    }
    Ok(())
}

/// Compares couples, a position beside a Nim heap, in the order in which GLOP and SPOTS try them.
///
/// Fewer lives first, with a heap counted as four lives for each stick; then more lands, then the lesser
/// [`estimate`](Sum::estimate), then the text.
pub fn compare_couples(a: &(Sum, u8), b: &(Sum, u8)) -> Ordering {
    let lives = |x: &(Sum, u8)| x.0.lives() + 4 * usize::from(x.1);
    let text = |x: &(Sum, u8)| format!("{} {}", x.0, x.1);
    lives(a)
        .cmp(&lives(b))
        .then_with(|| b.0.lands.len().cmp(&a.0.lands.len()))
        .then_with(|| a.0.estimate().cmp(&b.0.estimate()))
        .then_with(|| text(a).cmp(&text(b)))
}

/// Compares lands in the order in which GLOP and SPOTS compute their nimbers.
pub fn compare_lands(a: &Sum, b: &Sum) -> Ordering {
    a.lives()
        .cmp(&b.lives())
        .then_with(|| a.estimate().cmp(&b.estimate()))
        .then_with(|| a.to_string().cmp(&b.to_string()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_reachable(n: usize, strings: usize) {
        assert_eq!(
            Sum::start(n).reachable().len(),
            strings,
            "strings from {n} spots"
        );
    }

    #[test]
    fn the_reachable_strings_are_as_many_as_published() {
        // Lemoine and Viennot's counts; both GLOP and SPOTS list so many.
        check_reachable(1, 3);
        check_reachable(2, 18);
        check_reachable(3, 157);
        check_reachable(4, 1796);
    }
}
