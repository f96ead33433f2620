//! The reasons why a game can end early.

use core::fmt;

/// The text after the result if the loser broke the rules of a match.
pub(super) const BY_FORFEIT: &str = " by forfeit";

/// The reason why a game ended before the end given by its rules.
///
/// `Display` writes the text that follows the result in a [`Heading`](super::Heading): ` by resignation`, ` on time` or
/// ` by forfeit`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Early {
    /// The loser resigned.
    Resignation,
    /// The loser ran out of time.
    Time,
    /// The loser broke the rules of a match.
    Forfeit,
}

impl Early {
    /// All reasons.
    pub(super) const ALL: [Early; 3] = [Early::Resignation, Early::Time, Early::Forfeit];

    /// Returns the text after the result.
    pub(super) const fn suffix(self) -> &'static str {
        match self {
            Early::Resignation => " by resignation",
            Early::Time => " on time",
            Early::Forfeit => BY_FORFEIT,
        }
    }
}

impl fmt::Display for Early {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.suffix())
    }
}
