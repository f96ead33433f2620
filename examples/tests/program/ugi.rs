//! `papergames ugi`: two engines play matches through the protocol, with a runner that knows nothing of any game.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::{Duration, Instant};

use common::{Random, Seeded};

use crate::run_with;
use crate::times::times;

/// An engine behind a pipe.
struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    /// Lines that came while another one was waited for: a fast engine answers `go` before `isready`.
    seen: Vec<String>,
}

impl Engine {
    fn start(arguments: &str) -> Engine {
        let mut child = Command::new(env!("CARGO_BIN_EXE_papergames"))
            .arg("ugi")
            .args(arguments.split_whitespace())
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the engine starts");
        let input = child.stdin.take().expect("a pipe");
        let output = BufReader::new(child.stdout.take().expect("a pipe"));
        let mut engine = Engine {
            child,
            input,
            output,
            seen: Vec::new(),
        };
        engine.send("ugi");
        engine.wait("ugiok");
        engine.send("isready");
        engine.wait("readyok");
        engine.send("uginewgame");
        engine
    }

    /// Starts an engine of level 2 with a seed.
    fn seeded(start: &str, seed: u64) -> Engine {
        let mut engine = Engine::start(&format!("{start} --level 2"));
        engine.send(&format!("setoption name Seed value {seed}"));
        engine.send("uginewgame");
        engine
    }

    fn send(&mut self, line: &str) {
        writeln!(self.input, "{line}").expect("the engine reads");
    }

    /// Returns what follows `word` on the first line that begins with it.
    fn wait(&mut self, word: &str) -> String {
        let is_answer = |line: &String| line.split_whitespace().next() == Some(word);
        let line = if let Some(at) = self.seen.iter().position(is_answer) {
            self.seen.remove(at)
        } else {
            loop {
                let mut line = String::new();
                assert!(
                    self.output.read_line(&mut line).expect("text") > 0,
                    "no `{word}`"
                );
                assert!(!line.contains("error"), "{line}");
                if is_answer(&line) {
                    break line;
                }
                if line.starts_with("bestmove") {
                    self.seen.push(line);
                }
            }
        };
        line.trim()[word.len()..].trim().to_owned()
    }

    fn ask(&mut self, question: &str) -> String {
        self.send(&format!("query {question}"));
        self.wait("response")
    }

    fn quit(mut self) {
        self.send("quit");
        assert!(self.child.wait().expect("the engine ends").success());
    }
}

/// Lets two engines play one game and returns the moves and the result, on which both must agree at every step.
fn game(first: &mut Engine, second: &mut Engine, limit: &str) -> (Vec<String>, String) {
    let mut moves: Vec<String> = Vec::new();
    loop {
        let position = match moves.len() {
            0 => "position startpos".to_owned(),
            _ => format!("position startpos moves {}", moves.join(" ")),
        };
        first.send(&position);
        second.send(&position);
        for question in ["gameover", "p1turn", "result"] {
            assert_eq!(
                first.ask(question),
                second.ask(question),
                "{question} after {moves:?}"
            );
        }
        if first.ask("gameover") == "true" {
            return (moves, first.ask("result"));
        }
        assert!(moves.len() < 400, "the game comes to an end");
        let mover = if first.ask("p1turn") == "true" {
            &mut *first
        } else {
            &mut *second
        };
        mover.send("validmoves");
        let valid = mover.wait("validmoves");
        mover.send(limit);
        let best = mover.wait("bestmove");
        assert!(
            valid.split(' ').any(|m| m == best),
            "{best} is among {valid}"
        );
        moves.push(best);
    }
}

#[test]
fn two_engines_play_a_match_of_each_game() {
    for (start, limit) in [
        ("sprouts 3", "go nodes 100"),
        ("brussels 2", "go"),
        ("sos 3x4", "go nodes 300"),
        ("phutball 3x7", "go nodes 200"),
    ] {
        let mut one = Engine::seeded(start, 1);
        let mut two = Engine::seeded(start, 2);
        for _ in 0..2 {
            let (moves, result) = game(&mut one, &mut two, limit);
            assert!(
                ["p1win", "p2win", "draw"].contains(&result.as_str()),
                "{start}: {moves:?}"
            );
            let (_, result) = game(&mut two, &mut one, limit);
            assert!(
                ["p1win", "p2win", "draw"].contains(&result.as_str()),
                "{start}"
            );
        }
        one.quit();
        two.quit();
    }
}

/// Sends lines and compares the answers.
#[track_caller]
fn check(arguments: &str, input: &str, answers: &[&str]) {
    let run = run_with(&format!("ugi {arguments}"), input);
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    assert_eq!(run.out.lines().collect::<Vec<_>>(), answers);
}

#[test]
fn positions_are_set_asked_about_and_taken_back() {
    check(
        "brussels 1",
        "position startpos moves 1a-1b\nquery p1turn\nundo\nquery p1turn\nvalidmoves\n",
        &[
            "response false",
            "response true",
            "validmoves 1a-1b 1a-1c 1a-1d 1b-1c 1b-1d 1c-1d",
        ],
    );
    check(
        "sos 3x3",
        "position fen SO./.../...:1:0-0 moves Sc1\nquery p1turn\nquery result\nshow\n",
        &[
            "response true",
            "response none",
            "info string SOS/.../...:1:1-0",
            "info string    a  b  c",
            "info string 1  S  O  S",
            "info string 2  .  .  .",
            "info string 3  .  .  .",
            "info string S-O-S: first 1 second 0",
        ],
    );
    check(
        "sos 1x3",
        "position startpos moves Oa1 Ob1 Oc1\nquery gameover\nquery result\nvalidmoves\n",
        &["response true", "response draw", "validmoves"],
    );
}

#[test]
fn mistakes_are_told_and_change_nothing() {
    check(
        "sos 1x3",
        "position startpos moves Sa1\nquery p1turn\n\x1b[2Jfly\nundo\nundo\n",
        &[
            "response false",
            "info string error: expected a command of the protocol, found `\\u{1b}[2Jfly`",
            "info string error: there is no move to undo",
        ],
    );
}

#[test]
fn after_a_refused_position_nothing_is_played_until_a_valid_one() {
    let none = "info string error: the last `position` was refused; send a valid one first";
    check(
        "sos 1x3",
        "position startpos moves Sa1\nposition startpos moves Sa1 Oa1\ngo nodes 10\nquery p1turn\n\
         validmoves\nundo\nshow\nposition 6\ngo nodes 10\nposition startpos moves Sa1\nquery p1turn\n\
         position fen ?\nuginewgame\nquery p1turn\n",
        &[
            "info string error: move 2, `Oa1`: cell `a1` already holds `S`",
            none,
            "bestmove (none)",
            none,
            none,
            none,
            none,
            "info string error: expected `startpos` or `fen`, found `6`",
            none,
            "bestmove (none)",
            "response false",
            "info string error: expected `S`, `O`, `.`, `/` or `:`, found `?`",
            "response true",
        ],
    );
}

/// A program that got no answer to `go` waited for ever, and the engine lost on time.
#[test]
fn every_go_is_answered_by_one_move() {
    const WORDS: [&str; 22] = [
        "movetime",
        "nodes",
        "depth",
        "p1time",
        "p2time",
        "p1inc",
        "p2inc",
        "infinite",
        "wtime",
        "btime",
        "movestogo",
        "mate",
        "searchmoves",
        "ponder",
        "-1",
        "0",
        "7",
        "1000.5",
        "18446744073709551616",
        "-9223372036854775809",
        "1e3",
        "–",
    ];
    let mut random = Seeded::new(61);
    for start in ["sprouts 2", "brussels 1", "sos 1x5", "phutball 3x5"] {
        // Clocks as they were sent by chess programs.
        let mut lines = vec![
            "go p1time 165661 p2time -170671 p1inc 2000 p2inc 2000".to_owned(),
            "go p1time -1 p2time -1".to_owned(),
            "go searchmoves a1 nodes 10".to_owned(),
        ];
        for _ in 0..200 {
            let count = random.below(7);
            let words = (0..count).map(|_| WORDS[random.below(22) as usize]);
            lines.push(format!("go {}", words.collect::<Vec<_>>().join(" ")));
        }
        let setting = "setoption name LEVEL value 1\nposition startpos\n";
        let run = run_with(
            &format!("ugi {start}"),
            &format!("{setting}{}\n", lines.join("\n")),
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{start}");
        assert!(!run.out.contains("error"), "{start}: {}", run.out);
        let best = run.out.lines().filter(|line| line.starts_with("bestmove "));
        assert_eq!(best.count(), lines.len(), "{start}: {}", run.out);
        assert!(!run.out.contains("(none)"), "{start}: {}", run.out);
    }
}

#[test]
fn a_byte_order_mark_begins_no_line() {
    check("sos 1x3", "\u{feff}query p1turn\n", &["response true"]);
    for command in ["play sos 1x3 --you all", "explore sos 1x3", "puzzle sos"] {
        let [with, without] =
            ["\u{feff}", ""].map(|mark| run_with(command, &format!("{mark}quit\n")));
        assert_eq!(
            (with.code, with.out),
            (without.code, without.out),
            "{command}"
        );
    }
}

#[test]
fn an_infinite_search_ends_when_told() {
    let run = run_with(
        "ugi sos 1x7 --level 2",
        "position startpos\ngo infinite\nisready\nstop\nquit\n",
    );
    assert!(run.out.contains("readyok\n"), "{}", run.out);
    assert!(run.out.contains("bestmove "), "{}", run.out);
}

#[test]
fn the_match_command_plays_engines_behind_the_protocol() {
    let engine = env!("CARGO_BIN_EXE_papergames");
    // The command has blanks, so it is one argument here.
    let output = Command::new(engine)
        .args([
            "match", "sos", "3x3", "--second", "random", "--games", "2", "--nodes", "50", "--json",
        ])
        .args(["--first", &format!("ugi:{engine} ugi sos 3x3 --level 1")])
        .output()
        .expect("the program starts");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(String::from_utf8_lossy(&output.stdout).contains("\"games\":2"));
}

/// In every game: each command gets its answer, an error is one line, and nothing ends the program but
/// `quit` and the end of its input.
#[test]
fn every_command_is_answered_in_every_game() {
    for (start, first, wrong) in [
        ("sprouts 3", "1-2", "1-9"),
        ("brussels 2", "1a-1b", "1a-3a"),
        ("sos 3x3", "Sb2", "Sz9"),
        ("phutball 5x7", "c4", "N"),
    ] {
        let input = format!(
            "isready\nnonsense\nposition\nposition fen\nposition fen ?\nposition startpos now\n\
             position startpos moves {wrong}\nquery p1turn\nposition startpos moves {first}\nquery p1turn\n\
             query gameover\nquery result\nquery weather\nsetoption name Level value 0\nsetoption name \
             Colour value red\n\
             undo\nundo\nquery p1turn\n\n  \nquery gameover\n"
        );
        let run = run_with(&format!("ugi {start}"), &input);
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{start}");
        let kinds: Vec<&str> = run
            .out
            .lines()
            .map(|line| {
                let error = line.strip_prefix("info string error: ");
                let is_of_move = |error: &str| error.starts_with(&format!("move 1, `{wrong}`: "));
                let is_error = |error: &str| !error.starts_with("move ") || is_of_move(error);
                if error.is_some_and(is_error) {
                    "error"
                } else {
                    line
                }
            })
            .collect();
        let mut expected = vec!["readyok"];
        // The question after the wrong move is refused, too.
        expected.extend(["error"; 7]);
        expected.extend(["response false", "response false", "response none"]);
        expected.extend(["error"; 3]);
        expected.extend(["error", "response true", "response false"]);
        assert_eq!(kinds, expected, "{start}: {}", run.out);
    }
}

#[test]
fn a_search_is_stopped_in_every_game() {
    for start in ["sprouts 20", "brussels 5", "sos 6x6", "phutball"] {
        let clock = std::time::Instant::now();
        let mut engine = Engine::start(start);
        engine.send("position startpos");
        engine.send("go movetime 600000");
        engine.send("isready");
        engine.wait("readyok");
        engine.send("stop");
        let best = engine.wait("bestmove");
        // The move is legal, and the next commands are answered.
        engine.send(&format!("position startpos moves {best}"));
        assert_eq!(engine.ask("gameover"), "false", "{start}");
        engine.quit();
        assert!(clock.elapsed().as_secs() < 60, "{start} was not stopped");
    }
}

#[test]
fn several_threads_answer_in_every_game() {
    for start in ["sprouts 20", "brussels 5", "sos 6x6", "phutball"] {
        let mut engine = Engine::start(start);
        for threads in [2, 3, 1] {
            engine.send(&format!("setoption name Threads value {threads}"));
            engine.send("position startpos");
            engine.send("go nodes 300");
            let best = engine.wait("bestmove");
            engine.send(&format!("position startpos moves {best}"));
            assert_eq!(engine.ask("p1turn"), "false", "{start}: {best}");
        }
        engine.quit();
    }
}

/// The search keeps its time on a position with more moves than memory holds. `tests/engines.rs` measures by how much;
/// this test allows for a machine that does much else.
#[test]
fn a_hundred_spots_are_answered_in_time() {
    for level in [1, 5] {
        let mut engine = Engine::start(&format!("sprouts 100 --level {level}"));
        let mut fastest = Duration::MAX;
        for _ in 0..4 {
            engine.send("uginewgame");
            engine.send("position startpos moves 1-1[2-50] 101-2");
            engine.send("isready");
            engine.wait("readyok");
            let clock = Instant::now();
            engine.send("go movetime 100");
            engine.wait("bestmove");
            fastest = fastest.min(clock.elapsed());
        }
        engine.quit();
        assert!(fastest < Duration::from_millis(400), "{fastest:?}");
    }
}

/// A move in another spelling than the protocol's own is understood where it means one move.
#[test]
fn moves_are_read_in_every_spelling() {
    check(
        "sprouts 3",
        "position startpos moves 1-1[2] 3(5)4\nshow\n",
        &[
            "info string 3+:1,4;2/1,4,5,3,5,4",
            "info string region 1: 1-4 / 2",
            "info string region 2: 1-4-5-3-5-4",
            "info string spots with lives: 1 (1), 2 (3), 3 (2), 5 (1)",
        ],
    );
    check(
        "phutball 3x7",
        "position startpos moves b4 b3-b5\nquery result\n",
        &["response p1win"],
    );
}

#[test]
fn what_cannot_be_listed_is_not_listed() {
    check(
        "sprouts 100",
        "validmoves\nquery p1turn\n",
        &[
            "info string error: the position has more than 10000 moves, which are too many to list",
            "response true",
        ],
    );
}

/// A line for the engine: mostly a command that may be refused, at times with a word or a sign exchanged, or any text.
fn line(start: &str, random: &mut Seeded) -> String {
    let moves = [
        "1-2", "1a-1b", "Sb2", "c4", "N", "1-9", "+", "c4xd5", "1-1[2]", "O1",
    ];
    let numbers = [
        "0",
        "1",
        "20",
        "-1",
        "4294967296",
        "1e9",
        "x",
        "99999999999999999999",
    ];
    let mut pick = |words: &[&str]| words[random.below(words.len() as u64) as usize].to_owned();
    let (m, other, number) = (pick(&moves), pick(&moves), pick(&numbers));
    let setup = start.split(' ').nth(1).unwrap_or_default();
    let option = pick(&["Level", "Seed", "Hash", "Threads", "Colour", ""]);
    let question = pick(&["gameover", "p1turn", "result", "weather", ""]);
    let mut text = match random.below(16) {
        0 => "isready".to_owned(),
        1 => "ugi".to_owned(),
        2 => "uginewgame".to_owned(),
        3 => "position startpos".to_owned(),
        4 => format!("position startpos moves {m} {other}"),
        5 => format!("position fen {setup} moves {m}"),
        6 => format!("position fen {m}{number} {setup}"),
        7 => format!("query {question}"),
        8 => format!("setoption name {option} value {number}"),
        9 => format!("go nodes {number}"),
        10 => "go movetime 1".to_owned(),
        11 => format!("go p1time {number} p2time 5 p1inc 1 {m} 3"),
        12 => "stop".to_owned(),
        13 => "undo".to_owned(),
        14 => "validmoves".to_owned(),
        _ => format!("{m} {number} {option}"),
    };
    for _ in 0..random.below(8).saturating_sub(5) {
        let signs = [
            '\u{1b}', '\0', '\t', 'é', '–', '字', '"', ' ', '9', '-', '\u{202e}',
        ];
        let sign = signs[random.below(signs.len() as u64) as usize];
        let places = text.char_indices().map(|(at, _)| at).chain([text.len()]);
        let places: Vec<usize> = places.collect();
        text.insert(places[random.below(places.len() as u64) as usize], sign);
    }
    text
}

/// Whatever is sent, the engine answers what it must, complains in one line of plain text, and ends in time.
///
/// `PAPERGAMES_TIMES=20` sends twenty times as many lines.
#[test]
fn any_lines_are_answered_or_refused() {
    let mut random = Seeded::new(11);
    for start in ["sprouts 3", "brussels 2", "sos 3x3", "phutball 5x7"] {
        for _ in 0..times(5) {
            let lines: Vec<String> = (0..50).map(|_| line(start, &mut random)).collect();
            // An infinite search waits for the next line, and every other one is short.
            let input = lines.join("\n") + "\nstop\nquit\n";
            let begun = Instant::now();
            let run = run_with(&format!("ugi {start}"), &input);
            assert_eq!((run.code, run.err.as_str()), (0, ""), "{start}:\n{input}");
            assert!(
                begun.elapsed() < Duration::from_mins(1),
                "{start}:\n{input}"
            );
            let plain = |sign: char| sign == '\n' || !sign.is_control() && sign != '\u{202e}';
            assert!(run.out.chars().all(plain), "{start}:\n{input}\n{}", run.out);
            let asked = lines.iter().filter(|line| *line == "isready").count();
            let ready = run.out.lines().filter(|line| *line == "readyok").count();
            assert_eq!(ready, asked, "{start}:\n{input}\n{}", run.out);
            let moves = run
                .out
                .lines()
                .filter(|line| line.starts_with("bestmove "))
                .count();
            let gone = lines
                .iter()
                .filter(|line| line.trim_start().starts_with("go"))
                .count();
            assert!(moves <= gone, "{start}:\n{input}\n{}", run.out);
        }
    }
}
