//! The settings of a Monte-Carlo tree search.

/// A Monte-Carlo tree search and its settings. It finds a good move when the exact value is out of reach.
///
/// The search is UCT (Kocsis and Szepesvári, 2006): the tree grows below the moves after which random games go well for
/// the player who made them. Each node stores the payoffs of *every* player, and each choice uses the payoff of the
/// player to move, so extra turns and additional players need no special treatment.
///
/// The values of finished games are exact and are propagated upwards (Winands, Björnsson and Saito, *Monte-Carlo tree
/// search solver*, 2008): one winning move proves a win, and once all moves are proved, the value is that of the best
/// move. With more than two players a proved value is that of max^n, as in [`minimax`](crate::search::minimax()).
///
/// The reported value is the mean payoff of the player to move, from −100 (lost) to 100 (won), and the reported depth
/// is the depth of the tree. Two runs with the same seed and the same budget, without a time limit, give the same
/// result on one thread.
///
/// # Memory
///
/// The tree stays within [`Budget::memory`](crate::Budget::memory), or within 256 MiB if the budget has no such limit;
/// see [`most_tree`](MonteCarlo::most_tree). In addition, a search keeps the positions and moves of one batch in
/// memory.
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
    /// How strongly the search prefers moves that it has tried less often. The default is √2.
    pub exploration: f64,
    /// The number of moves after which a random game is stopped and counted as a draw; 10,000 by default.
    pub most_moves: u64,
    /// The maximum number of positions in the tree; a million by default. Once the tree is full, games are still played
    /// from its leaves.
    pub most_tree: usize,
    /// The number of positions that a guide is asked about at once; 1 by default, and 0 counts as 1.
    ///
    /// While the search collects a batch, each game that is waiting for an opinion counts as lost (*virtual loss*:
    /// Chaslot, Winands and van den Herik, *Parallel Monte-Carlo tree search*, 2008), so that the batch has different
    /// positions. A batch ends early if the best line leads to the same position twice. Large batches make better use
    /// of a graphics card, but make the search less selective.
    pub batch: usize,
    /// Noise in the priors at the root of a guided search, so that self-play occasionally tries every move. The default
    /// is no noise.
    pub noise: Option<Noise>,
    /// The number of trees that the search grows, each on its own thread, when it is used as an
    /// [engine](crate::Engine); 1 by default.
    ///
    /// From time to time the trees exchange their proofs and their results near the root. What they exchange depends on
    /// the speed of the threads, so only a single tree gives the same result for the same seed and limit on nodes. On a
    /// platform without threads there is one tree.
    pub threads: usize,
}

/// Noise at the root of a guided search, which replaces a share of each prior by a number from a Dirichlet
/// distribution.
///
/// Usual settings are a share of 0.25 and an `alpha` of about 10 divided by the usual number of moves (Silver et al.,
/// *A general reinforcement learning algorithm that masters chess, shogi and Go through self-play*, 2018). The noise
/// depends on the seed.
#[derive(Clone, Copy, Debug)]
pub struct Noise {
    /// The parameter of the Dirichlet distribution.
    pub alpha: f64,
    /// The share of each prior that is replaced, from 0 to 1.
    pub share: f64,
}

impl MonteCarlo {
    /// Returns a search with the given seed and the usual settings.
    pub fn new(seed: u64) -> MonteCarlo {
        MonteCarlo {
            seed,
            // UCB1 (Auer, Cesa-Bianchi and Fischer, 2002) has √2 for payoffs from 0 to 1. For ours, from −1 to 1, its
            // theorem needs 2√2, so this explores less than it asks. The same number weighs the priors in PUCT, where
            // no theorem names one. Smaller numbers play a little better, and larger ones worse: `LABORATORY.md` has
            // the scores, and `two_threads_against_doubled_time` in `examples/tests/engines.rs` shows how to play two
            // settings against each other.
            exploration: core::f64::consts::SQRT_2,
            most_moves: 10_000,
            most_tree: 1_000_000,
            batch: 1,
            noise: None,
            threads: 1,
        }
    }
}
