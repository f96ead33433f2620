//! Looks for proofs with fewer couples.
//!
//! To prove a couple, a land beside a heap, we must meet a list of demands: for each smaller heap, a child with that
//! nimber; and for each child, either its own nimber or a reply with the required nimber. Each answer to a demand is a
//! set of lands whose couples must then be proved as well. The goal is the smallest set of couples that answers the
//! demands of all its members.
//!
//! This is a local search. A step takes a couple away, answers the demands that it leaves open in another way, largest
//! lands first, by the answers that seem to bring in the fewest new couples, and takes away all couples that nothing
//! needs any more. A longer proof is kept with a probability that falls to nothing in the course of a round (simulated
//! annealing); the shortest one is remembered. After a round that has not found a shorter proof, the next one is
//! warmer, or begins with a new proof.

mod source;

mod annealing;

use common::claim::{Certificate, ClaimError};
use common::describe::Refused;
use common::{Budget, Progress, Random};
use rustc_hash::FxHashMap;

use super::lines::{lines, nimbers, read_lands, variant_of};
use super::options::Options;
use crate::solve::solver::Solver;
use crate::solve::watch::Limits;
use annealing::Shrinker;
use source::{Lands, NODES, Source};

/// Looks for a shorter certificate in a number of `steps`, each of which replaces an entry. Leaves certificates of
/// misère play as they are.
///
/// The search chooses among the lands of the certificate and of `others`, those whose nimbers the `solver` knows, and
/// small ones, whose nimbers it finds. Large positions lead to smaller ones, so short certificates of the smaller ones
/// help; others of misère play or another variant are ignored. The same `random` gives the same certificate.
///
/// Takes all entries as true: check certificates from elsewhere first.
///
/// A node of the budget is a step; [`Progress::share`] is the share of steps done.
///
/// # Errors
///
/// Returns [`ClaimError::Unfinished`] when the budget is spent; the shortest certificate found until then is kept.
/// Returns [`ClaimError::Refused`] if an entry cannot be read.
///
/// # Examples
///
/// ```
/// use papergames_sprouts::solve::{Solver, certificate};
/// use papergames_sprouts::{Budget, Ending, Position, Seeded};
///
/// let mut solver = Solver::new();
/// let mut six = solver.certify(&Position::new(6, Ending::Normal)?)?;
/// let before = six.entries.len();
/// let mut random = Seeded::new(1);
/// certificate::shrink(&mut six, &[], &mut solver, 1_000, &mut random, &Budget::new(), &mut |_| ())?;
/// assert!(six.entries.len() < before);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn shrink(
    certificate: &mut Certificate,
    others: &[Certificate],
    solver: &mut Solver,
    steps: usize,
    random: &mut dyn Random,
    budget: &Budget,
    progress: &mut dyn FnMut(&Progress),
) -> Result<(), ClaimError> {
    let Some(variant) = variant_of(certificate)? else {
        return Ok(());
    };
    let mut source = Source {
        options: Options::within(variant, Limits::of(budget)),
        given: FxHashMap::default(),
        few_nodes: solver.settings.budget.clone().nodes(NODES),
        solver,
    };
    let mut give = |certificate: &Certificate| -> Result<Vec<u32>, Refused> {
        let entries = nimbers(certificate)?.into_iter().map(|(land, nimber)| {
            source.given.insert(land.form().into(), nimber);
            source.options.intern(&land)
        });
        Ok(entries.collect())
    };
    let own = give(certificate)?;
    let mut other = Vec::new();
    for like in others
        .iter()
        .filter(|other| variant_of(other) == Ok(Some(variant)))
    {
        other.extend(give(like)?);
    }
    let position = read_lands(certificate.said("position").unwrap_or_default(), variant)?;
    let mut position: Lands = position
        .iter()
        .map(|land| source.options.intern(land))
        .collect();
    position.sort_unstable();
    let wins = certificate.said("mover") == Some("wins");
    let (found, ended) = Shrinker::new(&mut source).run(
        (&position, wins),
        (&own, &other),
        steps,
        random,
        budget,
        progress,
    );
    if let Some(lands) = found.filter(|lands| lands.len() < certificate.entries.len()) {
        let nimbers = lands.into_iter().filter_map(|land| {
            let nimber = source.nimber(land)?;
            Some((source.options.land(land), nimber))
        });
        certificate.entries = lines(nimbers, variant);
    }
    Ok(ended?)
}
