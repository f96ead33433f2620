//! What each of the four games brings to the page.

mod brussels;
mod phutball;
mod sos;
mod sprouts;

use common::search::{Budget, MonteCarlo};
use common::{Game, Seeded};

/// Chooses a move by random games.
fn by_chance<G: Game>(position: &G, seed: u64, games: u64) -> Option<G::Move> {
    let budget = Budget::new().nodes(games);
    let report = MonteCarlo::new(seed)
        .most_tree(50_000)
        .run(position, &budget, &mut |_| ());
    report.best().cloned()
}

/// Returns a random legal move.
fn any_move<G: Game>(position: &G, seed: u64) -> Option<G::Move> {
    position.random_move(&mut Seeded::new(seed))
}
