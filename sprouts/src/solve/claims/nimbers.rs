//! The claims of normal play: nimbers that lands have or do not have.

use common::budget::Clock;
#[cfg(feature = "store")]
use common::claim::grounds;
use common::claim::{ClaimError, Claims, Derivation, Entries, Key, Premises};
use common::{Budget, Limit, Nimber, Unfinished};
use rustc_hash::FxHashMap;

use super::options::{NimberGap, Options};
use crate::land::{Land, Lands};
use crate::solve::entry::Entry;
use crate::solve::known::{self, Known};
use crate::solve::search::book::Book;
use crate::solve::solver::Solver;
#[cfg(feature = "store")]
use crate::solve::watch::CallLimits;
use crate::solve::watch::{SearchState, Watch};

/// The number of nodes that a search may take to settle one entry: a fraction of a second, since an audit may have to
/// settle many.
pub(super) const SEARCHED: u64 = 20_000;

/// The number of nodes that the last search for a nimber may take if nothing else settles it, which takes some seconds.
/// A wrong nimber of a land whose options the store did not hold took between 20,000 and 100,000 nodes to refute.
const SEARCHED_LAST: u64 = 200_000;

/// The number of lands at which a solver of an audit is replaced by an empty one: about 184 MB, at 175 bytes a land
/// (`LABORATORY.md`). The audit does not need what such a solver has learned.
const MOST_LANDS: u64 = 1 << 20;

/// Lists of options that take no more than this part of the memory, a sixteenth, are kept even if the memory is full.
/// To drop them would free little, and they would be made again for each entry. Any part from a half to a 64th works:
/// with 8 MiB, the certificate of 15 spots has 4,085, 4,112 and 4,112 facts with 2, 16 and 64, and with 12 MiB, 4,008,
/// 4,038 and 4,047.
const LISTS: usize = 16;

/// Nimbers of lands, and how they follow from each other.
///
/// * **A nimber** *n* follows if some option has each smaller value and none has the value *n*. An option of unknown
///   value does not have this value if it is an excluded nimber, or if one of its own options has it.
/// * **An excluded nimber** follows if some option has it.
pub(super) struct Nimbers<'s> {
    pub(super) options: Options,
    /// The solver that finds values missing from the table; for an audit, one without the results of the store.
    pub(super) solver: &'s mut Solver,
    /// For an audit, a solver that also has what was looked up in the store.
    informed: Solver,
    /// The limits of a proof, of which each entry is a node; `None` in an audit.
    watch: Option<Watch<'s>>,
    /// Nimbers that are proved already, by canonical form.
    pub(super) proved: FxHashMap<Key, u8>,
    /// The number of bytes that lists of options may take: in an audit half of the memory, since a search for an entry
    /// may take as much.
    memory: usize,
    /// The number of entries of the table that were in doubt when the options looked up values.
    #[cfg(feature = "store")]
    doubts: usize,
}

impl<'s> Nimbers<'s> {
    /// Returns the claims of a store for an audit.
    #[cfg(feature = "store")]
    pub(super) fn audited(solver: &'s mut Solver, budget: &Budget) -> Nimbers<'s> {
        Nimbers {
            options: Options::within(solver.book.variant, CallLimits::of(budget)),
            solver,
            informed: Solver::new(),
            watch: None,
            proved: FxHashMap::default(),
            memory: crate::solve::watch::memory(budget, crate::solve::solver::MEMORY) / 2,
            doubts: 0,
        }
    }

    /// Returns the claims of a proof within the limits of a watch, except those that are `proved` already.
    pub(super) fn proved(
        solver: &'s mut Solver,
        watch: Watch<'s>,
        proved: FxHashMap<Key, u8>,
    ) -> Nimbers<'s> {
        Nimbers {
            options: Options::within(solver.book.variant, watch.limits.clone()),
            memory: watch.limits.memory,
            watch: Some(watch),
            solver,
            informed: Solver::new(),
            proved,
            #[cfg(feature = "store")]
            doubts: 0,
        }
    }

    /// Returns the nimbers that are proved.
    #[cfg(feature = "store")]
    pub(super) fn into_proved(self) -> FxHashMap<Key, u8> {
        self.proved
    }

    /// Returns the nimber of a land; searches for it if it is not known.
    fn nimber(&mut self, land: &Land) -> Result<u8, ClaimError> {
        if let Some(nimber) = self.solver.book.nimber_of_form(land.form()) {
            return Ok(nimber);
        }
        let watch = self.watch.as_mut();
        let watch = watch.expect("an audit does not look for grounds");
        let mut part = watch.part();
        let lands = Lands::from_iter([land.clone()]);
        let found = self.solver.nimber_within(&lands, &mut part);
        watch.nodes = part.nodes;
        Ok(found?.0 as u8)
    }

    /// Returns the nimber of a land as an entry.
    fn entry(&mut self, land: &Land) -> Result<(Key, Known), ClaimError> {
        let nimber = self.nimber(land)?;
        Ok((land.form().into(), Known::Nimber(Nimber(nimber.into()))))
    }

    /// Returns the nimbers that show that the player to move wins a position: those of its lands, or of the lands after
    /// a move to nimber 0.
    pub(super) fn of_win(&mut self, position: &Lands) -> Result<Entries<Known>, ClaimError> {
        let lands: Vec<&Land> = position.iter().collect();
        let ids: Vec<_> = lands.iter().map(|land| self.options.intern(land)).collect();
        let unknown = |solver: &Solver| {
            (0..ids.len()).find(|at| solver.book.nimber_of_form(lands[*at].form()).is_none())
        };
        while let Some(at) = unknown(self.solver) {
            let others = lands.iter().zip(&ids).filter(|(_, id)| **id != ids[at]);
            let others: Vec<&Land> = others.map(|(land, _)| *land).collect();
            let book = &self.solver.book;
            let total = others.iter().try_fold(0, |total, land| {
                Some(total ^ book.nimber_of_form(land.form())?)
            });
            if let (Some(total), true) = (total, others.len() + 1 == ids.len()) {
                let mut lookup = |form: &[u8]| Ok::<_, ClaimError>(nimber_of(book, form));
                let found =
                    self.options
                        .option_of_value(ids[at], total, &|_| false, &mut lookup)?;
                if let Some(option) = found {
                    let option = option.iter().map(|id| self.options.land(*id));
                    let all: Vec<Land> = others.into_iter().cloned().chain(option).collect();
                    return all.iter().map(|land| self.entry(land)).collect();
                }
            }
            self.nimber(lands[at])?;
        }
        self.of_lands(position)
    }

    /// Returns the nimbers of all lands of a position.
    pub(super) fn of_lands(&mut self, position: &Lands) -> Result<Entries<Known>, ClaimError> {
        position.iter().map(|land| self.entry(land)).collect()
    }

    /// Traces several outcomes down to the rules: positions, each with whether the player to move wins.
    #[cfg(feature = "store")]
    pub(super) fn follow_all(&mut self, wins: &[(Lands, bool)]) -> Result<(), ClaimError> {
        let mut first = Vec::new();
        for (lands, wins) in wins {
            first.extend(if *wins {
                self.of_win(lands)?
            } else {
                self.of_lands(lands)?
            });
        }
        for (form, known) in grounds(self, first)? {
            if let Known::Nimber(nimber) = known {
                self.proved.insert(form, nimber.0 as u8);
            }
        }
        Ok(())
    }

    /// Returns the entries from which a nimber follows, or what is missing.
    fn follows_once(
        &mut self,
        land: &Land,
        known: &Known,
        table: &Premises<'_, Known>,
    ) -> Result<Result<Vec<Land>, NimberGap>, ClaimError> {
        let Nimbers {
            options, solver, ..
        } = self;
        let mut lookup = |form: &[u8]| -> Result<Option<Known>, ClaimError> {
            let found = nimber_of(&solver.book, form);
            #[cfg(feature = "store")]
            if table.is_stored() && found.is_none() {
                let land = Land::from_form(form);
                let value = table.stored(land.key().as_bytes())?;
                return Ok(value.and_then(|value| Known::read(&land, &value)));
            }
            Ok(found)
        };
        let id = options.intern(land);
        let mut used = Vec::new();
        let in_proof = |form: &[u8]| table.chosen(form).is_some();
        let found = match known {
            Known::Nimber(nimber) => {
                options.follows(id, nimber.0 as u8, &in_proof, &mut used, &mut lookup)?
            }
            Known::Excluded(bits) => {
                let mut found = Ok(());
                for nimber in known::bits(*bits) {
                    match options.option_of_value(id, nimber, &in_proof, &mut lookup)? {
                        Some(option) => used.extend(option),
                        None => found = Err(NimberGap::Open(Vec::new())),
                    }
                }
                found
            }
        };
        Ok(found.map(|()| used.iter().map(|id| options.land(*id)).collect()))
    }

    /// Finds whether a land has a nimber: first without the store, then with what was looked up for options, which is
    /// not in doubt. Returns `None` if this takes too long.
    fn has_nimber(
        &mut self,
        land: &Land,
        nimber: u8,
        budget: &Budget,
    ) -> Result<Option<bool>, Unfinished> {
        for solver in [&mut *self.solver, &mut self.informed] {
            if solver.work().lands > MOST_LANDS {
                *solver = Solver::new();
            }
        }
        for (land, known) in self.options.news() {
            self.informed.learn(&Entry::Land(land, known));
        }
        let begun = Clock::start();
        let short = |nodes: u64| {
            let most = budget.nodes.unwrap_or(u64::MAX).min(nodes);
            let left = budget.less(0, begun.elapsed());
            left.nodes(most).memory(self.memory as u64)
        };
        let found = ask(self.solver, land, nimber, &|| short(SEARCHED))?;
        if found.is_some() {
            return Ok(found);
        }
        for nodes in [SEARCHED, SEARCHED_LAST] {
            let found = ask(&mut self.informed, land, nimber, &|| short(nodes))?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }
}

/// Returns the nimber of a land as far as a book knows it.
fn nimber_of(book: &Book, form: &[u8]) -> Option<Known> {
    let nimber = book.nimber_of_form(form)?;
    Some(Known::Nimber(Nimber(nimber.into())))
}

/// Finds whether a land has a nimber by a search within a budget, or returns `None` if this takes too long.
fn ask(
    solver: &mut Solver,
    land: &Land,
    nimber: u8,
    budget: &dyn Fn() -> Budget,
) -> Result<Option<bool>, Unfinished> {
    solver.settings.budget = budget();
    let lands = Lands::from_iter([land.clone()]);
    // Which of the two is quicker depends on how far the number is from the nimber.
    let has = match solver.has_nimber(&lands, nimber) {
        Err(reason) if !is_final(&reason) => {
            solver.settings.budget = budget();
            let found = solver.nimber(&lands);
            found.map(|found| found == Nimber(nimber.into()))
        }
        has => has,
    };
    match has {
        Err(reason) if !is_final(&reason) => Ok(None),
        has => has.map(Some),
    }
}

/// Returns whether a search was ended by a limit of the whole audit, not by that of one search.
pub(super) fn is_final(reason: &Unfinished) -> bool {
    matches!(reason.limit, Limit::Time | Limit::Stopped)
}

impl Claims for Nimbers<'_> {
    type Known = Known;

    fn read(&mut self, key: &[u8], value: &[u8]) -> Option<(Key, Known)> {
        let (land, known) = known::read(key, value)?;
        Some((land.form().into(), known))
    }

    fn rank(&mut self, key: &[u8]) -> u32 {
        Land::from_form(key).lives() as u32
    }

    fn spelled(&self, key: &[u8]) -> String {
        let key = String::from_utf8_lossy(key);
        let land = key.parse::<Land>();
        land.map_or_else(|_| key.into_owned(), |land| land.to_string())
    }

    fn statement(&self, key: &[u8], known: &Known) -> String {
        let land = Land::from_form(key);
        match known {
            Known::Nimber(nimber) => format!("the nimber of `{land}` is {}", nimber.0),
            Known::Excluded(bits) => {
                let not: Vec<String> = known::bits(*bits)
                    .map(|nimber| nimber.to_string())
                    .collect();
                format!("the nimber of `{land}` is not {}", not.join(", "))
            }
        }
    }

    fn follows(
        &mut self,
        key: &[u8],
        known: &Known,
        table: &Premises<'_, Known>,
    ) -> Result<Derivation<Known>, ClaimError> {
        let land = Land::from_form(key);
        if let Some(nimber) = self.proved.get(key)
            && *known == Known::Nimber(Nimber((*nimber).into()))
        {
            return Ok(Derivation::From(Vec::new()));
        }
        // The lists of options are by far the greatest part, and can be made again.
        let taken = self.options.memory();
        if let Some(watch) = &mut self.watch {
            let (known, open) = table.size();
            let state = || SearchState {
                known,
                open,
                ..SearchState::default()
            };
            watch.tick(state).map_err(|limit| watch.unfinished(limit))?;
            if taken > self.memory / LISTS && taken + self.solver.book.memory() > self.memory {
                self.options.clear();
            }
        } else if taken > self.memory {
            self.options.clear();
        }
        #[cfg(feature = "store")]
        if table.doubts() != core::mem::replace(&mut self.doubts, table.doubts()) {
            self.options.ask_again();
            // It may have learned what is in doubt now.
            self.informed = Solver::new();
        }
        loop {
            match self.follows_once(&land, known, table)? {
                Ok(lands) if self.watch.is_some() => {
                    let grounds = lands.iter().map(|land| self.entry(land));
                    return Ok(Derivation::From(grounds.collect::<Result<_, _>>()?));
                }
                Ok(_) => return Ok(Derivation::From(Vec::new())),
                Err(NimberGap::Wrong(reason)) => return Ok(Derivation::Not(reason)),
                Err(NimberGap::Open(lands)) if self.watch.is_some() => {
                    // Nimbers were learned without the entries from which they follow.
                    for land in lands {
                        self.nimber(&land)?;
                    }
                    self.options.ask_again();
                }
                Err(NimberGap::Open(_)) => return Ok(Derivation::Open),
            }
        }
    }

    fn settle(
        &mut self,
        key: &[u8],
        known: &Known,
        budget: &Budget,
    ) -> Result<Option<Result<(), String>>, ClaimError> {
        let land = Land::from_form(key);
        let (wanted, numbers): (bool, Vec<u8>) = match known {
            Known::Nimber(nimber) => (true, vec![nimber.0 as u8]),
            Known::Excluded(bits) => (false, known::bits(*bits).collect()),
        };
        let begun = Clock::start();
        let mut is_settled = true;
        for nimber in numbers {
            match self.has_nimber(&land, nimber, &budget.less(0, begun.elapsed()))? {
                Some(has) if has == wanted => (),
                Some(true) => return Ok(Some(Err(format!("a search finds that it is {nimber}")))),
                Some(false) => return Ok(Some(Err("a search finds that it is not".to_owned()))),
                None => is_settled = false,
            }
        }
        Ok(is_settled.then_some(Ok(())))
    }

    fn memory(&self) -> u64 {
        self.options.memory() as u64
    }
}
