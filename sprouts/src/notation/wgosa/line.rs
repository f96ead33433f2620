//! Finds the lines that a written move could mean, and ranks them.

use std::collections::BTreeSet;

use common::{Refused, sorting};
use planar::{Boundary, Corner, Map};

use super::written::WgosaMove;
use crate::moves::{End, Move};
use crate::play::IllegalMove;
use crate::position::{Position, Spot};

/// The error for a line that joins two pieces and so encloses nothing.
const JOINS: &str = "leave out the list and the `!` at the end, \
                     since the line joins two pieces and encloses nothing";

/// The error for a listed spot that cannot be on the side of the list.
const LIST: &str = "expected a list of spots that one line separates from the others of its region";

/// A measure of how badly a line fits a text. Its fields are in the order of the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Misfit {
    is_open_to_others: bool,
    cut_off: usize,
    marks: [bool; 2],
    side: bool,
}

/// A line from one corner to another, and how it divides its region.
pub(super) struct DividingLine<'a> {
    position: &'a Position,
    ends: [(End, Corner); 2],
    own: Boundary,
    encloses: bool,
    /// The spots of the line's own boundary that are only on its left, and those that are only on its right, without
    /// the ends.
    sides: [BTreeSet<Spot>; 2],
}

impl<'a> DividingLine<'a> {
    pub(super) fn new(
        position: &'a Position,
        ends: [(End, Corner); 2],
    ) -> Option<DividingLine<'a>> {
        let map = position.map();
        let [(f, a), (h, b)] = ends;
        let own = map.boundary(a);
        let twice = f.spot == h.spot && (a != b || position.degree(f.spot) == 2);
        if map.face_at(a) != map.face_at(b) || twice {
            return None;
        }
        let encloses = own == map.boundary(b);
        let mut sides = [BTreeSet::new(), BTreeSet::new()];
        if encloses {
            // The walk from the corner of f to that of h runs along the left side of the line, the rest along the
            // right. For a loop, all of it is on the right.
            let mut side = usize::from(a == b);
            for corner in map.walk(a) {
                if corner == b {
                    side = 1;
                }
                sides[side].insert(position.spot(corner));
            }
            let [left, right] = &sides;
            let both = sorting::set(left.intersection(right).copied());
            for side in &mut sides {
                side.retain(|s| !both.contains(s) && *s != f.spot && *s != h.spot);
            }
        }
        Some(DividingLine {
            position,
            ends,
            own,
            encloses,
            sides,
        })
    }

    /// Returns all lines between two spots.
    fn all(position: &'a Position, ends: [Spot; 2]) -> Vec<DividingLine<'a>> {
        let [starts, stops] = ends.map(|spot| position.ends(spot).collect::<Vec<_>>());
        let pairs = starts
            .iter()
            .flat_map(|a| stops.iter().map(move |b| [*a, *b]));
        pairs
            .filter_map(|pair| DividingLine::new(position, pair))
            .collect()
    }

    fn map(&self) -> &'a Map {
        self.position.map()
    }

    /// Returns the other boundaries of the line's region.
    fn others(&self) -> impl Iterator<Item = Boundary> + '_ {
        let all = self.map().boundaries_of(self.map().face(self.own));
        all.filter(|boundary| *boundary != self.own)
    }

    /// Returns the living spots in the line's region, without the ends.
    fn open_to(&self) -> BTreeSet<Spot> {
        let all = self.map().boundaries_of(self.map().face(self.own));
        let spots = all.flat_map(|boundary| self.position.spots_on(boundary));
        let is_other = |spot: &Spot| self.ends.iter().all(|(end, _)| end.spot != *spot);
        sorting::set(spots.filter(|spot| self.position.is_alive(*spot) && is_other(spot)))
    }

    /// Returns whether both corners of an end are in the line's region, so that a mark is needed to choose one.
    pub(super) fn is_marked(&self, end: usize) -> bool {
        let corners = self.position.corners(self.ends[end].0.spot);
        let mut faces = corners.iter().map(|corner| self.map().face_at(*corner));
        corners.len() == 2 && faces.all(|face| face == self.map().face(self.own))
    }

    /// Returns the line's move if the text's list is on its left (or right), and how badly it fits.
    fn fit(&self, text: &WgosaMove, on_left: bool) -> Result<(Misfit, Move), Refused> {
        let open_to = self.open_to();
        if let Some(spot) = text.open_to.filter(|spot| !open_to.contains(spot)) {
            return Err(Refused::new(format!(
                "`@` must be followed by a spot that is still alive in the same region, found {spot}"
            )));
        }
        if !self.encloses && (text.flipped || !text.list.is_empty()) {
            return Err(Refused::new(JOINS));
        }
        let own = &self.sides[usize::from(!on_left)];
        let mut unseen = sorting::set(text.list.difference(own).copied());
        let (mut listed, mut unlisted) = (Vec::new(), Vec::new());
        for boundary in self.others() {
            let spots = sorting::set(self.position.spots_on(boundary));
            let piece = *spots.first().expect("a boundary has a corner");
            if spots.is_disjoint(&text.list) {
                unlisted.push(piece);
            } else {
                listed.push(piece);
            }
            unseen.retain(|spot| !spots.contains(spot));
        }
        if !unseen.is_empty() {
            return Err(Refused::new(LIST));
        }
        let mut marks = [false; 2];
        for (i, mark) in text.marks.into_iter().enumerate() {
            let (end, _) = self.ends[i];
            marks[i] = self.is_marked(i) && mark != (end.corner == 1);
            if mark && !self.is_marked(i) && end.corner == 0 {
                return Err(wrong_mark(end.spot));
            }
        }
        let left = match (self.encloses, on_left) {
            (false, _) => Vec::new(),
            (true, true) => listed,
            (true, false) => unlisted,
        };
        let [(from, _), (to, _)] = self.ends;
        let m = self.position.line(from, to, left, true)?;
        let misfit = Misfit {
            is_open_to_others: text.open_to.is_none() && !open_to.is_empty(),
            cut_off: own.difference(&text.list).count(),
            marks,
            side: self.encloses && on_left != text.flipped,
        };
        Ok((misfit, m))
    }

    /// Returns candidate texts for a move along this line. At least one of them is read back as the move.
    pub(super) fn texts(&self, m: &Move) -> Vec<WgosaMove> {
        let [(f, _), (h, _)] = self.ends;
        let mut texts = Vec::new();
        let open_to = self.open_to();
        let mut hints = BTreeSet::from([None, open_to.first().copied()]);
        let face = |line: &DividingLine<'_>| self.map().face(line.own);
        let lines = DividingLine::all(self.position, [f.spot, h.spot]);
        for other in lines.iter().filter(|other| face(other) != face(self)) {
            let here_only = open_to.difference(&other.open_to()).next().copied();
            hints.insert(here_only);
        }
        let marks = |end: End| {
            if end.corner == 1 {
                &[false, true][..]
            } else {
                &[false]
            }
        };
        for on_left in [false, true] {
            // The move names the pieces on the left in its own direction, or those of an equivalent line.
            let chosen = |piece: Spot| (m.left.contains(self.position.piece(piece))) == on_left;
            let reversed = f > h;
            let pieces = self
                .others()
                .filter_map(|boundary| self.position.spots_on(boundary).min())
                .filter(|spot| self.encloses && chosen(*spot) != reversed);
            let pieces = sorting::set(pieces);
            let own = &self.sides[usize::from(!on_left)];
            for added in 0..=own.len() {
                let mut list = pieces.clone();
                list.extend(own.iter().take(added));
                for hint in &hints {
                    for f_mark in marks(f) {
                        for h_mark in marks(h) {
                            texts.extend([false, self.encloses].map(|flipped| WgosaMove {
                                ends: [f.spot, h.spot],
                                marks: [*f_mark, *h_mark],
                                new: self.position.n_spots() + 1,
                                open_to: *hint,
                                flipped,
                                list: list.clone(),
                            }));
                        }
                    }
                }
            }
        }
        texts
    }
}

/// Returns the moves of the lines that fit a text best, at least one.
pub(super) fn meanings(position: &Position, text: &WgosaMove) -> Result<BTreeSet<Move>, Refused> {
    let lines = DividingLine::all(position, text.ends);
    if lines.is_empty() {
        let [from, to] = text.ends.map(End::from);
        let error = if from.spot == to.spot {
            position.too_many_lines(from.spot)
        } else {
            IllegalMove::DifferentRegions { from, to }
        };
        return Err(error.into());
    }
    let mut best: Option<Misfit> = None;
    let mut moves = BTreeSet::new();
    let mut refusal = None;
    for (line, on_left) in lines.iter().flat_map(|line| [(line, false), (line, true)]) {
        match line.fit(text, on_left) {
            Ok((misfit, m)) => {
                if best.is_none_or(|best| misfit < best) {
                    best = Some(misfit);
                    moves.clear();
                }
                if best == Some(misfit) {
                    moves.insert(m);
                }
            }
            Err(error) => refusal = Some(error),
        }
    }
    match refusal {
        Some(error) if moves.is_empty() => Err(error),
        _ => Ok(moves),
    }
}

/// An exclamation mark at a spot where it cannot be correct.
pub(super) fn wrong_mark(spot: Spot) -> Refused {
    Refused::new(format!(
        "leave out the `!` at spot {spot}: none of its corners has the higher neighbour on its left"
    ))
}
