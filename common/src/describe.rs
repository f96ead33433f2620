//! [`Describe`]: a game describes its rules, setups, notations, theorems, opponents and exact values once, for every
//! program.
//!
//! Programs, pages, protocols and bindings are thin layers over [`Describe`]. Every method has a default: with an empty
//! `impl Describe for MyGame {}`, a game can be played at a terminal, in matches, and over UGI.

use core::any::Any;
use std::collections::BTreeMap;

use crate::budget::{Budget, Clock, Cost, Limit, Meter, Progress, Unfinished};
use crate::engine::{AllRounder, Engine, Level};
use crate::format::{self, Format, Valued};
use crate::game::Game;
use crate::outcome::{Ending, Outcome};
use crate::player::Player;
use crate::record::Record;
use crate::report::Report;
use crate::search::AlphaBeta;
use crate::search::alpha_beta::OutcomeOnly;
use crate::verdict::Verdict;
use crate::written::Written;

pub use crate::refused::Refused;
pub use crate::verdict::{Certified, Guarantees, Verified};

/// A rule set or variant of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name in setups and on the command line, such as `misere` or `terminal-rows`.
    pub name: &'static str,
    /// What it changes, in a paragraph.
    pub about: &'static str,
    /// Where it was published.
    pub source: &'static str,
    /// A game that shows it: a setup that [`Describe::setup`] reads, and moves, with blanks between them.
    pub example: &'static str,
}

impl RuleSet {
    /// Returns the rule set with a name, an example, what it changes, and its source.
    pub const fn new(
        name: &'static str,
        example: &'static str,
        about: &'static str,
        source: &'static str,
    ) -> RuleSet {
        RuleSet {
            name,
            about,
            source,
            example,
        }
    }

    /// Returns the example as a game.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the example.
    pub fn example<G: Describe>(&self) -> Result<Record<G>, Refused> {
        let mut words = self.example.split_whitespace();
        let setup = G::setup(words.next(), &SetupOptions::none())?;
        let mut record = Record::new(setup);
        for word in words {
            for m in record.position().read_moves(word)? {
                record.push(m).map_err(Refused::because)?;
            }
        }
        Ok(record)
    }
}

/// Options that settle what a setup leaves open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupOptions {
    /// The name of a variant (option `--variant`).
    pub variant: Option<String>,
    /// The name of a rule set (option `--rules`).
    pub rules: Option<String>,
    /// How many players there are (option `--players`).
    pub players: Option<usize>,
    /// Whether the game is misère (option `--misere`).
    pub misere: bool,
}

impl SetupOptions {
    /// Returns an empty set of options.
    pub fn none() -> SetupOptions {
        SetupOptions::default()
    }

    /// Refuses options that a game does not have; `known` lists those that it has, such as `--misere`.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first given option that is not known.
    pub fn allow(&self, game: &str, known: &[&str]) -> Result<(), Refused> {
        let given = [
            ("--variant", self.variant.is_some()),
            ("--rules", self.rules.is_some()),
            ("--players", self.players.is_some()),
            ("--misere", self.misere),
        ];
        match (given.into_iter()).find(|(option, present)| *present && !known.contains(option)) {
            Some((option, _)) => Err(Refused::new(format!("{game} has no option {option}"))),
            None => Ok(()),
        }
    }

    /// Returns the ending that a setup such as `5-` or `5-antwerp-hot` and the misère option ask for; normal by
    /// default.
    ///
    /// # Errors
    ///
    /// Returns an error if they contradict each other.
    pub fn ending_of(&self, setup: &str) -> Result<Ending, Refused> {
        let before_lists = setup.split(':').next().unwrap_or(setup);
        let said = before_lists.chars().find_map(|sign| match sign {
            '+' => Some(Ending::Normal),
            '-' | '−' => Some(Ending::Misere),
            _ => None,
        });
        if self.misere && said == Some(Ending::Normal) {
            return Err(Refused::new(format!(
                "expected one ending, found `{setup}` and --misere"
            )));
        }
        let asked = if self.misere {
            Ending::Misere
        } else {
            Ending::Normal
        };
        Ok(said.unwrap_or(asked))
    }
}

/// A statement about a finished game, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The sentence, with the numbers of the game put in.
    pub text: String,
    /// Whether the statement holds in this game.
    pub holds: bool,
}

impl Fact {
    /// Returns the fact that `text` states.
    pub fn new(holds: bool, text: impl Into<String>) -> Fact {
        Fact {
            text: text.into(),
            holds,
        }
    }
}

/// An opponent that only one game has.
#[expect(
    missing_debug_implementations,
    reason = "engines need not be printable"
)]
pub struct NamedEngine<G: Game> {
    /// The opponent.
    pub engine: Box<dyn Engine<G>>,
    /// The default budget for each move.
    pub budget: Budget,
}

/// The settings of a solver: its limits, threads, callback and store.
#[expect(missing_debug_implementations, reason = "callbacks cannot be printed")]
#[non_exhaustive]
pub struct Effort<'a> {
    /// The limits.
    pub budget: Budget,
    /// How many threads may work.
    pub threads: usize,
    /// Whether to find every move that keeps the outcome.
    pub every_move: bool,
    /// Whether to find the value, too, where that takes a search of its own.
    pub values: bool,
    /// Called with the solver's progress while it works.
    pub progress: &'a mut dyn FnMut(&Progress),
    /// The store that keeps results from one run to the next.
    #[cfg(feature = "store")]
    pub store: Option<&'a mut crate::store::Store>,
    /// What the solver keeps for the next position of a series.
    pub kept: Option<&'a mut Kept>,
}

impl<'a> Effort<'a> {
    /// Returns settings with the given budget and callback, one thread and no store.
    pub fn new(budget: Budget, progress: &'a mut dyn FnMut(&Progress)) -> Effort<'a> {
        Effort {
            budget,
            threads: 1,
            every_move: false,
            values: false,
            progress,
            #[cfg(feature = "store")]
            store: None,
            kept: None,
        }
    }
}

/// What a solver keeps from one position of a series to the next, such as its tables.
///
/// # Examples
///
/// ```
/// use papergames_common::describe::Kept;
///
/// let mut kept = Kept::default();
/// kept.get_or_insert_with(Vec::new).push(3);
/// assert_eq!(kept.get_or_insert_with(Vec::<i32>::new), &[3]);
/// ```
#[derive(Default)]
#[expect(
    missing_debug_implementations,
    reason = "what a solver keeps need not be printable"
)]
pub struct Kept(Option<Box<dyn Any + Send>>);

impl Kept {
    /// Returns what is kept, or makes it if nothing of this type is.
    #[expect(
        clippy::missing_panics_doc,
        reason = "it holds a value of the type that was just made"
    )]
    pub fn get_or_insert_with<T: Any + Send>(&mut self, make: impl FnOnce() -> T) -> &mut T {
        if !self.0.as_ref().is_some_and(|kept| kept.is::<T>()) {
            self.0 = Some(Box::new(make()));
        }
        let kept = self.0.as_mut().and_then(|kept| kept.downcast_mut());
        kept.expect("something of this type is kept")
    }
}

/// What a game is called, and what it is usually set up as.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct About {
    /// The name as a command or a protocol writes it: one word in lower case.
    pub name: &'static str,
    /// The name as a heading.
    pub title: &'static str,
    /// The rules in two or three lines; may be empty.
    pub summary: &'static str,
    /// The rule sets and variants, the usual one first; empty where there is only one way to play.
    pub rule_sets: &'static [RuleSet],
    /// The usual setup; `None` if a setup must be given.
    pub setup: Option<&'static str>,
    /// The setup whose random games make good puzzles; `None` if the game has none, for instance because every move of
    /// a won position wins.
    pub puzzle: Option<&'static str>,
    /// The setup of a short game that shows what the game is like.
    pub tour: Option<&'static str>,
    /// A setup, or a range of them, that is solved in a moment.
    pub solved: Option<&'static str>,
    /// What its board is made of.
    pub board: Board,
}

/// What a board is made of, for front ends that have hands for it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Board {
    /// Nothing that a front end knows: it is read as text.
    #[default]
    Text,
    /// Spots and lines in the plane, which are easier to see than to read.
    Lines,
    /// Letters in cells.
    Letters,
    /// Men and a ball on points.
    Points,
}

impl About {
    pub(crate) fn of<G: Describe>() -> About {
        About {
            name: G::name(),
            title: G::title(),
            summary: G::summary(),
            rule_sets: Vec::leak(G::rule_sets()),
            setup: G::usual_setup(),
            puzzle: G::puzzle_setup(),
            tour: G::tour_setup(),
            solved: G::solved_setup(),
            board: G::board_kind(),
        }
    }
}

/// A game that programs can play, read, write and explain.
pub trait Describe: Written {
    /// Returns the name of the game as a command or a protocol writes it: one word in lower case.
    fn name() -> &'static str {
        "game"
    }

    /// Returns the name of the game as a heading.
    fn title() -> &'static str {
        Self::name()
    }

    /// Returns the rules in two or three lines; may be empty.
    fn summary() -> &'static str {
        ""
    }

    /// Returns the rule sets and variants, the usual one first; empty where there is only one way to play.
    fn rule_sets() -> Vec<RuleSet> {
        Vec::new()
    }

    /// Returns the default setup, such as `15x21`; `None` if a setup must be given.
    fn usual_setup() -> Option<&'static str> {
        None
    }

    /// Returns the setup whose random games make good puzzles; `None` if the game has none, for instance because every
    /// move of a won position wins.
    fn puzzle_setup() -> Option<&'static str> {
        Self::usual_setup()
    }

    /// Returns the setup of a short game that shows what the game is like.
    fn tour_setup() -> Option<&'static str> {
        Self::usual_setup()
    }

    /// Returns a setup, or a range of them, that is solved in a moment.
    fn solved_setup() -> Option<&'static str> {
        Self::usual_setup()
    }

    /// Returns what the board is made of.
    fn board_kind() -> Board {
        Board::Text
    }

    /// Returns a remark on a setup that is easily taken for another; `None` for any other setup.
    fn note_on(setup: &str) -> Option<&'static str> {
        let _ = setup;
        None
    }

    /// Returns the position that a setup or the text of a position describes, with the given options.
    ///
    /// The default reads the text of a position and accepts no options.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the text or the options.
    fn setup(text: Option<&str>, options: &SetupOptions) -> Result<Self, Refused> {
        options.allow(Self::name(), &[])?;
        match text.or(Self::usual_setup()) {
            Some(text) => text.parse().map_err(Refused::because),
            None => Err(Refused::new("expected the text of a position, found none")),
        }
    }

    /// Returns the position as a board of a few lines, for people to read.
    fn board(&self) -> String {
        self.to_string()
    }

    /// Returns the last position of a game as a board, with details from the record such as the last move and owners.
    fn board_of(record: &Record<Self>) -> String {
        record.position().board()
    }

    /// Returns remarks on special rules in this position and on what the player to move has to know; may be empty.
    fn remarks(&self) -> String {
        String::new()
    }

    /// Returns help on how to type moves: one example to a line, with what it does.
    fn move_help(&self) -> String {
        match self.nth_move(0) {
            Some(m) => format!("{m:<13} a move; `moves` lists all"),
            None => String::new(),
        }
    }

    /// Reads the moves that a person has typed: one, or several that make up a turn.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the text, or why a move is illegal.
    fn read_moves(&self, text: &str) -> Result<Vec<Self::Move>, Refused> {
        let m = text
            .trim()
            .parse::<Self::Move>()
            .map_err(Refused::because)?;
        self.check(&m).map_err(Refused::because)?;
        Ok(vec![m])
    }

    /// Returns a legal move in words, for people who do not read the notation.
    fn say_move(&self, m: &Self::Move) -> String {
        m.to_string()
    }

    /// Returns a text that positions share if a symmetry of the game, such as a reflection of the board, maps one to
    /// the other. Moves that lead to one class come to the same.
    ///
    /// The default is the text of the position, for games without symmetries.
    fn class(&self) -> String {
        self.to_string()
    }

    /// Returns the notations of records and positions. A text in an unnamed notation is read in the first one that it
    /// looks like.
    fn formats() -> Vec<Format<Self>> {
        vec![format::lines("")]
    }

    /// Returns what can be done with the values of a notation that is [read as values](format::Reading::Values), or
    /// `None` for any other notation.
    fn values(format: &str) -> Option<Valued> {
        let _ = format;
        None
    }

    /// Returns how many turns a game has had, in a game where one turn can be several moves. The default counts moves.
    fn turns(record: &Record<Self>) -> usize {
        record.moves().len()
    }

    /// Returns what theorems and rules say about a finished game, and whether it holds.
    fn facts(record: &Record<Self>) -> Vec<Fact> {
        let _ = record;
        Vec::new()
    }

    /// Returns an opponent of the given strength. The default is [`AllRounder`] at every level.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Self>> {
        let _ = level;
        Box::new(AllRounder::new(seed))
    }

    /// Returns the default budget of an opponent of the given strength, for one move.
    fn budget(level: Level) -> Budget {
        level.budget()
    }

    /// Returns the names of the opponents that only this game has, as help and errors show them: `engine:LEVEL`.
    fn engine_names() -> &'static [&'static str] {
        &[]
    }

    /// Returns the opponent with the given name that only this game has, if there is one.
    fn engine_named(name: &str, seed: u64) -> Option<NamedEngine<Self>> {
        let _ = (name, seed);
        None
    }

    /// Solves the position: proves who wins with best play.
    ///
    /// The default searches a game of two players to its end with [`AlphaBeta`], which is enough for small positions.
    ///
    /// # Errors
    ///
    /// Returns a refusal with [`Unfinished`] behind its sentence if the budget runs out, and a plain refusal if the
    /// game has no solver for the position.
    fn solve(&self, effort: &mut Effort<'_>) -> Result<Verdict<Self::Move>, Refused> {
        prove(self, effort)
    }

    /// Finds what each player can force alone, if all the others play as one. Of a game with more than two players,
    /// this is what can be known of best play.
    ///
    /// The default solves games of two players.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Describe::solve).
    fn guarantees(&self, effort: &mut Effort<'_>) -> Result<Guarantees, Refused> {
        if self.players() != 2 {
            return Err(no_solver_for_many(self));
        }
        let verdict = self.solve(effort)?;
        let each = Player::all(2).map(|player| verdict.outcome.of(player));
        Ok(Guarantees::new(each.collect(), verdict.cost))
    }

    /// Returns how many threads [`solve`](Describe::solve) can use.
    fn most_threads(&self) -> usize {
        1
    }

    /// Returns who was the first to publish the outcome of this start; `None` if nobody was, or if it is not a start.
    fn published(&self) -> Option<&'static str> {
        None
    }

    /// Solves the position and proves the verdict again by a second method.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Describe::solve), and a refusal if the methods disagree or if the game has no
    /// second method for the position. The default always refuses.
    fn verify(&self, effort: &mut Effort<'_>) -> Result<Verified<Self::Move>, Refused> {
        let _ = effort;
        Err(Refused::new(format!(
            "{} has no second method to verify a verdict by",
            Self::title()
        )))
    }

    /// Solves the position and returns a proof that other programs can check.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Describe::solve), and a refusal if a result of the store is wrong or if the game
    /// has no proofs. The default always refuses.
    fn certify(&self, effort: &mut Effort<'_>) -> Result<Certified, Refused> {
        let _ = effort;
        Err(Refused::new(format!(
            "expected a game whose solver writes proofs, found {}",
            Self::title()
        )))
    }

    /// Returns the kind of store that [`solve`](Describe::solve) keeps results in, such as `sos bounds 2`; `None` if it
    /// keeps none.
    #[cfg(feature = "store")]
    fn store_kind(&self) -> Option<&'static str> {
        None
    }

    /// Checks every result of a store against the rules, and against the results that it rests on. The store is only
    /// read; `mark` says how far the audit has come, so that it can be resumed.
    ///
    /// # Errors
    ///
    /// Returns a refusal if a result is wrong, if the store is not one of this game or cannot be read, and with
    /// [`Unfinished`] behind its sentence if the budget runs out. The default always refuses.
    #[cfg(feature = "store")]
    fn audit(
        store: &crate::store::Store,
        mark: &mut crate::audit::Mark,
        effort: &mut Effort<'_>,
    ) -> Result<crate::audit::Audit, Refused> {
        let _ = (store, mark, effort);
        Err(Refused::new(format!(
            "{} has no stores that can be audited",
            Self::title()
        )))
    }

    /// Counts the whole games from here by their length, in a way that needs no walk through them; `None` if a number
    /// exceeds 128 bits.
    ///
    /// # Errors
    ///
    /// Returns a refusal with [`Unfinished`] behind its sentence if the budget runs out, and a plain refusal if no such
    /// way is known. The default always refuses.
    fn games_by_length(&self, budget: &Budget) -> Result<Option<BTreeMap<usize, u128>>, Refused> {
        let _ = budget;
        Err(Refused::new(format!(
            "expected Brussels Sprouts, whose games are counted face by face, found {}",
            Self::title()
        )))
    }

    /// Returns the number of sequences of `depth` turns if the game counts whole turns, and otherwise of `depth` moves;
    /// `None` if it exceeds 128 bits.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` ends first.
    fn perft_turns(&self, depth: u32, meter: &mut Meter<'_>) -> Result<Option<u128>, Unfinished> {
        crate::perft::perft_within(self, depth, meter)
    }
}

fn no_solver_for_many<G: Describe>(position: &G) -> Refused {
    Refused::new(format!(
        "expected a game of two players, found {}: {} has no solver for more",
        position.players(),
        G::title()
    ))
}

/// Solves a small position of a two-player game by searching it to the end.
fn prove<G: Describe>(position: &G, effort: &mut Effort<'_>) -> Result<Verdict<G::Move>, Refused> {
    if position.players() != 2 {
        return Err(no_solver_for_many(position));
    }
    let mut search = AlphaBeta::new(OutcomeOnly);
    let clock = Clock::start();
    let mut nodes = 0;
    let mut prove = |position: &G| -> Result<Report<G::Move>, Refused> {
        let budget = effort.budget.less(nodes, clock.elapsed());
        let report = search.run(position, &budget, &mut |report| {
            let mut progress = Progress::new(nodes + report.nodes, clock.elapsed());
            progress.note = format!("{} moves ahead", report.depth);
            (effort.progress)(&progress);
        });
        nodes += report.nodes;
        if report.is_proved() {
            return Ok(report);
        }
        let limit = budget.reached(report.nodes, report.elapsed);
        let limit = limit.unwrap_or(Limit::Depth);
        Err(Refused::because(Unfinished::new(
            limit,
            nodes,
            clock.elapsed(),
        )))
    };
    let report = prove(position)?;
    let outcome = report
        .proved()
        .expect("an unproved report is refused above");
    let mut moves: Vec<G::Move> = report.line.into_iter().take(1).collect();
    if Some(outcome) == position.turn().map(|mover| Outcome::Win(mover.opponent())) {
        moves.clear();
    } else if effort.every_move {
        moves.clear();
        for m in position.moves() {
            let child = position.child(&m).map_err(Refused::because)?;
            if prove(&child)?.proved() == Some(outcome) {
                moves.push(m);
            }
        }
    }
    let mut verdict = Verdict::new(outcome, Cost::new(nodes, clock.elapsed()));
    verdict.moves = Some(moves);
    Ok(verdict)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_a_game_does_not_have_are_refused() {
        let mut options = SetupOptions::none();
        options.players = Some(3);
        assert!(options.allow("SOS", &["--players"]).is_ok());
        let error = options.allow("Nim", &["--misere"]).unwrap_err();
        assert_eq!(error.to_string(), "Nim has no option --players");
    }

    #[test]
    fn the_ending_of_a_setup_and_the_option_must_agree() {
        let mut options = SetupOptions::none();
        let ending = |setup, options: &SetupOptions| options.ending_of(setup).ok();
        assert_eq!(ending("5", &options), Some(Ending::Normal));
        assert_eq!(ending("5-antwerp-hot", &options), Some(Ending::Misere));
        // Signs inside the lists of a position are not its ending.
        assert_eq!(ending("5:1-2", &options), Some(Ending::Normal));
        options.misere = true;
        assert_eq!(ending("5", &options), Some(Ending::Misere));
        assert_eq!(ending("5+", &options), None);
    }

    #[test]
    fn a_refusal_keeps_the_error_behind_its_sentence() {
        let error = Unfinished::new(Limit::Nodes, 7, core::time::Duration::ZERO);
        let refused = Refused::because(error).context("3x3");
        assert_eq!(refused.downcast_ref::<Unfinished>(), Some(&error));
        assert!(refused.to_string().starts_with("3x3: search stopped"));
    }
}
