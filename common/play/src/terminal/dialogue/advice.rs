//! Advice about a position or a game: hints, values, the best moves, and reviews.

use std::io;
use std::time::Duration;

use common::any::AnyMove;
use common::text::counted;
use common::{Outcome, Player};

use super::super::command::MOST_BEST;
use super::super::opinion::{self, Adviser, Analysis};
use super::super::screen::spelled;
use super::super::thinking::ThinkingLine;
use super::{Dialogue, OVER, STRONG};
use crate::judge::Certainty;
use crate::review::MoveEffect;

impl Dialogue<'_> {
    /// Lets an adviser think about the position. If Ctrl-C ends this, returns `None` and does not leave the game.
    fn advised<T>(
        &mut self,
        who: &str,
        advise: impl FnOnce(Adviser<'_>) -> T,
    ) -> io::Result<Option<T>> {
        self.watch.set_working(true);
        let thinking = self.thinking(who)?;
        self.lines.set_busy(true);
        let advice = advise(Adviser {
            session: &self.session,
            budget: self.session.advice(),
            view: self.session.view(),
            thinking: &thinking,
        });
        drop(thinking);
        self.lines.set_busy(false);
        if self.watch.set_working(false) {
            self.tell("(Stopped by Ctrl-C.)")?;
            return Ok(None);
        }
        Ok(Some(advice))
    }

    /// Returns a legal move as it is shown, and what the move does.
    pub(super) fn spelled(&self, m: &AnyMove) -> (String, String) {
        spelled(self.session.record(), self.session.view(), m)
    }

    /// Shows a person that the machine is thinking.
    pub(super) fn thinking(&mut self, who: &str) -> io::Result<ThinkingLine> {
        let screen = &self.screen;
        if !screen.is_dialogue {
            return Ok(ThinkingLine::default());
        }
        let columns = screen.is_ansi.then_some(screen.columns);
        self.out.flush()?;
        Ok(ThinkingLine::shown(who.to_owned(), columns))
    }

    /// Asks the adviser about the position, unless the answer is already known.
    fn judge(&mut self) -> io::Result<Option<Analysis>> {
        if self.session.mover().is_none() {
            self.tell(OVER)?;
            return Ok(None);
        }
        if self.opinion.is_none() {
            self.opinion = self.advised("looking for a proof", |adviser| adviser.opinion())?;
        }
        Ok(self.opinion.clone())
    }

    pub(super) fn hint(&mut self) -> io::Result<()> {
        let is_known = self.opinion.is_some();
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let player = self.session.mover().unwrap_or(Player::FIRST);
        let outcome = opinion.judgement.outcome();
        let Some(m) = opinion.line.first() else {
            let value = opinion::say(&opinion.judgement);
            return self.tell(&format!("hint: {value}, but no move was found in time"));
        };
        let (m, _) = self.spelled(m);
        let hint = match outcome.map(|outcome| outcome.utility(player)) {
            Some(1) => format!("hint: {m} wins with best play"),
            Some(0) => format!("hint: {m} draws with best play"),
            Some(_) => format!("hint: {m} loses against best play, like every other"),
            None if opinion.judgement.certainty() == Certainty::Unknown => {
                format!("hint: {m} looks best, but nothing is proved")
            }
            None => {
                let value = opinion::say(&opinion.judgement);
                format!("hint: {m} looks best, {value}, but nothing is proved")
            }
        };
        self.tell(&hint)?;
        if is_known {
            self.tell("(`why` shows what may follow it, `best` other moves.)")?;
        }
        self.note_fixed()
    }

    pub(super) fn eval(&mut self) -> io::Result<()> {
        if self.session.record().players() > 2 && self.session.mover().is_some() {
            return self.odds();
        }
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let (nodes, time) = (opinion.judgement.nodes, seconds(opinion.elapsed));
        let value = opinion::say(&opinion.judgement);
        let positions = counted(nodes, "position");
        self.tell(&format!("eval: {value}; {positions}, {time}"))?;
        self.note_fixed()
    }

    /// Prints a note if no move is better than another.
    pub(super) fn note_fixed(&mut self) -> io::Result<()> {
        match self.session.record().fixed() {
            Some(why) => self.tell(&format!("No move is better than another: {why}.")),
            None => Ok(()),
        }
    }

    /// Prints how random games end, if the game has more players than a solver can handle.
    fn odds(&mut self) -> io::Result<()> {
        let (won, games) = opinion::odds(self.session.record(), self.session.seed);
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

    pub(super) fn best(&mut self, number: usize) -> io::Result<()> {
        let Some(player) = self.session.mover() else {
            return self.tell(OVER);
        };
        let advise = |adviser: Adviser<'_>| adviser.best(player, number);
        let Some((judgement, compared)) = self.advised("comparing moves", advise)? else {
            return Ok(());
        };
        self.note_fixed()?;
        let is_lost = opinion::loses(&judgement, player);
        if judgement.certainty() == Certainty::Proved {
            self.tell(&opinion::say(&judgement))?;
        }
        if is_lost {
            self.tell("Every move loses against best play.")?;
        }
        if !compared.is_empty() {
            let shown: Vec<String> = compared.iter().map(|(m, _)| self.spelled(m).0).collect();
            let width = shown.iter().map(|m| m.chars().count());
            let width = width.max().unwrap_or(0);
            for ((m, (_, said)), i) in shown.iter().zip(&compared).zip(1..) {
                let line = format!("{i:>3} {m:<width$}  {said}");
                let line = self.screen.fitted(&line, 6 + width);
                writeln!(self.out, "{line}")?;
            }
            self.listed = compared.into_iter().map(|(m, _)| m).collect();
            return Ok(());
        }
        let outcome = judgement.outcome();
        let does = match outcome.map(|outcome| outcome.utility(player)) {
            // Other moves may win by less.
            Some(1) if judgement.margin.is_some() => ["wins by the most", "win by the most"],
            Some(1) => ["wins", "win"],
            Some(0) => ["draws", "draw"],
            _ => ["loses by the least", "lose by the least"],
        };
        let (moves, of) = (judgement.moves, self.session.record().count_moves());
        match moves.len() {
            all if all as u128 == of && all > 1 && !is_lost => {
                self.tell(&format!(
                    "Every move {}: there is nothing to choose.",
                    does[0]
                ))?;
            }
            // If no list is printed, the numbers of the last list stay valid.
            0 => return Ok(()),
            1 => writeln!(self.out, "1 move of {of} {}:", does[0])?,
            n if n <= number => writeln!(self.out, "{n} moves of {of} {}:", does[1])?,
            n => self.tell(&format!(
                "{n} moves of {of} {}, for example (`best {}` shows more):",
                does[1],
                n.min(MOST_BEST)
            ))?,
        }
        self.listed = moves.into_iter().take(number).collect();
        let shown: Vec<String> = self.listed.iter().map(|m| self.spelled(m).0).collect();
        for (m, i) in shown.iter().zip(1..) {
            writeln!(self.out, "{i:>3} {m}")?;
        }
        Ok(())
    }

    pub(super) fn why(&mut self) -> io::Result<()> {
        let Some(opinion) = self.judge()? else {
            return Ok(());
        };
        let value = opinion::say(&opinion.judgement);
        let begin = match opinion.judgement.certainty() {
            Certainty::Proved => format!("{value}, for example:"),
            Certainty::Estimated | Certainty::Assumed => {
                format!("No proof: {value}. The engine expects:")
            }
            Certainty::Unknown => "No proof. The engine expects:".to_owned(),
        };
        let mut text = self.screen.fitted(&begin, 0) + "\n";
        let mut record = self.session.record().boxed();
        let view = self.session.view();
        let width = opinion.line.iter().map(|m| m.to_string().chars().count());
        let width = width
            .max()
            .unwrap_or(0)
            .clamp(if view.is_some() { 16 } else { 8 }, 20);
        for (m, number) in opinion.line.iter().zip(1..) {
            let Some(player) = record.turn() else { break };
            let (shown, said) = spelled(&*record, view, m);
            let said = if *m == *said { "" } else { &said };
            let line = format!("{number:>3}. {player:<6} {shown:<width$}  {said}");
            text += &(self.screen.fitted(line.trim_end(), 14 + width) + "\n");
            if record.push(m).is_err() {
                break;
            }
        }
        self.page(&text)?;
        self.note_fixed()
    }

    /// Prints the blunders of the game, and better moves.
    pub(super) fn review(&mut self) -> io::Result<()> {
        let record = self.session.record();
        let players = record.players();
        if players != 2 {
            return self.tell(&format!(
                "only two-player games can be reviewed, but this game has {players} players"
            ));
        }
        if record.is_empty() {
            return self.tell("There is nothing to review before the first move.");
        }
        let Some(review) = self.advised("reviewing", |adviser| adviser.review())? else {
            return Ok(());
        };
        for reviewed in &review.moves {
            let was_won = review.judgements[reviewed.number - 1].outcome() != Some(Outcome::Draw);
            let what = match reviewed.mark {
                MoveEffect::GivesAway if was_won => "gives the win away",
                MoveEffect::GivesAway => "gives the draw away",
                MoveEffect::LosesPoints => "loses points",
                MoveEffect::Keeps | MoveEffect::Lost | MoveEffect::Unproved => continue,
            };
            let (number, player, m) = (reviewed.number, reviewed.player, &reviewed.m);
            let you = if self.session.is_reseated() {
                ""
            } else {
                self.you(player)
            };
            let mut before = self.session.record().boxed();
            before.rewind(number - 1);
            let shown = |m: &AnyMove| spelled(&*before, self.session.view(), m).0;
            let better = reviewed.better_as(shown);
            let better = better.map_or(String::new(), |better| format!("; better: {better}"));
            let (sign, m) = (reviewed.sign(), shown(m));
            self.tell(&format!(
                "move {number}, {player}{you} {m}{sign}: {what}{better}"
            ))?;
        }
        let decision = review.decision();
        let (first, rest) = decision.split_at(1);
        let decision = format!("{}{rest}.", first.to_uppercase());
        let decision = self.screen.fitted(&decision, 0);
        let decision = self.screen.styled(STRONG, &decision);
        writeln!(self.out, "{decision}")?;
        let share = 100.0 * review.proved_share();
        self.tell(&format!("{share:.0} % of the moves are proved."))?;
        self.note_fixed()
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
