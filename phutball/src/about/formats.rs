//! The notations that programs offer for Phutball: how to recognise, read and write them.

use common::describe::Refused;
use common::format::{
    Format, Games, Heading, ParsedGame, ReadError, Reading, Writing, lines, positions,
};
use common::{Game, Outcome, Player, Record};

use crate::moves::Move;
use crate::notation::game::{GameFormat, ReadGameError};
use crate::notation::sgf::{self, ReadSgfError};
use crate::notation::{Notation, compass, diagram, guess, wikipedia};
use crate::point::Size;
use crate::position::Position;
use crate::rules::{ParseRulesError, Rules};
use crate::turn::{Chain, Turn};

/// Returns all formats, starting with the library's own.
pub(super) fn all() -> Vec<Format<Position>> {
    vec![
        lines("3/3/3/1@1/3/3/3:first:full-board b4 N"),
        Format {
            name: "sgf",
            about: "SGF with GM[14]",
            example: "(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc]RE[B+];B[c4];W[a1];B[c3-c5])",
            looks_like: |text| is_game(text, GameFormat::Sgf),
            read: Reading::Trees(read_sgf),
            write: Some(Writing::Commented(write_sgf)),
        },
        Format {
            name: "abstractplay",
            about: "turns as AbstractPlay writes them, from the usual start; under full-board-corner, the rules of the \
                    site, unless --rules says others",
            example: "h11\nh10-h12",
            looks_like: |text| is_game(text, GameFormat::AbstractPlay),
            read: Reading::Open(|text, rules| read_turns(text, GameFormat::AbstractPlay, rules)),
            write: Some(Writing::Moves(|record| {
                write_turns(record, GameFormat::AbstractPlay)
            })),
        },
        Format {
            name: "wikipedia",
            about: "turns as Winning Ways and Wikipedia write them, from the usual start",
            example: "H11\nJ13\nH10–H12–K14\nA1",
            looks_like: |text| is_game(text, GameFormat::Wikipedia),
            read: Reading::Open(|text, rules| read_turns(text, GameFormat::Wikipedia, rules)),
            write: Some(Writing::Moves(|record| {
                write_turns(record, GameFormat::Wikipedia)
            })),
        },
        Format {
            name: "compass",
            about: "turns as points and compass lists of the board sideways, from the usual start",
            example: "H11\nI13\nE SE",
            looks_like: |text| is_game(text, GameFormat::Compass),
            read: Reading::Open(|text, rules| read_turns(text, GameFormat::Compass, rules)),
            write: Some(Writing::Moves(|record| {
                write_turns(record, GameFormat::Compass)
            })),
        },
        #[cfg(feature = "json")]
        Format {
            name: "json",
            about: "finished games as points and compass lists, in a JSON list with winner and moves",
            example: r#"[{"winner":null,"moves":["H11","I13","E SE"]}]"#,
            looks_like: |text| guess(text) == Some(Notation::Json),
            read: Reading::Games(read_json),
            write: Some(Writing::Listed(write_json)),
        },
        Format {
            name: "diagram",
            about: "the last position, playing rows from the top; read as the first player's move, under full-board \
                    unless --rules says others",
            example: "5/5/2@2/1o3/5",
            looks_like: |text| guess(text) == Some(Notation::Diagram),
            read: Reading::Open(|text, rules| {
                let rules = named_rules(rules)?.unwrap_or_default();
                positions(text, |text| {
                    let read = diagram::read(text, rules, Player::FIRST);
                    read.map_err(|error| error.to_string())
                })
            }),
            write: Some(Writing::Moves(|record| {
                diagram::write(record.position()).map_err(Refused::because)
            })),
        },
    ]
}

fn is_game(text: &str, format: GameFormat) -> bool {
    guess(text) == Some(Notation::Game(format))
}

/// Reads games as turns from the usual start. If there are several, each except the first follows a line that starts
/// with [`Heading::START`].
fn read_turns(text: &str, format: GameFormat, rules: Option<&str>) -> Games<Position> {
    let rules = named_rules(rules)?.unwrap_or(usual_rules(format));
    let mut games = Vec::new();
    let (mut line, mut begins, mut start) = (1, 1, 0);
    let mut end = 0;
    for part in text.split_inclusive('\n') {
        let heads = part.starts_with(Heading::START);
        if heads && !text[start..end].trim().is_empty() {
            games.push((begins, &text[start..end]));
            (begins, start) = (line, end);
        }
        end += part.len();
        line += 1;
    }
    games.push((begins, &text[start..]));
    let games = games.into_iter();
    games
        .map(|(line, text)| read_turns_of_game(line, text, format, rules))
        .collect()
}

/// Returns the rules given by the option `--rules`.
fn named_rules(name: Option<&str>) -> Result<Option<Rules>, ReadError<Position>> {
    let rules = name.map(str::parse).transpose();
    rules.map_err(|error: ParseRulesError| ReadError::of(format!("--rules: {error}")))
}

/// Returns the rules for games in a notation that does not record them: AbstractPlay has one rule set, and the others
/// do not specify any.
fn usual_rules(format: GameFormat) -> Rules {
    match format {
        GameFormat::AbstractPlay => Rules::FullBoardCorner,
        _ => Rules::default(),
    }
}

/// Reads the game that starts in a line.
fn read_turns_of_game(
    line: usize,
    text: &str,
    format: GameFormat,
    rules: Rules,
) -> Result<ParsedGame<Position>, ReadError<Position>> {
    let spell = match format {
        GameFormat::Wikipedia => spell_wikipedia,
        GameFormat::Compass => spell_compass,
        _ => spell_turn,
    };
    let refuse = |error| match error {
        ReadGameError::Turn(mut turn) => {
            turn.line += line - 1;
            ReadError::in_move(turn.to_string(), turn.before.position(), &turn.text, spell)
        }
        ReadGameError::Compass(mut turn) => {
            turn.line += line - 1;
            ReadError::in_move(turn.to_string(), turn.before.position(), &turn.text, spell)
        }
        error => ReadError::of(error.to_string()),
    };
    let start = Position::new(Size::STANDARD, rules);
    let record = format.read(text, &start).map_err(refuse)?;
    Ok(ParsedGame::new(record, line))
}

/// Writes turns from the start of the usual game. They do not record the rules, so a game under other rules is written
/// only if it is the same game under the rules that a reader assumes.
fn write_turns(record: &Record<Position>, format: GameFormat) -> Result<String, Refused> {
    let setup = record.setup();
    if *setup != Position::new(Size::STANDARD, setup.rules()) {
        return Err(Refused::new(format!(
            "expected a game from the usual start, found one from `{setup}`; sgf and text write the start, too"
        )));
    }
    let written = format.write(record).map_err(Refused::because)?;
    let rules = usual_rules(format);
    let usual = format.read(&written, &Position::new(Size::STANDARD, rules));
    if usual.is_ok_and(|usual| usual.position().outcome() == record.position().outcome()) {
        return Ok(written);
    }
    Err(Refused::new(format!(
        "expected a game that is the same under {rules}, the usual rules of `{format}`, found one by the rules {} that \
         is not; sgf and text write the rules, too",
        setup.rules()
    )))
}

/// Reads the games of a file in the Smart Game Format.
fn read_sgf(text: &str) -> Games<Position> {
    let (mut counted, mut before) = (0, 0);
    let games = sgf::games(text).map(|(start, game)| {
        before += text[counted..start].matches('\n').count();
        counted = start;
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        read_sgf_game(game, text[line..start].chars().count(), before)
    });
    let games = games.collect::<Games<Position>>()?;
    if games.is_empty() {
        // The reader reports what is missing.
        return read_sgf_game(text, 0, 0).map(|game| vec![game]);
    }
    Ok(games)
}

/// Reads a game that starts after the given number of characters of its line, and of lines.
fn read_sgf_game(
    text: &str,
    start: usize,
    lines: usize,
) -> Result<ParsedGame<Position>, ReadError<Position>> {
    let refuse = |error: ReadSgfError| match error {
        ReadSgfError::Turn(mut turn) => {
            turn.line += lines;
            let before = turn.before.position();
            ReadError::in_move(turn.to_string(), before, &turn.text, spell_turn)
        }
        ReadSgfError::Text(mut unexpected) => {
            let before: String = text.chars().take(unexpected.at).collect();
            let line = 1 + lines + before.matches('\n').count();
            // Errors that give a line count characters from the start of that line.
            unexpected.at = match before.rsplit_once('\n') {
                Some((_, last)) => last.chars().count(),
                None => unexpected.at + start,
            };
            ReadError::of(format!("line {line}, {unexpected}"))
        }
        mut error @ (ReadSgfError::WrongPlayer { .. } | ReadSgfError::Place { .. }) => {
            if let ReadSgfError::WrongPlayer { line, .. } | ReadSgfError::Place { line, .. } =
                &mut error
            {
                *line += lines;
            }
            ReadError::of(error.to_string())
        }
        error => ReadError::of(format!("line {}, {error}", 1 + lines)),
    };
    let stated = sgf::result(text).map_err(refuse)?;
    let record = sgf::read(text).map_err(refuse)?;
    let said = sgf::said(text).map_err(refuse)?;
    // A game that cannot be written is rejected only when somebody writes it.
    let written = sgf::write_with(&record, &said).ok();
    let mut game = ParsedGame::new(record, 1 + lines).stating(stated);
    game.kept = written.map(|written| ("sgf", written));
    Ok(game)
}

/// Writes a game with the stated result.
fn write_sgf(game: &ParsedGame<Position>) -> Result<String, Refused> {
    let result = game.stated.map(|stated| match stated {
        Outcome::Win(Player::FIRST) => "B+",
        Outcome::Win(_) => "W+",
        Outcome::Draw | Outcome::Shared(_) => "0",
    });
    let said = sgf::Said {
        result: result.map(String::from),
        comments: game.comments.clone(),
        ..sgf::Said::default()
    };
    sgf::write_with(&game.record, &said).map_err(Refused::because)
}

#[cfg(feature = "json")]
fn read_json(text: &str) -> Games<Position> {
    use crate::notation::json::{self, ReadJsonError};

    let games = json::read(text).map_err(|error| match &error {
        ReadJsonError::Turn { text, before, .. } => {
            ReadError::in_move(error.to_string(), before.position(), text, spell_compass)
        }
        error => ReadError::of(error.to_string()),
    })?;
    let parsed = games
        .into_iter()
        .map(|game| ParsedGame::new(game.record, game.line).stating(game.winner.map(Outcome::Win)));
    Ok(parsed.collect())
}

#[cfg(feature = "json")]
fn write_json(game: &ParsedGame<Position>) -> Result<String, Refused> {
    let stated = game.stated.and_then(Outcome::winner);
    crate::notation::json::write(&game.record, stated).map_err(Refused::because)
}

/// Returns the turn that a move starts: a man, or a chain of one jump.
fn turn_of(position: &Position, m: Move) -> Option<Turn> {
    match m {
        Move::Place(point) => Some(Turn::Place(point)),
        Move::Jump(_) => {
            let landed = position.child(&m).ok()?.ball();
            Some(Turn::Jumps(Chain::new([position.ball(), landed]).ok()??))
        }
        Move::Stop => None,
    }
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature of `Speller`"
)]
fn spell_turn(position: &Position, m: &Move) -> String {
    turn_of(position, *m).map_or_else(|| m.to_string(), |turn| turn.to_string())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature of `Speller`"
)]
fn spell_wikipedia(position: &Position, m: &Move) -> String {
    let written = turn_of(position, *m).and_then(|turn| wikipedia::write_turn(&turn).ok());
    written.unwrap_or_else(|| m.to_string())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the signature of `Speller`"
)]
fn spell_compass(position: &Position, m: &Move) -> String {
    let written = turn_of(position, *m).and_then(|turn| compass::write_turn(&turn).ok());
    written.unwrap_or_else(|| m.to_string())
}
