//! What the machine says of a position or a game: hints, values, the best moves, reviews.

use std::io;
use std::time::Duration;

use common::engine::EngineError;
use common::{Budget, Describe, Level, Outcome, Player};

use super::super::TableError;
use super::super::command::MOST_BEST;
use super::super::opinion::{self, Best, Opinion};
use super::super::thinking::Thinking;
use super::{OVER, STRONG, Seating, Session};
use crate::judge::Certainty;
use crate::review::{Mark, Review};

/// The most better moves that a review shows.
const MOST_BETTER: usize = 4;

impl<G: Describe> Session<'_, G> {
    /// Returns the budget of advice, which Ctrl-C ends.
    pub(super) fn advice(&self) -> Budget {
        let budget = self.table.limits.or(G::budget(Level::STRONGEST));
        budget.stop(self.table.watch.stop_flag())
    }

    /// Begins work that Ctrl-C ends without leaving the game.
    pub(super) fn advising(&mut self, who: &str) -> io::Result<Thinking> {
        self.table.watch.set_advising(true);
        self.thinking(who)
    }

    /// Ends work that Ctrl-C may have ended; returns whether it has.
    pub(super) fn is_stopped(&mut self, thinking: Thinking) -> io::Result<bool> {
        drop(thinking);
        let is_stopped = self.table.watch.set_advising(false);
        if is_stopped {
            self.tell("(Stopped by Ctrl-C.)")?;
        }
        Ok(is_stopped)
    }

    /// Shows a person that the machine is thinking.
    pub(super) fn thinking(&mut self, who: &str) -> io::Result<Thinking> {
        let screen = &self.table.screen;
        if !screen.is_dialogue {
            return Ok(Thinking::hidden());
        }
        let columns = screen.is_ansi.then_some(screen.columns);
        self.out.flush()?;
        Ok(Thinking::shown(who.to_owned(), columns))
    }

    /// Asks the adviser about the position, unless the answer is known from before.
    pub(super) fn judge(&mut self) -> Result<Option<Opinion<G::Move>>, TableError> {
        let Some(player) = self.mover() else {
            self.tell(OVER)?;
            return Ok(None);
        };
        if self.opinion.is_none() {
            let budget = self.advice();
            let thinking = self.advising("looking for a proof")?;
            let opinion = self.adviser.opinion(&self.table.record, &budget, &thinking);
            if self.is_stopped(thinking)? {
                return Ok(None);
            }
            self.opinion = Some(opinion.map_err(|error| TableError::of(player, &error))?);
        }
        Ok(self.opinion.clone())
    }

    pub(super) fn hint(&mut self) -> Result<(), TableError> {
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let player = self.mover().unwrap_or(Player::FIRST);
        let Some(m) = opinion.line.first() else {
            return Err(TableError::of(player, &EngineError::GameOver));
        };
        let hint = match opinion::utility(&opinion.judgement, player) {
            Some(1) => format!("hint: {m} wins with best play"),
            Some(0) => format!("hint: {m} draws with best play"),
            Some(_) => format!("hint: {m} loses against best play, like every other"),
            None if opinion.judgement.certainty() == Certainty::Unknown => {
                format!("hint: {m} looks best; nothing is proved")
            }
            None => {
                let value = opinion::say(&opinion.judgement);
                format!("hint: {m} looks best, {value}; nothing is proved")
            }
        };
        Ok(self.tell(&hint)?)
    }

    pub(super) fn eval(&mut self) -> Result<(), TableError> {
        let position = self.table.record.position();
        if position.players() > 2 && self.mover().is_some() {
            return Ok(self.odds()?);
        }
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let (nodes, time) = (opinion.judgement.nodes, seconds(opinion.elapsed));
        let value = opinion::say(&opinion.judgement);
        let plural = if nodes == 1 { "" } else { "s" };
        Ok(self.tell(&format!("eval: {value}; {nodes} position{plural}, {time}"))?)
    }

    /// Says how random games end, where a game has more players than a solver can deal with.
    pub(super) fn odds(&mut self) -> io::Result<()> {
        let position = self.table.record.position();
        let (won, games) = self.adviser.odds(position);
        let shares = (won.iter().zip(0..)).map(|(won, index)| {
            let percent = 100.0 * *won as f64 / games as f64;
            format!("{} wins {percent:.0} %", Player::new(index))
        });
        let shares: Vec<String> = shares.collect();
        self.tell(&format!(
            "eval: nothing can be proved with {} players; of {games} random games from here {}",
            won.len(),
            shares.join(", ")
        ))
    }

    pub(super) fn best(&mut self, number: usize) -> Result<(), TableError> {
        let Some(player) = self.mover() else {
            return Ok(self.tell(OVER)?);
        };
        let budget = self.advice();
        let thinking = self.advising("comparing moves")?;
        let record = &self.table.record;
        let best = self.adviser.best(record, number, &budget, &thinking);
        if self.is_stopped(thinking)? {
            return Ok(());
        }
        match best.map_err(|error| TableError::of(player, &error))? {
            Best::Proved(judgement) => {
                self.tell(&opinion::say(&judgement))?;
                let does = match opinion::utility(&judgement, player) {
                    Some(1) => ["wins", "win"],
                    Some(0) => ["draws", "draw"],
                    _ => {
                        writeln!(self.out, "every move loses against best play")?;
                        ["loses by the least", "lose by the least"]
                    }
                };
                let (moves, of) = (judgement.moves, self.table.record.position().count_moves());
                match moves.len() {
                    0 => (),
                    1 => writeln!(self.out, "1 move of {of} {}:", does[0])?,
                    n if n <= number => writeln!(self.out, "{n} moves of {of} {}:", does[1])?,
                    n => self.tell(&format!(
                        "{n} moves of {of} {}, for instance (`best {}` shows more):",
                        does[1],
                        n.min(MOST_BEST)
                    ))?,
                }
                // Without a list the numbers of the last one stay.
                if !moves.is_empty() {
                    self.listed = moves.into_iter().take(number).collect();
                    for (m, i) in self.listed.iter().zip(1..) {
                        writeln!(self.out, "{i:>3} {m}")?;
                    }
                }
            }
            Best::Compared(moves) => {
                let width = moves.iter().map(|(m, _)| m.to_string().chars().count());
                let width = width.max().unwrap_or(0);
                for ((m, judgement), i) in moves.iter().zip(1..) {
                    let (m, value) = (m.to_string(), opinion::say(judgement));
                    writeln!(self.out, "{i:>3} {m:<width$}  {value}")?;
                }
                self.listed = moves.into_iter().map(|(m, _)| m).collect();
            }
            Best::Tried(moves) => {
                let width = moves
                    .iter()
                    .map(|tried| tried.m.to_string().chars().count());
                let width = width.max().unwrap_or(0);
                for (tried, i) in moves.iter().zip(1..) {
                    let (m, value) = (tried.m.to_string(), tried.value.hundredths as f64 / 100.0);
                    writeln!(
                        self.out,
                        "{i:>3} {m:<width$}  {value:+.2} for {player} (estimated)"
                    )?;
                }
                self.listed = moves.into_iter().map(|tried| tried.m).collect();
            }
        }
        Ok(())
    }

    pub(super) fn why(&mut self) -> Result<(), TableError> {
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let value = opinion::say(&opinion.judgement);
        self.tell(&format!("{value}, for instance:"))?;
        let mut position = self.table.record.position().clone();
        let width = opinion.line.iter().map(|m| m.to_string().chars().count());
        let width = width.max().unwrap_or(0).clamp(8, 20);
        for (m, number) in opinion.line.iter().zip(1..) {
            let Some(player) = position.turn() else { break };
            let (text, said) = (m.to_string(), position.say_move(m));
            let said = if said == text { "" } else { &said };
            let line = format!("{number:>3}. {player:<6} {text:<width$}  {said}");
            let line = self.fitted(line.trim_end(), 14 + width);
            writeln!(self.out, "{line}")?;
            if position.apply(m).is_err() {
                break;
            }
        }
        Ok(())
    }

    /// Tells which moves of the game gave something away, and what would have kept it.
    pub(super) fn review(&mut self) -> io::Result<()> {
        let record = self.table.record.clone();
        let players = record.setup().players();
        if players != 2 {
            return self.tell(&format!(
                "expected a game of two players to review, found one of {players}"
            ));
        }
        if record.moves().is_empty() {
            return self.tell("There is nothing to review before the first move.");
        }
        let judge = self.adviser.judge(&self.advice());
        let (count, thinking) = (record.moves().len(), self.advising("reviewing")?);
        let mut review = Review::new(&record, &judge, &mut |judged, _| {
            thinking.tell(format!(", position {judged} of {count}"));
        });
        if self.is_stopped(thinking)? {
            return Ok(());
        }
        if let Some((player, early)) = self.early() {
            review = review.ended_early(player, early);
        }
        for reviewed in &review.moves {
            let was_won = review.judgements[reviewed.number - 1].outcome() != Some(Outcome::Draw);
            let what = match reviewed.mark {
                Mark::GivesAway if was_won => "gives the win away",
                Mark::GivesAway => "gives the draw away",
                Mark::LosesPoints => "loses points",
                _ => continue,
            };
            let (number, player, m) = (reviewed.number, reviewed.player, &reviewed.m);
            let better: Vec<String> = reviewed
                .alternatives
                .iter()
                .map(G::Move::to_string)
                .collect();
            let better = match &better[..] {
                [] => String::new(),
                few if few.len() <= MOST_BETTER => format!("; better: {}", few.join(", ")),
                many => format!(
                    "; better: {} and {} more",
                    many[..MOST_BETTER].join(", "),
                    many.len() - MOST_BETTER
                ),
            };
            let you = match self.seating {
                Seating::Constant => self.you(player),
                Seating::Changed => "",
            };
            self.tell(&format!("move {number}, {player}{you} {m}: {what}{better}"))?;
        }
        let decision = review.decision();
        let (first, rest) = decision.split_at(1);
        let decision = format!("{}{rest}.", first.to_uppercase());
        let decision = self.fitted(&decision, 0);
        let decision = self.styled(STRONG, &decision);
        writeln!(self.out, "{decision}")?;
        let share = 100.0 * review.proved_share();
        self.tell(&format!("{share:.0} % of the moves are proved."))
    }
}

/// Returns a time in seconds, with tenths below ten seconds.
fn seconds(time: Duration) -> String {
    let seconds = time.as_secs_f64();
    if seconds < 10.0 && time.subsec_millis() > 0 {
        format!("{seconds:.1} s")
    } else {
        format!("{seconds:.0} s")
    }
}
