//! `papergames convert`: records and positions from one notation to another.

use std::io::Write;

use anyhow::{Context, Result};
use clap::Args;

use crate::game::Playable;
use crate::input::Input;
use crate::records;
use crate::setup::{ForAnyGame, GameName};

/// Rewrite records and positions in another notation
///
/// Every move is checked on the way. A notation for positions writes the last position of each game.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames convert sprouts game.txt --to wgosa
  echo '3x3 Sa1 Ob1 Sc1' | papergames convert sos - --to text
  papergames convert phutball games.json --to text
  papergames convert brussels --list")]
pub(crate) struct Convert {
    /// The game.
    #[arg(value_name = "GAME")]
    game: GameName,

    /// The file to read, `-` for standard input, or a record itself.
    #[arg(value_name = "FILE", default_value = "-", allow_hyphen_values = true)]
    file: String,

    /// The notation to write.
    #[arg(long, value_name = "FORMAT", required_unless_present = "list")]
    to: Option<String>,

    /// The notation to read; guessed unless given.
    #[arg(long, value_name = "FORMAT")]
    format: Option<String>,

    /// List the notations of the game.
    #[arg(long)]
    list: bool,
}

impl Convert {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        self.game.visit(Task { convert: self, out })
    }
}

struct Task<'a> {
    convert: &'a Convert,
    out: &'a mut dyn Write,
}

impl ForAnyGame for Task<'_> {
    type Output = ();

    fn run<G: Playable>(self) -> Result<()> {
        let formats = G::formats();
        let Some(to) = self.convert.to.as_deref().filter(|_| !self.convert.list) else {
            for format in formats {
                let ways = if format.write.is_some() {
                    "read and written"
                } else {
                    "read"
                };
                writeln!(self.out, "{:<12} {ways}: {}", format.name, format.about)?;
            }
            return Ok(());
        };
        let format = records::named(&formats, to)?;
        let write = format
            .write
            .with_context(|| format!("the format `{to}` is read but not written"))?;
        let input = Input::literal_or_file(&self.convert.file)?;
        for (game, number) in records::read::<G>(&input, self.convert.format.as_deref())?
            .iter()
            .zip(1..)
        {
            let text = write(&game.record).with_context(|| {
                format!(
                    "{}, game {number} cannot be written as `{to}`",
                    input.origin
                )
            })?;
            writeln!(self.out, "{}", text.trim_end())?;
        }
        Ok(())
    }
}
