//! A table, which holds the settings of a dialogue before it begins.

use std::fmt;
use std::path::PathBuf;

use common::any::AnyRecord;
use common::describe::{Refused, SetupOptions};

use super::keep::Shelf;
use super::screen::Screen;
use super::watch::Watch;
use crate::session::Session;

/// A function that shows the board to the players.
pub(super) type BoardPrinter = Box<dyn Fn(&dyn AnyRecord, &Screen) -> String + Send + Sync>;

/// A function that reads the options of a setup.
pub(super) type OptionsReader = fn(&str) -> Result<SetupOptions, Refused>;

/// A board with people and engines around it.
///
/// # Examples
///
/// The user takes one of two heaps, and the engine takes the other. In a program, the input would be
/// `io::stdin().lock()`:
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
    /// The function that shows the board; [`AnyTexts::board`](common::any::AnyTexts::board) by default.
    pub board: BoardPrinter,
    /// A handle through which another thread can read the record of the game while it is played.
    pub watch: Watch,
    /// The names of other games. The command `new NAME` leaves this table to start a game of that name; see
    /// [`Left::next`](super::Left::next).
    pub games: Vec<String>,
    /// The function that reads the options after the setup of the command `new`, such as `--rules misere`. By default
    /// no options are accepted.
    pub options: OptionsReader,
    /// The shelf on which games are kept. After every move, the game is written in the form that [`Session::text`]
    /// returns.
    pub shelf: Option<Shelf>,
    /// The file of this game on the shelf, if it was taken from there; other games get a new file.
    pub place: Option<PathBuf>,
}

impl fmt::Debug for Table {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Table")
            .field("session", &self.session)
            .finish_non_exhaustive()
    }
}

/// Returns a table at which a session continues.
impl From<Session> for Table {
    fn from(session: Session) -> Table {
        Table {
            session,
            screen: Screen::default(),
            board: Box::new(|record, _| record.board()),
            watch: Watch::default(),
            games: Vec::new(),
            options: |text| match text.trim() {
                "" => Ok(SetupOptions::none()),
                found => Err(Refused::new(format!(
                    "the setup must not contain moves, found `{found}`"
                ))),
            },
            shelf: None,
            place: None,
        }
    }
}
