//! Why a text describes no lands.

use common::text::{Place, Unexpected};

/// Why a text is not a sum of lands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseLandError {
    /// The text does not follow the grammar.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// The text has no playable land, or several, where one land was expected.
    #[error("expected one land, found {found}")]
    NotOne {
        /// How many there are after reduction.
        found: usize,
    },
    /// A letter does not appear exactly twice.
    #[error(
        "expected the letter `{letter}` to stand twice in the land{}, found {count}",
        Place(*.at)
    )]
    Unpaired {
        /// The letter.
        letter: String,
        /// How many times it appears.
        count: usize,
        /// Where the land starts: the number of characters before it.
        at: usize,
    },
    /// Letters of one boundary interleave, which no drawing on the sphere allows.
    #[error(
        "expected a drawing on the sphere, found `{first}` and `{second}` crosswise in a boundary of the land{}",
        Place(*.at)
    )]
    Crossing {
        /// The letter that appears first.
        first: String,
        /// The letter that appears once between the two corners of the first.
        second: String,
        /// Where the land starts: the number of characters before it.
        at: usize,
    },
    /// A piece of the drawing borders a region twice, or pieces and regions form a longer cycle.
    #[error(
        "expected a drawing on the sphere, found pieces and regions in a circle in the land{}",
        Place(*.at)
    )]
    NotOnSphere {
        /// Where the land starts: the number of characters before it.
        at: usize,
    },
}
