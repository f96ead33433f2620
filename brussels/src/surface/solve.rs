//! Finds the winner on a surface, by the [theorems](super::theory) if they decide it and by search otherwise.

use common::budget::{Budget, Clock, Cost, Unfinished};
use common::values::SolveResult;
use common::{Game, Outcome, Verdict};

use super::{Sheet, SheetMove, theory};
use crate::solve::{compared, solver};

/// Returns the winner and the winning moves. If `every_move` is not set, returns only the first winning move in normal
/// play. In normal play the verdict also contains the nimber.
///
/// Normal play needs no search, only the list of moves. Misère play needs a search of sums, whose number grows
/// exponentially with the number of arms. If the budget runs out but a theorem gives the winner, the verdict contains
/// no moves.
///
/// # Errors
///
/// Returns [`Unfinished`] if the budget runs out and no theorem gives the winner.
///
/// # Examples
///
/// ```
/// use papergames_brussels::planar::surface::SheetMove;
/// use papergames_brussels::surface::{Sheet, solve};
/// use papergames_brussels::{Budget, Nimber, Player};
///
/// let sheet: Sheet = "2@c1".parse()?;
/// let verdict = solve::solve(&sheet, true, &Budget::new())?;
/// assert_eq!(verdict.winner(), Some(Player::FIRST));
/// assert_eq!(verdict.nimber, Some(Nimber(3)));
/// assert_eq!(verdict.moves, Some(vec![SheetMove { part: 0, option: 6 }]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn solve(
    sheet: &Sheet,
    every_move: bool,
    budget: &Budget,
) -> Result<Verdict<SheetMove>, Unfinished> {
    if sheet.ending.is_normal() {
        return solve_normal(sheet, every_move, budget);
    }
    let clock = Clock::start();
    match (solver(budget).solve(sheet), theory::winner(sheet)) {
        (Err(unfinished), Some(winner)) => {
            let cost = Cost::new(unfinished.nodes, clock.elapsed());
            Ok(Verdict::new(Outcome::Win(winner), cost))
        }
        (found, _) => found,
    }
}

fn solve_normal(
    sheet: &Sheet,
    every_move: bool,
    budget: &Budget,
) -> Result<Verdict<SheetMove>, Unfinished> {
    let mut meter = budget.start();
    let winner = theory::winner(sheet).expect("a theorem names the winner of every sheet");
    let mut winning = Vec::new();
    if sheet.turn() == Some(winner) {
        for (m, child) in sheet.children() {
            if meter.is_spent() {
                return Err(meter.unfinished());
            }
            if theory::winner(&child) == Some(winner) {
                winning.push(m);
                if !every_move {
                    break;
                }
            }
        }
    }
    let mut verdict = Verdict::new(
        Outcome::Win(winner),
        Cost::new(meter.nodes(), meter.elapsed()),
    );
    verdict.moves = Some(winning);
    verdict.nimber = (sheet.ending.is_normal()).then(|| theory::nimber(sheet));
    Ok(verdict)
}

/// Finds the winner by a search that does not use the theorems, and compares it with [`theory::winner`]. Returns `None`
/// if no theorem gives the winner, because then there is no result to compare.
///
/// The cost in the verdict counts the regions and sums that the search has evaluated.
///
/// # Errors
///
/// Returns [`Unsolved::Unfinished`](common::values::Unsolved::Unfinished) if the budget runs out, and a refusal if the
/// search and the theorem disagree about the winner.
///
/// # Examples
///
/// ```
/// use papergames_brussels::surface::{Sheet, solve};
/// use papergames_brussels::{Budget, Player};
///
/// let sheet: Sheet = "2@c1".parse()?;
/// let verified = solve::verify(&sheet, &Budget::new())?;
/// assert_eq!(verified.and_then(|verdict| verdict.winner()), Some(Player::FIRST));
///
/// let sheet: Sheet = "1@c4-".parse()?;
/// assert_eq!(solve::verify(&sheet, &Budget::new())?, None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn verify(sheet: &Sheet, budget: &Budget) -> SolveResult<Option<Verdict<SheetMove>>> {
    let Some(theorem) = theory::winner(sheet) else {
        return Ok(None);
    };
    let cost = compared(sheet, theorem, budget)?;
    Ok(Some(Verdict::new(Outcome::Win(theorem), cost)))
}
