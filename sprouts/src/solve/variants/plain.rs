//! Solves positions that do not split into lands: follows every game to its end, and remembers each drawing once.
//!
//! This serves the variants in which a starting spot takes [another number of lines](crate::Variant::lines_at_start).
//! It is far slower than the search over lands, and it has no stores and no certificates.

use core::ops::ControlFlow;

use common::{Game, Limit, Nimber, Verdict, mex};
use rustc_hash::FxHashMap;

use super::decide::{self, Decider};
use crate::canonical::CanonicalForm;
use crate::land::Lands;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::Rules;
use crate::solve::error::{MAX_START, SolveError};
use crate::solve::watch::{SearchState, Watch};

/// The size in bytes of an entry of a table, without its form.
const ENTRY: usize = 32;

/// A solver of whole positions, which keeps its results.
#[derive(Debug, Default)]
pub(crate) struct WholeSolver {
    /// The rules of all results.
    rules: Rules,
    /// Whether the player to move wins.
    wins: FxHashMap<CanonicalForm, bool>,
    nimbers: FxHashMap<CanonicalForm, Nimber>,
    /// The size of the tables in bytes.
    memory: usize,
}

impl WholeSolver {
    /// Finds the nimber of a position in normal play.
    pub(crate) fn nimber(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<Nimber, SolveError> {
        self.enter(position)?;
        let nimber = self.search_nimber(position, watch);
        nimber.map_err(|limit| self.unfinished(limit, watch))
    }

    /// Checks that a search can try the position, and forgets the results for other rules.
    fn enter(&mut self, position: &Position) -> Result<(), SolveError> {
        if position.n_start() > MAX_START {
            return Err(SolveError::Spots {
                variant: position.rules().variant,
                found: position.n_start(),
            });
        }
        if self.rules != position.rules() {
            self.forget();
            self.rules = position.rules();
        }
        Ok(())
    }

    fn forget(&mut self) {
        *self = WholeSolver::default();
    }

    fn unfinished(&mut self, limit: Limit, watch: &Watch<'_>) -> SolveError {
        if limit == Limit::Memory {
            self.forget();
        }
        watch.unfinished(limit).into()
    }

    fn tick(&mut self, watch: &mut Watch<'_>, form: &CanonicalForm) -> Result<(), Limit> {
        self.memory += ENTRY + form.size();
        let state = SearchState {
            known: (self.wins.len() + self.nimbers.len()) as u64,
            memory: self.memory,
            ..SearchState::default()
        };
        watch.tick(|| state)
    }

    fn search_wins(&mut self, position: &Position, watch: &mut Watch<'_>) -> Result<bool, Limit> {
        let form = position.canonical_form();
        if let Some(wins) = self.wins.get(&form) {
            return Ok(*wins);
        }
        self.tick(watch, &form)?;
        let mut wins = Ok(self.rules.ending.is_misere() && !position.has_move());
        let _ = position.for_each_move(&mut |m| {
            let loses = self.search_wins(&position.child_unchecked(&m), watch);
            wins = loses.map(|loses| !loses);
            match wins {
                Ok(false) => ControlFlow::Continue(()),
                Ok(true) | Err(_) => ControlFlow::Break(()),
            }
        });
        self.wins.insert(form, wins?);
        wins
    }

    fn search_nimber(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<Nimber, Limit> {
        let form = position.canonical_form();
        if let Some(nimber) = self.nimbers.get(&form) {
            return Ok(*nimber);
        }
        self.tick(watch, &form)?;
        let mut found = Vec::new();
        let mut failed = None;
        let _ = position.for_each_move(&mut |m| match self
            .search_nimber(&position.child_unchecked(&m), watch)
        {
            Ok(nimber) => {
                if !found.contains(&nimber) {
                    found.push(nimber);
                }
                ControlFlow::Continue(())
            }
            Err(limit) => {
                failed = Some(limit);
                ControlFlow::Break(())
            }
        });
        if let Some(limit) = failed {
            return Err(limit);
        }
        let nimber = mex(found);
        self.nimbers.insert(form, nimber);
        Ok(nimber)
    }
}

impl Decider for WholeSolver {
    fn mover_wins(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<bool, SolveError> {
        self.enter(position)?;
        let wins = self.search_wins(position, watch);
        wins.map_err(|limit| self.unfinished(limit, watch))
    }

    fn appraise(
        &mut self,
        position: &Position,
        mover_wins: bool,
        searches: bool,
        verdict: &mut Verdict<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<(), SolveError> {
        if position.ending().is_misere() {
            return Ok(());
        }
        if !mover_wins {
            verdict.nimber = Some(Nimber::ZERO);
        } else if searches {
            verdict.nimber = decide::found(self.nimber(position, watch), "nimber", verdict)?;
        }
        Ok(())
    }

    fn lands(&self, _: &Position) -> Option<Lands> {
        None
    }
}
