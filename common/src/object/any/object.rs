//! Object-safe traits for games, records and opponents, which do not depend on the type of the game, and the plain data
//! that they use.

use core::any::Any;
use core::fmt::{Debug, Display};
use core::ops::ControlFlow;
use core::sync::atomic::AtomicBool;

use crate::learning::encode::{Bound, Graph, Layout};
use crate::learning::self_play::{SelfPlay, Step};
use crate::notation::describe::{About, Fact, RuleSet, SetupOptions};
use crate::notation::format::{FormatError, GameText, Notation, Statements, WriteError, contents};
use crate::notation::reading::{ReadOptions, SourceText};
use crate::object::values::{self, Effort, SolveResult, Threads};
use crate::play::game::Game;
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::record::{Record, RecordError};
use crate::proof::claim::Certificate;
use crate::proof::nimber::Nimber;
use crate::proof::verdict::{CertifiedOutcome, Guarantees, Verdict, VerifiedVerdict};
use crate::tools::budget::{Budget, Meter, Unfinished};
use crate::tools::fields::Fields;
use crate::tools::look::{Picture, PictureDocument, Print, Style, Window};
use crate::tools::random::Random;
use crate::tools::refused::Refused;
use crate::tree::engine::EngineError;
use crate::tree::perft::Counts;
use crate::tree::report::Report;
use crate::tree::search::{MonteCarlo, Opinion};

use super::moves::AnyMove;

/// A game as a trait object, with its description, setups, notations and opponents.
pub trait AnyGame: Send + Sync {
    /// Returns the names, descriptions and usual setups of the game.
    fn about(&self) -> About;

    /// Starts a game from a setup or a position's text, or from the usual setup if `setup` is `None`.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the text or the options.
    fn start(
        &'static self,
        setup: Option<&str>,
        options: &SetupOptions,
    ) -> Result<Box<dyn AnyRecord>, Refused>;

    /// Returns the notations of records and positions.
    fn notations(&self) -> Vec<Notation>;

    /// Returns the notation with the given name. Without a name, returns the first notation that the text looks like,
    /// or else the plain one.
    ///
    /// # Errors
    ///
    /// Returns [`FormatError`] if the name is unknown, or if the text is one game in one notation and a different game
    /// in another.
    fn notation(&self, name: Option<&str>, text: &str) -> Result<Notation, FormatError>;

    /// Reads the games or positions in a text.
    ///
    /// # Errors
    ///
    /// Returns a sentence that names the source and the line, and describes what is wrong.
    fn read(
        &'static self,
        source: &SourceText,
        options: &ReadOptions<'_>,
    ) -> Result<Vec<ReadGame>, Refused>;

    /// Reads a record that [`AnyTexts::to_bytes`] wrote.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the bytes.
    fn read_bytes(&'static self, bytes: &[u8]) -> Result<Box<dyn AnyRecord>, Refused>;

    /// Parses a record in the form that `Display` writes: the position in which the game began, and the moves in the
    /// plain notation.
    ///
    /// # Errors
    ///
    /// Returns the first invalid word and the reason.
    fn parse(&'static self, text: &str) -> Result<Box<dyn AnyRecord>, RecordError>;

    /// Parses a move in the plain notation, legal or not.
    ///
    /// # Errors
    ///
    /// Returns the reason why the word is not a move of the game.
    fn read_move(&self, word: &str) -> Result<AnyMove, Refused>;

    /// Returns what a move consists of, by name; empty if it belongs to another game. See
    /// [`Describe::move_fields`](crate::describe::Describe::move_fields).
    fn move_fields(&self, m: &AnyMove) -> Fields;

    /// Returns the opponent with the given name, and the budget for a move that it should have if nothing else is said;
    /// `None` if there is no such opponent:
    ///
    /// * `random` plays any legal move,
    /// * a level from `1` to `5` keeps to a [budget of its own](crate::Opponents::budget), whatever else it may use,
    /// * `engine` is the engine of level 5 without that budget,
    /// * `mcts` is Monte-Carlo tree search,
    /// * [`opponents`](About::opponents) lists the game's own.
    fn engine(&'static self, name: &str, seed: u64) -> Option<(Box<dyn AnyEngine>, Budget)>;

    /// Returns what only this game has, beside its object; see [`extra`](trait.AnyGame.html#method.extra).
    fn extras(&self) -> &'static [&'static Extra];

    /// Reads the episodes that [`AnySearch::self_play`] wrote, one after the other in `bytes`.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the bytes.
    fn read_episodes(&'static self, bytes: &[u8]) -> Result<Vec<AnyEpisode>, Refused>;

    /// Checks every result of a store against the rules, and against the results that it depends on. The store is only
    /// read. `checkpoint` records the progress of the audit, so that it can be resumed.
    ///
    /// # Errors
    ///
    /// Returns an error if a result is wrong, if the store belongs to another game or cannot be read, if a limit ends
    /// the audit, or if the game has no store that can be audited.
    #[cfg(feature = "store")]
    fn audit(
        &self,
        store: &crate::proof::store::Store,
        checkpoint: &mut crate::proof::audit::Checkpoint,
        effort: &mut Effort<'_>,
    ) -> SolveResult<crate::proof::audit::Audit>;
}

/// Something that only one game has. The crate of the game defines its type, and registers it with
/// [`GameObject::extras`](super::GameObject::extras).
pub type Extra = dyn Any + Send + Sync;

impl dyn AnyGame + '_ {
    /// Returns what the game has of the type `T`, for a front end that knows about this type; `None` if the game has no
    /// such thing.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::any::{AnyGame, GameObject};
    /// use papergames_common::nim::Nim;
    ///
    /// struct Inventor(&'static str);
    ///
    /// static NIM: GameObject<Nim> = GameObject::new().extras(&[&Inventor("Bouton")]);
    ///
    /// let game: &dyn AnyGame = &NIM;
    /// assert_eq!(game.extra::<Inventor>().map(|inventor| inventor.0), Some("Bouton"));
    /// assert!(game.extra::<String>().is_none());
    /// ```
    pub fn extra<T: Any>(&self) -> Option<&'static T> {
        let mut extras = self.extras().iter();
        extras.find_map(|extra| extra.downcast_ref())
    }
}

/// The objects that play a game on other sheets, such as the surface of a torus, where positions have a different type;
/// an [extra](Extra) of a game. Each comes with a function that recognises the first word of a text about its sheet.
#[expect(missing_debug_implementations, reason = "functions cannot be printed")]
pub struct Sheets(pub &'static [SheetOf]);

/// An object that plays on another sheet, and the function that recognises the first word of a text about it.
pub type SheetOf = (&'static dyn AnyGame, fn(&str) -> bool);

impl Sheets {
    /// Returns the object that plays the setup, position or game in a text: a game itself, or the game on another
    /// sheet.
    pub fn choose(game: &'static dyn AnyGame, text: &str) -> &'static dyn AnyGame {
        let first = contents(text).next().map_or("", |(_, line)| line);
        let word = first.split_whitespace().next().unwrap_or("");
        let sheets = game.extra::<Sheets>().map_or(&[][..], |sheets| sheets.0);
        let other = sheets.iter().find(|(_, has)| has(word));
        other.map_or(game, |(other, _)| *other)
    }
}

/// The starts that a theorem decides although they are too large to be played; an [`Extra`] of some games.
#[derive(Clone, Copy, Debug)]
pub struct TooLargeToPlay(pub fn(&str, &SetupOptions) -> Option<VerdictOnSetup>);

/// A setup in full, and the verdict on it.
pub type VerdictOnSetup = (String, Verdict<AnyMove>);

impl core::fmt::Debug for dyn AnyGame {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_tuple("AnyGame").field(&self.about().name).finish()
    }
}

impl RuleSet {
    /// Plays the example game of a rule set.
    ///
    /// # Errors
    ///
    /// Returns a sentence that describes what is wrong with the example.
    pub fn example(&self, game: &'static dyn AnyGame) -> Result<Box<dyn AnyRecord>, Refused> {
        let mut words = self.example.split_whitespace();
        let mut record = game.start(words.next(), &SetupOptions::none())?;
        for word in words {
            record.play(word).map_err(Refused::because)?;
        }
        Ok(record)
    }
}

/// The position at the end of a record, and its legal moves.
pub trait AnyPosition {
    /// Returns the number of players.
    fn players(&self) -> usize;

    /// Returns the player to move; `None` if the game is over.
    fn turn(&self) -> Option<Player>;

    /// Returns the outcome of the game; `None` if it is not over.
    fn outcome(&self) -> Option<Outcome>;

    /// Returns whether the position is in the middle of a turn, which the player to move may continue or end.
    fn is_midway(&self) -> bool;

    /// Returns the text of the position.
    fn position(&self) -> String;

    /// Returns the points of every player, in a game decided on points.
    fn scores(&self) -> Option<Vec<i64>>;

    /// Returns the name of the position's rule set, in a game whose positions can have different rule sets.
    fn rules(&self) -> Option<String>;

    /// Calls `visit` with each legal move in order, until `visit` breaks.
    fn for_each_move(&self, visit: &mut dyn FnMut(AnyMove) -> ControlFlow<()>) -> ControlFlow<()>;

    /// Counts the legal moves.
    fn count_moves(&self) -> u128;

    /// Returns the legal move at an index, counted from 0.
    fn nth_move(&self, index: u128) -> Option<AnyMove>;

    /// Checks whether a move is legal.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is illegal or belongs to another game.
    fn check(&self, m: &AnyMove) -> Result<(), PlayError>;

    /// Returns the index of a move; `None` if it is not legal.
    fn index_of(&self, m: &AnyMove) -> Option<u128>;

    /// Returns a legal move chosen uniformly at random; `None` if the game is over.
    fn random_move(&self, random: &mut dyn Random) -> Option<AnyMove>;

    /// Returns what the position consists of, by name; see [`Describe::fields`](crate::describe::Describe::fields).
    fn fields(&self) -> Fields;

    /// Returns what a legal move consists of, by name, with what depends on the position; empty if it is not legal.
    fn move_fields(&self, m: &AnyMove) -> Fields;

    /// Returns a text that is equal for two positions if a symmetry of the game maps one to the other.
    fn class(&self) -> String;

    /// Returns the legal moves, grouped into classes. Moves of the same class lead to positions of the same
    /// [class](AnyPosition::class).
    ///
    /// Lists at most `most` moves.
    fn classes(&self, most: usize) -> Vec<Vec<AnyMove>>;
}

/// The text forms of a record: its boards, its moves in words, and its notations.
pub trait AnyTexts {
    /// Reads the legal moves that a text describes: one move, or all moves of a turn, in any form that users may type.
    ///
    /// # Errors
    ///
    /// Returns the reason why the text is not a legal move.
    fn read_moves(&self, text: &str) -> Result<Vec<AnyMove>, PlayError>;

    /// Returns a legal move in the form in which it is typed in a view, and its effect in words: in the plain notation
    /// if the view is empty or the game has no such view. A move that is illegal here has no effect but its text.
    fn words(&self, view: &str, m: &AnyMove) -> (String, String);

    /// Returns help on how to type moves: one example per line, with its effect.
    fn move_help(&self) -> String;

    /// Returns the last position as a board in a few lines of text, with details from the record such as the last move.
    fn board(&self) -> String;

    /// Returns the last position in rows of text, in a view of the game or, if the name is empty, as a board without
    /// details from the record; `None` if there is no such view. See
    /// [`Describe::view`](crate::describe::Describe::view).
    fn view(&self, name: &str) -> Option<String>;

    /// Checks whether one of the game's [views](crate::describe::About::views) can show this game.
    ///
    /// # Errors
    ///
    /// Returns the reason why it cannot, or an error that lists the views if there is none of this name.
    fn check_view(&self, name: &str) -> Result<(), Refused>;

    /// Returns the effect of a legal move as it was typed in a view; `None` if the text is not one of this view. See
    /// [`Describe::view_typed`](crate::describe::Describe::view_typed).
    fn view_typed(&self, name: &str, typed: &str) -> Option<String>;

    /// Returns the reason why all moves are equally good from here to the end, worded to complete a sentence; `None` if
    /// some moves are better than others.
    fn fixed(&self) -> Option<&'static str>;

    /// Returns remarks for the player to move, such as special rules that apply in the last position; may be empty.
    fn remarks(&self) -> String;

    /// Returns what theorems and rules state about a finished game, and whether each statement holds.
    fn facts(&self) -> Vec<Fact>;

    /// Returns the number of turns so far. A turn can consist of several moves.
    fn turns(&self) -> usize;

    /// Returns the number of times that the last position has occurred in the game: 1 if it occurs for the first time.
    fn repetitions(&self) -> usize;

    /// Writes the record in a notation.
    ///
    /// # Errors
    ///
    /// Returns [`WriteError`] if there is no such notation, if it is read-only, or if it cannot express the record.
    fn write(&self, notation: &str, said: &Statements) -> Result<String, WriteError>;

    /// Returns the record in its [compact form](crate::compact).
    fn to_bytes(&self) -> Vec<u8>;
}

/// A game in progress: a setup, the moves, and the position after them.
///
/// Its text consists of the setup and the moves, separated by blanks.
#[expect(
    clippy::len_without_is_empty,
    reason = "`is_empty` follows from `len`, beside the trait"
)]
pub trait AnyRecord: AnyPosition + AnyTexts + AnySearch + Display + Send + Sync {
    /// Returns the object of the game that this record belongs to.
    fn game(&self) -> &'static dyn AnyGame;

    /// Returns a copy of the record.
    fn boxed(&self) -> Box<dyn AnyRecord>;

    /// Returns the text of the position in which the game began.
    fn setup(&self) -> String;

    /// Returns the number of moves.
    fn len(&self) -> usize;

    /// Returns the moves.
    fn moves(&self) -> Vec<AnyMove>;

    /// Returns whether the pie rule, where it is in force, now lets the second player exchange seats with the first:
    /// the first turn of a game for two has ended.
    fn may_swap(&self) -> bool {
        self.turns() == 1 && self.turn() == Some(Player::SECOND) && self.players() == 2
    }

    /// Plays a move.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is illegal or belongs to another game, and leaves the record unchanged.
    fn push(&mut self, m: &AnyMove) -> Result<(), PlayError>;

    /// Takes back all but the first `moves` moves, or returns `false` if there are fewer.
    fn rewind(&mut self, moves: usize) -> bool;

    /// Returns a record that begins at the last position of this one.
    fn restart(&self) -> Box<dyn AnyRecord>;

    /// Starts again from another setup of the same game, and keeps the results that the solver has found for
    /// [`values`](AnyRecord::values).
    ///
    /// # Errors
    ///
    /// Returns the errors of [`AnyGame::start`], and leaves the record unchanged.
    fn set_up(&mut self, setup: Option<&str>, options: &SetupOptions) -> Result<(), Refused>;

    /// Returns the solver of the last position, which keeps what it has found from one position to the next.
    fn values(&mut self) -> &mut dyn AnyValues;

    /// Returns what [`solve`](AnyValues::solve) can use for the last position.
    fn uses(&self) -> Uses;

    /// Returns the [typed record](crate::Record), which only code of the same game can use; see
    /// [`typed`](trait.AnyRecord.html#method.typed).
    fn as_any(&self) -> &dyn Any;

    /// Returns the pictures of the record, if the game can draw itself.
    fn pictures(&self) -> Option<Box<dyn AnyPictures + '_>>;

    /// Returns the last position and its moves as numbers, if the game has an encoding.
    fn encoding(&self) -> Option<Box<dyn AnyEncoding + '_>>;
}

/// What follows from the methods of the trait.
impl dyn AnyRecord + '_ {
    /// Reads a legal move in the plain notation.
    ///
    /// # Errors
    ///
    /// Returns the reason why the text is not a move, or why the move is illegal.
    pub fn read_move(&self, text: &str) -> Result<AnyMove, PlayError> {
        let m = self.game().read_move(text).map_err(PlayError::NotAMove)?;
        self.check(&m)?;
        Ok(m)
    }

    /// Returns a legal move in words.
    pub fn say_move(&self, m: &AnyMove) -> String {
        self.words("", m).1
    }

    /// Returns all legal moves in order, which must fit in memory.
    pub fn legal_moves(&self) -> Vec<AnyMove> {
        let mut moves = Vec::new();
        let _ = self.for_each_move(&mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
        moves
    }

    /// Returns whether no move has been made.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Plays the move or the turn that a text describes, in any form that users may type.
    ///
    /// # Errors
    ///
    /// Returns the reason if a move is refused, and leaves the record unchanged.
    pub fn play(&mut self, text: &str) -> Result<(), PlayError> {
        let before = self.len();
        for m in self.read_moves(text)? {
            if let Err(reason) = self.push(&m) {
                self.rewind(before);
                return Err(reason);
            }
        }
        Ok(())
    }

    /// Plays random moves until the game is over or `most` moves have been made.
    ///
    /// # Panics
    ///
    /// Panics if the game refuses a move that it has drawn itself, which its laws forbid.
    pub fn play_random(&mut self, most: u64, random: &mut dyn Random) {
        for _ in 0..most {
            let Some(m) = self.random_move(random) else {
                break;
            };
            self.push(&m).expect("a listed move is legal");
        }
    }

    /// Returns the record as it was at the start and after each of its moves.
    ///
    /// # Panics
    ///
    /// Panics if the game refuses a move that it has accepted before, which its laws forbid.
    pub fn beginnings(&self) -> Vec<Box<dyn AnyRecord>> {
        let mut growing = self.boxed();
        growing.rewind(0);
        let mut beginnings = vec![growing.clone()];
        for m in self.moves() {
            growing.push(&m).expect("a recorded move is legal");
            beginnings.push(growing.clone());
        }
        beginnings
    }

    /// Returns the record with its type, for code of one game, such as its engines, its extras and the board of a page;
    /// `None` if the record is of another game. Code that works for any game needs no types.
    pub fn typed<G: Game>(&self) -> Option<&Record<G>>
    where
        Record<G>: 'static,
    {
        self.as_any().downcast_ref()
    }
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

/// Two records are equal if they have the same game, setup and moves.
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
    /// Returns an error if the budget runs out, or if there is no solver for the position.
    fn solve(&mut self, effort: &mut Effort<'_>) -> SolveResult<Verdict<AnyMove>>;

    /// Finds the nimber of the position in normal play; `None` if it has none.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve).
    fn nimber(&mut self, effort: &mut Effort<'_>) -> SolveResult<Option<Nimber>>;

    /// Finds the best result that each player can force alone if all others play together.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve).
    fn guarantees(&mut self, effort: &mut Effort<'_>) -> SolveResult<Guarantees>;

    /// Solves the position, then proves the verdict again by a second method.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve), and an error if the two methods disagree or if there is no
    /// second method.
    fn verify(&mut self, effort: &mut Effort<'_>) -> SolveResult<VerifiedVerdict<AnyMove>>;

    /// Solves the position and returns a proof that other programs can check.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](AnyValues::solve), and an error if a result in the store is wrong or if the game
    /// has no proofs.
    fn certify(&mut self, effort: &mut Effort<'_>) -> SolveResult<CertifiedOutcome>;

    /// Reads a certificate about positions with this position's rules and board. Only a checker can decide whether the
    /// certificate is true.
    ///
    /// # Errors
    ///
    /// Returns an error if the certificate is about another game or other rules, if an entry cannot be read, or if the
    /// game has no certificates.
    fn facts(&self, certificate: &Certificate) -> Result<Box<AnyFacts>, Refused>;
}

/// What a solver can use for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Uses {
    /// The number of threads.
    pub threads: Threads,
    /// The kind of store in which results are kept; `None` if the solver does not use a store.
    #[cfg(feature = "store")]
    pub store: Option<&'static str>,
}

/// A function that looks up a certificate's statement about the last position of a record; it returns `None` if there
/// is none, or if the record is of another game.
pub type AnyFacts = dyn FnMut(&dyn AnyRecord) -> Option<values::ValueStatement> + Send;

/// Draws pictures of a record.
pub trait AnyPictures {
    /// Draws the record.
    ///
    /// # Errors
    ///
    /// Returns an error if a position is too large to be drawn, or if the game has no such picture.
    fn draw(&self, picture: Picture, style: &Style) -> Result<PictureDocument, Refused>;

    /// Draws the last position with text characters, and marks the last move and the owners of parts of the board.
    ///
    /// # Errors
    ///
    /// Returns an error if the position cannot be drawn.
    fn print(&self, window: &Window) -> Result<Print, Refused>;
}

/// The result of a random game: its length, its outcome and, on request, its record.
#[derive(Debug)]
pub struct Playout {
    /// The number of moves in the game.
    pub length: u32,
    /// The outcome; `None` if the game was stopped before its end.
    pub outcome: Option<Outcome>,
    /// The record of the game, if `keep` was set.
    pub record: Option<Box<dyn AnyRecord>>,
}

/// A guide for a tree search: a function that returns its opinion on each of several positions.
pub type AnyGuide<'a> = dyn FnMut(Vec<AnyLeaf>) -> Vec<Opinion> + 'a;

/// A position for which a search asks a guide's opinion.
#[derive(Debug)]
pub struct AnyLeaf {
    /// The position, as a record without moves.
    pub record: Box<dyn AnyRecord>,
    /// The moves that the guide must rate: all legal moves, or a sample if there are more than 10,000.
    pub moves: Vec<AnyMove>,
}

/// A game that a search has played against itself, with the search's findings before every move.
#[derive(Debug)]
pub struct AnyEpisode {
    /// The record of the game.
    pub record: Box<dyn AnyRecord>,
    /// The findings of the search before each move.
    pub steps: Vec<Step<AnyMove>>,
    /// The record and the steps in their [compact form](crate::self_play).
    pub bytes: Vec<u8>,
}

/// A visitor of a level of the game tree, which can ask for the number of moves that the next level will make.
pub type VisitLevel<'a> = dyn FnMut(Counts, &dyn Fn() -> Option<u128>) -> ControlFlow<()> + 'a;

/// Counts, random games and tree searches from the last position of a record.
pub trait AnySearch {
    /// Counts the sequences of exactly `depth` legal moves; `None` if there are 2¹²⁸ or more. Calls `progress` after
    /// each first move, with the number of first moves that are done.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` runs out first.
    fn perft(
        &self,
        depth: u32,
        meter: &mut Meter<'_>,
        progress: &mut dyn FnMut(u128),
    ) -> Result<Option<u128>, Unfinished>;

    /// Visits the levels of the game tree, with equal positions merged, until `visit` breaks or no position is open;
    /// see [`Levels`](crate::perft::Levels). With each level comes a function that counts the moves from its open
    /// positions, which measures the work for the next level; it returns `None` if there are 2¹²⁸ or more.
    /// Before using more memory, calls `fits` with the number of bytes. Returns whether all counts fit into 128 bits.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget of `meter` runs out first, or if `fits` returns `false`.
    fn levels(
        &self,
        meter: &mut Meter<'_>,
        fits: &mut dyn FnMut(u64) -> bool,
        visit: &mut VisitLevel<'_>,
    ) -> Result<bool, Unfinished>;

    /// Plays a random game from the last position until it is over, `most` moves are made or `stop` is set. Keeps the
    /// record of the game if `keep` is set; without a record, moves need no allocation.
    fn playout(&self, most: u64, stop: &AtomicBool, keep: bool, random: &mut dyn Random)
    -> Playout;

    /// Grows a search tree with random games, or with a guide's opinions, until the value is proved or the budget is
    /// spent.
    fn search(
        &self,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Report<AnyMove>;

    /// Plays a game in which the search chooses the moves of every player, with `budget` for each move. Returns `None`
    /// if the game has no self-play.
    fn self_play(
        &self,
        settings: &SelfPlay,
        search: &MonteCarlo,
        budget: &Budget,
        guide: Option<&mut AnyGuide<'_>>,
        random: &mut dyn Random,
    ) -> Option<AnyEpisode>;

    /// Returns the number of moves until the player to move wins; see [`moves_to_win`](crate::search::moves_to_win).
    fn moves_to_win(&self, most_nodes: u64) -> Option<u32>;
}

/// The last position of a record and its moves, encoded as numbers: an object-safe form of the traits of
/// [`encode`](crate::encode). If the game does not implement one of these traits, the corresponding methods return
/// `None` or nothing.
pub trait AnyEncoding {
    /// Returns the sizes of the encoding of moves.
    fn sizes(&self) -> MoveSizes;

    /// Returns the index of a legal move.
    fn action_of(&self, m: &AnyMove) -> Option<usize>;

    /// Returns the legal move with the given index.
    fn move_of(&self, action: usize) -> Option<AnyMove>;

    /// Returns the indices of the legal moves, in the order of the moves.
    fn legal_actions(&self) -> Vec<usize>;

    /// Returns the parts of a legal move.
    fn parts_of(&self, m: &AnyMove) -> Option<Vec<usize>>;

    /// Returns the legal move with the given parts.
    fn move_of_parts(&self, parts: &[usize]) -> Option<AnyMove>;

    /// Returns the planes that represent positions; `None` if the game has no planes.
    fn planes(&self) -> Option<PlanesOf>;

    /// Writes the planes; see [`Planes::write_planes`](crate::encode::Planes::write_planes).
    fn write_planes(&self, planes: &mut [f32]);

    /// Returns the images of the position under every symmetry of the board, beginning with the position itself.
    fn images(&self) -> Vec<Image>;

    /// Returns the position as a graph, and the layout of all graphs of the game; see
    /// [`Graphs`](crate::encode::Graphs).
    fn graph(&self) -> Option<(Graph, Layout)>;

    /// Returns the names of the nodes of the graph, in their order; empty if the game has no graphs.
    fn node_names(&self) -> Vec<String>;

    /// Returns bounds on the rest of the game; see [`Bounds::bounds`](crate::encode::Bounds::bounds).
    fn bounds(&self) -> Bound;
}

/// The sizes of the encoding of moves as numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveSizes {
    /// The number of indices for moves; see [`Actions::n_actions`](crate::encode::Actions::n_actions).
    pub actions: Option<usize>,
    /// The size of each part of a move; see [`Parts::part_sizes`](crate::encode::Parts::part_sizes).
    pub parts: Option<Vec<usize>>,
}

/// The planes that represent positions of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlanesOf {
    /// The number of planes, rows and columns; see [`Planes::shape`](crate::encode::Planes::shape).
    pub shape: [usize; 3],
    /// The meaning of each plane; see [`Planes::plane_names`](crate::encode::Planes::plane_names).
    pub names: Vec<String>,
}

/// The image of a position under a symmetry, and the images of its actions and cells.
#[derive(Debug)]
pub struct Image {
    /// The position to which the symmetry maps this one, as text.
    pub position: String,
    /// The image of each action, by index.
    pub actions: Vec<i64>,
    /// The image of each cell, by number.
    pub cells: Vec<i64>,
}

/// An opponent for one game as a trait object, which chooses moves in records of any type.
pub trait AnyEngine: Send {
    /// Chooses a move in the last position of a record. Calls `progress` with the findings so far from time to time.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is over, if the record is of another game, or if the engine fails.
    fn choose(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<AnyMove>),
    ) -> Result<Report<AnyMove>, EngineError>;

    /// Sets the number of threads that the engine may use. The default implementation ignores this method, as should
    /// every engine that can use only one thread.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }
}

impl Debug for dyn AnyEngine {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.write_str("AnyEngine")
    }
}

/// A game read from text, as a trait object, with any further statements in the text, such as the result.
pub type ReadGame = GameText<Box<dyn AnyRecord>>;

/// The reason why a record refuses a move.
#[derive(Debug, thiserror::Error)]
pub enum PlayError {
    /// The text is not a move in any form that users may type.
    #[error("{0}")]
    NotAMove(Refused),
    /// The move is illegal here.
    #[error("{typed}")]
    Illegal {
        /// Why the text cannot be played in any form that users may type.
        typed: Refused,
        /// Why the move that the text is in the plain notation is illegal.
        plain: Refused,
    },
    /// The move was read or listed for another game.
    #[error("`{m}` is not a move of {game}, but of another game")]
    OtherGame {
        /// The move.
        m: AnyMove,
        /// The title of the record's game.
        game: &'static str,
    },
}

impl PlayError {
    /// Returns an error for a move in the plain notation, which is illegal for the given reason.
    pub(super) fn illegal(reason: impl std::error::Error) -> PlayError {
        let reason = Refused::because(reason);
        PlayError::Illegal {
            typed: reason.clone(),
            plain: reason,
        }
    }
}
