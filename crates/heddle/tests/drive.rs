//! `heddle check --drive` on classes with the faults of real libraries (`tests/drive/violated`) and on
//! repaired ones (`tests/drive/holds`), and on classes whose calls wait as they should
//! (`tests/drive/waits`). Some of them in every run, all with `DRIVE_ALL=1`.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// What is found in the classes, and whether they are among those that are always tried, broken and
/// repaired.
const CLASSES: [(&str, &str, bool, bool); 27] = [
    ("Account", "deadlock", true, false),
    ("AppenderLogger", "race", false, false),
    ("AsyncAppender", "deadlock", false, false),
    ("BoundedBuffer", "deadlock", false, false),
    ("Codecs", "deadlock", true, true),
    ("ConnectionPool", "linearizable", false, false),
    ("Gate", "lost-notification", true, true),
    ("IdGenerator", "linearizable", true, true),
    ("LazyHolder", "linearizable", true, true),
    ("LeasePool", "deadlock", true, true),
    ("LinkedStack", "linearizable", true, true),
    ("ListenerList", "linearizable", false, false),
    ("LruCache", "race", false, false),
    ("Mailbox", "deadlock", true, false),
    ("Memoizer", "linearizable", true, true),
    ("ObjectPool", "deadlock", false, false),
    ("Permits", "linearizable", true, false),
    ("RingBuffer", "linearizable", false, false),
    ("SafeMap", "linearizable", false, false),
    ("SearchableList", "exception", true, false),
    ("ServiceRegistry", "deadlock", false, false),
    ("SessionCache", "deadlock", true, false),
    ("SharedFormatter", "race", false, false),
    ("StartSignal", "deadlock", true, false),
    ("Statistics", "linearizable", false, false),
    ("TaskQueue", "linearizable", false, false),
    ("TextBuffer", "exception", false, false),
];

/// Classes whose calls may wait for ever, and whether they are always tried.
const WAITING: [(&str, bool); 8] = [
    ("AutoReset", false),
    ("FairPermits", false),
    ("JobRunner", false),
    ("LockApi", true),
    ("Pulse", true),
    ("ReadWriteApi", false),
    ("Semaphores", true),
    ("Tickets", true),
];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Runs Heddle in a directory: exit code, standard output, complaints.
fn heddle(directory: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("drive-cache");
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .current_dir(directory)
        .env("XDG_CACHE_HOME", cache)
        .output()
        .unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// Drives a class of a file and gives the JSON report with the exit code.
fn drive(directory: &Path, file: &str, class: &str, options: &[&str]) -> (Option<i32>, Value) {
    let mut words = vec!["check", "-q", file, "--drive", class, "--json", "-"];
    words.extend(options);
    let (code, text, complaint) = heddle(directory, &words);
    let report = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{complaint}"));
    (code, report)
}

fn every_class() -> bool {
    std::env::var_os("DRIVE_ALL").is_some()
}

/// A directory with one source.
fn room(name: &str, file: &str, text: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("drive")
        .join(name);
    let _ = std::fs::remove_dir_all(&path);
    std::fs::create_dir_all(&path).unwrap();
    std::fs::write(path.join(file), text).unwrap();
    path
}

#[test]
fn faults_are_found_and_replayed() {
    for (class, kind, is_quick, _) in CLASSES {
        if !is_quick && !every_class() {
            continue;
        }
        let file = format!("tests/drive/violated/{class}.java");
        let (code, report) = drive(&root(), &file, class, &[]);
        assert_eq!(code, Some(1), "{class}");
        let violation = &report["violations"][0];
        assert_eq!(violation["kind"], kind, "{class}");
        let seconds = report["statistics"]["seconds"].as_f64().unwrap();
        assert!(seconds < 60.0, "{class} takes {seconds} s");
        let schedule = violation["schedule"].as_str().unwrap();
        let (code, text, complaint) = heddle(&root(), &["replay", schedule]);
        assert_eq!(code, Some(1), "{class}: {text}{complaint}");
    }
}

#[test]
fn repaired_classes_hold() {
    for (class, _, _, is_quick) in CLASSES {
        if !is_quick && !every_class() {
            continue;
        }
        let file = format!("tests/drive/holds/{class}.java");
        let (code, report) = drive(&root(), &file, class, &[]);
        assert_eq!(code, Some(0), "{class}: {}", report["violations"]);
        assert_eq!(report["statistics"]["complete"], true, "{class}");
    }
}

#[test]
fn calls_that_wait_for_a_reason_hold() {
    for (class, is_quick) in WAITING {
        if !is_quick && !every_class() {
            continue;
        }
        let file = format!("tests/drive/waits/{class}.java");
        let (code, report) = drive(&root(), &file, class, &[]);
        assert_eq!(code, Some(0), "{class}: {report}");
    }
}

#[test]
fn a_leak_is_told_with_its_call() {
    let file = "tests/drive/violated/SessionCache.java";
    let (code, report) = drive(&root(), file, "SessionCache", &[]);
    assert_eq!(code, Some(1));
    let message = report["violations"][0]["message"].to_string();
    assert!(
        message.contains("has ended without unlocking it"),
        "{message}"
    );
    let warnings = report["warnings"].to_string();
    let told = "get(\\\"a\\\") has ended and keeps a lock or a permit";
    assert!(warnings.contains(told), "{warnings}");
}

#[test]
fn all_classes_are_listed() {
    for kind in ["violated", "holds", "waits"] {
        let directory = root().join("tests/drive").join(kind);
        let mut names: Vec<String> = std::fs::read_dir(directory)
            .unwrap()
            .map(|it| {
                it.unwrap()
                    .path()
                    .file_stem()
                    .unwrap()
                    .to_string_lossy()
                    .into_owned()
            })
            .collect();
        names.sort_unstable();
        let listed: Vec<&str> = match kind {
            "waits" => WAITING.iter().map(|it| it.0).collect(),
            _ => CLASSES.iter().map(|it| it.0).collect(),
        };
        assert_eq!(names, listed, "{kind}");
    }
}

/// Throws for what a caller does wrong, and nothing else.
const STRICT: &str = "
public class Strict {
  private int value;

  public synchronized void set(Integer wanted) {
    if (wanted == null) throw new IllegalArgumentException();
    value = wanted;
  }

  public synchronized int inverse() {
    return 10 / value;
  }
}
";

#[test]
fn exceptions_of_misuse_are_no_violations() {
    let room = room("misuse", "Strict.java", STRICT);
    let (code, report) = drive(&room, "Strict.java", "Strict", &[]);
    assert_eq!(code, Some(0), "{}", report["violations"]);
    let warnings = report["warnings"].to_string();
    assert!(warnings.contains("ArithmeticException"), "{warnings}");
    assert!(warnings.contains("IllegalArgumentException"), "{warnings}");
    // The same exception where only another thread can be the cause.
    let broken = STRICT.replace(
        "return 10 / value",
        "if (value == 0) return 0; try { wait(1); } catch (InterruptedException e) {} return 10 / value",
    );
    let room = self::room("blame", "Strict.java", &broken);
    let (code, report) = drive(&room, "Strict.java", "Strict", &["--timeouts", "any"]);
    assert_eq!(code, Some(1));
    let violation = &report["violations"][0];
    assert_eq!(violation["kind"], "exception");
    let message = violation["message"].as_str().unwrap();
    assert!(message.contains("ArithmeticException") && message.contains("in no sequence"));
}

#[test]
fn the_source_of_a_driver_can_be_kept_and_checked() {
    let out = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("drive")
        .join("kept");
    let _ = std::fs::remove_dir_all(&out);
    let file = root().join("tests/drive/violated/IdGenerator.java");
    let file = file.to_str().unwrap();
    let words = ["environment", "--drive", "IdGenerator", file, "-o"];
    let (code, text, complaint) = heddle(&root(), &[&words[..], &[out.to_str().unwrap()]].concat());
    assert_eq!(code, Some(0), "{complaint}");
    assert!(text.contains("nextId()"), "{text}");
    let source = out.join("IdGeneratorDriver.java");
    let words = [
        "check",
        "-q",
        file,
        source.to_str().unwrap(),
        "--main",
        "IdGeneratorDriver",
    ];
    let allowed = [
        "--property",
        "linearizable",
        "--",
        "0/1/1",
        "0.1.|0;1;",
        "16.0.|1;0;",
    ];
    let (code, text, complaint) = heddle(&root(), &[&words[..], &allowed].concat());
    assert_eq!(code, Some(1), "{text}{complaint}");
    assert!(text.contains("nextId() = 0; B: nextId() = 0"), "{text}");
}

#[test]
fn what_can_not_be_driven_is_said() {
    let room = room(
        "wrong",
        "Shape.java",
        "public interface Shape { int area(); }",
    );
    let wrong = |class: &str, options: &[&str]| {
        let words = ["check", "-q", "Shape.java", "--drive", class];
        let (code, _, complaint) = heddle(&room, &[&words[..], options].concat());
        assert_eq!(code, Some(2), "{class}: {complaint}");
        complaint
    };
    assert!(wrong("Shape", &[]).contains("interface"));
    assert!(wrong("Shap", &[]).contains("did you mean `Shape`"));
    assert!(wrong("Shape", &["--", "3"]).contains("arguments"));
}
