//! The prompt of `explore` and `puzzle`, at which positions are studied.

use std::fmt::Display;
use std::io::Write;

use anyhow::Result;
use common::any::AnyRecord;
use play::terminal::{Commands, Lines, PromptEntry, Screen, TypedLine, fill, page};

use crate::editor;

/// Prints a text, page by page at a terminal.
pub(crate) fn paged(text: &str, out: &mut dyn Write) -> Result<()> {
    let screen = Screen::detect();
    page(text, &screen, &mut *editor::lines(&screen)?, out)?;
    Ok(())
}

/// A prompt that reads lines from a person or a pipe, and prints answers between them.
pub(crate) struct Prompt<'a> {
    pub(crate) screen: Screen,
    lines: Box<dyn Lines>,
    pub(crate) out: &'a mut dyn Write,
}

/// A line that was typed, or the end of input.
pub(crate) enum PromptLine<C> {
    Command(C),
    /// Any other text: a move, or the number of one.
    Move(String),
    /// The input has ended.
    End,
    /// Ctrl-C.
    Interrupted,
}

impl<'a> Prompt<'a> {
    /// Returns a prompt at standard input.
    pub(crate) fn new(out: &'a mut dyn Write) -> Result<Prompt<'a>> {
        let screen = Screen::detect();
        let lines = editor::lines(&screen)?;
        Ok(Prompt { screen, lines, out })
    }

    /// Prints a sentence in lines that fit the screen.
    pub(crate) fn say(&mut self, text: &str) -> Result<()> {
        let text = if self.screen.is_dialogue {
            fill(text, self.screen.text_width())
        } else {
            text.to_owned()
        };
        Ok(writeln!(self.out, "{text}")?)
    }

    /// Reads lines up to a command or a move; Tab completes commands and the moves of a position.
    pub(crate) fn read<C: Commands>(
        &mut self,
        prompt: &str,
        record: &dyn AnyRecord,
    ) -> Result<PromptLine<C>> {
        loop {
            self.screen.measure();
            let words = || C::completions(record);
            let line = match self.lines.read(prompt, &words, self.out)? {
                TypedLine::Text(line) => line,
                TypedLine::TooLong => {
                    self.say("this line is too long for a move")?;
                    continue;
                }
                TypedLine::Interrupted => return Ok(PromptLine::Interrupted),
                TypedLine::End => return Ok(PromptLine::End),
            };
            if !self.screen.is_dialogue {
                writeln!(self.out, "{line}")?;
            }
            match C::read(&line) {
                Ok(PromptEntry::Nothing) => (),
                Ok(PromptEntry::Command(command)) => return Ok(PromptLine::Command(command)),
                Ok(PromptEntry::Move(text)) => return Ok(PromptLine::Move(text.to_owned())),
                Err(misused) => self.say(&misused.to_string())?,
            }
        }
    }

    /// Says why a text is not played as a move, and which command may have been meant.
    pub(crate) fn refuse<C: Commands>(&mut self, text: &str, reason: &dyn Display) -> Result<()> {
        self.say(&format!("{reason}; `help` lists the commands"))?;
        C::guess(text).map_or(Ok(()), |guess| self.say(&guess))
    }

    /// Prints the commands that can be typed, on a line each.
    pub(crate) fn help<C: Commands>(&mut self, first: &str) -> Result<()> {
        writeln!(self.out, "{first}:")?;
        for line in C::explained("", self.screen.text_width()) {
            writeln!(self.out, "{line}")?;
        }
        Ok(())
    }
}
