//! What the owner keeps on disk.

use common::store::Store;

use super::message::Fact;
use super::owner::Owner;
use crate::solve::entry::{Fact as Kept, key};
use crate::solve::error::StoredError;
use crate::solve::solver::Solver;
use crate::solve::stored::{self, NIMBERS};

impl Owner {
    /// Learns all results of a store of the kind [`NIMBERS`], the same that [`Solver::solve_stored`] writes and that an
    /// audit reads.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError`] if the store is of another kind or cannot be read.
    pub fn load(&mut self, store: &Store) -> Result<(), StoredError> {
        for entry in stored::facts(store)? {
            let (land, fact) = entry?;
            match fact {
                Kept::Nimber(nimber) => {
                    self.learn(&Fact::Is(land, nimber));
                }
                Kept::Excluded(bits) => {
                    for nimber in (0..64).filter(|nimber| bits >> nimber & 1 == 1) {
                        self.learn(&Fact::IsNot(land.clone(), common::Nimber(nimber)));
                    }
                }
            }
        }
        drop(self.new_facts());
        Ok(())
    }

    /// Writes the facts that are not yet in a store, and commits them. Once this returns, they survive whatever happens
    /// to the owner.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError`] if the store is of another kind or cannot be written.
    pub fn save(&mut self, store: &mut Store) -> Result<(), StoredError> {
        store.expect_kind(NIMBERS)?;
        let lands: Vec<_> = self.new_facts().map(|fact| fact.land().clone()).collect();
        if lands.is_empty() {
            return Ok(());
        }
        for land in lands {
            let key = key(&land);
            match self.known(&land) {
                (Some(nimber), _) => store.insert(key.as_bytes(), &[nimber.0 as u8]),
                (None, bits) => store.insert(key.as_bytes(), &bits.to_le_bytes()),
            }
        }
        Ok(store.commit()?)
    }

    /// Returns a solver that knows all nimbers of the owner, for instance to list moves or to write a certificate.
    pub fn solver(&self) -> Solver {
        let mut solver = Solver::new();
        for fact in self.all_facts() {
            match fact {
                Fact::Is(land, nimber) => solver.learn(&land, nimber),
                Fact::IsNot(land, nimber) => solver.learn_exclusion(&land, nimber),
            }
        }
        solver
    }
}
