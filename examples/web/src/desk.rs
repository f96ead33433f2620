//! The messages between the page and this crate.
//!
//! A message is a JSON object whose field `do` names the request. The answer is `{"ok": …}` or, if the request fails,
//! `{"refused": "…"}` with the reason as a sentence; then nothing has changed. No text makes a desk panic.
//!
//! | `do` | further fields | answer |
//! |---|---|---|
//! | `setup` | `game`, `wish` (`size`, `rules`, `misere`, `players`) | the view of a new game |
//! | `open` | `game`, `text`, maybe `format`, `at` and `sheet` | the view of a recorded game |
//! | `view` | | the view again |
//! | `ghost` | `move` | what a legal move would add to the board |
//! | `tidy` | | the view of the same position in a better drawing |
//! | `play` | `move` | the view after the move |
//! | `go` | `at` | the view of an earlier or later position |
//! | `choices` | `words`, `touching`, `skip`, `take` | legal moves that contain all the words and touch all the names |
//! | `lands` | | the parts of the drawing that play on their own |
//! | `down` | `x`, `y`, `reach` | a stroke begins on the page |
//! | `draw` | `points` | the stroke goes on |
//! | `up` | `reach`, `spot` | the stroke ends, and the view after its move |
//! | `drop` | | the stroke is forgotten |
//! | `write` | `format`, maybe `resigned` | the record as text |
//! | `notations` | | the notations of the game |
//! | `choose` | `game`, `text`, `level`, `seed`, maybe `milliseconds` | a move for the last position of a record |
//! | `study` | `game`, `text`, `milliseconds` | what the last position of a record and its moves are worth |
//! | `review` | `game`, `text`, `milliseconds`, maybe `resigned` | what each move of a record was worth |
//! | `puzzle` | `game`, `at` | the puzzle with a number, or nothing if there are no more |
//! | `attempt` | `at`, `move` | whether a move solves that puzzle, and what to say |
//! | `solution` | `at` | the move that solves that puzzle |
//!
//! `study` and `review` report while they work, as [`Desk::answer`] says.
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
use common::any::AnyRecord;
use common::format::short;
use serde::{Deserialize, Serialize};
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::board::{Area, Ghost};
use crate::entry::{Entry, Wish};
use crate::games::games;
use crate::puzzles::{Attempt, Puzzles, Riddle};
use crate::study::{self, Reviewed, Study};
use crate::table::{Choices, Notation, Pen, Table, View};

/// Answers messages, and holds the current game.
pub struct Desk {
    games: Vec<Entry>,
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

/// What a message asks for.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Request {
    Setup,
    Open,
    View,
    Ghost,
    Tidy,
    Play,
    Go,
    Choices,
    Lands,
    Down,
    Draw,
    Up,
    Drop,
    Write,
    Notations,
    Choose,
    Study,
    Review,
    Puzzle,
    Attempt,
    Solution,
}

/// A message: a request, and the fields that requests have. As one flat structure it needs a third of the code that an
/// enumeration with fields for each request needs, and the browser loads that code.
#[derive(Debug, Deserialize)]
struct Message {
    r#do: Request,
    game: Option<String>,
    text: Option<String>,
    format: Option<String>,
    at: Option<usize>,
    sheet: Option<String>,
    #[serde(default)]
    wish: Wish,
    r#move: Option<String>,
    #[serde(default)]
    words: String,
    #[serde(default)]
    touching: Vec<String>,
    #[serde(default)]
    skip: usize,
    take: Option<usize>,
    x: Option<f64>,
    y: Option<f64>,
    reach: Option<f64>,
    points: Option<Vec<f64>>,
    spot: Option<bool>,
    resigned: Option<usize>,
    level: Option<u8>,
    seed: Option<u64>,
    /// How long the search may take, in place of the limits of the level.
    milliseconds: Option<u64>,
}

/// Returns a field that the request cannot do without.
fn need<T>(field: Option<T>, name: &str) -> Result<T, String> {
    field.ok_or_else(|| format!("the message has no field `{name}`"))
}

impl Message {
    /// The text of the record that the message brings.
    fn text(&self) -> Result<&str, String> {
        need(self.text.as_deref(), "text")
    }

    /// How long a search may take.
    fn time(&self) -> Result<Duration, String> {
        need(self.milliseconds, "milliseconds").map(Duration::from_millis)
    }
}

/// An answer.
#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Answer {
    View(Box<View>),
    Choices(Choices),
    Lands(Vec<Area>),
    Pen(Pen),
    Ghost(Ghost),
    Text { text: String },
    Notations(Vec<Notation>),
    Move { r#move: Option<String> },
    Study(Study),
    Reviewed(Reviewed),
    Riddle(Option<Riddle>),
    Attempt(Attempt),
    Nothing {},
}

/// Writes numbers as the standard library does, which the module contains anyway: the tables of `serde_json` for this
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

impl Desk {
    /// Returns a desk that knows these games.
    pub fn new(games: Vec<Entry>) -> Desk {
        Desk {
            games,
            table: None,
            puzzles: None,
        }
    }

    /// Answers a message. Calls `tell` with news of a long search: JSON such as `{"progress":"…"}`, `{"worth":{…}}` for
    /// the position, and `{"judged":{…}}` for each class of moves.
    pub fn answer(&mut self, message: &str, tell: &mut dyn FnMut(&str)) -> String {
        #[derive(Serialize)]
        #[serde(rename_all = "lowercase")]
        enum Reply {
            Ok(Answer),
            Refused(String),
        }
        let reply = match serde_json::from_str(message) {
            Ok(message) => match self.act(message, tell) {
                Ok(answer) => Reply::Ok(answer),
                Err(reason) => Reply::Refused(reason),
            },
            Err(error) => Reply::Refused(format!("the message was not understood: {error}")),
        };
        written(&reply)
    }

    // An arm for each request.
    #[allow(clippy::too_many_lines)]
    fn act(&mut self, message: Message, tell: &mut dyn FnMut(&str)) -> Result<Answer, String> {
        match message.r#do {
            Request::Setup => {
                let entry = self.entry(&message)?;
                let record = entry.set_up(&message.wish)?;
                self.put(Table::new(entry, record, None)?)
            }
            Request::Open => {
                let entry = self.entry(&message)?;
                let format = message.format.as_deref().filter(|name| !name.is_empty());
                let record = entry.read(message.text()?, format)?;
                let mut table = Table::new(entry, record, message.at)?;
                if let Some(sheet) = &message.sheet {
                    table.take_sheet(sheet);
                }
                self.put(table)
            }
            Request::View => self.view(),
            Request::Ghost => {
                let text = need(message.r#move, "move")?;
                Ok(Answer::Ghost(self.table()?.ghost(&text)?))
            }
            Request::Tidy => {
                self.table()?.tidy()?;
                self.view()
            }
            Request::Play => {
                let text = need(message.r#move, "move")?;
                self.table()?.play(&text)?;
                self.view()
            }
            Request::Go => {
                let at = need(message.at, "at")?;
                self.table()?.go(at)?;
                self.view()
            }
            Request::Choices => {
                let take = need(message.take, "take")?;
                let Message {
                    words,
                    touching,
                    skip,
                    ..
                } = message;
                let choices = self.table()?.choices(&words, &touching, skip, take);
                Ok(Answer::Choices(choices))
            }
            Request::Lands => Ok(Answer::Lands(self.table()?.lands()?)),
            Request::Down => {
                let (x, y) = (need(message.x, "x")?, need(message.y, "y")?);
                let reach = need(message.reach, "reach")?;
                Ok(Answer::Pen(self.table()?.pen_down(x, y, reach)?))
            }
            Request::Draw => {
                let points = need(message.points, "points")?;
                Ok(Answer::Pen(self.table()?.pen_move(&points)?))
            }
            Request::Up => {
                let reach = need(message.reach, "reach")?;
                let spot = need(message.spot, "spot")?;
                self.table()?.pen_up(reach, spot)?;
                self.view()
            }
            Request::Drop => {
                self.table()?.drop_pen();
                Ok(Answer::Nothing {})
            }
            Request::Write => {
                let format = need(message.format, "format")?;
                let text = self.table()?.write(&format, message.resigned)?;
                Ok(Answer::Text { text })
            }
            Request::Notations => Ok(Answer::Notations(self.table()?.notations())),
            Request::Choose => {
                let (entry, record) = self.record(&message)?;
                let level = need(message.level, "level")?;
                let seed = need(message.seed, "seed")?;
                let time = message.milliseconds.map(Duration::from_millis);
                let r#move = entry.choose(&*record, level, seed, time);
                Ok(Answer::Move { r#move })
            }
            Request::Study => {
                let (entry, record) = self.record(&message)?;
                let tell = &mut |news| tell(&written(&news));
                let study = study::study(&entry, &*record, message.time()?, tell)?;
                Ok(Answer::Study(study))
            }
            Request::Review => {
                let (_, record) = self.record(&message)?;
                let resigned = message.resigned.filter(|seat| *seat < 2).map(Player::new);
                let tell = &mut |news| tell(&written(&news));
                let reviewed = study::review(&*record, resigned, message.time()?, tell);
                Ok(Answer::Reviewed(reviewed))
            }
            Request::Puzzle => {
                let entry = self.entry(&message)?;
                let at = need(message.at, "at")?;
                let puzzles = match self.puzzles.take() {
                    Some(puzzles) if puzzles.game() == entry.about.name => puzzles,
                    _ => Puzzles::new(&entry)?,
                };
                Ok(Answer::Riddle(self.puzzles.insert(puzzles).riddle(at)))
            }
            Request::Attempt => {
                let text = need(message.r#move, "move")?;
                let attempt = self.puzzles()?.attempt(need(message.at, "at")?, &text)?;
                Ok(Answer::Attempt(attempt))
            }
            Request::Solution => {
                let at = need(message.at, "at")?;
                let r#move = self.puzzles()?.solution(at);
                Ok(Answer::Move { r#move })
            }
        }
    }

    /// Returns the game that the message names.
    fn entry(&self, message: &Message) -> Result<Entry, String> {
        let name = need(message.game.as_deref(), "game")?;
        let entry = self.games.iter().find(|entry| entry.about.name == name);
        entry.copied().ok_or_else(|| {
            let known: Vec<&str> = self.games.iter().map(|entry| entry.about.name).collect();
            format!(
                "expected a game ({}), found `{}`",
                known.join(", "),
                short(name)
            )
        })
    }

    /// Returns the game and the record that the message brings.
    fn record(&self, message: &Message) -> Result<(Entry, Box<dyn AnyRecord>), String> {
        let entry = self.entry(message)?;
        Ok((entry, entry.read_plain(message.text()?)?))
    }

    fn puzzles(&self) -> Result<&Puzzles, String> {
        let puzzles = self.puzzles.as_ref();
        puzzles.ok_or_else(|| "no puzzle was asked for yet".to_owned())
    }

    /// Replaces the current game, if the new one can be shown.
    fn put(&mut self, mut table: Table) -> Result<Answer, String> {
        let view = table.view()?;
        self.table = Some(table);
        Ok(Answer::View(Box::new(view)))
    }

    fn table(&mut self) -> Result<&mut Table, String> {
        let table = self.table.as_mut();
        table.ok_or_else(|| "there is no game on the table yet".to_owned())
    }

    fn view(&mut self) -> Result<Answer, String> {
        Ok(Answer::View(Box::new(self.table()?.view()?)))
    }
}
