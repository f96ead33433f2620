//! A local search for small proofs.

use std::collections::BinaryHeap;
use std::rc::Rc;

use common::{Budget, Progress, Random, Unfinished};
use rustc_hash::FxHashMap;
use smallvec::SmallVec;

use super::source::{Lands, Source, set};
use crate::solve::watch::{State, Watch};

/// The most answers that are kept of a demand.
const ANSWERS: usize = 48;

/// How likely a step is kept at the start of a round that makes the proof longer by one couple: 1/e to the power of
/// the inverse of this.
const WARMTH: f64 = 0.5;

/// In a proof longer than this, a step may exceed the length by no more than in one of this length.
const LONG: usize = 64;

/// For how many new lands a step works out the demands, on average. That takes dozens of times as long as a step among
/// lands whose demands are known, but proofs become shorter by new lands.
const FRESH: f64 = 0.1;

/// A set of lands that meets a demand if all of them are in the proof.
#[derive(Debug)]
struct Answer {
    lands: Lands,
    demand: u32,
    /// How many of the lands are not in the proof.
    missing: u32,
}

/// Something that a couple in a proof needs.
#[derive(Debug)]
struct Demand {
    answers: core::ops::Range<u32>,
    /// How many couples of the proof make this demand.
    users: u32,
    /// How many answers are in the proof.
    met: u32,
    /// The most lives of a land of an answer.
    lives: u32,
}

#[derive(Debug, Default)]
struct Land {
    lives: u32,
    is_chosen: bool,
    /// Whether a demand of the land has no answer.
    is_hopeless: bool,
    /// The answers that the land is part of.
    answers: Vec<u32>,
    /// What the couple of the land needs, if that has been worked out.
    demands: Option<Rc<[u32]>>,
}

/// A proof, and how each of its parts could be replaced.
#[derive(Debug)]
pub(super) struct Shrinker<'s, 'a> {
    source: &'s mut Source<'a>,
    lands: Vec<Land>,
    demands: Vec<Demand>,
    answers: Vec<Answer>,
    /// The demand that the player to move wins on some lands beside a heap; `None` if nothing shows that.
    wins: FxHashMap<(Lands, u8), Option<u32>>,
    chosen: Vec<u32>,
    /// Where each chosen land stands in that list.
    places: FxHashMap<u32, u32>,
    /// Demands that may be open, by lives.
    open: BinaryHeap<(u32, u32)>,
    /// Lands that may have become needless.
    loose: Vec<u32>,
    /// The changes of this step.
    trail: Vec<u32>,
    /// How often the demands of a land were worked out.
    n_found: usize,
    /// Whether only lands whose demands have been worked out may enter the proof.
    is_closed: bool,
}

impl<'s, 'a> Shrinker<'s, 'a> {
    pub(super) fn new(source: &'s mut Source<'a>) -> Shrinker<'s, 'a> {
        Shrinker {
            source,
            lands: Vec::new(),
            demands: Vec::new(),
            answers: Vec::new(),
            wins: FxHashMap::default(),
            chosen: Vec::new(),
            places: FxHashMap::default(),
            open: BinaryHeap::new(),
            loose: Vec::new(),
            trail: Vec::new(),
            n_found: 0,
            is_closed: false,
        }
    }

    /// Looks for a short proof that the player to move wins, or loses, on some lands, in a number of steps. Begins with
    /// the lands of a `known` proof, or with none, and looks at `other` lands before the first step. Returns the lands
    /// of the shortest proof, or `None` if there is none among the lands with known nimbers; and the limit of the
    /// budget that ended the search, if one did.
    pub(super) fn run(
        &mut self,
        (position, wins): (&Lands, bool),
        (known, other): (&[u32], &[u32]),
        steps: usize,
        random: &mut dyn Random,
        budget: &Budget,
        progress: &mut dyn FnMut(&Progress),
    ) -> (Option<Vec<u32>>, Result<(), Unfinished>) {
        let mut watch = Watch::new(budget, usize::MAX, None);
        let first = if wins {
            self.demand_of_win(position, 0)
        } else {
            Some(self.demand(vec![set(position)]))
        };
        let Some(first) = first else {
            return (None, Ok(()));
        };
        self.demands[first as usize].users = 1;
        for land in known {
            self.land(*land);
            if self.find_demands(*land) {
                self.toggle(*land);
            }
        }
        let most: usize = position.iter().map(|land| self.source.lives(*land)).sum();
        for land in other {
            self.land(*land);
            if self.source.lives(*land) <= most {
                self.find_demands(*land);
            }
        }
        self.trail.clear();
        if !self.complete(first, random) {
            return (None, Ok(()));
        }
        let mut best = self.chosen.clone();
        let (mut round, mut warmth, mut idle) = (0..0, WARMTH, 0);
        let mut before = usize::MAX;
        let n_found = self.n_found;
        for step in 0..steps {
            if best.is_empty() {
                break;
            }
            let mut now = Progress::new(step as u64, watch.cost().elapsed);
            now.share = Some((step as u64, steps as u64));
            now.known = best.len() as u64;
            progress(&now);
            if let Err(limit) = watch.tick(State::default).and_then(|()| watch.check()) {
                return (Some(best), Err(watch.unfinished(limit)));
            }
            if !round.contains(&step) {
                idle = if best.len() < before { 0 } else { idle + 1 };
                before = best.len();
                warmth = [WARMTH, 4.0 * WARMTH, WARMTH, 2.0 * WARMTH][idle % 4];
                self.become_proof(&best);
                if idle % 4 == 2 {
                    self.become_proof(&[]);
                    self.is_closed = idle % 8 == 2;
                    if !self.complete(first, random) {
                        self.become_proof(&best);
                    }
                }
                round = step..step + 100 * best.len();
            }
            let left = (round.end - step) as f64 / round.len() as f64;
            self.is_closed = (self.n_found - n_found) as f64 > FRESH * step as f64;
            self.step(warmth * left * left, random);
            if self.chosen.len() < best.len() {
                best.clone_from(&self.chosen);
            }
        }
        (Some(best), Ok(()))
    }

    /// Completes a proof of the `first` demand; returns false if there is none.
    fn complete(&mut self, first: u32, random: &mut dyn Random) -> bool {
        // A land that turns out to be hopeless is not chosen again.
        let mut hopeless = usize::MAX;
        loop {
            self.open.push((u32::MAX, first));
            if self.answer_all(None, usize::MAX, random) {
                break;
            }
            self.undo();
            let now = self.lands.iter().filter(|land| land.is_hopeless).count();
            if now == hopeless {
                return false;
            }
            hopeless = now;
        }
        self.loose.extend_from_slice(&self.chosen);
        self.remove_loose();
        self.trail.clear();
        true
    }

    /// Replaces a couple, and keeps the new proof if it is not longer, or by chance.
    fn step(&mut self, warmth: f64, random: &mut dyn Random) {
        let before = self.chosen.len();
        let land = self.chosen[random.below(before as u64) as usize];
        if self.is_irreplaceable(land) {
            return;
        }
        let longer = -warmth * (1.0 - random.unit()).ln();
        let most = before + longer as usize;
        self.toggle(land);
        // Either what only this couple needs goes at once, or it stays at hand for the new answers.
        if random.below(2) == 0 {
            self.remove_loose();
        }
        // Some couples too many may turn out to be needless at the end.
        let length = most.min(LONG);
        let spare = [4, 4 + length / 32, 16 + length / 4][random.below(3) as usize];
        let is_proof = self.answer_all(Some(land), most + spare, random);
        if is_proof {
            self.remove_loose();
        }
        if !is_proof || self.chosen.len() > most {
            self.undo();
        }
        self.trail.clear();
        self.loose.clear();
    }

    /// Returns whether a demand of the proof can only be met with a land.
    fn is_irreplaceable(&self, land: u32) -> bool {
        self.lands[land as usize].answers.iter().any(|answer| {
            let answer = &self.answers[*answer as usize];
            let demand = &self.demands[answer.demand as usize];
            answer.missing == 0
                && demand.users > 0
                && (demand.answers.clone())
                    .all(|other| self.answers[other as usize].lands.contains(&land))
        })
    }

    /// Returns whether the proof needs a land.
    fn is_needed(&self, land: u32) -> bool {
        self.lands[land as usize].answers.iter().any(|answer| {
            let answer = &self.answers[*answer as usize];
            let demand = &self.demands[answer.demand as usize];
            let meets = |other: u32| {
                let other = &self.answers[other as usize];
                other.missing == 0 && !other.lands.contains(&land)
            };
            answer.missing == 0 && demand.users > 0 && !demand.answers.clone().any(meets)
        })
    }

    /// Puts a land into the proof, or takes it out.
    fn toggle(&mut self, land: u32) {
        self.trail.push(land);
        let page = &mut self.lands[land as usize];
        page.is_chosen = !page.is_chosen;
        let enters = page.is_chosen;
        if enters {
            self.places.insert(land, self.chosen.len() as u32);
            self.chosen.push(land);
        } else if let Some(place) = self.places.remove(&land) {
            self.chosen.swap_remove(place as usize);
            if let Some(moved) = self.chosen.get(place as usize) {
                self.places.insert(*moved, place);
            }
        }
        for i in 0..self.lands[land as usize].answers.len() {
            let id = self.lands[land as usize].answers[i];
            let answer = &mut self.answers[id as usize];
            let demand = &mut self.demands[answer.demand as usize];
            if enters {
                answer.missing -= 1;
                if answer.missing == 0 {
                    demand.met += 1;
                    if demand.met > 1 && demand.users > 0 {
                        self.loosen(self.answers[id as usize].demand);
                    }
                }
            } else {
                if answer.missing == 0 {
                    demand.met -= 1;
                    if demand.met == 0 && demand.users > 0 {
                        self.open.push((demand.lives, answer.demand));
                    }
                }
                answer.missing += 1;
            }
        }
        let demands = self.lands[land as usize].demands.clone();
        for id in demands.iter().flat_map(|demands| demands.iter()) {
            let demand = &mut self.demands[*id as usize];
            if enters {
                demand.users += 1;
                if demand.users == 1 && demand.met == 0 {
                    self.open.push((demand.lives, *id));
                }
            } else {
                demand.users -= 1;
                if demand.users == 0 {
                    self.loosen(*id);
                }
            }
        }
    }

    /// Notes that the answers to a demand may have become needless.
    fn loosen(&mut self, demand: u32) {
        for answer in self.demands[demand as usize].answers.clone() {
            let answer = &self.answers[answer as usize];
            if answer.missing == 0 {
                self.loose.extend_from_slice(&answer.lands);
            }
        }
    }

    /// Takes back the changes of this step.
    fn undo(&mut self) {
        while let Some(land) = self.trail.pop() {
            self.toggle(land);
            self.trail.pop();
        }
        self.open.clear();
        self.loose.clear();
    }

    /// Makes the lands of a proof the chosen ones.
    fn become_proof(&mut self, proof: &[u32]) {
        let changed: Vec<u32> = {
            let wanted: rustc_hash::FxHashSet<u32> = proof.iter().copied().collect();
            let leaving = self.chosen.iter().filter(|land| !wanted.contains(land));
            let entering = proof
                .iter()
                .filter(|land| !self.lands[**land as usize].is_chosen);
            leaving.chain(entering).copied().collect()
        };
        for land in changed {
            self.toggle(land);
        }
        self.trail.clear();
        self.open.clear();
        self.loose.clear();
    }

    /// Meets all open demands, without the `forbidden` land; returns false if that takes more than `most` couples or if
    /// one cannot be met.
    fn answer_all(&mut self, forbidden: Option<u32>, most: usize, random: &mut dyn Random) -> bool {
        let seed = random.bits();
        while let Some((_, id)) = self.open.pop() {
            let demand = &self.demands[id as usize];
            if demand.users == 0 || demand.met > 0 {
                continue;
            }
            let mut best: Option<(f64, u32)> = None;
            for answer in demand.answers.clone() {
                let lands = &self.answers[answer as usize].lands;
                let is_barred = |land: &u32| {
                    let page = &self.lands[*land as usize];
                    Some(*land) == forbidden
                        || page.is_hopeless
                        || (self.is_closed && page.demands.is_none())
                };
                if lands.iter().any(is_barred) {
                    continue;
                }
                let missing = lands
                    .iter()
                    .filter(|land| !self.lands[**land as usize].is_chosen);
                let price: f64 = missing.map(|land| self.price(*land, seed)).sum();
                if best.is_none_or(|(least, _)| price < least) {
                    best = Some((price, answer));
                }
            }
            let Some((_, answer)) = best else {
                return false;
            };
            for land in self.answers[answer as usize].lands.clone() {
                if self.lands[land as usize].is_chosen {
                    continue;
                }
                if !self.find_demands(land) {
                    return false;
                }
                self.toggle(land);
            }
            if self.chosen.len() > most {
                return false;
            }
        }
        true
    }

    /// Removes lands that the demands of the others do not need, the largest first.
    fn remove_loose(&mut self) {
        while !self.loose.is_empty() {
            let mut loose = core::mem::take(&mut self.loose);
            loose.sort_unstable();
            loose.dedup();
            loose.sort_by_key(|land| core::cmp::Reverse(self.lands[*land as usize].lives));
            for land in loose {
                if self.lands[land as usize].is_chosen && !self.is_needed(land) {
                    self.toggle(land);
                }
            }
        }
    }

    /// Estimates how many couples a land brings into the proof, with noise.
    fn price(&self, land: u32, seed: u64) -> f64 {
        let page = &self.lands[land as usize];
        let new = match &page.demands {
            Some(demands) => {
                let demands = demands.iter().map(|id| &self.demands[*id as usize]);
                demands
                    .filter(|demand| demand.users == 0 && demand.met == 0)
                    .count() as f64
            }
            None => f64::from(page.lives * page.lives) / 32.0,
        };
        (1.0 + new) * noise(seed, land)
    }

    fn land(&mut self, land: u32) -> &mut Land {
        let next = self.lands.len() as u32;
        for new in next..=land {
            self.lands.push(Land {
                lives: self.source.lives(new) as u32,
                ..Land::default()
            });
        }
        &mut self.lands[land as usize]
    }

    /// Enters a demand with its answers.
    fn demand(&mut self, answers: Vec<Lands>) -> u32 {
        let id = self.demands.len() as u32;
        let start = self.answers.len() as u32;
        let (mut met, mut lives) = (0, 0);
        for lands in answers {
            let number = self.answers.len() as u32;
            let mut missing = 0;
            for land in &lands {
                let page = self.land(*land);
                page.answers.push(number);
                missing += u32::from(!page.is_chosen);
                lives = lives.max(page.lives);
            }
            met += u32::from(missing == 0);
            self.answers.push(Answer {
                lands,
                demand: id,
                missing,
            });
        }
        self.demands.push(Demand {
            answers: start..self.answers.len() as u32,
            users: 0,
            met,
            lives,
        });
        id
    }

    fn nimber_of(&mut self, lands: &[u32]) -> Option<u8> {
        lands.iter().try_fold(0, |total, land| {
            let is_hopeless = self
                .lands
                .get(*land as usize)
                .is_some_and(|land| land.is_hopeless);
            let nimber = self.source.nimber(*land).filter(|_| !is_hopeless);
            nimber.map(|nimber| total ^ nimber)
        })
    }

    /// Returns the demand that the player to move wins on some lands beside a heap.
    fn demand_of_win(&mut self, lands: &Lands, heap: u8) -> Option<u32> {
        let key = (lands.clone(), heap);
        if let Some(known) = self.wins.get(&key) {
            return *known;
        }
        let mut answers = Vec::new();
        if self.nimber_of(lands).is_some_and(|nimber| nimber != heap) {
            answers.push(set(lands));
        }
        for (i, land) in lands.iter().enumerate() {
            if lands[..i].contains(land) {
                continue;
            }
            let others = lands.iter().enumerate().filter(|(j, _)| *j != i);
            let others: Lands = others.map(|(_, land)| *land).collect();
            let Some(beside) = self.nimber_of(&others) else {
                continue;
            };
            for child in self.source.children(*land)? {
                if self.nimber_of(&child) == Some(heap ^ beside) {
                    let reply: Lands = others.iter().chain(&child).copied().collect();
                    answers.push(set(&reply));
                }
            }
        }
        let answers = self.least(answers);
        let found = (!answers.is_empty()).then(|| self.demand(answers));
        self.wins.insert(key, found);
        found
    }

    /// Works out the demands of a land; returns false if one has no answer.
    fn find_demands(&mut self, land: u32) -> bool {
        if self.lands[land as usize].is_hopeless {
            return false;
        }
        if self.lands[land as usize].demands.is_some() {
            return true;
        }
        let Some(nimber) = self.source.nimber(land) else {
            self.lands[land as usize].is_hopeless = true;
            return false;
        };
        self.n_found += 1;
        let mut demands = Vec::new();
        let Some(children) = self.source.children(land) else {
            return false;
        };
        let mut reached: Vec<Vec<Lands>> = vec![Vec::new(); nimber.into()];
        for child in &children {
            if let Some(less) = self.nimber_of(child).filter(|less| *less < nimber) {
                reached[usize::from(less)].push(set(child));
            }
        }
        for answers in reached {
            let answers = self.least(answers);
            if answers.is_empty() {
                self.lands[land as usize].is_hopeless = true;
                return false;
            }
            demands.push(self.demand(answers));
        }
        for child in &children {
            let Some(demand) = self.demand_of_win(child, nimber) else {
                self.lands[land as usize].is_hopeless = true;
                return false;
            };
            demands.push(demand);
        }
        // An answer without lands needs no couple.
        demands.retain(|id| {
            let answers = self.demands[*id as usize].answers.clone();
            !self.answers[answers.start as usize].lands.is_empty()
        });
        demands.sort_unstable();
        demands.dedup();
        self.lands[land as usize].demands = Some(demands.into());
        true
    }

    /// Removes answers that contain another one, and keeps those that seem cheapest.
    fn least(&mut self, mut answers: Vec<Lands>) -> Vec<Lands> {
        answers.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        answers.dedup();
        if answers.first().is_some_and(SmallVec::is_empty) {
            answers.truncate(1);
        }
        answers.sort_by_cached_key(|answer| {
            let squares = answer.iter().map(|land| self.source.lives(*land).pow(2));
            squares.sum::<usize>()
        });
        let mut kept: Vec<Lands> = Vec::new();
        for answer in answers {
            let covered = |k: &Lands| k.iter().all(|land| answer.contains(land));
            if !kept.iter().any(covered) {
                kept.push(answer);
                if kept.len() == ANSWERS {
                    break;
                }
            }
        }
        kept
    }
}

/// Returns a pseudorandom number between 0.5 and 2 for a land.
fn noise(seed: u64, land: u32) -> f64 {
    let x = (seed ^ u64::from(land).wrapping_mul(0x9E37_79B9_7F4A_7C15))
        .wrapping_mul(0xD6E8_FEB8_6659_FD93);
    let x = (x ^ x >> 32).wrapping_mul(0xD6E8_FEB8_6659_FD93);
    ((x >> 11) as f64 / (1u64 << 52) as f64 - 1.0).exp2()
}
