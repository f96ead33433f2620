//! [`Describe`]: the names, rules, setups and boards of a game, described once for every program.
//!
//! Programs, web pages, protocols and language bindings access a game through its [object](crate::any), which is built
//! from this trait. Every item has a default. With `impl Stored for MyGame {}` and `impl Describe for MyGame {}`, a
//! game can be played at a terminal, in matches, and over the UGI protocol.

use crate::play::game::Stored;
use crate::play::outcome::Ending;
use crate::play::record::Record;
use crate::play::written::Written;
use crate::tools::budget::Budget;
use crate::tools::fields::Fields;
use crate::tree::engine::{AllRounder, Engine, Level};

pub use crate::tools::refused::Refused;

/// A rule set or variant of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    /// The name in setups and on the command line, such as `misere` or `terminal-rows`.
    pub name: &'static str,
    /// One paragraph on what the rule set changes in the game.
    pub about: &'static str,
    /// The publication that introduced the rule set or variant.
    pub source: &'static str,
    /// A game that shows the effect of the rule set: a setup that [`Describe::start`] reads, and moves, separated by
    /// blanks.
    pub example: &'static str,
}

impl RuleSet {
    /// Returns the rule set of a game that differs from the usual one at most in its ending.
    pub const fn of_ending(ending: Ending, example: &'static str, source: &'static str) -> RuleSet {
        RuleSet {
            name: ending.name(),
            about: match ending {
                Ending::Normal => "The player who makes the last move wins.",
                Ending::Misere => "The player who makes the last move loses.",
            },
            source,
            example,
        }
    }
}

/// Lists the rule sets of a game as an array: what the method `about` of a type returns for each value in its `ALL`,
/// which [`named!`](crate::named) makes.
///
/// # Examples
///
/// ```
/// use papergames_common::describe::RuleSet;
///
/// #[derive(Clone, Copy)]
/// enum Rules {
///     Most,
///     Fewest,
/// }
/// papergames_common::named!(Rules: Most => "most", Fewest => "fewest");
///
/// impl Rules {
///     const fn about(self) -> RuleSet {
///         let (name, source, example) = (self.name(), "the author", "3");
///         let about = match self {
///             Rules::Most => "The player with the most points wins.",
///             Rules::Fewest => "The player with the fewest points wins.",
///         };
///         RuleSet { name, about, source, example }
///     }
/// }
///
/// const RULE_SETS: [RuleSet; 2] = papergames_common::rule_sets!(Rules);
/// assert_eq!(RULE_SETS[1].name, "fewest");
/// ```
#[macro_export]
macro_rules! rule_sets {
    ($type:ident) => {{
        let mut sets = [$type::ALL[0].about(); $type::ALL.len()];
        let mut i = 1;
        while i < sets.len() {
            sets[i] = $type::ALL[i].about();
            i += 1;
        }
        sets
    }};
}

/// Options that complete a setup, such as the number of players.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct SetupOptions {
    /// The name of a rule set or a variant: the option `rules`.
    pub rules: Option<String>,
    /// The number of players: the option `players`.
    pub players: Option<usize>,
    /// Whether the game is misère: the option `misere`.
    pub misere: bool,
    /// What the first player gives the second, in units of the game, such as points: the option `handicap`.
    pub handicap: Option<u16>,
    /// Whether it is said that play is normal, which is also the default: `normal` as the name of a rule set.
    pub normal: bool,
    /// The prefix that errors put before the name of an option, such as `--` on a command line.
    pub prefix: &'static str,
}

/// The name of normal play among the rule sets of every game that has both endings.
pub const NORMAL: &str = "normal";
/// The name of misère play there.
pub const MISERE: &str = "misere";

impl SetupOptions {
    /// Returns an empty set of options.
    pub fn none() -> SetupOptions {
        SetupOptions::default()
    }

    /// Returns the name of an option with its prefix, as a user types it.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::describe::SetupOptions;
    ///
    /// let mut options = SetupOptions::none();
    /// options.prefix = "--";
    /// assert_eq!(options.spelled("misere"), "--misere");
    /// ```
    pub fn spelled(&self, option: &str) -> String {
        format!("{}{option}", self.prefix)
    }

    /// Adds a rule set or a variant by its name, or an ending: `normal` or `misere`.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::describe::SetupOptions;
    ///
    /// let mut options = SetupOptions::none();
    /// for name in ["antwerp-hot", "misere"] {
    ///     options.add(name);
    /// }
    /// assert_eq!((options.rules.as_deref(), options.misere), (Some("antwerp-hot"), true));
    /// ```
    pub fn add(&mut self, name: &str) {
        match name {
            NORMAL => self.normal = true,
            MISERE => self.misere = true,
            rules => self.rules = Some(rules.to_owned()),
        }
    }

    /// Rejects options that a game does not support. `known` lists the supported ones, such as `misere`.
    ///
    /// # Errors
    ///
    /// Returns an error that names the first given option that is not in `known`.
    pub fn allow(&self, game: &str, known: &[&str]) -> Result<(), Refused> {
        let given = [
            ("rules", self.rules.is_some()),
            ("players", self.players.is_some()),
            ("misere", self.misere),
            ("handicap", self.handicap.is_some()),
            // Where there is misère play, there is normal play.
            ("rules normal", self.normal && !known.contains(&"misere")),
        ];
        match (given.into_iter()).find(|(option, present)| *present && !known.contains(option)) {
            Some((option, _)) => {
                let option = self.spelled(option);
                Err(Refused::new(format!("{game} has no option {option}")))
            }
            None => Ok(()),
        }
    }

    /// Returns the ending that the sign in a setup or the option `misere` specifies; normal by default. In the part of
    /// the setup before any `:`, a `+` stands for normal play and a `-` for misère play.
    ///
    /// # Errors
    ///
    /// Returns an error if the setup and the option contradict each other.
    pub fn ending_of(&self, setup: &str) -> Result<Ending, Refused> {
        let before_lists = setup.split(':').next().unwrap_or(setup);
        let said = before_lists.chars().find_map(|sign| match sign {
            '+' => Some(Ending::Normal),
            '-' | '−' => Some(Ending::Misere),
            _ => None,
        });
        let (is, option, asks) = match said {
            Some(Ending::Normal) if self.misere => ("normal", "misere", "misère"),
            Some(Ending::Misere) if self.normal => ("misère", "rules normal", "normal play"),
            said => {
                let is_misere = said.map_or(self.misere, |said| said == Ending::Misere);
                return Ok(if is_misere {
                    Ending::Misere
                } else {
                    Ending::Normal
                });
            }
        };
        Err(Refused::new(format!(
            "`{setup}` is for {is} play, but {} asks for {asks}; leave out one of them",
            self.spelled(option)
        )))
    }
}

/// A statement about a finished game, and whether it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    /// The statement as a sentence, with this game's numbers filled in.
    pub text: String,
    /// Whether the statement holds in this game.
    pub holds: bool,
}

impl Fact {
    /// Returns the fact that `text` states, and whether it `holds`.
    pub fn new(holds: bool, text: impl Into<String>) -> Fact {
        Fact {
            text: text.into(),
            holds,
        }
    }
}

/// The names, descriptions and usual setups of a game.
///
/// # Examples
///
/// ```
/// use papergames_common::describe::About;
///
/// const NIM: About = About { title: "Nim", ..About::new("nim").setup("3,4,5") };
/// assert_eq!((NIM.title, NIM.setup, NIM.puzzle), ("Nim", Some("3,4,5"), Ok("3,4,5")));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct About {
    /// The name used on the command line and in protocols: one word in lower case.
    pub name: &'static str,
    /// The name of the game for use in headings.
    pub title: &'static str,
    /// A description of the game in one line, to distinguish it from other games; may be empty.
    pub brief: &'static str,
    /// The rules in two or three lines; may be empty.
    pub summary: &'static str,
    /// A few sentences on the parts of the game's theory that a player should know, with reasons; may be empty.
    pub theory: &'static str,
    /// Longer explanations. Each topic has the words with which users can ask for it, and a text, in which a line that
    /// begins with a number is a step.
    pub topics: &'static [(&'static [&'static str], &'static str)],
    /// The rule sets and variants, with the usual one first; empty if the game has only one set of rules.
    pub rule_sets: &'static [RuleSet],
    /// The usual setup, such as `15x21`; `None` if a setup must be given.
    pub setup: Option<&'static str>,
    /// Examples of setups, each with its meaning.
    pub setups: &'static [(&'static str, &'static str)],
    /// A setup from which random games lead to good puzzles, or the reason the game has no puzzles, worded to complete
    /// a sentence.
    pub puzzle: Result<&'static str, &'static str>,
    /// The setup of a short game that gives a first impression.
    pub tour: Option<&'static str>,
    /// A setup, or a range of setups, that can be solved in a moment.
    pub solved: Option<&'static str>,
    /// A setup, or a range of setups, whose values a second method can confirm in a moment.
    pub verified: Option<&'static str>,
    /// The kind of board on which the game is played.
    pub board: BoardKind,
    /// The names of the opponents that only this game has, in the form used in help texts and error messages:
    /// `baseline:DEPTH`, where what follows the colon may be left out.
    pub opponents: &'static [&'static str],
    /// The unit of an engine's estimates, if it is neither a point nor a certain win, and how many of them count as
    /// half a certain win.
    pub estimates: Option<(&'static str, u16)>,
    /// The views that pictures can show instead of the usual one, such as a card table. Each entry is a name for
    /// [`Style::view`](crate::look::Style::view) and a short description.
    pub views: &'static [(&'static str, &'static str)],
}

impl About {
    /// Returns a description with only the name of the game. The name also serves as the title, and everything else is
    /// empty.
    pub const fn new(name: &'static str) -> About {
        About {
            name,
            title: name,
            brief: "",
            summary: "",
            theory: "",
            topics: &[],
            rule_sets: &[],
            setup: None,
            setups: &[],
            puzzle: Err("this game has no default setup for puzzles; give a setup"),
            tour: None,
            solved: None,
            verified: None,
            board: BoardKind::Text,
            opponents: &[],
            estimates: None,
            views: &[],
        }
    }

    /// Returns the text of the topic named by a word such as `cards`, in the singular or the plural.
    pub fn topic(&self, word: &str) -> Option<&'static str> {
        let one = |word: &str| word.trim_end_matches('s').to_lowercase();
        let mut topics = self.topics.iter();
        let found = topics.find(|(words, _)| words.iter().any(|own| one(own) == one(word)));
        found.map(|(_, text)| *text)
    }

    /// Returns the [view](About::views) with the given name.
    ///
    /// # Errors
    ///
    /// Returns an error that lists the views if there is none of this name.
    pub fn view(&self, name: &str) -> Result<&'static str, Refused> {
        let found = self.views.iter().find(|(own, _)| *own == name);
        found.map(|(view, _)| *view).ok_or_else(|| {
            let known = self.views.iter();
            let known: Vec<String> = known
                .map(|(name, what)| format!("`{name}` ({what})"))
                .collect();
            let list = match &known[..] {
                [] => "none".to_owned(),
                [one] => one.clone(),
                [first @ .., last] => format!("{} and {last}", first.join(", ")),
            };
            Refused::new(format!(
                "{} has no view `{name}`; besides the usual view there is {list}",
                self.title
            ))
        })
    }

    /// Returns the same description with the given usual setup. This setup then also serves for puzzles, for the tour,
    /// and as an example that can be solved in a moment.
    pub const fn setup(self, setup: &'static str) -> About {
        let puzzle = Ok(setup);
        let setup = Some(setup);
        About {
            setup,
            puzzle,
            tour: setup,
            solved: setup,
            verified: setup,
            ..self
        }
    }
}

/// The kinds of board that a front end can let users click on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum BoardKind {
    /// No parts that a front end can draw, so the board is shown as text.
    #[default]
    Text,
    /// Spots and lines in the plane, which are easier to understand as a picture than as text.
    Lines,
    /// Letters in cells.
    Letters,
    /// Men and a ball on points.
    Points,
}

/// A game that describes itself, so that programs can set it up, display it and explain it.
#[diagnostic::on_unimplemented(
    note = "everything in `Describe` has a default: `impl Describe for {Self} {{}}` and `impl Stored for {Self} {{}}` \
            are enough for a game whose positions and moves have texts"
)]
pub trait Describe: Written + Stored {
    /// The names, descriptions and usual setups of the game.
    const ABOUT: About = About::new("game");

    /// Returns the position described by a setup or a position's text, with the given options.
    ///
    /// The default implementation parses a position's text and accepts no options.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the text or the options.
    fn start(text: Option<&str>, options: &SetupOptions) -> Result<Self, Refused> {
        options.allow(Self::ABOUT.name, &[])?;
        match text.or(Self::ABOUT.setup) {
            Some(text) => text.parse().map_err(Refused::because),
            None => Err(Refused::new(
                "no starting position was given; write one in position notation",
            )),
        }
    }

    /// Returns the name of the rule set, in a game with several rule sets.
    fn rule_set(&self) -> Option<String> {
        None
    }

    /// Returns whether the position is in the middle of a turn, which the player to move may continue or end. By
    /// default, every turn is a single move.
    fn is_midway(&self) -> bool {
        false
    }

    /// Returns the position as a board, in a few lines of text for people to read.
    fn board(&self) -> String {
        self.to_string()
    }

    /// Returns the position in rows of text, in the view with the given name; `None` if there is no such view. A view
    /// has the name of a [notation](crate::format::Format), or of a [view](crate::describe::About::views) of pictures.
    fn view(&self, name: &str) -> Option<String> {
        let _ = name;
        None
    }

    /// Returns the last position of a game in the [view](Describe::view) with the given name, with details from the
    /// record such as the last move and owners.
    fn view_of(record: &Record<Self>, name: &str) -> Option<String> {
        record.position().view(name)
    }

    /// Checks whether one of the [views](About::views) can show this game.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot, such as a rule for which the view has no sign. By default, every view can.
    fn check_view(&self, name: &str) -> Result<(), Refused> {
        let _ = name;
        Ok(())
    }

    /// Returns the effect of a legal move as it was typed in the [view](Describe::view) with the given name; `None` if
    /// the text is not one of this view.
    fn view_typed(&self, name: &str, typed: &str) -> Option<String> {
        let _ = (name, typed);
        None
    }

    /// Returns a legal move in the form in which it is typed in the [view](Describe::view) with the given name, and its
    /// effect in that view; `None` if there is no such view.
    fn view_move(&self, name: &str, m: &Self::Move) -> Option<(String, String)> {
        let _ = (name, m);
        None
    }

    /// Returns the last position of a game as a board, with details from the record such as the last move and owners.
    fn board_of(record: &Record<Self>) -> String {
        record.position().board()
    }

    /// Returns the reason why all moves are equally good from here to the end, as the rest of a sentence; `None` by
    /// default, for games in which some moves are better than others.
    fn fixed(&self) -> Option<&'static str> {
        None
    }

    /// Returns remarks for the player to move, such as special rules that apply in this position; may be empty.
    fn remarks(&self) -> String {
        String::new()
    }

    /// Returns help on how to type moves: one example per line, with its effect.
    fn move_help(&self) -> String {
        match self.nth_move(0) {
            Some(m) => format!("{:<13} a move; `moves` lists all", m.to_string()),
            None => String::new(),
        }
    }

    /// Reads the moves that a user has typed: one move, or several that make up a turn.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the text, or why a move is illegal.
    fn read_moves(&self, text: &str) -> Result<Vec<Self::Move>, Refused> {
        let m = text
            .trim()
            .parse::<Self::Move>()
            .map_err(Refused::because)?;
        self.check(&m).map_err(Refused::because)?;
        Ok(vec![m])
    }

    /// Returns a legal move in words, for people who do not know the notation.
    fn say_move(&self, m: &Self::Move) -> String {
        m.to_string()
    }

    /// Returns a text that is the same for two positions if a symmetry of the game, such as a reflection of the board,
    /// maps one to the other. Moves that lead to the same class are equivalent.
    ///
    /// The default is the text of the position, for games without symmetries.
    fn class(&self) -> String {
        self.to_string()
    }

    /// Returns what the position consists of, by name, such as its board; empty by default.
    fn fields(&self) -> Fields {
        Fields::new()
    }

    /// Returns what a move consists of, by name, such as its cell; empty by default. What depends on the position
    /// before the move, in which it is legal, is added if that is given.
    fn move_fields(m: &Self::Move, before: Option<&Self>) -> Fields {
        let _ = (m, before);
        Fields::new()
    }

    /// Returns what theorems and rules state about a finished game, and whether each statement holds.
    fn facts(record: &Record<Self>) -> Vec<Fact> {
        let _ = record;
        Vec::new()
    }
}

/// A game that can define its own computer opponents. By default, [`AllRounder`] plays at every level.
pub trait Opponents: Describe {
    /// Returns an opponent of the given strength. By default this is [`AllRounder`] at every level.
    fn engine(level: Level, seed: u64) -> Box<dyn Engine<Self>> {
        let _ = level;
        Box::new(AllRounder::new(seed))
    }

    /// Returns the most that an opponent of the given strength works for a move in this position. The budget should be
    /// smaller in large positions, where each node costs more, so that no level takes much longer than a second.
    fn budget(&self, level: Level) -> Budget {
        level.budget()
    }

    /// Returns this game's own opponent with the given name, and its default budget for each move; `None` if there is
    /// no such opponent.
    fn engine_named(name: &str, seed: u64) -> Option<(Box<dyn Engine<Self>>, Budget)> {
        let _ = (name, seed);
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_that_a_game_does_not_have_are_refused() {
        let mut options = SetupOptions::none();
        options.players = Some(3);
        options.prefix = "--";
        assert!(options.allow("SOS", &["players"]).is_ok());
        let error = options.allow("Nim", &["misere"]).unwrap_err();
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
}
