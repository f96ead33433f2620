//! Certificates: proofs as text that other programs can check.
//!
//! [`Solver::certify`] collects every bound that a value needs: boards, each with a claim about its value. A program
//! can check it by listing letters, without a search. The package `papergames-check` does so without sharing any code
//! with this crate, and its `FORMAT.md` describes the format.
//!
//! # What proves a claim
//!
//! A claim `board >= n` needs one letter with which the player to move gets at least *n*. A claim `board <= n` needs a
//! proof that no letter gets more. The value of a letter follows from its points and a claim about the board that it
//! leads to. Three facts need no claim: a full board has the value 0; no player can win more points than the rules give
//! for all lines that can still become an S-O-S; and under `first`, a board with a line that lacks only one letter is
//! won.
//!
//! Boards count as equal if a symmetry maps one to the other, if they differ only in letters on lines that are dead, or
//! if one of them has two additional empty cells that are on no line that is alive, because a letter in one of these
//! cells can be answered in the other.

use common::budget::{Clock, Cost, Meter, Progress};
use common::claim::{
    Certificate, Choices, ClaimError, Claims, Derivation, Entries, Key, Premises, grounds, shrink,
};
use common::describe::Refused;
use common::values::{Facts, Listener, ValueStatement};
use common::{CertifiedOutcome, Game, Limit, Outcome, Seeded};
use std::collections::HashMap;

use super::lattice::Lattice;
use super::memo::ValueBounds;
use super::node::Node;
use super::search::{KeyBounds, Search};
use super::solver::{Solution, SolveError, Solver, lattice_of};
use super::work::{lead, settled};
use crate::position::Position;
use crate::rules::{After, Rules};

impl Solver<'_> {
    /// Solves a position and returns a proof that other programs can check.
    ///
    /// The search runs first. The proof takes several times as long as the search, because it examines every letter,
    /// even those that the search knows to be useless. With the rest of the budget, a [local
    /// search](common::claim::shrink) then removes superfluous entries. Half of the budget's memory is used for the
    /// table, and half for the proof. The solver's method and store are ignored.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`solve`](Solver::solve), and [`SolveError::Over`] if the game is over.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_sos::solve::Solver;
    ///
    /// let proof = Solver::new().certify(&"SO.:1:0-0".parse()?)?;
    /// assert_eq!(proof.text, "\
    /// papergames certificate 1
    /// game sos
    /// rules general
    /// board SO.
    /// value 1
    /// facts 1
    /// .OS >= 1
    /// checksum 1ed50a2853dcafc0
    /// ");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn certify(&mut self, position: &Position) -> Result<CertifiedOutcome, SolveError> {
        let lattice = lattice_of(position)?;
        let Some(mover) = position.turn() else {
            return Err(SolveError::Over);
        };
        let (budget, rules) = (self.effort.budget.clone(), position.rules());
        let clock = Clock::start();
        let memory = self.effort.budget.usual_memory() / 2;
        let mut meter = budget.start();
        let mut watch = report_to(&mut self.effort.progress);
        let search = Search::new(&lattice, rules, memory, &mut meter, &mut watch);
        let mut proof = Prover::new(&lattice, rules, search, memory);
        let node = lattice.node(position);
        let (value, entries) = proof.of(node)?;
        let found = entries.iter().cloned();
        proof.found = found.collect();
        let mut entries = proof.halves(&entries);
        let goal = [Claim::AtLeast(value), Claim::AtMost(value)];
        let goal = goal.map(|claim| Requirement::Board(node, claim)).to_vec();
        let steps = MOST_STEPS.min(STEPS * entries.len());
        let random = &mut Seeded::new(1);
        let left = budget.less(0, clock.elapsed());
        let all = (&mut entries, Vec::new());
        match shrink(&mut proof, goal, all, steps, random, &left, &mut |_| ()) {
            // Without shrinking, the entries are still a proof.
            Ok(()) | Err(ClaimError::Unfinished(_)) => (),
            Err(reason) => return Err(reason.into()),
        }
        let text = position.to_string();
        let board = text.split(':').next().unwrap_or_default();
        let mut certificate = Certificate::new("sos");
        certificate.say("rules", rules);
        certificate.say("board", board);
        certificate.say("value", value);
        certificate.entries = proof.lines(entries);
        let outcome = match lead(position) + i32::from(value) {
            0 => Outcome::Draw,
            1.. => Outcome::Win(mover),
            _ => Outcome::Win(mover.opponent()),
        };
        let (facts, text) = (certificate.entries.len(), certificate.to_string());
        Ok(CertifiedOutcome {
            outcome,
            facts,
            text,
        })
    }

    /// Solves a position by a search without the store, and traces its value back to the rules letter by letter. The
    /// cost counts the facts of this proof.
    pub(super) fn by_proof(
        &mut self,
        lattice: &Lattice,
        position: &Position,
    ) -> Result<Solution, SolveError> {
        let (budget, rules, memory) = (
            self.effort.budget.clone(),
            position.rules(),
            self.effort.budget.usual_memory() / 2,
        );
        let mut meter = budget.start();
        let (value, facts) = if let Some(value) = settled(position) {
            (value, 0)
        } else {
            let mut watch = report_to(&mut self.effort.progress);
            let search = Search::new(lattice, rules, memory, &mut meter, &mut watch);
            let mut proof = Prover::new(lattice, rules, search, memory);
            let (value, entries) = proof.of(lattice.node(position))?;
            (lead(position) + i32::from(value), entries.len())
        };
        Ok(Solution {
            value,
            values: Vec::new(),
            cost: Cost::new(facts as u64, meter.elapsed()),
            assumed: false,
        })
    }
}

/// Returns the watch of a search that reports its nodes to a listener.
fn report_to(
    listener: &mut Listener<'_>,
) -> impl FnMut(&Meter<'_>, &[KeyBounds]) -> Result<(), SolveError> {
    move |meter, _| {
        listener(&Progress::new(meter.nodes(), meter.elapsed()));
        Ok(())
    }
}

/// Reads a certificate, to look up the bounds that it proves for boards of the same size as a position.
///
/// Boards are found as this crate writes them.
pub(crate) fn facts(
    position: &Position,
    certificate: &Certificate,
) -> Result<Facts<Position>, Refused> {
    let (size, rules) = (position.size(), position.rules());
    let said = |word: &str| certificate.said(word).unwrap_or_default();
    let board = said("board");
    let rows: Vec<&str> = board.split('/').collect();
    let is_ours = said("game") == "sos"
        && said("rules") == rules.to_string()
        && (rows.len(), rows[0].len()) == (size.rows(), size.columns());
    if !is_ours {
        return Err(Refused::new(format!(
            "the certificate must be for {size} and {rules}, but it is for `{} {} {board}`; choose the rules with \
             --rules",
            said("game"),
            said("rules")
        )));
    }
    let lattice = lattice_of(position).map_err(Refused::because)?;
    let mut known: HashMap<String, Vec<String>> = HashMap::new();
    for entry in &certificate.entries {
        let (board, bound) = entry.split_once(' ').unwrap_or((entry, ""));
        known
            .entry(board.to_owned())
            .or_default()
            .push(bound.to_owned());
    }
    Ok(Box::new(move |position| {
        position.turn()?;
        let node = lattice.node_of(lattice.key(lattice.node(position)));
        let board = lattice.text(node) + if node.odd { "*" } else { "" };
        let ValueBounds { low, high } = plain(&lattice, rules, node);
        let mut bounds = known.get(&board).cloned().unwrap_or_default();
        if low == high {
            bounds.push(format!("= {low}"));
        }
        (!bounds.is_empty()).then(|| ValueStatement {
            value: bounds.join(", "),
            by: board,
        })
    }))
}

/// Returns the bounds that hold for a board without a proof.
fn plain(lattice: &Lattice, rules: Rules, node: Node) -> ValueBounds {
    let scoring = lattice.scoring(node);
    if rules.sos_wins() && scoring.s | scoring.o != 0 {
        return ValueBounds::exactly(1);
    }
    ValueBounds::within(lattice.most_worth(rules, node))
}

/// A claim about the value of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Claim {
    AtLeast(i8),
    AtMost(i8),
}

impl Claim {
    fn follows_from(self, ValueBounds { low, high }: ValueBounds) -> bool {
        match self {
            Claim::AtLeast(least) => low >= least,
            Claim::AtMost(most) => high <= most,
        }
    }
}

/// A letter: its result, and the board that it leads to.
struct Successor {
    node: Node,
    after: After,
}

impl Successor {
    /// Returns what must be known to prove a claim about the letter's value.
    fn needs(&self, claim: Claim) -> Need {
        let needed = match (self.after, claim) {
            (After::Ends(value), _) => {
                return Need::Settled(claim.follows_from(ValueBounds::exactly(value)));
            }
            (After::Again(worth), Claim::AtLeast(least)) => Claim::AtLeast(least - worth),
            (After::Again(worth), Claim::AtMost(most)) => Claim::AtMost(most - worth),
            (After::Passes(worth), Claim::AtLeast(least)) => Claim::AtMost(worth - least),
            (After::Passes(worth), Claim::AtMost(most)) => Claim::AtLeast(worth - most),
        };
        Need::Claim(self.node, needed)
    }
}

/// What must be known to prove a claim about a letter's value.
#[derive(Clone, Copy, Debug)]
enum Need {
    /// Nothing, since the game is over and the claim is true or false.
    Settled(bool),
    /// A claim about the next board.
    Claim(Node, Claim),
}

/// A proof in progress: bounds of boards, which the search finds, and how they follow from each other.
struct Prover<'s, 'a, 'b> {
    lattice: &'s Lattice,
    rules: Rules,
    search: Search<'a, 'b>,
    /// The number of bytes that the claims may take.
    memory: u64,
    /// The bounds of the first proof. The search may have forgotten them or never have needed them.
    found: HashMap<Key, ValueBounds>,
    /// The number of needs, and of ways to meet them, that shrinking keeps.
    weighed: u64,
}

impl<'s, 'a, 'b> Prover<'s, 'a, 'b> {
    fn new(lattice: &'s Lattice, rules: Rules, search: Search<'a, 'b>, memory: u64) -> Self {
        Prover {
            lattice,
            rules,
            search,
            memory,
            found: HashMap::new(),
            weighed: 0,
        }
    }

    /// Returns the value of a board and every bound from which it follows.
    fn of(&mut self, node: Node) -> Result<(i8, Entries<ValueBounds>), SolveError> {
        let value = self.search.value(node)?;
        let first = (self.key(node), ValueBounds::exactly(value));
        Ok((value, grounds(self, vec![first])?))
    }

    fn key(&self, node: Node) -> Key {
        Box::new(self.lattice.key(node).to_be_bytes())
    }

    fn node(&self, key: &[u8]) -> Node {
        let key = key.try_into().expect("a key has eight bytes");
        self.lattice.node_of(u64::from_be_bytes(key))
    }

    /// Returns the bounds that hold for a board without a proof.
    fn plain(&self, node: Node) -> ValueBounds {
        plain(self.lattice, self.rules, node)
    }

    /// Lists all letters.
    fn letters(&self, node: Node) -> Vec<Successor> {
        let letters = self.lattice.letters(node);
        let letters = letters.map(|(made, s, o, rest)| Successor {
            node: self.lattice.reduce(s, o, rest, node.odd),
            after: self.rules.after(made),
        });
        let mut letters: Vec<Successor> = letters.collect();
        if node.odd {
            letters.push(Successor {
                node: Node { odd: false, ..node },
                after: self.rules.after(0),
            });
        }
        letters
    }

    /// Returns an entry for exactly one claim.
    fn entry(&self, node: Node, claim: Claim) -> (Key, ValueBounds) {
        let mut bounds = self.plain(node);
        match claim {
            Claim::AtLeast(least) => bounds.low = least,
            Claim::AtMost(most) => bounds.high = most,
        }
        (self.key(node), bounds)
    }

    /// Picks a letter that proves a claim: preferably one that adds no entry, then one that is in the search's table,
    /// then the first that the search finds.
    fn pick(
        &mut self,
        needs: &[Need],
        table: &Premises<'_, ValueBounds>,
    ) -> Result<Option<Need>, SolveError> {
        let is_free = |need: &&Need| match **need {
            Need::Settled(holds) => holds,
            Need::Claim(child, claim) => {
                let known = table.chosen(&self.key(child));
                claim.follows_from(self.plain(child))
                    || known.is_some_and(|known| claim.follows_from(*known))
            }
        };
        if let Some(free) = needs.iter().find(is_free) {
            return Ok(Some(*free));
        }
        for may_search in [false, true] {
            for need in needs {
                let Need::Claim(child, claim) = *need else {
                    continue;
                };
                let holds = match claim {
                    _ if !may_search => {
                        let known = self.search.known(child);
                        known.is_some_and(|known| claim.follows_from(known))
                    }
                    Claim::AtLeast(least) => self.search.at_least(child, least)? >= least,
                    Claim::AtMost(most) => self.search.at_least(child, most + 1)? <= most,
                };
                if holds {
                    return Ok(Some(*need));
                }
            }
        }
        Ok(None)
    }

    /// Splits entries into ones with a single bound each.
    fn halves(&self, entries: &[(Key, ValueBounds)]) -> Entries<ValueBounds> {
        let mut halves = Vec::new();
        for (key, bounds) in entries {
            let node = self.node(key);
            let plain = self.plain(node);
            if bounds.low > plain.low {
                halves.push(self.entry(node, Claim::AtLeast(bounds.low)));
            }
            if bounds.high < plain.high {
                halves.push(self.entry(node, Claim::AtMost(bounds.high)));
            }
        }
        halves
    }

    /// Writes entries as lines, those of lower rank first.
    fn lines(&mut self, mut entries: Entries<ValueBounds>) -> Vec<String> {
        entries.sort_by_cached_key(|(key, bounds)| (self.rank(key), key.clone(), -bounds.high));
        let lines = entries.iter().map(|(key, ValueBounds { low, high })| {
            let node = self.node(key);
            let odd = if node.odd { "*" } else { "" };
            let board = self.lattice.text(node);
            if *low > self.plain(node).low {
                format!("{board}{odd} >= {low}")
            } else {
                format!("{board}{odd} <= {high}")
            }
        });
        lines.collect()
    }

    /// Returns the known entries from each of which a claim follows; an empty set if it needs none.
    fn sets(&self, node: Node, claim: Claim) -> Vec<Entries<ValueBounds>> {
        if claim.follows_from(self.plain(node)) {
            return vec![Vec::new()];
        }
        let found = [
            self.search.known(node),
            self.found.get(&self.key(node)).copied(),
        ];
        let Some(ValueBounds { low, high }) = found.into_iter().flatten().reduce(ValueBounds::and)
        else {
            return Vec::new();
        };
        let claims: Vec<Claim> = match claim {
            Claim::AtLeast(least) => (least..=low).map(Claim::AtLeast).collect(),
            Claim::AtMost(most) => (high..=most).map(Claim::AtMost).collect(),
        };
        let entry = |claim| vec![self.entry(node, claim)];
        claims.into_iter().map(entry).collect()
    }

    /// Counts the ways to meet a need that shrinking keeps.
    fn weigh(
        &mut self,
        answers: Vec<Entries<ValueBounds>>,
    ) -> Result<Vec<Entries<ValueBounds>>, ClaimError> {
        self.weighed += 1 + answers.len() as u64;
        if self.weighed * ANSWER > self.memory {
            return Err(self.search.unfinished(Limit::Memory).into());
        }
        Ok(answers)
    }
}

impl Claims for Prover<'_, '_, '_> {
    type Known = ValueBounds;

    /// There is no store to read from.
    fn read(&mut self, _: &[u8], _: &[u8]) -> Option<(Key, ValueBounds)> {
        None
    }

    fn rank(&mut self, key: &[u8]) -> u32 {
        let node = self.node(key);
        2 * node.empty.count_ones() + u32::from(node.odd)
    }

    fn statement(&self, key: &[u8], bounds: &ValueBounds) -> String {
        bounds.statement(&self.lattice.text(self.node(key)))
    }

    fn join(&self, one: ValueBounds, other: &ValueBounds) -> ValueBounds {
        one.and(*other)
    }

    fn follows(
        &mut self,
        key: &[u8],
        bounds: &ValueBounds,
        table: &Premises<'_, ValueBounds>,
    ) -> Result<Derivation<ValueBounds>, ClaimError> {
        self.search.check()?;
        let (known, _) = table.size();
        if known * BYTES > self.memory {
            return Err(self.search.unfinished(Limit::Memory).into());
        }
        let node = self.node(key);
        let (plain, letters) = (self.plain(node), self.letters(node));
        let mut grounds = Vec::new();
        for claim in [Claim::AtLeast(bounds.low), Claim::AtMost(bounds.high)] {
            if claim.follows_from(plain) {
                continue;
            }
            let mut needs: Vec<Need> = letters.iter().map(|letter| letter.needs(claim)).collect();
            if let Claim::AtLeast(_) = claim {
                needs = self.pick(&needs, table)?.into_iter().collect();
                if needs.is_empty() {
                    return Ok(Derivation::Not("no letter brings as much".to_owned()));
                }
            }
            for need in needs {
                match need {
                    Need::Settled(true) => (),
                    Need::Settled(false) => {
                        return Ok(Derivation::Not("a letter brings more".to_owned()));
                    }
                    Need::Claim(child, claim) if claim.follows_from(self.plain(child)) => (),
                    Need::Claim(child, claim) => grounds.push(self.entry(child, claim)),
                }
            }
        }
        Ok(Derivation::From(grounds))
    }
}

/// What a proof of an entry needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Requirement {
    /// A letter on this board that gets at least this value.
    Letter(Node, i8),
    /// A claim about a board.
    Board(Node, Claim),
}

impl Choices for Prover<'_, '_, '_> {
    type Need = Requirement;

    fn needs(&mut self, key: &[u8], bounds: &ValueBounds) -> Result<Vec<Requirement>, ClaimError> {
        let node = self.node(key);
        let plain = self.plain(node);
        let mut needs = Vec::new();
        if bounds.low > plain.low {
            needs.push(Requirement::Letter(node, bounds.low));
        }
        if bounds.high < plain.high {
            for letter in self.letters(node) {
                match letter.needs(Claim::AtMost(bounds.high)) {
                    Need::Settled(true) => (),
                    Need::Settled(false) => {
                        return Err(ClaimError::Wrong {
                            said: self.statement(key, bounds),
                            reason: "a letter brings more".to_owned(),
                        });
                    }
                    Need::Claim(child, claim) => needs.push(Requirement::Board(child, claim)),
                }
            }
        }
        Ok(needs)
    }

    fn answers(&mut self, need: &Requirement) -> Result<Vec<Entries<ValueBounds>>, ClaimError> {
        let (node, least) = match *need {
            Requirement::Board(node, claim) => return self.weigh(self.sets(node, claim)),
            Requirement::Letter(node, least) => (node, least),
        };
        let mut answers = Vec::new();
        for letter in self.letters(node) {
            let sets = match letter.needs(Claim::AtLeast(least)) {
                Need::Settled(true) => vec![Vec::new()],
                Need::Settled(false) => Vec::new(),
                Need::Claim(child, claim) => self.sets(child, claim),
            };
            if sets.first().is_some_and(Vec::is_empty) {
                return Ok(sets);
            }
            answers.extend(sets);
        }
        self.weigh(answers)
    }
}

/// The number of steps of the search for a shorter proof, for each of its entries; and the greatest total, which bounds
/// the time. With 0, 5 and 20 steps, `papergames solve sos 2x8 --certificate` writes 23,016, 19,617 and 19,439 facts;
/// with `4x4 --rules first`, 11,946, 9,696 and 8,981. Longer searches gain little: with a total of a million, both take
/// three times as long, for 18,917 and 8,798.
const STEPS: usize = 20;
const MOST_STEPS: usize = 200_000;

/// The approximate number of bytes that a way to meet a need, with its entry, takes during the search for shorter
/// proofs.
const ANSWER: u64 = 320;

/// The approximate number of bytes that an entry takes, both while it is collected and as text.
const BYTES: u64 = 160;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::solve::mostly_s;
    use crate::solve::plain::PlainSolver;
    use common::{Budget, Seeded, playout};

    /// The search knows values that it did not find by letters; each still follows from the letters.
    #[test]
    fn every_value_that_the_search_finds_can_be_proved() {
        for (board, letters) in [("1x9", 0), ("3x3", 0), ("2x5", 2), ("3x4", 3), ("4x4", 8)] {
            for rules in Rules::ALL {
                let start: Position = format!("{board}:{rules}").parse().expect("a setup");
                for seed in 0..3 {
                    let random = &mut Seeded::new(seed);
                    let position = playout::play_at_most(start.clone(), letters, random);
                    if position.turn().is_none() {
                        continue;
                    }
                    let certificate = Solver::new().certify(&position);
                    let outcome = certificate.expect("a proof").outcome;
                    let verdict = Solver::new().solve(&position).expect("a small board");
                    assert_eq!(outcome, verdict.outcome, "{position}");
                }
            }
        }
    }

    #[test]
    fn values_are_proved_as_by_the_rules_where_a_letter_can_make_several_sos() {
        let mut proved = 0;
        for board in ["3x3", "3x4", "3x5", "4x4", "5x5"] {
            for rules in Rules::ALL {
                let start: Position = format!("{board}:{rules}").parse().expect("a setup");
                for seed in 0..20 {
                    let random = &mut Seeded::new(seed);
                    let position = mostly_s(start.clone(), 1 + seed as usize % 5, random);
                    if position.turn().is_none() {
                        continue;
                    }
                    let budget = Budget::new();
                    let by_rules = PlainSolver::default().value(&position, &mut budget.start());
                    let rest = by_rules.expect("no limit") - lead(&position);
                    let lattice = lattice_of(&position).expect("a small board");
                    let ValueBounds { low, high } = plain(&lattice, rules, lattice.node(&position));
                    let range = i32::from(low)..=i32::from(high);
                    assert!(
                        range.contains(&rest),
                        "{position} is worth {rest}, not {range:?}"
                    );
                    let text = Solver::new().certify(&position).expect("a proof").text;
                    let said = format!("\nvalue {rest}\n");
                    assert!(text.contains(&said), "{position} is worth {rest}:\n{text}");
                    proved += 1;
                }
            }
        }
        assert!(proved > 100, "{proved}");
    }
}
