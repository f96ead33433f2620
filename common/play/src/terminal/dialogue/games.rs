//! Beginning games, keeping them in files, and swapping seats.

use std::io;

use common::Level;
use common::describe::Refused;

use super::super::keep::{named, write_new, write_over};
use super::{Dialogue, Flow, OFF, ON};

impl Dialogue<'_> {
    /// Writes the game to its file, and shows it to the watcher.
    pub(super) fn keep(&mut self) {
        self.watch.set(self.session.record().to_string());
        if self.session.record().is_empty() {
            return;
        }
        let Some(shelf) = &self.shelf else { return };
        let place = self.place.take().map_or_else(|| shelf.place(), Ok);
        let kept = place.and_then(|place| {
            write_over(&place, self.session.text().as_bytes())?;
            Ok(place)
        });
        match kept {
            Ok(place) => self.place = Some(place),
            Err(error) => {
                self.note(&format!(
                    "(The game cannot be saved for `--resume`: {error}.)"
                ));
                // Once is enough.
                self.shelf = None;
            }
        }
    }

    pub(super) fn save(&mut self, path: &str, replaces: bool) -> io::Result<()> {
        if ["", "-"].contains(&path) {
            return self.tell("name a file, as in `save game.txt`");
        }
        let path = named(path);
        let text = self.session.text();
        let written = if replaces || self.saved.contains(&path) {
            write_over(&path, text.as_bytes())
        } else {
            write_new(&path, &text)
        };
        let name = path.display();
        match written {
            Ok(()) => {
                let saved = format!("saved to {name}");
                self.saved.insert(path);
                self.tell(&saved)
            }
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => self.tell(&format!(
                "{name} already exists; to replace it, use `save! {name}`"
            )),
            Err(error) => self.tell(&format!("{name} cannot be written: {error}")),
        }
    }

    /// Begins a game of another kind or setup; breaks if it has to be played at another table.
    pub(super) fn new_game(&mut self, text: &str, next: &mut Option<String>) -> Flow {
        let (name, setup) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let is_game = self.games.iter().any(|game| *game == name);
        if is_game && name != self.about.name {
            *next = Some(text.to_owned());
            return OFF;
        }
        let text = if is_game { setup.trim() } else { text };
        let finished = self.finished();
        let setup = Some(text).filter(|text| !text.is_empty());
        let begun = if setup.is_some() || is_game {
            self.set_up(text)
        } else {
            self.session.begin_again();
            Ok(())
        };
        match begun {
            Ok(()) => self.begin(finished, text)?,
            Err(reason) => {
                self.tell(&format!("no new game: {reason}"))?;
            }
        }
        ON
    }

    /// Begins a game from a setup and the options after it.
    fn set_up(&mut self, text: &str) -> Result<(), Refused> {
        let (setup, options) = text.split_at(text.find("--").unwrap_or(text.len()));
        let options = (self.options)(options)?;
        let setup = Some(setup.trim()).filter(|setup| !setup.is_empty());
        self.session.set_up(setup, &options)
    }

    pub(super) fn rematch(&mut self) -> io::Result<()> {
        let finished = self.finished();
        self.session.rematch();
        self.begin(finished, "")
    }

    /// Returns the record that is printed if another game begins.
    fn finished(&self) -> Option<String> {
        let record = self.session.record();
        (!record.is_empty()).then(|| record.to_string())
    }

    /// Shows a game that has begun after another, from a setup that a user may have named.
    fn begin(&mut self, finished: Option<String>, name: &str) -> io::Result<()> {
        if let Some(record) = finished {
            writeln!(self.out, "record: {record}\n")?;
        }
        self.is_told = false;
        self.saved.clear();
        self.place = None;
        let view = self.session.view().map(str::to_owned);
        if let Err(reason) = self.session.set_view(view.as_deref()) {
            self.note(&format!("the usual view is shown: {reason}"));
            let _ = self.session.set_view(None);
        }
        let roles = self.roles();
        let remarks = self.filled(&self.session.record().remarks());
        match (name, self.screen.is_still()) {
            ("", _) => self.note(&format!("A new game. {roles}")),
            (name, true) => {
                self.note(&format!("A new game: {name}."));
                self.note_introduction(&roles);
            }
            (name, false) => {
                self.note(&format!("A new game: {name}. {roles}"));
                if !remarks.is_empty() {
                    self.notes.push(remarks);
                }
            }
        }
        self.changed();
        self.show()
    }

    pub(super) fn flip(&mut self) -> io::Result<()> {
        if !self.session.flip() {
            return self.tell("`flip` needs one human and one machine");
        }
        self.note(&self.roles());
        self.keep();
        self.show()
    }

    /// Lets the user take the first player's seat by the pie rule.
    pub(super) fn swap(&mut self) -> io::Result<()> {
        if !self.session.swap() {
            return self.tell(
                "`swap` answers the first turn of a game for two that is played with the pie rule (`play --pie`)",
            );
        }
        self.note("by the pie rule, the players have exchanged seats");
        self.note(&self.roles());
        self.keep();
        self.show()
    }

    pub(super) fn level(&mut self, text: &str) -> io::Result<()> {
        let level = self.session.level;
        if text.is_empty() {
            self.tell(&format!(
                "the machine plays at level {level}; `level N` changes that, from 1 to 5"
            ))?;
            return self.note_fixed();
        }
        match text.parse::<Level>() {
            Ok(level) => {
                self.session.level = level;
                self.keep();
                self.tell(&format!("the machine plays at level {level}"))?;
                self.note_fixed()
            }
            Err(error) => self.tell(&format!("{error}; the level stays {level}")),
        }
    }
}
