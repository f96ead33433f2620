//! A game that is played, replayed and drawn.

use core::iter;
use core::ops::ControlFlow;

use common::any::{AnyMove, AnyRecord};
use common::format::Statements;
use common::{Outcome, Player};
use picture::geometry::Point;
use play::Session;
use serde::Serialize;

use crate::board::{
    Area, Board, Cards, Ghost, Leap, flat, from_page, length_from_page, on_page, rounded,
};
use crate::entry::GameEntry;
use crate::hands::Hands;
use crate::stroke::{State, Stroke};
use crate::words::{Reason, capital, read, result};

/// The view of a game on the page.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct View {
    pub(crate) game: &'static str,
    /// The text of the position in which the game began.
    pub(crate) setup: String,
    /// The text of the position shown.
    pub(crate) position: String,
    /// The whole game in the library's own notation, including moves that were taken back.
    pub(crate) record: String,
    pub(crate) moves: Vec<RecordedMove>,
    /// The number of moves before the position shown.
    pub(crate) at: usize,
    pub(crate) players: usize,
    /// The player to move, counted from 0, or `None` when the game is over.
    pub(crate) turn: Option<usize>,
    /// The winner or the player to move, in words.
    pub(crate) status: String,
    /// The task of the player to move, as the rest of a sentence. Empty when the game is over.
    pub(crate) task: &'static str,
    /// An explanation of the game.
    pub(crate) about: String,
    /// The winner, counted from 0, if one player has won.
    pub(crate) winner: Option<usize>,
    /// A theorem about the finished game.
    pub(crate) theorem: Option<String>,
    /// The number of legal moves.
    pub(crate) choices: String,
    /// The places of all spots and lines, as a text. Only games of lines have them.
    pub(crate) sheet: Option<String>,
    /// The same for the position after the moves that were taken back, if there are any.
    pub(crate) later: Option<String>,
    pub(crate) board: Board,
    /// The pie rule in the whole game: `off`, `on`, or `swapped` if the players exchange seats.
    pub(crate) pie: &'static str,
    /// Whether they have exchanged seats before the position shown.
    pub(crate) exchanged: bool,
    /// Whether the second player may take the first player's seat now.
    pub(crate) swap: bool,
    /// How the text of the game was understood, if it could have been understood differently.
    pub(crate) notes: Vec<String>,
}

/// A move of the record.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct RecordedMove {
    pub(crate) text: String,
    pub(crate) words: String,
    /// The player who made it, counted from 0.
    pub(crate) player: usize,
}

/// A part of the list of legal moves.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Choices {
    pub(crate) moves: Vec<Choice>,
    /// Whether there are more.
    pub(crate) more: bool,
}

/// A legal move.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Choice {
    #[cfg_attr(test, ts(as = "String"))]
    pub(crate) text: AnyMove,
    pub(crate) words: String,
}

/// A stroke for the page to show: its path, and whether it is free, has arrived or is blocked.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Pen {
    /// Its points on the page: `x, y` one after another.
    pub(crate) path: Vec<f64>,
    /// `free`, `arrived` or `blocked`.
    pub(crate) state: &'static str,
    /// The point where the stroke is blocked.
    pub(crate) mark: Option<[f64; 2]>,
    /// The obstacle in words.
    pub(crate) words: String,
    /// When the stroke begins, the names of the places to which no line leads from there.
    pub(crate) fenced: Vec<String>,
}

/// A notation.
#[derive(Debug, Serialize)]
#[cfg_attr(test, derive(ts_rs::TS))]
pub(crate) struct Notation {
    pub(crate) name: &'static str,
    pub(crate) about: &'static str,
    pub(crate) written: bool,
}

/// The most moves of a list that a search for words examines.
const MOST_SEARCHED: usize = 200_000;
/// The most moves of a list in one answer.
const MOST_LISTED: usize = 500;

/// A table with a game on it.
pub(crate) struct Table {
    entry: GameEntry,
    pub(crate) session: Session,
    hands: Box<dyn Hands>,
    /// The line that is being drawn.
    pub(crate) stroke: Option<Stroke>,
    /// How the text of the game was understood, if it could have been understood differently.
    pub(crate) notes: Vec<String>,
}

impl Table {
    /// Puts the game of a record on a table.
    pub(crate) fn new(entry: &GameEntry, record: Box<dyn AnyRecord>) -> Result<Table, Reason> {
        Ok(Table {
            hands: (entry.hold)(&*record)?,
            entry: *entry,
            session: Session::new(record),
            stroke: None,
            notes: Vec::new(),
        })
    }

    /// Returns the record up to the position shown.
    fn record(&self) -> &dyn AnyRecord {
        self.session.record()
    }

    /// Returns the view of the position shown.
    pub(crate) fn view(&mut self) -> Result<View, Reason> {
        let (record, moves) = (self.session.record(), self.session.moves());
        let board = self.hands.board(record)?;
        let [sheet, later] = self.hands.sheets(record)?;
        let setup = record.setup();
        let mut whole = setup.clone();
        for made in moves {
            whole.push(' ');
            whole += &made.m.to_string();
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
                .map(|made| RecordedMove {
                    text: made.m.to_string(),
                    words: made.words.clone(),
                    player: made.player.index(),
                })
                .collect(),
            at: record.len(),
            players: record.players(),
            turn: turn.map(Player::index),
            status,
            task: match turn {
                Some(_) if record.is_midway() => manner.task_midway,
                Some(_) => manner.task,
                None => "",
            },
            about: self.entry.explain(record.rules().as_deref()),
            winner: outcome.and_then(Outcome::winner).map(Player::index),
            theorem: self.hands.theorem(record)?,
            choices: record.count_moves().to_string(),
            sheet,
            later,
            board,
            pie: self.session.pie().name(),
            exchanged: self.session.is_swapped(),
            swap: self.session.may_swap(),
            notes: self.notes.clone(),
        })
    }

    /// Makes a move after the position shown. Moves that were taken back are forgotten.
    pub(crate) fn play(&mut self, text: &str) -> Result<(), Reason> {
        let m = read(self.record(), text)?;
        self.stroke = None;
        self.push(&m, &[])
    }

    /// Makes a legal move, along a stroke if there is one.
    fn push(&mut self, m: &AnyMove, stroke: &[Point]) -> Result<(), Reason> {
        let mut after = self.record().boxed();
        after.push(m)?;
        self.hands.draw(&*after, stroke)?;
        self.session.push(m)?;
        Ok(())
    }

    /// Returns the position as a table of cards, with the steps of the last move.
    pub(crate) fn cards(&self) -> Result<Cards, Reason> {
        self.hands.cards(self.record())
    }

    /// Lets the second player take the first player's seat by the pie rule.
    pub(crate) fn swap(&mut self) -> Result<(), Reason> {
        if self.session.swap() {
            return Ok(());
        }
        Err("Players exchange seats only after the first turn, by the pie rule.".into())
    }

    /// Shows the position after the first `at` moves.
    pub(crate) fn go(&mut self, at: usize) {
        self.stroke = None;
        self.session.go(at);
    }

    /// Draws the position and those before it with the coordinates of a sheet, and later ones with those of a second. A
    /// sheet that does not show its position is ignored.
    pub(crate) fn reopen(&mut self, sheets: [Option<&str>; 2]) -> Result<(), Reason> {
        self.hands.reopen(self.session.record(), sheets)
    }

    /// Draws the position as well as possible.
    pub(crate) fn redraw(&mut self) -> Result<(), Reason> {
        self.hands.redraw(self.session.record())
    }

    /// Returns the independent parts of the drawing.
    pub(crate) fn lands(&mut self) -> Result<Vec<Area>, Reason> {
        self.hands.lands(self.session.record())
    }

    /// Returns the jumps along a stroke from the ball, given by columns and rows.
    pub(crate) fn along(&self, stroke: &[Point]) -> Result<Vec<Leap>, Reason> {
        self.hands.along(self.record(), stroke)
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
        let end = skip.saturating_add(take.min(MOST_LISTED));
        let (mut found, mut looked, mut more) = (0, 0, false);
        let mut moves = Vec::new();
        let record = self.record();
        let _ = record.for_each_move(&mut |m| {
            looked += 1;
            if touching.is_empty() || has_all(self.hands.touches(record, &m), touching) {
                let said = record.say_move(&m);
                let all = format!("{m} {said}").to_ascii_lowercase();
                if words.split_whitespace().all(|word| all.contains(word)) {
                    found += 1;
                    more = found > end;
                    if !more && found > skip {
                        moves.push(Choice {
                            text: m,
                            words: said,
                        });
                    }
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

    /// Returns what a legal move would add to the board, or the moves of a turn, with spaces between them.
    pub(crate) fn ghost(&mut self, text: &str) -> Result<Ghost, Reason> {
        let mut after = self.record().boxed();
        let from = after.len();
        let mut words = text.split_whitespace();
        let first = words.next().unwrap_or_default();
        for word in iter::once(first).chain(words) {
            let m = read(&*after, word)?;
            after.push(&m)?;
        }
        self.hands.ghost(&*after, from)
    }

    /// Begins a stroke on the page.
    pub(crate) fn pen_down(&mut self, at: Point, reach: f64) -> Result<Pen, Reason> {
        self.stroke = None;
        if self.record().turn().is_none() {
            return Err("The game is over.".into());
        }
        let paper = self.hands.paper(self.session.record())?;
        let stroke = Stroke::begin(paper, from_page(at), length_from_page(reach))?;
        let fenced = stroke.names(&stroke.fenced());
        let pen = pen(self.stroke.insert(stroke));
        Ok(Pen { fenced, ..pen })
    }

    /// Continues the stroke.
    pub(crate) fn pen_move(&mut self, points: &[f64]) -> Result<Pen, Reason> {
        let stroke = self.stroke.as_mut().ok_or("No line is being drawn.")?;
        for pair in points.chunks_exact(2) {
            stroke.advance(from_page(Point::new(pair[0], pair[1])));
        }
        Ok(pen(stroke))
    }

    /// Ends the stroke, and makes its move.
    pub(crate) fn pen_up(&mut self, reach: f64, with_spot: bool) -> Result<(), Reason> {
        let stroke = self.stroke.take().ok_or("No line is being drawn.")?;
        let reading = stroke.finish(length_from_page(reach))?;
        let record = self.session.record();
        let m = self.hands.read(record, &reading, with_spot)?;
        self.push(&m, &reading.bends)
    }

    /// Writes the record in a notation, or its last position if the notation is one for positions.
    pub(crate) fn write(&self, notation: &str, resigned: Option<usize>) -> Result<String, Reason> {
        let known = self.entry.game.notation(Some(notation), "")?;
        if !known.is_written {
            return Err("expected the name of a notation that can be written".into());
        }
        // Among more than two players, a resignation does not tell who wins.
        let is_for_two = self.record().players() == 2;
        let loser = resigned.filter(|seat| is_for_two && *seat < 2);
        let loser = loser.map(Player::new);
        let said = Statements {
            outcome: loser.map(|loser| Outcome::Win(loser.opponent())),
            swapped: self.session.is_swapped(),
            ..Statements::default()
        };
        Ok(self.record().write(notation, &said)?)
    }

    /// Returns the notations of the game.
    pub(crate) fn notations(&self) -> Vec<Notation> {
        let notations = self.entry.game.notations().into_iter();
        // The page offers no notation from which it cannot read a game again.
        notations
            .filter(|notation| notation.reads.is_some())
            .map(|notation| Notation {
                name: notation.name,
                about: notation.about,
                written: notation.is_written,
            })
            .collect()
    }
}

/// Returns whether the ends of a move's line have all the names, each at a different end.
fn has_all(mut ends: Vec<String>, names: &[String]) -> bool {
    names.iter().all(|name| {
        let end = ends.iter().position(|end| end == name);
        end.map(|end| ends.swap_remove(end)).is_some()
    })
}

/// Describes a stroke for the page.
fn pen(stroke: &Stroke) -> Pen {
    let (state, mark, words) = match stroke.state() {
        State::Free => ("free", None, String::new()),
        State::Arrived(_) => ("arrived", None, String::new()),
        State::Blocked { at, by } => {
            let at = on_page(at);
            let what = stroke.paper().describe(by);
            let words = format!("{what} is in the way: go back a little, then around it.");
            ("blocked", Some([rounded(at.x), rounded(at.y)]), words)
        }
    };
    Pen {
        path: flat(stroke.path().into_iter().map(on_page)),
        state,
        mark,
        words,
        fenced: Vec::new(),
    }
}
