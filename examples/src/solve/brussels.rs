//! Brussels Sprouts: a theorem knows the winner; a search that knows nothing of it confirms.

use std::io::Write;

use anyhow::Result;
use brussels::{Game, Position, solve, theory};
use serde::Serialize;

use super::Job;

#[derive(Serialize)]
struct Line {
    position: String,
    outcome: &'static str,
    nimber: u32,
    moves: usize,
}

pub(crate) fn solve(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("Brussels Sprouts")?;
    let position: Position = job.start.position()?;
    let winner = solve::winner(&position);
    let moves = theory::moves_left(&position);
    let nimber = solve::nimber(&position).0;
    if job.json {
        // By who wins: the player to move, or the other one.
        let mover = position.turn().is_some_and(|turn| turn == winner);
        let outcome = if mover { "first" } else { "second" };
        let line = Line {
            position: position.to_string(),
            outcome,
            nimber,
            moves,
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
    } else {
        writeln!(
            out,
            "{position}: the {winner} player wins, with exactly {moves} moves to come; nimber {nimber}"
        )?;
    }
    Ok(())
}

pub(crate) fn verify(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("Brussels Sprouts")?;
    let position: Position = job.start.position()?;
    let budget = common::Budget::new().memory(job.memory as u64);
    let budget = match job.limit {
        Some(limit) => budget.time(limit),
        None => budget,
    };
    let verdict = solve::verify(&position, &budget)?;
    let found = solve::winner(&position);
    writeln!(
        out,
        "{position}: a search confirms that the {found} player wins, {} sums",
        verdict.cost.nodes
    )?;
    Ok(())
}
