//! Proof-number search, which determines whether a player can force a goal, no matter what the others do.

use core::time::Duration;

use super::arena::{Arena, BLOCK, Id};
use super::moves::moves_or_sample;
use super::table::Cache;
use crate::play::game::{Game, Stored};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::tools::budget::{Budget, Meter};

/// The answer of a proof-number search: whether the player can force the goal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Answer {
    /// The player can force the goal.
    Proved,
    /// The others can prevent it.
    Disproved,
    /// The budget ran out before the goal was proved or disproved.
    #[default]
    Unknown,
}

/// A proof-number search that determines whether one player can force a goal, no matter what the others do.
///
/// The tree grows at the position that is easiest to settle, which is the one for which the fewest open positions still
/// have to be proved or disproved (Allis, van der Meulen and van den Herik, *Proof-number search*, 1994). The player in
/// question chooses on their own turns; on all other turns the others play together against that player.
///
/// A proof or disproof is a finite tree in which every branch ends with the game, so it is also valid in games in which
/// positions can repeat. If a player can only avoid losing by repeating positions forever, the search does not settle
/// the question, and the answer is [`Answer::Unknown`] when the budget runs out.
///
/// In a position with more than 10,000 moves, only a sample of them is searched. This can settle the position in favour
/// of the player to move, but never in favour of the other side.
///
/// # Memory
///
/// The tree takes up to three quarters of [`Budget::memory`], or of 256 MiB if the budget has no such limit, and the
/// settled positions take the rest. In addition, a search keeps one list of at most 10,000 moves and the positions of
/// one line in memory.
///
/// # Examples
///
/// ```
/// use papergames_common::Player;
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::Budget;
/// use papergames_common::search::{Answer, Proof};
///
/// let proof = Proof::wins(Player::FIRST);
/// let report = proof.run(&Nim::new(&[3, 4, 5]), &Budget::new(), &mut |_| {});
/// assert_eq!(report.answer, Answer::Proved);
/// assert_eq!(report.best, Some(Take { heap: 0, matches: 2 }));
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct Proof {
    player: Player,
    at_least: i32,
    /// The maximum number of positions in the tree; four million by default. The memory limit of the budget may allow
    /// fewer. When the tree is full, the search ends.
    pub most_tree: usize,
    /// The maximum number of settled positions to remember, so that they need not be settled again on another path; a
    /// million by default.
    pub most_settled: usize,
}

/// The findings of a proof-number search, which are passed to its callback while it runs and returned at the end.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
#[must_use]
pub struct ProofReport<M> {
    /// Whether the goal is proved, disproved, or neither yet.
    pub answer: Answer,
    /// The first move of the proof if the player in question is to move; the first move of the disproof if another
    /// player is to move.
    pub best: Option<M>,
    /// The length in moves of the longest line in the tree.
    pub depth: u32,
    /// The number of positions whose moves were listed.
    pub nodes: u64,
    /// The time that the search took.
    pub elapsed: Duration,
}

/// The proof number or disproof number of a goal that cannot be reached.
const NEVER: u32 = u32::MAX;

/// The number of positions opened between two reports.
const REPORT_EVERY: u64 = 10_000;

/// One position of the tree.
struct ProofNode<M> {
    m: Option<M>,
    /// Whether the player in question chooses here.
    chooses: bool,
    first_child: Option<Id>,
    next_sibling: Option<Id>,
    /// The minimum number of open positions that must be proved to prove this one.
    proof: u32,
    /// The minimum number of open positions that must be disproved to disprove this one.
    disproof: u32,
}

impl<M> ProofNode<M> {
    /// Returns the two numbers, that of the goal first: to prove, if the player chooses, or else to disprove.
    fn numbers(&self, chooses: bool) -> (u32, u32) {
        if chooses {
            (self.proof, self.disproof)
        } else {
            (self.disproof, self.proof)
        }
    }
}

impl Proof {
    /// Returns a search that asks whether `player` can force a win, alone or shared.
    pub fn wins(player: Player) -> Proof {
        Proof::at_least(player, 1)
    }

    /// Returns a search that asks whether `player` can force at least a draw.
    pub fn draws(player: Player) -> Proof {
        Proof::at_least(player, 0)
    }

    fn at_least(player: Player, at_least: i32) -> Proof {
        Proof {
            player,
            at_least,
            most_tree: 4_000_000,
            most_settled: 1 << 20,
        }
    }

    /// Searches until the question is settled, the tree is full, or the budget is spent. Calls `progress` regularly.
    ///
    /// Each position whose moves are listed counts as one node of the budget. The depth limit is ignored.
    ///
    /// # Panics
    ///
    /// Panics if the player does not take part in the game, or if the game violates its contract by listing a move that
    /// it rejects.
    pub fn run<G: Stored>(
        &self,
        position: &G,
        budget: &Budget,
        progress: &mut dyn FnMut(&ProofReport<G::Move>),
    ) -> ProofReport<G::Move> {
        assert!(
            self.player.index() < position.players(),
            "the player takes part in the game"
        );
        let mut meter = budget.start();
        // A quarter is for settled positions: the search ends when the tree is full, but only forgets when these are.
        // With 8,000 KiB and a half, a quarter, an eighth and a 16th, the tree of SOS on 1x8 is full after 19,581,
        // 30,251, 37,262 and 40,497 nodes. But a win on 3x3 under the rule that the first S-O-S wins is disproved in
        // 14,910, 14,991, 19,013 and 29,787.
        let bytes = budget.usual_memory();
        let blocks = (bytes - bytes / 4) / (size_of::<ProofNode<G::Move>>() * BLOCK) as u64;
        let most = usize::try_from(blocks.max(1))
            .unwrap_or(usize::MAX)
            .saturating_mul(BLOCK);
        let mut settled = Cache::new(self.most_settled);
        settled.limit(bytes / 4);
        let mut tree = ProofTree {
            asked: self,
            nodes: Arena::new(),
            most: self.most_tree.min(most),
            free: None,
            n_free: 0,
            settled,
            deepest: 0,
            best: None,
        };
        tree.add(None, position);
        let mut can_grow = true;
        while tree.answer() == Answer::Unknown && can_grow && !meter.is_spent() {
            can_grow = tree.grow(position, &mut meter);
            if meter.nodes().is_multiple_of(REPORT_EVERY) {
                progress(&tree.report(&meter));
            }
        }
        tree.report(&meter)
    }

    fn reached_by(&self, outcome: Outcome) -> bool {
        outcome.utility(self.player) >= self.at_least
    }
}

struct ProofTree<'a, G: Game> {
    asked: &'a Proof,
    nodes: Arena<ProofNode<G::Move>>,
    /// The maximum number of nodes in the tree.
    most: usize,
    /// The first of the nodes that are not in use; they are linked as siblings.
    free: Option<Id>,
    n_free: usize,
    /// Positions known to be proved or disproved.
    settled: Cache<G, bool>,
    deepest: u32,
    /// The move at the root that settled it.
    best: Option<G::Move>,
}

impl<G: Stored> ProofTree<'_, G> {
    fn answer(&self) -> Answer {
        let root = &self.nodes[Id::ROOT];
        match (root.proof, root.disproof) {
            (0, _) => Answer::Proved,
            (_, 0) => Answer::Disproved,
            _ => Answer::Unknown,
        }
    }

    /// Returns whether there is room for `more` nodes.
    fn has_room(&self, more: usize) -> bool {
        self.nodes.len() - self.n_free + more <= self.most
    }

    /// Adds a position to the tree and returns the number of its node.
    fn add(&mut self, m: Option<G::Move>, position: &G) -> Id {
        let settled = match position.outcome() {
            Some(outcome) => Some(self.asked.reached_by(outcome)),
            None => self.settled.get(position).copied(),
        };
        let (proof, disproof) = match settled {
            Some(true) => (0, NEVER),
            Some(false) => (NEVER, 0),
            None => (1, 1),
        };
        let chooses = position.turn() == Some(self.asked.player);
        self.put(ProofNode {
            m,
            chooses,
            first_child: None,
            next_sibling: None,
            proof,
            disproof,
        })
    }

    fn put(&mut self, node: ProofNode<G::Move>) -> Id {
        let Some(place) = self.free else {
            return self.nodes.push(node);
        };
        self.free = self.nodes[place].next_sibling;
        self.n_free -= 1;
        self.nodes[place] = node;
        place
    }

    /// Frees a list of sibling nodes and all nodes below them.
    fn remove(&mut self, first: Option<Id>) {
        let mut rest = first;
        while let Some(id) = rest {
            let node = &mut self.nodes[id];
            node.m = None;
            let (below, next) = (node.first_child.take(), node.next_sibling);
            node.next_sibling = self.free;
            self.free = Some(id);
            self.n_free += 1;
            rest = next;
            if let Some(below) = below {
                // The children go first: the remaining nodes follow the last of them.
                let last = self.siblings(Some(below)).last().expect("there is a child");
                self.nodes[last].next_sibling = rest;
                rest = Some(below);
            }
        }
    }

    fn siblings(&self, first: Option<Id>) -> impl Iterator<Item = Id> + '_ {
        core::iter::successors(first, |id| self.nodes[*id].next_sibling)
    }

    fn children(&self, at: Id) -> impl Iterator<Item = Id> + '_ {
        self.siblings(self.nodes[at].first_child)
    }

    /// Descends to the position that is easiest to settle, lists its moves, and updates the numbers on the way back.
    ///
    /// Returns `false` if the search has to stop, if the tree is full, or if only moves outside the samples are left.
    fn grow(&mut self, root: &G, meter: &mut Meter<'_>) -> bool {
        let mut path = vec![(Id::ROOT, root.clone())];
        let mut at = Id::ROOT;
        while self.nodes[at].first_child.is_some() {
            let node = &self.nodes[at];
            let child = self.children(at).find(|child| {
                let child = &self.nodes[*child];
                child.numbers(node.chooses).0 == node.numbers(node.chooses).0
            });
            at = child.expect("a number comes from a child");
            let mut position = path.last().expect("the root is there").1.clone();
            let Some(m) = self.nodes[at].m.as_ref() else {
                return false;
            };
            position.apply_unchecked(m);
            path.push((at, position));
        }
        self.deepest = self.deepest.max(path.len() as u32);
        let position = path.last().expect("the root is there").1.clone();
        let Some((moves, complete)) = moves_or_sample(&position, meter) else {
            return false;
        };
        // One more for the moves outside a sample.
        if !self.has_room(moves.len() + 1) {
            return false;
        }
        let (mut first, mut last) = (None, None);
        let mut enough = false;
        for m in moves {
            if meter.must_stop() {
                self.remove(first);
                return false;
            }
            let child = position.child_unchecked(&m);
            let place = self.add(Some(m), &child);
            self.append(place, &mut first, &mut last);
            // If one settled child settles the parent, the others are not added.
            enough = self.nodes[place].numbers(self.nodes[at].chooses).0 == 0;
            if enough {
                break;
            }
        }
        if !complete && !enough {
            let place = self.add_undrawn();
            self.append(place, &mut first, &mut last);
        }
        self.nodes[at].first_child = first;
        while let Some((at, position)) = path.pop() {
            let before = (self.nodes[at].proof, self.nodes[at].disproof);
            self.count(at);
            let (proof, disproof) = (self.nodes[at].proof, self.nodes[at].disproof);
            if (proof, disproof) == before {
                break;
            }
            if proof == 0 || disproof == 0 {
                self.settle(at, position, proof == 0);
            }
        }
        true
    }

    /// Appends a node to a list of siblings.
    fn append(&mut self, place: Id, first: &mut Option<Id>, last: &mut Option<Id>) {
        match last.replace(place) {
            None => *first = Some(place),
            Some(last) => self.nodes[last].next_sibling = Some(place),
        }
    }

    /// Adds a node that represents all moves outside the sample. It counts as hardest to settle.
    fn add_undrawn(&mut self) -> Id {
        self.put(ProofNode {
            m: None,
            chooses: false,
            first_child: None,
            next_sibling: None,
            proof: NEVER - 1,
            disproof: NEVER - 1,
        })
    }

    /// Computes a node's numbers from those of its children.
    fn count(&mut self, at: Id) {
        let (mut least, mut sum) = (NEVER, 0_u32);
        for child in self.children(at) {
            let child = &self.nodes[child];
            let (one, all) = child.numbers(self.nodes[at].chooses);
            least = least.min(one);
            // A large sum must not look like a goal that cannot be reached.
            sum = if sum == NEVER || all == NEVER {
                NEVER
            } else {
                sum.saturating_add(all).min(NEVER - 1)
            };
        }
        let node = &mut self.nodes[at];
        (node.proof, node.disproof) = if node.chooses {
            (least, sum)
        } else {
            (sum, least)
        };
    }

    /// Remembers a settled position and frees the nodes below it.
    fn settle(&mut self, at: Id, position: G, proved: bool) {
        if at == Id::ROOT && self.nodes[at].chooses == proved {
            let settles = |child: &Id| self.nodes[*child].numbers(proved).0 == 0;
            let child = self.children(at).find(settles);
            self.best = child.and_then(|child| self.nodes[child].m.clone());
        }
        let owned = position.owned_bytes();
        self.settled.insert(position, proved, owned);
        let below = self.nodes[at].first_child.take();
        self.remove(below);
    }

    fn report(&self, meter: &Meter<'_>) -> ProofReport<G::Move> {
        ProofReport {
            answer: self.answer(),
            best: self.best.clone(),
            depth: self.deepest,
            nodes: meter.nodes(),
            elapsed: meter.elapsed(),
        }
    }
}
