//! Certificates of Sprouts, read by the independent checker in `examples/check_proof.rs`.

#[path = "../examples/check_proof.rs"]
#[allow(dead_code, reason = "the checker is a program of its own")]
mod check_proof;

use std::collections::BTreeSet;

use check_proof::{Checker, check, checksum, read_position};
use common::{Budget, Ending};
use sprouts::land::{Land, Lands, Reductions};
use sprouts::solve::Solver;
use sprouts::solve::catalogue::{Catalogue, read};
use sprouts::{Game, Position, Rules};

fn certificate(position: &Position) -> String {
    let mut solver = Solver::for_rules(position.rules());
    let certificate = solver.certify(position);
    certificate.expect("a certificate").to_string()
}

fn start(n: usize, rules: Rules) -> String {
    certificate(&Position::new(n, rules).expect("a start"))
}

/// Whether the player to move wins, as published.
fn published(n: usize, ending: Ending) -> bool {
    match ending {
        Ending::Normal => n % 6 >= 3,
        Ending::Misere => n == 1 || n > 4 && n % 6 != 1 && n % 6 != 2 && n % 6 != 3,
    }
}

#[track_caller]
fn check_start(n: usize, rules: Rules) {
    let accepted = check(&start(n, rules)).unwrap_or_else(|reason| panic!("{n} spots: {reason}"));
    assert_eq!(accepted.position, format!("0*{n}").replace("0*1", "0"));
    assert_eq!(accepted.misere, rules.ending == Ending::Misere);
    assert_eq!(accepted.mover_wins, published(n, rules.ending), "{n} spots");
}

#[test]
fn certificates_of_starts_are_accepted() {
    for n in 1..=9 {
        check_start(n, Rules::NORMAL);
    }
}

#[test]
fn certificates_of_misere_starts_are_accepted() {
    for n in 1..=6 {
        check_start(n, Rules::MISERE);
    }
}

#[test]
#[ignore = "half a minute with optimizations"]
fn certificates_of_larger_starts_are_accepted() {
    for n in [10, 11, 12, 13, 16, 17] {
        check_start(n, Rules::NORMAL);
    }
    for n in 7..=8 {
        check_start(n, Rules::MISERE);
    }
}

#[test]
fn certificates_of_positions_are_accepted() {
    for rules in [Rules::NORMAL, Rules::MISERE] {
        let mut position = Position::new(4, rules).expect("a start");
        while let Some(m) = position.nth_move(position.moves().len() as u128 / 2) {
            position.apply(&m).expect("a listed move is legal");
            let accepted = check(&certificate(&position)).expect("a proof");
            let verdict = Solver::new().solve(&position).expect("there is no limit");
            let mover_wins = position.turn().is_some() && verdict.winner() == position.turn();
            let is_over = position.turn().is_none();
            assert!(accepted.mover_wins == mover_wins || is_over, "{position}");
        }
    }
}

/// The checker shares no code with the library, so this compares two lists of moves and two canonical forms.
#[test]
fn the_checker_reaches_the_positions_that_the_library_reaches() {
    for n in 1..=4 {
        let (start, all) = (Lands::start(n), Reductions::ALL);
        let catalogue = Catalogue::new(&start, all, &Budget::new(), &mut |_| ());
        let text: String = catalogue.expect("no limit").lines().collect();
        let library: BTreeSet<_> = read(&text)
            .expect("a catalogue")
            .iter()
            .map(|entry| read_position(&entry.position.to_string()).expect("a position"))
            .collect();
        let start = read_position(&start.to_string()).expect("a position");
        let reached = Checker::default().reachable(start);
        assert_eq!(reached, library, "{n} spots");
    }
}

/// Compares the children of a land by the library with those by the checker.
#[track_caller]
fn check_children(text: &str) {
    let land: Land = text.parse().expect("a land");
    let of = |lands: &Lands| read_position(&lands.to_string()).expect("a position");
    let library: BTreeSet<_> = land.children().iter().map(of).collect();
    let [own] = &read_position(&land.to_string()).expect("a position")[..] else {
        panic!("{text} is one land");
    };
    let checker: BTreeSet<_> = Checker::default().children(own).iter().cloned().collect();
    let texts = |these: &BTreeSet<Vec<_>>, those: &BTreeSet<_>| -> Vec<String> {
        these.difference(those).map(check_proof::written).collect()
    };
    assert_eq!(
        texts(&library, &checker),
        texts(&checker, &library),
        "{land}"
    );
}

#[test]
fn the_checker_lists_the_children_that_the_library_lists() {
    for text in ["1ADA.BC|1D|BC", "2.2ABCA|BC", "ABDC|0.ABDC", "12"] {
        check_children(text);
    }
}

/// A certificate with some facts and a right number and checksum.
fn with_facts(header: &[&str], facts: &[String]) -> String {
    let body: String = facts.iter().map(|fact| fact.to_owned() + "\n").collect();
    let text = format!("{}\nfacts {}\n{body}", header[..5].join("\n"), facts.len());
    let sum = checksum(text.as_bytes());
    format!("{text}checksum {sum:016x}\n")
}

/// Takes a certificate apart: the lines of the header and the facts.
fn parts(text: &str) -> (Vec<&str>, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let facts = lines[6..lines.len() - 1].iter();
    (
        lines[..6].to_vec(),
        facts.map(ToString::to_string).collect(),
    )
}

#[test]
fn any_other_nimber_is_refused() {
    for n in 3..=6 {
        let text = start(n, Rules::NORMAL);
        let (header, facts) = parts(&text);
        assert_eq!(with_facts(&header, &facts), text);
        for at in 0..facts.len() {
            let (land, nimber) = facts[at].split_once(' ').expect("a land and a nimber");
            let nimber: u32 = nimber.parse().expect("a number");
            for wrong in (0..=nimber + 2).filter(|wrong| *wrong != nimber) {
                let mut facts = facts.clone();
                facts[at] = format!("{land} {wrong}");
                let refused = check(&with_facts(&header, &facts));
                assert!(refused.is_err(), "{n} spots, {}", facts[at]);
            }
        }
    }
}

#[test]
fn a_position_that_is_won_is_not_accepted_as_lost() {
    let text = start(4, Rules::MISERE);
    let (header, facts) = parts(&text);
    // Every position one line before a loss is won.
    for fact in &facts {
        let mut more = facts.clone();
        let won = format!("{fact}+AB|AB");
        let is_lost = !facts.contains(&won);
        more.push(won.clone());
        if is_lost && check(&with_facts(&header, &more)).is_ok() {
            // Then it is lost indeed, by the plain solver of sums.
            let lands: sprouts::land::Lands = won.parse().expect("lands");
            let verdict = Solver::for_rules(Rules::MISERE).solve_lands(&lands);
            assert!(!verdict.expect("there is no limit").mover_wins, "{won}");
        }
    }
}

/// Without one of its facts a certificate is refused, unless what is left is a proof too.
#[test]
fn a_missing_fact_is_noticed() {
    for (n, rules) in [(4, Rules::NORMAL), (6, Rules::NORMAL), (4, Rules::MISERE)] {
        let text = start(n, rules);
        let (header, facts) = parts(&text);
        let mut needed = 0;
        for at in 0..facts.len() {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.remove(6 + at);
            assert!(
                check(&(lines.join("\n") + "\n")).is_err(),
                "the checksum is wrong"
            );
            let mut fewer = facts.clone();
            fewer.remove(at);
            match check(&with_facts(&header, &fewer)) {
                Ok(accepted) => assert_eq!(accepted.mover_wins, published(n, rules.ending)),
                Err(_) => needed += 1,
            }
        }
        assert!(
            needed * 3 > facts.len() * 2,
            "{needed} of {} are needed",
            facts.len()
        );
    }
}

#[test]
fn a_changed_byte_is_noticed() {
    for rules in [Rules::NORMAL, Rules::MISERE] {
        let text = start(4, rules);
        for at in 0..text.len() {
            for other in [b'0', b'1', b'A', b'+', b' ', b'\n'] {
                let mut bytes = text.clone().into_bytes();
                if bytes[at] == other {
                    continue;
                }
                bytes[at] = other;
                let changed = String::from_utf8(bytes).expect("the text is ASCII");
                assert!(check(&changed).is_err(), "byte {at}: {changed}");
            }
        }
    }
}

#[test]
fn the_opposite_claim_is_refused() {
    for n in 1..=6 {
        for rules in [Rules::NORMAL, Rules::MISERE] {
            let text = start(n, rules);
            let (mut header, facts) = parts(&text);
            header[4] = match header[4] {
                "mover wins" => "mover loses",
                _ => "mover wins",
            };
            let refused = check(&with_facts(&header, &facts)).unwrap_err();
            assert!(
                refused.starts_with("the facts do not say that whoever moves"),
                "{refused}"
            );
        }
    }
}

#[test]
fn what_is_no_certificate_is_refused_with_a_reason() {
    let text = start(2, Rules::NORMAL);
    let (header, facts) = parts(&text);
    let other = |line: usize, text: &'static str| {
        let mut header = header.clone();
        header[line] = text;
        with_facts(&header, &facts)
    };
    for (text, reason) in [
        (String::new(), "expected a line feed at the end"),
        (
            text.replace("checksum", "sum"),
            "expected a checksum in the last line",
        ),
        (text.replace("0*2 0", "0*2 1"), "expected the checksum"),
        (
            other(0, "papergames certificate 2"),
            "expected version 1 of the format",
        ),
        (other(1, "game chess"), "expected a certificate of Sprouts"),
        (
            other(2, "ending other"),
            "expected the ending normal or misere, found `other`",
        ),
        (
            other(3, "position 0*x"),
            "line 4: expected a number of spots in `0*x`",
        ),
        (
            other(3, "position A"),
            "line 4: expected each capital twice in `A`",
        ),
        (other(3, "position 0..1"), "line 4: expected a corner"),
    ] {
        let found = check(&text).expect_err("it is refused");
        assert!(found.starts_with(reason), "{found}");
    }
}
