//! The points of a board, and its size.

use common::Refused;
use common::grid::{Columns, Rows};

/// A point of the board, given by its column and row.
///
/// Columns are counted from 0 at the left, rows from 0 at the bottom. Row 0 and the highest row are the *end rows*,
/// which are closed to men; the rows next to them are the goal lines. Under rules with a corner exit, the ball may also
/// come to rest on an end row one column outside the board: in column −1, or in the column after the last one.
///
/// Its text is the letter of the column and the number of the row, such as `h10`. The column to the left of the board
/// is written `0`, so the four places outside the corners of the standard board are `00`, `020`, `p0` and `p20`, as on
/// AbstractPlay.
///
/// # Examples
///
/// ```
/// use papergames_phutball::Point;
///
/// let point: Point = "h10".parse()?;
/// assert_eq!(point, Point { column: 7, row: 10 });
/// # Ok::<(), papergames_phutball::Unexpected>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    // The fields are in this order so that points sort row by row from the bottom.
    /// The row, counted from 0 at the bottom.
    pub row: u8,
    /// The column, counted from 0 at the left; −1 is the column to the left of the board.
    pub column: i8,
}

impl Point {
    /// Returns the point rotated by half a turn on a board of the given size, which is the point as the other player
    /// sees it. Turned twice, every point is itself again; a point off the board stays off the board.
    pub const fn turned(self, size: Size) -> Point {
        // Only far off the board does the difference wrap.
        Point {
            row: (size.rows - 1).wrapping_sub(self.row),
            column: (size.columns as i8 - 1).wrapping_sub(self.column),
        }
    }

    /// Returns the point mirrored left to right.
    pub(crate) const fn mirrored(self, size: Size) -> Point {
        Point {
            row: self.row,
            column: (size.columns as i8 - 1).wrapping_sub(self.column),
        }
    }
}

common::debug_as_text!(Point);

/// The size of a board: its columns, and its rows including both end rows.
///
/// The standard board is `15x21`. The playing field, where men can stand, has two rows fewer, so sources that do not
/// count the end rows call the same board 15×19. Directional and one-dimensional Phutball are played on boards of one
/// column.
///
/// A board has at most 26 columns, and at most 512 points counted with a margin of one column on each side. The largest
/// boards are therefore `1x170`, `15x30`, `19x24`, `26x18` and the like.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Columns, Rows, Size};
///
/// let size: Size = "3x7".parse()?;
/// assert_eq!((size.columns(), size.rows()), (3, 7));
/// assert_eq!(size.center().to_string(), "b3");
/// assert_eq!(
///     Size::new(Rows(40), Columns(20)).unwrap_err().to_string(),
///     "a board may have at most 512 points, including a margin of one column on each side, but 20x40 has 880",
/// );
/// # Ok::<(), papergames_phutball::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    columns: u8,
    rows: u8,
}

/// The reciprocals of strides and numbers of columns, times 65,536 and rounded up, to replace division by
/// multiplication. The result is exact for dividends below 512 and divisors below 128, because the rounding adds less
/// than 512/65536 < 1/divisor to a quotient.
const RECIPROCALS: [u32; Size::MAX_COLUMNS + 3] = {
    let mut reciprocals = [0; Size::MAX_COLUMNS + 3];
    let mut divisor = 1;
    while divisor < reciprocals.len() {
        reciprocals[divisor] = (65_536 / divisor + 1) as u32;
        divisor += 1;
    }
    reciprocals
};

impl Size {
    /// The standard board, 15 columns and 21 rows.
    pub const STANDARD: Size = Size {
        columns: 15,
        rows: 21,
    };
    /// The most columns.
    pub(crate) const MAX_COLUMNS: usize = 26;
    /// The most rows, which only a board of one column can have.
    pub(crate) const MAX_ROWS: usize = Size::MAX_POINTS / 3;
    /// The most points, counted with a margin of one column on each side.
    pub(crate) const MAX_POINTS: usize = 512;

    /// Returns the size with the given numbers of rows, including both end rows, and of columns. In the text, columns
    /// come first as in the literature.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if the board would have no columns, fewer than five rows, or too many of either.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Columns, Rows, Size};
    ///
    /// let size = Size::new(Rows(9), Columns(5))?;
    /// assert_eq!(size.to_string(), "5x9");
    /// assert!(Size::new(Rows(4), Columns(5)).is_err(), "there are fewer than five rows");
    /// # Ok::<(), papergames_phutball::Refused>(())
    /// ```
    pub fn new(Rows(rows): Rows, Columns(columns): Columns) -> Result<Size, Refused> {
        if !(1..=Size::MAX_COLUMNS).contains(&columns) {
            let error = format!("a board must have 1 to 26 columns, found {columns}");
            return Err(Refused::new(error));
        }
        if rows < 5 {
            return Err(Refused::new(format!(
                "a board must have at least 5 rows (three playing rows between two end rows), found {rows}"
            )));
        }
        if rows > Size::most_rows(columns) {
            let (most, found) = (Size::MAX_POINTS, (columns as u128 + 2) * rows as u128);
            return Err(Refused::new(format!(
                "a board may have at most {most} points, including a margin of one column on each side, but \
                 {columns}x{rows} has {found}"
            )));
        }
        Ok(Size {
            columns: columns as u8,
            rows: rows as u8,
        })
    }

    /// Returns the most rows that a board of `columns` columns can have, with `columns` clamped to the legal range.
    pub(crate) fn most_rows(columns: usize) -> usize {
        Size::MAX_POINTS / (columns.clamp(1, Size::MAX_COLUMNS) + 2)
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Returns the number of rows, including both end rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Returns the number of the highest row, which is the end row that the first player attacks.
    pub const fn top(self) -> u8 {
        self.rows - 1
    }

    /// Returns the number of points where men can be placed, including the one under the ball.
    pub(crate) const fn playing_points(self) -> usize {
        self.columns() * (self.rows() - 2)
    }

    /// Returns the point where the ball starts: the central point, or the lower left of the points around the centre.
    pub const fn center(self) -> Point {
        Point {
            column: (self.columns as i8 - 1) / 2,
            row: (self.rows - 1) / 2,
        }
    }

    /// Returns whether a point is on the board, including end rows.
    pub const fn contains(self, point: Point) -> bool {
        0 <= point.column && point.column < self.columns as i8 && point.row < self.rows
    }

    /// Returns whether men can be placed on a point, which is true if it is on the board but not on an end row.
    pub(crate) const fn is_playing_point(self, point: Point) -> bool {
        self.contains(point) && point.row > 0 && point.row < self.top()
    }

    /// Returns whether a point is one of the four points outside the corners, which only a corner exit can reach.
    pub(crate) const fn is_outside_corner(self, point: Point) -> bool {
        (point.column == -1 || point.column == self.columns as i8)
            && (point.row == 0 || point.row == self.top())
    }

    /// Returns the points where men can be placed, row by row from the bottom.
    pub fn playing_field(self) -> impl Iterator<Item = Point> + Clone {
        (1..self.top())
            .flat_map(move |row| (0..self.columns as i8).map(move |column| Point { row, column }))
    }

    /// Returns the difference between the indices of a point and of the point above it.
    pub(crate) const fn stride(self) -> usize {
        self.columns as usize + 2
    }

    /// Returns the index of a point on the board or outside a corner. Each row has a margin on both sides, so that a
    /// run of men never continues around the edge.
    pub(crate) const fn index(self, point: Point) -> usize {
        point.row as usize * self.stride() + (point.column + 1) as usize
    }

    /// Returns the index of the `number`-th point where men can stand, counting from 0 row by row from the
    /// bottom.
    #[inline]
    pub(crate) const fn nth_playing_index(self, number: usize) -> usize {
        let row = (number * RECIPROCALS[self.columns()] as usize) >> 16;
        // Skip one row below, the margin before this row, and both margins of each row in between.
        self.stride() + 1 + 2 * row + number
    }

    /// Returns the point at an index.
    pub(crate) const fn at(self, index: usize) -> Point {
        let reciprocal = RECIPROCALS[self.stride()] as usize;
        let row = (index * reciprocal) >> 16;
        Point {
            column: (index - row * self.stride()) as i8 - 1,
            row: row as u8,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all_sizes() -> impl Iterator<Item = Size> {
        (1..=26).flat_map(|c| (5..=170).filter_map(move |r| Size::new(Rows(r), Columns(c)).ok()))
    }

    #[test]
    fn the_ball_starts_in_the_centre_or_at_its_lower_left() {
        for (columns, rows, center) in [(15, 21, "h10"), (4, 7, "b3"), (4, 8, "b3"), (1, 5, "a2")] {
            let size = Size::new(Rows(rows), Columns(columns)).expect("a size");
            assert_eq!(size.center().to_string(), center, "{columns}x{rows}");
        }
    }

    #[test]
    fn every_index_names_one_point() {
        for size in all_sizes() {
            for index in 0..size.stride() * size.rows() {
                assert_eq!(size.index(size.at(index)), index, "{size:?}");
            }
        }
    }

    #[test]
    fn playing_points_are_numbered_in_their_order() {
        for size in all_sizes() {
            let numbered = (0..size.playing_points()).map(|number| {
                let index = size.nth_playing_index(number);
                size.at(index)
            });
            assert!(numbered.eq(size.playing_field()), "{size:?}");
        }
    }

    #[test]
    fn no_board_has_more_points_than_stated() {
        assert!(all_sizes().all(|size| size.stride() * size.rows() <= Size::MAX_POINTS));
        assert!(Size::new(Rows(170), Columns(1)).is_ok());
        assert!(Size::new(Rows(usize::MAX), Columns(usize::MAX)).is_err());
        let error = Size::new(Rows(usize::MAX), Columns(1)).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("a board may have at most 512")
        );
        assert_eq!(
            Size::new(Rows(4), Columns(3)).unwrap_err().to_string(),
            "a board must have at least 5 rows (three playing rows between two end rows), found 4"
        );
    }

    #[test]
    fn turning_twice_and_mirroring_twice_change_nothing() {
        let size = Size::STANDARD;
        for point in size.playing_field() {
            assert_eq!(point.turned(size).turned(size), point);
            assert_eq!(point.mirrored(size).mirrored(size), point);
        }
        assert_eq!(size.playing_field().count(), size.playing_points());
    }
}
