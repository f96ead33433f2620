//! The 64-bit FNV-1a hash of Fowler, Noll and Vo, which stores, audits and certificates use to detect damage.
//!
//! The hash is part of their formats, so it never changes. It does not protect against deliberate changes.

/// The hash of the empty byte string, from which every hash starts.
pub const START: u64 = 0xcbf2_9ce4_8422_2325;

/// Returns the hash of `bytes` if `before` is [`START`]. If `before` is the hash of earlier bytes, returns the hash of
/// the earlier bytes followed by `bytes`.
///
/// # Examples
///
/// ```
/// use papergames_common::checksum::{START, fnv1a};
///
/// assert_eq!(fnv1a(START, b"foobar"), 0x8594_4171_f739_67e8);
/// assert_eq!(fnv1a(fnv1a(START, b"foo"), b"bar"), fnv1a(START, b"foobar"));
/// ```
pub fn fnv1a(before: u64, bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    bytes.iter().fold(before, step)
}

/// Returns the hash of several byte strings and their lengths. `before` is the hash of earlier ones, or [`START`].
pub fn fingerprint(before: u64, parts: &[&[u8]]) -> u64 {
    parts.iter().fold(before, |hash, part| {
        let length = (part.len() as u64).to_le_bytes();
        fnv1a(fnv1a(hash, &length), part)
    })
}
