//! Initial guesses of proof numbers.
//!
//! Guesses are base-two logarithms in steps of 1/32, computed with integers so that the search is the same on every
//! machine.

use crate::land::shape;

/// Steps per doubling. They are fine enough, because a step is 2 % and errors of the guesses are far greater. Random
/// factors of up to 2 cost at most 1.6 times the best run (`LABORATORY.md`).
const STEPS: u32 = 32;

/// The largest guess: 2^20. A page keeps it beside a class, in the bits that this leaves of a word.
pub(super) const MAX: u32 = 20 * STEPS;

/// The bits of a guess in the word of a closed child.
pub(super) const GUESS: u32 = 10;

/// The largest guess after a shift: 2^26. It fits into a closed child, and sums of a few such numbers stay far from
/// infinity, which is almost 2^30.
const MAX_SHIFTED: u32 = 26 * STEPS;
const _: () = assert!(MAX_SHIFTED < 1 << GUESS);

/// The bits of a sum of powers that are kept after the point, before its logarithm is rounded down to a step of 2 %.
const FRACTION: u32 = 8;

/// The powers of all guesses, rounded.
const POWERS: [u32; MAX_SHIFTED as usize + 1] = {
    let mut powers = [0; MAX_SHIFTED as usize + 1];
    let mut steps = 0;
    while steps <= MAX_SHIFTED {
        powers[steps as usize] = (power(steps) + 0.5) as u32;
        steps += 1;
    }
    powers
};

/// The size of a land, the same for all its spellings.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LandSize {
    pub(crate) lives: u8,
    pub(crate) estimate: u32,
}

impl LandSize {
    pub(super) fn of(shape: &[u8]) -> LandSize {
        let (lives, estimate) = shape::size(shape);
        LandSize {
            lives: lives.min(255) as u8,
            estimate: estimate.min(u64::from(u32::MAX)) as u32,
        }
    }
}

/// Initial guesses of a proof and a disproof number, as logarithms.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Guess {
    pub(super) win: u32,
    pub(super) loss: u32,
}

/// Changes of both guesses, in the same steps.
#[derive(Clone, Copy, Default, PartialEq, Eq, Debug)]
pub(super) struct Shift {
    pub(super) win: i16,
    pub(super) loss: i16,
}

impl Guess {
    /// Returns the guess for a land beside a heap.
    ///
    /// To prove a loss, every move must be refuted, so the guess for a loss grows with the number of moves and with the
    /// length of the game. To prove a win, one good move is enough.
    ///
    /// How fast they grow was chosen by the number of expanded lands, measured like the weights in `closed.rs`:
    ///
    /// | exponent | value | expanded lands with other values |
    /// |---|---|---|
    /// | of a win, for each life | 0.04 | 0.03: −0.03; 0.05: 0.00 |
    /// | of a loss, for each life | 0.05 | 0.04: 0.00; 0.06: +0.13 |
    /// | of a loss, for each doubling of the moves | 0.3 | 0.2: +0.08; 0.4: +0.13 |
    pub(super) fn of(size: LandSize) -> Guess {
        Guess::with_moves(
            u32::from(size.lives),
            logarithm(1 + u64::from(size.estimate)),
        )
    }

    /// Returns the guess for the best result of a line that leaves one land: a line that halves a region halves the
    /// logarithm of the number of moves. With 0.8 of it instead of half, +0.13 expanded lands.
    pub(super) fn of_halves(size: LandSize) -> Guess {
        let moves = logarithm(1 + u64::from(size.estimate)) / 2;
        Guess::with_moves(u32::from(size.lives).saturating_sub(1), moves)
    }

    /// Returns the guess of the proof number, which depends only on the lives.
    pub(super) fn win_of(lives: u8) -> u32 {
        Guess::with_moves(lives.into(), 0).win
    }

    fn with_moves(lives: u32, moves: u32) -> Guess {
        Guess {
            win: (lives * STEPS / 25).min(MAX),
            loss: (lives * STEPS / 20 + moves * 3 / 10).min(MAX),
        }
    }

    /// Returns the guess for several lands side by side: each needs its own proof.
    pub(super) fn of_sum(parts: impl Iterator<Item = Guess>) -> Guess {
        let mut parts = parts.peekable();
        let Some(first) = parts.next() else {
            return Guess { win: MAX, loss: 0 };
        };
        if parts.peek().is_none() {
            return first;
        }
        let least = |guess: Guess| power(guess.win.min(guess.loss));
        let sum = least(first) + parts.map(least).sum::<f64>();
        let sum = logarithm((sum * f64::from(1u32 << FRACTION)) as u64) - FRACTION * STEPS;
        let sum = sum.min(MAX);
        Guess {
            win: sum,
            loss: sum,
        }
    }

    pub(super) fn shifted(self, by: Shift) -> Guess {
        let add = |guess: u32, by: i16| guess.saturating_add_signed(by.into()).min(MAX_SHIFTED);
        Guess {
            win: add(self.win, by.win),
            loss: add(self.loss, by.loss),
        }
    }

    /// Returns the proof and disproof number.
    pub(super) fn numbers(self) -> (u32, u32) {
        (POWERS[self.win as usize], POWERS[self.loss as usize])
    }
}

/// Returns the logarithm of a positive number.
pub(super) fn logarithm(number: u64) -> u32 {
    /// 2 to the power of 1/32, 2/32, …, 31/32, times 2^23, rounded up.
    const BOUNDS: [u32; 31] = [
        0x82_CD87, 0x85_AAC4, 0x88_980F, 0x8B_95C2, 0x8E_A43A, 0x91_C3D4, 0x94_F4F0, 0x98_37F1,
        0x9B_8D3A, 0x9E_F533, 0xA2_7044, 0xA5_FED7, 0xA9_A15B, 0xAD_583F, 0xB1_23F6, 0xB5_04F4,
        0xB8_FBB0, 0xBD_08A4, 0xC1_2C4D, 0xC5_672B, 0xC9_B9BE, 0xCE_248D, 0xD2_A81E, 0xD7_44FD,
        0xDB_FBB8, 0xE0_CCDF, 0xE5_B907, 0xEA_C0C7, 0xEF_E4BA, 0xF5_257E, 0xFA_83B3,
    ];
    let whole = number.max(1).ilog2();
    let mantissa = ((number.max(1) << (63 - whole)) >> 40) as u32;
    whole * STEPS + BOUNDS.partition_point(|bound| *bound <= mantissa) as u32
}

/// Returns the number with the given logarithm.
pub(super) const fn power(steps: u32) -> f64 {
    /// 2 to the power of 1/32, 1/16, …, 1/2.
    const ROOTS: [f64; 5] = [
        1.021_897_148_654_116_7,
        1.044_273_782_427_413_8,
        1.090_507_732_665_257_7,
        1.189_207_115_002_721,
        core::f64::consts::SQRT_2,
    ];
    let whole = steps / STEPS;
    let mut product = (1u32 << if whole < 31 { whole } else { 31 }) as f64;
    let mut i = 0;
    while i < ROOTS.len() {
        if steps >> i & 1 == 1 {
            product *= ROOTS[i];
        }
        i += 1;
    }
    product
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn powers_are_the_inverse_of_logarithms() {
        for steps in 0..=MAX {
            let exact = f64::from(steps) / f64::from(STEPS);
            assert!((power(steps).log2() - exact).abs() < 1e-9, "{steps}");
        }
        for number in (1..1000).chain([1 << 20, (1 << 40) - 1]) {
            let exact = (number as f64).log2() * f64::from(STEPS);
            let error = exact - f64::from(logarithm(number));
            assert!((-1e-6..1.0).contains(&error), "{number}: {error}");
        }
    }
}
