//! The values of won games in the search.

/// The value of an immediate win, in hundredths of a row. Each turn of delay costs one point. It fits in the 16 bits of
/// an entry of the table, and is above all estimates: on the longest board, of 170 rows, these are below 9,000.
pub(super) const WIN: i32 = 30_000;

/// Values above this are wins that the search has found. The delay of a win costs at most 137 points at the strongest
/// level, which follows threats for 2 · 64 + 8 turns, and 11 at the weakest, which adds up to 400 of noise. So any
/// difference from 412 to 20,000 tells wins from estimates.
pub(super) const SEEN_WIN: i32 = WIN - 500;
