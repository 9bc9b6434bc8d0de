//! The engine from outside: stores, workers and memory, on a program with many states.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../bench/programs")
}

/// Checks philosophers without reductions; all else is up to the test.
fn philosophers(words: &[&str], arguments: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command
        .arg("check")
        .arg(programs().join("Philosophers.java"))
        .args(["--reduction", "none", "--json", "-", "--quiet"])
        .args(words)
        .arg("--")
        .args(arguments)
        .current_dir(env!("CARGO_TARGET_TMPDIR"));
    command
}

fn report(output: &Output) -> serde_json::Value {
    let text = String::from_utf8_lossy(&output.stdout);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{error}: {output:?}"))
}

/// What does not depend on how a search is done.
fn counts(report: &serde_json::Value) -> String {
    let statistics = &report["statistics"];
    let names = ["states", "transitions", "revisited", "end_states"];
    let counts = names.map(|name| statistics[name].to_string());
    format!("{} {}", report["verdict"], counts.join(" "))
}

#[test]
fn every_store_gives_the_same_counts() {
    let exact = report(&philosophers(&[], &["5", "safe"]).output().unwrap());
    assert_eq!(exact["verdict"], "holds");
    for words in [
        &["--store", "compact"][..],
        &["--store", "compact", "--search", "bfs"],
        &["--store", "exact", "--search", "bfs"],
        &["-j", "1"],
        &["-j", "4"],
    ] {
        let other = report(&philosophers(words, &["5", "safe"]).output().unwrap());
        assert_eq!(counts(&other), counts(&exact), "{words:?}");
        let assumptions = other["assumptions"].to_string();
        let says = assumptions.contains("same fingerprint of 128 bits");
        assert_eq!(says, words.contains(&"compact"), "{assumptions}");
    }
    let bits = philosophers(&["--store", "bitstate"], &["5", "safe"]).output();
    let bits = bits.unwrap();
    assert_eq!(bits.status.code(), Some(3), "bitstate never says holds");
    let bits = report(&bits);
    assert!(bits["unknown"].to_string().contains("99.99 %"), "{bits}");
    assert_eq!(bits["statistics"]["states"], exact["statistics"]["states"]);
}

#[test]
fn every_store_finds_the_deadlock() {
    for store in ["exact", "compact", "bitstate"] {
        let output = philosophers(&["--store", store], &["5", "dead"]).output();
        let output = output.unwrap();
        assert_eq!(output.status.code(), Some(1), "{store}");
        assert_eq!(report(&output)["violations"][0]["kind"], "deadlock");
    }
}

/// A search that is large enough for several workers.
#[test]
fn any_number_of_workers_gives_the_same() {
    let check = |words: &[&str]| report(&philosophers(words, &["10", "safe"]).output().unwrap());
    let one = check(&["-j", "1"]);
    assert_eq!(one["verdict"], "holds");
    assert_eq!(one["statistics"]["jobs"], 1);
    for words in [
        &["-j", "2"][..],
        &["-j", "3", "--store", "compact"],
        &["-j", "4", "--search", "bfs"],
    ] {
        let many = check(words);
        assert_eq!(counts(&many), counts(&one), "{words:?}");
        assert_eq!(many["statistics"]["jobs"].to_string(), words[1]);
    }
}

#[test]
fn the_memory_limit_is_kept() {
    let output = philosophers(&["--memory", "45M"], &["11", "safe"]).output();
    let output = output.unwrap();
    assert_eq!(output.status.code(), Some(3), "{output:?}");
    let report = report(&output);
    assert!(report["unknown"].to_string().contains("memory limit"));
    let peak = report["statistics"]["peak_memory_bytes"].as_u64().unwrap();
    assert!(peak < 60 << 20, "{peak}");
    assert!(report["statistics"]["states"].as_u64().unwrap() > 10_000);
}
