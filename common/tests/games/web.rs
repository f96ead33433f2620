// Web: a game without sense, drawn from a seed. A position is a knot on a level; a move leads to one of the knots of
// the next level, and a knot that ends the game, as all do on the last level, has a value. Who is to move is drawn for
// every knot, so players move several times in a row, and many paths lead to one knot: what a table of positions has
// to get right.

use std::fmt;
use std::ops::ControlFlow;

use papergames_common::{Game, Outcome, Player, Random, Seeded, Stored};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Web {
    seed: u64,
    /// The number of levels left.
    levels: u8,
    /// The number of knots that a level has.
    width: u64,
    /// The number of moves that lead on from a knot.
    moves: u16,
    knot: u64,
    /// The number of values to draw from; all above 8 count as the lowest.
    odds: u64,
    /// Of how many knots one ends the game before the last level; 0 if none does.
    ends: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Thread(u16);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a thread that leads on, found {0}")]
pub(crate) struct NoThread(Thread);

impl Web {
    pub(crate) fn new(seed: u64, levels: u8, width: u64, moves: u16) -> Web {
        Web {
            seed,
            levels,
            width,
            moves,
            knot: 0,
            odds: 9,
            ends: 0,
        }
    }

    /// Ends the game early at one knot of so many.
    pub(crate) fn ending(self, ends: u64) -> Web {
        Web { ends, ..self }
    }

    fn is_over(&self) -> bool {
        // No move has this number, so the draw is not that of a move.
        self.levels == 0 || self.ends > 0 && self.draw(1 << 19, self.ends) == 0
    }

    /// One move of two thousand, of which a few win for the first player and nearly all others lose.
    pub(crate) fn haystack(seed: u64) -> Web {
        Web {
            odds: 500,
            ..Web::new(seed, 1, 1_000_000, 2_000)
        }
    }

    /// One move of twenty thousand, which are too many to list; a few win for the first player and nearly all others
    /// lose.
    pub(crate) fn great_haystack(seed: u64) -> Web {
        Web {
            odds: 10_000,
            ..Web::new(seed, 1, 1_000_000, 20_000)
        }
    }

    /// Draws a number below `bound` that belongs to this knot and `what`.
    fn draw(&self, what: u64, bound: u64) -> u64 {
        let place = (u64::from(self.levels) << 40) ^ (self.knot << 20) ^ what;
        Seeded::new(self.seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ place).below(bound)
    }

    /// The value of the knot for the first player, from −4 to 4: what is won at the end, a guess before.
    pub(crate) fn value(&self) -> i32 {
        match self.draw(1, self.odds) {
            n @ 0..=8 => n as i32 - 4,
            _ => -4,
        }
    }
}

impl Game for Web {
    type Move = Thread;
    type Illegal = NoThread;

    fn turn(&self) -> Option<Player> {
        (!self.is_over()).then(|| Player::new(self.draw(2, 2) as usize))
    }

    fn outcome(&self) -> Option<Outcome> {
        self.is_over().then(|| match self.value() {
            0 | 1 => Outcome::Draw,
            value if value > 0 => Outcome::Win(Player::FIRST),
            _ => Outcome::Win(Player::SECOND),
        })
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Thread) -> ControlFlow<()>) -> ControlFlow<()> {
        let moves = if self.is_over() { 0 } else { self.moves };
        (0..moves).try_for_each(|i| visit(Thread(i)))
    }

    fn check(&self, m: &Thread) -> Result<(), NoThread> {
        let legal = !self.is_over() && m.0 < self.moves;
        legal.then_some(()).ok_or(NoThread(*m))
    }

    fn apply(&mut self, m: &Thread) -> Result<(), NoThread> {
        self.check(m)?;
        self.knot = self.draw(3 + u64::from(m.0), self.width);
        self.levels -= 1;
        Ok(())
    }
}

impl Stored for Web {}

impl fmt::Display for Thread {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
