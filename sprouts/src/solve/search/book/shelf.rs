//! A store as the second level of a search's memory.

use core::sync::atomic::{AtomicU64, Ordering};
use std::sync::OnceLock;

use common::claim::ClaimError;
use common::store::{Snapshot, Store};

use crate::land::Land;
use crate::solve::known::Known;
use crate::solve::search::filter::Filter;

/// A store of nimbers in which a book looks up the lands that it meets. Only entries that a search needs are read, and
/// they can be forgotten because the store holds them.
#[derive(Debug)]
pub(crate) struct NimberShelf {
    entries: Snapshot,
    keys: Filter,
    /// The number of lands found.
    n_found: AtomicU64,
    /// The error after which the store can no longer be used.
    error: OnceLock<ClaimError>,
}

impl NimberShelf {
    /// The entries of a store as of the last commit, with a filter of at least their keys.
    pub(crate) fn new(store: &Store, keys: Filter) -> Result<NimberShelf, ClaimError> {
        Ok(NimberShelf {
            entries: store.snapshot()?,
            keys,
            n_found: AtomicU64::default(),
            error: OnceLock::new(),
        })
    }

    /// The number of lands found so far.
    pub(crate) fn n_found(&self) -> u64 {
        self.n_found.load(Ordering::Relaxed)
    }

    /// Returns the filter, or the error if the store could not be read.
    pub(crate) fn close(self) -> Result<Filter, ClaimError> {
        self.error.into_inner().map_or(Ok(self.keys), Err)
    }

    /// The size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.keys.memory()
    }

    /// Returns what the store knows about the land with a canonical form: nothing after an error.
    pub(crate) fn get(&self, form: &[u8]) -> Option<Known> {
        if self.error.get().is_some() {
            return None;
        }
        let land = Land::from_form(form);
        let key = land.key();
        if !self.keys.may_have(key.as_bytes()) {
            return None;
        }
        let value = match self.entries.get(key.as_bytes()) {
            Ok(value) => value?,
            Err(error) => {
                let _ = self.error.set(error.into());
                return None;
            }
        };
        let Some(known) = Known::read(&land, &value) else {
            let error = ClaimError::impossible(key.as_bytes(), &value);
            let _ = self.error.set(error);
            return None;
        };
        self.n_found.fetch_add(1, Ordering::Relaxed);
        Some(known)
    }
}
