//! A triangulation of the sphere that contains a map, on which the straight-line embeddings work.
//!
//! 1. In every face the boundaries are tied together by extra lines, so that each face has one walk around it.
//! 2. Every line gets points on it (two on a line of the map, one on an extra line), so that loops and parallel lines
//!    become paths of distinct points.
//! 3. A **collar** runs inside every walk: one point for each step, joined to the step and to the neighbouring points.
//!
//! ```text
//!   c₀ ─────── c₁ ─────── c₂       the walk, the face below it
//!    ╲   ╱ ╲   ╱ ╲   ╱
//!     r₀ ────── r₁ ────── r₂       the collar
//!       ╲       │       ╱
//!             centre
//! ```
//!
//! The collar makes the triangulation simple even where a line has the same face on both sides, and a simple
//! triangulation has an embedding on a grid of whole numbers (see [`embed`](super::embed)).

use std::collections::VecDeque;

use common::sorting;
use planar::{Boundary, Corner, Dart, Face, Map, Vertex};

/// A triangulated disc, or sphere, around a map.
pub(super) struct Mesh {
    /// The number of points. Those of the map come first: its vertices, then the points on its lines.
    pub(super) n_points: usize,
    /// Triangles, counter-clockwise.
    pub(super) triangles: Vec<[usize; 3]>,
    /// The collar of the outer face, counter-clockwise.
    pub(super) rim: Vec<usize>,
    /// For each line of the map, the points on it, from the origin of its even dart.
    pub(super) on_lines: Vec<Vec<usize>>,
}

/// Lists all faces, the best outer face first. That is the face from which the deepest face is reached over the fewest
/// lines, and among equals the face with the longest boundaries.
pub(super) fn outer_faces(map: &Map) -> Vec<Face> {
    let mut length = vec![0; map.n_faces()];
    let mut beside = vec![Vec::new(); map.n_faces()];
    for boundary in map.boundaries() {
        length[map.face(boundary).index()] += map.boundary_len(boundary);
    }
    for dart in map.darts() {
        let face = |dart| map.face_at(Corner::Before(dart)).index();
        beside[face(dart)].push(face(dart.twin()));
    }
    let depth = |outer: usize| {
        let mut depth = vec![usize::MAX; map.n_faces()];
        depth[outer] = 0;
        let mut queue = VecDeque::from([outer]);
        // A face that is connected to others only through boundaries is reached through a piece that lies in both. So
        // every face has a line to another face unless it is the only one.
        while let Some(face) = queue.pop_front() {
            for next in &beside[face] {
                if depth[*next] == usize::MAX {
                    depth[*next] = depth[face] + 1;
                    queue.push_back(*next);
                }
            }
        }
        let sum: usize = depth.iter().sum();
        (depth.into_iter().max(), sum)
    };
    let mut faces: Vec<Face> = map.faces().collect();
    sorting::sort_by_key(&mut faces, |face| {
        let (deepest, sum) = depth(face.index());
        (
            deepest,
            std::cmp::Reverse(length[face.index()]),
            sum,
            face.index(),
        )
    });
    faces
}

impl Mesh {
    /// Builds the mesh of a map that has at least two vertices or a line.
    pub(super) fn new(map: &Map, outer: Face) -> Mesh {
        let mut tied = map.clone();
        for face in map.faces() {
            tie(&mut tied, face);
        }
        let n_lines = map.n_edges();
        let mut on_lines = Vec::with_capacity(n_lines);
        for line in 0..tied.n_edges() {
            let dart = Dart::new(2 * line);
            if line < n_lines {
                // Each new point cuts off the far part of the line, so the second point comes before the first.
                let far = add_point(&mut tied, dart);
                let near = add_point(&mut tied, dart);
                on_lines.push(vec![near, far]);
            } else {
                add_point(&mut tied, dart);
            }
        }

        let mut mesh = Mesh {
            n_points: tied.n_vertices(),
            triangles: Vec::new(),
            rim: Vec::new(),
            on_lines,
        };
        for boundary in tied.boundaries() {
            let walk: Vec<usize> = tied
                .corners(boundary)
                .map(|corner| tied.vertex(corner).index())
                .collect();
            let ring: Vec<usize> = (0..walk.len()).map(|i| mesh.n_points + i).collect();
            mesh.n_points += walk.len();
            let after = |i| (i + 1) % walk.len();
            for i in 0..walk.len() {
                let (c, d) = (walk[i], walk[after(i)]);
                let (r, s) = (ring[i], ring[after(i)]);
                mesh.triangles.push([c, r, d]);
                mesh.triangles.push([r, s, d]);
            }
            if tied.face(boundary) == outer {
                mesh.rim = ring;
            } else {
                mesh.fill(&ring);
            }
        }
        mesh
    }

    /// Joins the points of a clockwise ring to a new point within.
    fn fill(&mut self, ring: &[usize]) {
        let centre = self.n_points;
        self.n_points += 1;
        for (i, r) in ring.iter().enumerate() {
            self.triangles
                .push([*r, centre, ring[(i + 1) % ring.len()]]);
        }
    }

    /// Closes the outer face with one more point, which makes the disc a sphere, and returns the new point.
    pub(super) fn close(&mut self) -> usize {
        let rim = core::mem::take(&mut self.rim);
        self.fill(&rim);
        self.rim = rim;
        self.n_points - 1
    }
}

/// Ties the boundaries of a face together, by lines from the longest boundary to each of the others, spread evenly
/// along it.
fn tie(map: &mut Map, face: Face) {
    let mut boundaries: Vec<Boundary> = map.boundaries_of(face).collect();
    sorting::sort_by_key(&mut boundaries, |boundary| {
        (map.boundary_len(*boundary), boundary.index())
    });
    let Some(longest) = boundaries.pop() else {
        return;
    };
    let corner = |boundary| {
        map.corners(boundary)
            .next()
            .expect("a boundary has a corner")
    };
    let others: Vec<Corner> = boundaries.iter().map(|other| corner(*other)).collect();
    let hosts: Vec<Corner> = map.corners(longest).collect();
    let chain = hosts.len() == 1;
    let mut ends: Vec<(Corner, Corner)> = Vec::new();
    for (i, other) in others.iter().enumerate() {
        // If there is only one corner, tie them to it one after another.
        let host = match i.checked_sub(1) {
            Some(last) if chain => others[last],
            _ => hosts[i * hosts.len() / others.len()],
        };
        ends.push((host, *other));
    }
    for (host, other) in ends {
        let [from, to] = [host, other].map(|corner| live(map, corner));
        map.connect(from, to, |_| false)
            .expect("two boundaries of one face, and room for a line each");
    }
}

/// Returns the current name of a corner, because an isolated vertex may have been tied to another.
fn live(map: &Map, corner: Corner) -> Corner {
    match corner {
        Corner::Alone(vertex) => map.corners_at(vertex).next().expect("a corner"),
        Corner::Before(_) => corner,
    }
}

fn add_point(map: &mut Map, dart: Dart) -> usize {
    let vertex: Vertex = map.subdivide(dart).expect("room for points on each line");
    vertex.index()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lists(text: &str) -> Map {
        let faces: Vec<Vec<Vec<usize>>> = text
            .split('/')
            .map(|face| {
                let lists = face.split(';');
                lists
                    .map(|list| {
                        list.split(',')
                            .map(|v| v.parse().expect("a number"))
                            .collect()
                    })
                    .collect()
            })
            .collect();
        Map::from_lists(&faces).expect("a map")
    }

    #[track_caller]
    fn check(text: &str) {
        let map = lists(text);
        for outer in map.faces() {
            let mut mesh = Mesh::new(&map, outer);
            mesh.close();
            // A simple triangulation of the sphere: every directed edge once, and 2n − 4 triangles.
            let mut edges: Vec<(usize, usize)> = mesh
                .triangles
                .iter()
                .flat_map(|[a, b, c]| [(*a, *b), (*b, *c), (*c, *a)])
                .collect();
            edges.sort_unstable();
            let count = edges.len();
            edges.dedup();
            assert_eq!(edges.len(), count, "{text}");
            assert!(
                edges
                    .iter()
                    .all(|(a, b)| edges.binary_search(&(*b, *a)).is_ok())
            );
            assert_eq!(mesh.triangles.len(), 2 * mesh.n_points - 4, "{text}");
        }
    }

    #[test]
    fn every_mesh_is_a_simple_triangulation_of_the_sphere() {
        for text in [
            "0;1",
            "0;1;2;3",
            "0,1",
            "0/0",
            "0,1/0,1/0,1",
            "0/0,0,1",
            "0,3;1/0,3;2;4;5",
            "0,1,2,1;3,4;5",
        ] {
            check(text);
        }
    }

    #[test]
    fn the_outer_face_is_in_the_middle_of_a_nest() {
        // Three loops around each other: faces 0 to 3 in a row, the second or third is best.
        let map = lists("0/0;1/1;2/2");
        assert!([1, 2].contains(&outer_faces(&map)[0].index()));
    }
}
