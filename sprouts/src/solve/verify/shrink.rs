//! Looks for proofs with fewer couples.
//!
//! To prove a couple, a land beside a heap, we must meet a list of demands: for each smaller heap, a child with that
//! nimber; and for each child, either its own nimber or a reply with the required nimber. Each answer is a set of lands
//! whose couples must then be proved as well. The goal is the smallest set of couples that answers the demands of all
//! its members. A sweep processes the lands from the largest down, so the needs of larger lands are known when a
//! smaller one chooses, and meets each demand by the cheapest answer. Each of many sweeps forbids a few lands of the
//! best proof so far, makes the others cheap and perturbs all prices at random. A proof that is not longer than the
//! best replaces it.

use std::collections::{BinaryHeap, HashMap, HashSet};
use std::rc::Rc;

use common::Random;
use smallvec::SmallVec;

use crate::land::glop::Sum;

/// A set of lands by number, in order.
type Set = SmallVec<[u32; 4]>;

/// Answers to a demand, any one of which is enough.
type Demand = Vec<Set>;

/// All lands seen so far, by number.
pub(super) struct Shrinker<'a> {
    numbers: HashMap<Sum, u32>,
    lands: Vec<Land>,
    /// The nimbers of lands, as far as they are known.
    value: &'a dyn Fn(&Sum) -> Option<u8>,
}

struct Land {
    sum: Sum,
    lives: usize,
    nimber: Option<u8>,
    /// The lands of each child.
    children: Option<Rc<[SmallVec<[u32; 4]>]>>,
    /// The demands of the couple of the land and its nimber.
    demands: Option<Rc<[Demand]>>,
    /// Whether a demand cannot be met by lands with known nimbers.
    hopeless: bool,
}

impl<'a> Shrinker<'a> {
    pub(super) fn new(value: &'a dyn Fn(&Sum) -> Option<u8>) -> Shrinker<'a> {
        Shrinker {
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
        self.lands.push(Land {
            lives: sum.lives(),
            nimber: (self.value)(&sum),
            children: None,
            demands: None,
            hopeless: false,
            sum: sum.clone(),
        });
        self.numbers.insert(sum, number);
        number
    }

    fn parts(&mut self, sum: &Sum) -> SmallVec<[u32; 4]> {
        sum.lands().map(|land| self.number(land)).collect()
    }

    fn children(&mut self, land: u32) -> Rc<[SmallVec<[u32; 4]>]> {
        if let Some(children) = &self.lands[land as usize].children {
            return Rc::clone(children);
        }
        let sums = self.lands[land as usize].sum.children();
        let children: Rc<[_]> = sums.iter().map(|sum| self.parts(sum)).collect();
        self.lands[land as usize].children = Some(Rc::clone(&children));
        children
    }

    fn nimber_of(&self, lands: &[u32]) -> Option<u8> {
        lands.iter().try_fold(0, |total, land| {
            let land = &self.lands[*land as usize];
            land.nimber.filter(|_| !land.hopeless).map(|n| total ^ n)
        })
    }

    /// Returns the ways to show that the player to move wins on the lands beside a heap.
    fn wins(&mut self, lands: &[u32], heap: u8) -> Demand {
        let mut answers = Demand::new();
        if self.nimber_of(lands).is_some_and(|nimber| nimber != heap) {
            answers.push(set(lands));
        }
        for (i, land) in lands.iter().enumerate() {
            if lands[..i].contains(land) {
                continue;
            }
            for child in self.children(*land).iter() {
                let others = lands.iter().enumerate().filter(|(j, _)| *j != i);
                let reply: SmallVec<[u32; 4]> = others
                    .map(|(_, l)| *l)
                    .chain(child.iter().copied())
                    .collect();
                if self.nimber_of(&reply) == Some(heap) {
                    answers.push(set(&reply));
                }
            }
        }
        least(answers)
    }

    /// Returns the demands of a land, or `None` if one cannot be met.
    fn demands(&mut self, land: u32) -> Option<Rc<[Demand]>> {
        if self.lands[land as usize].hopeless {
            return None;
        }
        if let Some(demands) = &self.lands[land as usize].demands {
            return Some(Rc::clone(demands));
        }
        let nimber = self.lands[land as usize].nimber?;
        let children = self.children(land);
        let mut demands = Vec::new();
        for less in 0..nimber {
            let of = children.iter().filter(|c| self.nimber_of(c) == Some(less));
            demands.push(least(of.map(|c| set(c)).collect()));
        }
        for child in children.iter() {
            demands.push(self.wins(child, nimber));
        }
        if demands.iter().any(Vec::is_empty) {
            self.lands[land as usize].hopeless = true;
            return None;
        }
        // A trivial demand needs no answer.
        demands.retain(|demand| !demand[0].is_empty());
        demands.sort_unstable();
        demands.dedup();
        let demands: Rc<[Demand]> = demands.into();
        self.lands[land as usize].demands = Some(Rc::clone(&demands));
        Some(demands)
    }

    /// Returns the lands of a proof that meets each demand by the cheapest answer, or else a land that cannot be
    /// proved.
    fn sweep(
        &mut self,
        first: &[Demand],
        price: &dyn Fn(u32, usize) -> f64,
    ) -> Option<HashSet<u32>> {
        let mut chosen = HashSet::new();
        let mut open = BinaryHeap::new();
        let mut demands: Rc<[Demand]> = first.into();
        loop {
            let mut unmet: Vec<&Demand> = demands
                .iter()
                .filter(|d| !d.iter().any(|a| a.iter().all(|l| chosen.contains(l))))
                .collect();
            while !unmet.is_empty() {
                let mut met: HashMap<&Set, u32> = HashMap::new();
                for answer in unmet.iter().flat_map(|d| d.iter()) {
                    *met.entry(answer).or_default() += 1;
                }
                let cost = |answer: &Set| -> f64 {
                    let missing = answer.iter().filter(|l| !chosen.contains(*l));
                    missing
                        .map(|l| price(*l, self.lands[*l as usize].lives))
                        .sum()
                };
                let forced = unmet.iter().find(|d| d.len() == 1).map(|d| &d[0]);
                let best = forced.or_else(|| {
                    let rated = unmet.iter().flat_map(|d| d.iter());
                    let rated = rated.map(|a| (cost(a) / f64::from(met[a]), a));
                    rated
                        .min_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(b.1)))
                        .map(|(_, a)| a)
                })?;
                for land in best {
                    if chosen.insert(*land) {
                        open.push((self.lands[*land as usize].lives, *land));
                    }
                }
                unmet.retain(|d| !d.iter().any(|a| a.iter().all(|l| chosen.contains(l))));
            }
            match open.pop() {
                None => return Some(chosen),
                Some((_, land)) => demands = self.demands(land)?,
            }
        }
    }

    /// Removes lands that the demands of the others do not need.
    fn prune(&mut self, first: &Demand, chosen: &mut HashSet<u32>) {
        let mut members: Vec<u32> = chosen.iter().copied().collect();
        members.sort_unstable_by_key(|land| (self.lands[*land as usize].lives, *land));
        for land in members.iter().rev() {
            chosen.remove(land);
            let is_met =
                |demand: &Demand| demand.iter().any(|a| a.iter().all(|l| chosen.contains(l)));
            let others = members.iter().filter(|l| chosen.contains(*l));
            let mut needed = others.filter_map(|l| self.lands[*l as usize].demands.as_deref());
            if !is_met(first) || !needed.all(|demands| demands.iter().all(is_met)) {
                chosen.insert(*land);
            }
        }
    }

    /// Looks for a short proof that the player to move at `position` wins, or loses, starting from the couples of a
    /// known proof. Returns the lands of the shortest one.
    pub(super) fn run(
        &mut self,
        position: &Sum,
        wins: bool,
        proof: impl Iterator<Item = Sum>,
        sweeps: usize,
        random: &mut dyn Random,
        keep_going: &mut dyn FnMut(usize) -> bool,
    ) -> Vec<Sum> {
        let lands = self.parts(position);
        let mut best: HashSet<u32> = proof.map(|land| self.number(land)).collect();
        for round in 0..sweeps {
            if !keep_going(round) {
                break;
            }
            // A land that turns out to be unprovable changes the answers of others.
            let first = if wins {
                self.wins(&lands, 0)
            } else {
                vec![set(&lands)]
            };
            let members: Vec<u32> = {
                let mut members: Vec<u32> = best.iter().copied().collect();
                members.sort_unstable();
                members
            };
            let forbidden: Vec<u32> = if members.is_empty() || round % 8 == 0 {
                Vec::new()
            } else {
                let n = 1 + random.below(3);
                (0..n)
                    .map(|_| members[random.below(members.len() as u64) as usize])
                    .collect()
            };
            let discount = [0.05, 0.3, 1.0][random.below(3) as usize];
            let seed = random.bits();
            let price = |land: u32, lives: usize| {
                if forbidden.contains(&land) {
                    return 1e6;
                }
                let noise = noise(seed, land);
                let known = if best.contains(&land) { discount } else { 1.0 };
                known * (1.0 + lives as f64 * lives as f64 / 16.0) * noise
            };
            let Some(next) = self.sweep(core::slice::from_ref(&first), &price) else {
                for land in &mut self.lands {
                    land.demands = None;
                }
                continue;
            };
            if next.len() <= best.len() {
                best = next;
                self.prune(&first, &mut best);
            }
        }
        let lands = best.iter().map(|l| self.lands[*l as usize].sum.clone());
        lands.collect()
    }
}

/// Returns a pseudorandom number between 0.5 and 2 for a land.
fn noise(seed: u64, land: u32) -> f64 {
    let x = (seed ^ u64::from(land).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let x = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((x >> 11) as f64 / (1u64 << 52) as f64 - 1.0).exp2()
}

fn set(lands: &[u32]) -> Set {
    let mut set: Set = lands.into();
    set.sort_unstable();
    set.dedup();
    set
}

/// Removes answers that contain another one.
fn least(mut answers: Demand) -> Demand {
    answers.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
    answers.dedup();
    let mut kept = Demand::new();
    for answer in answers {
        let covered = |k: &Set| k.iter().all(|land| answer.contains(land));
        if !kept.iter().any(covered) {
            kept.push(answer);
        }
    }
    kept
}
