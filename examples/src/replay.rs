//! `papergames replay`: checks records move by move.

use std::io::Write;
use std::time::Instant;

use anyhow::{Result, anyhow};
use clap::Args;
use common::format::{ParsedGame, short};
use common::reading::ReadOptions;
use common::{Record, describe::Fact};
use serde::Serialize;

use crate::json::Position;
use crate::stopping;
use crate::typed_records::{self, Games, Part};
use crate::typed_setup::{ForAnyGame, GameName, Playable};
use crate::units::Bounds;
use crate::{Wrong, tell};

/// Check game records and show how they end
///
/// Reads a file with one or more games in any notation of the game, checks every move, and prints the final position,
/// the result and the facts that theorems state about it. If a move is illegal or ambiguous, prints the line, the move,
/// the reason and legal alternatives, and continues with the next game. A stated result is compared with the result of
/// the moves. Large files are read game by game, with a summary at the end.
///
/// Exit codes: 0 if every game is valid, 1 if a game is invalid or cannot be read or an option does not fit the game, 2
/// if the command line is invalid.
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

    /// Read positions as misère instead of normal play, in notations that do not say.
    #[arg(long)]
    misere: bool,

    /// Phutball: the rules, for notations that do not say (`abstractplay`, `wikipedia`, `compass`, `diagram`).
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// Show every move and the board after it.
    #[arg(long, conflicts_with = "json")]
    moves: bool,

    /// Print one JSON object for each game, and one with the counts after several.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    bounds: Bounds,
}

fn help() -> String {
    let examples = "Examples:
  papergames replay sprouts game.txt
  echo '2+ 1-2 1-3' | papergames replay sprouts -
  papergames replay sprouts '5+ 1(6)2 3(7)4 6!(8)!7' --moves
  papergames replay sos '3x3 Sa1 Ob1 Sc1+'
  papergames replay phutball games.json --json";
    format!("{examples}\n\n{}", typed_records::help())
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
        let Replay {
            format,
            misere,
            rules,
            json,
            ..
        } = self.replay;
        let options = ReadOptions {
            format: format.as_deref(),
            rules: rules.as_deref(),
            misere: *misere,
        };
        let begun = Instant::now();
        stopping::watch(&self.replay.bounds)?;
        let mut games = Games::<G>::open(&self.replay.file, options)?;
        let (mut read, mut wrong) = (0, Wrong::default());
        let mut next = games.next();
        while let Some(part) = next.filter(|_| !stopping::must_stop()) {
            next = games.next();
            read += 1;
            let many = read > 1 || next.is_some();
            let shown = match part {
                Ok(Part::Game(game)) => {
                    let number = many.then_some(read);
                    self.replay.game(&game, number, games.origin(), self.out)?
                }
                Ok(Part::Value(valued, line, text)) => {
                    let told = (valued.describe)(&text).map_err(|reason| {
                        let (origin, hint) = (games.origin(), games.hint());
                        anyhow!("{origin}, line {line}, `{}`: {reason}{hint}", short(&text))
                    });
                    match told {
                        Ok(told) => self.replay.value(told, self.out)?,
                        Err(error) => Err(error),
                    }
                }
                Err(error) => Err(error),
            };
            if let Err(error) = shown {
                wrong.add(error);
            }
        }
        if read > 1 {
            if *json {
                writeln!(
                    self.out,
                    "{}",
                    serde_json::json!({ "games": read, "wrong": wrong.count })
                )?;
            } else {
                writeln!(self.out, "{read} games, {} wrong", wrong.count)?;
            }
        }
        if stopping::must_stop() {
            if let Some(error) = wrong.last {
                tell(&error);
            }
            return Err(stopping::stopped(&format!("{read} games"), begun));
        }
        wrong.end()
    }
}

/// Returns an error if a game did not end as its text says, or breaks a theorem.
fn check<G: Playable>(
    game: &ParsedGame<G>,
    facts: &[Fact],
    number: usize,
    origin: &str,
) -> Result<()> {
    let reached = game.record.position().outcome();
    if let (Some(stated), Some(reached)) = (game.stated, reached)
        && stated != reached
    {
        return Err(anyhow!(
            "{origin}, game {number} from line {}: expected the result that the record states, {stated}, \
             found {reached}",
            game.line
        ));
    }
    match facts.iter().find(|fact| !fact.holds) {
        Some(fact) => Err(anyhow!(
            "{origin}, game {number}: a theorem does not hold: {}",
            fact.text
        )),
        None => Ok(()),
    }
}

impl Replay {
    /// Prints a game and returns an error if something is wrong with it.
    fn game<G: Playable>(
        &self,
        game: &ParsedGame<G>,
        number: Option<usize>,
        origin: &str,
        out: &mut dyn Write,
    ) -> Result<Result<()>> {
        let facts = G::facts(&game.record);
        if self.json {
            writeln!(
                out,
                "{}",
                serde_json::to_string(&GameLine::of(game, &facts))?
            )?;
        } else {
            if let Some(number) = number {
                writeln!(out, "game {number}, line {}", game.line)?;
            }
            self.show(game, &facts, out)?;
            if number.is_some() {
                writeln!(out)?;
            }
        }
        Ok(check(game, &facts, number.unwrap_or(1), origin))
    }

    /// Prints the properties of a value.
    fn value(&self, told: Vec<(&'static str, String)>, out: &mut dyn Write) -> Result<Result<()>> {
        if self.json {
            let told = told
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value.into()));
            let object: serde_json::Map<String, serde_json::Value> = told.collect();
            writeln!(out, "{}", serde_json::to_string(&object)?)?;
        } else {
            for (key, value) in told {
                writeln!(out, "{key}: {value}")?;
            }
        }
        Ok(Ok(()))
    }

    fn show<G: Playable>(
        &self,
        game: &ParsedGame<G>,
        facts: &[Fact],
        out: &mut dyn Write,
    ) -> Result<()> {
        let record = &game.record;
        if self.moves {
            let mut shown = Record::new(record.setup().clone());
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
        let (turns, moves) = (G::turns(record), record.moves().len());
        writeln!(out, "moves: {moves}")?;
        if turns != moves {
            writeln!(out, "turns: {turns}")?;
        }
        match (
            record.position().outcome(),
            record.position().turn(),
            game.stated,
        ) {
            (Some(outcome), ..) => writeln!(out, "result: {outcome}")?,
            (None, _, Some(stated)) => {
                writeln!(
                    out,
                    "result: {stated}, as the record says; the game could go on"
                )?;
            }
            (None, Some(player), None) => writeln!(out, "result: none yet, {player} to move")?,
            (None, None, None) => (),
        }
        for fact in facts {
            writeln!(out, "fact: {}", fact.text)?;
        }
        Ok(())
    }
}

/// A game as JSON.
#[derive(Serialize)]
struct GameLine {
    line: usize,
    setup: String,
    #[serde(flatten)]
    position: Position,
    /// Who has won, `draw`, or `null` if the game is unfinished.
    winner: Option<String>,
    /// What the text says about the winner.
    stated: Option<String>,
    moves: Vec<String>,
    facts: Vec<String>,
}

impl GameLine {
    fn of<G: Playable>(game: &ParsedGame<G>, facts: &[Fact]) -> GameLine {
        let record = &game.record;
        GameLine {
            line: game.line,
            setup: record.setup().to_string(),
            position: Position::of_typed(record.position()),
            winner: record.position().outcome().map(crate::json::winner),
            stated: game.stated.map(crate::json::winner),
            moves: record.moves().iter().map(ToString::to_string).collect(),
            facts: facts.iter().map(|fact| fact.text.clone()).collect(),
        }
    }
}
