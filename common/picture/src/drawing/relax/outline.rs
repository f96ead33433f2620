//! The outlines of faces, and the space that the faces need.

use planar::{Corner, Dart, Map};

/// The space that a lone spot needs, in steps of a boundary.
const LONE: f64 = 2.0;
/// The space that every face needs.
const SMALLEST: f64 = 4.0;

/// A face, described by the lines around it.
pub(super) struct Outline {
    /// For each step, the line and whether the step runs from its start to its end. The face is on the right.
    pub(super) steps: Vec<(u32, bool)>,
    /// The space that the face needs.
    pub(super) weight: f64,
}

/// Lists the faces. For a dart that leaves an end of a line, `line_of` holds the line and whether the end is its start.
pub(super) fn outlines(map: &Map, line_of: &[Option<(u32, bool)>]) -> Vec<Outline> {
    let mut faces: Vec<Outline> = map
        .faces()
        .map(|_| Outline {
            steps: Vec::new(),
            weight: 1.0,
        })
        .collect();
    for vertex in map.vertices().filter(|v| map.degree(*v) == 0) {
        faces[map.face_at(Corner::Alone(vertex)).index()].weight += LONE;
    }
    for dart in (0..2 * map.n_edges()).map(Dart::new) {
        if let Some(step) = line_of[dart.index()] {
            let face = &mut faces[map.face_at(Corner::Before(dart)).index()];
            face.steps.push(step);
            face.weight += 1.0;
        }
    }
    // In a loop or a lens, the discs at the ends cover much of the area.
    for face in &mut faces {
        face.weight = face.weight.max(SMALLEST);
    }
    faces
}
