//! Positions in the notation of the programs GLOP and SPOTS, with the reductions that those programs apply and the form
//! that they store, which is not quite canonical.
//!
//! Applegate, Jacobson and Sleator wrote Sprouts positions as strings in 1991; the programs GLOP (Lemoine and
//! Viennot, 2007) and SPOTS (Čížek, 2025) refined the spelling, and their published databases use it. This module reads
//! and writes it, and reproduces *exactly* what those programs do: the same reduction, run once and in the same order,
//! the same ordering, and the same renaming. It is deliberately slow and plain. It serves as the notation for
//! [`Land`](crate::land::Land), as the reference for tests of the fast solver, and to reproduce the counts that those
//! programs report.
//!
//! # Grammar
//!
//! ```text
//! sum      = "!" / land *( "+" land )        ; "!" is the empty position
//! land     = region *( "|" region )
//! region   = boundary *( "." boundary )
//! boundary = "0" [ "*" number ]              ; spots without a line, each a boundary of its own
//!          / 1*corner
//! corner   = "1"                             ; a spot with one line
//!          / "2"                             ; a spot with two lines, whose other corner is of no use
//!          / "a" … "l" / "m(" number ")"     ; a spot with two lines, both corners on this boundary
//!          / "A" … "Y" / "Z(" number ")" / "n(" number ")"
//!                                            ; a spot with two lines, its corners in two regions
//! ```
//!
//! Spots with three lines are dead and are not written. A boundary is a cycle, read with its region always on the same
//! side. A small letter is local to its boundary and a capital to its land; each appears exactly twice.
//!
//! ```
//! use papergames_sprouts::land::glop::Sum;
//!
//! for (text, written, children) in [
//!     ("!", "!", 0),
//!     ("0.0.0", "0*3", 3),
//!     ("0*3+0", "0*3+0", 4),
//!     ("AB|BA", "AB|BA", 1),
//!     ("12.A|A1", "12.A|A1", 7),
//!     ("0*2.1a1a", "0*2.1a1a", 13),
//! ] {
//!     let sum: Sum = text.parse()?;
//!     assert_eq!((sum.to_string().as_str(), sum.children().len()), (written, children));
//! }
//!
//! let four: Sum = "0*4".parse()?;
//! let mut after: Vec<String> = four.children().iter().map(|c| c.to_string()).collect();
//! after.sort();
//! assert_eq!(after, ["0*2.1a1a", "0*2.AB|0.AB", "0*3.AB|AB"]);
//! # Ok::<(), papergames_sprouts::land::ParseLandError>(())
//! ```
//!
//! Sources: D. Applegate, G. Jacobson and D. Sleator, *Computer Analysis of Sprouts*, CMU-CS-91-144 (1991); J. Lemoine
//! and S. Viennot, *A further computer analysis of Sprouts* (2007) and arXiv:1008.2320, section 3; T. Čížek, M. Balko
//! and M. Schmid, arXiv:2511.10339 (2025).

pub mod ajs;
mod check;
pub(super) mod corner;
mod grammar;
mod lines;
mod plain_land;

use common::sorting;
use corner::{Corner, Region};
use plain_land::PlainLand;

/// A position in the notation of GLOP and SPOTS, as a sum of lands.
///
/// Parsing keeps the position as written; [`simplified`](Sum::simplified) returns the form that GLOP and SPOTS store.
/// Two sums are equal only if they are written in the same way.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Sum {
    lands: Vec<PlainLand>,
}

impl Sum {
    /// The greatest number of spots without lines that a text may contain.
    pub const MAX_SPOTS: u64 = corner::MAX_SPOTS;

    /// Returns the starting position with `n` spots.
    ///
    /// # Panics
    ///
    /// Panics if `n` exceeds [`MAX_SPOTS`](Sum::MAX_SPOTS).
    pub fn start(n: usize) -> Sum {
        assert!(
            n as u64 <= Sum::MAX_SPOTS,
            "a land may have at most {} spots, found {n}",
            Sum::MAX_SPOTS
        );
        let region = vec![vec![Corner(0)]; n];
        match n {
            0 => Sum::default(),
            _ => Sum::of_land(vec![region]),
        }
    }

    /// Returns the lands, each as a position.
    pub(crate) fn lands(&self) -> impl ExactSizeIterator<Item = Sum> {
        self.lands.iter().map(|land| Sum {
            lands: vec![land.clone()],
        })
    }

    /// Returns the number of lives: the line ends that the spots can still take.
    pub fn lives(&self) -> usize {
        self.lands.iter().map(PlainLand::lives).sum()
    }

    /// Returns the literature's estimate of the number of children, which it uses to order moves.
    pub(crate) fn estimate(&self) -> u64 {
        self.lands.iter().map(PlainLand::estimate).sum()
    }

    /// Returns the position in the form that GLOP and SPOTS store.
    ///
    /// The form is not quite canonical: a position and the same position with its spots renamed can have different
    /// forms. To find whether two lands are the same, compare them as [`Land`](crate::land::Land)s.
    pub fn simplified(&self) -> Sum {
        self.in_capitals().simplify()
    }

    fn simplify(mut self) -> Sum {
        self.lands.iter_mut().for_each(PlainLand::reduce);
        self.lands.retain(|land| land.lives() >= 2);
        let mut lands: Vec<PlainLand> = self.lands.into_iter().flat_map(PlainLand::split).collect();
        lands.iter_mut().for_each(PlainLand::canonise);
        sorting::sort_by(&mut lands, PlainLand::compare);
        Sum { lands }
    }

    /// Returns the simplified positions to which one move leads, without repeating a spelling.
    pub fn children(&self) -> Vec<Sum> {
        let mut children: Vec<Sum> = Vec::new();
        let mut seen = std::collections::HashSet::new();
        for (at, land) in self.lands.iter().enumerate() {
            for child in land.raw_children() {
                let others = self.lands.iter().enumerate().filter(|(i, _)| *i != at);
                let mut lands: Vec<PlainLand> = others.map(|(_, other)| other.clone()).collect();
                lands.iter_mut().for_each(PlainLand::piers_to_capitals);
                lands.push(child);
                let child = Sum { lands }.simplify();
                if seen.insert(child.clone()) {
                    children.push(child);
                }
            }
        }
        children
    }

    /// Returns all positions that can be reached from this one, including itself. Time and memory are proportional to
    /// the number of positions.
    pub fn reachable(&self) -> Vec<Sum> {
        let mut all = vec![self.simplified()];
        let mut seen: std::collections::HashSet<Sum> = all.iter().cloned().collect();
        let mut next = 0;
        while next < all.len() {
            for child in all[next].children() {
                if seen.insert(child.clone()) {
                    all.push(child);
                }
            }
            next += 1;
        }
        all
    }

    /// Returns the sum of several positions.
    pub(crate) fn join(parts: impl IntoIterator<Item = Sum>) -> Sum {
        let mut lands: Vec<PlainLand> = parts.into_iter().flat_map(|part| part.lands).collect();
        sorting::sort_by(&mut lands, PlainLand::compare);
        Sum { lands }
    }

    /// Returns the regions of each land.
    pub(super) fn regions(&self) -> impl Iterator<Item = &[Region]> {
        self.lands.iter().map(|land| &land.0[..])
    }

    /// Returns the position with capitals in place of small letters.
    pub(super) fn in_capitals(&self) -> Sum {
        let mut copy = self.clone();
        copy.lands.iter_mut().for_each(PlainLand::piers_to_capitals);
        copy
    }

    /// Returns the sum of one land, neither reduced nor ordered. Each letter must appear twice.
    pub(super) fn of_land(regions: Vec<Region>) -> Sum {
        Sum {
            lands: vec![PlainLand(regions)],
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check_reachable(n: usize, strings: usize) {
        assert_eq!(
            Sum::start(n).reachable().len(),
            strings,
            "strings from {n} spots"
        );
    }

    #[test]
    fn the_reachable_strings_are_as_many_as_published() {
        // Lemoine and Viennot's counts. Both GLOP and SPOTS list this many.
        check_reachable(1, 3);
        check_reachable(2, 18);
        check_reachable(3, 157);
        check_reachable(4, 1796);
    }
}
