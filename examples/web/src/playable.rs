//! What the page needs of a game beyond its description: pictures, pens, and how to use its board.

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
    /// What is kept of a drawing from one move to the next.
    type Picture: Picture<Self>;

    /// How a move is made on the page, in a few sentences.
    const HOW: &'static str;

    /// How somebody wins who can, as the rest of a sentence.
    const WINS: &'static str = "wins with the right move";

    /// Whether no move is ever better than another.
    const ALL_ALIKE: bool = false;

    /// How many positions or random games the strongest opponent looks at. The crate limits it by time, and the page
    /// has no clock.
    const STRONGEST: u64 = 60_000;

    /// Returns what is to be seen of the last position of a record.
    fn board(record: &Record<Self>, picture: &Self::Picture) -> Board;

    /// Returns what a legal move would add to the board.
    fn ghost(&self, picture: &Self::Picture, m: &Self::Move) -> Ghost;

    /// Says what the player to move is to do, as the rest of a sentence.
    fn task(&self) -> &'static str;

    /// Returns the names of what a move touches on the board, so that moves can be found by what was clicked.
    fn touches(&self, m: &Self::Move) -> Vec<String>;

    /// Returns the name of the rule set of a position.
    fn rules_name(&self) -> String {
        String::new()
    }

    /// Returns the options that a wish for other rules is, where the game calls them a rule set.
    fn options(rules: &str) -> SetupOptions {
        let mut options = SetupOptions::none();
        options.rules = (!rules.is_empty()).then(|| rules.to_owned());
        options
    }

    /// Returns what theorems say about a game that is over.
    fn theorem(record: &Record<Self>) -> Option<String> {
        let facts = Self::facts(record).into_iter().filter(|fact| fact.holds);
        let facts: Vec<String> = facts
            .map(|fact| format!("{}.", sentence(&fact.text)))
            .collect();
        (!facts.is_empty()).then(|| facts.join(" "))
    }

    /// Returns the paper that a stroke is drawn on, if the game is one of lines.
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

    /// Returns the parts of a drawing that play on their own, if the game falls apart into such.
    fn lands(&self, picture: &Self::Picture) -> Vec<Area> {
        let _ = picture;
        Vec::new()
    }

    /// Returns the nimbers of the lands in their order; `None` for one that is not found soon.
    fn nimbers(&self) -> Vec<Option<u8>> {
        Vec::new()
    }
}

/// A picture that is kept from one move to the next: a [`Sketch`], or nothing where a board is drawn from its position.
pub(crate) trait Picture<G: Game>: Clone {
    /// Draws a position from nothing but itself.
    fn of(position: &G) -> Result<Self, String>;

    /// Draws a legal move, along a stroke if there is one.
    fn draw(&mut self, m: &G::Move, stroke: &[Point]) -> Result<(), String>;

    /// Returns the lines, if the game is one of lines.
    fn lines(&self) -> Option<&Drawing> {
        None
    }

    /// Takes another drawing of the same map. Returns whether it is one.
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

/// What kind of new game somebody wants.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Wish {
    /// How many spots or crosses, or the size of the board, as the library writes it.
    pub(crate) size: String,
    /// The variant or rule set; empty for the usual one.
    pub(crate) rules: String,
    /// Whether the last move loses.
    pub(crate) misere: bool,
    /// How many players there are; 0 for the usual number.
    pub(crate) players: usize,
}

/// Sets up a new game.
pub(crate) fn setup<G: Playable>(wish: &Wish) -> Result<G, String> {
    let mut options = G::options(&wish.rules);
    options.misere = wish.misere;
    options.players = (wish.players > 0).then_some(wish.players);
    G::setup(Some(wish.size.trim()), &options).map_err(|error| error.to_string())
}

/// Explains a game: how to play it here, what it is about, and what is special about its rules.
pub(crate) fn about<G: Playable>(position: &G) -> String {
    let name = position.rules_name();
    let sets = G::rule_sets();
    let special = sets.iter().skip(1).find(|set| set.name == name);
    let special = special.map_or("", |set| set.about);
    format!("{} {} {special}", G::HOW, G::summary().replace('\n', " "))
}

/// Chooses a move at a level from 1 to 5; `None` when the game is over.
pub(crate) fn choose<G: Playable>(record: &Record<G>, level: u8, seed: u64) -> Option<G::Move> {
    let level = Level::new(level.clamp(1, 5))?;
    let report = G::engine(level, seed).choose(record, &budget::<G>(level), &mut |_| ());
    report.ok()?.best().cloned()
}

/// Returns how much an opponent may think about a move.
fn budget<G: Playable>(level: Level) -> Budget {
    let budget = G::budget(level);
    let budget = match budget.most_time() {
        Some(_) => Budget::new().nodes(G::STRONGEST),
        None => budget,
    };
    budget.memory(budget_of_memory(level))
}

/// Returns how many bytes an opponent may use: beside it the page has the game on the table.
fn budget_of_memory(level: Level) -> u64 {
    u64::from(level.number()) << 23
}

/// What is known about a position.
#[derive(Clone, Debug, Default, Serialize)]
pub(crate) struct Analysis {
    /// The verdict, in a sentence.
    pub(crate) headline: String,
    /// Whether it is proved.
    pub(crate) exact: bool,
    /// What else there is to say.
    pub(crate) details: Vec<String>,
    /// The best moves.
    pub(crate) moves: Vec<Judged>,
    /// The nimbers of the lands in their order, if there are any; `None` for one that was not found.
    pub(crate) nimbers: Vec<Option<u8>>,
}

/// A move, and what it is worth.
#[derive(Clone, Debug, Serialize)]
pub(crate) struct Judged {
    pub(crate) text: String,
    pub(crate) words: String,
    pub(crate) value: String,
    pub(crate) best: bool,
}

/// How many positions a proof looks at before it is given up for an opinion.
const LONGEST_PROOF: u64 = 4_000_000;

/// Finds out what there is to know about the last position of a record; `tell` hears how far it has come.
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

/// Says what is proved.
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

/// Says what the strongest opponent thinks of a position that is not proved.
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

/// Lists moves that are worth the same.
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

/// Says how a game has ended, such as `First wins`.
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

/// Names a player for a sentence: the first one is `First`.
pub(crate) fn capital(player: Player) -> String {
    sentence(&player.to_string())
}

/// Begins a text with a capital letter.
pub(crate) fn sentence(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}
