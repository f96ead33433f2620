//! SOS: the value of a board by search, and by the table of all boards.

use std::io::Write;

use anyhow::Result;
use common::search::Budget;
use common::store::Store;
use common::{Game, Verdict};
use serde::Serialize;
use sos::solve::{Method, Solver};
use sos::{Move, Player, Position};

use super::{Job, spinner};

/// The board that is solved where none is asked for, in a moment.
const DEFAULT: &str = "3x4";

#[derive(Serialize)]
struct Line {
    board: String,
    rules: String,
    value: i64,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// The second method, and how many positions it looked at.
type Again = (Method, u64);

/// Solves a position, and once more by another method to verify it.
fn run(job: &Job, position: &Position, verify: bool) -> Result<(Verdict<Move>, Option<Again>)> {
    let bar = spinner();
    let budget = Budget::new().memory(job.memory as u64);
    let budget = match job.limit {
        Some(limit) => budget.time(limit),
        None => budget,
    };
    let mut store = match &job.store {
        Some(path) => Some(Store::open(path, Solver::KIND)?),
        None => None,
    };
    let mut solver = Solver::new().budget(budget).progress(|seen| {
        bar.set_message(format!(
            "{} nodes, {:.0} s",
            seen.nodes,
            seen.elapsed.as_secs_f64()
        ));
    });
    if let Some(store) = &mut store {
        solver = solver.store(store);
    }
    let found = if verify {
        let found = solver.verify(position)?;
        (found.verdict, Some((found.by, found.cost.nodes)))
    } else {
        (solver.solve(position)?, None)
    };
    drop(solver);
    bar.finish_and_clear();
    Ok(found)
}

/// Returns the value for the player to move, or for the first player if nobody is.
fn for_mover(position: &Position, verdict: &Verdict<Move>) -> i64 {
    let value = i64::from(verdict.outcome.utility(Player::FIRST));
    let value = verdict.margin.unwrap_or(value);
    if position.turn() == Some(Player::SECOND) {
        -value
    } else {
        value
    }
}

pub(crate) fn solve(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("SOS")?;
    let position: Position = job.start.or(DEFAULT).position()?;
    let (verdict, _) = run(job, &position, false)?;
    let best = verdict.moves.iter().flatten();
    let best: Vec<String> = best.map(ToString::to_string).collect();
    let value = for_mover(&position, &verdict);
    let rules = position.rules().to_string();
    if job.json {
        let line = Line {
            board: position.to_string(),
            rules,
            value,
            best,
            nodes: verdict.cost.nodes,
            seconds: verdict.cost.elapsed.as_secs_f64(),
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    let meaning = match (position.rules().ends_at_first(), value.signum()) {
        (_, 0) => "a draw".to_owned(),
        (true, 1) => "the player to move wins".to_owned(),
        (true, _) => "the player to move loses".to_owned(),
        (false, 1) => format!("the player to move wins by {value}"),
        (false, _) => format!("the player to move loses by {}", -value),
    };
    writeln!(out, "{position}, {rules} rules: value {value:+}, {meaning}")?;
    writeln!(out, "best: {}", best.join(" "))?;
    writeln!(
        out,
        "{} nodes, {:.2} s",
        verdict.cost.nodes,
        verdict.cost.elapsed.as_secs_f64()
    )?;
    Ok(())
}

pub(crate) fn verify(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("SOS")?;
    let position: Position = job.start.or(DEFAULT).position()?;
    let (verdict, again) = run(job, &position, true)?;
    let found = for_mover(&position, &verdict);
    let by = match again {
        Some((Method::Plain, nodes)) => {
            format!("a search that knows only symmetry, {nodes} nodes,")
        }
        Some((_, boards)) => format!("the table of all {boards} boards"),
        None => unreachable!("the value was to be verified"),
    };
    writeln!(out, "{position}: {by} confirms the value {found:+}")?;
    Ok(())
}
