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
            let found = told.iter().find(|(told, _)| told == reason);
            let (_, path) = found.unwrap_or_else(|| {
                panic!("doctor does not tell of {program}: {reason}");
            });
            assert!(path[0].contains(".main"), "{program}: {path:?}");
        }
    }
}

#[test]
fn a_program_without_gaps() {
    let output = heddle(&["doctor", "-q", "holds/lockorder/OrderedLocks.java"]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(
        text.contains("Heddle has all that the reachable code needs"),
        "{text}"
    );
}

#[test]
fn a_gap_need_not_be_reached() {
    let output = heddle(&["check", "-q", "holds/native/NeverCalled.java"]);
    assert_eq!(output.status.code(), Some(0));
    let told = unknown("doctor", "holds/native/NeverCalled.java");
    let reason = "the native method NeverCalled.answer is not supported";
    assert!(told.iter().any(|(it, _)| it == reason), "{told:?}");
}
