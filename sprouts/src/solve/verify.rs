//! Proves results again by the plain search.
//!
//! The fast solver finds a map from lands to nimbers. To check a result, the plain search of
//! [`reference`](mod@super::reference) proves it again from the rules of the published spelling alone, and uses the map
//! only to decide which moves to try first. A wrong nimber can cost time but never lead to a wrong proof. The nimbers
//! that the plain search needed form a [`Proof`]: a list of *couples*, lands with their nimbers. Anybody can check it
//! by looking one move ahead of each couple.
//!
//! [`Proof::gap`] checks a proof. [`Proof::shrink`] looks for a proof of the same result with fewer couples, as Lemoine
//! and Viennot did for their list of records.

pub(super) use std::cell::RefCell;
use std::collections::HashMap;

use common::{Budget, Nimber, Progress, Random, Unfinished};

use super::reference::Reference;
use super::shrink::{self, Shrinker, Source};
use super::solver::Solver;
use crate::land::Reductions;
use crate::land::glop::Sum;
use crate::land::{Land, Lands};

/// A proof of who wins a position in normal play: the nimbers that it needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    position: Sum,
    mover_wins: bool,
    couples: HashMap<Sum, u8>,
    nodes: u64,
}

impl Proof {
    /// Proves who wins `position`. The `believed` nimbers only determine which moves to try first.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] when the budget is spent.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Budget;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::{Proof, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let position = Lands::start(6);
    /// let verdict = solver.solve_lands(&position)?;
    /// let believed = |land: &_| solver.known_nimber(land);
    /// let proof = Proof::find(&position, &believed, &Budget::new(), &mut |_| ())?;
    /// assert_eq!(proof.mover_wins(), verdict.mover_wins);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    pub fn find(
        position: &Lands,
        believed: &dyn Fn(&Land) -> Option<Nimber>,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<Proof, Unfinished> {
        let guide = |land: &Sum| believed_sum(land, believed);
        let search = Reference::new().guide(&guide).budget(budget.clone());
        let mut search = search.progress(progress);
        let position = position.to_sum();
        let lost = search.is_lost(&position, Nimber::ZERO)?;
        Ok(Proof {
            position,
            mover_wins: !lost,
            nodes: search.nodes(),
            couples: search.into_couples(),
        })
    }

    /// Looks for a shorter proof in a number of `steps`, each of which replaces a couple.
    ///
    /// The search chooses among lands with known nimbers: those of the proof, those in `believed`, and small ones, for
    /// which it asks the fast solver. None of these are trusted: the shorter proof is [checked](Proof::gap), and
    /// dropped if it does not hold. The same `random` gives the same proof.
    ///
    /// A node of the budget is a step. [`Progress::share`] is the share of steps done.
    ///
    /// # Errors
    ///
    /// Returns [`Unfinished`] when the budget is spent. The shortest proof found until then is kept.
    pub fn shrink(
        &mut self,
        believed: &dyn Fn(&Land) -> Option<Nimber>,
        steps: usize,
        random: &mut dyn Random,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> Result<(), Unfinished> {
        let solver = Solver::new().budget(Budget::new().memory(1 << 28));
        let solver = RefCell::new(solver);
        let couples = self.couples.clone();
        let value = |land: &Sum| {
            couples.get(land).copied().or_else(|| {
                let known = believed_sum(land, believed).or_else(|| {
                    let lands = Lands::from_sum(land, Reductions::ALL);
                    let small = land.lives() <= shrink::SMALL;
                    small.then(|| solver.borrow_mut().nimber(&lands).ok())?
                });
                known.and_then(|nimber| u8::try_from(nimber.0).ok())
            })
        };
        let mut source = Published::new(&value);
        let mut known: Vec<&Sum> = self.couples.keys().collect();
        known.sort_by_cached_key(ToString::to_string);
        let known: Vec<u32> = known
            .into_iter()
            .map(|l| source.number(l.clone()))
            .collect();
        let position = source.parts(&self.position);
        let (found, ended) = Shrinker::new(&mut source).run(
            (&position, self.mover_wins),
            (&known, &[]),
            steps,
            random,
            budget,
            progress,
        );
        if let Some(lands) = found {
            let couple = |land: u32| {
                let land = &source.lands[land as usize];
                land.nimber.map(|nimber| (land.sum.clone(), nimber))
            };
            let next = Proof {
                couples: lands.into_iter().filter_map(couple).collect(),
                ..self.clone()
            };
            if next.len() < self.len() && next.gap().is_none() {
                *self = next;
            }
        }
        ended
    }

    /// Checks the proof move by move, and returns something that it fails to prove: a couple, or the position itself
    /// with an empty heap.
    ///
    /// A couple of a land and *n* is proved when for each smaller number some child has it, and when no child has *n*:
    /// its nimber is another, or the opponent has a reply with nimber *n*. The nimbers of children and replies are
    /// those of the couples. The check uses only the moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Budget;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Proof;
    ///
    /// let proof = Proof::find(&Lands::start(3), &|_| None, &Budget::new(), &mut |_| ())?;
    /// assert_eq!(proof.gap(), None);
    /// # Ok::<(), papergames_sprouts::Unfinished>(())
    /// ```
    pub fn gap(&self) -> Option<(Sum, Nimber)> {
        let value = |sum: &Sum| {
            sum.lands()
                .try_fold(0, |total, land| self.couples.get(&land).map(|n| total ^ n))
        };
        let wins = |sum: &Sum, heap: u8| match value(sum) {
            Some(nimber) => nimber != heap,
            None => sum
                .children()
                .iter()
                .any(|reply| value(reply) == Some(heap)),
        };
        let is_proved = |(land, nimber): &(&Sum, &u8)| {
            let children = land.children();
            let values: Vec<Option<u8>> = children.iter().map(value).collect();
            (0..**nimber).all(|less| values.contains(&Some(less)))
                && children.iter().all(|child| wins(child, **nimber))
        };
        let unproved = self.couples.iter().find(|couple| !is_proved(couple));
        if let Some((land, nimber)) = unproved {
            return Some((land.clone(), Nimber((*nimber).into())));
        }
        let holds = if self.mover_wins {
            wins(&self.position, 0)
        } else {
            value(&self.position) == Some(0)
        };
        (!holds).then(|| (self.position.clone(), Nimber::ZERO))
    }

    /// Returns whether the player to move wins.
    #[must_use]
    pub fn mover_wins(&self) -> bool {
        self.mover_wins
    }

    /// Returns how many couples the proof needs.
    pub fn len(&self) -> usize {
        self.couples.len()
    }

    /// Returns whether the proof needs no couples, for example because the position has no moves.
    pub fn is_empty(&self) -> bool {
        self.couples.is_empty()
    }

    /// Returns how many positions the search expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the couples: lands in the published spelling, and their nimbers.
    pub fn couples(&self) -> impl ExactSizeIterator<Item = (&Sum, Nimber)> {
        let couples = self.couples.iter();
        couples.map(|(land, nimber)| (land, Nimber((*nimber).into())))
    }
}

/// Lands in the published spelling, with the moves of the plain search.
struct Published<'a> {
    numbers: HashMap<Sum, u32>,
    lands: Vec<PublishedLand>,
    /// The nimbers of lands, as far as they are known.
    value: &'a dyn Fn(&Sum) -> Option<u8>,
}

struct PublishedLand {
    sum: Sum,
    nimber: Option<u8>,
    children: Option<Vec<shrink::Lands>>,
}

impl<'a> Published<'a> {
    fn new(value: &'a dyn Fn(&Sum) -> Option<u8>) -> Published<'a> {
        Published {
            numbers: HashMap::new(),
            lands: Vec::new(),
            value,
        }
    }

    fn number(&mut self, sum: Sum) -> u32 {
        if let Some(number) = self.numbers.get(&sum) {
            return *number;
        }
        let number = self.lands.len() as u32;
        self.lands.push(PublishedLand {
            nimber: (self.value)(&sum),
            children: None,
            sum: sum.clone(),
        });
        self.numbers.insert(sum, number);
        number
    }

    fn parts(&mut self, sum: &Sum) -> shrink::Lands {
        let mut parts: shrink::Lands = sum.lands().map(|land| self.number(land)).collect();
        parts.sort_unstable();
        parts
    }
}

impl Source for Published<'_> {
    fn children(&mut self, land: u32) -> Vec<shrink::Lands> {
        if let Some(children) = &self.lands[land as usize].children {
            return children.clone();
        }
        let sums = self.lands[land as usize].sum.children();
        let children: Vec<_> = sums.iter().map(|sum| self.parts(sum)).collect();
        self.lands[land as usize].children = Some(children.clone());
        children
    }

    fn lives(&mut self, land: u32) -> usize {
        self.lands[land as usize].sum.lives()
    }

    fn nimber(&mut self, land: u32) -> Option<u8> {
        self.lands[land as usize].nimber
    }
}

/// Returns the believed nimber of a position, if all of its lands have one.
fn believed_sum(sum: &Sum, believed: &dyn Fn(&Land) -> Option<Nimber>) -> Option<Nimber> {
    let lands = Lands::from_sum(sum, Reductions::ALL);
    lands.iter().map(believed).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use common::Seeded;

    fn find(position: &Lands, believed: &dyn Fn(&Land) -> Option<Nimber>) -> Proof {
        let found = Proof::find(position, believed, &Budget::new(), &mut |_| ());
        found.expect("there is no limit")
    }

    #[test]
    fn a_wrong_nimber_cannot_make_a_wrong_proof() {
        let lie = |n: usize| {
            let believed = |land: &Land| Some(Nimber(land.lives() as u32 % 3));
            find(&Lands::start(n), &believed).mover_wins()
        };
        assert_eq!([lie(2), lie(3), lie(5), lie(6)], [false, true, true, false]);
    }

    #[test]
    fn proofs_shrink_to_the_smallest_known() {
        // The smallest checked databases that GLOP's page of records lists: 3, 6 and 15 for 2, 3 and 4 spots.
        for (n, record) in [(2, 3), (3, 6), (4, 15)] {
            let mut solver = Solver::new();
            let position = Lands::start(n);
            let _ = solver.solve_lands(&position).expect("there is no limit");
            let believed = |land: &Land| solver.known_nimber(land);
            let mut proof = find(&position, &believed);
            let mover_wins = proof.mover_wins();
            assert_eq!(proof.gap(), None, "{n} spots");
            let unlimited = Budget::new();
            proof
                .shrink(
                    &believed,
                    1000,
                    &mut Seeded::new(1),
                    &unlimited,
                    &mut |_| (),
                )
                .expect("there is no limit");
            assert_eq!(proof.gap(), None, "{n} spots");
            assert_eq!(proof.mover_wins(), mover_wins);
            assert!(
                proof.len() <= record,
                "{} couples for {n} spots",
                proof.len()
            );
        }
    }

    #[test]
    fn a_proof_without_one_of_its_couples_has_a_gap() {
        let mut proof = find(&Lands::start(4), &|_| None);
        let (mut random, unlimited) = (Seeded::new(1), Budget::new());
        proof
            .shrink(&|_| None, 20, &mut random, &unlimited, &mut |_| ())
            .expect("there is no limit");
        for (land, nimber) in proof.couples.clone() {
            let mut broken = proof.clone();
            broken.couples.remove(&land);
            assert!(broken.gap().is_some(), "without {land}");
            broken.couples.insert(land.clone(), nimber + 1);
            assert!(broken.gap().is_some(), "with {land} {}", nimber + 1);
        }
    }
}
