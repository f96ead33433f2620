// Nim: heaps of matches; a move takes one or more from one heap; whoever cannot move loses, or in misère play wins.
//
// The smallest game that has everything. `Game` itself takes forty lines; the rest are the optional companions and
// texts. Examples in the documentation include this file, so it holds no more than they need.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use papergames_common::text::{Reader, Unexpected};
use papergames_common::{Alternating, Ending, Game, Impartial, Outcome, Player, Stored, Symmetric};

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Nim {
    heaps: Vec<u8>,
    mover: Player,
    ending: Ending,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Take {
    pub(crate) heap: u8,
    pub(crate) matches: u8,
}

#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected to take from 1 to {there} matches of heap {heap}, found {asked}")]
pub(crate) struct CannotTake {
    heap: u8,
    there: u8,
    asked: u8,
}

impl Game for Nim {
    type Move = Take;
    type Illegal = CannotTake;

    fn turn(&self) -> Option<Player> {
        self.heaps.iter().any(|n| *n > 0).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.turn()
            .is_none()
            .then(|| self.ending.outcome(self.mover))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Take) -> ControlFlow<()>) -> ControlFlow<()> {
        (0..).zip(&self.heaps).try_for_each(|(heap, there)| {
            (1..=*there).try_for_each(|matches| visit(Take { heap, matches }))
        })
    }

    fn check(&self, m: &Take) -> Result<(), CannotTake> {
        let there = self.heaps.get(usize::from(m.heap)).copied().unwrap_or(0);
        let legal = (1..=there).contains(&m.matches);
        legal.then_some(()).ok_or(CannotTake {
            heap: m.heap,
            there,
            asked: m.matches,
        })
    }

    fn apply(&mut self, m: &Take) -> Result<(), CannotTake> {
        self.check(m)?;
        self.heaps[usize::from(m.heap)] -= m.matches;
        self.mover = self.mover.opponent();
        Ok(())
    }
}

impl Stored for Nim {}

impl Alternating for Nim {}

impl Impartial for Nim {
    type Summand = u8;

    fn ending(&self) -> Ending {
        self.ending
    }

    fn summands(&self) -> Vec<u8> {
        self.heaps.iter().copied().filter(|n| *n > 0).collect()
    }

    fn for_each_option(
        heap: &u8,
        visit: &mut dyn FnMut(Vec<u8>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        (0..*heap).try_for_each(|left| visit(if left > 0 { vec![left] } else { vec![] }))
    }
}

impl Symmetric for Nim {
    /// The exchange of a heap with the next.
    type Symmetry = u8;

    fn symmetries(&self) -> Vec<u8> {
        (1..self.heaps.len() as u8).map(|i| i - 1).collect()
    }

    fn image(&self, swap: &u8) -> Nim {
        let mut image = self.clone();
        image.heaps.swap(usize::from(*swap), usize::from(*swap) + 1);
        image
    }

    fn image_of_move(&self, m: &Take, swap: &u8) -> Take {
        let heap = match m.heap {
            heap if heap == *swap => heap + 1,
            heap if heap == *swap + 1 => heap - 1,
            heap => heap,
        };
        Take { heap, ..*m }
    }

    fn canonical(&self) -> Nim {
        let mut canonical = self.clone();
        canonical.heaps.sort_unstable();
        canonical
    }
}

impl Nim {
    pub(crate) fn new(heaps: &[u8]) -> Nim {
        Nim {
            heaps: heaps.to_vec(),
            mover: Player::FIRST,
            ending: Ending::Normal,
        }
    }

    pub(crate) fn misere(heaps: &[u8]) -> Nim {
        Nim {
            ending: Ending::Misere,
            ..Nim::new(heaps)
        }
    }

    pub(crate) fn heaps(&self) -> &[u8] {
        &self.heaps
    }
}

// A position is the heaps, the player to move and the ending: `3,4,5:first+`. A move is the heap, counted from 0, and
// the number of matches: `2x5`.

impl fmt::Display for Nim {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let heaps: Vec<String> = self.heaps.iter().map(u8::to_string).collect();
        write!(f, "{}:{}{}", heaps.join(","), self.mover, self.ending)
    }
}

impl FromStr for Nim {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Nim, Unexpected> {
        let mut reader = Reader::new(text);
        let mut heaps = vec![reader.number("a heap", 0..=255)? as u8];
        while reader.eat(',') {
            heaps.push(reader.number("a heap", 0..=255)? as u8);
        }
        reader.expect(':')?;
        let word = reader.take_while(|c| c.is_ascii_alphabetic());
        let mover = word
            .parse()
            .ok()
            .filter(|player: &Player| player.index() < 2);
        let mover = mover.ok_or_else(|| reader.unexpected_word("`first` or `second`", word))?;
        let ending = if reader.eat('-') {
            Ending::Misere
        } else {
            reader.expect('+')?;
            Ending::Normal
        };
        reader.expect_end()?;
        Ok(Nim {
            heaps,
            mover,
            ending,
        })
    }
}

impl fmt::Display for Take {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.heap, self.matches)
    }
}

impl FromStr for Take {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Take, Unexpected> {
        let mut reader = Reader::new(text);
        let heap = reader.number("a heap", 0..=255)? as u8;
        reader.expect('x')?;
        let matches = reader.number("a number of matches", 0..=255)? as u8;
        reader.expect_end()?;
        Ok(Take { heap, matches })
    }
}

papergames_common::serde_as_text!(Nim, Take);
