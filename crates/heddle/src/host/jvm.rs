//! The user's own JVM, started so that it connects to us.
//!
//! In: what to run. Out: the stream that the JVM talks on, and a guard that ends the JVM when it is dropped.
//! The JVM connects to a port of the loopback interface that nobody else has; it opens none itself.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::net::{Ipv4Addr, TcpListener, TcpStream};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use confirm::jdwp::Stream;

/// How long a JVM may take to start and connect.
const START: Duration = Duration::from_secs(10);
/// Bytes of its standard error that are kept.
const MOST_COMPLAINTS: u64 = 1 << 20;

/// What to run.
#[derive(Debug)]
pub(crate) struct Program<'a> {
    /// The home of the JDK.
    pub(crate) jdk: &'a Path,
    pub(crate) classpath: Vec<PathBuf>,
    pub(crate) main: String,
    pub(crate) arguments: &'a [String],
    /// Further options of the JVM.
    pub(crate) options: Vec<String>,
    /// What it reads from its standard input.
    pub(crate) input: Vec<u8>,
}

/// A JVM that runs; ended when this is dropped.
#[derive(Debug)]
pub(crate) struct Jvm {
    child: Child,
    complaints: Option<JoinHandle<Vec<u8>>>,
}

impl Jvm {
    /// What it wrote to its standard error, after it is ended.
    pub(crate) fn complaints(mut self) -> String {
        let _ = self.child.kill();
        let complaints = self.complaints.take().and_then(|it| it.join().ok());
        String::from_utf8_lossy(&complaints.unwrap_or_default()).into_owned()
    }
}

impl Drop for Jvm {
    fn drop(&mut self) {
        // It may have ended by itself.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// A connection to it.
#[derive(Debug)]
pub(crate) struct Socket(TcpStream);

impl Read for Socket {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        self.0.read(buffer)
    }
}

impl Write for Socket {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        self.0.flush()
    }
}

impl Stream for Socket {
    fn set_patience(&mut self, patience: Duration) -> std::io::Result<()> {
        self.0.set_read_timeout(Some(patience))
    }
}

/// Starts a JVM that stands still before `main`. Fails with the reason.
pub(crate) fn start(program: &Program<'_>) -> Result<(Jvm, Socket), String> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, 0));
    let listener = listener.map_err(|error| format!("there is no free port: {error}"))?;
    let port = listener.local_addr().map_err(|error| error.to_string())?;
    let port = port.port();
    let path = std::env::join_paths(&program.classpath).map_err(|error| error.to_string())?;
    let agent =
        format!("-agentlib:jdwp=transport=dt_socket,server=n,suspend=y,address=127.0.0.1:{port}");
    let mut words: Vec<OsString> = vec![agent.into(), "-ea".into()];
    words.extend(program.options.iter().map(OsString::from));
    words.extend(["-cp".into(), path, OsString::from(&program.main)]);
    words.extend(program.arguments.iter().map(OsString::from));
    let java = program.jdk.join("bin").join("java");
    let mut child = Command::new(&java)
        .args(words)
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|error| format!("can't start {}: {error}", java.display()))?;
    if let Some(mut input) = child.stdin.take() {
        let bytes = program.input.clone();
        // A program that does not read its input must not keep anybody waiting.
        std::thread::spawn(move || input.write_all(&bytes));
    }
    let complaints = child.stderr.take();
    let complaints = complaints.map(|it| std::thread::spawn(move || listen(it)));
    let mut jvm = Jvm { child, complaints };
    let socket = accept(&listener, &mut jvm)?;
    Ok((jvm, socket))
}

/// Reads to the end, and keeps the beginning.
fn listen(mut from: impl Read) -> Vec<u8> {
    let mut kept = Vec::new();
    let _ = from.by_ref().take(MOST_COMPLAINTS).read_to_end(&mut kept);
    let _ = std::io::copy(&mut from, &mut std::io::sink());
    kept
}

fn accept(listener: &TcpListener, jvm: &mut Jvm) -> Result<Socket, String> {
    let fail = |error: std::io::Error| format!("the JVM can't be reached: {error}");
    listener.set_nonblocking(true).map_err(fail)?;
    let until = Instant::now() + START;
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false).map_err(fail)?;
                stream.set_nodelay(true).map_err(fail)?;
                return Ok(Socket(stream));
            }
            Err(error) if error.kind() == std::io::ErrorKind::WouldBlock => {}
            Err(error) => return Err(fail(error)),
        }
        if let Ok(Some(status)) = jvm.child.try_wait() {
            return Err(format!("the JVM ends at once ({status})"));
        }
        if Instant::now() >= until {
            return Err("the JVM does not connect".to_owned());
        }
        std::thread::sleep(Duration::from_millis(2));
    }
}
