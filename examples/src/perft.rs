//! `papergames perft`: counts games by their length.

use std::io::Write;
use std::ops::ControlFlow;

use anyhow::{Context, Result, anyhow, ensure};
use clap::{ArgGroup, Args};
use common::any::AnyRecord;
use common::budget::{Clock, Meter};
use common::{Limit, Unfinished};
use papergames::brussels::Lengths;
use papergames::phutball::WholeTurns;
use serde::Serialize;

use crate::progress::spinner;
use crate::setup::games_with;
use crate::start::Start;
use crate::units::{LimitArgs, number};
use crate::{json, stopping};

/// Count the sequences of legal moves by length
///
/// Prints one line for each depth: the depth, and the number of sequences of exactly that many legal moves. Games
/// that end earlier are not counted. The output stops at the first depth that has no sequences. With `--lengths`,
/// prints every possible length of a game and the number of games of that length.
#[derive(Args, Debug)]
#[command(group(ArgGroup::new("what").required(true).args(["depth", "lengths"])))]
#[command(after_help = "Examples:
  papergames perft sprouts 2 --depth 5
  papergames perft sprouts '3+ 1-2' --depth 3
  papergames perft brussels 2 --depth 8 --merge
  papergames perft sos 3x3 --rules first --depth 9 --merge
  papergames perft phutball --turns --depth 2
  papergames perft brussels 4,4@h1 --lengths")]
pub(crate) struct Perft {
    #[command(flatten)]
    start: Start,

    /// The length of the longest sequences to count; required unless `--lengths` is given.
    #[arg(long, short, value_name = "D", value_parser = number::<u32>(0..))]
    depth: Option<u32>,

    #[command(flatten)]
    how: How,

    #[command(flatten)]
    bounds: LimitArgs,

    /// Print each line as a JSON object.
    #[arg(long)]
    json: bool,
}

/// The options that determine what to count, and how.
#[derive(Args, Debug)]
struct How {
    /// Merge equal positions, and count how many sequences reach each. This allows much greater depths where many
    /// sequences lead to one position, but all positions of one depth must fit in memory. With `--json`, also counts
    /// the positions and the finished games.
    #[arg(long)]
    merge: bool,

    /// In Phutball, count whole turns instead of single jumps.
    #[arg(long, conflicts_with = "merge")]
    turns: bool,

    /// In Brussels Sprouts, also on surfaces, count complete games with labelled arms by their length. The games are
    /// counted face by face instead of being listed; `--memory` limits the size of the table.
    #[arg(long, conflicts_with_all = ["merge", "turns"])]
    lengths: bool,
}

/// One depth as JSON.
#[derive(Serialize)]
struct DepthLine {
    depth: u32,
    sequences: u128,
    #[serde(flatten)]
    merged: Option<MergedCounts>,
}

/// The games of one length as JSON.
#[derive(Serialize)]
struct LengthLine {
    length: usize,
    games: u128,
}

/// Further counts, known only if equal positions are merged.
#[derive(Serialize)]
struct MergedCounts {
    finished: u128,
    open_positions: usize,
    finished_positions: usize,
}

impl Perft {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        ensure!(
            !self.how.turns || self.start.game.extra::<WholeTurns>().is_some(),
            "--turns is for {}, where one turn can be many jumps",
            games_with::<WholeTurns>(|about| about.name)
        );
        ensure!(
            !self.how.lengths || self.start.game.extra::<Lengths>().is_some(),
            "only games of {} can be counted by length, not games of {}",
            games_with::<Lengths>(|about| about.title),
            self.start.game.about().title
        );
        let start = self.start.position()?;
        if self.how.lengths {
            self.games(&*start, out)
        } else if self.how.merge {
            self.merge(&*start, out)
        } else {
            self.walk(&*start, out)
        }
    }

    /// Counts every sequence by walking it.
    fn walk(&self, start: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
        let budget = self.bounds.budget();
        let mut meter = budget.start();
        let (mut before, last) = (1, self.depth.unwrap_or_default());
        for depth in last.min(1)..=last {
            // The moves of the last depth are counted without being made, so this number measures the work.
            ensure!(before <= MOST, too_long(depth, before));
            let turns = start.game().extra::<WholeTurns>();
            let count = match turns.filter(|_| self.how.turns) {
                Some(turns) => turns.perft(start, depth, &mut meter),
                None => count(start, depth, &mut meter),
            }?;
            let sequences = count.with_context(|| too_many(depth))?;
            before = sequences;
            self.print(depth, sequences, None, out)?;
            if sequences == 0 {
                break;
            }
        }
        Ok(())
    }

    /// Counts level by level and merges equal positions.
    fn merge(&self, start: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
        let budget = self.bounds.budget();
        let mut meter = budget.start();
        let mut fits = |bytes| self.bounds.fits(bytes);
        let last = self.depth.unwrap_or_default();
        let mut failed = Ok(());
        let mut reached = 0;
        let all_fit = start.levels(&mut meter, &mut fits, &mut |level, upcoming| {
            reached = level.depth;
            let merged = Some(MergedCounts {
                finished: level.finished,
                open_positions: level.open_positions,
                finished_positions: level.finished_positions,
            });
            if level.depth > 0 || last == 0 {
                failed = self.print(level.depth, level.sequences(), merged, out);
            }
            if failed.is_err() || level.depth == last {
                return ControlFlow::Break(());
            }
            let next = level.depth + 1;
            failed = match upcoming() {
                None => Err(anyhow!(too_many(next))),
                Some(moves) if moves > MOST => Err(anyhow!(too_long(next, moves))),
                Some(_) => return ControlFlow::Continue(()),
            };
            ControlFlow::Break(())
        });
        let all_fit = all_fit.map_err(|stopped| match stopped.limit {
            Limit::Memory => {
                anyhow!("{stopped}; count without --merge, or allow more with --memory")
            }
            Limit::Time | Limit::Nodes | Limit::Depth | Limit::Stopped | Limit::Contradiction => {
                stopped.into()
            }
        })?;
        failed?;
        ensure!(all_fit, too_many(reached + 1));
        if reached < last {
            // No sequence is longer.
            let none = Some(MergedCounts {
                finished: 0,
                open_positions: 0,
                finished_positions: 0,
            });
            self.print(reached + 1, 0, none, out)?;
        }
        Ok(())
    }

    /// Counts whole games by their length.
    fn games(&self, start: &dyn AnyRecord, out: &mut dyn Write) -> Result<()> {
        let bar = spinner();
        let budget = self.bounds.budget().stop(stopping::flag());
        let lengths = start
            .game()
            .extra::<Lengths>()
            .context("this game has no lengths")?;
        let games = lengths.of(start, &budget)?;
        bar.finish_and_clear();
        let games =
            games.context("a number of games is 2^128 or more, which is too large to count")?;
        for (length, games) in games {
            if self.json {
                json::print(&LengthLine { length, games }, out)?;
            } else {
                writeln!(out, "{length} {games}")?;
            }
        }
        Ok(())
    }

    fn print(
        &self,
        depth: u32,
        sequences: u128,
        merged: Option<MergedCounts>,
        out: &mut dyn Write,
    ) -> Result<()> {
        if self.json {
            let line = DepthLine {
                depth,
                sequences,
                merged,
            };
            return json::print(&line, out);
        }
        Ok(writeln!(out, "{depth} {sequences}")?)
    }
}

/// Counts the sequences of `depth` moves, and shows its progress on a terminal.
fn count(
    start: &dyn AnyRecord,
    depth: u32,
    meter: &mut Meter<'_>,
) -> Result<Option<u128>, Unfinished> {
    let bar = spinner();
    let (clock, mut all) = (Clock::start(), None);
    let counted = start.perft(depth, meter, &mut |done| {
        let all = *all.get_or_insert_with(|| start.count_moves());
        let share = done as f64 / all as f64;
        let left = clock.elapsed().as_secs_f64() * (1.0 / share - 1.0);
        bar.set_message(format!(
            "depth {depth}: {:.0} %, about {left:.0} s left",
            100.0 * share
        ));
    });
    bar.finish_and_clear();
    counted
}

/// The most work that can be done in a few days.
const MOST: u128 = 100_000_000_000;

fn too_long(depth: u32, moves: u128) -> String {
    format!(
        "depth {depth} takes {moves} moves, but at most {MOST} can be counted; choose a smaller depth"
    )
}

fn too_many(depth: u32) -> String {
    format!("the count at depth {depth} is 2^128 or more, which is not supported")
}
