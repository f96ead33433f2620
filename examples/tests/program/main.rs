//! The `papergames` program, run as a user runs it.

mod bounds;
mod check;
mod copied;
mod draw;
mod every_rule;
mod faults;
mod input;
mod json;
mod matches;
#[cfg(target_os = "linux")]
mod memory;
mod perft;
mod play;
mod records;
mod solve;
mod study;
mod surfaces;
#[path = "../times.rs"]
mod times;
mod tour;
mod transcripts;
mod ugi;
mod values;
mod web;

use std::io::Write;
use std::process::{Command, Stdio};

/// What a run of the program left behind.
#[derive(Debug)]
pub(crate) struct Run {
    pub(crate) code: i32,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs the program with the arguments in `line`, which are separated by blanks, and `input` on standard input.
#[track_caller]
pub(crate) fn run_with(line: &str, input: &str) -> Run {
    let parts = line.split('\'').zip([false, true].into_iter().cycle());
    let words = parts.flat_map(|(part, is_quoted)| {
        if is_quoted {
            vec![part]
        } else {
            part.split_whitespace().collect()
        }
    });
    run_words(&words.collect::<Vec<_>>(), input)
}

/// Runs the program with arguments that may have blanks in them.
#[track_caller]
pub(crate) fn run_words(words: &[&str], input: &str) -> Run {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(words)
        // What someone likes on this machine must not change the results.
        .env("PAPERGAMES_CONFIG", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut stdin = child.stdin.take().expect("standard input is a pipe");
    let input = input.to_owned();
    // The program may write much before it has read all; so the writing goes on beside the reading.
    let writer = std::thread::spawn(move || {
        // The writer does not fail if a program stops before it has read everything.
        let _ = stdin.write_all(input.as_bytes());
    });
    let output = child.wait_with_output().expect("the program ends");
    writer.join().expect("the writer ends");
    Run {
        code: output.status.code().expect("the program is not killed"),
        out: String::from_utf8(output.stdout).expect("the program prints text"),
        err: String::from_utf8(output.stderr).expect("the program prints text"),
    }
}

/// Runs the program without input.
#[track_caller]
pub(crate) fn run(line: &str) -> Run {
    run_with(line, "")
}

/// Runs the program, expects success, and returns what it printed.
#[track_caller]
pub(crate) fn success(line: &str) -> String {
    let run = run(line);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "papergames {line}");
    run.out
}

/// Runs the program and expects it to refuse, with exit code 1, nothing printed, and one sentence on standard error.
#[track_caller]
pub(crate) fn refused(line: &str, sentence: &str) {
    let run = run(line);
    assert_eq!((run.code, run.out.as_str()), (1, ""), "papergames {line}");
    assert_eq!(
        run.err,
        format!("papergames: {sentence}\n"),
        "papergames {line}"
    );
}

#[test]
fn help_explains_every_command() {
    let help = success("--help");
    for line in help.lines().skip_while(|line| *line != "Commands:").skip(1) {
        let Some(command) = line.split_whitespace().next() else {
            break;
        };
        if command != "help" {
            let page = success(&format!("{command} --help"));
            assert!(
                page.contains("Examples:\n  papergames"),
                "`{command} --help` shows examples"
            );
        }
    }
}

#[test]
fn the_help_says_what_is_easily_overlooked() {
    let said = [
        (
            "rules sprouts",
            "a line from a spot to itself counts as two",
        ),
        (
            "rules sprouts",
            "In misère play, the first player wins if it leaves 0, 4 or 5, with two exceptions",
        ),
        (
            "rules sos",
            "SOS is a finite game of perfect information, in which one player gains what the other loses",
        ),
        (
            "rules phutball",
            "No player has to jump, or to go on jumping.",
        ),
        (
            "help cards",
            "has at most 2n + 1 rows and 4n - 1 values, with three cards each.",
        ),
        (
            "help cards",
            "in step 4 of joining it puts the new cards on top, although its example puts them at the bottom",
        ),
        (
            "help sprouts",
            "0.1 land 0 becomes its option 1, both counted from 0",
        ),
        (
            "help brussels",
            "0.3 region 0 becomes its option 3, both counted from 0",
        ),
        ("help brussels", "1x5 one star with five arms"),
    ];
    let missing: Vec<_> = (said.iter())
        .filter(|(line, said)| {
            let help = success(line);
            let words: Vec<&str> = help.split_whitespace().collect();
            !words.join(" ").contains(said)
        })
        .collect();
    assert!(missing.is_empty(), "{missing:?}");
}

#[test]
fn bad_arguments_end_with_exit_code_two() {
    for line in [
        "chess",
        "perft chess",
        "perft sprouts",
        "perft sprouts --depth x",
    ] {
        let run = run(line);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "papergames {line}");
        assert!(!run.err.is_empty());
    }
}

#[test]
fn negative_numbers_are_refused_with_the_range() {
    for (line, range) in [
        ("perft sprouts 3 --depth -1", "-1 is not in 0.."),
        (
            "match sos 3x3 --first 1 --second 1 --games -1",
            "-1 is not in 1..",
        ),
        (
            "match sos 3x3 --first 1 --second 1 --openings -1",
            "--openings must be a number of random moves or the name of a file, found `-1`",
        ),
        ("play sos 3x3 --nodes -1", "-1 is not in 0.."),
        ("play sos 3x3 --level -1", "expected a level from 1"),
        ("solve sprouts 3 --threads -1", "-1 is not in 1.."),
        ("draw sprouts 3 --width -1", "-1 is not in 1.."),
    ] {
        let run = run(line);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{line}");
        assert!(run.err.contains(range), "{line}: {}", run.err);
    }
}

#[test]
fn a_reader_who_has_seen_enough_is_no_failure() {
    let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(["tour"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(
        (output.status.code(), output.stderr.as_slice()),
        (Some(0), &b""[..])
    );
}

#[test]
fn a_file_holds_the_options_that_somebody_wants_always() {
    let folder = std::env::temp_dir().join(format!("papergames-config-{}", std::process::id()));
    std::fs::create_dir_all(folder.join("papergames")).expect("the folder can be made");
    let file = folder.join("papergames").join("config");
    let text = "# mine\nperft --depth 2\n--quiet\n";
    std::fs::write(&file, text).expect("the file can be written");
    let run = |line: &str, named: bool| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_papergames"));
        command
            .args(line.split_whitespace())
            .env("XDG_CONFIG_HOME", &folder);
        command.env_remove("PAPERGAMES_CONFIG");
        if named {
            command.env("PAPERGAMES_CONFIG", &file);
        }
        let output = command.output().expect("the program starts");
        let text = |bytes| String::from_utf8(bytes).expect("text");
        (
            output.status.code(),
            text(output.stdout),
            text(output.stderr),
        )
    };
    for named in [false, true] {
        let (code, out, err) = run("perft sprouts 3", named);
        assert_eq!((code, err.as_str()), (Some(0), ""));
        assert_eq!(out, success("perft sprouts 3 --depth 2"));
        let (code, out, _) = run("perft sprouts 3 --depth 1", named);
        assert_eq!(code, Some(0));
        assert_eq!(
            out,
            success("perft sprouts 3 --depth 1"),
            "the command line wins"
        );
    }
    std::fs::write(&file, "perft --nonsense\n").expect("the file can be written");
    let (code, out, err) = run("perft sprouts 3 --depth 1", false);
    assert_eq!((code, out), (Some(0), success("perft sprouts 3 --depth 1")));
    assert!(
        err.starts_with("papergames: note: the options in `") && err.contains("--nonsense"),
        "{err}"
    );
    // What the file adds is named where it may be to blame, and so is a line that does nothing.
    std::fs::write(&file, "solve --misere\n").expect("the file can be written");
    let (code, _, err) = run("solve sprouts 3+", false);
    assert_eq!(code, Some(1));
    assert!(err.ends_with("adds `--misere` to this command\n"), "{err}");
    std::fs::write(&file, "foo --bar\n").expect("the file can be written");
    let (code, _, err) = run("perft sprouts 3 --depth 1", false);
    assert_eq!(code, Some(0));
    assert!(
        err.ends_with("are ignored: line 1 begins with `foo`, which is no command\n"),
        "{err}"
    );
    std::fs::remove_file(&file).expect("the file is there");
    let (code, _, err) = run("perft sprouts 3 --depth 1", true);
    assert_eq!(code, Some(0));
    assert!(
        err.starts_with("papergames: note: cannot read the options in `"),
        "{err}"
    );
    std::fs::write(&file, vec![b'#'; 17 << 20]).expect("the file can be written");
    let (code, _, err) = run("perft sprouts 3 --depth 1", false);
    assert_eq!(code, Some(0));
    assert!(
        err.ends_with("the file is larger than the limit of 16 MiB\n"),
        "{err}"
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}
