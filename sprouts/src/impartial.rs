//! Sprouts as an impartial game: what the general solvers of nimbers and outcomes need.

use core::cmp::Ordering;
use core::ops::ControlFlow;

use common::{Ending, Game, Impartial, Symmetric};

use crate::position::Position;

/// A position in canonical form, as a summand of a sum of games.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Part(Position);

impl Part {
    /// Returns the position that is played in.
    pub fn position(&self) -> &Position {
        &self.0
    }
}

impl Ord for Part {
    fn cmp(&self, other: &Part) -> Ordering {
        let key = |part: &Part| (part.0.rules(), part.0.n_start(), part.0.n_spots());
        key(self)
            .cmp(&key(other))
            .then_with(|| self.0.lists().cmp(&other.0.lists()))
    }
}

impl PartialOrd for Part {
    fn partial_cmp(&self, other: &Part) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Standard and Black-and-White Sprouts are impartial.
///
/// The one summand of a position is the whole of it, in canonical form; nothing is reduced. This is right by
/// definition and slow, the reference for the solver that takes positions apart.
///
/// Antwerp Sprouts is not impartial, since the players have different moves. With the mover as a part of the summand,
/// whether its nimber is 0 still says who wins, but its nimber says nothing about sums.
impl Impartial for Position {
    type Summand = Part;

    fn ending(&self) -> Ending {
        self.rules().ending
    }

    fn summands(&self) -> Vec<Part> {
        if self.has_move() {
            vec![Part(self.canonical())]
        } else {
            Vec::new()
        }
    }

    fn for_each_option(
        summand: &Part,
        visit: &mut dyn FnMut(Vec<Part>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        summand.0.for_each_move(&mut |m| {
            let child = summand.0.child(&m).expect("a listed move is legal");
            visit(child.summands())
        })
    }
}
