//! Whole turns: one man placed, or a chain of jumps given by the points that the ball touches.

use core::ops::ControlFlow;

use common::Game;
use common::grid::Direction;
use rustc_hash::FxHashSet;
use smallvec::SmallVec;

use crate::moves::{IllegalMove, Move};
use crate::point::Point;
use crate::position::{Phase, Position};

/// The points of a chain, starting point first. Few chains in real games are longer than eight points.
type ChainPoints = SmallVec<[Point; 8]>;

/// A whole turn: everything that a player does before the other player moves.
///
/// A placed man is written as its point, such as `h11`, and jumps as the points that the ball touches, joined by
/// hyphens, such as `h10-h12-j14`. Each landing point determines the direction and length of its jump.
///
/// A crowded board has too many turns to list: with 35 men on 100 points, the median number of chains is 200,000, and a
/// third of such boards have over two million. So no function in this crate needs the full list:
///
/// * [`Position::check_turn`] checks a single turn, in time linear in its length;
/// * [`Position::turns`] yields turns lazily, so you pay only for the turns that you consume;
/// * [`Position::turns_up_to`] stops at a limit and reports whether there are more;
/// * [`Position::count_jump_turns`] counts turns without building a list.
///
/// # Examples
///
/// ```
/// use papergames_phutball::{Position, Turn};
///
/// let mut position = Position::standard();
/// position.apply_turn(&"h11".parse()?)?;
/// position.apply_turn(&"i13".parse()?)?;
/// position.apply_turn(&"h10-h12-j14".parse()?)?;
/// assert_eq!(position.men().count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Turn {
    /// A man is placed on a vacant point.
    Place(Point),
    /// The ball makes one or more jumps.
    Jumps(Chain),
}

impl Turn {
    /// Returns the points in the turn's text: the point where the man is placed, or the points that the ball touches.
    pub fn points(&self) -> &[Point] {
        match self {
            Turn::Place(point) => core::slice::from_ref(point),
            Turn::Jumps(chain) => chain.points(),
        }
    }
}

/// A chain of jumps, given by the points that the ball touches in a turn, from where it was to where it stops.
///
/// There are at least two points, and each is two or more steps away from the previous one in one of the eight
/// directions. The text is the same as that of a [`Turn`]: the points, joined by hyphens.
///
/// # Examples
///
/// ```
/// use papergames_phutball::Chain;
///
/// let chain: Chain = "h10-h12-j14".parse()?;
/// assert_eq!(chain.points(), ["h10".parse()?, "h12".parse()?, "j14".parse()?]);
/// assert!("h10".parse::<Chain>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Chain(ChainPoints);

/// The error returned when a turn is illegal. The position stays unchanged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum IllegalTurn {
    /// A chain is under way, so only jumps and a stop are possible, not whole turns.
    #[error(
        "the chain of jumps is not finished at {ball}; jump again or play `stop` before the next turn"
    )]
    UnderWay {
        /// The point where the ball is.
        ball: Point,
    },
    /// No jump can join two consecutive points of the chain.
    #[error(
        "no jump leads from {from} to {to}; a jump must go two or more steps in one of the eight directions"
    )]
    NotInLine {
        /// The point where the jump starts.
        from: Point,
        /// The point given as the end of the jump.
        to: Point,
    },
    /// The chain does not start where the ball is.
    #[error("the chain begins at {from}, but the ball is at {ball}")]
    NotTheBall {
        /// The point where the chain starts.
        from: Point,
        /// The point where the ball is.
        ball: Point,
    },
    /// A jump of the chain does not end on the first point behind the men.
    #[error(
        "jump {number}: from {from} the ball lands on {landing}, the first free point behind the men, not on {to}"
    )]
    WrongLanding {
        /// The number of the jump in the chain, counted from 1.
        number: usize,
        /// The point where the jump starts.
        from: Point,
        /// The point given as the end of the jump.
        to: Point,
        /// The point where the ball would land.
        landing: Point,
    },
    /// The chain continues after a jump that ends the turn.
    #[error("jump {number}: the turn ends at {ball}, so no other jump may follow")]
    AfterTheEnd {
        /// The number of the jump in the chain, counted from 1.
        number: usize,
        /// The point where the ball is after the jump.
        ball: Point,
    },
    /// The game is over.
    #[error("the game is over")]
    GameOver,
    /// The man cannot be placed on its point.
    #[error(transparent)]
    Man(IllegalMove),
    /// A jump, or stopping after it, is not legal.
    #[error("jump {number}: {reason}")]
    Jump {
        /// The number of the jump in the chain, counted from 1.
        number: usize,
        /// Why the jump or the stop is illegal.
        #[source]
        reason: IllegalMove,
    },
}

impl Chain {
    /// Returns the chain that touches `points`, in this order, or `None` if there are fewer than two points.
    ///
    /// # Errors
    ///
    /// Returns an error with the first two consecutive points that no jump can join.
    pub fn new(points: impl IntoIterator<Item = Point>) -> Result<Option<Chain>, IllegalTurn> {
        let path: ChainPoints = points.into_iter().collect();
        for pair in path.windows(2) {
            let (from, to) = (pair[0], pair[1]);
            direction(from, to).ok_or(IllegalTurn::NotInLine { from, to })?;
        }
        Ok((path.len() >= 2).then_some(Chain(path)))
    }

    /// Returns the chain through a path of at least two points, each in line with the one before.
    pub(crate) fn of_path(path: impl IntoIterator<Item = Point>) -> Chain {
        Chain(path.into_iter().collect())
    }

    /// Returns the points that the ball touches, starting point first.
    pub fn points(&self) -> &[Point] {
        &self.0
    }

    /// Returns the direction of each jump.
    pub fn directions(&self) -> impl Iterator<Item = Direction> {
        self.0
            .windows(2)
            .filter_map(|pair| direction(pair[0], pair[1]))
    }
}

/// Returns the direction from one point to another two or more steps away.
fn direction(from: Point, to: Point) -> Option<Direction> {
    let columns = i16::from(to.column) - i16::from(from.column);
    let rows = i16::from(to.row) - i16::from(from.row);
    let in_line = columns == 0 || rows == 0 || columns.abs() == rows.abs();
    let step = (columns.signum() as i8, rows.signum() as i8);
    (in_line && columns.abs().max(rows.abs()) >= 2)
        .then(|| Direction::ALL.into_iter().find(|d| d.step() == step))
        .flatten()
}

impl Position {
    /// Checks whether a turn is legal, in time linear in its length.
    ///
    /// # Errors
    ///
    /// Returns an error for the first illegal jump, with its number and the reason.
    ///
    /// # Examples
    ///
    /// A man cannot be jumped twice, because it leaves the board immediately:
    ///
    /// ```
    /// use papergames_phutball::Position;
    ///
    /// let position: Position = "5/5/5/5/2o2/2@2/5/5/5:first:full-board".parse()?;
    /// assert!(position.check_turn(&"c3-c5".parse()?).is_ok());
    /// let error = position.check_turn(&"c3-c5-c3".parse()?).unwrap_err();
    /// assert_eq!(
    ///     error.to_string(),
    ///     "jump 2: the turn ends at c5, so no other jump may follow",
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn check_turn(&self, turn: &Turn) -> Result<(), IllegalTurn> {
        self.walk(turn, |_| ()).map(|_| ())
    }

    /// Plays a whole turn, in time linear in its length.
    ///
    /// # Errors
    ///
    /// Returns an error for the first illegal jump, with its number and the reason, and does not change the position.
    pub fn apply_turn(&mut self, turn: &Turn) -> Result<(), IllegalTurn> {
        *self = self.walk(turn, |_| ())?;
        Ok(())
    }

    /// Returns the moves of a turn, with a final [`Move::Stop`] if the chain could continue.
    ///
    /// # Errors
    ///
    /// Returns an error if the turn is not legal.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Direction, Move, Position};
    ///
    /// let position: Position = "5/5/5/2o2/5/2o2/2@2/5/5:first:full-board".parse()?;
    /// let (long, short) = ("c2-c4-c6".parse()?, "c2-c4".parse()?);
    /// let jump = Move::Jump(Direction::N);
    /// assert_eq!(position.moves_of(&long)?, [jump, jump]);
    /// assert_eq!(position.moves_of(&short)?, [jump, Move::Stop]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn moves_of(&self, turn: &Turn) -> Result<Vec<Move>, IllegalTurn> {
        let mut moves = Vec::new();
        self.walk(turn, |m| moves.push(m))?;
        Ok(moves)
    }

    /// Returns the position after a legal turn.
    pub(crate) fn after(&self, turn: &Turn) -> Position {
        self.walk(turn, |_| ()).expect("a listed turn is legal")
    }

    /// Plays a turn on a copy of the position and passes its moves to `tell`.
    fn walk(&self, turn: &Turn, mut tell: impl FnMut(Move)) -> Result<Position, IllegalTurn> {
        let mut after = *self;
        match self.phase {
            Phase::Ready => {}
            Phase::Jumping => return Err(IllegalTurn::UnderWay { ball: self.ball }),
            Phase::Over => return Err(IllegalTurn::GameOver),
        }
        let chain = match turn {
            Turn::Place(point) => {
                let m = Move::Place(*point);
                after.apply(&m).map_err(IllegalTurn::Man)?;
                tell(m);
                return Ok(after);
            }
            Turn::Jumps(chain) => chain,
        };
        after.jump_along(chain, &mut tell)?;
        if after.phase == Phase::Jumping {
            let number = chain.0.len() - 1;
            let refused = |reason| IllegalTurn::Jump { number, reason };
            after.check(&Move::Stop).map_err(refused)?;
            after.end_turn();
            tell(Move::Stop);
        }
        Ok(after)
    }

    /// Jumps along a chain, which may continue one that is under way, and passes the moves to `tell`.
    pub(crate) fn jump_along(
        &mut self,
        chain: &Chain,
        mut tell: impl FnMut(Move),
    ) -> Result<(), IllegalTurn> {
        let (from, ball) = (chain.points()[0], self.ball);
        if from != ball {
            return Err(IllegalTurn::NotTheBall { from, ball });
        }
        let jumps = chain.0.windows(2).zip(chain.directions());
        for ((pair, direction), number) in jumps.zip(1..) {
            let refused = |reason| IllegalTurn::Jump { number, reason };
            match self.phase {
                Phase::Ready | Phase::Over if number > 1 => {
                    let ball = self.ball;
                    return Err(IllegalTurn::AfterTheEnd { number, ball });
                }
                Phase::Over => return Err(refused(IllegalMove::GameOver)),
                Phase::Ready | Phase::Jumping => {}
            }
            let leap = self.check_jump(direction).map_err(refused)?;
            if leap.landing != pair[1] {
                return Err(IllegalTurn::WrongLanding {
                    number,
                    from: pair[0],
                    to: pair[1],
                    landing: leap.landing,
                });
            }
            self.jump(direction, leap);
            tell(Move::Jump(direction));
        }
        Ok(())
    }
}

/// How to count turns that lead to the same position: as one turn or as several.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
#[non_exhaustive]
pub enum Distinct {
    /// Two turns are the same if the ball touches the same points in the same order.
    #[default]
    Paths,
    /// Two turns are the same if they lead to the same position: the ball ends on the same point and the same men have
    /// been removed.
    Results,
}

/// A list of a position's turns up to a limit.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[non_exhaustive]
pub struct Listing {
    /// The turns in a fixed order, with chains of jumps before men.
    pub turns: Vec<Turn>,
    /// Whether the list is complete. It is incomplete if the limit was reached.
    pub is_complete: bool,
}

impl Position {
    /// Returns an iterator over the turns: first the chains, each before its continuations, then the placements of men,
    /// row by row.
    ///
    /// The iterator is lazy and needs memory for only one chain. A position in the middle of a chain, or at the end of
    /// the game, has no turns.
    pub fn turns(&self) -> impl Iterator<Item = Turn> + Clone + use<> {
        self.turns_with_ends().map(|(turn, _)| turn)
    }

    /// Returns an iterator over the turns, each with the position at the end of its chain, unless it places a man.
    fn turns_with_ends(&self) -> impl Iterator<Item = (Turn, Option<Position>)> + Clone + use<> {
        let (start, is_ready) = (*self, self.phase == Phase::Ready);
        let chains = Chains(is_ready.then_some((start, 0)).into_iter().collect());
        let men = self.size.playing_field();
        let men = men.filter(move |point| is_ready && start.is_vacant(*point));
        chains.chain(men.map(|point| (Turn::Place(point), None)))
    }

    /// Returns at most `limit` turns, and whether there are more.
    ///
    /// With [`Distinct::Results`] each result is listed once, with the first path that leads to it. The limit then
    /// applies to the number of paths visited, which also bounds the time.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_phutball::{Distinct, Position};
    ///
    /// let listing = Position::standard().turns_up_to(100, Distinct::Paths);
    /// assert_eq!(listing.turns.len(), 100);
    /// assert!(!listing.is_complete);
    /// ```
    pub fn turns_up_to(&self, limit: usize, distinct: Distinct) -> Listing {
        let mut all = self.turns_with_ends();
        let mut seen = FxHashSet::default();
        let mut is_new = |end: Option<Position>| {
            distinct == Distinct::Paths || end.is_none_or(|end| seen.insert((end.ball, end.men)))
        };
        let visited = all.by_ref().take(limit);
        let turns = visited.filter_map(|(turn, end)| is_new(end).then_some(turn));
        Listing {
            turns: turns.collect(),
            is_complete: all.next().is_none(),
        }
    }

    /// Calls `visit` with the position after each turn of jumps, once for each path, until it returns a break.
    ///
    /// This builds no turns and allocates no memory. A typical position of a real game has two or three chains, and
    /// visiting them takes well under a microsecond.
    pub fn for_each_jump_turn(
        &self,
        visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        if self.phase == Phase::Ready {
            self.visit_chains(visit)
        } else {
            ControlFlow::Continue(())
        }
    }

    fn visit_chains(
        &self,
        visit: &mut impl FnMut(&Position) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for direction in self.directions_with_men() {
            let Some(leap) = self.legal_leap(direction) else {
                continue;
            };
            let mut after = *self;
            after.leave(direction, leap);
            if after.may_stop() {
                let mut done = after;
                done.end_turn();
                visit(&done)?;
            }
            if !after.rests_at(after.ball) {
                after.visit_chains(visit)?;
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the number of turns that are chains of jumps, counted by path, or `None` if there are more than `limit`.
    ///
    /// # Examples
    ///
    /// If men stand on all edges of a grid, every trail in the grid corresponds to a turn:
    ///
    /// ```
    /// use papergames_phutball::Position;
    ///
    /// let grid: Position = "5/1o1o1/o1o1o/1o@o1/o1o1o/1o1o1/5:first:terminal-rows".parse()?;
    /// assert_eq!(grid.count_jump_turns(1000), Some(284));
    /// assert_eq!(grid.count_jump_turns(100), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_jump_turns(&self, limit: u64) -> Option<u64> {
        let mut count = 0;
        let flow = self.for_each_jump_turn(&mut |_| {
            count += 1;
            if count > limit {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        flow.is_continue().then_some(count)
    }
}

/// The iterator over the chains of a position: the points of the last one, each as the position in the middle of the
/// turn and the number of directions that have been tried there.
#[derive(Clone, Debug)]
struct Chains(Vec<(Position, usize)>);

impl Iterator for Chains {
    type Item = (Turn, Option<Position>);

    /// Advances to the next chain that can be a whole turn.
    fn next(&mut self) -> Option<(Turn, Option<Position>)> {
        loop {
            let (position, tried) = self.0.last_mut()?;
            if *tried == 8 || position.rests_at(position.ball) {
                self.0.pop();
                continue;
            }
            let direction = Direction::ALL[*tried];
            *tried += 1;
            let Some(leap) = position.legal_leap(direction) else {
                continue;
            };
            let mut end = *position;
            end.leave(direction, leap);
            self.0.push((end, 0));
            if end.may_stop() {
                let points = self.0.iter().map(|(position, _)| position.ball);
                return Some((Turn::Jumps(Chain(points.collect())), Some(end)));
            }
        }
    }
}
