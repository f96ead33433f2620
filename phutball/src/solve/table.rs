//! A table of the values of all positions of a board, and queries about it.

use core::fmt;

use common::sorting;
use common::{Cost, Game, Player, Refused, Verdict};

use super::board::{BallPlace, BoardTables};
use super::points::PointMap;
use super::value::{ExactValue, ValueCounts};
use crate::moves::Move;
use crate::point::Size;
use crate::position::{Phase, Position};
use crate::rules::Rules;
use crate::turn::Turn;

/// The values of all positions of a board, from [`Solver::table`](super::Solver::table).
#[derive(Clone)]
pub struct Tablebase {
    pub(super) board: BoardTables,
    /// One byte for each position with the ball in the left half or the middle column: 0 if it has no value, and
    /// otherwise the number of turns that the game lasts, which is odd if the player to move wins and even if that
    /// player loses.
    pub(super) values: Vec<u8>,
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase")
            .field("size", &self.board.size)
            .field("rules", &self.board.rules)
            .field("values", &self.values.len())
            .finish()
    }
}

impl Tablebase {
    /// Returns the size of a board's table in bytes, or `None` if the board is too large for this method.
    pub fn bytes(size: Size) -> Option<u64> {
        BoardTables::n_numbered(size)
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.board.size
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.board.rules
    }

    /// Returns the numbers of won, lost and drawn positions with a given player to move. These numbers are the same for
    /// both players.
    pub fn counts(&self) -> ValueCounts {
        let mut counts = ValueCounts::default();
        let block = 1usize << (self.board.points - 1);
        for (number, values) in self.values.chunks(block).enumerate() {
            let images = self.board.n_images(self.board.open_place(number as u32));
            for value in values {
                match value {
                    0 => counts.drawn += images,
                    odd if odd % 2 == 1 => counts.won += images,
                    _ => counts.lost += images,
                }
            }
        }
        counts
    }

    /// Returns the length, in turns, of the longest game that has a winner with best play.
    pub fn longest(&self) -> u8 {
        self.values.iter().copied().max().unwrap_or(0)
    }

    /// Returns the drawn positions in which the player who attacks the highest row is to move. The drawn positions with
    /// the other player to move are the same positions turned upside down.
    ///
    /// # Examples
    ///
    /// A board of three columns and seven playing rows is one of the smallest on which best play can repeat forever:
    ///
    /// ```
    /// use papergames_phutball::{Rules, solve::Solver};
    ///
    /// let table = Solver::new().table("3x8".parse()?, Rules::FullBoard)?;
    /// assert_eq!(table.drawn().count(), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn drawn(&self) -> impl Iterator<Item = Position> {
        let points = PointMap::new(self.size(), self.rules());
        let drawn = self.values.iter().enumerate();
        let drawn = drawn.filter_map(|(index, value)| (*value == 0).then_some(index));
        drawn.flat_map(move |index| {
            let (place, men) = self.board.at(index);
            let image = (self.board.n_images(place) == 2).then(|| self.board.mirrored(place, men));
            let both = [Some((place, men)), image].into_iter().flatten();
            let positions = both.map(|(place, men)| points.position(place, men));
            positions.collect::<Vec<_>>()
        })
    }

    /// Returns the value of the starting position: the empty board with the ball in the centre.
    ///
    /// # Panics
    ///
    /// Panics if the starting position is not in the table, which cannot happen.
    pub fn start_value(&self) -> ExactValue {
        let start = Position::new(self.size(), self.rules());
        self.value(&start).expect("the start is in the table")
    }

    /// Returns the value of a position for the player to move. In the middle of a chain, the rest of the turn counts as
    /// one turn.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`](crate::Refused) if the position is finished, on another board, or under other rules.
    ///
    /// # Panics
    ///
    /// Panics if a chain under way can neither stop nor continue, which cannot happen.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, Record, Rules, solve::Solver};
    ///
    /// let table = Solver::new().table("3x7".parse()?, Rules::TerminalRows)?;
    /// let game: Record<Position> = "3x7:terminal-rows b4 a1".parse()?;
    /// assert_eq!(table.value(game.setup())?.to_string(), "W3");
    /// // After the man on a1, whichever player is to move, the first player needs one more turn.
    /// assert_eq!(table.value(game.position())?.to_string(), "W1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, position: &Position) -> Result<ExactValue, Refused> {
        self.check_holds(position)?;
        match position.phase {
            Phase::Over => Err(Refused::new("the game is over")),
            Phase::Ready => Ok(self.value_between_turns(position)),
            Phase::Jumping => {
                let moves = self.moves(position)?;
                let best = moves.into_iter().max_by_key(|(_, value)| value.rank());
                Ok(best.expect("a chain can stop or go on").1)
            }
        }
    }

    /// Checks that the table belongs to a position's board and rules.
    fn check_holds(&self, position: &Position) -> Result<(), Refused> {
        let (size, rules) = (self.size(), self.rules());
        if position.size() == size && position.rules() == rules {
            Ok(())
        } else {
            Err(Refused::new(format!(
                "the table is for {size} under {rules}, but the position is on {} under {}",
                position.size(),
                position.rules()
            )))
        }
    }

    fn value_between_turns(&self, position: &Position) -> ExactValue {
        let columns = self.size().columns();
        let place = usize::from(position.ball.row) * columns + position.ball.column as usize;
        let place = place as BallPlace;
        let men = position.men().fold(0, |men, man| {
            men | 1 << ((usize::from(man.row) - 1) * columns + man.column as usize)
        });
        let index = if position.mover == Player::SECOND {
            self.board.index_for_other(place, men)
        } else {
            let (place, men) = self.board.in_left_half(place, men);
            self.board.index(place, men)
        };
        ExactValue::of_byte(self.values[index])
    }

    /// Returns every legal move with its value for the player who makes it.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`value`](Tablebase::value).
    ///
    /// # Panics
    ///
    /// Panics if a listed move is illegal, which cannot happen.
    pub fn moves(&self, position: &Position) -> Result<Vec<(Move, ExactValue)>, Refused> {
        self.check_holds(position)?;
        let moves = position.moves().into_iter().map(|m| {
            let after = position.child_unchecked(&m);
            let value = match after.winner() {
                Some(winner) if winner == position.mover => ExactValue::Win(1),
                Some(_) => ExactValue::Loss(1),
                None if after.is_jumping() => self.value(&after)?,
                None => self.value(&after)?.before(),
            };
            Ok((m, value))
        });
        moves.collect()
    }

    /// Returns who wins a position, in how many turns, and the moves that keep the outcome, the earliest win first. In
    /// a lost position this list is empty. To lose as late as possible, use [`best_turns`](Tablebase::best_turns).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`value`](Tablebase::value).
    pub(crate) fn verdict(&self, position: &Position) -> Result<Verdict<Move>, Refused> {
        let value = self.value(position)?;
        let mut moves = self.moves(position)?;
        moves.retain(|(_, kept)| match value {
            ExactValue::Win(_) => matches!(kept, ExactValue::Win(_)),
            ExactValue::Draw => *kept == ExactValue::Draw,
            ExactValue::Loss(_) => false,
        });
        sorting::sort_by_key(&mut moves, |(_, value)| -value.rank());
        let mut verdict = Verdict::new(value.outcome(position.mover), Cost::default());
        verdict.turns = value.plies().map(u32::from);
        verdict.moves = Some(moves.into_iter().map(|(m, _)| m).collect());
        Ok(verdict)
    }

    /// Returns every turn of a position with the value of the resulting position for the player to move there. If the
    /// turn ends the game, the value is `W0` or `L0` for the player who would be next. In the middle of a chain there
    /// are no whole turns, so use [`moves`](Tablebase::moves).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`value`](Tablebase::value).
    pub fn turns(&self, position: &Position) -> Result<Vec<(Turn, ExactValue)>, Refused> {
        self.value(position)?;
        position
            .turns()
            .map(|turn| {
                let after = position.after(&turn);
                let value = match after.winner() {
                    Some(winner) if winner == after.mover => ExactValue::Win(0),
                    Some(_) => ExactValue::Loss(0),
                    None => self.value(&after)?,
                };
                Ok((turn, value))
            })
            .collect()
    }

    /// Returns the best turns of a position: those that win soonest, lose latest, or keep the draw.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`value`](Tablebase::value).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, Rules, solve::Solver};
    ///
    /// let table = Solver::new().table("3x7".parse()?, Rules::TerminalRows)?;
    /// let start = Position::new(table.size(), table.rules());
    /// let best = table.best_turns(&start)?;
    /// assert_eq!(best, ["b4".parse()?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn best_turns(&self, position: &Position) -> Result<Vec<Turn>, Refused> {
        let best = match self.value(position)? {
            ExactValue::Win(plies) => ExactValue::Loss(plies - 1),
            ExactValue::Loss(plies) => ExactValue::Win(plies - 1),
            ExactValue::Draw => ExactValue::Draw,
        };
        let turns = self.turns(position)?;
        Ok((turns.into_iter())
            .filter_map(|(turn, value)| (value == best).then_some(turn))
            .collect())
    }
}

#[cfg(test)]
mod tests {
    use super::super::Solver;
    use super::*;

    fn table(size: &str, rules: Rules) -> Tablebase {
        let size = size.parse().expect("a size");
        Solver::new().table(size, rules).expect("a small board")
    }

    /// Checks that all rule sets have the same values on a board.
    #[track_caller]
    fn check_equal(size: &str, rule_sets: &[Rules]) {
        let first = table(size, rule_sets[0]);
        for rules in &rule_sets[1..] {
            let other = table(size, *rules);
            assert!(first.values == other.values, "{size} {rules}");
        }
    }

    /// The boards and rule sets of the section on equal tables in the documentation of the module.
    #[test]
    fn rule_sets_that_cannot_matter_have_equal_tables() {
        use Rules::{
            FullBoard, FullBoardCorner, Immediate, ImmediateCorner, NoOwnGoal, TerminalRows,
            TerminalRowsCorner,
        };
        for size in ["1x5", "1x8", "1x13"] {
            check_equal(size, &Rules::ALL);
        }
        for size in ["2x5", "2x7", "2x9"] {
            check_equal(size, &[FullBoard, TerminalRows, Immediate, NoOwnGoal]);
            check_equal(
                size,
                &[FullBoardCorner, TerminalRowsCorner, ImmediateCorner],
            );
        }
        for size in ["3x5", "4x5", "5x5"] {
            check_equal(size, &[TerminalRows, Immediate]);
            check_equal(size, &[TerminalRowsCorner, ImmediateCorner]);
        }
        for size in ["3x6", "3x7", "4x5", "4x6", "5x5"] {
            check_equal(size, &[TerminalRows, NoOwnGoal]);
        }
    }

    #[test]
    fn rule_sets_that_matter_have_other_tables() {
        let values = |rules| table("3x6", rules).values;
        let all = Rules::ALL.map(values);
        for (i, one) in all.iter().enumerate() {
            for (j, two) in all.iter().enumerate().skip(i + 1) {
                let pair = [Rules::ALL[i], Rules::ALL[j]];
                let equal = pair == [Rules::TerminalRows, Rules::NoOwnGoal];
                assert_eq!(one == two, equal, "{pair:?}");
            }
        }
    }
}
