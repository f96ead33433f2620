//! Whole games: header, moves and result.

use core::fmt;
use core::str::FromStr;

use common::text::{Place, Reader, Unexpected};
use common::{Ending, Game, Player, Record, Refused};

use super::header::Header;
use super::moves::{interpret, write_move};
use super::written::{WgosaMove, skip_blanks};
use crate::position::Position;
use crate::rules::Rules;

/// A game of standard Sprouts with its players and result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameRecord {
    header: Option<Header>,
    record: Record<Position>,
    winner: Option<Player>,
}

/// The error returned when a text is not a valid game record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum ReadWgosaError {
    /// The text does not follow the grammar.
    #[error(transparent)]
    Syntax(#[from] Unexpected),
    /// A move cannot be understood in its position.
    #[error("move {number}, `{}`: {reason}", .text.escape_debug())]
    Move {
        /// The number of the move, counted from 1.
        number: usize,
        /// Where the move begins in the text.
        at: Place,
        /// The move as written.
        text: String,
        /// The game up to this move.
        before: Box<Record<Position>>,
        /// What is wrong with the move.
        reason: Refused,
    },
    /// The game was played to its end, but the text names the loser as the winner.
    #[error(
        "the result must be `{}`, because the {winner} player has won, found `{}`",
        numeral(*.winner),
        numeral(winner.opponent())
    )]
    Winner {
        /// The player who won.
        winner: Player,
    },
}

fn numeral(player: Player) -> &'static str {
    if player == Player::FIRST { "I" } else { "II" }
}

impl GameRecord {
    /// Returns the record of a game. If the game is over, its last position determines the winner.
    ///
    /// # Errors
    ///
    /// Returns an error unless the record is a game of standard Sprouts that begins with a starting position, or if a
    /// name or the event in the header cannot be written.
    pub fn new(header: Option<Header>, record: Record<Position>) -> Result<GameRecord, Refused> {
        let setup = record.setup();
        if setup.moves_made() > 0 || !setup.rules().variant.is_standard() {
            return Err(Refused::new(format!(
                "the record must begin with a starting position of standard Sprouts, found `{setup}`"
            )));
        }
        let winner = record.position().winner();
        Ok(GameRecord {
            header: header.map(Header::checked).transpose()?,
            record,
            winner,
        })
    }

    /// Returns the players and event, if the record names them.
    pub fn header(&self) -> Option<&Header> {
        self.header.as_ref()
    }

    /// Returns the record of the game: its moves and positions.
    pub fn record(&self) -> &Record<Position> {
        &self.record
    }

    /// Returns the winner, if the record names one or the game was played to its end. The loser may have resigned.
    pub fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// Records that a player resigned. Does nothing if the game is over.
    ///
    /// # Panics
    ///
    /// Panics if `loser` is neither the first nor the second player.
    pub fn resign(&mut self, loser: Player) {
        let winner = loser.opponent();
        if !self.record.position().is_terminal() {
            self.winner = Some(winner);
        }
    }
}

impl fmt::Display for GameRecord {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let setup = self.record.setup();
        write!(f, "{}{}", setup.n_start(), setup.rules().ending)?;
        if let Some(header) = &self.header {
            write!(f, " {header}")?;
        }
        for (position, m) in self.record.positions().zip(self.record.moves()) {
            write!(f, " {}", write_move(&position, m).map_err(|_| fmt::Error)?)?;
        }
        match self.winner {
            Some(winner) => write!(f, " {}", numeral(winner)),
            None => Ok(()),
        }
    }
}

impl FromStr for GameRecord {
    type Err = ReadWgosaError;

    fn from_str(text: &str) -> Result<GameRecord, ReadWgosaError> {
        let mut reader = Reader::new(text);
        skip_between(&mut reader);
        let n = reader.number("a number of spots", 1..=Position::MAX_START as u64)?;
        let ending = match () {
            () if reader.eat('+') => Ending::Normal,
            () if ['-', '−', '–'].into_iter().any(|sign| reader.eat(sign)) => Ending::Misere,
            () => return Err(reader.unexpected("`+` (normal) or `-` (misère)").into()),
        };
        let rules = Rules {
            ending,
            ..Rules::default()
        };
        let mut record =
            Record::new(Position::new(n as usize, rules).expect("this many spots are supported"));
        skip_blanks(&mut reader);
        let header = reader
            .eat('(')
            .then(|| Header::read(&mut reader))
            .transpose()?;
        let mut winner = None;
        skip_between(&mut reader);
        while !reader.is_at_end() {
            let is_one = |reader: &mut Reader<'_>| reader.eat('I') || reader.eat('i');
            if is_one(&mut reader) {
                let second = is_one(&mut reader);
                winner = Some(if second {
                    Player::SECOND
                } else {
                    Player::FIRST
                });
            }
            // Dots mean that the game continued, or could have continued.
            if winner.is_some() || reader.eat('…') || reader.eat_str("...") {
                skip_between(&mut reader);
                reader.expect_end()?;
                break;
            }
            if !reader.peek().is_some_and(|c| c.is_ascii_digit()) {
                return Err(reader.unexpected("a move, `I` or `II`").into());
            }
            let mut ahead = reader.clone();
            ahead.take_while(|c| c.is_ascii_digit());
            if ahead.eat('.') {
                // Each move, or each pair of moves, may be numbered.
                reader = ahead;
                reader.take_while(|c| c == '.');
                skip_between(&mut reader);
                continue;
            }
            let before = reader.clone();
            let written = WgosaMove::read(&mut reader)?;
            let failed = |reason| ReadWgosaError::Move {
                number: record.moves().len() + 1,
                at: before.place(),
                text: reader.since(&before).chars().take(60).collect(),
                before: Box::new(record.clone()),
                reason,
            };
            let m = interpret(record.position(), &written).map_err(failed)?;
            record.push(m).expect("a move that was read is legal");
            skip_between(&mut reader);
        }
        let due = record.position().winner();
        if let Some(due) = due.filter(|due| winner.is_some_and(|found| found != *due)) {
            return Err(ReadWgosaError::Winner { winner: due });
        }
        Ok(GameRecord {
            header,
            winner: winner.or(due),
            record,
        })
    }
}

/// Skips separators: blanks, commas, semicolons, and comments from `#` to the end of the line.
fn skip_between(reader: &mut Reader<'_>) {
    loop {
        reader.take_while(|c| c.is_whitespace() || c == ',' || c == ';');
        if !reader.eat('#') {
            return;
        }
        reader.take_while(|c| c != '\n');
    }
}

common::serde_as_text!(GameRecord);
