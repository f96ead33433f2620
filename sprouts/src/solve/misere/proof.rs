//! Decides whether a loss in misère play follows from other losses two moves ahead.

use common::Limit;
use common::claim::Key;

use super::Outcomes;
use super::forms::FormId;
use super::loss::Loss;
use super::nodes::{State, StateId, distinct};
use crate::land::Lands;
use crate::solve::search::book::LandId;
use crate::solve::watch::Watch;

/// The reason why a loss does not follow from other losses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum LossGap {
    /// The loss, or one of the losses that it was compared with, is wrong. The text is a sentence that says why.
    Wrong(String),
    /// No known loss is a reply to the move to this state.
    Open(StateId),
    /// A limit was reached first.
    Limit(Limit),
}

impl From<Limit> for LossGap {
    fn from(limit: Limit) -> LossGap {
        LossGap::Limit(limit)
    }
}

/// A move that leaves the opponent a lost state.
#[derive(Clone, Debug)]
enum Reply {
    /// A reply to a state that its canonical form shows to be lost.
    Formal,
    Loss(Key),
}

impl Outcomes {
    /// Returns whether the player to move is known to lose a state, by canonical forms or by a loss that was learned.
    fn is_lost(&self, id: StateId) -> bool {
        self.nodes.numbers(id).1 == 0
    }

    /// Returns the text of a state if it is solved: it is won, but has no reply that a proof can use.
    pub(crate) fn unanswered(&self, id: StateId) -> Option<String> {
        let (win, loss) = self.nodes.numbers(id);
        (win == 0 || loss == 0).then(|| self.text(&self.nodes.state(id)))
    }

    /// Returns the greatest number of moves from a state.
    pub(crate) fn most_moves(&self, id: StateId) -> usize {
        let state = self.nodes.state(id);
        let lives = |land: &LandId| usize::from(self.book.pages[*land as usize].lives());
        let depth = |form: &FormId| usize::from(self.forms.depth(*form));
        let lands = state.lands.iter().map(lives).sum::<usize>();
        lands + state.forms.iter().map(depth).sum::<usize>()
    }

    /// Returns a lost state that shows who wins a position, where `wins` is whether the player to move wins: the
    /// position itself, or one after a move. Returns `None` if the canonical form of the position shows this. Asks
    /// another solver for replies.
    pub(crate) fn first_loss(
        &mut self,
        position: &Lands,
        wins: bool,
        mut solver: Option<&mut Outcomes>,
        watch: &mut Watch<'_>,
    ) -> Result<Option<Key>, LossGap> {
        let root = self.number_with_heap(position, 0);
        let state = self.nodes.state(root);
        if !wins {
            self.lost += u64::from(self.nodes.learn_loss(root));
            return Ok(Some(self.key(&state)));
        }
        if self.is_formal(root) {
            return Ok(None);
        }
        let mut reply = self.lost_reply(&state, &|_| false, solver.as_deref_mut())?;
        if reply.is_none() {
            self.answer(root, solver, watch)?;
            reply = self.lost_reply(&state, &|_| false, None)?;
        }
        match reply {
            Some(Reply::Formal) => Ok(None),
            Some(Reply::Loss(key)) => Ok(Some(key)),
            None => Err(LossGap::Open(root)),
        }
    }

    /// Looks for a winning move in a state that the player to move should win.
    pub(crate) fn answer(
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
        // Another solver, or an earlier run, may have known the reply in another form.
        self.decide(id, watch).map(|_| ())
    }

    /// Learns which children of a state another solver knows to be lost; returns whether there is one.
    fn ask(&mut self, state: &State, solver: &mut Outcomes) -> Result<bool, Limit> {
        for (_, land) in distinct(&state.lands) {
            self.book.expand(land)?;
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

    /// Checks that the player to move loses a state: each child is won by its canonical form, or has a child that is
    /// known to be lost, by this solver or another. Returns those losses, preferring those that are `in_proof` already.
    pub(crate) fn follows(
        &mut self,
        id: StateId,
        in_proof: &dyn Fn(&[u8]) -> bool,
        mut solver: Option<&mut Outcomes>,
    ) -> Result<Vec<Key>, LossGap> {
        let state = self.nodes.state(id);
        let wrong = |reason: String| Err(LossGap::Wrong(reason));
        let mut used: Vec<Key> = Vec::new();
        if let Some(wins) = self.formal_outcome(&state) {
            return if wins {
                wrong("its canonical form says otherwise".to_owned())
            } else {
                Ok(used)
            };
        }
        for (_, land) in distinct(&state.lands) {
            self.book.expand(land)?;
        }
        for child in self.children(&state) {
            match self.formal_outcome(&child) {
                Some(true) => continue,
                Some(false) => {
                    let child = self.text(&child);
                    return wrong(format!("the opponent loses after `{child}`"));
                }
                None => {}
            }
            if self.find(&child).is_some_and(|id| self.is_lost(id)) {
                let child = self.text(&child);
                return wrong(format!("the opponent is said to lose after `{child}`"));
            }
            let known = |key: &[u8]| in_proof(key) || used.iter().any(|used| **used == *key);
            match self.lost_reply(&child, &known, solver.as_deref_mut())? {
                Some(Reply::Formal) => {}
                Some(Reply::Loss(reply)) => used.push(reply),
                None => return Err(LossGap::Open(self.number(&child))),
            }
        }
        Ok(used)
    }

    /// Returns a lost child: preferably one that is lost by its canonical form, then one that is `preferred`, then any
    /// that this or another solver knows to be lost.
    fn lost_reply(
        &mut self,
        state: &State,
        preferred: &dyn Fn(&[u8]) -> bool,
        solver: Option<&mut Outcomes>,
    ) -> Result<Option<Reply>, Limit> {
        let reply = self.known_reply(state, preferred)?;
        let is_best = match &reply {
            Some(Reply::Formal) => true,
            Some(Reply::Loss(key)) => preferred(key),
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
        preferred: &dyn Fn(&[u8]) -> bool,
    ) -> Result<Option<Reply>, Limit> {
        for (_, land) in distinct(&state.lands) {
            self.book.expand_promising(land)?;
        }
        // In most cases a promising child is lost.
        for listed in [false, true] {
            if listed {
                for (_, land) in distinct(&state.lands) {
                    self.book.expand(land)?;
                }
            } else if self.grain.short {
                continue;
            }
            let Some(replies) = self.lost_replies(state) else {
                return Ok(Some(Reply::Formal));
            };
            // A reply with fewer moves needs fewer losses in the proof.
            let mut found: Option<(bool, f64, Key)> = None;
            for (moves, key) in replies {
                let is_new = !preferred(&key);
                if (found.as_ref()).is_none_or(|old| (is_new, moves) < (old.0, old.1)) {
                    found = Some((is_new, moves, key));
                }
            }
            if let Some((_, _, reply)) = found {
                return Ok(Some(Reply::Loss(reply)));
            }
        }
        Ok(None)
    }

    /// Returns the listed children that are known to be lost, each with its number of moves; `None` if one is lost by
    /// its canonical form.
    fn lost_replies(&mut self, state: &State) -> Option<Vec<(f64, Key)>> {
        let mut replies = Vec::new();
        for reply in self.children(state) {
            match self.formal_outcome(&reply) {
                Some(true) => continue,
                Some(false) => return None,
                None => {}
            }
            if self.find(&reply).is_some_and(|id| self.is_lost(id)) {
                replies.push((self.size(&reply).1, self.key(&reply)));
            }
        }
        Some(replies)
    }

    /// Returns all children of a state that are known to be lost, by this solver or another; `None` if one is lost by
    /// its canonical form.
    pub(crate) fn all_replies(
        &mut self,
        key: &[u8],
        solver: Option<&mut Outcomes>,
    ) -> Result<Option<Vec<Key>>, Limit> {
        let id = self.state_of(&Loss::of_key(key));
        let state = self.nodes.state(id);
        for (_, land) in distinct(&state.lands) {
            self.book.expand(land)?;
        }
        if let Some(solver) = solver {
            self.ask(&state, solver)?;
        }
        let replies = self.lost_replies(&state);
        Ok(replies.map(|replies| replies.into_iter().map(|(_, key)| key).collect()))
    }

    /// Returns the children of a lost state that a proof has to answer: those that are not won by their canonical
    /// forms.
    pub(crate) fn unsettled(&mut self, key: &[u8]) -> Result<Vec<Key>, Limit> {
        let id = self.state_of(&Loss::of_key(key));
        let state = self.nodes.state(id);
        if self.formal_outcome(&state).is_some() {
            return Ok(Vec::new());
        }
        for (_, land) in distinct(&state.lands) {
            self.book.expand(land)?;
        }
        let mut children = self.children(&state);
        children.retain(|child| self.formal_outcome(child) != Some(true));
        Ok(children.iter().map(|child| self.key(child)).collect())
    }

    /// Learns that the player to move loses a position, and returns the key of its state, or `None` if its canonical
    /// form shows a win.
    pub(crate) fn key_of_loss(&mut self, position: &Lands) -> Option<Key> {
        let loss = Loss {
            parts: vec![position.clone()],
        };
        (self.learn_checked(&loss)).then(|| self.key_of(position))
    }

    /// Returns the key of the state of a position.
    pub(crate) fn key_of(&mut self, position: &Lands) -> Key {
        let id = self.number_with_heap(position, 0);
        self.key(&self.nodes.state(id))
    }

    /// Returns whether the player to move wins a state with at most one form and no lands.
    fn formal_outcome(&self, state: &State) -> Option<bool> {
        // In a land with less than two lives no line can be drawn.
        let is_open = |land: &LandId| self.book.pages[*land as usize].lives() >= 2;
        (state.forms.len() < 2 && !state.lands.iter().any(is_open)).then(|| {
            let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
            self.forms.wins(value)
        })
    }

    /// Returns the states after each move that has been listed.
    fn children(&mut self, state: &State) -> Vec<State> {
        let mut children = self.children_by_forms(state);
        for (i, land) in distinct(&state.lands) {
            let listed = self.book.children(land);
            for (option, _) in listed.iter() {
                let mut child = state.clone();
                child.lands.remove(i);
                for part in option {
                    self.add(&mut child, *part);
                }
                self.add_up_forms(&mut child);
                children.push(child);
            }
        }
        children
    }

    /// Returns the key of a state: that of its lands.
    fn key(&self, state: &State) -> Key {
        let loss = self.loss_of(state);
        let mut loss = loss.expect("no heaps are met while losses are followed");
        loss.parts.sort_unstable();
        loss.key()
    }

    /// Returns a state as text, for messages.
    fn text(&self, state: &State) -> String {
        match self.loss_of(state) {
            Some(loss) => loss.to_string(),
            None => "a position that equals a sum of Nim heaps".to_owned(),
        }
    }
}
