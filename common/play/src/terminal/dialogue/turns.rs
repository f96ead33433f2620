//! Making moves and taking them back, by people and by engines.

use std::io;

use common::Player;
use common::any::{AnyMove, AnyRecord};
use common::describe::Refused;

use super::super::command::TableCommand;
use super::super::commands::Commands;
use super::super::error::TableError;
use super::{Dialogue, Flow, MOST_MOVES, ON, OVER, REFUSED};
use crate::session::made::PlayedMove;

impl Dialogue<'_> {
    /// Makes the moves that a person has typed, or prints what is wrong with them.
    pub(super) fn make(&mut self, text: &str) -> io::Result<()> {
        let viewed = self.session.view();
        let before = viewed.map(|_| self.session.record().boxed());
        let played = self.session.play(text).map(words_of);
        let played = match text.parse::<usize>() {
            // A number picks a move of the last list, unless it is itself a move.
            Ok(number) if played.is_err() => self.pick(number),
            _ => played.map_err(Refused::because),
        };
        let played = match played {
            Ok(played) => played,
            // The move came too late.
            Err(_) if self.session.end().is_some() => {
                self.keep();
                return Ok(());
            }
            Err(reason) => {
                if self.listed.is_empty() && text.parse::<usize>().is_ok() {
                    self.list("")?;
                    return self
                        .tell("not played: a number means a move in this list; type it now");
                }
                self.refuse(&reason)?;
                return match TableCommand::guess(text) {
                    Some(guess) => self.tell(&guess),
                    None => Ok(()),
                };
            }
        };
        let shown = before.map(|before| self.in_view(before, text));
        if self.screen.is_still() {
            self.notes.clear();
            if let Some(shown) = &shown {
                self.note(shown);
            }
        } else {
            match shown {
                Some(shown) => writeln!(self.out, "{shown}")?,
                None if played != text => writeln!(self.out, "played: {played}")?,
                None => (),
            }
            writeln!(self.out)?;
        }
        self.changed();
        self.show_between()
    }

    /// Returns the moves that a person has typed and their effects, as they are shown in the view.
    fn in_view(&self, mut before: Box<dyn AnyRecord>, typed: &str) -> String {
        let view = self.session.view().unwrap_or_default();
        let player = before.turn().map_or_else(String::new, |p| p.to_string());
        if let Some(effect) = before.view_typed(view, typed) {
            return format!("{player} played {typed}: {effect}");
        }
        let made = &self.session.moves()[before.len()..self.session.record().len()];
        let said = made.iter().map(|made| {
            let (text, effect) = before.words(view, &made.m);
            before.push(&made.m).expect("the move was played from here");
            format!("{text}: {effect}")
        });
        let said: Vec<String> = said.collect();
        format!("{player} played {}", said.join("; "))
    }

    /// Prints the reason why a typed move is not played.
    pub(super) fn refuse(&mut self, reason: &Refused) -> io::Result<()> {
        let reason = self.screen.fitted(&format!("not played: {reason}"), 0);
        let reason = self.screen.styled(REFUSED, &reason);
        writeln!(self.out, "{reason}")?;
        self.tell("(`moves` lists the legal moves, `help` explains how to type them)")
    }

    /// Plays the move with the given number in the last list, and returns it.
    fn pick(&mut self, number: usize) -> Result<String, Refused> {
        let Some(m) = self.listed.get(number.wrapping_sub(1)) else {
            return Err(Refused::new(format!(
                "choose a number from 1 to {} from the last list, not {number}",
                self.listed.len()
            )));
        };
        let played = self.session.push(m).map(words_of);
        played.map_err(Refused::because)
    }

    /// Lets the engine move.
    pub(super) fn reply(&mut self, player: Player) -> Flow {
        if self.session.record().len() >= MOST_MOVES {
            self.session.break_off();
            return ON;
        }
        // Without people, Ctrl-C leaves the table at once.
        self.watch.set_working(!self.session.people().is_empty());
        let thinking = self.thinking(&format!("{player} thinks (Ctrl-C: move now)"))?;
        self.lines.set_busy(true);
        let chosen = self.session.choose_or_swap(&mut |report| {
            thinking.tell(format!(", {} positions", report.nodes));
        });
        drop(thinking);
        self.lines.set_busy(false);
        self.watch.set_working(false);
        let failed = |reason: String| TableError::Engine { player, reason };
        let Some(m) = chosen.map_err(|error| failed(error.to_string()))? else {
            self.note("by the pie rule, the machine has taken the first player's seat");
            self.note(&self.roles());
            self.keep();
            self.show()?;
            return ON;
        };
        let viewed = self.session.view();
        let viewed = viewed.map(|view| self.session.record().words(view, &m));
        let played = self.session.push(&m).map(<[PlayedMove]>::to_vec);
        match (played, viewed) {
            (Ok(_), Some((text, steps))) if self.screen.is_still() => {
                self.note(&format!("{player} played {text}: {steps}"));
            }
            (Ok(_), Some((text, steps))) => writeln!(self.out, "{player}> {text}: {steps}\n")?,
            (Ok(made), _) if self.screen.is_still() => {
                for PlayedMove { m, words, .. } in made {
                    self.note(&format!("{player} played {m}: {words}"));
                }
            }
            (Ok(_), _) => writeln!(self.out, "{player}> {m}\n")?,
            // The move came too late.
            (Err(_), _) if self.session.end().is_some() => (),
            (Err(error), _) => return Err(failed(error.to_string())),
        }
        self.changed();
        self.show_between()?;
        ON
    }

    /// Takes back a user's last moves with the replies to them, and the time that they took.
    pub(super) fn undo(&mut self, number: usize) -> io::Result<()> {
        if let Some(player) = self.session.play_on() {
            self.is_told = false;
            self.note(&format!("{player} plays on"));
            self.keep();
            return self.show();
        }
        let undone = words_of(self.session.undo(number));
        if undone.is_empty() {
            return self.tell("you have no move to take back");
        }
        self.is_told = false;
        self.note(&format!("taken back: {undone}"));
        self.changed();
        self.show()
    }

    /// Plays moves again that were taken back. The clocks do not change.
    pub(super) fn redo(&mut self, number: usize) -> io::Result<()> {
        let played = words_of(self.session.redo(number));
        if played.is_empty() {
            return self.tell(
                "there is no move to play again: no move was taken back since the last move",
            );
        }
        self.note(&format!("played again: {played}"));
        self.changed();
        self.show()
    }

    pub(super) fn resign(&mut self) -> io::Result<()> {
        let players = self.session.record().players();
        let Some(player) = self.session.mover() else {
            return self.tell(OVER);
        };
        if players != 2 {
            return self.tell(&format!(
                "only in a game with two players can you resign, not with {players}; `quit` leaves it"
            ));
        }
        self.session.resign(player);
        self.keep();
        Ok(())
    }
}

/// Returns moves separated by blanks.
fn words_of(moves: &[PlayedMove]) -> String {
    AnyMove::join(moves.iter().map(|made| &made.m), " ")
}
