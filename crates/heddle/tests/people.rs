//! The first screen, as somebody sees it who has never heard of model checking: it says what is wrong and where,
//! in the program's own names, is short, and has no word of how it was found.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The longest report.
const LONGEST: usize = 30;
/// The longest one on a race, or in a pool: what is told before what was assumed.
const SHORT: usize = 25;

/// Words about searching, and of the library's insides.
const FOREIGN: [&str; 12] = [
    " state",
    "transition",
    "schedule",
    "interleav",
    "depth",
    "explored",
    "reduc",
    "AbstractQueued",
    "ConditionObject",
    "Worker.run",
    "WaitNode",
    "Node#",
];

fn programs() -> Vec<PathBuf> {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/people");
    let entries = std::fs::read_dir(directory).unwrap().flatten();
    let files = entries.map(|it| it.path());
    let mut files: Vec<PathBuf> = files
        .filter(|it| it.extension().is_some_and(|it| it == "java"))
        .collect();
    files.sort();
    files
}

fn scratch() -> PathBuf {
    let scratch = Path::new(env!("CARGO_TARGET_TMPDIR")).join("people");
    std::fs::create_dir_all(&scratch).unwrap();
    scratch
}

/// The classes of all programs, compiled at once.
fn compiled(programs: &[PathBuf]) -> PathBuf {
    let jdk = classpath::Jdk::find(None).unwrap_or_else(|error| panic!("{error}"));
    let compiled = classpath::compile_into(&jdk, programs, &[], &scratch());
    compiled.unwrap_or_else(|error| panic!("{error}")).classes
}

/// What is wrong with the report on a program.
fn faults(file: &Path, classes: &Path) -> Vec<String> {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "--quiet", "-cp"])
        .arg(classes)
        .arg(file.file_stem().unwrap())
        .current_dir(file.parent().unwrap())
        .env("XDG_CACHE_HOME", scratch().join("cache"))
        .env_remove("GITHUB_ACTIONS")
        .output()
        .unwrap();
    let screen = String::from_utf8_lossy(&output.stdout).into_owned();
    let mut faults = Vec::new();
    if output.status.code() != Some(1) {
        faults.push("nothing is found".to_owned());
    }
    let text = std::fs::read_to_string(file).unwrap();
    let told = screen.split_whitespace().collect::<Vec<_>>().join(" ");
    for wanted in text.lines().filter_map(|it| it.strip_prefix("//@ says: ")) {
        if !told.contains(wanted) {
            faults.push(format!("it does not say: {wanted}"));
        }
    }
    for word in FOREIGN.iter().filter(|it| told.contains(**it)) {
        faults.push(format!("it says `{word}`"));
    }
    let lines = screen.lines().count();
    let is_short = screen.starts_with("violated: race") || text.contains("Executors.");
    if lines > if is_short { SHORT } else { LONGEST } {
        faults.push(format!("it has {lines} lines"));
    }
    let name = file.display().to_string();
    if !faults.is_empty() {
        faults.push(screen);
    }
    faults.iter().map(|it| format!("{name}: {it}")).collect()
}

#[test]
fn the_first_screen_says_it_all() {
    let programs = programs();
    assert!(programs.len() >= 28, "{programs:?}");
    let classes = &compiled(&programs);
    let next = AtomicUsize::new(0);
    let workers = std::thread::available_parallelism().map_or(1, std::num::NonZero::get);
    let faults: Vec<String> = std::thread::scope(|scope| {
        let work = || {
            let mut all = Vec::new();
            while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                all.extend(faults(program, classes));
            }
            all
        };
        let workers: Vec<_> = (0..workers).map(|_| scope.spawn(work)).collect();
        let done = workers.into_iter().map(|it| it.join().unwrap());
        done.flatten().collect()
    });
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}
