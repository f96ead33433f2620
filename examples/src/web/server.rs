//! The page's server, which serves files from memory to browsers on this machine.
//!
//! Each connection has a thread and a deadline for its whole request. If there are too many connections, the oldest is
//! cut, so idle and slow clients keep nobody out. An error on one connection ends only that connection.

use std::collections::{BTreeMap, VecDeque};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Result, bail, ensure};
use flate2::Compression;
use flate2::write::GzEncoder;

/// The content security policy: the page may run its own scripts and the module, use its style sheet, and fetch from
/// its own server. Everything else is forbidden.
const POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; font-src 'self'; \
    img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; base-uri 'none'; \
    form-action 'none'; frame-ancestors 'none'";

/// The port of a host that names none.
const HTTP: u16 = 80;
/// The longest request that is read, in bytes.
const LONGEST_REQUEST: u64 = 16 << 10;
/// The time that the server waits after a connection that it could not accept, from the first number up to the second,
/// longer each time.
const PAUSES: (Duration, Duration) = (Duration::from_millis(10), Duration::from_secs(1));
/// The server's limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct ServerLimits {
    /// The number of connections at the same time, each with a thread. For one more, the oldest is cut.
    pub(super) connections: usize,
    /// The total time that a request and its answer may take.
    pub(super) deadline: Duration,
    /// The stack of a thread, which only reads a request and writes a file, in bytes.
    pub(super) stack: usize,
}

impl Default for ServerLimits {
    fn default() -> ServerLimits {
        ServerLimits {
            connections: 128,
            deadline: Duration::from_secs(10),
            stack: 256 << 10,
        }
    }
}

/// Serves a site for as long as the program runs.
///
/// # Errors
///
/// Returns an error if no thread can be started.
pub(super) fn serve(listener: &TcpListener, site: PageFiles, limits: &ServerLimits) -> Result<()> {
    serve_by(listener, site, limits, |thread, work| {
        thread.spawn(work).map(drop)
    })
}

/// The work of a thread.
type ThreadBody = Box<dyn FnOnce() + Send>;

/// The connections that are being answered, the oldest first.
#[derive(Clone, Debug, Default)]
struct Connections(Arc<Mutex<VecDeque<Arc<TcpStream>>>>);

impl Connections {
    fn list(&self) -> MutexGuard<'_, VecDeque<Arc<TcpStream>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Cuts the oldest connections until at most `most` are left. Their threads notice it.
    fn cut(&self, most: usize) {
        let mut list = self.list();
        while list.len() > most {
            let oldest = list.pop_front();
            let _ = oldest.map(|stream| stream.shutdown(Shutdown::Both));
        }
    }

    /// Cuts the older half of the connections, where the system has no room for so many.
    fn cut_half(&self) {
        let half = self.list().len() / 2;
        self.cut(half);
    }

    fn remove(&self, stream: &Arc<TcpStream>) {
        self.list().retain(|other| !Arc::ptr_eq(other, stream));
    }
}

/// Serves a site with threads that `spawn` starts.
fn serve_by(
    listener: &TcpListener,
    site: PageFiles,
    limits: &ServerLimits,
    spawn: impl Fn(thread::Builder, ThreadBody) -> io::Result<()>,
) -> Result<()> {
    let site = Arc::new(site);
    let ServerLimits {
        connections,
        deadline,
        stack,
    } = *limits;
    let start = |work: ThreadBody| {
        let thread = thread::Builder::new().name("page".to_owned());
        spawn(thread.stack_size(stack), work).is_ok()
    };
    let can_start = start(Box::new(|| ()));
    ensure!(can_start, "no thread could be started for the server");
    let open = Connections::default();
    let mut pause = PAUSES.0;
    loop {
        let Ok((stream, _)) = listener.accept() else {
            // For instance, too many files are open, and retrying at once would not help.
            open.cut_half();
            thread::sleep(pause);
            pause = (pause * 2).min(PAUSES.1);
            continue;
        };
        pause = PAUSES.0;
        let stream = Arc::new(stream);
        open.cut(connections - 1);
        open.list().push_back(Arc::clone(&stream));
        let (site, theirs, connection) = (Arc::clone(&site), open.clone(), Arc::clone(&stream));
        let is_started = start(Box::new(move || {
            site.serve(&connection, deadline);
            theirs.remove(&connection);
        }));
        if !is_started {
            open.remove(&stream);
            turn_away(&stream);
            // There may be a thread again once others have ended.
            open.cut_half();
        }
    }
}

/// Answers that there are too many connections.
fn turn_away(mut stream: &TcpStream) {
    let _ = stream.set_write_timeout(Some(PAUSES.0));
    let _ = stream.write_all(head("503 Service Unavailable", "text/plain", "", 0).as_bytes());
}

/// A connection with a deadline.
struct DeadlineStream<'a> {
    stream: &'a TcpStream,
    until: Instant,
}

impl DeadlineStream<'_> {
    /// Returns the time that is left.
    fn left(&self) -> io::Result<Option<Duration>> {
        match self.until.checked_duration_since(Instant::now()) {
            Some(left) if !left.is_zero() => Ok(Some(left)),
            _ => Err(io::ErrorKind::TimedOut.into()),
        }
    }
}

impl Read for DeadlineStream<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.stream.set_read_timeout(self.left()?)?;
        self.stream.read(buffer)
    }
}

impl Write for DeadlineStream<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.stream.set_write_timeout(self.left()?)?;
        self.stream.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}

/// Returns the content type of a file by its path, or `None` if the page has no such files.
pub(super) fn media_type(path: &Path) -> Option<&'static str> {
    Some(match path.extension()?.to_str()? {
        "html" => "text/html; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "wasm" => "application/wasm",
        "svg" => "image/svg+xml",
        "png" => "image/png",
        "woff2" => "font/woff2",
        "webmanifest" => "application/manifest+json",
        "txt" => "text/plain; charset=utf-8",
        _ => return None,
    })
}

/// The page's files in memory. No other file can be requested.
#[derive(Debug)]
pub(super) struct PageFiles {
    files: BTreeMap<String, File>,
    port: u16,
}

#[derive(Clone, Debug)]
struct File {
    kind: &'static str,
    bytes: Vec<u8>,
    /// The same content compressed with gzip, about a third of the bytes.
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

/// The parts of a request that matter.
#[derive(Debug, Default)]
struct Request {
    /// The first line: the method, the path and the protocol.
    line: String,
    host: String,
    /// The number of lines that name the host. More than one is an attempt to impersonate another host.
    hosts: usize,
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
                request.hosts += 1;
            } else if name.eq_ignore_ascii_case("accept-encoding") {
                // `gzip;q=0` means that gzip is not accepted.
                let mut codings = value.split(',').map(|coding| coding.replace(' ', ""));
                let is_wanted = |coding: String| coding == "gzip" || coding.starts_with("gzip;q=1");
                request.takes_gzip = codings.any(is_wanted);
            }
        }
        Ok(request)
    }
}

impl PageFiles {
    /// Returns a site with these files, each with its name.
    ///
    /// # Errors
    ///
    /// Returns an error if there is no `index.html`.
    pub(super) fn new(named: Vec<(String, Vec<u8>)>, port: u16) -> Result<PageFiles> {
        let mut files = BTreeMap::new();
        for (name, bytes) in named {
            if let Some(kind) = media_type(Path::new(&name)) {
                files.insert(format!("/{name}"), File::new(kind, bytes)?);
            }
        }
        let Some(index) = files.get("/index.html").cloned() else {
            bail!("the page has no index.html; build it with `papergames web --build-only`");
        };
        files.insert("/".to_owned(), index);
        Ok(PageFiles { files, port })
    }

    /// Answers one request and closes the connection.
    fn serve(&self, stream: &TcpStream, deadline: Duration) {
        let until = Instant::now() + deadline;
        let answer = || -> io::Result<()> {
            let lines =
                BufReader::new(DeadlineStream { stream, until }.take(LONGEST_REQUEST)).lines();
            let request = Request::read(lines)?;
            let (head, body) = self.answer(&request);
            let mut writer = DeadlineStream { stream, until };
            writer.write_all(head.as_bytes())?;
            writer.write_all(body)
        };
        // If the connection breaks, the error cannot be reported.
        let _ = answer();
    }

    /// Returns the head and the body of the answer to a request.
    fn answer(&self, request: &Request) -> (String, &[u8]) {
        let refuse = |status: &str| (head(status, "text/plain", "", 0), &[][..]);
        let mut words = request.line.split(' ');
        let (method, path) = (words.next().unwrap_or(""), words.next().unwrap_or(""));
        if request.hosts > 1 {
            return refuse("400 Bad Request");
        }
        // A page from another site must not reach this server under a host name of its own.
        let (name, port) = match request.host.split_once(':') {
            Some((name, port)) => (name, port.parse().ok()),
            // Browsers leave out the port of the scheme.
            None => (&*request.host, Some(HTTP)),
        };
        if !["127.0.0.1", "localhost"].contains(&name) || port != Some(self.port) {
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

    fn site() -> PageFiles {
        let kind = "text/html; charset=utf-8";
        let page = File::new(kind, b"<p>page</p>".to_vec()).expect("it is packed in memory");
        let files = ["/", "/index.html"].map(|path| (path.to_owned(), page.clone()));
        PageFiles {
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
    fn a_request_with_two_hosts_is_refused() {
        let lines = [
            "GET / HTTP/1.1",
            "Host: localhost:8017",
            "Host: example.org",
            "",
        ];
        let request = Request::read(lines.map(|line| Ok(line.to_owned()))).expect("lines");
        assert!(site().answer(&request).0.starts_with("HTTP/1.1 400 "));
    }

    /// Few threads and little patience.
    const SMALL: ServerLimits = ServerLimits {
        connections: 6,
        deadline: Duration::from_millis(300),
        stack: 256 << 10,
    };

    /// Returns a listener, and a site that is served there.
    fn bound() -> (TcpListener, PageFiles) {
        let listener = TcpListener::bind(("127.0.0.1", 0)).expect("a port");
        let mut site = site();
        site.port = listener.local_addr().expect("an address").port();
        (listener, site)
    }

    /// Serves a site within the limits, and returns its port.
    fn running(limits: ServerLimits) -> u16 {
        let (listener, site) = bound();
        let port = site.port;
        thread::spawn(move || serve(&listener, site, &limits));
        port
    }

    fn connect(port: u16) -> TcpStream {
        let stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
        let patience = Some(Duration::from_secs(20));
        stream.set_read_timeout(patience).expect("a time limit");
        stream
    }

    /// Asks for the page and returns the first line of the answer.
    fn ask(port: u16) -> String {
        let mut stream = connect(port);
        let request = format!("GET / HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n");
        let _ = stream.write_all(request.as_bytes());
        let mut line = String::new();
        let _ = BufReader::new(stream).read_line(&mut line);
        line
    }

    /// Asks for the page until it arrives a number of times in a row.
    #[track_caller]
    fn assert_answers(port: u16, times: usize, when: &str) {
        let (begun, mut answered) = (Instant::now(), 0);
        while answered < times {
            assert!(begun.elapsed() < Duration::from_mins(1), "{when}");
            if ask(port).starts_with("HTTP/1.1 200 ") {
                answered += 1;
            } else {
                answered = 0;
                thread::sleep(Duration::from_millis(20));
            }
        }
    }

    /// Clients that say nothing, or a byte now and then, and come back as soon as they are cut.
    #[test]
    fn idle_and_slow_clients_keep_nobody_out() {
        let port = running(ServerLimits {
            deadline: Duration::from_mins(1),
            connections: 64,
            ..SMALL
        });
        for number in 0..150 {
            thread::spawn(move || {
                loop {
                    let mut stream = connect(port);
                    while number % 2 == 0 && stream.write_all(b"G").is_ok() {
                        thread::sleep(Duration::from_millis(50));
                    }
                    let _ = stream.read(&mut [0]);
                    thread::sleep(Duration::from_millis(100));
                }
            });
        }
        thread::sleep(Duration::from_millis(300));
        let begun = Instant::now();
        let answered = (0..50).filter(|_| ask(port).starts_with("HTTP/1.1 200 "));
        let answered = answered.count();
        assert!(answered >= 25, "{answered} of 50");
        assert!(
            begun.elapsed() < Duration::from_secs(30),
            "{:?}",
            begun.elapsed()
        );
    }

    #[test]
    fn the_oldest_connection_is_cut_for_one_more() {
        let port = running(ServerLimits {
            deadline: Duration::from_mins(1),
            ..SMALL
        });
        // Nothing was sent, so what arrives within a time is the end.
        let ends_within = |mut stream: &TcpStream, time| {
            stream.set_read_timeout(Some(time)).expect("a time limit");
            let late = [io::ErrorKind::WouldBlock, io::ErrorKind::TimedOut];
            let read = stream.read(&mut [0]);
            read.map_or_else(|error| !late.contains(&error.kind()), |n| n == 0)
        };
        let idle: Vec<TcpStream> = (0..SMALL.connections + 2).map(|_| connect(port)).collect();
        for oldest in &idle[..2] {
            assert!(ends_within(oldest, Duration::from_secs(20)));
        }
        let youngest = &idle[SMALL.connections + 1];
        assert!(!ends_within(youngest, Duration::from_millis(50)));
    }

    #[test]
    fn a_host_without_a_port_means_the_port_of_the_scheme() {
        let ask = |port, host: &str| {
            let site = PageFiles { port, ..site() };
            let request = Request {
                line: "GET / HTTP/1.1".to_owned(),
                host: host.to_owned(),
                hosts: 1,
                takes_gzip: false,
            };
            site.answer(&request).0[9..12].to_owned()
        };
        for (port, host, status) in [
            (80, "localhost", "200"),
            (80, "127.0.0.1", "200"),
            (80, "127.0.0.1:80", "200"),
            (80, "example.org", "421"),
            (8000, "localhost", "421"),
            (8000, "localhost:8000", "200"),
            (8000, "localhost:80", "421"),
        ] {
            assert_eq!(ask(port, host), status, "{host} on {port}");
        }
    }

    #[test]
    fn who_dribbles_is_cut_off_at_the_deadline() {
        let port = running(SMALL);
        let mut stream = connect(port);
        let begun = Instant::now();
        // A byte now and then, which restarts every time limit for one read.
        while stream.write_all(b"G").is_ok() && begun.elapsed() < Duration::from_secs(20) {
            thread::sleep(Duration::from_millis(50));
        }
        assert!(
            begun.elapsed() < Duration::from_secs(10),
            "{:?}",
            begun.elapsed()
        );
    }

    #[test]
    fn a_server_without_threads_is_refused() {
        let (listener, site) = bound();
        let spawn = |_, _| Err(io::ErrorKind::WouldBlock.into());
        let error = serve_by(&listener, site, &SMALL, spawn).expect_err("no thread");
        assert_eq!(
            error.to_string(),
            "no thread could be started for the server"
        );
    }

    #[test]
    fn a_thread_that_could_not_be_started_costs_one_connection() {
        use std::sync::atomic::{AtomicUsize, Ordering};
        static TRIED: AtomicUsize = AtomicUsize::new(0);

        let (listener, site) = bound();
        let port = site.port;
        thread::spawn(move || {
            serve_by(&listener, site, &SMALL, |thread, work| {
                // The first thread starts, and then the system has none left for five attempts.
                if (1..=5).contains(&TRIED.fetch_add(1, Ordering::SeqCst)) {
                    return Err(io::ErrorKind::WouldBlock.into());
                }
                thread.spawn(work).map(drop)
            })
        });
        for _ in 0..5 {
            let said = ask(port);
            assert!(
                said.is_empty() || said.starts_with("HTTP/1.1 503 "),
                "{said}"
            );
        }
        assert_answers(port, 20, "afterwards");
    }

    /// The environment variable with which the test below starts itself as a server with few resources.
    #[cfg(target_os = "linux")]
    const SCARCE: &str = "PAPERGAMES_SCARCE_SERVER";

    /// The server may open 48 files, and only some ten of 2,000 threads find room for their stacks. During 1,000
    /// idle connections and after them it answers.
    ///
    /// The stacks are large so that starting a thread fails while small amounts of memory are still there: the standard
    /// library and the C library end a program that cannot have a few bytes, and no server in Rust survives that.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_server_is_back_after_threads_and_files_run_out() {
        use std::process::{Command, Stdio};

        const NAME: &str = "web::server::tests::the_server_is_back_after_threads_and_files_run_out";
        if std::env::var_os(SCARCE).is_some() {
            let (listener, site) = bound();
            let mut err = io::stderr().lock();
            writeln!(err, "port {}", site.port).expect("standard error");
            drop(err);
            let limits = ServerLimits {
                connections: 2_000,
                deadline: Duration::from_millis(40),
                stack: 256 << 20,
            };
            serve(&listener, site, &limits).expect("some threads start");
            return;
        }
        let program = std::env::current_exe().expect("this test");
        let mut child = Command::new("sh")
            .args(["-c", "ulimit -n 48; ulimit -v 4000000; exec \"$@\"", "sh"])
            .arg(program)
            .args(["--exact", NAME, "--nocapture"])
            .env(SCARCE, "1")
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .spawn()
            .expect("a shell");
        let mut errors = BufReader::new(child.stderr.take().expect("its errors"));
        let mut line = String::new();
        errors
            .read_line(&mut line)
            .expect("the server says its port");
        let port = line.strip_prefix("port ").map(str::trim_end);
        let port: u16 = port.and_then(|port| port.parse().ok()).expect("a port");
        assert_answers(port, 1, "before");
        let threads = std::fs::read_dir(format!("/proc/{}/task", child.id()));
        let threads = threads.expect("the server runs").count();
        assert!(threads < 100, "{threads} threads");

        let address = std::net::SocketAddr::from(([127, 0, 0, 1], port));
        let (begun, patience) = (Instant::now(), Duration::from_millis(5));
        let mut idle = Vec::new();
        while idle.len() < 1_000 {
            assert!(
                begun.elapsed() < Duration::from_mins(1),
                "{} connections",
                idle.len()
            );
            idle.extend(TcpStream::connect_timeout(&address, patience));
        }
        // While they are open, the server closes those that say nothing and goes on.
        assert_answers(port, 1, "while they wait");
        drop(idle);
        assert_answers(port, 20, "after");
        assert!(
            child.try_wait().expect("the child").is_none(),
            "the server goes on"
        );
        child.kill().expect("the server can be ended");
        child.wait().expect("the server ends");
    }
}
