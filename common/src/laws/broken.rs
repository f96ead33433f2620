//! The error type of a broken law.

/// The error returned when a game breaks a law.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("broken law: {law}\n  found: {found}")]
pub struct Broken {
    /// The sentence that states the broken law.
    pub law: &'static str,
    /// The behaviour of the game that breaks it.
    pub found: String,
}

/// The result of a law.
pub(super) type LawResult = Result<(), Broken>;

/// Returns a function that turns a reason into an error for the law.
pub(super) fn because<E: core::fmt::Display>(law: &'static str) -> impl Fn(E) -> Broken {
    move |reason| Broken {
        law,
        found: reason.to_string(),
    }
}

/// `demand!(law => holds, "found {this}")` is an error for the law unless it holds; the rest describes what was seen,
/// as in `format!`, and is only evaluated on failure.
macro_rules! demand {
    ($law:expr => $holds:expr, $($found:tt)+) => {
        if $holds {
            Ok(())
        } else {
            Err($crate::laws::Broken { law: $law, found: format!($($found)+) })
        }
    };
}
pub(super) use demand;
