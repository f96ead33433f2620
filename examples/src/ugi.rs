//! `papergames ugi`: the Universal Game Interface, a protocol for game-playing programs.

use std::io;
use std::time::Duration;

use anyhow::{Result, ensure};
use clap::Args;
use common::Level;
use play::ugi::Server;

use crate::start::Start;
use crate::stopping;
use crate::units::{LimitArgs, budget, bytes, duration};

/// Speak the Universal Game Interface over standard input and output
///
/// The server understands the commands `ugi`, `isready`, `setoption name Level value N`, `setoption name Seed value N`,
/// `setoption name Threads value N`, `setoption name Pie value true|false`, `uginewgame`, `position startpos|fen TEXT
/// [moves M…]`, `go [p1time N p2time N p1inc N p2inc N] [movetime N] [nodes N] [depth N] [infinite]`, `stop`, `query
/// gameover|p1turn|result`, `quit`, and the extensions `validmoves`, `undo` and `show`. It reports errors as `info
/// string error: …`. With the option `Pie`, the second player may answer the first turn with `swap`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames ugi sos 4x4
  printf 'ugi\\nposition startpos moves 1-2\\ngo nodes 1000\\nquit\\n' | papergames ugi sprouts 4")]
pub(crate) struct Ugi {
    #[command(flatten)]
    start: Start,

    /// The playing strength, from 1 (beginner) to 5 (strongest), until `setoption` changes it.
    #[arg(long, value_name = "N", default_value = "5")]
    level: Level,

    /// The limit on the program's memory, such as `512M` or `1.5GiB`.
    #[arg(long, value_name = "BYTES", default_value = "1G", value_parser = bytes)]
    memory: u64,

    /// The time limit for each `go` command, such as `30s`, even if the command itself allows more.
    #[arg(long, value_name = "TIME", value_parser = duration)]
    limit: Option<Duration>,
}

impl Ugi {
    pub(crate) fn run(&self) -> Result<()> {
        ensure!(
            self.start.setup.as_deref() != Some("-"),
            "`ugi` reads commands from standard input, so the setup cannot be `-`"
        );
        let start = self.start.position()?;
        let Ugi { memory, limit, .. } = *self;
        // The time is for each move, so the watch limits only the memory. An engine uses all the memory that it is
        // given, so half is left for the rest of the program.
        stopping::watch(&LimitArgs {
            memory,
            limit: None,
        })?;
        let mut server = Server::new(start)?;
        server.level = self.level;
        server.most = budget(limit, Some(memory / 2));
        Ok(server.serve(io::stdin().lock(), io::stdout())?)
    }
}
