//! Claims: the results of a solver, and how other programs can check that they are true.
//!
//! A solver fills a table of *entries*. An entry is the canonical key of a position with a fact about it, such as its
//! nimber, two bounds on its value, or that the player to move loses. Each entry is a *claim*: by the rules of the game
//! and without a search, it follows from entries of lower rank, which are called its *grounds*. This idea supports
//! everything that can be done with such tables:
//!
//! * a `store` (feature `store`) is such a table on disk;
//! * an `audit` (feature `store`) checks every entry of a store in order of rank: entries that follow from proved
//!   entries are themselves *proved*;
//! * a [`Certificate`] holds, as text, one entry with all the entries that it depends on, which [`grounds`] collects;
//! * [`shrink`] chooses among [alternative grounds](Choices), so that a proof needs fewer entries;
//! * an entry that has not been checked in this way is *assumed*.
//!
//! A game implements [`Claims`] to define which entries follow from which.

mod shrink;

use core::fmt::{self, Display};
use core::str::FromStr;
use std::collections::BinaryHeap;

use rustc_hash::FxHashMap;

use crate::tools::budget::{Budget, Unfinished};
#[cfg(feature = "store")]
use crate::tools::checksum::fingerprint;
use crate::tools::checksum::{START, fnv1a};
use crate::tools::refused::Refused;

pub use shrink::{Choices, shrink};

/// The canonical form of a position as bytes, which identifies it in a table of entries.
pub type Key = Box<[u8]>;

/// A list of entries, each with the key of a position and a fact about the position.
pub type Entries<K> = Vec<(Key, K)>;

/// The rules by which the entries of a game's table follow from each other.
pub trait Claims {
    /// The type of the fact stored about a position, such as a nimber.
    type Known: Clone + PartialEq;

    /// Reads an entry of a store; `None` if no solver could have written it.
    fn read(&mut self, key: &[u8], value: &[u8]) -> Option<(Key, Self::Known)>;

    /// Returns the rank of an entry, which is greater than the ranks of its grounds.
    fn rank(&mut self, key: &[u8]) -> u32;

    /// Returns the statement of an entry, worded as part of a sentence, such as "the nimber of `0*5` is 1".
    fn statement(&self, key: &[u8], known: &Self::Known) -> String;

    /// Returns the position with a key of a store in the spelling that people use. By default, this is the key itself.
    fn spelled(&self, key: &[u8]) -> String {
        String::from_utf8_lossy(key).into_owned()
    }

    /// Returns the combined knowledge about a position of which both `one` and `other` are known.
    fn join(&self, one: Self::Known, other: &Self::Known) -> Self::Known {
        let _ = other;
        one
    }

    /// Uses the rules to determine whether an entry follows from other entries, which must all be in `table`. By
    /// default, every entry has to be [settled](Claims::settle).
    ///
    /// # Errors
    ///
    /// Returns [`ClaimError`] if the budget is spent or the store cannot be read.
    fn follows(
        &mut self,
        key: &[u8],
        known: &Self::Known,
        table: &Premises<'_, Self::Known>,
    ) -> Result<Derivation<Self::Known>, ClaimError> {
        let _ = (key, known, table);
        Ok(Derivation::Open)
    }

    /// Uses a short search, without the store, to determine whether an entry is true. Returns the reason if the entry
    /// is wrong, and `None` if the search would take too long, as it always does by default.
    ///
    /// # Errors
    ///
    /// Returns [`ClaimError`] if the budget is spent.
    fn settle(
        &mut self,
        key: &[u8],
        known: &Self::Known,
        budget: &Budget,
    ) -> Result<Option<Result<(), String>>, ClaimError> {
        let _ = (key, known, budget);
        Ok(None)
    }

    /// Returns the number of bytes held in memory, for progress reports.
    fn memory(&self) -> u64 {
        0
    }
}

/// The answer to whether an entry follows from other entries.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Derivation<K> {
    /// It follows from these entries.
    From(Entries<K>),
    /// The table lacks entries from which it might follow.
    Open,
    /// It is wrong, or an entry that it was compared with is wrong. The reason is worded to follow the word "but".
    Not(String),
}

/// The entries from which a claim may follow.
pub struct Premises<'a, K> {
    /// The entries of the proof being collected, which are preferred over others.
    pub(crate) chosen: Option<&'a FxHashMap<Key, K>>,
    /// The number of entries that still have to be traced.
    pub(crate) open: usize,
    /// A store, and the hashes of those of its keys that must not be used.
    #[cfg(feature = "store")]
    pub(crate) stored: Option<(
        &'a crate::proof::store::Store,
        &'a std::collections::BTreeSet<u64>,
    )>,
}

impl<K> fmt::Debug for Premises<'_, K> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Premises")
            .field("open", &self.open)
            .finish_non_exhaustive()
    }
}

impl<K> Premises<'_, K> {
    /// Returns what the proof being collected already states about a position.
    pub fn chosen(&self, key: &[u8]) -> Option<&K> {
        self.chosen.and_then(|chosen| chosen.get(key))
    }

    /// Returns the number of entries in the proof, and how many of them still have to be traced back to the rules.
    pub fn size(&self) -> (u64, u64) {
        let len = self.chosen.map_or(0, FxHashMap::len);
        (len as u64, self.open as u64)
    }

    /// Returns the value of a key in the store, unless it is in doubt or there is no store.
    ///
    /// # Errors
    ///
    /// Returns [`StoreError`](crate::store::StoreError) if the store cannot be read.
    #[cfg(feature = "store")]
    pub fn stored(&self, key: &[u8]) -> Result<Option<Vec<u8>>, crate::proof::store::StoreError> {
        match self.stored {
            Some((_, doubts)) if doubts.contains(&fingerprint(START, &[key])) => Ok(None),
            Some((store, _)) => store.get(key),
            None => Ok(None),
        }
    }

    /// Returns whether there is a store.
    #[cfg(feature = "store")]
    pub fn is_stored(&self) -> bool {
        self.stored.is_some()
    }

    /// Returns the number of entries of the store that must not be used. If this number changes, all values that were
    /// looked up earlier must be looked up again.
    #[cfg(feature = "store")]
    pub fn doubts(&self) -> usize {
        self.stored.map_or(0, |(_, doubts)| doubts.len())
    }
}

/// The error returned when a claim cannot be traced back to the rules.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClaimError {
    /// An entry is wrong.
    #[error("the store is wrong: it says that {said}, but {reason}")]
    Wrong {
        /// The statement of the entry.
        said: String,
        /// What contradicts the statement.
        reason: String,
    },
    /// A limit was reached.
    #[error(transparent)]
    Unfinished(#[from] Unfinished),
    /// The store cannot be used.
    #[cfg(feature = "store")]
    #[error(transparent)]
    Store(#[from] crate::proof::store::StoreError),
    /// The claim cannot be checked at all, for instance because there is no store for its rules.
    #[error(transparent)]
    Refused(#[from] Refused),
}

impl ClaimError {
    /// Returns the error for an entry that no solver could have written.
    pub fn impossible(key: &[u8], value: &[u8]) -> ClaimError {
        let key: String = String::from_utf8_lossy(key).chars().take(80).collect();
        ClaimError::Wrong {
            said: format!("`{}` is {value:?}", key.escape_default()),
            reason: "that is impossible".to_owned(),
        }
    }
}

/// Traces entries back to the rules of the game. Returns them together with all entries that they depend on, in
/// ascending order of rank.
///
/// # Errors
///
/// Returns [`ClaimError::Wrong`] if an entry is wrong or does not follow, and the errors of [`Claims::follows`].
pub fn grounds<C: Claims + ?Sized>(
    claims: &mut C,
    first: Entries<C::Known>,
) -> Result<Entries<C::Known>, ClaimError> {
    let mut chosen: FxHashMap<Key, C::Known> = FxHashMap::default();
    let mut open: BinaryHeap<(u32, Key)> = BinaryHeap::new();
    let mut new = first;
    loop {
        for (key, known) in new.drain(..) {
            let joined = match chosen.get(&key) {
                Some(before) => claims.join(known, before),
                None => known,
            };
            if chosen.get(&key) != Some(&joined) {
                open.push((claims.rank(&key), key.clone()));
                chosen.insert(key, joined);
            }
        }
        let Some((_, key)) = open.pop() else { break };
        let table = Premises {
            chosen: Some(&chosen),
            open: open.len() + 1,
            #[cfg(feature = "store")]
            stored: None,
        };
        let known = chosen[&key].clone();
        let wrong = |claims: &C, reason| ClaimError::Wrong {
            said: claims.statement(&key, &known),
            reason,
        };
        match claims.follows(&key, &known, &table)? {
            Derivation::From(grounds) => new = grounds,
            Derivation::Not(reason) => return Err(wrong(claims, reason)),
            Derivation::Open => {
                return Err(wrong(claims, "no other result proves this".to_owned()));
            }
        }
    }
    let mut ranked: Vec<(u32, Key, C::Known)> = chosen
        .into_iter()
        .map(|(key, known)| (claims.rank(&key), key, known))
        .collect();
    ranked.sort_unstable_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
    Ok(ranked
        .into_iter()
        .map(|(_, key, known)| (key, known))
        .collect())
}

/// A claim and all entries that it depends on, as text that other programs can check without a search.
///
/// The first lines state the claim; each line consists of a word and a text. The entries follow, one per line, in
/// ascending order of rank. For authors of checkers, `examples/check/FORMAT.md` in this project's repository describes
/// the format.
///
/// # Examples
///
/// ```
/// use papergames_common::claim::Certificate;
///
/// let mut certificate = Certificate::new("nim");
/// certificate.say("position", "1,1");
/// certificate.entries = vec!["1,1 loses".to_owned()];
/// let text = certificate.to_string();
/// assert!(text.starts_with("papergames certificate 1\ngame nim\nposition 1,1\nfacts 1\n1,1 loses\nchecksum "));
/// assert_eq!(text.parse().as_ref(), Ok(&certificate));
/// assert_eq!(certificate.said("position"), Some("1,1"));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certificate {
    claim: Vec<(String, String)>,
    /// The entries of the proof, each as text.
    pub entries: Vec<String>,
}

impl Certificate {
    /// The first line of every certificate.
    pub const FIRST_LINE: &'static str = "papergames certificate 1\n";

    /// Returns a certificate for the given game that does not claim anything yet.
    pub fn new(game: &str) -> Certificate {
        let mut certificate = Certificate {
            claim: Vec::new(),
            entries: Vec::new(),
        };
        certificate.say("game", game);
        certificate
    }

    /// Adds a line to the claim, with a word and a text.
    pub fn say(&mut self, word: &str, text: impl Display) {
        self.claim.push((word.to_owned(), text.to_string()));
    }

    /// Returns the text after `word` in the line of the claim that begins with `word`.
    pub fn said(&self, word: &str) -> Option<&str> {
        let line = self.claim.iter().find(|(own, _)| own == word);
        line.map(|(_, text)| text.as_str())
    }
}

impl Display for Certificate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;
        let mut text = Certificate::FIRST_LINE.to_owned();
        for (word, said) in &self.claim {
            writeln!(text, "{word} {said}")?;
        }
        writeln!(text, "facts {}", self.entries.len())?;
        for entry in &self.entries {
            text += entry;
            text.push('\n');
        }
        writeln!(f, "{text}checksum {:016x}", fnv1a(START, text.as_bytes()))
    }
}

/// Reads what [`Display`] writes. Only a checker can decide whether the entries prove the claim.
impl FromStr for Certificate {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Certificate, Refused> {
        let mut lines = (1..).zip(text.split_terminator('\n'));
        let mut next = |expected: &str| match lines.next() {
            Some((number, line)) => Ok((number, line)),
            None => Err(Refused::new(format!(
                "expected {expected} at the end of the text"
            ))),
        };
        let wrong = |expected: &str, number: usize, line: &str| {
            let found: String = line.chars().take(40).collect();
            Refused::new(format!(
                "expected {expected} in line {number}, found `{}`",
                found.escape_debug()
            ))
        };
        let mut claim = Vec::new();
        let n: usize = loop {
            let (number, line) = next("a line of the claim")?;
            if number == 1 {
                if line != Certificate::FIRST_LINE.trim_end() {
                    return Err(wrong("`papergames certificate 1`", number, line));
                }
                continue;
            }
            let expected = "a word, a space and a text";
            let (word, said) = line
                .split_once(' ')
                .ok_or_else(|| wrong(expected, number, line))?;
            if word == "facts" {
                break said
                    .parse()
                    .map_err(|_| wrong("`facts` and a number", number, line))?;
            }
            claim.push((word.to_owned(), said.to_owned()));
        };
        let mut entries = Vec::new();
        let sum = loop {
            let (number, line) = next("`checksum` and 16 hexadecimal digits")?;
            match line.strip_prefix("checksum ") {
                Some(sum) if entries.len() == n => break sum,
                None if entries.len() < n => entries.push(line.to_owned()),
                Some(_) => return Err(wrong("an entry", number, line)),
                None => return Err(wrong("`checksum` and 16 hexadecimal digits", number, line)),
            }
        };
        if let Some((number, line)) = lines.next() {
            return Err(wrong("the end of the text", number, line));
        }
        let end = text.rfind("checksum ").unwrap_or(text.len());
        let expected = format!("{:016x}", fnv1a(START, &text.as_bytes()[..end]));
        if sum != expected {
            return Err(Refused::new(format!(
                "the checksum must be {expected}, found {sum}"
            )));
        }
        Ok(Certificate { claim, entries })
    }
}
