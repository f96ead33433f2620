//! [`Refused`]: an error of a program, as a sentence for a person.

use core::fmt::{self, Display};
use std::error::Error;
use std::sync::Arc;

/// Why a program cannot do what it was asked: a sentence for a person, and the error behind it.
///
/// Two refusals are equal if their sentences are.
#[derive(Clone, Debug)]
pub struct Refused {
    text: String,
    source: Option<Arc<dyn Error + Send + Sync>>,
}

impl Refused {
    /// Returns a refusal with the sentence `text`.
    pub fn new(text: impl Into<String>) -> Refused {
        Refused {
            text: text.into(),
            source: None,
        }
    }

    /// Returns a refusal with the text of an error, and the error behind it.
    ///
    /// In WebAssembly the error itself is dropped: pages show sentences, and what describes all kinds of errors for
    /// programmers would be a fiftieth of the module.
    pub fn because(error: impl Error + Send + Sync + 'static) -> Refused {
        let text = error.to_string();
        let source: Option<Arc<dyn Error + Send + Sync>> = if cfg!(target_family = "wasm") {
            None
        } else {
            Some(Arc::new(error))
        };
        Refused { text, source }
    }

    /// Returns the refusal with `text` and a colon before its sentence.
    #[must_use]
    pub fn context(mut self, text: impl Display) -> Refused {
        self.text = format!("{text}: {}", self.text);
        self
    }

    /// Returns the error of this type behind the sentence: the one that [`because`](Refused::because) was given, or one
    /// of its [sources](Error::source).
    pub fn downcast_ref<E: Error + 'static>(&self) -> Option<&E> {
        let mut error: &(dyn Error + 'static) = self.source.as_deref()?;
        loop {
            match error.downcast_ref() {
                Some(found) => return Some(found),
                None => error = error.source()?,
            }
        }
    }
}

impl PartialEq for Refused {
    fn eq(&self, other: &Refused) -> bool {
        self.text == other.text
    }
}

impl Eq for Refused {}

impl Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl Error for Refused {}
