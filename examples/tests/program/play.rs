//! `papergames play`, driven through a pipe as at a terminal.

use crate::{refused, run_with, run_words};

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
    assert!(printed.contains("taken back: 1-2 "), "{printed}");
    assert!(
        printed.contains("first> 3+\n"),
        "after undo the record is the setup alone: {printed}"
    );
}

#[test]
fn undo_with_nothing_of_ones_own_changes_nothing() {
    let printed = play("brussels 1 --you second", "undo\nrecord\n");
    assert!(
        printed.contains("you have no move to take back"),
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
    for said in [
        "not played: `z9` is not on the 3x3 board",
        "not played: expected a move (`S` or `O` and a cell, such as `Sb2`), found `x`",
        "not played: a number means a move in this list; type it now",
        "not played: cell `b2` already holds `S`",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
    assert!(printed.contains("take back your last move"), "{printed}");
}

/// Types moves one after another, each in some spelling, and compares the record.
#[track_caller]
fn types(arguments: &str, lines: &[&str], record: &str) {
    let input = format!("{}\nrecord\n", lines.join("\n"));
    let printed = play(&format!("{arguments} --you all"), &input);
    assert!(
        printed.ends_with(&format!("record: {record}\n")),
        "{lines:?}: {printed}"
    );
}

#[test]
fn moves_are_typed_in_every_notation_of_the_game() {
    types("sprouts 3", &["1-1[2]"], "3+ 1-1[3]");
    types("sprouts 3", &["2 1", "1(5)2[3]", "3, 5"], "3+ 1-2 1-2 3-5");
    types("sprouts 3", &["1 – 1 [ 2 – 3 ]", "4!-1!"], "3+ 1-1 1!-4!");
    types("brussels 3", &["1A 2c", "3b – 3a [1]"], "3+ 1a-2c 3a-3b");
    types("sos 1x3", &["a1 s", "OB1", "Sc1+"], "...:1:0-0 Sa1 Ob1 Sc1");
    let jumps = "15x21 h11 i13 N NE";
    for turn in ["n ne", "N/NE", "h10-h12-j14", "H10–H12–K14", "compass E SE"] {
        types("phutball", &["h11", "J13", turn], jumps);
    }
    types(
        "phutball",
        &["h11", "i13", "h10-h12"],
        "15x21 h11 i13 N stop",
    );
    types(
        "phutball",
        &["compass H11", "compass I13", "N", "h12-j14"],
        jumps,
    );
}

#[test]
fn what_was_typed_is_said_as_it_is_written() {
    let printed = play("sprouts 3 --you all", "1-1[2]\n1!-4\n");
    assert!(printed.contains("first> played: 1-1[3]\n"), "{printed}");
    assert!(!printed.contains("played: 1!-4"), "{printed}");
}

#[test]
fn examples_of_moves_lie_on_the_board() {
    for (size, man, turn) in [
        ("15x21", "h11", "h10-h12-j14"),
        ("9x9", "e5", "e4-e6-g8"),
        ("1x5", "a3", "a2-a4"),
    ] {
        let printed = play(&format!("phutball {size} --you all"), "zz\nhelp\n");
        let sentence = format!(
            "not played: expected a point such as `{man}`, a direction such as `NE`, a turn such as `{turn}` or \
             `stop`, found `zz`: "
        );
        assert!(printed.contains(&sentence), "{size}: {printed}");
        for line in [
            format!("\n{man:<13} a man in column "),
            format!("\n{turn:<13} a whole turn"),
            format!(
                "\n{:<13} a turn in capitals",
                turn.to_uppercase().replace('J', "K")
            ),
        ] {
            assert!(printed.contains(&line), "{size}, {line}: {printed}");
        }
        // What the help shows first can be played.
        let played = play(
            &format!("phutball {size} --you all"),
            &format!("{man}\n{turn}\n"),
        );
        assert!(played.contains("second> "), "{size}: {played}");
    }
}

#[test]
fn a_line_without_end_is_one_wrong_move() {
    let printed = play(
        "sos 1x3 --you all",
        &format!("{}\nSa1\n", "x".repeat(200_000)),
    );
    assert_eq!(printed.matches("not played").count(), 1);
    assert!(
        printed.ends_with(" Sa1\n") && printed.len() < 2_000,
        "{printed}"
    );
}

#[test]
fn a_game_that_was_begun_goes_on() {
    let folder = std::env::temp_dir().join(format!("papergames-go-on-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("game.txt");
    std::fs::write(&file, "# begun\n3- 1-2\n").expect("the file can be written");
    let game = file.display();
    types(&format!("sprouts {game}"), &["undo", "1-1", "undo"], "3-");
    types(&format!("sprouts {game}"), &["2-4"], "3- 1-2 2-4");
    refused(
        &format!("play sprouts {game} --misere"),
        &format!(
            "{game}: leave out --misere: text in the format `text` already says whether play is normal or misère"
        ),
    );
    std::fs::write(&file, "3 1-2\n3 1-1\n").expect("the file can be written");
    refused(
        &format!("play sprouts {game}"),
        &format!(
            "the setup must be a single game, found 2; to choose the second game, use `{game}#2`"
        ),
    );
    types(&format!("sprouts {game}#2"), &["undo", "1-2"], "3+ 1-2");
    refused(
        &format!("play sprouts {game}#3"),
        &format!("{game} has no game 3; choose one of its games 1 to 2"),
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_game_of_another_program_goes_on_with_the_seats_as_they_were_exchanged() {
    let folder = std::env::temp_dir().join(format!("papergames-pied-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let (file, saved) = (folder.join("game.json"), folder.join("saved.txt"));
    let text =
        r#"{"header": {"game": {"name": "Phutball"}, "pied": true}, "moves": [["h11", "h9"]]}"#;
    std::fs::write(&file, text).expect("the file can be written");
    // A note says that they were exchanged.
    run_with(
        &format!("play phutball {} --you all", file.display()),
        &format!("save {}\nquit\n", saved.display()),
    );
    let text = std::fs::read_to_string(&saved).expect("the file is there");
    let told = "\n# swapped by the pie rule\n15x21:full-board-corner h11 h9\n";
    assert!(text.contains(told), "{text}");
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
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
    assert!(!played.contains("not played"), "{played}");
}

#[test]
fn a_hint_says_what_is_proved() {
    for (setup, said) in [
        ("sprouts 3", "wins with best play"),
        ("sprouts 2", "loses against best play"),
        ("sprouts 1-", "wins with best play"),
        ("sprouts 8 --rules antwerp-cold", "nothing is proved"),
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
        let is_counted = printed.contains(" moves\n") || printed.contains(" turns\n");
        assert!(is_counted, "{game}: {printed}");
        assert!(printed.contains("record: "), "{game}: {printed}");
        assert!(!printed.contains('\x1b'), "no colours in a pipe");
    }
}

/// The heading of a saved game of Sprouts that two people play.
const SEATS: &str = "# play sprouts; people: first, second; level: 3\n";

#[test]
fn a_game_is_saved_again_and_never_over_another_file() {
    let folder = std::env::temp_dir().join(format!("papergames-play-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let (own, other) = (folder.join("game.txt"), folder.join("letter.txt"));
    std::fs::write(&other, "a letter\n").expect("the file can be written");
    let (own_name, other_name) = (own.display(), other.display());
    let printed = play(
        "sprouts 2 --you all",
        &format!("save {own_name}\n1-2\nsave {own_name}\nsave {other_name}\n"),
    );
    assert_eq!(printed.matches("saved to ").count(), 2, "{printed}");
    assert!(printed.contains("already exists"), "{printed}");
    let read = |file| std::fs::read_to_string(file).expect("the file is there");
    assert_eq!(
        (read(&own), read(&other)),
        (format!("{SEATS}2+ 1-2\n"), "a letter\n".to_owned())
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn players_who_do_not_play_are_refused() {
    refused(
        "play sos 3x3 --you third",
        "the game has only 2 players, so there is no player `third`",
    );
    refused(
        "play sos 3x3 --you me",
        "expected a player from `first` to `eighth`, found `me`",
    );
}

#[test]
#[cfg(unix)]
fn ctrl_c_prints_the_record() {
    use std::io::{BufRead, BufReader, Read, Write};
    use std::process::{Command, Stdio};

    let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(["play", "sprouts", "2", "--you", "all"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let mut output = BufReader::new(child.stdout.take().expect("a pipe"));
    input.write_all(b"1-2\n").expect("it reads");
    let mut line = String::new();
    while !line.starts_with("second to move") {
        line.clear();
        assert!(output.read_line(&mut line).expect("text") > 0);
    }
    let id = child.id().to_string();
    assert!(
        Command::new("kill")
            .args(["-INT", &id])
            .status()
            .expect("kill starts")
            .success()
    );
    let mut rest = String::new();
    output.read_to_string(&mut rest).expect("text");
    assert!(rest.ends_with("\nrecord: 2+ 1-2\n"), "{rest}");
    assert_eq!(child.wait().expect("the program ends").code(), Some(130));
}

#[test]
fn a_game_can_be_played_by_the_clock() {
    let printed = play("sos 1x3 --you all --clock 1h", "Sa1\nquit\n");
    assert!(
        printed.contains("first to move, 1:00:00 left (second 1:00:00)"),
        "{printed}"
    );
    let printed = play("sos 1x3 --you all --clock 1us", "Sa1\nOb1\n");
    assert!(printed.contains("first lost on time"), "{printed}");
}

#[test]
fn lines_after_the_end_of_a_game_are_obeyed() {
    let printed = play("sos 1x3 --you all", "Sa1\nOb1\nSc1\nSa1\nundo\nrecord\n");
    assert!(printed.contains("over> The game is over: "), "{printed}");
    assert!(printed.ends_with(" Sa1 Ob1\n"), "{printed}");
}

#[test]
fn a_file_is_replaced_if_that_is_asked_for() {
    let folder = std::env::temp_dir().join(format!("papergames-over-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("game.txt");
    std::fs::write(&file, "a letter\n").expect("the file can be written");
    let name = file.display();
    let printed = play(
        "sprouts 2 --you all",
        &format!("save {name}\n1-2\nsave! {name}\n"),
    );
    let advice = format!("{name} already exists; to replace it, use `save! {name}`\n");
    assert!(printed.contains(&advice), "{printed}");
    let read = std::fs::read_to_string(&file).expect("the file is there");
    assert_eq!(read, format!("{SEATS}2+ 1-2\n"));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_lost_position_shows_the_answers_to_its_moves() {
    // Two spots are lost for the player who begins.
    let printed = play("sprouts 2 --you all", "moves\nbest\n2\nquit\n");
    assert!(
        printed.contains("Every move loses against best play.")
            && printed.matches(" answers it\n").count() == 3,
        "{printed}"
    );
    assert!(
        printed.ends_with("record: 2+ 1-1[2]\n") || printed.contains("record: 2+ "),
        "{printed}"
    );
    assert!(!printed.contains("not played"), "{printed}");
}

#[test]
fn three_players_are_told_how_random_games_end() {
    let printed = play(
        "sos 3x3 --players 3 --you all",
        "eval\nbest 2\nhint\nreview\nquit\n",
    );
    for said in [
        "eval: nothing can be proved with 3 players; of 2000 random games from here first wins ",
        " for first (estimated)\n",
        " looks best, but nothing is proved",
        "only two-player games can be reviewed, but this game has 3 players",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
}

#[test]
fn a_record_of_another_game_is_told_by_its_name() {
    for (line, found, game) in [
        ("play phutball", "3+ 1-2", "sprouts"),
        ("play sprouts", "2+ 1a-2c", "brussels"),
        ("replay sprouts", "3x3 Sa1", "sos"),
        (
            "review sos",
            "# play brussels; people: first; level: 3\n2+\n",
            "brussels",
        ),
        (
            "replay sprouts",
            "# play brussels; people: first; level: 3\n2+\n",
            "brussels",
        ),
    ] {
        let mut words: Vec<&str> = line.split(' ').collect();
        words.push(found);
        let run = crate::run_words(&words, "");
        assert_eq!(run.code, 1, "{line} {found}: {}", run.out);
        assert!(
            run.err.contains(&format!("`{game}`")) && run.err.contains("instead of"),
            "{line} {found}: {}",
            run.err
        );
    }
}

#[test]
fn a_new_game_takes_the_rules_that_the_command_line_takes() {
    for (typed, record) in [
        ("new 3 --rules black-and-white", "record: 3+black-and-white"),
        ("new 3 --rules antwerp-hot,misere", "record: 3-antwerp-hot"),
        ("new 4 --misere", "record: 4-"),
    ] {
        let printed = play("sprouts 3 --level 1", &format!("{typed}\nquit\n"));
        assert!(
            printed.ends_with(&format!("{record}\n")),
            "{typed}: {printed}"
        );
    }
    let other = play("sos 3x3 --level 1", "new sprouts 3 --rules misere\nquit\n");
    assert!(other.ends_with("record: 3-\n"), "{other}");
    for (typed, reason) in [
        (
            "new 3 --rules nonsense",
            "no new game: invalid value 'nonsense' for '--rules <NAME>'",
        ),
        (
            "new 3 --variant misere",
            "no new game: unexpected argument '--variant'",
        ),
        (
            "new 3 --rules",
            "no new game: a value is required for '--rules <NAME>'",
        ),
        (
            "new 3 --players x",
            "no new game: invalid value 'x' for '--players <N>'",
        ),
    ] {
        let printed = play("sprouts 3 --level 1", &format!("{typed}\nquit\n"));
        assert!(printed.contains(reason), "{typed}: {printed}");
        assert!(printed.ends_with("record: 3+\n"), "{typed}: {printed}");
    }
}

#[test]
fn advice_says_where_moves_do_not_matter() {
    let says = |game: &str, typed: &str| {
        let printed = play(game, &format!("{typed}\nquit\n"));
        printed.contains("No move is better than another")
    };
    for typed in [
        "eval",
        "best",
        "why",
        "hint",
        "level",
        "level 4",
        "1a-1b\nreview",
    ] {
        assert!(says("brussels 1 --you first --level 1", typed), "{typed}");
    }
    // On the projective plane and the torus a game may be longer or shorter.
    for surface in ["brussels 1@c1 --level 1", "brussels 1@h1 --level 1"] {
        assert!(!says(surface, "eval\nbest\nwhy\nhint\nlevel"), "{surface}");
    }
    assert!(!says(
        "sprouts 2 --level 1",
        "eval\nbest\nwhy\nhint\nlevel\n1-2\nreview"
    ));
}

#[test]
fn moves_that_win_by_less_are_not_denied() {
    // Oa3 wins as well, by 2 and not by 6.
    let position = ".SS./O.O./.OSS:1:2-0";
    let printed = play(&format!("sos {position}"), "best 20\nquit\n");
    assert!(
        printed.contains("1 move of 10 wins by the most:\n  1 Sa3\n"),
        "{printed}"
    );
    let other = crate::run_words(&["solve", "sos", &format!("{position} Oa3")], "");
    assert!(
        other.out.contains("the first player wins by 2"),
        "{}",
        other.out
    );
    let solved = crate::success(&format!("solve sos {position}"));
    assert!(solved.contains("\nbest moves: Sa3\n"), "{solved}");
}

#[test]
fn a_small_board_of_phutball_is_proved_while_it_is_played() {
    let printed = play("phutball 5x7", "best\nhint\nquit\n");
    for said in [
        "first wins with best play in 3 turns (proved)",
        "1 c4  first wins with best play in 2 turns (proved)",
        "hint: c4 wins with best play",
    ] {
        assert!(printed.contains(said), "{said}: {printed}");
    }
    assert!(printed.ends_with("record: 5x7\n"), "{printed}");
}

#[test]
fn spots_of_antwerp_say_whose_they_are() {
    for (rules, owner) in [
        ("antwerp-hot", "blue: first"),
        ("antwerp-cold", "red: second"),
    ] {
        let printed = play(
            &format!("sprouts 2 --rules {rules} --you all"),
            "1-2\nquit\n",
        );
        let spots = format!("1 (2, white: both), 2 (2, white: both), 3 (1, {owner})");
        assert!(printed.contains(&spots), "{rules}: {printed}");
    }
}

#[test]
fn errors_about_cells_name_the_rows_of_the_board() {
    let printed = play("sos 3x3 --you all", "Sa\nSa999\nquit\n");
    assert_eq!(
        printed
            .matches("expected a row (1 to 3) at character 3")
            .count(),
        2,
        "{printed}"
    );
}

#[test]
fn a_move_after_the_word_play_is_played_and_errors_keep_blanks() {
    let run = run_with(
        "play sos 3x3 --you all",
        "play Sb2\nput Sa1\na1 S\nS c 1\nquit\n",
    );
    assert!(run.out.contains("found `put`"), "{}", run.out);
    assert!(run.out.ends_with("Sb2 Sa1 Sc1\n"), "{}", run.out);
}

#[test]
fn a_game_with_cards_speaks_of_cards() {
    let typed = "moves\nmoves join\nhint\nbest\nwhy\njoin 1 1 2\nrules\nmoves\nhelp cards\nquit\n";
    let line = [
        "play", "sprouts", "2", "--view", "cards", "--level", "1", "--you", "first",
    ];
    let out = run_words(&line, typed).out;
    for said in [
        "A stack of cards is a boundary, and a row of stacks is a region.",
        "`help cards` explains how moves are made.",
        "join 1 1 2  ",
        "4. 1,3;2,3  5. 1,3,2,3",
        "hint: divide 1 1 1 loses",
        "divide 1 1 3 answers it",
        "second> divide 1 1 3: 1. 1,3,2,3  2. 1,3,2,3,1  3. 1,3,2/3,1  4. 1,3,2/2,3,1  5. 4,1,3,2/4,2,3,1",
    ] {
        assert!(out.contains(said), "no {said}: {out}");
    }
    for spoken in ["Join 1 and 2", "Loop at", "Join two spots", "played: 1-2"] {
        assert!(!out.contains(spoken), "{spoken}: {out}");
    }
}

#[test]
fn a_move_of_ones_own_shows_its_steps_and_what_is_sorted() {
    let typed = "join 1 1 2\ndivide 1 1 3\nmoves\n1\nquit\n";
    let out = play("sprouts 2 --view cards --you all", typed);
    let said = [
        "first played join 1 1 2: 4. 1,3;2,3  5. 1,3,2,3\n",
        // The printed game leaves the table as in step 5.
        "second played divide 1 1 3: 1. 1,3,2,3  2. 1,3,2,3,1  3. 1,3,2/3,1  4. 1,3,2/2,3,1  5. 4,1,3,2/4,2,3,1  \
         sorted: 1,3,2,4/1,4,2,3\n\nrow 1   stack 1: 1,3,2,4\nrow 2   stack 1: 1,4,2,3\n",
        // A number picks a move of the list.
        "first played divide ",
    ];
    let missing: Vec<_> = said.iter().filter(|said| !out.contains(**said)).collect();
    assert!(missing.is_empty(), "{missing:#?}: {out}");
    let out = play("sprouts 3 --view cards --you all", "1-1\nreview\nquit\n");
    let said = "move 1, first divide 1 1 1??: gives the win away; better: ";
    let (_, better) = out.split_once(said).unwrap_or_else(|| panic!("{out}"));
    assert!(better.contains("join 1 1 2"), "{out}");
}

#[test]
fn a_saved_game_keeps_its_view() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let file = file.display();
    play(
        "sprouts 2 --view cards --you all",
        &format!("join 1 1 2\nsave {file}\nquit\n"),
    );
    let out = play(&format!("sprouts {file}"), "divide 1 1 3\nquit\n");
    assert!(out.contains("row 1   stack 1: 1,3,2,3\n"), "{out}");
    assert!(out.contains("second played divide 1 1 3: "), "{out}");
    // Another view may be asked for.
    let out = play(&format!("sprouts {file} --view hoey"), "quit\n");
    assert!(!out.contains("row 1") && out.contains("1,3,2,3."), "{out}");
}

#[test]
fn a_game_in_a_pipe_is_not_resumed_but_its_file() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut program = std::process::Command::new(env!("CARGO_BIN_EXE_papergames"));
    program.args(["play", "sos", "--resume"]);
    let run = program.env("XDG_STATE_HOME", folder.path()).output();
    let said = String::from_utf8(run.expect("the program runs").stderr).expect("text");
    let asked =
        "those at a terminal are saved by themselves, others by `save FILE` for `play sos FILE`";
    assert!(said.contains(asked), "{said}");
}

#[test]
fn what_a_view_cannot_show_is_refused() {
    for (what, reason) in [
        (
            "sprouts 2 --view cards --rules black-and-white",
            "the view `cards` shows only standard Sprouts, but this game is black-and-white",
        ),
        (
            "sprouts 2 --view survivors",
            "the view `survivors` is only for pictures in files, as `draw` writes them",
        ),
        (
            "sos 3x3 --view circles --players 3",
            "the view `circles` tells two players apart, but this game has 3",
        ),
    ] {
        refused(&format!("play {what}"), reason);
    }
    let out = play(
        "sprouts 2 --view cards --you all",
        "new 2 --rules antwerp-hot\nquit\n",
    );
    let noted = "the usual view is shown: the view `cards` shows only standard Sprouts, but this game is antwerp-hot";
    assert!(out.contains(noted), "{out}");
}

#[test]
fn boards_are_shown_as_on_paper_and_without_end_rows() {
    let out = play("sos 1x3 --view circles --you all", "Sa1\nOb1\nSc1\n");
    assert!(out.contains("\n 1 ( S ) ( O ) ( S )\n"), "{out}");
    assert!(out.contains("circled by first: a1-c1"), "{out}");
    let out = play("phutball 5x9 --view field --you all", "c6\nquit\n");
    assert!(
        out.contains("[o]") && out.contains("last turn: c6"),
        "{out}"
    );
    assert!(!out.contains("= = ="), "{out}");
}

#[test]
fn the_pie_rule_is_offered_after_the_first_turn() {
    let run = run_with(
        "play sos 1x7 --pie --you second --level 5 --seed 1",
        "swap\nquit\n",
    );
    assert_eq!(run.code, 0, "{}", run.err);
    let swapped = "by the pie rule, the players have exchanged seats";
    assert!(run.out.contains(swapped), "{}", run.out);
    let run = run_with("play sos 3x3", "swap\nquit\n");
    assert!(
        run.out.contains("`swap` answers the first turn"),
        "{}",
        run.out
    );
}
