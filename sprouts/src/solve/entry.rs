//! The entries of a store of nimbers.

use core::fmt::Write;

use common::Nimber;

use super::error::StoredError;
use crate::land::{Land, shape};

/// The greatest nimber that a solver keeps.
const MOST: u8 = 63;

/// Returns the key of a land in a store of nimbers: a spelling in which only capitals are used for letters and the
/// order is that of our canonical form. It is read like any other and found much faster than the spelling in which a
/// land is printed.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::land::Land;
/// use papergames_sprouts::solve::stored;
///
/// let land: Land = "0*2.1a1a".parse()?;
/// let key = stored::key(&land);
/// assert_eq!(key, "0*2.A1A1");
/// assert_eq!(key.parse::<Land>()?, land);
/// # Ok::<(), papergames_sprouts::land::ParseLandError>(())
/// ```
#[must_use]
pub fn key(land: &Land) -> String {
    let mut key = String::new();
    shape::for_each_region(&land.shape(), |bare, boundaries| {
        if !key.is_empty() {
            key.push('|');
        }
        let start = key.len();
        let _ = match bare {
            0 => Ok(()),
            1 => write!(key, "0"),
            _ => write!(key, "0*{bare}"),
        };
        let boundaries = boundaries.split(|corner| *corner == shape::SEP);
        for boundary in boundaries.filter(|boundary| !boundary.is_empty()) {
            if key.len() > start {
                key.push('.');
            }
            for corner in boundary {
                match corner.checked_sub(shape::LETTER) {
                    None => key.push(char::from(b'0' + corner)),
                    Some(letter @ 0..25) => key.push(char::from(b'A' + letter)),
                    Some(letter) => {
                        let _ = write!(key, "Z({})", letter + 1);
                    }
                }
            }
        }
    });
    key
}

/// What a store knows about a land.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fact {
    Nimber(Nimber),
    /// The nimbers that it does not have, a bit for each.
    Excluded(u64),
}

/// Reads an entry of a store of nimbers. A land with *n* lives lasts at most *n* − 1 moves, so its nimber is less than
/// *n*.
pub(crate) fn fact(key: &[u8], value: &[u8]) -> Option<(Land, Fact)> {
    let land: Land = core::str::from_utf8(key).ok()?.parse().ok()?;
    let fact = fact_about(&land, value)?;
    Some((land, fact))
}

pub(super) fn fact_about(land: &Land, value: &[u8]) -> Option<Fact> {
    Some(match value {
        [nimber] if *nimber <= MOST && usize::from(*nimber) < land.lives() => {
            Fact::Nimber(Nimber((*nimber).into()))
        }
        _ => Fact::Excluded(u64::from_le_bytes(value.try_into().ok()?)),
    })
}

pub(super) fn wrong_fact(key: &[u8]) -> StoredError {
    wrong_entry("a land and a nimber it can have", key)
}

pub(super) fn wrong_entry(expected: &'static str, key: &[u8]) -> StoredError {
    StoredError::Entry {
        expected,
        found: String::from_utf8_lossy(key).chars().take(80).collect(),
    }
}
