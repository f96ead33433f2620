//! What `solve` does for Sprouts alone: strings of the solvers, catalogues, classes and values of Antwerp Sprouts, and
//! who solved a start first.

use std::any::Any;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Error, Result, bail, ensure};
use common::reading::{self, Content, ReadOptions, Source};
use common::{Budget, Ending, Nimber, Symmetric};
use sprouts::land::{Lands, Reductions};
use sprouts::solve::antwerp::Antwerp;
use sprouts::solve::catalogue::Catalogue;
use sprouts::solve::{SolveError, Solver};
use sprouts::theory::first_solved;
use sprouts::{Position, Rules, Variant};

use crate::input::Input;
use crate::json;
use crate::solve::{Job, spinner};
use crate::units::budget;

/// What one game says about an answer beyond its verdict.
#[derive(Debug, Default)]
pub(crate) struct Extra {
    /// Who published the result first.
    pub(crate) note: &'static str,
    /// Antwerp Sprouts: who wins whoever begins.
    pub(crate) class: Option<String>,
    /// Antwerp Sprouts: the value in the notation of *Winning Ways*.
    pub(crate) value: Option<String>,
    /// Whether the nimber is not 0, and not known.
    pub(crate) is_open: bool,
    /// What was not found before a limit was reached.
    pub(crate) missing: Vec<&'static str>,
    /// Which limit was reached, as a sentence.
    pub(crate) stopped: Option<String>,
}

impl Extra {
    /// Returns what a search has found. If a limit ended the search, notes what is missing and why.
    fn found<T>(
        &mut self,
        what: &[&'static str],
        found: Result<T, impl Into<SolveError>>,
    ) -> Result<Option<T>> {
        match found.map_err(Into::into) {
            Ok(found) => Ok(Some(found)),
            Err(SolveError::Unfinished(reason)) => {
                self.missing.extend(what);
                self.stopped = Some(reason.to_string());
                Ok(None)
            }
            Err(reason) => Err(reason.into()),
        }
    }
}

/// Refuses more than one thread where one does all the work.
pub(crate) fn refuse_threads(threads: u16, position: &dyn Any) -> Result<()> {
    let rules = position.downcast_ref::<Position>().map(Position::rules);
    ensure!(
        threads == 1 || rules == Some(Rules::NORMAL),
        "expected one thread for misère play and for the variants, which cannot use more, found --threads {threads}"
    );
    Ok(())
}

/// The longest name of a value that is shown; a longer one is told by its stops.
const NAME: usize = 48;

/// Up to how many lives values are found: four hot spots are worth pages of options.
const VALUED: usize = 9;

/// Returns what there is to say about an answer if the game is Sprouts. The nimber of a variant is found here, within
/// the budget that `left` returns: what the searches before have left of the budget for the whole start.
pub(crate) fn extra(
    position: &dyn Any,
    n: Option<usize>,
    nimber: &mut Option<Nimber>,
    job: &Job,
    left: &dyn Fn() -> Budget,
) -> Result<Extra> {
    let Some(position) = position.downcast_ref::<Position>() else {
        return Ok(Extra::default());
    };
    let Rules { ending, variant } = position.rules();
    if ending == Ending::Misere {
        *nimber = None;
    }
    if variant == Variant::Standard {
        let is_open = ending == Ending::Normal && nimber.is_none();
        let note = n.map_or("", |n| first_solved(n, ending).unwrap_or("-"));
        return Ok(Extra {
            note,
            is_open,
            ..Extra::default()
        });
    }
    let mut extra = Extra::default();
    if !variant.is_antwerp() {
        if ending == Ending::Normal && nimber.is_none() {
            let lands = Lands::drawn(position, Reductions::of(variant))
                .context("expected a variant without colours")?;
            let mut solver = Solver::for_rules(position.rules()).budget(left());
            *nimber = extra.found(&["nimber"], solver.nimber(&lands))?;
        }
        return Ok(extra);
    }
    let is_valued = position.lives() <= VALUED && ending == Ending::Normal;
    let mut solver = Antwerp::new().budget(left());
    let missing: &[&str] = if is_valued {
        &["class", "value"]
    } else {
        &["class"]
    };
    let class = extra.found(missing, solver.class(position))?;
    extra.class = class.map(|class| class.to_string());
    if !is_valued || extra.class.is_none() {
        return Ok(extra);
    }
    let mut solver = solver.budget(left());
    extra.value = extra.found(&["value"], solver.value(position))?;
    if !job.json && extra.value.as_ref().is_some_and(|value| value.len() > NAME) {
        let mut solver = solver.budget(left());
        let stops = extra.found(&["value"], solver.stops(position))?;
        extra.value = stops.map(|[left, right]| format!("hot, between {left} and {right}"));
    }
    Ok(extra)
}

/// Returns those of the moves that lead to different drawings, but for the names of spots and mirror images; empty if
/// the game is not Sprouts.
pub(crate) fn different<G: common::Game + 'static>(
    position: &G,
    moves: &[G::Move],
) -> Vec<G::Move> {
    let mut drawings = HashSet::new();
    let is_new = |m: &&G::Move| {
        let child = position.child(m).ok();
        let child = child
            .as_ref()
            .and_then(|child| (child as &dyn Any).downcast_ref::<Position>());
        child.is_some_and(|child| drawings.insert(child.canonical()))
    };
    moves.iter().filter(is_new).cloned().collect()
}

/// Solves a string of the solvers, which has no numbers of spots, such as `0.1a1a`. Anything else is refused for
/// the given reason.
pub(crate) fn string(job: &Job, text: &str, reason: Error, out: &mut dyn Write) -> Result<()> {
    let (source, _) = Input::read(text)?;
    // Numbers with full stops between them are boundaries here, though they look like lists of spots.
    let stops = source.text.trim();
    let (text, lands) = if let (true, Ok(lands)) = (stops.contains('.'), stops.parse::<Lands>()) {
        (stops.to_owned(), lands)
    } else {
        match read_string(&source)? {
            Some(read) => read,
            None => return Err(reason),
        }
    };
    ensure!(
        job.store.is_none(),
        "expected no --store for a position without numbers"
    );
    ensure!(
        job.threads == 1,
        "expected one thread for a position without numbers, found --threads {}",
        job.threads
    );
    let rules = &job.start.rules;
    rules
        .options()
        .allow("a position without numbers", &["--misere"])?;
    let ending = rules.options().ending_of("")?;
    let variant = Variant::Standard;
    let bar = spinner();
    let budget = budget(job.limit, Some(job.memory));
    let mut solver = Solver::for_rules(Rules { ending, variant }).budget(budget);
    let verdict = solver.solve_lands(&lands)?;
    bar.finish_and_clear();
    let nimber = verdict.nimber.filter(|_| ending == Ending::Normal);
    if job.json {
        let winner = if verdict.mover_wins {
            "first"
        } else {
            "second"
        };
        let mut line = serde_json::to_value(json::Position::without_players("sprouts", &text))?;
        line["winner"] = winner.into();
        line["proved"] = true.into();
        line["nimber"] = nimber.map(|nimber| nimber.0).into();
        line["cost"] = serde_json::to_value(json::Price::from(verdict.cost))?;
        writeln!(out, "{line}")?;
        return Ok(());
    }
    let who = if verdict.mover_wins { "wins" } else { "loses" };
    writeln!(out, "{text}: the player to move {who}")?;
    if let Some(nimber) = nimber {
        writeln!(out, "nimber: {}", nimber.0)?;
    }
    writeln!(out, "{}", verdict.cost)?;
    Ok(())
}

/// Reads a text that says how a position plays; `None` if it says something else.
fn read_string(source: &Source) -> Result<Option<(String, Lands)>> {
    let Ok(Content::Values(valued, values)) =
        reading::read::<Position>(source, &ReadOptions::default())
    else {
        return Ok(None);
    };
    let [(_, text)] = &values[..] else {
        return Ok(None);
    };
    let spelled = (valued.rewrite)(text, "glop").map_err(Error::msg)?;
    let spelled = spelled.context("expected a string of the solvers")?;
    Ok(Some((text.clone(), spelled.parse()?)))
}

/// Finds every position that can be reached and writes them to a file, or prints them.
pub(crate) fn catalogue(job: &Job, path: &Path, out: &mut dyn Write) -> Result<()> {
    let position: Position = job.start.position()?;
    let lands = Lands::of(&position)
        .context("expected standard Sprouts for --all, found a variant without reductions")?;
    let begun = std::time::Instant::now();
    let bar = spinner();
    let mut progress =
        |seen: &common::Progress| bar.set_message(format!("{} positions", seen.known));
    let budget = budget(job.limit, Some(job.memory));
    let catalogue = Catalogue::new(&lands, Reductions::ALL, &budget, &mut progress)?;
    bar.finish_and_clear();
    if path == Path::new("-") {
        for line in catalogue.lines() {
            out.write_all(line.as_bytes())?;
        }
        return Ok(());
    }
    let kept = fill(path, catalogue.lines())?;
    let (place, positions) = (path.display(), catalogue.len());
    let seconds = begun.elapsed().as_secs_f64();
    let went_on = if kept > 0 {
        format!(", {kept} lines of which were there already")
    } else {
        String::new()
    };
    writeln!(
        out,
        "{positions} positions in `{place}`{went_on}; {seconds:.2} s"
    )?;
    Ok(())
}

/// Writes lines to a file. Those that it holds already must be the first ones; returns how many they are.
fn fill(path: &Path, lines: impl Iterator<Item = String>) -> Result<usize> {
    let failed = || format!("writing `{}`", path.display());
    let options = &mut File::options();
    let file = options.read(true).write(true).create(true).truncate(false);
    let mut file = file.open(path).with_context(failed)?;
    // A device may be read without end.
    ensure!(
        file.metadata().with_context(failed)?.is_file(),
        "expected a file for the catalogue at `{}`, found something else; `-` prints it",
        path.display()
    );
    let mut reader = BufReader::new(&file);
    let mut lines = lines.peekable();
    let (mut kept, mut end) = (0, 0);
    loop {
        let mut found = Vec::new();
        reader.read_until(b'\n', &mut found).with_context(failed)?;
        match lines.peek() {
            _ if found.is_empty() => break,
            Some(line) if line.as_bytes() == found => {
                kept += 1;
                end += found.len() as u64;
                lines.next();
            }
            // Cut off in the middle of a line.
            Some(line) if line.as_bytes().starts_with(&found) => break,
            _ => bail!(
                "expected the beginning of this catalogue in `{}`, found something else in line {}",
                path.display(),
                kept + 1
            ),
        }
    }
    drop(reader);
    file.set_len(end).with_context(failed)?;
    file.seek(SeekFrom::End(0)).with_context(failed)?;
    let mut writer = BufWriter::new(&file);
    for line in lines {
        writer.write_all(line.as_bytes()).with_context(failed)?;
    }
    writer.flush().with_context(failed)?;
    drop(writer);
    file.sync_all().with_context(failed)?;
    Ok(kept)
}
