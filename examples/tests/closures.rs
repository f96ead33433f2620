//! Complete sets of facts: all positions that can be reached, each with its value, found without a solver's shortcuts.
//!
//! A solver writes only the facts that it needs. Where every fact is there, one that is false has all its neighbours to
//! rest on, so these are the hardest to refuse. `PAPERGAMES_TIMES=10` tries ten times as many.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use ::check::Value;
use ::check::Work;
use ::check::sos::certificate::Rules as ScoringRules;
use ::check::sprouts::canonical::Canonical;
use ::check::sprouts::children::Checker;
use ::check::sprouts::drawing::Variant as Lines;
use ::check::sprouts::spelling::{read_position, written};
use common::{Random, Seeded};

use crate::altered::{Verdicts, value_of, worth};
use crate::certificates::with_facts;
use crate::times::times;

/// A true certificate with every fact that there is.
struct Closure {
    name: String,
    /// Without the claim, which is the last line.
    header: Vec<String>,
    claim: String,
    false_claims: Vec<String>,
    facts: Vec<String>,
    /// Facts that do not hold.
    lies: Vec<String>,
}

impl Closure {
    fn text(&self, claim: &str, facts: &[String]) -> String {
        let header = self.header.iter().map(String::as_str);
        let header: Vec<&str> = header.chain([claim]).collect();
        with_facts(&header, facts)
    }

    /// Tries the whole truth, one lie among it, false claims, and a truth with gaps.
    fn try_all(&self, n: u32, random: &mut Seeded, verdicts: &mut Verdicts) {
        let name = &self.name;
        let whole = self.text(&self.claim, &self.facts);
        assert!(
            verdicts.of(name, &whole).is_some(),
            "true, but refused:\n{whole}"
        );
        for _ in 0..n {
            let mut facts = self.facts.clone();
            let claims = &self.false_claims;
            let claim = &claims[random.below(claims.len() as u64) as usize];
            for _ in 0..random.below(4) {
                facts.swap_remove(random.below(facts.len() as u64) as usize);
                if facts.is_empty() {
                    break;
                }
            }
            let text = self.text(claim, &facts);
            assert!(
                verdicts.of(name, &text).is_none(),
                "a false claim is accepted:\n{text}"
            );
            if !self.lies.is_empty() {
                let lie = &self.lies[random.below(self.lies.len() as u64) as usize];
                self.try_lie(lie, claim, random, verdicts);
            }
        }
    }

    /// Tries a lie, with the true claim and with a false one.
    fn try_lie(&self, lie: &str, claim: &str, random: &mut Seeded, verdicts: &mut Verdicts) {
        let (about, _) = lie.rsplit_once(' ').unwrap_or((lie, ""));
        let mut facts = self.facts.clone();
        // Beside the truth about the same position, or in its place.
        if random.below(4) > 0 {
            facts.retain(|fact| fact.rsplit_once(' ').is_none_or(|(of, _)| of != about));
        }
        facts.insert(
            random.below(facts.len() as u64 + 1) as usize,
            lie.to_owned(),
        );
        for claim in [&self.claim, claim] {
            let text = self.text(claim, &facts);
            assert!(
                verdicts.of(&self.name, &text).is_none(),
                "`{lie}` is accepted:\n{text}"
            );
        }
    }
}

/// The facts about all positions of Sprouts that follow one.
fn of_sprouts(position: &str, variant: Lines, forms: Option<u32>) -> Closure {
    let start = read_position(position, variant, &mut Canonical::default()).expect("a position");
    let reached = Checker::new(variant, &Work::default()).reachable(start.clone());
    let reached = reached.expect("no limit");
    let (mut facts, mut lies) = (Vec::new(), Vec::new());
    let value = value_of(&written(&start), variant, forms.is_some());
    if forms.is_some() {
        for position in reached.iter().filter(|position| !position.is_empty()) {
            let text = written(position);
            let is_lost = value_of(&text, variant, true) == Value::Loses;
            if is_lost { &mut facts } else { &mut lies }.push(text);
        }
    } else {
        for land in reached.iter().flatten().collect::<BTreeSet<_>>() {
            let text = written(&vec![land.clone()]);
            let Value::Nimber(nimber) = value_of(&text, variant, false) else {
                panic!("normal play has nimbers");
            };
            let others = (0..=nimber + 2).filter(|other| *other != nimber);
            lies.extend(others.map(|other| format!("{text} {other}")));
            facts.push(format!("{text} {nimber}"));
        }
    }
    let mut header = vec![
        "papergames certificate 1".to_owned(),
        "game sprouts".to_owned(),
    ];
    if variant != Lines::Standard {
        header.push(format!("variant {}", variant.name()));
    }
    match forms {
        Some(forms) => header.extend(["ending misere".to_owned(), format!("forms {forms}")]),
        None => header.push("ending normal".to_owned()),
    }
    header.push(format!("position {position}"));
    let claims = ["mover loses", "mover wins"].map(str::to_owned);
    let [loses, wins] = claims;
    let (claim, other) = match value {
        Value::Loses | Value::Nimber(0) => (loses, wins),
        Value::Wins | Value::Nimber(_) => (wins, loses),
        Value::Points(_) => panic!("Sprouts has no points"),
    };
    Closure {
        name: format!("sprouts-{}", variant.name()),
        header,
        claim,
        false_claims: vec![other],
        facts,
        lies,
    }
}

/// Both bounds of all boards of SOS that follow one.
fn of_sos(board: &str, rules: ScoringRules) -> Closure {
    let columns = board.find('/').unwrap_or(board.len());
    let start: Vec<u8> = board.bytes().filter(|sign| *sign != b'/').collect();
    let mut known = HashMap::new();
    let mut values = BTreeMap::from([(start.clone(), worth(&start, columns, rules, &mut known))]);
    let mut open = vec![start.clone()];
    while let Some(board) = open.pop() {
        for at in (0..board.len()).filter(|at| board[*at] == b'.') {
            for letter in [b'S', b'O'] {
                let mut next = board.clone();
                next[at] = letter;
                let value = worth(&next, columns, rules, &mut known);
                if values.insert(next.clone(), value).is_none() {
                    open.push(next);
                }
            }
        }
    }
    let (mut facts, mut lies) = (Vec::new(), Vec::new());
    for (board, value) in &values {
        let rows: Vec<&str> = board
            .chunks(columns)
            .map(|row| core::str::from_utf8(row).expect("letters"))
            .collect();
        let board = rows.join("/");
        for (sign, beyond) in [(">=", 1), ("<=", -1)] {
            facts.push(format!("{board} {sign} {value}"));
            lies.extend([1, 2].map(|k| format!("{board} {sign} {}", value + k * beyond)));
        }
    }
    let value = values[&start];
    let claims = (-3..=3)
        .filter(|k| *k != 0)
        .map(|k| format!("value {}", value + k));
    Closure {
        name: format!("sos-{}", rules.name()),
        header: vec![
            "papergames certificate 1".to_owned(),
            "game sos".to_owned(),
            format!("rules {}", rules.name()),
            format!("board {board}"),
        ],
        claim: format!("value {value}"),
        false_claims: claims.collect(),
        facts,
        lies,
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "it counts")]
fn complete_facts_of_sprouts_prove_the_truth_and_no_lie() {
    let (mut random, mut verdicts) = (Seeded::new(80), Verdicts::default());
    for variant in Lines::ALL {
        let positions: &[&str] = match variant {
            Lines::Standard => &[
                "0*2",
                "0*3",
                "0.AB|AB",
                "0+0*2",
                "0+0+0.AB|AB",
                "0*2@c1",
                "0*2@h1",
                "0*2@c2",
            ],
            Lines::BlackAndWhite | Lines::BlackAndWhiteLoops => &["0", "0*2", "AB|AB"],
        };
        for position in positions {
            for forms in [None, Some(0), Some(3), Some(9), Some(16)] {
                of_sprouts(position, variant, forms).try_all(times(20), &mut random, &mut verdicts);
            }
        }
    }
    let Verdicts {
        accepted, refused, ..
    } = verdicts;
    eprintln!(
        "complete facts of Sprouts: {accepted} true and accepted, {refused} false and refused"
    );
    assert_eq!(verdicts.given_up, 0);
}

#[test]
fn a_lie_is_refused_which_only_a_move_in_the_small_lands_refutes() {
    let (mut random, mut verdicts) = (Seeded::new(81), Verdicts::default());
    let closure = of_sprouts("0+0*2", Lines::Standard, Some(3));
    for claim in &closure.false_claims {
        closure.try_lie("AB|AB+0*2", claim, &mut random, &mut verdicts);
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "it counts")]
fn complete_facts_of_sos_prove_the_truth_and_no_lie() {
    let (mut random, mut verdicts) = (Seeded::new(66), Verdicts::default());
    for rules in ScoringRules::ALL {
        for board in [
            ".....",
            "..S/.O.",
            "S.O/.../OSS",
            "S../O.S/..O",
            ".S.O.",
            "...O/S..O",
        ] {
            of_sos(board, rules).try_all(times(20), &mut random, &mut verdicts);
        }
    }
    let Verdicts {
        accepted, refused, ..
    } = verdicts;
    eprintln!("complete facts of SOS: {accepted} true and accepted, {refused} false and refused");
    assert_eq!(verdicts.given_up, 0);
}
