//! Counts of the work that a solver has done.

/// Counts of the work that a solver has done since it was created. With one thread, the counts are the same on every
/// machine, so tests can compare them with fixed numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Work {
    /// The number of visits to lands during searches.
    pub nodes: u64,
    /// The number of times that the children of a land were listed. A listing that stopped early at a known reply
    /// starts again when the land is searched beside another heap.
    pub expanded: u64,
    /// The number of children generated, including duplicates. A child that is generated once for an estimate, and
    /// again when it becomes an option, counts twice.
    pub listed: u64,
    /// The number of times that a child's land was looked up by its arranged spelling.
    pub arranged: u64,
    /// The number of lookups by arranged spelling that failed, so that the canonical form of the land had to be
    /// computed.
    pub canonised: u64,
    /// The number of lands in memory.
    pub lands: u64,
}

impl Work {
    /// Returns visits to lands, without what listing their children took.
    pub(super) fn visits(nodes: u64) -> Work {
        Work {
            nodes,
            ..Work::default()
        }
    }

    /// The instructions of a visit: surveying the children of a land. This and the costs of children below were
    /// measured with callgrind over 12 and 13 spots.
    pub(super) const SURVEY: u64 = 5_200;

    /// The instructions of entering what was listed, with the lock of the land's children, and of short locks: of the
    /// shard for a new land, and of the list of known nimbers to read it and to add to it. Callgrind counts 1,440,
    /// 1,060, 66 and 143 over 17 spots.
    pub(super) const LOOK: u64 = 300;
    pub(super) const ENTER: u64 = 1_400;
    pub(super) const MEET: u64 = 1_000;
    pub(super) const INFORM: u64 = 70;
    pub(super) const LEARN: u64 = 150;

    /// Returns about how many instructions one core needs for this work.
    pub(super) fn instructions(&self) -> u64 {
        (Work::SURVEY + Work::ENTER) * self.nodes + 6_300 * self.listed + 8_000 * self.canonised
    }

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

    /// Adds later work, except for the number of lands in memory.
    pub(super) fn add(&mut self, mut more: Work) {
        more.lands = 0;
        let counts = self.counts().into_iter().zip(more.counts());
        counts.for_each(|(count, more)| *count += *more);
    }

    /// Returns the work done since `before`, with the number of lands now in memory.
    pub(super) fn since(mut self, mut before: Work) -> Work {
        before.lands = 0;
        let counts = self.counts().into_iter().zip(before.counts());
        counts.for_each(|(count, before)| *count -= *before);
        self
    }
}
