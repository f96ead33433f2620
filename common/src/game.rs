//! What a game is: the trait that every game here implements, and its small companions.
//!
//! # The laws
//!
//! Whoever implements [`Game`] promises the following, and [`laws`](crate::laws) checks it on thousands of
//! random games:
//!
//! 1. Exactly one of [`turn`](Game::turn) and [`outcome`](Game::outcome) is `Some`; a position has a move exactly
//!    when it has a turn.
//! 2. The moves that [`for_each_move`](Game::for_each_move) lists are distinct, come in an order that depends on
//!    the position alone, and are exactly those that [`check`](Game::check) allows.
//! 3. [`apply`](Game::apply) accepts what `check` allows and leaves the position equal to what it was when it
//!    refuses.
//! 4. A clone plays on its own.
//! 5. Equal positions have equal hashes, moves and texts.
//! 6. The provided methods, where a game overrides them, say what the listing says.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;

use crate::outcome::{Ending, Outcome};
use crate::player::Player;
use crate::random::Random;

/// A position of a game without chance or hidden information, together with the rules that it is played by.
///
/// The trait is implemented by positions: a value knows its board, its rules and who is to move, so that one value
/// is all that a search, a program or a test has to carry.
///
/// A *move* is the smallest decision. One turn may be several moves by the same player (a second letter after an
/// S-O-S, the jumps of a Phutball turn); ask [`turn`](Game::turn) after every move and assume no alternation.
///
/// # Examples
///
/// A game in which two players take one or two matches, and whoever takes the last match wins:
///
/// ```
/// use std::fmt;
/// use std::ops::ControlFlow;
/// use papergames_common::{Game, Outcome, Player, Seeded, playout};
///
/// #[derive(Clone, Debug, PartialEq, Eq, Hash)]
/// struct Matches { left: u8, mover: Player }
///
/// #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
/// struct Take(u8);
///
/// impl fmt::Display for Take {
///     fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result { write!(f, "take{}", self.0) }
/// }
///
/// #[derive(Debug, thiserror::Error)]
/// #[error("expected to take 1 or 2 of {left} matches, found {asked}")]
/// struct CannotTake { left: u8, asked: u8 }
///
/// impl Game for Matches {
///     type Move = Take;
///     type Illegal = CannotTake;
///
///     fn turn(&self) -> Option<Player> {
///         (self.left > 0).then_some(self.mover)
///     }
///     fn outcome(&self) -> Option<Outcome> {
///         (self.left == 0).then(|| Outcome::Win(self.mover.opponent()))
///     }
///     fn for_each_move(
///         &self,
///         visit: &mut dyn FnMut(Take) -> ControlFlow<()>,
///     ) -> ControlFlow<()> {
///         (1..=self.left.min(2)).try_for_each(|n| visit(Take(n)))
///     }
///     fn check(&self, m: &Take) -> Result<(), CannotTake> {
///         let legal = (1..=2).contains(&m.0) && m.0 <= self.left;
///         legal.then_some(()).ok_or(CannotTake { left: self.left, asked: m.0 })
///     }
///     fn apply(&mut self, m: &Take) -> Result<(), CannotTake> {
///         self.check(m)?;
///         self.left -= m.0;
///         self.mover = self.mover.opponent();
///         Ok(())
///     }
/// }
///
/// let start = Matches { left: 10, mover: Player::FIRST };
/// assert_eq!(start.moves(), [Take(1), Take(2)]);
/// let end = playout::play(start, &mut Seeded::new(1));
/// assert!(end.is_terminal());
/// ```
pub trait Game: Clone + Eq + Hash + Debug {
    /// One decision of one player.
    type Move: Clone + Eq + Hash + Debug + Display;
    /// Why a move is refused.
    type Illegal: std::error::Error + Send + Sync + 'static;

    /// Returns how many players there are, at least 1 and at most [`Player::MAX`].
    fn players(&self) -> usize {
        2
    }

    /// Returns who is to move, or `None` when the game is over.
    fn turn(&self) -> Option<Player>;

    /// Returns how the game has ended, or `None` while it goes on.
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` with each legal move, once, in a fixed order, until it breaks; passes the break on.
    ///
    /// There are no legal moves when the game is over.
    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Says whether a move is legal here, and if not, why.
    ///
    /// # Errors
    ///
    /// Returns the reason when the move is not legal.
    fn check(&self, m: &Self::Move) -> Result<(), Self::Illegal>;

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// Returns the reason when the move is not legal; the position is then as it was.
    fn apply(&mut self, m: &Self::Move) -> Result<(), Self::Illegal>;

    // The methods below follow from those above. A game overrides one only where it knows a faster way to the
    // same answer; the laws compare the two.

    /// Returns whether there is a legal move, looking no further than the first.
    fn has_move(&self) -> bool {
        self.for_each_move(&mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// Returns how many legal moves there are.
    ///
    /// Takes one pass over the moves unless the game knows better: Sprouts counts billions of lines at once.
    fn count_moves(&self) -> u128 {
        let mut count = 0;
        let _ = self.for_each_move(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Returns the move at `index`, counted from 0 in the order of [`for_each_move`](Game::for_each_move), or `None`
    /// past the last.
    fn nth_move(&self, index: u128) -> Option<Self::Move> {
        let mut left = index;
        let mut found = None;
        let _ = self.for_each_move(&mut |m| {
            if left == 0 {
                found = Some(m);
                return ControlFlow::Break(());
            }
            left -= 1;
            ControlFlow::Continue(())
        });
        found
    }

    /// Returns the index of a move in the order of [`for_each_move`](Game::for_each_move), or `None` if it is not
    /// legal: the inverse of [`nth_move`](Game::nth_move).
    fn rank_of(&self, m: &Self::Move) -> Option<u128> {
        let mut rank = 0;
        let found = self.for_each_move(&mut |other| {
            if other == *m {
                return ControlFlow::Break(());
            }
            rank += 1;
            ControlFlow::Continue(())
        });
        found.is_break().then_some(rank)
    }

    /// Returns a legal move, each equally likely, or `None` when the game is over.
    fn random_move(&self, random: &mut dyn Random) -> Option<Self::Move> {
        match self.count_moves() {
            0 => None,
            count => self.nth_move(random.below_wide(count)),
        }
    }

    /// Returns all legal moves.
    ///
    /// Takes memory for each; in Sprouts with many spots there are too many. See
    /// [`for_each_move`](Game::for_each_move) and [`nth_move`](Game::nth_move).
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// Replaces the contents of `moves` by all legal moves, so that one buffer serves many positions.
    fn moves_into(&self, moves: &mut Vec<Self::Move>) {
        moves.clear();
        let _ = self.for_each_move(&mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
    }

    /// Returns whether the game is over.
    fn is_terminal(&self) -> bool {
        self.turn().is_none()
    }

    /// Returns the player who has won alone, if the game is over and one did.
    fn winner(&self) -> Option<Player> {
        self.outcome().and_then(Outcome::winner)
    }

    /// Returns the position after a move and leaves this one alone.
    ///
    /// # Errors
    ///
    /// Returns the reason when the move is not legal.
    fn child(&self, m: &Self::Move) -> Result<Self, Self::Illegal> {
        let mut child = self.clone();
        child.apply(m)?;
        Ok(child)
    }
}

/// A game in which players score points; the outcome may or may not rest on them.
pub trait Scored: Game {
    /// Returns the points that `player` has so far.
    fn score(&self, player: Player) -> i64;
}

/// Marks a game of two players who always move in turn.
///
/// A search that negates values at every move is right for such games only; it should ask for this bound. Any other
/// game for two players becomes one by [`Plies`](crate::Plies), which fills in forced passes.
pub trait Alternating: Game {}

/// A game whose positions have symmetries, or names that do not matter for play.
///
/// # Examples
///
/// In Nim the order of the heaps does not matter; swapping neighbours generates all orders:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() -> Result<(), Box<dyn std::error::Error>> {
/// let nim = Nim::new(&[5, 3, 4]);
/// assert_eq!(nim.images(), [Nim::new(&[3, 5, 4]), Nim::new(&[5, 4, 3])]);
/// assert_eq!(nim.canonical(), Nim::new(&[3, 4, 5]));
/// assert!(nim.images().iter().all(|image| image.canonical() == nim.canonical()));
///
/// // Moves have images too: making a move and then swapping is swapping and then making its image.
/// let swap = nim.symmetries()[0];
/// let m = Take { heap: 0, matches: 2 };
/// let image = nim.image_of_move(&m, &swap);
/// assert_eq!(image, Take { heap: 1, matches: 2 });
/// assert_eq!(nim.child(&m)?.image(&swap), nim.image(&swap).child(&image)?);
/// # Ok(())
/// # }
/// ```
///
/// # Laws
///
/// For every position `p`, each of its symmetries `s` and each legal move `m`:
///
/// * `p.image(s).canonical() == p.canonical()`, and both positions have the same value;
/// * `p.canonical()` is its own canonical form;
/// * `p.child(m).image(s) == p.image(s).child(p.image_of_move(m, s))`.
pub trait Symmetric: Game {
    /// One symmetry of a position, such as a reflection of the board or an exchange of two names. It is a symmetry of
    /// the positions after it, too.
    type Symmetry: Clone + Debug;

    /// Returns the symmetries of the position: all of them, or some that generate all.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// Returns the position as one of its symmetries maps it.
    fn image(&self, symmetry: &Self::Symmetry) -> Self;

    /// Returns the legal move of the image that corresponds to the legal move `m` of this position.
    ///
    /// The default tries the moves of the image until one leads to the image of the position after `m`. A game that
    /// knows the answer overrides it.
    ///
    /// # Panics
    ///
    /// Panics if `m` is illegal, and if the game breaks its law and has no such move.
    fn image_of_move(&self, m: &Self::Move, symmetry: &Self::Symmetry) -> Self::Move {
        let after = self.child(m).expect("the move is legal").image(symmetry);
        let image = self.image(symmetry);
        let mut found = None;
        let _ = image.for_each_move(&mut |m| {
            if image.child(&m).is_ok_and(|child| child == after) {
                found = Some(m);
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        found.expect("some move leads to the image of the position after the move")
    }

    /// Returns the one position that stands for this one and all its images.
    fn canonical(&self) -> Self;

    /// Returns the image of the position under each of [`symmetries`](Symmetric::symmetries), in their order.
    fn images(&self) -> Vec<Self> {
        let symmetries = self.symmetries();
        symmetries
            .iter()
            .map(|symmetry| self.image(symmetry))
            .collect()
    }
}

/// An impartial game: both players have the same moves, and whoever cannot move has lost (normal play) or won
/// (misère play).
///
/// A position is a sum of independent *summands*, in canonical form so that equal play has equal summands. A move
/// changes one summand into a sum of others. From this [`Solver`](crate::solve::Solver) finds nimbers and
/// outcomes without ever looking at a labelled position.
///
/// # Examples
///
/// In Nim the heaps are the summands. Empty heaps are left out, of a position and of an option alike:
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() -> Result<(), papergames_common::Unfinished> {
/// use papergames_common::solve::Solver;
///
/// assert_eq!(Nim::new(&[2, 0, 3]).summands(), [2, 3]);
///
/// let mut options = Vec::new();
/// let _ = Nim::for_each_option(&2, &mut |option| {
///     options.push(option);
///     ControlFlow::Continue(())
/// });
/// assert_eq!(options, [vec![], vec![1]]);
///
/// // That is all the solver needs.
/// assert!(Solver::new().mover_wins(&Nim::new(&[2, 0, 3]))?);
/// assert!(!Solver::new().mover_wins(&Nim::misere(&[1, 1, 1]))?);
/// # Ok(())
/// # }
/// ```
///
/// Theory: Sprague (1935) and Grundy (1939); Berlekamp, Conway and Guy, *Winning Ways*, chapter 3; Siegel,
/// *Combinatorial Game Theory*, chapters IV and V.
pub trait Impartial: Game {
    /// A part of a position that plays independently of the rest, in canonical form.
    type Summand: Clone + Ord + Hash + Debug;

    /// Returns who wins when no move is left.
    fn ending(&self) -> Ending;

    /// Returns the summands of the position; parts in which nobody can ever move may be left out.
    ///
    /// [`for_each_option`](Impartial::for_each_option) has to leave out exactly the same parts: the summands of the
    /// position after a move are those before it, with one of them replaced by one of its options.
    fn summands(&self) -> Vec<Self::Summand>;

    /// Calls `visit` with each position that one move makes of `summand`, as a list of summands, until it breaks;
    /// passes the break on. Options may come more than once, and the summands of an option in any order.
    ///
    /// Whatever [`summands`](Impartial::summands) leaves out is left out here, too, and nothing else: if an empty heap
    /// of Nim is not a summand, then taking the whole heap is the option `[]` and not `[0]`. The law
    /// [`options_are_the_moves`](crate::laws::options_are_the_moves) compares the two as lists.
    fn for_each_option(
        summand: &Self::Summand,
        visit: &mut dyn FnMut(Vec<Self::Summand>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}
