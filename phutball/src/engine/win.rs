//! The values of won games in the search.

/// The value of an immediate win. Each turn of delay costs one point.
pub(super) const WIN: i32 = 30_000;

/// Values above this are wins that the search has found.
pub(super) const SEEN_WIN: i32 = WIN - 500;
