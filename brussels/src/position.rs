//! Positions, which record the free arms on each boundary and the lines drawn so far.

use core::hash::{Hash, Hasher};
use std::sync::Arc;

use common::{Ending, Player, Refused};
use smallvec::SmallVec;

use crate::star::{Arm, Star, Stars};

/// The number of an arm among all arms, star after star.
pub(crate) type Id = u16;

/// A position of Brussels Sprouts, in normal or misère play.
///
/// Two positions are equal if they are the same labelled drawing on the sphere with the same ending: the same lines
/// join the same arms, and each part of the drawing lies in the same face of the other parts. The order in which the
/// lines were drawn does not matter, and neither does the choice of the face that contains the edge of the paper.
///
/// # Supported sizes
///
/// A position has 1 to [`Star::MAX`] stars with at least one arm each, and at most [`Arm::MAX`] arms in total. Anything
/// else is rejected.
///
/// # Invariants
///
/// * The number of free arms never changes, and every face and every boundary has at least one.
/// * A face has at most one boundary of each connected piece, so a piece and a face identify a boundary.
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Ending, Game, Position};
///
/// let mut position = Position::new(2, Ending::Normal)?;
/// assert_eq!(position.count_moves(), 40);
/// position.apply(&"1a-1c[2]".parse()?)?;
/// assert_eq!(position.to_string(), "2+:1a-1c[2]");
/// assert_eq!(position.n_faces(), 2);
/// position.ending = Ending::Misere;
/// assert_eq!(position.to_string(), "2-:1a-1c[2]");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Position {
    pub(crate) setup: Arc<Setup>,
    /// The ending: normal or misère play. It affects only who wins, so it can be changed in any position.
    pub ending: Ending,
    /// The arms that each line joins, the lower one first, in the lexicographically least of all orders in which the
    /// lines can have been drawn. [`Position::record_line`] maintains this order.
    pub(crate) lines: SmallVec<[(Id, Id); 8]>,
    /// For each arm, the arm that follows on its boundary in left-hand order.
    pub(crate) next: SmallVec<[Id; 16]>,
    /// For each arm, the lowest arm in its face.
    pub(crate) face: SmallVec<[Id; 16]>,
    /// For each star, the lowest star in its piece.
    pub(crate) piece: SmallVec<[Star; 8]>,
}

/// The parts of a position that never change during a game.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Setup {
    /// The number of each star's first arm, followed by the total number of arms.
    first: Vec<Id>,
    /// The star of each arm.
    star_of: Vec<Star>,
}

impl Position {
    /// Returns the start of the classic game: `n` crosses with four arms each.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] unless `n` is from 1 to [`Star::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Position};
    ///
    /// assert_eq!(Position::new(3, Ending::Misere)?.to_string(), "3-");
    /// # Ok::<(), papergames_brussels::Refused>(())
    /// ```
    pub fn new(n: usize, ending: Ending) -> Result<Position, Refused> {
        if n > Star::MAX {
            return Err(Star::too_many(n));
        }
        Position::with_arms(&vec![4; n], ending)
    }

    /// Returns the start of a game with stars of the given numbers of arms.
    ///
    /// These are the *Cloves* of Cairns and Chartarrayawadee, "Brussels Sprouts and Cloves", *Mathematics Magazine* 80
    /// (2007), also called *Stars-and-Stripes*. If all stars have an even number of arms, the game is Eric Gans's
    /// *Belgian Sprouts*.
    ///
    /// # Errors
    ///
    /// Returns [`Refused`] if the position would be outside the [supported sizes](Position#supported-sizes).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Position};
    ///
    /// let start = Position::with_arms(&[4, 4, 3], Ending::Normal)?;
    /// assert_eq!(start.to_string(), "4,4,3+");
    /// // A star without arms could never be played.
    /// assert!(Position::with_arms(&[4, 0], Ending::Normal).is_err());
    /// # Ok::<(), papergames_brussels::Refused>(())
    /// ```
    pub fn with_arms(arms: &[usize], ending: Ending) -> Result<Position, Refused> {
        if arms.is_empty() || arms.len() > Star::MAX {
            return Err(Star::too_many(arms.len()));
        }
        if let Some(index) = arms.iter().position(|n| *n == 0) {
            let number = index + 1;
            return Err(Refused::new(format!(
                "star {number} has no arm; each star needs at least one"
            )));
        }
        let found = arms.iter().fold(0usize, |sum, n| sum.saturating_add(*n));
        if found > Arm::MAX {
            let most = Arm::MAX;
            return Err(Refused::new(format!(
                "a position may have at most {most} arms in total, found {found}"
            )));
        }
        let mut setup = Setup {
            first: vec![0],
            star_of: Vec::with_capacity(found),
        };
        for (star, n) in arms.iter().enumerate() {
            setup.star_of.extend((0..*n).map(|_| Star::new(star)));
            setup.first.push(setup.star_of.len() as Id);
        }
        Ok(Position::start(Arc::new(setup), ending))
    }

    /// Returns the position without any lines.
    fn start(setup: Arc<Setup>, ending: Ending) -> Position {
        let n_arms = setup.star_of.len();
        let mut next: SmallVec<[Id; 16]> = (1..=n_arms).map(|id| id as Id).collect();
        for ends in setup.first.windows(2) {
            next[usize::from(ends[1]) - 1] = ends[0];
        }
        Position {
            ending,
            lines: SmallVec::new(),
            next,
            face: SmallVec::from_elem(0, n_arms),
            piece: (0..setup.first.len() - 1).map(Star::new).collect(),
            setup,
        }
    }

    /// Returns the position in which the game began.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Position};
    ///
    /// let position: Position = "2+:1a-1c[2]".parse()?;
    /// assert_eq!(position.setup(), Position::new(2, Ending::Normal)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Position {
        Position::start(Arc::clone(&self.setup), self.ending)
    }

    /// Returns all stars.
    pub fn stars(&self) -> impl DoubleEndedIterator<Item = Star> + ExactSizeIterator + use<> {
        (0..self.piece.len()).map(Star::new)
    }

    /// Returns the number of stars.
    pub fn n_stars(&self) -> usize {
        self.piece.len()
    }

    /// Returns all free arms, star after star. The number of free arms never changes during a game.
    pub fn arms(&self) -> impl DoubleEndedIterator<Item = Arm> + ExactSizeIterator + '_ {
        (0..self.next.len()).map(|id| self.arm(id as Id))
    }

    /// Returns the number of free arms.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Game, Position};
    ///
    /// let mut position = Position::new(2, Ending::Normal)?;
    /// assert_eq!(position.n_arms(), 8);
    /// // A line uses up two free arms and adds two.
    /// position.apply(&"1a-2a".parse()?)?;
    /// assert_eq!(position.n_arms(), 8);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn n_arms(&self) -> usize {
        self.next.len()
    }

    /// Returns the number of arms named after a star, which is 0 if there is no such star.
    pub fn n_arms_of(&self, star: Star) -> usize {
        match self.setup.first.get(star.index()..) {
            Some([first, after, ..]) => usize::from(after - first),
            Some(_) | None => 0,
        }
    }

    /// Returns the number of moves that have been made.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Position, Seeded, playout};
    ///
    /// // Every game of n stars has 5n - 2 moves.
    /// let end = playout::play(Position::new(2, Ending::Normal)?, &mut Seeded::new(1));
    /// assert_eq!(end.moves_made(), 8);
    /// # Ok::<(), papergames_brussels::Refused>(())
    /// ```
    pub fn moves_made(&self) -> usize {
        self.lines.len()
    }

    /// Returns the number of faces, including those with a single arm.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Position};
    ///
    /// assert_eq!(Position::new(2, Ending::Normal)?.n_faces(), 1);
    /// assert_eq!("2+:1a-1c[2]".parse::<Position>()?.n_faces(), 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn n_faces(&self) -> usize {
        (0..self.next.len())
            .filter(|id| usize::from(self.face[*id]) == *id)
            .count()
    }

    /// Returns the faces as lists of boundaries, and the boundaries as lists of arms in left-hand order, which is the
    /// order in which you pass them when you walk inside the face with your left hand on the boundary.
    ///
    /// Each boundary begins with its lowest arm; boundaries and faces are in ascending order.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::Position;
    ///
    /// let position: Position = "2+:1a-1c[2]".parse()?;
    /// let faces = format!("{:?}", position.faces());
    /// assert_eq!(faces, "[[[1a, 1d], [2a, 2b, 2c, 2d]], [[1b, 1c]]]");
    /// # Ok::<(), papergames_brussels::Refused>(())
    /// ```
    pub fn faces(&self) -> Vec<Vec<Vec<Arm>>> {
        let mut faces: Vec<Vec<Vec<Arm>>> = vec![Vec::new(); self.next.len()];
        for (id, lowest) in self.boundaries().into_iter().enumerate() {
            if usize::from(lowest) == id {
                let walk = self.walk(lowest).map(|arm| self.arm(arm)).collect();
                faces[usize::from(self.face[id])].push(walk);
            }
        }
        faces.retain(|face| !face.is_empty());
        faces
    }

    /// Returns the lowest star of the connected piece that `star` is part of.
    ///
    /// # Panics
    ///
    /// Panics if there is no such star.
    pub fn piece(&self, star: Star) -> Star {
        let piece = self.piece.get(star.index());
        *piece.expect("the position has the star")
    }

    /// Returns the player whose turn it would be if the game continued.
    pub(crate) fn side(&self) -> Player {
        Player::new(self.lines.len() % 2)
    }

    /// Returns the name of an arm.
    pub(crate) fn arm(&self, id: Id) -> Arm {
        let star = self.star_of(id);
        Arm::new(star, usize::from(id - self.setup.first[star.index()]))
    }

    /// Returns the number of an arm, if it exists.
    pub(crate) fn id(&self, arm: Arm) -> Option<Id> {
        let star = arm.star().index();
        let exists = arm.place() < self.n_arms_of(arm.star());
        exists.then(|| self.setup.first[star] + arm.place() as Id)
    }

    /// Returns the star that an arm is named after.
    pub(crate) fn star_of(&self, id: Id) -> Star {
        self.setup.star_of[usize::from(id)]
    }

    /// Returns the piece that an arm is part of.
    pub(crate) fn piece_of(&self, id: Id) -> Star {
        self.piece[self.star_of(id).index()]
    }

    /// Returns the arms from `start` once around its boundary.
    pub(crate) fn walk(&self, start: Id) -> impl Iterator<Item = Id> + '_ {
        core::iter::successors(Some(start), move |arm| {
            Some(self.next[usize::from(*arm)]).filter(|arm| *arm != start)
        })
    }

    /// Returns the lowest arm on the boundary of each arm.
    pub(crate) fn boundaries(&self) -> SmallVec<[Id; 16]> {
        let mut lowest = SmallVec::from_elem(Id::MAX, self.next.len());
        for start in 0..self.next.len() {
            if lowest[start] == Id::MAX {
                for arm in self.walk(start as Id) {
                    lowest[usize::from(arm)] = start as Id;
                }
            }
        }
        lowest
    }

    /// Returns the pieces that have a boundary in the same face as `arm`, other than its own piece.
    pub(crate) fn others(&self, arm: Id) -> Stars {
        let face = self.face[usize::from(arm)];
        let in_face = (0..self.next.len()).filter(|id| self.face[*id] == face);
        let pieces: Stars = in_face.map(|id| self.piece_of(id as Id)).collect();
        pieces.without(Stars::EMPTY.with(self.piece_of(arm)))
    }

    /// Draws a line between two arms of one face, of which `p` is the lower. If the line divides the face, the pieces
    /// `with` stay with `p`.
    pub(crate) fn draw(&mut self, p: Id, q: Id, with: Stars) {
        let (a, b) = (usize::from(p), usize::from(q));
        let divides = self.piece_of(p) == self.piece_of(q);
        // The new arm to the right of the line from p to q comes after p's predecessor and before q's successor.
        self.next.swap(a, b);
        if divides {
            self.divide(p, with);
        } else {
            let (a, b) = (self.piece_of(p), self.piece_of(q));
            let (low, high) = (a.min(b), a.max(b));
            for piece in self.piece.iter_mut().filter(|piece| **piece == high) {
                *piece = low;
            }
        }
        self.record_line(p, q);
    }

    /// Splits the face of `p`: the boundary of `p` and the pieces `with` on one side, everything else on the other.
    fn divide(&mut self, p: Id, with: Stars) {
        let own = self.piece_of(p);
        let old = self.face[usize::from(p)];
        let mut stays: SmallVec<[bool; 32]> = SmallVec::from_elem(false, self.next.len());
        for arm in self.walk(p) {
            stays[usize::from(arm)] = true;
        }
        for (id, stays) in stays.iter_mut().enumerate() {
            let piece = self.piece_of(id as Id);
            *stays |= piece != own && with.contains(piece);
        }
        let mut lowest = [None; 2];
        for (id, stays) in stays.into_iter().enumerate() {
            if self.face[id] == old {
                self.face[id] = *lowest[usize::from(stays)].get_or_insert(id as Id);
            }
        }
    }

    /// Inserts a line into the canonical order.
    ///
    /// Lines without a common arm can be drawn in either order. If the order so far is the least possible, find the
    /// lines at its end that share no arm with the new line. The new line belongs before the first of them that is
    /// greater (Anisimov and Knuth, "Inhomogeneous sorting", 1979).
    pub(crate) fn record_line(&mut self, p: Id, q: Id) {
        let (p, q) = (p.min(q), p.max(q));
        let depends = |line: &(Id, Id)| [line.0, line.1].iter().any(|arm| [p, q].contains(arm));
        let free = self.lines.iter().rposition(depends).map_or(0, |i| i + 1);
        let greater = self.lines[free..].iter().position(|line| *line > (p, q));
        let at = greater.map_or(self.lines.len(), |i| free + i);
        self.lines.insert(at, (p, q));
    }
}

impl Hash for Position {
    fn hash<H: Hasher>(&self, state: &mut H) {
        // The lines determine the turn and the pieces.
        self.lines.hash(state);
        self.face.hash(state);
        self.ending.hash(state);
    }
}

common::debug_as_text!(Position);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_outside_the_supported_range_are_refused_with_the_limits() {
        let message = |arms: &[usize]| {
            Position::with_arms(arms, Ending::Normal)
                .unwrap_err()
                .to_string()
        };
        assert_eq!(
            message(&[]),
            "a position must have 1 to 100 stars, found none"
        );
        assert_eq!(
            message(&[1; 101]),
            "a position must have 1 to 100 stars, found more"
        );
        assert_eq!(
            message(&[4, 0]),
            "star 2 has no arm; each star needs at least one"
        );
        assert_eq!(
            message(&[usize::MAX, 2]),
            format!(
                "a position may have at most 1000 arms in total, found {}",
                usize::MAX
            )
        );
        assert!(Position::with_arms(&[10; 100], Ending::Normal).is_ok());
        assert!(Position::with_arms(&[1000], Ending::Normal).is_ok());
        assert!(Position::new(usize::MAX, Ending::Normal).is_err());
    }

    #[test]
    fn lines_without_a_common_arm_leave_no_trace_of_their_order() {
        let mut one = Position::new(2, Ending::Normal).expect("two crosses fit");
        let mut two = one.clone();
        one.draw(4, 6, Stars::EMPTY.with(Star(0)));
        one.draw(0, 2, Stars::EMPTY);
        two.draw(0, 2, Stars::EMPTY);
        two.draw(4, 6, Stars::EMPTY);
        assert_ne!(
            one, two,
            "cross 1 lies on different sides of the line 2a-2c"
        );
        let mut three = Position::new(2, Ending::Normal).expect("two crosses fit");
        three.draw(0, 2, Stars::EMPTY);
        three.draw(4, 6, Stars::EMPTY.with(Star(0)));
        assert_eq!(one, three);
    }
}
