//! [`PlyCap`]: a game that ends in a draw after a given number of moves.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::play::game::{Alternating, Game, Scored, Stored, Symmetric};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::tools::refused::Refused;
use crate::tools::text::{Reader, Unexpected};

/// A wrapper that ends a game in a draw after a given number of moves.
///
/// A game of Phutball can repeat positions without end. A cap makes every game finite without changing its other rules,
/// so that playouts, plain minimax and proofs terminate. The number of moves left is part of the position, so equal
/// boards with different numbers of moves left are different positions.
///
/// Its text consists of the position of the game, `@`, and the number of moves left.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::{Game, Outcome, PlyCap};
///
/// let mut game = PlyCap::new(Nim::new(&[3, 4]), 1);
/// game.apply(&Take { heap: 0, matches: 1 })?;
/// assert_eq!(game.outcome(), Some(Outcome::Draw));
/// assert_eq!(game.to_string(), "2,4:second+@0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct PlyCap<G> {
    /// The position of the wrapped game.
    pub game: G,
    /// The number of moves left before the draw.
    pub left: u32,
}

impl<G: Game> PlyCap<G> {
    /// Wraps `game`, which is drawn after `left` more moves unless it ends earlier.
    pub fn new(game: G, left: u32) -> PlyCap<G> {
        PlyCap { game, left }
    }
}

impl<G: Game> Game for PlyCap<G> {
    type Move = G::Move;
    type Illegal = Refused;

    fn players(&self) -> usize {
        self.game.players()
    }

    fn turn(&self) -> Option<Player> {
        self.game.turn().filter(|_| self.left > 0)
    }

    fn outcome(&self) -> Option<Outcome> {
        let capped = (self.left == 0).then_some(Outcome::Draw);
        self.game.outcome().or(capped)
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(G::Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.left == 0 {
            return ControlFlow::Continue(());
        }
        self.game.for_each_move(visit)
    }

    fn check(&self, m: &G::Move) -> Result<(), Self::Illegal> {
        if self.left == 0 && self.game.outcome().is_none() {
            return Err(Refused::new(
                "the game is a draw, because it has reached its maximum number of moves",
            ));
        }
        self.game.check(m).map_err(Refused::because)
    }

    fn apply(&mut self, m: &G::Move) -> Result<(), Self::Illegal> {
        if self.left == 0 {
            self.check(m)?;
        }
        self.game.apply(m).map_err(Refused::because)?;
        self.left -= 1;
        Ok(())
    }

    fn apply_unchecked(&mut self, m: &G::Move) {
        self.game.apply_unchecked(m);
        self.left -= 1;
    }

    fn has_move(&self) -> bool {
        self.left > 0 && self.game.has_move()
    }

    fn count_moves(&self) -> u128 {
        match self.left {
            0 => 0,
            _ => self.game.count_moves(),
        }
    }

    fn nth_move(&self, index: u128) -> Option<G::Move> {
        (self.left > 0).then(|| self.game.nth_move(index))?
    }

    fn random_move(&self, random: &mut dyn crate::tools::random::Random) -> Option<G::Move> {
        (self.left > 0).then(|| self.game.random_move(random))?
    }
}

impl<G: Stored> Stored for PlyCap<G> {
    fn owned_bytes(&self) -> usize {
        self.game.owned_bytes()
    }

    fn index_of(&self, m: &G::Move) -> Option<u128> {
        self.game.index_of(m).filter(|_| self.left > 0)
    }
}

impl<G: Alternating> Alternating for PlyCap<G> {}

impl<G: Scored> Scored for PlyCap<G> {
    fn score(&self, player: Player) -> i64 {
        self.game.score(player)
    }
}

impl<G: Symmetric> Symmetric for PlyCap<G> {
    type Symmetry = G::Symmetry;

    fn symmetries(&self) -> Vec<G::Symmetry> {
        self.game.symmetries()
    }

    fn image(&self, symmetry: &G::Symmetry) -> Self {
        PlyCap::new(self.game.image(symmetry), self.left)
    }

    fn image_of_move(&self, m: &G::Move, symmetry: &G::Symmetry) -> G::Move {
        self.game.image_of_move(m, symmetry)
    }

    fn canonical(&self) -> Self {
        PlyCap::new(self.game.canonical(), self.left)
    }
}

impl<G: fmt::Display> fmt::Display for PlyCap<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.game, self.left)
    }
}

/// Reads the text of a wrapped game. `own` reads the wrapper's own part, after the last `@`.
pub(crate) fn read_wrapped<G: FromStr, T>(
    text: &str,
    own: impl Fn(&mut Reader<'_>) -> Result<T, Unexpected>,
) -> Result<(G, T), Refused>
where
    G::Err: std::error::Error + Send + Sync + 'static,
{
    let split = text.rsplit_once('@');
    let split = split.ok_or_else(|| Reader::new("").unexpected("`@` after a position"));
    let read = split.and_then(|(game, rest)| Ok((game, own(&mut Reader::new(rest))?)));
    let (game, own) =
        read.map_err(|error| Refused::because(error).context("after the last `@`"))?;
    Ok((game.parse().map_err(Refused::because)?, own))
}

impl<G: FromStr> FromStr for PlyCap<G>
where
    G::Err: std::error::Error + Send + Sync + 'static,
{
    type Err = Refused;

    fn from_str(text: &str) -> Result<PlyCap<G>, Refused> {
        let (game, left) = read_wrapped(text, |own| {
            let left = own.number("a number of moves", 0..=u64::from(u32::MAX))?;
            own.expect_end()?;
            Ok(left as u32)
        })?;
        Ok(PlyCap { game, left })
    }
}
