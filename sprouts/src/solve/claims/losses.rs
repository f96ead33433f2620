//! The claims of misère play: which positions the player to move loses.

use core::time::Duration;

use common::claim::{ClaimError, Claims, Follows, Key, Table};
use common::store::Store;
use common::{Budget, Ending, Limit, Unfinished};

use super::nimbers::{SEARCHED, is_final};
use crate::rules::Variant;
use crate::solve::misere::proof::{Gap, wrong_loss};
use crate::solve::misere::{Loss, Outcomes};
use crate::solve::solver::{MEMORY, Solver};
use crate::solve::watch::{Limits, memory};

/// The losses of a store, and how they follow.
pub(crate) struct Losses {
    outcomes: Outcomes,
    /// A solver that knows nothing of the store.
    solver: Solver,
    memory: usize,
    limits: Limits,
}

impl Losses {
    /// Reads all losses. Those that their canonical forms refute are wrong.
    pub(crate) fn audited(store: &Store, budget: &Budget) -> Result<Losses, ClaimError> {
        let mut losses = Losses {
            outcomes: Outcomes::new(Variant::Standard),
            limits: Limits::of(budget),
            solver: Solver::for_rules(Ending::Misere),
            memory: memory(budget, MEMORY),
        };
        let mut all = Vec::new();
        for entry in store.iter() {
            let (key, value) = entry?;
            let loss = Loss::read(&key, &value);
            all.push(loss.ok_or_else(|| ClaimError::impossible(&key, &value))?);
        }
        let lives = all.iter().map(Loss::lives).max();
        losses
            .outcomes
            .prepare(Outcomes::spots_for(lives.unwrap_or(0)));
        for loss in &all {
            let limit = losses.limits.check();
            limit.map_err(|limit| losses.limits.unfinished(limit, 0))?;
            if !losses.outcomes.learn_checked(loss) {
                return Err(wrong_loss(
                    loss,
                    "the canonical form of the position says otherwise",
                ));
            }
            losses.make_room()?;
        }
        losses.outcomes.limit(losses.limits.clone());
        Ok(losses)
    }

    /// Forgets all but the losses if memory is short.
    fn make_room(&mut self) -> Result<(), ClaimError> {
        if self.outcomes.progress().memory > self.memory {
            self.outcomes.keep(|_| 0);
            if self.outcomes.progress().memory > self.memory {
                return Err(Unfinished::new(Limit::Memory, 0, Duration::ZERO).into());
            }
        }
        Ok(())
    }

    fn loss(key: &[u8]) -> Loss {
        Loss::read(key, &[]).expect("the entry was read before")
    }
}

impl Claims for Losses {
    type Known = ();

    fn read(&mut self, key: &[u8], value: &[u8]) -> Option<(Key, ())> {
        Loss::read(key, value).map(|_| (key.into(), ()))
    }

    fn rank(&mut self, key: &[u8]) -> u32 {
        // Forms may stand for lands with more lives than those that the text names.
        let state = self.outcomes.state_of(&Losses::loss(key));
        self.outcomes.most_moves(state) as u32
    }

    fn statement(&self, key: &[u8], (): &()) -> String {
        let loss = Losses::loss(key);
        format!("the player to move loses `{loss}` in misère play")
    }

    fn follows(
        &mut self,
        key: &[u8],
        (): &(),
        table: &Table<'_, ()>,
    ) -> Result<Follows<()>, ClaimError> {
        self.make_room()?;
        // Which of the losses are in doubt is not known by state.
        if table.doubts() > 0 {
            return Ok(Follows::Open);
        }
        let id = self.outcomes.state_of(&Losses::loss(key));
        let followed = self.outcomes.follows(id, &|_| false, &mut Vec::new(), None);
        Ok(match followed {
            Ok(()) => Follows::From(Vec::new()),
            Err(Gap::Open(_)) => Follows::Open,
            Err(Gap::Wrong(reason)) => Follows::Not(reason),
            Err(Gap::Limit(limit)) => return Err(self.limits.unfinished(limit, 0).into()),
        })
    }

    fn settle(
        &mut self,
        key: &[u8],
        (): &(),
        budget: &Budget,
    ) -> Result<Option<Result<(), String>>, ClaimError> {
        let most = budget.nodes.unwrap_or(u64::MAX).min(SEARCHED);
        let short = budget.clone().nodes(most).memory(self.memory as u64 / 2);
        self.solver.settings.budget = short;
        match self.solver.solve_lands(&Losses::loss(key).position()) {
            Ok(verdict) if verdict.mover_wins => Ok(Some(Err(
                "a search without the store finds a win".to_owned(),
            ))),
            Ok(_) => Ok(Some(Ok(()))),
            Err(reason) if is_final(&reason) => Err(reason.into()),
            Err(_) => Ok(None),
        }
    }

    fn memory(&self) -> u64 {
        self.outcomes.progress().memory as u64
    }
}
