//! Exact values of small boards: who wins every position, and in how many turns, or that nobody does.
//!
//! Phutball can go on for ever, so a value is one of three: the player to move wins, loses, or neither can force
//! anything and the game is drawn by going round in circles. Such draws exist from 3 columns and 7 playing rows on.
//!
//! # Method
//!
//! Only positions between turns are valued, and only those of one player: exchanging the players turns the board
//! upside down. A position is a place of the ball, on the rows where it may rest in an unfinished game, and a set of
//! men, so that a board with *p* playing points has (p − 2 · columns) · 2^(p−1) of them, and each takes one byte.
//!
//! Values are found by the number of turns that the game still lasts, from 1 up. A position is won in *k* turns, *k*
//! odd, when a turn leads to one that is lost in *k* − 1; it is lost in *k* turns, *k* even, when all turns lead to
//! positions that are won in *k* − 1 or fewer, or into the own goal. When a pass finds nothing new, in either parity,
//! what is left is drawn. Each pass looks only at positions without a value and leaves a position at its first turn
//! that decides.
//!
//! # Examples
//!
//! The start of the smallest board that is not a strip or a lane:
//!
//! ```
//! use papergames_phutball::{Rules, Size, solve::Table};
//!
//! let table = Table::solve("3x5".parse()?, Rules::TerminalRows, 1 << 20)?;
//! let counts = table.counts();
//! assert_eq!((counts.won, counts.lost, counts.drawn), (618, 150, 0));
//! assert_eq!(table.start_value().to_string(), "W3");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::ops::ControlFlow;

use common::Player;
use common::grid::Direction;

use crate::point::{Point, Size};
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::turn::Turn;

/// The value of a position for the player to move, both playing as well as can be.
///
/// The winner makes the game as short as possible and the loser as long. The text is `W3`, `L6` or `D`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Value {
    /// The player to move wins; the game lasts so many turns.
    Win(u8),
    /// The player to move loses; the game lasts so many turns.
    Loss(u8),
    /// Neither player can force a win.
    Draw,
}

impl Value {
    /// Returns how many turns the game lasts, if it ends.
    pub const fn plies(self) -> Option<u8> {
        match self {
            Value::Win(plies) | Value::Loss(plies) => Some(plies),
            Value::Draw => None,
        }
    }
}

impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Value::Win(plies) => write!(f, "W{plies}"),
            Value::Loss(plies) => write!(f, "L{plies}"),
            Value::Draw => f.write_str("D"),
        }
    }
}

/// How many positions of a board the player to move wins, loses and draws.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    /// Positions that the player to move wins.
    pub won: u64,
    /// Positions that the player to move loses.
    pub lost: u64,
    /// Positions that nobody wins.
    pub drawn: u64,
}

/// Why a board is not solved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The board has too many playing points for this method.
    #[error("expected at most {max} playing points, found {found}", max = MAX_POINTS)]
    TooManyPoints {
        /// How many it has.
        found: usize,
    },
    /// The table is larger than allowed.
    #[error("expected a table of at most {allowed} bytes, found a need of {needed}")]
    OutOfMemory {
        /// How many bytes are allowed.
        allowed: u64,
        /// How many are needed.
        needed: u64,
    },
    /// A game lasts longer than a byte can say; no board tried so far comes near.
    #[error("expected games of at most 255 turns, found a longer one")]
    TooLong,
    /// The position is on another board or has other rules.
    #[error("expected a position on {size} under {rules}, found another board or other rules")]
    OtherBoard {
        /// The size of the solved board.
        size: Size,
        /// The rules of the solved board.
        rules: Rules,
    },
    /// The position is finished or in the middle of a chain.
    #[error("expected a position between turns of an unfinished game, found another")]
    NotBetweenTurns,
}

/// The most playing points that a table can have.
pub const MAX_POINTS: usize = 30;

/// Men as one bit for each playing point, row by row from the bottom.
type Men = u32;

/// A place that the ball can come to by one jump or several: a point of the board or outside a corner.
type Place = u8;

/// What lies from a place in one direction: the playing points in order, and the places right behind each.
#[derive(Clone, Debug, Default)]
struct Ray {
    /// The playing points as bits, nearest first; a run of men is a run of these.
    points: Vec<Men>,
    /// The place where the ball lands after jumping so many points; none at the side of the board.
    landings: Vec<Option<Place>>,
}

/// What landing on a place means for the player who attacks the highest row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Landing {
    /// The game goes on, and this is the number of the place among those.
    Open(u32),
    /// A goal if the turn ends here.
    Goal,
    /// The own goal if the turn ends here.
    OwnGoal,
}

/// The board as tables for the walk over all positions.
#[derive(Clone, Debug)]
struct Board {
    size: Size,
    rules: Rules,
    /// How many playing points there are.
    points: u32,
    places: Vec<Point>,
    rays: Vec<[Ray; 8]>,
    landings: Vec<Landing>,
    /// Whether a ball that lands on a place stays there by the rules.
    rests: Vec<bool>,
    /// The bit of the playing point that a place is, or 0.
    bits: Vec<Men>,
}

/// The values of all positions of a board.
#[derive(Clone)]
pub struct Table {
    board: Board,
    /// One byte for each position: 0 without a value, else the number of turns that the game lasts, which is odd when
    /// the player to move wins and even when that player loses.
    values: Vec<u8>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("size", &self.board.size)
            .field("rules", &self.board.rules)
            .field("positions", &self.values.len())
            .finish()
    }
}

impl Board {
    fn new(size: Size, rules: Rules) -> Board {
        let start = Position::start(size, rules);
        let mut places: Vec<Point> = (0..=size.top())
            .flat_map(|row| (0..size.columns() as i8).map(move |column| Point::new(column, row)))
            .collect();
        if rules.has_corner_exit() {
            let right = size.columns() as i8;
            for row in [0, size.top()] {
                places.extend([Point::new(-1, row), Point::new(right, row)]);
            }
        }
        let bit = |point: Point| {
            if !size.is_playing_point(point) {
                return 0;
            }
            1 << (usize::from(point.row() - 1) * size.columns() + point.column() as usize)
        };
        let place_of = |point: Point| places.iter().position(|p| *p == point).map(|i| i as Place);
        let ray = |from: Point, direction: Direction| {
            let (columns, rows) = direction.step();
            let mut ray = Ray::default();
            let mut at = from;
            loop {
                let Some(row) = at.row().checked_add_signed(rows) else {
                    return ray;
                };
                at = Point::new(at.column() + columns, row);
                if !ray.points.is_empty() {
                    ray.landings.push(place_of(at));
                }
                if !size.is_playing_point(at) {
                    return ray;
                }
                ray.points.push(bit(at));
            }
        };
        let mut open = 0;
        let landings = places
            .iter()
            .map(|place| match start.goal_at(*place) {
                Some(Player::FIRST) => Landing::Goal,
                Some(_) => Landing::OwnGoal,
                None => {
                    open += 1;
                    Landing::Open(open - 1)
                }
            })
            .collect();
        Board {
            size,
            rules,
            points: size.playing_points() as u32,
            rays: places
                .iter()
                .map(|place| Direction::ALL.map(|direction| ray(*place, direction)))
                .collect(),
            landings,
            rests: places.iter().map(|place| start.rests_at(*place)).collect(),
            bits: places.iter().map(|place| bit(*place)).collect(),
            places,
        }
    }

    /// Returns how many positions there are.
    fn n_positions(&self) -> u64 {
        let open = u64::from(self.points) - 2 * self.size.columns() as u64;
        open << (self.points - 1)
    }

    /// Returns the number of the position with the ball on an open place, seen by the player to move.
    #[inline]
    fn index(&self, place: Place, men: Men) -> usize {
        let Landing::Open(number) = self.landings[usize::from(place)] else {
            unreachable!("the ball of an unfinished game is on an open place");
        };
        // The point of the ball holds no man: leave its bit out.
        let below = self.bits[usize::from(place)] - 1;
        let squeezed = (men & below) | ((men >> 1) & !below);
        ((number as usize) << (self.points - 1)) | squeezed as usize
    }

    /// Returns the men of a position from its number.
    #[inline]
    fn men(&self, place: Place, squeezed: Men) -> Men {
        let below = self.bits[usize::from(place)] - 1;
        (squeezed & below) | ((squeezed & !below) << 1)
    }

    /// Returns the place and men with the board upside down: what the other player sees.
    #[inline]
    fn flipped(&self, place: Place, men: Men) -> (Place, Men) {
        let (columns, rows) = (self.size.columns() as u32, self.size.rows() as u32);
        let mut flipped = 0;
        let mask = (1 << columns) - 1;
        let mut left = men;
        for _ in 0..rows - 2 {
            flipped = flipped << columns | left & mask;
            left >>= columns;
        }
        let (row, column) = (u32::from(place) / columns, u32::from(place) % columns);
        (((rows - 1 - row) * columns + column) as Place, flipped)
    }

    /// Returns where a jump lands and the men it leaves, if there is one.
    #[inline]
    fn leap(&self, place: Place, men: Men, direction: usize) -> Option<(Place, Men)> {
        let ray = &self.rays[usize::from(place)][direction];
        let run = ray
            .points
            .iter()
            .take_while(|point| men & **point != 0)
            .count();
        if run == 0 {
            return None;
        }
        let landing = ray.landings[run - 1]?;
        let after = ray.points[..run]
            .iter()
            .fold(men, |men, point| men & !point);
        Some((landing, after))
    }

    /// Returns whether the rules let the player who attacks the highest row make a jump to `landing`.
    fn allows(&self, landing: Place, men: Men) -> bool {
        !self.rules.forbids_own_goal()
            || self.landings[usize::from(landing)] != Landing::OwnGoal
            || (!self.rests[usize::from(landing)]
                && (0..8).any(|direction| {
                    self.leap(landing, men, direction)
                        .is_some_and(|(next, men)| self.allows(next, men))
                }))
    }

    /// Visits the place and men after each turn of jumps by the player who attacks the highest row.
    fn for_each_chain(
        &self,
        place: Place,
        men: Men,
        visit: &mut impl FnMut(Place, Men) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in 0..8 {
            let Some((landing, after)) = self.leap(place, men, direction) else {
                continue;
            };
            if !self.allows(landing, after) {
                continue;
            }
            let own_goal = self.landings[usize::from(landing)] == Landing::OwnGoal;
            if !(own_goal && self.rules.forbids_own_goal()) {
                visit(landing, after)?;
            }
            if !self.rests[usize::from(landing)] {
                self.for_each_chain(landing, after, visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Visits the number of each position that one turn leads to, men first, and `None` for the own goal; leaves out
    /// turns that win at once.
    fn for_each_turn(
        &self,
        place: Place,
        men: Men,
        visit: &mut impl FnMut(Option<usize>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        // Men are placed on the flipped board, where the other player sees them.
        let (place_flipped, men_flipped) = self.flipped(place, men);
        let base = self.index(place_flipped, men_flipped);
        let ball = self.bits[usize::from(place_flipped)];
        let mut vacant = !(men_flipped | ball) & ((1 << self.points) - 1);
        while vacant != 0 {
            let point = vacant & vacant.wrapping_neg();
            vacant &= vacant - 1;
            // The new man's bit, moved down by one if it lies above the ball's, adds to the number.
            visit(Some(base + (point >> u32::from(point > ball)) as usize))?;
        }
        self.for_each_chain(place, men, &mut |landing, after| match self.landings
            [usize::from(landing)]
        {
            Landing::Open(_) => {
                let (place, men) = self.flipped(landing, after);
                visit(Some(self.index(place, men)))
            }
            Landing::OwnGoal => visit(None),
            Landing::Goal => ControlFlow::Continue(()),
        })
    }

    /// Returns whether a turn wins at once.
    fn wins_at_once(&self, place: Place, men: Men) -> bool {
        self.for_each_chain(
            place,
            men,
            &mut |landing, _| match self.landings[usize::from(landing)] {
                Landing::Goal => ControlFlow::Break(()),
                Landing::Open(_) | Landing::OwnGoal => ControlFlow::Continue(()),
            },
        )
        .is_break()
    }
}

impl Table {
    /// Returns how many bytes the table of a board takes, or `None` if the board is too large for this method.
    pub fn bytes(size: Size) -> Option<u64> {
        let points = size.playing_points();
        (points <= MAX_POINTS).then(|| ((points - 2 * size.columns()) as u64) << (points - 1))
    }

    /// Values every position of a board.
    ///
    /// Takes [`Table::bytes`] of memory, and somewhat more time for each byte than a turn takes; 3×9 (21 playing
    /// points) has 15.7 million positions and takes seconds.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the board has more than [`MAX_POINTS`] playing points, or the table would take more
    /// than `memory` bytes.
    pub fn solve(size: Size, rules: Rules, memory: u64) -> Result<Table, SolveError> {
        let found = size.playing_points();
        let needed = Table::bytes(size).ok_or(SolveError::TooManyPoints { found })?;
        if needed > memory {
            return Err(SolveError::OutOfMemory {
                allowed: memory,
                needed,
            });
        }
        let board = Board::new(size, rules);
        debug_assert_eq!(needed, board.n_positions());
        let mut table = Table {
            values: vec![0; needed as usize],
            board,
        };
        table.win_at_once();
        let mut idle = 0;
        let mut plies = 1u8;
        while idle < 2 {
            plies = plies.checked_add(1).ok_or(SolveError::TooLong)?;
            let changed = if plies.is_multiple_of(2) {
                table.pass(Table::is_lost, plies)
            } else {
                table.pass(|table, place, men| table.is_won(place, men, plies), plies)
            };
            idle = if changed { 0 } else { idle + 1 };
        }
        Ok(table)
    }

    /// Marks the positions that are won in one turn.
    fn win_at_once(&mut self) {
        self.pass(|table, place, men| table.board.wins_at_once(place, men), 1);
    }

    /// Gives the value `plies` to the positions without one that `holds` is true of; returns whether there are any.
    fn pass(&mut self, holds: impl Fn(&Table, Place, Men) -> bool, plies: u8) -> bool {
        let mut changed = false;
        let block = 1usize << (self.board.points - 1);
        for place in 0..self.board.places.len() as Place {
            let Landing::Open(number) = self.board.landings[usize::from(place)] else {
                continue;
            };
            for squeezed in 0..block {
                let index = number as usize * block + squeezed;
                if self.values[index] != 0 {
                    continue;
                }
                let men = self.board.men(place, squeezed as Men);
                if holds(self, place, men) {
                    // Values of this parity are not looked at in this pass.
                    self.values[index] = plies;
                    changed = true;
                }
            }
        }
        changed
    }

    /// Returns whether a turn leads to a position that is lost in `plies` − 1 turns; shorter losses were used before.
    fn is_won(&self, place: Place, men: Men, plies: u8) -> bool {
        self.board
            .for_each_turn(
                place,
                men,
                &mut |next| match next.map(|index| self.values[index]) {
                    Some(value) if value + 1 == plies => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                },
            )
            .is_break()
    }

    /// Returns whether all turns lead to positions that are won for the other player.
    fn is_lost(&self, place: Place, men: Men) -> bool {
        self.board
            .for_each_turn(
                place,
                men,
                &mut |next| match next.map(|index| self.values[index]) {
                    Some(value) if value % 2 == 0 => ControlFlow::Break(()),
                    _ => ControlFlow::Continue(()),
                },
            )
            .is_continue()
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.board.size
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.board.rules
    }

    /// Returns how many positions are won, lost and drawn, with one given player to move; the other has as many.
    pub fn counts(&self) -> Counts {
        let mut counts = Counts::default();
        for value in &self.values {
            match value {
                0 => counts.drawn += 1,
                odd if odd % 2 == 1 => counts.won += 1,
                _ => counts.lost += 1,
            }
        }
        counts
    }

    /// Returns the value of the start: the empty board with the ball in the centre.
    ///
    /// # Panics
    ///
    /// Never; a start is between turns of an unfinished game.
    pub fn start_value(&self) -> Value {
        let start = Position::start(self.size(), self.rules());
        self.value(&start).expect("the start is in the table")
    }

    /// Returns the value of a position for the player to move.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the position is on another board, has other rules, is finished, or is in the middle
    /// of a chain.
    pub fn value(&self, position: &Position) -> Result<Value, SolveError> {
        let (size, rules) = (self.size(), self.rules());
        if position.size() != size || position.rules() != rules {
            return Err(SolveError::OtherBoard { size, rules });
        }
        if position.phase != Phase::Ready {
            return Err(SolveError::NotBetweenTurns);
        }
        let columns = size.columns();
        let place = usize::from(position.ball.row()) * columns + position.ball.column() as usize;
        let mut place = place as Place;
        let mut men = position.men().fold(0, |men, man| {
            men | 1 << ((usize::from(man.row()) - 1) * columns + man.column() as usize)
        });
        if position.next_player() == Player::SECOND {
            (place, men) = self.board.flipped(place, men);
        }
        Ok(match self.values[self.board.index(place, men)] {
            0 => Value::Draw,
            plies if plies % 2 == 1 => Value::Win(plies),
            plies => Value::Loss(plies),
        })
    }

    /// Returns every turn of a position with the value of what it leads to, for the player who then moves; an end of
    /// the game is `W0` or `L0`, for the player who would move.
    ///
    /// # Errors
    ///
    /// As for [`value`](Table::value).
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, Value)>, SolveError> {
        use common::Game;
        self.value(position)?;
        position
            .turns()
            .map(|turn| {
                let mut after = *position;
                // A listed turn is legal.
                let _ = after.apply_turn(&turn);
                let value = match after.winner() {
                    Some(winner) if winner == after.next_player() => Value::Win(0),
                    Some(_) => Value::Loss(0),
                    None => self.value(&after)?,
                };
                Ok((turn, value))
            })
            .collect()
    }

    /// Returns the turns that keep the value of a position: those that win soonest, lose latest, or keep the draw.
    ///
    /// # Errors
    ///
    /// As for [`value`](Table::value).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, Rules, solve::Table};
    ///
    /// let table = Table::solve("3x7".parse()?, Rules::TerminalRows, 1 << 20)?;
    /// let start = Position::start(table.size(), table.rules());
    /// let best = table.best_turns(&start)?;
    /// assert_eq!(best, ["b4".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_turns(&self, position: &Position) -> Result<Vec<Turn>, SolveError> {
        let best = match self.value(position)? {
            Value::Win(plies) => Value::Loss(plies - 1),
            Value::Loss(plies) => Value::Win(plies - 1),
            Value::Draw => Value::Draw,
        };
        let turns = self.turns(position)?;
        Ok((turns.into_iter())
            .filter_map(|(turn, value)| (value == best).then_some(turn))
            .collect())
    }
}
