//! The notations that programs offer for Phutball: how to recognise, read and write them.

#[cfg(feature = "json")]
use common::Outcome;
use common::describe::Refused;
use common::format::{
    Format, Games, Heading, ParsedGame, ReadError, Reading, Writing, lines, positions,
};
use common::grid::Direction;
use common::text::Unexpected;
use common::{Game, Player, Record};

use crate::moves::Move;
use crate::notation::{GameFormat, diagram, vying, words};
#[cfg(feature = "json")]
use crate::notation::{json, site};
use crate::point::Size;
use crate::position::Position;
use crate::rules::Rules;

/// Returns all formats, starting with the library's own.
pub(super) fn all() -> Vec<Format<Position>> {
    vec![
        lines("3x7 b4 N"),
        Format {
            name: "abstractplay",
            about: "a game from the usual start, with turns as the site AbstractPlay writes them; by default its \
                    rules are those of the site, full-board-corner",
            example: "h11\nh10-h12",
            looks_like: |text| guess(text).contains(&"abstractplay"),
            read: Some(Reading::Open(|text, rules| {
                read_turns(text, GameFormat::AbstractPlay, rules)
            })),
            write: Some(Writing::Moves(|record| {
                write_turns(record, GameFormat::AbstractPlay)
            })),
        },
        Format {
            name: "wikipedia",
            about: "a game from the usual start, with turns as Winning Ways and Wikipedia write them",
            example: "H11\nJ13\nH10–H12–K14\nA1",
            looks_like: |text| guess(text).contains(&"wikipedia"),
            read: Some(Reading::Open(|text, rules| {
                read_turns(text, GameFormat::Wikipedia, rules)
            })),
            write: Some(Writing::Moves(|record| {
                write_turns(record, GameFormat::Wikipedia)
            })),
        },
        Format {
            name: "compass",
            about: "a game from the usual start, with turns as points and lists of compass directions on a board \
                    turned on its side",
            example: "H11\nI13\nE SE",
            looks_like: |text| guess(text).contains(&"compass"),
            read: Some(Reading::Open(|text, rules| {
                read_turns(text, GameFormat::Compass, rules)
            })),
            write: Some(Writing::Moves(|record| {
                write_turns(record, GameFormat::Compass)
            })),
        },
        Format {
            name: "vying",
            about: "a game from the usual start as the library Vying writes its moves, with rows from the top, each \
                    jump as two points, and `pass` where a chain ends early; by default its rules are terminal-rows",
            example: "h10\ni8\nh11h9 h9j7",
            looks_like: |text| guess(text).contains(&"vying"),
            read: Some(Reading::Open(|text, rules| {
                read_turns(text, GameFormat::Vying, rules)
            })),
            write: Some(Writing::Moves(|record| {
                if !record.moves().iter().any(|m| matches!(m, Move::Jump(_))) {
                    return Err(Refused::new(
                        "without a jump, a game in `vying` looks like one in `abstractplay`, whose rows count from \
                         the bottom; use `text` instead",
                    ));
                }
                write_turns(record, GameFormat::Vying)
            })),
        },
        #[cfg(feature = "json")]
        Format {
            name: "json",
            about: "finished games in JSON, each with its winner and with its moves as points and lists of compass \
                    directions",
            example: r#"[{"winner":null,"moves":["H11","I13","E SE"]}]"#,
            looks_like: |text| guess(text).contains(&"json") && !site::looks_like(text),
            read: Some(Reading::Games(json::read)),
            write: Some(Writing::Listed(|game| {
                json::write(&game.record, game.said.outcome.and_then(Outcome::winner))
            })),
        },
        #[cfg(feature = "json")]
        Format {
            name: "abstractplay-record",
            about: "records of finished games in JSON as the site AbstractPlay publishes them; by default the rules \
                    are those of the site, full-board-corner",
            example: r#"{"header":{"game":{"name":"Phutball"}},"moves":[["h11","h9"],["h10-h12"]]}"#,
            looks_like: site::looks_like,
            read: Some(Reading::Whole(|text, rules| {
                let rules = named_rules(rules)?.unwrap_or(usual_rules(GameFormat::AbstractPlay));
                site::read(text, &Position::new(Size::STANDARD, rules))
            })),
            write: None,
        },
        Format {
            name: "diagram",
            about: "the last position without the end rows, from the top down; when it is read, the first player is \
                    to move, and the default rules are full-board",
            example: "5/5/2@2/1o3/5",
            looks_like: |text| guess(text).contains(&"diagram"),
            read: Some(Reading::Open(|text, rules| {
                let rules = named_rules(rules)?.unwrap_or_default();
                positions(text, |text| {
                    let read = diagram::read(text, rules, Player::FIRST);
                    read.map_err(|error| error.to_string())
                })
            })),
            write: Some(Writing::Moves(|record| diagram::write(record.position()))),
        },
    ]
}

/// Guesses the format of a text from its first words, unless it is a record of this crate.
///
/// Wikipedia and compass form look alike as long as there are only men, so both are returned in that case.
fn guess(text: &str) -> &'static [&'static str] {
    let text = text.trim_start_matches('\u{feff}').trim_start();
    if text.starts_with(['[', '{']) {
        return &["json"];
    }
    let words = words(text).map(|(_, word)| word);
    let first = words.clone().next().unwrap_or("");
    if first.contains(':') || first.parse::<Position>().is_ok() {
        return &[];
    }
    if first.contains('@') {
        return &["diagram"];
    }
    let mut letters = first.trim_start_matches('*').chars();
    let is_point = letters.next().is_some_and(|c| c.is_ascii_alphabetic())
        && letters.next().is_some_and(|c| c.is_ascii_digit());
    let is_jumps = |word: &str| {
        let mut parts = word.split('/');
        parts.all(|part| part.parse::<Direction>().is_ok())
    };
    let is_capital = |word: &str| word.starts_with(|c: char| c.is_ascii_uppercase());
    match () {
        () if !is_point => &[],
        () if words.clone().any(vying::is_jump) => &["vying"],
        () if words.clone().any(is_jumps) => &["compass"],
        () if !words.clone().any(is_capital) => &["abstractplay"],
        () if words.clone().any(|word| word.contains(['-', '–'])) => &["wikipedia"],
        () => &["wikipedia", "compass"],
    }
}

/// Reads games as turns from the usual starting position. If there are several games, each except the first follows a
/// line that starts with [`Heading::START`].
fn read_turns(text: &str, format: GameFormat, rules: Option<&str>) -> Games<Position> {
    let rules = named_rules(rules)?.unwrap_or(usual_rules(format));
    let mut starts = vec![(1, 0)];
    let mut at = 0;
    for (part, line) in text.split_inclusive('\n').zip(1..) {
        let (_, start) = starts[starts.len() - 1];
        if part.starts_with(Heading::START) && !text[start..at].trim().is_empty() {
            starts.push((line, at));
        }
        at += part.len();
    }
    let ends: Vec<usize> = starts.iter().skip(1).map(|(_, at)| *at).collect();
    let games = starts.into_iter().zip(ends.into_iter().chain([text.len()]));
    games
        .map(|((line, start), end)| read_turns_of_game(line, &text[start..end], format, rules))
        .collect()
}

/// Returns the rules given by the option `rules`.
fn named_rules(name: Option<&str>) -> Result<Option<Rules>, ReadError<Position>> {
    let rules = name.map(str::parse).transpose();
    rules.map_err(|error: Unexpected| ReadError::in_option("rules", error))
}

/// Returns the rules for games in a notation that does not record them: AbstractPlay and Vying have one rule set each,
/// and the others do not specify any.
fn usual_rules(format: GameFormat) -> Rules {
    match format {
        GameFormat::AbstractPlay => Rules::FullBoardCorner,
        GameFormat::Vying => Rules::TerminalRows,
        GameFormat::Wikipedia | GameFormat::Compass => Rules::default(),
    }
}

/// Reads the game that starts in a line.
fn read_turns_of_game(
    line: usize,
    text: &str,
    format: GameFormat,
    rules: Rules,
) -> Result<ParsedGame<Position>, ReadError<Position>> {
    let start = Position::new(Size::STANDARD, rules);
    let record = format.read(text, &start);
    let record = record.map_err(|error| error.in_text(line, format.speller()))?;
    Ok(ParsedGame::new(record, line))
}

/// Writes turns from the usual starting position. The text does not record the rules, so a game under other rules is
/// written only if it is the same game under the rules that a reader assumes.
fn write_turns(record: &Record<Position>, format: GameFormat) -> Result<String, Refused> {
    let setup = record.setup();
    if *setup != Position::new(Size::STANDARD, setup.rules()) {
        return Err(Refused::new(format!(
            "`{}` only writes games from the usual start, but this game starts from `{setup}`; use `text` instead",
            format.name()
        )));
    }
    if record.moves().is_empty() {
        return Err(Refused::new(format!(
            "`{}` has no text for a game without turns; use `text` instead",
            format.name()
        )));
    }
    let written = format.write(record)?;
    let rules = usual_rules(format);
    let usual = format.read(&written, &Position::new(Size::STANDARD, rules));
    if usual.is_ok_and(|usual| usual.position().outcome() == record.position().outcome()) {
        return Ok(written);
    }
    Err(Refused::new(format!(
        "text in the format `{}` is read under {rules} unless an option says otherwise, but this \
         game was played under {}; use `text` instead",
        format.name(),
        setup.rules()
    )))
}
