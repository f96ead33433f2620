//! Games written by hand.

use common::Record;
use common::describe::Refused;
use common::format::ReadGameError;
use common::text::{Reader, Unexpected};

use super::position::read_arm;
use crate::moves::Move;
use crate::play::IllegalMove;
use crate::position::Position;
use crate::star::{Star, Stars};

/// Reads a game written by hand, in the form that the [module](super#games) describes.
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
/// use papergames_brussels::notation::{read_game, write_game};
///
/// let game = read_game("3-  # misère\n1. 2c-2a[3]\n2. 1B-2d")?;
/// assert_eq!(write_game(&game), "3- 2a-2c[1] 1b-2d");
///
/// let error = read_game("1\n1a-1c\n1a-1b").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "line 3, `1a-1b`: 1a and 1b are in different faces, so no line can join them"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_game(text: &str) -> Result<Record<Position>, ReadGameError<Position>> {
    let mut words = words(text);
    let (line, word) = words.next().ok_or_else(|| {
        let last = text.lines().count().max(1);
        let text =
            "expected a game that begins with stars (`2` or `4,4,3`), found the end of the text";
        ReadGameError::new(last, "", None, Refused::new(text))
    })?;
    let start = word.parse::<Position>();
    let start =
        start.map_err(|reason| ReadGameError::new(line, word, None, Refused::because(reason)))?;
    let mut record = Record::new(start);
    for (line, word) in words {
        let number = record.moves().len() + 1;
        let read = read_word(record.position(), number, word);
        let played = read.and_then(|m| match m {
            Some(m) => record.push(m).map_err(Refused::because),
            None => Ok(()),
        });
        played.map_err(|reason| ReadGameError::new(line, word, Some(&record), reason))?;
    }
    Ok(record)
}

/// Writes a game in one line, in the form that the [module](super#games) describes.
pub fn write_game(game: &Record<Position>) -> String {
    game.to_string()
}

/// Returns the words with their line numbers, without comments.
fn words(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.lines().enumerate().flat_map(|(i, line)| {
        let spoken = line.split('#').next().unwrap_or("");
        let words = spoken
            .split_whitespace()
            .map(|word| word.trim_end_matches([',', ';']));
        let words = words.filter(|word| !word.is_empty());
        words.map(move |word| (i + 1, word))
    })
}

/// Reads a move with an optional number before it, or a number alone.
fn read_word(position: &Position, number: usize, word: &str) -> Result<Option<Move>, Refused> {
    let lower = word.to_ascii_lowercase();
    let mut reader = Reader::new(&lower);
    let mut after_number = reader.clone();
    if !after_number.take_while(|c| c.is_ascii_digit()).is_empty() && after_number.eat('.') {
        let found = reader.number("the number of a move", 0..=u64::from(u32::MAX))?;
        if found != number as u64 {
            return Err(Refused::new(format!(
                "expected move number {number}, found {found}"
            )));
        }
        reader.expect('.')?;
        if reader.is_at_end() {
            return Ok(None);
        }
    }
    read_hand(position, reader).map(Some)
}

/// Reads a move written by hand: capitals are accepted, the arms may come in either order, any star of a piece names
/// the piece, and lists may have ranges. The list belongs to the arm that is written first.
///
/// # Errors
///
/// Returns the reason if the text does not follow the grammar, or if the line is not possible in the position.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Position, notation::read_move};
///
/// let start = Position::new(4, Ending::Normal)?;
/// assert_eq!(read_move(&start, "1C–1A[3]")?.to_string(), "1a-1c[2,4]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn read_move(position: &Position, text: &str) -> Result<Move, Refused> {
    read_hand(position, Reader::new(&text.to_ascii_lowercase()))
}

fn read_hand(position: &Position, mut reader: Reader<'_>) -> Result<Move, Refused> {
    let from = read_arm(&mut reader)?;
    // Letters end an arm and digits begin one, so the hyphen is not needed.
    if !eat_dash(&mut reader) && !reader.peek().is_some_and(|c| c.is_ascii_digit()) {
        return Err(reader.unexpected("`-`").into());
    }
    let to = read_arm(&mut reader)?;
    let listed = if reader.eat('[') {
        read_list(&mut reader)?
    } else {
        Stars::EMPTY
    };
    reader.expect_end()?;

    // A star names its piece, and the list belongs to the arm that was written first.
    let pieces: Stars = listed
        .iter()
        .map(|star| {
            if star.index() < position.n_stars() {
                position.piece(star)
            } else {
                star
            }
        })
        .collect();
    let m = Move::new(from, to);
    let (p, q) = position.resolve(&m).map_err(Refused::because)?;
    let divides = position.piece_of(p) == position.piece_of(q);
    if from == m.from() || !divides {
        let m = m.with_all(pieces);
        position.resolve(&m).map_err(Refused::because)?;
        return Ok(m);
    }
    let others = position.others(p);
    match pieces.without(others).iter().next() {
        None => Ok(m.with_all(others.without(pieces))),
        Some(star) => Err(Refused::because(IllegalMove::NotInFace { star, arm: from })),
    }
}

fn eat_dash(reader: &mut Reader<'_>) -> bool {
    ['-', '–', '—', '−']
        .into_iter()
        .any(|dash| reader.eat(dash))
}

/// Reads the stars and ranges of stars in a list, up to the bracket that ends it.
fn read_list(reader: &mut Reader<'_>) -> Result<Stars, Unexpected> {
    const MOST: u64 = Star::MAX as u64;
    let mut stars = Stars::EMPTY;
    loop {
        let first = reader.number("the number of a star", 1..=MOST)?;
        let last = if eat_dash(reader) {
            let expected = format!("the number of a star ({first} to {MOST}; ranges ascend)");
            reader.number_as(expected, first..=MOST)?
        } else {
            first
        };
        stars = (first..=last).fold(stars, |stars, n| stars.with(Star::new(n as usize - 1)));
        if !reader.eat(',') {
            break;
        }
    }
    reader.expect(']')?;
    Ok(stars)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn reads(text: &str, written: &str) {
        let game = read_game(text).expect("the text is a game");
        assert_eq!(write_game(&game), written);
        assert_eq!(read_game(written), Ok(game));
    }

    #[test]
    fn a_game_is_read_as_a_person_may_write_it() {
        reads("2", "2+");
        reads("  2- # nothing yet\n\n", "2-");
        reads("2\n1A-1C[2]\n1a–2b", "2+ 1a-1c[2] 1a-2b");
        reads("2 1.1a-2a 2. 1b-2c", "2+ 1a-2a 1b-2c");
        reads("2 1a1c[2] 1a2b", "2+ 1a-1c[2] 1a-2b");
        reads("2:1a-1c 1. 1a-1d", "2+:1a-1c 1a-1d");
    }

    #[test]
    fn the_list_belongs_to_the_arm_written_first() {
        reads("4 1a-1c[2,4]", "4+ 1a-1c[2,4]");
        reads("4 1c-1a[3]", "4+ 1a-1c[2,4]");
        reads("4 1c-1a", "4+ 1a-1c[2,3,4]");
        reads("4 1a-1c[2-4]", "4+ 1a-1c[2,3,4]");
    }

    #[test]
    fn any_star_names_its_piece() {
        reads("3 2a-3a 1a-1c[3]", "3+ 2a-3a 1a-1c[2]");
        reads("3 2a-3a 1c-1a[2,3]", "3+ 2a-3a 1a-1c");
    }

    #[track_caller]
    fn refuses(text: &str, message: &str) {
        let error = read_game(text).expect_err("the text is not a game");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn a_bad_game_is_refused_with_line_and_word() {
        refuses(
            "# nothing\n\n",
            "line 2, ``: expected a game that begins with stars (`2` or `4,4,3`), found the end of the text",
        );
        refuses(
            "two",
            "line 1, `two`: expected a number of crosses (1 to 100) or of arms (1 to 1000), found `two`",
        );
        refuses(
            "2 1.1a-2a\n3.1b-2c",
            "line 2, `3.1b-2c`: expected move number 2, found 3",
        );
        refuses(
            "2\n1a",
            "line 2, `1a`: expected `-` at character 3, found the end of the text",
        );
        refuses(
            "2\n1a-1c[2-1]",
            "line 2, `1a-1c[2-1]`: expected the number of a star (2 to 100; ranges ascend) at character 9, found `1`",
        );
        refuses(
            "2\n1a-1c[2",
            "line 2, `1a-1c[2`: expected `]` at character 8, found the end of the text",
        );
        refuses(
            "2\n1c-1a[1]",
            "line 2, `1c-1a[1]`: star 1 cannot be in the list; name each other piece in the face of 1c by its lowest \
             star",
        );
        refuses(
            "2\n1a-1c[7]",
            "line 2, `1a-1c[7]`: star 7 cannot be in the list; name each other piece in the face of 1a by its lowest \
             star",
        );
        refuses(
            "2\n1a-2c[2]",
            "line 2, `1a-2c[2]`: 1a and 2c are on different boundaries, so a line between them divides nothing; leave \
             out the list {2}",
        );
        refuses(
            "1\n1a-1a",
            "line 2, `1a-1a`: a line cannot join arm 1a to itself; choose two different arms",
        );
    }

    #[track_caller]
    fn is_no_line(position: &str, text: &str, message: &str) {
        let position: Position = position.parse().expect("a position");
        let error = read_move(&position, text).expect_err("there is no such line");
        assert_eq!(error.to_string(), message);
    }

    #[test]
    fn a_list_beside_a_line_that_divides_nothing_is_refused() {
        is_no_line(
            "3",
            "1a-2a[3]",
            "1a and 2a are on different boundaries, so a line between them divides nothing; leave out the list {3}",
        );
        is_no_line(
            "3",
            "2a-1a[3]",
            "1a and 2a are on different boundaries, so a line between them divides nothing; leave out the list {3}",
        );
    }

    #[test]
    fn a_list_of_pieces_that_are_not_in_the_face_is_refused() {
        is_no_line(
            "3",
            "1a-1c[1]",
            "star 1 cannot be in the list; name each other piece in the face of 1a by its lowest star",
        );
        is_no_line(
            "3:1a-1c[2]",
            "1b-1c[2]",
            "star 2 cannot be in the list; name each other piece in the face of 1b by its lowest star",
        );
    }

    #[test]
    fn every_random_game_is_read_back() {
        let mut random = crate::Seeded::new(11);
        for setup in ["1", "3-", "5", "1,2,3,4", "1x9"] {
            for _ in 0..30 {
                let start: Position = setup.parse().expect("a setup");
                let game = crate::playout::record(start, 1000, &mut random);
                assert_eq!(read_game(&write_game(&game)), Ok(game));
            }
        }
    }
}
