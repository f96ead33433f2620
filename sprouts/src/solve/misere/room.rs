//! Frees memory of a search of misère play.

use common::Limit;
use rustc_hash::FxHashSet;

use super::Outcomes;
use super::loss::Loss;
use super::nodes::StateId;
use crate::land::Lands;
use crate::solve::search::book::LandId;
use crate::solve::watch::CallLimits;

/// The work that a state represents, from 1; or 0 if nothing is known about it except its first guess.
type Workload = u8;

/// Ranks losses first, and marks what was chosen to be kept.
const LOST: Workload = u8::MAX - 1;
const KEPT: Workload = u8::MAX;

/// The number of times that memory may be freed without a new loss before a search gives up: four rounds of
/// [`ATTEMPTS`].
const MOST_IDLE: u32 = 16;

/// The number of attempts of which each keeps half as much as the one before: a half, a quarter, an eighth and a
/// sixteenth of what the losses leave. A search that always keeps the same half runs in circles, as in normal play.
const ATTEMPTS: u32 = 4;

impl Outcomes {
    /// Frees memory by dropping what can be found again: all children, the states about which nothing is known except
    /// their first guess, and lands that no remaining state contains. Losses are kept. Of the other states, those on
    /// which the search has spent the most work are kept, in up to half of the memory that the losses leave, or in less
    /// if the last attempts led to no new losses.
    ///
    /// Returns false if too little memory could be freed, or if the last attempts led to no new losses.
    pub(super) fn make_room(&mut self, limit: usize) -> bool {
        if self.lost > self.idle.0 {
            self.idle = (self.lost, 0);
        }
        self.idle.1 += 1;
        if self.idle.1 > MOST_IDLE {
            return false;
        }
        let share = 1 + (self.idle.1 - 1) % ATTEMPTS;
        self.keep(|fixed| fixed + (limit.saturating_sub(fixed) >> share));
        // What is left is mostly fixed, so a search gives up if that leaves less than an eighth of the memory.
        self.progress().memory <= limit / 8 * 7
    }

    /// Frees memory for a proof, which makes progress between two calls.
    pub(crate) fn free(&mut self, limit: usize) -> bool {
        self.idle = (self.lost, 0);
        self.make_room(limit)
    }

    /// Drops all children, and as many states and lands as needed to take at most `room`, a function of the bytes that
    /// the losses take.
    pub(crate) fn keep(&mut self, room: impl Fn(usize) -> usize) {
        for id in 0..self.book.pages.len() as LandId {
            self.book.forget_children(id);
        }
        self.book.forget_spellings();
        self.nodes.close_all();
        let ids = 0..self.nodes.all.len() as StateId;
        let mut efforts: Vec<Workload> = ids.map(|id| self.effort(id)).collect();
        let has_value = |id: LandId| matches!(self.values.get(id as usize), Some(Some(_)));
        let ids = 0..self.book.pages.len() as LandId;
        let mut lands: Vec<bool> = ids.map(has_value).collect();
        let fixed = all_true(&lands).map(|land| self.book.cost(land));
        let mut taken = self.forms.memory() + fixed.sum::<usize>();
        let mut most = usize::MAX;
        'levels: for level in (1..=LOST).rev() {
            for (id, effort) in (0..).zip(&mut efforts) {
                if *effort != level {
                    continue;
                }
                if taken > most {
                    break 'levels;
                }
                *effort = KEPT;
                taken += self.nodes.cost(id);
                for land in self.nodes.lands(id) {
                    if !core::mem::replace(&mut lands[*land as usize], true) {
                        taken += self.book.cost(*land);
                    }
                }
            }
            if level == LOST {
                most = room(taken);
            }
        }
        let ids = (0..).zip(&efforts).filter(|(_, effort)| **effort == KEPT);
        let states: Vec<StateId> = ids.map(|(id, _)| id).collect();
        drop(efforts);
        let lands: Vec<LandId> = all_true(&lands).collect();
        self.renumber(&states, &lands);
    }

    /// Drops all states and lands except these ascending ones, which get new numbers in this order.
    fn renumber(&mut self, states: &[StateId], lands: &[LandId]) {
        let mut numbers = vec![LandId::MAX; self.book.pages.len()];
        for (new, old) in (0..).zip(lands) {
            numbers[*old as usize] = new;
        }
        let land = |old: LandId| numbers[old as usize];
        self.nodes.keep(states, land);
        self.forms.renumber(land);
        self.book.keep(lands);
        self.values.resize(numbers.len(), None);
        for (new, old) in lands.iter().enumerate() {
            self.values[new] = self.values[*old as usize];
        }
        self.values.truncate(lands.len());
        self.values.shrink_to_fit();
        let state = |id: &StateId| states.binary_search(id).ok().map(|new| new as StateId);
        self.fresh = self.fresh.iter().filter_map(state).collect();
    }

    /// Returns the work that a state represents.
    fn effort(&self, id: StateId) -> Workload {
        let (win, loss) = self.nodes.numbers(id);
        if self.guess(&self.nodes.state(id)) == (win, loss) {
            return 0;
        }
        match (win, loss) {
            (_, 0) => LOST,
            // The children are listed again, and one of them is known to be lost.
            (0, _) => 1,
            _ => {
                // Four levels for each doubling: the bits of the number, and the two after the first. Numbers are
                // below 2^30, so levels are below `LOST`.
                let most = win.max(loss).max(4);
                let bits = most.ilog2();
                (4 * bits + (most >> (bits - 2) & 3)) as Workload
            }
        }
    }

    /// Forgets Nim heaps, since no position in a proof has one.
    #[cfg(feature = "store")]
    pub(crate) fn forget_heaps(&mut self) -> Result<(), Limit> {
        if self.forms.has_heaps() {
            self.rebuild(self.prepared, &self.book.limits.clone())?;
        }
        Ok(())
    }

    /// Finds the values of all lands that can be reached from `spots` spots, rewrites the losses, and forgets
    /// everything else. If a limit interrupts it, the outcomes do not change, and the next call continues from there.
    pub(super) fn rebuild(&mut self, spots: usize, limits: &CallLimits) -> Result<(), Limit> {
        let begun = self.preparing.take().filter(|next| next.prepared == spots);
        let mut next = begun.unwrap_or_else(|| {
            Box::new(Outcomes {
                prepared: spots,
                grain: self.grain,
                ..Outcomes::new(self.variant)
            })
        });
        if let Err(limit) = next.value_start(limits) {
            self.preparing = Some(next);
            return Err(limit);
        }
        let fresh: FxHashSet<StateId> = core::mem::take(&mut self.fresh).into_iter().collect();
        let losses: Vec<(Loss, bool)> = (self.nodes.lost())
            .filter(|id| !self.is_formal(*id))
            .filter_map(|id| Some((self.loss(id)?, fresh.contains(&id))))
            .collect();
        (next.resumed, next.wrong) = (self.resumed, self.wrong.take());
        *self = *next;
        for (loss, is_fresh) in losses {
            let id = self.state_of(&loss);
            self.lost += u64::from(self.nodes.learn_loss(id));
            if is_fresh {
                self.fresh.push(id);
            }
        }
        Ok(())
    }

    /// Finds the values of all lands that can be reached from the start with as many spots as are `prepared`.
    fn value_start(&mut self, limits: &CallLimits) -> Result<(), Limit> {
        self.book.limits = limits.clone();
        for land in &Lands::start(self.prepared) {
            let id = self.book.intern(land.form());
            self.value(id)?;
        }
        Ok(())
    }
}

/// Returns the indices of the flags that are set.
fn all_true(flags: &[bool]) -> impl Iterator<Item = u32> {
    let set = (0..).zip(flags).filter(|(_, set)| **set);
    set.map(|(index, _)| index)
}
