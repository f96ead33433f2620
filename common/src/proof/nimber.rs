//! Nimbers: the values of impartial games in normal play.
//!
//! In normal play, every impartial position is equivalent to a single Nim heap, and its nimber is the size of that
//! heap. The nimber of a sum is the exclusive or of the nimbers of its parts; the nimber of a position is the least
//! nimber that none of its options has ([`mex`]). The player to move loses exactly when the nimber is 0.
//!
//! Source: Sprague, *Über mathematische Kampfspiele* (1935); Grundy, *Mathematics and games* (1939); Berlekamp, Conway
//! and Guy, *Winning Ways for your Mathematical Plays*, chapter 3.

use core::fmt;
use core::iter::Sum;
use core::ops::{Add, AddAssign};

use crate::tools::sorting;

/// The value of an impartial position in normal play: the size of the Nim heap that it is equivalent to.
///
/// The sum of two nimbers is their exclusive or, which is the nimber of the sum of the positions.
///
/// # Examples
///
/// ```
/// use papergames_common::Nimber;
///
/// assert_eq!(Nimber(3) + Nimber(5), Nimber(6));
/// assert!(Nimber(4) + Nimber(4) == Nimber::ZERO, "the second player copies");
/// assert_eq!(Nimber(6).to_string(), "*6");
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Nimber(pub u32);

impl Nimber {
    /// The value of a position in which the player to move loses.
    pub const ZERO: Nimber = Nimber(0);
}

impl Add for Nimber {
    type Output = Nimber;

    #[expect(
        clippy::suspicious_arithmetic_impl,
        reason = "adding Nim heaps is the exclusive or"
    )]
    fn add(self, other: Nimber) -> Nimber {
        Nimber(self.0 ^ other.0)
    }
}

impl AddAssign for Nimber {
    fn add_assign(&mut self, other: Nimber) {
        *self = *self + other;
    }
}

impl Sum for Nimber {
    fn sum<I: Iterator<Item = Nimber>>(nimbers: I) -> Nimber {
        nimbers.fold(Nimber::ZERO, Nimber::add)
    }
}

/// Writes a nimber as the literature does: `*3`, and `*0` for zero.
impl fmt::Display for Nimber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "*{}", self.0)
    }
}

/// Returns the least nimber that is not among `options`, their "minimum excludant".
///
/// Time and memory are proportional to the number of options, no matter how large the nimbers are.
///
/// # Examples
///
/// ```
/// use papergames_common::{Nimber, mex};
///
/// assert_eq!(mex([Nimber(0), Nimber(1), Nimber(3)]), Nimber(2));
/// assert_eq!(mex([]), Nimber::ZERO);
/// ```
pub fn mex(options: impl IntoIterator<Item = Nimber>) -> Nimber {
    let mut options: Vec<Nimber> = options.into_iter().collect();
    sorting::sort_hot(&mut options);
    let mut least = 0;
    for Nimber(n) in options {
        if n > least {
            break;
        }
        least = n + 1;
    }
    Nimber(least)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn doubled_options_do_not_count_twice() {
        assert_eq!(mex([1, 0, 0, 1, 5].map(Nimber)), Nimber(2));
        assert_eq!(mex([7, 3].map(Nimber)), Nimber(0));
    }

    #[test]
    fn the_nimber_of_a_sum_does_not_depend_on_the_order() {
        let sum: Nimber = [9, 4, 1].map(Nimber).into_iter().sum();
        assert_eq!(sum, Nimber(1) + Nimber(4) + Nimber(9));
        assert_eq!(sum, Nimber(12));
    }
}
