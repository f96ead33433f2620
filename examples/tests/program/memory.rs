//! `--memory`: the peak resident size of a solver, measured from outside.

use std::process::{Command, Stdio};
use std::time::Duration;

/// What the program takes besides its limit, in MiB, as the help says: its code, and the lists of one move.
const BASE: u64 = 16;

/// What the searches may take of their limit, in percent: more than all of it, because freed blocks have gaps.
const MOST: u64 = 110;

/// What they take at least; less would mean that they ended before the memory was full.
const LEAST: u64 = 75;

/// The time between two looks at the peak that the system keeps.
const LOOK: Duration = Duration::from_millis(10);

/// Runs a command and returns its peak resident size in MiB.
#[track_caller]
fn peak(arguments: &str) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papergames"));
    command
        .args(arguments.split_whitespace())
        .env("PAPERGAMES_CONFIG", "")
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("its state").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        peak = peak.max(kilobytes.unwrap_or(0) / 1024);
        std::thread::sleep(LOOK);
    }
    peak
}

/// Checks that searches keep to a limit in MiB, each for some seconds, and reach at least some percent of it.
#[expect(clippy::print_stdout, reason = "it measures")]
fn check(limit: u64, seconds: u64, least: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let store = |name: &str| folder.path().join(name).display().to_string();
    for command in [
        "41".to_owned(),
        "41 --threads 2".to_owned(),
        "22 --misere".to_owned(),
        format!("41 --store {}", store("normal")),
        format!("22 --misere --store {}", store("misere")),
    ] {
        let command = format!("solve sprouts {command} --memory {limit}M --limit {seconds}s");
        let (least, most) = (limit * least / 100, BASE + limit * MOST / 100);
        let peak = peak(&command);
        println!("{command}: {peak} MiB");
        assert!(
            (least..=most).contains(&peak),
            "{command}: {peak} MiB, not {least} to {most}"
        );
    }
}

#[test]
fn searches_keep_to_a_small_limit() {
    // A busy machine may take longer to fill even a small memory.
    check(32, 3, 0);
}

/// `cargo test --release -p papergames-cli --test program larger_limits -- --ignored --nocapture`
#[test]
#[ignore = "takes half an hour"]
fn searches_keep_to_larger_limits() {
    for (limit, seconds) in [(64, 20), (256, 60), (1024, 200)] {
        check(limit, seconds, LEAST);
    }
}
