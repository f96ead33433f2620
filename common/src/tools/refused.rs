//! [`Refused`]: an error written as a sentence for the user of a program.

use core::fmt::Display;
use std::error::Error;

use crate::tools::text::Unexpected;

/// An error written as a sentence for the user of a program: the reason why a request cannot be carried out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{text}")]
pub struct Refused {
    text: String,
}

impl Refused {
    /// Returns a refusal whose sentence is `text`.
    pub fn new(text: impl Into<String>) -> Refused {
        Refused { text: text.into() }
    }

    /// Returns a refusal whose sentence is the message of an error.
    pub fn because(error: impl Error) -> Refused {
        Refused::new(error.to_string())
    }

    /// Returns the refusal with `text` and a colon before its sentence.
    #[must_use]
    pub fn context(mut self, text: impl Display) -> Refused {
        self.text = format!("{text}: {}", self.text);
        self
    }
}

impl From<Unexpected> for Refused {
    fn from(error: Unexpected) -> Refused {
        Refused::because(error)
    }
}
