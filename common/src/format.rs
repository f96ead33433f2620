//! Notations: how the records and positions of a game are written, which notation a text is in, and what is wrong with it.

use core::fmt::Write as _;
use core::ops::ControlFlow;

use crate::describe::{Describe, Refused};
use crate::game::Game;
use crate::outcome::{Ending, Outcome};
use crate::player::Player;
use crate::record::Record;

/// A notation for the records or positions of the game `G`.
pub struct Format<G: Describe> {
    /// The name on the command line.
    pub name: &'static str,
    /// What it is, in a line.
    pub about: &'static str,
    /// A short text in this notation, in which it is also written.
    pub example: &'static str,
    /// Returns whether a text looks as if it were in this notation. The first format that says so is taken.
    pub looks_like: fn(&str) -> bool,
    /// How it is read.
    pub read: Reading<G>,
    /// Writes a game, or only its last position where the notation is one for positions.
    pub write: Option<Writing<G>>,
}

/// How games are written.
pub enum Writing<G: Describe> {
    /// By their moves alone.
    Moves(Writer<G>),
    /// With the result that was stated.
    Game(fn(&ParsedGame<G>) -> Result<String, Refused>),
    /// As the members of one JSON list, with the result that was stated.
    Listed(fn(&ParsedGame<G>) -> Result<String, Refused>),
}

impl<G: Describe> Writing<G> {
    /// Writes a game, or a member of a list.
    pub fn write(&self, game: &ParsedGame<G>) -> Result<String, Refused> {
        match self {
            Writing::Moves(write) => write(&game.record),
            Writing::Game(write) | Writing::Listed(write) => write(game),
        }
    }
}

/// How a text is read.
pub enum Reading<G: Describe> {
    /// As games, which say all that there is to know.
    Games(fn(&str) -> Games<G>),
    /// As games that leave the rules open; `None` for those that are usual in the notation.
    Open(fn(&str, Option<&str>) -> Games<G>),
    /// As positions, a line each, which leave open whether the ending is normal or misère.
    Positions(fn(&str, Ending) -> Result<G, String>),
    /// As a value, a line each, that says how something plays but not which position of a game it is.
    Value(Valued),
}

/// Names, and what there is to say under each.
pub type Description = Vec<(&'static str, String)>;

/// What can be done with a text that stands for no position of a game.
#[derive(Clone, Copy)]
pub struct Valued {
    /// Returns what there is to say about it, each with its name.
    pub describe: fn(&str) -> Result<Description, String>,
    /// Writes it in the format with the given name, or `None` if that one is for games.
    pub rewrite: fn(&str, &str) -> Result<Option<String>, String>,
}

/// The games of a text, or why it is none.
pub type Games<G> = Result<Vec<ParsedGame<G>>, ReadError<G>>;

/// Writes a game in some notation.
pub type Writer<G> = fn(&Record<G>) -> Result<String, Refused>;

/// Writes a move in some notation.
pub type Speller<G> = fn(&G, &<G as Game>::Move) -> String;

/// A game that was read, with what the text says about it beyond the moves.
pub struct ParsedGame<G: Describe> {
    pub record: Record<G>,
    /// Where it begins, counted from 1.
    pub line: usize,
    /// How it ended, according to the text. Where the moves lead to no end, somebody has resigned.
    pub stated: Option<Outcome>,
    /// The name of its notation and the game as that writes it, where this keeps more than the moves: who played.
    pub kept: Option<(&'static str, String)>,
}

impl<G: Describe> ParsedGame<G> {
    /// Returns a game that begins in a line, of which only the moves are known.
    pub fn new(record: Record<G>, line: usize) -> ParsedGame<G> {
        ParsedGame {
            record,
            line,
            stated: None,
            kept: None,
        }
    }
}

/// Why a text is no record.
pub struct ReadError<G: Describe> {
    /// The place and the reason, as a sentence.
    text: String,
    /// The game up to the word that is wrong, if that is a move.
    before: Option<Box<Before<G>>>,
}

/// A game up to a wrong move.
struct Before<G: Describe> {
    position: G,
    /// The move, as it is written.
    wrong: String,
    /// Writes the moves that would be right.
    spell: Speller<G>,
}

/// How many legal moves are named beside an illegal one.
const ALTERNATIVES: usize = 12;

/// How many legal moves are looked at to find them. A Sprouts position can have more than anybody can list.
const CANDIDATES: usize = 20_000;

impl<G: Describe> ReadError<G> {
    /// Returns a fault that is not about a move.
    pub fn of(text: impl Into<String>) -> ReadError<G> {
        ReadError {
            text: text.into(),
            before: None,
        }
    }

    /// Returns a fault about the move `wrong` in `position`. The moves that would be right are written by `spell`.
    pub fn in_move(
        text: impl Into<String>,
        position: &G,
        wrong: &str,
        spell: Speller<G>,
    ) -> ReadError<G> {
        let before = Before {
            position: position.clone(),
            wrong: wrong.to_owned(),
            spell,
        };
        ReadError {
            text: text.into(),
            before: Some(Box::new(before)),
        }
    }

    /// Returns the sentence, with legal moves instead of the one that is wrong.
    fn explain(&self) -> String {
        let mut text = self.text.clone();
        let Some(before) = &self.before else {
            return text;
        };
        if let Some(outcome) = before.position.outcome() {
            let _ = write!(text, "; the game is over here ({outcome})");
            return text;
        }
        let likely = before.likely_moves();
        let _ = write!(text, "; legal here: {}", likely.join(", "));
        let others = before.position.count_moves() - likely.len() as u128;
        if others > 0 {
            let _ = write!(text, " and {others} more");
        }
        text
    }
}

impl<G: Describe> Before<G> {
    /// Returns legal moves, those first whose texts share the longest beginning with the wrong one.
    fn likely_moves(&self) -> Vec<String> {
        let wrong = self.wrong.to_lowercase();
        let mut likely: Vec<(usize, usize, G::Move)> = Vec::new();
        let mut number = 0;
        let _ = self.position.for_each_move(&mut |m| {
            // The notation may be slow to write; the text of the library begins alike.
            let text = m.to_string().to_lowercase();
            let pairs = text.chars().zip(wrong.chars());
            let same = pairs.take_while(|(a, b)| a == b).count();
            likely.push((usize::MAX - same, number, m));
            number += 1;
            if likely.len() > 4 * ALTERNATIVES {
                likely.sort_unstable_by_key(|(same, number, _)| (*same, *number));
                likely.truncate(ALTERNATIVES);
            }
            if number < CANDIDATES {
                ControlFlow::Continue(())
            } else {
                ControlFlow::Break(())
            }
        });
        likely.sort_unstable_by_key(|(same, number, _)| (*same, *number));
        likely.truncate(ALTERNATIVES);
        let texts = likely.iter().map(|(.., m)| (self.spell)(&self.position, m));
        texts.collect()
    }
}

/// Writes a move as the library does.
pub fn plainly<G: Describe>(_: &G, m: &G::Move) -> String {
    m.to_string()
}

/// The name of the form of the library.
pub const PLAIN: &str = "text";

/// Returns the format with the given name, or the first that the text looks like, or the form of the library.
pub fn guess<'a, G: Describe>(
    formats: &'a [Format<G>],
    name: Option<&str>,
    text: &str,
) -> Result<&'a Format<G>, Refused> {
    if let Some(name) = name {
        return named(formats, name);
    }
    let guessed = formats.iter().find(|format| (format.looks_like)(text));
    guessed.map_or_else(|| named(formats, PLAIN), Ok)
}

/// Returns the format with the given name.
pub fn named<'a, G: Describe>(
    formats: &'a [Format<G>],
    name: &str,
) -> Result<&'a Format<G>, Refused> {
    if let Some(format) = formats.iter().find(|format| format.name == name) {
        return Ok(format);
    }
    let known: Vec<&str> = formats.iter().map(|format| format.name).collect();
    Err(Refused::new(format!(
        "expected a format of {} ({}), found `{name}`",
        G::title(),
        known.join(", ")
    )))
}

/// A text, and where it came from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Source {
    /// Where the text came from, as errors name it: `standard input`, the name of a file, or `the text`.
    pub origin: String,
    /// The text itself.
    pub text: String,
    /// What to add to an error where the text does not look like a record at all, such as `; there is no file of that name
    /// either`; may be empty.
    pub hint: &'static str,
}

impl Source {
    /// Returns a text that was typed.
    pub fn literal(text: impl Into<String>) -> Source {
        Source {
            origin: "the text".into(),
            text: text.into(),
            hint: "",
        }
    }
}

/// What a text is found to be.
pub enum Content<G: Describe> {
    /// Games, or positions as games without moves.
    Games(Vec<ParsedGame<G>>),
    /// Values, with the lines that they stand in.
    Values(Valued, Vec<(usize, String)>),
}

/// Reads a text; `format` is guessed if it is not given. `misere` is the ending of positions that leave it open.
pub fn read<G: Describe>(
    source: &Source,
    format: Option<&str>,
    misere: bool,
) -> Result<Content<G>, Refused> {
    read_under(source, format, misere, None)
}

/// Reads a text as [`read`] does, by the named rules where its notation leaves them open.
pub fn read_under<G: Describe>(
    source: &Source,
    format: Option<&str>,
    misere: bool,
    rules: Option<&str>,
) -> Result<Content<G>, Refused> {
    let formats = G::formats();
    let format = guess(&formats, format, &source.text)?;
    if !(!misere || matches!(format.read, Reading::Positions(_))) {
        return Err(Refused::new(format!(
            "{}: expected no --misere, since a text in the format `{}` says its ending",
            source.origin, format.name
        )));
    }
    if !(rules.is_none() || matches!(format.read, Reading::Open(_))) {
        return Err(Refused::new(format!(
            "{}: expected no --rules, since a text in the format `{}` does not leave them open",
            source.origin, format.name
        )));
    }
    let read = match format.read {
        Reading::Value(valued) => {
            let values = contents(&source.text).map(|(number, text)| (number, text.to_owned()));
            return Ok(Content::Values(valued, values.collect()));
        }
        Reading::Games(read) => read(&source.text),
        Reading::Open(read) => read(&source.text, rules),
        Reading::Positions(read) => {
            let ending = if misere {
                Ending::Misere
            } else {
                Ending::Normal
            };
            positions(&source.text, |text| read(text, ending))
        }
    };
    match read {
        Ok(games) if games.is_empty() && contents(&source.text).next().is_none() => {
            Err(Refused::new(format!(
                "{}: expected a record, found an empty text",
                source.origin
            )))
        }
        Ok(games) if games.is_empty() => Err(Refused::new(format!(
            "{}: expected a record in the format `{}`, found none",
            source.origin, format.name
        ))),
        Ok(games) => Ok(Content::Games(games)),
        Err(fault) => {
            // Where a move is wrong, what comes before it is right, and the text no name.
            let hint = fault.before.as_ref().map_or(source.hint, |_| "");
            Err(Refused::new(format!(
                "{}, {}{hint}",
                source.origin,
                fault.explain()
            )))
        }
    }
}

/// Reads positions, a line each, as games without moves.
pub fn positions<G: Describe>(text: &str, read: impl Fn(&str) -> Result<G, String>) -> Games<G> {
    let played = contents(text).map(|(line, text)| {
        let position = read(text)
            .map_err(|reason| ReadError::of(format!("line {line}, `{}`: {reason}", short(text))))?;
        Ok(ParsedGame::new(Record::new(position), line))
    });
    played.collect()
}

/// The one-line form of the library: the text of a position and its moves, a game a line, `#` before a comment.
pub fn lines<G: Describe>(example: &'static str) -> Format<G> {
    Format {
        name: PLAIN,
        about: "a position and its moves with blanks between them, one game a line, # before a comment",
        example,
        looks_like: |text| {
            let first = contents(text).next().map_or("", |(_, line)| line);
            let word = first.split_whitespace().next().unwrap_or("");
            word.parse::<G>().is_ok()
        },
        read: Reading::Games(read_lines),
        write: Some(Writing::Moves(|record| Ok(record.to_string()))),
    }
}

/// Returns a line without its comment.
fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

/// Returns the lines that are not empty, without comments, with their numbers.
pub fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(content).enumerate();
    lines.filter_map(|(i, line)| (!line.is_empty()).then_some((i + 1, line)))
}

/// Returns whether a text is one game over several lines, of which only the first begins with a setup.
pub fn is_over_lines<G: Describe>(text: &str) -> bool {
    let begins = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or("");
        first.parse::<G>().is_ok()
    };
    contents(text).nth(1).is_some_and(|(_, line)| !begins(line))
}

/// Returns whether a word is the number of a move.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Plays a move, or the moves that a word in another spelling means.
///
/// # Errors
///
/// Returns why the word is no legal move as the library writes it.
pub fn play<G: Describe>(record: &mut Record<G>, word: &str) -> Result<(), Refused> {
    let parsed = word.parse::<G::Move>().map_err(Refused::because);
    let played = parsed.and_then(|m| record.push(m).map_err(Refused::because));
    let Err(reason) = played else {
        return Ok(());
    };
    let Ok(moves) = record.position().read_moves(word) else {
        return Err(reason);
    };
    moves
        .into_iter()
        .try_for_each(|m| record.push(m).map_err(Refused::because))
}

fn read_lines<G: Describe>(text: &str) -> Games<G> {
    let mut games = Vec::new();
    let mut heading = None;
    for (line, number) in text.lines().zip(1..) {
        let mut words = content(line).split_whitespace();
        let Some(setup) = words.next() else {
            heading = Heading::read(line);
            continue;
        };
        let setup = setup.parse::<G>().map_err(|reason| {
            ReadError::of(format!(
                "line {number}, the setup `{}`: {reason}",
                short(setup)
            ))
        })?;
        let mut record = Record::new(setup);
        let words = words.map(|word| word.trim_end_matches([',', ';']));
        let words = words.filter(|word| !word.is_empty() && !is_number(word));
        for (word, index) in words.zip(1..) {
            let refuse = |reason: &dyn std::fmt::Display, record: &Record<G>| {
                let text = format!("line {number}, move {index}, `{}`: {reason}", short(word));
                ReadError::in_move(text, record.position(), word, plainly)
            };
            play(&mut record, word).map_err(|reason| refuse(&reason, &record))?;
        }
        let stated = heading.take();
        if let Some(stated) = stated {
            stated
                .check(record.position().outcome())
                .map_err(|reason| ReadError::of(format!("line {number}: {reason}")))?;
        }
        games.push(ParsedGame {
            stated: stated.and_then(|heading| heading.result),
            ..ParsedGame::new(record, number)
        });
    }
    Ok(games)
}

/// The comment before a game that `papergames match` has saved, which says how it ended:
/// `# game 3: first engine:1, second mcts, first wins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Heading {
    /// `None` for a game that was broken off.
    result: Option<Outcome>,
}

impl Heading {
    /// What the comment begins with.
    pub const START: &'static str = "# game";

    /// What stands for the result of a game that was not played to its end.
    pub const BROKEN_OFF: &'static str = "broken off";

    fn read(line: &str) -> Option<Heading> {
        let rest = line.strip_prefix(Heading::START)?;
        let (_, result) = rest.rsplit_once(", ")?;
        let result = match result.trim_end() {
            Heading::BROKEN_OFF => None,
            "draw" => Some(Outcome::Draw),
            won => Some(Outcome::Win(
                won.strip_suffix(" wins")?.parse::<Player>().ok()?,
            )),
        };
        Some(Heading { result })
    }

    /// Compares what is stated with what the moves lead to. Nobody resigns in these games.
    fn check(self, reached: Option<Outcome>) -> Result<(), String> {
        let say = |result: Option<Outcome>| result.map(|outcome| outcome.to_string());
        if self.result == reached {
            return Ok(());
        }
        Err(format!(
            "expected the result that the comment before the game states, {}, found {}",
            say(self.result).unwrap_or(Heading::BROKEN_OFF.into()),
            say(reached).unwrap_or("a game that goes on".into())
        ))
    }
}

/// Reads games of which each begins with a line whose first word is a setup, by a reader of a game crate whose error names
/// the line and the word that is wrong.
pub fn read_wholes<G: Describe, E: std::fmt::Display>(
    text: &str,
    is_setup: impl Fn(&str) -> bool,
    read: impl Fn(&str) -> Result<Record<G>, E>,
    place: impl Fn(&E) -> (usize, String, Option<usize>),
    spell: Speller<G>,
) -> Games<G> {
    let mut texts: Vec<(usize, usize)> = Vec::new();
    let mut at = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let first = content(line).split_whitespace().next();
        if first.is_some_and(&is_setup) {
            texts.push((number, at));
        }
        at += line.len();
    }
    match texts.first_mut() {
        // What stands before the first setup is a comment, or wrong.
        Some(first) => *first = (1, 0),
        None => texts.push((1, 0)),
    }
    let ends = texts.iter().skip(1).map(|(_, at)| *at).chain([text.len()]);
    let games = texts.iter().zip(ends);
    games
        .map(|((line, start), end)| read_whole(&text[*start..end], *line, &read, &place, spell))
        .collect()
}

/// Reads the game that begins in a line.
///
/// To find the legal alternatives, what stands before the wrong word is read once more.
fn read_whole<G: Describe, E: std::fmt::Display>(
    text: &str,
    begins: usize,
    read: impl Fn(&str) -> Result<Record<G>, E>,
    place: impl Fn(&E) -> (usize, String, Option<usize>),
    spell: Speller<G>,
) -> Result<ParsedGame<G>, ReadError<G>> {
    let error = match read(text) {
        Ok(record) => return Ok(ParsedGame::new(record, begins)),
        Err(error) => error,
    };
    let (line, word, number) = place(&error);
    // The sentence of the crate counts lines from the beginning of the game, and does not say which move it is.
    let of_move = number
        .map(|number| format!("move {number}, "))
        .unwrap_or_default();
    let sentence = error.to_string().replacen(
        &format!("line {line}, "),
        &format!("line {}, {of_move}", line + begins - 1),
        1,
    );
    let before = number.and_then(|number| {
        let read = heads(text, line, &word).filter_map(|head| read(head).ok());
        let mut fitting = read.filter(|record| record.moves().len() + 1 == number);
        fitting.next()
    });
    Err(match before {
        Some(record) => ReadError::in_move(sentence, record.position(), &word, spell),
        None => ReadError::of(sentence),
    })
}

/// Returns what stands before each place in a line where `word` begins, the shortest first.
///
/// The first that holds all moves before the wrong one is right; the word stands at most once for each of these before.
fn heads<'a>(text: &'a str, line: usize, word: &'a str) -> impl Iterator<Item = &'a str> {
    let start = text
        .split_inclusive('\n')
        .take(line - 1)
        .map(str::len)
        .sum();
    let places = text[start..].match_indices(word);
    places.map(move |(at, _)| &text[..start + at]).take(1_000)
}

/// Returns the beginning of a word, for messages.
pub fn short(word: &str) -> String {
    word.chars()
        .take(40)
        .collect::<String>()
        .escape_debug()
        .to_string()
}
