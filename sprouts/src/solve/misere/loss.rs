//! Positions of misère play that the player to move loses, as text.

use core::fmt;
use core::str::FromStr;

use common::claim::Key;

use crate::land::{Land, Lands, ParseLandError};

/// A position that the player to move loses in misère play, as found by a search.
///
/// The text is the sum of its *parts*, separated by `/`. Each part is a larger land, or a sum of lands, separated by
/// `+`, whose canonical form the search knew. From these parts, another solver can find its own state for the loss.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::Ending;
/// use papergames_sprouts::land::Lands;
/// use papergames_sprouts::solve::{Entry, Loss, Solver};
///
/// let mut solver = Solver::for_rules(Ending::Misere);
/// solver.solve_lands(&Lands::start(7))?;
///
/// let mut resumed = Solver::for_rules(Ending::Misere);
/// for entry in solver.entries() {
///     let Entry::Loss(loss) = entry else { continue };
///     assert_eq!(loss.to_string().parse::<Loss>().as_ref(), Ok(&loss));
///     resumed.learn(&Entry::Loss(loss));
/// }
/// assert_eq!(resumed.solve_lands(&Lands::start(7))?.cost.nodes, 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub struct Loss {
    pub(super) parts: Vec<Lands>,
}

impl Loss {
    /// Returns the lost position, which consists of all parts side by side.
    pub fn position(&self) -> Lands {
        self.parts.iter().flatten().cloned().collect()
    }

    /// Returns the canonical forms of the lands of each part, each with its length.
    pub(crate) fn key(&self) -> Key {
        let mut key = Vec::new();
        for part in &self.parts {
            for land in part {
                key.extend((land.form().len() as u16).to_be_bytes());
                key.extend(land.form());
            }
            key.extend([0, 0]);
        }
        key.into()
    }

    /// Reads what [`key`](Loss::key) writes.
    pub(crate) fn of_key(mut key: &[u8]) -> Loss {
        let (mut parts, mut lands) = (Vec::new(), Vec::new());
        while let Some((len, rest)) = key.split_first_chunk() {
            let (form, rest) = rest.split_at(u16::from_be_bytes(*len).into());
            match form {
                [] => parts.push(lands.drain(..).collect()),
                form => lands.push(Land::from_form(form)),
            }
            key = rest;
        }
        Loss { parts }
    }

    /// Reads an entry of a store of losses. The player who cannot move wins misère play, so a lost position is not
    /// empty.
    pub(crate) fn read(key: &[u8], value: &[u8]) -> Option<Loss> {
        let loss: Loss = core::str::from_utf8(key).ok()?.parse().ok()?;
        (value.is_empty() && loss.parts.iter().any(|part| !part.is_empty())).then_some(loss)
    }

    pub(crate) fn lives(&self) -> usize {
        self.parts.iter().map(Lands::lives).sum()
    }
}

impl fmt::Display for Loss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, part) in self.parts.iter().enumerate() {
            f.write_str(if i > 0 { "/" } else { "" })?;
            if !part.iter().any(Land::is_on_surface) {
                part.fmt(f)?;
                continue;
            }
            for (i, land) in part.iter().enumerate() {
                f.write_str(if i > 0 { "+" } else { "" })?;
                land.fmt(f)?;
            }
        }
        Ok(())
    }
}

common::serde_as_text!(Loss);

impl FromStr for Loss {
    type Err = ParseLandError;

    fn from_str(text: &str) -> Result<Loss, ParseLandError> {
        let parts = text.split('/').map(|part| {
            if !part.contains('@') {
                return part.parse();
            }
            let lands = part.split('+').map(str::parse::<Lands>);
            let lands = lands.collect::<Result<Vec<_>, _>>()?;
            Ok(lands.into_iter().flat_map(|lands| lands.lands).collect())
        });
        Ok(Loss {
            parts: parts.collect::<Result<_, _>>()?,
        })
    }
}
