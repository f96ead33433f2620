//! A crate outside the workspace, `examples/downstream`, depends on `papergames` and `papergames-play` alone: it plays,
//! solves, draws, matches its own game against itself over UGI, and holds the laws against it.

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
        // It is built beside the workspace, so it should take little room.
        .env("CARGO_INCREMENTAL", "0")
        .env("CARGO_PROFILE_DEV_DEBUG", "false")
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
    for line in [
        "brussels: second wins; with best play, second wins; a picture of ",
        "kayles: first wins; with best play, first wins; a picture of 4 lines\n",
        "match over UGI: 6 games, 0 forfeits\n",
        "in the terminal: |||:first 2 1 3\n",
    ] {
        assert!(played.contains(line), "{line}: {played}");
    }
    let tested = cargo("test");
    assert!(tested.contains("1 passed"), "{tested}");
}
