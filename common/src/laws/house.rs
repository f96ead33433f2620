//! The laws about texts with the style of this workspace's own errors, which other games need not follow: an error is a
//! sentence that does not end in a full stop, so that programs can go on after it.

use core::fmt;
use core::str::FromStr;

use crate::laws::broken::{Broken, demand};
use crate::laws::texts::{
    refusals_are_short_lines, text_is_read_in_each_notation, text_is_read_or_refused,
};
use crate::notation::format::Notations;

/// Like [`any_text_is_read_or_refused`](super::any_text_is_read_or_refused), with the style of this workspace.
///
/// # Errors
///
/// Returns the reason why the parser breaks the law.
pub fn any_text_is_read_or_refused<T>(text: &str) -> Result<(), Broken>
where
    T: fmt::Display + fmt::Debug + FromStr + PartialEq,
    T::Err: fmt::Display,
{
    any_text_is_read_or_refused_by(text, str::parse::<T>, T::to_string)
}

/// Like [`any_text_is_read_or_refused_by`](super::any_text_is_read_or_refused_by), with the style of this workspace.
///
/// # Errors
///
/// Returns the reason why the reader breaks the law.
pub fn any_text_is_read_or_refused_by<T, E>(
    text: &str,
    read: impl Fn(&str) -> Result<T, E>,
    write: impl Fn(&T) -> String,
) -> Result<(), Broken>
where
    T: fmt::Debug + PartialEq,
    E: fmt::Display,
{
    text_is_read_or_refused(text, read, write, refusals_are_sentences)
}

/// Like [`any_text_is_read_in_each_notation`](super::any_text_is_read_in_each_notation), with the style of this
/// workspace.
///
/// # Errors
///
/// Returns the reason why a notation breaks the law.
pub fn any_text_is_read_in_each_notation<G: Notations>(text: &str) -> Result<(), Broken> {
    text_is_read_in_each_notation::<G>(text, refusals_are_sentences)
}

/// Law: an error is one short sentence that states what was expected.
///
/// # Errors
///
/// Returns an error if the message is not such a sentence.
pub fn refusals_are_sentences(error: &dyn fmt::Display) -> Result<(), Broken> {
    refusals_are_short_lines(error)?;
    let error = error.to_string();
    let holds = error.split_whitespace().count() > 2 && !error.ends_with('.');
    demand!("an error is a sentence of one line without a full stop" => holds, "{error}")
}
