//! `papergames replay`: checks records move by move.

use std::io::Write;

use anyhow::{Result, anyhow};
use clap::Args;
use common::any::{AnyMove, ReadGame};
use common::describe::Fact;
use common::format::short;
use serde::Serialize;

use crate::json::{self, PositionFields};
use crate::records::TextPart;
use crate::texts::{Provenance, TextArgs};
use crate::units::LimitArgs;

/// Check the moves of recorded games and show how the games end
///
/// Reads a file with one or more games in any notation of the game and checks every move. For each game, prints the
/// final position, the result, and what theorems say about the game. If a move is illegal or ambiguous, the command
/// prints the line, the move, the reason and some legal moves, then continues with the next game. If a record states a
/// result, the command checks that the moves lead to it. Large files are read one game at a time. A summary of several
/// games follows at the end.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames replay sprouts game.txt
  echo '2+ 1-2 1-3' | papergames replay sprouts -
  papergames replay sprouts '5+ 1(6)2 3(7)4 6!(8)!7' --moves
  papergames replay sos '3x3 Sa1 Ob1 Sc1+'
  papergames replay sprouts games.txt --json")]
pub(crate) struct Replay {
    #[command(flatten)]
    text: TextArgs,

    /// Show every move and the board after it.
    #[arg(long, conflicts_with = "json")]
    moves: bool,

    /// Print one JSON object for each game and, if there are several games, a last one with the totals.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    bounds: LimitArgs,
}

impl Replay {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let done = self
            .text
            .each(&self.bounds, |part, place| self.part(part, &place, out))?;
        if done.count > 1 {
            let (read, wrong) = (done.count, done.wrong.count);
            if self.json {
                let counts = serde_json::json!({ "games": read, "wrong": wrong });
                writeln!(out, "{counts}")?;
            } else {
                writeln!(out, "{read} games, {wrong} wrong")?;
            }
        }
        done.end()
    }
}

/// Returns an error if a game did not end as its text says, or breaks a theorem.
fn check(game: &ReadGame, facts: &[Fact], number: usize, origin: &str) -> Result<()> {
    if let (Some(stated), Some(reached)) = (game.said.outcome, game.record.outcome())
        && stated != reached
    {
        return Err(anyhow!(
            "{origin}, game {number} from line {}: the record states the result {stated}, but the moves lead to \
             {reached}",
            game.line
        ));
    }
    match facts.iter().find(|fact| !fact.holds) {
        Some(fact) => Err(anyhow!(
            "{origin}, game {number} contradicts a theorem: {}",
            fact.text
        )),
        None => Ok(()),
    }
}

impl Replay {
    /// Prints a game, or the properties of a position without numbered spots. Returns an error if something is wrong
    /// with it.
    fn part(
        &self,
        part: TextPart,
        place: &Provenance<'_>,
        out: &mut dyn Write,
    ) -> Result<Result<()>> {
        match part {
            TextPart::Game(game) => self.game(&game, place.shown(), place.origin, out),
            TextPart::Unnumbered { format, line, text } => match format.read(&text) {
                Ok(sum) => self.properties(sum.properties(), out).map(Ok),
                Err(reason) => Ok(Err(anyhow!(
                    "{}, line {line}, `{}`: {reason}{}",
                    place.origin,
                    short(&text),
                    place.hint
                ))),
            },
        }
    }

    /// Prints a game and returns an error if something is wrong with it.
    fn game(
        &self,
        game: &ReadGame,
        number: Option<usize>,
        origin: &str,
        out: &mut dyn Write,
    ) -> Result<Result<()>> {
        let facts = game.record.facts();
        if self.json {
            json::print(&GameLine::of(game, &facts), out)?;
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

    /// Prints properties, each with a name and a text.
    fn properties(
        &self,
        properties: Vec<(&'static str, String)>,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.json {
            let properties = properties
                .into_iter()
                .map(|(key, value)| (key.to_owned(), value.into()));
            let object: serde_json::Map<String, serde_json::Value> = properties.collect();
            json::print(&object, out)?;
        } else {
            for (key, value) in properties {
                writeln!(out, "{key}: {value}")?;
            }
        }
        Ok(())
    }

    fn show(&self, game: &ReadGame, facts: &[Fact], out: &mut dyn Write) -> Result<()> {
        let record = &game.record;
        if self.moves {
            let mut shown = record.boxed();
            shown.rewind(0);
            writeln!(out, "{}\n", shown.board())?;
            for (m, number) in record.moves().into_iter().zip(1..) {
                let player = shown.turn().map(|player| player.to_string());
                let player = player.unwrap_or_default();
                shown.push(&m)?;
                writeln!(out, "{number}. {player} {m}\n{}\n", shown.board())?;
            }
        } else {
            writeln!(out, "{}", record.board())?;
        }
        if let Some(players) = &game.said.players {
            writeln!(out, "players: {players}")?;
        }
        writeln!(out, "setup: {}", record.setup())?;
        writeln!(out, "position: {}", record.position())?;
        let (turns, moves) = (record.turns(), record.len());
        writeln!(out, "moves: {moves}")?;
        if turns != moves {
            writeln!(out, "turns: {turns}")?;
        }
        match (record.outcome(), record.turn(), game.said.outcome) {
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
        for note in &game.said.notes {
            writeln!(out, "note: {note}")?;
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
    position: PositionFields,
    /// Who has won, `draw`, or `null` if the game is unfinished.
    winner: Option<String>,
    /// What the text says about the winner.
    stated: Option<String>,
    moves: Vec<AnyMove>,
    facts: Vec<String>,
    /// The players as the text names them.
    #[serde(skip_serializing_if = "Option::is_none")]
    players: Option<String>,
    /// How the text was understood, if it could have been understood differently.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    notes: Vec<String>,
}

impl GameLine {
    fn of(game: &ReadGame, facts: &[Fact]) -> GameLine {
        let record = &*game.record;
        GameLine {
            line: game.line,
            setup: record.setup(),
            position: PositionFields::of(record),
            winner: record.outcome().map(json::winner),
            stated: game.said.outcome.map(json::winner),
            moves: record.moves(),
            facts: facts.iter().map(|fact| fact.text.clone()).collect(),
            players: game.said.players.clone(),
            notes: game.said.notes.clone(),
        }
    }
}
