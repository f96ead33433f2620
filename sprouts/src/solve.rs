//! Who wins, proved.
//!
//! [`Solver`] answers for any position, given as [`Lands`]: who wins in normal or in misère play, and the nimber. It
//! keeps what it has proved, so that later questions are cheaper, and it can be limited in time and memory and
//! stopped from another thread.
//!
//! ```
//! use papergames_sprouts::land::Lands;
//! use papergames_sprouts::solve::Solver;
//! use papergames_sprouts::Player;
//!
//! let mut solver = Solver::new();
//! let solution = solver.solve(&Lands::start(5))?;
//! assert_eq!(solution.winner, Player::FIRST);
//! assert_eq!(solver.nimber(&Lands::start(5))?, 1);
//! # Ok::<(), papergames_sprouts::solve::GaveUp>(())
//! ```
//!
//! # From a position to who wins
//!
//! Lands are a drawing without its rules: normal and misère play of the same drawing have the same lands. The solver has to
//! be told which is played, and [`Solver::for_rules`] takes it from the position. The winner is counted from the position, so
//! [`Player::FIRST`] is the player to move there.
//!
//! ```
//! use papergames_sprouts::land::Lands;
//! use papergames_sprouts::solve::Solver;
//! use papergames_sprouts::{Player, Position};
//!
//! let position: Position = "2+:1,3,2,3".parse()?;
//! let lands = Lands::of(&position).expect("these are the standard rules");
//! let mut solver = Solver::for_rules(position.rules());
//! assert_eq!(solver.solve(&lands)?.winner, Player::FIRST);
//! assert_eq!(solver.nimber(&lands)?, 2);
//! assert_eq!(solver.winning_moves(&position)?, ["1-2".parse()?]);
//!
//! // The same drawing where whoever makes the last move loses: other moves win.
//! let position: Position = "2-:1,3,2,3".parse()?;
//! let lands = Lands::of(&position).expect("these are the standard rules");
//! let mut solver = Solver::for_rules(position.rules());
//! assert_eq!(solver.solve(&lands)?.winner, Player::FIRST);
//! assert_eq!(solver.winning_moves(&position)?, ["1-1".parse()?, "2-2".parse()?]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Where the time goes, what was tried and what did not help is in `LABORATORY.md` beside this crate's manifest, with
//! the counts.
//!
//! # Modules
//!
//! * [`antwerp`]: the partizan variants, by another method.
//! * [`reference`](mod@reference): the plain search of the literature, to compare with and to verify by.
//! * [`verify`]: results proved again by the plain search, and how many nimbers that needs.
//! * [`catalogue`]: every reachable position with its values, as a set of data.
//! * [`database`]: nimbers as text, as other solvers write and read them.

pub mod antwerp;
pub(crate) mod book;
pub mod catalogue;
pub mod database;
pub(crate) mod dfpn;
pub(crate) mod misere;
pub mod reference;
pub mod verify;

pub use misere::Loss;
pub use verify::Proof;

use core::fmt;
use core::ops::ControlFlow;
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use common::search::Clock;
use common::{Ending, Game, Player};

use crate::land::{Land, Lands, Reductions};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use book::{Book, ChildLister, LandId};
use dfpn::{Search, SharedTable};

/// Why a search has ended without an answer. What was proved until then stays known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GaveUp {
    /// The time limit was reached.
    #[error("gave up: the time limit was reached before there was an answer")]
    Time,
    /// What the search has to remember does not fit the memory limit.
    #[error("gave up: the memory limit was reached before there was an answer")]
    Memory,
    /// Somebody told the search to stop.
    #[error("gave up: the search was told to stop before there was an answer")]
    Stopped,
    /// The position is played by other rules than those that the solver answers for: see [`Solver::for_rules`].
    #[error(
        "expected a position by the rules `{expected}`, which the solver answers for, found `{found}`"
    )]
    OtherRules {
        /// The rules of the solver.
        expected: Rules,
        /// The rules of the position.
        found: Rules,
    },
}

/// An answer, and what it cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// Who wins: [`Player::FIRST`] is the player to move.
    pub winner: Player,
    /// The nimber, where the search has come to know it. A lost position has nimber 0 in normal play.
    pub nimber: Option<u8>,
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many lands have a known nimber (in misère play: how many positions have a known outcome) by now.
    pub nimbers: u64,
    /// How long it took.
    pub time: Duration,
}

/// What a solver has done since it was made, step by step: the same on every machine, so that more work is noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[non_exhaustive]
pub struct Work {
    /// How many times the search came to a land.
    pub nodes: u64,
    /// How many lands had their children listed.
    pub expanded: u64,
    /// How many children those lists held before duplicates were dropped.
    pub listed: u64,
    /// How many lands, parts of children, were looked up by their arranged spelling.
    pub arranged: u64,
    /// How many of those were not found and had to be brought to canonical form.
    pub canonised: u64,
    /// How many lands have been met, and not been forgotten since.
    pub lands: u64,
}

impl Work {
    fn add(&mut self, more: Work) {
        self.nodes += more.nodes;
        self.expanded += more.expanded;
        self.listed += more.listed;
        self.arranged += more.arranged;
        self.canonised += more.canonised;
    }
}

/// How far a search has come.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Progress {
    /// How many positions were looked at.
    pub nodes: u64,
    /// How many results are known.
    pub nimbers: u64,
    /// How many lands have been met.
    pub lands: u64,
    /// About how many bytes the search holds.
    pub memory: usize,
    /// Time since the question was asked.
    pub time: Duration,
    /// Proof and disproof number of the question: how many further positions must at least be solved to show a win, and
    /// a loss.
    pub proof: (u32, u32),
    /// In normal play, the way on which the search is at present: the first lands of it, each a part of a child of the one
    /// before, in the published spelling, with the Nim heaps beside them.
    pub line: Option<String>,
}

/// What every thread is asked about the lands of a position.
type Question<'q, T> = dyn Fn(&mut Search<'_, '_>, &[LandId]) -> Result<T, GaveUp> + Sync + 'q;
/// What is called to report progress.
type Report = Box<dyn FnMut(&Progress) + Send>;
/// What is called with each nimber that is found.
type Found = Box<dyn FnMut(&Land, u8) + Send>;

/// Finds out who wins.
pub struct Solver {
    ending: Ending,
    memory: usize,
    threads: usize,
    time_limit: Option<Duration>,
    stop: Option<Arc<AtomicBool>>,
    progress: Option<Report>,
    found: Option<Found>,
    book: Book,
    listers: Vec<ChildLister>,
    misere: misere::Outcomes,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("ending", &self.ending)
            .field("memory", &self.memory)
            .field("lands", &self.book.pages.len())
            .field("nimbers", &self.book.known)
            .field("work", &self.book.work)
            .finish_non_exhaustive()
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

impl Solver {
    /// Returns a solver for normal play that knows nothing, with 1 GiB of memory and no limit of time.
    pub fn new() -> Solver {
        Solver {
            ending: Ending::Normal,
            memory: 1 << 30,
            threads: 1,
            time_limit: None,
            stop: None,
            progress: None,
            found: None,
            book: Book::of(Variant::Standard),
            listers: Vec::new(),
            misere: misere::Outcomes::new(Variant::Standard),
        }
    }

    /// Returns a solver for the positions that are played by these rules: [`Solver::new`] with their ending and variant.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    /// use papergames_sprouts::{Player, Rules};
    ///
    /// // Three spots are won in normal play and lost in misère play.
    /// let three = Lands::start(3);
    /// assert_eq!(Solver::for_rules(Rules::NORMAL).solve(&three)?.winner, Player::FIRST);
    /// assert_eq!(Solver::for_rules(Rules::MISERE).solve(&three)?.winner, Player::SECOND);
    /// # Ok::<(), papergames_sprouts::solve::GaveUp>(())
    /// ```
    pub fn for_rules(rules: Rules) -> Solver {
        Solver::new()
            .with_variant(rules.variant)
            .with_ending(rules.ending)
    }

    /// Answers for this ending from now on.
    pub fn with_ending(mut self, ending: Ending) -> Solver {
        self.ending = ending;
        self
    }

    /// Answers for positions of this variant from now on, and forgets what it knows.
    ///
    /// Antwerp Sprouts, whose players have different moves, has no nimbers and no lands; a solver for it answers as for
    /// the standard game.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Variant;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// // With four spots the second player wins, whatever encyclopedias say.
    /// let mut solver = Solver::new().with_variant(Variant::BlackAndWhite);
    /// let nimbers: Result<Vec<u8>, _> = (1..=4).map(|n| solver.nimber(&Lands::start(n))).collect();
    /// assert_eq!(nimbers?, [2, 2, 1, 0]);
    /// # Ok::<(), papergames_sprouts::solve::GaveUp>(())
    /// ```
    pub fn with_variant(mut self, variant: Variant) -> Solver {
        self.book = Book::of(variant);
        self.misere = misere::Outcomes::new(variant);
        self.listers.clear();
        self
    }

    /// Searches normal play with so many threads; 0 counts as 1. The answer is the same, the way to it is not.
    pub fn with_threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self
    }

    /// Searches the options of lands in another order for each seed; 0 is the usual one.
    ///
    /// The same seed always does the same work. The answer does not depend on it, but the work does, by luck.
    pub fn with_seed(mut self, seed: u64) -> Solver {
        self.book.seed = seed;
        self
    }

    /// Limits the memory, in bytes.
    ///
    /// In normal play a search at the limit forgets what it can find again, and goes on with what it has
    /// proved and with part of its proof numbers. It gives up when the proved nimbers fill the memory, or when what is left
    /// beside them is too little to prove more.
    pub fn with_memory(mut self, bytes: usize) -> Solver {
        self.memory = bytes;
        self
    }

    /// Limits the time for each question.
    pub fn with_time_limit(mut self, limit: Duration) -> Solver {
        self.time_limit = Some(limit);
        self
    }

    /// Gives up soon after `stop` is set.
    pub fn with_stop(mut self, stop: Arc<AtomicBool>) -> Solver {
        self.stop = Some(stop);
        self
    }

    /// Calls `report` a few times each second while a search is under way (every 16,384 positions where the platform has
    /// no clock).
    pub fn with_progress(mut self, report: impl FnMut(&Progress) + Send + 'static) -> Solver {
        self.progress = Some(Box::new(report));
        self
    }

    /// Calls `found` with each nimber as soon as it is proved, so that a program can keep it; what was kept goes
    /// back by [`learn`](Solver::learn) before the next run, which then continues where this one ended.
    ///
    /// # Examples
    ///
    /// ```
    /// use std::sync::{Arc, Mutex};
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let kept = Arc::new(Mutex::new(Vec::new()));
    /// let sink = Arc::clone(&kept);
    /// let mut solver = Solver::new()
    ///     .with_found(move |land, nimber| sink.lock().unwrap().push((land.clone(), nimber)));
    /// solver.solve(&Lands::start(6))?;
    ///
    /// let mut resumed = Solver::new();
    /// for (land, nimber) in kept.lock().unwrap().iter() {
    ///     resumed.learn(land, *nimber);
    /// }
    /// assert_eq!(resumed.solve(&Lands::start(6))?.nodes, 0);
    /// # Ok::<(), papergames_sprouts::solve::GaveUp>(())
    /// ```
    pub fn with_found(mut self, found: impl FnMut(&Land, u8) + Send + 'static) -> Solver {
        self.found = Some(Box::new(found));
        self
    }

    /// Finds out who wins a position, in the ending and the variant that this solver answers for: [`Lands`] do not know by
    /// which rules they are played.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] when a limit is reached or the search is told to stop.
    pub fn solve(&mut self, position: &Lands) -> Result<Solution, GaveUp> {
        let begun = Clock::start();
        if self.ending == Ending::Misere {
            let mut watch = Watch::new(
                self.memory,
                self.time_limit,
                self.stop.as_deref(),
                self.progress.as_mut(),
            );
            let wins = self.misere.position(position, 0, &mut watch)?;
            return Ok(Solution {
                winner: if wins { Player::FIRST } else { Player::SECOND },
                nimber: None,
                nodes: watch.nodes,
                nimbers: self.misere.len() as u64,
                time: begun.elapsed(),
            });
        }
        let before = self.book.work.nodes;
        let lost = self.search(position, &|search, ids| search.is_lost(ids, 0))?;
        let nodes = self.book.work.nodes - before;
        let ids = book_ids(&mut self.book, position);
        let known = ids
            .iter()
            .try_fold(0, |total, id| self.book.nimber(*id).map(|n| total ^ n));
        Ok(Solution {
            winner: if lost { Player::SECOND } else { Player::FIRST },
            nimber: if lost { Some(0) } else { known },
            nodes,
            nimbers: self.book.known,
            time: begun.elapsed(),
        })
    }

    /// Lists the moves that win, in the order of [`Game::moves`]; there are none where the player to move loses.
    ///
    /// Every move is looked at, and each position that moves lead to is solved once, however many lead there, so a position of
    /// many bare spots, which has billions of moves, is not for this. A limit of time holds for all of it together.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp::OtherRules`] unless the position is played by the rules that the solver answers for, and in
    /// Antwerp Sprouts; otherwise as [`solve`](Solver::solve) does.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::solve::{GaveUp, Solver};
    /// use papergames_sprouts::{Position, Rules};
    ///
    /// let mut solver = Solver::for_rules(Rules::MISERE);
    /// let position: Position = "2-:1,3,2,4/1,4,2,3".parse()?;
    /// let moves = ["1-2!", "1!-2", "3-4!", "3!-4"].map(|m| m.parse().expect("a move"));
    /// assert_eq!(solver.winning_moves(&position)?, moves);
    ///
    /// let normal: Position = "2+:1,3,2,4/1,4,2,3".parse()?;
    /// assert!(matches!(solver.winning_moves(&normal), Err(GaveUp::OtherRules { .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[expect(
        clippy::missing_panics_doc,
        reason = "a listed move is legal, and only Antwerp Sprouts, refused above, has colours"
    )]
    pub fn winning_moves(&mut self, position: &Position) -> Result<Vec<Move>, GaveUp> {
        let (expected, found) = (self.rules(), position.rules());
        if expected != found {
            return Err(GaveUp::OtherRules { expected, found });
        }
        let (begun, limit) = (Clock::start(), self.time_limit);
        let mut known = HashMap::new();
        let (mut winning, mut failed) = (Vec::new(), None);
        let _ = position.for_each_move(&mut |m| {
            let child = position.child(&m).expect("a listed move is legal");
            let lands = Lands::drawn(&child, Reductions::of(found.variant));
            let lands = lands.expect("such rules know no colours");
            let is_lost = match known.get(&lands) {
                Some(is_lost) => Ok(*is_lost),
                None => self.is_lost_within(&lands, begun, limit),
            };
            match is_lost {
                Ok(is_lost) => {
                    known.insert(lands, is_lost);
                    winning.extend(is_lost.then_some(m));
                    ControlFlow::Continue(())
                }
                Err(reason) => {
                    failed = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        self.time_limit = limit;
        failed.map_or(Ok(winning), Err)
    }

    /// Returns the rules that this solver answers for.
    fn rules(&self) -> Rules {
        let variant = match self.book.variant {
            variant if variant.is_antwerp() => Variant::Standard,
            variant => variant,
        };
        Rules {
            ending: self.ending,
            variant,
        }
    }

    /// Returns whether the player to move loses, in what is left of a limit of time that runs since `begun`.
    fn is_lost_within(
        &mut self,
        position: &Lands,
        begun: Clock,
        limit: Option<Duration>,
    ) -> Result<bool, GaveUp> {
        let left = limit.map(|limit| limit.saturating_sub(begun.elapsed()));
        if left == Some(Duration::ZERO) {
            return Err(GaveUp::Time);
        }
        self.time_limit = left;
        Ok(self.solve(position)?.winner == Player::SECOND)
    }

    /// Finds the nimber of a position: the Nim heap that it equals in normal play, whatever the ending of this solver.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] when a limit is reached or the search is told to stop.
    pub fn nimber(&mut self, position: &Lands) -> Result<u8, GaveUp> {
        self.search(position, &|search, ids| {
            ids.iter()
                .try_fold(0, |total, id| Ok(total ^ search.nimber(*id)?))
        })
    }

    /// Finds the misère Grundy number of a position: the least Nim heap beside which the player to move loses in misère play,
    /// whatever the ending of this solver.
    ///
    /// With the nimber it is what the literature tabulates of a position, written `1/0` for the nimber 1 and the
    /// misère number 0. Unlike nimbers, these numbers do not say how a position plays in any company.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] when a limit is reached or the search is told to stop.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let mut solver = Solver::new();
    /// let numbers: Result<Vec<u8>, _> = (1..=6).map(|n| solver.misere_nimber(&Lands::start(n))).collect();
    /// assert_eq!(numbers?, [1, 0, 0, 0, 1, 1]);
    /// # Ok::<(), papergames_sprouts::solve::GaveUp>(())
    /// ```
    pub fn misere_nimber(&mut self, position: &Lands) -> Result<u8, GaveUp> {
        let mut watch = Watch::new(
            self.memory,
            self.time_limit,
            self.stop.as_deref(),
            self.progress.as_mut(),
        );
        self.misere.nimber(position, &mut watch)
    }

    /// Lets all threads work at a question until one has the answer.
    fn search<T: Send>(
        &mut self,
        position: &Lands,
        question: &Question<'_, T>,
    ) -> Result<T, GaveUp> {
        let begun = Clock::start();
        let before = self.book.work.nodes;
        loop {
            self.listers.resize_with(self.threads, ChildLister::default);
            let ids = &book_ids(&mut self.book, position);
            let done = self.book.work.nodes - before;
            let (memory, limit, stop) = (self.memory, self.time_limit, self.stop.as_deref());
            let watch = |progress| Watch {
                begun,
                nodes: done,
                ..Watch::new(memory, limit, stop, progress)
            };
            let table = SharedTable::new(&mut self.book, self.found.as_mut(), self.threads > 1);
            let (table, watch) = (&table, &watch);
            let work = |lister, watch| {
                let mut search = Search::new(table, lister, watch);
                let answer = question(&mut search, ids);
                // Whoever is done stops the others, and is heard.
                (!table.done.swap(true, Ordering::Relaxed)).then_some(answer)
            };
            let mut listers = self.listers.iter_mut();
            let first = listers.next().zip(Some(watch(self.progress.as_mut())));
            let answer = if self.threads == 1 {
                first.and_then(|(lister, watch)| work(lister, watch))
            } else {
                std::thread::scope(|scope| {
                    let work = &work;
                    let others: Vec<_> = listers
                        .map(|lister| scope.spawn(move || work(lister, watch(None))))
                        .collect();
                    let own = first.and_then(|(lister, watch)| work(lister, watch));
                    let others = others.into_iter().map(|other| match other.join() {
                        Ok(answer) => answer,
                        Err(panic) => std::panic::resume_unwind(panic),
                    });
                    others.fold(own, Option::or)
                })
            };
            match answer {
                Some(Err(GaveUp::Memory)) => {
                    self.listers.clear();
                    if !self.book.make_room(self.memory) {
                        return Err(GaveUp::Memory);
                    }
                }
                Some(answer) => return answer,
                None => return Err(GaveUp::Stopped),
            }
        }
    }

    /// Returns the nimber of a land, if it is known already.
    pub fn known_nimber(&self, land: &Land) -> Option<u8> {
        self.book
            .find(land.form())
            .and_then(|id| self.book.nimber(id))
    }

    /// Returns what the solver has done since it was made.
    pub fn work(&self) -> Work {
        Work {
            lands: self.book.pages.len() as u64,
            ..self.book.work
        }
    }

    /// Tells the solver the nimber of a land, which it believes.
    pub fn learn(&mut self, land: &Land, nimber: u8) {
        let id = self.book.intern(land.form());
        self.book.learn(id, nimber);
    }

    /// Returns the positions of misère play that were proved to be lost since this was last asked, or since the
    /// beginning, so that a program can keep them; what was kept goes back by [`learn_loss`](Solver::learn_loss).
    pub fn new_losses(&mut self) -> Vec<Loss> {
        self.misere.new_losses()
    }

    /// Tells the solver that the player to move loses a position in misère play, which it believes.
    pub fn learn_loss(&mut self, loss: &Loss) {
        self.misere.learn_loss(loss.clone());
    }

    /// Returns all lands whose nimbers are known, with the nimbers, in the order in which the lands were met.
    pub fn nimbers(&self) -> impl Iterator<Item = (Land, u8)> {
        (0..self.book.pages.len() as u32).filter_map(|id| {
            self.book
                .nimber(id)
                .map(|n| (Land::from_form(self.book.form(id)), n))
        })
    }
}

fn book_ids(book: &mut Book, position: &Lands) -> Vec<book::LandId> {
    position
        .iter()
        .map(|land| book.intern(land.form()))
        .collect()
}

/// Counts positions, and says when to give up.
pub(crate) struct Watch<'a> {
    pub(crate) nodes: u64,
    /// How many of them this watch has counted itself.
    ticks: u64,
    pub(crate) proof: (u32, u32),
    /// What to report as the line of play.
    pub(crate) line: Option<String>,
    memory: usize,
    begun: Clock,
    limit: Option<Duration>,
    stop: Option<&'a AtomicBool>,
    progress: Option<&'a mut Report>,
    reported: Duration,
}

impl fmt::Debug for Watch<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Watch")
            .field("nodes", &self.nodes)
            .finish_non_exhaustive()
    }
}

impl<'a> Watch<'a> {
    fn new(
        memory: usize,
        limit: Option<Duration>,
        stop: Option<&'a AtomicBool>,
        progress: Option<&'a mut Report>,
    ) -> Watch<'a> {
        Watch {
            nodes: 0,
            ticks: 0,
            proof: (1, 1),
            line: None,
            memory,
            begun: Clock::start(),
            limit,
            stop,
            progress,
            reported: Duration::ZERO,
        }
    }

    /// Whether the next tick may report.
    pub(crate) fn looks_next(&self) -> bool {
        self.progress.is_some() && (self.ticks + 1).is_multiple_of(64)
    }

    /// Counts a position; looks at the limits now and then.
    pub(crate) fn tick(&mut self, state: impl FnOnce() -> State) -> Result<(), GaveUp> {
        self.nodes += 1;
        self.ticks += 1;
        if !self.ticks.is_multiple_of(64) {
            return Ok(());
        }
        if self.stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) {
            return Err(GaveUp::Stopped);
        }
        let time = self.begun.elapsed();
        if self.limit.is_some_and(|limit| time >= limit) {
            return Err(GaveUp::Time);
        }
        let state = state();
        if state.memory > self.memory {
            return Err(GaveUp::Memory);
        }
        let due = if Clock::RUNS {
            time.saturating_sub(self.reported) >= Duration::from_millis(250)
        } else {
            self.ticks.is_multiple_of(1 << 14)
        };
        if let Some(report) = &mut self.progress
            && due
        {
            self.reported = time;
            report(&Progress {
                nodes: self.nodes,
                nimbers: state.known,
                lands: state.lands,
                memory: state.memory,
                time,
                proof: self.proof,
                line: self.line.take(),
            });
        }
        Ok(())
    }
}

/// What a search tells its watch.
#[derive(Clone, Copy, Debug)]
pub(crate) struct State {
    pub(crate) known: u64,
    pub(crate) lands: u64,
    pub(crate) memory: usize,
}
