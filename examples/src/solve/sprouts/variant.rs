//! The variants: nimbers where both players have the same moves, winners in Antwerp Sprouts.

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{Result, ensure};
use common::search::alpha_beta::OutcomeOnly;
use common::search::{AlphaBeta, Budget};
use common::{Ending, Player};
use sprouts::land::{Lands, Reductions};
use sprouts::solve::{Solution, Solver};
use sprouts::{Position, Rules, Variant};

use super::super::{Job, spinner};
use super::{Line, line};

/// Solves a range of starts.
pub(super) fn table(
    job: &Job,
    text: &str,
    variant: Variant,
    spots: RangeInclusive<usize>,
    out: &mut dyn Write,
) -> Result<()> {
    let rules = &job.start.rules;
    rules.allow("sprouts", &["--variant", "--misere"])?;
    let ending = rules.ending_of(text)?;
    if !job.json {
        let head = ["n", "winner", "nimber", "nodes", "seconds"];
        let [n, winner, nimber, nodes, seconds] = head;
        writeln!(
            out,
            "{n:>3} {winner:<7} {nimber:>6} {nodes:>12} {seconds:>9}"
        )?;
    }
    for n in spots {
        let position = Position::new(n, Rules { ending, variant })?;
        let solution = answer(job, &position)?;
        if job.json {
            let line = line(&solution, ending, solution.nimber);
            let line = Line { n: Some(n), ..line };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else {
            let nimber = solution
                .nimber
                .map_or("-".into(), |nimber| nimber.to_string());
            let winner = solution.winner.to_string();
            let (nodes, seconds) = (solution.nodes, solution.time.as_secs_f64());
            writeln!(
                out,
                "{n:>3} {winner:<7} {nimber:>6} {nodes:>12} {seconds:>9.2}"
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

/// Solves one position.
pub(super) fn one(job: &Job, position: &Position, out: &mut dyn Write) -> Result<()> {
    let solution = answer(job, position)?;
    let line = line(&solution, position.ending(), solution.nimber);
    if job.json {
        let line = Line {
            position: Some(position.to_string()),
            ..line
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    let wins = solution.winner == Player::FIRST;
    let who = if wins { "wins" } else { "loses" };
    writeln!(
        out,
        "{position}: the player to move {who}, {} nodes",
        solution.nodes
    )?;
    if let Some(nimber) = solution.nimber {
        writeln!(out, "nimber: {nimber}")?;
    }
    Ok(())
}

/// Who wins, the first player being the one to move, and the nimber in normal play of an impartial variant.
fn answer(job: &Job, position: &Position) -> Result<Solution> {
    ensure!(
        job.store.is_none(),
        "expected standard Sprouts for --store, found a variant"
    );
    let rules = position.rules();
    let begun = Instant::now();
    if let Some(lands) = Lands::drawn(position, Reductions::of(rules.variant)) {
        let bar = spinner();
        let mut solver = Solver::new()
            .with_variant(rules.variant)
            .with_ending(rules.ending)
            .with_memory(job.memory)
            .with_progress(move |progress| {
                let (nodes, nimbers) = (progress.nodes, progress.nimbers);
                bar.set_message(format!("{nodes} nodes, {nimbers} results"));
            });
        if let Some(limit) = job.limit {
            solver = solver.with_time_limit(limit);
        }
        let mut solution = solver.solve(&lands)?;
        if rules.ending == Ending::Normal {
            solution.nimber = Some(solver.nimber(&lands)?);
        }
        solution.time = begun.elapsed();
        return Ok(solution);
    }
    // Antwerp Sprouts by alpha-beta, which needs no theory.
    let budget = job
        .limit
        .map_or_else(Budget::new, |limit| Budget::new().time(limit));
    let mut search = AlphaBeta::new(OutcomeOnly).with_table(job.memory / 512);
    let report = search.run(position, &budget, &mut |_| ());
    ensure!(
        report.exact,
        "expected an answer within the limit, found none after {} nodes",
        report.nodes
    );
    let first_wins = report.value > 0;
    let mover_wins = first_wins == (position.mover() == Player::FIRST);
    Ok(Solution {
        winner: if mover_wins {
            Player::FIRST
        } else {
            Player::SECOND
        },
        nimber: None,
        nodes: report.nodes,
        nimbers: 0,
        time: report.elapsed,
    })
}
