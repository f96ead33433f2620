//! Exact values of impartial games: nimbers, outcomes in normal and misère play, and winning moves.
//!
//! In normal play the value of a sum is the exclusive or of the values of its summands, so it is enough to evaluate
//! each summand once. Misère play has no such rule, so the solver must evaluate whole sums, of which there are far
//! more. This solver is fast enough for small games, and serves as the reference for faster solvers such as that of
//! Sprouts.
//!
//! # Examples
//!
//! ```
//! use papergames_common::nim::{Nim, Take};
//! use papergames_common::Nimber;
//! use papergames_common::solve::Solver;
//!
//! let mut solver = Solver::new();
//! let nim = Nim::new(&[3, 4, 5]);
//! assert_eq!(solver.nimber(&nim)?, Nimber(2));
//! assert_eq!(solver.winning_moves(&nim)?, [Take { heap: 0, matches: 2 }]);
//! # Ok::<(), papergames_common::Unfinished>(())
//! ```

use core::ops::ControlFlow;

use rustc_hash::FxHashMap;

use crate::play::game::Impartial;
use crate::play::outcome::{Ending, Outcome};
use crate::play::player::Player;
use crate::proof::nimber::{Nimber, mex};
use crate::proof::verdict::Verdict;
use crate::tools::budget::{Budget, Cost, Limit, Meter, Unfinished};
use crate::tools::sorting;

/// A solver that evaluates the summands and sums of an impartial game and remembers their values.
///
/// # Examples
///
/// ```
/// use papergames_common::Budget;
/// use papergames_common::nim::Nim;
/// use papergames_common::solve::Solver;
///
/// let nim = Nim::new(&[3, 20]);
/// let mut solver = Solver::new();
/// solver.budget = Budget::new().nodes(10);
/// assert!(solver.nimber(&nim).is_err());
/// // The solver keeps what it has found, and the next call continues from there.
/// let known = solver.n_entries();
/// solver.budget = Budget::new();
/// assert_eq!(solver.nimber(&nim)?.0, 3 ^ 20);
/// assert!(known > 0 && solver.n_entries() > known);
/// # Ok::<(), papergames_common::Unfinished>(())
/// ```
///
/// An unfinished call keeps the values that it has found. So repeated calls make progress as long as the budget of one
/// call is enough to evaluate at least one summand or sum.
#[derive(Clone, Debug)]
#[must_use]
pub struct Solver<G: Impartial> {
    nimbers: FxHashMap<G::Summand, Nimber>,
    /// Whether the player to move wins the misère sum; sums are sorted.
    misere: FxHashMap<Vec<G::Summand>, bool>,
    /// The maximum number of summands and sums to remember. A call that needs more fails with [`Limit::Memory`].
    pub most_entries: usize,
    /// The limits of each call. Each summand or sum whose options are generated counts as one node. The memory limit is
    /// ignored; use [`most_entries`](Solver::most_entries) to limit the size of the table.
    pub budget: Budget,
}

impl<G: Impartial> Default for Solver<G> {
    fn default() -> Solver<G> {
        Solver::new()
    }
}

impl<G: Impartial> Solver<G> {
    /// Returns a solver with an empty table and without limits.
    pub fn new() -> Solver<G> {
        Solver {
            nimbers: FxHashMap::default(),
            misere: FxHashMap::default(),
            most_entries: usize::MAX,
            budget: Budget::new(),
        }
    }

    /// Returns the number of summands and sums that the solver remembers.
    pub fn n_entries(&self) -> usize {
        self.nimbers.len() + self.misere.len()
    }

    /// Returns the nimber of a position, which is its value in normal play, even if the position itself is for misère
    /// play.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out or the table is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::Nimber;
    /// use papergames_common::solve::Solver;
    ///
    /// assert_eq!(Solver::new().nimber(&Nim::new(&[3, 4, 5]))?, Nimber(3 ^ 4 ^ 5));
    /// # Ok::<(), papergames_common::Unfinished>(())
    /// ```
    pub fn nimber(&mut self, position: &G) -> Result<Nimber, Unfinished> {
        let budget = self.budget.clone();
        self.nimber_within(&position.summands(), &mut budget.start())
    }

    fn nimber_within(
        &mut self,
        sum: &[G::Summand],
        meter: &mut Meter<'_>,
    ) -> Result<Nimber, Unfinished> {
        sum.iter()
            .map(|summand| self.nimber_of(summand, meter))
            .sum()
    }

    /// Returns whether the player to move wins under the position's ending.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out or the table is full.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::solve::Solver;
    ///
    /// let mut solver = Solver::new();
    /// assert!(!solver.mover_wins(&Nim::new(&[1, 2, 3]))?);
    /// // If all heaps are single matches, the winner in normal play loses in misère play.
    /// assert!(solver.mover_wins(&Nim::new(&[1, 1, 1]))?);
    /// assert!(!solver.mover_wins(&Nim::misere(&[1, 1, 1]))?);
    /// # Ok::<(), papergames_common::Unfinished>(())
    /// ```
    pub fn mover_wins(&mut self, position: &G) -> Result<bool, Unfinished> {
        let budget = self.budget.clone();
        self.mover_wins_within(position.summands(), position.ending(), &mut budget.start())
    }

    fn mover_wins_within(
        &mut self,
        sum: Vec<G::Summand>,
        ending: Ending,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        match ending {
            Ending::Normal => Ok(self.nimber_within(&sum, meter)? != Nimber::ZERO),
            Ending::Misere => self.misere_win(sum, meter),
        }
    }

    /// Solves a position: returns who wins with best play, every winning move and, in normal play, the nimber.
    ///
    /// Lists the moves of the position.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out or the table is full.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by listing a move that it rejects, or ends without a winner.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Player;
    /// use papergames_common::nim::{Nim, Take};
    /// use papergames_common::Nimber;
    /// use papergames_common::solve::Solver;
    ///
    /// let verdict = Solver::new().solve(&Nim::new(&[3, 4, 5]))?;
    /// assert_eq!(verdict.winner(), Some(Player::FIRST));
    /// assert_eq!(verdict.nimber, Some(Nimber(2)));
    /// assert_eq!(verdict.moves, Some(vec![Take { heap: 0, matches: 2 }]));
    /// # Ok::<(), papergames_common::Unfinished>(())
    /// ```
    pub fn solve(&mut self, position: &G) -> Result<Verdict<G::Move>, Unfinished> {
        let budget = self.budget.clone();
        let mut meter = budget.start();
        let winner = self.winner_within(position, &mut meter)?;
        let moves = self.winning_moves_within(position, &mut meter)?;
        let nimber = match position.ending() {
            Ending::Normal => Some(self.nimber_within(&position.summands(), &mut meter)?),
            Ending::Misere => None,
        };
        let cost = Cost::new(meter.nodes(), meter.elapsed());
        let mut verdict = Verdict::new(Outcome::Win(winner), cost);
        verdict.nimber = nimber;
        verdict.moves = Some(moves);
        Ok(verdict)
    }

    /// Returns who wins with best play, or who has won if the game is over.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out or the table is full.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by ending without a winner.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Player;
    /// use papergames_common::nim::Nim;
    /// use papergames_common::solve::Solver;
    ///
    /// let mut solver = Solver::new();
    /// assert_eq!(solver.winner(&Nim::new(&[3, 4, 5]))?, Player::FIRST);
    /// assert_eq!(solver.winner(&Nim::new(&[4, 4]))?, Player::SECOND);
    /// # Ok::<(), papergames_common::Unfinished>(())
    /// ```
    pub fn winner(&mut self, position: &G) -> Result<Player, Unfinished> {
        let budget = self.budget.clone();
        self.winner_within(position, &mut budget.start())
    }

    fn winner_within(&mut self, position: &G, meter: &mut Meter<'_>) -> Result<Player, Unfinished> {
        let Some(mover) = position.turn() else {
            let winner = position.winner();
            return Ok(winner.expect("a finished impartial game has a winner"));
        };
        let wins = self.mover_wins_within(position.summands(), position.ending(), meter)?;
        Ok(if wins { mover } else { mover.opponent() })
    }

    /// Returns the winning moves of the player to move, in the order of
    /// [`Game::for_each_move`](crate::Game::for_each_move); empty if the game is over or lost.
    ///
    /// Lists the moves of the position.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out or the table is full.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by listing a move that it rejects.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::{Nim, Take};
    /// use papergames_common::solve::Solver;
    ///
    /// let mut solver = Solver::new();
    /// let moves = solver.winning_moves(&Nim::new(&[1, 1, 1]))?;
    /// assert_eq!(moves, [0, 1, 2].map(|heap| Take { heap, matches: 1 }));
    /// assert!(solver.winning_moves(&Nim::new(&[4, 4]))?.is_empty());
    /// # Ok::<(), papergames_common::Unfinished>(())
    /// ```
    pub fn winning_moves(&mut self, position: &G) -> Result<Vec<G::Move>, Unfinished> {
        let budget = self.budget.clone();
        self.winning_moves_within(position, &mut budget.start())
    }

    fn winning_moves_within(
        &mut self,
        position: &G,
        meter: &mut Meter<'_>,
    ) -> Result<Vec<G::Move>, Unfinished> {
        let mut winning = Vec::new();
        for m in position.moves() {
            let child = position.child_unchecked(&m);
            if !self.mover_wins_within(child.summands(), child.ending(), meter)? {
                winning.push(m);
            }
        }
        Ok(winning)
    }

    /// Values one summand. Uses an explicit stack, so that a long game does not overflow the call stack.
    fn nimber_of(
        &mut self,
        summand: &G::Summand,
        meter: &mut Meter<'_>,
    ) -> Result<Nimber, Unfinished> {
        if let Some(known) = self.nimbers.get(summand) {
            return Ok(*known);
        }
        let mut stack = vec![PendingSummand::<G>::new(summand.clone(), meter)?];
        'frames: while let Some(frame) = stack.last_mut() {
            while let Some(option) = frame.options.last() {
                let unknown = option.iter().find(|part| !self.nimbers.contains_key(part));
                if let Some(part) = unknown.cloned() {
                    stack.push(PendingSummand::new(part, meter)?);
                    continue 'frames;
                }
                frame
                    .found
                    .push(option.iter().map(|part| self.nimbers[part]).sum());
                frame.options.pop();
            }
            let frame = stack.pop().expect("it was there above");
            self.make_room(meter)?;
            self.nimbers.insert(frame.summand, mex(frame.found));
        }
        Ok(self.nimbers[summand])
    }

    /// Decides one sum in misère play. Uses an explicit stack.
    fn misere_win(
        &mut self,
        sum: Vec<G::Summand>,
        meter: &mut Meter<'_>,
    ) -> Result<bool, Unfinished> {
        let root = sorted(sum);
        let mut stack = vec![(root.clone(), Vec::new(), false)];
        'frames: while let Some((sum, options, opened)) = stack.last_mut() {
            if !*opened {
                if self.misere.contains_key(sum) {
                    stack.pop();
                    continue;
                }
                *options = options_of_sum::<G>(sum, meter)?;
                *opened = true;
            }
            // A player who cannot move wins. Otherwise one option that loses for the opponent is enough to win.
            let mut wins = options.is_empty();
            let mut unknown = None;
            for option in options.iter() {
                let known = self.misere.get(option);
                if known == Some(&false) {
                    wins = true;
                    break;
                }
                if known.is_none() && unknown.is_none() {
                    unknown = Some(option.clone());
                }
            }
            if !wins {
                options.retain(|option| !self.misere.contains_key(option));
                if let Some(option) = unknown {
                    stack.push((option, Vec::new(), false));
                    continue 'frames;
                }
            }
            let (sum, ..) = stack.pop().expect("it was there above");
            self.make_room(meter)?;
            self.misere.insert(sum, wins);
        }
        Ok(self.misere[&root])
    }

    fn make_room(&self, meter: &Meter<'_>) -> Result<(), Unfinished> {
        if self.n_entries() < self.most_entries {
            return Ok(());
        }
        Err(Unfinished::new(
            Limit::Memory,
            meter.nodes(),
            meter.elapsed(),
        ))
    }
}

/// A summand that is being valued.
struct PendingSummand<G: Impartial> {
    summand: G::Summand,
    /// The options that are not valued yet.
    options: Vec<Vec<G::Summand>>,
    /// The nimbers of the options that are.
    found: Vec<Nimber>,
}

impl<G: Impartial> PendingSummand<G> {
    fn new(summand: G::Summand, meter: &mut Meter<'_>) -> Result<PendingSummand<G>, Unfinished> {
        let options = options_of::<G>(&summand, meter)?;
        Ok(PendingSummand {
            summand,
            options,
            found: Vec::new(),
        })
    }
}

/// Returns the options of a summand, each once.
fn options_of<G: Impartial>(
    summand: &G::Summand,
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<G::Summand>>, Unfinished> {
    if meter.is_spent() {
        return Err(meter.unfinished());
    }
    let mut options = Vec::new();
    let _ = G::for_each_option(summand, &mut |option| {
        options.push(sorted(option));
        ControlFlow::Continue(())
    });
    sorting::sort_hot(&mut options);
    options.dedup();
    Ok(options)
}

/// Returns the options of a sum, each once and sorted.
fn options_of_sum<G: Impartial>(
    sum: &[G::Summand],
    meter: &mut Meter<'_>,
) -> Result<Vec<Vec<G::Summand>>, Unfinished> {
    let mut options = Vec::new();
    for (i, summand) in sum.iter().enumerate() {
        if i > 0 && sum[i - 1] == *summand {
            continue;
        }
        for option in options_of::<G>(summand, meter)? {
            let rest = sum[..i].iter().chain(&sum[i + 1..]).cloned();
            options.push(sorted(rest.chain(option).collect()));
        }
    }
    sorting::sort_hot(&mut options);
    options.dedup();
    Ok(options)
}

fn sorted<T: Ord>(mut summands: Vec<T>) -> Vec<T> {
    sorting::sort_hot(&mut summands);
    summands
}
