//! What a solver has done, in numbers.

/// Counts of what a solver has done since it was created. They are the same on every machine, so a test can pin them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Work {
    /// How many times the search visited a land.
    pub nodes: u64,
    /// How often lands were expanded. A listing that ends at a known reply is begun again beside another heap.
    pub expanded: u64,
    /// How many children were made, before duplicates were dropped. Not all are made at once, and one that waits is
    /// made twice.
    pub listed: u64,
    /// How many lands, parts of children, were looked up by their arranged spelling.
    pub arranged: u64,
    /// How many of those were not found and had to be brought to canonical form.
    pub canonised: u64,
    /// How many lands are remembered.
    pub lands: u64,
}

impl Work {
    pub(super) fn add(&mut self, more: Work) {
        self.nodes += more.nodes;
        self.expanded += more.expanded;
        self.listed += more.listed;
        self.arranged += more.arranged;
        self.canonised += more.canonised;
    }
}
