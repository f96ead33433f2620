//! Where positions and records come from: a literal text, a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use anyhow::{Context, Result, bail};

/// The most that is read: far more than any record, far less than the memory of a small machine.
const MAX_BYTES: u64 = 64 << 20;

/// A text, and where it came from in words.
#[derive(Clone, Debug)]
pub(crate) struct Input {
    /// `standard input`, the name of a file, or `the text`.
    pub(crate) origin: String,
    /// The text itself.
    pub(crate) text: String,
}

impl Input {
    /// Reads what an argument means: `-` is standard input, the name of a file is what the file holds.
    pub(crate) fn file(argument: &str) -> Result<Input> {
        if argument == "-" {
            return Input::limited(io::stdin().lock(), "standard input");
        }
        let file = File::open(argument)
            .with_context(|| format!("expected a file to read at `{argument}`"))?;
        Input::limited(file, argument)
    }

    /// Reads what an argument means, where it may also be the text itself: what is no `-` and no file is literal.
    pub(crate) fn literal_or_file(argument: &str) -> Result<Input> {
        let path = Path::new(argument);
        // No text of any notation ends like the name of a file; whoever types one wants to hear that it is not there.
        let is_name = path.extension().is_some_and(|ending| {
            ending.len() >= 3 && ending.as_encoded_bytes().iter().all(u8::is_ascii_lowercase)
        });
        let is_word = !argument.contains(char::is_whitespace);
        if argument == "-" || path.is_file() || is_name && is_word {
            return Input::file(argument);
        }
        Ok(Input {
            origin: "the text".into(),
            text: argument.into(),
        })
    }

    fn limited(source: impl Read, origin: &str) -> Result<Input> {
        let mut bytes = Vec::new();
        let read = source.take(MAX_BYTES + 1).read_to_end(&mut bytes);
        read.with_context(|| format!("{origin} cannot be read"))?;
        if bytes.len() as u64 > MAX_BYTES {
            bail!(
                "expected at most {} MiB, found more in {origin}",
                MAX_BYTES >> 20
            );
        }
        let text = String::from_utf8(bytes)
            .with_context(|| format!("expected text in UTF-8 in {origin}"))?;
        // Files from some editors begin with a byte order mark.
        let text = text
            .strip_prefix('\u{feff}')
            .map(String::from)
            .unwrap_or(text);
        Ok(Input {
            origin: origin.into(),
            text,
        })
    }
}
