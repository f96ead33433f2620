//! From the unit disc to paper and to the terminal.

use super::check::{Mismatch, check};
use super::curves::{Drawing, Sizes, spline};
use crate::geometry::{Point, Vec2};
use crate::svg::{Number, Path, Svg};
use crate::terminal::{Canvas, Ink, Window};
use kurbo::simplify::SimplifyBezPath;
use kurbo::{BezPath, CubicBez, ParamCurve as _, fit_to_bezpath};
use planar::{Dart, Vertex};

/// The width and height of a picture.
pub const PAGE: f64 = 400.0;
const MARGIN: f64 = 16.0;
/// How many times as wide as the others the last line is.
const LAST: f64 = 1.7;
/// How far a line may be from where it was measured, in units of the page.
const ERROR: f64 = 0.04;

impl Drawing {
    /// How many units of the page a unit of the drawing is.
    pub(super) fn scale(&self) -> f64 {
        if self.shown.close.is_some() {
            return PAGE / 2.0;
        }
        (PAGE / 2.0 - MARGIN) / (1.0 + self.sizes().spot)
    }

    /// Returns the place on a page of [`PAGE`] units a side (`y` downwards) of a place in the drawing.
    pub fn on_page(&self, place: Point) -> Point {
        let middle = PAGE / 2.0;
        Point::new(
            middle + place.x * self.scale(),
            middle - place.y * self.scale(),
        )
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

    /// Returns the curves of all lines on the page: as few cubic curves as show each to within [`ERROR`], or the spline
    /// itself where with these the picture would not show the map.
    fn outlines(&self) -> Vec<Path> {
        let points: Vec<Vec<Point>> = (0..self.map.n_edges())
            .map(|line| self.points(line))
            .collect();
        let splines: Vec<BezPath> = points.iter().map(|points| spline(points)).collect();
        let error = ERROR / self.scale();
        let fit = |path: &BezPath| {
            let fit = fit_to_bezpath(&SimplifyBezPath::new(path), error);
            let is_fair =
                path.segments().count() > 1 && fit.segments().all(|s| is_fair(s.to_cubic()));
            if is_fair { fit } else { path.clone() }
        };
        let mut fits: Vec<BezPath> = splines.iter().map(fit).collect();
        loop {
            let fitted = fits.iter().zip(&points);
            let curves: Vec<Vec<Point>> = fitted
                .map(|(fit, points)| {
                    polyline(fit, [points[0], points[points.len() - 1]], 0.5 * error)
                })
                .collect();
            let lines = match check(&self.map, &self.spots, &curves) {
                Ok(()) => break,
                Err(Mismatch::Crossing(p, q)) if fits[p] != splines[p] || fits[q] != splines[q] => {
                    [p, q]
                }
                Err(_) => {
                    fits = splines;
                    break;
                }
            };
            for line in lines {
                fits[line].clone_from(&splines[line]);
            }
        }
        fits.iter().map(|fit| self.path(fit)).collect()
    }

    /// Returns a curve as a path on the page.
    fn path(&self, curve: &BezPath) -> Path {
        let start = curve.segments().next().map(|first| first.start());
        let mut path = Path::new().move_to(self.on_page(start.unwrap_or_default()));
        for segment in curve.segments() {
            let cubic = segment.to_cubic();
            let [first, second, to] = [cubic.p1, cubic.p2, cubic.p3].map(|at| self.on_page(at));
            path = path.cubic_to(first, second, to);
        }
        path
    }

    /// Returns the curve of a dart on the page as a polyline.
    pub(super) fn curve_on_page(&self, dart: Dart) -> Vec<Point> {
        let curve = self.curve(dart).into_iter();
        curve.map(|place| self.on_page(place)).collect()
    }

    /// Begins a picture with all lines in it. The description of a schematic one ends with a remark. `name` says what a
    /// line is called; those of the last move are in the class `last`, wider than the others and in another colour.
    pub fn picture(&self, title: &str, description: &str, name: impl Fn(Dart) -> String) -> Svg {
        let remark = self.quality().remark();
        let described = remark.map(|remark| format!("{description}. {remark}"));
        let description = described.as_deref().unwrap_or(description);
        let mut svg = Svg::new(self.sheet_width(), PAGE, title, description);
        svg.quality = self.quality();
        svg.paper("#ffffff");
        self.draw_frames(&mut svg);
        let width = self.page_sizes().width;
        let attributes = format!(
            "fill=\"none\" stroke=\"#1d2430\" stroke-width=\"{}\" stroke-linecap=\"round\"",
            Number(width)
        );
        svg.group("lines", &attributes);
        let outlines = self.outlines();
        let outline = |dart: Dart| &outlines[dart.index() / 2];
        let is_last = |dart: &Dart| self.last.contains(&(dart.index() / 2));
        let lines = || {
            let all = (0..self.map().n_edges()).map(|line| Dart::new(2 * line));
            all.filter(|dart| self.is_on_page(*dart))
        };
        for dart in lines().filter(|dart| !is_last(dart)) {
            let part = format!("line{}", dart.index() / 2);
            let way = self.curve_on_page(dart);
            svg.moving_path("line", &part, outline(dart), way, "", &name(dart));
        }
        // The last line lies on top, so that its ends are seen where it meets others.
        for dart in lines().filter(is_last) {
            let wide = Number(self.width(dart.index() / 2));
            let attributes = format!("stroke=\"#b3006b\" stroke-width=\"{wide}\"");
            let name = format!("{}, drawn last", name(dart));
            svg.named_path("line last", outline(dart), &attributes, &name);
        }
        svg.end();
        svg
    }

    /// Draws the lines on a canvas that fills a window of the terminal, with a label over each vertex that has one. The
    /// lines of the last move are marked.
    pub(crate) fn canvas(
        &self,
        window: &Window,
        label: impl Fn(Vertex) -> Option<String>,
    ) -> Canvas {
        let mut canvas = Canvas::new(window.columns, window.rows, window.charset);
        let (width, height) = canvas.size();
        // A little room for labels at the border; dots are as wide as they are high.
        let scale = Vec2::new(width / 2.0 - 4.0, height / 2.0 - 2.5);
        let scale = Vec2::new(scale.x.min(scale.y * 1.6), scale.y.min(scale.x));
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

/// The largest angle between two directions of a fitted curve, in radians: from π on it could have a cusp or a loop.
const TURN: f64 = 2.6;

/// Returns whether the directions of a curve are all within [`TURN`].
fn is_fair(curve: CubicBez) -> bool {
    let [first, second, third] = [
        curve.p1 - curve.p0,
        curve.p2 - curve.p1,
        curve.p3 - curve.p2,
    ];
    let turn = |from: Vec2, to: Vec2| from.cross(to).atan2(from.dot(to));
    let one = turn(first, second);
    let both = one + turn(second, third);
    one.max(both).max(0.0) - one.min(both).min(0.0) < TURN
}

/// Returns a curve as a polyline between its ends, which do not move.
fn polyline(curve: &BezPath, [from, to]: [Point; 2], error: f64) -> Vec<Point> {
    let mut points = Vec::new();
    kurbo::flatten(curve, error, |element| points.extend(element.end_point()));
    let last = points.len() - 1;
    (points[0], points[last]) = (from, to);
    points
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_curve_that_goes_back_is_not_fair() {
        let curve = |x: [f64; 4]| {
            let [a, b, c, d] = x.map(|x| Point::new(x, 0.1 * x * x));
            CubicBez::new(a, b, c, d)
        };
        assert!(is_fair(curve([0.0, 1.0, 2.0, 3.0])));
        // A narrow bend is fair.
        let bend = [(0.0, 0.0), (1.0, 0.0), (1.0, 0.9), (0.4, 1.5)];
        let [a, b, c, d] = bend.map(|(x, y)| Point::new(x, y));
        assert!(is_fair(CubicBez::new(a, b, c, d)));
        // The arms overlap, so that the curve comes to rest between them.
        assert!(!is_fair(curve([0.0, 2.0, 1.0, 3.0])));
    }
}
