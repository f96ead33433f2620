//! A table, before someone sits down at it.

use std::fmt;

use common::any::AnyRecord;
use common::describe::{Refused, SetupOptions};

use super::keep::Shelf;
use super::screen::Screen;
use super::watch::Watch;
use crate::session::Session;

/// How a board is shown to those who play.
pub type Board = Box<dyn Fn(&dyn AnyRecord, &Screen) -> String + Send + Sync>;

/// How the options of a setup are read.
pub(super) type Options = fn(&str) -> Result<SetupOptions, Refused>;

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
    /// The capabilities of the output.
    pub screen: Screen,
    /// The view of the board; by default as [`AnyTexts::board`](common::any::AnyTexts::board) writes it.
    pub board: Board,
    /// The view of the game that the board shows, such as `cards`, in which moves are named as well.
    pub view: Option<String>,
    /// Another thread can see the record of the game here while it is played.
    pub watch: Watch,
    /// The names of the games that `new NAME` leaves this table for; see [`Left::next`](super::Left::next).
    pub games: Vec<String>,
    /// How the options after the setup of `new` are read, such as `--rules misere`; by default none are.
    pub options: Options,
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
            view: None,
            watch: Watch::default(),
            games: Vec::new(),
            options: |text| match text.trim() {
                "" => Ok(SetupOptions::none()),
                found => Err(Refused::new(format!(
                    "expected a setup without moves, found `{found}`"
                ))),
            },
            shelf: None,
            is_resumed: false,
        }
    }
}
