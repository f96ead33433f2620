//! Random games for property tests, which shrink to short legal games.

use proptest::collection::vec;
use proptest::prelude::any;
use proptest::sample::Index;
use proptest::strategy::Strategy;

use crate::game::Game;
use crate::record::Record;

/// Records of random games from `start`, of at most `max_moves` moves.
///
/// Each move is drawn as an [`Index`] into the legal moves, which are counted and picked but never listed. Dropping an
/// index or making it smaller still gives a legal game, so a failing game shrinks to a short one.
///
/// # Panics
///
/// A case panics if the game breaks its law and lists a move that it refuses.
///
/// # Examples
///
/// ```
/// # include!("../../tests/nim/game.rs");
/// # fn main() {
/// use papergames_common::laws::playouts;
/// use proptest::proptest;
///
/// proptest!(|(record in playouts(Nim::new(&[3, 4, 5]), 20))| {
///     assert!(record.moves().len() <= 12, "each move takes a match");
/// });
/// # }
/// ```
pub fn playouts<G: Game>(start: G, max_moves: usize) -> impl Strategy<Value = Record<G>> {
    vec(any::<Index>(), 0..=max_moves).prop_map(move |indices| {
        let mut record = Record::new(start.clone());
        for index in indices {
            let Some(m) = pick(record.position(), index) else {
                break;
            };
            record.push(m).expect("a listed move is legal");
        }
        record
    })
}

/// Positions that random games from `start` reach within `max_moves` moves.
pub fn positions<G: Game>(start: G, max_moves: usize) -> impl Strategy<Value = G> {
    playouts(start, max_moves).prop_map(|record| record.position().clone())
}

/// Returns the legal move that `index` picks, without listing the moves, or `None` when the game is over.
pub fn pick<G: Game>(position: &G, index: Index) -> Option<G::Move> {
    let count = position.count_moves();
    // The high half of a 64-bit number times a 128-bit count.
    let raw = index.index(usize::MAX) as u128;
    let nth = raw * (count >> 64) + ((raw * (count & u128::from(u64::MAX))) >> 64);
    position.nth_move(nth)
}
