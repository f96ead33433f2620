//! Notations, and the games and positions that are read and written in them.

use crate::notation::describe::Describe;
use crate::play::outcome::{Ending, Outcome};
use crate::play::record::Record;
use crate::play::written::Written;
use crate::tools::refused::Refused;

use super::early::Early;
use super::error::ReadError;

/// The notations of a game. By default, a game has only the [plain](super::lines()) notation.
pub trait Notations: Describe {
    /// Returns the notations of records and positions. If no notation is specified, a text is read in the first
    /// notation that it looks like.
    fn formats() -> Vec<Format<Self>>;
}

/// The name of the plain notation, which every game has; see [`lines`](super::lines()).
pub const PLAIN: &str = "text";

/// A notation for the records or positions of the game `G`.
#[derive(Debug)]
pub struct Format<G: Written> {
    /// The name of the notation on the command line.
    pub name: &'static str,
    /// A description of the notation in one line.
    pub about: &'static str,
    /// A short text in this notation, exactly as the format writes it.
    pub example: &'static str,
    /// Returns whether text looks like this notation. The first format for which this is `true` reads the text, so no
    /// text looks like a format that is write-only.
    pub looks_like: fn(&str) -> bool,
    /// How to read text in this notation. `None` if the format is write-only, because its text does not determine a
    /// game or a position.
    pub read: Option<Reading<G>>,
    /// Writes a game or, in a notation for positions, its last position. `None` if the format is read-only.
    pub write: Option<Writing<G>>,
}

/// A description of a notation that does not depend on the type of its game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Notation {
    /// The name of the notation on the command line.
    pub name: &'static str,
    /// A description of the notation in one line.
    pub about: &'static str,
    /// A short text in this notation.
    pub example: &'static str,
    /// The kind of content that is read from a text in this notation; `None` if the notation is write-only.
    pub reads: Option<Reads>,
    /// Games and positions can also be written in this notation.
    pub is_written: bool,
    /// Games are written as members of one JSON list.
    pub is_listed: bool,
}

/// The kinds of content that a text in a notation can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reads {
    /// Games that state their rules.
    Games,
    /// Games that do not state their rules.
    Open,
    /// Games that do not state their rules, in a text that cannot be divided into games before it is read.
    Whole,
    /// One position per line, without stating whether play is normal or misère.
    Positions,
}

impl Notation {
    pub(crate) fn of<G: Written>(format: &Format<G>) -> Notation {
        Notation {
            name: format.name,
            about: format.about,
            example: format.example,
            reads: format.read.as_ref().map(|read| match read {
                Reading::Lines | Reading::Games(_) => Reads::Games,
                Reading::Open(_) => Reads::Open,
                Reading::Whole(_) => Reads::Whole,
                Reading::Positions(_) => Reads::Positions,
            }),
            is_written: format.write.is_some(),
            is_listed: matches!(format.write, Some(Writing::Listed(_))),
        }
    }
}

/// The ways to write games in a notation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Writing<G: Written> {
    /// The moves alone.
    Moves(Writer<G>),
    /// The moves and the stated result.
    Game(fn(&ParsedGame<G>) -> Result<String, Refused>),
    /// The moves and the stated result, as a member of one JSON list.
    Listed(fn(&ParsedGame<G>) -> Result<String, Refused>),
}

impl<G: Written> Writing<G> {
    /// Writes a game, either alone or as a member of a list.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what the notation cannot express.
    pub fn write(&self, game: &ParsedGame<G>) -> Result<String, Refused> {
        match self {
            Writing::Moves(write) => write(&game.record),
            Writing::Game(write) | Writing::Listed(write) => write(game),
        }
    }
}

/// A function that writes a game in some notation.
type Writer<G> = fn(&Record<G>) -> Result<String, Refused>;

/// How to read text in a notation.
#[derive(Debug)]
#[non_exhaustive]
pub enum Reading<G: Written> {
    /// As games in the plain notation: see [`lines`](super::lines()).
    Lines,
    /// As games, in a notation that states their rules.
    Games(fn(&str) -> Games<G>),
    /// As games, in a notation that does not state the rules. The second argument names the rules; `None` stands for
    /// the notation's usual rules.
    Open(fn(&str, Option<&str>) -> Games<G>),
    /// As games, in a notation that does not state the rules and in which the start of a game cannot be recognised by
    /// its line alone. The second argument is that of [`Open`](Reading::Open).
    Whole(fn(&str, Option<&str>) -> Games<G>),
    /// As positions, one per line, in a notation that does not state whether play is normal or misère.
    Positions(fn(&str, Ending) -> Result<G, String>),
}

/// The games in a text, or an error that says what is wrong with the text.
pub type Games<G> = Result<Vec<ParsedGame<G>>, ReadError<G>>;

/// The statements in a text about a game in addition to its moves.
#[derive(Clone, Debug, Default)]
pub struct Statements {
    /// The outcome stated in the text. If the moves do not lead to the end of the game, a player resigned or ran out of
    /// time.
    pub outcome: Option<Outcome>,
    /// Why the game ended early, if the text states a reason.
    pub early: Option<Early>,
    /// Whether the players exchanged seats after the first turn, by the pie rule. The record does not change: its first
    /// player is the one in the first seat.
    pub swapped: bool,
    /// The players as the text names them, in the order of their seats, maybe with the event: `Ada - Bob, London`.
    pub players: Option<String>,
    /// How the text was understood, in sentences, if it could have been understood differently.
    pub notes: Vec<String>,
}

/// A game read from text, with any further statements in the text. `R` is the type of its record.
#[derive(Debug)]
#[non_exhaustive]
pub struct GameText<R> {
    /// The setup and the moves.
    pub record: R,
    /// The number of the line in which the game begins, counted from 1.
    pub line: usize,
    /// What the text states in addition to the moves.
    pub said: Statements,
    /// If the notation records more than the moves, such as the names of the players, its name and the game as written
    /// in it.
    pub kept: Option<(&'static str, String)>,
}

/// A game of a known type, read from text.
pub type ParsedGame<G> = GameText<Record<G>>;

impl<R> GameText<R> {
    /// Returns a game that begins in the given line and whose text states nothing but the moves.
    pub fn new(record: R, line: usize) -> GameText<R> {
        GameText {
            record,
            line,
            said: Statements::default(),
            kept: None,
        }
    }

    /// Returns the game with the outcome that the text states.
    #[must_use]
    pub fn stating(mut self, stated: Option<Outcome>) -> GameText<R> {
        self.said.outcome = stated;
        self
    }

    /// Returns the game with the [players](Statements::players) that the text names.
    #[must_use]
    pub fn naming(mut self, players: Option<String>) -> GameText<R> {
        self.said.players = players;
        self
    }

    /// Returns the game with everything that its text says about it.
    #[must_use]
    pub fn saying(mut self, said: Statements) -> GameText<R> {
        let swapped = said.swapped;
        self.said = said;
        if swapped { self.swapped() } else { self }
    }

    /// Returns the game with the note that its players [have exchanged seats](Statements::swapped).
    #[must_use]
    pub fn swapped(mut self) -> GameText<R> {
        self.said.swapped = true;
        self.noting("the players exchanged seats after the first turn, by the pie rule")
    }

    /// Returns the game with a note on how its text was understood.
    #[must_use]
    pub fn noting(mut self, note: impl Into<String>) -> GameText<R> {
        self.said.notes.push(note.into());
        self
    }

    /// Returns the game together with its text in a notation that records more than the moves.
    #[must_use]
    pub fn keeping(mut self, format: &'static str, text: String) -> GameText<R> {
        self.kept = Some((format, text));
        self
    }

    /// Returns the game with its record converted by `form`.
    pub(crate) fn map<S>(self, form: impl FnOnce(R) -> S) -> GameText<S> {
        GameText {
            record: form(self.record),
            line: self.line,
            said: self.said,
            kept: self.kept,
        }
    }
}
