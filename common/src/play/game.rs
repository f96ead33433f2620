//! The [`Game`] trait, which every game implements, and its companion traits.
//!
//! # The laws
//!
//! Every implementation of [`Game`] must obey the following laws, which [`laws`](crate::laws) checks on thousands of
//! random games:
//!
//! 1. Exactly one of [`turn`](Game::turn) and [`outcome`](Game::outcome) is `Some`; a position has a move exactly
//!    when it has a turn.
//! 2. The moves that [`for_each_move`](Game::for_each_move) lists are distinct, come in an order that depends on
//!    the position alone, and are exactly those that [`check`](Game::check) allows.
//! 3. [`apply`](Game::apply) accepts every move that `check` allows. If it rejects a move, the position stays
//!    unchanged.
//! 4. Playing on a clone does not change the original.
//! 5. Equal positions have equal hashes, moves and texts.
//! 6. If a game overrides a provided method, the method gives the same answers as the default implementation.

use core::fmt::{Debug, Display};
use core::hash::Hash;
use core::ops::ControlFlow;

use smallvec::SmallVec;

use crate::play::outcome::{Ending, Outcome};
use crate::play::player::Player;
use crate::tools::random::Random;

/// A position in a game without chance or hidden information, together with the rules of the game.
///
/// A game implements this trait for the type of its positions. A position contains its board, its rules and the player
/// to move, so searches, programs and tests need only a single value.
///
/// A *move* is the smallest step that a player decides on, such as one letter in SOS or one jump in Phutball. A turn
/// may consist of several moves by the same player (a second letter after an S-O-S, the jumps of a chain), so call
/// [`turn`](Game::turn) after every move and never assume that players alternate.
///
/// # Making it fast
///
/// The five required methods are enough for every feature of this crate. If positions are small and are played millions
/// of times, override the methods that cost most: first [`apply_unchecked`](Game::apply_unchecked), then
/// [`random_move`](Game::random_move), [`nth_move`](Game::nth_move) and [`count_moves`](Game::count_moves). Then let
/// [`laws`](crate::laws) compare them with their defaults. If a position is [`Copy`], undoing a move costs nothing,
/// because searches keep the earlier position. If each move updates a hash key, keep the key in the position and let
/// [`Hash`] write it.
///
/// # Examples
///
/// A game in which two players take one or two matches, and the player who takes the last match wins:
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
/// #[error("cannot take {asked} of {left} matches; take 1 or 2")]
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
    /// A move: one decision by one player.
    type Move: Clone + Eq + Hash + Debug + Display;
    /// The error returned when a move is illegal.
    type Illegal: std::error::Error + Send + Sync + 'static;

    /// Returns the number of players, at least 1 and at most [`Player::MAX`].
    fn players(&self) -> usize {
        2
    }

    /// Returns the player to move, or `None` if the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::{Nim, Take};
    /// use papergames_common::{Game, Player};
    ///
    /// let mut nim = Nim::new(&[2]);
    /// assert_eq!(nim.turn(), Some(Player::FIRST));
    /// nim.apply(&Take { heap: 0, matches: 1 })?;
    /// assert_eq!(nim.turn(), Some(Player::SECOND));
    /// nim.apply(&Take { heap: 0, matches: 1 })?;
    /// assert_eq!(nim.turn(), None);
    /// # Ok::<(), papergames_common::nim::CannotTake>(())
    /// ```
    fn turn(&self) -> Option<Player>;

    /// Returns the outcome of the game, or `None` if it is not over.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::{Nim, Take};
    /// use papergames_common::{Game, Outcome, Player};
    ///
    /// let mut nim = Nim::new(&[1]);
    /// assert_eq!(nim.outcome(), None);
    /// nim.apply(&Take { heap: 0, matches: 1 })?;
    /// assert_eq!(nim.outcome(), Some(Outcome::Win(Player::FIRST)));
    /// # Ok::<(), papergames_common::nim::CannotTake>(())
    /// ```
    fn outcome(&self) -> Option<Outcome>;

    /// Calls `visit` once with each legal move, in a fixed order. If `visit` breaks, stops and returns the break.
    ///
    /// A finished game has no legal moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use papergames_common::Game;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// // Look for a move that takes two matches, and stop at the first one.
    /// let mut found = None;
    /// let _ = Nim::new(&[1, 3, 5]).for_each_move(&mut |m| {
    ///     if m.matches == 2 {
    ///         found = Some(m);
    ///         return ControlFlow::Break(());
    ///     }
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, Some(Take { heap: 1, matches: 2 }));
    /// ```
    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(Self::Move) -> ControlFlow<()>,
    ) -> ControlFlow<()>;

    /// Checks whether a move is legal.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is illegal.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let nim = Nim::new(&[3, 4]);
    /// assert!(nim.check(&Take { heap: 1, matches: 4 }).is_ok());
    /// assert!(nim.check(&Take { heap: 0, matches: 4 }).is_err());
    /// ```
    fn check(&self, m: &Self::Move) -> Result<(), Self::Illegal>;

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// If the move is illegal, returns the reason and leaves the position unchanged.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let mut nim = Nim::new(&[3, 4]);
    /// nim.apply(&Take { heap: 0, matches: 2 })?;
    /// assert_eq!(nim.to_string(), "1,4:second+");
    ///
    /// // An illegal move is refused with the reason, and the position stays as it is.
    /// let error = nim.apply(&Take { heap: 0, matches: 2 }).unwrap_err();
    /// assert_eq!(error.to_string(), "cannot take 2 from heap 0; take 1 to 1");
    /// assert_eq!(nim.to_string(), "1,4:second+");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    fn apply(&mut self, m: &Self::Move) -> Result<(), Self::Illegal>;

    // Provided methods. A game overrides one only to find the same answer faster; the laws compare the two.

    /// Makes a move that is known to be legal, such as one from [`for_each_move`](Game::for_each_move).
    ///
    /// Playouts, perft and searches make every move this way. The default calls [`apply`](Game::apply). Override it to
    /// skip the check in games in which the check costs more than the move itself. After an illegal move the position
    /// may have any value, but using it is never unsound.
    ///
    /// # Panics
    ///
    /// May panic if the move is illegal, as the default does.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::Nim;
    ///
    /// let mut nim = Nim::new(&[3, 4]);
    /// while let Some(m) = nim.nth_move(0) {
    ///     nim.apply_unchecked(&m);
    /// }
    /// assert!(nim.is_terminal());
    /// ```
    fn apply_unchecked(&mut self, m: &Self::Move) {
        if let Err(reason) = self.apply(m) {
            panic!("`{m}` is played as a legal move and is not: {reason}");
        }
    }

    /// Returns whether there is a legal move. Stops at the first one.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::Nim;
    ///
    /// assert!(Nim::new(&[0, 1]).has_move());
    /// assert!(!Nim::new(&[0, 0]).has_move());
    /// ```
    fn has_move(&self) -> bool {
        self.for_each_move(&mut |_| ControlFlow::Break(()))
            .is_break()
    }

    /// Returns the number of legal moves.
    ///
    /// The default visits every move. Some games count faster: Sprouts counts billions of lines without visiting them.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::Nim;
    ///
    /// // In Nim there is a move for each match.
    /// assert_eq!(Nim::new(&[3, 4, 5]).count_moves(), 12);
    /// ```
    fn count_moves(&self) -> u128 {
        let mut count = 0;
        let _ = self.for_each_move(&mut |_| {
            count += 1;
            ControlFlow::Continue(())
        });
        count
    }

    /// Returns the move at `index`, counted from 0 in the order of [`for_each_move`](Game::for_each_move), or `None` if
    /// there are not enough moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let nim = Nim::new(&[1, 2]);
    /// assert_eq!(nim.nth_move(0), Some(Take { heap: 0, matches: 1 }));
    /// assert_eq!(nim.nth_move(2), Some(Take { heap: 1, matches: 2 }));
    /// assert_eq!(nim.nth_move(3), None);
    /// ```
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

    /// Returns a legal move chosen uniformly at random, or `None` if the game is over.
    ///
    /// The default lists the moves once if there are at most 64, and otherwise counts them and picks one by index.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::{Game, Seeded};
    ///
    /// let nim = Nim::new(&[3, 4, 5]);
    /// let mut random = Seeded::new(1);
    /// let m = nim.random_move(&mut random).expect("the game is not over");
    /// assert!(nim.check(&m).is_ok());
    /// assert_eq!(Nim::new(&[0]).random_move(&mut random), None);
    /// ```
    fn random_move(&self, random: &mut dyn Random) -> Option<Self::Move> {
        const FEW: usize = 64;
        let mut moves = SmallVec::<[Self::Move; FEW]>::new();
        let flow = self.for_each_move(&mut |m| {
            if moves.len() == FEW {
                return ControlFlow::Break(());
            }
            moves.push(m);
            ControlFlow::Continue(())
        });
        if flow.is_break() {
            return self.nth_move(random.below_wide(self.count_moves()));
        }
        match moves.len() {
            0 => None,
            n => Some(moves.swap_remove(random.below_wide(n as u128) as usize)),
        }
    }

    /// Plays up to `limit` random moves, stopping when the game is over; [`playout::play_at_most`] has an example.
    ///
    /// A game overrides it if it can play many moves faster than one after another; it must draw the same moves as
    /// [`random_move`](Game::random_move), so that a seed stands for one game.
    ///
    /// [`playout::play_at_most`]: crate::playout::play_at_most
    fn playout(&mut self, limit: u64, random: &mut dyn Random) {
        for _ in 0..limit {
            let Some(m) = self.random_move(random) else {
                break;
            };
            self.apply_unchecked(&m);
        }
    }

    /// Returns all legal moves.
    ///
    /// This stores all of them, which can take too much memory: some Sprouts positions have billions of moves. For such
    /// positions, use [`for_each_move`](Game::for_each_move) or [`nth_move`](Game::nth_move).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::Nim;
    ///
    /// let moves: Vec<String> = Nim::new(&[1, 2]).moves().iter().map(|m| m.to_string()).collect();
    /// assert_eq!(moves, ["0x1", "1x1", "1x2"]);
    /// ```
    fn moves(&self) -> Vec<Self::Move> {
        let mut moves = Vec::new();
        self.moves_into(&mut moves);
        moves
    }

    /// Replaces the contents of `moves` with all legal moves, so that one buffer can serve many positions.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::Nim;
    ///
    /// let mut moves = Vec::new();
    /// for heap in 1..=5 {
    ///     Nim::new(&[heap]).moves_into(&mut moves);
    ///     assert_eq!(moves.len(), usize::from(heap));
    /// }
    /// ```
    fn moves_into(&self, moves: &mut Vec<Self::Move>) {
        moves.clear();
        let _ = self.for_each_move(&mut |m| {
            moves.push(m);
            ControlFlow::Continue(())
        });
    }

    /// Returns whether the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::Nim;
    ///
    /// assert!(!Nim::new(&[0, 1]).is_terminal());
    /// assert!(Nim::new(&[0, 0]).is_terminal());
    /// ```
    fn is_terminal(&self) -> bool {
        self.turn().is_none()
    }

    /// Returns the sole winner, or `None` if the game is not over or has no sole winner.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::nim::Nim;
    /// use papergames_common::{Game, Player};
    ///
    /// assert_eq!(Nim::new(&[1]).winner(), None);
    /// // The first player cannot move, and so has lost, or won in misère play.
    /// assert_eq!(Nim::new(&[0]).winner(), Some(Player::SECOND));
    /// assert_eq!(Nim::misere(&[0]).winner(), Some(Player::FIRST));
    /// ```
    fn winner(&self) -> Option<Player> {
        self.outcome().and_then(Outcome::winner)
    }

    /// Returns the position after a move, without changing this one.
    ///
    /// # Errors
    ///
    /// Returns the reason if the move is illegal.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Game;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let nim = Nim::new(&[3, 4]);
    /// let child = nim.child(&Take { heap: 1, matches: 1 })?;
    /// assert_eq!((nim.heaps(), child.heaps()), (&[3, 4][..], &[3, 3][..]));
    /// # Ok::<(), papergames_common::nim::CannotTake>(())
    /// ```
    fn child(&self, m: &Self::Move) -> Result<Self, Self::Illegal> {
        let mut child = self.clone();
        child.apply(m)?;
        Ok(child)
    }

    /// Returns the position after a move that is known to be legal, which [`apply_unchecked`](Game::apply_unchecked)
    /// makes.
    ///
    /// # Panics
    ///
    /// May panic if the move is illegal.
    fn child_unchecked(&self, m: &Self::Move) -> Self {
        let mut child = self.clone();
        child.apply_unchecked(m);
        child
    }
}

/// A game that can be searched within a memory limit and whose records have a compact form. Both methods have defaults,
/// so `impl Stored for MyGame {}` is enough.
///
/// [`AlphaBeta`](crate::search::AlphaBeta), [`Proof`](crate::search::Proof), [`compact`](mod@crate::compact) records,
/// [`self_play`](mod@crate::self_play) and [`Describe`](crate::Describe) require this trait.
#[diagnostic::on_unimplemented(
    note = "both methods of `Stored` have defaults: `impl Stored for {Self} {{}}` is enough"
)]
pub trait Stored: Game {
    /// Returns the approximate number of bytes that the position owns on the heap, such as the contents of its vectors.
    ///
    /// Searches that store positions count these bytes to stay within [`Budget::memory`](crate::Budget::memory). The
    /// default is 0, which is correct for positions that own no heap memory.
    fn owned_bytes(&self) -> usize {
        0
    }

    /// Returns the index of a move in the order of [`for_each_move`](Game::for_each_move), or `None` if it is not
    /// legal. This is the inverse of [`nth_move`](Game::nth_move).
    ///
    /// The default implementation visits the moves in order until it finds this one.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_common::Stored;
    /// use papergames_common::nim::{Nim, Take};
    ///
    /// let nim = Nim::new(&[1, 2]);
    /// assert_eq!(nim.index_of(&Take { heap: 1, matches: 2 }), Some(2));
    /// assert_eq!(nim.index_of(&Take { heap: 0, matches: 2 }), None);
    /// ```
    fn index_of(&self, m: &Self::Move) -> Option<u128> {
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
}

/// A game in which players score points. The outcome need not depend on the points.
pub trait Scored: Game {
    /// Returns the points that `player` has scored so far.
    fn score(&self, player: Player) -> i64;

    /// Returns the points that a legal move scores for the player who makes it: by how much it raises that player's
    /// [`score`](Scored::score). Searches try the moves that score most first. The default plays the move on a copy;
    /// a game that knows the points before should return them at once.
    fn gain(&self, m: &Self::Move) -> i64 {
        match (self.turn(), self.child(m)) {
            (Some(mover), Ok(child)) => child.score(mover).saturating_sub(self.score(mover)),
            _ => 0,
        }
    }
}

/// A marker for two-player games in which the players always alternate.
///
/// A search that negates values after every move is correct only for these games and should require this bound.
/// [`Plies`](crate::Plies) turns any other two-player game into an alternating one by adding forced passes.
pub trait Alternating: Game {}

/// A game whose positions have symmetries, such as reflections of the board, or names that do not affect play.
///
/// # Examples
///
/// In Nim the order of the heaps does not matter. Swaps of neighbouring heaps generate all orders:
///
/// ```
/// use papergames_common::nim::{Nim, Take};
/// use papergames_common::{Game, Symmetric};
///
/// let nim = Nim::new(&[5, 3, 4]);
/// assert_eq!(nim.images(), [Nim::new(&[3, 5, 4]), Nim::new(&[5, 4, 3])]);
/// assert_eq!(nim.canonical(), Nim::new(&[3, 4, 5]));
/// assert!(nim.images().iter().all(|image| image.canonical() == nim.canonical()));
///
/// // Moves have images too: a move followed by a swap gives the same position as the swap followed by its image.
/// let swap = nim.symmetries()[0];
/// let m = Take { heap: 0, matches: 2 };
/// let image = nim.image_of_move(&m, &swap);
/// assert_eq!(image, Take { heap: 1, matches: 2 });
/// assert_eq!(nim.child(&m)?.image(&swap), nim.image(&swap).child(&image)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
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
    /// One symmetry of a position, such as a reflection of the board or an exchange of two names. A symmetry of a
    /// position remains a symmetry after every move.
    type Symmetry: Clone + Debug;

    /// Returns the symmetries of the position: all of them, or enough of them to generate the others.
    fn symmetries(&self) -> Vec<Self::Symmetry>;

    /// Returns the image of the position under one of its symmetries.
    ///
    /// # Panics
    ///
    /// May panic if `symmetry` is not one of the position's.
    fn image(&self, symmetry: &Self::Symmetry) -> Self;

    /// Returns the legal move of the image that corresponds to the legal move `m` of this position.
    ///
    /// The default tries the moves of the image until one leads to the image of the position after `m`. Games that can
    /// map a move directly override it.
    ///
    /// # Panics
    ///
    /// May panic if `m` is illegal or `symmetry` is not one of the position's, and panics if the game violates its
    /// contract and the image has no such move.
    fn image_of_move(&self, m: &Self::Move, symmetry: &Self::Symmetry) -> Self::Move {
        let after = self.child_unchecked(m).image(symmetry);
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

    /// Returns the canonical form of the position, which is the same for all its images.
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

/// Returns the value with which a visitor of moves says whether to continue.
pub(crate) const fn go_on_if(goes_on: bool) -> ControlFlow<()> {
    if goes_on {
        ControlFlow::Continue(())
    } else {
        ControlFlow::Break(())
    }
}

/// An impartial game: both players have the same moves, and the player who cannot move has lost (normal play) or won
/// (misère play).
///
/// A position is a sum of independent *summands*. Summands are in canonical form, so that equivalent summands are
/// equal. A move replaces one summand with a sum of others. [`Solver`](crate::solve::Solver) computes nimbers and
/// outcomes from the summands alone, without labelled positions.
///
/// # Examples
///
/// In Nim the heaps are the summands. Both methods leave out empty heaps:
///
/// ```
/// use core::ops::ControlFlow;
/// use papergames_common::Impartial;
/// use papergames_common::nim::Nim;
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
/// # Ok::<(), papergames_common::Unfinished>(())
/// ```
///
/// Theory: Sprague (1935) and Grundy (1939); Berlekamp, Conway and Guy, *Winning Ways*, chapter 3; Siegel,
/// *Combinatorial Game Theory*, chapters IV and V.
pub trait Impartial: Game {
    /// A part of a position that is independent of the rest, in canonical form.
    type Summand: Clone + Ord + Hash + Debug;

    /// Returns the rule that decides who wins when no move is left.
    fn ending(&self) -> Ending;

    /// Returns the summands of the position. Parts in which neither player can ever move may be left out.
    ///
    /// [`for_each_option`](Impartial::for_each_option) must leave out exactly the same parts: the summands of the
    /// position after a move are those before it, with one of them replaced by one of its options.
    fn summands(&self) -> Vec<Self::Summand>;

    /// Calls `visit` with each option of `summand`: the list of summands that one move turns it into. If `visit`
    /// breaks, stops and returns the break. Options may repeat, and their summands may come in any order.
    ///
    /// Leave out exactly what [`summands`](Impartial::summands) leaves out: if an empty heap of Nim is not a summand,
    /// then taking the whole heap is the option `[]` and not `[0]`. The law for [impartial
    /// games](crate::laws::Laws::impartial) compares the results of the two methods as lists.
    fn for_each_option(
        summand: &Self::Summand,
        visit: &mut dyn FnMut(Vec<Self::Summand>) -> ControlFlow<()>,
    ) -> ControlFlow<()>;
}
