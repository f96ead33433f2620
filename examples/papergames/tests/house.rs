//! Conventions that the compiler does not enforce: the order of modules, the layers of packages, the width of lines,
//! and the number of dependencies.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The packages of the workspace, each of which may depend only on packages with lower numbers.
///
/// Packages with the same number do not depend on each other.
const LAYERS: [(u8, &str); 10] = [
    (0, "common"),
    (1, "common/planar"),
    (2, "common/picture"),
    (3, "sprouts"),
    (3, "brussels"),
    (3, "sos"),
    (3, "phutball"),
    (3, "common/play"),
    (4, "examples/papergames"),
    (5, "examples"),
];

/// The game crates, whose `lib.rs` declares the modules in the order in which they build on each other.
const GAMES: [&str; 4] = ["sprouts", "brussels", "sos", "phutball"];

/// Returns the root of the workspace, or `None` in a package outside it.
fn root() -> Option<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().nth(2)?;
    root.join("sprouts/src/lib.rs")
        .exists()
        .then(|| root.into())
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Lists the files below a folder with one of the given endings; build output and installed packages are left out.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    for entry in entries.map(|entry| entry.expect("the entry can be read").path()) {
        let name = entry.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default();
        if entry.is_dir() {
            if !name.starts_with('.') && !["target", "node_modules", "dist", "venv"].contains(&name)
            {
                files(&entry, endings, found);
            }
        } else if endings.iter().any(|ending| name.ends_with(ending)) {
            found.push(entry);
        }
    }
}

#[test]
fn lines_are_at_most_120_characters_wide() {
    let Some(root) = root() else { return };
    let mut sources = Vec::new();
    let endings = [".rs", ".md", ".js", ".css", ".html", ".py", ".pyi"];
    files(&root, &endings, &mut sources);
    assert!(sources.len() > 100, "the sources are found");
    let mut wide = Vec::new();
    for path in sources {
        for (line, number) in read(&path).lines().zip(1..) {
            // A row of a table, a link and a line of data cannot be broken.
            let text = line.trim_start_matches(['/', '!', ' ']);
            let is_whole = text.starts_with('|') || text.starts_with('[') && text.contains("]: ");
            let is_word = text.split_whitespace().any(|word| word.len() > 100);
            if line.chars().count() > 120 && !is_whole && !is_word {
                wide.push(format!("{}:{number}", path.display()));
            }
        }
    }
    assert!(
        wide.is_empty(),
        "lines wider than 120 characters:\n{}",
        wide.join("\n")
    );
}

/// Returns the targets of the links and the words in backticks of a text in Markdown, without its blocks of code. A
/// link's target says that it is one.
fn named(text: &str) -> Vec<(bool, String)> {
    let mut prose = String::new();
    let mut is_prose = true;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            is_prose = !is_prose;
        } else if is_prose {
            prose.push_str(line);
            prose.push('\n');
        }
    }
    let between = |open: &str, close: char| -> Vec<String> {
        let parts = prose.split(open).skip(1);
        let ends = parts.filter_map(|part| part.split_once(close));
        ends.map(|(inside, _)| inside.to_owned()).collect()
    };
    let links = between("](", ')').into_iter().map(|link| (true, link));
    let code = prose.split('`').skip(1).step_by(2);
    let words = code.map(|word| (false, word.to_owned()));
    links.chain(words).collect()
}

/// The folders that commands in the documents write.
const WRITTEN: [&str; 2] = ["target", "examples/page"];

#[test]
fn paths_in_the_documents_exist() {
    let Some(root) = root() else { return };
    let mut everything = Vec::new();
    files(&root, &[""], &mut everything);
    let mut documents = vec![root.join(".github/CONTRIBUTING.md")];
    for path in &everything {
        let is_text = path.extension().is_some_and(|ending| ending == "md");
        // A changelog tells of files that are gone.
        if is_text && !path.ends_with("CHANGELOG.md") {
            documents.push(path.clone());
        }
    }
    assert!(documents.len() > 20, "the documents are found");
    let (mut checked, mut missing) = (0, Vec::new());
    for document in documents {
        let folder = document.parent().expect("a file lies in a folder");
        for (is_link, name) in named(&read(&document)) {
            let path = name.split('#').next().unwrap_or_default();
            let is_file = [".rs", ".md", ".svg", ".html", ".js"]
                .iter()
                .any(|ending| path.ends_with(ending));
            let is_foreign = path.contains("://") || path.contains("::") || path.is_empty();
            let is_pattern = path.contains('*');
            // A word is a path if it names a file of ours, or begins with a folder that exists.
            let is_path = path.contains('/') && !path.contains(char::is_whitespace) && {
                let first = path.split('/').next().unwrap_or_default();
                let exists = root.join(first).exists() || folder.join(first).exists();
                first == "<game>" || !first.is_empty() && exists
            };
            if is_foreign || is_pattern || !(is_link || is_path || is_file && !path.contains(' ')) {
                continue;
            }
            checked += 1;
            let exists = |path: &str| {
                let is_named = |file: &PathBuf| file.ends_with(path);
                folder.join(path).exists()
                    || root.join(path).exists()
                    || !is_link && is_file && everything.iter().any(is_named)
            };
            let is_there = match path.strip_prefix("<game>/") {
                Some(rest) => GAMES.iter().all(|game| exists(&format!("{game}/{rest}"))),
                None => exists(path),
            };
            let is_written = WRITTEN.iter().any(|folder| path.starts_with(folder));
            if !is_there && !is_written {
                missing.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(checked > 200, "paths are found: {checked}");
    assert!(
        missing.is_empty(),
        "files that do not exist:\n{}",
        missing.join("\n")
    );
}

/// Returns the modules that `lib.rs` of a crate declares, in its order.
fn modules(lib: &str) -> Vec<&str> {
    let declared = lib.lines().filter_map(|line| {
        let rest = line
            .strip_prefix("pub mod ")
            .or(line.strip_prefix("mod "))?;
        rest.strip_suffix(';')
    });
    declared.collect()
}

/// Returns the code of a file without comments and without the tests at its foot.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or("");
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns the modules of its own crate that a piece of code names, each with the line.
fn uses(code: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for line in code.lines() {
        for (at, _) in line.match_indices("crate::") {
            if at > 0 && line.as_bytes()[at - 1] == b'$' {
                continue;
            }
            let rest = &line[at + "crate::".len()..];
            let names: Vec<&str> = match rest.strip_prefix('{') {
                Some(list) => list.trim_end_matches("};").split(',').collect(),
                None => vec![rest],
            };
            for name in names {
                let name = name
                    .trim()
                    .split(|c: char| !(c.is_alphanumeric() || c == '_'))
                    .next();
                found.push((name.unwrap_or_default().to_owned(), line.trim().to_owned()));
            }
        }
    }
    found
}

#[test]
fn a_module_uses_only_those_before_it() {
    let Some(root) = root() else { return };
    let mut wrong = Vec::new();
    let mut checked = 0;
    for game in GAMES {
        let source = root.join(game).join("src");
        let lib = read(&source.join("lib.rs"));
        let order = modules(&lib);
        for (place, module) in order.iter().enumerate() {
            let mut rooms = vec![source.join(format!("{module}.rs"))];
            let folder = source.join(module);
            if folder.is_dir() {
                files(&folder, &[".rs"], &mut rooms);
            }
            for room in rooms {
                for (used, line) in uses(&code(&read(&room))) {
                    checked += 1;
                    // A name that is not a module is re-exported by `lib.rs`; the import must name the module instead.
                    match order.iter().position(|other| *other == used) {
                        Some(other) if other <= place => (),
                        Some(_) => wrong.push(format!("{game}/{module}: {line}")),
                        None if used.starts_with(char::is_lowercase) => (),
                        None => wrong.push(format!("{game}/{module}: {line} (name the module)")),
                    }
                }
            }
        }
    }
    assert!(checked > 100, "the imports are found");
    assert!(
        wrong.is_empty(),
        "imports against the order of `lib.rs`:\n{}",
        wrong.join("\n")
    );
}

/// Returns the packages of the workspace that a manifest depends on, each with its heading in the manifest.
fn dependencies(manifest: &str, paths: &BTreeMap<String, String>) -> Vec<(String, String)> {
    let mut heading = "";
    let mut found = Vec::new();
    for line in manifest.lines() {
        let name = line.split([' ', '=', '.']).next().unwrap_or_default();
        if let Some(rest) = line.strip_prefix('[') {
            heading = rest.trim_end_matches(']');
        } else if let Some(path) = paths.get(name) {
            found.push((heading.to_owned(), path.clone()));
        }
    }
    found
}

#[test]
fn packages_stand_on_lower_layers_only() {
    let Some(root) = root() else { return };
    let workspace = read(&root.join("Cargo.toml"));
    // `sprouts = { package = "papergames-sprouts", path = "sprouts", version = "0.1.0" }`
    let mut paths = BTreeMap::new();
    for line in workspace.lines() {
        let Some((name, rest)) = line.split_once(" = {") else {
            continue;
        };
        let quoted = |key: &str| rest.split(key).nth(1)?.split('"').next();
        if let Some(path) = quoted("path = \"") {
            // A manifest may use either name.
            for name in [Some(name), quoted("package = \"")].into_iter().flatten() {
                paths.insert(name.to_owned(), path.to_owned());
            }
        }
    }
    let layer = |path: &str| {
        LAYERS
            .iter()
            .find(|(_, of)| *of == path)
            .map(|(layer, _)| *layer)
    };
    for path in paths.values() {
        assert!(layer(path).is_some(), "{path} is in LAYERS");
    }
    for (own, package) in LAYERS {
        let manifest = read(&root.join(package).join("Cargo.toml"));
        for (heading, used) in dependencies(&manifest, &paths) {
            let below = layer(&used).is_some_and(|layer| layer < own);
            // A package may depend on itself, with more features, in its tests.
            let itself = used == package && heading == "dev-dependencies";
            assert!(
                below || itself,
                "{package} must not use {used} under [{heading}]"
            );
        }
    }
}

#[test]
fn common_knows_no_picture() {
    let Some(root) = root() else { return };
    let mut sources = Vec::new();
    files(&root.join("common/src"), &[".rs"], &mut sources);
    for path in sources {
        let code = code(&read(&path)).to_lowercase();
        for word in [
            "svg",
            "png",
            "kurbo",
            "braille",
            "papergames_picture",
            "planar",
        ] {
            assert!(!code.contains(word), "{} mentions {word}", path.display());
        }
    }
}

#[test]
fn the_library_pulls_in_few_crates() {
    let Some(root) = root() else { return };
    let count = |arguments: &[&str]| {
        let tree = Command::new(env!("CARGO"))
            .args([
                "tree",
                "--offline",
                "--package",
                "papergames",
                "--edges",
                "normal",
            ])
            .args(["--prefix", "none", "--format", "{p}"])
            .args(arguments)
            .current_dir(&root)
            .output()
            .expect("cargo starts");
        let text = String::from_utf8(tree.stdout).expect("names of crates are text");
        let crates: BTreeSet<String> = (text.lines())
            .filter_map(|line| line.split_whitespace().next())
            .map(str::to_owned)
            .collect();
        crates
    };
    let all = count(&[]);
    for heavy in [
        "clap",
        "console",
        "crossterm",
        "indicatif",
        "tiny_http",
        "tokio",
    ] {
        assert!(!all.contains(heavy), "a library needs no {heavy}");
    }
    assert!(all.len() > 5, "the crates are found: {all:?}");
    assert!(all.len() <= MOST_CRATES, "{} crates: {all:?}", all.len());
    let bare = count(&["--no-default-features", "--features", "sprouts"]);
    assert!(bare.len() <= MOST_BARE, "{} crates: {bare:?}", bare.len());
}

/// The most dependencies of `papergames` with all four games and their pictures.
const MOST_CRATES: usize = 45;

/// The most dependencies of one game without features.
const MOST_BARE: usize = 18;
