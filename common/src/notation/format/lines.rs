//! The plain notation, with one game per line, and helpers for other line-based notations.

use core::fmt;

use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::record::Record;
use crate::play::written::Written;
use crate::tools::refused::Refused;

use super::early::{self, Early};
use super::error::{ReadError, plainly};
use super::notation::{Format, Games, PLAIN, ParsedGame, Reading, Statements, Writing};

/// The beginning of the comment that names the players.
const PLAYERS: &str = "# players: ";

/// Returns the players whom a comment line before a game names.
///
/// # Examples
///
/// ```
/// use papergames_common::format::players_in;
///
/// assert_eq!(players_in("# players: Ada - Bob"), Some("Ada - Bob"));
/// assert_eq!(players_in("# two players"), None);
/// ```
pub fn players_in(line: &str) -> Option<&str> {
    let players = line.strip_prefix(PLAYERS)?.trim();
    (!players.is_empty()).then_some(players)
}

/// The comment before a game whose players [have exchanged seats](Statements::swapped).
pub const SWAPPED: &str = "# swapped by the pie rule";

/// Writes the comments that name the players and say whether they exchanged seats before the text of their game.
///
/// # Examples
///
/// ```
/// use papergames_common::format::{Statements, with_comments};
///
/// let said = Statements { players: Some("Ada - Bob".to_owned()), swapped: true, ..Statements::default() };
/// assert_eq!(
///     with_comments(&said, "3x3 Sa1"),
///     "# players: Ada - Bob\n# swapped by the pie rule\n3x3 Sa1"
/// );
/// ```
pub fn with_comments(said: &Statements, text: &str) -> String {
    let players = said.players.as_ref();
    let players = players.map(|players| format!("{PLAYERS}{players}"));
    let swapped = said.swapped.then(|| SWAPPED.to_owned());
    let lines: Vec<String> = players
        .into_iter()
        .chain(swapped)
        .chain([text.to_owned()])
        .collect();
    lines.join("\n")
}

/// Returns the plain notation: one game per line, written as the text of a position followed by the moves, with `#`
/// before a comment. The comment `# players: Ada - Bob` before a game names its players, and the comment
/// `# swapped by the pie rule` says that they exchanged seats after the first turn.
///
/// Move numbers such as `3.` may precede moves, and commas or semicolons may follow them. A move may also be written in
/// any form that [`Describe::read_moves`](crate::Describe::read_moves) accepts.
pub fn lines<G: Written>(example: &'static str) -> Format<G> {
    Format {
        name: PLAIN,
        about: "a position and its moves, separated by blanks; one game per line; `#` starts a comment",
        example,
        looks_like: |text| first_setup::<G>(text).is_some(),
        read: Some(Reading::Lines),
        write: Some(Writing::Game(|game| {
            Ok(with_comments(&game.said, &game.record.to_string()))
        })),
    }
}

/// Reads the first word of a text as a position; returns `None` if it is not one.
pub(crate) fn first_setup<G: Written>(text: &str) -> Option<G> {
    let (_, first) = contents(text).next()?;
    first.split_whitespace().next()?.parse().ok()
}

/// Returns a line without its comment.
pub(super) fn content(line: &str) -> &str {
    line.split('#').next().unwrap_or("").trim()
}

/// Returns the non-empty lines without their comments, together with their line numbers.
///
/// # Examples
///
/// ```
/// use papergames_common::format::contents;
///
/// let lines: Vec<_> = contents("# two games\n\n5+ 1-2\n7+ # just begun").collect();
/// assert_eq!(lines, [(3, "5+ 1-2"), (4, "7+")]);
/// ```
pub fn contents(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    let lines = text.lines().map(content).enumerate();
    lines.filter_map(|(i, line)| (!line.is_empty()).then_some((i + 1, line)))
}

/// Returns the [contents] of a text, each with what the [comments](with_comments) since the line before say.
pub fn commented(text: &str) -> impl Iterator<Item = (usize, &str, Statements)> {
    let mut said = Statements::default();
    text.lines().zip(1..).filter_map(move |(line, number)| {
        said.read_comment(line);
        let content = content(line);
        (!content.is_empty()).then(|| (number, content, core::mem::take(&mut said)))
    })
}

impl Statements {
    /// Reads a comment, and returns whether it names players or says that they exchanged seats.
    fn read_comment(&mut self, line: &str) -> bool {
        if let Some(players) = players_in(line) {
            self.players = Some(players.to_owned());
            return true;
        }
        let swapped = line.trim_end() == SWAPPED;
        self.swapped |= swapped;
        swapped
    }
}

/// Returns whether a text is one game spread over several lines, so that only the first line begins with a setup.
pub fn is_over_lines<G: Written>(text: &str) -> bool {
    let begins = |line: &str| {
        let first = line.split_whitespace().next().unwrap_or("");
        first.parse::<G>().is_ok()
    };
    contents(text).nth(1).is_some_and(|(_, line)| !begins(line))
}

/// Removes a move number and the full stops after it from the start of a text.
///
/// ```
/// use papergames_common::format::without_number;
///
/// let texts = ["12. a1", "12...a1", "12", ".a1", "12a"];
/// assert_eq!(texts.map(without_number), [" a1", "a1", "12", ".a1", "12a"]);
/// ```
pub fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    match rest.strip_prefix('.') {
        Some(after) if rest.len() < text.len() => after.trim_start_matches('.'),
        _ => text,
    }
}

/// Returns whether a word is a move number.
fn is_number(word: &str) -> bool {
    let digits = word.trim_end_matches('.');
    digits.len() < word.len() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// Reads games in the plain notation. `play` plays the move or moves that a word describes. The position of the first
/// game is `first`, if it has been read already.
pub(crate) fn read_lines<G: Written>(
    text: &str,
    mut first: Option<G>,
    play: impl Fn(&mut Record<G>, &str) -> Result<(), Refused>,
) -> Games<G> {
    let mut games = Vec::new();
    let (mut heading, mut said) = (None, Statements::default());
    for (line, number) in text.lines().zip(1..) {
        let mut words = content(line).split_whitespace();
        let Some(setup) = words.next() else {
            if !said.read_comment(line) {
                heading = Heading::read(line);
            }
            continue;
        };
        let read = first.take().map_or_else(|| setup.parse::<G>(), Ok);
        let setup = read.map_err(|reason| {
            ReadError::of(format!(
                "line {number}, the setup `{}`: {reason}",
                short(setup)
            ))
        })?;
        let mut record = Record::new(setup);
        let words = words.map(|word| word.trim_end_matches([',', ';']));
        let words = words.filter(|word| !word.is_empty() && !is_number(word));
        for (word, index) in words.zip(1..) {
            let refuse = |reason: &dyn fmt::Display, record: &Record<G>| {
                let text = format!("line {number}, move {index}, `{}`: {reason}", short(word));
                ReadError::in_move(text, record.position(), word, plainly)
            };
            play(&mut record, word).map_err(|reason| refuse(&reason, &record))?;
        }
        let game = ParsedGame::new(record, number).saying(core::mem::take(&mut said));
        games.push(match heading.take() {
            Some(heading) => heading.head(game)?,
            None => game,
        });
    }
    Ok(games)
}

/// The comment line before a saved game, which states how the game ended.
///
/// # Examples
///
/// ```
/// use papergames_common::format::Heading;
/// use papergames_common::{Outcome, Player};
///
/// let heading = Heading::read("# game 3: first 1, second mcts, first wins").unwrap();
/// assert_eq!(heading.result, Some(Outcome::Win(Player::FIRST)));
/// assert_eq!(Heading::read("# a comment"), None);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Heading {
    /// The outcome of the game; `None` if the game was abandoned.
    pub result: Option<Outcome>,
    /// Why the game ended early, if it did. In that case the moves need not lead to the result.
    pub early: Option<Early>,
}

impl Heading {
    /// The text at the start of every heading.
    pub const START: &'static str = "# game";

    /// The text used instead of a result if the game was abandoned.
    pub const BROKEN_OFF: &'static str = "broken off";

    /// The text after the result if the loser broke the rules of the match.
    pub const BY_FORFEIT: &'static str = early::BY_FORFEIT;

    /// Reads a heading; returns `None` for any other comment.
    pub fn read(line: &str) -> Option<Heading> {
        let rest = line.strip_prefix(Heading::START)?;
        let (_, result) = rest.rsplit_once(", ")?;
        let result = result.trim_end();
        let early = Early::ALL
            .into_iter()
            .find(|early| result.ends_with(early.suffix()));
        let suffix = early.map_or("", Early::suffix);
        let result = match result.strip_suffix(suffix).unwrap_or(result) {
            Heading::BROKEN_OFF => None,
            "draw" => Some(Outcome::Draw),
            won => Some(Outcome::Win(
                won.strip_suffix(" wins")?.parse::<Player>().ok()?,
            )),
        };
        Some(Heading { result, early })
    }

    /// Adds the stated result to a game.
    ///
    /// # Errors
    ///
    /// Returns an error if the moves lead to another result.
    pub(super) fn head<G: Written>(
        self,
        game: ParsedGame<G>,
    ) -> Result<ParsedGame<G>, ReadError<G>> {
        self.check(game.record.position().outcome())
            .map_err(|reason| ReadError::of(format!("line {}: {reason}", game.line)))?;
        let mut game = game.stating(self.result);
        game.said.early = self.early;
        Ok(game)
    }

    /// Compares the stated result with the outcome to which the moves lead.
    fn check(self, reached: Option<Outcome>) -> Result<(), String> {
        let say = |result: Option<Outcome>| result.map(|outcome| outcome.to_string());
        if self.result == reached || self.early.is_some() && reached.is_none() {
            return Ok(());
        }
        Err(format!(
            "the comment before the game states the result {}, but the moves lead to {}",
            say(self.result).unwrap_or(Heading::BROKEN_OFF.into()),
            say(reached).unwrap_or("a game that goes on".into())
        ))
    }
}

/// Reads positions, one per line, as games without moves.
///
/// # Errors
///
/// Returns an error that gives the first line that `read` rejects and the reason.
pub fn positions<G: Written>(text: &str, read: impl Fn(&str) -> Result<G, String>) -> Games<G> {
    let played = contents(text).map(|(line, text)| {
        let position = read(text)
            .map_err(|reason| ReadError::of(format!("line {line}, `{}`: {reason}", short(text))))?;
        Ok(ParsedGame::new(Record::new(position), line))
    });
    played.collect()
}

/// Returns the beginning of a word for messages: at most 40 characters, escaped, so that a terminal obeys none.
pub fn short(word: &str) -> String {
    word.escape_debug().take(40).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn headings_of_saved_games_tell_the_result() {
        let result = |line| Heading::read(line).map(|heading| heading.result);
        let won = Some(Outcome::Win(Player::SECOND));
        let long = "# game 12: first a, b, second ugi:x, second wins";
        assert_eq!(result(long), Some(won));
        assert_eq!(
            result("# game 1: first 1, second 2, draw"),
            Some(Some(Outcome::Draw))
        );
        assert_eq!(
            result("# game 1: first 1, second 2, broken off"),
            Some(None)
        );
        let resigned = Heading::read("# game, second wins by resignation\n").expect("a heading");
        assert_eq!(
            (resigned.early, resigned.result),
            (Some(Early::Resignation), won)
        );
        let late = Heading::read("# game, first wins on time").expect("a heading");
        assert_eq!(late.early, Some(Early::Time));
        assert_eq!(result("# game night, with friends"), None);
        assert_eq!(result("# two games"), None);
    }

    #[test]
    fn move_numbers_are_told_from_moves() {
        assert!(is_number("1.") && is_number("12..."));
        assert!(!is_number("12") && !is_number("a1."));
    }
}
