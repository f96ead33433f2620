//! People and engines at one board, game after game: in a terminal, through a pipe, or in a test.
//!
//! A [`Table`] reads lines from any source of [`Lines`]: a pipe, or the line editor of a program. It needs no library
//! for either.

mod command;
mod keep;
mod lines;
mod opinion;
mod screen;
mod session;
mod thinking;

use std::io::{self, BufRead, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};

use common::engine::EngineError;
use common::format::Early;
use common::{Describe, Level, Player, PlayerSet, Record};

use crate::clock::{GameClock, TimeControl};
use crate::opponent::Limits;
use crate::session::Seats;

pub use keep::{Shelf, named};
pub use lines::{Lines, Piped, Typed, completions};
pub use screen::{Screen, explain, fill, hang, page};

use session::Session;

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
pub struct Watch {
    record: Arc<Mutex<String>>,
    /// Whether an adviser is at work, and whether it is to stop.
    is_advising: Arc<AtomicBool>,
    stop: Arc<AtomicBool>,
}

impl Watch {
    /// Returns the game so far as text; empty before it begins.
    pub fn record(&self) -> String {
        self.record
            .lock()
            .map(|text| text.clone())
            .unwrap_or_default()
    }

    /// Stops the work on `hint`, `eval`, `best`, `why` or `review`; returns whether there was any that had
    /// not been stopped before.
    pub fn stop_advice(&self) -> bool {
        self.is_advising.load(Ordering::SeqCst) && !self.stop.swap(true, Ordering::SeqCst)
    }

    fn set(&self, text: String) {
        if let Ok(mut record) = self.record.lock() {
            *record = text;
        }
    }

    fn stop_flag(&self) -> Arc<AtomicBool> {
        Arc::clone(&self.stop)
    }

    /// Says that an adviser begins or ends its work; returns whether the work was stopped.
    fn set_advising(&self, is_advising: bool) -> bool {
        self.is_advising.store(is_advising, Ordering::SeqCst);
        self.stop.swap(false, Ordering::SeqCst)
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
    clock: Option<GameClock>,
    early: Option<(Player, Early)>,
    screen: Screen,
    board: Board<G>,
    watch: Watch,
    games: Vec<String>,
    kept: Option<Shelf>,
    is_resumed: bool,
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
            clock: None,
            early: None,
            screen: Screen::default(),
            board: Box::new(|record, _| plain_board(record)),
            watch: Watch::default(),
            games: Vec::new(),
            kept: None,
            is_resumed: false,
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
        let players = self.record.setup().players();
        self.clocks(GameClock::new(control, players))
    }

    /// Gives every player a clock that may already have run.
    ///
    /// # Panics
    ///
    /// The game panics if there is not a clock for every player.
    pub fn clocks(self, clock: GameClock) -> Table<G> {
        Table {
            clock: Some(clock),
            ..self
        }
    }

    /// Continues a game that was over before its rules ended it, because `loser` resigned or ran out of time.
    pub fn ended_early(self, loser: Player, early: Early) -> Table<G> {
        Table {
            early: Some((loser, early)),
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

    /// Sets the names of the games that `new NAME` leaves this table for; see [`Left::next`].
    pub fn games<N: Into<String>>(self, games: impl IntoIterator<Item = N>) -> Table<G> {
        Table {
            games: games.into_iter().map(Into::into).collect(),
            ..self
        }
    }

    /// Writes the game to a shelf after every move, below a comment that [`Seats::find`] reads. `is_resumed` says
    /// whether the last game of the shelf is this one; otherwise it moves back to make room.
    pub fn kept_on(self, shelf: Shelf, is_resumed: bool) -> Table<G> {
        Table {
            kept: Some(shelf),
            is_resumed,
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

    /// Plays until somebody quits or the input ends, and returns the record of the last game. Without people the
    /// session ends with the game.
    ///
    /// # Errors
    ///
    /// Returns an error if the input, the output or an engine fails.
    pub fn play(self, input: impl BufRead, out: &mut dyn Write) -> Result<Record<G>, TableError> {
        let left = self.play_by(&mut Piped::new(input), out)?;
        Ok(left.record)
    }

    /// Plays as [`play`](Table::play) does, with lines from any source, and returns how the table was left.
    ///
    /// # Errors
    ///
    /// Returns an error if the input, the output or an engine fails.
    pub fn play_by(
        self,
        lines: &mut dyn Lines,
        out: &mut dyn Write,
    ) -> Result<Left<G>, TableError> {
        Session::new(self, lines, out).run()
    }
}

/// How a table was left.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Left<G: Describe> {
    /// The record of the last game.
    pub record: Record<G>,
    /// The game that somebody asked for by `new NAME SETUP`, if it is of another kind: the name and the setup.
    pub next: Option<String>,
    /// Who played, at which level, and what the clocks show.
    pub seats: Seats,
    /// Who resigned or ran out of time in the last game.
    pub early: Option<(Player, Early)>,
    /// Whether the session ended by Ctrl-C.
    pub is_interrupted: bool,
}

/// Returns the board without the lines that the table prints itself.
fn plain_board<G: Describe>(record: &Record<G>) -> String {
    let board = G::board_of(record);
    let lines = board
        .lines()
        .filter(|line| !line.starts_with("to move: ") && !line.ends_with(" has won"));
    lines.collect::<Vec<_>>().join("\n")
}

impl TableError {
    fn of(player: Player, error: &EngineError) -> TableError {
        TableError::Engine {
            player,
            reason: error.to_string(),
        }
    }
}
