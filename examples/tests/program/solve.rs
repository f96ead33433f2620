//! `papergames solve` and `papergames verify`.

use crate::{refused, run, success};

/// Solves with `--json` and returns the objects.
fn json(arguments: &str) -> Vec<serde_json::Value> {
    let printed = success(&format!("solve {arguments} --json"));
    printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

#[test]
fn sprouts_outcomes_are_those_of_the_literature() {
    // OEIS A164951 (normal) and A164950 (misère): who wins with 1, 2, … spots.
    let winners = |arguments: &str| -> Vec<bool> {
        json(arguments)
            .iter()
            .map(|line| line["outcome"] == "first")
            .collect()
    };
    assert_eq!(
        winners("sprouts 1..8"),
        [false, false, true, true, true, false, false, false]
    );
    assert_eq!(
        winners("sprouts 1..6 --misere"),
        [true, false, false, false, true, true]
    );
}

#[test]
fn the_winning_moves_of_a_position_are_listed() {
    let line = json("sprouts 3").remove(0);
    assert_eq!(line["outcome"], "first");
    let moves = line["winning_moves"].as_array().expect("a list");
    assert!(!moves.is_empty());
    // Whoever is to move after one of them loses.
    let first = moves[0].as_str().expect("a move");
    let position = crate::run_with("convert sprouts - --to text", &format!("3+ {first}"));
    let after = position.out.trim().to_owned();
    assert_eq!(position.code, 0, "{}", position.err);
    let replayed = crate::run_with("replay sprouts - --json", &after);
    let replayed: serde_json::Value = serde_json::from_str(&replayed.out).expect("JSON");
    let text = replayed["position"].as_str().expect("a position");
    assert_eq!(json(&format!("sprouts {text}"))[0]["outcome"], "second");
}

#[test]
fn results_are_stored_and_proved_again() {
    let folder = std::env::temp_dir().join(format!("papergames-solve-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let store = folder.join("sprouts.results");
    let arguments = format!("sprouts 2..6 --store {}", store.display());
    let first = json(&arguments);
    let again = json(&arguments);
    for (a, b) in first.iter().zip(&again) {
        assert_eq!(a["outcome"], b["outcome"]);
        assert!(b["nodes"].as_u64() <= a["nodes"].as_u64(), "{a} {b}");
    }
    let proved = success(&format!("verify {arguments}"));
    assert_eq!(proved.lines().count(), 5);
    assert!(
        proved.starts_with("2+: proved that the player to move loses, by "),
        "{proved}"
    );
    // A store of another kind is refused.
    let run = run(&format!("solve sos 3x3 --store {}", store.display()));
    assert_eq!(run.code, 1);
    assert!(run.err.contains("sprouts nimbers 1"), "{}", run.err);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn small_boards_have_the_values_of_the_references() {
    let value = |arguments: &str| json(arguments)[0]["value"].as_i64().expect("a number");
    assert_eq!(value("sos 1x7 --rules first"), 1);
    assert_eq!(value("sos 2x7"), -1);
    assert_eq!(value("sos 3x3"), 0);
    let line = json("phutball 3x7 --rules terminal-rows").remove(0);
    assert_eq!(
        (line["outcome"].as_str(), line["plies"].as_u64()),
        (Some("first"), Some(3))
    );
    let line = json("phutball 3x8 --rules terminal-rows").remove(0);
    assert_eq!(
        (line["outcome"].as_str(), line["plies"].as_u64()),
        (Some("second"), Some(6))
    );
    let line = json("brussels 3").remove(0);
    assert_eq!(
        (line["outcome"].as_str(), line["moves"].as_u64()),
        (Some("first"), Some(13))
    );
}

#[test]
fn second_methods_agree() {
    assert!(success("verify sos 3x4").contains("confirms the value +0"));
    assert!(success("verify brussels 2").contains("confirms that the second player wins"));
}

#[test]
fn what_cannot_be_solved_is_refused() {
    refused(
        "solve sprouts 9..2",
        "expected a range such as `2..20` within 1 to 100, found `9..2`",
    );
    assert!(run("solve phutball").err.contains("playing points"));
    assert!(run("solve sos 8x8").err.contains("at most"));
    assert!(
        run("solve sprouts 30..30 --limit 1ms")
            .err
            .contains("gave up")
    );
    assert!(
        run("verify sprouts 2..3 --store no-such-store")
            .err
            .contains("expected a store")
    );
}

/// Starts a run with a store, kills it, and starts it again, ten times; then lets it end.
#[test]
#[ignore = "several minutes; cargo test --release -p papergames-examples --test program -- --ignored killed"]
fn a_sprouts_run_that_is_killed_again_and_again_ends_with_the_same_answer() {
    let folder = std::env::temp_dir().join(format!("papergames-killed-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let store = folder.join("sprouts.results");
    let arguments = format!(
        "solve sprouts 12..14 --threads 2 --json --store {}",
        store.display()
    );
    let mut random = common::Seeded::new(u64::from(std::process::id()));
    for _ in 0..10 {
        let mut child = std::process::Command::new(env!("CARGO_BIN_EXE_papergames"))
            .args(arguments.split_whitespace())
            .stdout(std::process::Stdio::null())
            .spawn()
            .expect("the program starts");
        let wait = common::Random::bits(&mut random) % 4000;
        std::thread::sleep(std::time::Duration::from_millis(wait));
        // On Unix this is `kill -9`.
        child.kill().expect("the program can be killed");
        child.wait().expect("the program ends");
    }
    let printed = success(&arguments);
    let outcomes: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(outcomes.len(), 3);
    assert!(outcomes.iter().all(|line| line["outcome"] == "second"));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn threads_and_memory_do_not_change_answers() {
    let plain = json("sprouts 2..7");
    let other = json("sprouts 2..7 --threads 2 --memory 1M");
    for (a, b) in plain.iter().zip(&other) {
        assert_eq!(a["outcome"], b["outcome"], "{a} {b}");
    }
    assert!(
        run("solve sprouts 11 --memory 20K")
            .err
            .contains("memory limit"),
    );
}
