//! A test suite for any [`Game`]: laws that must hold in every position of every game.
//!
//! # In five lines
//!
//! A crate with its own game needs one test. Here the game is `Nim`:
//!
//! ```
//! use papergames_common::laws::Laws;
//! use papergames_common::nim::Nim;
//!
//! /// In your crate this is a `#[test]`.
//! fn every_law_holds() {
//!     Laws::of(Nim::new(&[3, 4, 5])).texts().alternating().check();
//! }
//! # every_law_holds();
//! ```
//!
//! [`Laws::check`] plays random games and checks every law in their positions. If a law is broken, it panics with the
//! position, the moves that led there and the seed of that game.
//!
//! Two features extend the suite: `serde-laws` adds the law `Laws::serde`, and `proptest` adds the strategies
//! `records`, `games`, `positions` and `texts_like` for property tests. Turn them on in your `[dev-dependencies]`.
//!
//! # More games
//!
//! By default, test suites are short enough to run after every change. The environment variable `PAPERGAMES_LAWS_TIMES`
//! multiplies the number of games of every suite. For example, this plays thousands of games of every game and variant:
//!
//! ```sh
//! PAPERGAMES_LAWS_TIMES=50 cargo test --release --workspace --test all laws::
//! ```
//!
//! # The laws
//!
//! | law | always checked, or added by this method |
//! |---|---|
//! | a game is over exactly when there is no move, and the outcome names players of the game | always |
//! | moves are listed once, in a fixed order, and are legal | always |
//! | a visitor that breaks is not called again | always |
//! | counting, picking and collecting moves agree with the listing | always |
//! | random moves are legal, each legal move is equally likely, and a playout draws the same ones | always |
//! | a legal move applies, checked or not, and playing on a clone does not change the original | always |
//! | a refused move changes nothing, and no move applies after the end | always |
//! | equal positions have equal hashes and moves | always |
//! | replaying a record gives the same positions | always |
//! | texts are single, unique tokens that can be parsed back, and so can [records](record_texts_read_back) | [`texts`](Laws::texts) |
//! | an index identifies a move, and the compact form of a record can be decoded | [`compact`](Laws::compact) |
//! | values can be read back from JSON and postcard (feature `serde-laws`) | `Laws::serde` |
//! | all images have the same canonical form, and moves have images | [`symmetric`](Laws::symmetric) |
//! | the options of the summands are the moves, and the ending determines the winner | [`impartial`](Laws::impartial) |
//! | players move in turn | [`alternating`](Laws::alternating) |
//! | games are as long as the given bounds allow | [`length`](Laws::length) |
//! | equal positions have equal scores, and a gain is the difference of two scores | [`scored`](Laws::scored) |
//! | the highest score wins | [`best_score_wins`](Laws::best_score_wins) |
//! | [searches agree with minimax](searches_agree_with_minimax) near the end | [`searches`](Laws::searches) |
//! | searches stop in time, stay within budget and return legal moves | [`stops_in_time`](Laws::stops_in_time) |
//! | the solver agrees with minimax near the end | [`solved`](Laws::solved) |
//! | indices and legal moves correspond; games stay within bounds, which moves lower | [`encoding`](Laws::encoding) |
//! | planes have the stated shape and distinguish positions, with the player to move | [`planes`](Laws::planes) |
//! | symmetries permute actions and cells | [`augments`](Laws::augments) |
//! | graphs follow their layout and distinguish positions; the parts of a move identify it | [`graphs`](Laws::graphs) |
//! | symmetries preserve graphs | [`symmetric_graphs`](Laws::symmetric_graphs) |
//! | scores stay within their bounds | [`bounded_scores`](Laws::bounded_scores) |
//! | walking and merging count the same sequences | [`perft`](Laws::perft) |
//!
//! [`any_text_is_read_or_refused`] and [`any_text_is_read_in_each_notation`] are laws about parsers and arbitrary text;
//! use them with `texts_like` (feature `proptest`). The laws in [`house`] also hold errors to the style of this
//! workspace. [`a_description_holds`] is a law about the [objects](crate::any) of games.
//!
//! A suite can also return the first broken law instead of panicking. A property test on positions from `positions` or
//! `records` checks any law with `?`: `Laws::of(position).games(1).texts().find()?`.

mod broken;
mod companions;
mod description;
mod encoding;
pub mod house;
mod listing;
mod play;
mod search;
#[cfg(feature = "proptest")]
mod strategies;
mod texts;

pub use broken::Broken;
pub use description::a_description_holds;
/// The version of `proptest` that the strategies are for.
#[cfg(feature = "proptest")]
pub use proptest;
pub use search::{engine_stops_in_time, levels_stop_in_time, searches_agree_with_minimax};
#[cfg(feature = "proptest")]
pub use strategies::{check_any_text, games, positions, records, texts_like, wild_numbers};
#[cfg(feature = "serde-laws")]
pub use texts::serde_value_reads_back;
pub use texts::{
    any_text_is_read_in_each_notation, any_text_is_read_or_refused, any_text_is_read_or_refused_by,
    record_texts_read_back, refusals_are_short_lines,
};

use core::cell::{Cell, RefCell};
use core::fmt;
use core::ops::RangeInclusive;
use core::time::Duration;
use std::error::Error;
use std::rc::Rc;

use crate::learning::encode::{Actions, Augments, Bounds, Graphs, Parts, Planes};
use crate::play::game::{Alternating, Game, Impartial, Scored, Stored, Symmetric};
use crate::play::record::Record;
use crate::play::written::Written;
use crate::tools::random::{Random, Seeded};
use broken::demand;
use companions::{
    best_score_wins, canonical_forms_stand_for_all_images, gains_are_differences,
    lengths_are_bounded, options_are_the_moves, players_alternate, scores_follow_positions,
};
use encoding::{
    ByPlanes, actions_name_moves, bounds_hold, graphs_show_positions, parts_name_moves,
    planes_determine_positions, planes_show_positions, scores_are_bounded, symmetries_keep_graphs,
    symmetries_permute_encodings,
};
use listing::{
    MoveList, moves_are_listed_once, over_when_no_move_is_left, playouts_are_random_moves,
    queries_agree_with_the_listing, random_moves_are_fair, random_moves_are_legal,
    ranks_invert_the_listing, visitors_stop_at_once,
};
use play::{
    equal_positions_play_alike, legal_moves_apply, merging_keeps_counts, refusals_change_nothing,
    replays_agree,
};
use search::{searches_stop_in_time, solver_agrees_with_minimax};
#[cfg(feature = "serde-laws")]
use texts::serde_reads_back;
use texts::{compact_forms_read_back, texts_read_back};

type PositionLaw<G> = Box<dyn Fn(&G, &MoveList<G>) -> Result<(), Broken>>;
type RecordLaw<G> = Box<dyn Fn(&Record<G>) -> Result<(), Broken>>;

/// A test suite that checks laws in random games of one game from one start. It is a builder whose last step is
/// [`check`](Laws::check).
///
/// All randomness comes from the seed, so a run is the same on every machine. Game number *i* of a run uses only
/// `seed + i`, so a failing game can be repeated on its own, as its message explains.
///
/// # Examples
///
/// ```
/// use papergames_common::laws::Laws;
/// use papergames_common::nim::Nim;
///
/// let nim = Nim::new(&[1, 2, 3]);
/// let summary = Laws::of(nim).games(50).impartial().length(|_| 3..=6).check();
/// assert_eq!(summary.finished, 50);
/// ```
#[must_use = "a suite does nothing until `check` or `find` runs it"]
pub struct Laws<G: Game> {
    start: G,
    games: u64,
    max_moves: usize,
    seed: u64,
    positions: usize,
    list_at_most: usize,
    also_try: Vec<G::Move>,
    on_positions: Vec<PositionLaw<G>>,
    on_records: Vec<RecordLaw<G>>,
    /// The laws that skip large positions, with the number of positions in which each has been checked.
    held: Vec<(&'static str, Rc<Cell<u64>>)>,
    /// The depth to which sequences from the start are counted, if at all.
    perft: Option<u32>,
    /// Writes a record as one line that a test can parse, if the game has texts.
    write: Option<fn(&Record<G>) -> String>,
}

impl<G: Game> fmt::Debug for Laws<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Laws")
            .field("start", &self.start)
            .field("games", &self.games)
            .field("max_moves", &self.max_moves)
            .field("seed", &self.seed)
            .field("positions", &self.positions)
            .field("list_at_most", &self.list_at_most)
            .finish_non_exhaustive()
    }
}

/// What a run of the suite covered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Coverage {
    /// The number of games played.
    pub games: u64,
    /// The number of games that ended by the rules rather than by [`Laws::max_moves`].
    pub finished: u64,
    /// The number of positions checked against all laws.
    pub positions: u64,
    /// The number of moves in the longest game.
    pub longest: usize,
}

/// A broken law, with the game that breaks it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure<G: Game> {
    /// The law and the behaviour that breaks it.
    pub broken: Broken,
    /// The game up to the position that breaks the law.
    pub record: Record<G>,
    /// The seed that repeats this game alone.
    pub seed: u64,
    /// The record as one line, if the game has texts.
    pub line: Option<String>,
}

impl<G: Game> fmt::Display for Failure<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let moves = self.record.moves();
        writeln!(f, "{}", self.broken)?;
        writeln!(f, "  position: {:?}", self.record.position())?;
        writeln!(f, "  start: {:?}", self.record.setup())?;
        write!(f, "  moves ({}):", moves.len())?;
        moves.iter().try_for_each(|m| write!(f, " {m}"))?;
        writeln!(f)?;
        if let Some(line) = &self.line {
            writeln!(f, "  record: {line}")?;
        }
        write!(f, "  again: Laws::of(start).seed({}).games(1)", self.seed)
    }
}

impl<G: Game> Error for Failure<G> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(&self.broken)
    }
}

/// The environment variable that multiplies the number of games of every suite.
const TIMES: &str = "PAPERGAMES_LAWS_TIMES";

impl<G: Game> Laws<G> {
    /// Returns a suite of the laws that hold for every game. By default it plays 300 random games of at most 500 moves
    /// each from `start`, with seed 1.
    pub fn of(start: G) -> Laws<G> {
        Laws {
            start,
            games: 300,
            max_moves: 500,
            seed: 1,
            positions: 16,
            list_at_most: 2_000,
            also_try: Vec::new(),
            on_positions: Vec::new(),
            on_records: Vec::new(),
            held: Vec::new(),
            perft: None,
            write: None,
        }
    }

    /// Sets the number of games that the suite plays.
    pub fn games(self, games: u64) -> Laws<G> {
        Laws { games, ..self }
    }

    /// Sets the number of moves after which a game is stopped.
    pub fn max_moves(self, max_moves: usize) -> Laws<G> {
        Laws { max_moves, ..self }
    }

    /// Sets the seed of the first game. Each later game uses the next seed.
    pub fn seed(self, seed: u64) -> Laws<G> {
        Laws { seed, ..self }
    }

    /// Sets the number of positions of each game that are checked against all laws, by default 16: the first, the last
    /// two, and random ones in between. In the other positions, only the law about the end of the game is checked.
    pub fn positions(self, positions: usize) -> Laws<G> {
        Laws { positions, ..self }
    }

    /// Sets the maximum number of moves to list in a position, by default 2000. If a position has more moves, laws
    /// about all moves check this many moves from the beginning of the listing, and a random sample drawn with
    /// [`Game::nth_move`].
    pub fn list_at_most(mut self, list_at_most: usize) -> Laws<G> {
        self.list_at_most = list_at_most;
        self
    }

    /// Adds moves, such as moves off the board, to the illegal moves that the suite tries in every position. It always
    /// tries moves of other positions.
    pub fn also_try(mut self, moves: impl IntoIterator<Item = G::Move>) -> Laws<G> {
        self.also_try.extend(moves);
        self
    }

    /// Adds your own law, checked in the same positions as the others.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::laws::{Broken, Laws};
    /// use papergames_common::nim::Nim;
    ///
    /// let law = "no heap grows";
    /// Laws::of(Nim::new(&[2, 2]))
    ///     .also(move |nim: &Nim| match nim.heaps().iter().all(|n| *n <= 2) {
    ///         true => Ok(()),
    ///         false => Err(Broken { law, found: format!("{nim:?}") }),
    ///     })
    ///     .check();
    /// ```
    pub fn also(self, law: impl Fn(&G) -> Result<(), Broken> + 'static) -> Laws<G> {
        self.on_positions(move |position, _| law(position))
    }

    /// Adds a law that is checked in the chosen positions of every game.
    fn on_positions(
        mut self,
        law: impl Fn(&G, &MoveList<G>) -> Result<(), Broken> + 'static,
    ) -> Laws<G> {
        self.on_positions.push(Box::new(law));
        self
    }

    /// Adds a law that is checked for the record of every game.
    fn on_records(mut self, law: impl Fn(&Record<G>) -> Result<(), Broken> + 'static) -> Laws<G> {
        self.on_records.push(Box::new(law));
        self
    }

    /// Adds the laws of texts. The text of a position and of each of its moves is one token and can be read back.
    /// Different moves of a position have different texts, and the positions after these moves have equal texts exactly
    /// when they are equal. [Records](record_texts_read_back) can also be read back.
    pub fn texts(mut self) -> Laws<G>
    where
        G: Written,
    {
        self.write = Some(ToString::to_string);
        self.on_positions(texts_read_back)
            .on_records(record_texts_read_back)
    }

    /// Adds the laws of compact records: [`index_of`](Stored::index_of) is the inverse of [`nth_move`](Game::nth_move),
    /// and the [compact](crate::compact) form of a record can be decoded. This law needs the index of every move of a
    /// game, so it is slow in positions with too many moves to list.
    pub fn compact(mut self) -> Laws<G>
    where
        G: Written + Stored,
    {
        self.on_positions.push(Box::new(ranks_invert_the_listing));
        self.on_records(compact_forms_read_back)
    }

    /// Adds the law of serde: a record, its last position and its moves can be read back from JSON (a text format) and
    /// postcard (a binary one).
    #[cfg(feature = "serde-laws")]
    pub fn serde(self) -> Laws<G>
    where
        G: serde::Serialize + serde::de::DeserializeOwned + 'static,
        G::Move: serde::Serialize + serde::de::DeserializeOwned,
    {
        self.on_records(serde_reads_back)
    }

    /// Adds the laws of symmetry. The canonical form of a position is its own canonical form, and all images of the
    /// position have the same canonical form. The canonical form plays like the position: after one move both lead to
    /// the same canonical forms, equally often. A move followed by a symmetry gives the same position as the symmetry
    /// followed by the image of the move.
    pub fn symmetric(self) -> Laws<G>
    where
        G: Symmetric + 'static,
    {
        self.on_positions(canonical_forms_stand_for_all_images)
    }

    /// Adds the law of impartial games. The sums after one move are exactly those given by the options of the summands,
    /// compared as lists, and the ending determines whether the player who cannot move wins or loses.
    pub fn impartial(self) -> Laws<G>
    where
        G: Impartial + 'static,
    {
        self.on_positions(options_are_the_moves)
    }

    /// Adds the law that the searches agree with plain minimax in every position whose whole game tree has at most
    /// `most` moves; see [`searches_agree_with_minimax`]. Every search plays every such position, so this law takes
    /// most of a suite's time: a few hundred is a good value in a debug build, and a few thousand in release.
    pub fn searches(self, most: u64) -> Laws<G>
    where
        G: Stored + 'static,
    {
        self.on_small_positions("the searches", move |position| {
            searches_agree_with_minimax(position, most)
        })
    }

    /// Adds the law that every search returns within `time` plus `slack`, stops within `slack` of the stop flag, stays
    /// within a budget of nodes, and returns a legal move, in positions of any size. Every position takes about nine
    /// times `time`, so use few games and positions.
    ///
    /// Choose `slack` to suit the machine: 50 ms if it is idle, and more if tests run in parallel.
    pub fn stops_in_time(self, time: Duration, slack: Duration) -> Laws<G>
    where
        G: Stored + 'static,
    {
        self.on_positions(move |position, _| searches_stop_in_time(position, time, slack))
    }

    /// Adds the law that the generic solver finds the same winner as plain minimax, in every position whose whole game
    /// tree has at most `most` moves.
    pub fn solved(self, most: u64) -> Laws<G>
    where
        G: Impartial + 'static,
    {
        self.on_small_positions("the solver", move |position| {
            solver_agrees_with_minimax(position, most)
        })
    }

    /// Adds a law that returns whether a position was small enough for it, and counts the positions that were.
    fn on_small_positions(
        mut self,
        whose: &'static str,
        law: impl Fn(&G) -> Result<bool, Broken> + 'static,
    ) -> Laws<G> {
        let held = Rc::new(Cell::new(0));
        self.held.push((whose, Rc::clone(&held)));
        self.on_positions(move |position, _| {
            held.set(held.get() + u64::from(law(position)?));
            Ok(())
        })
    }

    /// Adds the law of alternation: the game has two players, who move in turn.
    pub fn alternating(self) -> Laws<G>
    where
        G: Alternating + 'static,
    {
        self.on_positions(players_alternate)
    }

    /// Adds bounds on the number of moves in a finished game, as a function of its start. An unfinished game has at
    /// most as many moves as the upper bound.
    pub fn length(self, bounds: impl Fn(&G) -> RangeInclusive<usize> + 'static) -> Laws<G> {
        self.on_records(move |record| lengths_are_bounded(record, bounds(record.setup())))
    }

    /// Adds the laws of scores: scores depend only on the position, and the gain of a move is the difference that it
    /// makes to the score of its player.
    pub fn scored(self) -> Laws<G>
    where
        G: Scored + 'static,
    {
        self.on_positions(scores_follow_positions)
            .on_positions(gains_are_differences)
    }

    /// Adds the law that the highest score wins, for games with that rule.
    pub fn best_score_wins(self) -> Laws<G>
    where
        G: Scored + 'static,
    {
        self.on_positions(|position, _| best_score_wins(position))
    }

    /// Adds the laws of encodings. Indices and legal moves correspond to each other, and the number of indices stays
    /// the same. A game lasts no longer than the bounds of each of its positions allow, and every move lowers the
    /// bound.
    pub fn encoding(self) -> Laws<G>
    where
        G: Actions + Bounds + 'static,
    {
        self.on_positions(actions_name_moves)
            .on_records(bounds_hold)
    }

    /// Adds the laws of planes. Planes have the stated shape and hold finite numbers, and positions of a run with the
    /// same planes are equal. If planes show [the view of the mover](Planes::is_view_of_mover), such positions are the
    /// same to the player to move.
    pub fn planes(self) -> Laws<G>
    where
        G: Planes + 'static,
    {
        let seen = RefCell::new(ByPlanes::default());
        self.on_positions(planes_show_positions)
            .on_positions(move |position, listing| {
                planes_determine_positions(position, listing, &mut seen.borrow_mut())
            })
    }

    /// Adds the law of symmetric encodings: a symmetry permutes actions and cells, and the planes and moves of the
    /// image are the permuted ones.
    pub fn augments(self) -> Laws<G>
    where
        G: Augments + 'static,
    {
        self.on_positions(symmetries_permute_encodings)
    }

    /// Adds the laws of graphs. Graphs follow the layout and distinguish positions. The parts of a move identify the
    /// move. Each part is below its size, and the sizes stay the same.
    pub fn graphs(self) -> Laws<G>
    where
        G: Graphs + Parts + 'static,
    {
        self.on_positions(graphs_show_positions)
            .on_positions(parts_name_moves)
    }

    /// Adds the law of symmetric graphs: the graphs of a position and its images have the same features, and the same
    /// edges between nodes with the same features.
    pub fn symmetric_graphs(self) -> Laws<G>
    where
        G: Graphs + Symmetric + 'static,
    {
        self.on_positions(|position, _| symmetries_keep_graphs(position))
    }

    /// Adds the law of bounded scores: every score lies in the range of the bounds of each position before it.
    pub fn bounded_scores(self) -> Laws<G>
    where
        G: Bounds + Scored + 'static,
    {
        self.on_records(scores_are_bounded)
    }

    /// After the games, counts the move sequences from the start up to `depth` in two ways: by walking them all, and
    /// with equal positions merged. The counts differ if two positions compare as equal but play differently.
    pub fn perft(mut self, depth: u32) -> Laws<G> {
        self.perft = Some(depth);
        self
    }

    /// Plays the games and checks every law. The environment variable `PAPERGAMES_LAWS_TIMES`, a whole number,
    /// multiplies the number of games.
    ///
    /// # Panics
    ///
    /// Panics if a law is broken, with the position, the moves that led there and the seed. Also panics if no position
    /// was checked, if no position was small enough for a law about small positions, or if the variable is not a whole
    /// number.
    #[track_caller]
    pub fn check(&self) -> Coverage {
        let times = std::env::var_os(TIMES).map_or(1, |times| {
            let times = times.to_string_lossy();
            (times.parse()).unwrap_or_else(|_| {
                panic!("expected a whole number such as 50 in {TIMES}, found `{times}`")
            })
        });
        match self.find_in(self.games.saturating_mul(times)) {
            Ok(summary) => summary,
            Err(failure) => panic!("{failure}"),
        }
    }

    /// Plays the games, checks every law, and returns a summary.
    ///
    /// # Errors
    ///
    /// Returns the first broken law with the game that breaks it. It is also an error if the suite checks no position
    /// at all, or no small enough position for a law about small positions.
    pub fn find(&self) -> Result<Coverage, Box<Failure<G>>> {
        self.find_in(self.games)
    }

    fn find_in(&self, games: u64) -> Result<Coverage, Box<Failure<G>>> {
        let mut summary = Coverage::default();
        self.held.iter().for_each(|(_, held)| held.set(0));
        for seed in (0..games).map(|i| self.seed.wrapping_add(i)) {
            let mut random = Seeded::new(seed);
            let mut here = GameRun {
                laws: self,
                record: Record::new(self.start.clone()),
                seed,
            };
            let checked = here.play(&mut random).and_then(|()| here.hold(&mut random));
            summary.positions += checked.map_err(|broken| Box::new(here.failure(broken)))?;
            summary.games += 1;
            summary.finished += u64::from(here.record.position().is_terminal());
            summary.longest = summary.longest.max(here.record.moves().len());
        }
        let here = GameRun {
            laws: self,
            record: Record::new(self.start.clone()),
            seed: self.seed,
        };
        let last = || {
            if let Some(depth) = self.perft {
                merging_keeps_counts(&self.start, depth)?;
            }
            demand!("a suite looks at some positions" =>
                summary.positions > 0 || self.perft.is_some(),
                "none; ask for a game and a position at least")?;
            let idle = self.held.iter().find(|(_, held)| held.get() == 0);
            let whose = idle.map_or("", |(whose, _)| whose);
            demand!("some positions are small enough" => idle.is_none(),
                "none for the law of {whose}; allow more moves, or begin near the end")
        };
        last().map_err(|broken| Box::new(here.failure(broken)))?;
        Ok(summary)
    }
}

/// One game of a run, with the progress of playing and checking it.
///
/// If the game itself panics, dropping this value prints the game and the position, which the panic alone would not
/// show.
struct GameRun<'a, G: Game> {
    laws: &'a Laws<G>,
    record: Record<G>,
    seed: u64,
}

impl<G: Game> GameRun<'_, G> {
    fn failure(&self, broken: Broken) -> Failure<G> {
        let line = self.laws.write.map(|write| write(&self.record));
        Failure {
            broken,
            record: self.record.clone(),
            seed: self.seed,
            line,
        }
    }

    /// Plays a random game to its end or to the limit.
    fn play(&mut self, random: &mut Seeded) -> Result<(), Broken> {
        while self.record.moves().len() < self.laws.max_moves {
            over_when_no_move_is_left(self.record.position())?;
            let Some(m) = self.record.position().random_move(random) else {
                return demand!("a position that goes on has a random move" =>
                    self.record.position().is_terminal(), "`random_move` returns `None`");
            };
            let text = m.to_string();
            self.record.push(m).map_err(|reason| Broken {
                law: "a random move is legal",
                found: format!("`random_move` returns `{text}`, which is refused: {reason}"),
            })?;
        }
        over_when_no_move_is_left(self.record.position())
    }

    /// Checks the laws for the record and some of its positions, and returns the number of positions checked.
    fn hold(&mut self, random: &mut Seeded) -> Result<u64, Broken> {
        replays_agree(&self.record)?;
        let full = self.record.clone();
        let chosen = self.choose(full.moves().len(), random);
        let mut pool = self.laws.also_try.clone();
        let mut listings = Vec::new();
        for (i, position) in full.positions().enumerate() {
            if !chosen.contains(&i) {
                continue;
            }
            let listing = MoveList::of(&position, self.laws.list_at_most, random);
            for _ in 0..listing.moves().len().min(4) {
                pool.push(
                    listing.moves()[random.below(listing.moves().len() as u64) as usize].clone(),
                );
            }
            listings.push((i, position, listing));
        }
        pool.extend_from_slice(&full.moves()[full.moves().len().saturating_sub(16)..]);
        for (i, position, listing) in &listings {
            self.record =
                Record::from_moves(full.setup().clone(), full.moves()[..*i].iter().cloned())
                    .expect("replays of this record have been checked");
            self.hold_at(position, listing, &pool, random)?;
        }
        self.record = full;
        playouts_are_random_moves(self.record.setup(), random)?;
        for law in &self.laws.on_records {
            law(&self.record)?;
        }
        Ok(listings.len() as u64)
    }

    /// Checks every law in one position.
    fn hold_at(
        &self,
        position: &G,
        listing: &MoveList<G>,
        pool: &[G::Move],
        random: &mut Seeded,
    ) -> Result<(), Broken> {
        over_when_no_move_is_left(position)?;
        moves_are_listed_once(position, self.laws.list_at_most)?;
        visitors_stop_at_once(position)?;
        queries_agree_with_the_listing(position, listing, random)?;
        random_moves_are_legal(position, listing, random)?;
        if (2..=8).contains(&listing.moves().len()) && random.below(8) == 0 {
            random_moves_are_fair(position, listing, random)?;
        }
        legal_moves_apply(position, listing)?;
        refusals_change_nothing(position, listing, pool)?;
        equal_positions_play_alike(position, listing, random)?;
        self.laws
            .on_positions
            .iter()
            .try_for_each(|law| law(position, listing))
    }

    /// Returns which positions of a game of `moves` moves are checked against all laws.
    fn choose(&self, moves: usize, random: &mut Seeded) -> Vec<usize> {
        if moves < self.laws.positions {
            return (0..=moves).collect();
        }
        let mut chosen = vec![0, moves - 1, moves];
        while chosen.len() < self.laws.positions {
            chosen.push(random.below(moves as u64) as usize);
        }
        chosen.truncate(self.laws.positions);
        chosen
    }
}

impl<G: Game> Drop for GameRun<'_, G> {
    #[expect(
        clippy::print_stderr,
        reason = "the game is panicking; this says in which position"
    )]
    fn drop(&mut self) {
        if std::thread::panicking() {
            let broken = Broken {
                law: "a game does not panic",
                found: "a panic".to_owned(),
            };
            eprintln!("{}", self.failure(broken));
        }
    }
}
