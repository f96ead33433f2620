//! `papergames help`: explains a command, a game or a topic.

use std::fmt::Write as _;
use std::io::Write;

use anyhow::Result;
use clap::{Args, Command};
use common::any::{AnyGame, Sheets};
use play::terminal::{Screen, explain, fill, paragraphs};

use crate::prompt::paged;
use crate::report::UsageError;
use crate::setup::{game_named, games};

/// Explain a command, a game or a topic
///
/// For a game, lists its setups, rule sets and notations, and shows how to type moves.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames help play
  papergames help sprouts
  papergames help cards
  papergames help proofs")]
pub(crate) struct Help {
    /// A command, a game or a topic.
    #[arg(value_name = "TOPIC")]
    topic: Option<String>,
}

impl Help {
    pub(crate) fn run(&self, mut program: Command, out: &mut dyn Write) -> Result<()> {
        program.build();
        let topic = self.topic.as_ref().map(|topic| topic.to_lowercase());
        let topic = topic.as_deref().filter(|topic| *topic != "commands");
        if let Some(game) = topic.and_then(game_named) {
            return paged(&page(game), out);
        }
        let width = Screen::detect().text_width();
        let texts = games().iter().filter_map(|game| game.about().topic(topic?));
        let texts: Vec<String> = texts.map(|text| paragraphs(text, width)).collect();
        if !texts.is_empty() {
            return paged(&texts.join("\n\n"), out);
        }
        let command = match topic {
            None => &mut program,
            Some(name) => program.find_subcommand_mut(name).ok_or_else(|| {
                UsageError::because(&format!(
                    "expected a command, a game or a topic, found `{name}`; `help` lists them"
                ))
            })?,
        };
        let help = command.render_long_help();
        Ok(write!(anstream::stdout(), "{}", help.ansi())?)
    }
}

/// Returns the lists of games and topics, for the end of the help.
pub(crate) fn games_and_topics() -> String {
    let mut text = "Games:".to_owned();
    for game in games() {
        let about = game.about();
        let _ = write!(text, "\n  {:<16}  {}", about.name, about.brief);
    }
    let topics = games().iter().flat_map(|game| game.about().topics);
    let mut words: Vec<&str> = topics.flat_map(|(words, _)| *words).copied().collect();
    words.sort_unstable();
    words.dedup();
    let _ = write!(text, "\n\nTopics: {}", words.join(", "));
    text
}

/// Returns the page about a game, with what a player needs to know before the first move.
fn page(game: &'static dyn AnyGame) -> String {
    let about = game.about();
    let width = Screen::detect().text_width();
    let title = format!("{}: {}", about.title, about.brief);
    let mut text = fill(&title, width) + "\n\n" + &fill(about.summary, width);
    // Each line is filled on its own; later lines begin below the given column.
    let mut add = |column: usize, line: &str| {
        text.push('\n');
        text += &explain(line, column, width);
    };
    add(0, "");
    add(0, "Setups:");
    for (example, what) in about.setups {
        add(25, &format!("  {example:<22} {what}"));
    }
    add(0, "");
    let name = about.name;
    add(
        0,
        &format!("Rules (--rules NAME; `rules {name} NAME` shows one):"),
    );
    for set in about.rule_sets {
        add(26, &format!("  {:<23} {}", set.name, set.about));
    }
    add(0, "");
    add(0, "How moves are typed:");
    if let Ok(start) = game.start(None, &common::describe::SetupOptions::none()) {
        for line in explain(start.move_help().trim_end(), 14, width - 2).lines() {
            add(0, &format!("  {line}"));
        }
    }
    let sheets = game.extra::<Sheets>().map_or(&[][..], |sheets| sheets.0);
    for (sheet, _) in sheets {
        if let Ok(start) = sheet.start(None, &common::describe::SetupOptions::none()) {
            let setup = sheet.about().setup.unwrap_or_default();
            add(0, "");
            add(
                0,
                &format!("On surfaces, for example `play {name} {setup}`:"),
            );
            for line in explain(start.move_help().trim_end(), 14, width - 2).lines() {
                add(0, &format!("  {line}"));
            }
        }
    }
    add(0, "");
    add(0, "Notations (--format, --to), with examples:");
    for notation in game.notations() {
        let example = notation.example.replace('\n', "\\n");
        let mut name = notation.name;
        if name.len() > 13 {
            // A name that does not fit into its column has a line of its own.
            add(0, &format!("  {name}"));
            name = "";
        }
        add(16, &format!("  {name:<13} {}", notation.about));
        if !example.is_empty() {
            add(0, &format!("{:16}{example}", ""));
        }
    }
    let mut engines = vec!["random", "1 to 5", "engine", "mcts"];
    engines.extend(game.about().opponents);
    let engines = engines.join(", ");
    add(0, "");
    add(
        0,
        &format!("Opponents (--first, --second, --opponents): {engines}, ugi:COMMAND"),
    );
    if let Ok(start) = game.start(None, &common::describe::SetupOptions::none())
        && let Some(why) = start.fixed()
    {
        add(0, &format!("All levels play equally well: {why}."));
    }
    text + "\n"
}
