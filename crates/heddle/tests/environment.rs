//! `heddle environment --unit`: summaries of the classes around a unit.
//!
//! The example is the one of Tkachuk and Dwyer (ESEC/FSE 2003), written after its description: a subject
//! with watchers, kept in a buffer on the library's vector. The buffer is the environment.

use std::path::{Path, PathBuf};
use std::process::Command;

const UNIT: &str = "Subject,Watcher,Stranger,Deleted";

fn observer() -> Vec<String> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/environment/observer");
    ["Subject", "Watcher", "Buffer", "Stranger", "Deleted"]
        .iter()
        .map(|it| root.join(format!("{it}.java")).display().to_string())
        .collect()
}

/// Runs Heddle: the exit code, and all that it says.
fn heddle(words: &[&str], files: &[String], rest: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .args(files)
        .args(rest)
        .output()
        .expect("heddle runs");
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    (
        output.status.code(),
        text + &String::from_utf8_lossy(&output.stderr),
    )
}

fn room(name: &str) -> PathBuf {
    let room = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("environment")
        .join(name);
    let _ = std::fs::remove_dir_all(&room);
    std::fs::create_dir_all(&room).expect("the directory can be made");
    room
}

/// The source that is written for the buffer, without blanks at the ends of lines.
fn buffer(name: &str, options: &[&str]) -> String {
    let out = room(name);
    let out_text = out.display().to_string();
    let words = [
        &["environment", "--unit", UNIT, "-o", &out_text],
        &["--assume-no-throw"],
        options,
    ]
    .concat();
    let (code, text) = heddle(&words, &observer(), &["--main", "Stranger"]);
    assert_eq!(code, Some(0), "{text}");
    std::fs::read_to_string(out.join("Buffer.java")).expect("it was written")
}

/// The part of a source that is one method.
fn method<'a>(source: &'a str, head: &str) -> &'a str {
    let start = source
        .find(head)
        .unwrap_or_else(|| panic!("{head} in\n{source}"));
    let rest = &source[start..];
    &rest[..rest.find("\n  }\n").expect("it ends")]
}

#[test]
fn effects_are_written_in_each_mode() {
    let may = buffer("may", &["--effects", "may"]);
    let register = method(&may, "boolean register(Watcher p1)");
    for effect in ["attempts = ", "registered = true", "aborts = "] {
        let line = register
            .lines()
            .find(|it| it.contains(effect))
            .expect(effect);
        assert!(line.contains("chooseBoolean"), "{line}");
    }
    let must = buffer("must", &["--effects", "must"]);
    let register = method(&must, "boolean register(Watcher p1)");
    assert!(register.contains("\n    p1.attempts = "), "{register}");
    assert!(!register.contains("switch"), "{register}");
    let returns = buffer("returns", &[]);
    let register = method(&returns, "boolean register(Watcher p1)");
    let (added, known) = register.split_once("return true").expect(register);
    assert!(
        added.contains("registered = true") && !added.contains("aborts"),
        "{added}"
    );
    assert!(
        known.contains("aborts = ") && !known.contains("registered"),
        "{known}"
    );
    let first = method(&returns, "Watcher removeFirst()");
    assert!(first.contains("WORLD.anyOrNull(Watcher.class)"), "{first}");
    let contained = buffer("contained", &["--containment"]);
    let first = method(&contained, "Watcher removeFirst()");
    assert!(
        first.contains("of(this).anyOrNull(Watcher.class)"),
        "{first}"
    );
}

fn check(options: &[&str], main: &str, rest: &[&str]) -> (Option<i32>, String) {
    let words = [
        &["environment", "--unit", UNIT, "--check", "--main", main],
        &["--assume-no-throw"],
        options,
    ]
    .concat();
    heddle(&words, &observer(), rest)
}

#[test]
fn the_observer_is_checked_with_its_environment() {
    // Nobody in the real program is told who is not registered; the plain summary forgets who holds whom.
    let (code, text) = heddle(&["check", "--main", "Stranger"], &observer(), &[]);
    assert_eq!(code, Some(0), "{text}");
    let (code, text) = check(&[], "Stranger", &[]);
    assert_eq!(code, Some(1), "{text}");
    assert!(
        text.contains("not registered") && text.contains("summarised"),
        "{text}"
    );
    let (code, text) = check(&["--containment"], "Stranger", &[]);
    assert_eq!(code, Some(0), "{text}");
    // The race of the real program, and its repair.
    let exceptions = ["--property", "deadlock,exception"];
    let repaired = ["--", "safely"];
    let mut options = vec!["--containment"];
    options.extend(exceptions);
    for (rest, expected) in [(&[][..], Some(1)), (&repaired, Some(0))] {
        let (code, text) = heddle(
            &[
                "check",
                "--main",
                "Deleted",
                "--property",
                "deadlock,exception",
            ],
            &observer(),
            rest,
        );
        assert_eq!(code, expected, "{text}");
        let (code, text) = check(&options, "Deleted", rest);
        assert_eq!(code, expected, "{text}");
    }
}

#[test]
fn what_can_not_be_summarised_is_refused_with_its_place() {
    let cases = [
        ("new Thread(unit).start();", "about threads"),
        ("while (true) { }", "without a way out"),
        (
            "synchronized (unit) { unit.run(); }",
            "synchronized statement",
        ),
        (
            "synchronized (unit) { synchronized (this) { } }",
            "synchronized statement",
        ),
        ("System.setProperty(\"a\", \"b\");", "whole program"),
        (
            "java.util.Arrays.asList(1, 2).forEach(java.util.Objects::isNull);",
            "lambda",
        ),
        ("Runnable r = () -> { }; r.run();", "lambda"),
        (
            "synchronized (this) { try { wait(); } catch (InterruptedException e) { } }",
            "waits",
        ),
    ];
    for (number, (code, expected)) in cases.iter().enumerate() {
        let room = room(&format!("refused{number}"));
        let file = room.join("Unit.java");
        let source = format!(
            "class Unit implements Runnable {{\n  int x;\n  public void run() {{ x++; }}\n  \
             public static void main(String[] a) {{ new Around().call(new Unit()); }}\n}}\n\
             class Around {{\n  void call(Unit unit) {{\n    {code}\n  }}\n}}\n"
        );
        std::fs::write(&file, source).expect("it can be written");
        let (exit, text) = heddle(
            &["environment", "--unit", "Unit"],
            &[file.display().to_string()],
            &[
                "-o",
                &room.join("out").display().to_string(),
                "--main",
                "Unit",
            ],
        );
        assert_eq!(exit, Some(2), "{code}: {text}");
        assert!(text.contains("Around.call:8"), "{code}: {text}");
        assert!(text.contains(expected), "{code}: {text}");
    }
}
