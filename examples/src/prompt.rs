//! The prompt of `explore` and `puzzle`, at which positions are studied.

use std::io::Write;

use anyhow::Result;
use common::any::AnyRecord;
use play::terminal::{Lines, Screen, Typed, completions, explain, fill, page};

use crate::editor;

/// Prints a text, page by page at a terminal.
pub(crate) fn paged(text: &str, out: &mut dyn Write) -> Result<()> {
    let screen = Screen::detect();
    page(text, &screen, &mut *editor::lines(&screen)?, out)?;
    Ok(())
}

/// The column in which explanations of commands begin.
pub(crate) const MARGIN: usize = 14;

/// A prompt that reads lines from a person or a pipe, and prints answers between them.
pub(crate) struct Prompt<'a> {
    pub(crate) screen: Screen,
    lines: Box<dyn Lines>,
    pub(crate) out: &'a mut dyn Write,
}

/// A line that was typed, or the end of input.
pub(crate) enum Line {
    Text(String),
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

    /// Reads a line; Tab completes commands and the moves of a position.
    pub(crate) fn read(
        &mut self,
        prompt: &str,
        commands: &[(&'static str, &str)],
        record: &dyn AnyRecord,
    ) -> Result<Line> {
        loop {
            self.screen.measure();
            let words = || completions(commands.iter().map(|(usage, _)| *usage), record);
            match self.lines.read(prompt, &words, self.out)? {
                Typed::Text(line) => {
                    if !self.screen.is_dialogue {
                        writeln!(self.out, "{line}")?;
                    }
                    return Ok(Line::Text(line.trim().to_owned()));
                }
                Typed::TooLong => self.say("this line is too long for a move")?,
                Typed::Interrupted => return Ok(Line::Interrupted),
                _ => return Ok(Line::End),
            }
        }
    }

    /// Prints the commands that can be typed, on a line each.
    pub(crate) fn help(&mut self, first: &str, commands: &[(&str, &str)]) -> Result<()> {
        writeln!(self.out, "{first}:")?;
        for (usage, does) in commands {
            let line = format!("{usage:<13} {does}");
            writeln!(
                self.out,
                "{}",
                explain(&line, MARGIN, self.screen.text_width())
            )?;
        }
        Ok(())
    }
}
