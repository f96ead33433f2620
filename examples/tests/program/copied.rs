//! Every example in the help, the READMEs and the guides, run as someone would who copies it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use crate::success;

/// A folder in which someone tries the program: the workspace's own folders are there, for guides that read a file of
/// theirs, and a few games.
struct Place(PathBuf);

impl Place {
    fn new(name: &str) -> Place {
        let path =
            std::env::temp_dir().join(format!("papergames-copied-{name}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("the folder can be made");
        #[cfg(unix)]
        for folder in ["sprouts", "phutball", "sos", "brussels"] {
            let ours = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("..")
                .join(folder);
            let _ = std::os::unix::fs::symlink(ours, path.join(folder));
        }
        fs::create_dir_all(path.join("papergames/games/sprouts")).expect("the folder can be made");
        for (file, text) in [
            ("papergames/games/sprouts/a.txt", "5+ 1-2\n"),
            ("papergames/games/sprouts/b.txt", "5+ 1-2 3-4\n"),
            ("game.txt", "5+ 1-2 1-3\n"),
            ("games.txt", "5+ 1-2\n5+ 1-2 3-4\n"),
            ("sos.txt", "3x3 Sa1 Ob1 Sc1\n"),
        ] {
            fs::write(path.join(file), text).expect("the file can be written");
        }
        Place(path)
    }

    /// Runs a line in a shell; returns what is wrong with it.
    fn run(&self, line: &str) -> Option<String> {
        let output = self.output(line);
        let err = String::from_utf8_lossy(&output.stderr).into_owned();
        (!output.status.success()).then(|| format!("{line}\n  {err}"))
    }

    fn output(&self, line: &str) -> Output {
        let program = Path::new(env!("CARGO_BIN_EXE_papergames"));
        let folder = program.parent().expect("a folder").display();
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new("sh")
            .args(["-c", line])
            .current_dir(&self.0)
            .env("PATH", format!("{folder}:{path}"))
            .env("XDG_STATE_HOME", &self.0)
            .env("HOME", &self.0)
            .env("PAPERGAMES_CONFIG", "")
            .stdin(Stdio::null())
            .output()
            .expect("a shell")
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// Lines that are not run: a server that does not end, and a reader of manual pages that not every system has.
fn is_left_out(line: &str) -> bool {
    line.contains("papergames web") || line.contains("| man ")
}

/// Runs lines in one folder, in their order, and expects that all succeed.
#[track_caller]
fn all_run(name: &str, lines: impl IntoIterator<Item = String>) {
    let place = Place::new(name);
    let mut wrong = Vec::new();
    let mut count = 0;
    for line in lines {
        // Two blanks before a bracket begin a remark.
        let line = line
            .split("  (")
            .next()
            .unwrap_or_default()
            .trim()
            .to_owned();
        if !is_left_out(&line) {
            count += 1;
            wrong.extend(place.run(&line));
        }
    }
    assert!(count > 0, "there are examples");
    assert!(
        wrong.is_empty(),
        "{} of {count}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

#[test]
fn the_examples_of_every_help_run() {
    let help = success("help");
    let commands = help.lines().skip_while(|line| *line != "Commands:").skip(1);
    for command in commands.map_while(|line| line.split_whitespace().next()) {
        if command == "web" {
            continue;
        }
        let page = success(&format!("help {command}"));
        let examples = page.lines().skip_while(|line| *line != "Examples:").skip(1);
        let lines: Vec<String> = examples.map(str::to_owned).collect();
        all_run(command, lines);
    }
}

/// Returns the commands of a text in Markdown that run this program.
fn commands(text: &str) -> Vec<String> {
    let mut lines = Vec::new();
    for line in text.lines() {
        let line = line
            .trim_start_matches("$ ")
            .replace("cargo run --release -- ", "papergames ");
        if line.starts_with("papergames ") && !line.starts_with("papergames =") {
            lines.push(
                line.split("  #")
                    .next()
                    .unwrap_or_default()
                    .trim()
                    .to_owned(),
            );
        }
        // A table of commands.
        let cell = line
            .strip_prefix("| `papergames ")
            .and_then(|rest| rest.split_once("` |"));
        if let Some((arguments, _)) = cell {
            lines.push(format!("papergames {}", arguments.replace("\\|", "|")));
        }
    }
    lines
}

#[test]
fn the_commands_of_readmes_and_guides_run() {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let readmes = [
        ".",
        "sprouts",
        "brussels",
        "sos",
        "phutball",
        "common",
        "common/play",
        "examples",
        "examples/check",
    ];
    let mut files: Vec<PathBuf> = (readmes.iter())
        .map(|folder| workspace.join(folder).join("README.md"))
        .collect();
    let guides = workspace.join("examples/papergames/guide");
    let entries = fs::read_dir(guides)
        .expect("the guides")
        .map(|entry| entry.expect("a guide").path());
    files.extend(entries.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    let mut lines = Vec::new();
    for file in files {
        lines.extend(commands(&fs::read_to_string(file).expect("text")));
    }
    // What takes minutes says so by its memory, its proof or its nodes, and is only begun.
    let (long, short): (Vec<_>, Vec<_>) = lines.into_iter().partition(|line| {
        ["--memory", ".proof", "--nodes"]
            .iter()
            .any(|long| line.contains(long))
    });
    all_run("guides", short);
    for line in long
        .into_iter()
        .filter(|line| !line.starts_with("papergames check"))
    {
        let line = format!("{line} --limit 200ms");
        let said = Place::new("long").run(&line).unwrap_or_default();
        assert!(said.is_empty() || said.contains("limit"), "{said}");
    }
}

/// A line of an ellipsis matches any lines.
#[test]
fn what_a_guide_shows_below_a_command_is_what_it_prints() {
    let guides = Path::new(env!("CARGO_MANIFEST_DIR")).join("papergames/guide");
    let mut count = 0;
    for entry in fs::read_dir(guides).expect("the guides") {
        let text = fs::read_to_string(entry.expect("a guide").path()).expect("text");
        for block in text.split("```text\n$ ").skip(1) {
            let block = block.split("```").next().unwrap_or_default();
            let (command, shown) = block.split_once('\n').expect("a command and its output");
            let output = Place::new("shown").output(command);
            let printed = String::from_utf8_lossy(&output.stdout).into_owned();
            let mut rest = printed.lines();
            for line in shown.lines().filter(|line| line.trim() != "…") {
                count += 1;
                assert!(
                    rest.any(|printed| printed == line),
                    "{command}\n{line}\n{printed}"
                );
            }
        }
    }
    assert!(count > 0, "there is output");
}
