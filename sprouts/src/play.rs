//! What a move does, and when it is illegal.

use core::ops::ControlFlow;

use common::{Alternating, Game, Outcome, Player, Random, Stored};

use crate::moves::{End, Move, Pieces, Survey};
use crate::position::{Position, Spot};
use crate::rules::{Colour, MOST_LINES};

/// The error returned when a move is illegal.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Game, Position};
///
/// let position: Position = "2+:1,3/1,3;2".parse()?;
/// let refused = position.check(&"1-2!".parse()?).unwrap_err();
/// assert_eq!(
///     refused.to_string(),
///     "spot 2 has only one corner; leave out the `!`"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalMove {
    /// There is no spot with this number.
    #[error("there is no spot {spot}; the position has spots 1 to {n_spots}")]
    NoSuchSpot {
        /// The spot number in the move.
        spot: Spot,
        /// The number of spots in the position.
        n_spots: usize,
    },
    /// The spot already has as many lines as may end there.
    #[error("spot {spot} already has {} lines, so no more lines can end there", in_words(*.lines))]
    Dead {
        /// The dead spot.
        spot: Spot,
        /// The number of its lines.
        lines: usize,
    },
    /// A loop needs two free line ends, but the spot has one.
    #[error("spot {spot} has {} lines, so it cannot be joined to itself", in_words(*.lines))]
    TooManyLines {
        /// The spot that the loop starts from.
        spot: Spot,
        /// The number of its lines.
        lines: usize,
    },
    /// The move names a corner that the spot does not have.
    #[error("spot {spot} has only {}; leave out {}", number_of(*.corners), marks(*.corners))]
    NoSuchCorner {
        /// The spot.
        spot: Spot,
        /// The number of its corners.
        corners: usize,
    },
    /// The player to move may not end a line at a spot of this colour.
    #[error("the {mover} player may not join spot {spot}, which is {colour}")]
    Colour {
        /// The spot where the line would end.
        spot: Spot,
        /// Its colour.
        colour: Colour,
        /// The player to move.
        mover: Player,
    },
    /// The two spots are in different regions, so a line between them would cross another.
    #[error("{from} and {to} are in different regions, so no line can join them")]
    DifferentRegions {
        /// Where the line starts.
        from: End,
        /// Where the line ends.
        to: End,
    },
    /// The two corners are in different regions, but the spots also have corners that a line can join.
    #[error("a line from {from} to {to} starts in one region and ends in another; write {}", one_of(.instead))]
    OtherCorners {
        /// Where the line starts.
        from: End,
        /// Where the line ends.
        to: End,
        /// Legal moves that join other corners of the two spots, one for each pair of corners.
        instead: Vec<Move>,
    },
    /// The line joins two pieces and therefore separates nothing, but the move lists pieces to its left.
    #[error(
        "a line from {from} to {to} joins two pieces and encloses nothing; leave out the list with spot {spot}"
    )]
    ListOfJoin {
        /// Where the line starts.
        from: End,
        /// Its end.
        to: End,
        /// The first spot in the list.
        spot: Spot,
    },
    /// The move lists a spot that is not on another boundary of the region that the line divides.
    #[error(
        "spot {spot} cannot be in the list; name each other piece in the region by its lowest spot"
    )]
    NotBeside {
        /// The listed spot.
        spot: Spot,
    },
    /// The move draws no new spot, but the rules require one.
    #[error("the line from {from} to {to} needs a new spot; write the line with `-`")]
    NoSpot {
        /// Where the line starts.
        from: End,
        /// Where the line ends.
        to: End,
    },
    /// The line is legal, but the move is not its canonical description.
    #[error("write the line as `{canonical}` instead of `{found}`")]
    NotCanonical {
        /// The move as it was given.
        found: Move,
        /// The canonical move for the same line.
        canonical: Move,
    },
}

/// Returns a number of lines or corners in words.
pub(crate) fn in_words(n: usize) -> &'static str {
    const WORDS: [&str; 1 + MOST_LINES] = ["no", "one", "two", "three", "four", "five", "six"];
    WORDS[n]
}

/// Says how many corners a spot has.
fn number_of(n: usize) -> String {
    let s = if n == 1 { "" } else { "s" };
    format!("{} corner{s}", in_words(n))
}

/// Says which exclamation marks no corner of a spot has.
fn marks(corners: usize) -> String {
    match corners {
        1 => "the `!`".to_owned(),
        _ => format!("all but {} `!`", in_words(corners - 1)),
    }
}

/// Lists moves, of which one has to be chosen.
fn one_of(moves: &[Move]) -> String {
    let moves: Vec<String> = moves.iter().map(|m| format!("`{m}`")).collect();
    moves.join(" or ")
}

impl Position {
    /// Returns the move that draws a line, however the line is described: in either direction, naming each piece by any
    /// of its spots, and with any of the equivalent sets of pieces.
    ///
    /// `left` lists spots of the pieces to the left of the line on the way from `from` to `to`. The list is empty if
    /// the line joins two pieces.
    ///
    /// # Errors
    ///
    /// Returns an error if the line cannot be drawn.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Position, Spot};
    ///
    /// let position = Position::new(4, Ending::Normal)?;
    /// let one = Spot::new(1).into();
    /// let inside = position.line(one, one, [Spot::new(2)], true)?;
    /// let outside = position.line(one, one, [Spot::new(3), Spot::new(4)], true)?;
    /// assert_eq!(inside, outside);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn line(
        &self,
        from: End,
        to: End,
        left: impl IntoIterator<Item = Spot>,
        with_spot: bool,
    ) -> Result<Move, IllegalMove> {
        let survey = Survey::new(self);
        let mut pieces = Pieces::NONE;
        for spot in left {
            if spot.number() > self.n_spots() {
                return Err(self.no_such(spot));
            }
            pieces = pieces.with(self.piece(spot));
        }
        let line = Move {
            from,
            to,
            left: pieces,
            with_spot,
        };
        let (a, b) = self.possible(&survey, &line)?;
        Ok(survey.canonical(&a, &b, pieces, with_spot))
    }

    /// The error for a loop at a spot with one life.
    pub(crate) fn too_many_lines(&self, spot: Spot) -> IllegalMove {
        let lines = self.degree(spot);
        IllegalMove::TooManyLines { spot, lines }
    }

    fn no_such(&self, spot: Spot) -> IllegalMove {
        IllegalMove::NoSuchSpot {
            spot,
            n_spots: self.n_spots(),
        }
    }

    /// Checks that a line can be drawn, even if its description is not canonical, and returns its corners.
    fn possible(
        &self,
        survey: &Survey<'_>,
        line: &Move,
    ) -> Result<(crate::moves::OpenCorner, crate::moves::OpenCorner), IllegalMove> {
        let Move { from, to, left, .. } = *line;
        let [a, b] = [self.find(survey, from)?, self.find(survey, to)?];
        let loops = from.spot == to.spot;
        if loops && self.lives_of(from.spot) == 1 {
            return Err(self.too_many_lines(from.spot));
        }
        if !line.with_spot && !self.rules().variant.allows_bare_line(loops) {
            return Err(IllegalMove::NoSpot { from, to });
        }
        if a.face != b.face {
            let instead = survey.joins(from.spot, to.spot, line.with_spot);
            return Err(if instead.is_empty() {
                IllegalMove::DifferentRegions { from, to }
            } else {
                IllegalMove::OtherCorners { from, to, instead }
            });
        }
        if a.boundary == b.boundary {
            let strangers = left.without(survey.others(a.face, from.spot));
            match strangers.iter().next() {
                Some(spot) => Err(IllegalMove::NotBeside { spot }),
                None => Ok((a, b)),
            }
        } else {
            match left.iter().next() {
                Some(spot) => Err(IllegalMove::ListOfJoin { from, to, spot }),
                None => Ok((a, b)),
            }
        }
    }

    fn find(&self, survey: &Survey<'_>, end: End) -> Result<crate::moves::OpenCorner, IllegalMove> {
        let spot = end.spot;
        if let Some(open) = survey.find(end) {
            return Ok(*open);
        }
        if spot.number() > self.n_spots() {
            return Err(self.no_such(spot));
        }
        if !self.is_alive(spot) {
            let lines = self.degree(spot);
            return Err(IllegalMove::Dead { spot, lines });
        }
        if !self.is_open(spot) {
            return Err(IllegalMove::Colour {
                spot,
                colour: self.colour(spot),
                mover: self.mover(),
            });
        }
        let corners = self.corners(spot).len();
        Err(IllegalMove::NoSuchCorner { spot, corners })
    }

    /// Checks a move and returns the corners of its line.
    fn legal(
        &self,
        m: &Move,
    ) -> Result<(crate::moves::OpenCorner, crate::moves::OpenCorner), IllegalMove> {
        let survey = Survey::new(self);
        let (a, b) = self.possible(&survey, m)?;
        if survey.is_canonical(&a, &b, m.left, m.with_spot) {
            return Ok((a, b));
        }
        Err(IllegalMove::NotCanonical {
            found: *m,
            canonical: survey.canonical(&a, &b, m.left, m.with_spot),
        })
    }
}

impl Game for Position {
    type Move = Move;
    type Illegal = IllegalMove;

    fn turn(&self) -> Option<Player> {
        self.has_line().then(|| self.mover())
    }

    fn outcome(&self) -> Option<Outcome> {
        (!self.has_line()).then(|| self.ending().outcome(self.mover()))
    }

    fn for_each_move(&self, visit: &mut dyn FnMut(Move) -> ControlFlow<()>) -> ControlFlow<()> {
        Survey::new(self).for_each_move(visit)
    }

    fn check(&self, m: &Move) -> Result<(), IllegalMove> {
        self.legal(m).map(|_| ())
    }

    fn apply(&mut self, m: &Move) -> Result<(), IllegalMove> {
        let (a, b) = self.legal(m)?;
        self.draw(
            a.corner,
            b.corner,
            |piece| m.left.contains(piece),
            m.with_spot,
        );
        Ok(())
    }

    fn has_move(&self) -> bool {
        self.has_line()
    }

    /// Counts the moves without listing them. In Black-and-White Sprouts this examines each pair of corners.
    fn count_moves(&self) -> u128 {
        if self.rules().variant.allows_bare_line(false) {
            Survey::new(self).count_moves()
        } else {
            self.count_lines()
        }
    }

    /// Finds the move by counting, without listing those before it one by one.
    fn nth_move(&self, index: u128) -> Option<Move> {
        Survey::new(self).nth_move(index)
    }

    fn random_move(&self, random: &mut dyn Random) -> Option<Move> {
        let survey = Survey::new(self);
        match survey.count_moves() {
            0 => None,
            count => survey.nth_move(random.below_wide(count)),
        }
    }
}

impl Stored for Position {
    fn owned_bytes(&self) -> usize {
        self.owned()
    }

    /// Finds the index by counting, without listing the moves before it one by one.
    fn index_of(&self, m: &Move) -> Option<u128> {
        Survey::new(self).index_of(m)
    }
}

impl Alternating for Position {}
