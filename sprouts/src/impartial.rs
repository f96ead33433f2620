//! Sprouts as an impartial game, for the general solvers of nimbers and outcomes.

use core::ops::ControlFlow;

use common::{Ending, Game, Impartial, Symmetric};

use crate::land::{Land, Lands, Reductions};
use crate::position::Position;
use crate::rules::Variant;

/// A part of a position that plays independently of the rest, in canonical form.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Part {
    /// A land of standard Sprouts, from which only dead spots have been removed.
    Land(Land),
    /// A whole position of a variant, not split into parts.
    Whole(Position),
}

/// Standard and Black-and-White Sprouts are impartial.
///
/// In standard Sprouts the summands are [lands](crate::land) without further reductions, whose options are exactly the
/// moves. `solve` reduces lands to smaller ones of equal value, so it solves far larger positions. A
/// position of a variant is one summand, in canonical form.
///
/// Antwerp Sprouts is not impartial, since the players have different moves. The player to move is part of each
/// summand. A nimber of 0 still means that this player loses, but nimbers do not give the outcome of sums.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Game, Impartial, Position};
///
/// // 1 and 2 are joined three times. What is left is one game, since each new spot is open to two regions.
/// let mut position: Position = "2+:1,3,2,4/1,4,2,5/1,5,2,3".parse()?;
/// assert_eq!(position.summands().len(), 1);
/// position.apply(&"4-5!".parse()?)?;
/// assert_eq!(position.summands().len(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl Impartial for Position {
    type Summand = Part;

    fn ending(&self) -> Ending {
        self.rules().ending
    }

    fn summands(&self) -> Vec<Part> {
        if !self.has_move() {
            return Vec::new();
        }
        let lands = Lands::drawn(self, Reductions::NONE);
        match lands.filter(|_| self.rules().variant.is_standard()) {
            Some(lands) => playable(&lands),
            None => vec![Part::Whole(self.canonical())],
        }
    }

    fn for_each_option(
        summand: &Part,
        visit: &mut dyn FnMut(Vec<Part>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match summand {
            Part::Land(land) => {
                let children = land.children_of(Variant::Standard, Reductions::NONE);
                children.iter().try_for_each(|child| visit(playable(child)))
            }
            Part::Whole(position) => position.for_each_move(&mut |m| {
                let child = position.child_unchecked(&m);
                visit(child.summands())
            }),
        }
    }
}

/// Returns the lands in which a line can be drawn.
fn playable(lands: &Lands) -> Vec<Part> {
    let lands = lands.iter().filter(|land| land.has_move());
    lands.cloned().map(Part::Land).collect()
}
