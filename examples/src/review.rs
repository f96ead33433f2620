//! `papergames review`: finds the effect of each move of a game.

use std::fmt::Write as _;
use std::io::Write;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Result, anyhow, ensure};
use clap::Args;
use common::any::ReadGame;
use common::format::{Early, Notation, Statements, short};
use common::text::counted;
use common::{Budget, Outcome, Player};
use picture::geometry::Point;
use picture::svg::Svg;
use play::{Certainty, Judge, Judgement, MoveEffect, Review, ReviewedMove, Summary};
use serde::Serialize;

use crate::draw::{numbered, still, write_picture};
use crate::input::{beside, is_stdout};
use crate::records::TextPart;
use crate::report::fitted;
use crate::texts::TextArgs;
use crate::units::{LimitArgs, duration};
use crate::{json, progress, stopping};
use json::ValueFields;

/// Find the moves that won and lost a game
///
/// Finds the value of every position in a game. If the exact solver answers in time, the value is proved; otherwise it
/// is an estimate by the strongest engine and is marked as an estimate. Then shows the effect of each move, the moves
/// that would have kept the win, and a summary for each player. If a file contains several games, a table of all games
/// follows.
///
/// The value after a move names the player who wins with best play, or the player whom the engine prefers, and by how
/// much: in points if points decide the game, in rows in Phutball, and otherwise in parts of a certain win. The bar
/// before the value points to the player who is ahead: to the right for the first player, to the left for the second.
/// The bar is drawn with `#` if the value is proved, and with `-` if it is an estimate. `??` marks a blunder: a move
/// that turned a proved win into a draw or a loss, or a proved draw into a loss. `?` marks a move that lost points, or
/// that, by the engine's estimate, cost at least a quarter of a win. Losses are counted in points if the game is
/// decided on points. Otherwise they are counted in wins: a move that turns a certain win into a certain loss loses 1.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames review sprouts '8+ 1(9)2 1(10)1[3,4] 3(11)10'
  papergames review sos sos.txt --time 5s
  papergames review sos sos.txt --to text
  papergames review sprouts games.txt --time 100ms --json
  papergames review sos sos.txt -o strip.svg")]
pub(crate) struct ReviewCommand {
    #[command(flatten)]
    text: TextArgs,

    /// The time limit for each position: half of it for a proof, and half for an estimate if no proof is found.
    #[arg(long, value_name = "TIME", default_value = "1s", value_parser = duration)]
    time: Duration,

    /// The number of nodes to search for each position, instead of a time limit, so that the review is the same on
    /// every machine.
    #[arg(long, value_name = "N", conflicts_with = "time")]
    nodes: Option<u64>,

    /// Write the game in this notation instead, with the review in comment lines, which begin with `#`.
    #[arg(long, value_name = "FORMAT", conflicts_with = "json")]
    to: Option<String>,

    /// Draw the positions as a strip with marks under the moves, and write it to a file that ends in `.svg` or `.png`;
    /// `-` prints SVG.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,

    /// Print one JSON object for each game.
    #[arg(long)]
    json: bool,

    #[command(flatten)]
    bounds: LimitArgs,
}

impl ReviewCommand {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let game = self.text.game;
        let to = self.to.as_deref().map(|to| game.notation(Some(to), ""));
        let to = to.transpose()?;
        let (mut rows, mut drawn) = (Vec::new(), Vec::new());
        let out = &mut *beside(self.output.as_deref(), out);
        let done = self.text.each(&self.bounds, |part, place| {
            let game = match part {
                TextPart::Game(game) => {
                    place.note(&game);
                    game
                }
                TextPart::Unnumbered { line, text, .. } => {
                    return Ok(Err(anyhow!(
                        "{}, line {line}: expected a game, found `{}`, which says how a position plays, but not which \
                         position it is",
                        place.origin,
                        short(&text)
                    )));
                }
            };
            let review = reviewed(&game, &self.judge(), place.number)?;
            if stopping::must_stop() {
                out.flush()?;
                return Err(place.stopped());
            }
            let number = place.shown();
            if let Some(output) = &self.output {
                let path = number.map_or(output.clone(), |n| numbered(output, n));
                write_picture(&path, &strip(&review)?, 1_600)?;
                drawn.push(path);
            }
            if let Some(notation) = &to {
                return Ok(annotate(&game, &review, notation, out));
            }
            if self.json {
                let line = ReviewLine::of(&review, number, &game);
                json::print(&line, out)?;
            } else {
                show(&review, number, &game, out)?;
                rows.push(row(&review, place.number));
            }
            Ok(Ok(()))
        })?;
        if rows.len() > 1 {
            writeln!(out, "game  moves  proved   blunders    decided")?;
            writeln!(out, "                     first second")?;
            for row in rows {
                writeln!(out, "{row}")?;
            }
        }
        if let (Some(first), Some(last), None) = (drawn.first(), drawn.last(), &self.to) {
            let range = if first == last {
                String::new()
            } else {
                format!(" to {}", last.display())
            };
            if !self.json && !is_stdout(first) {
                writeln!(out, "drawn: {}{range}", first.display())?;
            }
        }
        done.end()
    }

    fn judge(&self) -> Judge {
        let budget = match self.nodes {
            Some(nodes) => Budget::new().nodes(nodes),
            None => Budget::new().time(self.time / 2),
        };
        let budget = budget.memory(self.bounds.memory / 2).stop(stopping::flag());
        Judge::new(budget.clone(), budget)
    }
}

/// Reviews a game and shows the progress.
fn reviewed(game: &ReadGame, judge: &Judge, number: usize) -> Result<Review> {
    let record = &*game.record;
    let positions = record.len() as u64 + 1;
    let template = "game {prefix}: {pos}/{len} positions {wide_bar} about {eta} left";
    let bar = progress::bar(positions, template)?.with_prefix(number.to_string());
    // Progress is reported only at the steps of a solver, which can be rare.
    bar.enable_steady_tick(Duration::from_millis(200));
    let review = Review::new(record, judge, &mut |judged, _| {
        bar.set_position(judged as u64);
    });
    bar.finish_and_clear();
    // The moves of a game that ends early do not reach the result that its text states.
    let winner = game.said.outcome.and_then(Outcome::winner);
    let is_early = record.outcome().is_none() && record.players() == 2;
    Ok(match winner.filter(|_| is_early) {
        // If the text gives no reason, the player resigned.
        Some(winner) => {
            let early = game.said.early.unwrap_or(Early::Resignation);
            review.ended_early(winner.opponent(), early)
        }
        None => review,
    })
}

/// Returns the text of a comment or a caption about a move.
fn remark(reviewed: &ReviewedMove, after: &Judgement) -> String {
    let mut text = format!("{after} ({})", after.certainty());
    match reviewed.mark {
        MoveEffect::GivesAway => text = format!("gives away: {text}"),
        MoveEffect::LosesPoints => text = format!("loses points: {text}"),
        MoveEffect::Keeps | MoveEffect::Lost | MoveEffect::Unproved => (),
    }
    let is_worse = matches!(
        reviewed.mark,
        MoveEffect::GivesAway | MoveEffect::LosesPoints
    );
    if let Some(moves) = reviewed.better() {
        let found = if is_worse {
            "better"
        } else {
            "the engine prefers"
        };
        let _ = write!(text, "; {found} {moves}");
    }
    text
}

fn show(
    review: &Review,
    number: Option<usize>,
    game: &ReadGame,
    out: &mut dyn Write,
) -> Result<()> {
    if let Some(number) = number {
        writeln!(out, "game {number}, line {}", game.line)?;
    }
    let start = &review.judgements[0];
    writeln!(
        out,
        "{}: {start} ({})",
        review.record.setup(),
        start.certainty()
    )?;
    let width = review
        .moves
        .iter()
        .map(|reviewed| reviewed.m.to_string().chars().count() + 2)
        .max()
        .unwrap_or(0)
        .clamp(6, 24);
    for (reviewed, after) in review.moves.iter().zip(&review.judgements[1..]) {
        let line = format!(
            "{:>4}. {:<6} {:<width$} {}  {}",
            reviewed.number,
            reviewed.player,
            format!("{}{}", reviewed.m, reviewed.sign()),
            lead(after),
            remark(reviewed, after)
        );
        writeln!(out, "{}", fitted(&line, 16 + width + lead(after).len()))?;
    }
    writeln!(out, "{}", review.decision())?;
    if let Some(why) = review.record.fixed() {
        writeln!(out, "No move is better than another: {why}.")?;
    }
    for player in Player::all(review.record.players()) {
        let summary = review.summary(player);
        let unit = match review.record.scores() {
            Some(_) => "points",
            None => "of a win",
        };
        writeln!(out, "{player}: {}", told(&summary, unit))?;
    }
    Ok(writeln!(out)?)
}

/// Returns a bar of a graph of who is ahead: to the left the second player, to the right the first; `#` if that is
/// proved, and `-` by an estimate.
fn lead(judgement: &Judgement) -> String {
    const MOST: i64 = 4;
    let is_proved = judgement.certainty() == Certainty::Proved;
    let length = match (judgement.leader(), judgement.value) {
        (None, _) | (_, None) => 0,
        (Some(_), Some(_)) if is_proved => MOST,
        (Some(_), Some(value)) => (value.seen_by(Player::FIRST).abs() / 50).clamp(1, MOST),
    };
    let bar = (if is_proved { "#" } else { "-" }).repeat(length as usize);
    match judgement.leader() {
        Some(Player::FIRST) => format!("{:4}|{bar:<4}", ""),
        _ => format!("{bar:>4}|{:4}", ""),
    }
}

fn told(summary: &Summary, unit: &str) -> String {
    let mut text = format!(
        "{}, {} proved, {}",
        counted(summary.moves, "move"),
        summary.proved,
        counted(summary.given_away, "blunder")
    );
    if summary.lost_points > 0 {
        let lost = counted(summary.lost_points, "move");
        let _ = write!(text, ", {lost} that lost points");
    }
    if let Some(drop) = summary.mean_drop {
        let _ = write!(text, ", {drop:.2} {unit} lost per move");
    }
    text
}

/// Returns the row of a game in the table of an archive.
fn row(review: &Review, number: usize) -> String {
    let given_away = |player| review.summary(player).given_away;
    let line = format!(
        "{number:>4} {:>6} {:>6.0} % {:>5} {:>6}  {}",
        review.moves.len(),
        100.0 * review.proved_share(),
        given_away(Player::FIRST),
        given_away(Player::SECOND),
        review.decision()
    );
    fitted(&line, 35)
}

/// Writes a game with the review's comment on each move.
fn annotate(
    game: &ReadGame,
    review: &Review,
    notation: &Notation,
    out: &mut dyn Write,
) -> Result<()> {
    let name = notation.name;
    ensure!(
        notation.is_written,
        "the format `{name}` can be read but not written"
    );
    let said = Statements {
        outcome: game.said.outcome,
        ..Statements::default()
    };
    for (reviewed, after) in review.moves.iter().zip(&review.judgements[1..]) {
        let remark = remark(reviewed, after);
        writeln!(
            out,
            "# {}. {} {}: {remark}",
            reviewed.number, reviewed.player, reviewed.m
        )?;
    }
    writeln!(out, "# {}", review.decision())?;
    Ok(writeln!(out, "{}", game.record.write(name, &said)?)?)
}

/// The height of a caption under a picture.
const CAPTION: f64 = 44.0;
const GAP: f64 = 12.0;

/// The most that a letter of a caption takes of the line, as a share of the height of capitals.
const LETTER: f64 = 0.7;

/// The lines under the picture of a position, each with the height of its capitals, and their colour.
struct Caption {
    lines: [(String, f64); 2],
    colour: &'static str,
}

impl Caption {
    /// Returns the caption of the position after some moves: the last of them with its mark, and the value.
    fn after(review: &Review, moves: usize) -> Caption {
        let mut value = review.judgements[moves].to_string();
        let Some(reviewed) = moves.checked_sub(1).map(|last| &review.moves[last]) else {
            return Caption::new("start", &value, "#000000");
        };
        let (sign, colour) = match reviewed.sign() {
            "??" => (" ??", "#b00020"),
            "?" => (" ?", "#8a5a00"),
            _ => ("", "#000000"),
        };
        if let Some(better) = reviewed.alternatives.first().filter(|_| !sign.is_empty()) {
            let _ = write!(value, "; better {better}");
        }
        let line = format!("{}. {}{sign}", reviewed.number, reviewed.m);
        Caption::new(&line, &value, colour)
    }

    fn new(first: &str, second: &str, colour: &'static str) -> Caption {
        let lines = [(first, 14.0), (second, 12.0)].map(|(text, size)| (short(text), size));
        Caption { lines, colour }
    }

    fn width(&self) -> f64 {
        let widths = self.lines.iter();
        let widths = widths.map(|(text, size)| text.chars().count() as f64 * size * LETTER);
        widths.fold(0.0, f64::max)
    }
}

/// Draws the positions of a game in rows of four, with the move and its mark under each.
fn strip(review: &Review) -> Result<String> {
    let mut shown = Vec::new();
    for (beginning, moves) in review.record.beginnings().into_iter().zip(0..) {
        shown.push((still(&*beginning)?, Caption::after(review, moves)));
    }
    let (mut width, mut height) = (1.0_f64, 1.0_f64);
    for (picture, caption) in &shown {
        width = width.max(picture.size[0]).max(caption.width());
        height = height.max(picture.size[1] + CAPTION);
    }
    let columns = shown.len().min(4);
    let rows = shown.len().div_ceil(columns);
    let mut strip = Svg::new(
        GAP + columns as f64 * (width + GAP),
        GAP + rows as f64 * (height + GAP),
        &format!("Review of {}", review.record.setup()),
        &review.decision(),
    );
    strip.paper("#ffffff");
    for (i, (picture, caption)) in shown.iter().enumerate() {
        let (column, row) = ((i % columns) as f64, (i / columns) as f64);
        let corner = Point::new(GAP + column * (width + GAP), GAP + row * (height + GAP));
        // A picture within a picture keeps its own size.
        strip.element(&picture.text.replacen(
            "<svg ",
            &format!("<svg x=\"{:.1}\" y=\"{:.1}\" ", corner.x, corner.y),
            1,
        ));
        let under = corner.y + height - CAPTION;
        for ((text, size), below) in caption.lines.iter().zip([16.0, 36.0]) {
            let place = Point::new(corner.x, under + below);
            strip.text_from("caption", place, *size, caption.colour, text);
        }
    }
    Ok(strip.finish())
}

/// A reviewed game as JSON.
#[derive(Serialize)]
struct ReviewLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    number: Option<usize>,
    line: usize,
    game: &'static str,
    setup: String,
    start: ValueFields,
    moves: Vec<MoveLine>,
    /// The number of the move that decided the game.
    decided_by: Option<usize>,
    /// The number of the move with which the lead changed last, by proved values and estimates.
    lead_changed_by: Option<usize>,
    /// The player who lost before the rules ended the game.
    given_up: Option<String>,
    /// The reason why the game ended early.
    early: Option<Early>,
    /// The move that decided the game, in words.
    decision: String,
    proved_share: f64,
    players: Vec<Summary>,
}

#[derive(Serialize)]
struct MoveLine {
    #[serde(flatten)]
    reviewed: ReviewedMove,
    after: ValueFields,
}

impl ReviewLine {
    fn of(review: &Review, number: Option<usize>, game: &ReadGame) -> ReviewLine {
        let moves = review.moves.iter().zip(&review.judgements[1..]);
        ReviewLine {
            number,
            line: game.line,
            game: review.record.game().about().name,
            setup: review.record.setup(),
            start: ValueFields::of(&review.judgements[0]),
            moves: moves
                .map(|(reviewed, after)| MoveLine {
                    reviewed: reviewed.clone(),
                    after: ValueFields::of(after),
                })
                .collect(),
            decided_by: review.decided_by().map(|reviewed| reviewed.number),
            lead_changed_by: review.lead_changed_by().map(|reviewed| reviewed.number),
            given_up: review.early.map(|(player, _)| player.to_string()),
            early: review.early.map(|(_, early)| early),
            decision: review.decision(),
            proved_share: review.proved_share(),
            players: Player::all(review.record.players())
                .map(|player| review.summary(player))
                .collect(),
        }
    }
}
