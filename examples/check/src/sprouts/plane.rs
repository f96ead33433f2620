//! Decides whether a land can be drawn on the sphere.
//!
//! Boundaries that share a letter are parts of one *piece*: lines and spots connect them. Two things
//! must hold:
//!
//! * **Regions and pieces form no cycle.** A piece has one boundary in each region that it touches, and a path from a
//!   region through a piece to another region and back through another piece would be a closed curve that crosses the
//!   drawing. So `A.A` and `AB.CD|AC|BD` cannot be drawn.
//! * **Each piece is planar.** Replace each boundary by a point, and each letter by a line between the points of its
//!   two corners. These lines leave a point in the order of the corners on the boundary, read forwards or backwards.
//!   With four or more letters, a *wheel* in place of the point keeps that order: a rim with a point for each corner,
//!   and a hub joined to all of them. So `abab` and `ABCD|ACBD` cannot be drawn.
//!
//! Planarity is tested by the method of Demoucron, Malgrange and Pertuiset (1964): draw a cycle. Then, as long as there
//! are undrawn fragments, draw a path of one into a face that has all its attachments, beginning with fragments for
//! which there is only one such face.

use std::collections::BTreeSet;

use super::drawing::Drawing;
use crate::work::{CheckResult, Work};

/// Returns whether a land can be drawn on the sphere.
///
/// # Errors
///
/// Returns an error if the check reaches its limit.
pub(super) fn is_drawable(drawing: &Drawing, work: &Work) -> CheckResult<bool> {
    let mut corners = vec![0; drawing.lives.len()];
    for spot in drawing.regions.iter().flatten().flatten() {
        corners[usize::from(*spot)] += 1;
    }
    let is_letter = |spot: usize| corners[spot] == 2;
    // The first sets are boundaries, then come regions; boundaries of one piece become one set.
    let boundaries: Vec<Vec<usize>> = (drawing.regions.iter().flatten())
        .map(|b| {
            b.iter()
                .map(|spot| usize::from(*spot))
                .filter(|s| is_letter(*s))
                .collect()
        })
        .collect();
    let mut sets = Sets((0..boundaries.len() + drawing.regions.len()).collect());
    let mut first = vec![None; corners.len()];
    for (b, boundary) in boundaries.iter().enumerate() {
        for letter in boundary {
            sets.join(*first[*letter].get_or_insert(b), b);
        }
    }
    let mut b = 0;
    for (r, region) in drawing.regions.iter().enumerate() {
        for _ in region {
            if !sets.join(b, boundaries.len() + r) {
                return Ok(false);
            }
            b += 1;
        }
    }
    let graph = graph(&boundaries, corners.len());
    graph.is_planar((0..graph.0.len()).collect(), work)
}

/// The wheels of the boundaries, with letters between their rims.
fn graph(boundaries: &[Vec<usize>], n_spots: usize) -> Graph {
    let mut graph = Graph(Vec::new());
    let mut ends: Vec<Vec<usize>> = vec![Vec::new(); n_spots];
    for boundary in boundaries {
        let hub = graph.point();
        let n = boundary.len();
        for (i, letter) in boundary.iter().enumerate() {
            if n < 4 {
                ends[*letter].push(hub);
                continue;
            }
            let rim = graph.point();
            ends[*letter].push(rim);
            graph.join(hub, rim);
            if i > 0 {
                graph.join(rim - 1, rim);
            }
        }
        if n >= 4 {
            graph.join(hub + 1, hub + n);
        }
    }
    for ends in ends {
        if let [one, other] = ends[..] {
            graph.join(one, other);
        }
    }
    graph
}

/// Disjoint sets of numbers that can be joined.
struct Sets(Vec<usize>);

impl Sets {
    fn of(&self, mut number: usize) -> usize {
        while self.0[number] != number {
            number = self.0[number];
        }
        number
    }

    /// Joins the sets of two numbers. Returns whether they were two different sets.
    fn join(&mut self, one: usize, other: usize) -> bool {
        let (one, other) = (self.of(one), self.of(other));
        self.0[one] = other;
        one != other
    }
}

/// A graph: the neighbours of each point.
struct Graph(Vec<BTreeSet<usize>>);

/// Connected points that are not drawn, or none if it is a single line, and the drawn points next to them.
struct Fragment {
    inner: Vec<usize>,
    attachments: Vec<usize>,
}

impl Graph {
    fn point(&mut self) -> usize {
        self.0.push(BTreeSet::new());
        self.0.len() - 1
    }

    fn join(&mut self, one: usize, other: usize) {
        if one != other {
            self.0[one].insert(other);
            self.0[other].insert(one);
        }
    }

    /// Whether some points and the lines between them can be drawn in the plane.
    fn is_planar(&self, points: Vec<usize>, work: &Work) -> CheckResult<bool> {
        work.spend(points.len())?;
        let Some(cycle) = self.cycle(&points) else {
            return Ok(true);
        };
        let mut left: BTreeSet<usize> = points.into_iter().collect();
        let (mut on, mut lines) = (BTreeSet::new(), BTreeSet::new());
        let mut path = [&cycle[..], &cycle[..1]].concat();
        let mut faces = vec![cycle.clone(), cycle];
        loop {
            lines.extend(
                path.windows(2)
                    .map(|line| (line[0].min(line[1]), line[0].max(line[1]))),
            );
            on.extend(path.iter().copied());
            left.retain(|point| !on.contains(point));
            let fragments = self.fragments(&on, &lines, &left);
            work.spend(faces.iter().map(Vec::len).sum::<usize>() * (1 + fragments.len()))?;
            let mut next: Option<(Fragment, Vec<usize>)> = None;
            for fragment in fragments {
                if fragment.attachments.len() < 2 {
                    // It is attached to at most one point, so it can be drawn separately.
                    for point in &fragment.inner {
                        left.remove(point);
                    }
                    let apart = [fragment.inner, fragment.attachments].concat();
                    if !self.is_planar(apart, work)? {
                        return Ok(false);
                    }
                    continue;
                }
                let has_all =
                    |face: &Vec<usize>| fragment.attachments.iter().all(|a| face.contains(a));
                let fitting: Vec<usize> =
                    (0..faces.len()).filter(|f| has_all(&faces[*f])).collect();
                if fitting.is_empty() {
                    return Ok(false);
                }
                if next
                    .as_ref()
                    .is_none_or(|(_, other)| fitting.len() < other.len())
                {
                    next = Some((fragment, fitting));
                }
            }
            let Some((fragment, fitting)) = next else {
                return Ok(true);
            };
            path = self.path(&fragment);
            let face = faces.swap_remove(fitting[0]);
            faces.extend(divided(&face, &path));
        }
    }

    /// A cycle through some of the points, if there is one.
    fn cycle(&self, points: &[usize]) -> Option<Vec<usize>> {
        let among: BTreeSet<usize> = points.iter().copied().collect();
        let mut from: Vec<Option<usize>> = vec![None; self.0.len()];
        let mut met = vec![false; self.0.len()];
        for start in points {
            let mut open = vec![(*start, *start)];
            while let Some((point, before)) = open.pop() {
                if met[point] {
                    continue;
                }
                met[point] = true;
                from[point] = (point != before).then_some(before);
                for next in self.0[point]
                    .intersection(&among)
                    .filter(|next| **next != before)
                {
                    if met[*next] {
                        return Some(closed(&from, point, *next));
                    }
                    open.push((*next, point));
                }
            }
        }
        None
    }

    /// The connected fragments that are not drawn yet.
    fn fragments(
        &self,
        on: &BTreeSet<usize>,
        lines: &BTreeSet<(usize, usize)>,
        left: &BTreeSet<usize>,
    ) -> Vec<Fragment> {
        let mut fragments = Vec::new();
        for point in on {
            for other in self.0[*point]
                .range(point + 1..)
                .filter(|other| on.contains(other))
            {
                if !lines.contains(&(*point, *other)) {
                    fragments.push(Fragment {
                        inner: Vec::new(),
                        attachments: vec![*point, *other],
                    });
                }
            }
        }
        let mut met = BTreeSet::new();
        for start in left {
            let mut attachments = BTreeSet::new();
            let (mut inner, mut open) = (Vec::new(), vec![*start]);
            while let Some(point) = open.pop() {
                if !met.insert(point) {
                    continue;
                }
                inner.push(point);
                attachments.extend(self.0[point].intersection(on));
                open.extend(self.0[point].intersection(left));
            }
            if !inner.is_empty() {
                fragments.push(Fragment {
                    inner,
                    attachments: attachments.into_iter().collect(),
                });
            }
        }
        fragments
    }

    /// A path through a fragment from its first attachment to another.
    fn path(&self, fragment: &Fragment) -> Vec<usize> {
        let start = fragment.attachments[0];
        if fragment.inner.is_empty() {
            return fragment.attachments.clone();
        }
        let inner: BTreeSet<usize> = fragment.inner.iter().copied().collect();
        let mut paths: Vec<Vec<usize>> = vec![vec![start]];
        let mut met = BTreeSet::new();
        while let Some(path) = paths.pop() {
            let last = path[path.len() - 1];
            if last != start && !met.insert(last) {
                continue;
            }
            let end = fragment.attachments[1..]
                .iter()
                .find(|end| self.0[last].contains(end));
            if let (Some(end), true) = (end, last != start) {
                return [path, vec![*end]].concat();
            }
            for next in self.0[last].intersection(&inner) {
                paths.push([&path[..], &[*next]].concat());
            }
        }
        fragment.attachments.clone()
    }
}

/// The cycle that a line from `point` to `end` closes in a tree that says from where each point was met.
fn closed(from: &[Option<usize>], point: usize, end: usize) -> Vec<usize> {
    let way = |point: usize| -> Vec<usize> {
        std::iter::successors(Some(point), |point| from[*point]).collect()
    };
    let (one, other) = (way(point), way(end));
    let meeting = one.iter().position(|point| other.contains(point));
    let meeting = meeting.unwrap_or_default();
    let back = other.iter().position(|point| *point == one[meeting]);
    let back = other[..back.unwrap_or_default()].iter().rev();
    one[..=meeting].iter().chain(back).copied().collect()
}

/// The two faces into which a path divides a face.
fn divided(face: &[usize], path: &[usize]) -> [Vec<usize>; 2] {
    let (start, end) = (path[0], path[path.len() - 1]);
    let at = face
        .iter()
        .position(|point| *point == start)
        .unwrap_or_default();
    let turned = [&face[at..], &face[..at]].concat();
    let to = turned
        .iter()
        .position(|point| *point == end)
        .unwrap_or_default();
    let inner = &path[1..path.len() - 1];
    let one = [
        &turned[..=to],
        &inner.iter().rev().copied().collect::<Vec<_>>(),
    ]
    .concat();
    let other = [&turned[..1], inner, &turned[to..]].concat();
    [one, other]
}

#[cfg(test)]
mod tests {
    use super::super::spelling::read_land;
    use crate::work::Work;

    fn is_drawable(text: &str) -> bool {
        match read_land(text, &Work::default()) {
            Ok(_) => true,
            Err(reason) => {
                let expected = format!("`{text}` cannot be drawn on the sphere");
                assert_eq!(reason.to_string(), expected);
                false
            }
        }
    }

    #[test]
    fn lands_that_can_be_drawn_are_told_from_others() {
        for text in [
            "0*3",
            "AB|AB",
            "1a1a",
            "abba",
            "abbccadd1",
            "ABC|ACB",
            "ABCD|ABCD",
            "ABCD|DCBA",
            "ABC|BCD|AD",
            "AB.CD|AB|CD",
            "ABCD|AB|CD",
            "ABCDEF|AB|CD|EF",
            "ABC|ADE|BDF|CEF",
            "0|0",
            "aBa|B",
            // A cube and a prism: the boundaries are the corners, the letters the edges.
            "ADE|ABF|BCG|CDH|IEL|IFJ|JGK|KHL",
            "ABC|ADE|BEF|CDF",
        ] {
            assert!(is_drawable(text), "{text}");
        }
        for text in [
            "abab",
            "A.A",
            "A.A|0",
            "AB.AB",
            "AB.CD|AC|BD",
            "ABCD|ACBD",
            "ABCDE|ABCED",
            "abcabc",
            "ABCD|AC|BD",
            "A.B|A.B",
            // Each of three boundaries meets each of three others.
            "ABC|DEF|GHI|ADG|BEH|CFI",
        ] {
            assert!(!is_drawable(text), "{text}");
        }
    }
}
