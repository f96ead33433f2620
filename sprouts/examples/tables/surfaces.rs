//! Tables about the game on other surfaces.

use std::ops::RangeInclusive;

use papergames_sprouts::Ending;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::surface::{Sheet, Surface};

use super::games::Games;

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

/// The least numbers of handles and of crosscaps from which one more does not change the game tree.
pub(crate) fn limits(spots: RangeInclusive<usize>, rows: &mut dyn FnMut(String)) -> Done {
    rows("spots,kind,limit".into());
    let kinds = [
        ("handles", Surface::Handles(0)),
        ("crosscaps", Surface::Crosscaps(1)),
    ];
    for n in spots {
        let mut trees = Games::trees();
        for (kind, least) in kinds {
            let mut found: Vec<usize> = Vec::new();
            // Beyond the limit, check two more that change nothing.
            while !matches!(found[..], [.., a, b, c] if a == b && b == c) {
                let more = found.len() as u8;
                let surface = match least {
                    Surface::Handles(n) => Surface::Handles(n + more),
                    Surface::Crosscaps(n) => Surface::Crosscaps(n + more),
                };
                found.push(trees.of(&Sheet::new(n, surface, Ending::Normal)?.lands()));
            }
            let (Surface::Handles(least) | Surface::Crosscaps(least)) = least;
            let limit = usize::from(least) + found.len() - 3;
            rows(format!("{n},{kind},{limit}"));
        }
    }
    Ok(())
}
