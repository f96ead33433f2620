//! The states of a search, each with a number and what is known about it.

use smallvec::SmallVec;

use super::forms::FormId;
use crate::solve::search::book::{LandId, PER_BLOCK};
use crate::solve::search::{Blocks, Strings};

/// An infinite proof number. The sum of a few stays below 2^32.
pub(super) const INFINITE: u32 = u32::MAX / 4;

/// The number of a state.
pub(crate) type StateId = u32;

/// The key of a position in the search: larger lands, then forms, then the heap of one stick.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default, PartialOrd, Ord)]
pub(super) struct State {
    pub(super) lands: SmallVec<[LandId; 6]>,
    pub(super) forms: SmallVec<[FormId; 6]>,
    pub(super) stick: bool,
}

impl State {
    /// Appends the words of the state: the numbers of larger lands and of sticks, the lands, and the forms.
    pub(super) fn write(&self, words: &mut Vec<u32>) {
        words.push((self.lands.len() as u32) << 1 | u32::from(self.stick));
        words.extend_from_slice(&self.lands);
        words.extend_from_slice(&self.forms);
    }

    pub(super) fn read(words: &[u32]) -> State {
        let n_lands = (words[0] >> 1) as usize;
        State {
            stick: words[0] & 1 == 1,
            lands: words[1..=n_lands].into(),
            forms: words[1 + n_lands..].into(),
        }
    }
}

#[derive(Debug)]
pub(super) struct StateNode {
    /// Lower bounds on the number of states that must be solved to prove that the player to move wins, and loses.
    pub(super) win: u32,
    pub(super) loss: u32,
    pub(super) open: Option<Box<OpenState>>,
}

/// An open state: visited and not solved yet.
#[derive(Debug, Default)]
pub(super) struct OpenState {
    pub(super) children: Vec<StateId>,
    /// For each distinct land, the number of words of its options that have been turned into children.
    pub(super) read: SmallVec<[u32; 4]>,
    /// The number of lives, and an estimate of the number of moves.
    pub(super) lives: f64,
    pub(super) moves: f64,
}

impl OpenState {
    /// Returns the size of the open state in bytes, including the overhead of two blocks.
    pub(super) fn memory(&self) -> usize {
        size_of::<OpenState>() + 4 * self.children.capacity() + 2 * PER_BLOCK
    }
}

/// States by number.
#[derive(Debug, Default)]
pub(super) struct Nodes {
    pub(super) all: Blocks<StateNode>,
    /// The words of each state.
    pub(super) states: Strings<u32>,
    /// The size of all open states, in bytes.
    pub(super) open_memory: usize,
}

impl Nodes {
    pub(super) fn words(&self, id: StateId) -> &[u32] {
        self.states.get(id)
    }

    /// Returns the number of a state, or the slot for it.
    pub(super) fn find(&self, words: &[u32]) -> Result<StateId, usize> {
        self.states.find(words)
    }

    pub(super) fn add(&mut self, words: &[u32], slot: usize, (win, loss): (u32, u32)) -> StateId {
        self.all.push(StateNode {
            win,
            loss,
            open: None,
        });
        self.states.add(words, slot)
    }

    pub(super) fn memory(&self) -> usize {
        self.all.len() * size_of::<StateNode>() + self.states.memory() + self.open_memory
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

    /// Returns all states that the player to move is known to lose.
    pub(super) fn lost(&self) -> impl Iterator<Item = StateId> {
        let ids = 0..self.all.len() as StateId;
        ids.filter(|id| self.all[*id as usize].loss == 0)
    }

    /// Records that the player to move loses a state, and returns whether this is new.
    pub(super) fn learn_loss(&mut self, id: StateId) -> bool {
        let node = &mut self.all[id as usize];
        let news = node.loss > 0;
        (node.win, node.loss) = (INFINITE, 0);
        self.close(id);
        news
    }

    /// Returns about how many bytes it takes to keep a state.
    pub(super) fn cost(&self, id: StateId) -> usize {
        size_of::<StateNode>() + 4 * self.words(id).len() + PER_STATE
    }

    /// Drops the children of all states, and all states except these ascending ones, which get new numbers in this
    /// order. The function `land` returns the new numbers of lands.
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
    pub(super) fn close(&mut self, id: StateId) {
        let open = self.all[id as usize].open.take();
        self.open_memory -= open.map_or(0, |open| open.memory());
    }
}

/// The exponents of the first guesses: for a life in the number of a win and of a loss, and for each doubling of the
/// moves in the latter.
///
/// One solver visited 491,942 states from 8 to 15 spots (`laboratory --misere --shared --seeds 1 --starts 8-15`), and
/// now visits 501,931. With 0.05 and 0.07 for a life, it visited 510,290; with 0.05 and 0.10, 715,259, and with 0.2 for
/// the moves, too, 563,490; with 0.04 and 0.05 as in normal play, 738,102. A seed changes nothing, so each number is
/// one sample of luck.
const WIN_LIFE: f64 = 0.03;
const LOSS_LIFE: f64 = 0.07;
const LOSS_MOVES: f64 = 0.3;

/// The largest exponent of a guess, as in normal play: sums of a few thousand such numbers stay below infinity.
const MOST: f64 = 20.0;

/// The approximate number of bytes of a state beside its words and its numbers: the end of the words (4), and a slot in
/// a table that is three eighths to three quarters full (7 to 13), rounded up.
const PER_STATE: usize = 20;

/// Returns the initial proof and disproof number of a state with the given numbers of lives and moves. The formula is
/// that of normal play, with other weights.
pub(super) fn guess(lives: f64, moves: f64) -> (u32, u32) {
    // This uses `exp`, because `exp2` adds a table of four kilobytes to the WebAssembly module.
    let power = |exponent: f64| (exponent.min(MOST) * core::f64::consts::LN_2).exp();
    let round = |exponent: f64| power(exponent).round() as u32;
    (
        round(WIN_LIFE * lives),
        round(LOSS_LIFE * lives + LOSS_MOVES * moves.log2()),
    )
}

/// Returns the distinct items of a sorted list, each with the index of its first occurrence.
pub(super) fn distinct(items: &[u32]) -> impl Iterator<Item = (usize, u32)> {
    let is_first = |(i, item): &(usize, &u32)| *i == 0 || items[i - 1] != **item;
    items
        .iter()
        .enumerate()
        .filter(is_first)
        .map(|(i, item)| (i, *item))
}
