//! An opponent that plays perfectly where the solver reaches, by random games elsewhere, and says which.

use std::collections::HashSet;
use std::time::{Duration, Instant};

use anyhow::Result;
use common::search::{Budget, MonteCarlo};
use common::{Game, Record};
use sprouts::land::Lands;
use sprouts::solve::Solver;
use sprouts::{Move, Position, Rules};

use crate::engine::{Choice, Engine, Proved};

/// Lives that the solver always gets by with in no time, so that a clock need not be asked.
const FEW_LIVES: usize = 15;

/// How many moves are compared.
const MOVES: u128 = 20_000;

/// The solver, with all that it has found in the game so far, and random games beside it.
pub(crate) struct Perfect {
    solver: Option<(Rules, Solver)>,
    by_chance: MonteCarlo,
}

impl Perfect {
    pub(crate) fn new(seed: u64) -> Perfect {
        Perfect {
            solver: None,
            by_chance: MonteCarlo::new(seed),
        }
    }

    /// Returns whether the player to move wins in `lands`, or `None` if the time is not enough.
    fn wins(&mut self, lands: &Lands, rules: Rules, time: Duration) -> Option<bool> {
        let solver = match self.solver.take() {
            Some((of, solver)) if of == rules => solver,
            _ => Solver::for_rules(rules),
        };
        let mut solver = solver.budget(Budget::new().time(time));
        let solved = solver.solve_lands(lands);
        self.solver = Some((rules, solver));
        solved.ok().map(|verdict| verdict.mover_wins)
    }

    /// Returns a winning move, or that there is none; `None` if that is not found out in `time`.
    fn prove(&mut self, position: &Position, time: Duration) -> Option<Proof> {
        let start = Instant::now();
        let left = || time.saturating_sub(start.elapsed());
        let rules = position.rules();
        let lands = Lands::of(position)?;
        if position.count_moves() > MOVES {
            return None;
        }
        if !self.wins(&lands, rules, left())? {
            return Some(Proof::Lost);
        }
        let mut seen = HashSet::new();
        for m in position.moves() {
            let after = Lands::of(&position.child(&m).ok()?)?;
            if seen.insert(after.to_string()) && !self.wins(&after, rules, left())? {
                return Some(Proof::Wins(m));
            }
        }
        None
    }
}

enum Proof {
    Wins(Move),
    Lost,
}

impl Engine<Position> for Perfect {
    fn choose(&mut self, record: &Record<Position>, budget: &Budget) -> Result<Choice<Move>> {
        let position = record.position();
        let few = position.lives() <= FEW_LIVES;
        let (time, rest) = match budget.most_time() {
            Some(time) => (Some(time / 2), budget.clone().time(time / 2)),
            None => (few.then_some(Duration::from_secs(60)), budget.clone()),
        };
        let proof = time.and_then(|time| self.prove(position, time));
        if let Some(Proof::Wins(m)) = proof {
            let info = format!("score win pv {m}");
            return Ok(Choice {
                m,
                info,
                proved: Some(Proved::Wins),
            });
        }
        let choice = Engine::<Position>::choose(&mut self.by_chance, record, &rest)?;
        Ok(Choice {
            proved: proof.map(|_| Proved::Loses),
            ..choice
        })
    }
}
