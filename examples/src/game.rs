//! What the program asks of a game beyond the library's `Game` trait.

use std::error::Error;
use std::fmt::{Display, Write as _};
use std::io::Write;
use std::str::FromStr;

use anyhow::Result;
use common::search::{Budget, MonteCarlo};
use common::{Game, Record};
use picture::svg::Style;
use picture::terminal::Charset;

use crate::engine::{Engine, Level};
use crate::records::Format;
use crate::setup::Rules;
use crate::solve::Job;

/// A game that the program can be asked for. The four in [`games`](crate::games) are all there are.
pub(crate) trait Playable:
    Game<Move: FromStr<Err: Error + Send + Sync + 'static> + Send + Sync>
    + Display
    + FromStr<Err: Error + Send + Sync + 'static>
    + Send
    + Sync
    + 'static
{
    /// The name of the game as a heading.
    const TITLE: &'static str;
    /// The rules in two or three lines.
    const ABOUT: &'static str;
    /// The setup that the tour plays.
    const TOUR: &'static str;

    /// Returns the position that the words of a command line name.
    fn setup(text: Option<&str>, rules: &Rules) -> Result<Self>;

    /// Returns the position as a board of a few lines, for reading.
    fn board(&self) -> String;

    /// Returns the last position of a game as a board, with what only the game can tell: the last move, owners.
    fn board_of(record: &Record<Self>) -> String {
        record.position().board()
    }

    /// Returns the board for somebody who plays, with the last move, but without who is to move. Where a game has both a
    /// picture and a text, the picture is left out if there is no charset for it.
    fn table(record: &Record<Self>, picture: Option<Charset>) -> String {
        let _ = picture;
        let board = Self::board_of(record);
        let lines = board
            .lines()
            .filter(|line| !line.starts_with("to move: ") && !line.ends_with(" has won"));
        lines.collect::<Vec<_>>().join("\n")
    }

    /// Returns what is special about the rules of this position, and what the player to move has to know; may be empty.
    fn remark(&self) -> String {
        String::new()
    }

    /// Returns how moves are typed at the prompt of `play`: an example and what it does, a line each.
    fn how_to_move(&self) -> String;

    /// Reads the moves that somebody means by what they type: one, or several that make up a turn.
    fn by_hand(&self, text: &str) -> Result<Vec<Self::Move>>;

    /// Returns the notations for its records and positions, [`lines`](crate::records::lines) among them. A text whose
    /// notation is not said is taken for the first that it looks like.
    fn formats() -> Vec<Format<Self>>;

    /// Returns what a theorem or a rule says about a game, and whether it was so.
    fn facts(record: &Record<Self>) -> Vec<Fact>;

    /// Returns an opponent of the given strength. The default plays by random games; a game that knows better says so.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Self>> {
        let _ = level;
        Box::new(MonteCarlo::new(seed))
    }

    /// The names of the opponents that only this game has, as an error names them; empty if there are none.
    const NAMED: &'static str = "";

    /// Returns an opponent that only this game has, and the level whose budget it gets unless it is told otherwise.
    fn named(name: &str, seed: u64) -> Option<(Box<dyn Engine<Self>>, Level)> {
        let _ = (name, seed);
        None
    }

    /// Returns how much an opponent of the given strength thinks about a move unless it is told otherwise.
    fn budget(level: Level) -> Budget {
        level.budget()
    }

    /// Prints the exact value of what the job names.
    fn solve(job: &Job, out: &mut dyn Write) -> Result<()>;

    /// Finds the value by a second method, too, and fails if they differ.
    fn verify(job: &Job, out: &mut dyn Write) -> Result<()>;

    /// Draws a game as SVG.
    fn draw(record: &Record<Self>, picture: Picture, style: &Style) -> Result<String>;

    /// Draws the last position of a game with characters.
    fn in_terminal(record: &Record<Self>, charset: Charset) -> Result<String>;

    /// Returns the number of sequences of whole turns, where the game counts by turns, or `None` past 128 bits.
    fn perft_turns(&self, depth: u32) -> Option<u128> {
        common::perft(self, depth)
    }
}

/// What of a game is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Picture {
    /// The last position.
    Last,
    /// All positions beside each other.
    Film,
    /// All positions one after another.
    Animation,
}

/// A sentence about a finished game, and whether it is true of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Fact {
    /// The sentence, with the numbers of the game put in.
    pub(crate) text: String,
    /// Whether the game obeys.
    pub(crate) holds: bool,
}

impl Fact {
    /// States a fact.
    pub(crate) fn new(holds: bool, text: impl Into<String>) -> Fact {
        Fact {
            text: text.into(),
            holds,
        }
    }
}

/// Returns the picture of a game in the terminal, where it is wanted and not too large, and the text of its last position
/// below it.
pub(crate) fn picture_and_text<G: Playable>(
    record: &Record<G>,
    picture: Option<Charset>,
) -> String {
    let position = record.position();
    let drawn = picture.and_then(|charset| G::in_terminal(record, charset).ok());
    let mut text = String::new();
    // The captions of the picture begin with the text of the position.
    let caption = position.to_string();
    for line in drawn.iter().flat_map(|drawn| drawn.lines()) {
        if line == caption {
            break;
        }
        if !(text.is_empty() && line.is_empty()) {
            text.push_str(line);
            text.push('\n');
        }
    }
    text.truncate(text.trim_end().len());
    if !text.is_empty() {
        text.push_str("\n\n");
    }
    text.push_str(&position.board());
    if let Some(last) = record.moves().last() {
        let _ = write!(text, "\nlast move: {last}");
    }
    text
}
