//! Puts the page for the browser into the program, if it was built into `page/` beforehand:
//! `cargo run -- web --build-only --output examples/page`.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    // Without a page there is nothing to watch; setting this variable makes cargo look again.
    println!("cargo::rerun-if-env-changed=PAPERGAMES_PAGE");
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map(PathBuf::from)
        .unwrap_or_default();
    let page = package.join("page");
    let mut files = Vec::new();
    if page.join("index.html").is_file() {
        println!("cargo::rerun-if-changed=page");
        for entry in fs::read_dir(&page)? {
            files.push(entry?.path());
        }
    }
    files.sort();
    let mut list = String::from("/// The files of the page.\nconst PAGE: &[(&str, &[u8])] = &[\n");
    for path in files {
        let name = path
            .file_name()
            .unwrap_or_default()
            .to_string_lossy()
            .into_owned();
        let _ = writeln!(
            list,
            "    ({name:?}, include_bytes!({:?})),",
            path.display().to_string()
        );
    }
    list.push_str("];\n");
    let out = env::var_os("OUT_DIR").unwrap_or_default();
    fs::write(Path::new(&out).join("page.rs"), list)
}
