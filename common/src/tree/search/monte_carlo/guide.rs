//! Guides: networks or formulas that direct a tree search with their opinions on positions, many positions at a time.

use crate::play::game::Game;

/// A position for which a search asks a guide's opinion.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Leaf<G: Game> {
    /// The position. It has at least one move.
    pub position: G,
    /// The moves of the position, in the order in which an opinion must give their priors.
    pub moves: Vec<G::Move>,
    /// Whether `moves` contains all legal moves. If a position has more than 10,000 moves, it contains a sample.
    pub complete: bool,
}

/// The opinion of a guide on a position: how promising each move is, and the value of the position.
#[derive(Clone, Debug, PartialEq)]
pub struct Opinion {
    /// The value of the position for each player, in the order of the seats, from −1 (lost) to 1 (won).
    pub values: Vec<f64>,
    /// The probability that each move is the best, in the order of the moves. The probabilities add up to 1.
    pub priors: Vec<f64>,
}

impl Opinion {
    /// Returns an opinion with the given values that rates all moves equally.
    pub fn even(values: Vec<f64>, moves: usize) -> Opinion {
        let prior = 1.0 / moves.max(1) as f64;
        Opinion {
            values,
            priors: vec![prior; moves],
        }
    }
}

/// A source of opinions about positions, such as a neural network.
///
/// A closure that takes a slice of leaves and returns a vector of opinions can also serve as a guide. To build a guide
/// that handles one position at a time, use [`one_by_one`].
///
/// # Examples
///
/// ```
/// use papergames_common::Budget;
/// use papergames_common::nim::Nim;
/// use papergames_common::search::{Guide, Leaf, MonteCarlo, Opinion};
///
/// /// Values a position by its number of matches, and counts how often it is asked.
/// struct Matches { asked: u64 }
///
/// impl Guide<Nim> for Matches {
///     fn opinions(&mut self, leaves: &[Leaf<Nim>]) -> Vec<Opinion> {
///         self.asked += 1;
///         let opinion = |leaf: &Leaf<Nim>| {
///             let matches: u8 = leaf.position.heaps().iter().sum();
///             let value = f64::from(matches % 2) - 0.5;
///             Opinion::even(vec![value, -value], leaf.moves.len())
///         };
///         leaves.iter().map(opinion).collect()
///     }
/// }
///
/// let mut guide = Matches { asked: 0 };
/// let budget = Budget::new().nodes(100);
/// let search = MonteCarlo { batch: 8, ..MonteCarlo::new(1) };
/// let report = search.run_guided(&Nim::new(&[9, 9, 9]), &budget, &mut guide, &mut |_| {});
/// assert_eq!(report.nodes, 100);
/// assert!(guide.asked < 50, "about eight positions at a time");
/// ```
pub trait Guide<G: Game> {
    /// Returns an opinion on each leaf, in the same order.
    ///
    /// The search cannot interrupt this call, so it should take no more than a few milliseconds.
    fn opinions(&mut self, leaves: &[Leaf<G>]) -> Vec<Opinion>;
}

impl<G: Game, F: FnMut(&[Leaf<G>]) -> Vec<Opinion>> Guide<G> for F {
    fn opinions(&mut self, leaves: &[Leaf<G>]) -> Vec<Opinion> {
        self(leaves)
    }
}

/// Returns a guide that calls `opinion` separately for each position.
///
/// # Examples
///
/// ```
/// use papergames_common::Budget;
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::search::{MonteCarlo, Opinion, one_by_one};
///
/// let mut guide = one_by_one(|_: &Nim, moves: &[Take]| Opinion::even(vec![0.0, 0.0], moves.len()));
/// let budget = Budget::new().nodes(100);
/// let report = MonteCarlo::new(1).run_guided(&Nim::new(&[2, 3]), &budget, &mut guide, &mut |_| {});
/// assert_eq!(report.best(), Some(&Take { heap: 1, matches: 1 }));
/// ```
pub fn one_by_one<G: Game>(mut opinion: impl FnMut(&G, &[G::Move]) -> Opinion) -> impl Guide<G> {
    move |leaves: &[Leaf<G>]| {
        let opinions = leaves
            .iter()
            .map(|leaf| opinion(&leaf.position, &leaf.moves));
        opinions.collect()
    }
}
