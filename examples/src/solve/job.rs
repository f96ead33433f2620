//! The options of a job: the positions to solve, and the limits.

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail, ensure};
use clap::Args;
use common::Budget;
use common::any::AnyRecord;
use common::store::Store;
use common::values::{Effort, Threads};

use crate::input::{A_STORE, expect_no_certificate};
use crate::progress::{show, spinner};
use crate::start::Start;
use crate::stopping;
use crate::units::{budget, bytes, duration, number, told};

/// The positions to solve, and the limits.
#[derive(Args, Debug)]
pub(crate) struct SolveArgs {
    #[command(flatten)]
    pub(crate) start: Start,

    /// Keep results in a file, so that an interrupted run resumes where it stopped; `verify` only reads the file.
    #[arg(long, value_name = "FILE")]
    pub(crate) store: Option<PathBuf>,

    /// The most memory for results and stores, such as `512M` or `1.5GiB`; the program itself takes 16 MiB more.
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    pub(crate) memory: u64,

    /// The number of threads; only normal play of Sprouts and Phutball can use more than one.
    #[arg(long, value_name = "N", default_value = "1", value_parser = number::<u16>(1..=1024))]
    pub(crate) threads: u16,

    /// Stop after this time, such as `30s` or `2h30m`; in a range, the limit applies to each position.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(crate) limit: Option<Duration>,

    /// Print one JSON object for each result.
    #[arg(long)]
    pub(crate) json: bool,
}

impl SolveArgs {
    /// Returns an error if there are more threads than the solver can use for a position.
    pub(super) fn check_threads(&self, record: &dyn AnyRecord) -> Result<()> {
        match record.uses().threads {
            Threads::One(what) if self.threads > 1 => bail!(
                "{what} can use only one thread; leave out --threads {}",
                self.threads
            ),
            Threads::Any | Threads::One(_) => Ok(()),
        }
    }

    /// Returns the limits as a budget, with the flag that Ctrl-C sets.
    pub(super) fn budget(&self) -> Budget {
        budget(self.limit, Some(self.memory)).stop(stopping::flag())
    }

    /// Runs a solver within the limits, and shows its progress.
    pub(super) fn work<T>(
        &self,
        store: Option<&mut Store>,
        work: impl FnOnce(&mut Effort<'_>) -> T,
    ) -> T {
        let bar = spinner();
        let mut effort =
            Effort::new(self.budget()).progress(|progress| show(&bar, &told(progress, self.limit)));
        effort.threads = usize::from(self.threads);
        effort.store = store;
        let done = work(&mut effort);
        bar.finish_and_clear();
        done
    }
}

/// Opens a store for reading only.
pub(super) fn read_store(path: &Path) -> Result<Store> {
    ensure!(path.exists(), "there is no store at `{}`", path.display());
    expect_no_certificate(path, A_STORE)?;
    Ok(Store::open_read_only(path)?)
}
