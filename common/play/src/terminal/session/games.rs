//! Games that begin, go on in a file, and change seats.

use std::fmt::Write as _;
use std::io;
use std::time::Instant;

use common::describe::SetupOptions;
use common::format::{Early, Heading};
use common::{Describe, Level, Player, Record};

use super::super::keep::{named, write_new, write_over};
use super::{End, Flow, OFF, ON, Seating, Session};
use crate::clock::GameClock;
use crate::session::Seats;

impl<G: Describe> Session<'_, G> {
    /// Returns who plays, with the clocks as they were before a move that came too late.
    pub(super) fn seats(&self) -> Seats {
        let moves = self.table.record.moves().len();
        let clock = match self.end {
            Some(End::Time(_)) => self.clocks.get(moves.saturating_sub(1)),
            _ => self.clock.as_ref(),
        };
        Seats {
            game: G::name().to_owned(),
            people: self.table.people,
            level: self.table.level,
            clock: clock.cloned(),
        }
    }

    /// Returns the game as it is saved: who plays, the result if the moves do not reach it, and the record.
    pub(super) fn text(&self) -> String {
        let mut text = format!("{}\n", self.seats());
        if let (Some((_, early)), Some(outcome)) = (self.early(), self.outcome()) {
            let _ = writeln!(text, "{}, {outcome}{early}", Heading::START);
        }
        let _ = writeln!(text, "{}", self.table.record);
        text
    }

    /// Returns who has lost before the rules ended the game.
    pub(super) fn early(&self) -> Option<(Player, Early)> {
        match self.end? {
            End::Resigned(player) => Some((player, Early::Resignation)),
            End::Time(error) => Some((error.player, Early::Time)),
            End::Saved(player, early) => Some((player, early)),
            End::TooLong => None,
        }
    }

    /// Writes the game where it is kept, and shows it to the watcher.
    pub(super) fn keep(&mut self) {
        let record = self.table.record.to_string();
        self.table.watch.set(record);
        if let Some(shelf) = &self.table.kept
            && !self.table.record.moves().is_empty()
        {
            let room = if self.is_kept {
                Ok(())
            } else {
                shelf.make_room()
            };
            let path = shelf.file(1);
            if let Err(error) = room.and_then(|()| write_over(&path, &self.text())) {
                self.note(&format!(
                    "(The game cannot be kept in {}: {error}.)",
                    path.display()
                ));
                // Once is enough.
                self.table.kept = None;
            }
            self.is_kept = true;
        }
    }

    pub(super) fn save(&mut self, path: &str, replaces: bool) -> io::Result<()> {
        if path.is_empty() {
            return self.tell("expected the name of a file, as in `save game.txt`");
        }
        let path = named(path);
        let text = self.text();
        let written = if replaces || self.saved.contains(&path) {
            write_over(&path, &text)
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
                "{name} cannot be written: it exists; `save! {name}` replaces it"
            )),
            Err(error) => self.tell(&format!("{name} cannot be written: {error}")),
        }
    }

    /// Begins a game of another kind or setup; breaks if it belongs at another table.
    pub(super) fn new_game(&mut self, text: &str, next: &mut Option<String>) -> Flow {
        let (name, setup) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let is_game = self.table.games.iter().any(|game| *game == name);
        if is_game && name != G::name() {
            *next = Some(text.to_owned());
            return OFF;
        }
        let text = if is_game { setup.trim() } else { text };
        let setup = if !text.is_empty() {
            G::setup(Some(text), &SetupOptions::none())
        } else if is_game {
            G::setup(None, &SetupOptions::none())
        } else {
            Ok(self.table.record.setup().clone())
        };
        match setup {
            Ok(setup) => self.begin(setup, text)?,
            Err(reason) => {
                self.tell(&format!("no new game: {reason}"))?;
            }
        }
        ON
    }

    pub(super) fn rematch(&mut self) -> io::Result<()> {
        let players = self.table.record.setup().players();
        if players == 2 && self.table.people.len() == 1 {
            self.table.people = self.table.people.complement(players);
        }
        self.begin(self.table.record.setup().clone(), "")
    }

    /// Begins a game from a setup, which somebody may have named.
    pub(super) fn begin(&mut self, setup: G, name: &str) -> io::Result<()> {
        if !self.table.record.moves().is_empty() {
            writeln!(self.out, "record: {}\n", self.table.record)?;
        }
        let players = setup.players();
        let seats = self.table.people;
        self.table.people = seats.iter().filter(|p| p.index() < players).collect();
        self.table.record = Record::new(setup);
        let control = self.clock.as_ref().map(GameClock::control);
        self.clock = control.map(|control| GameClock::new(control, players));
        self.clocks = self.clock.iter().cloned().collect();
        self.begun = Instant::now();
        (self.end, self.is_told) = (None, false);
        self.undone.clear();
        self.saved.clear();
        self.seating = Seating::Constant;
        self.is_kept = false;
        let roles = self.roles();
        let remarks = self.filled(&self.table.record.position().remarks());
        match (name, self.is_still()) {
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
        let players = self.table.record.setup().players();
        if players != 2 || self.table.people.len() != 1 {
            return self.tell("expected one person against the machine to change sides");
        }
        self.table.people = self.table.people.complement(players);
        if !self.table.record.moves().is_empty() {
            self.seating = Seating::Changed;
        }
        self.note(&self.roles());
        self.keep();
        self.show()
    }

    pub(super) fn level(&mut self, text: &str) -> io::Result<()> {
        if text.is_empty() {
            let level = self.table.level;
            return self.tell(&format!(
                "the machine plays at level {level}; `level N` changes that, from 1 to 5"
            ));
        }
        match text.parse::<Level>() {
            Ok(level) => {
                self.table.level = level;
                self.machine = G::engine(level, self.table.seed);
                self.keep();
                self.tell(&format!("the machine plays at level {level}"))
            }
            Err(error) => self.tell(&format!("{error}; the level stays {}", self.table.level)),
        }
    }
}
