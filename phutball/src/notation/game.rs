//! Reads and writes games as lists of turns, in the notations of other programs and books.

use common::format::{ReadGameError, Speller, contents, without_number};
use common::{Game, Record, Refused};

use super::{compass, under_way, vying, wikipedia};
use crate::moves::Move;
use crate::position::Position;
use crate::turn::{Chain, Turn};

/// A notation in which other programs and books write the turns of a game.
///
/// | format | a turn |
/// |---|---|
/// | `abstractplay` | `h11` or `h10-h12-j14`, as in this crate; blanks or line breaks between turns |
/// | `wikipedia` | `K6–G9–G11–J11`, in the same way: columns without I |
/// | `compass` | `H11`, or directions of jumps on a board on its side, a line each; or in one line, joined by `/` |
/// | `vying` | `h10`, or each jump as two points and then perhaps `pass`: `h11h9 h9j7`; rows count from the top |
///
/// The text does not contain the setup, so the caller must supply it; only the text of a [`Record`] contains the setup.
/// Numbers that end in a full stop (`12.`), commas and semicolons between turns, and comments from `#` to the end of
/// the line are ignored, and so is a star before or after a point, with which some writers mark a new man.
///
/// ```
/// use papergames_phutball::{Position, notation::GameFormat};
///
/// let start = Position::standard();
/// let game = GameFormat::Compass.read("1. H11 E\n2. H13 E", &start);
/// assert!(game.is_err(), "in several lines, each is one turn");
/// let game = GameFormat::Compass.read("H11 E H13 E", &start)?;
/// assert_eq!(GameFormat::AbstractPlay.write(&game)?, "h11\nh10-h12\nh13\nh12-h14\n");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum GameFormat {
    /// The notation of AbstractPlay, which writes turns as this crate does: small letters, including I, and rows from 0
    /// at the bottom. On the standard board the places outside the corners are `00`, `020`, `p0` and `p20`. Like the
    /// site, the parser ignores case. The site's rules are [`Rules::FullBoardCorner`](crate::Rules::FullBoardCorner).
    ///
    /// Source: `src/games/phutball.ts` of [AbstractPlay/gameslib](https://github.com/AbstractPlay/gameslib).
    AbstractPlay,
    /// The notation of the English Wikipedia, with capital letters without I.
    Wikipedia,
    /// The notation of Ehrenborg's programs, with jumps as directions on a board that lies on its side.
    Compass,
    /// The notation of the library Vying, with jumps as pairs of points on a board whose first row is at the top. Its
    /// rules are [`Rules::TerminalRows`](crate::Rules::TerminalRows).
    ///
    /// Source: `rules/board/phutball.rb` of [eki/vying-games](https://github.com/eki/vying-games).
    Vying,
}

impl GameFormat {
    /// Reads a game in this notation, starting from `setup`.
    ///
    /// # Errors
    ///
    /// Returns an error with the line and the text of the first mistake, and the game before it.
    pub fn read(
        self,
        text: &str,
        setup: &Position,
    ) -> Result<Record<Position>, ReadGameError<Position>> {
        if self == GameFormat::Vying {
            return vying::read(setup, words(text));
        }
        let read = |position: &Position, text: &str| self.read_turn(position, text);
        if self == GameFormat::Compass && text.trim().contains('\n') {
            play(setup, lines(text), read)
        } else {
            play(setup, words(text), read)
        }
    }

    /// Reads a turn. The compass notation needs the position, and its jumps are checked. To check whether a point is
    /// vacant or whether the turn may end there, use [`Position::check_turn`].
    ///
    /// # Errors
    ///
    /// Returns an error if the text does not follow the grammar, or if no jump can join two consecutive points.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Position, notation::GameFormat};
    ///
    /// let mut position = Position::standard();
    /// for text in ["H11", "I13"] {
    ///     position.apply_turn(&GameFormat::Compass.read_turn(&position, text)?)?;
    /// }
    /// let turn = GameFormat::Compass.read_turn(&position, "E SE")?;
    /// assert_eq!(turn.to_string(), "h10-h12-j14");
    /// assert_eq!(GameFormat::Wikipedia.write_turn(&turn)?, "H10–H12–K14");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn read_turn(self, position: &Position, text: &str) -> Result<Turn, Refused> {
        let bare = text.strip_prefix('*').or(text.strip_suffix('*'));
        let turn = self.read_bare_turn(position, bare.unwrap_or(text))?;
        if bare.is_some() && !matches!(turn, Turn::Place(_)) {
            return Err(Refused::new(format!(
                "a star marks a new man, but `{turn}` moves the ball; leave out the star"
            )));
        }
        Ok(turn)
    }

    /// Reads a turn without a star.
    fn read_bare_turn(self, position: &Position, text: &str) -> Result<Turn, Refused> {
        match self {
            GameFormat::AbstractPlay => {
                let plain = text.replace(['–', '—', '−'], "-");
                plain.to_ascii_lowercase().parse()
            }
            GameFormat::Wikipedia => wikipedia::read_turn(text),
            GameFormat::Compass => compass::read_turn(position, text),
            GameFormat::Vying => vying::read_turn(position, text),
        }
    }

    /// Writes a game in this notation, with a line break at the end.
    ///
    /// # Errors
    ///
    /// Returns an error if the notation cannot express the game.
    pub fn write(self, record: &Record<Position>) -> Result<String, Refused> {
        // In every notation, also where jumps are moves: a game that ends within a chain has no last turn.
        let turns = turns_of(record)?;
        if self == GameFormat::Vying {
            return vying::write(record);
        }
        let lines = turns.iter().map(|turn| self.write_turn(turn));
        let mut lines = lines.collect::<Result<Vec<String>, Refused>>()?;
        if self == GameFormat::Compass && lines.len() == 1 {
            // On one line, jumps separated by blanks would be read as several turns.
            lines[0] = lines[0].replace(' ', "/");
        }
        lines.push(String::new());
        Ok(lines.join("\n"))
    }

    /// Returns the function that writes turns from their first moves.
    pub(crate) fn speller(self) -> Speller<Position> {
        fn spell(position: &Position, m: Move, format: GameFormat) -> String {
            let turn = match m {
                Move::Place(point) => Some(Turn::Place(point)),
                Move::Jump(_) => position.child(&m).ok().and_then(|after| {
                    let chain = Chain::new([position.ball(), after.ball()]).ok()??;
                    Some(Turn::Jumps(chain))
                }),
                Move::Stop => None,
            };
            let written = turn.and_then(|turn| format.write_turn(&turn).ok());
            written.unwrap_or_else(|| m.to_string())
        }
        match self {
            GameFormat::AbstractPlay => |position, m| spell(position, *m, GameFormat::AbstractPlay),
            GameFormat::Wikipedia => |position, m| spell(position, *m, GameFormat::Wikipedia),
            GameFormat::Compass => |position, m| spell(position, *m, GameFormat::Compass),
            GameFormat::Vying => {
                |position, m| vying::write_move(position, *m).unwrap_or_else(|_| m.to_string())
            }
        }
    }

    /// Writes a turn.
    ///
    /// # Errors
    ///
    /// Returns an error with the first point for which the notation has no name.
    pub fn write_turn(self, turn: &Turn) -> Result<String, Refused> {
        match self {
            GameFormat::AbstractPlay => Ok(turn.to_string()),
            GameFormat::Wikipedia => wikipedia::write_turn(turn),
            GameFormat::Compass => compass::write_turn(turn),
            GameFormat::Vying => vying::write_turn(turn),
        }
    }
}

common::named!(GameFormat: AbstractPlay => "abstractplay", Wikipedia => "wikipedia", Compass => "compass",
    Vying => "vying");

/// Returns the lines of a text with their numbers, without comments, turn numbers and trailing punctuation.
fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    contents(text).filter_map(|(number, line)| {
        let rest = without_number(line).trim_start();
        let rest = rest.trim_end_matches([',', ';']);
        (!rest.is_empty()).then_some((number, rest))
    })
}

/// Returns the words of a text with their line numbers, without comments and turn numbers. Commas and semicolons
/// between words count as blanks.
pub(crate) fn words(text: &str) -> impl Iterator<Item = (usize, &str)> + Clone {
    lines(text).flat_map(|(line, text)| {
        let words = text.split(|c: char| c.is_whitespace() || c == ',' || c == ';');
        let words = words.map(without_number).filter(|word| !word.is_empty());
        words.map(move |word| (line, word))
    })
}

/// Reads and plays turns, each given with its line number.
fn play<'a>(
    setup: &Position,
    texts: impl IntoIterator<Item = (usize, &'a str)>,
    read: impl Fn(&Position, &str) -> Result<Turn, Refused>,
) -> Result<Record<Position>, ReadGameError<Position>> {
    let mut record = Record::new(*setup);
    for (line, text) in texts {
        let turn = read(record.position(), text);
        let played = turn.and_then(|turn| push(&mut record, &turn));
        played.map_err(|reason| ReadGameError::new(line, text, Some(&record), reason))?;
    }
    Ok(record)
}

/// Adds the moves of a turn to a record. If the turn is not legal, the record does not change.
pub(super) fn push(record: &mut Record<Position>, turn: &Turn) -> Result<(), Refused> {
    for m in record.position().moves_of(turn).map_err(Refused::because)? {
        record.push(m).expect("the moves of a legal turn are legal");
    }
    Ok(())
}

/// Returns the turns of a record.
///
/// # Errors
///
/// Returns an error that names the ball's point if the record starts or ends in the middle of a chain.
pub(crate) fn turns_of(record: &Record<Position>) -> Result<Vec<Turn>, Refused> {
    let setup = record.setup();
    if setup.is_jumping() {
        return Err(under_way(setup.ball()));
    }
    let mut turns = Vec::new();
    let mut position = *setup;
    let mut path = vec![setup.ball()];
    for m in record.moves() {
        // Every move of a record is legal.
        let _ = position.apply(m);
        match m {
            Move::Place(point) => turns.push(Turn::Place(*point)),
            Move::Jump(_) => path.push(position.ball()),
            Move::Stop => {}
        }
        if !position.is_jumping() && path.len() > 1 {
            turns.push(Turn::Jumps(Chain::of_path(path.drain(..))));
            path.push(position.ball());
        }
    }
    if position.is_jumping() {
        return Err(under_way(position.ball()));
    }
    Ok(turns)
}
