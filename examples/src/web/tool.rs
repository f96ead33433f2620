//! The tools that build the page. They end together with this program.

use std::io::{self, Write};
use std::process::{Command, Output, Stdio};
use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::stopping::STOPPED;

/// The tool that runs, by the number of its process, if there is one.
static RUNNING: Mutex<Option<u32>> = Mutex::new(None);

fn running() -> MutexGuard<'static, Option<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// From now on, Ctrl-C and SIGTERM end the running tool, with all programs that it started, and then this program.
pub(super) fn end_on_signal() {
    // If the handler cannot be installed, a signal ends this program as usual.
    let _ = ctrlc::set_handler(|| {
        // Held until the end, so that no other tool starts.
        let running = running();
        if let Some(process) = *running {
            end(process);
        }
        std::process::exit(STOPPED.into());
    });
}

/// Ends a tool and the programs that it started, which are in a process group of its own.
#[cfg(unix)]
fn end(process: u32) {
    use nix::sys::signal::{Signal, killpg};
    use nix::unistd::Pid;
    if let Ok(process) = i32::try_from(process) {
        // It may have ended in the meantime.
        let _ = killpg(Pid::from_raw(process), Signal::SIGTERM);
    }
}

/// A console sends Ctrl-C to the tools too.
#[cfg(not(unix))]
fn end(_process: u32) {}

/// Runs a tool without input and returns what it printed where its output is piped.
pub(super) fn run(tool: &mut Command) -> io::Result<Output> {
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(tool, 0);
    let child = {
        let mut running = running();
        let child = tool.stdin(Stdio::null()).spawn()?;
        *running = Some(child.id());
        child
    };
    let output = child.wait_with_output();
    *running() = None;
    output
}

/// Runs a tool that only makes the page smaller, and returns whether it succeeded. If not, says why on standard error;
/// the page works without it.
pub(super) fn helps(tool: &mut Command) -> bool {
    let name = tool.get_program().to_string_lossy().into_owned();
    tool.stdout(Stdio::null()).stderr(Stdio::piped());
    let reason = match run(tool) {
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
