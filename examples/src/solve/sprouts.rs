//! Sprouts: who wins with *n* spots or in any position, the table of results, and their proofs by the plain search.

mod catalogue;
mod variant;

use std::collections::{HashMap, HashSet};
use std::fs;
use std::io::Write;
use std::ops::RangeInclusive;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Error, Result, bail, ensure};
use common::store::Store;
use common::{Budget, Ending, Game, Limit, Symmetric, Unfinished};
use serde::Serialize;
use sprouts::land::{Land, Lands};
use sprouts::notation::wgosa;
use sprouts::solve::{LandsVerdict, Loss, Proof, SolveError, Solver};
use sprouts::{Nimber, Position, Rules, Variant, theory};

use super::{Job, spinner};
use crate::input::Input;
use crate::records::{self, Content};

/// The kind of results that a store of nimbers holds: the text of a land, and its nimber in one byte.
const KIND: &str = "sprouts nimbers 1";

/// The kind of results that a store of misère play holds: the text of a position that the player to move loses, and
/// nothing.
const LOSSES: &str = "sprouts misere losses 1";

/// How many moves a position has at most whose winning moves are looked for.
const MOST_MOVES: u128 = 20_000;

/// How long the solver works before new results go to the disk.
const SLICE: Duration = Duration::from_secs(10);

#[derive(Serialize)]
struct Line {
    #[serde(skip_serializing_if = "Option::is_none")]
    n: Option<usize>,
    #[serde(skip_serializing_if = "Option::is_none")]
    position: Option<String>,
    ending: &'static str,
    /// Null if a limit was reached before there was an answer.
    outcome: Option<&'static str>,
    nimber: Option<u32>,
    nodes: Option<u64>,
    nimbers: Option<u64>,
    seconds: Option<f64>,
    /// Null if they are not known, absent where there are no moves with names.
    #[serde(skip_serializing_if = "Option::is_none")]
    winning_moves: Option<serde_json::Value>,
}

/// Reads `2..20`, with or without the sign of an ending after it.
fn range(text: &str) -> Result<Option<RangeInclusive<usize>>> {
    let Some((low, high)) = text.split_once("..") else {
        return Ok(None);
    };
    let high = high
        .trim_start_matches('=')
        .trim_end_matches(['+', '-', '−']);
    let number = |text: &str| {
        text.parse::<usize>()
            .ok()
            .filter(|n| (1..=Position::MAX_START).contains(n))
    };
    match (number(low), number(high)) {
        (Some(low), Some(high)) if low <= high => Ok(Some(low..=high)),
        _ => bail!(
            "expected a range such as `2..20` within 1 to {}, found `{text}`",
            Position::MAX_START
        ),
    }
}

/// A solver and the store of its nimbers.
struct Stored {
    solver: Solver,
    store: Option<Store>,
    budget: Budget,
}

impl Stored {
    fn new(job: &Job, ending: Ending) -> Result<Stored> {
        let bar = spinner();
        let budget = Budget::new().memory(job.memory as u64);
        let rules = Rules {
            ending,
            variant: Variant::Standard,
        };
        let mut solver = Solver::for_rules(rules)
            .budget(budget.clone())
            .threads(usize::from(job.threads))
            .progress(move |progress| {
                let (nodes, known) = (progress.nodes, progress.known);
                let rate = nodes as f64 / progress.elapsed.as_secs_f64().max(1e-3);
                let line = format!(
                    "{nodes} nodes, {rate:.0}/s, {known} results, {} MiB, {}",
                    progress.memory >> 20,
                    progress.note
                );
                bar.set_message(line);
            });
        let store = job
            .store
            .as_ref()
            .map(|path| {
                Store::open(
                    path,
                    if ending == Ending::Normal {
                        KIND
                    } else {
                        LOSSES
                    },
                )
            })
            .transpose()?;
        if ending == Ending::Normal {
            for (land, nimber) in believed(store.as_ref())? {
                solver.learn(&land, nimber);
            }
        } else {
            for loss in losses(store.as_ref())? {
                solver.learn_loss(&loss);
            }
        }
        Ok(Stored {
            solver,
            store,
            budget,
        })
    }

    /// Solves, and writes what is new to the store every few seconds.
    fn solve(
        mut self,
        position: &Lands,
        limit: Option<Duration>,
    ) -> (Stored, Result<LandsVerdict>) {
        let begun = Instant::now();
        let mut nodes = 0;
        loop {
            let left = limit.map(|limit| limit.saturating_sub(begun.elapsed()));
            let slice = if self.store.is_some() {
                Some(left.map_or(SLICE, |left| left.min(SLICE)))
            } else {
                left
            };
            if let Some(slice) = slice {
                self.solver.set_budget(self.budget.clone().time(slice));
            }
            let solved = self.solver.solve_lands(position);
            if let Err(error) = self.keep() {
                return (self, Err(error));
            }
            match solved {
                Ok(mut solution) => {
                    solution.cost.nodes += nodes;
                    solution.cost.elapsed = begun.elapsed();
                    return (self, Ok(solution));
                }
                Err(reason)
                    if reason.limit == Limit::Time
                        && limit.is_none_or(|limit| begun.elapsed() < limit) =>
                {
                    nodes += reason.nodes;
                }
                Err(error) => return (self, Err(error.into())),
            }
        }
    }

    /// Writes all nimbers that the store does not hold yet.
    fn keep(&mut self) -> Result<()> {
        let Some(store) = &mut self.store else {
            return Ok(());
        };
        for loss in self.solver.new_losses() {
            store.insert(loss.to_string().as_bytes(), &[]);
        }
        for (land, nimber) in self.solver.nimbers() {
            let key = land.to_string();
            if store.get(key.as_bytes())?.is_none() {
                store.insert(key.as_bytes(), &[nimber.0 as u8]);
            }
        }
        Ok(store.commit()?)
    }
}

/// Reads the nimbers of a store.
fn believed(store: Option<&Store>) -> Result<Vec<(Land, Nimber)>> {
    let mut nimbers = Vec::new();
    for entry in store.into_iter().flat_map(Store::iter) {
        let (key, value) = entry?;
        let text = String::from_utf8(key).context("expected a land as text in the store")?;
        let lands: Lands = text.parse()?;
        let (Some(land), [nimber], 1) = (lands.iter().next(), value.as_slice(), lands.len()) else {
            bail!("expected a land and its nimber in the store, found `{text}`");
        };
        nimbers.push((land.clone(), Nimber((*nimber).into())));
    }
    Ok(nimbers)
}

/// Reads the lost positions of a store.
fn losses(store: Option<&Store>) -> Result<Vec<Loss>> {
    let mut losses = Vec::new();
    for entry in store.into_iter().flat_map(Store::iter) {
        let (key, value) = entry?;
        let text = String::from_utf8(key).context("expected a position as text in the store")?;
        ensure!(
            value.is_empty(),
            "expected nothing but a lost position in the store, found more with `{text}`"
        );
        losses.push(
            text.parse()
                .with_context(|| format!("`{text}` in the store"))?,
        );
    }
    Ok(losses)
}

pub(crate) fn solve(job: &Job, out: &mut dyn Write) -> Result<()> {
    let text = job.start.setup.as_deref().unwrap_or("2..10");
    if let Some(path) = &job.all {
        return catalogue::write(job, path, out);
    }
    let variant = job
        .start
        .rules
        .variant
        .as_deref()
        .map_or(Ok(Variant::Standard), str::parse)?;
    match range(text)? {
        Some(spots) if variant != Variant::Standard => {
            variant::table(job, text, variant, spots, out)
        }
        Some(spots) => table(job, text, spots, out),
        None => one(job, out),
    }
}

/// Refuses more than one thread where one does all the work.
fn refuse_threads(job: &Job) -> Result<()> {
    ensure!(
        job.threads == 1,
        "expected one thread for misère play and for the variants, which cannot use more, found --threads {}",
        job.threads
    );
    Ok(())
}

/// Solves a range of starts.
fn table(job: &Job, text: &str, spots: RangeInclusive<usize>, out: &mut dyn Write) -> Result<()> {
    job.start
        .rules
        .allow("sprouts", &["--variant", "--misere"])?;
    let ending = job.start.rules.ending_of(text)?;
    if ending == Ending::Misere {
        refuse_threads(job)?;
    }
    let mut stored = Stored::new(job, ending)?;
    if !job.json {
        writeln!(
            out,
            "{:>3} {:<7} {:>6} {:<24} {:>12} {:>10} {:>9}",
            "n", "winner", "nimber", "first solved by", "nodes", "nimbers", "seconds"
        )?;
    }
    let mut is_open = false;
    let mut unsolved = Vec::new();
    for n in spots {
        let (back, solved) = stored.solve(&Lands::start(n), job.limit);
        stored = back;
        let solution = match solved {
            Ok(solution) => solution,
            Err(reason) if gave_up(&reason) => {
                if job.json {
                    let line = Line {
                        n: Some(n),
                        ..open_line(ending)
                    };
                    writeln!(out, "{}", serde_json::to_string(&line)?)?;
                } else {
                    writeln!(out, "{n:>3} {:<7} {reason}", "-")?;
                }
                out.flush()?;
                unsolved.push(n.to_string());
                continue;
            }
            Err(reason) => return Err(reason.context(format!("{n} spots"))),
        };
        // A won start has a nimber of its own to find, which costs more than the winner; it is shown where it is known.
        let nimber = solution.nimber.filter(|_| ending == Ending::Normal);
        if job.json {
            let line = line(&solution, ending);
            writeln!(
                out,
                "{}",
                serde_json::to_string(&Line { n: Some(n), ..line })?
            )?;
        } else {
            let shown = nimber.map_or("-".into(), |nimber| nimber.0.to_string());
            is_open |= nimber.is_none() && ending == Ending::Normal;
            writeln!(
                out,
                "{n:>3} {:<7} {shown:>6} {:<24} {:>12} {:>10} {:>9.2}",
                if solution.mover_wins {
                    "first"
                } else {
                    "second"
                },
                theory::first_solved(n, ending).unwrap_or("-"),
                solution.cost.nodes,
                solution.known,
                solution.cost.elapsed.as_secs_f64()
            )?;
        }
        out.flush()?;
    }
    if is_open {
        writeln!(
            out,
            "nimber -: not 0, since the start is won; the search for the winner did not need to know which"
        )?;
    }
    ensure!(
        unsolved.is_empty(),
        "gave up on {} spots: a limit was reached before there was an answer",
        unsolved.join(", ")
    );
    Ok(())
}

/// Whether a search has ended by a limit, so that others may still end with an answer.
fn gave_up(reason: &Error) -> bool {
    let solve = reason.downcast_ref::<SolveError>();
    let unfinished = solve.and_then(|reason| match reason {
        SolveError::Unfinished(reason) => Some(reason),
        _ => None,
    });
    let unfinished = unfinished.or(reason.downcast_ref::<Unfinished>());
    unfinished.is_some_and(|reason| matches!(reason.limit, Limit::Time | Limit::Memory))
}

fn ending_name(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => "normal",
        Ending::Misere => "misere",
    }
}

/// The line of a question without an answer.
fn open_line(ending: Ending) -> Line {
    Line {
        n: None,
        position: None,
        ending: ending_name(ending),
        outcome: None,
        nimber: None,
        nodes: None,
        nimbers: None,
        seconds: None,
        winning_moves: None,
    }
}

fn line(solution: &LandsVerdict, ending: Ending) -> Line {
    Line {
        outcome: Some(if solution.mover_wins {
            "first"
        } else {
            "second"
        }),
        nimber: solution.nimber.map(|nimber| nimber.0),
        nodes: Some(solution.cost.nodes),
        nimbers: Some(solution.known),
        seconds: Some(solution.cost.elapsed.as_secs_f64()),
        ..open_line(ending)
    }
}

/// Solves one position and lists its winning moves.
fn one(job: &Job, out: &mut dyn Write) -> Result<()> {
    let position: Position = match job.start.position() {
        Ok(position) => position,
        Err(reason) => return string(job, reason, out),
    };
    let Some(lands) = Lands::of(&position) else {
        return variant::one(job, &position, out);
    };
    let begun = Instant::now();
    let (stored, solution) = answer(job, position.ending(), &lands)?;
    if !job.json {
        tell(&position.to_string(), position.ending(), &solution, out)?;
    }
    let winning = winning_moves(job, &position, &solution, stored, begun)?;
    if job.json {
        let line = Line {
            position: Some(position.to_string()),
            winning_moves: Some(winning.map_or(serde_json::Value::Null, |moves| moves.all.into())),
            ..line(&solution, position.ending())
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    match winning {
        Ok(moves) if moves.all.is_empty() => {}
        Ok(moves) => {
            writeln!(out, "winning moves: {}", moves.different.join(" "))?;
            if moves.different.len() < moves.all.len() {
                writeln!(
                    out,
                    "{} moves in all, of which those are shown that lead to different drawings; --json lists all",
                    moves.all.len()
                )?;
            }
        }
        Err(reason) => writeln!(out, "winning moves: {reason}")?,
    }
    Ok(())
}

/// The moves that win, in the notation of the association.
#[derive(Default)]
struct WinningMoves {
    all: Vec<String>,
    /// Of those that lead to the same drawing but for the names of its spots and mirror images, the first.
    different: Vec<String>,
}

/// Lists the winning moves of a position that has been solved, or says why not.
fn winning_moves(
    job: &Job,
    position: &Position,
    solution: &LandsVerdict,
    mut stored: Stored,
    begun: Instant,
) -> Result<Result<WinningMoves, String>> {
    let mut winning = WinningMoves::default();
    if !solution.mover_wins {
        return Ok(Ok(winning));
    }
    let n_moves = position.count_moves();
    if n_moves > MOST_MOVES {
        let reason = format!("not looked for among {n_moves} moves, more than {MOST_MOVES}");
        return Ok(Err(reason));
    }
    // Many moves lead to the same lands, which are solved once. Not by `Solver::winning_moves`: the store is written
    // between them.
    let mut known = HashMap::new();
    let mut drawings = HashSet::new();
    for m in position.moves() {
        let child = position.child(&m)?;
        let after = Lands::of(&child).context("a child of standard Sprouts is one, too")?;
        let is_lost = if let Some(is_lost) = known.get(&after) {
            *is_lost
        } else {
            let left = job.limit.map(|limit| limit.saturating_sub(begun.elapsed()));
            let (back, answer) = stored.solve(&after, left);
            stored = back;
            match answer {
                Ok(answer) => !answer.mover_wins,
                Err(reason) if gave_up(&reason) => {
                    let found = match &winning.different[..] {
                        [] => "none until then".to_owned(),
                        moves => format!("until then {}", moves.join(" ")),
                    };
                    return Ok(Err(format!(
                        "not all were found before a limit was reached; {found}"
                    )));
                }
                Err(reason) => return Err(reason),
            }
        };
        known.insert(after, is_lost);
        if is_lost {
            let text = wgosa::write_move(position, &m)?;
            if drawings.insert(child.canonical()) {
                winning.different.push(text.clone());
            }
            winning.all.push(text);
        }
    }
    Ok(Ok(winning))
}

/// Solves what is no position with numbers, but a string of the solvers such as `0.1a1a`. Anything else is refused for the
/// given reason.
fn string(job: &Job, reason: Error, out: &mut dyn Write) -> Result<()> {
    let input = Input::literal_or_file(job.start.setup.as_deref().unwrap_or_default())?;
    // Numbers with full stops between them are boundaries here, though they look like lists of spots.
    let stops = input.text.trim();
    let (text, spelled) = if stops.contains('.') && stops.parse::<Lands>().is_ok() {
        (stops.to_owned(), stops.to_owned())
    } else {
        let Ok(Content::Values(valued, values)) = records::read::<Position>(&input, None, false)
        else {
            return Err(reason);
        };
        let [(_, text)] = &values[..] else {
            return Err(reason);
        };
        let spelled = (valued.rewrite)(text, "glop").map_err(Error::msg)?;
        let spelled = spelled.context("expected a string of the solvers")?;
        (text.clone(), spelled)
    };
    let lands: Lands = spelled.parse()?;
    let rules = &job.start.rules;
    rules.allow("a position without numbers", &["--misere"])?;
    let ending = rules.ending_of("")?;
    let (_, solution) = answer(job, ending, &lands)?;
    if job.json {
        let line = Line {
            position: Some(text),
            ..line(&solution, ending)
        };
        writeln!(out, "{}", serde_json::to_string(&line)?)?;
        return Ok(());
    }
    tell(&text, ending, &solution, out)
}

/// Solves one position.
fn answer(job: &Job, ending: Ending, lands: &Lands) -> Result<(Stored, LandsVerdict)> {
    if ending == Ending::Misere {
        refuse_threads(job)?;
    }
    let (stored, solved) = Stored::new(job, ending)?.solve(lands, job.limit);
    Ok((stored, solved?))
}

/// Prints who wins a position.
fn tell(
    position: &str,
    ending: Ending,
    solution: &LandsVerdict,
    out: &mut dyn Write,
) -> Result<()> {
    let who = if solution.mover_wins { "wins" } else { "loses" };
    writeln!(out, "{position}: the player to move {who}")?;
    if let Some(nimber) = solution.nimber.filter(|_| ending == Ending::Normal) {
        writeln!(out, "nimber: {}", nimber.0)?;
    }
    let results = match solution.known {
        1 => "1 result".to_owned(),
        n => format!("{n} results"),
    };
    writeln!(
        out,
        "{} nodes, {results} stored, {:.2} s",
        solution.cost.nodes,
        solution.cost.elapsed.as_secs_f64()
    )?;
    out.flush()?;
    Ok(())
}

pub(crate) fn verify(job: &Job, out: &mut dyn Write) -> Result<()> {
    let text = job.start.setup.as_deref().unwrap_or("2..8");
    let nimbers = match &job.store {
        Some(path) => read_store(path)?,
        None => Vec::new(),
    };
    let nimbers: HashMap<Land, Nimber> = nimbers.into_iter().collect();
    let (ending, positions) = if let Some(spots) = range(text)? {
        let starts = spots.map(|n| (format!("{n}+"), Lands::start(n)));
        (job.start.rules.ending_of(text)?, starts.collect())
    } else {
        let position: Position = job.start.position()?;
        let lands = Lands::of(&position).context("expected standard Sprouts")?;
        (position.ending(), vec![(position.to_string(), lands)])
    };
    ensure!(
        ending == Ending::Normal,
        "expected normal play, in which the plain search proves by nimbers"
    );
    for (name, lands) in positions {
        let believed = |land: &Land| nimbers.get(land).copied();
        let mut budget = Budget::new();
        if let Some(limit) = job.limit {
            budget = budget.time(limit);
        }
        let proof =
            Proof::find(&lands, &believed, &budget, &mut |_| ()).with_context(|| name.clone())?;
        let mut solver = Solver::new().budget(Budget::new().memory(job.memory as u64));
        let solution = solver.solve_lands(&lands)?;
        ensure!(
            proof.mover_wins() == solution.mover_wins,
            "{name}: the plain search and the solver disagree on whether the player to move wins"
        );
        let who = if proof.mover_wins() { "wins" } else { "loses" };
        writeln!(
            out,
            "{name}: proved that the player to move {who}, by {} couples",
            proof.len()
        )?;
        out.flush()?;
    }
    Ok(())
}

/// Reads a store that is there already.
fn read_store(path: &Path) -> Result<Vec<(Land, Nimber)>> {
    fs::metadata(path).with_context(|| format!("expected a store at `{}`", path.display()))?;
    believed(Some(&Store::open_existing(path, KIND)?))
}
