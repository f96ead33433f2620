//! Positions and moves as numbers, for machine learning: see [`common::encode`].

use common::encode::{Actions, Augments, Bound, Bounds, Planes};
use common::{Game, Player, Scored};

use crate::moves::{Letter, Move};
use crate::position::Position;
use crate::size::Size;
use crate::size::Symmetry;

/// The value of one point in a plane of points: small, which suits learning, and a power of two, so that it is exact.
const POINT: f32 = 1.0 / 16.0;

/// An *action* is a letter in a cell. Actions that write `S` come first, followed by those that write `O`, each row by
/// row from the top. As an array, the actions have the shape 2 × rows × columns.
///
/// The *planes* are the letters and the points:
///
/// | plane | a cell is |
/// |---|---|
/// | `S` | 1 where an `S` is written |
/// | `O` | 1 where an `O` is written |
/// | `points of the mover`, then of each player after that | the points divided by 16, in every cell |
/// | `over` | 1 in every cell when the game is over |
///
/// The planes of points are in the order of play, beginning with the player to move, so positions look the same to
/// every player. In a finished position they begin with the first player.
impl Actions for Position {
    fn n_actions(&self) -> Option<usize> {
        Some(2 * self.size().n_cells())
    }

    fn action_of(&self, m: &Move) -> Option<usize> {
        self.check(m).ok()?;
        Some(self.size().n_cells() * m.letter.index() + self.size().index(m.cell))
    }

    fn move_of(&self, action: usize) -> Option<Move> {
        let cells = self.size().n_cells();
        let letter = *Letter::BOTH.get(action / cells)?;
        let cell = self.size().cell(action % cells);
        let m = Move { cell, letter };
        self.check(&m).is_ok().then_some(m)
    }
}

impl Planes for Position {
    fn shape(&self) -> [usize; 3] {
        [
            3 + self.players(),
            self.size().rows(),
            self.size().columns(),
        ]
    }

    fn plane_names(&self) -> Vec<String> {
        let letters = ["S", "O"].map(str::to_owned).into_iter();
        let points = (0..self.players()).map(|later| match later {
            0 => "points of the mover".to_owned(),
            1 => "points of the next player".to_owned(),
            later => format!("points of the player {later} seats after the mover"),
        });
        let names = letters.chain(points);
        names.chain(["over".to_owned()]).collect()
    }

    fn is_view_of_mover(&self) -> bool {
        true
    }

    fn write_planes(&self, planes: &mut [f32]) {
        let cells = self.size().n_cells();
        let players = self.players();
        assert_eq!(
            planes.len(),
            cells * (3 + players),
            "the planes have the stated shape"
        );
        for (index, cell) in self.size().iter().enumerate() {
            let letter = self.letter(cell);
            for (plane, here) in Letter::BOTH.into_iter().enumerate() {
                planes[plane * cells + index] = f32::from(u8::from(letter == Some(here)));
            }
        }
        let mover = self.turn().unwrap_or(Player::FIRST).index();
        for later in 0..players {
            let player = Player::new((mover + later) % players);
            planes[(2 + later) * cells..][..cells].fill(self.points(player) as f32 * POINT);
        }
        planes[(2 + players) * cells..].fill(f32::from(u8::from(self.is_terminal())));
    }
}

impl Augments for Position {
    fn image_of_action(&self, action: usize, symmetry: &Symmetry) -> usize {
        let cells = self.size().n_cells();
        action / cells * cells + self.image_of_cell(action % cells, symmetry)
    }

    fn image_of_cell(&self, cell: usize, symmetry: &Symmetry) -> usize {
        let size = self.size();
        size.index(size.image(size.cell(cell), *symmetry as usize))
    }
}

impl Bounds for Position {
    /// A game has at most as many further moves as empty cells, and scores at most the points for the most S-O-S that
    /// a full board can have. Under rules by which the first S-O-S ends the game, no player makes two moves in a row,
    /// and only the last letter scores.
    fn bounds(&self) -> Bound {
        let moves = if self.is_terminal() {
            0
        } else {
            self.n_empty()
        };
        let players = || Player::all(self.players());
        let scored: i64 = players().map(|player| self.score(player)).sum();
        let scored = scored - self.handicap() as i64;
        let best = players().map(|player| self.score(player)).max();
        let most_made = if self.rules().ends_at_first() {
            self.target().most_at_once()
        } else if self.target().is_plain() {
            self.size().most_sos()
        } else {
            self.target().lines(self.size()).count()
        };
        let most = if moves == 0 {
            0
        } else {
            self.rules().most_points(most_made) as i64 - scored
        };
        let turn = if self.rules().keeps_turn() {
            moves
        } else {
            moves.min(1)
        };
        let least = players().map(|player| self.score(player)).min();
        let scores = least.unwrap_or(0)..=best.unwrap_or(0) + most;
        Bound {
            in_a_row: Some(turn),
            scores: Some(scores),
            ..Bound::of_moves(moves)
        }
    }
}

impl Size {
    /// Returns a bound on the number of S-O-S on a full board.
    ///
    /// On a straight line of *n* cells, an S-O-S that begins at cell *i* has an `O` at cell *i* + 1, where no other can
    /// begin. So beginnings are at least two cells apart, and there are at most ⌊(*n* − 1)/2⌋. The bound is the sum
    /// over all rows, columns and diagonals. Boards of one row reach it, but not all boards do.
    ///
    fn most_sos(self) -> usize {
        let (rows, columns) = (self.rows(), self.columns());
        let on_line = |cells: usize| cells.saturating_sub(1) / 2;
        let diagonals: usize = (1..rows + columns)
            .map(|i| i.min(rows).min(columns).min(rows + columns - i))
            .map(on_line)
            .sum();
        rows * on_line(columns) + columns * on_line(rows) + 2 * diagonals
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Record, Rules};
    use common::grid::{Columns, Rows};

    #[test]
    fn the_bound_on_sos_is_the_sum_over_the_lines_of_the_board() {
        // Walks every maximal line cell by cell, instead of computing lengths.
        for (rows, columns) in [(1, 3), (3, 1), (2, 5), (4, 4), (5, 5), (3, 7), (20, 20)] {
            let size = Size::new(Rows(rows), Columns(columns)).expect("a size");
            let on = |(row, column): (isize, isize)| {
                (0..rows as isize).contains(&row) && (0..columns as isize).contains(&column)
            };
            let mut sum = 0;
            for (down, right) in [(0, 1), (1, 0), (1, 1), (1, -1)] {
                for row in 0..rows as isize {
                    for column in 0..columns as isize {
                        if on((row - down, column - right)) {
                            continue;
                        }
                        let length = (0..).take_while(|i| on((row + i * down, column + i * right)));
                        sum += (length.count() - 1) / 2;
                    }
                }
            }
            assert_eq!(size.most_sos(), sum, "{size}");
        }
    }

    #[test]
    fn no_letter_scores_more_than_the_bounds() {
        // Every line of a board full of `S` has the word `SSS`, and the last letter makes four.
        for rules in Rules::ALL {
            let mut position: Position = format!("3x3:{rules}+sss").parse().expect("a setup");
            for cell in ["a1", "b1", "a2", "c1", "c2", "a3", "b3", "c3", "b2"] {
                if position.is_terminal() {
                    break;
                }
                let m = format!("S{cell}").parse().expect("a move");
                let bound = position.bounds().scores.expect("a bound");
                position.apply(&m).expect("a legal move");
                for player in Player::all(2) {
                    let score = position.score(player);
                    assert!(bound.contains(&score), "{bound:?} before {position}");
                }
            }
        }
    }

    #[test]
    fn the_planes_show_letters_and_points_from_the_view_of_the_mover() {
        let record: Record<Position> = ".../.../...:1:0-0 Sa1 Ob1 Sc1 Oa3".parse().expect("a game");
        let position = record.position();
        assert_eq!(position.turn(), Some(Player::SECOND));
        let planes = position.planes();
        assert_eq!(planes[..9], [1., 0., 1., 0., 0., 0., 0., 0., 0.]);
        assert_eq!(planes[9..18], [0., 1., 0., 0., 0., 0., 1., 0., 0.]);
        // The first player made the S-O-S and is the other player of this view.
        assert_eq!((planes[18], planes[27], planes[36]), (0.0, POINT, 0.0));
        assert_eq!(position.plane_names().len(), 5);
    }

    #[test]
    fn an_action_is_the_letter_and_the_cell() {
        let position = Position::new(
            Size::new(Rows(3), Columns(4)).expect("a size"),
            Rules::General,
        );
        let m: Move = "Ob3".parse().expect("a move");
        assert_eq!(position.action_of(&m), Some(12 + 2 * 4 + 1));
        assert_eq!(position.n_actions(), Some(24));
    }
}
