//! The state of a game: spots with numbers, lines between them, and the rules.

use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};

use common::{Ending, Player, Refused};
use planar::{Boundary, Corner, Flaw, ListsError, Map, Vertex};
use smallvec::SmallVec;

use crate::rules::{Colour, LINES_AT_NEW, MOST_LINES, Rules};

/// A spot, named by its number.
///
/// The starting spots have the numbers 1 to *n*; each new spot gets the next number.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u16", into = "u16"))]
pub struct Spot(u16);

impl TryFrom<u16> for Spot {
    type Error = Refused;

    fn try_from(number: u16) -> Result<Spot, Refused> {
        let error = "spots are numbered from 1, found 0";
        match number {
            0 => Err(Refused::new(error)),
            _ => Ok(Spot(number)),
        }
    }
}

impl From<Spot> for u16 {
    fn from(spot: Spot) -> u16 {
        spot.0
    }
}

impl Spot {
    /// Returns the spot with the given number.
    ///
    /// # Panics
    ///
    /// Panics if the number is 0 or does not fit in 16 bits.
    pub fn new(number: usize) -> Spot {
        let number = u16::try_from(number).ok().filter(|number| *number > 0);
        Spot(number.expect("spots are numbered from 1 to 65535"))
    }

    /// Returns the number of the spot, counted from 1.
    pub const fn number(self) -> usize {
        self.0 as usize
    }

    /// Returns the spot's vertex in [`Position::map`].
    pub fn vertex(self) -> Vertex {
        Vertex::new(self.number() - 1)
    }

    /// Returns the spot at a vertex of [`Position::map`].
    ///
    /// # Panics
    ///
    /// Panics if the vertex has the number 65,535, which no map has.
    pub fn at(vertex: Vertex) -> Spot {
        Spot::new(vertex.index() + 1)
    }
}

common::debug_as_text!(Spot);

impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad_integral(true, "", &self.0.to_string())
    }
}

/// A position of Sprouts: the drawing on the sphere, and the rules.
///
/// Only the topology of the drawing matters. The drawing is kept as a [planar map](planar) whose vertices are the spots
/// in order of their numbers.
///
/// # Invariants
///
/// * Every position can be reached by legal moves from its starting position; [`Position::from_lists`] checks this
///   exactly.
/// * The player to move, and the colours in Antwerp Sprouts, follow from the drawing: the number of moves made is the
///   number of lines minus the number of new spots, since each new spot cuts its line in two.
/// * Two positions are equal if they have the same rules, the same number of spots at the start, and the same regions,
///   compared by their boundaries as lists of spots in left-hand order. The internal representation and the order in
///   which lines were drawn do not matter.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{Ending, Game, Position};
///
/// let mut position = Position::new(2, Ending::Normal)?;
/// position.apply(&"1-2".parse()?)?;
/// assert_eq!(position.to_string(), "2+:1,3,2,3");
/// assert_eq!(position.lives(), 5);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Position {
    rules: Rules,
    start: u8,
    /// The number of lines that may end at a starting spot. It follows from the rules, and is asked very often.
    lines_at_start: u8,
    map: Map,
    /// For each spot, the lowest spot of its piece, counted from 0. This is always a starting spot, since every line
    /// ends at an existing piece.
    pieces: SmallVec<[u8; 32]>,
}

impl Position {
    /// The greatest number of spots with which a game can start. The limit ensures that every count of moves fits in
    /// 128 bits.
    pub const MAX_START: usize = 100;

    /// The greatest number of spots in any game. A game with *L* lives at the start has at most *L* − 1 moves, and each
    /// draws at most one spot.
    pub(crate) const MAX_SPOTS: usize = (1 + MOST_LINES) * Position::MAX_START - 1;

    /// Returns the size in bytes of what the position owns on the heap.
    pub(crate) fn owned(&self) -> usize {
        let pieces = if self.pieces.spilled() {
            self.pieces.capacity()
        } else {
            0
        };
        self.map.owned_bytes() + pieces
    }

    /// Returns the starting position of a game with `n` spots.
    ///
    /// # Errors
    ///
    /// Returns an error unless `n` is between 1 and [`Position::MAX_START`].
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Game, Position};
    ///
    /// let start = Position::new(2, Ending::Normal)?;
    /// // A line that joins the spots, or a loop at either: a sphere has no inside, so each loop counts once.
    /// assert_eq!(start.count_moves(), 3);
    ///
    /// let error = Position::new(0, Ending::Normal).unwrap_err();
    /// assert_eq!(error.to_string(), "a game must start with 1 to 100 spots, found 0");
    /// # Ok::<(), papergames_sprouts::Refused>(())
    /// ```
    pub fn new(n: usize, rules: impl Into<Rules>) -> Result<Position, Refused> {
        let rules = rules.into();
        Ok(Position {
            rules,
            start: check_start(n)?,
            lines_at_start: rules.variant.lines_at_start() as u8,
            map: Map::isolated(n).map_err(Refused::because)?,
            pieces: (0..n as u8).collect(),
        })
    }

    /// Returns the position whose regions have the given boundaries.
    ///
    /// `regions[r][b]` lists the numbers of the spots at the corners of a boundary in left-hand order; see
    /// [`Map::from_lists`]. `start` is the number of starting spots.
    ///
    /// # Errors
    ///
    /// Returns an error unless a game by these rules can reach the position. The checks are exact: they accept
    /// every reachable position and no other. They require the following:
    ///
    /// * The lists are a drawing on the sphere, and no spot has more than three lines.
    /// * Standard and Antwerp: each new spot has exactly two lines to spots with lower numbers, and a starting spot has
    ///   no such line. These two lines are the halves of the line that the spot was drawn on, since its third line can
    ///   only lead to a later spot. Removing the highest spot with its line therefore undoes the last move, and so on
    ///   back to the start.
    /// * Antwerp: the player who drew that line was allowed to end lines at both of its spots.
    /// * Black-and-White: each new spot has at least two lines to lower spots (any two of them can be the line that it
    ///   was drawn on). All remaining lines can then have been drawn at the end, without new spots. In the variant that
    ///   requires spots on loops, no spot has a line to itself.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Position};
    ///
    /// // Spots 1 and 2 are joined by a line with spot 3 on it, which the boundary passes on both sides.
    /// let position = Position::from_lists(2, Ending::Normal, &[vec![vec![1, 3, 2, 3]]])?;
    /// assert_eq!(position.to_string(), "2+:1,3,2,3");
    ///
    /// // In standard Sprouts a line must have a spot on it.
    /// let error = Position::from_lists(2, Ending::Normal, &[vec![vec![1, 2]]]).unwrap_err();
    /// assert_eq!(error.to_string(), "spot 2 must have no lines to lower spots, found 1");
    /// # Ok::<(), papergames_sprouts::Refused>(())
    /// ```
    pub fn from_lists(
        start: usize,
        rules: impl Into<Rules>,
        regions: &[Vec<Vec<usize>>],
    ) -> Result<Position, Refused> {
        let rules = rules.into();
        let n_start = check_start(start)?;
        let highest = regions.iter().flatten().flatten().max().copied();
        // Each move takes a life, and the last one is left.
        let most = start * (1 + rules.variant.lines_at_start()) - 1;
        let found = highest.unwrap_or(0);
        if !(start..=most).contains(&found) {
            let error = format!("a position must have {start} to {most} spots, found {found}");
            return Err(Refused::new(error));
        }
        let mut faces = regions.to_vec();
        for number in faces.iter_mut().flatten().flatten() {
            // A number 0 wraps to one that is too large for any map and is rejected below.
            *number = number.wrapping_sub(1);
        }
        let map = Map::from_lists(&faces).map_err(|error| Refused::new(in_words(error)))?;
        let mut position = Position {
            rules,
            start: n_start,
            lines_at_start: rules.variant.lines_at_start() as u8,
            pieces: SmallVec::new(),
            map,
        };
        position.check_history().map_err(Refused::new)?;
        position.find_pieces();
        Ok(position)
    }

    /// If no game can reach the drawing, returns the reason.
    fn check_history(&self) -> Result<(), String> {
        let variant = self.rules.variant;
        for spot in self.spots() {
            let (degree, most) = (self.degree(spot), self.most_lines(spot));
            if degree > most {
                return Err(format!(
                    "spot {spot} may have at most {most} lines, found {degree}"
                ));
            }
            let others = || self.neighbours(spot);
            if !variant.allows_bare_line(true) && others().any(|other| other == spot) {
                return Err(format!(
                    "the loop at spot {spot} must have a new spot on it, found none"
                ));
            }
            let found = others().filter(|other| *other < spot).count();
            let bare = variant.allows_bare_line(false);
            let (fits, expected) = match (self.is_start(spot), bare) {
                (true, true) => (true, "any"),
                (true, false) => (found == 0, "no"),
                (false, true) => (found >= 2, "at least 2"),
                (false, false) => (found == 2, "exactly 2"),
            };
            if !fits {
                return Err(format!(
                    "spot {spot} must have {expected} lines to lower spots, found {found}"
                ));
            }
            if variant.is_antwerp() && !self.is_start(spot) {
                let mover = self.drawer(spot);
                let is_closed = |end: &Spot| *end < spot && !self.colour(*end).is_open_to(mover);
                if let Some(end) = others().find(is_closed) {
                    return Err(format!(
                        "spot {spot} cannot be on a line to spot {end}, because the player who drew it may not join \
                         that colour"
                    ));
                }
            }
        }
        Ok(())
    }

    fn find_pieces(&mut self) {
        let mut pieces: SmallVec<[u8; 32]> = SmallVec::from_elem(u8::MAX, self.n_spots());
        let mut reached = Vec::new();
        for v in 0..self.n_start() {
            reached.extend((pieces[v] == u8::MAX).then_some(Vertex::new(v)));
            while let Some(vertex) = reached.pop() {
                if pieces[vertex.index()] == u8::MAX {
                    pieces[vertex.index()] = v as u8;
                    let darts = self.map.darts_at(vertex);
                    reached.extend(darts.map(|dart| self.map.target(dart)));
                }
            }
        }
        self.pieces = pieces;
    }

    /// Returns the rules of the game.
    pub fn rules(&self) -> Rules {
        self.rules
    }

    /// Returns who wins when no move is left.
    pub fn ending(&self) -> Ending {
        self.rules.ending
    }

    /// Returns the number of spots at the start of the game.
    pub fn n_start(&self) -> usize {
        usize::from(self.start)
    }

    /// Returns the number of spots in this position, which are the starting spots and the new ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Game, Position};
    ///
    /// let mut position = Position::new(2, Ending::Normal)?;
    /// position.apply(&"1-2".parse()?)?;
    /// assert_eq!((position.n_start(), position.n_spots()), (2, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn n_spots(&self) -> usize {
        self.map.n_vertices()
    }

    /// Returns the position in which the game began: the starting spots without lines.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Position};
    ///
    /// let position: Position = "2+:1,3,2,3".parse()?;
    /// assert_eq!(position.setup(), Position::new(2, Ending::Normal)?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn setup(&self) -> Position {
        let start = Position::new(self.n_start(), self.rules);
        start.unwrap_or_else(|_| unreachable!("the game began with this number of spots"))
    }

    /// Returns the number of moves made since the start.
    pub fn moves_made(&self) -> usize {
        self.map.n_edges() - (self.n_spots() - self.n_start())
    }

    /// Returns the drawing as a planar map. The vertex with index *i* is spot *i* + 1.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// Returns the spots in order of their numbers.
    pub fn spots(&self) -> impl DoubleEndedIterator<Item = Spot> + ExactSizeIterator + use<> {
        self.map.vertices().map(Spot::at)
    }

    /// Returns whether a spot is one of those the game started with.
    pub(crate) fn is_start(&self, spot: Spot) -> bool {
        spot.number() <= self.n_start()
    }

    /// Returns the number of lines that may end at a spot of the position.
    pub(crate) fn most_lines(&self, spot: Spot) -> usize {
        if self.is_start(spot) {
            usize::from(self.lines_at_start)
        } else {
            LINES_AT_NEW
        }
    }

    /// Returns the number of lines that end at a spot; a loop counts twice. It is 0 if there is no such spot.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Game, Position, Spot};
    ///
    /// let mut position = Position::new(2, Ending::Normal)?;
    /// position.apply(&"1-2".parse()?)?;
    /// // The new spot 3 lies on the line, which counts as two there.
    /// assert_eq!([1, 2, 3].map(|n| position.degree(Spot::new(n))), [1, 1, 2]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn degree(&self, spot: Spot) -> usize {
        if self.has(spot) {
            self.map.degree(spot.vertex())
        } else {
            0
        }
    }

    /// Returns whether the position has a spot.
    pub(crate) fn has(&self, spot: Spot) -> bool {
        spot.number() <= self.n_spots()
    }

    /// Returns the number of lines that can still end at a spot. It is 0 if there is no such spot.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Position, Spot};
    ///
    /// let position: Position = "2+:1,3,2,3".parse()?;
    /// assert_eq!([1, 2, 3, 4].map(|n| position.lives_of(Spot::new(n))), [2, 2, 1, 0]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lives_of(&self, spot: Spot) -> usize {
        if self.has(spot) {
            self.most_lines(spot) - self.map.degree(spot.vertex())
        } else {
            0
        }
    }

    /// Returns the far ends of all lines of a spot.
    pub(crate) fn neighbours(&self, spot: Spot) -> impl Iterator<Item = Spot> {
        let darts = self.map.darts_at(spot.vertex());
        darts.map(|dart| Spot::at(self.map.target(dart)))
    }

    /// Returns the spot at a corner.
    pub(crate) fn spot(&self, corner: Corner) -> Spot {
        Spot::at(self.map.vertex(corner))
    }

    /// Returns the spots at the corners of a boundary, in left-hand order.
    pub(crate) fn spots_on(&self, boundary: Boundary) -> impl Iterator<Item = Spot> {
        self.map.corners(boundary).map(|corner| self.spot(corner))
    }

    /// Returns whether there is such a spot and it can take another line. A spot is dead once it has three lines, or,
    /// if it is a starting spot, [as many as the variant allows](crate::Variant::lines_at_start).
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Position, Spot};
    ///
    /// let position: Position = "2+:1,3,2,3".parse()?;
    /// assert!(position.spots().all(|spot| position.is_alive(spot)));
    /// assert_eq!(position.spots().last(), Some(Spot::new(3)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn is_alive(&self, spot: Spot) -> bool {
        self.lives_of(spot) > 0
    }

    /// Returns the total number of lives: one for each line that may end at a spot, minus one for each line end.
    ///
    /// In standard Sprouts a starting spot has three. Each move reduces the total by one: the two ends of the line take
    /// two lives, and the new spot adds one.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Game, Position};
    ///
    /// let mut position = Position::new(2, Ending::Normal)?;
    /// assert_eq!(position.lives(), 6);
    /// position.apply(&"1-2".parse()?)?;
    /// assert_eq!(position.lives(), 5);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn lives(&self) -> usize {
        let new = self.n_spots() - self.n_start();
        let lines = self.n_start() * self.rules.variant.lines_at_start() + new * LINES_AT_NEW;
        lines - 2 * self.map.n_edges()
    }

    /// Returns the colour of a spot. Outside Antwerp Sprouts, all spots are white.
    ///
    /// # Panics
    ///
    /// Panics if there is no such spot.
    pub fn colour(&self, spot: Spot) -> Colour {
        assert!(self.has(spot), "the position has the spot");
        if self.is_start(spot) {
            return Colour::White;
        }
        self.rules.variant.new_colour(self.drawer(spot))
    }

    /// Returns which player drew a new spot, provided that every line has a new spot.
    fn drawer(&self, spot: Spot) -> Player {
        [Player::SECOND, Player::FIRST][(spot.number() - self.n_start()) % 2]
    }

    /// Returns who makes the next move, if there is one: the first player after an even number of moves.
    pub(crate) fn mover(&self) -> Player {
        [Player::FIRST, Player::SECOND][self.moves_made() % 2]
    }

    /// Returns the name of a spot's piece: the lowest spot connected to it.
    ///
    /// # Panics
    ///
    /// Panics if there is no such spot.
    pub fn piece(&self, spot: Spot) -> Spot {
        let piece = self.pieces.get(spot.vertex().index());
        Spot::new(usize::from(*piece.expect("the position has the spot")) + 1)
    }

    /// Returns the name of the piece that a boundary belongs to.
    pub(crate) fn piece_on(&self, boundary: Boundary) -> Spot {
        let spot = self.spots_on(boundary).next();
        self.piece(spot.expect("a boundary has a corner"))
    }

    /// Returns whether the player to move may end a line at a spot: it exists, is alive, and its colour allows it.
    pub fn is_open(&self, spot: Spot) -> bool {
        self.has(spot) && self.takes_line(spot)
    }

    /// Returns whether the player to move may end a line at a spot of the position.
    fn takes_line(&self, spot: Spot) -> bool {
        self.lives_of(spot) > 0
            && (!self.rules.variant.is_antwerp() || self.colour(spot).is_open_to(self.mover()))
    }

    /// Returns the spots where the player to move may end a line.
    pub(crate) fn open_spots(&self) -> impl Iterator<Item = Spot> {
        self.spots().filter(|spot| self.takes_line(*spot))
    }

    /// Draws a line; the caller has checked that it is legal.
    pub(crate) fn draw(
        &mut self,
        from: Corner,
        to: Corner,
        left: impl Fn(Spot) -> bool,
        with_spot: bool,
    ) {
        let [a, b] = [from, to].map(|corner| self.pieces[self.map.vertex(corner).index()]);
        let boundaries = self.map.boundaries();
        let goes_left: SmallVec<[bool; 32]> = boundaries
            .map(|boundary| left(self.piece_on(boundary)))
            .collect();
        let line = self
            .map
            .connect(from, to, |boundary| goes_left[boundary.index()]);
        let line = line.expect("the corners are in one region");
        if a != b {
            let (low, high) = (a.min(b), a.max(b));
            for piece in self.pieces.iter_mut().filter(|piece| **piece == high) {
                *piece = low;
            }
        }
        if with_spot {
            self.map.subdivide(line).expect("so few spots fit a map");
            self.pieces.push(a.min(b));
        }
    }

    /// Returns the boundaries of all regions as lists of spot numbers, in the order of the position's text.
    pub fn lists(&self) -> Vec<Vec<Vec<usize>>> {
        self.map.sorted_lists(|vertex| vertex.index() + 1)
    }
}

/// Checks that a game can start with this many spots.
fn check_start(n: usize) -> Result<u8, Refused> {
    if (1..=Position::MAX_START).contains(&n) {
        return Ok(n as u8);
    }
    let most = Position::MAX_START;
    Err(Refused::new(format!(
        "a game must start with 1 to {most} spots, found {n}"
    )))
}

/// Returns what is wrong with boundary lists, in the terms of the game and with spot numbers, which count from 1.
fn in_words(mut error: ListsError) -> String {
    let found = match &mut error {
        ListsError::NotPlanar(Flaw::Rotation(vertex, ..)) => {
            let spot = Spot::at(*vertex);
            format!("the lines at spot {spot} do not make one circle around it")
        }
        ListsError::NotPlanar(Flaw::Euler { piece, .. }) => {
            let spot = Spot::at(*piece);
            format!("the piece of spot {spot} does not fit on a sphere")
        }
        ListsError::OneWay { from, to, .. } | ListsError::Parallel { from, to, .. } => {
            (*from, *to) = (*from + 1, *to + 1);
            return error.to_string();
        }
        ListsError::Missing(spot) => return ListsError::Missing(*spot + 1).to_string(),
        ListsError::Empty { .. } | ListsError::NotPlanar(_) | ListsError::TooLarge(_) => {
            return error.to_string();
        }
    };
    format!("these boundaries cannot be drawn on the sphere: {found}")
}

impl PartialEq for Position {
    fn eq(&self, other: &Position) -> bool {
        let size = |p: &Position| (p.n_spots(), p.map.n_edges(), p.map.n_faces());
        self.rules == other.rules
            && self.start == other.start
            && size(self) == size(other)
            && self.pieces == other.pieces
            && (self.map == other.map || self.lists() == other.lists())
    }
}

impl Eq for Position {}

impl Ord for Position {
    /// Compares the rules, the number of spots at the start, the number of spots, and the boundary lists.
    fn cmp(&self, other: &Position) -> Ordering {
        let key = |position: &Position| (position.rules, position.start, position.n_spots());
        let order = key(self).cmp(&key(other));
        order.then_with(|| self.lists().cmp(&other.lists()))
    }
}

impl PartialOrd for Position {
    fn partial_cmp(&self, other: &Position) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Hash for Position {
    /// Hashes the boundary lists without sorting them: a sum does not depend on the order of its terms.
    fn hash<H: Hasher>(&self, state: &mut H) {
        let mix = |x: u64| {
            let x = (x ^ x >> 29).wrapping_mul(0xBF58_476D_1CE4_E5B9);
            x ^ x >> 32
        };
        let mut faces: SmallVec<[u64; 32]> = SmallVec::from_elem(0, self.map.n_faces());
        for boundary in self.map.boundaries() {
            let spot = |corner| self.map.vertex(corner).index() as u64;
            let three = |corner| {
                let next = self.map.next_corner(corner);
                let after = self.map.next_corner(next);
                mix(spot(corner) << 32 | spot(next) << 16 | spot(after))
            };
            let corners = self.map.corners(boundary);
            let sum = corners.fold(0u64, |sum, corner| sum.wrapping_add(three(corner)));
            let len = self.map.boundary_len(boundary) as u64;
            let face = &mut faces[self.map.face(boundary).index()];
            *face = face.wrapping_add(mix(sum.wrapping_mul(31).wrapping_add(len)));
        }
        let total = faces
            .iter()
            .fold(0u64, |sum, face| sum.wrapping_add(mix(*face)));
        (self.rules, self.start, total).hash(state);
    }
}

common::debug_as_text!(Position);
