//! SOS: setups, boards and what its games obey.

use std::fmt::Write;
use std::io;

use anyhow::{Context, Result, ensure};
use common::grid::{Cell, ColumnName};
use common::search::{Budget, MonteCarlo};
use common::{Game, Player, Record, Scored};
use picture::svg::Style;
use picture::terminal::Charset;
use sos::notation::{ReadGameError, read_game, read_move, write_game};
use sos::render;
use sos::solve::Solver;
use sos::{CellName, Letter, Move, Position, Rules as SosRules, ScoreSheet, Setup};

use crate::engine::{ByPoints, Choice, Engine, Level, Proved};
use crate::game::{Fact, Picture, Playable};
use crate::records::{self, Format, Reading, Writing};
use crate::setup::Rules;
use crate::solve::Job;

impl Playable for Position {
    const TITLE: &'static str = "SOS";
    const ABOUT: &'static str = "\
Write S or O into any empty cell. Three cells in a line that read S-O-S count one for
whoever completed them, and whoever completes any moves again. Most S-O-S wins.";
    const TOUR: &'static str = "5x5";

    fn setup(text: Option<&str>, rules: &Rules) -> Result<Position> {
        rules.allow("sos", &["--rules", "--players", "--misere"])?;
        let text = text.unwrap_or("5x5");
        let named = rules
            .set
            .as_deref()
            .map(str::parse::<SosRules>)
            .transpose()?;
        let named = match (named, rules.misere) {
            (Some(SosRules::Misere) | None, true) => Some(SosRules::Misere),
            (Some(other), true) => {
                anyhow::bail!("expected one rule set, found {other} and --misere")
            }
            (named, false) => named,
        };
        if text.contains(['/', '.', 'S', 'O']) {
            let position = text.parse::<Position>()?;
            let none = named.is_none() && rules.players.is_none();
            ensure!(
                none,
                "expected no options for rules beside a position, whose text says them"
            );
            return Ok(position);
        }
        let mut setup: Setup = text.parse().with_context(|| {
            format!("expected a board such as `4x5` or the text of a position, found `{text}`")
        })?;
        // What the text says, as in `4x5:first:2`, an option may repeat but not contradict.
        let said = text.matches(':').count();
        if let Some(named) = named {
            ensure!(
                said == 0 || setup.rules() == named,
                "expected one rule set, found `{text}` and the option for {named}"
            );
            setup = setup.with_rules(named);
        }
        if let Some(players) = rules.players {
            ensure!(
                said < 2 || setup.players() == players,
                "expected one number of players, found `{text}` and --players {players}"
            );
            setup = setup.with_players(players)?;
        }
        Ok(Position::from(setup))
    }

    fn board(&self) -> String {
        let size = self.size();
        let margin = size.rows().to_string().len();
        let mut text = " ".repeat(margin);
        for column in 0..size.columns() {
            let _ = write!(text, "{:>3}", ColumnName(column as u8).to_string());
        }
        for row in 0..size.rows() {
            let _ = write!(text, "\n{:>margin$}", row + 1);
            for column in 0..size.columns() {
                let letter = self.letter(Cell {
                    column: column as u8,
                    row: row as u8,
                });
                let sign = match letter {
                    Some(Letter::S) => 'S',
                    Some(Letter::O) => 'O',
                    None => '.',
                };
                let _ = write!(text, "  {sign}");
            }
        }
        text.push_str("\nS-O-S:");
        for player in Player::all(self.players()) {
            let _ = write!(text, " {player} {}", self.score(player));
        }
        text
    }

    fn board_of(record: &Record<Position>) -> String {
        let text = render::terminal_of_record(record, Charset::Ascii);
        text.trim_end().to_owned()
    }

    /// The cells, the last move, the points, and who owns each S-O-S.
    fn table(record: &Record<Position>, _: Option<Charset>) -> String {
        let position = record.position();
        let cells = render::terminal(position, Charset::Ascii);
        let mut text = String::new();
        for row in cells.lines().take(1 + position.size().rows()) {
            let _ = writeln!(text, "{row}");
        }
        let points = Player::all(position.players());
        let points = points.map(|player| format!("{player} {}", position.points(player)));
        let _ = write!(text, "points: {}", points.collect::<Vec<_>>().join(", "));
        for mark in ScoreSheet::of(record).marks() {
            let owner = mark.owner.map(|player| player.to_string());
            let [start, end] = [mark.line.start, mark.line.end].map(CellName);
            let owner = owner.unwrap_or_else(|| "nobody".into());
            let _ = write!(text, "\nS-O-S {start}-{end}: {owner}");
        }
        if let Some(last) = record.moves().last() {
            let _ = write!(text, "\nlast move: {last}");
        }
        text
    }

    fn remark(&self) -> String {
        let rules = match self.rules() {
            SosRules::General => "",
            SosRules::First => "Under these rules the first S-O-S wins at once.",
            SosRules::Alternating => {
                "Under these rules the turn passes after every letter, also if it made an S-O-S."
            }
            SosRules::Misere => "Under these rules whoever makes the first S-O-S loses.",
        };
        rules.into()
    }

    fn how_to_move(&self) -> String {
        "\
Sa1           an S in column a, row 1; `a1 S` will do, and so will small letters"
            .into()
    }

    /// A letter and a cell, in either order, perhaps with a `+` for each S-O-S.
    fn by_hand(&self, text: &str) -> Result<Vec<Move>> {
        let text: String = text.split_whitespace().collect();
        let swapped = match text.chars().next_back() {
            Some(letter @ ('S' | 's' | 'O' | 'o')) => {
                format!("{letter}{}", &text[..text.len() - 1])
            }
            _ => text,
        };
        Ok(vec![read_move(self, &swapped)?])
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            Format {
                name: "game",
                about: "a game as it is written by hand",
                example: "3x3 Sa1 Ob1 Sc1+ Oa2",
                looks_like: |text| {
                    text.trim_start()
                        .starts_with(|c: char| c.is_ascii_digit() || c == '#')
                        && !text.contains('/')
                        || records::is_over_lines::<Position>(text)
                        || text.split_whitespace().any(|word| word.ends_with('+'))
                },
                read: Reading::Games(|text| {
                    let place =
                        |error: &ReadGameError| (error.line, error.word.clone(), error.number);
                    let is_setup = |word: &str| {
                        word.parse::<Setup>().is_ok() || word.parse::<Position>().is_ok()
                    };
                    records::read_wholes(text, is_setup, read_game, place, records::plainly)
                }),
                write: Some(Writing::Moves(|record| Ok(write_game(record)))),
            },
            records::lines("S.S/...:1:0-0 Ob1 Oa2"),
        ]
    }

    fn solve(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::sos::solve(job, out)
    }

    fn verify(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::sos::verify(job, out)
    }

    fn draw(record: &Record<Position>, picture: Picture, style: &Style) -> Result<String> {
        Ok(match picture {
            Picture::Last => render::of_record(record, style),
            Picture::Film => render::film(record, style),
            Picture::Animation => render::animation(record, style),
        })
    }

    fn in_terminal(record: &Record<Position>, charset: Charset) -> Result<String> {
        Ok(render::terminal_of_record(record, charset))
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let (start, end) = (record.setup(), record.position());
        if !end.is_terminal() {
            return Vec::new();
        }
        let empty = |position: &Position| {
            let cells = position.size().iter();
            cells
                .filter(|cell| position.letter(*cell).is_none())
                .count()
        };
        let (moves, cells) = (record.moves().len(), empty(start));
        let length = if end.rules().ends_at_first() {
            Fact::new(
                moves <= cells,
                format!("a game has at most as many moves as cells: {moves} <= {cells}"),
            )
        } else {
            Fact::new(
                moves == cells,
                format!("a game has as many moves as cells: {moves} = {cells}"),
            )
        };
        let points: i64 = Player::all(end.players())
            .map(|player| end.score(player))
            .sum();
        let lines = end.sos_lines().count();
        let counted = format!("the points add up to the S-O-S on the board: {points} = {lines}");
        vec![length, Fact::new(points == lines as i64, counted)]
    }

    /// The higher levels solve the board where they can, and search by the points elsewhere; the lower ones, and games for
    /// more than two, play by random games.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Position>> {
        if level.number() >= 4 {
            Box::new(Searcher {
                by_points: ByPoints::new(),
                by_chance: MonteCarlo::new(seed),
            })
        } else {
            Box::new(MonteCarlo::new(seed))
        }
    }
}

/// For two players the exact solver where it reaches and alpha-beta elsewhere; random games for more.
struct Searcher {
    by_points: ByPoints<Position>,
    by_chance: MonteCarlo,
}

impl Engine<Position> for Searcher {
    fn choose(&mut self, record: &Record<Position>, budget: &Budget) -> Result<Choice<Move>> {
        if record.setup().players() != 2 {
            return self.by_chance.choose(record, budget);
        }
        let (first, rest) = budget.halves();
        let solved = Solver::new().budget(first).solve(record.position());
        let best = solved.ok().and_then(|found| {
            let m = *found.moves.as_ref()?.first()?;
            Some((m, found))
        });
        match best {
            Some((m, found)) => {
                let value = i64::from(found.outcome.utility(Player::FIRST));
                let value = found.margin.unwrap_or(value);
                let own = record.position().turn() == Some(Player::FIRST);
                let value = if own { value } else { -value };
                Ok(Choice {
                    m,
                    info: format!("nodes {} score cp {} pv {m}", found.cost.nodes, 100 * value),
                    proved: Some(Proved::of_value(value)),
                })
            }
            None => self.by_points.choose(record, &rest),
        }
    }
}
