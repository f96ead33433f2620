//! Checks that any certificate is accepted, refused or given up within the limit, in printable words.
//!
//! The input is the text between the first line and the checksum. The number of facts and the checksum are put
//! right, so that the fuzzer gets beyond them.

#![no_main]

use libfuzzer_sys::fuzz_target;
use papergames_check::text::checksum;
use papergames_check::{Claim, Failure, Limit, Work, check};

/// The number of steps that a check may take: some hundredths of a second.
const STEPS: u64 = 2_000_000;

/// Counts the facts and adds the first line and the checksum.
fn certificate(body: &str) -> String {
    let mut lines: Vec<&str> = body.lines().collect();
    let number = lines.iter().position(|line| line.starts_with("facts"));
    let count = number.map(|number| format!("facts {}", lines.len() - number - 1));
    if let (Some(number), Some(count)) = (number, &count) {
        lines[number] = count;
    }
    let text = format!("papergames certificate 1\n{}\n", lines.join("\n"));
    format!("{text}checksum {:016x}\n", checksum(text.as_bytes()))
}

/// Checks a text, and returns what it says.
fn said(text: &str, claim: Option<&Claim>) -> String {
    let limit = Limit {
        steps: STEPS,
        ..Limit::default()
    };
    let work = Work::new(limit, |_, _| ());
    let verdict = check(text, claim, &work);
    // One step may count as many, but is not done where it does not fit.
    let is_over = matches!(verdict, Err(Failure::GaveUp(_)));
    assert!(is_over || work.steps() <= STEPS, "{} steps", work.steps());
    let said = match &verdict {
        Ok(accepted) => {
            let claim: Claim = accepted
                .claim
                .to_string()
                .parse()
                .expect("a claim reads back");
            assert_eq!(claim, accepted.claim);
            accepted.to_string()
        }
        Err(failure) => failure.to_string(),
    };
    let is_printable = |byte: u8| matches!(byte, b' '..=b'~');
    // The only other letters are those of "misère".
    assert!(said.replace('è', "e").bytes().all(is_printable), "{said:?}");
    assert!(said.len() < 100_000);
    said
}

fuzz_target!(|body: &str| {
    let _ = body.parse::<Claim>();
    let _ = said(body, None);
    let text = certificate(body);
    let one = said(&text, None);
    assert_eq!(one, said(&text, None), "the same file has the same verdict");
});
