//! Moves, and how legal moves are listed, counted and picked by number.
//!
//! A move is a line between two *corners*. A corner is a gap between two lines at a spot, and a spot with two lines has
//! two of them, one with three lines three, and so on. So there can be several different lines between the same two
//! spots. A line between two boundaries of a region joins them into one. A line from a boundary to itself cuts the
//! region in two, and each other boundary of the region goes to one side or the other: with *k* of them there are
//! 2<sup>*k*</sup> such lines between the same two corners. Since this can be a huge number, lines are counted without
//! listing them.
//!
//! # When are two lines the same move?
//!
//! They are the same if they lead to equal [positions](Position): the same boundary lists, with the same numbers on the
//! spots. Lines that differ on paper are the same move in exactly these cases:
//!
//! * *Direction.* A line may be drawn from either end. One of the two directions is [canonical](Move).
//! * *The loop of a lone spot.* A loop at a spot without lines has no inside: on the sphere, the boundaries on one
//!   side and those on the other may change places.
//! * *The circle.* When the whole drawing is two spots joined by two lines, both sides of this circle look the same.
//!   This happens after the first move of the one-spot game.
//! * *Bare lines beside a line.* A line without a new spot, drawn along a line *e* between the same two spots, cannot
//!   be distinguished from *e* afterwards, so either line may be the new one. It therefore does not matter on which
//!   side of *e* the new line is drawn, if the same boundaries are between the two lines. (This happens in
//!   Black-and-White Sprouts only.)
//!
//! There are no other cases. To see this, remove the two new lines. If they correspond to each other, the rest of the
//! correspondence is a symmetry of the old drawing that fixes every spot and keeps the orientation. Such a symmetry is
//! a rotation of each piece about at most two points, so a piece that is not left in place has at most two spots and
//! turns about them. Its regions change places, so nothing else lies in them. This leaves only the circle (and the lone
//! spot, whose symmetry is that of its loop). If the new lines do not correspond to each other, one of them corresponds
//! to an old line between the same spots, which is the last case. The tests compare the counts with the number of
//! distinct boundary lists.

mod count;

use core::ops::ControlFlow;

use planar::{Boundary, Corner, Face, Vertex};
use smallvec::SmallVec;

use crate::position::{Position, Spot};

/// One end of a line: a corner of a spot, named so that the name does not depend on the history of the game.
///
/// A spot with at most one line has one corner, written as the spot's number. A spot with two lines has two corners. To
/// tell them apart, stand in the region and look at the spot. If the lower of the two neighbours lies to your left, the
/// corner is the *first* one, written as the number alone. If the higher one does, it is the *second* one, written with
/// Dan Hoey's exclamation mark. If both lines lead to the same spot, they form a circle, and the first corner is on the
/// side of the circle that borders the lowest spot outside it.
///
/// With more lines, which only starting spots of [some variants](crate::Variant::lines_at_start) can have, go around
/// the spot counter-clockwise and write down the neighbour to the left of each corner. The first corner is the one from
/// which this list is least, and each further corner has one exclamation mark more. No two lists are equal. A neighbour
/// occurs at most twice, namely if it was drawn on a loop at the spot. If the list were the same from two of at least
/// three corners, it would therefore be one list of at least two neighbours, written twice. But then two loops would
/// cross.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::{End, Spot};
///
/// let end: End = "6!".parse()?;
/// assert_eq!((end.spot, end.corner), (Spot::new(6), 1));
/// # Ok::<(), papergames_sprouts::Refused>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct End {
    /// The spot.
    pub spot: Spot,
    /// The number of the corner among those of the spot, counted from 0.
    pub corner: u8,
}

impl From<Spot> for End {
    fn from(spot: Spot) -> End {
        End { spot, corner: 0 }
    }
}

/// A set of pieces of a drawing. Each piece is named by its lowest spot, which is always a starting spot.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Pieces(u128);

impl Pieces {
    /// The empty set.
    pub const NONE: Pieces = Pieces(0);

    /// Returns the number of pieces in the set.
    pub(crate) const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Returns whether the set is empty.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether the piece whose lowest spot is `piece` is in the set.
    pub fn contains(self, piece: Spot) -> bool {
        piece.number() < 128 && self.0 >> piece.number() & 1 == 1
    }

    /// Returns this set with `piece` added.
    ///
    /// # Panics
    ///
    /// Panics if the spot's number is above [`Position::MAX_START`], since it cannot be the lowest spot of a piece.
    pub fn with(self, piece: Spot) -> Pieces {
        assert!(
            piece.number() <= Position::MAX_START,
            "the least spot of a piece is a spot of the start"
        );
        Pieces(self.0 | 1 << piece.number())
    }

    /// Returns the pieces of this set that are not in `other`.
    pub(crate) const fn without(self, other: Pieces) -> Pieces {
        Pieces(self.0 & !other.0)
    }

    /// Returns the lowest spot of each piece, in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Spot> {
        let mut rest = self.0;
        core::iter::from_fn(move || {
            let least = rest.trailing_zeros() as usize;
            rest &= rest.wrapping_sub(1);
            (least < 128).then(|| Spot::new(least))
        })
    }
}

impl FromIterator<Spot> for Pieces {
    fn from_iter<I: IntoIterator<Item = Spot>>(pieces: I) -> Pieces {
        pieces.into_iter().fold(Pieces::NONE, Pieces::with)
    }
}

/// A move: where its line starts and ends, which pieces are to the left of the line, and whether a new spot is drawn on
/// it.
///
/// A move has the same meaning in equal positions. Each line has exactly one legal description, in which
/// [`from`](Move::from) is the lesser end and [`left`](Move::left) follows the convention described there.
/// [`Position::line`] finds the move from any description of its line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Move {
    /// Where the line starts. In the order of [`End`]s, `from` never comes after `to`.
    pub from: End,
    /// Where the line ends.
    pub to: End,
    /// The pieces to the left of a line that divides its region, seen in the direction from `from` to `to`. A loop runs
    /// so that the other line of its spot, if there is one, is on its right. The set is empty for a line that joins two
    /// pieces.
    ///
    /// If left and right cannot be distinguished, the lowest piece is on the right.
    pub left: Pieces,
    /// Whether a new spot is drawn on the line. Only Black-and-White Sprouts allows a line without a new spot.
    pub with_spot: bool,
}

/// A corner where the player to move can end a line.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenCorner {
    pub(crate) end: End,
    pub(crate) corner: Corner,
    pub(crate) boundary: Boundary,
    pub(crate) face: Face,
}

impl OpenCorner {
    fn line_to(&self, to: &OpenCorner, left: Pieces, with_spot: bool) -> Move {
        Move {
            from: self.end,
            to: to.end,
            left,
            with_spot,
        }
    }
}

/// The facts about a position that are needed to list its moves, gathered in one pass.
#[derive(Debug)]
pub(crate) struct Survey<'a> {
    position: &'a Position,
    /// All open corners in the order of their names.
    pub(crate) corners: SmallVec<[OpenCorner; 16]>,
    /// The boundaries of each face, by the pieces they belong to.
    pieces: SmallVec<[(Face, Spot); 16]>,
}

/// The lines between two given corners, numbered from 0 by the set of pieces on their left.
#[derive(Clone, Copy, Debug)]
struct Bundle {
    /// The pieces that may be on either side.
    free: Pieces,
    /// The number of the first set that belongs to the bundle.
    first: u128,
    count: u128,
}

impl Bundle {
    /// Returns all ways to divide `free`.
    fn all(free: Pieces) -> Bundle {
        Bundle {
            free,
            first: 0,
            count: 1 << free.len(),
        }
    }

    /// Returns all ways to divide `others` if the two sides cannot be distinguished: the lowest stays on the right.
    fn halves(others: Pieces) -> Bundle {
        let least: Pieces = others.iter().take(1).collect();
        Bundle::all(others.without(least))
    }

    fn without_first(self) -> Bundle {
        Bundle {
            first: self.first + 1,
            count: self.count - 1,
            ..self
        }
    }

    /// Returns the set with the given number: bit *i* says whether the *i*-th free piece is on the left.
    fn set(self, index: u128) -> Pieces {
        let mut bits = self.first + index;
        let mut set = Pieces::NONE;
        for piece in self.free.iter() {
            if bits & 1 == 1 {
                set = set.with(piece);
            }
            bits >>= 1;
        }
        set
    }

    /// Returns the number of a set, or `None` if it does not belong to the bundle: the inverse of [`set`](Self::set).
    fn index(self, set: Pieces) -> Option<u128> {
        let bits = self.free.iter().enumerate();
        let number: u128 = bits
            .map(|(i, piece)| u128::from(set.contains(piece)) << i)
            .sum();
        let index = number.checked_sub(self.first)?;
        (set.without(self.free).is_empty() && index < self.count).then_some(index)
    }

    fn contains(self, set: Pieces) -> bool {
        self.index(set).is_some()
    }
}

impl Position {
    /// Returns the corners of a spot in the order of their names: as many as it has lines, but at least one.
    ///
    /// Returns an empty list for a dead spot, since no line can end there.
    ///
    /// # Panics
    ///
    /// Panics if there is no such spot.
    pub(crate) fn corners(&self, spot: Spot) -> SmallVec<[Corner; 2]> {
        match self.lives_of(spot) {
            0 => SmallVec::new(),
            _ => self.corners_of_living(spot),
        }
    }

    /// Returns the corners of a living spot in the order of their names.
    fn corners_of_living(&self, spot: Spot) -> SmallVec<[Corner; 2]> {
        let (map, vertex) = (self.map(), spot.vertex());
        let mut corners: SmallVec<[Corner; 2]> = map.corners_at(vertex).collect();
        let before = |corner| map.vertex(map.prev_corner(corner));
        if let [a, b] = corners[..] {
            let swap = if before(a) == before(b) {
                self.sees_first(vertex, before(a), map.face_at(b), map.face_at(a))
            } else {
                before(a) > before(b)
            };
            if swap {
                corners.swap(0, 1);
            }
        } else if corners.len() > 2 {
            let around = |first: &usize| {
                let (later, earlier) = corners.split_at(*first);
                let around = earlier.iter().chain(later);
                around.map(|corner| before(*corner)).collect::<Vec<_>>()
            };
            let first = (0..corners.len()).min_by_key(around).unwrap_or(0);
            corners.rotate_left(first);
        }
        corners
    }

    /// Returns the names of the corners of a spot, and the corners.
    pub(crate) fn ends(&self, spot: Spot) -> impl Iterator<Item = (End, Corner)> {
        let ends = (0..).map(move |corner| End { spot, corner });
        ends.zip(self.corners(spot))
    }

    /// Finds the lowest spot that borders either of two faces but is not on the circle of `u` and `v` that separates
    /// them, and returns whether it borders the first. If there is no such spot, returns whether the first face has the
    /// lower number.
    fn sees_first(&self, u: Vertex, v: Vertex, first: Face, second: Face) -> bool {
        let map = self.map();
        let outside = map.vertices().filter(|x| *x != u && *x != v);
        let mut faces = outside.flat_map(|x| map.corners_at(x).map(|corner| map.face_at(corner)));
        let seen = faces.find(|face| *face == first || *face == second);
        seen.map_or(first < second, |face| face == first)
    }

    /// Returns the corner that an end names, or `None` if the spot has no such corner.
    pub fn corner(&self, end: End) -> Option<Corner> {
        if end.spot.number() > self.n_spots() {
            return None;
        }
        self.corners(end.spot).get(usize::from(end.corner)).copied()
    }

    /// Returns the name of a corner at a living spot.
    ///
    /// # Panics
    ///
    /// Panics if there is no such corner or its spot is dead.
    pub fn end(&self, corner: Corner) -> End {
        let mut ends = self.ends(self.spot(corner));
        let found = ends.find(|(_, other)| *other == corner);
        found.expect("the corner is one of a living spot").0
    }

    /// Returns the pieces of the drawing that border a region.
    pub(crate) fn pieces_in(&self, face: Face) -> Pieces {
        let boundaries = self.map().boundaries_of(face);
        boundaries.map(|boundary| self.piece_on(boundary)).collect()
    }

    /// Returns whether two spots and the two lines between them are the whole drawing.
    pub(crate) fn is_circle(&self) -> bool {
        let map = self.map();
        (map.n_vertices(), map.n_edges(), map.n_faces()) == (2, 2, 2)
            && map.vertices().all(|v| map.degree(v) == 2)
    }
}

impl<'a> Survey<'a> {
    pub(crate) fn new(position: &'a Position) -> Survey<'a> {
        let map = position.map();
        let mut corners = SmallVec::new();
        for spot in position.open_spots() {
            // To take the corners out of their list would be slower.
            for (&corner, number) in position.corners_of_living(spot).iter().zip(0..) {
                let boundary = map.boundary(corner);
                let end = End {
                    spot,
                    corner: number,
                };
                corners.push(OpenCorner {
                    end,
                    corner,
                    boundary,
                    face: map.face(boundary),
                });
            }
        }
        let pieces = map
            .boundaries()
            .map(|boundary| (map.face(boundary), position.piece_on(boundary)));
        Survey {
            position,
            corners,
            pieces: pieces.collect(),
        }
    }

    /// Returns the pieces that border a face, other than that of `own`.
    pub(crate) fn others(&self, face: Face, own: Spot) -> Pieces {
        let own = self.position.piece(own);
        let there = self.pieces.iter().filter(|(f, p)| *f == face && *p != own);
        there.map(|(_, piece)| *piece).collect()
    }

    /// Returns the lines from corner `a` to corner `b`, which is not before `a`, or `None` if there are none.
    fn bundle(&self, a: &OpenCorner, b: &OpenCorner, with_spot: bool) -> Option<Bundle> {
        let (u, v) = (a.end.spot, b.end.spot);
        let variant = self.position.rules().variant;
        if a.face != b.face || !with_spot && !variant.allows_bare_line(u == v) {
            return None;
        }
        if a.boundary != b.boundary {
            return Some(Bundle::all(Pieces::NONE));
        }
        let others = self.others(a.face, u);
        if u == v {
            match (self.position.degree(u), self.position.lives_of(u)) {
                (0, _) => return Some(Bundle::halves(others)),
                (_, 1) => return None,
                _ => (),
            }
        }
        if with_spot {
            let again = a.end.corner == 1 && self.position.is_circle();
            return (!again).then(|| Bundle::all(others));
        }
        if u == v {
            return Some(Bundle::all(others));
        }
        self.bare_bundle(a, b, others)
    }

    /// Returns the bare lines between two corners of one boundary at different spots, except those that are the same
    /// move as a line between lesser corners.
    fn bare_bundle(&self, a: &OpenCorner, b: &OpenCorner, others: Pieces) -> Option<Bundle> {
        let position = self.position;
        let (u, v) = (a.end.spot, b.end.spot);
        match (self.parallel(u, v), position.degree(u), position.degree(v)) {
            (0, ..) => Some(Bundle::all(others)),
            // The new line and the old one are a circle around part of the region, and either may be the new one.
            (1, 1, 1) => Some(Bundle::halves(others)),
            (1, 1, _) => (b.end.corner == 0).then(|| Bundle::all(others)),
            (1, ..) if a.end.corner == 0 => Some(Bundle::all(others)),
            // The old line has the same region on both sides, so each line on this side has a counterpart on the other.
            (1, ..) if self.twin(a)?.face == a.face => None,
            // The regions differ, so only the line with nothing between it and the old one counts.
            (1, ..) => {
                let bundle = Bundle::all(others);
                if position.map().next_corner(a.corner) == b.corner {
                    Some(bundle.without_first())
                } else {
                    Some(Bundle {
                        count: bundle.count - 1,
                        ..bundle
                    })
                }
            }
            // A third line; the lists do not say which of the three is the new one.
            _ if a.end.corner == 0 => Some(Bundle::halves(others)),
            _ => Some(Bundle::halves(others).without_first()),
        }
    }

    /// Returns the other corner of the same spot, which has two lines.
    fn twin(&self, open: &OpenCorner) -> Option<&OpenCorner> {
        let end = End {
            corner: 1 - open.end.corner,
            ..open.end
        };
        self.find(end)
    }

    pub(crate) fn find(&self, end: End) -> Option<&OpenCorner> {
        let place = self.corners.binary_search_by_key(&end, |open| open.end);
        place.ok().map(|i| &self.corners[i])
    }

    /// Returns a move for each pair of corners of two spots that a line can join. The line has no pieces to its left.
    pub(crate) fn joins(&self, from: Spot, to: Spot, with_spot: bool) -> Vec<Move> {
        let of = |spot| {
            self.corners
                .iter()
                .filter(move |open| open.end.spot == spot)
        };
        let pairs = of(from).flat_map(|a| of(to).map(move |b| (a, b)));
        let pairs = pairs.filter(|(a, b)| a.face == b.face);
        pairs
            .map(|(a, b)| self.canonical(a, b, Pieces::NONE, with_spot))
            .collect()
    }

    /// Calls `visit` with each pair of corners that a line can join.
    fn for_each_bundle<B>(
        &self,
        mut visit: impl FnMut(&OpenCorner, &OpenCorner, bool, Bundle) -> ControlFlow<B>,
    ) -> ControlFlow<B> {
        let bare = self.position.rules().variant.allows_bare_line(false);
        let styles: &[bool] = if bare { &[true, false] } else { &[true] };
        for (i, a) in self.corners.iter().enumerate() {
            for b in &self.corners[i..] {
                for with_spot in styles {
                    if let Some(bundle) = self.bundle(a, b, *with_spot) {
                        visit(a, b, *with_spot, bundle)?;
                    }
                }
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn for_each_move(
        &self,
        visit: &mut dyn FnMut(Move) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.for_each_bundle(|a, b, with_spot, bundle| {
            (0..bundle.count)
                .try_for_each(|index| visit(a.line_to(b, bundle.set(index), with_spot)))
        })
    }

    /// Calls `visit` with each line between two spots that draws a new spot and leaves the pieces that are not `busy`
    /// on its right, and with whether some of these pieces could also be on its left. `u` must not be above `v`.
    pub(crate) fn for_each_line(
        &self,
        u: Spot,
        v: Spot,
        busy: Pieces,
        visit: &mut dyn FnMut(Move, bool) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let at = |spot: Spot| {
            self.corners
                .iter()
                .filter(move |open| open.end.spot == spot)
        };
        let pairs = at(u).flat_map(|a| at(v).map(move |b| (a, b)));
        // With more than three lines at a spot, a loop can join two of its corners.
        for (a, b) in pairs.filter(|(a, b)| a.end <= b.end) {
            let Some(all) = self.bundle(a, b, true) else {
                continue;
            };
            let bundle = Bundle::all(all.free.without(all.free.without(busy)));
            let is_loose = bundle.count < all.count;
            for index in 0..bundle.count {
                visit(a.line_to(b, bundle.set(index), true), is_loose)?;
            }
        }
        ControlFlow::Continue(())
    }

    pub(crate) fn nth_move(&self, index: u128) -> Option<Move> {
        let mut left = index;
        let found = self.for_each_bundle(|a, b, with_spot, bundle| {
            if left < bundle.count {
                return ControlFlow::Break(a.line_to(b, bundle.set(left), with_spot));
            }
            left -= bundle.count;
            ControlFlow::Continue(())
        });
        found.break_value()
    }

    /// Returns the index of a move, or `None` if it is not legal: the inverse of [`nth_move`](Self::nth_move).
    pub(crate) fn index_of(&self, m: &Move) -> Option<u128> {
        let mut before = 0;
        let found = self.for_each_bundle(|a, b, with_spot, bundle| {
            if (a.end, b.end, with_spot) == (m.from, m.to, m.with_spot) {
                return ControlFlow::Break(bundle.index(m.left).map(|index| before + index));
            }
            before += bundle.count;
            ControlFlow::Continue(())
        });
        found.break_value().flatten()
    }

    /// Counts the moves, one pair of corners at a time, without listing them.
    pub(crate) fn count_moves(&self) -> u128 {
        let mut count = 0;
        let _ = self.for_each_bundle(|_, _, _, bundle| {
            count += bundle.count;
            ControlFlow::<()>::Continue(())
        });
        count
    }

    /// Returns whether this is the canonical description of a line from `a` to `b`.
    pub(crate) fn is_canonical(
        &self,
        a: &OpenCorner,
        b: &OpenCorner,
        left: Pieces,
        with_spot: bool,
    ) -> bool {
        a.end <= b.end
            && self
                .bundle(a, b, with_spot)
                .is_some_and(|bundle| bundle.contains(left))
    }

    /// Returns the move of the line from `a` to `b` with these pieces on its left. The line must be possible.
    pub(crate) fn canonical(
        &self,
        a: &OpenCorner,
        b: &OpenCorner,
        left: Pieces,
        with_spot: bool,
    ) -> Move {
        let others = self.others(a.face, a.end.spot);
        let (mut a, mut b, mut left) = match (a.boundary == b.boundary, a.end <= b.end) {
            (true, true) => (*a, *b, left),
            (true, false) => (*b, *a, others.without(left)),
            (false, true) => (*a, *b, Pieces::NONE),
            (false, false) => (*b, *a, Pieces::NONE),
        };
        if !self.is_canonical(&a, &b, left, with_spot) {
            if self.is_canonical(&a, &b, others.without(left), with_spot)
                && self.sides_look_alike(&a, &b, with_spot)
            {
                left = others.without(left);
            } else {
                (a, b, left) = self.across(&a, &b, left);
            }
        }
        debug_assert!(self.is_canonical(&a, &b, left, with_spot));
        a.line_to(&b, left, with_spot)
    }

    /// Returns whether the left and the right side of a line are interchangeable: the line is a loop at a lone spot, or
    /// a bare line that makes a circle or is the third line between its spots.
    fn sides_look_alike(&self, a: &OpenCorner, b: &OpenCorner, with_spot: bool) -> bool {
        let degree = |open: &OpenCorner| self.position.degree(open.end.spot);
        match self.parallel(a.end.spot, b.end.spot) {
            _ if a.end == b.end => degree(a) == 0,
            1 => !with_spot && degree(a) == 1 && degree(b) == 1,
            2 => !with_spot,
            _ => false,
        }
    }

    /// Returns the same line drawn along the other side of the line that it runs beside.
    fn across(
        &self,
        a: &OpenCorner,
        b: &OpenCorner,
        left: Pieces,
    ) -> (OpenCorner, OpenCorner, Pieces) {
        let map = self.position.map();
        let follows = |a: &OpenCorner, b: &OpenCorner| map.next_corner(a.corner) == b.corner;
        let twin = |open: &OpenCorner| *self.twin(open).unwrap_or(open);
        let (c, d) = (twin(a), twin(b));
        let (here, there) = (
            self.others(a.face, a.end.spot),
            self.others(c.face, c.end.spot),
        );
        let left = if follows(a, b) || follows(b, a) {
            // What lies between the two lines stays between them; if the old line borders two regions, nothing lies
            // there.
            let between = if follows(a, b) {
                left
            } else {
                here.without(left)
            };
            let between = if a.face == c.face {
                between
            } else {
                Pieces::NONE
            };
            if follows(&c, &d) {
                between
            } else {
                there.without(between)
            }
        } else {
            // The line crosses from one side of the old line to the other, and so does its image.
            here.without(left)
        };
        let is_third = self.parallel(a.end.spot, b.end.spot) == 2;
        (c, d, if is_third { Pieces::NONE } else { left })
    }

    /// Returns the number of lines that join two spots directly.
    fn parallel(&self, u: Spot, v: Spot) -> usize {
        let map = self.position.map();
        let darts = map.darts_at(u.vertex());
        darts.filter(|dart| map.target(*dart) == v.vertex()).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sets_of_a_bundle_are_numbered_in_order() {
        let free: Pieces = [2, 5, 9].map(Spot::new).into_iter().collect();
        let bundle = Bundle::all(free);
        assert_eq!(bundle.count, 8);
        let set = bundle.set(0b101);
        assert_eq!(set.iter().collect::<Vec<_>>(), [2, 9].map(Spot::new));
        assert!((0..8).all(|i| bundle.index(bundle.set(i)) == Some(i)));
        let (set, rest) = (bundle.set(3), bundle.without_first());
        assert_eq!((rest.index(set), rest.set(2)), (Some(2), set));
        assert!(!bundle.without_first().contains(Pieces::NONE));
        assert!(!bundle.contains(Pieces::NONE.with(Spot::new(3))));
    }
}
