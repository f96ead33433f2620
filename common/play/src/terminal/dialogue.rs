//! The dialogue at a table, game after game: reads commands and moves, executes them, and shows the board.

mod advice;
mod games;
mod show;
mod turns;
mod view;

use std::collections::BTreeSet;
use std::io::{BufRead, Write};
use std::ops::ControlFlow;
use std::path::PathBuf;

use anstyle::{AnsiColor, Style};
use common::any::{AnyMove, AnyRecord};
use common::describe::{About, Refused};
use common::text::counted;
use common::{Outcome, Player};

use self::view::{CountingWriter, RowCounter};
use super::command::{BestCount, TableCommand};
use super::commands::{Commands, PromptEntry};
use super::error::TableError;
use super::keep::Shelf;
use super::lines::{Lines, PipedLines, TypedLine};
use super::opinion::Analysis;
use super::screen::{FAINT, STRONG, Screen};
use super::table::{BoardPrinter, OptionsReader, Table};
use super::watch::Watch;
use crate::session::{Session, Termination};

/// The number of moves after which a game is stopped.
const MOST_MOVES: usize = 10_000;

/// The message after a game, which lists the commands that are still possible.
const OVER: &str = "The game is over: `review`, `undo`, `rematch`, `new`, `save FILE` or `quit`.";

/// The style of refusals and results if colours are shown.
const REFUSED: Style = AnsiColor::Red.on_default();
const RESULT: Style = AnsiColor::Green.on_default().bold();

impl Table {
    /// Plays until a user quits or the input ends, and returns the record of the last game. If no player is a person,
    /// this returns when the game is over.
    ///
    /// # Errors
    ///
    /// Returns an error if the input, the output or an engine fails.
    pub fn play(
        self,
        input: impl BufRead,
        out: &mut dyn Write,
    ) -> Result<Box<dyn AnyRecord>, TableError> {
        let left = self.play_by(&mut PipedLines::new(input), out)?;
        Ok(left.session.record().boxed())
    }

    /// Plays like [`play`](Table::play), but with lines from any source, and returns the state in which the table was
    /// left.
    ///
    /// # Errors
    ///
    /// Returns an error if the input, the output or an engine fails.
    pub fn play_by(self, lines: &mut dyn Lines, out: &mut dyn Write) -> Result<Left, TableError> {
        Dialogue::new(self, lines, out).run()
    }
}

/// The state in which a table was left.
#[derive(Debug)]
#[non_exhaustive]
pub struct Left {
    /// The last game, with its players.
    pub session: Session,
    /// The file of the last game on the [shelf](Table::shelf), where it may continue.
    pub place: Option<PathBuf>,
    /// The name and setup of the next game, if a user asked for a game of another kind with `new NAME SETUP`.
    pub next: Option<String>,
    /// Whether Ctrl-C ended the dialogue.
    pub is_interrupted: bool,
}

/// The games of one table.
struct Dialogue<'a> {
    session: Session,
    about: About,
    screen: Screen,
    board: BoardPrinter,
    watch: Watch,
    games: Vec<String>,
    options: OptionsReader,
    shelf: Option<Shelf>,
    /// The file of this game on the shelf.
    place: Option<PathBuf>,
    /// Whether the result has been printed.
    is_told: bool,
    /// The moves that the last list showed, to be picked by number.
    listed: Vec<AnyMove>,
    /// The adviser's last opinion, as long as the position is the same.
    opinion: Option<Analysis>,
    /// The files to which this game was written, which may be overwritten.
    saved: BTreeSet<PathBuf>,
    /// Notes to print with the next board, and those printed with the last board.
    notes: Vec<String>,
    beside: Vec<String>,
    /// The number of moves before the earlier position that the user is viewing.
    looking: Option<usize>,
    /// The input that was typed at the end of a page in place of Enter.
    ahead: Option<TypedLine>,
    /// Whether a user has left with Ctrl-C.
    is_interrupted: bool,
    lines: &'a mut dyn Lines,
    out: Box<dyn Write + 'a>,
    /// The number of lines printed on the screen.
    rows: RowCounter,
}

/// Whether the dialogue continues.
type Flow = Result<ControlFlow<()>, TableError>;

const ON: Flow = Ok(ControlFlow::Continue(()));
const OFF: Flow = Ok(ControlFlow::Break(()));

impl<'a> Dialogue<'a> {
    fn new(table: Table, lines: &'a mut dyn Lines, out: &'a mut dyn Write) -> Dialogue<'a> {
        let mut session = table.session;
        session.begin_move();
        session.limits.stop = Some(table.watch.stop_flag());
        let rows = RowCounter::new();
        let paper = CountingWriter {
            out,
            rows: rows.clone(),
        };
        Dialogue {
            about: session.record().game().about(),
            session,
            screen: table.screen,
            board: table.board,
            watch: table.watch,
            games: table.games,
            options: table.options,
            shelf: table.shelf,
            place: table.place,
            is_told: false,
            listed: Vec::new(),
            opinion: None,
            saved: BTreeSet::new(),
            notes: Vec::new(),
            beside: Vec::new(),
            looking: None,
            ahead: None,
            is_interrupted: false,
            lines,
            out: Box::new(paper),
            rows,
        }
    }

    fn run(mut self) -> Result<Left, TableError> {
        self.introduce()?;
        self.keep();
        self.show()?;
        let mut next = None;
        loop {
            let flow = match self.session.mover() {
                Some(player) if self.session.is_machine_to_move() => self.reply(player)?,
                Some(player) => self.ask(&player.to_string(), &mut next)?,
                None if !self.is_told => self.result()?,
                None => self.ask("over", &mut next)?,
            };
            if flow.is_break() {
                break;
            }
        }
        writeln!(self.out, "record: {}", self.session.record())?;
        Ok(Left {
            session: self.session,
            place: self.place,
            next,
            is_interrupted: self.is_interrupted,
        })
    }

    /// Drops what was found out about the position, which has changed.
    fn changed(&mut self) {
        self.listed.clear();
        self.opinion = None;
        self.looking = None;
        self.keep();
    }

    /// Reads a line and executes it; breaks to end the dialogue.
    fn ask(&mut self, name: &str, next: &mut Option<String>) -> Flow {
        self.screen.measure();
        let (record, games) = (self.session.record(), &self.games);
        let words = || {
            let mut words = TableCommand::completions(record);
            words.extend(games.iter().map(|game| format!("new {game}")));
            words.extend((1..=5).map(|level| format!("level {level}")));
            words
        };
        let prompt = match self.looking {
            Some(at) => format!("move {at}> "),
            None => format!("{name}> "),
        };
        let typed = match self.ahead.take() {
            Some(typed) => typed,
            None if self.screen.is_still() => {
                let view = self.view(self.beside.clone());
                let (board, screen) = (&self.board, &self.screen);
                let (lines, out, rows) = (&mut *self.lines, &mut *self.out, &self.rows);
                let read = || lines.read(&prompt, &words, out);
                view.while_reading(board, screen, &prompt, rows, read)?
            }
            None => self.lines.read(&prompt, &words, &mut self.out)?,
        };
        // The line that was typed ends on the screen.
        self.rows.add("\n");
        self.screen.measure();
        // Input that was typed too late is not executed.
        let is_quit = matches!(&typed, TypedLine::Text(line)
            if TableCommand::read(line) == Ok(PromptEntry::Command(TableCommand::Quit)));
        if self.session.mover().is_some() && self.session.flag().is_some() && !is_quit {
            self.keep();
            return ON;
        }
        match typed {
            TypedLine::Text(line) => self.obey(&line, next),
            TypedLine::TooLong => {
                self.refuse(&Refused::new("this line is too long for a move"))?;
                ON
            }
            TypedLine::Interrupted => {
                self.is_interrupted = true;
                OFF
            }
            TypedLine::End => OFF,
        }
    }

    /// Executes a line of input; breaks to end the dialogue.
    fn obey(&mut self, line: &str, next: &mut Option<String>) -> Flow {
        let entered = TableCommand::read(line);
        match (&entered, self.looking) {
            (
                Ok(PromptEntry::Command(
                    TableCommand::Back(_) | TableCommand::Forward(_) | TableCommand::Help(_),
                )),
                _,
            )
            | (_, None) => (),
            (Ok(PromptEntry::Move(_)), Some(at)) => {
                self.tell(&format!(
                    "not played: this is the position after move {at}; press Enter to return to the game"
                ))?;
                return ON;
            }
            _ => self.looking = None,
        }
        match entered {
            // The board may have scrolled away.
            Ok(PromptEntry::Nothing) if self.screen.is_still() => self.show()?,
            Ok(PromptEntry::Nothing) => (),
            Ok(PromptEntry::Command(command)) => return self.execute(command, next),
            Ok(PromptEntry::Move(text)) if self.session.mover().is_some() => self.make(text)?,
            Ok(PromptEntry::Move(_)) => self.tell(OVER)?,
            Err(misused) => self.tell(&misused.to_string())?,
        }
        ON
    }

    /// Executes a command; breaks to end the dialogue.
    fn execute(&mut self, command: TableCommand, next: &mut Option<String>) -> Flow {
        match command {
            TableCommand::Quit => return OFF,
            TableCommand::Back(number) => self.look(number, true)?,
            TableCommand::Forward(number) => self.look(number, false)?,
            TableCommand::Help(about) => self.help(&about)?,
            TableCommand::Rules => self.rules()?,
            TableCommand::Board => self.show()?,
            TableCommand::Moves(prefix) => self.list(&prefix)?,
            TableCommand::Hint => self.hint()?,
            TableCommand::Eval => self.eval()?,
            TableCommand::Best(BestCount(number)) => self.best(number)?,
            TableCommand::Why => self.why()?,
            TableCommand::Undo(number) => self.undo(number)?,
            TableCommand::Redo(number) => self.redo(number)?,
            TableCommand::Resign => self.resign()?,
            TableCommand::Review => self.review()?,
            TableCommand::New(text) => return self.new_game(&text, next),
            TableCommand::Rematch => self.rematch()?,
            TableCommand::Flip => self.flip()?,
            TableCommand::Swap => self.swap()?,
            TableCommand::Level(text) => self.level(&text)?,
            TableCommand::Record => self.tell(&self.session.record().to_string())?,
            TableCommand::Save(path) => self.save(&path, false)?,
            TableCommand::SaveOver(path) => self.save(&path, true)?,
        }
        ON
    }

    /// Returns a sentence that says how a game has ended before its rules end it.
    fn ending(end: Termination) -> String {
        match end {
            Termination::Resigned(player) => {
                format!("{} wins: {player} resigned", player.opponent())
            }
            Termination::OutOfTime(error) => error.to_string(),
            Termination::Stated(player, early) => format!("{} wins{early}", player.opponent()),
            Termination::BrokenOff => format!("The game is stopped after {MOST_MOVES} moves."),
        }
    }

    /// Prints how the game has ended; breaks if there are no people to go on.
    fn result(&mut self) -> Flow {
        self.is_told = true;
        let (record, outcome) = (self.session.record(), self.session.outcome());
        let people: Vec<Player> = self.session.people().iter().collect();
        let verdict = match (&people[..], outcome) {
            ([you], Some(outcome)) => match outcome.utility(*you) {
                1 => "; you have won",
                0 => "",
                _ => "; you have lost",
            },
            _ => "",
        };
        let text = if let Some(end) = self.session.end() {
            format!("{}{verdict}", Self::ending(end))
        } else {
            let (turns, moves) = (record.turns(), record.len());
            let what = if turns == moves { "move" } else { "turn" };
            let outcome = outcome.unwrap_or(Outcome::Draw);
            let turns = counted(turns, what);
            format!("{outcome} after {turns}{verdict}")
        };
        let mut lines = vec![self.screen.styled(RESULT, &self.screen.fitted(&text, 0))];
        if self.session.end().is_none() {
            let facts = record.facts().into_iter();
            lines.extend(facts.map(|fact| {
                self.screen
                    .styled(FAINT, &self.screen.fitted(&fact.text, 0))
            }));
        }
        if !people.is_empty() {
            lines.push(self.screen.fitted(OVER, 0));
        }
        if self.screen.is_still() {
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
