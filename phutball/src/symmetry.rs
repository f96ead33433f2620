//! The symmetry of the game, which is the reflection of the board left to right.
//!
//! The other symmetry of the board, rotation by half a turn, swaps the players; see [`Position::turned`].

use common::Symmetric;
use common::grid::Direction;

use crate::moves::Move;
use crate::position::Position;

/// The reflection of the board left to right, the only symmetry that keeps the players.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Game, Mirror, Position, Record, Symmetric};
///
/// let record: Record<Position> = "5x7 b4".parse()?;
/// let image = record.position().image(&Mirror);
/// assert_eq!(image.to_string(), "5/5/3o1/2@2/5/5/5:second:full-board");
/// assert_eq!(image.canonical(), record.position().canonical());
///
/// // Moves have images as well.
/// let jump = "NW".parse()?;
/// assert_eq!(record.position().image_of_move(&jump, &Mirror), "NE".parse()?);
/// assert_eq!(record.position().child(&jump)?.image(&Mirror), image.child(&"NE".parse()?)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Mirror;

/// Returns the image of a direction. Directions go clockwise from north; reflection reverses them.
pub(crate) fn mirrored(direction: Direction) -> Direction {
    Direction::ALL[(8 - direction as usize) % 8]
}

impl Symmetric for Position {
    type Symmetry = Mirror;

    fn symmetries(&self) -> Vec<Mirror> {
        vec![Mirror]
    }

    fn image(&self, _: &Mirror) -> Position {
        Position {
            ball: self.ball.mirrored(self.size),
            men: self.moved_men(|man| man.mirrored(self.size)),
            ..*self
        }
    }

    fn image_of_move(&self, m: &Move, _: &Mirror) -> Move {
        match *m {
            Move::Place(point) => Move::Place(point.mirrored(self.size)),
            Move::Jump(direction) => Move::Jump(mirrored(direction)),
            Move::Stop => Move::Stop,
        }
    }

    fn canonical(&self) -> Position {
        let image = self.image(&Mirror);
        let order = |position: &Position| (position.ball, *position.men.words());
        if order(&image) < order(self) {
            image
        } else {
            *self
        }
    }
}
