//! Phutball: setups, boards and what its games obey.

mod json;

use std::fmt::Write;
use std::io;

use anyhow::{Context, Result, anyhow, ensure};
use common::grid::ColumnName;
use common::search::Budget;
use common::{Game, Outcome, Player, Record};
use phutball::baseline::Baseline;
use phutball::engine::Strength;
use phutball::notation::by_hand::{self, ReadMovesError};
use phutball::notation::game::{Format as Notation, ReadGameError};
use phutball::notation::sgf::{self, ReadSgfError};
use phutball::notation::{Notation as Kind, compass, diagram, wikipedia};
use phutball::render;
use phutball::rules::ParseRulesError;
use phutball::{Chain, Distinct, Move, Point, Position, Rules as RuleSet, Size, Turn};
use picture::svg::Style;
use picture::terminal::Charset;

use crate::engine::{Choice, Engine, Level};
use crate::game::{Fact, Picture, Playable};
use crate::records::{self, Fault, Format, Games, Played, Reading, Writing};
use crate::setup::Rules;
use crate::solve::Job;

impl Playable for Position {
    const TITLE: &'static str = "Phutball";
    const ABOUT: &'static str = "\
Place a man, or jump with the ball over lines of men, who leave the board at once. At the
end of a turn the ball on one of the two highest rows wins for the first player, on one of
the two lowest for the second, whoever moved it there.";
    const TOUR: &'static str = "15x21";

    fn setup(text: Option<&str>, rules: &Rules) -> Result<Position> {
        rules.allow("phutball", &["--rules"])?;
        let text = text.unwrap_or("15x21");
        if text.contains(['/', '@']) {
            let position = text.parse::<Position>()?;
            let none = rules.set.is_none();
            ensure!(
                none,
                "expected no --rules beside a position, whose text says its rules"
            );
            return Ok(position);
        }
        let size: Size = text.parse().with_context(|| {
            format!("expected a board such as `15x21` or the text of a position, found `{text}`")
        })?;
        let named = rules
            .set
            .as_deref()
            .map(str::parse::<RuleSet>)
            .transpose()?;
        Ok(Position::new(size, named.unwrap_or_default()))
    }

    fn board(&self) -> String {
        let size = self.size();
        let (columns, top) = (size.columns() as i8, size.top());
        let margin = top.to_string().len();
        let mut text = String::new();
        for row in (0..=top).rev() {
            let _ = write!(text, "{row:>margin$}");
            for column in -1..=columns {
                let point = Point::new(column, row);
                let sign = match (point == self.ball(), size.contains(point), row) {
                    (true, ..) => '@',
                    (false, false, _) => ' ',
                    (false, true, row) if row == 0 || row == top => '~',
                    _ if self.is_man(point) => 'o',
                    (false, true, row) if row == 1 || row == top - 1 => '-',
                    _ => '.',
                };
                let _ = write!(text, " {sign}");
            }
            text.truncate(text.trim_end().len());
            text.push('\n');
        }
        text.push_str(&" ".repeat(margin + 2));
        for column in 0..size.columns() {
            let _ = write!(text, " {}", ColumnName(column as u8));
        }
        text
    }

    fn board_of(record: &Record<Position>) -> String {
        let text = render::terminal_of_record(record, Charset::Ascii);
        text.trim_end().to_owned()
    }

    fn remark(&self) -> String {
        let rules = match self.rules() {
            RuleSet::FullBoard => "",
            RuleSet::TerminalRows => {
                "Rules terminal-rows: a ball beyond a goal line stays there.\n"
            }
            RuleSet::TerminalRowsCorner => {
                "Rules terminal-rows-corner: a ball beyond a goal line stays there, and a diagonal jump\n\
                 may leave through a corner.\n"
            }
            RuleSet::FullBoardCorner => {
                "Rules full-board-corner: a diagonal jump may leave through a corner.\n"
            }
            RuleSet::Immediate => {
                "Rules immediate: a ball that lands on a goal line ends the game.\n"
            }
            RuleSet::ImmediateCorner => {
                "Rules immediate-corner: a ball that lands on a goal line ends the game, and a diagonal\n\
                 jump may leave through a corner.\n"
            }
            RuleSet::NoOwnGoal => {
                "Rules no-own-goal: nobody may put the ball into their own goal.\n"
            }
        };
        let top = self.size().top();
        format!(
            "{rules}`@` is the ball, `o` a man. first plays upwards (rows {} and {top}), second downwards (rows\n\
             1 and 0).",
            top - 1
        )
    }

    fn how_to_move(&self) -> String {
        let Examples {
            man,
            turn,
            capitals,
        } = Examples::on(self.size());
        let place = format!(
            "a man in column {}, row {}",
            ColumnName(man.column() as u8),
            man.row()
        );
        let man = man.to_string();
        let capitals = capitals.map(|turn| {
            format!("\n{turn:<13} the same in capitals, where columns go A, B, … without I, as on Wikipedia")
        });
        format!(
            "\
{man:<13} {place}
N             a jump with the ball: N (up), NE, E, SE, S (down), SW, W or NW; the ball may jump
              on, several in one line: N NE
stop          end the turn after a jump
{turn:<13} a whole turn by the points that the ball touches{}
compass E SE  a turn of the board that lies on its side, as Ehrenborg's programs write it",
            capitals.unwrap_or_default()
        )
    }

    fn by_hand(&self, text: &str) -> Result<Vec<Move>> {
        if let Some(turn) = text.strip_prefix("compass ") {
            let turn = compass::read_turn(self, turn.trim())?;
            return Ok(self.moves_of(&turn)?);
        }
        by_hand::read_moves(self, text).map_err(|error| match error {
            // The examples of the library may lie off this board.
            ReadMovesError::Word { word, reason } => {
                let Examples { man, turn, .. } = Examples::on(self.size());
                anyhow!(
                    "expected a point such as `{man}`, a direction such as `NE`, a turn such as `{turn}` or `stop`, found `{word}`: {reason}"
                )
            }
            error => error.into(),
        })
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            records::lines("3/3/3/1@1/3/3/3:first:full-board b4 N"),
            Format {
                name: "sgf",
                about: "SGF with GM[14]",
                example: "(;FF[4]GM[14]SZ[5:5]RU[full-board]PL[B]AW[cc]RE[B+];B[c4];W[a1];B[c3-c5])",
                looks_like: |text| is(text, Notation::Sgf),
                read: Reading::Games(read_sgf),
                write: Some(Writing::Game(write_sgf)),
            },
            Format {
                name: "abstractplay",
                about: "turns as AbstractPlay writes them, from the usual start; under full-board-corner, the rules of the site, unless --rules says others",
                example: "h11\nh10-h12",
                looks_like: |text| is(text, Notation::AbstractPlay),
                read: Reading::Open(|text, rules| read_turns(text, Notation::AbstractPlay, rules)),
                write: Some(Writing::Moves(|record| {
                    write_turns(record, Notation::AbstractPlay)
                })),
            },
            Format {
                name: "wikipedia",
                about: "turns as Winning Ways and Wikipedia write them, from the usual start",
                example: "H11\nJ13\nH10–H12–K14\nA1",
                looks_like: |text| is(text, Notation::Wikipedia),
                read: Reading::Open(|text, rules| read_turns(text, Notation::Wikipedia, rules)),
                write: Some(Writing::Moves(|record| {
                    write_turns(record, Notation::Wikipedia)
                })),
            },
            Format {
                name: "compass",
                about: "turns as points and compass lists of the board sideways, from the usual start",
                example: "H11\nI13\nE SE",
                looks_like: |text| is(text, Notation::Compass),
                read: Reading::Open(|text, rules| read_turns(text, Notation::Compass, rules)),
                write: Some(Writing::Moves(|record| {
                    write_turns(record, Notation::Compass)
                })),
            },
            Format {
                name: "json",
                about: "finished games as points and compass lists, in a JSON list with winner and moves",
                example: r#"[{"winner":null,"moves":["H11","I13","E SE"]}]"#,
                looks_like: |text| phutball::notation::guess(text) == Some(Kind::Json),
                read: Reading::Games(json::read),
                write: Some(Writing::Listed(json::write)),
            },
            Format {
                name: "diagram",
                about: "the last position, playing rows from the top; read as the first player's move, under full-board unless --rules says others",
                example: "5/5/2@2/1o3/5",
                looks_like: |text| phutball::notation::guess(text) == Some(Kind::Diagram),
                read: Reading::Open(|text, rules| {
                    let rules = named_rules(rules)?.unwrap_or_default();
                    records::positions(text, |text| {
                        let read = diagram::read(text, rules, Player::FIRST);
                        read.map_err(|error| error.to_string())
                    })
                }),
                write: Some(Writing::Moves(|record| {
                    Ok(diagram::write(record.position())?)
                })),
            },
        ]
    }

    /// The crate's own engine, whose sixth level is the strongest.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Position>> {
        let number = if level == Level::BEST {
            6
        } else {
            level.number()
        };
        let strength = Strength::new(number).unwrap_or(Strength::STRONGEST);
        Box::new(Philosopher(phutball::engine::Philosopher::new(
            strength, seed,
        )))
    }

    const NAMED: &'static str = ", `engine:LEVEL` from 1 to 6, `baseline:DEPTH`";

    /// The levels of the crate's own engine, and the baseline to measure them against.
    fn named(name: &str, seed: u64) -> Option<(Box<dyn Engine<Position>>, Level)> {
        let (kind, number) = name.split_once(':').unwrap_or((name, ""));
        match kind {
            "engine" => {
                let strongest = Strength::STRONGEST;
                let level = match number {
                    "" => strongest,
                    number => number.parse().ok()?,
                };
                let budget = if level == strongest { "5" } else { "4" };
                let engine = phutball::engine::Philosopher::new(level, seed);
                Some((Box::new(Philosopher(engine)), budget.parse().ok()?))
            }
            "baseline" => {
                let depth = match number {
                    "" => 3,
                    number => number.parse().ok().filter(|depth| *depth > 0)?,
                };
                Some((Box::new(Adapted(Baseline::new(depth, seed))), Level::BEST))
            }
            _ => None,
        }
    }

    /// The weaker levels limit themselves.
    fn budget(level: Level) -> Budget {
        if level == Level::BEST {
            level.budget()
        } else {
            Budget::new()
        }
    }

    fn solve(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::phutball::solve(job, out)
    }

    fn verify(job: &Job, out: &mut dyn io::Write) -> Result<()> {
        crate::solve::phutball::verify(job, out)
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
        let end = record.position();
        let Some(outcome) = end.outcome() else {
            return Vec::new();
        };
        let (ball, top) = (end.ball(), end.size().top());
        let goal = match ball.row() {
            0 | 1 => Player::SECOND,
            row if row + 1 >= top => Player::FIRST,
            _ => {
                return vec![Fact::new(
                    false,
                    format!("the ball ends in a goal, not at {ball}"),
                )];
            }
        };
        let text =
            format!("the goal decides: the ball ends on {ball}, where the {goal} player wins");
        vec![Fact::new(outcome == Outcome::Win(goal), text)]
    }

    fn perft_turns(&self, depth: u32) -> Option<u128> {
        phutball::perft::turns(self, depth, Distinct::Paths).map(u128::from)
    }
}

/// What can be typed on a board, for examples that lie on it.
struct Examples {
    /// A point above the ball at the start.
    man: Point,
    /// A turn of two jumps, or of one where the board is narrow or low.
    turn: String,
    /// The same as on Wikipedia, if that has names for the points.
    capitals: Option<String>,
}

impl Examples {
    fn on(size: Size) -> Examples {
        let ball = size.center();
        let (column, row) = (ball.column(), ball.row());
        let touched = [
            ball,
            Point::new(column, row + 2),
            Point::new(column + 2, row + 4),
        ];
        let touched: Vec<Point> = touched
            .into_iter()
            .filter(|point| size.contains(*point))
            .collect();
        let names: Vec<String> = touched.iter().map(Point::to_string).collect();
        let capitals = touched
            .iter()
            .map(|point| wikipedia::write_turn(&Turn::Place(*point)).ok());
        Examples {
            man: Point::new(column, row + 1),
            turn: names.join("-"),
            capitals: capitals
                .collect::<Option<Vec<_>>>()
                .map(|names| names.join("-")),
        }
    }
}

/// The engine of the crate, which is told what was on the board before.
#[derive(Debug)]
struct Philosopher(phutball::engine::Philosopher);

impl Engine<Position> for Philosopher {
    fn choose(&mut self, record: &Record<Position>, budget: &Budget) -> Result<Choice<Move>> {
        let mut seen: Vec<Position> = record.positions().collect();
        seen.pop();
        let position = record.position();
        let report = self.0.search(position, &seen, budget, &mut |_| ());
        let mover = position.turn().unwrap_or(Player::FIRST);
        Choice::of_search(&report, report.value_for(mover))
    }
}

/// An engine of the library, in the program's words.
struct Adapted<E>(E);

impl<E: common::Engine<Position>> Engine<Position> for Adapted<E> {
    fn choose(&mut self, record: &Record<Position>, budget: &Budget) -> Result<Choice<Move>> {
        let report = self.0.choose(record, budget, &mut |_| ())?;
        Ok(Choice {
            m: *report.best().context("an engine has a move")?,
            info: format!("depth {}", report.depth),
            proved: None,
        })
    }
}

/// Returns whether a text looks like games in a notation.
fn is(text: &str, format: Notation) -> bool {
    phutball::notation::guess(text) == Some(Kind::Game(format))
}

/// Reads games as turns from the usual start, a line that begins with [`records::Heading::START`] before each but the
/// first, where there are several.
fn read_turns(text: &str, notation: Notation, rules: Option<&str>) -> Games<Position> {
    let rules = named_rules(rules)?.unwrap_or(usual_rules(notation));
    let mut games = Vec::new();
    let (mut line, mut begins, mut start) = (1, 1, 0);
    let mut end = 0;
    for part in text.split_inclusive('\n') {
        let heads = part.starts_with(records::Heading::START);
        if heads && !text[start..end].trim().is_empty() {
            games.push((begins, &text[start..end]));
            (begins, start) = (line, end);
        }
        end += part.len();
        line += 1;
    }
    games.push((begins, &text[start..]));
    let games = games.into_iter();
    games
        .map(|(line, text)| read_turns_of_game(line, text, notation, rules))
        .collect()
}

/// Returns the rules of the option `--rules`.
fn named_rules(name: Option<&str>) -> Result<Option<RuleSet>, Fault<Position>> {
    let rules = name.map(str::parse).transpose();
    rules.map_err(|error: ParseRulesError| Fault::of(format!("--rules: {error}")))
}

/// Returns the rules of games in a notation that does not say them: AbstractPlay has one set, and the others leave it
/// open.
fn usual_rules(notation: Notation) -> RuleSet {
    match notation {
        Notation::AbstractPlay => RuleSet::FullBoardCorner,
        _ => RuleSet::default(),
    }
}

/// Reads the game that begins in a line.
fn read_turns_of_game(
    line: usize,
    text: &str,
    notation: Notation,
    rules: RuleSet,
) -> Result<Played<Position>, Fault<Position>> {
    let spell = match notation {
        Notation::Wikipedia => spell_wikipedia,
        Notation::Compass => spell_compass,
        _ => spell_turn,
    };
    let fault = |error| match error {
        ReadGameError::Turn(mut turn) => {
            turn.line += line - 1;
            Fault::in_move(turn.to_string(), turn.before.position(), &turn.text, spell)
        }
        ReadGameError::Compass(mut turn) => {
            turn.line += line - 1;
            Fault::in_move(turn.to_string(), turn.before.position(), &turn.text, spell)
        }
        error => Fault::of(error.to_string()),
    };
    let start = Position::new(Size::STANDARD, rules);
    let record = notation.read(text, &start).map_err(fault)?;
    Ok(Played::new(record, line))
}

/// Writes turns from the start of the usual game. The rules do not show in them; so a game under other rules is written
/// if it is the same game under those that the notation is read by.
fn write_turns(record: &Record<Position>, notation: Notation) -> Result<String> {
    let setup = record.setup();
    ensure!(
        *setup == Position::new(Size::STANDARD, setup.rules()),
        "expected a game from the usual start, found one from `{setup}`; sgf and text write the start, too"
    );
    let written = notation.write(record)?;
    let rules = usual_rules(notation);
    let usual = notation.read(&written, &Position::new(Size::STANDARD, rules));
    ensure!(
        usual.is_ok_and(|usual| usual.position().outcome() == record.position().outcome()),
        "expected a game that is the same under {rules}, the usual rules of `{notation}`, found one by the rules {} that is not; sgf and text write the rules, too",
        setup.rules()
    );
    Ok(written)
}

/// Reads the games of a file in the Smart Game Format.
fn read_sgf(text: &str) -> Games<Position> {
    let (mut counted, mut before) = (0, 0);
    let games = sgf::games(text).map(|(start, game)| {
        before += text[counted..start].matches('\n').count();
        counted = start;
        let line = text[..start].rfind('\n').map_or(0, |end| end + 1);
        read_sgf_game(game, start - line, before)
    });
    let games = games.collect::<Games<Position>>()?;
    if games.is_empty() {
        // The reader says what is missing.
        return read_sgf_game(text, 0, 0).map(|game| vec![game]);
    }
    Ok(games)
}

/// Reads a game that begins at a byte of its line, after so many lines.
fn read_sgf_game(
    text: &str,
    start: usize,
    lines: usize,
) -> Result<Played<Position>, Fault<Position>> {
    let fault = |error: ReadSgfError| match error {
        ReadSgfError::Turn(mut turn) => {
            turn.line += lines;
            Fault::in_move(
                turn.to_string(),
                turn.before.position(),
                &turn.text,
                spell_turn,
            )
        }
        ReadSgfError::Text(mut unexpected) => {
            let before = &text[..unexpected.at];
            let line = 1 + lines + before.matches('\n').count();
            // The byte is counted in the line, as everywhere that a line is told.
            unexpected.at = match before.rfind('\n') {
                Some(end) => unexpected.at - (end + 1),
                None => unexpected.at + start,
            };
            Fault::of(format!("line {line}, {unexpected}"))
        }
        mut error @ (ReadSgfError::WrongPlayer { .. } | ReadSgfError::Place { .. }) => {
            if let ReadSgfError::WrongPlayer { line, .. } | ReadSgfError::Place { line, .. } =
                &mut error
            {
                *line += lines;
            }
            Fault::of(error.to_string())
        }
        error => Fault::of(format!("line {}, {error}", 1 + lines)),
    };
    let stated = sgf::result(text).map_err(fault)?;
    let record = sgf::read(text).map_err(fault)?;
    let said = sgf::said(text).map_err(fault)?;
    // What cannot be written is refused when it is to be.
    let written = sgf::write_with(&record, &said).ok();
    Ok(Played {
        stated,
        kept: written.map(|written| ("sgf", written)),
        ..Played::new(record, 1 + lines)
    })
}

/// Writes a game with the result that was stated.
fn write_sgf(game: &Played<Position>) -> Result<String> {
    let result = game.stated.map(|stated| match stated {
        Outcome::Win(Player::FIRST) => "B+",
        Outcome::Win(_) => "W+",
        Outcome::Draw | Outcome::Shared(_) => "0",
    });
    let mut said = sgf::Said::default();
    said.result = result.map(String::from);
    Ok(sgf::write_with(&game.record, &said)?)
}

/// Returns the turn that a move begins: a man, or a chain of one jump.
fn turn_of(position: &Position, m: Move) -> Option<Turn> {
    match m {
        Move::Place(point) => Some(Turn::Place(point)),
        Move::Jump(_) => {
            let landed = position.child(&m).ok()?.ball();
            Some(Turn::Jumps(Chain::new([position.ball(), landed]).ok()??))
        }
        Move::Stop => None,
    }
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as every `Speller`")]
fn spell_turn(position: &Position, m: &Move) -> String {
    turn_of(position, *m).map_or_else(|| m.to_string(), |turn| turn.to_string())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as every `Speller`")]
fn spell_wikipedia(position: &Position, m: &Move) -> String {
    let written = turn_of(position, *m).and_then(|turn| wikipedia::write_turn(&turn).ok());
    written.unwrap_or_else(|| m.to_string())
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "as every `Speller`")]
fn spell_compass(position: &Position, m: &Move) -> String {
    let written = turn_of(position, *m).and_then(|turn| compass::write_turn(&turn).ok());
    written.unwrap_or_else(|| m.to_string())
}
