//! Points and vectors in the plane: the types of [`kurbo`], with further operations for drawings.

pub use kurbo::{Point, Vec2};

/// Operations on vectors that drawings need in addition to those of [`Vec2`].
pub trait Way {
    /// Returns the vector of length 1 in the same direction. The null vector stays unchanged.
    fn unit(self) -> Self;
}

impl Way for Vec2 {
    fn unit(self) -> Vec2 {
        let length = self.hypot2().sqrt();
        if length > 0.0 { self / length } else { self }
    }
}
