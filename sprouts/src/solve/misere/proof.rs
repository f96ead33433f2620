//! Whether a loss in misère play follows from other losses, by looking two moves ahead.

use common::Limit;
use rustc_hash::FxHashSet;

use super::search::StateId;
use super::{Loss, Outcomes, State};
use crate::land::Lands;
use crate::solve::book::LandId;
use crate::solve::{State as Progress, Watch};

/// Why a loss does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// It is wrong, or one of the losses that it was compared with: a sentence.
    Wrong(String),
    /// No loss is known that answers the move to this state.
    Open(StateId),
}

impl Outcomes {
    /// Returns the state of a loss, without believing the loss.
    pub(crate) fn state(&mut self, loss: &Loss) -> StateId {
        self.state_of(loss)
    }

    /// Returns whether the player to move loses a state, as far as this is known from canonical forms or was learned.
    pub(crate) fn is_lost(&self, id: StateId) -> bool {
        self.nodes.numbers(id).1 == 0
    }

    /// Gives values to all lands that can be reached from the spots that suit positions with this many lives.
    pub(crate) fn prepare_for(&mut self, lives: usize) {
        self.prepare(Outcomes::spots_for(lives));
    }

    /// Forgets all but the losses, to free memory.
    pub(crate) fn forget(&mut self) {
        self.rebuild();
    }

    /// About how many bytes it takes.
    pub(crate) fn memory(&self) -> usize {
        self.progress().memory
    }

    /// Checks the proof of who wins a position, which a search has just found: follows every loss that it rests on.
    /// Returns a loss that is wrong, and why.
    pub(crate) fn check(
        &mut self,
        position: &Lands,
        wins: bool,
        watch: &mut Watch<'_>,
    ) -> Result<Result<(), (String, String)>, Limit> {
        let mut state = State::default();
        for land in position {
            let id = self.book.intern(land.form());
            self.add(&mut state, id);
        }
        self.settle(&mut state);
        let root = self.number(&state);
        let mut open = vec![root];
        if wins {
            if self.is_formal(root) {
                return Ok(Ok(()));
            }
            let reply = self.children(root).into_iter().find(|id| self.is_lost(*id));
            match reply {
                Some(reply) => open = vec![reply],
                None => return Ok(Err((self.text(root), "no result says so".to_owned()))),
            }
        }
        open.retain(|id| !self.followed.contains(id));
        let mut seen: FxHashSet<StateId> = open.iter().copied().collect();
        let mut used = Vec::new();
        while let Some(id) = open.pop() {
            watch.tick(|| Progress {
                known: seen.len() as u64,
                ..self.progress()
            })?;
            let mut searched = None;
            loop {
                used.clear();
                match self.follows(id, &|id| seen.contains(&id), &mut used) {
                    Ok(()) => break,
                    Err(Gap::Wrong(reason)) => return Ok(Err((self.text(id), reason))),
                    // An earlier run may have known an answer in another form.
                    Err(Gap::Open(child)) if searched != Some(child) => {
                        self.decide(child, watch)?;
                        searched = Some(child);
                    }
                    Err(Gap::Open(child)) => {
                        let child = self.text(child);
                        let reason = format!("no result answers the move to `{child}`");
                        return Ok(Err((self.text(id), reason)));
                    }
                }
            }
            let is_new = |id: &StateId| !self.followed.contains(id) && seen.insert(*id);
            open.extend(used.drain(..).filter(is_new));
        }
        self.followed.extend(seen);
        Ok(Ok(()))
    }

    /// Checks that the player to move loses a state: each child is won by its canonical form, or has a child that is
    /// known to be lost. Adds those losses to `used`, preferring those that are `in_proof` already.
    pub(crate) fn follows(
        &mut self,
        id: StateId,
        in_proof: &dyn Fn(StateId) -> bool,
        used: &mut Vec<StateId>,
    ) -> Result<(), Gap> {
        if self.is_formal(id) {
            return if self.is_lost_by_form(id) {
                Ok(())
            } else {
                Err(Gap::Wrong("its canonical form says otherwise".to_owned()))
            };
        }
        for child in self.children(id) {
            if self.is_formal(child) {
                if self.is_lost_by_form(child) {
                    let child = self.text(child);
                    return Err(Gap::Wrong(format!("the opponent loses after `{child}`")));
                }
                continue;
            }
            if self.is_lost(child) {
                let child = self.text(child);
                return Err(Gap::Wrong(format!(
                    "the opponent is said to lose after `{child}`"
                )));
            }
            let replies = self.children(child);
            let lost = || replies.iter().copied().filter(|reply| self.is_lost(*reply));
            let formal = |id: &StateId| self.is_formal(*id);
            let known = |id: &StateId| in_proof(*id) || used.contains(id);
            let reply = lost().find(formal).or_else(|| lost().find(known));
            match reply.or_else(|| lost().next()) {
                Some(reply) => used.push(reply),
                None => return Err(Gap::Open(child)),
            }
        }
        Ok(())
    }

    /// Returns whether a state has no lands and at most one form, so that its outcome is known from the form.
    fn is_formal(&self, id: StateId) -> bool {
        let state = self.nodes.state(id);
        state.lands.is_empty() && state.forms.len() < 2
    }

    /// Returns whether the player to move loses a state with at most one form and no lands.
    fn is_lost_by_form(&self, id: StateId) -> bool {
        let state = self.nodes.state(id);
        let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
        !self.forms.wins(value)
    }

    /// Returns the states after each move, each once.
    fn children(&mut self, id: StateId) -> Vec<StateId> {
        let state = self.nodes.state(id);
        let by_forms = self.children_by_forms(&state);
        let mut children: Vec<StateId> = by_forms.iter().map(|child| self.number(child)).collect();
        for (i, land) in state.lands.iter().copied().enumerate() {
            if i > 0 && state.lands[i - 1] == land {
                continue;
            }
            self.list_all(land);
            let options: Vec<Vec<LandId>> = (self.book.all_options(land))
                .map(<[LandId]>::to_vec)
                .collect();
            for option in options {
                let mut child = state.clone();
                child.lands.remove(i);
                for part in option {
                    self.add(&mut child, part);
                }
                self.settle(&mut child);
                children.push(self.number(&child));
            }
        }
        children.sort_unstable();
        children.dedup();
        children
    }

    /// Lists the options of a land that the search has left closed.
    fn list_all(&mut self, land: LandId) {
        self.book.expand(land);
        while let Some(children) = &self.book.pages[land as usize].children {
            if children.closed.n_made() > 0 {
                self.book.open_more(land);
            } else if children.closed.has_undrawn() {
                self.book.draw_rest(land);
            } else {
                break;
            }
        }
    }

    /// Returns a state as text, for messages.
    fn text(&self, id: StateId) -> String {
        match self.loss(id) {
            Some(loss) => loss.to_string(),
            None => "a position that equals a sum of Nim heaps".to_owned(),
        }
    }
}
