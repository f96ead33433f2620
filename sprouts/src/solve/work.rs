//! What a solver has done, in numbers.

/// Counts of what a solver has done since it was created. They are the same on every machine, so a test can pin them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Work {
    /// The number of visits to lands.
    pub nodes: u64,
    /// The number of times that lands were expanded. A listing that ends at a known reply is begun again beside another
    /// heap.
    pub expanded: u64,
    /// The number of children made, before duplicates were dropped. Not all are made at once, and one that waits is
    /// made twice.
    pub listed: u64,
    /// The number of lands, parts of children, that were looked up by their arranged spelling.
    pub arranged: u64,
    /// The number of those not found, which had to be brought to canonical form.
    pub canonised: u64,
    /// The number of lands remembered.
    pub lands: u64,
}

impl Work {
    /// Returns the counts in their order.
    pub(super) fn counts(&mut self) -> [&mut u64; 6] {
        [
            &mut self.nodes,
            &mut self.expanded,
            &mut self.listed,
            &mut self.arranged,
            &mut self.canonised,
            &mut self.lands,
        ]
    }

    /// Adds what has been done since; the lands that are remembered stay as they are.
    pub(super) fn add(&mut self, mut more: Work) {
        more.lands = 0;
        let counts = self.counts().into_iter().zip(more.counts());
        counts.for_each(|(count, more)| *count += *more);
    }

    /// Returns what has been done since `before`, with the lands that are remembered now.
    pub(super) fn since(mut self, mut before: Work) -> Work {
        before.lands = 0;
        let counts = self.counts().into_iter().zip(before.counts());
        counts.for_each(|(count, before)| *count -= *before);
        self
    }
}
