//! `papergames rules`: the rules of a game, its rule sets and its variants.

use std::io::Write;

use anyhow::{Result, bail};
use clap::Args;
use common::describe::RuleSet;
use play::terminal::{Screen, fill};

use crate::typed_setup::{ForAnyGame, GameName, Playable};

/// Explain a game, its rule sets and its variants
///
/// Without NAME, the rules of the game, and a paragraph on each rule set and variant with its source, the usual one
/// first. With NAME, that one, with a picture of a short game that shows it.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames rules phutball
  papergames rules phutball immediate-corner
  papergames rules sprouts antwerp-hot")]
pub(crate) struct RulesOf {
    /// The game.
    #[arg(value_name = "GAME")]
    game: GameName,

    /// A rule set or a variant.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

impl RulesOf {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        self.game.visit(Task {
            name: self.name.as_deref(),
            out,
        })
    }
}

struct Task<'a> {
    name: Option<&'a str>,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let sets = G::rule_sets();
        let screen = Screen::detect();
        let Some(name) = self.name else {
            writeln!(self.out, "{}\n", G::title())?;
            writeln!(self.out, "{}", paragraph(G::summary(), &screen))?;
            for set in &sets {
                writeln!(self.out)?;
                tell(set, &screen, self.out)?;
            }
            return Ok(());
        };
        let Some(set) = sets.iter().find(|set| set.name == name) else {
            let names: Vec<&str> = sets.iter().map(|set| set.name).collect();
            bail!(
                "expected a rule set of {} ({}), found `{name}`",
                G::title(),
                names.join(", ")
            );
        };
        tell(set, &screen, self.out)?;
        let record = set.example::<G>()?;
        let print = G::terminal(&record, &screen.window(0))?;
        write!(self.out, "\n{}", screen.paint(&print))?;
        writeln!(self.out, "{}", picture::terminal::turn(record.position()))?;
        let (setup, moves) = set.example.split_once(' ').unwrap_or((set.example, ""));
        writeln!(self.out, "\nthe game in the picture: {setup} {moves}")?;
        writeln!(self.out, "papergames play {} {setup}", G::name())?;
        Ok(())
    }
}

/// Writes a paragraph on a rule set.
fn tell(set: &RuleSet, screen: &Screen, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", set.name)?;
    for text in [set.about, &format!("Source: {}", set.source)] {
        for line in paragraph(text, screen).lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}

/// Breaks a text into lines that leave room for a margin.
fn paragraph(text: &str, screen: &Screen) -> String {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    fill(&words, screen.text_width().saturating_sub(2))
}
