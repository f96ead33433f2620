//! Altered certificates: what is false is not accepted.
//!
//! Each is a certificate with some of its facts or its header changed, and a right checksum. It may still prove
//! something that is true. Where the checker accepts, other methods must agree with what it says.
//!
//! `PAPERGAMES_TIMES=20 cargo test --release -p papergames-cli --test all altered:: -- --nocapture` tries twenty times
//! as many. `PAPERGAMES_ALTERED_FOLDER=FOLDER` keeps them there, each in a file whose ending is the verdict; the tests
//! of the second checker, `python3 -m unittest discover examples/check/tests`, compare theirs if they find the same
//! variable.

use std::collections::HashMap;
use std::path::Path;

use ::check::sos::certificate::Rules as ScoringRules;
use ::check::sprouts::drawing::Variant as Lines;
use ::check::{AcceptedClaim, Claim, Failure, Limit, Value, Work, check};
use common::{Ending, Impartial, Random, Seeded};
use sprouts::land::glop::Sum;
use sprouts::land::{Land, Lands, Reductions};
use sprouts::solve::Solver;
use sprouts::solve::reference::Reference;
use sprouts::surface::Sheet;
use sprouts::{Position, Rules, Variant};

use crate::certificates::{certificate_by, on_surface, parts, with_facts};
use crate::times::times;

/// Certificates of every kind that there is.
fn certificates() -> Vec<String> {
    let mut all = Vec::new();
    let variants = [
        Variant::Standard,
        Variant::BlackAndWhite,
        Variant::BlackAndWhiteLoops,
    ];
    for variant in variants {
        for ending in [Ending::Normal, Ending::Misere] {
            let most = if variant == Variant::Standard { 5 } else { 3 };
            for n in 1..=most {
                let rules = Rules { ending, variant };
                let position = Position::new(n, rules).expect("a start");
                for forms in [9, 6, 0] {
                    let mut solver = Solver::for_rules(rules);
                    solver.settings.forms = forms;
                    all.push(certificate_by(solver, &position));
                    if ending == Ending::Normal || variant != Variant::Standard {
                        break;
                    }
                }
            }
        }
    }
    for rules in sos::Rules::ALL {
        for board in ["1x5", "2x3", "3x3"] {
            let position = sos::Position::new(board.parse().expect("a board"), rules);
            let certificate = sos::solve::Solver::new().certify(&position);
            all.push(certificate.expect("a certificate").text);
        }
    }
    for surface in ["h1", "c1", "c2", "h2"] {
        for setup in [format!("2@{surface}"), format!("2@{surface}-")] {
            all.push(on_surface(&setup));
        }
    }
    all
}

/// What the solvers say about claims.
#[derive(Default)]
struct Truth(HashMap<String, Value>);

impl Truth {
    /// Whether a position has a value.
    fn is(&mut self, claim: &Claim, value: Value) -> bool {
        let known = self
            .0
            .entry(claim.to_string())
            .or_insert_with(|| truth(claim));
        match (*known, value) {
            (Value::Nimber(nimber), Value::Wins) => nimber > 0,
            (Value::Nimber(nimber), Value::Loses) => nimber == 0,
            (known, value) => known == value,
        }
    }
}

fn truth(claim: &Claim) -> Value {
    match claim {
        Claim::Sprouts(question) => value_of(&question.position, question.variant, question.misere),
        Claim::Sos(question) => {
            let board: Vec<&[u8]> = question
                .board
                .text()
                .split('/')
                .map(str::as_bytes)
                .collect();
            let (cells, columns) = (board.concat(), board[0].len());
            Value::Points(worth(&cells, columns, question.rules, &mut HashMap::new()))
        }
    }
}

/// The nimber of a position of Sprouts, or in misère play who wins.
pub(crate) fn value_of(position: &str, variant: Lines, misere: bool) -> Value {
    let wins = |wins: bool| if wins { Value::Wins } else { Value::Loses };
    if position.contains('@') {
        let sheet: Sheet = format!("{position}:1").parse().expect("a sheet");
        let lands = sheet.summands().into_iter().collect();
        return if misere {
            wins(is_won_in_misere(&lands, &mut HashMap::new()))
        } else {
            Value::Nimber(nimber(&lands, &mut HashMap::new()))
        };
    }
    let sum: Sum = position.parse().expect(position);
    if variant == Lines::Standard {
        // The plain search of the literature, in a spelling of its own.
        let (mut search, sum) = (Reference::new(), sum.simplified());
        return if misere {
            wins(!search.is_lost_in_misere(&sum).expect("no limit"))
        } else {
            Value::Nimber(search.nimber(&sum).expect("no limit").0)
        };
    }
    let variant = variant.name().parse().expect("a variant");
    let ending = if misere {
        Ending::Misere
    } else {
        Ending::Normal
    };
    let lands = Lands::from_sum(&sum, Reductions::NONE);
    let mut solver = Solver::for_rules(Rules { ending, variant });
    if misere {
        wins(solver.solve_lands(&lands).expect("no limit").mover_wins)
    } else {
        Value::Nimber(solver.nimber(&lands).expect("no limit").0)
    }
}

/// The nimber of lands on surfaces, by trying everything.
fn nimber(lands: &Lands, known: &mut HashMap<Land, u32>) -> u32 {
    let mut sum = 0;
    for land in lands {
        if !known.contains_key(land) {
            let options = Sheet::options(land);
            let nimbers: Vec<u32> = options.iter().map(|to| nimber(to, known)).collect();
            let least = (0..=u32::MAX).find(|n| !nimbers.contains(n));
            known.insert(land.clone(), least.expect("there are finitely many"));
        }
        sum ^= known[land];
    }
    sum
}

/// Whether the player to move wins misère play, by trying everything.
fn is_won_in_misere(lands: &Lands, known: &mut HashMap<Lands, bool>) -> bool {
    if let Some(known) = known.get(lands) {
        return *known;
    }
    let all: Vec<&Land> = lands.iter().collect();
    let moves =
        (0..all.len()).flat_map(|i| Sheet::options(all[i]).into_iter().map(move |to| (i, to)));
    let mut after = moves.map(|(i, to)| {
        let others = (0..all.len()).filter(|k| *k != i).map(|k| all[k]);
        let mut left: Vec<Land> = to.iter().chain(others).cloned().collect();
        left.sort_unstable();
        left.into_iter().collect::<Lands>()
    });
    let first = after.next();
    let wins = first.is_none_or(|first| {
        !is_won_in_misere(&first, known) || after.any(|left| !is_won_in_misere(&left, known))
    });
    known.insert(lands.clone(), wins);
    wins
}

/// The value of a board of SOS to the player to move, by trying everything.
pub(crate) fn worth(
    board: &[u8],
    columns: usize,
    rules: ScoringRules,
    known: &mut HashMap<Vec<u8>, i32>,
) -> i32 {
    if let Some(known) = known.get(board) {
        return *known;
    }
    let mut best = None;
    for at in (0..board.len()).filter(|at| board[*at] == b'.') {
        for letter in [b'S', b'O'] {
            let mut next = board.to_vec();
            next[at] = letter;
            let points = made(&next, columns) - made(board, columns);
            let brings = match rules {
                ScoringRules::First if points > 0 => 1,
                ScoringRules::Misere if points > 0 => -1,
                ScoringRules::General if points > 0 => points + worth(&next, columns, rules, known),
                ScoringRules::General
                | ScoringRules::First
                | ScoringRules::Alternating
                | ScoringRules::Misere => points - worth(&next, columns, rules, known),
            };
            best = best.max(Some(brings));
        }
    }
    let best = best.unwrap_or(0);
    known.insert(board.to_vec(), best);
    best
}

/// The number of S-O-S that a board has.
fn made(board: &[u8], columns: usize) -> i32 {
    let rows = board.len() / columns;
    let steps = [(0, 1), (1, 0), (1, 1), (1, -1)];
    let starts = (0..rows).flat_map(|row| (0..columns).map(move |column| (row, column)));
    let lines = starts.flat_map(|start| steps.map(|step| (start, step)));
    let is_made = |((row, column), (down, right)): ((usize, usize), (usize, isize))| {
        b"SOS".iter().enumerate().all(|(k, letter)| {
            let at = column
                .checked_add_signed(k as isize * right)
                .filter(|at| *at < columns);
            let row = Some(row + k * down).filter(|row| *row < rows);
            let cell = row
                .zip(at)
                .map(|(row, column)| board[row * columns + column]);
            cell == Some(*letter)
        })
    };
    lines.filter(|line| is_made(*line)).count() as i32
}

/// The same lie in the header and in all facts, or in all about the position of the header: other nimbers or bounds.
fn lie(header: &mut [String], facts: &mut [String], everywhere: bool, more: i32) {
    let mut root = String::new();
    for line in header {
        let (word, rest) = line.split_once(' ').unwrap_or_default();
        let (word, rest) = (word.to_owned(), rest.to_owned());
        match word.as_str() {
            "position" | "board" => root = rest,
            "mover" if rest == "wins" => *line = format!("{word} loses"),
            "mover" => *line = format!("{word} wins"),
            "value" => *line = format!("value {}", rest.parse::<i32>().map_or(0, |n| n + more)),
            _ => (),
        }
    }
    for fact in facts {
        let (land, number) = fact.rsplit_once(' ').unwrap_or_default();
        let is_about = everywhere || land.split(' ').next() == Some(&root);
        *fact = match number.parse::<i32>() {
            Ok(n) if is_about && land.ends_with('=') => format!("{land} {}", n + more),
            Ok(n @ 0..=1) if is_about => format!("{land} {}", 1 - n),
            _ => continue,
        };
    }
}

/// Changes a certificate in one to three places. `others` gives facts of other certificates.
fn altered(text: &str, others: &[String], random: &mut Seeded) -> String {
    let (header, mut facts) = parts(text);
    let mut header: Vec<String> = header.into_iter().map(str::to_owned).collect();
    for _ in 0..=random.below(3) {
        let mut pick = |n: usize| random.below(n.max(1) as u64) as usize;
        let at = pick(facts.len());
        let Some(fact) = facts.get(at).cloned() else {
            return text.to_owned();
        };
        let board = fact
            .split(' ')
            .next()
            .unwrap_or_default()
            .trim_end_matches('*')
            .to_owned();
        match pick(14) {
            0 => drop(facts.remove(at)),
            1 | 2 => {
                // Another nimber or bound.
                let (rest, number) = fact.rsplit_once(' ').unwrap_or((&fact, ""));
                let number = number.parse::<i32>().map_or(0, |n| n + [-1, 1, 2][pick(3)]);
                facts[at] = format!("{rest} {number}");
            }
            3 => {
                let other = pick(facts.len());
                let values =
                    [at, other].map(|i| facts[i].rsplit_once(' ').map(|(_, n)| n.to_owned()));
                if let [Some(one), Some(two)] = values {
                    for (i, value) in [(at, two), (other, one)] {
                        let rest = facts[i]
                            .rsplit_once(' ')
                            .map_or("", |(rest, _)| rest)
                            .to_owned();
                        facts[i] = format!("{rest} {value}");
                    }
                }
            }
            4 => {
                let mut bytes = fact.into_bytes();
                let place = pick(bytes.len());
                bytes[place] = b"012ABCD.|+*SO-<>= 3@hc"[pick(22)];
                facts[at] = String::from_utf8_lossy(&bytes).into_owned();
            }
            5 => {
                let (_, theirs) = parts(&others[pick(others.len())]);
                facts.extend(theirs.get(pick(theirs.len())).cloned());
            }
            6 | 12 | 13 => lie(
                &mut header,
                &mut facts,
                random.below(2) == 0,
                random.below(3) as i32 - 1,
            ),
            7 => {
                let line = header
                    .iter()
                    .position(|line| line.starts_with("position ") || line.starts_with("board "));
                if let Some(line) = line {
                    let word = header[line].split(' ').next().unwrap_or_default();
                    header[line] = format!("{word} {}", board.replace('-', "S"));
                }
            }
            8 | 9 => {
                for line in &mut header {
                    let other = match line.as_str() {
                        "mover wins" => "mover loses".to_owned(),
                        "mover loses" => "mover wins".to_owned(),
                        value if value.starts_with("value ") => {
                            format!("value {}", pick(3) as i32 - 1)
                        }
                        _ => continue,
                    };
                    *line = other;
                }
            }
            10 => {
                let line = pick(header.len());
                let rules = ScoringRules::ALL.map(ScoringRules::name);
                match header[line].split(' ').next().unwrap_or_default() {
                    "rules" => header[line] = format!("rules {}", rules[pick(rules.len())]),
                    "ending" => {
                        "ending misere".clone_into(&mut header[line]);
                        facts = facts
                            .iter()
                            .map(|fact| fact.split(' ').next().unwrap_or_default().to_owned())
                            .collect();
                    }
                    "variant" => drop(header.remove(line)),
                    "forms" => header[line] = format!("forms {}", pick(10)),
                    "game" if header[line].ends_with("sprouts") => {
                        header.insert(line + 1, "variant black-and-white".to_owned());
                    }
                    _ => (),
                }
            }
            _ => facts.push(format!("{fact}+1")),
        }
    }
    let header: Vec<&str> = header.iter().map(String::as_str).collect();
    with_facts(&header, &facts)
}

/// What the checker says about certificates, counted.
#[derive(Default)]
pub(crate) struct Verdicts {
    pub(crate) accepted: usize,
    pub(crate) refused: usize,
    pub(crate) given_up: usize,
}

impl Verdicts {
    /// Checks a certificate, keeps it where `PAPERGAMES_ALTERED_FOLDER` says, and returns what it proves.
    pub(crate) fn of(&mut self, name: &str, text: &str) -> Option<AcceptedClaim> {
        let limit = Limit {
            steps: 20_000_000,
            ..Limit::default()
        };
        let checked = check(text, None, &Work::new(limit, |_, _| ()));
        let (count, verdict) = match &checked {
            Ok(_) => (&mut self.accepted, "accepted"),
            Err(Failure::Refused(_)) => (&mut self.refused, "refused"),
            Err(Failure::GaveUp(_)) => (&mut self.given_up, "gave_up"),
        };
        *count += 1;
        if let Some(folder) = std::env::var_os("PAPERGAMES_ALTERED_FOLDER") {
            let file = Path::new(&folder).join(format!("{name}-{}.{verdict}", self.total()));
            std::fs::write(file, text).expect("the folder is there");
        }
        checked.ok()
    }

    /// The number of certificates checked.
    pub(crate) fn total(&self) -> usize {
        self.accepted + self.refused + self.given_up
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "it counts")]
fn altered_certificates_prove_nothing_false() {
    let n = times(300) as usize;
    let certificates = certificates();
    let (mut truth, mut random) = (Truth::default(), Seeded::new(35));
    let mut verdicts = Verdicts::default();
    for i in 0..n {
        let original = &certificates[i % certificates.len()];
        let text = altered(original, &certificates, &mut random);
        if let Some(proved) = verdicts.of("altered", &text) {
            assert!(truth.is(&proved.claim, proved.value), "{proved}\n{text}");
        }
    }
    let Verdicts {
        accepted,
        refused,
        given_up,
    } = verdicts;
    eprintln!(
        "{n} altered certificates: {accepted} accepted, all true; {refused} refused; {given_up} given up"
    );
    assert!(
        refused * 2 > n && accepted * 50 > n,
        "the alterations do something, and not all of them too much"
    );
}
