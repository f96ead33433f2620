//! Coordinates for a mesh: Tutte's embedding, and the shift method if floating-point precision is too low for it.

use rustc_hash::FxHashMap;

use super::collar::Mesh;
use crate::geometry::{Point, Vec2};

/// Places the rim on the unit circle and every other point in the middle of its neighbours (Tutte 1963).
///
/// Returns `None` if a triangle is flipped or has almost no area, which can happen because deep nesting shrinks
/// triangles exponentially and coordinates have only 53 bits.
pub(super) fn tutte(mesh: &Mesh) -> Option<Vec<Point>> {
    let mut places = vec![Point::default(); mesh.n_points];
    let mut fixed = vec![false; mesh.n_points];
    for (i, point) in mesh.rim.iter().enumerate() {
        let angle = core::f64::consts::TAU * i as f64 / mesh.rim.len() as f64;
        places[*point] = Point::new(angle.cos(), angle.sin());
        fixed[*point] = true;
    }
    let mut beside = vec![Vec::new(); mesh.n_points];
    for [a, b, c] in &mesh.triangles {
        for (from, to) in [(a, b), (b, c), (c, a)] {
            beside[*from].push(*to);
        }
    }
    solve(&mut places, &fixed, &beside);
    let flat = mesh.triangles.iter().any(|[a, b, c]| {
        let [a, b, c] = [a, b, c].map(|i| places[*i]);
        (b - a).cross(c - a) < 1e-20
    });
    (!flat).then_some(places)
}

/// Solves the equations "each free point is the mean of its neighbours" by conjugate gradients, both coordinates at
/// once.
fn solve(places: &mut [Point], fixed: &[bool], beside: &[Vec<usize>]) {
    let n = places.len();
    // The residual: the displacement to the mean of the neighbours, times their number.
    let pull = |at: &[Vec2], i: usize| {
        let sum = beside[i].iter().fold(Vec2::ZERO, |sum, j| sum + at[*j]);
        sum - at[i] * beside[i].len() as f64
    };
    let free: Vec<usize> = (0..n).filter(|i| !fixed[*i]).collect();
    let start: Vec<Vec2> = places.iter().map(|place| place.to_vec2()).collect();
    let mut residual = vec![Vec2::ZERO; n];
    for i in &free {
        residual[*i] = pull(&start, *i);
    }
    let scaled = |residual: &[Vec2], i: usize| residual[i] / beside[i].len() as f64;
    let mut direction = vec![Vec2::ZERO; n];
    for i in &free {
        direction[*i] = scaled(&residual, *i);
    }
    let product = |a: &[Vec2]| {
        let sum = free.iter().fold(Vec2::ZERO, |sum, i| {
            let b = scaled(a, *i);
            Vec2::new(sum.x + a[*i].x * b.x, sum.y + a[*i].y * b.y)
        });
        [sum.x, sum.y]
    };
    let mut size = product(&residual);
    let mut image = vec![Vec2::ZERO; n];
    for _ in 0..4 * n {
        if size[0] + size[1] < 1e-34 {
            break;
        }
        let mut along = [0.0f64; 2];
        for i in &free {
            image[*i] = -pull(&direction, *i);
            along[0] += image[*i].x * direction[*i].x;
            along[1] += image[*i].y * direction[*i].y;
        }
        let step = [0, 1].map(|k| {
            if along[k] > 0.0 {
                size[k] / along[k]
            } else {
                0.0
            }
        });
        for i in &free {
            let (d, q) = (direction[*i], image[*i]);
            places[*i] += Vec2::new(d.x * step[0], d.y * step[1]);
            residual[*i] -= Vec2::new(q.x * step[0], q.y * step[1]);
        }
        let new = product(&residual);
        let turn = [0, 1].map(|k| if size[k] > 0.0 { new[k] / size[k] } else { 0.0 });
        for i in &free {
            let (d, r) = (direction[*i], scaled(&residual, *i));
            direction[*i] = Vec2::new(r.x + d.x * turn[0], r.y + d.y * turn[1]);
        }
        size = new;
    }
}

/// Embeds a mesh on a grid of whole numbers, scaled to the unit disc: de Fraysseix, Pach and Pollack, *How to Draw a
/// Planar Graph on a Grid* (1990), in the linear-time form of Chrobak and Payne (1995).
///
/// This cannot fail: a triangulation with `n` points fits a grid of `2n − 4` by `n − 2`.
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

    #[track_caller]
    fn check(mesh: &Mesh, places: &[Point], skip_outer: bool) {
        for [a, b, c] in &mesh.triangles {
            let outer = skip_outer && {
                let mut key = [*a, *b, *c];
                let mut outer = [mesh.rim[0], mesh.rim[1], mesh.n_points - 1];
                key.sort_unstable();
                outer.sort_unstable();
                key == outer
            };
            let [a, b, c] = [a, b, c].map(|i| places[*i]);
            assert!(outer || (b - a).cross(c - a) > 0.0);
        }
    }

    #[test]
    fn tutte_turns_no_triangle_over() {
        let mesh = Mesh::new(&nest(3), Face::new(1));
        let places = tutte(&mesh).expect("a small nest has room");
        check(&mesh, &places, false);
    }

    #[test]
    fn a_deep_nest_is_beyond_tutte_but_not_beyond_whole_numbers() {
        let map = nest(40);
        assert!(tutte(&Mesh::new(&map, Face::new(0))).is_none());
        let mut mesh = Mesh::new(&map, Face::new(0));
        let places = shift(&mut mesh);
        check(&mesh, &places, true);
    }
}
