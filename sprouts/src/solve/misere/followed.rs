//! Which losses of a proof were followed down to the rules.

use rustc_hash::FxHashSet;

use super::nodes::StateId;

/// The losses of a proof that is followed down to the rules.
#[derive(Debug, Default)]
pub(super) struct Followed {
    /// All that were met.
    pub(super) met: FxHashSet<StateId>,
    /// Those that are still to be followed.
    pub(super) open: Vec<StateId>,
}

impl Followed {
    #[cfg(all(test, feature = "store"))]
    pub(super) fn met(&self) -> impl Iterator<Item = StateId> {
        self.met.iter().copied()
    }

    pub(super) fn memory(&self) -> usize {
        5 * self.met.capacity() + 4 * self.open.capacity()
    }

    /// Gives the states new numbers.
    pub(super) fn renumber(&mut self, number: impl Fn(&StateId) -> Option<StateId>) {
        let open = self
            .open
            .iter()
            .map(|id| number(id).expect("losses are kept"));
        self.open = open.collect();
        self.met = self.met.iter().filter_map(number).collect();
    }

    pub(super) fn add(&mut self, id: StateId) {
        if self.met.insert(id) {
            self.open.push(id);
        }
    }
}
