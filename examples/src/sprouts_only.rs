//! The parts of `solve` that only Sprouts has: solver strings, catalogues, classes and values of Antwerp Sprouts, and
//! who solved a start first.

use std::any::Any;
use std::collections::HashSet;
use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Error, Result, bail, ensure};
use common::reading::{self, Content, ReadOptions, Source};
use common::store::Store;
use common::{Budget, Ending, Game, Nimber, Outcome, Symmetric};
use sprouts::land::{Lands, Reductions};
use sprouts::solve::antwerp::Antwerp;
use sprouts::solve::catalogue::Catalogue;
use sprouts::solve::{SolveError, Solver, stored};
use sprouts::theory::first_solved;
use sprouts::{Position, Rules, Variant};

use crate::input::{Input, write_whole};
use crate::json;
use crate::solve::{Job, spinner};
use crate::units::budget;

/// The additions of one game to a verdict.
#[derive(Debug, Default)]
pub(crate) struct Extra {
    /// Who published the result first.
    pub(crate) note: &'static str,
    /// Antwerp Sprouts: the outcome class.
    pub(crate) class: Option<String>,
    /// Antwerp Sprouts: the value in the notation of *Winning Ways*.
    pub(crate) value: Option<String>,
    /// Whether the nimber is unknown but not 0.
    pub(crate) is_open: bool,
    /// What is missing because a limit was reached.
    pub(crate) missing: Vec<&'static str>,
    /// The limit that was reached, as a sentence.
    pub(crate) stopped: Option<String>,
}

impl Extra {
    /// Returns the result of a search. If a limit ended it, records what is missing and why.
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

/// Refuses more than one thread where the solver uses only one.
pub(crate) fn refuse_threads(threads: u16, position: &dyn Any) -> Result<()> {
    let rules = position.downcast_ref::<Position>().map(Position::rules);
    ensure!(
        threads == 1 || rules == Some(Rules::NORMAL),
        "expected one thread for misère play and for the variants, which cannot use more, found --threads {threads}"
    );
    Ok(())
}

/// The longest name of a value to print; longer ones are replaced by their stops.
const NAME: usize = 48;

/// The most lives of a position whose value is found: the value of four hot spots has pages of options.
const VALUED: usize = 9;

/// Returns the additions to a verdict if the game is Sprouts. Finds the nimber of a variant within the budget that
/// `left` returns, which is what earlier searches left of the budget for this start.
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

/// Returns one move for each different drawing that the moves lead to, up to names of spots and mirror images; empty if
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

/// Solves a solver string, which has no spot numbers, such as `0.1a1a`. Refuses anything else with the given reason.
pub(crate) fn string(job: &Job, text: &str, reason: Error, out: &mut dyn Write) -> Result<()> {
    let (source, _) = Input::read(text)?;
    // Numbers separated by full stops are boundaries here, although they look like lists of spots.
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

/// Reads a text as a value rather than a position; `None` if it is something else.
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

/// Solves a position and writes a proof that a program without our code can check.
pub(crate) fn certificate(job: &Job, path: &Path, out: &mut dyn Write) -> Result<()> {
    let position: Position = job.start.position()?;
    refuse_threads(job.threads, &position)?;
    let begun = std::time::Instant::now();
    let bar = spinner();
    let shown = bar.clone();
    let budget = budget(job.limit, Some(job.memory));
    let mut solver = Solver::for_rules(position.rules())
        .budget(budget)
        .threads(usize::from(job.threads))
        .progress(move |seen| shown.set_message(seen.to_string()));
    if let Some(path) = &job.store {
        let kind = stored::kind(position.rules());
        let kind = kind.context("expected standard Sprouts, whose results can be stored")?;
        solver.load(&Store::open_existing(path, kind)?)?;
    }
    let certificate = solver.certify(&position)?;
    bar.finish_and_clear();
    write_whole(path, certificate.to_string().as_bytes())?;
    let winner = match (position.turn(), certificate.mover_wins()) {
        (None, _) => position.outcome().and_then(Outcome::winner),
        (Some(mover), true) => Some(mover),
        (Some(mover), false) => Some(mover.opponent()),
    };
    let winner = winner.context("expected a game that somebody wins")?;
    writeln!(
        out,
        "{position}: the {winner} player wins; {} facts prove it in `{}`; {:.2} s",
        certificate.facts().len(),
        path.display(),
        begun.elapsed().as_secs_f64()
    )?;
    Ok(())
}

/// Writes lines to a file that may already contain the first of them. Returns the number of those.
fn fill(path: &Path, lines: impl Iterator<Item = String>) -> Result<usize> {
    let failed = || format!("writing `{}`", path.display());
    let options = &mut File::options();
    let file = options.read(true).write(true).create(true).truncate(false);
    let mut file = file.open(path).with_context(failed)?;
    // Reading a device may never end.
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
            // The file ends in the middle of a line.
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
