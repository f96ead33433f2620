//! What a move does, and when it is illegal.

use core::ops::ControlFlow;

use common::{Game, Outcome, Player, Random, Scored, Stored};

use crate::moves::{Letter, Move};
use crate::position::Position;
use crate::random_game;
use crate::size::{Cell, Size};

/// The error returned when a move is illegal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// The game is over, so no move is legal.
    #[error("the game is already over before `{found}`")]
    GameOver {
        /// The move that was tried.
        found: Move,
    },
    /// The board has no such cell.
    #[error("`{cell}` is not on the {size} board")]
    OffBoard {
        /// The cell of the move.
        cell: Cell,
        /// The size of the board.
        size: Size,
    },
    /// The cell already contains a letter.
    #[error("cell `{cell}` already holds `{letter}`")]
    Occupied {
        /// The cell of the move.
        cell: Cell,
        /// The letter in this cell.
        letter: Letter,
    },
}

/// A move that was made, with the data to undo it, as returned by [`Position::play`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[must_use = "a move that was made can be taken back only with this value"]
pub struct Undo {
    m: Move,
    by: Player,
    made: u16,
}

impl Undo {
    /// Returns the number of S-O-S that the move made.
    pub const fn made(&self) -> usize {
        self.made as usize
    }
}

impl Position {
    /// Makes a move like [`Game::apply`], and returns the value that [`undo`](Position::undo) needs to take it back.
    ///
    /// The player who writes the letter scores the points that the [`Rules`](crate::Rules) give for the S-O-S that it
    /// completes. Whether these end the game or earn another move depends on the rules too.
    ///
    /// # Errors
    ///
    /// Returns [`IllegalMove`], and leaves the position unchanged, if the game is over, the cell is off the board, or
    /// the cell is not empty.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::Position;
    ///
    /// let before: Position = "SSS/S.S/SSS:1:0-0".parse()?;
    /// let mut position = before.clone();
    /// let played = position.play("Ob2".parse()?)?;
    /// assert_eq!(played.made(), 4);
    /// assert_eq!(position.to_string(), "SSS/SOS/SSS:-:4-0");
    /// position.undo(played);
    /// assert_eq!(position, before);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn play(&mut self, m: Move) -> Result<Undo, IllegalMove> {
        self.check(&m)?;
        Ok(self.play_legal(m))
    }

    /// Makes a legal move.
    #[inline]
    fn play_legal(&mut self, m: Move) -> Undo {
        let size = self.size();
        let made = self.made_by(m);
        let played = Undo {
            m,
            by: self.mover,
            made,
        };
        self.letters_mut(m.letter).insert(size.index(m.cell));
        self.count_letter(made);
        played
    }

    /// Counts a letter that was written and the points for the S-O-S that it made, and passes the turn by the rules.
    #[inline]
    pub(crate) fn count_letter(&mut self, made: u16) {
        let rules = self.rules();
        self.letters += 1;
        self.points[self.mover.index()] += rules.score(made);
        let scored = made > 0;
        self.over = self.n_empty() == 0 || (scored && rules.ends_at_first());
        if self.over {
            self.mover = Player::FIRST;
        } else if !(scored && rules.keeps_turn()) {
            self.mover = self.mover.next(self.setup.players());
        }
    }

    /// Returns the legal move with this number in the order of the list.
    #[inline]
    fn nth_legal(&self, index: usize) -> Move {
        let cell = self.s.nth_in_neither(&self.o, index / 2);
        Move {
            cell: self.size().cell(cell),
            letter: Letter::BOTH[index % 2],
        }
    }

    /// Takes back the last move, given the value that [`play`](Position::play) returned for it: removes the letter and
    /// restores the points and the turn.
    ///
    /// # Panics
    ///
    /// Panics if the letter of the move is not on the board.
    pub fn undo(&mut self, played: Undo) {
        let Undo { m, by, made } = played;
        let index = self.size().index(m.cell);
        assert!(
            self.letter(m.cell) == Some(m.letter),
            "only a move that was made can be taken back"
        );
        self.letters_mut(m.letter).remove(index);
        self.letters -= 1;
        self.points[by.index()] -= self.rules().score(made);
        self.mover = by;
        self.over = false;
    }
}

impl Game for Position {
    type Move = Move;
    type Illegal = IllegalMove;

    fn players(&self) -> usize {
        self.setup.players()
    }

    fn turn(&self) -> Option<Player> {
        (!self.over).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        if !self.over {
            return None;
        }
        Some(self.rules().outcome(&self.points[..self.players()]))
    }

    /// Visits the empty cells row by row from the top, first with `S` and then with `O` in each.
    fn for_each_move(&self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        if self.over {
            return ControlFlow::Continue(());
        }
        for (index, cell) in self.size().iter().enumerate() {
            if self.is_empty_at(index) {
                for letter in Letter::BOTH {
                    visit(Move { cell, letter })?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    fn check(&self, m: &Move) -> Result<(), IllegalMove> {
        if self.over {
            return Err(IllegalMove::GameOver { found: *m });
        }
        let (cell, size) = (m.cell, self.size());
        if !size.contains(cell) {
            return Err(IllegalMove::OffBoard { cell, size });
        }
        match self.letter(cell) {
            Some(letter) => Err(IllegalMove::Occupied { cell, letter }),
            None => Ok(()),
        }
    }

    fn apply(&mut self, m: &Move) -> Result<(), IllegalMove> {
        self.play(*m).map(|_| ())
    }

    fn apply_unchecked(&mut self, m: &Move) {
        debug_assert_eq!(
            self.check(m),
            Ok(()),
            "only a legal move is played unchecked"
        );
        let _ = self.play_legal(*m);
    }

    fn has_move(&self) -> bool {
        !self.over
    }

    fn count_moves(&self) -> u128 {
        if self.over {
            0
        } else {
            2 * self.n_empty() as u128
        }
    }

    fn nth_move(&self, index: u128) -> Option<Move> {
        if index >= self.count_moves() {
            return None;
        }
        Some(self.nth_legal(index as usize))
    }

    fn random_move(&self, random: &mut dyn Random) -> Option<Move> {
        if self.over {
            return None;
        }
        let index = random.below(2 * self.n_empty() as u64);
        Some(self.nth_legal(index as usize))
    }

    fn playout(&mut self, limit: u64, random: &mut dyn Random) {
        if self.target().is_plain() {
            random_game::play(self, limit, random);
            return;
        }
        for _ in 0..limit {
            match self.random_move(random) {
                Some(m) => self.apply_unchecked(&m),
                None => return,
            }
        }
    }
}

impl Stored for Position {}

impl Scored for Position {
    /// Returns the points of `player`. Under [`Rules::Misere`](crate::Rules::Misere) a point loses the game.
    fn score(&self, player: Player) -> i64 {
        self.points(player) as i64
    }

    fn gain(&self, m: &Move) -> i64 {
        let made = self.count_sos(*m) as u16;
        self.rules().score(made).into()
    }
}
