//! `papergames solve` and `papergames verify`.

use crate::{refused, run, run_with, success};

/// Solves with `--json` and returns the objects.
fn json(arguments: &str) -> Vec<serde_json::Value> {
    let printed = success(&format!("solve {arguments} --json"));
    printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// The theorems of the guides were not asked: these boards were too large, or "even (estimated)".
#[test]
fn theorems_of_sos_answer_in_every_command() {
    for (setup, result) in [
        ("1x40:first", "second wins"),
        ("2x40:first", "second wins"),
        ("1x41:first", "first wins"),
        ("1x40:misere", "draw"),
        ("40x2:misere", "draw"),
    ] {
        let solved = success(&format!("solve sos {setup}"));
        let winner = match result {
            "draw" => "a draw".to_owned(),
            won => format!("the {}", won.replace(" wins", " player wins")),
        };
        assert!(
            solved.contains(&format!(": {winner}\ntheorem: ")),
            "{solved}"
        );
        let play = format!("play sos {setup} --you all --nodes 100");
        let said = run_with(&play, "eval\nhint\nquit\n").out;
        let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
        let proved = format!("eval: {result} with best play (proved by a theorem)");
        assert!(words.contains(&proved), "{setup}: {said}");
        assert!(!said.contains("estimated"), "{setup}: {said}");
        let explored = success(&format!("explore sos {setup} --time 50ms --json"));
        let explored: serde_json::Value = serde_json::from_str(&explored).expect("JSON");
        assert_eq!(explored["here"]["certainty"], "proved", "{explored}");
    }
    // The strip of the olympiad, and other boards that are too large to be played.
    for (setup, said) in [
        (
            "1x2000 --rules first",
            "1x2000:first: the second player wins\ntheorem: traps",
        ),
        (
            "1x2001:first",
            "1x2001:first: the first player wins\ntheorem: traps",
        ),
        (
            "500x2:first",
            "500x2:first: the second player wins\ntheorem: traps",
        ),
        (
            "2x500 --misere",
            "2x500:misere: a draw\ntheorem: each empty cell",
        ),
    ] {
        let solved = success(&format!("solve sos {setup}"));
        assert!(solved.starts_with(said), "{solved}");
    }
    for no_theorem in ["1x2000", "3x2000 --rules first"] {
        let said = run(&format!("solve sos {no_theorem}"));
        assert!(
            said.code == 1 && said.err.contains("at most 255 rows"),
            "{}",
            said.err
        );
    }
    let reviewed = run_with("review sos '1x40:first Sa1 Sz1' --time 20ms", "").out;
    assert!(
        reviewed.contains(":1:0-0:first: second wins (proved)\n"),
        "{reviewed}"
    );
}

#[test]
fn sprouts_outcomes_are_those_of_the_literature() {
    // OEIS A164951 (normal) and A164950 (misère): who wins with 1, 2, … spots.
    let winners = |arguments: &str| -> Vec<bool> {
        json(arguments)
            .iter()
            .map(|line| line["winner"] == "first")
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
    assert_eq!(line["winner"], "first");
    let moves = line["moves"].as_array().expect("a list");
    assert!(!moves.is_empty());
    // The player to move after one of them loses.
    let first = moves[0].as_str().expect("a move");
    let position = crate::run_with("convert sprouts - --to text", &format!("3+ {first}"));
    let after = position.out.trim().to_owned();
    assert_eq!(position.code, 0, "{}", position.err);
    let replayed = crate::run_with("replay sprouts - --json", &after);
    let replayed: serde_json::Value = serde_json::from_str(&replayed.out).expect("JSON");
    let text = replayed["position"].as_str().expect("a position");
    let after = json(&format!("sprouts {text}")).remove(0);
    assert_eq!(
        (after["to_move"].as_str(), after["winner"].as_str()),
        (Some("second"), Some("first"))
    );
}

#[test]
fn of_winning_moves_to_one_drawing_one_is_printed_and_all_are_in_the_json() {
    let printed = success("solve sprouts 3");
    assert!(
        printed.contains("\nwinning moves: 1-1[3] 1-2\n"),
        "{printed}"
    );
    assert!(
        printed.contains("\n6 winning moves, equivalent ones shown once; "),
        "{printed}"
    );
    assert_eq!(
        json("sprouts 3")[0]["moves"].as_array().map(Vec::len),
        Some(6)
    );
    // A lost position has none.
    assert!(!success("solve sprouts 2").contains("winning moves"));
    assert_eq!(
        json("sprouts 2")[0]["moves"].as_array().map(Vec::len),
        Some(0)
    );
}

#[test]
fn winning_moves_that_are_not_looked_for_are_not_denied() {
    let line = json("sprouts 16").remove(0);
    assert_eq!(line["winner"], "first");
    assert!(line["moves"].is_null(), "{line}");
}

#[test]
fn a_range_goes_on_after_a_start_that_takes_too_long() {
    let run = run("solve sprouts 30..31 --limit 1ms");
    assert_eq!(run.code, 1);
    assert!(
        run.out.contains("\n   30 -       search stopped"),
        "{}",
        run.out
    );
    assert!(
        run.out.contains("\n   31 -       search stopped"),
        "{}",
        run.out
    );
    assert!(
        run.err
            .contains("no answer for n = 30, 31: a limit was reached"),
        "{}",
        run.err
    );
    let run = crate::run("solve sprouts 30..30 --limit 1ms --json");
    assert!(
        run.out.contains("\"winner\":null,\"proved\":false"),
        "{}",
        run.out
    );
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
        assert_eq!(a["winner"], b["winner"]);
        assert!(
            b["cost"]["nodes"].as_u64() <= a["cost"]["nodes"].as_u64(),
            "{a} {b}"
        );
    }
    let proved = success(&format!("verify {arguments}"));
    assert_eq!(proved.lines().count(), 5);
    assert!(
        proved.starts_with("2+: the second player wins, confirmed by the plain search, with "),
        "{proved}"
    );
    // A store of another kind is refused.
    let run = run(&format!("solve sos 3x3 --store {}", store.display()));
    assert_eq!(run.code, 1);
    assert!(run.err.contains("sprouts nimbers 2"), "{}", run.err);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn misere_results_are_stored_and_a_damaged_store_is_refused() {
    let folder = std::env::temp_dir().join(format!("papergames-misere-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let store = folder.join("misere.results");
    let arguments = format!("sprouts 6..8 --misere --store {}", store.display());
    let first = json(&arguments);
    let again = json(&arguments);
    for (a, b) in first.iter().zip(&again) {
        assert_eq!(a["winner"], b["winner"]);
    }
    // What is lost is stored itself, what is won is one step away from it.
    let nodes = |lines: &[serde_json::Value]| -> u64 {
        let nodes = lines
            .iter()
            .map(|line| line["cost"]["nodes"].as_u64().expect("a number"));
        nodes.sum()
    };
    assert!(nodes(&first) > 50 && nodes(&again) <= 1, "{again:?}");
    let mut bytes = std::fs::read(&store).expect("the store is there");
    let at = bytes.windows(2).position(|w| w == b"AB");
    bytes[at.expect("a position with a pivot") + 1] = b'C';
    std::fs::write(&store, bytes).expect("the store can be written");
    let run = run(&format!("solve {arguments}"));
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.err.contains("cannot be used as a store"), "{}", run.err);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn the_first_player_does_not_win_every_game_of_black_and_white_sprouts() {
    let lines = json("sprouts 1..4 --rules black-and-white");
    let nimbers: Vec<_> = lines.iter().map(|line| line["nimber"].as_u64()).collect();
    assert_eq!(nimbers, [Some(2), Some(2), Some(1), Some(0)]);
    assert_eq!(lines[3]["winner"], "second");
}

#[test]
fn antwerp_sprouts_has_classes_and_values() {
    for (variant, class, values) in [
        ("antwerp-cold", "P", ["0", "0", "0"]),
        ("antwerp-hot", "N", ["±1", "±1", "±{2|1/2}"]),
    ] {
        let lines = json(&format!("sprouts 1..3 --rules {variant}"));
        for (line, value) in lines.iter().zip(values) {
            assert_eq!(line["class"], class, "{line}");
            assert_eq!(line["value"], value, "{line}");
        }
        assert!(success(&format!("solve sprouts 1..3 --rules {variant}")).contains(values[2]));
    }
    let text = success("solve sprouts 2 --rules antwerp-hot");
    assert!(
        text.contains("the first player wins\nclass: N (whoever begins wins)\nvalue: ±1"),
        "{text}"
    );
}

#[test]
fn threads_are_refused_where_one_does_all_the_work() {
    for arguments in [
        "3..5 --misere",
        "4-",
        "1..2 --rules antwerp-hot",
        "1..2 --rules black-and-white",
        "2 --rules black-and-white",
    ] {
        refused(
            &format!("solve sprouts {arguments} --threads 2"),
            "misère play and the variants can use only one thread; leave out --threads 2",
        );
    }
    for (arguments, game) in [("sos 3x3", "SOS"), ("brussels 2", "Brussels Sprouts")] {
        let sentence = format!("{game} can use only one thread; leave out --threads 2");
        for command in ["solve", "verify"] {
            refused(&format!("{command} {arguments} --threads 2"), &sentence);
        }
    }
}

#[test]
fn two_threads_solve_and_verify_a_board_of_phutball() {
    let solved = success("solve phutball 3x8 --threads 2");
    assert!(solved.contains("the second player wins"), "{solved}");
    let verified = success("verify phutball 3x7 --threads 2");
    assert!(verified.contains("147456 positions"), "{verified}");
}

#[test]
fn a_catalogue_that_was_cut_off_is_continued() {
    let folder = std::env::temp_dir().join(format!("papergames-all-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("three.txt");
    let arguments = format!("solve sprouts 3 --all -o {}", file.display());
    success(&arguments);
    let whole = std::fs::read(&file).expect("the catalogue is there");
    assert_eq!(success("solve sprouts 3 --all").into_bytes(), whole);
    std::fs::write(&file, &whole[..whole.len() / 2]).expect("the file can be written");
    assert!(success(&arguments).contains("were there already"));
    assert_eq!(std::fs::read(&file).expect("the catalogue is there"), whole);
    std::fs::write(&file, "something else\n").expect("the file can be written");
    refused_with(&arguments, "does not match this catalogue");
    refused(
        "solve sos 3x3 --all -o x",
        "--all is only for sprouts, because it writes nimbers and misère outcomes",
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn every_game_has_a_board_that_is_solved_unless_another_is_asked_for() {
    for (game, board) in [
        ("sprouts --limit 5m --memory 512M", "10 first"),
        ("brussels", "2+: "),
        ("brussels 2@c1", "4,4@c1+:1: "),
        ("sos", "..../..../....:1:0-0"),
        ("phutball", "3/3/3/1@1/3/3/3:"),
    ] {
        let printed = success(&format!("solve {game}"));
        assert!(printed.contains(board), "{game}: {printed}");
    }
}

#[test]
fn the_limit_is_named_where_it_ends_a_search() {
    for arguments in [
        "sprouts 9 --all --limit 0.01s",
        "sprouts 9 --rules antwerp-hot --limit 0.01s",
        "sprouts 30 --limit 0.01s",
    ] {
        refused_with(&format!("solve {arguments}"), "the time limit was reached");
    }
    refused_with("verify sprouts 9 --limit 0s", "the time limit was reached");
}

#[test]
fn a_table_that_is_too_large_is_refused_in_units_that_people_use() {
    refused(
        "solve phutball 5x8",
        "the table needs 6.00 GiB, but --memory allows 1.00 GiB",
    );
}

#[test]
fn a_store_takes_its_share_of_the_memory() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store");
    for command in ["solve", "verify"] {
        refused(
            &format!("{command} phutball 5x8 --store {}", store.display()),
            "the table needs 6.00 GiB, but --memory allows 1008.00 MiB",
        );
    }
}

#[test]
fn what_is_no_store_is_refused_in_one_sentence() {
    let folder = std::env::temp_dir().join(format!("papergames-no-store-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("text.txt");
    std::fs::write(&file, "3+ 1-2\n").expect("the file can be written");
    let solve = |path: &std::path::Path| format!("solve sprouts 3 --store {}", path.display());
    refused(
        &solve(&file),
        &format!(
            "{} cannot be used as a store: it is not a store",
            file.display()
        ),
    );
    let directory = run(&solve(&folder));
    assert_eq!(directory.code, 1);
    let reasons = directory.err.matches("os error").count();
    assert_eq!(reasons, 1, "{}", directory.err);
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_nimber_that_is_not_found_is_explained() {
    let printed = success("solve sprouts 2..5");
    let last = printed.lines().last().unwrap_or_default();
    assert!(last.starts_with("value -: not *0, "), "{printed}");
    for misere in ["2..5 --misere", "2..5-"] {
        let printed = success(&format!("solve sprouts {misere}"));
        assert!(
            !printed.contains("value") && !printed.contains('-'),
            "{printed}"
        );
    }
    let normal = success("solve sprouts 1..2");
    assert!(
        !normal.contains("value -") && normal.contains("winner   value "),
        "{normal}"
    );
}

fn refused_with(arguments: &str, part: &str) {
    let run = run(arguments);
    assert_eq!(run.code, 1);
    assert!(run.err.contains(part), "{}", run.err);
}

#[test]
fn small_boards_have_the_values_of_the_references() {
    let value = |arguments: &str| json(arguments)[0]["margin"].as_i64().expect("a number");
    assert_eq!(json("sos 1x7 --rules first")[0]["winner"], "first");
    assert_eq!(value("sos 2x7"), -1);
    assert_eq!(value("sos 3x3"), 0);
    let line = json("phutball 3x7 --rules terminal-rows").remove(0);
    assert_eq!(
        (line["winner"].as_str(), line["turns"].as_u64()),
        (Some("first"), Some(3))
    );
    let line = json("phutball 3x8 --rules terminal-rows").remove(0);
    assert_eq!(
        (line["winner"].as_str(), line["turns"].as_u64()),
        (Some("second"), Some(6))
    );
    let line = json("brussels 3").remove(0);
    assert_eq!(
        (line["winner"].as_str(), line["turns"].as_u64()),
        (Some("first"), Some(13))
    );
}

#[test]
fn second_methods_agree() {
    assert!(success("verify sos 3x4").contains(": a draw (+0), confirmed by "));
    let by = |arguments: &str| -> Vec<(String, bool)> {
        let printed = success(&format!("verify {arguments} --json"));
        let lines = printed
            .lines()
            .map(|line| serde_json::from_str(line).expect("JSON"));
        let said = |line: serde_json::Value| {
            let by = line["by"].as_str().expect("the second method").to_owned();
            (by, line["winner"] == "first")
        };
        lines.map(said).collect()
    };
    // No variant and no ending is skipped, in ranges neither: the winners are those of the tables in the references.
    for (arguments, method, winners) in [
        (
            "sprouts 1..3 --rules black-and-white",
            "the general solver",
            [true, true, true],
        ),
        (
            "sprouts 1..3 --rules antwerp-cold",
            "alpha-beta over ",
            [false, false, false],
        ),
        (
            "sprouts 1..3 --rules antwerp-hot",
            "alpha-beta over ",
            [true, true, true],
        ),
        (
            "sprouts 1..3 --misere",
            "the general solver",
            [true, false, false],
        ),
        ("sprouts 3..5", "the plain search", [true, true, true]),
        (
            "brussels 1..3",
            "a search that knows no theorem",
            [true, false, true],
        ),
        (
            "brussels 1..3 --misere",
            "a search that knows no theorem",
            [false, true, false],
        ),
    ] {
        let said = by(arguments);
        assert!(
            said.iter().all(|(by, _)| by.starts_with(method)),
            "{arguments}: {said:?}"
        );
        assert_eq!(
            said.iter().map(|(_, first)| *first).collect::<Vec<_>>(),
            winners,
            "{arguments}"
        );
    }
    assert!(
        success("verify brussels 2").contains(": the second player wins in 8 turns, confirmed by ")
    );
}

/// A store with right checksums that lies: the nimber of six spots is 0, and four spots are lost in misère play.
#[test]
fn a_store_that_lies_is_found_out_and_not_changed() {
    let folder = std::env::temp_dir().join(format!("papergames-lies-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    for (setup, kind, key, value, said) in [
        (
            "6",
            "sprouts nimbers 2",
            "0*6",
            &[1][..],
            "nimber of `0*6` is 1",
        ),
        (
            "5-",
            "sprouts misere losses 1",
            "0*5",
            &[],
            "player to move loses `0*5` in misère play",
        ),
    ] {
        let path = folder.join("lies.results");
        let mut store = common::store::Store::open(&path, kind).expect("a new store");
        store.insert(key.as_bytes(), value);
        store.commit().expect("the lie is written");
        drop(store);
        let before = std::fs::read(&path).expect("the store is there");
        let run = run(&format!(
            "verify sprouts {setup} --store {}",
            path.display()
        ));
        assert_eq!(
            (run.code, run.out.as_str()),
            (1, ""),
            "{setup}: {}",
            run.err
        );
        // The lie is named: `solve` follows its proof down to the rules.
        let said = format!("the store is wrong: it says that the {said}");
        assert!(run.err.contains(&said), "{setup}: {}", run.err);
        assert_eq!(
            std::fs::read(&path).expect("the store is there"),
            before,
            "{setup}"
        );
        std::fs::remove_file(&path).expect("the store can be removed");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_store_is_audited_and_only_read() {
    let folder = std::env::temp_dir().join(format!("papergames-audit-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = |name: &str| folder.join(name).display().to_string();
    for (game, setup) in [
        ("sprouts", "2..7"),
        ("sprouts", "2..6-"),
        ("sos", "3x5"),
        ("phutball", "3x6"),
    ] {
        let store = file(&format!("{game}{}", setup.len()));
        success(&format!("solve {game} {setup} --store {store}"));
        let before = std::fs::read(&store).expect("the store is there");
        let mut permissions = std::fs::metadata(&store).expect("a file").permissions();
        permissions.set_readonly(true);
        std::fs::set_permissions(&store, permissions).expect("permissions");
        let mark = file("mark");
        let audit = format!("verify {game} --store {store} --resume {mark}");
        let proved = "proved, 0 that rest on unproved ones, 0 unknown\n";
        let first = success(&audit);
        assert!(first.ends_with(proved), "{first}");
        // The second run continues from the mark, which says that everything is done, and names the file that it
        // trusts.
        let second = success(&audit);
        let (found, trusted) = second.split_at(first.len());
        assert_eq!(found, first);
        let line = success(&format!("{audit} --json"));
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(line["trusted"], line["results"]);
        if line["results"] != 0 {
            let said = " of them were checked before, as the file of --resume says\n";
            assert!(trusted.starts_with("trusted: "), "{second}");
            assert!(trusted.ends_with(said), "{second}");
        }
        let line = success(&format!("verify {game} --store {store} --json"));
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert_eq!(line["results"], line["proved_results"]);
        assert_eq!(line["proved"], true);
        assert_eq!(
            std::fs::read(&store).expect("the store is there"),
            before,
            "{game}"
        );
        std::fs::remove_file(&mark).expect("the mark can be removed");
    }
    refused_with(
        &format!("verify sos --store {}", file("sprouts4")),
        " must hold results of the kind `sos bounds 2`, but it holds ",
    );
    refused_with(
        &format!("verify sprouts --misere --store {}", file("sprouts4")),
        "leave out the rules, because the store to audit has its own",
    );
    refused_with(
        "verify sprouts 3 --store x --resume y",
        "--resume continues the audit of a store",
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

/// A file that someone names by mistake is neither replaced nor read without end.
#[test]
fn a_file_that_is_not_of_an_audit_is_refused_and_kept() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (store, mark) = (file("store"), file("mark"));
    success(&format!("solve sprouts 2..4 --store {store}"));
    for (bytes, reason) in [
        (vec![0xff; 100], "stream did not contain valid UTF-8"),
        (
            b"a letter\n".to_vec(),
            "the file must be the saved progress of an interrupted audit",
        ),
        (
            vec![0; 17 << 20],
            "the file is larger than the limit of 16 MiB",
        ),
    ] {
        std::fs::write(&mark, &bytes).expect("the file can be written");
        let audit = format!("verify sprouts --store {store} --resume {mark}");
        refused_with(
            &audit,
            &format!("cannot read the progress of an audit from `{mark}`"),
        );
        refused_with(&audit, reason);
        assert!(std::fs::read(&mark).is_ok_and(|kept| kept == bytes));
    }
}

/// What no solver can have written is refused before anything else, and an audit names a lie.
#[test]
fn impossible_values_and_lies_are_named() {
    let folder = std::env::temp_dir().join(format!("papergames-false-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("false.results");
    for (kind, key, value, solve, found) in [
        // Five spots last at most 14 moves.
        (
            "sprouts nimbers 2",
            "0*5",
            &[15][..],
            "it says that `0*5` is [15], but that is impossible",
            "it says that `0*5` is [15], but that is impossible",
        ),
        (
            "sprouts nimbers 2",
            "0*5",
            &[200],
            "it says that `0*5` is [200], but that is impossible",
            "it says that `0*5` is [200], but that is impossible",
        ),
        (
            "sprouts misere losses 1",
            "!",
            &[],
            "it says that `!` is [], but that is impossible",
            "it says that `!` is [], but that is impossible",
        ),
        (
            "sprouts nimbers 2",
            "0*5",
            &[3],
            "it says that the nimber of `0*5` is 3, but",
            "it says that the nimber of `0*5` is 3, but a search finds that it is not",
        ),
        (
            "sprouts misere losses 1",
            "0*5",
            &[],
            "it says that the player to move loses `0*5` in misère play, but",
            "it says that the player to move loses `0*5` in misère play, but",
        ),
    ] {
        let mut store = common::store::Store::open(&path, kind).expect("a new store");
        store.insert(key.as_bytes(), value);
        store.commit().expect("the lie is written");
        drop(store);
        let setup = if kind.contains("misere") { "5-" } else { "5" };
        let store = path.display();
        refused_with(&format!("solve sprouts {setup} --store {store}"), solve);
        refused_with(&format!("verify sprouts --store {store}"), found);
        std::fs::remove_file(&path).expect("the store can be removed");
    }
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_certificate_is_written_whole() {
    let folder = std::env::temp_dir().join(format!("papergames-proof-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let proof = folder.join("proof").display().to_string();
    let printed = success(&format!("solve sprouts 4 --certificate -o {proof}"));
    assert!(
        printed.starts_with("4+: the first player wins; 15 facts prove it in "),
        "{printed}"
    );
    let text = std::fs::read_to_string(&proof).expect("the proof is there");
    assert!(text.starts_with("papergames certificate 1\ngame sprouts\n"));
    let sos = folder.join("sos.proof").display().to_string();
    let printed = success(&format!("solve sos 3x3 --certificate -o {sos}"));
    assert!(printed.contains(" facts prove it in "), "{printed}");
    let board = std::fs::read_to_string(&sos).expect("the proof is there");
    assert!(board.starts_with(
        "papergames certificate 1\ngame sos\nrules general\nboard .../.../...\nvalue 0\n"
    ));
    for (game, name) in [
        ("brussels 2", "Brussels Sprouts"),
        ("phutball 3x7", "Phutball"),
    ] {
        refused(
            &format!("solve {game} --certificate -o {proof}"),
            &format!("the solver of {name} writes no proofs"),
        );
    }
    refused_with(
        &format!("solve sprouts 3 --rules antwerp-hot --certificate -o {proof}"),
        "certificates exist only for standard and Black-and-White Sprouts",
    );
    assert_eq!(std::fs::read_to_string(&proof).ok(), Some(text));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn strings_are_verified_by_a_second_method() {
    for (arguments, said) in [
        (
            "0.1a1a",
            "the player to move loses, confirmed by the plain search, with 13 positions beside a heap of Nim",
        ),
        ("0*5", "the player to move wins, confirmed by "),
        (
            "0.AB.}AB.}]! --misere",
            "a search that knows no theory, with ",
        ),
        ("0*4 --misere", "the player to move loses, confirmed by "),
    ] {
        let printed = success(&format!("verify sprouts {arguments}"));
        assert!(printed.contains(said), "{printed}");
        let line = success(&format!("verify sprouts {arguments} --json"));
        let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
        assert!(
            line["by"].as_str().is_some_and(|by| by.contains("search")),
            "{line}"
        );
        let solved = success(&format!("solve sprouts {arguments} --json"));
        let solved: serde_json::Value = serde_json::from_str(&solved).expect("JSON");
        for word in ["winner", "proved", "nimber"] {
            assert_eq!(line[word], solved[word], "{arguments}: {word}");
        }
    }
    // Every string of solvers that is not solved in time is refused, and no other text is taken for one.
    refused_with(
        "verify sprouts 0*20 --limit 100ms",
        "the time limit was reached",
    );
    refused_with("verify sprouts 0.1a1a --store x", "leave out --store");
    assert_eq!(run("verify sprouts nonsense").code, 1);
}

/// Starts a long solve with a store, sends it a signal once the store has results, and returns what it said.
#[cfg(unix)]
fn interrupted(store: &std::path::Path, signal: &str) -> (Option<i32>, String) {
    use std::process::{Command, Stdio};
    use std::time::{Duration, Instant};

    let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(["solve", "sprouts", "2..30", "--store"])
        .arg(store)
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    // The first rows of the table say that the handler is there and that results are in the store.
    let mut rows = std::io::BufReader::new(child.stdout.take().expect("a pipe"));
    for _ in 0..6 {
        let mut row = String::new();
        std::io::BufRead::read_line(&mut rows, &mut row).expect("a row");
    }
    let id = child.id().to_string();
    let sent = Command::new("kill").args([signal, &id]).status();
    assert!(sent.is_ok_and(|status| status.success()));
    let begun = Instant::now();
    let output = std::thread::spawn(move || {
        let mut rest = String::new();
        let _ = std::io::Read::read_to_string(&mut rows, &mut rest);
    });
    let ended = child.wait_with_output().expect("the program ends");
    output.join().expect("the reader ends");
    assert!(begun.elapsed() < Duration::from_mins(1));
    (
        ended.status.code(),
        String::from_utf8_lossy(&ended.stderr).into_owned(),
    )
}

#[cfg(unix)]
#[test]
fn signals_save_what_is_proved_and_say_so() {
    let folder = tempfile::tempdir().expect("a folder");
    for signal in ["-INT", "-TERM"] {
        let store = folder.path().join(format!("store{signal}"));
        let (code, said) = interrupted(&store, signal);
        assert_eq!(code, Some(130), "{signal}: {said}");
        assert!(
            said.contains("the results proved so far are kept in "),
            "{signal}: {said}"
        );
        assert!(said.contains("interrupted"), "{signal}: {said}");
        let audit = success(&format!("verify sprouts --store {}", store.display()));
        assert!(audit.contains(" 0 unknown"), "{audit}");
    }
}

#[test]
fn two_processes_never_spoil_one_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store").display().to_string();
    let solve = |range: &str| run(&format!("solve sprouts {range} --store {store}"));
    let (mut solved, mut refused) = (0, 0);
    for _ in 0..3 {
        let runs = std::thread::scope(|scope| {
            let both = ["2..8", "3..9"].map(|range| scope.spawn(move || solve(range)));
            both.map(|run| run.join().expect("the program runs"))
        });
        for run in runs {
            if run.code == 0 {
                solved += 1;
            } else {
                assert!(run.err.contains("another program"), "{}", run.err);
                refused += 1;
            }
        }
    }
    assert!(solved >= 3, "{solved} solved, {refused} refused");
    let audit = success(&format!("verify sprouts --store {store}"));
    assert!(audit.contains(" 0 unknown"), "{audit}");
}

#[test]
fn a_list_of_moves_is_whole_or_missing() {
    let all = json("sos 3x3")[0]["moves"].as_array().map(Vec::len);
    assert_eq!(all, Some(18));
    for line in json("sos 3x3..4") {
        assert!(line["moves"].is_null(), "{line}");
    }
    let verified = success("verify sos 3x3 --json");
    assert!(verified.contains("\"moves\":null"), "{verified}");
}

#[test]
fn a_sum_has_the_nimber_of_its_terms() {
    // A line is split at its blanks, and a sum is one word with blanks.
    let run = crate::run_words(&["solve", "*3 + *5"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let printed = run.out;
    assert!(
        printed.ends_with("the sum = *6: the player to move wins\n  *5: leave *3\n"),
        "{printed}"
    );
    let words = ["solve", "sprouts 3 + brussels 2 + *2", "--json"];
    let line: serde_json::Value =
        serde_json::from_str(&crate::run_words(&words, "").out).expect("JSON");
    // Three spots have nimber 1, and eight moves of Brussels Sprouts make 0.
    assert_eq!(line["nimbers"], serde_json::json!([1, 0, 2]));
    assert_eq!(
        (&line["nimber"], &line["winner"]),
        (&3.into(), &"first".into())
    );
    // Taking one of two leaves 1 + 0 + 1 = 0, and so does no move of the others but to 2 in the first.
    let moves = line["moves"].as_array().expect("a list");
    assert!(moves.contains(&"*2: leave *1".into()), "{line}");
    for (sum, reason) in [
        (
            "sprouts 3 + chess 2",
            "expected `*N` or one of sprouts, sprouts-surface, brussels, brussels-surface, sos, phutball at the \
             start of `chess 2`",
        ),
        (
            "sos 3x3 + *1",
            "in each term, both players must have the same moves and the last move must win",
        ),
        ("*x + *1", "expected a Nim heap such as `*2`, found `*x`"),
    ] {
        let run = crate::run_words(&["solve", sum], "");
        assert_eq!(run.code, 1, "{}", run.out);
        assert!(run.err.contains(reason), "{}", run.err);
    }
}

#[test]
fn verify_refuses_what_it_cannot_do() {
    let all = run("verify sprouts 3 --all -o x");
    assert_eq!((all.code, all.out.as_str()), (2, ""), "{}", all.err);
    refused(
        "verify sos 3x3 --rules antwerp-hot",
        "expected rules (general, first, alternating or misere), found `antwerp-hot`",
    );
    refused(
        "verify sprouts 2..3 --players 3",
        "sprouts has no option --players",
    );
    refused_with(
        "verify sprouts 2 --rules antwerp-hot --store x",
        "results for `2+antwerp-hot` cannot be stored",
    );
}

#[test]
fn every_answer_says_who_wins_and_not_only_the_mover() {
    // After one move in a start with two spots it is the second player's turn, and the second player wins.
    for (arguments, to_move, winner) in [
        ("sprouts '2+ 1-2'", "second", "second"),
        ("brussels '2+ 1a-1b'", "second", "second"),
    ] {
        let words = arguments.split_once(' ').expect("a game and a record");
        let record = words.1.trim_matches('\'');
        let run = crate::run_words(&["solve", words.0, record, "--json"], "");
        let line: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        assert_eq!(line["to_move"], to_move, "{line}");
        assert_eq!(line["winner"], winner, "{line}");
        assert_eq!(line["game"], words.0, "{line}");
    }
    for (game, position, winner) in [
        ("sos", "SO./...:1:0-0", "first"),
        ("sos", "SO./..S:2:0-0", "second"),
        ("phutball", "3/3/1o1/1@1/3/3/3:first:full-board", "first"),
        ("phutball", "3/3/3/1@1/1o1/3/3:second:full-board", "second"),
    ] {
        let line = json(&format!("{game} {position}")).remove(0);
        assert_eq!(
            (&line["to_move"], &line["winner"]),
            (&winner.into(), &winner.into()),
            "{line}"
        );
        assert_eq!(line["position"], position, "{line}");
    }
}

#[test]
fn of_three_players_each_has_what_they_can_force_alone() {
    let printed = success("solve sos 1x4 --players 3");
    let lines: Vec<&str> = printed.lines().collect();
    assert_eq!(
        lines[..4],
        [
            "....:1:0-0-0: what each player can force alone, if all the others play as one",
            "first: share",
            "second: loss",
            "third: loss",
        ]
    );
    let lines = json("sos 1x3..5 --players 4 --rules misere");
    assert_eq!(lines.len(), 3);
    assert!(
        lines.iter().all(|line| line["guarantees"]
            == serde_json::json!(["share", "share", "share", "share"])
            && line["cost"]["nodes"].as_u64() > Some(0)),
        "{lines:?}"
    );
    // A board that takes too long does not keep the others from an answer.
    let run = run("solve sos 1x3..20 --players 3 --rules misere --limit 20ms --json");
    assert_eq!(run.code, 1);
    assert!(run.err.contains("no answer for 1x"), "{}", run.err);
    let lines: Vec<serde_json::Value> = run
        .out
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 18);
    assert!(lines[0]["guarantees"].is_array() && lines[0]["n"] == 3);
    assert!(lines[17]["stopped"].is_string(), "{}", lines[17]);
    refused_with(
        "solve sos 4x5 --players 3 --limit 1ms",
        "the time limit was reached",
    );
    refused_with(
        "verify sos 3x3 --players 3",
        "only games for two players can be verified, found 3",
    );
}

#[test]
fn what_cannot_be_solved_is_refused() {
    refused(
        "solve sprouts 9..2",
        "expected a range such as `2..20` within 1 to 100, found `9..2`",
    );
    refused(
        "solve sprouts 2..5 --misere --certificate -o range.proof",
        "a certificate can only prove one position; give one setup instead of the range `2..5`",
    );
    assert!(run("solve phutball 15x21").err.contains("playing points"));
    assert!(run("solve sos 8x8").err.contains("at most"));
    assert!(
        run("solve sprouts 30..30 --limit 1ms")
            .err
            .contains("a limit was reached")
    );
    assert!(
        run("verify sprouts 2..3 --store no-such-store")
            .err
            .contains("there is no store at")
    );
}

/// Starts a run with a store, kills it, and starts it again, ten times; then lets it end.
#[test]
#[ignore = "several minutes; cargo test --release -p papergames-cli --test program -- --ignored killed"]
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
    assert!(outcomes.iter().all(|line| line["winner"] == "second"));
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn threads_and_memory_do_not_change_answers() {
    let plain = json("sprouts 2..7");
    let other = json("sprouts 2..7 --threads 2 --memory 1M");
    for (a, b) in plain.iter().zip(&other) {
        assert_eq!(a["winner"], b["winner"], "{a} {b}");
    }
    assert!(
        run("solve sprouts 11 --memory 20K")
            .err
            .contains("memory limit"),
    );
}

/// The winner takes a few milliseconds, the value about twenty times as long.
#[test]
fn a_winner_is_kept_where_a_limit_ends_the_search_for_the_value() {
    let mut kept = 0;
    for milliseconds in (0..).map(|power| 1 << power) {
        let arguments =
            format!("solve sprouts 3..3 --rules antwerp-hot --json --limit {milliseconds}ms");
        let run = run(&arguments);
        let line: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
        let is_whole = line["proved"] == true && !line["value"].is_null();
        assert_eq!(run.code, i32::from(!is_whole), "{line}");
        assert_eq!(line["stopped"].is_null(), is_whole, "{line}");
        if is_whole {
            break;
        }
        if line["proved"] == true {
            assert_eq!(line["winner"], "first");
            assert!(run.err.contains("n = 3"), "{}", run.err);
            kept += 1;
        }
    }
    assert!(kept > 0);
}

#[test]
fn options_that_have_no_effect_are_refused() {
    refused(
        "solve sprouts 0.1a1a --store x",
        "leave out --store, which cannot be used for a position without numbers",
    );
    refused(
        "solve sprouts 0.1a1a --threads 8",
        "a position without numbers can use only one thread; leave out --threads 8",
    );
    for option in ["--json", "--store x", "--threads 2"] {
        let run = run(&format!("solve sprouts 3 --all {option}"));
        assert_eq!((run.code, run.out.as_str()), (2, ""), "{option}");
        assert!(run.err.contains("cannot be used with"), "{}", run.err);
    }
}

#[test]
fn brussels_sprouts_has_no_nimber_in_misere_play() {
    assert!(json("brussels 2 --misere")[0]["nimber"].is_null());
    assert!(!success("solve brussels 2 --misere").contains("nimber"));
    assert_eq!(json("brussels 2")[0]["nimber"], 0);
}

#[test]
fn second_methods_are_named_in_whole_phrases() {
    for arguments in ["brussels 2", "sos 3x3", "sos 3x3 --rules first"] {
        let printed = success(&format!("verify {arguments} --json"));
        let line: serde_json::Value = serde_json::from_str(&printed).expect("JSON");
        let by = line["by"].as_str().expect("the second method");
        assert!(!by.ends_with(','), "{by}");
    }
    let printed = success("verify brussels 2");
    assert!(printed.ends_with(" sums of faces\n"), "{printed}");
    let printed = success("verify phutball 3x5");
    assert!(
        printed.contains(", confirmed by the values of all "),
        "{printed}"
    );
}

#[test]
fn a_rule_set_is_said_once_or_twice_the_same() {
    let twice = json("phutball 3x5:immediate --rules immediate").remove(0);
    assert_eq!(
        twice["winner"],
        json("phutball 3x5 --rules immediate")[0]["winner"]
    );
    refused(
        "solve phutball 3x5:immediate --rules full-board",
        "`3x5:immediate` already specifies its rules, but --rules asks for full-board; leave out one of them",
    );
}

#[test]
fn ranges_of_boards_have_two_sides() {
    let solved = json("sos 2..3x3");
    let boards: Vec<_> = solved.iter().map(|line| line["n"].clone()).collect();
    assert_eq!(boards, [2, 3]);
    assert_eq!(json("phutball 3x5..6").len(), 2);
    for (game, title) in [("sos", "SOS"), ("phutball", "Phutball")] {
        for text in ["5..2", "2..5"] {
            refused(
                &format!("solve {game} {text}"),
                &format!(
                    "expected a board, or boards such as `3x5..7`, for {title}, found `{text}`"
                ),
            );
        }
    }
}

#[test]
fn errors_about_a_store_name_the_file_that_was_given() {
    let folder = std::env::temp_dir().join(format!("papergames-named-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let file = folder.join("text.txt");
    std::fs::write(&file, "3+ 1-2\n").expect("the file can be written");
    refused(
        &format!("verify sprouts 3 --store {}", file.display()),
        &format!(
            "{} cannot be used as a store: it is not a store",
            file.display()
        ),
    );
    std::fs::remove_dir_all(&folder).expect("the folder can be removed");
}

#[test]
fn a_size_that_is_often_misread_is_explained() {
    let run = run("perft phutball 15x19 --depth 1");
    assert_eq!((run.code, run.out.as_str()), (0, "1 254\n"));
    assert_eq!(
        run.err,
        "papergames: note: 15x19 counts both end rows, which leaves 17 rows for men; the standard board is 15x21\n"
    );
    assert_eq!(success("perft phutball 15x19 --depth 1 --quiet"), "1 254\n");
}

#[test]
fn endings_that_contradict_each_other_are_refused() {
    let said = "name at most one ending (`normal` or `misere`) and one variant, such as \
                `antwerp-hot,misere`, found `--rules normal --misere`";
    for command in ["solve sprouts 3", "play sprouts 3"] {
        let run = run(&format!("{command} --rules normal --misere"));
        assert_eq!(run.code, 2, "{command}");
        assert!(run.err.contains(said), "{command}: {}", run.err);
    }
    assert_eq!(
        success("solve sprouts 3 --rules misere --misere --json")
            .split("\"cost\"")
            .next(),
        success("solve sprouts 3 --misere --json")
            .split("\"cost\"")
            .next()
    );
}

#[test]
fn what_cannot_be_done_says_what_can() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.txt");
    std::fs::write(&file, "# play sprouts; people: first\n3+ 1-2\n").expect("a file");
    let (file, tex) = (file.display(), folder.path().join("cards.tex"));
    for (line, said) in [
        (
            "solve sprouts 2..4 --all".to_owned(),
            "--all needs one start, found the range `2..4`",
        ),
        (
            "solve sprouts 222".to_owned(),
            "`glop` writes so is `222.}]!`",
        ),
        (
            format!("review {file}"),
            &*format!("use `papergames review sprouts {file}`"),
        ),
        (
            format!("draw sprouts 3 --view cards -o {}", tex.display()),
            "with --view, the file must end in .svg or .png",
        ),
    ] {
        let run = run(&line);
        assert!(
            run.code != 0 && run.err.contains(said),
            "{line}: {}",
            run.err
        );
    }
    assert!(success("solve sprouts 222.}]!").contains("the player to move loses"));
}
