//! Random noise, which makes a search try moves that seem bad.

use crate::tools::random::Random;

/// Returns `n` random shares that add up to 1, drawn from the symmetric Dirichlet distribution. The smaller `alpha` is,
/// the fewer shares make up most of the total.
pub(super) fn dirichlet(alpha: f64, n: usize, random: &mut dyn Random) -> Vec<f64> {
    let mut shares: Vec<f64> = (0..n).map(|_| gamma(alpha, random)).collect();
    let sum: f64 = shares.iter().sum();
    if sum > 0.0 {
        for share in &mut shares {
            *share /= sum;
        }
    } else if n > 0 {
        // With a tiny `alpha` all numbers can be too small for a float.
        shares[random.below(n as u64) as usize] = 1.0;
    }
    shares
}

/// Returns a number from the gamma distribution with the given shape and scale 1.
///
/// Marsaglia and Tsang, "A simple method for generating gamma variables" (2000).
fn gamma(shape: f64, random: &mut dyn Random) -> f64 {
    if shape < 1.0 {
        return gamma(shape + 1.0, random) * random.unit().powf(1.0 / shape);
    }
    let d = shape - 1.0 / 3.0;
    let c = 1.0 / (9.0 * d).sqrt();
    loop {
        let x = normal(random);
        let v = (1.0 + c * x).powi(3);
        if v > 0.0 && (1.0 - random.unit()).ln() < 0.5 * x * x + d - d * v + d * v.ln() {
            return d * v;
        }
    }
}

/// Returns a number from the standard normal distribution (Box and Muller, 1958).
fn normal(random: &mut dyn Random) -> f64 {
    let radius = (-2.0 * (1.0 - random.unit()).ln()).sqrt();
    radius * (core::f64::consts::TAU * random.unit()).cos()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::random::Seeded;

    #[test]
    fn shares_add_up_and_have_the_mean_and_variance_of_the_distribution() {
        let mut random = Seeded::new(5);
        for (alpha, n) in [(0.03, 40), (0.3, 10), (1.0, 4), (5.0, 3)] {
            let draws = 20_000;
            let (mut sum, mut squares) = (0.0, 0.0);
            for _ in 0..draws {
                let shares = dirichlet(alpha, n, &mut random);
                assert!((shares.iter().sum::<f64>() - 1.0).abs() < 1e-9);
                assert!(shares.iter().all(|share| (0.0..=1.0).contains(share)));
                sum += shares[0];
                squares += shares[0] * shares[0];
            }
            let (mean, count) = (sum / f64::from(draws), n as f64);
            let variance = squares / f64::from(draws) - mean * mean;
            let expected = (count - 1.0) / (count * count * (count * alpha + 1.0));
            assert!((mean - 1.0 / count).abs() < 0.01, "{alpha}: {mean}");
            assert!(
                (variance / expected - 1.0).abs() < 0.1,
                "{alpha}: {variance}, not {expected}"
            );
        }
        assert!(dirichlet(0.3, 0, &mut random).is_empty());
        assert_eq!(dirichlet(1e-9, 1, &mut random), [1.0]);
    }
}
