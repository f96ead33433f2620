//! Depth-first proof-number search over states of the misère game.
//!
//! The misère outcomes of parts do not determine the outcome of their sum, so a state is a whole position. States are
//! numbered, and an open state keeps the numbers of its children until it is solved. Proof and disproof numbers are
//! indexed by state number, so a visit needs no hashing.

use common::Limit;
use common::sorting;

use smallvec::SmallVec;

use super::Outcomes;
use super::forms::FormId;
use super::nodes::{INFINITE, OpenState, State, StateId, StateNode, distinct, guess};
use crate::land::Lands;
use crate::solve::search::book::{LandId, read_option, split_options};
use crate::solve::watch::Watch;

/// The least limit on nodes with which a search gives values to lands in advance: about the number of those lands.
const LONG: u64 = 10_000;

/// The results of earlier searches may fill this part of the memory when a search begins, a half. If they fill more,
/// those other than losses are reduced to this part of what the losses leave, a sixteenth. That is the least that a
/// search keeps [when its memory is full](Outcomes::make_room).
///
/// With 40 MiB, one solver visits 1,150,974 states from 8 to 15 spots. If the results may fill all of the memory or a
/// quarter, it visits 1,029,646 and 830,874; if a quarter or a 64th of the rest is kept, 1,263,053 and 1,672,441. Each
/// is one sample of luck.
const FILLED: usize = 2;
const KEPT: usize = 16;

/// The best child is left when its disproof number exceeds that of the second by this part of it, an eighth, so that
/// two equal children do not take turns: see `TOLERANCE` in `dfpn.rs`, where it is a sixteenth and matters little.
/// Here, half and a quarter take more states. A sixteenth is as good, −0.04 ± 0.04; a 64th takes fewer for separate
/// starts, but more with one solver (`LABORATORY.md`, on misère play).
const TOLERANCE: u32 = 8;

/// The factor of the guessed disproof number of closed children, since opening them takes time. With 1, +0.02 ± 0.09
/// states; with 3, +0.10 ± 0.07; with 4, +0.31 ± 0.08 (`LABORATORY.md`, on misère play).
const CLOSED_FACTOR: u32 = 2;

/// The child to examine next.
#[derive(Clone, Copy, Debug)]
enum NextChild {
    Child(StateId),
    /// The closed children of a land.
    Closed(LandId),
    /// The undrawn lines of a land.
    Undrawn(LandId),
}

/// A summary of the children of a state.
#[derive(Debug)]
struct StateSurvey {
    total: u32,
    widest: u32,
    /// The number of children that are not won yet.
    open: u32,
    best: u32,
    /// The proof number of the best child.
    best_win: u32,
    second: u32,
    next: Option<NextChild>,
}

impl StateSurvey {
    /// Adds `n` children with the same numbers.
    fn add(&mut self, (win, loss): (u32, u32), n: u32, next: NextChild) {
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
            // count, the hardest child plus one for each other, assumes that all other work is shared (T. Ueda,
            // T. Hashimoto, J. Hashimoto and H. Iida, *Weak proof-number search*, 2008). A value in between is better
            // than either: a quarter of the sum and three quarters of the weak count. The weak count alone gives +0.33
            // ± 0.11 states, and the sum alone +0.12 ± 0.06; from an eighth to half of the sum, the differences are
            // luck (`LABORATORY.md`). One more keeps small numbers from becoming 0, which would mean that the state is
            // lost.
            total = total / 4 + (self.widest.saturating_add(self.open) - 1) / 4 * 3 + 1;
        }
        (self.best, total.min(INFINITE - 1))
    }
}

/// The children of a state that were looked up.
#[derive(Debug, Default)]
struct StateChildren {
    met: Vec<StateId>,
    /// The words of the children that have not been met, and the end of each.
    words: Vec<u32>,
    ends: Vec<u32>,
    /// Whether one of the children is known to be lost.
    is_lost: bool,
}

impl StateChildren {
    fn is_empty(&self) -> bool {
        self.met.is_empty() && self.ends.is_empty()
    }
}

impl Outcomes {
    /// Returns the smallest Nim heap beside which the player to move loses a position.
    pub(crate) fn nimber(&mut self, position: &Lands, watch: &mut Watch<'_>) -> Result<u8, Limit> {
        // By induction this is the least number that no option has, or 1 for the empty position, so it is at most the
        // number of options; a search ends long before a byte overflows.
        let mut heap = 0;
        while self.position(position, heap, watch)? {
            heap += 1;
        }
        Ok(heap)
    }

    /// Returns whether the player to move wins a position beside a Nim heap.
    pub(crate) fn position(
        &mut self,
        position: &Lands,
        heap: u8,
        watch: &mut Watch<'_>,
    ) -> Result<bool, Limit> {
        // This pays only if the search may be long.
        if watch.limits.nodes.saturating_sub(watch.nodes) >= LONG {
            self.prepare(Outcomes::spots_for(position.lives()), &watch.limits)?;
        }
        // The results of an earlier search would leave too little memory for this one.
        if self.progress().memory > watch.limits.memory / FILLED {
            self.keep(|fixed| fixed + watch.limits.memory.saturating_sub(fixed) / KEPT);
        }
        self.idle = (self.lost, 0);
        self.book.limits = watch.limits.clone();
        loop {
            let id = self.number_with_heap(position, heap);
            if self.resumed {
                // If an earlier run answered the question, a learned loss is one move away, so all children are needed
                // at once.
                for land in self.nodes.state(id).lands {
                    self.book.expand(land)?;
                }
            }
            match self.decide(id, watch) {
                Err(Limit::Memory) if self.make_room(watch.limits.memory) => {}
                answer => return answer,
            }
        }
    }

    /// Opens a state if it is not open yet, and adds children for the new options of its lands.
    fn expand(&mut self, id: StateId, watch: &mut Watch<'_>) -> Result<(), Limit> {
        if self.nodes.all[id as usize].open.is_none() {
            watch.tick(|| self.progress())?;
            let state = self.nodes.state(id);
            let (lives, moves) = self.size(&state);
            let mut found = StateChildren::default();
            for child in self.children_by_forms(&state) {
                self.find_child(&child, &mut found);
            }
            let mut read = SmallVec::new();
            for (_, land) in distinct(&state.lands) {
                self.book.expand_promising(land)?;
                read.push(0);
            }
            let open = Box::new(OpenState {
                children: Vec::new(),
                read,
                lives,
                moves,
            });
            self.nodes.open_memory += open.memory();
            self.nodes.all[id as usize].open = Some(open);
            self.read_options(id, found);
        } else {
            self.read_options(id, StateChildren::default());
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
            let options: Vec<FormId> = self.forms.options(form).to_vec();
            for option in options {
                let mut child = state.clone();
                child.forms.remove(i);
                Self::add_value(&mut child, option);
                self.add_up_forms(&mut child);
                children.push(child);
            }
        }
        children
    }

    /// Looks up a child, and notes its words if it is new.
    fn find_child(&self, child: &State, found: &mut StateChildren) {
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
    fn read_options(&mut self, id: StateId, mut found: StateChildren) {
        let Some(mut open) = self.nodes.all[id as usize].open.take() else {
            return;
        };
        let lands = self.nodes.lands(id);
        let is_new = |(at, (_, land)): (usize, (usize, LandId))| {
            (open.read[at] as usize) < self.book.children(land).options().len()
        };
        let any_new = distinct(lands).enumerate().any(is_new);
        if any_new && !found.is_lost {
            let state = self.nodes.state(id);
            'lands: for (at, (i, land)) in distinct(&state.lands).enumerate() {
                let words = self.book.children(land).options()[open.read[at] as usize..].to_vec();
                open.read[at] += words.len() as u32;
                // No option has a heap, because a book of misère play never learns nimbers.
                for (parts, _) in split_options(&words).map(read_option) {
                    let mut child = state.clone();
                    child.lands.remove(i);
                    for part in parts {
                        self.add(&mut child, *part);
                    }
                    self.add_up_forms(&mut child);
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
    fn survey(&self, id: StateId) -> StateSurvey {
        let mut survey = StateSurvey {
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
            survey.add((node.win, node.loss), 1, NextChild::Child(*child));
        }
        for (_, land) in distinct(self.nodes.lands(id)) {
            let page = &self.book.pages[land as usize];
            // An open state's lands have their children: only `keep` forgets them, and it closes all states.
            let Some(children) = self.book.listed_children(land) else {
                continue;
            };
            let estimate = f64::from(page.estimate());
            // Closed children count as a land with half the logarithm of the number of moves, with a raised disproof
            // number, because opening costs time, and with half of the sum, because they share subtrees with the
            // others. From 0.3 to 0.6 of the logarithm, the numbers of states differ by luck alone; with 0.8 there are
            // twice as many.
            let moves = open.moves - estimate + estimate.sqrt();
            let (win, loss) = guess(open.lives - 1.0, moves);
            let mut add = |n: usize, next| {
                if n > 0 {
                    survey.add(
                        (win, loss.saturating_mul(CLOSED_FACTOR)),
                        n.div_ceil(2) as u32,
                        next,
                    );
                }
            };
            add(children.closed().n_made(), NextChild::Closed(land));
            add(children.closed().n_undrawn(), NextChild::Undrawn(land));
        }
        survey
    }

    /// Returns whether the player to move wins a state.
    pub(super) fn decide(&mut self, id: StateId, watch: &mut Watch<'_>) -> Result<bool, Limit> {
        loop {
            let StateNode { win, loss, .. } = self.nodes.all[id as usize];
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
            // Every state that is visited has a move, since the outcome of a single form is known. Without one, the
            // player to move would win in misère play.
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
                Some(NextChild::Child(child)) => {
                    let best_win = survey.best_win;
                    let below_win = loss_limit.saturating_sub(now.1).saturating_add(best_win);
                    let second = survey.second;
                    let below_loss = win_limit.min(second.saturating_add(1 + second / TOLERANCE));
                    self.visit(child, below_win, below_loss, watch)?;
                }
                Some(NextChild::Closed(land)) => self.book.open_more(land)?,
                Some(NextChild::Undrawn(land)) => self.book.draw_rest(land)?,
                None => {}
            }
            // New options must be read before the next survey, or the state may look lost.
            self.read_options(id, StateChildren::default());
        }
    }
}
