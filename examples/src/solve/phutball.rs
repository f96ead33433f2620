//! Phutball: every position of a small board at once.

use std::io::Write;

use anyhow::{Result, bail};
use common::{Game, Player};
use phutball::Position;
use phutball::solve::{Table, Value};
use serde::Serialize;

use super::Job;

#[derive(Serialize)]
struct Line {
    board: String,
    rules: String,
    outcome: &'static str,
    plies: Option<u8>,
    best: Vec<String>,
}

pub(crate) fn solve(job: &Job, out: &mut dyn Write) -> Result<()> {
    let position: Position = job.start.position()?;
    let table = Table::solve(position.size(), position.rules(), job.memory as u64)?;
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

pub(crate) fn verify() -> Result<()> {
    bail!(
        "expected a game whose results can be stored, found phutball, which is solved anew each time"
    )
}
