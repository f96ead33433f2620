//! `web` with tools of the test in place of the compiler.

#![cfg(target_os = "linux")]

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

/// A folder with tools.
struct Tools(tempfile::TempDir);

impl Tools {
    /// Makes a compiler that has the target of the page, and a cargo that runs `script`.
    fn new(script: &str) -> Tools {
        let folder = tempfile::tempdir().expect("a folder");
        for (name, script) in [("rustc", "echo /"), ("cargo", script)] {
            let path = folder.path().join(name);
            fs::write(&path, format!("#!/bin/sh\n{script}\n")).expect("a file");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).expect("its own file");
        }
        Tools(folder)
    }

    fn file(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    /// Starts `web --build-only` in a folder.
    fn start(&self, folder: &Path) -> Child {
        let path = std::env::var("PATH").unwrap_or_default();
        Command::new(env!("CARGO_BIN_EXE_papergames"))
            .args(["web", "--build-only"])
            .current_dir(folder)
            .env_remove("CARGO_MANIFEST_DIR")
            .env("CARGO", self.file("cargo"))
            .env("PATH", format!("{}:{path}", self.0.path().display()))
            .env("TOOLS", self.0.path())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts")
    }
}

/// Waits until something is true.
#[track_caller]
fn wait_for(mut holds: impl FnMut() -> bool) {
    let begun = Instant::now();
    while !holds() {
        assert!(
            begun.elapsed() < Duration::from_secs(20),
            "it takes too long"
        );
        std::thread::sleep(Duration::from_millis(10));
    }
}

#[test]
fn a_signal_ends_the_compiler_and_what_it_started() {
    for signal in [Signal::SIGTERM, Signal::SIGINT] {
        let tools =
            Tools::new("sleep 600 & echo $! >$TOOLS/part; mv $TOOLS/part $TOOLS/child; wait");
        let mut program = tools.start(Path::new("/"));
        let child = tools.file("child");
        wait_for(|| child.exists());
        let child = fs::read_to_string(child).expect("a number");
        let child = Path::new("/proc").join(child.trim());
        assert!(child.exists());
        let id = i32::try_from(program.id()).expect("a number of a process");
        kill(Pid::from_raw(id), signal).expect("it runs");
        let ended = program.wait().expect("it ends");
        assert_eq!(ended.code(), Some(130));
        // A process that has ended but was not waited for has no command line.
        wait_for(|| {
            fs::read(child.join("cmdline")).is_ok_and(|line| line.is_empty()) || !child.exists()
        });
    }
}

#[test]
fn the_page_is_that_of_the_checkout_around_the_current_folder() {
    let checkout = tempfile::tempdir().expect("a folder");
    let [inside, web] = ["sprouts/src", "examples/web"].map(|path| checkout.path().join(path));
    for folder in [&inside, &web] {
        fs::create_dir_all(folder).expect("a folder");
    }
    for file in ["index.html", "Cargo.toml"] {
        fs::write(web.join(file), "").expect("a file");
    }
    let tools = Tools::new("echo \"$@\" >&2; exit 1");
    let output = tools.start(&inside).wait_with_output().expect("it ends");
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let manifest = format!("--manifest-path {}", web.join("Cargo.toml").display());
    assert!(said.contains(&manifest), "{said}");
    assert!(
        said.ends_with("the page was not built; see above\n"),
        "{said}"
    );
}
