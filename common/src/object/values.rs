//! Exact values of positions: the settings for solvers, and their answers.

use crate::notation::describe::Describe;
use crate::play::game::Impartial;
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::proof::claim::{Certificate, ClaimError};
pub use crate::proof::effort::{Effort, Listener, OptionalStore};
use crate::proof::nimber::Nimber;
use crate::proof::solve::Solver;
use crate::proof::verdict::{CertifiedOutcome, Guarantees, Verdict, VerifiedVerdict};
use crate::tools::budget::{Clock, Cost, Limit, Progress, TooLarge, Unfinished};
use crate::tools::refused::Refused;
use crate::tree::report::Report;
use crate::tree::search::{AlphaBeta, OutcomeOnly};

/// The number of threads that a solver can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    /// As many threads as there are.
    Any,
    /// Only one thread. The text names what the solver cannot use several threads for: a game, or a part of a game such
    /// as `misère play and for the variants`.
    One(&'static str),
}

/// The error returned when the value of a position was not found.
#[derive(Debug, thiserror::Error)]
pub enum Unsolved {
    /// A limit was reached first.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The solver's table does not fit into the memory that the budget allows.
    #[error(transparent)]
    TooLarge(#[from] TooLarge),
    /// The game has no method for what was asked.
    #[error(transparent)]
    NoMethod(#[from] NoMethod),
    /// Two methods contradict each other, so one of them has a mistake.
    #[error("the methods disagree about `{about}`: {what}")]
    Disagree {
        /// The position.
        about: String,
        /// What each of them says.
        what: String,
    },
    /// There is no solver or no proof for this position, or a result of a store or a certificate is wrong.
    #[error(transparent)]
    Refused(#[from] Refused),
}

/// What a game has no method for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum NoMethod {
    /// Games of this many players.
    #[error("{game} has a solver for two players, but none for {players}")]
    Players {
        /// The title of the game.
        game: &'static str,
        /// The number of players.
        players: usize,
    },
    /// Verifying a result by a second method.
    #[error("{0} has no second method to verify results")]
    Second(&'static str),
    /// Proofs that other programs can check.
    #[error("the solver of {0} writes no proofs")]
    Proof(&'static str),
    /// Reading certificates.
    #[error("{0} has no solver that writes certificates")]
    Certificate(&'static str),
    /// A store that can be audited.
    #[error("{0} has no store that can be audited")]
    Audit(&'static str),
}

/// A solver's answer, or the error if there is none.
pub type SolveResult<T> = Result<T, Unsolved>;

impl Unsolved {
    /// Returns an error for a value that could not be found for a reason other than a limit.
    pub fn because(error: impl std::error::Error + Send + Sync + 'static) -> Unsolved {
        Unsolved::Refused(Refused::because(error))
    }
}

impl From<ClaimError> for Unsolved {
    fn from(error: ClaimError) -> Unsolved {
        if let ClaimError::Unfinished(reason) = error {
            return Unsolved::Unfinished(reason);
        }
        Unsolved::because(error)
    }
}

/// A certificate's statement about the value of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ValueStatement {
    /// The value, or a statement about it, in the terms of the game.
    pub value: String,
    /// The entries that support the statement, or the board that it is about.
    pub by: String,
}

/// A function that looks up a certificate's statement about a position; it returns `None` if there is none.
pub type Facts<G> = Box<dyn FnMut(&G) -> Option<ValueStatement> + Send>;

/// A solver that computes exact values of positions of the game `G`. It may keep its results for the next position of a
/// series.
pub trait Values<G: Describe>: Send + Sync {
    /// Solves the position: proves who wins with best play.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out, and a refusal if there is no solver for the position.
    fn solve(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<Verdict<G::Move>>;

    /// Finds the nimber of the position in normal play; `None` if it has none. The default returns the nimber that
    /// [`solve`](Values::solve) finds.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Values::solve).
    fn nimber(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<Option<Nimber>> {
        Ok(self.solve(position, effort)?.nimber)
    }

    /// Finds the best result that each player can force alone if all others play together. In a game with more than two
    /// players, best play determines no more than this.
    ///
    /// The default implementation solves two-player games.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Values::solve).
    fn guarantees(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<Guarantees> {
        for_two(position)?;
        let verdict = self.solve(position, effort)?;
        let each = Player::all(2).map(|player| verdict.outcome.of(player));
        Ok(Guarantees {
            each: each.collect(),
            cost: verdict.cost,
        })
    }

    /// Solves the position, then proves the verdict again by a second method. The default implementation always returns
    /// a refusal.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Values::solve), and a refusal if the two methods disagree or if there is no
    /// second method for the position.
    fn verify(
        &mut self,
        position: &G,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<G::Move>> {
        let _ = (position, effort);
        Err(NoMethod::Second(G::ABOUT.title).into())
    }

    /// Solves the position and returns a proof that other programs can check. The default implementation always returns
    /// a refusal.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Values::solve), and a refusal if a result in the store is wrong or if the game
    /// has no proofs.
    fn certify(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<CertifiedOutcome> {
        let _ = (position, effort);
        Err(NoMethod::Proof(G::ABOUT.title).into())
    }

    /// Reads a certificate and returns a function that looks up its statements about positions with this position's
    /// rules and board. Only a checker can decide whether the certificate is true. The default implementation always
    /// returns a refusal.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the certificate is about another game or other rules, if an entry cannot be read, or if the
    /// game has no certificates.
    fn facts(&self, position: &G, certificate: &Certificate) -> Result<Facts<G>, Refused> {
        let _ = (position, certificate);
        Err(Refused::because(NoMethod::Certificate(G::ABOUT.title)))
    }

    /// Returns the number of threads that [`solve`](Values::solve) can use. The default uses one.
    fn threads(&self, position: &G) -> Threads {
        let _ = position;
        Threads::One(G::ABOUT.title)
    }

    /// Returns the kind of store in which [`solve`](Values::solve) keeps results, such as `sos bounds 2`; `None` if it
    /// does not use a store.
    #[cfg(feature = "store")]
    fn store_kind(&self, position: &G) -> Option<&'static str> {
        let _ = position;
        None
    }

    /// Checks every result of a store against the rules, and against the results that it depends on. The store is only
    /// read. `checkpoint` records the progress of the audit, so that it can be resumed. The default implementation
    /// always returns a refusal.
    ///
    /// # Errors
    ///
    /// Returns a refusal if a result is wrong, if the store belongs to another game, or if it cannot be read, and
    /// [`Unfinished`] if the budget runs out.
    #[cfg(feature = "store")]
    fn audit(
        &mut self,
        store: &crate::proof::store::Store,
        checkpoint: &mut crate::proof::audit::Checkpoint,
        effort: &mut Effort<'_>,
    ) -> SolveResult<crate::proof::audit::Audit> {
        let _ = (store, checkpoint, effort);
        Err(NoMethod::Audit(G::ABOUT.title).into())
    }
}

fn for_two<G: Describe>(position: &G) -> Result<(), NoMethod> {
    let game = G::ABOUT.title;
    match position.players() {
        2 => Ok(()),
        players => Err(NoMethod::Players { game, players }),
    }
}

/// A solver for small positions of any two-player game, which searches them to the end with [`AlphaBeta`].
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::values::{Effort, ToTheEnd, Values};
/// use papergames_common::Player;
///
/// let verdict = ToTheEnd.solve(&Nim::new(&[1, 2]), &mut Effort::default())?;
/// assert_eq!(verdict.winner(), Some(Player::FIRST));
/// # Ok::<(), papergames_common::values::Unsolved>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct ToTheEnd;

/// The general solver of an impartial game, which keeps what it has found for the next position.
///
/// # Examples
///
/// ```
/// use papergames_common::Nimber;
/// use papergames_common::nim::Nim;
/// use papergames_common::solve::Solver;
/// use papergames_common::values::{Effort, Values};
///
/// let mut solver: Box<dyn Values<Nim>> = Box::new(Solver::new());
/// let verdict = solver.solve(&Nim::new(&[3, 4, 5]), &mut Effort::default())?;
/// assert_eq!(verdict.nimber, Some(Nimber(2)));
/// # Ok::<(), papergames_common::values::Unsolved>(())
/// ```
impl<G: Impartial<Summand: Send + Sync> + Describe> Values<G> for Solver<G> {
    fn solve(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<Verdict<G::Move>> {
        self.budget = effort.budget.clone();
        Ok(Solver::solve(self, position)?)
    }

    fn nimber(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<Option<Nimber>> {
        self.budget = effort.budget.clone();
        Ok(Some(Solver::nimber(self, position)?))
    }
}

impl<G: Describe> Values<G> for ToTheEnd {
    fn solve(&mut self, position: &G, effort: &mut Effort<'_>) -> SolveResult<Verdict<G::Move>> {
        for_two(position)?;
        let mut search = AlphaBeta::new(OutcomeOnly);
        let clock = Clock::start();
        let mut nodes = 0;
        let mut prove = |position: &G| -> SolveResult<Report<G::Move>> {
            let budget = effort.budget.less(nodes, clock.elapsed());
            let report = search.run(position, &budget, &mut |report| {
                let mut progress = Progress::new(nodes + report.nodes, clock.elapsed());
                progress.note = format!("{} moves ahead", report.depth);
                (effort.progress)(&progress);
            });
            nodes += report.nodes;
            if report.is_proved() {
                return Ok(report);
            }
            let limit = budget.reached(report.nodes, report.elapsed);
            let limit = limit.unwrap_or(Limit::Depth);
            Err(Unfinished::new(limit, nodes, clock.elapsed()).into())
        };
        let report = prove(position)?;
        let outcome = report
            .proved()
            .expect("an unproved report is refused above");
        let mut moves: Vec<G::Move> = report.line.into_iter().take(1).collect();
        if Some(outcome) == position.turn().map(|mover| Outcome::Win(mover.opponent())) {
            moves.clear();
        } else if effort.every_move {
            moves.clear();
            for m in position.moves() {
                let child = position.child(&m).map_err(Unsolved::because)?;
                if prove(&child)?.proved() == Some(outcome) {
                    moves.push(m);
                }
            }
        }
        let mut verdict = Verdict::new(outcome, Cost::new(nodes, clock.elapsed()));
        verdict.moves = Some(moves);
        Ok(verdict)
    }
}
