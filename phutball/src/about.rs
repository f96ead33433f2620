//! The description of the game for programs, web pages and protocols: the implementation of [`Describe`].

mod formats;

use common::any::{AnyGame, AnyRecord, GameObject};
use common::budget::{Clock, Meter};
use common::describe::{About, BoardKind, Fact, Opponents, Refused, SetupOptions};
use common::engine::Engine;
use common::fields::Fields;
use common::format::{Format, Notations};
use common::grid::{ColumnName, Direction};
use common::values::{Effort, SolveResult, Threads, Values};
use common::{
    Budget, Describe, Game, Level, Outcome, Player, Progress, Record, Symmetric, Unfinished,
    Verdict, VerifiedVerdict,
};

use crate::baseline::Baseline;
use crate::engine::Philosopher;
use crate::moves::Move;
use crate::notation::GameFormat;
use crate::notation::by_hand::{self, Examples};
use crate::point::{Point, Size};
use crate::position::{FIELD, Position};
use crate::rules::Rules;
use crate::solve::{Solver, Tablebase, short};
use crate::turn::Distinct;
use crate::turn_perft::turns_within;

/// Phutball as a trait object, which programs can select at run time; see [`any`](common::any).
pub static GAME: &dyn AnyGame = &OBJECT;

/// Only this crate knows the type, so that what the object can do is compiled once.
static OBJECT: GameObject<Position> = {
    let game = GameObject::new()
        .notations()
        .opponents()
        .values(|| Box::new(Exact))
        .extras(&[&WholeTurns, &SizeNotes])
        .encoding()
        .episodes()
        .planes();
    #[cfg(feature = "draw")]
    let game = game.pictures(picture::pictures());
    game
};

impl Describe for Position {
    const ABOUT: About = About {
        title: "Phutball",
        brief: "Philosopher's Football: place a man or jump with the ball",
        summary: "\
In a turn, either place a man on a free point, or jump with the ball. The ball jumps in one of eight directions over the
men next to it, to the first free point behind them. These men are removed at once, and the turn may continue with more
jumps. The first player wins if a turn ends with the ball on one of the two highest rows, and the second player wins if
it ends on one of the two lowest rows, no matter who moved the ball. No player has to jump, or to go on jumping.",
        theory: "\
Why the game is hard: one turn can have very many jumps, so even deciding whether the player to move can win in this \
turn is NP-complete (Demaine, Demaine and Eppstein, 2002). Men belong to neither player, so the opponent can use a \
good formation against you.",
        rule_sets: &common::rule_sets!(Rules),
        setups: &[
            (
                "15x21",
                "an empty board of 15 columns and 21 rows, including both end rows",
            ),
            (
                "15x21+2",
                "a handicap: two more rows before the first player's goal, like `15x21 --handicap 2`",
            ),
            ("9x11 --rules immediate", "a smaller board under a rule set"),
        ],
        puzzle: Ok("5x5"),
        tour: Some("5x5"),
        solved: Some("3x7"),
        verified: Some("3x7"),
        opponents: &["baseline:DEPTH"],
        estimates: Some(("rows", 3)),
        views: &[(FIELD, "the board without the end rows")],
        board: BoardKind::Points,
        ..About::new("phutball").setup("15x21")
    };

    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Position, Refused> {
        options.allow(Self::ABOUT.name, &["rules", "handicap"])?;
        let text = text.unwrap_or("15x21");
        if text.contains(['/', '@']) {
            let given = [
                ("rules", options.rules.is_some()),
                ("handicap", options.handicap.is_some()),
            ];
            if let Some((option, _)) = given.into_iter().find(|(_, is_given)| *is_given) {
                return Err(Refused::new(format!(
                    "leave out {}: a position text already specifies its rules",
                    options.spelled(option)
                )));
            }
            return text.parse().map_err(Refused::because);
        }
        let rules = options.rules.as_deref().map(str::parse::<Rules>);
        let rules = rules.transpose().map_err(Refused::because)?;
        if options.handicap.is_some() && text.contains([':', '+']) {
            return Err(Refused::new(format!(
                "leave out {}, and write the handicap in the setup, such as `15x21+2`, found `{text}`",
                options.spelled("handicap")
            )));
        }
        if text.contains(':') {
            let position: Position = text.parse().map_err(Refused::because)?;
            return match rules {
                Some(rules) if rules != position.rules() => Err(Refused::new(format!(
                    "`{text}` already specifies its rules, but {} asks for {rules}; leave out one of them",
                    options.spelled("rules")
                ))),
                _ => Ok(position),
            };
        }
        let board = text.split('+').next().unwrap_or(text);
        board.parse::<Size>().map_err(|error| {
            Refused::because(error).context(format!(
                "the setup must be a board such as `15x21` or a position text, found `{text}`"
            ))
        })?;
        let setup = match options.handicap {
            Some(rows) => format!("{text}+{rows}"),
            None => text.to_owned(),
        };
        let start: Position = setup.parse().map_err(Refused::because)?;
        let rules = rules.unwrap_or_default();
        Ok(Position { rules, ..start })
    }

    fn rule_set(&self) -> Option<String> {
        Some(self.rules().to_string())
    }

    fn is_midway(&self) -> bool {
        self.is_jumping()
    }

    fn board(&self) -> String {
        self.table(0)
    }

    fn view(&self, name: &str) -> Option<String> {
        let is_ball_on_end = [0, self.size().top()].contains(&self.ball().row);
        (name == FIELD).then(|| self.table(u8::from(!is_ball_on_end)))
    }

    fn view_move(&self, name: &str, m: &Move) -> Option<(String, String)> {
        (name == FIELD).then(|| (m.to_string(), self.say_move(m)))
    }

    #[cfg(feature = "draw")]
    fn board_of(record: &Record<Position>) -> String {
        let window = picture::Window::new(picture::Charset::Ascii);
        let text = crate::render::print(record, "", &window).to_string();
        text.trim_end().to_owned()
    }

    #[cfg(feature = "draw")]
    fn view_of(record: &Record<Position>, name: &str) -> Option<String> {
        record.position().view(name)?;
        let window = picture::Window::new(picture::Charset::Ascii);
        let text = crate::render::print(record, name, &window).to_string();
        Some(text.trim_end().to_owned())
    }

    fn remarks(&self) -> String {
        let rules = self.rules();
        let rules = if rules.is_default() {
            String::new()
        } else {
            format!("Rules {rules}: {}\n", rules.about().about)
        };
        let (columns, top) = (self.size().columns(), self.size().top());
        // Some sources name boards by the rows for men, while this crate counts both end rows.
        let size = if (columns, top) == (15, 18) {
            "15x19 counts both end rows, so this board has 17 rows for men. The standard board, on which men stand\n\
             on 15x19 points, is 15x21.\n"
        } else {
            ""
        };
        format!(
            "{size}{rules}`@` or `◎` is the ball, `o` or `●` a man. first plays upwards (rows {} and {top}), second\n\
             downwards (rows 1 and 0).",
            top - 1
        )
    }

    fn move_help(&self) -> String {
        let Examples {
            man,
            turn,
            capitals,
        } = Examples::on(self.size());
        let place = format!(
            "a man in column {}, row {}",
            ColumnName(man.column as u8),
            man.row
        );
        let man = man.to_string();
        let capitals = capitals.map(|turn| {
            format!(
                "\n{turn:<13} a turn in capitals as on Wikipedia, where the letter I is skipped"
            )
        });
        format!(
            "\
{man:<13} {place}
N             a jump with the ball: N (up), NE, E, SE, S (down), SW, W or NW; several jumps
              of the same turn can be typed on one line, such as N NE
stop          end the turn after a jump, although the ball could jump again
{turn:<13} a whole turn, given by the points that the ball touches{}
compass E SE  a turn as Ehrenborg's programs write it, with the board turned on its side",
            capitals.unwrap_or_default()
        )
    }

    fn read_moves(&self, text: &str) -> Result<Vec<Move>, Refused> {
        if let Some(turn) = text.strip_prefix("compass ") {
            let turn = GameFormat::Compass.read_turn(self, turn.trim())?;
            return self.moves_of(&turn).map_err(Refused::because);
        }
        by_hand::read_moves(self, text)
    }

    fn say_move(&self, m: &Move) -> String {
        match m {
            Move::Place(point) => format!("Place a man on {point}"),
            Move::Stop => "Stop jumping and end the turn".to_owned(),
            Move::Jump(direction) => {
                let way = way(*direction);
                match self.leap(*direction) {
                    Ok(leap) => {
                        let men = if leap.men == 1 { "man" } else { "men" };
                        format!("Jump {way} over {} {men} to {}", leap.men, leap.landing)
                    }
                    Err(_) => format!("Jump {way}"),
                }
            }
        }
    }

    /// Returns the ball, the men, and the rows of the board from row 0 up, with `*` for the ball, `o` for a man, and an
    /// empty text for each free point.
    fn fields(&self) -> Fields {
        let men: Vec<String> = self.men().map(|man| man.to_string()).collect();
        let mut rows = vec![vec![""; self.size().columns()]; self.size().rows()];
        let mut mark = |point: Point, mark| rows[point.row as usize][point.column as usize] = mark;
        self.men().for_each(|man| mark(man, "o"));
        mark(self.ball(), "*");
        vec![
            ("ball", self.ball().to_string().into()),
            ("men", men.into()),
            ("jumping", self.is_jumping().into()),
            ("board", rows.into()),
        ]
    }

    /// Returns the kind of the move, and the point of a new man or the direction of a jump; with a position, also where
    /// a jump begins and lands, and the men that it removes. The row and the column, counted from 0, are those of the
    /// man or of the landing.
    fn move_fields(m: &Move, before: Option<&Position>) -> Fields {
        let place = |point: Point| {
            let column = usize::try_from(point.column).ok();
            [
                ("row", usize::from(point.row).into()),
                ("column", column.into()),
            ]
        };
        match m {
            Move::Place(point) => {
                let named = [
                    ("kind", "place".into()),
                    ("point", point.to_string().into()),
                ];
                named.into_iter().chain(place(*point)).collect()
            }
            Move::Jump(direction) => {
                let mut fields: Fields = vec![
                    ("kind", "jump".into()),
                    ("direction", direction.to_string().into()),
                ];
                if let Some((before, after)) =
                    before.and_then(|before| Some((before, before.child(m).ok()?)))
                {
                    let removed = before.men().filter(|man| !after.is_man(*man));
                    let removed: Vec<String> = removed.map(|man| man.to_string()).collect();
                    fields.extend([
                        ("from", before.ball().to_string().into()),
                        ("landing", after.ball().to_string().into()),
                        ("removed", removed.into()),
                    ]);
                    fields.extend(place(after.ball()));
                }
                fields
            }
            Move::Stop => vec![("kind", "stop".into())],
        }
    }

    /// Two positions are in the same class if a symmetry of the board maps one to the other.
    fn class(&self) -> String {
        self.canonical().to_string()
    }

    fn facts(record: &Record<Position>) -> Vec<Fact> {
        let end = record.position();
        let Some(outcome) = end.outcome() else {
            return Vec::new();
        };
        let (ball, top) = (end.ball(), end.size().top());
        let goal = match ball.row {
            0 | 1 => Player::SECOND,
            row if row + 1 >= top => Player::FIRST,
            _ => {
                let text = format!("the ball ends in a goal, not at {ball}");
                return vec![Fact::new(false, text)];
            }
        };
        let text = format!("the goal decides: on {ball} {goal} wins");
        vec![Fact::new(outcome == Outcome::Win(goal), text)]
    }
}

impl Notations for Position {
    fn formats() -> Vec<Format<Position>> {
        formats::all()
    }
}

impl Opponents for Position {
    /// Returns the crate's own engine.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Position>> {
        Box::new(Philosopher::new(level, seed))
    }

    /// The work of a node grows with the board. With these numbers, each level wins 64 to 69 of 100 games against the
    /// one below on a board of 9x11 (`match phutball 9x11`).
    fn budget(&self, level: Level) -> Budget {
        let nodes = [200, 1_000, 3_000, 6_000, 200_000][usize::from(level.number() - 1)];
        let points = self.size.playing_points() as u64;
        level.budget().nodes(nodes * 100 / points.max(100))
    }

    /// Returns the baseline to measure the crate's own engine against.
    fn engine_named(name: &str, seed: u64) -> Option<(Box<dyn Engine<Position>>, Budget)> {
        let depth = match name.split_once(':') {
            None | Some((_, "")) if name.trim_end_matches(':') == "baseline" => 3,
            Some(("baseline", depth)) => depth.parse().ok().filter(|depth| *depth > 0)?,
            _ => return None,
        };
        Some((Box::new(Baseline::new(depth, seed)), Budget::new()))
    }
}

/// The solver behind Phutball's [trait object](common::any), which finds exact values of small boards.
#[derive(Clone, Copy, Debug, Default)]
pub struct Exact;

impl Values<Position> for Exact {
    /// Solves the whole board. The verdict lists all moves that keep the outcome, except for a quick win on a large
    /// board, which is proved without a table, since that may be too large for the budget.
    fn solve(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<Verdict<Move>> {
        let is_small = Tablebase::bytes(position.size()).is_some_and(|bytes| bytes <= SMALL);
        let is_small = is_small || effort.store.is_some();
        let most = Budget::new().nodes(SHORT).within(&effort.budget);
        let quick = Some(position).filter(|_| !is_small);
        let mut quick = quick.and_then(|position| short(position, &most));
        if let Some(verdict) = quick.take_if(|_| !effort.every_move) {
            return Ok(verdict);
        }
        match (Solver::within(effort.lend()).solve(position), quick) {
            (Err(_), Some(mut verdict)) => {
                // Other moves may win as well.
                verdict.moves = None;
                Ok(verdict)
            }
            (solved, _) => Ok(solved?),
        }
    }

    /// Checks every value of the board against the values after each turn.
    fn verify(
        &mut self,
        position: &Position,
        effort: &mut Effort<'_>,
    ) -> SolveResult<VerifiedVerdict<Move>> {
        let clock = Clock::start();
        let mut solver = Solver::within(effort.lend());
        let verdict = solver.solve(position)?;
        let Some(table) = solver.into_table() else {
            let by = "the position itself, in which the game is over".to_owned();
            return Ok(VerifiedVerdict { verdict, by });
        };
        let of = Tablebase::bytes(position.size()).unwrap_or(0);
        let left = effort.budget.less(verdict.cost.nodes, clock.elapsed());
        let checked = table.check(effort.threads, &left, &mut |done| {
            let mut progress = Progress::new(done, clock.elapsed());
            progress.share = Some((done, of));
            "check".clone_into(&mut progress.note);
            (effort.progress)(&progress);
        });
        checked?;
        let counts = table.counts();
        let all = counts.won + counts.lost + counts.drawn;
        let by = format!(
            "the values of all {all} positions of the board, which follow from those one turn on"
        );
        Ok(VerifiedVerdict { verdict, by })
    }

    fn threads(&self, _: &Position) -> Threads {
        Threads::Any
    }

    #[cfg(feature = "store")]
    fn store_kind(&self, _: &Position) -> Option<&'static str> {
        Some(Solver::KIND)
    }

    #[cfg(feature = "store")]
    fn audit(
        &mut self,
        store: &common::store::Store,
        mark: &mut common::audit::Checkpoint,
        effort: &mut Effort<'_>,
    ) -> SolveResult<common::audit::Audit> {
        let audited = crate::solve::audit(store, &effort.budget, mark, &mut effort.progress);
        Ok(audited?)
    }
}

/// The number of bytes of a table that is computed in a moment.
const SMALL: u64 = 1 << 20;

/// The number of positions that a search for a quick win examines.
const SHORT: u64 = 30_000;

/// Counts sequences of whole turns, each of which can consist of several moves; an extra of [`GAME`].
#[derive(Clone, Copy, Debug)]
pub struct WholeTurns;

impl WholeTurns {
    /// Counts the sequences of `depth` whole turns from the last position of a record; `None` if there are 2¹²⁸ or
    /// more, or if the record is of another game.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` runs out first.
    pub fn perft(
        &self,
        record: &dyn AnyRecord,
        depth: u32,
        meter: &mut Meter<'_>,
    ) -> Result<Option<u128>, Unfinished> {
        let Some(record) = record.typed::<Position>() else {
            return Ok(None);
        };
        let turns = turns_within(record.position(), depth, Distinct::Paths, meter)?;
        Ok(turns.map(u128::from))
    }
}

/// Remarks on setups that are easily mistaken for others; an extra of [`GAME`].
#[derive(Clone, Copy, Debug)]
pub struct SizeNotes;

impl SizeNotes {
    /// Returns the remark on a setup; `None` if it is hardly mistaken for another.
    pub fn on(&self, setup: &str) -> Option<&'static str> {
        (setup == "15x19").then_some(
            "15x19 counts both end rows, which leaves 17 rows for men; the standard board is 15x21",
        )
    }
}

/// Returns a direction in words, on a board where the first player plays upwards.
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
