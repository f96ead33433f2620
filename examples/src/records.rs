//! Records in and out: the notations that a game has, which of them a text is in, and what is wrong with it.

use std::fmt::Write;
use std::ops::ControlFlow;

use anyhow::{Result, bail};
use common::{Outcome, Record};

use crate::game::Playable;
use crate::input::Input;

/// A notation for the records or positions of the game `G`.
pub(crate) struct Format<G: Playable> {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// What it is, in a line.
    pub(crate) about: &'static str,
    /// Returns whether a text looks as if it were in this notation. The first format that says so is taken.
    pub(crate) looks_like: fn(&str) -> bool,
    /// Reads all games of a text.
    pub(crate) read: fn(&str) -> Games<G>,
    /// Writes a game, or only its last position where the notation is one for positions.
    pub(crate) write: Option<Writer<G>>,
}

/// The games of a text, or why it is none.
pub(crate) type Games<G> = Result<Vec<Played<G>>, Fault<G>>;

/// Writes a game in some notation.
pub(crate) type Writer<G> = fn(&Record<G>) -> Result<String>;

/// A game that was read, with what the text says about it beyond the moves.
pub(crate) struct Played<G: Playable> {
    pub(crate) record: Record<G>,
    /// Where it begins, counted from 1.
    pub(crate) line: usize,
    /// How it ended, according to the text.
    pub(crate) stated: Option<Outcome>,
}

/// Why a text is no record.
pub(crate) struct Fault<G: Playable> {
    /// The place and the reason, as a sentence.
    pub(crate) text: String,
    /// The game up to the word that is wrong, if that is a move.
    pub(crate) before: Option<Box<Record<G>>>,
}

/// How many legal moves are named beside an illegal one.
const ALTERNATIVES: usize = 12;

impl<G: Playable> Fault<G> {
    /// Returns a fault that is not about a move.
    pub(crate) fn of(text: impl Into<String>) -> Fault<G> {
        Fault {
            text: text.into(),
            before: None,
        }
    }

    /// Returns the sentence, with legal moves instead of the one that is wrong.
    fn explain(&self, wrong: &str) -> String {
        let mut text = self.text.clone();
        let Some(position) = self.before.as_ref().map(|record| record.position()) else {
            return text;
        };
        if position.is_terminal() {
            let outcome = position.outcome().map(|outcome| outcome.to_string());
            let _ = write!(
                text,
                "; the game is over here ({})",
                outcome.unwrap_or_default()
            );
            return text;
        }
        let likely = likely_moves(position, wrong);
        let _ = write!(text, "; legal here: {}", likely.join(", "));
        let others = position.count_moves() - likely.len() as u128;
        if others > 0 {
            let _ = write!(text, " and {others} more");
        }
        text
    }
}

/// Returns legal moves, those first that share the longest beginning with `wrong`.
fn likely_moves<G: Playable>(position: &G, wrong: &str) -> Vec<String> {
    let mut likely: Vec<(usize, usize, String)> = Vec::new();
    let mut number = 0;
    let _ = position.for_each_move(&mut |m| {
        let text = m.to_string();
        let same = text
            .chars()
            .zip(wrong.chars())
            .take_while(|(a, b)| a == b)
            .count();
        likely.push((usize::MAX - same, number, text));
        number += 1;
        if likely.len() > 4 * ALTERNATIVES {
            likely.sort_unstable();
            likely.truncate(ALTERNATIVES);
        }
        // A Sprouts position can have more moves than anybody can list.
        if number < 100_000 {
            ControlFlow::Continue(())
        } else {
            ControlFlow::Break(())
        }
    });
    likely.sort_unstable();
    likely.truncate(ALTERNATIVES);
    likely.into_iter().map(|(_, _, text)| text).collect()
}

/// Returns the format with the given name, or the first that the text looks like, or the form of the library.
fn choose<'a, G: Playable>(
    formats: &'a [Format<G>],
    name: Option<&str>,
    text: &str,
) -> Result<&'a Format<G>> {
    if let Some(name) = name {
        return named(formats, name);
    }
    let guessed = formats.iter().find(|format| (format.looks_like)(text));
    guessed.map_or_else(|| named(formats, "text"), Ok)
}

/// Returns the format with the given name.
pub(crate) fn named<'a, G: Playable>(
    formats: &'a [Format<G>],
    name: &str,
) -> Result<&'a Format<G>> {
    if let Some(format) = formats.iter().find(|format| format.name == name) {
        return Ok(format);
    }
    let known: Vec<String> = formats
        .iter()
        .map(|format| format!("{} ({})", format.name, format.about))
        .collect();
    bail!(
        "expected a format of {}, one of {}, found `{name}`",
        G::TITLE,
        known.join("; ")
    )
}

/// Reads all games of a text; `format` is guessed if it is not given.
pub(crate) fn read<G: Playable>(input: &Input, format: Option<&str>) -> Result<Vec<Played<G>>> {
    let formats = G::formats();
    let format = choose(&formats, format, &input.text)?;
    match (format.read)(&input.text) {
        Ok(games) if games.is_empty() => {
            bail!(
                "{}: expected a record in the format `{}`, found none",
                input.origin,
                format.name
            )
        }
        Ok(games) => Ok(games),
        Err(fault) => {
            let wrong = fault.text.split('`').nth(1).unwrap_or("").to_owned();
            bail!("{}, {}", input.origin, fault.explain(&wrong))
        }
    }
}

/// The one-line form of the library: the text of a position and its moves, a game a line, `#` before a comment.
pub(crate) fn lines<G: Playable>() -> Format<G> {
    Format {
        name: "text",
        about: "a position and its moves with blanks between them, one game a line",
        looks_like: |text| {
            let first = text
                .lines()
                .find(|line| !content(line).is_empty())
                .unwrap_or("");
            content(first)
                .split_whitespace()
                .next()
                .is_some_and(|word| word.parse::<G>().is_ok())
        },
        read: read_lines,
        write: Some(|record| Ok(record.to_string())),
    }
}

/// Returns a line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

fn read_lines<G: Playable>(text: &str) -> Games<G> {
    let mut games = Vec::new();
    for (line, number) in text.lines().zip(1..) {
        let mut words = content(line).split_whitespace();
        let Some(setup) = words.next() else {
            continue;
        };
        let setup = setup.parse::<G>().map_err(|reason| {
            Fault::of(format!(
                "line {number}, the setup `{}`: {reason}",
                short(setup)
            ))
        })?;
        let mut record = Record::new(setup);
        for (word, index) in words.zip(1..) {
            let refuse = |reason: &dyn std::fmt::Display, record: &Record<G>| Fault {
                text: format!("line {number}, move {index}, `{}`: {reason}", short(word)),
                before: Some(Box::new(record.clone())),
            };
            let m: G::Move = word.parse().map_err(|reason| refuse(&reason, &record))?;
            record.push(m).map_err(|reason| refuse(&reason, &record))?;
        }
        games.push(Played {
            record,
            line: number,
            stated: None,
        });
    }
    Ok(games)
}

/// Reads a text that is one game, by a reader of a game crate whose error names the line and the word that is wrong.
///
/// To find the legal alternatives, what stands before that word is read once more.
pub(crate) fn read_whole<G: Playable, E: std::fmt::Display>(
    text: &str,
    read: impl Fn(&str) -> Result<Record<G>, E>,
    place: impl Fn(&E) -> (usize, String, Option<usize>),
) -> Games<G> {
    match read(text) {
        Ok(record) => Ok(vec![Played {
            record,
            line: 1,
            stated: None,
        }]),
        Err(error) => {
            let (line, word, number) = place(&error);
            let before =
                number.and_then(|_| read(before_word(text, line, &word)?).ok().map(Box::new));
            Err(Fault {
                text: error.to_string(),
                before,
            })
        }
    }
}

/// Returns what stands before the last time that `word` begins in a line.
fn before_word<'a>(text: &'a str, line: usize, word: &str) -> Option<&'a str> {
    let mut start = 0;
    for _ in 1..line {
        start += text[start..].find('\n')? + 1;
    }
    let end = text[start..]
        .find('\n')
        .map_or(text.len(), |length| start + length);
    Some(&text[..start + text[start..end].rfind(word)?])
}

/// Returns the beginning of a word, for messages.
pub(crate) fn short(word: &str) -> String {
    word.chars()
        .take(40)
        .collect::<String>()
        .escape_debug()
        .to_string()
}
