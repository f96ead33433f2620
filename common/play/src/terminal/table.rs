//! A table, before somebody sits down at it.

use std::fmt;

use common::any::AnyRecord;
use common::format::Early;
use common::{Level, Player, PlayerSet};

use super::error::TableError;
use super::keep::Shelf;
use super::screen::Screen;
use super::watch::Watch;
use crate::clock::{GameClock, TimeControl};
use crate::opponent::Limits;
use crate::session::Session;

/// How a board is shown to those who play.
pub(super) type Board = Box<dyn Fn(&dyn AnyRecord, &Screen) -> String>;

/// A board with people and engines around it.
///
/// # Examples
///
/// A person takes one match of four; the engine takes the rest. In a program the input would be `io::stdin().lock()`:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
/// # fn main() -> Result<(), papergames_play::terminal::TableError> {
/// use papergames_play::common::{Level, PlayerSet};
/// use papergames_play::terminal::Table;
///
/// let mut printed = Vec::new();
/// let record = Table::new(heap(4))
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
pub struct Table {
    pub(super) session: Session,
    pub(super) screen: Screen,
    pub(super) board: Board,
    pub(super) watch: Watch,
    pub(super) games: Vec<String>,
    pub(super) shelf: Option<Shelf>,
    pub(super) is_resumed: bool,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

/// A table at which a session goes on.
impl From<Session> for Table {
    fn from(session: Session) -> Table {
        Table {
            session,
            screen: Screen::default(),
            board: Box::new(|record, _| record.board()),
            watch: Watch::default(),
            games: Vec::new(),
            shelf: None,
            is_resumed: false,
        }
    }
}

impl Table {
    /// Returns a table that continues the game of `record` between a person, who is the first player, and level 3.
    pub fn new(record: Box<dyn AnyRecord>) -> Table {
        Table::from(Session::new(record))
    }

    /// Sets which players are people; engines play the others.
    ///
    /// # Errors
    ///
    /// Returns an error if one of them does not take part in this game.
    pub fn people(mut self, people: PlayerSet) -> Result<Table, TableError> {
        let players = self.session.record().players();
        if let Some(player) = people.iter().find(|player| player.index() >= players) {
            return Err(TableError::Player { players, player });
        }
        self.session.set_people(people);
        Ok(self)
    }

    /// Sets how well the engines play.
    pub fn level(mut self, level: Level) -> Table {
        self.session.set_level(level);
        self
    }

    /// Sets the random seed of the engines.
    pub fn seed(mut self, seed: u64) -> Table {
        self.session.set_seed(seed);
        self
    }

    /// Sets the engines' limits for a move, in place of those of their level.
    pub fn limits(mut self, limits: Limits) -> Table {
        self.session.set_limits(limits);
        self
    }

    /// Gives every player a clock.
    pub fn clock(self, control: TimeControl) -> Table {
        let players = self.session.record().players();
        self.clocks(GameClock::new(control, players))
    }

    /// Gives every player a clock that may already have run. Without one for every player, they begin anew.
    pub fn clocks(mut self, clock: GameClock) -> Table {
        self.session.set_clock(clock);
        self
    }

    /// Continues a game that was over before its rules ended it, because `loser` resigned or ran out of time.
    pub fn ended_early(mut self, loser: Player, early: Early) -> Table {
        self.session.end_early(loser, early);
        self
    }

    /// Sets what the output can show.
    pub fn screen(self, screen: Screen) -> Table {
        Table { screen, ..self }
    }

    /// Sets how the board is shown; without it, as [`AnyTexts::board`](common::any::AnyTexts::board) writes it.
    pub fn board(self, board: impl Fn(&dyn AnyRecord, &Screen) -> String + 'static) -> Table {
        Table {
            board: Box::new(board),
            ..self
        }
    }

    /// Sets the names of the games that `new NAME` leaves this table for; see [`Left::next`](super::Left::next).
    pub fn games<N: Into<String>>(self, games: impl IntoIterator<Item = N>) -> Table {
        Table {
            games: games.into_iter().map(Into::into).collect(),
            ..self
        }
    }

    /// Writes the game to a shelf after every move, as [`Session::text`] returns it. `is_resumed` says whether the last
    /// game of the shelf is this one; otherwise it moves back to make room.
    pub fn kept_on(self, shelf: Shelf, is_resumed: bool) -> Table {
        Table {
            shelf: Some(shelf),
            is_resumed,
            ..self
        }
    }

    /// Lets another thread see the record of the game while it is played.
    pub fn watch(self, watch: &Watch) -> Table {
        Table {
            watch: watch.clone(),
            ..self
        }
    }
}
