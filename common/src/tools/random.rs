//! Random numbers: a trait for generators, and the seeded generator of this library.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random numbers for playouts and searches.
///
/// The library requires nothing else of a generator, so its API does not depend on the version of any random number
/// crate. Use [`Seeded`] unless you have your own generator.
pub trait Random {
    /// Returns 64 random bits.
    fn bits(&mut self) -> u64;

    /// Returns a uniformly distributed number from 0 to `bound − 1`.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    #[inline]
    fn below(&mut self, bound: u64) -> u64 {
        assert!(bound > 0, "the bound must be above 0");
        // Lemire, "Fast random integer generation in an interval" (2019): multiply, and retry in the rare case that the
        // low half would introduce a bias.
        let mut wide = u128::from(self.bits()) * u128::from(bound);
        if (wide as u64) < bound {
            let threshold = bound.wrapping_neg() % bound;
            while (wide as u64) < threshold {
                wide = u128::from(self.bits()) * u128::from(bound);
            }
        }
        (wide >> 64) as u64
    }

    /// Returns a uniformly distributed number that is at least 0 and less than 1.
    fn unit(&mut self) -> f64 {
        // A float holds 53 bits.
        (self.bits() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns a uniformly distributed number from 0 to `bound − 1`, for bounds that may exceed 64 bits.
    ///
    /// # Panics
    ///
    /// Panics if `bound` is 0.
    fn below_wide(&mut self, bound: u128) -> u128 {
        if let Ok(bound) = u64::try_from(bound) {
            return u128::from(self.below(bound));
        }
        // Draw as many bits as the largest number has, and reject numbers that are too large: at most two draws on
        // average.
        let unused = (bound - 1).leading_zeros();
        loop {
            let drawn = (u128::from(self.bits()) << 64 | u128::from(self.bits())) >> unused;
            if drawn < bound {
                return drawn;
            }
        }
    }
}

/// The generator of this library, xoshiro256++. The same seed gives the same numbers on every machine and in every
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
    /// Returns the generator for a seed.
    pub fn new(seed: u64) -> Seeded {
        Seeded(Xoshiro256PlusPlus::seed_from_u64(seed))
    }
}

impl Random for Seeded {
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// A wrapper that turns a generator of the `rand` family into a [`Random`] (feature `rand_core`).
///
/// # Examples
///
/// ```
/// use papergames_common::{FromRng, Random, rand_core::SeedableRng};
/// use rand_xoshiro::Xoshiro128PlusPlus;
///
/// let mut random = FromRng(Xoshiro128PlusPlus::seed_from_u64(7));
/// assert!(random.below(6) < 6);
/// ```
#[cfg(feature = "rand_core")]
#[derive(Clone, Debug)]
pub struct FromRng<R>(pub R);

#[cfg(feature = "rand_core")]
impl<R: Rng> Random for FromRng<R> {
    fn bits(&mut self) -> u64 {
        self.0.next_u64()
    }
}

/// The version of `rand_core` whose traits [`FromRng`] accepts and [`Seeded`] implements (feature `rand_core`).
#[cfg(feature = "rand_core")]
pub use rand_xoshiro::rand_core;

/// Yields the same numbers as the [`Random`] methods, for code that uses the `rand` family (feature `rand_core`).
#[cfg(feature = "rand_core")]
impl rand_core::TryRng for Seeded {
    type Error = core::convert::Infallible;

    fn try_next_u32(&mut self) -> Result<u32, Self::Error> {
        self.0.try_next_u32()
    }

    fn try_next_u64(&mut self) -> Result<u64, Self::Error> {
        self.0.try_next_u64()
    }

    fn try_fill_bytes(&mut self, bytes: &mut [u8]) -> Result<(), Self::Error> {
        self.0.try_fill_bytes(bytes)
    }
}

#[cfg(feature = "rand_core")]
impl SeedableRng for Seeded {
    type Seed = <Xoshiro256PlusPlus as SeedableRng>::Seed;

    fn from_seed(seed: Self::Seed) -> Seeded {
        Seeded(Xoshiro256PlusPlus::from_seed(seed))
    }

    fn seed_from_u64(seed: u64) -> Seeded {
        Seeded::new(seed)
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

    #[cfg(feature = "rand_core")]
    #[test]
    fn a_generator_of_the_rand_family_draws_the_same_numbers_either_way() {
        let mut ours = Seeded::new(5);
        let mut theirs = FromRng(<Seeded as SeedableRng>::seed_from_u64(5));
        for bound in 1..100 {
            assert_eq!(ours.below(bound), theirs.below(bound));
        }
        let mut bytes = [0; 8];
        Rng::fill_bytes(&mut Seeded::new(1), &mut bytes);
        assert_eq!(u64::from_le_bytes(bytes), Seeded::new(1).bits());
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
