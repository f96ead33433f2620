//! Results proved again by the plain search.
//!
//! What the fast solver finds is a map from lands to nimbers. To check it, the plain search of
//! [`reference`](mod@super::reference) proves the result from the rules of the published spelling alone; the map only tells it
//! which moves to try first. A wrong nimber can cost time but never make a wrong proof. What the
//! plain search needed in the end is a [`Proof`]: a list of *couples*, lands with their nimbers, from which
//! anybody can check the result by looking one move ahead of each.
//!
//! [`Proof::gap`] does that. [`Proof::shrink`] looks for a proof of the same with fewer couples, as Lemoine and Viennot did
//! for the records that they list.

mod shrink;

use std::cell::RefCell;
use std::collections::HashMap;

use common::{Player, Random};

use super::reference::Reference;
use super::{GaveUp, Solver};
use crate::land::Reductions;
use crate::land::glop::Sum;
use crate::land::{Land, Lands};
use shrink::Shrinker;

/// How many lives a land has at most that is valued when a proof is shrunk.
const SMALL: usize = 12;

/// Who wins a position in normal play, and the nimbers that show it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    position: Sum,
    winner: Player,
    couples: HashMap<Sum, u8>,
    nodes: u64,
}

impl Proof {
    /// Proves who wins `position`, trying first what `believed` nimbers suggest.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] when `keep_going`, asked at every position, returns false.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::Player;
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::{Proof, Solver};
    ///
    /// let mut solver = Solver::new();
    /// let position = Lands::start(6);
    /// let winner = solver.solve(&position)?.winner;
    /// let proof = Proof::find(&position, &|land| solver.known_nimber(land), &mut || true)?;
    /// assert_eq!(proof.winner(), winner);
    /// # Ok::<(), papergames_sprouts::solve::GaveUp>(())
    /// ```
    pub fn find(
        position: &Lands,
        believed: &dyn Fn(&Land) -> Option<u8>,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<Proof, GaveUp> {
        let guide = |land: &Sum| {
            let lands = Lands::from_sum(land, Reductions::ALL);
            lands
                .iter()
                .try_fold(0, |total, land| believed(land).map(|n| total ^ n))
        };
        let mut search = Reference::new().with_guide(&guide).with_limit(keep_going);
        Proof::from_search(position.to_sum(), &mut search)
    }

    fn from_search(position: Sum, search: &mut Reference<'_>) -> Result<Proof, GaveUp> {
        let lost = search.is_lost(&position, 0)?;
        Ok(Proof {
            position,
            winner: if lost { Player::SECOND } else { Player::FIRST },
            couples: search.nimbers().clone(),
            nodes: search.nodes(),
        })
    }

    /// Looks for a shorter proof, in so many sweeps, and keeps the shortest.
    ///
    /// A sweep chooses among the lands whose nimbers it can know: those of the proof, those that are `believed`, and small ones,
    /// which the fast solver values. None of that is believed in the end: the shorter proof is [checked](Proof::gap), and left
    /// if it does not hold. The same chance gives the same proof.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] when `keep_going`, asked before every sweep, returns false. The shortest proof until then is kept.
    pub fn shrink(
        &mut self,
        believed: &dyn Fn(&Land) -> Option<u8>,
        sweeps: usize,
        random: &mut dyn Random,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), GaveUp> {
        let solver = RefCell::new(Solver::new().with_memory(1 << 28));
        let couples = self.couples.clone();
        let value = |land: &Sum| {
            couples.get(land).copied().or_else(|| {
                let lands = Lands::from_sum(land, Reductions::ALL);
                let known = lands
                    .iter()
                    .try_fold(0, |total, land| believed(land).map(|n| total ^ n));
                let small = || land.lives() <= SMALL;
                known.or_else(|| small().then(|| solver.borrow_mut().nimber(&lands).ok())?)
            })
        };
        let mut shrinker = Shrinker::new(&value);
        let wins = self.winner == Player::FIRST;
        let proof = self.couples.keys().cloned();
        let (lands, went_on) =
            shrinker.run(&self.position, wins, proof, sweeps, random, keep_going);
        let next = Proof {
            couples: lands
                .into_iter()
                .filter_map(|land| value(&land).map(|nimber| (land, nimber)))
                .collect(),
            ..self.clone()
        };
        if next.gap().is_none() {
            *self = next;
        }
        if went_on {
            Ok(())
        } else {
            Err(GaveUp::Stopped)
        }
    }

    /// Looks through the proof move by move, and returns a position that it does not prove: a couple, or the position itself
    /// beside no heap.
    ///
    /// A couple of a land and *n* is proved when for each smaller number some child has it, and when no child has *n*:
    /// its nimber is another, or the opponent has a reply with nimber *n*. The nimbers of children and replies are those of
    /// the couples. Nothing else is used but the moves.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sprouts::land::Lands;
    /// use papergames_sprouts::solve::Proof;
    ///
    /// let proof = Proof::find(&Lands::start(3), &|_| None, &mut || true)?;
    /// assert_eq!(proof.gap(), None);
    /// # Ok::<(), papergames_sprouts::solve::GaveUp>(())
    /// ```
    pub fn gap(&self) -> Option<(Sum, u8)> {
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
            return Some((land.clone(), *nimber));
        }
        let holds = match self.winner {
            Player::FIRST => wins(&self.position, 0),
            _ => value(&self.position) == Some(0),
        };
        (!holds).then(|| (self.position.clone(), 0))
    }

    /// Returns who wins; [`Player::FIRST`] is the player to move.
    pub fn winner(&self) -> Player {
        self.winner
    }

    /// Returns how many couples the proof needs.
    pub fn len(&self) -> usize {
        self.couples.len()
    }

    /// Returns whether the proof needs no couples, as for a position without moves.
    pub fn is_empty(&self) -> bool {
        self.couples.is_empty()
    }

    /// Returns how many positions the search expanded.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Returns the couples: lands in the published spelling, and their nimbers.
    pub fn couples(&self) -> impl Iterator<Item = (&Sum, u8)> {
        self.couples.iter().map(|(land, nimber)| (land, *nimber))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::Solver;
    use common::Seeded;

    #[test]
    fn a_wrong_nimber_cannot_make_a_wrong_proof() {
        let lie = |n: usize| {
            let believed = |land: &Land| Some((land.lives() % 3) as u8);
            Proof::find(&Lands::start(n), &believed, &mut || true)
                .expect("there is no limit")
                .winner()
        };
        assert_eq!(
            [lie(2), lie(3), lie(5), lie(6)],
            [Player::SECOND, Player::FIRST, Player::FIRST, Player::SECOND]
        );
    }

    #[test]
    fn proofs_shrink_to_the_smallest_known() {
        // The smallest checked databases that GLOP's page of records lists: 3, 6 and 15 for 2, 3 and 4 spots.
        for (n, record) in [(2, 3), (3, 6), (4, 15)] {
            let mut solver = Solver::new();
            let position = Lands::start(n);
            solver.solve(&position).expect("there is no limit");
            let believed = |land: &Land| solver.known_nimber(land);
            let mut proof =
                Proof::find(&position, &believed, &mut || true).expect("there is no limit");
            let winner = proof.winner();
            assert_eq!(proof.gap(), None, "{n} spots");
            proof
                .shrink(&believed, 1000, &mut Seeded::new(1), &mut || true)
                .expect("there is no limit");
            assert_eq!(proof.gap(), None, "{n} spots");
            assert_eq!(proof.winner(), winner);
            assert!(
                proof.len() <= record,
                "{} couples for {n} spots",
                proof.len()
            );
        }
    }

    #[test]
    fn a_proof_without_one_of_its_couples_has_a_gap() {
        let mut proof = Proof::find(&Lands::start(4), &|_| None, &mut || true).expect("no limit");
        proof
            .shrink(&|_| None, 20, &mut Seeded::new(1), &mut || true)
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
