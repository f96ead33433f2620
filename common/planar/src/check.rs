//! The check of every invariant of a map.

use super::map::{Boundary, Corner, Dart, Face, Map, Vertex};

/// An invariant that a map violates, and where it does so.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Flaw {
    /// A dart is not the predecessor of its successor.
    #[error("dart {0:?} and the next dart do not follow each other at one vertex")]
    Link(Dart),
    /// A dart and the dart after it are on different boundaries.
    #[error("dart {0:?} and the next dart are on different boundaries")]
    Strayed(Dart),
    /// The outgoing darts of a vertex do not form one circle around it.
    #[error("vertex {0:?} has {1} darts around it, but degree {2}")]
    Rotation(Vertex, usize, usize),
    /// The table entry of a boundary does not describe the boundary.
    #[error("boundary {0:?} does not match the walk from its corner")]
    Boundary(Boundary),
    /// A face has no boundary although the map has vertices.
    #[error("face {0:?} has no boundary")]
    Bare(Face),
    /// A connected piece does not satisfy Euler's formula V − E + F = 2, so it cannot lie on the sphere.
    #[error("the piece that contains vertex {piece:?} has V - E + F = {euler} instead of 2")]
    Euler {
        /// A vertex of the piece.
        piece: Vertex,
        /// The number of vertices minus edges plus boundaries of the piece.
        euler: isize,
    },
    /// Pieces and faces do not form a tree, so the drawing does not fit on a sphere.
    #[error(
        "{pieces} pieces, {faces} faces and {boundaries} boundaries cannot form a single sphere"
    )]
    Nesting {
        /// The number of connected pieces of the drawing.
        pieces: usize,
        /// The number of faces.
        faces: usize,
        /// The number of boundaries, one for each time that a piece borders a face.
        boundaries: usize,
    },
}

impl Map {
    /// Checks every invariant of the representation and of planarity.
    ///
    /// * Walks: `next` and `prev` are inverse to each other, and each dart ends where the next one begins.
    /// * Vertices: the outgoing darts of a vertex form one circle around it, and its degree is their number.
    /// * Boundaries: each dart and each isolated vertex is on exactly the boundary recorded for it.
    /// * Planarity: each connected piece satisfies Euler's formula.
    /// * Nesting: pieces and faces, joined by the boundaries, form a tree. (On the sphere, no face touches the same
    ///   piece along two boundaries.)
    ///
    /// Takes time proportional to the size of the map.
    ///
    /// # Errors
    ///
    /// Returns the first invariant that is violated.
    pub fn check(&self) -> Result<(), Flaw> {
        for dart in self.darts() {
            let next = self.next(dart);
            if self.prev(next) != dart || self.origin(next) != self.target(dart) {
                return Err(Flaw::Link(dart));
            }
            if self.boundary(Corner::Before(next)) != self.boundary(Corner::Before(dart)) {
                return Err(Flaw::Strayed(dart));
            }
        }
        let mut total = 0;
        for vertex in self.vertices() {
            let own = self.darts_at(vertex).take(self.darts.len() + 1);
            let around = own.take_while(|dart| self.origin(*dart) == vertex).count();
            if around != self.degree(vertex) {
                return Err(Flaw::Rotation(vertex, around, self.degree(vertex)));
            }
            total += around;
        }
        if total != self.darts.len() {
            return Err(Flaw::Rotation(Vertex::new(0), total, self.darts.len()));
        }
        self.check_boundaries()?;
        self.check_sphere()
    }

    fn check_boundaries(&self) -> Result<(), Flaw> {
        let mut walked = 0;
        for boundary in self.boundaries() {
            let record = self.boundaries[boundary.index()];
            let len = self.corners(boundary).take(self.darts.len() + 1).count();
            let known = self.has_corner(record.corner) && record.face.index() < self.n_faces();
            if !known || self.boundary(record.corner) != boundary || len != usize::from(record.len)
            {
                return Err(Flaw::Boundary(boundary));
            }
            walked += len;
        }
        let isolated = self.vertices().filter(|v| self.degree(*v) == 0).count();
        if walked != self.darts.len() + isolated {
            return Err(Flaw::Boundary(Boundary::new(self.n_boundaries())));
        }
        let bare = self
            .faces()
            .find(|face| self.boundaries_of(*face).next().is_none());
        match bare {
            Some(face) if self.n_vertices() > 0 => Err(Flaw::Bare(face)),
            _ => Ok(()),
        }
    }

    fn check_sphere(&self) -> Result<(), Flaw> {
        let mut pieces = Classes::new(self.n_vertices());
        for dart in self.darts() {
            pieces.merge(self.origin(dart).index(), self.target(dart).index());
        }
        let mut euler = vec![0isize; self.n_vertices()];
        for vertex in self.vertices() {
            euler[pieces.find(vertex.index())] += 1;
        }
        for edge in 0..self.n_edges() {
            euler[pieces.find(self.origin(Dart::new(2 * edge)).index())] -= 1;
        }
        // A piece and a face that touch twice, or a longer cycle of pieces and faces, cannot lie on a sphere.
        let mut nesting = Classes::new(self.n_vertices() + self.n_faces());
        let mut is_tree = true;
        for boundary in self.boundaries() {
            let record = self.boundaries[boundary.index()];
            let piece = pieces.find(self.vertex(record.corner).index());
            euler[piece] += 1;
            is_tree &= nesting.merge(piece, self.n_vertices() + record.face.index());
        }
        let roots: Vec<usize> = (0..self.n_vertices())
            .filter(|v| pieces.find(*v) == *v)
            .collect();
        if let Some(piece) = roots.iter().find(|piece| euler[**piece] != 2) {
            return Err(Flaw::Euler {
                piece: Vertex::new(*piece),
                euler: euler[*piece],
            });
        }
        let (faces, boundaries) = (self.n_faces(), self.n_boundaries());
        if !roots.is_empty() && (!is_tree || roots.len() + faces != boundaries + 1) {
            return Err(Flaw::Nesting {
                pieces: roots.len(),
                faces,
                boundaries,
            });
        }
        Ok(())
    }
}

/// Numbers in classes that can be merged (union–find).
struct Classes(Vec<usize>);

impl Classes {
    fn new(len: usize) -> Classes {
        Classes((0..len).collect())
    }

    fn find(&mut self, mut i: usize) -> usize {
        while self.0[i] != i {
            self.0[i] = self.0[self.0[i]];
            i = self.0[i];
        }
        i
    }

    /// Merges two classes and returns whether they were different.
    fn merge(&mut self, i: usize, j: usize) -> bool {
        let (i, j) = (self.find(i), self.find(j));
        self.0[i] = j;
        i != j
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two spots joined by a line with a spot on it, and a third spot.
    fn map() -> Map {
        let mut map = Map::isolated(3).expect("three spots fit");
        let ends = [0, 1].map(|v| Corner::Alone(Vertex::new(v)));
        let line = map.connect(ends[0], ends[1], |_| false).expect("one face");
        map.subdivide(line).expect("a spot fits");
        map
    }

    #[test]
    fn each_broken_invariant_is_named() {
        assert_eq!(map().check(), Ok(()));

        let mut broken = map();
        broken.darts[0].next = Dart::new(0);
        assert_eq!(broken.check(), Err(Flaw::Link(Dart::new(0))));

        let mut broken = map();
        broken.darts[1].boundary = Boundary::new(1);
        assert!(matches!(broken.check(), Err(Flaw::Strayed(_))));

        let mut broken = map();
        broken.vertices[0].degree = 2;
        assert_eq!(broken.check(), Err(Flaw::Rotation(Vertex::new(0), 1, 2)));

        let mut broken = map();
        broken.boundaries[0].len = 3;
        assert!(matches!(broken.check(), Err(Flaw::Boundary(_))));

        let mut broken = map();
        broken.n_faces = 2;
        assert_eq!(broken.check(), Err(Flaw::Bare(Face::new(1))));
    }

    #[test]
    fn a_face_that_touches_one_piece_twice_is_no_sphere() {
        let mut map = Map::isolated(1).expect("one spot fits");
        let corner = Corner::Alone(Vertex::new(0));
        map.connect(corner, corner, |_| false)
            .expect("a loop divides the face");
        map.boundaries[1].face = Face::new(0);
        map.n_faces = 1;
        assert!(matches!(map.check(), Err(Flaw::Nesting { .. })));
    }
}
