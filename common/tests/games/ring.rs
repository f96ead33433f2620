// Ring: each of two players walks a man round a ring of their own, one step either way; a player who lands on
// place 0 after a move of their own wins. No one ever has to get there, so play can go round in circles.

use std::fmt;
use std::ops::ControlFlow;

use papergames_common::{Game, Outcome, Player, Stored};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Ring {
    /// The places of the men; a man on an odd ring of places without 0 never comes home.
    men: [u8; 2],
    mover: Player,
    /// Whether the ways home are blocked.
    stuck: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Step {
    Forward,
    Back,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a game that goes on, found one that is over")]
pub(crate) struct Over;

const PLACES: u8 = 8;

impl Ring {
    pub(crate) fn new(first: u8, second: u8) -> Ring {
        Ring {
            men: [first % PLACES, second % PLACES],
            mover: Player::FIRST,
            stuck: false,
        }
    }

    /// A ring on which men never stop at place 0.
    pub(crate) fn stuck() -> Ring {
        Ring {
            stuck: true,
            ..Ring::new(3, 4)
        }
    }
}

impl Game for Ring {
    type Move = Step;
    type Illegal = Over;

    fn turn(&self) -> Option<Player> {
        self.outcome().is_none().then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let home = self.men.iter().position(|man| *man == 0)?;
        Some(Outcome::Win(Player::new(home)))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.outcome().is_some() {
            return ControlFlow::Continue(());
        }
        [Step::Forward, Step::Back].into_iter().try_for_each(visit)
    }

    fn check(&self, _m: &Step) -> Result<(), Over> {
        if self.outcome().is_some() {
            Err(Over)
        } else {
            Ok(())
        }
    }

    fn apply(&mut self, m: &Step) -> Result<(), Over> {
        self.check(m)?;
        let step = if *m == Step::Forward { 1 } else { PLACES - 1 };
        let man = &mut self.men[self.mover.index()];
        *man = (*man + step) % PLACES;
        if *man == 0 && self.stuck {
            *man = (*man + step) % PLACES;
        }
        self.mover = self.mover.opponent();
        Ok(())
    }
}

impl Stored for Ring {}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if *self == Step::Forward {
            "forward"
        } else {
            "back"
        })
    }
}
