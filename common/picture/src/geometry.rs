//! Points and vectors in the plane.

use core::ops::{Add, AddAssign, Div, Mul, Neg, Sub, SubAssign};

/// A point of the plane.
///
/// # Examples
///
/// ```
/// use papergames_picture::geometry::{Point, Vec2};
///
/// let (a, b) = (Point::new(1.0, 2.0), Point::new(4.0, 6.0));
/// assert_eq!(b - a, Vec2::new(3.0, 4.0));
/// assert_eq!(a.distance(b), 5.0);
/// assert_eq!(a.lerp(b, 0.5), Point::new(2.5, 4.0));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Point {
    /// The distance to the right of the origin.
    pub x: f64,
    /// The distance from the origin along the other axis: upwards in a drawing, downwards on a page.
    pub y: f64,
}

/// A vector of the plane: the difference of two points.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Vec2 {
    /// The part along the first axis.
    pub x: f64,
    /// The part along the second axis.
    pub y: f64,
}

impl Point {
    /// The point at (0, 0).
    pub const ORIGIN: Point = Point::new(0.0, 0.0);

    /// Returns the point with these coordinates.
    pub const fn new(x: f64, y: f64) -> Point {
        Point { x, y }
    }

    /// Returns the vector from the origin to the point.
    pub const fn to_vec2(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    /// Returns the distance from another point.
    pub fn distance(self, other: Point) -> f64 {
        (self - other).hypot()
    }

    /// Returns the square of the distance from another point.
    pub fn distance_squared(self, other: Point) -> f64 {
        (self - other).hypot2()
    }

    /// Returns the point that divides the way to another point: this point for `t` = 0, the other one for `t` = 1.
    pub fn lerp(self, other: Point, t: f64) -> Point {
        self + t * (other - self)
    }

    /// Returns the point in the middle of this point and another.
    pub fn midpoint(self, other: Point) -> Point {
        Point::new(0.5 * (self.x + other.x), 0.5 * (self.y + other.y))
    }

    /// Returns whether both coordinates are finite.
    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite()
    }

    /// Returns the same point for the library that fits curves.
    pub(crate) const fn to_kurbo(self) -> kurbo::Point {
        kurbo::Point::new(self.x, self.y)
    }

    /// Returns the same point as the library that fits curves returns it.
    pub(crate) const fn of_kurbo(point: kurbo::Point) -> Point {
        Point::new(point.x, point.y)
    }
}

impl Vec2 {
    /// The null vector.
    pub const ZERO: Vec2 = Vec2::new(0.0, 0.0);

    /// Returns the vector with these parts.
    pub const fn new(x: f64, y: f64) -> Vec2 {
        Vec2 { x, y }
    }

    /// Returns the vector with two equal parts.
    pub const fn splat(part: f64) -> Vec2 {
        Vec2::new(part, part)
    }

    /// Returns the vector of length 1 at an angle, in radians, from the first axis towards the second.
    pub fn from_angle(angle: f64) -> Vec2 {
        let (sine, cosine) = angle.sin_cos();
        Vec2::new(cosine, sine)
    }

    /// Returns the point that the vector leads to from the origin.
    pub const fn to_point(self) -> Point {
        Point::new(self.x, self.y)
    }

    /// Returns the length.
    pub fn hypot(self) -> f64 {
        self.hypot2().sqrt()
    }

    /// Returns the square of the length.
    pub const fn hypot2(self) -> f64 {
        self.dot(self)
    }

    /// Returns the scalar product.
    pub const fn dot(self, other: Vec2) -> f64 {
        self.x * other.x + self.y * other.y
    }

    /// Returns the cross product, which is positive if `other` is to the left of this vector in a drawing.
    pub const fn cross(self, other: Vec2) -> f64 {
        self.x * other.y - self.y * other.x
    }

    /// Returns the vector turned by a quarter turn, to the left in a drawing.
    pub const fn turn_90(self) -> Vec2 {
        Vec2::new(-self.y, self.x)
    }

    /// Returns the vector turned by the angle of another and stretched by its length: the product of complex numbers.
    pub const fn rotate_scale(self, other: Vec2) -> Vec2 {
        Vec2::new(
            self.x * other.x - self.y * other.y,
            self.x * other.y + self.y * other.x,
        )
    }

    /// Returns the angle from the first axis, in radians from −π to π.
    pub fn atan2(self) -> f64 {
        self.y.atan2(self.x)
    }

    /// Returns the angle from this vector to another, in radians from −π to π, positive if it is to the left.
    pub fn turn_to(self, other: Vec2) -> f64 {
        self.cross(other).atan2(self.dot(other))
    }

    /// Returns the vector of length 1 in the same direction. The null vector stays unchanged.
    pub fn unit(self) -> Vec2 {
        let length = self.hypot();
        if length > 0.0 { self / length } else { self }
    }
}

/// Implements an operator of two values by applying it to each coordinate.
macro_rules! by_coordinate {
    ($($trait:ident $function:ident $left:ty, $right:ty, $out:ident;)*) => {$(
        impl $trait<$right> for $left {
            type Output = $out;

            fn $function(self, other: $right) -> $out {
                $out::new(self.x.$function(other.x), self.y.$function(other.y))
            }
        }
    )*};
}

by_coordinate! {
    Add add Point, Vec2, Point;
    Sub sub Point, Vec2, Point;
    Sub sub Point, Point, Vec2;
    Add add Vec2, Vec2, Vec2;
    Sub sub Vec2, Vec2, Vec2;
}

impl From<(f64, f64)> for Point {
    fn from((x, y): (f64, f64)) -> Point {
        Point::new(x, y)
    }
}

impl Neg for Vec2 {
    type Output = Vec2;

    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}

impl Mul<f64> for Vec2 {
    type Output = Vec2;

    fn mul(self, factor: f64) -> Vec2 {
        Vec2::new(self.x * factor, self.y * factor)
    }
}

impl Mul<Vec2> for f64 {
    type Output = Vec2;

    fn mul(self, vector: Vec2) -> Vec2 {
        vector * self
    }
}

impl Div<f64> for Vec2 {
    type Output = Vec2;

    /// Divides once and multiplies twice, which is faster than two divisions.
    fn div(self, divisor: f64) -> Vec2 {
        let factor = divisor.recip();
        Vec2::new(self.x * factor, self.y * factor)
    }
}

impl AddAssign<Vec2> for Point {
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl SubAssign<Vec2> for Point {
    fn sub_assign(&mut self, other: Vec2) {
        *self = *self - other;
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, other: Vec2) {
        *self = *self + other;
    }
}

impl SubAssign for Vec2 {
    fn sub_assign(&mut self, other: Vec2) {
        *self = *self - other;
    }
}

/// An upright rectangle.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Rect {
    /// The corner with the least coordinates.
    pub(crate) low: Point,
    /// The corner with the greatest coordinates.
    pub(crate) high: Point,
}

impl Rect {
    /// Returns the rectangle of a size around a point.
    pub(crate) fn around(center: Point, size: Vec2) -> Rect {
        let half = 0.5 * size;
        Rect {
            low: center - half,
            high: center + half,
        }
    }

    /// Returns the width and height.
    pub(crate) fn size(self) -> Vec2 {
        self.high - self.low
    }

    /// Returns the longer side.
    pub(crate) fn side(self) -> f64 {
        self.size().x.max(self.size().y)
    }

    /// Returns the middle.
    pub(crate) fn center(self) -> Point {
        self.low.midpoint(self.high)
    }

    /// Returns the smallest rectangle around this one and another.
    pub(crate) fn union(self, other: Rect) -> Rect {
        Rect {
            low: Point::new(self.low.x.min(other.low.x), self.low.y.min(other.low.y)),
            high: Point::new(self.high.x.max(other.high.x), self.high.y.max(other.high.y)),
        }
    }
}

impl Add<Vec2> for Rect {
    type Output = Rect;

    fn add(self, way: Vec2) -> Rect {
        Rect {
            low: self.low + way,
            high: self.high + way,
        }
    }
}

/// Returns the smallest upright rectangle around some points.
pub(crate) fn bounds(points: impl IntoIterator<Item = Point>) -> Rect {
    let single = points.into_iter().map(|point| Rect {
        low: point,
        high: point,
    });
    single.reduce(Rect::union).unwrap_or_default()
}

/// Returns the larger of two numbers. In a browser, the functions of the standard library are calls.
pub(crate) fn larger(a: f64, b: f64) -> f64 {
    if a > b { a } else { b }
}

/// Returns the smaller of two numbers.
pub(crate) fn smaller(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}
