//! Phutball: every position of a small board at once.

use std::io::Write;

use anyhow::{Result, anyhow};
use common::search::Budget;
use common::store::Store;
use common::{Game, Player};
use indicatif::HumanBytes;
use phutball::Position;
use phutball::solve::{SolveError, Solver, Table, Value};
use serde::Serialize;

use super::{Job, spinner};

/// The board that is solved where none is asked for, in a moment.
const DEFAULT: &str = "3x7";

#[derive(Serialize)]
struct Line {
    board: String,
    rules: String,
    outcome: &'static str,
    plies: Option<u8>,
    best: Vec<String>,
}

/// Values the board of a position, beginning with what the store holds.
fn table(job: &Job, position: &Position) -> Result<Table> {
    let bar = spinner();
    let budget = job
        .limit
        .map_or_else(Budget::new, |limit| Budget::new().time(limit));
    let store = job.store.as_ref();
    let mut store = store
        .map(|path| Store::open(path, Solver::KIND))
        .transpose()?;
    let mut solver = Solver::new()
        .budget(budget.memory(job.memory as u64))
        .progress(|seen| {
            let (known, of) = seen.share.unwrap_or((0, 1));
            let hundredths = 100 * known / of;
            bar.set_message(format!(
                "{}: {hundredths} % of all positions known, {:.0} s",
                seen.note,
                seen.elapsed.as_secs_f64()
            ));
        });
    if let Some(store) = &mut store {
        solver = solver.store(store);
    }
    let table = solver.table(position.size(), position.rules());
    let table = table.map_err(|reason| match reason {
        SolveError::OutOfMemory { allowed, needed } => anyhow!(
            "expected a table of at most {} (--memory), found a need of {}",
            HumanBytes(allowed),
            HumanBytes(needed)
        ),
        reason => reason.into(),
    })?;
    drop(solver);
    bar.finish_and_clear();
    Ok(table)
}

pub(crate) fn solve(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("Phutball")?;
    let position: Position = job.start.or(DEFAULT).position()?;
    let table = table(job, &position)?;
    let value = table.value(&position)?;
    let best: Vec<String> = table
        .best_turns(&position)?
        .iter()
        .map(ToString::to_string)
        .collect();
    let mover = position.turn().unwrap_or(Player::FIRST);
    let (outcome, plies) = match value {
        Value::Draw => ("draw", None),
        Value::Win(plies) => (
            if mover == Player::FIRST {
                "first"
            } else {
                "second"
            },
            Some(plies),
        ),
        Value::Loss(plies) => (
            if mover == Player::FIRST {
                "second"
            } else {
                "first"
            },
            Some(plies),
        ),
    };
    let (board, rules) = (position.to_string(), position.rules().to_string());
    if job.json {
        let line = Line {
            board,
            rules,
            outcome,
            plies,
            best,
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    match plies {
        Some(plies) => writeln!(out, "{board}: the {outcome} player wins in {plies} turns")?,
        None => writeln!(out, "{board}: a draw, neither player can force a win")?,
    }
    writeln!(out, "best: {}", best.join(" "))?;
    let counts = table.counts();
    writeln!(
        out,
        "of all positions of this board, the player to move wins {}, loses {} and draws {}",
        counts.won, counts.lost, counts.drawn
    )?;
    Ok(())
}

pub(crate) fn verify(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("Phutball")?;
    let position: Position = job.start.or(DEFAULT).position()?;
    let table = table(job, &position)?;
    let bar = spinner();
    let of = Table::bytes(table.size()).unwrap_or(1);
    table.check(&mut |done| bar.set_message(format!("checked {} %", 100 * done / of)))?;
    bar.finish_and_clear();
    writeln!(
        out,
        "{position}: the values of all {of} positions follow from those one turn on; this one is {}",
        table.value(&position)?
    )?;
    Ok(())
}
