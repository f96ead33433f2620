//! Brussels Sprouts on a torus, a projective plane or a Klein bottle, where moves can matter.
//!
//! A game on a sheet of paper is equivalent to a game on a sphere. On other closed surfaces a line can also run around
//! a handle or through a crosscap, so the length of a game is no longer fixed. This module plays the game by faces,
//! without a drawing: a [`Region`] is a face with the numbers of arms on its boundaries and its [`Surface`], and a
//! [`Sheet`] is a position.
//!
//! A picture shows each region as a polygon whose sides are glued in pairs so that their arrows agree, and each
//! boundary as a disc. These two moves cut a torus with two crosses into three regions:
//!
#![doc = include_str!("../images/torus.svg")]
//!
//! # The moves
//!
//! A line between two boundaries joins them, as on paper. A line between two arms of one boundary of *b* arms does one
//! of three things. Each of them raises the Euler characteristic by one, which determines the remaining surface.
//!
//! * It **divides the region**: the boundary becomes two, of *x* and *b* − *x* arms. The other boundaries, the handles
//!   and the crosscaps go to either side, in every way whose connected sum is the surface.
//! * It is **two-sided but does not divide** the region: the boundary becomes two boundaries of the same region, which
//!   loses a handle or two crosscaps.
//! * It is **one-sided**: the boundary keeps its number of arms, and the region loses a crosscap.
//!
//! If an even number of crosscaps remains, the remaining surface can also be orientable, with one handle in place of
//! every two crosscaps.
//!
//! # Results
//!
//! With *n* stars and *A* arms, games on a surface with *g* handles last *A* + *n* − 2 + 2*h* moves, with *h* from 0 to
//! *g*: the length varies, but the winner does not. With *c* crosscaps they last *A* + *n* − 2 + *j* moves, with *j*
//! from 0 to *c*, so players can influence the parity. [`theory`] proves who wins: **with an odd number of crosscaps,
//! as on the projective plane, the first player wins every game of crosses**, in normal and in misère play. On any
//! other surface, normal play has the same winner as on paper. The module also counts the games on every surface. We
//! know of no published source. Lemoine and Viennot ([arXiv:0812.0081](https://arxiv.org/abs/0812.0081)) treat Sprouts
//! on surfaces.
//!
//! # Texts
//!
//! A setup is written as in the [game on paper](crate::notation), with `@` and a surface after the stars. The surface
//! is `h` and a number of handles, or `c` and a number of crosscaps.
//!
//! | text | meaning |
//! |---|---|
//! | `3@h1` | three crosses on a torus, normal play; written `4,4,4@h1+:1` |
//! | `3-@h1`, `3@h1-` | the same, misère play; written `4,4,4@h1-:1` |
//! | `4,4,3@c1` | two crosses and a star with three arms on a projective plane; written `4,4,3@c1+:1` |
//! | `1x3@c2` | a single star with three arms on a Klein bottle; written `1x3@c2+:1` |
//! | `4,2@h0/1x7@c1-:2` | two regions, misère play, the second player to move |
//! | `none+:1` | no region has a move, and it is the first player's turn |
//!
//! A position is written as its regions, the ending and the player to move. The text is unique: each region lists the
//! number of arms of every boundary, the largest first, and the regions are in ascending order.
//!
//! ```text
//! sheet    = ( region *( "/" region ) / "none" ) [ ending ] [ ":" player ]
//! region   = stars [ ending ] "@" surface  ; stars and the ending as on paper, the ending once
//! surface  = "h" number / "c" number
//! ```
//!
//! A number alone counts crosses, as on paper. But in a text that names the player to move, it is a star with that many
//! arms. The reason is that version 0.1.0 wrote a single star with three arms as `3@h1+:1`. This form is no longer
//! written, but texts of that version keep their meaning.
//!
//! A move is written as the number of a region and the number of the option that replaces it ([`Region::options`]),
//! both counted from 0, such as `0.3`.
//!
//! # Examples
//!
//! ```
//! use papergames_brussels::planar::surface::Surface;
//! use papergames_brussels::surface::{Sheet, lengths};
//! use papergames_brussels::{Ending, Nimber, solve::Solver};
//!
//! let mut solver = Solver::new();
//! let torus = Sheet::new(1, Surface::TORUS, Ending::Normal)?;
//! assert_eq!(lengths(&torus).into_iter().collect::<Vec<_>>(), [3, 5]);
//! assert_eq!(solver.nimber(&torus)?, Nimber(1));
//!
//! let projective_plane = Sheet::new(1, Surface::PROJECTIVE_PLANE, Ending::Normal)?;
//! assert_eq!(solver.nimber(&projective_plane)?, Nimber(2));
//!
//! let crosses: Sheet = "3@h1".parse()?;
//! assert_eq!(crosses, Sheet::new(3, Surface::TORUS, Ending::Normal)?);
//! let after: Sheet = "1x4@c1/3,2@h0-:2".parse()?;
//! assert_eq!(after.to_string(), "3,2@h0/1x4@c1-:2");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "object")]
pub(crate) mod about;
mod notation;
#[cfg(feature = "draw")]
mod render;
pub mod solve;
pub mod theory;

use planar::surface::{SheetMove, Surface};

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use common::describe::Refused;
use common::{Alternating, Ending, Game, Impartial, Outcome, Player};
use rustc_hash::FxHashMap;

use crate::face::Face;

/// A face on a surface, described by the number of arms on each boundary and the surface that results if each boundary
/// is filled with a disc.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Region {
    /// The number of arms on each boundary.
    pub face: Face,
    /// The surface that results if each boundary is filled with a disc.
    pub surface: Surface,
}

/// A function that is called with each kind of move: the number of moves of this kind, and the regions to which they
/// lead.
type VisitKind<'v> = dyn FnMut(Option<u128>, &[Region]) -> ControlFlow<()> + 'v;

impl Region {
    /// Returns the region whose boundaries have the given numbers of arms.
    fn new(arms: &[usize], surface: Surface) -> Region {
        let sizes: Vec<u16> = arms.iter().map(|n| *n as u16).collect();
        let face = Face::new(&sizes);
        Region { face, surface }
    }

    /// Returns a face as a region on a sheet of paper.
    pub(crate) fn on_paper(face: Face) -> Region {
        let surface = Surface::SPHERE;
        Region { face, surface }
    }

    /// Returns the options of the region, which are the distinct results of one move in it. Each result is a list of
    /// regions in ascending order, without regions that have a single arm.
    pub fn options(&self) -> BTreeSet<Vec<Region>> {
        let mut options = BTreeSet::new();
        let _ = self.for_each_kind(&mut |_, regions| {
            options.insert(regions.to_vec());
            ControlFlow::Continue(())
        });
        options
    }

    /// Calls `visit` with each kind of move, until it breaks. Passes the number of moves of this kind if it fits 128
    /// bits, counting arms as distinct and each choice of surfaces once. Also passes the resulting regions in ascending
    /// order, without those that have a single arm. Several calls can lead to the same regions.
    ///
    /// In a region with crosscaps, boundaries have no direction. So a line can join two of them in two ways, and a line
    /// that leaves a region without crosscaps chooses a direction for each of its boundaries except the first.
    fn for_each_kind(&self, visit: &mut VisitKind<'_>) -> ControlFlow<()> {
        let has_crosscaps = !self.surface.is_orientable();
        // The number of boundaries of a remaining region that choose between two directions, which is all but those
        // `given`.
        let directions = |face: &Face, surface: Surface, given: usize| match surface {
            Surface::Handles(_) if has_crosscaps => (face.boundaries().len() - given) as u32,
            Surface::Handles(_) | Surface::Crosscaps(_) => 0,
        };
        let mut add = |weight: u128, directions: u32, regions: &[(&Face, Surface)]| {
            let weight = 2u128
                .checked_pow(directions)
                .and_then(|ways| weight.checked_mul(ways));
            let alive = regions.iter().filter(|(face, _)| !face.is_dead());
            let mut regions: Vec<Region> = alive
                .map(|(face, surface)| Region {
                    face: (*face).clone(),
                    surface: *surface,
                })
                .collect();
            regions.sort_unstable();
            visit(weight, &regions)
        };
        // As on paper: a line that joins boundaries, or divides the region.
        self.face
            .for_each_option(&mut |weight, faces| match faces {
                [one, other] => {
                    let mut divisions = self.surface.divisions().into_iter();
                    divisions.try_for_each(|(a, b)| {
                        let free = directions(one, a, 1) + directions(other, b, 1);
                        add(weight, free, &[(one, a), (other, b)])
                    })
                }
                _ => add(
                    weight,
                    u32::from(has_crosscaps),
                    &[(&faces[0], self.surface)],
                ),
            })?;
        // A line around a handle or through crosscaps.
        let arms = self.face.boundaries();
        for (i, &b) in arms.iter().enumerate().filter(|(_, b)| **b > 1) {
            let pairs = u128::from(b) * u128::from(b - 1) / 2;
            for surface in self.surface.after_one_sided() {
                let free = directions(&self.face, surface, 1);
                add(pairs, free, &[(&self.face, surface)])?;
            }
            for surface in self.surface.after_two_sided() {
                for x in 1..=b / 2 {
                    let mut arms = arms.to_vec();
                    arms[i] = x;
                    arms.push(b - x);
                    let pairs = if x == b - x { x } else { b };
                    let face = Face::new(&arms);
                    let free = directions(&face, surface, 2);
                    add(u128::from(pairs), free, &[(&face, surface)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }
}

common::debug_as_text!(Region);

/// A position on a surface, as a list of regions.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// The regions in ascending order, without regions that have a single arm.
    regions: Vec<Region>,
    /// The ending: normal or misère play. It affects only who wins, so it can be changed in any position.
    pub ending: Ending,
    mover: Player,
}

impl Sheet {
    /// The maximum total number of arms.
    pub(crate) const MAX_ARMS: usize = 100;
    /// The maximum number of handles, or of crosscaps.
    pub(crate) const MAX_PARTS: u8 = 20;

    /// Returns the start of the game with stars of the given numbers of arms on a surface.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no star, if a star has no arm, or if there are more arms, handles or crosscaps than
    /// supported.
    pub fn with_arms(arms: &[usize], surface: Surface, ending: Ending) -> Result<Sheet, Refused> {
        surface.check(Sheet::MAX_PARTS)?;
        let all = arms.iter().fold(0usize, |sum, n| sum.saturating_add(*n));
        if arms.contains(&0) || !(1..=Sheet::MAX_ARMS).contains(&all) {
            let found = &arms[..arms.len().min(10)];
            return Err(Refused::new(format!(
                "each star must have at least 1 arm, and all stars together at most {}; found {found:?}",
                Sheet::MAX_ARMS
            )));
        }
        let mut regions = vec![Region::new(arms, surface)];
        regions.retain(|region| !region.face.is_dead());
        Ok(Sheet {
            regions,
            ending,
            mover: Player::FIRST,
        })
    }

    /// Returns the start of the game with `n` crosses on a surface.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no cross, or if there are more arms, handles or crosscaps than supported.
    pub fn new(n: usize, surface: Surface, ending: Ending) -> Result<Sheet, Refused> {
        Sheet::with_arms(&vec![4; n.min(Sheet::MAX_ARMS)], surface, ending)
    }

    /// Returns the regions that have a move, in ascending order.
    pub fn regions(&self) -> &[Region] {
        &self.regions
    }

    /// Returns the position after replacing one of the regions by others.
    fn with_region_replaced(&self, region: usize, by: Vec<Region>) -> Sheet {
        let mut regions = self.regions.clone();
        regions.remove(region);
        regions.extend(by);
        regions.sort_unstable();
        Sheet {
            regions,
            ending: self.ending,
            mover: self.mover.opponent(),
        }
    }

    /// Returns all moves with the positions that they lead to.
    fn children(&self) -> impl Iterator<Item = (SheetMove, Sheet)> + '_ {
        (0..self.regions.len()).flat_map(move |region| {
            let options = self.regions[region].options().into_iter().enumerate();
            options.map(move |(option, by)| {
                let m = SheetMove {
                    part: region,
                    option,
                };
                (m, self.with_region_replaced(region, by))
            })
        })
    }

    /// Returns the regions to which a move leads, or an error if there is no such move.
    fn option(&self, m: SheetMove) -> Result<Vec<Region>, Refused> {
        let options = self.regions.get(m.part).map(Region::options);
        let option = options.and_then(|options| options.into_iter().nth(m.option));
        option.ok_or_else(|| {
            Refused::new(format!(
                "there is no option {m}; count regions, and the options of each region, from 0"
            ))
        })
    }
}

impl Game for Sheet {
    type Move = SheetMove;
    type Illegal = Refused;

    fn turn(&self) -> Option<Player> {
        (!self.regions.is_empty()).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        self.regions
            .is_empty()
            .then(|| self.ending.outcome(self.mover))
    }

    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(SheetMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (region, options) in self.regions.iter().map(Region::options).enumerate() {
            (0..options.len()).try_for_each(|option| {
                visit(SheetMove {
                    part: region,
                    option,
                })
            })?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, m: &SheetMove) -> Result<(), Refused> {
        self.option(*m).map(|_| ())
    }

    fn apply(&mut self, m: &SheetMove) -> Result<(), Refused> {
        let regions = self.option(*m)?;
        *self = self.with_region_replaced(m.part, regions);
        Ok(())
    }
}

impl Alternating for Sheet {}

impl Impartial for Sheet {
    type Summand = Region;

    fn ending(&self) -> Ending {
        self.ending
    }

    fn summands(&self) -> Vec<Region> {
        self.regions.clone()
    }

    fn for_each_option(
        summand: &Region,
        visit: &mut dyn FnMut(Vec<Region>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        summand.options().into_iter().try_for_each(visit)
    }
}

/// Returns every possible number of moves in a game from this position.
///
/// Time and memory are proportional to the number of regions that can occur in such a game.
pub fn lengths(sheet: &Sheet) -> BTreeSet<usize> {
    let mut known = FxHashMap::default();
    of_sum(&sheet.regions, &mut known)
}

fn of_sum(regions: &[Region], known: &mut FxHashMap<Region, BTreeSet<usize>>) -> BTreeSet<usize> {
    let mut total = BTreeSet::from([0]);
    for region in regions {
        let one = of_region(region, known);
        total = total
            .iter()
            .flat_map(|a| one.iter().map(move |b| a + b))
            .collect();
    }
    total
}

fn of_region(region: &Region, known: &mut FxHashMap<Region, BTreeSet<usize>>) -> BTreeSet<usize> {
    if let Some(lengths) = known.get(region) {
        return lengths.clone();
    }
    let mut lengths = BTreeSet::new();
    for option in region.options() {
        lengths.extend(of_sum(&option, known).into_iter().map(|left| left + 1));
    }
    known.insert(region.clone(), lengths.clone());
    lengths
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_around_a_handle_cuts_a_boundary_in_two_in_every_way() {
        for arms in 2u16..9 {
            let torus = Sheet::with_arms(&[usize::from(arms)], Surface::Handles(1), Ending::Normal)
                .expect("few arms");
            let options = torus.regions()[0].options();
            for x in 1..arms {
                let region = Region {
                    face: Face::new(&[x, arms - x]),
                    surface: Surface::Handles(0),
                };
                assert!(options.contains(&vec![region]), "{x} of {arms}");
            }
        }
    }
}
