//! The whole check of a certificate, and its result.

use std::fmt;

use crate::claim::Claim;
use crate::input::{LONGEST, too_long};
use crate::sos::certificate as sos;
use crate::sprouts::certificate as sprouts;
use crate::text::{game, with_checksum};
use crate::work::{CheckResult, Failure, Work, refuse};

/// The statement that an accepted certificate proves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AcceptedClaim {
    /// The claim being proved.
    pub claim: Claim,
    /// The value that the certificate proves.
    pub value: Value,
    /// The number of facts in the proof.
    pub facts: usize,
}

/// The value that a certificate proves for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Value {
    /// The player to move wins.
    Wins,
    /// The player to move loses.
    Loses,
    /// The nimber in normal play, which is 0 exactly if the player to move loses.
    Nimber(u32),
    /// The value of a board of SOS for the player to move. Under the rules `general` and `alternating`, it is the lead
    /// in points that are still to be made; under `first` and `misere` it is 1, 0 or −1 for a win, a draw or a loss.
    Points(i32),
}

impl fmt::Display for AcceptedClaim {
    /// Writes one sentence: the value, the position in canonical spelling, the ending or rules, and the variant.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (position, rules) = self.claim.described();
        match self.value {
            Value::Wins => write!(f, "the player to move wins {position} {rules}"),
            Value::Loses => write!(f, "the player to move loses {position} {rules}"),
            Value::Nimber(nimber) => {
                let wins = if nimber > 0 { "wins" } else { "loses" };
                write!(
                    f,
                    "the player to move {wins} {position} {rules}; nimber {nimber}"
                )
            }
            Value::Points(0) => write!(f, "{position} is worth 0 to the player to move {rules}"),
            Value::Points(value) => {
                write!(
                    f,
                    "{position} is worth {value:+} to the player to move {rules}"
                )
            }
        }
    }
}

/// Checks the text of a certificate. If a claim is given, a certificate about any other claim is refused.
///
/// # Errors
///
/// Returns [`Failure::Refused`] with a sentence about what is wrong: the format, the checksum, the claim, or the first
/// fact that does not follow. If only the checksum is wrong, the facts are still checked, so that the sentence can
/// state what was altered. Returns [`Failure::GaveUp`] if the check reaches its limit, or if the text is longer than
/// [`LONGEST`].
pub fn check(text: &str, claim: Option<&Claim>, work: &Work) -> CheckResult<AcceptedClaim> {
    if text.len() > LONGEST {
        return too_long();
    }
    let Some((signed, reason)) = with_checksum(text) else {
        return follow(text, claim, work);
    };
    match follow(&signed, claim, work) {
        Ok(_) => refuse(format!("{reason}; even so, every fact is proved")),
        Err(Failure::Refused(fault)) => refuse(format!("{reason}; {fault}")),
        Err(Failure::GaveUp(_)) => refuse(reason),
    }
}

fn follow(text: &str, claim: Option<&Claim>, work: &Work) -> CheckResult<AcceptedClaim> {
    let same = |own: &Claim| match claim {
        Some(claim) if claim != own => refuse(format!(
            "expected a proof of `{claim}`, found a proof of `{own}`"
        )),
        _ => Ok(()),
    };
    if game(text) == Some("sos") {
        let certificate = sos::Certificate::read(text, work)?;
        let claim = Claim::Sos(certificate.question().clone());
        same(&claim)?;
        let sos::Answer { value, facts } = certificate.check(work)?;
        return Ok(AcceptedClaim {
            claim,
            value: Value::Points(value),
            facts,
        });
    }
    let certificate = sprouts::Certificate::read(text, work)?;
    let claim = Claim::Sprouts(certificate.question().clone());
    same(&claim)?;
    let answer = certificate.check(work)?;
    let value = match answer.nimber {
        Some(nimber) => Value::Nimber(nimber),
        None if answer.mover_wins => Value::Wins,
        None => Value::Loses,
    };
    Ok(AcceptedClaim {
        claim,
        value,
        facts: answer.facts,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::checksum;
    use crate::work::Limit;

    /// A certificate with the right checksum.
    fn certificate(lines: &str) -> String {
        let text = format!("papergames certificate 1\n{lines}");
        let sum = checksum(text.as_bytes());
        format!("{text}checksum {sum:016x}\n")
    }

    /// A certificate of Sprouts in normal play.
    fn normal(position: &str, wins: &str, facts: &[&str]) -> String {
        let n = facts.len();
        let facts: String = facts.iter().flat_map(|fact| [*fact, "\n"]).collect();
        certificate(&format!(
            "game sprouts\nending normal\nposition {position}\nmover {wins}\nfacts {n}\n{facts}"
        ))
    }

    fn two() -> String {
        normal("0*2", "loses", &["0 0", "ABCD|ABCD 0", "0*2 0"])
    }

    /// What a check says, and what it proves in the words of a claim.
    fn said(text: &str, claim: Option<&str>) -> (String, Option<String>) {
        let claim: Option<Claim> = claim.map(|claim| claim.parse().expect(claim));
        match check(text, claim.as_ref(), &Work::default()) {
            Ok(accepted) => (accepted.to_string(), Some(accepted.claim.to_string())),
            Err(failure) => (failure.to_string(), None),
        }
    }

    #[track_caller]
    fn check_refused(text: &str, reason: &str) {
        let (said, accepted) = said(text, None);
        assert_eq!(accepted, None, "{said}");
        assert!(said.contains(reason), "{said}");
        assert!(
            said.bytes().all(|byte| matches!(byte, b' '..=b'~')),
            "{said:?}"
        );
    }

    #[test]
    fn the_sentence_names_position_variant_ending_and_value() {
        let loses = "0*2, the start with 2 spots, in standard Sprouts, normal play (the last line wins); nimber 0";
        let claim = Some("sprouts 2 normal standard".to_owned());
        assert_eq!(
            said(&two(), None),
            (format!("the player to move loses {loses}"), claim)
        );
        let loops = two().replace("ending", "variant black-and-white-loops\nending");
        let body = loops.trim_start_matches("papergames certificate 1\n");
        let (body, _) = body.split_once("checksum").expect("a checksum");
        let (refused, _) = said(&certificate(body), None);
        assert!(
            refused.starts_with("line "),
            "a proof for standard Sprouts proves nothing else: {refused}"
        );
        // The spot joins itself in a loop without a new spot, and nothing can be drawn any more.
        let one = certificate(
            "game sprouts\nvariant black-and-white\nending misere\nposition 1\nmover loses\nfacts 1\n1\n",
        );
        let told = "the player to move loses the position 1 in Black-and-White Sprouts, misère play \
                    (the last line loses)";
        let claim = Some("sprouts position 1 misere black-and-white".to_owned());
        assert_eq!(said(&one, None), (told.to_owned(), claim));
    }

    #[test]
    fn a_proof_about_something_else_than_the_claim_is_refused() {
        for claim in [
            "sprouts 2 normal",
            "sprouts 0*2 normal standard",
            "sprouts 0.0 normal",
            "sprouts 2+",
            "sprouts 2+standard",
        ] {
            assert!(said(&two(), Some(claim)).1.is_some(), "{claim}");
        }
        for (claim, full) in [
            ("sprouts 3 normal", "sprouts 3 normal standard"),
            ("sprouts 2 misere", "sprouts 2 misere standard"),
            ("sprouts 2-", "sprouts 2 misere standard"),
            (
                "sprouts 2 normal black-and-white",
                "sprouts 2 normal black-and-white",
            ),
            ("sprouts position 2 normal", "sprouts ! normal standard"),
            ("sos 3x3", "sos 3x3 general"),
        ] {
            let found = "found a proof of `sprouts 2 normal standard`";
            let reason = format!("expected a proof of `{full}`, {found}");
            assert_eq!(said(&two(), Some(claim)), (reason, None));
        }
    }

    #[test]
    fn claims_read_back() {
        for claim in [
            "sprouts 1 misere standard",
            "sprouts 120 normal black-and-white-loops",
            "sprouts position 11 normal standard",
            "sprouts ! normal standard",
            "sprouts AB|0.AB misere black-and-white",
            "sos 1x400 general",
            "sos SO./..S alternating",
            "sos 3x9 first",
        ] {
            let read: Claim = claim.parse().expect(claim);
            assert_eq!(read.to_string(), claim);
        }
        for wrong in [
            "",
            "sprouts",
            "sprouts 11",
            "sprouts 11+ normal",
            "sprouts 0+",
            "sprouts 11+antwerp-hot",
            "sprouts 11+1",
            "sprouts 0 normal",
            "sprouts 121 normal",
            "sprouts 11  normal",
            "sprouts 11 Normal",
            "sprouts 11 normal antwerp",
            "sprouts 11 normal standard wins",
            "sprouts abab normal",
            "sprouts \u{1b}[2J normal",
            "sos",
            "sos 0x3",
            "sos 21x20",
            "sos 3x3 normal",
            "sos -../...",
            "sos ",
            "chess 8 normal",
            "phutball 3x7",
        ] {
            let reason = wrong.parse::<Claim>().expect_err(wrong);
            assert!(
                reason.split(' ').count() > 2 && reason.is_ascii(),
                "{reason:?}"
            );
            assert!(!reason.contains('\u{1b}'), "{reason:?}");
        }
    }

    #[test]
    fn a_claim_without_its_ending_says_so() {
        for claim in ["sprouts 7", "sprouts position 11", "sprouts AB|0.AB"] {
            let reason = claim.parse::<Claim>().expect_err(claim);
            let line = format!(
                "the claim `{claim}` must end with `normal` or `misere`, as in `{claim} normal`"
            );
            assert!(reason.ends_with(&line), "{reason}");
            assert!(format!("{claim} normal").parse::<Claim>().is_ok());
        }
    }

    /// The checksum shows that a text was altered, and the facts show where.
    #[test]
    fn an_altered_text_is_refused_with_the_fact_that_does_not_follow() {
        let sum = two()[two().len() - 17..].trim_end().to_owned();
        for (text, reason) in [
            (two().replace("ABCD|ABCD 0", "ABCD|ABCD 1"), "; line 8: "),
            (
                two().replace("0*2 0\n", "0*2 0\n0*2 0\n"),
                "; `facts` announces 3 facts, but 4 follow",
            ),
            (
                two().replace("0 0\nABCD|ABCD 0", "ABCD|ABCD 0\n0 0"),
                "; even so, every fact is proved",
            ),
        ] {
            let (said, accepted) = said(&text, None);
            assert_eq!(accepted, None, "{text}");
            assert!(said.starts_with("the checksum must be "), "{said}");
            assert!(said.contains(&format!(", found {sum}{reason}")), "{said}");
        }
    }

    /// `22` is a boundary of two spots with two lines each. The line between them is the last.
    #[test]
    fn a_position_of_digits_is_not_taken_for_a_start() {
        let text = normal("22", "wins", &[]);
        let claim = Some("sprouts position 1 normal standard".to_owned());
        let told = "the player to move wins the position 1 in standard Sprouts, normal play (the last line wins)";
        assert_eq!(said(&text, None), (told.to_owned(), claim));
        let reason = "expected a proof of `sprouts 22 normal standard`, found a proof of `sprouts position 1 normal \
         standard`";
        assert_eq!(
            said(&text, Some("sprouts 22 normal")),
            (reason.to_owned(), None)
        );
        assert!(said(&text, Some("sprouts position 22 normal")).1.is_some());
    }

    #[test]
    fn names_of_letters_and_numbers_hold_nothing_else() {
        for (position, reason) in [
            (
                "m(\r\u{1b}[2Jaccepted)m(\r\u{1b}[2Jaccepted)",
                "found the byte 0x0d",
            ),
            (
                "m(accepted)m(accepted)",
                "expected a corner, found `m(accepted)`",
            ),
            ("m()m()", "expected a corner, found `m()`"),
            ("m(01)m(01)", "expected a corner"),
            ("n(1)|n(+1)", "expected a corner"),
            ("n|n", "expected a corner"),
            ("A(1)|A(1)", "expected a corner"),
            ("\u{e9}", "found the byte 0xc3"),
            ("0*02", "`0*` must be followed by a number of spots"),
            ("0*0", "`0*` must be followed by a number of spots"),
            ("0*121", "`0*` must be followed by a number of spots"),
        ] {
            check_refused(&normal(position, "wins", &[]), reason);
        }
        check_refused(
            &normal("0*2", "loses", &["0 0", "ABCD|ABCD 0", "0*2 00"]),
            "line 9: expected a land",
        );
        let text = two().replace("facts 3", "facts 03");
        let (body, _) = text.split_once("checksum").expect("a checksum");
        let body = body.trim_start_matches("papergames certificate 1\n");
        check_refused(
            &certificate(body),
            "expected the number of facts after `facts`",
        );
    }

    #[test]
    fn positions_that_cannot_be_drawn_are_refused() {
        for position in ["abab", "A.A", "ABCD|ACBD", "0*2+A.A"] {
            let land = position.trim_start_matches("0*2+");
            let reason = format!("line 4: `{land}` cannot be drawn on the sphere");
            check_refused(&normal(position, "wins", &[]), &reason);
        }
        let facts = ["0 0", "ABCD|ABCD 0", "0*2 0", "ABCD|ACBD 0"];
        let reason = "line 10: `ABCD|ACBD` cannot be drawn on the sphere";
        check_refused(&normal("0*2", "loses", &facts), reason);
    }

    #[test]
    fn boards_without_cells_or_with_cells_that_nobody_wrote_are_refused() {
        for (board, reason) in [
            ("", "line 4: a board must have 1 to"),
            ("/", "line 4: a board must have 1 to"),
            ("//", "line 4: a board must have 1 to"),
            ("...-", "line 4: a board may only contain `S`, `O` and `.`"),
            ("../.", "line 4: the board must be 2x2"),
        ] {
            let text = format!("game sos\nrules general\nboard {board}\nvalue 0\nfacts 0\n");
            check_refused(&certificate(&text), reason);
        }
        let text = certificate("game sos\nrules general\nboard ..\nvalue 0\nfacts 0\n");
        let told = "the board .. is worth 0 to the player to move in SOS, rules general \
                    (an S-O-S counts a point and its player moves again)";
        assert_eq!(
            said(&text, None),
            (told.to_owned(), Some("sos 1x2 general".to_owned()))
        );
    }

    #[test]
    fn a_check_gives_up_at_its_limit_and_not_before() {
        let mut steps = 0;
        let refused = loop {
            let limit = Limit {
                steps,
                ..Limit::default()
            };
            match check(&two(), None, &Work::new(limit, |_, _| ())) {
                Err(Failure::GaveUp(reason)) => {
                    assert!(reason.starts_with("the limit of "), "{reason}");
                    steps += 1;
                }
                other => break other,
            }
        };
        assert!(refused.is_ok(), "{refused:?}");
        assert!((100..50_000).contains(&steps), "{steps}");
    }

    /// Fifty starts with five spots, whose trees are large.
    #[test]
    fn a_small_certificate_with_much_to_do_ends_at_the_limit() {
        let position = vec!["0*5"; 50].join("+");
        let text = format!(
            "game sprouts\nending misere\nforms 16\nposition {position}\nmover wins\nfacts 0\n"
        );
        let limit = Limit {
            steps: 20_000_000,
            ..Limit::default()
        };
        let verdict = check(&certificate(&text), None, &Work::new(limit, |_, _| ()));
        let reason = "the limit of 20000000 steps was reached after 0 of 0 facts";
        assert_eq!(verdict, Err(Failure::GaveUp(reason.to_owned())));
    }

    /// The examples of the page, and what the page says is refused.
    #[test]
    fn the_page_about_the_format_is_true() {
        let page = include_str!("../FORMAT.md");
        let blocks = page
            .split("```text\n")
            .skip(1)
            .filter_map(|block| block.split("```").next());
        let examples: Vec<&str> = blocks
            .filter(|block| block.starts_with("papergames certificate 1\n"))
            .collect();
        assert_eq!(examples.len(), 8);
        for example in &examples {
            let (said, accepted) = said(example, None);
            assert!(accepted.is_some(), "{said}: {example}");
        }
        for (example, from, to) in [
            (0, "0*2 0", "0*2 1"),
            (0, "mover loses", "mover wins"),
            (0, "facts 3\n0 0", "facts 2"),
            (1, "forms 9", "forms 4"),
            (1, "facts 2\n0*2.AB|1CD|AB.CD", "facts 1"),
            (3, "variant black-and-white\n", ""),
            (4, "position 0*2@c1", "position 0*2@h1"),
            (7, "value 0", "value 1"),
            (7, "S... >= 0", "S... >= 1"),
        ] {
            let changed = examples[example].replace(from, to);
            assert_ne!(changed, examples[example]);
            let body = changed.trim_start_matches("papergames certificate 1\n");
            let (body, _) = body.split_once("checksum").expect("a checksum");
            let (said, accepted) = said(&certificate(body), None);
            assert_eq!(accepted, None, "{from} became {to}: {said}");
        }
    }

    /// The numbers of the page.
    #[test]
    fn as_many_positions_trees_and_children_are_found_as_the_page_says() {
        use crate::sprouts::canonical::Canonical;
        use crate::sprouts::children::Checker;
        use crate::sprouts::drawing::Variant;
        use crate::sprouts::misere::Misere;
        use crate::sprouts::spelling::read_position;
        use std::collections::BTreeSet;

        type Table = (Variant, &'static [usize], &'static [usize], [usize; 4]);
        let tables: [Table; 3] = [
            (
                Variant::Standard,
                &[3, 17, 142, 1441],
                &[2, 5, 7, 35],
                [8, 6, 10, 14],
            ),
            (
                Variant::BlackAndWhite,
                &[3, 23, 216],
                &[3, 3, 9],
                [16, 12, 25, 26],
            ),
            (
                Variant::BlackAndWhiteLoops,
                &[3, 23, 216],
                &[2, 3, 8],
                [13, 11, 25, 23],
            ),
        ];
        for (variant, positions, trees, children) in tables {
            let work = Work::default();
            let mut canonical = Canonical::new(work.clone());
            for (n, (positions, trees)) in (1..).zip(positions.iter().zip(trees)) {
                let start = read_position(&format!("0*{n}"), variant, &mut canonical);
                let mut checker = Checker::new(variant, &work);
                let reached = checker
                    .reachable(start.expect("a start"))
                    .expect("no limit");
                assert_eq!(reached.len(), *positions, "{n} spots, {variant}");
                let mut misere = Misere::new(checker, 12);
                let found: BTreeSet<_> = reached
                    .iter()
                    .map(|position| misere.tree_of(position))
                    .collect();
                assert_eq!(found.len(), *trees, "{n} spots, {variant}");
            }
            for (land, children) in ["0.1a1a", "ABDC|0.ABDC", "2.2ABCA|BC", "1ADA.BC|1D|BC"]
                .iter()
                .zip(children)
            {
                let position = read_position(land, variant, &mut canonical).expect(land);
                let found = Checker::new(variant, &work)
                    .children(&position[0])
                    .expect("no limit");
                assert_eq!(found.len(), children, "{land}, {variant}");
            }
        }
    }

    /// The numbers of the page for surfaces, and nimbers as in the table of `sprouts`.
    #[test]
    fn as_many_positions_and_children_are_found_on_surfaces() {
        use crate::sprouts::canonical::{Canonical, Land};
        use crate::sprouts::children::Checker;
        use crate::sprouts::drawing::Variant;
        use crate::sprouts::spelling::read_position;
        use std::collections::HashMap;

        fn nimber(land: &Land, checker: &mut Checker, known: &mut HashMap<Land, u32>) -> u32 {
            if let Some(nimber) = known.get(land) {
                return *nimber;
            }
            let children = checker.children(land).expect("no limit");
            let values: Vec<u32> = (children.iter())
                .map(|child| {
                    child
                        .iter()
                        .fold(0, |v, land| v ^ nimber(land, checker, known))
                })
                .collect();
            let least = (0..=values.len() as u32).find(|n| !values.contains(n));
            let least = least.expect("there are more than values");
            known.insert(land.clone(), least);
            least
        }
        let work = Work::default();
        let mut canonical = Canonical::new(work.clone());
        let mut checker = Checker::new(Variant::Standard, &work);
        for (surface, nimbers, positions) in [
            ("h1", [0, 0, 1], &[3, 29, 476][..]),
            ("h2", [0, 0, 1], &[3, 38]),
            ("c1", [0, 1, 1], &[3, 26, 325]),
            ("c2", [0, 1, 1], &[3, 41]),
            ("c3", [0, 1, 1], &[3, 60]),
        ] {
            for (n, nimber_of_start) in (1..).zip(nimbers) {
                let text = format!("0*{n}@{surface}");
                let start = read_position(&text, Variant::Standard, &mut canonical);
                let start = start.expect("a start");
                let found = nimber(&start[0], &mut checker, &mut HashMap::new());
                assert_eq!(found, nimber_of_start, "{text}");
                if let Some(positions) = positions.get(n - 1) {
                    let reached = checker.reachable(start).expect("no limit");
                    assert_eq!(reached.len(), *positions, "{text}");
                }
            }
        }
        for (land, children) in [
            ("0*3@c2", 8),
            ("0.1a1a@h1", 18),
            ("12A@c1|A1@h1", 7),
            ("2.2ABCA@c3|BC", 29),
            ("ABC1.122@c1|ABC2@c2", 44),
            ("ABC1.A122.BC12@c2", 481),
        ] {
            let position = read_position(land, Variant::Standard, &mut canonical).expect(land);
            let found = checker.children(&position[0]).expect("no limit");
            assert_eq!(found.len(), children, "{land}");
        }
    }
}
