//! `papergames match`.

use crate::{refused, run, success};

#[test]
fn seats_are_swapped_and_results_add_up() {
    let printed = success("match sos 3x4 --first 2 --second random --games 10 --json");
    let match_: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    let count = |name: &str| match_[name].as_u64().expect("a number");
    assert_eq!(count("won") + count("drawn") + count("lost"), 10);
    assert!(match_["low"].as_f64() <= match_["score"].as_f64());
    assert!(match_["score"].as_f64() <= match_["high"].as_f64());
}

#[test]
fn brussels_sprouts_goes_to_whoever_has_the_lucky_seat() {
    // Three crosses last 13 moves, so the first player wins whatever happens.
    let printed = success("match brussels 3 --first 5 --second random --games 8");
    assert!(
        printed.contains("in the first seat     4      0      0"),
        "{printed}"
    );
    assert!(
        printed.contains("in the second         0      0      4"),
        "{printed}"
    );
    assert!(printed.contains("score 50.0 %"), "{printed}");
}

#[test]
fn a_match_without_a_clock_does_not_depend_on_threads() {
    let arguments = "match sprouts 3 --first 2 --second 1 --games 6 --json";
    assert_eq!(
        success(arguments),
        success(&format!("{arguments} --threads 3"))
    );
}

#[test]
fn all_games_are_saved_as_records() {
    let folder = std::env::temp_dir().join(format!("papergames-match-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("games.txt");
    success(&format!(
        "match sprouts 2 --first random --second random --games 4 --output {}",
        file.display()
    ));
    let saved = std::fs::read_to_string(&file).expect("the file is there");
    let records = saved.lines().filter(|line| !line.starts_with('#'));
    let records: Vec<&str> = records.collect();
    assert_eq!(records.len(), 4);
    assert!(
        records.iter().all(|record| record.starts_with("2+ ")),
        "{saved}"
    );
    // The two games of a pair have the same opening.
    let opening = |record: &str| record.split(' ').take(3).collect::<Vec<_>>().join(" ");
    assert_eq!(opening(records[0]), opening(records[1]));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_match_that_was_stopped_goes_on_where_it_was() {
    let folder = std::env::temp_dir().join(format!("papergames-resume-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("games.txt");
    let play = |games: u32| {
        success(&format!(
            "match phutball 5x7 --first 1 --second baseline:1 --games {games} --json --resume --output {}",
            file.display()
        ))
    };
    let whole = play(6);
    let saved = std::fs::read_to_string(&file).expect("the file is there");
    // Killed in the middle of the fourth record: three games are whole.
    let fourth = saved.match_indices('\n').nth(6).expect("eight lines").0;
    std::fs::write(&file, &saved[..fourth + 8]).expect("the file can be written");
    assert_eq!(play(6), whole);
    assert_eq!(
        std::fs::read_to_string(&file).expect("the file is there"),
        format!(
            "{}{}",
            &saved[..=fourth],
            &saved[saved[..=fourth].rfind('#').expect("a comment")..]
        )
    );
    assert_eq!(play(6), whole, "nothing is left to play");
    let other = run(&format!(
        "match phutball 5x7 --first 2 --second baseline:1 --games 6 --resume --output {}",
        file.display()
    ));
    assert!(
        other.err.contains("belongs to another match"),
        "{}",
        other.err
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn phutball_has_opponents_of_its_own() {
    for name in ["engine:1", "baseline:0", "baseline:x"] {
        let run = run(&format!("match phutball --first {name} --second random"));
        let expected = format!(
            "expected `random`, a level, `engine`, `mcts`, `baseline:DEPTH` or `ugi:COMMAND`, found `{name}`"
        );
        assert!(run.err.contains(&expected), "{}", run.err);
    }
}

#[test]
fn what_is_no_opponent_is_refused() {
    let run = run("match sos 3x3 --first 9 --second random");
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("expected `random`, a level, `engine`, `mcts` or `ugi:COMMAND`, found `9`"),
        "{}",
        run.err
    );
    refused(
        "match sos 3x3 --players 3 --first 1 --second 1",
        "a match needs a game for two players, found one for 3",
    );
}

#[test]
fn a_program_that_does_not_answer_is_an_error_and_no_hang() {
    let run = run("match sos 3x3 --first ugi:/nowhere/engine --second random --games 2");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("cannot start `/nowhere/engine`"),
        "{}",
        run.err
    );
}

#[test]
#[cfg(unix)]
fn an_engine_that_ends_at_once_is_said_to_have_ended() {
    for engine in ["false", "true"] {
        let run = run(&format!(
            "match sos 3x3 --first 1 --second ugi:{engine} --games 2"
        ));
        assert_eq!(run.code, 1, "{engine}: {}", run.out);
        // It may end before or after it is spoken to.
        let ended = format!("`{engine}` must answer `ugiok`, but it has ended");
        let deaf = format!("expected `{engine}` to read `ugi`, found: ");
        assert!(
            run.err.contains(&ended) || run.err.contains(&deaf),
            "{}",
            run.err
        );
        assert!(!run.err.contains("channel"), "{}", run.err);
    }
}

#[test]
#[cfg(unix)]
fn an_engine_that_breaks_the_rules_forfeits_and_the_match_goes_on() {
    let folder = std::env::temp_dir().join(format!("papergames-forfeit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let (engine, games) = (folder.join("engine.sh"), folder.join("games.txt"));
    let script = "while read -r w r; do case $w in ugi) echo ugiok;; isready) echo readyok;; go) yes;; esac; done\n";
    std::fs::write(&engine, script).expect("the file can be written");
    let opponent = format!("ugi:sh {}", engine.display());
    let saved = games.display().to_string();
    let words = [
        "match", "sos", "3x3", "--first", &opponent, "--second", "random", "--games", "2",
        "--time", "100ms", "--margin", "200ms", "--output", &saved, "--json",
    ];
    let run = crate::run_words(&words, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let summary: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    assert_eq!(
        (summary["lost"].as_u64(), summary["forfeits"][0].as_u64()),
        (Some(2), Some(2)),
        "{summary}"
    );
    let text = std::fs::read_to_string(&games).expect("the file is there");
    assert!(text.contains(" forfeits game 1: `sh "), "{text}");
    let replayed = success(&format!("replay sos {saved}"));
    assert_eq!(
        replayed
            .matches(", as the record says; the game could go on")
            .count(),
        2,
        "{replayed}"
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// An engine and what it has started end with the program, whether the program is asked once to end, or twice.
#[test]
#[cfg(unix)]
fn engines_end_with_the_program() {
    use std::process::{Command, Stdio};
    use std::thread::sleep;
    use std::time::Duration;

    let folder = std::env::temp_dir().join(format!("papergames-ends-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let engine = folder.join("engine.sh");
    for (signals, ticks) in [(1, folder.join("once")), (2, folder.join("twice"))] {
        // If the test fails, the child ends after some seconds.
        let child = format!(
            "for i in $(seq 500); do echo >> {}; sleep 0.01; done",
            ticks.display()
        );
        let script = format!(
            "while read -r w r; do case $w in ugi) echo ugiok;; isready) echo readyok;; go) ({child}) & sleep 5;; \
             esac; done\n"
        );
        std::fs::write(&engine, script).expect("the file can be written");
        let mut program = Command::new(env!("CARGO_BIN_EXE_papergames"))
            .args(["match", "sos", "3x3", "--second", "random", "--first"])
            .arg(format!("ugi:sh {}", engine.display()))
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("the program starts");
        let size = || std::fs::metadata(&ticks).map_or(0, |data| data.len());
        while size() == 0 {
            sleep(Duration::from_millis(10));
        }
        for _ in 0..signals {
            let id = program.id().to_string();
            let sent = Command::new("kill").args(["-INT", &id]).status();
            assert!(sent.expect("kill starts").success());
        }
        assert_eq!(program.wait().expect("it ends").code(), Some(130));
        sleep(Duration::from_millis(50));
        let before = size();
        sleep(Duration::from_millis(200));
        assert_eq!(size(), before, "after {signals} signals the child goes on");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn times_that_no_clock_holds_are_refused() {
    let run = run("match sos 3x3 --first 1 --second 1 --time 1844674407370955161s");
    assert_eq!(run.code, 2);
    assert!(
        run.err.contains("expected a time such as `500ms`"),
        "{}",
        run.err
    );
}

#[test]
fn a_match_needs_a_thread_and_a_move() {
    for (option, range) in [
        ("--threads", "0 is not in 1..=1024"),
        ("--most-moves", "0 is not in 1.."),
    ] {
        let run = crate::run(&format!(
            "match sos 2x2 --first random --second random --games 2 {option} 0"
        ));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{option}");
        assert!(run.err.contains(range), "{option}: {}", run.err);
    }
}

#[test]
fn the_reasons_of_forfeits_are_told() {
    let folder = std::env::temp_dir().join(format!("papergames-why-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let engine = folder.join("engine.sh");
    let script = "while read -r w r; do case $w in ugi) echo ugiok;; isready) echo readyok;; go) exit;; esac; done\n";
    std::fs::write(&engine, script).expect("the file can be written");
    let line = format!(
        "match|sos|3x3|--first|ugi:sh {}|--second|random|--games|2",
        engine.display()
    );
    let words: Vec<&str> = line.split('|').collect();
    let run = crate::run_words(&words, "");
    assert!(
        run.out.contains(" forfeited 2 games: `sh "),
        "{}{}",
        run.out,
        run.err
    );
    let words = [&words[..], &["--json"]].concat();
    let line: serde_json::Value =
        serde_json::from_str(&crate::run_words(&words, "").out).expect("JSON");
    let reasons = line["reasons"].as_array().expect("a list");
    assert_eq!(reasons.len(), 2, "{line}");
    assert_eq!(reasons[1]["game"], 2, "{line}");
    let line = format!(
        "tournament|sos|3x3|--opponents|1,ugi:sh {}|--games|2",
        engine.display()
    );
    let words: Vec<&str> = line.split('|').collect();
    let run = crate::run_words(&words, "");
    assert!(
        run.out.contains(" forfeited 2 games: "),
        "{}{}",
        run.out,
        run.err
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn the_time_on_the_clocks_is_told() {
    let line = "match sos 3x3 --first 1 --second random --games 2 --clock 1m+1s";
    let printed = success(line);
    for name in ["1", "random"] {
        let told = printed
            .lines()
            .find(|line| line.starts_with(&format!("{name}: ")));
        let told = told.unwrap_or_else(|| panic!("{name}: {printed}"));
        assert!(
            told.contains(" s a move, at most ") && told.ends_with(" s left on the clock"),
            "{told}"
        );
    }
    let json: serde_json::Value =
        serde_json::from_str(&success(&format!("{line} --json"))).expect("JSON");
    let moves = |i: usize| json["time"][i]["moves"].as_u64().expect("a number");
    assert!(moves(0) > 0 && moves(1) > 0, "{json}");
    // The increment goes onto the clock after each move, and moves take less.
    assert!(
        json["time"][0]["least_left"]["secs"].as_u64() >= Some(59),
        "{json}"
    );
    let table = success("tournament sos 3x3 --opponents 1,random --games 2 --clock 1m");
    assert!(table.contains("\nrandom: 0.00 s a move, "), "{table}");
    let run = run("match sos 3x3 --first 1 --second 1 --clock 0");
    assert_eq!(run.code, 2);
    assert!(
        run.err
            .contains("the time must be longer than 0, found `0`"),
        "{}",
        run.err
    );
}

#[test]
fn one_engine_against_itself_plays_one_game() {
    // Both have the same strength and no chance, so swapped seats change nothing.
    let line = "match sos 3x3 --first 5 --second 5 --openings 0 --games 2 --nodes 2000";
    let json: serde_json::Value =
        serde_json::from_str(&success(&format!("{line} --json"))).expect("JSON");
    assert_eq!(
        (&json["games"], &json["repeated"]),
        (&2.into(), &1.into()),
        "{json}"
    );
}

#[test]
fn a_seat_that_wins_every_game_is_said() {
    let says = |line: &str| success(line).contains("the board and its openings decide");
    assert!(says("match brussels 3 --first 5 --second random --games 4"));
    assert!(!says("match sos 3x4 --first 3 --second random --games 8"));
}

#[test]
fn games_that_repeat_others_are_counted_and_said() {
    // Without random moves at the start, two games of the same engines are all there are.
    let line = "match sos 2x3 --first 4 --second 5 --openings 0 --games 8";
    let text = success(line);
    let json: serde_json::Value =
        serde_json::from_str(&success(&format!("{line} --json"))).expect("JSON");
    let repeated = json["repeated"].as_u64().expect("a number");
    assert!(repeated > 0, "{json}");
    let said = format!(
        "{repeated} of the 8 games repeat others, so the interval counts only the {} different game",
        8 - repeated
    );
    assert!(text.contains(&said), "{text}");
    assert!(
        text.contains("(of 100 such intervals, about 95 contain the score of an endless match"),
        "{text}"
    );
}
