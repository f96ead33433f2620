//! Decides whether a nimber follows from other nimbers one or two moves ahead.
//!
//! The nimber of a land is *n* if some option has each smaller value and none has the value *n*. An option whose value
//! is not known does not have the value *n* if this is known of it, or if it has an option with the value *n* itself. A
//! proof by the solver needs nothing else, so it can be checked without a search.

use common::claim::ClaimError;
use common::{Limit, Nimber, sorting};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use crate::land::{Land, Lands};
use crate::rules::Variant;
use crate::solve::known::Known;
use crate::solve::search::book::{Book, Further, LandId};
use crate::solve::watch::CallLimits;

/// Looks up what is known about a land by its canonical form.
pub(crate) type Lookup<'a> = dyn FnMut(&[u8]) -> Result<Option<Known>, ClaimError> + 'a;

/// The lands of an option.
pub(super) type OptionIds = SmallVec<[LandId; 4]>;

/// The result of looking up what is known about a land.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum LookupState {
    Unasked,
    Unknown,
    Known(u8),
}

/// The reason why a nimber does not follow from others.
#[derive(Debug)]
pub(crate) enum NimberGap {
    /// The nimber, or one of the nimbers that it was compared with, is wrong. The text is a sentence that says why.
    Wrong(String),
    /// The nimbers of these lands are not known.
    Open(Vec<Land>),
}

/// Lists options of lands, and remembers the nimbers that were looked up.
#[derive(Debug)]
pub(crate) struct Options {
    book: Book,
    values: Vec<LookupState>,
    /// The nimbers that lands of unknown value do not have, with a bit for each.
    excluded: FxHashMap<LandId, u64>,
    /// The lands of which something is known that [`news`](Options::news) has not returned yet.
    news: Vec<LandId>,
    /// Options of lands whose values are known, by value.
    found: FxHashMap<(LandId, u8), OptionIds>,
}

/// The approximate numbers of bytes of an item of `values`, of `excluded`, of `news` and of `found`: the sizes of the
/// items, and for `found` also the spare room of the table.
const PER_VALUE: usize = 2;
const PER_EXCLUDED: usize = 16;
const PER_NEWS: usize = 4;
const PER_FOUND: usize = 64;

impl Options {
    /// Options that are listed within limits.
    pub(crate) fn within(variant: Variant, limits: CallLimits) -> Options {
        let mut book = Book::of(variant);
        book.limits = limits;
        Options {
            book,
            values: Vec::new(),
            excluded: FxHashMap::default(),
            news: Vec::new(),
            found: FxHashMap::default(),
        }
    }

    /// Returns the approximate memory in bytes.
    pub(crate) fn memory(&self) -> usize {
        let excluded = PER_EXCLUDED * self.excluded.len();
        self.book.memory()
            + PER_VALUE * self.values.len()
            + excluded
            + PER_NEWS * self.news.len()
            + PER_FOUND * self.found.len()
    }

    /// Forgets everything, to free memory.
    pub(crate) fn clear(&mut self) {
        *self = Options::within(self.book.variant, self.book.limits.clone());
    }

    /// Forgets which nimbers are known and which are not.
    pub(crate) fn ask_again(&mut self) {
        self.values.fill(LookupState::Unasked);
        self.excluded.clear();
        self.news.clear();
        self.found.clear();
        self.book.clear_own();
    }

    /// Takes what was found in lookups since the last call.
    pub(crate) fn news(&mut self) -> impl Iterator<Item = (Land, Known)> {
        let news = core::mem::take(&mut self.news);
        news.into_iter().map(|id| {
            let known = match self.values[id as usize] {
                LookupState::Known(nimber) => Known::Nimber(Nimber(nimber.into())),
                LookupState::Unasked | LookupState::Unknown => Known::Excluded(self.excluded[&id]),
            };
            (self.land(id), known)
        })
    }

    pub(crate) fn intern(&mut self, land: &Land) -> LandId {
        self.book.intern(land.form())
    }

    pub(crate) fn land(&self, id: LandId) -> Land {
        self.book.land(id)
    }

    /// The number of lives of a land.
    pub(crate) fn lives(&self, id: LandId) -> usize {
        self.book.pages[id as usize].lives().into()
    }

    /// The lands of each option of a land.
    pub(crate) fn list(&mut self, id: LandId) -> Result<Vec<OptionIds>, ClaimError> {
        let listed = self.book.expand(id);
        listed.map_err(|limit| self.ended(limit))?;
        let children = self.book.children(id);
        Ok(children.iter().map(|(lands, _)| lands.into()).collect())
    }

    fn ended(&self, limit: Limit) -> ClaimError {
        self.book.limits.unfinished(limit, 0).into()
    }

    /// Returns the nimber of a land. Looks up each land once.
    pub(crate) fn value(
        &mut self,
        id: LandId,
        lookup: &mut Lookup<'_>,
    ) -> Result<Option<u8>, ClaimError> {
        if self.values.len() <= id as usize {
            let n = self.book.pages.len();
            self.values.resize(n, LookupState::Unasked);
        }
        if self.values[id as usize] == LookupState::Unasked {
            let found = lookup(&self.book.form(id))?;
            if found.is_some() {
                self.news.push(id);
            }
            self.values[id as usize] = match found {
                Some(Known::Nimber(nimber)) => LookupState::Known(nimber.0 as u8),
                Some(Known::Excluded(bits)) => {
                    self.excluded.insert(id, bits);
                    LookupState::Unknown
                }
                None => LookupState::Unknown,
            };
        }
        match self.values[id as usize] {
            LookupState::Known(nimber) => Ok(Some(nimber)),
            LookupState::Unasked | LookupState::Unknown => Ok(None),
        }
    }

    /// Returns the sum of the known nimbers of some lands, and the other lands.
    fn merge(
        &mut self,
        lands: &[LandId],
        lookup: &mut Lookup<'_>,
    ) -> Result<(u8, OptionIds), ClaimError> {
        let (mut total, mut unknown) = (0, OptionIds::new());
        for land in lands {
            match self.value(*land, lookup)? {
                Some(nimber) => total ^= nimber,
                None => unknown.push(*land),
            }
        }
        Ok((total, unknown))
    }

    /// Returns whether a land of unknown value is known not to have a nimber.
    fn excludes(&self, land: LandId, nimber: u8) -> bool {
        let excluded = self.excluded.get(&land);
        excluded.is_some_and(|bits| bits >> nimber & 1 == 1)
    }

    /// Returns an option of a land with a value. Lists the options a few at a time, the most promising first, until
    /// there is one: the first whose lands have been used already, or else one with the fewest that are not `in_proof`
    /// yet.
    pub(crate) fn option_of_value(
        &mut self,
        land: LandId,
        wanted: u8,
        in_proof: &dyn Fn(&[u8]) -> bool,
        lookup: &mut Lookup<'_>,
    ) -> Result<Option<OptionIds>, ClaimError> {
        if let Some(option) = self.found.get(&(land, wanted)) {
            return Ok(Some(option.clone()));
        }
        let mut n_seen = 0;
        let found = loop {
            let children = self.book.children(land);
            let listed = children.iter().skip(n_seen);
            let listed: Vec<OptionIds> = listed.map(|(lands, _)| lands.into()).collect();
            n_seen += listed.len();
            let mut best: Option<(usize, OptionIds)> = None;
            for option in listed {
                let (value, unknown) = self.merge(&option, lookup)?;
                if !unknown.is_empty() || value != wanted {
                    continue;
                }
                let is_new = |land: &&LandId| !in_proof(&self.book.form(**land));
                let new = option.iter().filter(is_new).count();
                if best.as_ref().is_none_or(|(least, _)| new < *least) {
                    best = Some((new, option));
                }
                if new == 0 {
                    break;
                }
            }
            if let Some((_, option)) = best {
                break option;
            }
            let further = self.book.expand_further(land, Some(wanted));
            match further.map_err(|limit| self.ended(limit))? {
                Further::Listed => (),
                Further::Found(option) => break option,
                Further::Complete => {
                    self.book.forget_children(land);
                    return Ok(None);
                }
            }
        };
        // The list lacks the options with other known values, so it cannot serve to look for one of those.
        self.book.forget_children(land);
        self.found.insert((land, wanted), found.clone());
        Ok(Some(found))
    }

    /// Checks that the nimber of a land follows from those of its options and of theirs. Adds to `used` the lands whose
    /// nimbers it follows from, preferring those that are `in_proof` already.
    pub(crate) fn follows(
        &mut self,
        land: LandId,
        nimber: u8,
        in_proof: &dyn Fn(&[u8]) -> bool,
        used: &mut Vec<LandId>,
        lookup: &mut Lookup<'_>,
    ) -> Result<Result<(), NimberGap>, ClaimError> {
        let mut reached: FxHashMap<u8, (usize, OptionIds)> = FxHashMap::default();
        let mut open = Vec::new();
        for option in self.list(land)? {
            let (value, unknown) = self.merge(&option, lookup)?;
            match unknown[..] {
                [] if value == nimber => {
                    let child = self.lands(&option);
                    return Ok(Err(NimberGap::Wrong(format!(
                        "its option `{child}` has the nimber {value}, too"
                    ))));
                }
                [] => {
                    let is_new = |land: &&LandId| !in_proof(&self.book.form(**land));
                    let new = option.iter().filter(is_new).count();
                    let least = reached.get(&value).map_or(usize::MAX, |(least, _)| *least);
                    used.extend_from_slice(&option);
                    if new < least {
                        reached.insert(value, (new, option));
                    }
                }
                // What a proof uses has a nimber; an audit may also use what is excluded.
                [unknown] if self.excludes(unknown, value ^ nimber) => (),
                [unknown] => {
                    let reply = self.option_of_value(unknown, value ^ nimber, in_proof, lookup)?;
                    match reply {
                        Some(reply) => {
                            used.extend(option.into_iter().filter(|land| *land != unknown));
                            used.extend(reply);
                        }
                        None => open.push(unknown),
                    }
                }
                // A move in one of two unknown lands leaves the other, so no reply has a known value. Two equal lands
                // are no exception, since a certificate may not cancel them.
                _ => open.extend(unknown),
            }
        }
        let missing = (0..nimber).find(|less| !reached.contains_key(less));
        if open.is_empty() && missing.is_none() {
            // An entry that follows is not asked about again, so its list would only take memory. If something is open,
            // the caller may find it and ask again, and then the list is needed.
            self.book.forget_children(land);
            // From now on, a listing ends at a reply whose lands the proof uses already, since it adds nothing to the
            // proof. For 22 spots, following so took 3.2 thousand million instructions instead of 4.1. Nimbers that are
            // only known do not end a listing: there may be a reply that adds less.
            for land in used {
                if let LookupState::Known(nimber) = self.values[*land as usize] {
                    self.book.note_own(*land, nimber);
                }
            }
            return Ok(Ok(()));
        }
        if open.is_empty()
            && let Some(missing) = missing
        {
            // Options that were excluded by a reply may still have the value.
            let all = self.list(land)?.into_iter().flatten();
            for land in all {
                if self.value(land, lookup)?.is_none() {
                    open.push(land);
                }
            }
            if open.is_empty() {
                return Ok(Err(NimberGap::Wrong(format!(
                    "none of its options has the nimber {missing}"
                ))));
            }
        }
        sorting::sort_hot(&mut open);
        open.dedup();
        Ok(Err(NimberGap::Open(
            open.into_iter().map(|land| self.land(land)).collect(),
        )))
    }

    fn lands(&self, ids: &[LandId]) -> Lands {
        ids.iter().map(|id| self.land(*id)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;

    #[test]
    fn an_option_is_found_if_and_only_if_one_of_all_has_the_value() {
        let (mut all, mut lazy) = (
            Options::within(Variant::Standard, CallLimits::default()),
            Options::within(Variant::Standard, CallLimits::default()),
        );
        let mut solver = Solver::new();
        for land in &Lands::start(5) {
            all.intern(land);
        }
        let (mut id, mut n_found) = (0, 0);
        while (id as usize) < all.book.pages.len() {
            let land = all.land(id);
            let own = lazy.intern(&land);
            let listed = all.list(id).expect("no limit");
            // Two lands of three have a known nimber.
            let mut lookup = |form: &[u8]| -> Result<Option<Known>, ClaimError> {
                let is_known = form.iter().map(|byte| u32::from(*byte)).sum::<u32>() % 3 > 0;
                let nimber = solver.nimber(&Lands::from_iter([Land::from_form(form)]));
                Ok(is_known.then_some(Known::Nimber(nimber.expect("a small land"))))
            };
            for wanted in 0..4 {
                let found = lazy.option_of_value(own, wanted, &|_| false, &mut lookup);
                let found = found.expect("no limit");
                let has_value = |option: &OptionIds| {
                    let (value, unknown) = all.merge(option, &mut lookup).expect("a value");
                    unknown.is_empty() && value == wanted
                };
                assert_eq!(
                    found.is_some(),
                    listed.iter().any(has_value),
                    "{land} {wanted}"
                );
                let Some(found) = found else { continue };
                let (value, unknown) = lazy.merge(&found, &mut lookup).expect("a value");
                assert!(unknown.is_empty() && value == wanted, "{land} {wanted}");
                let option: OptionIds =
                    found.iter().map(|id| all.intern(&lazy.land(*id))).collect();
                let is_same = |listed: &OptionIds| sorted(listed) == sorted(&option);
                assert!(listed.iter().any(is_same), "{land} {wanted}");
                for part in &found {
                    if let LookupState::Known(nimber) = lazy.values[*part as usize] {
                        lazy.book.note_own(*part, nimber);
                    }
                }
                n_found += 1;
            }
            id += 1;
        }
        assert!(n_found > 500, "{n_found}");
    }

    /// A cluster stores exclusions of lands whose nimbers it does not need.
    #[test]
    fn a_nimber_follows_from_exclusions_of_all_options_but_not_of_all_but_one() {
        let mut solver = Solver::new();
        let mut options = Options::within(Variant::Standard, CallLimits::default());
        let land: Land = "0*6".parse().expect("a land");
        let id = options.intern(&land);
        let all = options.list(id).expect("no limit").into_iter().flatten();
        let all: Vec<Land> = all.map(|id| options.land(id)).collect();
        assert!(all.len() > 3);
        for hidden in core::iter::once(None).chain(all.iter().map(Some)) {
            let mut lookup = |form: &[u8]| -> Result<Option<Known>, ClaimError> {
                let land = Land::from_form(form);
                let is_hidden = Some(&land) == hidden || !all.contains(&land);
                let nimber = solver.nimber(&Lands::from_iter([land]))?;
                Ok((!is_hidden).then_some(Known::Excluded(!(1 << nimber.0))))
            };
            options.ask_again();
            let found = options.follows(id, 0, &|_| false, &mut Vec::new(), &mut lookup);
            match (found.expect("no limit"), hidden) {
                (Ok(()), None) => (),
                (Err(NimberGap::Open(open)), Some(hidden)) => {
                    assert_eq!(open, core::slice::from_ref(hidden));
                }
                (found, hidden) => panic!("without {hidden:?}: {found:?}"),
            }
        }
    }

    fn sorted(ids: &OptionIds) -> OptionIds {
        let mut ids = ids.clone();
        ids.sort_unstable();
        ids
    }
}
