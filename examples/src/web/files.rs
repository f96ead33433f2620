//! The files of the page and of the package for other sites.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use super::server::media_type;
use super::tool::helps;

/// The font, which a site may load, and its licence.
const LETTERS: [&str; 2] = ["patrick-hand.woff2", "patrick-hand.LICENSE.txt"];

/// The scripts and style sheets that a browser loads if `esbuild` has bundled each with all that it imports.
const BUNDLES: [&str; 5] = [
    "page.js",
    "worker.js",
    "offline.js",
    "style.css",
    "board.css",
];

/// Writes the page with its module into a folder, and returns that folder.
pub(super) fn copy(source: &Path, module: &Path, into: &Path) -> Result<PathBuf> {
    let folder = begin(module, into)?;
    let is_bundled = bundle(source, &folder);
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if media_type(&path).is_none() || is_bundled && BUNDLES.iter().any(|known| name == *known) {
            continue;
        }
        if !is_bundled {
            transfer(&path, &folder)?;
        } else if name == "index.html" {
            let page = fs::read_to_string(&path)?;
            fs::write(folder.join(name), without_parts(&page))?;
        } else if is_script(&path) {
            // It is in a bundle; one of an earlier build goes.
            let _ = fs::remove_file(folder.join(name));
        } else {
            transfer(&path, &folder)?;
        }
    }
    Ok(folder)
}

/// Makes the scripts and style sheets of the page smaller with `esbuild`, and returns whether that succeeded.
fn bundle(source: &Path, folder: &Path) -> bool {
    let mut tool = Command::new("esbuild");
    tool.args(["--bundle", "--minify", "--format=esm", "--target=es2022"])
        .args(["--external:*.woff2", "--log-level=warning"])
        .arg(format!("--outdir={}", folder.display()))
        .args(BUNDLES.map(|name| source.join(name)));
    helps(&mut tool)
}

fn is_script(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "js")
}

/// Returns the page without the names of scripts that are in a bundle.
fn without_parts(page: &str) -> String {
    let is_part = |line: &&str| {
        line.contains("rel=\"modulepreload\"") && !BUNDLES.iter().any(|name| line.contains(name))
    };
    let lines = page.lines().filter(|line| !is_part(line));
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Copies the element for other sites with its module, types and documents into a folder, and returns that folder.
pub(super) fn copy_for_others(source: &Path, module: &Path, into: &Path) -> Result<PathBuf> {
    let folder = begin(module, into)?;
    for name in shared(source)? {
        transfer(&source.join(name), &folder)?;
    }
    for entry in fs::read_dir(source.join("npm"))? {
        let path = entry?.path();
        if path.is_file() {
            transfer(&path, &folder)?;
        }
    }
    for name in ["LICENSE-MIT", "LICENSE-APACHE"] {
        transfer(&source.join("../..").join(name), &folder)?;
    }
    Ok(folder)
}

/// Returns the names of the page's files that the package needs: those that its own files name between quotation marks,
/// and those that these files name in turn.
fn shared(source: &Path) -> Result<BTreeSet<String>> {
    let mut shared = BTreeSet::from(LETTERS.map(str::to_owned));
    let mut left = Vec::new();
    for entry in fs::read_dir(source.join("npm"))? {
        left.push(entry?.path());
    }
    while let Some(path) = left.pop() {
        let text = fs::read_to_string(&path).unwrap_or_default();
        for name in text.split('"').map(|name| name.trim_start_matches("./")) {
            let file = source.join(name);
            let is_of_page = media_type(&file).is_some() && file.is_file() && !name.contains('/');
            if is_of_page && shared.insert(name.to_owned()) {
                left.push(file);
            }
        }
    }
    Ok(shared)
}

/// Creates a folder with the module in it.
fn begin(module: &Path, into: &Path) -> Result<PathBuf> {
    fs::create_dir_all(into).with_context(|| format!("cannot create {}", into.display()))?;
    fs::copy(module, into.join("papergames.wasm"))
        .with_context(|| format!("cannot copy {}", module.display()))?;
    Ok(into.canonicalize()?)
}

/// Copies a file into a folder.
fn transfer(path: &Path, folder: &Path) -> Result<()> {
    let name = path.file_name().context("a file has a name")?;
    fs::copy(path, folder.join(name)).with_context(|| format!("cannot copy {}", path.display()))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_of_bundles_names_no_script_that_is_in_one() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let page = fs::read_to_string(web.join("index.html")).expect("the page");
        let named = |page: &str| -> BTreeSet<String> {
            let parts = page.split('"').filter(|part| is_script(Path::new(part)));
            parts.map(str::to_owned).collect()
        };
        let bundles = ["page.js", "worker.js"].map(str::to_owned);
        assert_eq!(named(&without_parts(&page)), BTreeSet::from(bundles));
        // Without `esbuild` it names all scripts but the one that names them in turn.
        let mut scripts = BTreeSet::new();
        for entry in fs::read_dir(web).expect("the sources of the page") {
            let name = entry.expect("a file").file_name();
            scripts.insert(name.to_string_lossy().into_owned());
        }
        scripts.retain(|name| is_script(Path::new(name)) && name != "offline.js");
        assert_eq!(named(&page), scripts);
    }
}
