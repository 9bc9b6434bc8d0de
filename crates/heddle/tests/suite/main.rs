//! Heddle from outside: every Java program under `tests/java` gets the verdict its directory says,
//! and the measured programs stay within their bars.
//!
//! A word on the command line selects the cases whose name contains it; `--list` prints the names.
//! `BLESS=1` rewrites the `.report` files that exist; it never changes what verdict is expected.
//! `SUITE_ALL=1` judges every program in all ways, where otherwise each tenth is.

#![allow(clippy::print_stdout, reason = "a test harness reports on stdout")]

mod bars;
mod command;
mod judge;
mod program;
mod report;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use classpath::Jdk;
use command::Workshop;
use program::Program;

/// What finds the faults of one program.
type Judge = Box<dyn Fn(&Workshop) -> Vec<String> + Send + Sync>;

/// Something to be tested: a name, and how to find what is wrong with it.
struct Case {
    name: String,
    /// Which of the JDKs it runs on.
    jdk: usize,
    judge: Judge,
}

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let filters: Vec<&String> = words.iter().filter(|it| !it.starts_with('-')).collect();
    let programs = Program::all(&root().join("tests/java"));
    let jdks = jdks();
    let mut cases = Vec::new();
    for (number, jdk) in jdks.iter().enumerate() {
        let fitting = programs.iter().filter(|it| it.fits(jdk.version()));
        let fitting = fitting
            .filter(|it| number == 0 || is_worth_twice(it))
            .map(|it| it.clone().on(jdk.version()));
        cases.extend(fitting.map(|it| case(it, number, jdk.version())));
    }
    cases.extend(bars::cases());
    let selected =
        |case: &Case| filters.is_empty() || filters.iter().any(|it| case.name.contains(*it));
    cases.retain(selected);
    if words.iter().any(|it| it == "--list") {
        cases
            .iter()
            .for_each(|case| println!("{}: test", case.name));
        return ExitCode::SUCCESS;
    }
    let began = Instant::now();
    let workshop = |jdk: &Jdk| {
        let fitting = programs.iter().filter(|it| it.fits(jdk.version()));
        let sources: Vec<PathBuf> = fitting.map(|it| it.path.clone()).collect();
        Workshop::new(jdk, &sources)
    };
    let workshops: Vec<Workshop> = jdks.iter().map(workshop).collect();
    let failed = run(&cases, &workshops);
    let seconds = began.elapsed().as_secs();
    println!(
        "{} passed, {failed} failed ({seconds} s)",
        cases.len() - failed
    );
    ExitCode::from(u8::from(failed > 0))
}

/// The root of the repository.
fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("the crate is two levels down")
        .to_path_buf()
}

/// Topics where the JDK's own code does most of the work; the others are judged on one JDK. (What
/// sequential programs print on each JDK is compared in the tests of the machine.)
const TWICE: [&str; 32] = [
    "adder",
    "atomic",
    "barrier",
    "blockingqueue",
    "concurrenthashmap",
    "condition",
    "console",
    "copyonwrite",
    "delayqueue",
    "exchanger",
    "executor",
    "forkjoin",
    "futuretask",
    "group",
    "interrupt",
    "jdk",
    "latch",
    "linkeddeque",
    "linkedqueue",
    "logging",
    "park",
    "phaser",
    "readwritelock",
    "reentrantlock",
    "semaphore",
    "skiplist",
    "stampedlock",
    "thread",
    "threadlocal",
    "timeout",
    "timer",
    "varhandle",
];

fn is_worth_twice(program: &Program) -> bool {
    let label = program.label();
    let topic = label.split('/').nth(1).unwrap_or_default();
    program.jdk.is_some() || TWICE.contains(&topic)
}

/// The JDK that Heddle finds by itself, and a newer one if it is installed.
fn jdks() -> Vec<Jdk> {
    let first = Jdk::find(None).unwrap_or_else(|error| panic!("{error}"));
    let second = Jdk::installed().pop();
    let second = second.filter(|jdk| jdk.version() > first.version());
    if second.is_none() {
        println!(
            "note: no JDK newer than {} is installed; skipped",
            first.version()
        );
    }
    std::iter::once(first).chain(second).collect()
}

fn case(program: Program, number: usize, version: u32) -> Case {
    let label = program.label();
    // Programs over ordinary classes of the library are many, and alike to a search; all that follows
    // their races is too much to search.
    if number == 0 && label.split('/').nth(1) == Some("jdk") {
        return Case {
            name: label,
            jdk: number,
            judge: Box::new(move |workshop| judge::judge_lightly(&program, workshop)),
        };
    }
    if number == 0 {
        return Case {
            name: label,
            jdk: number,
            judge: Box::new(move |workshop| judge::judge(&program, workshop)),
        };
    }
    Case {
        name: format!("jdk{version}/{label}"),
        jdk: number,
        judge: Box::new(move |workshop| judge::judge_verdict(&program, workshop)),
    }
}

/// How long nothing is said while all goes well.
const SILENCE: Duration = Duration::from_secs(10);

/// Runs the cases on all cores and prints what is wrong; the number of failed ones.
fn run(cases: &[Case], workshops: &[Workshop]) -> usize {
    let next = AtomicUsize::new(0);
    let done = AtomicUsize::new(0);
    let failed = Mutex::new(0);
    let told = Mutex::new(Instant::now());
    let began = Instant::now();
    println!("{} cases", cases.len());
    let work = || {
        while let Some(case) = cases.get(next.fetch_add(1, Ordering::Relaxed)) {
            let complaints = (case.judge)(&workshops[case.jdk]);
            let done = done.fetch_add(1, Ordering::Relaxed) + 1;
            let mut told = told.lock().expect("no case panics while printing");
            if told.elapsed() >= SILENCE {
                *told = Instant::now();
                let seconds = began.elapsed().as_secs();
                println!(
                    "{done} of {} done after {seconds} s; last {}",
                    cases.len(),
                    case.name
                );
            }
            drop(told);
            if !complaints.is_empty() {
                let mut failed = failed.lock().expect("no case panics while printing");
                *failed += 1;
                println!("FAILED {}", case.name);
                for line in complaints.iter().flat_map(|it| it.lines()) {
                    println!("    {line}");
                }
            }
        }
    };
    let workers = std::thread::available_parallelism().map_or(2, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..workers.min(cases.len()) {
            scope.spawn(work);
        }
    });
    failed.into_inner().expect("no case panics while printing")
}
