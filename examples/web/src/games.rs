//! What each of the four games brings to the page.

mod brussels;
mod phutball;
mod sos;
mod sprouts;

use common::search::{Budget, MonteCarlo};
use common::{Game, Seeded};
use picture::Sketch;
use picture::sketch::OnMap;

use crate::board::{Ghost, curve};

/// Returns the line that a legal move would draw into a sketch.
fn ghost<G: OnMap>(sketch: &Sketch<G>, m: &G::Move, ends: Vec<String>) -> Ghost {
    let mut next = sketch.clone();
    if next.play(m).is_err() {
        return Ghost::Nothing {};
    }
    let lines = next.last_lines().iter();
    Ghost::Line {
        lines: lines.map(|line| curve(next.drawing(), *line)).collect(),
        ends,
    }
}

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
