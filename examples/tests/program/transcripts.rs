//! Sessions through a pipe, recorded in files: the arguments, what is typed, and what is printed.
//!
//! `SNAPSHOTS=overwrite cargo test -p papergames-cli --test program transcripts` records them again.

use std::fs;
use std::path::Path;

use crate::run_with;

/// Replaces the times in a text, which differ from run to run.
fn without_times(text: &str) -> String {
    let lines = text.lines().map(|line| match line.rsplit_once(", ") {
        Some((before, _)) if line.contains("> eval: ") => format!("{before}, [TIME]"),
        _ => line.to_owned(),
    });
    lines.map(|line| line + "\n").collect()
}

#[test]
fn sessions_go_as_recorded() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/program/transcripts");
    let mut names: Vec<_> = fs::read_dir(&folder)
        .expect("the folder can be listed")
        .map(|entry| entry.expect("the entry can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "in"))
        .collect();
    names.sort();
    assert!(!names.is_empty());
    for path in names {
        let typed = fs::read_to_string(&path).expect("the file can be read");
        let (arguments, input) = typed.split_once('\n').expect("a line of arguments");
        let run = run_with(arguments, input);
        let printed = format!("{}{}exit code {}\n", run.out, run.err, run.code);
        let expected = snapbox::Data::read_from(&path.with_extension("out"), None);
        snapbox::assert_data_eq!(without_times(&printed), expected.raw());
    }
}
