//! The origin of a solver's entries: stores, and entries that were traced down to the rules.

use std::path::PathBuf;

use common::claim::Key;
use common::store::{Store, StoreError};
use rustc_hash::{FxHashMap, FxHashSet};

use super::search::filter::Filter;

/// The origin of the entries that a solver did not find itself.
#[derive(Default, Debug)]
pub(super) struct Origin {
    /// The path of the store that holds all entries of the solver, and how many it had when it was last read or
    /// written.
    pub(super) saved: Option<(PathBuf, u64)>,
    /// The keys of that store, while no shelf holds them.
    pub(super) keys: Option<Filter>,
    /// Whether the solver uses entries that it did not find itself.
    pub(super) is_assumed: bool,
    /// The nimbers, by canonical form, that were traced down to the rules.
    pub(super) proved: FxHashMap<Key, u8>,
    /// The losses of misère play that were traced down to the rules.
    pub(super) lost: FxHashSet<Key>,
}

impl Origin {
    /// Returns whether a store, which does not lose entries, holds all entries of the solver.
    pub(super) fn holds_all(&self, store: &Store) -> Result<bool, StoreError> {
        Ok(match &self.saved {
            Some((path, entries)) => path == store.path() && *entries <= store.len()?,
            None => false,
        })
    }

    /// Notes that a store holds all entries.
    pub(super) fn note(&mut self, store: &Store) -> Result<(), StoreError> {
        self.saved = Some((store.path().to_owned(), store.len()?));
        Ok(())
    }
}
