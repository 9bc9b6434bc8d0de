//! Bad input: exit code 2, one clear message, nothing half-written.

use std::io::{Read, Seek};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// A program that holds.
const GOOD: &str = "class Good { public static void main(String[] args) { } }\n";

/// A directory of its own, empty.
fn room(name: &str) -> PathBuf {
    let path = PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
        .join("input")
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    path
}

fn heddle(directory: &Path, words: &[&str]) -> Command {
    let cache = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("input-cache");
    let mut command = Command::new(env!("CARGO_BIN_EXE_heddle"));
    command
        .args(words)
        .current_dir(directory)
        .env("XDG_CACHE_HOME", cache);
    command
}

/// Exit code 2, nothing on stdout, and one message on stderr, which is given back.
#[track_caller]
fn complaint(output: &Output, words: &[&str]) -> String {
    let text = String::from_utf8_lossy(&output.stderr).into_owned();
    assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
    assert_eq!(String::from_utf8_lossy(&output.stdout), "", "{words:?}");
    assert_eq!(text.matches("heddle: ").count(), 1, "{words:?}: {text}");
    let message = text.strip_prefix("heddle: ").unwrap_or_default();
    assert!(
        !message.trim().is_empty() && !message.contains("panicked"),
        "{words:?}: {text}"
    );
    message.to_owned()
}

/// The command is refused with a message of one line that contains the text.
#[track_caller]
fn refused(directory: &Path, words: &[&str], expected: &str) {
    let before = names(directory);
    let output = heddle(directory, words).output().unwrap();
    let message = complaint(&output, words);
    assert_eq!(message.lines().count(), 1, "{words:?}: {message}");
    assert!(message.contains(expected), "{words:?}: {message}");
    assert_eq!(
        names(directory),
        before,
        "{words:?} leaves something behind"
    );
}

fn names(directory: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut names: Vec<String> = entries
        .map(|it| it.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Compiles a source into a directory and gives the bytes of a class.
fn class_file(directory: &Path, class: &str, source: &str) -> Vec<u8> {
    let jdk = classpath::Jdk::find(None).unwrap();
    let file = directory.join(format!("{class}.java"));
    std::fs::write(&file, source).unwrap();
    let compiled = classpath::compile_into(&jdk, &[file], &[], directory).unwrap();
    std::fs::read(compiled.classes.join(format!("{class}.class"))).unwrap()
}

#[test]
fn files_that_are_missing_or_of_another_kind() {
    let here = room("missing");
    std::fs::create_dir(here.join("Directory.java")).unwrap();
    std::fs::create_dir(here.join("classes")).unwrap();
    std::fs::write(here.join("Good.class"), "").unwrap();
    refused(&here, &["check", "No.java"], "there is no file No.java");
    refused(&here, &["check", "no.jar"], "there is no file no.jar");
    refused(&here, &["check", "Directory.java"], "Directory.java");
    refused(
        &here,
        &["check", "classes"],
        "classes is a directory; give the main class",
    );
    refused(
        &here,
        &["check", "Good.class"],
        "is a class file; give the class by its full name: heddle check -cp . Good",
    );
    refused(
        &here,
        &["check", "-cp", "classes", "com.acme.Main"],
        "com.acme.Main",
    );
    refused(&here, &["check", "-cp", "nowhere", "Main"], "Main");
    refused(&here, &["check", "A", "B"], "one target too many");
    refused(&here, &["check"], "missing");
}

#[test]
fn classes_that_are_none() {
    let here = room("classes");
    let good = class_file(&room("classes-good"), "Good", GOOD);
    let mut future = good.clone();
    future[6..8].copy_from_slice(&[0xff, 0xff]);
    let mut magic = good.clone();
    magic[0] = 0;
    let broken: [(&str, &[u8]); 6] = [
        ("empty", b""),
        ("text", b"This is no class."),
        ("half", &good[..good.len() / 2]),
        ("magic", &magic),
        ("future", &future),
        ("zeros", &[0; 64]),
    ];
    for (name, bytes) in broken {
        let directory = here.join(name);
        std::fs::create_dir(&directory).unwrap();
        std::fs::write(directory.join("Good.class"), bytes).unwrap();
        refused(&here, &["check", "-cp", name, "Good"], "Good");
    }
    let other = here.join("other");
    std::fs::create_dir(&other).unwrap();
    std::fs::write(other.join("Other.class"), &good).unwrap();
    refused(&here, &["check", "-cp", "other", "Other"], "Other");
}

#[test]
fn jars_that_are_none() {
    let here = room("jars");
    let jar = small_jar(&here);
    let broken: [(&str, &[u8]); 4] = [
        ("empty.jar", b""),
        ("text.jar", b"This is no jar."),
        ("half.jar", &jar[..jar.len() / 2]),
        ("tail.jar", &jar[jar.len() / 2..]),
    ];
    for (name, bytes) in broken {
        std::fs::write(here.join(name), bytes).unwrap();
        refused(&here, &["check", name], name);
        refused(&here, &["check", "-cp", name, "Good"], name);
    }
    std::fs::write(here.join("whole.jar"), &jar).unwrap();
    refused(
        &here,
        &["check", "whole.jar"],
        "names no main class; give --main CLASS",
    );
    refused(&here, &["check", "whole.jar", "--main", "Absent"], "Absent");
}

#[test]
fn jdks_that_are_cut_off() {
    let here = room("jdk");
    let good = class_file(&room("jdk-good"), "Good", GOOD);
    std::fs::write(here.join("Good.class"), good).unwrap();
    let jdk = classpath::Jdk::find(None).unwrap();
    std::fs::create_dir_all(here.join("jdk/lib")).unwrap();
    std::fs::copy(jdk.home().join("release"), here.join("jdk/release")).unwrap();
    let image = std::fs::File::open(jdk.home().join("lib/modules")).unwrap();
    for length in [0, 10, 28, 1000, 1_000_000, 5_000_000] {
        let mut some = Vec::new();
        image.try_clone().unwrap().rewind().unwrap();
        (&image).take(length).read_to_end(&mut some).unwrap();
        std::fs::write(here.join("jdk/lib/modules"), some).unwrap();
        let words = ["check", "-cp", ".", "Good", "--jdk", "jdk"];
        refused(&here, &words, "its lib/modules can't be read");
    }
}

/// A jar with one entry, stored, and no manifest.
fn small_jar(directory: &Path) -> Vec<u8> {
    let text = directory.join("note.txt");
    std::fs::write(&text, "x".repeat(300)).unwrap();
    let jdk = classpath::Jdk::find(None).unwrap();
    let jar = jdk.home().join("bin/jar");
    let made = Command::new(jar)
        .args(["-c", "-f", "made.jar", "-M", "note.txt"])
        .current_dir(directory)
        .status();
    assert!(made.unwrap().success());
    std::fs::read(directory.join("made.jar")).unwrap()
}

#[test]
fn sources_that_do_not_compile() {
    let here = room("sources");
    let source = "class Bad {\n    int x = \"text\";\n}\n";
    std::fs::write(here.join("Bad.java"), source).unwrap();
    let words = ["check", "Bad.java", "--json", "report.json"];
    let output = heddle(&here, &words).output().unwrap();
    let message = complaint(&output, &words);
    assert!(
        message.contains("Bad.java:2: error: incompatible types"),
        "{message}"
    );
    let report = std::fs::read_to_string(here.join("report.json")).unwrap();
    let report: serde_json::Value = serde_json::from_str(&report).unwrap();
    assert_eq!(report["verdict"], "error");
    assert_eq!(names(&here), ["Bad.java", "report.json"]);

    std::fs::write(here.join("Empty.java"), "").unwrap();
    refused(
        &here,
        &["check", "Empty.java"],
        "Empty.java has no main(String[]) method",
    );
    std::fs::write(here.join("Binary.java"), [0xff, 0xfe, 0, 1]).unwrap();
    let words = ["check", "Binary.java"];
    complaint(&heddle(&here, &words).output().unwrap(), &words);
}

#[test]
fn a_main_that_is_none() {
    let here = room("main");
    let cases = [
        ("NoMain", "class NoMain { }"),
        (
            "NotStatic",
            "class NotStatic { public void main(String[] args) { } }",
        ),
        (
            "NoArray",
            "class NoArray { public static void main(String args) { } }",
        ),
        (
            "Returns",
            "class Returns { public static int main(String[] args) { return 1; } }",
        ),
    ];
    for (name, source) in cases {
        std::fs::write(here.join(format!("{name}.java")), source).unwrap();
        refused(
            &here,
            &["check", &format!("{name}.java")],
            "no main(String[]) method",
        );
    }
    refused(
        &here,
        &["check", "NoMain.java", "--main", "Other"],
        "class Other is not on the class path",
    );
    refused(
        &here,
        &["check", "NotStatic.java"],
        "a main of another kind needs a JDK 25 or later",
    );
    std::fs::write(here.join("notes.txt"), "no program").unwrap();
    refused(
        &here,
        &["check", "notes.txt"],
        "the file notes.txt is neither a .java file nor a .jar",
    );
    refused(
        &here,
        &["check", "-cp", "nowhere", "Other"],
        "class Other is not on the class path: nowhere does not exist",
    );
    refused(
        &here,
        &["check", "Other"],
        "class Other is not on the class path; give a .java file, a .jar, or -cp DIR",
    );
    refused(&here, &["check", "NoMain.java", "--main", "NoMain"], "main");
    let two = "class A { public static void main(String[] a) { } }\n\
               class B { public static void main(String[] a) { } }\n";
    std::fs::write(here.join("Two.java"), two).unwrap();
    refused(
        &here,
        &["check", "Two.java"],
        "several classes have a main method (A, B); give --main",
    );
}

#[test]
fn no_jdk() {
    let here = room("jdk");
    std::fs::write(here.join("Good.java"), GOOD).unwrap();
    refused(
        &here,
        &["check", "Good.java", "--jdk", "nowhere"],
        "nowhere is not a usable JDK",
    );
    refused(
        &here,
        &["check", "Good.java", "--jdk", "."],
        "is not a usable JDK",
    );
    let words = ["check", "Good.java"];
    let mut bare = heddle(&here, &words);
    bare.env_remove("JAVA_HOME").env("PATH", "");
    let message = complaint(&bare.output().unwrap(), &words);
    assert!(
        message.contains("JDK") && message.contains("--jdk"),
        "{message}"
    );
    let mut misled = heddle(&here, &words);
    misled
        .env("JAVA_HOME", here.join("nowhere"))
        .env("PATH", "");
    let message = complaint(&misled.output().unwrap(), &words);
    assert!(message.contains("nowhere"), "{message}");
}

#[test]
fn options_that_make_no_sense() {
    let here = room("options");
    for (words, expected) in [
        (&["--property", "dedlock"][..], "did you mean `deadlock`?"),
        (&["--property", ""], "--property"),
        (&["--property", "deadlock,,race"], "--property"),
        (&["--timeout", "soon"], "a time looks like 20s, 5m or 1h"),
        (&["--timeout=-5s"], "--timeout"),
        (&["--timeout", "5"], "a time looks like 20s, 5m or 1h"),
        (&["--memory", "lots"], "a size looks like 300M or 4G"),
        (&["--memory", "300"], "a size looks like 300M or 4G"),
        (&["--max-states", "0"], "--max-states"),
        (&["--max-states", "many"], "a number looks like 10000 or 2M"),
        (&["--max-depth", "1.5"], "--max-depth"),
        (&["--search", "sideways"], "possible: dfs, bfs"),
        (&["--timeouts", "never"], "possible: any, idle"),
        (&["--seed", "x"], "--seed"),
        (&["--jobs", "0"], "--jobs"),
        (&["--jobs", "two"], "--jobs"),
        (
            &["--preemptions", "3"],
            "--preemptions goes with --search preemption",
        ),
        (
            &["--store", "bitstate", "--search", "bfs"],
            "--store bitstate with --search dfs",
        ),
        (&["--reduction", "nine"], "--reduction: there is no `nine`"),
        (
            &["--expect", "succes"],
            "--expect: there is no outcome `succes`",
        ),
        (&["--color", "green"], "possible: auto, always, never"),
        (&["--serch", "bfs"], "--search"),
        (&["--json"], "--json"),
    ] {
        let words: Vec<&str> = ["check", "Good"]
            .into_iter()
            .chain(words.iter().copied())
            .collect();
        refused(&here, &words, expected);
    }
}

#[test]
fn broken_configuration() {
    for (name, content, expected) in [
        ("toml", &b"search = = bfs"[..], "not TOML"),
        (
            "name",
            b"serch = \"bfs\"",
            "there is no setting `serch`; did you mean `search`?",
        ),
        ("value", b"search = \"up\"", "invalid value 'up'"),
        ("type", b"search = { a = 1 }", "must be a text, a number"),
        ("list", b"property = [1, 2]", "must be a text, a number"),
        (
            "duration",
            b"timeout = 5",
            "a time looks like 20s, 5m or 1h",
        ),
        ("bytes", b"search = \"\xff\xfe\"", "heddle.toml"),
        ("flag", b"all = \"yes\"", "all"),
    ] {
        let here = room(&format!("config-{name}"));
        std::fs::write(here.join("heddle.toml"), content).unwrap();
        refused(&here, &["check", "Good"], expected);
        refused(&here, &["check", "Good"], "heddle.toml");
    }
}

#[test]
fn reports_that_cannot_be_written() {
    let here = room("unwritable");
    std::fs::write(here.join("Good.java"), GOOD).unwrap();
    refused(
        &here,
        &["check", "Good.java", "--json", "nowhere/report.json"],
        "nowhere/report.json",
    );
    refused(
        &here,
        &["check", "Good.java", "--json", "."],
        "can't write .",
    );
}

#[test]
fn schedules_that_fit_nothing() {
    let here = room("replay");
    std::fs::write(here.join("Good.java"), GOOD).unwrap();
    std::fs::write(here.join("text.json"), "{").unwrap();
    std::fs::write(here.join("other.json"), "{\"violations\": []}").unwrap();
    refused(&here, &["replay", "0.1"], "add the TARGET");
    refused(
        &here,
        &["replay", "1.q.2", "Good.java"],
        "`q` is no step of a schedule",
    );
    refused(
        &here,
        &["replay", "0.5", "Good.java"],
        "step 2 of the schedule",
    );
    refused(
        &here,
        &["replay", "01234567-0.1"],
        "no check with the token 01234567",
    );
    refused(&here, &["replay", "../../x-0.1"], "no check with the token");
    refused(
        &here,
        &["replay", "none.json"],
        "can't read the report none.json",
    );
    refused(
        &here,
        &["replay", "text.json"],
        "can't read the report text.json",
    );
    refused(&here, &["replay", "other.json"], "it has no violation");
}

#[test]
fn a_check_after_all_this_works() {
    let here = room("good");
    std::fs::write(here.join("Good.java"), GOOD).unwrap();
    std::fs::write(here.join("heddle.toml"), "search = \"bfs\"\n").unwrap();
    let output = heddle(&here, &["check", "Good.java", "-q"])
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
