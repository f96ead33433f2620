//! Pictures of a drawing, on a page and in the terminal.

use super::check::faults;
use super::curves::{Drawing, Sizes, spline};
use super::ink::Inks;
use crate::geometry::{Point, Rect, Vec2, bounds};
use crate::svg::{Number, Path, Svg};
use crate::terminal::Canvas;
use common::look::{Ink, Window};
use kurbo::simplify::SimplifyBezPath;
use kurbo::{BezPath, ParamCurve as _, PathSeg, fit_to_bezpath};
use planar::{Dart, Vertex};
use rustc_hash::FxHashMap;

/// The width and height of a picture.
pub const PAGE: f64 = 400.0;
const MARGIN: f64 = 16.0;
/// The white space around everything when the page is cut, in units of the page.
const BORDER: f64 = 8.0;
/// How many times wider the last line is than the other lines.
const LAST: f64 = 1.35;
/// The maximum distance of a fitted line from the measured line, in units of the page: less than
/// [`APART`](super::figures::Figures::APART), with the rounding of coordinates.
const ERROR: f64 = 0.2;
/// The share of that distance down to which a line that would cross another is fitted more closely.
const CLOSEST: f64 = 0.02;
/// The distance from a spot, in characters across or down, at which lines that meet there may still touch.
const MEETING: u32 = 4;
/// The largest angle between two directions of a fitted curve, in radians.
const TURN: f64 = 2.0;
/// The least distance between an end of a fitted curve and the control point that sets its direction there, as a share
/// of the distance between its ends.
const SHORTEST: f64 = 0.1;

impl Drawing {
    /// Returns the number of units of the page in one unit of the drawing.
    pub(super) fn scale(&self) -> f64 {
        (PAGE / 2.0 - MARGIN) / (1.0 + self.sizes().spot)
    }

    /// Converts a point of the drawing to a point on the page, which is at most [`PAGE`] units wide and high and whose
    /// `y` axis points down.
    pub fn on_page(&self, place: Point) -> Point {
        let (middle, scale) = (self.middle(), self.scale());
        Point::new(middle.x + place.x * scale, middle.y - place.y * scale)
    }

    /// Returns the width and height of the page.
    pub(super) fn page(&self) -> Vec2 {
        let cut = self.page.map(Rect::size);
        cut.unwrap_or(Vec2::splat(PAGE))
    }

    /// Returns the point of the page that shows the middle of the drawing's coordinates.
    pub(super) fn middle(&self) -> Point {
        let cut = self.page.map_or(Vec2::ZERO, |page| page.low.to_vec2());
        Point::new(PAGE / 2.0, PAGE / 2.0) - cut
    }

    /// Cuts off the parts of the page without lines, spots and labels. Up to half of the page can be cut off in each
    /// direction, and everything that is drawn is then in the middle.
    pub(super) fn cut_page(&mut self, least: f64) {
        let mut inks = Inks::new(self);
        for tag in self.tags(least) {
            tag.draw(&mut inks);
        }
        let around = bounds(inks.boxes().flat_map(|(low, high)| [low, high]));
        let side = |length: f64| (length + 2.0 * BORDER).clamp(PAGE / 2.0, PAGE).round();
        let size = Vec2::new(side(around.size().x), side(around.size().y));
        self.page = Some(Rect::around(around.center(), size));
    }

    /// Returns the sizes in units of the page.
    pub fn page_sizes(&self) -> Sizes {
        let sizes = self.sizes();
        let scale = self.scale();
        Sizes {
            apart: sizes.apart * scale,
            segment: sizes.segment * scale,
            stub: sizes.stub * scale,
            width: sizes.width * scale,
            spot: sizes.spot * scale,
        }
    }

    /// Returns the radius of the disc of a spot on the page.
    pub fn disc(&self, spot: Vertex) -> f64 {
        self.page_sizes().spot * self.discs.get(spot.index()).unwrap_or(&1.0)
    }

    /// Returns the width of a line on the page.
    pub(super) fn width(&self, line: usize) -> f64 {
        let share = if self.last.contains(&line) { LAST } else { 1.0 };
        self.page_sizes().width * share
    }

    /// Returns the curves of all lines. Each is fitted by as few cubic curves as stay within [`ERROR`], more closely if
    /// the fitted curves would not show the map, or is the spline itself.
    pub(super) fn fitted(&self) -> Vec<BezPath> {
        let error = ERROR / self.scale();
        let splines: Vec<BezPath> = (0..self.map.n_edges())
            .map(|line| spline(&self.points(line)))
            .collect();
        let mut fits: Vec<BezPath> = splines.iter().map(|path| fitted(path, error)).collect();
        let mut closer = vec![error; fits.len()];
        loop {
            let curves = fits.iter().zip(0..).map(|(fit, line)| {
                let dart = Dart::new(2 * line);
                let ends = [self.map.origin(dart), self.map.target(dart)].map(|v| self.spot(v));
                polyline(fit, ends, 0.5 * error)
            });
            let faults = faults(&self.map, &self.spots, &curves.collect::<Vec<_>>());
            if faults.is_empty() {
                return fits;
            }
            let mut lines = self.lines_of(&faults);
            lines.retain(|line| fits[*line] != splines[*line]);
            if lines.is_empty() {
                return splines;
            }
            for line in lines {
                closer[line] *= 0.5;
                fits[line] = if closer[line] > CLOSEST * error {
                    fitted(&splines[line], closer[line])
                } else {
                    splines[line].clone()
                };
            }
        }
    }

    /// Returns a curve as a path on the page.
    fn path(&self, curve: &BezPath) -> Path {
        let on_page = |at| self.on_page(Point::of_kurbo(at));
        let start = curve.segments().next().map(|first| first.start());
        let mut path = Path::short().move_to(on_page(start.unwrap_or_default()));
        for segment in curve.segments() {
            let cubic = segment.to_cubic();
            let [first, second, to] = [cubic.p1, cubic.p2, cubic.p3].map(on_page);
            path = path.cubic_to(first, second, to);
        }
        path
    }

    /// Returns the curve of a dart on the page as a polyline.
    pub(super) fn curve_on_page(&self, dart: Dart) -> Vec<Point> {
        let curve = self.curve(dart).into_iter();
        curve.map(|place| self.on_page(place)).collect()
    }

    /// Returns the curves of all lines on the page.
    pub(super) fn curves_on_page(&self) -> Vec<Vec<Point>> {
        let lines = 0..self.map.n_edges();
        lines
            .map(|line| self.curve_on_page(Dart::new(2 * line)))
            .collect()
    }

    /// Begins a picture and draws all lines in it. If the picture is schematic, its description ends with a remark.
    /// `name` returns the name of a line. The lines of the last move have the class `last`, a different colour, and a
    /// greater width than the others.
    pub fn picture(&self, title: &str, description: &str, name: impl Fn(Dart) -> String) -> Svg {
        let remark = self.quality().remark();
        let described = remark.map(|remark| format!("{description} {remark}"));
        let description = described.as_deref().unwrap_or(description);
        let page = self.page();
        let mut svg = Svg::new(page.x, page.y, title, description);
        svg.quality = self.quality();
        svg.paper("#ffffff");
        let width = self.page_sizes().width;
        let attributes = format!("stroke=\"#1d2430\" stroke-width=\"{}\"", Number(width));
        svg.group("lines", &attributes);
        let outlines: Vec<Path> = self.fitted().iter().map(|fit| self.path(fit)).collect();
        let outline = |dart: Dart| &outlines[dart.index() / 2];
        let is_last = |dart: &Dart| self.last.contains(&(dart.index() / 2));
        let lines = || (0..self.map().n_edges()).map(|line| Dart::new(2 * line));
        for dart in lines().filter(|dart| !is_last(dart)) {
            let part = format!("line{}", dart.index() / 2);
            let curve = self.curve_on_page(dart);
            svg.moving_path("line", &part, outline(dart), curve, "", &name(dart));
        }
        // The last line is drawn on top, so that its ends are visible where it meets other lines.
        for dart in lines().filter(is_last) {
            let wide = Number(self.width(dart.index() / 2));
            let attributes = format!("stroke=\"#b3006b\" stroke-width=\"{wide}\"");
            let name = format!("{}, drawn last", name(dart));
            svg.named_path("line last", outline(dart), &attributes, &name);
        }
        svg.end();
        svg
    }

    /// Returns whether lines stay apart on a canvas that fills the window of a terminal: no two of them run through the
    /// same square of this many characters, except near a spot where both end.
    pub(crate) fn fits(&self, window: &Window, characters: f64) -> bool {
        let canvas = Canvas::new(window.columns, window.rows, window.charset);
        let cell = Canvas::stroke(window.charset) * characters;
        let scale = canvas.scale();
        let cell_of = |place: Point| {
            let column = (place.x * scale.x / cell.x).floor();
            [column as i32, (place.y * scale.y / cell.y).floor() as i32]
        };
        let near = |one: [i32; 2], other: [i32; 2]| {
            one.into_iter()
                .zip(other)
                .all(|(p, q)| p.abs_diff(q) <= MEETING)
        };
        let map = self.map();
        let ends = |line: usize| {
            let dart = Dart::new(2 * line);
            [map.origin(dart), map.target(dart)]
        };
        let mut owners: FxHashMap<[i32; 2], usize> = FxHashMap::default();
        for line in 0..map.n_edges() {
            for pair in self.curve(Dart::new(2 * line)).windows(2) {
                let way = pair[1] - pair[0];
                let parts = (way.x * scale.x / cell.x).abs() + (way.y * scale.y / cell.y).abs();
                let parts = (2.0 * parts).ceil().clamp(1.0, 1000.0);
                for i in 0..=parts as usize {
                    let here = cell_of(pair[0].lerp(pair[1], i as f64 / parts));
                    let owner = *owners.entry(here).or_insert(line);
                    let common = ends(line)
                        .into_iter()
                        .filter(|end| ends(owner).contains(end));
                    let mut common = common.map(|end| cell_of(self.spot(end)));
                    if owner != line && !common.any(|end| near(end, here)) {
                        return false;
                    }
                }
            }
        }
        true
    }

    /// Draws the lines on a canvas that fills the window of a terminal, with a label over each vertex that has one, and
    /// marks the lines of the last move.
    pub(crate) fn canvas(
        &self,
        window: &Window,
        label: impl Fn(Vertex) -> Option<String>,
    ) -> Canvas {
        let mut canvas = Canvas::new(window.columns, window.rows, window.charset);
        let (width, height) = canvas.size();
        let scale = canvas.scale();
        // Lines around the outside of crosses can leave the square from −1 to 1.
        let curves: Vec<Vec<Point>> = (0..self.map().n_edges())
            .map(|line| self.curve(Dart::new(2 * line)))
            .collect();
        let reach = curves.iter().flatten().fold(1.0f64, |reach, place| {
            reach.max(place.x.abs()).max(place.y.abs())
        });
        let scale = scale * (1.0 / reach);
        let dot = |place: Point| {
            (
                width / 2.0 + place.x * scale.x,
                height / 2.0 - place.y * scale.y,
            )
        };
        for (line, curve) in curves.iter().enumerate() {
            let is_last = self.last.contains(&line);
            canvas.set_ink(if is_last { Ink::Last } else { Ink::Plain });
            for pair in curve.windows(2) {
                canvas.line(dot(pair[0]), dot(pair[1]));
            }
        }
        canvas.set_ink(Ink::Strong);
        for vertex in self.map().vertices() {
            if let Some(label) = label(vertex) {
                canvas.label(dot(self.spot(vertex)), &label);
            }
        }
        canvas
    }
}

/// Fits cubic curves to a spline, each to a part that turns by at most [`TURN`], because a sharper turn could become a
/// cusp or a loop.
fn fitted(spline: &BezPath, error: f64) -> BezPath {
    let mut whole = BezPath::new();
    let mut part = Vec::new();
    let (mut least, mut most, mut turned) = (0.0f64, 0.0f64, 0.0f64);
    for segment in spline.segments() {
        let cubic = segment.to_cubic();
        let [start, out, into, end] = [cubic.p0, cubic.p1, cubic.p2, cubic.p3].map(Point::of_kurbo);
        let [from, to] = [out - start, end - into];
        turned += from.turn_to(to);
        (least, most) = (least.min(turned), most.max(turned));
        if most - least > TURN && !part.is_empty() {
            fit_part(&part, error, &mut whole);
            part.clear();
            (least, most, turned) = (0.0, 0.0, 0.0);
        }
        part.push(segment);
    }
    fit_part(&part, error, &mut whole);
    whole
}

/// Adds cubic curves that fit a part of a spline, fitting each half alone if a curve for the whole part would fold or
/// have a crease.
fn fit_part(part: &[PathSeg], error: f64, whole: &mut BezPath) {
    let spline = BezPath::from_path_segments(part.iter().copied());
    let fit = fit_to_bezpath(&SimplifyBezPath::new(&spline), error);
    let is_folded = folds(&fit);
    if is_folded && part.len() > 1 {
        let (first, second) = part.split_at(part.len() / 2);
        fit_part(first, error, whole);
        fit_part(second, error, whole);
        return;
    }
    let shown = if is_folded { &spline } else { &fit };
    let skipped = usize::from(!whole.is_empty());
    whole.extend(shown.elements().iter().skip(skipped).copied());
}

/// Returns whether a cubic curve runs back along itself, which the fit does not notice on a straight line, or begins or
/// ends in another direction than the rest of it has, which the fit does not notice if that is short.
fn folds(curve: &BezPath) -> bool {
    let mut cubics = curve.segments().map(|segment| segment.to_cubic());
    cubics.any(|cubic| {
        let chord = cubic.p3 - cubic.p0;
        let shortest = SHORTEST * chord.hypot();
        let [first, last] = [cubic.p1 - cubic.p0, cubic.p3 - cubic.p2].map(kurbo::Vec2::hypot);
        (cubic.p2 - cubic.p1).dot(chord) < 0.0 || first < shortest || last < shortest
    })
}

/// Returns a curve as a polyline between its ends, which do not move.
fn polyline(curve: &BezPath, [from, to]: [Point; 2], error: f64) -> Vec<Point> {
    let mut points = Vec::new();
    kurbo::flatten(curve, error, |element| {
        points.extend(element.end_point().map(Point::of_kurbo));
    });
    let last = points.len() - 1;
    (points[0], points[last]) = (from, to);
    points
}

#[cfg(test)]
mod tests {
    use super::super::ink::distance;
    use super::*;
    use common::{Random as _, Seeded};

    #[test]
    fn a_fitted_curve_never_runs_back_on_its_own_way() {
        let mut random = Seeded::new(1);
        for _ in 0..300 {
            let mut wave = || random.below(1000) as f64 * 1e-3;
            let (turn, ripple, phase) = (wave(), wave(), 6.0 * wave());
            let place = |t: f64| {
                Point::new(
                    t,
                    0.3 * turn * turn * t * t + 2e-3 * ripple * (9.0 * t + phase).sin(),
                )
            };
            let points: Vec<Point> = (0..=40).map(|i| place(0.02 * f64::from(i))).collect();
            let fit = fitted(&spline(&points), 6e-4);
            // A fit in halves is still much shorter than the spline, which has 39 parts.
            assert!(fit.segments().count() <= 12, "{turn} {ripple} {phase}");
            let line = polyline(&fit, [points[0], points[40]], 1e-5);
            let is_ahead = |pair: &[Point]| pair[1].x > pair[0].x - 1e-9;
            assert!(line.windows(2).all(is_ahead), "{turn} {ripple} {phase}");
        }
    }

    #[test]
    fn a_fitted_curve_has_no_corners_when_it_is_written() {
        let mut random = Seeded::new(2);
        let written = |at: kurbo::Point| Point::new((10.0 * at.x).round(), (10.0 * at.y).round());
        for _ in 0..300 {
            // A line on the page that bends at random, in points as far apart as those of a drawing.
            let mut points = vec![Point::new(0.0, 0.0)];
            let (mut heading, mut turn) = (0.0f64, 0.0f64);
            for i in 0..40 {
                if i % 8 == 0 {
                    turn = (random.below(1000) as f64 * 1e-3 - 0.5) * 0.8;
                }
                heading += turn;
                points.push(points[points.len() - 1] + Vec2::from_angle(heading) * 4.0);
            }
            let fit = fitted(&spline(&points), ERROR);
            let cubics: Vec<[Point; 4]> = fit
                .segments()
                .map(|segment| segment.to_cubic())
                .map(|cubic| [cubic.p0, cubic.p1, cubic.p2, cubic.p3].map(written))
                .collect();
            for pair in cubics.windows(2) {
                let [[_, before, into, at], [_, out, after, _]] = [pair[0], pair[1]];
                // Where a control point is in the corner, the next one sets the direction.
                let into = if into == at { before } else { into };
                let out = if out == at { after } else { out };
                let corner = (at - into).turn_to(out - at);
                assert!(corner.abs().to_degrees() < 15.0, "{pair:?}");
            }
        }
    }

    #[test]
    fn a_fitted_curve_has_few_parts_and_stays_close() {
        // A spiral of one and a half turns and a wave, in points as close together as those of a drawing.
        let spiral = |t: f64| Point::new(0.0, 0.0) + Vec2::from_angle(9.4 * t) * (0.2 + 0.3 * t);
        let wave = |t: f64| Point::new(2.0 * t, 0.1 * (9.0 * t).sin());
        for (way, most) in [(&spiral as &dyn Fn(f64) -> Point, 12), (&wave, 8)] {
            let points: Vec<Point> = (0..=200).map(|i| way(f64::from(i) / 200.0)).collect();
            let fit = fitted(&spline(&points), 5e-4);
            assert!(fit.segments().count() <= most, "{}", fit.segments().count());
            let line = polyline(&fit, [points[0], points[200]], 1e-4);
            for place in points {
                let sides = line.windows(2);
                let off = sides.map(|pair| distance(place, pair[0], pair[1]));
                assert!(off.fold(f64::MAX, f64::min) < 1e-3);
            }
        }
    }
}
