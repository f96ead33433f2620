//! Positions: the men, the ball, the player to move, and whether a chain of jumps is under way.

use core::fmt::{self, Write as _};

use common::grid::{ColumnName, Columns, Direction, Rows};
use common::{Player, Refused};

use crate::point::{Point, Size};
use crate::rules::Rules;

/// The number of words that hold the men.
const WORDS: usize = Size::MAX_POINTS / 64;

/// A set of points, one bit for each index.
///
/// No set contains an index outside the array, so walking off the board finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Bits([u64; WORDS]);

impl Bits {
    pub(crate) const EMPTY: Bits = Bits([0; WORDS]);

    #[inline]
    pub(crate) fn has(&self, index: usize) -> bool {
        self.0
            .get(index / 64)
            .is_some_and(|word| word >> (index % 64) & 1 != 0)
    }

    #[inline]
    pub(crate) fn put(&mut self, index: usize) {
        self.0[index / 64] |= 1 << (index % 64);
    }

    #[inline]
    pub(crate) fn take(&mut self, index: usize) {
        self.0[index / 64] &= !(1 << (index % 64));
    }

    pub(crate) fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    pub(crate) fn words(&self) -> &[u64; WORDS] {
        &self.0
    }

    /// Returns which of the indices `index`, `index + 1` and `index + 2` are in the set, as bits with the first as the
    /// lowest.
    #[inline]
    fn three(&self, index: usize) -> u8 {
        let word = |i: usize| self.0.get(i).copied().unwrap_or(0);
        let low = word(index / 64) >> (index % 64);
        // Shift in two steps, since a shift by 64 would overflow.
        let high = (word((index / 64).wrapping_add(1)) << 1) << (63 - index % 64);
        ((low | high) & 7) as u8
    }

    /// Returns which neighbours of an index are in the set, one bit for each direction, clockwise from north.
    #[inline]
    pub(crate) fn neighbours(&self, index: usize, stride: usize) -> u8 {
        let above = self.three(index + stride - 1);
        let beside = self.three(index.wrapping_sub(1));
        let below = self.three(index.wrapping_sub(stride + 1));
        above >> 1
            | beside & 4
            | (below & 4) << 1
            | (below & 2) << 3
            | (below & 1) << 5
            | (beside & 1) << 6
            | above << 7
    }

    /// Combines each word with the corresponding word of another set.
    pub(crate) fn with(&self, other: &Bits, change: impl Fn(u64, u64) -> u64) -> Bits {
        let mut words = self.0;
        for (word, other) in words.iter_mut().zip(other.0) {
            *word = change(*word, other);
        }
        Bits(words)
    }

    /// Returns the union of the set and its shifts up and down by `n` indices, 1 to 63.
    fn smeared(&self, n: usize) -> Bits {
        let mut words = self.0;
        for (i, word) in words.iter_mut().enumerate() {
            let before = if i > 0 { self.0[i - 1] } else { 0 };
            let after = self.0.get(i + 1).copied().unwrap_or(0);
            let here = self.0[i];
            *word |= here << n | before >> (64 - n) | here >> n | after << (64 - n);
        }
        Bits(words)
    }

    /// Returns the set together with all neighbours of its members. Neighbours beyond an edge fall into the margin,
    /// which is two columns wide between one row and the next.
    pub(crate) fn spread(&self, stride: usize) -> Bits {
        self.smeared(1).smeared(stride)
    }

    /// Returns the indices in the set, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = usize> {
        self.0.iter().enumerate().flat_map(|(i, word)| {
            let mut left = *word;
            core::iter::from_fn(move || {
                let bit = (left != 0).then(|| left.trailing_zeros() as usize)?;
                left &= left - 1;
                Some(i * 64 + bit)
            })
        })
    }
}

/// The view without the end rows, on which no men stand, unless the ball is there.
pub(crate) const FIELD: &str = "field";

/// The phase of a turn, which determines what the player to move may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Phase {
    /// The start of a turn: the player may place a man or jump.
    Ready,
    /// A chain of jumps is under way and can continue: the player may jump or stop.
    Jumping,
    /// The ball has come to rest on a goal line or beyond.
    Over,
}

/// A position of Phutball, with its board and rules.
///
/// The first player attacks the highest row, and the second player attacks row 0. A position does not include its
/// history, so positions with the same men, ball, player to move and chain are equal, no matter how they arose. A
/// position takes 88 bytes.
///
/// # Invariants
///
/// * Men stand on playing points, and never under the ball.
/// * The game is over exactly when no chain is under way and the ball is on a goal line or beyond.
/// * A chain is under way only if another jump is legal, because the turn otherwise ends automatically.
///
/// # Repetition
///
/// A game can continue forever, and the sources do not agree on a rule that prevents this. To detect repetition, use
/// [`Record::repetitions`](common::Record::repetitions), which compares the men, the ball, the player to move and the
/// chain. In the following position neither player has anything better than repeating moves:
///
/// ```
/// use papergames_phutball::{Position, Record};
///
/// let start = "3/3/3/2o/1o1/3/@2/3/3:first:full-board";
/// let circle = "a3 b3 NE N c5 b5 SW S";
/// let record: Record<Position> = format!("{start} {circle} {circle}").parse()?;
/// assert_eq!(record.repetitions(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Game, Point, Position};
///
/// let position = Position::standard();
/// assert_eq!(position.ball(), Point { column: 7, row: 10 });
/// assert_eq!(position.count_moves(), 284);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) men: Bits,
    pub(crate) ball: Point,
    pub(crate) size: Size,
    pub(crate) rules: Rules,
    pub(crate) mover: Player,
    pub(crate) phase: Phase,
}

impl Position {
    /// Returns the starting position: an empty board with the ball in the centre and the first player to move.
    ///
    /// For a position in the middle of a game, use [`with_pieces`](Position::with_pieces).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Columns, Game, Player, Position, Rows, Rules, Size};
    ///
    /// let size = Size::new(Rows(9), Columns(5))?;
    /// let position = Position::new(size, Rules::TerminalRows);
    /// assert_eq!(position.turn(), Some(Player::FIRST));
    /// assert_eq!(position.ball().to_string(), "c4");
    /// # Ok::<(), papergames_phutball::Refused>(())
    /// ```
    pub fn new(size: Size, rules: Rules) -> Position {
        Position {
            men: Bits::EMPTY,
            ball: size.center(),
            size,
            rules,
            mover: Player::FIRST,
            phase: Phase::Ready,
        }
    }

    /// Returns the starting position of a game in which the first player gives a handicap: `rows` more rows before the
    /// first player's goal than before the second player's, on a board that is otherwise of the given size.
    ///
    /// Source: the server of gamerz.net, whose handicap of half a point is one row.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if the board would have too many rows.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, Rules, Size};
    ///
    /// let start = Position::with_handicap(Size::STANDARD, Rules::default(), 2)?;
    /// assert_eq!((start.size().rows(), start.ball().row), (23, 10));
    /// assert_eq!("15x21+2".parse(), Ok(start));
    /// # Ok::<(), papergames_phutball::Refused>(())
    /// ```
    pub fn with_handicap(size: Size, rules: Rules, rows: usize) -> Result<Position, Refused> {
        let rows = Rows(size.rows().saturating_add(rows));
        let larger = Size::new(rows, Columns(size.columns()))?;
        Ok(Position {
            ball: size.center(),
            ..Position::new(larger, rules)
        })
    }

    /// Returns the rows of the handicap if this is the start of a game with one, and the size of the board without
    /// them.
    pub(crate) fn handicap(&self) -> Option<(Size, usize)> {
        let rows = 2 * usize::from(self.ball.row) + 1;
        let size = Size::new(Rows(rows), Columns(self.size.columns())).ok()?;
        let more = self.size.rows().checked_sub(rows)?;
        let start = Position::with_handicap(size, self.rules, more).ok()?;
        (start == *self).then_some((size, more))
    }

    /// Returns the starting position on the standard board of 15 columns and 21 rows, under the default rules.
    pub fn standard() -> Position {
        Position::new(Size::STANDARD, Rules::default())
    }

    /// Returns a position between turns, with the ball and the men at the given points. If the ball is on a goal line
    /// or an end row, the game is over.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if the ball or a man is on a point where it cannot be.
    ///
    /// # Panics
    ///
    /// Panics if `turn` is neither the first nor the second player.
    ///
    /// # Examples
    ///
    /// In a handicap game the ball starts nearer to the stronger player's goal line:
    ///
    /// ```
    /// use papergames_phutball::{Player, Point, Position, Rules, Size};
    ///
    /// let (size, rules) = (Size::STANDARD, Rules::default());
    /// let start = Position::with_pieces(size, rules, Point { column: 7, row: 8 }, [], Player::FIRST)?;
    /// assert_eq!(start.ball().to_string(), "h8");
    /// # Ok::<(), papergames_phutball::Refused>(())
    /// ```
    pub fn with_pieces(
        size: Size,
        rules: Rules,
        ball: Point,
        men: impl IntoIterator<Item = Point>,
        turn: Player,
    ) -> Result<Position, Refused> {
        assert!(turn.index() < 2, "Phutball is a game for two");
        if !size.contains(ball) {
            if !size.is_outside_corner(ball) {
                return Err(Refused::new(format!(
                    "the ball at {ball} is not on the board"
                )));
            }
            if !rules.has_corner_exit() {
                return Err(Refused::new(format!(
                    "the ball at {ball} is outside a corner of the board, but the rules {rules} do not allow it to \
                     leave there"
                )));
            }
        }
        let mut position = Position {
            ball,
            mover: turn,
            ..Position::new(size, rules)
        };
        for man in men {
            if !size.is_playing_point(man) {
                let highest = size.top() - 1;
                return Err(Refused::new(format!(
                    "a man must be on the board in rows 1 to {highest}, found one at {man}"
                )));
            }
            if man == ball {
                return Err(Refused::new(format!(
                    "a man and the ball cannot both be at {ball}"
                )));
            }
            position.men.put(size.index(man));
        }
        if position.goal_of_row(ball).is_some() {
            position.phase = Phase::Over;
        }
        Ok(position)
    }

    /// Returns this position in the middle of a chain of jumps, as if the ball had just made a jump and could jump
    /// again.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if no further jump is legal, or if the chain would have ended where the ball is.
    pub(crate) fn in_a_chain(self) -> Result<Position, Refused> {
        let ball = self.ball;
        let chain = Position {
            phase: Phase::Jumping,
            ..self
        };
        if self.rests_at(ball) || !chain.can_jump() {
            return Err(Refused::new(format!(
                "the position is marked as being in a chain of jumps, but no jump is possible from {ball}"
            )));
        }
        Ok(chain)
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.size
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns the point where the ball is.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Game, Position};
    ///
    /// let mut position = Position::standard();
    /// assert_eq!(position.ball().to_string(), "h10");
    /// // The first player places a man above the ball, and the second player jumps over it.
    /// position.apply(&"h11".parse()?)?;
    /// position.apply(&"N".parse()?)?;
    /// assert_eq!(position.ball().to_string(), "h12");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn ball(&self) -> Point {
        self.ball
    }

    /// Returns the men, row by row from the bottom.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Game, Point, Position};
    ///
    /// let mut position = Position::standard();
    /// position.apply(&"h11".parse()?)?;
    /// assert_eq!(position.men().collect::<Vec<_>>(), [Point { column: 7, row: 11 }]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn men(&self) -> impl Iterator<Item = Point> {
        self.men.iter().map(|index| self.size.at(index))
    }

    /// Returns the number of men on the board.
    pub(crate) fn n_men(&self) -> usize {
        self.men.len()
    }

    /// Returns whether a man is on a point.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Game, Point, Position};
    ///
    /// let mut position = Position::standard();
    /// position.apply(&"h11".parse()?)?;
    /// assert!(position.is_man(Point { column: 7, row: 11 }));
    /// assert!(!position.is_man(position.ball()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_man(&self, point: Point) -> bool {
        self.size.contains(point) && self.men.has(self.size.index(point))
    }

    /// Returns whether a man could be placed on a point, which must be a playing point with neither a man nor the ball.
    pub(crate) fn is_vacant(&self, point: Point) -> bool {
        self.size.is_playing_point(point)
            && point != self.ball
            && !self.men.has(self.size.index(point))
    }

    /// Returns whether a chain of jumps is under way.
    pub const fn is_jumping(&self) -> bool {
        matches!(self.phase, Phase::Jumping)
    }

    /// Returns the player who wins if the ball stops on `point`, even if the other player moved it there, or `None` if
    /// `point` is in no goal, or is a place where the ball can never be.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Player, Point, Position};
    ///
    /// let position = Position::standard();
    /// assert_eq!(position.goal_at(Point { column: 3, row: 19 }), Some(Player::FIRST));
    /// assert_eq!(position.goal_at(Point { column: 3, row: 0 }), Some(Player::SECOND));
    /// assert_eq!(position.goal_at(Point { column: 3, row: 2 }), None);
    /// ```
    pub const fn goal_at(&self, point: Point) -> Option<Player> {
        if self.size.contains(point) || self.size.is_outside_corner(point) {
            self.goal_of_row(point)
        } else {
            None
        }
    }

    /// Returns the same as [`goal_at`](Position::goal_at) for a point where the ball can be.
    #[inline]
    pub(crate) const fn goal_of_row(&self, point: Point) -> Option<Player> {
        if point.row + 1 >= self.size.top() {
            Some(Player::FIRST)
        } else if point.row <= 1 {
            Some(Player::SECOND)
        } else {
            None
        }
    }

    /// Returns the position from the other player's view: rotated by half a turn, with the players swapped.
    ///
    /// Apart from the rotation, both positions have the same moves, which the tests of the game laws check. For the
    /// mirror image, which keeps the players, see [`image`](common::Symmetric::image).
    pub fn turned(&self) -> Position {
        Position {
            ball: self.ball.turned(self.size),
            men: self.moved_men(|man| man.turned(self.size)),
            mover: self.mover.opponent(),
            ..*self
        }
    }

    /// Returns the position with the same men, ball and player to move under other rules, at the start of a turn.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if the ball is outside a corner but the new rules have no corner exit.
    pub fn with_rules(&self, rules: Rules) -> Result<Position, Refused> {
        Position::with_pieces(self.size, rules, self.ball, self.men(), self.mover)
    }

    /// Returns the men moved to other points.
    pub(crate) fn moved_men(&self, to: impl Fn(Point) -> Point) -> Bits {
        let mut men = Bits::EMPTY;
        self.men().for_each(|man| men.put(self.size.index(to(man))));
        men
    }

    /// Returns the board as a table with the names of columns and rows, the highest row first, without some rows at
    /// each end.
    pub(crate) fn table(&self, left_out: u8) -> String {
        let size = self.size();
        let (columns, top) = (size.columns() as i8, size.top());
        let margin = top.to_string().len();
        let mut text = String::new();
        for row in (left_out..=top - left_out).rev() {
            // Writing to a string cannot fail.
            let _ = write!(text, "{row:>margin$}");
            for column in -1..=columns {
                let point = Point { row, column };
                let sign = match (point == self.ball(), size.contains(point), row) {
                    (true, ..) => '@',
                    (false, false, _) => ' ',
                    (false, true, row) if row == 0 || row == top => '=',
                    _ if self.is_man(point) => 'o',
                    (false, true, row) if row == 1 || row == top - 1 => '-',
                    _ => '.',
                };
                let _ = write!(text, " {sign}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str(&" ".repeat(margin + 2));
        for column in 0..size.columns() {
            let _ = write!(text, " {}", ColumnName(column as u8));
        }
        text
    }

    /// Returns whether the rules stop a ball that lands on `point`, even if it could jump again.
    #[inline]
    pub(crate) fn rests_at(&self, point: Point) -> bool {
        let (row, top) = (point.row, self.size.top());
        if self.rules.ends_on_landing() {
            row <= 1 || row + 1 >= top
        } else {
            !self.rules.may_return() && (row == 0 || row == top)
        }
    }

    /// Returns the change of index for a step in a direction.
    #[inline]
    pub(crate) fn step(&self, direction: Direction) -> isize {
        let (columns, rows) = direction.step();
        isize::from(columns) + isize::from(rows) * self.size.stride() as isize
    }
}

impl fmt::Debug for Position {
    /// Writes the text of the position, or with `{:#?}` a board with its rows from the top.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !f.alternate() {
            return write!(f, "{self}");
        }
        write!(f, "{self}\n{}", self.table(0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::grid::{Columns, Rows};

    fn place(ball: &str, men: &[&str], rules: Rules) -> Result<Position, Refused> {
        let size = Size::new(Rows(7), Columns(5)).expect("a small board");
        let men = men.iter().map(|man| man.parse().expect("a point"));
        let ball = ball.parse().expect("a point");
        Position::with_pieces(size, rules, ball, men, Player::FIRST)
    }

    #[track_caller]
    fn check(ball: &str, men: &[&str], message: &str) {
        let error = place(ball, men, Rules::default()).unwrap_err();
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn what_stands_where_it_cannot_is_named() {
        check("f3", &[], "the ball at f3 is not on the board");
        check(
            "f0",
            &[],
            "the ball at f0 is outside a corner of the board, but the rules full-board do not allow it to leave there",
        );
        check(
            "c3",
            &["a1", "a6"],
            "a man must be on the board in rows 1 to 5, found one at a6",
        );
        check("c3", &["c3"], "a man and the ball cannot both be at c3");
    }

    #[test]
    fn a_chain_needs_a_further_jump() {
        let quiet = place("c3", &["a1"], Rules::default()).expect("a position");
        assert!(quiet.in_a_chain().is_err());
        let loud = place("c3", &["c4"], Rules::default()).expect("a position");
        assert!(loud.in_a_chain().is_ok());
        let rest = place("c6", &["c5"], Rules::TerminalRows).expect("a position");
        assert!(rest.in_a_chain().is_err());
        let back = place("c6", &["c5"], Rules::FullBoard).expect("a position");
        assert!(back.in_a_chain().is_ok());
    }

    #[test]
    fn the_corner_is_outside_but_may_hold_the_ball() {
        let out = place("00", &[], Rules::TerminalRowsCorner).expect("a position");
        assert_eq!(out.turned().ball().to_string(), "f6");
        assert!(out.with_rules(Rules::TerminalRows).is_err());
    }
}
