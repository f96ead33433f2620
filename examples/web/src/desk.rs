//! The messages between the page and this crate.
//!
//! A message is a JSON object whose field `do` names the request. The answer is `{"ok": …}`. If the request fails, it
//! is `{"refused": "…"}` with the reason as a sentence, and nothing has changed. No text makes a desk panic.
//!
//! | `do` | further fields | answer |
//! |---|---|---|
//! | `setup` | `game`, `wish` (`size`, `rules`, `misere`, `players`, `pie`) | the view of a new game |
//! | `open` | `game`, `text`, maybe `format`, `pie`, `at`, `sheet` and `later` | the view of a recorded game |
//! | `view` | | the view again |
//! | `ghost` | `move` | what a legal move, or those of a whole turn, would add to the board |
//! | `tidy` | | the view of the same position in a better drawing |
//! | `play` | `move` | the view after the move |
//! | `swap` | | the view after the players have exchanged seats by the pie rule |
//! | `go` | `at` | the view of an earlier or later position |
//! | `choices` | `words`, `touching`, `skip`, `take` | legal moves that contain all the words and touch all the names |
//! | `cards` | | the table of cards that shows the position, and the steps of the last move |
//! | `lands` | | the parts of the drawing that play on their own |
//! | `down` | `x`, `y`, `reach` | a stroke begins on the page |
//! | `draw` | `points` | the stroke goes on |
//! | `up` | `reach`, `spot` | the stroke ends, and the view after its move |
//! | `drop` | | the stroke is forgotten |
//! | `along` | `points`, pairs of columns and rows | the jumps of Phutball along a stroke from the ball |
//! | `write` | `format`, maybe `resigned` | the record as text |
//! | `notations` | | the notations of the game |
//! | `choose` | `game`, `text`, `level`, `seed`, maybe `milliseconds` | a move for the last position of a record |
//! | `study` | `game`, `text`, `milliseconds` | the values of the last position of a record and of its moves |
//! | `review` | `game`, `text`, `milliseconds`, maybe `resigned` | the effect of each move of a record |
//! | `puzzle` | `game`, `at` | the puzzle with a number, or nothing if there are no more |
//! | `puzzle` | `day`, `at` = 0 | the puzzle of a day, the same for everyone |
//! | `attempt` | `at`, `moves` | whether a turn solves that puzzle, or else the reply to it and the reason |
//! | `solution` | `at` | the turn that solves that puzzle |
//!
//! `npm/messages.d.ts` declares all of them; it is written from what a desk reads and answers.
//!
//! `study` and `review` report their progress while they work, as [`Desk::answer`] describes.
//!
//! ```
//! use papergames_web::Desk;
//!
//! let mut desk = Desk::default();
//! let silent = &mut |_: &str| ();
//! desk.answer(r#"{"do":"setup","game":"sos","wish":{"size":"3x3"}}"#, silent);
//! let refused = desk.answer(r#"{"do":"play","move":"Xa1"}"#, silent);
//! assert!(refused.starts_with(r#"{"refused":"#), "{refused}");
//! ```

use std::io::{self, Write};
use std::time::Duration;

use common::Player;
use common::format::{PLAIN, Statements, short};
use picture::geometry::Point;
use play::Pie;
use serde::{Deserialize, Serialize};
use serde_json::ser::Formatter;
use serde_json::{Serializer, Value};

use crate::entry::GameEntry;
use crate::games::games;
use crate::puzzles::Puzzles;
use crate::schema::{self, Typed};
use crate::study::{review, study};
use crate::table::Table;
use crate::words::Reason;

/// The desk, which holds the current game and answers the page's messages.
pub struct Desk {
    games: Vec<GameEntry>,
    table: Option<Table>,
    puzzles: Option<Puzzles>,
}

impl Default for Desk {
    /// Returns a desk with the games of the page.
    fn default() -> Desk {
        Desk::new(games())
    }
}

impl core::fmt::Debug for Desk {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("Desk").finish_non_exhaustive()
    }
}

/// A message: JSON whose fields are read when the request needs them. A structure of all fields would need three times
/// as much code, which the browser has to load.
struct Message(Value);

impl Message {
    /// Reads a field that may be missing.
    fn maybe<'a, T: Typed + Deserialize<'a>>(&'a self, name: &str) -> Result<Option<T>, Reason> {
        schema::reads::<T>(name, false);
        self.field(name)
    }

    /// Reads a field that the request needs.
    fn need<'a, T: Typed + Deserialize<'a>>(&'a self, name: &str) -> Result<T, Reason> {
        schema::reads::<T>(name, true);
        let field = self.field(name)?;
        field.ok_or_else(|| format!("the message has no field `{name}`").into())
    }

    fn field<'a, T: Deserialize<'a>>(&'a self, name: &str) -> Result<Option<T>, Reason> {
        let field = Option::deserialize(&self.0[name]);
        field.map_err(|error| misunderstood(&format!("`{name}`, {error}")))
    }
}

/// The wishes for a new game.
#[derive(Default, Deserialize)]
#[cfg_attr(test, derive(ts_rs::TS), ts(optional_fields = nullable))]
pub(crate) struct Wish {
    size: Option<String>,
    /// A rule set; the usual one if it is empty or missing.
    rules: Option<String>,
    misere: Option<bool>,
    /// The number of players; the usual one if it is 0 or missing.
    players: Option<usize>,
    /// Whether the pie rule is in force.
    pie: Option<bool>,
}

/// Returns the error for a message that is not in the table.
fn misunderstood(error: &str) -> Reason {
    format!("the message was not understood: {error}").into()
}

/// Writes numbers by the standard library, which the module contains anyway, since the tables of `serde_json` for this
/// take ten kilobytes.
struct Plain;

impl Formatter for Plain {
    fn write_f64<W: Write + ?Sized>(&mut self, writer: &mut W, value: f64) -> io::Result<()> {
        write!(writer, "{value}")
    }
}

/// Writes a message to the page.
fn written(message: &impl Serialize) -> String {
    let mut text = Vec::new();
    let written = message.serialize(&mut Serializer::with_formatter(&mut text, Plain));
    let text = written.ok().and_then(|()| String::from_utf8(text).ok());
    text.unwrap_or_else(|| r#"{"refused":"the answer cannot be written"}"#.to_owned())
}

/// Writes the answer to a request.
fn told<T: Serialize + Typed + 'static>(answer: &T) -> String {
    schema::answers::<T>();
    written(answer)
}

impl Desk {
    /// Returns a desk with these games.
    pub fn new(games: Vec<GameEntry>) -> Desk {
        Desk {
            games,
            table: None,
            puzzles: None,
        }
    }

    /// Answers a message. During a long search, calls `tell` with its progress as JSON: `{"progress":"…"}`,
    /// `{"worth":{…}}` with the value of the position, and `{"judged":{…}}` for each class of moves.
    pub fn answer(&mut self, message: &str, tell: &mut dyn FnMut(&str)) -> String {
        match self.act(message, tell) {
            Ok(answer) => format!(r#"{{"ok":{answer}}}"#),
            Err(reason) => format!(r#"{{"refused":{}}}"#, written(&reason.to_string())),
        }
    }

    fn act(&mut self, message: &str, tell: &mut dyn FnMut(&str)) -> Result<String, Reason> {
        let message = serde_json::from_str(message);
        let message = Message(message.map_err(|error| misunderstood(&error.to_string()))?);
        let request = message.field("do")?.unwrap_or_default();
        schema::begins(request);
        match request {
            "setup" => self.set_up(&message),
            "open" => self.open(&message),
            request @ ("choose" | "study" | "review") => self.think(request, &message, tell),
            request @ ("puzzle" | "attempt" | "solution") => self.puzzle(request, &message),
            request => {
                let table = self.table.as_mut();
                at_table(
                    table.ok_or("no game has been started; start one first")?,
                    request,
                    &message,
                )
            }
        }
    }

    /// Sets up a new game.
    fn set_up(&mut self, message: &Message) -> Result<String, Reason> {
        let entry = self.entry(message)?;
        let wish: Wish = message.maybe("wish")?.unwrap_or_default();
        let rules = wish.rules.filter(|name| !name.is_empty());
        let players = wish.players.filter(|players| *players > 0);
        let size = wish.size.unwrap_or_default();
        let record = entry.set_up(&size, rules, wish.misere == Some(true), players)?;
        let mut table = Table::new(&entry, record)?;
        if wish.pie == Some(true) {
            table.session.set_pie(Pie::On)?;
        }
        self.put(table)
    }

    /// Opens a recorded game.
    fn open(&mut self, message: &Message) -> Result<String, Reason> {
        let entry = self.entry(message)?;
        let notation = message
            .maybe("format")?
            .filter(|name: &&str| !name.is_empty());
        let text = message.need("text")?;
        // A size such as `5x5` also begins a game.
        let (record, said) = match entry.read(text, notation) {
            Ok(game) => (game.record, game.said),
            Err(error) => {
                let begun = entry.set_up(text, None, false, None);
                (begun.or(Err(error))?, Statements::default())
            }
        };
        let mut table = Table::new(&entry, record)?;
        table.notes = said.notes;
        let pie = message.maybe("pie")?.unwrap_or("");
        let pie = Pie::ALL.into_iter().find(|known| known.name() == pie);
        let read = if said.swapped { Pie::Swapped } else { Pie::Off };
        table.session.set_pie(pie.unwrap_or(read))?;
        if let Some(at) = message.maybe("at")? {
            table.go(at);
        }
        let sheets = [message.maybe("sheet")?, message.maybe("later")?];
        if sheets != [None; 2] {
            // A game is accepted even if its picture cannot be made.
            let _ = table.reopen(sheets);
        }
        self.put(table)
    }

    /// Replaces the current game, if the new one can be shown.
    fn put(&mut self, mut table: Table) -> Result<String, Reason> {
        let view = told(&table.view()?);
        self.table = Some(table);
        Ok(view)
    }

    /// Answers requests that need a search from the end of the record in the message.
    fn think(
        &self,
        request: &str,
        message: &Message,
        tell: &mut dyn FnMut(&str),
    ) -> Result<String, Reason> {
        let entry = self.entry(message)?;
        let record = entry.read(message.need("text")?, Some(PLAIN))?.record;
        let time = message.maybe("milliseconds")?.map(Duration::from_millis);
        if request == "choose" {
            let (level, seed) = (message.need("level")?, message.need("seed")?);
            return Ok(told(&entry.choose(&*record, level, seed, time)));
        }
        let time = Duration::from_millis(message.need("milliseconds")?);
        let tell = &mut |news| tell(&written(&news));
        if request == "study" {
            return Ok(told(&study(&entry, &*record, time, tell)?));
        }
        let resigned = message.maybe("resigned")?.filter(|seat| *seat < 2);
        Ok(told(&review(
            &*record,
            resigned.map(Player::new),
            time,
            tell,
        )))
    }

    /// Answers requests about puzzles.
    fn puzzle(&mut self, request: &str, message: &Message) -> Result<String, Reason> {
        let at = message.need("at")?;
        if request == "puzzle" {
            let (day, game) = (message.maybe("day")?, message.maybe("game")?);
            let is_asked = |puzzles: &Puzzles| {
                puzzles.day == day && (day.is_some() || game == Some(puzzles.game()))
            };
            let puzzles = match (self.puzzles.take().filter(is_asked), day) {
                (Some(puzzles), _) => puzzles,
                (None, Some(day)) => Puzzles::of_day(&self.games, day)?,
                (None, None) => Puzzles::new(&self.entry(message)?)?,
            };
            return Ok(told(&self.puzzles.insert(puzzles).riddle(at)?));
        }
        let puzzles = self
            .puzzles
            .as_ref()
            .ok_or("no puzzle has been requested; request one first")?;
        if request == "solution" {
            return Ok(told(&puzzles.solution(at)));
        }
        let moves: Vec<String> = message.need("moves")?;
        Ok(told(&puzzles.attempt(at, &moves)?))
    }

    /// Returns the game that the message names.
    fn entry(&self, message: &Message) -> Result<GameEntry, Reason> {
        let name: &str = message.need("game")?;
        let known: Vec<&str> = self.games.iter().map(|entry| entry.about.name).collect();
        match known.iter().position(|known| *known == name) {
            Some(i) => Ok(self.games[i]),
            None => Err(format!(
                "expected a game ({}), found `{}`",
                known.join(", "),
                short(name)
            )
            .into()),
        }
    }
}

/// Answers requests about the game on the table, with its view if the request may change what is shown.
fn at_table(table: &mut Table, request: &str, message: &Message) -> Result<String, Reason> {
    match request {
        "view" => (),
        "tidy" => table.redraw()?,
        "play" => table.play(message.need("move")?)?,
        "swap" => table.swap()?,
        "go" => table.go(message.need("at")?),
        "up" => table.pen_up(message.need("reach")?, message.need("spot")?)?,
        _ => return ask_table(table, request, message),
    }
    Ok(told(&table.view()?))
}

/// Answers requests about a position, and about a line that is being drawn.
fn ask_table(table: &mut Table, request: &str, message: &Message) -> Result<String, Reason> {
    Ok(match request {
        "ghost" => told(&table.ghost(message.need("move")?)?),
        "choices" => {
            let words = message.maybe("words")?.unwrap_or_default();
            let touching: Vec<String> = message.maybe("touching")?.unwrap_or_default();
            let skip = message.maybe("skip")?.unwrap_or_default();
            told(&table.choices(words, &touching, skip, message.need("take")?))
        }
        "cards" => told(&table.cards()?),
        "lands" => told(&table.lands()?),
        "down" => {
            let at = Point::new(message.need("x")?, message.need("y")?);
            told(&table.pen_down(at, message.need("reach")?)?)
        }
        "draw" => told(&table.pen_move(&message.need::<Vec<f64>>("points")?)?),
        "along" => {
            let stroke = message.need::<Vec<(f64, f64)>>("points")?;
            let stroke: Vec<Point> = stroke.into_iter().map(Point::from).collect();
            told(&table.along(&stroke)?)
        }
        "drop" => {
            table.stroke = None;
            told(&())
        }
        "write" => {
            let text = table.write(message.need("format")?, message.maybe("resigned")?)?;
            told(&text)
        }
        "notations" => told(&table.notations()),
        _ => {
            return Err(misunderstood(&format!(
                "unknown request `{}`",
                short(request)
            )));
        }
    })
}
