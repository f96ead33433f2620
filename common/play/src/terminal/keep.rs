//! Games in files: written whole or not at all, with who played as a comment.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use common::{Level, Player, PlayerSet};

/// The beginning of the comment that says who plays.
const SEATS: &str = "# people: ";

/// Who are people, and how well the machine plays, as a comment in the file of a game.
///
/// # Examples
///
/// ```
/// use papergames_play::common::{Level, Player, PlayerSet};
/// use papergames_play::terminal::Seats;
///
/// let seats = Seats { people: PlayerSet::EMPTY.with(Player::SECOND), level: Level::STRONGEST };
/// let comment = seats.to_string();
/// assert_eq!(comment, "# people: second; level: 5");
/// assert_eq!(Seats::find(&format!("{comment}\n3+ 1-2\n")), Some(seats));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seats {
    /// The players who are people; engines play the others.
    pub people: PlayerSet,
    /// How well the engines play.
    pub level: Level,
}

impl Seats {
    /// Returns the first such comment in a text.
    #[must_use]
    pub fn find(text: &str) -> Option<Seats> {
        let comment = text.lines().find_map(|line| line.strip_prefix(SEATS))?;
        let (people, level) = comment.split_once("; level: ")?;
        let mut set = PlayerSet::EMPTY;
        for name in people.split(", ").filter(|name| *name != "none") {
            let player: Player = name.parse().ok()?;
            set = set.with(player);
        }
        Some(Seats {
            people: set,
            level: level.parse().ok()?,
        })
    }
}

impl std::fmt::Display for Seats {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let people: Vec<String> = self
            .people
            .iter()
            .map(|player| player.to_string())
            .collect();
        let people = if people.is_empty() {
            "none".to_owned()
        } else {
            people.join(", ")
        };
        write!(f, "{SEATS}{people}; level: {}", self.level)
    }
}

/// Writes a file that must not exist yet.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

/// Writes a file in place of any other, whole or not at all: a full disk must not cost what was saved before.
pub(super) fn write_over(path: &Path, text: &str) -> io::Result<()> {
    let beside = beside(path);
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}

/// Returns the name of the file that is written before it takes the place of another.
fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
}
