//! Audits of stores: whether every result in a file is true (feature `store`).
//!
//! [`audit()`] checks each result against the options of its land or position, those with few lives first:
//!
//! * **A nimber** *n* follows if some option has each smaller value and none has the value *n*. An option whose value
//!   the store does not hold is known not to have it if one of its own options has.
//! * **An excluded nimber** follows if some option has it.
//! * **A loss** in misère play follows if the opponent wins after every move: the canonical form of the position says
//!   so, or the store holds a loss that answers it.
//!
//! If the store lacks what a result rests on, a search that does not use the store proves or refutes the result, as
//! long as that takes less than [`SEARCHED`] nodes. If it takes more, a nimber is searched again from the nimbers of
//! options that the audit has proved.
//!
//! The audit shares the list of moves and the canonical forms with the solver. A
//! [certificate](super::certificate) can be checked without either.

use common::audit::{self, Audit, AuditError, Doubts, Mark, Results, Standing};
use common::budget::Clock;
use common::store::Store;
use common::{Budget, Ending, Limit, Nimber, Progress, Unfinished};

use super::entry::{self, Fact};
use super::misere::Loss;
use super::misere::Outcomes;
use super::misere::proof::Gap as LossGap;
use super::options::{Gap, Options};
use super::solver::{MEMORY, Solver};
use super::stored::{self, LOSSES, NIMBERS};
use crate::land::{Land, Lands};
use crate::rules::Variant;

/// How many nodes a search may take to settle one result that the store does not settle.
pub const SEARCHED: u64 = 20_000;

/// How many nodes the last search for a nimber may take if nothing else settles it: some seconds.
pub const SEARCHED_LAST: u64 = 200_000;

/// Audits a store of Sprouts, continuing from `mark`; see the [module](self) and [`audit`](common::audit::audit).
///
/// The memory of the budget limits the lists of options, in misère play also the losses, all of which are kept.
///
/// # Errors
///
/// Returns [`AuditError`] if a result is wrong, if the budget is spent, if the store cannot be read, and if the mark
/// belongs to another store.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::audit::Mark;
/// use papergames_sprouts::solve::{Solver, audit::audit, stored};
/// use papergames_sprouts::store::Store;
/// use papergames_sprouts::{Budget, Ending, Position};
///
/// # let path = std::env::temp_dir().join(format!("sprouts-audit-{}", std::process::id()));
/// let mut store = Store::open(&path, stored::NIMBERS)?;
/// Solver::new().solve_stored(&Position::new(6, Ending::Normal)?, &mut store, &mut |_| ())?;
/// let found = audit(&store, &Budget::new(), &mut Mark::default(), &mut |_| ())?;
/// assert!(found.is_proved() && found.results > 50);
///
/// // A lie.
/// store.insert(b"0*5", &[0]);
/// store.commit()?;
/// let error = audit(&store, &Budget::new(), &mut Mark::default(), &mut |_| ()).unwrap_err();
/// assert!(error.to_string().contains("it says that the nimber of `0*5` is 0"), "{error}");
/// # drop(store);
/// # std::fs::remove_file(path)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn audit(
    store: &Store,
    budget: &Budget,
    mark: &mut Mark,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Audit, AuditError> {
    match store.kind() {
        NIMBERS => {
            let mut nimbers = Nimbers::new(store, budget);
            audit::audit(store, &mut nimbers, budget, mark, progress)
        }
        LOSSES => {
            let clock = Clock::start();
            let mut losses = Losses::load(store, budget, &clock)?;
            let left = budget.less(0, clock.elapsed());
            audit::audit(store, &mut losses, &left, mark, progress)
        }
        found => Err(AuditError::Kind {
            expected: "`sprouts nimbers 2` or `sprouts misere losses 1`",
            found: found.to_owned(),
        }),
    }
}

fn memory(budget: &Budget) -> usize {
    let most = budget.memory.unwrap_or(MEMORY as u64);
    usize::try_from(most).unwrap_or(usize::MAX)
}

/// Returns the limits of a search of at most `nodes` nodes that settles one result.
fn short(budget: &Budget, nodes: u64) -> Budget {
    let most = budget.nodes.unwrap_or(u64::MAX);
    budget
        .clone()
        .nodes(most.min(nodes))
        .memory(memory(budget) as u64 / 2)
}

/// Returns whether a search was ended by a limit of the whole audit, not by that of one search.
fn is_final(reason: &Unfinished) -> bool {
    matches!(reason.limit, Limit::Time | Limit::Stopped)
}

/// The audit of nimbers.
struct Nimbers<'s> {
    store: &'s Store,
    options: Options,
    /// A solver that knows nothing of the store.
    solver: Solver,
    memory: usize,
    /// Whether results in doubt were left out of what the options remember.
    had_doubts: bool,
}

impl<'s> Nimbers<'s> {
    fn new(store: &'s Store, budget: &Budget) -> Nimbers<'s> {
        Nimbers {
            store,
            options: Options::of(Variant::Standard),
            solver: Solver::new(),
            memory: memory(budget),
            had_doubts: false,
        }
    }

    /// Checks whether a nimber follows from those in the store, without those in doubt if `doubts` are given.
    fn follows(
        &mut self,
        land: &Land,
        nimber: u8,
        doubts: Option<&Doubts>,
    ) -> Result<Result<(), Gap>, AuditError> {
        let store = self.store;
        let mut lookup = |form: &[u8]| -> Result<Option<u8>, AuditError> {
            let key = entry::key(&Land::from_form(form));
            if doubts.is_some_and(|doubts| doubts.has(key.as_bytes())) {
                return Ok(None);
            }
            Ok(match store.get(key.as_bytes())?.as_deref() {
                Some([nimber]) => Some(*nimber),
                _ => None,
            })
        };
        let id = self.options.intern(land);
        let mut used = Vec::new();
        self.options
            .follows(id, nimber, &|_| false, &mut used, &mut lookup)
    }

    /// Checks that a land does not have some nimbers, a bit for each: some option has each of them.
    fn check_excluded(
        &mut self,
        land: &Land,
        bits: u64,
        doubts: &Doubts,
        budget: &Budget,
    ) -> Result<Standing, AuditError> {
        let store = self.store;
        let mut lookup = |form: &[u8]| -> Result<Option<u8>, AuditError> {
            let key = entry::key(&Land::from_form(form));
            if doubts.has(key.as_bytes()) {
                return Ok(None);
            }
            Ok(match store.get(key.as_bytes())?.as_deref() {
                Some([nimber]) => Some(*nimber),
                _ => None,
            })
        };
        let id = self.options.intern(land);
        let mut is_missing = false;
        for nimber in (0..64).filter(|nimber| bits >> nimber & 1 == 1) {
            let found = self
                .options
                .option_of_value(id, nimber, &|_| false, &mut lookup)?;
            is_missing |= found.is_none();
        }
        if !is_missing {
            return Ok(Standing::Proved);
        }
        let mut standing = Standing::Proved;
        for nimber in (0..64).filter(|nimber| bits >> nimber & 1 == 1) {
            match self.has_nimber(land, nimber, budget)? {
                Some(false) => (),
                Some(true) => {
                    return Err(AuditError::Wrong {
                        said: format!("the nimber of `{land}` is not {nimber}"),
                        reason: "a search finds that it is".to_owned(),
                    });
                }
                // It may follow from results that are in doubt; that it follows from none of the others says nothing.
                None => standing = Standing::Unknown,
            }
        }
        Ok(standing)
    }

    /// Finds out whether a land has a nimber, without the store, or else with what the options know that was looked up
    /// last and is not in doubt; `None` if that takes too long.
    fn has_nimber(
        &mut self,
        land: &Land,
        nimber: u8,
        budget: &Budget,
    ) -> Result<Option<bool>, AuditError> {
        if self.solver.work().lands > 1 << 20 {
            self.solver = Solver::new();
        }
        let found = ask(&mut self.solver, land, nimber, &short(budget, SEARCHED))?;
        if found.is_some() {
            return Ok(found);
        }
        let mut solver = Solver::new();
        for (land, nimber) in self.options.known() {
            solver.learn(&land, Nimber(nimber.into()));
        }
        for nodes in [SEARCHED, SEARCHED_LAST] {
            let found = ask(&mut solver, land, nimber, &short(budget, nodes))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Finds out by a search within a budget whether a land has a nimber; `None` if that takes too long.
fn ask(
    solver: &mut Solver,
    land: &Land,
    nimber: u8,
    budget: &Budget,
) -> Result<Option<bool>, AuditError> {
    solver.set_budget(budget.clone());
    let lands = Lands::from_iter([land.clone()]);
    // Which of the two is quicker depends on how far the number is from the nimber.
    let has = match solver.has_nimber(&lands, nimber) {
        Err(reason) if !is_final(&reason) => {
            let found = solver.nimber(&lands);
            found.map(|found| found == Nimber(nimber.into()))
        }
        has => has,
    };
    match has {
        Ok(has) => Ok(Some(has)),
        Err(reason) if is_final(&reason) => Err(reason.into()),
        Err(_) => Ok(None),
    }
}

fn wrong(land: &Land, nimber: u8, reason: String) -> AuditError {
    AuditError::Wrong {
        said: format!("the nimber of `{land}` is {nimber}"),
        reason,
    }
}

impl Results for Nimbers<'_> {
    fn rank(&mut self, key: &[u8], value: &[u8]) -> Result<u32, AuditError> {
        match entry::fact(key, value) {
            Some((land, _)) if entry::key(&land).as_bytes() == key => Ok(land.lives() as u32),
            _ => Err(AuditError::Entry {
                expected: "the key of a land and a nimber that it can have",
                found: format!("{} {value:?}", String::from_utf8_lossy(key)),
            }),
        }
    }

    fn check(
        &mut self,
        key: &[u8],
        value: &[u8],
        doubts: &Doubts,
        budget: &Budget,
    ) -> Result<Standing, AuditError> {
        let entry = entry::fact(key, value);
        let (land, fact) = entry.expect("the rank of every entry was found before");
        if self.options.memory() > self.memory / 2 {
            self.options.clear();
        }
        if self.had_doubts {
            self.options.ask_again();
        }
        self.had_doubts = !doubts.is_empty();
        let nimber = match fact {
            Fact::Nimber(nimber) => nimber.0 as u8,
            Fact::Excluded(bits) => return self.check_excluded(&land, bits, doubts, budget),
        };
        match self.follows(&land, nimber, Some(doubts))? {
            Ok(()) => return Ok(Standing::Proved),
            Err(Gap::Wrong(reason)) => return Err(wrong(&land, nimber, reason)),
            Err(Gap::Open(_)) => (),
        }
        // If the store does not prove it, a search that does not use the store may settle it.
        match self.has_nimber(&land, nimber, budget)? {
            Some(true) => return Ok(Standing::Proved),
            Some(false) => {
                let reason = "a search finds that it is not";
                return Err(wrong(&land, nimber, reason.to_owned()));
            }
            None => (),
        }
        self.options.ask_again();
        match self.follows(&land, nimber, None)? {
            Ok(()) => Ok(Standing::Resting),
            Err(Gap::Open(_)) => Ok(Standing::Unknown),
            Err(Gap::Wrong(reason)) => Err(wrong(&land, nimber, reason)),
        }
    }

    fn memory(&self) -> u64 {
        self.options.memory() as u64
    }
}

/// The audit of losses.
struct Losses {
    outcomes: Outcomes,
    /// A solver that knows nothing of the store.
    solver: Solver,
    memory: usize,
}

impl Losses {
    /// Reads all losses. Those that their canonical forms refute are wrong.
    fn load(store: &Store, budget: &Budget, clock: &Clock) -> Result<Losses, AuditError> {
        let look = || match budget.reached(0, clock.elapsed()) {
            Some(limit) => Err(Unfinished::new(limit, 0, clock.elapsed())),
            None => Ok(()),
        };
        let mut outcomes = Outcomes::new(Variant::Standard);
        let mut losses = Vec::new();
        for entry in store.iter() {
            let (key, value) = entry?;
            losses.push(loss(&key, &value)?);
            look()?;
        }
        let lives = losses.iter().map(|loss| loss.position().lives()).max();
        outcomes.prepare_for(lives.unwrap_or(0));
        let memory = memory(budget);
        for loss in &losses {
            look()?;
            if !outcomes.learn_checked(loss) {
                return Err(AuditError::Wrong {
                    said: format!("the player to move loses `{loss}` in misère play"),
                    reason: "the canonical form of the position says otherwise".to_owned(),
                });
            }
            if outcomes.memory() > memory {
                return Err(Unfinished::new(Limit::Memory, 0, core::time::Duration::ZERO).into());
            }
        }
        Ok(Losses {
            outcomes,
            solver: Solver::for_rules(Ending::Misere),
            memory,
        })
    }
}

fn loss(key: &[u8], value: &[u8]) -> Result<Loss, AuditError> {
    stored::loss(key, value).ok_or_else(|| AuditError::Entry {
        expected: "a position that the player to move can lose",
        found: format!("{} {value:?}", String::from_utf8_lossy(key)),
    })
}

impl Results for Losses {
    fn rank(&mut self, key: &[u8], value: &[u8]) -> Result<u32, AuditError> {
        Ok(loss(key, value)?.position().lives() as u32)
    }

    fn check(
        &mut self,
        key: &[u8],
        value: &[u8],
        doubts: &Doubts,
        budget: &Budget,
    ) -> Result<Standing, AuditError> {
        let loss = loss(key, value)?;
        if self.outcomes.memory() > self.memory {
            self.outcomes.forget();
            if self.outcomes.memory() > self.memory {
                return Err(Unfinished::new(Limit::Memory, 0, core::time::Duration::ZERO).into());
            }
        }
        let id = self.outcomes.state(&loss);
        let mut used = Vec::new();
        let followed = self.outcomes.follows(id, &|_| false, &mut used, None);
        if followed.is_ok() && doubts.is_empty() {
            return Ok(Standing::Proved);
        }
        self.solver.set_budget(short(budget, SEARCHED));
        match self.solver.solve_lands(&loss.position()) {
            Ok(verdict) if verdict.mover_wins => {
                return Err(AuditError::Wrong {
                    said: format!("the player to move loses `{loss}` in misère play"),
                    reason: "a search without the store finds a win".to_owned(),
                });
            }
            Ok(_) => return Ok(Standing::Proved),
            Err(reason) if is_final(&reason) => return Err(reason.into()),
            Err(_) => (),
        }
        match followed {
            Ok(()) => Ok(Standing::Resting),
            Err(LossGap::Open(_)) => Ok(Standing::Unknown),
            Err(LossGap::Wrong(reason)) => Err(AuditError::Wrong {
                said: format!("the player to move loses `{loss}` in misère play"),
                reason,
            }),
        }
    }

    fn memory(&self) -> u64 {
        self.outcomes.memory() as u64
    }
}

/// Returns the ending that a store is for, if it is one of Sprouts.
#[must_use]
pub fn ending(store: &Store) -> Option<Ending> {
    match store.kind() {
        NIMBERS => Some(Ending::Normal),
        LOSSES => Some(Ending::Misere),
        _ => None,
    }
}
