//! A table, before somebody sits down at it.

use std::fmt;

use common::PlayerSet;
use common::any::AnyRecord;

use super::error::TableError;
use super::keep::Shelf;
use super::screen::Screen;
use super::watch::Watch;
use crate::session::Session;

/// How a board is shown to those who play.
pub type Board = Box<dyn Fn(&dyn AnyRecord, &Screen) -> String + Send + Sync>;

/// A board with people and engines around it.
///
/// # Examples
///
/// A person takes one of two heaps; the engine takes the other. In a program the input would be `io::stdin().lock()`:
///
/// ```
/// use papergames_play::Session;
/// use papergames_play::common::Level;
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::terminal::Table;
///
/// let mut session = Session::new(NIM.parse("1,2:first+")?);
/// session.level = Level::STRONGEST;
/// let mut printed = Vec::new();
/// let record = Table::from(session).play(&b"moves\n1x2\n"[..], &mut printed)?;
/// assert_eq!(record.to_string(), "1,2:first+ 1x2 0x1");
/// let printed = String::from_utf8_lossy(&printed);
/// assert!(printed.contains("second wins after 2 moves; you have lost"), "{printed}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub struct Table {
    /// The game in progress.
    pub session: Session,
    /// What the output can show.
    pub screen: Screen,
    /// How the board is shown; by default as [`AnyTexts::board`](common::any::AnyTexts::board) writes it.
    pub board: Board,
    /// Another thread can see the record of the game here while it is played.
    pub watch: Watch,
    /// The names of the games that `new NAME` leaves this table for; see [`Left::next`](super::Left::next).
    pub games: Vec<String>,
    /// Where the game is written after every move, as [`Session::text`] returns it.
    pub shelf: Option<Shelf>,
    /// Whether the last game of the shelf is this one; otherwise it moves back to make room.
    pub is_resumed: bool,
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
    /// For another level or clocks, set up a [`Session`] and make the table of that.
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
}
