//! The losses that a proof rests on.

use rustc_hash::FxHashSet;

use super::nodes::StateId;

/// The losses that a proof rests on.
#[derive(Debug, Default)]
pub(super) struct Grounds {
    pub(super) all: FxHashSet<StateId>,
    /// Those that are still to be followed.
    pub(super) open: Vec<StateId>,
}

impl Grounds {
    #[cfg(all(test, feature = "store"))]
    pub(super) fn all(&self) -> impl Iterator<Item = StateId> {
        self.all.iter().copied()
    }

    pub(super) fn memory(&self) -> usize {
        5 * self.all.capacity() + 4 * self.open.capacity()
    }

    /// Gives the states new numbers.
    pub(super) fn renumber(&mut self, number: impl Fn(&StateId) -> Option<StateId>) {
        let open = self
            .open
            .iter()
            .map(|id| number(id).expect("losses are kept"));
        self.open = open.collect();
        self.all = self.all.iter().filter_map(number).collect();
    }

    pub(super) fn add(&mut self, id: StateId) {
        if self.all.insert(id) {
            self.open.push(id);
        }
    }
}
