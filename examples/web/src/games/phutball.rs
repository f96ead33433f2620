//! Phutball: men and a ball on points, and the library's engine.

use common::grid::ColumnName;
use common::search::Budget;
use common::{Game, Player, Record};
use phutball::engine::{Philosopher, Strength};
use phutball::notation::game::Format as Notation;
use phutball::notation::sgf;
use phutball::{Direction, Move, Point, Position, Rules, Size};
use picture::geometry::Point as Place;

use crate::board::{Board, Field, Ghost, Leap};
use crate::formats::{self, Format};
use crate::playable::{Analysis, Judged, Playable, Wish, capital};

/// How much memory the engine's table takes, in bytes.
const TABLE: u64 = 8 << 20;

impl Playable for Position {
    const NAME: &'static str = "phutball";

    type Picture = ();

    fn setup(wish: &Wish) -> Result<Position, String> {
        let size = wish.size.trim();
        let size: Size = size.parse().map_err(|error| format!("{error}"))?;
        let rules = match wish.rules.as_str() {
            "" => Rules::default(),
            name => name.parse().map_err(|error| format!("{error}"))?,
        };
        Ok(Position::new(size, rules))
    }

    fn picture(&self) -> Result<(), String> {
        Ok(())
    }

    fn draw((): &mut (), _: &Move, _: &[Place]) -> Result<(), String> {
        Ok(())
    }

    fn board(record: &Record<Position>, (): &()) -> Board {
        let position = record.position();
        let size = position.size();
        let pair = |point: Point| (point.column(), point.row());
        let last = match record.moves().last() {
            Some(Move::Place(point)) => Some(pair(*point)),
            _ => None,
        };
        let jumps = position.jumps().map(|direction| {
            let m = Move::Jump(direction);
            Leap {
                text: m.to_string(),
                to: pair(landing(position, direction)),
                words: position.words(&m),
            }
        });
        Board::Field(Field {
            columns: size.columns(),
            names: (0..size.columns())
                .map(|column| ColumnName(column as u8).to_string())
                .collect(),
            rows: size.rows(),
            men: position.men().map(pair).collect(),
            ball: pair(position.ball()),
            chain: chain(record).into_iter().map(pair).collect(),
            last,
            jumps: jumps.collect(),
            jumping: position.is_jumping(),
            stop: position.check(&Move::Stop).is_ok(),
        })
    }

    fn ghost(&self, (): &(), m: &Move) -> Ghost {
        let pair = |point: Point| (point.column(), point.row());
        match m {
            Move::Place(point) => Ghost::Man { at: pair(*point) },
            Move::Jump(direction) => Ghost::Jump {
                chain: vec![pair(self.ball()), pair(landing(self, *direction))],
            },
            Move::Stop => Ghost::Nothing {},
        }
    }

    fn about(&self) -> String {
        let rules = self.rules();
        let end = if rules.ends_on_landing() {
            "Whose rows the ball lands on has won at once"
        } else if rules.may_return() {
            "Where the ball is when the jumping ends decides: a chain of jumps may leave over the end rows and come back"
        } else {
            "Where the ball is when the jumping ends decides; on an end row it stays"
        };
        let corner = if rules.has_corner_exit() {
            ", and a diagonal jump may leave by a corner"
        } else {
            ""
        };
        let own = if rules == Rules::NoOwnGoal {
            " Nobody may put the ball into their own goal."
        } else {
            ""
        };
        format!(
            "Click an empty point to place a man, who belongs to nobody. Or click the ball and then a ringed point to jump \
             over a row of men, who leave the board; you may jump on or stop. The first player wants the ball on the two rows \
             at the top, the second on the two at the bottom. {end}{corner}.{own}"
        )
    }

    fn task(&self) -> &'static str {
        if self.is_jumping() {
            "jump on, or stop here"
        } else {
            "place a man on a point, or jump with the ball"
        }
    }

    fn words(&self, m: &Move) -> String {
        match m {
            Move::Place(point) => format!("Place a man on {point}"),
            Move::Stop => "Stop jumping and end the turn".to_owned(),
            Move::Jump(direction) => {
                let (from, to) = (self.ball(), landing(self, *direction));
                let columns = (from.column() - to.column()).unsigned_abs();
                let over = columns.max(from.row().abs_diff(to.row())).saturating_sub(1);
                let men = if over == 1 { "man" } else { "men" };
                format!("Jump {} over {over} {men} to {to}", way(*direction))
            }
        }
    }

    fn touches(&self, m: &Move) -> Vec<String> {
        match m {
            Move::Place(point) => vec![point.to_string()],
            Move::Jump(direction) => vec![landing(self, *direction).to_string()],
            Move::Stop => vec![self.ball().to_string()],
        }
    }

    fn formats() -> Vec<Format<Position>> {
        vec![
            formats::plain(),
            Format {
                name: "sgf",
                about: "SGF with GM[14]",
                looks_like: |text| is(text, Notation::Sgf),
                read: |text| sgf::read(text).map_err(|error| error.to_string()),
                write: Some(|record, _| sgf::write(record).map_err(|error| error.to_string())),
            },
            Format {
                name: "abstractplay",
                about: "turns as AbstractPlay writes them",
                looks_like: |text| is(text, Notation::AbstractPlay),
                read: |text| read_turns(text, Notation::AbstractPlay),
                write: Some(|record, _| write_turns(record, Notation::AbstractPlay)),
            },
            Format {
                name: "wikipedia",
                about: "turns as Winning Ways writes them",
                looks_like: |text| is(text, Notation::Wikipedia),
                read: |text| read_turns(text, Notation::Wikipedia),
                write: Some(|record, _| write_turns(record, Notation::Wikipedia)),
            },
            Format {
                name: "compass",
                about: "turns as points and compass lists",
                looks_like: |text| is(text, Notation::Compass),
                read: |text| read_turns(text, Notation::Compass),
                write: Some(|record, _| write_turns(record, Notation::Compass)),
            },
        ]
    }

    fn choose(record: &Record<Position>, level: u8, seed: u64) -> Option<Move> {
        let budget = Budget::new().nodes(400_000).memory(TABLE);
        let strength = Strength::new(level.clamp(1, 5))?;
        let mut engine = Philosopher::new(strength, seed);
        let mut seen: Vec<Position> = record.positions().collect();
        seen.pop();
        let report = engine.search(record.position(), &seen, &budget, &mut |_| ());
        report.best().copied()
    }

    fn analyse(record: &Record<Position>, tell: &mut dyn FnMut(&str)) -> Analysis {
        let position = record.position();
        if let Some(outcome) = position.outcome() {
            return Analysis::over(outcome);
        }
        let mut seen: Vec<Position> = record.positions().collect();
        seen.pop();
        let mut engine = Philosopher::new(Strength::STRONGEST, 1);
        let budget = Budget::new().nodes(4_000_000).memory(TABLE);
        let report = engine.search(position, &seen, &budget, &mut |report| {
            tell(&format!(
                "{} turns ahead, {} positions: {}",
                report.depth,
                report.nodes,
                words_of(&report.line)
            ));
        });
        let mover = capital(position.turn().unwrap_or(Player::FIRST));
        let value = match report.value.map_or(0, |value| value.hundredths) {
            29_500.. => format!("{mover} wins: a forced win was seen."),
            ..=-29_500 => format!("{mover} loses: a forced loss was seen."),
            value => format!(
                "{mover} is {:.1} rows {}. An opinion, not a proof.",
                value.abs() as f64 / 100.0,
                if value >= 0 { "ahead" } else { "behind" }
            ),
        };
        Analysis {
            headline: value,
            exact: report.is_proved(),
            details: vec![
                format!(
                    "Looked {} turns ahead at {} positions",
                    report.depth, report.nodes
                ),
                format!("Best line: {}", words_of(&report.line)),
            ],
            moves: report
                .best()
                .map(|m| Judged::new(position, m, "best".to_owned(), true))
                .into_iter()
                .collect(),
            ..Analysis::default()
        }
    }
}

/// Where the ball has been in the chain of jumps at the end of a record.
fn chain(record: &Record<Position>) -> Vec<Point> {
    let moves = record.moves().iter().rev();
    let mut moves = moves.skip_while(|m| **m == Move::Stop).peekable();
    let stops = record.moves().len() - moves.clone().count();
    let jumps = core::iter::from_fn(|| moves.next_if(|m| matches!(m, Move::Jump(_)))).count();
    let end = record.moves().len() - stops;
    if jumps == 0 || stops > 1 {
        return Vec::new();
    }
    let places = record.positions().skip(end - jumps).take(jumps + 1);
    places.map(|position| position.ball()).collect()
}

/// Where a legal jump leads.
fn landing(position: &Position, direction: Direction) -> Point {
    let after = position.child(&Move::Jump(direction));
    after.map_or(position.ball(), |after| after.ball())
}

/// A direction in words, as seen on the page, where the first player plays upwards.
fn way(direction: Direction) -> &'static str {
    match direction {
        Direction::N => "up",
        Direction::NE => "up and right",
        Direction::E => "right",
        Direction::SE => "down and right",
        Direction::S => "down",
        Direction::SW => "down and left",
        Direction::W => "left",
        Direction::NW => "up and left",
    }
}

fn words_of(line: &[Move]) -> String {
    let words: Vec<String> = line.iter().map(Move::to_string).collect();
    words.join(" ")
}

/// Returns whether a text looks like a game in a notation.
fn is(text: &str, notation: Notation) -> bool {
    phutball::notation::guess(text) == Some(phutball::notation::Notation::Game(notation))
}

fn read_turns(text: &str, notation: Notation) -> Result<Record<Position>, String> {
    let read = notation.read(text, &Position::default());
    read.map_err(|error| error.to_string())
}

fn write_turns(record: &Record<Position>, notation: Notation) -> Result<String, String> {
    notation.write(record).map_err(|error| error.to_string())
}
