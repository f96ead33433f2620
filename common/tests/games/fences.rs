// Fences: a row of fences with a field between each two neighbours. A move draws a fence. A player who closes a
// field on both sides scores its value and moves again. The highest score wins, in misère play the lowest.
//
// Dots and Boxes on a line: small, yet with extra turns, scores, draws, and any number of players.

use std::fmt;
use std::ops::ControlFlow;

use papergames_common::{Game, Outcome, Player, Scored, Stored};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Fences {
    drawn: u32,
    length: u8,
    mover: Player,
    scores: Vec<i64>,
    misere: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Fence(pub(crate) u8);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a fence that is not drawn, found {0}")]
pub(crate) struct NoFence(Fence);

impl Fences {
    pub(crate) fn new(length: u8, players: usize, misere: bool) -> Fences {
        assert!((1..=32).contains(&length));
        Fences {
            drawn: 0,
            length,
            mover: Player::FIRST,
            scores: vec![0; players],
            misere,
        }
    }

    /// Who drew the last fence of a finished game: it closes a field, so the turn stays.
    #[allow(dead_code, reason = "shared with tests that need less of it")]
    pub(crate) fn last_mover(&self) -> Option<Player> {
        self.turn().is_none().then_some(self.mover)
    }

    fn is_drawn(&self, fence: u8) -> bool {
        self.drawn >> fence & 1 == 1
    }
}

/// The value of the field right of a fence: 1, 2 or 3.
fn worth(fence: u8) -> i64 {
    1 + i64::from(fence * 5 % 3)
}

impl Game for Fences {
    type Move = Fence;
    type Illegal = NoFence;

    fn players(&self) -> usize {
        self.scores.len()
    }

    fn turn(&self) -> Option<Player> {
        (self.drawn.count_ones() < u32::from(self.length)).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let sign = if self.misere { -1 } else { 1 };
        let scores: Vec<i64> = self.scores.iter().map(|n| n * sign).collect();
        self.turn().is_none().then(|| Outcome::by_score(&scores))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Fence) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..self.length)
            .filter(|i| !self.is_drawn(*i))
            .try_for_each(|i| visit(Fence(i)))
    }

    fn check(&self, m: &Fence) -> Result<(), NoFence> {
        let legal = m.0 < self.length && !self.is_drawn(m.0);
        legal.then_some(()).ok_or(NoFence(*m))
    }

    fn apply(&mut self, m: &Fence) -> Result<(), NoFence> {
        self.check(m)?;
        self.drawn |= 1 << m.0;
        let mut scored = 0;
        if m.0 > 0 && self.is_drawn(m.0 - 1) {
            scored += worth(m.0 - 1);
        }
        if m.0 + 1 < self.length && self.is_drawn(m.0 + 1) {
            scored += worth(m.0);
        }
        self.scores[self.mover.index()] += scored;
        if scored == 0 {
            self.mover = self.mover.next(self.players());
        }
        Ok(())
    }
}

impl Stored for Fences {}

impl Scored for Fences {
    fn score(&self, player: Player) -> i64 {
        self.scores[player.index()]
    }
}

impl fmt::Display for Fence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}
