//! Places and ways in the plane: the types of [`kurbo`], and what else drawings need of them.

pub use kurbo::{Point, Vec2};

/// Operations of drawings on vectors, in addition to those of [`Vec2`].
pub trait Way {
    /// Returns the way of length 1 in the same direction; the null vector stays as it is.
    #[must_use]
    fn unit(self) -> Self;
}

impl Way for Vec2 {
    fn unit(self) -> Vec2 {
        let length = self.hypot2().sqrt();
        if length > 0.0 { self / length } else { self }
    }
}
