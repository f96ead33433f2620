//! The facts known about a land, and how a store encodes them.

use core::fmt::Write;

use common::Nimber;

use crate::land::on_surface::{self, Spelling};
use crate::land::{Land, shape};

/// The largest nimber that a solver stores.
const MOST: u8 = 63;

impl Land {
    /// Returns the key of the land in a store of nimbers: a spelling that uses only capital letters, in the order of
    /// this crate's canonical form, with the surface of each region if the land is not on paper. It can be parsed like
    /// any other spelling, and computing it is much faster than computing the spelling in which a land is printed.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Land;
    ///
    /// let land: Land = "0*2.1a1a".parse()?;
    /// let key = land.key();
    /// assert_eq!(key, "0*2.A1A1");
    /// assert_eq!(key.parse::<Land>()?, land);
    ///
    /// assert_eq!("0*2@c1".parse::<Land>()?.key(), "0*2@c1");
    /// # Ok::<(), papergames_sprouts::land::ParseLandError>(())
    /// ```
    #[must_use]
    pub fn key(&self) -> String {
        let (mut key, shape) = (String::new(), self.shape());
        if shape::is_on_surface(&shape) {
            let _ = on_surface::write_land(&mut key, &shape, Spelling::Capitals);
            return key;
        }
        shape::for_each_region(&shape, |bare, boundaries| {
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
}

/// What is known about the nimber of a land, the second part of an [`Entry`](super::Entry).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Known {
    /// The nimber of the land.
    Nimber(Nimber),
    /// Nimbers that the land does not have, with a bit for each, the lowest first.
    Excluded(u64),
}

impl Known {
    /// Combines two facts about one land.
    pub(crate) fn join(self, other: Known) -> Known {
        match (self, other) {
            (Known::Excluded(one), Known::Excluded(other)) => Known::Excluded(one | other),
            (nimber @ Known::Nimber(_), _) | (_, nimber) => nimber,
        }
    }

    /// Returns the value of an entry of a store.
    #[cfg(feature = "store")]
    pub(super) fn value(self) -> Vec<u8> {
        match self {
            Known::Nimber(nimber) => vec![nimber.0 as u8],
            Known::Excluded(bits) => bits.to_le_bytes().to_vec(),
        }
    }

    /// Reads the value of an entry of a store; `None` if it cannot be true.
    pub(super) fn read(land: &Land, value: &[u8]) -> Option<Known> {
        let known = match value {
            [nimber] => Known::Nimber(Nimber((*nimber).into())),
            _ => Known::Excluded(u64::from_le_bytes(value.try_into().ok()?)),
        };
        known.is_possible(land).then_some(known)
    }

    /// Returns whether this can be true of a land. A land with *n* lives lasts at most *n* − 1 moves, so its nimber is
    /// less than *n*, and not all of these can be excluded.
    pub(super) fn is_possible(self, land: &Land) -> bool {
        let lives = land.lives();
        match self {
            Known::Nimber(Nimber(nimber)) => nimber <= MOST.into() && (nimber as usize) < lives,
            Known::Excluded(excluded) => (excluded.trailing_ones() as usize) < lives.min(64),
        }
    }
}

/// Returns the numbers of the bits that are set.
pub(super) fn bits(bits: u64) -> impl Iterator<Item = u8> {
    (0..64).filter(move |nimber| bits >> nimber & 1 == 1)
}

/// Reads an entry of a store of nimbers; `None` if no solver could have written it.
pub(super) fn read(key: &[u8], value: &[u8]) -> Option<(Land, Known)> {
    let text = core::str::from_utf8(key).ok()?;
    let land = text.parse().ok().filter(|land: &Land| land.key() == text)?;
    let known = Known::read(&land, value)?;
    Some((land, known))
}
