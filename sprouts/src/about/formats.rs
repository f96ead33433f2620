//! The notations that programs offer for Sprouts: how to recognise, read and write them.

use core::ops::Range;
use std::collections::BTreeSet;

use common::describe::Refused;
use common::format::{self, Format, Games, Notations, ParsedGame, ReadError, Reading, Writing};
use common::text::Unexpected;
use common::{Game, Outcome, Record};

use crate::canonical::in_order_of_use;
use crate::land::glop::{Sum, ajs};
use crate::moves::Move;
use crate::notation::card_moves;
use crate::notation::cards::CardTable;
use crate::notation::hoey::{self, Abbreviation};
use crate::notation::pairs;
use crate::notation::wgosa::{self, GameRecord, ReadWgosaError};
use crate::position::Position;

impl Notations for Position {
    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "wgosa",
                about: "games in the notation of the World Game of Sprouts Association",
                example: "3+ 1(4)1[2] 2(5)2",
                looks_like: |text| {
                    format::contents(text).any(|(_, line)| line.contains('(')) && !is_string(text)
                },
                read: Some(Reading::Games(read_wgosa)),
                write: Some(Writing::Game(|game| write_wgosa(game, &game.record))),
            },
            Format {
                name: "wgosa-in-order",
                about: "like wgosa, but the starting spots are numbered in the order in which they are first used",
                example: "",
                looks_like: |_| false,
                read: Some(Reading::Games(read_wgosa)),
                write: Some(Writing::Game(|game| {
                    write_wgosa(game, &in_order_of_use(&game.record))
                })),
            },
            Format {
                name: "pairs",
                about: "the number of spots and the pairs of spots that were joined; several games can have the same \
                        pairs",
                example: "3+\n1 2\n1 2\n3 5",
                looks_like: pairs::looks_like,
                read: Some(Reading::Whole(pairs::read)),
                write: Some(Writing::Game(|game| {
                    let text = pairs::write(&game.record)?;
                    Ok(format::with_comments(&game.said, &text))
                })),
            },
            format::lines("3+ 1-1[3] 2-2"),
            in_order(),
            Format {
                name: "hoey",
                about: "the last position, written in full as Hoey's boundary lists",
                example: "1,3,2,3.",
                looks_like: |text| is_hoey(text, "") && is_whole(text),
                read: Some(Reading::Positions(|text, ending| {
                    hoey::read(&tight(text), ending).map_err(|error| error.to_string())
                })),
                write: Some(Writing::Moves(|record| Ok(hoey::write(standard(record)?)))),
            },
            Format {
                name: "card-moves",
                about: "games as moves made with playing cards, numbered on the table as the view `cards` shows it",
                example: "2+\njoin 1 1 2\ndivide 1 1 3",
                looks_like: card_moves::looks_like,
                read: Some(Reading::Games(card_moves::read)),
                write: Some(Writing::Game(|game| {
                    let text = card_moves::write(&game.record)?;
                    Ok(format::with_comments(&game.said, &text))
                })),
            },
            Format {
                name: "cards",
                about: "the last position as playing cards on a table",
                example: "1,4;2/1,4;3",
                looks_like: |text| {
                    is_lists(text, "") && text.contains([',', ';', '/']) && !text.contains('.')
                },
                read: Some(Reading::Positions(|text, ending| {
                    let table: CardTable =
                        tight(text).parse().map_err(|e: Refused| e.to_string())?;
                    table.position(ending).map_err(|error| error.to_string())
                })),
                write: Some(Writing::Moves(|record| {
                    Ok(CardTable::of(standard(record)?).to_string())
                })),
            },
            Format {
                name: "hoey-short",
                about: "the last position as Hoey's boundary lists, without the parts that do not matter for play",
                example: "1,8,4,9t,8,5;2.",
                looks_like: |_| false,
                read: None,
                write: Some(Writing::Moves(|record| {
                    Ok(Abbreviation::of(standard(record)?).to_string())
                })),
            },
            Format {
                name: "glop",
                about: "the last position as GLOP and SPOTS write it; a position with numbered spots is reduced as \
                        these programs do",
                example: "0*2.1a1a",
                looks_like: |_| false,
                read: None,
                write: Some(Writing::Moves(|record| Ok(reduced(record)?.to_string()))),
            },
            Format {
                name: "ajs",
                about: "the last position as Applegate, Jacobson and Sleator write it",
                example: "0.AB.}AB.}]!",
                looks_like: |_| false,
                read: None,
                write: Some(Writing::Moves(|record| Ok(ajs::write(&reduced(record)?)))),
            },
        ]
    }
}

/// Returns whether a text consists of digits, the punctuation of boundary lists, and the given letters.
fn is_lists(text: &str, letters: &str) -> bool {
    let mut signs = text.trim().chars();
    signs.clone().next().is_some_and(|c| c.is_ascii_digit())
        && signs.all(|c| {
            c.is_ascii_digit() || ",;/.".contains(c) || letters.contains(c) || c.is_whitespace()
        })
}

/// Returns the older spelling of a text that is a number as well as a position in the format `glop`.
pub(crate) fn unmistakable(text: &str) -> Option<String> {
    let is_mistaken = !text.is_empty() && text.chars().all(|c| "012".contains(c));
    let sum: Sum = is_mistaken.then(|| text.parse().ok())??;
    Some(ajs::write(&sum))
}

/// Returns whether a text looks like Hoey's boundary lists, which end with a full stop.
pub(crate) fn is_hoey(text: &str, letters: &str) -> bool {
    is_lists(text, letters) && text.trim_end().ends_with('.')
}

/// Returns whether each number up to the greatest stands in the first line of a text, so that no spot is left out.
pub(crate) fn is_whole(text: &str) -> bool {
    let line = format::contents(text).next().map_or("", |(_, line)| line);
    let numbers = line.split(|c: char| !c.is_ascii_digit());
    let numbers: BTreeSet<usize> = numbers.filter_map(|number| number.parse().ok()).collect();
    numbers
        .last()
        .is_none_or(|greatest| *greatest == numbers.len())
        && !numbers.contains(&0)
}

/// Returns whether a text looks like a solver string: one word of letters, digits and punctuation.
pub(crate) fn is_string(text: &str) -> bool {
    let word = text.lines().find(|line| !line.trim().is_empty());
    let word = word.unwrap_or("").trim();
    let is_sign = |c: char| c.is_ascii_alphanumeric() || "*.|+(){}]!".contains(c);
    // Parentheses occur only in letters beyond the alphabet, such as `Z(3)`.
    let brackets = word.match_indices('(');
    let mut before = brackets.map(|(at, _)| word[..at].chars().next_back());
    // `22+22` is a sum, but `22+` is a number of spots with its ending.
    let mut lands = word.split('+');
    let is_land = |land: &str| !land.is_empty() && land.chars().all(|c| "012".contains(c));
    word == "!"
        || word.contains('+') && lands.all(is_land)
        || word.chars().all(is_sign)
            && word.contains(|c: char| c.is_ascii_alphabetic() || "*.|{}".contains(c))
            && word.starts_with(|c: char| "012".contains(c) || c.is_ascii_uppercase())
            && before.all(|c| matches!(c, Some('m' | 'n' | 'Z')))
}

/// Returns the last position of a game of standard Sprouts, the only one that other notations can write.
fn standard(record: &Record<Position>) -> Result<&Position, Refused> {
    let position = record.position();
    let variant = position.rules().variant;
    if variant.is_standard() {
        return Ok(position);
    }
    Err(Refused::new(format!(
        "this format only supports standard Sprouts, but the game is {variant}; use `text` instead"
    )))
}

/// Returns the last position of a game, reduced as the solvers do.
fn reduced(record: &Record<Position>) -> Result<Sum, Refused> {
    let sum = Abbreviation::of(standard(record)?).to_sum();
    Ok(sum.map_err(Refused::because)?.simplified())
}

/// Removes blanks, which people type after commas.
pub(crate) fn tight(text: &str) -> String {
    text.split_whitespace().collect()
}

/// The plain notation with starting spots numbered in order of use. It is never guessed as the format of a text.
fn in_order() -> Format<Position> {
    Format {
        name: "in-order",
        about: "like text, but the starting spots are numbered in the order in which they are first used",
        example: "",
        looks_like: |_| false,
        write: Some(Writing::Game(|game| {
            let record = in_order_of_use(&game.record);
            Ok(format::with_comments(&game.said, &record.to_string()))
        })),
        ..format::lines("")
    }
}

/// Writes the record of a game in the association's notation, with what its text says in addition to the moves.
fn write_wgosa(game: &ParsedGame<Position>, record: &Record<Position>) -> Result<String, Refused> {
    let over = record.position().is_terminal();
    let winner = game.said.outcome.and_then(Outcome::winner);
    let header = game.said.players.as_deref();
    let header = header.and_then(wgosa::Header::naming);
    let mut written = GameRecord::new(header, record.clone())?;
    if let (Some(winner), false) = (winner, over) {
        written.resign(winner.opponent());
    }
    Ok(written.to_string())
}

/// Writes a move as the association does.
fn spell(position: &Position, m: &Move) -> String {
    wgosa::write_move(position, m).unwrap_or_else(|_| m.to_string())
}

/// Reads games in the association's notation. A line that starts with a number of spots and `+` or `-` starts a game.
fn read_wgosa(text: &str) -> Games<Position> {
    let begins = |line: &str| {
        let rest = line
            .trim_start()
            .trim_start_matches(|c: char| c.is_ascii_digit());
        rest.len() < line.trim_start().len() && rest.starts_with(['+', '-', '−', '–'])
    };
    let mut games: Vec<(usize, Range<usize>)> = Vec::new();
    let mut start = 0;
    for (line, number) in text.split_inclusive('\n').zip(1..) {
        let end = start + line.trim_end().len();
        match games.last_mut() {
            _ if line.trim().is_empty() || line.trim_start().starts_with('#') => (),
            Some((_, game)) if !begins(line) => game.end = end,
            _ => games.push((number, start..end)),
        }
        start += line.len();
    }
    games
        .into_iter()
        .map(|(line, game)| read_wgosa_game(line, &text[game]))
        .collect()
}

/// Reads the game that begins in the given line.
fn read_wgosa_game(line: usize, text: &str) -> Result<ParsedGame<Position>, ReadError<Position>> {
    match text.parse::<GameRecord>() {
        Ok(game) => {
            let parsed = ParsedGame::new(game.record().clone(), line);
            let stated = game.winner().map(Outcome::Win);
            let players = game.header().map(wgosa::Header::names);
            let parsed = parsed.stating(stated).naming(players);
            Ok(parsed.keeping("wgosa", game.to_string()))
        }
        Err(error) => Err(match &error {
            ReadWgosaError::Move {
                at,
                text: wrong,
                before,
                ..
            } => {
                let (lines, _) = at.in_line(text);
                ReadError::in_move(
                    format!("line {}, {error}", line + lines),
                    before.position(),
                    wrong,
                    spell,
                )
            }
            ReadWgosaError::Syntax(unexpected) => {
                // The place within the line is more useful than the place within the text.
                let (lines, at) = unexpected.at.in_line(text);
                let unexpected = Unexpected {
                    at,
                    ..unexpected.clone()
                };
                ReadError::of(format!("line {}, {unexpected}", line + lines))
            }
            ReadWgosaError::Winner { .. } => ReadError::of(format!("line {line}, {error}")),
        }),
    }
}
