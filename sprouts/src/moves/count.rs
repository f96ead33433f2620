//! Counts moves, and checks whether there is any, in one pass over the spots.

use smallvec::SmallVec;

use crate::position::{Position, Spot};

/// Counts of open corners, of pairs of them at one spot without a second life, and of corners that can hold a loop.
#[derive(Clone, Copy, Default)]
struct Tally {
    corners: u32,
    pairs: u32,
    loops: u32,
    is_lone: bool,
    /// The last spot with one life, and how many of its corners were counted.
    spot: Option<Spot>,
    own: u32,
}

/// Counts of boundaries, open corners, pairs of corners of one boundary, and loops and pairs that divide; those of lone
/// spots separately.
#[derive(Clone, Copy, Default)]
struct CornerCounts {
    boundaries: u32,
    corners: u32,
    inner: u32,
    dividing: u32,
    lone: u32,
}

impl Position {
    /// Counts the lines with a new spot from tallies of each boundary, in one pass and without examining pairs.
    ///
    /// In a region with boundaries that have *c*<sub>1</sub>, …, *c*<sub>*k*</sub> open corners, there are as many
    /// lines between different boundaries as pairs of corners, and 2<sup>*k* − 1</sup> from each boundary to itself for
    /// each pair of corners of different spots, and for each corner and each pair of corners of one spot with two
    /// lives. At a lone spot the two sides look alike, which halves the number.
    pub(crate) fn count_lines(&self) -> u128 {
        let map = self.map();
        let mut tallies: SmallVec<[Tally; 32]> =
            SmallVec::from_elem(Tally::default(), map.boundaries().len());
        for spot in self.open_spots() {
            let degree = map.degree(spot.vertex());
            let has_loop = degree + 1 < self.most_lines(spot);
            for corner in map.corners_at(spot.vertex()) {
                let boundary = map.boundary(corner);
                let tally = &mut tallies[boundary.index()];
                tally.corners += 1;
                if has_loop {
                    tally.loops += 1;
                    tally.is_lone |= degree == 0;
                    continue;
                }
                if tally.spot.replace(spot) != Some(spot) {
                    tally.own = 0;
                }
                tally.pairs += tally.own;
                tally.own += 1;
            }
        }
        let mut sums: SmallVec<[CornerCounts; 32]> =
            SmallVec::from_elem(CornerCounts::default(), map.n_faces());
        for boundary in map.boundaries() {
            let tally = tallies[boundary.index()];
            let sum = &mut sums[map.face(boundary).index()];
            let inner = tally.corners * tally.corners.saturating_sub(1) / 2;
            sum.boundaries += 1;
            sum.corners += tally.corners;
            sum.inner += inner;
            if tally.is_lone {
                sum.lone += tally.loops;
            } else {
                sum.dividing += inner - tally.pairs + tally.loops;
            }
        }
        let count = |sum: &CornerCounts| {
            let joining = sum.corners * sum.corners.saturating_sub(1) / 2 - sum.inner;
            u128::from(joining)
                + (u128::from(sum.dividing) << (sum.boundaries - 1))
                + (u128::from(sum.lone) << sum.boundaries.saturating_sub(2))
        };
        let lines: u128 = sums.iter().map(count).sum();
        // The formula ignores that both sides of the circle look alike.
        if self.is_circle() { lines / 2 } else { lines }
    }

    /// Returns whether some region has room for a line: it has a corner of a spot with two lives, where a loop fits, or
    /// corners of two different spots.
    pub(crate) fn has_line(&self) -> bool {
        let map = self.map();
        let mut seen: SmallVec<[Option<Spot>; 32]> = SmallVec::from_elem(None, map.n_faces());
        self.open_spots().any(|spot| {
            self.lives_of(spot) > 1
                || map.corners_at(spot.vertex()).any(|corner| {
                    let face = map.face_at(corner);
                    seen[face.index()]
                        .replace(spot)
                        .is_some_and(|other| other != spot)
                })
        })
    }
}
