//! Where positions and records come from: a literal text, a file, or standard input.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::OnceLock;

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
    /// Whether the argument is the text, and not the name of what holds it.
    pub(crate) is_literal: bool,
}

impl Input {
    /// Reads what an argument means: `-` is standard input, the name of a file is what the file holds.
    pub(crate) fn file(argument: &str) -> Result<Input> {
        if argument == "-" {
            // What cannot be read as one thing may be read as another.
            static READ: OnceLock<Input> = OnceLock::new();
            if let Some(input) = READ.get() {
                return Ok(input.clone());
            }
            let input = Input::limited(io::stdin().lock(), "standard input")?;
            return Ok(READ.get_or_init(|| input).clone());
        }
        let file = File::open(argument)
            .with_context(|| format!("expected a file to read at `{argument}`"))?;
        Input::limited(file, argument)
    }

    /// Reads what an argument means, where it may also be the text itself: what is no `-` and no file is literal. A pipe
    /// and a device are files; a directory is not.
    pub(crate) fn literal_or_file(argument: &str) -> Result<Input> {
        let path = Path::new(argument);
        // No text of any notation ends like the name of a file; whoever types one wants to hear that it is not there.
        let is_name = path.extension().is_some_and(|ending| {
            ending.len() >= 3 && ending.as_encoded_bytes().iter().all(u8::is_ascii_lowercase)
        });
        let is_word = !argument.contains(char::is_whitespace);
        let is_there = path.exists() && !path.is_dir();
        if argument == "-" || is_there || is_name && is_word && !path.is_dir() {
            return Input::file(argument);
        }
        Ok(Input {
            origin: "the text".into(),
            text: argument.into(),
            is_literal: true,
        })
    }

    /// Returns what to add to the reason why the text cannot be read: whoever meant a file wants to hear of that.
    pub(crate) fn no_file(&self) -> &'static str {
        let is_name = self.text.contains(char::is_alphabetic) && !self.text.contains('\n');
        match self.is_literal && is_name {
            true if Path::new(&self.text).is_dir() => {
                "; there is a directory of that name, but no file"
            }
            true => "; there is no file of that name either",
            false => "",
        }
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
            is_literal: false,
        })
    }
}
