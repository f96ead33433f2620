//! The value of a position by exhaustive search: slow and simple, the reference for every other method.
//!
//! Each player maximises their own payoff. For two players with opposite payoffs this is minimax. For more it is
//! *max^n* (Luckhardt and Irani, 1986): a player with several best moves takes the first in the order of the listing,
//! and the payoffs of the others depend on that choice.

use core::ops::ControlFlow;

use smallvec::SmallVec;

use super::alpha_beta::Evaluate;
use crate::game::Game;
use crate::outcome::Outcome;
use crate::player::{Player, PlayerSet};

/// What a position is worth to each player.
///
/// # Examples
///
/// ```
/// use papergames_common::search::Payoffs;
/// use papergames_common::{Outcome, Player};
///
/// let payoffs = Payoffs::of_outcome(Outcome::Win(Player::SECOND), 3);
/// assert_eq!(payoffs.as_slice(), [-1, 1, -1]);
/// assert_eq!(payoffs.of(Player::SECOND), 1);
/// assert_eq!(payoffs.outcome(), Outcome::Win(Player::SECOND));
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Payoffs(SmallVec<[i32; 4]>);

impl Payoffs {
    /// Returns the payoffs of `players` players, each computed by `payoff`.
    pub fn new(players: usize, payoff: impl FnMut(Player) -> i32) -> Payoffs {
        Payoffs(Player::all(players).map(payoff).collect())
    }

    /// Returns the payoffs of an outcome: 1 for a win, alone or shared, 0 for a draw, −1 for a loss.
    pub fn of_outcome(outcome: Outcome, players: usize) -> Payoffs {
        Payoffs::new(players, |player| outcome.utility(player))
    }

    /// Returns the outcome with these payoffs: players with more than 0 have won.
    pub fn outcome(&self) -> Outcome {
        let players = Player::all(self.0.len());
        let winners: PlayerSet = players.filter(|player| self.of(*player) > 0).collect();
        if winners.is_empty() {
            Outcome::Draw
        } else {
            Outcome::shared(winners, self.0.len())
        }
    }

    /// Returns the payoff of `player`.
    ///
    /// # Panics
    ///
    /// Panics if `player` takes no part in the game.
    pub fn of(&self, player: Player) -> i32 {
        self.0[player.index()]
    }

    /// Returns the payoffs in the order of the seats.
    pub fn as_slice(&self) -> &[i32] {
        &self.0
    }
}

/// Returns the payoff of each player under best play.
///
/// Walks every sequence of moves, so the position has to be small and every game finite. Uses one frame of the call
/// stack for each move of the longest game.
///
/// # Panics
///
/// Panics if the game breaks its law and lists a move that it refuses.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/nim/game.rs"));
/// # fn main() {
/// use papergames_common::search::minimax;
///
/// let value = minimax(&Nim::new(&[1, 2, 3]));
/// assert_eq!(value.of(Player::SECOND), 1, "1, 2 and 3 have the exclusive or 0");
/// # }
/// ```
pub fn minimax<G: Game>(position: &G) -> Payoffs {
    minimax_by(position, &|finished, outcome| {
        Payoffs::of_outcome(outcome, finished.players())
    })
}

/// Returns the payoff of each player under best play, where `payoffs` returns the payoffs of a finished position: the
/// difference in scores, say, where win or loss would be too coarse.
///
/// # Panics
///
/// Panics if the game breaks its law and lists a move that it refuses.
pub fn minimax_by<G: Game>(position: &G, payoffs: &dyn Fn(&G, Outcome) -> Payoffs) -> Payoffs {
    let Some(mover) = position.turn() else {
        return payoffs(
            position,
            position.outcome().expect("a finished game has an outcome"),
        );
    };
    let mut best: Option<Payoffs> = None;
    let _ = position.for_each_move(&mut |m| {
        let child = position.child(&m).expect("a listed move is legal");
        let value = minimax_by(&child, payoffs);
        if best
            .as_ref()
            .is_none_or(|best| value.of(mover) > best.of(mover))
        {
            best = Some(value);
        }
        ControlFlow::Continue(())
    });
    best.expect("a game that goes on has a move")
}

/// Returns the value for the first of two players of searching exactly `depth` moves ahead and then using `evaluate`.
///
/// The reference for [`AlphaBeta`](super::AlphaBeta) before it reaches the end of the game.
///
/// # Panics
///
/// Panics if the game breaks its law and lists a move that it refuses.
pub fn to_depth<G: Game>(position: &G, depth: u32, evaluate: &impl Evaluate<G>) -> i32 {
    let Some(mover) = position.turn() else {
        let outcome = position.outcome().expect("a finished game has an outcome");
        return evaluate.finished(position, outcome);
    };
    if depth == 0 {
        return evaluate.unfinished(position);
    }
    let mut best: Option<i32> = None;
    let _ = position.for_each_move(&mut |m| {
        let child = position.child(&m).expect("a listed move is legal");
        let value = to_depth(&child, depth - 1, evaluate);
        best = Some(match best {
            None => value,
            Some(best) if mover == Player::FIRST => best.max(value),
            Some(best) => best.min(value),
        });
        ControlFlow::Continue(())
    });
    best.expect("a game that goes on has a move")
}
