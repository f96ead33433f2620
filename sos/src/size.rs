//! Sizes of boards, and their cells.

use core::fmt;

use common::Refused;
use common::grid::{Columns, Rows};

/// The size of a board: rows × columns.
///
/// A board is any rectangle that has room for an S-O-S, from 1×3 and 3×1 up to 255 rows or columns and 400 cells; 20×20
/// is the largest square. Its text has the form `4x5`, which stands for four rows of five cells.
///
/// # Examples
///
/// ```
/// use papergames_sos::{Columns, Rows, Size};
///
/// let size: Size = "4x5".parse()?;
/// assert_eq!((size.rows(), size.columns(), size.n_lines()), (4, 5, 34));
/// assert_eq!(
///     Size::new(Rows(2), Columns(2)).unwrap_err().to_string(),
///     "a board must have at least 3 rows or 3 columns, so that an S-O-S fits, found 2x2"
/// );
/// # Ok::<(), papergames_sos::Refused>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Size {
    rows: u8,
    columns: u8,
}

/// A cell of a board. Its text is its name, such as `a1` for the leftmost cell of the top row.
///
/// # Examples
///
/// ```
/// use papergames_sos::Cell;
///
/// let cell: Cell = "c2".parse()?;
/// assert_eq!((cell.column, cell.row), (2, 1));
/// assert_eq!(cell.to_string(), "c2");
/// # Ok::<(), papergames_sos::Unexpected>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, counted from 0 at the left.
    pub column: u8,
    /// The row, counted from 0 at the top.
    pub row: u8,
}

/// A symmetry of a board. Every rectangle has the first four of these symmetries, and a square has all eight.
///
/// # Examples
///
/// ```
/// use papergames_sos::{Columns, Game, Position, Rows, Rules, Size, Symmetric, Symmetry};
///
/// let start = Position::new(Size::new(Rows(3), Columns(4))?, Rules::General);
/// let position = start.child(&"Sa1".parse()?)?;
/// assert_eq!(position.image(&Symmetry::Rotate180), start.child(&"Sd3".parse()?)?);
/// assert_eq!(position.symmetries().len(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Symmetry {
    /// Leaves every cell where it is.
    Identity,
    /// Swaps left and right.
    LeftRight,
    /// Swaps top and bottom.
    TopBottom,
    /// Rotates the board by half a turn.
    Rotate180,
    /// Reflects a square in the diagonal through its upper left corner, which swaps rows and columns.
    Diagonal,
    /// Rotates a square counterclockwise by a quarter turn.
    Rotate270,
    /// Rotates a square clockwise by a quarter turn.
    Rotate90,
    /// Reflects a square in the diagonal through its upper right corner.
    AntiDiagonal,
}

impl Symmetry {
    /// All symmetries of a square; the first four are those of any rectangle.
    pub(crate) const ALL: [Symmetry; 8] = [
        Symmetry::Identity,
        Symmetry::LeftRight,
        Symmetry::TopBottom,
        Symmetry::Rotate180,
        Symmetry::Diagonal,
        Symmetry::Rotate270,
        Symmetry::Rotate90,
        Symmetry::AntiDiagonal,
    ];
}

/// The message of a panic over a symmetry of squares on another rectangle.
pub(crate) const NOT_OF_THE_BOARD: &str = "the symmetry is one of the board";

impl Size {
    /// The maximum number of rows, and of columns, of a board.
    pub(crate) const MAX_SIDE: usize = 255;
    /// The maximum number of cells of a board.
    pub(crate) const MAX_CELLS: usize = 400;

    /// Returns the size of a board of `rows` × `columns` cells.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if no S-O-S fits or the board is larger than supported.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Columns, Rows, Size};
    ///
    /// let size = Size::new(Rows(3), Columns(4))?;
    /// assert_eq!((size.rows(), size.columns(), size.n_cells()), (3, 4, 12));
    /// assert!(Size::new(Rows(2), Columns(2)).is_err(), "no S-O-S fits");
    /// # Ok::<(), papergames_sos::Refused>(())
    /// ```
    pub fn new(Rows(rows): Rows, Columns(columns): Columns) -> Result<Size, Refused> {
        let (side, cells) = (Size::MAX_SIDE, Size::MAX_CELLS);
        if rows == 0 || columns == 0 || (rows < 3 && columns < 3) {
            return Err(Refused::new(format!(
                "a board must have at least 3 rows or 3 columns, so that an S-O-S fits, found {rows}x{columns}"
            )));
        }
        if rows > side || columns > side || rows * columns > cells {
            return Err(Refused::new(format!(
                "a board may have at most {side} rows, {side} columns and {cells} cells, found {rows}x{columns}"
            )));
        }
        Ok(Size {
            rows: rows as u8,
            columns: columns as u8,
        })
    }

    /// Returns the number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Returns the number of columns.
    pub const fn columns(self) -> usize {
        self.columns as usize
    }

    /// Returns the number of cells.
    pub const fn n_cells(self) -> usize {
        self.rows() * self.columns()
    }

    /// Returns the number of lines, that is, triples of cells that can contain an S-O-S.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Columns, Rows, Size};
    ///
    /// // Three rows, three columns and two diagonals.
    /// assert_eq!(Size::new(Rows(3), Columns(3))?.n_lines(), 8);
    /// # Ok::<(), papergames_sos::Refused>(())
    /// ```
    pub const fn n_lines(self) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        let (down, right) = (rows.saturating_sub(2), columns.saturating_sub(2));
        rows * right + down * columns + 2 * down * right
    }

    /// Returns whether `cell` is on the board.
    pub(crate) const fn contains(self, cell: Cell) -> bool {
        cell.row < self.rows && cell.column < self.columns
    }

    /// Returns the cells row by row from the top.
    pub fn iter(self) -> impl DoubleEndedIterator<Item = Cell> + ExactSizeIterator {
        (0..self.n_cells()).map(move |index| self.cell(index))
    }

    /// Returns the number of a cell: cells are numbered from 0, row by row from the top.
    pub(crate) const fn index(self, cell: Cell) -> usize {
        cell.row as usize * self.columns() + cell.column as usize
    }

    /// Returns the cell with the given number.
    pub(crate) const fn cell(self, index: usize) -> Cell {
        // A division of short numbers is several times faster.
        let (index, columns) = (index as u32, self.columns as u32);
        Cell {
            column: (index % columns) as u8,
            row: (index / columns) as u8,
        }
    }

    /// Returns the images of `cell` under the symmetries of the board, the cell itself first. A rectangle has
    /// four, a square eight.
    pub(crate) fn images(self, cell: Cell) -> impl Iterator<Item = Cell> {
        let Cell { column: x, row: y } = cell;
        assert!(self.contains(cell), "the cell is on the board");
        let (u, v) = (self.columns - 1 - x, self.rows - 1 - y);
        let count = if self.rows == self.columns { 8 } else { 4 };
        let pairs = [
            (x, y),
            (u, y),
            (x, v),
            (u, v),
            (y, x),
            (y, u),
            (v, x),
            (v, u),
        ];
        let images = pairs.into_iter().take(count);
        images.map(|(column, row)| Cell { column, row })
    }

    /// Returns the image of `cell` under the symmetry with a number, as [`images`](Size::images) lists them.
    pub(crate) fn image(self, cell: Cell, symmetry: usize) -> Cell {
        let image = self.images(cell).nth(symmetry);
        image.expect(NOT_OF_THE_BOARD)
    }

    /// Returns the number of symmetries of the board, as [`images`](Size::images) lists them.
    pub(crate) const fn n_symmetries(self) -> usize {
        if self.rows == self.columns { 8 } else { 4 }
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.columns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limits_are_where_the_documentation_says() {
        for (rows, columns) in [(1, 3), (3, 1), (2, 3), (20, 20), (1, 255), (255, 1)] {
            assert!(
                Size::new(Rows(rows), Columns(columns)).is_ok(),
                "{rows}x{columns}"
            );
        }
        for (rows, columns) in [(0, 3), (2, 2), (1, 256), (20, 21), (usize::MAX, usize::MAX)] {
            assert!(
                Size::new(Rows(rows), Columns(columns)).is_err(),
                "{rows}x{columns}"
            );
        }
    }

    #[test]
    fn the_symmetries_do_what_their_names_say() {
        let size = Size::new(Rows(3), Columns(3)).expect("a size");
        let corner = Cell { row: 0, column: 0 };
        let at = |symmetry: Symmetry| size.image(corner, symmetry as usize);
        let (top_right, bottom_left) = (Cell { row: 0, column: 2 }, Cell { row: 2, column: 0 });
        assert_eq!(at(Symmetry::LeftRight), top_right);
        assert_eq!(at(Symmetry::TopBottom), bottom_left);
        assert_eq!(at(Symmetry::Rotate90), top_right);
        assert_eq!(at(Symmetry::Rotate270), bottom_left);
        assert_eq!(at(Symmetry::Diagonal), corner);
        assert_eq!(at(Symmetry::AntiDiagonal), at(Symmetry::Rotate180));
    }

    #[test]
    fn the_symmetries_move_every_cell_to_a_cell() {
        for (rows, columns) in [(1, 5), (5, 1), (3, 4), (4, 4)] {
            let size = Size::new(Rows(rows), Columns(columns)).unwrap();
            for image in 0..size.n_symmetries() {
                let mut seen: Vec<Cell> = size
                    .iter()
                    .map(|cell| size.images(cell).nth(image).unwrap())
                    .collect();
                seen.sort_by_key(|cell| size.index(*cell));
                assert!(seen.iter().copied().eq(size.iter()), "{size}, {image}");
            }
        }
    }
}
