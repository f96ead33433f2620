//! The solver: who wins, and what it has proved.

use core::fmt;
use core::ops::ControlFlow;
use std::collections::HashMap;
use std::sync::atomic::Ordering;

use common::budget::HAS_THREADS;
use common::verdict::{Missing, Partizan};
use common::{Budget, Cost, Ending, Game, Limit, Nimber, Outcome, Progress, Unfinished, Verdict};

use super::antwerp::Antwerp;
use super::book::UNKNOWN;
use super::book::{Book, ChildLister, LandId};
use super::dfpn::{Found, Search, SharedTable};
use super::error::SolveError;
use super::misere::{Loss, Outcomes};
#[cfg(feature = "store")]
use super::told::Told;
use super::turns::Turns;
use super::watch::{Listener, Reporter, Watch};
use super::work::Work;
use crate::land::{Land, Lands, Reductions};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// The default limit on memory, in bytes: 1 GiB.
pub(super) const MEMORY: usize = 1 << 30;

/// The most lives of a land that counts as its canonical form in misère play, unless
/// [`certificate_forms`](Solver::certificate_forms) says otherwise.
const FORMS: u8 = 9;

/// The most lives of a position of Antwerp Sprouts whose value is found: that of four hot spots has pages of options.
const MOST_LIVES: usize = 9;

/// Whether the player to move wins, and the cost of the proof. Lands do not record who that player is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LandsVerdict {
    /// Whether the player to move wins with best play.
    pub mover_wins: bool,
    /// The nimber in normal play, if the search found it. If the player to move loses, it is always 0.
    pub nimber: Option<Nimber>,
    /// How many results the solver has stored: lands with nimbers, or positions with outcomes in misère play.
    pub known: u64,
    /// The cost of the proof.
    pub cost: Cost,
}

/// The question that every thread works on.
type Question<'q, T> = dyn Fn(&mut Search<'_, '_>, &[LandId]) -> Result<T, Limit> + Sync + 'q;
/// The callback for each move, and whether it wins.
type Judge<'j> = dyn FnMut(Move, bool) -> ControlFlow<()> + 'j;

/// A solver: finds out who wins, and remembers what it proved.
pub struct Solver {
    /// The rules for lands. Positions bring their own.
    pub(super) rules: Rules,
    pub(super) budget: Budget,
    pub(super) threads: usize,
    /// Whether the threads take turns by the work they have done.
    pub(super) simulated: bool,
    pub(super) every_move: bool,
    pub(super) values: bool,
    /// The most lives of a land that counts as its form in certificates of misère play.
    pub(super) forms: u8,
    pub(super) progress: Option<Reporter>,
    pub(super) found: Option<Found>,
    pub(super) book: Book,
    pub(super) listers: Vec<ChildLister>,
    pub(super) misere: Outcomes,
    pub(super) antwerp: Antwerp,
    #[cfg(feature = "store")]
    pub(super) told: Told,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("rules", &self.rules)
            .field("budget", &self.budget)
            .field("lands", &self.book.pages.len())
            .field("nimbers", &self.book.n_known())
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
    /// Returns an empty solver for standard Sprouts in normal play, with one thread, 1 GiB of memory and no other
    /// limit.
    #[must_use]
    pub fn new() -> Solver {
        Solver::for_rules(Ending::Normal)
    }

    /// Returns a solver like [`Solver::new`] that solves lands by these rules.
    ///
    /// The rules matter for lands only. A position brings its own rules, and every solver accepts positions of all
    /// rules. But a solver stores the lands of one variant at a time, and forgets them when it switches to another.
    ///
    /// Antwerp Sprouts, whose players have different moves, has neither lands nor nimbers; with its rules, lands are
    /// solved as in the standard game.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    /// use papergames_sprouts::{Ending, Nimber, Variant};
    ///
    /// // Three spots are won in normal play and lost in misère play.
    /// let three = Lands::start(3);
    /// assert!(Solver::for_rules(Ending::Normal).solve_lands(&three)?.mover_wins);
    /// assert!(!Solver::for_rules(Ending::Misere).solve_lands(&three)?.mover_wins);
    ///
    /// // Black-and-White Sprouts with four spots is won by the second player, whatever encyclopedias say.
    /// let mut solver = Solver::for_rules(Variant::BlackAndWhite);
    /// let nimbers: Result<Vec<_>, _> = (1..=4).map(|n| solver.nimber(&Lands::start(n))).collect();
    /// assert_eq!(nimbers?, [Nimber(2), Nimber(2), Nimber(1), Nimber(0)]);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    #[must_use]
    pub fn for_rules(rules: impl Into<Rules>) -> Solver {
        let rules = rules.into();
        Solver {
            rules,
            budget: Budget::new(),
            threads: 1,
            simulated: false,
            every_move: false,
            values: false,
            forms: FORMS,
            progress: None,
            found: None,
            book: Book::of(rules.variant),
            listers: Vec::new(),
            misere: Outcomes::new(rules.variant),
            antwerp: Antwerp::new(),
            #[cfg(feature = "store")]
            told: Told::default(),
        }
    }

    /// Sets the limits of each call: time, nodes, the solver's total memory, and a flag to stop it.
    ///
    /// In normal play, a search that reaches the memory limit drops what it can recompute and continues with its proved
    /// results and some of its proof numbers. It gives up when proved nimbers fill the memory or leave too little room
    /// for the search.
    ///
    /// # Examples
    ///
    /// A spent budget is an error, but the solver keeps its results for the next call:
    ///
    /// ```
    /// use papergames_sprouts::solve::{SolveError, Solver};
    /// use papergames_sprouts::{Budget, Player, Position};
    ///
    /// let start: Position = "6+".parse()?;
    /// let mut solver = Solver::new().budget(Budget::new().nodes(5));
    /// assert!(matches!(solver.solve(&start), Err(SolveError::Unfinished(_))));
    /// solver.set_budget(Budget::new());
    /// assert_eq!(solver.solve(&start)?.winner(), Some(Player::SECOND));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Solver {
        self.set_budget(budget);
        self
    }

    /// Sets the limits for the calls that follow; see [`budget`](Solver::budget).
    pub fn set_budget(&mut self, budget: Budget) {
        self.budget = budget;
    }

    /// Searches normal play with this many threads; 0 counts as 1. Misère play and Antwerp Sprouts use one.
    ///
    /// The answer does not depend on the number of threads; nodes and proofs do, and vary from run to run.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Solver {
        self.set_threads(threads);
        self
    }

    /// Sets the number of threads for the calls that follow; see [`threads`](Solver::threads).
    pub fn set_threads(&mut self, threads: usize) {
        self.threads = threads.max(1);
        self.simulated = false;
    }

    /// Searches normal play with this many simulated threads, of which one runs at a time: the one that has done the
    /// least work.
    ///
    /// The search is the same on every machine. [`Work::simulated`] is the time that it would take on as many cores,
    /// so it shows what more cores would gain without having them.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let time = |cores| {
    ///     let mut solver = Solver::new().simulated_threads(cores);
    ///     let verdict = solver.solve_lands(&Lands::start(8))?;
    ///     assert!(!verdict.mover_wins);
    ///     Ok::<_, papergames_sprouts::Unfinished>(solver.work().simulated)
    /// };
    /// assert!(time(2)? < time(1)?);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    #[must_use]
    pub fn simulated_threads(mut self, threads: usize) -> Solver {
        self.threads = threads.max(1);
        self.simulated = true;
        self
    }

    /// Sets the seed that shuffles the order in which options are searched; 0 is the default order.
    ///
    /// The same seed always does the same work. The answer does not depend on the seed, but the amount of work does.
    #[must_use]
    pub fn seed(mut self, seed: u64) -> Solver {
        self.book.seed = seed;
        self
    }

    /// Sets up to how many lives lands are replaced by their canonical forms in certificates of misère play, instead of
    /// 9. With 0, a [`certificate`](super::certificate) spells out every position down to the last move.
    ///
    /// The more lives, the fewer facts, and the more forms: with 12 lives some starts need hundreds of thousands. The
    /// checker of this project takes up to 16.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::solve::Solver;
    /// use papergames_sprouts::{Ending, Position};
    ///
    /// let six = Position::new(6, Ending::Misere)?;
    /// let facts = |lives| -> Result<usize, Box<dyn std::error::Error>> {
    ///     Ok(Solver::new().certificate_forms(lives).certify(&six)?.facts().len())
    /// };
    /// assert!(facts(6)? * 5 < facts(0)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn certificate_forms(mut self, lives: u8) -> Solver {
        self.forms = lives;
        self
    }

    /// Makes [`solve`](Solver::solve) list every winning move, as [`winning_moves`](Solver::winning_moves) does.
    ///
    /// If the budget runs out while listing, the verdict remains valid and its `moves` are `None`.
    #[must_use]
    pub fn every_move(mut self, every_move: bool) -> Solver {
        self.set_every_move(every_move);
        self
    }

    /// Sets whether the calls that follow list every winning move; see [`every_move`](Solver::every_move).
    pub fn set_every_move(&mut self, every_move: bool) {
        self.every_move = every_move;
    }

    /// Makes [`solve`](Solver::solve) find the value of a position of a variant: the nimber in Black-and-White Sprouts;
    /// the class, and in normal play the value of a small position, in Antwerp Sprouts.
    ///
    /// If the budget runs out after the winner is proved, [`Verdict::missing`] says so.
    #[must_use]
    pub fn values(mut self, values: bool) -> Solver {
        self.set_values(values);
        self
    }

    /// Sets whether the calls that follow find values; see [`values`](Solver::values).
    pub fn set_values(&mut self, values: bool) {
        self.values = values;
    }

    /// Calls `report` a few times each second during a search (every 16,384 nodes on a platform without a clock).
    ///
    /// [`Progress::known`] counts nimbers, or outcomes in misère play. [`Progress::note`] contains the number of lands,
    /// the proof and disproof numbers, and the first lands of the line being searched.
    #[must_use]
    pub fn progress(mut self, report: impl FnMut(&Progress) + Send + 'static) -> Solver {
        self.progress = Some(Box::new(report));
        self
    }

    /// Calls `found` with each nimber as soon as it is proved, so a program can save it. Pass saved nimbers to
    /// [`learn`](Solver::learn) before the next run, which then continues where this one stopped.
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
    ///     .found(move |land, nimber| sink.lock().unwrap().push((land.clone(), nimber)));
    /// let _ = solver.solve_lands(&Lands::start(6))?;
    ///
    /// let mut resumed = Solver::new();
    /// for (land, nimber) in kept.lock().unwrap().iter() {
    ///     resumed.learn(land, *nimber);
    /// }
    /// assert_eq!(resumed.solve_lands(&Lands::start(6))?.cost.nodes, 0);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    #[must_use]
    pub fn found(mut self, found: impl FnMut(&Land, Nimber) + Send + 'static) -> Solver {
        self.found = Some(Box::new(found));
        self
    }

    /// Finds out who wins a position of any variant, with the ending of its rules.
    ///
    /// [`Verdict::moves`] is `None` unless [`every_move`](Solver::every_move) is set. [`Verdict::nimber`] is set in
    /// normal play if the search happened to find it; [`nimber`](Solver::nimber) always finds it, but may take longer.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError::Unfinished`] when the budget is spent, and [`SolveError::Spots`] for Antwerp Sprouts with
    /// more than [`Antwerp::MAX_START`] spots.
    ///
    /// # Examples
    ///
    /// The winner is the player who wins, not the player to move:
    ///
    /// ```
    /// use papergames_sprouts::solve::Solver;
    /// use papergames_sprouts::{Ending, Game, Player, Position};
    ///
    /// let mut solver = Solver::new();
    /// let mut position = Position::new(3, Ending::Normal)?;
    /// assert_eq!(solver.solve(&position)?.winner(), Some(Player::FIRST));
    ///
    /// // The first player makes a winning move. Now the second is to move, and the first still wins.
    /// let best = solver.winning_moves(&position)?[0];
    /// position.apply(&best)?;
    /// assert_eq!(solver.solve(&position)?.winner(), Some(Player::FIRST));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn solve(&mut self, position: &Position) -> Result<Verdict<Move>, SolveError> {
        self.with_progress(|solver, progress| solver.solve_telling(position, progress))
    }

    /// Like [`solve`](Solver::solve), but reports to `progress` instead of the solver's own listener.
    pub(crate) fn solve_telling<'a>(
        &mut self,
        position: &Position,
        progress: Option<&'a mut Listener<'a>>,
    ) -> Result<Verdict<Move>, SolveError> {
        let watch = &mut Watch::new(&self.budget, MEMORY, progress);
        let mover_wins = self.mover_wins(position, watch)?;
        let mut moves = None;
        if self.every_move {
            // The verdict is valid even if the list is incomplete.
            moves = match self.winning(position, mover_wins, watch) {
                Err(SolveError::Unfinished(_)) => None,
                list => Some(list?),
            };
        }
        let turn = position.mover();
        let winner = if mover_wins { turn } else { turn.opponent() };
        let mut verdict = Verdict::new(Outcome::Win(winner), watch.cost());
        verdict.moves = moves;
        verdict.nimber = self.nimber_of(position, mover_wins);
        if self.values {
            self.find_value(position, watch, &mut verdict)?;
        }
        Ok(verdict)
    }

    /// Adds to the verdict about a position of a variant what it is worth.
    fn find_value(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
        verdict: &mut Verdict<Move>,
    ) -> Result<(), SolveError> {
        let Rules { ending, variant } = position.rules();
        let (what, found) = if variant.is_antwerp() {
            let class = self.antwerp.class_within(position, watch)?;
            let partizan = (verdict.partizan).insert(Partizan::new(class.to_string()));
            if ending == Ending::Misere || position.lives() > MOST_LIVES {
                return Ok(());
            }
            let worth = self.antwerp.worth_within(position, watch);
            ("value", worth.map(|worth| partizan.worth = Some(worth)))
        } else {
            if ending == Ending::Misere || variant == Variant::Standard || verdict.nimber.is_some()
            {
                return Ok(());
            }
            let nimber = self.nimber_within(&lands_of(position), watch);
            (
                "nimber",
                nimber
                    .map(|nimber| verdict.nimber = Some(nimber))
                    .map_err(SolveError::from),
            )
        };
        match found {
            Err(SolveError::Unfinished(reason)) => {
                verdict.missing = Some(Missing::new(what, reason));
                Ok(())
            }
            found => found,
        }
    }

    /// Finds out whether the player to move wins on these lands, by the rules of this solver.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] when the budget is spent.
    pub fn solve_lands(&mut self, lands: &Lands) -> Result<LandsVerdict, Unfinished> {
        self.with_progress(|solver, progress| {
            let Rules { ending, variant } = solver.rules;
            solver.enter(variant);
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            let mover_wins = solver.mover_wins_lands(lands, ending, watch);
            let mover_wins = mover_wins.map_err(|limit| watch.unfinished(limit))?;
            Ok(LandsVerdict {
                mover_wins,
                nimber: solver.nimber_found(lands, ending, mover_wins),
                known: solver.known(ending),
                cost: watch.cost(),
            })
        })
    }

    /// Lists the winning moves in the order of [`Game::moves`]. The list is empty if the player to move loses.
    ///
    /// Checks every move, but solves each resulting position only once, however many moves lead to it. A start with
    /// many spots has billions of moves, so set a budget; it limits the whole call.
    ///
    /// # Errors
    ///
    /// As [`solve`](Solver::solve).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Position;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let position: Position = "2-:1,3,2,4/1,4,2,3".parse()?;
    /// let moves = ["1-2!", "1!-2", "3-4!", "3!-4"].map(|m| m.parse().expect("a move"));
    /// assert_eq!(Solver::new().winning_moves(&position)?, moves);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn winning_moves(&mut self, position: &Position) -> Result<Vec<Move>, SolveError> {
        self.with_progress(|solver, progress| {
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            solver.winning(position, true, watch)
        })
    }

    /// Returns a move that wins, or `None` if the player to move loses.
    ///
    /// # Errors
    ///
    /// As [`solve`](Solver::solve).
    pub fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, SolveError> {
        self.with_progress(|solver, progress| {
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            let mut winning = None;
            if solver.mover_wins(position, watch)? {
                solver.judge_moves(position, watch, &mut |m, wins| {
                    winning = wins.then_some(m);
                    match winning {
                        Some(_) => ControlFlow::Break(()),
                        None => ControlFlow::Continue(()),
                    }
                })?;
            }
            Ok(winning)
        })
    }

    /// Finds the nimber of lands in normal play, whatever the ending of this solver.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] when the budget is spent.
    pub fn nimber(&mut self, lands: &Lands) -> Result<Nimber, Unfinished> {
        self.with_progress(|solver, progress| {
            solver.enter(solver.rules.variant);
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            solver.nimber_within(lands, watch)
        })
    }

    /// Finds the nimber of a position in normal play; `None` in misère play and if spots have colours.
    pub(crate) fn nimber_of_position(
        &mut self,
        position: &Position,
    ) -> Result<Option<Nimber>, Unfinished> {
        let Rules { ending, variant } = position.rules();
        if ending == Ending::Misere || variant.is_antwerp() {
            return Ok(None);
        }
        self.with_progress(|solver, progress| {
            solver.enter(variant);
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            solver.nimber_within(&lands_of(position), watch).map(Some)
        })
    }

    /// Finds the nimber of lands of the current variant.
    fn nimber_within(
        &mut self,
        lands: &Lands,
        watch: &mut Watch<'_>,
    ) -> Result<Nimber, Unfinished> {
        let question: &Question<'_, u8> = &|search, ids| {
            ids.iter()
                .try_fold(0, |total, id| Ok(total ^ search.nimber(*id)?))
        };
        let nimber = self.search(lands, question, watch);
        let nimber = nimber.map_err(|limit| watch.unfinished(limit))?;
        Ok(Nimber(nimber.into()))
    }

    /// Returns whether lands have a nimber: whether the player to move loses beside a heap of that size. This can take
    /// much less than finding the nimber.
    #[cfg(feature = "store")]
    pub(crate) fn has_nimber(&mut self, lands: &Lands, nimber: u8) -> Result<bool, Unfinished> {
        self.with_progress(|solver, progress| {
            solver.enter(solver.rules.variant);
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            let question: &Question<'_, bool> = &|search, ids| search.is_lost(ids, nimber.into());
            let lost = solver.search(lands, question, watch);
            lost.map_err(|limit| watch.unfinished(limit))
        })
    }

    /// Finds the misère Grundy number of lands: the least Nim heap beside which the player to move loses in misère
    /// play, whatever the ending of this solver.
    ///
    /// The literature tabulates it beside the nimber: `1/0` stands for the nimber 1 and the misère number 0. Unlike
    /// nimbers, misère numbers do not say how a position plays beside others.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] when the budget is spent.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Nimber;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let mut solver = Solver::new();
    /// let numbers: Result<Vec<_>, _> = (1..=6).map(|n| solver.misere_nimber(&Lands::start(n))).collect();
    /// assert_eq!(numbers?, [1, 0, 0, 0, 1, 1].map(Nimber));
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    pub fn misere_nimber(&mut self, lands: &Lands) -> Result<Nimber, Unfinished> {
        self.with_progress(|solver, progress| {
            solver.enter(solver.rules.variant);
            let watch = &mut Watch::new(&solver.budget, MEMORY, progress);
            let nimber = solver.misere.nimber(lands, watch);
            let nimber = nimber.map_err(|limit| watch.unfinished(limit))?;
            Ok(Nimber(nimber.into()))
        })
    }

    /// Calls `run` with the solver's own progress callback.
    pub(super) fn with_progress<T>(
        &mut self,
        run: impl for<'a> FnOnce(&mut Solver, Option<&'a mut Listener<'a>>) -> T,
    ) -> T {
        let mut progress = self.progress.take();
        let answer = run(
            self,
            match &mut progress {
                Some(progress) => Some(&mut **progress),
                None => None,
            },
        );
        self.progress = progress;
        answer
    }

    /// Switches the solver to the lands of a variant, and forgets those of any other.
    fn enter(&mut self, variant: Variant) {
        if self.book.variant != variant {
            let seed = self.book.seed;
            self.book = Book::of(variant);
            self.book.seed = seed;
            self.misere = Outcomes::new(variant);
            self.listers.clear();
            #[cfg(feature = "store")]
            {
                self.told = Told::default();
            }
        }
    }

    /// Returns the number of stored results.
    fn known(&self, ending: Ending) -> u64 {
        match ending {
            Ending::Normal => self.book.n_known(),
            Ending::Misere => self.misere.len() as u64,
        }
    }

    /// Returns whether the player to move wins a position.
    fn mover_wins(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<bool, SolveError> {
        let Rules { ending, variant } = position.rules();
        if variant.is_antwerp() {
            let class = self.antwerp.class_within(position, watch)?;
            return Ok(class.winner(position.mover()) == position.mover());
        }
        self.enter(variant);
        let wins = self.mover_wins_lands(&lands_of(position), ending, watch);
        Ok(wins.map_err(|limit| watch.unfinished(limit))?)
    }

    /// Returns whether the player to move wins on lands of the current variant.
    fn mover_wins_lands(
        &mut self,
        lands: &Lands,
        ending: Ending,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Limit> {
        match ending {
            Ending::Normal => {
                let lost = self.search(lands, &|search, ids| search.is_lost(ids, 0), watch)?;
                Ok(!lost)
            }
            Ending::Misere => self.misere.position(lands, 0, watch),
        }
    }

    /// Returns the nimber of a position that was solved, if the search found it.
    fn nimber_of(&mut self, position: &Position, mover_wins: bool) -> Option<Nimber> {
        let Rules { ending, variant } = position.rules();
        if variant.is_antwerp() {
            return None;
        }
        self.nimber_found(&lands_of(position), ending, mover_wins)
    }

    fn nimber_found(&mut self, lands: &Lands, ending: Ending, mover_wins: bool) -> Option<Nimber> {
        if ending == Ending::Misere {
            return None;
        }
        if !mover_wins {
            return Some(Nimber::ZERO);
        }
        let ids = book_ids(&mut self.book, lands);
        let known = |id: &LandId| self.book.nimber(*id);
        let total = ids
            .iter()
            .try_fold(0, |total, id| known(id).map(|n| total ^ n));
        total.map(|nimber| Nimber(nimber.into()))
    }

    /// Lists the winning moves, or none if `mover_wins` is false.
    fn winning(
        &mut self,
        position: &Position,
        mover_wins: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Vec<Move>, SolveError> {
        let mut winning = Vec::new();
        if mover_wins {
            self.judge_moves(position, watch, &mut |m, wins| {
                winning.extend(wins.then_some(m));
                ControlFlow::Continue(())
            })?;
        }
        Ok(winning)
    }

    /// Calls `judge` with each move and whether it wins, until it breaks.
    fn judge_moves(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
        judge: &mut Judge<'_>,
    ) -> Result<(), SolveError> {
        let antwerp = position.rules().variant.is_antwerp();
        let mut known: HashMap<Lands, bool> = HashMap::new();
        let mut failed = None;
        let _ = position.for_each_move(&mut |m| {
            let child = position.child_unchecked(&m);
            // Moves that lead to equal lands have the same result.
            let lands = (!antwerp).then(|| lands_of(&child));
            let before = lands.as_ref().and_then(|lands| known.get(lands).copied());
            let wins = match before {
                Some(wins) => Ok(wins),
                None => watch
                    .check()
                    .map_err(|limit| watch.unfinished(limit).into())
                    .and_then(|()| self.mover_wins(&child, watch))
                    .map(|opponent_wins| !opponent_wins),
            };
            match wins {
                Ok(wins) => {
                    known.extend(lands.map(|lands| (lands, wins)));
                    judge(m, wins)
                }
                Err(reason) => {
                    failed = Some(reason);
                    ControlFlow::Break(())
                }
            }
        });
        failed.map_or(Ok(()), Err)
    }

    /// Runs all threads on a question until one has the answer.
    pub(super) fn search<T: Send>(
        &mut self,
        lands: &Lands,
        question: &Question<'_, T>,
        watch: &mut Watch<'_>,
    ) -> Result<T, Limit> {
        let before = self.book.work.nodes.saturating_sub(watch.nodes);
        loop {
            self.listers.resize_with(self.threads, ChildLister::default);
            let ids = &book_ids(&mut self.book, lands);
            let turns = self.simulated.then(|| Turns::new(self.threads));
            let (found, turns) = (self.found.as_mut(), turns.as_ref());
            let table = SharedTable::new(&mut self.book, found, self.threads > 1, turns);
            let table = &table;
            let work = |number, lister, watch| {
                let mut search = Search::new(table, number, lister, watch);
                let answer = question(&mut search, ids);
                // The first thread to finish stops the others and provides the answer.
                (!table.done.swap(true, Ordering::Relaxed)).then_some(answer)
            };
            let mut listers = self.listers.iter_mut();
            let (limits, nodes, memory) = (&watch.limits(), watch.nodes, watch.memory);
            let silent = move || Watch::silent(limits.clone(), nodes, memory);
            let first = listers.next().zip(Some(watch.part()));
            let answer = if self.threads == 1 || !HAS_THREADS {
                first.and_then(|(lister, watch)| work(0, lister, watch))
            } else {
                std::thread::scope(|scope| {
                    let work = &work;
                    let others: Vec<_> = (1..)
                        .zip(listers)
                        .map(|(number, lister)| scope.spawn(move || work(number, lister, silent())))
                        .collect();
                    let own = first.and_then(|(lister, watch)| work(0, lister, watch));
                    let others = others.into_iter().map(|other| match other.join() {
                        Ok(answer) => answer,
                        Err(panic) => std::panic::resume_unwind(panic),
                    });
                    others.fold(own, Option::or)
                })
            };
            self.book.work.simulated += turns.map_or(0, Turns::end);
            watch.nodes = self.book.work.nodes - before;
            match answer {
                Some(Err(Limit::Memory)) => {
                    self.listers.clear();
                    if !self.book.make_room(watch.memory) {
                        return Err(Limit::Memory);
                    }
                }
                Some(answer) => return answer,
                None => return Err(Limit::Stopped),
            }
        }
    }

    /// Returns the nimber of a land, if it is known already.
    pub fn known_nimber(&self, land: &Land) -> Option<Nimber> {
        let nimber = self.book.nimber_of_form(land.form())?;
        Some(Nimber(nimber.into()))
    }

    /// Returns what the solver has done since it was made.
    pub fn work(&self) -> Work {
        Work {
            lands: self.book.pages.len() as u64,
            ..self.book.work
        }
    }

    /// Adds the nimber of a land to the solver's results without checking it.
    ///
    /// # Panics
    ///
    /// Panics if the nimber is greater than 63, more than any land of Sprouts that can be searched has.
    pub fn learn(&mut self, land: &Land, nimber: Nimber) {
        assert!(
            nimber.0 <= 63,
            "expected a nimber of 0 to 63, found {nimber}"
        );
        self.enter(self.rules.variant);
        let id = self.book.intern(land.form());
        self.book.learn(id, nimber.0 as u8);
    }

    /// Adds that a land does not have a nimber to the solver's results, without checking it.
    ///
    /// Most of what a search proves is of this kind, so a search that is to go on later should keep
    /// [`exclusions`](Solver::exclusions) as well as nimbers.
    ///
    /// # Panics
    ///
    /// As [`learn`](Solver::learn).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Budget;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let start = Lands::start(10);
    /// let mut stopped = Solver::new().budget(Budget::new().nodes(1000));
    /// assert!(stopped.solve_lands(&start).is_err());
    ///
    /// let mut resumed = Solver::new();
    /// for (land, nimber) in stopped.nimbers() {
    ///     resumed.learn(&land, nimber);
    /// }
    /// for (land, nimber) in stopped.exclusions() {
    ///     resumed.learn_exclusion(&land, nimber);
    /// }
    /// assert!(resumed.solve_lands(&start)?.mover_wins);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    pub fn learn_exclusion(&mut self, land: &Land, nimber: Nimber) {
        assert!(
            nimber.0 <= 63,
            "expected a nimber of 0 to 63, found {nimber}"
        );
        self.enter(self.rules.variant);
        let id = self.book.intern(land.form());
        self.book.exclude(id, nimber.0);
    }

    /// Returns the nimbers that lands with unknown nimbers are proved not to have, in the order in which the search met
    /// the lands.
    pub fn exclusions(&self) -> impl Iterator<Item = (Land, Nimber)> {
        let pages = (0..).zip(self.book.pages.iter());
        pages.flat_map(move |(id, page)| {
            let bits = if page.nimber == UNKNOWN {
                page.excluded
            } else {
                0
            };
            let excluded = (0..64).filter(move |nimber| bits >> nimber & 1 == 1);
            excluded.map(move |nimber| (Land::from_form(self.book.form(id)), Nimber(nimber)))
        })
    }

    /// Returns the positions that were proved lost in misère play since the last call, so a program can save them. Pass
    /// saved positions to [`learn_loss`](Solver::learn_loss).
    pub fn new_losses(&mut self) -> Vec<Loss> {
        self.misere.new_losses()
    }

    /// Adds to the solver's results that the player to move loses a position in misère play, without checking it.
    pub fn learn_loss(&mut self, loss: &Loss) {
        self.misere.learn_loss(loss);
    }

    /// Returns all lands with known nimbers, in the order in which the search met them.
    pub fn nimbers(&self) -> impl Iterator<Item = (Land, Nimber)> {
        (0..self.book.pages.len() as u32).filter_map(|id| {
            let nimber = Nimber(self.book.nimber(id)?.into());
            Some((Land::from_form(self.book.form(id)), nimber))
        })
    }
}

/// Returns the lands of a position of a variant without colours.
pub(super) fn lands_of(position: &Position) -> Lands {
    let lands = Lands::drawn(position, Reductions::of(position.rules().variant));
    lands.expect("only Antwerp Sprouts has colours")
}

pub(super) fn book_ids(book: &mut Book, lands: &Lands) -> Vec<LandId> {
    lands.iter().map(|land| book.intern(land.form())).collect()
}
