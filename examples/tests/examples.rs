//! The example programs do what their documentation says.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs an example and returns what it prints.
///
/// `cargo test` has built it beside the tests, with the same features; cargo itself would build it again with others.
/// With `--test` alone it is not built, or not again.
#[track_caller]
fn run(example: &str) -> String {
    let test = std::env::current_exe().expect("the test has a path");
    let folder = test
        .parent()
        .and_then(Path::parent)
        .expect("a target folder");
    let name = format!("{example}{}", std::env::consts::EXE_SUFFIX);
    let built = folder.join("examples").join(name);
    let mut command = if built.exists() {
        Command::new(built)
    } else {
        let mut cargo = Command::new(env!("CARGO"));
        cargo.args(["run", "--quiet", "--offline", "--example", example]);
        cargo
    };
    let output = command
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("the example starts");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{example}: {out}{err}");
    out
}

fn lines(example: &str) -> usize {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let text = fs::read_to_string(folder.join(example)).expect("the example is there");
    text.lines().count()
}

#[test]
fn the_readme_shows_the_first_program() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let [program, readme] = ["examples/first_program.rs", "../README.md"]
        .map(|path| fs::read_to_string(root.join(path)).expect("the file is there"));
    let (header, code) = program
        .split_once("\nuse ")
        .expect("the program uses the library");
    assert!(readme.contains(&format!("```rust\nuse {code}```\n")));
    let printed = run("first_program");
    assert!(
        header.contains(&format!("first_program\n//! {printed}")),
        "{printed}"
    );
}

#[test]
fn a_bot_of_forty_lines_plays_the_engine_of_a_crate_over_ugi() {
    assert!(lines("bot.rs") <= 40);
    let printed = run("bot");
    assert!(printed.starts_with("greedy: "), "{printed}");
    assert!(printed.ends_with("; forfeits: [0, 0]\n"), "{printed}");
}

#[test]
fn the_new_game_obeys_the_laws_and_plays() {
    let printed = run("new_game");
    assert!(printed.contains("all laws hold\n"), "{printed}");
    assert!(
        printed.contains("match over UGI: 4 games, 0 forfeits\n"),
        "{printed}"
    );
}

#[test]
fn a_learner_takes_two_hundred_lines() {
    assert!(lines("learn.rs") <= 200);
}
