//! `papergames replay` and `papergames convert`.

use crate::{run, run_with, run_words, success};

/// Replays a text and expects a refusal that says all of `parts`, in one line.
#[track_caller]
fn refuses(game: &str, text: &str, parts: &[&str]) {
    let run = run_with(&format!("replay {game} -"), text);
    assert_eq!(run.code, 1, "replay {game} {text}: {}", run.out);
    assert_eq!(run.err.lines().count(), 1, "{}", run.err);
    for part in parts {
        assert!(run.err.contains(part), "expected `{part}` in {}", run.err);
    }
}

/// Replays a text and expects that all of `parts` are printed.
#[track_caller]
fn replays(game: &str, text: &str, parts: &[&str]) {
    let run = run_with(&format!("replay {game} -"), text);
    assert_eq!(
        (run.code, run.err.as_str()),
        (0, ""),
        "replay {game} {text}"
    );
    for part in parts {
        assert!(run.out.contains(part), "expected `{part}` in {}", run.out);
    }
}

#[test]
fn finished_games_show_position_result_and_theorem() {
    replays(
        "sprouts",
        "2+ 1-2 1-2 1-2! 3-4!\n",
        &[
            "result: second wins",
            "fact: 2n <= m <= 3n - 1 moves: 4 <= 4 <= 5",
            "fact: m = 2n + p/4 with p Pharisees: 4 = 4 + 0/4",
        ],
    );
    replays(
        "brussels",
        "1 1a-1b 1a-1c 1a-1d",
        &[
            "result: first wins",
            "fact: n crosses last 5n - 2 moves: 3 = 5*1 - 2",
        ],
    );
    replays(
        "sos",
        "1x3 Sa1 Ob1 Sc1+",
        &["result: first wins", "position: SOS:-:1-0"],
    );
    replays(
        "phutball",
        "3/3/3/1@1/3/3/3:first:full-board b4 N",
        &["result: "],
    );
}

#[test]
fn a_game_that_goes_on_says_who_is_to_move() {
    replays(
        "sprouts",
        "3+ 1-2",
        &["moves: 1", "result: none yet, second to move"],
    );
}

#[test]
fn several_games_are_read_from_one_file_with_comments() {
    replays(
        "sprouts",
        "# two games\n2+ 1-2\n\n2- 1-1 # a loop\n",
        &["game 1, line 2", "game 2, line 4"],
    );
}

#[test]
fn an_illegal_move_is_named_with_its_line_the_reason_and_legal_moves() {
    refuses(
        "sprouts",
        "# comment\n2+ 1-2 1-9\n",
        &["line 2, move 2, `1-9`: ", "; legal here: 1-"],
    );
    refuses(
        "brussels",
        "1 1a-1c 1a-1b",
        &["1a-1b", "in different faces", "; legal here: 1a-1d"],
    );
    refuses(
        "sos",
        "3x3 Sa1\nOa1",
        &["line 2", "Oa1", "; legal here: Oa2, Oa3"],
    );
    refuses(
        "phutball",
        "3/3/3/1@1/3/3/3:first:full-board N",
        &["move 1, `N`", "; legal here: a"],
    );
}

#[test]
fn moves_after_the_end_are_refused() {
    refuses("sos", "1x3 Sa1 Ob1 Sc1 Sa1", &["Sa1"]);
    refuses(
        "brussels",
        "1 1a-1b 1a-1c 1a-1d 1a-1b",
        &["the game is over"],
    );
}

/// Every broken record is refused with one sentence: the line, the move, the reason, and what would be legal.
#[test]
fn broken_records_are_refused_with_place_reason_and_alternatives() {
    let lines = include_str!("../data/broken.txt").lines().skip(1);
    for line in lines.clone() {
        let (given, sentence) = line.split_once(" => ").expect("a record and a sentence");
        let mut words = given.splitn(3, ' ');
        let mut word = || words.next().expect("a game, a format and a record");
        let (game, format, record) = (word(), word(), word().replace("\\n", "\n"));
        let format = match format {
            "-" => String::new(),
            name => format!(" --format {name}"),
        };
        let run = run_with(&format!("replay {game} -{format}"), &record);
        assert_eq!(run.code, 1, "{line}");
        assert_eq!(run.err.lines().count(), 1, "{}", run.err);
        let said = run.err.trim_start_matches("papergames: standard input");
        let said = said.trim_start_matches([',', ':', ' ']).trim_end();
        assert!(said.starts_with(sentence), "{line}\nfound {said}");
    }
    assert!(lines.count() >= 80);
}

/// A megabyte of anything is answered, by a result or by one short sentence, whatever notation it is taken for.
#[test]
fn a_megabyte_of_anything_is_answered() {
    let full = |part: &str| part.repeat(1_000_000 / part.len());
    let jumps = full("h10-h12-");
    for (game, text) in [
        ("sprouts", full("\0")),
        ("sprouts", full("(")),
        ("sprouts", full("1")),
        ("sprouts", format!("3+ ({}", full("é"))),
        ("sprouts", format!("3+ 1(4)1[{}2]", full("1-3,"))),
        ("sprouts", format!("100+ {}", full("1(101)2 "))),
        ("sprouts", full("1,2,3/")),
        ("sprouts", full("0*3.AB|")),
        ("sprouts", full("0.}]")),
        ("brussels", format!("2 {}", full("1. 1a-"))),
        ("brussels", format!("100 1a-1c[{}x", full("2-99,"))),
        ("brussels", full("4,")),
        ("sos", format!("3x3 Sa1{}", full("+"))),
        ("sos", full("S./")),
        ("phutball", format!("{jumps}h14")),
        ("phutball", full("[")),
        ("phutball", format!("[{{\"moves\":[],\"x\":{}", full("["))),
        ("phutball", full("15/")),
        ("phutball", full("E\n")),
    ] {
        let run = run_with(&format!("replay {game} -"), &text);
        let start: String = text.chars().take(20).collect();
        assert_eq!(run.code, 1, "{game} {start}");
        assert_eq!(run.err.lines().count(), 1, "{game} {start}: {}", run.err);
        assert!(run.err.len() < 1_000, "{game} {start}: {}", run.err);
    }
}

#[test]
fn bytes_that_are_no_text_and_files_that_are_not_there_are_refused() {
    let run = run("replay sprouts no-such-file.txt");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("no-such-file.txt"), "{}", run.err);
}

#[test]
fn games_of_the_sideways_board_keep_their_winner() {
    // A man to the east of the ball, and a jump over it: our north.
    let text = r#"[{"winner": "Left", "moves": ["H11", "E", "H13"]}]"#;
    let run = run_with("convert phutball - --to text", text);
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(run.out.ends_with(" h11 N h13\n"), "{}", run.out);
    // A game that ended otherwise than it says is refused.
    let cells: Vec<String> = (11..=19)
        .step_by(2)
        .map(|n| format!("\"H{n}\", \"E\""))
        .collect();
    let text = format!(
        "[{{\"winner\": \"Right\", \"moves\": [{}]}}]",
        cells.join(", ")
    );
    refuses(
        "phutball",
        &text,
        &["the record states the result second wins, but the moves lead to first wins"],
    );
}

#[test]
fn converting_there_and_back_gives_the_same() {
    for (game, format, text) in [
        ("sprouts", "wgosa", "2+ 1(3)2 1(4)2"),
        ("sos", "game", "3x3 Sa1 Ob1 Sc1+ Oa2"),
        ("brussels", "game", "2- 1a-1c[2] 1a-2b"),
    ] {
        let there = run_with(&format!("convert {game} - --to text"), text);
        assert_eq!((there.code, there.err.as_str()), (0, ""));
        let back = run_with(&format!("convert {game} - --to {format}"), &there.out);
        assert_eq!(
            (back.code, back.out.as_str()),
            (0, format!("{text}\n").as_str()),
            "{}",
            back.err
        );
    }
}

#[test]
fn turns_in_the_notations_of_others_are_guessed() {
    replays("phutball", "h11\nh10-h12\n", &["moves: 2"]);
    replays("phutball", "H11 E", &["moves: 2"]);
    refuses("phutball", "h11 h10-h13", &["h10-h13"]);
}

#[test]
fn the_formats_of_each_game_are_listed() {
    for game in ["sprouts", "brussels", "sos", "phutball"] {
        let listed = success(&format!("convert {game}"));
        assert!(
            listed.lines().any(|line| line.starts_with("text ")),
            "{game}: {listed}"
        );
    }
    let run = run("convert sos 3x3 --to morse");
    assert_eq!(run.code, 1);
    assert!(
        run.err.contains("has no format `morse`; use one of "),
        "{}",
        run.err
    );
}

#[test]
fn a_tournament_game_ends_with_a_resignation() {
    // From wgosa.org/newtheoryn8.htm.
    let game = "8+ (AuntBeast* - Purvis) 1(9)2 1(10)1[3,4] 3(11)10 5(12)6 2(13)2 3(14)4 4(15)4 \
                9(16)13[7,8] 5(17)5[6] I";
    replays(
        "sprouts",
        game,
        &[
            "moves: 9",
            "result: first wins, as the record says; the game could go on",
        ],
    );
}

#[test]
fn json_tells_the_same() {
    let printed = success("replay sos --json 1x3");
    let game: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
    assert_eq!(game["position"], "...:1:0-0");
    assert!(game["winner"].is_null());
    assert_eq!(
        (game["game"].as_str(), game["to_move"].as_str()),
        (Some("sos"), Some("first"))
    );
}

/// Texts as papers, programs and people write them are read and written, as they stand or as the documentation says;
/// and what is written is read and written the same.
#[test]
fn texts_of_the_literature_are_read_and_written() {
    let convert = |game: &str, from: &str, to: &str, text: &str| {
        let from = match from {
            "-" => String::new(),
            name => format!(" --format {name}"),
        };
        let run = run_with(&format!("convert {game} - --to {to}{from}"), text);
        let is_known = run.err.is_empty() || run.err.contains("does not state the rules");
        assert!(
            run.code == 0 && is_known,
            "{game} {to}: {text}: {}",
            run.err
        );
        run.out.trim_end().to_owned()
    };
    let lines = include_str!("../data/readings.txt").lines().skip(1);
    for line in lines.clone() {
        let fields: Vec<&str> = line.splitn(5, " | ").collect();
        let [_, game, from, to, rest] = fields[..] else {
            panic!("five fields: {line}");
        };
        let plain = |text: &str| {
            let text = text.replace("\\n", "\n").replace("\\r", "\r");
            text.replace("\\u{feff}", "\u{feff}")
        };
        let (text, expected) = rest.split_once(" => ").unwrap_or((rest, rest));
        let written = convert(game, from, to, &plain(text));
        assert_eq!(written, plain(expected), "{line}");
        assert_eq!(convert(game, to, to, &written), written, "{line}");
    }
    assert!(lines.count() >= 130);
}

/// The collection of Phutball games goes through every notation and back, with all its turns and winners.
#[test]
fn the_collection_goes_through_every_notation() {
    let file = concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../phutball/tests/data/phutball_games.json"
    );
    let collection = std::fs::read_to_string(file).expect("the collection is there");
    let convert = |to: &str, text: &str| {
        let run = run_with(&format!("convert phutball - --to {to}"), text);
        let notes = ["does not state the rules", "`text` keeps the whole game"];
        let is_known = run.err.is_empty() || notes.iter().any(|note| run.err.contains(note));
        assert!(run.code == 0 && is_known, "{to}: {}", run.err);
        run.out
    };
    let games = |text: &str| -> Vec<(serde_json::Value, serde_json::Value)> {
        let list: Vec<serde_json::Value> = serde_json::from_str(text).expect("one list of games");
        list.into_iter()
            .map(|game| (game["moves"].clone(), game["winner"].clone()))
            .collect()
    };
    let expected = games(&collection);
    assert_eq!(expected.len(), 30);
    for format in [
        "json",
        "text",
        "compass",
        "vying",
        "abstractplay",
        "wikipedia",
    ] {
        let there = convert(format, &collection);
        assert_eq!(games(&convert("json", &there)), expected, "{format}");
    }
}

/// What other programs record goes through every command that reads games, with a note where a text could have been
/// understood differently.
#[test]
fn records_of_other_programs_are_read_by_every_command() {
    for (game, text, record, note) in [
        (
            "sprouts",
            "3\n1 2\n1 2\n3 5\n3 4\n",
            "3+ 1-2 1-2 3-5 3-4!",
            "only one game has these pairs of spots",
        ),
        (
            "sos",
            "mode: general\nplayer,row,column,letter\nBlue,1,1,S\nRed,1,2,O\nBlue,1,3,S\nRed,2,1,O\nsize: 3\n",
            ".../.../...:1:0-0:alternating Sa1 Ob1 Sc1 Oa2",
            "they are read under alternating",
        ),
        (
            "phutball",
            "{\"header\": {\"game\": {\"name\": \"Phutball\"}, \"pied\": true},\n\"moves\": [[\"h11\", \"h10-h12\"]]}",
            "# swapped by the pie rule\n15x21:full-board-corner h11 N",
            "exchanged seats after the first turn",
        ),
    ] {
        let run = run_with(&format!("convert {game} - --to text"), text);
        assert_eq!((run.code, run.out.trim_end()), (0, record));
        assert!(run.err.contains(note), "{}", run.err);
        let run = run_with(&format!("replay {game} -"), text);
        assert!(run.out.contains(note), "{}", run.out);
        let run = run_with(&format!("replay {game} - --json"), text);
        assert!(run.out.contains("\"notes\":[\""), "{}", run.out);
        for command in ["review", "draw"] {
            let run = run_with(&format!("{command} {game} -"), text);
            assert_eq!(run.code, 0, "{command}: {}", run.err);
            assert!(run.err.contains(note), "{command}: {}", run.err);
        }
    }
}

#[test]
fn rows_of_vying_count_from_the_top() {
    let text = "h10 i8 h11h9 pass\n";
    let run = run_with("convert phutball - --to text", text);
    let expected = "15x21:terminal-rows h11 i13 N stop\n";
    assert_eq!((run.code, run.out.as_str()), (0, expected), "{}", run.err);
    let back = run_with("convert phutball - --to vying", expected);
    assert_eq!(back.out, "h10\ni8\nh11h9 pass\n", "{}", back.err);
    for command in ["replay", "review", "draw"] {
        let run = run_with(&format!("{command} phutball -"), text);
        assert_eq!(run.code, 0, "{command}: {}", run.err);
    }
    let men = run_with("convert phutball - --to vying", "15x21 h11\n");
    assert!(men.err.contains("without a jump"), "{}", men.err);
}

#[test]
fn what_a_game_states_is_kept() {
    let convert = |to: &str, text: &str| {
        let run = run_words(&["convert", "phutball", "-", "--to", to], text);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{text}");
        run.out.trim_end().to_owned()
    };
    let json = r#"[{"winner":"Left","moves":["H11"]}]"#;
    assert_eq!(convert("json", json), json);
    // The moves know better.
    let wrong = r#"[{"winner":"Right","moves":["H11 E H13 E H15 E H17 E G19 NE"]}]"#;
    let moves = r#"["H11","E","H13","E","H15","E","H17","E","G19","NE"]"#;
    let wrong = convert(
        "json",
        &wrong.replace(r#"["H11 E H13 E H15 E H17 E G19 NE"]"#, moves),
    );
    assert_eq!(wrong, format!(r#"[{{"winner":"Left","moves":{moves}}}]"#));
}

#[test]
fn rules_are_told_where_the_notation_leaves_them_open() {
    let replay = |words: &[&str]| run_words(&[&["replay", "phutball"], words].concat(), "");
    let corner = "h9 g7 e5 c3 a1 h10-h8-f6-d4-b2-00";
    let site = replay(&[corner]);
    assert_eq!((site.code, site.err.as_str()), (0, ""));
    assert!(
        site.out.contains("full-board-corner\nmoves"),
        "{}",
        site.out
    );
    let usual = replay(&[corner, "--rules", "full-board"]);
    assert!(usual.err.contains("move 6"), "{}", usual.err);
    let diagram = replay(&["5/5/2@2/1o3/5", "--rules", "immediate"]);
    assert!(diagram.out.contains(":immediate"), "{}", diagram.out);
    let whole = replay(&["15x21 h11", "--rules", "immediate"]);
    assert!(
        whole
            .err
            .contains("leave out --rules: a text in the format `text`"),
        "{}",
        whole.err
    );
    let unknown = replay(&["h11", "--rules", "offside"]);
    assert_eq!(unknown.code, 2);
    assert!(
        unknown
            .err
            .contains("invalid value 'offside' for '--rules <NAME>'"),
        "{}",
        unknown.err
    );
    let perft = run("perft phutball 5/5/2@2/1o3/5 --rules immediate --depth 1");
    assert_eq!((perft.code, perft.err.as_str()), (0, ""));
}

#[test]
fn a_bad_game_is_reported_and_the_others_are_shown() {
    let text = "# a file\n2+ 1-2\n\n2+ 1-9\n# the last one\n2- 1-1\nnonsense\n";
    let run = run_with("replay sprouts -", text);
    assert_eq!(run.code, 1);
    for part in [
        "game 1, line 2\n",
        "position: 2+:1,3,2,3\n",
        "game 3, line 6\n",
        "4 games, 2 wrong\n",
    ] {
        assert!(run.out.contains(part), "{part}: {}", run.out);
    }
    let errors: Vec<&str> = run.err.lines().collect();
    assert_eq!(errors.len(), 2, "{}", run.err);
    assert!(
        errors[0].starts_with("papergames: standard input, line 4, move 1, `1-9`: "),
        "{}",
        run.err
    );
    assert!(
        errors[1].starts_with("papergames: standard input, line 7, "),
        "{}",
        run.err
    );
    // The same as JSON, and the good games in another notation.
    let run = run_with("replay sprouts - --json", text);
    let last: serde_json::Value =
        serde_json::from_str(run.out.lines().last().expect("lines")).expect("JSON");
    assert_eq!(
        (last["games"].as_u64(), last["wrong"].as_u64()),
        (Some(4), Some(2))
    );
    let run = run_with("convert sprouts - --to wgosa", "2+ 1-2\n2+ 1-9\n2+ 1-1\n");
    assert_eq!(
        (run.code, run.out.as_str()),
        (1, "2+ 1(3)2\n2+ 1(3)1\n"),
        "{}",
        run.err
    );
    assert!(
        run.err.ends_with("left out invalid games: 1 of 3\n"),
        "{}",
        run.err
    );
}

/// A large file is read game by game: the memory does not grow with it.
#[test]
#[cfg(target_os = "linux")]
fn a_large_file_is_read_game_by_game() {
    use std::fmt::Write as _;
    use std::io::{BufRead, BufReader, Write as _};
    use std::process::{Command, Stdio};

    let mut text = String::new();
    for _ in 0..400_000 {
        let _ = writeln!(text, "2+ 1-2");
    }
    let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(["convert", "sprouts", "-", "--to", "text"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = child.stdin.take().expect("a pipe");
    let writer = std::thread::spawn(move || input.write_all(text.as_bytes()));
    let output = BufReader::new(child.stdout.take().expect("a pipe"));
    let mut most = 0;
    for (line, number) in output.lines().zip(1..=400_000) {
        assert_eq!(line.expect("text"), "2+ 1-2");
        if number % 50_000 == 0 {
            let status =
                std::fs::read_to_string(format!("/proc/{}/status", child.id())).unwrap_or_default();
            let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let peak = peak.and_then(|peak| peak.trim().split(' ').next()?.parse::<u64>().ok());
            most = most.max(peak.unwrap_or(0));
        }
    }
    writer
        .join()
        .expect("no panic")
        .expect("everything is read");
    assert!(child.wait().expect("the program ends").success());
    assert!((1..64 << 10).contains(&most), "{most} KiB");
}

#[test]
fn convert_without_a_notation_lists_the_notations() {
    assert!(success("convert sos").contains("text          read and written: "));
}

#[test]
fn convert_asks_for_the_notation_if_there_is_a_text() {
    let run = crate::run("convert sos 3x3");
    assert_eq!((run.code, run.out.as_str()), (2, ""));
    assert!(
        run.err
            .starts_with("papergames: use --to with one of game, "),
        "{}",
        run.err
    );
}

/// A list in JSON is read element by element, and places are counted from its beginning.
#[test]
fn a_bad_game_of_a_list_is_reported_and_the_others_are_read() {
    let game = r#"{"winner":null,"moves":["H11","I13","E SE"]}"#;
    let text = format!(
        "[{game},\n 5, {{\"moves\":[\"H11\",\"Q99\"]}},{game}, {{\n\"moves\":7}},{game}]\n{game} {game},"
    );
    let run = run_with("replay phutball - --json", &format!("\u{feff}{text}"));
    assert_eq!(run.code, 1);
    let lines: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 6, "{}", run.out);
    assert_eq!(lines[5], serde_json::json!({ "games": 9, "wrong": 4 }));
    let places = [
        "line 2, column 2: expected a list of games such as ",
        "line 2, game 3, move 2, `Q99`: a man cannot be placed at q99",
        "line 3, column 9: expected a list of games such as ",
        "line 4, column 90: expected a list `[…]` or an object `{…}`, found `,`",
    ];
    assert_eq!(run.err.lines().count(), places.len(), "{}", run.err);
    for (line, place) in run.err.lines().zip(places) {
        let place = format!("papergames: standard input, {place}");
        assert!(line.starts_with(&place), "expected `{place}`, found {line}");
    }
}

#[test]
fn every_command_reads_one_game_of_a_file() {
    let folder =
        std::env::temp_dir().join(format!("papergames-one-of-many-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("games.txt");
    std::fs::write(&file, "2+ 1-2\n2+ 1-1\n3+ 1-2\n").expect("the file can be written");
    let name = |number: &str| format!("{}#{number}", file.display());
    let second = name("2");
    for words in [
        &["replay", "sprouts", &second][..],
        &["convert", "sprouts", &second, "--to", "text"],
        &["review", "sprouts", &second, "--nodes", "1000"],
        &["draw", "sprouts", &second],
        &["solve", "sprouts", &second],
    ] {
        let run = run_words(words, "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{words:?}");
        assert!(
            !run.out.contains("1-2") || words[0] == "solve",
            "{words:?}: {}",
            run.out
        );
    }
    let run = run_words(&["replay", "sprouts", &name("3")], "");
    assert!(run.out.contains("setup: 3+"), "{}", run.out);
    for (number, sentence) in [
        ("4", "has no game 4; choose one of its games 1 to 3"),
        (
            "0",
            "must be followed by the number of a game, counted from 1",
        ),
        (
            "x",
            "must be followed by the number of a game, counted from 1",
        ),
    ] {
        for command in ["replay", "review", "draw"] {
            let run = run_words(&[command, "sprouts", &name(number)], "");
            assert!(
                run.code == 1 && run.err.contains(sentence),
                "{command} {number}: {}",
                run.err
            );
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn names_of_players_live_through_every_record() {
    let game = "2+ (Conway* - Paterson) 1(3)2 1(4)2 1(5)4 2(6)3 II";
    let named = "Conway* - Paterson";
    let replayed = success(&format!("replay sprouts '{game}'"));
    assert!(
        replayed.contains(&format!("\nplayers: {named}\n")),
        "{replayed}"
    );
    let replayed = success(&format!("replay sprouts '{game}' --json"));
    assert!(
        replayed.contains(&format!("\"players\":\"{named}\"")),
        "{replayed}"
    );
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    let shown = file.display();
    for notation in ["text", "in-order", "pairs", "card-moves"] {
        let game = match notation {
            "pairs" => "2+ (Conway* - Paterson) 1(3)2 1(4)2",
            _ => game,
        };
        let text = success(&format!("convert sprouts '{game}' --to {notation}"));
        assert!(
            text.starts_with(&format!("# players: {named}\n2+")),
            "{text}"
        );
        std::fs::write(&file, &text).expect("the file can be written");
        let again = run(&format!("convert sprouts {shown} --to wgosa")).out;
        assert!(again.contains(&format!("({named})")), "{again}");
        let replayed = success(&format!("replay sprouts {shown}"));
        assert!(
            replayed.contains(&format!("\nplayers: {named}\n")),
            "{replayed}"
        );
    }
    // A game that goes on is saved with the names of its players.
    for text in ["2+ (Ada - Bob) 1(3)2", "# players: Ada - Bob\n2+ 1-2\n"] {
        std::fs::write(&file, text).expect("the file can be written");
        let typed = format!("1-2\nsave! {shown}\nquit\n");
        let run = run_with(&format!("play sprouts {shown} --you all"), &typed);
        assert!(run.out.contains("saved to"), "{}", run.out);
        let saved = std::fs::read_to_string(&file).expect("the file is there");
        assert!(
            saved.ends_with("\n# players: Ada - Bob\n2+ 1-2 1-2\n"),
            "{saved}"
        );
    }
    // One conversion numbers the spots in order of use.
    let text = success("convert sprouts '3+ (Ada - Bob) 2(4)3' --to wgosa-in-order");
    assert_eq!(text, "3+ (Ada - Bob) 1(4)2\n");
}

/// What `convert` writes in any notation, the other commands take for the same position, with the option that `convert`
/// names if the notation leaves something open; or they say what they take it for, or what is missing.
#[test]
fn every_command_reads_what_convert_writes() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("text");
    let file = file.to_str().expect("a path in UTF-8");
    let mut compared = 0;
    for (game, text) in [
        ("sprouts", "1+"),
        ("sprouts", "2- 2-2"),
        ("sprouts", "2+ 2-2 2-3[1] 1-4!"),
        ("sprouts", "3+ 3-3 3-4[1] 2-5 1-1"),
        ("brussels", "2- 1a-1c[2]"),
        ("sos", "3x3:misere Sa1 Ob1"),
        ("phutball", "15x21 m15"),
        ("phutball", "15x21"),
        ("phutball", "3x5 a2"),
    ] {
        let listed = success(&format!("convert {game}"));
        let written = listed.lines().filter(|line| line.contains("written: "));
        for notation in written.filter_map(|line| line.split(' ').next()) {
            let converted = run(&format!("convert {game} '{text}' --to {notation}"));
            let place = format!(
                "{game} {text} as {notation}: {} {}",
                converted.out, converted.err
            );
            if converted.code == 1 {
                assert!(converted.err.contains("use `text` instead"), "{place}");
                continue;
            }
            std::fs::write(file, &converted.out).expect("the file can be written");
            let option = converted.err.split_once("read the text with ");
            let option = option.map_or("", |(_, option)| option.trim());
            for (command, typed) in [
                ("perft", "--depth 1"),
                ("solve", "--nodes 1000 --json"),
                ("replay", ""),
                ("draw", ""),
                ("play", "--you all"),
                ("explore", "--time 50ms"),
                ("review", "--nodes 10"),
            ] {
                let run_on = |text: &str, option: &str| {
                    run_with(
                        &format!("{command} {game} '{text}' {typed} {option}"),
                        "quit\n",
                    )
                };
                let (of_text, of_file) = (run_on(text, ""), run_on(file, option));
                let place = format!("{command} {place}{}", of_file.err);
                let is_told = [
                    "which position it is",
                    "specify the format",
                    "as a number of spots",
                    "`glop` writes so",
                ];
                if is_told.iter().any(|told| of_file.err.contains(told)) || of_text.code != 0 {
                    continue;
                }
                assert_eq!(of_file.code, 0, "{place}");
                if converted.err.contains("leaves out something") {
                    continue;
                }
                compared += 1;
                match command {
                    "perft" => assert_eq!(of_file.out, of_text.out, "{place}"),
                    "solve" => {
                        let said = |run: &crate::Run| {
                            let line: serde_json::Value =
                                serde_json::from_str(&run.out).expect("JSON");
                            (line["winner"] == line["to_move"]).to_string()
                        };
                        assert_eq!(said(&of_file), said(&of_text), "{place}");
                    }
                    _ => (),
                }
            }
        }
    }
    assert!(compared > 100, "{compared}");
}
