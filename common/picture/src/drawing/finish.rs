//! The steps that turn a rough drawing into a good picture: fairing and smoothing the lines, fitting the discs, and
//! filling the page.

use super::check::Mismatch;
use super::curves::{Drawing, Sizes, flatten};
use super::figures::Figures;
use super::ink::{Inks, Owner, Shape};
use super::mark::{Mark, RIM};
use crate::geometry::{Point, Vec2, bounds};
use common::look::Quality;
use common::sorting;
use planar::{Dart, Vertex};

/// The number of times that a line gets more bends before it counts as wrong.
const MOST_SPLITS: usize = 4;

/// The distance from a dot at which a line gets a bend so that it goes straight through, as a share of the way to its
/// next bend. With a third, the first arc of the curve bends evenly, as its control point is in the middle.
const BESIDE: f64 = 1.0 / 3.0;
/// The cosine of the turn, about 1°, up to which a line is straight.
const STRAIGHT: f64 = 0.9998;

/// The size of discs that have too little room, as a share of the usual size.
const SMALLEST_DISCS: f64 = 0.35;

impl Drawing {
    /// Adds bends where needed until the smooth curves show the map. This ends because a curve stays in the triangles
    /// between the bends and the middles of the segments, which shrink to the polyline.
    pub(super) fn smooth(&mut self) -> Result<(), Mismatch> {
        self.mend(flatten, |drawing, line, _| {
            let points = drawing.points(line);
            let split = points.windows(2);
            let split = split.flat_map(|pair| [pair[0].midpoint(pair[1]), pair[1]]);
            drawing.bends[line] = split.collect();
            drawing.bends[line].pop();
        })?;
        let before = self.bends.clone();
        if self.straighten_at_dots() && !self.faults(flatten).is_empty() {
            self.bends = before;
        }
        Ok(())
    }

    /// Adds bends beside dots so that lines go straight through them, and returns whether there are such dots. A curve
    /// begins in the direction of the first bend, so opposite lines would have a corner between them where the points
    /// of one line have a bend like any other.
    fn straighten_at_dots(&mut self) -> bool {
        let is_crossed =
            |v: &Vertex| self.mark(*v) == Mark::Dot && matches!(self.map.degree(*v), 2 | 4);
        let dots: Vec<Vertex> = self.map.vertices().filter(is_crossed).collect();
        for dot in &dots {
            let darts: Vec<Dart> = self.map.darts_at(*dot).collect();
            let (some, opposite) = darts.split_at(darts.len() / 2);
            for (one, other) in some.iter().zip(opposite) {
                self.straighten([*one, *other]);
            }
        }
        !dots.is_empty()
    }

    /// Adds bends to opposite lines of a vertex so that both have the direction of the circle through the vertex and
    /// the next bends.
    fn straighten(&mut self, darts: [Dart; 2]) {
        let place = self.spot(self.map.origin(darts[0]));
        let [back, on] = darts.map(|dart| self.line(dart)[1] - place);
        if is_straight(-back, on) || back.dot(on) > 0.0 {
            return;
        }
        for dart in darts {
            self.drop_straight_bend(dart);
        }
        let [back, on] = darts.map(|dart| self.line(dart)[1] - place);
        let lengths = [back.hypot(), on.hypot()];
        let way = (on.unit() * lengths[0] - back.unit() * lengths[1]).unit();
        for ((dart, length), way) in darts.into_iter().zip(lengths).zip([-way, way]) {
            let bends = &mut self.bends[dart.index() / 2];
            let at = beside_origin(dart, bends.len());
            bends.insert(at, place + way * (BESIDE * length));
        }
    }

    /// Drops the first bend of a dart's line if the line is straight there. The segments beside dots are twice as long
    /// as others after the descent, and spreading the points evenly adds such a bend.
    fn drop_straight_bend(&mut self, dart: Dart) {
        if let [start, first, second, _, ..] = self.line(dart)[..]
            && is_straight(first - start, second - first)
        {
            let bends = &mut self.bends[dart.index() / 2];
            bends.remove(beside_origin(dart, bends.len() - 1));
        }
    }

    /// Changes lines with `refine` until the map is shown if lines are drawn by `drawn`. `refine` gets the number of a
    /// line that crosses something and how often it was refined before.
    pub(super) fn mend(
        &mut self,
        drawn: impl Fn(&[Point]) -> Vec<Point>,
        refine: impl Fn(&mut Drawing, usize, usize),
    ) -> Result<(), Mismatch> {
        let mut tries = vec![0; self.bends.len()];
        loop {
            let mut faults = self.faults(&drawn);
            if faults.is_empty() {
                return Ok(());
            }
            let mut wrong = self.lines_of(&faults);
            wrong.retain(|line| tries[*line] < MOST_SPLITS);
            if wrong.is_empty() {
                return Err(faults.swap_remove(0));
            }
            for line in wrong {
                refine(self, line, tries[line]);
                tries[line] += 1;
            }
        }
    }

    /// Returns the lines that cross something; all lines if none does.
    pub(super) fn lines_of(&self, faults: &[Mismatch]) -> Vec<usize> {
        let crossing = faults.iter().filter_map(|fault| {
            if let Mismatch::Crossing(a, b) = *fault {
                Some([a, b])
            } else {
                None
            }
        });
        let lines = sorting::set(crossing.flatten());
        if lines.is_empty() {
            return (0..self.bends.len()).collect();
        }
        lines.into_iter().collect()
    }

    /// Returns a score by which to compare pictures of one map, which is above 0 if the picture is legible.
    pub(super) fn score(&self) -> f64 {
        if self.quality == Quality::Full {
            return 1.0;
        }
        let figures = self.plain_figures();
        let clearance = (figures.gap / Figures::GAP).min(1.0);
        clearance - 1.0 - figures.overlaps as f64 - 3.0 * figures.hidden_faces as f64
    }

    /// Stores the quality of the picture.
    pub(super) fn rate(&mut self, is_cut_short: bool) {
        self.quality = match (self.plain_figures().is_legible(), is_cut_short) {
            (true, _) => Quality::Full,
            (false, true) => Quality::Schematic,
            (false, false) => Quality::Coarse,
        };
    }

    /// Stores the quality of the picture, and makes discs smaller if that improves it.
    pub(super) fn grade(&mut self, is_cut_short: bool) {
        self.rate(is_cut_short);
        self.shrink_discs();
    }

    /// Shrinks discs that touch something, down to dots if necessary. Their numbers are then beside them.
    pub(super) fn shrink_discs(&mut self) {
        if self.quality == Quality::Full || self.is_dotted() {
            return;
        }
        if self.plain_figures().overlaps == 0 {
            return;
        }
        self.fit_discs(1.0);
        if self.plain_figures().is_legible() {
            self.quality = Quality::Full;
        }
    }

    /// Returns the drawing with discs and their numbers up to `most` times as large, as far as there is white space.
    pub(crate) fn enlarged(&self, most: f64) -> Drawing {
        let mut drawing = self.clone();
        if most > 1.0 && !self.is_dotted() {
            drawing.fit_discs(most);
            for (vertex, disc) in self.map.vertices().zip(&mut drawing.discs) {
                *disc = disc.max(*self.discs.get(vertex.index()).unwrap_or(&1.0));
            }
        }
        drawing
    }

    /// Makes discs as large as the white space allows, up to `most` times their usual size.
    pub(super) fn fit_discs(&mut self, most: f64) {
        let inks = Inks::new(self);
        // Leave a little more white than is measured, to allow for rounding.
        let (rim, apart) = (0.5 * RIM, 1.01 * Figures::APART);
        let Sizes { spot, width, .. } = self.page_sizes();
        let places: Vec<Point> = self.spots.iter().map(|spot| self.on_page(*spot)).collect();
        // The radius of each shape without its rim: the usual one, and the one chosen.
        let wide: Vec<f64> = self
            .marks
            .iter()
            .map(|mark| mark.reach(spot, width) - rim)
            .collect();
        let mut reaches: Vec<f64> = wide.iter().map(|wide| wide * most).collect();
        for vertex in self.map.vertices() {
            let is_other = |owner| match owner {
                Owner::Line(line) => {
                    let dart = Dart::new(2 * line);
                    self.map.origin(dart) != vertex && self.map.target(dart) != vertex
                }
                Owner::Spot(_) | Owner::Label(_) | Owner::Leader(_) => false,
            };
            let (shape, reach) = (
                Shape::disc(places[vertex.index()], 0.0),
                &mut reaches[vertex.index()],
            );
            *reach = reach.min(inks.white(&shape, *reach + rim + apart, is_other) - rim - apart);
        }
        for i in 0..reaches.len() {
            for j in 0..i {
                let room = places[i].distance(places[j]) - 2.0 * rim - apart;
                if reaches[i] + reaches[j] > room {
                    // The smaller of the two keeps its size if it needs less than half of the space.
                    let (small, large) = if reaches[i] < reaches[j] {
                        (i, j)
                    } else {
                        (j, i)
                    };
                    reaches[small] = reaches[small].min(0.5 * room);
                    reaches[large] = room - reaches[small];
                }
            }
        }
        self.discs = reaches
            .iter()
            .zip(wide)
            .map(|(reach, wide)| (reach / wide).clamp(SMALLEST_DISCS, most))
            .collect();
    }

    /// Moves the drawing to the middle of the unit disc and enlarges it, at most by a factor, to fill it.
    pub(super) fn fit(&mut self, most: f64) {
        let (centre, radius) = self.extent();
        self.resize(centre, (1.0 / radius.max(0.3)).min(most));
    }

    /// Returns the centre of the drawing, and how far it reaches from there.
    pub(super) fn extent(&self) -> (Point, f64) {
        let all = bounds(
            self.spots
                .iter()
                .chain(self.bends.iter().flatten())
                .copied(),
        );
        (all.center(), all.side() / 2.0)
    }

    /// Moves a place to the middle and scales the drawing.
    pub(super) fn resize(&mut self, centre: Point, scale: f64) {
        for place in self.all_places() {
            *place = ((*place - centre) * scale).to_point();
        }
    }
}

/// Returns which of the bends of a line, from the first to the last, is next to the origin of a dart.
fn beside_origin(dart: Dart, last: usize) -> usize {
    if dart.index() % 2 == 1 { last } else { 0 }
}

/// Returns whether a line in one direction and then in another is straight.
fn is_straight(before: Vec2, after: Vec2) -> bool {
    before.unit().dot(after.unit()) > STRAIGHT
}

#[cfg(test)]
mod tests {
    use super::*;
    use planar::{Corner, Map};

    #[test]
    fn lines_go_on_in_the_same_direction_beyond_a_dot() {
        // Two circles that cross at two dots.
        let mut map = Map::isolated(2).expect("small");
        let [here, there] = [0, 1].map(Vertex::new);
        let ends = [here, there].map(Corner::Alone);
        let first = map.connect(ends[0], ends[1], |_| false).expect("a line");
        for _ in 1..4 {
            let from = Corner::Before(first);
            let is_opposite = |to: &Corner| map.face_at(*to) == map.face_at(from);
            let to = map.corners_at(there).find(is_opposite).expect("a corner");
            map.connect(from, to, |_| false).expect("a line");
        }
        let drawing = Drawing::of(&map, &[Mark::Dot; 2]).expect("a picture");
        for dot in [here, there] {
            let lines: Vec<Vec<Point>> =
                map.darts_at(dot).map(|dart| drawing.curve(dart)).collect();
            let turn = |[back, on]: [Vec2; 2]| (-back).turn_to(on).abs().to_degrees();
            for (one, other) in [(&lines[0], &lines[2]), (&lines[1], &lines[3])] {
                let start = turn([one, other].map(|line| line[1] - line[0]));
                assert!(start < 5.0, "{start}");
                // A little farther on, each line bends no more than where nothing crosses it.
                let at = |line: &[Point]| {
                    let apart = 0.25 * drawing.sizes().apart;
                    let place = line.iter().find(|place| place.distance(line[0]) > apart);
                    *place.expect("a long line") - line[0]
                };
                let beyond = turn([one, other].map(|line| at(line)));
                assert!(beyond < 18.0, "{beyond}");
            }
        }
    }

    #[test]
    fn discs_grow_where_there_is_room_and_touch_nothing() {
        let map = Map::from_lists(&[vec![vec![0, 2, 1, 2], vec![3]]]).expect("a map");
        let drawing = Drawing::of(&map, &[]).expect("a picture");
        let large = drawing.enlarged(1.5);
        let grown = map
            .vertices()
            .filter(|v| large.disc(*v) > 1.4 * drawing.disc(*v));
        assert!(grown.count() > 2);
        assert_eq!(large.plain_figures().overlaps, 0);
        assert!(map.vertices().all(|v| large.disc(v) >= drawing.disc(v)));
    }
}
