//! `--memory` and `--limit`: each command that can be large stops at its limit, and says which limit it reached.

use std::time::{Duration, Instant};

use crate::{run, run_with};

/// Runs a command that would take long and checks that a limit on time ends it; returns how long it took.
#[track_caller]
fn ends_in_time(arguments: &str) -> Duration {
    let begun = Instant::now();
    let run = run(arguments);
    let took = begun.elapsed();
    assert_eq!(run.code, 1, "{arguments}: {}", run.err);
    let said = "the time limit was reached";
    assert!(run.err.contains(said), "{arguments}: {}", run.err);
    took
}

#[test]
fn a_limit_on_time_ends_every_count() {
    for arguments in [
        "perft sprouts 20 --depth 3 --limit 100ms",
        "perft brussels 3 --depth 6 --limit 100ms",
        "perft brussels 3 --depth 6 --merge --limit 100ms",
        "perft phutball --turns --depth 4 --limit 100ms",
    ] {
        // Far more than is promised, since this machine may be busy; the test below measures.
        assert!(
            ends_in_time(arguments) < Duration::from_secs(20),
            "{arguments}"
        );
    }
}

#[test]
fn a_limit_on_memory_ends_a_count_that_merges() {
    let run = run("perft brussels 3 --depth 5 --merge --memory 48M");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("the memory limit was reached"),
        "{}",
        run.err
    );
    assert!(
        run.out.lines().count() >= 2,
        "what was counted is printed: {}",
        run.out
    );
}

/// Writes records that take long to read, to draw and to write: many short games, and a long one on many spots.
fn long_files(folder: &std::path::Path) -> [String; 2] {
    let [many, large] = ["many.txt", "large.txt"].map(|name| folder.join(name));
    std::fs::write(&many, "2+ 1-2 1-3\n".repeat(400_000)).expect("a file");
    let large = large.display().to_string();
    let random = "--first random --second random --games 2 --openings 0 --most-moves 80";
    let run = run(&format!("match sprouts 60 {random} --output {large}"));
    assert_eq!(run.code, 0, "{}", run.err);
    [many.display().to_string(), large]
}

/// The number of games that a long list has.
const LONG: usize = 200_000;

/// Writes one list of many games.
fn long_list(folder: &std::path::Path) -> String {
    let path = folder.join("list.json");
    let games = vec![r#"{"winner":null,"moves":["H11","I13","E SE"]}"#; LONG];
    std::fs::write(&path, format!("[{}]", games.join(","))).expect("a file");
    path.display().to_string()
}

/// Commands that take long, and how many lines they print at least when a limit on time ends them.
fn long_commands([many, large]: &[String; 2]) -> Vec<(String, usize)> {
    vec![
        (format!("replay sprouts {many}"), 4),
        (format!("convert sprouts {many} --to wgosa"), 4),
        (format!("draw sprouts {large} --animate -o {large}.svg"), 0),
        ("match sos 6x6 --first 3 --second 3 --games 10000".into(), 6),
        (
            "tournament sos 6x6 --opponents 3,2,1 --games 10000".into(),
            3,
        ),
        (format!("review sprouts {large} --time 10s"), 0),
        ("explore sprouts 20 --json --time 1s".into(), 0),
        ("puzzle sprouts 9 --output - --count 10000".into(), 0),
    ]
}

#[test]
fn a_limit_on_time_ends_other_commands_with_what_they_have_done() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = long_files(folder.path());
    for (command, lines) in long_commands(&files) {
        let begun = Instant::now();
        let run = run(&format!("{command} --limit 500ms"));
        assert_eq!(run.code, 1, "{command}: {}", run.err);
        assert!(
            run.err.ends_with("s: the time limit was reached\n"),
            "{command}: {}",
            run.err
        );
        assert!(run.out.lines().count() >= lines, "{command}: {}", run.out);
        assert!(begun.elapsed() < Duration::from_secs(20), "{command}");
    }
    let left = std::fs::read_dir(folder.path()).expect("the folder");
    assert_eq!(left.count(), 2, "no picture and no part of one is left");
}

#[test]
fn a_limit_on_time_holds_for_every_go() {
    let begun = Instant::now();
    let input = "position startpos\ngo movetime 600000\n";
    let run = run_with("ugi phutball --limit 100ms", input);
    assert!(run.out.contains("bestmove "), "{}", run.out);
    assert!(begun.elapsed() < Duration::from_mins(1));
}

#[test]
fn a_limit_on_memory_ends_a_command_that_keeps_all_games() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = long_list(folder.path());
    let run = run(&format!("draw phutball {path} --memory 48M"));
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.err.contains("the memory limit was reached"),
        "{}",
        run.err
    );
}

#[test]
fn a_long_list_is_read_game_by_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = long_list(folder.path());
    let run = run(&format!("convert phutball {path} --to text --memory 48M"));
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.lines().count(), LONG);
}

/// An engine that has used all the memory that it may still answers.
#[test]
fn an_engine_thinks_within_the_memory() {
    let input = "position startpos\ngo movetime 1500\n";
    let run = run_with("ugi phutball --memory 64M", input);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.contains("bestmove "), "{}", run.out);
}

#[test]
fn puzzles_are_proved_within_the_memory() {
    let run = run("puzzle sos 4x4 --output - --count 1 --memory 64M");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn an_exploration_that_a_limit_ends_shows_what_it_has_and_says_so() {
    let run = run("explore phutball --json --time 20s --limit 500ms");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(
        run.err.contains("the time limit was reached"),
        "{}",
        run.err
    );
}

/// Commands that can take much memory, and how many MiB they may.
#[cfg(target_os = "linux")]
fn large_commands(folder: &std::path::Path, [many, large]: &[String; 2]) -> Vec<(u32, String)> {
    let list = long_list(folder);
    let proof = folder.join("proof").display().to_string();
    let store = folder.join("store").display().to_string();
    let solved = run(&format!("solve sprouts 2..13 --store {store}"));
    assert_eq!(solved.code, 0, "{}", solved.err);
    // Eight million lines without a setup, and as many moves of one game.
    let short = folder.join("short.txt").display().to_string();
    std::fs::write(&short, "1-2\n".repeat(8_000_000)).expect("a file");
    let endless = folder.join("endless.txt").display().to_string();
    std::fs::write(&endless, format!("2+\n{}", "1-2\n".repeat(8_000_000))).expect("a file");
    let mut commands: Vec<(u32, String)> = [
        (64, "perft brussels 3 --depth 5 --merge"),
        (256, "perft brussels 3 --depth 5 --merge"),
        (64, "perft sprouts 5 --depth 5 --merge"),
        (128, "perft phutball --depth 4 --merge"),
        (32, "solve sprouts 27 --limit 3s"),
        (128, "solve sprouts 27 --limit 3s"),
        (32, "solve sos 5x5 --limit 3s"),
        (128, "solve sos 5x5 --limit 3s"),
        (64, "solve phutball 3x12 --limit 3s"),
        (64, "solve sprouts 14 --misere --limit 3s"),
        (64, "verify sos 4x5 --limit 3s"),
        (64, "verify sprouts 12 --limit 3s"),
        (64, "verify sprouts 9 --misere --limit 3s"),
        (64, "verify sprouts 5 --rules antwerp-cold --limit 3s"),
        (64, "verify phutball 3x12 --limit 3s"),
        (64, "verify brussels 4 --limit 3s"),
        (64, "match sos 6x6 --first 5 --second mcts --limit 3s"),
        (64, "match phutball --first 5 --second mcts --limit 3s"),
        (64, "match sprouts 12 --first 5 --second mcts --limit 3s"),
        (64, "match brussels 8 --first 5 --second mcts --limit 3s"),
        (
            64,
            "match sos 6x6 --first 5 --second mcts --threads 2 --limit 3s",
        ),
        (64, "tournament sos 6x6 --opponents 5,mcts,3 --limit 3s"),
        (64, "explore sprouts 8 --json --limit 3s"),
        (64, "explore phutball 3x9 --json --limit 3s"),
        (64, "puzzle sos 4x4 --output - --limit 3s"),
        (64, "puzzle sprouts 7 --output - --limit 3s"),
    ]
    .map(|(mebibytes, command)| (mebibytes, command.to_owned()))
    .into();
    commands.extend(
        [
            format!("replay sprouts {many} --limit 3s"),
            format!("replay sprouts {short} --limit 3s"),
            format!("replay sprouts {endless} --limit 3s"),
            format!("convert sprouts {many} --to wgosa --limit 3s"),
            format!("draw sprouts {large} -o {large}.svg --limit 3s"),
            format!("draw sprouts {large} --animate -o {large}.svg --limit 3s"),
            format!("replay phutball {list}"),
            format!("convert phutball {list} --to text"),
            format!("review sprouts {large} --limit 3s"),
            format!("review phutball {list} --limit 3s"),
            format!("solve sos 4x5 --certificate -o {proof} --limit 3s"),
            format!("solve sprouts 16 --certificate -o {proof} --limit 3s"),
            format!("solve sprouts 11 --misere --certificate -o {proof} --limit 3s"),
            format!("verify sprouts --store {store} --limit 3s"),
        ]
        .map(|command| (64, command)),
    );
    commands
}

/// How much memory each command takes that can take much.
///
/// `cargo test --release -p papergames-cli --test program -- --ignored --nocapture memory_is_kept`
#[cfg(target_os = "linux")]
#[test]
#[ignore = "takes two minutes"]
#[expect(clippy::print_stdout, reason = "it measures")]
fn memory_is_kept_within_a_tenth_and_32_mib() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = long_files(folder.path());
    let mut broken = Vec::new();
    let mut measure = |mebibytes: u32, arguments: &str, input: &str| {
        let peak = crate::memory::peak(&format!("{arguments} --memory {mebibytes}M"), input);
        let most = u64::from(mebibytes) * 11 / 10 + 32;
        println!("{peak:4} MiB of {most:4}: {arguments}");
        if peak > most {
            broken.push(format!("{arguments}: {peak} MiB"));
        }
    };
    for (mebibytes, arguments) in large_commands(folder.path(), &files) {
        measure(mebibytes, &arguments, "");
    }
    for game in ["sprouts 20", "brussels 8", "sos 6x6", "phutball"] {
        let input = "position startpos\ngo movetime 600000\nvalidmoves\n";
        measure(64, &format!("ugi {game} --limit 3s"), input);
    }
    assert_eq!(broken, <[String; 0]>::default());
}

/// How long each command takes to end after its limit.
///
/// `cargo test --release -p papergames-cli --test program -- --ignored --nocapture time_is_kept`
#[test]
#[ignore = "measures, so it needs a machine with nothing else to do"]
#[expect(clippy::print_stdout, reason = "it measures")]
fn time_is_kept_within_200_ms() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = long_files(folder.path());
    let proof = folder.path().join("proof").display().to_string();
    let others = long_commands(&files)
        .into_iter()
        .map(|(command, _)| command);
    let mut broken = Vec::new();
    let mut measure = |took: Duration, arguments: &str| {
        println!("{took:?} of 1 s: {arguments}");
        if took > Duration::from_millis(1_200) {
            broken.push(format!("{arguments}: {took:?}"));
        }
    };
    for arguments in [
        "perft sprouts 20 --depth 3",
        "perft brussels 3 --depth 6 --merge",
        "perft phutball --turns --depth 5",
        "solve sprouts 27",
        "solve sprouts 14 --misere",
        "solve sos 5x5",
        "solve phutball 3x10",
        "verify sprouts 12",
        "verify sos 4x5",
        "verify sprouts 9 --misere",
        "verify sprouts 5 --rules antwerp-cold",
        "verify brussels 25",
        "verify brussels 9 --misere",
        "verify phutball 3x10",
        "verify phutball 4x8",
        "explore phutball --json --time 10s",
        "puzzle sos 5x5 --output - --count 10000",
        &format!("solve sprouts 27 --certificate -o {proof}"),
        &format!("solve sos 5x5 --certificate -o {proof}"),
    ]
    .map(str::to_owned)
    .into_iter()
    .chain(others)
    {
        measure(ends_in_time(&format!("{arguments} --limit 1s")), &arguments);
    }
    for game in ["sprouts 20", "brussels 8", "sos 6x6", "phutball"] {
        let begun = Instant::now();
        let command = format!("ugi {game}");
        let run = run_with(
            &format!("{command} --limit 1s"),
            "position startpos\ngo movetime 600000\n",
        );
        assert!(run.out.contains("bestmove "), "{}", run.out);
        measure(begun.elapsed(), &command);
    }
    assert_eq!(broken, <[String; 0]>::default());
}
