//! Faces, reduced to what matters for play.

use core::fmt;
use core::ops::ControlFlow;
use core::str::FromStr;

use common::sorting;
use common::text::{Reader, Unexpected};
use common::{Ending, Impartial};
use smallvec::SmallVec;

use crate::position::Position;
use crate::star::{Arm, Star};

type FaceSizes = SmallVec<[u16; 10]>;

/// A face, described only by the number of free arms on each of its boundaries.
///
/// These numbers determine the number of moves, the length of the game and the winner. In play, a position is
/// equivalent to the multiset of its faces, which are independent of each other.
///
/// # Examples
///
/// ```
/// use papergames_brussels::Face;
///
/// let face = Face::new(&[4, 1, 4]);
/// assert_eq!(face.to_string(), "4,4,1");
/// assert_eq!(face.boundaries(), [4, 4, 1]);
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Face(
    /// The numbers of arms in descending order, each at least 1.
    FaceSizes,
);

impl Face {
    /// Returns the face whose boundaries have the given numbers of arms.
    ///
    /// # Panics
    ///
    /// Panics if there is no boundary, if a boundary has no arm, if there are more than [`Star::MAX`] boundaries, or if
    /// the total number of arms is 2^16 or more. Within these limits every count of moves fits 128 bits.
    pub fn new(arms: &[u16]) -> Face {
        assert!(
            !arms.is_empty() && !arms.contains(&0),
            "a face has a boundary, and each boundary an arm"
        );
        assert!(arms.len() <= Star::MAX, "a face has at most 100 boundaries");
        let sum: usize = arms.iter().map(|n| usize::from(*n)).sum();
        assert!(
            u16::try_from(sum).is_ok(),
            "a face has fewer than 2^16 arms"
        );
        Face::sorted(arms.iter().copied().collect())
    }

    fn sorted(mut arms: FaceSizes) -> Face {
        sorting::sort_hot_by(&mut arms, |a, b| b.cmp(a));
        Face(arms)
    }

    /// Returns the faces of a position that still have a move, in ascending order.
    pub(crate) fn all_of(position: &Position) -> Vec<Face> {
        let faces = position.faces();
        let abstracted = faces.iter().map(|face| {
            let sizes = face.iter().map(|boundary| boundary.len() as u16);
            Face::sorted(sizes.collect())
        });
        let mut alive: Vec<Face> = abstracted.filter(|face| !face.is_dead()).collect();
        sorting::sort_hot(&mut alive);
        alive
    }

    /// Returns the numbers of arms on the boundaries, in descending order.
    pub fn boundaries(&self) -> &[u16] {
        &self.0
    }

    /// Returns whether the face has a single arm, and therefore no move.
    pub(crate) fn is_dead(&self) -> bool {
        self.0[..] == [1]
    }

    /// Returns the number of moves that will be made in this face, including those in the faces into which it is
    /// divided. This number is the number of arms plus the number of boundaries, minus 2. See
    /// [`theory`](crate::theory).
    pub(crate) fn moves_left(&self) -> usize {
        let arms: usize = self.0.iter().map(|n| usize::from(*n)).sum();
        arms + self.0.len() - 2
    }

    /// Calls `visit` with each kind of move, until it breaks. Passes the number of moves of this kind, counting arms as
    /// distinct, and the one or two faces that result.
    ///
    /// * A line between two of the `b` arms of a boundary divides it into boundaries of `x` and `b − x` arms in
    ///   different faces. There are `b` pairs of arms for each `x < b − x`, and `b/2` pairs for `x = b − x`. Any set of
    ///   other boundaries can go to the side of the `x` arms.
    /// * A line between two boundaries of `b` and `c` arms joins one of `b·c` pairs of arms. The two boundaries become
    ///   one with `b + c` arms.
    ///
    /// Boundaries of equal size are combined, so there are few calls even for many moves. Several calls can still lead
    /// to the same faces.
    pub(crate) fn for_each_option(
        &self,
        visit: &mut dyn FnMut(u128, &[Face]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let sizes = self.sizes();
        for (i, &(b, count)) in sizes.iter().enumerate() {
            let mut others = sizes.clone();
            others[i].1 -= 1;
            for x in 1..=b / 2 {
                let y = b - x;
                let pairs = if x == y { x } else { b };
                let weight = u128::from(count) * u128::from(pairs);
                for_each_division(&others, &mut |ways, one, rest| {
                    let with = |mut arms: FaceSizes, n| {
                        arms.push(n);
                        Face::sorted(arms)
                    };
                    visit(weight * ways, &[with(one, x), with(rest, y)])
                })?;
            }
            for &(c, other) in &sizes[i..] {
                let pairs = match (b == c, u128::from(count), u128::from(other)) {
                    (true, n, _) => n * (n - 1) / 2,
                    (false, n, m) => n * m,
                };
                if pairs > 0 {
                    let mut arms = self.0.clone();
                    for size in [b, c] {
                        let at = arms.iter().take_while(|n| **n != size).count();
                        arms.remove(at);
                    }
                    arms.push(b + c);
                    let weight = pairs * u128::from(b) * u128::from(c);
                    visit(weight, &[Face::sorted(arms)])?;
                }
            }
        }
        ControlFlow::Continue(())
    }

    /// Returns the distinct numbers of arms, each with its number of boundaries.
    fn sizes(&self) -> SmallVec<[(u16, u16); 10]> {
        let runs = self.0.chunk_by(|a, b| a == b);
        runs.map(|run| (run[0], run.len() as u16)).collect()
    }
}

/// Calls `visit` with each way to divide the boundaries counted in `sizes` into two sets, and the number of times that
/// it occurs if boundaries of equal size count as distinct.
fn for_each_division(
    sizes: &[(u16, u16)],
    visit: &mut dyn FnMut(u128, FaceSizes, FaceSizes) -> ControlFlow<()>,
) -> ControlFlow<()> {
    let Some((&(size, count), others)) = sizes.split_first() else {
        return visit(1, SmallVec::new(), SmallVec::new());
    };
    let mut choose = 1u128;
    for taken in 0..=count {
        for_each_division(others, &mut |ways, mut one, mut rest| {
            one.extend(core::iter::repeat_n(size, usize::from(taken)));
            rest.extend(core::iter::repeat_n(size, usize::from(count - taken)));
            visit(ways * choose, one, rest)
        })?;
        choose = choose * u128::from(count - taken) / u128::from(taken + 1);
    }
    ControlFlow::Continue(())
}

impl fmt::Display for Face {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, n) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { "," };
            write!(f, "{comma}{n}")?;
        }
        Ok(())
    }
}

impl FromStr for Face {
    type Err = Unexpected;

    /// Reads the numbers of arms in any order, separated by commas, at most [`Arm::MAX`] arms in total.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_brussels::Face;
    ///
    /// assert_eq!("1,4,4".parse(), Ok(Face::new(&[4, 4, 1])));
    /// assert_eq!(
    ///     "4,0".parse::<Face>().unwrap_err().to_string(),
    ///     "expected a number of arms (1 to 996) at character 3, found `0`"
    /// );
    /// ```
    fn from_str(text: &str) -> Result<Face, Unexpected> {
        let mut reader = Reader::new(text);
        let mut arms = FaceSizes::new();
        let mut left = Arm::MAX as u64;
        loop {
            let n = reader.number("a number of arms", 1..=left)?;
            arms.push(n as u16);
            left -= n;
            if arms.len() == Star::MAX || !reader.eat(',') {
                break;
            }
        }
        reader.expect_end()?;
        Ok(Face::sorted(arms))
    }
}

common::serde_as_text!(Face);

common::debug_as_text!(Face);

impl Impartial for Position {
    type Summand = Face;

    fn ending(&self) -> Ending {
        self.ending
    }

    fn summands(&self) -> Vec<Face> {
        Face::all_of(self)
    }

    fn for_each_option(
        summand: &Face,
        visit: &mut dyn FnMut(Vec<Face>) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        summand.for_each_option(&mut |_, faces| {
            visit(
                faces
                    .iter()
                    .filter(|face| !face.is_dead())
                    .cloned()
                    .collect(),
            )
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Game, Seeded};

    #[test]
    fn the_kinds_of_move_are_as_many_as_the_labelled_moves() {
        let mut random = Seeded::new(5);
        for arms in [&[4][..], &[4, 4, 4, 4], &[1, 2, 3, 3, 2, 1], &[7, 7, 1]] {
            let mut position = Position::with_arms(arms, Ending::Normal).expect("few arms fit");
            while let Some(m) = position.random_move(&mut random) {
                let mut count = 0;
                for face in Face::all_of(&position) {
                    let _ = face.for_each_option(&mut |weight, _| {
                        count += weight;
                        ControlFlow::Continue(())
                    });
                }
                assert_eq!(count, position.count_moves(), "{position}");
                position.apply(&m).expect("a listed move is legal");
            }
        }
    }

    #[test]
    fn the_largest_face_does_not_overflow_the_count_of_its_moves() {
        let arms = [655; Star::MAX];
        let mut count = 0u128;
        let _ = Face::new(&arms).for_each_option(&mut |weight, _| {
            count += weight;
            ControlFlow::Continue(())
        });
        // 100 boundaries of 655 arms: C(655, 2) pairs on each, and the pairs between them.
        let pairs = 100 * (655 * 654 / 2) * (1u128 << 99) + 4950 * 655 * 655;
        assert_eq!(count, pairs);
    }

    #[test]
    #[should_panic(expected = "at most 100 boundaries")]
    fn a_face_with_too_many_boundaries_is_refused() {
        let _ = Face::new(&[1; 101]);
    }

    #[test]
    fn a_hundred_crosses_have_few_kinds_of_first_move() {
        let start = Position::new(100, Ending::Normal).expect("a hundred crosses fit");
        let mut kinds = 0;
        let _ = Position::for_each_option(&start.summands()[0], &mut |_| {
            kinds += 1;
            ControlFlow::Continue(())
        });
        assert_eq!(kinds, 201);
    }
}
