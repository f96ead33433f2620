//! The parts that both canonical forms of lands share: marks, and the mixing of colours.

/// No corner.
pub(super) const NONE: u16 = u16::MAX;

/// Returns a hash of a colour.
pub(super) fn mix(x: u64) -> u64 {
    let x = (x ^ (x >> 32)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    x ^ (x >> 29)
}

/// Returns whether a cycle of corners reads the same backwards from some corner.
pub(super) fn is_mirror(cycle: &[u8]) -> bool {
    let n = cycle.len();
    n < 3
        || (0..n).any(|turn| {
            let (front, back) = cycle.split_at(turn);
            let backwards = front.iter().rev().chain(back.iter().rev());
            cycle.iter().eq(backwards)
        })
}
