//! `papergames perft`, with counts from the design and the references of each game.

use crate::{refused, run, success};

/// Runs perft and compares the counts from depth 1 on.
#[track_caller]
fn check(arguments: &str, counts: &[u128]) {
    let printed = success(&format!("perft {arguments} --depth {}", counts.len()));
    let lines = counts
        .iter()
        .zip(1..)
        .map(|(count, depth)| format!("{depth} {count}\n"));
    assert_eq!(printed, lines.collect::<String>(), "perft {arguments}");
}

#[test]
fn sprouts_counts_agree() {
    check("sprouts 2", &[3, 19, 98, 372, 360, 0]);
    check("sprouts 2- --merge", &[3, 19, 98, 372, 360, 0]);
    check("sprouts 3", &[9, 129, 1641]);
    check("sprouts 4+", &[22, 582]);
    check("sprouts 5", &[50]);
}

#[test]
fn brussels_counts_agree() {
    check("brussels 1", &[6, 16, 16, 0]);
    let two = [
        40, 1024, 15_872, 157_184, 1_003_520, 4_014_080, 9_175_040, 9_175_040, 0,
    ];
    check("brussels 2 --merge", &two);
    check("brussels 2", &two[..3]);
    check("brussels 1,1,1", &[3, 12, 24, 24, 0]);
}

#[test]
fn sos_counts_agree() {
    // Open and won sequences together: 664 positions are open at depth 3 and 48 sequences end in a win there.
    check("sos 3x3 --rules first", &[18, 288, 4_032, 47_808]);
    check("sos 3x3", &[18, 288, 4_032, 48_384]);
    check(
        "sos 3x3 --merge",
        &[
            18,
            288,
            4_032,
            48_384,
            483_840,
            3_870_720,
            23_224_320,
            92_897_280,
            185_794_560,
            0,
        ],
    );
}

#[test]
fn phutball_counts_agree() {
    check("phutball --turns", &[284, 80_380]);
    check(
        "phutball 3x5 --rules terminal-rows --turns",
        &[8, 58, 364, 1_932, 8_400],
    );
    check(
        "phutball 3x5 --rules full-board-corner --turns",
        &[8, 62, 420, 2_436, 11_760],
    );
    check("phutball 1x11 --turns", &[8, 58, 384, 2_324, 12_708]);
}

#[test]
fn depth_zero_is_the_position_itself() {
    assert_eq!(success("perft sprouts 2 --depth 0"), "0 1\n");
    assert_eq!(success("perft sprouts 2 --depth 0 --merge"), "0 1\n");
}

#[test]
fn json_has_one_object_a_line() {
    let printed = success("perft sos 3x3 --rules first --depth 3 --merge --json");
    let lines: Vec<serde_json::Value> = printed
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect();
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[2]["depth"], 3);
    assert_eq!(lines[2]["sequences"], 4_032);
    assert_eq!(lines[2]["finished"], 48);
    assert_eq!(lines[2]["open_positions"], 664);
    let printed = success("perft brussels 1 --depth 2 --json");
    assert_eq!(
        printed,
        "{\"depth\":1,\"sequences\":6}\n{\"depth\":2,\"sequences\":16}\n"
    );
}

#[test]
fn options_of_other_games_are_refused() {
    refused(
        "perft sprouts 3 --depth 1 --rules first",
        "expected standard, black-and-white, black-and-white-loops, antwerp-cold, antwerp-hot, lines-2, lines-4, \
         lines-5 or lines-6, found `first`",
    );
    refused(
        "perft brussels 3 --depth 1 --players 3",
        "brussels has no option --players",
    );
    refused(
        "perft phutball --depth 1 --misere",
        "phutball has no option --misere",
    );
    refused(
        "perft sprouts 5+ --misere --depth 1",
        "`5+` is for normal play, but --misere asks for misère; leave out one of them",
    );
    refused(
        "perft sprouts 3-antwerp-hot --rules antwerp-cold --depth 1",
        "`3-antwerp-hot` already specifies its variant, but --rules asks for antwerp-cold; leave out one of them",
    );
    refused(
        "perft sprouts 3+antwerp-hot --misere --depth 1",
        "`3+antwerp-hot` is for normal play, but --misere asks for misère; leave out one of them",
    );
    refused(
        "perft sos 3x3:first --rules alternating --depth 1",
        "`3x3:first` already specifies its rules, but an option asks for alternating; leave out one of them",
    );
    refused(
        "play sos 3x3:first --rules general",
        "`3x3:first` already specifies its rules, but an option asks for general; leave out one of them",
    );
    refused(
        "perft sos 3x3:first --misere --depth 1",
        "`3x3:first` already specifies its rules, but an option asks for misere; leave out one of them",
    );
    refused(
        "perft sos 3x3:general:3 --players 2 --depth 1",
        "`3x3:general:3` already specifies its players, but --players asks for 2; leave out one of them",
    );
    refused(
        "perft sos --turns --depth 1",
        "--turns is for phutball, where one turn can be many jumps",
    );
}

#[test]
fn options_may_repeat_what_the_setup_says() {
    for arguments in [
        "sos 3x3:misere --misere",
        "sos 3x3:misere --rules misere --misere",
        "sos 3x3:first --players 3",
        "sos 3x3:general:3 --players 3 --rules general",
        "sprouts 3-antwerp-hot --misere --rules antwerp-hot",
    ] {
        success(&format!("perft {arguments} --depth 1"));
    }
    let printed = crate::run_with("play sprouts 2-antwerp-hot --you all", "record\n");
    assert!(printed.out.contains("2-antwerp-hot\n"), "{}", printed.out);
}

#[test]
fn setups_out_of_range_are_refused() {
    for setup in [
        "sprouts 0",
        "sprouts 1000",
        "sprouts x",
        "brussels 0",
        "brussels 4,0",
        "brussels 99999999999999999999",
        "sos 2x2",
        "sos 1x",
        "sos 4x5x6",
        "sos 99999x99999",
        "phutball 1x2",
        "phutball 0x0",
        "phutball 999x999",
    ] {
        let run = crate::run(&format!("perft {setup} --depth 1"));
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{setup}");
        assert!(run.err.starts_with("papergames: "), "{setup}: {}", run.err);
        assert_eq!(run.err.lines().count(), 1, "{setup}: {}", run.err);
    }
}

#[test]
fn a_count_that_would_not_end_is_refused_after_those_that_do() {
    for arguments in ["sprouts 100 --depth 2", "sprouts 100 --depth 2 --merge"] {
        let run = run(&format!("perft {arguments}"));
        assert_eq!(run.code, 1, "{arguments}");
        assert!(
            run.err.contains("at most 100000000000 can be counted"),
            "{}",
            run.err
        );
        assert_eq!(
            run.out.lines().count(),
            usize::from(!arguments.contains("merge"))
        );
    }
}

#[test]
fn a_count_that_merging_makes_larger_says_how_to_count_it() {
    let run = run("perft brussels 3 -d 3 --merge --memory 1M");
    assert_eq!(run.code, 1);
    assert!(
        run.err
            .ends_with("; count without --merge, or allow more with --memory\n"),
        "{}",
        run.err
    );
}

#[test]
fn counting_ends_at_the_first_depth_without_sequences() {
    for merge in ["", " --merge"] {
        let printed = success(&format!("perft sprouts 1 --depth 4000000000{merge}"));
        assert_eq!(printed.lines().last(), Some("3 0"), "{printed}");
        assert_eq!(printed.lines().count(), 3, "{printed}");
    }
}
