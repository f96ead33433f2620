//! The files of the page and of the package for other sites, without what only the readers of their sources need.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::server::media_type;

/// The font, which a site may load, and its licence.
const LETTERS: [&str; 2] = ["patrick-hand.woff2", "patrick-hand.LICENSE.txt"];

/// Copies the page with its module into a folder, and returns that folder.
pub(super) fn copy(source: &Path, module: &Path, into: &Path) -> Result<PathBuf> {
    let folder = begin(module, into)?;
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        if media_type(&path).is_some() {
            transfer(&path, &folder)?;
        }
    }
    Ok(folder)
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

/// Copies a file into a folder, without the comments of scripts and styles.
fn transfer(path: &Path, folder: &Path) -> Result<()> {
    let copied = || -> Result<()> {
        let to = folder.join(path.file_name().context("a file has a name")?);
        let extension = path.extension().and_then(|extension| extension.to_str());
        match extension {
            Some("js" | "css" | "html") => fs::write(to, lean(&fs::read_to_string(path)?))?,
            _ => {
                fs::copy(path, to)?;
            }
        }
        Ok(())
    };
    copied().with_context(|| format!("cannot copy {}", path.display()))
}

/// Returns a script, a style sheet or a page without whole-line comments, indentation and empty lines.
///
/// The scripts contain no texts over several lines, which would lose their indentation.
fn lean(text: &str) -> String {
    let mut lean = String::with_capacity(text.len());
    let mut in_comment = false;
    for line in text.lines().map(str::trim) {
        in_comment |= line.starts_with("/*");
        if !in_comment && !line.is_empty() && !line.starts_with("//") {
            lean.push_str(line);
            lean.push('\n');
        }
        in_comment &= !line.ends_with("*/");
    }
    lean
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn comments_indentation_and_empty_lines_go_and_all_else_stays() {
        let script =
            "// A comment.\n\nconst a = \"http://x\"; // stays\n    /* b\n * c\n */\n    f(a);\n";
        assert_eq!(lean(script), "const a = \"http://x\"; // stays\nf(a);\n");
    }

    #[test]
    fn no_script_of_the_page_has_a_text_over_several_lines() {
        let web = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        for folder in [web.clone(), web.join("npm")] {
            for entry in fs::read_dir(folder).expect("the sources of the page") {
                let path = entry.expect("a file").path();
                if path.extension().is_some_and(|extension| extension == "js") {
                    let text = fs::read_to_string(&path).expect("a script");
                    for line in text.lines().filter(|line| !line.trim().starts_with("//")) {
                        assert_eq!(
                            line.matches('`').count() % 2,
                            0,
                            "{}: {line}",
                            path.display()
                        );
                    }
                }
            }
        }
    }
}
