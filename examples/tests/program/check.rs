//! `check`: verdicts, claims, limits and exit codes.

use std::fs;

use crate::{run, run_words};

const THREE: &str = "../sprouts/proofs/3.txt";

#[test]
fn a_proof_is_accepted_and_says_what_it_proves() {
    let run = run(&format!("check {THREE}"));
    let sentence = "accepted: the player to move wins 0*3, the start with 3 spots, in standard Sprouts, normal play \
                    (the last line wins); 5 facts, ";
    assert!(run.out.starts_with(sentence), "{}", run.out);
    assert!(
        run.out.ends_with("\nclaim: sprouts 3 normal standard\n"),
        "{}",
        run.out
    );
    assert_eq!(run.code, 0);
}

#[test]
fn what_was_written_a_moment_ago_is_accepted_under_its_claim_alone() {
    let folder = tempfile::tempdir().expect("a folder");
    let proof = folder.path().join("proof").display().to_string();
    for (solve, claim, other) in [
        ("sprouts 4", "sprouts 4 normal", "sprouts 5 normal"),
        ("sprouts 4 --misere", "sprouts 4 misere", "sprouts 4 normal"),
        (
            "sprouts 3 --rules black-and-white",
            "sprouts 3 normal black-and-white",
            "sprouts 3 normal",
        ),
        (
            "sprouts 3+:1,4;2/1,4;3",
            "sprouts AB.0|AB.0 normal",
            "sprouts 2 normal",
        ),
        ("sos 3x3", "sos 3x3", "sos 3x3 first"),
        ("sos 2x4 --rules first", "sos 2x4 first", "sos 4x2 first"),
    ] {
        assert_eq!(
            run(&format!("solve {solve} --certificate -o {proof}")).code,
            0
        );
        let accepted = run_words(&["check", &proof, "--claim", claim], "");
        assert_eq!(accepted.code, 0, "{}", accepted.out);
        let refused = run_words(&["check", &proof, "--claim", other], "");
        assert_eq!(refused.code, 1, "{other}");
        let reason = "refused: expected a proof of `";
        assert!(refused.out.starts_with(reason), "{}", refused.out);
    }
}

#[test]
fn the_exit_code_tells_refused_unreadable_and_given_up_apart() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    let name = file.display().to_string();
    let text = fs::read_to_string(THREE).expect("a proof");
    fs::write(&file, text.replace("12 0", "12 1")).expect("a file");
    let refused = run(&format!("check {name}"));
    assert_eq!(
        (refused.code, &refused.out[..29]),
        (1, "refused: the checksum must be")
    );
    assert!(refused.out.contains("; line "), "{}", refused.out);
    // A file of anything else, and nothing of it is printed as it is.
    fs::write(&file, b"\x1b[2J\xff\x00accepted\n").expect("a file");
    let refused = run(&format!("check {name}"));
    assert_eq!(refused.code, 1);
    assert!(!refused.out.contains('\x1b'), "{}", refused.out);
    let gave_up = run("check ../sprouts/proofs/25.txt --limit 1ms");
    assert_eq!(gave_up.code, 3, "{}", gave_up.out);
    // Before the end of the text or after some facts.
    let reason = "gave up: the limit of 0.001 s was reached ";
    assert!(gave_up.out.starts_with(reason), "{}", gave_up.out);
    for (words, reason) in [
        ("check no/such/file", "cannot read `no/such/file`"),
        (
            "check ..",
            "`..` must be a file, found a folder, a pipe or a device",
        ),
        (
            &format!("check {THREE} --claim chess"),
            "expected a claim such as",
        ),
        (
            &format!("check {THREE} --claim 'sprouts 7'"),
            "must end with `normal` or `misere`, as in `sprouts 7 normal`",
        ),
        (
            &format!("check sprouts {THREE}"),
            &format!("use `papergames check {THREE}`"),
        ),
        (
            &format!("check {THREE} --limit x"),
            "expected a time such as",
        ),
    ] {
        let unreadable = run(words);
        assert_eq!(unreadable.code, 2, "{words}");
        assert!(unreadable.err.contains(reason), "{}", unreadable.err);
    }
}

#[test]
fn a_certificate_elsewhere_is_answered_with_the_commands_that_take_it() {
    for (words, expected, code) in [
        (
            format!("verify sprouts --store {THREE}"),
            "a store of results",
            1,
        ),
        (
            format!("verify sprouts 3 --store {THREE}"),
            "a store of results",
            1,
        ),
        (
            format!("solve sprouts 3 --store {THREE}"),
            "a store of results",
            1,
        ),
        (format!("explore {THREE}"), "a game", 2),
        (format!("verify {THREE}"), "a game", 2),
        (format!("explore sprouts {THREE}"), "a setup or a game", 1),
    ] {
        let run = run(&words);
        let sentence = format!(
            "`{THREE}` is a certificate, not {expected}; use `papergames check {THREE}` to check it, or \
             `papergames explore sprouts --store {THREE}` to walk through it\n"
        );
        assert!(run.err.ends_with(&sentence), "{words}: {}", run.err);
        assert_eq!(run.code, code, "{words}");
    }
}

#[cfg(unix)]
#[test]
fn a_pipe_is_not_waited_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let run = run(&format!("check {}", pipe.display()));
    assert_eq!(run.code, 2);
    assert!(run.err.contains("a pipe or a device"), "{}", run.err);
}
