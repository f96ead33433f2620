//! Input of positions and records and output of results: literal text, files, and standard input and output.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Cursor, ErrorKind, Read, Write};
use std::path::Path;
use std::sync::OnceLock;

use ::check::text::game;
use anyhow::{Context, Result, bail, ensure};
use common::any::AnyRecord;
use common::claim::Certificate;
use common::reading::SourceText;
use common::store::{Store, StoreError};
use play::terminal::write_over;

use crate::stopping;

/// The most bytes that are read at once: far more than any record, but far less than the memory of a small machine.
pub(crate) const MAX_BYTES: u64 = 16 << 20;

/// The source of a text.
pub(crate) struct Input {
    /// `standard input`, the name of a file, or `the text`.
    pub(crate) origin: String,
    /// The text.
    pub(crate) reader: Box<dyn BufRead>,
    /// The argument, if it is the text itself and not the name of a file.
    literal: Option<String>,
}

impl Input {
    /// Opens the source that an argument names: `-` is standard input, anything else a file.
    fn file(argument: &str) -> Result<Input> {
        let (origin, reader): (&str, Box<dyn BufRead>) = if argument == "-" {
            ("standard input", Box::new(BufReader::new(io::stdin())))
        } else {
            let file = File::open(argument).with_context(|| format!("cannot read `{argument}`"))?;
            (argument, Box::new(BufReader::new(file)))
        };
        Ok(Input {
            origin: origin.into(),
            reader,
            literal: None,
        })
    }

    /// Opens an argument that may also be the text itself: anything but `-` and the name of a file is literal. A pipe
    /// and a device are files; a directory is not.
    pub(crate) fn open(argument: &str) -> Result<Input> {
        let path = Path::new(argument);
        // No text in any notation ends like a file name, so such an argument names a file that does not exist.
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
            reader: Box::new(Cursor::new(argument.as_bytes().to_vec())),
            literal: Some(argument.into()),
        })
    }

    /// Returns a hint to append to the error of a text that cannot be read, in case the user meant a file.
    pub(crate) fn hint(&self) -> &'static str {
        let Some(text) = &self.literal else { return "" };
        let is_name = text.contains(char::is_alphabetic) && !text.contains('\n');
        match is_name {
            true if Path::new(text).is_dir() => "; there is a directory of that name, but no file",
            true => "; there is no file of that name either",
            false => "",
        }
    }

    /// Returns whether the argument is the text itself.
    pub(crate) fn is_literal(&self) -> bool {
        self.literal.is_some()
    }

    /// Reads the source as one text.
    pub(crate) fn read(argument: &str) -> Result<(SourceText, bool)> {
        // A text may have to be parsed again in another way, but standard input can be read only once.
        static READ: OnceLock<SourceText> = OnceLock::new();
        if let (Some(source), "-") = (READ.get(), argument) {
            return Ok((source.clone(), false));
        }
        let mut input = Input::open(argument)?;
        let mut bytes = Vec::new();
        let read = input
            .reader
            .by_ref()
            .take(MAX_BYTES + 1)
            .read_to_end(&mut bytes);
        read.with_context(|| format!("{} cannot be read", input.origin))?;
        if bytes.len() as u64 > MAX_BYTES {
            bail!(
                "at most {} MiB can be read, but {} is larger",
                MAX_BYTES >> 20,
                input.origin
            );
        }
        let source = SourceText {
            hint: input.hint(),
            text: decode(bytes, &input.origin)?,
            origin: input.origin.clone(),
        };
        let source = if argument == "-" {
            READ.get_or_init(|| source).clone()
        } else {
            source
        };
        Ok((source, input.is_literal()))
    }
}

/// Reads a file that is small, such as one with options.
///
/// # Errors
///
/// Returns an error if it is not text, or longer than any file that the program writes.
pub(crate) fn read_small(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    let mut file = File::open(path)?.take(MAX_BYTES + 1);
    file.read_to_string(&mut text)?;
    if text.len() as u64 > MAX_BYTES {
        let most = format!(
            "the file is larger than the limit of {} MiB",
            MAX_BYTES >> 20
        );
        return Err(io::Error::new(io::ErrorKind::InvalidData, most));
    }
    Ok(text)
}

/// Returns bytes as text, without the byte order mark that some editors write.
pub(crate) fn decode(bytes: Vec<u8>, origin: &str) -> Result<String> {
    let text = String::from_utf8(bytes)
        .with_context(|| format!("{origin} must be text in UTF-8; convert it first"))?;
    Ok(match text.strip_prefix('\u{feff}') {
        Some(rest) => rest.to_owned(),
        None => text,
    })
}

/// Reads a file that begins like a certificate, or returns `None` if it does not.
pub(crate) fn certificate(path: &Path) -> Result<Option<String>> {
    // A pipe would wait for its writer.
    if !path.is_file() {
        return Ok(None);
    }
    let mut begin = Vec::new();
    let most = Certificate::FIRST_LINE.len() as u64;
    File::open(path)?.take(most).read_to_end(&mut begin)?;
    if begin != Certificate::FIRST_LINE.as_bytes() {
        return Ok(None);
    }
    let text = read_small(path);
    Ok(Some(text.with_context(|| format!("`{}`", path.display()))?))
}

/// Returns an error if a file is a certificate where something else is needed, with the commands that take one.
pub(crate) fn expect_no_certificate(path: &Path, what: &str) -> Result<()> {
    // A file that cannot be read is reported where it is needed.
    let Ok(Some(text)) = certificate(path) else {
        return Ok(());
    };
    let (name, game) = (path.display(), game(&text).unwrap_or("GAME"));
    bail!(
        "`{name}` is a certificate, not {what}; use `papergames check {name}` to check it, or \
         `papergames explore {game} --store {name}` to walk through it"
    )
}

/// Opens the results of a solver in a file that exists, for the last position of a record.
pub(crate) fn existing_store(record: &dyn AnyRecord, path: &Path) -> Result<Store> {
    expect_no_certificate(path, A_STORE)?;
    let kind = record.uses().store;
    let kind = kind.context("results for this position cannot be stored; leave out --store")?;
    match Store::open_existing(path, kind) {
        // What is found out is kept in memory if the file may only be read.
        Err(StoreError::Io { reason, .. })
            if matches!(
                reason.kind(),
                ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem
            ) =>
        {
            let store = Store::open_read_only(path)?;
            store.expect_kind(kind)?;
            Ok(store)
        }
        opened => Ok(opened?),
    }
}

/// The words for a store, in the error for a certificate in its place.
pub(crate) const A_STORE: &str = "a store of results";

/// Returns whether the option `--output` names standard output.
pub(crate) fn is_stdout(path: &Path) -> bool {
    path == Path::new("-")
}

/// Returns the output for remarks about what a command has done: standard error, if `-o -` sends its results to
/// standard output.
pub(crate) fn beside<'o>(path: Option<&Path>, out: &'o mut dyn Write) -> Box<dyn Write + 'o> {
    if path.is_some_and(is_stdout) {
        Box::new(io::stderr())
    } else {
        Box::new(out)
    }
}

/// Writes a file completely or not at all: if the disk is full, the old contents remain. Anything but a plain file,
/// such as a pipe or a device, is written directly; `-` is standard output.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> Result<()> {
    if is_stdout(path) {
        return Ok(io::stdout().write_all(bytes)?);
    }
    let failed = || format!("cannot write `{}`", path.display());
    if path.metadata().is_ok_and(|data| !data.is_file()) {
        return stopping::waiting(|| std::fs::write(path, bytes)).with_context(failed);
    }
    let folder = path
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."));
    ensure!(
        folder.is_dir(),
        "the folder `{}` does not exist",
        folder.display()
    );
    let _writing = stopping::writing();
    write_over(path, bytes).with_context(failed)
}
