//! The theorem that gives the winner before the first move, and the number of games.
//!
//! # How long a game lasts
//!
//! **A game with *n* stars and *A* arms lasts exactly *A* + *n* − 2 moves**, no matter what the players do; with *n*
//! crosses, this is 5*n* − 2. The proof counts the parts of the finished drawing, which is a planar map.
//!
//! * *Free arms.* A move uses up two arms and its cross-bar adds two, so there are always *A* free arms. Each boundary
//!   keeps at least one arm. A line that divides a face leaves one end of its bar on either side, and a line that joins
//!   two boundaries leaves both ends on the joint boundary.
//! * *Faces.* At the end, no two free arms are in the same face, because otherwise they could be joined. Every face has
//!   a free arm, because it has a boundary. So there are as many faces as arms: *F* = *A*.
//! * *Pieces.* The finished drawing is connected, because two pieces bordering the same face would both have a free arm
//!   in it.
//! * *Vertices and edges.* The vertices are the stars and the cross-bars, *V* = *n* + *m* after *m* moves. Each bar
//!   cuts its line in two, so *E* = 2*m*.
//!
//! Euler's formula *V* − *E* + *F* = 2 says *n* + *m* − 2*m* + *A* = 2, that is *m* = *A* + *n* − 2. ∎
//!
//! For the moves inside it, a face with *a* arms on *b* boundaries is the same as a sheet of paper with *b* stars. So
//! the number of **moves left in any position is the sum of *a* + *b* − 2 over its faces**, and each move lowers it by
//! one. The parity of this number alone determines who makes the last move ([`solve`](crate::solve)).
//!
//! Sources: for crosses, Gardner, *Mathematical Carnival*, chapter 1, and Berlekamp, Conway and Guy, *Winning Ways*,
//! chapter 17; for stars: Cairns and Chartarrayawadee, "Brussels Sprouts and Cloves", *Mathematics Magazine* 80 (2007).
//!
//! # How many games there are
//!
//! With the arms named as [`Arm`](crate::Arm) describes, consider the permutation that sends each arm to the next arm
//! on its boundary. At the start it has one cycle for each star, at the end it is the identity, and a move multiplies
//! it by the transposition of its two arms. So a game is a shortest factorization of the permutation into
//! transpositions that connect all stars. A move also specifies on which side other pieces lie, but the joined arms
//! alone determine the game. The reason is that at the end every face contains one arm and that, going backwards,
//! removing a line unites the faces of its two arms. Hurwitz (1891) counted these factorizations:
//!
//! ```text
//! (A + n − 2)! · A^(n−3) · ∏ k^k / (k − 1)!      over the stars' numbers of arms k
//! ```
//!
//! [`n_games`] evaluates the formula, [`n_games_on_paper`](crate::surface::theory::n_games_on_paper) counts the games
//! from any position face by face, and the tests compare the two. For a single star the formula gives k^(k−2), the
//! number of parking functions of length k − 1; see Ji and Propp, "Brussels Sprouts, Noncrossing Trees, and Parking
//! Functions" ([arXiv:1805.03608](https://arxiv.org/abs/1805.03608)). They also show that there are as many finished
//! drawings as noncrossing trees on k points ([`n_ends_of_star`]).

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use common::sorting;

use rustc_hash::FxHashMap;

use crate::face::Face;
use crate::position::Position;

/// Returns the number of moves in a game with stars of the given numbers of arms.
///
/// Stars without arms can never be played and are not counted. The result saturates at `usize::MAX - 2`.
///
/// # Examples
///
/// ```
/// use papergames_brussels::theory;
///
/// assert_eq!(theory::game_length(&[4, 4]), 8);
/// assert_eq!(theory::game_length(&[1]), 0);
/// ```
pub fn game_length(arms: &[usize]) -> usize {
    let stars = arms.iter().filter(|n| **n > 0).count();
    let all = arms.iter().fold(stars, |sum, n| sum.saturating_add(*n));
    all.saturating_sub(2)
}

/// Returns the number of moves left in a position, which is the sum over its faces of the number of arms plus the
/// number of boundaries minus 2.
///
/// This counts the arms and boundaries of the position, without using the number of moves made so far.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Position, theory};
///
/// let position: Position = "2:1a-1c".parse()?;
/// assert_eq!(theory::moves_left(&position), 7);
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
pub fn moves_left(position: &Position) -> usize {
    Face::all_of(position).iter().map(Face::moves_left).sum()
}

/// Returns the number of distinct whole games with stars of the given numbers of arms, by Hurwitz's formula, or `None`
/// if it exceeds 128 bits. Arms are labelled, so two games count as the same only if they consist of the same moves in
/// the same order.
///
/// # Examples
///
/// ```
/// use papergames_brussels::theory;
///
/// assert_eq!(theory::n_games(&[4]), Some(16));
/// assert_eq!(theory::n_games(&[4, 4]), Some(9_175_040));
/// assert_eq!(theory::n_games(&[4; 5]), Some(1_462_170_422_112_336_410_528_710_656_000_000));
/// assert_eq!(theory::n_games(&[4; 6]), None);
/// ```
pub fn n_games(arms: &[usize]) -> Option<u128> {
    let arms: Vec<usize> = arms.iter().copied().filter(|n| *n > 0).collect();
    if arms.is_empty() {
        return Some(1);
    }
    let all = arms.iter().fold(0usize, |sum, n| sum.saturating_add(*n));
    if all > 200 {
        return None; // The formula grows faster than (A − 1)!, and 200! is far above 2^128.
    }
    // The quotient is a whole number although its factors are not, so collect the exponents of the primes.
    let mut product = Factors::default();
    product.multiply_factorial(all + arms.len() - 2, 1);
    product.multiply(all, arms.len() as i64 - 3);
    for k in arms {
        product.multiply(k, k as i64);
        product.multiply_factorial(k - 1, -1);
    }
    product.value()
}

/// A positive rational number as a product of primes.
#[derive(Default)]
struct Factors(FxHashMap<usize, i64>);

impl Factors {
    fn multiply(&mut self, mut n: usize, exponent: i64) {
        let mut prime = 2;
        while n > 1 {
            while n.is_multiple_of(prime) {
                *self.0.entry(prime).or_insert(0) += exponent;
                n /= prime;
            }
            prime += 1;
        }
    }

    fn multiply_factorial(&mut self, n: usize, exponent: i64) {
        (2..=n).for_each(|i| self.multiply(i, exponent));
    }

    /// Returns the number if it is whole and fits 128 bits.
    fn value(&self) -> Option<u128> {
        self.0.iter().try_fold(1u128, |product, (prime, exponent)| {
            let power = (*prime as u128).checked_pow(u32::try_from(*exponent).ok()?)?;
            product.checked_mul(power)
        })
    }
}

/// Returns the number of distinct finished drawings from a single star with `k` arms, `C(3k−3, k−1) / (2k−1)`, or
/// `None` if a step of the calculation exceeds 128 bits. A star without arms is its own finished drawing.
///
/// Source: Ji and Propp, arXiv:1805.03608, who show that the drawings correspond to noncrossing trees on `k` points.
///
/// # Examples
///
/// ```
/// assert_eq!(papergames_brussels::theory::n_ends_of_star(4), Some(12));
/// assert_eq!(papergames_brussels::theory::n_ends_of_star(0), Some(1));
/// ```
pub fn n_ends_of_star(k: u32) -> Option<u128> {
    let edges = u128::from(k.saturating_sub(1));
    let mut choose = 1u128;
    for i in 0..edges {
        choose = choose.checked_mul(3 * edges - i)? / (i + 1);
    }
    Some(choose / (2 * edges + 1))
}

/// Returns the number of distinct multisets of faces at each depth of the game tree below a position, leaving out faces
/// with a single arm.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Position, theory};
///
/// let counts = theory::n_sums_by_depth(&Position::new(2, Ending::Normal)?);
/// assert_eq!(counts, [1, 4, 12, 12, 10, 5, 3, 1, 1]);
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
pub fn n_sums_by_depth(position: &Position) -> Vec<usize> {
    let mut level = BTreeSet::from([Face::all_of(position)]);
    let mut counts = Vec::new();
    while !level.is_empty() {
        counts.push(level.len());
        let mut below = BTreeSet::new();
        for sum in &level {
            for (i, face) in sum.iter().enumerate() {
                let _ = face.for_each_option(&mut |_, faces| {
                    let mut next = sum.clone();
                    next.remove(i);
                    next.extend(faces.iter().filter(|face| !face.is_dead()).cloned());
                    sorting::sort_by(&mut next, Ord::cmp);
                    below.insert(next);
                    ControlFlow::Continue(())
                });
            }
        }
        level = below;
    }
    counts
}
