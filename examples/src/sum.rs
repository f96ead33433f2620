//! `papergames solve` for a sum, such as `sprouts 3 + brussels 2 + *2`: finds its nimber and the moves that win.
//!
//! By the theorem of Sprague and Grundy, the nimber of a sum of impartial positions is the exclusive or of their
//! nimbers, and a player who moves to a sum of nimber 0 wins.

use std::collections::BTreeMap;
use std::fmt::{self, Display, Formatter};
use std::io::Write;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use clap::Args;
use common::any::AnyRecord;
use common::values::Effort;
use common::{Cost, Ending, Nimber};
use papergames::sprouts::Unnumbered;
use papergames::sprouts::land::glop;
use play::MOST_LISTED;
use serde::Serialize;

use crate::config::is_glued;
use crate::json::{self, Price};
use crate::progress::spinner;
use crate::setup::{RulesArgs, RulingNames, game_named, games};
use crate::units::LimitArgs;
use crate::{records, report, stopping};

/// Find the nimber of a sum and the moves that win
///
/// `solve` does so for a sum.
#[derive(Args, Debug)]
#[command(override_usage = "papergames solve [OPTIONS] <SUM>")]
#[command(after_help = "Examples:
  papergames solve 'sprouts 3 + brussels 2 + *2'")]
pub(crate) struct SumCommand {
    /// Positions, each after the name of its game, and Nim heaps such as `*2`, with a plus between blanks.
    #[arg(value_name = "SUM")]
    text: String,

    /// Print one JSON object.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    rules: RulingNames,

    #[command(flatten)]
    bounds: LimitArgs,
}

/// A term of a sum.
enum Term {
    Heap(u32),
    Position(Box<dyn AnyRecord>),
    /// A position of Sprouts without numbered spots, and its text.
    Unnumbered(glop::Sum, String),
}

impl Display for Term {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self {
            Term::Heap(matches) => write!(f, "*{matches}"),
            Term::Position(record) => {
                write!(f, "{} {}", record.game().about().name, record.setup())
            }
            Term::Unnumbered(_, text) => f.write_str(text),
        }
    }
}

/// Reads a term, such as `*2`, `sprouts 3` or `sprouts 0.1a1a`.
fn read(text: &str) -> Result<Term> {
    let text = text.trim();
    if let Some(matches) = text.strip_prefix('*') {
        let matches = if matches.is_empty() { "1" } else { matches };
        let matches = matches.parse().ok().filter(|matches| *matches < 1 << 16);
        let matches =
            matches.with_context(|| format!("expected a Nim heap such as `*2`, found `{text}`"))?;
        return Ok(Term::Heap(matches));
    }
    let (name, setup) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    let game = game_named(name).with_context(|| {
        let names: Vec<&str> = games().iter().map(|game| game.about().name).collect();
        format!(
            "expected `*N` or one of {} at the start of `{text}`",
            names.join(", ")
        )
    })?;
    if setup.is_empty() {
        return Ok(Term::Position(
            game.start(None, &RulesArgs::default().options())?,
        ));
    }
    let mut starts = match records::read_starts(game, setup, None, &RulesArgs::default()) {
        Ok(starts) => starts,
        Err(reason) => {
            let unnumbered = game.extra::<Unnumbered>();
            let sum = unnumbered.and_then(|unnumbered| unnumbered.read(setup));
            return Ok(Term::Unnumbered(sum.ok_or(reason)?, setup.to_owned()));
        }
    };
    match starts.len() {
        1 => Ok(Term::Position(starts.swap_remove(0).restart())),
        n => bail!("a term must be a single position, found {n} in `{text}`"),
    }
}

/// The moves of a term, by the nimber after them.
type TermMoves = BTreeMap<u32, Vec<String>>;

impl SumCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            !self.rules.is_misere(),
            "a sum needs normal play, because nimbers do not add up in misère play; solve its positions one by one"
        );
        ensure!(
            self.rules.set().is_none(),
            "leave out --rules and write the rules of each term of the sum, as in `sprouts 3+black-and-white`"
        );
        stopping::watch(&self.bounds)?;
        let begun = Instant::now();
        let terms = self.text.split(" + ").map(|text| {
            ensure!(
                !is_glued(text),
                "write blanks around a plus that adds, as in `sprouts 3 + sprouts 4`, found `{text}`"
            );
            read(text)
        });
        let mut terms: Vec<Term> = terms.collect::<Result<_>>()?;
        let bar = spinner();
        let mut values = Vec::new();
        for term in &mut terms {
            bar.set_message(term.to_string());
            values.push(self.nimber(term)?);
        }
        let total = values.iter().fold(0, |total, value| total ^ value);
        let mut options = Vec::new();
        for (term, value) in terms.iter_mut().zip(&values) {
            bar.set_message(format!("options of {term}"));
            options.push((total ^ value, self.options(term)?));
        }
        bar.finish_and_clear();
        let winning = terms
            .iter()
            .zip(&options)
            .flat_map(|(term, (wanted, options))| {
                let moves = options.get(wanted).into_iter().flatten();
                moves.map(move |m| format!("{term}: {m}"))
            });
        // The moves of a position without numbers have no names, but they lead to every smaller nimber.
        let unnamed = terms
            .iter()
            .zip(&values)
            .filter_map(|(term, value)| match term {
                Term::Unnumbered(..) if total ^ value < *value => {
                    Some(format!("{term}: a move to *{}", total ^ value))
                }
                Term::Heap(_) | Term::Position(_) | Term::Unnumbered(..) => None,
            });
        let winning = winning.chain(unnamed);
        let winning: Vec<String> = winning.collect();
        if self.json {
            let line = SumLine {
                terms: terms.iter().map(ToString::to_string).collect(),
                nimbers: values,
                nimber: total,
                winner: if total == 0 { "second" } else { "first" },
                proved: true,
                moves: winning,
                cost: Cost::new(0, begun.elapsed()).into(),
            };
            return json::print(&line, out);
        }
        for ((term, value), (_, options)) in terms.iter().zip(&values).zip(&options) {
            writeln!(out, "{term} = *{value}")?;
            for (value, moves) in options {
                let count = moves.len();
                let rest = if count > SHOWN { " …" } else { "" };
                let shown = moves[..count.min(SHOWN)].join(" ");
                writeln!(out, "  to *{value}: {shown}{rest}")?;
            }
        }
        let who = if total == 0 { "loses" } else { "wins" };
        let sum = if terms.len() == 1 {
            String::new()
        } else {
            format!("the sum = *{total}: ")
        };
        writeln!(out, "{sum}the player to move {who}")?;
        for m in winning.iter().take(SHOWN) {
            writeln!(out, "  {m}")?;
        }
        if winning.len() > SHOWN {
            writeln!(
                out,
                "  … {} winning moves; --json lists them",
                winning.len()
            )?;
        }
        Ok(())
    }

    /// Finds the nimber of the last position of a record, if it has one.
    fn nimber_of(&self, record: &mut dyn AnyRecord) -> Result<Option<Nimber>> {
        let budget = self.bounds.budget().stop(stopping::flag());
        Ok(record.values().nimber(&mut Effort::new(budget))?)
    }

    /// Finds the nimber of a term.
    fn nimber(&self, term: &mut Term) -> Result<u32> {
        let found = match term {
            Term::Heap(matches) => return Ok(*matches),
            Term::Position(record) => self.nimber_of(&mut **record)?,
            Term::Unnumbered(sum, _) => {
                let budget = self.bounds.budget().stop(stopping::flag());
                sum.solve(Ending::Normal, &budget)?.nimber
            }
        };
        match found {
            Some(Nimber(nimber)) => Ok(nimber),
            None => Err(anyhow!(
                "`{term}` has no nimber; in each term, both players must have the same moves and the last move must win"
            )),
        }
    }

    /// Finds the nimbers of the moves of a term, one move for each class.
    fn options(&self, term: &mut Term) -> Result<TermMoves> {
        let mut options = TermMoves::new();
        let record = match term {
            Term::Heap(matches) => {
                let moves = (0..*matches).map(|left| (left, vec![format!("leave *{left}")]));
                return Ok(moves.collect());
            }
            Term::Unnumbered(..) => return Ok(options),
            Term::Position(record) => record,
        };
        report::note_listed(&**record);
        let begun = record.len();
        for class in record.classes(MOST_LISTED) {
            let Some(m) = class.into_iter().next() else {
                continue;
            };
            record.push(&m)?;
            let value = self.nimber_of(&mut **record)?;
            record.rewind(begun);
            let Some(Nimber(value)) = value else { continue };
            options.entry(value).or_default().push(m.to_string());
        }
        Ok(options)
    }
}

/// The number of moves of a kind that are shown.
const SHOWN: usize = 24;

/// A sum as JSON.
#[derive(Serialize)]
struct SumLine {
    terms: Vec<String>,
    nimbers: Vec<u32>,
    nimber: u32,
    winner: &'static str,
    proved: bool,
    /// One winning move for each class, after the term in which it is made.
    moves: Vec<String>,
    cost: Price,
}
