//! Stores games in files, which are written atomically, and manages the files of the last few games of a kind.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use common::describe::Refused;
use tempfile::{Builder, NamedTempFile};

/// The number of games of a kind that are kept.
const MOST_KEPT: usize = 9;

/// The ending of the names of files on a shelf.
const ENDING: &str = ".txt";

/// The folder of the last few games of a kind. Each game has its own file, whose name no other game has, so that
/// programs in several terminals never write to the same file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    folder: PathBuf,
}

impl Shelf {
    /// Returns the shelf in a folder, which is created with the first game.
    pub fn new(folder: impl Into<PathBuf>) -> Shelf {
        Shelf {
            folder: folder.into(),
        }
    }

    /// Takes a game from the shelf, and returns its file under a new name, for [`Table::place`](super::Table::place).
    /// Games are numbered from 1; number 1 is the game that was played last.
    ///
    /// If the game is still being played in another terminal, then that program writes its file again after the next
    /// move, and both games are kept.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such game, or if its file cannot be renamed.
    pub fn resume(&self, number: usize) -> Result<PathBuf, Refused> {
        let games = self.games();
        let Some(game) = number.checked_sub(1).and_then(|index| games.get(index)) else {
            let folder = self.folder.display();
            return Err(Refused::new(match games.len() {
                0 => format!("no game has been saved yet in `{folder}`"),
                1 => format!("there is only one saved game in `{folder}`"),
                n => format!("there are only {n} saved games in `{folder}`"),
            }));
        };
        let place = self.place().map_err(Refused::because)?;
        fs::rename(game, &place).map_err(Refused::because)?;
        Ok(place)
    }

    /// Creates an empty file for a new game, and removes the oldest games if there are too many.
    ///
    /// # Errors
    ///
    /// Returns an error if the file cannot be created.
    pub(super) fn place(&self) -> io::Result<PathBuf> {
        fs::create_dir_all(&self.folder)?;
        for game in self.games().iter().skip(MOST_KEPT - 1) {
            // Another program may have removed it.
            let _ = fs::remove_file(game);
        }
        let mut builder = Builder::new();
        let file = builder
            .prefix("")
            .suffix(ENDING)
            .tempfile_in(&self.folder)?;
        Ok(file.into_temp_path().keep()?)
    }

    /// Returns the files of the games, the one that was written last first. An empty file is not a game yet.
    fn games(&self) -> Vec<PathBuf> {
        let files = fs::read_dir(&self.folder).into_iter().flatten().flatten();
        let mut games: Vec<(SystemTime, PathBuf)> = files
            .filter(|file| file.file_name().to_string_lossy().ends_with(ENDING))
            .filter_map(|file| {
                let data = file.metadata().ok()?;
                let is_game = data.is_file() && data.len() > 0;
                is_game.then_some((data.modified().ok()?, file.path()))
            })
            .collect();
        games.sort();
        games.into_iter().rev().map(|(_, path)| path).collect()
    }
}

/// Writes a file that must not exist yet, completely or not at all.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    let file = temporary(path, text.as_bytes())?;
    file.persist_noclobber(path).map_err(|error| error.error)?;
    Ok(())
}

/// Atomically writes a file, and replaces any existing one: a full disk or a stopped program leaves the old contents.
///
/// The file keeps its permissions. A symbolic link stays, and the file to which it leads is replaced.
///
/// # Errors
///
/// Returns an error if the file cannot be written, or if there is something at the path that is not a regular file,
/// such as a pipe or a device.
pub fn write_over(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = target(path)?;
    let old = match path.metadata() {
        Ok(data) if !data.is_file() => {
            return Err(io::Error::other("it is not a regular file"));
        }
        // A file that must not be written must not be replaced either.
        Ok(data) => File::options()
            .write(true)
            .open(&path)
            .map(|_| Some(data))?,
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Err(error),
    };
    let file = temporary(&path, bytes)?;
    if let Some(old) = old {
        file.as_file().set_permissions(old.permissions())?;
    }
    file.persist(path).map_err(|error| error.error)?;
    Ok(())
}

/// Writes a temporary file in the folder of a path. The file is removed unless it is persisted.
fn temporary(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let mut builder = Builder::new();
    builder.prefix(".papergames-");
    // A temporary file can be read only by its owner, but a new file gets the usual permissions.
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    let file = builder.tempfile_in(folder(path)).and_then(|mut file| {
        file.write_all(bytes)?;
        file.as_file().sync_all()?;
        Ok(file)
    });
    // The kind of an error is enough; its text names the temporary file.
    file.map_err(|error| error.kind().into())
}

/// Returns the path to which symbolic links lead, whether or not there is a file.
fn target(path: &Path) -> io::Result<PathBuf> {
    match fs::canonicalize(path) {
        Err(error) if error.kind() == ErrorKind::NotFound => match fs::read_link(path) {
            Ok(next) => target(&folder(path).join(next)),
            Err(_) => Ok(path.to_owned()),
        },
        found => found,
    }
}

/// Returns the folder that contains a file.
fn folder(path: &Path) -> &Path {
    let folder = path.parent();
    folder
        .filter(|folder| !folder.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Returns the path of a file that a user names at a prompt. Replaces `~/` with the home folder, because no shell does
/// so there.
pub fn named(path: &str) -> PathBuf {
    let home = std::env::var_os("HOME").filter(|home| !home.is_empty());
    match (path.strip_prefix("~/"), home) {
        (Some(rest), Some(home)) => Path::new(&home).join(rest),
        _ => PathBuf::from(path),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn shelf(name: &str) -> Shelf {
        let name = format!("papergames-{name}-{}", std::process::id());
        Shelf::new(std::env::temp_dir().join(name))
    }

    fn games(shelf: &Shelf) -> Vec<String> {
        let read = |file: PathBuf| fs::read_to_string(file).expect("a game");
        shelf.games().into_iter().map(read).collect()
    }

    /// Writes a game, as if it were played `minute` minutes after 1970.
    fn write(place: &Path, game: &str, minute: usize) {
        write_over(place, game.as_bytes()).expect("the file can be written");
        let file = File::options().write(true).open(place);
        let time = SystemTime::UNIX_EPOCH + Duration::from_mins(minute as u64);
        let changed = file.and_then(|file| file.set_modified(time));
        changed.expect("the time can be changed");
    }

    #[test]
    fn the_last_games_are_kept_and_the_oldest_is_removed() {
        let shelf = shelf("shelf");
        assert!(shelf.games().is_empty());
        for game in 1..=MOST_KEPT + 2 {
            write(&shelf.place().expect("a file"), &game.to_string(), game);
        }
        assert_eq!(
            games(&shelf),
            ["11", "10", "9", "8", "7", "6", "5", "4", "3"]
        );
        let place = shelf.resume(3).expect("there are three games");
        assert_eq!(fs::read_to_string(&place).expect("a game"), "9");
        write(&place, "9 goes on", 20);
        assert_eq!(games(&shelf)[..4], ["9 goes on", "11", "10", "8"]);
        fs::remove_dir_all(&shelf.folder).expect("the folder can be removed");
    }

    /// Two programs once wrote to one file, and the game of one was lost.
    #[test]
    fn two_programs_keep_both_games() {
        let shelf = shelf("programs");
        let (here, there) = (
            shelf.place().expect("a file"),
            shelf.place().expect("a file"),
        );
        write(&here, "here", 1);
        write(&there, "there", 2);
        write(&here, "here 1", 3);
        assert_eq!(games(&shelf), ["here 1", "there"]);
        // The game that is resumed is still being played.
        let resumed = shelf.resume(2).expect("there are two games");
        write(&resumed, "resumed", 4);
        write(&there, "there 1", 5);
        assert_eq!(games(&shelf), ["there 1", "resumed", "here 1"]);
        fs::remove_dir_all(&shelf.folder).expect("the folder can be removed");
    }

    #[cfg(unix)]
    #[test]
    fn a_file_is_replaced_and_nothing_around_it_changes() {
        use std::os::unix::fs::{PermissionsExt, symlink};
        let folder = shelf("replace").folder;
        fs::create_dir_all(&folder).expect("a folder");
        let named = |name: &str| folder.join(name);
        let read = |name: &str| fs::read_to_string(named(name)).expect("a text");
        fs::write(named("game"), "old").expect("a file");
        fs::set_permissions(named("game"), fs::Permissions::from_mode(0o640)).expect("a mode");
        // Files with such names were once replaced.
        fs::write(named("game.new"), "precious").expect("a file");
        symlink("game", named("link")).expect("a link");
        symlink("made", named("dangling")).expect("a link");
        symlink("circle", named("circle")).expect("a link");
        let made = std::process::Command::new("mkfifo")
            .arg(named("pipe"))
            .status();
        assert!(made.expect("mkfifo starts").success());
        // Opened for reading, so that nobody who writes to it waits.
        let reader = File::options().read(true).write(true).open(named("pipe"));
        let _reader = reader.expect("a pipe");
        write_over(&named("link"), b"new").expect("the file can be written");
        write_over(&named("dangling"), b"made").expect("the file can be written");
        assert!(named("link").is_symlink() && named("dangling").is_symlink());
        assert_eq!(
            [read("game"), read("game.new"), read("made")],
            ["new", "precious", "made"]
        );
        let mode = named("game")
            .metadata()
            .expect("a file")
            .permissions()
            .mode();
        assert_eq!(mode & 0o777, 0o640);
        for path in [
            folder.clone(),
            named("circle"),
            named("pipe"),
            named("no/file"),
        ] {
            assert!(write_over(&path, b"new").is_err(), "{}", path.display());
        }
        for name in ["game", "link", "circle"] {
            let refused = write_new(&named(name), "new").expect_err("it is there");
            assert_eq!(refused.kind(), ErrorKind::AlreadyExists, "{name}");
        }
        assert_eq!(
            fs::read_dir(&folder).expect("a folder").count(),
            7,
            "no temporary file remains"
        );
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
