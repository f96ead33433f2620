//! Keeps results in a [`Store`] from one run to the next.
//!
//! A store holds results of one kind: the nimbers of normal play and those that lands are proved not to have, or the
//! lost positions of misère play. [`kind`] returns the kind that a position's rules need. [`Solver::load`] and
//! [`Solver::save`] move results between a store and a solver; [`Solver::solve_stored`] also saves during the search,
//! so little is lost if a run is killed.
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
use common::store::{Store, StoreError};
use common::{Budget, Cost, Limit, Nimber, Progress, Unfinished, Verdict};

use super::book::Shelf;
use super::certificate::CertifyError;
pub use super::entry::key;
use super::entry::{Fact, fact, wrong_entry, wrong_fact};
use super::error::SolveError;
pub use super::error::StoredError;
use super::filter::Filter;
use super::misere::Loss;
use super::solver::Solver;
use super::told::InStep;
use crate::land::Land;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Variant};
use common::Ending;

/// The kind of a store of nimbers: the [`key`] of a land, and its nimber in one byte; or, as long as that is unknown,
/// the nimbers that the land does not have, as eight bytes with a bit for each, the lowest first.
pub const NIMBERS: &str = "sprouts nimbers 2";

/// The kind of a store of misère play: the text of a position that the player to move loses, and an empty value.
pub const LOSSES: &str = "sprouts misere losses 1";

/// How often new results are written to disk.
const SLICE: Duration = Duration::from_secs(10);

/// After how many of these slices exclusions are written as well.
const EXCLUSIONS_EVERY: u64 = 12;

/// How many exclusions are held in memory to be written together.
const MOST_UNWRITTEN: usize = 1 << 16;

/// Returns the kind of store for these rules, or `None` for variants, whose results are not stored.
#[must_use]
pub fn kind(rules: impl Into<Rules>) -> Option<&'static str> {
    let rules = rules.into();
    match (rules.variant, rules.ending) {
        (Variant::Standard, Ending::Normal) => Some(NIMBERS),
        (Variant::Standard, Ending::Misere) => Some(LOSSES),
        _ => None,
    }
}

/// Reads a store of nimbers, entry by entry.
pub(crate) fn facts(
    store: &Store,
) -> Result<impl Iterator<Item = Result<(Land, Fact), StoredError>> + '_, StoredError> {
    expect_kind(store, NIMBERS)?;
    Ok(store.iter().map(|entry| {
        let (key, value) = entry?;
        fact(&key, &value).ok_or_else(|| wrong_fact(&key))
    }))
}

/// Reads the nimbers of a store of the kind [`NIMBERS`].
///
/// # Errors
///
/// Returns [`StoredError`] if the store is of another kind or cannot be read.
pub fn nimbers(store: &Store) -> Result<Vec<(Land, Nimber)>, StoredError> {
    expect_kind(store, NIMBERS)?;
    let mut nimbers = Vec::new();
    for entry in store.iter() {
        let (key, value) = entry?;
        // Most entries are exclusions, which need not be read.
        if value.len() == size_of::<u64>() {
            continue;
        }
        match fact(&key, &value) {
            Some((land, Fact::Nimber(nimber))) => nimbers.push((land, nimber)),
            _ => return Err(wrong_fact(&key)),
        }
    }
    Ok(nimbers)
}

/// Reads an entry of a store of losses. Whoever cannot move wins misère play, so a lost position is not empty.
pub(crate) fn loss(key: &[u8], value: &[u8]) -> Option<Loss> {
    let loss: Loss = core::str::from_utf8(key).ok()?.parse().ok()?;
    (value.is_empty() && !loss.position().is_empty()).then_some(loss)
}

/// Reads the lost positions of a store of the kind [`LOSSES`].
///
/// # Errors
///
/// Returns [`StoredError`] if the store is of another kind or cannot be read.
pub fn losses(store: &Store) -> Result<Vec<Loss>, StoredError> {
    expect_kind(store, LOSSES)?;
    let mut losses = Vec::new();
    for entry in store.iter() {
        let (key, value) = entry?;
        losses.push(expect_loss(&key, &value)?);
    }
    Ok(losses)
}

fn expect_loss(key: &[u8], value: &[u8]) -> Result<Loss, StoredError> {
    loss(key, value).ok_or_else(|| wrong_entry("a position that can be lost", key))
}

fn expect_kind(store: &Store, expected: &'static str) -> Result<(), StoredError> {
    if store.kind() == expected {
        return Ok(());
    }
    let found = store.kind().to_owned();
    Err(StoredError::Kind { expected, found })
}

impl From<CertifyError> for StoredError {
    fn from(error: CertifyError) -> StoredError {
        match error {
            CertifyError::Solve(error) => error.into(),
            CertifyError::Variant { found } => StoredError::Variant { found },
            CertifyError::Wrong { said, reason } => StoredError::Wrong { said, reason },
        }
    }
}

impl Solver {
    /// Returns whether the solver was loaded from this store, or saved to it, and to no other since.
    fn is_in_step(&self, store: &Store) -> Result<bool, StoreError> {
        match &self.told.in_step {
            Some(in_step) => in_step.is(store),
            None => Ok(false),
        }
    }

    /// Loads all results of a store into the solver, however much memory that takes.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError`] if the store is of another kind or cannot be read, and if the time of the budget is up.
    pub fn load(&mut self, store: &Store) -> Result<(), StoredError> {
        if store.kind() == LOSSES {
            for entry in store.iter() {
                let (key, value) = entry?;
                self.told.foreign = true;
                self.learn_loss(&expect_loss(&key, &value)?);
            }
            self.told.in_step = Some(InStep::with(store)?);
            return Ok(());
        }
        let is_new = self.book.pages.len() == 0;
        let begun = Clock::start();
        for entry in facts(store)? {
            let (land, fact) = entry?;
            if let Some(limit) = self.budget.reached(0, begun.elapsed()) {
                return Err(SolveError::from(Unfinished::new(limit, 0, begun.elapsed())).into());
            }
            self.told.foreign = true;
            match fact {
                Fact::Nimber(nimber) => self.learn(&land, nimber),
                Fact::Excluded(bits) => {
                    for nimber in (0..64).filter(|nimber| bits >> nimber & 1 == 1) {
                        self.learn_exclusion(&land, Nimber(nimber));
                    }
                }
            }
        }
        if is_new {
            // There is nothing that the store does not have.
            self.book.new_nimbers();
            self.book.new_exclusions();
            self.told.in_step = Some(InStep::with(store)?);
        }
        Ok(())
    }

    /// Writes all results that are not yet in a store, and commits them.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError`] if the store is of another kind or cannot be written.
    pub fn save(&mut self, store: &mut Store) -> Result<(), StoredError> {
        if store.kind() == LOSSES {
            for loss in self.new_losses() {
                store.insert(loss.to_string().as_bytes(), &[]);
            }
            store.commit()?;
            if self.is_in_step(store)? {
                self.told.in_step = Some(InStep::with(store)?);
            }
            return Ok(());
        }
        expect_kind(store, NIMBERS)?;
        self.keep_step(store)?;
        for id in self.book.new_nimbers() {
            let key = key(&Land::from_form(self.book.form(id)));
            let before = store.get(key.as_bytes())?;
            if let Some(nimber) = self.book.nimber(id)
                && before.is_none_or(|value| value.len() != 1)
            {
                self.insert(store, &key, &[nimber]);
            }
        }
        store.commit()?;
        self.told.in_step = Some(InStep::with(store)?);
        Ok(())
    }

    /// Writes the nimbers that lands are proved not to have to a store of nimbers, and commits them.
    ///
    /// There are several times as many as nimbers, and a search can find them again.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError`] if the store is of another kind or cannot be written.
    pub fn save_exclusions(&mut self, store: &mut Store) -> Result<(), StoredError> {
        expect_kind(store, NIMBERS)?;
        self.keep_step(store)?;
        let (new, leftovers) = (self.book.new_exclusions(), self.book.take_leftovers());
        let leftovers = leftovers
            .into_iter()
            .map(|(form, bits)| (Some(form), 0, bits));
        let new = new.into_iter().map(|(id, bits)| (None, id, bits));
        for (form, id, mut bits) in leftovers.chain(new) {
            let land = Land::from_form(form.as_deref().unwrap_or_else(|| self.book.form(id)));
            if store.pending() == MOST_UNWRITTEN {
                store.commit()?;
            }
            let key = key(&land);
            match store.get(key.as_bytes())?.as_deref() {
                Some([_]) => continue,
                Some(before) => {
                    bits |= before.try_into().map_or(0, u64::from_le_bytes);
                }
                None => (),
            }
            self.insert(store, &key, &bits.to_le_bytes());
        }
        store.commit()?;
        self.told.in_step = Some(InStep::with(store)?);
        Ok(())
    }

    /// Makes ready to write all results if they were last written to another store, or if that failed.
    fn keep_step(&mut self, store: &Store) -> Result<(), StoredError> {
        if !self.is_in_step(store)? {
            self.book.tell_again();
        }
        self.told.in_step = None;
        Ok(())
    }

    /// Lets the solver look up each land that it meets in a store of nimbers, as of now, until
    /// [`stop_consulting`](Solver::stop_consulting). Reads the keys of a store that it does not know yet.
    fn consult(&mut self, store: &Store) -> Result<(), StoredError> {
        expect_kind(store, NIMBERS)?;
        self.stop_consulting()?;
        if !self.is_in_step(store)? {
            self.book.tell_again();
            self.told.keys = None;
            self.told.in_step = Some(InStep::with(store)?);
        }
        let keys = match self.told.keys.take() {
            Some(keys) => keys,
            None => Filter::of(store, &self.budget)?,
        };
        self.book.shelf = Some(Shelf::new(store, keys)?);
        Ok(())
    }

    /// Closes the store that is consulted. Returns why it could not be read, if so.
    fn stop_consulting(&mut self) -> Result<(), StoredError> {
        let Some(shelf) = self.book.shelf.take() else {
            return Ok(());
        };
        self.told.foreign |= shelf.n_found() > 0;
        self.told.keys = Some(shelf.close()?);
        Ok(())
    }

    /// Sets the value of a key, and keeps in mind that the store has it.
    fn insert(&mut self, store: &mut Store, key: &str, value: &[u8]) {
        store.insert(key.as_bytes(), value);
        if let Some(keys) = &mut self.told.keys {
            keys.insert(key.as_bytes());
        }
    }

    /// Solves a position with the help of a store, and follows the proof through the results of the store down to the
    /// rules, so that a wrong result is found out if the answer rests on it. Writes new results to it every ten seconds
    /// and at the end, even if the budget runs out; what lands are proved not to have, every two minutes and at the
    /// end.
    ///
    /// In normal play the store is a second level of memory: a land is looked up in it when the search meets the land,
    /// and what it holds may be forgotten when memory is short. In misère play a solver reads all of a store once. It
    /// follows each result once: later calls with the same store go on from there.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError::Solve`] as [`solve`](Solver::solve) does, [`StoredError::Wrong`] if the answer rests on a
    /// wrong result, and other errors if the store is for other rules or cannot be used.
    pub fn solve_stored(
        &mut self,
        position: &Position,
        store: &mut Store,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Verdict<Move>, StoredError> {
        let found = position.rules().variant;
        let kind = kind(position.rules()).ok_or(StoredError::Variant { found })?;
        expect_kind(store, kind)?;
        if kind == LOSSES && !self.is_in_step(store)? {
            self.load(store)?;
        }
        let whole = self.budget.clone();
        let solved = self.solve_in_slices(position, store, &whole, progress);
        self.budget = whole;
        self.stop_consulting()?;
        solved
    }

    fn solve_in_slices(
        &mut self,
        position: &Position,
        store: &mut Store,
        whole: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Verdict<Move>, StoredError> {
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
            self.budget = budget;
            let mut tell = |now: &Progress| report(nodes + now.nodes, now);
            let solved = self.solve_telling(position, Some(&mut tell));
            self.budget = whole.clone();
            self.stop_consulting()?;
            self.save(store)?;
            let goes_on = |reason: &Unfinished| {
                let time_left = whole.time.is_none_or(|most| begun.elapsed() < most);
                reason.limit == Limit::Time && time_left
            };
            let goes_on = matches!(&solved, Err(SolveError::Unfinished(reason)) if goes_on(reason));
            let is_due = !goes_on || slice % EXCLUSIONS_EVERY == 0 || self.book.has_leftovers();
            if is_normal && is_due {
                self.save_exclusions(store)?;
            }
            match solved {
                Ok(mut verdict) => {
                    if self.told.foreign {
                        if is_normal {
                            self.consult(store)?;
                        }
                        self.budget = whole.less(0, begun.elapsed());
                        let mut tell = |now: &Progress| report(nodes + verdict.cost.nodes, now);
                        self.check_verdict(position, &verdict, &mut tell)?;
                    }
                    verdict.cost = Cost::new(nodes + verdict.cost.nodes, begun.elapsed());
                    return Ok(verdict);
                }
                Err(SolveError::Unfinished(reason)) => {
                    nodes += reason.nodes;
                    if !goes_on {
                        let reason = Unfinished::new(reason.limit, nodes, begun.elapsed());
                        return Err(SolveError::from(reason).into());
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
                    let key = key(land);
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
        assert!(key(&land).contains("Z(30)"), "{}", key(&land));
        assert_eq!(key(&land).parse::<Land>(), Ok(land));
    }

    /// A book forgets nimbers that a store holds, finds them again, and hands on what the store lacks.
    #[test]
    fn what_a_store_holds_is_forgotten_and_found_again() -> Result<(), Box<dyn std::error::Error>> {
        let path = std::env::temp_dir().join(format!("sprouts-shelf-{}", std::process::id()));
        let mut store = Store::open(&path, NIMBERS)?;
        let mut solver = Solver::new();
        let _ = solver.solve_lands(&Lands::start(10))?;
        let nimbers: Vec<_> = solver.nimbers().collect();
        solver.save(&mut store)?;
        solver.save_exclusions(&mut store)?;
        let fresh: Land = "0*20".parse()?;
        solver.learn(&fresh, Nimber(0));
        let excluded: Land = "0*19".parse()?;
        solver.learn_exclusion(&excluded, Nimber(3));

        solver.consult(&store)?;
        assert!(solver.book.make_room(1 << 15));
        let kept = solver.nimbers().count();
        assert!(kept < nimbers.len() / 2, "{kept} of {}", nimbers.len());
        assert!(solver.nimbers().any(|(land, _)| land == fresh));
        for (land, nimber) in &nimbers {
            assert_eq!(solver.known_nimber(land), Some(*nimber), "{land}");
        }
        solver.stop_consulting()?;
        assert!(
            nimbers
                .iter()
                .any(|(land, _)| solver.known_nimber(land).is_none())
        );

        assert!(solver.exclusions().all(|(land, _)| land != excluded));
        solver.save(&mut store)?;
        solver.save_exclusions(&mut store)?;
        assert_eq!(
            store.get(key(&fresh).as_bytes())?.as_deref(),
            Some(&[0][..])
        );
        let bits = 1u64 << 3;
        let found = store.get(key(&excluded).as_bytes())?;
        assert_eq!(found.as_deref(), Some(&bits.to_le_bytes()[..]));
        drop(store);
        std::fs::remove_file(path)?;
        Ok(())
    }
}
