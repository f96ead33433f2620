//! The settings of a Monte-Carlo tree search.

/// A Monte-Carlo tree search, with its settings.
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
/// use papergames_common::Budget;
/// use papergames_common::search::MonteCarlo;
///
/// let budget = Budget::new().nodes(100_000);
/// let report = MonteCarlo::new(1).run(&Nim::new(&[3, 4, 5]), &budget, &mut |_| {});
/// assert!(report.is_proved(), "the tree has settled the game long before");
/// assert_eq!(report.best().unwrap().to_string(), "0x2");
///
/// let curious = MonteCarlo { exploration: 2.0, ..MonteCarlo::new(1) };
/// assert_eq!(curious.most_moves, 10_000);
/// ```
#[derive(Clone, Debug)]
pub struct MonteCarlo {
    /// The seed of the random games.
    pub seed: u64,
    /// The strength with which the search prefers moves that it has tried less; √2 by default.
    pub exploration: f64,
    /// The number of moves after which a random game is broken off and counted as a draw; 10,000 by default.
    pub most_moves: u64,
    /// The number of positions that the tree may have, by default a million. Once it is full, games are still played
    /// from its leaves.
    pub most_tree: usize,
    /// The number of positions that a guide is asked about at once; 1 by default, and 0 counts as 1.
    ///
    /// While the search collects a batch, each game that waits for an opinion counts as lost (*virtual loss*: Chaslot,
    /// Winands and van den Herik, *Parallel Monte-Carlo tree search*, 2008), so that the batch has different positions.
    /// It is smaller if the best line leads to the same position twice. Large batches use a graphics card better and
    /// search less selectively.
    pub batch: usize,
    /// Noise in the priors at the root of a guided search, so that self-play tries every move sometimes; none by
    /// default.
    pub noise: Option<Noise>,
    /// The number of trees that the search grows where it is an [engine](crate::Engine), each on its own thread; 1 by
    /// default.
    ///
    /// Now and then the trees exchange their results near the root and what they have proved. What they exchange
    /// depends on how fast the threads are, so only one tree gives the same result for the same seed and limit on
    /// nodes. On a platform without threads there is one.
    pub threads: usize,
}

/// Noise at the root: a share of each prior is replaced by a number from a Dirichlet distribution.
///
/// A share of 0.25 is usual, and an `alpha` of about 10 divided by the usual number of moves (Silver et al., *A general
/// reinforcement learning algorithm that masters chess, shogi and Go through self-play*, 2018). The noise depends on
/// the seed.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// The parameter of the distribution.
    pub alpha: f64,
    /// The share of each prior that is replaced, from 0 to 1.
    pub share: f64,
}

impl MonteCarlo {
    /// Returns a search with the given seed and the usual settings.
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
}
