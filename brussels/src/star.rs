//! Stars, their arms, and sets of stars.

use core::fmt;

use common::Refused;

/// A star, identified by its place in the setup. Its text is its number, counted from 1.
///
/// Stars also identify the connected *pieces* of the drawing: a piece is named after its lowest star.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Star(pub(crate) u8);

impl Star {
    /// The maximum number of stars in a position.
    // A set of stars has 128 bits, so no more than 128 would do.
    pub const MAX: usize = 100;

    pub(crate) fn too_many(found: usize) -> Refused {
        let most = Star::MAX;
        let found = if found == 0 { "none" } else { "more" };
        Refused::new(format!(
            "a position must have 1 to {most} stars, found {found}"
        ))
    }

    /// Returns the star with the given index, counted from 0.
    ///
    /// # Panics
    ///
    /// Panics if the index is not below [`Star::MAX`].
    pub const fn new(index: usize) -> Star {
        assert!(index < Star::MAX, "a star has an index below Star::MAX");
        Star(index as u8)
    }

    /// Returns the index of the star, counted from 0.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

impl fmt::Display for Star {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.index() + 1)
    }
}

/// A free arm, named by a star and a letter, such as `2c`.
///
/// In the setup the arms of a star are called `a`, `b`, `c`, … counter-clockwise; after `z` come `aa`, `ab`, ….
///
/// The number of free arms never changes, and neither do their names: a line from `p` to `q` uses up both arms, and the
/// two ends of its cross-bar take over their names. **Looking along the line from `p` to `q`, the new arm on the right
/// is now `p`.** By the same rule, the other new arm is `q`, because it is on the right when looking from `q`.
///
/// ```text
///                 q
///                 ●
///            ──┬──┴──          before: free arms p and q
///              │
///    new q ────┼──── new p     after: the cross-bar has them
///              │
///            ──┴──┬──
///                 ●
///                 p
/// ```
///
/// The names do not depend on the order in which independent lines were drawn, and an arm always belongs to the same
/// connected piece as its star. In other words, consider the permutation that sends each arm to the next arm on its
/// boundary. A move multiplies it by the transposition `(p q)`. This is the view of Williams, "Planted Brussels Sprouts
/// (after Ji–Propp)", *Journal of Integer Sequences* 21 (2018).
///
/// # Examples
///
/// ```
/// use papergames_brussels::{Arm, Star};
///
/// let arm: Arm = "2c".parse()?;
/// assert_eq!(arm, Arm::new(Star::new(1), 2));
/// # Ok::<(), papergames_brussels::Refused>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Arm {
    star: Star,
    place: u16,
}

impl Arm {
    /// The maximum total number of arms in a position.
    // Numbers of arms have 16 bits, and `LINE_TO_KNOWN` in `symmetry.rs` must stay above the code of a star.
    pub const MAX: usize = 1000;

    /// Returns the arm at the given place of a star. Places are counted counter-clockwise from 0.
    ///
    /// # Panics
    ///
    /// Panics if the place is not below [`Arm::MAX`].
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::{Arm, Star};
    ///
    /// assert_eq!(Arm::new(Star::new(0), 2).to_string(), "1c");
    /// ```
    pub const fn new(star: Star, place: usize) -> Arm {
        assert!(place < Arm::MAX, "an arm has a place below Arm::MAX");
        Arm {
            star,
            place: place as u16,
        }
    }

    /// Returns the star that the arm is named after.
    pub const fn star(self) -> Star {
        self.star
    }

    /// Returns the place of the arm on its star, counted from 0.
    pub const fn place(self) -> usize {
        self.place as usize
    }
}

impl fmt::Display for Arm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fn letters(f: &mut fmt::Formatter<'_>, number: usize) -> fmt::Result {
            if number >= 26 {
                letters(f, number / 26 - 1)?;
            }
            write!(f, "{}", char::from(b'a' + (number % 26) as u8))
        }
        write!(f, "{}", self.star)?;
        letters(f, self.place())
    }
}

common::debug_as_text!(Star, Arm);

/// A set of stars, such as those that name the pieces on one side of a line.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
#[cfg_attr(
    feature = "serde",
    derive(serde::Serialize, serde::Deserialize),
    serde(from = "Vec<Star>", into = "Vec<Star>")
)]
pub struct Stars(pub(crate) u128);

impl Stars {
    /// The empty set.
    pub(crate) const EMPTY: Stars = Stars(0);

    /// Returns whether the set is empty.
    pub(crate) const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns whether `star` is in the set.
    pub const fn contains(self, star: Star) -> bool {
        self.0 >> star.0 & 1 == 1
    }

    /// Returns this set with `star` added.
    pub const fn with(self, star: Star) -> Stars {
        Stars(self.0 | 1 << star.0)
    }

    /// Returns the stars that are in this set but not in the other.
    pub(crate) const fn without(self, other: Stars) -> Stars {
        Stars(self.0 & !other.0)
    }

    /// Returns the members in ascending order.
    pub fn iter(self) -> impl Iterator<Item = Star> {
        let mut left = self.0;
        core::iter::from_fn(move || {
            let star = (left != 0).then(|| Star(left.trailing_zeros() as u8))?;
            left &= left - 1;
            Some(star)
        })
    }

    /// Returns the subset with number `index`: it contains the *i*-th member if bit *i* of `index` is set.
    pub(crate) fn subset(self, index: u128) -> Stars {
        self.iter()
            .enumerate()
            .filter(|(i, _)| index >> i & 1 == 1)
            .map(|(_, star)| star)
            .collect()
    }
}

impl FromIterator<Star> for Stars {
    fn from_iter<I: IntoIterator<Item = Star>>(stars: I) -> Stars {
        stars.into_iter().fold(Stars::EMPTY, Stars::with)
    }
}

impl From<Vec<Star>> for Stars {
    fn from(stars: Vec<Star>) -> Stars {
        stars.into_iter().collect()
    }
}

impl From<Stars> for Vec<Star> {
    fn from(stars: Stars) -> Vec<Star> {
        stars.iter().collect()
    }
}

impl fmt::Debug for Stars {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_go_on_after_z() {
        let name = |place| Arm::new(Star::new(11), place).to_string();
        assert_eq!(name(0), "12a");
        assert_eq!(name(25), "12z");
        assert_eq!(name(26), "12aa");
        assert_eq!(name(701), "12zz");
        assert_eq!(name(702), "12aaa");
    }

    #[test]
    fn a_set_lists_its_stars_in_order() {
        let stars: Stars = [5, 0, 99].into_iter().map(Star::new).collect();
        let listed: Vec<usize> = stars.iter().map(Star::index).collect();
        assert_eq!(listed, [0, 5, 99]);
        assert_eq!(stars.subset(0b101).iter().count(), 2);
        assert!(!stars.subset(0b101).contains(Star::new(5)));
    }
}
