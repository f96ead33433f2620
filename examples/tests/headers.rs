//! Every example prints what its own header says it prints.
//!
//! The `//!` header of each program in `examples/` holds one session: a line `$ cargo run … --example NAME` and what
//! follows on the screen. Here the program runs and the two are compared, so that the first thing a reader sees in an
//! example is true.

use std::env::current_exe;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns where the examples of this build are, once all of them are up to date.
///
/// `cargo test` builds examples only when no single test is asked for, so cargo is asked again here; when there is
/// nothing to do that takes a moment.
fn built_examples() -> PathBuf {
    let test = current_exe().expect("the test has a path");
    let profile_folder = test.ancestors().nth(2).expect("a test lies in deps");
    let profile = match profile_folder.file_name().and_then(|name| name.to_str()) {
        Some("debug") | None => "dev",
        Some(name) => name,
    };
    let status = Command::new(env!("CARGO"))
        .args(["build", "--quiet", "--offline", "--workspace"])
        .args(["--examples", "--profile", profile])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .status();
    assert!(
        status.expect("cargo starts").success(),
        "the examples build"
    );
    profile_folder.join("examples")
}

/// Returns the arguments after `$ cargo run` and the lines after it, from the header of a program.
fn session(source: &str) -> Option<(String, String)> {
    let header = source.lines().map_while(|line| line.strip_prefix("//!"));
    let text: Vec<&str> = header
        .map(|line| line.strip_prefix(' ').unwrap_or(line))
        .collect();
    let start = text
        .iter()
        .position(|line| line.starts_with("$ cargo run"))?;
    let command = text[start].strip_prefix("$ cargo run")?.trim().to_owned();
    let printed = text[start + 1..]
        .iter()
        .take_while(|line| !line.starts_with("```"));
    let lines: Vec<&str> = printed.copied().collect();
    Some((command, lines.join("\n") + "\n"))
}

/// Runs one example and compares.
fn check(path: &Path, built: &Path) {
    let name = path
        .file_stem()
        .and_then(|name| name.to_str())
        .expect("a name");
    let source = fs::read_to_string(path).expect("the example is readable");
    let (command, expected) = session(&source).unwrap_or_else(|| panic!("{name} shows no session"));
    let (cargo, program) = command.split_once(" -- ").unwrap_or((&command, ""));
    assert!(
        cargo.ends_with(&format!("--example {name}")),
        "{name} shows `{command}`"
    );
    let output = Command::new(built.join(name))
        .args(program.split_whitespace())
        .output()
        .expect("the example starts");
    let printed = String::from_utf8(output.stdout).expect("examples print text");
    assert!(
        output.status.success(),
        "{name} fails: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(
        printed, expected,
        "{name} prints (left) what its header does not say (right)"
    );
}

/// Programs that other tests run: they need an argument or minutes, or print a time.
const ELSEWHERE: [&str; 3] = ["bot", "drawings", "learn"];

#[test]
#[ignore = "half a minute with --release: cargo test --release -p papergames-cli --test all headers:: -- --ignored"]
fn the_learner_prints_what_its_header_says() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples/learn.rs");
    check(&path, &built_examples());
}

#[test]
fn every_example_prints_what_its_header_says() {
    let built = built_examples();
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let files = fs::read_dir(folder).expect("the folder of the examples is readable");
    let mut paths: Vec<PathBuf> = files.map(|file| file.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|extension| extension == "rs"));
    paths.sort();
    assert!(!paths.is_empty(), "there are examples");
    let is_elsewhere = |path: &Path| {
        ELSEWHERE
            .iter()
            .any(|name| path.file_stem() == Some(name.as_ref()))
    };
    for path in paths.iter().filter(|path| !is_elsewhere(path)) {
        check(path, &built);
    }
}

#[test]
fn drawings_are_measured_and_counted_in_a_table() {
    let program = built_examples().join("drawings");
    let measured = Command::new(&program).arg("1").output().expect("it starts");
    assert!(measured.status.success());
    let lines = String::from_utf8(measured.stdout).expect("text");
    let fields: Vec<Vec<&str>> = lines
        .lines()
        .map(|line| line.split(' ').collect())
        .collect();
    // From the text and from the record: the same map, without overlaps and hidden faces.
    assert_eq!(fields.len(), 2, "{lines}");
    assert_eq!(fields[0][..3], fields[1][..3]);
    assert_eq!((fields[0][3], fields[1][3]), ("text", "record"));
    for line in &fields {
        assert_eq!(line.len(), 13, "{lines}");
        assert_eq!(line[4..6], ["0", "0"], "{lines}");
        assert!(
            line[6..].iter().all(|field| field.parse::<f64>().is_ok()),
            "{lines}"
        );
    }
}
