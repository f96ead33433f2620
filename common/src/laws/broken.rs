//! The error type of a broken law.

/// The error for a broken law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("broken law: {law}\n  found: {found}")]
pub struct Broken {
    /// The sentence that states the broken law.
    pub law: &'static str,
    /// The behaviour of the game that breaks it.
    pub found: String,
}

/// The result of a law.
pub(super) type Held = Result<(), Broken>;

/// Returns a function that turns the reason of a refusal into an error for the law.
pub(super) fn because<E: core::fmt::Display>(law: &'static str) -> impl Fn(E) -> Broken {
    move |reason| Broken {
        law,
        found: reason.to_string(),
    }
}

/// Returns an error for the law unless `holds`; `found` describes what was seen and is only called on failure.
pub(super) fn demand(law: &'static str, holds: bool, found: impl FnOnce() -> String) -> Held {
    if holds {
        Ok(())
    } else {
        Err(Broken {
            law,
            found: found(),
        })
    }
}
