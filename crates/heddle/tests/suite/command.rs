//! Runs the binary.

use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use serde_json::Value;

use crate::program::Program;
use crate::root;

/// After this a run of Heddle is ended: it should have heeded its own time limit.
const PATIENCE: Duration = Duration::from_secs(240);

/// Where things are: compiled programs, scratch files, Heddle's cache.
pub(crate) struct Workshop {
    classes: PathBuf,
    scratch: PathBuf,
    jdk: PathBuf,
    /// As the reports name it.
    pub(crate) jdk_version: String,
}

/// What a run of Heddle gave.
pub(crate) struct Run {
    /// The command, to try it by hand.
    pub(crate) command: String,
    pub(crate) exit: Option<i32>,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
    /// The JSON report as text; empty if none was written.
    pub(crate) json: String,
    /// The same, read.
    pub(crate) report: Value,
}

impl Workshop {
    /// Compiles the sources, all in one call of the compiler.
    pub(crate) fn new(jdk: &classpath::Jdk, sources: &[PathBuf]) -> Workshop {
        let name = format!("suite-{}", jdk.version());
        let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        std::fs::create_dir_all(&scratch).expect("the scratch directory can be made");
        let jdk_version = jdk.version_text().to_owned();
        let support = classpath::class_directory(machine::SUPPORT);
        let support = support.unwrap_or_else(|error| panic!("{error}"));
        let compiled = classpath::compile_into(jdk, sources, &[support], &scratch);
        let classes = compiled.unwrap_or_else(|error| panic!("{error}")).classes;
        Workshop {
            classes,
            scratch,
            jdk: jdk.home().to_path_buf(),
            jdk_version,
        }
    }

    /// `heddle check` on a test program, with further options.
    pub(crate) fn check(&self, program: &Program, more: &[&str]) -> Run {
        self.on(program, &["check"], more)
    }

    /// `heddle replay` of a schedule, with the program given again.
    pub(crate) fn replay(&self, program: &Program, schedule: &str) -> Run {
        self.on(program, &["replay", schedule], &[])
    }

    fn on(&self, program: &Program, command: &[&str], more: &[&str]) -> Run {
        let mut words: Vec<String> = command.iter().map(|it| (*it).to_owned()).collect();
        words.push(program.class.clone());
        words.extend(["-cp".to_owned(), self.classes.display().to_string()]);
        let sources = program.path.parent().expect("a file is in a directory");
        words.extend(["--sourcepath".to_owned(), sources.display().to_string()]);
        words.extend(
            program
                .property
                .iter()
                .flat_map(|it| ["--property".to_owned(), it.clone()]),
        );
        words.extend(program.options.iter().cloned());
        words.extend(more.iter().map(|it| (*it).to_owned()));
        let name = format!("{}-{}", program.class, command[0]);
        self.run(&name, &words, &program.arguments)
    }

    /// Any command of Heddle that writes a report. The name is that of the JSON file.
    pub(crate) fn run(&self, name: &str, words: &[String], arguments: &[String]) -> Run {
        let json = self.scratch.join(format!("{name}.json"));
        let _ = std::fs::remove_file(&json);
        let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
        command
            .args(words)
            .args(["-q", "--color", "never", "--timeout", "180s", "--json"])
            .arg(&json);
        if !arguments.is_empty() {
            command.arg("--").args(arguments);
        }
        command
            .current_dir(root())
            .env("JAVA_HOME", &self.jdk)
            .env("XDG_CACHE_HOME", self.scratch.join("cache"));
        let (exit, stdout, stderr) = finish(&mut command);
        let text = read(&json);
        let report = serde_json::from_str(&text).unwrap_or(Value::Null);
        let words: Vec<&str> = words.iter().chain(arguments).map(String::as_str).collect();
        Run {
            command: format!("heddle {}", words.join(" ")),
            exit,
            stdout,
            stderr,
            json: text,
            report,
        }
    }
}

impl Run {
    /// A number of the statistics.
    pub(crate) fn count(&self, name: &str) -> u64 {
        self.report["statistics"][name].as_u64().unwrap_or(u64::MAX)
    }

    pub(crate) fn is_complete(&self) -> bool {
        self.report["statistics"]["complete"] == true
    }

    pub(crate) fn verdict(&self) -> &str {
        self.report["verdict"].as_str().unwrap_or("missing")
    }

    pub(crate) fn violations(&self) -> &[Value] {
        self.report["violations"]
            .as_array()
            .map_or(&[], Vec::as_slice)
    }

    pub(crate) fn kinds(&self) -> Vec<&str> {
        let mut kinds: Vec<&str> = self
            .violations()
            .iter()
            .map(|it| text(it, "kind"))
            .collect();
        kinds.sort_unstable();
        kinds.dedup();
        kinds
    }
}

/// A text in a JSON object.
pub(crate) fn text<'a>(value: &'a Value, name: &str) -> &'a str {
    value[name].as_str().unwrap_or("")
}

fn finish(command: &mut Command) -> (Option<i32>, String, String) {
    command
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    let mut child = command.spawn().expect("the binary can be run");
    let stdout = gather(child.stdout.take());
    let stderr = gather(child.stderr.take());
    let deadline = Instant::now() + PATIENCE;
    let mut pause = Duration::from_millis(1);
    let status = loop {
        match child.try_wait().expect("a child can be waited for") {
            Some(status) => break Some(status),
            None if Instant::now() > deadline => {
                child.kill().expect("a child can be ended");
                let _ = child.wait();
                break None;
            }
            None => std::thread::sleep(pause),
        }
        pause = (pause * 2).min(Duration::from_millis(20));
    };
    let join = |it: std::thread::JoinHandle<String>| it.join().expect("reading does not panic");
    (status.and_then(|it| it.code()), join(stdout), join(stderr))
}

fn gather(pipe: Option<impl Read + Send + 'static>) -> std::thread::JoinHandle<String> {
    let mut pipe = pipe.expect("it was asked for");
    std::thread::spawn(move || {
        let mut bytes = Vec::new();
        let _ = pipe.read_to_end(&mut bytes);
        String::from_utf8_lossy(&bytes).into_owned()
    })
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap_or_default()
}
