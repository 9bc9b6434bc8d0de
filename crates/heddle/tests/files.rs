//! What is written for other tools: SARIF, JUnit's XML, annotations, and the baseline of known findings.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// Two races on two lines each.
const TALLY: &str = "
class Tally {
    static int first, second;

    public static void main(String[] args) {
        new Thread(() -> {
            first++;
            second++;
        }).start();
        first++;
        second++;
    }
}
";

fn room(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("files")
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(path.join("src")).unwrap();
    std::fs::write(path.join("src/Tally.java"), TALLY).unwrap();
    path
}

fn check(room: &Path, options: &[&str]) -> Output {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files-cache");
    Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "src/Tally.java"])
        .args(options)
        .current_dir(room)
        .env("XDG_CACHE_HOME", cache)
        .env_remove("GITHUB_ACTIONS")
        .output()
        .unwrap()
}

fn json(path: &Path) -> Value {
    serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap()
}

#[test]
fn sarif_and_xml_name_the_files_of_the_program() {
    let room = room("written");
    let output = check(&room, &["--sarif", "o.sarif", "--junit-xml", "o.xml"]);
    assert_eq!(output.status.code(), Some(1));
    let log = json(&room.join("o.sarif"));
    let result = &log["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "race");
    let place = &result["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/Tally.java");
    let mut lines = vec![place["region"]["startLine"].as_u64().unwrap()];
    let other = &result["relatedLocations"][0]["physicalLocation"];
    lines.push(other["region"]["startLine"].as_u64().unwrap());
    lines.sort_unstable();
    assert_eq!(lines, [7, 10]);
    let flows = result["codeFlows"].as_array().unwrap();
    let threads = flows[1]["threadFlows"].as_array().unwrap();
    assert_eq!((flows.len(), threads.len()), (2, 1), "only main has moved");
    let xml = std::fs::read_to_string(room.join("o.xml")).unwrap();
    assert!(xml.contains("<failure type=\"race\""), "{xml}");
}

#[test]
fn a_baseline_fails_on_what_is_new_only() {
    let room = room("baseline");
    let known = ["--baseline", "known.json"];
    let first = check(&room, &known);
    assert_eq!(first.status.code(), Some(1), "what it writes is still told");
    let findings = json(&room.join("known.json"))["findings"].clone();
    assert_eq!(findings.as_array().map(Vec::len), Some(2));
    let again = check(&room, &known);
    let text = String::from_utf8_lossy(&again.stdout).into_owned();
    assert_eq!(again.status.code(), Some(0), "{text}");
    assert!(text.contains("findings of the baseline left out"), "{text}");
    // Lines that move are the same findings; a line that changes is another one.
    let moved = TALLY.replace("class Tally {", "class Tally {\n\n");
    std::fs::write(room.join("src/Tally.java"), &moved).unwrap();
    assert_eq!(check(&room, &known).status.code(), Some(0));
    let changed = moved.replace(
        "        second++;\n    }\n",
        "        second += 2;\n    }\n",
    );
    std::fs::write(room.join("src/Tally.java"), changed).unwrap();
    let new = check(&room, &known);
    let text = String::from_utf8_lossy(&new.stdout).into_owned();
    assert_eq!(new.status.code(), Some(1), "{text}");
    assert!(text.contains("data race on Tally.second"), "{text}");
    assert!(!text.contains("data race on Tally.first"), "{text}");
}

#[test]
fn a_file_that_is_no_baseline_is_refused() {
    let room = room("refused");
    std::fs::write(room.join("known.json"), "{}").unwrap();
    let output = check(&room, &["--baseline", "known.json"]);
    let error = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2));
    assert!(error.contains("is no baseline"), "{error}");
}

#[test]
fn where_github_runs_it_findings_are_annotated() {
    let room = room("annotated");
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("files-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "src/Tally.java"])
        .current_dir(&room)
        .env("XDG_CACHE_HOME", cache)
        .env("GITHUB_ACTIONS", "true")
        .output()
        .unwrap();
    let text = String::from_utf8_lossy(&output.stdout).into_owned()
        + &String::from_utf8_lossy(&output.stderr);
    assert!(text.contains("::error file=src/Tally.java,line="), "{text}");
}
