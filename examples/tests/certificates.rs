//! Certificates of Sprouts and SOS, read by the independent checker in `examples/check`.

use std::collections::BTreeSet;

use ::check::sos::certificate as sos_check;
use ::check::sprouts::canonical::{self, Canonical};
use ::check::sprouts::certificate as sprouts_check;
use ::check::sprouts::children::Checker;
use ::check::sprouts::drawing::Variant as Lines;
use ::check::sprouts::misere::Misere;
use ::check::sprouts::spelling::{self, written};
use ::check::sprouts::trees::Trees;
use ::check::text::checksum;
use ::check::work::Work;
use common::describe::SetupOptions;
use common::values::Effort;
use common::{Budget, Ending, Seeded};
use sprouts::land::{Land, Lands, Reductions};
use sprouts::solve::Solver;
use sprouts::solve::catalogue::{Catalogue, read};
use sprouts::solve::certificate::shrink;
use sprouts::{Game, Position, Rules, Variant};

/// What an accepted certificate of Sprouts proves.
#[derive(Debug)]
struct Accepted {
    position: String,
    misere: bool,
    mover_wins: bool,
    nimber: Option<u32>,
    facts: usize,
}

/// Checks a certificate of Sprouts.
fn check(text: &str) -> Result<Accepted, String> {
    let work = Work::default();
    let checked = sprouts_check::Certificate::read(text, &work).and_then(|certificate| {
        let question = certificate.question();
        let answer = certificate.check(&work)?;
        Ok(Accepted {
            position: question.position.clone(),
            misere: question.misere,
            mover_wins: answer.mover_wins,
            nimber: answer.nimber,
            facts: answer.facts,
        })
    });
    checked.map_err(|reason| reason.to_string())
}

/// What an accepted certificate of SOS proves.
#[derive(Debug)]
struct AcceptedSos {
    rules: &'static str,
    board: String,
    value: i32,
    facts: usize,
}

/// Checks a certificate of SOS.
fn check_sos(text: &str) -> Result<AcceptedSos, String> {
    let work = Work::default();
    let checked = sos_check::Certificate::read(text, &work).and_then(|certificate| {
        let question = certificate.question();
        let answer = certificate.check(&work)?;
        Ok(AcceptedSos {
            rules: question.rules.name(),
            board: question.board.text().to_owned(),
            value: answer.value,
            facts: answer.facts,
        })
    });
    checked.map_err(|reason| reason.to_string())
}

/// Reads a position of standard Sprouts as the checker does.
fn read_position(text: &str) -> Result<canonical::Position, String> {
    let read = spelling::read_position(text, Lines::Standard, &mut Canonical::default());
    read.map_err(|reason| reason.to_string())
}

fn certificate(position: &Position) -> String {
    certificate_by(Solver::for_rules(position.rules()), position)
}

pub(crate) fn certificate_by(mut solver: Solver, position: &Position) -> String {
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
    assert_eq!(accepted.position, Lands::start(n).to_string());
    assert_eq!(accepted.misere, rules.ending == Ending::Misere);
    assert_eq!(accepted.mover_wins, published(n, rules.ending), "{n} spots");
}

#[test]
fn certificates_of_starts_are_accepted() {
    for n in 1..=9 {
        check_start(n, Ending::Normal.into());
    }
}

#[test]
fn certificates_of_misere_starts_are_accepted() {
    for n in 1..=9 {
        check_start(n, Ending::Misere.into());
    }
}

#[test]
fn misere_certificates_with_any_forms_are_accepted() {
    let mut facts = Vec::new();
    for lives in [0, 3, 6, 12] {
        for n in 1..=6 {
            let mut solver = Solver::for_rules(Ending::Misere);
            solver.settings.forms = lives;
            let text = certificate_by(solver, &Position::new(n, Ending::Misere).expect("a start"));
            assert_eq!(text.contains("\nforms "), lives > 0);
            let accepted = check(&text).unwrap_or_else(|reason| panic!("{n} spots: {reason}"));
            assert_eq!(
                accepted.mover_wins,
                published(n, Ending::Misere),
                "{n} spots, {lives} lives"
            );
            facts.push(accepted.facts);
        }
    }
    // With six spots: the more lands are replaced, the fewer facts.
    let six: Vec<usize> = facts.into_iter().skip(5).step_by(6).collect();
    assert!(six.is_sorted_by(|more, less| more > less), "{six:?}");
}

#[test]
fn shrunk_misere_certificates_are_accepted() {
    for (n, lives) in [(5, 0), (7, 4), (8, 9)] {
        let mut solver = Solver::for_rules(Ending::Misere);
        solver.settings.forms = lives;
        let start = Position::new(n, Ending::Misere).expect("a start");
        let mut certificate = solver.certify(&start).expect("there is no limit");
        let before = certificate.entries.len();
        let (random, unlimited) = (&mut Seeded::new(1), &Budget::new());
        let all = &mut certificate;
        shrink(all, &[], &mut solver, 1_000, random, unlimited, &mut |_| ()).expect("no limit");
        let accepted = check(&certificate.to_string());
        let accepted = accepted.unwrap_or_else(|reason| panic!("{n} spots: {reason}"));
        assert_eq!(accepted.mover_wins, published(n, Ending::Misere));
        assert!(accepted.facts < before, "{} of {before}", accepted.facts);
    }
}

/// The nimbers and misère winners of the table in the README of `sprouts`.
#[test]
fn certificates_of_black_and_white_starts_are_accepted() {
    for (variant, nimbers, wins) in [
        (Variant::BlackAndWhite, [2, 2, 1, 0, 1], "WWLL"),
        (Variant::BlackAndWhiteLoops, [0, 2, 2, 2, 1], "WWWW"),
    ] {
        for (n, nimber) in (1..).zip(nimbers) {
            let accepted = check(&start(n, variant.into())).expect("a proof");
            assert_eq!(accepted.nimber, Some(nimber), "{n} spots, {variant}");
            assert_eq!(accepted.mover_wins, nimber > 0, "{n} spots, {variant}");
        }
        let ending = Ending::Misere;
        for (n, outcome) in (1..).zip(wins.chars()) {
            let accepted = check(&start(n, Rules { ending, variant })).expect("a proof");
            assert_eq!(
                accepted.mover_wins,
                outcome == 'W',
                "{n} spots, {variant}, misère"
            );
        }
    }
}

/// On six crosscaps to three handles, in both endings.
#[test]
fn certificates_on_surfaces_are_accepted() {
    let mut effort = Effort::default();
    let surfaces = (0..=3).map(|n| format!("h{n}"));
    for surface in surfaces.chain((1..=6).map(|n| format!("c{n}"))) {
        for (n, sign) in (1..=3).flat_map(|n| [(n, ""), (n, "-")]) {
            let setup = format!("{n}@{surface}{sign}");
            let mut record = sprouts::ON_SURFACES
                .start(Some(&setup), &SetupOptions::none())
                .expect("a setup");
            let values = record.values();
            let proof = values.certify(&mut effort).expect("there is no limit");
            let accepted = check(&proof.text).unwrap_or_else(|reason| panic!("{setup}: {reason}"));
            let verdict = values.solve(&mut effort).expect("there is no limit");
            let nimber = values.nimber(&mut effort).expect("there is no limit");
            let wins = verdict.winner() == Some(sprouts::Player::FIRST);
            assert_eq!(proof.outcome, verdict.outcome, "{setup}");
            assert_eq!(accepted.mover_wins, wins, "{setup}");
            assert_eq!(accepted.misere, sign == "-", "{setup}");
            if let (Some(proved), Some(nimber)) = (accepted.nimber, nimber) {
                assert_eq!(proved, nimber.0, "{setup}");
            }
            // A region of three lives is as on a sphere.
            let on = if n == 1 || surface == "h0" {
                ""
            } else {
                &*format!("@{surface}")
            };
            let claim = accepted.position.replace("0*", "");
            assert_eq!(
                claim,
                if n == 1 {
                    "0".to_owned()
                } else {
                    format!("{n}{on}")
                }
            );
            let [own, other] = if wins {
                ["wins", "loses"]
            } else {
                ["loses", "wins"]
            };
            let [own, other] = [own, other].map(|word| format!("mover {word}"));
            let other = proof.text.replace(&own, &other);
            let (header, facts) = parts(&other);
            assert!(check(&with_facts(&header, &facts)).is_err(), "{setup}");
            for at in (0..facts.len()).filter(|_| sign.is_empty()) {
                let (land, nimber) = facts[at].split_once(' ').expect("a land and a nimber");
                let nimber: u32 = nimber.parse().expect("a number");
                let (header, mut facts) = parts(&proof.text);
                facts[at] = format!("{land} {}", nimber ^ 1);
                let refused = check(&with_facts(&header, &facts));
                assert!(refused.is_err(), "{setup}: {}", facts[at]);
            }
        }
    }
}

/// Certifies a start on a surface, as `2@h1-`.
pub(crate) fn on_surface(setup: &str) -> String {
    let start = sprouts::ON_SURFACES.start(Some(setup), &SetupOptions::none());
    let mut record = start.expect("a setup");
    let proof = record.values().certify(&mut Effort::default());
    proof.expect("there is no limit").text
}

/// Proves the nimber or the winner of starts in the table of surfaces, and has it checked: the second method of that
/// table, which shares neither moves nor canonical forms with the first.
fn check_table_of_surfaces(spots: std::ops::RangeInclusive<usize>) {
    let table = include_str!("../../sprouts/tests/data/surfaces.csv");
    let mut checked = 0;
    for row in table.lines().skip(1) {
        let [surface, n, nimber] = row.split(',').collect::<Vec<_>>()[..] else {
            panic!("a surface, spots and a nimber: {row}");
        };
        if !spots.contains(&n.parse().expect("a number")) {
            continue;
        }
        let setup = format!("{n}@{surface}");
        let proof = on_surface(&setup);
        let accepted = check(&proof).unwrap_or_else(|reason| panic!("{setup}: {reason}"));
        assert_eq!(accepted.mover_wins, nimber != "0", "{setup}");
        if let Some(proved) = accepted.nimber {
            assert_eq!(proved.to_string(), nimber, "{setup}");
        }
        checked += 1;
    }
    assert_eq!(checked, 10 * spots.count());
}

#[test]
fn winners_of_the_table_of_surfaces_are_proved() {
    check_table_of_surfaces(4..=5);
}

#[test]
#[ignore = "minutes without optimizations"]
fn winners_of_the_table_of_surfaces_are_proved_to_eight_spots() {
    check_table_of_surfaces(6..=8);
}

/// The losing couples of the smallest checked databases on GLOP's page of records, for the starts where the proofs kept
/// here are at most as long.
const RECORDS: [(usize, usize); 18] = [
    (2, 3),
    (3, 6),
    (4, 15),
    (5, 15),
    (6, 43),
    (7, 65),
    (8, 137),
    (9, 58),
    (10, 110),
    (11, 113),
    (16, 669),
    (17, 329),
    (18, 1_997),
    (19, 1_736),
    (20, 1_831),
    (22, 1_581),
    (23, 1_058),
    (25, 2_497),
];

/// Has the shrunk certificate of a start in `sprouts/proofs` checked.
#[track_caller]
fn check_kept(n: usize) {
    let file = format!("{}/../sprouts/proofs/{n}.txt", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{file}: {error}"));
    let accepted = check(&text).unwrap_or_else(|reason| panic!("{file}: {reason}"));
    assert_eq!(accepted.position, format!("0*{n}"));
    assert!(!accepted.misere);
    assert_eq!(
        accepted.mover_wins,
        published(n, Ending::Normal),
        "{n} spots"
    );
    if let Some((_, most)) = RECORDS.iter().find(|(spots, _)| *spots == n) {
        assert!(
            accepted.facts <= *most,
            "{} facts for {n} spots",
            accepted.facts
        );
    }
}

#[test]
fn shrunk_certificates_are_accepted_and_short() {
    for n in 2..=11 {
        check_kept(n);
    }
}

#[test]
#[ignore = "takes minutes"]
fn shrunk_certificates_of_larger_starts_are_accepted_and_short() {
    for n in 12..=25 {
        check_kept(n);
    }
}

/// Solves a board of SOS, has the proof checked, and returns it with the value and the number of facts.
#[track_caller]
fn check_board(board: &str, rules: sos::Rules) -> (String, i64, usize) {
    let position = sos::Position::new(board.parse().expect("a board"), rules);
    let certificate = sos::solve::Solver::new().certify(&position);
    let common::CertifiedOutcome { outcome, text, .. } = certificate.expect("a certificate");
    let accepted = check_sos(&text).unwrap_or_else(|reason| panic!("{board} {rules}: {reason}"));
    let certificate: common::claim::Certificate = text.parse().expect("what was written");
    let said = |word: &str| certificate.said(word).expect("a line of the claim");
    let value: i64 = said("value").parse().expect("a number");
    assert_eq!(accepted.board, said("board"));
    assert_eq!(accepted.rules, rules.name());
    assert_eq!(i64::from(accepted.value), value);
    // The table of all boards shares no search with the proof.
    let mut solver = sos::solve::Solver::new().method(sos::solve::Method::Table);
    let again = solver.solve(&position).expect("no limit");
    assert_eq!(again.outcome, outcome, "{board} {rules}");
    if let Some(margin) = again.margin {
        assert_eq!(margin, value, "{board} {rules}");
    }
    (text, value, accepted.facts)
}

#[test]
fn certificates_of_boards_of_sos_are_accepted() {
    for rules in sos::Rules::ALL {
        for board in ["1x3", "3x1", "1x7", "2x3", "2x5", "3x3", "3x4"] {
            check_board(board, rules);
        }
    }
}

/// Everything that the search knows about these boards takes 302, 4,303 and 1,383 facts.
#[test]
fn certificates_of_sos_leave_out_what_is_not_needed() {
    use sos::Rules::{First, General};
    for (board, rules, most) in [
        ("3x3", General, 270),
        ("3x4", General, 3_700),
        ("3x4", First, 830),
    ] {
        let (.., facts) = check_board(board, rules);
        assert!(facts <= most, "{board} {rules}: {facts} facts");
    }
}

#[test]
#[ignore = "a minute with optimizations"]
#[expect(clippy::print_stderr, reason = "it measures")]
fn certificates_of_larger_boards_of_sos_are_accepted() {
    for rules in sos::Rules::ALL {
        for board in ["1x14", "2x7", "3x5", "4x4"] {
            let (text, value, facts) = check_board(board, rules);
            eprintln!(
                "{board} {rules}: {value:+}, {facts} facts, {} bytes",
                text.len()
            );
        }
    }
}

/// Positions in the middle of games, with points already made: the value counts what is still to come.
#[test]
fn certificates_of_positions_of_sos_are_accepted() {
    for (position, value, winner) in [
        ("SO./..S:2:0-0", 1, Some(sos::Player::SECOND)),
        ("SO.:1:0-0", 1, Some(sos::Player::FIRST)),
        ("SOSS./.....:2:1-0", 0, Some(sos::Player::FIRST)),
    ] {
        let position: sos::Position = position.parse().expect("a position");
        let certificate = sos::solve::Solver::new().certify(&position);
        let certificate = certificate.expect("a certificate");
        let accepted = check_sos(&certificate.text).expect("a proof");
        let verdict = sos::solve::Solver::new()
            .solve(&position)
            .expect("no limit");
        assert_eq!(certificate.outcome, verdict.outcome, "{position}");
        assert_eq!(
            (i64::from(accepted.value), verdict.winner()),
            (value, winner),
            "{position}"
        );
    }
    let over: sos::Position = "SOS:-:1-0:first".parse().expect("a position");
    let refused = sos::solve::Solver::new().certify(&over).unwrap_err();
    assert_eq!(refused.to_string(), "the game is over");
    let short = common::Budget::new().memory(2 << 20);
    let start = "4x5".parse().expect("a board");
    let refused = sos::solve::Solver::new().budget(short).certify(&start);
    let refused = refused.unwrap_err().to_string();
    assert!(
        refused.contains("the memory limit was reached"),
        "{refused}"
    );
}

#[test]
fn any_other_bound_of_sos_is_refused() {
    for rules in sos::Rules::ALL {
        let (text, ..) = check_board("3x3", rules);
        let (header, facts) = parts(&text);
        assert_eq!(with_facts(&header, &facts), text);
        let mut plain = Plain {
            rules,
            known: std::collections::HashMap::new(),
        };
        for at in 0..facts.len() {
            let (board, bound) = facts[at].rsplit_once(' ').expect("a bound");
            let bound: i32 = bound.parse().expect("a number");
            let position = board.split(' ').next().unwrap_or_default();
            let passes = usize::from(position.ends_with('*'));
            let value = plain.value(position.trim_end_matches('*').as_bytes(), passes);
            for other in bound - 2..=bound + 2 {
                let holds = if board.ends_with(">=") {
                    value >= other
                } else {
                    value <= other
                };
                let mut facts = facts.clone();
                facts[at] = format!("{board} {other}");
                let accepted = check_sos(&with_facts(&header, &facts)).is_ok();
                assert!(holds || !accepted, "{rules}: {}", facts[at]);
                assert!(accepted || other != bound, "{rules}: {}", facts[at]);
            }
        }
    }
}

/// Values of boards of 3x3 for the player to move, by trying everything; `-` fits in no S-O-S.
struct Plain {
    rules: sos::Rules,
    /// By board, and how many turns can be passed.
    known: std::collections::HashMap<(Vec<u8>, usize), i32>,
}

impl Plain {
    fn value(&mut self, board: &[u8], passes: usize) -> i32 {
        let key = (board.to_vec(), passes);
        if let Some(known) = self.known.get(&key) {
            return *known;
        }
        let mut best = (passes > 0).then(|| -self.value(board, passes - 1));
        for at in (0..board.len()).filter(|at| board[*at] == b'.') {
            for letter in [b'S', b'O'] {
                let mut next = board.to_vec();
                next[at] = letter;
                let points = made(&next) - made(board);
                let value = match self.rules {
                    sos::Rules::First if points > 0 => 1,
                    sos::Rules::Misere if points > 0 => -1,
                    sos::Rules::General if points > 0 => points + self.value(&next, passes),
                    sos::Rules::General
                    | sos::Rules::First
                    | sos::Rules::Alternating
                    | sos::Rules::Misere => points - self.value(&next, passes),
                    _ => unreachable!("this test does not know the rules {}", self.rules),
                };
                best = best.max(Some(value));
            }
        }
        self.known.insert(key, best.unwrap_or(0));
        best.unwrap_or(0)
    }
}

/// The number of S-O-S that a board of 3x3 has, its rows joined by `/`.
fn made(board: &[u8]) -> i32 {
    let cell = |row: usize, column: usize| board[4 * row + column];
    let rows = (0..3).map(|i| [cell(i, 0), cell(i, 1), cell(i, 2)]);
    let columns = (0..3).map(|i| [cell(0, i), cell(1, i), cell(2, i)]);
    let diagonals = [
        [cell(0, 0), cell(1, 1), cell(2, 2)],
        [cell(2, 0), cell(1, 1), cell(0, 2)],
    ];
    let lines = rows.chain(columns).chain(diagonals);
    lines.filter(|line| line == b"SOS").count() as i32
}

#[test]
fn what_is_no_certificate_of_sos_is_refused_with_a_reason() {
    let (text, value, _) = check_board("2x3", sos::Rules::General);
    let (header, facts) = parts(&text);
    let with = |line: usize, text: &'static str| {
        let mut header = header.clone();
        header[line] = text;
        with_facts(&header, &facts)
    };
    assert_eq!(value, 0);
    for (text, reason) in [
        (
            with(1, "game sprouts"),
            "the certificate must be for SOS, but it is for another game",
        ),
        (
            with(2, "rules other"),
            "the rules must be `general`, `first`, `alternating` or `misere`, found `other`",
        ),
        (
            with(3, "board ../.x"),
            "line 4: the board must be 2x2 and may only contain",
        ),
        (with(3, "board .../..."), "accepted"),
        (
            with(3, "board SO./..."),
            "the facts do not prove that the board is worth 0",
        ),
        (
            with(4, "value 1"),
            "the facts do not prove that the board is worth 1",
        ),
        (
            with(4, "value -1"),
            "the facts do not prove that the board is worth -1",
        ),
        (with(4, "value x"), "expected a number, found `x`"),
        (text.replacen(">= 0", ">= 1", 1), "the checksum must be"),
    ] {
        let found = check_sos(&text).map_or_else(|reason| reason, |_| "accepted".to_owned());
        assert!(found.starts_with(reason), "{found}");
    }
    for (board, is_line) in [
        ("S.S/OOO >= 1", true),
        ("S.S/OOO >= 2", false),
        ("S.S/OOO <= 0", false),
    ] {
        let mut more = facts.clone();
        more.push(board.to_owned());
        assert_eq!(
            check_sos(&with_facts(&header, &more)).is_ok(),
            is_line,
            "{board}"
        );
    }
    for wrong in ["S.S/OOO = 1", "S.S >= 1", "S.S/OOO >= 1 ", "S.S/OOO", ""] {
        let mut more = facts.clone();
        more.push(wrong.to_owned());
        let refused = check_sos(&with_facts(&header, &more)).unwrap_err();
        assert!(refused.starts_with("line "), "{refused}");
    }
    let over = "papergames certificate 1\ngame sos\nrules first\nboard SOS/...\nvalue 0\nfacts 0\n";
    let over = format!("{over}checksum {:016x}\n", checksum(over.as_bytes()));
    assert_eq!(
        check_sos(&over).unwrap_err(),
        "the game is over, because the board already has an S-O-S"
    );
}

#[test]
#[ignore = "half a minute with optimizations"]
fn certificates_of_larger_starts_are_accepted() {
    for n in [10, 11, 12, 13, 16, 17] {
        check_start(n, Ending::Normal.into());
    }
    for n in 11..=14 {
        check_start(n, Ending::Misere.into());
    }
}

/// `PAPERGAMES_SPOTS=10 cargo test --release -p papergames-cli --test all certificates:: -- --ignored --nocapture
/// certificate_of_a_large_misere_start`
#[test]
#[ignore = "minutes with optimizations"]
#[expect(clippy::print_stderr, reason = "it measures")]
fn the_certificate_of_a_large_misere_start_is_accepted() {
    let said = std::env::var("PAPERGAMES_SPOTS").ok();
    let n = said.and_then(|said| said.parse().ok()).unwrap_or(9);
    let begun = std::time::Instant::now();
    let text = start(n, Ending::Misere.into());
    let (written, begun) = (begun.elapsed(), std::time::Instant::now());
    let accepted = check(&text).expect("a proof");
    assert_eq!(accepted.mover_wins, published(n, Ending::Misere));
    let checked = begun.elapsed();
    let (facts, bytes) = (accepted.facts, text.len());
    eprintln!(
        "{n} spots: {facts} facts, {bytes} bytes; written in {written:.1?}, checked in {checked:.1?}"
    );
}

#[test]
fn certificates_of_positions_are_accepted() {
    for rules in [Ending::Normal, Ending::Misere] {
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
        let reached = Checker::default().reachable(start).expect("no limit");
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
    let checker = Checker::default().children(own).expect("no limit");
    let checker: BTreeSet<_> = checker.iter().cloned().collect();
    let texts = |these: &BTreeSet<Vec<_>>, those: &BTreeSet<_>| -> Vec<String> {
        these.difference(those).map(written).collect()
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
pub(crate) fn with_facts(header: &[&str], facts: &[String]) -> String {
    let body: String = facts.iter().map(|fact| fact.to_owned() + "\n").collect();
    let text = format!("{}\nfacts {}\n{body}", header.join("\n"), facts.len());
    let sum = checksum(text.as_bytes());
    format!("{text}checksum {sum:016x}\n")
}

/// Takes a certificate apart: the lines of the header before the number of facts, and the facts.
pub(crate) fn parts(text: &str) -> (Vec<&str>, Vec<String>) {
    let lines: Vec<&str> = text.lines().collect();
    let number = lines.iter().position(|line| line.starts_with("facts "));
    let number = number.expect("a number of facts");
    let facts = lines[number + 1..lines.len() - 1].iter();
    (
        lines[..number].to_vec(),
        facts.map(ToString::to_string).collect(),
    )
}

#[test]
fn any_other_nimber_is_refused() {
    for n in 3..=6 {
        let text = start(n, Ending::Normal.into());
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

fn misere(n: usize, lives: u8) -> String {
    let mut solver = Solver::for_rules(Ending::Misere);
    solver.settings.forms = lives;
    certificate_by(solver, &Position::new(n, Ending::Misere).expect("a start"))
}

#[test]
fn a_position_that_is_won_is_not_accepted_as_lost() {
    for (n, lives) in [(4, 0), (6, 5)] {
        let text = misere(n, lives);
        let (header, facts) = parts(&text);
        assert!(facts.len() > 10);
        for fact in &facts {
            let mut more = facts.clone();
            let other = format!("{fact}+AB|AB");
            let is_new = !facts.contains(&other);
            more.push(other.clone());
            if is_new && check(&with_facts(&header, &more)).is_ok() {
                // Then it is lost indeed, by the plain solver of sums.
                let lands: Lands = other.parse().expect("lands");
                let verdict = Solver::for_rules(Ending::Misere).solve_lands(&lands);
                assert!(!verdict.expect("there is no limit").mover_wins, "{other}");
            }
        }
    }
}

#[test]
fn a_false_fact_of_misere_play_is_named_with_its_line() {
    for (n, lives) in [(5, 0), (7, 5)] {
        let text = misere(n, lives);
        let (header, facts) = parts(&text);
        for at in (0..facts.len()).step_by(1 + facts.len() / 30) {
            // A loss beside a land with one line left is won, by drawing that line. Only its tree is another.
            let mut facts = facts.clone();
            facts[at].push_str("+1");
            let refused = check(&with_facts(&header, &facts)).unwrap_err();
            let line = format!(
                "line {}: no fact shows that the player to move wins",
                header.len() + 2 + at
            );
            assert!(refused.starts_with(&line), "{line}, found {refused}");
        }
    }
}

#[test]
fn a_missing_reply_in_misere_play_is_named_with_the_line_that_needs_it() {
    let text = misere(7, 5);
    let (header, facts) = parts(&text);
    let (mut named, step) = (0, 1 + facts.len() / 30);
    for at in (0..facts.len()).step_by(step) {
        let mut fewer = facts.clone();
        fewer.remove(at);
        if let Err(reason) = check(&with_facts(&header, &fewer)) {
            let said = reason
                .strip_prefix("line ")
                .and_then(|rest| rest.split_once(": "));
            if let Some((line, why)) = said {
                // Facts rest on facts above them.
                let line: usize = line.parse().expect("a number");
                assert!(line >= header.len() + 2 + at, "{reason}");
                assert!(
                    why.starts_with("no fact shows that the player to move wins `"),
                    "{reason}"
                );
                named += 1;
            } else {
                assert!(reason.starts_with("the facts do not prove"), "{reason}");
            }
        }
    }
    assert!(named * step * 3 > facts.len() * 2, "{named}");
}

#[test]
fn other_forms_than_those_of_the_proof_are_refused() {
    let text = misere(7, 5);
    for (forms, reason) in [
        ("", "line "),
        ("forms 4\n", "line "),
        (
            "forms 17\n",
            "`forms` must be followed by a number of at most 16",
        ),
        (
            "forms x\n",
            "`forms` must be followed by a number of at most 16",
        ),
        ("forms 5\nforms 5\n", "line 5: expected `position `"),
    ] {
        let changed = text.replace("forms 5\n", forms);
        let (header, facts) = parts(&changed);
        let refused = check(&with_facts(&header, &facts)).unwrap_err();
        assert!(refused.starts_with(reason), "{refused}");
    }
    let normal = start(3, Ending::Normal.into()).replace("position", "forms 5\nposition");
    let (header, facts) = parts(&normal);
    let refused = check(&with_facts(&header, &facts)).unwrap_err();
    assert!(
        refused.starts_with("line 4: expected `position `"),
        "{refused}"
    );
}

/// As many as Lemoine and Viennot publish (arXiv:0908.4407).
#[test]
fn the_checker_finds_as_many_canonical_trees_as_published() {
    for (n, published) in [(1, 2), (2, 5), (3, 7), (4, 35)] {
        let start = read_position(&Lands::start(n).to_string()).expect("a position");
        let reached = Checker::default().reachable(start).expect("no limit");
        let mut misere = Misere::new(Checker::default(), 12);
        let trees: BTreeSet<_> = reached
            .iter()
            .map(|position| misere.tree_of(position).expect("few trees"))
            .collect();
        assert_eq!(trees.len(), published, "{n} spots");
    }
}

#[test]
fn trees_that_last_too_long_are_refused() {
    let mut trees = Trees::default();
    let one = trees.of(vec![0]).expect("a tree");
    let two = trees.of(vec![0, one]).expect("a tree");
    assert_eq!(trees.sum(one, one), Ok(0));
    assert_ne!(trees.sum(two, two), Ok(0));
    let mut sum = two;
    let refused = loop {
        match trees.sum(sum, two) {
            Ok(next) => sum = next,
            Err(reason) => break reason,
        }
    };
    assert_eq!(
        refused.to_string(),
        "games on the small lands of a position may have at most 200 moves, but this one has more"
    );
}

/// Without one of its facts a certificate is refused, unless what is left is a proof too.
#[test]
fn a_missing_fact_is_noticed() {
    let starts = [
        (4, Ending::Normal, start(4, Ending::Normal.into())),
        (6, Ending::Normal, start(6, Ending::Normal.into())),
        (4, Ending::Misere, misere(4, 0)),
    ];
    for (n, rules, text) in starts {
        let (header, facts) = parts(&text);
        let mut needed = 0;
        for at in 0..facts.len() {
            let mut lines: Vec<&str> = text.lines().collect();
            lines.remove(header.len() + 1 + at);
            assert!(
                check(&(lines.join("\n") + "\n")).is_err(),
                "the checksum is wrong"
            );
            let mut fewer = facts.clone();
            fewer.remove(at);
            match check(&with_facts(&header, &fewer)) {
                Ok(accepted) => assert_eq!(accepted.mover_wins, published(n, rules)),
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
    for rules in [Ending::Normal, Ending::Misere] {
        let text = start(4, rules.into());
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
        for rules in [Ending::Normal, Ending::Misere] {
            let text = start(n, rules.into());
            let (mut header, facts) = parts(&text);
            let claim = header.last_mut().expect("a header");
            *claim = match *claim {
                "mover wins" => "mover loses",
                _ => "mover wins",
            };
            let refused = check(&with_facts(&header, &facts)).unwrap_err();
            assert!(
                refused.starts_with("the facts do not prove that the player to move"),
                "{refused}"
            );
        }
    }
}

#[test]
fn what_is_no_certificate_is_refused_with_a_reason() {
    let text = start(2, Ending::Normal.into());
    let (header, facts) = parts(&text);
    let other = |line: usize, text: &'static str| {
        let mut header = header.clone();
        header[line] = text;
        with_facts(&header, &facts)
    };
    for (text, reason) in [
        (String::new(), "the certificate must end with a line feed"),
        (
            text.replace("checksum", "sum"),
            "the last line must be `checksum` and the checksum",
        ),
        (text.replace("0*2 0", "0*2 1"), "the checksum must be"),
        (
            other(0, "papergames certificate 2"),
            "the first line must be `papergames certificate 1`; this checker supports no other version",
        ),
        (
            other(1, "game chess"),
            "the certificate must be for Sprouts, but it is for another game",
        ),
        (
            other(2, "ending other"),
            "the ending must be `normal` or `misere`, found `other`",
        ),
        (
            other(3, "position 0*x"),
            "line 4: `0*` must be followed by a number of spots in `0*x`",
        ),
        (
            other(3, "position A"),
            "line 4: each capital letter must appear exactly twice in `A`",
        ),
        (
            other(3, "position 0..1"),
            "line 4: each boundary must have at least one corner, but one in `0..1` has none",
        ),
        (
            other(3, "position 0*120.0*81"),
            "line 4: a land may have at most 200 spots, but this one has more",
        ),
    ] {
        let found = check(&text).expect_err("it is refused");
        assert!(found.starts_with(reason), "{found}");
    }
}

/// A line that divides a region leads to as many children as the other boundaries have subsets.
#[test]
fn a_region_with_too_many_boundaries_is_given_up_at_once() {
    let begun = std::time::Instant::now();
    for (position, others) in [("1".to_owned(), 24), ("1a1a".to_owned(), 40)] {
        let boundaries = vec![position; others + 1].join(".");
        let position = format!("position {boundaries}");
        let (game, ending) = ("game sprouts", "ending normal");
        let header = [
            "papergames certificate 1",
            game,
            ending,
            &position,
            "mover wins",
        ];
        let certificate = with_facts(&header, &[]);
        let claim = format!("sprouts {boundaries} normal")
            .parse()
            .expect("a claim");
        assert_eq!(
            ::check::check(&certificate, Some(&claim), &Work::default()),
            Err(::check::Failure::GaveUp(
                "a region to divide may have at most 24 boundaries with lines, but this one has more"
                    .to_owned()
            ))
        );
    }
    assert!(begun.elapsed().as_secs() < 2);
}

/// What is true of Black-and-White Sprouts is not said of standard Sprouts.
#[test]
fn the_variant_stands_in_the_sentence() {
    let text = start(4, Variant::BlackAndWhite.into());
    let accepted = ::check::check(&text, None, &Work::default()).expect("a proof");
    assert_eq!(
        accepted.to_string(),
        "the player to move loses 0*4, the start with 4 spots, in Black-and-White Sprouts, normal play (the last line \
         wins); nimber 0"
    );
    assert_eq!(
        accepted.claim.to_string(),
        "sprouts 4 normal black-and-white"
    );
    let claim = "sprouts 4 normal".parse().expect("a claim");
    let refused = ::check::check(&text, Some(&claim), &Work::default()).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "expected a proof of `sprouts 4 normal standard`, found a proof of `sprouts 4 normal black-and-white`"
    );
}
