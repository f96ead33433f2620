//! Audits of stores (feature `store`), which check that the results in a file are true.
//!
//! The checksums of a [`Store`] detect accidental damage. They do not detect a result that is wrong because of a bug or
//! because someone forged it. An audit does detect such a result: it uses the rules to check that each
//! [claim](crate::claim) follows from the results that it depends on. If every claim follows, all of them are true, by
//! induction.

use core::fmt;
use core::str::FromStr;
use core::time::Duration;
use std::collections::BTreeSet;

use crate::proof::claim::{ClaimError, Claims, Derivation, Key, Premises};
use crate::proof::store::Store;
use crate::tools::budget::{Budget, Clock, Progress, Unfinished};
use crate::tools::checksum::{START, fingerprint};
use crate::tools::refused::Refused;

/// The findings of an audit so far: how many entries are proved, and how many are not. A wrong entry ends the audit
/// with [`ClaimError::Wrong`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Audit {
    /// The number of results in the store.
    pub results: u64,
    /// The number of proved results, which follow from the rules and from other proved results.
    pub proved: u64,
    /// The number of results that follow from other results, of which at least one is not proved.
    pub assumed: u64,
    /// The number of results that are neither proved nor refuted because the store lacks results that they depend on.
    pub unknown: u64,
    /// The first results that are not proved.
    pub examples: Vec<String>,
}

impl Audit {
    /// The maximum number of examples kept, so that the report of a large store stays short.
    const EXAMPLES: usize = 8;

    /// Returns the number of results examined.
    pub fn checked(&self) -> u64 {
        self.proved + self.assumed + self.unknown
    }

    /// Returns whether every result of the store is proved.
    pub fn is_proved(&self) -> bool {
        self.proved == self.results
    }

    /// Counts one or more results with the same status, and stores a text for them as an example if they are not
    /// proved.
    pub fn count(&mut self, status: Status, results: u64, text: impl fmt::Display) {
        *match status {
            Status::Proved => &mut self.proved,
            Status::Assumed => &mut self.assumed,
            Status::Unknown => &mut self.unknown,
        } += results;
        if status != Status::Proved && self.examples.len() < Audit::EXAMPLES {
            self.examples.push(text.to_string());
        }
    }
}

impl fmt::Display for Audit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "{} results: {} proved, {} that rest on unproved ones, {} unknown",
            self.results, self.proved, self.assumed, self.unknown
        )
    }
}

/// The status of an entry in an audit: proved, assumed or unknown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Status {
    /// It follows from the rules and from other proved results.
    Proved,
    /// It follows from results of which at least one is not proved.
    Assumed,
    /// It is neither proved nor refuted.
    Unknown,
}

/// The point at which an audit stopped, from which it can be resumed. Its text is a single line, which can be saved in
/// a file.
///
/// # Examples
///
/// ```
/// use papergames_common::audit::Checkpoint;
///
/// let checkpoint = Checkpoint::default();
/// assert_eq!(checkpoint.to_string().parse::<Checkpoint>().ok(), Some(checkpoint));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Checkpoint {
    /// A hash of all keys and values of the store; 0 before an audit has read it.
    pub fingerprint: u64,
    /// The findings of the audit so far.
    pub audit: Audit,
    /// Hashes of the results that are not proved, in ascending order.
    pub doubtful: Vec<u64>,
}

impl Checkpoint {
    /// Starts or resumes an audit of the store with this fingerprint.
    ///
    /// # Errors
    ///
    /// Returns a refusal if the checkpoint belongs to another store, or if the store has changed since.
    pub fn begin(&mut self, fingerprint: u64, results: u64) -> Result<(), Refused> {
        if self.fingerprint == 0 {
            *self = Checkpoint::default();
            (self.fingerprint, self.audit.results) = (fingerprint, results);
        }
        if (self.fingerprint, self.audit.results) == (fingerprint, results) {
            return Ok(());
        }
        Err(Refused::new(
            "the file belongs to an audit of another store; remove it to start over",
        ))
    }
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let audit = &self.audit;
        let counts = [audit.results, audit.proved, audit.assumed, audit.unknown];
        write!(f, "papergames audit 1 {:016x}", self.fingerprint)?;
        counts.iter().try_for_each(|count| write!(f, " {count}"))?;
        (self.doubtful.iter()).try_for_each(|doubtful| write!(f, " {doubtful:016x}"))
    }
}

impl FromStr for Checkpoint {
    type Err = Refused;

    /// Reads a checkpoint, whose text does not include the examples.
    fn from_str(text: &str) -> Result<Checkpoint, Refused> {
        let refused = || {
            Refused::new(
                "the file must be the saved progress of an interrupted audit, and begin with `papergames audit 1`",
            )
        };
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
            assumed: number()?,
            unknown: number()?,
            examples: Vec::new(),
        };
        let doubtful: Vec<u64> = words.map(hash).collect::<Result<_, _>>()?;
        let checked = [audit.proved, audit.assumed, audit.unknown];
        let checked = checked.into_iter().try_fold(0, u64::checked_add);
        if checked.is_none_or(|n| n > audit.results || doubtful.len() as u64 > n) {
            return Err(refused());
        }
        Ok(Checkpoint {
            fingerprint,
            audit,
            doubtful,
        })
    }
}

/// Audits a store, continuing from `checkpoint`: checks the entries in order of rank, lowest first, and within a rank
/// in order of key.
///
/// An entry is proved if it follows from proved ones, or if a short search without the store shows that it is true.
/// This reads the store once for each rank, and keeps two bytes in memory for each entry, plus eight for each entry
/// that is not proved. The file is only read. `checkpoint` records the progress of the audit, whenever it ends.
///
/// # Errors
///
/// Returns [`ClaimError`] if an entry is wrong, if the budget is spent, if the store cannot be read, or if the
/// checkpoint is from an audit of another store.
pub fn audit<C: Claims>(
    store: &Store,
    claims: &mut C,
    budget: &Budget,
    checkpoint: &mut Checkpoint,
    progress: &mut dyn FnMut(&Progress),
) -> Result<Audit, ClaimError> {
    let clock = Clock::start();
    let mut checked = 0;
    let unfinished = |checked: u64| {
        let elapsed = clock.elapsed();
        let limit = budget.reached(checked, elapsed);
        limit.map(|limit| Unfinished::new(limit, checked, elapsed))
    };
    // The rank of each entry, so that each pass only reads and checks the entries of its rank.
    let mut ranks: Vec<u16> = Vec::new();
    let mut seen = START;
    for entry in store.iter() {
        let (key, value) = entry?;
        seen = fingerprint(seen, &[&key, &value]);
        let (own, _) = read(claims, &key, &value)?;
        ranks.push(claims.rank(&own).min(u16::MAX.into()) as u16);
        if let Some(reason) = unfinished(0).filter(|_| ranks.len().is_multiple_of(1024)) {
            return Err(reason.into());
        }
    }
    checkpoint.begin(seen, ranks.len() as u64)?;
    let mut doubts: BTreeSet<u64> = checkpoint.doubtful.iter().copied().collect();
    let order: BTreeSet<u16> = ranks.iter().copied().collect();
    let (mut passed, done) = (0, checkpoint.audit.checked());
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
            let (own, known) = read(claims, &key, &value)?;
            let status = check(store, claims, (&own, &known), &doubts, &left);
            let status = status.map_err(|error| match error {
                // The search for one result knows only its own work.
                ClaimError::Unfinished(reason) => {
                    Unfinished::new(reason.limit, checked, clock.elapsed()).into()
                }
                error @ (ClaimError::Wrong { .. }
                | ClaimError::Store(_)
                | ClaimError::Refused(_)) => error,
            })?;
            checked += 1;
            if status == Status::Proved {
                checkpoint.audit.count(status, 1, "");
            } else {
                checkpoint.audit.count(status, 1, claims.spelled(&key));
                let hash = fingerprint(START, &[&key]);
                doubts.insert(hash);
                checkpoint.doubtful.push(hash);
            }
            let elapsed = clock.elapsed();
            if elapsed.saturating_sub(reported) >= REPORT_EVERY {
                reported = elapsed;
                let mut now = Progress::new(checked, elapsed);
                now.share = Some((passed, ranks.len() as u64));
                now.memory = claims.memory();
                progress(&now);
            }
        }
    }
    Ok(checkpoint.audit.clone())
}

fn read<C: Claims>(
    claims: &mut C,
    key: &[u8],
    value: &[u8],
) -> Result<(Key, C::Known), ClaimError> {
    let entry = claims.read(key, value);
    entry.ok_or_else(|| ClaimError::impossible(key, value))
}

/// Checks an entry in three steps: against the entries that are not in doubt, by a search, and against all entries.
fn check<C: Claims>(
    store: &Store,
    claims: &mut C,
    (key, known): (&[u8], &C::Known),
    doubts: &BTreeSet<u64>,
    budget: &Budget,
) -> Result<Status, ClaimError> {
    let none = BTreeSet::new();
    for (doubts, status) in [(doubts, Status::Proved), (&none, Status::Assumed)] {
        let table = Premises {
            chosen: None,
            open: 0,
            stored: Some((store, doubts)),
        };
        let reason = match claims.follows(key, known, &table)? {
            Derivation::From(_) => return Ok(status),
            Derivation::Not(reason) => Err(reason),
            Derivation::Open if status == Status::Assumed => return Ok(Status::Unknown),
            Derivation::Open => match claims.settle(key, known, budget)? {
                Some(Ok(())) => return Ok(Status::Proved),
                Some(Err(reason)) => Err(reason),
                None => Ok(()),
            },
        };
        reason.map_err(|reason| ClaimError::Wrong {
            said: claims.statement(key, known),
            reason,
        })?;
    }
    Ok(Status::Unknown)
}

/// The interval between two reports of an audit: short enough for a person to see progress, and long enough to cost
/// nothing.
const REPORT_EVERY: Duration = Duration::from_millis(200);
