//! Where chance comes from: numbers below a bound, from any generator.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random numbers.
///
/// This is the whole of what the library asks of a generator, so that its own interface does not depend on the
/// version of a random number crate. [`Seeded`] is the implementation to use unless you bring your own.
pub trait Random {
    /// Returns 64 random bits.
    fn bits(&mut self) -> u64;

    /// Returns a number from 0 to `bound − 1`, each equally likely.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "there is no number below 0");
        // Lemire, "Fast random integer generation in an interval" (2019): multiply, and try again in the rare case
        // that the low half shows a bias.
        let mut wide = u128::from(self.bits()) * u128::from(bound);
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (wide >> 64) as u64
    }

    /// Returns a number from 0 to `bound − 1`, each equally likely, for bounds that may exceed 64 bits.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    fn below_wide(&mut self, bound: u128) -> u128 {
        if let Ok(bound) = u64::try_from(bound) {
            return u128::from(self.below(bound));
        }
        // Draw as many bits as the largest number has, and reject what is too large: two draws on average at most.
        let unused = (bound - 1).leading_zeros();
        loop {
            let drawn = (u128::from(self.bits()) << 64 | u128::from(self.bits())) >> unused;
            if drawn < bound {
                return drawn;
            }
        }
    }
}

/// The generator of this library: xoshiro256++, the same numbers from the same seed on every machine and in every
/// version.
///
/// # Examples
///
/// ```
/// use papergames_common::{Random, Seeded};
///
/// let throws = |seed| { let mut dice = Seeded::new(seed); [dice.below(6), dice.below(6)] };
/// assert_eq!(throws(1), throws(1));
/// ```
#[derive(Clone, Debug)]
pub struct Seeded(Xoshiro256PlusPlus);

impl Seeded {
    /// Returns the generator that `seed` stands for.
    pub fn new(seed: u64) -> Seeded {
        Seeded(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Random for Seeded {
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_gives_the_same_numbers_in_every_version() {
        let mut random = Seeded::new(1);
        let drawn: Vec<u64> = (0..4).map(|_| random.below(1000)).collect();
        assert_eq!(drawn, [811, 747, 100, 746]);
    }

    #[test]
    fn every_number_below_the_bound_is_about_equally_likely() {
        let mut random = Seeded::new(7);
        let mut seen = [0u32; 5];
        for _ in 0..50_000 {
            seen[random.below(5) as usize] += 1;
        }
        assert!(seen.iter().all(|n| (9_600..10_400).contains(n)), "{seen:?}");
    }

    #[test]
    fn wide_numbers_stay_below_a_wide_bound() {
        let mut random = Seeded::new(7);
        let bound = (1u128 << 70) + 1;
        let drawn: Vec<u128> = (0..1000).map(|_| random.below_wide(bound)).collect();
        assert!(drawn.iter().all(|n| *n < bound));
        assert!(drawn.iter().any(|n| *n > bound / 2));
    }
}
