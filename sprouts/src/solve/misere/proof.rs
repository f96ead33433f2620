//! Whether a loss in misère play follows from other losses, by looking two moves ahead.

use core::fmt::Display;

use common::Limit;
use common::claim::ClaimError;

use super::forms::Value;
#[cfg(feature = "store")]
use super::grounds::Grounds;
use super::loss::Loss;
use super::nodes::{State, StateId, distinct};
use super::{Grain, Outcomes};
use crate::land::Lands;
use crate::solve::search::book::{LandId, split_options};
use crate::solve::watch::{State as Progress, Watch};

/// Why a loss does not follow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Gap {
    /// It is wrong, or one of the losses that it was compared with: a sentence.
    Wrong(String),
    /// No loss is known that answers the move to this state.
    Open(StateId),
    /// A limit was reached first.
    Limit(Limit),
}

impl From<Limit> for Gap {
    fn from(limit: Limit) -> Gap {
        Gap::Limit(limit)
    }
}

/// A move that leaves the opponent a lost state.
#[derive(Clone, Copy, Debug)]
enum Reply {
    /// To one that its canonical form shows to be lost.
    Formal,
    Loss(StateId),
}

impl Outcomes {
    /// Returns whether the player to move loses a state, as far as this is known from canonical forms or was learned.
    pub(crate) fn is_lost(&self, id: StateId) -> bool {
        self.nodes.numbers(id).1 == 0
    }

    /// Returns the lost positions that prove who wins a position, by states in which all lands with up to `small` lives
    /// are replaced by one form. Those with the fewest moves come first. Returns a loss that is wrong, and why.
    ///
    /// Asks this solver for replies, and searches for those that it does not know.
    pub(crate) fn losses_behind(
        &mut self,
        position: &Lands,
        wins: bool,
        small: u8,
        mut watch: Watch<'_>,
    ) -> Result<Vec<Lands>, ClaimError> {
        let mut proof = Outcomes::new(self.variant);
        proof.grain = Grain::certificate(small);
        // Each of the two may take half of the memory.
        let mut part = watch.part();
        part.memory /= 2;
        if self.progress().memory > part.memory {
            self.keep(|_| 0);
        }
        let followed = proof.follow_claim(position, wins, Some(self), &mut part);
        let nodes = part.nodes;
        watch.nodes = nodes;
        let followed = followed.map_err(|limit| watch.unfinished(limit))?;
        followed.map_err(|(loss, reason)| wrong_loss(loss, reason))?;
        // The texts take the room of the children.
        proof.keep(|_| 0);
        Ok(proof.entries())
    }

    /// Follows who wins each of some positions, if the player to move `wins` or loses, through every loss that this
    /// rests on.
    #[cfg(feature = "store")]
    pub(crate) fn follow_all(
        &mut self,
        wins: &[(Lands, bool)],
        watch: &mut Watch<'_>,
    ) -> Result<(), ClaimError> {
        if let Some(loss) = &self.wrong {
            return Err(wrong_loss(
                loss,
                "the canonical form of the position says otherwise",
            ));
        }
        for (position, wins) in wins {
            let followed = self.follow_claim(position, *wins, None, watch);
            if !matches!(followed, Ok(Ok(()))) {
                // Not all that was met was followed.
                self.grounds = Grounds::default();
            }
            let followed = followed.map_err(|limit| watch.unfinished(limit))?;
            followed.map_err(|(loss, reason)| wrong_loss(loss, reason))?;
        }
        Ok(())
    }

    /// Returns how many moves can be made at most on a state.
    pub(crate) fn most_moves(&self, id: StateId) -> usize {
        let state = self.nodes.state(id);
        let lives = |land: &LandId| usize::from(self.book.pages[*land as usize].lives);
        let depth = |form: &Value| usize::from(self.forms.depth(*form));
        let lands = state.lands.iter().map(lives).sum::<usize>();
        lands + state.forms.iter().map(depth).sum::<usize>()
    }

    /// Returns the losses that were followed, those with the fewest moves first.
    fn entries(&self) -> Vec<Lands> {
        let met = self.grounds.all.iter().filter(|id| !self.is_formal(**id));
        let mut losses: Vec<(usize, String, Lands)> = met
            .filter_map(|id| {
                let position = self.loss(*id)?.position();
                Some((self.most_moves(*id), position.to_string(), position))
            })
            .collect();
        losses.sort_unstable_by(|one, other| (one.0, &one.1).cmp(&(other.0, &other.1)));
        losses
            .into_iter()
            .map(|(_, _, position)| position)
            .collect()
    }

    /// Follows every loss that the claim of who wins a position rests on.
    fn follow_claim(
        &mut self,
        position: &Lands,
        wins: bool,
        mut solver: Option<&mut Outcomes>,
        watch: &mut Watch<'_>,
    ) -> Result<Result<(), (String, String)>, Limit> {
        self.book.limits = watch.limits.clone();
        let root = self.number_with_heap(position, 0);
        if !wins {
            self.lost += u64::from(self.nodes.learn_loss(root));
            self.grounds.add(root);
        } else if !self.is_formal(root) {
            let state = self.nodes.state(root);
            let mut reply = self.lost_reply(&state, &|_| false, solver.as_deref_mut())?;
            if reply.is_none() {
                self.answer(root, solver.as_deref_mut(), watch)?;
                reply = self.lost_reply(&state, &|_| false, None)?;
            }
            match reply {
                Some(Reply::Formal) => {}
                Some(Reply::Loss(reply)) => self.grounds.add(reply),
                None => return Ok(Err((self.text(root), "no result says so".to_owned()))),
            }
        }
        self.follow(solver, watch)
    }

    /// Looks for a reply to a state that the player to move is to win.
    fn answer(
        &mut self,
        id: StateId,
        solver: Option<&mut Outcomes>,
        watch: &mut Watch<'_>,
    ) -> Result<(), Limit> {
        if let (Some(solver), Some(state)) = (solver, self.loss(id)) {
            solver.position(&state.position(), 0, watch)?;
            if self.ask(&self.nodes.state(id), solver)? {
                return Ok(());
            }
        }
        // Another solver, or an earlier run, may have known an answer in another form.
        self.decide(id, watch).map(|_| ())
    }

    /// Learns which children of a state another solver knows to be lost; returns whether there is one.
    fn ask(&mut self, state: &State, solver: &mut Outcomes) -> Result<bool, Limit> {
        for (_, land) in distinct(&state.lands) {
            self.list_all(land)?;
        }
        let mut found = false;
        for reply in self.children(state) {
            let known = |loss: Loss| solver.known(&loss.position());
            if self.loss_of(&reply).and_then(known) == Some(false) {
                let id = self.number(&reply);
                self.lost += u64::from(self.nodes.learn_loss(id));
                found = true;
            }
        }
        Ok(found)
    }

    /// Follows all open losses, and asks another solver for replies that are not known.
    fn follow(
        &mut self,
        mut solver: Option<&mut Outcomes>,
        watch: &mut Watch<'_>,
    ) -> Result<Result<(), (String, String)>, Limit> {
        self.idle = (self.lost, 0);
        let mut used = Vec::new();
        while let Some(id) = self.grounds.open.pop() {
            let progress = Progress {
                known: self.grounds.all.len() as u64,
                open: self.grounds.open.len() as u64 + 1,
                ..self.progress()
            };
            let mut limit = watch.tick(|| progress).err();
            used.clear();
            let grounds = core::mem::take(&mut self.grounds);
            let in_proof = |id| grounds.all.contains(&id);
            let follows = self.follows(id, &in_proof, &mut used, solver.as_deref_mut());
            self.grounds = grounds;
            match follows {
                Ok(()) => used.drain(..).for_each(|id| self.grounds.add(id)),
                Err(Gap::Wrong(reason)) => return Ok(Err((self.text(id), reason))),
                Err(Gap::Limit(limit)) => return Err(limit),
                Err(Gap::Open(child)) => {
                    let (win, loss) = self.nodes.numbers(child);
                    if win == 0 || loss == 0 {
                        let child = self.text(child);
                        let reason = format!("no result answers the move to `{child}`");
                        return Ok(Err((self.text(id), reason)));
                    }
                    limit = limit.or(self.answer(child, solver.as_deref_mut(), watch).err());
                    self.grounds.open.push(id);
                }
            }
            // The other solver meets new lands when it is asked.
            if let Some(solver) = solver.as_deref_mut()
                && solver.progress().memory > watch.memory
            {
                solver.idle.1 = 0;
                if !solver.make_room(watch.memory) {
                    return Err(Limit::Memory);
                }
            }
            match limit {
                Some(Limit::Memory) if self.make_room(watch.memory) => self.idle.1 = 0,
                Some(limit) => return Err(limit),
                None => {}
            }
        }
        Ok(Ok(()))
    }

    /// Checks that the player to move loses a state: each child is won by its canonical form, or has a child that is
    /// known to be lost, by this solver or another. Adds those losses to `used`, preferring those that are `in_proof`
    /// already.
    pub(crate) fn follows(
        &mut self,
        id: StateId,
        in_proof: &dyn Fn(StateId) -> bool,
        used: &mut Vec<StateId>,
        mut solver: Option<&mut Outcomes>,
    ) -> Result<(), Gap> {
        let state = self.nodes.state(id);
        let wrong = |reason: String| Err(Gap::Wrong(reason));
        if let Some(wins) = self.formal_outcome(&state) {
            return if wins {
                wrong("its canonical form says otherwise".to_owned())
            } else {
                Ok(())
            };
        }
        for (_, land) in distinct(&state.lands) {
            self.list_all(land)?;
        }
        for child in self.children(&state) {
            match self.formal_outcome(&child) {
                Some(true) => continue,
                Some(false) => {
                    let child = self.number(&child);
                    let child = self.text(child);
                    return wrong(format!("the opponent loses after `{child}`"));
                }
                None => {}
            }
            if self.find(&child).is_some_and(|id| self.is_lost(id)) {
                let child = self.number(&child);
                let child = self.text(child);
                return wrong(format!("the opponent is said to lose after `{child}`"));
            }
            let known = |id: StateId| in_proof(id) || used.contains(&id);
            match self.lost_reply(&child, &known, solver.as_deref_mut())? {
                Some(Reply::Formal) => {}
                Some(Reply::Loss(reply)) => used.push(reply),
                None => return Err(Gap::Open(self.number(&child))),
            }
        }
        Ok(())
    }

    /// Returns a child that is lost: by its canonical form, or else one that is `preferred`, or else any that this or
    /// another solver knows.
    fn lost_reply(
        &mut self,
        state: &State,
        preferred: &dyn Fn(StateId) -> bool,
        solver: Option<&mut Outcomes>,
    ) -> Result<Option<Reply>, Limit> {
        let reply = self.known_reply(state, preferred)?;
        let is_best = match reply {
            Some(Reply::Formal) => true,
            Some(Reply::Loss(id)) => preferred(id),
            None => false,
        };
        match solver {
            Some(solver) if !is_best => {
                self.ask(state, solver)?;
                self.known_reply(state, preferred)
            }
            _ => Ok(reply),
        }
    }

    fn known_reply(
        &mut self,
        state: &State,
        preferred: &dyn Fn(StateId) -> bool,
    ) -> Result<Option<Reply>, Limit> {
        for (_, land) in distinct(&state.lands) {
            self.book.expand_promising(land)?;
        }
        // Most often, a promising child is lost.
        for listed in [false, true] {
            if listed {
                for (_, land) in distinct(&state.lands) {
                    self.list_all(land)?;
                }
            } else if self.grain.short {
                continue;
            }
            let mut found: Option<(bool, f64, StateId)> = None;
            for reply in self.children(state) {
                match self.formal_outcome(&reply) {
                    Some(true) => continue,
                    Some(false) => return Ok(Some(Reply::Formal)),
                    None => {}
                }
                if let Some(id) = self.find(&reply).filter(|id| self.is_lost(*id)) {
                    // The fewer moves, the fewer losses it rests on.
                    let (_, moves) = self.size(&reply);
                    let is_new = !preferred(id);
                    if found.is_none_or(|old| (is_new, moves) < (old.0, old.1)) {
                        found = Some((is_new, moves, id));
                    }
                }
            }
            if let Some((_, _, reply)) = found {
                return Ok(Some(Reply::Loss(reply)));
            }
        }
        Ok(None)
    }

    /// Returns whether the player to move wins a state with at most one form and no lands.
    fn formal_outcome(&self, state: &State) -> Option<bool> {
        // In a land with less than two lives no line can be drawn.
        let is_open = |land: &LandId| self.book.pages[*land as usize].lives >= 2;
        (state.forms.len() < 2 && !state.lands.iter().any(is_open)).then(|| {
            let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
            self.forms.wins(value)
        })
    }

    /// Returns the states after each move that has been listed.
    fn children(&mut self, state: &State) -> Vec<State> {
        let mut children = self.children_by_forms(state);
        for (i, land) in distinct(&state.lands) {
            let options = self.book.options(land).to_vec();
            for option in split_options(&options) {
                let mut child = state.clone();
                child.lands.remove(i);
                for part in &option[1..] {
                    self.add(&mut child, *part);
                }
                self.settle(&mut child);
                children.push(child);
            }
        }
        children
    }

    /// Lists the options of a land that the search has left closed.
    fn list_all(&mut self, land: LandId) -> Result<(), Limit> {
        self.book.expand(land)?;
        while let Some(children) = &self.book.pages[land as usize].children {
            if children.closed.n_made() > 0 {
                self.book.open_more(land)?;
            } else if children.closed.has_undrawn() {
                self.book.draw_rest(land)?;
            } else {
                break;
            }
        }
        Ok(())
    }

    /// Returns a state as text, for messages.
    fn text(&self, id: StateId) -> String {
        match self.loss(id) {
            Some(loss) => loss.to_string(),
            None => "a position that equals a sum of Nim heaps".to_owned(),
        }
    }
}

/// Returns the error that a loss of misère play is wrong.
pub(crate) fn wrong_loss(loss: impl Display, reason: impl Display) -> ClaimError {
    ClaimError::Wrong {
        said: format!("the player to move loses `{loss}` in misère play"),
        reason: reason.to_string(),
    }
}
