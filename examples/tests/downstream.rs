//! A crate outside the workspace, `examples/downstream`, depends on `papergames` and `papergames-play` alone: it plays,
//! solves, draws, matches its own game against itself over UGI, and holds the laws against it.

use std::fs;
use std::path::Path;
use std::process::Command;

/// Returns what a command printed.
#[track_caller]
fn printed(command: &mut Command) -> String {
    let output = command.output().expect("the command starts");
    let [out, err] =
        [output.stdout, output.stderr].map(|text| String::from_utf8_lossy(&text).into_owned());
    assert!(output.status.success(), "{command:?}: {out}{err}");
    out
}

#[test]
fn a_crate_outside_the_workspace_plays_and_obeys_the_laws() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("downstream");
    // The versions of this workspace.
    let lock = root.join("downstream/Cargo.lock");
    fs::copy(root.join("../Cargo.lock"), &lock).expect("the lock file is copied");
    // This builds the program, too, with the same features, so that everything is compiled only once.
    let tested = printed(
        Command::new(env!("CARGO"))
            .args(["test", "--quiet", "--offline", "--test", "laws"])
            .arg("--manifest-path")
            .arg(root.join("downstream/Cargo.toml"))
            .env("CARGO_TARGET_DIR", &target)
            // It is built beside the workspace, so it should take little room.
            .env("CARGO_INCREMENTAL", "0")
            .env("CARGO_PROFILE_DEV_DEBUG", "false"),
    );
    assert!(tested.contains("1 passed"), "{tested}");
    let program = format!("debug/downstream{}", std::env::consts::EXE_SUFFIX);
    let played = printed(&mut Command::new(target.join(program)));
    for line in [
        "brussels: second wins; with best play, second wins; a picture of ",
        "kayles: first wins; with best play, first wins; a picture of 4 lines\n",
        "match over UGI: 6 games, 0 forfeits\n",
        "in the terminal: |||:first 2 1 3\n",
    ] {
        assert!(played.contains(line), "{line}: {played}");
    }
}
