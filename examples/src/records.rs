//! Records in and out: the notations that a game has, which of them a text is in, and what is wrong with it.

use std::fmt::Write;
use std::ops::ControlFlow;

use anyhow::{Result, anyhow, bail, ensure};
use common::{Ending, Outcome, Player, Record};

use crate::game::Playable;
use crate::input::Input;
use crate::setup::{ForAnyGame, GameName, Rules};

/// A notation for the records or positions of the game `G`.
pub(crate) struct Format<G: Playable> {
    /// The name on the command line.
    pub(crate) name: &'static str,
    /// What it is, in a line.
    pub(crate) about: &'static str,
    /// A short text in this notation, in which it is also written.
    pub(crate) example: &'static str,
    /// Returns whether a text looks as if it were in this notation. The first format that says so is taken.
    pub(crate) looks_like: fn(&str) -> bool,
    /// How it is read.
    pub(crate) read: Reading<G>,
    /// Writes a game, or only its last position where the notation is one for positions.
    pub(crate) write: Option<Writing<G>>,
}

/// How games are written.
pub(crate) enum Writing<G: Playable> {
    /// By their moves alone.
    Moves(Writer<G>),
    /// With the result that was stated.
    Game(fn(&Played<G>) -> Result<String>),
    /// As the members of one JSON list, with the result that was stated.
    Listed(fn(&Played<G>) -> Result<String>),
}

impl<G: Playable> Writing<G> {
    /// Writes a game, or a member of a list.
    pub(crate) fn write(&self, game: &Played<G>) -> Result<String> {
        match self {
            Writing::Moves(write) => write(&game.record),
            Writing::Game(write) | Writing::Listed(write) => write(game),
        }
    }
}

/// How a text is read.
pub(crate) enum Reading<G: Playable> {
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
pub(crate) type Description = Vec<(&'static str, String)>;

/// What can be done with a text that stands for no position of a game.
#[derive(Clone, Copy)]
pub(crate) struct Valued {
    /// Returns what there is to say about it, each with its name.
    pub(crate) describe: fn(&str) -> Result<Description, String>,
    /// Writes it in the format with the given name, or `None` if that one is for games.
    pub(crate) rewrite: fn(&str, &str) -> Result<Option<String>, String>,
}

/// The games of a text, or why it is none.
pub(crate) type Games<G> = Result<Vec<Played<G>>, Fault<G>>;

/// Writes a game in some notation.
pub(crate) type Writer<G> = fn(&Record<G>) -> Result<String>;

/// Writes a move in some notation.
pub(crate) type Speller<G> = fn(&G, &<G as common::Game>::Move) -> String;

/// A game that was read, with what the text says about it beyond the moves.
pub(crate) struct Played<G: Playable> {
    pub(crate) record: Record<G>,
    /// Where it begins, counted from 1.
    pub(crate) line: usize,
    /// How it ended, according to the text. Where the moves lead to no end, somebody has resigned.
    pub(crate) stated: Option<Outcome>,
    /// The name of its notation and the game as that writes it, where this keeps more than the moves: who played.
    pub(crate) kept: Option<(&'static str, String)>,
}

impl<G: Playable> Played<G> {
    /// Returns a game that begins in a line, of which only the moves are known.
    pub(crate) fn new(record: Record<G>, line: usize) -> Played<G> {
        Played {
            record,
            line,
            stated: None,
            kept: None,
        }
    }
}

/// Why a text is no record.
pub(crate) struct Fault<G: Playable> {
    /// The place and the reason, as a sentence.
    text: String,
    /// The game up to the word that is wrong, if that is a move.
    before: Option<Box<Before<G>>>,
}

/// A game up to a wrong move.
struct Before<G: Playable> {
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

impl<G: Playable> Fault<G> {
    /// Returns a fault that is not about a move.
    pub(crate) fn of(text: impl Into<String>) -> Fault<G> {
        Fault {
            text: text.into(),
            before: None,
        }
    }

    /// Returns a fault about the move `wrong` in `position`. The moves that would be right are written by `spell`.
    pub(crate) fn in_move(
        text: impl Into<String>,
        position: &G,
        wrong: &str,
        spell: Speller<G>,
    ) -> Fault<G> {
        let before = Before {
            position: position.clone(),
            wrong: wrong.to_owned(),
            spell,
        };
        Fault {
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

impl<G: Playable> Before<G> {
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
pub(crate) fn plainly<G: Playable>(_: &G, m: &G::Move) -> String {
    m.to_string()
}

/// The name of the form of the library.
const PLAIN: &str = "text";

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
    guessed.map_or_else(|| named(formats, PLAIN), Ok)
}

/// Returns the format with the given name.
pub(crate) fn named<'a, G: Playable>(
    formats: &'a [Format<G>],
    name: &str,
) -> Result<&'a Format<G>> {
    if let Some(format) = formats.iter().find(|format| format.name == name) {
        return Ok(format);
    }
    let known: Vec<&str> = formats.iter().map(|format| format.name).collect();
    bail!(
        "expected a format of {} ({}), found `{name}`",
        G::TITLE,
        known.join(", ")
    )
}

/// What a text is found to be.
pub(crate) enum Content<G: Playable> {
    /// Games, or positions as games without moves.
    Games(Vec<Played<G>>),
    /// Values, with the lines that they stand in.
    Values(Valued, Vec<(usize, String)>),
}

/// Reads a text; `format` is guessed if it is not given. `misere` is the ending of positions that leave it open.
pub(crate) fn read<G: Playable>(
    input: &Input,
    format: Option<&str>,
    misere: bool,
) -> Result<Content<G>> {
    read_under(input, format, misere, None)
}

/// Reads a text as [`read`] does, by the named rules where its notation leaves them open.
pub(crate) fn read_under<G: Playable>(
    input: &Input,
    format: Option<&str>,
    misere: bool,
    rules: Option<&str>,
) -> Result<Content<G>> {
    let formats = G::formats();
    let format = choose(&formats, format, &input.text)?;
    ensure!(
        !misere || matches!(format.read, Reading::Positions(_)),
        "{}: expected no --misere, since a text in the format `{}` says its ending",
        input.origin,
        format.name
    );
    ensure!(
        rules.is_none() || matches!(format.read, Reading::Open(_)),
        "{}: expected no --rules, since a text in the format `{}` does not leave them open",
        input.origin,
        format.name
    );
    let read = match format.read {
        Reading::Value(valued) => {
            let values = contents(&input.text).map(|(number, text)| (number, text.to_owned()));
            return Ok(Content::Values(valued, values.collect()));
        }
        Reading::Games(read) => read(&input.text),
        Reading::Open(read) => read(&input.text, rules),
        Reading::Positions(read) => {
            let ending = if misere {
                Ending::Misere
            } else {
                Ending::Normal
            };
            positions(&input.text, |text| read(text, ending))
        }
    };
    match read {
        Ok(games) if games.is_empty() && contents(&input.text).next().is_none() => {
            bail!("{}: expected a record, found an empty text", input.origin)
        }
        Ok(games) if games.is_empty() => {
            bail!(
                "{}: expected a record in the format `{}`, found none",
                input.origin,
                format.name
            )
        }
        Ok(games) => Ok(Content::Games(games)),
        Err(fault) => {
            // Where a move is wrong, what comes before it is right, and the text no name.
            let no_file = fault.before.as_ref().map_or(input.no_file(), |_| "");
            bail!("{}, {}{no_file}", input.origin, fault.explain())
        }
    }
}

/// Reads positions, a line each, as games without moves.
pub(crate) fn positions<G: Playable>(
    text: &str,
    read: impl Fn(&str) -> Result<G, String>,
) -> Games<G> {
    let played = contents(text).map(|(line, text)| {
        let position = read(text)
            .map_err(|reason| Fault::of(format!("line {line}, `{}`: {reason}", short(text))))?;
        Ok(Played::new(Record::new(position), line))
    });
    played.collect()
}

/// Reads what an argument means as positions to start from: a setup or a position under the given rules, or games in some
/// notation.
pub(crate) fn read_starts<G: Playable>(
    argument: &str,
    format: Option<&str>,
    rules: &Rules,
) -> Result<Vec<Record<G>>> {
    let input = Input::literal_or_file(argument)?;
    let text = input.text.trim();
    if !text.contains(char::is_whitespace) {
        let reason = match G::setup(Some(text), rules) {
            Ok(start) => return Ok(vec![Record::new(start)]),
            Err(reason) => reason,
        };
        // What is no setup under other rules either may be a game in another notation.
        let is_setup = G::setup(Some(text), &Rules::default()).is_ok();
        if is_setup || input.is_literal && choose(&G::formats(), format, text)?.name == PLAIN {
            return Err(if is_setup {
                reason
            } else {
                anyhow!("{}{}", crate::sentence(&reason), input.no_file())
            });
        }
    }
    rules.allow("a game that was begun", &["--rules"])?;
    let games = read_games::<G>(&input, format, rules.set.as_deref())?;
    Ok(games.into_iter().map(|game| game.record).collect())
}

/// Reads games for a purpose that values of no game do not serve.
pub(crate) fn read_games<G: Playable>(
    input: &Input,
    format: Option<&str>,
    rules: Option<&str>,
) -> Result<Vec<Played<G>>> {
    match read_under(input, format, false, rules)? {
        Content::Games(games) => Ok(games),
        Content::Values(..) => bail!(
            "{}: expected a game or a position of one, found a text that says only how something plays",
            input.origin
        ),
    }
}

/// The one-line form of the library: the text of a position and its moves, a game a line, `#` before a comment.
pub(crate) fn lines<G: Playable>(example: &'static str) -> Format<G> {
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
pub(crate) fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let lines = text.lines().map(content).enumerate();
    lines.filter_map(|(i, line)| (!line.is_empty()).then_some((i + 1, line)))
}

/// Returns whether a text is one game over several lines, of which only the first begins with a setup.
pub(crate) fn is_over_lines<G: Playable>(text: &str) -> bool {
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
pub(crate) fn play<G: Playable>(record: &mut Record<G>, word: &str) -> Result<()> {
    let parsed = word.parse::<G::Move>().map_err(anyhow::Error::from);
    let played = parsed.and_then(|m| Ok(record.push(m)?));
    let Err(reason) = played else {
        return Ok(());
    };
    let Ok(moves) = record.position().by_hand(word) else {
        return Err(reason);
    };
    moves.into_iter().try_for_each(|m| Ok(record.push(m)?))
}

fn read_lines<G: Playable>(text: &str) -> Games<G> {
    let mut games = Vec::new();
    let mut heading = None;
    for (line, number) in text.lines().zip(1..) {
        let mut words = content(line).split_whitespace();
        let Some(setup) = words.next() else {
            heading = Heading::read(line);
            continue;
        };
        let setup = setup.parse::<G>().map_err(|reason| {
            Fault::of(format!(
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
                Fault::in_move(text, record.position(), word, plainly)
            };
            play(&mut record, word).map_err(|reason| refuse(&reason, &record))?;
        }
        let stated = heading.take();
        if let Some(stated) = stated {
            stated
                .check(record.position().outcome())
                .map_err(|reason| Fault::of(format!("line {number}: {reason}")))?;
        }
        games.push(Played {
            stated: stated.and_then(|heading| heading.result),
            ..Played::new(record, number)
        });
    }
    Ok(games)
}

/// The comment before a game that `papergames match` has saved, which says how it ended:
/// `# game 3: first engine:1, second mcts, first wins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Heading {
    /// `None` for a game that was broken off.
    result: Option<Outcome>,
}

impl Heading {
    /// What the comment begins with.
    pub(crate) const START: &'static str = "# game";

    /// What stands for the result of a game that was not played to its end.
    pub(crate) const BROKEN_OFF: &'static str = "broken off";

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
pub(crate) fn read_wholes<G: Playable, E: std::fmt::Display>(
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
fn read_whole<G: Playable, E: std::fmt::Display>(
    text: &str,
    begins: usize,
    read: impl Fn(&str) -> Result<Record<G>, E>,
    place: impl Fn(&E) -> (usize, String, Option<usize>),
    spell: Speller<G>,
) -> Result<Played<G>, Fault<G>> {
    let error = match read(text) {
        Ok(record) => return Ok(Played::new(record, begins)),
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
        Some(record) => Fault::in_move(sentence, record.position(), &word, spell),
        None => Fault::of(sentence),
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

/// Returns the formats of all games with an example for each, for the help of a command.
pub(crate) fn help() -> String {
    struct List<'a>(&'a mut String);

    impl ForAnyGame for List<'_> {
        type Output = ();

        fn run<G: Playable>(self) -> Result<()> {
            for format in G::formats() {
                let example = format.example.replace('\n', "\\n");
                write!(self.0, "\n    {:<13} {example}", format.name)?;
            }
            Ok(())
        }
    }

    let mut text = String::from("Formats, with an example of each (\\n is a line end):");
    for game in GameName::ALL {
        let _ = write!(text, "\n  {game}");
        // Writing to a string does not fail.
        let _ = game.visit(List(&mut text));
    }
    text
}

/// Returns the beginning of a word, for messages.
pub(crate) fn short(word: &str) -> String {
    word.chars()
        .take(40)
        .collect::<String>()
        .escape_debug()
        .to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Examples;

    impl ForAnyGame for Examples {
        type Output = ();

        /// Reads every example as what it says it is, and writes it as it stands where it can be written.
        fn run<G: Playable>(self) -> Result<()> {
            for format in G::formats() {
                let input = Input {
                    origin: format.name.into(),
                    text: format.example.into(),
                    is_literal: true,
                };
                let read = read::<G>(&input, Some(format.name), false)?;
                let formats = G::formats();
                let guessed = choose(&formats, None, format.example)?.name;
                assert_eq!(guessed, format.name, "{}", format.example);
                match (read, format.write) {
                    (Content::Games(games), Some(write)) => {
                        let [game] = &games[..] else {
                            panic!("{}: one game in the example", format.name);
                        };
                        let written = match write {
                            Writing::Listed(write) => format!("[{}]", write(game)?),
                            write => write.write(game)?,
                        };
                        // Brussels Sprouts by hand is written more plainly than it may be read.
                        if written.trim_end() != format.example {
                            assert_eq!((G::TITLE, format.name), ("Brussels Sprouts", "game"));
                            assert_eq!(
                                written.parse::<Record<G>>().ok(),
                                Some(game.record.clone())
                            );
                        }
                    }
                    (Content::Values(valued, values), _) => {
                        let (_, text) = &values[0];
                        let written = (valued.rewrite)(text, format.name);
                        assert_eq!(written, Ok(Some(format.example.into())));
                    }
                    (Content::Games(_), None) => (),
                }
            }
            Ok(())
        }
    }

    #[test]
    fn every_format_reads_and_writes_its_example() {
        for game in GameName::ALL {
            game.visit(Examples).expect("the examples are right");
        }
    }

    #[test]
    fn headings_of_saved_games_tell_the_result() {
        let result = |line| Heading::read(line).map(|heading| heading.result);
        let won = Some(Outcome::Win(Player::SECOND));
        assert_eq!(
            result("# game 12: first a, b, second ugi:x, second wins"),
            Some(won)
        );
        assert_eq!(
            result("# game 1: first 1, second 2, draw"),
            Some(Some(Outcome::Draw))
        );
        assert_eq!(
            result("# game 1: first 1, second 2, broken off"),
            Some(None)
        );
        assert_eq!(result("# game night, with friends"), None);
        assert_eq!(result("# two games"), None);
    }
}
