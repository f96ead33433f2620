//! `papergames rules`: explains a game, its rule sets and its variants.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;
use common::any::AnyGame;
use common::describe::RuleSet;
use play::terminal::{Screen, fill, paragraphs};

use crate::draw::{frames, whose_turn};
use crate::prompt::paged;
use crate::setup::game_by_name;

/// Explain a game, its rule sets and its variants
///
/// Without NAME, explains the rules of the game with pictures, its theory, and every rule set and variant with its
/// source. With the NAME of a rule set or variant, explains only that one, with pictures of a short game. NAME can also
/// be a topic, such as `cards` for Sprouts with playing cards.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames rules phutball
  papergames rules phutball immediate-corner
  papergames rules sprouts antwerp-hot
  papergames rules sprouts cards")]
pub(crate) struct RulesOf {
    /// The name of the game; `help` lists the names.
    #[arg(value_name = "GAME", value_parser = game_by_name(), hide_possible_values = true)]
    game: &'static dyn AnyGame,

    /// The name of a rule set, a variant or a topic.
    #[arg(value_name = "NAME")]
    name: Option<String>,
}

impl RulesOf {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let mut text = Vec::new();
        self.write(&mut text)?;
        paged(&String::from_utf8(text)?, out)
    }

    fn write(&self, out: &mut dyn Write) -> Result<()> {
        let about = self.game.about();
        let screen = Screen::detect();
        let Some(name) = &self.name else {
            writeln!(out, "{}\n", about.title)?;
            let width = screen.text_width().saturating_sub(2);
            writeln!(out, "{}", fill(about.summary, width))?;
            if !about.theory.is_empty() {
                writeln!(out, "\n{}", fill(about.theory, width))?;
            }
            if let Some(usual) = about.rule_sets.first() {
                writeln!(out, "\nFor example, by the usual rules:")?;
                let record = usual.example(self.game)?;
                frames(&*record, None, FRAMES, &screen, ROWS, out)?;
            }
            for set in about.rule_sets {
                writeln!(out)?;
                tell(set, &screen, out)?;
            }
            let topics = about
                .topics
                .iter()
                .map(|(words, _)| format!("`rules\u{a0}{}\u{a0}{}`", about.name, words[0]));
            let topics: Vec<String> = topics.collect();
            if !topics.is_empty() {
                let also = format!("See also {}.", topics.join(", "));
                writeln!(out, "\n{}", fill(&also, width))?;
            }
            return Ok(());
        };
        if let Some(text) = about.topic(name) {
            return Ok(writeln!(out, "{}", paragraphs(text, screen.text_width()))?);
        }
        let set = about.rule_sets.iter().find(|set| set.name == name);
        let set = set.with_context(|| {
            let sets = about.rule_sets.iter().map(|set| set.name);
            let names: Vec<&str> = sets
                .chain(about.topics.iter().map(|(words, _)| words[0]))
                .collect();
            format!(
                "{} has no rule set or topic `{name}`; use one of {}",
                about.title,
                names.join(", ")
            )
        })?;
        tell(set, &screen, out)?;
        let record = set.example(self.game)?;
        frames(&*record, None, FRAMES, &screen, ROWS, out)?;
        writeln!(out, "{}", whose_turn(&*record))?;
        let (setup, moves) = set.example.split_once(' ').unwrap_or((set.example, ""));
        writeln!(out, "\nthe game in the picture: {setup} {moves}")?;
        Ok(writeln!(out, "papergames play {} {setup}", about.name)?)
    }
}

/// The number of positions of a game that illustrate a rule.
const FRAMES: usize = 3;

/// The greatest number of rows in a picture.
const ROWS: usize = 12;

/// Writes a paragraph about a rule set.
fn tell(set: &RuleSet, screen: &Screen, out: &mut dyn Write) -> Result<()> {
    writeln!(out, "{}", set.name)?;
    for text in [set.about, &format!("Source: {}", set.source)] {
        for line in fill(text, screen.text_width().saturating_sub(2)).lines() {
            writeln!(out, "  {line}")?;
        }
    }
    Ok(())
}
