//! Monte-Carlo tree search with the [`treant`](https://docs.rs/treant) crate for any two-player game (feature
//! `treant`). Values that the tree has settled are marked as proved.
//!
//! # Examples
//!
//! ```
//! use papergames_common::Ply;
//! use papergames_common::adapters::treant::manager;
//! use papergames_common::nim::{Nim, Take};
//!
//! let mut search = manager(Nim::new(&[3, 4, 5]), 1);
//! search.playout_n(100_000);
//! assert_eq!(search.best_move(), Some(Ply::Move(Take { heap: 0, matches: 2 })));
//! ```

use core::hash::BuildHasher;
use core::marker::PhantomData;

use rustc_hash::FxBuildHasher;
use treant::tree_policy::UCTPolicy;
use treant::{Evaluator, GameState, MCTS, MCTSManager, ProvenValue, SearchHandle};

use crate::play::game::Game;
use crate::play::player::Player;
use crate::play::playout;
use crate::play::plies::{Plies, Ply};
use crate::tools::random::Seeded;

/// The number of moves after which a random game is stopped and counted as a draw, the default of `most_moves` in
/// [`MonteCarlo`](crate::search::MonteCarlo).
const MOST_MOVES: u64 = 10_000;

impl<G: Game<Move: Send + Sync>> GameState for Plies<G> {
    type Move = Ply<G::Move>;
    type Player = Player;
    type MoveList = Vec<Ply<G::Move>>;

    fn current_player(&self) -> Player {
        self.side
    }

    fn available_moves(&self) -> Self::MoveList {
        self.moves()
    }

    fn make_move(&mut self, m: &Self::Move) {
        self.apply_unchecked(m);
    }

    fn terminal_value(&self) -> Option<ProvenValue> {
        let outcome = self.outcome()?;
        Some(match outcome.utility(self.side) {
            1 => ProvenValue::Win,
            0 => ProvenValue::Draw,
            _ => ProvenValue::Loss,
        })
    }
}

/// The specification with which the `treant` crate searches games of this library: UCT with proven values and seeded
/// random games. One random game evaluates each position.
#[derive(Clone, Debug)]
pub struct Spec<G> {
    seed: u64,
    game: PhantomData<fn() -> G>,
}

impl<G> MCTS for Spec<G>
where
    G: Game<Move: Send + Sync + 'static> + Send + Sync + 'static,
{
    type State = Plies<G>;
    type Eval = Spec<G>;
    type TreePolicy = UCTPolicy;
    type NodeData = ();
    type TranspositionTable = ();
    type ExtraThreadData = ();

    fn rng_seed(&self) -> Option<u64> {
        Some(self.seed)
    }

    fn solver_enabled(&self) -> bool {
        true
    }
}

impl<G> Evaluator<Spec<G>> for Spec<G>
where
    G: Game<Move: Send + Sync + 'static> + Send + Sync + 'static,
{
    /// The payoff of the random game to the first player.
    type StateEvaluation = i32;

    fn evaluate_new_state(
        &self,
        state: &Plies<G>,
        moves: &Vec<Ply<G::Move>>,
        _: Option<SearchHandle<'_, Spec<G>>>,
    ) -> (Vec<()>, i32) {
        // The same position in the same search gets the same game, because the crate calls this from several threads.
        let mut random = Seeded::new(self.seed ^ FxBuildHasher.hash_one(state));
        let end = playout::play_at_most(state.clone(), MOST_MOVES, &mut random);
        let value = end
            .outcome()
            .map_or(0, |outcome| outcome.utility(Player::FIRST));
        (vec![(); moves.len()], value)
    }

    fn evaluate_existing_state(
        &self,
        _: &Plies<G>,
        value: &i32,
        _: SearchHandle<'_, Spec<G>>,
    ) -> i32 {
        *value
    }

    fn interpret_evaluation_for_player(&self, value: &i32, player: &Player) -> i64 {
        i64::from(if *player == Player::FIRST {
            *value
        } else {
            -*value
        })
    }
}

/// Returns a search from `position`, ready to run.
///
/// # Panics
///
/// Panics if the game is not for two players.
pub fn manager<G>(position: G, seed: u64) -> MCTSManager<Spec<G>>
where
    G: Game<Move: Send + Sync + 'static> + Send + Sync + 'static,
{
    let spec = Spec {
        seed,
        game: PhantomData,
    };
    let policy = UCTPolicy::new(core::f64::consts::SQRT_2);
    MCTSManager::new(Plies::new(position), spec.clone(), spec, policy, ())
}
