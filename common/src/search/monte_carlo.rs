//! Monte-Carlo tree search: finds a good move where the exact value is out of reach.
//!
//! UCT (Kocsis and Szepesvári, 2006): the tree grows where random games go well for the player who chooses there. Each
//! node keeps the payoffs of *every* player, and each choice uses the payoff of the player to move, so extra turns and
//! more than two players need no special treatment.
//!
//! The values of finished games are exact and are propagated upwards (Winands, Björnsson and Saito, *Monte-Carlo tree
//! search solver*, 2008): one winning move proves a win, and once all moves are proved the best of them is the value.
//! With more than two players a proved value is that of max^n, as in [`minimax`](super::minimax()).

use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::minimax::Payoffs;
use super::{Budget, Meter, Progress, moves_or_sample};
use crate::game::Game;
use crate::player::Player;
use crate::random::{Random, Seeded};
use crate::report::{Candidate, Report, Value};

/// A Monte-Carlo tree search.
///
/// The reported value is the mean payoff of the player to move, from −100 (lost) to 100 (won), and `depth` is the depth
/// of the tree. Two runs with the same seed and the same budget, without a time limit, give the same result.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() {
/// use papergames_common::search::{Budget, MonteCarlo};
///
/// let budget = Budget::new().nodes(100_000);
/// let report = MonteCarlo::new(1).run(&Nim::new(&[3, 4, 5]), &budget, &mut |_| {});
/// assert!(report.is_proved(), "the tree has settled the game long before");
/// assert_eq!(report.best().unwrap().to_string(), "0x2");
/// # }
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct MonteCarlo {
    seed: u64,
    exploration: f64,
    most_moves: u64,
    most_tree: usize,
}

/// The opinion of a guide, such as a neural network, on a position: how promising each move is, and the value of the
/// position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The probability of each move to be the best, in the order of the given moves; they add up to 1.
    pub priors: Vec<f64>,
    /// The value of the position to each player, in the order of the seats, from −1 (lost) to 1 (won).
    pub values: Vec<f64>,
}

/// Returns an [`Opinion`] on a position and a list of its moves: all of them, or a sample if there are too many.
pub type Guide<'a, G> = dyn FnMut(&G, &[<G as Game>::Move]) -> Opinion + 'a;

/// Positions with more moves than this get their children one at a time, drawn at random.
const LIST_AT_MOST: u128 = 1024;

/// How many games are played between two reports.
const REPORT_EVERY: u64 = 1000;

/// A node of the tree. The position itself is not stored: moves are replayed on the way down.
struct Node<M> {
    /// The move that leads here; `None` at the root.
    m: Option<M>,
    mover: Option<Player>,
    children: Vec<usize>,
    /// Whether `children` are all moves.
    complete: bool,
    opened: bool,
    visits: u64,
    /// The guide's prior for the move that leads here.
    prior: f64,
    /// The sum over all visits of the payoff to each player.
    sums: SmallVec<[f64; 4]>,
    known: Option<Payoffs>,
}

impl MonteCarlo {
    /// Returns a search with the given seed, exploration weight √2, random games of at most 10,000 moves, and trees of
    /// up to a million positions.
    pub fn new(seed: u64) -> MonteCarlo {
        MonteCarlo {
            seed,
            exploration: core::f64::consts::SQRT_2,
            most_moves: 10_000,
            most_tree: 1_000_000,
        }
    }

    /// Sets the exploration weight: how strongly the search prefers moves that it has tried less.
    pub fn exploration(self, exploration: f64) -> MonteCarlo {
        MonteCarlo {
            exploration,
            ..self
        }
    }

    /// Sets after how many moves a random game is broken off and counted as a draw.
    pub fn most_moves(self, most_moves: u64) -> MonteCarlo {
        MonteCarlo { most_moves, ..self }
    }

    /// Sets how many positions the tree may have. Once it is full, games are still played from its leaves.
    pub fn most_tree(self, most_tree: usize) -> MonteCarlo {
        MonteCarlo { most_tree, ..self }
    }

    /// Grows a tree until the value is proved or the budget is spent; calls `progress` every thousand games.
    ///
    /// A node of the budget is one random game; the depth limit is not used.
    ///
    /// # Panics
    ///
    /// Panics if the game breaks its law and lists a move that it refuses.
    pub fn run<G: Game>(
        &self,
        position: &G,
        budget: &Budget,
        progress: &mut Progress<'_, G::Move>,
    ) -> Report<G::Move> {
        self.grow(position, budget, None, progress)
    }

    /// Grows a tree as [`run`](MonteCarlo::run) does, with a guide instead of random games.
    ///
    /// The search calls `guide` once for every new position, with its moves. The values of the opinion count as the
    /// result of a game, and the search prefers moves with a high prior while they have few visits (PUCT: Rosin,
    /// *Multi-armed bandits with episode context*, 2011, in the form of Silver et al., *Mastering the game of Go
    /// without human knowledge*, 2017). A proof outweighs any opinion. The visits in [`Report::candidates`] are the
    /// target for a learner.
    ///
    /// # Panics
    ///
    /// Panics if an opinion does not have one prior for each move and one value for each player, and wherever
    /// [`run`](MonteCarlo::run) panics.
    ///
    /// # Examples
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
    /// # fn main() {
    /// use papergames_common::Budget;
    /// use papergames_common::search::{MonteCarlo, monte_carlo::Opinion};
    ///
    /// // Prefers moves that make the exclusive or of the heaps zero.
    /// let mut guide = |nim: &Nim, moves: &[Take]| {
    ///     let xor = |nim: &Nim| nim.heaps().iter().fold(0, |sum, n| sum ^ n);
    ///     let good = |m: &Take| xor(&nim.child(m).unwrap()) == 0;
    ///     let weights: Vec<f64> = moves.iter().map(|m| if good(m) { 10.0 } else { 1.0 }).collect();
    ///     let sum: f64 = weights.iter().sum();
    ///     Opinion { priors: weights.iter().map(|w| w / sum).collect(), values: vec![0.0, 0.0] }
    /// };
    /// let start = Nim::new(&[9, 10, 11]);
    /// let budget = Budget::new().nodes(100);
    /// let report = MonteCarlo::new(1).run_guided(&start, &budget, &mut guide, &mut |_| {});
    /// assert_eq!(report.best(), Some(&Take { heap: 0, matches: 8 }));
    /// let visits: u64 = report.candidates.iter().map(|candidate| candidate.visits).sum();
    /// assert_eq!(visits, 99, "the first game ends at the start itself");
    /// # }
    /// ```
    pub fn run_guided<G: Game>(
        &self,
        position: &G,
        budget: &Budget,
        guide: &mut Guide<'_, G>,
        progress: &mut Progress<'_, G::Move>,
    ) -> Report<G::Move> {
        self.grow(position, budget, Some(guide), progress)
    }

    fn grow<G: Game>(
        &self,
        position: &G,
        budget: &Budget,
        mut guide: Option<&mut Guide<'_, G>>,
        progress: &mut Progress<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut meter = budget.start();
        let mut tree = Tree {
            settings: self,
            nodes: vec![Node::new(None, position)],
            random: Seeded::new(self.seed),
            deepest: 0,
            is_guided: guide.is_some(),
        };
        while tree.nodes[0].known.is_none() && !meter.is_spent() {
            tree.play(position, &mut guide, &mut meter);
            if meter.nodes().is_multiple_of(REPORT_EVERY) {
                progress(&tree.report(&meter));
            }
        }
        let mut report = tree.report(&meter);
        if report.line.is_empty() {
            report.line.extend(position.nth_move(0));
        }
        report
    }
}

impl<M> Node<M> {
    fn new<G: Game<Move = M>>(m: Option<M>, position: &G) -> Node<M> {
        let players = position.players();
        Node {
            m,
            mover: position.turn(),
            children: Vec::new(),
            complete: false,
            opened: false,
            visits: 0,
            prior: 0.0,
            sums: SmallVec::from_elem(0.0, players),
            known: position
                .outcome()
                .map(|outcome| Payoffs::of_outcome(outcome, players)),
        }
    }

    /// Returns the mean payoff of `player`.
    fn mean(&self, player: Player) -> f64 {
        match &self.known {
            Some(payoffs) => f64::from(payoffs.of(player)),
            None => self.sums[player.index()] / self.visits.max(1) as f64,
        }
    }
}

impl<M> Node<M> {
    /// Returns the value for `player`.
    fn value(&self, player: Player) -> Value {
        let hundredths = (self.mean(player) * 100.0).round() as i64;
        match &self.known {
            Some(payoffs) => Value::proved(player, payoffs.outcome(), hundredths),
            None => Value::estimated(player, hundredths),
        }
    }
}

fn as_floats(payoffs: &Payoffs) -> SmallVec<[f64; 4]> {
    payoffs.as_slice().iter().copied().map(f64::from).collect()
}

struct Tree<'a, M> {
    settings: &'a MonteCarlo,
    nodes: Vec<Node<M>>,
    random: Seeded,
    deepest: u32,
    is_guided: bool,
}

impl<M: Clone + Eq> Tree<'_, M> {
    /// Plays one game: down the tree, one step beyond it, at random to the end; then counts it on the way back.
    ///
    /// A game that is broken off because the search has to stop does not count.
    fn play<G: Game<Move = M>>(
        &mut self,
        root: &G,
        guide: &mut Option<&mut Guide<'_, G>>,
        meter: &mut Meter<'_>,
    ) {
        let mut position = root.clone();
        let mut path = vec![0];
        let mut at = 0;
        while self.nodes[at].known.is_none() && self.nodes[at].visits > 0 {
            if !self.is_guided {
                self.open(at, &position, meter);
            }
            self.nodes[at].known = self.deduce(at);
            if self.nodes[at].known.is_some() {
                break;
            }
            let Some(child) = self.choose(at) else { break };
            let m = self.nodes[child].m.as_ref().expect("a child has a move");
            position.apply(m).expect("a listed move is legal");
            path.push(child);
            at = child;
        }
        self.deepest = self.deepest.max(path.len() as u32 - 1);
        let payoffs = match (&self.nodes[at].known, guide) {
            (Some(payoffs), _) => Some(as_floats(payoffs)),
            (None, Some(guide)) => self.ask(at, &position, *guide, meter),
            (None, None) => self.sample(position, meter).as_ref().map(as_floats),
        };
        let Some(payoffs) = payoffs else {
            return;
        };
        for node in &path {
            let node = &mut self.nodes[*node];
            node.visits += 1;
            for (sum, payoff) in node.sums.iter_mut().zip(&payoffs) {
                *sum += payoff;
            }
        }
        // A value proved here may settle the positions above.
        path.pop();
        while let Some(node) = path.pop() {
            self.nodes[node].known = self.deduce(node);
            if self.nodes[node].known.is_none() {
                break;
            }
        }
    }

    /// Plays a random game and returns its payoffs, or `None` if the search has to stop before its end.
    fn sample<G: Game<Move = M>>(
        &mut self,
        mut position: G,
        meter: &mut Meter<'_>,
    ) -> Option<Payoffs> {
        let players = position.players();
        for _ in 0..self.settings.most_moves {
            if meter.must_stop() {
                return None;
            }
            let Some(m) = position.random_move(&mut self.random) else {
                break;
            };
            position.apply(&m).expect("a listed move is legal");
        }
        Some(match position.outcome() {
            Some(outcome) => Payoffs::of_outcome(outcome, players),
            None => Payoffs::new(players, |_| 0),
        })
    }

    /// Gives a node its children with the priors of a guide, and returns the values; `None` if the search has to stop.
    ///
    /// If the tree is full, the node gets no children, and the guide is called again on the next visit.
    fn ask<G: Game<Move = M>>(
        &mut self,
        at: usize,
        position: &G,
        guide: &mut Guide<'_, G>,
        meter: &mut Meter<'_>,
    ) -> Option<SmallVec<[f64; 4]>> {
        let (moves, complete) = moves_or_sample(position, meter)?;
        let opinion = guide(position, &moves);
        assert_eq!(opinion.priors.len(), moves.len(), "one prior for each move");
        assert_eq!(
            opinion.values.len(),
            position.players(),
            "one value for each player"
        );
        if self.nodes.len() < self.settings.most_tree {
            self.nodes[at].opened = true;
            self.nodes[at].complete = complete;
            for (m, prior) in moves.into_iter().zip(opinion.priors) {
                self.add(at, position, m);
                self.nodes.last_mut().expect("one was added").prior = prior;
            }
        }
        Some(opinion.values.into())
    }

    /// Gives a node its children, or one more where there are too many to list.
    fn open<G: Game<Move = M>>(&mut self, at: usize, position: &G, meter: &mut Meter<'_>) {
        if self.nodes[at].complete || self.nodes.len() >= self.settings.most_tree {
            return;
        }
        if !self.nodes[at].opened {
            self.nodes[at].opened = true;
            if position.count_moves() <= LIST_AT_MOST {
                let listed = position.for_each_move(&mut |m| {
                    if meter.must_stop() {
                        return ControlFlow::Break(());
                    }
                    self.add(at, position, m);
                    ControlFlow::Continue(())
                });
                self.nodes[at].complete = listed.is_continue();
                return;
            }
        }
        // Progressive widening (Couëtoux et al., 2011): the square root of the visits plus a few children.
        let wanted = 4 + (self.nodes[at].visits as f64).sqrt() as usize;
        if self.nodes[at].children.len() < wanted {
            let m = position
                .random_move(&mut self.random)
                .expect("a game that goes on has a move");
            let known = self.nodes[at]
                .children
                .iter()
                .any(|child| self.nodes[*child].m.as_ref() == Some(&m));
            if !known {
                self.add(at, position, m);
            }
        }
    }

    fn add<G: Game<Move = M>>(&mut self, at: usize, position: &G, m: M) {
        let child = position.child(&m).expect("a listed move is legal");
        let node = Node::new(Some(m), &child);
        self.nodes.push(node);
        let index = self.nodes.len() - 1;
        self.nodes[at].children.push(index);
    }

    /// Returns the child to descend to: the best for the mover by its mean and by how rarely it was tried.
    fn choose(&mut self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let log = (node.visits as f64).ln();
        let mut best: Option<(f64, usize)> = None;
        let mut untried = Vec::new();
        for &child in &node.children {
            let below = &self.nodes[child];
            if below.visits == 0 && below.known.is_none() && !self.is_guided {
                untried.push(child);
                continue;
            }
            let mut score = below.mean(mover);
            if self.is_guided && below.known.is_none() {
                if below.visits == 0 {
                    score = node.mean(mover);
                }
                let tried = (node.visits as f64).sqrt() / (1.0 + below.visits as f64);
                score += self.settings.exploration * below.prior * tried;
            } else if below.known.is_none() {
                score += self.settings.exploration * (log / below.visits as f64).sqrt();
            }
            // Trying a proved child teaches nothing: go there only if no unproved child is better.
            if best.is_none_or(|(most, _)| score > most) {
                best = Some((score, child));
            }
        }
        if untried.is_empty() {
            return best.map(|(_, child)| child);
        }
        Some(untried[self.random.below(untried.len() as u64) as usize])
    }

    /// Returns the payoffs that the proved children imply, if they settle the node.
    fn deduce(&self, at: usize) -> Option<Payoffs> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let known = node
            .children
            .iter()
            .map(|child| self.nodes[*child].known.as_ref());
        let mut best: Option<&Payoffs> = None;
        let mut all = node.complete;
        for payoffs in known {
            match payoffs {
                Some(payoffs) => {
                    if best.is_none_or(|best| payoffs.of(mover) > best.of(mover)) {
                        best = Some(payoffs);
                    }
                }
                None => all = false,
            }
        }
        // One win is enough, since nothing is better. Of several wins max^n takes the first listed, which affects the
        // others only with more than two players: then wait for all children.
        let enough = |best: &&Payoffs| all || (best.of(mover) == 1 && best.as_slice().len() <= 2);
        best.filter(enough).cloned()
    }

    fn report(&self, meter: &Meter<'_>) -> Report<M> {
        let root = &self.nodes[0];
        let mut line = Vec::new();
        let mut at = 0;
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
    fn candidates(&self, player: Player) -> Vec<Candidate<M>> {
        let children = self.nodes[0].children.iter();
        let children = children.map(|child| &self.nodes[*child]);
        let tried = children.filter(|child| child.visits > 0 || child.known.is_some());
        tried
            .map(|child| Candidate {
                m: child.m.clone().expect("a child has a move"),
                visits: child.visits,
                value: child.value(player),
            })
            .collect()
    }

    /// Returns the child to play: one proved to have the value of the node, otherwise the most visited.
    fn best_child(&self, at: usize) -> Option<usize> {
        let node = &self.nodes[at];
        let mover = node.mover?;
        let children = node.children.iter().copied();
        if let Some(known) = &node.known {
            let same = |child: &usize| {
                self.nodes[*child]
                    .known
                    .as_ref()
                    .is_some_and(|p| p.of(mover) == known.of(mover))
            };
            return children.into_iter().find(same);
        }
        let lost = |child: usize| {
            self.nodes[child]
                .known
                .as_ref()
                .is_some_and(|p| p.of(mover) == -1)
        };
        let key = |child: &usize| (!lost(*child), self.nodes[*child].visits);
        // The first of several, so that the order of the listing decides.
        children
            .rev()
            .max_by_key(key)
            .filter(|child| self.nodes[*child].visits > 0)
    }
}
