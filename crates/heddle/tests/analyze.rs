//! What `heddle analyze` must find in the programs of the two papers on static facts, and where it
//! must claim nothing.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn program(name: &str) -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let root = here.ancestors().nth(2).unwrap();
    root.join("tests/analysis").join(format!("{name}.java"))
}

/// Runs `heddle analyze` with these words on a program; gives the exit code and the output.
fn run(name: &str, words: &[&str]) -> (i32, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .arg("analyze")
        .arg(program(name))
        .arg("--quiet")
        .args(words)
        .output()
        .unwrap();
    let said = String::from_utf8_lossy(&output.stderr);
    let code = output.status.code().unwrap_or(-1);
    assert!(code == 0 || code == 3, "{name}: {code}: {said}");
    (code, String::from_utf8_lossy(&output.stdout).into_owned())
}

fn table(name: &str) -> Value {
    let (_, text) = run(name, &["--json", "-"]);
    serde_json::from_str(&text).unwrap_or_else(|error| panic!("{name}: {error}: {text}"))
}

/// The row of this kind and name; what is made somewhere is found without its place.
#[track_caller]
fn row<'a>(table: &'a Value, kind: &str, name: &str) -> &'a Value {
    let rows = table["rows"].as_array().unwrap();
    let found: Vec<&Value> = rows
        .iter()
        .filter(|it| {
            let found = it["name"].as_str().unwrap();
            it["kind"] == kind && (found == name || found.starts_with(&format!("{name} of ")))
        })
        .collect();
    assert_eq!(found.len(), 1, "{kind} {name}: {rows:#?}");
    found[0]
}

/// A claim with its detail.
#[track_caller]
fn claim(table: &Value, kind: &str, name: &str) -> String {
    let row = row(table, kind, name);
    format!(
        "{} {}",
        row["claim"].as_str().unwrap(),
        row["detail"].as_str().unwrap()
    )
}

#[test]
fn the_buffer_and_its_array_are_protected_by_the_buffer() {
    let table = table("Buffering");
    for field in ["count", "front"] {
        let name = format!("Buffering$IntBuffer.{field}");
        assert_eq!(
            claim(&table, "field", &name),
            "protected by the lock of its object"
        );
    }
    let array = claim(&table, "array", "int[]");
    assert!(
        array.starts_with("protected by the lock of Buffering$IntBuffer"),
        "{array}"
    );
}

#[test]
fn what_is_written_before_threads_run_is_immutable() {
    let table = table("Staff");
    assert!(claim(&table, "field", "Staff$Employee.name").starts_with("immutable"));
    let salary = claim(&table, "field", "Staff$Employee.salary");
    assert!(salary.starts_with("shared possible race: "), "{salary}");
    assert!(salary.contains("Staff.java:34"), "the write: {salary}");
}

#[test]
fn each_of_two_split_locks_protects_its_field() {
    let table = table("Programmers");
    assert_eq!(
        claim(&table, "field", "Programmers$Programmer.hours"),
        "protected by the lock of its object.hoursLock"
    );
    assert_eq!(
        claim(&table, "field", "Programmers$Programmer.salary"),
        "protected by the lock of its object.salaryLock"
    );
}

#[test]
fn reflection_leaves_nothing_to_claim() {
    let (code, text) = run("Mirrored", &["--json", "-"]);
    assert_eq!(code, 3);
    let table: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(table["is_closed"], false);
    for row in table["rows"].as_array().unwrap() {
        assert_eq!(row["claim"], "unknown", "{row}");
    }
    let reasons = table["unknown"].to_string();
    assert!(
        reasons.contains("java.lang.reflect.Method.invoke"),
        "{reasons}"
    );
}

#[test]
fn the_same_answer_every_time() {
    let first = run("Staff", &["--json", "-"]);
    assert_eq!(first, run("Staff", &["--json", "-"]));
}

/// What a thread may still access when it enters a method from a place, by precision.
fn future(table: &Value, thread: &str, method: &str, from: &str, precision: &str) -> Vec<String> {
    let rows = table["rows"].as_array().unwrap();
    let row = rows.iter().find(|it| {
        it["thread"].as_str().unwrap().starts_with(thread)
            && it["method"] == method
            && it["called_from"][0] == from
    });
    let row = row.unwrap_or_else(|| panic!("{thread} {method} {from}: {rows:#?}"));
    let list = row[precision].as_array().unwrap();
    list.iter()
        .map(|it| it.as_str().unwrap().to_owned())
        .collect()
}

#[test]
fn two_calls_of_one_method_have_different_futures() {
    let (_, text) = run("Staff", &["--futures", "--json", "-"]);
    let table: Value = serde_json::from_str(&text).unwrap();
    let names = |line: u32, precision: &str| {
        let from = format!("Staff.java:{line}");
        future(
            &table,
            "Staff$FirstWorker.run",
            "Staff$Company.printEmployeeNames",
            &from,
            precision,
        )
    };
    let salary = |list: &[String]| {
        let has = |it: &str| list.iter().any(|found| found == it);
        (
            has("reads Staff$Employee.salary"),
            has("writes Staff$Employee.salary"),
        )
    };
    // Before the salaries are looked at, and after; only the call stack tells.
    assert_eq!(salary(&names(54, "context")), (true, true));
    assert_eq!(salary(&names(57, "context")), (false, false));
    assert_eq!(salary(&names(57, "callee")), (true, true));
    assert_eq!(salary(&names(57, "insensitive")), (true, true));
    // A worker that only raises salaries never adds employees; without callers nothing tells.
    let adds = "writes Staff$Employee.name".to_owned();
    assert!(!names(54, "callee").contains(&adds));
    assert!(names(54, "insensitive").contains(&adds));
    // Each precision has at least what the next has.
    for line in [54, 57] {
        let (context, callee) = (names(line, "context"), names(line, "callee"));
        assert!(context.iter().all(|it| callee.contains(it)));
        let insensitive = names(line, "insensitive");
        assert!(callee.iter().all(|it| insensitive.contains(it)));
    }
}
