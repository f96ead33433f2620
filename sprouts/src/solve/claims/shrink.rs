//! Shrinks certificates: looks for proofs with fewer entries.

use common::claim::{self, Certificate, Choices, ClaimError, Entries, Key};
use common::describe::Refused;
use common::{Budget, Nimber, Progress, Random};
use rustc_hash::{FxHashMap, FxHashSet};

use super::lines::{forms_of, lines, nimbers, read_lands, variant_of};
use super::losses::Losses;
use super::nimbers::Nimbers;
use super::options::OptionIds;
use crate::land::{Land, Lands};
use crate::solve::known::{self, Known};
use crate::solve::misere::Outcomes;
use crate::solve::search::book::LandId;
use crate::solve::solver::{MEMORY, Solver};
use crate::solve::watch::Watch;

/// Looks for a shorter certificate in a number of `steps`, each of which replaces an entry; see
/// [`claim::shrink`](common::claim::shrink).
///
/// The search chooses among the entries of the certificate, those of `others`, and those that the `solver` knows. In
/// normal play the search also finds the nimbers of small lands. Because large positions lead to smaller ones, it helps
/// to pass short certificates of smaller positions as `others`. Certificates of another ending or variant are ignored.
/// The same `random` numbers always lead to the same certificate.
///
/// All entries are assumed to be true, so first check any certificate that comes from another source.
///
/// Each step counts as one node of the budget, and [`Progress::share`] is the fraction of steps done.
///
/// # Errors
///
/// Returns [`ClaimError::Unfinished`] if the budget runs out, and keeps the shortest certificate found by then. Returns
/// [`ClaimError::Refused`] if an entry cannot be read.
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
    if certificate.said("game") != Some("sprouts") {
        return Ok(());
    }
    let variant = variant_of(certificate)?;
    let kind = |certificate: &Certificate| {
        let said = |word| certificate.said(word).map(str::to_owned);
        ["game", "variant", "ending"].map(said)
    };
    let own = kind(certificate);
    let others = others.iter().filter(|other| kind(other) == own);
    let position = read_lands(certificate.said("position").unwrap_or_default(), variant)?;
    let wins = certificate.said("mover") == Some("wins");
    let before = certificate.entries.len();
    solver.enter(variant);
    let watch = Watch::new(budget, MEMORY, None);
    if let Some(forms) = forms_of(certificate)? {
        let mut states = Outcomes::of_certificate(variant, forms);
        let solver = Some(&mut solver.misere);
        let mut claims = Losses::proved(&mut states, solver, watch, FxHashSet::default());
        let mut entries = claims.read_lines(certificate, variant)?;
        let mut other = Vec::new();
        for like in others {
            other.extend(claims.read_lines(like, variant)?);
        }
        let goal = vec![claims.goal(&position, wins)];
        let all = (&mut entries, other);
        let ended = claim::shrink(&mut claims, goal, all, steps, random, budget, progress);
        if entries.len() < before {
            certificate.entries = claims.lines(&entries, variant);
        }
        return ended;
    }
    let mut given = FxHashMap::default();
    let mut read = |certificate: &Certificate| -> Result<Entries<Known>, Refused> {
        let entries = nimbers(certificate)?.into_iter().map(|(land, nimber)| {
            given.insert(land.form().into(), nimber);
            (land.form().into(), Known::Nimber(Nimber(nimber.into())))
        });
        Ok(entries.collect())
    };
    let mut entries = read(certificate)?;
    let mut other = Vec::new();
    for like in others {
        other.extend(read(like)?);
    }
    let mut claims = Nimbers::proved(solver, watch, given);
    let goal = vec![claims.goal(&position, wins)];
    let all = (&mut entries, other);
    let ended = claim::shrink(&mut claims, goal, all, steps, random, budget, progress);
    if entries.len() < before {
        let nimbers = entries.iter().filter_map(|(form, known)| match known {
            Known::Nimber(nimber) => Some((Land::from_form(form), nimber.0 as u8)),
            Known::Excluded(_) => None,
        });
        certificate.entries = lines(nimbers, variant);
    }
    ended
}

/// The most sets of lands that are kept as ways to meet a need in normal play. Those with few lives come first. Any
/// number from 12 to 200 works: after 1,000 steps, three seeds left 1,544 to 1,556 of 4,707 facts for 14 spots with 12,
/// 1,558 to 1,569 with 48, and 1,559 to 1,572 with 200.
const ANSWERS: usize = 48;

/// The nimbers of lands with at most this many lives are found if they are not known. With 6, 10 and 14, 8 spots came
/// from 206 facts to 125, 120 and 120 in the mean of three seeds and 5,000 steps, but 14 takes six times as long.
const TINY: usize = 10;

/// The nimbers of lands with at most this many lives are found if that takes at most [`NODES`] nodes. More nimbers make
/// shorter proofs: without a limit on nodes, 16 spots came to 626 facts with up to 12 lives, and to 610 with up to 14.
/// With 20 lives there was no proof after four minutes.
const SMALL: usize = 14;

/// The number of nodes that finding the nimber of a small land may take. Without a limit, this takes nine tenths of the
/// time. In 40 seconds, 15 spots came from 2,214 facts to 2,190 with 14 lives and no limit, 2,079 with 14 and 20 nodes,
/// 2,095 with 16 and 5 nodes, and 2,192 with 18 and 30 nodes.
const NODES: u64 = 20;

/// What a proof of a nimber needs.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum NimberNeed {
    /// An option of this land that has this nimber.
    Option(LandId, u8),
    /// A proof that the player to move wins on these lands beside a heap.
    Win(OptionIds, u8),
    /// The nimbers of all of these lands.
    All(OptionIds),
}

impl Nimbers<'_> {
    /// Returns what shows that the player to move `wins` or loses a position.
    fn goal(&mut self, position: &Lands, wins: bool) -> NimberNeed {
        let mut ids: OptionIds = (position.iter())
            .map(|land| self.options.intern(land))
            .collect();
        ids.sort_unstable();
        if wins {
            NimberNeed::Win(ids, 0)
        } else {
            NimberNeed::All(ids)
        }
    }

    /// Returns the nimber of a land, if it is known, or quickly found.
    fn near(&mut self, land: LandId) -> Result<Option<u8>, ClaimError> {
        let Nimbers {
            options,
            solver,
            proved,
            ..
        } = self;
        let lives = options.lives(land);
        let mut lookup = |form: &[u8]| {
            let known = proved.get(form).copied();
            if let Some(nimber) = known.or_else(|| solver.book.nimber_of_form(form)) {
                return Ok(Some(Known::Nimber(Nimber(nimber.into()))));
            }
            if lives > SMALL {
                return Ok(None);
            }
            let nodes = if lives > TINY { NODES } else { u64::MAX };
            let budget = Budget::new().nodes(nodes);
            let lands = Lands::from_iter([Land::from_form(form)]);
            let found = solver.nimber_within(&lands, &mut Watch::new(&budget, MEMORY, None));
            Ok(found.ok().map(Known::Nimber))
        };
        options.value(land, &mut lookup)
    }

    fn total(&mut self, lands: &[LandId]) -> Result<Option<u8>, ClaimError> {
        let mut total = 0;
        for land in lands {
            match self.near(*land)? {
                Some(nimber) => total ^= nimber,
                None => return Ok(None),
            }
        }
        Ok(Some(total))
    }

    /// Returns the sets of lands whose nimbers meet a need.
    fn sets(&mut self, need: &NimberNeed) -> Result<Vec<OptionIds>, ClaimError> {
        let mut sets = Vec::new();
        match need {
            NimberNeed::All(lands) => sets.push(set(lands)),
            NimberNeed::Option(land, nimber) => {
                for child in self.options.list(*land)? {
                    if self.total(&child)? == Some(*nimber) {
                        sets.push(set(&child));
                    }
                }
            }
            NimberNeed::Win(lands, heap) => {
                if self.total(lands)?.is_some_and(|nimber| nimber != *heap) {
                    sets.push(set(lands));
                }
                for (i, land) in lands.iter().enumerate() {
                    if lands[..i].contains(land) {
                        continue;
                    }
                    let others = lands.iter().enumerate().filter(|(j, _)| *j != i);
                    let others: OptionIds = others.map(|(_, land)| *land).collect();
                    let Some(beside) = self.total(&others)? else {
                        continue;
                    };
                    for child in self.options.list(*land)? {
                        if self.total(&child)? == Some(heap ^ beside) {
                            let reply: OptionIds = others.iter().chain(&child).copied().collect();
                            sets.push(set(&reply));
                        }
                    }
                }
            }
        }
        Ok(sets)
    }

    /// Removes sets that contain another one, and keeps those that seem cheapest.
    fn least(&self, mut sets: Vec<OptionIds>) -> Vec<OptionIds> {
        sets.sort_unstable_by(|a, b| a.len().cmp(&b.len()).then_with(|| a.cmp(b)));
        sets.dedup();
        if sets.first().is_some_and(OptionIds::is_empty) {
            sets.truncate(1);
        }
        sets.sort_by_cached_key(|set| {
            let squares = set.iter().map(|land| self.options.lives(*land).pow(2));
            squares.sum::<usize>()
        });
        let mut kept: Vec<OptionIds> = Vec::new();
        for set in sets {
            let is_part = |part: &OptionIds| part.iter().all(|land| set.contains(land));
            if !kept.iter().any(is_part) {
                kept.push(set);
                if kept.len() == ANSWERS {
                    break;
                }
            }
        }
        kept
    }
}

impl Choices for Nimbers<'_> {
    type Need = NimberNeed;

    fn needs(&mut self, key: &[u8], known: &Known) -> Result<Vec<NimberNeed>, ClaimError> {
        let land = self.options.intern(&Land::from_form(key));
        let option = |nimber| NimberNeed::Option(land, nimber);
        let nimber = match known {
            Known::Nimber(nimber) => nimber.0 as u8,
            Known::Excluded(bits) => return Ok(known::bits(*bits).map(option).collect()),
        };
        let wins = self.options.list(land)?.into_iter();
        let wins = wins.map(|child| NimberNeed::Win(child, nimber));
        Ok((0..nimber).map(option).chain(wins).collect())
    }

    fn answers(&mut self, need: &NimberNeed) -> Result<Vec<Entries<Known>>, ClaimError> {
        let sets = self.sets(need)?;
        let mut answers = Vec::new();
        'sets: for lands in self.least(sets) {
            let mut answer = Vec::new();
            for land in lands {
                let Some(nimber) = self.near(land)? else {
                    continue 'sets;
                };
                let key: Key = self.options.land(land).form().into();
                answer.push((key, Known::Nimber(Nimber(nimber.into()))));
            }
            answers.push(answer);
        }
        Ok(answers)
    }
}

/// Returns lands as a set.
fn set(lands: &[LandId]) -> OptionIds {
    let mut set: OptionIds = lands.into();
    set.sort_unstable();
    set.dedup();
    set
}
