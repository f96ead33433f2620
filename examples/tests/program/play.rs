//! `papergames play`, driven through a pipe as at a terminal.

use crate::{refused, run_with};

/// Plays the lines of `input` and returns what was printed.
#[track_caller]
fn play(arguments: &str, input: &str) -> String {
    let run = run_with(&format!("play {arguments}"), input);
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, ""),
        "play {arguments}: {}",
        run.out
    );
    run.out
}

#[test]
fn a_game_for_two_people_is_played_to_its_end() {
    let printed = play("sos 1x3 --you all", "Sa1\nOb1\nSc1\n");
    assert!(printed.contains("second> "), "{printed}");
    assert!(printed.contains("first wins after 3 moves"), "{printed}");
    assert!(
        printed.ends_with("record: .../1:0-0 Sa1 Ob1 Sc1\n") || printed.contains(" Sa1 Ob1 Sc1\n"),
        "{printed}"
    );
}

#[test]
fn the_machine_replies_and_undo_takes_both_moves_back() {
    let printed = play("sprouts 3 --level 1", "1-2\nundo\nrecord\nquit\n");
    assert!(printed.contains("second> "), "{printed}");
    assert!(printed.contains("taken back: 2\n"), "{printed}");
    assert!(
        printed.contains("first> 3+\n"),
        "after undo the record is the setup alone: {printed}"
    );
}

#[test]
fn undo_with_nothing_of_ones_own_changes_nothing() {
    let printed = play("brussels 1 --you second", "undo\nrecord\n");
    assert!(
        printed.contains("there is no move of yours to take back"),
        "{printed}"
    );
    let record = printed
        .lines()
        .find(|line| line.starts_with("second> 1+ "))
        .expect("the record");
    assert_eq!(record.split_whitespace().count(), 3, "{record}");
}

#[test]
fn moves_are_listed_and_picked_by_number() {
    let printed = play("sos 1x3 --you all", "moves\n2\nmoves O\n1\nrecord\n");
    assert!(printed.contains("1 Sa1"), "{printed}");
    assert!(
        printed.contains("  2 Oa1") || printed.contains("  2 Sb1"),
        "{printed}"
    );
    assert!(
        printed.contains("no legal move begins") || printed.contains("  1 O"),
        "{printed}"
    );
}

#[test]
fn what_is_no_legal_move_is_explained_and_asked_again() {
    let printed = play("sos 3x3 --you all", "Sz9\nx\n\n99\nSb2\nOb2\nhelp\n");
    assert!(printed.contains("not legal: "), "{printed}");
    assert!(printed.contains("no move and no command: "), "{printed}");
    assert!(
        printed.contains("expected a number of the last list of moves, found 99"),
        "{printed}"
    );
    assert!(
        printed.contains("not legal: expected an empty cell, found `S` at `b2`"),
        "{printed}"
    );
    assert!(printed.contains("take back your last move"), "{printed}");
}

#[test]
fn a_hint_is_a_legal_move() {
    let printed = play("sos 1x7 --you all --nodes 500", "hint\nquit\n");
    let hint = printed
        .lines()
        .find_map(|line| line.split_once("hint: "))
        .and_then(|(_, hint)| hint.split_whitespace().next())
        .expect("a hint");
    let played = play("sos 1x7 --you all", &format!("{hint}\nquit\n"));
    assert!(!played.contains("not legal"), "{played}");
}

#[test]
fn a_hint_says_what_is_proved() {
    for (setup, said) in [
        ("sprouts 3", "wins with best play"),
        ("sprouts 2", "loses against best play"),
        ("sprouts 1-", "wins with best play"),
        ("sprouts 8 --variant antwerp-cold", "nothing is proved"),
        ("brussels 1", "wins with best play"),
        ("brussels 2", "loses against best play"),
        ("sos 3x3", "draws with best play"),
        ("sos 1x7", "wins with best play"),
    ] {
        let printed = play(&format!("{setup} --you all --nodes 2000"), "hint\nquit\n");
        assert!(printed.contains(said), "{setup}: {printed}");
    }
}

#[test]
fn the_machine_plays_itself_to_the_end_of_every_game() {
    for game in [
        "sprouts 3-",
        "brussels 2",
        "sos 3x3 --players 3",
        "phutball 3x7",
    ] {
        let printed = play(&format!("{game} --you none --level 1"), "");
        assert!(printed.contains(" moves\n"), "{game}: {printed}");
        assert!(printed.contains("record: "), "{game}: {printed}");
        assert!(!printed.contains('\x1b'), "no colours in a pipe");
    }
}

#[test]
fn a_game_is_saved_once_and_never_over_another_file() {
    let folder = std::env::temp_dir().join(format!("papergames-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("game.txt");
    let printed = play(
        "sprouts 2 --you all",
        &format!("1-2\nsave {0}\nsave {0}\n", file.display()),
    );
    assert!(printed.contains("saved to "), "{printed}");
    assert!(printed.contains("cannot be written"), "{printed}");
    assert_eq!(
        std::fs::read_to_string(&file).expect("the file is there"),
        "2+ 1-2\n"
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn players_who_do_not_play_are_refused() {
    refused(
        "play sos 3x3 --you third",
        "expected one of 2 players, found `third`",
    );
    refused(
        "play sos 3x3 --you me",
        "expected a player from `first` to `eighth`, found `me`",
    );
}
