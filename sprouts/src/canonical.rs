//! Canonical forms: one representative for all positions that differ only in spot numbers or by reflection.
//!
//! A drawing is a tree whose nodes are pieces and regions: pieces lie in regions, and regions are bordered by pieces.
//! The middle of the tree is a piece, a region, or a piece and a region that meet. The tree is rooted at its middle and
//! written from the leaves up:
//!
//! * A region is the sorted list of its pieces, without the parent piece.
//! * A piece is a walk over its lines, with the contents of each of its other regions. The walk starts at the corner on
//!   the boundary towards the parent that gives the least result.
//!
//! This is the canonical form of rooted trees (Aho, Hopcroft and Ullman, *The Design and Analysis of Computer
//! Algorithms*, section 3.2) with a canonical walk of a connected planar map (Weinberg 1966) at each piece.
//!
//! One drawing needs care: three bare lines between two spots. The boundary lists do not record the cyclic order of its
//! three regions, so the form ignores it too.

#[cfg(feature = "serde")]
mod with_serde;

use core::fmt::{self, Display, Formatter};

use common::{Game, Record, Symmetric, sorting};
use planar::{Boundary, Corner, Dart, Face, Map, Vertex};

use crate::moves::Move;
use crate::position::{Position, Spot};
use crate::rules::Colour;

/// A drawing on the sphere without the numbers of its spots.
///
/// Two positions have equal forms exactly if one drawing, with the colours of its spots, can be deformed into the other
/// or its mirror image. Dead spots and finished regions are part of the form.
///
/// # Examples
///
/// ```
/// use std::collections::HashSet;
/// use papergames_sprouts::{Game, Position};
///
/// let start: Position = "3+".parse()?;
/// let drawings: HashSet<_> =
///     start.moves().iter().map(|m| start.child(m).map(|p| p.canonical_form())).collect::<Result<_, _>>()?;
/// assert_eq!(drawings.len(), 3); // a line, a loop around nothing, a loop that separates two spots
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize))]
pub struct CanonicalForm(Box<[u16]>);

/// Writes the numbers of the form with dots between them.
impl Display for CanonicalForm {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        for (i, number) in self.0.iter().enumerate() {
            let dot = if i > 0 { "." } else { "" };
            write!(f, "{dot}{number}")?;
        }
        Ok(())
    }
}

/// Tells the colours in a [`CanonicalForm`] from its other numbers.
const COLOUR: u16 = 1 << 15;

/// The colour of starting spots that take more or fewer lines than new ones, the number after the last [`Colour`].
const START: u16 = COLOUR | (Colour::Red as u16 + 1);

/// The canonical text of a drawing, and its vertices in the order in which the text mentions them.
#[derive(Debug)]
struct Form {
    code: Vec<u16>,
    order: Vec<Vertex>,
}

/// Writes the canonical forms of parts of a map. `colours` distinguishes vertices that must not be swapped.
///
/// In the mirror image every boundary is walked in reverse, so a dart is on the boundary of its original's twin.
struct FormWriter<'a> {
    map: &'a Map,
    colours: &'a [u16],
    in_mirror: bool,
    /// The piece of each vertex: its least vertex.
    pieces: Vec<usize>,
    /// The boundaries of each face.
    of_face: Vec<Vec<Boundary>>,
    /// The boundaries of each piece, by its least vertex.
    of_piece: Vec<Vec<Boundary>>,
}

/// A possible root of the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum TreeRoot {
    Face(Face),
    Piece(usize),
}

impl CanonicalForm {
    /// Returns the size in bytes of what the form owns on the heap.
    pub(crate) fn size(&self) -> usize {
        size_of_val(&*self.0)
    }
}

impl<'a> FormWriter<'a> {
    fn new(map: &'a Map, colours: &'a [u16], pieces: Vec<usize>) -> FormWriter<'a> {
        let mut writer = FormWriter {
            map,
            colours,
            in_mirror: false,
            of_face: vec![Vec::new(); map.n_faces()],
            of_piece: vec![Vec::new(); map.n_vertices()],
            pieces,
        };
        for boundary in map.boundaries() {
            let piece = writer.piece(boundary);
            writer.of_face[map.face(boundary).index()].push(boundary);
            writer.of_piece[piece].push(boundary);
        }
        writer
    }

    fn piece(&self, boundary: Boundary) -> usize {
        let corner = self.map.corners(boundary).next();
        let vertex = self.map.vertex(corner.expect("a boundary has a corner"));
        self.pieces[vertex.index()]
    }

    /// Finds the middle of the tree by removing its leaves layer by layer. If a piece and a region remain, returns the
    /// region.
    fn middle(&self) -> TreeRoot {
        let (n_faces, n_vertices) = (self.of_face.len(), self.of_piece.len());
        let index = |node: TreeRoot| match node {
            TreeRoot::Face(face) => face.index(),
            TreeRoot::Piece(piece) => n_faces + piece,
        };
        let mut degree = vec![0; n_faces + n_vertices];
        let mut nodes: Vec<TreeRoot> = self.map.faces().map(TreeRoot::Face).collect();
        nodes.extend(
            (0..n_vertices)
                .filter(|v| self.pieces[*v] == *v)
                .map(TreeRoot::Piece),
        );
        let neighbours = |node: TreeRoot| -> Vec<TreeRoot> {
            match node {
                TreeRoot::Face(face) => {
                    let boundaries = self.of_face[face.index()].iter();
                    boundaries
                        .map(|b| TreeRoot::Piece(self.piece(*b)))
                        .collect()
                }
                TreeRoot::Piece(piece) => {
                    let boundaries = self.of_piece[piece].iter();
                    boundaries
                        .map(|b| TreeRoot::Face(self.map.face(*b)))
                        .collect()
                }
            }
        };
        for node in &nodes {
            degree[index(*node)] = neighbours(*node).len();
        }
        let mut left = nodes.len();
        let mut leaves: Vec<TreeRoot> = nodes
            .iter()
            .copied()
            .filter(|node| degree[index(*node)] <= 1)
            .collect();
        while left > 2 {
            left -= leaves.len();
            let mut next = Vec::new();
            for leaf in leaves {
                for node in neighbours(leaf) {
                    degree[index(node)] = usize::saturating_sub(degree[index(node)], 1);
                    if degree[index(node)] == 1 {
                        next.push(node);
                    }
                }
                degree[index(leaf)] = 0;
            }
            leaves = next;
        }
        let face = leaves.iter().find(|node| matches!(node, TreeRoot::Face(_)));
        *face.unwrap_or(&leaves[0])
    }

    /// Returns the forms of the map and of its mirror image.
    fn both(mut self) -> [Form; 2] {
        [false, true].map(|in_mirror| {
            self.in_mirror = in_mirror;
            self.form()
        })
    }

    fn form(&self) -> Form {
        match self.middle() {
            TreeRoot::Face(face) => self.face_form(face, None),
            TreeRoot::Piece(piece) => self.piece_form(piece, None),
        }
    }

    /// Writes the contents of a face, without the piece on the boundary `seen_from`.
    fn face_form(&self, face: Face, seen_from: Option<Boundary>) -> Form {
        let inner = self.of_face[face.index()]
            .iter()
            .filter(|b| Some(**b) != seen_from);
        let forms = inner.map(|b| self.piece_form(self.piece(*b), Some(*b)));
        FormWriter::side_by_side(forms.collect())
    }

    fn side_by_side(mut forms: Vec<Form>) -> Form {
        sorting::sort_by(&mut forms, |a, b| a.code.cmp(&b.code));
        let mut all = Form {
            code: vec![forms.len() as u16],
            order: Vec::new(),
        };
        for form in forms {
            all.code.extend(form.code);
            all.order.extend(form.order);
        }
        all
    }

    /// Writes a piece and its subtree. The walk starts on the boundary `seen_from`, or anywhere if there is none.
    fn piece_form(&self, piece: usize, seen_from: Option<Boundary>) -> Form {
        let map = self.map;
        let lone = Vertex::new(piece);
        if map.degree(lone) == 0 {
            return Form {
                code: vec![0, self.colours[piece]],
                order: vec![lone],
            };
        }
        let hanging: Vec<(Boundary, Form)> = self.of_piece[piece]
            .iter()
            .filter(|b| Some(**b) != seen_from)
            .map(|b| (*b, self.face_form(map.face(*b), Some(*b))))
            .collect();
        let starts: Vec<Corner> = match seen_from {
            Some(boundary) => map.corners(boundary).collect(),
            None => self.of_piece[piece]
                .iter()
                .flat_map(|b| map.corners(*b))
                .collect(),
        };
        let darts = starts.into_iter().filter_map(|corner| match corner {
            Corner::Before(dart) => Some(self.in_mirror(dart)),
            Corner::Alone(_) => None,
        });
        // The immediate surroundings rule out most starting points, so that only a few need a full walk.
        let near = |dart: Dart| {
            let [from, to] = [map.origin(dart), map.target(dart)];
            let boundaries = [dart, dart.twin()]
                .map(|d| map.boundary_len(map.boundary(Corner::Before(self.in_mirror(d)))));
            let colours = [from, to].map(|v| self.colours[v.index()]);
            (map.degree(from), map.degree(to), boundaries, colours)
        };
        let darts: Vec<_> = darts.map(|dart| (near(dart), dart)).collect();
        let least = darts.iter().map(|(near, _)| *near).min();
        let darts = darts.into_iter().filter(|(near, _)| Some(*near) == least);
        let walks = darts.map(|(_, dart)| {
            let (mut form, boundaries) = self.walk(dart);
            // This means three lines between two spots; the other case is two loops with a line between them.
            let is_theta =
                boundaries.len() == 3 && boundaries.iter().all(|b| map.boundary_len(*b) == 2);
            let inner = boundaries
                .iter()
                .filter_map(|b| hanging.iter().find(|(h, _)| h == b));
            let mut inner: Vec<&Form> = inner.map(|(_, form)| form).collect();
            if is_theta {
                sorting::sort_by(&mut inner, |a, b| a.code.cmp(&b.code));
            }
            for inner in inner {
                form.code.extend(&inner.code);
                form.order.extend(&inner.order);
            }
            form
        });
        walks
            .min_by(|a, b| a.code.cmp(&b.code))
            .expect("a piece with lines has a dart")
    }

    /// Returns the dart of the mirror image that corresponds to `dart`. Applying it twice gives `dart` back.
    fn in_mirror(&self, dart: Dart) -> Dart {
        if self.in_mirror { dart.twin() } else { dart }
    }

    /// Numbers the darts of a piece in the order of a walk from `start` and records how they are connected. Also
    /// returns the boundaries in the order in which the walk meets them.
    fn walk(&self, start: Dart) -> (Form, Vec<Boundary>) {
        let map = self.map;
        let mut number = vec![u16::MAX; 2 * map.n_edges()];
        let mut darts = vec![start];
        number[start.index()] = 0;
        let mut form = Form {
            code: vec![1],
            order: Vec::new(),
        };
        let mut boundaries = Vec::new();
        let mut i = 0;
        while let Some(dart) = darts.get(i).copied() {
            let next = if self.in_mirror {
                map.prev(dart.twin()).twin()
            } else {
                map.next(dart)
            };
            for other in [next, dart.twin()] {
                if number[other.index()] == u16::MAX {
                    number[other.index()] = darts.len() as u16;
                    darts.push(other);
                }
                form.code.push(number[other.index()]);
            }
            let origin = map.origin(dart);
            if !form.order.contains(&origin) {
                form.order.push(origin);
                form.code.push(self.colours[origin.index()]);
            }
            let boundary = map.boundary(Corner::Before(self.in_mirror(dart)));
            if !boundaries.contains(&boundary) {
                boundaries.push(boundary);
            }
            i += 1;
        }
        form.code[0] = darts.len() as u16;
        (form, boundaries)
    }
}

impl Position {
    /// Returns the mirror image.
    pub(crate) fn mirrored(&self) -> Position {
        let mut lists = self.lists();
        lists
            .iter_mut()
            .flatten()
            .for_each(|boundary| boundary.reverse());
        let mirrored = Position::from_lists(self.n_start(), self.rules(), &lists);
        mirrored.expect("the mirror image of a position is one")
    }

    /// Returns the drawing without the numbers of the spots, but with their colours in Antwerp Sprouts. If starting
    /// spots [take another number of lines](crate::Variant::lines_at_start) than new ones, the form tells them apart.
    ///
    /// In the worst case this takes time quadratic in the number of spots.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Game, Position};
    ///
    /// // Whichever two of three spots are joined, the drawing is the same but for the numbers.
    /// let start = Position::new(3, Ending::Normal)?;
    /// let [a, b] = [start.child(&"1-2".parse()?)?, start.child(&"1-3".parse()?)?];
    /// assert!(a != b);
    /// assert_eq!(a.canonical_form(), b.canonical_form());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn canonical_form(&self) -> CanonicalForm {
        let has_starts = !self.rules().variant.has_equal_spots();
        let colour = |spot| {
            if has_starts && self.is_start(spot) {
                START
            } else {
                COLOUR | self.colour(spot) as u16
            }
        };
        let colours: Vec<u16> = self.spots().map(colour).collect();
        let [code, mirrored] = self.forms(&colours).map(|form| form.code);
        CanonicalForm(code.min(mirrored).into())
    }

    /// Returns the forms of the position and of its mirror image.
    fn forms(&self, colours: &[u16]) -> [Form; 2] {
        let piece = |spot| self.piece(spot).vertex().index();
        let pieces = self.spots().map(piece).collect();
        FormWriter::new(self.map(), colours, pieces).both()
    }

    /// Returns the position renumbered: `numbers[i]` is the new number of spot *i* + 1.
    fn renumbered(&self, numbers: &[usize]) -> Option<Position> {
        let lists = self.map().sorted_lists(|vertex| numbers[vertex.index()]);
        Position::from_lists(self.n_start(), self.rules(), &lists).ok()
    }

    /// Returns the position with the numbers `i` and `i + 1` exchanged, unless one of the spots was drawn on a line
    /// that ends at the other.
    fn exchanged(&self, i: usize) -> Option<Position> {
        let mut numbers: Vec<usize> = (1..=self.n_spots()).collect();
        assert!(i < numbers.len(), "the position has the spots");
        numbers.swap(i - 1, i);
        self.renumbered(&numbers)
    }

    /// Renumbers the spots: first the starting spots in the given order, then each new spot once both ends of its line
    /// have numbers, breaking ties by the given order.
    fn numbered_in_order(&self, order: &[Vertex]) -> Position {
        let mut numbers = vec![0; self.n_spots()];
        let is_start = |vertex: &&Vertex| self.is_start(Spot::at(**vertex));
        let mut count = 0;
        for vertex in order.iter().filter(is_start) {
            count += 1;
            numbers[vertex.index()] = count;
        }
        if self.rules().variant.is_antwerp() {
            // Colours depend on the order in which spots were drawn, so keep that order.
            for (i, number) in numbers.iter_mut().enumerate().skip(count) {
                *number = i + 1;
            }
            count = self.n_spots();
        }
        while count < self.n_spots() {
            let has_number = |spot: &Spot| numbers[spot.vertex().index()] > 0;
            let can_be_next = |vertex: &&Vertex| {
                let spot = Spot::at(**vertex);
                !has_number(&spot) && self.neighbours(spot).filter(has_number).count() >= 2
            };
            let vertex = order.iter().find(can_be_next);
            let vertex = vertex.expect("some spot was born next").index();
            count += 1;
            numbers[vertex] = count;
        }
        self.renumbered(&numbers)
            .expect("the numbers are in an order of birth")
    }
}

/// Returns the move that leads from the drawing `image` to `after`, as `m` does under other names or in the mirror
/// image.
fn moved(m: &Move, renamed: impl Fn(Spot) -> Spot, image: &Position, after: &Position) -> Move {
    let left: Vec<Spot> = m.left.iter().map(&renamed).collect();
    let [from, to] = [m.from.spot, m.to.spot].map(renamed);
    let pairs = image
        .ends(from)
        .flat_map(|from| image.ends(to).map(move |(to, _)| (from, to)));
    for ((from, corner), to) in pairs {
        // Reflection swaps left and right.
        let own = [image.piece(from.spot), image.piece(to.spot)];
        let named = |spot: &Spot| left.iter().any(|l| image.piece(*l) == *spot);
        let beside = image.pieces_in(image.map().face_at(corner));
        let right = beside.iter().filter(|p| !own.contains(p) && !named(p));
        for left in [left.clone(), right.collect()] {
            if let Ok(line) = image.line(from, to, left, m.with_spot)
                && image.child(&line).is_ok_and(|child| child == *after)
            {
                return line;
            }
        }
    }
    unreachable!("some line leads to the image of the position after the move")
}

/// Returns the game with its starting spots renumbered in the order in which lines reach them, for people who write a
/// spot's number only when it is used. Spots that no line reaches come last.
///
/// If the game does not begin with a starting position, it is returned unchanged.
pub(crate) fn in_order_of_use(record: &Record<Position>) -> Record<Position> {
    let setup = record.setup();
    let n = setup.n_start();
    if setup.n_spots() > n || setup.moves_made() > 0 {
        return record.clone();
    }
    let ends = record.moves().iter().flat_map(|m| [m.from.spot, m.to.spot]);
    let mut order: Vec<usize> = Vec::new();
    for number in ends.map(Spot::number).chain(1..=n) {
        if number <= n && !order.contains(&number) {
            order.push(number);
        }
    }
    let mut numbers: Vec<usize> = (1..=n + record.moves().len()).collect();
    for (old, new) in order.iter().zip(1..) {
        numbers[old - 1] = new;
    }
    let renamed = |spot: Spot| Spot::new(numbers[spot.number() - 1]);
    let renumbered = |position: &Position| {
        let image = position.renumbered(&numbers[..position.n_spots()]);
        image.expect("spots of the start may exchange their numbers")
    };
    let mut images = record.positions().map(|position| renumbered(&position));
    let start = images.next().expect("a game has a setup");
    let mut game = Record::new(start);
    for (m, after) in record.moves().iter().zip(images) {
        let m = moved(m, renamed, game.position(), &after);
        game.push(m).expect("the image of a legal move is legal");
    }
    game
}

/// A symmetry of a position: a change that does not affect play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "lowercase"))]
pub enum Symmetry {
    /// The mirror image of the whole drawing.
    Mirror,
    /// An exchange of numbers between this spot and the one with the next number.
    Exchange(Spot),
}

impl Symmetric for Position {
    type Symmetry = Symmetry;

    /// Returns the reflection, and every allowed swap of two consecutive numbers: both spots are starting spots, or
    /// both are new and neither was drawn on a line that ends at the other. In Antwerp Sprouts new spots keep their
    /// numbers, which determine their colours.
    fn symmetries(&self) -> Vec<Symmetry> {
        let mut symmetries = vec![Symmetry::Mirror];
        for i in 1..self.n_spots() {
            let both_start = i < self.n_start();
            let both_new = i > self.n_start() && !self.rules().variant.is_antwerp();
            if (both_start || both_new) && self.exchanged(i).is_some() {
                symmetries.push(Symmetry::Exchange(Spot::at(Vertex::new(i - 1))));
            }
        }
        symmetries
    }

    fn image(&self, symmetry: &Symmetry) -> Position {
        match symmetry {
            Symmetry::Mirror => self.mirrored(),
            Symmetry::Exchange(spot) => {
                let image = self.exchanged(spot.number());
                image.expect("the numbers of a symmetry can be exchanged")
            }
        }
    }

    /// Tries only corners of the same two spots, so it is fast even if the position has billions of moves.
    fn image_of_move(&self, m: &Move, symmetry: &Symmetry) -> Move {
        let child = self.child_unchecked(m);
        let renamed = |spot: Spot| match symmetry {
            Symmetry::Mirror => spot,
            Symmetry::Exchange(low) => {
                let high = Spot::new(low.number() + 1);
                match spot {
                    _ if spot == *low => high,
                    _ if spot == high => *low,
                    _ => spot,
                }
            }
        };
        moved(m, renamed, &self.image(symmetry), &child.image(symmetry))
    }

    /// Returns one representative for this position, its mirror image, and all renumberings of either that keep the
    /// starting spots first. In Antwerp Sprouts new spots keep their numbers.
    fn canonical(&self) -> Position {
        let colour = |spot: Spot| match (self.is_start(spot), self.rules().variant.is_antwerp()) {
            (true, _) => 0,
            (false, false) => 1,
            (false, true) => spot.number() as u16,
        };
        let colours: Vec<u16> = self.spots().map(colour).collect();
        let [form, mirrored] = self.forms(&colours);
        if form.code <= mirrored.code {
            self.numbered_in_order(&form.order)
        } else {
            self.mirrored().numbered_in_order(&mirrored.order)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Ending, Game, Seeded};

    #[track_caller]
    fn check(text: &str, canonical: &str) {
        let position: Position = text.parse().expect("a position");
        assert_eq!(position.canonical().to_string(), canonical, "of {text}");
    }

    #[test]
    fn numbers_and_mirror_images_do_not_matter() {
        let first = "3+:1,4;2/1,4;3"
            .parse::<Position>()
            .expect("a position")
            .canonical();
        for other in ["3+:2,4;1/2,4;3", "3+:3,4;1/3,4;2"] {
            check(other, &first.to_string());
        }
        let inside = "3+:1,4/1,4;2;3".parse::<Position>().expect("a position");
        assert_ne!(inside.canonical(), first);
    }

    #[test]
    fn only_antwerp_spots_have_colours() {
        let form = |text: &str| {
            let position: Position = text.parse().expect("a position");
            position.canonical_form()
        };
        // The line and the loop are drawn in either order, so in Antwerp Sprouts their spots exchange colours.
        for (variant, same) in [("", true), ("antwerp-cold", false), ("antwerp-hot", false)] {
            let line_first = form(&format!("3+{variant}:1,4,2,4;3,5/3,5"));
            let loop_first = form(&format!("3+{variant}:1,5,2,5;3,4/3,4"));
            assert_eq!(line_first == loop_first, same, "{variant}");
        }
    }

    #[test]
    fn what_is_seen_in_the_mirror_is_the_mirror_image() {
        for seed in 0..40 {
            let mut random = Seeded::new(seed);
            let mut position = Position::new(5, Ending::Normal).expect("a position");
            while let Some(m) = position.random_move(&mut random) {
                position.apply(&m).expect("the move is legal");
                let colours: Vec<u16> = (0..position.n_spots() as u16).collect();
                let [form, mirrored] = position.forms(&colours).map(|form| form.code);
                let [back, image] = position.mirrored().forms(&colours).map(|form| form.code);
                assert_eq!((form, mirrored), (image, back), "{position}");
            }
        }
    }

    #[test]
    fn three_bare_lines_look_alike_from_both_sides() {
        let text = "5+black-and-white:1,2;3/1,2;4/1,2;5";
        let position: Position = text.parse().expect("a position");
        assert_eq!(
            position.canonical().canonical(),
            position.mirrored().canonical()
        );
    }
    #[test]
    fn a_game_is_numbered_in_order_of_use() {
        for (text, expected) in [
            ("3+ 2-3 1-3", "3+ 1-2 2-3"),
            ("2+:1,3,2,3 1-2", "2+:1,3,2,3 1-2"),
        ] {
            let record: Record<Position> = text.parse().expect("a game");
            assert_eq!(in_order_of_use(&record).to_string(), expected, "of {text}");
        }
    }

    #[test]
    fn a_renumbered_game_is_the_same_game_with_other_names() {
        for seed in 0..60 {
            let variant = crate::Variant::ALL[seed as usize % crate::Variant::ALL.len()];
            let start = Position::new(2 + seed as usize % 6, variant).expect("a start");
            let record = common::playout::record(start, u64::MAX, &mut Seeded::new(seed));
            let game = in_order_of_use(&record);
            assert_eq!(
                in_order_of_use(&game),
                game,
                "numbering twice changes nothing"
            );
            for (one, other) in record.positions().zip(game.positions()) {
                assert_eq!(one.canonical_form(), other.canonical_form(), "{record}");
            }
            let mut seen = 0;
            for m in game.moves() {
                for spot in [m.from.spot, m.to.spot].map(Spot::number) {
                    assert!(spot <= seen + 1 || spot > game.setup().n_start(), "{game}");
                    seen = seen.max(if spot > game.setup().n_start() {
                        0
                    } else {
                        spot
                    });
                }
            }
        }
    }
}
