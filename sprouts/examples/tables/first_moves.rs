//! The first moves from starting positions, and who wins after each.

use std::ops::RangeInclusive;

use papergames_sprouts::land::Lands;
use papergames_sprouts::solve::Solver;
use papergames_sprouts::{Budget, Ending};

use super::Done;

/// Returns the first moves that are different after moving the plane and renumbering spots, each with the position that
/// it leaves: the loops, by the numbers of spots on both sides, and the line that joins two spots.
fn first_moves(spots: usize) -> impl Iterator<Item = (String, String)> {
    let side = |bare: usize, boundary: &str| match bare {
        0 => boundary.to_owned(),
        _ => format!("0*{bare}.{boundary}"),
    };
    let loops = (0..=(spots - 1) / 2).map(move |less| {
        let more = spots - 1 - less;
        let position = format!("{}|{}", side(less, "AB"), side(more, "AB"));
        (format!("{less}+{more}"), position)
    });
    let line = (spots >= 2).then(|| ("line".to_owned(), side(spots - 2, "1a1a")));
    loops.chain(line)
}

/// Prints who wins after each first move, in misère play for the starts of at most `misere` spots. One solver for each
/// ending knows what it has proved for smaller starts.
pub(crate) fn outcomes(
    spots: RangeInclusive<usize>,
    misere: usize,
    rows: &mut dyn FnMut(String),
) -> Done {
    rows("ending,spots,move,position,winner".to_owned());
    for (name, ending) in [("normal", Ending::Normal), ("misere", Ending::Misere)] {
        let mut solver = Solver::for_rules(ending).budget(Budget::new().memory(2 << 30));
        for n in spots
            .clone()
            .filter(|n| !ending.is_misere() || *n <= misere)
        {
            for (first, position) in first_moves(n) {
                let verdict = solver.solve_lands(&position.parse::<Lands>()?)?;
                let winner = if verdict.mover_wins {
                    "second"
                } else {
                    "first"
                };
                rows(format!("{name},{n},{first},{position},{winner}"));
            }
        }
    }
    Ok(())
}
