//! Numbers and outlines as the text of a picture has them.

use core::fmt::{self, Write as _};

use crate::geometry::Point;

/// The outline of a shape: the `d` attribute of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path(String);

impl Path {
    /// Returns the empty outline.
    pub fn new() -> Path {
        Path::default()
    }

    fn step(mut self, letter: &str, points: &[Point]) -> Path {
        self.0.push_str(letter);
        for (i, point) in points.iter().enumerate() {
            // A letter parts numbers as well as a blank does.
            let blank = if i > 0 || letter == " " { " " } else { "" };
            let blank = if letter == " " && i == 0 { "" } else { blank };
            let _ = write!(self.0, "{blank}{} {}", Number(point.x), Number(point.y));
        }
        self
    }

    /// Begins a new piece at a point.
    pub fn move_to(self, to: Point) -> Path {
        self.step("M", &[to])
    }

    /// Goes straight to a point. A further point after `M` or `L` needs no letter.
    pub fn line_to(self, to: Point) -> Path {
        let repeated = self.0.rfind(|c: char| c.is_ascii_alphabetic());
        let letter = repeated.map(|at| &self.0[at..=at]);
        let blank = if matches!(letter, Some("M" | "L")) {
            " "
        } else {
            "L"
        };
        self.step(blank, &[to])
    }

    /// Goes to a point in a parabola that heads for `control` at first.
    pub fn curve_to(self, control: Point, to: Point) -> Path {
        self.step("Q", &[control, to])
    }

    /// Goes to a point in a cubic curve that heads for `first` and arrives from `second`.
    pub fn cubic_to(self, first: Point, second: Point, to: Point) -> Path {
        let goes_on = self.0.rfind(|c: char| c.is_ascii_alphabetic());
        let goes_on = goes_on.is_some_and(|at| &self.0[at..=at] == "C");
        let letter = if goes_on { " " } else { "C" };
        self.step(letter, &[first, second, to])
    }

    /// Goes back to where the piece began.
    pub fn close(mut self) -> Path {
        self.0.push('Z');
        self
    }

    /// Adds a smooth curve from the first point to the last, drawn towards those between: the quadratic B-spline.
    ///
    /// The curve touches the middle of each side of the polyline except the first and last, which it shares the ends
    /// with; it stays in the triangles between those places and the points.
    pub fn spline(self, points: &[Point]) -> Path {
        let [first, inner @ .., last] = points else {
            return self;
        };
        let mut path = self.move_to(*first);
        // No renderer is asked to find the direction of a segment that rounding has left without length.
        let inner = match inner {
            [rest @ .., end] if end.distance(*last) < 0.01 => rest,
            all => all,
        };
        for (i, control) in inner.iter().enumerate() {
            let to = inner
                .get(i + 1)
                .map_or(*last, |after| control.midpoint(*after));
            path = path.curve_to(*control, to);
        }
        if inner.is_empty() {
            path = path.line_to(*last);
        }
        path
    }

    /// Adds a closed smooth curve drawn towards the given corners.
    pub fn closed_spline(self, corners: &[Point]) -> Path {
        let (Some(first), Some(last)) = (corners.first(), corners.last()) else {
            return self;
        };
        let mut path = self.move_to(last.midpoint(*first));
        for (i, control) in corners.iter().enumerate() {
            let after = corners[(i + 1) % corners.len()];
            path = path.curve_to(*control, control.midpoint(after));
        }
        path.close()
    }

    /// Returns the text of the `d` attribute.
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// A number in the form used in SVG: rounded to a hundredth, without trailing zeros.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, size) = (if hundredths < 0 { "-" } else { "" }, hundredths.abs());
        let (whole, rest) = (size / 100, size % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}
