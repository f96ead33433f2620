//! The messages between an owner and its workers: jobs and reports.

use crate::land::Land;
use crate::solve::known::Known;
use crate::solve::work::Work;

/// An entry.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LandFact {
    /// The land.
    #[cfg_attr(feature = "cluster", serde(with = "super::bytes::form"))]
    pub(crate) land: Land,
    /// The fact about the land.
    pub(crate) known: Known,
}

/// An entry, and what it cost to prove it.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct ProvedEntry {
    /// The land.
    #[cfg_attr(feature = "cluster", serde(with = "super::bytes::form"))]
    pub(crate) land: Land,
    /// The fact about the land.
    pub(crate) known: Known,
    /// The number of nodes that the worker visited below the land in this job.
    pub(crate) nodes: u64,
}

/// The proof number and the disproof number of a couple: a land beside a heap.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct CoupleEstimate {
    /// The land.
    #[cfg_attr(feature = "cluster", serde(with = "super::bytes::form"))]
    pub(crate) land: Land,
    /// The size of the heap.
    pub(crate) heap: u32,
    /// The proof number: an estimate of the work left to prove that the player to move wins.
    pub(crate) win: u32,
    /// The disproof number: an estimate of the work left to prove that the player to move loses.
    pub(crate) loss: u32,
}

/// A job for a [`Worker`](super::Worker), a land beside a Nim heap to work on.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub struct Job {
    /// The number of the job.
    pub(crate) id: u64,
    /// The land.
    #[cfg_attr(feature = "cluster", serde(with = "super::bytes::form"))]
    pub(crate) land: Land,
    /// The heap beside it.
    pub(crate) heap: u32,
    /// The minimum number of nodes to visit before reporting, unless the couple is solved sooner.
    pub(crate) least: u64,
    /// The maximum number of nodes to visit before reporting.
    pub(crate) nodes: u64,
    /// The minimum cost, in nodes, of an entry that is reported. Entries about lands that the report mentions are
    /// always included.
    pub(crate) dear: u64,
    /// The thresholds at which to stop work on the couple: the proof number, the disproof number, a bound on the
    /// smaller of both with their shifts added, and the two shifts.
    pub(crate) limits: [u32; 5],
    /// The proof numbers that the owner knows for the land's options.
    pub(crate) hints: Vec<CoupleEstimate>,
    /// Entries that other workers proved, the most expensive first. Their number is limited in proportion to the job's
    /// nodes.
    pub(crate) entries: Vec<LandFact>,
}

/// An option of a land: a heap, and lands whose nimbers are unknown to the worker.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct OptionLands {
    /// The heap.
    pub(crate) heap: u32,
    /// The lands.
    #[cfg_attr(feature = "cluster", serde(with = "super::bytes::forms"))]
    pub(crate) lands: Vec<Land>,
}

/// A land and its children, as a worker has listed them.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub(crate) struct LandListing {
    /// The land.
    #[cfg_attr(feature = "cluster", serde(with = "super::bytes::form"))]
    pub(crate) land: Land,
    /// The options whose nimbers are unknown.
    pub(crate) options: Vec<OptionLands>,
    /// The most promising child that was generated but is not yet an option, in the encoding of the solver's table.
    pub(crate) best: Option<u32>,
    /// The sum of the guessed proof numbers of those children.
    pub(crate) wins: f64,
    /// The number of lines that were not drawn.
    pub(crate) undrawn: u32,
}

/// A worker's findings about its job.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "cluster", derive(serde::Serialize, serde::Deserialize))]
pub struct JobReport {
    /// The number of the job.
    pub(crate) id: u64,
    /// The work that the job took.
    pub(crate) work: Work,
    /// Whether the worker ran out of memory and forgot most of the entries that it was sent.
    pub(crate) forgot: bool,
    /// The entries that were proved.
    pub(crate) entries: Vec<ProvedEntry>,
    /// The lands near the root of the job with their children.
    pub(crate) listed: Vec<LandListing>,
    /// The proof numbers of couples that are not solved.
    pub(crate) estimates: Vec<CoupleEstimate>,
}
