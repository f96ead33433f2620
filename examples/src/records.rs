//! Reads records: games to start from, and large files game by game.

mod elements;

use std::collections::VecDeque;
use std::fmt::Write;
use std::io::{BufRead, Cursor, Read};
use std::path::Path;
use std::time::Instant;

use anyhow::{Context, Error, Result, anyhow, bail, ensure};
use common::any::{AnyGame, AnyRecord, ReadGame, Sheets};
use common::describe::SetupOptions;
use common::format::{self, Notation, PLAIN, Reads};
use common::reading::{ReadOptions, SourceText};
use papergames::sprouts::{Unnumbered, UnnumberedFormat};
use play::Seats;

use crate::input::{Input, MAX_BYTES, decode};
use crate::setup::{RulesArgs, game_named, games};
use crate::{report, stopping};

use elements::{Elements, ElementsError};

/// Returns a file and the number of a game in it, as in `games.txt#3`.
fn numbered(argument: &str) -> Result<(&str, Option<usize>)> {
    match argument.rsplit_once('#') {
        Some((file, number)) if Path::new(file).is_file() => {
            let number = number.parse().ok().filter(|number| *number > 0);
            let number = number.with_context(|| {
                format!("`{file}#` must be followed by the number of a game, counted from 1, found `{argument}`")
            })?;
            Ok((file, Some(number)))
        }
        _ => Ok((argument, None)),
    }
}

/// Reads an argument as games to start from: a setup or a position under the given rules, or games in any notation.
pub(crate) fn read_starts(
    game: &'static dyn AnyGame,
    argument: &str,
    format: Option<&str>,
    rules: &RulesArgs,
) -> Result<Vec<Box<dyn AnyRecord>>> {
    let starts = starts_under(game, argument, format, rules);
    if starts.is_err()
        && let Some(setup) = without_blanks(argument)
        && game.start(Some(&setup), &rules.options()).is_ok()
    {
        bail!("a setup has no blanks; use `{setup}`, found `{argument}`");
    }
    // Options are not to blame for a setup that cannot be read without them either.
    let is_setup = || {
        !argument.contains(char::is_whitespace)
            && Input::open(argument).is_ok_and(|it| it.is_literal())
    };
    if starts.is_err() && !rules.are_none() && is_setup() {
        starts_under(game, argument, format, &RulesArgs::default())?;
    }
    starts
}

/// Returns an argument without its blanks, if it has any and no two numbers become one.
fn without_blanks(argument: &str) -> Option<String> {
    let words: Vec<&str> = argument.split_whitespace().collect();
    let is_digit = |c: char| c.is_ascii_digit();
    let are_apart = |pair: &[&str]| pair[0].ends_with(is_digit) && pair[1].starts_with(is_digit);
    (words.len() > 1 && !words.windows(2).any(are_apart)).then(|| words.concat())
}

fn starts_under(
    game: &'static dyn AnyGame,
    argument: &str,
    format: Option<&str>,
    rules: &RulesArgs,
) -> Result<Vec<Box<dyn AnyRecord>>> {
    if let Some(name) = format {
        game.notation(Some(name), "")?;
    }
    let (argument, only) = numbered(argument)?;
    let (source, is_literal) = Input::read(argument)?;
    let game = Sheets::choose(game, &source.text);
    check_game(game, &source)?;
    let text = source.text.trim();
    let unnumbered = game.extra::<Unnumbered>();
    let is_unnumbered = format.is_some_and(|name| {
        unnumbered.is_some_and(|reader| reader.format(Some(name), text).is_some())
    });
    if let Some(note) = mistakable(game, text).filter(|_| format.is_none() && !is_literal) {
        report::note(&format!("{}: {note}", source.origin));
    }
    if !text.contains(char::is_whitespace)
        && !is_unnumbered
        && only.is_none_or(|number| number == 1)
    {
        let reason = match game.start(Some(text), &rules.options()) {
            Ok(start) => return Ok(vec![start]),
            Err(reason) => reason,
        };
        // A text that is not a setup under any rules may be a game in another notation.
        let is_setup = || game.start(Some(text), &SetupOptions::none()).is_ok();
        if !rules.are_none() && is_setup() {
            return Err(reason.into());
        }
        if is_literal && notation_of(game, format, text)?.0.name == PLAIN {
            return Err(anyhow!("{reason}{}", source.hint));
        }
    }
    let mut setup_only = rules.options();
    // Some notations of positions leave it open.
    let misere = std::mem::take(&mut setup_only.misere);
    setup_only.allow("a game that was begun", &["rules"])?;
    let options = ReadOptions {
        format,
        rules: rules.set(),
        misere,
        prefix: "--",
    };
    // A long text is read game by game, and so is one with a mistake, since the error depends on the game it is in.
    if only.is_none()
        && source.text.len() as u64 <= HEAD
        && let Ok(games) = game.read(&source, &options)
    {
        let games = games.into_iter().map(|game| noted(game, &source.origin));
        return Ok(games.collect());
    }
    let origin = source.origin.clone();
    let begun = Instant::now();
    let mut starts = Vec::new();
    let reader = Box::new(Cursor::new(source.text.into_bytes()));
    let mut games = GameStream::begin(game, source.origin, source.hint, reader, options)?;
    games.only = only;
    for part in games {
        if stopping::must_stop() {
            let done = format!("{} games", starts.len());
            return Err(stopping::stopped(&done, begun));
        }
        match part? {
            TextPart::Game(game) => starts.push(noted(game, &origin)),
            TextPart::Unnumbered { .. } => bail!(
                "{origin}: expected a game or a position, found text that says how a position plays, but not which \
                 position it is",
            ),
        }
    }
    Ok(starts)
}

/// Says on standard error how the text of a game was understood, and returns the record.
fn noted(game: ReadGame, origin: &str) -> Box<dyn AnyRecord> {
    for note in &game.said.notes {
        report::note(&format!("{origin}: {note}"));
    }
    game.record
}

/// Returns what a number in a file says as a position, if a conversion may have written it as one.
fn unmistakable(game: &dyn AnyGame, text: &str) -> Option<String> {
    let other = game.extra::<Unnumbered>()?.unmistakable(text)?;
    Some(format!("the position that `glop` writes so is `{other}`"))
}

/// Returns a note about the first number in a file that is read as a number of spots although a conversion may have
/// written it as a position.
fn mistakable(game: &'static dyn AnyGame, text: &str) -> Option<String> {
    let mut lines = format::contents(text).map(|(_, line)| line);
    let (line, other) = lines.find_map(|line| Some((line, unmistakable(game, line)?)))?;
    game.parse(line).ok()?;
    Some(format!("`{line}` is read as a number of spots; {other}"))
}

/// Returns an error for a proof, and for a text with a comment that names another game.
fn check_game(game: &dyn AnyGame, source: &SourceText) -> Result<()> {
    ensure!(
        !source.text.starts_with("papergames certificate "),
        "{origin}: this is a proof, not a game; use `check {origin}` to check it, or `explore {} SETUP --store \
         {origin}` to walk through it",
        game.about().name,
        origin = source.origin,
    );
    let about = game.about();
    let is_other = |seats: &Seats| {
        let named = game_named(&seats.game).map(|named| Sheets::choose(named, &source.text));
        !named.is_some_and(|named| core::ptr::addr_eq(named, game))
    };
    let mut seats = source.text.lines().filter_map(Seats::find);
    let Some(other) = seats.find(is_other) else {
        return Ok(());
    };
    bail!(
        "{}: expected a game of {}, found one of `{}`; use that game's name instead of `{}`",
        source.origin,
        about.title,
        other.game,
        about.name
    )
}

/// Returns the error for a text that is not a record of the game that was named, with the game to which it belongs if
/// another game reads it.
fn explained(game: &dyn AnyGame, source: &SourceText, reason: Error) -> Error {
    let about = game.about();
    let has_moves = |other: &&'static dyn AnyGame| match other.read(source, &ReadOptions::default())
    {
        Ok(games) => games.iter().any(|game| !game.record.is_empty()),
        Err(_) => false,
    };
    let mut others = (games().iter().copied()).filter(|other| other.about().name != about.name);
    let Some(other) = others.find(has_moves) else {
        return reason;
    };
    let other = other.about();
    anyhow!(
        "{}: expected a game of {}, found one of {}; use `{}` instead of `{}`",
        source.origin,
        about.title,
        other.title,
        other.name,
        about.name
    )
}

/// Returns the notation of a text, and its format if the text is about positions without numbered spots.
fn notation_of(
    game: &dyn AnyGame,
    format: Option<&str>,
    text: &str,
) -> Result<(Notation, Option<UnnumberedFormat>)> {
    let reader = game.extra::<Unnumbered>();
    let unnumbered = reader.and_then(|reader| reader.format(format, text));
    let name = unnumbered.map(UnnumberedFormat::name).or(format);
    Ok((game.notation(name, text)?, unnumbered))
}

/// The way in which a text is divided into parts that can be read one by one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TextDivision {
    /// Each line is a part.
    Lines,
    /// Each part begins with a line whose first word is a setup, preceded by its comments.
    Setups,
    /// Each element of a JSON list is a part.
    Elements,
    /// The whole text is one part.
    Whole,
}

impl TextDivision {
    /// Returns the way to divide a text in a notation, whose beginning is `seen`.
    fn of(game: &'static dyn AnyGame, notation: &Notation, seen: &str) -> TextDivision {
        let first = format::contents(seen).next().map_or("", |(_, line)| line);
        match notation.reads {
            Some(Reads::Positions) | None => TextDivision::Lines,
            Some(Reads::Whole) => TextDivision::Whole,
            _ if notation.is_listed => TextDivision::Elements,
            _ if !begins_with_setup(game, first) => TextDivision::Whole,
            _ if notation.name == PLAIN => TextDivision::Lines,
            Some(Reads::Games | Reads::Open) => TextDivision::Setups,
        }
    }
}

/// Returns whether the first word of a line is the text of a position.
fn begins_with_setup(game: &'static dyn AnyGame, line: &str) -> bool {
    let word = line.split_whitespace().next().unwrap_or("");
    game.parse(word).is_ok()
}

/// The games of a large text, read one by one in bounded memory.
pub(crate) struct GameStream<'a> {
    game: &'static dyn AnyGame,
    /// The origin of the text.
    pub(crate) origin: String,
    /// A hint to append to an error if the user may have meant a file.
    pub(crate) hint: &'static str,
    reader: Box<dyn BufRead>,
    options: ReadOptions<'a>,
    /// Whether the text is in a file and its notation was guessed.
    is_guessed: bool,
    /// The format of the text if it is about positions without numbered spots.
    unnumbered: Option<UnnumberedFormat>,
    parts: TextDivision,
    /// The place in a JSON list.
    elements: Elements,
    /// What was read before the next part.
    before: TextOffset,
    /// Lines that were read and belong to the next part.
    pending: VecDeque<String>,
    /// Games of the last part that are not returned yet.
    ready: std::vec::IntoIter<ReadGame>,
    /// The number of the only game that is requested, or 0 once it has been found.
    only: Option<usize>,
    /// Whether any part was read.
    any: bool,
    done: bool,
}

/// A part of a text: a game, or the text of a position without numbered spots.
pub(crate) enum TextPart {
    Game(ReadGame),
    Unnumbered {
        format: UnnumberedFormat,
        /// The number of the line.
        line: usize,
        text: String,
    },
}

/// The length of the part of a text to use to guess its notation.
const HEAD: u64 = 1 << 20;

impl<'a> GameStream<'a> {
    /// Opens the source that an argument names.
    pub(crate) fn open(
        game: &'static dyn AnyGame,
        argument: &str,
        options: ReadOptions<'a>,
    ) -> Result<GameStream<'a>> {
        let (argument, only) = numbered(argument)?;
        let input = Input::open(argument)?;
        let hint = input.hint();
        let is_guessed = options.format.is_none() && !input.is_literal();
        let games = GameStream::begin(game, input.origin, hint, input.reader, options)?;
        Ok(GameStream {
            is_guessed,
            only,
            ..games
        })
    }

    fn begin(
        game: &'static dyn AnyGame,
        origin: String,
        hint: &'static str,
        mut reader: Box<dyn BufRead>,
        options: ReadOptions<'a>,
    ) -> Result<GameStream<'a>> {
        let mut head = Vec::new();
        let read = reader.by_ref().take(HEAD).read_to_end(&mut head);
        read.with_context(|| format!("{origin} cannot be read"))?;
        // The byte order mark that some editors write is not part of the text.
        if head.starts_with("\u{feff}".as_bytes()) {
            head.drain(..3);
        }
        // A character may be cut in two where the head ends.
        let seen = String::from_utf8_lossy(&head).into_owned();
        let game = Sheets::choose(game, &seen);
        let (notation, unnumbered) = notation_of(game, options.format, &seen)?;
        if let Some(format) = unnumbered {
            let given = [
                ("misere", options.misere),
                ("rules", options.rules.is_some()),
            ];
            if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                bail!(
                    "{origin}: leave out {}{option}: text in the format `{}` does not depend on the rules",
                    options.prefix,
                    format.name()
                );
            }
        }
        let parts = TextDivision::of(game, &notation, &seen);
        Ok(GameStream {
            game,
            hint,
            origin,
            reader: Box::new(Cursor::new(head).chain(reader)),
            is_guessed: false,
            options: ReadOptions {
                format: Some(notation.name),
                ..options
            },
            unnumbered,
            parts,
            elements: Elements::default(),
            before: TextOffset::default(),
            pending: VecDeque::new(),
            ready: Vec::new().into_iter(),
            only: None,
            any: false,
            done: false,
        })
    }

    fn too_long(&self) -> Error {
        anyhow!(
            "a game may have at most {} MiB, but one in {} is larger",
            MAX_BYTES >> 20,
            self.origin
        )
    }

    /// Returns the next part, even if it is not requested.
    fn following(&mut self) -> Option<Result<TextPart>> {
        loop {
            if let Some(game) = self.ready.next() {
                return Some(Ok(TextPart::Game(game)));
            }
            if self.done && self.pending.is_empty() {
                return None;
            }
            let text = match self.part() {
                Ok(text) => text,
                Err(error) => {
                    self.any = true;
                    return Some(Err(error));
                }
            };
            let before = self.before;
            if self.parts == TextDivision::Elements {
                self.before.games += 1;
            } else {
                self.before.lines += text.matches('\n').count();
            }
            let is_list = self.parts == TextDivision::Elements && self.done;
            let is_empty = is_list || format::contents(&text).next().is_none();
            if is_empty && (self.any || !self.done) {
                continue;
            }
            let is_first = !std::mem::replace(&mut self.any, true);
            let source = SourceText {
                origin: self.origin.clone(),
                text,
                hint: self.hint,
            };
            if let Err(error) = check_game(self.game, &source) {
                return Some(Err(error));
            }
            if let Some(format) = self.unnumbered {
                let (line, text) = format::contents(&source.text).next()?;
                return Some(Ok(TextPart::Unnumbered {
                    format,
                    line: line + before.lines,
                    text: text.to_owned(),
                }));
            }
            match self.game.read(&source, &self.options) {
                Ok(mut games) => {
                    for game in &mut games {
                        game.line += before.lines;
                    }
                    let note = mistakable(self.game, &source.text);
                    if let (Some(note), [game]) = (note.filter(|_| self.is_guessed), &mut games[..])
                    {
                        game.said.notes.push(note);
                    }
                    self.ready = games.into_iter();
                }
                Err(reason) => {
                    let mut reason = before.told(&reason.to_string(), &self.origin);
                    if let Some(other) = unmistakable(self.game, source.text.trim()) {
                        reason = anyhow!("{reason}; {other}");
                    }
                    // Only the first part is explained, since the others belong to the same game.
                    let reason = if is_first {
                        explained(self.game, &source, reason)
                    } else {
                        reason
                    };
                    return Some(Err(reason));
                }
            }
        }
    }

    /// Reads a line with its line end, or an empty text at the end.
    fn line(&mut self, longest: u64) -> Result<String> {
        if let Some(line) = self.pending.pop_front() {
            return Ok(line);
        }
        let mut bytes = Vec::new();
        let mut limited = self.reader.by_ref().take(longest + 1);
        let read = match self.parts {
            TextDivision::Whole => limited.read_to_end(&mut bytes),
            TextDivision::Lines | TextDivision::Setups | TextDivision::Elements => {
                limited.read_until(b'\n', &mut bytes)
            }
        };
        read.with_context(|| format!("{} cannot be read", self.origin))?;
        if bytes.len() as u64 > longest {
            self.done = true;
            return Err(self.too_long());
        }
        decode(bytes, &self.origin).inspect_err(|_| self.done = true)
    }

    /// Reads the next element of a JSON list or the next tree. At the end of the text, returns an empty text or an
    /// empty list.
    fn element(&mut self) -> Result<String> {
        match self.elements.next(&mut self.reader, MAX_BYTES) {
            Ok(Some(element)) => {
                self.before.lines = element.lines;
                self.before.columns = element.columns;
                decode(element.bytes, &self.origin)
            }
            Ok(None) => {
                self.done = true;
                Ok(if self.elements.any_list { "[]" } else { "" }.to_owned())
            }
            Err(error) => {
                self.done = true;
                Err(match error {
                    ElementsError::Io(error) => {
                        Error::new(error).context(format!("{} cannot be read", self.origin))
                    }
                    ElementsError::TooLong(_) => self.too_long(),
                    ElementsError::Shape { .. } => anyhow!("{}, {error}", self.origin),
                })
            }
        }
    }

    /// Reads the next part, or an empty text at the end.
    fn part(&mut self) -> Result<String> {
        if self.parts == TextDivision::Elements {
            return self.element();
        }
        let mut part = String::new();
        // Comments and empty lines after a game belong to the next game, unless another line of this game follows.
        let mut held = VecDeque::new();
        let mut has_setup = false;
        loop {
            let line = self.line(MAX_BYTES.saturating_sub(part.len() as u64))?;
            let content = line.split('#').next().unwrap_or("").trim();
            let begins = match self.parts {
                TextDivision::Setups => begins_with_setup(self.game, content),
                TextDivision::Lines | TextDivision::Elements | TextDivision::Whole => {
                    !content.is_empty()
                }
            };
            if line.is_empty() {
                self.done = true;
                part.extend(held);
                return Ok(part);
            }
            if has_setup && begins {
                held.push_back(line);
                self.pending = held;
                return Ok(part);
            }
            if has_setup && content.is_empty() && held.len() < 1_000 {
                held.push_back(line);
                continue;
            }
            has_setup |= begins;
            part.extend(held.drain(..));
            part.push_str(&line);
        }
    }
}

impl Iterator for GameStream<'_> {
    type Item = Result<TextPart>;

    fn next(&mut self) -> Option<Result<TextPart>> {
        let number = match self.only {
            None => return self.following(),
            Some(0) => return None,
            Some(number) => number,
        };
        self.only = Some(0);
        let mut count = 0;
        let games = std::iter::from_fn(|| self.following()).inspect(|_| count += 1);
        let found = games.take(number).last();
        Some(found.filter(|_| count == number).unwrap_or_else(|| {
            let origin = &self.origin;
            Err(anyhow!(
                "{origin} has no game {number}; choose one of its games 1 to {count}"
            ))
        }))
    }
}

/// The amount of text that precedes a part.
#[derive(Clone, Copy, Debug, Default)]
struct TextOffset {
    lines: usize,
    /// Bytes in the line in which the part begins; characters before a tree.
    columns: usize,
    /// Games of a list.
    games: usize,
}

impl TextOffset {
    /// Returns the reason why a part cannot be read, with its place counted from the beginning of the text.
    fn told(self, reason: &str, origin: &str) -> Error {
        let mut told = origin.to_owned();
        let mut rest = reason.strip_prefix(origin).unwrap_or("");
        let Some(line) = add(&mut told, &mut rest, ", line ", self.lines) else {
            return anyhow!("{reason}");
        };
        let columns = if line == 1 { self.columns } else { 0 };
        add(&mut told, &mut rest, ", column ", columns);
        add(&mut told, &mut rest, ", game ", self.games);
        // The reader of trees counts characters in lines; within a turn it counts those of the turn.
        let character = " at character ";
        if let Some((head, _)) = rest.split_once(character)
            && head.starts_with(", expected ")
        {
            told.push_str(head);
            rest = &rest[head.len()..];
            add(&mut told, &mut rest, character, columns);
        }
        anyhow!("{told}{rest}")
    }
}

/// Moves a word and the number after it from `rest` to `told`, and adds to the number. Returns the original number, or
/// `None` if the word is not there.
fn add(told: &mut String, rest: &mut &str, word: &str, more: usize) -> Option<usize> {
    let after = rest.strip_prefix(word)?;
    let end = after.find(|c: char| !c.is_ascii_digit());
    let (digits, after) = after.split_at(end.unwrap_or(after.len()));
    let number: usize = digits.parse().ok()?;
    let _ = write!(told, "{word}{}", number + more);
    *rest = after;
    Some(number)
}
