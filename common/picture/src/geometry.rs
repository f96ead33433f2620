//! Points and vectors in the plane: the types of [`kurbo`], with further operations for drawings.

use kurbo::Rect;
pub use kurbo::{Point, Vec2};

/// Returns the smallest upright rectangle around some points.
pub(crate) fn bounds(points: impl IntoIterator<Item = Point>) -> Rect {
    let single = points
        .into_iter()
        .map(|point| Rect::from_points(point, point));
    single
        .reduce(|all, next| all.union(next))
        .unwrap_or_default()
}

/// Operations on vectors that drawings need in addition to those of [`Vec2`].
pub trait Way {
    /// Returns the vector of length 1 in the same direction. The null vector stays unchanged.
    fn unit(self) -> Self;

    /// Returns the angle from this vector to another, in radians from −π to π, positive if it is to the left.
    fn turn_to(self, other: Self) -> f64;
}

impl Way for Vec2 {
    fn unit(self) -> Vec2 {
        let length = self.hypot2().sqrt();
        if length > 0.0 { self / length } else { self }
    }

    fn turn_to(self, other: Vec2) -> f64 {
        self.cross(other).atan2(self.dot(other))
    }
}
