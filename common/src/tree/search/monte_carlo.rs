//! Monte-Carlo tree search, which finds a good move when the exact value is out of reach.

mod exchange;
mod forest;
mod growth;
pub(super) mod guide;
mod noise;
pub(super) mod settings;
pub(super) mod tree;

pub(crate) use forest::Forest;
use guide::Guide;
use settings::MonteCarlo;
use tree::Tree;

use crate::play::game::Game;
use crate::tools::budget::Budget;
use crate::tree::report::Report;

impl MonteCarlo {
    /// Returns a tree that contains only `position`.
    pub fn plant<G: Game>(&self, position: &G) -> Tree<G> {
        Tree::new(self, position)
    }

    /// Grows a search tree from `position` until the value is proved or the budget is used up, and returns the report.
    /// Calls `progress` every thousand games.
    ///
    /// Each random game counts as one node of the budget. If the depth is limited, the search ends once the tree
    /// reaches that depth.
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by listing a move that it rejects.
    pub fn run<G: Game>(
        &self,
        position: &G,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.plant(position).grow(budget, progress)
    }

    /// Grows a tree as [`run`](MonteCarlo::run) does, with a guide instead of random games.
    ///
    /// The search asks `guide` about every new position once. The values in the guide's opinion count as the result of
    /// a game, and the search prefers moves with a high prior as long as they have few visits (PUCT: Rosin,
    /// *Multi-armed bandits with episode context*, 2011, in the form of Silver et al., *Mastering the game of Go
    /// without human knowledge*, 2017). A proof overrides any opinion. The visits in [`Report::candidates`] are the
    /// training target for machine learning, and [`Report::draw`] uses them to draw a move.
    ///
    /// # Panics
    ///
    /// Panics if an opinion does not have one prior for each move and one value for each player, and whenever
    /// [`run`](MonteCarlo::run) panics.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::{Nim, Take};
    /// use papergames_common::search::{MonteCarlo, Opinion, one_by_one};
    /// use papergames_common::{Budget, Game};
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
    /// ```
    pub fn run_guided<G: Game>(
        &self,
        position: &G,
        budget: &Budget,
        guide: &mut dyn Guide<G>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        self.plant(position).grow_guided(budget, guide, progress)
    }
}
