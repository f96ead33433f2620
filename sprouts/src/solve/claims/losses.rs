//! The claims of misère play: positions that the player to move loses.

use core::fmt::Display;

#[cfg(feature = "store")]
use common::claim::grounds;
use common::claim::{Certificate, Choices, ClaimError, Claims, Derivation, Entries, Key, Premises};
#[cfg(feature = "store")]
use common::store::Store;
use common::{Budget, Limit};
use rustc_hash::FxHashSet;

use super::lines::{line, read_lands};
use super::nimbers::{SEARCHED, is_final};
use crate::land::Lands;
use crate::rules::Variant;
use crate::solve::misere::proof::LossGap;
use crate::solve::misere::{Loss, Outcomes};
#[cfg(feature = "store")]
use crate::solve::solver::MEMORY;
use crate::solve::watch::{SearchState, Watch};

/// Losses, and how they follow from each other: each move leads to a position that is won by its canonical form, or
/// that has a move to a loss.
pub(super) struct Losses<'s> {
    /// The outcomes, which hold the losses as states.
    outcomes: &'s mut Outcomes,
    /// Another solver: in a proof one that is asked for replies, in an audit one without the results of the store.
    solver: Option<&'s mut Outcomes>,
    /// The limits, of which each entry of a proof is a node.
    watch: Watch<'s>,
    is_audit: bool,
    /// Losses that are proved already.
    proved: FxHashSet<Key>,
}

impl<'s> Losses<'s> {
    /// Returns the claims of a store for an audit. Reads all losses; those refuted by their canonical forms are wrong.
    #[cfg(feature = "store")]
    pub(super) fn audited(
        outcomes: &'s mut Outcomes,
        solver: &'s mut Outcomes,
        store: &Store,
        budget: &Budget,
    ) -> Result<Losses<'s>, ClaimError> {
        let mut losses = Losses {
            outcomes,
            solver: Some(solver),
            watch: Watch::new(budget, MEMORY, None),
            is_audit: true,
            proved: FxHashSet::default(),
        };
        let mut all = Vec::new();
        for entry in store.iter() {
            let (key, value) = entry?;
            let loss = Loss::read(&key, &value);
            all.push(loss.ok_or_else(|| ClaimError::impossible(&key, &value))?);
        }
        let lives = all.iter().map(Loss::lives).max();
        let spots = Outcomes::spots_for(lives.unwrap_or(0));
        let prepared = (losses.outcomes).prepare(spots, &losses.watch.limits);
        prepared.map_err(|limit| losses.watch.unfinished(limit))?;
        for loss in &all {
            let limit = losses.watch.check();
            limit.map_err(|limit| losses.watch.unfinished(limit))?;
            if !losses.outcomes.learn_checked(loss) {
                return Err(wrong(loss, OTHERWISE));
            }
            losses.make_room(0)?;
        }
        losses.outcomes.limit(losses.watch.limits.clone());
        Ok(losses)
    }

    /// Returns the claims of a proof within the limits of a watch, except those that are `proved` already. Without
    /// another solver, all losses must be known.
    pub(super) fn proved(
        outcomes: &'s mut Outcomes,
        mut solver: Option<&'s mut Outcomes>,
        mut watch: Watch<'s>,
        proved: FxHashSet<Key>,
    ) -> Losses<'s> {
        if let Some(solver) = &mut solver {
            // Each of the two may take half of the memory.
            watch.limits.memory /= 2;
            if solver.progress().memory > watch.limits.memory {
                solver.keep(|_| 0);
            }
        }
        outcomes.limit(watch.limits.clone());
        Losses {
            outcomes,
            solver,
            watch,
            is_audit: false,
            proved,
        }
    }

    /// Returns the losses that are proved.
    #[cfg(feature = "store")]
    pub(super) fn into_proved(self) -> FxHashSet<Key> {
        self.proved
    }

    /// Returns the entry that shows who wins a position, where `wins` is whether the player to move wins, unless its
    /// canonical form shows this.
    pub(super) fn of_outcome(
        &mut self,
        position: &Lands,
        wins: bool,
    ) -> Result<Entries<()>, ClaimError> {
        let solver = self.solver.as_deref_mut();
        let found = (self.outcomes).first_loss(position, wins, solver, &mut self.watch);
        match found {
            Ok(first) => Ok(first.into_iter().map(|key| (key, ())).collect()),
            Err(LossGap::Limit(limit)) => Err(self.unfinished(limit)),
            Err(LossGap::Open(_) | LossGap::Wrong(_)) => {
                Err(wrong(position, "no other result proves this"))
            }
        }
    }

    /// Traces several outcomes down to the rules: positions, each with whether the player to move wins.
    #[cfg(feature = "store")]
    pub(super) fn follow_all(&mut self, wins: &[(Lands, bool)]) -> Result<(), ClaimError> {
        if let Some(loss) = &self.outcomes.wrong {
            return Err(wrong(loss, OTHERWISE));
        }
        let forgotten = self.outcomes.forget_heaps();
        forgotten.map_err(|limit| self.unfinished(limit))?;
        for (position, wins) in wins {
            let first = self.of_outcome(position, *wins)?;
            let followed = grounds(self, first)?;
            self.proved
                .extend(followed.into_iter().map(|(key, ())| key));
        }
        Ok(())
    }

    /// Returns the lines of a certificate with these losses, those with the fewest moves first.
    pub(super) fn lines(&mut self, losses: &[(Key, ())], variant: Variant) -> Vec<String> {
        // Free the children, since the texts need that memory.
        self.outcomes.keep(|_| 0);
        let mut lines: Vec<(u32, String, Lands)> = Vec::new();
        for (key, ()) in losses {
            let loss = Loss::of_key(key);
            let id = self.outcomes.state_of(&loss);
            if !self.outcomes.is_formal(id) {
                let position = loss.position();
                lines.push((self.rank(key), position.to_string(), position));
            }
        }
        lines.sort_unstable();
        let positions = lines.into_iter().map(|(.., position)| position);
        positions.map(|position| line(&position, variant)).collect()
    }

    /// Reads the entries of a certificate.
    pub(super) fn read_lines(
        &mut self,
        certificate: &Certificate,
        variant: Variant,
    ) -> Result<Entries<()>, ClaimError> {
        let read = |line: &String| {
            let lands = read_lands(line, variant);
            let lands = lands.map_err(|error| error.context(format!("entry `{line}`")))?;
            match self.outcomes.key_of_loss(&lands) {
                Some(key) => Ok((key, ())),
                None => Err(wrong(&lands, OTHERWISE)),
            }
        };
        certificate.entries.iter().map(read).collect()
    }

    /// Returns what shows that the player to move `wins` or loses a position.
    pub(super) fn goal(&mut self, position: &Lands, wins: bool) -> LossNeed {
        let key = self.outcomes.key_of(position);
        if wins {
            LossNeed::Reply(key)
        } else {
            LossNeed::Loss(key)
        }
    }

    fn unfinished(&self, limit: Limit) -> ClaimError {
        self.watch.unfinished(limit).into()
    }

    /// Frees memory if it is short, beside this many entries of a proof.
    fn make_room(&mut self, entries: u64) -> Result<(), ClaimError> {
        let (entries, most) = (entries as usize * BYTES, self.watch.limits.memory);
        let taken = |outcomes: &Outcomes| outcomes.progress().memory.saturating_add(entries);
        if taken(self.outcomes) > most {
            if self.is_audit {
                self.outcomes.keep(|_| 0);
            } else {
                self.outcomes.free(most.saturating_sub(entries));
            }
        }
        // The other solver has met new lands while it was asked.
        let has_room = match &mut self.solver {
            Some(solver) if solver.progress().memory > most => solver.free(most),
            _ => true,
        };
        if has_room && taken(self.outcomes) <= most {
            return Ok(());
        }
        Err(self.unfinished(Limit::Memory))
    }
}

impl Claims for Losses<'_> {
    type Known = ();

    fn read(&mut self, key: &[u8], value: &[u8]) -> Option<(Key, ())> {
        Loss::read(key, value).map(|loss| (loss.key(), ()))
    }

    fn rank(&mut self, key: &[u8]) -> u32 {
        // Forms may stand for lands with more lives than those that the text names.
        let state = self.outcomes.state_of(&Loss::of_key(key));
        self.outcomes.most_moves(state) as u32
    }

    fn statement(&self, key: &[u8], (): &()) -> String {
        statement(&Loss::of_key(key))
    }

    fn follows(
        &mut self,
        key: &[u8],
        (): &(),
        table: &Premises<'_, ()>,
    ) -> Result<Derivation<()>, ClaimError> {
        if self.proved.contains(key) {
            return Ok(Derivation::From(Vec::new()));
        }
        let (known, open) = table.size();
        if !self.is_audit {
            let state = || SearchState {
                known,
                open,
                ..SearchState::default()
            };
            let limit = self.watch.tick(state);
            limit.map_err(|limit| self.watch.unfinished(limit))?;
        }
        #[cfg(feature = "store")]
        if table.doubts() > 0 {
            // The states do not record which of the losses are in doubt.
            return Ok(Derivation::Open);
        }
        let loss = Loss::of_key(key);
        loop {
            self.make_room(known)?;
            let Losses {
                outcomes, watch, ..
            } = self;
            let mut solver = self.solver.as_deref_mut().filter(|_| !self.is_audit);
            let id = outcomes.state_of(&loss);
            let in_proof = |key: &[u8]| table.chosen(key).is_some();
            let limit = match outcomes.follows(id, &in_proof, solver.as_deref_mut()) {
                Ok(used) => {
                    let grounds = used.into_iter().map(|key| (key, ()));
                    return Ok(Derivation::From(grounds.collect()));
                }
                Err(LossGap::Wrong(reason)) => return Ok(Derivation::Not(reason)),
                Err(LossGap::Limit(limit)) => return Err(watch.unfinished(limit).into()),
                Err(LossGap::Open(_)) if self.is_audit => return Ok(Derivation::Open),
                Err(LossGap::Open(child)) => match outcomes.unanswered(child) {
                    Some(child) => {
                        let reason = format!("no result answers the move to `{child}`");
                        return Ok(Derivation::Not(reason));
                    }
                    None => outcomes.answer(child, solver, watch).err(),
                },
            };
            match limit {
                Some(Limit::Memory) if outcomes.free(watch.limits.memory) => (),
                Some(limit) => return Err(watch.unfinished(limit).into()),
                None => (),
            }
        }
    }

    fn settle(
        &mut self,
        key: &[u8],
        (): &(),
        budget: &Budget,
    ) -> Result<Option<Result<(), String>>, ClaimError> {
        let Some(solver) = &mut self.solver else {
            return Ok(None);
        };
        let most = budget.nodes.unwrap_or(u64::MAX).min(SEARCHED);
        let mut watch = Watch::new(&budget.clone().nodes(most), 0, None);
        // The other half is for the losses of the store.
        watch.limits.memory = self.watch.limits.memory / 2;
        let found = solver.position(&Loss::of_key(key).position(), 0, &mut watch);
        match found.map_err(|limit| watch.unfinished(limit)) {
            Ok(true) => Ok(Some(Err(
                "a search without the store finds a win".to_owned()
            ))),
            Ok(false) => Ok(Some(Ok(()))),
            Err(reason) if is_final(&reason) => Err(reason.into()),
            Err(_) => Ok(None),
        }
    }

    fn memory(&self) -> u64 {
        self.outcomes.progress().memory as u64
    }
}

/// What a proof of a loss needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum LossNeed {
    /// A move to a lost position from the position with this key.
    Reply(Key),
    /// A proof that the position with this key is lost.
    Loss(Key),
}

impl Choices for Losses<'_> {
    type Need = LossNeed;

    fn needs(&mut self, key: &[u8], (): &()) -> Result<Vec<LossNeed>, ClaimError> {
        self.make_room(0)?;
        let children = self.outcomes.unsettled(key);
        let children = children.map_err(|limit| self.unfinished(limit))?;
        Ok(children.into_iter().map(LossNeed::Reply).collect())
    }

    fn answers(&mut self, need: &LossNeed) -> Result<Vec<Entries<()>>, ClaimError> {
        let key = match need {
            LossNeed::Loss(key) => return Ok(vec![vec![(key.clone(), ())]]),
            LossNeed::Reply(key) => key,
        };
        let solver = self.solver.as_deref_mut();
        let replies = self.outcomes.all_replies(key, solver);
        Ok(match replies.map_err(|limit| self.unfinished(limit))? {
            Some(replies) => replies.into_iter().map(|key| vec![(key, ())]).collect(),
            None => vec![Vec::new()],
        })
    }
}

/// The approximate number of bytes that an entry of a proof takes while it is collected: its key in a block of its own,
/// and its places in the table and in the list of open entries.
const BYTES: usize = 128;

/// The reason for a wrong loss that its canonical form refutes.
const OTHERWISE: &str = "the canonical form of the position says otherwise";

fn statement(loss: &dyn Display) -> String {
    format!("the player to move loses `{loss}` in misère play")
}

/// Returns the error for a wrong loss.
fn wrong(loss: &dyn Display, reason: &str) -> ClaimError {
    ClaimError::Wrong {
        said: statement(loss),
        reason: reason.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::solve::misere::StateId;
    use crate::solve::watch::CallLimits;

    fn watch<'a>(memory: usize) -> Watch<'a> {
        Watch::new(&Budget::new(), memory, None)
    }

    /// The lines of a certificate that replaces lands with up to `small` lives.
    fn certified(
        outcomes: &mut Outcomes,
        start: &Lands,
        wins: bool,
        small: u8,
    ) -> Result<Vec<String>, ClaimError> {
        let mut proof = Outcomes::of_certificate(Variant::Standard, small);
        let proved = FxHashSet::default();
        let mut claims = Losses::proved(&mut proof, Some(outcomes), watch(usize::MAX), proved);
        let first = claims.of_outcome(start, wins)?;
        let losses = common::claim::grounds(&mut claims, first)?;
        Ok(claims.lines(&losses, Variant::Standard))
    }

    /// The losses that a result needs.
    #[cfg(feature = "store")]
    fn followed(
        outcomes: &mut Outcomes,
        start: &Lands,
        wins: bool,
        memory: usize,
    ) -> Result<FxHashSet<Key>, ClaimError> {
        let proved = FxHashSet::default();
        let mut claims = Losses::proved(outcomes, None, watch(memory), proved);
        claims.follow_all(&[(start.clone(), wins)])?;
        Ok(claims.into_proved())
    }

    #[test]
    #[cfg(feature = "store")]
    fn a_false_loss_is_found_out_by_following() {
        // The player to move loses with seven spots, so wins after each move.
        let start = Lands::start(7);
        let land = start.iter().next().expect("a start is a land");
        let mut n_found = 0;
        for child in land.children() {
            let lie: Loss = child.to_string().parse().expect("it was written");
            let mut given = Outcomes::new(Variant::Standard);
            given.learn_loss(&lie);
            if given.wrong.is_some() {
                continue; // Its canonical form refutes it.
            }
            let wins = given.position(&start, 0, &mut watch(usize::MAX));
            assert_eq!(wins, Ok(true), "the lie `{lie}` is taken for true");
            let is_named = |found: ClaimError| matches!(found, ClaimError::Wrong { .. });
            let found = followed(&mut given, &start, true, usize::MAX);
            assert!(found.is_err_and(is_named), "the lie `{lie}` is found");
            for small in [0, 9] {
                let found = certified(&mut given, &start, true, small);
                assert!(found.is_err_and(is_named), "the lie `{lie}` is found");
            }
            n_found += 1;
        }
        assert!(n_found >= 5, "{n_found}");
    }

    #[test]
    fn entries_of_a_certificate_are_different_lost_states_from_their_texts() {
        for (n, small) in [(7, 0), (7, 4), (8, 6), (9, 9), (10, 9)] {
            let start = Lands::start(n);
            let mut outcomes = Outcomes::new(Variant::Standard);
            let wins = outcomes.position(&start, 0, &mut watch(usize::MAX));
            let wins = wins.expect("there is no limit");
            let lines = certified(&mut outcomes, &start, wins, small).expect("all is true");
            let mut read = Outcomes::of_certificate(Variant::Standard, small);
            let states: BTreeSet<StateId> = lines
                .iter()
                .map(|line| {
                    let again: Lands = line.parse().expect("it was written");
                    assert_eq!(again.to_string(), *line);
                    let watch = &mut watch(usize::MAX);
                    let lost = Outcomes::new(Variant::Standard).position(&again, 0, watch);
                    assert_eq!(lost, Ok(false), "{line}");
                    read.state_of(&line.parse().expect("a loss of one part"))
                })
                .collect();
            assert_eq!(states.len(), lines.len(), "{n} spots, {small} lives");
            assert!(lines.len() > 10);
        }
    }

    #[test]
    #[cfg(feature = "store")]
    fn a_proof_is_followed_within_the_memory() {
        let start = Lands::start(10);
        let mut outcomes = Outcomes::new(Variant::Standard);
        let wins = outcomes.position(&start, 0, &mut watch(usize::MAX));
        let wins = wins.expect("there is no limit");
        let all = outcomes.new_losses();
        let met = followed(&mut outcomes, &start, wins, usize::MAX).expect("all is true");
        let needed = outcomes.progress().memory;

        let mut given = Outcomes::new(Variant::Standard);
        for loss in &all {
            given.learn_loss(loss);
        }
        let prepared = given.prepare(Outcomes::spots_for(start.lives()), &CallLimits::default());
        assert_eq!(prepared, Ok(()));
        let limit = given.progress().memory + needed / 8;
        assert!(limit < needed / 2, "{limit} bytes of {needed}");
        assert_eq!(given.position(&start, 0, &mut watch(limit)), Ok(wins));
        let again = followed(&mut given, &start, wins, limit).expect("all is true");
        assert!(given.progress().memory <= limit / 8 * 9);
        // There may be several replies to choose from.
        let (again, met) = (again.len(), met.len());
        assert!(again > met / 2, "{again} of {met}");
    }

    #[test]
    #[cfg(feature = "store")]
    fn a_proof_is_followed_after_heaps_were_met() {
        let start = Lands::start(8);
        let mut outcomes = Outcomes::new(Variant::Standard);
        let nimber = outcomes.nimber(&Lands::start(5), &mut watch(usize::MAX));
        assert_eq!(nimber, Ok(1));
        outcomes
            .position(&start, 3, &mut watch(usize::MAX))
            .expect("there is no limit");
        let wins = outcomes.position(&start, 0, &mut watch(usize::MAX));
        let wins = wins.expect("there is no limit");
        assert!(followed(&mut outcomes, &start, wins, usize::MAX).is_ok());
    }
}
