//! Symmetries, which are changes that do not affect play: renumbering the stars, relabelling the arms of a star from
//! another arm on, and reflection.

use core::cmp::Ordering;

use common::Symmetric;
use common::sorting;
use planar::{Boundary, Corner, Dart, Face, Vertex};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::VecDeque;
use std::rc::Rc;

use crate::map::PositionMap;
use crate::position::{Id, Position};
use crate::star::{Arm, Star};

/// New names for the stars of a position: their order, and for each star the arm that will be `a`.
type Names = Vec<Id>;

impl Position {
    /// Returns the same drawing with stars reordered and their arms relabelled. `first` lists the arms that will be
    /// `1a`, `2a` and so on, one for each star.
    fn renamed(&self, first: &[Id]) -> Position {
        let stars: Vec<Star> = first.iter().map(|arm| self.star_of(*arm)).collect();
        let sizes: Vec<usize> = stars.iter().map(|star| self.n_arms_of(*star)).collect();
        let mut image =
            Position::with_arms(&sizes, self.ending).expect("the stars are those of a position");
        let mut name = vec![0; self.n_arms()];
        for (star, arm) in first.iter().enumerate() {
            let n = sizes[star];
            let start = self.arm(*arm).place();
            for place in 0..n {
                let old = Arm::new(stars[star], (start + place) % n);
                let old = self.id(old).expect("the star has the arm");
                name[usize::from(old)] = image.setup_arm(star, place);
            }
        }
        for (p, q) in &self.lines {
            image.record_line(name[usize::from(*p)], name[usize::from(*q)]);
        }
        for (arm, next) in self.next.iter().enumerate() {
            image.next[usize::from(name[arm])] = name[usize::from(*next)];
        }
        image.take_classes(self, &name);
        image
    }

    /// Returns the mirror image. The arm `a` of each star keeps its name, and the order of its other arms is reversed.
    fn mirrored(&self) -> Position {
        let mut image = self.setup();
        let n_of = |arm: Arm| self.n_arms_of(arm.star());
        let mut name: Vec<Id> = self
            .arms()
            .map(|arm| self.setup_arm(arm.star().index(), (n_of(arm) - arm.place()) % n_of(arm)))
            .collect();
        for (p, q) in &self.lines {
            let (p, q) = (usize::from(*p), usize::from(*q));
            image.record_line(name[p], name[q]);
            // The new arm on the right is on the left in the mirror image.
            name.swap(p, q);
        }
        for (arm, next) in self.next.iter().enumerate() {
            image.next[usize::from(name[usize::from(*next)])] = name[arm];
        }
        image.take_classes(self, &name);
        image
    }

    /// Copies the faces and pieces from `old`, using `name` to rename the arms.
    fn take_classes(&mut self, old: &Position, name: &[Id]) {
        let mut lowest = vec![Id::MAX; old.n_arms()];
        for (arm, face) in old.face.iter().enumerate() {
            let lowest = &mut lowest[usize::from(*face)];
            *lowest = name[arm].min(*lowest);
        }
        for (arm, face) in old.face.iter().enumerate() {
            self.face[usize::from(name[arm])] = lowest[usize::from(*face)];
        }
        // An arm belongs to the piece of its star, so any arm determines it.
        let mut lowest = vec![Star::new(Star::MAX - 1); old.n_stars()];
        for (arm, name) in name.iter().enumerate() {
            let lowest = &mut lowest[old.piece_of(arm as Id).index()];
            *lowest = self.star_of(*name).min(*lowest);
        }
        for (arm, name) in name.iter().enumerate() {
            let star = self.star_of(*name).index();
            self.piece[star] = lowest[old.piece_of(arm as Id).index()];
        }
    }

    /// Returns the number of an arm in the setup, given its star and place.
    fn setup_arm(&self, star: usize, place: usize) -> Id {
        let arm = self.id(Arm::new(Star::new(star), place));
        arm.expect("the setup has the arm")
    }
}

/// A change to a position that does not affect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Symmetry {
    /// Reflects the whole drawing.
    Mirror,
    /// Relabels the arms of a star so that arm `b` becomes `a`.
    Turn(Star),
    /// Swaps the names of this star and the next star.
    Exchange(Star),
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    /// Returns the reflection, the rotation of each star's labels, and the swaps of consecutive stars, which generate
    /// all symmetries.
    fn symmetries(&self) -> Vec<Symmetry> {
        let turns = self.stars().map(Symmetry::Turn);
        let exchanges = self.stars().skip(1);
        let exchanges = exchanges.map(|star| Symmetry::Exchange(Star::new(star.index() - 1)));
        [Symmetry::Mirror]
            .into_iter()
            .chain(turns)
            .chain(exchanges)
            .collect()
    }

    fn image(&self, symmetry: &Symmetry) -> Position {
        let highest = match symmetry {
            Symmetry::Mirror => 0,
            Symmetry::Turn(star) => star.index(),
            Symmetry::Exchange(star) => star.index() + 1,
        };
        assert!(highest < self.n_stars(), "the position has the stars");
        let mut names: Names = self
            .stars()
            .map(|star| self.setup_arm(star.index(), 0))
            .collect();
        match symmetry {
            Symmetry::Mirror => return self.mirrored(),
            Symmetry::Turn(star) => {
                names[star.index()] = self.setup_arm(star.index(), 1 % self.n_arms_of(*star));
            }
            Symmetry::Exchange(star) => names.swap(star.index(), star.index() + 1),
        }
        self.renamed(&names)
    }

    /// Returns the canonical form: one position that represents all positions with the same drawing.
    ///
    /// This walks the drawing and its mirror image from each free arm, and names the stars and arms in the order of the
    /// walk with the least description. The time is quadratic in the size of the drawing.
    fn canonical(&self) -> Position {
        let mirrored = self.mirrored();
        let walks = [self, &mirrored].map(|position| Walker::new(position).least());
        let [here, there] = &walks;
        if here.code <= there.code {
            self.renamed(&here.names)
        } else {
            mirrored.renamed(&there.names)
        }
    }
}

/// The description of part of a drawing by a walk, and the stars in the order in which the walk met them.
#[derive(Debug, PartialEq, Eq)]
struct WalkCode {
    /// Two drawings, or parts of drawings, are the same if and only if their codes are equal.
    code: Vec<u16>,
    /// For each star, the arm by which it was met.
    names: Names,
}

impl PartialOrd for WalkCode {
    fn partial_cmp(&self, other: &WalkCode) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for WalkCode {
    fn cmp(&self, other: &WalkCode) -> Ordering {
        // Names do not affect the drawing: walks with equal codes lead to equal positions.
        self.code
            .cmp(&other.code)
            .then(self.names.cmp(&other.names))
    }
}

/// A walker that describes a drawing.
struct Walker {
    drawing: PositionMap,
    n_stars: usize,
    /// The free arms on each boundary.
    arms_on: FxHashMap<Boundary, Vec<Id>>,
    /// The walk from each arm into everything except the arm's own face.
    below: FxHashMap<Id, Rc<WalkCode>>,
}

// The elements of a code. A vertex is described by its kind, followed by its lines counter-clockwise, starting with the
// line by which it was reached. A vertex other than a star is identified by its number of lines: 1 for a free tip, 2
// for a joined tip, 4 for a cross-bar. The code need not record which two of the four lines are the bar, because a
// strand followed straight ahead through all crossings ends at a star or a free tip. This determines the roles along it
// and along every strand that it crosses, and each piece has a star.
const LINE_TO_NEW: u16 = 5;
const BEGIN_PIECE: u16 = 6;
const END_PIECE: u16 = 7;
/// A star is encoded as this number plus its number of arms.
const STAR: u16 = 8;
/// A line to a known vertex is encoded as this number plus the number of the vertex. It is above the code of every
/// star, which is at most 8 + 1,000, and leaves 16-bit codes for 63,000 vertices.
const LINE_TO_KNOWN: u16 = 2000;

impl Walker {
    fn new(position: &Position) -> Walker {
        let drawing = PositionMap::new(position);
        let mut arms_on: FxHashMap<Boundary, Vec<Id>> = FxHashMap::default();
        for (id, (_, tip)) in drawing.tips.iter().enumerate() {
            let boundary = drawing.map.boundary(drawing.corner(*tip));
            arms_on.entry(boundary).or_default().push(id as Id);
        }
        Walker {
            n_stars: position.n_stars(),
            arms_on,
            below: FxHashMap::default(),
            drawing,
        }
    }

    /// Returns the least walk over the whole drawing.
    fn least(mut self) -> WalkCode {
        let arms = 0..self.drawing.tips.len();
        let walks = arms.map(|arm| self.walk(arm as Id, None));
        walks.min().expect("a position has a free arm")
    }

    /// Returns the least walk from an arm on `boundary` over everything except the face that it borders there.
    fn least_below(&mut self, boundary: Boundary) -> Rc<WalkCode> {
        let face = self.drawing.map.face(boundary);
        let arms = self.arms_on[&boundary].clone();
        let walks = arms.into_iter().map(|arm| {
            if let Some(walk) = self.below.get(&arm) {
                return Rc::clone(walk);
            }
            let walk = Rc::new(self.walk(arm, Some(face)));
            self.below.insert(arm, Rc::clone(&walk));
            walk
        });
        walks.min().expect("each boundary has a free arm")
    }

    /// Walks the piece of `arm` breadth first from its tip, and everything in its faces except in `above`.
    fn walk(&mut self, arm: Id, above: Option<Face>) -> WalkCode {
        let (_, tip) = self.drawing.tips[usize::from(arm)];
        let Corner::Before(out) = self.drawing.corner(tip) else {
            unreachable!("a tip has a line");
        };
        let mut walk = WalkCode {
            code: Vec::new(),
            names: Vec::new(),
        };
        let mut number: FxHashMap<Vertex, u16> = FxHashMap::from_iter([(tip, 0)]);
        let mut faces: FxHashSet<Face> = above.into_iter().collect();
        let mut queue = VecDeque::from([out]);
        while let Some(reached_by) = queue.pop_front() {
            self.describe(reached_by, &mut walk);
            let mut dart = reached_by;
            loop {
                let target = self.drawing.map.target(dart);
                if let Some(number) = number.get(&target) {
                    walk.code.push(LINE_TO_KNOWN + number);
                } else {
                    walk.code.push(LINE_TO_NEW);
                    number.insert(target, number.len() as u16);
                    queue.push_back(dart.twin());
                }
                let boundary = self.drawing.map.boundary(Corner::Before(dart));
                if faces.insert(self.drawing.map.face(boundary)) {
                    self.look_into(boundary, &mut walk);
                }
                dart = self.drawing.map.counter_clockwise(dart);
                if dart == reached_by {
                    break;
                }
            }
        }
        walk
    }

    /// Describes the vertex at which a dart begins.
    fn describe(&self, reached_by: Dart, walk: &mut WalkCode) {
        let map = &self.drawing.map;
        let vertex = map.origin(reached_by);
        if vertex.index() < self.n_stars {
            walk.code.push(STAR + map.degree(vertex) as u16);
            // The line from a star to the tip of its arm is the edge with the number of the arm.
            walk.names.push((reached_by.index() / 2) as Id);
        } else {
            walk.code.push(map.degree(vertex) as u16);
        }
    }

    /// Describes the other pieces in the face of a boundary.
    fn look_into(&mut self, own: Boundary, walk: &mut WalkCode) {
        let map = &self.drawing.map;
        let others = map
            .boundaries_of(map.face(own))
            .filter(|other| *other != own);
        let others: Vec<Boundary> = others.collect();
        let mut pieces: Vec<Rc<WalkCode>> = others
            .into_iter()
            .map(|other| self.least_below(other))
            .collect();
        sorting::sort_by(&mut pieces, Ord::cmp);
        for piece in pieces {
            walk.code.push(BEGIN_PIECE);
            walk.code.extend(&piece.code);
            walk.code.push(END_PIECE);
            walk.names.extend(&piece.names);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Game, Seeded};

    #[test]
    fn renaming_and_mirroring_can_be_undone() {
        let mut random = Seeded::new(2);
        for arms in [&[4][..], &[4, 4], &[3, 1, 2, 2]] {
            for _ in 0..50 {
                let mut position = Position::with_arms(arms, Ending::Normal).expect("few arms fit");
                while let Some(m) = position.random_move(&mut random) {
                    position.apply(&m).expect("a listed move is legal");
                    assert_eq!(position.mirrored().mirrored(), position);
                    let images = position.images();
                    assert_eq!(images.len(), 2 * arms.len());
                    for image in images {
                        // An image is a valid position: its history leads to it.
                        assert_eq!(image.to_string().parse().as_ref(), Ok(&image));
                    }
                }
            }
        }
    }
}
