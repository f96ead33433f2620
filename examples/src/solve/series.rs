//! Solves a range of starts one after the other, each with the results of those before it.

use anyhow::{Error, Result, ensure};
use common::Ending;
use common::any::{AnyRecord, Sheets};

use crate::json::{self, PositionFields};
use crate::stopping;

use super::answer::{Answer, AnswerLine, GuaranteesLine, published, row};
use super::starts::Starts;
use super::task::{Task, is_limit};

/// Solves a range of starts.
pub(super) fn solve(task: &mut Task<'_>, starts: &Starts<'_>) -> Result<()> {
    let options = task.job.start.rules.options();
    let first = starts.setup(*starts.numbers.start());
    let mut record = Sheets::choose(task.job.start.game, &first).start(Some(&first), &options)?;
    task.job.check_threads(&*record)?;
    let (unsolved, incomplete) = if record.players() > 2 {
        (guarantees(task, starts, &mut *record)?, Vec::new())
    } else {
        answers(task, starts, &mut *record)?
    };
    ensure!(
        unsolved.is_empty(),
        "no answer for {}: a limit was reached",
        starts.list(&unsolved)
    );
    ensure!(
        incomplete.is_empty(),
        "the winner is proved but not all else is found for {}: a limit was reached",
        starts.list(&incomplete)
    );
    Ok(())
}

/// Finds who wins each start. Returns the numbers of those without an answer, and of those whose answer is incomplete.
fn answers(
    task: &mut Task<'_>,
    starts: &Starts<'_>,
    record: &mut dyn AnyRecord,
) -> Result<(Vec<usize>, Vec<usize>)> {
    let mut store = task.store(record)?;
    let mut incomplete = Vec::new();
    let (mut with_nimber, mut without) = (false, false);
    let options = task.job.start.rules.options();
    let ending = options.ending_of(&starts.setup(*starts.numbers.start()));
    let has_values = !ending.is_ok_and(Ending::is_misere);
    let is_table = !(task.job.json || task.verify);
    if is_table {
        let credit = match published(record) {
            Some(_) => "first solved by",
            None => "",
        };
        let heading = [
            starts.heading(),
            "winner",
            if has_values { "value" } else { "" },
            credit,
            "nodes",
            "seconds",
        ];
        writeln!(task.out, "{}", row(heading))?;
    }
    let unsolved = each(
        task,
        starts,
        record,
        |task, n, record| {
            let answer = Answer {
                has_values,
                ..task.answer(Some(n), record, store.as_mut())?
            };
            let verdict = &answer.verdict;
            with_nimber |= verdict.nimber.is_some();
            without |= verdict.nimber.is_none();
            if verdict.missing.is_some() {
                incomplete.push(n);
            }
            answer.print(&starts.name(n), task.job.json, task.out)
        },
        |task, n, record, reason| {
            if task.job.json {
                let line = AnswerLine {
                    n: Some(n),
                    position: PositionFields::of(record),
                    stopped: Some(reason.to_string()),
                    ..AnswerLine::default()
                };
                json::print(&line, task.out)?;
            } else if task.verify {
                writeln!(task.out, "{}: {reason}", record.position())?;
            } else {
                writeln!(task.out, "{:>5} {:<7} {reason}", starts.name(n), "-")?;
            }
            Ok(())
        },
    )?;
    if with_nimber && without && is_table {
        let note = "value -: not *0, since the start is won; the search for the winner did not need to know which";
        writeln!(task.out, "{note}")?;
    }
    Ok((unsolved, incomplete))
}

/// Finds what each of three or more players can force alone. Returns the numbers of the starts without an answer.
fn guarantees(
    task: &mut Task<'_>,
    starts: &Starts<'_>,
    record: &mut dyn AnyRecord,
) -> Result<Vec<usize>> {
    each(
        task,
        starts,
        record,
        |task, n, record| task.guarantees(Some(n), record),
        |task, n, record, reason| {
            if !task.job.json {
                return Ok(writeln!(task.out, "{}: {reason}", record.position())?);
            }
            let line = GuaranteesLine {
                n: Some(n),
                position: PositionFields::of(record),
                guarantees: None,
                cost: None,
                stopped: Some(reason.to_string()),
            };
            json::print(&line, task.out)
        },
    )
}

/// Solves the starts one after the other. If one reaches a limit, `report` reports this and the next one follows.
/// Returns the numbers of those without an answer.
fn each(
    task: &mut Task<'_>,
    starts: &Starts<'_>,
    record: &mut dyn AnyRecord,
    mut solve: impl FnMut(&mut Task<'_>, usize, &mut dyn AnyRecord) -> Result<()>,
    report: impl Fn(&mut Task<'_>, usize, &dyn AnyRecord, &Error) -> Result<()>,
) -> Result<Vec<usize>> {
    let options = task.job.start.rules.options();
    let mut unsolved = Vec::new();
    for n in starts.numbers.clone() {
        record.set_up(Some(&starts.setup(n)), &options)?;
        match solve(task, n, record) {
            Ok(()) => {}
            Err(reason) if is_limit(&reason) && !stopping::is_asked() => {
                unsolved.push(n);
                report(task, n, record, &reason)?;
            }
            Err(reason) => return Err(reason.context(starts.list(&[n]))),
        }
        task.out.flush()?;
    }
    Ok(unsolved)
}
