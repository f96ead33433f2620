//! Positions and moves as numbers, for machine learning: see [`common::encode`].

use common::encode::{Actions, Augments, Bound, Bounds, Planes};
use common::grid::Direction;
use common::{Game, Player};

use crate::moves::Move;
use crate::point::{Point, Size};
use crate::position::{Phase, Position};
use crate::symmetry::{Mirror, mirrored};

/// Returns the number of a playing point.
fn number(size: Size, point: Point) -> usize {
    (usize::from(point.row) - 1) * size.columns() + point.column as usize
}

/// An *action* is a single decision: a man, a jump or a stop. A turn with a chain of jumps consists of several actions
/// of the same player, so there are few actions even though a position can have thousands of turns:
///
/// | actions | decision |
/// |---|---|
/// | 0 to *P* − 1 | a man on the playing point with this number, row by row from the bottom |
/// | *P* to *P* + 7 | a jump, clockwise from north |
/// | *P* + 8 | a stop in the middle of a chain |
///
/// Here *P* = columns × (rows − 2), so the standard board has 294 actions.
///
/// The *planes* have one cell for each point of the board, including end rows, row by row from the bottom:
///
/// | plane | a cell is |
/// |---|---|
/// | `men` | 1 where a man stands |
/// | `ball` | 1 where the ball is; for a ball outside a corner, 1 at that corner, where the game would also be over |
/// | `first to move` | 1 in every cell if the first player is to move |
/// | `chain` | 1 in every cell in the middle of a chain of jumps |
/// | `over` | 1 in every cell when the game is over |
///
/// The board is not rotated for the second player. To learn from the view of the player to move, encode
/// [`Position::turned`] when the second player is to move; its moves are rotated as well.
impl Actions for Position {
    fn n_actions(&self) -> Option<usize> {
        Some(self.size.playing_points() + 9)
    }

    fn action_of(&self, m: &Move) -> Option<usize> {
        self.check(m).ok()?;
        let points = self.size.playing_points();
        Some(match *m {
            Move::Place(point) => number(self.size, point),
            Move::Jump(direction) => points + direction as usize,
            Move::Stop => points + 8,
        })
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        let points = self.size.playing_points();
        let m = match action.checked_sub(points) {
            None => Move::Place(self.size.at(self.size.nth_playing_index(action))),
            Some(8) => Move::Stop,
            Some(place) => Move::Jump(*Direction::ALL.get(place)?),
        };
        self.check(&m).is_ok().then_some(m)
    }
}

impl Planes for Position {
    fn shape(&self) -> [usize; 3] {
        [5, self.size.rows(), self.size.columns()]
    }

    fn plane_names(&self) -> Vec<String> {
        ["men", "ball", "first to move", "chain", "over"]
            .map(str::to_owned)
            .to_vec()
    }

    fn write_planes(&self, planes: &mut [f32]) {
        let columns = self.size.columns();
        let cells = columns * self.size.rows();
        assert_eq!(planes.len(), 5 * cells, "the planes have the stated shape");
        let cell = |point: Point| {
            let column = point.column.clamp(0, columns as i8 - 1);
            usize::from(point.row) * columns + column as usize
        };
        planes[..2 * cells].fill(0.0);
        for man in self.men() {
            planes[cell(man)] = 1.0;
        }
        planes[cells + cell(self.ball)] = 1.0;
        let everywhere = [
            self.turn() == Some(Player::FIRST),
            self.phase == Phase::Jumping,
            self.phase == Phase::Over,
        ];
        for (plane, holds) in planes[2 * cells..].chunks_mut(cells).zip(everywhere) {
            plane.fill(f32::from(u8::from(holds)));
        }
    }
}

impl Augments for Position {
    fn image_of_action(&self, action: usize, mirror: &Mirror) -> usize {
        let points = self.size.playing_points();
        match action.checked_sub(points) {
            None => self.image_of_cell(action, mirror),
            Some(place) => Direction::ALL
                .get(place)
                .map_or(action, |direction| points + mirrored(*direction) as usize),
        }
    }

    fn image_of_cell(&self, cell: usize, _: &Mirror) -> usize {
        let columns = self.size.columns();
        cell - cell % columns + (columns - 1 - cell % columns)
    }
}

impl Bounds for Position {
    /// A game can go on forever, but a turn cannot: each jump removes a man, and another jump or a stop follows only
    /// while a man is left to jump. So no turn has more moves than there can be men.
    fn bounds(&self) -> Bound {
        Bound {
            in_a_row: Some(self.size.playing_points() - 1),
            ..Bound::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Rules;
    use common::grid::{Columns, Rows};

    #[test]
    fn actions_are_numbered_as_the_table_says() {
        let position = Position::standard();
        assert_eq!(position.n_actions(), Some(294));
        let action = |text: &str, position: &Position| {
            position.action_of(&text.parse().expect("the text of a move"))
        };
        assert_eq!(action("a1", &position), Some(0));
        assert_eq!(action("o19", &position), Some(284));
        assert_eq!(action("NE", &position), None);
        let chain: Position = "7/7/7/7/3o3/2o@o2/7/7/7/7:first:full-board:jumping"
            .parse()
            .expect("a chain");
        let points = chain.size().playing_points();
        assert_eq!(action("N", &chain), Some(points));
        assert_eq!(action("W", &chain), Some(points + 6));
        assert_eq!(action("stop", &chain), Some(points + 8));
        assert_eq!(action("a1", &chain), None);
    }

    #[test]
    fn the_planes_show_the_board_from_the_bottom() {
        let position = Position::with_pieces(
            Size::new(Rows(5), Columns(3)).expect("a size"),
            Rules::FullBoard,
            Point { column: 1, row: 2 },
            [Point { column: 0, row: 1 }],
            Player::SECOND,
        );
        let planes = position.expect("a position").planes();
        assert_eq!(planes.len(), 5 * 15);
        let ones = planes
            .iter()
            .enumerate()
            .filter(|(_, number)| **number > 0.5);
        let ones: Vec<usize> = ones.map(|(cell, _)| cell).collect();
        assert_eq!(ones, [3, 15 + 7]);
    }
}
