//! `heddle doctor`: names what a run would stop at, before any run.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors()
        .nth(2)
        .expect("the crate is two levels down")
        .to_path_buf()
}

fn heddle(words: &[&str]) -> Output {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("doctor-cache");
    Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .current_dir(root().join("tests/java"))
        .env("XDG_CACHE_HOME", cache)
        .output()
        .expect("heddle runs")
}

/// What a command lists as not covered: reason and path.
#[track_caller]
fn unknown(command: &str, program: &str) -> Vec<(String, Vec<String>)> {
    let output = heddle(&[command, "-q", program, "--json", "-"]);
    assert_eq!(output.status.code(), Some(3), "{command} {program}");
    let report: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(report["verdict"], "unknown", "{command} {program}");
    let list = report["unknown"].as_array().expect("a list").iter();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    list.map(|it| {
        let path = it["path"].as_array().expect("a path").iter();
        (text(&it["reason"]), path.map(text).collect())
    })
    .collect()
}

/// The programs below a directory of `tests/java`.
fn programs(directory: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut open = vec![root().join("tests/java").join(directory)];
    while let Some(directory) = open.pop() {
        for entry in std::fs::read_dir(directory).expect("it is there").flatten() {
            let path = entry.path();
            match path.is_dir() {
                true => open.push(path),
                false if path.extension().is_some_and(|it| it == "java") => found.push(path),
                false => {}
            }
        }
    }
    found.sort();
    found
}

/// What the doctor says of a program with the options that stand at its head.
fn diagnosis(program: &Path) -> (Option<i32>, String) {
    let source = std::fs::read_to_string(program).expect("a source");
    let mut words = vec!["doctor", "-q"];
    let options = source
        .lines()
        .filter_map(|it| it.strip_prefix("//@ options: "));
    words.extend(options.flat_map(str::split_whitespace));
    let name = program.display().to_string();
    words.push(&name);
    let output = heddle(&words);
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (output.status.code(), text)
}

#[test]
fn every_unknown_is_known_before() {
    let programs = programs("unknown");
    assert!(programs.len() >= 38, "{}", programs.len());
    for program in &programs {
        let (code, text) = diagnosis(program);
        assert_eq!(code, Some(3), "{}: {text}", program.display());
        assert!(text.contains("a check will stop at"), "{text}");
        assert!(
            text.contains("what to do: ") || text.contains("--") || text.contains("; give"),
            "{text}"
        );
        for internal in ["(Ljava", "<init>", "lambda$", "java/lang"] {
            assert!(!text.contains(internal), "{text}");
        }
    }
}

#[test]
fn nothing_bad_is_said_of_what_runs() {
    // Some of them, so that it stays short.
    let mut fine = programs("holds");
    fine.retain(|it| {
        let text = std::fs::read_to_string(it).expect("a source");
        let is_plain = !text.contains("//@ property") && !text.contains(" native ");
        is_plain && text.contains("void main(")
    });
    for program in fine.iter().step_by(30) {
        let (code, text) = diagnosis(program);
        assert_eq!(code, Some(0), "{}: {text}", program.display());
    }
}

#[test]
fn what_stops_a_run_is_known_before() {
    for program in [
        "unknown/native/NoLibrary.java",
        "unknown/native/InOneSchedule.java",
        "unknown/process/Runs.java",
        "unknown/socket/Connects.java",
        "unknown/socket/Listens.java",
    ] {
        let met = unknown("check", program);
        let told = unknown("doctor", program);
        for (reason, _) in &met {
            let (first, path) = &told[0];
            assert_eq!(first, reason, "{program}: the first is what stops it");
            assert!(path[0].contains(".main"), "{program}: {path:?}");
        }
    }
}

#[test]
fn a_program_without_gaps() {
    let output = heddle(&["doctor", "-q", "holds/lockorder/OrderedLocks.java"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("Heddle has all that it needs"), "{text}");
}

#[test]
fn a_gap_need_not_be_reached() {
    let output = heddle(&["check", "-q", "holds/native/NeverCalled.java"]);
    assert_eq!(output.status.code(), Some(0));
    let told = unknown("doctor", "holds/native/NeverCalled.java");
    let reason = "the native method NeverCalled.answer is not supported";
    assert!(told.iter().any(|(it, _)| it == reason), "{told:?}");
}
