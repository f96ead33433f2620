//! What a game, its records and its opponents are as objects: traits without types of games, and plain data.

use core::fmt::{Debug, Display};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;
use std::collections::BTreeMap;
use std::fs::File;
use std::sync::Arc;

use crate::budget::{Budget, Meter, Unfinished};
use crate::claim::Certificate;
use crate::describe::{About, Fact, RuleSet, SetupOptions};
use crate::encode::{Bound, Graph, Layout};
use crate::engine::EngineError;
use crate::format::{Notation, Parsed, Said, Valued};
use crate::look::{Drawn, Print, Style, Window};
use crate::nimber::Nimber;
use crate::outcome::Outcome;
use crate::perft::Counts;
use crate::player::Player;
use crate::random::Random;
use crate::reading::{ReadOptions, Source};
use crate::record::RecordError;
use crate::refused::Refused;
use crate::report::Report;
use crate::search::MonteCarlo;
use crate::search::monte_carlo::Opinion;
use crate::self_play::{SelfPlay, Step};
use crate::values::{self, Effort, Solved, Threads};
use crate::verdict::{Certified, Guarantees, Verdict, Verified};

/// A game as an object: its words, setups, notations and opponents.
pub trait AnyGame: Send + Sync {
    /// Returns the name, the rules and the usual setups.
    fn about(&self) -> About;

    /// Returns a remark on a setup that is easily taken for another.
    fn note_on(&self, setup: &str) -> Option<&'static str>;

    /// Starts a game from a setup or the text of a position; without one, from the usual setup.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the text or the options.
    fn start(
        &'static self,
        setup: Option<&str>,
        options: &SetupOptions,
    ) -> Result<Box<dyn AnyRecord>, Refused>;

    /// Returns the notations of records and positions.
    fn notations(&self) -> Vec<Notation>;

    /// Returns the notation with the given name; without a name, the first that the text looks like, or else the plain
    /// one.
    ///
    /// # Errors
    ///
    /// Returns a sentence with the known names if the name is unknown.
    fn notation(&self, name: Option<&str>, text: &str) -> Result<Notation, Refused>;

    /// Reads the games, positions or values of a text.
    ///
    /// # Errors
    ///
    /// Returns a sentence that names the source, the line, and what is wrong.
    fn read(&'static self, source: &Source, options: &ReadOptions<'_>) -> Result<Content, Refused>;

    /// Reads a record that [`AnyTexts::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the bytes.
    fn read_bytes(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyRecord>, Refused>;

    /// Reads a record as it displays: the position in which the game began, and moves in their plain spelling.
    ///
    /// # Errors
    ///
    /// Returns which word is wrong, and why.
    fn parse(&'static self, text: &str) -> Result<Box<dyn AnyRecord>, RecordError>;

    /// Returns what can be done with a text that is a value, which says how a position plays but not which it is;
    /// `None` for any other text.
    fn value(&self, text: &str) -> Option<Valued>;

    /// Reads a move in its plain spelling, legal or not, and returns that as it displays.
    ///
    /// # Errors
    ///
    /// Returns why the word is no move of the game.
    fn read_move(&self, word: &str) -> Result<String, Refused>;

    /// Returns the opponent with the given name, and its usual budget for a move: `random`, a level from `1` to `5`,
    /// `mcts` (Monte-Carlo tree search), or one that [`engine_names`](AnyGame::engine_names) lists; `None` if there is
    /// no such opponent.
    fn engine(&'static self, name: &str, seed: u64) -> Option<(Box<dyn AnyEngine>, Budget)>;

    /// Returns whether the game has something that only some games have.
    fn can(&self, ability: Ability) -> bool;

    /// Returns the names of the opponents that only this game has, as help and errors show them.
    fn engine_names(&self) -> &'static [&'static str];

    /// Reads the episodes that [`AnySearch::self_play`] wrote, one after the other in `bytes`.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the bytes.
    fn read_episodes(&'static self, bytes: &[u8]) -> Result<Vec<AnyEpisode>, Refused>;

    /// Checks every result of a store against the rules, and against the results that it rests on. The store is only
    /// read; `mark` records the progress of the audit, so that it can be resumed.
    ///
    /// # Errors
    ///
    /// Returns an error if a result is wrong, if the store is not one of this game or cannot be read, if a limit ends
    /// the audit, or if the game has no stores that can be audited.
    #[cfg(feature = "store")]
    fn audit(
        &self,
        store: &crate::store::Store,
        mark: &mut crate::audit::Mark,
        effort: &mut Effort<'_>,
    ) -> Solved<crate::audit::Audit>;
}

/// Capabilities that only some games have.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Ability {
    /// [Whole turns](AnyCounts::perft_turns), each of which can be several moves, are counted.
    Turns,
    /// [Whole games](AnyCounts::games_by_length) are counted without a walk through them.
    Lengths,
    /// [Every position](AnyValues::catalogue) that can be reached is listed with its values.
    Catalogue,
}

impl core::fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("AnyGame").field(&self.about().name).finish()
    }
}

impl RuleSet {
    /// Plays the example of a rule set.
    ///
    /// # Errors
    ///
    /// Returns a sentence about what is wrong with the example.
    pub fn example(&self, game: &'static dyn AnyGame) -> Result<Box<dyn AnyRecord>, Refused> {
        let mut words = self.example.split_whitespace();
        let mut record = game.start(words.next(), &SetupOptions::none())?;
        for word in words {
            record.play(word).map_err(|refused| refused.reason)?;
        }
        Ok(record)
    }
}

/// The position at the end of a record, and its legal moves.
pub trait AnyPosition {
    /// Returns the number of players.
    fn players(&self) -> usize;

    /// Returns who is to move; `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// Returns the outcome of the game; `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns the text of the position.
    fn position(&self) -> String;

    /// Returns the points of every player, in a game that points decide.
    fn scores(&self) -> Option<Vec<i64>>;

    /// Returns the name of the rule set, in a game with several that tells it.
    fn rules(&self) -> Option<String>;

    /// Visits the legal moves in their order, each with its index, until `visit` breaks.
    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(u128, &str) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Counts the legal moves.
    fn count_moves(&self) -> u128;

    /// Returns all legal moves in their order, without their texts: they must fit in memory.
    fn listed(&self) -> Arc<dyn AnyMoves>;

    /// Returns the legal move with an index, counted from 0.
    fn nth_move(&self, index: u128) -> Option<String>;

    /// Checks a move in its plain spelling.
    ///
    /// # Errors
    ///
    /// Returns why the text is no move, or why the move is not legal.
    fn check(&self, m: &str) -> Result<(), Unplayable>;

    /// Returns the index of a move in its plain spelling; `None` if it is not a legal move.
    fn index_of(&self, m: &str) -> Option<u128>;

    /// Returns a random legal move, each equally likely; `None` when the game is over.
    fn random_move(&self, random: &mut dyn Random) -> Option<String>;

    /// Returns a text that positions share if a symmetry of the game maps one to the other.
    fn class(&self) -> String;

    /// Returns the legal moves in classes: moves of one class lead to positions of one [class](AnyPosition::class).
    ///
    /// At most `most` moves are listed.
    fn classes(&self, most: usize) -> Vec<Vec<String>>;
}

/// Moves of one position. Their texts are written when they are asked for.
pub trait AnyMoves: Debug + Send + Sync {
    /// Returns their number.
    fn count(&self) -> usize;

    /// Returns the plain spelling of the move at an index, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if there are fewer moves.
    fn text(&self, index: usize) -> String;
}

/// A record in words and notations.
pub trait AnyTexts {
    /// Returns the moves that a text describes, in their plain spelling: one, or all moves of a turn, in any spelling
    /// that people type.
    ///
    /// # Errors
    ///
    /// Returns why the text is not a legal move.
    fn read_moves(&self, text: &str) -> Result<Vec<String>, Unplayable>;

    /// Returns a legal move in words; a text that is no legal move is returned as it is.
    fn say_move(&self, m: &str) -> String;

    /// Returns help on how to type moves: one example to a line, with what it does.
    fn move_help(&self) -> String;

    /// Returns the last position as a board of a few lines, with details from the record such as the last move.
    fn board(&self) -> String;

    /// Returns the last position as a board of a few lines, without details from the record.
    fn bare_board(&self) -> String;

    /// See [`Describe::view`](crate::describe::Describe::view).
    fn view(&self, name: &str) -> Option<String>;

    /// See [`Describe::view_move`](crate::describe::Describe::view_move); `None` also for a text that is no legal move.
    fn view_move(&self, name: &str, m: &str) -> Option<(String, String)>;

    /// Returns why no move is better than another from here to the end, as the rest of a sentence, if that is so.
    fn fixed(&self) -> Option<&'static str>;

    /// Returns remarks on special rules in the last position and on what the player to move has to know; may be empty.
    fn remarks(&self) -> String;

    /// Returns what theorems and rules say about a finished game, and whether it holds.
    fn facts(&self) -> Vec<Fact>;

    /// Returns the number of turns so far, where one turn can be several moves.
    fn turns(&self) -> usize;

    /// Returns the number of times that the last position occurs in the game, itself included.
    fn repetitions(&self) -> usize;

    /// Writes the record in a notation.
    ///
    /// # Errors
    ///
    /// Returns a sentence if there is no such notation, if it is only read, or if it cannot express the record.
    fn write(&self, notation: &str, said: &Said) -> Result<String, Refused>;

    /// Returns the record in its [compact form](crate::compact).
    fn to_bytes(&self) -> Vec<u8>;
}

/// A game that is being played: a setup, the moves, and the position after them.
///
/// Displays as the setup and the moves, with blanks between them.
pub trait AnyRecord:
    AnyPosition + AnyTexts + AnyCounts + AnySearch + Display + Send + Sync
{
    /// Returns the game.
    fn game(&self) -> &'static dyn AnyGame;

    /// Returns a copy of the record.
    fn boxed(&self) -> Box<dyn AnyRecord>;

    /// Returns the text of the position in which the game began.
    fn setup(&self) -> String;

    /// Returns the number of moves.
    fn len(&self) -> usize;

    /// Returns whether no move has been made.
    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the moves in their plain spelling.
    fn moves(&self) -> Vec<String>;

    /// Returns the last move in its plain spelling.
    fn last_move(&self) -> Option<String>;

    /// Plays the move or the turn that a text describes.
    ///
    /// # Errors
    ///
    /// Returns why it is refused; the record is then as it was.
    fn play(&mut self, text: &str) -> Result<(), Unplayable>;

    /// Plays the legal move with an index, counted from 0.
    ///
    /// # Errors
    ///
    /// Returns that there are fewer moves; the record is then as it was.
    fn play_index(&mut self, index: u128) -> Result<(), Unplayable>;

    /// Plays random moves until the game is over or `most` moves have been made.
    fn play_random(&mut self, most: u64, random: &mut dyn Random);

    /// Takes back all moves after the first `moves`; returns `false` if there are fewer.
    fn rewind(&mut self, moves: usize) -> bool;

    /// Returns the record after none, one, two … and all of its moves.
    fn beginnings(&self) -> Vec<Box<dyn AnyRecord>>;

    /// Returns a record that begins at the last position of this one.
    fn restart(&self) -> Box<dyn AnyRecord>;

    /// Starts again from another setup of the same game, and keeps what the solver has learnt for
    /// [`values`](AnyRecord::values).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`AnyGame::start`]; the record is then as it was.
    fn set_up(&mut self, setup: Option<&str>, options: &SetupOptions) -> Result<(), Refused>;

    /// Returns the solver of the last position.
    fn values(&mut self) -> &mut dyn AnyValues;

    /// Returns the pictures of the record, if the game draws itself.
    fn pictures(&self) -> Option<Box<dyn AnyPictures + '_>>;

    /// Returns the last position and its moves as numbers, if the game has an encoding.
    fn encoding(&self) -> Option<Box<dyn AnyEncoding + '_>>;
}

impl core::fmt::Debug for dyn AnyRecord {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        write!(f, "{} {self}", self.game().about().name)
    }
}

impl Clone for Box<dyn AnyRecord> {
    fn clone(&self) -> Box<dyn AnyRecord> {
        self.as_ref().boxed()
    }
}

/// Records are equal if they are of one game, begin alike and have the same moves.
impl PartialEq for dyn AnyRecord {
    fn eq(&self, other: &dyn AnyRecord) -> bool {
        core::ptr::addr_eq(self.game(), other.game()) && self.to_string() == other.to_string()
    }
}

/// Exact values of the last position of a record.
pub trait AnyValues {
    /// Proves who wins with best play.
    ///
    /// # Errors
    ///
    /// Returns that the budget ran out, or that there is no solver for the position.
    fn solve(&mut self, effort: &mut Effort<'_>) -> Solved<Verdict<String>>;

    /// Finds the nimber of the position in normal play; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve).
    fn nimber(&mut self, effort: &mut Effort<'_>) -> Solved<Option<Nimber>>;

    /// Finds what each player can force alone, if all the others play as one.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve).
    fn guarantees(&mut self, effort: &mut Effort<'_>) -> Solved<Guarantees>;

    /// Solves the position and proves the verdict again by a second method.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve), that the methods disagree, or that there is no second one.
    fn verify(&mut self, effort: &mut Effort<'_>) -> Solved<Verified<String>>;

    /// Solves the position and returns a proof that other programs can check.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve), that a result of the store is wrong, or of the game no
    /// proofs.
    fn certify(&mut self, effort: &mut Effort<'_>) -> Solved<Certified>;

    /// Reads a certificate, for [`said`](AnyValues::said).
    ///
    /// # Errors
    ///
    /// Returns that it is about another game or other rules, that an entry cannot be read, or of the game no
    /// certificates.
    fn read_certificate(&mut self, certificate: &Certificate) -> Result<(), Refused>;

    /// Says what the certificate that was read last proves about the position; `None` if nothing. Whether it is true is
    /// for a checker to say.
    fn said(&mut self) -> Option<values::Said>;

    /// Finds every position that can be reached, with its values.
    ///
    /// # Errors
    ///
    /// Returns that the budget ran out, or that there are no catalogues of such positions.
    fn catalogue(&self, effort: &mut Effort<'_>) -> Solved<Box<dyn AnyCatalogue>>;

    /// Returns the number of threads that [`solve`](AnyValues::solve) can use.
    fn threads(&mut self) -> Threads;

    /// Returns who was the first to publish the outcome of this start; `None` if no one was, or if it is not a start.
    fn published(&mut self) -> Option<&'static str>;

    /// Returns the kind of store that results are kept in; `None` if there is none.
    #[cfg(feature = "store")]
    fn store_kind(&mut self) -> Option<&'static str>;
}

/// Every position that can be reached from another, with its values, as a text for other programs.
pub trait AnyCatalogue {
    /// Returns the number of positions.
    fn count(&self) -> usize;

    /// Returns the lines of the text, each with its line feed. They are the same in every run.
    fn lines(&self) -> Box<dyn Iterator<Item = String> + '_>;

    /// Writes the text to a file, which may already hold the beginning of it. Returns how many whole lines it held.
    ///
    /// # Errors
    ///
    /// Returns that the file holds anything else, or that it cannot be read and written.
    fn fill(&self, file: &File) -> Result<usize, Refused>;
}

/// Pictures of a record.
pub trait AnyPictures {
    /// Returns what the pictures can show instead of the usual view, such as a card table: a name for
    /// [`Style::view`], and what it shows in a few words.
    fn views(&self) -> &'static [(&'static str, &'static str)] {
        &[]
    }

    /// Draws the record.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be drawn: a position is too large, or the game has no such picture.
    fn draw(&self, picture: Picture, style: &Style) -> Result<Drawn, Refused>;

    /// Draws the last position with characters, with the last move and owners marked.
    ///
    /// # Errors
    ///
    /// Returns why it cannot be drawn.
    fn print(&self, window: &Window) -> Result<Print, Refused>;
}

/// Counts of what can be played from the last position of a record.
pub trait AnyCounts {
    /// Counts the sequences of exactly `depth` legal moves; `None` if there are 2¹²⁸ or more. `progress` is called
    /// after each first move, with how many first moves are done.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` ends first.
    fn perft(
        &self,
        depth: u32,
        meter: &mut Meter<'_>,
        progress: &mut dyn FnMut(u128),
    ) -> Result<Option<u128>, Unfinished>;

    /// Counts the sequences of `depth` whole turns, in a game where a turn can be several moves, and otherwise of
    /// moves.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` ends first.
    fn perft_turns(&self, depth: u32, meter: &mut Meter<'_>) -> Result<Option<u128>, Unfinished>;

    /// Returns the levels of the tree below, with equal positions merged.
    fn levels(&self) -> Box<dyn AnyLevels>;

    /// Counts the whole games from here by their length, in a way that needs no walk through them; `None` if a number
    /// exceeds 128 bits.
    ///
    /// # Errors
    ///
    /// Returns that the budget ran out, or that no such way is known for the game.
    fn games_by_length(&self, budget: &Budget) -> Solved<Option<BTreeMap<usize, u128>>>;

    /// Plays a random game from here, until it is over, `most` moves are made or `stop` is set. Keeps its record if
    /// `keep` says so; without it, nothing is allocated for each move.
    fn playout(&self, most: u64, stop: &AtomicBool, keep: bool, random: &mut dyn Random)
    -> Playout;
}

/// A random game.
#[derive(Debug)]
pub struct Playout {
    /// The number of moves that it had.
    pub length: u32,
    /// Its outcome; `None` if it was broken off.
    pub outcome: Option<Outcome>,
    /// The game, if it was to be kept.
    pub record: Option<Box<dyn AnyRecord>>,
}

/// The levels of a game tree with equal positions merged: see [`Levels`](crate::perft::Levels).
pub trait AnyLevels {
    /// Counts the moves from the open positions of the last level: how much work the next one takes; `None` if there
    /// are 2¹²⁸ or more.
    fn upcoming(&self) -> Option<u128>;

    /// Returns the counts of the next level; `None` if there is none or a count exceeds 128 bits. `fits` is asked
    /// before that many more bytes are used.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` ends first, or `fits` says no.
    fn next_within(
        &mut self,
        meter: &mut Meter<'_>,
        fits: &mut dyn FnMut(u64) -> bool,
    ) -> Result<Option<Counts>, Unfinished>;
}

/// A guide of a search: returns its opinion on each of some positions.
pub type AnyGuide<'a> = dyn FnMut(Vec<AnyLeaf>) -> Vec<Opinion> + 'a;

/// A position that a guide is asked about.
#[derive(Debug)]
pub struct AnyLeaf {
    /// The position, as a record without moves.
    pub record: Box<dyn AnyRecord>,
    /// The moves that the opinion has to weigh: all legal moves, or a sample where there are more than 10,000.
    pub moves: Arc<dyn AnyMoves>,
}

/// A game of a search against itself, with what the search knew before every move.
#[derive(Debug)]
pub struct AnyEpisode {
    /// The game.
    pub record: Box<dyn AnyRecord>,
    /// What the search knew before each move.
    pub steps: Vec<Step<String>>,
    /// The [compact form](crate::self_play) of both.
    pub bytes: Vec<u8>,
}

/// Tree searches from the last position of a record.
pub trait AnySearch {
    /// Grows a tree by random games, or by the opinions of a guide, until the value is proved or the budget is spent.
    fn search(
        &self,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Report<String>;

    /// Plays a game in which the search thinks for every player, with `budget` for each move.
    fn self_play(
        &self,
        settings: &SelfPlay,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        random: &mut dyn Random,
    ) -> AnyEpisode;

    /// Returns the number of moves that the player to move needs to win: see
    /// [`moves_to_win`](crate::search::moves_to_win).
    fn moves_to_win(&self, most_nodes: u64) -> Option<u32>;
}

/// The last position of a record and its moves as numbers: the traits of [`encode`](crate::encode) as an object. What a
/// game does not have is `None` or empty.
pub trait AnyEncoding {
    /// See [`Actions::n_actions`](crate::encode::Actions::n_actions).
    fn n_actions(&self) -> Option<usize>;

    /// Returns the action of a legal move.
    fn action_of(&self, m: &str) -> Option<usize>;

    /// Returns the legal move of an action.
    fn move_of(&self, action: usize) -> Option<String>;

    /// Returns the actions of the legal moves, in their order.
    fn legal_actions(&self) -> Vec<usize>;

    /// See [`Parts::part_sizes`](crate::encode::Parts::part_sizes).
    fn part_sizes(&self) -> Option<Vec<usize>>;

    /// Returns the parts of a legal move.
    fn parts_of(&self, m: &str) -> Option<Vec<usize>>;

    /// Returns the legal move with these parts.
    fn move_of_parts(&self, parts: &[usize]) -> Option<String>;

    /// See [`Planes::shape`](crate::encode::Planes::shape).
    fn shape(&self) -> Option<[usize; 3]>;

    /// See [`Planes::plane_names`](crate::encode::Planes::plane_names).
    fn plane_names(&self) -> Vec<String>;

    /// See [`Planes::write_planes`](crate::encode::Planes::write_planes).
    fn write_planes(&self, planes: &mut [f32]);

    /// Returns the images under every symmetry of the board, the position itself first.
    fn images(&self) -> Vec<Image>;

    /// See [`Graphs`](crate::encode::Graphs).
    fn graph(&self) -> Option<(Graph, Layout)>;

    /// See [`Bounds::bounds`](crate::encode::Bounds::bounds).
    fn bounds(&self) -> Bound;
}

/// The image of a position under a symmetry, and where the symmetry moves actions and cells.
#[derive(Debug)]
pub struct Image {
    /// The text of the image.
    pub position: String,
    /// The image of each action.
    pub actions: Vec<i64>,
    /// The image of each cell.
    pub cells: Vec<i64>,
}

/// An opponent of one game that chooses moves in records of any type.
pub trait AnyEngine: Send {
    /// Chooses a move in the last position of a record. `progress` is called now and then with what is found so far.
    ///
    /// # Errors
    ///
    /// Returns that the game is over, that it is another game, or why the engine failed.
    fn choose(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<String>),
    ) -> Result<Report<String>, EngineError>;

    /// Sets how many threads the engine may use; one that cannot use several ignores it, as the default does.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }
}

/// A kind of picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Picture {
    /// The last position as SVG.
    Last,
    /// All positions side by side, as one SVG.
    Film,
    /// All positions one after another, as an animated SVG.
    Animation,
    /// The last position for a paper: a `tikzpicture` in LaTeX.
    Tikz,
    /// The map of the last position and the places of its parts, as JSON.
    Json,
}

/// A game that was read, with what the text states beyond the moves.
pub type ReadGame = Parsed<Box<dyn AnyRecord>>;

/// The contents of a text.
pub type Content = crate::reading::Content<Box<dyn AnyRecord>>;

/// The error for a text that is not a legal move.
#[derive(Debug, thiserror::Error)]
#[error("{reason}")]
pub struct Unplayable {
    /// The error of the reader of moves as people type them.
    pub reason: Refused,
    /// If it is a move in its plain spelling: the reason why that is illegal here.
    pub illegal: Option<Refused>,
}
