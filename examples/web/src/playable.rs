//! What the page needs from a game beyond its description: pictures, pens, and how to use its board.

use std::time::Duration;

use common::describe::SetupOptions;
use common::{Budget, Describe, Game, Level, Outcome, Player, Record};
use picture::Sketch;
use picture::drawing::Drawing;
use picture::geometry::Point;
use picture::sketch::OnMap;
use picture::stroke::{Paper, Reading};
use serde::Deserialize;

use crate::board::{Area, Board, Ghost};

/// A game that the page can play.
pub(crate) trait Playable: Describe {
    /// The drawing state that is kept from one move to the next.
    type Picture: Picture<Self>;

    /// Explains in a few sentences how to make a move on the page.
    const HOW: &'static str;

    /// Whether no move is ever better than another.
    const ALL_ALIKE: bool = false;

    /// How many positions or random games the strongest opponent looks at. On the page this
    /// replaces the crate's limit of time.
    const STRONGEST: u64 = 60_000;

    /// Returns the visible parts of the last position of a record.
    fn board(record: &Record<Self>, picture: &Self::Picture) -> Board;

    /// Returns what a legal move would add to the board.
    fn ghost(&self, picture: &Self::Picture, m: &Self::Move) -> Ghost;

    /// Returns the task of the player to move, as the rest of a sentence.
    fn task(&self) -> &'static str;

    /// Returns the names of the places that a move touches, so that moves can be found by clicks.
    fn touches(&self, m: &Self::Move) -> Vec<String>;

    /// Returns the name of the rule set of a position.
    fn rules_name(&self) -> String {
        String::new()
    }

    /// Returns the setup options for the name of a rule set.
    fn options(rules: &str) -> SetupOptions {
        let mut options = SetupOptions::none();
        options.rules = (!rules.is_empty()).then(|| rules.to_owned());
        options
    }

    /// Returns what a theorem says about a finished game.
    fn theorem(record: &Record<Self>) -> Option<String> {
        let facts = Self::facts(record).into_iter().filter(|fact| fact.holds);
        let facts: Vec<String> = facts
            .map(|fact| format!("{}.", sentence(&fact.text)))
            .collect();
        (!facts.is_empty()).then(|| facts.join(" "))
    }

    /// Returns the paper for strokes, if the game is played with lines.
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

    /// Returns the independent parts of a drawing, if the game has such.
    fn lands(&self, picture: &Self::Picture) -> Vec<Area> {
        let _ = picture;
        Vec::new()
    }

    /// Returns the nimbers of the lands in order; `None` for one that takes too long to find.
    fn nimbers(&self) -> Vec<Option<u8>> {
        Vec::new()
    }
}

/// A picture that is kept from one move to the next: a [`Sketch`], or nothing if the board is drawn from its position.
pub(crate) trait Picture<G: Game>: Clone {
    /// Draws a position from scratch.
    fn of(position: &G) -> Result<Self, String>;

    /// Draws a legal move, along a stroke if there is one.
    fn draw(&mut self, m: &G::Move, stroke: &[Point]) -> Result<(), String>;

    /// Returns the lines, if the game is played with lines.
    fn lines(&self) -> Option<&Drawing> {
        None
    }

    /// Replaces the drawing by another one of the same map. Returns false if it is not one.
    fn redraw(&mut self, drawing: Drawing) -> bool {
        let _ = drawing;
        false
    }
}

impl<G: Game> Picture<G> for () {
    fn of(_: &G) -> Result<(), String> {
        Ok(())
    }

    fn draw(&mut self, _: &G::Move, _: &[Point]) -> Result<(), String> {
        Ok(())
    }
}

impl<G: OnMap> Picture<G> for Sketch<G> {
    fn of(position: &G) -> Result<Sketch<G>, String> {
        let sketch = Sketch::new(position).map_err(|error| error.to_string())?;
        Ok(sketch.keeping())
    }

    fn draw(&mut self, m: &G::Move, stroke: &[Point]) -> Result<(), String> {
        let drawn = if stroke.is_empty() {
            self.play(m)
        } else {
            self.play_along(m, stroke)
        };
        drawn.map_err(|error| error.to_string())
    }

    fn lines(&self) -> Option<&Drawing> {
        Some(self.drawing())
    }

    fn redraw(&mut self, drawing: Drawing) -> bool {
        self.replace(drawing).is_ok()
    }
}

/// The settings of a new game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wish {
    /// The number of spots or crosses, or the size of the board, as the library writes it.
    pub(crate) size: String,
    /// The variant or rule set; empty for the usual one.
    pub(crate) rules: String,
    /// Whether the last move loses.
    pub(crate) misere: bool,
    /// The number of players; 0 for the usual number.
    pub(crate) players: usize,
}

/// Sets up a new game.
pub(crate) fn setup<G: Playable>(wish: &Wish) -> Result<G, String> {
    let mut options = G::options(&wish.rules);
    options.misere = wish.misere;
    options.players = (wish.players > 0).then_some(wish.players);
    G::setup(Some(wish.size.trim()), &options).map_err(|error| error.to_string())
}

/// Explains a game: how to play it on the page, its rules in short, and what is special about its variant.
pub(crate) fn about<G: Playable>(position: &G) -> String {
    let name = position.rules_name();
    let sets = G::rule_sets();
    let special = sets.iter().skip(1).find(|set| set.name == name);
    let special = special.map_or("", |set| set.about);
    format!("{} {} {special}", G::HOW, G::summary().replace('\n', " "))
}

/// Chooses a move at a level from 1 to 5, within `time` or else the usual budget of the level; `None` when the game is
/// over.
pub(crate) fn choose<G: Playable>(
    record: &Record<G>,
    level: u8,
    seed: u64,
    time: Option<Duration>,
) -> Option<G::Move> {
    let level = Level::new(level.clamp(1, 5))?;
    let budget = match time {
        Some(time) => Budget::new().time(time).memory(budget_of_memory(level)),
        None => budget::<G>(level),
    };
    let report = G::engine(level, seed).choose(record, &budget, &mut |_| ());
    report.ok()?.best().cloned()
}

/// Returns an opponent's budget for a move.
fn budget<G: Playable>(level: Level) -> Budget {
    let budget = G::budget(level);
    let budget = match budget.most_time() {
        Some(_) => Budget::new().nodes(G::STRONGEST),
        None => budget,
    };
    budget.memory(budget_of_memory(level))
}

/// Returns how many bytes an opponent may use, beside the page's current game.
fn budget_of_memory(level: Level) -> u64 {
    u64::from(level.number()) << 23
}

/// Describes the outcome of a game, such as `First wins`.
pub(crate) fn result(outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Shared(winners) => {
            let names: Vec<String> = winners.iter().map(|player| player.to_string()).collect();
            format!("{} share the win", names.join(" and "))
        }
        other => other.to_string(),
    };
    sentence(&result)
}

/// Returns the name of a player at the start of a sentence: `First` for the first one.
pub(crate) fn capital(player: Player) -> String {
    sentence(&player.to_string())
}

/// Capitalises the first letter of a text.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
