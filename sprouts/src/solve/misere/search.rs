//! Depth-first proof-number search over states of the misère game.
//!
//! The misère outcomes of parts say nothing about their sum, so a state is a whole position. States are numbered, and
//! an open state keeps the numbers of its children until it is solved. Proof and disproof numbers are indexed by state
//! number, so a visit needs no hashing.

use common::Limit;
use common::sorting;

use smallvec::SmallVec;

use super::forms::Value;
use super::{Outcomes, State};
use crate::solve::Watch;
use crate::solve::blocks::Blocks;
use crate::solve::book::{LandId, PER_BLOCK};
use crate::solve::strings::Strings;

/// An infinite proof number.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// The number of a state.
pub(crate) type StateId = u32;

#[derive(Debug)]
pub(super) struct Node {
    /// Lower bounds on how many states must be solved to prove that the mover wins, and loses.
    pub(super) win: u32,
    pub(super) loss: u32,
    open: Option<Box<Open>>,
}

/// An open state: visited and not solved yet.
#[derive(Debug, Default)]
struct Open {
    children: Vec<StateId>,
    /// For each different land, how many words of its options have been turned into children.
    read: SmallVec<[u32; 4]>,
    /// The number of lives, and an estimate of the number of moves.
    lives: f64,
    moves: f64,
}

impl Open {
    /// Its size in bytes, with that of two blocks.
    fn memory(&self) -> usize {
        size_of::<Open>() + 4 * self.children.capacity() + 2 * PER_BLOCK
    }
}

/// What to examine next.
#[derive(Clone, Copy, Debug)]
enum Next {
    Child(StateId),
    /// The closed children of a land.
    Closed(LandId),
    /// The undrawn lines of a land.
    Undrawn(LandId),
}

/// What is known about a state from its children.
#[derive(Debug)]
struct Survey {
    total: u32,
    widest: u32,
    /// The number of children that are not won yet.
    open: u32,
    best: u32,
    /// The proof number of the best child.
    best_win: u32,
    second: u32,
    next: Option<Next>,
}

impl Survey {
    /// Adds `n` children with the same numbers.
    fn add(&mut self, (win, loss): (u32, u32), n: u32, next: Next) {
        self.total = self.total.saturating_add(win.saturating_mul(n));
        if win > 0 {
            self.open = self.open.saturating_add(n);
            self.widest = self.widest.max(win);
        }
        if loss < self.best {
            self.second = self.best;
            (self.best, self.best_win, self.next) = (loss, win, Some(next));
        } else if loss < self.second {
            self.second = loss;
        }
    }

    /// Returns the proof and disproof number of the state.
    fn numbers(&self) -> (u32, u32) {
        let mut total = self.total;
        if total > 0 && total < INFINITE {
            // The subtrees of different children share states, so the sum counts much work several times. The weak
            // count, the hardest child plus one for each other, assumes that all other work is shared. A value in
            // between is better than either.
            total = total / 4 + (self.widest.saturating_add(self.open) - 1) / 4 * 3 + 1;
        }
        (self.best, total.min(INFINITE - 1))
    }
}

/// States by number.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) all: Blocks<Node>,
    /// The words of each state.
    states: Strings<u32>,
    /// The size of all open states, in bytes.
    open_memory: usize,
}

impl Nodes {
    fn words(&self, id: StateId) -> &[u32] {
        self.states.get(id)
    }

    /// Returns the number of a state, or the slot for it.
    fn find(&self, words: &[u32]) -> Result<StateId, usize> {
        self.states.find(words)
    }

    fn add(&mut self, words: &[u32], slot: usize, (win, loss): (u32, u32)) -> StateId {
        self.all.push(Node {
            win,
            loss,
            open: None,
        });
        self.states.add(words, slot)
    }

    pub(super) fn memory(&self) -> usize {
        self.all.len() * size_of::<Node>() + self.states.memory() + self.open_memory
    }

    pub(super) fn state(&self, id: StateId) -> State {
        State::read(self.words(id))
    }

    /// Returns the larger lands of a state.
    pub(super) fn lands(&self, id: StateId) -> &[LandId] {
        let words = self.words(id);
        &words[1..=(words[0] >> 1) as usize]
    }

    /// Returns the proof and the disproof number of a state.
    pub(super) fn numbers(&self, id: StateId) -> (u32, u32) {
        let node = &self.all[id as usize];
        (node.win, node.loss)
    }

    /// Returns all states that the mover is known to lose.
    pub(super) fn lost(&self) -> impl Iterator<Item = StateId> {
        let ids = 0..self.all.len() as StateId;
        ids.filter(|id| self.all[*id as usize].loss == 0)
    }

    /// Records that the mover loses a state; returns whether that is new.
    pub(super) fn learn_loss(&mut self, id: StateId) -> bool {
        let node = &mut self.all[id as usize];
        let news = node.loss > 0;
        (node.win, node.loss) = (INFINITE, 0);
        self.close(id);
        news
    }

    /// About how many bytes it takes to keep a state.
    pub(super) fn cost(&self, id: StateId) -> usize {
        size_of::<Node>() + 4 * self.words(id).len() + 4 * 5
    }

    /// Drops all states but these, which ascend and get new numbers in this order, and the children of all. Lands get
    /// the new numbers that `land` tells.
    pub(super) fn keep(&mut self, kept: &[StateId], land: impl Fn(LandId) -> LandId) {
        for (to, from) in kept.iter().enumerate() {
            self.all.swap(to, *from as usize);
        }
        self.all.truncate(kept.len());
        self.states.keep(kept, |words| {
            let n_lands = (words[0] >> 1) as usize;
            for word in &mut words[1..=n_lands] {
                *word = land(*word);
            }
        });
    }

    /// Drops the children of all states.
    pub(super) fn close_all(&mut self) {
        for node in self.all.iter_mut() {
            node.open = None;
        }
        self.open_memory = 0;
    }

    /// Drops the children of a state.
    fn close(&mut self, id: StateId) {
        let open = self.all[id as usize].open.take();
        self.open_memory -= open.map_or(0, |open| open.memory());
    }
}

/// Children of a state that were looked up.
#[derive(Debug, Default)]
struct Children {
    met: Vec<StateId>,
    /// The words of the children that have not been met, and the end of each.
    words: Vec<u32>,
    ends: Vec<u32>,
    /// Whether one of the children is known to be lost.
    is_lost: bool,
}

impl Children {
    fn is_empty(&self) -> bool {
        self.met.is_empty() && self.ends.is_empty()
    }
}

impl State {
    /// Appends the words of the state: how many larger lands and sticks, the lands, and the forms.
    fn write(&self, words: &mut Vec<u32>) {
        words.push((self.lands.len() as u32) << 1 | u32::from(self.stick));
        words.extend_from_slice(&self.lands);
        words.extend_from_slice(&self.forms);
    }

    fn read(words: &[u32]) -> State {
        let n_lands = (words[0] >> 1) as usize;
        State {
            stick: words[0] & 1 == 1,
            lands: words[1..=n_lands].into(),
            forms: words[1 + n_lands..].into(),
        }
    }
}

impl Outcomes {
    /// The number of a state.
    pub(super) fn number(&mut self, state: &State) -> StateId {
        let mut words = Vec::new();
        state.write(&mut words);
        self.number_of(&words)
    }

    /// The number of a state, if it has been met.
    pub(super) fn find(&self, state: &State) -> Option<StateId> {
        let mut words = Vec::new();
        state.write(&mut words);
        self.nodes.find(&words).ok()
    }

    /// The number of the state with these words.
    fn number_of(&mut self, words: &[u32]) -> StateId {
        match self.nodes.find(words) {
            Ok(id) => id,
            Err(slot) => {
                let numbers = self.guess(&State::read(words));
                self.nodes.add(words, slot, numbers)
            }
        }
    }

    /// Returns the initial proof and disproof number of a state, from its lives and moves as in normal play.
    pub(super) fn guess(&self, state: &State) -> (u32, u32) {
        if state.lands.is_empty() && state.forms.len() < 2 {
            let value = state.forms.first().copied().unwrap_or(0) | u32::from(state.stick);
            return if self.forms.wins(value) {
                (0, INFINITE)
            } else {
                (INFINITE, 0)
            };
        }
        let (lives, moves) = self.size(state);
        guess(lives, moves)
    }

    /// Returns the number of lives and of moves of a state.
    pub(super) fn size(&self, state: &State) -> (f64, f64) {
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
        (lives, moves)
    }

    /// Opens a state if it is not open yet, and adds children for the new options of its lands.
    fn expand(&mut self, id: StateId, watch: &mut Watch<'_>) -> Result<(), Limit> {
        if self.nodes.all[id as usize].open.is_none() {
            watch.tick(|| self.progress())?;
            let state = self.nodes.state(id);
            let (lives, moves) = self.size(&state);
            let mut found = Children::default();
            for child in self.children_by_forms(&state) {
                self.find_child(&child, &mut found);
            }
            let mut read = SmallVec::new();
            for (_, land) in distinct(&state.lands) {
                self.book.expand_promising(land);
                read.push(0);
            }
            let open = Box::new(Open {
                children: Vec::new(),
                read,
                lives,
                moves,
            });
            self.nodes.open_memory += open.memory();
            self.nodes.all[id as usize].open = Some(open);
            self.read_options(id, found);
        } else {
            self.read_options(id, Children::default());
        }
        Ok(())
    }

    /// Returns the children by moves in forms and in the heap of one stick.
    pub(super) fn children_by_forms(&mut self, state: &State) -> Vec<State> {
        let mut children = Vec::new();
        if state.stick {
            let mut child = state.clone();
            child.stick = false;
            children.push(child);
        }
        for (i, form) in distinct(&state.forms) {
            let options: Vec<Value> = self.forms.options(form).to_vec();
            for option in options {
                let mut child = state.clone();
                child.forms.remove(i);
                Self::add_value(&mut child, option);
                self.settle(&mut child);
                children.push(child);
            }
        }
        children
    }

    /// Looks up a child, and notes its words if it is new.
    fn find_child(&self, child: &State, found: &mut Children) {
        let start = found.words.len();
        child.write(&mut found.words);
        if let Ok(id) = self.nodes.find(&found.words[start..]) {
            found.words.truncate(start);
            found.is_lost |= self.nodes.all[id as usize].loss == 0;
            found.met.push(id);
        } else {
            found.is_lost |= self.guess(child).1 == 0;
            found.ends.push(found.words.len() as u32);
        }
    }

    /// Adds children for the options that the lands of a state have gained since the last call, beside those that were
    /// `found` before. If one of them is lost, the state is won, and its new children are not even numbered.
    fn read_options(&mut self, id: StateId, mut found: Children) {
        let Some(mut open) = self.nodes.all[id as usize].open.take() else {
            return;
        };
        let lands = self.nodes.lands(id);
        let is_new = |(at, (_, land)): (usize, (usize, LandId))| {
            (open.read[at] as usize) < self.book.options(land).len()
        };
        let any_new = distinct(lands).enumerate().any(is_new);
        if any_new && !found.is_lost {
            let state = self.nodes.state(id);
            'lands: for (at, (i, land)) in distinct(&state.lands).enumerate() {
                let words = self.book.options(land)[open.read[at] as usize..].to_vec();
                open.read[at] += words.len() as u32;
                let mut words = words.as_slice();
                while let Some((head, rest)) = words.split_first() {
                    let (parts, rest) = rest.split_at((head & 0xFF) as usize);
                    words = rest;
                    let mut child = state.clone();
                    child.lands.remove(i);
                    for part in parts {
                        self.add(&mut child, *part);
                    }
                    self.settle(&mut child);
                    self.find_child(&child, &mut found);
                    if found.is_lost {
                        break 'lands;
                    }
                }
            }
        }
        if found.is_lost {
            self.nodes.open_memory -= open.memory();
            let node = &mut self.nodes.all[id as usize];
            (node.win, node.loss) = (0, INFINITE);
            return;
        }
        if !found.is_empty() {
            self.nodes.open_memory -= open.memory();
            open.children.append(&mut found.met);
            let mut start = 0;
            for end in found.ends {
                let words = &found.words[start..end as usize];
                open.children.push(self.number_of(words));
                start = end as usize;
            }
            sorting::sort_hot(&mut open.children);
            open.children.dedup();
            self.nodes.open_memory += open.memory();
        }
        self.nodes.all[id as usize].open = Some(open);
    }

    /// Evaluates all children of a state, the closed ones by guesses.
    fn survey(&self, id: StateId) -> Survey {
        let mut survey = Survey {
            total: 0,
            widest: 0,
            open: 0,
            best: INFINITE,
            best_win: INFINITE,
            second: INFINITE,
            next: None,
        };
        let Some(open) = &self.nodes.all[id as usize].open else {
            return survey;
        };
        for child in &open.children {
            let node = &self.nodes.all[*child as usize];
            survey.add((node.win, node.loss), 1, Next::Child(*child));
        }
        for (_, land) in distinct(self.nodes.lands(id)) {
            let page = &self.book.pages[land as usize];
            let Some(children) = &page.children else {
                continue;
            };
            let estimate = f64::from(page.estimate);
            // Closed children count as a land with half the logarithm of the number of moves, with a raised disproof
            // number, because opening costs time, and with half of the sum, because they share subtrees with the
            // others.
            let moves = open.moves - estimate + estimate.sqrt();
            let (win, loss) = guess(open.lives - 1.0, moves);
            let mut add = |n: usize, next| {
                if n > 0 {
                    survey.add((win, loss.saturating_mul(2)), n.div_ceil(2) as u32, next);
                }
            };
            add(children.closed.n_made(), Next::Closed(land));
            add(children.closed.n_undrawn(), Next::Undrawn(land));
        }
        survey
    }

    /// Returns whether the player to move wins a state.
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
            if self.nodes.all[id as usize].win == 0 {
                return Ok(());
            }
            let survey = self.survey(id);
            let now = survey.numbers();
            let node = &mut self.nodes.all[id as usize];
            if now.0 == 0 {
                (node.win, node.loss) = (0, INFINITE);
                self.nodes.close(id);
                return Ok(());
            }
            if now.1 == 0 {
                (node.win, node.loss) = (INFINITE, 0);
                self.nodes.close(id);
                self.lost += 1;
                self.fresh.push(id);
                return Ok(());
            }
            (node.win, node.loss) = now;
            if now.0 >= win_limit || now.1 >= loss_limit {
                return Ok(());
            }
            match survey.next {
                Some(Next::Child(child)) => {
                    let best_win = survey.best_win;
                    let below_win = loss_limit.saturating_sub(now.1).saturating_add(best_win);
                    let second = survey.second;
                    let below_loss = win_limit.min(second.saturating_add(1 + second / 8));
                    self.visit(child, below_win, below_loss, watch)?;
                }
                Some(Next::Closed(land)) => self.book.open_more(land),
                Some(Next::Undrawn(land)) => self.book.draw_rest(land),
                None => {}
            }
            self.read_options(id, Children::default());
        }
    }
}

/// Returns the initial proof and disproof number of a state with the given numbers of lives and moves, as in normal
/// play. The weights are measured: see `LABORATORY.md`.
fn guess(lives: f64, moves: f64) -> (u32, u32) {
    // By `exp`: `exp2` brings a table of four kilobytes into the browser's module.
    let power = |exponent: f64| (exponent.min(20.0) * core::f64::consts::LN_2).exp();
    let round = |exponent: f64| power(exponent).round() as u32;
    (
        round(0.03 * lives),
        round(0.07 * lives + 0.3 * moves.log2()),
    )
}

/// Returns the different items of a sorted list, each with the index of its first occurrence.
pub(super) fn distinct(items: &[u32]) -> impl Iterator<Item = (usize, u32)> {
    let is_first = |(i, item): &(usize, &u32)| *i == 0 || items[i - 1] != **item;
    items
        .iter()
        .enumerate()
        .filter(is_first)
        .map(|(i, item)| (i, *item))
}
