//! Catalogues: every position that can be reached from a start, with its values.

use std::fs::File;
use std::io::Write;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use common::budget::Clock;
use common::values::Effort;
use papergames::sprouts::Catalogues;

use crate::input::is_stdout;
use crate::progress::spinner;
use crate::setup::games_with;
use crate::units::budget;

use super::job::SolveArgs;
use super::starts::range;

/// Finds every position that can be reached and writes them to a file, or prints them.
pub(super) fn write(job: &SolveArgs, path: &Path, out: &mut dyn Write) -> Result<()> {
    let catalogues = job.start.game.extra::<Catalogues>().with_context(|| {
        let names = games_with::<Catalogues>(|about| about.name);
        format!("--all is only for {names}, because it writes nimbers and misère outcomes")
    })?;
    let setup = job.start.setup.as_deref().unwrap_or_default();
    ensure!(
        !matches!(range(setup), Ok(Some(_))),
        "--all needs one start, found the range `{setup}`; run the command once for each"
    );
    let record = job.start.position()?;
    let clock = Clock::start();
    let bar = spinner();
    let budget = budget(job.limit, Some(job.memory));
    let mut effort =
        Effort::new(budget).progress(|seen| bar.set_message(format!("{} positions", seen.known)));
    let catalogue = catalogues.of(&*record, &mut effort)?;
    bar.finish_and_clear();
    if is_stdout(path) {
        for line in catalogue.lines() {
            out.write_all(line.as_bytes())?;
        }
        return Ok(());
    }
    let failed = || format!("writing `{}`", path.display());
    let file = &mut File::options();
    let file = file.read(true).write(true).create(true).truncate(false);
    let file = file.open(path).with_context(failed)?;
    let kept = catalogue.fill(&file).with_context(failed)?;
    let (place, positions) = (path.display(), catalogue.iter().len());
    let seconds = clock.elapsed().as_secs_f64();
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
