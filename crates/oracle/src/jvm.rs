//! Runs generated programs on the real JVM, many times each.
//!
//! In: programs. Out: for each, the outcomes seen and how often. One `javac` compiles a batch and
//! one `java` runs it: a small harness (in `resources/`) loads each program into a class loader of
//! its own for every run, and tells a run that ended from one that threw and from one that hangs.
//! An outcome is the printed line `outcome: …`, or `deadlock`, or `exception <class>`; `timeout`
//! means that a run neither ended nor came to rest, which no generated program should do.

#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use crate::error::Error;

const HARNESS: &str = include_str!("../resources/Harness.java");
const NOISE: &str = include_str!("../resources/Noise.java");

/// How long after its budget a JVM is killed, if it has not ended by itself.
const GRACE: Duration = Duration::from_secs(20);

/// The outcome of a run that does not end.
const DEADLOCK: &str = "deadlock";
/// How many runs of a program in a JVM of its own may not end before it gets no more.
const MOST_DEADLOCKS: u64 = 2;

/// A program that the JVM can run.
pub trait Runnable {
    /// The name of its class.
    fn name(&self) -> &str;

    /// Its Java source, with calls that only cost time.
    fn noisy_source(&self) -> String;
}

/// What the JVM showed of one program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcomes {
    /// The program.
    pub name: String,
    /// How often each outcome came.
    pub counts: BTreeMap<String, u64>,
}

impl Outcomes {
    /// The different outcomes.
    pub fn set(&self) -> BTreeSet<String> {
        self.counts.keys().cloned().collect()
    }

    /// How many runs there were.
    pub fn runs(&self) -> u64 {
        self.counts.values().sum()
    }
}

/// Where the JDK is, where to work, and how to run.
#[derive(Clone, Debug)]
pub struct Jvm {
    /// The compiler.
    pub javac: PathBuf,
    /// The JVM.
    pub java: PathBuf,
    /// A directory for sources and classes; made if missing, emptied for each batch.
    pub work: PathBuf,
    /// Options of the JVM.
    pub options: Vec<String>,
}

impl Jvm {
    /// The JDK of `JAVA_HOME`, or the one on the path.
    pub fn find(work: PathBuf) -> Jvm {
        let tool = |name: &str| match std::env::var_os("JAVA_HOME") {
            Some(home) => Path::new(&home).join("bin").join(name),
            None => PathBuf::from(name),
        };
        let options = [
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xss256k",
            "-Xmx512m",
        ];
        Jvm {
            javac: tool("javac"),
            java: tool("java"),
            work,
            options: options.iter().map(ToString::to_string).collect(),
        }
    }

    /// The same with further options, such as `-Xint`.
    pub fn with(mut self, options: &[&str]) -> Jvm {
        self.options.extend(options.iter().map(ToString::to_string));
        self
    }

    /// Compiles all programs with one call of the compiler.
    pub fn compile(&self, programs: &[impl Runnable]) -> Result<PathBuf, Error> {
        let sources = self.work.join("sources");
        let classes = self.work.join("classes");
        for directory in [&sources, &classes] {
            if directory.exists() {
                fs::remove_dir_all(directory).map_err(|cause| file(directory, cause))?;
            }
            fs::create_dir_all(directory).map_err(|cause| file(directory, cause))?;
        }
        write(&sources.join("Harness.java"), HARNESS)?;
        write(&sources.join("Noise.java"), NOISE)?;
        let mut list = format!(
            "{}\n{}\n",
            sources.join("Harness.java").display(),
            sources.join("Noise.java").display()
        );
        for program in programs {
            let path = sources.join(format!("{}.java", program.name()));
            write(&path, &program.noisy_source())?;
            list.push_str(&format!("{}\n", path.display()));
        }
        let files = self.work.join("files");
        write(&files, &list)?;
        let mut command = Command::new(&self.javac);
        // Joining strings by invokedynamic would cost most of a run's time.
        command.args(["-J-XX:TieredStopAtLevel=1", "-J-XX:+UseSerialGC"]);
        command
            .args(["-XDstringConcat=inline", "-proc:none", "-nowarn", "-d"])
            .arg(&classes);
        command.arg(format!("@{}", files.display()));
        let output = command.output().map_err(|cause| Error::Tool {
            tool: self.javac.clone(),
            cause,
        })?;
        if output.status.success() {
            Ok(classes)
        } else {
            Err(Error::Compile {
                messages: String::from_utf8_lossy(&output.stderr).into_owned(),
            })
        }
    }

    /// Runs each program `runs` times, or as often as the budget for all of them allows.
    pub fn run(
        &self,
        programs: &[impl Runnable],
        runs: u32,
        budget: Duration,
    ) -> Result<Vec<Outcomes>, Error> {
        let classes = self.compile(programs)?;
        let names = self.work.join("names");
        let lines: String = programs
            .iter()
            .map(|program| program.name().to_owned() + "\n")
            .collect();
        write(&names, &lines)?;
        let mut command = Command::new(&self.java);
        command
            .args(&self.options)
            .arg("-cp")
            .arg(&classes)
            .arg("Harness");
        command.arg(&classes).arg(&names);
        command
            .arg(runs.to_string())
            .arg(budget.as_millis().to_string());
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().map_err(|cause| Error::Tool {
            tool: self.java.clone(),
            cause,
        })?;
        let text = read_all(child, budget + GRACE)?;
        parse(&text, programs)
    }
}

impl Jvm {
    /// Runs each program so many times in a JVM of its own. An outcome is what it prints, with a line
    /// `exits with <status>` if that is not 0, or `deadlock` if it does not end in time.
    pub fn run_alone(
        &self,
        programs: &[impl Runnable],
        runs: u32,
        patience: Duration,
    ) -> Result<Vec<Outcomes>, Error> {
        let classes = self.compile(programs)?;
        let mut all = Vec::new();
        for program in programs {
            let mut counts: BTreeMap<String, u64> = BTreeMap::new();
            for run in 0..runs {
                let outcome = self.run_process(&classes, program.name(), run, patience)?;
                *counts.entry(outcome).or_default() += 1;
                if counts.get(DEADLOCK) == Some(&MOST_DEADLOCKS) {
                    break;
                }
            }
            all.push(Outcomes {
                name: program.name().to_owned(),
                counts,
            });
        }
        Ok(all)
    }

    fn run_process(
        &self,
        classes: &Path,
        name: &str,
        run: u32,
        patience: Duration,
    ) -> Result<String, Error> {
        let mut command = Command::new(&self.java);
        command
            .args(&self.options)
            .arg(format!("-Dnoise={}", [0, 3, 6][run as usize % 3]))
            .arg("-cp")
            .arg(classes)
            .arg(name);
        command
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped());
        let child = command.spawn().map_err(|cause| Error::Tool {
            tool: self.java.clone(),
            cause,
        })?;
        let (status, out, _) = wait(child, patience);
        Ok(match status {
            None => String::from(DEADLOCK),
            Some(status) if status.success() => out.trim().to_owned(),
            Some(status) => {
                let code = status.code().unwrap_or(-1);
                format!("{out}\nexits with {code}").trim().to_owned()
            }
        })
    }
}

/// Compiles a batch of programs and runs each of them `runs` times on the JVM found by
/// [`Jvm::find`], working in a directory of this process below the system's temporary one.
pub fn run_on_jvm(
    programs: &[impl Runnable],
    runs: u32,
    budget: Duration,
) -> Result<Vec<Outcomes>, Error> {
    let work = std::env::temp_dir().join(format!("heddle-oracle-{}", std::process::id()));
    let result = Jvm::find(work.clone()).run(programs, runs, budget);
    // What was made is of no use afterwards; a directory that can't be removed does no harm.
    let _ = fs::remove_dir_all(work);
    result
}

fn file(path: &Path, cause: std::io::Error) -> Error {
    Error::File {
        path: path.to_path_buf(),
        cause,
    }
}

fn write(path: &Path, text: &str) -> Result<(), Error> {
    fs::write(path, text).map_err(|cause| file(path, cause))
}

/// Waits for the child and returns what it printed; kills it when the limit has passed.
fn read_all(child: Child, limit: Duration) -> Result<String, Error> {
    let (status, out, err) = wait(child, limit);
    match status {
        Some(status) if status.success() => Ok(out),
        Some(status) => Err(Error::Harness {
            message: format!("java ended with {status}\n{err}"),
        }),
        None => Err(Error::Harness {
            message: format!("java did not end in time\n{err}"),
        }),
    }
}

/// How the child ended, if it did, and what it printed.
fn wait(mut child: Child, limit: Duration) -> (Option<ExitStatus>, String, String) {
    let reader = |stream: Option<Box<dyn Read + Send>>| {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            if let Some(mut stream) = stream {
                // A stream that breaks off is noticed by what is missing in it.
                let _ = stream.read_to_end(&mut bytes);
            }
            String::from_utf8_lossy(&bytes).into_owned()
        })
    };
    let out = reader(
        child
            .stdout
            .take()
            .map(|stream| Box::new(stream) as Box<dyn Read + Send>),
    );
    let err = reader(
        child
            .stderr
            .take()
            .map(|stream| Box::new(stream) as Box<dyn Read + Send>),
    );
    let start = Instant::now();
    let status = loop {
        match child.try_wait() {
            Ok(Some(status)) => break Some(status),
            Ok(None) if start.elapsed() < limit => thread::sleep(Duration::from_millis(5)),
            Ok(None) | Err(_) => {
                // If killing fails the child has ended just now.
                let _ = child.kill();
                let _ = child.wait();
                break None;
            }
        }
    };
    let out = out.join().unwrap_or_default();
    let err = err.join().unwrap_or_default();
    (status, out, err)
}

/// Reads what the harness prints: a line `program <name>` and lines `<count> <outcome>` after it.
fn parse(text: &str, programs: &[impl Runnable]) -> Result<Vec<Outcomes>, Error> {
    let mut all: Vec<Outcomes> = Vec::new();
    for line in text.lines() {
        let bad = || Error::Harness {
            message: format!("the harness printed {line:?}"),
        };
        let (first, rest) = line.split_once(' ').ok_or_else(bad)?;
        if first == "program" {
            all.push(Outcomes {
                name: rest.to_string(),
                counts: BTreeMap::new(),
            });
        } else {
            let count: u64 = first.parse().map_err(|_| bad())?;
            let outcomes = all.last_mut().ok_or_else(bad)?;
            outcomes.counts.insert(rest.to_string(), count);
        }
    }
    let expected = programs.iter().map(Runnable::name);
    if all
        .iter()
        .map(|outcomes| outcomes.name.as_str())
        .eq(expected)
    {
        Ok(all)
    } else {
        Err(Error::Harness {
            message: String::from("the harness left programs out"),
        })
    }
}
