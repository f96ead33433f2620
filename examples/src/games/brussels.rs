//! Brussels Sprouts: setups, boards and what its games obey.

use std::fmt::Write;
use std::io;

use anyhow::Result;
use brussels::notation::{ReadGameError, read_game, read_move, write_game};
use brussels::{Move, Position, solve};
use common::search::Budget;
use common::{Ending, Game, Record};
use picture::Draw as _;
use picture::svg::Style;
use picture::terminal::Charset;

use crate::engine::{Choice, Engine, Level, Proved, RandomMover};
use crate::game::{Fact, Picture, Playable, picture_and_text};
use crate::records::{self, Format, Reading, Writing};
use crate::setup::Rules;
use crate::solve::Job;

impl Playable for Position {
    const TITLE: &'static str = "Brussels Sprouts";
    const ABOUT: &'static str = "\
Join two free arms of crosses by a line that crosses nothing, and put a bar across it,
which gives a new free arm on each side. Whoever makes the last move wins; in the misère
game, loses.";
    const TOUR: &'static str = "3";

    fn setup(text: Option<&str>, rules: &Rules) -> Result<Position> {
        rules.allow("brussels", &["--misere"])?;
        let text = text.unwrap_or("2").replace('−', "-");
        let position: Position = text.parse()?;
        Ok(if rules.ending_of(&text)? == Ending::Misere {
            position.with_ending(Ending::Misere)
        } else {
            position
        })
    }

    fn board(&self) -> String {
        let mut text = String::new();
        for (number, face) in self.faces().into_iter().enumerate() {
            let newline = if number > 0 { "\n" } else { "" };
            let _ = write!(text, "{newline}face {}:", number + 1);
            for (i, boundary) in face.into_iter().enumerate() {
                text.push_str(if i > 0 { " /" } else { "" });
                for arm in boundary {
                    let _ = write!(text, " {arm}");
                }
            }
        }
        text
    }

    fn table(record: &Record<Position>, picture: Option<Charset>) -> String {
        picture_and_text(record, picture)
    }

    fn remark(&self) -> String {
        let ending = match self.ending() {
            Ending::Normal => "",
            Ending::Misere => "Misère: whoever makes the last move loses.\n",
        };
        format!(
            "{ending}Each face is listed with its free arms, those of one piece together. Any two arms of one\n\
             face can be joined; the ends of the bar take their names over."
        )
    }

    fn how_to_move(&self) -> String {
        "\
1a-2c         a line from arm a of cross 1 to arm c of cross 2
1a-1c[2,3]    a line that divides a face: crosses 2 and 3 stay with 1a, all others with 1c"
            .into()
    }

    fn by_hand(&self, text: &str) -> Result<Vec<Move>> {
        Ok(vec![read_move(self, &tighten(text))?])
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "game",
                about: "a game as it is written by hand",
                example: "3- 1. 2c-2a[3] 2. 1b-2d",
                looks_like: is_by_hand,
                read: Reading::Games(|text| {
                    let place =
                        |error: &ReadGameError| (error.line, error.word.clone(), error.number);
                    let is_setup = |word: &str| word.parse::<Position>().is_ok();
                    records::read_wholes(text, is_setup, read_game, place, records::plainly)
                }),
                write: Some(Writing::Moves(|record| Ok(write_game(record)))),
            },
            records::lines("2+ 1a-1c[2] 1a-2b"),
        ]
    }

    fn solve(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::brussels::solve(job, out)
    }

    fn verify(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::brussels::verify(job, out)
    }

    fn draw(record: &Record<Position>, picture: Picture, style: &Style) -> Result<String> {
        Ok(match picture {
            Picture::Last => Position::picture(record, style)?,
            Picture::Film => Position::film(record, style)?,
            Picture::Animation => Position::animation(record, style)?,
        })
    }

    fn in_terminal(record: &Record<Position>, charset: Charset) -> Result<String> {
        Ok(Position::terminal(record, charset)?)
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() || start.moves_played() > 0 {
            return Vec::new();
        }
        let (moves, stars, arms) = (record.moves().len(), start.n_stars(), start.n_arms());
        let crosses = start.stars().all(|star| start.n_arms_of(star) == 4);
        let length = if crosses {
            format!("{stars} crosses last exactly 5n - 2 moves: {moves} = 5*{stars} - 2")
        } else {
            format!("a game lasts exactly arms + stars - 2 moves: {moves} = {arms} + {stars} - 2")
        };
        let faces = end.n_faces();
        vec![
            Fact::new(moves + 2 == arms + stars, length),
            Fact::new(
                faces == arms,
                format!("at the end each face holds one free arm: {faces} faces, {arms} arms"),
            ),
        ]
    }

    /// No move is better than another, so every level plays perfectly by playing at random.
    fn engine(_: Level, seed: u64) -> Box<dyn Engine<Position>> {
        Box::new(AnyMove(RandomMover::new(seed)))
    }
}

/// Plays any move, and knows what it leads to.
struct AnyMove(RandomMover);

impl Engine<Position> for AnyMove {
    fn choose(&mut self, record: &Record<Position>, budget: &Budget) -> Result<Choice<Move>> {
        let choice = self.0.choose(record, budget)?;
        let wins = record.position().turn() == Some(solve::winner(record.position()));
        let proved = if wins { Proved::Wins } else { Proved::Loses };
        Ok(Choice {
            proved: Some(proved),
            ..choice
        })
    }
}

/// Takes the blanks out of a move; two arms with nothing but blanks between them are joined.
fn tighten(text: &str) -> String {
    let dashes = ['-', '–', '—', '−'];
    let words: Vec<&str> = text.split_whitespace().collect();
    match words[..] {
        [from, to, ..] if !text.contains(dashes) => format!("{from}-{to}{}", words[2..].concat()),
        _ => words.concat(),
    }
}

/// Returns whether a text is what only the form for people allows: a game over several lines, with moves that are
/// numbered, in capitals, or with ranges of stars.
fn is_by_hand(text: &str) -> bool {
    let is_number = |word: &str| {
        let digits = word.find(|c: char| !c.is_ascii_digit());
        digits.is_some_and(|end| end > 0 && word[end..].starts_with('.'))
    };
    let mut words = text.split_whitespace();
    records::is_over_lines::<Position>(text)
        || words.any(|word| {
            is_number(word) || word.contains(|c: char| c.is_ascii_uppercase() || c == '–')
        })
}
