//! What exploring costs: the programs of `bench/programs` at fixed sizes, beside SPIN.
//!
//! `cargo bench -p heddle --bench programs` runs every program at growing sizes with one job, without
//! reductions, and, where `bench/spin` has a model of the program, SPIN's pan (`-O2 -DSAFETY
//! -DNOREDUCE`); the largest size also with two jobs and with all reductions. The models take the steps
//! that Heddle takes; how near their counts come is printed with each. It prints a table, and writes
//! `target/bench.json` and a plot of cost against size, `target/bench.svg`. Rates are transitions per
//! second of processor time for one job, and per second on the clock for several. Words on the command
//! line select programs by name; `small` takes sizes that are done in seconds.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

mod plot;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::{Value, json};

use plot::Line;

/// A program at growing sizes, and how its model is given a size.
struct Case {
    program: &'static str,
    sizes: &'static [&'static str],
    small: &'static [&'static str],
    model: Option<Sizes>,
}

/// From the arguments of a program to those of its model's preprocessor.
type Sizes = fn(&[&str]) -> Vec<String>;

const CASES: [Case; 4] = [
    Case {
        program: "Philosophers",
        sizes: &["6 safe", "8 safe", "10 safe", "12 safe"],
        small: &["6 safe", "8 safe"],
        model: Some(|sizes| vec![format!("-DN={}", sizes[0])]),
    },
    Case {
        program: "ReadersWriters",
        sizes: &["2 2", "3 3", "4 4", "5 5"],
        small: &["2 2", "3 2"],
        model: Some(|sizes| vec![format!("-DR={}", sizes[0]), format!("-DW={}", sizes[1])]),
    },
    Case {
        program: "ProducerConsumer",
        sizes: &["4", "7", "9", "11"],
        small: &["2", "4"],
        model: Some(|sizes| vec![format!("-DN={}", sizes[0])]),
    },
    Case {
        program: "LockBuffer",
        sizes: &["1 1", "2 1"],
        small: &["1 1"],
        model: Some(|sizes| vec![format!("-DP={}", sizes[0]), format!("-DC={}", sizes[1])]),
    },
];

/// How Heddle is run, by name; all but the first way at the largest size only. A run that takes longer
/// is cut: rates can be told all the same.
const WAYS: [(&str, &[&str]); 5] = [
    ("1 job", &["--reduction", "none", "-j", "1"]),
    ("2 jobs", &["--reduction", "none", "-j", "2"]),
    (
        "1, wide",
        &["--reduction", "none", "-j", "1", "--search", "bfs"],
    ),
    (
        "2, wide",
        &["--reduction", "none", "-j", "2", "--search", "bfs"],
    ),
    ("reduced", &["--reduction", "all", "-j", "1"]),
];
const LONGEST: &str = "120s";

/// The same for pan.
const PAN_MINUTES: u32 = 2;

/// What one run came to.
#[derive(Clone, Copy, Debug, Default)]
struct Measured {
    states: f64,
    transitions: f64,
    seconds: f64,
    /// The same on the clock.
    clock: f64,
    /// Transitions per second.
    rate: f64,
    bytes_per_state: f64,
    peak: f64,
    complete: bool,
}

impl Measured {
    /// Whether it tells what a search of its size costs: it was not cut, and not over too soon.
    fn counts(&self) -> bool {
        self.complete && self.seconds >= 0.01
    }

    /// Size and cost, for the plot.
    fn point(self) -> (f64, f64) {
        (self.transitions, self.seconds)
    }
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let is_small = words.iter().any(|it| it == "small");
    let names: Vec<&String> = words
        .iter()
        .filter(|it| !it.starts_with('-') && *it != "small")
        .collect();
    let mut results = Vec::new();
    let mut lines = Vec::new();
    println!(
        "{:<26} {:<9} {:>11} {:>12} {:>9} {:>11} {:>8} {:>8} {:>8}",
        "program",
        "how",
        "states",
        "transitions",
        "seconds",
        "rate/s",
        "B/state",
        "peak MB",
        "x pan"
    );
    for case in CASES {
        if !names.is_empty() && !names.iter().any(|it| case.program.contains(it.as_str())) {
            continue;
        }
        let all = if is_small { case.small } else { case.sizes };
        let mut own = Line::solid(case.program);
        let mut theirs = Line::dashed(format!("{}, pan", case.program));
        for (index, arguments) in all.iter().enumerate() {
            let ways = if index + 1 == all.len() {
                &WAYS
            } else {
                &WAYS[..1]
            };
            let (one, pan) = measure(&case, arguments, ways, &mut results);
            own.points
                .extend(one.filter(Measured::counts).map(|it| it.point()));
            theirs
                .points
                .extend(pan.filter(Measured::counts).map(|it| it.point()));
        }
        lines.extend([own, theirs]);
    }
    let text = format!("{:#}\n", json!({ "schema": 1, "runs": results }));
    write("target/bench.json", &text);
    write("target/bench.svg", &plot::svg(&lines));
}

fn write(path: &str, text: &str) {
    let path = root().join(path);
    match std::fs::write(&path, text) {
        Ok(()) => println!("written to {}", path.display()),
        Err(error) => println!("can't write {}: {error}", path.display()),
    }
}

/// Measures a program at one size; gives what one job and pan came to.
fn measure(
    case: &Case,
    arguments: &str,
    ways: &[(&str, &[&str])],
    results: &mut Vec<Value>,
) -> (Option<Measured>, Option<Measured>) {
    let sizes: Vec<&str> = arguments.split(' ').collect();
    let pan = case.model.and_then(|it| pan(case.program, &it(&sizes)));
    let mut one = None;
    // What the run that a run is compared with took.
    let mut clock = None;
    for (way, options) in ways {
        let Some(run) = heddle(case.program, &sizes, options) else {
            println!("{:<26} {way:<9} failed", case.program);
            continue;
        };
        let against = (*way == "1 job").then_some(pan).flatten();
        show(
            case,
            arguments,
            way,
            run,
            against.map(|it| run.rate / it.rate),
        );
        match clock.take() {
            Some(clock) if run.complete && way.starts_with('2') => {
                println!("{:<26} {:.2} times one job", "", clock / run.clock);
            }
            _ => clock = run.complete.then_some(run.clock),
        }
        if *way == "1 job" {
            one = Some(run);
        }
        results.push(record(case, arguments, way, run));
    }
    if let Some(run) = pan {
        show(case, arguments, "pan", run, None);
        results.push(record(case, arguments, "pan", run));
        if let Some(one) = one.filter(|it| it.complete && run.complete) {
            println!(
                "{:<26} the model has {:.3} times Heddle's states, {:.3} times its transitions",
                "",
                run.states / one.states,
                run.transitions / one.transitions
            );
        }
    }
    (one, pan)
}

fn show(case: &Case, arguments: &str, way: &str, run: Measured, against: Option<f64>) {
    let name = format!("{} {arguments}", case.program);
    println!(
        "{name:<26} {way:<9} {:>11} {:>12} {:>9.2} {:>11.0} {:>8.1} {:>8.0} {:>8}{}",
        run.states,
        run.transitions,
        run.seconds,
        run.rate,
        run.bytes_per_state,
        run.peak / f64::from(1 << 20),
        against.map_or(String::new(), |it| format!("{it:.2}")),
        if run.complete { "" } else { "  (cut)" },
    );
}

fn record(case: &Case, arguments: &str, way: &str, run: Measured) -> Value {
    json!({
        "program": case.program,
        "arguments": arguments,
        "how": way,
        "states": run.states,
        "transitions": run.transitions,
        "seconds": run.seconds,
        "clock_seconds": run.clock,
        "transitions_per_second": run.rate,
        "bytes_per_state": run.bytes_per_state,
        "peak_memory_bytes": run.peak,
        "complete": run.complete,
    })
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Heddle on a program.
fn heddle(program: &str, arguments: &[&str], options: &[&str]) -> Option<Measured> {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .arg("check")
        .arg(root().join(format!("bench/programs/{program}.java")))
        .args(["--json", "-", "--quiet", "--timeout", LONGEST])
        .args(options)
        .arg("--")
        .args(arguments)
        .output()
        .ok()?;
    let report: Value = serde_json::from_slice(&output.stdout).ok()?;
    let statistics = &report["statistics"];
    let number = |name: &str| statistics[name].as_f64().unwrap_or(0.0);
    // What several jobs are worth shows on the clock.
    let seconds = match number("jobs") > 1.0 {
        true => number("explore_seconds"),
        false => number("explore_cpu_seconds"),
    };
    Some(Measured {
        states: number("states"),
        transitions: number("transitions"),
        seconds,
        clock: number("explore_seconds"),
        rate: number("transitions") / seconds.max(1e-9),
        bytes_per_state: number("store_bytes") / number("states").max(1.0),
        peak: number("peak_memory_bytes"),
        complete: statistics["complete"] == true,
    })
}

/// SPIN's verifier on the model of a program; `None` if there is no SPIN or no compiler.
fn pan(program: &str, sizes: &[String]) -> Option<Measured> {
    let directory = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("pan-{program}"));
    std::fs::create_dir_all(&directory).ok()?;
    let run = |program: &str, words: &[String]| {
        let mut command = Command::new(program);
        let output = command.args(words).current_dir(&directory).output().ok()?;
        output.status.success().then_some(output.stdout)
    };
    let model = root().join(format!("bench/spin/{program}.pml"));
    let model = std::fs::canonicalize(model).ok()?.display().to_string();
    let mut words = vec!["-a".to_owned()];
    words.extend_from_slice(sizes);
    words.push(model);
    run("spin", &words)?;
    let compile = "-O2 -DSAFETY -DNOREDUCE -DMEMLIM=8192 -o pan pan.c";
    let compile: Vec<String> = compile.split(' ').map(str::to_owned).collect();
    run("gcc", &compile)?;
    // Room for a deep stack takes time, so it gets as much as it needs. The shell tells the processor
    // time of what it ran.
    let mut depth = 100_000;
    loop {
        let script = format!("./pan -m{depth} -w22 -Q{PAN_MINUTES}; times");
        let said = run("sh", &["-c".to_owned(), script])?;
        let said = String::from_utf8_lossy(&said);
        let measured = understand(&said)?;
        if !said.contains("max search depth") || depth >= DEEPEST {
            return Some(measured);
        }
        depth *= 10;
    }
}

/// The deepest stack that pan is given.
const DEEPEST: u64 = 100_000_000;

/// What pan printed, and the shell after it.
fn understand(said: &str) -> Option<Measured> {
    let number = |mark: &str| -> Option<f64> {
        let line = said.lines().find(|line| line.contains(mark))?;
        line.split_whitespace().next()?.parse().ok()
    };
    // The last line: `0m1.23s 0m0.04s`, of children.
    let times = said.lines().rev().find(|line| line.contains('m'))?;
    let seconds: f64 = times.split_whitespace().filter_map(seconds).sum();
    let (states, transitions) = (number("states, stored")?, number("transitions (=")?);
    let bytes = number("total actual memory usage").unwrap_or(0.0) * f64::from(1 << 20);
    let stored = number("actual memory usage for states").unwrap_or(0.0) * f64::from(1 << 20);
    Some(Measured {
        states,
        transitions,
        seconds,
        clock: seconds,
        rate: transitions / seconds.max(1e-9),
        bytes_per_state: stored / states,
        peak: bytes,
        complete: !["Search not completed", "max search depth", "time limit"]
            .iter()
            .any(|it| said.contains(it)),
    })
}

/// `1m2.5s`.
fn seconds(text: &str) -> Option<f64> {
    let (minutes, rest) = text.split_once('m')?;
    let minutes: f64 = minutes.parse().ok()?;
    let seconds: f64 = rest.strip_suffix('s')?.parse().ok()?;
    Some(minutes * 60.0 + seconds)
}
