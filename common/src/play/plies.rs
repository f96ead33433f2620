//! [`Plies`]: adds forced passes to a two-player game, so that the players move strictly in turn.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use crate::play::game::{Alternating, Game, Scored, Stored, Symmetric};
use crate::play::outcome::Outcome;
use crate::play::player::Player;
use crate::play::ply_cap::read_wrapped;
use crate::tools::refused::Refused;

/// A wrapper that makes the players of a two-player game move strictly in turn. A player who has to wait while the
/// opponent moves again makes a forced pass.
///
/// Third-party search code often negates the value after every move. This gives wrong results in SOS or Phutball, where
/// a player may move several times in a row, but correct results with `Plies`. Passes count towards the search depth.
///
/// Its text consists of the position of the game, `@`, and the player whose ply it is.
///
/// # Examples
///
/// ```
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::{Game, Plies, Ply};
///
/// let plies = Plies::new(Nim::new(&[1]));
/// assert_eq!(plies.moves(), [Ply::Move(Take { heap: 0, matches: 1 })]);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plies<G> {
    game: G,
    pub(crate) side: Player,
}

/// One ply: a move or a forced pass.
///
/// Its text is the move, or `...` for the forced pass.
///
/// # Examples
///
/// ```
/// use papergames_common::Ply;
///
/// let plies = [Ply::Move("a"), Ply::Pass, Ply::Move("b")];
/// assert_eq!(plies.map(|ply| ply.to_string()), ["a", "...", "b"]);
/// let moves: Vec<&str> = plies.into_iter().filter_map(Ply::into_move).collect();
/// assert_eq!(moves, ["a", "b"]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Ply<M> {
    /// A forced pass, because the opponent moves again.
    Pass,
    /// A move of the game.
    Move(M),
}

impl<M> Ply<M> {
    /// Returns the move, unless this is a pass.
    pub fn into_move(self) -> Option<M> {
        match self {
            Ply::Pass => None,
            Ply::Move(m) => Some(m),
        }
    }
}

impl<G: Game> Plies<G> {
    /// Wraps `game`. The first ply belongs to the player to move.
    ///
    /// # Panics
    ///
    /// Panics if the game is not for two players.
    pub fn new(game: G) -> Plies<G> {
        assert_eq!(
            game.players(),
            2,
            "passes make two players alternate, not more"
        );
        let side = game.turn().unwrap_or(Player::FIRST);
        Plies { game, side }
    }

    /// Returns the position of the wrapped game.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// Returns whether the only legal ply is a pass, because the opponent moves again.
    fn must_pass(&self) -> bool {
        self.game.turn().is_some_and(|mover| mover != self.side)
    }
}

impl<G: Game> Game for Plies<G> {
    type Move = Ply<G::Move>;
    type Illegal = Refused;

    fn turn(&self) -> Option<Player> {
        self.game.turn().map(|_| self.side)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(Ply<G::Move>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.must_pass() {
            return visit(Ply::Pass);
        }
        self.game.for_each_move(&mut |m| visit(Ply::Move(m)))
    }

    fn check(&self, m: &Ply<G::Move>) -> Result<(), Self::Illegal> {
        match (m, self.must_pass()) {
            (Ply::Pass, true) => Ok(()),
            (Ply::Pass, false) => Err(Refused::new(
                "you can pass only when your opponent has another move; make a move",
            )),
            (Ply::Move(_), true) => Err(Refused::new(format!(
                "the turn is not over: the {} player moves again, so pass",
                self.side.opponent()
            ))),
            (Ply::Move(m), false) => self.game.check(m).map_err(Refused::because),
        }
    }

    fn apply(&mut self, m: &Ply<G::Move>) -> Result<(), Self::Illegal> {
        match m {
            Ply::Move(m) if !self.must_pass() => self.game.apply(m).map_err(Refused::because)?,
            Ply::Pass | Ply::Move(_) => self.check(m)?,
        }
        self.side = self.side.opponent();
        Ok(())
    }

    fn apply_unchecked(&mut self, m: &Ply<G::Move>) {
        if let Ply::Move(m) = m {
            self.game.apply_unchecked(m);
        }
        self.side = self.side.opponent();
    }

    fn count_moves(&self) -> u128 {
        if self.must_pass() {
            1
        } else {
            self.game.count_moves()
        }
    }

    fn nth_move(&self, index: u128) -> Option<Ply<G::Move>> {
        if self.must_pass() {
            return (index == 0).then_some(Ply::Pass);
        }
        self.game.nth_move(index).map(Ply::Move)
    }

    fn random_move(&self, random: &mut dyn crate::tools::random::Random) -> Option<Ply<G::Move>> {
        if self.must_pass() {
            return Some(Ply::Pass);
        }
        self.game.random_move(random).map(Ply::Move)
    }
}

impl<G: Stored> Stored for Plies<G> {
    fn owned_bytes(&self) -> usize {
        self.game.owned_bytes()
    }

    fn index_of(&self, m: &Ply<G::Move>) -> Option<u128> {
        match m {
            Ply::Pass => self.must_pass().then_some(0),
            Ply::Move(m) => self.game.index_of(m).filter(|_| !self.must_pass()),
        }
    }
}

impl<G: Game> Alternating for Plies<G> {}

impl<G: Scored> Scored for Plies<G> {
    fn score(&self, player: Player) -> i64 {
        self.game.score(player)
    }
}

impl<G: Symmetric> Symmetric for Plies<G> {
    type Symmetry = G::Symmetry;

    fn symmetries(&self) -> Vec<G::Symmetry> {
        self.game.symmetries()
    }

    fn image(&self, symmetry: &G::Symmetry) -> Self {
        Plies {
            game: self.game.image(symmetry),
            side: self.side,
        }
    }

    fn image_of_move(&self, m: &Ply<G::Move>, symmetry: &G::Symmetry) -> Ply<G::Move> {
        match m {
            Ply::Pass => Ply::Pass,
            Ply::Move(m) => Ply::Move(self.game.image_of_move(m, symmetry)),
        }
    }

    fn canonical(&self) -> Self {
        Plies {
            game: self.game.canonical(),
            side: self.side,
        }
    }
}

impl<M: fmt::Display> fmt::Display for Ply<M> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Ply::Pass => f.write_str("..."),
            Ply::Move(m) => m.fmt(f),
        }
    }
}

impl<M: FromStr> FromStr for Ply<M> {
    type Err = M::Err;

    fn from_str(text: &str) -> Result<Ply<M>, M::Err> {
        match text {
            "..." => Ok(Ply::Pass),
            _ => text.parse().map(Ply::Move),
        }
    }
}

impl<G: fmt::Display> fmt::Display for Plies<G> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}@{}", self.game, self.side)
    }
}

impl<G: Game + FromStr> FromStr for Plies<G>
where
    <G as FromStr>::Err: std::error::Error + Send + Sync + 'static,
{
    type Err = Refused;

    fn from_str(text: &str) -> Result<Plies<G>, Refused> {
        let (game, side) = read_wrapped(text, |own| {
            let side = own.rest().parse().ok();
            let side = side.filter(|player: &Player| player.index() < 2);
            side.ok_or_else(|| own.unexpected_word("`first` or `second`", own.rest()))
        })?;
        Ok(Plies { game, side })
    }
}
