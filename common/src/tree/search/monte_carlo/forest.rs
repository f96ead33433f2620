//! Several trees of one position, each grown by its own thread.

use std::sync::Mutex;
use std::thread;

use super::exchange::{Exchange, ForestState};
use super::settings::MonteCarlo;
use super::tree::Tree;
use crate::play::game::Game;
use crate::tools::budget::{Budget, HAS_THREADS};
use crate::tools::sorting;
use crate::tree::report::{Report, Value};

/// Several [trees](Tree) for one position, each grown by its own thread, whose results are added.
///
/// From time to time the trees exchange their proofs and their results near the root. Apart from this, the threads
/// share nothing, so two threads do nearly twice the work of one. The trees have different seeds. What they exchange
/// depends on the speed of the threads, so only a single tree gives the same result for the same seed and limit on
/// nodes. The number of games is the same each time, unless a tree proves the value, which stops the others.
///
/// On a platform without threads there is one tree.
#[derive(Clone, Debug)]
pub(crate) struct Forest<G: Game> {
    /// The trees; there is at least one.
    trees: Vec<Tree<G>>,
}

impl<G: Game> Forest<G> {
    pub(crate) fn new(settings: &MonteCarlo, root: &G) -> Forest<G> {
        let trees = if HAS_THREADS {
            settings.threads.max(1)
        } else {
            1
        };
        let settings = (0..trees as u64).map(|i| {
            // Seeds far apart, so that the forests of neighbouring seeds have no tree in common.
            let seed = settings.seed.wrapping_add(i << 48);
            MonteCarlo {
                seed,
                most_tree: (settings.most_tree / trees).max(1),
                ..settings.clone()
            }
        });
        Forest {
            trees: settings
                .map(|settings| Tree::new(&settings, root))
                .collect(),
        }
    }

    /// Makes a move in the position at the roots, and keeps only the parts of the trees below it.
    pub(crate) fn advance(&mut self, m: &G::Move) -> Result<(), G::Illegal> {
        self.trees.iter_mut().try_for_each(|tree| tree.advance(m))
    }
}

impl<G: Game<Move: Send> + Send> Forest<G> {
    /// Plays random games through all trees until the value is proved or the budget is spent. After every thousand
    /// games of the first tree, calls `progress` with the findings of that tree. Each tree gets its share of the nodes
    /// and of the memory.
    pub(crate) fn grow(
        &mut self,
        budget: &Budget,
        progress: &mut dyn FnMut(&Report<G::Move>),
    ) -> Report<G::Move> {
        let n = self.trees.len() as u64;
        let share = |i: u64| {
            let memory = budget.usual_memory() / n;
            let part = budget.clone().memory(memory);
            match budget.nodes {
                Some(nodes) => part.nodes(nodes / n + u64::from(i < nodes % n)),
                None => part,
            }
        };
        let shared = ForestState::new(self.trees.len());
        let (first, others) = self.trees.split_first_mut().expect("there is a tree");
        let reports = Mutex::new(Vec::new());
        let mut grow_first = || {
            first.grow_with(&share(0), Exchange::new(&shared, 0), &mut |report| {
                let mut report = report.clone();
                report.nodes = shared.nodes();
                progress(&report);
            })
        };
        if !HAS_THREADS || others.is_empty() {
            return grow_first();
        }
        let mut report = thread::scope(|scope| {
            for (tree, i) in others.iter_mut().zip(1..) {
                let (share, shared, reports) = (share(i), &shared, &reports);
                let work = move || {
                    let exchange = Exchange::new(shared, i as usize);
                    let report = tree.grow_with(&share, exchange, &mut |_| ());
                    if let Ok(mut reports) = reports.lock() {
                        reports.push((i, report));
                    }
                };
                // If a thread cannot be started, the other trees do all the work.
                let _ = thread::Builder::new().spawn_scoped(scope, work);
            }
            grow_first()
        });
        let mut others = reports.into_inner().unwrap_or_default();
        sorting::sort_by_key(&mut others, |(i, _)| *i);
        for (_, other) in others {
            report = joined(report, other);
        }
        report
    }
}

/// Adds up the reports of two trees of the same position.
fn joined<M: Clone + Eq>(one: Report<M>, other: Report<M>) -> Report<M> {
    let nodes = one.nodes + other.nodes;
    let elapsed = one.elapsed.max(other.elapsed);
    let depth = one.depth.max(other.depth);
    let sampled = one.sampled || other.sampled;
    let visits = |report: &Report<M>| report.candidates.iter().map(|c| c.visits).sum::<u64>();
    let weights = [visits(&one), visits(&other)];
    let proved = if one.is_proved() {
        None
    } else {
        other.value.filter(Value::is_proved)
    };
    let (mut report, other, weights) = match proved {
        Some(_) => (other, one, [weights[1], weights[0]]),
        None => (one, other, weights),
    };
    let was_proved = report.is_proved();
    for theirs in other.candidates {
        match report.candidates.iter_mut().find(|ours| ours.m == theirs.m) {
            Some(ours) => {
                if !ours.value.is_proved() {
                    let mean = mixed([
                        (ours.value.hundredths, ours.visits),
                        (theirs.value.hundredths, theirs.visits),
                    ]);
                    ours.value = theirs.value;
                    if !theirs.value.is_proved() {
                        ours.value.hundredths = mean;
                    }
                }
                ours.visits += theirs.visits;
            }
            None => report.candidates.push(theirs),
        }
    }
    if !was_proved {
        if let (Some(ours), Some(theirs)) = (&mut report.value, other.value) {
            ours.hundredths = mixed([
                (ours.hundredths, weights[0]),
                (theirs.hundredths, weights[1]),
            ]);
        }
        let lost = |value: &Value| value.is_proved() && value.hundredths < 0;
        let mut best: Option<((bool, u64), &M)> = None;
        for candidate in &report.candidates {
            let key = (!lost(&candidate.value), candidate.visits);
            if best.is_none_or(|(most, _)| key > most) {
                best = Some((key, &candidate.m));
            }
        }
        if let Some((_, best)) = best.filter(|(_, best)| report.line.first() != Some(best)) {
            report.line = if other.line.first() == Some(best) {
                other.line
            } else {
                vec![best.clone()]
            };
        }
    }
    (report.nodes, report.elapsed, report.depth, report.sampled) = (nodes, elapsed, depth, sampled);
    report
}

/// Returns the weighted mean of two values.
fn mixed([(one, weight), (other, more)]: [(i64, u64); 2]) -> i64 {
    let sum = one as f64 * weight as f64 + other as f64 * more as f64;
    (sum / (weight + more).max(1) as f64).round() as i64
}
