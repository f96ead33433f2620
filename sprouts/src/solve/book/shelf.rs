//! A store as the second level of a search's memory.

use core::cell::{Cell, RefCell};

use common::store::{Snapshot, Store};

use super::page::{Hearsay, UNKNOWN};
use crate::land::Land;
use crate::solve::entry::{Fact, fact_about, key, wrong_fact};
use crate::solve::error::StoredError;
use crate::solve::filter::Filter;

/// A store of nimbers in which a book looks up the lands that it meets. So nothing is read that a search does not need,
/// and what the store holds can be forgotten.
#[derive(Debug)]
pub(crate) struct Shelf {
    entries: Snapshot,
    keys: Filter,
    /// How many lands were found.
    n_found: Cell<u64>,
    /// Why the store can no longer be used.
    error: RefCell<Option<StoredError>>,
}

impl Shelf {
    /// The entries of a store as of the last commit, with a filter of at least their keys.
    pub(crate) fn new(store: &Store, keys: Filter) -> Result<Shelf, StoredError> {
        Ok(Shelf {
            entries: store.snapshot()?,
            keys,
            n_found: Cell::default(),
            error: RefCell::default(),
        })
    }

    /// How many lands were found so far.
    pub(crate) fn n_found(&self) -> u64 {
        self.n_found.get()
    }

    /// Returns the filter, or why the store could not be read.
    pub(crate) fn close(self) -> Result<Filter, StoredError> {
        self.error.into_inner().map_or(Ok(self.keys), Err)
    }

    /// The size in memory, in bytes.
    pub(crate) fn memory(&self) -> usize {
        self.keys.memory()
    }

    /// Returns what the store knows about the land with a canonical form: nothing after an error.
    pub(crate) fn get(&self, form: &[u8]) -> Option<Hearsay> {
        if self.error.borrow().is_some() {
            return None;
        }
        let land = Land::from_form(form);
        let key = key(&land);
        if !self.keys.may_have(key.as_bytes()) {
            return None;
        }
        let value = match self.entries.get(key.as_bytes()) {
            Ok(value) => value?,
            Err(error) => {
                self.error.replace(Some(error.into()));
                return None;
            }
        };
        let Some(fact) = fact_about(&land, &value) else {
            self.error.replace(Some(wrong_fact(key.as_bytes())));
            return None;
        };
        self.n_found.set(self.n_found.get() + 1);
        Some(match fact {
            Fact::Nimber(nimber) => Hearsay {
                nimber: nimber.0 as u8,
                excluded: 0,
            },
            Fact::Excluded(excluded) => Hearsay {
                nimber: UNKNOWN,
                excluded,
            },
        })
    }
}
