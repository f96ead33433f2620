//! Edits of a map: adding vertices, adding lines, and putting vertices on lines.

use super::map::{
    Boundary, BoundaryRecord, Corner, Dart, DartRecord, Face, Map, Vertex, VertexRecord,
};

/// The error returned when a map does not allow an edit.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum MapError {
    /// The map already has the maximum number of parts.
    #[error("a map may have at most {} vertices and as many darts", Map::MAX_PARTS)]
    Full,
    /// A corner that does not exist.
    #[error("{0:?} is not in the map")]
    NoSuchCorner(Corner),
    /// A face that does not exist.
    #[error("{0:?} is not in the map")]
    NoSuchFace(Face),
    /// Two corners in different faces, which no line can join without crossing another.
    #[error("{0:?} and {1:?} are in different faces, so no line can join them")]
    DifferentFaces(Corner, Corner),
}

impl Map {
    /// The maximum number of vertices, and of darts, in a map.
    pub const MAX_PARTS: usize = 1 << 15;

    /// Returns a map of `n` isolated vertices in one face.
    ///
    /// # Errors
    ///
    /// Returns [`MapError::Full`] if `n` is more than [`Map::MAX_PARTS`].
    pub fn isolated(n: usize) -> Result<Map, MapError> {
        let mut map = Map {
            vertices: Vec::new(),
            darts: Vec::new(),
            boundaries: Vec::new(),
            n_faces: 1,
        };
        for _ in 0..n {
            map.add_vertex(Face::new(0))?;
        }
        Ok(map)
    }

    /// Adds an isolated vertex in `face` and returns it.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the map unchanged, if the face does not exist or the map is full.
    pub(crate) fn add_vertex(&mut self, face: Face) -> Result<Vertex, MapError> {
        if face.index() >= self.n_faces() {
            return Err(MapError::NoSuchFace(face));
        }
        if self.vertices.len() >= Map::MAX_PARTS {
            return Err(MapError::Full);
        }
        let vertex = Vertex::new(self.vertices.len());
        let boundary = Boundary::new(self.boundaries.len());
        let corner = Corner::Alone(vertex);
        self.vertices.push(VertexRecord {
            corner,
            degree: 0,
            boundary,
        });
        self.boundaries.push(BoundaryRecord {
            face,
            corner,
            len: 1,
        });
        Ok(vertex)
    }

    /// Draws a line from the corner `from` to the corner `to` and returns its dart in that direction.
    ///
    /// If the corners are on two boundaries, the line joins these into one. If they are on one boundary, the line
    /// divides the face: the part to its left becomes a new face, with the highest number. The other boundaries of the
    /// face move to the new face if `goes_left` accepts them. The line may start and end at the same corner. In that
    /// case the inside of the loop is on the left of the line, and the rest of the corner is on the right.
    ///
    /// ```text
    ///        ┌── to ──┐               goes_left(b): b is in the new face
    ///  left  │   ▲    │  right
    ///        │   │    │               the returned dart is the arrow;
    ///        └─ from ─┘               its twin borders the new face
    /// ```
    ///
    /// Takes time proportional to the number of boundaries and to the length of the boundaries of `from` and `to`.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the map unchanged, if a corner does not exist, if the corners are in different
    /// faces, or if the map is full.
    pub fn connect(
        &mut self,
        from: Corner,
        to: Corner,
        mut goes_left: impl FnMut(Boundary) -> bool,
    ) -> Result<Dart, MapError> {
        for corner in [from, to] {
            if !self.has_corner(corner) {
                return Err(MapError::NoSuchCorner(corner));
            }
        }
        let (a, b) = (self.boundary(from), self.boundary(to));
        if self.face(a) != self.face(b) {
            return Err(MapError::DifferentFaces(from, to));
        }
        if self.darts.len() + 2 > Map::MAX_PARTS {
            return Err(MapError::Full);
        }

        let out = self.insert_edge(from, to);
        let back = out.twin();
        if a == b {
            let others = self.boundaries_of(self.face(a)).filter(|other| *other != a);
            let moved: smallvec::SmallVec<[Boundary; 16]> =
                others.filter(|other| goes_left(*other)).collect();
            let face = Face::new(self.n_faces());
            self.n_faces += 1;
            for boundary in moved {
                self.boundaries[boundary.index()].face = face;
            }
            let boundary = Boundary::new(self.boundaries.len());
            self.boundaries.push(BoundaryRecord {
                face,
                corner: Corner::Before(back),
                len: 0,
            });
            self.settle(boundary, back);
            self.settle(a, out);
        } else {
            self.settle(a, out);
            self.remove_boundary(b);
        }
        Ok(out)
    }

    /// Puts a new vertex of degree 2 on the edge of `dart` and returns it.
    ///
    /// Afterwards `dart` leads to the new vertex, and its twin starts there. Two new darts form the rest of the line.
    ///
    /// # Errors
    ///
    /// Returns [`MapError::Full`], and leaves the map unchanged, if the map is full.
    ///
    /// # Panics
    ///
    /// Panics if the dart does not exist.
    pub fn subdivide(&mut self, dart: Dart) -> Result<Vertex, MapError> {
        if self.vertices.len() >= Map::MAX_PARTS || self.darts.len() + 2 > Map::MAX_PARTS {
            return Err(MapError::Full);
        }
        // Before:  u ──dart──▶ v            After:  u ──dart──▶ w ──far──▶ v
        //          u ◀──twin── v                    u ◀──twin── w ◀─near── v
        let twin = dart.twin();
        let (far, near) = (Dart::new(self.darts.len()), Dart::new(self.darts.len() + 1));
        let w = Vertex::new(self.vertices.len());
        let v = self.origin(twin);
        let (after, before) = (self.next(dart), self.prev(twin));
        let (right, left) = (
            self.darts[dart.index()].boundary,
            self.darts[twin.index()].boundary,
        );
        self.darts.push(DartRecord {
            origin: w,
            next: after,
            prev: dart,
            boundary: right,
        });
        self.darts.push(DartRecord {
            origin: v,
            next: twin,
            prev: before,
            boundary: left,
        });
        self.darts[twin.index()].origin = w;
        self.link(dart, far);
        self.link(far, if after == twin { near } else { after });
        self.link(if before == dart { far } else { before }, near);
        self.link(near, twin);
        if self.vertices[v.index()].corner == Corner::Before(twin) {
            self.vertices[v.index()].corner = Corner::Before(near);
        }
        let corner = Corner::Before(far);
        self.vertices.push(VertexRecord {
            corner,
            degree: 2,
            boundary: right,
        });
        self.boundaries[right.index()].len += 1;
        self.boundaries[left.index()].len += 1;
        // `twin` no longer starts where the boundary may have been entered, but it is still on the same boundary.
        Ok(w)
    }

    /// Adds a vertex that is joined by a line to the corner `at`, and returns it.
    ///
    /// # Errors
    ///
    /// Returns an error, and leaves the map unchanged, if the corner does not exist or the map is full.
    pub fn add_leaf(&mut self, at: Corner) -> Result<Vertex, MapError> {
        if !self.has_corner(at) {
            return Err(MapError::NoSuchCorner(at));
        }
        if self.darts.len() + 2 > Map::MAX_PARTS {
            return Err(MapError::Full);
        }
        let leaf = self.add_vertex(self.face_at(at))?;
        self.connect(at, Corner::Alone(leaf), |_| false)?;
        Ok(leaf)
    }

    /// Adds the two darts of an edge and links them into the walks at both corners. The caller updates the boundaries.
    fn insert_edge(&mut self, from: Corner, to: Corner) -> Dart {
        let (out, back) = (Dart::new(self.darts.len()), Dart::new(self.darts.len() + 1));
        let (u, v) = (self.vertex(from), self.vertex(to));
        let boundary = self.boundary(from);
        self.darts.push(DartRecord {
            origin: u,
            next: out,
            prev: out,
            boundary,
        });
        self.darts.push(DartRecord {
            origin: v,
            next: back,
            prev: back,
            boundary,
        });
        match (from, to) {
            (Corner::Before(a), Corner::Before(b)) if a == b => {
                // Both ends in one gap: `back` closes the loop on itself.
                let before = self.prev(a);
                self.link(before, out);
                self.link(out, a);
            }
            (Corner::Alone(a), Corner::Alone(b)) if a == b => {}
            _ => {
                let ends = [(from, out, back), (to, back, out)];
                for (corner, outgoing, incoming) in ends {
                    match corner {
                        Corner::Alone(_) => self.link(incoming, outgoing),
                        Corner::Before(dart) => {
                            let before = self.prev(dart);
                            self.link(before, outgoing);
                            self.link(incoming, dart);
                        }
                    }
                }
            }
        }
        for (vertex, dart) in [(u, out), (v, back)] {
            let record = &mut self.vertices[vertex.index()];
            record.degree += 1;
            if record.corner == Corner::Alone(vertex) {
                record.corner = Corner::Before(dart);
            }
        }
        out
    }

    pub(super) fn link(&mut self, dart: Dart, next: Dart) {
        self.darts[dart.index()].next = next;
        self.darts[next.index()].prev = dart;
    }

    /// Makes `boundary` the boundary that is walked from `dart`: assigns the darts to it, counts them, and stores
    /// `dart` as the entry.
    fn settle(&mut self, boundary: Boundary, dart: Dart) {
        let mut len = 0;
        let mut at = dart;
        loop {
            self.darts[at.index()].boundary = boundary;
            len += 1;
            at = self.next(at);
            if at == dart {
                break;
            }
        }
        let record = &mut self.boundaries[boundary.index()];
        record.corner = Corner::Before(dart);
        record.len = len;
    }

    /// Removes an empty boundary. The last boundary gets its number.
    fn remove_boundary(&mut self, boundary: Boundary) {
        self.boundaries.swap_remove(boundary.index());
        let Some(moved) = self.boundaries.get(boundary.index()) else {
            return;
        };
        match moved.corner {
            Corner::Alone(vertex) => self.vertices[vertex.index()].boundary = boundary,
            Corner::Before(dart) => self.settle(boundary, dart),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alone(index: usize) -> Corner {
        Corner::Alone(Vertex::new(index))
    }

    #[track_caller]
    fn check(map: &Map, faces: &str) {
        assert_eq!(map.check(), Ok(()));
        assert_eq!(map.to_lists(Vertex::index), faces);
    }

    #[test]
    fn a_line_between_two_vertices_joins_their_boundaries() -> Result<(), MapError> {
        let mut map = Map::isolated(3)?;
        let line = map.connect(alone(0), alone(1), |_| true)?;
        check(&map, "0,1;2");
        map.subdivide(line)?;
        check(&map, "0,3,1,3;2");
        Ok(())
    }

    #[test]
    fn a_loop_divides_its_face_and_the_rest_as_told() -> Result<(), MapError> {
        let mut map = Map::isolated(3)?;
        let one = map.boundary(alone(1));
        let line = map.connect(alone(0), alone(0), |b| b == one)?;
        map.subdivide(line)?;
        check(&map, "0,3;1/0,3;2");
        Ok(())
    }

    #[test]
    fn a_loop_in_a_corner_leaves_the_rest_of_the_corner_outside() -> Result<(), MapError> {
        let mut map = Map::isolated(2)?;
        let line = map.connect(alone(0), alone(1), |_| false)?;
        let corner = Corner::Before(line);
        let line = map.connect(corner, corner, |_| false)?;
        check(&map, "0/0,0,1");
        map.subdivide(line)?;
        check(&map, "0,1,0,2/0,2");
        assert_eq!(map.degree(Vertex::new(0)), 3);
        Ok(())
    }

    #[test]
    fn a_leaf_lies_in_the_corner_where_it_was_added() -> Result<(), MapError> {
        let mut map = Map::isolated(1)?;
        let first = map.add_leaf(alone(0))?;
        let end = map.corners_at(first).next().expect("a vertex has a corner");
        map.add_leaf(end)?;
        check(&map, "0,1,2,1");
        Ok(())
    }

    #[test]
    fn a_refused_line_leaves_the_map_as_it_was() -> Result<(), MapError> {
        let mut map = Map::isolated(2)?;
        let one = map.boundary(alone(1));
        let line = map.connect(alone(0), alone(0), |b| b == one)?;
        let before = map.clone();
        let outside = Corner::Before(line);
        let refused = map.connect(outside, alone(1), |_| true);
        assert_eq!(refused, Err(MapError::DifferentFaces(outside, alone(1))));
        assert_eq!(
            map.connect(alone(0), outside, |_| true),
            Err(MapError::NoSuchCorner(alone(0)))
        );
        assert_eq!(map, before);
        Ok(())
    }

    #[test]
    fn a_map_that_is_full_refuses_more() {
        assert_eq!(Map::isolated(Map::MAX_PARTS + 1), Err(MapError::Full));
    }
}
