//! SOS: the value of a board by search, and by the table of all boards.

use std::io::Write;

use anyhow::{Result, ensure};
use common::search::Budget;
use common::store::Store;
use serde::Serialize;
use sos::Position;
use sos::solve::{GaveUp, Method, Solution, Solver};

use super::{Job, spinner};

/// The board that is solved where none is asked for, in a moment.
const DEFAULT: &str = "3x4";

#[derive(Serialize)]
struct Line {
    board: String,
    rules: String,
    value: i32,
    best: Vec<String>,
    nodes: u64,
    seconds: f64,
}

/// Solves by the given method; only the search uses the store.
fn run(job: &Job, position: &Position, method: Method) -> Result<Solution> {
    let bar = spinner();
    let budget = job
        .limit
        .map_or_else(Budget::new, |limit| Budget::new().time(limit));
    let mut store = match (&job.store, method) {
        (Some(path), Method::Search) => Some(Store::open(path, Solver::KIND)?),
        _ => None,
    };
    let mut solver = Solver::new()
        .method(method)
        .memory(job.memory)
        .budget(budget)
        .progress(|seen| {
            bar.set_message(format!(
                "{method}: {} nodes, {:.0} s",
                seen.nodes,
                seen.elapsed.as_secs_f64()
            ));
        });
    if let Some(store) = &mut store {
        solver = solver.store(store);
    }
    let solution = solver.solve(position)?;
    drop(solver);
    bar.finish_and_clear();
    Ok(solution)
}

pub(crate) fn solve(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("SOS")?;
    let position: Position = job.start.or(DEFAULT).position()?;
    let solution = run(job, &position, Method::Search)?;
    let best: Vec<String> = solution.best.iter().map(ToString::to_string).collect();
    let rules = position.rules().to_string();
    if job.json {
        let line = Line {
            board: position.to_string(),
            rules,
            value: solution.value,
            best,
            nodes: solution.nodes,
            seconds: solution.elapsed.as_secs_f64(),
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    let value = solution.value;
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
        solution.nodes,
        solution.elapsed.as_secs_f64()
    )?;
    Ok(())
}

pub(crate) fn verify(job: &Job, out: &mut dyn Write) -> Result<()> {
    job.refuse_threads("SOS")?;
    let position: Position = job.start.or(DEFAULT).position()?;
    let found = run(job, &position, Method::Search)?.value;
    // The table where it fits into the memory, and else a search that uses no reduction.
    let (again, by) = match run(job, &position, Method::Table) {
        Ok(again) => {
            let by = format!("the table of all {} boards", again.nodes);
            (again, by)
        }
        Err(error) if matches!(error.downcast_ref(), Some(GaveUp::Memory { .. })) => {
            let again = run(job, &position, Method::Plain)?;
            let by = format!("a search that knows only symmetry, {} nodes,", again.nodes);
            (again, by)
        }
        Err(error) => return Err(error),
    };
    ensure!(
        found == again.value,
        "the search says {found:+}, {by} {:+}",
        again.value
    );
    writeln!(out, "{position}: {by} confirms the value {found:+}")?;
    Ok(())
}
