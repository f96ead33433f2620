//! Mutation tests: mistakes are planted in the rules, and a test has to fail for each.
//!
//! `cargo mutants --list --json` lists the mistakes. Building each of them takes too long here, so all those of a
//! package are built at once: `a + b` becomes `if mutant(17) { a - b } else { a + b }`, and the environment variable
//! `MUTANT` chooses one. The tests then run once for each, the fastest programs first, until one fails.
//!
//! ```text
//! papergames-mutants PACKAGE [--seed N] [--draw N] [--all FILE]… [--in-diff FILE] [--only LIST] [--test NAME]… FILE…
//! ```
//!
//! draws that many mistakes with the seed from the named files, adds every one in the files after `--all`, and prints
//! each that no test notices. `--in-diff` leaves only those on lines that a diff changes. `--only` leaves only those
//! that are named in a file, such as the output of an earlier run: a line of it counts if it has `FILE:LINE:COLUMN:
//! MISTAKE` in it. Lines and columns may have changed since, so mistakes with the same words in the same file are all
//! planted. `--test` builds only the unit tests and the named test programs, which is faster. `.ci/mutate` calls it for
//! every game.
//!
//! It changes the sources where it runs, so it refuses a tree with uncommitted changes, and `git checkout .` brings
//! them back. Mistakes that do not compile in this form are counted and left out.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use std::{env, fs};

use proc_macro2::LineColumn;
use quote::{ToTokens, quote};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use serde_json::Value;
use syn::spanned::Spanned;
use syn::visit_mut::{self, VisitMut};
use syn::{Block, Expr, File, ImplItemFn, ItemFn, Signature, parse_quote};

/// One mistake, as `cargo mutants` lists it.
#[derive(Clone)]
struct Mutant {
    id: usize,
    file: String,
    name: String,
    genre: String,
    replacement: String,
    /// Where the replaced text begins; lines and columns from 1.
    at: (usize, usize),
    /// Where its function begins, with its documentation.
    function: Option<(usize, usize)>,
}

fn place(value: &Value) -> Option<(usize, usize)> {
    let number = |name: &str| Some(value["start"][name].as_u64()? as usize);
    Some((number("line")?, number("column")?))
}

fn is_at(start: LineColumn, at: (usize, usize)) -> bool {
    (start.line, start.column + 1) == at
}

/// Lists the mistakes of a package, of all of it or of the lines that a diff changes.
fn list(package: &str, diff: Option<&str>) -> Vec<Mutant> {
    let output = Command::new("cargo")
        .args(["mutants", "--list", "--json", "--package", package])
        .args(diff.map(|diff| format!("--in-diff={diff}")))
        .output()
        .expect("cargo-mutants is installed");
    let all: Vec<Value> = serde_json::from_slice(&output.stdout).expect("a list of mutants");
    let mutants = all.iter().enumerate().map(|(i, value)| Mutant {
        id: i + 1,
        file: value["file"].as_str().expect("a file").to_owned(),
        name: value["name"].as_str().expect("a name").to_owned(),
        genre: value["genre"].as_str().expect("a genre").to_owned(),
        replacement: value["replacement"].as_str().expect("a text").to_owned(),
        at: place(&value["span"]).expect("a place"),
        function: place(&value["function"]["span"]),
    });
    mutants.collect()
}

/// Returns the file and the words of a mistake: `a/b.rs` and `replace + with -` for
/// `missed: a/b.rs:7:15: replace + with -`.
fn without_place(line: &str) -> Option<(String, String)> {
    let (before, words) = line.split_once(": replace ").or_else(|| line.split_once(": delete "))?;
    let place = before.rsplit(' ').next()?;
    let file = place.rsplitn(3, ':').nth(2)?;
    Some((file.to_owned(), line[before.len() + 2..before.len() + 9].to_owned() + words))
}

/// Writes mistakes into one file.
struct Planter<'a> {
    mutants: &'a [Mutant],
    planted: BTreeSet<usize>,
    /// Functions that stay `const`, since constants call them.
    keep_const: &'a BTreeSet<String>,
    /// Inside a function that stays `const`, where no switch can be read.
    in_const: bool,
}

impl Planter<'_> {
    /// Returns the mistakes of one kind at a place.
    fn at(&self, genre: &str, start: LineColumn) -> Vec<Mutant> {
        let here = |m: &&Mutant| m.genre == genre && is_at(start, m.at) && !self.in_const;
        self.mutants.iter().filter(here).cloned().collect()
    }

    fn function(
        &mut self,
        signature: &mut Signature,
        block: &mut Block,
        start: LineColumn,
    ) -> bool {
        let name = signature.ident.to_string();
        let touches = |m: &Mutant| m.function.is_some_and(|at| is_at(start, at));
        let is_mutated = self.mutants.iter().any(touches);
        if signature.constness.is_some() && is_mutated && !self.keep_const.contains(&name) {
            signature.constness = None;
        }
        // Two values of one opaque type would have to have the same type.
        let is_opaque = signature
            .output
            .to_token_stream()
            .to_string()
            .contains("impl ");
        let mutants = self.mutants.iter();
        let values: Vec<Mutant> = mutants
            .filter(|m| m.genre == "FnValue" && touches(m))
            .filter(|_| signature.constness.is_none() && !is_opaque)
            .cloned()
            .collect();
        for mutant in values {
            let id = mutant.id;
            let Ok(value) = syn::parse_str::<Expr>(&mutant.replacement) else {
                continue;
            };
            block
                .stmts
                .insert(0, parse_quote!(if crate::mutant(#id) { return #value; }));
            self.planted.insert(id);
        }
        core::mem::replace(&mut self.in_const, signature.constness.is_some())
    }
}

impl VisitMut for Planter<'_> {
    fn visit_item_fn_mut(&mut self, item: &mut ItemFn) {
        let start = item.span().start();
        let before = self.function(&mut item.sig, &mut item.block, start);
        visit_mut::visit_item_fn_mut(self, item);
        self.in_const = before;
    }

    fn visit_impl_item_fn_mut(&mut self, item: &mut ImplItemFn) {
        let start = item.span().start();
        let before = self.function(&mut item.sig, &mut item.block, start);
        visit_mut::visit_impl_item_fn_mut(self, item);
        self.in_const = before;
    }

    fn visit_item_const_mut(&mut self, _: &mut syn::ItemConst) {}

    fn visit_impl_item_const_mut(&mut self, _: &mut syn::ImplItemConst) {}

    fn visit_arm_mut(&mut self, arm: &mut syn::Arm) {
        let mut mutants = self.at("MatchArm", arm.pat.span().start());
        if let Some((_, guard)) = &arm.guard {
            mutants.extend(self.at("MatchArmGuard", guard.span().start()));
        }
        visit_mut::visit_arm_mut(self, arm);
        for mutant in mutants {
            let id = mutant.id;
            let old = arm.guard.take().map(|(_, guard)| guard);
            if matches!(old.as_deref(), Some(Expr::Let(_))) {
                arm.guard = old.map(|old| (Default::default(), old));
                continue;
            }
            let new: Expr = match (mutant.genre.as_str(), old) {
                ("MatchArm", None) => parse_quote!(!crate::mutant(#id)),
                ("MatchArm", Some(old)) => parse_quote!(!crate::mutant(#id) && (#old)),
                (_, Some(old)) if mutant.replacement == "true" => {
                    parse_quote!(crate::mutant(#id) || (#old))
                }
                (_, Some(old)) => parse_quote!(!crate::mutant(#id) && (#old)),
                (_, None) => unreachable!("a guard was found"),
            };
            arm.guard = Some((Default::default(), Box::new(new)));
            self.planted.insert(id);
        }
    }

    fn visit_expr_mut(&mut self, expr: &mut Expr) {
        let mutants = match expr {
            Expr::Binary(binary) => self.at("BinaryOperator", binary.op.span().start()),
            Expr::Unary(unary) => self.at("UnaryOperator", unary.op.span().start()),
            Expr::Struct(literal) => {
                let places = literal.fields.iter().map(|field| field.span().start());
                places
                    .flat_map(|start| self.at("StructField", start))
                    .collect()
            }
            _ => Vec::new(),
        };
        let fields: Vec<LineColumn> = match expr {
            Expr::Struct(literal) => literal.fields.iter().map(|f| f.span().start()).collect(),
            _ => Vec::new(),
        };
        visit_mut::visit_expr_mut(self, expr);
        let original = expr.clone();
        for mutant in mutants {
            let id = mutant.id;
            let mut changed = original.clone();
            match &mut changed {
                Expr::Binary(binary) => {
                    let Ok(op) = syn::parse_str(&mutant.replacement) else {
                        continue;
                    };
                    binary.op = op;
                }
                Expr::Unary(unary) => changed = (*unary.expr).clone(),
                Expr::Struct(literal) => {
                    let old = core::mem::take(&mut literal.fields).into_iter();
                    let kept = old
                        .zip(&fields)
                        .filter(|(_, start)| !is_at(**start, mutant.at));
                    literal.fields = kept.map(|(field, _)| field).collect();
                }
                _ => unreachable!("only these have mutants"),
            }
            // Where a condition holds a `let`, no choice between two expressions can stand.
            let choice = quote!((if crate::mutant(#id) { (#changed) } else { (#expr) }));
            let Ok(choice) = syn::parse2(choice) else {
                continue;
            };
            *expr = choice;
            self.planted.insert(id);
        }
    }
}

/// What every mutated crate gets at its root.
fn switch() -> proc_macro2::TokenStream {
    quote! {
        pub(crate) fn mutant(id: usize) -> bool {
            static CHOSEN: std::sync::LazyLock<usize> = std::sync::LazyLock::new(|| {
                std::env::var("MUTANT").ok().and_then(|id| id.parse().ok()).unwrap_or(0)
            });
            *CHOSEN == id
        }
    }
}

/// Writes the sources with all mistakes in them, and returns which could be written.
fn plant(
    originals: &BTreeMap<String, String>,
    mutants: &[Mutant],
    keep_const: &BTreeSet<String>,
) -> BTreeSet<usize> {
    let mut planted = BTreeSet::new();
    for (path, text) in originals {
        let mut file: File = syn::parse_file(text).expect("Rust");
        let here: Vec<Mutant> = mutants
            .iter()
            .filter(|m| m.file == *path)
            .cloned()
            .collect();
        let mut planter = Planter {
            mutants: &here,
            planted: BTreeSet::new(),
            keep_const,
            in_const: false,
        };
        planter.visit_file_mut(&mut file);
        planted.extend(planter.planted);
        if path.ends_with("src/lib.rs") {
            file.items.push(syn::parse2(switch()).expect("a function"));
        }
        // Lints of the workspace do not matter here.
        fs::write(path, prettyplease::unparse(&file)).expect("the file can be written");
    }
    planted
}

/// Runs cargo and returns its messages.
fn cargo(arguments: &[&str]) -> Vec<Value> {
    let output = Command::new("cargo")
        .args(arguments)
        .args(["--message-format", "json"])
        .stderr(Stdio::null())
        .output()
        .expect("cargo runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    text.lines()
        .filter_map(|line| serde_json::from_str(line).ok())
        .collect()
}

/// Returns the numbers of the mistakes on lines around an error.
fn ids_near(error: &Value) -> BTreeSet<usize> {
    let mut found = BTreeSet::new();
    for span in error["spans"].as_array().into_iter().flatten() {
        let Some(file) = span["file_name"].as_str() else {
            continue;
        };
        let text = fs::read_to_string(file).unwrap_or_default();
        let lines: Vec<&str> = text.lines().collect();
        let (first, last) = (span["line_start"].as_u64(), span["line_end"].as_u64());
        let first = first.unwrap_or(1) as usize;
        let last = (last.unwrap_or(1) as usize).min(first + 3);
        let on = |from: usize, to: usize| {
            let lines = lines
                .get(from.max(1) - 1..to.min(lines.len()))
                .unwrap_or_default();
            let text = lines.join(" ");
            let parts = text.split("crate::mutant(").skip(1);
            let ids = parts.filter_map(|part| {
                let digits: String = part.chars().take_while(char::is_ascii_digit).collect();
                digits.parse().ok()
            });
            ids.collect::<BTreeSet<usize>>()
        };
        let exact = on(first, last);
        found.extend(if exact.is_empty() {
            on(first.saturating_sub(3), last + 1)
        } else {
            exact
        });
    }
    found
}

/// Runs a test program with a mistake switched on, and returns whether it passes in time.
fn passes(program: &Path, folder: &Path, id: usize, limit: Duration) -> (bool, Duration) {
    let start = Instant::now();
    let mut child = Command::new(program)
        .current_dir(folder)
        .env("MUTANT", id.to_string())
        .env("RUST_BACKTRACE", "0")
        .env("PROPTEST_MAX_SHRINK_ITERS", "0")
        .env("CARGO_MANIFEST_DIR", folder)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn()
        .expect("the test program starts");
    loop {
        if let Some(status) = child.try_wait().expect("the child can be waited for") {
            return (status.success(), start.elapsed());
        }
        if start.elapsed() > limit {
            let _ = child.kill();
            let _ = child.wait();
            return (false, start.elapsed());
        }
        std::thread::sleep(Duration::from_millis(10));
    }
}

fn main() {
    let mut arguments = env::args().skip(1);
    let package = arguments.next().expect("the name of a package");
    let (mut seed, mut draw) = (1, usize::MAX);
    let (mut files, mut whole) = (BTreeSet::new(), BTreeSet::new());
    let (mut tests, mut diff, mut only) = (Vec::new(), None, None);
    while let Some(argument) = arguments.next() {
        let mut value = || arguments.next().expect("a value after the option");
        match argument.as_str() {
            "--seed" => seed = value().parse().expect("a number"),
            "--draw" => draw = value().parse().expect("a number"),
            "--all" => drop(whole.insert(value())),
            "--test" => tests.push(value()),
            "--in-diff" => diff = Some(value()),
            "--only" => only = Some(fs::read_to_string(value()).expect("a list of mistakes")),
            _ => drop(files.insert(argument)),
        }
    }
    let status = Command::new("git")
        .args(["status", "--porcelain", "-uno"])
        .output();
    let status = status.expect("git runs");
    assert!(
        status.stdout.is_empty(),
        "expected a tree without uncommitted changes"
    );

    let mut all = list(&package, diff.as_deref());
    if let Some(only) = &only {
        let named: BTreeSet<_> = only.lines().filter_map(without_place).collect();
        all.retain(|mutant| without_place(&mutant.name).is_some_and(|name| named.contains(&name)));
    }
    let is_in = |set: &BTreeSet<String>, m: &Mutant| set.contains(&m.file);
    let (mut chosen, mut rest): (Vec<Mutant>, Vec<Mutant>) = all
        .into_iter()
        .filter(|m| is_in(&files, m) || is_in(&whole, m))
        .partition(|m| is_in(&whole, m));
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    for _ in 0..draw.min(rest.len()) {
        chosen.push(rest.swap_remove(random.next_u64() as usize % rest.len()));
    }
    println!(
        "{package}: {} mutants, drawn with seed {seed}",
        chosen.len()
    );
    if chosen.is_empty() {
        return;
    }

    let folder = Path::new(&chosen.first().expect("a mutant").file);
    let folder: PathBuf = folder
        .components()
        .take_while(|part| part.as_os_str() != "src")
        .collect();
    let mut originals = BTreeMap::new();
    let root = folder.join("src/lib.rs").display().to_string();
    for path in files.iter().chain(&whole).chain([&root]) {
        originals.insert(
            path.clone(),
            fs::read_to_string(path).expect("a source file"),
        );
    }

    // Plant them all, and take out what does not compile until everything does.
    let (mut keep_const, mut unviable) = (BTreeSet::new(), BTreeSet::new());
    let planted = loop {
        let alive: Vec<Mutant> = chosen
            .iter()
            .filter(|m| !unviable.contains(&m.id))
            .cloned()
            .collect();
        let planted = plant(&originals, &alive, &keep_const);
        let messages = cargo(&["check", "--package", &package]);
        let errors: Vec<&Value> = messages
            .iter()
            .map(|message| &message["message"])
            .filter(|message| message["level"] == "error" && message["code"]["code"].is_string())
            .collect();
        if errors.is_empty() {
            break planted;
        }
        let mut progress = false;
        for error in &errors {
            let text = error["message"].as_str().unwrap_or_default();
            if error["code"]["code"] == "E0015" {
                let name = text.split('`').nth(1).unwrap_or_default();
                let name = name.rsplit("::").next().unwrap_or_default();
                progress |= keep_const.insert(name.to_owned());
                continue;
            }
            for id in ids_near(error) {
                progress |= unviable.insert(id);
            }
        }
        println!(
            "{} errors, {} left out, {} const",
            errors.len(),
            unviable.len(),
            keep_const.len()
        );
        if !progress {
            for error in errors {
                eprintln!("{}", error["rendered"].as_str().unwrap_or_default());
            }
            panic!("the mutated sources do not compile");
        }
    };

    let mut build = vec!["test", "--no-run", "--package", &package];
    if !tests.is_empty() {
        build.push("--lib");
        build.extend(tests.iter().flat_map(|test| ["--test", test]));
    }
    let messages = cargo(&build);
    let programs = messages.iter().filter(|m| m["profile"]["test"] == true);
    let programs = programs.filter_map(|m| m["executable"].as_str().map(PathBuf::from));
    let folder = fs::canonicalize(folder).expect("the folder of the package");
    let long = Duration::from_secs(600);
    let mut timed: Vec<(Duration, PathBuf)> = programs
        .map(|program| {
            let (ok, time) = passes(&program, &folder, 0, long);
            assert!(ok, "{} fails without any mistake", program.display());
            (time, program)
        })
        .collect();
    timed.sort();
    for (time, program) in &timed {
        println!("{:6.1} s  {}", time.as_secs_f64(), program.display());
    }

    let (mut caught, mut survivors) = (0, Vec::new());
    let tried: Vec<&Mutant> = chosen.iter().filter(|m| planted.contains(&m.id)).collect();
    for mutant in &tried {
        let is_caught = timed.iter().any(|(time, program)| {
            let limit = *time * 10 + Duration::from_secs(20);
            !passes(program, &folder, mutant.id, limit).0
        });
        if is_caught {
            caught += 1;
        } else {
            println!("missed: {}", mutant.name);
            survivors.push(mutant.name.clone());
        }
    }
    println!(
        "{package}: {caught} of {} caught, {} left out",
        tried.len(),
        chosen.len() - tried.len()
    );
    for mutant in chosen.iter().filter(|m| !planted.contains(&m.id)) {
        println!("left out: {}", mutant.name);
    }
    for (path, text) in originals {
        fs::write(path, text).expect("the file can be written");
    }
    std::process::exit(i32::from(!survivors.is_empty()));
}
