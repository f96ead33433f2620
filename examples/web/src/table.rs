//! A game that is played, replayed and drawn.

use core::ops::ControlFlow;

use common::any::{AnyRecord, Said};
use common::format::Reads;
use common::{Outcome, Player};
use picture::geometry::Point;
use picture::stroke::{State, Stroke};
use play::Session;
use serde::Serialize;

use crate::board::{Area, Board, Ghost, flat, from_page, length_from_page, on_page, rounded};
use crate::entry::Entry;
use crate::hands::Hands;
use crate::words::{capital, check, result, sentence};

/// The view of a game on the page.
#[derive(Debug, Serialize)]
pub(crate) struct View {
    pub(crate) game: &'static str,
    /// The text of the position in which the game began.
    pub(crate) setup: String,
    /// The text of the position shown.
    pub(crate) position: String,
    /// The whole game in the library's own notation, including moves that were taken back.
    pub(crate) record: String,
    pub(crate) moves: Vec<Shown>,
    /// The number of moves before the position shown.
    pub(crate) at: usize,
    pub(crate) players: usize,
    /// The player to move, counted from 0; nobody when the game is over.
    pub(crate) turn: Option<usize>,
    /// Who wins or whose turn it is, in words.
    pub(crate) status: String,
    /// The task of the player to move, as the rest of a sentence; empty when the game is over.
    pub(crate) task: &'static str,
    /// An explanation of the game.
    pub(crate) about: String,
    /// The winner, counted from 0, if one player has won.
    pub(crate) winner: Option<usize>,
    /// A theorem about the finished game.
    pub(crate) theorem: Option<String>,
    /// The number of legal moves.
    pub(crate) choices: String,
    /// The places of all spots and lines, for [`sheet`](crate::sheet); only games of lines have it.
    pub(crate) sheet: Option<String>,
    pub(crate) board: Board,
}

/// A move of the record.
#[derive(Debug, Serialize)]
pub(crate) struct Shown {
    pub(crate) text: String,
    pub(crate) words: String,
    /// The player who made it, counted from 0.
    pub(crate) player: usize,
}

/// A part of the list of legal moves.
#[derive(Debug, Serialize)]
pub(crate) struct Choices {
    pub(crate) moves: Vec<Choice>,
    /// Whether there are more.
    pub(crate) more: bool,
}

/// A legal move.
#[derive(Debug, Serialize)]
pub(crate) struct Choice {
    pub(crate) text: String,
    pub(crate) words: String,
}

/// The state of a stroke.
#[derive(Debug, Serialize)]
pub(crate) struct Pen {
    /// Its points on the page: `x, y` one after another.
    pub(crate) path: Vec<f64>,
    /// `free`, `arrived` or `blocked`.
    pub(crate) state: &'static str,
    /// Where it is blocked.
    pub(crate) mark: Option<[f64; 2]>,
    /// The obstacle, or the place reached, in words.
    pub(crate) words: String,
}

/// A notation.
#[derive(Debug, Serialize)]
pub(crate) struct Notation {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) written: bool,
}

/// The most moves of a list that a search looks at.
const MOST_SEARCHED: usize = 200_000;
/// The most moves of a list that are answered at once.
const MOST_LISTED: usize = 500;

/// A table with a game on it.
pub(crate) struct Table {
    entry: Entry,
    session: Session,
    hands: Box<dyn Hands>,
    stroke: Option<Stroke>,
}

impl Table {
    /// Puts the game of a record on a table, at its end or after `at` moves.
    pub(crate) fn new(
        entry: Entry,
        record: Box<dyn AnyRecord>,
        at: Option<usize>,
    ) -> Result<Table, String> {
        let mut table = Table {
            hands: entry.hands(&*record)?,
            entry,
            session: Session::new(record),
            stroke: None,
        };
        if let Some(at) = at {
            table.go(at)?;
        }
        Ok(table)
    }

    /// Returns the record up to the position shown.
    fn record(&self) -> &dyn AnyRecord {
        self.session.record()
    }

    /// Returns the view of the position shown.
    pub(crate) fn view(&mut self) -> Result<View, String> {
        let board = self.hands.board()?;
        let sheet = self.hands.sheet()?;
        let (record, moves) = (self.session.record(), self.session.moves());
        let setup = record.setup();
        let mut whole = setup.clone();
        for made in moves {
            whole.push(' ');
            whole.push_str(&made.text);
        }
        let (turn, outcome) = (record.turn(), record.outcome());
        let status = match (turn, outcome) {
            (Some(player), _) => format!("{} to move", capital(player)),
            (None, Some(outcome)) => result(outcome),
            (None, None) => "The game is over".to_owned(),
        };
        let manner = self.entry.manner;
        Ok(View {
            game: self.entry.about.name,
            setup,
            position: record.position(),
            record: whole,
            moves: moves
                .iter()
                .map(|made| Shown {
                    text: made.text.clone(),
                    words: made.words.clone(),
                    player: made.player.index(),
                })
                .collect(),
            at: record.len(),
            players: record.players(),
            turn: turn.map(Player::index),
            status,
            task: match turn {
                Some(_) if board.is_midway() => manner.task_midway,
                Some(_) => manner.task,
                None => "",
            },
            about: self.entry.explain(record.rules().as_deref()),
            winner: outcome.and_then(Outcome::winner).map(Player::index),
            theorem: self.hands.theorem().or_else(|| facts(record)),
            choices: record.count_moves().to_string(),
            sheet,
            board,
        })
    }

    /// Makes a move after the position shown; moves that were taken back are forgotten.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), String> {
        check(self.record(), text)?;
        self.stroke = None;
        self.push(text.trim(), &[])
    }

    /// Makes a legal move, along a stroke if there is one.
    fn push(&mut self, m: &str, stroke: &[Point]) -> Result<(), String> {
        self.hands.draw(m, stroke)?;
        let played = self.session.play(m).map(|_| ());
        self.hands.follow(self.session.record())?;
        played.map_err(|error| error.to_string())
    }

    /// Shows the position after the first `at` moves.
    pub(crate) fn go(&mut self, at: usize) -> Result<(), String> {
        self.stroke = None;
        self.session.go(at);
        self.hands.follow(self.session.record())
    }

    /// Lists the legal moves that contain all the words and touch all the names.
    pub(crate) fn choices(
        &self,
        words: &str,
        touching: &[String],
        skip: usize,
        take: usize,
    ) -> Choices {
        let words = words.to_ascii_lowercase();
        let record = self.record();
        let end = skip.saturating_add(take.min(MOST_LISTED));
        let (mut found, mut looked, mut more) = (0, 0, false);
        let mut moves = Vec::new();
        let _ = record.for_each_move(&mut |_, text| {
            looked += 1;
            if self.is_touching(text, touching) && has_words(record, text, &words) {
                found += 1;
                more = found > end;
                if !more && found > skip {
                    moves.push(Choice {
                        text: text.to_owned(),
                        words: record.say_move(text),
                    });
                }
            }
            more |= looked == MOST_SEARCHED;
            if more {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        Choices { moves, more }
    }

    /// Returns whether a move touches all the names: each needs an end of the line of its own.
    fn is_touching(&self, m: &str, names: &[String]) -> bool {
        if names.is_empty() {
            return true;
        }
        let mut ends = self.hands.touches(m);
        names.iter().all(|name| {
            let end = ends.iter().position(|end| end == name);
            end.map(|end| ends.swap_remove(end)).is_some()
        })
    }

    /// Returns what a legal move would add to the board.
    pub(crate) fn ghost(&mut self, text: &str) -> Result<Ghost, String> {
        check(self.record(), text)?;
        self.hands.ghost(text.trim())
    }

    /// Draws the position as well as possible.
    pub(crate) fn tidy(&mut self) -> Result<(), String> {
        self.hands.tidy()
    }

    /// Draws the position with the coordinates of a sheet, if that fits.
    pub(crate) fn take_sheet(&mut self, text: &str) {
        self.hands.redraw(text);
    }

    /// Returns the parts of the drawing that play on their own.
    pub(crate) fn lands(&mut self) -> Result<Vec<Area>, String> {
        self.hands.lands()
    }

    /// Begins a stroke on the page.
    pub(crate) fn pen_down(&mut self, x: f64, y: f64, reach: f64) -> Result<Pen, String> {
        self.stroke = None;
        if self.record().turn().is_none() {
            return Err("The game is over.".to_owned());
        }
        let paper = self.hands.paper()?;
        let at = from_page(Point::new(x, y));
        let stroke = Stroke::begin(paper, at, length_from_page(reach))?;
        Ok(pen(self.stroke.insert(stroke)))
    }

    /// Goes on with the stroke.
    pub(crate) fn pen_move(&mut self, points: &[f64]) -> Result<Pen, String> {
        let stroke = self.stroke.as_mut().ok_or("No line is being drawn.")?;
        for pair in points.chunks_exact(2) {
            stroke.advance(from_page(Point::new(pair[0], pair[1])));
        }
        Ok(pen(stroke))
    }

    /// Ends the stroke, and makes its move.
    pub(crate) fn pen_up(&mut self, reach: f64, with_spot: bool) -> Result<(), String> {
        let stroke = self.stroke.take().ok_or("No line is being drawn.")?;
        let reading = stroke.finish(length_from_page(reach))?;
        let m = self.hands.read(&reading, with_spot)?;
        self.push(&m, &reading.bends)
    }

    /// Forgets the stroke.
    pub(crate) fn drop_pen(&mut self) {
        self.stroke = None;
    }

    /// Writes the record in a notation, or its last position where the notation is one for positions.
    pub(crate) fn write(&self, notation: &str, resigned: Option<usize>) -> Result<String, String> {
        let known = self.entry.game.notation(Some(notation), "");
        let known = known.map_err(|error| error.to_string())?;
        if known.writes.is_none() {
            return Err("expected the name of a notation that is written".to_owned());
        }
        let loser = resigned.filter(|seat| *seat < Player::MAX).map(Player::new);
        let said = Said {
            outcome: loser.map(|loser| Outcome::Win(loser.opponent())),
            ..Said::default()
        };
        let text = self.record().write(notation, &said);
        text.map_err(|error| error.to_string())
    }

    /// Returns the notations of the game.
    pub(crate) fn notations(&self) -> Vec<Notation> {
        let notations = self.entry.game.notations().into_iter();
        // Values have no numbered spots, so they have no picture.
        notations
            .filter(|notation| notation.reads != Reads::Values)
            .map(|notation| Notation {
                name: notation.name,
                about: notation.about,
                written: notation.writes.is_some(),
            })
            .collect()
    }
}

/// Returns whether a move, as it is spelt and said, contains all words, which are in lower case.
fn has_words(record: &dyn AnyRecord, m: &str, words: &str) -> bool {
    let contains = |text: &str| words.split_whitespace().all(|word| text.contains(word));
    contains(&m.to_ascii_lowercase())
        || contains(&format!("{m} {}", record.say_move(m)).to_ascii_lowercase())
}

/// Returns what theorems say about a finished game, in sentences.
fn facts(record: &dyn AnyRecord) -> Option<String> {
    let facts = record.facts().into_iter().filter(|fact| fact.holds);
    let facts: Vec<String> = facts
        .map(|fact| format!("{}.", sentence(&fact.text)))
        .collect();
    (!facts.is_empty()).then(|| facts.join(" "))
}

/// Describes a stroke for the page.
fn pen(stroke: &Stroke) -> Pen {
    let paper = stroke.paper();
    let (state, mark, words) = match stroke.state() {
        State::Free => ("free", None, String::new()),
        State::Arrived(anchor) => {
            let name = &paper.anchors()[anchor].name;
            ("arrived", None, format!("At {name}."))
        }
        State::Blocked { at, by } => {
            let at = on_page(at);
            let what = paper.describe(by);
            let words = format!("{what} is in the way: go back a little, then around it.");
            ("blocked", Some([rounded(at.x), rounded(at.y)]), words)
        }
    };
    Pen {
        path: flat(stroke.path().into_iter().map(on_page)),
        state,
        mark,
        words,
    }
}
