//! The server side of the interface: offers a game as an engine.

use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::str::SplitWhitespace;
#[cfg(feature = "threads")]
use std::sync::atomic::{AtomicBool, Ordering};
#[cfg(feature = "threads")]
use std::sync::{Arc, Mutex};
use std::time::Duration;

use common::any::{AnyEngine, AnyRecord};
use common::describe::Refused;
use common::engine::EngineError;
use common::record::ParseRecordError;
use common::text::Unexpected;
use common::{Budget, Level, Outcome, Player, Report};

use super::{LONGEST_LINE, Line, read_line, skip_line};
use crate::clock;

/// The limits that `go` knows, each with a number after it.
const LIMITS: [&str; 7] = [
    "movetime", "nodes", "depth", "p1time", "p2time", "p1inc", "p2inc",
];

/// The most moves that `validmoves` lists. A position of Sprouts can have more than fit in memory.
pub const MOST_MOVES: usize = 10_000;

/// The most threads that the option `Threads` accepts.
pub const MOST_THREADS: usize = 256;

/// What is wrong with a command, as the server says it after `info string error: `.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum UgiError {
    /// The game is not for two players.
    #[error(
        "expected a game for two players, which is all that the protocol knows, found {players}"
    )]
    Players {
        /// How many players it has.
        players: usize,
    },
    /// The command is not in the protocol.
    #[error("expected a command of the protocol, found `{found}`")]
    Command {
        /// The word.
        found: String,
    },
    /// A word is out of place.
    #[error("expected {expected}, found `{found}`")]
    Word {
        /// The expected word.
        expected: String,
        /// The word; empty at the end of the line.
        found: String,
    },
    /// A limit of `go` without a number.
    #[error("expected a number after `{limit}`")]
    Number {
        /// The limit.
        limit: String,
    },
    /// The level is not a number from 1 to 5.
    #[error(transparent)]
    Level(#[from] Unexpected),
    /// The position cannot be read.
    #[error("{0}")]
    Position(String),
    /// A move is illegal or cannot be read.
    #[error("move {number}, `{text}`: {reason}")]
    Move {
        /// Which move of the command, counted from 1.
        number: usize,
        /// The move.
        text: String,
        /// What is wrong with it.
        reason: Refused,
    },
    /// The last `position` was refused, so there is nothing to think about.
    #[error("expected a valid `position` first, since the last one was refused")]
    NoPosition,
    /// The game is over, so there is no move to choose.
    #[error("expected a game that goes on, found it over")]
    Over,
    /// There is no move to take back.
    #[error("expected a move to undo, found the start")]
    Start,
    /// There are too many moves to list.
    #[error("expected at most {MOST_MOVES} moves to list, found more")]
    TooManyMoves,
    /// A line of the input is too long.
    #[error("expected a line of at most {LONGEST_LINE} bytes, found a longer one")]
    TooLong,
    /// The engine has no move.
    #[error(transparent)]
    Engine(#[from] EngineError),
}

/// A game that speaks the protocol.
///
/// # Examples
///
/// ```
/// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
/// # fn main() -> Result<(), papergames_play::ugi::UgiError> {
/// use papergames_play::ugi::Server;
///
/// let mut server = Server::new(heap(10))?;
/// let mut said = Vec::new();
/// for line in ["position startpos moves 3 3", "query p1turn", "validmoves", "go nodes 1000"] {
///     let _ = server.answer(line, &mut |line| said.push(line.to_owned()));
/// }
/// assert_eq!(said[..2], ["response true", "validmoves 1 2 3"]);
/// // Four are left: whatever is taken, the other player takes the rest.
/// assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")));
/// # Ok(())
/// # }
/// ```
pub struct Server {
    name: String,
    author: String,
    /// The position in which the games begin, as a record without moves.
    start: Box<dyn AnyRecord>,
    /// `None` after a `position` that was refused, until a valid one.
    record: Option<Box<dyn AnyRecord>>,
    level: Level,
    seed: u64,
    threads: usize,
    most: Budget,
    /// Creates an engine from outside; without it, the game's own plays.
    make: Option<Maker>,
    /// Created when first needed, as the protocol requires; `None` while it thinks.
    engine: Option<Box<dyn AnyEngine>>,
    /// What the engine's level may spend on a move.
    usual: Budget,
}

/// Creates an engine of a level from a seed.
type Maker = Box<dyn FnMut(Level, u64) -> Box<dyn AnyEngine> + Send>;

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

/// What a command requires besides its answer.
enum Asked {
    Nothing,
    Think(Thought),
}

/// An engine with a position to think about.
struct Thought {
    engine: Box<dyn AnyEngine>,
    record: Box<dyn AnyRecord>,
    budget: Budget,
    /// Whether only `stop` ends it.
    #[cfg_attr(
        not(feature = "threads"),
        expect(dead_code, reason = "nobody listens while it thinks")
    )]
    infinite: bool,
}

impl Thought {
    /// Thinks, reporting progress, and returns the engine and the line with the move.
    fn run(mut self, say: &mut dyn FnMut(&str)) -> (Box<dyn AnyEngine>, Result<String, UgiError>) {
        let mut told = String::new();
        let turn = self.record.turn().unwrap_or(Player::FIRST);
        // Engines report more often than their reports change.
        let mut tell = |report: &Report<String>| {
            let info = info(report, turn);
            if !info.is_empty() && info != told {
                say(&info);
                told = info;
            }
        };
        let chosen = self.engine.choose(&*self.record, &self.budget, &mut tell);
        let said = chosen.and_then(|report| {
            tell(&report);
            let best = report.best().ok_or(EngineError::GameOver)?;
            Ok(format!("bestmove {best}"))
        });
        (self.engine, said.map_err(UgiError::from))
    }
}

/// Returns a report as an `info` line; empty if it contains nothing. The score is for the player to move.
fn info(report: &Report<String>, turn: Player) -> String {
    let Some(value) = report.value else {
        return String::new();
    };
    let mut text = "info".to_owned();
    if report.nodes > 0 || report.depth > 0 {
        let milliseconds = report.elapsed.as_millis();
        let _ = write!(
            text,
            " depth {} nodes {} time {milliseconds}",
            report.depth, report.nodes
        );
    }
    let _ = write!(text, " score cp {} pv", value.seen_by(turn));
    for m in &report.line {
        let _ = write!(text, " {m}");
    }
    text
}

impl Server {
    /// Returns a server whose games begin at the last position of `start`. The game's own engine plays, at the
    /// strongest level.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is not for two players.
    pub fn new(start: Box<dyn AnyRecord>) -> Result<Server, UgiError> {
        if start.players() != 2 {
            return Err(UgiError::Players {
                players: start.players(),
            });
        }
        let has_begun = !start.is_empty();
        let start = if has_begun { start.restart() } else { start };
        Ok(Server {
            name: format!("papergames {}", env!("CARGO_PKG_VERSION")),
            author: "the papergames contributors".into(),
            record: Some(start.clone()),
            start,
            level: Level::STRONGEST,
            seed: 1,
            threads: 1,
            most: Budget::new(),
            make: None,
            engine: None,
            usual: Budget::new(),
        })
    }

    /// Lets another engine play than the game's own.
    ///
    /// `make` creates the engine from the level and the seed before its first move, and again after `uginewgame` or
    /// `setoption`; an engine without levels or chance ignores them. The engine should respect its budget. If `go`
    /// names no limit, that is the [game's budget](common::any::AnyGame::engine) for the level.
    ///
    /// # Examples
    ///
    /// ```
    /// # include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/game/mod.rs"));
    /// # fn main() -> Result<(), papergames_play::ugi::UgiError> {
    /// use papergames_play::common::any::Following;
    /// use papergames_play::common::engine::{Engine, EngineError};
    /// use papergames_play::common::{Budget, Record, Report};
    /// use papergames_play::ugi::Server;
    ///
    /// /// Takes as many matches as it may.
    /// struct Greedy;
    ///
    /// impl Engine<Heap> for Greedy {
    ///     fn choose(
    ///         &mut self,
    ///         record: &Record<Heap>,
    ///         _: &Budget,
    ///         _: &mut dyn FnMut(&Report<Take>),
    ///     ) -> Result<Report<Take>, EngineError> {
    ///         let most = record.position().moves().pop();
    ///         most.map(Report::of_move).ok_or(EngineError::GameOver)
    ///     }
    /// }
    ///
    /// let server = Server::new(heap(10))?.engine(|_, _| Following::new(Greedy));
    /// let mut server = server.name("Greedy 1.0").author("A. Player");
    /// let mut said = Vec::new();
    /// for line in ["ugi", "position startpos", "go movetime 100"] {
    ///     let _ = server.answer(line, &mut |line| said.push(line.to_owned()));
    /// }
    /// assert_eq!(said[0], "id name Greedy 1.0");
    /// assert_eq!(said.last().map(String::as_str), Some("bestmove 3"));
    /// # Ok(())
    /// # }
    /// ```
    #[must_use]
    pub fn engine<E: AnyEngine + 'static>(
        self,
        mut make: impl FnMut(Level, u64) -> E + Send + 'static,
    ) -> Server {
        Server {
            make: Some(Box::new(move |level, seed| Box::new(make(level, seed)))),
            engine: None,
            ..self
        }
    }

    /// Sets the name of the engine.
    #[must_use]
    pub fn name(self, name: impl Into<String>) -> Server {
        Server {
            name: name.into(),
            ..self
        }
    }

    /// Sets the author of the engine.
    #[must_use]
    pub fn author(self, author: impl Into<String>) -> Server {
        Server {
            author: author.into(),
            ..self
        }
    }

    /// Sets limits that hold for every `go`, whatever it asks for.
    #[must_use]
    pub fn within(self, most: Budget) -> Server {
        Server { most, ..self }
    }

    /// Sets the playing level, until an option changes it.
    #[must_use]
    pub fn level(self, level: Level) -> Server {
        Server { level, ..self }
    }

    /// Sets the random seed, until an option changes it.
    #[must_use]
    pub fn seed(self, seed: u64) -> Server {
        Server { seed, ..self }
    }

    /// Sets how many threads the engine uses, until an option changes it; see [`AnyEngine::set_threads`].
    #[must_use]
    pub fn threads(self, threads: usize) -> Server {
        Server {
            threads: threads.clamp(1, MOST_THREADS),
            ..self
        }
    }

    /// Executes a command and calls `say` with each line of the answer; breaks on `quit`.
    ///
    /// The engine thinks before this returns, so nothing can stop it: `go infinite` thinks as long as the level usually
    /// does. To listen while it thinks, use `serve` (feature `threads`).
    pub fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()> {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or("");
        if command == "quit" {
            return ControlFlow::Break(());
        }
        let answered = match self.obey(command, &mut words, say) {
            Ok(Asked::Nothing) => Ok(()),
            Ok(Asked::Think(thought)) => {
                let (engine, best) = thought.run(say);
                self.engine = Some(engine);
                best.map(|best| say(&best))
            }
            Err(error) => Err(error),
        };
        if let Err(error) = answered {
            say(&one_line(&error));
        }
        ControlFlow::Continue(())
    }

    /// Speaks the protocol until `quit` or the end of the input. It does not listen while it thinks.
    ///
    /// # Errors
    ///
    /// Returns the error of the input or the output.
    pub fn serve_in_turn(
        mut self,
        mut input: impl BufRead,
        mut output: impl Write,
    ) -> io::Result<()> {
        loop {
            let mut written = Ok(());
            let mut say = |line: &str| {
                if written.is_ok() {
                    written = writeln!(output, "{line}").and_then(|()| output.flush());
                }
            };
            let done = match read_line(&mut input, LONGEST_LINE)? {
                Line::Text(line) => self.answer(&line, &mut say),
                Line::TooLong => {
                    skip_line(&mut input)?;
                    say(&one_line(&self.too_long()));
                    ControlFlow::Continue(())
                }
                Line::End => ControlFlow::Break(()),
            };
            written?;
            if done.is_break() {
                return Ok(());
            }
        }
    }

    fn obey(
        &mut self,
        command: &str,
        words: &mut SplitWhitespace<'_>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Asked, UgiError> {
        match command {
            "isready" => say("readyok"),
            // There is nothing to stop.
            "" | "stop" => (),
            "ugi" => {
                say(&format!("id name {}", self.name));
                say(&format!("id author {}", self.author));
                say(&format!(
                    "option name Level type spin default {} min 1 max 5",
                    self.level
                ));
                say(&format!(
                    "option name Seed type spin default {} min 0 max {}",
                    self.seed,
                    u64::MAX
                ));
                say(&format!(
                    "option name Threads type spin default {} min 1 max {MOST_THREADS}",
                    self.threads
                ));
                say("ugiok");
            }
            "setoption" => self.option(words)?,
            "uginewgame" => {
                self.engine = None;
                self.record = Some(self.start.clone());
            }
            "position" => {
                self.record = None;
                self.record = Some(self.position(words)?);
            }
            "go" => return self.go(words).map(Asked::Think),
            "query" => say(&self.query(words.next().unwrap_or(""))?),
            "validmoves" => say(&valid_moves(self.record()?)?),
            "undo" => {
                let record = self.record.as_mut().ok_or(UgiError::NoPosition)?;
                let before = record.len().checked_sub(1).ok_or(UgiError::Start)?;
                record.rewind(before);
            }
            "show" => {
                let record = self.record()?;
                say(&format!("info string {}", record.position()));
                for line in record.bare_board().lines() {
                    say(&format!("info string {line}"));
                }
            }
            _ => {
                return Err(UgiError::Command {
                    found: short(command),
                });
            }
        }
        Ok(Asked::Nothing)
    }

    /// Refuses a line that is too long. It may have been a `position`.
    fn too_long(&mut self) -> UgiError {
        self.record = None;
        UgiError::TooLong
    }

    fn option(&mut self, words: &mut SplitWhitespace<'_>) -> Result<(), UgiError> {
        let words: Vec<&str> = words.collect();
        match words[..] {
            ["name", "Level" | "level", "value", level] => self.level = level.parse()?,
            ["name", "Seed" | "seed", "value", seed] => {
                self.seed = seed.parse().map_err(|_| UgiError::Word {
                    expected: "a seed".into(),
                    found: short(seed),
                })?;
            }
            ["name", "Threads" | "threads", "value", threads] => {
                let number = threads.parse().ok();
                let known = number.filter(|number| (1..=MOST_THREADS).contains(number));
                self.threads = known.ok_or_else(|| UgiError::Word {
                    expected: format!("a number of threads from 1 to {MOST_THREADS}"),
                    found: short(threads),
                })?;
                // The engine keeps what it knows.
                if let Some(engine) = &mut self.engine {
                    engine.set_threads(self.threads);
                }
                return Ok(());
            }
            _ => {
                return Err(UgiError::Word {
                    expected: "`name Level value N`, `name Seed value N` or `name Threads value N`"
                        .into(),
                    found: short(&words.join(" ")),
                });
            }
        }
        self.engine = None;
        Ok(())
    }

    /// The game that was set up last.
    fn record(&self) -> Result<&dyn AnyRecord, UgiError> {
        self.record.as_deref().ok_or(UgiError::NoPosition)
    }

    /// Reads the rest of the command `position`.
    fn position(&self, words: &mut SplitWhitespace<'_>) -> Result<Box<dyn AnyRecord>, UgiError> {
        let expected = |expected: &str, word: Option<&str>| UgiError::Word {
            expected: expected.into(),
            found: short(word.unwrap_or("")),
        };
        let mut record = match words.next() {
            Some("startpos") => self.start.clone(),
            Some("fen") => {
                let text = words.next();
                let text = text.ok_or_else(|| expected("a position after `fen`", None))?;
                let read = self.start.game().parse(text);
                read.map_err(|error| {
                    UgiError::Position(match error {
                        ParseRecordError::Setup(reason) => reason.to_string(),
                        other => other.to_string(),
                    })
                })?
            }
            word => return Err(expected("`startpos` or `fen`", word)),
        };
        let players = record.players();
        if players != 2 {
            return Err(UgiError::Players { players });
        }
        match words.next() {
            None => (),
            Some("moves") => {
                for (word, number) in words.zip(1..) {
                    play(&mut *record, word).map_err(|reason| UgiError::Move {
                        number,
                        text: short(word),
                        reason,
                    })?;
                }
            }
            word => return Err(expected("`moves`", word)),
        }
        Ok(record)
    }

    fn go(&mut self, words: &mut SplitWhitespace<'_>) -> Result<Thought, UgiError> {
        let record = self.record()?.boxed();
        let turn = record.turn().ok_or(UgiError::Over)?;
        let mut budget = Budget::new();
        let (mut limited, mut infinite) = (false, false);
        let (mut time, mut increment) = (None, Duration::ZERO);
        while let Some(word) = words.next() {
            if word == "infinite" {
                infinite = true;
                continue;
            }
            if !LIMITS.contains(&word) {
                return Err(UgiError::Word {
                    expected: format!("`infinite` or a limit ({})", LIMITS.join(", ")),
                    found: short(word),
                });
            }
            let number = words.next().and_then(|number| number.parse::<u64>().ok());
            let number = number.ok_or_else(|| UgiError::Number { limit: word.into() })?;
            let milliseconds = Duration::from_millis(number);
            let first = turn == Player::FIRST;
            match word {
                "movetime" => budget = budget.time(milliseconds),
                "nodes" => budget = budget.nodes(number),
                "depth" => budget = budget.depth(u32::try_from(number).unwrap_or(u32::MAX)),
                "p1time" if first => time = Some(milliseconds),
                "p2time" if !first => time = Some(milliseconds),
                "p1inc" if first => increment = milliseconds,
                "p2inc" if !first => increment = milliseconds,
                // The clock of the other player.
                _ => continue,
            }
            limited = true;
        }
        if let Some(time) = time {
            budget = budget.time(clock::share(time, increment));
        }
        let unlimited = infinite && cfg!(feature = "threads");
        let engine = self.ready();
        if !(limited || unlimited) {
            budget = self.usual.clone();
        }
        let budget = budget.within(&self.most);
        Ok(Thought {
            engine,
            record,
            budget,
            infinite,
        })
    }

    /// Takes the engine, or creates it.
    fn ready(&mut self) -> Box<dyn AnyEngine> {
        if let Some(engine) = self.engine.take() {
            return engine;
        }
        let own = (self.start.game()).engine(&self.level.to_string(), self.seed);
        let (own, usual) = own.expect("a game has an engine of every level");
        self.usual = usual;
        let mut engine = match &mut self.make {
            Some(make) => make(self.level, self.seed),
            None => own,
        };
        engine.set_threads(self.threads);
        engine
    }

    fn query(&self, question: &str) -> Result<String, UgiError> {
        let record = self.record()?;
        let answer = match question {
            "gameover" => record.outcome().is_some().to_string(),
            "p1turn" => (record.turn() == Some(Player::FIRST)).to_string(),
            "result" => match record.outcome() {
                None => "none".into(),
                Some(Outcome::Win(Player::FIRST)) => "p1win".into(),
                Some(Outcome::Win(_)) => "p2win".into(),
                Some(_) => "draw".into(),
            },
            _ => {
                return Err(UgiError::Word {
                    expected: "`query gameover`, `p1turn` or `result`".into(),
                    found: short(question),
                });
            }
        };
        Ok(format!("response {answer}"))
    }
}

/// Returns the line that lists the moves, or an error if there are more than [`MOST_MOVES`].
fn valid_moves(record: &dyn AnyRecord) -> Result<String, UgiError> {
    let mut line = "validmoves".to_owned();
    let mut listed = 0;
    let all = record.for_each_move(&mut |_, m| {
        if listed == MOST_MOVES {
            return ControlFlow::Break(());
        }
        listed += 1;
        let _ = write!(line, " {m}");
        ControlFlow::Continue(())
    });
    if all.is_break() {
        Err(UgiError::TooManyMoves)
    } else {
        Ok(line)
    }
}

/// Plays the move or the turn that a word stands for, in its plain spelling or in any that people type.
///
/// # Errors
///
/// Returns why the word is not a legal move in its plain spelling, which is the one that programs use.
fn play(record: &mut dyn AnyRecord, word: &str) -> Result<(), Refused> {
    record.play(word).map_err(|refused| {
        let plain = record.check(word).err();
        plain.unwrap_or(refused).reason
    })
}

/// Returns an error as a line of the protocol.
fn one_line(error: &UgiError) -> String {
    format!("info string error: {error}").replace(['\n', '\r'], " ")
}

/// Returns the beginning of a word, for messages.
fn short(word: &str) -> String {
    word.chars().take(80).collect()
}

#[cfg(feature = "threads")]
mod listening {
    use super::*;

    /// An engine that is thinking, and the flag that makes it stop.
    struct Search {
        thread: std::thread::JoinHandle<(Box<dyn AnyEngine>, io::Result<()>)>,
        stop: Arc<AtomicBool>,
        infinite: bool,
    }

    /// The output. The thinking thread writes to it too, so each line is written as a whole.
    type Output = Arc<Mutex<dyn Write + Send>>;

    fn write_line(output: &Output, line: &str) -> io::Result<()> {
        let mut output = output
            .lock()
            .map_err(|_| io::Error::other("another thread failed while it wrote"))?;
        writeln!(output, "{line}")?;
        output.flush()
    }

    impl Server {
        /// Speaks the protocol until `quit` or the end of the input, and listens while it thinks: `stop` and `isready`
        /// are answered at once, any other command after the move.
        ///
        /// # Errors
        ///
        /// Returns the error of the input or the output.
        pub fn serve(
            mut self,
            mut input: impl BufRead,
            output: impl Write + Send + 'static,
        ) -> io::Result<()> {
            let output: Output = Arc::new(Mutex::new(output));
            let mut search = None;
            loop {
                let line = match read_line(&mut input, LONGEST_LINE)? {
                    Line::Text(line) => line,
                    Line::TooLong => {
                        skip_line(&mut input)?;
                        write_line(&output, &one_line(&self.too_long()))?;
                        continue;
                    }
                    Line::End => return self.join(&mut search, false),
                };
                let mut words = line.split_whitespace();
                let command = words.next().unwrap_or("");
                match command {
                    "quit" | "stop" => self.join(&mut search, true)?,
                    "isready" | "" => (),
                    _ => self.join(&mut search, false)?,
                }
                if command == "quit" {
                    return Ok(());
                }
                let mut written = Ok(());
                let asked = self.obey(command, &mut words, &mut |line| {
                    if written.is_ok() {
                        written = write_line(&output, line);
                    }
                });
                written?;
                match asked {
                    Ok(Asked::Nothing) => (),
                    Ok(Asked::Think(thought)) => {
                        search = Some(Search::start(thought, Arc::clone(&output))?);
                    }
                    Err(error) => write_line(&output, &one_line(&error))?,
                }
            }
        }

        /// Waits until the engine has answered; stops it if asked to, or if nothing else would.
        fn join(&mut self, search: &mut Option<Search>, stop: bool) -> io::Result<()> {
            let Some(search) = search.take() else {
                return Ok(());
            };
            if stop || search.infinite {
                search.stop.store(true, Ordering::Relaxed);
            }
            let (engine, written) = search
                .thread
                .join()
                .map_err(|_| io::Error::other("the search has failed"))?;
            self.engine = Some(engine);
            written
        }
    }

    impl Search {
        fn start(thought: Thought, output: Output) -> io::Result<Search> {
            let stop = Arc::new(AtomicBool::new(false));
            let infinite = thought.infinite;
            let flag = Arc::clone(&stop);
            let thought = Thought {
                budget: thought.budget.stop(Arc::clone(&stop)),
                ..thought
            };
            let thread = std::thread::Builder::new().spawn(move || {
                let mut written = Ok(());
                let (engine, best) = thought.run(&mut |line| {
                    if written.is_ok() {
                        written = write_line(&output, line);
                    }
                });
                // After `go infinite` the answer waits for `stop`, even if the search has already ended.
                while infinite && !flag.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(2));
                }
                let line = best.unwrap_or_else(|error| one_line(&error));
                (engine, written.and_then(|()| write_line(&output, &line)))
            })?;
            Ok(Search {
                thread,
                stop,
                infinite,
            })
        }
    }
}
