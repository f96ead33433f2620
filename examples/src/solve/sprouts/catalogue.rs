//! Every position that can be reached, as a set of data.

use std::fs::File;
use std::io::{BufRead, BufReader, BufWriter, Seek, SeekFrom, Write};
use std::path::Path;

use anyhow::{Context, Result, bail, ensure};
use common::{Budget, Progress};
use sprouts::Position;
use sprouts::land::{Lands, Reductions};
use sprouts::solve::catalogue::Catalogue;

use super::super::{Job, spinner};

/// Finds all positions and writes them to a file, or prints them.
pub(super) fn write(job: &Job, path: &Path, out: &mut dyn Write) -> Result<()> {
    let position: Position = job.start.position()?;
    let lands = Lands::of(&position)
        .context("expected standard Sprouts for --all, found a variant without reductions")?;
    let begun = std::time::Instant::now();
    let bar = spinner();
    let mut budget = Budget::new();
    if let Some(limit) = job.limit {
        budget = budget.time(limit);
    }
    let mut progress = |now: &Progress| bar.set_message(format!("{} positions", now.known));
    let catalogue = Catalogue::new(&lands, Reductions::ALL, &budget, &mut progress)?;
    bar.finish_and_clear();
    if path == Path::new("-") {
        for line in catalogue.lines() {
            out.write_all(line.as_bytes())?;
        }
        return Ok(());
    }
    let kept = fill(path, catalogue.lines())?;
    let place = path.display();
    let positions = catalogue.len();
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
