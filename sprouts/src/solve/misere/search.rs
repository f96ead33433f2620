//! Depth-first proof-number search over states of the misère game.
//!
//! Misère outcomes of parts say nothing about a sum, so a state is a whole position, and what is remembered belongs to
//! states. States are numbered; a state that has been looked at keeps the numbers of its children until it is
//! solved. Proof and disproof numbers stand beside the number, so a visit needs no hashing.

use common::Limit;

use super::forms::Value;
use super::{Outcomes, State};
use crate::solve::Watch;
use crate::solve::book::LandId;

/// A proof number that cannot be reached.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// The number of a state.
pub(super) type StateId = u32;

#[derive(Debug)]
pub(super) struct Node {
    /// How many states must at least be solved to show that the mover wins, and loses.
    pub(super) win: u32,
    pub(super) loss: u32,
    children: Option<Box<[StateId]>>,
}

/// States by number.
#[derive(Debug)]
pub(super) struct Nodes {
    pub(super) all: Vec<Node>,
    /// States as words, one after the other.
    words: Vec<u32>,
    /// Where each state ends.
    ends: Vec<u32>,
    /// Open addressing; numbers plus one.
    slots: Vec<u32>,
    child_words: usize,
}

impl Default for Nodes {
    fn default() -> Nodes {
        Nodes {
            all: Vec::new(),
            words: Vec::new(),
            ends: Vec::new(),
            slots: vec![0; 1 << 10],
            child_words: 0,
        }
    }
}

fn hash(words: &[u32]) -> usize {
    let mut h = 0x9E37_79B9_7F4A_7C15u64 ^ words.len() as u64;
    for word in words {
        h = (h ^ u64::from(*word)).wrapping_mul(0xD6E8_FEB8_6659_FD93);
        h ^= h >> 32;
    }
    h as usize
}

impl Nodes {
    fn words(&self, id: StateId) -> &[u32] {
        let start = match id {
            0 => 0,
            _ => self.ends[id as usize - 1],
        };
        &self.words[start as usize..self.ends[id as usize] as usize]
    }

    /// The number of a state, or the slot where it belongs.
    fn find(&self, words: &[u32]) -> Result<StateId, usize> {
        let mask = self.slots.len() - 1;
        let mut slot = hash(words) & mask;
        while self.slots[slot] != 0 {
            let id = self.slots[slot] - 1;
            if self.words(id) == words {
                return Ok(id);
            }
            slot = (slot + 1) & mask;
        }
        Err(slot)
    }

    fn add(&mut self, words: &[u32], slot: usize, (win, loss): (u32, u32)) -> StateId {
        let id = self.ends.len() as u32;
        self.slots[slot] = id + 1;
        self.words.extend_from_slice(words);
        self.ends.push(self.words.len() as u32);
        self.all.push(Node {
            win,
            loss,
            children: None,
        });
        if self.ends.len() * 2 > self.slots.len() {
            let mask = self.slots.len() * 2 - 1;
            self.slots = vec![0; mask + 1];
            for id in 0..self.ends.len() as u32 {
                let mut slot = hash(self.words(id)) & mask;
                while self.slots[slot] != 0 {
                    slot = (slot + 1) & mask;
                }
                self.slots[slot] = id + 1;
            }
        }
        id
    }

    pub(super) fn memory(&self) -> usize {
        self.all.capacity() * size_of::<Node>()
            + 4 * (self.words.capacity() + self.ends.capacity() + self.slots.len())
            + 4 * self.child_words
    }

    pub(super) fn state(&self, id: StateId) -> State {
        let words = self.words(id);
        let n_lands = (words[0] >> 1) as usize;
        State {
            stick: words[0] & 1 == 1,
            lands: words[1..=n_lands].into(),
            forms: words[1 + n_lands..].into(),
        }
    }

    /// All states that are known to be lost for the mover.
    pub(super) fn lost(&self) -> impl Iterator<Item = StateId> {
        let ids = 0..self.all.len() as StateId;
        ids.filter(|id| self.all[*id as usize].loss == 0)
    }

    /// Notes that the mover loses a state; returns whether that is news.
    pub(super) fn learn_loss(&mut self, id: StateId) -> bool {
        let node = &mut self.all[id as usize];
        let news = node.loss > 0;
        (node.win, node.loss) = (INFINITE, 0);
        self.forget_children(id);
        news
    }

    fn forget_children(&mut self, id: StateId) {
        if let Some(children) = self.all[id as usize].children.take() {
            self.child_words -= children.len();
        }
    }
}

impl Outcomes {
    /// The number of a state.
    pub(super) fn number(&mut self, state: &State, buffer: &mut Vec<u32>) -> StateId {
        buffer.clear();
        buffer.push((state.lands.len() as u32) << 1 | u32::from(state.stick));
        buffer.extend_from_slice(&state.lands);
        buffer.extend_from_slice(&state.forms);
        match self.nodes.find(buffer) {
            Ok(id) => id,
            Err(slot) => {
                let numbers = self.guess(state);
                self.nodes.add(buffer, slot, numbers)
            }
        }
    }

    /// Proof and disproof number of a state that has not been looked at, by the number of lives and of moves as in
    /// normal play.
    fn guess(&self, state: &State) -> (u32, u32) {
        if state.lands.is_empty() && state.forms.len() < 2 {
            let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
            return if self.forms.wins(value) {
                (0, INFINITE)
            } else {
                (INFINITE, 0)
            };
        }
        let (mut lives, mut moves) = (0.0, 1.0);
        for land in &state.lands {
            let page = &self.book.pages[*land as usize];
            lives += f64::from(page.lives);
            moves += f64::from(page.estimate);
        }
        for form in &state.forms {
            lives += f64::from(self.forms.depth(*form));
            moves += self.forms.options(*form).len() as f64;
        }
        let round = |exponent: f64| exponent.min(20.0).exp2().round() as u32;
        (
            round(lives / 20.0),
            round(lives / 10.0 + 0.3 * moves.log2()),
        )
    }

    /// Lists the children of a state, if that has not been done.
    fn expand(&mut self, id: StateId, watch: &mut Watch<'_>) -> Result<(), Limit> {
        if self.nodes.all[id as usize].children.is_some() {
            return Ok(());
        }
        watch.tick(|| self.progress())?;
        let state = self.nodes.state(id);
        let mut children = Vec::new();
        let mut buffer = Vec::new();
        for (i, land) in state.lands.iter().enumerate() {
            if i > 0 && state.lands[i - 1] == *land {
                continue;
            }
            self.book.expand(*land);
            let options: Vec<LandId> = self.book.all_options(*land).flatten().copied().collect();
            let lengths: Vec<usize> = self.book.all_options(*land).map(<[_]>::len).collect();
            let mut at = 0;
            for length in lengths {
                let mut child = State {
                    stick: state.stick,
                    lands: state.lands.clone(),
                    forms: state.forms.clone(),
                };
                child.lands.remove(i);
                for part in &options[at..at + length] {
                    self.add(&mut child, *part);
                }
                at += length;
                self.settle(&mut child);
                children.push(self.number(&child, &mut buffer));
            }
        }
        if state.stick {
            let mut child = state.clone();
            child.stick = false;
            children.push(self.number(&child, &mut buffer));
        }
        for (i, form) in state.forms.iter().enumerate() {
            if i > 0 && state.forms[i - 1] == *form {
                continue;
            }
            let options: Vec<Value> = self.forms.options(*form).to_vec();
            for option in options {
                let mut child = state.clone();
                child.forms.remove(i);
                Self::add_value(&mut child, option);
                self.settle(&mut child);
                children.push(self.number(&child, &mut buffer));
            }
        }
        children.sort_unstable();
        children.dedup();
        self.nodes.child_words += children.len();
        self.nodes.all[id as usize].children = Some(children.into_boxed_slice());
        Ok(())
    }

    /// Whether the player to move wins a state.
    pub(super) fn decide(&mut self, id: StateId, watch: &mut Watch<'_>) -> Result<bool, Limit> {
        loop {
            let Node { win, loss, .. } = self.nodes.all[id as usize];
            if win == 0 || loss == 0 {
                return Ok(win == 0);
            }
            watch.proof = (win, loss);
            self.visit(id, INFINITE, INFINITE, watch)?;
        }
    }

    /// Works on a state until it is solved or one of its numbers reaches its limit.
    fn visit(
        &mut self,
        id: StateId,
        win_limit: u32,
        loss_limit: u32,
        watch: &mut Watch<'_>,
    ) -> Result<(), Limit> {
        self.expand(id, watch)?;
        loop {
            let children = self.nodes.all[id as usize]
                .children
                .as_deref()
                .unwrap_or_default();
            let (mut total, mut best, mut second) = (0u32, INFINITE, INFINITE);
            let mut widest = 0u32;
            let mut open = 0u32;
            let mut at = 0;
            for (i, child) in children.iter().enumerate() {
                let child = &self.nodes.all[*child as usize];
                total = total.saturating_add(child.win);
                if child.win > 0 {
                    open += 1;
                    widest = widest.max(child.win);
                }
                if child.loss < best {
                    second = best;
                    best = child.loss;
                    at = i;
                } else if child.loss < second {
                    second = child.loss;
                }
            }
            if total > 0 && total < INFINITE {
                // Lines below different children lead to the same states, so the sum counts much work many times over.
                // The weak count, the hardest child and one for each other, takes all the rest to be shared. What lies
                // between is better than either.
                total = total / 4 + (widest + open - 1) / 4 * 3 + 1;
            }
            let now = (best, total.min(INFINITE - 1));
            let child = children.get(at).copied().unwrap_or_default();
            let child_win = self.nodes.all[child as usize].win;
            let node = &mut self.nodes.all[id as usize];
            if best == 0 {
                (node.win, node.loss) = (0, INFINITE);
                self.nodes.forget_children(id);
                return Ok(());
            }
            if total == 0 {
                (node.win, node.loss) = (INFINITE, 0);
                self.nodes.forget_children(id);
                self.lost += 1;
                self.fresh.push(id);
                return Ok(());
            }
            (node.win, node.loss) = now;
            if now.0 >= win_limit || now.1 >= loss_limit {
                return Ok(());
            }
            let below_win = loss_limit.saturating_sub(now.1).saturating_add(child_win);
            let below_loss = win_limit.min(second.saturating_add(1 + second / 8));
            self.visit(child, below_win, below_loss, watch)?;
        }
    }
}
