//! Monte-Carlo tree search: finds a good move where the exact value is out of reach.
//!
//! UCT (Kocsis and Szepesvári, 2006): the tree grows where random games go well for the player who chooses there. Each
//! node keeps the payoffs of *every* player, and each choice uses the payoff of the player to move, so extra turns and
//! more than two players need no special treatment.
//!
//! The values of finished games are exact and are propagated upwards (Winands, Björnsson and Saito, *Monte-Carlo tree
//! search solver*, 2008): one winning move proves a win, and once all moves are proved the best of them is the value.
//! With more than two players a proved value is that of max^n, as in [`minimax`](super::minimax()).

mod exchange;
mod forest;
mod guide;
mod noise;
mod tree;

pub use forest::Forest;
pub use guide::{Guide, Leaf, Opinion, one_by_one};
pub use tree::Tree;

use super::{Budget, DEFAULT_MEMORY, Progress};
use crate::game::Game;
use crate::report::Report;

/// A Monte-Carlo tree search.
///
/// The reported value is the mean payoff of the player to move, from −100 (lost) to 100 (won), and `depth` is that of
/// the tree. Two runs with the same seed and the same budget, without a time limit, give the same result on one thread.
///
/// # Memory
///
/// The tree keeps to [`Budget::memory`], or to 256 MiB if the budget has no such limit; see
/// [`most_tree`](MonteCarlo::most_tree). Besides the tree, a search holds the positions and moves of one batch.
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
    batch: usize,
    noise: Option<Noise>,
    /// How many threads it uses as an engine.
    pub(crate) threads: usize,
}

/// Noise in the priors at the root.
#[derive(Clone, Copy, Debug)]
struct Noise {
    alpha: f64,
    share: f64,
}

impl MonteCarlo {
    /// Returns a search with the given seed, exploration weight √2, random games of at most 10,000 moves, trees of up
    /// to a million positions, guides that are asked about one position at a time, and no noise.
    pub fn new(seed: u64) -> MonteCarlo {
        MonteCarlo {
            seed,
            exploration: core::f64::consts::SQRT_2,
            most_moves: 10_000,
            most_tree: 1_000_000,
            batch: 1,
            noise: None,
            threads: 1,
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

    /// Sets how many positions a guide is asked about at once, at least 1.
    ///
    /// While the search collects a batch, each game that waits for an opinion counts as lost (*virtual loss*: Chaslot,
    /// Winands and van den Herik, *Parallel Monte-Carlo tree search*, 2008), so that the batch has different positions.
    /// It is smaller if the best line leads to the same position twice. Large batches use a graphics card better and
    /// search less selectively.
    pub fn batch(self, positions: usize) -> MonteCarlo {
        MonteCarlo {
            batch: positions.max(1),
            ..self
        }
    }

    /// Mixes noise into the priors at the root of a guided search, so that self-play tries every move sometimes. A
    /// `share` of each prior, from 0 to 1, is replaced by a number from the Dirichlet distribution with parameter
    /// `alpha`.
    ///
    /// Usual are a share of 0.25 and an `alpha` of about 10 divided by the usual number of moves (Silver et al., *A
    /// general reinforcement learning algorithm that masters chess, shogi and Go through self-play*, 2018). The noise
    /// depends on the seed.
    pub fn root_noise(self, alpha: f64, share: f64) -> MonteCarlo {
        MonteCarlo {
            noise: Some(Noise { alpha, share }),
            ..self
        }
    }

    /// Returns a tree that contains only `position`.
    #[must_use]
    pub fn plant<G: Game>(&self, position: &G) -> Tree<G> {
        Tree::new(self, position)
    }

    /// Returns several trees that contain only `position`, to be grown by as many threads.
    #[must_use]
    pub fn plant_forest<G: Game>(&self, position: &G, trees: usize) -> Forest<G> {
        Forest::new(self, position, trees)
    }

    /// Grows a tree until the value is proved or the budget is spent; calls `progress` every thousand games.
    ///
    /// A node of the budget is one random game. A limit on the depth ends the search once the tree is so deep.
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
        self.plant(position).grow(budget, progress)
    }

    /// Grows a tree as [`run`](MonteCarlo::run) does, with a guide instead of random games.
    ///
    /// The search asks `guide` once about every new position. The values of the opinion count as the result of a game,
    /// and the search prefers moves with a high prior while they have few visits (PUCT: Rosin, *Multi-armed bandits
    /// with episode context*, 2011, in the form of Silver et al., *Mastering the game of Go without human knowledge*,
    /// 2017).
    /// A proof outweighs any opinion. The visits in [`Report::candidates`] are the target for a learner;
    /// [`Report::draw`] draws a move by them.
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
    /// use papergames_common::search::MonteCarlo;
    /// use papergames_common::search::monte_carlo::{Opinion, one_by_one};
    ///
    /// // Prefers moves that make the exclusive or of the heaps zero.
    /// let mut guide = one_by_one(|nim: &Nim, moves: &[Take]| {
    ///     let xor = |nim: &Nim| nim.heaps().iter().fold(0, |sum, n| sum ^ n);
    ///     let good = |m: &Take| xor(&nim.child(m).unwrap()) == 0;
    ///     let weights: Vec<f64> = moves.iter().map(|m| if good(m) { 10.0 } else { 1.0 }).collect();
    ///     let sum: f64 = weights.iter().sum();
    ///     Opinion { values: vec![0.0, 0.0], priors: weights.iter().map(|w| w / sum).collect() }
    /// });
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
        guide: &mut dyn Guide<G>,
        progress: &mut Progress<'_, G::Move>,
    ) -> Report<G::Move> {
        self.plant(position).grow_guided(budget, guide, progress)
    }
}
