//! Keeps an owner's entries in a store on disk.

use common::claim::ClaimError;
use common::store::Store;

use super::owner::Owner;
use crate::solve::claims::stored::{self, NIMBERS};

impl Owner {
    /// Learns all entries of a store of [the kind](stored::kind) for normal play, after reading the whole store.
    /// [`Solver::solve_stored`](crate::solve::Solver::solve_stored) writes such stores, and an audit reads them.
    ///
    /// # Errors
    ///
    /// Returns [`ClaimError`] if the store is of another kind or cannot be read.
    pub fn load(&mut self, store: &Store) -> Result<(), ClaimError> {
        // The store is read twice, because a list of its entries could take as much memory as the owner.
        for entry in stored::entries(store)? {
            entry?;
        }
        for entry in stored::entries(store)? {
            let (land, known) = entry?;
            self.learn(&land, known);
        }
        drop(self.new_entries());
        Ok(())
    }

    /// Writes the entries that are not yet in a store, and commits them. Once this returns, they are not lost even if
    /// the owner crashes.
    ///
    /// # Errors
    ///
    /// Returns [`ClaimError`] if the store is of another kind or cannot be written.
    pub fn save(&mut self, store: &mut Store) -> Result<(), ClaimError> {
        store.expect_kind(NIMBERS)?;
        let lands: Vec<_> = self.new_entries().map(|(land, _)| land).collect();
        for land in lands {
            if let Some(known) = self.known(&land) {
                store.insert(land.key().as_bytes(), &known.value());
            }
        }
        Ok(store.commit()?)
    }
}
