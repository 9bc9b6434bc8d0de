//! Every sentence about what an answer rests on leads to an explanation.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Programs and options that between them make every kind of assumption.
const RUNS: [&[&str]; 10] = [
    &["holds/lockorder/OrderedLocks.java"],
    &["holds/lockorder/OrderedLocks.java", "--timeouts", "idle"],
    &[
        "holds/lockorder/OrderedLocks.java",
        "--timeouts",
        "any",
        "--processors",
        "1",
    ],
    &[
        "holds/lockorder/OrderedLocks.java",
        "--hash",
        "choose",
        "--random",
        "choose",
    ],
    &["holds/lockorder/OrderedLocks.java", "--store", "compact"],
    &["holds/lockorder/OrderedLocks.java", "--suppress", "race"],
    &["holds/executor/FixedRate.java", "--max-states", "50"],
    &["prints/Loggers.java", "--max-states", "50"],
    &["prints/Streams.java", "--max-states", "50"],
    &["holds/jdk/CodesCharsets.java"],
];

/// What a check takes for granted.
fn assumptions(words: &[&str]) -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("explain-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "-q", "--json", "-"])
        .args(words)
        .current_dir(root)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap();
    let report: Value = serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{words:?}: {error}: {output:?}"));
    let list = report["assumptions"].as_array().unwrap().iter();
    list.map(|it| it.as_str().unwrap().to_owned()).collect()
}

#[test]
fn every_assumption_is_explained() {
    let mut told = Vec::new();
    for words in RUNS {
        for sentence in assumptions(words) {
            match report::explain::about(&sentence) {
                Some(topic) => told.push(topic.name),
                None => panic!("{words:?}: no topic is about: {sentence}"),
            }
        }
    }
    told.sort_unstable();
    told.dedup();
    // What no sentence leads to need not be an assumption any more.
    let groups = report::explain::groups();
    let topics = groups.iter().flat_map(|it| &it.topics);
    let with_phrases = topics.filter(|it| it.phrases().next().is_some());
    let unused: Vec<&str> = with_phrases
        .map(|it| it.name)
        .filter(|it| !told.contains(it))
        .collect();
    assert_eq!(
        unused,
        ["left-out"],
        "only a search that leaves out says so"
    );
}
