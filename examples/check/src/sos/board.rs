//! Boards of SOS: their lines and symmetries, and the parts of them that matter for play.

use crate::text::shown;
use crate::work::{CheckResult, refuse};

/// The cells of a board, row after row, as the signs of the text.
pub(super) type Cells = Vec<u8>;

/// The maximum number of cells of a board.
const MOST_CELLS: usize = 400;

/// The board that a proof is about, with letters and empty cells only.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    text: String,
    rows: usize,
    columns: usize,
}

impl Board {
    /// Reads a board.
    ///
    /// # Errors
    ///
    /// Returns an error if the text is not a board of 1 to 400 cells.
    pub fn read(text: &str) -> CheckResult<Board> {
        let (rows, columns) = (
            text.split('/').count(),
            text.find('/').unwrap_or(text.len()),
        );
        if columns == 0 || rows * columns > MOST_CELLS {
            return refuse(format!(
                "a board must have 1 to {MOST_CELLS} cells, found `{}`",
                shown(text)
            ));
        }
        let cells = Sheet::new(rows, columns).read(text)?;
        if cells.contains(&b'-') {
            return refuse(format!(
                "a board may only contain `S`, `O` and `.`, found `{}`",
                shown(text)
            ));
        }
        Ok(Board {
            text: text.to_owned(),
            rows,
            columns,
        })
    }

    /// Returns the empty board of a size, or `None` unless it has 1 to 400 cells.
    pub fn empty(rows: usize, columns: usize) -> Option<Board> {
        let n_cells = rows.checked_mul(columns)?;
        (1..=MOST_CELLS).contains(&n_cells).then(|| Board {
            text: vec![".".repeat(columns); rows].join("/"),
            rows,
            columns,
        })
    }

    /// Returns the rows of the board, with `/` between them.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the numbers of rows and columns of the board, or `None` if it is not empty.
    pub fn empty_size(&self) -> Option<(usize, usize)> {
        let is_empty = self.text.bytes().all(|sign| b"./".contains(&sign));
        is_empty.then_some((self.rows, self.columns))
    }

    /// The board's lines and symmetries, and its cells.
    pub(super) fn sheet(&self) -> (Sheet, Cells) {
        let sheet = Sheet::new(self.rows, self.columns);
        (sheet, self.text.replace('/', "").into_bytes())
    }
}

/// The lines and symmetries of a board.
pub(super) struct Sheet {
    rows: usize,
    columns: usize,
    /// Three cells in a row, the middle one second.
    pub(super) lines: Vec<[usize; 3]>,
    /// For each symmetry, where each cell comes from.
    images: Vec<Vec<usize>>,
}

/// A board without what does not matter, as the least of its images, and whether one turn can be passed.
pub(super) type Reduced = (Cells, bool);

impl Sheet {
    /// The sheet of a size.
    pub(super) fn new(rows: usize, columns: usize) -> Sheet {
        let mut lines = Vec::new();
        for row in 0..rows {
            for column in 0..columns {
                for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                    let cell = |k: i32| {
                        let (row, column) = (row as i32 + k * down, column as i32 + k * right);
                        let is_on = (0..rows as i32).contains(&row)
                            && (0..columns as i32).contains(&column);
                        is_on.then(|| row as usize * columns + column as usize)
                    };
                    if let (Some(a), Some(b), Some(c)) = (cell(0), cell(1), cell(2)) {
                        lines.push([a, b, c]);
                    }
                }
            }
        }
        let mut images = Vec::new();
        for turned in [false, true] {
            if turned && rows != columns {
                continue;
            }
            for (up, left) in [(false, false), (false, true), (true, false), (true, true)] {
                let from = |cell: usize| {
                    let (mut row, mut column) = (cell / columns, cell % columns);
                    if up {
                        row = rows - 1 - row;
                    }
                    if left {
                        column = columns - 1 - column;
                    }
                    if turned {
                        (row, column) = (column, row);
                    }
                    row * columns + column
                };
                images.push((0..rows * columns).map(from).collect());
            }
        }
        Sheet {
            rows,
            columns,
            lines,
            images,
        }
    }

    /// The cost of comparing a board and its images.
    pub(super) fn n_steps(&self) -> usize {
        2 * self.lines.len() + self.images.len() * self.rows * self.columns
    }

    /// Whether a line can still become an S-O-S by at least one more letter.
    pub(super) fn is_open(board: &[u8], [a, b, c]: [usize; 3]) -> bool {
        let fits = |cell: usize, letter| board[cell] == letter || board[cell] == b'.';
        fits(a, b'S')
            && fits(b, b'O')
            && fits(c, b'S')
            && [a, b, c].iter().any(|cell| board[*cell] == b'.')
    }

    /// The number of lines that can still become an S-O-S.
    pub(super) fn open_lines(&self, board: &[u8]) -> i32 {
        let open = self
            .lines
            .iter()
            .filter(|line| Sheet::is_open(board, **line));
        open.count() as i32
    }

    /// Leaves out what does not matter.
    pub(super) fn reduce(&self, mut board: Vec<u8>, mut odd: bool) -> Reduced {
        let mut matters = vec![false; board.len()];
        for line in self
            .lines
            .iter()
            .filter(|line| Sheet::is_open(&board, **line))
        {
            for cell in line {
                matters[*cell] = true;
            }
        }
        for (cell, matters) in board.iter_mut().zip(matters) {
            if !matters {
                odd ^= *cell == b'.';
                *cell = b'-';
            }
        }
        let images = self.images.iter();
        let images = images.map(|from| from.iter().map(|cell| board[*cell]).collect::<Vec<u8>>());
        (images.min().expect("the board itself is one"), odd)
    }

    /// The number of S-O-S that the letter just written makes.
    pub(super) fn made(&self, board: &[u8], cell: usize) -> i32 {
        let made = self.lines.iter().filter(|line| line.contains(&cell));
        made.filter(|[a, b, c]| board[*a] == b'S' && board[*b] == b'O' && board[*c] == b'S')
            .count() as i32
    }

    /// Reads a board, or a fact's board.
    ///
    /// # Errors
    ///
    /// Returns an error for a board of another size or with other characters.
    pub(super) fn read(&self, text: &str) -> CheckResult<Cells> {
        let fits = |row: &str| {
            row.len() == self.columns && row.bytes().all(|sign| b"SO.-".contains(&sign))
        };
        if text.split('/').count() == self.rows && text.split('/').all(fits) {
            return Ok(text.replace('/', "").into_bytes());
        }
        refuse(format!(
            "the board must be {}x{} and may only contain `S`, `O`, `.` and `-`, found `{}`",
            self.rows,
            self.columns,
            shown(text)
        ))
    }
}
