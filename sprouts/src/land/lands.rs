//! One land, and the multiset of the lands of a position.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use common::sorting;
use common::text::read_whole;

use super::canon::{self, Canoniser};
use super::children;
use super::error::ParseLandError;
use super::glop::Sum;
use super::glop::corner::{Corner, Region, UPPER};
use super::on_surface::{self, SheetReader, Spelling};
use super::shape::{self, Reductions};
use crate::position::{Position, Spot};
use crate::rules::Variant;
use planar::surface::Surface;

/// One land in canonical form.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::land::Lands;
///
/// // Two lands side by side: two bare spots, and two spots that both lie between the same two regions.
/// let position: Lands = "0*2+AB|AB".parse()?;
/// let lives: Vec<usize> = position.iter().map(|land| land.lives()).collect();
/// assert_eq!(lives, [6, 2]);
/// # Ok::<(), papergames_sprouts::land::ParseLandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Land {
    pub(super) form: Box<[u8]>,
}

impl Land {
    pub(crate) fn from_form(form: &[u8]) -> Land {
        Land { form: form.into() }
    }

    pub(crate) fn form(&self) -> &[u8] {
        &self.form
    }

    pub(crate) fn shape(&self) -> Vec<u8> {
        let mut shape = Vec::new();
        canon::expand(&self.form, &mut shape);
        shape
    }

    /// Returns whether a line can be drawn.
    pub(crate) fn has_move(&self) -> bool {
        shape::has_move(&self.shape())
    }

    /// Returns whether the land is a part of a game on a surface.
    pub(crate) fn is_on_surface(&self) -> bool {
        shape::is_on_surface(&self.shape())
    }

    /// Returns the number of lives: the line ends that the land's spots can still take.
    pub fn lives(&self) -> usize {
        shape::size(&self.shape()).0
    }

    /// Returns the distinct positions that one line drawn in this land can lead to.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Lands;
    ///
    /// // With two spots, the first line joins them or is a loop at one, with the other on either side.
    /// let start = Lands::start(2);
    /// let land = start.iter().next().expect("the start is one land");
    /// let children: Vec<String> = land.children().iter().map(ToString::to_string).collect();
    /// assert_eq!(children, ["1a1a", "0.AB|AB"]);
    /// ```
    pub fn children(&self) -> Vec<Lands> {
        self.children_of(Variant::Standard, Reductions::ALL)
    }

    /// Like [`children`](Land::children), but under the rules of a variant without colours (either form of
    /// Black-and-White Sprouts) and with a choice of reductions.
    pub fn children_of(&self, variant: Variant, reductions: Reductions) -> Vec<Lands> {
        let mut children = std::collections::BTreeSet::new();
        let mut buffers = children::Buffers::default();
        buffers.variant = variant;
        let mut canoniser = Canoniser::default();
        let _ = children::for_each_child(&self.shape(), &mut buffers, &mut |child| {
            children.insert(Lands::from_shape(child, reductions, &mut canoniser));
            ControlFlow::Continue(())
        });
        children.into_iter().collect()
    }
}

/// A position as a multiset of independent lands, kept in order.
///
/// Positions with equal lands are equivalent. `Display` writes the [notation of GLOP and SPOTS](crate::land::glop);
/// parsing reads it and reduces the position.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::land::Lands;
///
/// let start = Lands::start(3);
/// assert_eq!(start.to_string(), "0*3");
/// assert_eq!((start.len(), start.lives()), (1, 9));
///
/// // Renaming letters or reordering lands makes no difference.
/// let one: Lands = "0.1a1a+AB|AB".parse()?;
/// let other: Lands = "CD|CD+0.1b1b".parse()?;
/// assert_eq!(one, other);
/// # Ok::<(), papergames_sprouts::land::ParseLandError>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct Lands {
    pub(crate) lands: Vec<Land>,
}

impl Lands {
    /// Returns the starting position with `n` spots.
    ///
    /// # Panics
    ///
    /// Panics if `n` exceeds [`Sum::MAX_SPOTS`].
    pub fn start(n: usize) -> Lands {
        Lands::from_sum(&Sum::start(n), Reductions::ALL)
    }

    /// Returns the starting position with `n` spots on a surface.
    pub(crate) fn on_surface(n: u8, surface: Surface, reductions: Reductions) -> Lands {
        let shape = [n, shape::code(surface), shape::END];
        Lands::from_shape(&shape, reductions, &mut Canoniser::default())
    }

    /// Returns the lands of a position with numbered spots, or `None` in a variant, where the reductions do not hold.
    ///
    /// Lands do not record whether play is normal or misère, so choose a solver for the right ending with
    /// `Solver::for_rules` in `solve`.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::{Ending, Game, Position, land::Lands};
    ///
    /// let mut position = Position::new(3, Ending::Normal)?;
    /// position.apply(&"1-2".parse()?)?;
    /// let lands = Lands::of(&position).expect("these are the standard rules");
    /// assert_eq!(lands.to_string(), "0.1a1a");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of(position: &Position) -> Option<Lands> {
        let lands = Lands::drawn(position, Reductions::ALL);
        lands.filter(|_| position.rules().variant.is_standard())
    }

    /// Returns the lands of a position of standard or Black-and-White Sprouts, or `None` if spots have colours or other
    /// than three lines may end at a starting spot.
    ///
    /// The lands are the same in both games, but their moves differ: see [`Land::children_of`] and
    /// `Solver::for_rules` in `solve`.
    pub fn drawn(position: &Position, reductions: Reductions) -> Option<Lands> {
        if !position.rules().variant.has_lands() {
            return None;
        }
        let spots = |list: Vec<usize>| list.into_iter().map(Spot::new);
        let regions = position.lists().into_iter();
        let regions = regions.map(|lists| region_of(position, lists.into_iter().map(spots)));
        let shape = shape_of(&regions.collect::<Vec<_>>());
        Some(Lands::from_shape(
            &shape,
            reductions,
            &mut Canoniser::default(),
        ))
    }

    /// Returns the lands of a sum, reduced and in canonical form.
    pub fn from_sum(sum: &Sum, reductions: Reductions) -> Lands {
        let mut canoniser = Canoniser::default();
        let mut lands = Vec::new();
        for land in sum.in_capitals().regions() {
            lands.extend(Lands::from_shape(&shape_of(land), reductions, &mut canoniser).lands);
        }
        sorting::sort_hot(&mut lands);
        Lands { lands }
    }

    pub(crate) fn from_shape(
        shape: &[u8],
        reductions: Reductions,
        canoniser: &mut Canoniser,
    ) -> Lands {
        let (mut reduced, mut spare) = (Vec::new(), Vec::new());
        shape::reduce(shape, &mut reduced, &mut spare, reductions);
        let mut lands = Vec::new();
        shape::split(&reduced, &mut spare, |part| {
            let mut form = Vec::new();
            canoniser.canonise(part, &mut form);
            lands.push(Land::from_form(&form));
        });
        sorting::sort_hot(&mut lands);
        Lands { lands }
    }

    /// Returns the position with further reductions applied.
    pub fn reduced(&self, reductions: Reductions) -> Lands {
        let mut canoniser = Canoniser::default();
        self.iter()
            .flat_map(|land| Lands::from_shape(&land.shape(), reductions, &mut canoniser).lands)
            .collect()
    }

    /// Returns the number of lives: the line ends that the spots can still take.
    pub fn lives(&self) -> usize {
        self.lands.iter().map(Land::lives).sum()
    }

    /// Returns the position in the published spelling.
    pub(crate) fn to_sum(&self) -> Sum {
        Sum::join(self.lands.iter().map(|land| sum_of(land).simplified()))
    }

    /// Returns the position in the published spelling, without the published reductions, which do not hold in variants.
    pub(crate) fn to_sum_as_drawn(&self) -> Sum {
        Sum::join(self.lands.iter().map(sum_of))
    }
}

/// The lands in their canonical order. If there are none, no line can be drawn.
impl core::ops::Deref for Lands {
    type Target = [Land];

    fn deref(&self) -> &[Land] {
        &self.lands
    }
}

impl FromIterator<Land> for Lands {
    fn from_iter<I: IntoIterator<Item = Land>>(lands: I) -> Lands {
        let mut lands: Vec<Land> = lands.into_iter().collect();
        sorting::sort_hot(&mut lands);
        Lands { lands }
    }
}

impl<'a> IntoIterator for &'a Lands {
    type Item = &'a Land;
    type IntoIter = core::slice::Iter<'a, Land>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Returns the boundaries of a region, each as the corners of its living spots. All corners of a spot are the same.
pub(super) fn region_of<B: Iterator<Item = Spot>>(
    position: &Position,
    boundaries: impl Iterator<Item = B>,
) -> Region {
    let corner = |spot: Spot| match position.degree(spot) {
        lines @ 0..=1 => Some(Corner(lines as u16)),
        2 => Some(Corner(UPPER + spot.number() as u16)),
        _ => None,
    };
    let boundaries = boundaries.map(|spots| spots.filter_map(corner).collect());
    boundaries.filter(|b: &Vec<_>| !b.is_empty()).collect()
}

/// Returns the shape of regions in which each letter occurs twice, with spots without a line as separate boundaries.
pub(super) fn shape_of(regions: &[Region]) -> Vec<u8> {
    let mut names: Vec<Corner> = Vec::new();
    let mut shape = Vec::new();
    for region in regions {
        let bare = region.iter().filter(|b| **b == [Corner(0)]);
        shape.extend([bare.count() as u8, shape::PAPER]);
        for boundary in region.iter().filter(|b| **b != [Corner(0)]) {
            for corner in boundary {
                shape.push(if corner.0 <= 2 {
                    corner.0 as u8
                } else {
                    let name = names.iter().position(|n| n == corner).unwrap_or_else(|| {
                        names.push(*corner);
                        names.len() - 1
                    });
                    shape::LETTER + name as u8
                });
            }
            shape.push(shape::SEP);
        }
        shape.push(shape::END);
    }
    shape
}

/// Returns a land in the published spelling, neither reduced nor ordered.
fn sum_of(land: &Land) -> Sum {
    let corner = |c: &u8| match *c {
        letter if letter >= shape::LETTER => Corner(UPPER + u16::from(letter - shape::LETTER)),
        lines => Corner(lines.into()),
    };
    let mut regions = Vec::new();
    shape::for_each_region(&land.shape(), |bare, boundaries| {
        let boundaries = boundaries.split(|c| *c == shape::SEP);
        let mut region = vec![vec![Corner(0)]; usize::from(bare)];
        region.extend(
            boundaries
                .filter(|b| !b.is_empty())
                .map(|b| b.iter().map(corner).collect()),
        );
        regions.push(region);
    });
    Sum::of_land(regions)
}

impl fmt::Display for Land {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        Lands {
            lands: vec![self.clone()],
        }
        .fmt(f)
    }
}

/// Lands on surfaces are written as in the text of a [sheet](crate::surface#texts), without reading them back.
impl fmt::Display for Lands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.lands.iter().any(Land::is_on_surface) {
            return self.to_sum().fmt(f);
        }
        for (i, land) in self.iter().enumerate() {
            f.write_str(if i == 0 { "" } else { "/" })?;
            on_surface::write_land(f, &land.shape(), Spelling::Own)?;
        }
        Ok(())
    }
}

common::debug_as_text!(Land, Lands);

impl FromStr for Lands {
    type Err = ParseLandError;

    /// Reads a position in the published spelling, or on surfaces in that of a [`Sheet`](crate::surface::Sheet), and
    /// reduces it.
    fn from_str(text: &str) -> Result<Lands, ParseLandError> {
        if text.contains('@') {
            let mut read = SheetReader::default();
            read_whole(text, |reader| read.lands(reader))?;
            let mut canoniser = Canoniser::default();
            return Ok(Lands::from_shape(
                &read.shape,
                Reductions::ALL,
                &mut canoniser,
            ));
        }
        Ok(Lands::from_sum(&text.parse()?, Reductions::ALL))
    }
}

impl FromStr for Land {
    type Err = ParseLandError;

    /// Reads a single land in the published spelling, and reduces it.
    fn from_str(text: &str) -> Result<Land, ParseLandError> {
        let lands: Lands = text.parse()?;
        match <[Land; 1]>::try_from(lands.lands) {
            Ok([land]) => Ok(land),
            Err(lands) => Err(ParseLandError::NotOne { found: lands.len() }),
        }
    }
}

common::serde_as_text!(Land, Lands);

#[cfg(test)]
mod tests {
    use super::*;
    use common::text::Place;
    use std::collections::{HashMap, HashSet};

    /// Found by fuzzing: the walk over the pieces of such a land never ended.
    #[test]
    fn a_land_whose_pieces_and_regions_form_a_circle_is_refused() {
        for (text, before) in [
            ("2E.12E.1", ""),
            ("0*2+A.A", "0*2+"),
            ("AB.CD|AC.0|BD.0", ""),
        ] {
            let error = text.parse::<Lands>().unwrap_err();
            let at = Place::after(before);
            assert_eq!(error, ParseLandError::NotOnSphere { at }, "{text}");
        }
        assert!("AB|CD|ABCD.0".parse::<Lands>().is_ok());
    }

    /// A spot with both corners on one boundary divides it, so on the sphere the corners of two such spots never
    /// interleave.
    #[test]
    fn a_boundary_in_which_letters_cross_is_refused() {
        for (text, first, second, before) in [
            ("1a2b1a2b", "a", "b", ""),
            ("0.12+0.aAbaBb|AB", "a", "b", "0.12+"),
            ("AbBaAbBa", "A", "a", ""),
        ] {
            let error = text.parse::<Lands>().unwrap_err();
            let (first, second) = (first.to_owned(), second.to_owned());
            let at = Place::after(before);
            assert_eq!(
                error,
                ParseLandError::Crossing { first, second, at },
                "{text}"
            );
        }
        for text in ["1a2b1b2a", "1a2a1b2b", "abba.cddc|0", "AaBa|AB"] {
            assert!(text.parse::<Lands>().is_ok(), "{text}");
        }
    }

    #[test]
    fn every_string_that_is_written_is_read() {
        for sum in Sum::start(4).reachable() {
            let lands = Lands::from_sum(&sum, Reductions::ALL);
            assert_eq!(lands.to_string().parse::<Lands>().as_ref(), Ok(&lands));
            let lands = Lands::from_sum(&sum, Reductions::NONE);
            let read = lands.to_string().parse::<Sum>().expect("it was written");
            assert_eq!(sum.to_string().parse::<Sum>().as_ref(), Ok(&sum));
            assert_eq!(read.lives(), lands.lives());
        }
    }

    fn reachable(n: usize, reductions: Reductions) -> HashSet<Lands> {
        let start = Lands::from_sum(&Sum::start(n), reductions);
        let mut all = HashSet::from([start.clone()]);
        let mut open = vec![start];
        while let Some(lands) = open.pop() {
            for (i, land) in lands.iter().enumerate() {
                for child in land.children_of(Variant::Standard, reductions) {
                    let others = lands.iter().enumerate().filter(|(j, _)| *j != i);
                    let child: Lands = others.map(|(_, l)| l.clone()).chain(child.lands).collect();
                    if all.insert(child.clone()) {
                        open.push(child);
                    }
                }
            }
        }
        all
    }

    #[track_caller]
    fn check_classes(n: usize, reductions: Reductions, classes: usize) {
        assert_eq!(
            reachable(n, reductions).len(),
            classes,
            "classes from {n} spots"
        );
    }

    #[test]
    fn exact_classes_of_the_published_reduction_are_as_many_as_counted_by_graph_isomorphism() {
        check_classes(1, Reductions::PUBLISHED, 3);
        check_classes(2, Reductions::PUBLISHED, 18);
        check_classes(3, Reductions::PUBLISHED, 148);
        check_classes(4, Reductions::PUBLISHED, 1505);
    }

    #[test]
    fn every_published_string_of_a_class_becomes_the_same_land() {
        let mut classes: HashMap<Lands, Vec<Sum>> = HashMap::new();
        for sum in Sum::start(4).reachable() {
            classes
                .entry(Lands::from_sum(&sum, Reductions::PUBLISHED))
                .or_default()
                .push(sum);
        }
        assert_eq!(classes.len(), 1505);
    }
}
