//! The files of the page and of the package for other sites.

use core::fmt::Write as _;
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};
use serde_json::json;
use sha2::{Digest, Sha256};

use super::server::media_type;
use super::tool::helps;

/// The font, which a site may load, and its licence.
const LETTERS: [&str; 2] = ["patrick-hand.woff2", "patrick-hand.LICENSE.txt"];

/// The picture that others show beside a link to the page, which the page itself does not load.
const PREVIEW: &str = "preview.png";

/// The page itself, which loads all other files.
const INDEX: &str = "index.html";

/// The service worker, which keeps the page.
const WORKER: &str = "offline.js";

/// The number of hexadecimal digits that tell one version of the page from another.
const VERSION: usize = 12;

/// The scripts and style sheets that a browser loads if `esbuild` has bundled each with all that it imports.
const BUNDLES: [&str; 5] = ["page.js", "worker.js", WORKER, "style.css", "board.css"];

/// Writes the page with its module into a folder, and returns that folder. A page with a public address names it.
pub(super) fn copy(
    source: &Path,
    module: &Path,
    into: &Path,
    address: Option<&str>,
) -> Result<PathBuf> {
    let folder = begin(module, into)?;
    let is_bundled = bundle(source, &folder);
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default();
        if media_type(&path).is_none() || is_bundled && BUNDLES.iter().any(|known| name == *known) {
            continue;
        }
        if name == INDEX {
            let page = addressed(&fs::read_to_string(&path)?, address);
            let page = if is_bundled {
                without_parts(&page)
            } else {
                page
            };
            fs::write(folder.join(name), page)?;
        } else if is_bundled && is_script(&path) {
            // It is in a bundle; one of an earlier build goes.
            let _ = fs::remove_file(folder.join(name));
        } else {
            transfer(&path, &folder)?;
        }
    }
    seal(&folder, is_bundled)?;
    Ok(folder)
}

/// Tells the service worker the version of the page and the sum of each file, so that it keeps no two versions mixed.
/// If its scripts are bundles, the page has the version in their addresses.
fn seal(folder: &Path, is_bundled: bool) -> Result<()> {
    let worker = folder.join(WORKER);
    let Ok(script) = fs::read_to_string(&worker) else {
        return Ok(());
    };
    let mut files = sums(folder)?;
    let version = sum(json!(files).to_string().as_bytes());
    let version = &version[..VERSION];
    if is_bundled {
        let path = folder.join(INDEX);
        let page = versioned(&fs::read_to_string(&path)?, version);
        files.insert(INDEX.to_owned(), sum(page.as_bytes()));
        fs::write(path, page)?;
    }
    let set = json!({ "version": version, "files": files });
    fs::write(worker, format!("self.set={set};\n{script}"))?;
    Ok(())
}

/// Returns the sums of the files that the page consists of, by their names.
fn sums(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut sums = BTreeMap::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        let is_loaded = ![WORKER, PREVIEW, LETTERS[1]].contains(&&*name);
        if media_type(&path).is_some() && is_loaded {
            sums.insert(name.into_owned(), sum(&fs::read(&path)?));
        }
    }
    Ok(sums)
}

/// Returns the SHA-256 of bytes in hexadecimal digits.
fn sum(bytes: &[u8]) -> String {
    let digest = Sha256::digest(bytes);
    digest.iter().fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

/// Returns the page with the version in the addresses of its scripts, style sheets and module.
fn versioned(page: &str, version: &str) -> String {
    let parts = page.split('"').map(|part| {
        let kind = Path::new(part).extension().and_then(|kind| kind.to_str());
        if ["css", "js", "wasm"].map(Some).contains(&kind) {
            format!("{part}?v={version}")
        } else {
            part.to_owned()
        }
    });
    parts.collect::<Vec<_>>().join("\"")
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

/// Returns the page with its public address, from which others make a preview.
fn addressed(page: &str, address: Option<&str>) -> String {
    let Some(address) = address else {
        return page.to_owned();
    };
    let head = format!(
        "<link rel=\"canonical\" href=\"{address}\">\n\
         <meta property=\"og:url\" content=\"{address}\">\n\
         <meta property=\"og:image\" content=\"{address}{PREVIEW}\">\n\
         <meta name=\"twitter:card\" content=\"summary_large_image\">\n</head>"
    );
    page.replacen("</head>", &head, 1)
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
    fn a_page_with_a_public_address_names_it_and_no_other_page_does() {
        let page = "<head></head><body>";
        assert_eq!(addressed(page, None), page);
        let page = addressed(page, Some("https://example.org/"));
        for part in [
            r#"<link rel="canonical" href="https://example.org/">"#,
            r#"content="https://example.org/preview.png""#,
            "summary_large_image",
        ] {
            assert!(page.contains(part), "{page}");
        }
    }

    #[test]
    fn a_version_is_that_of_all_files_and_in_the_addresses_of_bundles() {
        let folder = tempfile::tempdir().expect("a folder");
        let place = |name: &str| folder.path().join(name);
        let page = r#"<link href="style.css"><script src="page.js"></script>"#;
        let build = |style: &str| {
            for (name, text) in [
                ("index.html", page),
                ("style.css", style),
                ("page.js", "1"),
                ("patrick-hand.LICENSE.txt", "2"),
                (PREVIEW, "3"),
                (WORKER, "keep()"),
            ] {
                fs::write(place(name), text).expect("a file");
            }
            seal(folder.path(), true).expect("a version");
            let worker = fs::read_to_string(place(WORKER)).expect("a worker");
            let set = worker.strip_prefix("self.set=").expect("a set");
            let (set, script) = set.split_once(";\n").expect("a script");
            assert_eq!(script, "keep()");
            let set: serde_json::Value = serde_json::from_str(set).expect("JSON");
            let version = set["version"].as_str().expect("a version").to_owned();
            let page = fs::read_to_string(place("index.html")).expect("a page");
            assert!(
                page.contains(&format!("\"style.css?v={version}\"")),
                "{page}"
            );
            assert!(page.contains(&format!("\"page.js?v={version}\"")), "{page}");
            assert_eq!(set["files"]["index.html"], sum(page.as_bytes()));
            let files = set["files"].as_object().expect("files");
            let names: Vec<&String> = files.keys().collect();
            assert_eq!(names, ["index.html", "page.js", "style.css"]);
            version
        };
        assert_eq!(build("a"), build("a"));
        assert_ne!(build("a"), build("b"));
        let empty = "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855";
        assert_eq!(sum(b""), empty);
    }

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
