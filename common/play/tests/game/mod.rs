// The game of these tests: a heap of matches, of which a move takes one, two or three; the player who takes the last
// one wins. A position is written as the heap and who is to move, `10:first`.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use papergames_play::common::any::{AnyGame, AnyRecord, GameObject};
use papergames_play::common::{Alternating, Describe, Game, Outcome, Player, Scored, Stored};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Heap {
    pub(crate) left: u8,
    pub(crate) mover: Player,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Take(pub(crate) u8);

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected {expected}, found `{found}`")]
pub(crate) struct Wrong {
    expected: &'static str,
    found: String,
}

pub(crate) static HEAP: GameObject<Heap> = GameObject::new();

/// Starts a game with this many matches.
pub(crate) fn heap(left: u8) -> Box<dyn AnyRecord> {
    let start = HEAP.parse(&format!("{left}:first"));
    start.expect("the text of a position")
}

impl Game for Heap {
    type Move = Take;
    type Illegal = Wrong;

    fn turn(&self) -> Option<Player> {
        (self.left > 0).then_some(self.mover)
    }
    fn outcome(&self) -> Option<Outcome> {
        (self.left == 0).then(|| Outcome::Win(self.mover.opponent()))
    }
    fn for_each_move(&self, visit: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        (1..=self.left.min(3)).try_for_each(|n| visit(Take(n)))
    }
    fn check(&self, m: &Take) -> Result<(), Wrong> {
        let legal = (1..=self.left.min(3)).contains(&m.0);
        legal.then_some(()).ok_or(Wrong {
            expected: "1 to 3 matches that are there",
            found: m.to_string(),
        })
    }
    fn apply(&mut self, m: &Take) -> Result<(), Wrong> {
        self.check(m)?;
        self.left -= m.0;
        self.mover = self.mover.opponent();
        Ok(())
    }
}

impl Stored for Heap {}

impl Alternating for Heap {}

impl Scored for Heap {
    fn score(&self, player: Player) -> i64 {
        i64::from(self.outcome() == Some(Outcome::Win(player)))
    }
}

impl Describe for Heap {}

impl fmt::Display for Heap {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.left, self.mover)
    }
}

impl FromStr for Heap {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Heap, Wrong> {
        let wrong = || Wrong {
            expected: "a heap such as `10:first`",
            found: text.into(),
        };
        let (left, mover) = text.split_once(':').ok_or_else(wrong)?;
        let mover: Player = mover.parse().map_err(|_| wrong())?;
        let left = left.parse().map_err(|_| wrong())?;
        if mover.index() > 1 {
            Err(wrong())
        } else {
            Ok(Heap { left, mover })
        }
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.0)
    }
}

impl FromStr for Take {
    type Err = Wrong;

    fn from_str(text: &str) -> Result<Take, Wrong> {
        let number = text.parse().map(Take);
        number.map_err(|_| Wrong {
            expected: "a number of matches",
            found: text.into(),
        })
    }
}
