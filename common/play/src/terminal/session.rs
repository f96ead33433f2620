//! Games at a table, one after another: reads what is typed, executes it, and shows the board.

mod advice;
mod games;
mod show;
mod turns;

use std::collections::BTreeSet;
use std::io::Write;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Instant;

use anstyle::{AnsiColor, Style};
use common::describe::Refused;
use common::engine::Engine;
use common::format::Early;
use common::{Describe, Outcome, Player};

use super::command::{self, Command};
use super::lines::{Lines, Typed, completions};
use super::opinion::{Adviser, Opinion};
use super::{Left, Table, TableError};
use crate::clock::{GameClock, OutOfTime};

/// The number of moves after which a game is stopped.
const MOST_MOVES: usize = 10_000;

/// What can be done after a game.
const OVER: &str = "The game is over: `review`, `undo`, `rematch`, `new`, `save FILE` or `quit`.";

/// How the main things look where colours are shown.
const STRONG: Style = Style::new().bold();
const FAINT: Style = Style::new().dimmed();
const REFUSED: Style = AnsiColor::Red.on_default();
const RESULT: Style = AnsiColor::Green.on_default().bold();

/// The games of one table.
pub(super) struct Session<'a, G: Describe> {
    table: Table<G>,
    machine: Box<dyn Engine<G>>,
    adviser: Adviser,
    clock: Option<GameClock>,
    /// What the clocks showed after each number of moves, for `undo`.
    clocks: Vec<GameClock>,
    /// When the player to move began to think.
    begun: Instant,
    /// Why the game is over before its rules end it.
    end: Option<End>,
    /// Whether the last game of the shelf is this one.
    is_kept: bool,
    /// Whether the result has been printed.
    is_told: bool,
    /// The moves that were taken back, in the groups that `redo` plays again.
    undone: Vec<Vec<G::Move>>,
    /// The moves that the last list showed, to be picked by number.
    listed: Vec<G::Move>,
    /// What the adviser said last, while the position is the same.
    opinion: Option<Opinion<G::Move>>,
    /// The files that this game was written to; they may be written again.
    saved: BTreeSet<PathBuf>,
    /// What is printed with the next board.
    notes: Vec<String>,
    /// What was typed at the end of a page in place of Enter.
    ahead: Option<Typed>,
    seating: Seating,
    /// Whether somebody has left by Ctrl-C.
    is_interrupted: bool,
    lines: &'a mut dyn Lines,
    out: &'a mut dyn Write,
}

/// Whether the people of a game have had the same seats since its first move. A review says which moves are yours only
/// if they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seating {
    Constant,
    Changed,
}

/// Why a game is over before its rules end it.
#[derive(Clone, Copy, Debug)]
enum End {
    Resigned(Player),
    Time(OutOfTime),
    /// Why the game had ended when it was saved.
    Saved(Player, Early),
    TooLong,
}

/// Whether the session continues.
type Flow = Result<ControlFlow<()>, TableError>;

const ON: Flow = Ok(ControlFlow::Continue(()));
const OFF: Flow = Ok(ControlFlow::Break(()));

impl<'a, G: Describe> Session<'a, G> {
    pub(super) fn new(
        table: Table<G>,
        lines: &'a mut dyn Lines,
        out: &'a mut dyn Write,
    ) -> Session<'a, G> {
        let clocks = vec![table.clock.clone(); table.record.moves().len() + 1];
        Session {
            machine: G::engine(table.level, table.seed),
            adviser: Adviser::new(table.seed),
            clocks: clocks.into_iter().flatten().collect(),
            clock: table.clock.clone(),
            begun: Instant::now(),
            end: table.early.map(|(player, early)| End::Saved(player, early)),
            is_kept: table.is_resumed,
            is_told: false,
            undone: Vec::new(),
            listed: Vec::new(),
            opinion: None,
            saved: BTreeSet::new(),
            notes: Vec::new(),
            ahead: None,
            seating: Seating::Constant,
            is_interrupted: false,
            table,
            lines,
            out,
        }
    }

    pub(super) fn run(mut self) -> Result<Left<G>, TableError> {
        self.introduce()?;
        self.keep();
        self.show()?;
        let mut next = None;
        loop {
            let flow = match self.mover() {
                Some(player) if self.table.people.contains(player) => {
                    self.ask(&player.to_string(), &mut next)?
                }
                Some(player) => self.reply(player)?,
                None if !self.is_told => self.result()?,
                None => self.ask("over", &mut next)?,
            };
            if flow.is_break() {
                break;
            }
        }
        writeln!(self.out, "record: {}", self.table.record)?;
        Ok(Left {
            seats: self.seats(),
            early: self.early(),
            record: self.table.record,
            next,
            is_interrupted: self.is_interrupted,
        })
    }

    /// Returns who is to move, or `None` if the game is over.
    fn mover(&self) -> Option<Player> {
        match self.end {
            Some(_) => None,
            None => self.table.record.position().turn(),
        }
    }

    /// Forgets what was said about the position that has changed.
    fn changed(&mut self) {
        self.listed.clear();
        self.opinion = None;
        self.keep();
    }

    /// Reads a line and executes it; breaks to end the session.
    fn ask(&mut self, name: &str, next: &mut Option<String>) -> Flow {
        self.table.screen.measure();
        let record = &self.table.record;
        let games = &self.table.games;
        let words = || {
            let mut words = completions(command::usages(), record.position());
            words.extend(games.iter().map(|game| format!("new {game}")));
            words.extend((1..=5).map(|level| format!("level {level}")));
            words
        };
        let typed = match self.ahead.take() {
            Some(typed) => typed,
            None => self.lines.read(&format!("{name}> "), &words, self.out)?,
        };
        match typed {
            Typed::Text(line) => self.obey(line.trim(), next),
            Typed::TooLong => {
                self.refuse(&Refused::new(
                    "expected a move, found a line that is too long",
                ))?;
                ON
            }
            Typed::Interrupted => {
                self.is_interrupted = true;
                OFF
            }
            Typed::End => OFF,
        }
    }

    /// Executes a line of input; breaks to end the session.
    fn obey(&mut self, line: &str, next: &mut Option<String>) -> Flow {
        match Command::read(line) {
            // The board may have scrolled away.
            Command::Nothing if self.is_still() => self.show()?,
            Command::Nothing => (),
            Command::Quit => return OFF,
            Command::Help(about) => self.help(about)?,
            Command::Rules => self.rules()?,
            Command::Board => self.show()?,
            Command::Moves(prefix) => self.list(prefix)?,
            Command::Hint => self.hint()?,
            Command::Eval => self.eval()?,
            Command::Best(number) => self.best(number)?,
            Command::Why => self.why()?,
            Command::Undo(number) => self.undo(number)?,
            Command::Redo(number) => self.redo(number)?,
            Command::Misused(usage, about) => {
                self.tell(&format!("expected `{usage}` ({about}), found `{line}`"))?;
            }
            Command::Resign => self.resign()?,
            Command::Review => self.review()?,
            Command::New(text) => return self.new_game(text, next),
            Command::Rematch => self.rematch()?,
            Command::Flip => self.flip()?,
            Command::Level(text) => self.level(text)?,
            Command::Record => writeln!(self.out, "{}", self.table.record)?,
            Command::Save { path, replaces } => self.save(path, replaces)?,
            Command::Move(text) if self.mover().is_some() => self.make(text)?,
            Command::Move(_) => self.tell(OVER)?,
        }
        ON
    }

    /// Says how a game has ended before its rules end it.
    fn ending(end: End) -> String {
        match end {
            End::Resigned(player) => format!("{} wins: {player} resigned", player.opponent()),
            End::Time(error) => error.to_string(),
            End::Saved(player, early) => format!("{} wins{early}", player.opponent()),
            End::TooLong => format!("The game is broken off after {MOST_MOVES} moves."),
        }
    }

    /// Returns how the game has ended, if somebody has won or it is drawn.
    fn outcome(&self) -> Option<Outcome> {
        match self.end {
            Some(End::Resigned(player) | End::Saved(player, _)) => {
                Some(Outcome::Win(player.opponent()))
            }
            Some(End::Time(error)) if self.table.record.setup().players() == 2 => {
                Some(Outcome::Win(error.player.opponent()))
            }
            Some(_) => None,
            None => self.table.record.position().outcome(),
        }
    }

    /// Prints how the game has ended; breaks if nobody is there to go on.
    fn result(&mut self) -> Flow {
        self.is_told = true;
        let people: Vec<Player> = self.table.people.iter().collect();
        let outcome = self.outcome();
        let verdict = match (&people[..], outcome) {
            ([you], Some(outcome)) => match outcome.utility(*you) {
                1 => "; you have won",
                0 => "",
                _ => "; you have lost",
            },
            _ => "",
        };
        let text = match (self.end, outcome) {
            (Some(end), _) => format!("{}{verdict}", Self::ending(end)),
            (None, outcome) => {
                let record = &self.table.record;
                let (turns, moves) = (G::turns(record), record.moves().len());
                let what = if turns == moves { "move" } else { "turn" };
                let plural = if turns == 1 { "" } else { "s" };
                let outcome = outcome.unwrap_or(Outcome::Draw);
                format!("{outcome} after {turns} {what}{plural}{verdict}")
            }
        };
        let mut lines = vec![self.styled(RESULT, &self.fitted(&text, 0))];
        if self.end.is_none() {
            let facts = G::facts(&self.table.record);
            lines.extend(
                facts
                    .iter()
                    .map(|fact| self.styled(FAINT, &self.fitted(&fact.text, 0))),
            );
        }
        if !people.is_empty() {
            lines.push(self.fitted(OVER, 0));
        }
        if self.is_still() {
            // The board becomes smaller, so that it stays on the screen above the result.
            self.notes.extend(lines);
            self.show()?;
        } else {
            for line in lines {
                writeln!(self.out, "{line}")?;
            }
        }
        if people.is_empty() { OFF } else { ON }
    }
}
