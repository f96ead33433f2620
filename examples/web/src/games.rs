//! The list of the page: one line for each game, with its hands and what the page says about it.

use common::any::Erased;
use common::values::{Effort, Unsolved, Values};
use common::{Describe, Verdict};
use sprouts::solve::Solver;

use crate::entry::{Entry, Manner};
use crate::hands::{letters, lines, points};

// The page draws by itself, trains nothing and writes no proofs, so these objects can do less than those of the games.
static SPROUTS: Erased<sprouts::Position> = Erased::new()
    .notations()
    .opponents()
    .values(|| Box::new(Solving(Solver::new())))
    .rules(|position| position.rules().variant.to_string());
static BRUSSELS: Erased<brussels::Position> = Erased::new()
    .notations()
    .opponents()
    .values(|| Box::new(Solving(brussels::Exact)));
static SOS: Erased<sos::Position> = Erased::new()
    .notations()
    .opponents()
    .values(|| Box::new(Solving(sos::Exact)))
    .rules(|position| position.rules().to_string());
static PHUTBALL: Erased<phutball::Position> = Erased::new()
    .notations()
    .opponents()
    .values(|| Box::new(Solving(phutball::Exact)))
    .rules(|position| position.rules().to_string());

/// Exact values without second methods and proofs.
struct Solving<V>(V);

impl<G: Describe, V: Values<G>> Values<G> for Solving<V> {
    fn solve(
        &mut self,
        position: &G,
        effort: &mut Effort<'_>,
    ) -> Result<Verdict<G::Move>, Unsolved> {
        self.0.solve(position, effort)
    }
}

/// Returns the games of the page.
pub fn games() -> Vec<Entry> {
    vec![
        Entry::new(&SPROUTS).played(lines::hold::<sprouts::Position>, SPROUTS_MANNER),
        Entry::new(&BRUSSELS).played(lines::hold::<brussels::Position>, BRUSSELS_MANNER),
        Entry::new(&SOS).played(letters::hold, SOS_MANNER),
        Entry::new(&PHUTBALL).played(points::hold, PHUTBALL_MANNER),
    ]
}

const SPROUTS_MANNER: Manner = Manner {
    how: "Press on a spot, draw, and lift the pen on another spot or on the same; or pick two spots one after the \
        other. The arcs around a spot show how many more lines it can take.",
    task: "draw a line from spot to spot",
    ..Manner::PLAIN
};

const BRUSSELS_MANNER: Manner = Manner {
    how: "Press on the tag of a free arm, draw, and lift the pen on the tag of another.",
    task: "draw a line from tag to tag",
    is_all_alike: true,
    ..Manner::PLAIN
};

const SOS_MANNER: Manner = Manner {
    how: "Choose the letter and click on an empty square, or press S or O on the keyboard.",
    task: "choose S or O, then an empty square",
    ..Manner::PLAIN
};

const PHUTBALL_MANNER: Manner = Manner {
    how: "Press on an empty point to place a man, or on the ball and then on a ringed point to jump. The first player \
        plays upwards.",
    task: "place a man, or jump",
    task_midway: "jump on, or stop here",
    strongest: 400_000,
    ..Manner::PLAIN
};
