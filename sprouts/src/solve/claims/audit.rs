//! Audits of stores, which check whether every result in a file is true (feature `store`).
//!
//! [`audit()`] checks that each entry follows from others, beginning with those with few lives. If the store lacks the
//! entries needed, a short search that does not use the store proves or refutes the entry, or else a search from the
//! nimbers of options that the audit has proved.
//!
//! The audit shares with the solver the code that lists moves and computes canonical forms. A
//! [certificate](super::certificate) can be checked without either.

use common::audit::{self, Audit, Checkpoint};
use common::claim::ClaimError;
use common::store::{Store, StoreError};
use common::{Budget, Ending, Progress};

use super::losses::Losses;
use super::nimbers::Nimbers;
use super::stored::{LOSSES, NIMBERS};
use crate::rules::Variant;
use crate::solve::misere::Outcomes;
use crate::solve::solver::Solver;

/// Checks every entry in a store of Sprouts, continuing from `checkpoint`; see [`audit`](common::audit::audit).
///
/// The budget's memory limit applies to the lists of options. In misère play it also applies to the losses, all of
/// which are kept.
///
/// # Errors
///
/// Returns [`ClaimError`] if a result is wrong, if the budget runs out, if the store cannot be read, or if the
/// checkpoint is from an audit of another store.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::audit::Checkpoint;
/// use papergames_sprouts::solve::{Solver, audit, stored};
/// use papergames_sprouts::store::Store;
/// use papergames_sprouts::{Budget, Ending, Position};
///
/// # let path = std::env::temp_dir().join(format!("sprouts-audit-{}", std::process::id()));
/// let mut store = Store::open(&path, stored::kind(Ending::Normal).expect("a kind"))?;
/// Solver::new().solve_stored(&Position::new(6, Ending::Normal)?, &mut store, &mut |_| ())?;
/// let found = audit(&store, &Budget::new(), &mut Checkpoint::default(), &mut |_| ())?;
/// assert!(found.is_proved() && found.results > 50);
///
/// // A lie.
/// store.insert(b"0*5", &[0]);
/// store.commit()?;
/// let error = audit(&store, &Budget::new(), &mut Checkpoint::default(), &mut |_| ()).unwrap_err();
/// assert!(error.to_string().contains("it says that the nimber of `0*5` is 0"), "{error}");
/// # drop(store);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(
    store: &Store,
    budget: &Budget,
    checkpoint: &mut Checkpoint,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Audit, ClaimError> {
    match ending(store)? {
        Ending::Normal => {
            let solver = &mut Solver::new();
            let mut nimbers = Nimbers::audited(solver, budget);
            audit::audit(store, &mut nimbers, budget, checkpoint, progress)
        }
        Ending::Misere => {
            let outcomes = || Outcomes::new(Variant::Standard);
            let clock = common::budget::Clock::start();
            let (mut known, mut solver) = (outcomes(), outcomes());
            let mut losses = Losses::audited(&mut known, &mut solver, store, budget)?;
            let left = budget.less(0, clock.elapsed());
            audit::audit(store, &mut losses, &left, checkpoint, progress)
        }
    }
}

/// Returns the ending that a store is for.
fn ending(store: &Store) -> Result<Ending, StoreError> {
    if store.kind() == LOSSES {
        return Ok(Ending::Misere);
    }
    store.expect_kind(NIMBERS)?;
    Ok(Ending::Normal)
}
