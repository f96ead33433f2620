//! `--memory`: the peak resident size of the program, measured from outside.

use std::io::Write;
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

/// Runs a command on an input and returns its peak resident size in MiB.
#[track_caller]
pub(crate) fn peak(arguments: &str, input: &str) -> u64 {
    let mut command = Command::new(env!("CARGO_BIN_EXE_papergames"));
    command
        .args(arguments.split_whitespace())
        .env("PAPERGAMES_CONFIG", "")
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    let mut child = command.spawn().expect("the program starts");
    let mut pipe = child.stdin.take().expect("standard input is a pipe");
    pipe.write_all(input.as_bytes()).expect("it is read");
    drop(pipe);
    let status = format!("/proc/{}/status", child.id());
    let mut peak = 0;
    while child.try_wait().expect("its state").is_none() {
        let text = std::fs::read_to_string(&status).unwrap_or_default();
        let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let kilobytes = line.and_then(|line| line.trim().strip_suffix(" kB")?.parse::<u64>().ok());
        // The program has no memory any more when it has ended and is not waited for yet.
        peak = peak.max(kilobytes.unwrap_or(0) / 1024);
        std::thread::sleep(LOOK);
    }
    peak
}

/// Checks that a command takes from `least` percent of a limit in MiB to what it may.
#[track_caller]
#[expect(clippy::print_stdout, reason = "it measures")]
fn check(command: &str, input: &str, limit: u64, least: u64) {
    let command = format!("{command} --memory {limit}M");
    let (least, most) = (limit * least / 100, BASE + limit * MOST / 100);
    let peak = peak(&command, input);
    println!("{peak:4} MiB of {most:4}: {command}");
    assert!(
        (least..=most).contains(&peak),
        "{command}: {peak} MiB, not {least} to {most}"
    );
}

/// Checks that searches keep to a limit in MiB, each for some seconds. Those that have all of it for one search reach
/// at least some percent of it.
fn check_searches(limit: u64, seconds: u64, least: u64) {
    let folder = tempfile::tempdir().expect("a folder");
    let [normal, misere] = ["normal", "misere"].map(|name| {
        let store = folder.path().join(name);
        format!("--store {}", store.display())
    });
    for search in [
        "41",
        "41 --threads 2",
        "22 --misere",
        &format!("41 {normal}"),
        &format!("22 --misere {misere}"),
    ] {
        let search = format!("solve sprouts {search} --limit {seconds}s");
        check(&search, "", limit, least);
    }
    for ending in [normal, format!("--misere {misere}")] {
        let time = seconds * 2;
        let walk = format!("explore sprouts 20 {ending} --json --time {time}s --limit {seconds}s");
        check(&walk, "", limit, 0);
    }
    let input = format!("position startpos\ngo movetime {seconds}000\n");
    for game in ["sprouts 20", "sprouts 12 --misere", "phutball"] {
        check(&format!("ugi {game}"), &input, limit, 0);
    }
}

#[test]
fn searches_keep_to_a_small_limit() {
    // A busy machine may take longer to fill even a small memory.
    check_searches(32, 3, 0);
}

/// `cargo test --release -p papergames-cli --test program larger_limits -- --ignored --nocapture`
#[test]
#[ignore = "takes an hour"]
fn searches_keep_to_larger_limits() {
    for (limit, seconds) in [(64, 20), (256, 60), (1024, 200)] {
        check_searches(limit, seconds, LEAST);
    }
}
