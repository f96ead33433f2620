//! Keeps a solver's results in a [`Store`] from one run to the next.
//!
//! A store holds results of one kind. For normal play, these are the nimbers that lands have or are proved not to have;
//! for misère play, they are lost positions. [`kind`] returns the kind for a position's rules. [`load`] and [`save`]
//! copy entries between a store and a solver; [`Solver::solve_stored`] also saves during the search, so that a run that
//! is killed loses little work.
//!
//! ```
//! use papergames_sprouts::solve::{Solver, stored};
//! use papergames_sprouts::store::Store;
//! use papergames_sprouts::{Ending, Player, Position};
//!
//! # let path = std::env::temp_dir().join(format!("sprouts-stored-{}", std::process::id()));
//! let six = Position::new(6, Ending::Normal)?;
//! let kind = stored::kind(six.rules()).expect("the standard game can be stored");
//! # {
//! let mut store = Store::open(&path, kind)?;
//! let verdict = Solver::new().solve_stored(&six, &mut store, &mut |_| ())?;
//! assert_eq!(verdict.winner(), Some(Player::SECOND));
//!
//! // Another solver, perhaps tomorrow, finds the answer without searching.
//! let verdict = Solver::new().solve_stored(&six, &mut store, &mut |_| ())?;
//! assert_eq!(verdict.cost.nodes, 0);
//! # }
//! # std::fs::remove_file(path)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::time::Duration;

use common::budget::Clock;
use common::claim::ClaimError;
use common::describe::Refused;
use common::store::{Store, StoreError};
use common::{Budget, Cost, Ending, Limit, Nimber, Progress, Unfinished, Verdict};

use crate::land::Land;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use crate::solve::entry::Entry;
use crate::solve::error::SolveError;
use crate::solve::known::{self, Known};
use crate::solve::misere::{Loss, Outcomes};
use crate::solve::search::book::NimberShelf;
use crate::solve::search::filter::Filter;
use crate::solve::solver::Solver;
use crate::solve::watch::CallLimits;

/// The kind of a store of nimbers. Each key is the [key](Land::key) of a land, and the value is its nimber in one byte.
/// As long as the nimber is unknown, the value is instead a set of eight bytes, with a bit for each nimber that the
/// land does not have, the lowest first.
///
/// The number in the name changes with the keys. A key has the order of a canonical form, so it depends on all that
/// decides which form is canonical, and an entry with another key is not found.
pub(crate) const NIMBERS: &str = "sprouts nimbers 2";

/// The kind of a store of misère play: the text of a position that the player to move loses, and an empty value.
pub(crate) const LOSSES: &str = "sprouts misere losses 1";

/// The interval at which new entries are written to disk: how much work a run loses that is killed.
const SLICE: Duration = Duration::from_secs(10);

/// The number of these slices after which exclusions are written as well: two minutes. There are several times as many
/// exclusions as nimbers, and with them, a search that was stopped has only a tenth less to do.
const EXCLUSIONS_EVERY: u64 = 12;

/// The number of entries held in memory to be written together, which take some megabytes. All exclusions of a large
/// search at once would not fit into memory.
const MOST_UNWRITTEN: usize = 1 << 16;

/// Returns the kind of a store for these rules, or `None` for variants, whose results are not stored.
pub fn kind(rules: impl Into<Rules>) -> Option<&'static str> {
    let Rules { ending, variant } = rules.into();
    variant.is_standard().then(|| kind_of(ending))
}

/// Returns the kind of a store for standard Sprouts.
fn kind_of(ending: Ending) -> &'static str {
    match ending {
        Ending::Normal => NIMBERS,
        Ending::Misere => LOSSES,
    }
}

/// Reads a store of nimbers, entry by entry.
pub(crate) fn entries(
    store: &Store,
) -> Result<impl Iterator<Item = Result<(Land, Known), ClaimError>> + '_, ClaimError> {
    store.expect_kind(NIMBERS)?;
    Ok(store.iter().map(|entry| {
        let (key, value) = entry?;
        known::read(&key, &value).ok_or_else(|| ClaimError::impossible(&key, &value))
    }))
}

/// Reads the nimbers in a store of [the kind](kind) for normal play.
///
/// # Errors
///
/// Returns [`ClaimError`] if the store is of another kind or cannot be read, or if the budget's time runs out.
pub fn nimbers(store: &Store, budget: &Budget) -> Result<Vec<(Land, Nimber)>, ClaimError> {
    store.expect_kind(NIMBERS)?;
    let mut nimbers = Vec::new();
    let limits = CallLimits::of(budget);
    for entry in store.iter() {
        let limit = limits.check();
        limit.map_err(|limit| limits.unfinished(limit, 0))?;
        let (key, value) = entry?;
        // Most entries are exclusions, which need not be read.
        if value.len() == size_of::<u64>() {
            continue;
        }
        match known::read(&key, &value) {
            Some((land, Known::Nimber(nimber))) => nimbers.push((land, nimber)),
            _ => return Err(ClaimError::impossible(&key, &value)),
        }
    }
    Ok(nimbers)
}

/// Returns the nimber of a land in a store for normal play: none if it is not there or cannot be read.
pub(crate) fn nimber(store: &Store, land: &Land) -> Option<Nimber> {
    let value = store.get(land.key().as_bytes()).ok()??;
    match Known::read(land, &value)? {
        Known::Nimber(nimber) => Some(nimber),
        Known::Excluded(_) => None,
    }
}

/// Returns an error unless a variant is the standard game, whose results can be stored.
fn expect_standard(found: Variant) -> Result<(), Refused> {
    if found.is_standard() {
        return Ok(());
    }
    Err(Refused::new(format!(
        "only results of standard Sprouts can be stored, not those of the variant `{found}`"
    )))
}

/// Loads all entries of a store into a solver, even if they take more memory than the solver's budget allows. The whole
/// store is read before the solver learns anything.
///
/// # Errors
///
/// Returns [`ClaimError`] if the store is of another kind or cannot be read, if the solver is for a variant, or if the
/// budget's time runs out.
pub fn load(solver: &mut Solver, store: &Store) -> Result<(), ClaimError> {
    let is_losses = store.kind() == LOSSES;
    if !is_losses {
        store.expect_kind(NIMBERS)?;
    }
    let variant = solver.variant();
    expect_standard(variant)?;
    solver.enter(variant);
    let is_new = if is_losses {
        solver.misere.losses().next().is_none()
    } else {
        solver.book.pages.len() == 0
    };
    let limits = CallLimits::of(&solver.settings.budget);
    let read = |entry: Result<common::store::KeyValue, StoreError>| -> Result<Entry, ClaimError> {
        limits
            .check()
            .map_err(|limit| limits.unfinished(limit, 0))?;
        let (key, value) = entry?;
        let read = if is_losses {
            Loss::read(&key, &value).map(Entry::Loss)
        } else {
            known::read(&key, &value).map(|(land, known)| Entry::Land(land, known))
        };
        read.ok_or_else(|| ClaimError::impossible(&key, &value))
    };
    // The store is read twice, because a list of its entries could take more memory than the solver.
    for entry in store.iter() {
        read(entry)?;
    }
    for entry in store.iter() {
        let entry = read(entry)?;
        if let Entry::Loss(loss) = &entry {
            let spots = Outcomes::spots_for_loss(loss);
            let prepared = solver.misere.prepare(spots, &limits);
            prepared.map_err(|limit| limits.unfinished(limit, 0))?;
        }
        solver.learn_reduced(&entry);
        solver.origin.is_assumed = true;
    }
    if is_new {
        // The store has all entries, so none are new.
        solver.book.new_nimbers();
        solver.book.new_exclusions();
        solver.origin.note(store)?;
    }
    Ok(())
}

/// Writes all entries of a solver that are not yet in a store, and commits them.
///
/// # Errors
///
/// Returns [`ClaimError`] if the store is of another kind or cannot be written, or if the solver's results are those of
/// a variant.
pub fn save(solver: &mut Solver, store: &mut Store) -> Result<(), ClaimError> {
    expect_standard(solver.book.variant)?;
    save_new(solver, store)?;
    if store.kind() == NIMBERS {
        save_exclusions(solver, store)?;
    }
    Ok(())
}

/// Writes new losses or nimbers, and commits them.
fn save_new(solver: &mut Solver, store: &mut Store) -> Result<(), ClaimError> {
    if store.kind() == LOSSES {
        let mut losses = solver.misere.new_losses();
        if !solver.origin.holds_all(store)? {
            losses = solver.misere.losses().collect();
        }
        for loss in losses {
            store.insert(loss.to_string().as_bytes(), &[]);
        }
        store.commit()?;
        return Ok(solver.origin.note(store)?);
    }
    begin(solver, store)?;
    let mut new = solver.book.new_nimbers();
    new.sort_by_cached_key(|id| place(&solver.book.land(*id)));
    for id in new {
        let land = solver.book.land(id);
        if let Some(nimber) = solver.book.nimber(id) {
            write(solver, store, &land, Known::Nimber(Nimber(nimber.into())))?;
        }
    }
    store.commit()?;
    Ok(solver.origin.note(store)?)
}

/// Writes the nimbers that lands are proved not to have, and commits them. There are several times as many exclusions
/// as nimbers, and a search can find them again.
fn save_exclusions(solver: &mut Solver, store: &mut Store) -> Result<(), ClaimError> {
    begin(solver, store)?;
    let mut left = solver.book.take_leftovers();
    left.sort_by_cached_key(|(form, _)| place(&Land::from_form(form)));
    for (form, bits) in left {
        write(
            solver,
            store,
            &Land::from_form(&form),
            Known::Excluded(bits),
        )?;
    }
    let mut new = solver.book.new_exclusions();
    new.sort_by_cached_key(|id| place(&solver.book.land(*id)));
    for id in new {
        let (land, bits) = (
            solver.book.land(id),
            solver.book.pages[id as usize].excluded(),
        );
        write(solver, store, &land, Known::Excluded(bits))?;
    }
    store.commit()?;
    Ok(solver.origin.note(store)?)
}

/// Returns about where an entry is in the file: the first bytes of its key, which takes eight bytes instead of forty.
///
/// Entries that are committed together should have neighbouring places, because a commit rewrites each page of the file
/// that it changes. In the order in which a search meets its lands, that is nearly every page, and to write a store of
/// 2 GB, 66 GB were written.
fn place(land: &Land) -> u64 {
    let mut first = [0; size_of::<u64>()];
    for (to, from) in first.iter_mut().zip(land.key().bytes()) {
        *to = from;
    }
    u64::from_be_bytes(first)
}

/// Prepares to write all entries if the last write was to another store or failed.
fn begin(solver: &mut Solver, store: &Store) -> Result<(), ClaimError> {
    store.expect_kind(NIMBERS)?;
    if !solver.origin.holds_all(store)? {
        solver.book.forget_saved();
    }
    solver.origin.saved = None;
    Ok(())
}

/// Adds to a store what is known about a land.
fn write(
    solver: &mut Solver,
    store: &mut Store,
    land: &Land,
    known: Known,
) -> Result<(), StoreError> {
    if store.pending() == MOST_UNWRITTEN {
        store.commit()?;
    }
    let key = land.key();
    let before = store.get(key.as_bytes())?;
    let before = before.and_then(|value| Known::read(land, &value));
    let joined = before.map_or(known, |before| before.join(known));
    if before != Some(joined) {
        store.insert(key.as_bytes(), &joined.value());
        if let Some(keys) = &mut solver.origin.keys {
            keys.insert(key.as_bytes());
        }
    }
    Ok(())
}

impl Solver {
    /// Lets the solver look up each land that it meets in the present state of a store of nimbers, until
    /// [`stop_consulting`](Solver::stop_consulting). If the solver does not know the store yet, reads its keys.
    fn consult(&mut self, store: &Store) -> Result<(), ClaimError> {
        store.expect_kind(NIMBERS)?;
        self.stop_consulting()?;
        if !self.origin.holds_all(store)? {
            self.book.forget_saved();
            self.origin.keys = None;
            self.origin.note(store)?;
        }
        let keys = match self.origin.keys.take() {
            Some(keys) => keys,
            None => Filter::of(store, &self.settings.budget)?,
        };
        self.book.shelf = Some(NimberShelf::new(store, keys)?);
        Ok(())
    }

    /// Closes the store that is consulted. Returns an error if it could not be read.
    fn stop_consulting(&mut self) -> Result<(), ClaimError> {
        if let Some(shelf) = self.book.shelf.take() {
            self.origin.is_assumed |= shelf.n_found() > 0;
            self.origin.keys = Some(shelf.close()?);
        }
        Ok(())
    }

    /// Solves a position with the help of a store. The proof is traced through the store's results down to the rules,
    /// so a wrong entry is detected if the answer depends on it. New results are written to the store every ten seconds
    /// and at the end, even if the budget runs out. Nimbers that lands are proved not to have are written every two
    /// minutes and at the end.
    ///
    /// In normal play the store is a second level of memory. The search looks up each land in the store when it first
    /// meets the land, and when memory is short, it may forget results that the store holds. In misère play a solver
    /// reads the whole store once. Each result is traced only once, even if later calls with the same store use it
    /// again.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Solver::solve), [`ClaimError::Wrong`] if the answer depends on a wrong result,
    /// and other variants of [`ClaimError`] if the store is for other rules or cannot be used.
    pub fn solve_stored(
        &mut self,
        position: &Position,
        store: &mut Store,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Verdict<Move>, ClaimError> {
        let Rules { ending, variant } = position.rules();
        expect_standard(variant)?;
        let kind = kind_of(ending);
        store.expect_kind(kind)?;
        self.enter(variant);
        let begun = Clock::start();
        if kind == LOSSES && !self.origin.holds_all(store)? {
            load(self, store)?;
        }
        let whole = self.settings.budget.clone();
        let left = whole.less(0, begun.elapsed());
        let solved = self.solve_in_slices(position, store, &left, progress);
        self.settings.budget = whole;
        self.stop_consulting()?;
        solved
    }

    fn solve_in_slices(
        &mut self,
        position: &Position,
        store: &mut Store,
        whole: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Verdict<Move>, ClaimError> {
        let is_normal = store.kind() == NIMBERS;
        let begun = Clock::start();
        let mut report = |nodes, now: &Progress| {
            let mut now = now.clone();
            (now.nodes, now.elapsed) = (nodes, begun.elapsed());
            progress(&now);
        };
        let (mut nodes, mut slice) = (0, 0);
        loop {
            if is_normal {
                self.consult(store)?;
            }
            slice += 1;
            let left = whole.time.map(|most| most.saturating_sub(begun.elapsed()));
            let time = left.map_or(SLICE, |left| left.min(SLICE));
            let mut budget = whole.clone().time(time);
            if let Some(most) = whole.nodes {
                budget = budget.nodes(most.saturating_sub(nodes));
            }
            self.settings.budget = budget;
            let mut listen = |now: &Progress| report(nodes + now.nodes, now);
            let solved = self.solve_telling(position, Some(&mut listen));
            self.settings.budget = whole.clone();
            self.stop_consulting()?;
            save_new(self, store)?;
            let goes_on = |reason: &Unfinished| {
                let time_left = whole.time.is_none_or(|most| begun.elapsed() < most);
                reason.limit == Limit::Time && time_left
            };
            let goes_on = match &solved {
                // The winner is known, but not all that was asked for.
                Ok(verdict) => verdict
                    .missing
                    .as_ref()
                    .is_some_and(|missing| goes_on(&missing.reason)),
                Err(SolveError::Unfinished(reason)) => goes_on(reason),
                Err(SolveError::Spots { .. } | SolveError::NotAntwerp { .. }) => false,
            };
            let is_due = !goes_on || slice % EXCLUSIONS_EVERY == 0 || self.book.has_leftovers();
            if is_normal && is_due {
                save_exclusions(self, store)?;
            }
            match solved {
                Ok(verdict) if goes_on => nodes += verdict.cost.nodes,
                Ok(mut verdict) => {
                    if self.origin.is_assumed {
                        if is_normal {
                            self.consult(store)?;
                        }
                        self.settings.budget = whole.less(0, begun.elapsed());
                        let mut listen = |now: &Progress| report(nodes + verdict.cost.nodes, now);
                        self.follow_verdict(position, &verdict, &mut listen)?;
                    }
                    verdict.cost = Cost::new(nodes + verdict.cost.nodes, begun.elapsed());
                    return Ok(verdict);
                }
                Err(SolveError::Unfinished(reason)) => {
                    nodes += reason.nodes;
                    if !goes_on {
                        let reason = Unfinished::new(reason.limit, nodes, begun.elapsed());
                        return Err(reason.into());
                    }
                }
                Err(refused) => return Err(refused.into()),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use common::{Game, Random, Seeded};

    use super::*;
    use crate::land::Lands;

    /// The keys of all lands of random games are read as the same lands.
    #[test]
    fn a_key_is_read_as_its_land() {
        let random = &mut Seeded::new(1);
        for n in 1..=30 {
            let mut position = Position::new(n, Ending::Normal).expect("a number of spots");
            while position.count_moves() > 0 {
                let nth = random.below(position.count_moves().min(1 << 20) as u64);
                let m = position.nth_move(nth.into()).expect("a move");
                position.apply(&m).expect("a listed move is legal");
                for land in &Lands::of(&position).expect("there are no colours") {
                    let key = land.key();
                    assert_eq!(key.parse::<Land>().as_ref(), Ok(land), "{key}");
                }
            }
        }
        // A boundary of 30 letters, each of which leads to two bare spots.
        let names = ('A'..='Y')
            .map(String::from)
            .chain((26..=30).map(|n| format!("Z({n})")));
        let names: Vec<String> = names.collect();
        let mut text = format!("0.{}", names.concat());
        for name in names {
            text = text + "|0*2." + &name;
        }
        let land: Land = text.parse().expect("a drawing");
        assert!(land.key().contains("Z(30)"), "{}", land.key());
        assert_eq!(land.key().parse::<Land>(), Ok(land));
    }

    /// A book forgets nimbers that a store holds, finds them again, and returns those that the store lacks.
    #[test]
    fn what_a_store_holds_is_forgotten_and_found_again() -> Result<(), Box<dyn std::error::Error>> {
        let path = std::env::temp_dir().join(format!("sprouts-shelf-{}", std::process::id()));
        let mut store = Store::open(&path, NIMBERS)?;
        let mut solver = Solver::new();
        let _ = solver.solve_lands(&Lands::start(10))?;
        let nimbers = |solver: &Solver| -> Vec<(Land, Nimber)> {
            let entries = solver.entries().filter_map(|entry| match entry {
                Entry::Land(land, Known::Nimber(nimber)) => Some((land, nimber)),
                Entry::Land(..) | Entry::Loss(_) => None,
            });
            entries.collect()
        };
        let all = nimbers(&solver);
        save(&mut solver, &mut store)?;
        let fresh: Land = "0*20".parse()?;
        solver.learn(&Entry::Land(fresh.clone(), Known::Nimber(Nimber(0))));
        let excluded: Land = "0*19".parse()?;
        solver.learn(&Entry::Land(excluded.clone(), Known::Excluded(1 << 3)));

        solver.consult(&store)?;
        // With half of the memory, the nimbers in the store may take a quarter of what all of them take.
        let solved =
            (0..solver.book.pages.len() as u32).filter(|id| solver.book.nimber(*id).is_some());
        let taken: usize = solved.map(|id| solver.book.cost(id)).sum();
        assert!(solver.book.forget_lands(taken + 1));
        let kept = nimbers(&solver);
        assert!(
            kept.len() < all.len() / 2,
            "{} of {}",
            kept.len(),
            all.len()
        );
        assert!(kept.iter().any(|(land, _)| *land == fresh));
        let known = |solver: &Solver, land: &Land| solver.book.nimber_of_form(land.form());
        for (land, nimber) in &all {
            assert_eq!(known(&solver, land), Some(nimber.0 as u8), "{land}");
        }
        solver.stop_consulting()?;
        assert!(all.iter().any(|(land, _)| known(&solver, land).is_none()));

        assert_eq!(solver.known(&excluded), None);
        save(&mut solver, &mut store)?;
        assert_eq!(
            store.get(fresh.key().as_bytes())?.as_deref(),
            Some(&[0][..])
        );
        let bits = 1u64 << 3;
        let found = store.get(excluded.key().as_bytes())?;
        assert_eq!(found.as_deref(), Some(&bits.to_le_bytes()[..]));
        drop(store);
        std::fs::remove_file(path)?;
        Ok(())
    }
}
