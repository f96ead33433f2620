//! The solver, with its methods, results and errors.

use common::budget::{Budget, Cost, Progress, Unfinished};
use common::claim::ClaimError;
use common::describe::Refused;
use common::values::{Effort, Unsolved};
use common::{Game, Outcome, Player, Verdict, VerifiedVerdict};

#[cfg(feature = "store")]
use common::store::{Store, StoreError};

use super::lattice::Lattice;
use super::node;
use crate::moves::Move;
use crate::position::Position;
use crate::size::Size;
use crate::target::Word;

/// A method for finding the value of a position.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub enum Method {
    /// Alpha-beta on positions reduced to what matters for the value.
    #[default]
    Search,
    /// A table of all boards of the size.
    Table,
}

common::display_as!(Method: Search => "search", Table => "table");

/// The verdict on a position, with the value of every move.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct MoveValues {
    /// The verdict on the position. Its `moves` contain every best move.
    pub verdict: Verdict<Move>,
    /// Every legal move with the value, for the **first** player, of the position that it leads to; see the
    /// [module](super).
    pub values: Vec<(Move, i64)>,
}

/// The error returned when the solver cannot solve a position.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The budget ran out or the stop flag was set.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The game is not for two players; only two-player games have a value.
    #[error("only games for two players have a value, but this game has {found} players")]
    Players {
        /// The number of players.
        found: usize,
    },
    /// The game has no such player.
    #[error("a game with {players} players has no {player} player")]
    Seat {
        /// The requested player.
        player: Player,
        /// The number of players.
        players: usize,
    },
    /// The board is too large.
    #[error("a board of {size} is too large to solve; at most {most} cells are supported")]
    TooLarge {
        /// The size of the board.
        size: Size,
        /// The maximum number of cells that the solver supports.
        most: usize,
    },
    /// The table of all boards would take more memory than the budget allows.
    #[error(
        "the table of all {size} boards needs {needed} bytes, but the memory limit is {allowed}"
    )]
    Memory {
        /// The size of the board.
        size: Size,
        /// The size of the table in bytes.
        needed: u64,
        /// The memory that the budget allows, in bytes.
        allowed: u64,
    },
    /// Two methods disagree, so one of them has a bug; please report it.
    #[error(
        "the methods disagree: the search finds the value {found:+}, but the {by} finds {again:+}"
    )]
    Differ {
        /// The value that the search found.
        found: i64,
        /// The second method.
        by: &'static str,
        /// The value that the second method found.
        again: i64,
    },
    /// The search and the proofs know only the usual game.
    #[error(
        "only {} on a board with four edges has certificates and guarantees, but this game is {found}",
        Word::SOS.spelled()
    )]
    Target {
        /// The rules of the game.
        found: String,
    },
    /// The game is over, so there is nothing to prove.
    #[error("the game is over")]
    Over,
    /// The store of results cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] StoreError),
    /// Either the store contains an entry that no search can have written, or a result of the search cannot be proved.
    /// The latter is a bug; please report it.
    #[error(transparent)]
    Claim(ClaimError),
}

impl From<ClaimError> for SolveError {
    fn from(error: ClaimError) -> SolveError {
        if let ClaimError::Unfinished(reason) = error {
            return SolveError::Unfinished(reason);
        }
        SolveError::Claim(error)
    }
}

impl From<SolveError> for ClaimError {
    fn from(error: SolveError) -> ClaimError {
        if let SolveError::Unfinished(reason) = error {
            return ClaimError::Unfinished(reason);
        }
        if let SolveError::Claim(error) = error {
            return error;
        }
        ClaimError::Refused(Refused::because(error))
    }
}

impl From<SolveError> for Unsolved {
    fn from(error: SolveError) -> Unsolved {
        if let SolveError::Unfinished(reason) = error {
            return Unsolved::Unfinished(reason);
        }
        Unsolved::because(error)
    }
}

/// A solver that finds exact values. It is a builder whose last step is [`solve`](Solver::solve).
///
/// # Examples
///
/// ```
/// use papergames_sos::solve::{Method, Solver};
/// use papergames_sos::{Columns, Outcome, Position, Rows, Rules, Size};
///
/// let start = Position::new(Size::new(Rows(3), Columns(4))?, Rules::General);
/// let found = Solver::new().solve(&start)?;
/// assert_eq!((found.outcome, found.margin), (Outcome::Draw, Some(0)));
/// let again = Solver::new().method(Method::Table).solve(&start)?;
/// assert_eq!(again.margin, found.margin);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
#[must_use = "a solver does nothing until `solve` is called"]
pub struct Solver<'a> {
    pub(super) method: Method,
    pub(super) effort: Effort<'a>,
}

impl<'a> Solver<'a> {
    /// The kind of results that a solver keeps in a store.
    pub const KIND: &'static str = "sos bounds 2";

    /// Returns a solver with [`Method::Search`], 256 MiB for tables and no other limit.
    pub fn new() -> Solver<'a> {
        Solver::default()
    }

    /// Returns a solver with [`Method::Search`] and these settings.
    pub(crate) fn within(effort: Effort<'a>) -> Solver<'a> {
        let method = Method::default();
        Solver { method, effort }
    }

    /// Sets the method for finding values.
    pub fn method(self, method: Method) -> Self {
        Solver { method, ..self }
    }

    /// Limits each call by nodes, time, memory or a stop flag. The budget's depth is ignored.
    ///
    /// A search uses a table as large as the memory allows, or a little smaller, on boards of any size. If
    /// [`Method::Table`] needs more memory, it returns an error.
    pub fn budget(mut self, budget: Budget) -> Self {
        self.effort.budget = budget;
        self
    }

    /// Sets a callback for the progress, which is called every few thousand nodes.
    ///
    /// The `share` counts thousandths of a table, or first moves in a search that evaluates every move; otherwise it is
    /// unknown.
    pub fn progress(mut self, progress: impl FnMut(&Progress) + 'a) -> Self {
        self.effort.progress = Box::new(progress);
        self
    }

    /// Saves results of [`Method::Search`] in a store of the kind [`Solver::KIND`], and starts from the results already
    /// there: those that were costly, those of the positions that were asked about, and, when a limit ends the search,
    /// some thousand of the cheaper ones. So a run that was stopped resumes nearly where it stopped, and a run that was
    /// killed repeats at most a second and what is cheap. The other methods do not use the store.
    ///
    /// A search assumes that possible bounds in the store are true, and marks its verdict as
    /// [`assumed`](Verdict::assumed) if it relies on them. To check the bounds, use an [audit](super::audit) or
    /// [`verify`](Solver::verify).
    #[cfg(feature = "store")]
    pub fn store(mut self, store: &'a mut Store) -> Self {
        self.effort.store = Some(store);
        self
    }

    /// Returns who wins a position, the margin, and one best move.
    ///
    /// The margin is present under rules by which points decide the game ([`Rules::General`](crate::Rules::General) and
    /// [`Rules::Alternating`](crate::Rules::Alternating)).
    ///
    /// # Errors
    ///
    /// Returns [`SolveError`] if the game is not for two players, the board or its table is too large, the budget runs
    /// out, or the store fails.
    ///
    /// # Examples
    ///
    /// The margin is the first player's points minus the second's, even if the second player is to move:
    ///
    /// ```
    /// use papergames_sos::solve::Solver;
    /// use papergames_sos::{Player, Position};
    ///
    /// let position: Position = "SO./..S:2:0-0".parse()?;
    /// let found = Solver::new().solve(&position)?;
    /// assert_eq!(found.winner(), Some(Player::SECOND));
    /// assert_eq!(found.margin, Some(-1));
    /// assert_eq!(found.moves, Some(vec!["Sc1".parse()?]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &Position) -> Result<Verdict<Move>, SolveError> {
        Ok(self.run(position, false)?.verdict)
    }

    /// Returns who wins a position, all best moves, and the value of every move.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Solver::solve).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::solve::Solver;
    /// use papergames_sos::Position;
    ///
    /// let position: Position = "SO.:1:0-0".parse()?;
    /// let found = Solver::new().solve_every_move(&position)?;
    /// assert_eq!(found.values, [("Sc1".parse()?, 1), ("Oc1".parse()?, 0)]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve_every_move(&mut self, position: &Position) -> Result<MoveValues, SolveError> {
        self.run(position, true)
    }

    /// Solves a position by [`Method::Search`] and then again by a second method: the table of all boards if it fits in
    /// memory, otherwise a proof.
    ///
    /// The table shares nothing with the search. The proof comes from a second search without the store, and each of
    /// its facts is traced back to the rules by listing letters. It takes as long as [`certify`](Solver::certify)
    /// without its local search, and half of the memory.
    ///
    /// The two methods share the budget's time, and its other limits apply to each of them. The method set by
    /// [`method`](Solver::method) is ignored.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Solver::solve), and [`SolveError::Differ`] if the two values differ.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::solve::Solver;
    /// use papergames_sos::{Columns, Position, Rows, Rules, Size};
    ///
    /// let start = Position::new(Size::new(Rows(3), Columns(3))?, Rules::Misere);
    /// let verified = Solver::new().verify(&start)?;
    /// assert_eq!(verified.by.to_string(), "the table of all 19683 boards");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn verify(&mut self, position: &Position) -> Result<VerifiedVerdict<Move>, SolveError> {
        let (chosen, whole) = (self.method, self.effort.budget.clone());
        let verified = self.verify_by_two(position);
        (self.method, self.effort.budget) = (chosen, whole);
        verified
    }

    fn verify_by_two(&mut self, position: &Position) -> Result<VerifiedVerdict<Move>, SolveError> {
        if !position.target().is_plain() {
            return self.verify_variant(position);
        }
        self.method = Method::Search;
        let mut verdict = self.solve(position)?;
        self.effort.budget = self.effort.budget.less(0, verdict.cost.elapsed);
        let (second, answer, by) = match self.by_table(position) {
            Err(SolveError::Memory { .. }) => {
                let answer = self.by_proof(&lattice_of(position)?, position)?;
                let facts = answer.cost.nodes;
                let by = format!("a proof of {facts} facts, letter by letter");
                ("proof", answer, by)
            }
            other => {
                let answer = other?;
                let boards = answer.cost.nodes;
                ("table", answer, format!("the table of all {boards} boards"))
            }
        };
        let again = answer.into_values(position, false).verdict;
        let (found, again) = (value_of(&verdict), value_of(&again));
        if found != again {
            return Err(SolveError::Differ {
                found,
                by: second,
                again,
            });
        }
        // The second method uses no store.
        verdict.assumed = false;
        Ok(VerifiedVerdict { verdict, by })
    }

    /// Solves a position, and finds all best moves if `every_move` is set.
    pub(crate) fn run(
        &mut self,
        position: &Position,
        every_move: bool,
    ) -> Result<MoveValues, SolveError> {
        if !position.target().is_plain() && position.players() == 2 {
            return Ok(self.by_table(position)?.into_values(position, every_move));
        }
        let lattice = lattice_of(position)?;
        let answer = match self.method {
            Method::Search => self.by_search(&lattice, position, every_move),
            Method::Table => self.by_table(position),
        }?;
        Ok(answer.into_values(position, every_move))
    }
}

/// Returns the geometry of a board that can be solved.
pub(super) fn lattice_of(position: &Position) -> Result<Lattice, SolveError> {
    let size = position.size();
    if position.players() != 2 {
        let found = position.players();
        return Err(SolveError::Players { found });
    }
    known(position)?;
    let most = node::MAX_CELLS;
    Lattice::new(size).ok_or(SolveError::TooLarge { size, most })
}

/// Returns an error if the search and the proofs do not know a game.
pub(super) fn known(position: &Position) -> Result<(), SolveError> {
    let ruling = position.setup.ruling();
    if ruling.target.is_plain() {
        return Ok(());
    }
    let found = ruling.to_string();
    Err(SolveError::Target { found })
}

/// Returns the value of a verdict: the margin if points decide, otherwise 1, 0 or −1.
pub(super) fn value_of(verdict: &Verdict<Move>) -> i64 {
    let sign = i64::from(verdict.outcome.utility(Player::FIRST));
    verdict.margin.unwrap_or(sign)
}

/// A value for the player to move, or for the first player in a finished game, and how it was found.
pub(super) struct Solution {
    pub(super) value: i32,
    /// The values of the searched moves, for the player who makes them.
    pub(super) values: Vec<(Move, i32)>,
    pub(super) cost: Cost,
    /// Whether bounds of a store were assumed to be true.
    pub(super) assumed: bool,
}

impl Solution {
    /// Converts the values to the first player's view, and picks one or all of the best moves.
    fn into_values(self, position: &Position, every_move: bool) -> MoveValues {
        let sign = match position.turn() {
            Some(Player::SECOND) => -1,
            _ => 1,
        };
        let value = i64::from(sign * self.value);
        let outcome = match value {
            1.. => Outcome::Win(Player::FIRST),
            0 => Outcome::Draw,
            _ => Outcome::Win(Player::SECOND),
        };
        let best = self.values.iter().filter(|(_, found)| *found == self.value);
        let best = best.map(|(m, _)| *m);
        let best = if every_move {
            best.collect()
        } else {
            best.take(1).collect()
        };
        let mut verdict = Verdict::new(outcome, self.cost);
        verdict.margin = (!position.rules().ends_at_first()).then_some(value);
        verdict.moves = Some(best);
        verdict.assumed = self.assumed;
        let values = self.values.into_iter();
        MoveValues {
            verdict,
            values: values
                .map(|(m, value)| (m, i64::from(sign * value)))
                .collect(),
        }
    }
}
