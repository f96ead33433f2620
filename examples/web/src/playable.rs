//! What the page needs from a game beyond its description: pictures, pens, and how to use its board.

use std::time::Duration;

use common::describe::{Effort, SetupOptions};
use common::{Budget, Describe, Game, Level, Outcome, Player, Progress, Record, Verdict};
use picture::Sketch;
use picture::drawing::Drawing;
use picture::geometry::Point;
use picture::sketch::OnMap;
use picture::stroke::{Paper, Reading};
use serde::{Deserialize, Serialize};

use crate::board::{Area, Board, Ghost};

/// A game that the page can play.
pub(crate) trait Playable: Describe {
    /// The drawing state that is kept from one move to the next.
    type Picture: Picture<Self>;

    /// Explains in a few sentences how to make a move on the page.
    const HOW: &'static str;

    /// How the winning player wins, as the rest of a sentence.
    const WINS: &'static str = "wins with the right move";

    /// Whether no move is ever better than another.
    const ALL_ALIKE: bool = false;

    /// How many positions or random games the strongest opponent looks at. On the page this
    /// replaces the crate's limit of time.
    const STRONGEST: u64 = 60_000;

    /// Returns the visible parts of the last position of a record.
    fn board(record: &Record<Self>, picture: &Self::Picture) -> Board;

    /// Returns what a legal move would add to the board.
    fn ghost(&self, picture: &Self::Picture, m: &Self::Move) -> Ghost;

    /// Returns the task of the player to move, as the rest of a sentence.
    fn task(&self) -> &'static str;

    /// Returns the names of the places that a move touches, so that moves can be found by clicks.
    fn touches(&self, m: &Self::Move) -> Vec<String>;

    /// Returns the name of the rule set of a position.
    fn rules_name(&self) -> String {
        String::new()
    }

    /// Returns the setup options for the name of a rule set.
    fn options(rules: &str) -> SetupOptions {
        let mut options = SetupOptions::none();
        options.rules = (!rules.is_empty()).then(|| rules.to_owned());
        options
    }

    /// Returns what a theorem says about a finished game.
    fn theorem(record: &Record<Self>) -> Option<String> {
        let facts = Self::facts(record).into_iter().filter(|fact| fact.holds);
        let facts: Vec<String> = facts
            .map(|fact| format!("{}.", sentence(&fact.text)))
            .collect();
        (!facts.is_empty()).then(|| facts.join(" "))
    }

    /// Returns the paper for strokes, if the game is played with lines.
    fn paper(&self, picture: &Self::Picture) -> Option<Paper> {
        let _ = picture;
        None
    }

    /// Returns the move of a stroke.
    fn line(
        &self,
        picture: &Self::Picture,
        reading: &Reading,
        with_spot: bool,
    ) -> Result<Self::Move, String> {
        let _ = (picture, reading, with_spot);
        Err("This game has no lines to draw.".to_owned())
    }

    /// Returns the independent parts of a drawing, if the game has such.
    fn lands(&self, picture: &Self::Picture) -> Vec<Area> {
        let _ = picture;
        Vec::new()
    }

    /// Returns the nimbers of the lands in order; `None` for one that takes too long to find.
    fn nimbers(&self) -> Vec<Option<u8>> {
        Vec::new()
    }
}

/// A picture that is kept from one move to the next: a [`Sketch`], or nothing if the board is drawn from its position.
pub(crate) trait Picture<G: Game>: Clone {
    /// Draws a position from scratch.
    fn of(position: &G) -> Result<Self, String>;

    /// Draws a legal move, along a stroke if there is one.
    fn draw(&mut self, m: &G::Move, stroke: &[Point]) -> Result<(), String>;

    /// Returns the lines, if the game is played with lines.
    fn lines(&self) -> Option<&Drawing> {
        None
    }

    /// Replaces the drawing by another one of the same map. Returns false if it is not one.
    fn redraw(&mut self, drawing: Drawing) -> bool {
        let _ = drawing;
        false
    }
}

impl<G: Game> Picture<G> for () {
    fn of(_: &G) -> Result<(), String> {
        Ok(())
    }

    fn draw(&mut self, _: &G::Move, _: &[Point]) -> Result<(), String> {
        Ok(())
    }
}

impl<G: OnMap> Picture<G> for Sketch<G> {
    fn of(position: &G) -> Result<Sketch<G>, String> {
        let sketch = Sketch::new(position).map_err(|error| error.to_string())?;
        Ok(sketch.keeping())
    }

    fn draw(&mut self, m: &G::Move, stroke: &[Point]) -> Result<(), String> {
        let drawn = if stroke.is_empty() {
            self.play(m)
        } else {
            self.play_along(m, stroke)
        };
        drawn.map_err(|error| error.to_string())
    }

    fn lines(&self) -> Option<&Drawing> {
        Some(self.drawing())
    }

    fn redraw(&mut self, drawing: Drawing) -> bool {
        self.replace(drawing).is_ok()
    }
}

/// The settings of a new game.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wish {
    /// The number of spots or crosses, or the size of the board, as the library writes it.
    pub(crate) size: String,
    /// The variant or rule set; empty for the usual one.
    pub(crate) rules: String,
    /// Whether the last move loses.
    pub(crate) misere: bool,
    /// The number of players; 0 for the usual number.
    pub(crate) players: usize,
}

/// Sets up a new game.
pub(crate) fn setup<G: Playable>(wish: &Wish) -> Result<G, String> {
    let mut options = G::options(&wish.rules);
    options.misere = wish.misere;
    options.players = (wish.players > 0).then_some(wish.players);
    G::setup(Some(wish.size.trim()), &options).map_err(|error| error.to_string())
}

/// Explains a game: how to play it on the page, its rules in short, and what is special about its variant.
pub(crate) fn about<G: Playable>(position: &G) -> String {
    let name = position.rules_name();
    let sets = G::rule_sets();
    let special = sets.iter().skip(1).find(|set| set.name == name);
    let special = special.map_or("", |set| set.about);
    format!("{} {} {special}", G::HOW, G::summary().replace('\n', " "))
}

/// Chooses a move at a level from 1 to 5, within `time` or else the usual budget of the level; `None` when the game is
/// over.
pub(crate) fn choose<G: Playable>(
    record: &Record<G>,
    level: u8,
    seed: u64,
    time: Option<Duration>,
) -> Option<G::Move> {
    let level = Level::new(level.clamp(1, 5))?;
    let budget = match time {
        Some(time) => Budget::new().time(time).memory(budget_of_memory(level)),
        None => budget::<G>(level),
    };
    let report = G::engine(level, seed).choose(record, &budget, &mut |_| ());
    report.ok()?.best().cloned()
}

/// Returns an opponent's budget for a move.
fn budget<G: Playable>(level: Level) -> Budget {
    let budget = G::budget(level);
    let budget = match budget.most_time() {
        Some(_) => Budget::new().nodes(G::STRONGEST),
        None => budget,
    };
    budget.memory(budget_of_memory(level))
}

/// Returns how many bytes an opponent may use, beside the page's current game.
fn budget_of_memory(level: Level) -> u64 {
    u64::from(level.number()) << 23
}

/// The analysis of a position.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Analysis {
    /// The verdict, in a sentence.
    pub(crate) headline: String,
    /// Whether it is proved.
    pub(crate) exact: bool,
    /// Further remarks.
    pub(crate) details: Vec<String>,
    /// The best moves.
    pub(crate) moves: Vec<Judged>,
    /// The nimbers of the lands in order, if there are any; `None` for one that was not found.
    pub(crate) nimbers: Vec<Option<u8>>,
}

/// A move and its value.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) words: String,
    pub(crate) value: String,
    pub(crate) best: bool,
}

/// How many positions a proof looks at before the analysis falls back to an estimate.
const LONGEST_PROOF: u64 = 4_000_000;

/// Analyses the last position of a record. Calls `tell` with the progress.
pub(crate) fn analyse<G: Playable>(record: &Record<G>, tell: &mut dyn FnMut(&str)) -> Analysis {
    let position = record.position();
    if let Some(outcome) = position.outcome() {
        return Analysis {
            headline: format!("The game is over. {}.", result(outcome)),
            exact: true,
            ..Analysis::default()
        };
    }
    let mut hear = |progress: &Progress| {
        let share = progress
            .share
            .map(|(done, all)| format!("{done} of {all}, "));
        let share = share.unwrap_or_default();
        tell(&format!(
            "{share}{} positions {}",
            progress.nodes, progress.note
        ));
    };
    let budget = Budget::new().nodes(LONGEST_PROOF).memory(192 << 20);
    let mut effort = Effort::new(budget, &mut hear);
    effort.every_move = true;
    match position.solve(&mut effort) {
        Ok(verdict) => proved(position, &verdict),
        Err(_) => opinion(record, tell),
    }
}

/// Describes a proved result.
fn proved<G: Playable>(position: &G, verdict: &Verdict<G::Move>) -> Analysis {
    let mover = position.turn().unwrap_or(Player::FIRST);
    let by = match verdict.margin {
        Some(points) => format!("wins by {} with best play", points.abs()),
        None => G::WINS.to_owned(),
    };
    let headline = match (verdict.winner(), &verdict.moves) {
        (None, _) => "With best play it is a draw. Proved.".to_owned(),
        (Some(winner), _) if G::ALL_ALIKE => format!("{} wins. Proved.", capital(winner)),
        (Some(winner), Some(moves)) if winner != mover && moves.is_empty() => {
            format!("Every move loses: {winner} wins. Proved.")
        }
        (Some(winner), _) => format!("{} {by}. Proved.", capital(winner)),
    };
    let mut details = Vec::new();
    let nimbers = position.nimbers();
    let total = nimbers.iter().try_fold(0, |sum, n| n.map(|n| sum ^ n));
    if let (Some(total), 2..) = (total, nimbers.len()) {
        details.push(format!(
            "The nimbers of the lands together (exclusive or) are *{total}; the player to move wins unless that is *0."
        ));
    }
    if let Some(nimber) = verdict.nimber {
        details.push(format!("Nimber in normal play: *{}", nimber.0));
    }
    let moves = verdict.moves.as_deref().unwrap_or_default();
    if !moves.is_empty() {
        details.push(format!(
            "{} of {} moves are best. {} positions were looked at.",
            moves.len(),
            position.count_moves(),
            verdict.cost.nodes
        ));
    }
    let value = if verdict.winner().is_some() {
        "wins"
    } else {
        "draws"
    };
    Analysis {
        headline,
        exact: true,
        details,
        moves: judged(position, moves, value),
        nimbers,
    }
}

/// Describes the strongest opponent's estimate of an unproved position.
fn opinion<G: Playable>(record: &Record<G>, tell: &mut dyn FnMut(&str)) -> Analysis {
    let position = record.position();
    let mover = position.turn().unwrap_or(Player::FIRST);
    let level = Level::STRONGEST;
    let report = G::engine(level, 1).choose(record, &budget::<G>(level), &mut |report| {
        let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
        tell(&format!(
            "{} moves ahead, {} positions: {}",
            report.depth,
            report.nodes,
            line.join(" ")
        ));
    });
    let Ok(report) = report else {
        return Analysis {
            headline: "Nothing was found out.".to_owned(),
            ..Analysis::default()
        };
    };
    let value = report.value_for(mover);
    let (standing, best) = match (report.proved(), value) {
        (Some(outcome), _) => (format!("{}. Proved.", result(outcome)), "best"),
        (None, 0) => ("Even. An opinion, not a proof.".to_owned(), "looks best"),
        (None, value) => {
            let better = if value > 0 { "better" } else { "worse" };
            let text = format!(
                "{} stands {better} ({:+.2}). An opinion, not a proof.",
                capital(mover),
                value as f64 / 100.0
            );
            (text, "looks best")
        }
    };
    let line: Vec<String> = report.line.iter().map(ToString::to_string).collect();
    Analysis {
        headline: standing,
        exact: report.is_proved(),
        details: vec![
            format!("{} moves ahead, {} positions", report.depth, report.nodes),
            format!("Expected: {}", line.join(" ")),
        ],
        moves: judged(position, &report.line[..report.line.len().min(1)], best),
        ..Analysis::default()
    }
}

/// Lists moves of equal value.
fn judged<G: Playable>(position: &G, moves: &[G::Move], value: &str) -> Vec<Judged> {
    let moves = moves.iter().take(60);
    moves
        .map(|m| Judged {
            text: m.to_string(),
            words: position.say_move(m),
            value: value.to_owned(),
            best: true,
        })
        .collect()
}

/// Describes the outcome of a game, such as `First wins`.
pub(crate) fn result(outcome: Outcome) -> String {
    let result = match outcome {
        Outcome::Shared(winners) => {
            let names: Vec<String> = winners.iter().map(|player| player.to_string()).collect();
            format!("{} share the win", names.join(" and "))
        }
        other => other.to_string(),
    };
    sentence(&result)
}

/// Returns the name of a player at the start of a sentence: `First` for the first one.
pub(crate) fn capital(player: Player) -> String {
    sentence(&player.to_string())
}

/// Capitalises the first letter of a text.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
