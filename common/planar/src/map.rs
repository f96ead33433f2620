//! The type of maps, their parts, and queries about them.

macro_rules! handle {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(u16);

        impl $name {
            /// Returns the handle with the given index.
            ///
            /// # Panics
            ///
            /// Panics if the index does not fit 16 bits.
            pub fn new(index: usize) -> $name {
                $name(u16::try_from(index).expect("a map has fewer than 2^16 parts of a kind"))
            }

            /// Returns the index, counted from 0.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

handle!(
    /// A vertex of a [`Map`]; vertices are numbered in the order in which they were added.
    Vertex
);
handle!(
    /// One of the two directions of an edge: the darts of edge `e` are `2e` and `2e + 1`.
    Dart
);
handle!(
    /// A face of a [`Map`]; its number never changes.
    Face
);
handle!(
    /// A boundary of a face. Its number may change with every edit of the map.
    Boundary
);

impl Dart {
    /// Returns the other direction of the same edge.
    pub const fn twin(self) -> Dart {
        Dart(self.0 ^ 1)
    }
}

/// A gap between two lines at a vertex, where a new line can start.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Corner {
    /// The only corner of an isolated vertex.
    Alone(Vertex),
    /// The corner to the right of a dart at its origin, between the preceding dart on its boundary and the dart itself.
    Before(Dart),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct DartRecord {
    pub(crate) origin: Vertex,
    pub(crate) next: Dart,
    pub(crate) prev: Dart,
    pub(crate) boundary: Boundary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct VertexRecord {
    /// The corner by which the vertex is entered: any outgoing dart, or the vertex itself while it is isolated.
    pub(crate) corner: Corner,
    pub(crate) degree: u16,
    /// The boundary of an isolated vertex; meaningless for any other vertex.
    pub(crate) boundary: Boundary,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoundaryRecord {
    pub(crate) face: Face,
    /// An arbitrary corner on the boundary.
    pub(crate) corner: Corner,
    /// The number of corners.
    pub(crate) len: u16,
}

/// A planar map on the sphere. See the [crate documentation](crate).
///
/// # Invariants
///
/// Every edit preserves the invariants that [`Map::check`] checks. Two maps compare as equal if they were built by the
/// same edits. Each game decides for itself whether two maps represent the same drawing.
///
/// # Panics
///
/// Every query about a vertex, dart, corner, boundary or face panics if the map has no such part, as indexing does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Map {
    pub(crate) vertices: Vec<VertexRecord>,
    pub(crate) darts: Vec<DartRecord>,
    pub(crate) boundaries: Vec<BoundaryRecord>,
    pub(crate) n_faces: u16,
}

impl Map {
    /// Returns the number of bytes that the map owns on the heap.
    pub fn owned_bytes(&self) -> usize {
        self.vertices.capacity() * size_of::<VertexRecord>()
            + self.darts.capacity() * size_of::<DartRecord>()
            + self.boundaries.capacity() * size_of::<BoundaryRecord>()
    }

    /// Returns the number of vertices.
    pub fn n_vertices(&self) -> usize {
        self.vertices.len()
    }

    /// Returns the number of edges, which is half the number of darts.
    pub fn n_edges(&self) -> usize {
        self.darts.len() / 2
    }

    /// Returns the number of faces, at least 1.
    pub fn n_faces(&self) -> usize {
        usize::from(self.n_faces)
    }

    /// Returns the number of boundaries of all faces.
    pub(crate) fn n_boundaries(&self) -> usize {
        self.boundaries.len()
    }

    /// Returns all vertices in the order in which they were added.
    pub fn vertices(&self) -> impl DoubleEndedIterator<Item = Vertex> + ExactSizeIterator + use<> {
        (0..self.n_vertices()).map(Vertex::new)
    }

    /// Returns all darts.
    pub fn darts(&self) -> impl DoubleEndedIterator<Item = Dart> + ExactSizeIterator + use<> {
        (0..self.darts.len()).map(Dart::new)
    }

    /// Returns all faces.
    pub fn faces(&self) -> impl DoubleEndedIterator<Item = Face> + ExactSizeIterator + use<> {
        (0..self.n_faces()).map(Face::new)
    }

    /// Returns all boundaries.
    pub fn boundaries(
        &self,
    ) -> impl DoubleEndedIterator<Item = Boundary> + ExactSizeIterator + use<> {
        (0..self.n_boundaries()).map(Boundary::new)
    }

    /// Returns the vertex at which a dart begins.
    pub fn origin(&self, dart: Dart) -> Vertex {
        self.darts[dart.index()].origin
    }

    /// Returns the vertex at which a dart ends.
    pub fn target(&self, dart: Dart) -> Vertex {
        self.origin(dart.twin())
    }

    /// Returns the next dart on the same boundary.
    pub fn next(&self, dart: Dart) -> Dart {
        self.darts[dart.index()].next
    }

    /// Returns the previous dart on the same boundary.
    pub fn prev(&self, dart: Dart) -> Dart {
        self.darts[dart.index()].prev
    }

    /// Returns the next dart counter-clockwise around the same origin.
    pub fn counter_clockwise(&self, dart: Dart) -> Dart {
        self.next(dart.twin())
    }

    /// Returns the next dart clockwise around the same origin.
    pub fn clockwise(&self, dart: Dart) -> Dart {
        self.prev(dart).twin()
    }

    /// Returns the number of lines at a vertex; a loop counts twice.
    pub fn degree(&self, vertex: Vertex) -> usize {
        usize::from(self.vertices[vertex.index()].degree)
    }

    /// Returns the vertex at a corner.
    pub fn vertex(&self, corner: Corner) -> Vertex {
        match corner {
            Corner::Alone(vertex) => vertex,
            Corner::Before(dart) => self.origin(dart),
        }
    }

    /// Returns the boundary that a corner is on.
    pub fn boundary(&self, corner: Corner) -> Boundary {
        match corner {
            Corner::Alone(vertex) => self.vertices[vertex.index()].boundary,
            Corner::Before(dart) => self.darts[dart.index()].boundary,
        }
    }

    /// Returns the face that a boundary belongs to.
    pub fn face(&self, boundary: Boundary) -> Face {
        self.boundaries[boundary.index()].face
    }

    /// Returns the face that a corner opens into.
    pub fn face_at(&self, corner: Corner) -> Face {
        self.face(self.boundary(corner))
    }

    /// Returns the number of corners on a boundary, at least 1.
    pub fn boundary_len(&self, boundary: Boundary) -> usize {
        usize::from(self.boundaries[boundary.index()].len)
    }

    /// Returns whether a corner exists in this map.
    pub(crate) fn has_corner(&self, corner: Corner) -> bool {
        match corner {
            Corner::Alone(v) => self.vertices.get(v.index()).is_some_and(|v| v.degree == 0),
            Corner::Before(dart) => dart.index() < self.darts.len(),
        }
    }

    /// Returns the outgoing darts of a vertex, counter-clockwise; empty for an isolated vertex.
    pub fn darts_at(&self, vertex: Vertex) -> impl Iterator<Item = Dart> + '_ {
        let first = match self.vertices[vertex.index()].corner {
            Corner::Alone(_) => None,
            Corner::Before(dart) => Some(dart),
        };
        core::iter::successors(first, move |dart| {
            Some(self.counter_clockwise(*dart)).filter(|dart| Some(*dart) != first)
        })
    }

    /// Returns the corners of a vertex counter-clockwise.
    pub fn corners_at(&self, vertex: Vertex) -> impl Iterator<Item = Corner> + '_ {
        let first = self.vertices[vertex.index()].corner;
        core::iter::successors(Some(first), move |corner| {
            match corner {
                Corner::Alone(_) => None,
                Corner::Before(dart) => Some(Corner::Before(self.counter_clockwise(*dart))),
            }
            .filter(|corner| *corner != first)
        })
    }

    /// Returns the next corner on the same boundary in left-hand order. If the boundary has only one corner, returns
    /// that corner.
    pub fn next_corner(&self, corner: Corner) -> Corner {
        match corner {
            Corner::Alone(_) => corner,
            Corner::Before(dart) => Corner::Before(self.next(dart)),
        }
    }

    /// Returns the previous corner on the same boundary in left-hand order.
    pub fn prev_corner(&self, corner: Corner) -> Corner {
        match corner {
            Corner::Alone(_) => corner,
            Corner::Before(dart) => Corner::Before(self.prev(dart)),
        }
    }

    /// Returns the corners of the boundary of `start` in left-hand order, beginning with `start`.
    pub fn walk(&self, start: Corner) -> impl Iterator<Item = Corner> + '_ {
        core::iter::successors(Some(start), move |corner| {
            Some(self.next_corner(*corner)).filter(|corner| *corner != start)
        })
    }

    /// Returns the corners of a boundary in left-hand order, beginning with an arbitrary one.
    pub fn corners(&self, boundary: Boundary) -> impl Iterator<Item = Corner> + '_ {
        self.walk(self.boundaries[boundary.index()].corner)
    }

    /// Returns the boundaries of a face. Takes time proportional to the number of boundaries of the map.
    pub fn boundaries_of(&self, face: Face) -> impl Iterator<Item = Boundary> + '_ {
        self.boundaries()
            .filter(move |boundary| self.face(*boundary) == face)
    }
}
