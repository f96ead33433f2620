//! Solves positions without numbered spots, such as `0.1a1a`, whose texts say how they play but name no players.

use anyhow::{Error, Result, anyhow, ensure};
use common::Player;
use common::format::short;
use papergames::sprouts::Unnumbered;

use crate::input::Input;
use crate::json::{self, PositionFields};
use crate::progress::spinner;

use super::answer::{AnswerLine, tell_values};
use super::job::SolveArgs;
use super::task::Task;

/// Solves a position without numbered spots and prints the answer. Returns the given error for any other text.
pub(super) fn solve(task: &mut Task<'_>, text: &str, reason: Error) -> Result<()> {
    let (source, _) = Input::read(text)?;
    let text = source.text.trim();
    let game = task.job.start.game;
    let unnumbered = game.extra::<Unnumbered>();
    let Some(sum) = unnumbered.and_then(|unnumbered| unnumbered.read(text)) else {
        let format = unnumbered.and_then(|unnumbered| unnumbered.format(None, text));
        return Err(match format.map(|format| format.read(text)) {
            Some(Err(wrong)) => anyhow!("{}, `{}`: {wrong}", source.origin, short(text)),
            _ => reason,
        });
    };
    let what = "a position without numbers";
    let SolveArgs { store, threads, .. } = task.job;
    ensure!(
        store.is_none(),
        "leave out --store, which cannot be used for {what}"
    );
    ensure!(
        *threads == 1,
        "{what} can use only one thread; leave out --threads {threads}"
    );
    let options = task.job.start.rules.options();
    options.allow(what, &["misere"])?;
    let budget = task.job.budget();
    let bar = spinner();
    let ending = options.ending_of("")?;
    let (verdict, by) = if task.verify {
        let verified = sum.verify(ending, &budget)?;
        (verified.verdict, Some(verified.by))
    } else {
        (sum.solve(ending, &budget)?, None)
    };
    bar.finish_and_clear();
    let verdict = verdict.map(|never| match never {});
    if task.job.json {
        let position = PositionFields::without_players(game.about().name, text);
        let mut line = AnswerLine::of(position, &verdict);
        line.by = by;
        return json::print(&line, task.out);
    }
    let is_won = verdict.winner() == Some(Player::FIRST);
    let who = if is_won { "wins" } else { "loses" };
    if let Some(by) = by {
        writeln!(
            task.out,
            "{text}: the player to move {who}, confirmed by {by}"
        )?;
        return Ok(());
    }
    writeln!(task.out, "{text}: the player to move {who}")?;
    tell_values(&verdict, task.out)?;
    Ok(writeln!(task.out, "{}", verdict.cost)?)
}
