//! The error returned when a text does not describe lands.

use common::Refused;
use common::text::{Place, Unexpected};

/// The error returned when a text does not describe lands.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ParseLandError {
    /// The text does not follow the grammar.
    #[error(transparent)]
    Unexpected(#[from] Unexpected),
    /// The text has no playable land or several, although exactly one was expected.
    #[error("the text must contain exactly one land, found {found}")]
    NotOne {
        /// The number of lands left after reduction.
        found: usize,
    },
    /// A letter does not appear exactly twice in its land.
    #[error(
        "the letter `{letter}` must appear exactly twice in the land{at}, found {count}; a spot with only one corner \
         of use is `1` or `2`"
    )]
    Unpaired {
        /// The letter.
        letter: String,
        /// The number of times it appears.
        count: usize,
        /// Where the land begins in the text.
        at: Place,
    },
    /// Two letters of one boundary interleave, as in `abab`, so the land cannot be drawn on the sphere.
    #[error(
        "`{first}` and `{second}` cross in a boundary of the land{at}, so it cannot be drawn on the sphere"
    )]
    Crossing {
        /// The letter that appears first.
        first: String,
        /// The letter that appears once between the two corners of the first.
        second: String,
        /// Where the land begins in the text.
        at: Place,
    },
    /// A piece of the drawing borders a region twice, or pieces and regions form a longer cycle.
    #[error("pieces and regions form a cycle in the land{at}, so it cannot be drawn on the sphere")]
    NotOnSphere {
        /// Where the land begins in the text.
        at: Place,
    },
    /// The text describes lands on surfaces and cannot be read.
    #[error(transparent)]
    OnSurface(#[from] Refused),
}
