//! The state of a game: the letters, the player to move, and the points.

use common::{Player, Refused, Symmetric};
use smallvec::SmallVec;

use crate::cells::CellSet;
use crate::lines::{self, Line};
use crate::moves::{Letter, Move};
use crate::rules::Rules;
use crate::setup::Setup;
use crate::size::{Cell, NOT_OF_THE_BOARD, Size, Symmetry};
use crate::target::Target;

/// A position of SOS, with its rules.
///
/// A position does not record who made which S-O-S, because this does not matter for play. A
/// [`ScoreSheet`](crate::ScoreSheet) determines the owners from the record of a game.
///
/// # Invariants
///
/// * No cell holds two letters, and the points of all players, without the handicap, are a total that the rules give
///   for the S-O-S on the board.
/// * Under rules by which the first S-O-S ends the game, all S-O-S share the cell that was filled last.
/// * A finished position has no player to move, so finished positions never differ in whose turn it is.
///
/// # Examples
///
/// ```
/// use papergames_sos::{Game, Letter, Player, Position};
///
/// let mut position: Position = "S.S/.../...:1:0-0".parse()?;
/// position.apply(&"Ob1".parse()?)?;
/// assert_eq!(position.to_string(), "SOS/.../...:1:1-0");
/// assert_eq!(position.turn(), Some(Player::FIRST));
/// assert_eq!(position.points(Player::FIRST), 1);
/// assert_eq!(position.letter("b1".parse()?), Some(Letter::O));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Position {
    pub(crate) setup: Setup,
    /// The player to move; the first player when the game is over.
    pub(crate) mover: Player,
    pub(crate) over: bool,
    /// The number of letters on the board.
    pub(crate) letters: u16,
    pub(crate) s: CellSet,
    pub(crate) o: CellSet,
    /// The points by player; 0 for players who are not in the game.
    pub(crate) points: [u16; Player::MAX],
}

impl Position {
    /// Returns the empty board of the given size for two players.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Columns, Position, Rows, Rules, Size};
    ///
    /// let size = Size::new(Rows(3), Columns(4))?;
    /// let start = Position::new(size, Rules::First);
    /// assert_eq!(start.to_string(), "..../..../....:1:0-0:first");
    /// assert_eq!("3x4:first".parse(), Ok(start));
    /// # Ok::<(), papergames_sos::Refused>(())
    /// ```
    pub const fn new(size: Size, rules: Rules) -> Position {
        Position::of(Setup::of(size, rules))
    }

    /// Returns the empty board of the given size for several players.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] unless there are 2 to 8 players.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Columns, Position, Rows, Rules, Size};
    ///
    /// let size = Size::new(Rows(3), Columns(4))?;
    /// let start = Position::for_players(3, size, Rules::General)?;
    /// assert_eq!(start.to_string(), "..../..../....:1:0-0-0");
    /// assert!(Position::for_players(9, size, Rules::General).is_err());
    /// # Ok::<(), papergames_sos::Refused>(())
    /// ```
    pub fn for_players(players: usize, size: Size, rules: Rules) -> Result<Position, Refused> {
        Setup::of(size, rules)
            .with_players(players)
            .map(Position::of)
    }

    /// Returns the empty board.
    pub(crate) const fn of(setup: Setup) -> Position {
        let mut points = [0; Player::MAX];
        points[Player::SECOND.index()] = setup.handicap as u16;
        Position {
            setup,
            mover: Player::FIRST,
            over: false,
            letters: 0,
            s: CellSet::EMPTY,
            o: CellSet::EMPTY,
            points,
        }
    }

    /// Returns the position in which the game began: the empty board.
    pub const fn setup(&self) -> Position {
        Position::of(self.setup)
    }

    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        self.setup.size
    }

    /// Returns the rules.
    pub const fn rules(&self) -> Rules {
        self.setup.rules
    }

    /// Returns the handicap: the points that the second player has from the start, which count at the end as if they
    /// had been made.
    pub const fn handicap(&self) -> usize {
        self.setup.handicap as usize
    }

    /// Returns what scores.
    pub const fn target(&self) -> Target {
        self.setup.target
    }

    /// Returns the letter in a cell, or `None` if the cell is empty or off the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Cell, Letter, Position};
    ///
    /// let position: Position = "S../.../...:2:0-0".parse()?;
    /// let a1: Cell = "a1".parse()?;
    /// let b1: Cell = "b1".parse()?;
    /// assert_eq!((position.letter(a1), position.letter(b1)), (Some(Letter::S), None));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn letter(&self, cell: Cell) -> Option<Letter> {
        if !self.size().contains(cell) {
            return None;
        }
        let index = self.size().index(cell);
        if self.s.contains(index) {
            return Some(Letter::S);
        }
        self.o.contains(index).then_some(Letter::O)
    }

    /// Returns the number of moves since the board was empty, which is the number of letters on it.
    pub(crate) const fn moves_made(&self) -> usize {
        self.letters as usize
    }

    /// Returns the number of empty cells.
    pub const fn n_empty(&self) -> usize {
        self.size().n_cells() - self.moves_made()
    }

    /// Returns the points of `player`; 0 for a player who is not in the game.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Game, Player, Position};
    ///
    /// let mut position: Position = "S.S/.../...:1:0-0".parse()?;
    /// position.apply(&"Ob1".parse()?)?;
    /// assert_eq!(position.points(Player::FIRST), 1);
    /// assert_eq!(position.points(Player::SECOND), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub const fn points(&self, player: Player) -> usize {
        self.points[player.index()] as usize
    }

    /// Returns the points of all players as text: `first 1, second 0`.
    pub(crate) fn said_points(&self) -> String {
        let players = Player::all(self.setup.players());
        let points = players.map(|player| format!("{player} {}", self.points(player)));
        points.collect::<Vec<_>>().join(", ")
    }

    /// Returns the number of S-O-S that a move would make: at most 4 for an `O` and 8 for an `S`, and 0 if the cell is
    /// occupied or off the board.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Move, Position};
    ///
    /// let position: Position = "SSS/S.S/SSS:1:0-0".parse()?;
    /// assert_eq!(position.count_sos("Ob2".parse()?), 4);
    /// assert_eq!(position.count_sos("Sb2".parse()?), 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_sos(&self, m: crate::moves::Move) -> usize {
        if !self.size().contains(m.cell) || self.letter(m.cell).is_some() {
            return 0;
        }
        self.made_by(m).into()
    }

    /// Returns the number of S-O-S that a legal move makes.
    #[inline]
    pub(crate) fn made_by(&self, m: Move) -> u16 {
        if self.setup.target.is_plain() {
            return lines::made(self.size(), &self.s, &self.o, m.cell, m.letter);
        }
        self.completed_by(m).len() as u16
    }

    /// Returns the lines in which a legal move makes an S-O-S.
    #[cold]
    pub(crate) fn completed_by(&self, m: Move) -> SmallVec<[Line; 8]> {
        let target = self.setup.target;
        target.completed(self.size(), &self.s, &self.o, m.cell, m.letter)
    }

    /// Returns the lines that contain an S-O-S, or the word that scores instead of it. This examines every line of the
    /// board.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::{Game, Position};
    ///
    /// let mut position: Position = "SSS/S.S/SSS:1:0-0".parse()?;
    /// assert_eq!(position.sos_lines().count(), 0);
    /// position.apply(&"Ob2".parse()?)?;
    /// assert_eq!(position.sos_lines().count(), 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn sos_lines(&self) -> impl Iterator<Item = Line> {
        let target = self.target();
        let is = |(cell, letter)| self.letter(cell) == Some(letter);
        let lines = target.lines(self.size());
        lines.filter(move |line| target.reading(*line).into_iter().all(is))
    }

    /// Returns the cells that hold `letter`.
    pub(crate) fn letters_mut(&mut self, letter: Letter) -> &mut CellSet {
        match letter {
            Letter::S => &mut self.s,
            Letter::O => &mut self.o,
        }
    }

    /// Returns whether the cell with number `index` is empty.
    pub(crate) const fn is_empty_at(&self, index: usize) -> bool {
        self.s.bit(index) | self.o.bit(index) == 0
    }
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    /// Returns the symmetries of the board: eight for a square, four for any other rectangle and for a square of which
    /// only the rows or only the columns wrap.
    fn symmetries(&self) -> Vec<Symmetry> {
        Symmetry::ALL[..self.target().n_symmetries(self.size())].to_vec()
    }

    fn image(&self, symmetry: &Symmetry) -> Position {
        let image = self.images().into_iter().nth(*symmetry as usize);
        image.expect(NOT_OF_THE_BOARD)
    }

    fn image_of_move(&self, m: &Move, symmetry: &Symmetry) -> Move {
        let cell = self.size().image(m.cell, *symmetry as usize);
        Move { cell, ..*m }
    }

    fn images(&self) -> Vec<Position> {
        let size = self.size();
        let mut images = vec![self.clone(); self.target().n_symmetries(size)];
        for image in &mut images {
            (image.s, image.o) = (CellSet::EMPTY, CellSet::EMPTY);
        }
        for cell in size.iter() {
            let Some(letter) = self.letter(cell) else {
                continue;
            };
            for (image, cell) in images.iter_mut().zip(size.images(cell)) {
                image.letters_mut(letter).insert(size.index(cell));
            }
        }
        images
    }

    fn canonical(&self) -> Position {
        let images = self.images().into_iter();
        let least = images.min_by_key(|image| (image.s, image.o));
        least.expect("a position is its own image")
    }
}

common::debug_as_text!(Position);
