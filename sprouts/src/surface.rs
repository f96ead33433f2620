//! Sprouts on a torus, a projective plane, a Klein bottle, or any other closed surface.
//!
//! On a sheet of paper the game is the same as on a sphere. On other closed surfaces a line can also run around a
//! handle or through a crosscap. Lemoine and Viennot defined the game
//! ([arXiv:0812.0081](https://arxiv.org/abs/0812.0081)). This module plays it without a drawing: a [`Sheet`] is a
//! position given as a list of [lands](crate::land), in which each region has a [`Surface`].
//!
//! A picture shows each region as a polygon whose sides are glued in pairs, arrow on arrow, and each boundary as a disc
//! with its spots. These two moves divide a torus with three spots:
//!
#![doc = include_str!("../images/torus.svg")]
//!
//! # The moves
//!
//! A line between two boundaries joins them, as on paper. A line from a boundary to itself does one of three things.
//! Each of them raises the Euler characteristic by one, which determines the remaining surface.
//!
//! * It **divides the region**: the boundary becomes two, and the other boundaries, handles and crosscaps are
//!   distributed over the two sides, in every way whose connected sum is the surface.
//! * It is **two-sided but does not divide the region**: the boundary becomes two in the same region, which loses a
//!   handle or two crosscaps.
//! * It is **one-sided**: the boundary remains a single one, and the region loses a crosscap.
//!
//! If an even number of crosscaps remains, the surface may also be orientable, with one handle in place of every two
//! crosscaps. In a region with crosscaps each boundary may be read in either direction; in any other region, all
//! boundaries are read with the region on the same side.
//!
//! # Results
//!
//! A game of *n* spots lasts 2*n* to 3*n* − 1 moves, as on paper, because the argument for the bounds uses only the
//! neighbours of a spot. This table gives the nimbers of the games from 1 to 12 spots in normal play; numbers in bold
//! mark games whose winner differs from the winner on paper:
//!
//! | surface | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 |
//! |---|---|---|---|---|---|---|---|---|---|---|---|---|
//! | 0 to 3 handles | 0 | 0 | 1 | 1 | 1 | 0 | 0 | 0 | 1 | 1 | 1 | 0 |
//! | 1 crosscap | 0 | **1** | 1 | 1 | **0** | 0 | 0 | 0 | 1 | 1 | 1 | 0 |
//! | 2, 4 or 6 crosscaps | 0 | **1** | 1 | 1 | **0** | 0 | 0 | **1** | 1 | 1 | **0** | 0 |
//! | 3 or 5 crosscaps | 0 | **1** | 1 | 1 | **0** | 0 | 0 | **1** | 1 | 1 | 4 | 0 |
//!
//! So the winner on an orientable surface is the same as on paper, but on surfaces with crosscaps it is often the other
//! player, as Lemoine and Viennot observed. For up to 8 spots each winner has a
//! certificate (`solve::certificate`) accepted by the checker, which has its own code for cutting surfaces.
//!
//! Beyond a certain limit, more handles or crosscaps change nothing: 2 spots have the same game tree on 2 handles and
//! more, 3 spots on 4 and more, 4 spots on 9 and more. On crosscaps the limit is 3 for 2 spots. For 3 spots it is 9 if
//! the number of crosscaps is odd and 8 if it is even, and the two trees differ. For 4 spots it is unknown: the trees
//! on 10 and 11 crosscaps differ from all those on fewer.
//!
//! # Texts
//!
//! A setup is written as for the game on paper, with `@` and a surface after the number of spots. A surface is `h`
//! followed by the number of handles, or `c` followed by the number of crosscaps.
//!
//! | text | meaning |
//! |---|---|
//! | `3@h1` | three spots on a torus, normal play; written `0*3@h1+:1` |
//! | `3@h1-` | the same, misère play; written `0*3@h1-:1` |
//! | `0*2.AB@c1\|AB@h0-:2` | a loop on a projective plane with two spots behind it, misère play |
//! | `1aza@c2.2z@h0+` | letters of a boundary and of a region; see below |
//! | `none+:1` | no line can be drawn, and it is the first player's turn |
//!
//! A position is written as its lands, the ending and the player to move. Regions are spelled [as in the
//! literature](crate::land::glop), with capitals for spots between two regions, `a` to `l` for spots with both corners
//! on one boundary, and `z` to `o` for spots on two boundaries of one region, which exist only on surfaces. GLOP writes
//! a number after `@` (here read as the number of handles, or minus the number of crosscaps) and `+` between lands. The
//! reader accepts this as well.
//!
//! ```text
//! sheet    = ( land *( ( "/" / "+" ) land ) / "none" ) [ ending ] [ ":" player ]
//! land     = region *( "|" region )
//! region   = ( spots [ ending ] / boundary *( "." boundary ) ) [ "@" surface ]  ; spots only in a setup
//! boundary = "0" [ "*" count ] / 1*corner
//! corner   = "1" / "2" / letter [ "(" number ")" ]
//! surface  = "h" number / "c" number / [ "-" ] number
//! ```
//!
//! A move is the index of a land and the index of its result in [`Sheet::options`], both counted from 0: `0.3`.
//!
//! # Examples
//!
//! ```
//! use papergames_sprouts::planar::surface::Surface;
//! use papergames_sprouts::surface::Sheet;
//! use papergames_sprouts::{Ending, Game, Nimber};
//!
//! let torus: Sheet = "3@h1".parse()?;
//! assert_eq!(torus, Sheet::new(3, Surface::TORUS, Ending::Normal)?);
//! assert_eq!(torus.to_string(), "0*3@h1+:1");
//!
//! // Two spots are lost for the player to move on paper, and won on every surface with crosscaps.
//! let mut solver = papergames_sprouts::solve::Solver::new();
//! for (surface, nimber) in [("h0", 0), ("h1", 0), ("c1", 1), ("c2", 1)] {
//!     let sheet: Sheet = format!("2@{surface}").parse()?;
//!     assert_eq!(solver.nimber(&sheet.lands())?, Nimber(nimber));
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "object")]
pub(crate) mod about;
mod notation;
#[cfg(feature = "draw")]
mod render;

use planar::surface::{SheetMove, Surface};

use core::ops::ControlFlow;

use common::{Alternating, Ending, Game, Impartial, Outcome, Player, Refused, sorting};

use crate::land::on_surface::{MAX_PARTS, MAX_SPOTS};
use crate::land::shape::END;
use crate::land::{Land, Lands, Reductions};
use crate::rules::Variant;

/// A position on a surface, given as a list of lands.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Sheet {
    /// The lands, sorted, without those in which no line can be drawn. Otherwise only dead spots have been removed.
    lands: Vec<Land>,
    ending: Ending,
    mover: Player,
}

impl Sheet {
    /// Returns the starting position of a game with `n` spots on a surface.
    ///
    /// # Errors
    ///
    /// Returns an error if `n` is 0, or if there are more spots, handles or crosscaps than supported.
    pub fn new(n: usize, surface: Surface, ending: Ending) -> Result<Sheet, Refused> {
        surface.check(MAX_PARTS)?;
        let spots = u8::try_from(n).ok();
        let Some(spots) = spots.filter(|n| (1..=MAX_SPOTS).contains(n)) else {
            return Err(Refused::new(format!(
                "a game on a surface must start with 1 to {MAX_SPOTS} spots, found {n}"
            )));
        };
        let lands = Lands::on_surface(spots, surface, Reductions::NONE);
        Ok(Sheet::of(lands.lands, ending, Player::FIRST))
    }

    /// Returns the position with these lands.
    fn of(lands: impl IntoIterator<Item = Land>, ending: Ending, mover: Player) -> Sheet {
        let mut lands: Vec<Land> = lands.into_iter().filter(Land::has_move).collect();
        sorting::sort_hot(&mut lands);
        Sheet {
            lands,
            ending,
            mover,
        }
    }

    /// Returns the same position with another ending.
    #[must_use]
    pub(crate) fn with_ending(mut self, ending: Ending) -> Sheet {
        self.ending = ending;
        self
    }

    /// Returns the number of spots if none has a line.
    fn n_bare(&self) -> Option<usize> {
        match self.lands.first()?.shape()[..] {
            [bare, _, END] if self.lands.len() == 1 => Some(bare.into()),
            _ => None,
        }
    }

    /// Returns the lands in the solver's form, without the parts that do not matter for play.
    pub fn lands(&self) -> Lands {
        let lands: Lands = self.lands.iter().cloned().collect();
        lands.reduced(Reductions::ALL)
    }

    /// Returns the distinct results of one move in a land, in order. Each result is a list of lands, without those in
    /// which no line can be drawn.
    ///
    /// This tries every line, so the time grows exponentially with the number of boundaries of a region.
    pub fn options(land: &Land) -> Vec<Lands> {
        let children = land.children_of(Variant::Standard, Reductions::NONE);
        let playable = |child: Lands| {
            child
                .iter()
                .filter(|land| land.has_move())
                .cloned()
                .collect()
        };
        let mut options: Vec<Lands> = children.into_iter().map(playable).collect();
        options.sort_unstable();
        options.dedup();
        options
    }

    /// Returns the position after replacing one land by others.
    fn with_land_replaced(&self, land: usize, by: &Lands) -> Sheet {
        let mut lands = self.lands.clone();
        lands.remove(land);
        lands.extend(by.iter().cloned());
        Sheet::of(lands, self.ending, self.mover.opponent())
    }

    /// Returns the lands that a move leads to, or an error if there is no such move.
    fn option(&self, m: SheetMove) -> Result<Lands, Refused> {
        let options = self.lands.get(m.part).map(Sheet::options);
        let option = options.and_then(|options| options.into_iter().nth(m.option));
        option.ok_or_else(|| {
            Refused::new(format!(
                "there is no option {m}; count lands, and the options of each land, from 0"
            ))
        })
    }
}

impl Game for Sheet {
    type Move = SheetMove;
    type Illegal = Refused;

    fn turn(&self) -> Option<Player> {
        (!self.lands.is_empty()).then_some(self.mover)
    }

    fn outcome(&self) -> Option<Outcome> {
        let is_over = self.lands.is_empty();
        is_over.then(|| self.ending.outcome(self.mover))
    }

    fn for_each_move(
        &self,
        visit: &mut dyn FnMut(SheetMove) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        for (land, options) in self.lands.iter().map(Sheet::options).enumerate() {
            (0..options.len()).try_for_each(|option| visit(SheetMove { part: land, option }))?;
        }
        ControlFlow::Continue(())
    }

    fn check(&self, m: &SheetMove) -> Result<(), Refused> {
        self.option(*m).map(|_| ())
    }

    fn apply(&mut self, m: &SheetMove) -> Result<(), Refused> {
        let by = self.option(*m)?;
        *self = self.with_land_replaced(m.part, &by);
        Ok(())
    }
}

impl Alternating for Sheet {}

impl Impartial for Sheet {
    type Summand = Land;

    fn ending(&self) -> Ending {
        self.ending
    }

    fn summands(&self) -> Vec<Land> {
        self.lands.clone()
    }

    fn for_each_option(
        summand: &Land,
        visit: &mut dyn FnMut(Vec<Land>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let mut options = Sheet::options(summand).into_iter();
        options.try_for_each(|option| visit(option.iter().cloned().collect()))
    }
}
