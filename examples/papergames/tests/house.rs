//! Conventions that the compiler does not enforce, such as the order of modules and files, the layers of packages, the
//! width of lines, the links of a package, the tests that are compiled, and the number of dependencies.

mod imports;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::iter;
use std::path::{Path, PathBuf};
use std::process::Command;

use imports::Crate;

/// The packages of the workspace without the games, each of which may depend only on packages with lower numbers.
///
/// Packages with the same number do not depend on each other.
const LAYERS: [(u8, &str); 7] = [
    (0, "common"),
    (0, "examples/check"),
    (1, "common/planar"),
    (2, "common/picture"),
    (GAME, "common/play"),
    (4, "examples/papergames"),
    (5, "examples"),
];

/// The layer of the games.
const GAME: u8 = 3;

/// Returns the game crates, which have the same files: the features of `papergames` that turn on the package of the
/// same name.
fn games(root: &Path) -> Vec<String> {
    let manifest = read(&root.join("examples/papergames/Cargo.toml"));
    let features = manifest.lines().filter_map(|line| line.split_once(" = "));
    let games = features.filter(|(name, turns_on)| *turns_on == format!("[\"dep:{name}\"]"));
    games.map(|(name, _)| name.to_owned()).collect()
}

/// Returns all packages of the workspace with their layers.
fn layers(root: &Path) -> Vec<(u8, String)> {
    let others = LAYERS.map(|(layer, package)| (layer, package.to_owned()));
    let games = games(root).into_iter().map(|game| (GAME, game));
    others.into_iter().chain(games).collect()
}

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

/// Lists the files below a folder with one of the given endings; build output and installed packages are left out, and
/// hidden folders except the one with the texts for contributors.
fn files(folder: &Path, endings: &[&str], found: &mut Vec<PathBuf>) {
    let entries = fs::read_dir(folder).expect("the folder can be listed");
    for entry in entries.map(|entry| entry.expect("the entry can be read").path()) {
        let name = entry.file_name().and_then(|name| name.to_str());
        let name = name.unwrap_or_default();
        if entry.is_dir() {
            let is_shown = name == ".github" || !name.starts_with('.');
            if is_shown && !["target", "node_modules", "dist", "venv"].contains(&name) {
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

/// Returns the targets of the links and the words in backticks of a Markdown text, without its code blocks, each with
/// whether it is the target of a link.
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
        // A changelog mentions files that no longer exist.
        if is_text && !path.ends_with("CHANGELOG.md") {
            documents.push(path.clone());
        }
    }
    assert!(documents.len() > 20, "the documents are found");
    let games = games(&root);
    assert!(games.len() >= 4, "the games are found: {games:?}");
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
            // A word is a path if it names a file of the repository, or begins with a folder that exists.
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
                Some(rest) => games.iter().all(|game| exists(&format!("{game}/{rest}"))),
                None => exists(path),
            };
            let is_written = WRITTEN.iter().any(|folder| path.starts_with(folder));
            if !is_there && !is_written {
                missing.push(format!("{}: {name}", document.display()));
            }
        }
    }
    assert!(checked > 150, "paths are found: {checked}");
    assert!(
        missing.is_empty(),
        "files that do not exist:\n{}",
        missing.join("\n")
    );
}

/// Lists the files of a package as it is published, as paths from its folder with `/` between.
fn packed(folder: &Path) -> BTreeSet<String> {
    let list = Command::new(env!("CARGO"))
        .args(["package", "--list", "--offline", "--allow-dirty"])
        .current_dir(folder)
        .output()
        .expect("cargo starts");
    let error = String::from_utf8_lossy(&list.stderr);
    assert!(list.status.success(), "{}: {error}", folder.display());
    let names = String::from_utf8(list.stdout).expect("names of files are text");
    names.lines().map(|name| name.replace('\\', "/")).collect()
}

/// Returns what a text in Markdown links to, and the pictures that it shows.
fn links(text: &str) -> Vec<String> {
    let inline = named(text).into_iter();
    let inline = inline.filter_map(|(is_link, name)| is_link.then_some(name));
    let below = text.lines().filter(|line| line.starts_with('['));
    let below = below.filter_map(|line| Some(line.split_once("]: ")?.1.to_owned()));
    let tags = text.split("<img ").skip(1);
    let pictures =
        tags.filter_map(|tag| Some(tag.split("src=\"").nth(1)?.split('"').next()?.into()));
    inline.chain(below).chain(pictures).collect()
}

/// Returns the path that a link in a file leads to, or `None` if it leaves the folder from which paths are counted.
fn target(file: &str, link: &str) -> Option<String> {
    let mut parts: Vec<&str> = file.split('/').collect();
    parts.pop();
    for part in link.split('/') {
        match part {
            "" | "." => (),
            ".." => drop(parts.pop()?),
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

#[test]
fn every_statement_of_the_history_has_a_source() {
    let Some(root) = root() else { return };
    let text = read(&root.join("examples/papergames/guide/history.md"));
    let rows = text.lines().filter_map(|line| line.strip_prefix("| "));
    let mut statements = 0;
    for row in rows.filter(|row| *row != "statement | source |") {
        let cells: Vec<&str> = row.trim_end_matches(" |").split(" | ").collect();
        assert!(cells.len() == 2 && !cells[1].is_empty(), "{row}");
        statements += 1;
    }
    assert!(statements > 30, "{statements}");
}

#[test]
fn links_in_a_package_lead_to_files_of_the_package() {
    let Some(root) = root() else { return };
    let (mut checked, mut dead) = (0, Vec::new());
    for (_, package) in layers(&root) {
        let folder = root.join(&package);
        let packed = packed(&folder);
        let is_text = |name: &&String| Path::new(name).extension().is_some_and(|end| end == "md");
        for document in packed.iter().filter(is_text) {
            for link in links(&read(&folder.join(document))) {
                let path = link.split(['#', ' ']).next().unwrap_or_default();
                // An address, an item that the compiler looks up, or a heading of the same file.
                if path.contains(':') || path.is_empty() {
                    continue;
                }
                checked += 1;
                let is_inside = |to: String| {
                    let below = format!("{to}/");
                    packed.contains(&to) || packed.iter().any(|name| name.starts_with(&below))
                };
                if !target(document, path).is_some_and(is_inside) {
                    dead.push(format!("{package}/{document}: {link}"));
                }
            }
        }
    }
    assert!(checked > 30, "links are found: {checked}");
    assert!(
        dead.is_empty(),
        "links that lead nowhere in a package that is unpacked alone; name a path in words, or link to docs.rs:\n{}",
        dead.join("\n")
    );
}

/// Tests of documentation are compiled from the published package, too.
#[test]
fn sources_include_only_files_of_their_package() {
    let Some(root) = root() else { return };
    let (mut checked, mut missing) = (0, Vec::new());
    for (_, package) in layers(&root) {
        let folder = root.join(&package);
        let packed = packed(&folder);
        for source in packed.iter().filter(|name| name.starts_with("src/")) {
            let text = read(&folder.join(source));
            let included = text.split("include_str!(\"").skip(1);
            for path in included.filter_map(|rest| rest.split('"').next()) {
                checked += 1;
                if !target(source, path).is_some_and(|path| packed.contains(&path)) {
                    missing.push(format!("{package}/{source}: {path}"));
                }
            }
        }
    }
    assert!(checked > 20, "included files are found: {checked}");
    assert!(
        missing.is_empty(),
        "files that the packages lack:\n{}",
        missing.join("\n")
    );
}

/// Libraries have one promise, and the program its own.
#[test]
fn every_package_says_which_rust_it_needs() {
    let Some(root) = root() else { return };
    let promise = |manifest: &str| {
        let line = manifest
            .lines()
            .find_map(|line| line.strip_prefix("rust-version = \""));
        line.and_then(|rest| Some(rest.split_once('"')?.0.to_owned()))
    };
    let libraries = promise(&read(&root.join("Cargo.toml"))).expect("the workspace has a promise");
    for (_, package) in layers(&root) {
        let folder = root.join(&package);
        let promised = promise(&read(&folder.join("Cargo.toml"))).unwrap_or(libraries.clone());
        let readme = read(&folder.join("README.md"));
        let says = format!("Rust {promised} or newer");
        assert!(readme.contains(&says), "{package}/README.md: {says}");
    }
}

/// Returns the code of a file without comments and without the tests at its foot.
fn code(text: &str) -> String {
    let text = text.split("\n#[cfg(test)]\nmod tests").next().unwrap_or("");
    let lines = text
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"));
    lines.collect::<Vec<_>>().join("\n")
}

/// Returns each crate in the repository: its folder, and the uses between its files.
fn crates(root: &Path) -> Vec<(String, Crate)> {
    let mut manifests = Vec::new();
    files(root, &["Cargo.toml"], &mut manifests);
    manifests.sort();
    let mut crates = Vec::new();
    for manifest in manifests {
        let folder = manifest.parent().expect("a file lies in a folder");
        let name = folder.strip_prefix(root).expect("it lies below the root");
        for top in ["src/lib.rs", "src/main.rs"].map(|top| folder.join(top)) {
            if top.exists() {
                crates.push((name.display().to_string(), Crate::read(&top)));
            }
        }
    }
    assert!(crates.len() > 12, "the crates are found: {}", crates.len());
    crates
}

/// Returns the files that the test programs of a package begin with: those that its manifest names, and, unless it has
/// `autotests = false`, those that cargo finds.
fn test_programs(folder: &Path) -> Vec<PathBuf> {
    let manifest = read(&folder.join("Cargo.toml")).replace('\r', "");
    let mut programs = Vec::new();
    for section in manifest.split("\n[[test]]\n").skip(1) {
        let section = section.split("\n[").next().unwrap_or_default();
        let value = |key: &str| {
            let line = section.lines().find_map(|line| line.strip_prefix(key))?;
            line.split('"').nth(1).map(str::to_owned)
        };
        let named = || Some(format!("tests/{}.rs", value("name = ")?));
        let path = value("path = ").or_else(named);
        programs.push(folder.join(path.expect("a test program has a name")));
    }
    if !manifest.contains("\nautotests = false\n") {
        let entries = fs::read_dir(folder.join("tests")).expect("the folder can be listed");
        for entry in entries.map(|entry| entry.expect("the entry can be read").path()) {
            let main = entry.join("main.rs");
            if entry.extension().is_some_and(|ending| ending == "rs") {
                programs.push(entry);
            } else if main.exists() {
                programs.push(main);
            }
        }
    }
    programs
}

#[test]
fn every_file_of_tests_is_compiled() {
    let Some(root) = root() else { return };
    let mut manifests = Vec::new();
    files(&root, &["Cargo.toml"], &mut manifests);
    let (mut checked, mut left_out) = (0, Vec::new());
    for manifest in manifests {
        let folder = manifest.parent().expect("a file lies in a folder");
        if folder == root || !folder.join("tests").exists() {
            continue;
        }
        let programs = test_programs(folder);
        let compiled = programs
            .iter()
            .flat_map(|program| Crate::read(program).files);
        let compiled: BTreeSet<PathBuf> = compiled.collect();
        let mut sources = Vec::new();
        files(&folder.join("tests"), &[".rs"], &mut sources);
        checked += sources.len();
        let lost = sources.into_iter().filter(|path| !compiled.contains(path));
        left_out.extend(lost.map(|path| path.display().to_string()));
    }
    assert!(checked > 100, "the tests are found: {checked}");
    assert!(
        left_out.is_empty(),
        "files that no test program declares with `mod`:\n{}",
        left_out.join("\n")
    );
}

/// Returns the names of some things, for a message.
fn listed(items: &BTreeSet<String>) -> String {
    let items: Vec<&str> = items.iter().map(String::as_str).collect();
    items.join(", ")
}

#[test]
fn no_files_use_each_other_in_a_circle() {
    let Some(root) = root() else { return };
    let mut found = Vec::new();
    let mut checked = 0;
    for (folder, own) in crates(&root) {
        let uses = own.uses();
        checked += uses.len();
        for circle in imports::circles(&uses) {
            for ((from, to), items) in &uses {
                if circle.contains(from) && circle.contains(to) {
                    let [from, to] = [from, to].map(|file| own.name(*file));
                    found.push(format!("{folder}/src/{from}: {} of {to}", listed(items)));
                }
            }
        }
    }
    assert!(checked > 1_000, "the imports are found: {checked}");
    assert!(
        found.is_empty(),
        "files that use each other in a circle; what both need belongs in a file below both:\n{}",
        found.join("\n")
    );
}

/// The chapters of a crate that are divided like a crate.
const ROOMS: [(&str, &str); 8] = [
    ("common", "tools"),
    ("common", "play"),
    ("common", "tree"),
    ("common", "proof"),
    ("common", "learning"),
    ("common", "notation"),
    ("common", "object"),
    ("sprouts", "solve"),
];

#[test]
fn a_module_uses_only_those_before_it() {
    let Some(root) = root() else { return };
    let mut wrong = Vec::new();
    for (folder, own) in crates(&root) {
        let mut refuse = |file: usize, what: String| {
            wrong.push(format!("{folder}/src/{}: {what}", own.name(file)));
        };
        let rooms = ROOMS.iter().filter(|(of, _)| *of == folder);
        for room in iter::once(None).chain(rooms.map(|(_, room)| Some(*room))) {
            let order = own.modules_in(room);
            let place = |file: usize| {
                let module = own.module_in(room, file)?;
                order.iter().position(|other| *other == module)
            };
            for ((from, to), items) in own.uses() {
                if let (Some(user), Some(used)) = (place(from), place(to))
                    && user < used
                {
                    refuse(from, format!("{} of {}", listed(&items), own.name(to)));
                }
            }
        }
        // Re-exports in the root of a crate are for other crates; an import inside the crate must name the module.
        for (file, name) in own.detours() {
            refuse(file, format!("crate::{name} (name the module)"));
        }
    }
    assert!(
        wrong.is_empty(),
        "imports against the order in which `lib.rs`, or the page of a chapter, declares the modules:\n{}",
        wrong.join("\n")
    );
}

/// Returns the modules that the documentation of a crate lists under the heading "Modules", by the first words between
/// backticks of its rows.
fn presented(source: &str) -> Vec<String> {
    let (_, modules) = source.split_once("//! # Modules").unwrap_or_default();
    let mut found = Vec::new();
    for line in modules
        .lines()
        .take_while(|line| !line.starts_with("//! # "))
    {
        let row = line.trim().trim_start_matches("//! ");
        let row = row.trim_start_matches("doc = \"");
        let cell = row
            .strip_prefix("| ")
            .and_then(|row| row.split(" | ").next());
        let item = row
            .strip_prefix("* ")
            .and_then(|row| row.split(": ").next());
        if let Some(names) = cell.or(item) {
            found.extend(names.split('`').skip(1).step_by(2).map(str::to_owned));
        }
    }
    found
}

#[test]
fn a_game_presents_its_modules_in_their_order() {
    let Some(root) = root() else { return };
    for game in games(&root) {
        let file = root.join(&game).join("src/lib.rs");
        let source = read(&file);
        let declared = source.lines().scan("", |above, line| {
            let is_test = *above == "#[cfg(test)]";
            *above = line;
            Some((is_test, line))
        });
        let declared: Vec<&str> = declared
            .filter(|(is_test, _)| !is_test)
            .filter_map(|(_, line)| {
                line.strip_suffix(';')?
                    .trim_start_matches("pub ")
                    .strip_prefix("mod ")
            })
            .collect();
        assert_eq!(presented(&source), declared, "{}", file.display());
    }
}

/// Reads a crate of some files, each with its text, the root first, and returns its circles by the names of files.
fn circles_of(name: &str, texts: &[(&str, &str)]) -> Vec<Vec<String>> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    for (path, text) in texts {
        let path = folder.join(path);
        let parent = path.parent().expect("a file lies in a folder");
        fs::create_dir_all(parent).expect("the folder can be made");
        fs::write(path, text).expect("the file can be written");
    }
    let own = Crate::read(&folder.join(texts[0].0));
    let circles = imports::circles(&own.uses());
    let names = circles
        .iter()
        .map(|circle| circle.iter().map(|file| own.name(*file)).collect());
    names.collect()
}

#[test]
fn a_file_that_passes_on_what_builds_on_it_is_no_circle() {
    let texts = [
        ("lib.rs", "pub mod facade;\nmod low;\npub use facade::*;\n"),
        (
            "facade.rs",
            "mod child;\npub use child::Child;\nuse ::child::Child as Foreign;\npub struct Shared(pub [u8; 3]);\n\
             /// See [`Child`](child::Child).\nfn bytes() -> impl Iterator<Item = u8> { [1].into_iter() }\n\
             #[cfg(test)]\nmod tests { use super::*; fn child() -> Child { Child(Shared([0; 3])) } }\n",
        ),
        (
            "facade/child.rs",
            "use super::Shared;\npub struct Child(pub Shared);\n",
        ),
        (
            "low.rs",
            "pub const LOW: [u8; 1] = { [1] };\nfn high() -> &'static str { \"crate::Child\" }\n",
        ),
    ];
    assert!(circles_of("facade", &texts).is_empty());
}

#[test]
fn circles_are_found_through_every_kind_of_path() {
    let ways = [
        ("imported", "use crate::high::High;"),
        ("exported", "pub use crate::high::High;"),
        (
            "renamed",
            "use crate::high::{self as other, High as Other};",
        ),
        ("opened", "use crate::*; type Own = High;"),
        ("passed_on", "type Own = super::Passed;"),
        ("in_code", "fn own() { let value = [crate::high::make()]; }"),
        ("inside", "fn own() { use crate::high; high::make(); }"),
        ("by_macro", "crate::high!();"),
        (
            "in_braces",
            "mod inner { type Own = super::super::high::High; }",
        ),
    ];
    let high = "use crate::low::Low;\npub struct High(Low);\npub fn make() {}\n\
                #[macro_export]\nmacro_rules! high { () => {} }\n";
    for (name, way) in ways {
        let low = format!("pub struct Low;\n{way}\n");
        let texts = [
            (
                "lib.rs",
                "mod low;\nmod high;\npub use high::High;\npub use high::High as Passed;\n",
            ),
            ("low.rs", &low),
            ("high.rs", high),
        ];
        assert_eq!(circles_of(name, &texts), [["low.rs", "high.rs"]], "{name}");
    }
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

/// A verdict about a proof depends only on one package and the standard library.
#[test]
fn the_checker_of_proofs_depends_on_nothing() {
    let Some(root) = root() else { return };
    let manifest = read(&root.join("examples/check/Cargo.toml")).replace('\r', "");
    let (_, after) = manifest
        .split_once("\n[dependencies]\n")
        .expect("a heading");
    let (dependencies, after) = after.split_once("\n[").expect("another heading");
    assert_eq!(dependencies.trim(), "");
    assert!(!after.contains("dependencies]"), "{after}");
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
    let layers = layers(&root);
    let layer = |path: &str| {
        layers
            .iter()
            .find(|(_, of)| *of == path)
            .map(|(layer, _)| *layer)
    };
    for path in paths.values() {
        assert!(layer(path).is_some(), "{path} is in LAYERS or a game");
    }
    for (own, package) in &layers {
        let manifest = read(&root.join(package).join("Cargo.toml"));
        for (heading, used) in dependencies(&manifest, &paths) {
            let below = layer(&used).is_some_and(|layer| layer < *own);
            // A package may depend on itself, with more features, in its tests.
            let itself = used == *package && heading == "dev-dependencies";
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

/// The files of libraries that read variables of the environment: those of terminals, and those that tests set.
const ASKING_THE_ENVIRONMENT: [&str; 6] = [
    "common/play/src/terminal/keep.rs",
    "common/play/src/terminal/screen.rs",
    "common/src/laws.rs",
    "common/src/proof/store/failing.rs",
    "examples/web/src/schema.rs",
    "examples/web/src/strokes.rs",
];

#[test]
fn what_a_library_does_depends_on_no_environment() {
    let Some(root) = root() else { return };
    let mut found = Vec::new();
    let packages = layers(&root).into_iter().map(|(_, package)| package);
    let libraries = packages.filter(|package| package != "examples");
    for package in libraries.chain(["examples/web".to_owned()]) {
        let mut sources = Vec::new();
        files(&root.join(package).join("src"), &[".rs"], &mut sources);
        found.extend(
            sources
                .into_iter()
                .filter(|path| read(path).contains("env::var")),
        );
    }
    let found: BTreeSet<PathBuf> = found.into_iter().collect();
    let listed = ASKING_THE_ENVIRONMENT.map(|path| root.join(path));
    assert_eq!(found, BTreeSet::from(listed));
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

/// Returns the features in a manifest, each with what it turns on.
fn features(manifest: &str) -> BTreeMap<&str, &str> {
    let section = manifest.split("[features]\n").nth(1).unwrap_or_default();
    let section = section.split("\n[").next().unwrap_or_default();
    let features = section.lines().filter_map(|line| line.split_once(" = "));
    features.collect()
}

/// What a contributor of a game might forget, since everything compiles without it.
#[test]
fn a_game_is_in_every_list() {
    let Some(root) = root() else { return };
    let [workspace, facade, readme, guide] = [
        "Cargo.toml",
        "examples/papergames/Cargo.toml",
        "README.md",
        "examples/papergames/README.md",
    ]
    .map(|path| read(&root.join(path)));
    let of_all = features(&facade);
    let objects = papergames::games();
    let row = guide.lines().find(|line| line.starts_with("| `sprouts`, "));
    for game in games(&root) {
        let is_object = objects.iter().any(|object| object.about().name == game);
        assert!(is_object, "{game} is in `papergames::games()`");
        for (list, entry) in [
            (workspace.as_str(), format!("\n    \"{game}\",\n")),
            (of_all["default"], format!("\"{game}\"")),
            (&readme, format!("]({game}) |")),
            (&readme, format!("[{game}]({game}/CHANGELOG.md)")),
            (row.unwrap_or_default(), format!("`{game}`")),
        ] {
            assert!(list.contains(&entry), "{game}: no {entry} in {list}");
        }
        let manifest = read(&root.join(&game).join("Cargo.toml"));
        for feature in features(&manifest)
            .into_keys()
            .filter(|name| *name != "default")
        {
            let own = format!("\"{game}?/{feature}\"");
            let forwards = of_all.get(feature).is_none_or(|on| on.contains(&own));
            assert!(forwards, "`{feature}` of papergames lacks {own}");
        }
    }
}

#[test]
fn papergames_forwards_every_feature_of_the_core() {
    let Some(root) = root() else { return };
    let [core, facade] =
        ["common", "examples/papergames"].map(|folder| read(&root.join(folder).join("Cargo.toml")));
    let of_all = features(&facade);
    for feature in features(&core)
        .into_keys()
        .filter(|name| *name != "default")
    {
        let on = of_all.get(feature).copied().unwrap_or_default();
        let forwards = on.contains(&format!("\"common/{feature}\""));
        assert!(forwards, "`{feature}` of papergames turns on `{on}`");
    }
}

/// The page lists the rule sets by hand, with texts that fit a small screen.
#[test]
fn the_page_offers_every_rule_set() {
    let Some(root) = root() else { return };
    let page = read(&root.join("examples/web/games.js"));
    for game in papergames::games() {
        // The usual rule set has no name there.
        for set in game.about().rule_sets.iter().skip(1) {
            let listed = page.contains(&format!("[\"{}\",", set.name));
            assert!(listed, "{}: {}", game.about().name, set.name);
        }
    }
}

/// The readers of text and bytes: the file, the fuzz target that attacks its readers, and their names, which are those
/// of types that are parsed and of functions.
const READERS: &[(&str, &str, &str)] = &[
    ("common/src/object/any/object.rs", "desk", "read_move"),
    ("common/src/proof/audit.rs", "readers", "Checkpoint"),
    ("common/src/proof/claim.rs", "readers", "Certificate"),
    ("common/src/learning/compact.rs", "compact", "read"),
    ("common/src/tree/engine.rs", "readers", "Level"),
    ("common/src/notation/format/lines.rs", "readers", "read"),
    (
        "common/src/notation/format/wholes.rs",
        "notations",
        "read_wholes",
    ),
    ("common/src/tools/grid.rs", "readers", "Direction"),
    ("common/src/nim.rs", "readers", "Nim Take"),
    ("common/src/play/outcome.rs", "readers", "Ending"),
    ("common/src/play/player.rs", "readers", "Player"),
    ("common/src/play/plies.rs", "readers", "Ply Plies"),
    ("common/src/play/ply_cap.rs", "readers", "PlyCap"),
    ("common/src/play/record.rs", "sos_texts", "Record"),
    (
        "common/planar/src/surface.rs",
        "readers",
        "Surface SheetMove",
    ),
    ("common/play/src/clock.rs", "readers", "TimeControl"),
    ("brussels/src/face.rs", "readers", "Face"),
    (
        "brussels/src/notation/game.rs",
        "brussels_texts",
        "read_game",
    ),
    ("brussels/src/notation/game.rs", "readers", "read_move"),
    (
        "brussels/src/notation/position.rs",
        "brussels_texts",
        "Position Move Arm",
    ),
    ("brussels/src/notation/position.rs", "readers", "Star"),
    ("brussels/src/surface/notation.rs", "readers", "Sheet"),
    (
        "phutball/src/notation.rs",
        "phutball_texts",
        "Point Size Move Turn Position",
    ),
    ("phutball/src/notation.rs", "readers", "Chain"),
    ("phutball/src/notation/game.rs", "phutball_games", "read"),
    ("phutball/src/notation/game.rs", "readers", "read_turn"),
    ("phutball/src/rules.rs", "phutball_texts", "Rules"),
    ("sos/src/notation.rs", "readers", "Cell Letter Line"),
    ("sos/src/notation.rs", "sos_texts", "Move"),
    ("sos/src/notation/game.rs", "sos_texts", "read_game"),
    ("sos/src/notation/position.rs", "sos_texts", "Position"),
    ("sos/src/notation/setup.rs", "sos_texts", "Size"),
    ("sos/src/rules.rs", "sos_texts", "Rules"),
    ("sos/src/target.rs", "readers", "Word"),
    ("sprouts/src/land/glop/ajs.rs", "sprouts_texts", "read"),
    ("sprouts/src/land/glop/grammar.rs", "sprouts_texts", "Sum"),
    ("sprouts/src/land/lands.rs", "sprouts_texts", "Lands"),
    ("sprouts/src/land/lands.rs", "readers", "Land"),
    (
        "sprouts/src/notation.rs",
        "sprouts_texts",
        "Variant Rules Position End Move",
    ),
    (
        "sprouts/src/notation/cards.rs",
        "sprouts_games",
        "CardTable read",
    ),
    (
        "sprouts/src/notation/hoey.rs",
        "sprouts_games",
        "Abbreviation read",
    ),
    (
        "sprouts/src/notation/wgosa/game.rs",
        "sprouts_games",
        "GameRecord",
    ),
    (
        "sprouts/src/notation/wgosa/moves.rs",
        "sprouts_games",
        "read_move",
    ),
    ("sprouts/src/solve/catalogue.rs", "readers", "read"),
    ("sprouts/src/solve/database.rs", "readers", "read"),
    ("sprouts/src/solve/misere/loss.rs", "readers", "Loss"),
    ("sprouts/src/surface/notation.rs", "readers", "Sheet"),
    ("sprouts/src/unnumbered.rs", "readers", "read"),
    ("examples/check/src/claim.rs", "certificates", "Claim"),
    ("examples/check/src/sos/board.rs", "certificates", "read"),
    (
        "examples/check/src/sos/certificate.rs",
        "certificates",
        "read",
    ),
    (
        "examples/check/src/sprouts/certificate.rs",
        "certificates",
        "read",
    ),
    (
        "examples/check/src/sprouts/spelling.rs",
        "certificates",
        "read_position",
    ),
    ("examples/check/src/text.rs", "certificates", "read"),
];

/// Readers without a fuzz target of their own, with the reason.
const UNFUZZED: [(&str, &str, &str); 4] = [
    (
        "common/src/tools/text.rs",
        "read_whole",
        "runs the reader that it is given",
    ),
    (
        "sos/src/notation/setup.rs",
        "Setup",
        "private; positions are read by it",
    ),
    (
        "sos/src/notation/setup.rs",
        "Ruling",
        "private; rules are read by it",
    ),
    (
        "sprouts/src/solve/cluster/bytes.rs",
        "from_bytes",
        "its tests change each byte of messages",
    ),
];

/// Returns the names of the readers in a source file: types that implement `FromStr`, and public functions from text or
/// bytes.
fn readers(source: &str) -> BTreeSet<String> {
    let source = source
        .split("#[cfg(test)]\nmod tests")
        .next()
        .unwrap_or_default();
    let is_code = |line: &&str| !line.trim_start().starts_with("//");
    let source = source
        .lines()
        .filter(is_code)
        .collect::<Vec<_>>()
        .join("\n");
    let word = |text: &str| {
        let end = text.find(|c: char| !c.is_alphanumeric() && c != '_');
        text[..end.unwrap_or(text.len())].to_owned()
    };
    let parsed = source.split("FromStr for ").skip(1).map(word);
    let functions = source.split("pub fn ").skip(1).filter_map(|text| {
        let signature = text.split('{').next()?;
        let from = ["&str", "&'a str", "&[u8]"];
        let reads = ["read", "from_bytes", "parse"]
            .iter()
            .any(|verb| text.starts_with(verb));
        let is_reader = reads && from.iter().any(|kind| signature.contains(kind));
        is_reader.then(|| word(text))
    });
    let is_type = |name: &String| name.starts_with(|c: char| c.is_uppercase());
    parsed.filter(is_type).chain(functions).collect()
}

#[test]
fn every_reader_has_a_fuzz_target() {
    let Some(root) = root() else { return };
    let mut unlisted = Vec::new();
    let mut found = BTreeSet::new();
    for (_, package) in layers(&root) {
        if package == "examples" || package == "examples/papergames" {
            continue;
        }
        let mut sources = Vec::new();
        files(&root.join(package).join("src"), &[".rs"], &mut sources);
        for path in sources {
            let file = path.strip_prefix(&root).expect("below the root");
            let file = file.to_str().expect("text").to_owned();
            for reader in readers(&read(&path)) {
                let is_here = |names: &str| names.split(' ').any(|name| name == reader);
                let is_fuzzed = READERS
                    .iter()
                    .any(|(of, _, names)| *of == file && is_here(names));
                let has_reason = UNFUZZED
                    .iter()
                    .any(|(of, name, _)| *of == file && is_here(name));
                if !is_fuzzed && !has_reason {
                    unlisted.push(format!("{file}: {reader}"));
                }
                found.insert((file.clone(), reader));
            }
        }
    }
    assert!(
        unlisted.is_empty(),
        "readers without a fuzz target in the table:\n{}",
        unlisted.join("\n")
    );
    for (file, target, names) in READERS {
        let target = root.join(format!("examples/fuzz/fuzz_targets/{target}.rs"));
        let text = read(&target);
        for name in names.split(' ') {
            assert!(
                found.contains(&((*file).to_owned(), name.to_owned())),
                "{file} has no reader {name}"
            );
            let is_type = name.starts_with(|c: char| c.is_uppercase());
            assert!(
                !is_type || text.contains(name),
                "{} does not name {name}",
                target.display()
            );
        }
    }
}

/// A tag can be moved to another commit, a hash cannot.
#[test]
fn workflows_run_stated_commits() {
    let Some(root) = root() else { return };
    let mut workflows = Vec::new();
    files(&root.join(".github/workflows"), &[".yml"], &mut workflows);
    let texts: Vec<String> = workflows.iter().map(|path| read(path)).collect();
    let lines = texts.iter().flat_map(|text| text.lines());
    let actions: Vec<&str> = lines
        .filter_map(|line| line.split_once("uses: ").map(|(_, action)| action))
        .collect();
    assert!(actions.len() > 9, "{actions:?}");
    for action in actions {
        let (_, commit) = action.split_once('@').expect(action);
        let (hash, version) = commit.split_once(" # ").expect(action);
        let is_hash = hash.len() == 40 && hash.chars().all(|sign| sign.is_ascii_hexdigit());
        assert!(is_hash && version.starts_with('v'), "{action}");
    }
}

/// Each row of the table about security names a test, a file of tests or a fuzz target that is there.
#[test]
fn what_the_page_about_security_promises_is_tested() {
    let Some(root) = root() else { return };
    let page = read(&root.join(".github/SECURITY.md"));
    let mut sources = Vec::new();
    files(&root, &[".rs"], &mut sources);
    let rows = page.lines().filter(|line| line.starts_with("| **"));
    let mut n_rows = 0;
    for row in rows {
        n_rows += 1;
        let tested = row
            .trim_end_matches(" |")
            .rsplit(" | ")
            .next()
            .unwrap_or_default();
        let named: Vec<&str> = tested.split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "no test is named in: {row}");
        for name in named {
            let is_path = name.contains('/');
            let is_there = if is_path {
                let path = root.join(name);
                path.is_dir() || path.exists() && read(&path).contains("#[test]")
            } else {
                root.join(format!("examples/fuzz/fuzz_targets/{name}.rs"))
                    .exists()
                    || sources
                        .iter()
                        .any(|path| read(path).contains(&format!("fn {name}(")))
            };
            assert!(is_there, "{name} is not a test: {row}");
        }
    }
    assert!(n_rows > 8, "{n_rows} rows");
}
