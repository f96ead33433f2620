//! Kayles (H. E. Dudeney, *The Canterbury Puzzles*, 1907): pins stand in a row; a bowler knocks down one of them or two
//! neighbours, and whoever knocks down the last wins.
//!
//! Everything that the game needs comes through one crate of another game.

use std::fmt;
use std::ops::ControlFlow;

use sprouts::{Alternating, Ending, Game, Outcome, Player};

/// The pins that stand, as bits, and who bowls next.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Kayles {
    standing: u32,
    bowler: Player,
}

/// Which pins are knocked down, as bits: one, or two neighbours.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Throw(u32);

/// Why a throw is refused.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSuchPins;

impl Kayles {
    /// A row of `pins`, at most 32.
    pub fn new(pins: u32) -> Kayles {
        let standing = u32::MAX.checked_shr(32 - pins.min(32)).unwrap_or(0);
        Kayles {
            standing,
            bowler: Player::FIRST,
        }
    }

    fn throws(&self) -> impl Iterator<Item = Throw> {
        let throws = (0..32).flat_map(|pin| {
            [
                Some(Throw(1 << pin)),
                3_u32.checked_mul(1 << pin).map(Throw),
            ]
        });
        let standing = self.standing;
        throws
            .flatten()
            .filter(move |Throw(pins)| standing & pins == *pins)
    }
}

impl Game for Kayles {
    type Move = Throw;
    type Illegal = NoSuchPins;

    fn turn(&self) -> Option<Player> {
        (self.standing != 0).then_some(self.bowler)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn()
            .is_none()
            .then(|| Ending::Normal.outcome(self.bowler))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Throw) -> ControlFlow<()>) -> ControlFlow<()> {
        self.throws().try_for_each(visit)
    }

    fn check(&self, throw: &Throw) -> Result<(), NoSuchPins> {
        self.throws()
            .any(|legal| legal == *throw)
            .then_some(())
            .ok_or(NoSuchPins)
    }

    fn apply(&mut self, throw: &Throw) -> Result<(), NoSuchPins> {
        self.check(throw)?;
        self.standing &= !throw.0;
        self.bowler = self.bowler.opponent();
        Ok(())
    }
}

impl Alternating for Kayles {}

impl fmt::Display for Throw {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0.trailing_zeros() + 1)?;
        if self.0.count_ones() == 2 {
            f.write_str("+")
        } else {
            Ok(())
        }
    }
}

impl fmt::Display for NoSuchPins {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("expected one pin that stands, or two neighbours")
    }
}

impl std::error::Error for NoSuchPins {}
