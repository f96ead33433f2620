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
//! use papergames_sprouts::{Player, Position, Rules};
//!
//! # let path = std::env::temp_dir().join(format!("sprouts-stored-{}", std::process::id()));
//! let six = Position::new(6, Rules::NORMAL)?;
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
use std::path::PathBuf;

use common::budget::Clock;
use common::store::{Store, StoreError};
use common::{Cost, Limit, Nimber, Progress, Unfinished, Verdict};
use rustc_hash::FxHashMap;

use super::certificate::CertifyError;
use super::{Loss, SolveError, Solver};
use crate::land::Land;
use crate::moves::Move;
use crate::position::Position;
use crate::rules::{Rules, Variant};

/// The kind of a store of nimbers: the text of a land, and its nimber in one byte; or, as long as that is unknown, the
/// nimbers that the land does not have, as eight bytes with a bit for each, the lowest first.
pub const NIMBERS: &str = "sprouts nimbers 1";

/// The kind of a store of misère play: the text of a position that the player to move loses, and an empty value.
pub const LOSSES: &str = "sprouts misere losses 1";

/// The greatest nimber that a solver keeps.
const MOST: u8 = 63;

/// How often new results are written to disk.
const SLICE: Duration = Duration::from_secs(10);

/// After how many of these slices exclusions are written as well.
const EXCLUSIONS_EVERY: u64 = 12;

/// How many exclusions are held in memory to be written together.
const MOST_UNWRITTEN: usize = 1 << 16;

/// Why a position could not be solved with a store.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum StoredError {
    /// The solver stopped without an answer.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// The file could not be read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The store is for other results.
    #[error("expected a store of the kind `{expected}` for these rules, found `{found}`")]
    Kind {
        /// The kind that the rules need.
        expected: &'static str,
        /// The kind of the store.
        found: String,
    },
    /// The store holds an entry that its kind does not allow.
    #[error("expected {expected} in the store, found `{found}`")]
    Entry {
        /// What an entry of the store should be.
        expected: &'static str,
        /// The key of the entry, cut after 80 characters.
        found: String,
    },
    /// A result of the store is wrong. It was found because the answer rests on it.
    #[error("the store is wrong: it says that {said}, but {reason}")]
    Wrong {
        /// The result, as a statement.
        said: String,
        /// What contradicts it.
        reason: String,
    },
    /// The results of a variant cannot be stored.
    #[error("expected standard Sprouts, whose results can be stored, found the variant `{found}`")]
    Variant {
        /// The variant of the position.
        found: Variant,
    },
}

/// Returns the kind of store for these rules, or `None` for variants, whose results are not stored.
#[must_use]
pub fn kind(rules: Rules) -> Option<&'static str> {
    match rules {
        Rules::NORMAL => Some(NIMBERS),
        Rules::MISERE => Some(LOSSES),
        _ => None,
    }
}

/// What a store knows about a land.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Fact {
    Nimber(Nimber),
    /// The nimbers that it does not have, a bit for each.
    Excluded(u64),
}

/// Reads a store of nimbers.
pub(crate) fn facts(store: &Store) -> Result<Vec<(Land, Fact)>, StoredError> {
    expect_kind(store, NIMBERS)?;
    let mut facts = Vec::new();
    for entry in store.iter() {
        let (key, value) = entry?;
        let found = fact(&key, &value);
        facts.push(found.ok_or_else(|| wrong_entry("a land and a nimber it can have", &key))?);
    }
    Ok(facts)
}

/// Reads an entry of a store of nimbers. A land with *n* lives lasts at most *n* − 1 moves, so its nimber is less than
/// *n*.
pub(crate) fn fact(key: &[u8], value: &[u8]) -> Option<(Land, Fact)> {
    let land: Land = core::str::from_utf8(key).ok()?.parse().ok()?;
    let fact = match value {
        [nimber] if *nimber <= MOST && usize::from(*nimber) < land.lives() => {
            Fact::Nimber(Nimber((*nimber).into()))
        }
        _ => Fact::Excluded(u64::from_le_bytes(value.try_into().ok()?)),
    };
    Some((land, fact))
}

/// Reads the nimbers of a store of the kind [`NIMBERS`].
///
/// # Errors
///
/// Returns [`StoredError`] if the store is of another kind or cannot be read.
pub fn nimbers(store: &Store) -> Result<Vec<(Land, Nimber)>, StoredError> {
    let nimber = |(land, fact)| match fact {
        Fact::Nimber(nimber) => Some((land, nimber)),
        Fact::Excluded(_) => None,
    };
    Ok(facts(store)?.into_iter().filter_map(nimber).collect())
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
        let found = loss(&key, &value);
        losses.push(found.ok_or_else(|| wrong_entry("a position that can be lost", &key))?);
    }
    Ok(losses)
}

fn expect_kind(store: &Store, expected: &'static str) -> Result<(), StoredError> {
    if store.kind() == expected {
        return Ok(());
    }
    let found = store.kind().to_owned();
    Err(StoredError::Kind { expected, found })
}

fn wrong_entry(expected: &'static str, key: &[u8]) -> StoredError {
    StoredError::Entry {
        expected,
        found: String::from_utf8_lossy(key).chars().take(80).collect(),
    }
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

/// What stores told a solver.
#[derive(Default, Debug)]
pub(crate) struct Told {
    /// The store that holds all results of the solver, as of when it was last loaded or saved.
    in_step: Option<InStep>,
    /// Whether there are results among them that the solver did not find itself.
    foreign: bool,
    /// The nimbers, by canonical form, that were followed down to the rules.
    pub(crate) followed: FxHashMap<Box<[u8]>, u8>,
}

/// A store as it was when it held all results of a solver.
#[derive(Debug)]
struct InStep {
    path: PathBuf,
    /// How many entries it had.
    entries: u64,
}

impl InStep {
    fn with(store: &Store) -> Result<InStep, StoreError> {
        Ok(InStep {
            path: store.path().to_owned(),
            entries: store.len()?,
        })
    }

    /// Returns whether this is the same store, which does not lose entries.
    fn is(&self, store: &Store) -> Result<bool, StoreError> {
        Ok(self.path == store.path() && self.entries <= store.len()?)
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

    /// Loads all results of a store into the solver.
    ///
    /// # Errors
    ///
    /// Returns [`StoredError`] if the store is of another kind or cannot be read.
    pub fn load(&mut self, store: &Store) -> Result<(), StoredError> {
        if store.kind() == LOSSES {
            for loss in losses(store)? {
                self.told.foreign = true;
                self.learn_loss(&loss);
            }
            self.told.in_step = Some(InStep::with(store)?);
            return Ok(());
        }
        let is_new = self.book.pages.is_empty();
        for (land, fact) in facts(store)? {
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
        for id in self.book.new_nimbers().to_vec() {
            let key = Land::from_form(self.book.form(id)).to_string();
            let before = store.get(key.as_bytes())?;
            if let Some(nimber) = self.book.nimber(id)
                && before.is_none_or(|value| value.len() != 1)
            {
                store.insert(key.as_bytes(), &[nimber]);
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
        for (n, (id, mut bits)) in self.book.new_exclusions().into_iter().enumerate() {
            if n % MOST_UNWRITTEN == MOST_UNWRITTEN - 1 {
                store.commit()?;
            }
            let key = Land::from_form(self.book.form(id)).to_string();
            match store.get(key.as_bytes())?.as_deref() {
                Some([_]) => continue,
                Some(before) => {
                    bits |= before.try_into().map_or(0, u64::from_le_bytes);
                }
                None => (),
            }
            store.insert(key.as_bytes(), &bits.to_le_bytes());
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

    /// Solves a position with the help of a store, and follows the proof through the results of the store down to the
    /// rules, so that a wrong result is found out if the answer rests on it. Writes new results to it every ten seconds
    /// and at the end, even if the budget runs out; what lands are proved not to have, every two minutes and at the
    /// end.
    ///
    /// A solver reads a store once, and follows each result once: later calls with the same store go on from there.
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
        if !self.is_in_step(store)? {
            self.load(store)?;
        }
        let whole = self.budget.clone();
        let begun = Clock::start();
        let (mut nodes, mut slice) = (0, 0);
        loop {
            slice += 1;
            let left = whole
                .most_time()
                .map(|most| most.saturating_sub(begun.elapsed()));
            let time = left.map_or(SLICE, |left| left.min(SLICE));
            let mut budget = whole.clone().time(time);
            if let Some(most) = whole.most_nodes() {
                budget = budget.nodes(most.saturating_sub(nodes));
            }
            self.budget = budget;
            let mut tell = |now: &Progress| {
                let mut now = now.clone();
                now.nodes += nodes;
                now.elapsed = begun.elapsed();
                progress(&now);
            };
            let solved = self.solve_telling(position, Some(&mut tell));
            self.budget = whole.clone();
            if let (Ok(verdict), true) = (&solved, self.told.foreign) {
                self.budget = whole.less(0, begun.elapsed());
                let checked = self.check_verdict(position, verdict);
                self.budget = whole.clone();
                checked?;
            }
            self.save(store)?;
            let goes_on = |reason: &Unfinished| {
                let time_left = whole.most_time().is_none_or(|most| begun.elapsed() < most);
                reason.limit == Limit::Time && time_left
            };
            let goes_on = matches!(&solved, Err(SolveError::Unfinished(reason)) if goes_on(reason));
            if kind == NIMBERS && (!goes_on || slice % EXCLUSIONS_EVERY == 0) {
                self.save_exclusions(store)?;
            }
            match solved {
                Ok(mut verdict) => {
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
