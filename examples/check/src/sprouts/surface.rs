//! Closed surfaces: a region with a disc glued into each of its holes is a sphere with handles or with crosscaps.

use std::fmt;

use crate::text::{number, shown};
use crate::work::{CheckResult, refuse};

/// The maximum number of handles or crosscaps of a surface.
const MOST: u32 = 20;

/// A closed surface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Surface {
    /// Twice the number of handles, or the number of crosscaps: 2 minus the Euler characteristic.
    genus: u8,
    has_crosscaps: bool,
}

impl Surface {
    pub(super) fn is_orientable(self) -> bool {
        !self.has_crosscaps
    }

    /// The surface as a byte of a spelling; 0 is the sphere.
    pub(super) fn code(self) -> u8 {
        2 * self.genus + u8::from(self.has_crosscaps)
    }

    pub(super) fn of_code(code: u8) -> Surface {
        Surface {
            genus: code / 2,
            has_crosscaps: code % 2 == 1,
        }
    }

    /// Reads the text after `@`.
    pub(super) fn read(text: &str) -> CheckResult<Surface> {
        let parts = text.split_at_checked(1);
        let parts = parts.and_then(|(kind, n)| Some((kind, number(n).filter(|n| *n <= MOST)?)));
        match parts {
            Some(("h", n)) => Ok(Surface {
                genus: 2 * n as u8,
                has_crosscaps: false,
            }),
            Some(("c", n @ 1..)) => Ok(Surface {
                genus: n as u8,
                has_crosscaps: true,
            }),
            _ => refuse(format!(
                "expected a surface such as `h1` or `c2`, found `{}`",
                shown(text)
            )),
        }
    }

    /// The surfaces of a genus.
    fn of_genus(genus: u8) -> impl Iterator<Item = Surface> {
        let kinds = [genus.is_multiple_of(2), genus > 0]
            .into_iter()
            .zip([false, true]);
        let exist = kinds.filter(|(exists, _)| *exists);
        exist.map(move |(_, has_crosscaps)| Surface {
            genus,
            has_crosscaps,
        })
    }

    /// The pairs of surfaces of which this is the connected sum, in either order.
    pub(super) fn divisions(self) -> Vec<[Surface; 2]> {
        let pairs = (0..=self.genus).flat_map(|genus| {
            let others = move || Surface::of_genus(self.genus - genus);
            Surface::of_genus(genus).flat_map(move |one| others().map(move |other| [one, other]))
        });
        let fits = |pair: &[Surface; 2]| {
            let [one, other] = pair.map(Surface::is_orientable);
            (one && other) == self.is_orientable()
        };
        pairs.filter(fits).collect()
    }

    /// The surfaces that can remain after a line with this many sides, one or two, that does not divide the region.
    pub(super) fn after(self, sides: u8) -> Vec<Surface> {
        let left = self.genus.checked_sub(sides).into_iter();
        let left = left.flat_map(Surface::of_genus);
        match sides {
            _ if self.has_crosscaps => left.collect(),
            1 => Vec::new(),
            _ => left.filter(|left| left.is_orientable()).collect(),
        }
    }
}

impl fmt::Display for Surface {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.has_crosscaps {
            write!(f, "c{}", self.genus)
        } else {
            write!(f, "h{}", self.genus / 2)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(surfaces: &[Surface]) -> String {
        let surfaces: Vec<String> = surfaces.iter().map(ToString::to_string).collect();
        surfaces.join(" ")
    }

    #[test]
    fn a_line_leaves_surfaces_that_glue_to_what_was_there() {
        for (text, divisions, two_sided, one_sided) in [
            ("h0", "h0 h0", "", ""),
            ("h1", "h0 h1, h1 h0", "h0", ""),
            ("c1", "h0 c1, c1 h0", "", "h0"),
            ("c2", "h0 c2, c1 c1, c2 h0", "h0", "c1"),
            (
                "c3",
                "h0 c3, c1 h1, c1 c2, h1 c1, c2 c1, c3 h0",
                "c1",
                "h1 c2",
            ),
        ] {
            let surface = Surface::read(text).expect(text);
            assert_eq!(surface.to_string(), text);
            assert_eq!(Surface::of_code(surface.code()), surface);
            let pairs: Vec<String> = surface.divisions().iter().map(|p| written(p)).collect();
            assert_eq!(pairs.join(", "), divisions, "{text}");
            assert_eq!(written(&surface.after(2)), two_sided, "{text}");
            assert_eq!(written(&surface.after(1)), one_sided, "{text}");
        }
        for text in ["", "h", "c0", "h21", "h01", "x1", "\u{e9}1"] {
            assert!(Surface::read(text).is_err(), "{text}");
        }
    }
}
