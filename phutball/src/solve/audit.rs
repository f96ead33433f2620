//! Audits of stores, which check whether every value in a file is true (feature `store`).
//!
//! A store contains whole boards. The audit of a finished board is [`Tablebase::check`]: it checks that every value
//! follows from those after each turn, with the turns of [`Position`](crate::Position), which the solver does not use.
//! The values of an unfinished board can be checked only after it is finished.

use std::collections::BTreeSet;

use common::audit::{Audit, Checkpoint, Status};
use common::budget::Clock;
use common::checksum::{START, fingerprint};
use common::claim::ClaimError;
use common::store::Store;
use common::{Budget, Limit, Progress, Unfinished};

use super::board::BoardTables;
use super::keeper::{board_of, values_of};
use super::solver::Solver;
use super::table::Tablebase;
use crate::point::Size;

/// Checks every value in a store of Phutball, board by board, continuing from `checkpoint`; see
/// [`audit`](common::audit::audit). The audit counts each position of a board as one result. If the budget runs out in
/// the middle of a board, the next call checks that board from its beginning.
///
/// The audit takes about a microsecond for each position, and a byte of memory for each position of the largest board.
///
/// # Errors
///
/// Returns [`ClaimError`] if a value is wrong, if a board needs more memory than the budget allows, if the budget runs
/// out, if the store cannot be read, or if the checkpoint is from an audit of another store.
///
/// # Examples
///
/// ```
/// use papergames_phutball::audit::Checkpoint;
/// use papergames_phutball::solve::{Solver, audit};
/// use papergames_phutball::store::Store;
/// use papergames_phutball::{Budget, Rules};
///
/// # let path = std::env::temp_dir().join(format!("phutball-audit-{}", std::process::id()));
/// let mut store = Store::open(&path, Solver::KIND)?;
/// Solver::new().store(&mut store).table("3x6".parse()?, Rules::FullBoard)?;
/// let found = audit(&store, &Budget::new(), &mut Checkpoint::default(), &mut |_| ())?;
/// assert!(found.is_proved() && found.results > 1000);
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
    store.expect_kind(Solver::KIND)?;
    let clock = Clock::start();
    let mut boards = BTreeSet::new();
    let mut seen = START;
    for entry in store.iter() {
        if let Some(limit) = budget.reached(0, clock.elapsed()) {
            return Err(Unfinished::new(limit, 0, clock.elapsed()).into());
        }
        let (key, value) = entry?;
        seen = fingerprint(seen, &[&key, &value]);
        // A chunk of values is too long to be quoted.
        let board = board_of(&key, &value)
            .ok_or_else(|| ClaimError::impossible(&key, &value[..value.len().min(8)]))?;
        boards.insert(board);
    }
    let positions = |size: Size| Tablebase::bytes(size).unwrap_or(0);
    let results: u64 = boards.iter().map(|(size, _)| positions(*size)).sum();
    checkpoint.begin(seen, results)?;
    let (mut passed, done) = (0, checkpoint.audit.checked());
    for (size, rules) in boards {
        let own = positions(size);
        passed += own;
        if passed <= done {
            continue;
        }
        let checked = passed - own;
        let elapsed = clock.elapsed();
        let allowed = budget.usual_memory();
        let limit = if own > allowed {
            Some(Limit::Memory)
        } else {
            budget.reached(checked, elapsed)
        };
        if let Some(limit) = limit {
            return Err(Unfinished::new(limit, checked, elapsed).into());
        }
        let mut table = Tablebase {
            values: vec![0; own as usize],
            board: BoardTables::new(size, rules),
        };
        let status = if values_of(store, size, rules, &mut table.values)? {
            let left = budget.less(checked, clock.elapsed());
            let followed = table.check(1, &left, &mut |positions| {
                let mut now = Progress::new(checked + positions, clock.elapsed());
                now.share = Some((checked + positions, results));
                now.memory = own;
                progress(&now);
            });
            followed.map_err(ClaimError::from)?;
            Status::Proved
        } else {
            Status::Unknown
        };
        checkpoint
            .audit
            .count(status, own, format_args!("{size} {rules}"));
    }
    Ok(checkpoint.audit.clone())
}
