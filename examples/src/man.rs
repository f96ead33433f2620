//! `papergames man`: manual pages for `man`.

use std::fs;
use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;

use crate::input::write_whole;
use crate::report::UsageError;

/// Print the manual page for the program or for a command
///
/// With `-o`, writes the manual pages for the program and for all commands, such as `papergames.1` and
/// `papergames-play.1`.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames man play | man -l -
  papergames man -o ~/.local/share/man/man1")]
pub(crate) struct ManPages {
    /// The command to describe; without it, the page describes the whole program.
    #[arg(value_name = "COMMAND", conflicts_with = "output")]
    command: Option<String>,

    /// Write all manual pages into this folder.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,
}

impl ManPages {
    pub(crate) fn run(&self, mut program: Command, out: &mut dyn Write) -> Result<()> {
        program.build();
        let Some(folder) = &self.output else {
            let page = match &self.command {
                None => page(&program)?,
                Some(name) => {
                    let command = program.find_subcommand(name);
                    page(command.ok_or_else(|| {
                        UsageError::because(&format!(
                            "expected a command, found `{name}`; `papergames help` lists them"
                        ))
                    })?)?
                }
            };
            return Ok(out.write_all(&page)?);
        };
        fs::create_dir_all(folder)
            .with_context(|| format!("cannot create the folder `{}`", folder.display()))?;
        let commands = program.get_subcommands().filter(|c| c.get_name() != "help");
        for command in [&program].into_iter().chain(commands) {
            let path = folder.join(format!("{}.1", name(command)));
            write_whole(&path, &page(command)?)?;
            writeln!(out, "{}", path.display())?;
        }
        Ok(())
    }
}

/// Returns the name of a page: `papergames` or `papergames-play`.
fn name(command: &Command) -> String {
    let full = command.get_bin_name().unwrap_or(command.get_name());
    full.replace(' ', "-")
}

/// Returns a manual page in the language of `man`.
fn page(command: &Command) -> Result<Vec<u8>> {
    let mut page = Vec::new();
    Man::new(command.clone())
        .title(name(command))
        .render(&mut page)?;
    Ok(page)
}
