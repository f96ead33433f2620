//! Computes coordinates for a mesh by the shift method.

use rustc_hash::FxHashMap;

use super::collar::Mesh;
use crate::geometry::Point;

/// Embeds a mesh on a grid of whole numbers, scaled to the unit disc: de Fraysseix, Pach and Pollack, *How to Draw a
/// Planar Graph on a Grid* (1990), in the linear-time form of Chrobak and Payne (1995).
///
/// This cannot fail: a triangulation with `n` points fits a grid of `2n − 4` by `n − 2`. Tutte's embedding would be
/// more even, but deep nesting shrinks its triangles until floating-point coordinates cannot represent them.
pub(super) fn shift(mesh: &mut Mesh) -> Vec<Point> {
    let top = mesh.close();
    let base = [mesh.rim[0], mesh.rim[1]];
    let mut opposite: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    for [a, b, c] in &mesh.triangles {
        for (from, to, third) in [(a, b, c), (b, c, a), (c, a, b)] {
            opposite.insert((*from, *to), *third);
        }
    }
    // Every triangle but the outer one, (first, top, second), lies above the base.
    debug_assert_eq!(opposite[&(base[1], base[0])], top);
    let order = canonical_order(mesh.n_points, &opposite, base, top);
    let grid = shift_along(mesh.n_points, base, &order);

    let (width, height) = ((2 * mesh.n_points) as f64, mesh.n_points as f64);
    grid.into_iter()
        .map(|(x, y)| Point::new(x as f64 / width * 2.0 - 1.0, y as f64 / height * 1.4 - 0.5))
        .collect()
}

/// For each point after the first two: the points of the contour below it, from left to right.
type Order = Vec<(usize, Vec<usize>)>;

/// Removes points from the contour one by one, from `top` down, never the end of a chord; returns them in reverse
/// order.
fn canonical_order(
    n: usize,
    opposite: &FxHashMap<(usize, usize), usize>,
    base: [usize; 2],
    top: usize,
) -> Order {
    let mut beside = vec![Vec::new(); n];
    for (from, to) in opposite.keys() {
        beside[*from].push(*to);
    }
    // The contour from base[0] over the top to base[1].
    let mut next = vec![usize::MAX; n];
    let mut prev = vec![usize::MAX; n];
    let mut gone = vec![false; n];
    let mut on_contour = vec![false; n];
    let mut n_on_contour = vec![0usize; n];
    let mut ready = Vec::new();
    let link = |next: &mut Vec<usize>, prev: &mut Vec<usize>, a: usize, b: usize| {
        next[a] = b;
        prev[b] = a;
    };
    link(&mut next, &mut prev, base[0], top);
    link(&mut next, &mut prev, top, base[1]);
    for point in [base[0], base[1], top] {
        on_contour[point] = true;
        for other in &beside[point] {
            n_on_contour[*other] += 1;
        }
    }
    ready.push(top);
    let mut order = Order::new();
    while let Some(point) = ready.pop() {
        // A point is ready when its only neighbours on the contour are the two beside it.
        if gone[point] || !on_contour[point] || base.contains(&point) || n_on_contour[point] != 2 {
            continue;
        }
        let (left, right) = (prev[point], next[point]);
        // The triangles inside the contour, from the left neighbour around the point to the right one.
        let mut below = vec![left];
        let mut at = left;
        while at != right {
            at = opposite[&(point, at)];
            below.push(at);
        }
        gone[point] = true;
        on_contour[point] = false;
        for other in &beside[point] {
            n_on_contour[*other] -= 1;
            ready.push(*other);
        }
        for pair in below.windows(2) {
            link(&mut next, &mut prev, pair[0], pair[1]);
        }
        let inner: Vec<usize> = below[1..below.len() - 1].to_vec();
        for new in &inner {
            on_contour[*new] = true;
            for other in &beside[*new] {
                n_on_contour[*other] += 1;
                ready.push(*other);
            }
        }
        ready.extend(inner);
        order.push((point, below));
    }
    order.reverse();
    order
}

/// Places the points in canonical order, each above a part of the contour that is shifted apart to make room.
fn shift_along(n: usize, base: [usize; 2], order: &Order) -> Vec<(i64, i64)> {
    let mut dx = vec![0i64; n];
    let mut y = vec![0i64; n];
    let mut right = vec![usize::MAX; n];
    let mut left = vec![usize::MAX; n];
    let first = order[0].0;
    (dx[first], y[first]) = (1, 1);
    dx[base[1]] = 1;
    right[base[0]] = first;
    right[first] = base[1];
    for (point, below) in &order[1..] {
        let (p, q) = (below[0], below[below.len() - 1]);
        let inner_first = below[1];
        dx[inner_first] += 1;
        dx[q] += 1;
        let span: i64 = below[1..].iter().map(|i| dx[*i]).sum();
        dx[*point] = (span + y[q] - y[p]) / 2;
        y[*point] = (span + y[q] + y[p]) / 2;
        dx[q] = span - dx[*point];
        right[p] = *point;
        right[*point] = q;
        if below.len() > 2 {
            dx[inner_first] -= dx[*point];
            left[*point] = inner_first;
            right[below[below.len() - 2]] = usize::MAX;
        }
    }
    let mut places = vec![(0, 0); n];
    let mut stack = vec![(base[0], 0)];
    while let Some((point, x)) = stack.pop() {
        let x = x + dx[point];
        places[point] = (x, y[point]);
        for child in [left[point], right[point]] {
            if child != usize::MAX {
                stack.push((child, x));
            }
        }
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use planar::{Face, Map};

    /// A nest of loops, each around the one before it and another vertex.
    fn nest(depth: usize) -> Map {
        let faces: Vec<Vec<Vec<usize>>> = (0..=depth)
            .map(|i| {
                let walls = [i.checked_sub(1), Some(i).filter(|i| *i < depth)];
                walls.into_iter().flatten().map(|v| vec![v]).collect()
            })
            .collect();
        Map::from_lists(&faces).expect("a nest of loops")
    }

    #[test]
    fn no_triangle_is_turned_over_even_in_a_deep_nest() {
        for depth in [3, 40] {
            let mut mesh = Mesh::new(&nest(depth), Face::new(1));
            let places = shift(&mut mesh);
            let outer = [mesh.rim[0], mesh.rim[1], mesh.n_points - 1];
            for triangle in &mesh.triangles {
                let [a, b, c] = triangle.map(|i| places[i]);
                let is_outer = triangle.iter().all(|i| outer.contains(i));
                assert!(is_outer || (b - a).cross(c - a) > 0.0);
            }
        }
    }
}
