//! `papergames replay`: records checked move by move.

use std::io::Write;

use anyhow::{Result, anyhow, bail};
use clap::Args;
use serde::Serialize;

use crate::game::Playable;
use crate::input::Input;
use crate::records::{self, Content, Played, short};
use crate::setup::{ForAnyGame, GameName};

/// Check game records and show how they end
///
/// Reads a file with one or more games in any notation of the game, checks every move, and prints the final position,
/// the result and what a theorem says about it. Where a move is not legal or not clear, the line, the move, the reason
/// and legal alternatives are printed. A result that the record states is compared with the one that the moves lead to.
///
/// Exit codes: 0 if every game is right, 1 if one is not, or cannot be read, or if an option does not fit the game, 2 if the
/// command line cannot be understood.
#[derive(Args, Debug)]
#[command(after_help = help())]
pub(crate) struct Replay {
    /// The game.
    #[arg(value_name = "GAME")]
    game: GameName,

    /// The file to read, `-` for standard input, or a record itself.
    #[arg(value_name = "FILE", default_value = "-", allow_hyphen_values = true)]
    file: String,

    /// The notation; guessed unless given.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    /// The ending of positions in a notation that leaves it open: misère instead of normal.
    #[arg(long)]
    misere: bool,

    /// Phutball: the rules, in a notation that leaves them open (`abstractplay`, `wikipedia`, `compass`, `diagram`).
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Show every move and the board after it.
    #[arg(long, conflicts_with = "json")]
    moves: bool,

    /// Print one JSON object for each game.
    #[arg(long)]
    json: bool,
}

fn help() -> String {
    let examples = "Examples:
  papergames replay sprouts game.txt
  echo '2+ 1-2 1-3' | papergames replay sprouts -
  papergames replay sprouts '5+ 1(6)2 3(7)4 6!(8)!7' --moves
  papergames replay sos '3x3 Sa1 Ob1 Sc1+'
  papergames replay phutball games.json --json";
    format!("{examples}\n\n{}", records::help())
}

impl Replay {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        self.game.visit(Task { replay: self, out })
    }
}

struct Task<'a> {
    replay: &'a Replay,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let input = Input::literal_or_file(&self.replay.file)?;
        let Replay {
            format,
            misere,
            rules,
            ..
        } = self.replay;
        let games =
            match records::read_under::<G>(&input, format.as_deref(), *misere, rules.as_deref())? {
                Content::Games(games) => games,
                Content::Values(valued, values) => {
                    for (line, text) in values {
                        let told = (valued.describe)(&text);
                        let told = told.map_err(|reason| {
                            anyhow!(
                                "{}, line {line}, `{}`: {reason}{}",
                                input.origin,
                                short(&text),
                                input.no_file()
                            )
                        })?;
                        if self.replay.json {
                            let object: serde_json::Map<String, serde_json::Value> = told
                                .into_iter()
                                .map(|(key, value)| (key.into(), value.into()))
                                .collect();
                            writeln!(self.out, "{}", serde_json::to_string(&object)?)?;
                        } else {
                            for (key, value) in told {
                                writeln!(self.out, "{key}: {value}")?;
                            }
                        }
                    }
                    return Ok(());
                }
            };
        let many = games.len() > 1;
        for (game, number) in games.iter().zip(1..) {
            if self.replay.json {
                writeln!(self.out, "{}", serde_json::to_string(&GameLine::of(game))?)?;
            } else {
                if many {
                    writeln!(self.out, "game {number}, line {}", game.line)?;
                }
                self.replay.show(game, self.out)?;
                if many {
                    writeln!(self.out)?;
                }
            }
            check(game, number, &input)?;
        }
        Ok(())
    }
}

/// Refuses a game that did not end as its text says, or that breaks a theorem.
fn check<G: Playable>(game: &Played<G>, number: usize, input: &Input) -> Result<()> {
    let reached = game.record.position().outcome();
    if let (Some(stated), Some(reached)) = (game.stated, reached)
        && stated != reached
    {
        bail!(
            "{}, game {number} from line {}: expected the result that the record states, {stated}, found {reached}",
            input.origin,
            game.line
        );
    }
    for fact in G::facts(&game.record) {
        if !fact.holds {
            bail!(
                "{}, game {number}: a theorem does not hold: {}",
                input.origin,
                fact.text
            );
        }
    }
    Ok(())
}

impl Replay {
    fn show<G: Playable>(&self, game: &Played<G>, out: &mut dyn Write) -> Result<()> {
        let record = &game.record;
        if self.moves {
            let mut shown = common::Record::new(record.setup().clone());
            writeln!(out, "{}\n", G::board_of(&shown))?;
            for (m, number) in record.moves().iter().zip(1..) {
                let player = shown.position().turn().map(|player| player.to_string());
                shown.push(m.clone())?;
                writeln!(
                    out,
                    "{number}. {} {m}\n{}\n",
                    player.unwrap_or_default(),
                    G::board_of(&shown)
                )?;
            }
        } else {
            writeln!(out, "{}", G::board_of(record))?;
        }
        writeln!(out, "setup: {}", record.setup())?;
        writeln!(out, "position: {}", record.position())?;
        writeln!(out, "moves: {}", record.moves().len())?;
        match (
            record.position().outcome(),
            record.position().turn(),
            game.stated,
        ) {
            (Some(outcome), ..) => writeln!(out, "result: {outcome}")?,
            (None, _, Some(stated)) => writeln!(
                out,
                "result: {stated}, as the record says; the game could go on"
            )?,
            (None, Some(player), None) => writeln!(out, "result: none yet, {player} to move")?,
            (None, None, None) => (),
        }
        for fact in G::facts(record) {
            writeln!(out, "fact: {}", fact.text)?;
        }
        Ok(())
    }
}

/// A game as JSON.
#[derive(Serialize)]
struct GameLine {
    #[serde(rename = "line")]
    at: usize,
    setup: String,
    moves: Vec<String>,
    position: String,
    /// `null` while the game goes on.
    result: Option<String>,
    /// What the text says about the result.
    stated: Option<String>,
    facts: Vec<String>,
}

impl GameLine {
    fn of<G: Playable>(game: &Played<G>) -> GameLine {
        let record = &game.record;
        GameLine {
            at: game.line,
            setup: record.setup().to_string(),
            moves: record.moves().iter().map(ToString::to_string).collect(),
            position: record.position().to_string(),
            result: record
                .position()
                .outcome()
                .map(|outcome| outcome.to_string()),
            stated: game.stated.map(|outcome| outcome.to_string()),
            facts: G::facts(record).into_iter().map(|fact| fact.text).collect(),
        }
    }
}
