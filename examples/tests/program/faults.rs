//! Faults while results are kept: pipes in place of files, full disks, and no memory.

#![cfg(target_os = "linux")]

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{Run, success};

/// Runs the program in a shell with limits of its own. It has to end within a minute.
#[track_caller]
fn limited(limits: &str, line: &str) -> Run {
    let program = env!("CARGO_BIN_EXE_papergames");
    let mut child = Command::new("sh")
        .args(["-c", &format!("{limits} exec {program} {line}")])
        .env("PAPERGAMES_CONFIG", "")
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("a shell");
    let begun = Instant::now();
    while child.try_wait().expect("a state").is_none() {
        if begun.elapsed() > Duration::from_mins(1) {
            child.kill().expect("the program is killed");
            panic!("{limits} {line} does not end");
        }
        std::thread::sleep(Duration::from_millis(5));
    }
    let output = child.wait_with_output().expect("the program has ended");
    let text = |bytes| String::from_utf8(bytes).expect("text");
    Run {
        // A signal, such as that of memory that is not there, has no code.
        code: output.status.code().unwrap_or(-1),
        out: text(output.stdout),
        err: text(output.stderr),
    }
}

/// Runs the program on a disk with room for files of this many blocks of 512 bytes.
#[track_caller]
fn on_a_full_disk(blocks: u32, line: &str) -> Run {
    let run = limited(&format!("ulimit -f {blocks}; trap '' XFSZ;"), line);
    assert!(
        run.code == 0 || run.code == 1 && run.err.starts_with("papergames: "),
        "{line}, {blocks} blocks: {run:?}"
    );
    assert!(!run.err.contains("panicked"), "{}", run.err);
    run
}

/// Returns the number of results that a store holds, all of which have to be proved.
#[track_caller]
fn proved(game: &str, store: &str) -> u64 {
    let line = success(&format!("verify {game} --json --store {store}"));
    let line: serde_json::Value = serde_json::from_str(&line).expect("JSON");
    assert_eq!(line["proved"], true, "{line}");
    line["results"].as_u64().expect("a number")
}

#[test]
fn pipes_and_devices_are_no_stores_and_no_marks() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (store, pipe) = (file("store"), file("pipe"));
    success(&format!("solve sprouts 2..4 --store {store}"));
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|made| made.success()));
    for path in [&pipe, "/dev/zero", "/dev/null", "/dev/full"] {
        for line in [
            "solve sprouts 2..4",
            "solve sos 3x3",
            "solve phutball 3x5",
            "verify sprouts",
            "verify sprouts 3",
            "verify sos",
        ] {
            let run = limited("", &format!("{line} --store {path}"));
            assert_eq!((run.code, run.out.as_str()), (1, ""), "{line} {path}");
            assert!(
                run.err.ends_with("it is a pipe or a device\n"),
                "{}",
                run.err
            );
        }
        let run = limited(
            "",
            &format!("verify sprouts --store {store} --resume {path}"),
        );
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{path}");
        assert!(
            run.err.contains("must be in an ordinary file, found `"),
            "{}",
            run.err
        );
    }
}

/// What no solver can have written is refused before anything else, whatever board it is about.
/// Nobody reads the pipe, so the program waits in the middle of opening it.
#[test]
fn one_signal_ends_a_program_that_waits_for_a_pipe() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("own.proof");
    let made = Command::new("mkfifo").arg(&pipe).status();
    assert!(made.expect("mkfifo starts").success());
    let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
        .args(["solve", "sprouts", "2", "--certificate", "-o"])
        .arg(&pipe)
        .spawn()
        .expect("the program starts");
    std::thread::sleep(Duration::from_secs(2));
    let id = child.id().to_string();
    let sent = Command::new("kill").args(["-TERM", &id]).status();
    assert!(sent.expect("kill starts").success());
    let begun = Instant::now();
    let ended = loop {
        match child.try_wait().expect("a child") {
            Some(ended) => break ended,
            None if begun.elapsed() > Duration::from_secs(20) => {
                child.kill().expect("a child");
                panic!("the program did not end");
            }
            None => std::thread::sleep(Duration::from_millis(20)),
        }
    };
    assert_eq!(ended.code(), Some(130));
}

#[test]
fn impossible_entries_of_boards_are_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store");
    // The first says that the empty board of 4x4 has a value from 1 to 25, the next that it is from 1 to 0.
    let empty = [4, 4, 0, 0, 1, 0xFF, 0xFE, 0, 1, 0xFF, 0xFE];
    let far = [9, 9, 0, 0, 1, 0xFF, 0xFE, 0, 1, 0xFF, 0xFE];
    let sos: [(&[u8], &[u8]); 4] = [
        (&empty, &[1, 25]),
        (&empty, &[1, 0]),
        (&far, &[0, 0]),
        (b"4x4", &[0, 0]),
    ];
    let phutball: [(&[u8], &[u8]); 4] = [
        (b"3x6 full-board \0\0\0\x01", &[0; 9]),
        (b"3x6 full-board stand", &[255, 3, 0, 0, 0, 0]),
        (b"99x99 full-board stand", &[3, 2, 0, 0, 0, 0]),
        (b"3x6", &[]),
    ];
    let sos = sos.map(|entry| ("sos 3x4", "sos bounds 2", entry));
    let phutball = phutball.map(|entry| ("phutball 3x5", "phutball values 2", entry));
    for (start, kind, (key, value)) in sos.into_iter().chain(phutball) {
        let mut store = common::store::Store::open(&path, kind).expect("a new store");
        store.insert(key, value);
        store.commit().expect("the entry is written");
        drop(store);
        let (game, _) = start.split_once(' ').expect("a game and a board");
        for line in [format!("solve {start}"), format!("verify {game}")] {
            let run = limited("", &format!("{line} --store {}", path.display()));
            assert_eq!(
                (run.code, run.out.as_str()),
                (1, ""),
                "{line} {key:?} {value:?}"
            );
            assert!(
                run.err.contains("but that is impossible"),
                "{line}: {}",
                run.err
            );
        }
        std::fs::remove_file(&path).expect("the store goes");
    }
}

/// A store that claims games of 255 turns, the longest that a byte can hold.
#[test]
fn a_board_of_the_longest_games_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("store");
    for stand in [
        [255, 2, 0, 0, 0, 0],
        [255, 1, 0, 0, 0, 0],
        [255, 0, 0, 0, 0, 0],
    ] {
        let mut store =
            common::store::Store::open(&path, "phutball values 2").expect("a new store");
        store.insert(b"2x5 full-board stand", &stand);
        // The ball on the open place of the left half, with each set of men on the other five points.
        store.insert(b"2x5 full-board \0\0\0\0", &[255; 32]);
        store.commit().expect("the entries are written");
        drop(store);
        let run = limited(
            "",
            &format!("solve phutball 2x5 --store {}", path.display()),
        );
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{stand:?}");
        assert!(run.err.starts_with("papergames: "), "{}", run.err);
        assert!(!run.err.contains("panicked"), "{}", run.err);
        std::fs::remove_file(&path).expect("the store goes");
    }
}

/// Whatever write fails, the program says so, the results before it stay, and the next run completes them.
#[test]
fn a_full_disk_ends_a_solve_and_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store").display().to_string();
    for (game, few, many) in [
        ("sprouts", "2..5", "2..8"),
        ("sprouts", "2..5-", "2..8-"),
        ("sos", "3x4", "3x4:first"),
        ("phutball", "3x6", "3x7"),
    ] {
        success(&format!("solve {game} {few} --store {store}"));
        let size = Path::new(&store).metadata().expect("the store").len();
        let (before, whole) = (proved(game, &store), std::fs::read(&store).expect("bytes"));
        std::fs::remove_file(&store).expect("the store goes");
        let mut ended = 0;
        for share in 0..=8 {
            let blocks = (size * share / 7).div_ceil(512) as u32;
            // A store that is made, and one that has results.
            for is_new in [true, false] {
                if !is_new {
                    std::fs::write(&store, &whole).expect("the store comes back");
                }
                let setup = if is_new { few } else { many };
                let solve = format!("solve {game} {setup} --store {store}");
                let run = on_a_full_disk(blocks, &solve);
                ended += u32::from(run.code != 0);
                if !is_new {
                    assert!(proved_in_part(game, &store) >= before, "{solve}");
                }
                success(&solve);
                assert!(is_new || proved(game, &store) >= before, "{solve}");
                let left = std::fs::read_dir(&folder).expect("a folder").count();
                assert_eq!(left, 1, "only the store is left");
                std::fs::remove_file(&store).expect("the store goes");
            }
        }
        assert!(ended > 2, "{game} {few}: {ended} of 18 solves had no room");
    }
}

/// Returns the number of results that a store holds, of which those of an unfinished board are not proved yet.
#[track_caller]
fn proved_in_part(game: &str, store: &str) -> u64 {
    let run = super::run(&format!("verify {game} --json --store {store}"));
    let line: serde_json::Value = serde_json::from_str(&run.out).expect("JSON");
    let [results, unknown] = ["results", "unknown"].map(|word| line[word].as_u64());
    assert!(unknown == Some(0) || game == "phutball", "{line}");
    results.expect("a number")
}

/// An audit that cannot record its progress, and a proof that cannot be written, leave the old file as it was.
#[test]
fn a_full_disk_spoils_no_mark_and_no_certificate() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (store, kept) = (file("store"), file("kept"));
    success(&format!("solve sprouts 2..6 --store {store}"));
    let audit = format!("verify sprouts --store {store} --resume {kept}");
    for (line, redo) in [
        (audit.clone(), audit),
        (
            format!("solve sprouts 6 --certificate -o {kept}"),
            format!("solve sprouts 3 --certificate -o {kept}"),
        ),
        (
            format!("solve sos 3x3 --certificate -o {kept}"),
            format!("solve sos 3x4 --certificate -o {kept}"),
        ),
    ] {
        let run = on_a_full_disk(0, &line);
        assert_eq!(run.code, 1, "{line}");
        let reason = format!("papergames: cannot write `{kept}`");
        assert!(run.err.starts_with(&reason), "{}", run.err);
        assert!(!Path::new(&kept).exists(), "{line}");
        success(&redo);
        let before = std::fs::read(&kept).expect("the file is there");
        assert_eq!(on_a_full_disk(0, &line).code, 1, "{line}");
        assert!(
            std::fs::read(&kept).is_ok_and(|now| now == before),
            "{line}"
        );
        std::fs::remove_file(&kept).expect("the file goes");
        assert_eq!(std::fs::read_dir(&folder).expect("a folder").count(), 1);
    }
    let run = limited("", "solve sprouts 4 --certificate -o /dev/full");
    assert_eq!((run.code, run.out.as_str()), (1, ""), "{}", run.err);
}

/// A program that the system gives no memory ends, and what it has kept stays.
#[test]
fn a_solve_without_memory_loses_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = folder.path().join("store").display().to_string();
    for (game, few, many) in [
        ("sprouts", "2..5", "2..11"),
        ("sprouts", "2..5-", "2..9-"),
        ("sos", "3x4", "3x5"),
        ("phutball", "3x6", "3x8"),
    ] {
        success(&format!("solve {game} {few} --store {store}"));
        let before = proved(game, &store);
        let mut ended = 0;
        for kibibytes in (5..=17).map(|power| 1 << power).chain([100_000, 160_000]) {
            let limits = format!("ulimit -v {kibibytes};");
            let run = limited(&limits, &format!("solve {game} {many} --store {store}"));
            ended += u32::from(run.code != 0);
            assert!(proved_in_part(game, &store) >= before, "{limits} {game}");
        }
        assert!(
            ended > 3,
            "{game} {few}: {ended} of 15 solves had no memory"
        );
        success(&format!("solve {game} {many} --store {store}"));
        assert!(proved(game, &store) >= before);
        std::fs::remove_file(&store).expect("the store goes");
    }
}

/// Runs the program while operations on the file of a store fail: `at` is the number of one, or of the first of many
/// with `..` after it. An error names the file, and nothing panics.
#[cfg(debug_assertions)]
#[track_caller]
fn failing(at: &str, line: &str, store: &str) -> Run {
    let run = limited(&format!("PAPERGAMES_STORE_FAILS_AT={at}"), line);
    assert!(!run.err.contains("panicked"), "{at}, {line}: {run:?}");
    let is_named = run.err.starts_with("papergames: ") && run.err.contains(store);
    assert!(
        run.code == 0 || run.code == 1 && is_named,
        "{at}, {line}: {run:?}"
    );
    run
}

/// For every operation on the file of a store, from its creation to its end: a solve whose operation fails, once or
/// from then on, says nothing false and loses nothing, and afterwards everything is proved.
#[cfg(debug_assertions)]
#[test]
fn whichever_operation_on_a_store_fails_nothing_is_lost_and_nothing_false_is_said() {
    // The run is over once so many failures in a row change nothing, because they are beyond its end.
    const BEYOND: u64 = 6;
    let folder = tempfile::tempdir().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (good, store) = (file("good"), file("store"));
    let mut failures = 0;
    for (game, few, many, step) in [
        ("sprouts", None, "3", 1),
        ("sprouts", Some("2"), "4", 3),
        ("sprouts", Some("2-"), "4-", 9),
        ("sos", Some("1x4"), "2x3", 9),
        ("phutball", Some("3x5"), "3x6", 9),
    ] {
        let _ = std::fs::remove_file(&good);
        let mut before = 0;
        if let Some(few) = few {
            success(&format!("solve {game} {few} --store {good}"));
            before = proved(game, &good);
        }
        let line = format!("solve {game} {many} --store {store}");
        let truth = success(&format!("solve {game} {many}"));
        let winner = |said: &str| {
            let first = said.lines().next().unwrap_or_default();
            first.replace(", assumed from the store", "")
        };
        let (mut at, mut beyond) = (0, 0);
        while beyond < BEYOND {
            for at in [format!("{at}"), format!("{at}..")] {
                let _ = std::fs::remove_file(&store);
                if few.is_some() {
                    std::fs::copy(&good, &store).expect("a copy");
                }
                let run = failing(&at, &line, &store);
                assert!(
                    run.out.is_empty() || winner(&run.out) == winner(&truth),
                    "{at}, {line}: {run:?}"
                );
                beyond = if run.code == 0 { beyond + 1 } else { 0 };
                failures += u64::from(run.code != 0);
                // Reading fails as well without saying anything false.
                let run = failing(&at, &format!("verify {game} --store {store}"), &store);
                assert!(!run.out.contains("wrong"), "{at}: {run:?}");
                if few.is_some() || Path::new(&store).exists() {
                    assert!(proved_in_part(game, &store) >= before, "{at}, {line}");
                }
                success(&line);
                assert!(proved(game, &store) >= before, "{at}, {line}");
            }
            at += step;
        }
        assert!(at > 3 * step, "{line}: {at}");
    }
    assert!(failures > 60, "{failures}");
}

#[test]
fn a_link_to_nothing_is_no_store() {
    let folder = tempfile::tempdir().expect("a folder");
    let link = folder.path().join("link");
    std::os::unix::fs::symlink(folder.path().join("nothing"), &link).expect("a link");
    let run = limited("", &format!("solve sprouts 3 --store {}", link.display()));
    assert_eq!(run.code, 1);
    let reason = "it is a link to a file that is not there\n";
    assert!(run.err.ends_with(reason), "{}", run.err);
}
