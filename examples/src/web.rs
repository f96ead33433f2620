//! `papergames web`: builds the page for playing in a browser, and serves it to this machine.

mod files;
mod module;
mod server;
mod tool;

use std::env;
use std::fs;
use std::io::Write;
use std::net::{Ipv4Addr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, ensure};
use clap::Args;

use files::{copy, copy_for_others};
use server::{PageFiles, ServerLimits, media_type};
use tool::{end_on_signal, helps};

// `PAGE`: the files of the page, if they were in `page/` when this program was built.
include!(concat!(env!("OUT_DIR"), "/page.rs"));

/// Play all four games in the browser, with lines drawn by hand
///
/// Serves the page to this machine only, until you press Ctrl-C. If the program was built with the page included,
/// nothing else is needed. Otherwise, run it inside a checkout of the repository, whose page it compiles before serving
/// it. This takes about a minute the first time and needs the WebAssembly target (`rustup target add
/// wasm32-unknown-unknown`).
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames web
  papergames web --port 8080 --no-open
  papergames web --build-only        (then serve target/web/page with any static web server)
  papergames web --package           (an npm package with an element for other sites)")]
pub(crate) struct Web {
    /// The port on which to serve the page; 0 means any free port.
    #[arg(long, value_name = "N", default_value_t = 8017)]
    port: u16,

    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,

    /// Build the page without serving it, and write it to `target/web/page` or to the folder given by `--output`.
    #[arg(long)]
    build_only: bool,

    /// Build only the npm package, which contains an HTML element for use on other sites, and write it to
    /// `target/web/npm` or to the folder given by `--output`. If npm is installed, also pack it.
    #[arg(long, conflicts_with = "build_only")]
    package: bool,

    /// The folder to which the page or the package is written.
    #[arg(long, short, value_name = "FOLDER")]
    output: Option<PathBuf>,

    /// The public address at which the page will be served, such as `https://example.org/papergames/`. With it, a game
    /// is shared with a link and a preview.
    #[arg(long, value_name = "URL", value_parser = public, conflicts_with = "package")]
    address: Option<String>,
}

/// Reads a public address, which ends with a slash.
fn public(text: &str) -> Result<String> {
    let whole = text.trim_end_matches('/');
    let mut schemes = ["https://", "http://"].iter();
    let is_web = schemes.any(|scheme| {
        whole
            .strip_prefix(scheme)
            .is_some_and(|host| !host.is_empty())
    });
    // Nothing that could leave the attribute of the page in which the address stands.
    let is_plain = whole
        .chars()
        .all(|c| c.is_ascii_graphic() && !"\"'<>&?#\\".contains(c));
    ensure!(
        is_web && is_plain,
        "expected an address such as `https://example.org/papergames/`, without `?` and `#`, found `{}`",
        text.escape_debug()
    );
    Ok(format!("{whole}/"))
}

const TARGET: &str = "wasm32-unknown-unknown";
/// The module with the names of its functions, by which `wasm-opt` sorts them.
const NAMED: &str = "papergames_web.wasm";

impl Web {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        end_on_signal();
        if self.package {
            let source = source()?;
            let folder = self.output.clone();
            let folder = folder.unwrap_or_else(|| source.join("../../target/web/npm"));
            let folder = copy_for_others(&source, &compile(&source)?, &folder)?;
            writeln!(out, "The package is in {}", folder.display())?;
            return pack(&folder, out);
        }
        if self.build_only {
            let folder = self.build(&source()?)?;
            return Ok(writeln!(out, "The page is in {}", folder.display())?);
        }
        // If cargo runs the program in the repository, it serves the current page from there.
        let files = if PAGE.is_empty() || env::var_os("CARGO_MANIFEST_DIR").is_some() {
            read(&self.build(&source()?)?)?
        } else {
            ensure!(
                self.address.is_none(),
                "the page in this program has no public address; build one that has with --build-only --address in a \
                 checkout of the repository"
            );
            let files = PAGE.iter();
            files
                .map(|(name, bytes)| ((*name).to_owned(), bytes.to_vec()))
                .collect()
        };
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port))
            .with_context(|| format!("port {} is in use; choose another with --port", self.port))?;
        let port = listener.local_addr()?.port();
        let site = PageFiles::new(files, port)?;
        let address = format!("http://127.0.0.1:{port}/");
        writeln!(out, "The page is at {address} until you press Ctrl-C")?;
        out.flush()?;
        if !self.no_open {
            open(&address);
        }
        server::serve(&listener, site, &ServerLimits::default())
    }

    /// Compiles the module, copies all served files into one folder, and returns it.
    fn build(&self, source: &Path) -> Result<PathBuf> {
        let module = compile(source)?;
        let page = self.output.clone();
        let page = page.unwrap_or_else(|| source.join("../../target/web/page"));
        copy(source, &module, &page, self.address.as_deref())
    }
}

/// Reads the files of a folder, with their names.
fn read(folder: &Path) -> Result<Vec<(String, Vec<u8>)>> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if let (Some(_), Some(name)) = (media_type(&path), path.file_name()) {
            files.push((name.to_string_lossy().into_owned(), fs::read(&path)?));
        }
    }
    Ok(files)
}

/// Returns the folder of the page's sources: in the checkout from which cargo runs this program, in the one around the
/// current folder, or else in the one from which this program was built.
fn source() -> Result<PathBuf> {
    let built = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    let here = env::current_dir().unwrap_or_default();
    let around = here.ancestors().map(|folder| folder.join("examples"));
    let packages = env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
    let packages = packages.into_iter().chain(around).chain([built.clone()]);
    let mut sources = packages.map(|package| package.join("web"));
    let is_page = |source: &PathBuf| {
        let has = |file: &str| source.join(file).is_file();
        has("index.html") && has("Cargo.toml")
    };
    sources.find(is_page).with_context(|| {
        format!(
            "this program was built without the page, and its sources are neither around this folder nor in {}; run it \
             inside the repository",
            built.display()
        )
    })
}

/// Compiles the module and returns its path.
fn compile(source: &Path) -> Result<PathBuf> {
    let cargo = env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let target = source.join("../../target/web");
    let library = Command::new("rustc")
        .args(["--print", "target-libdir", "--target", TARGET])
        .output();
    if let Ok(library) = library {
        let folder = String::from_utf8_lossy(&library.stdout);
        ensure!(
            Path::new(folder.trim()).is_dir(),
            "the page needs the compilation target {TARGET}, which is not installed; run: rustup target add {TARGET}"
        );
    }
    let mut cargo = Command::new(cargo);
    cargo
        // Compile only a module, which would be four per cent larger together with a Rust library.
        .args(["rustc", "--lib", "--crate-type", "cdylib"])
        .args(["--release", "--locked", "--target", TARGET])
        .arg("--manifest-path")
        .arg(source.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        // Inline functions only where this makes the module smaller.
        .args(["--", "-C", "llvm-args=-inline-threshold=0"])
        .env("CARGO_ENCODED_RUSTFLAGS", without_paths(source))
        .stdout(Stdio::null());
    let done = tool::run(&mut cargo).context("cargo could not be started")?;
    ensure!(done.status.success(), "the page was not built; see above");
    let named = target.join(TARGET).join("release").join(NAMED);
    let module = named.with_file_name("papergames_web.nameless.wasm");
    if !is_newer(&module, &named) {
        fs::write(&module, module::without_names(&fs::read(&named)?))?;
    }
    Ok(smaller("wasm-opt", module))
}

/// Returns whether `one` exists and was written after `other`.
fn is_newer(one: &Path, other: &Path) -> bool {
    let written = |path: &Path| fs::metadata(path).and_then(|file| file.modified()).ok();
    written(one) > written(other)
}

/// Returns the flags for a module without paths of the machine that builds it. Paths of its sources begin at the
/// repository or at a package.
fn without_paths(source: &Path) -> String {
    let repository = source.ancestors().nth(2).map(Path::to_owned);
    let cargo = env::var_os("CARGO_HOME").map(PathBuf::from);
    let cargo = cargo.or_else(|| Some(env::home_dir()?.join(".cargo")));
    let packages = cargo.map(|cargo| cargo.join("registry/src"));
    let folders = repository.into_iter().chain(packages);
    let flags: Vec<String> = folders
        .map(|folder| format!("--remap-path-prefix={}=.", folder.display()))
        .collect();
    // This is cargo's separator for flags, since folders may have spaces in their names.
    flags.join("\u{1f}")
}

/// Makes the module ten per cent smaller with `wasm-opt` of Binaryen, and returns the path of the smaller module. An
/// existing one that is newer than the module is reused. If the tool is missing, too old or fails, says so and returns
/// the module as it is.
fn smaller(wasm_opt: &str, module: PathBuf) -> PathBuf {
    // A module without names does not show which of these the compiler used.
    const FEATURES: [&str; 6] = [
        "--enable-bulk-memory",
        "--enable-multivalue",
        "--enable-mutable-globals",
        "--enable-nontrapping-float-to-int",
        "--enable-reference-types",
        "--enable-sign-ext",
    ];
    let small = module.with_file_name("papergames_web.small.wasm");
    if is_newer(&small, &module) {
        return small;
    }
    let part = small.with_extension("part");
    let mut tool = Command::new(wasm_opt);
    tool
        // The first kilobyte is the end of the stack, so no other address wraps around to it.
        .args(["-Oz", "-Oz", "--low-memory-unused"])
        // Large functions compress better apart from the only one that calls them.
        .args(["-ocimfs", "20"])
        // Functions with similar names are similar, so they compress better beside each other.
        .arg("--reorder-functions-by-name")
        .args(FEATURES)
        .arg(module.with_file_name(NAMED))
        .args([Path::new("-o"), part.as_path()]);
    let is_smaller = helps(&mut tool) && fs::rename(&part, &small).is_ok();
    if is_smaller { small } else { module }
}

/// Packs a folder with npm, without a network.
fn pack(folder: &Path, out: &mut dyn Write) -> Result<()> {
    let packed = Command::new("npm")
        .args(["pack", "--silent", "--offline"])
        .current_dir(folder)
        .output();
    let Ok(packed) = packed else {
        writeln!(
            out,
            "npm is not installed; with it, `npm pack` packs the folder"
        )?;
        return Ok(());
    };
    let errors = String::from_utf8_lossy(&packed.stderr);
    ensure!(packed.status.success(), "npm could not pack it: {errors}");
    let name = String::from_utf8_lossy(&packed.stdout);
    Ok(writeln!(
        out,
        "Packed as {}",
        folder.join(name.trim()).display()
    )?)
}

/// Opens the page in a browser, if possible.
fn open(address: &str) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(target_os = "windows") {
        "explorer"
    } else {
        "xdg-open"
    };
    // The address is printed in any case.
    let _ = Command::new(opener)
        .arg(address)
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A tool that is missing, and one that refuses its options as old versions of `wasm-opt` do.
    #[test]
    fn a_tool_that_fails_leaves_the_module_as_it_is() {
        let folder = tempfile::tempdir().expect("a folder");
        let module = folder.path().join("papergames_web.wasm");
        fs::write(&module, "a module").expect("it is written");
        let old = folder.path().join("wasm-opt");
        fs::write(&old, "#!/bin/sh\necho 'Unknown option' >&2\nexit 1\n").expect("it is written");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(&old, fs::Permissions::from_mode(0o755)).expect("its own file");
        }
        let missing = folder.path().join("no-such-tool");
        for tool in [missing, old] {
            let tool = tool.to_str().expect("a path in Unicode");
            assert_eq!(smaller(tool, module.clone()), module, "{tool}");
        }
    }

    #[test]
    fn a_public_address_ends_with_a_slash_and_cannot_leave_its_attribute() {
        let read = |text| public(text).ok();
        assert_eq!(
            read("https://example.org/a"),
            Some("https://example.org/a/".to_owned())
        );
        assert_eq!(
            read("https://example.org/"),
            Some("https://example.org/".to_owned())
        );
        for text in [
            "example.org",
            "https://",
            "https:///",
            "https://a\"><b>",
            "https://a b",
            "javascript:1",
            "https://a/#b",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }

    #[test]
    fn every_file_of_the_page_has_a_media_type() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let files = read(&source).expect("the sources of the page");
        for name in [
            "index.html",
            "page.js",
            "style.css",
            "icon.svg",
            "icon-512.png",
            "patrick-hand.woff2",
            "papergames.webmanifest",
        ] {
            assert!(files.iter().any(|(found, _)| found == name), "{name}");
        }
    }
}
