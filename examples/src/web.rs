//! `papergames web`: builds the page that is played in a browser, and serves it to this machine.

use std::collections::BTreeMap;
use std::env;
use std::fs;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use anyhow::{Context, Result, bail, ensure};
use clap::Args;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Play all four games in the browser, with lines drawn by hand
///
/// Compiles the library for the browser, which takes a minute the first time, and serves the page on this machine only,
/// until it is stopped with Ctrl-C. Needs the compilation target: rustup target add wasm32-unknown-unknown
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  papergames web
  papergames web --port 8080 --no-open
  papergames web --build-only        (then serve target/web/page with any static server)")]
pub(crate) struct Web {
    /// The port to serve on; 0 for any that is free.
    #[arg(long, value_name = "N", default_value_t = 8017)]
    port: u16,

    /// Do not open a browser.
    #[arg(long)]
    no_open: bool,

    /// Only build the page, into target/web/page.
    #[arg(long)]
    build_only: bool,
}

const TARGET: &str = "wasm32-unknown-unknown";

/// What the page may do: run its own scripts and the module, look as its style sheet says, and fetch from where it
/// came from. Everything else is forbidden.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; base-uri 'none'; form-action 'none'; \
    frame-ancestors 'none'";

/// The longest request that is read.
const LONGEST_REQUEST: u64 = 16 << 10;

impl Web {
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<()> {
        let source = source()?;
        let folder = build(&source)?;
        if self.build_only {
            writeln!(out, "The page is in {}", folder.display())?;
            return Ok(());
        }
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, self.port)).with_context(|| {
            format!(
                "expected port {} to be free; choose another with --port",
                self.port
            )
        })?;
        let port = listener.local_addr()?.port();
        let site = Arc::new(Site::read(&folder, port)?);
        let address = format!("http://127.0.0.1:{port}/");
        writeln!(out, "The page is at {address} until you press Ctrl-C")?;
        out.flush()?;
        if !self.no_open {
            open(&address);
        }
        // A connection that fails is the browser's business.
        for stream in listener.incoming().flatten() {
            let site = Arc::clone(&site);
            thread::spawn(move || site.serve(stream));
        }
        Ok(())
    }
}

/// Returns the folder of the page's sources: the `web` beside this program's own.
fn source() -> Result<PathBuf> {
    let package = env::var_os("CARGO_MANIFEST_DIR")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")), PathBuf::from);
    let source = package.join("web");
    ensure!(
        source.join("index.html").is_file(),
        "expected the sources of the page in {}; run this with cargo in the repository",
        source.display()
    );
    Ok(source)
}

/// Compiles the module and puts everything that is served into one folder, which it returns.
fn build(source: &Path) -> Result<PathBuf> {
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
    let done = Command::new(cargo)
        .args(["build", "--release", "--locked", "--target", TARGET])
        .arg("--manifest-path")
        .arg(source.join("Cargo.toml"))
        .arg("--target-dir")
        .arg(&target)
        .stdout(Stdio::null())
        .status()
        .context("cargo could not be started")?;
    ensure!(done.success(), "the page was not built; see above");

    let page = target.join("page");
    fs::create_dir_all(&page).with_context(|| format!("{} could not be made", page.display()))?;
    let module = target.join(TARGET).join("release/papergames_web.wasm");
    fs::copy(&module, page.join("papergames.wasm"))
        .with_context(|| format!("{} could not be copied", module.display()))?;
    for entry in fs::read_dir(source)? {
        let path = entry?.path();
        if media_type(&path).is_some()
            && let Some(name) = path.file_name()
        {
            fs::copy(&path, page.join(name))
                .with_context(|| format!("{} could not be copied", path.display()))?;
        }
    }
    Ok(page.canonicalize()?)
}

/// Opens the page in a browser, if there is a way.
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

/// Returns what kind of file of the page a path names, if it is one.
fn media_type(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        _ => return None,
    })
}

/// The files of the page, in memory: what is not among them cannot be asked for.
#[derive(Debug)]
struct Site {
    files: BTreeMap<String, File>,
    port: u16,
}

#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    bytes: Vec<u8>,
    /// The same in a third of the bytes, as gzip.
    packed: Vec<u8>,
}

impl File {
    fn new(kind: &'static str, bytes: Vec<u8>) -> io::Result<File> {
        let mut packer = GzEncoder::new(Vec::new(), Compression::default());
        packer.write_all(&bytes)?;
        let packed = packer.finish()?;
        Ok(File {
            kind,
            bytes,
            packed,
        })
    }
}

/// What is read of a request.
#[derive(Debug, Default)]
struct Request {
    /// The first line: the method, the path and the protocol.
    line: String,
    host: String,
    takes_gzip: bool,
}

impl Request {
    fn read(lines: impl IntoIterator<Item = io::Result<String>>) -> io::Result<Request> {
        let mut lines = lines.into_iter();
        let mut request = Request {
            line: lines.next().transpose()?.unwrap_or_default(),
            ..Request::default()
        };
        for line in lines {
            let line = line?;
            let Some((name, value)) = line.split_once(':') else {
                break;
            };
            if name.eq_ignore_ascii_case("host") {
                value.trim().clone_into(&mut request.host);
            } else if name.eq_ignore_ascii_case("accept-encoding") {
                // `gzip;q=0` says that it is not wanted.
                let mut codings = value.split(',').map(|coding| coding.replace(' ', ""));
                let is_wanted = |coding: String| coding == "gzip" || coding.starts_with("gzip;q=1");
                request.takes_gzip = codings.any(is_wanted);
            }
        }
        Ok(request)
    }
}

impl Site {
    fn read(folder: &Path, port: u16) -> Result<Site> {
        let mut files = BTreeMap::new();
        for entry in fs::read_dir(folder)? {
            let path = entry?.path();
            if let (Some(kind), Some(name)) = (media_type(&path), path.file_name()) {
                let bytes = fs::read(&path)?;
                let file = File::new(kind, bytes)?;
                files.insert(format!("/{}", name.to_string_lossy()), file);
            }
        }
        let Some(index) = files.get("/index.html").cloned() else {
            bail!("expected index.html in {}", folder.display());
        };
        files.insert("/".to_owned(), index);
        Ok(Site { files, port })
    }

    /// Answers one request and closes the connection.
    fn serve(&self, mut stream: TcpStream) {
        let mut answer = || -> io::Result<()> {
            stream.set_read_timeout(Some(Duration::from_secs(10)))?;
            stream.set_write_timeout(Some(Duration::from_secs(10)))?;
            let lines = BufReader::new((&stream).take(LONGEST_REQUEST)).lines();
            let request = Request::read(lines)?;
            let (head, body) = self.answer(&request);
            stream.write_all(head.as_bytes())?;
            stream.write_all(body)
        };
        // Nobody is left to be told if the connection breaks.
        let _ = answer();
    }

    /// Returns the head and the body of the answer to a request.
    fn answer(&self, request: &Request) -> (String, &[u8]) {
        let refuse = |status: &str| (head(status, "text/plain", "", 0), &[][..]);
        let mut words = request.line.split(' ');
        let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        // A page from elsewhere must not reach this one under a name of its own.
        let names = [
            format!("127.0.0.1:{}", self.port),
            format!("localhost:{}", self.port),
        ];
        if !names.contains(&request.host) {
            return refuse("421 Misdirected Request");
        }
        if method != "GET" && method != "HEAD" {
            return refuse("405 Method Not Allowed");
        }
        let path = path.split('?').next().unwrap_or("");
        let Some(file) = self.files.get(path) else {
            return refuse("404 Not Found");
        };
        let (encoding, bytes) = if request.takes_gzip {
            ("Content-Encoding: gzip\r\n", &file.packed)
        } else {
            ("", &file.bytes)
        };
        let head = head("200 OK", file.kind, encoding, bytes.len());
        (head, if method == "HEAD" { &[] } else { bytes })
    }
}

fn head(status: &str, kind: &str, encoding: &str, length: usize) -> String {
    format!(
        "HTTP/1.1 {status}\r\nContent-Type: {kind}\r\n{encoding}Content-Length: {length}\r\nVary: Accept-Encoding\r\n\
         Content-Security-Policy: {POLICY}\r\nX-Content-Type-Options: nosniff\r\nReferrer-Policy: no-referrer\r\n\
         Cross-Origin-Opener-Policy: same-origin\r\nCache-Control: no-cache\r\nConnection: close\r\n\r\n"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn site() -> Site {
        let kind = "text/html; charset=utf-8";
        let page = File::new(kind, b"<p>page</p>".to_vec()).expect("it is packed in memory");
        let files = ["/", "/index.html"].map(|path| (path.to_owned(), page.clone()));
        Site {
            files: files.into_iter().collect(),
            port: 8017,
        }
    }

    #[track_caller]
    fn check(line: &str, host: &str, status: &str, body: &str) {
        let lines = [line, &format!("Host: {host}"), "", "not read"];
        let request = Request::read(lines.map(|line| Ok(line.to_owned())));
        let site = site();
        let (head, found) = site.answer(&request.expect("lines"));
        assert!(head.starts_with(&format!("HTTP/1.1 {status} ")), "{head}");
        assert!(head.contains("Content-Security-Policy: default-src 'none'"));
        assert_eq!(found, body.as_bytes());
    }

    #[test]
    fn files_are_packed_for_who_takes_gzip() {
        for (accepted, is_packed) in [
            ("gzip, deflate, br", true),
            ("br;q=1.0, gzip;q=1.0", true),
            ("gzip;q=0", false),
            ("identity", false),
        ] {
            let lines = [
                "GET / HTTP/1.1".to_owned(),
                "Host: localhost:8017".to_owned(),
                format!("Accept-Encoding: {accepted}"),
            ];
            let request = Request::read(lines.map(Ok)).expect("lines");
            let site = site();
            let (head, found) = site.answer(&request);
            assert_eq!(head.contains("Content-Encoding: gzip\r\n"), is_packed);
            assert!(head.contains(&format!("Content-Length: {}\r\n", found.len())));
            let mut text = String::new();
            if is_packed {
                let mut unpacked = flate2::read::GzDecoder::new(found);
                unpacked.read_to_string(&mut text).expect("gzip");
            } else {
                text = String::from_utf8_lossy(found).into_owned();
            }
            assert_eq!(text, "<p>page</p>", "{accepted}");
        }
    }

    #[test]
    fn only_the_files_of_the_page_are_served_and_only_under_its_own_name() {
        let host = "127.0.0.1:8017";
        check("GET / HTTP/1.1", host, "200", "<p>page</p>");
        check(
            "GET /index.html?x=1 HTTP/1.1",
            "localhost:8017",
            "200",
            "<p>page</p>",
        );
        check("HEAD / HTTP/1.1", host, "200", "");
        check("GET /../Cargo.toml HTTP/1.1", host, "404", "");
        check("GET /%2e%2e/Cargo.toml HTTP/1.1", host, "404", "");
        check("POST / HTTP/1.1", host, "405", "");
        check("GET / HTTP/1.1", "example.org", "421", "");
        check("", host, "405", "");
    }

    #[test]
    fn every_file_of_the_page_has_a_media_type() {
        let source = Path::new(env!("CARGO_MANIFEST_DIR")).join("web");
        let mut served = 0;
        for entry in fs::read_dir(source).expect("the sources of the page") {
            served += usize::from(media_type(&entry.expect("an entry").path()).is_some());
        }
        assert!(served >= 7, "{served}");
    }
}
