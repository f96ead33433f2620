//! Searches for the path of a new line through a drawing.
//!
//! The points of the drawing are triangulated, with its segments as constraints. A path from triangle to triangle that
//! crosses no constraint crosses no line, and its shape can be improved later. So the only question is on which side of
//! each other boundary of the face the path passes. If the line joins two boundaries, any path will do. If it divides
//! the face, everything that must be on its left is first tied by **fences** to the boundary on the left of its ends,
//! and everything else to the other side. Then a corridor between the two sides leads from one corner to the other, and
//! the shortest path through it is correct.
//!
//! ```text
//!   ─────────── left arc ───────────         │ fence
//!        │            ○      │
//!   from •  ─ ─ ─ ─ ─ ─ ─ ─ ─○─ ─ ─ • to     ○ must be left of the line: the way goes below it
//!   ────────── right arc ───────────
//! ```
//!
//! A fence never cuts the face in two, because it joins parts that were separate. So the corridor is always connected.
//!
//! The constants below choose among correct paths. No comparison with other values is recorded.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use rustc_hash::{FxHashMap, FxHashSet};
use spade::handles::{DirectedEdgeHandle, FixedFaceHandle, FixedVertexHandle, PossiblyOuterTag};
use spade::{ConstrainedDelaunayTriangulation, HasPosition, Point2, Triangulation};

use super::check::pieces;
use super::curves::Drawing;
use crate::geometry::{Point, Vec2};
use planar::{Boundary, Corner, Dart, Map};

/// A point of the triangulation.
#[derive(Clone, Copy, Debug)]
struct Node {
    place: Point,
    /// The connected piece of the drawing, or [`NOWHERE`] for the frame and for fences.
    piece: usize,
    is_bend: bool,
}

const NOWHERE: usize = usize::MAX;

/// The cost of crossing a gap, times the gap's width. A drawing is 2 wide, so to avoid a gap of 0.01 a path makes a
/// detour of 0.2, and to avoid one of 0.1 a detour of 0.02.
const SQUEEZE: f64 = 0.002;

/// The bends of a small loop, as shares of the two sides of its triangle that begin at the spot: the first bend has
/// them in this order, the second in the other. With any shares *p* > *q* > 0 and *p* + *q* < 1 the loop lies inside
/// the triangle and runs counter-clockwise, because the cross product of its bends is *p*² − *q*² times that of the
/// sides.
const LOOP: [f64; 2] = [0.45, 0.1];

/// The sizes of loops for which [`Plane::room`] looks, in steps and their number: from 1 % to 12 % of the drawing's
/// width. A step is the least radius of a spot.
const ROOM_STEP: f64 = 0.02;
const ROOM_STEPS: u32 = 12;

/// The radius of the circle that must be free for a loop, as a share of the distance from the spot to its centre: less
/// than 1, because the lines that end at the spot come as near as that distance.
const ROOM_SHARE: f64 = 0.8;

impl HasPosition for Node {
    type Scalar = f64;
    fn position(&self) -> Point2<f64> {
        Point2::new(self.place.x, self.place.y)
    }
}

type Triangles = ConstrainedDelaunayTriangulation<Node>;
type Edge<'a> = DirectedEdgeHandle<'a, Node, (), spade::CdtEdge<()>, ()>;

/// Returns the bends of a line between two corners of a face, with exactly the boundaries for which `left` is true on
/// its left; `None` if floating-point numbers are too coarse to find it. With `open`, a loop around nothing goes
/// towards the most room.
pub(super) fn route(
    drawing: &Drawing,
    from: Corner,
    to: Corner,
    left: &[bool],
    open: bool,
) -> Option<Vec<Point>> {
    let map = drawing.map();
    let mut plane = Plane::new(drawing)?;
    let own = map.boundary(from);
    if own != map.boundary(to) {
        return plane.way(&plane.wedge(from)?, &plane.wedge(to)?, from, to);
    }
    let others: Vec<Boundary> = map
        .boundaries_of(map.face(own))
        .filter(|b| *b != own)
        .collect();
    let (on_left, on_right): (Vec<_>, Vec<_>) = others
        .into_iter()
        .partition(|boundary| left[boundary.index()]);
    let arc = |start: Corner, end: Corner| {
        let mut darts = FxHashSet::default();
        for (i, corner) in map.walk(start).enumerate() {
            if corner == end && i > 0
                || start == end && i == 0 && matches!(corner, Corner::Alone(_))
            {
                break;
            }
            if let Corner::Before(dart) = corner {
                darts.insert(dart);
            }
        }
        darts
    };
    if from != to {
        plane.fence(from, &arc(from, to), &on_left)?;
        plane.fence(from, &arc(to, from), &on_right)?;
        return plane.way(&plane.wedge(from)?, &plane.wedge(to)?, from, to);
    }
    // The line is a loop. If nothing is on one side of it, a small loop is enough.
    let is_alone = matches!(from, Corner::Alone(_));
    if on_left.is_empty() {
        return plane.small_loop(from, true, open);
    }
    if is_alone && on_right.is_empty() {
        return plane.small_loop(from, false, open);
    }
    let inner = plane.fence(from, &FxHashSet::default(), &on_left)?;
    let outer = plane.fence(from, &arc(from, to), &on_right)?;
    let (begin, stop) = match from {
        Corner::Alone(_) => (outer?, outer?),
        Corner::Before(dart) => (plane.first(dart), plane.first(map.clockwise(dart))),
    };
    let spot = plane.spots[map.vertex(from).index()];
    let starts = plane.sector(spot, inner?, stop)?;
    let ends = plane.sector(spot, begin, inner?)?;
    plane.way(&starts, &ends, from, to)
}

/// The drawing and the free space around it, in triangles.
struct Plane<'a> {
    map: &'a Map,
    triangles: Triangles,
    /// The triangles by their numbers.
    faces: Vec<FixedFaceHandle<PossiblyOuterTag>>,
    /// The vertices of the triangulation for the spots.
    spots: Vec<FixedVertexHandle>,
    /// For each dart, the next vertex after its origin.
    firsts: Vec<FixedVertexHandle>,
    /// The dart of each segment, by its vertices in the dart's direction.
    darts: FxHashMap<(FixedVertexHandle, FixedVertexHandle), Dart>,
    piece_of: Vec<usize>,
}

/// A path found by [`Plane::search`]: its first triangle, its last triangle, and the middles of the edges that it
/// crosses.
struct Way {
    start: usize,
    end: usize,
    middles: Vec<Point>,
}

impl<'a> Plane<'a> {
    fn new(drawing: &'a Drawing) -> Option<Plane<'a>> {
        let map = drawing.map();
        let (piece_of, _) = pieces(map);
        let mut nodes = Vec::new();
        let mut constraints = Vec::new();
        for vertex in map.vertices() {
            nodes.push(Node {
                place: drawing.spot(vertex),
                piece: piece_of[vertex.index()],
                is_bend: false,
            });
        }
        let handle = FixedVertexHandle::from_index;
        let mut darts = FxHashMap::default();
        let mut firsts = vec![handle(0); 2 * map.n_edges()];
        for (line, bends) in drawing.bends.iter().enumerate() {
            let dart = Dart::new(2 * line);
            let (from, to) = (map.origin(dart).index(), map.target(dart).index());
            let mut chain = vec![from];
            for bend in bends {
                chain.push(nodes.len());
                nodes.push(Node {
                    place: *bend,
                    piece: piece_of[from],
                    is_bend: true,
                });
            }
            chain.push(to);
            for pair in chain.windows(2) {
                constraints.push([pair[0], pair[1]]);
                darts.insert((handle(pair[0]), handle(pair[1])), dart);
                darts.insert((handle(pair[1]), handle(pair[0])), dart.twin());
            }
            firsts[dart.index()] = handle(chain[1]);
            firsts[dart.twin().index()] = handle(chain[chain.len() - 2]);
        }
        // A frame, so that there is a path around the outside. The largest circle in this octagon has a radius of 1.5 ·
        // cos(π/8) = 1.39 times the drawing's, so there is room between them; any regular polygon with room would do.
        // The turn by 0.37 of a side keeps the frame's points off the axes; any turn gives a correct path.
        let reach = nodes
            .iter()
            .map(|node| node.place.to_vec2().hypot())
            .fold(1.0, f64::max);
        for i in 0..8 {
            let angle = (f64::from(i) + 0.37) * core::f64::consts::FRAC_PI_4;
            nodes.push(Node {
                place: (Vec2::from_angle(angle) * (reach * 1.5)).to_point(),
                piece: NOWHERE,
                is_bend: false,
            });
        }
        let count = nodes.len();
        let mut conflict = false;
        let triangles =
            Triangles::try_bulk_load_cdt(nodes, constraints, |_| conflict = true).ok()?;
        if conflict || triangles.num_vertices() != count {
            return None;
        }
        Some(Plane {
            map,
            faces: triangles.fixed_all_faces().collect(),
            triangles,
            spots: (0..map.n_vertices()).map(handle).collect(),
            firsts,
            darts,
            piece_of,
        })
    }

    fn first(&self, dart: Dart) -> FixedVertexHandle {
        self.firsts[dart.index()]
    }

    /// Returns the triangles at a corner.
    fn wedge(&self, corner: Corner) -> Option<Vec<usize>> {
        let spot = self.spots[self.map.vertex(corner).index()];
        match corner {
            Corner::Alone(_) => {
                let edges = self.triangles.vertex(spot).out_edges();
                Some(edges.map(|edge| edge.face().index()).collect())
            }
            Corner::Before(dart) => {
                self.sector(spot, self.first(dart), self.first(self.map.clockwise(dart)))
            }
        }
    }

    /// Returns the triangles at a spot clockwise from one edge to another; all of them if the edges are the same.
    fn sector(
        &self,
        spot: FixedVertexHandle,
        from: FixedVertexHandle,
        to: FixedVertexHandle,
    ) -> Option<Vec<usize>> {
        let mut edge = self.triangles.get_edge_from_neighbors(spot, from)?;
        let mut triangles = Vec::new();
        loop {
            triangles.push(edge.rev().face().index());
            edge = edge.cw();
            if edge.to().fix() == to {
                return Some(triangles);
            }
            if edge.to().fix() == from {
                return None;
            }
        }
    }

    /// Returns the edges of a triangle, counter-clockwise; none for the outside of the frame.
    fn edges(&self, triangle: usize) -> Option<[Edge<'_>; 3]> {
        let face = self.triangles.face(*self.faces.get(triangle)?);
        face.as_inner().map(|face| face.adjacent_edges())
    }

    /// Finds the shortest path from one of several triangles, each entered at a given point, to a triangle that
    /// `is_end` accepts.
    fn search(
        &self,
        starts: impl IntoIterator<Item = (usize, Point)>,
        is_end: impl Fn(usize) -> bool,
    ) -> Option<Way> {
        let n = self.triangles.num_all_faces();
        let mut best = vec![f64::INFINITY; n];
        let mut came: Vec<Option<usize>> = vec![None; n];
        let mut at = vec![Point::default(); n];
        let mut queue = BinaryHeap::new();
        // Positive floats have the order of their bits.
        for (triangle, place) in starts {
            best[triangle] = 0.0;
            at[triangle] = place;
            queue.push(Reverse((0u64, triangle)));
        }
        while let Some(Reverse((cost, triangle))) = queue.pop() {
            let cost = f64::from_bits(cost);
            if cost > best[triangle] {
                continue;
            }
            if is_end(triangle) {
                let mut middles = Vec::new();
                let mut start = triangle;
                while let Some(before) = came[start] {
                    middles.push(at[start]);
                    start = before;
                }
                middles.reverse();
                return Some(Way {
                    start,
                    end: triangle,
                    middles,
                });
            }
            for edge in self.edges(triangle).into_iter().flatten() {
                let next = edge.rev().face();
                if edge.is_constraint_edge() || next.is_outer() {
                    continue;
                }
                let next = next.index();
                let [a, b] = edge.vertices().map(|vertex| vertex.data().place);
                let middle = a.midpoint(b);
                // Avoid narrow gaps, which must be widened later. The least width only prevents a division by 0.
                let squeeze = SQUEEZE / a.distance(b).max(1e-9);
                let cost = cost + at[triangle].distance(middle) + squeeze;
                if cost < best[next] {
                    best[next] = cost;
                    came[next] = Some(triangle);
                    at[next] = middle;
                    queue.push(Reverse((cost.to_bits(), next)));
                }
            }
        }
        None
    }

    /// Returns the shortest path between two corners.
    fn way(
        &self,
        starts: &[usize],
        ends: &[usize],
        from: Corner,
        to: Corner,
    ) -> Option<Vec<Point>> {
        let place = |corner| {
            let spot = self.spots[self.map.vertex(corner).index()];
            self.triangles.vertex(spot).data().place
        };
        let ends: FxHashSet<usize> = ends.iter().copied().collect();
        let start = place(from);
        let way = self.search(starts.iter().map(|t| (*t, start)), |t| ends.contains(&t))?;
        if !way.middles.is_empty() {
            return Some(way.middles);
        }
        // Both spots are corners of one triangle: go through its middle.
        let [a, b, c] = self.edges(way.end)?.map(|edge| edge.from().data().place);
        (place(from) != place(to)).then(|| vec![a + ((b - a) + (c - a)) / 3.0])
    }

    /// Returns a loop around nothing (counter-clockwise) or around everything else (clockwise), in the largest triangle
    /// of a corner, or with `open` in the triangle with the most room behind it.
    fn small_loop(
        &self,
        corner: Corner,
        counter_clockwise: bool,
        open: bool,
    ) -> Option<Vec<Point>> {
        let spot = self.spots[self.map.vertex(corner).index()];
        let at = self.triangles.vertex(spot).data().place;
        let mut best: Option<(f64, [Point; 2])> = None;
        for triangle in self.wedge(corner)? {
            let Some(edges) = self.edges(triangle) else {
                continue;
            };
            let across = edges
                .into_iter()
                .find(|edge| edge.from().fix() != spot && edge.to().fix() != spot)?;
            let [a, b] = across.vertices().map(|vertex| vertex.data().place);
            let (x, y) = (a - at, b - at);
            // The radius of the inscribed circle: twice the area, divided by the perimeter.
            let mut room = x.cross(y) / (x.hypot() + y.hypot() + a.distance(b));
            if open {
                // The triangle decides between directions with the same room: its share is less than a step of room.
                room = self.room(at, x.unit() + y.unit()) + 0.01 * room;
            }
            if best.is_none_or(|(most, _)| room > most) {
                let [long, short] = LOOP;
                let bends = [at + x * long + y * short, at + x * short + y * long];
                best = Some((room, bends));
            }
        }
        let [first, second] = best?.1;
        Some(if counter_clockwise {
            vec![first, second]
        } else {
            vec![second, first]
        })
    }

    /// Returns roughly the largest distance in a direction from a spot at which a loop has room.
    fn room(&self, at: Point, way: Vec2) -> f64 {
        let is_free = |far: &f64| {
            let middle = at + way.unit() * *far;
            let mut vertices = self.triangles.vertices().map(|vertex| vertex.data().place);
            vertices.all(|place| place == at || place.distance(middle) > ROOM_SHARE * far)
        };
        let sizes = (1..=ROOM_STEPS).map(|i| ROOM_STEP * f64::from(i));
        sizes.take_while(is_free).last().unwrap_or(0.0)
    }

    /// Ties boundaries, the nearest first, to one side of their face: to the darts of `arc`, or to the spot of `corner`
    /// itself if there are none. In the latter case, returns the neighbour of the spot on the fence.
    ///
    /// The outer `Option` is `None` if this fails.
    #[expect(
        clippy::option_option,
        reason = "failure, and a fence that does not start at the spot"
    )]
    fn fence(
        &mut self,
        corner: Corner,
        arc: &FxHashSet<Dart>,
        boundaries: &[Boundary],
    ) -> Option<Option<FixedVertexHandle>> {
        let map = self.map;
        let root = |boundary| {
            let corner = map
                .corners(boundary)
                .next()
                .expect("a boundary has a corner");
            self.piece_of[map.vertex(corner).index()]
        };
        let mut left: FxHashSet<usize> = boundaries.iter().map(|b| root(*b)).collect();
        let mut tied: FxHashSet<usize> = FxHashSet::default();
        let mut at_spot = None;
        while !left.is_empty() {
            let inside = self.face(corner)?;
            let from_spot = arc.is_empty() && tied.is_empty();
            let spot = self.spots[map.vertex(corner).index()];
            // The places where a fence can start in a triangle. On the arc these are bends, because the spots at its
            // ends are those of `from` and `to`, and a fence from them would cut the corner where the path begins.
            let hook = |triangle: usize| -> Vec<FixedVertexHandle> {
                let Some(edges) = self.edges(triangle) else {
                    return Vec::new();
                };
                let mut hooks = Vec::new();
                for edge in edges {
                    if tied.contains(&edge.from().data().piece) {
                        hooks.push(edge.from().fix());
                    }
                    // A triangle is on the left of its edges; a face is on the right of its darts.
                    let key = (edge.to().fix(), edge.from().fix());
                    if self.darts.get(&key).is_some_and(|dart| arc.contains(dart)) {
                        let ends = edge.vertices().into_iter();
                        hooks.extend(ends.filter(|v| v.data().is_bend).map(|v| v.fix()));
                    }
                }
                hooks
            };
            let starts: Vec<(usize, Point)> = if from_spot {
                let place = self.triangles.vertex(spot).data().place;
                self.wedge(corner)?
                    .into_iter()
                    .map(|t| (t, place))
                    .collect()
            } else {
                let hooked = inside.iter().filter_map(|t| Some((*t, *hook(*t).first()?)));
                hooked
                    .map(|(t, vertex)| (t, self.triangles.vertex(vertex).data().place))
                    .collect()
            };
            let touched = |triangle: usize| {
                let edges = self.edges(triangle).into_iter().flatten();
                let mut vertices = edges.map(|edge| edge.from());
                vertices
                    .find(|vertex| left.contains(&vertex.data().piece))
                    .map(|v| v.fix())
            };
            let way = self.search(starts, |t| inside.contains(&t) && touched(t).is_some())?;
            let start = if from_spot {
                spot
            } else {
                *hook(way.start).first()?
            };
            let end = touched(way.end)?;
            let piece = self.triangles.vertex(end).data().piece;
            let next = self.build(start, &way.middles, end)?;
            if from_spot {
                at_spot = Some(next);
            }
            left.remove(&piece);
            tied.insert(piece);
        }
        Some(at_spot)
    }

    /// Builds a fence along a path and returns the vertex after its start.
    fn build(
        &mut self,
        start: FixedVertexHandle,
        middles: &[Point],
        end: FixedVertexHandle,
    ) -> Option<FixedVertexHandle> {
        let mut posts = vec![start];
        for place in middles {
            let post = Node {
                place: *place,
                piece: NOWHERE,
                is_bend: false,
            };
            posts.push(self.triangles.insert(post).ok()?);
        }
        posts.push(end);
        for pair in posts.windows(2) {
            let made = self.triangles.try_add_constraint(pair[0], pair[1]);
            // More than one edge: the fence runs through another point, so its first edge is not the one we return.
            if made.len() != 1 {
                return None;
            }
        }
        self.faces = self.triangles.fixed_all_faces().collect();
        Some(posts[1])
    }

    /// Returns all triangles of the face at a corner, ignoring fences.
    fn face(&self, corner: Corner) -> Option<FxHashSet<usize>> {
        let mut stack = self.wedge(corner)?;
        let mut inside: FxHashSet<usize> = stack.iter().copied().collect();
        while let Some(triangle) = stack.pop() {
            for edge in self.edges(triangle).into_iter().flatten() {
                let is_line = self
                    .darts
                    .contains_key(&(edge.from().fix(), edge.to().fix()));
                let next = edge.rev().face();
                if !is_line && !next.is_outer() && inside.insert(next.index()) {
                    stack.push(next.index());
                }
            }
        }
        Some(inside)
    }
}
