//! The FNV-1a hashes of Fowler, Noll and Vo, which detect damage: 64 bits in stores, audits and certificates, and 32
//! bits in compact games.
//!
//! The hashes are part of these formats, so they never change. They do not protect against deliberate changes.

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

/// Returns the 32-bit hash of bytes.
pub(crate) fn fnv1a_32(bytes: &[u8]) -> u32 {
    let step = |hash: u32, byte: &u8| (hash ^ u32::from(*byte)).wrapping_mul(0x0100_0193);
    bytes.iter().fold(0x811c_9dc5, step)
}

/// Returns the hash of several byte strings and their lengths. `before` is the hash of earlier ones, or [`START`].
pub fn fingerprint(before: u64, parts: &[&[u8]]) -> u64 {
    parts.iter().fold(before, |hash, part| {
        let length = (part.len() as u64).to_le_bytes();
        fnv1a(fnv1a(hash, &length), part)
    })
}
