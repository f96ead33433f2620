//! Exact values: who wins with perfect play by both players, and by how many points.
//!
//! # What a value is
//!
//! Under [`Rules::General`](crate::Rules::General) and [`Rules::Alternating`](crate::Rules::Alternating) the value of a
//! position is the first player's points minus the second's at the end of the game, including points already made.
//! Under [`Rules::First`](crate::Rules::First) and [`Rules::Misere`](crate::Rules::Misere) it is 1 if the first player
//! wins, 0 for a draw and −1 if the second player wins. The first player is always
//! [`Player::FIRST`](common::Player::FIRST), even if the other player is to move.
//!
//! # Two methods
//!
//! * [`Method::Search`]: alpha-beta on positions reduced to what matters for the value. This solves 5×5, 3×8 and 4×6 in
//!   seconds or minutes. Its table takes as much memory as you allow.
//! * [`Method::Table`]: a table of all 3ⁿ boards of *n* cells, without any reduction. Each board takes one byte and a
//!   few nanoseconds, so 4×4 takes 43 MB and a third of a second, and 4×5 takes 3.5 GB.
//!
//! The methods share nothing but the rules, so the table can verify the search ([`Solver::verify`]). Where the table is
//! too large, a [proof](Solver::certify) verifies it. On small boards the tests compare both methods with minimax over
//! [`Position`](crate::Position). Both require a two-player game on at most 31 cells.
//!
//! With more than two players there is no single value, but [`Solver::guarantee`] finds the result that each player can
//! force alone. Theorems give some values on boards of one and two rows; see [`theory`](crate::theory).
//!
//! # Examples
//!
//! On a strip of seven cells the first player wins, but only with an `S` in the middle:
//!
//! ```
//! use papergames_sos::solve::Solver;
//! use papergames_sos::{Columns, Outcome, Player, Position, Rows, Rules, Size};
//!
//! let start = Position::new(Size::new(Rows(1), Columns(7))?, Rules::First);
//! let found = Solver::new().solve_every_move(&start)?;
//! assert_eq!(found.verdict.winner(), Some(Player::FIRST));
//! assert_eq!(found.verdict.moves, Some(vec!["Sd1".parse()?]));
//! assert_eq!(found.values.len(), 14);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
#![doc = include_str!("../SOLVED.md")]

mod alone;
#[cfg(feature = "store")]
mod audit;
mod certificate;
mod lattice;
mod memo;
mod node;
mod plain;
mod results;
mod row;
mod search;
mod solver;
mod table;
mod work;

#[cfg(feature = "store")]
pub use self::audit::audit;
#[cfg(feature = "object")]
pub(crate) use self::certificate::facts;
pub use self::solver::{Method, MoveValues, SolveError, Solver};

/// Plays at random, with an `O` in one of eight moves, until at most `left` cells are empty. Few S-O-S are made, and a
/// later `O` can make several, which games of equally many `S` and `O` hardly ever reach.
#[cfg(test)]
fn mostly_s(
    mut position: crate::Position,
    left: usize,
    random: &mut common::Seeded,
) -> crate::Position {
    use crate::{Letter, Move};
    use common::{Game, Random};

    while position.n_empty() > left
        && let Some(m) = position.random_move(random)
    {
        let letter = if random.below(8) == 0 {
            Letter::O
        } else {
            Letter::S
        };
        position.apply_unchecked(&Move { letter, ..m });
    }
    position
}
