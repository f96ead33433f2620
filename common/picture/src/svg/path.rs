//! The format of numbers and outlines in an SVG.

use core::fmt::{self, Write as _};

use crate::geometry::Point;

/// The outline of a shape: the `d` attribute of a path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Path {
    text: String,
    /// The position of the pen, in tenths, if points are written relative to it.
    pen: Option<[i64; 2]>,
}

/// The highest number of tenths that is written relative to another.
const MOST: f64 = 1e15;

impl Path {
    /// Returns an empty outline.
    pub fn new() -> Path {
        Path::default()
    }

    /// Returns an empty outline for shapes that occur many times in a picture, such as letters. To save space,
    /// coordinates are written relative to the previous point and rounded to a tenth.
    pub fn short() -> Path {
        Path {
            text: String::new(),
            pen: Some([0; 2]),
        }
    }

    /// Writes a command letter, unless it is the same as the last one, and points.
    fn step(mut self, letter: char, points: &[Point]) -> Path {
        let Some(mut pen) = self.pen else {
            return self.step_to(letter, points);
        };
        let tenths = |x: f64| (x * 10.0).round().clamp(-MOST, MOST) as i64;
        let place = |point: &Point| [point.x, point.y].map(tenths);
        let mut places = points.iter().map(place);
        let mut ways = places.clone().flat_map(|[x, y]| [x - pen[0], y - pen[1]]);
        // A stroke that begins where the last one ended goes on with it, because caps and joins are equally round.
        let is_begun = !self.text.is_empty() && !self.text.ends_with('Z');
        if letter == 'M' && is_begun && places.clone().next() == self.pen {
            return self;
        }
        let short = letter.to_ascii_lowercase();
        // The first letter of an outline does not depend on what comes before it, so it may well be upper case.
        let (command, numbers) = match (letter, ways.next(), ways.next()) {
            ('M', ..) if self.text.is_empty() => ('M', places.clone().flatten().collect()),
            ('L', Some(x), Some(0)) => ('h', vec![x]),
            ('L', Some(0), Some(y)) => ('v', vec![y]),
            (_, Some(x), Some(y)) => (short, [x, y].into_iter().chain(ways).collect()),
            _ => return self,
        };
        let last = self.text.chars().rfind(char::is_ascii_alphabetic);
        let goes_on =
            last == Some(command) && command != 'm' || (last, command) == (Some('m'), 'l');
        if !goes_on {
            self.text.push(command);
        }
        for tenths in numbers {
            self.write(tenths);
        }
        pen = places.next_back().unwrap_or(pen);
        self.pen = Some(pen);
        self
    }

    /// Writes a number of tenths in as few letters as possible.
    fn write(&mut self, tenths: i64) {
        let (sign, size) = (if tenths < 0 { "-" } else { "" }, tenths.abs());
        let number = match (size / 10, size % 10) {
            (whole, 0) => format!("{sign}{whole}"),
            (0, rest) => format!("{sign}.{rest}"),
            (whole, rest) => format!("{sign}{whole}.{rest}"),
        };
        // A sign or a second decimal point begins a number, too.
        let before = self.text.rfind(|c: char| !c.is_ascii_digit());
        let before = before.map_or(' ', |at| char::from(self.text.as_bytes()[at]));
        let follows = self.text.ends_with(|c: char| c.is_ascii_digit());
        let is_clear = number.starts_with('-') || number.starts_with('.') && before == '.';
        if follows && !is_clear {
            self.text.push(' ');
        }
        self.text.push_str(&number);
    }

    /// Writes a command letter, unless it is the same as the last one, and points by their coordinates.
    fn step_to(mut self, letter: char, points: &[Point]) -> Path {
        let goes_on = match self.text.chars().rfind(char::is_ascii_alphabetic) {
            Some('M') => letter == 'L',
            last => last == Some(letter),
        };
        if !goes_on {
            self.text.push(letter);
        }
        for (i, number) in points
            .iter()
            .flat_map(|point| [point.x, point.y])
            .enumerate()
        {
            if i > 0 || goes_on {
                self.text.push(' ');
            }
            let _ = write!(self.text, "{}", Number(number));
        }
        self
    }

    /// Begins a new piece of the outline at a point.
    pub fn move_to(self, to: Point) -> Path {
        self.step('M', &[to])
    }

    /// Adds a straight line to a point.
    pub fn line_to(self, to: Point) -> Path {
        self.step('L', &[to])
    }

    /// Adds a cubic curve to a point, with the control points `first` and `second`.
    pub(crate) fn cubic_to(self, first: Point, second: Point, to: Point) -> Path {
        self.step('C', &[first, second, to])
    }

    /// Adds a parabola to each point in turn, without corners between them. The first parabola has the control point
    /// `control`. Each of the others starts in the direction in which the previous one ended, so its control point is
    /// not written.
    fn parabolas(self, control: Point, to: impl Iterator<Item = Point>) -> Path {
        let mut path = self;
        for (i, to) in to.enumerate() {
            path = match i {
                0 => path.step('Q', &[control, to]),
                _ => path.step('T', &[to]),
            };
        }
        path
    }

    /// Closes the current piece with a line to its start. In a short outline, this must be the last step, or the pen
    /// must be there already.
    pub fn close(mut self) -> Path {
        self.text.push('Z');
        self
    }

    /// Adds a quadratic B-spline, which is a smooth curve from the first point to the last that is drawn towards the
    /// points between them.
    ///
    /// The curve has the same ends as the polyline and touches the middle of each side except the first and the last.
    /// It stays within the triangles formed by these middles and the points.
    pub(crate) fn spline(self, points: &[Point]) -> Path {
        let [first, inner @ .., last] = points else {
            return self;
        };
        let path = self.move_to(*first);
        // Leave out segments that rounding has reduced to length 0, because a renderer could not find their direction.
        let inner = match inner {
            [rest @ .., end] if end.distance(*last) < 0.01 => rest,
            all => all,
        };
        let Some(control) = inner.first() else {
            return path.line_to(*last);
        };
        let middles = inner.windows(2).map(|pair| pair[0].midpoint(pair[1]));
        path.parabolas(*control, middles.chain([*last]))
    }

    /// Adds a closed smooth curve drawn towards the given corners.
    pub(crate) fn closed_spline(self, corners: &[Point]) -> Path {
        let (Some(first), Some(last)) = (corners.first(), corners.last()) else {
            return self;
        };
        let start = last.midpoint(*first);
        let middles = corners.windows(2).map(|pair| pair[0].midpoint(pair[1]));
        let path = self.move_to(start);
        path.parabolas(*first, middles.chain([start])).close()
    }

    /// Returns the text of the `d` attribute.
    pub(crate) fn as_str(&self) -> &str {
        &self.text
    }
}

/// A number, displayed in the form used in SVG: rounded to a hundredth, without trailing zeros.
#[derive(Clone, Copy, Debug)]
pub struct Number(pub f64);

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (self.0 * 100.0).round() as i64;
        let (sign, size) = (
            if hundredths < 0 { "-" } else { "" },
            hundredths.unsigned_abs(),
        );
        let (whole, rest) = (size / 100, size % 100);
        match (rest, rest % 10) {
            (0, _) => write!(f, "{sign}{whole}"),
            (_, 0) => write!(f, "{sign}{whole}.{}", rest / 10),
            _ => write!(f, "{sign}{whole}.{rest:02}"),
        }
    }
}
