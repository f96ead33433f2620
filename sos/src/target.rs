//! What scores: the word that is made, and the edges of the board across which it can be read.
//!
//! The usual game makes S-O-S on a board with four edges. Players also join opposite edges, so that a row or a column
//! goes on at its other end, and make other words of three letters. A word is read from the left to the right and from
//! the top down, and scores once in each line in which it can be read. So `soo` and `oos` are different words.
//!
//! Sources: the boards that wrap are those of *Orbit* modes of programs; [arXiv:2306.06197] studies both changes on one
//! row.
//!
//! [arXiv:2306.06197]: https://arxiv.org/abs/2306.06197

use core::fmt;
use core::str::FromStr;

use common::Refused;
use common::describe::RuleSet;
use common::format::short;
use smallvec::SmallVec;

use crate::cells::CellSet;
use crate::lines::{AXES, Line};
use crate::moves::Letter;
use crate::size::{Cell, Size};

/// A word of three letters. Its text is in small letters, such as `soo`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Word([Letter; 3]);

impl Word {
    /// The word of the usual game.
    pub const SOS: Word = Word([Letter::S, Letter::O, Letter::S]);

    /// Returns the word of three letters.
    pub const fn new(letters: [Letter; 3]) -> Word {
        Word(letters)
    }

    /// Returns the letters in order.
    pub const fn letters(self) -> [Letter; 3] {
        self.0
    }

    /// Returns whether the word reads the same in both directions.
    fn is_palindrome(self) -> bool {
        self.0[0] == self.0[2]
    }

    /// Returns the word with hyphens, as people write `S-O-S`.
    pub(crate) fn spelled(self) -> String {
        self.0.map(|letter| letter.to_string()).join("-")
    }
}

impl fmt::Display for Word {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let small = self.0.map(|letter| letter.to_char().to_ascii_lowercase());
        small.iter().try_for_each(|c| write!(f, "{c}"))
    }
}

/// The edges of a board that are joined.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wrap {
    /// No edges.
    #[default]
    None,
    /// The left and the right edge, so that each row is a ring.
    Rows,
    /// The upper and the lower edge, so that each column is a ring.
    Columns,
    /// Both pairs of edges, so that the board is a torus.
    Both,
}

common::named!(Wrap:
    None => "edges", Rows => "wrap-rows", Columns => "wrap-columns", Both => "wrap");

impl Wrap {
    const fn joins_rows(self) -> bool {
        matches!(self, Wrap::Rows | Wrap::Both)
    }

    const fn joins_columns(self) -> bool {
        matches!(self, Wrap::Columns | Wrap::Both)
    }
}

/// What scores: a word, and the edges across which it can be read.
///
/// # Examples
///
/// ```
/// use papergames_sos::{Game, Player, Position, Wrap};
///
/// let mut position: Position = "1x4:wrap-rows".parse()?;
/// for m in ["Oa1", "Sb1", "Sd1"] {
///     position.apply(&m.parse()?)?;
/// }
/// assert_eq!(position.target().wrap, Wrap::Rows);
/// assert_eq!(position.points(Player::FIRST), 1, "d1, a1 and b1 are neighbours on the ring");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub struct Target {
    /// The word that scores.
    pub word: Word,
    /// The edges that are joined.
    pub wrap: Wrap,
}

impl Default for Target {
    fn default() -> Target {
        Target::PLAIN
    }
}

/// A cell and the letter that must be in it.
pub(crate) type Slot = (Cell, Letter);

impl Target {
    /// The target of the usual game: S-O-S on a board with edges.
    pub const PLAIN: Target = Target {
        word: Word::SOS,
        wrap: Wrap::None,
    };

    /// Returns the target with this word and these joined edges.
    pub const fn new(word: Word, wrap: Wrap) -> Target {
        Target { word, wrap }
    }

    /// Returns whether this is the target of the usual game.
    pub(crate) fn is_plain(self) -> bool {
        self == Target::PLAIN
    }

    /// Returns an error if a board is too narrow for its edges to be joined.
    pub(crate) fn check(self, size: Size) -> Result<(), Refused> {
        for (is_joined, cells, what) in [
            (self.wrap.joins_rows(), size.columns(), "columns"),
            (self.wrap.joins_columns(), size.rows(), "rows"),
        ] {
            if is_joined && cells < 3 {
                return Err(Refused::new(format!(
                    "a board that wraps must have at least 3 {what}, so that no line meets itself, found {cells}"
                )));
            }
        }
        Ok(())
    }

    /// Returns the cell that lies `steps` steps along an axis, if it is on the board.
    fn step(self, size: Size, cell: Cell, axis: (isize, isize), steps: isize) -> Option<Cell> {
        let along = |at: u8, by: isize, cells: usize, is_ring: bool| {
            let (to, cells) = (isize::from(at) + steps * by, cells as isize);
            let to = if is_ring { to.rem_euclid(cells) } else { to };
            (0..cells).contains(&to).then_some(to as u8)
        };
        Some(Cell {
            column: along(cell.column, axis.0, size.columns(), self.wrap.joins_rows())?,
            row: along(cell.row, axis.1, size.rows(), self.wrap.joins_columns())?,
        })
    }

    /// Returns the line through `middle` along an axis, if it is on the board.
    fn through(self, size: Size, middle: Cell, axis: (isize, isize)) -> Option<Line> {
        Some(Line {
            start: self.step(size, middle, axis, -1)?,
            middle,
            end: self.step(size, middle, axis, 1)?,
        })
    }

    /// Returns all lines of a board, ordered by their middle cells.
    pub(crate) fn lines(self, size: Size) -> impl Iterator<Item = Line> {
        let along = move |middle| {
            let lines = AXES.iter();
            lines.filter_map(move |axis| self.through(size, middle, *axis))
        };
        size.iter().flat_map(along)
    }

    /// Returns the most lines in which one letter can complete the word: each of the four axes has one line for each
    /// place of the letter in the word.
    pub(crate) const fn most_at_once(self) -> usize {
        match self.word.0 {
            [Letter::S, Letter::S, Letter::S] | [Letter::O, Letter::O, Letter::O] => 12,
            _ => 8,
        }
    }

    /// Returns the letters that the word needs in the cells of a line.
    pub(crate) fn reading(self, line: Line) -> [Slot; 3] {
        let (cells, letters) = (line.cells(), self.word.0);
        core::array::from_fn(|i| (cells[i], letters[i]))
    }

    /// Returns the lines that contain the word after `letter` is written in the cell.
    pub(crate) fn completed(
        self,
        size: Size,
        s: &CellSet,
        o: &CellSet,
        cell: Cell,
        letter: Letter,
    ) -> SmallVec<[Line; 8]> {
        let has = |(place, wanted): Slot| match wanted {
            _ if place == cell => wanted == letter,
            Letter::S => s.contains(size.index(place)),
            Letter::O => o.contains(size.index(place)),
        };
        // The cell is the start of a line, its middle or its end.
        let middles = AXES
            .iter()
            .flat_map(|axis| [1, 0, -1].map(|steps| (axis, steps)));
        let lines = middles.filter_map(|(axis, steps)| {
            self.through(size, self.step(size, cell, *axis, steps)?, *axis)
        });
        lines
            .filter(|line| self.reading(*line).into_iter().all(has))
            .collect()
    }

    /// Returns a remark for the player to move.
    pub(crate) fn remark(self) -> String {
        let edges = match self.wrap {
            Wrap::None => "",
            Wrap::Rows => "; a row goes on at its other end",
            Wrap::Columns => "; a column goes on at its other end",
            Wrap::Both => "; rows, columns and diagonals go on at the other end",
        };
        format!(
            "The word that scores is {}, from the left or from the top{edges}.",
            self.word.spelled()
        )
    }

    /// Returns the number of symmetries of a board that keep this target, as [`Size::images`] lists them. A word that
    /// is no palindrome has a direction, and a quarter turn exchanges rows that wrap with columns that do not.
    pub(crate) fn n_symmetries(self, size: Size) -> usize {
        match self.wrap {
            _ if !self.word.is_palindrome() => 1,
            Wrap::None | Wrap::Both => size.n_symmetries(),
            Wrap::Rows | Wrap::Columns => 4,
        }
    }
}

impl FromStr for Word {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Word, Refused> {
        let refused = || {
            Refused::new(format!(
                "a word must have three letters S or O, such as `soo`, found `{}`",
                short(text)
            ))
        };
        let letters = text.chars().map(|c| match c {
            's' | 'S' => Some(Letter::S),
            'o' | 'O' => Some(Letter::O),
            _ => None,
        });
        let letters: Option<SmallVec<[Letter; 3]>> = letters.take(4).collect();
        let letters = letters.and_then(|letters| <[Letter; 3]>::try_from(&letters[..]).ok());
        letters.map(Word).ok_or_else(refused)
    }
}

/// The variants that programs list: the kinds of board that wrap, and the words that are not S-O-S in disguise.
pub(crate) const VARIANTS: [RuleSet; 5] = [
    RuleSet {
        name: Wrap::Both.name(),
        about: "Opposite edges are joined, so that rows, columns and diagonals go on at the other end. This can be \
                combined with other rules, as in `first+wrap`.",
        source: "the `orbit` modes of programs, and arXiv:2306.06197",
        example: "4x4:wrap Oa1 Sb1 Sd1",
    },
    RuleSet {
        name: Wrap::Rows.name(),
        about: "The left and the right edge are joined, so that each row is a ring.",
        source: "arXiv:2306.06197, on one row",
        example: "1x5:wrap-rows Oa1 Sb1 Se1",
    },
    RuleSet {
        name: Wrap::Columns.name(),
        about: "The upper and the lower edge are joined, so that each column is a ring.",
        source: "the same as `wrap-rows`, for columns",
        example: "4x3:wrap-columns Oa1 Sa2 Sa4",
    },
    RuleSet {
        name: "soo",
        about: "The word S-O-O, from the left or from the top, scores instead of S-O-S. Any word of three letters can \
                be named. With `first+soo`, a game on one row is always a draw.",
        source: "arXiv:2306.06197",
        example: "3x3:soo Sa1 Ob1 Oc1",
    },
    RuleSet {
        name: "sss",
        about: "The word S-S-S scores instead of S-O-S. With `first+sss`, a game on one row is always a draw.",
        source: "arXiv:2306.06197",
        example: "3x3:sss Sa1 Sb1 Sc1",
    },
];
