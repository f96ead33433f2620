//! Closed surfaces: the sphere, the torus, the projective plane, the Klein bottle and all others.
//!
//! Every closed surface is a sphere with handles or a sphere with crosscaps, because next to a crosscap a handle is
//! equivalent to two more crosscaps. So a [`Surface`] consists of a kind and a number. Its text is one word, such as
//! `h1` for the torus and `c2` for the Klein bottle, and [`Surface::name`] returns its usual name.
//!
//! A region of a drawing is a surface with holes, one for each of its boundaries. A line from a boundary to itself cuts
//! the region along a curve. [`divisions`](Surface::divisions), [`after_two_sided`](Surface::after_two_sided) and
//! [`after_one_sided`](Surface::after_one_sided) list the surfaces that can result once the holes are filled with discs
//! again. Each method covers one of the ways in which a closed curve can lie on a surface.
//!
//! Source: the classification of surfaces, for instance Massey, *Algebraic Topology: An Introduction*, chapter 1.
//!
//! # Examples
//!
//! ```
//! use papergames_planar::surface::Surface;
//!
//! let bottle: Surface = "c2".parse()?;
//! assert_eq!(bottle, Surface::KLEIN_BOTTLE);
//! assert_eq!((bottle.name().as_str(), bottle.euler()), ("Klein bottle", 0));
//!
//! // A cut along a curve with two sides leaves a sphere, or two projective planes if the curve divides the bottle.
//! assert_eq!(bottle.after_two_sided().collect::<Vec<_>>(), [Surface::SPHERE]);
//! assert!(bottle.divisions().contains(&(Surface::PROJECTIVE_PLANE, Surface::PROJECTIVE_PLANE)));
//! # Ok::<(), common::text::Unexpected>(())
//! ```

use core::fmt;
use core::str::FromStr;

use common::Refused;
use common::text::{Reader, Unexpected, read_whole};

/// A closed surface. It is written as `h` or `c` and a number, such as `h0` for the sphere.
///
/// The order, `h0` < `h1` < … < `c1` < `c2` < …, and the text form never change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Surface {
    /// A sphere with this many handles.
    Handles(u8),
    /// A sphere with this many crosscaps, at least one.
    Crosscaps(u8),
}

impl Surface {
    /// The sphere, on which a game is the same as on a sheet of paper.
    pub const SPHERE: Surface = Surface::Handles(0);
    /// The torus, a sphere with one handle.
    pub const TORUS: Surface = Surface::Handles(1);
    /// The projective plane, a sphere with one crosscap.
    pub const PROJECTIVE_PLANE: Surface = Surface::Crosscaps(1);
    /// The Klein bottle, a sphere with two crosscaps.
    pub const KLEIN_BOTTLE: Surface = Surface::Crosscaps(2);

    /// Returns the Euler characteristic, which is the number of vertices − edges + faces in any drawing whose faces are
    /// discs. It is 2 for the sphere, and is reduced by 2 for each handle and by 1 for each crosscap.
    pub const fn euler(self) -> i32 {
        match self {
            Surface::Handles(g) => 2 - 2 * g as i32,
            Surface::Crosscaps(c) => 2 - c as i32,
        }
    }

    /// Returns whether the surface is orientable, which means that it has no crosscaps.
    pub const fn is_orientable(self) -> bool {
        matches!(self, Surface::Handles(_))
    }

    /// Returns the usual name of the surface: `torus`, `Klein bottle`, `sphere with 3 handles`.
    pub fn name(self) -> String {
        match self {
            Surface::SPHERE => "sphere".to_owned(),
            Surface::TORUS => "torus".to_owned(),
            Surface::PROJECTIVE_PLANE => "projective plane".to_owned(),
            Surface::KLEIN_BOTTLE => "Klein bottle".to_owned(),
            Surface::Handles(g) => format!("sphere with {g} handles"),
            Surface::Crosscaps(c) => format!("sphere with {c} crosscaps"),
        }
    }

    /// Returns the surfaces whose Euler characteristic is 2 − `n`: the surface with `n` crosscaps, and the surface with
    /// `n` / 2 handles.
    fn of_genus(n: u8) -> [Option<Surface>; 2] {
        let crosscaps = (n > 0).then_some(Surface::Crosscaps(n));
        let handles = n.is_multiple_of(2).then_some(Surface::Handles(n / 2));
        [crosscaps, handles]
    }

    /// Returns the surfaces that can result from cutting along a two-sided curve that does not separate the surface.
    /// Such a cut removes a handle or two crosscaps. If the number of crosscaps is even, the result can have handles
    /// instead of crosscaps.
    pub fn after_two_sided(self) -> impl Iterator<Item = Surface> {
        let left = match self {
            Surface::Handles(g) => [g.checked_sub(1).map(Surface::Handles), None],
            Surface::Crosscaps(c) => c.checked_sub(2).map_or([None; 2], Surface::of_genus),
        };
        left.into_iter().flatten()
    }

    /// Returns the surfaces that can result from cutting along a one-sided curve, which is the centre line of a Möbius
    /// strip. Such a cut removes a crosscap. If the number of crosscaps is odd, the result can have handles instead of
    /// crosscaps.
    pub fn after_one_sided(self) -> impl Iterator<Item = Surface> {
        let left = match self {
            Surface::Handles(_) => [None; 2],
            Surface::Crosscaps(c) => c.checked_sub(1).map_or([None; 2], Surface::of_genus),
        };
        left.into_iter().flatten()
    }

    /// Returns the pairs of surfaces into which a curve can divide this surface, in either order. These are the pairs
    /// whose connected sum is this surface.
    pub fn divisions(self) -> Vec<(Surface, Surface)> {
        match self {
            Surface::Handles(g) => (0..=g)
                .map(|h| (Surface::Handles(h), Surface::Handles(g - h)))
                .collect(),
            Surface::Crosscaps(c) => {
                let mut pairs = Vec::new();
                for n in 1..=c {
                    let one = Surface::Crosscaps(n);
                    for other in Surface::of_genus(c - n).into_iter().flatten() {
                        pairs.push((one, other));
                        if other.is_orientable() {
                            pairs.push((other, one));
                        }
                    }
                }
                pairs
            }
        }
    }

    /// Checks that this is a valid surface with at most `most` handles or crosscaps.
    ///
    /// # Errors
    ///
    /// Returns a sentence that states what was expected.
    pub fn check(self, most: u8) -> Result<(), Refused> {
        let fits = match self {
            Surface::Handles(g) => g <= most,
            Surface::Crosscaps(c) => (1..=most).contains(&c),
        };
        let error = || {
            format!(
                "a surface may have at most {most} handles, or 1 to {most} crosscaps, found {self:?}"
            )
        };
        fits.then_some(()).ok_or_else(|| Refused::new(error()))
    }

    /// Reads a surface of at most `most` handles or crosscaps at the cursor of a reader.
    ///
    /// # Errors
    ///
    /// Returns [`Unexpected`] if something else comes next.
    pub fn read(reader: &mut Reader<'_>, most: u8) -> Result<Surface, Unexpected> {
        let most = u64::from(most);
        if reader.eat('h') {
            let g = reader.number("a number of handles", 0..=most)?;
            Ok(Surface::Handles(g as u8))
        } else if reader.eat('c') {
            let c = reader.number("a number of crosscaps", 1..=most)?;
            Ok(Surface::Crosscaps(c as u8))
        } else {
            Err(reader.unexpected("`h` or `c` and a number of handles or crosscaps"))
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Surface::Handles(g) => write!(f, "h{g}"),
            Surface::Crosscaps(c) => write!(f, "c{c}"),
        }
    }
}

impl FromStr for Surface {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<Surface, Unexpected> {
        read_whole(text, |reader| Surface::read(reader, u8::MAX))
    }
}

common::debug_as_text!(SheetMove);
common::serde_as_text!(Surface, SheetMove);

/// A move of a game on surfaces, given by the number of a part of the position and the number of the option that
/// replaces it, both counted from 0.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SheetMove {
    /// The number of the part, which is a land of Sprouts or a region of Brussels Sprouts.
    pub part: usize,
    /// The number of the option among the options of this part.
    pub option: usize,
}

impl fmt::Display for SheetMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.part, self.option)
    }
}

impl FromStr for SheetMove {
    type Err = Unexpected;

    fn from_str(text: &str) -> Result<SheetMove, Unexpected> {
        const MOST: u64 = u32::MAX as u64;
        read_whole(text, |reader| {
            let part = reader.number("the number of a part", 0..=MOST)? as usize;
            reader.expect('.')?;
            let option = reader.number("the number of an option", 0..=MOST)? as usize;
            Ok(SheetMove { part, option })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// All surfaces of Euler characteristic −6 or more.
    fn surfaces() -> BTreeSet<Surface> {
        (0..=8).flat_map(Surface::of_genus).flatten().collect()
    }

    #[test]
    fn each_text_is_read_and_written_back() {
        for surface in surfaces().into_iter().chain([Surface::Crosscaps(255)]) {
            assert_eq!(surface.to_string().parse(), Ok(surface));
        }
        assert_eq!(Surface::SPHERE.to_string(), "h0");
    }

    #[test]
    fn a_text_that_is_no_surface_is_refused_with_the_place() {
        let message = |text: &str| text.parse::<Surface>().unwrap_err().to_string();
        assert_eq!(
            message("torus"),
            "expected `h` or `c` and a number of handles or crosscaps, found `torus`"
        );
        assert_eq!(
            message("c0"),
            "expected a number of crosscaps (1 to 255) at character 2, found `0`"
        );
        assert_eq!(
            message("h256"),
            "expected a number of handles (0 to 255) at character 2, found `256`"
        );
        assert_eq!(
            message("h1 "),
            "expected the end of the text at character 3, found ` `"
        );
    }

    #[test]
    fn a_cut_leaves_every_surface_that_the_euler_characteristic_allows() {
        for surface in surfaces() {
            let left = |more: i32| -> BTreeSet<Surface> {
                let fits = |left: &Surface| left.euler() == surface.euler() + more;
                surfaces().into_iter().filter(fits).collect()
            };
            // Nothing but crosscaps makes one side of two.
            let mut two_sided = left(2);
            two_sided.retain(|left| left.is_orientable() || !surface.is_orientable());
            assert_eq!(
                surface.after_two_sided().collect::<BTreeSet<_>>(),
                two_sided
            );
            let mut one_sided = left(1);
            one_sided.retain(|_| !surface.is_orientable());
            assert_eq!(
                surface.after_one_sided().collect::<BTreeSet<_>>(),
                one_sided
            );
        }
    }

    #[test]
    fn a_surface_divides_into_all_pairs_whose_connected_sum_it_is() {
        for surface in surfaces() {
            let all = surfaces();
            let pairs = all.iter().flat_map(|a| all.iter().map(move |b| (*a, *b)));
            let expected: Vec<(Surface, Surface)> = pairs
                .filter(|(a, b)| {
                    let is_orientable = a.is_orientable() && b.is_orientable();
                    a.euler() + b.euler() - 2 == surface.euler()
                        && is_orientable == surface.is_orientable()
                })
                .collect();
            let mut found = surface.divisions();
            found.sort_unstable();
            assert_eq!(found, expected, "{surface}");
        }
    }

    #[test]
    fn surfaces_are_called_by_their_names() {
        let names = ["h0", "h1", "h2", "c1", "c2", "c3"].map(|text| {
            let surface: Surface = text.parse().expect("a surface");
            surface.name()
        });
        let expected = [
            "sphere",
            "torus",
            "sphere with 2 handles",
            "projective plane",
            "Klein bottle",
            "sphere with 3 crosscaps",
        ];
        assert_eq!(names, expected);
    }
}
