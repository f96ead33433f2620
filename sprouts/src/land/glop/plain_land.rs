//! One land as in the literature, with its reduction and ordering.

use core::cmp::Ordering;
use std::collections::BTreeSet;

use common::sorting;

use super::corner::{
    BOUNDARY_END, Boundary, CAPITALS, Corner, DEAD, LAND_END, LOWER, Region, UPPER, compare,
    region_sequence,
};

/// An independent part of a position: regions that share spots.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub(super) struct PlainLand(pub(super) Vec<Region>);

impl PlainLand {
    pub(super) fn sequence(&self) -> Vec<Corner> {
        let mut sequence: Vec<Corner> = self.0.iter().flat_map(region_sequence).collect();
        sequence.push(LAND_END);
        sequence
    }

    /// Compares the spellings of two lands.
    pub(super) fn compare(&self, other: &PlainLand) -> Ordering {
        compare(&self.sequence(), &other.sequence())
    }

    pub(super) fn corners(&self) -> impl Iterator<Item = Corner> {
        self.0.iter().flatten().flatten().copied()
    }

    pub(super) fn corners_mut(&mut self) -> impl Iterator<Item = &mut Corner> {
        self.0.iter_mut().flatten().flatten()
    }

    pub(super) fn lives(&self) -> usize {
        let letters = self.corners().filter(|c| c.is_letter()).count();
        let others = self.corners().filter(|c| !c.is_letter());
        others.map(Corner::lives).sum::<usize>() + letters / 2
    }

    pub(super) fn occurrences(&self) -> [u8; CAPITALS] {
        let mut counts = [0; CAPITALS];
        for corner in self.corners().filter(|c| c.is_capital()) {
            counts[corner.capital_index()] += 1;
        }
        counts
    }

    /// Applies the published reduction once, in the published order. All letters must be capitals.
    pub(super) fn reduce(&mut self) {
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

    pub(super) fn rename_capitals(&mut self) {
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

    pub(super) fn rename_piers(&mut self) {
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

    /// Replaces every small letter by a fresh capital, so that all spots with two corners are treated alike.
    pub(super) fn piers_to_capitals(&mut self) {
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

    pub(super) fn sort(&mut self) {
        self.0.iter_mut().for_each(sort_region);
        sorting::sort_by(&mut self.0, |a, b| {
            compare(&region_sequence(a), &region_sequence(b))
        });
    }

    pub(super) fn canonise(&mut self) {
        self.rename_capitals();
        self.sort();
        let before = self.clone();
        self.rename_piers();
        self.rename_capitals();
        if *self != before {
            self.sort();
        }
    }

    /// Like `split`, for a land read from text: each part keeps the order of its regions.
    pub(super) fn split_all(self) -> Vec<PlainLand> {
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

    /// Splits the land into parts that share no capital.
    pub(super) fn split(self) -> Vec<PlainLand> {
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
        // A land that does not split keeps the order of its regions.
        if parts.len() == 1 { vec![whole] } else { parts }
    }

    /// Returns the literature's estimate of the number of children, which it uses to order moves.
    pub(super) fn estimate(&self) -> u64 {
        self.0.iter().map(estimate_region).sum()
    }
}

/// Replaces capitals that appear twice in one boundary by small letters.
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

/// Writes a region with two or three lives as one boundary, since its division into boundaries makes no difference.
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
        sorting::sort_by(&mut region, |a, b| {
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
