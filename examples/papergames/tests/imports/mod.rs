//! Finds which files of a crate use which others, by reading its source.
//!
//! The source is read as tokens, and each path in it is followed as by the compiler: through `crate`, `self`, `super`,
//! imports, re-exports, and `*`. A file uses another one if a path ends at an item that the other defines. Naming a
//! module does not count as a use, nor does a re-export with `pub use` from a module below or in the root, unless the
//! code mentions the name. Comments and tests do not count. Methods are not looked up, so files that add methods to one
//! type may call each other's.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use crate::read;

/// The names that one file uses of another, by the indices of both.
pub(crate) type Uses = BTreeMap<(usize, usize), BTreeSet<String>>;

/// The modules of one crate.
#[derive(Default)]
pub(crate) struct Crate {
    /// The files in the order in which they are declared, the root first.
    pub(crate) files: Vec<PathBuf>,
    modules: Vec<Module>,
}

/// A module: a file, or a part of one in braces.
struct Module {
    file: usize,
    /// The module above; the root is above itself.
    above: usize,
    names: BTreeMap<String, Vec<Named>>,
    /// The modules that `use …::*` imports.
    globs: Vec<Vec<String>>,
    /// The paths in the code.
    mentions: BTreeSet<Vec<String>>,
}

/// The item that a name in a module refers to.
enum Named {
    /// Something that a file defines.
    Item(usize),
    Module(usize),
    /// Another path, as seen from this module.
    Path(Vec<String>),
}

/// The most words of a path, because an import of a name under its own name would otherwise never end.
const LONGEST: usize = 8;

impl Crate {
    /// Reads a crate from its `lib.rs` or `main.rs`.
    pub(crate) fn read(root: &Path) -> Crate {
        let mut all = Crate::default();
        let folder = root.parent().expect("a file lies in a folder");
        all.read_file(root, folder, 0);
        all
    }

    /// Reads a file, whose modules lie in `folder`, and returns its module.
    fn read_file(&mut self, path: &Path, folder: &Path, above: usize) -> usize {
        let file = self.files.len();
        self.files.push(path.to_owned());
        let tokens: TokenStream = read(path)
            .parse()
            .unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        self.read_module(tokens, file, folder, above)
    }

    fn read_module(
        &mut self,
        tokens: TokenStream,
        file: usize,
        folder: &Path,
        above: usize,
    ) -> usize {
        let module = self.modules.len();
        self.modules.push(Module {
            file,
            above,
            names: BTreeMap::new(),
            globs: Vec::new(),
            mentions: BTreeSet::new(),
        });
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut rest = &tokens[..];
        while !rest.is_empty() {
            let (item, after) = rest.split_at(end_of_item(rest));
            self.read_item(item, module, folder);
            rest = after;
        }
        module
    }

    fn read_item(&mut self, whole: &[TokenTree], module: usize, folder: &Path) {
        let (attributes, item) = without_attributes(whole);
        let is_test = |text: &String| text == "[cfg(test)]" || text.starts_with("[cfg(all(test,");
        if attributes.iter().any(is_test) {
            return;
        }
        let file = self.modules[module].file;
        let kind = (0..item.len()).find_map(|at| Some((at, kind_of_item(&item[at..])?)));
        let (at, kind) = kind.unwrap_or_default();
        let is_name = |token: &&TokenTree| matches!(token, TokenTree::Ident(_));
        let name = item.iter().skip(at + 1).find(is_name);
        let name = name.map(ToString::to_string).unwrap_or_default();
        match kind {
            "use" => {
                let is_public = is_word(&item[0], "pub");
                return self.read_use(&item[at + 1..], module, is_public);
            }
            "mod" => {
                let below = folder.join(&name);
                let elsewhere = |text: &String| {
                    let path = text.strip_prefix("[path=\"")?.strip_suffix("\"]")?;
                    Some(self.files[file].with_file_name(path))
                };
                let inner = if let Some(TokenTree::Group(body)) = item.last() {
                    self.read_module(body.stream(), file, &below, module)
                } else if let Some(path) = attributes.iter().find_map(elsewhere) {
                    self.read_file(&path, &below, module)
                } else {
                    let beside = folder.join(format!("{name}.rs"));
                    let inside = below.join("mod.rs");
                    let path = if beside.exists() { beside } else { inside };
                    self.read_file(&path, &below, module)
                };
                return self.define(module, name, Named::Module(inner));
            }
            "" | "impl" => (),
            "macro_rules" if attributes.iter().any(|text| text == "[macro_export]") => {
                self.define(0, name, Named::Item(file));
            }
            _ => self.define(module, name, Named::Item(file)),
        }
        self.read_code(whole, module);
    }

    fn define(&mut self, module: usize, name: String, named: Named) {
        let names = &mut self.modules[module].names;
        names.entry(name).or_default().push(named);
    }

    /// Reads a `use` from the token after that word on.
    fn read_use(&mut self, tokens: &[TokenTree], module: usize, is_public: bool) {
        let mut imports = Vec::new();
        list_imports(tokens, &[], &mut imports);
        for (name, path) in imports {
            let is_from_afar = path
                .first()
                .is_some_and(|word| word == "crate" || word == "super");
            if !is_public || is_from_afar && self.modules[module].file > 0 {
                self.modules[module].mentions.insert(path.clone());
            }
            if name == "*" {
                self.modules[module].globs.push(path);
            } else {
                self.define(module, name, Named::Path(path));
            }
        }
    }

    /// Finds the paths in a piece of code.
    fn read_code(&mut self, tokens: &[TokenTree], module: usize) {
        let mark = |at: usize, mark: char| tokens.get(at).is_some_and(|token| is_mark(token, mark));
        let mut at = 0;
        while at < tokens.len() {
            let start = at;
            match &tokens[at] {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    self.read_code(&inner, module);
                }
                token if is_word(token, "use") => {
                    while at < tokens.len() && !mark(at, ';') {
                        at += 1;
                    }
                    self.read_use(&tokens[start + 1..at], module, false);
                }
                TokenTree::Ident(word) => {
                    let mut path = vec![word.to_string()];
                    while mark(at + 1, ':')
                        && mark(at + 2, ':')
                        && let Some(TokenTree::Ident(word)) = tokens.get(at + 3)
                    {
                        path.push(word.to_string());
                        at += 3;
                    }
                    // What follows `.` is a field or a method, unless it ends a range; `'` begins a lifetime.
                    let after = |back: usize, of: char| start >= back && mark(start - back, of);
                    let is_member = after(1, '.') && !after(2, '.');
                    let is_rest = after(1, ':') && after(2, ':');
                    // A macro names what other crates see, too.
                    if after(1, '$') {
                        path[0].insert(0, '$');
                    }
                    if !is_member && !is_rest && !after(1, '\'') {
                        self.modules[module].mentions.insert(path);
                    }
                }
                TokenTree::Punct(_) | TokenTree::Literal(_) => (),
            }
            at += 1;
        }
    }

    /// Returns the path of a file, counted from the folder of the root.
    pub(crate) fn name(&self, file: usize) -> String {
        let parts: Vec<String> = self.parts(file).collect();
        parts.join("/")
    }

    /// Returns the parts of the path of a file, counted from the folder of the root.
    fn parts(&self, file: usize) -> impl Iterator<Item = String> {
        let folder = self.files[0].parent().expect("a file lies in a folder");
        let path = self.files[file].strip_prefix(folder);
        let parts = path.expect("all files lie in that folder").components();
        parts.map(|part| part.as_os_str().to_string_lossy().into_owned())
    }

    /// Returns the module that a file belongs to: of the root, which is a module of its own, or of the `room`, a module
    /// of the root.
    pub(crate) fn module_in(&self, room: Option<&str>, file: usize) -> Option<String> {
        let mut parts = self.parts(file);
        if room.is_some() && parts.next().as_deref() != room {
            return None;
        }
        Some(parts.next()?.trim_end_matches(".rs").to_owned())
    }

    /// Returns the modules of the root, or of a room, in the order in which they are declared.
    pub(crate) fn modules_in(&self, room: Option<&str>) -> Vec<String> {
        let files = 1..self.files.len();
        let modules = files.filter_map(|file| self.module_in(room, file));
        let mut modules: Vec<String> = modules.collect();
        modules.dedup();
        modules
    }

    /// Returns the names that files import from the root, which passes them on from a module, each with the file.
    pub(crate) fn detours(&self) -> BTreeSet<(usize, &str)> {
        let mut found = BTreeSet::new();
        for module in &self.modules[1..] {
            for path in &module.mentions {
                let [first, name, ..] = &path[..] else {
                    continue;
                };
                let named = self.modules[0].names.get(name);
                let is_passed_on = |named: &Named| matches!(named, Named::Path(_));
                if first == "crate" && named.is_some_and(|named| named.iter().all(is_passed_on)) {
                    found.insert((module.file, name.as_str()));
                }
            }
        }
        found
    }

    /// Returns which file uses what of which other file.
    pub(crate) fn uses(&self) -> Uses {
        let mut uses = Uses::new();
        for (index, module) in self.modules.iter().enumerate() {
            let mut found = Found::default();
            for path in &module.mentions {
                self.follow(path, index, &mut found);
            }
            for (file, name) in found.items {
                if file != module.file {
                    uses.entry((module.file, file)).or_default().insert(name);
                }
            }
        }
        uses
    }

    /// Finds what a path in a module leads to.
    fn follow(&self, path: &[String], module: usize, found: &mut Found) {
        let here = &self.modules[module];
        match path {
            [first, rest @ ..] if first == "crate" || first == "$crate" => {
                self.look_up(rest, 0, found);
            }
            [first, rest @ ..] if first == "self" => self.follow(rest, module, found),
            [first, rest @ ..] if first == "super" => self.follow(rest, here.above, found),
            _ => self.look_up(path, module, found),
        }
    }

    /// Finds what a path leads to that begins with a name in a module.
    fn look_up(&self, path: &[String], module: usize, found: &mut Found) {
        let Some((first, rest)) = path.split_first() else {
            return;
        };
        if path.len() > LONGEST || !found.tried.insert((module, path.to_vec())) {
            return;
        }
        let here = &self.modules[module];
        let names = here.names.get(first).map_or(&[][..], Vec::as_slice);
        for named in names {
            match named {
                Named::Item(file) => {
                    found.items.insert((*file, first.clone()));
                }
                Named::Module(inner) => self.look_up(rest, *inner, found),
                // `use perft::perft` begins at the module of that name, or at another crate.
                Named::Path(target) if target[0] == *first => {
                    let path = [&target[1..], rest].concat();
                    for named in names {
                        if let Named::Module(inner) = named {
                            self.look_up(&path, *inner, found);
                        }
                    }
                }
                Named::Path(target) => self.follow(&[target, rest].concat(), module, found),
            }
        }
        if names.is_empty() {
            for glob in &here.globs {
                self.follow(&[glob, path].concat(), module, found);
            }
        }
    }
}

/// What was found while paths were followed.
#[derive(Default)]
struct Found {
    /// Each thing, and the file that defines it.
    items: BTreeSet<(usize, String)>,
    /// The paths that were followed before, each from its module.
    tried: BTreeSet<(usize, Vec<String>)>,
}

fn is_mark(token: &TokenTree, mark: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == mark)
}

fn is_word(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// Parts the attributes of an item, as text without blanks, from the rest.
fn without_attributes(mut item: &[TokenTree]) -> (Vec<String>, &[TokenTree]) {
    let mut attributes = Vec::new();
    while let [hash, rest @ ..] = item
        && is_mark(hash, '#')
    {
        // `#![…]` stands at the top of a file.
        let rest = match rest {
            [mark, rest @ ..] if is_mark(mark, '!') => rest,
            rest => rest,
        };
        attributes.extend(rest.first().map(|token| token.to_string().replace(' ', "")));
        item = &rest[rest.len().min(1)..];
    }
    (attributes, item)
}

/// Returns the keyword of an item, if it is the first of these tokens.
fn kind_of_item(tokens: &[TokenTree]) -> Option<&'static str> {
    const KINDS: [&str; 12] = [
        "const",
        "enum",
        "fn",
        "impl",
        "macro_rules",
        "mod",
        "static",
        "struct",
        "trait",
        "type",
        "union",
        "use",
    ];
    let [first, rest @ ..] = tokens else {
        return None;
    };
    let begins_function = |token: &TokenTree| {
        let words = ["fn", "unsafe", "extern", "async"];
        words.iter().any(|word| is_word(token, word))
    };
    let kind = KINDS.into_iter().find(|kind| is_word(first, kind))?;
    // `const fn`
    (kind != "const" || !rest.first().is_some_and(begins_function)).then_some(kind)
}

/// Returns the number of tokens that the first item takes: up to its braces, or up to a semicolon.
fn end_of_item(tokens: &[TokenTree]) -> usize {
    let mut kind = None;
    for (at, token) in tokens.iter().enumerate() {
        kind = kind.or_else(|| kind_of_item(&tokens[at..]));
        // Braces can be part of a value or of an import.
        let ends_with_braces = !matches!(kind, Some("use" | "const" | "static" | "type"));
        match token {
            token if is_mark(token, ';') => return at + 1,
            TokenTree::Group(group)
                if group.delimiter() == Delimiter::Brace && ends_with_braces =>
            {
                return at + 1;
            }
            TokenTree::Group(_)
            | TokenTree::Ident(_)
            | TokenTree::Punct(_)
            | TokenTree::Literal(_) => (),
        }
    }
    tokens.len()
}

/// Lists the names that a `use` imports, each with its path.
fn list_imports(tokens: &[TokenTree], above: &[String], found: &mut Vec<(String, Vec<String>)>) {
    for part in tokens.split(|token| is_mark(token, ',') || is_mark(token, ';')) {
        let mut path = above.to_vec();
        // `::name` is another crate, and no module has this name.
        if part.first().is_some_and(|token| is_mark(token, ':')) {
            path.push("::".to_owned());
        }
        let mut name = None;
        for (at, token) in part.iter().enumerate() {
            match token {
                TokenTree::Group(group) => {
                    let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                    list_imports(&inner, &path, found);
                    path.clear();
                }
                token if is_mark(token, '*') => {
                    found.push(("*".to_owned(), std::mem::take(&mut path)));
                }
                token if is_word(token, "as") => name = part.get(at + 1).map(ToString::to_string),
                // `self` in braces is the module itself.
                token if is_word(token, "self") && !above.is_empty() => (),
                TokenTree::Ident(word) if name.is_none() => path.push(word.to_string()),
                TokenTree::Ident(_) | TokenTree::Punct(_) | TokenTree::Literal(_) => (),
            }
        }
        if let Some(last) = path.last() {
            found.push((name.unwrap_or_else(|| last.clone()), path));
        }
    }
}

/// Returns the circles: the files of each lead to each other, on whatever way.
pub(crate) fn circles(uses: &Uses) -> Vec<BTreeSet<usize>> {
    let mut below: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(from, to) in uses.keys() {
        below.entry(from).or_default().insert(to);
    }
    let reach = |start: usize| {
        let mut met = BTreeSet::new();
        let mut open = vec![start];
        while let Some(file) = open.pop() {
            let next = below.get(&file).into_iter().flatten();
            open.extend(next.filter(|next| met.insert(**next)));
        }
        met
    };
    let reached: BTreeMap<usize, BTreeSet<usize>> =
        below.keys().map(|file| (*file, reach(*file))).collect();
    let circle = |file: &usize| {
        let leads_back = |other: &&usize| reached.get(other).is_some_and(|met| met.contains(file));
        reached[file].iter().filter(leads_back).copied().collect()
    };
    let circles: BTreeSet<BTreeSet<usize>> = reached.keys().map(circle).collect();
    circles
        .into_iter()
        .filter(|circle| !circle.is_empty())
        .collect()
}
