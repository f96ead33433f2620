//! What a solver keeps in mind about the stores that it has read and written.

use std::path::PathBuf;

use common::store::{Store, StoreError};
use rustc_hash::FxHashMap;

use super::filter::Filter;

/// What stores told a solver.
#[derive(Default, Debug)]
pub(crate) struct Told {
    /// The store that holds all results of the solver, as of when it was last loaded or saved.
    pub(super) in_step: Option<InStep>,
    /// The keys of that store, while no shelf has them.
    pub(super) keys: Option<Filter>,
    /// Whether there are results among them that the solver did not find itself.
    pub(super) foreign: bool,
    /// The nimbers, by canonical form, that were followed down to the rules.
    pub(crate) followed: FxHashMap<Box<[u8]>, u8>,
}

/// A store as it was when it held all results of a solver.
#[derive(Debug)]
pub(super) struct InStep {
    path: PathBuf,
    /// How many entries it had.
    entries: u64,
}

impl InStep {
    pub(super) fn with(store: &Store) -> Result<InStep, StoreError> {
        Ok(InStep {
            path: store.path().to_owned(),
            entries: store.len()?,
        })
    }

    /// Returns whether this is the same store, which does not lose entries.
    pub(super) fn is(&self, store: &Store) -> Result<bool, StoreError> {
        Ok(self.path == store.path() && self.entries <= store.len()?)
    }
}
