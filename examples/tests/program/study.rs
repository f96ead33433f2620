//! `papergames review`, `puzzle`, `explore` and `tournament`.

use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;

use serde_json::Value;

use crate::{Run, refused, run, run_words, success};

/// A game in which the second move gives a draw away: proved by the table of all boards in the tests of SOS.
const SOS: &str = "3x3 Sa1 Ob1 Sc1 Sa2 Ob2 Sc2 Oa3 Ob3 Sc3";

fn reviewed(game: &str, record: &str, options: &[&str]) -> String {
    let mut words = vec!["review", game, record, "--nodes", "20000"];
    words.extend(options);
    let run = run_words(&words, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
    run.out
}

fn folder(name: &str) -> PathBuf {
    let folder = std::env::temp_dir().join(format!("papergames-{name}-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("the folder can be made");
    folder
}

/// A lost position of Phutball, in which the solver does not see the end of the turn that `S` begins.
const LOST: &str = "5x7 d5 d2 e1 d3 e3 b2 a1 c2";

#[test]
fn every_move_of_a_lost_position_loses() {
    let text = reviewed("phutball", &format!("{LOST} S NW"), &[]);
    let judged = |start: &str| {
        let line = text.lines().find(|line| line.trim().starts_with(start));
        line.unwrap_or_else(|| panic!("{start}: {text}"))
    };
    for start in ["8. second c2", "9. first  S", "10. first  NW"] {
        assert!(judged(start).contains("second wins (proved)"), "{text}");
    }
    let words = ["explore", "phutball", LOST, "--time", "200ms", "--json"];
    let run = run_words(&words, "");
    let json: Value = serde_json::from_str(&run.out).expect("JSON");
    let classes = json["classes"].as_array().expect("a list");
    assert_eq!(classes.len(), 17);
    for class in classes {
        assert_eq!(class["after"]["winner"], "second", "{class}");
    }
}

#[test]
fn a_solution_goes_to_the_end_of_its_turn() {
    let text = success("puzzle phutball --seed 7 --count 1 -o -");
    assert!(text.contains("# solution: N; then SW S stop\n"), "{text}");
    let json = success("puzzle phutball --seed 7 --count 1 --json");
    let json: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(json["turn"], serde_json::json!(["N", "SW", "S", "stop"]));
}

#[test]
fn a_review_shows_the_move_that_gave_the_game_away() {
    let text = reviewed("sos", SOS, &[]);
    assert!(
        text.starts_with(".../.../...:1:0-0: draw (proved)\n"),
        "{text}"
    );
    assert!(
        text.contains(
            "   2. second Ob1??      |####  gives away: first wins by 1 (proved); better Sb1, "
        ),
        "{text}"
    );
    assert!(
        text.contains("\ndecided by move 2, Ob1 by the second player\n"),
        "{text}"
    );
    assert!(
        text.contains("\nsecond: 3 moves, 3 proved, 1 blunder,"),
        "{text}"
    );
    // The last move of a game changes nothing about the points that the solver saw before it.
    let last = text
        .lines()
        .find(|line| line.contains(" 9. "))
        .expect("nine moves");
    assert!(
        !last.contains("loses points: first wins (proved)"),
        "{last}"
    );
}

#[test]
fn a_review_as_json_agrees_with_the_text() {
    let json: Value = serde_json::from_str(&reviewed("sos", SOS, &["--json"])).expect("JSON");
    assert_eq!(json["decided_by"], 2);
    assert_eq!(json["start"]["winner"], "draw");
    assert_eq!(json["moves"][1]["mark"], "gives-away");
    assert_eq!(json["moves"][1]["after"]["margin"], 1);
    assert_eq!(json["proved_share"], 1.0);
    assert_eq!(json["players"][1]["given_away"], 1);
    // Each alternative keeps the draw.
    for m in json["moves"][1]["alternatives"].as_array().expect("a list") {
        let record = format!("3x3 Sa1 {}", m.as_str().expect("a move"));
        let run = run_words(&["solve", "sos", &record, "--json"], "");
        let solved: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(solved["winner"], "draw", "{record}");
    }
}

#[test]
fn the_archive_of_sprouts_ends_with_a_table() {
    let games = "2+ 1-2 1-2 1-2! 3-4!\n3+ 1-1[3] 1-2\n";
    let run = run_words(&["review", "sprouts", "-", "--nodes", "20000"], games);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(
        run.out.contains("game 1, line 1\n") && run.out.contains("game 2, line 2\n"),
        "{}",
        run.out
    );
    assert!(
        run.out
            .contains("game  moves  proved   blunders    decided\n"),
        "{}",
        run.out
    );
    let rows: Vec<&str> = run.out.lines().rev().take(2).collect();
    assert!(rows.iter().all(|row| row.contains("100 %")), "{}", run.out);
}

#[test]
fn comments_go_above_the_game() {
    let plain = reviewed("sos", SOS, &["--to", "text"]);
    assert!(
        plain.starts_with("# 1. first Sa1: draw (proved)\n"),
        "{plain}"
    );
    assert!(
        plain.ends_with(&format!("{SOS}\n").replace("3x3 ", ".../.../...:1:0-0 ")),
        "{plain}"
    );
    let again = run_words(&["replay", "sos", "-"], &plain);
    assert_eq!(again.code, 0, "{}", again.err);
}

#[test]
fn a_strip_has_a_picture_for_each_position() {
    let folder = folder("strip");
    let file = folder.join("strip.svg");
    reviewed("sos", SOS, &["-o", file.to_str().expect("a name")]);
    let svg = fs::read_to_string(&file).expect("the file is there");
    assert_eq!(svg.matches("<svg ").count(), 11);
    // The library that makes PNGs reads it, too.
    let png = folder.join("strip.png");
    reviewed("sos", SOS, &["-o", png.to_str().expect("a name")]);
    assert!(
        fs::read(&png)
            .expect("the file is there")
            .starts_with(b"\x89PNG")
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// Captions once ran into the next picture of a small board.
#[test]
fn a_strip_has_room_for_its_captions() {
    let game = "3x3 Sa1 Ob1 Oc1 Sa2 Oa3";
    let options = ["--nodes", "20000", "-o", "-"];
    let svg = run_words(&[&["review", "sos", game][..], &options].concat(), "").out;
    let lefts = svg.split("<svg x=\"").skip(1).map(|picture| {
        let left = picture.split('"').next().and_then(|left| left.parse().ok());
        left.expect("a number")
    });
    let lefts: Vec<f64> = lefts.collect();
    assert!(lefts[1] - lefts[0] > 230.0, "{lefts:?}");
}

#[test]
fn wrong_games_are_reported_and_the_others_reviewed() {
    let run = run_words(
        &["review", "sprouts", "-", "--nodes", "1000"],
        "2+ 1-2\n2+ 1-9\n2+ 1-2 1-2\n",
    );
    assert_eq!(run.code, 1);
    assert!(run.err.contains("line 2"), "{}", run.err);
    assert!(run.out.contains("game 3, line 3"), "{}", run.out);
    refused(
        "review sos 3x3 --to latex",
        "SOS has no format `latex`; use one of log, game, text",
    );
}

#[test]
fn puzzles_are_the_same_for_a_seed_and_have_one_answer() {
    let list = success("puzzle sos 3x3 --count 4 --json");
    assert_eq!(list, success("puzzle sos 3x3 --count 4 --json"));
    for line in list.lines() {
        let puzzle: Value = serde_json::from_str(line).expect("JSON");
        let position = puzzle["position"].as_str().expect("a text");
        let run = run_words(&["solve", "sos", position, "--json"], "");
        let solved: Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(solved["winner"], puzzle["to_move"], "{position}");
        // The solver of SOS lists moves that win by most, which are among the winning ones.
        let solutions = puzzle["solutions"].as_array().expect("a list");
        for m in solved["moves"].as_array().expect("a list") {
            assert!(solutions.contains(m), "{position}: {m}");
        }
    }
}

#[test]
fn every_game_has_puzzles_at_once_or_says_why_not() {
    for game in ["sprouts", "sos", "phutball"] {
        assert!(
            success(&format!("puzzle {game} --count 1 --output -")).starts_with("# puzzle 1: ")
        );
    }
    refused(
        "puzzle brussels",
        "puzzles exist only for sprouts, sprouts-surface, brussels-surface, sos and phutball: the length of a game of \
         Brussels Sprouts is fixed, so either every move wins or none does",
    );
}

#[test]
fn a_puzzle_is_solved_through_a_pipe() {
    let first = success("puzzle sos 3x3 --count 1 --json");
    let puzzle: Value = serde_json::from_str(&first).expect("JSON");
    let right = puzzle["solutions"][0].as_str().expect("a move");
    let given_up = run_words(&["puzzle", "sos", "3x3", "--count", "1"], "solution\n").out;
    assert!(
        given_up.ends_with("0 of 1 solved, 0 at the first try\n"),
        "{given_up}"
    );
    // The move scores, so the same player moves again, and is asked for that move as well.
    let (_, rest) = given_up.split_once("; then ").expect("more moves");
    let rest = rest.lines().next().expect("a line").replace(' ', "\n");
    let input = format!("hint\nXa1\n{right}\n{rest}\n");
    let run = run_words(&["puzzle", "sos", "3x3", "--count", "1"], &input);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for said in [
        "It begins with S. Of 4 moves, equivalent ones counted once, only one wins.\n",
        "Right so far. It is still your turn",
        "Right.\n\n1 of 1 solved, 1 at the first try\n",
    ] {
        assert!(run.out.contains(said), "{}", run.out);
    }
}

#[test]
fn a_turn_that_begins_well_and_throws_the_win_away_is_no_solution() {
    let position = "5/4o/o1@1o/oo2o/5:first:full-board";
    let answer = |text: &str| run_words(&["puzzle", "phutball", position], text).out;
    let wrong = answer("SW stop\nsolution\n");
    assert!(wrong.contains("No: the second player has won ("), "{wrong}");
    assert!(wrong.contains("; then N ("), "{wrong}");
    // A turn that is not over has no answer yet.
    let other = ["puzzle", "phutball", "--seed", "5", "--grade", "3..5"];
    let begun = run_words(&other, "E\nwhy\n").out;
    assert!(
        begun.contains("No: that does not win, whatever the rest of the turn is."),
        "{begun}"
    );
    assert!(
        begun.contains("is proved not to win, whatever the rest of the turn is."),
        "{begun}"
    );
    let right = answer("SW N\n");
    assert!(right.contains("Right.\n"), "{right}");
}

#[test]
fn a_turn_that_goes_on_is_finished_and_tries_are_counted() {
    let position = "5/4o/o1@1o/oo2o/5:first:full-board";
    let answer =
        |text: &str| run_words(&["puzzle", "phutball", position, "--count", "1"], text).out;
    let parts = answer("SW\nmoves\nN\n");
    assert!(
        parts.contains("Right so far. It is still your turn"),
        "{parts}"
    );
    // Within the turn the moves are those that go on with it.
    assert!(parts.contains("\n  1 N       2 stop\n"), "{parts}");
    assert!(
        parts.ends_with("Right.\n\n1 of 1 solved, 1 at the first try\n"),
        "{parts}"
    );
    // The second player has won by an own goal, and `why` says what that was.
    let late = answer("SW stop\nwhy\nSW\nstop\nSW N\n");
    assert!(
        late.contains("> why\nSW (")
            && late.contains(" ends the game: the second player has won.\n"),
        "{late}"
    );
    assert!(
        late.ends_with("Right, at try 3.\n\n1 of 1 solved, 0 at the first try\n"),
        "{late}"
    );
}

#[test]
fn a_solution_says_how_many_it_leaves_out() {
    let run = run_words(&["puzzle", "sprouts", "--count", "1"], "solution\n");
    let said = "or 2-2[3,5] or 2-2[4,5] and 9 more (Loop at 1 with 3 and 4 on one side)";
    assert!(run.out.contains(said), "{}", run.out);
}

#[test]
fn the_file_of_a_drawn_review_is_named() {
    let folder = folder("drawn");
    let file = folder.join("strip.svg");
    let file = file.to_str().expect("a path in Unicode");
    let text = reviewed("sos", SOS, &["-o", file]);
    assert!(text.ends_with(&format!("\ndrawn: {file}\n")), "{text}");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn puzzles_are_saved_and_drawn() {
    let folder = folder("puzzles");
    let file = folder.join("set.txt");
    let options = format!("puzzle sprouts 3 --count 3 --output {}", file.display());
    assert_eq!(success(&options), "3 puzzles\n");
    let one = format!("puzzle sprouts 3 --count 1 --output {}", file.display());
    assert_eq!(success(&one), "1 puzzle\n");
    assert_eq!(success(&options), "3 puzzles\n");
    let file = file.display();
    assert_eq!(run(&format!("replay sprouts {file}")).code, 0);
    assert_eq!(
        run_words(&["play", "sprouts", &format!("{file}#3")], "quit\n").code,
        0
    );
    let picture = folder.join("puzzle.svg");
    let options = format!("puzzle sprouts 3 --count 3 -o {}", picture.display());
    assert_eq!(success(&options), "3 puzzles\n");
    assert!(folder.join("puzzle-3.svg").exists());
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    refused(
        "puzzle sos 3x3 --players 3",
        "puzzles need a game for two players, because a win is proved against one opponent; found 3 players",
    );
}

#[test]
fn exploring_goes_in_and_back() {
    let run = run_words(
        &["explore", "sprouts", "3", "--time", "4s"],
        "3\nback\n1-2\ntop\nrecord\nback\nnonsense\nquit\n",
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    // Three classes of first moves, of which one wins; see the table of the literature for three spots.
    assert!(
        run.out
            .contains("first to move; first wins, *1 (proved)\n   1.  first wins, *0"),
        "{}",
        run.out
    );
    assert!(run.out.contains("last move: 1-2\n"), "{}", run.out);
    assert!(
        run.out
            .contains("0> record\n3+\n0> back\nThis is where the walk began.\n"),
        "{}",
        run.out
    );
    assert!(run.out.contains("`help` lists the commands"), "{}", run.out);
}

#[test]
fn an_archive_says_how_often_a_move_was_played() {
    let folder = folder("archive");
    let file = folder.join("games.txt");
    fs::write(&file, "2+ 1-2 1-2 1-2! 3-4!\n2+ 1-1[2] 2-2\n").expect("it can be written");
    let file = file.display().to_string();
    let words = ["explore", "sprouts", "2", "--archive", &file, "--json"];
    let line: Value = serde_json::from_str(&run_words(&words, "").out).expect("JSON");
    let classes = line["classes"].as_array().expect("a list");
    let played = |m: &str| {
        let class = classes.iter().find(|class| class["moves"][0] == m);
        class.expect("a class")["played"].clone()
    };
    // The first game was won by the second player, and the other is not over.
    let json = |games, second, other| serde_json::json!({"games": games, "first": 0, "second": second, "other": other});
    assert_eq!(played("1-2"), json(1, 1, 0), "{line}");
    let shown = run_words(&words[..5], "quit\n").out;
    assert!(
        shown.contains("1-2  played 1: first won 0, second 1, other 0\n"),
        "{shown}"
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_store_is_walked_through_with_nimbers() {
    let folder = folder("walk");
    let file = folder.join("sprouts.results").display().to_string();
    let words = [
        "explore", "sprouts", "6", "--time", "10s", "--store", &file, "--json",
    ];
    let missing = run_words(&words, "");
    assert_eq!(missing.code, 1, "{}", missing.out);
    let solved = run_words(&["solve", "sprouts", "2..6", "--store", &file], "");
    assert_eq!(solved.code, 0, "{}", solved.err);
    let line: Value = serde_json::from_str(&run_words(&words, "").out).expect("JSON");
    let classes = line["classes"].as_array().expect("a list");
    assert_eq!(classes.len() as u64, line["class_count"], "{line}");
    // The nimber of a position is the least that none of its moves has.
    let nimbers = classes
        .iter()
        .map(|class| class["after"]["nimber"].as_u64());
    let nimbers: BTreeSet<u64> = nimbers.map(|nimber| nimber.expect("a nimber")).collect();
    let least = (0..64).find(|nimber| !nimbers.contains(nimber));
    assert_eq!(line["here"]["nimber"].as_u64(), least, "{line}");
    assert_eq!(
        least,
        Some(0),
        "Applegate, Jacobson and Sleator: six spots are lost"
    );
    let shown = run_words(&words[..7], "1\nquit\n").out;
    assert!(
        shown.contains("first to move; second wins, *0 ("),
        "{shown}"
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// Explores a position with a store or a proof.
fn explore_in(file: &str, words: &[&str], typed: &str) -> Run {
    let words = [&["explore"], words, &["--store", file]].concat();
    run_words(&words, typed)
}

/// Writes the proof of a position into a file.
#[track_caller]
fn certify_in(file: &str, words: &[&str]) {
    let words = [&["solve"], words, &["--certificate", "-o", file]].concat();
    let solved = run_words(&words, "");
    assert_eq!(solved.code, 0, "{}", solved.err);
}

/// Every move from a lost position has an answer in the proof, and the solver agrees.
#[test]
fn a_proof_is_walked_through() {
    let folder = folder("proof");
    let file = folder.join("a.proof").display().to_string();
    let explore = |words: &[&str], typed: &str| explore_in(&file, words, typed);
    let certify = |words: &[&str]| certify_in(&file, words);
    certify(&["sprouts", "6"]);
    let json = |words: &[&str]| -> Value {
        let run = explore(&[words, &["--json"]].concat(), "");
        serde_json::from_str(&run.out).expect("JSON")
    };
    let is_answered = |words: &[&str], sign: &str, value: &str| {
        let line = json(words);
        assert_eq!(line["proof"]["value"], value, "{line}");
        assert_eq!(line["proof_checked"], true, "{line}");
        let mut answered = 0;
        for class in line["classes"].as_array().expect("a list") {
            let said = class["proof"]["value"].as_str().expect("a value");
            if said != format!("not {value}") {
                assert_ne!(said, value, "{line}");
                continue;
            }
            let by = class["proof"]["by"].as_str().expect("an answer");
            let (answer, _) = by.split_once(": ").expect("an answer and an entry");
            let answer = answer.strip_prefix("the answer ").expect("an answer");
            let m = class["moves"][0].as_str().expect("a move");
            let record = format!("{}{sign} {m} {answer}", words[1]);
            let solved = run_words(&["solve", "sprouts", &record], "");
            assert!(solved.out.contains("the second player wins"), "{record}");
            answered += 1;
        }
        assert!(answered > 0, "{line}");
    };
    is_answered(&["sprouts", "6"], "+", "*0");
    let walked = explore(&["sprouts"], "1\n1\nback\nquit\n").out;
    for said in [
        "first to move; the proof says *0 (by 0*6 0)",
        "second to move; the proof says not *0 (by the answer ",
        "   1. *0   ",
        "first to move; the proof says *0 (by ",
    ] {
        assert!(walked.contains(said), "{said}: {walked}");
    }
    // Some answers are far down among the moves, but every move of a lost start has one.
    certify(&["sprouts", "12"]);
    let start = json(&["sprouts", "12"]);
    for class in start["classes"].as_array().expect("a list") {
        assert_eq!(class["proof"]["value"], "not *0", "{class}");
    }
    certify(&["sprouts", "6"]);
    let other = explore(&["sprouts", "6", "--misere"], "");
    assert_eq!(other.code, 1);
    assert!(
        other.err.contains(
            "the certificate must be for `misere standard`, but it is for `sprouts normal`"
        ),
        "{}",
        other.err
    );
    certify(&["sprouts", "4", "--misere"]);
    for words in [&["sprouts", "4", "--misere"], &["sprouts"][..]] {
        let line = json(words);
        assert_eq!(line["proof"]["value"], "lost", "{line}");
    }
    certify(&["sprouts", "3", "--rules", "black-and-white"]);
    let line = json(&["sprouts"]);
    assert_eq!(line["position"], "3+black-and-white", "{line}");
    certify(&["sos", "3x3"]);
    let line = json(&["sos"]);
    assert_eq!(line["proof"]["value"], ">= 0, <= 0", "{line}");
    let text = fs::read_to_string(&file).expect("a certificate");
    fs::write(&file, text.replacen("... ", "..S ", 1)).expect("it can be written");
    let broken = explore(&["sos", "3x3"], "");
    assert!(
        broken.err.contains("the checksum must be"),
        "{}",
        broken.err
    );
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_proof_that_is_false_or_not_checked_is_named_so() {
    let folder = folder("unchecked");
    let file = folder.join("a.proof").display().to_string();
    let explore = |words: &[&str], typed: &str| explore_in(&file, words, typed);
    certify_in(&file, &["sprouts", "6"]);
    let text = fs::read_to_string(&file).expect("a certificate");
    let (body, _) = text.split_once("checksum").expect("a checksum");
    let write = |body: &str| {
        let sum = check::text::checksum(body.as_bytes());
        fs::write(&file, format!("{body}checksum {sum:016x}\n")).expect("it can be written");
    };
    // A lie under a right checksum, which says that the second player does not win from six spots.
    let lie = body.replace("0*6 0\n", "0*6 1\n").replace("loses", "wins");
    assert_ne!(lie, body);
    write(&lie);
    for words in [&["sprouts", "6"][..], &["sprouts", "6", "--json"]] {
        let refused = explore(words, "");
        assert_eq!((refused.code, refused.out.as_str()), (1, ""), "{words:?}");
        assert!(
            refused.err.contains("the proof is refused: line "),
            "{}",
            refused.err
        );
    }
    // A fact that the checker gives up on at once, as if its time were over.
    let (header, facts) = body.split_once("\nfacts ").expect("facts");
    let (number, facts) = facts.split_once('\n').expect("a number");
    let number: u32 = number.parse().expect("a number");
    let many = ["1"; 26].join(".");
    write(&format!(
        "{header}\nfacts {}\n{facts}{many} 0\n",
        number + 1
    ));
    let line = explore(&["sprouts", "6", "--json"], "").out;
    let line: Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(line["proof_checked"], false);
    let walked = explore(&["sprouts"], "1\nquit\n").out;
    let said = walked.matches("the proof, not checked, says").count();
    assert_eq!(said, 2, "{walked}");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// A store that may not be written is read. Whoever may write every file does not see the difference.
#[test]
fn a_store_that_may_not_be_written_is_explored() {
    let folder = folder("read-only");
    let file = folder.join("a.store");
    let name = file.display().to_string();
    let solved = run_words(&["solve", "sprouts", "2..6", "--store", &name], "");
    assert_eq!(solved.code, 0, "{}", solved.err);
    let mut permissions = fs::metadata(&file).expect("a file").permissions();
    permissions.set_readonly(true);
    fs::set_permissions(&file, permissions.clone()).expect("permissions");
    let before = fs::read(&file).expect("the store is there");
    let words = ["explore", "sprouts", "6", "--store", &name, "--json"];
    let explored = run_words(&words, "");
    assert_eq!((explored.code, explored.err.as_str()), (0, ""));
    let may_write = fs::OpenOptions::new().write(true).open(&file).is_ok();
    assert!(may_write || fs::read(&file).expect("the store is there") == before);
    #[expect(
        clippy::permissions_set_readonly_false,
        reason = "Windows removes no read-only file"
    )]
    permissions.set_readonly(false);
    fs::set_permissions(&file, permissions).expect("permissions");
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_picture_is_drawn_over_another_only_on_request() {
    let folder = folder("explore");
    let (own, other) = (folder.join("own.svg"), folder.join("other.svg"));
    fs::write(&other, "mine").expect("it can be written");
    let (own, other) = (own.display(), other.display());
    let typed = format!("draw {own}\ndraw {own}\ndraw {other}\nquit\n");
    let words = ["explore", "sprouts", "2", "--time", "50ms"];
    let run = run_words(&words, &typed);
    assert_eq!(run.out.matches("drawn to ").count(), 2, "{}", run.out);
    assert!(
        run.out.contains(&format!("`draw! {other}` replaces it")),
        "{}",
        run.out
    );
    let text = || fs::read_to_string(folder.join("other.svg")).expect("it is there");
    assert_eq!(text(), "mine");
    run_words(&words, &format!("draw! {other}\nquit\n"));
    assert!(text().starts_with("<svg"), "{}", text());
    fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn walks_and_puzzles_say_how_a_command_is_typed() {
    let walk = ["explore", "sprouts", "2", "--time", "20ms"];
    let puzzle = ["puzzle", "sos", "3x3", "--count", "1"];
    for (words, typed, told) in [
        (
            &walk[..],
            "back 3",
            "expected `back` (goes back), found `back 3`\n",
        ),
        (
            &walk,
            "recrod",
            "; `help` lists the commands\n(did you mean `record`?)\n",
        ),
        (
            &puzzle,
            "hint me",
            "expected `hint` (says how it begins), found `hint me`\n",
        ),
        (
            &puzzle,
            "solutoin",
            "; `help` lists the commands\n(did you mean `solution`?)\n",
        ),
    ] {
        let out = run_words(words, &format!("{typed}\nquit\n")).out;
        assert!(out.contains(told), "{typed}: {out}");
    }
}

#[test]
fn a_hint_proves_what_the_solver_proves_in_a_moment() {
    let mut proved = 0;
    for (game, position) in [
        ("sprouts", "7"),
        ("sprouts", "9"),
        ("sprouts", "6-"),
        ("sprouts", "10+ 1-2 3-4"),
        ("sprouts", "6+ 1-1[2,3] 1-4"),
        ("brussels", "3"),
        ("brussels", "2-"),
        ("brussels", "4 1a-2a 1b-3c"),
        ("sos", "3x4"),
        ("sos", "4x4 Sa1 Ob2"),
        ("sos", "1x12"),
        ("sos", "2x5 Sa1"),
        ("phutball", "3x7"),
        ("phutball", "3x9 b5"),
        ("phutball", "4x7 b4 b5"),
        ("phutball", "5x7 c4 b2"),
    ] {
        let words = ["solve", game, position, "--limit", "500ms", "--json"];
        // What is not solved in time prints nothing.
        let solved: Value = serde_json::from_str(&run_words(&words, "").out).unwrap_or_default();
        let words = ["play", game, position, "--you", "all", "--time", "1s"];
        if solved["winner"].is_string() {
            proved += 1;
            let run = run_words(&words, "hint\nquit\n");
            assert!(
                run.out.contains("hint: ") && !run.out.contains("nothing is proved"),
                "{game} {position}: {}",
                run.out
            );
        }
    }
    // A slow machine may miss one or two, but a test of nothing would pass, too.
    assert!(proved >= 10, "{proved}");
}

#[test]
fn every_command_has_a_manual_page() {
    let page = success("man play");
    assert!(page.contains(".TH papergames-play 1"), "{page}");
    let folder = folder("man");
    let written = success(&format!("man --output {}", folder.display()));
    for line in written.lines() {
        let page = fs::read_to_string(line).expect("the page is there");
        assert!(page.contains("\n.SH SYNOPSIS\n"), "{line}");
    }
    assert!(folder.join("papergames.1").exists() && folder.join("papergames-review.1").exists());
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    for line in ["man nix", "help nix"] {
        let run = run(line);
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{line}");
        assert!(run.err.contains("found `nix`; `"), "{}", run.err);
    }
}

#[test]
fn a_tournament_is_resumed_and_adds_up() {
    let folder = folder("tournament");
    let options = "tournament sos 3x3 --opponents 1,2,random --nodes 20 --games 4 --json";
    let file = folder.join("games.txt");
    let whole = success(&format!("{options} --output {}", file.display()));
    let json: Value = serde_json::from_str(&whole).expect("JSON");
    let players = json["players"].as_array().expect("a list");
    let points: f64 = players
        .iter()
        .map(|player| player["points"].as_f64().expect("points"))
        .sum();
    assert!((points - 12.0).abs() < 1e-9, "{whole}");
    // Every two have met before any two meet again.
    let text = fs::read_to_string(&file).expect("the games");
    let headings = text.lines().filter_map(|line| line.strip_prefix("# game "));
    let numbers: Vec<&str> = headings.filter_map(|line| line.split(':').next()).collect();
    assert_eq!(
        numbers,
        ["1", "2", "1", "2", "1", "2", "3", "4", "3", "4", "3", "4"]
    );
    fs::write(&file, &text[..text.len() / 2]).expect("it can be written");
    assert_eq!(
        success(&format!("{options} --output {} --resume", file.display())),
        whole
    );
    // Files of another game and files without games stay as they are.
    for (written, reason) in [
        (
            "# game 1: first 1, second 2, first wins\n2+ 1-2 1-2\nan incomplete line",
            "line 2 is not a game of SOS: the setup: expected",
        ),
        (
            "a letter\nwithout an end",
            "line 1 is not a game that a match has written; choose another file",
        ),
    ] {
        for command in [options, "match sos 3x3 --first 1 --second 2 --games 2"] {
            fs::write(&file, written).expect("it can be written");
            let run = run(&format!("{command} --output {} --resume", file.display()));
            assert!(run.err.contains(reason), "{command}: {}", run.err);
            assert_eq!(fs::read_to_string(&file).expect("a file"), written);
        }
    }
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    refused(
        "tournament sos 3x3 --opponents 1",
        "name at least two opponents, separated by commas, found 1",
    );
    refused(
        "tournament sos 3x3 --opponents 1,2,1",
        "each opponent may play only once, but `1` is named twice",
    );
    let gauntlet =
        success("tournament sos 3x3 --opponents 2,1,random --nodes 20 --games 2 --gauntlet");
    assert!(
        gauntlet.lines().count() == 4 && gauntlet.contains("/4"),
        "{gauntlet}"
    );
}

#[test]
fn a_sequential_test_ends_a_match() {
    let text =
        success("match sos 3x3 --first 3 --second random --games 400 --nodes 60 --sprt 0,200");
    assert!(
        text.contains("sequential test: 200 rather than 0"),
        "{text}"
    );
    assert!(!text.contains(": 400 games"), "{text}");
    let run = run("match sos 3x3 --first 3 --second random --sprt 50,0");
    assert_eq!(run.code, 2);
}

#[test]
fn losses_are_counted_in_wins_and_never_exceed_one() {
    // Estimates of Phutball are large, and count as certain at most.
    let record = "9x11 e6 e4 a1 d4";
    let text = reviewed("phutball", record, &[]);
    assert!(text.contains(" of a win lost per move"), "{text}");
    assert!(text.contains(" rows (estimated)"), "{text}");
    let json: Value =
        serde_json::from_str(&reviewed("phutball", record, &["--json"])).expect("JSON");
    let drops = json["moves"]
        .as_array()
        .expect("moves")
        .iter()
        .filter_map(|m| m["drop"].as_f64());
    let drops: Vec<f64> = drops.collect();
    assert!(
        !drops.is_empty() && drops.iter().all(|drop| (0.0..=1.0).contains(drop)),
        "{json}"
    );
    for (player, begin) in json["players"]
        .as_array()
        .expect("players")
        .iter()
        .zip(["first: ", "second: "])
    {
        let Some(mean) = player["mean_drop"].as_f64() else {
            continue;
        };
        let line = text
            .lines()
            .find(|line| line.starts_with(begin))
            .expect("a summary");
        assert!(
            line.ends_with(&format!("{mean:.2} of a win lost per move")),
            "{line}"
        );
    }
}

#[test]
fn puzzles_of_phutball_differ_and_count_turns() {
    let lines = success("puzzle phutball --count 6 --json");
    let puzzles: Vec<Value> = lines
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    let boards: Vec<&str> = puzzles
        .iter()
        .filter_map(|puzzle| puzzle["position"].as_str())
        .collect();
    assert_eq!(boards.len(), 6);
    for (i, a) in boards.iter().enumerate() {
        for b in &boards[..i] {
            let other = a.chars().zip(b.chars()).filter(|(a, b)| a != b).count();
            assert!(a.len() != b.len() || other > 2, "{a} and {b}");
        }
    }
    // A jump that reaches the goal is one turn, although the move `stop` follows it.
    assert!(
        puzzles.iter().any(|puzzle| puzzle["length"] == 1),
        "{lines}"
    );
    assert!(
        puzzles
            .iter()
            .all(|puzzle| puzzle["length"].as_u64().is_none_or(|n| n % 2 == 1)),
        "{lines}"
    );
}

#[test]
fn a_puzzle_says_why_a_try_fails() {
    let typed = "why\n1-1\nwhy\nzz\nwhy\nmoves\nhint\nhint\nquit\n";
    let run = run_words(&["puzzle", "sprouts", "--count", "1"], typed);
    assert!(
        run.out
            .contains("Type a move; if it fails, `why` shows the answer to it."),
        "{}",
        run.out
    );
    let (_, late) = run.out.split_once("> zz\n").expect("what follows is shown");
    assert!(late.contains("> why\nType a move; if it fails"), "{late}");
    let hints: Vec<&str> = late
        .lines()
        .filter(|line| line.starts_with("One solution begins with"))
        .collect();
    assert!(hints.len() == 2 && hints[0] != hints[1], "{late}");
    let numbered = run_words(&["puzzle", "sprouts", "--count", "1"], "1\nwhy\nquit\n").out;
    let first = late
        .split_once("\n  1 ")
        .map_or("", |(_, rest)| rest.split(' ').next().unwrap_or(""));
    assert!(
        numbered.contains("Right") || numbered.contains(&format!("After {first} ")),
        "{numbered}"
    );
    assert!(
        !run_words(&["puzzle", "sprouts"], "quit\n")
            .out
            .contains("0 of 0")
    );
    if run.out.contains("(`why` says more)") {
        assert!(
            run.out.contains("After 1-1 the ") && run.out.contains(" player answers "),
            "{}",
            run.out
        );
    }
}
