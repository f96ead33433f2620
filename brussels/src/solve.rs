//! Who wins: settled by a count, and checked by search.
//!
//! The number of moves left in a position is fixed ([`theory`]), so the players can neither win nor
//! lose anything by playing well. With an odd number left, the player to move makes the last one: a win in normal play,
//! a loss in misère play. All moves are equally good, which makes the perfect opponent: it plays any of them.
//!
//! The same in the language of impartial games: in normal play every position has nimber 0 or 1, the parity of the
//! moves left. For that of a position without a move is 0, and if all options have the same parity, the least number
//! that none of them has is the other one of 0 and 1. The tests compare with [`Solver`], which searches the sums of
//! faces and knows nothing of the theorem.

use common::nimber::Nimber;
use common::{Ending, Game, Player, Random};

use crate::moves::Move;
use crate::position::Position;
use crate::theory;

pub use common::solve::Solver;

/// Returns the player who will have won when the game is over. In a finished position, that is who has won.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Player, Position, solve};
///
/// let start = Position::crosses(2)?;
/// assert_eq!(solve::winner(&start), Player::SECOND);
/// assert_eq!(solve::winner(&start.with_ending(Ending::Misere)), Player::FIRST);
/// # Ok::<(), papergames_brussels::SetupError>(())
/// ```
pub fn winner(position: &Position) -> Player {
    let moves = position.n_played() + theory::n_moves_left(position);
    let stuck = Player::new(moves % 2);
    match position.ending() {
        Ending::Normal => stuck.opponent(),
        Ending::Misere => stuck,
    }
}

/// Returns the nimber of a position in normal play: 1 if the number of moves left is odd, otherwise 0.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Nimber, Position, solve};
///
/// assert_eq!(solve::nimber(&Position::crosses(3)?), Nimber(1));
/// # Ok::<(), papergames_brussels::SetupError>(())
/// ```
pub fn nimber(position: &Position) -> Nimber {
    Nimber((theory::n_moves_left(position) % 2) as u32)
}

/// Returns a best move, or `None` when the game is over: any move at random, since no move is better than another.
pub fn best_move(position: &Position, random: &mut dyn Random) -> Option<Move> {
    position.random_move(random)
}
