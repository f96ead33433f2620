//! Lays out boxes in rows, from left to right and from top to bottom.

use crate::geometry::{Point, Vec2};

/// Places boxes of the given sizes in rows of at most `width`, with a gap around each box, and returns their upper left
/// corners and the total size. A box wider than `width` gets its own row.
///
/// # Examples
///
/// ```
/// use papergames_picture::geometry::Vec2;
/// use papergames_picture::svg::shelves;
///
/// let sizes = [(30.0, 10.0), (20.0, 5.0), (20.0, 5.0)].map(|(x, y)| Vec2::new(x, y));
/// let (corners, room) = shelves(&sizes, 60.0, 2.0);
/// assert_eq!((corners[1].x, corners[2].y), (32.0, 12.0));
/// assert_eq!((room.x, room.y), (52.0, 17.0));
/// ```
pub fn shelves(sizes: &[Vec2], width: f64, gap: f64) -> (Vec<Point>, Vec2) {
    let (mut corner, mut high, mut room) = (Point::default(), 0.0f64, Vec2::new(0.0, 0.0));
    let mut corners = Vec::new();
    for size in sizes {
        if corner.x > 0.0 && corner.x + size.x > width {
            corner = Point::new(0.0, corner.y + high + gap);
            high = 0.0;
        }
        corners.push(corner);
        room = Vec2::new(room.x.max(corner.x + size.x), room.y.max(corner.y + size.y));
        high = high.max(size.y);
        corner.x += size.x + gap;
    }
    (corners, room)
}
