//! Making moves, the errors for illegal moves, and the implementation of [`Game`].

use core::ops::ControlFlow;

use common::{Alternating, Game, Outcome, Player, Random, Stored};

use crate::moves::{Move, MoveCounter};
use crate::position::{Id, Position};
use crate::star::{Arm, Star, Stars};

/// The error returned when a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// No star has this arm.
    #[error("the position has no arm {0}")]
    NoSuchArm(Arm),
    /// The line begins and ends at the same arm.
    #[error("a line cannot join arm {0} to itself; choose two different arms")]
    SameArm(Arm),
    /// The arms are in different faces, so a line between them would cross another line.
    #[error("{0} and {1} are in different faces, so no line can join them")]
    DifferentFaces(Arm, Arm),
    /// A star in the list does not name another piece in the face.
    #[error(
        "star {star} cannot be in the list; name each other piece in the face of {arm} by its lowest star"
    )]
    NotInFace {
        /// The star that was listed.
        star: Star,
        /// An arm in the face that the line divides.
        arm: Arm,
    },
    /// The line lists pieces but does not divide a face.
    #[error(
        "{from} and {to} are on different boundaries, so a line between them divides nothing; leave out the list \
         {pieces:?}"
    )]
    JoinsPieces {
        /// The arm at which the line begins.
        from: Arm,
        /// The arm at which the line ends.
        to: Arm,
        /// The stars that were listed.
        pieces: Stars,
    },
}

impl Position {
    /// Checks a move and returns the numbers of its two arms.
    pub(crate) fn resolve(&self, m: &Move) -> Result<(Id, Id), IllegalMove> {
        let id = |arm| self.id(arm).ok_or(IllegalMove::NoSuchArm(arm));
        let (p, q) = (id(m.from())?, id(m.to())?);
        if p == q {
            return Err(IllegalMove::SameArm(m.from()));
        }
        if self.face[usize::from(p)] != self.face[usize::from(q)] {
            return Err(IllegalMove::DifferentFaces(m.from(), m.to()));
        }
        if m.pieces().is_empty() {
            return Ok((p, q));
        }
        if self.piece_of(p) != self.piece_of(q) {
            return Err(IllegalMove::JoinsPieces {
                from: m.from(),
                to: m.to(),
                pieces: m.pieces(),
            });
        }
        match m.pieces().without(self.others(p)).iter().next() {
            None => Ok((p, q)),
            Some(star) => Err(IllegalMove::NotInFace {
                star,
                arm: m.from(),
            }),
        }
    }

    /// Returns moves that lead to this drawing, in an order that does not depend on how the game was played: among all
    /// possible orders, the one whose list of joined arms is lexicographically least.
    ///
    /// Playing these moves from [`Position::setup`] leads to this position.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Ending, Game, Position};
    ///
    /// let mut position = Position::new(2, Ending::Normal)?;
    /// position.apply(&"2a-2b".parse()?)?;
    /// position.apply(&"1b-1d[2]".parse()?)?;
    /// let texts: Vec<String> = position.history().iter().map(ToString::to_string).collect();
    /// assert_eq!(texts, ["1b-1d[2]", "2a-2b"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn history(&self) -> Vec<Move> {
        // Backwards: removing a line unites the faces on its two sides, which contain its two arms.
        let mut faces = self.face.clone();
        let mut after = Vec::with_capacity(self.lines.len());
        for (p, q) in self.lines.iter().rev() {
            after.push(faces.clone());
            let (a, b) = (faces[usize::from(*p)], faces[usize::from(*q)]);
            for face in faces.iter_mut().filter(|face| **face == a.max(b)) {
                *face = a.min(b);
            }
        }
        // Forwards: the pieces that end up with the lower arm are those that the line left there.
        let mut replay = self.setup();
        let mut moves = Vec::with_capacity(self.lines.len());
        for ((p, q), after) in self.lines.iter().zip(after.iter().rev()) {
            let mut m = Move::new(self.arm(*p), self.arm(*q));
            if replay.piece_of(*p) == replay.piece_of(*q) {
                let others = replay.others(*p);
                let own = after[usize::from(*p)];
                let with = (0..self.n_arms()).filter(|id| after[*id] == own);
                let with: Stars = with.map(|id| replay.piece_of(id as Id)).collect();
                m = m.with_all(Stars(with.0 & others.0));
            }
            replay.draw(*p, *q, m.pieces());
            moves.push(m);
        }
        debug_assert_eq!(replay.face, self.face, "the history leads to the position");
        moves
    }
}

impl Game for Position {
    type Move = Move;
    type Illegal = IllegalMove;

    fn turn(&self) -> Option<Player> {
        self.has_move().then(|| self.side())
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.has_move()).then(|| self.ending.outcome(self.side()))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        MoveCounter::new(self).for_each(visit)
    }

    fn check(&self, m: &Move) -> Result<(), IllegalMove> {
        self.resolve(m).map(|_| ())
    }

    fn apply(&mut self, m: &Move) -> Result<(), IllegalMove> {
        let (p, q) = self.resolve(m)?;
        self.draw(p, q, m.pieces());
        Ok(())
    }

    fn has_move(&self) -> bool {
        // Any two arms of one face can be joined.
        (0..self.n_arms()).any(|id| usize::from(self.face[id]) != id)
    }

    fn count_moves(&self) -> u128 {
        MoveCounter::new(self).count()
    }

    fn nth_move(&self, index: u128) -> Option<Move> {
        MoveCounter::new(self).nth(index)
    }

    fn random_move(&self, random: &mut dyn Random) -> Option<Move> {
        let census = MoveCounter::new(self);
        match census.count() {
            0 => None,
            count => census.nth(random.below_wide(count)),
        }
    }
}

impl Stored for Position {
    fn owned_bytes(&self) -> usize {
        fn spilled<A: smallvec::Array>(list: &smallvec::SmallVec<A>) -> usize {
            let bytes = list.capacity() * size_of::<A::Item>();
            if list.spilled() { bytes } else { 0 }
        }
        // The setup is shared by all positions of a game.
        spilled(&self.lines) + spilled(&self.next) + spilled(&self.face) + spilled(&self.piece)
    }
}

impl Alternating for Position {}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn refuses(position: &str, m: &str, message: &str) {
        let mut position: Position = position.parse().expect("the position is well formed");
        let before = position.clone();
        let m: Move = m.parse().expect("the move is well formed");
        let error = position.apply(&m).expect_err("the move is not legal");
        assert_eq!(error.to_string(), message);
        assert_eq!(position, before);
    }

    #[test]
    fn a_refusal_says_what_was_expected() {
        refuses("2", "1a-3b", "the position has no arm 3b");
        refuses("2", "1a-1e", "the position has no arm 1e");
        refuses(
            "2",
            "1a-1a",
            "a line cannot join arm 1a to itself; choose two different arms",
        );
        refuses(
            "1:1a-1c",
            "1a-1c",
            "1a and 1c are in different faces, so no line can join them",
        );
        refuses(
            "3:2a-3a",
            "1a-1c[3]",
            "star 3 cannot be in the list; name each other piece in the face of 1a by its lowest star",
        );
        refuses(
            "2",
            "1a-1c[1]",
            "star 1 cannot be in the list; name each other piece in the face of 1a by its lowest star",
        );
        refuses(
            "3",
            "1a-2c[3]",
            "1a and 2c are on different boundaries, so a line between them divides nothing; leave out the list {3}",
        );
    }
}
