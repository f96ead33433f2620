//! The variants: nimbers where both players have the same moves, classes and values in Antwerp Sprouts.

use std::io::Write;
use std::ops::RangeInclusive;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use common::{Budget, Ending, Game, Player};
use serde::Serialize;
use sprouts::land::{Lands, Reductions};
use sprouts::solve::antwerp::Antwerp;
use sprouts::solve::{LandsVerdict, Solver};
use sprouts::{Position, Rules, Variant};

use super::super::{Job, spinner};
use super::{Line, line, refuse_threads};

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
    refuse(job)?;
    if variant.is_antwerp() {
        return antwerp_table(job, Rules { ending, variant }, spots, out);
    }
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
            let line = line(&solution, ending);
            let line = Line { n: Some(n), ..line };
            writeln!(out, "{}", serde_json::to_string(&line)?)?;
        } else {
            let nimber = solution
                .nimber
                .map_or("-".into(), |nimber| nimber.0.to_string());
            let winner = if solution.mover_wins {
                "first"
            } else {
                "second"
            };
            let cost = solution.cost;
            let (nodes, seconds) = (cost.nodes, cost.elapsed.as_secs_f64());
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
    if position.rules().variant.is_antwerp() {
        return antwerp_position(job, position, out);
    }
    let solution = answer(job, position)?;
    let line = line(&solution, position.ending());
    if job.json {
        let line = Line {
            position: Some(position.to_string()),
            ..line
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    let who = if solution.mover_wins { "wins" } else { "loses" };
    writeln!(
        out,
        "{position}: the player to move {who}, {} nodes",
        solution.cost.nodes
    )?;
    if let Some(nimber) = solution.nimber {
        writeln!(out, "nimber: {}", nimber.0)?;
    }
    Ok(())
}

/// Who wins, the first player being the one to move, and the nimber in normal play.
fn answer(job: &Job, position: &Position) -> Result<LandsVerdict> {
    refuse(job)?;
    let rules = position.rules();
    let begun = Instant::now();
    let lands = Lands::drawn(position, Reductions::of(rules.variant));
    let lands = lands.context("expected a variant without colours")?;
    let bar = spinner();
    let mut solver = Solver::for_rules(rules)
        .budget(budget(job))
        .progress(move |progress| {
            let (nodes, known) = (progress.nodes, progress.known);
            bar.set_message(format!("{nodes} nodes, {known} results"));
        });
    let mut solution = solver.solve_lands(&lands)?;
    if rules.ending == Ending::Normal {
        solution.nimber = Some(solver.nimber(&lands)?);
    }
    solution.cost.elapsed = begun.elapsed();
    Ok(solution)
}

fn budget(job: &Job) -> Budget {
    let budget = Budget::new().memory(job.memory as u64);
    match job.limit {
        Some(limit) => budget.time(limit),
        None => budget,
    }
}

/// Refuses what only standard Sprouts has.
fn refuse(job: &Job) -> Result<()> {
    refuse_threads(job)?;
    ensure!(
        job.store.is_none(),
        "expected standard Sprouts for --store, found a variant"
    );
    Ok(())
}

/// The longest name of a value that is shown; a longer one is told by its stops.
const NAME: usize = 48;

/// Up to how many lives values are found: four hot spots are worth pages of options.
const VALUED: usize = 9;

/// What there is to say of a position of Antwerp Sprouts.
#[derive(Serialize)]
struct Antwerpian {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    ending: &'static str,
    outcome: &'static str,
    class: String,
    value: Option<String>,
    nodes: u64,
    seconds: f64,
}

fn antwerp_solver(job: &Job) -> Antwerp {
    let bar = spinner();
    Antwerp::new()
        .budget(budget(job))
        .progress(move |now| bar.set_message(format!("{} sums", now.nodes)))
}

/// The class of a position, and its value in normal play if it is small.
fn antwerp(job: &Job, solver: &mut Antwerp, position: &Position) -> Result<Antwerpian> {
    refuse(job)?;
    let (begun, before) = (Instant::now(), solver.nodes());
    let class = solver.class(position)?;
    let turn = position.turn().unwrap_or(Player::FIRST);
    let mover_wins = class.winner(turn) == turn;
    let mut value = None;
    if position.lives() <= VALUED && position.ending() == Ending::Normal {
        let name = solver.value(position)?;
        value = Some(name);
        if value.as_ref().is_some_and(|name| name.len() > NAME) && !job.json {
            let [left, right] = solver.stops(position)?;
            value = Some(format!("hot, between {left} and {right}"));
        }
    }
    Ok(Antwerpian {
        n: None,
        position: None,
        ending: match position.ending() {
            Ending::Normal => "normal",
            Ending::Misere => "misere",
        },
        outcome: if mover_wins { "first" } else { "second" },
        class: class.to_string(),
        value,
        nodes: solver.nodes() - before,
        seconds: begun.elapsed().as_secs_f64(),
    })
}

fn antwerp_table(
    job: &Job,
    rules: Rules,
    spots: RangeInclusive<usize>,
    out: &mut dyn Write,
) -> Result<()> {
    let mut solver = antwerp_solver(job);
    if !job.json {
        let [n, class, value, nodes, seconds] = ["n", "class", "value", "nodes", "seconds"];
        writeln!(
            out,
            "{n:>3} {class:<5} {value:<24} {nodes:>12} {seconds:>9}"
        )?;
    }
    for n in spots {
        let position = Position::new(n, rules)?;
        let found = antwerp(job, &mut solver, &position)?;
        if job.json {
            let found = Antwerpian {
                n: Some(n),
                ..found
            };
            writeln!(out, "{}", serde_json::to_string(&found)?)?;
        } else {
            let (class, value) = (found.class, found.value.unwrap_or_else(|| "-".into()));
            let (nodes, seconds) = (found.nodes, found.seconds);
            writeln!(
                out,
                "{n:>3} {class:<5} {value:<24} {nodes:>12} {seconds:>9.2}"
            )?;
        }
        out.flush()?;
    }
    Ok(())
}

fn antwerp_position(job: &Job, position: &Position, out: &mut dyn Write) -> Result<()> {
    let found = antwerp(job, &mut antwerp_solver(job), position)?;
    if job.json {
        let found = Antwerpian {
            position: Some(position.to_string()),
            ..found
        };
        writeln!(out, "{}", serde_json::to_string(&found)?)?;
        return Ok(());
    }
    let who = if found.outcome == "first" {
        "wins"
    } else {
        "loses"
    };
    writeln!(
        out,
        "{position}: the player to move {who}; class {}, {} nodes",
        found.class, found.nodes
    )?;
    if let Some(value) = found.value {
        writeln!(out, "value: {value}")?;
    }
    Ok(())
}
