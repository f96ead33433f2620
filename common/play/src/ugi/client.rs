//! The client side of the protocol, which runs another program as an opponent without trusting it.
//!
//! No matter what the program does, a move takes no longer than allowed, and memory use stays bounded: lines are
//! truncated to [`LONGEST_LINE`], at most 256 lines wait to be read, and a program that prints more than 8 MiB for one
//! answer is stopped. The rules follow those of Stockfish's *fishtest*: a program that violates them loses the game.

use core::fmt::{Display, Write as _};
use core::time::Duration;
use std::io::{BufReader, Write};
use std::sync::atomic::Ordering;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::Instant;

use common::any::{AnyMove, AnyRecord};
use common::describe::Refused;
use common::{Budget, Player};

use super::line::{InputLine, LONGEST_LINE, read_line};
use super::program::Program;
use crate::clock::GameClock;

/// The number of lines that may wait to be read. If there are more, the program is blocked.
const QUEUE: usize = 256;

/// The number of bytes that a program may print for one answer.
const MOST_OUTPUT: usize = 8 << 20;

/// The interval between two checks of whether the wait should end.
const LOOK: Duration = Duration::from_millis(20);

/// How long a program may take to answer a command that needs no thinking.
const PATIENCE: Duration = Duration::from_secs(10);

/// The end of an error message about a program that has ended or closed its output.
const ENDED: &str = "it has ended";

/// The time that a program may take for a move if there is no time limit.
const LONG: Duration = Duration::from_secs(3600);

/// An opponent that is another program.
#[derive(Debug)]
pub(crate) struct Client {
    command: String,
    /// Ends with the client.
    _program: Program,
    /// A separate thread writes to the program, because a program that does not read would block the writer.
    input: SyncSender<String>,
    lines: Receiver<InputLine>,
    margin: Duration,
}

impl Client {
    /// Starts `command`, a program and its arguments, and performs the handshake.
    ///
    /// The program's standard error is discarded.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not start, or does not answer correctly within ten seconds.
    pub(crate) fn start(command: &str) -> Result<Client, Refused> {
        let (program, pipes) = Program::start(command)?;
        let (input, sent) = sync_channel::<String>(QUEUE);
        let (sender, lines) = sync_channel(QUEUE);
        let client = Client {
            command: command.to_owned(),
            _program: program,
            input,
            lines,
            margin: Duration::from_secs(1),
        };
        let start = |work: Box<dyn FnOnce() + Send>| {
            let started = thread::Builder::new().spawn(work);
            started.map_err(|reason| {
                Refused::because(reason).context(format_args!("cannot start `{command}`"))
            })
        };
        if let (Some(mut pipe), output) = pipes {
            start(Box::new(move || {
                for line in sent {
                    let written = writeln!(pipe, "{line}").and_then(|()| pipe.flush());
                    if written.is_err() {
                        break;
                    }
                }
            }))?;
            start(Box::new(move || {
                let Some(output) = output else { return };
                let mut pipe = BufReader::new(output);
                while let Ok(line) = read_line(&mut pipe, LONGEST_LINE) {
                    let goes_on = matches!(line, InputLine::Text(_));
                    if matches!(line, InputLine::End) || sender.send(line).is_err() || !goes_on {
                        break;
                    }
                }
            }))?;
        }
        let unlimited = Budget::new();
        client.ask("ugi", "ugiok", PATIENCE, &unlimited)?;
        client.ask("isready", "readyok", PATIENCE, &unlimited)?;
        client.send("uginewgame", "bestmove")?;
        Ok(client)
    }

    /// Sets the time by which a move may exceed its limit, to allow for delays in the pipes and on a busy machine.
    #[must_use]
    pub(crate) fn margin(mut self, margin: Duration) -> Client {
        self.margin = margin;
        self
    }

    /// Asks for a move in the last position of `record`, within a budget or the time left on a clock.
    ///
    /// # Errors
    ///
    /// Returns an error if the program does not send a move in time, or if the move cannot be read. This method does
    /// not check whether the move is legal.
    pub(crate) fn best_move(
        &mut self,
        record: &dyn AnyRecord,
        budget: &Budget,
        clock: Option<&GameClock>,
    ) -> Result<AnyMove, Refused> {
        let mut position = format!("position fen {}", record.setup());
        if !record.is_empty() {
            position.push_str(" moves");
        }
        for m in record.moves() {
            let _ = write!(position, " {m}");
        }
        let turn = record.turn().unwrap_or(Player::FIRST);
        let (go, allowed) = words_of_go(budget, clock, turn);
        self.send(&position, "bestmove")?;
        let allowed = allowed.saturating_add(self.margin);
        let text = self.ask(&go, "bestmove", allowed, budget)?;
        (record.game().read_move(&text)).map_err(|reason| {
            let text: String = text.chars().take(80).collect();
            reason.context(format_args!("`{}` plays `{text}`", self.command))
        })
    }

    /// Returns the error for a program that did not give the answer `word`.
    fn missing(&self, word: &str, found: impl Display) -> Refused {
        let command = &self.command;
        Refused::new(format!("`{command}` must answer `{word}`, but {found}"))
    }

    /// Returns the error for an answer that did not arrive in the time allowed.
    fn too_slow(&self, word: &str, allowed: Duration) -> Refused {
        self.missing(
            word,
            format_args!("it did not answer within {:.3} s", allowed.as_secs_f64()),
        )
    }

    /// Sends a line; `word` is the expected answer.
    fn send(&self, line: &str, word: &str) -> Result<(), Refused> {
        let sent = self.input.try_send(line.to_owned());
        sent.map_err(|reason| match reason {
            TrySendError::Full(_) => self.too_slow(word, Duration::ZERO),
            TrySendError::Disconnected(_) => self.missing(word, ENDED),
        })
    }

    /// Sends a line, waits for an answer that begins with `word`, and returns what follows it.
    ///
    /// The time limit covers all lines before the answer, however many there are. The stop flag of the budget also ends
    /// the wait.
    fn ask(
        &self,
        line: &str,
        word: &str,
        allowed: Duration,
        budget: &Budget,
    ) -> Result<String, Refused> {
        let begun = Instant::now();
        self.send(line, word)?;
        let too_much = || {
            let mebibytes = MOST_OUTPUT >> 20;
            let found = format_args!("it printed more than {mebibytes} MiB of other output");
            self.missing(word, found)
        };
        let mut bytes = 0;
        loop {
            let left = allowed.saturating_sub(begun.elapsed());
            let line = self.lines.recv_timeout(left.min(LOOK));
            let stopped = budget.stop.as_ref();
            let is_stopped = stopped.is_some_and(|flag| flag.load(Ordering::Relaxed));
            if left > LOOK && matches!(line, Err(RecvTimeoutError::Timeout)) && !is_stopped {
                continue;
            }
            let line = line.map_err(|reason| match reason {
                RecvTimeoutError::Timeout => self.too_slow(word, allowed),
                RecvTimeoutError::Disconnected => self.missing(word, ENDED),
            })?;
            let InputLine::Text(line) = line else {
                return Err(too_much());
            };
            // The newline counts, too: empty lines are output.
            bytes += line.len() + 1;
            if bytes > MOST_OUTPUT {
                return Err(too_much());
            }
            if let Some(text) = line.strip_prefix("info string error: ") {
                let text: String = text.chars().take(200).collect();
                return Err(Refused::new(format!("`{}` says: {text}", self.command)));
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line.trim()[word.len()..].trim().to_owned());
            }
            if begun.elapsed() > allowed {
                return Err(self.too_slow(word, allowed));
            }
        }
    }
}

/// Returns the arguments of `go` for a budget or a clock, and how long the answer may take.
fn words_of_go(budget: &Budget, clock: Option<&GameClock>, turn: Player) -> (String, Duration) {
    let mut go = "go".to_owned();
    let mut allowed = LONG;
    if let Some(clock) = clock {
        let increment = clock.control().increment.as_millis();
        for (player, number) in [(Player::FIRST, 1), (Player::SECOND, 2)] {
            let left = clock.left(player).as_millis();
            let _ = write!(go, " p{number}time {left} p{number}inc {increment}");
        }
        allowed = clock.left(turn);
    }
    if let Some(time) = budget.time.filter(|_| clock.is_none()) {
        let _ = write!(go, " movetime {}", time.as_millis());
        allowed = allowed.min(time);
    }
    if let Some(nodes) = budget.nodes {
        let _ = write!(go, " nodes {nodes}");
    }
    if let Some(depth) = budget.depth {
        let _ = write!(go, " depth {depth}");
    }
    (go, allowed)
}

impl Drop for Client {
    fn drop(&mut self) {
        // The program is ended even if it does not listen.
        let _ = self.input.try_send("quit".into());
    }
}
