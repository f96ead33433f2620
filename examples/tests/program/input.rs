//! What an argument may be: a setup, a position, a game, or the file that holds one.

use crate::{refused, run, run_with, run_words, success};

/// Runs the program and expects it to refuse with these words at the end of its sentence.
#[track_caller]
fn refused_at_the_end(words: &[&str], end: &str) {
    let run = run_words(words, "");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{words:?}");
    assert_eq!(run.err.lines().count(), 1, "{words:?}: {}", run.err);
    assert!(run.err.trim_end().ends_with(end), "{words:?}: {}", run.err);
}

#[test]
#[cfg(unix)]
fn a_pipe_is_a_file() {
    for line in [
        "replay sprouts /dev/stdin",
        "solve sprouts /dev/stdin",
        "perft sprouts /dev/stdin --depth 1",
        "draw sprouts /dev/stdin",
        "solve sprouts -",
    ] {
        let run = run_with(line, "2+ 1-2 1-2\n");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{line}");
        assert!(!run.out.is_empty(), "{line}");
    }
    // The rest of the input is the game itself.
    let run = run_with("play sprouts /dev/stdin --you none", "2+ 1-2 1-2\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("record: 2+ 1-2 1-2 "), "{}", run.out);
}

#[test]
fn a_range_or_a_sum_that_is_written_otherwise_is_answered_with_the_right_one() {
    for (line, range) in [
        ("solve sprouts 2-11", "2..11"),
        ("solve sprouts 2,3", "2..3"),
        ("verify sprouts 2:4", "2..4"),
        ("solve sos 3x3-5", "3x3..5"),
    ] {
        let found = line.rsplit_once(' ').expect("a setup").1;
        refused(
            line,
            &format!("expected a range such as `{range}`, found `{found}`"),
        );
    }
    for sum in [
        "3+sprouts 4",
        "sprouts 3+sprouts 4",
        "sprouts 3 +sprouts 4",
        "*3+*2",
    ] {
        refused(
            &format!("solve '{sum}'"),
            &format!(
                "write blanks around a plus that adds, as in `sprouts 3 + sprouts 4`, found `{sum}`"
            ),
        );
    }
}

#[test]
fn whoever_means_a_file_is_told_that_there_is_none() {
    let none = "; there is no file of that name either";
    refused_at_the_end(&["play", "sprouts", "nofile"], none);
    refused_at_the_end(&["perft", "sos", "~/missing/foo.t1", "--depth", "1"], none);
    refused_at_the_end(&["solve", "brussels", "nofile"], none);
    refused_at_the_end(&["replay", "sprouts", "game.v2"], none);
    refused_at_the_end(&["replay", "sprouts", "Game.v2"], none);
    refused_at_the_end(&["replay", "sprouts", "my game.txt"], none);
    refused_at_the_end(&["play", "phutball", "my game.txt"], none);
    let directory = "; there is a directory of that name, but no file";
    for command in ["play", "solve", "replay", "draw"] {
        refused_at_the_end(&[command, "sprouts", "src"], directory);
    }
    for command in ["play", "solve", "draw"] {
        let run = run_with(&format!("{command} sprouts nofile.txt"), "");
        let sentence = "papergames: cannot read `nofile.txt`: ";
        assert!(run.err.starts_with(sentence), "{command}: {}", run.err);
    }
    // A wrong move or option is not the name of a file.
    refused(
        "perft sprouts 5+ --misere --depth 1",
        "`5+` is for normal play, but --misere asks for misère; leave out one of them",
    );
    let run = run_words(&["replay", "sprouts", "2+ 1-9"], "");
    assert!(run.err.contains("; legal here: 1-1"), "{}", run.err);
    assert!(!run.err.contains("file"), "{}", run.err);
}

#[test]
fn games_are_solved_and_counted_from_their_last_position() {
    let said = |words: &[&str]| {
        let run = run_words(words, "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        run.out
    };
    let position = "2+:1,3,2,3";
    assert!(said(&["solve", "sprouts", "2+ 1-2"]).starts_with(&format!("{position}: ")));
    assert_eq!(
        said(&["perft", "sprouts", "2+ 1-2", "--depth", "2"]),
        said(&["perft", "sprouts", position, "--depth", "2"])
    );
    assert_eq!(
        said(&["perft", "sos", "3x3 Sa1 Ob1", "--depth", "1"]),
        "1 14\n"
    );
    refused_at_the_end(
        &["solve", "sprouts", "2+ 1-2", "--misere"],
        "leave out --misere: text in the format `text` already says whether play is normal or misère",
    );
    // A notation that leaves it open takes the option.
    assert_eq!(
        said(&["solve", "sprouts", "1;2", "--misere"]),
        said(&["solve", "sprouts", "2-"])
    );
    refused_at_the_end(
        &["play", "sprouts", "-"],
        "`play` reads moves from standard input, so the setup cannot be `-`",
    );
}

/// Options that contradict a setup, or that its game does not have, were ignored or got the reason of another mistake.
#[test]
fn options_are_refused_by_their_name_and_sizes_by_theirs() {
    let mut wrong = Vec::new();
    for (setup, options, reason) in [
        (
            "sprouts 3-",
            "--rules normal",
            "`3-` is for misère play, but --rules normal asks for normal play",
        ),
        (
            "sprouts 3+",
            "--rules misere",
            "`3+` is for normal play, but --misere asks for misère",
        ),
        (
            "sprouts 2-black-and-white",
            "--rules normal",
            "`2-black-and-white` is for misère play, but --rules normal",
        ),
        (
            "sprouts 2@c1-",
            "--rules normal",
            "is for misère play, but --rules normal asks for normal play",
        ),
        (
            "sprouts 2-:1,3,2,3",
            "--rules normal",
            "leave out the options for rules",
        ),
        (
            "brussels 2-",
            "--rules normal",
            "`2-` is for misère play, but --rules normal asks for normal play",
        ),
        (
            "brussels 2@c1-",
            "--rules normal",
            "`2@c1-` is for misère play, but --rules normal asks for normal play",
        ),
        (
            "sos 3x3",
            "--rules normal",
            "expected rules (general, first, alternating or misere), found `normal`",
        ),
        (
            "sos 3x3:first",
            "--rules general",
            "already specifies its rules, but an option asks for general",
        ),
        (
            "sos 2x2",
            "--players 3",
            "a board must have at least 3 rows or 3 columns, so that an S-O-S fits",
        ),
        (
            "sos 1x1",
            "--misere",
            "a board must have at least 3 rows or 3 columns, so that an S-O-S fits",
        ),
        (
            "sos 30x30",
            "--rules misere",
            "a board may have at most 255 rows, 255 columns and 400 cells",
        ),
        (
            "sos 256x3",
            "--rules first",
            "a board may have at most 255 rows, 255 columns and 400 cells",
        ),
        ("sos 3x", "--rules first", "expected a number of columns"),
        (
            "phutball 5x7",
            "--rules normal",
            "phutball has no option --rules normal",
        ),
        (
            "phutball 3x5",
            "--misere",
            "phutball has no option --misere",
        ),
    ] {
        for command in ["solve", "play", "perft", "explore"] {
            let depth = if command == "perft" { " --depth 1" } else { "" };
            let line = format!("{command} {setup} {options}{depth}");
            let run = crate::run(&line);
            if run.code == 0 || !run.err.contains(reason) || run.err.contains("begun") {
                wrong.push(format!("{line}: {}", run.err));
            }
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn strings_of_the_solvers_are_solved() {
    // After a move in the start with three spots, as the program itself writes it.
    let written = run_words(&["convert", "sprouts", "3+ 1(4)2", "--to", "glop"], "");
    let string = written.out.trim();
    let outcome = |words: &[&str]| {
        let run = run_words(&[&["solve", "sprouts"], words, &["--json"]].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        let line: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        assert!(line["winner"].is_string(), "{line}");
        line["winner"] == line["to_move"]
    };
    assert_eq!(outcome(&[string]), outcome(&["3+ 1-2"]));
    assert_eq!(outcome(&[string, "--misere"]), outcome(&["3- 1-2"]));
    assert!(success("solve sprouts 0.1a1a").starts_with("0.1a1a: the player to move "));
    // Three spots without a line, and three corners on one boundary beside a spot.
    assert_eq!(outcome(&["0.0.0"]), outcome(&["3"]));
    assert!(success("solve sprouts 0.12").starts_with("0.12: the player to move "));
    // From a file, too, and from standard input.
    let run = run_words(&["solve", "sprouts", "-"], "0.1a1a\n");
    assert!(run.out.starts_with("0.1a1a: "), "{} {}", run.out, run.err);
    refused_at_the_end(
        &["solve", "sprouts", "0.1a1a", "--rules", "antwerp-hot"],
        "a position without numbers has no option --rules",
    );
}

#[test]
fn what_is_typed_wrongly_is_answered_with_what_is_meant() {
    let answers = [
        (
            "sos",
            "`sos` is a game; use `papergames play sos` or `papergames help sos`\n",
        ),
        (
            "solve brussels 0,0",
            "papergames: star 1 has no arm; each star needs at least one\n",
        ),
        (
            "solve brussels 1000",
            "papergames: a position must have 1 to 100 stars, found more\n",
        ),
        (
            "solve brussels 5,",
            "found the end of the text; one star with 5 arms is `1x5`\n",
        ),
        (
            "solve sprouts '3 +'",
            "papergames: a setup has no blanks; use `3+`, found `3 +`\n",
        ),
        (
            "solve sos '3 x 3:first'",
            "papergames: a setup has no blanks; use `3x3:first`, found `3 x 3:first`\n",
        ),
        (
            "solve sos 3x3 --rules frist",
            "misere, wrap, wrap-rows, wrap-columns, soo, sss]\n\n  tip: a similar value exists: 'first'",
        ),
        (
            "solve sprouts 6 --certificate c.txt",
            "unexpected argument 'c.txt' found\n\n  tip: to name the file to write, use '-o c.txt'",
        ),
        (
            "solve sprouts 3 +",
            "unexpected argument '+' found\n\n  tip: a setup and its moves are one argument; put them between quotes",
        ),
        (
            "solve sprouts 2-..5-",
            "papergames: expected a range such as `2..5-`, found `2-..5-`\n",
        ),
        // The letters of a figure of Lemoine and Viennot, where one that stands alone has another meaning.
        (
            "solve sprouts AL.}AL.BNMCMN.}]!",
            "`B` must appear exactly twice in the land, found 1; a spot with only one corner of use is `1` or `2`\n",
        ),
        (
            "draw sprouts 101",
            "papergames: expected a number of spots (1 to 100), found `101`\n",
        ),
        (
            "solve sprouts 0",
            "expected a number of spots (1 to 100), found `0`; the position that `glop` writes so is `0.}]!`\n",
        ),
        (
            "explore sos 3x3 --archive nosuch",
            "papergames: --archive must be the name of a file, found `nosuch`\n",
        ),
        (
            "solve sos 3x4 --players 3 --certificate -o never",
            "papergames: only games for two players have a value, but this game has 3 players\n",
        ),
    ];
    let wrong: Vec<_> = (answers.iter())
        .map(|(line, said)| (line, said, run(line)))
        .filter(|(_, said, run)| run.code == 0 || !run.err.contains(*said))
        .collect();
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Arguments are text, and the help says so.
#[test]
#[cfg(unix)]
fn names_that_are_no_text_are_refused() {
    use std::os::unix::ffi::OsStrExt;
    assert!(success("--help").contains("must be text in UTF-8"));
    let name = std::ffi::OsStr::from_bytes(b"a\xff");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_papergames"));
    let run = program
        .args(["replay", "sprouts"])
        .arg(name)
        .output()
        .expect("the program runs");
    assert_eq!(run.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&run.stderr).contains("invalid UTF-8"));
}
