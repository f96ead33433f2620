//! The page's list of games: one entry for each, with its hands and the page's texts about it.

use common::any::GameObject;
use common::values::{Effort, Unsolved, Values};
use common::{Describe, Verdict};
use sprouts::Unnumbered;

use crate::entry::{GameEntry, Manner};
use crate::hands::{letters, lines, points};

// These objects have fewer capabilities than the games' own, since the browser loads the whole module: the page
// draws by itself and needs neither encodings, self-play, surfaces nor proofs. Compressed by gzip, the module has
// 0.99 MB; with the games' own objects it has 1.37 MB, and with these objects but whole solvers (see `SolveOnly`) 1.11
// MB.
static SPROUTS: GameObject<sprouts::Position> = GameObject::new()
    .notations()
    .opponents()
    .values(|| Box::new(SolveOnly(sprouts::Exact::default())))
    .extras(&[&Unnumbered]);
static BRUSSELS: GameObject<brussels::Position> = GameObject::new()
    .notations()
    .opponents()
    .values(|| Box::new(SolveOnly(brussels::Exact)));
static SOS: GameObject<sos::Position> = GameObject::new()
    .notations()
    .opponents()
    .values(|| Box::new(SolveOnly(sos::Exact)));
static PHUTBALL: GameObject<phutball::Position> = GameObject::new()
    .notations()
    .opponents()
    .values(|| Box::new(SolveOnly(phutball::Exact)));

/// Exact values, without second methods and proofs.
struct SolveOnly<V>(V);

impl<G: Describe, V: Values<G>> Values<G> for SolveOnly<V> {
    fn solve(
        &mut self,
        position: &G,
        effort: &mut Effort<'_>,
    ) -> Result<Verdict<G::Move>, Unsolved> {
        self.0.solve(position, effort)
    }
}

/// Returns the four games that the page offers.
pub fn games() -> Vec<GameEntry> {
    vec![
        GameEntry::new(&SPROUTS).played(lines::hold::<sprouts::Position>, SPROUTS_MANNER),
        GameEntry::new(&BRUSSELS).played(lines::hold::<brussels::Position>, BRUSSELS_MANNER),
        GameEntry::new(&SOS).played(letters::hold, SOS_MANNER),
        GameEntry::new(&PHUTBALL).played(points::hold, PHUTBALL_MANNER),
    ]
}

const SPROUTS_MANNER: Manner = Manner {
    how: "Press on a spot, draw, and lift the pen on another spot or on the same; or pick two spots one after the \
        other. The stubs of a spot, or the dot in it, show how many more \
        lines it can take.",
    task: "draw a line from spot to spot",
    ..Manner::PLAIN
};

const BRUSSELS_MANNER: Manner = Manner {
    how: "Press on the end of a free arm, draw, and lift the pen on the end of another.",
    task: "draw a line from arm to arm",
    is_all_alike: true,
    ..Manner::PLAIN
};

const SOS_MANNER: Manner = Manner {
    how: "Write S or O in an empty square by hand; or press on the square and choose, or press S or O on the keyboard.",
    task: "write S or O in a square",
    ..Manner::PLAIN
};

const PHUTBALL_MANNER: Manner = Manner {
    how: "Press on an empty point to place a man. Flick the ball over men to jump; or press on the ball and then on a \
        ringed point. The first player plays upwards.",
    task: "place a man, or jump",
    task_midway: "jump on, or stop here",
    ..Manner::PLAIN
};
