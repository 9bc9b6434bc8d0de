//! Violations that Heddle finds, forced on real JVMs.
//!
//! By default a sample of `tests/java/violated` on every JDK that is installed: all of it has to be
//! confirmed. With `CONFIRM_ALL=1` all of `tests/java/violated`: what needs something that a JVM does as it
//! likes is counted apart, by the rule that the report names; of the rest 95 of 100 have to be confirmed, each
//! within three seconds. `CONFIRM_REPEATS=20` tries ten programs so many times.

#![allow(clippy::print_stdout, reason = "the counts are for people")]

#[path = "suite/program.rs"]
#[allow(dead_code, reason = "the suite asks for more of a program")]
mod program;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use classpath::Jdk;
use program::Program;
use serde_json::Value;

/// One or two of each way in which threads are held and violations show.
const SAMPLE: [&str; 23] = [
    "violated/atomic/GetThenSet",
    "violated/barrier/BrokenByInterrupt",
    "violated/blockingqueue/SynchronousTakesTwice",
    "violated/choice/ChoiceAndSchedule",
    "violated/classinit/Cycle",
    "violated/condition/SignalLost",
    "violated/console/FormatsInsideItsLock",
    "violated/executor/SharedResult",
    "violated/exit/HookNeedsLock",
    "violated/forkjoin/SharedSum",
    "violated/handler/HandlerThrows",
    "violated/interrupt/NotifyOrInterruptInside",
    "violated/lockorder/CrossedLocks",
    "violated/lockorder/Philosophers",
    "violated/park/OnePermit",
    "violated/reentrantlock/Crossed",
    "violated/semaphore/PairTakenSingly",
    "violated/stringbuilder/SharedBuilder",
    "violated/synchronized/CounterUnlocked",
    "violated/thread/StartedTwice",
    "violated/varhandle/ReadThenWrite",
    "violated/volatile/Increment",
    "violated/wait/CheckedOutside",
];

/// Options for a report that can be read.
const JSON: &[&str] = &["--quiet", "--json", "-"];

/// The time that confirming a violation may take, as a user sees it.
const MOST: Duration = Duration::from_secs(3);

/// What became of one violation.
struct Tried {
    label: String,
    is_confirmed: bool,
    /// What the JVM is free to do on the way.
    freedom: Option<String>,
    reason: String,
    time: Duration,
}

/// Where the programs are compiled and Heddle keeps its records.
struct Workshop {
    jdk: PathBuf,
    version: u32,
    classes: PathBuf,
    scratch: PathBuf,
}

impl Workshop {
    fn new(jdk: &Jdk, programs: &[Program]) -> Workshop {
        let scratch = PathBuf::from(env!("CARGO_TARGET_TMPDIR"));
        let scratch = scratch.join(format!("confirm-{}", jdk.version()));
        std::fs::create_dir_all(&scratch).unwrap();
        let sources: Vec<PathBuf> = programs.iter().map(|it| it.path.clone()).collect();
        let support = classpath::class_directory(machine::SUPPORT).unwrap();
        let compiled = classpath::compile_into(jdk, &sources, &[support], &scratch);
        Workshop {
            jdk: jdk.home().to_path_buf(),
            version: jdk.version(),
            classes: compiled.unwrap_or_else(|error| panic!("{error}")).classes,
            scratch,
        }
    }

    /// Runs Heddle for its report in JSON. Programs have real effects, so it is in a directory of its own.
    fn heddle(&self, room: &str, words: &[&str]) -> Value {
        let directory = self.scratch.join("rooms").join(room);
        std::fs::create_dir_all(&directory).unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(words)
            .env("XDG_CACHE_HOME", self.scratch.join("cache"))
            .current_dir(directory)
            .output()
            .unwrap();
        let text = String::from_utf8_lossy(&output.stdout);
        serde_json::from_str(&text).unwrap_or_else(|error| {
            panic!(
                "{words:?}: {error}\n{}",
                String::from_utf8_lossy(&output.stderr)
            )
        })
    }

    /// Checks a program, and has its first violation confirmed.
    fn attempt(&self, program: &Program) -> Tried {
        let classes = self.classes.display().to_string();
        let jdk = self.jdk.display().to_string();
        let mut words = vec!["check", &program.class, "-cp", &classes, "--jdk", &jdk];
        if let Some(property) = &program.property {
            words.extend(["--property", property]);
        }
        words.extend(program.options.iter().map(String::as_str));
        words.extend(JSON);
        let arguments = program.arguments.iter().map(String::as_str);
        if !program.arguments.is_empty() {
            words.push("--");
            words.extend(arguments);
        }
        static ROOM: AtomicUsize = AtomicUsize::new(0);
        let room = ROOM.fetch_add(1, Ordering::Relaxed).to_string();
        let _ = std::fs::remove_dir_all(self.scratch.join("rooms").join(&room));
        let report = self.heddle(&room, &words);
        let schedule = report["violations"][0]["schedule"].as_str();
        let schedule = schedule.unwrap_or_else(|| panic!("{}: {report}", program.label()));
        let began = Instant::now();
        let report = self.heddle(&room, &[&["confirm", schedule], JSON].concat());
        let time = began.elapsed();
        let confirmed = &report["violations"][0]["confirmed"];
        Tried {
            label: program.label(),
            is_confirmed: confirmed["result"] == "confirmed",
            freedom: confirmed["freedom"].as_str().map(str::to_owned),
            reason: format!("step {}: {}", confirmed["step"], confirmed["reason"]),
            time,
        }
    }

    /// Tries programs, several at once.
    fn attempt_all(&self, programs: &[Program]) -> Vec<Tried> {
        let next = AtomicUsize::new(0);
        let tried = Mutex::new(Vec::new());
        let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
        std::thread::scope(|scope| {
            for _ in 0..workers {
                scope.spawn(|| {
                    while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                        let one = self.attempt(program);
                        tried.lock().unwrap().push(one);
                    }
                });
            }
        });
        let mut tried = tried.into_inner().unwrap();
        tried.sort_by(|one, other| one.label.cmp(&other.label));
        tried
    }
}

fn programs(version: u32) -> Vec<Program> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let all = Program::all(&root).into_iter();
    all.filter(|it| it.label().starts_with("violated/") && it.fits(version) && it.fixme.is_none())
        .collect()
}

/// The JDKs that the tests know.
fn jdks() -> Vec<Jdk> {
    let jdks = Jdk::installed().into_iter();
    let jdks: Vec<Jdk> = jdks.filter(|it| it.version() >= 17).collect();
    assert!(!jdks.is_empty(), "there is no JDK");
    jdks
}

fn is_set(name: &str) -> bool {
    std::env::var_os(name).is_some_and(|it| !it.is_empty() && it != "0")
}

#[test]
fn violations_show_on_a_jvm() {
    if is_set("CONFIRM_ALL") {
        return;
    }
    for jdk in jdks() {
        let mut sample = programs(jdk.version());
        sample.retain(|it| SAMPLE.contains(&it.label().as_str()));
        assert!(
            sample.len() >= 20,
            "only {} programs are there",
            sample.len()
        );
        let workshop = Workshop::new(&jdk, &sample);
        let tried = workshop.attempt_all(&sample);
        let missed = tried.iter().filter(|it| !it.is_confirmed);
        let missed: Vec<String> = missed
            .map(|it| format!("{}: {}", it.label, it.reason))
            .collect();
        assert!(
            missed.is_empty(),
            "on Java {}:\n{}",
            jdk.version(),
            missed.join("\n")
        );
    }
}

#[test]
fn a_check_confirms_what_it_finds() {
    let jdk = jdks().remove(0);
    let mut sample = programs(jdk.version());
    sample.retain(|it| it.label() == "violated/synchronized/CounterUnlocked");
    let workshop = Workshop::new(&jdk, &sample);
    let file = sample[0].path.display().to_string();
    let jdk = workshop.jdk.display().to_string();
    let words = [&["check", &file, "--jdk", &jdk], JSON].concat();
    let report = workshop.heddle("check", &words);
    assert!(report["violations"][0]["confirmed"].is_null());
    let report = workshop.heddle("check", &[&words[..], &["--confirm"]].concat());
    let confirmed = &report["violations"][0]["confirmed"];
    assert_eq!(confirmed["result"], "confirmed", "{confirmed}");
    let version = confirmed["jvm"].as_str().unwrap();
    assert!(
        version.starts_with(&workshop.version.to_string()),
        "{version}"
    );
}

#[test]
fn what_only_the_machine_does_diverges() {
    let jdk = jdks().remove(0);
    let workshop = Workshop::new(&jdk, &programs(jdk.version())[..1]);
    let directory = workshop.scratch.join("other");
    std::fs::create_dir_all(&directory).unwrap();
    // The machine has 256 MB, and no JVM has that by itself unless its computer has exactly four times that.
    let text = "class Other {
        public static void main(String[] args) throws Exception {
            Thread other = new Thread(() -> { });
            other.start();
            other.join();
            if (Runtime.getRuntime().maxMemory() == 256L << 20) {
                throw new IllegalStateException();
            }
        }
    }";
    let file = directory.join("Other.java");
    std::fs::write(&file, text).unwrap();
    let file = file.display().to_string();
    let jdk = workshop.jdk.display().to_string();
    let words = [&["check", &file, "--jdk", &jdk, "--confirm"], JSON].concat();
    let report = workshop.heddle("other", &words);
    let confirmed = &report["violations"][0]["confirmed"];
    assert_eq!(confirmed["result"], "diverged", "{report}");
    assert!(
        confirmed["reason"]
            .as_str()
            .is_some_and(|it| it.contains("ended"))
    );
}

/// The table of `make soak`.
#[test]
fn all_violations() {
    if !is_set("CONFIRM_ALL") {
        return;
    }
    let mut faults = Vec::new();
    for jdk in jdks() {
        let programs = programs(jdk.version());
        let workshop = Workshop::new(&jdk, &programs);
        let tried = workshop.attempt_all(&programs);
        let mut apart: BTreeMap<&str, [usize; 2]> = BTreeMap::new();
        for it in &tried {
            if let Some(freedom) = &it.freedom {
                apart.entry(freedom).or_default()[usize::from(it.is_confirmed)] += 1;
            }
        }
        println!("Java {}: {} programs", jdk.version(), tried.len());
        for (freedom, [not, confirmed]) in apart {
            println!("  apart, {freedom}: {confirmed} confirmed, {not} not");
        }
        let forced: Vec<&Tried> = tried.iter().filter(|it| it.freedom.is_none()).collect();
        let confirmed = forced.iter().filter(|it| it.is_confirmed).count();
        let slowest = forced.iter().map(|it| it.time).max().unwrap_or_default();
        println!(
            "  others: {confirmed} of {} confirmed, the slowest in {:.1} s",
            forced.len(),
            slowest.as_secs_f64()
        );
        for it in tried.iter().filter(|it| !it.is_confirmed) {
            let apart = it.freedom.as_deref().unwrap_or("not apart");
            println!("  diverged ({apart}): {}, {}", it.label, it.reason);
        }
        let slow = forced.iter().filter(|it| it.time > MOST);
        slow.for_each(|it| println!("  slow: {}, {:.1} s", it.label, it.time.as_secs_f64()));
        if confirmed * 100 < forced.len() * 95 {
            faults.push(format!(
                "Java {}: {confirmed} of {}",
                jdk.version(),
                forced.len()
            ));
        }
    }
    assert!(
        faults.is_empty(),
        "too few are confirmed: {}",
        faults.join(", ")
    );
}

#[test]
fn the_same_every_time() {
    let repeats = std::env::var("CONFIRM_REPEATS").ok();
    let Some(repeats) = repeats.and_then(|it| it.parse::<usize>().ok()) else {
        return;
    };
    for jdk in jdks() {
        let mut sample = programs(jdk.version());
        sample.retain(|it| SAMPLE.contains(&it.label().as_str()));
        sample.truncate(10);
        let workshop = Workshop::new(&jdk, &sample);
        for program in &sample {
            let times: Vec<Program> = (0..repeats).map(|_| program.clone()).collect();
            let tried = workshop.attempt_all(&times);
            let confirmed = tried.iter().filter(|it| it.is_confirmed).count();
            let label = program.label();
            println!("Java {}: {label}: {confirmed} of {repeats}", jdk.version());
            assert_eq!(confirmed, repeats, "{label}");
        }
    }
}

#[test]
fn a_project_can_not_have_itself_run() {
    let directory = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("confirm-config");
    std::fs::create_dir_all(&directory).unwrap();
    std::fs::write(directory.join("heddle.toml"), "confirm = true\n").unwrap();
    std::fs::write(directory.join("A.java"), "class A { }").unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "A.java"])
        .current_dir(directory)
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(said.contains("say --confirm each time"), "{said}");
}

#[test]
fn what_looks_for_nothing_confirms_nothing() {
    for command in [&["analyze"][..], &["doctor"], &["export", "promela"]] {
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(command)
            .args(["A.java", "--confirm"])
            .output()
            .unwrap();
        assert_eq!(output.status.code(), Some(2), "{command:?}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("--confirm is for violations"), "{said}");
    }
}
