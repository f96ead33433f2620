//! Pressure, with which every face pushes its boundaries outwards until it has the area that it needs.
//!
//! Without pressure, empty parts of a drawing have too much space and full parts are crowded: a ring around ten spots
//! takes as much of the page as the ten spots. So each face needs room for the ends of its lines and for the lone spots
//! in it, and what is left of the page is a strip of the same width along both sides of all lines: nested rings are as
//! far apart as the lines in the middle. A face presses by `√(needed / area) − 1`. A face that stays too small
//! presses harder and harder, as an integral controller does. Like the other forces, pressure obeys the half-clearance
//! rule.

use super::Net;
use super::outline::Outline;
use crate::geometry::Vec2;

/// The strength of the pressure.
const STRENGTH: f64 = 0.8;
/// The largest pressure of a face, and the largest pull.
const MOST: f64 = 3.0;
const LEAST: f64 = -0.7;
/// The area of the page to share.
const PAGE: f64 = core::f64::consts::PI;
/// The area that a step around a face needs, in squares of the wanted distance between lines.
const STEP: f64 = 1.2;
/// The least width of the strip along a line, as a share of the wanted distance, because a sliver shows no white.
const NARROWEST: f64 = 0.1;
/// For a face that is too small: how much harder it presses in each step, the maximum of that, and the pressure from
/// which a face counts as too small.
const LIFT: [f64; 3] = [0.02, 3.0, 0.35];

impl Net {
    /// Pushes the lines around each face outwards if it is too small, and inwards if it is too large.
    pub(super) fn press(&mut self) {
        if self.faces.len() < 2 {
            return;
        }
        let mut areas: Vec<f64> = self.faces.iter().map(|face| self.area(face)).collect();
        // Walks around inner faces are clockwise; the outer face has the rest of the page.
        let outer = (0..areas.len()).min_by(|i, j| areas[*i].total_cmp(&areas[*j]));
        let outer = outer.unwrap_or(0);
        areas[outer] = 0.0;
        let inner: f64 = areas.iter().sum();
        areas[outer] = (PAGE - inner).max(0.02);
        let length = |(line, _): &(u32, bool)| self.lines[*line as usize].length;
        let around = |face: &Outline| face.steps.iter().map(length).sum::<f64>();
        let apart = self.sizes.apart;
        let within = |face: &Outline| face.weight * STEP * apart * apart;
        let [all_around, all_within] = self.faces.iter().fold([0.0; 2], |[strip, ink], face| {
            [strip + around(face), ink + within(face)]
        });
        let strip = ((PAGE - all_within) / all_around).max(NARROWEST * apart);
        let needed: Vec<f64> = self
            .faces
            .iter()
            .map(|face| within(face) + strip * around(face))
            .collect();
        let share = PAGE / needed.iter().sum::<f64>();
        let [rate, most, small] = LIFT;
        let strength = STRENGTH * self.pressure;
        let mut push = core::mem::take(&mut self.push);
        for (i, face) in self.faces.iter().enumerate() {
            let pressure = (needed[i] * share / areas[i].max(1e-12)).sqrt() - 1.0;
            let pressure = pressure.clamp(LEAST, MOST);
            let lift = &mut self.lift[i];
            *lift = (*lift + rate * (pressure - small)).clamp(0.0, most);
            let pressure = strength * (pressure + *lift);
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
