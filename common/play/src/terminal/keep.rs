//! Stores games in files, which are written atomically, and manages the files of the last few games of a kind.

use std::ffi::OsString;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use common::describe::Refused;

/// The number of games of a kind that are kept.
const MOST_KEPT: usize = 9;

/// The files of the last few games of a kind: `last-sprouts.txt` contains the last game, and `last-sprouts-2.txt` the
/// game before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shelf {
    last: PathBuf,
}

impl Shelf {
    /// Returns the shelf whose last game is in the file `last`.
    pub fn new(last: impl Into<PathBuf>) -> Shelf {
        Shelf { last: last.into() }
    }

    /// Makes an earlier game the last game, and returns its file. Games are numbered from 1; number 1 is the last game.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no such game, or if a file cannot be renamed.
    pub fn resume(&self, number: usize) -> Result<PathBuf, Refused> {
        if !self.file(number).is_file() {
            let folder = self.last.parent().unwrap_or(Path::new("")).display();
            return Err(Refused::new(match self.count() {
                0 => format!("no game has been saved yet in `{folder}`"),
                1 => format!("there is only one saved game in `{folder}`"),
                n => format!("there are only {n} saved games in `{folder}`"),
            }));
        }
        if number > 1 {
            let aside = beside(&self.last);
            let renamed = fs::rename(self.file(number), &aside)
                .and_then(|()| self.move_back(number - 1))
                .and_then(|()| fs::rename(aside, &self.last));
            renamed.map_err(Refused::because)?;
        }
        Ok(self.last.clone())
    }

    /// Returns the file of a game. Games are numbered from 1; number 1 is the last game.
    pub(super) fn file(&self, number: usize) -> PathBuf {
        if number < 2 {
            return self.last.clone();
        }
        let mut name = self.last.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number}"));
        if let Some(ending) = self.last.extension() {
            name.push(".");
            name.push(ending);
        }
        self.last.with_file_name(name)
    }

    /// Returns the number of games kept.
    fn count(&self) -> usize {
        (1..=MOST_KEPT)
            .take_while(|number| self.file(*number).is_file())
            .count()
    }

    /// Makes room for a new last game. Every game moves back by one place, and the oldest game is lost.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be renamed.
    pub(super) fn make_room(&self) -> io::Result<()> {
        self.move_back(self.count().min(MOST_KEPT - 1))
    }

    /// Moves the last `number` games back by one place.
    fn move_back(&self, number: usize) -> io::Result<()> {
        let mut games = (1..=number).rev();
        games.try_for_each(|number| fs::rename(self.file(number), self.file(number + 1)))
    }
}

/// Writes a file that must not exist yet.
pub(super) fn write_new(path: &Path, text: &str) -> io::Result<()> {
    fs::File::create_new(path)?.write_all(text.as_bytes())
}

/// Atomically writes a file, replacing any existing one, so that a full disk does not destroy what was saved earlier.
pub(super) fn write_over(path: &Path, text: &str) -> io::Result<()> {
    let beside = beside(path);
    fs::write(&beside, text)?;
    fs::rename(beside, path)
}

/// Returns the name of the temporary file that is written before it replaces another.
fn beside(path: &Path) -> PathBuf {
    let mut name: OsString = path.file_name().unwrap_or_default().to_owned();
    name.push(".new");
    path.with_file_name(name)
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
    use super::*;

    #[test]
    fn games_move_back_for_a_new_one_and_the_oldest_is_lost() {
        let folder = std::env::temp_dir().join(format!("papergames-shelf-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let shelf = Shelf::new(folder.join("last.txt"));
        assert!(shelf.count() == 0);
        for game in 1..=MOST_KEPT + 2 {
            shelf.make_room().expect("files can be renamed");
            write_over(&shelf.file(1), &game.to_string()).expect("the file can be written");
        }
        let games = || -> Vec<String> {
            let files = (1..=shelf.count()).map(|number| shelf.file(number));
            files
                .map(|file| fs::read_to_string(file).expect("a game"))
                .collect()
        };
        assert_eq!(games(), ["11", "10", "9", "8", "7", "6", "5", "4", "3"]);
        shelf.resume(3).expect("files can be renamed");
        assert_eq!(games(), ["9", "11", "10", "8", "7", "6", "5", "4", "3"]);
        fs::remove_dir_all(&folder).expect("the folder can be removed");
    }
}
