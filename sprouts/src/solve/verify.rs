//! Results proved again by the plain search.
//!
//! What the fast solver finds is a map from lands to nimbers. To check it, the plain search of
//! [`reference`](mod@super::reference) proves the result from the rules of the published spelling alone; the map only tells it
//! which moves to try first. A wrong nimber can cost time but never make a wrong proof. What the
//! plain search needed in the end is a [`Proof`]: a list of *couples*, lands with their nimbers, from which
//! anybody can check the result by looking one move ahead of each.
//!
//! A proof can be made smaller by proving again, with ties between moves broken by chance and guided by the proof at hand,
//! as Lemoine and Viennot did for the records that they list.

use std::collections::HashMap;

use common::{Player, Random};

use super::GaveUp;
use super::reference::Reference;
use crate::land::Reductions;
use crate::land::glop::Sum;
use crate::land::{Land, Lands};

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

    /// Proves the same again `cycles` times by chance, and keeps the shortest proof.
    ///
    /// # Errors
    ///
    /// Returns [`GaveUp`] when `keep_going`, asked at every position, returns false. The shortest proof until then is kept.
    pub fn shrink(
        &mut self,
        cycles: usize,
        random: &mut dyn Random,
        keep_going: &mut dyn FnMut() -> bool,
    ) -> Result<(), GaveUp> {
        for _ in 0..cycles {
            let couples = self.couples.clone();
            let guide = move |land: &Sum| couples.get(land).copied();
            let mut search = Reference::new()
                .with_guide(&guide)
                .with_chance(&mut *random)
                .with_limit(&mut *keep_going);
            let next = Proof::from_search(self.position.clone(), &mut search)?;
            if next.len() <= self.len() {
                *self = next;
            }
        }
        Ok(())
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
            let found = Proof::find(&position, &believed, &mut || true).expect("there is no limit");
            let shrunk = |seed| {
                let mut proof = found.clone();
                proof
                    .shrink(30, &mut Seeded::new(seed), &mut || true)
                    .expect("there is no limit");
                assert_eq!(proof.winner(), found.winner());
                proof
            };
            // Chance may lead into a corner, so from several beginnings.
            let proof = (1..=3)
                .map(shrunk)
                .min_by_key(Proof::len)
                .expect("there are some");
            assert!(
                proof.len() <= record + 2,
                "{} couples for {n} spots",
                proof.len()
            );
        }
    }
}
