//! The tree that a Monte-Carlo search grows, by one game or one batch at a time.

use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::guide::{Guide, Leaf, Opinion};
use super::noise::dirichlet;
use super::settings::{MonteCarlo, Noise};
use crate::play::game::Game;
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::tools::budget::{Budget, Meter};
use crate::tools::random::{Random, Seeded};
use crate::tree::report::{Candidate, Report, Value};
use crate::tree::search::arena::{Arena, BLOCK, Id};
use crate::tree::search::moves::moves_or_sample;

/// Positions with more moves than this get their children one at a time, drawn at random. A list adds all children at
/// once to a tree of a million positions by default, most of them before any game goes there. But only a position whose
/// children are all in the tree can be proved lost. In 60 games of Sprouts from 10 spots, which has 2,605 first moves,
/// with 200 playouts a move, 64 scores 43 ± 7 % against this, and 8,000 scores 40 ± 7 %.
///
/// A guide needs all moves for its priors, so [`moves_or_sample`] has a higher limit.
const LIST_AT_MOST: u128 = 1024;

/// The number of children that such a position has at first. In the same 60 games, 1 scores 48 ± 6 % and 32 scores 38
/// ± 6 %; the exponents 1/3 and 2/3 in [`Tree::open`], instead of 1/2, score 38 ± 7 % and 40 ± 7 %.
const FIRST_CHILDREN: usize = 4;

/// The payoff to each player, in the order of the seats.
pub(super) type Sums = SmallVec<[f64; 2]>;

/// A tree of positions with the results of the games played through them.
///
/// [`MonteCarlo::run`] plants a tree, grows it once and drops it. A program that keeps the tree can grow it further
/// with another budget, and can move its root along with the game.
///
/// # Examples
///
/// ```
/// use papergames_common::Budget;
/// use papergames_common::nim::Nim;
/// use papergames_common::search::MonteCarlo;
///
/// let mut tree = MonteCarlo::new(1).plant(&Nim::new(&[8, 9, 10]));
/// let report = tree.grow(&Budget::new().nodes(1_000), &mut |_| {});
/// let m = report.best().ok_or("the game is not over")?.clone();
/// tree.advance(&m)?;
/// assert!(tree.visits() > 0, "the games through this move are kept");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Tree<G: Game> {
    settings: MonteCarlo,
    root: G,
    pub(super) nodes: Arena<TreeNode<G::Move>>,
    random: Seeded,
    /// The depth of the tree, or more: after [`advance`](Tree::advance), the longest line may be among those removed.
    deepest: u32,
    /// Whether the priors at the root contain noise already.
    has_noise: bool,
    /// The maximum number of nodes in the tree under the current budget.
    most: usize,
}

/// A node of the tree. The position itself is not stored: moves are replayed on the way down.
#[derive(Clone, Debug)]
pub(super) struct TreeNode<M> {
    /// The move that leads here; `None` at the root.
    m: Option<M>,
    mover: Option<Player>,
    /// Whether the children are all moves.
    pub(super) complete: bool,
    pub(super) opened: bool,
    /// The outcome with best play, if it is proved.
    pub(super) known: Option<Outcome>,
    first_child: Option<Id>,
    last_child: Option<Id>,
    next_sibling: Option<Id>,
    /// The number of games through this node that wait for the opinion of a guide. Until the opinion arrives, each
    /// counts as lost for the player who chooses this node, so that the next game takes another path (*virtual loss*).
    pending: u32,
    pub(super) visits: u64,
    /// The prior of the move that leads here, from a guide; without a guide, the same for all moves.
    prior: f64,
    /// The sum of the payoffs to each player over all visits.
    pub(super) sums: Sums,
}

/// A path down the tree, from the root.
type NodePath = SmallVec<[Id; 32]>;

impl<M> TreeNode<M> {
    fn new<G: Game<Move = M>>(m: Option<M>, position: &G, prior: f64) -> TreeNode<M> {
        TreeNode {
            m,
            mover: position.turn(),
            complete: false,
            opened: false,
            known: position.outcome(),
            first_child: None,
            last_child: None,
            next_sibling: None,
            pending: 0,
            visits: 0,
            prior,
            sums: SmallVec::from_elem(0.0, position.players()),
        }
    }

    /// Returns the mean payoff of `player`, not counting games that are pending.
    fn mean(&self, player: Player) -> f64 {
        match self.known {
            Some(outcome) => f64::from(outcome.utility(player)),
            None => self.sums[player.index()] / self.visits.max(1) as f64,
        }
    }

    /// Returns the visits and the mean payoff of `player` as if pending games were lost.
    fn with_pending(&self, player: Player) -> (f64, f64) {
        let visits = self.visits as f64 + f64::from(self.pending);
        let mean = match self.known {
            Some(outcome) => f64::from(outcome.utility(player)),
            None => (self.sums[player.index()] - f64::from(self.pending)) / visits.max(1.0),
        };
        (visits, mean)
    }

    /// Returns the value for `player`.
    fn value(&self, player: Player) -> Value {
        let hundredths = (self.mean(player) * 100.0).round() as i64;
        match self.known {
            Some(outcome) => Value::proved(player, outcome, hundredths),
            None => Value::estimated(player, hundredths),
        }
    }
}

impl<G: Game> Tree<G> {
    pub(super) fn new(settings: &MonteCarlo, root: &G) -> Tree<G> {
        let mut nodes = Arena::new();
        nodes.push(TreeNode::new(None, root, 1.0));
        Tree {
            settings: settings.clone(),
            root: root.clone(),
            nodes,
            random: Seeded::new(settings.seed),
            deepest: 0,
            has_noise: false,
            most: settings.most_tree,
        }
    }

    /// Returns the position at the root.
    pub fn position(&self) -> &G {
        &self.root
    }

    /// Returns the number of games that have been played through the root.
    pub fn visits(&self) -> u64 {
        self.nodes[Id::ROOT].visits
    }

    /// Returns the number of positions in the tree.
    pub fn size(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the number of bytes that a node of the tree takes.
    fn node_bytes(&self) -> usize {
        let players = self.root.players();
        let spilled = if players > 2 {
            players * size_of::<f64>()
        } else {
            0
        };
        size_of::<TreeNode<G::Move>>() + spilled
    }

    /// Makes a move in the position at the root, and keeps only the part of the tree below it.
    ///
    /// # Errors
    ///
    /// If the move is illegal, returns the reason and leaves the tree unchanged.
    pub fn advance(&mut self, m: &G::Move) -> Result<(), G::Illegal> {
        self.root.apply(m)?;
        self.has_noise = false;
        let child = self
            .children(Id::ROOT)
            .find(|child| self.nodes[*child].m.as_ref() == Some(m));
        if let Some(child) = child {
            self.keep_below(child);
        } else {
            self.nodes.truncate(0);
            self.nodes.push(TreeNode::new(None, &self.root, 1.0));
            self.deepest = 0;
        }
        Ok(())
    }

    /// Makes a node the root, and removes all nodes that are not below it.
    fn keep_below(&mut self, root: Id) {
        self.nodes[root].next_sibling = None;
        self.nodes[root].m = None;
        // Children come after their parents, so one pass finds all nodes to keep and another moves them forward.
        let mut kept = vec![false; self.nodes.len()];
        let mut new = vec![Id::ROOT; self.nodes.len()];
        kept[root.index()] = true;
        let mut places = self.nodes.ids();
        let mut len = 0;
        for id in self.nodes.ids() {
            if !kept[id.index()] {
                continue;
            }
            let mut next = self.nodes[id].first_child;
            while let Some(child) = next {
                kept[child.index()] = true;
                next = self.nodes[child].next_sibling;
            }
            let place = places.next().expect("there are as many places as nodes");
            new[id.index()] = place;
            self.nodes.swap(id, place);
            len += 1;
        }
        self.nodes.truncate(len);
        for id in self.nodes.ids() {
            let node = &mut self.nodes[id];
            let links = [
                &mut node.first_child,
                &mut node.last_child,
                &mut node.next_sibling,
            ];
            for link in links.into_iter().flatten() {
                *link = new[link.index()];
            }
        }
        self.deepest = self.deepest.saturating_sub(1);
    }

    pub(super) fn start<'a>(&mut self, budget: &'a Budget) -> Meter<'a> {
        let bytes = budget.usual_memory();
        // Memory grows by whole blocks.
        let blocks = bytes / (self.node_bytes() * BLOCK) as u64;
        let most = usize::try_from(blocks.max(1)).unwrap_or(usize::MAX);
        self.most = self.settings.most_tree.min(most.saturating_mul(BLOCK));
        budget.start()
    }

    /// Returns whether the tree has reached the depth limit of a budget, which a root that was never visited has not.
    pub(super) fn is_deep(&self, budget: &Budget) -> bool {
        let deep = |most| self.deepest >= most && self.visits() > 0;
        budget.depth.is_some_and(deep)
    }

    pub(super) fn root_known(&self) -> Option<Outcome> {
        self.nodes[Id::ROOT].known
    }

    pub(super) fn children(&self, at: Id) -> impl Iterator<Item = Id> + '_ {
        let mut next = self.nodes[at].first_child;
        core::iter::from_fn(move || {
            let child = next?;
            next = self.nodes[child].next_sibling;
            Some(child)
        })
    }

    /// Plays one game: down the tree, one step beyond it, and then at random to the end. Counts the game on the way
    /// back.
    ///
    /// A game that ends early because the search has to stop does not count.
    pub(super) fn play(&mut self, meter: &mut Meter<'_>) {
        // A position gets its children on its second visit. Many are visited only once, and their children would fill
        // the tree. A guided search opens on the first visit, because the opinion has the priors of the children.
        let mut position = self.root.clone();
        let mut path: NodePath = [Id::ROOT].into_iter().collect();
        let mut at = Id::ROOT;
        while self.nodes[at].known.is_none() && self.nodes[at].visits > 0 {
            // Only new children, or the games that `count` adds, can settle a node. Asking at every step took 18 % of
            // the instructions.
            if self.open(at, &position, meter) {
                self.nodes[at].known = self.deduce(at);
                if self.nodes[at].known.is_some() {
                    break;
                }
            }
            let Some(child) = self.choose(at) else { break };
            at = self.step(child, &mut position, &mut path);
        }
        let outcome = match self.nodes[at].known {
            Some(outcome) => Some(outcome),
            None => self.sample(position, meter),
        };
        let Some(outcome) = outcome else {
            return;
        };
        self.count_outcome(path, outcome);
    }

    fn step(&mut self, child: Id, position: &mut G, path: &mut NodePath) -> Id {
        let m = self.nodes[child].m.as_ref().expect("a child has a move");
        position.apply_unchecked(m);
        path.push(child);
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        child
    }

    /// Plays a random game and returns its outcome, which is a draw if the game has too many moves; `None` if the
    /// search has to stop before the end of the game.
    fn sample(&mut self, mut position: G, meter: &mut Meter<'_>) -> Option<Outcome> {
        for _ in 0..self.settings.most_moves {
            if meter.must_stop() {
                return None;
            }
            let Some(m) = position.random_move(&mut self.random) else {
                break;
            };
            position.apply_unchecked(&m);
        }
        Some(position.outcome().unwrap_or(Outcome::Draw))
    }

    fn count_outcome(&mut self, path: NodePath, outcome: Outcome) {
        let players = self.root.players();
        let payoffs: Sums = Player::all(players)
            .map(|player| f64::from(outcome.utility(player)))
            .collect();
        self.count(path, &payoffs);
    }

    /// Counts a game along its path, and marks the positions that its end settles as proved.
    fn count(&mut self, mut path: NodePath, payoffs: &[f64]) {
        for id in &path {
            let node = &mut self.nodes[*id];
            node.visits += 1;
            for (sum, payoff) in node.sums.iter_mut().zip(payoffs) {
                *sum += payoff;
            }
        }
        // The last node is left out. It has no new children, or, if there is a guide, they count when the next game
        // goes through it.
        path.pop();
        while let Some(id) = path.pop() {
            if self.nodes[id].known.is_none() {
                self.nodes[id].known = self.deduce(id);
            }
            if self.nodes[id].known.is_none() {
                break;
            }
        }
    }

    /// Asks the guide about a batch of leaves, and counts the answers. Returns `false` if the search has to stop.
    pub(super) fn ask(&mut self, guide: &mut dyn Guide<G>, meter: &mut Meter<'_>) -> bool {
        let mut leaves: Vec<Leaf<G>> = Vec::new();
        let mut paths: Vec<NodePath> = Vec::new();
        let mut goes_on = true;
        while leaves.len() < self.settings.batch.max(1) {
            let (path, position) = self.descend();
            let at = *path.last().expect("a path has a root");
            // Another game of this batch waits for the opinion on this very position.
            if self.nodes[at].pending > 0 && self.nodes[at].known.is_none() {
                break;
            }
            if meter.is_spent() {
                goes_on = false;
                break;
            }
            if let Some(outcome) = self.nodes[at].known {
                self.count_outcome(path, outcome);
                if self.root_known().is_some() {
                    break;
                }
                continue;
            }
            let Some((moves, complete)) = moves_or_sample(&position, meter) else {
                goes_on = false;
                break;
            };
            for id in &path {
                self.nodes[*id].pending += 1;
            }
            leaves.push(Leaf {
                position,
                moves,
                complete,
            });
            paths.push(path);
        }
        if leaves.is_empty() {
            return goes_on;
        }
        let opinions = guide.opinions(&leaves);
        assert_eq!(opinions.len(), leaves.len(), "one opinion for each leaf");
        for ((leaf, opinion), path) in leaves.into_iter().zip(opinions).zip(paths) {
            for id in &path {
                self.nodes[*id].pending -= 1;
            }
            let at = *path.last().expect("a path has a root");
            self.open_guided(at, leaf, &opinion, meter);
            self.count(path, &opinion.values);
            if at == Id::ROOT {
                self.add_noise();
            }
        }
        goes_on
    }

    /// Descends to a position that has no children or whose value is proved.
    fn descend(&mut self) -> (NodePath, G) {
        let mut position = self.root.clone();
        let mut path: NodePath = [Id::ROOT].into_iter().collect();
        let mut at = Id::ROOT;
        while self.nodes[at].known.is_none()
            && self.nodes[at].opened
            && let Some(child) = self.choose_guided(at)
        {
            at = self.step(child, &mut position, &mut path);
        }
        (path, position)
    }

    /// Adds the children of a node with the priors of a guide, unless the tree is full or the search has to stop.
    fn open_guided(&mut self, at: Id, leaf: Leaf<G>, opinion: &Opinion, meter: &mut Meter<'_>) {
        assert_eq!(
            opinion.priors.len(),
            leaf.moves.len(),
            "one prior for each move"
        );
        assert_eq!(
            opinion.values.len(),
            leaf.position.players(),
            "one value for each player"
        );
        let before = self.nodes.len();
        if before + leaf.moves.len() > self.most || self.nodes[at].first_child.is_some() {
            return;
        }
        for (m, prior) in leaf.moves.into_iter().zip(&opinion.priors) {
            if meter.must_stop() {
                self.nodes.truncate(before);
                self.nodes[at].first_child = None;
                self.nodes[at].last_child = None;
                return;
            }
            self.add(at, &leaf.position, m, *prior);
        }
        self.nodes[at].opened = true;
        self.nodes[at].complete = leaf.complete;
    }

    /// Mixes noise into the priors at the root, if the settings ask for it.
    pub(super) fn add_noise(&mut self) {
        let Some(Noise { alpha, share }) = self.settings.noise.filter(|_| !self.has_noise) else {
            return;
        };
        self.has_noise = true;
        let children: Vec<Id> = self.children(Id::ROOT).collect();
        let noise = dirichlet(alpha, children.len(), &mut self.random);
        for (child, noise) in children.into_iter().zip(noise) {
            let prior = &mut self.nodes[child].prior;
            *prior = (1.0 - share) * *prior + share * noise;
        }
    }

    /// Adds the children of a node, or one more child if there are too many to list. Returns whether any were added.
    fn open(&mut self, at: Id, position: &G, meter: &mut Meter<'_>) -> bool {
        if self.nodes[at].complete || self.nodes.len() >= self.most {
            return false;
        }
        if !self.nodes[at].opened {
            let moves = position.count_moves();
            if moves <= LIST_AT_MOST {
                if self.nodes.len() + moves as usize > self.most {
                    return false;
                }
                let prior = 1.0 / moves as f64;
                let listed = position.for_each_move(&mut |m| {
                    if meter.must_stop() {
                        return ControlFlow::Break(());
                    }
                    self.add(at, position, m, prior);
                    ControlFlow::Continue(())
                });
                // A list that a stop interrupts is kept. If the tree grows on, this node gets its other children one at
                // a time, and cannot be proved lost, because it never becomes complete.
                self.nodes[at].opened = true;
                self.nodes[at].complete = listed.is_continue();
                return true;
            }
            self.nodes[at].opened = true;
        }
        // Progressive widening (Couëtoux et al., *Continuous upper confidence trees*, 2011): after *n* visits a
        // constant times a power of *n*, here the square root, plus a few children, so that the first games compare
        // moves.
        let wanted = FIRST_CHILDREN + (self.nodes[at].visits as f64).sqrt() as usize;
        if self.children(at).count() >= wanted {
            return false;
        }
        let m = position
            .random_move(&mut self.random)
            .expect("a game that goes on has a move");
        let is_new = self
            .children(at)
            .all(|child| self.nodes[child].m.as_ref() != Some(&m));
        if is_new {
            self.add(at, position, m, 1.0 / wanted as f64);
        }
        is_new
    }

    fn add(&mut self, at: Id, position: &G, m: G::Move, prior: f64) {
        let child = position.child_unchecked(&m);
        let id = self.nodes.push(TreeNode::new(Some(m), &child, prior));
        match self.nodes[at].last_child.replace(id) {
            None => self.nodes[at].first_child = Some(id),
            Some(last) => self.nodes[last].next_sibling = Some(id),
        }
    }

    /// Returns the child to descend to: one that was never tried, or else the child that is best for the mover, by its
    /// mean and by how rarely it was tried.
    fn choose(&mut self, at: Id) -> Option<Id> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let log = (node.visits as f64).ln();
        let mut best: Option<(f64, Id)> = None;
        let mut untried = 0;
        for child in self.children(at) {
            let below = &self.nodes[child];
            if below.visits == 0 && below.known.is_none() {
                untried += 1;
                continue;
            }
            let mut score = below.mean(mover);
            // Trying a proved child teaches nothing: go there only if no unproved child is better.
            if below.known.is_none() {
                score += self.settings.exploration * (log / below.visits as f64).sqrt();
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, child));
            }
        }
        if untried == 0 {
            return best.map(|(_, child)| child);
        }
        let drawn = self.random.below(untried);
        let mut untried = self.children(at).filter(|child| {
            let below = &self.nodes[*child];
            below.visits == 0 && below.known.is_none()
        });
        untried.nth(drawn as usize)
    }

    /// Returns the child to descend to by PUCT: the child that is best for the mover, by its mean, its prior, and how
    /// rarely it was tried. A child that was never tried has the mean of its parent, so that among such children only
    /// the prior decides, and they come before children that turned out worse than that.
    fn choose_guided(&self, at: Id) -> Option<Id> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let root = (node.visits as f64 + f64::from(node.pending)).sqrt();
        let parent = node.mean(mover);
        let mut best: Option<(f64, Id)> = None;
        for child in self.children(at) {
            let below = &self.nodes[child];
            let (visits, mean) = below.with_pending(mover);
            let mut score = if visits == 0.0 && below.known.is_none() {
                parent
            } else {
                mean
            };
            if below.known.is_none() {
                score += self.settings.exploration * below.prior * root / (1.0 + visits);
            }
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// Returns the outcome that the proved children imply, if they settle the node.
    pub(super) fn deduce(&self, at: Id) -> Option<Outcome> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let mut best: Option<Outcome> = None;
        let mut all = node.complete;
        for child in self.children(at) {
            match self.nodes[child].known {
                Some(known) => {
                    if best.is_none_or(|best| known.utility(mover) > best.utility(mover)) {
                        best = Some(known);
                    }
                }
                None => all = false,
            }
        }
        // One win is enough, because nothing is better. Of several wins max^n takes the first listed, which affects the
        // other players only if there are more than two players; in that case, wait for all children.
        let two = self.root.players() <= 2;
        best.filter(|best| all || (best.utility(mover) == 1 && two))
    }

    pub(super) fn last_report(&self, meter: &Meter<'_>) -> Report<G::Move> {
        let mut report = self.report(meter);
        if report.line.is_empty() {
            report.line.extend(self.root.nth_move(0));
        }
        report
    }

    pub(super) fn report(&self, meter: &Meter<'_>) -> Report<G::Move> {
        let root = &self.nodes[Id::ROOT];
        let mut line = Vec::new();
        let mut at = Id::ROOT;
        while let Some(best) = self.best_child(at) {
            line.extend(self.nodes[best].m.clone());
            at = best;
        }
        let player = root.mover.unwrap_or(Player::FIRST);
        let value = root.value(player);
        let mut report = Report::of_line(line).with_value(value);
        report.depth = self.deepest;
        report.sampled = root.opened && !root.complete;
        report.candidates = self.candidates(player);
        report.nodes = meter.nodes();
        report.elapsed = meter.elapsed();
        report
    }

    /// Returns the moves of the root that have been tried or proved.
    fn candidates(&self, player: Player) -> Vec<Candidate<G::Move>> {
        let children = self.children(Id::ROOT).map(|child| &self.nodes[child]);
        let tried = children.filter(|child| child.visits > 0 || child.known.is_some());
        tried
            .map(|child| Candidate {
                m: child.m.clone().expect("a child has a move"),
                visits: child.visits,
                value: child.value(player),
            })
            .collect()
    }

    /// Returns the child to play: one that is proved to have the value of the node, or else the most visited one. If
    /// there are several, returns the first in the order of the listing.
    fn best_child(&self, at: Id) -> Option<Id> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let utility = |outcome: Outcome| outcome.utility(mover);
        if let Some(known) = node.known {
            return self.children(at).find(|child| {
                let value = self.nodes[*child].known.map(utility);
                value == Some(utility(known))
            });
        }
        let mut best: Option<((bool, u64), Id)> = None;
        for child in self.children(at) {
            let below = &self.nodes[child];
            let key = (below.known.map(utility) != Some(-1), below.visits);
            if best.is_none_or(|(most, _)| key > most) {
                best = Some((key, child));
            }
        }
        best.filter(|((_, visits), _)| *visits > 0)
            .map(|(_, child)| child)
    }
}
