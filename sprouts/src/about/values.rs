//! What the solver offers to programs: verdicts, proofs, stores, catalogues, and who first published a result.

use common::any::AnyRecord;
use common::claim::Certificate;
use common::describe::Refused;
use common::search::{AlphaBeta, OutcomeOnly};
use common::text::counted;
use common::values::{Effort, Facts, SolveResult, Threads, Unsolved, Values};
use common::{
    CertifiedOutcome, Cost, Detail, Ending, Game, Nimber, Outcome, Player, Record, Unfinished,
    Verdict, VerifiedVerdict,
};

use crate::land::glop::Sum;
use crate::land::{Land, Lands, Reductions};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::solve::Solver;
use crate::solve::catalogue::Catalogue;
use crate::solve::reference::Reference;
#[cfg(feature = "store")]
use crate::solve::stored;
use crate::solve::{certificate, lands_of};
use crate::theory;

/// The largest number of moves of a position whose winning moves are listed.
const MOST_MOVES: u128 = 20_000;

/// Returns the verdict where the [bounds](theory::moves_left) on the moves that are left meet: their number alone says
/// who makes the last one, and all moves are equally good.
fn by_length(position: &Position) -> Option<Verdict<Move>> {
    let mover = position.turn()?;
    let (least, most) = theory::moves_left(position).into_inner();
    if least != most {
        return None;
    }
    let ending = position.rules().ending;
    let is_odd = most % 2 == 1;
    let (winner, moves) = if is_odd == ending.is_normal() {
        (mover, position.moves())
    } else {
        (mover.opponent(), Vec::new())
    };
    let mut verdict = Verdict::new(Outcome::Win(winner), Cost::default());
    verdict.turns = u32::try_from(most).ok();
    verdict.nimber = ending.is_normal().then_some(Nimber(u32::from(is_odd)));
    verdict.moves = Some(moves);
    let left = counted(most, "move");
    verdict.details.push(Detail::new(
        "theorem",
        format!("every way to play takes {left}"),
    ));
    Some(verdict)
}

/// Returns what a proof about a position shows.
pub(crate) fn certified<G: Game>(position: &G, proof: &Certificate) -> CertifiedOutcome {
    let mover_wins = proof.said("mover") == Some("wins");
    let wins = |mover: Player| if mover_wins { mover } else { mover.opponent() };
    let winner = position.turn().map(wins);
    let outcome = winner.map(Outcome::Win).or(position.outcome());
    CertifiedOutcome {
        outcome: outcome.expect("a game without a player to move is over"),
        facts: proof.entries.len(),
        text: proof.to_string(),
    }
}

/// The solver behind Sprouts' [trait object](common::any), which keeps what it has proved for the next position.
#[derive(Debug, Default)]
pub struct Exact(Solver);

impl Values<Position> for Exact {
    /// If the position has more than 20,000 moves, the winning ones are not listed.
    ///
    /// Writes results to the store every ten seconds. Only the standard game has a store. The solver reuses what it has
    /// proved about earlier positions.
    fn solve(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Verdict<Move>> {
        let Exact(solver) = self;
        solver.settings.limit(effort);
        solver.settings.every_move = effort.every_move && position.count_moves() <= MOST_MOVES;
        solver.settings.values = effort.values;
        #[cfg(feature = "store")]
        if let Some(store) = effort.store.as_deref_mut() {
            return Ok(solver.solve_stored(position, store, &mut effort.progress)?);
        }
        let found = solver.solve_telling(position, Some(&mut effort.progress));
        found.or_else(|stopped| by_length(position).ok_or_else(|| stopped.into()))
    }

    fn nimber(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Option<Nimber>> {
        self.0.settings.limit(effort);
        Ok(self.0.nimber_of_position(position)?)
    }

    /// Proves the result again by another method. For normal play this is the plain search of the literature, which
    /// uses nimbers from the store only to order moves. For misère play and Black-and-White Sprouts it is the general
    /// solver of `common`, which reduces positions far less; for Antwerp Sprouts, alpha-beta over the positions
    /// themselves.
    fn verify(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<Move>> {
        let verdict = self.solve(position, effort)?;
        let Some(turn) = position.turn() else {
            let by = "the rules, since the game is over".to_owned();
            return Ok(VerifiedVerdict { verdict, by });
        };
        effort.budget = effort.budget.less(0, verdict.cost.elapsed);
        // The second method may take all the memory.
        *self = Exact::default();
        let (mover_wins, by) = prove_again(position, effort)?;
        let winner = if mover_wins { turn } else { turn.opponent() };
        if verdict.winner() != Some(winner) {
            let what = format!(
                "the solver says {}, but {by} says that the {winner} player wins",
                verdict.outcome
            );
            let about = position.to_string();
            return Err(Unsolved::Disagree { about, what });
        }
        Ok(VerifiedVerdict { verdict, by })
    }

    fn certify(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<CertifiedOutcome> {
        let mut solver = Solver::for_rules(position.rules());
        solver.settings.limit(effort);
        #[cfg(feature = "store")]
        if let Some(store) = effort.store.as_deref() {
            let begun = common::budget::Clock::start();
            stored::load(&mut solver, store)?;
            solver.settings.budget = effort.budget.less(0, begun.elapsed());
        }
        let proof = solver.certify_telling(position, Some(&mut effort.progress))?;
        Ok(certified(position, &proof))
    }

    fn facts(
        &self,
        position: &Position,
        certificate: &Certificate,
    ) -> Result<Facts<Position>, Refused> {
        certificate::facts(position.rules(), certificate, lands_of)
    }

    /// Only the search of standard Sprouts in normal play uses more than one thread.
    fn threads(&self, position: &Position) -> Threads {
        if position.rules().is_default() {
            Threads::Any
        } else {
            Threads::One("misère play and the variants")
        }
    }

    #[cfg(feature = "store")]
    fn store_kind(&self, position: &Position) -> Option<&'static str> {
        stored::kind(position.rules())
    }

    #[cfg(feature = "store")]
    fn audit(
        &mut self,
        store: &common::store::Store,
        mark: &mut common::audit::Checkpoint,
        effort: &mut Effort<'_>,
    ) -> SolveResult<common::audit::Audit> {
        let audited = crate::solve::audit(store, &effort.budget, mark, &mut effort.progress);
        Ok(audited?)
    }
}

/// Lists every position that can be reached; an extra of [`GAME`](crate::GAME).
#[derive(Clone, Copy, Debug)]
pub struct Catalogues;

impl Catalogues {
    /// Finds every position that can be reached from the last position of a record, with its nimber and its outcome in
    /// misère play.
    ///
    /// # Errors
    ///
    /// Returns an error if the budget runs out, or if the record is not one of standard Sprouts on paper.
    pub fn of(&self, record: &dyn AnyRecord, effort: &mut Effort<'_>) -> SolveResult<Catalogue> {
        let position = record.typed().map(Record::position);
        let lands = position.and_then(Lands::of).ok_or_else(|| {
            Refused::new(
                "catalogues of positions exist only for standard Sprouts; leave out the variant",
            )
        })?;
        Ok(Catalogue::new(
            &lands,
            Reductions::ALL,
            &effort.budget,
            &mut effort.progress,
        )?)
    }
}

/// Says who first published who wins from a start; an extra of [`GAME`](crate::GAME).
#[derive(Clone, Copy, Debug)]
pub struct FirstPublication;

impl FirstPublication {
    /// Returns who first published the outcome of the last position of a record. Returns `None` if it is not a start of
    /// standard Sprouts, or if its outcome is unpublished.
    pub fn by(&self, record: &dyn AnyRecord) -> Option<&'static str> {
        let position = record.typed::<Position>()?.position();
        let Rules { ending, variant } = position.rules();
        let is_start = position.moves_made() == 0 && variant.is_standard();
        theory::first_solved(position.n_start(), ending).filter(|_| is_start)
    }
}

/// Returns whether the player to move wins, found without the fast solver, and the method in words.
fn prove_again(position: &Position, effort: &mut Effort<'_>) -> SolveResult<(bool, String)> {
    let budget = &effort.budget;
    if let (Some(lands), Ending::Normal) = (Lands::of(position), position.ending()) {
        #[cfg(feature = "store")]
        let known = |land: &Land| stored::nimber(effort.store.as_deref()?, land);
        #[cfg(not(feature = "store"))]
        let known = |_: &Land| None::<common::Nimber>;
        let guide = |sum: &Sum| {
            let lands = Lands::from_sum(sum, Reductions::ALL);
            lands.iter().map(known).sum()
        };
        let mut search = Reference::new().progress(&mut effort.progress);
        search.guide = Some(&guide);
        search.budget = budget.clone();
        let lost = search.is_lost(&lands.to_sum(), common::Nimber::ZERO)?;
        return Ok((!lost, plain_search(search.nimbers().len())));
    }
    if position.rules().variant.is_antwerp() {
        let mut search = AlphaBeta::new(OutcomeOnly);
        let report = search.run(position, budget, &mut |_| ());
        let Some(outcome) = report.proved() else {
            let limit = budget.reached(report.nodes, report.elapsed);
            let limit = limit.unwrap_or(common::Limit::Depth);
            return Err(Unfinished::new(limit, report.nodes, report.elapsed).into());
        };
        let by = format!("alpha-beta over {} positions", report.nodes);
        return Ok((outcome.winner() == position.turn(), by));
    }
    let mut solver = common::solve::Solver::new();
    solver.budget = budget.clone();
    let wins = solver.mover_wins(position)?;
    let entries = solver.n_entries();
    Ok((wins, format!("the general solver, with {entries} entries")))
}

/// Returns the plain search as a second method, with the number of positions, each beside a heap of Nim, in its proof.
pub(crate) fn plain_search(couples: usize) -> String {
    format!(
        "the plain search, with {} beside a heap of Nim",
        counted(couples, "position")
    )
}
