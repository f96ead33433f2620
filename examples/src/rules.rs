//! `papergames rules`: the rules of a game, its rule sets and its variants.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use common::any::{AnyGame, AnyRecord};
use common::describe::RuleSet;
use common::look::Window;
use play::terminal::{Screen, fill};

use crate::draw::{pictures, whose_turn};
use crate::setup::game_by_name;

/// Explain a game, its rule sets and its variants
///
/// Without NAME, the rules of the game with pictures, and a paragraph on each rule set and variant with its source, the
/// usual one first. With NAME, that one, with pictures of a short game that shows it.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames rules phutball
  papergames rules phutball immediate-corner
  papergames rules sprouts antwerp-hot")]
pub(crate) struct RulesOf {
    /// The game; `help` lists them.
    #[arg(value_name = "GAME", value_parser = game_by_name(), hide_possible_values = true)]
    game: &'static dyn AnyGame,

    /// A rule set or a variant.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

impl RulesOf {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let about = self.game.about();
        let screen = Screen::detect();
        let Some(name) = &self.name else {
            writeln!(out, "{}\n", about.title)?;
            writeln!(out, "{}", paragraph(about.summary, &screen))?;
            if let Some(usual) = about.rule_sets.first() {
                writeln!(out, "\nFor example, by the usual rules:")?;
                let record = usual.example(self.game)?;
                frames(&*record, &screen, out)?;
            }
            for set in about.rule_sets {
                writeln!(out)?;
                tell(set, &screen, out)?;
            }
            return Ok(());
        };
        let set = about.rule_sets.iter().find(|set| set.name == name);
        let set = set.with_context(|| {
            let names: Vec<&str> = about.rule_sets.iter().map(|set| set.name).collect();
            format!(
                "expected a rule set of {} ({}), found `{name}`",
                about.title,
                names.join(", ")
            )
        })?;
        tell(set, &screen, out)?;
        let record = set.example(self.game)?;
        frames(&*record, &screen, out)?;
        writeln!(out, "{}", whose_turn(&*record))?;
        let (setup, moves) = set.example.split_once(' ').unwrap_or((set.example, ""));
        writeln!(out, "\nthe game in the picture: {setup} {moves}")?;
        writeln!(out, "papergames play {} {setup}", about.name)?;
        Ok(())
    }
}

/// How many positions of a game a rule is shown with.
const FRAMES: usize = 3;

/// The most rows of a picture.
const ROWS: usize = 12;

/// Draws the last positions of a game, each below the move that leads to it.
fn frames(record: &dyn AnyRecord, screen: &Screen, out: &mut dyn Write) -> Result<()> {
    let positions = record.beginnings();
    let first = positions.len().saturating_sub(FRAMES);
    for (position, number) in positions.iter().zip(0..).skip(first) {
        match (number, record.moves().get(number.max(1) - 1)) {
            (1.., Some(m)) => writeln!(out, "\n{m}: {}", positions[number - 1].say_move(m))?,
            _ => writeln!(out, "\nThe start")?,
        }
        let window = Window {
            rows: ROWS,
            ..screen.window(0)
        };
        let print = pictures(&**position)?.print(&window)?;
        write!(out, "{}", screen.paint(&print))?;
    }
    Ok(())
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
