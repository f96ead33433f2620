//! Answers of solvers, as text and as JSON.

use std::collections::HashSet;
use std::io::Write;

use anyhow::Result;
use common::any::{AnyMove, AnyRecord};
use common::{Detail, Verdict};
use papergames::sprouts::FirstPublication;
use play::terminal::{Screen, paragraphs};
use serde::Serialize;

use crate::json::{self, PositionFields, Price};

/// The most moves that a text lists.
const SHOWN: usize = 24;

/// The verdict about a position.
pub(super) struct Answer<'a> {
    /// The number in a range.
    pub(super) n: Option<usize>,
    /// The position, as a record without moves.
    pub(super) record: &'a dyn AnyRecord,
    pub(super) verdict: Verdict<AnyMove>,
    /// Whether a table has a column for values, which misère play lacks.
    pub(super) has_values: bool,
    /// The second method, in words.
    pub(super) by: Option<String>,
    /// The first publication of the outcome.
    pub(super) published: Option<&'static str>,
}

/// An answer as JSON.
#[derive(Default, Serialize)]
pub(super) struct AnswerLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) n: Option<usize>,
    #[serde(flatten)]
    pub(super) position: PositionFields,
    /// `first`, `second`, … or `draw`; `null` if a limit was reached first.
    pub(super) winner: Option<String>,
    /// Whether the verdict was traced down to the rules, and not assumed from a store.
    pub(super) proved: bool,
    pub(super) value: Option<String>,
    pub(super) nimber: Option<u32>,
    pub(super) margin: Option<i64>,
    pub(super) turns: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) class: Option<String>,
    /// The theorem that gives the answer without a search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) theorem: Option<String>,
    pub(super) moves: Option<Vec<AnyMove>>,
    pub(super) cost: Option<Price>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) by: Option<String>,
    /// The limit that was reached, if the answer, the class, the value or the nimber is missing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<String>,
}

/// What each of several players can force alone, as JSON.
#[derive(Serialize)]
pub(super) struct GuaranteesLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) n: Option<usize>,
    #[serde(flatten)]
    pub(super) position: PositionFields,
    /// `loss`, `share` or `win` for each player, in the order of turns.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) guarantees: Option<Vec<String>>,
    pub(super) cost: Option<Price>,
    /// The limit that was reached, if there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) stopped: Option<String>,
}

impl AnswerLine {
    /// Returns a solver's verdict on a position as JSON.
    pub(super) fn of(position: PositionFields, verdict: &Verdict<AnyMove>) -> AnswerLine {
        let detail = |name| verdict.detail(name).map(|detail| detail.text.clone());
        let margin = verdict.margin.map(|margin| format!("{margin:+}"));
        let nimber = verdict.nimber.map(|nimber| format!("*{}", nimber.0));
        AnswerLine {
            n: None,
            position,
            winner: Some(json::winner(verdict.outcome)),
            proved: !verdict.assumed,
            value: detail("value").or(margin).or(nimber),
            nimber: verdict.nimber.map(|nimber| nimber.0),
            margin: verdict.margin,
            turns: verdict.turns,
            class: detail("class"),
            theorem: detail("theorem"),
            moves: verdict.moves.clone(),
            cost: Some(verdict.cost.into()),
            by: None,
            stopped: verdict
                .missing
                .as_ref()
                .map(|missing| missing.reason.to_string()),
        }
    }
}

/// Returns a row of a table of starts: the start, the winner, the value, the first publication, nodes and seconds. The
/// value may be left out, and a narrow terminal has no room for the publication.
pub(super) fn row([start, winner, value, credit, nodes, seconds]: [&str; 6]) -> String {
    let screen = Screen::detect();
    let value = match value {
        "" => String::new(),
        value => format!("{value:>6} "),
    };
    if screen.is_ansi && screen.columns < 70 {
        return format!("{start:>5} {winner:<7} {value}{nodes:>9} {seconds:>7}");
    }
    format!("{start:>5} {winner:<7} {value}{credit:<24} {nodes:>12} {seconds:>9}")
}

/// Returns who first published the outcome of a start, if its game knows.
pub(super) fn published(record: &dyn AnyRecord) -> Option<&'static str> {
    record.game().extra::<FirstPublication>()?.by(record)
}

/// Prints the value of a position in theory.
pub(super) fn tell_values(verdict: &Verdict<AnyMove>, out: &mut dyn Write) -> Result<()> {
    for Detail { name, short, .. } in &verdict.details {
        writeln!(out, "{name}: {short}")?;
    }
    if let Some(nimber) = verdict.nimber {
        writeln!(out, "nimber: {}", nimber.0)?;
    }
    if let Some(missing) = &verdict.missing {
        writeln!(out, "{}: not found", missing.what)?;
    }
    Ok(())
}

impl Answer<'_> {
    /// Prints the answer in the requested form: as JSON, as the agreement of two methods, as a row of a table that
    /// begins with the name of the start, or in full.
    pub(super) fn print(&self, name: &str, json: bool, out: &mut dyn Write) -> Result<()> {
        match (&self.by, self.n) {
            _ if json => {
                let mut line = AnswerLine::of(PositionFields::of(self.record), &self.verdict);
                line.n = self.n;
                line.by.clone_from(&self.by);
                // Only the answer about a single position has all moves that keep the result.
                let is_whole = self.n.is_none() && self.by.is_none();
                line.moves = line.moves.filter(|_| is_whole);
                json::print(&line, out)
            }
            (Some(by), _) => self.confirm(by, out),
            (None, Some(_)) => self.row(name, out),
            (None, None) => self.tell(out),
        }
    }

    /// Prints the answer about a single position.
    fn tell(&self, out: &mut dyn Write) -> Result<()> {
        writeln!(out, "{}: {}", self.record.position(), self.verdict)?;
        tell_values(&self.verdict, out)?;
        self.moves(out)?;
        writeln!(out, "{}", self.verdict.cost)?;
        if self.record.fixed().is_some() {
            let width = Screen::detect().text_width();
            writeln!(
                out,
                "{}",
                paragraphs(self.record.game().about().theory, width)
            )?;
        }
        Ok(())
    }

    /// Prints the moves that win, or that draw if none wins, or that keep the margin if points decide.
    fn moves(&self, out: &mut dyn Write) -> Result<()> {
        let turn = self.record.turn();
        let is_won = turn.is_some() && turn == self.verdict.winner();
        let is_won = is_won && self.verdict.margin.is_none();
        let what = if is_won {
            "winning moves"
        } else {
            "best moves"
        };
        let Some(moves) = &self.verdict.moves else {
            if is_won {
                let (name, count) = (self.record.game().about().name, self.record.count_moves());
                let position = self.record.position();
                writeln!(
                    out,
                    "{what}: only the winner was looked for; `explore {name} '{position}'` looks at the {count} moves"
                )?;
            }
            return Ok(());
        };
        if moves.is_empty() {
            return Ok(());
        }
        let shown = self.different(moves);
        writeln!(out, "{what}: {}", shown[..shown.len().min(SHOWN)].join(" "))?;
        if shown.len() > SHOWN {
            writeln!(out, "{} {what}; --json lists them", moves.len())?;
        } else if shown.len() < moves.len() {
            let count = moves.len();
            writeln!(
                out,
                "{count} {what}, equivalent ones shown once; --json lists all"
            )?;
        }
        Ok(())
    }

    /// Returns one of the moves for each class of positions that they lead to.
    fn different(&self, moves: &[AnyMove]) -> Vec<String> {
        let mut after = self.record.boxed();
        let mut classes = HashSet::new();
        let mut is_new = |m: &&AnyMove| {
            let is_new = after.push(m).is_ok() && classes.insert(after.class());
            after.rewind(self.record.len());
            is_new
        };
        let moves = moves.iter().filter(|m| is_new(m));
        moves.map(ToString::to_string).collect()
    }

    /// Prints the answer as a row of a table.
    fn row(&self, name: &str, out: &mut dyn Write) -> Result<()> {
        let verdict = &self.verdict;
        let value = verdict.detail("value").map(|detail| detail.short.clone());
        let nimber = verdict.nimber.map(|nimber| format!("*{}", nimber.0));
        let margin = verdict.margin.map(|margin| format!("{margin:+}"));
        let value = value.or(nimber).or(margin);
        let none = if self.has_values { "-" } else { "" };
        let cells = row([
            name,
            &json::winner(verdict.outcome),
            value.as_deref().unwrap_or(none),
            self.published.unwrap_or_default(),
            &verdict.cost.nodes.to_string(),
            &format!("{:.2}", verdict.cost.elapsed.as_secs_f64()),
        ]);
        let remark = if verdict.assumed {
            " assumed from the store"
        } else {
            ""
        };
        Ok(writeln!(out, "{cells}{remark}")?)
    }

    /// Prints that two methods agree.
    fn confirm(&self, by: &str, out: &mut dyn Write) -> Result<()> {
        let (position, verdict) = (self.record.position(), &self.verdict);
        let value = verdict.margin.map(|margin| format!(" ({margin:+})"));
        let value = value.unwrap_or_default();
        Ok(writeln!(
            out,
            "{position}: {verdict}{value}, confirmed by {by}"
        )?)
    }
}
