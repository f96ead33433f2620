//! Tools that make the page smaller, without which it works too.

use std::io::{self, Write};
use std::process::Command;

/// Runs a tool that only makes the page smaller, and returns whether it succeeded. If not, says why on standard error;
/// the page works without it.
pub(super) fn helps(tool: &mut Command) -> bool {
    let name = tool.get_program().to_string_lossy().into_owned();
    let reason = match tool.output() {
        Ok(done) if done.status.success() => return true,
        Ok(done) => {
            let said = String::from_utf8_lossy(&done.stderr);
            let first = said.lines().map(str::trim).find(|line| !line.is_empty());
            first.map_or_else(|| done.status.to_string(), str::to_owned)
        }
        Err(error) => error.to_string(),
    };
    let _ = writeln!(
        io::stderr(),
        "papergames: the page is larger than necessary, because {name} did not help: {reason}"
    );
    false
}
