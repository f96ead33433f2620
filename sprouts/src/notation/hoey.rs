//! Positions in Dan Hoey's notation: lists of boundaries, in full or abbreviated.
//!
//! The lines at a spot divide it into *sites*. There are as many sites as lines, or one site if the spot has no line. A
//! boundary is written as the list of its sites in *left-hand order*, the order in which you pass them when you walk
//! inside the region with your left hand on the boundary. Boundaries of a region are separated by `;`, regions by `/`,
//! and a full stop ends the position. A boundary may start at any of its sites, and boundaries and regions may be in
//! any order.
//!
//! ```text
//! position = region *( "/" region ) "."
//! region   = boundary *( ";" boundary )
//! boundary = site *( "," site )
//! ```
//!
//! In the full form, each site is written as the number of its spot, and the lists determine everything about the
//! position except whether play is normal or misère: if there are *V* spots and *E* lines (each new spot cuts a line in
//! two), then *E*/2 moves have been made, and the game began with *V* − *E*/2 spots.
//!
//! ```
//! use papergames_sprouts::{Ending, notation::hoey};
//!
//! let text = "1,6,8,7,4,7,3,9,3,7,8,6,5,6;2/3,9.";
//! let position = hoey::read(text, Ending::Normal)?;
//! assert_eq!((position.n_start(), position.moves_made()), (5, 4));
//! assert_eq!(hoey::read(&hoey::write(&position), Ending::Normal)?, position);
//! assert_eq!(hoey::Abbreviation::of(&position).to_string(), "1,8,4,9t,8,5;2.");
//! # Ok::<(), papergames_sprouts::Refused>(())
//! ```
//!
//! # Abbreviated
//!
//! The abbreviated form writes only what matters for play. A spot with two lines is an *eye* if its sites are in two
//! regions, and a *pier* if they are in one.
//!
//! | site | spot |
//! |---|---|
//! | alone on its boundary | without lines |
//! | with the suffix `o` | with one line, alone on its boundary since all others there are dead |
//! | among others, once | with one line |
//! | twice | with two lines: a pier, or an eye whose two regions are both written |
//! | with the suffix `t` | an eye whose other region is not written |
//!
//! Dead spots are omitted, and so are regions whose spots have fewer than two lives in total, where no line can be
//! drawn.
//!
//! ```
//! use papergames_sprouts::{Ending, notation::hoey};
//!
//! for (full, short) in [
//!     ("1;2;3.", "1;2;3."),
//!     ("1,3,2,3.", "1,3,2,3."),
//!     ("1,3,2,4/1,4,2,3.", "1,3,2,4/1,4,2,3."),
//!     ("1,3,2,3,1,4/1,4.", "3,2,3,4t."),
//!     ("1,3,2,3,4/1,4,5/1,5,4,3.", "2o."),
//!     ("1,4,2,4,5/1,5,6;3/1,6,5,4.", "2o/6t;3."),
//! ] {
//!     let position = hoey::read(full, Ending::Normal)?;
//!     assert_eq!(hoey::Abbreviation::of(&position).to_string(), short);
//! }
//! # Ok::<(), papergames_sprouts::Refused>(())
//! ```
//!
//! This differs from Hoey's message in two ways. The message also omits regions with only one living *spot*, although
//! such a spot may still be joined to itself. It also allows adjacent sites of a pier to be written once, although this
//! looks like a spot with one line.
//!
//! Source: Dan Hoey, *Sprouts notation*, geometry-research mailing list, 27 December 2000.

use core::fmt;
use core::fmt::Write as _;
use core::str::FromStr;
use std::collections::BTreeMap;

use common::text::{Reader, Unexpected};
use common::{Ending, Refused, sorting};

use super::{read_lists, read_number, read_spot};
use crate::land::ParseLandError;
use crate::land::glop::Sum;
use crate::position::{Position, Spot};
use crate::rules::Rules;

/// Reads a position of standard Sprouts in the full notation. The final full stop is optional.
///
/// # Errors
///
/// Returns an error if the text does not follow the grammar or no game can reach the position.
pub fn read(text: &str, ending: Ending) -> Result<Position, Refused> {
    let mut reader = Reader::new(text);
    let regions = read_lists(&mut reader, read_number)?;
    reader.eat('.');
    reader.expect_end()?;
    position(&regions, ending)
}

/// Returns the position of standard Sprouts with these lists.
pub(super) fn position(regions: &[Vec<Vec<usize>>], ending: Ending) -> Result<Position, Refused> {
    let rules = Rules {
        ending,
        ..Rules::default()
    };
    Position::from_lists(n_start(regions), rules, regions)
}

/// Returns the number of starting spots of a game that leads to these lists, if there is one.
fn n_start(regions: &[Vec<Vec<usize>>]) -> usize {
    let sites = counts(regions.iter().flatten().flatten().copied());
    let boundaries = regions.iter().flatten();
    let lone = boundaries
        .filter(|b| b.len() == 1 && sites[&b[0]] == 1)
        .count();
    let corners: usize = sites.values().sum();
    sites.len().saturating_sub((corners - lone) / 4)
}

/// Returns the number of occurrences of each item.
fn counts<T: Ord>(items: impl IntoIterator<Item = T>) -> BTreeMap<T, usize> {
    let mut counts = BTreeMap::new();
    for item in items {
        *counts.entry(item).or_default() += 1;
    }
    counts
}

/// Writes a position in the full notation, with boundaries and regions in ascending order.
pub fn write(position: &Position) -> String {
    planar::write_lists(&position.lists()) + "."
}

/// The suffix of a site, which shows how many lines its spot has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Suffix {
    None,
    /// `o`: one line, alone on the boundary.
    OneLine,
    /// `t`: two lines, and the other site is not written.
    HalfAnEye,
}

/// A site as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
struct Site {
    spot: Spot,
    suffix: Suffix,
}

/// A position without the parts that do not matter for play: only the living spots, in the regions where lines can
/// still be drawn.
///
/// It keeps the spots' numbers, but not the number of starting spots: it shows which moves are possible, not how the
/// position arose.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Abbreviation {
    regions: Vec<Vec<Vec<Site>>>,
}

impl Abbreviation {
    /// Returns the abbreviation of a position.
    pub fn of(position: &Position) -> Abbreviation {
        let mut lists = position.lists();
        let is_alive = |number: &usize| position.is_alive(Spot::new(*number));
        for region in &mut lists {
            for boundary in region.iter_mut() {
                boundary.retain(is_alive);
            }
            region.retain(|boundary| !boundary.is_empty());
        }
        lists.retain(|region| {
            let spots = sorting::set(region.iter().flatten().copied());
            let lives = spots.into_iter().map(|n| position.lives_of(Spot::new(n)));
            lives.sum::<usize>() >= 2
        });
        let sites = counts(lists.iter().flatten().flatten().copied());
        let site = |number: &usize, is_alone: bool| {
            let spot = Spot::new(*number);
            let suffix = match (position.degree(spot), is_alone, sites[number]) {
                (1, true, _) => Suffix::OneLine,
                (2, _, 1) => Suffix::HalfAnEye,
                _ => Suffix::None,
            };
            Site { spot, suffix }
        };
        let boundary = |list: &Vec<usize>| list.iter().map(|n| site(n, list.len() == 1)).collect();
        let region = |region: &Vec<Vec<usize>>| region.iter().map(boundary).collect();
        Abbreviation {
            regions: lists.iter().map(region).collect(),
        }
    }

    fn sites(&self) -> impl Iterator<Item = &Site> {
        self.regions.iter().flatten().flatten()
    }

    /// Converts the position to the notation of GLOP and SPOTS, which the solver accepts.
    ///
    /// # Errors
    ///
    /// Returns an error if there are more spots with two lines than that notation has letters.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::notation::hoey::Abbreviation;
    ///
    /// let abbreviation: Abbreviation = "1,8,4,9t,8,5;2.".parse()?;
    /// assert_eq!(abbreviation.to_sum()?.to_string(), "1a12a1.0");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_sum(&self) -> Result<Sum, ParseLandError> {
        let mut sites = counts(self.sites().map(|site| site.spot));
        sites.retain(|_, found| *found == 2);
        let letter = |spot| sites.keys().position(|other| *other == spot).map(|i| i + 1);
        let mut text = String::new();
        for (r, region) in self.regions.iter().enumerate() {
            text.push_str(if r == 0 { "" } else { "|" });
            for (b, boundary) in region.iter().enumerate() {
                text.push_str(if b == 0 { "" } else { "." });
                let inside = |spot| boundary.iter().filter(|site| site.spot == spot).count() == 2;
                for Site { spot, suffix } in boundary {
                    // Letters by number: m(n) for a pier, Z(n) for an eye.
                    let _ = match (*suffix, letter(*spot)) {
                        (Suffix::HalfAnEye, _) => write!(text, "2"),
                        (Suffix::None, Some(n)) if inside(*spot) => write!(text, "m({n})"),
                        (Suffix::None, Some(n)) => write!(text, "Z({n})"),
                        (Suffix::None, None) if boundary.len() == 1 => write!(text, "0"),
                        _ => write!(text, "1"),
                    };
                }
            }
        }
        if text.is_empty() { "!" } else { &text }.parse()
    }
}

impl fmt::Display for Site {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let suffix = match self.suffix {
            Suffix::None => "",
            Suffix::OneLine => "o",
            Suffix::HalfAnEye => "t",
        };
        write!(f, "{}{suffix}", self.spot)
    }
}

impl fmt::Display for Abbreviation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.", planar::write_lists(&self.regions))
    }
}

fn read_site(reader: &mut Reader<'_>) -> Result<Site, Unexpected> {
    let spot = read_spot(reader)?;
    let suffix = match () {
        () if reader.eat('o') => Suffix::OneLine,
        () if reader.eat('t') => Suffix::HalfAnEye,
        () => Suffix::None,
    };
    Ok(Site { spot, suffix })
}

impl FromStr for Abbreviation {
    type Err = Refused;

    fn from_str(text: &str) -> Result<Abbreviation, Refused> {
        let mut reader = Reader::new(text);
        let regions = match reader.peek() {
            None | Some('.') => Vec::new(),
            Some(_) => read_lists(&mut reader, read_site)?,
        };
        reader.expect('.')?;
        reader.expect_end()?;
        let abbreviation = Abbreviation { regions };
        abbreviation.check_sites()?;
        Ok(abbreviation)
    }
}

impl Abbreviation {
    fn check_sites(&self) -> Result<(), Refused> {
        let seen = counts(self.sites().map(|site| site.spot));
        for boundary in self.regions.iter().flatten() {
            for Site { spot, suffix } in boundary {
                let found = seen[spot];
                let expected = match (suffix, boundary.len()) {
                    _ if found > 2 => "appear at most twice",
                    (Suffix::None, _) => continue,
                    (Suffix::OneLine, 2..) => "be alone on its boundary",
                    _ if found > 1 => "appear only once, because it has a suffix",
                    _ => continue,
                };
                let error = format!("spot {spot} must {expected}, found it {found} times");
                return Err(Refused::new(error));
            }
        }
        Ok(())
    }
}

common::serde_as_text!(Abbreviation);
