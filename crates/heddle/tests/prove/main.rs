//! `heddle prove` on the programs of `tests/prove`, and on generated ones.
//!
//! The directory is the answer: `proved`, `alarm` (shown by a run of the program) or `unknown`. Lines with
//! `//@` say more: `options:` are added to the command, `kind:` and `line:` are of an alarm that a run
//! confirms, `configurations:` is the most there may be, `rung:` the abstraction that is enough, `reason:` is in
//! what is not covered. In `everyday` are
//! ordinary correct programs; those with `open:` are not proved, for that reason.
//!
//! Generated programs are proved and checked: what is proved must not be violated on any run. 30 of them in
//! every run, `PROVE_PROGRAMS` many if that is set.

mod generated;

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Seconds that one program may take; far more than it needs.
const SECONDS: f64 = 20.0;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs Heddle in a directory and gives its JSON report with the exit code.
fn heddle(directory: &Path, words: &[&str]) -> (Option<i32>, Value) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .args(["--quiet", "--json", "-"])
        .current_dir(directory)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout);
    let report = serde_json::from_str(&text).unwrap_or_else(|_| {
        let complaint = String::from_utf8_lossy(&output.stderr);
        panic!("{words:?}: {text}{complaint}")
    });
    (output.status.code(), report)
}

/// The values of a key in the lines with `//@`.
fn told<'a>(text: &'a str, key: &str) -> Vec<&'a str> {
    let lines = text.lines().filter_map(|it| it.trim().strip_prefix("//@"));
    lines
        .filter_map(|it| it.trim().strip_prefix(key)?.strip_prefix(':'))
        .map(str::trim)
        .collect()
}

fn programs(answer: &str) -> Vec<(PathBuf, String)> {
    let directory = root().join("tests/prove").join(answer);
    let entries = std::fs::read_dir(&directory).unwrap();
    let mut files: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    files.retain(|it| it.extension().is_some_and(|it| it == "java"));
    files.sort();
    assert!(!files.is_empty(), "there are programs in {answer}");
    let read = |it: PathBuf| {
        let text = std::fs::read_to_string(&it).unwrap();
        (it, text)
    };
    files.into_iter().map(read).collect()
}

fn prove(file: &Path, text: &str) -> (Option<i32>, Value) {
    let name = file.file_name().unwrap().to_str().unwrap();
    let mut words = vec!["prove", name];
    let options = told(text, "options");
    words.extend(options.iter().flat_map(|it| it.split_whitespace()));
    let (code, report) = heddle(file.parent().unwrap(), &words);
    let seconds = report["statistics"]["seconds"].as_f64().unwrap();
    assert!(seconds < SECONDS, "{name}: {seconds} s");
    for most in told(text, "configurations") {
        let count = report["proof"]["configurations"].as_u64().unwrap();
        assert!(
            count <= most.parse().unwrap(),
            "{name}: {count} configurations"
        );
    }
    (code, report)
}

#[test]
fn correct_programs_are_proved() {
    for (file, text) in programs("proved") {
        let (code, report) = prove(&file, &text);
        assert_eq!(code, Some(0), "{}: {report:#}", file.display());
        assert_eq!(report["verdict"], "holds");
        let rung = report["proof"]["rung"].as_str().unwrap();
        for wanted in told(&text, "rung") {
            assert_eq!(rung, wanted, "{}: {report:#}", file.display());
        }
        assert!(["thread", "pair", "configurations"].contains(&rung));
        assert_eq!(report["proof"]["alarms"].as_array().unwrap().len(), 0);
        for kind in told(&text, "many") {
            let many = report["proof"]["unbounded"].as_array().unwrap();
            let named = many.iter().any(|it| it.as_str().unwrap().contains(kind));
            assert!(named, "{}: {many:?}", file.display());
        }
    }
}

/// Ordinary correct programs that start threads in loops: most are proved. The others are tried with
/// `PROVE_ALL=1`, as they take the time they are given.
#[test]
fn most_everyday_programs_are_proved() {
    let all = programs("everyday");
    let mut proved = 0;
    for (file, text) in &all {
        let is_open = !told(text, "open").is_empty();
        if is_open && std::env::var_os("PROVE_ALL").is_none() {
            continue;
        }
        let name = file.file_name().unwrap().to_str().unwrap();
        let words = ["prove", name, "--timeout", "10s"];
        let (code, report) = heddle(file.parent().unwrap(), &words);
        let wanted = if is_open { Some(3) } else { Some(0) };
        assert_eq!(code, wanted, "{}: {report:#}", file.display());
        proved += usize::from(!is_open);
    }
    let count = all.len();
    assert!(count >= 40, "there are {count} programs");
    assert!(proved * 40 >= count * 24, "{proved} of {count} are proved");
}

/// What is proved by views does not depend on how many threads a program starts.
#[test]
fn the_cost_of_views_does_not_grow_with_threads() {
    let room = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove-many");
    std::fs::create_dir_all(&room).unwrap();
    for name in ["Mutex", "ManyReaders", "ManyWorkers"] {
        let file = root().join(format!("tests/prove/proved/{name}.java"));
        let text = std::fs::read_to_string(file).unwrap();
        let mut counts = Vec::new();
        for threads in ["2", "4", "9"] {
            let one = text.replace("THREADS = 3", &format!("THREADS = {threads}"));
            assert!(
                threads == "3" || one != text,
                "{name} has a number of threads"
            );
            std::fs::write(room.join(format!("{name}.java")), one).unwrap();
            let (code, report) = heddle(&room, &["prove", &format!("{name}.java")]);
            assert_eq!(code, Some(0), "{name}: {report:#}");
            assert_eq!(report["proof"]["rung"], "thread", "{name}");
            counts.push(report["proof"]["configurations"].as_u64().unwrap());
        }
        assert!(
            counts.iter().all(|it| *it == counts[0]),
            "{name}: {counts:?}"
        );
    }
}

#[test]
fn broken_programs_are_reported_with_a_run() {
    for (file, text) in programs("alarm") {
        let (code, report) = prove(&file, &text);
        assert_eq!(code, Some(1), "{}: {report:#}", file.display());
        assert_eq!(report["verdict"], "violated");
        let alarms = report["proof"]["alarms"].as_array().unwrap();
        let kind = told(&text, "kind")[0];
        let lines = told(&text, "line");
        let fits = |it: &&Value| {
            let line = it["line"].as_u64().unwrap().to_string();
            it["kind"] == kind && it["confirmed"] == true && lines.iter().all(|it| *it == line)
        };
        let found = alarms.iter().find(fits);
        assert!(found.is_some(), "{}: {alarms:#?}", file.display());
        assert!(!found.unwrap()["trace"].as_array().unwrap().is_empty());
        let violation = &report["violations"][0];
        assert!(
            violation["replay"]
                .as_str()
                .unwrap()
                .starts_with("heddle replay")
        );
    }
}

#[test]
fn a_confirmed_alarm_can_be_replayed() {
    let (file, text) = programs("alarm").swap_remove(0);
    let (_, report) = prove(&file, &text);
    let violation = &report["violations"][0];
    let schedule = violation["schedule"].as_str().unwrap();
    let (code, again) = heddle(file.parent().unwrap(), &["replay", schedule]);
    assert_eq!(code, Some(1));
    assert_eq!(again["violations"][0]["kind"], violation["kind"]);
}

#[test]
fn what_is_too_hard_is_unknown_with_its_place() {
    for (file, text) in programs("unknown") {
        let (code, report) = prove(&file, &text);
        assert_eq!(code, Some(3), "{}: {report:#}", file.display());
        assert_eq!(report["verdict"], "unknown");
        let unknown = report["unknown"].as_array().unwrap();
        for reason in told(&text, "reason") {
            let fits = |it: &&Value| {
                let told = it["reason"].as_str().unwrap().contains(reason);
                told && it["class"] != "" && it["method"] != ""
            };
            assert!(unknown.iter().any(|it| fits(&it)), "{unknown:#?}");
        }
    }
}

/// Programs of the suite of `heddle check` that are wrong in a way that proofs look for. Every twentieth of
/// them, or all with `PROVE_ALL=1`.
#[test]
fn violated_programs_are_not_proved() {
    let kinds = [
        "deadlock",
        "lost-notification",
        "nested-monitor",
        "race",
        "exception",
        "assertion",
        "illegal-monitor",
        "illegal-thread-state",
    ];
    let every = std::env::var_os("PROVE_ALL").map_or(20, |_| 1);
    let mut tried = 0;
    for (number, file) in sources(&root().join("tests/java/violated"))
        .iter()
        .enumerate()
    {
        let text = std::fs::read_to_string(file).unwrap();
        let is_plain = ["options", "property", "jdk", "args"]
            .iter()
            .all(|key| told(&text, key).is_empty());
        let is_asked = told(&text, "kind").iter().any(|it| kinds.contains(it));
        if number % every != 0 || !is_plain || !is_asked {
            continue;
        }
        let name = file.file_name().unwrap().to_str().unwrap();
        let words = ["prove", name, "--timeout", "2s"];
        let (code, report) = heddle(file.parent().unwrap(), &words);
        assert!(
            [Some(1), Some(3)].contains(&code),
            "{}: {report:#}",
            file.display()
        );
        tried += 1;
    }
    assert!(tried > 5, "only {tried} programs were tried");
}

/// All Java files below a directory, in order.
fn sources(directory: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        match path.is_dir() {
            true => found.extend(sources(&path)),
            false => found.push(path),
        }
    }
    found.retain(|it| it.extension().is_some_and(|it| it == "java"));
    found.sort();
    found
}

#[test]
fn what_is_proved_is_not_violated() {
    let count = std::env::var("PROVE_PROGRAMS").map_or(30, |it| it.parse().unwrap());
    let room = Path::new(env!("CARGO_TARGET_TMPDIR")).join("prove-generated");
    let _ = std::fs::remove_dir_all(&room);
    std::fs::create_dir_all(&room).unwrap();
    let names: Vec<String> = (0..count).map(|it| format!("Made{it}")).collect();
    for (seed, name) in names.iter().enumerate() {
        let text = generated::program(name, seed as u64);
        std::fs::write(room.join(format!("{name}.java")), text).unwrap();
    }
    compile(&room);
    let (mut proved, mut violated) = (0, 0);
    for name in &names {
        let words = ["-cp", ".", name, "--timeout", "5s"];
        let (code, proof) = heddle(&room, &[&["prove"], &words[..]].concat());
        assert!(
            [Some(0), Some(1), Some(3)].contains(&code),
            "{name}: {code:?}"
        );
        proved += usize::from(code == Some(0));
        let (_, check) = heddle(&room, &[&["check", "--all"], &words[..]].concat());
        let found = check["violations"].as_array().unwrap();
        violated += usize::from(!found.is_empty());
        for property in proof["properties"].as_array().unwrap() {
            let of = |it: &Value| it["kind"] == property["property"];
            assert!(
                property["verdict"] != "holds" || !found.iter().any(of),
                "{}/{name}.java: {} is proved and violated",
                room.display(),
                property["property"]
            );
        }
    }
    assert!(proved * 6 > count, "only {proved} of {count} are proved");
    assert!(
        violated * 6 > count,
        "only {violated} of {count} are violated"
    );
}

/// Compiles all sources of a directory at once.
fn compile(room: &Path) {
    let javac = std::env::var_os("JAVA_HOME").map_or(PathBuf::from("javac"), |it| {
        PathBuf::from(it).join("bin/javac")
    });
    let entries = std::fs::read_dir(room).unwrap();
    let files = entries.map(|it| it.unwrap().path());
    let done = Command::new(javac).arg("-g").args(files).status().unwrap();
    assert!(done.success());
}
