//! The server side of the protocol, which makes a game's engine available to other programs.

use std::collections::VecDeque;
use std::fmt::Write as _;
use std::io::{self, BufRead, Write};
use std::num::IntErrorKind;
use std::ops::ControlFlow;
use std::str::SplitWhitespace;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::sync_channel;
use std::sync::{Arc, Mutex};
use std::thread::Builder;
use std::time::Duration;

use common::any::{AnyEngine, AnyGame, AnyMove, AnyRecord, Sheets};
use common::describe::Refused;
use common::engine::EngineError;
use common::format::short;
use common::{Budget, Level, Outcome, Player, RecordError, Report};

use super::line::{InputLine, LONGEST_LINE, read_line};
use crate::clock;
use crate::listing::first_moves;
use crate::pie::Pie;

/// The word with which the second player takes the first player's seat.
const SWAP: &str = "swap";

/// The word after `go` for a search that only `stop` ends.
const INFINITE: &str = "infinite";

/// The maximum number of moves that `validmoves` lists. A position of Sprouts can have more than fit in memory.
const MOST_MOVES: usize = 10_000;

/// The maximum number of threads that the option `Threads` accepts.
const MOST_THREADS: usize = 256;

/// The maximum number of commands that wait for the engine. If a program sends more, it has to wait as well.
const MOST_AHEAD: usize = 256;

/// A server that makes a game's engine available over the protocol.
///
/// # Examples
///
/// ```
/// use papergames_play::common::any::AnyGame;
/// use papergames_play::common::nim::NIM;
/// use papergames_play::ugi::Server;
///
/// let mut server = Server::new(NIM.parse("2,2:first+")?)?;
/// let mut said = Vec::new();
/// for line in ["position startpos moves 0x1 1x1", "query p1turn", "validmoves", "go nodes 1000"] {
///     let _ = server.answer(line, &mut |line| said.push(line.to_owned()));
/// }
/// assert_eq!(said[..2], ["response true", "validmoves 0x1 1x1"]);
/// // Two heaps of one match are left. Whichever is taken, the other player takes the last match.
/// assert!(said.last().is_some_and(|line| line.starts_with("bestmove ")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Server {
    /// The name of the engine.
    pub name: String,
    /// The author of the engine.
    pub author: String,
    /// The level at which the engine plays, until an option changes it.
    pub level: Level,
    /// Limits that apply to every `go` command, even if the command asks for more.
    pub most: Budget,
    /// The position in which the games begin, as a record without moves.
    start: Box<dyn AnyRecord>,
    /// `None` after a `position` that was refused, until a valid one.
    record: Option<Box<dyn AnyRecord>>,
    /// Whether the players may exchange seats, and whether they have in the position that was set up last.
    pie: Pie,
    seed: u64,
    threads: usize,
    /// The function that creates an engine; if it is `None`, the game's own engine plays.
    make: Option<EngineMaker>,
    /// The engine and the budget of its level for a move. The engine is created when it is first needed, as the
    /// protocol requires.
    /// The engine, the game that it plays, and its usual budget.
    engine: Option<(Box<dyn AnyEngine>, &'static dyn AnyGame, Budget)>,
}

/// A function that creates an engine from a level and a seed.
type EngineMaker = Box<dyn FnMut(Level, u64) -> Box<dyn AnyEngine> + Send>;

impl std::fmt::Debug for Server {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Server")
            .field("record", &self.record)
            .finish_non_exhaustive()
    }
}

/// Returns a report as an `info` line; empty if it contains nothing. The score is for the player to move.
fn info(report: &Report<AnyMove>, turn: Player) -> String {
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
    /// Returns a server whose games begin at the last position of `start`. The game's own engine plays at the strongest
    /// level.
    ///
    /// # Errors
    ///
    /// Returns an error if the game is not for two players.
    pub fn new(start: Box<dyn AnyRecord>) -> Result<Server, Refused> {
        expect_two(&*start)?;
        let has_begun = !start.is_empty();
        let start = if has_begun { start.restart() } else { start };
        Ok(Server {
            name: format!("papergames {}", env!("CARGO_PKG_VERSION")),
            author: "the papergames contributors".into(),
            record: Some(start.clone()),
            start,
            pie: Pie::Off,
            level: Level::STRONGEST,
            seed: 1,
            threads: 1,
            most: Budget::new(),
            make: None,
            engine: None,
        })
    }

    /// Replaces the game's own engine with the engines that `make` creates.
    ///
    /// `make` creates an engine from the level and the seed before its first move, and again after `uginewgame` or
    /// `setoption`. An engine that has no levels or makes no random choices ignores them. The engine should stay within
    /// its budget, which is one second if `go` sets no limit.
    ///
    /// # Examples
    ///
    /// ```
    /// use papergames_play::common::any::{AnyGame, EngineObject};
    /// use papergames_play::common::engine::{Engine, EngineError};
    /// use papergames_play::common::nim::{NIM, Nim, Take};
    /// use papergames_play::common::{Budget, Game, Record, Report};
    /// use papergames_play::ugi::Server;
    ///
    /// /// Takes the whole of the last heap.
    /// struct Greedy;
    ///
    /// impl Engine<Nim> for Greedy {
    ///     fn choose(
    ///         &mut self,
    ///         record: &Record<Nim>,
    ///         _: &Budget,
    ///         _: &mut dyn FnMut(&Report<Take>),
    ///     ) -> Result<Report<Take>, EngineError> {
    ///         let most = record.position().moves().pop();
    ///         most.map(Report::of_move).ok_or(EngineError::GameOver)
    ///     }
    /// }
    ///
    /// let mut server = Server::new(NIM.parse("3,4:first+")?)?.engine(|_, _| EngineObject::new(Greedy));
    /// server.name = "Greedy 1.0".to_owned();
    /// server.author = "A. Player".to_owned();
    /// let mut said = Vec::new();
    /// for line in ["ugi", "position startpos", "go movetime 100"] {
    ///     let _ = server.answer(line, &mut |line| said.push(line.to_owned()));
    /// }
    /// assert_eq!(said[0], "id name Greedy 1.0");
    /// assert_eq!(said.last().map(String::as_str), Some("bestmove 1x4"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
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

    /// Executes a command and calls `say` with each line of the answer; returns `Break` on `quit`.
    ///
    /// This method returns only when the engine has finished thinking, so nothing can stop the engine. After `go
    /// infinite`, it thinks as long as it usually does at its level. To handle commands while the engine thinks, use
    /// [`serve`](Server::serve).
    pub fn answer(&mut self, line: &str, say: &mut dyn FnMut(&str)) -> ControlFlow<()> {
        if line.split_whitespace().next() == Some("quit") {
            return ControlFlow::Break(());
        }
        self.act(line, None, say);
        ControlFlow::Continue(())
    }

    /// Runs the protocol until `quit` or the end of the input, and handles commands while the engine thinks: `stop`,
    /// `isready` and unknown commands are answered at once, all other commands after the move.
    ///
    /// # Errors
    ///
    /// Returns an error if the input or the output fails, or if the system has no threads.
    pub fn serve(mut self, mut input: impl BufRead, output: impl Write + Send) -> io::Result<()> {
        let output = Mutex::new(output);
        // Two threads write, so each line is written as a whole.
        let write = |line: &str| {
            let failed = |_| io::Error::other("another thread failed while it was writing");
            let mut output = output.lock().map_err(failed)?;
            writeln!(output, "{line}")?;
            output.flush()
        };
        let (orders, received) = sync_channel(MOST_AHEAD);
        std::thread::scope(|scope| {
            let write = &write;
            let worker = Builder::new().spawn_scoped(scope, move || {
                let mut orders = received.into_iter();
                orders.try_for_each(|order: Assignment| self.carry_out(&order, write))
            })?;
            let mut ahead: VecDeque<Assignment> = VecDeque::new();
            let read = loop {
                let line = match read_line(&mut input, LONGEST_LINE) {
                    Ok(InputLine::Text(line)) => Some(line),
                    Ok(InputLine::TooLong) => match input.skip_until(b'\n') {
                        Ok(_) => None,
                        Err(error) => break Err(error),
                    },
                    Ok(InputLine::End) => break Ok(()),
                    Err(error) => break Err(error),
                };
                ahead.retain(|order| !order.is_done());
                let words = line.as_deref().unwrap_or_default();
                let command = words.split_whitespace().next().unwrap_or("");
                let thinks = ahead.iter().any(|order| order.thinks);
                let written = match command {
                    "quit" => {
                        ahead.iter().for_each(Assignment::stop);
                        break Ok(());
                    }
                    "stop" => {
                        ahead.iter().for_each(Assignment::stop);
                        Ok(())
                    }
                    "isready" if thinks => write("readyok"),
                    _ if thinks && !COMMANDS.contains(&command) => {
                        write(&one_line(&unknown(command)))
                    }
                    _ => {
                        // Nothing else would end the search.
                        ahead.iter().for_each(Assignment::stop_endless);
                        let order = Assignment::new(line);
                        ahead.push_back(order.clone());
                        // A worker ends only if it cannot write. If it has ended, its error is the one to return.
                        orders
                            .send(order)
                            .map_err(|_| io::Error::other("the search has failed"))
                    }
                };
                if let Err(error) = written {
                    ahead.iter().for_each(Assignment::stop);
                    break Err(error);
                }
            };
            ahead.iter().for_each(Assignment::stop_endless);
            drop(orders);
            let worked = worker
                .join()
                .map_err(|_| io::Error::other("the search has failed"))?;
            worked.and(read)
        })
    }

    /// Carries out an order, and returns whether the answer could be written.
    fn carry_out(
        &mut self,
        order: &Assignment,
        write: &impl Fn(&str) -> io::Result<()>,
    ) -> io::Result<()> {
        let mut written = Ok(());
        let mut say = |line: &str| {
            if written.is_ok() {
                written = write(line);
            }
        };
        match &order.line {
            Some(line) => self.act(line, Some(order), &mut say),
            None => say(&one_line(&self.too_long())),
        }
        order.is_done.store(true, Ordering::Release);
        written
    }

    /// Carries out a command, which may also think. An order can stop that.
    fn act(&mut self, line: &str, order: Option<&Assignment>, say: &mut dyn FnMut(&str)) {
        let mut words = line.split_whitespace();
        let command = words.next().unwrap_or("");
        if let Err(error) = self.obey(command, &mut words, order, say) {
            say(&one_line(&error));
        }
    }

    /// Executes a command.
    fn obey(
        &mut self,
        command: &str,
        words: &mut SplitWhitespace<'_>,
        order: Option<&Assignment>,
        say: &mut dyn FnMut(&str),
    ) -> Result<(), Refused> {
        match command {
            "isready" => say("readyok"),
            // There is nothing to stop.
            "" | "stop" => (),
            "ugi" => {
                say(&format!("id name {}", self.name));
                say(&format!("id author {}", self.author));
                let options = [
                    ("Level", self.level.number().into(), [1, 5]),
                    ("Seed", self.seed, [0, u64::MAX]),
                    ("Threads", self.threads as u64, [1, MOST_THREADS as u64]),
                ];
                for (name, usual, [least, most]) in options {
                    let range = format!("default {usual} min {least} max {most}");
                    say(&format!("option name {name} type spin {range}"));
                }
                say("option name Pie type check default false");
                say("ugiok");
            }
            "setoption" => self.option(words)?,
            "uginewgame" => {
                self.engine = None;
                self.record = Some(self.start.clone());
                self.unswap();
            }
            "position" => {
                self.record = None;
                self.unswap();
                self.record = Some(self.position(words)?);
            }
            "go" => {
                // A program that asks for a move waits for an answer, whatever it is.
                let best = match self.go(words, order, say) {
                    Ok(Some(best)) => best.to_string(),
                    Ok(None) => SWAP.to_owned(),
                    Err(error) => {
                        say(&one_line(&error));
                        "(none)".to_owned()
                    }
                };
                say(&format!("bestmove {best}"));
            }
            "query" => say(&self.query(words.next().unwrap_or(""))?),
            "validmoves" => {
                let record = self.record()?;
                let swap = if self.may_swap(record) {
                    format!(" {SWAP}")
                } else {
                    String::new()
                };
                say(&(valid_moves(record)? + &swap));
            }
            "undo" => {
                let record = self.record.as_mut().ok_or_else(no_position)?;
                let before = record.len().checked_sub(1);
                let before = before.ok_or_else(|| Refused::new("there is no move to undo"))?;
                record.rewind(before);
                if before == 0 {
                    self.unswap();
                }
            }
            "show" => {
                let record = self.record()?;
                say(&format!("info string {}", record.position()));
                for line in record.view("").unwrap_or_default().lines() {
                    say(&format!("info string {line}"));
                }
            }
            _ => return Err(unknown(command)),
        }
        Ok(())
    }

    /// Refuses a line that is too long. It may have been a `position`.
    fn too_long(&mut self) -> Refused {
        self.record = None;
        Refused::new(format!(
            "the line is longer than the limit of {LONGEST_LINE} bytes"
        ))
    }

    fn option(&mut self, words: &mut SplitWhitespace<'_>) -> Result<(), Refused> {
        let words: Vec<&str> = words.collect();
        let expected = "`name Level value N`, `name Seed value N`, `name Threads value N` or `name Pie value \
                        true|false`";
        let ["name", name, "value", value] = words[..] else {
            return Err(unexpected(expected, &words.join(" ")));
        };
        match name.to_lowercase().as_str() {
            "level" => self.level = value.parse().map_err(Refused::because)?,
            "seed" => {
                let number = value.parse().ok();
                self.seed = number.ok_or_else(|| unexpected("a seed", value))?;
            }
            "threads" => {
                let number = value.parse().ok();
                let known = number.filter(|number| (1..=MOST_THREADS).contains(number));
                self.threads = known.ok_or_else(|| {
                    let expected = format!("a number of threads from 1 to {MOST_THREADS}");
                    unexpected(&expected, value)
                })?;
                // The engine keeps what it knows.
                if let Some((engine, ..)) = &mut self.engine {
                    engine.set_threads(self.threads);
                }
                return Ok(());
            }
            "pie" => {
                let is_on = value.parse().ok();
                let is_on: bool = is_on.ok_or_else(|| unexpected("`true` or `false`", value))?;
                self.pie = if is_on { Pie::On } else { Pie::Off };
                return Ok(());
            }
            _ => return Err(unexpected(expected, &words.join(" "))),
        }
        self.engine = None;
        Ok(())
    }

    /// Forgets an exchange of seats, since another game begins.
    fn unswap(&mut self) {
        self.pie = self.pie.anew();
    }

    /// Returns whether the player to move may take the first player's seat.
    fn may_swap(&self, record: &dyn AnyRecord) -> bool {
        self.pie == Pie::On && record.may_swap()
    }

    /// Returns the game that was set up last.
    fn record(&self) -> Result<&dyn AnyRecord, Refused> {
        self.record.as_deref().ok_or_else(no_position)
    }

    /// Reads the rest of the command `position`.
    fn position(&mut self, words: &mut SplitWhitespace<'_>) -> Result<Box<dyn AnyRecord>, Refused> {
        let mut record = match words.next() {
            Some("startpos") => self.start.clone(),
            Some("fen") => {
                let text = words.next();
                let text = text.ok_or_else(|| unexpected("a position after `fen`", ""))?;
                let read = Sheets::choose(self.start.game(), text).parse(text);
                read.map_err(|error| {
                    if let RecordError::Setup(reason) = error {
                        reason
                    } else {
                        Refused::because(error)
                    }
                })?
            }
            word => return Err(unexpected("`startpos` or `fen`", word.unwrap_or(""))),
        };
        expect_two(&*record)?;
        match words.next() {
            None => (),
            Some("moves") => {
                for (word, number) in words.zip(1..) {
                    if word == SWAP && self.may_swap(&*record) {
                        self.pie = Pie::Swapped;
                        continue;
                    }
                    record.play(word).map_err(|reason| {
                        let place = format_args!("move {number}, `{}`", short(word));
                        Refused::because(reason).context(place)
                    })?;
                }
            }
            Some(word) => return Err(unexpected("`moves`", word)),
        }
        Ok(record)
    }

    /// Thinks within the limits that follow the command `go`, and returns the move, or `None` to take the first
    /// player's seat. An order can stop the engine.
    fn go(
        &mut self,
        words: &mut SplitWhitespace<'_>,
        order: Option<&Assignment>,
        say: &mut dyn FnMut(&str),
    ) -> Result<Option<AnyMove>, Refused> {
        let record = self.record()?.boxed();
        let may_swap = self.may_swap(&*record);
        let turn = record.turn();
        let turn = turn.ok_or_else(|| Refused::new("the game is over"))?;
        let limits = read_limits(words, turn);
        let game = record.game();
        // The last position may have been on another sheet.
        (self.engine).take_if(|(_, of, _)| !core::ptr::addr_eq(*of, game));
        let (engine, _, usual) = self.engine.get_or_insert_with(|| {
            let name = match self.level {
                Level::STRONGEST => "engine".to_owned(),
                level => level.to_string(),
            };
            let own = game.engine(&name, self.seed);
            let (own, usual) = own.expect("a game has an engine of every level");
            let (mut engine, usual) = match &mut self.make {
                Some(make) => (
                    make(self.level, self.seed),
                    Budget::new().time(Duration::from_secs(1)),
                ),
                None => (own, usual),
            };
            engine.set_threads(self.threads);
            (engine, game, usual)
        });
        let endless = order.filter(|order| order.is_endless);
        let mut budget = match (limits, endless) {
            (Some(limits), _) => limits,
            (None, Some(_)) => Budget::new(),
            (None, None) => usual.clone(),
        };
        budget = budget.within(&self.most);
        if let Some(order) = order {
            budget = budget.stop(Arc::clone(&order.is_stopped));
        }
        let mut told = String::new();
        // Print a report only if it has changed, because engines report more often.
        let mut tell = |report: &Report<AnyMove>| {
            let info = info(report, turn);
            if !info.is_empty() && info != told {
                say(&info);
                told = info;
            }
        };
        let chosen = engine.choose(&*record, &budget, &mut tell);
        let best = chosen.and_then(|report| {
            tell(&report);
            if may_swap && Pie::is_taken(&report, turn) {
                return Ok(None);
            }
            report
                .best()
                .cloned()
                .map(Some)
                .ok_or(EngineError::GameOver)
        });
        // After `go infinite` the answer waits for `stop`, even if the search has already ended.
        while endless.is_some_and(|order| !order.is_stopped.load(Ordering::Relaxed)) {
            std::thread::sleep(Duration::from_millis(2));
        }
        best.map_err(Refused::because)
    }

    fn query(&self, question: &str) -> Result<String, Refused> {
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
                let expected = "`query gameover`, `p1turn` or `result`";
                return Err(unexpected(expected, question));
            }
        };
        Ok(format!("response {answer}"))
    }
}

/// Reads the limits of the player to move after `go`, if there are any. `infinite` is none.
fn read_limits(words: &mut SplitWhitespace<'_>, turn: Player) -> Option<Budget> {
    let mut words = words.peekable();
    let mut budget = Budget::new();
    let mut limited = false;
    let (mut time, mut increment) = (None, Duration::ZERO);
    while let Some(word) = words.next() {
        let Some(number) = words.peek().and_then(|word| clamped(word)) else {
            continue;
        };
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
            // The clock of the other player, or a word of another protocol.
            _ => continue,
        }
        limited = true;
    }
    if let Some(time) = time {
        budget = budget.time(clock::share(time, increment));
    }
    limited.then_some(budget)
}

/// Reads a number as programs write it, without its decimals. Clocks can be negative, after a margin.
fn clamped(word: &str) -> Option<u64> {
    let whole = word.split_once('.').map_or(word, |(whole, _)| whole);
    match whole.parse::<i64>() {
        Ok(number) => Some(number.try_into().unwrap_or(0)),
        Err(error) if *error.kind() == IntErrorKind::PosOverflow => Some(u64::MAX),
        Err(error) if *error.kind() == IntErrorKind::NegOverflow => Some(0),
        Err(_) => None,
    }
}

/// Returns the line that lists the moves, or an error if there are more than [`MOST_MOVES`].
fn valid_moves(record: &dyn AnyRecord) -> Result<String, Refused> {
    match first_moves(record, "", MOST_MOVES) {
        (moves, false) => Ok(format!("validmoves {}", AnyMove::join(&moves, " "))
            .trim_end()
            .to_owned()),
        _ => Err(Refused::new(format!(
            "the position has more than {MOST_MOVES} moves, which are too many to list"
        ))),
    }
}

/// Returns an error as a line of the protocol.
fn one_line(error: &Refused) -> String {
    format!("info string error: {error}").replace(char::is_control, " ")
}

/// Returns the error for a word that is not what was expected.
fn unexpected(expected: &str, word: &str) -> Refused {
    Refused::new(format!("expected {expected}, found `{}`", short(word)))
}

/// Returns the error for a command that needs a position, although the last `position` was refused.
fn no_position() -> Refused {
    Refused::new("the last `position` was refused; send a valid one first")
}

/// Refuses a game that is not for two players.
fn expect_two(record: &dyn AnyRecord) -> Result<(), Refused> {
    match record.players() {
        2 => Ok(()),
        players => Err(Refused::new(format!(
            "the protocol only supports two players, but this game has {players}"
        ))),
    }
}

/// The commands, apart from `quit`, `stop` and `isready`, which do not wait for the engine.
const COMMANDS: [&str; 10] = [
    "",
    "ugi",
    "setoption",
    "uginewgame",
    "position",
    "go",
    "query",
    "validmoves",
    "undo",
    "show",
];

/// Returns the error for an unknown command.
fn unknown(command: &str) -> Refused {
    unexpected("a command of the protocol", command)
}

/// A line for the thread that thinks, and its state.
#[derive(Clone)]
struct Assignment {
    /// The text of the line; `None` if it is too long.
    line: Option<String>,
    /// Whether the line makes the engine think.
    thinks: bool,
    /// Whether only `stop` ends the thinking.
    is_endless: bool,
    is_stopped: Arc<AtomicBool>,
    is_done: Arc<AtomicBool>,
}

impl Assignment {
    fn new(line: Option<String>) -> Assignment {
        let mut words = line.as_deref().unwrap_or_default().split_whitespace();
        let thinks = words.next() == Some("go");
        let is_endless = thinks && words.any(|word| word == INFINITE);
        Assignment {
            line,
            thinks,
            is_endless,
            is_stopped: Arc::default(),
            is_done: Arc::default(),
        }
    }

    /// Ends the engine's thought.
    fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
    }

    fn stop_endless(&self) {
        self.is_stopped.fetch_or(self.is_endless, Ordering::Relaxed);
    }

    fn is_done(&self) -> bool {
        self.is_done.load(Ordering::Acquire)
    }
}
