//! Tables about the game on other surfaces.

use std::ops::RangeInclusive;

use papergames_sprouts::Ending;
use papergames_sprouts::planar::surface::Surface;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::surface::Sheet;

type Done = Result<(), Box<dyn std::error::Error>>;

/// Nimbers of the starts on six crosscaps to three handles.
pub(crate) fn surfaces(spots: RangeInclusive<usize>, rows: &mut dyn FnMut(String)) -> Done {
    rows("surface,spots,nimber".into());
    let all = (1..=6).rev().map(Surface::Crosscaps);
    for surface in all.chain((0..=3).map(Surface::Handles)) {
        let mut solver = Solver::new();
        for n in spots.clone() {
            let lands = Sheet::new(n, surface, Ending::Normal)?.lands();
            rows(format!("{surface},{n},{}", solver.nimber(&lands)?.0));
        }
    }
    Ok(())
}
