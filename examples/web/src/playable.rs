//! What the page asks of a game beyond the library's `Game` trait.

use core::error::Error;
use core::fmt::Display;
use core::str::FromStr;

use common::{Game, Outcome, Player, Record};
use picture::drawing::Drawing;
use picture::geometry::Point;
use serde::{Deserialize, Serialize};

use crate::board::{Area, Board, Ghost};
use crate::formats::Format;
use picture::stroke::{Paper, Reading};

/// A game that the page can play.
pub(crate) trait Playable:
    Game<Move: FromStr<Err: Error>> + Display + FromStr<Err: Error> + 'static
{
    /// What the page calls it.
    const NAME: &'static str;

    /// What is kept of a drawing from one move to the next.
    type Picture: Clone;

    /// Sets up a new game.
    fn setup(wish: &Wish) -> Result<Self, String>;

    /// Draws a position from nothing but itself.
    fn picture(&self) -> Result<Self::Picture, String>;

    /// Draws a legal move into a picture, along a stroke if there is one.
    fn draw(picture: &mut Self::Picture, m: &Self::Move, stroke: &[Point]) -> Result<(), String>;

    /// Returns what is to be seen of the last position of a record.
    fn board(record: &Record<Self>, picture: &Self::Picture) -> Board;

    /// Returns the drawing in a picture, if the game is one of lines.
    fn drawing(picture: &Self::Picture) -> Option<&Drawing> {
        let _ = picture;
        None
    }

    /// Puts another drawing of the same map into a picture. Returns whether it fits.
    fn redraw(picture: &mut Self::Picture, drawing: Drawing) -> bool {
        let _ = (picture, drawing);
        false
    }

    /// Returns what a legal move would add to the board.
    fn ghost(&self, picture: &Self::Picture, m: &Self::Move) -> Ghost;

    /// Explains the game under its rules, in a few sentences.
    fn about(&self) -> String;

    /// Says what the player to move is to do, as the rest of a sentence.
    fn task(&self) -> &'static str;

    /// Says a legal move in words.
    fn words(&self, m: &Self::Move) -> String;

    /// Returns the names of what a move touches on the board, so that moves can be found by what was clicked.
    fn touches(&self, m: &Self::Move) -> Vec<String>;

    /// Returns the notations that it is read and written in; a text is taken for the first that it looks like.
    fn formats() -> Vec<Format<Self>>;

    /// Chooses a move at a level from 1 to 5; `None` when the game is over.
    fn choose(record: &Record<Self>, level: u8, seed: u64) -> Option<Self::Move>;

    /// Finds out what there is to know about the last position of a record; `tell` hears how far it has come.
    fn analyse(record: &Record<Self>, tell: &mut dyn FnMut(&str)) -> Analysis;

    /// Returns the paper that a stroke is drawn on, if the game is one of lines.
    fn paper(&self, picture: &Self::Picture) -> Option<Paper> {
        let _ = picture;
        None
    }

    /// Returns the move of a stroke.
    fn line(
        &self,
        picture: &Self::Picture,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<Self::Move, String> {
        let _ = (picture, reading, with_spot);
        Err("This game has no lines to draw.".to_owned())
    }

    /// Returns the parts of a drawing that play on their own, if the game falls apart into such.
    fn lands(&self, picture: &Self::Picture) -> Vec<Area> {
        let _ = picture;
        Vec::new()
    }

    /// Returns what a theorem says about a game that is over, as a sentence.
    fn theorem(record: &Record<Self>) -> Option<String> {
        let _ = record;
        None
    }
}

/// What kind of new game somebody wants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wish {
    /// How many spots or crosses, or the size of the board, as the library writes it.
    pub(crate) size: String,
    /// The variant or rule set; empty for the usual one.
    pub(crate) rules: String,
    /// Whether the last move loses.
    pub(crate) misere: bool,
    /// How many players there are; 0 for the usual number.
    pub(crate) players: usize,
}

/// What is known about a position.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Analysis {
    /// The verdict, in a sentence.
    pub(crate) headline: String,
    /// Whether it is proved.
    pub(crate) exact: bool,
    /// What else there is to say.
    pub(crate) details: Vec<String>,
    /// The best moves, or all of them with their values.
    pub(crate) moves: Vec<Judged>,
    /// The nimbers of the lands in their order, if there are any; `None` for one that was not found.
    pub(crate) nimbers: Vec<Option<u8>>,
}

/// A move, and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) words: String,
    pub(crate) value: String,
    pub(crate) best: bool,
}

impl Analysis {
    /// What there is to say when a game is over.
    pub(crate) fn over(outcome: Outcome) -> Analysis {
        Analysis {
            headline: format!("The game is over. {}.", result(outcome)),
            exact: true,
            ..Analysis::default()
        }
    }
}

impl Judged {
    /// Judges a move of a position.
    pub(crate) fn new<G: Playable>(position: &G, m: &G::Move, value: String, best: bool) -> Judged {
        Judged {
            text: m.to_string(),
            words: position.words(m),
            value,
            best,
        }
    }
}

/// Says how a game has ended, such as `First wins`.
pub(crate) fn result(outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Shared(winners) => {
            let names: Vec<String> = winners.iter().map(|player| player.to_string()).collect();
            format!("{} share the win", listed(&names))
        }
        other => other.to_string(),
    };
    sentence(&result)
}

/// Names a player for a sentence: the first one is `First`.
pub(crate) fn capital(player: Player) -> String {
    sentence(&player.to_string())
}

/// Begins a text with a capital letter.
fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Joins names as a sentence does: `1, 2 and 3`.
pub(crate) fn listed(names: &[String]) -> String {
    match names {
        [] => "nothing".to_owned(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}
