//! The lines that can be drawn in a land, in the order of the literature.

use super::corner::{Boundary, Corner, DEAD, FIRST_JOINED, NEW, Region, SECOND_JOINED};
use super::plain_land::PlainLand;

impl PlainLand {
    /// Returns all lands that one line makes from this one, not reduced and possibly repeated.
    pub(super) fn raw_children(&self) -> Vec<PlainLand> {
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

pub(super) fn is_bare_spot(boundary: &Boundary) -> bool {
    boundary.as_slice() == [Corner(0)]
}

/// Returns the number of leading boundaries that may be skipped if `keep` bare spots are enough to represent all of
/// them.
fn skipped(region: &Region, keep: usize) -> usize {
    region
        .iter()
        .take_while(|b| is_bare_spot(b))
        .count()
        .saturating_sub(keep)
}

/// Returns the pairs of regions `(minor, major)` that a line between two corners of one boundary can make.
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
                for choice in 0u128..1 << others.len() {
                    let side = |bit: u128, first: &Boundary, bare: usize| -> Region {
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

/// Returns the pairs of boundaries `(major, minor)` that a line between two corners of `boundary` can make.
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

/// Returns the regions that a line between two boundaries can make.
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
                    // The second end can use its name unless the first end took it.
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
