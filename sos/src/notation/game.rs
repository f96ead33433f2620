//! Reads and writes games as people write them by hand.

use common::describe::Refused;
use common::format::{ReadGameError, contents, without_number};
use common::text::{Reader, Unexpected, read_whole};
use common::{Game, Record};

use crate::moves::Move;
use crate::position::Position;
use crate::setup::{Ruling, Setup};
use crate::size::Size;

/// Reads a game in the form that the [module](super) describes.
///
/// Memory use depends only on the number of moves and the position, not on the length of the text.
///
/// # Errors
///
/// Returns [`ReadGameError`] with the line, the invalid word and the reason.
///
/// # Examples
///
/// ```
/// use papergames_sos::notation::{read_game, write_game};
/// use papergames_sos::{Game, Outcome};
///
/// let game = read_game("1x4 first  # a strip\nSa1 Sd1\nOb1 Sc1+")?;
/// assert_eq!(game.position().outcome(), Some(Outcome::Win(papergames_sos::Player::SECOND)));
/// assert_eq!(write_game(&game), "1x4 first Sa1 Sd1 Ob1 Sc1+");
///
/// let error = read_game("1x4 first\nSa1 Oa1").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, `Oa1`: cell `a1` already holds `S`");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_game(text: &str) -> Result<Record<Position>, ReadGameError<Position>> {
    let mut words = words(text).peekable();
    let end = (text.lines().count().max(1), "");
    let (line, word) = words.next().unwrap_or(end);
    let refuse = |reason: Refused| ReadGameError::new(line, word, None, reason);
    if word.is_empty() {
        return Err(refuse(Refused::new(
            "a game must begin with a size such as `3x3` or a position, found an empty text",
        )));
    }
    if !word.starts_with(|c: char| c.is_ascii_digit()) {
        let position = word.parse::<Position>();
        return read_moves(position.map_err(refuse)?, words);
    }
    let mut setup = word.parse::<Setup>().map_err(refuse)?;
    if !word.contains(':') {
        if let Some(rules) = words
            .peek()
            .and_then(|(_, word)| word.parse::<Ruling>().ok())
        {
            let (line, word) = words.next().unwrap_or(end);
            setup = (setup.under(rules))
                .map_err(|reason| ReadGameError::new(line, word, None, reason))?;
        }
        let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some((line, word)) = words.next_if(|(_, word)| is_number(word)) {
            let players = word.parse().unwrap_or(usize::MAX);
            setup = (setup.with_players(players))
                .map_err(|reason| ReadGameError::new(line, word, None, reason))?;
            let (line, word) = words.next().unwrap_or(end);
            if word != "players" {
                let reason = Reader::new(word).unexpected("`players` after a number of players");
                return Err(ReadGameError::new(line, word, None, reason.into()));
            }
        }
    }
    read_moves(Position::of(setup), words)
}

/// Returns the words with their line numbers, without comments, move numbers and trailing commas.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    contents(text).flat_map(|(line, spoken)| {
        let words = spoken.split_whitespace().map(without_number);
        let words = words.map(|word| word.trim_end_matches([',', ';']));
        let words = words.filter(|word| !word.is_empty());
        words.map(move |word| (line, word))
    })
}

/// Plays the moves of a game.
fn read_moves<'a>(
    start: Position,
    words: impl Iterator<Item = (usize, &'a str)>,
) -> Result<Record<Position>, ReadGameError<Position>> {
    let mut record = Record::new(start);
    for (line, word) in words {
        let read = read_move(record.position(), word);
        let played = read.and_then(|m| record.push(m).map_err(Refused::because));
        played.map_err(|reason| ReadGameError::new(line, word, Some(&record), reason))?;
    }
    Ok(record)
}

/// Reads a move of a game. If pluses follow it, there must be one for each S-O-S that it makes.
///
/// # Errors
///
/// Returns an error if the text is not a move or the number of pluses is wrong. To check that the move is legal, use
/// [`Game::check`].
pub(crate) fn read_move(position: &Position, word: &str) -> Result<Move, Refused> {
    let read = |rows| {
        read_whole(word, |reader| {
            let m = Move::read(reader, rows)?;
            Ok::<_, Unexpected>((m, reader.take_while(|c| c == '+').len()))
        })
    };
    // An error names the rows of this board, although a cell off the board is still read as a move, which is illegal.
    let read = read(Size::MAX_SIDE).or_else(|_| read(position.size().rows()));
    let (m, found) = read.map_err(Refused::because)?;
    let expected = position.count_sos(m);
    if found > 0 && position.check(&m).is_ok() && found != expected {
        return Err(Refused::new(format!(
            "the move makes {expected} S-O-S, but it is written with {found} `+`; write one `+` for each S-O-S, or none"
        )));
    }
    Ok(m)
}

/// Writes a game on one line in the form that the [module](super) describes, with a `+` for each S-O-S.
///
/// # Examples
///
/// ```
/// use papergames_sos::notation::{read_game, write_game};
///
/// let game = read_game("3x3 Sa1 Ob1 Sc1")?;
/// assert_eq!(write_game(&game), "3x3 Sa1 Ob1 Sc1+");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write_game(game: &Record<Position>) -> String {
    let mut position = game.setup().clone();
    let setup = position.setup;
    let mut words = vec![position.to_string()];
    if position == Position::of(setup) {
        words = vec![setup.size.to_string()];
        if !setup.ruling().is_default() {
            words.push(setup.ruling().to_string());
        }
        if setup.players() != 2 {
            words.push(format!("{} players", setup.players()));
        }
    }
    for m in game.moves() {
        words.push(format!("{m}{}", "+".repeat(position.count_sos(*m))));
        position.apply_unchecked(m);
    }
    words.join(" ")
}
