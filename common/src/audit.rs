//! Audits of stores (feature `store`): whether the results in a file are true.
//!
//! The checksums of a [`Store`] find accidents. They do not find a result that is wrong, because
//! of a bug or because somebody wrote it on purpose. An audit does: it checks each result against the results of the
//! positions one move on, from the rules. If each of them follows, all of them are true, by induction.
//!
//! Each game crate audits its own stores; all of them report an [`Audit`].

use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use std::collections::BTreeSet;

use crate::budget::{Budget, Clock, Progress, Unfinished};
use crate::checksum::{START, fnv1a};
use crate::refused::Refused;
use crate::store::{Store, StoreError};

/// The findings of an audit so far: how many results are proved, and how many are not. A wrong result ends the audit
/// with [`AuditError::Wrong`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Audit {
    /// How many results the store has.
    pub results: u64,
    /// How many of them are proved: they follow from the rules and from other proved results.
    pub proved: u64,
    /// How many follow from results of which at least one is not proved itself.
    pub resting: u64,
    /// How many are neither proved nor refuted, because the store lacks what they rest on.
    pub unknown: u64,
    /// The first results that are not proved.
    pub examples: Vec<String>,
}

impl Audit {
    /// How many examples are kept.
    const EXAMPLES: usize = 8;

    /// Returns how many results have been looked at.
    pub fn checked(&self) -> u64 {
        self.proved + self.resting + self.unknown
    }

    /// Returns whether every result of the store is proved.
    pub fn is_proved(&self) -> bool {
        self.proved == self.results
    }

    /// Counts a result, and keeps it as an example if it is not proved.
    pub fn count(&mut self, standing: Standing, result: impl fmt::Display) {
        match standing {
            Standing::Proved => self.proved += 1,
            Standing::Resting => self.resting += 1,
            Standing::Unknown => self.unknown += 1,
        }
        if standing != Standing::Proved && self.examples.len() < Audit::EXAMPLES {
            self.examples.push(result.to_string());
        }
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audit {
            results,
            proved,
            resting,
            unknown,
            ..
        } = self;
        write!(
            f,
            "{results} results: {proved} proved, {resting} that rest on unproved ones, {unknown} unknown"
        )
    }
}

/// How well a result is supported.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Standing {
    /// It follows from the rules and from other proved results.
    Proved,
    /// It follows from results of which at least one is not proved.
    Resting,
    /// It is neither proved nor refuted.
    Unknown,
}

/// Where an audit was stopped, so that it can be resumed. Its text is a line to keep in a file.
///
/// # Examples
///
/// ```
/// use papergames_common::audit::Mark;
///
/// let mark = Mark::default();
/// assert_eq!(mark.to_string().parse::<Mark>().ok(), Some(mark));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mark {
    /// A hash of all keys and values of the store; 0 before an audit has read it.
    pub fingerprint: u64,
    /// What was found so far.
    pub audit: Audit,
    /// Hashes of the results that are not proved, in order.
    pub doubtful: Vec<u64>,
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Audit {
            results,
            proved,
            resting,
            unknown,
            ..
        } = &self.audit;
        write!(
            f,
            "papergames audit 1 {:016x} {results} {proved} {resting} {unknown}",
            self.fingerprint
        )?;
        (self.doubtful.iter()).try_for_each(|doubtful| write!(f, " {doubtful:016x}"))
    }
}

impl FromStr for Mark {
    type Err = Refused;

    /// Reads a mark. Its examples are not part of the text.
    fn from_str(text: &str) -> Result<Mark, Refused> {
        let refused = || Refused::new("expected the mark of an audit, `papergames audit 1 …`");
        let rest = text.trim().strip_prefix("papergames audit 1 ");
        let mut words = rest.ok_or_else(refused)?.split(' ');
        let hash = |word: &str| u64::from_str_radix(word, 16).map_err(|_| refused());
        let fingerprint = hash(words.next().ok_or_else(refused)?)?;
        let mut number = || -> Result<u64, Refused> {
            let word = words.next().ok_or_else(refused)?;
            word.parse().map_err(|_| refused())
        };
        let audit = Audit {
            results: number()?,
            proved: number()?,
            resting: number()?,
            unknown: number()?,
            examples: Vec::new(),
        };
        let doubtful: Vec<u64> = words.map(hash).collect::<Result<_, _>>()?;
        if audit.checked() > audit.results || doubtful.len() as u64 > audit.checked() {
            return Err(refused());
        }
        Ok(Mark {
            fingerprint,
            audit,
            doubtful,
        })
    }
}

/// Why an audit stopped early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum AuditError {
    /// A result of the store is wrong.
    #[error("the store is wrong: it says that {said}, but {reason}")]
    Wrong {
        /// The result, as a statement.
        said: String,
        /// What contradicts it.
        reason: String,
    },
    /// An entry is not one that a solver could have written.
    #[error("the store is wrong: expected {expected}, found the entry `{found}`")]
    Entry {
        /// What an entry of the store should be.
        expected: &'static str,
        /// The key of the entry, and its value.
        found: String,
    },
    /// A limit was reached. The mark says where.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The file could not be read.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mark was made in another store, or before this one changed.
    #[error("expected the mark of an audit of this store, found that of another")]
    OtherStore,
    /// The store holds results that this audit does not know.
    #[error("expected a store of the kind {expected}, found `{found}`")]
    Kind {
        /// The kinds that can be audited.
        expected: &'static str,
        /// The kind of the store.
        found: String,
    },
}

/// What a game knows about the entries of its stores.
pub trait Results {
    /// Checks that an entry is one that a solver could have written, and returns its rank: a result rests only on
    /// results of lower rank.
    ///
    /// # Errors
    ///
    /// Returns [`AuditError::Entry`] if it is not.
    fn rank(&mut self, key: &[u8], value: &[u8]) -> Result<u32, AuditError>;

    /// Checks an entry against the results of lower rank.
    ///
    /// # Errors
    ///
    /// Returns [`AuditError::Wrong`] if the entry, or one that it was compared with, is wrong, and
    /// [`AuditError::Unfinished`] if the budget was spent.
    fn check(
        &mut self,
        key: &[u8],
        value: &[u8],
        doubts: &Doubts,
        budget: &Budget,
    ) -> Result<Standing, AuditError>;

    /// Returns how many bytes the checks take, for the progress.
    fn memory(&self) -> u64 {
        0
    }
}

/// The results that are not proved.
#[derive(Clone, Debug, Default)]
pub struct Doubts {
    hashes: BTreeSet<u64>,
}

impl Doubts {
    /// Returns whether no result checked so far is in doubt.
    pub fn is_empty(&self) -> bool {
        self.hashes.is_empty()
    }

    /// Returns whether the result with this key is in doubt.
    pub fn has(&self, key: &[u8]) -> bool {
        !self.hashes.is_empty() && self.hashes.contains(&fingerprint(START, &[key]))
    }
}

/// Audits a store, continuing from `mark`: checks the results by rank, lowest first, and within a rank by key.
///
/// Reads the store once for each rank, and keeps two bytes for each result and eight for each that is not proved. The
/// file is only read. `mark` says how far the audit has come, whenever it ends.
///
/// # Errors
///
/// Returns [`AuditError`] if a result is wrong, if the budget is spent, if the store cannot be read, and if the mark
/// belongs to another store.
pub fn audit(
    store: &Store,
    results: &mut dyn Results,
    budget: &Budget,
    mark: &mut Mark,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Audit, AuditError> {
    let clock = Clock::start();
    let mut checked = 0;
    let unfinished = |checked: u64| {
        let elapsed = clock.elapsed();
        let limit = budget.reached(checked, elapsed);
        limit.map(|limit| Unfinished::new(limit, checked, elapsed))
    };
    // The rank of each entry, so that only those that are due are read with care.
    let mut ranks: Vec<u16> = Vec::new();
    let mut seen = START;
    for entry in store.iter() {
        let (key, value) = entry?;
        seen = fingerprint(seen, &[&key, &value]);
        ranks.push(results.rank(&key, &value)?.min(u16::MAX.into()) as u16);
        if let Some(reason) = unfinished(0).filter(|_| ranks.len().is_multiple_of(1024)) {
            return Err(reason.into());
        }
    }
    if mark.fingerprint == 0 {
        *mark = Mark::default();
        mark.fingerprint = seen;
        mark.audit.results = ranks.len() as u64;
    } else if mark.fingerprint != seen || mark.audit.results != ranks.len() as u64 {
        return Err(AuditError::OtherStore);
    }
    let mut doubts = Doubts {
        hashes: mark.doubtful.iter().copied().collect(),
    };
    let order: BTreeSet<u16> = ranks.iter().copied().collect();
    let (mut passed, done) = (0, mark.audit.checked());
    let mut reported = Duration::ZERO;
    for rank in order {
        for (entry, own) in store.iter().zip(&ranks) {
            if *own != rank {
                continue;
            }
            passed += 1;
            if passed <= done {
                continue;
            }
            if let Some(reason) = unfinished(checked) {
                return Err(reason.into());
            }
            let (key, value) = entry?;
            let left = budget.less(checked, clock.elapsed());
            let standing = results.check(&key, &value, &doubts, &left)?;
            checked += 1;
            let name = String::from_utf8_lossy(&key);
            mark.audit.count(standing, name);
            if standing != Standing::Proved {
                let hash = fingerprint(START, &[&key]);
                doubts.hashes.insert(hash);
                mark.doubtful.push(hash);
            }
            let elapsed = clock.elapsed();
            if elapsed.saturating_sub(reported) >= REPORT_EVERY {
                reported = elapsed;
                let mut now = Progress::new(checked, elapsed);
                now.share = Some((passed, ranks.len() as u64));
                now.memory = results.memory();
                progress(&now);
            }
        }
    }
    Ok(mark.audit.clone())
}

/// How often an audit reports its progress.
const REPORT_EVERY: Duration = Duration::from_millis(200);

/// Returns the hash of several byte strings, each with its length; `before` is the hash of earlier ones, or
/// [`START`].
pub fn fingerprint(before: u64, parts: &[&[u8]]) -> u64 {
    parts.iter().fold(before, |hash, part| {
        let length = (part.len() as u64).to_le_bytes();
        fnv1a(fnv1a(hash, &length), part)
    })
}
