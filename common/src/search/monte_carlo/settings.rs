//! The settings of a Monte-Carlo tree search.

/// A Monte-Carlo tree search.
///
/// The reported value is the mean payoff of the player to move, from −100 (lost) to 100 (won), and `depth` is that of
/// the tree. Two runs with the same seed and the same budget, without a time limit, give the same result on one thread.
///
/// # Memory
///
/// The tree keeps to [`Budget::memory`](crate::Budget::memory), or to 256 MiB if the budget has no such limit; see
/// [`most_tree`](MonteCarlo::most_tree). Besides the tree, a search holds the positions and moves of one batch.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::Nim;
/// use papergames_common::search::{Budget, MonteCarlo};
///
/// let budget = Budget::new().nodes(100_000);
/// let report = MonteCarlo::new(1).run(&Nim::new(&[3, 4, 5]), &budget, &mut |_| {});
/// assert!(report.is_proved(), "the tree has settled the game long before");
/// assert_eq!(report.best().unwrap().to_string(), "0x2");
/// ```
#[derive(Clone, Debug)]
#[must_use]
pub struct MonteCarlo {
    pub(super) seed: u64,
    pub(super) exploration: f64,
    pub(super) most_moves: u64,
    pub(super) most_tree: usize,
    pub(super) batch: usize,
    pub(super) noise: Option<Noise>,
    /// How many threads it uses as an engine.
    pub(crate) threads: usize,
}

/// Noise in the priors at the root.
#[derive(Clone, Copy, Debug)]
pub(super) struct Noise {
    pub(super) alpha: f64,
    pub(super) share: f64,
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
    pub fn exploration(mut self, exploration: f64) -> MonteCarlo {
        self.exploration = exploration;
        self
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
    pub fn batch(mut self, positions: usize) -> MonteCarlo {
        self.batch = positions.max(1);
        self
    }

    /// Mixes noise into the priors at the root of a guided search, so that self-play tries every move sometimes. A
    /// `share` of each prior, from 0 to 1, is replaced by a number from the Dirichlet distribution with parameter
    /// `alpha`.
    ///
    /// Usual are a share of 0.25 and an `alpha` of about 10 divided by the usual number of moves (Silver et al., *A
    /// general reinforcement learning algorithm that masters chess, shogi and Go through self-play*, 2018). The noise
    /// depends on the seed.
    pub fn root_noise(mut self, alpha: f64, share: f64) -> MonteCarlo {
        self.noise = Some(Noise { alpha, share });
        self
    }
}
