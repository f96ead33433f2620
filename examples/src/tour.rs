//! `papergames tour`: a game of each kind, played through the one trait.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use clap::Args;
use common::{Outcome, Record, Seeded, playout};
use picture::svg::Style;

use play::terminal::fill;

use crate::draw::write_picture;
use crate::typed_setup::{ForAnyGame, GameName, Playable, Rules};

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
        for game in GameName::ALL {
            game.visit(Show {
                setup: game.tour(),
                seed: self.seed,
                folder: &folder,
                out,
            })?;
        }
        writeln!(
            out,
            "Next: `papergames help` lists what else there is to do with them."
        )?;
        Ok(())
    }
}

struct Show<'a> {
    setup: &'static str,
    seed: u64,
    folder: &'a Path,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Show<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let start = G::setup(Some(self.setup), &Rules::default().options())?;
        let record = playout::record(start, LIMIT, &mut Seeded::new(self.seed));
        show(&record, self.out)?;
        let name = G::title().to_lowercase().replace(' ', "-");
        let path = self.folder.join(name).with_extension("svg");
        let svg = G::picture(&record, &Style::default())?;
        write_picture(&path, &svg, 800)?;
        writeln!(self.out, "picture: {}\n", path.display())?;
        Ok(())
    }
}

/// Prints a game: boards at its start, in its middle and at its end, the moves, the winner and the facts.
fn show<G: Playable>(record: &Record<G>, out: &mut dyn Write) -> Result<()> {
    let count = record.moves().len();
    writeln!(out, "=== {} ===\n\n{}\n", G::title(), G::summary())?;
    let middle = count / 2;
    for (played, position) in record.positions().enumerate() {
        let when = match played {
            0 => "The start".to_owned(),
            n if n == count => format!("After the last of {count} moves"),
            n if n == middle => format!("After {n} moves"),
            _ => continue,
        };
        writeln!(out, "{when}: {position}\n\n{}\n", indent(&position.board()))?;
    }
    writeln!(
        out,
        "The moves:\n{}",
        indent(&fill(&moves_by_player(record), WIDTH))
    )?;
    match record.position().outcome() {
        Some(Outcome::Draw) => writeln!(out, "\nThe result: a draw.")?,
        Some(outcome) => writeln!(out, "\nThe result: {outcome}.")?,
        None => bail!(
            "the random game of {} was not over after {LIMIT} moves",
            G::title()
        ),
    }
    for fact in G::facts(record) {
        let mark = if fact.holds { "obeyed" } else { "BROKEN" };
        writeln!(out, "{mark}: {}", fact.text)?;
        if !fact.holds {
            bail!(
                "a game of {} does not obey its theorem: {}",
                G::title(),
                fact.text
            );
        }
    }
    Ok(())
}

/// Returns the moves as words, each run of moves by one player behind the number of the turn.
fn moves_by_player<G: Playable>(record: &Record<G>) -> Vec<String> {
    let mut words = Vec::new();
    let mut before = None;
    let mut turns = 0;
    for (m, position) in record.moves().iter().zip(record.positions()) {
        let turn = position.turn();
        if turn == before {
            words.push(m.to_string());
        } else {
            turns += 1;
            words.push(format!("{turns}. {m}"));
        }
        before = turn;
    }
    words
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
