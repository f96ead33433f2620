//! Matches, saved games and forfeits.

use std::time::Duration;

use crate::game::{HEAP, Heap, Take, heap};
use papergames_play::common::any::{AnyGame, EngineObject};
use papergames_play::common::describe::Refused;
use papergames_play::common::engine::{Engine, EngineError};
use papergames_play::common::reading::{ReadOptions, SourceText};
use papergames_play::common::{Budget, Player, Record, Report};
use papergames_play::{Limits, Match, Opponent, Score, Sprt, SprtResult, TimeControl, Tournament};

fn named(name: &str, seed: u64) -> Result<Opponent, Refused> {
    Opponent::named(&HEAP, name, seed, &Limits::default())
}

fn games(names: [&str; 2]) -> Match {
    Match::new(heap(10), names)
        .expect("a game for two that goes on")
        .games(6)
        .opening(1)
}

#[test]
fn whoever_knows_the_game_wins_from_a_won_start() {
    // Multiples of four are lost, so every other first move of the opening leaves a won position.
    let score = games(["3", "random"])
        .run(&named, &mut |_, _| ())
        .expect("both can be had");
    assert_eq!(score.games(), 6);
    assert!(score.won() > score.lost(), "{score:?}");
}

#[test]
fn both_games_of_a_pair_begin_alike_and_swap_seats() {
    let games = games(["random", "2"]);
    let mut openings = Vec::new();
    games
        .run(&named, &mut |game, _| {
            openings.push((game.record.moves().swap_remove(0), games.seats(game.index)));
        })
        .expect("both can be had");
    for pair in openings.chunks(2) {
        assert_eq!(pair[0].0, pair[1].0);
        assert_eq!((pair[0].1, pair[1].1), (["random", "2"], ["2", "random"]));
    }
}

#[test]
fn threads_do_not_change_the_games() {
    let games = games(["2", "random"]).games(20);
    let collect = |threads| {
        let mut saved = Vec::new();
        let mut games = games.clone();
        games.threads = threads;
        let score = games.run(&named, &mut |game, _| saved.push(games.save(game)));
        saved.sort();
        (score.expect("both can be had"), saved)
    };
    assert_eq!(collect(1), collect(4));
}

#[test]
fn saved_games_are_read_again_and_not_played_twice() {
    let games = games(["2", "random"]);
    let mut saved = String::new();
    let whole = games
        .run(&named, &mut |game, _| saved.push_str(&games.save(game)))
        .expect("both can be had");
    // The program was killed while it wrote the fourth game.
    let end = saved.match_indices('\n').nth(6).expect("eight lines").0;
    let kept = games.load(&saved[..end + 4]).expect("games of this match");
    assert_eq!(kept.len(), 3);
    let mut again = String::new();
    let resumed = games.clone().resume(kept);
    let score = resumed
        .run(&named, &mut |game, _| again.push_str(&games.save(game)))
        .expect("both can be had");
    assert_eq!(score, whole);
    assert!(
        saved.ends_with(&again) && again.lines().count() == 6,
        "{again}"
    );
    let other = Match::new(heap(10), ["2", "3"])
        .expect("a match")
        .load(&saved);
    assert_eq!(
        other.unwrap_err().to_string(),
        "the game in line 2 belongs to another match; choose another file"
    );
}

#[test]
fn what_is_no_match_is_refused() {
    let over = Match::new(heap(0), ["1", "1"]).unwrap_err().to_string();
    assert_eq!(over, "the game is over");
    let error = games(["1", "nobody"])
        .run(&named, &mut |_, _| ())
        .unwrap_err();
    assert!(
        error.to_string().starts_with("expected `random`, a level"),
        "{error}"
    );
}

/// Plays a given move after a pause.
struct Odd(Take, Duration);

impl Engine<Heap> for Odd {
    fn choose(
        &mut self,
        _: &Record<Heap>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<Take>),
    ) -> Result<Report<Take>, EngineError> {
        std::thread::sleep(self.1);
        Ok(Report::of_move(self.0))
    }
}

#[test]
fn an_illegal_move_forfeits_the_game_and_the_match_goes_on() {
    let games = games(["odd", "1"]);
    let make = |name: &str, seed| match name {
        "odd" => Ok(Opponent::engine(
            EngineObject::new(Odd(Take(7), Duration::ZERO)),
            Budget::new(),
        )),
        _ => named(name, seed),
    };
    let mut saved = String::new();
    let score = games
        .run(&make, &mut |game, _| saved.push_str(&games.save(game)))
        .expect("the match ends");
    assert_eq!((score.lost(), score.forfeits), (6, [6, 0]));
    assert!(
        saved.contains("# first forfeits game 1: `7` is illegal: expected 1 to 3 matches"),
        "{saved}"
    );
    assert!(
        saved.contains("# game 1: first odd, second 1, second wins by forfeit\n10:first "),
        "{saved}"
    );
    // The file is one that every reader of records understands, with the result that it states.
    let source = SourceText::literal(saved.clone());
    let read = HEAP
        .read(&source, &ReadOptions::default())
        .expect("records");
    assert_eq!(read.len(), 6);
    assert!(
        read.iter()
            .all(|game| game.said.outcome.is_some() && game.record.outcome().is_none())
    );
    // And it is resumed with the forfeits.
    let mut score_again = Score::default();
    let resumed = games
        .clone()
        .resume(games.load(&saved).expect("games of this match"));
    resumed
        .run(&make, &mut |_, _| panic!("nothing is left to play"))
        .map(|score| score_again = score)
        .expect("a score");
    assert_eq!(score_again, score);
}

#[test]
fn who_oversteps_the_clock_forfeits() {
    let control = TimeControl {
        time: Duration::from_millis(30),
        increment: Duration::ZERO,
    };
    let mut games = games(["odd", "random"]).games(2);
    (games.clock, games.margin) = (Some(control), Duration::ZERO);
    let make = |name: &str, seed| match name {
        "odd" => Ok(Opponent::engine(
            EngineObject::new(Odd(Take(1), Duration::from_millis(60))),
            Budget::new(),
        )),
        _ => named(name, seed),
    };
    let mut reasons = Vec::new();
    let score = games
        .run(&make, &mut |game, _| reasons.extend(game.forfeit.clone()))
        .expect("the match ends");
    assert_eq!(score.forfeits, [2, 0], "{reasons:?}");
    assert_eq!(reasons[0].player, Player::FIRST);
    assert!(
        reasons[0]
            .reason
            .starts_with("first lost on time: the move took 0.0"),
        "{reasons:?}"
    );
}

#[cfg(all(unix, feature = "process"))]
mod strangers {
    use super::*;
    use std::fs;
    use std::time::Instant;

    /// Writes an engine in the language of the shell: what it does at `go`, and whether it shakes hands.
    fn engine(name: &str, hands: bool, at_go: &str) -> String {
        let folder = std::env::temp_dir().join(format!("papergames-play-{}", std::process::id()));
        fs::create_dir_all(&folder).expect("the folder can be made");
        let hands = if hands { "echo ugiok" } else { ":" };
        let script = format!(
            "while read -r word rest; do case $word in\n\
             ugi) {hands};; isready) echo readyok;; go) {at_go};; quit) exit 0;; esac; done\n"
        );
        let file = folder.join(format!("{name}.sh"));
        fs::write(&file, script).expect("the script can be written");
        format!("ugi:sh {}", file.display())
    }

    fn play(command: &str) -> (Result<Score, Refused>, Vec<String>, Duration) {
        let limits = Limits {
            time: Some(Duration::from_millis(100)),
            margin: Duration::from_millis(900),
            ..Limits::default()
        };
        let make = |name: &str, seed| Opponent::named(&HEAP, name, seed, &limits);
        let games = Match::new(heap(10), [command, "random"])
            .expect("a match")
            .games(2);
        let begun = Instant::now();
        let mut reasons = Vec::new();
        let score = games.run(&make, &mut |game, _| {
            reasons.extend(game.forfeit.clone().map(|forfeit| forfeit.reason));
        });
        (score, reasons, begun.elapsed())
    }

    /// Such a path was cut at its first blank.
    #[test]
    fn the_path_of_a_stranger_may_have_blanks() {
        let command = engine("white space", true, "echo bestmove 1");
        let (score, ..) = play(&command);
        assert!(score.is_err(), "the blank ends the path: {command}");
        let (score, reasons, _) = play(&command.replace("sh ", "sh '").replace(".sh", ".sh'"));
        assert_eq!(score.map(|score| score.games()), Ok(2), "{reasons:?}");
    }

    /// Only the engine itself was ended, and the programs that it had started went on.
    #[test]
    fn what_a_stranger_started_ends_with_it() {
        let ticks = std::env::temp_dir().join(format!("papergames-ticks-{}", std::process::id()));
        // If the test fails, the child ends after some seconds.
        let child = format!(
            "for i in $(seq 500); do echo >> {}; sleep 0.01; done",
            ticks.display()
        );
        let command = engine("parent", true, &format!("({child}) & sleep 5"));
        let (_, reasons, _) = play(&command);
        assert_eq!(reasons.len(), 2, "{reasons:?}");
        let size = || fs::metadata(&ticks).expect("the child has begun").len();
        let before = size();
        std::thread::sleep(Duration::from_millis(200));
        assert_eq!(size(), before, "the child goes on");
        fs::remove_file(&ticks).expect("the file can be removed");
    }

    #[test]
    fn a_stranger_that_keeps_the_rules_plays_to_the_end() {
        let (score, reasons, _) = play(&engine("good", true, "echo info depth 1; echo bestmove 1"));
        assert_eq!(
            (score.expect("the match ends").games(), reasons.len()),
            (2, 0),
            "{reasons:?}"
        );
    }

    #[test]
    fn a_stranger_that_breaks_the_rules_loses_the_game_with_the_reason() {
        for (name, at_go, reason) in [
            ("illegal", "echo bestmove 9", "`9` is illegal"),
            (
                "unreadable",
                "echo bestmove queen",
                "plays `queen`: expected a number of matches",
            ),
            (
                "complains",
                "echo info string error: no idea",
                "says: no idea",
            ),
            ("ends", "exit 3", "it has ended"),
            ("silent", ":", "it did not answer within 1.000 s"),
            // Each line comes in time, the move never does.
            (
                "drips",
                "while :; do echo info depth 1; sleep 0.2; done",
                "it did not answer within 1.000 s",
            ),
            ("floods", "yes", "must answer"),
            (
                "endless-line",
                "cat /dev/zero",
                "more than 8 MiB of other output",
            ),
        ] {
            let (score, reasons, took) = play(&engine(name, true, at_go));
            let score = score.expect("the match goes on");
            assert_eq!(
                (score.games(), score.forfeits),
                (2, [2, 0]),
                "{name}: {reasons:?}"
            );
            assert!(
                reasons.iter().all(|said| said.contains(reason)),
                "{name}: {reasons:?}"
            );
            // Two games, each at most one move of 1 s, and some starts of a shell on a busy machine.
            assert!(took < Duration::from_secs(12), "{name} took {took:?}");
        }
    }

    #[test]
    fn a_stranger_that_does_not_start_is_an_error() {
        let begun = Instant::now();
        let (score, ..) = play("ugi:/nowhere/engine");
        assert!(
            score
                .unwrap_err()
                .to_string()
                .starts_with("cannot start `/nowhere/engine`")
        );
        let (score, ..) = play("ugi:cat /dev/zero");
        assert!(
            score
                .unwrap_err()
                .to_string()
                .contains("more than 8 MiB of other output")
        );
        let (score, ..) = play("ugi:yes");
        let error = score.unwrap_err().to_string();
        assert!(
            error.starts_with("`yes` must answer `ugiok`, but "),
            "{error}"
        );
        assert!(begun.elapsed() < Duration::from_secs(30));
    }

    #[test]
    fn a_program_that_does_not_read_cannot_block_us() {
        // The position is longer than a pipe holds, and the engine sleeps.
        let limits = Limits {
            time: Some(Duration::from_millis(50)),
            margin: Duration::ZERO,
            ..Limits::default()
        };
        let deaf = engine("deaf", true, "sleep 100");
        let opponent = Opponent::named(&HEAP, &deaf, 1, &limits);
        let mut opponent = opponent.expect("it shakes hands");
        let record = heap(200);
        for _ in 0..200 {
            let _ = opponent.choose(&*record, None).unwrap_err();
        }
        assert_eq!(record.turn(), Some(Player::FIRST));
    }
}

#[test]
fn games_begin_with_the_given_openings_in_turn() {
    let openings = [1, 2].map(|n| HEAP.parse(&format!("10:first {n}")).expect("legal"));
    let games = games(["random", "2"])
        .openings(openings.to_vec())
        .expect("they fit");
    let mut first = Vec::new();
    games
        .run(&named, &mut |game, _| {
            first.push(game.record.moves().swap_remove(0));
        })
        .expect("both can be had");
    assert_eq!(first, ["1", "1", "2", "2", "1", "1"]);
    let error = |record| {
        let refused = self::games(["1", "2"]).openings(vec![record]);
        refused.unwrap_err().to_string()
    };
    let foreign = error(heap(9));
    assert_eq!(
        foreign,
        "opening 1 must begin with the starting position of the match"
    );
    let whole = HEAP.parse("10:first 3 3 3 1").expect("legal");
    assert_eq!(
        error(whole),
        "opening 1 ends the game; use openings after which moves are left"
    );
}

#[test]
fn a_sequential_test_ends_a_match_early() {
    let test = Sprt::new(0.0, 200.0).expect("a test");
    let mut games = games(["4", "random"]).games(1_000);
    games.sprt = Some(test);
    let score = games.run(&named, &mut |_, _| ()).expect("both can be had");
    assert!(score.games() < 500, "{score:?}");
    assert_eq!(test.result(&score), Some(SprtResult::Stronger));
}

#[test]
fn in_a_gauntlet_the_first_plays_everybody() {
    let settings = |names: [&str; 2]| Ok(Match::new(heap(10), names)?.games(4));
    let mut pairs = Vec::new();
    let names = ["3", "1", "random"];
    let table = Tournament::new(&names, &settings)
        .heroes(1)
        .run(&named, &mut |games, game, _| {
            pairs.push(games.seats(game.index).map(str::to_owned));
        });
    let table = table.expect("all can be had");
    assert_eq!(
        (
            table.points(0, 1).1,
            table.points(0, 2).1,
            table.points(1, 2).1
        ),
        (4, 4, 0)
    );
    // Each round has both seats against all others.
    let round = [["3", "1"], ["1", "3"], ["3", "random"], ["random", "3"]];
    assert_eq!(pairs, [round, round].concat());
}

#[test]
fn a_stopped_match_counts_only_the_games_before() {
    use std::sync::Arc;
    use std::sync::atomic::{AtomicBool, Ordering};

    let flag = Arc::new(AtomicBool::new(false));
    let mut games = games(["random", "random"]).games(100);
    games.stop = Some(Arc::clone(&flag));
    let limits = Limits {
        stop: Some(Arc::clone(&flag)),
        ..Limits::default()
    };
    let make = |name: &str, seed| Opponent::named(&HEAP, name, seed, &limits);
    let mut seen = 0;
    let score = games.run(&make, &mut |_, score| {
        seen += 1;
        flag.store(score.games() == 3, Ordering::Relaxed);
    });
    assert_eq!((seen, score.expect("a match").games()), (3, 3));
    // The next call has nothing to do.
    let score = games.run(&make, &mut |_, _| unreachable!("it is stopped"));
    assert_eq!(score.expect("a match").games(), 0);
}

#[test]
fn memory_and_the_stop_flag_hold_for_every_level() {
    let usual = || Budget::new().nodes(10).memory(1 << 30);
    let mut limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    assert_eq!(limits.or(usual()).memory, Some(1 << 20));
    assert_eq!(limits.or(usual()).nodes, Some(10));
    limits.time = Some(Duration::from_secs(1));
    let timed = limits.or(usual());
    assert_eq!((timed.nodes, timed.memory), (None, Some(1 << 20)));
}

/// From ten matches, whoever takes two leaves a lost position, and whoever takes one or three a won one.
#[test]
fn the_second_opponent_takes_the_better_seat() {
    let games = games(["4", "5"])
        .opening(0)
        .games(8)
        .with_pie()
        .expect("no opening");
    let mut swapped = 0;
    let mut saved = String::new();
    let score = games.run(&named, &mut |game, _| {
        let first = game.record.moves()[0].to_string();
        assert_eq!(game.is_swapped, first == "2", "{}", game.record);
        let [first, second] = games.seats(game.index);
        let seats = games.final_seats(game);
        assert_eq!(
            seats,
            if game.is_swapped {
                [second, first]
            } else {
                [first, second]
            }
        );
        let winner = game
            .record
            .outcome()
            .and_then(papergames_play::common::Outcome::winner);
        assert_eq!(
            winner.map(|player| seats[player.index()]),
            Some(second),
            "{}",
            game.record
        );
        swapped += usize::from(game.is_swapped);
        saved += &games.save(game);
    });
    let score = score.expect("both can be had");
    assert_eq!((score.won(), score.lost()), (4, 4));
    assert!(swapped > 0);
    let loaded = games.load(&saved).expect("its own games");
    let again = games.clone().resume(loaded.clone());
    assert_eq!(
        loaded.iter().filter(|game| game.is_swapped).count(),
        swapped
    );
    let resumed = again
        .run(&named, &mut |_, _| ())
        .expect("nothing is left to play");
    assert_eq!((resumed.won(), resumed.lost()), (4, 4));

    let error = games.opening(2).with_pie().expect_err("two turns");
    assert_eq!(
        error.to_string(),
        "the pie rule comes after the first turn, so openings must have at most one, found 2"
    );
}
