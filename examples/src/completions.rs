//! `papergames completions`: scripts with which a shell completes commands and options.

use std::io::Write;

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::Shell;

/// Print a shell completion script for commands and options
///
/// Configure your shell to run this script when it starts.
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames completions bash > papergames.bash      (then: source papergames.bash)
  papergames completions zsh > _papergames           (into a folder of fpath)
  papergames completions fish > papergames.fish      (into ~/.config/fish/completions)")]
pub(crate) struct Completions {
    /// The name of the shell.
    #[arg(value_name = "SHELL")]
    shell: Shell,
}

impl Completions {
    pub(crate) fn run(&self, program: &mut Command, out: &mut dyn Write) -> Result<()> {
        // The generator panics if it cannot write, for example into a closed pipe.
        let mut script = Vec::new();
        clap_complete::generate(self.shell, program, "papergames", &mut script);
        Ok(out.write_all(&script)?)
    }
}
