//! `papergames tour`: a game of each kind, played through the one trait.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use common::any::{AnyGame, AnyRecord, Picture};
use common::describe::SetupOptions;
use common::look::Style;
use common::{Outcome, Seeded};
use play::terminal::fill;

use crate::draw::write_picture;
use crate::setup::games;

/// Play one random game of each kind and show what it obeys
///
/// One generic function plays Sprouts, Brussels Sprouts, SOS and Phutball: it asks a position for a random move until
/// the game is over. Prints the boards, the moves, the winner, and the theorems that each game obeys, and writes a
/// picture of each final position.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames tour
  papergames tour --seed 7")]
pub(crate) struct Tour {
    /// The seed of the random moves; the same seed gives the same games on every machine.
    #[arg(long, default_value_t = 1)]
    seed: u64,

    /// The folder for the pictures; by default `target/tour` if there is a folder `target`, and otherwise a temporary
    /// one.
    #[arg(long, value_name = "FOLDER")]
    pictures: Option<PathBuf>,
}

/// The number of moves after which a random game is stopped; no usual game comes near it.
const LIMIT: u64 = 100_000;

/// The width of lists of moves.
const WIDTH: usize = 96;

impl Tour {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let target = Path::new("target");
        let folder = match &self.pictures {
            Some(folder) => folder.clone(),
            None if target.is_dir() => target.join("tour"),
            None => std::env::temp_dir().join("papergames-tour"),
        };
        std::fs::create_dir_all(&folder)
            .with_context(|| format!("expected a folder for pictures at `{}`", folder.display()))?;
        for game in games() {
            self.show(*game, &folder, out)?;
        }
        writeln!(
            out,
            "Next: `papergames help` lists what else there is to do with them."
        )?;
        Ok(())
    }

    /// Plays a game, prints it and draws its end.
    fn show(&self, game: &'static dyn AnyGame, folder: &Path, out: &mut dyn Write) -> Result<()> {
        let about = game.about();
        let mut record = game.start(about.tour, &SetupOptions::none())?;
        record.play_random(LIMIT, &mut Seeded::new(self.seed));
        show(&*record, out)?;
        if let Some(pictures) = record.pictures() {
            let name = about.title.to_lowercase().replace(' ', "-");
            let path = folder.join(name).with_extension("svg");
            let svg = pictures.draw(Picture::Last, &Style::default())?;
            write_picture(&path, &svg, 800)?;
            writeln!(out, "picture: {}\n", path.display())?;
        }
        Ok(())
    }
}

/// Prints a game: boards at its start, in its middle and at its end, the moves, the winner and the facts.
fn show(record: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
    let about = record.game().about();
    let count = record.len();
    writeln!(out, "=== {} ===\n\n{}\n", about.title, about.summary)?;
    let mut shown = record.boxed();
    shown.rewind(0);
    let (mut words, mut before, mut turns) = (Vec::new(), None, 0);
    for (played, m) in record.moves().iter().enumerate() {
        match played {
            0 => board(&*shown, "The start", out)?,
            n if n == count / 2 => board(&*shown, &format!("After {n} moves"), out)?,
            _ => (),
        }
        // Each run of moves by one player stands behind the number of the turn.
        let turn = shown.turn();
        if turn == before {
            words.push(m.clone());
        } else {
            turns += 1;
            words.push(format!("{turns}. {m}"));
        }
        before = turn;
        shown.play(m)?;
    }
    board(record, &format!("After the last of {count} moves"), out)?;
    writeln!(out, "The moves:\n{}", indent(&fill(&words, WIDTH)))?;
    match record.outcome() {
        Some(Outcome::Draw) => writeln!(out, "\nThe result: a draw.")?,
        Some(outcome) => writeln!(out, "\nThe result: {outcome}.")?,
        None => bail!(
            "the random game of {} was not over after {LIMIT} moves",
            about.title
        ),
    }
    for fact in record.facts() {
        let mark = if fact.holds { "obeyed" } else { "BROKEN" };
        writeln!(out, "{mark}: {}", fact.text)?;
        if !fact.holds {
            bail!(
                "a game of {} does not obey its theorem: {}",
                about.title,
                fact.text
            );
        }
    }
    Ok(())
}

/// Prints the board after some moves.
fn board(record: &dyn AnyRecord, when: &str, out: &mut dyn Write) -> Result<()> {
    let board = indent(&record.bare_board());
    writeln!(out, "{when}: {}\n\n{board}\n", record.position())?;
    Ok(())
}

/// Indents every line by two columns.
fn indent(text: &str) -> String {
    let lines: Vec<String> = text
        .lines()
        .map(|line| format!("  {line}").trim_end().to_owned())
        .collect();
    lines.join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_line_ends_in_blanks() {
        assert_eq!(indent("a\n\n b"), "  a\n\n   b");
    }
}
