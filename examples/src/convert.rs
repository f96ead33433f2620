//! `papergames convert`: records and positions from one notation to another.

use std::io::Write;

use anyhow::{Context, Result, anyhow};
use clap::Args;

use crate::game::Playable;
use crate::input::Input;
use crate::records::{self, Content, Heading, Writing};
use crate::setup::{ForAnyGame, GameName};

/// Rewrite records and positions in another notation
///
/// Every move is checked on the way. A notation for positions writes the last position of each game.
///
/// What a notation has no place for is left out: comments and variations always; the result that a game states without
/// reaching it, except from and to `sgf` and `json`; names of players, except from `sgf` to `sgf` and from `wgosa` to
/// `wgosa`. A result that the moves contradict is replaced by theirs.
///
/// Exit codes: 0 if all was written, 1 if the text cannot be read or written, or if an option does not fit the game, 2 if
/// the command line cannot be understood.
#[derive(Args, Debug)]
#[command(after_help = help())]
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

    /// The ending of positions in a notation that leaves it open: misère instead of normal.
    #[arg(long)]
    misere: bool,

    /// Phutball: the rules, in a notation that leaves them open (`abstractplay`, `wikipedia`, `compass`, `diagram`).
    #[arg(long, value_name = "NAME")]
    rules: Option<String>,

    /// List the notations of the game.
    #[arg(long)]
    list: bool,
}

fn help() -> String {
    let examples = "Examples:
  papergames convert sprouts game.txt --to wgosa
  papergames convert sprouts '3+ 1(4)2' --to glop
  papergames convert sprouts '0.1a1a' --to ajs
  echo '3x3 Sa1 Ob1 Sc1' | papergames convert sos - --to text
  papergames convert phutball games.json --to text
  papergames convert brussels --list";
    format!("{examples}\n\n{}", records::help())
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
                let example = format.example.replace('\n', "\\n");
                writeln!(self.out, "{:<13} {ways}: {}", format.name, format.about)?;
                writeln!(self.out, "{:<13} {example}", "")?;
            }
            return Ok(());
        };
        let format = records::named(&formats, to)?;
        let input = Input::literal_or_file(&self.convert.file)?;
        let read = records::read_under::<G>(
            &input,
            self.convert.format.as_deref(),
            self.convert.misere,
            self.convert.rules.as_deref(),
        )?;
        let games = match read {
            Content::Games(games) => games,
            Content::Values(valued, values) => {
                for (line, text) in values {
                    let place = || format!("{}, line {line}", input.origin);
                    let written = (valued.rewrite)(&text, to)
                        .map_err(|reason| anyhow!("{}: {reason}{}", place(), input.no_file()))?
                        .with_context(|| {
                            format!(
                                "{} cannot be written as `{to}`: it says how something plays, but not which position of a game it is",
                                place()
                            )
                        })?;
                    writeln!(self.out, "{written}")?;
                }
                return Ok(());
            }
        };
        let write = format
            .write
            .as_ref()
            .with_context(|| format!("the format `{to}` is read but not written"))?;
        for (game, number) in games.iter().zip(1..) {
            let text = match &game.kept {
                Some((notation, text)) if *notation == to => text.clone(),
                _ => write.write(game).with_context(|| {
                    format!(
                        "{}, game {number} cannot be written as `{to}`",
                        input.origin
                    )
                })?,
            };
            let text = text.trim_end();
            if let Writing::Listed(_) = write {
                let before = if number == 1 { "[" } else { "" };
                let after = if number == games.len() { "]" } else { "," };
                writeln!(self.out, "{before}{text}{after}")?;
                continue;
            }
            // A game over several lines has to say where it begins.
            if games.len() > 1 && text.contains('\n') {
                writeln!(self.out, "{} {number}", Heading::START)?;
            }
            writeln!(self.out, "{text}")?;
        }
        Ok(())
    }
}
