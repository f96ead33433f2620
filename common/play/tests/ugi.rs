//! The server of the Universal Game Interface.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::{Arc, Mutex};

use crate::game::{Heap, Take, Wrong, heap};
use papergames_play::common::any::{AnyGame, EngineObject, GameObject};
use papergames_play::common::engine::{Engine, EngineError};
use papergames_play::common::{
    Budget, Describe, Game, Level, Outcome, Player, Record, Report, Stored,
};
use papergames_play::ugi::Server;

/// Sends lines and returns the answers.
fn answers(input: &str) -> Vec<String> {
    let server = Server::new(heap(10)).expect("a game for two");
    let mut output = Vec::new();
    server
        .serve(input.as_bytes(), &mut output)
        .expect("no errors in memory");
    String::from_utf8(output)
        .expect("text")
        .lines()
        .map(String::from)
        .collect()
}

#[test]
fn a_dialogue_is_answered_line_by_line() {
    assert_eq!(
        answers(
            "ugi\nisready\nposition startpos moves 1 2\nquery p1turn\nvalidmoves\nundo\nquery p1turn\nshow\n\
             position fen 3:second moves 3\nquery gameover\nquery result\nvalidmoves\ngo\nquit\nisready\n"
        ),
        [
            "id name papergames 0.1.0",
            "id author the papergames contributors",
            "option name Level type spin default 5 min 1 max 5",
            "option name Seed type spin default 1 min 0 max 18446744073709551615",
            "option name Threads type spin default 1 min 1 max 256",
            "option name Pie type check default false",
            "ugiok",
            "readyok",
            "response true",
            "validmoves 1 2 3",
            "response false",
            "info string 9:second",
            "info string 9:second",
            "response true",
            "response p2win",
            "validmoves",
            "info string error: the game is over",
            "bestmove (none)",
        ]
    );
}

/// Takes as many matches as its level says.
struct Taker(u8);

impl Engine<Heap> for Taker {
    fn choose(
        &mut self,
        _: &Record<Heap>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<Take>),
    ) -> Result<Report<Take>, EngineError> {
        Ok(Report::of_move(Take(self.0)))
    }
}

#[test]
fn an_engine_from_outside_is_made_anew_for_each_game_level_and_seed() {
    let made = Arc::new(Mutex::new(Vec::new()));
    let sink = Arc::clone(&made);
    let server = Server::new(heap(10)).expect("a game for two");
    let mut server = server.engine(move |level, seed| {
        sink.lock().unwrap().push((level.number(), seed));
        EngineObject::new(Taker(level.number()))
    });
    server.level = Level::WEAKEST;
    let input =
        "go\ngo\nsetoption name Level value 3\nsetoption name Seed value 7\ngo\nuginewgame\ngo\n";
    let mut output = Vec::new();
    server
        .serve(input.as_bytes(), &mut output)
        .expect("no errors in memory");
    assert_eq!(
        String::from_utf8(output).expect("text"),
        "bestmove 1\nbestmove 1\nbestmove 3\nbestmove 3\n"
    );
    assert_eq!(*made.lock().unwrap(), [(1, 1), (3, 7), (3, 7)]);
}

#[test]
fn what_is_wrong_is_told_in_one_line_and_changes_nothing() {
    let lines = [
        "fly",
        "position",
        "position fen",
        "position fen ?",
        "position startpos now",
        "position startpos moves 1 9",
        "setoption name Level value 9",
        "setoption name Seed value x",
        "setoption name Threads value 0",
        "setoption name Threads value 257",
        "query weather",
        "undo",
    ];
    let said = answers(&format!(
        "{}\nposition startpos\nquery p1turn\n",
        lines.join("\n")
    ));
    assert_eq!(said.len(), lines.len() + 1, "{said:?}");
    let (last, errors) = said.split_last().expect("lines");
    assert!(
        errors
            .iter()
            .all(|line| line.starts_with("info string error: ")),
        "{said:?}"
    );
    assert_eq!(last, "response true");
}

#[test]
fn a_line_that_is_too_long_is_no_command() {
    let long = "isready ".repeat((1 << 20) / 8 + 2);
    assert_eq!(
        answers(&format!("{long}\nisready\ngo nodes 10\n")),
        [
            "info string error: the line is longer than the limit of 1048576 bytes",
            "readyok",
            // It may have been a position.
            "info string error: the last `position` was refused; send a valid one first",
            "bestmove (none)",
        ]
    );
}

#[test]
fn clocks_of_any_size_are_understood() {
    // `increment * 3 / 4` must not wrap, and neither may anything else.
    let most = u64::MAX;
    for go in [
        format!("go p1time {most} p1inc {most} nodes 10"),
        format!("go movetime {most} nodes 10"),
        "go p1time 0 p1inc 0".to_owned(),
    ] {
        let said = answers(&format!("{go}\n"));
        assert!(
            said.last()
                .is_some_and(|line| line.starts_with("bestmove ")),
            "{go}: {said:?}"
        );
    }
}

#[test]
fn an_infinite_search_ends_when_told() {
    use std::io::{BufReader, Read, Write};

    let (ours, mut lines) = std::io::pipe().expect("a pipe");
    let (mut said, output) = std::io::pipe().expect("a pipe");
    let server = Server::new(heap(200)).expect("a game for two");
    let serving = std::thread::spawn(move || server.serve(BufReader::new(ours), output));
    lines
        .write_all(b"go infinite\nisready\n")
        .expect("it reads");
    let mut heard = String::new();
    let mut byte = [0];
    while !heard.ends_with("readyok\n") {
        assert_eq!(said.read(&mut byte).expect("text"), 1, "{heard}");
        heard.push(char::from(byte[0]));
    }
    assert!(!heard.contains("bestmove"), "{heard}");
    lines.write_all(b"stop\nquit\n").expect("it reads");
    said.read_to_string(&mut heard).expect("text");
    assert_eq!(heard.matches("bestmove ").count(), 1, "{heard}");
    serving.join().expect("no panic").expect("no error");
}

#[test]
fn a_search_with_a_limit_hears_what_is_said() {
    use std::io::{BufReader, Read, Write};
    use std::time::{Duration, Instant};

    for (said, answers) in [
        (
            "xx\nisready\nquit\n",
            ["info string error: expected a command", "readyok"],
        ),
        (
            "position startpos moves 1\nisready\nstop\nshow\nquit\n",
            ["readyok", "199:second"],
        ),
    ] {
        let (ours, mut lines) = std::io::pipe().expect("a pipe");
        let (mut heard, output) = std::io::pipe().expect("a pipe");
        let server = Server::new(heap(200)).expect("a game for two");
        let serving = std::thread::spawn(move || server.serve(BufReader::new(ours), output));
        let begun = Instant::now();
        lines.write_all(b"go movetime 600000\n").expect("it reads");
        std::thread::sleep(Duration::from_millis(50));
        lines.write_all(said.as_bytes()).expect("it reads");
        let mut text = String::new();
        heard.read_to_string(&mut text).expect("text");
        serving.join().expect("no panic").expect("no error");
        assert!(begun.elapsed() < Duration::from_secs(60), "{text}");
        assert_eq!(text.matches("bestmove ").count(), 1, "{text}");
        for answer in answers {
            assert!(text.contains(answer), "{said}: {text}");
        }
    }
}

/// A game with more moves than anybody can list.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Endless;

impl Game for Endless {
    type Move = Heap;
    type Illegal = Wrong;

    fn turn(&self) -> Option<Player> {
        Some(Player::FIRST)
    }
    fn outcome(&self) -> Option<Outcome> {
        None
    }
    fn for_each_move(&self, visit: &mut dyn FnMut(Heap) -> ControlFlow<()>) -> ControlFlow<()> {
        (0_u8..=u8::MAX).cycle().try_for_each(|left| {
            visit(Heap {
                left,
                mover: Player::FIRST,
            })
        })
    }
    fn check(&self, _: &Heap) -> Result<(), Wrong> {
        Ok(())
    }
    fn apply(&mut self, _: &Heap) -> Result<(), Wrong> {
        Ok(())
    }
}

impl Stored for Endless {}

impl fmt::Display for Endless {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("endless")
    }
}

impl FromStr for Endless {
    type Err = Wrong;

    fn from_str(_: &str) -> Result<Endless, Wrong> {
        Ok(Endless)
    }
}

impl Describe for Endless {}

static ENDLESS: GameObject<Endless> = GameObject::new();

#[test]
fn what_cannot_be_listed_is_not_listed() {
    let mut said = Vec::new();
    let server = Server::new(ENDLESS.parse("endless").expect("a position"));
    let mut server = server.expect("a game for two");
    let _ = server.answer("validmoves", &mut |line| said.push(line.to_owned()));
    assert_eq!(
        said,
        ["info string error: the position has more than 10000 moves, which are too many to list"]
    );
}

/// An engine that writes down how many threads it is given.
struct Counted(Arc<Mutex<Vec<usize>>>);

impl Engine<Heap> for Counted {
    fn choose(
        &mut self,
        _: &Record<Heap>,
        _: &Budget,
        _: &mut dyn FnMut(&Report<Take>),
    ) -> Result<Report<Take>, EngineError> {
        self.0.lock().expect("no panic").push(0);
        Ok(Report::of_move(Take(1)))
    }

    fn set_threads(&mut self, threads: usize) {
        self.0.lock().expect("no panic").push(threads);
    }
}

#[test]
fn the_engine_gets_as_many_threads_as_the_option_says() {
    let seen = Arc::new(Mutex::new(Vec::new()));
    let shared = Arc::clone(&seen);
    let server = Server::new(heap(10)).expect("a game for two");
    let mut server = server.engine(move |_, _| EngineObject::new(Counted(Arc::clone(&shared))));
    let lines = [
        "setoption name Threads value 3",
        "go",
        "setoption name Threads value 2",
        "go",
        "setoption name Seed value 5",
        "go",
        "setoption name Threads value 9999",
        "go",
    ];
    for line in lines {
        let _ = server.answer(line, &mut |_| ());
    }
    // An engine is made for the first move, and again for another seed; 0 is a move.
    assert_eq!(*seen.lock().expect("no panic"), [3, 0, 2, 0, 2, 0, 0]);
}

#[test]
fn the_second_player_may_answer_the_first_turn_with_swap() {
    let mut server = Server::new(heap(10)).expect("a game for two");
    let mut ask = |lines: &[&str]| {
        let mut said = Vec::new();
        for line in lines {
            let _ = server.answer(line, &mut |line| said.push(line.to_owned()));
        }
        said.retain(|line| !line.starts_with("info"));
        said
    };
    // Eight matches are lost for the player to move, seven are not.
    let lost = "position startpos moves 2";
    assert!(
        ask(&[lost, "go"])[0] != "bestmove swap",
        "the rule is not in force"
    );
    assert_eq!(
        ask(&["setoption name pie value true", lost, "validmoves"]),
        ["validmoves 1 2 3 swap"]
    );
    assert_eq!(ask(&[lost, "go"]), ["bestmove swap"]);
    assert_eq!(ask(&["position startpos moves 3", "go"]), ["bestmove 3"]);
    // The same player is to move after the exchange, which is possible only once.
    let swapped = "position startpos moves 2 swap";
    assert_eq!(
        ask(&[swapped, "query p1turn", "validmoves"]),
        ["response false", "validmoves 1 2 3"]
    );
    assert!(ask(&[swapped, "go"])[0] != "bestmove swap");
    assert_eq!(
        ask(&["position startpos moves 2 swap 1", "show", "query p1turn"]),
        ["response true"]
    );
    assert_eq!(ask(&["undo", "undo", "validmoves"]), ["validmoves 1 2 3"]);
    assert_eq!(ask(&[lost, "go"]), ["bestmove swap"]);
    for late in [
        "position startpos moves swap",
        "position startpos moves 2 swap swap",
        "position startpos moves 1 1 swap",
    ] {
        assert_eq!(
            ask(&[late, "validmoves"]),
            Vec::<String>::new(),
            "{late} is refused"
        );
    }
}

/// Commands of words of the protocol in any order, and of words that mean harm: each `isready` is answered, in lines
/// that command no terminal. A tenth of 360,000.
#[test]
fn any_commands_are_answered_in_printable_lines() {
    use papergames_play::common::{Random, Seeded};

    const WORDS: [&str; 30] = [
        "ugi",
        "uginewgame",
        "position",
        "startpos",
        "fen",
        "moves",
        "go",
        "nodes",
        "1",
        "movetime",
        "p1time",
        "-1",
        "99999999999999999999",
        "query",
        "result",
        "gameover",
        "p1turn",
        "validmoves",
        "undo",
        "show",
        "setoption",
        "name",
        "value",
        "level",
        "0x1",
        "3,4:first+",
        "\u{1b}[2J",
        "鈴木",
        "\u{202e}",
        "\t",
    ];
    let random = &mut Seeded::new(65);
    for round in 0..360 {
        let (mut input, mut asked) = (String::new(), 0);
        for _ in 0..100 {
            if random.below(5) == 0 {
                input += "isready\n";
                asked += 1;
                continue;
            }
            for _ in 0..=random.below(6) {
                input += WORDS[random.below(WORDS.len() as u64) as usize];
                input.push(' ');
            }
            input.push('\n');
        }
        let lines = answers(&(input.clone() + "quit\n"));
        let ready = lines.iter().filter(|line| *line == "readyok").count();
        assert_eq!(ready, asked, "round {round}: {input}");
        let is_printable = |line: &String| !line.contains(|c: char| c.is_control());
        assert!(lines.iter().all(is_printable), "round {round}: {lines:?}");
    }
}
