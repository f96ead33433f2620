//! Moves that are made and taken back, by people and by the machine.

use std::io;
use std::time::Instant;

use common::describe::Refused;
use common::engine::EngineError;
use common::format::Early;
use common::{Describe, Player};

use super::super::TableError;
use super::super::command;
use super::{End, Flow, MOST_MOVES, ON, OVER, REFUSED, Session};

impl<G: Describe> Session<'_, G> {
    /// Makes the moves that a person has typed, or prints what is wrong with them.
    pub(super) fn make(&mut self, text: &str) -> io::Result<()> {
        let position = self.table.record.position();
        let read = position.read_moves(text);
        // A number is one of the last list, unless it is a move.
        let moves = match text.parse::<usize>() {
            Ok(number) if read.is_err() => self.picked(number).map(|m| vec![m]),
            _ => read,
        };
        let moves = match moves {
            Ok(moves) => moves,
            Err(reason) => {
                self.refuse(&reason)?;
                return match command::meant(text) {
                    Some(name) => self.tell(&format!("(did you mean `{name}`?)")),
                    None => Ok(()),
                };
            }
        };
        let mut record = self.table.record.clone();
        for m in &moves {
            if let Err(reason) = record.push(m.clone()) {
                return self.refuse(&Refused::because(reason));
            }
        }
        let player = position.turn();
        let played = words_of::<G>(&moves);
        self.table.record = record;
        if self.is_still() {
            self.notes.clear();
        } else {
            if played != text {
                writeln!(self.out, "played: {played}")?;
            }
            writeln!(self.out)?;
        }
        self.undone.clear();
        if let Some(player) = player {
            self.press(player);
        }
        self.time_moves();
        self.changed();
        self.show_between()
    }

    /// Prints why a typed move is not played.
    pub(super) fn refuse(&mut self, reason: &Refused) -> io::Result<()> {
        let reason = self.fitted(&format!("not played: {reason}"), 0);
        let reason = self.styled(REFUSED, &reason);
        writeln!(self.out, "{reason}")?;
        self.tell("(`moves` lists what is legal, `help` how it is typed)")
    }

    /// Returns the move with a number in the last list.
    pub(super) fn picked(&self, number: usize) -> Result<G::Move, Refused> {
        let listed = self.listed.get(number.wrapping_sub(1)).cloned();
        listed.ok_or_else(|| {
            Refused::new(match self.listed.len() {
                0 => {
                    format!("expected a move, found the number {number}; `moves` shows moves with their numbers")
                }
                most => format!("expected a number from 1 to {most} of the last list, found {number}"),
            })
        })
    }

    /// Lets the machine move.
    pub(super) fn reply(&mut self, player: Player) -> Flow {
        if self.table.record.moves().len() >= MOST_MOVES {
            self.end = Some(End::TooLong);
            return ON;
        }
        let budget = self.table.limits.or(G::budget(self.table.level));
        let budget = match &self.clock {
            Some(clock) => clock.budget(player, &budget),
            None => budget,
        };
        let thinking = self.thinking(&format!("{player} thinks"))?;
        let report = self
            .machine
            .choose(&self.table.record, &budget, &mut |report| {
                thinking.tell(format!(", {} positions", report.nodes));
            });
        drop(thinking);
        let report = report.map_err(|error| TableError::of(player, &error))?;
        let m = report.line.into_iter().next();
        let m = m.ok_or_else(|| TableError::of(player, &EngineError::GameOver))?;
        let said = self.table.record.position().say_move(&m);
        if self.is_still() {
            self.note(&format!("{player} played {m}: {said}"));
        } else {
            writeln!(self.out, "{player}> {m}\n")?;
        }
        let played = self.table.record.push(m);
        played.map_err(|error| TableError::Engine {
            player,
            reason: error.to_string(),
        })?;
        self.press(player);
        self.time_moves();
        self.changed();
        self.show_between()?;
        ON
    }

    /// Stops the clock of a player whose turn has ended.
    pub(super) fn press(&mut self, player: Player) {
        let took = self.begun.elapsed();
        if self.table.record.position().turn() == Some(player) {
            return;
        }
        if let Some(clock) = &mut self.clock
            && let Err(error) = clock.press(player, took)
        {
            self.end = Some(End::Time(error));
        }
        self.begun = Instant::now();
    }

    /// Notes what the clocks show after the moves that have just been made.
    pub(super) fn time_moves(&mut self) {
        if let Some(clock) = &self.clock {
            let moves = self.table.record.moves().len();
            self.clocks.resize(moves + 1, clock.clone());
        }
    }

    /// Takes back a person's last moves with the replies to them, and the time that they took.
    pub(super) fn undo(&mut self, number: usize) -> io::Result<()> {
        let gave_up = match self.end {
            Some(End::Resigned(player)) => Some(player),
            Some(End::Saved(player, early)) if early != Early::Time => Some(player),
            _ => None,
        };
        if let Some(player) = gave_up {
            (self.end, self.is_told) = (None, false);
            self.begun = Instant::now();
            self.note(&format!("{player} plays on"));
            self.keep();
            return self.show();
        }
        let mut record = self.table.record.clone();
        let mut groups = Vec::new();
        let mut undone = Vec::new();
        while groups.len() < number
            && let Some(m) = record.pop()
        {
            undone.push(m);
            let turn = record.position().turn();
            if turn.is_some_and(|player| self.table.people.contains(player)) {
                undone.reverse();
                self.table.record = record.clone();
                groups.push(std::mem::take(&mut undone));
            }
        }
        if groups.is_empty() {
            return self.tell("there is no move of yours to take back");
        }
        let moves: Vec<G::Move> = groups.iter().rev().flatten().cloned().collect();
        self.note(&format!("taken back: {}", words_of::<G>(&moves)));
        self.undone.extend(groups);
        (self.end, self.is_told) = (None, false);
        self.clocks.truncate(self.table.record.moves().len() + 1);
        self.clock = self.clocks.last().cloned();
        self.begun = Instant::now();
        self.changed();
        self.show()
    }

    /// Plays again what was taken back. The clocks stay as they are.
    pub(super) fn redo(&mut self, number: usize) -> io::Result<()> {
        let from = self.undone.len().saturating_sub(number);
        let moves: Vec<G::Move> = self
            .undone
            .split_off(from)
            .into_iter()
            .rev()
            .flatten()
            .collect();
        if moves.is_empty() {
            return self.tell("there is nothing to play again: no move was taken back since the last one was played");
        }
        let played = words_of::<G>(&moves);
        for m in moves {
            // These moves were played from here before.
            if self.table.record.push(m).is_err() {
                break;
            }
        }
        self.note(&format!("played again: {played}"));
        self.time_moves();
        self.changed();
        self.show()
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        let players = self.table.record.setup().players();
        let Some(player) = self.mover() else {
            return self.tell(OVER);
        };
        if players != 2 {
            return self.tell(&format!(
                "expected a game of two players to resign, found one of {players}; `quit` leaves it"
            ));
        }
        self.end = Some(End::Resigned(player));
        self.keep();
        Ok(())
    }
}

/// Returns moves with blanks between them.
fn words_of<G: Describe>(moves: &[G::Move]) -> String {
    moves
        .iter()
        .map(G::Move::to_string)
        .collect::<Vec<_>>()
        .join(" ")
}
