//! Converts maps to and from lists of boundaries, a form due to Dan Hoey.
//!
//! A face is the list of its boundaries, and a boundary is the list of the vertices at its corners in left-hand order.
//! The lists determine the map up to the numbering of its darts, except that three parallel lines between two vertices
//! have the same lists as their mirror image.

use core::fmt::{self, Write as _};

use common::sorting;
use rustc_hash::FxHashMap;

use super::check::Flaw;
use super::edit::MapError;
use super::map::{
    Boundary, BoundaryRecord, Corner, Dart, DartRecord, Face, Map, Vertex, VertexRecord,
};

/// The error returned when lists of boundaries do not describe a map.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ListsError {
    /// A boundary is empty.
    #[error("face {face} has a boundary without vertices")]
    Empty {
        /// The face, counted from 0.
        face: usize,
    },
    /// A vertex is in no list.
    #[error("vertex {0} is not on any boundary")]
    Missing(usize),
    /// A line is walked in only one direction.
    #[error(
        "the boundaries must go from {from} to {to} as often as back, found {forth} and {back}"
    )]
    OneWay {
        /// The vertex at which the step begins.
        from: usize,
        /// The vertex at which the step ends.
        to: usize,
        /// The number of steps in this direction.
        forth: usize,
        /// The number of steps in the opposite direction.
        back: usize,
    },
    /// More than three lines run between two vertices, which lists of boundaries cannot distinguish.
    #[error("too many lines join {from} and {to}: {count}")]
    Parallel {
        /// One of the two vertices.
        from: usize,
        /// The other vertex.
        to: usize,
        /// The number of lines between them.
        count: usize,
    },
    /// The lists are consistent with each other, but not on a sphere.
    #[error("these boundaries cannot be drawn on the sphere: {0}")]
    NotPlanar(#[from] Flaw),
    /// The map is too large.
    #[error(transparent)]
    TooLarge(#[from] MapError),
}

impl Map {
    /// Builds the map whose faces have the given boundaries.
    ///
    /// `faces[f][b]` lists the vertices at the corners of boundary `b` of face `f` in left-hand order, numbered from
    /// 0. A vertex that is alone on a boundary is isolated if it appears nowhere else; otherwise it has a loop.
    ///
    /// Takes time proportional to the total length of the lists.
    ///
    /// # Errors
    ///
    /// Returns an error if the lists are not the boundaries of a map on the sphere.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_planar::Map;
    ///
    /// let map = Map::from_lists(&[vec![vec![0, 3], vec![1]], vec![vec![0, 3], vec![2]]])?;
    /// assert_eq!(map.to_lists(|v| v.index()), "0,3;1/0,3;2");
    /// # Ok::<(), papergames_planar::ListsError>(())
    /// ```
    pub fn from_lists(faces: &[Vec<Vec<usize>>]) -> Result<Map, ListsError> {
        let corners = || faces.iter().flatten().flatten().copied();
        let n_vertices = corners()
            .max()
            .map_or(0, |highest| highest.saturating_add(1));
        let n_corners = corners().count();
        if n_vertices > Map::MAX_PARTS || n_corners > Map::MAX_PARTS || faces.len() > Map::MAX_PARTS
        {
            return Err(MapError::Full.into());
        }
        let mut occurrences = vec![0usize; n_vertices];
        corners().for_each(|v| occurrences[v] += 1);
        if let Some(missing) = occurrences.iter().position(|n| *n == 0) {
            return Err(ListsError::Missing(missing));
        }

        // Number the steps of all walks consecutively. A step is not a dart yet, because its twin is not known.
        let mut steps: Vec<BoundaryStep> = Vec::with_capacity(n_corners);
        let mut map = Map {
            vertices: Vec::with_capacity(n_vertices),
            darts: Vec::with_capacity(n_corners),
            boundaries: Vec::new(),
            n_faces: faces.len().max(1) as u16,
        };
        for v in 0..n_vertices {
            let corner = Corner::Alone(Vertex::new(v));
            map.vertices.push(VertexRecord {
                corner,
                degree: 0,
                boundary: Boundary::new(0),
            });
        }
        for (f, face) in faces.iter().enumerate() {
            for list in face {
                let boundary = Boundary::new(map.boundaries.len());
                let first = *list.first().ok_or(ListsError::Empty { face: f })?;
                let corner = Corner::Alone(Vertex::new(first));
                map.boundaries.push(BoundaryRecord {
                    face: Face::new(f),
                    corner,
                    len: list.len() as u16,
                });
                if list.len() == 1 && occurrences[first] == 1 {
                    map.vertices[first].boundary = boundary;
                    continue;
                }
                let base = steps.len();
                for (i, from) in list.iter().enumerate() {
                    let after = (i + 1) % list.len();
                    steps.push(BoundaryStep {
                        from: *from,
                        to: list[after],
                        next: base + after,
                        boundary,
                    });
                }
            }
        }
        let dart_of = name_darts(&steps, &pair(&steps)?);

        let blank = DartRecord {
            origin: Vertex::new(0),
            next: Dart::new(0),
            prev: Dart::new(0),
            boundary: Boundary::new(0),
        };
        map.darts.resize(steps.len(), blank);
        for (step, dart) in steps.iter().zip(&dart_of) {
            let record = &mut map.darts[dart.index()];
            record.origin = Vertex::new(step.from);
            record.boundary = step.boundary;
            map.link(*dart, dart_of[step.next]);
            let vertex = &mut map.vertices[step.from];
            vertex.degree += 1;
            vertex.corner = Corner::Before(*dart);
            map.boundaries[step.boundary.index()].corner = Corner::Before(*dart);
        }
        map.check()?;
        Ok(map)
    }

    /// Returns the boundaries of all faces as text, with corners separated by `,`, boundaries by `;` and faces by `/`.
    ///
    /// `name` returns the number that represents a vertex in the text. Each boundary begins where its list is
    /// lexicographically least, and boundaries and faces are sorted. So the text does not depend on how the map was
    /// built.
    pub fn to_lists(&self, name: impl Fn(Vertex) -> usize) -> String {
        write_lists(&self.sorted_lists(name))
    }

    /// Returns the boundaries of all faces as lists of named vertices, in the order of [`Map::to_lists`].
    pub fn sorted_lists(&self, name: impl Fn(Vertex) -> usize) -> Vec<Vec<Vec<usize>>> {
        let mut faces = vec![Vec::new(); self.n_faces()];
        for boundary in self.boundaries() {
            let list: Vec<usize> = self
                .corners(boundary)
                .map(|corner| name(self.vertex(corner)))
                .collect();
            faces[self.face(boundary).index()].push(least_rotation(&list));
        }
        for face in &mut faces {
            sorting::sort_by(face, Ord::cmp);
        }
        sorting::sort_by(&mut faces, Ord::cmp);
        faces
    }
}

/// Returns faces, given as lists of boundaries, as text, with corners separated by `,`, boundaries by `;` and faces by
/// `/`.
pub fn write_lists<T: fmt::Display>(faces: &[Vec<Vec<T>>]) -> String {
    let mut text = String::new();
    for (f, face) in faces.iter().enumerate() {
        text.push_str(if f == 0 { "" } else { "/" });
        for (b, list) in face.iter().enumerate() {
            text.push_str(if b == 0 { "" } else { ";" });
            for (i, corner) in list.iter().enumerate() {
                text.push_str(if i == 0 { "" } else { "," });
                let _ = write!(text, "{corner}");
            }
        }
    }
    text
}

/// One step of a walk along a boundary, from one corner to the next.
struct BoundaryStep {
    from: usize,
    to: usize,
    /// The number of the step that follows.
    next: usize,
    boundary: Boundary,
}

/// Finds, for each step, the step that walks the same line in the opposite direction.
fn pair(steps: &[BoundaryStep]) -> Result<Vec<usize>, ListsError> {
    let mut bundles: FxHashMap<(usize, usize), Vec<usize>> = FxHashMap::default();
    for (i, step) in steps.iter().enumerate() {
        bundles.entry((step.from, step.to)).or_default().push(i);
    }
    let mut twin = vec![usize::MAX; steps.len()];
    let mut parallel = Vec::new();
    for (&(from, to), forth) in &bundles {
        let back = bundles.get(&(to, from)).map_or(&[][..], Vec::as_slice);
        if forth.len() != back.len() || (from == to && forth.len() % 2 == 1) {
            return Err(ListsError::OneWay {
                from,
                to,
                forth: forth.len(),
                back: back.len(),
            });
        }
        let lines = if from == to {
            forth.len() / 2
        } else {
            forth.len()
        };
        if lines > 3 || (from == to && lines > 1) {
            return Err(ListsError::Parallel {
                from,
                to,
                count: lines,
            });
        }
        if from == to {
            (twin[forth[0]], twin[forth[1]]) = (forth[1], forth[0]);
        } else if lines == 1 {
            twin[forth[0]] = back[0];
        } else if from < to {
            parallel.push((from, to));
        }
    }
    // Several lines join the same two vertices: some ways to pair their steps leave a vertex whose lines do not form
    // one circle around it. No vertex of degree 3 or less is in two such bundles, so each bundle with such a vertex can
    // be settled on its own: of two lines, only one way to pair their steps leaves one circle around it, since the
    // other splits the circle.
    sorting::sort_hot(&mut parallel);
    let mut before = vec![0; steps.len()];
    let mut degree: FxHashMap<usize, usize> = FxHashMap::default();
    for (i, step) in steps.iter().enumerate() {
        before[step.next] = i;
        *degree.entry(step.from).or_default() += 1;
    }
    for (from, to) in parallel {
        let (forth, back) = (&bundles[&(from, to)], &bundles[&(to, from)]);
        for order in permutations(back.len()) {
            for (step, j) in forth.iter().zip(order) {
                (twin[*step], twin[back[*j]]) = (back[*j], *step);
            }
            if [forth[0], back[0]]
                .iter()
                .all(|step| is_one_circle(&before, &twin, *step, degree[&steps[*step].from]))
            {
                break;
            }
        }
    }
    Ok(twin)
}

/// Returns whether the outgoing steps of the vertex where `start` begins form one circle, as far as twins are known.
fn is_one_circle(before: &[usize], twin: &[usize], start: usize, degree: usize) -> bool {
    let mut at = start;
    for turned in 1..=degree {
        at = match twin[before[at]] {
            usize::MAX => return true,
            clockwise => clockwise,
        };
        if at == start {
            return turned == degree;
        }
    }
    false
}

fn permutations(len: usize) -> &'static [[usize; 3]] {
    const THREE: [[usize; 3]; 6] = [
        [0, 1, 2],
        [1, 0, 2],
        [0, 2, 1],
        [1, 2, 0],
        [2, 0, 1],
        [2, 1, 0],
    ];
    if len == 2 { &THREE[..2] } else { &THREE }
}

/// Numbers the darts so that twins differ in the lowest bit only.
fn name_darts(steps: &[BoundaryStep], twin: &[usize]) -> Vec<Dart> {
    let mut dart_of = vec![Dart::new(0); steps.len()];
    let lines = (0..steps.len()).filter(|i| *i < twin[*i]);
    for (edge, i) in lines.enumerate() {
        dart_of[i] = Dart::new(2 * edge);
        dart_of[twin[i]] = Dart::new(2 * edge + 1);
    }
    dart_of
}

/// Returns the lexicographically least rotation of a list, in linear time (Booth's algorithm, 1980, with two pointers).
fn least_rotation(list: &[usize]) -> Vec<usize> {
    let n = list.len();
    let (mut i, mut j, mut k) = (0, 1, 0);
    while i < n && j < n && k < n {
        let (a, b) = (list[(i + k) % n], list[(j + k) % n]);
        match a.cmp(&b) {
            core::cmp::Ordering::Equal => {
                k += 1;
                continue;
            }
            core::cmp::Ordering::Greater => i += k + 1,
            core::cmp::Ordering::Less => j += k + 1,
        }
        if i == j {
            j += 1;
        }
        k = 0;
    }
    let start = i.min(j);
    list[start..]
        .iter()
        .chain(&list[..start])
        .copied()
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::{Random, Seeded};

    fn read(text: &str) -> Result<Map, ListsError> {
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
        Map::from_lists(&faces)
    }

    #[track_caller]
    fn check(text: &str) {
        let map = read(text).expect("the lists are a map");
        assert_eq!(map.to_lists(Vertex::index), text);
    }

    #[test]
    fn lists_are_read_and_written_back() {
        for text in [
            "0",
            "0;1",
            "0,1",
            "0/0",
            "0,1/0,1",
            "0,1/0,1/0,1",
            "0/0,0,1",
            "0,3;1/0,3;2",
        ] {
            check(text);
        }
    }

    #[test]
    fn lists_of_no_drawing_are_refused_with_the_reason() {
        let message = |text: &str| read(text).unwrap_err().to_string();
        assert!(matches!(
            read("0,1,2"),
            Err(ListsError::OneWay {
                forth: 1,
                back: 0,
                ..
            })
        ));
        assert_eq!(message("0,0,0,0"), "too many lines join 0 and 0: 2");
        assert_eq!(message("0;2"), "vertex 1 is not on any boundary");
        assert!(message("0;0").starts_with("these boundaries cannot be drawn on the sphere"));
        assert!(matches!(
            Map::from_lists(&[vec![vec![]]]),
            Err(ListsError::Empty { face: 0 })
        ));
    }

    #[test]
    fn huge_vertex_numbers_take_no_memory() {
        let result = Map::from_lists(&[vec![vec![usize::MAX]]]);
        assert_eq!(result, Err(ListsError::TooLarge(MapError::Full)));
    }

    #[test]
    fn the_least_rotation_is_the_least_of_all() {
        let mut random = Seeded::new(3);
        for _ in 0..2000 {
            let len = 1 + random.below(9) as usize;
            let list: Vec<usize> = (0..len).map(|_| random.below(3) as usize).collect();
            let mut all: Vec<Vec<usize>> = (0..len)
                .map(|i| [&list[i..], &list[..i]].concat())
                .collect();
            all.sort();
            assert_eq!(least_rotation(&list), all[0], "{list:?}");
        }
    }

    /// Random lines between random corners of degree up to 3, with and without a vertex on the line, or of degree up to
    /// 6 at the first vertices, with a vertex on each line: each map passes every check and is rebuilt from its lists.
    #[test]
    fn every_drawn_map_is_rebuilt_from_its_lists() {
        let mut random = Seeded::new(5);
        for game in 0..600 {
            let n = 1 + random.below(6) as usize;
            let mut map = Map::isolated(n).expect("small");
            let most_at_first = if game % 2 == 0 { 3 } else { 6 };
            let most = |v: Vertex| if v.index() < n { most_at_first } else { 3 };
            for _ in 0..12 {
                let open: Vec<Corner> = map
                    .vertices()
                    .filter(|v| map.degree(*v) < most(*v))
                    .flat_map(|v| map.corners_at(v).collect::<Vec<_>>())
                    .collect();
                if open.is_empty() {
                    break;
                }
                let mut pick = || open[random.below(open.len() as u64) as usize];
                let (from, to) = (pick(), pick());
                let ends = 1 + usize::from(map.vertex(from) == map.vertex(to));
                let fits = |v| map.degree(v) + ends <= most(v);
                if !fits(map.vertex(from)) || !fits(map.vertex(to)) {
                    continue;
                }
                let mask = random.bits();
                let Ok(line) = map.connect(from, to, |b| mask >> (b.index() % 64) & 1 == 1) else {
                    continue;
                };
                if random.below(3) > 0 || most_at_first > 3 {
                    map.subdivide(line).expect("small");
                }
                assert_eq!(map.check(), Ok(()));
                let text = map.to_lists(Vertex::index);
                let again = read(&text).expect("its own lists");
                assert_eq!(again.to_lists(Vertex::index), text);
            }
        }
    }
}
