//! A crate outside the workspace, `examples/downstream`, depends on one game crate by its path, plays, and runs the laws
//! on a game of its own.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Runs cargo on the crate with the versions of this workspace and returns what it printed.
#[track_caller]
fn cargo(command: &str) -> String {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let lock = root.join("downstream/Cargo.lock");
    fs::copy(root.join("../Cargo.lock"), &lock).expect("the versions of the workspace");
    let output = Command::new(env!("CARGO"))
        .args([command, "--quiet", "--offline"])
        .arg("--manifest-path")
        .arg(root.join("downstream/Cargo.toml"))
        .env(
            "CARGO_TARGET_DIR",
            Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream"),
        )
        .output()
        .expect("cargo starts");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "cargo {command}: {out}{err}");
    out
}

#[test]
fn a_crate_outside_the_workspace_plays_and_obeys_the_laws() {
    let played = cargo("run");
    assert!(
        played.starts_with("sprouts: ") && played.contains(" wins\nkayles: "),
        "{played}"
    );
    let tested = cargo("test");
    assert!(tested.contains("1 passed"), "{tested}");
}
