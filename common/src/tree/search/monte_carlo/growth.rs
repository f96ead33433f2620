//! How a tree grows: with random games, alone or beside the other trees of a forest, or with a guide.

use super::exchange::{Exchange, ForestState};
use super::guide::Guide;
use super::tree::Tree;
use crate::play::game::Game;
use crate::tools::budget::Budget;
use crate::tree::report::Report;
use crate::tree::search::arena::Id;

/// The number of games played between two reports.
const REPORT_EVERY: u64 = 1000;

impl<G: Game> Tree<G> {
    /// Plays random games through the tree until the value is proved or the budget is spent, and returns the report.
    /// Calls `progress` every thousand games. See [`MonteCarlo::run`](super::MonteCarlo::run).
    ///
    /// # Panics
    ///
    /// Panics if the game violates its contract by listing a move that it rejects.
    pub fn grow(
        &mut self,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let shared = ForestState::new(1);
        self.grow_with(budget, Exchange::new(&shared, 0), progress)
    }

    /// Grows the tree until the value is proved, by this tree or another tree of its forest, or the budget is spent.
    pub(super) fn grow_with(
        &mut self,
        budget: &Budget,
        mut exchange: Exchange<'_>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut meter = self.start(budget);
        while self.root_known().is_none()
            && !exchange.is_done()
            && !self.is_deep(budget)
            && !meter.is_spent()
        {
            self.play(&mut meter);
            exchange.count_game(self, meter.nodes());
            if meter.nodes().is_multiple_of(REPORT_EVERY) {
                progress(&self.report(&meter));
            }
        }
        exchange.end(self);
        self.last_report(&meter)
    }

    /// Grows the tree with a guide instead of random games. See
    /// [`MonteCarlo::run_guided`](super::MonteCarlo::run_guided).
    ///
    /// # Panics
    ///
    /// Panics if an opinion does not have one prior for each move and one value for each player, and in the same cases
    /// as [`grow`](Tree::grow).
    pub fn grow_guided(
        &mut self,
        budget: &Budget,
        guide: &mut dyn Guide<G>,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let mut meter = self.start(budget);
        let mut next_report = REPORT_EVERY;
        if self.nodes[Id::ROOT].opened {
            self.add_noise();
        }
        while self.root_known().is_none() && !self.is_deep(budget) && self.ask(guide, &mut meter) {
            if meter.nodes() >= next_report {
                next_report = meter.nodes() + REPORT_EVERY;
                progress(&self.report(&meter));
            }
        }
        self.last_report(&meter)
    }
}
