//! What each of the four games brings to the page.

mod brussels;
mod phutball;
mod sos;
mod sprouts;

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
