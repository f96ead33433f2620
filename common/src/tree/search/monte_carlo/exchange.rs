//! The exchange of results between trees of the same position while they grow.
//!
//! Each tree shares its own results near the root, and counts those of the other trees as if they were its own, so that
//! all trees explore the moves of the root together (*slow tree parallelization*: Bourki et al., *Scalability and
//! parallelization of Monte-Carlo tree search*, 2010). It remembers which results came from other trees, does not share
//! them again, and removes them at the end. Proofs stay.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rustc_hash::FxHashMap;

use super::tree::{Sums, Tree};
use crate::play::game::Game;
use crate::play::outcome::Outcome;
use crate::tools::budget::HAS_THREADS;
use crate::tree::search::arena::Id;

/// A tree shares its results at the children of every node with at least one in this many of its games.
///
/// Six matches of SOS 6x6 with 4,000 games a move took 1.36 s of processor time with 16, 1.61 s with 32, and 2.70 s
/// with 64 and an exchange after each sixteenth instead of each eighth. With 16 two threads score 53.2 % at 6,000 games
/// a move against one tree with as many games, and with trees that are only added at the end 39.8 %:
///
/// ```text
/// NODES=6000 cargo test --release -p papergames-cli --test engines -- --ignored --nocapture \
///     --exact two_threads_against_doubled_time
/// ```
const SHOWN: u64 = 16;

/// The number of games that a tree plays before it reads the results of the other trees for the first time. After that,
/// it reads them whenever the number of its games has grown by an eighth.
const FIRST_GAMES: u64 = 32;

/// What the trees of a forest share while they grow.
pub(super) struct ForestState {
    /// Whether a tree has proved the value.
    done: AtomicBool,
    /// The number of games that all trees have played.
    nodes: AtomicU64,
    /// The results that each tree shares.
    tops: Vec<Mutex<Arc<Top>>>,
}

impl ForestState {
    pub(super) fn new(trees: usize) -> ForestState {
        ForestState {
            done: AtomicBool::new(false),
            nodes: AtomicU64::new(0),
            tops: (0..trees).map(|_| Mutex::default()).collect(),
        }
    }

    /// Returns the number of games that all trees have played.
    pub(super) fn nodes(&self) -> u64 {
        self.nodes.load(Ordering::Relaxed)
    }
}

/// The results that a tree shares: its own, at a node and below it.
#[derive(Default)]
struct Top {
    results: NodeResults,
    known: Option<Outcome>,
    /// The children, in the order of the listing; empty if they are not shared.
    below: Vec<Top>,
}

/// The results of some games at a node.
#[derive(Clone, Default)]
struct NodeResults {
    visits: u64,
    sums: Sums,
}

impl NodeResults {
    fn subtract(&mut self, others: &NodeResults) {
        self.visits -= others.visits;
        for (sum, other) in self.sums.iter_mut().zip(&others.sums) {
            *sum -= other;
        }
    }
}

/// The place of one tree in the exchange.
pub(super) struct Exchange<'a> {
    shared: &'a ForestState,
    /// The number of the tree.
    place: usize,
    /// The results in this tree that came from each tree.
    taken: Vec<FxHashMap<Id, NodeResults>>,
    /// The number of games after which the next exchange is due.
    due: u64,
}

impl<'a> Exchange<'a> {
    pub(super) fn new(shared: &'a ForestState, place: usize) -> Exchange<'a> {
        Exchange {
            shared,
            place,
            taken: shared.tops.iter().map(|_| FxHashMap::default()).collect(),
            due: 0,
        }
    }

    /// Returns whether another tree has proved the value.
    pub(super) fn is_done(&self) -> bool {
        self.shared.done.load(Ordering::Relaxed)
    }

    /// Counts a game of `tree`, which has now played `games`. If an exchange is due, shares the tree's results and adds
    /// those of the others.
    pub(super) fn count_game<G: Game>(&mut self, tree: &mut Tree<G>, games: u64) {
        self.shared.nodes.fetch_add(1, Ordering::Relaxed);
        if !HAS_THREADS || self.taken.len() < 2 || games < self.due {
            return;
        }
        self.due = games + FIRST_GAMES.max(games / 8);
        let lock = |place: usize| {
            let top = self.shared.tops[place].lock();
            top.unwrap_or_else(PoisonError::into_inner)
        };
        *lock(self.place) = Arc::new(tree.top(Id::ROOT, &self.taken, tree.visits() / SHOWN));
        for (place, taken) in self.taken.iter_mut().enumerate() {
            if place != self.place {
                let theirs = Arc::clone(&lock(place));
                tree.take(Id::ROOT, &theirs, taken);
            }
        }
    }

    /// Removes the results of other trees from `tree`, and shares whether the value is proved.
    pub(super) fn end<G: Game>(self, tree: &mut Tree<G>) {
        if tree.root_known().is_some() {
            self.shared.done.store(true, Ordering::Relaxed);
        }
        for (id, results) in self.taken.into_iter().flatten() {
            let node = &mut tree.nodes[id];
            node.visits -= results.visits;
            for (sum, taken) in node.sums.iter_mut().zip(&results.sums) {
                *sum -= taken;
            }
        }
    }
}

impl<G: Game> Tree<G> {
    /// Returns the tree's own results at a node and, if the node has at least `least` visits, below it.
    fn top(&self, at: Id, taken: &[FxHashMap<Id, NodeResults>], least: u64) -> Top {
        let node = &self.nodes[at];
        let mut results = NodeResults {
            visits: node.visits,
            sums: node.sums.clone(),
        };
        for taken in taken.iter().filter_map(|taken| taken.get(&at)) {
            results.subtract(taken);
        }
        let shown = node.complete && node.visits >= least;
        let below = self.children(at).filter(|_| shown);
        Top {
            results,
            known: node.known,
            below: below.map(|child| self.top(child, taken, least)).collect(),
        }
    }

    /// Adds the results of another tree at a node and below it, replacing those that were `taken` before.
    fn take(&mut self, at: Id, theirs: &Top, taken: &mut FxHashMap<Id, NodeResults>) {
        let mut new = theirs.results.clone();
        let before = taken.insert(at, theirs.results.clone());
        new.subtract(&before.unwrap_or_default());
        let node = &mut self.nodes[at];
        node.visits += new.visits;
        for (sum, new) in node.sums.iter_mut().zip(&new.sums) {
            *sum += new;
        }
        node.known = node.known.or(theirs.known);
        if !node.complete || theirs.below.is_empty() {
            return;
        }
        let children: Vec<Id> = self.children(at).collect();
        for (child, theirs) in children.into_iter().zip(&theirs.below) {
            self.take(child, theirs, taken);
        }
        if self.nodes[at].known.is_none() {
            self.nodes[at].known = self.deduce(at);
        }
    }
}

#[cfg(test)]
mod tests {
    use core::ops::ControlFlow;

    use super::*;
    use crate::play::player::Player;
    use crate::tools::budget::Budget;
    use crate::tree::search::MonteCarlo;

    fn other(player: Player) -> Player {
        [Player::SECOND, Player::FIRST][player.index()]
    }

    /// A heap of counters. Each player takes one to three, and the player who takes the last wins.
    #[derive(Clone, Debug, PartialEq, Eq, Hash)]
    struct Heap(u8, Player);

    impl Game for Heap {
        type Move = u8;
        type Illegal = core::fmt::Error;

        fn turn(&self) -> Option<Player> {
            (self.0 > 0).then_some(self.1)
        }

        fn outcome(&self) -> Option<Outcome> {
            (self.0 == 0).then(|| Outcome::Win(other(self.1)))
        }

        fn for_each_move(&self, visit: &mut dyn FnMut(u8) -> ControlFlow<()>) -> ControlFlow<()> {
            (1..=self.0.min(3)).try_for_each(visit)
        }

        fn check(&self, m: &u8) -> Result<(), core::fmt::Error> {
            let legal = (1..=self.0.min(3)).contains(m);
            legal.then_some(()).ok_or(core::fmt::Error)
        }

        fn apply(&mut self, m: &u8) -> Result<(), core::fmt::Error> {
            self.check(m)?;
            *self = Heap(self.0 - m, other(self.1));
            Ok(())
        }
    }

    /// Grows a tree by some games, with an exchange after each.
    fn grow(tree: &mut Tree<Heap>, exchange: &mut Exchange<'_>, games: u64) {
        let budget = Budget::new().nodes(games);
        let mut meter = budget.start();
        while tree.root_known().is_none() && !meter.is_spent() {
            tree.play(&mut meter);
            exchange.due = 0;
            exchange.count_game(tree, meter.nodes());
        }
    }

    #[test]
    fn trees_count_the_games_of_the_others_once_and_only_while_they_grow() {
        let start = Heap(40, Player::FIRST);
        let mut trees = [1, 2, 3].map(|seed| MonteCarlo::new(seed).plant(&start));
        let shared = ForestState::new(3);
        let mut exchanges = [0, 1, 2].map(|place| Exchange::new(&shared, place));
        let mut played = [0; 3];
        for round in 0..30 {
            let i = round % 3;
            let games = 1 + 7 * round as u64;
            grow(&mut trees[i], &mut exchanges[i], games);
            played[i] += games;
            let all: u64 = played.iter().sum();
            assert_eq!((trees[i].visits(), shared.nodes()), (all, all));
        }
        let after_last = trees[2]
            .children(Id::ROOT)
            .map(|id| trees[2].nodes[id].visits);
        assert!(
            after_last.min() > Some(100),
            "they share the moves of the root, too"
        );
        for ((tree, exchange), played) in trees.iter_mut().zip(exchanges).zip(played) {
            exchange.end(tree);
            assert_eq!(tree.visits(), played);
            for node in tree.nodes.ids().map(|id| &tree.nodes[id]) {
                assert!(node.visits <= played && node.sums[0].abs() <= node.visits as f64);
                assert!((node.sums[0] + node.sums[1]).abs() < 0.5);
            }
        }
    }

    #[test]
    fn a_tree_learns_what_another_has_proved() {
        let start = Heap(9, Player::FIRST);
        let mut trees = [1, 2].map(|seed| MonteCarlo::new(seed).plant(&start));
        let shared = ForestState::new(2);
        let [mut first, mut second] = [0, 1].map(|place| Exchange::new(&shared, place));
        grow(&mut trees[1], &mut second, 2);
        assert!(trees[1].root_known().is_none());
        grow(&mut trees[0], &mut first, 10_000);
        assert!(trees[0].root_known().is_some() && !second.is_done());
        first.end(&mut trees[0]);
        assert!(second.is_done());
        grow(&mut trees[1], &mut second, 1);
        assert_eq!(trees[1].root_known(), Some(Outcome::Win(Player::FIRST)));
    }
}
