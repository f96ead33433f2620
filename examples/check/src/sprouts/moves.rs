//! The lines that can be drawn in a drawing, and the drawings that they lead to.

use std::ops::ControlFlow;

use super::drawing::{Boundary, Drawing, Region, Spot, Variant};
use super::surface::Surface;
use crate::work::{CheckResult, Failure, Work};

/// Whether to continue with the next line. A break contains the reason why not.
pub(super) type LineFlow = ControlFlow<CheckResult<()>>;

/// The function that is called with each drawing that a line leads to.
pub(super) type Found<'a> = dyn FnMut(Drawing) -> LineFlow + 'a;

/// The number of other boundaries with lines that a region may have when a line divides it. The line leads to a drawing
/// for each subset of them.
const MOST_OTHERS: usize = 23;

impl Drawing {
    /// Calls `found` with each drawing that one line leads to. The same drawing may be found several times.
    ///
    /// # Errors
    ///
    /// Returns an error if the check reaches its limit, or at a region with too many boundaries, because its children
    /// cannot be listed.
    pub(super) fn for_each_child(
        &self,
        variant: Variant,
        work: &Work,
        found: &mut Found<'_>,
    ) -> CheckResult<()> {
        let mut counted = |child: Drawing| match work.spend(child.len() + 1) {
            Ok(()) => found(child),
            failure => LineFlow::Break(failure),
        };
        let without = |loops: bool, found: &mut Found<'_>| self.for_each_line(false, loops, found);
        let mut all = || {
            self.for_each_line(true, true, &mut counted)?;
            match variant {
                Variant::Standard => LineFlow::Continue(()),
                Variant::BlackAndWhite => without(true, &mut counted),
                Variant::BlackAndWhiteLoops => without(false, &mut counted),
            }
        };
        match all() {
            LineFlow::Continue(()) => Ok(()),
            LineFlow::Break(result) => result,
        }
    }

    /// Calls `found` with each drawing that a line with or without a new spot leads to.
    fn for_each_line(&self, spot: bool, loops: bool, found: &mut Found<'_>) -> LineFlow {
        for r in 0..self.regions.len() {
            let region = &self.regions[r].boundaries;
            let is_bare = |b: usize| self.lives[usize::from(region[b][0])] == 3;
            let bare: Vec<usize> = (0..region.len()).filter(|b| is_bare(*b)).collect();
            for (a, boundary) in region.iter().enumerate() {
                // Spots without lines in one region are alike: the first of them represents all.
                if is_bare(a) && Some(&a) != bare.first() {
                    continue;
                }
                for i in 0..boundary.len() {
                    for j in i..boundary.len() {
                        if loops || boundary[i] != boundary[j] {
                            self.split(r, a, (i, j), spot, &bare, found)?;
                        }
                    }
                }
                for (b, other) in region.iter().enumerate().skip(a + 1) {
                    let nth = bare.iter().position(|bare| *bare == b);
                    let used = usize::from(is_bare(a));
                    if nth.is_some_and(|nth| nth > used) {
                        continue;
                    }
                    for i in 0..boundary.len() {
                        for j in 0..other.len() {
                            self.join(r, (a, i), (b, j), spot, found)?;
                        }
                    }
                }
            }
        }
        LineFlow::Continue(())
    }

    /// Draws a line; returns the drawing without the region `r`, and the new spot if the line has one.
    fn after(&self, r: usize, from: Spot, to: Spot, spot: bool) -> (Drawing, Option<Spot>) {
        let mut child = self.clone();
        child.regions.remove(r);
        child.lives[usize::from(from)] -= 1;
        child.lives[usize::from(to)] -= 1;
        // The new spot in the middle of the line has two lines.
        let new = spot.then(|| child.spot(1));
        (child, new)
    }

    /// Draws a line between two corners of one boundary. The line divides its region in two, with each other boundary
    /// on one side, or runs around a handle or through crosscaps.
    fn split(
        &self,
        r: usize,
        a: usize,
        (i, j): (usize, usize),
        spot: bool,
        bare: &[usize],
        found: &mut Found<'_>,
    ) -> LineFlow {
        let surface = self.regions[r].surface;
        let region = &self.regions[r].boundaries;
        let boundary = &region[a];
        let (from, to) = (boundary[i], boundary[j]);
        let lives = |spot: Spot| self.lives[usize::from(spot)];
        if from == to && (i != j || lives(from) < 2) {
            // Both ends of a line at one spot take two of its lives.
            return LineFlow::Continue(());
        }
        let (child, new) = self.after(r, from, to, spot);
        let (mut first, second) = if lives(from) == 3 {
            // A loop at a spot without lines has a corner on each side.
            (vec![from], vec![from])
        } else {
            let second = [&boundary[j..], &boundary[..=i]].concat();
            (boundary[i..=j].to_vec(), second)
        };
        first.extend(new);
        let back: Boundary = second.iter().rev().copied().chain(new).collect();
        let second: Boundary = second.into_iter().chain(new).collect();
        let bare: Vec<usize> = bare.iter().copied().filter(|b| *b != a).collect();
        let others: Vec<usize> = (0..region.len())
            .filter(|b| *b != a && !bare.contains(b))
            .collect();
        if others.len() > MOST_OTHERS {
            let most = MOST_OTHERS + 1;
            let reason = format!(
                "a region to divide may have at most {most} boundaries with lines, but this one has more"
            );
            return LineFlow::Break(Err(Failure::GaveUp(reason)));
        }
        let divisions = surface.divisions();
        for inside in 0..=bare.len() {
            for choice in 0u32..1 << others.len() {
                let mut sides = [vec![first.clone()], vec![second.clone()]];
                for (nth, b) in bare.iter().enumerate() {
                    sides[usize::from(nth >= inside)].push(region[*b].clone());
                }
                for (nth, b) in others.iter().enumerate() {
                    sides[(choice >> nth & 1) as usize].push(region[*b].clone());
                }
                for left in &divisions {
                    let sides = left.iter().copied().zip(sides.clone());
                    put(child.clone(), surface, sides, 1, found)?;
                }
            }
        }
        let others = || bare.iter().chain(&others).map(|b| region[*b].clone());
        for left in surface.after(2) {
            let second = if surface.is_orientable() {
                &second
            } else {
                &back
            };
            let both = [first.clone(), second.clone()].into_iter();
            put(
                child.clone(),
                surface,
                [(left, both.chain(others()).collect())],
                2,
                found,
            )?;
        }
        for left in surface.after(1) {
            let whole = [first.clone(), back.clone()].concat();
            let boundaries = [whole].into_iter().chain(others()).collect();
            put(child.clone(), surface, [(left, boundaries)], 1, found)?;
        }
        LineFlow::Continue(())
    }

    /// Draws a line between two boundaries of a region, which joins them.
    fn join(
        &self,
        r: usize,
        (a, i): (usize, usize),
        (b, j): (usize, usize),
        spot: bool,
        found: &mut Found<'_>,
    ) -> LineFlow {
        let surface = self.regions[r].surface;
        let region = &self.regions[r].boundaries;
        let (from, to) = (region[a][i], region[b][j]);
        if from == to {
            return LineFlow::Continue(());
        }
        let (child, new) = self.after(r, from, to, spot);
        // Go once around a boundary, from the corner at which the line begins back to it.
        let around = |boundary: &Boundary, at: usize| {
            let mut corners = boundary[at..].to_vec();
            // A spot without lines has one corner, and also one corner after one line.
            if self.lives[usize::from(boundary[at])] < 3 {
                corners.extend_from_slice(&boundary[..=at]);
            }
            corners
        };
        let mut joined = around(&region[a], i);
        joined.extend(new);
        let second = around(&region[b], j);
        let back = second.iter().rev().copied().collect();
        let others = region
            .iter()
            .enumerate()
            .filter(|(k, _)| *k != a && *k != b);
        let others: Vec<Boundary> = others.map(|(_, boundary)| boundary.clone()).collect();
        // With crosscaps, the line can also reach the second boundary from its other side.
        for second in [Some(second), (!surface.is_orientable()).then_some(back)] {
            let Some(second) = second else { break };
            let mut boundaries = others.clone();
            boundaries.push([&joined[..], &second].concat());
            boundaries.last_mut().expect("it is there").extend(new);
            put(child.clone(), surface, [(surface, boundaries)], 0, found)?;
        }
        LineFlow::Continue(())
    }
}

/// Calls `found` with the drawing and what a line has left of a region on a surface. If that region has lost all
/// crosscaps, each boundary except the first `fixed` ones may run in either direction.
fn put(
    mut child: Drawing,
    surface: Surface,
    left: impl IntoIterator<Item = (Surface, Vec<Boundary>)>,
    fixed: usize,
    found: &mut Found<'_>,
) -> LineFlow {
    let mut free = Vec::new();
    for (left, boundaries) in left {
        if left.is_orientable() && !surface.is_orientable() {
            // Shorter boundaries are the same backwards.
            let long = (fixed..boundaries.len()).filter(|b| boundaries[*b].len() > 2);
            free.extend(long.map(|b| (child.regions.len(), b)));
        }
        child.regions.push(Region {
            surface: left,
            boundaries,
        });
    }
    if free.is_empty() {
        return found(child);
    }
    for turned in 0u32..1 << free.len() {
        let mut child = child.clone();
        for (nth, (r, b)) in free.iter().enumerate() {
            if turned >> nth & 1 == 1 {
                child.regions[*r].boundaries[*b].reverse();
            }
        }
        found(child)?;
    }
    LineFlow::Continue(())
}
