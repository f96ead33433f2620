//! The other side of the Universal Game Interface: a program that runs as an opponent.

use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::time::Duration;

use anyhow::{Context, Result, anyhow, bail};
use common::Record;
use common::search::Budget;

use crate::engine::{Choice, Engine};
use crate::game::Playable;

/// How long a program may take to answer what needs no thought.
const PATIENCE: Duration = Duration::from_secs(20);

/// How long a program may take for a move where its budget has no time.
const LONG: Duration = Duration::from_secs(3600);

/// An opponent that is another program.
#[derive(Debug)]
pub(crate) struct Client {
    name: String,
    child: Child,
    input: ChildStdin,
    lines: Receiver<String>,
    /// What a move may cost, in the words of `go`.
    limit: String,
    patience: Duration,
}

impl Client {
    /// Starts `command` (a program and its arguments, with blanks between them) and shakes hands.
    ///
    /// `limit` is what follows `go`; a move may take a good deal longer than `time` before the game is given up.
    pub(crate) fn start(command: &str, limit: String, time: Option<Duration>) -> Result<Client> {
        let mut words = command.split_whitespace();
        let program = words.next().context("expected a program after `ugi:`")?;
        let mut child = Command::new(program)
            .args(words)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .with_context(|| format!("`{program}` does not start"))?;
        let input = child
            .stdin
            .take()
            .context("the program has no standard input")?;
        let output = child
            .stdout
            .take()
            .context("the program has no standard output")?;
        let (sender, lines) = channel();
        std::thread::spawn(move || {
            for line in BufReader::new(output).lines() {
                if line.is_err() || sender.send(line.unwrap_or_default()).is_err() {
                    break;
                }
            }
        });
        let patience = time.map_or(LONG, |time| time * 10 + PATIENCE);
        let name = command.to_owned();
        let mut client = Client {
            name,
            child,
            input,
            lines,
            limit,
            patience,
        };
        client.send("ugi")?;
        client.wait("ugiok", PATIENCE)?;
        client.send("isready")?;
        client.wait("readyok", PATIENCE)?;
        client.send("uginewgame")?;
        Ok(client)
    }

    fn send(&mut self, line: &str) -> Result<()> {
        let sent = writeln!(self.input, "{line}").and_then(|()| self.input.flush());
        // The broken pipe is not one of ours, which `main` forgives.
        sent.map_err(|reason| anyhow!("expected `{}` to read `{line}`, found: {reason}", self.name))
    }

    /// Waits for a line that begins with `word` and returns what follows it.
    fn wait(&mut self, word: &str, patience: Duration) -> Result<String> {
        loop {
            let line = self.lines.recv_timeout(patience).map_err(|reason| {
                let found = match reason {
                    RecvTimeoutError::Timeout => format!("none after {} s", patience.as_secs()),
                    RecvTimeoutError::Disconnected => "that the program has ended".into(),
                };
                anyhow!("expected `{word}` from `{}`, found {found}", self.name)
            })?;
            if let Some(error) = line.strip_prefix("info string error: ") {
                bail!("`{}` says: {error}", self.name);
            }
            if line.split_whitespace().next() == Some(word) {
                return Ok(line.trim()[word.len()..].trim().to_owned());
            }
        }
    }
}

impl Drop for Client {
    fn drop(&mut self) {
        // A program that is gone already, or that does not listen, is ended all the same.
        let _ = self.send("quit");
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl<G: Playable> Engine<G> for Client {
    fn choose(&mut self, record: &Record<G>, _: &Budget) -> Result<Choice<G::Move>> {
        let mut line = format!("position fen {}", record.setup());
        if !record.moves().is_empty() {
            line.push_str(" moves");
            for m in record.moves() {
                line.push(' ');
                line.push_str(&m.to_string());
            }
        }
        self.send(&line)?;
        self.send(&format!("go {}", self.limit))?;
        let text = self.wait("bestmove", self.patience)?;
        let m = text
            .parse::<G::Move>()
            .with_context(|| format!("`{}` plays `{text}`", self.name))?;
        Ok(Choice {
            m,
            info: String::new(),
            proved: None,
        })
    }
}
