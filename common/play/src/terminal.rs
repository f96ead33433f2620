//! People and engines at one board, line by line: in a terminal, through a pipe, or in a test.

mod screen;

use std::collections::BTreeSet;
use std::fs;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use common::describe::Refused;
use common::engine::{Engine, EngineError};
use common::{Describe, Level, Outcome, Player, PlayerSet, Record};

use crate::clock::{GameClock, TimeControl};
use crate::opponent::Limits;
use crate::ugi::{Line, read_line, skip_line};

pub use screen::{Screen, fill};

/// The number of moves after which a game is stopped.
const MOST_MOVES: usize = 10_000;

/// The most moves that are shown with the board.
const FEW: u128 = 6;

/// The most moves that the command `moves` lists.
const LISTED: usize = 120;

/// The longest line that is read, in bytes.
const LONGEST: usize = 1 << 16;

/// Why a game at a table ends early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TableError {
    /// The input cannot be read or the output cannot be written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// An engine returned no move, or an illegal one.
    #[error("{player}: {reason}")]
    Engine {
        /// Who should have moved.
        player: Player,
        /// What went wrong.
        reason: String,
    },
    /// A named player does not take part in the game.
    #[error("expected one of {players} players, found `{player}`")]
    Player {
        /// How many players there are.
        players: usize,
        /// The named player.
        player: Player,
    },
}

/// The record of the game at a table, for another thread to read, for instance to print it when the user presses
/// Ctrl-C.
#[derive(Clone, Debug, Default)]
pub struct Watch(Arc<Mutex<String>>);

impl Watch {
    /// Returns the game so far as text; empty before it begins.
    pub fn record(&self) -> String {
        self.0.lock().map(|text| text.clone()).unwrap_or_default()
    }

    fn set(&self, text: String) {
        if let Ok(mut record) = self.0.lock() {
            *record = text;
        }
    }
}

/// How a board is shown to those who play.
type Board<G> = Box<dyn Fn(&Record<G>, &Screen) -> String>;

/// A board with people and engines around it.
///
/// # Examples
///
/// A person takes one match of four; the engine takes the rest. In a program the input would be `io::stdin().lock()`:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
/// # fn main() -> Result<(), papergames_play::terminal::TableError> {
/// use papergames_play::common::{Level, Player, PlayerSet, Record};
/// use papergames_play::terminal::Table;
///
/// let mut printed = Vec::new();
/// let record = Table::new(Record::new(Heap::new(4)))
///     .people(PlayerSet::EMPTY.with(Player::FIRST))?
///     .level(Level::STRONGEST)
///     .play(&b"moves\n1\n"[..], &mut printed)?;
/// assert_eq!(record.to_string(), "4:first 1 3");
/// let printed = String::from_utf8_lossy(&printed);
/// assert!(printed.contains("second wins after 2 moves; you have lost"), "{printed}");
/// # Ok(())
/// # }
/// ```
#[must_use]
pub struct Table<G: Describe> {
    record: Record<G>,
    people: PlayerSet,
    level: Level,
    seed: u64,
    limits: Limits,
    control: Option<TimeControl>,
    screen: Screen,
    board: Board<G>,
    watch: Watch,
}

impl<G: Describe> std::fmt::Debug for Table<G> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table")
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

impl<G: Describe> Table<G> {
    /// Returns a table that continues the game of `record` between a person, who is the first player, and level 3.
    pub fn new(record: Record<G>) -> Table<G> {
        Table {
            record,
            people: PlayerSet::EMPTY.with(Player::FIRST),
            level: Level::new(3).unwrap_or(Level::STRONGEST),
            seed: 1,
            limits: Limits::default(),
            control: None,
            screen: Screen::default(),
            board: Box::new(|record, _| plain_board(record)),
            watch: Watch::default(),
        }
    }

    /// Sets which players are people; engines play the others.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them does not take part in this game.
    pub fn people(self, people: PlayerSet) -> Result<Table<G>, TableError> {
        let players = self.record.setup().players();
        match people.iter().find(|player| player.index() >= players) {
            Some(player) => Err(TableError::Player { players, player }),
            None => Ok(Table { people, ..self }),
        }
    }

    /// Sets how well the engines play.
    pub fn level(self, level: Level) -> Table<G> {
        Table { level, ..self }
    }

    /// Sets the random seed of the engines.
    pub fn seed(self, seed: u64) -> Table<G> {
        Table { seed, ..self }
    }

    /// Sets the engines' limits for a move, in place of those of their level.
    pub fn limits(self, limits: Limits) -> Table<G> {
        Table { limits, ..self }
    }

    /// Gives every player a clock.
    pub fn clock(self, control: TimeControl) -> Table<G> {
        Table {
            control: Some(control),
            ..self
        }
    }

    /// Sets what the output can show.
    pub fn screen(self, screen: Screen) -> Table<G> {
        Table { screen, ..self }
    }

    /// Sets how the board is shown; without it, as [`Describe::board_of`] writes it.
    pub fn board(self, board: impl Fn(&Record<G>, &Screen) -> String + 'static) -> Table<G> {
        Table {
            board: Box::new(board),
            ..self
        }
    }

    /// Lets another thread see the record of the game while it is played.
    pub fn watch(self, watch: &Watch) -> Table<G> {
        Table {
            watch: watch.clone(),
            ..self
        }
    }

    /// Plays until the game is over, somebody quits, or the input ends, and returns the record.
    ///
    /// # Errors
    ///
    /// Returns an error if the input, the output or an engine fails.
    pub fn play(self, input: impl BufRead, out: &mut dyn Write) -> Result<Record<G>, TableError> {
        let players = self.record.setup().players();
        let session = Session {
            machine: G::engine(self.level, self.seed),
            adviser: G::engine(Level::STRONGEST, self.seed),
            clock: self.control.map(|control| GameClock::new(control, players)),
            listed: Vec::new(),
            saved: BTreeSet::new(),
            table: self,
            out,
        };
        session.run(input)
    }
}

/// Returns the board without the lines that the table prints itself.
fn plain_board<G: Describe>(record: &Record<G>) -> String {
    let board = G::board_of(record);
    let lines = board
        .lines()
        .filter(|line| !line.starts_with("to move: ") && !line.ends_with(" has won"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the name of the file that is written before it takes the place of another.
fn beside(path: &Path) -> PathBuf {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}

/// A game in progress.
struct Session<'a, G: Describe> {
    table: Table<G>,
    machine: Box<dyn Engine<G>>,
    adviser: Box<dyn Engine<G>>,
    clock: Option<GameClock>,
    /// The moves that the last list showed, to be picked by number.
    listed: Vec<G::Move>,
    /// The files that this game was written to; they may be written again.
    saved: BTreeSet<PathBuf>,
    out: &'a mut dyn Write,
}

/// Whether the session continues.
type Flow = Result<ControlFlow<()>, TableError>;

impl<G: Describe> Session<'_, G> {
    fn run(mut self, mut input: impl BufRead) -> Result<Record<G>, TableError> {
        self.keep();
        writeln!(self.out, "{}\n", G::title())?;
        self.say(G::summary())?;
        self.say(&self.table.record.setup().remarks())?;
        let people = self.table.people;
        if !people.is_empty() {
            let players: Vec<String> = people.iter().map(|p| p.to_string()).collect();
            let plural = if players.len() > 1 { "s" } else { "" };
            self.say(&format!(
                "You are the {} player{plural}. Type a move, or `help`.",
                players.join(" and the ")
            ))?;
        }
        self.show()?;
        while self.finish(&mut input)?.is_continue() {
            self.result()?;
            if self.afterwards(&mut input)?.is_break() {
                break;
            }
        }
        writeln!(self.out, "record: {}", self.table.record)?;
        Ok(self.table.record)
    }

    /// Tells the watcher what the game is now.
    fn keep(&self) {
        self.table.watch.set(self.table.record.to_string());
    }

    /// Plays until the game is over; breaks if the session has to end first.
    fn finish(&mut self, input: &mut impl BufRead) -> Flow {
        while let Some(player) = self.table.record.position().turn() {
            if self.table.record.moves().len() >= MOST_MOVES {
                writeln!(self.out, "The game is broken off after {MOST_MOVES} moves.")?;
                return Ok(ControlFlow::Break(()));
            }
            let begun = Instant::now();
            let before = self.table.record.moves().len();
            if !self.table.people.contains(player) {
                self.reply(player)?;
            } else if self.ask(&player.to_string(), input)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
            if let Some(clock) = &mut self.clock
                && self.table.record.moves().len() > before
                && let Err(error) = clock.press(player, begun.elapsed())
            {
                writeln!(self.out, "{error}")?;
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Lets a person at a terminal save the finished game, or continue after `undo`; breaks to end the session.
    fn afterwards(&mut self, input: &mut impl BufRead) -> Flow {
        if self.table.people.is_empty() || !self.table.screen.is_dialogue {
            return Ok(ControlFlow::Break(()));
        }
        self.say("The game is over: `undo`, `save FILE` or `quit`.")?;
        while self.table.record.position().is_terminal() {
            if self.ask("over", input)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Reads a line and executes it; breaks to end the session.
    fn ask(&mut self, prompt: &str, input: &mut impl BufRead) -> Flow {
        write!(self.out, "{prompt}> ")?;
        self.out.flush()?;
        match read_line(input, LONGEST)? {
            Line::Text(line) => self.obey(line.trim()),
            Line::TooLong => {
                skip_line(input)?;
                self.refuse(&Refused::new(
                    "expected a move, found a line that is too long",
                ))?;
                Ok(ControlFlow::Continue(()))
            }
            Line::End => {
                writeln!(self.out)?;
                Ok(ControlFlow::Break(()))
            }
        }
    }

    /// Executes a line of input; breaks to end the session.
    fn obey(&mut self, line: &str) -> Flow {
        let (word, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        match word.to_lowercase().as_str() {
            "" => (),
            "help" | "?" => self.help()?,
            "quit" | "exit" | "q" => return Ok(ControlFlow::Break(())),
            "board" | "show" => self.show()?,
            "moves" => self.list(rest.trim())?,
            "hint" => self.hint()?,
            "undo" => self.undo()?,
            "record" => writeln!(self.out, "{}", self.table.record)?,
            "save" => self.save(rest.trim())?,
            _ => self.make(line)?,
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Prints a paragraph, unless it is empty, in lines that fit the screen.
    fn say(&mut self, text: &str) -> io::Result<()> {
        let words: Vec<String> = text.split_whitespace().map(String::from).collect();
        if !words.is_empty() {
            writeln!(
                self.out,
                "{}\n",
                fill(&words, self.table.screen.text_width())
            )?;
        }
        Ok(())
    }

    fn help(&mut self) -> io::Result<()> {
        writeln!(
            self.out,
            "How to type a move:
{}
7             the move with this number in the last list
What else can be typed:
moves [TEXT]  list the legal moves, or those that begin with TEXT
hint          ask the strongest level for a move
undo          take back your last move and the replies to it
board         show the board again
record        show the game as text
save FILE     write the game to a file
quit          leave the game",
            self.table.record.position().move_help()
        )
    }

    /// Shows the board and who is to move.
    fn show(&mut self) -> io::Result<()> {
        let table = &self.table;
        let position = table.record.position();
        writeln!(self.out, "{}", (table.board)(&table.record, &table.screen))?;
        if let Some(player) = position.turn() {
            let you = if table.people.len() == 1 && table.people.contains(player) {
                " (you)"
            } else {
                ""
            };
            let clock = self.clock.as_ref();
            let left =
                clock.map(|clock| format!(", {:.0} s left", clock.left(player).as_secs_f64()));
            let left = left.unwrap_or_default();
            let count = position.count_moves();
            if count <= FEW {
                let few: Vec<String> = position.moves().iter().map(G::Move::to_string).collect();
                writeln!(self.out, "{player}{you} to move{left}: {}", few.join(", "))?;
            } else {
                writeln!(self.out, "{player}{you} to move{left}, {count} legal moves")?;
            }
        }
        writeln!(self.out)
    }

    fn list(&mut self, prefix: &str) -> io::Result<()> {
        self.listed.clear();
        let mut more = false;
        let listed = &mut self.listed;
        let _ = self.table.record.position().for_each_move(&mut |m| {
            if m.to_string().starts_with(prefix) {
                if listed.len() == LISTED {
                    more = true;
                    return ControlFlow::Break(());
                }
                listed.push(m);
            }
            ControlFlow::Continue(())
        });
        let numbered = self.listed.iter().zip(1..);
        let words: Vec<String> = numbered
            .map(|(m, number)| format!("{number:>3} {m}"))
            .collect();
        let widths = words.iter().map(|word| word.chars().count());
        let width = widths.max().unwrap_or(0) + 2;
        for row in words.chunks((self.table.screen.columns / width).max(1)) {
            let padded: Vec<String> = row.iter().map(|word| format!("{word:<width$}")).collect();
            writeln!(self.out, "{}", padded.concat().trim_end())?;
        }
        if more {
            writeln!(
                self.out,
                "and more of the {} in all; `moves TEXT` lists those that begin with TEXT",
                self.table.record.position().count_moves()
            )?;
        } else if self.listed.is_empty() {
            writeln!(self.out, "no legal move begins with `{prefix}`")?;
        }
        Ok(())
    }

    fn hint(&mut self) -> Result<(), TableError> {
        let record = &self.table.record;
        let Some(player) = record.position().turn() else {
            writeln!(self.out, "the game is over")?;
            return Ok(());
        };
        let budget = self.table.limits.or(G::budget(Level::STRONGEST));
        let report = self.adviser.choose(record, &budget, &mut |_| ());
        let report = report.map_err(|error| TableError::of(player, &error))?;
        let m = report
            .best()
            .ok_or_else(|| TableError::of(player, &EngineError::GameOver))?;
        match report.proved().map(|outcome| outcome.utility(player)) {
            Some(1) => writeln!(self.out, "hint: {m} wins with best play")?,
            Some(0) => writeln!(self.out, "hint: {m} draws with best play")?,
            Some(_) => writeln!(
                self.out,
                "hint: {m} loses against best play, like every other"
            )?,
            None => writeln!(self.out, "hint: {m} looks best; nothing is proved")?,
        }
        Ok(())
    }

    fn undo(&mut self) -> io::Result<()> {
        let mut record = self.table.record.clone();
        let before = record.moves().len();
        while record.pop().is_some() {
            let turn = record.position().turn();
            if turn.is_some_and(|player| self.table.people.contains(player)) {
                writeln!(self.out, "taken back: {}", before - record.moves().len())?;
                self.table.record = record;
                self.listed.clear();
                self.keep();
                return self.show();
            }
        }
        writeln!(self.out, "there is no move of yours to take back")
    }

    fn save(&mut self, path: &str) -> io::Result<()> {
        if path.is_empty() {
            return writeln!(
                self.out,
                "expected the name of a file, as in `save game.txt`"
            );
        }
        let path = Path::new(path);
        match self.write(path) {
            Ok(()) => writeln!(self.out, "saved to {}", path.display()),
            Err(error) => writeln!(self.out, "{} cannot be written: {error}", path.display()),
        }
    }

    /// Writes the game to a file that is new or that this game was written to before.
    fn write(&mut self, path: &Path) -> io::Result<()> {
        let text = format!("{}\n", self.table.record);
        if self.saved.contains(path) {
            // Whole or not at all: a full disk must not cost the game that was saved before.
            let beside = beside(path);
            fs::write(&beside, text)?;
            return fs::rename(beside, path);
        }
        fs::File::create_new(path)?.write_all(text.as_bytes())?;
        self.saved.insert(path.to_owned());
        Ok(())
    }

    /// Makes the moves that a person has typed, or prints what is wrong with them.
    fn make(&mut self, text: &str) -> io::Result<()> {
        let read = self.table.record.position().read_moves(text);
        // A number is one of the last list, unless it is a move.
        let moves = match text.parse::<usize>() {
            Ok(number) if read.is_err() => self.picked(number).map(|m| vec![m]),
            _ => read,
        };
        let played = moves.and_then(|moves| {
            let mut record = self.table.record.clone();
            for m in &moves {
                record.push(m.clone()).map_err(Refused::because)?;
            }
            Ok((record, moves))
        });
        let (record, moves) = match played {
            Ok(played) => played,
            Err(reason) => return self.refuse(&reason),
        };
        self.table.record = record;
        let played = moves.iter().map(G::Move::to_string).collect::<Vec<_>>();
        let played = played.join(" ");
        if played != text {
            writeln!(self.out, "played: {played}")?;
        }
        writeln!(self.out)?;
        self.listed.clear();
        self.keep();
        self.show()
    }

    /// Returns the move with a number in the last list.
    fn picked(&self, number: usize) -> Result<G::Move, Refused> {
        let listed = self.listed.get(number.wrapping_sub(1)).cloned();
        listed.ok_or_else(|| {
            Refused::new(match self.listed.len() {
                0 => {
                    format!("expected a move, found the number {number}; `moves` shows moves with their numbers")
                }
                most => format!("expected a number from 1 to {most} of the last list, found {number}"),
            })
        })
    }

    /// Prints why a typed move is not played.
    fn refuse(&mut self, reason: &Refused) -> io::Result<()> {
        writeln!(self.out, "not played: {reason}")?;
        writeln!(
            self.out,
            "(`moves` lists what is legal, `help` how it is typed)"
        )
    }

    /// Lets the machine move.
    fn reply(&mut self, player: Player) -> Result<(), TableError> {
        let table = &mut self.table;
        let budget = table.limits.or(G::budget(table.level));
        let budget = match &self.clock {
            Some(clock) => clock.budget(player, &budget),
            None => budget,
        };
        let report = self.machine.choose(&table.record, &budget, &mut |_| ());
        let report = report.map_err(|error| TableError::of(player, &error))?;
        let m = report.line.into_iter().next();
        let m = m.ok_or_else(|| TableError::of(player, &EngineError::GameOver))?;
        writeln!(self.out, "{player}> {m}\n")?;
        let played = table.record.push(m);
        played.map_err(|error| TableError::Engine {
            player,
            reason: error.to_string(),
        })?;
        self.keep();
        Ok(self.show()?)
    }

    fn result(&mut self) -> io::Result<()> {
        let record = &self.table.record;
        let outcome = record.position().outcome().unwrap_or(Outcome::Draw);
        let people: Vec<Player> = self.table.people.iter().collect();
        let verdict = match people[..] {
            [you] => match outcome.utility(you) {
                1 => "; you have won",
                0 => "",
                _ => "; you have lost",
            },
            _ => "",
        };
        let moves = record.moves().len();
        let plural = if moves == 1 { "" } else { "s" };
        writeln!(self.out, "{outcome} after {moves} move{plural}{verdict}")?;
        for fact in G::facts(record) {
            writeln!(self.out, "{}", fact.text)?;
        }
        Ok(())
    }
}

impl TableError {
    fn of(player: Player, error: &EngineError) -> TableError {
        TableError::Engine {
            player,
            reason: error.to_string(),
        }
    }
}
