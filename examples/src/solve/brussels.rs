//! Brussels Sprouts: a theorem knows the winner; a search that knows nothing of it confirms.

use std::io::Write;

use anyhow::{Result, ensure};
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
    let moves = theory::n_moves_left(&position);
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
    let budget = job.limit.map_or_else(common::search::Budget::new, |limit| {
        common::search::Budget::new().time(limit)
    });
    let mut solver = solve::Solver::new()
        .budget(budget)
        .most_entries(job.memory / 256);
    let (expected, found) = (solve::winner(&position), solver.winner(&position)?);
    ensure!(
        expected == found,
        "the theorem says that the {expected} player wins, the search {found}"
    );
    writeln!(
        out,
        "{position}: a search confirms that the {found} player wins, {} sums",
        solver.entries()
    )?;
    Ok(())
}
