//! The solver: finds who wins, and keeps what it has proved.

use core::fmt;
use core::ops::ControlFlow;
use std::sync::atomic::Ordering;

use common::budget::HAS_THREADS;
use common::values::Effort;
use common::{Budget, Cost, Ending, Limit, Nimber, Progress, Unfinished, Verdict};

use super::entry::Entry;
use super::error::SolveError;
use super::known::Known;
use super::misere::Outcomes;
#[cfg(feature = "store")]
use super::origin::Origin;
use super::search::book::{Book, ChildLister, LandId};
use super::search::dfpn::{ProofSearch, SharedTable};
use super::search::time::{RealTime, Time};
use super::variants::antwerp::Antwerp;
use super::variants::decide::{self, Decider};
use super::variants::plain::WholeSolver;
use super::watch::{ProgressCallback, Reporter, Watch};
use super::work::Work;
use crate::land::{Land, Lands, Reductions};
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// The default limit on memory, in bytes: 1 GiB.
pub(super) const MEMORY: usize = 1 << 30;

/// The result of solving lands: whether the player to move wins, and the cost of the proof. Lands do not record which
/// player is to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LandsVerdict {
    /// Whether the player to move wins with best play.
    pub mover_wins: bool,
    /// The nimber in normal play, if the search found it. The nimber is always 0 if the player to move loses.
    pub nimber: Option<Nimber>,
    /// The number of results that the solver has stored: lands with nimbers, or positions with outcomes in misère play.
    pub known: u64,
    /// The cost of the proof.
    pub cost: Cost,
}

/// The question that every thread works on.
type ThreadTask<'q, T, C = RealTime> =
    dyn Fn(&mut ProofSearch<'_, '_, C>, &[LandId]) -> Result<T, Limit> + Sync + 'q;

/// The settings of a [`Solver`]: its limits, and which results to find.
///
/// # Examples
///
/// A budget that runs out is an error, but the solver keeps its results for the next call:
///
/// ```
/// use papergames_sprouts::solve::{SolveError, Solver};
/// use papergames_sprouts::{Budget, Player, Position};
///
/// let start: Position = "6+".parse()?;
/// let mut solver = Solver::new().budget(Budget::new().nodes(5));
/// assert!(matches!(solver.solve(&start), Err(SolveError::Unfinished(_))));
/// solver.settings.budget = Budget::new();
/// assert_eq!(solver.solve(&start)?.winner(), Some(Player::SECOND));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Settings {
    /// The limits of each call: time, nodes, the solver's total memory (1 GiB if not set), and a flag that stops it.
    ///
    /// In normal play, a search that reaches the memory limit drops what it can recompute and continues with its proved
    /// results and some of its proof numbers. The search gives up when proved nimbers leave too little memory.
    pub budget: Budget,
    /// The number of threads in normal play; 0 counts as 1. Misère play and Antwerp Sprouts use a single thread.
    ///
    /// The answer does not depend on the number of threads. With several threads, the number of nodes and the proof
    /// vary from run to run.
    pub threads: usize,
    /// A seed that shuffles the order in which options are searched; 0 is the default order. Set the seed before the
    /// solver has any results; later it has no effect.
    ///
    /// A given seed always leads to the same work. The seed affects the amount of work but not the answer.
    pub seed: u64,
    /// Whether [`solve`](Solver::solve) lists every winning move, as [`winning_moves`](Solver::winning_moves) does. If
    /// the budget runs out while moves are being listed, the verdict is still valid, but its `moves` are `None`.
    pub every_move: bool,
    /// Whether [`solve`](Solver::solve) also finds the value of a position in a variant of the game. In Black-and-White
    /// Sprouts this is the nimber; in Antwerp Sprouts it is the class and, for a small position in normal play, the
    /// value. If the budget runs out after the winner is proved, [`Verdict::missing`] says so.
    pub values: bool,
    /// In certificates of misère play, lands with at most this many lives are replaced by their canonical forms. The
    /// default is 9. With 0, a [`certificate`](super::certificate) spells out every position down to the last move.
    ///
    /// A higher limit leads to fewer entries but more forms: with 12 lives, certificates of some starting positions
    /// need hundreds of thousands of forms. This project's checker accepts at most 16 lives.
    pub forms: u8,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            budget: Budget::new(),
            threads: 1,
            seed: 0,
            every_move: false,
            values: false,
            forms: 9,
        }
    }
}

impl Settings {
    /// Takes over the limits and threads for one call.
    pub(crate) fn limit(&mut self, effort: &Effort<'_>) {
        self.budget = effort.budget.clone();
        self.threads = effort.threads;
    }
}

/// A solver of Sprouts, which finds who wins a position and remembers what it has proved.
pub struct Solver {
    /// The solver's limits, and which results to find.
    pub settings: Settings,
    /// The rules that apply to lands. A position contains its own rules.
    rules: Rules,
    progress: Option<Reporter>,
    pub(super) book: Book,
    listers: Vec<ChildLister>,
    pub(super) misere: Outcomes,
    antwerp: Antwerp,
    plain: WholeSolver,
    /// The origin of the entries that the solver did not find itself.
    #[cfg(feature = "store")]
    pub(super) origin: Origin,
}

impl fmt::Debug for Solver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Solver")
            .field("rules", &self.rules)
            .field("settings", &self.settings)
            .field("lands", &self.book.pages.len())
            .field("nimbers", &self.book.n_known())
            .field("work", &self.book.work())
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
    pub fn new() -> Solver {
        Solver::for_rules(Ending::Normal)
    }

    /// Returns a solver like [`Solver::new`], but with these rules for lands.
    ///
    /// The rules apply only to lands. A position contains its own rules, and every solver accepts positions with any
    /// rules. A solver keeps the lands of only one variant at a time, and forgets them when it switches to another.
    ///
    /// Antwerp Sprouts has neither lands nor nimbers, because its players have different moves, and lands do not record
    /// that a starting spot takes [another number of lines](Variant::lines_at_start). A solver created with the rules
    /// of such a variant solves lands by the rules of the standard game.
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
    pub fn for_rules(rules: impl Into<Rules>) -> Solver {
        let rules = rules.into();
        Solver {
            settings: Settings::default(),
            rules,
            progress: None,
            book: Book::of(rules.variant),
            listers: Vec::new(),
            misere: Outcomes::new(rules.variant),
            antwerp: Antwerp::new(),
            plain: WholeSolver::default(),
            #[cfg(feature = "store")]
            origin: Origin::default(),
        }
    }

    /// Sets the limits of each call: time, nodes, the solver's total memory, and a flag that stops it.
    #[must_use]
    pub fn budget(mut self, budget: Budget) -> Solver {
        self.settings.budget = budget;
        self
    }

    /// Sets the number of threads in normal play; the default is 1.
    #[must_use]
    pub fn threads(mut self, threads: usize) -> Solver {
        self.settings.threads = threads;
        self
    }

    /// Calls `report` a few times each second during a search (every 16,384 nodes on a platform without a clock).
    ///
    /// [`Progress::known`] counts nimbers, or outcomes in misère play. [`Progress::note`] contains the number of lands,
    /// the proof and disproof numbers, and the first lands on the line being searched.
    #[must_use]
    pub fn progress(mut self, report: impl FnMut(&Progress) + Send + Sync + 'static) -> Solver {
        self.progress = Some(Box::new(report));
        self
    }

    /// Finds out who wins a position under its own rules.
    ///
    /// [`Verdict::moves`] is `None` unless [`every_move`](Settings::every_move) is set. In normal play
    /// [`Verdict::nimber`] is set if the search happened to find the nimber. [`nimber`](Solver::nimber) always finds
    /// it, but may take longer.
    ///
    /// # Errors
    ///
    /// Returns [`SolveError::Unfinished`] if the budget runs out, and [`SolveError::Spots`] for more than 20 starting
    /// spots in Antwerp Sprouts and where other than three lines may end at a starting spot.
    ///
    /// # Examples
    ///
    /// The winner in the verdict is the player who wins, which need not be the player to move:
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
        progress: Option<&'a mut ProgressCallback<'a>>,
    ) -> Result<Verdict<Move>, SolveError> {
        let watch = &mut Watch::new(&self.settings.budget, MEMORY, progress);
        let Settings {
            every_move, values, ..
        } = self.settings;
        decide::solve(self.method(position), position, every_move, values, watch)
    }

    /// Returns the method that decides a position: this solver, or one for variants without lands.
    fn method(&mut self, position: &Position) -> &mut dyn Decider {
        let variant = position.rules().variant;
        if variant.has_lands() {
            self
        } else if variant.is_antwerp() {
            &mut self.antwerp
        } else {
            &mut self.plain
        }
    }

    /// Finds whether the player to move wins on these lands, by the rules of this solver.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out.
    pub fn solve_lands(&mut self, lands: &Lands) -> Result<LandsVerdict, Unfinished> {
        self.with_progress(|solver, progress| {
            let ending = solver.rules.ending;
            let lands = solver.enter_with(lands);
            let watch = &mut Watch::new(&solver.settings.budget, MEMORY, progress);
            let mover_wins = solver.mover_wins_lands(&lands, ending, watch);
            let mover_wins = mover_wins.map_err(|limit| watch.unfinished(limit))?;
            Ok(LandsVerdict {
                mover_wins,
                nimber: solver.nimber_found(&lands, ending, mover_wins),
                known: match ending {
                    Ending::Normal => solver.book.n_known(),
                    Ending::Misere => solver.misere.len() as u64,
                },
                cost: watch.cost(),
            })
        })
    }

    /// Lists every winning move, in the order of [`Game::moves`](common::Game::moves). The list is empty if the player
    /// to move loses.
    ///
    /// Checks every move, but solves each resulting position only once, even if several moves lead to it. A starting
    /// position with many spots has billions of moves, so set a budget; it applies to the whole call.
    ///
    /// # Errors
    ///
    /// The same as [`solve`](Solver::solve).
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
            let watch = &mut Watch::new(&solver.settings.budget, MEMORY, progress);
            decide::winning_moves(solver.method(position), position, watch)
        })
    }

    /// Returns a move that wins, or `None` if the player to move loses.
    pub(crate) fn winning_move(&mut self, position: &Position) -> Result<Option<Move>, SolveError> {
        let watch = &mut Watch::new(&self.settings.budget, MEMORY, None);
        let method = self.method(position);
        let mut winning = None;
        if method.mover_wins(position, watch)? {
            decide::judge_moves(method, position, watch, &mut |m, wins| {
                winning = wins.then_some(m);
                match winning {
                    Some(_) => ControlFlow::Break(()),
                    None => ControlFlow::Continue(()),
                }
            })?;
        }
        Ok(winning)
    }

    /// Finds the nimber of lands in normal play, even if this solver is set to misère play.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out.
    pub fn nimber(&mut self, lands: &Lands) -> Result<Nimber, Unfinished> {
        self.with_progress(|solver, progress| {
            let lands = solver.enter_with(lands);
            let watch = &mut Watch::new(&solver.settings.budget, MEMORY, progress);
            solver.nimber_within(&lands, watch)
        })
    }

    /// Finds the nimber of a position in normal play; `None` in misère play and if spots have colours.
    pub(crate) fn nimber_of_position(
        &mut self,
        position: &Position,
    ) -> Result<Option<Nimber>, SolveError> {
        let Rules { ending, variant } = position.rules();
        if ending.is_misere() || variant.is_antwerp() {
            return Ok(None);
        }
        self.with_progress(|solver, progress| {
            let watch = &mut Watch::new(&solver.settings.budget, MEMORY, progress);
            if !variant.has_lands() {
                return solver.plain.nimber(position, watch).map(Some);
            }
            solver.enter(variant);
            Ok(Some(solver.nimber_within(&lands_of(position), watch)?))
        })
    }

    /// Finds the nimber of lands of the current variant.
    pub(super) fn nimber_within(
        &mut self,
        lands: &Lands,
        watch: &mut Watch<'_>,
    ) -> Result<Nimber, Unfinished> {
        let question: &ThreadTask<'_, u8> = &|search, ids| {
            ids.iter()
                .try_fold(0, |total, id| Ok(total ^ search.nimber(*id)?))
        };
        let nimber = self.search(lands, question, watch);
        let nimber = nimber.map_err(|limit| watch.unfinished(limit))?;
        Ok(Nimber(nimber.into()))
    }

    /// Returns whether lands have a given nimber, that is, whether the player to move loses beside a heap of that size.
    /// This can be much faster than finding the nimber.
    pub(crate) fn has_nimber(&mut self, lands: &Lands, nimber: u8) -> Result<bool, Unfinished> {
        self.with_progress(|solver, progress| {
            solver.enter(solver.rules.variant);
            let watch = &mut Watch::new(&solver.settings.budget, MEMORY, progress);
            let question: &ThreadTask<'_, bool> = &|search, ids| search.is_lost(ids, nimber.into());
            let lost = solver.search(lands, question, watch);
            lost.map_err(|limit| watch.unfinished(limit))
        })
    }

    /// Finds the misère Grundy number of lands: the size of the least Nim heap beside which the player to move loses in
    /// misère play. The number does not depend on this solver's ending.
    ///
    /// The literature writes it after the nimber: `1/0` means nimber 1 and misère number 0. Unlike nimbers, misère
    /// numbers do not determine the outcome of a position beside others.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] if the budget runs out.
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
            let lands = solver.enter_with(lands);
            let watch = &mut Watch::new(&solver.settings.budget, MEMORY, progress);
            let nimber = solver.misere.nimber(&lands, watch);
            solver.misere.book.add_work(Work::visits(watch.nodes));
            let nimber = nimber.map_err(|limit| watch.unfinished(limit))?;
            Ok(Nimber(nimber.into()))
        })
    }

    /// Calls `run` with the solver's own progress callback.
    pub(super) fn with_progress<T>(
        &mut self,
        run: impl for<'a> FnOnce(&mut Solver, Option<&'a mut ProgressCallback<'a>>) -> T,
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

    /// Returns the variant whose rules apply to lands.
    #[cfg(feature = "store")]
    pub(super) fn variant(&self) -> Variant {
        self.rules.variant
    }

    /// Switches the solver to its own variant, and returns lands as its search meets them, reduced. A store holds no
    /// others, because the key of a land that can be reduced would be read as another land.
    fn enter_with(&mut self, lands: &Lands) -> Lands {
        self.enter(self.rules.variant);
        lands.reduced(Reductions::of(self.rules.variant))
    }

    /// Switches the solver to the lands of a variant, and forgets those of any other.
    pub(super) fn enter(&mut self, variant: Variant) {
        if self.book.variant != variant {
            self.book = Book::of(variant);
            self.misere = Outcomes::new(variant);
            self.listers.clear();
            #[cfg(feature = "store")]
            {
                self.origin = Origin::default();
            }
        }
        if self.book.pages.len() == 0 {
            self.book.seed = self.settings.seed;
        }
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
            Ending::Misere => {
                let before = watch.nodes;
                let found = self.misere.position(lands, 0, watch);
                let visited = watch.nodes - before;
                self.misere.book.add_work(Work::visits(visited));
                found
            }
        }
    }

    /// Returns the nimber of lands that were solved, if the search found it.
    fn nimber_found(&mut self, lands: &Lands, ending: Ending, mover_wins: bool) -> Option<Nimber> {
        if ending.is_misere() {
            return None;
        }
        if !mover_wins {
            return Some(Nimber::ZERO);
        }
        let ids = book_ids(&self.book, lands);
        let known = |id: &LandId| self.book.nimber(*id);
        let total = ids
            .iter()
            .try_fold(0, |total, id| known(id).map(|n| total ^ n));
        total.map(|nimber| Nimber(nimber.into()))
    }

    /// Runs all threads on a question until one has the answer.
    fn search<T: Send>(
        &mut self,
        lands: &Lands,
        question: &ThreadTask<'_, T>,
        watch: &mut Watch<'_>,
    ) -> Result<T, Limit> {
        self.search_in(&RealTime, lands, question, watch)
    }

    /// Runs all threads on a question, in real or virtual time, until one has the answer.
    pub(super) fn search_in<T: Send, C: Time>(
        &mut self,
        time: &C,
        lands: &Lands,
        question: &ThreadTask<'_, T, C>,
        watch: &mut Watch<'_>,
    ) -> Result<T, Limit> {
        loop {
            let threads = self.settings.threads.max(1);
            self.listers.resize_with(threads, ChildLister::default);
            if threads > 1 {
                ChildLister::share(&mut self.listers);
            }
            let ids = &book_ids(&self.book, lands);
            time.begin();
            let table = &SharedTable::new(&self.book, threads, time);
            let work = |thread, lister, watch| {
                let mut search = ProofSearch::new(table, thread, lister, watch);
                let answer = question(&mut search, ids);
                // The first thread to finish stops the others and provides the answer.
                (!table.done.swap(true, Ordering::Relaxed)).then_some(answer)
            };
            let mut listers = self.listers.iter_mut();
            let (limits, nodes) = (&watch.limits.clone(), watch.nodes);
            let silent = move || Watch::silent(limits.clone(), nodes);
            let first = listers.next().zip(Some(watch.part()));
            let answer = if threads == 1 || !HAS_THREADS {
                first.and_then(|(lister, watch)| work(0, lister, watch))
            } else {
                std::thread::scope(|scope| {
                    let work = &work;
                    let others: Vec<_> = (1..)
                        .zip(listers)
                        .map(|(thread, lister)| scope.spawn(move || work(thread, lister, silent())))
                        .collect();
                    let own = first.and_then(|(lister, watch)| work(0, lister, watch));
                    let others = others.into_iter().map(|other| match other.join() {
                        Ok(answer) => answer,
                        Err(panic) => std::panic::resume_unwind(panic),
                    });
                    others.fold(own, Option::or)
                })
            };
            let visited = table.nodes.load(Ordering::Relaxed);
            watch.nodes += visited;
            self.book.add_work(Work::visits(visited));
            if self.book.contradicts() {
                return Err(Limit::Contradiction);
            }
            match answer {
                Some(Err(Limit::Memory)) => {
                    self.listers.clear();
                    if !self.book.make_room(watch.limits.memory) {
                        return Err(Limit::Memory);
                    }
                }
                Some(answer) => return answer,
                None => return Err(Limit::Stopped),
            }
        }
    }

    /// Returns what the solver knows about a land, without a search.
    pub fn known(&self, land: &Land) -> Option<Known> {
        self.book.known(land.form())
    }

    /// Returns counts of the work that this solver has done since it was created.
    pub fn work(&self) -> Work {
        let mut all = Work::default();
        for book in [&self.book, &self.misere.book] {
            all.add(book.work());
            all.lands += book.pages.len() as u64;
        }
        all
    }

    /// Adds an entry without checking it. The entry is assumed to be true until a [certificate](Solver::certify)
    /// depends on it. If a land cannot have it beside what else is known, all searches of this solver end with
    /// [`Limit::Contradiction`].
    ///
    /// Most results of a search state nimbers that lands do not have, so to continue a search later, keep all
    /// [`entries`](Solver::entries).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Budget;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Solver;
    ///
    /// let start = Lands::start(10);
    /// let mut stopped = Solver::new();
    /// stopped.settings.budget = Budget::new().nodes(1000);
    /// assert!(stopped.solve_lands(&start).is_err());
    ///
    /// let mut resumed = Solver::new();
    /// for entry in stopped.entries() {
    ///     resumed.learn(&entry);
    /// }
    /// assert!(resumed.solve_lands(&start)?.mover_wins);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    pub fn learn(&mut self, entry: &Entry) {
        match entry {
            Entry::Land(land, known) => {
                let lands = Lands::from_iter([land.clone()]);
                let lands = lands.reduced(Reductions::of(self.rules.variant)).lands;
                // The search meets no land that can be reduced to several, or to none.
                if let Ok([land]) = <[Land; 1]>::try_from(lands) {
                    self.learn_reduced(&Entry::Land(land, *known));
                }
            }
            Entry::Loss(_) => self.learn_reduced(entry),
        }
    }

    /// Remembers an entry whose lands are reduced.
    pub(super) fn learn_reduced(&mut self, entry: &Entry) {
        match entry {
            Entry::Land(land, known) => {
                self.enter(self.rules.variant);
                if known.is_possible(land) {
                    let id = self.book.intern(land.form());
                    self.book.join(id, *known);
                } else {
                    self.book.contradict();
                }
            }
            Entry::Loss(loss) => self.misere.learn_loss(loss),
        }
    }

    /// Returns everything that the solver knows: first about lands, in the order in which the search met them, and then
    /// the positions lost in misère play.
    pub fn entries(&self) -> impl Iterator<Item = Entry> {
        let ids = 0..self.book.pages.len() as LandId;
        let lands = ids.filter_map(|id| {
            let known = self.book.pages[id as usize].known()?;
            Some(Entry::Land(self.book.land(id), known))
        });
        lands.chain(self.misere.losses().map(Entry::Loss))
    }
}

impl Decider for Solver {
    fn mover_wins(
        &mut self,
        position: &Position,
        watch: &mut Watch<'_>,
    ) -> Result<bool, SolveError> {
        let Rules { ending, variant } = position.rules();
        self.enter(variant);
        let wins = self.mover_wins_lands(&lands_of(position), ending, watch);
        Ok(wins.map_err(|limit| watch.unfinished(limit))?)
    }

    fn appraise(
        &mut self,
        position: &Position,
        mover_wins: bool,
        searches: bool,
        verdict: &mut Verdict<Move>,
        watch: &mut Watch<'_>,
    ) -> Result<(), SolveError> {
        let Rules { ending, variant } = position.rules();
        let lands = lands_of(position);
        verdict.nimber = self.nimber_found(&lands, ending, mover_wins);
        let is_due = searches && ending.is_normal() && !variant.is_standard();
        if is_due && verdict.nimber.is_none() {
            let found = self.nimber_within(&lands, watch);
            verdict.nimber = decide::found(found.map_err(SolveError::from), "nimber", verdict)?;
        }
        Ok(())
    }

    fn lands(&self, position: &Position) -> Option<Lands> {
        Some(lands_of(position))
    }
}

/// Returns the lands of a position of a variant that has them.
pub(crate) fn lands_of(position: &Position) -> Lands {
    let lands = Lands::drawn(position, Reductions::of(position.rules().variant));
    lands.expect("the variant has lands")
}

pub(super) fn book_ids(book: &Book, lands: &Lands) -> Vec<LandId> {
    lands.iter().map(|land| book.intern(land.form())).collect()
}
