//! Theorems that give the winner on boards of one and two rows without a search.
//!
//! On boards of one or two rows, all lines run along the rows. This makes it possible to prove the value for every
//! length under the rules by which the first S-O-S decides the game; [`value_of_start`] returns it.
//!
//! # Misère: a draw, from every position
//!
//! An empty cell where both letters make an S-O-S would need an `S` on each side for the `O`, and an `O` beside it for
//! the `S`. So in every empty cell at least one of the letters is harmless. So no player ever has to make an S-O-S, and
//! with best play no player does.
//!
//! # The first S-O-S wins: traps come in pairs
//!
//! As long as no player can score, call a letter *unsafe* if it lets the opponent score. If both letters are unsafe in
//! a cell, the cell is in the middle of `S..S`: an unsafe `O` has an `S` on one side and nothing on the other, so an
//! `S` in the cell can only be unsafe because of the next cell and an `S` behind it. The other empty cell of `S..S` is
//! also unsafe for both letters, so such cells come in pairs. This is the key to problem 5 of the USA Mathematical
//! Olympiad 1999, which is the strip of 2000 cells. It follows that
//!
//! * a player who always faces an odd number of empty cells always has a safe letter, and never loses;
//! * if there is an `S..S` somewhere, this player wins: neither player can write in it safely, so the board is never
//!   filled, and it is the opponent who runs out of safe letters.
//!
//! With an odd number of cells this is the first player, and with an even number the second. To win, that player must
//! still create an `S..S`. An `S` with three empty cells on either side threatens to create one on both sides, and the
//! opponent can prevent only one of them:
//!
//! * **one row, an odd number of at least 7 cells**: the first player writes an `S` in the middle and wins;
//! * **two rows of at least 7 cells**: the second player does so in the row that is still empty, and wins;
//! * **one row, an even number of at least 16 cells**: after the first letter, one side has 8 empty cells or more. Call
//!   the nearest of them 1, and so on. The second player writes an `S` in cell 4 if the first letter is an `S`, in cell
//!   5 if it is an `O`. The next `S` goes in cell 1 or 7, or in cell 2 or 8, whichever is safe: an `S` is unsafe two
//!   cells from another `S` or right beside an `O`. So the second player wins.
//!
//! Shorter boards are draws: strips of 8, 10, 12 or 14 cells or fewer than 7, and two rows of fewer than 7 cells. These
//! results were found by search; see `solve`.

#[cfg(feature = "object")]
use common::Player;
#[cfg(feature = "object")]
use common::any::AnyMove;
#[cfg(feature = "object")]
use common::describe::{Describe, SetupOptions};
use common::{Cost, Detail, Game, Outcome, Verdict};

use crate::moves::{Letter, Move};
use crate::position::Position;
use crate::rules::{AfterSos, Goal, Rules};
use crate::size::{Cell, Size};

/// Returns the value of the empty board for the first of two players (1 for a win, 0 for a draw, −1 for a loss), or
/// `None` if no theorem decides it. Theorems decide boards of one or two rows or columns under rules by which the first
/// S-O-S wins or loses; see the [module](self).
///
/// # Examples
///
/// On a long strip, as in the olympiad, the first player wins if the number of cells is odd, and the second if it is
/// even:
///
/// ```
/// use papergames_sos::theory::value_of_start;
/// use papergames_sos::{Columns, Rows, Rules, Size};
///
/// assert_eq!(value_of_start(Size::new(Rows(1), Columns(255))?, Rules::First), Some(1));
/// assert_eq!(value_of_start(Size::new(Rows(1), Columns(200))?, Rules::First), Some(-1));
/// assert_eq!(value_of_start(Size::new(Rows(2), Columns(200))?, Rules::First), Some(-1));
/// assert_eq!(value_of_start(Size::new(Rows(3), Columns(3))?, Rules::First), None);
/// # Ok::<(), papergames_sos::Refused>(())
/// ```
pub fn value_of_start(size: Size, rules: Rules) -> Option<i64> {
    value_of(size.rows(), size.columns(), rules)
}

/// Returns the value of an empty board of any size.
fn value_of(rows: usize, columns: usize, rules: Rules) -> Option<i64> {
    let (rows, cells) = (rows.min(columns), rows.max(columns));
    match (rules.after_sos(), rules.goal()) {
        (AfterSos::GameOver, Goal::Fewest) => (rows <= 2).then_some(0),
        (AfterSos::GameOver, Goal::Most) => match rows {
            1 if cells % 2 == 1 => Some(i64::from(cells >= 7)),
            1 => Some(-i64::from(cells >= 16)),
            2 => Some(-i64::from(cells >= 7)),
            _ => None,
        },
        (AfterSos::MovesAgain | AfterSos::TurnPasses, _) => None,
    }
}

/// Returns the verdict on a game for two players if a theorem decides it without a search: on empty boards that a
/// player wins, and in misère play on all boards of one or two rows. The verdict names the theorem, and every move that
/// keeps a draw; `None` if `every_move` asks for all winning moves, which no theorem lists.
pub(crate) fn verdict(position: &Position, every_move: bool) -> Option<Verdict<Move>> {
    let mover = position.turn().filter(|_| position.players() == 2)?;
    // The theorems are about the word SOS on a board with edges, and players who begin without points.
    if !position.target().is_plain() || position.handicap() > 0 {
        return None;
    }
    let (size, rules) = (position.size(), position.rules());
    let is_start = position.n_empty() == size.n_cells();
    let (outcome, moves, theorem) = match (value_of_start(size, rules)?, rules.goal()) {
        (_, Goal::Fewest) => {
            let mut moves = position.moves();
            moves.retain(|m| position.count_sos(*m) == 0);
            (Outcome::Draw, moves, HARMLESS)
        }
        (1, Goal::Most) if is_start && !every_move => {
            let cell = Cell {
                column: (size.columns() / 2) as u8,
                row: (size.rows() / 2) as u8,
            };
            let middle = Move {
                letter: Letter::S,
                cell,
            };
            (Outcome::Win(mover), vec![middle], OLYMPIAD)
        }
        (-1, Goal::Most) if is_start => (Outcome::Win(mover.opponent()), Vec::new(), OLYMPIAD),
        _ => return None,
    };
    let mut verdict = Verdict::new(outcome, Cost::default());
    verdict.moves = Some(moves);
    verdict.details.push(Detail::new("theorem", theorem));
    Some(verdict)
}

/// Returns the verdict on a setup of an empty board, however large, and the setup with its rules; `None` if no theorem
/// decides it.
#[cfg(feature = "object")]
pub(crate) fn verdict_on_setup(
    text: &str,
    options: &SetupOptions,
) -> Option<(String, Verdict<AnyMove>)> {
    let (size, rest) = text.split_at(text.find(':').unwrap_or(text.len()));
    let (rows, columns) = size.split_once('x')?;
    let rows: usize = rows.parse().ok().filter(|rows| *rows > 0)?;
    let columns: usize = columns.parse().ok().filter(|columns| *columns > 0)?;
    if rows.max(columns) < 3 {
        return None;
    }
    // A small board has the same rules.
    let small = Position::start(Some(&format!("3x3{rest}")), options).ok()?;
    if small.players() != 2 || !small.target().is_plain() || small.handicap() > 0 {
        return None;
    }
    let rules = small.rules();
    let (outcome, theorem) = match (value_of(rows, columns, rules)?, rules.goal()) {
        (_, Goal::Fewest) => (Outcome::Draw, HARMLESS),
        (1, Goal::Most) => (Outcome::Win(Player::FIRST), OLYMPIAD),
        (-1, Goal::Most) => (Outcome::Win(Player::SECOND), OLYMPIAD),
        // Found by search, on boards that can be played.
        _ => return None,
    };
    let mut verdict = Verdict::new(outcome, Cost::default());
    verdict.details.push(Detail::new("theorem", theorem));
    Some((format!("{rows}x{columns}:{rules}"), verdict))
}

const HARMLESS: &str = "each empty cell has a letter that makes no S-O-S";
const OLYMPIAD: &str = "traps come in pairs (after the USA Mathematical Olympiad 1999, problem 5)";

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;
    use common::grid::{Columns, Rows};
    use common::{Player, Record, Seeded};

    #[test]
    fn the_theorems_agree_with_the_search() {
        let strips = (3..=22).map(|cells| (1, cells));
        let pairs = (3..=10).map(|cells| (2, cells));
        for (rows, columns) in strips.chain(pairs).chain([(9, 1), (8, 2)]) {
            let size = Size::new(Rows(rows), Columns(columns)).expect("a board");
            for rules in [Rules::First, Rules::Misere] {
                let found = Solver::new().solve(&Position::new(size, rules));
                let outcome = found.expect("a small board").outcome;
                let value = i64::from(outcome.utility(Player::FIRST));
                assert_eq!(value_of_start(size, rules), Some(value), "{size} {rules}");
            }
        }
    }

    /// Also in the middle of games, where only misère play is decided.
    #[test]
    fn verdicts_by_theorem_agree_with_the_search() {
        let mut random = Seeded::new(61);
        let mut decided = 0;
        for text in [
            "1x9:first",
            "1x16:first",
            "2x7:first",
            "1x8:misere",
            "2x5:misere",
            "5x2:misere",
        ] {
            let start: Position = text.parse().expect("a board");
            for played in 0..=6 {
                let mut record = Record::new(start.clone());
                for _ in 0..played {
                    if let Some(m) = record.position().random_move(&mut random) {
                        record.push(m).expect("a legal move");
                    }
                }
                let position = record.position();
                for every_move in [false, true] {
                    let Some(verdict) = verdict(position, every_move) else {
                        continue;
                    };
                    let found = Solver::new()
                        .run(position, true)
                        .expect("a small board")
                        .verdict;
                    assert_eq!(verdict.outcome, found.outcome, "{position}");
                    let (moves, all) = (verdict.moves.expect("moves"), found.moves.expect("moves"));
                    assert!(moves.iter().all(|m| all.contains(m)), "{position}");
                    if every_move && verdict.outcome == Outcome::Draw {
                        assert_eq!(moves.len(), all.len(), "{position}");
                    }
                    decided += 1;
                }
            }
        }
        assert!(decided > 20, "{decided}");
    }

    #[test]
    fn no_theorem_is_about_other_words_or_points() {
        for text in ["1x9:first+soo", "1x9:general+2"] {
            let position: Position = text.parse().expect("a board");
            assert!(verdict(&position, false).is_none(), "{text}");
        }
    }
}
