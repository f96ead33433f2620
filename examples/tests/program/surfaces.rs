//! Games on closed surfaces: Brussels Sprouts, which the program plays by faces, and Sprouts, played by lands.

use crate::{refused, run_with, success};

#[test]
fn a_start_is_solved_and_verified() {
    let solved = success("solve brussels 4,4@c1");
    assert!(
        solved.contains("4,4@c1+:1: the first player wins\nnimber: 3\n"),
        "{solved}"
    );
    let verified = success("verify brussels 4,4,4,4@c3");
    assert!(
        verified.contains("a search that knows no theorem"),
        "{verified}"
    );
    assert!(
        verified.contains("the first player wins, confirmed by "),
        "{verified}"
    );
    let misere = success("solve brussels 4,4@h1 --misere");
    assert!(
        misere.contains("4,4@h1-:1: the first player wins"),
        "{misere}"
    );
}

/// On some surfaces moves matter, and the rules of the game on paper are not told there.
#[test]
fn a_surface_has_rules_of_its_own() {
    for game in ["sprouts", "brussels"] {
        let begun = run_with(&format!("play {game} 2@c1"), "rules\nquit\n").out;
        assert!(begun.contains("on a closed surface"), "{begun}");
        assert!(!begun.contains("as good as any other"), "{begun}");
        success(&format!("puzzle {game} 4@c1 --count 1 -o -"));
    }
}

#[test]
fn where_no_theorem_helps_nothing_is_verified() {
    let run = run_with("verify brussels 1@c4-", "");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("there is no second method"), "{}", run.err);
}

#[test]
fn sequences_of_moves_are_counted() {
    assert_eq!(
        success("perft brussels 4,4@h1 --depth 3"),
        "1 9\n2 90\n3 571\n"
    );
}

#[test]
fn whole_games_are_counted_by_their_length() {
    // Jackson's formula for one star; on paper, two crosses have the 9,175,040 games of *Winning Ways*' theorem.
    let one = success("perft brussels 1@h1 --lengths");
    assert_eq!(one, "3 64\n5 640\n");
    assert_eq!(
        success("perft brussels 4,4@h0 --lengths --json"),
        "{\"length\":8,\"games\":9175040}\n"
    );
    refused(
        "perft brussels 4,4,4,4,4,4@h0 --lengths",
        "a number of games is 2^128 or more, which is too large to count",
    );
    let stopped = run_with("perft brussels 4,4,4@h5 --lengths --memory 9K", "");
    assert_eq!(stopped.code, 1);
    assert!(
        stopped.err.contains("the memory limit was reached"),
        "{}",
        stopped.err
    );
    // On paper, and from the middle of a game.
    assert_eq!(success("perft brussels 2 --lengths"), "8 9175040\n");
    assert_eq!(success("perft brussels 2:1a-2a --lengths"), "7 262144\n");
    refused(
        "perft sprouts 2 --lengths",
        "only games of Brussels Sprouts, Brussels Sprouts on surfaces can be counted by length, not games of Sprouts",
    );
}

#[test]
fn a_game_is_played_and_drawn() {
    let played = run_with("play brussels 1@c1", "0.0\nresign\nquit\n");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(
        played.out.contains("0: projective plane, arms 4"),
        "{}",
        played.out
    );
    assert!(
        played.out.contains("second wins: first resigned"),
        "{}",
        played.out
    );
    let listed = run_with("play brussels 1@c1", "moves 0.0\nquit\n").out;
    assert!(
        listed.contains("1 0.0  A line that divides region 0 into a sphere with arms 2 and a"),
        "{listed}"
    );
    let drawn = success("draw brussels 4,2@h1/7@c2");
    assert!(drawn.contains("0: torus, arms 4, 2\n"), "{drawn}");
}

#[test]
fn a_game_that_was_saved_under_the_former_name_is_read() {
    let saved = "# play brussels-surface; people: first; level: 3\n4,4@c1+:1 0.3\n";
    let replayed = run_with("replay brussels -", saved);
    assert_eq!(replayed.code, 0, "{}", replayed.err);
    assert!(
        replayed.out.contains("setup: 4,4@c1+:1\n"),
        "{}",
        replayed.out
    );
    let other = run_with("replay sos -", saved);
    assert!(
        other.err.contains("found one of `brussels-surface`"),
        "{}",
        other.err
    );
}

#[test]
fn sprouts_is_solved_counted_and_verified_on_surfaces() {
    // Two spots are lost on paper and on the torus; crosscaps change the winner.
    for (setup, winner) in [
        ("2@h1", "second"),
        ("2@c1", "first"),
        ("3@h1-", "second"),
        ("3@c2", "first"),
    ] {
        let solved = success(&format!("solve sprouts {setup}"));
        let answer = format!("the {winner} player wins\n");
        assert!(solved.contains(&answer), "{setup}: {solved}");
    }
    let verified = success("verify sprouts 2@c2");
    assert_eq!(
        verified.split(", with").next(),
        Some("0*2@c2+:1: the first player wins, confirmed by a search that reduces nothing")
    );
    // As many as by gluing, in `sprouts/tests/surfaces.rs`.
    assert_eq!(
        success("perft sprouts 3@h1 --depth 3"),
        "1 5\n2 55\n3 576\n"
    );
    assert_eq!(
        success("perft sprouts 3@c2 --depth 3"),
        "1 8\n2 105\n3 1340\n"
    );
    let run = run_with("solve sprouts 2@x1", "");
    assert_eq!(run.code, 1);
    let expected =
        "expected `h` or `c` and a number of handles or crosscaps at character 3, found `x`";
    assert!(run.err.contains(expected), "{}", run.err);
}

#[test]
fn sprouts_is_played_and_drawn_on_surfaces() {
    let played = run_with("play sprouts 2@c1 --level 1", "0.0\nresign\nquit\n");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(
        played.out.contains("* 0: projective plane, 0, AB\n"),
        "{}",
        played.out
    );
    let drawn = success("draw sprouts '3@h1 0.0'");
    assert!(drawn.contains("0: torus, "), "{drawn}");
    let svg = success("draw sprouts 3@h1 -o -");
    assert!(
        svg.starts_with("<svg") && svg.contains("<desc>0*3@h1+:1</desc>"),
        "{svg}"
    );
}

#[test]
fn sprouts_in_glops_spelling_is_read_and_written_with_surfaces() {
    let text = "0*2.1a1a@-1+AB@1|AB";
    let solved = success(&format!("solve sprouts {text}"));
    assert!(
        solved.starts_with("AB@h1|AB@h0/0*2.a1a1@c1+:1: the first player wins\n"),
        "{solved}"
    );
    let glop = success(&format!("convert sprouts {text} --to glop"));
    assert_eq!(glop, "AB@1|AB@0+0*2.a1a1@-1\n");
    assert_eq!(
        success(&format!("convert sprouts {} --to text", glop.trim())),
        "AB@h1|AB@h0/0*2.a1a1@c1+:1\n"
    );
    assert_eq!(success("convert sprouts 3@c2 --to glop"), "0*3@-2\n");
}

#[test]
fn certificates_of_sprouts_on_surfaces_are_written_and_checked() {
    let file = std::env::temp_dir().join(format!("papergames-surface-{}", std::process::id()));
    let path = file.display();
    for (setup, claim, other) in [
        ("3@h1", "3@h1 normal", "3@h0 normal"),
        ("2@c1-", "2@c1 misere", "2@c1 normal"),
    ] {
        success(&format!(
            "solve sprouts {setup} --certificate -o {path} --quiet"
        ));
        let checked = success(&format!("check {path} --claim 'sprouts {claim}'"));
        assert!(
            checked.contains(&format!("claim: sprouts {claim} standard\n")),
            "{checked}"
        );
        let run = run_with(&format!("check {path} --claim 'sprouts {other}'"), "");
        assert_eq!(run.code, 1, "{}{}", run.out, run.err);
    }
    let _ = std::fs::remove_file(file);
}
