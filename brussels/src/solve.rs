//! The winner of a position, found by counting moves and verified by search.
//!
//! The number of moves left in a position is fixed ([`theory`]), so neither good nor bad play has any effect on the
//! result. If the number is odd, the player to move makes the last move, which wins the game in normal play and loses
//! it in misère play. All moves are equally good, so a perfect opponent plays any of them.
//!
//! In terms of impartial games, the nimber of every position in normal play is 0 or 1, the parity of the number of
//! moves left. This is because a position without a move has nimber 0, and if all options have the same nimber, 0 or 1,
//! then the least nimber that none of them has is the other of the two.
//!
//! Counting takes hardly any time. [`verify`] finds the winner again with [`Solver`], which searches sums of faces
//! without using the theorem.

use common::budget::{Budget, Clock, Cost};
use common::describe::Refused;
use common::values::SolveResult;
use common::{Game, Impartial, Nimber, Outcome, Player, Verdict};

use crate::moves::Move;
use crate::position::Position;
use crate::theory;

pub use common::solve::Solver;

/// Returns the winner, the number of moves left and, in normal play, the nimber, all without a search.
///
/// If the player to move wins, every move wins, and the verdict contains the first one.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Nimber, Player, Position, solve};
///
/// let verdict = solve::solve(&Position::new(3, Ending::Normal)?);
/// assert_eq!(verdict.winner(), Some(Player::FIRST));
/// assert_eq!(verdict.turns, Some(13));
/// assert_eq!(verdict.nimber, Some(Nimber(1)));
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
pub fn solve(position: &Position) -> Verdict<Move> {
    let winner = winner(position);
    let mut verdict = Verdict::new(Outcome::Win(winner), Cost::default());
    verdict.turns = u32::try_from(theory::moves_left(position)).ok();
    let is_normal = position.ending.is_normal();
    verdict.nimber = is_normal.then(|| nimber(position));
    let winning = (position.turn() == Some(winner)).then(|| position.nth_move(0));
    verdict.moves = Some(winning.flatten().into_iter().collect());
    verdict
}

/// Returns the player who wins, or who has won if the game is over.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Player, Position, solve};
///
/// assert_eq!(solve::winner(&Position::new(2, Ending::Normal)?), Player::SECOND);
/// assert_eq!(solve::winner(&Position::new(2, Ending::Misere)?), Player::FIRST);
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
pub fn winner(position: &Position) -> Player {
    let moves = position.moves_made() + theory::moves_left(position);
    let stuck = Player::new(moves % 2);
    position.ending.winner(stuck)
}

/// Returns the nimber of a position in normal play: 1 if the number of moves left is odd, otherwise 0.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Nimber, Position, solve};
///
/// assert_eq!(solve::nimber(&Position::new(3, Ending::Normal)?), Nimber(1));
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
pub fn nimber(position: &Position) -> Nimber {
    Nimber((theory::moves_left(position) % 2) as u32)
}

/// The approximate memory, in bytes, of each summand or sum that the solver remembers.
const ENTRY: u64 = 256;

/// Finds the winner of a position by a search that does not use the theorem, and compares it with [`winner`].
///
/// This searches the sums of faces that the game can reach. Their number grows exponentially: there are 20,000 for ten
/// crosses (about a second) and 75,000 for twelve, and in misère play 4,600 for five. The cost in the verdict counts
/// these sums as nodes.
///
/// # Errors
///
/// Returns [`Unsolved::Unfinished`](common::values::Unsolved::Unfinished) if the budget runs out. Returns a refusal if
/// the search and the theorem disagree about the winner; please report this bug.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Budget, Ending, Player, Position, solve};
///
/// let start = Position::new(3, Ending::Misere)?;
/// let verified = solve::verify(&start, &Budget::new())?;
/// assert_eq!(verified.winner(), Some(Player::SECOND));
/// assert!(solve::verify(&start, &Budget::new().nodes(2)).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(position: &Position, budget: &Budget) -> SolveResult<Verdict<Move>> {
    let cost = compared(position, winner(position), budget)?;
    let mut verdict = solve(position);
    verdict.cost = cost;
    Ok(verdict)
}

/// Returns a solver that does not use a theorem, within a budget and its memory limit.
pub(crate) fn solver<G: Impartial>(budget: &Budget) -> Solver<G> {
    let memory = budget.memory.unwrap_or(u64::MAX);
    let mut solver = Solver::new();
    solver.budget = budget.clone();
    solver.most_entries = usize::try_from(memory / ENTRY).unwrap_or(usize::MAX);
    solver
}

/// Searches for the winner, compares it with the winner that a theorem gives, and returns the cost of the search.
pub(crate) fn compared<G: Impartial>(
    position: &G,
    theorem: Player,
    budget: &Budget,
) -> SolveResult<Cost> {
    let clock = Clock::start();
    let mut solver = solver(budget);
    let search = solver.winner(position)?;
    if search != theorem {
        return Err(Refused::new(format!(
            "the theorem says that the {theorem} player wins, but the search says that the {search} player wins"
        ))
        .into());
    }
    Ok(Cost::new(solver.n_entries() as u64, clock.elapsed()))
}
