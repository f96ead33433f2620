//! Laws that compare the searches and solvers with plain minimax, in positions that are small enough.

use core::ops::ControlFlow;
use core::time::Duration;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;

use super::broken::{Broken, LawResult, because, demand};
use crate::notation::describe::Opponents;
use crate::play::game::{Game, Impartial, Stored, go_on_if};
use crate::play::player::Player;
use crate::play::playout;
use crate::play::plies::Plies;
use crate::play::record::Record;
use crate::proof::solve::Solver;
use crate::tools::budget::{Budget, Clock};
use crate::tools::random::Seeded;
use crate::tree::engine::{Engine, Level};
use crate::tree::search::{AlphaBeta, Answer, MonteCarlo, OutcomeOnly, Proof, minimax};

/// Law: alpha-beta, proof-number and Monte-Carlo search, and minimax over [`Plies`], find the same value as exhaustive
/// search. Compares only positions whose whole game tree has at most `most` moves, and returns whether the position was
/// that small.
///
/// With more than two players, only proof search is tested. It is compared with an exhaustive search for one player
/// against all others.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub fn searches_agree_with_minimax<G: Stored>(position: &G, most: u64) -> Result<bool, Broken> {
    let unlimited = Budget::new();
    for player in Player::all(position.players()) {
        let mut left = most;
        for (at_least, proof) in [(1, Proof::wins(player)), (0, Proof::draws(player))] {
            let Some(forced) = forces(position, player, at_least, &mut left) else {
                return Ok(false);
            };
            let answer = proof.run(position, &unlimited, &mut |_| {}).answer;
            demand!("proof search agrees with minimax" => (answer == Answer::Proved) == forced,
                "{answer:?} that {player} reaches {at_least} or more, in truth {forced}")?;
        }
    }
    if position.players() != 2 {
        return Ok(true);
    }
    let value = minimax(position).utility(Player::FIRST);
    let found = AlphaBeta::new(OutcomeOnly).run(position, &unlimited, &mut |_| {});
    demand!("alpha-beta agrees with minimax" =>
        found.is_proved() && found.value_for(Player::FIRST).signum() == i64::from(value),
        "{:?}, in truth {value} for the first player", found.value)?;
    let plies = minimax(&Plies::new(position.clone())).utility(Player::FIRST);
    demand!("forced passes change no value" => plies == value,
        "{plies} for the first player with passes, {value} without")?;
    let Some(mover) = position.turn() else {
        return Ok(true);
    };
    let found = MonteCarlo::new(1).run(position, &Budget::new().nodes(2_000), &mut |_| {});
    let value = minimax(position).utility(mover);
    let agrees = !found.is_proved() || found.value_for(mover) == 100 * i64::from(value);
    demand!("what Monte-Carlo search proves agrees with minimax" => agrees,
        "{:?}, in truth {value} for the {mover} player", found.value)?;
    Ok(true)
}

/// Law: the generic solver finds the same winner as minimax. Compares only positions whose whole game tree has at most
/// `most` moves, and returns whether the position was that small.
///
/// # Errors
///
/// Returns the reason why the position breaks the law.
pub(super) fn solver_agrees_with_minimax<G: Impartial>(
    position: &G,
    most: u64,
) -> Result<bool, Broken> {
    let mut left = most;
    let Some(first_wins) = forces(position, Player::FIRST, 1, &mut left) else {
        return Ok(false);
    };
    let law = "the solver agrees with minimax";
    let winner = Solver::new().winner(position);
    let winner = winner.map_err(because(law))?;
    demand!(law => (winner == Player::FIRST) == first_wins, "the {winner} player is said to win")?;
    Ok(true)
}

/// Law: every search returns within `time` plus `slack`, stops within `slack` of the stop flag, stays within a budget
/// of nodes, and returns a legal move, in positions of any size.
///
/// Choose `slack` to suit the machine: 50 ms if it is idle, and more if tests run in parallel.
///
/// # Errors
///
/// Returns the search that breaks the law, and how it does so.
pub(super) fn searches_stop_in_time<G: Stored>(
    position: &G,
    time: Duration,
    slack: Duration,
) -> LawResult {
    let deadline = Deadline { time, slack };
    deadline.check(position, "Monte-Carlo search", |budget| {
        let report = MonteCarlo::new(1).run(position, budget, &mut |_| {});
        (report.nodes, report.line.into_iter().next())
    })?;
    if position.players() == 2 {
        deadline.check(position, "alpha-beta", |budget| {
            let report = AlphaBeta::new(OutcomeOnly).run(position, budget, &mut |_| {});
            (report.nodes, report.line.into_iter().next())
        })?;
    }
    let fallback = position.nth_move(0);
    deadline.check(position, "proof-number search", |budget| {
        let report = Proof::wins(Player::FIRST).run(position, budget, &mut |_| {});
        // It may not know a move.
        (report.nodes, report.best.or_else(|| fallback.clone()))
    })
}

/// Law: an engine returns within `time` plus `slack`, stops within `slack` of the stop flag, stays within a budget of
/// nodes, and returns a legal move. The game of `record` must not be over.
///
/// # Errors
///
/// Returns the reason why the engine breaks the law.
pub fn engine_stops_in_time<G: Game>(
    engine: &mut dyn Engine<G>,
    record: &Record<G>,
    time: Duration,
    slack: Duration,
) -> Result<(), Broken> {
    let deadline = Deadline { time, slack };
    deadline.check(record.position(), "the engine", |budget| {
        match engine.choose(record, budget, &mut |_| ()) {
            Ok(report) => (report.nodes, report.line.into_iter().next()),
            Err(_) => (0, None),
        }
    })
}

/// Law: the weakest and the strongest engine of a game stop in time, at its start and in the middle of a random game;
/// see [`engine_stops_in_time`].
///
/// # Errors
///
/// Returns the reason why an engine breaks the law.
pub fn levels_stop_in_time<G: Opponents>(
    start: &G,
    time: Duration,
    slack: Duration,
) -> Result<(), Broken> {
    let play = |moves| playout::record(start.clone(), moves, &mut Seeded::new(1));
    let half = play(300).moves().len() as u64 / 2;
    for record in [play(0), play(half)] {
        for level in [Level::WEAKEST, Level::STRONGEST] {
            let stopped = engine_stops_in_time(&mut *G::engine(level, 1), &record, time, slack);
            stopped.map_err(|Broken { law, found }| Broken {
                law,
                found: format!("level {level} in {}: {found}", record.position()),
            })?;
        }
    }
    Ok(())
}

/// The time within which a search must return.
struct Deadline {
    time: Duration,
    slack: Duration,
}

impl Deadline {
    /// Calls a search with a limit on time, with a limit on nodes, and with a flag that another thread sets.
    fn check<G: Game>(
        &self,
        position: &G,
        name: &str,
        mut search: impl FnMut(&Budget) -> (u64, Option<G::Move>),
    ) -> LawResult {
        const NODES: u64 = 10;
        let Deadline { time, slack } = *self;
        let mut run = |budget: &Budget, clock: &Clock| {
            let (nodes, best) = search(budget);
            let elapsed = clock.elapsed();
            let obeys = budget.nodes.is_none_or(|most| nodes <= most);
            demand!("a search keeps to its budget of nodes" => obeys,
                "{name} looked at {nodes} positions")?;
            let law = "a search returns a move unless the game is over";
            let has_move = best.is_some() != position.is_terminal();
            demand!(law => has_move, "{name}")?;
            let legal = best.as_ref().is_none_or(|m| position.check(m).is_ok());
            demand!("a search returns a legal move" => legal, "{name} returns {best:?}")?;
            Ok(elapsed)
        };
        let timed = Budget::new().time(time);
        for budget in [timed.clone(), timed.nodes(NODES)] {
            let elapsed = run(&budget, &Clock::start())?;
            demand!("a search stops in time" => elapsed <= time + slack,
                "{name} took {elapsed:?} of {time:?}")?;
        }
        let flag = Arc::new(AtomicBool::new(false));
        let budget = Budget::new().stop(Arc::clone(&flag));
        let clock = Clock::start();
        let told = &Mutex::new(None);
        let elapsed = thread::scope(|scope| {
            scope.spawn(move || {
                thread::sleep(time);
                let now = clock.elapsed();
                flag.store(true, Ordering::Relaxed);
                *told.lock().expect("nothing panics here") = Some(now);
            });
            run(&budget, &clock)
        })?;
        let told = told
            .lock()
            .expect("nothing panics here")
            .unwrap_or_default();
        let late = elapsed.saturating_sub(told);
        demand!("a search stops when told" => late <= slack, "{name} went on for {late:?}")
    }
}

/// Returns whether `player` can force an outcome worth `at_least` against all others, by exhaustive search, or `None`
/// if that takes more moves than are `left`.
fn forces<G: Game>(position: &G, player: Player, at_least: i32, left: &mut u64) -> Option<bool> {
    if let Some(outcome) = position.outcome() {
        return Some(outcome.utility(player) >= at_least);
    }
    let chooses = position.turn() == Some(player);
    let mut settled = Some(!chooses);
    let _ = position.for_each_move(&mut |m| {
        let child = position.child(&m).ok().filter(|_| *left > 0);
        *left = left.saturating_sub(1);
        let forced = child.and_then(|child| forces(&child, player, at_least, left));
        match forced {
            None => settled = None,
            Some(forced) if forced == chooses => settled = settled.and(Some(forced)),
            // This move does not settle it. All moves are searched, so that `left` bounds the whole tree.
            Some(_) => return ControlFlow::Continue(()),
        }
        go_on_if(settled.is_some())
    });
    settled
}
