//! Pressure: every face pushes its boundaries out until it has the area that it needs.
//!
//! Without it, a drawing wastes space on empty faces and crowds full ones: a ring around ten spots takes as much of the
//! page as the ten spots. So each face gets a share of the page in proportion to the steps of its boundaries and the
//! lone spots in it, and its pressure is `√(share / area) − 1`. Like the other forces, this one obeys the
//! half-clearance rule.

use planar::{Corner, Dart, Map};

use super::Net;
use crate::geometry::Vec2;

/// The strength of the pressure.
const STRENGTH: f64 = 0.4;
/// The largest pressure of a face, and the largest pull.
const MOST: f64 = 3.0;
const LEAST: f64 = -0.7;
/// The space that a lone spot needs, in steps of a boundary.
const LONE: f64 = 2.0;
/// The space that every face needs.
const SMALLEST: f64 = 4.0;
/// The area of the page to share; the page is 2 wide and high, with round corners.
const PAGE: f64 = 3.5;
/// The share of its need that the outer face gets.
const OUTER: f64 = 0.5;

/// A face as the lines around it.
pub(super) struct Outline {
    /// For each step, the line and whether the step runs from its start to its end. The face is on the right.
    steps: Vec<(u32, bool)>,
    /// The space that it needs.
    weight: f64,
}

/// Lists the faces. `line_of` returns, for a dart that leaves an end of a line, the line and whether this is its start.
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

impl Net {
    /// Pushes the lines around each face outwards if it is too small, and inwards if it is too large.
    pub(super) fn press(&mut self) {
        if self.faces.len() < 2 {
            return;
        }
        let mut areas: Vec<f64> = self.faces.iter().map(|face| self.area(face)).collect();
        let mut needed: Vec<f64> = self.faces.iter().map(|face| face.weight).collect();
        // Walks around inner faces are clockwise; the outer face has the rest of the page.
        let outer = (0..areas.len()).min_by(|i, j| areas[*i].total_cmp(&areas[*j]));
        let outer = outer.unwrap_or(0);
        areas[outer] = 0.0;
        let inner: f64 = areas.iter().sum();
        areas[outer] = (PAGE - inner).max(0.02);
        needed[outer] *= OUTER;
        let share = PAGE / needed.iter().sum::<f64>();
        let strength = STRENGTH * self.pressure;
        let mut push = core::mem::take(&mut self.push);
        for (i, face) in self.faces.iter().enumerate() {
            let pressure = (needed[i] * share / areas[i].max(1e-12)).sqrt() - 1.0;
            let pressure = strength * pressure.clamp(LEAST, MOST);
            for (line, starts) in &face.steps {
                let line = &self.lines[*line as usize];
                let way = if *starts { pressure } else { -pressure };
                for i in 0..=line.len() {
                    let (a, b) = (line.point(i) as usize, line.point(i + 1) as usize);
                    let out = (self.places[b] - self.places[a]).turn_90() * (way * 0.5);
                    push[a] += out;
                    push[b] += out;
                }
            }
        }
        self.push = push;
    }

    /// Returns the area of a face, negative for the outer one.
    fn area(&self, face: &Outline) -> f64 {
        let mut doubled = 0.0;
        for (line, starts) in &face.steps {
            let line = &self.lines[*line as usize];
            let mut own = 0.0;
            let mut from: Vec2 = self.place(line.from).to_vec2();
            for i in 1..=line.len() + 1 {
                let to = self.place(line.point(i)).to_vec2();
                own += from.cross(to);
                from = to;
            }
            doubled += if *starts { -own } else { own };
        }
        doubled / 2.0
    }
}
