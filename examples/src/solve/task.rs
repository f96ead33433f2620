//! Solves one position, by one method or by two.

use std::io::Write;

use anyhow::{Error, Result, anyhow, bail, ensure};
use common::any::{AnyMove, AnyRecord};
use common::budget::{Bytes, TooLarge};
use common::store::Store;
use common::values::Unsolved;
use common::{Player, Unfinished, Verdict};

use crate::input::{A_STORE, expect_no_certificate};
use crate::json::{self, PositionFields};

use super::answer::{Answer, AnswerLine, GuaranteesLine, published, tell_values};
use super::job::{SolveArgs, read_store};

/// A position or a range of positions to solve, with the output for the answers.
pub(super) struct Task<'a> {
    pub(super) job: &'a SolveArgs,
    /// Whether a second method has to confirm the answer.
    pub(super) verify: bool,
    pub(super) out: &'a mut dyn Write,
}

impl Task<'_> {
    /// Solves the last position of a record and prints the answer.
    pub(super) fn single(&mut self, record: &mut dyn AnyRecord) -> Result<()> {
        self.job.check_threads(record)?;
        if record.players() > 2 {
            return self.guarantees(None, record);
        }
        let mut store = self.store(record)?;
        let answer = self.answer(None, record, store.as_mut())?;
        answer.print("", self.job.json, self.out)?;
        let missing = answer.verdict.missing;
        missing.map_or(Ok(()), |missing| bail!("{missing}"))
    }

    /// Prints the verdict on a start that is too large to be played.
    pub(super) fn large(&mut self, text: &str, verdict: &Verdict<AnyMove>) -> Result<()> {
        if self.job.json {
            let position = PositionFields::without_players(self.job.start.game.about().name, text);
            return json::print(&AnswerLine::of(position, verdict), self.out);
        }
        writeln!(self.out, "{text}: {verdict}")?;
        tell_values(verdict, self.out)
    }

    /// Opens the store of the job, for reading only if the task is to verify.
    pub(super) fn store(&self, record: &mut dyn AnyRecord) -> Result<Option<Store>> {
        let Some(path) = &self.job.store else {
            return Ok(None);
        };
        let kind = record.uses().store.ok_or_else(|| {
            let position = record.position();
            anyhow!("results for `{position}` cannot be stored; leave out --store")
        })?;
        if !self.verify {
            expect_no_certificate(path, A_STORE)?;
            return Ok(Some(Store::open(path, kind)?));
        }
        let store = read_store(path)?;
        store.expect_kind(kind)?;
        Ok(Some(store))
    }

    /// Solves the last position of a record.
    pub(super) fn answer<'r>(
        &self,
        n: Option<usize>,
        record: &'r mut dyn AnyRecord,
        store: Option<&mut Store>,
    ) -> Result<Answer<'r>> {
        let (verdict, by) = self.job.work(store, |effort| -> Result<_> {
            effort.every_move = n.is_none() && !self.verify;
            effort.values = true;
            if self.verify {
                let verified = record.values().verify(effort).map_err(unanswered)?;
                Ok((verified.verdict, Some(verified.by)))
            } else {
                let verdict = record.values().solve(effort);
                Ok((verdict.map_err(|reason| self.stopped(reason))?, None))
            }
        })?;
        let published = published(record);
        Ok(Answer {
            n,
            record,
            verdict,
            has_values: true,
            by,
            published,
        })
    }

    /// Returns the error for a search that was stopped, which says what is kept.
    fn stopped(&self, reason: Unsolved) -> Error {
        let reason = unanswered(reason);
        match &self.job.store {
            Some(path) if is_limit(&reason) => {
                let path = path.display();
                let kept = format!("the results proved so far are kept in {path}: {reason}");
                reason.context(kept)
            }
            _ => reason,
        }
    }

    /// Finds what each of three or more players can force alone.
    pub(super) fn guarantees(
        &mut self,
        n: Option<usize>,
        record: &mut dyn AnyRecord,
    ) -> Result<()> {
        let players = record.players();
        ensure!(
            !self.verify,
            "only games for two players can be verified, found {players}"
        );
        ensure!(
            self.job.store.is_none(),
            "leave out --store, which cannot hold what each of {players} players can force alone"
        );
        let found = (self.job).work(None, |effort| record.values().guarantees(effort));
        let found = found.map_err(unanswered)?;
        if self.job.json {
            let each = found.each.iter().map(ToString::to_string).collect();
            let line = GuaranteesLine {
                n,
                position: PositionFields::of(record),
                guarantees: Some(each),
                cost: Some(found.cost.into()),
                stopped: None,
            };
            return json::print(&line, self.out);
        }
        writeln!(
            self.out,
            "{}: what each player can force alone, if all the others play as one",
            record.position()
        )?;
        for (player, guarantee) in Player::all(record.players()).zip(found.each) {
            writeln!(self.out, "{player}: {guarantee}")?;
        }
        Ok(writeln!(self.out, "{}", found.cost)?)
    }
}

/// Returns whether a limit ended the search. Other starts of a range may still be solved.
pub(super) fn is_limit(reason: &Error) -> bool {
    let mut causes = reason.chain();
    causes.any(|cause| cause.downcast_ref::<Unfinished>().is_some())
}

/// Returns the error for a position without an answer.
fn unanswered(reason: Unsolved) -> Error {
    match reason {
        Unsolved::Unfinished(reason) => reason.into(),
        Unsolved::TooLarge(TooLarge { allowed, needed }) => anyhow!(
            "the table needs {}, but --memory allows {}",
            Bytes(needed),
            Bytes(allowed)
        ),
        Unsolved::NoMethod(_) | Unsolved::Disagree { .. } | Unsolved::Refused(_) => reason.into(),
    }
}
