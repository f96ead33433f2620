//! A game that is played, replayed and drawn.

use core::ops::ControlFlow;

use common::format::Reading;
use common::{Player, Record};
use picture::geometry::Point;
use serde::Serialize;

use crate::board::{Area, Board, Ghost, flat, from_page, length_from_page, on_page, rounded};
use crate::formats;
use crate::playable::{Picture, Playable, Wish, about, capital, result, setup};
use crate::sheet;
use picture::stroke::{State, Stroke};

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
    /// The places of all spots and lines, for [`sheet::read`]; only games of lines have it.
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

/// A table with a game of any kind.
pub(crate) trait AnyTable {
    fn view(&mut self) -> Result<View, String>;
    fn play(&mut self, text: &str) -> Result<(), String>;
    fn go(&mut self, at: usize);
    fn choices(&self, words: &str, touching: &[String], skip: usize, take: usize) -> Choices;
    fn ghost(&mut self, text: &str) -> Result<Ghost, String>;
    fn tidy(&mut self) -> Result<(), String>;
    fn take_sheet(&mut self, text: &str);
    fn lands(&mut self) -> Result<Vec<Area>, String>;
    fn pen_down(&mut self, x: f64, y: f64, reach: f64) -> Result<Pen, String>;
    fn pen_move(&mut self, points: &[f64]) -> Result<Pen, String>;
    fn pen_up(&mut self, reach: f64, with_spot: bool) -> Result<(), String>;
    fn drop_pen(&mut self);
    fn write(&self, format: &str, resigned: Option<usize>) -> Result<String, String>;
    fn notations(&self) -> Vec<Notation>;
}

/// A table with the game `G` on it.
pub(crate) struct Table<G: Playable> {
    setup: G,
    moves: Vec<G::Move>,
    /// The positions before and after each move.
    positions: Vec<G>,
    /// The pictures of the positions that were asked for.
    pictures: Vec<Option<G::Picture>>,
    at: usize,
    stroke: Option<Stroke>,
}

/// The most moves of a list that a search looks at.
const MOST_SEARCHED: usize = 200_000;
/// The most work, in moves times lines, that goes into drawing a game move by move rather than only its last position.
const MOST_REDRAWN: usize = 500;

impl<G: Playable> Table<G> {
    /// Starts a new game.
    pub(crate) fn setup(wish: &Wish) -> Result<Table<G>, String> {
        Ok(Table::of(&Record::new(setup(wish)?), 0))
    }

    /// Opens a game in some notation, at its end or after `at` moves.
    pub(crate) fn open(
        text: &str,
        format: Option<&str>,
        at: Option<usize>,
    ) -> Result<Table<G>, String> {
        let record = formats::read::<G>(text, format)?;
        let at = at.unwrap_or(usize::MAX);
        Ok(Table::of(&record, at))
    }

    fn of(record: &Record<G>, at: usize) -> Table<G> {
        let positions: Vec<G> = record.positions().collect();
        Table {
            setup: record.setup().clone(),
            moves: record.moves().to_vec(),
            pictures: positions.iter().map(|_| None).collect(),
            at: at.min(record.moves().len()),
            positions,
            stroke: None,
        }
    }

    fn position(&self) -> &G {
        &self.positions[self.at]
    }

    /// Returns the record up to the position shown.
    pub(crate) fn record(&self) -> Record<G> {
        let mut record = Record::new(self.setup.clone());
        for m in &self.moves[..self.at] {
            // Each move was accepted before.
            let _ = record.push(m.clone());
        }
        record
    }

    /// Draws the position shown, move by move if that is fast enough.
    fn picture(&mut self) -> Result<&G::Picture, String> {
        let at = self.at;
        if self.pictures[at].is_none() {
            let drawn = (0..at).rev().find(|i| self.pictures[*i].is_some());
            let replays = drawn.map_or(at, |drawn| at - drawn);
            if replays > 1 && replays * at > MOST_REDRAWN {
                self.pictures[at] = Some(G::Picture::of(&self.positions[at])?);
            } else {
                let first = drawn.unwrap_or(0);
                if self.pictures[first].is_none() {
                    self.pictures[first] = Some(G::Picture::of(&self.positions[first])?);
                }
                for i in first..at {
                    let mut next = self.pictures[i].clone();
                    if let Some(picture) = &mut next {
                        picture.draw(&self.moves[i], &[])?;
                    }
                    self.pictures[i + 1] = next;
                }
            }
        }
        let picture = self.pictures[at].as_ref();
        picture.ok_or_else(|| "the position was not drawn".to_owned())
    }

    /// Makes a legal move after the position shown; moves that were taken back are forgotten.
    fn push(&mut self, m: G::Move, stroke: &[Point]) -> Result<(), String> {
        let after = self.position().child(&m);
        let after = after.map_err(|error| error.to_string())?;
        self.stroke = None;
        let mut picture = self.picture()?.clone();
        picture.draw(&m, stroke)?;
        self.moves.truncate(self.at);
        self.positions.truncate(self.at + 1);
        self.pictures.truncate(self.at + 1);
        self.moves.push(m);
        self.positions.push(after);
        self.pictures.push(Some(picture));
        self.at += 1;
        Ok(())
    }
}

impl<G: Playable> AnyTable for Table<G> {
    fn view(&mut self) -> Result<View, String> {
        let record = self.record();
        let moves = self.moves.iter().zip(&self.positions);
        let moves = moves
            .map(|(m, before)| Shown {
                text: m.to_string(),
                words: before.say_move(m),
                player: before.turn().map_or(0, Player::index),
            })
            .collect();
        let mut whole = self.setup.to_string();
        for m in &self.moves {
            whole.push(' ');
            whole.push_str(&m.to_string());
        }
        let board = <G as Playable>::board(&record, self.picture()?);
        let sheet = self.picture()?.lines().map(sheet::write);
        let position = self.position();
        let status = match (position.turn(), position.outcome()) {
            (Some(player), _) => format!("{} to move", capital(player)),
            (None, Some(outcome)) => result(outcome),
            (None, None) => "The game is over".to_owned(),
        };
        Ok(View {
            game: G::name(),
            setup: self.setup.to_string(),
            position: position.to_string(),
            record: whole,
            moves,
            at: self.at,
            players: position.players(),
            turn: position.turn().map(Player::index),
            status,
            task: position.turn().map_or("", |_| position.task()),
            about: about(position),
            winner: position.winner().map(Player::index),
            theorem: G::theorem(&record),
            choices: position.count_moves().to_string(),
            sheet,
            board,
        })
    }

    fn play(&mut self, text: &str) -> Result<(), String> {
        let m = read_move::<G>(text)?;
        self.push(m, &[])
    }

    fn ghost(&mut self, text: &str) -> Result<Ghost, String> {
        let m = read_move::<G>(text)?;
        self.position()
            .check(&m)
            .map_err(|error| error.to_string())?;
        let picture = self.picture()?.clone();
        Ok(self.position().ghost(&picture, &m))
    }

    fn tidy(&mut self) -> Result<(), String> {
        let mut drawing = self.picture()?.lines().cloned();
        if let Some(drawing) = &mut drawing {
            drawing.settle().map_err(|error| error.to_string())?;
        }
        if let (Some(drawing), Some(picture)) = (drawing, &mut self.pictures[self.at]) {
            picture.redraw(drawing);
        }
        Ok(())
    }

    fn take_sheet(&mut self, text: &str) {
        // A game is not refused because its sheet does not fit or its picture cannot be made.
        let Ok(Some(drawing)) = self.picture().map(Picture::lines) else {
            return;
        };
        if let (Some(drawing), Some(picture)) =
            (sheet::read(text, drawing), &mut self.pictures[self.at])
        {
            picture.redraw(drawing);
        }
    }

    fn go(&mut self, at: usize) {
        self.at = at.min(self.moves.len());
        self.stroke = None;
    }

    fn choices(&self, words: &str, touching: &[String], skip: usize, take: usize) -> Choices {
        let position = self.position();
        let wanted: Vec<String> = words
            .split_whitespace()
            .map(str::to_ascii_lowercase)
            .collect();
        let mut choices = Choices {
            moves: Vec::new(),
            more: false,
        };
        let (mut found, mut looked) = (0, 0);
        let take = take.min(500);
        let _ = position.for_each_move(&mut |m| {
            looked += 1;
            let touches = touching.is_empty() || {
                // Each name in the request needs its own end of the line.
                let mut ends = position.touches(&m);
                touching.iter().all(|name| {
                    let end = ends.iter().position(|end| end == name);
                    end.is_some_and(|end| {
                        ends.swap_remove(end);
                        true
                    })
                })
            };
            if touches {
                let text = m.to_string();
                let said = position.say_move(&m);
                let all = format!("{text} {said}").to_ascii_lowercase();
                if wanted.iter().all(|word| all.contains(word.as_str())) {
                    found += 1;
                    if found > skip + take {
                        choices.more = true;
                        return ControlFlow::Break(());
                    }
                    if found > skip {
                        choices.moves.push(Choice { text, words: said });
                    }
                }
            }
            if looked < MOST_SEARCHED {
                ControlFlow::Continue(())
            } else {
                choices.more = true;
                ControlFlow::Break(())
            }
        });
        choices
    }

    fn lands(&mut self) -> Result<Vec<Area>, String> {
        let picture = self.picture()?.clone();
        Ok(self.position().lands(&picture))
    }

    fn pen_down(&mut self, x: f64, y: f64, reach: f64) -> Result<Pen, String> {
        self.stroke = None;
        if self.position().is_terminal() {
            return Err("The game is over.".to_owned());
        }
        let picture = self.picture()?.clone();
        let paper = self.position().paper(&picture);
        let paper = paper.ok_or("This game has no lines to draw.")?;
        let at = from_page(Point::new(x, y));
        let reach = length_from_page(reach);
        let stroke = Stroke::begin(paper, at, reach)?;
        let begun = pen(&stroke);
        self.stroke = Some(stroke);
        Ok(begun)
    }

    fn pen_move(&mut self, points: &[f64]) -> Result<Pen, String> {
        let stroke = self.stroke.as_mut().ok_or("No line is being drawn.")?;
        for pair in points.chunks_exact(2) {
            let at = from_page(Point::new(pair[0], pair[1]));
            stroke.advance(at);
        }
        let stroke = self.stroke.as_ref().ok_or("No line is being drawn.")?;
        Ok(pen(stroke))
    }

    fn pen_up(&mut self, reach: f64, with_spot: bool) -> Result<(), String> {
        let stroke = self.stroke.take().ok_or("No line is being drawn.")?;
        let reach = length_from_page(reach);
        let reading = stroke.finish(reach)?;
        let picture = self.picture()?.clone();
        let m = self.position().line(&picture, &reading, with_spot)?;
        self.push(m, &reading.bends)
    }

    fn drop_pen(&mut self) {
        self.stroke = None;
    }

    fn write(&self, format: &str, resigned: Option<usize>) -> Result<String, String> {
        let resigned = resigned.filter(|seat| *seat < Player::MAX).map(Player::new);
        formats::write(&self.record(), resigned, format)
    }

    fn notations(&self) -> Vec<Notation> {
        // Values have no numbered spots, so they have no picture.
        let formats = G::formats().into_iter();
        formats
            .filter(|format| !matches!(format.read, Reading::Values))
            .map(|format| Notation {
                name: format.name,
                about: format.about,
                written: format.write.is_some(),
            })
            .collect()
    }
}

/// Reads a move, with the reason if it is not one.
pub(crate) fn read_move<G: Playable>(text: &str) -> Result<G::Move, String> {
    let read = text.trim().parse();
    read.map_err(|error| format!("`{}` is not a move: {error}", formats::short(text)))
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
