//! Finds out who wins a position and which moves win, using any method that decides positions.

use core::ops::ControlFlow;
use std::collections::HashMap;

use common::{Cost, Game, MissingResult, Outcome, Verdict};

use crate::land::Lands;
use crate::moves::Move;
use crate::position::Position;
use crate::solve::error::SolveError;
use crate::solve::watch::Watch;

/// A method that decides positions: the solver of lands, that of Antwerp Sprouts, or that of whole drawings.
pub(crate) trait Decider {
    /// Returns whether the player to move wins.
    fn mover_wins(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<bool, SolveError>;

    /// Adds the value of a position to the verdict, if it is known or, when `searches` is true, can be found.
    fn appraise(
        &mut self,
        position: &Position,
        mover_wins: bool,
        searches: bool,
        verdict: &mut Verdict<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<(), SolveError>;

    /// Returns the lands of a position, if they determine who wins it.
    fn lands(&self, position: &Position) -> Option<Lands>;
}

/// Returns what a search has found. If it did not finish, notes in the verdict, which is valid without it, `what` is
/// missing.
pub(crate) fn found<T>(
    result: Result<T, SolveError>,
    what: &str,
    verdict: &mut Verdict<Move>,
) -> Result<Option<T>, SolveError> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(SolveError::Unfinished(reason)) => {
            verdict.missing = Some(MissingResult {
                what: what.to_owned(),
                reason,
            });
            Ok(None)
        }
        Err(error) => Err(error),
    }
}

/// Finds out who wins a position.
pub(crate) fn solve(
    method: &mut dyn Decider,
    position: &Position,
    every_move: bool,
    values: bool,
    watch: &mut Watch<'_>,
) -> Result<Verdict<Move>, SolveError> {
    let mover_wins = method.mover_wins(position, watch)?;
    let turn = position.mover();
    let winner = if mover_wins { turn } else { turn.opponent() };
    let mut verdict = Verdict::new(Outcome::Win(winner), Cost::default());
    verdict.moves = match (every_move, mover_wins) {
        (false, _) => None,
        (true, false) => Some(Vec::new()),
        // The verdict is valid even if the list is incomplete.
        (true, true) => found(
            winning_moves(method, position, watch),
            "winning moves",
            &mut verdict,
        )?,
    };
    verdict.cost = watch.cost();
    method.appraise(position, mover_wins, values, &mut verdict, watch)?;
    Ok(verdict)
}

/// Lists the winning moves.
pub(crate) fn winning_moves(
    method: &mut dyn Decider,
    position: &Position,
    watch: &mut Watch<'_>,
) -> Result<Vec<Move>, SolveError> {
    let mut winning = Vec::new();
    judge_moves(method, position, watch, &mut |m, wins| {
        winning.extend(wins.then_some(m));
        ControlFlow::Continue(())
    })?;
    Ok(winning)
}

/// Calls `judge` with each move and whether it wins, until it breaks.
pub(crate) fn judge_moves(
    method: &mut dyn Decider,
    position: &Position,
    watch: &mut Watch<'_>,
    judge: &mut dyn FnMut(Move, bool) -> ControlFlow<()>,
) -> Result<(), SolveError> {
    let mut known: HashMap<Lands, bool> = HashMap::new();
    let mut failed = None;
    let _ = position.for_each_move(&mut |m| {
        let child = position.child_unchecked(&m);
        // Moves that lead to equal lands have the same result.
        let lands = method.lands(&child);
        let before = lands.as_ref().and_then(|lands| known.get(lands).copied());
        let wins = match before {
            Some(wins) => Ok(wins),
            None => watch
                .check()
                .map_err(|limit| watch.unfinished(limit).into())
                .and_then(|()| method.mover_wins(&child, watch))
                .map(|opponent_wins| !opponent_wins),
        };
        match wins {
            Ok(wins) => {
                known.extend(lands.map(|lands| (lands, wins)));
                judge(m, wins)
            }
            Err(reason) => {
                failed = Some(reason);
                ControlFlow::Break(())
            }
        }
    });
    failed.map_or(Ok(()), Err)
}
