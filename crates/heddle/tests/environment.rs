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
        &[
            "environment",
            "--unit",
            UNIT,
            "-o",
            &out_text,
            "--assume-no-throw",
        ],
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
        &[
            "environment",
            "--unit",
            UNIT,
            "--check",
            "--main",
            main,
            "--assume-no-throw",
        ],
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
        text.contains("not registered") && text.contains("--containment keeps"),
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
fn a_run_of_a_unit_is_replayed_with_the_options_of_its_check() {
    let options = [
        "--containment",
        "--property",
        "deadlock,exception",
        "--search",
        "bfs",
    ];
    let (code, text) = check(&options, "Deleted", &[]);
    assert_eq!(code, Some(1), "{text}");
    let found = text
        .lines()
        .find_map(|it| it.strip_prefix("replay:   heddle replay "));
    let (code, again) = heddle(&["replay", found.expect(&text)], &[], &[]);
    assert_eq!(code, Some(1), "{again}");
    assert!(again.contains("not registered"), "{again}");
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

/// What the environment does, with what the unit looks at then: in each case the whole program is wrong.
const EFFECTS: [(&str, &str, &str); 32] = [
    (
        "rethrown",
        "around.call();",
        "void call() { try { Integer.parseInt(\"x\"); } catch (NumberFormatException e) { throw e; } }",
    ),
    (
        "null",
        "around.call();",
        "Unit kept; void call() { kept.x = 1; }",
    ),
    (
        "index",
        "around.call(3);",
        "void call(int i) { int[] all = new int[2]; all[i]++; }",
    ),
    (
        "cast",
        "around.call(unit);",
        "void call(Object o) { String s = (String) o; }",
    ),
    (
        "division",
        "around.call(0);",
        "int call(int i) { return 1 / i; }",
    ),
    (
        "declared",
        "try { around.call(); } catch (java.io.IOException e) { assert false; }",
        "void call() throws java.io.IOException { new java.io.FileInputStream(\"/nowhere\"); }",
    ),
    (
        "thrown in a handler",
        "try { around.call(unit); } catch (IllegalStateException e) { assert unit.x == 0; }",
        "void call(Unit unit) { try { unit.fail(); } catch (RuntimeException e) { unit.x = 1; throw e; } }",
    ),
    (
        "finally",
        "try { around.call(unit); } catch (IllegalStateException e) { } assert unit.x == 0;",
        "void call(Unit unit) { try { unit.fail(); } finally { unit.x = 1; } }",
    ),
    (
        "lambda",
        "around.call(() -> unit.x = 1); assert unit.x == 0;",
        "void call(Runnable r) { r.run(); }",
    ),
    (
        "listener",
        "around.keep(() -> unit.x = 1); around.call(); assert unit.x == 0;",
        "java.util.List<Runnable> all = new java.util.ArrayList<>(); void keep(Runnable r) { all.add(r); } \
         void call() { for (Runnable r : all) r.run(); }",
    ),
    (
        "comparator",
        "around.call((p, q) -> { unit.x = 1; return 0; }); assert unit.x == 0;",
        "void call(java.util.Comparator<String> c) { new java.util.TreeSet<String>(c).add(\"a\"); }",
    ),
    (
        "list",
        "java.util.List<Unit> all = new java.util.ArrayList<>(); around.call(all); assert all.isEmpty();",
        "void call(java.util.List<Unit> all) { all.add(null); }",
    ),
    (
        "cleared list",
        "java.util.List<Unit> all = new java.util.ArrayList<>(); all.add(unit); around.keep(all); \
         around.call(); assert !all.isEmpty();",
        "java.util.List<Unit> kept; void keep(java.util.List<Unit> all) { kept = all; } \
         void call() { kept.clear(); }",
    ),
    (
        "element of a list",
        "java.util.List<Unit> all = new java.util.ArrayList<>(); all.add(unit); around.call(all); \
         assert unit.x == 0;",
        "void call(java.util.List<Unit> all) { for (Unit it : all) it.x = 1; }",
    ),
    (
        "array",
        "int[] all = new int[1]; around.call(all); assert all[0] == 0;",
        "void call(int[] all) { all[0] = 1; }",
    ),
    (
        "kept array",
        "int[] all = new int[1]; around.keep(all); around.call(); assert all[0] == 0;",
        "int[] kept; void keep(int[] all) { kept = all; } void call() { kept[0] = 1; }",
    ),
    (
        "text",
        "StringBuilder text = new StringBuilder(); around.call(text); assert text.length() == 0;",
        "void call(StringBuilder text) { text.append(1); }",
    ),
    (
        "atomic",
        "java.util.concurrent.atomic.AtomicInteger n = new java.util.concurrent.atomic.AtomicInteger(); \
         around.call(n); assert n.get() == 0;",
        "void call(java.util.concurrent.atomic.AtomicInteger n) { n.incrementAndGet(); }",
    ),
    (
        "static",
        "new Around().keep(unit); around.call(); assert unit.x == 0;",
        "static Unit kept; void keep(Unit unit) { kept = unit; } void call() { kept.x = 1; }",
    ),
    (
        "run on a thread of the unit",
        "around.keep(unit); Thread t = new Thread(around); t.start(); t.join(); assert unit.x == 0;",
        "Unit kept; void keep(Unit unit) { kept = unit; } public void run() { kept.x = 1; }",
    ),
    (
        "equality",
        "java.util.Set<Object> all = new java.util.HashSet<>(); all.add(around); \
         all.add(new Around()); assert all.size() == 2;",
        "public boolean equals(Object o) { return true; } public int hashCode() { return 1; }",
    ),
    (
        "kept number",
        "around.keep(\"a\"); assert !around.call(\"a\");",
        "java.util.Map<String, Boolean> all = new java.util.HashMap<>(); \
         void keep(String s) { all.put(s, true); } \
         boolean call(String s) { Boolean it = all.get(s); return it != null && it; }",
    ),
    (
        "kept text",
        "around.keep(); assert around.call() == null;",
        "java.util.List<Object> all = new java.util.ArrayList<>(); void keep() { all.add(\"a\"); } \
         Object call() { return all.isEmpty() ? null : all.get(0); }",
    ),
    (
        "enum inside",
        "around.keep(Around.Level.HIGH); assert around.call() != Around.Level.HIGH;",
        "enum Level { LOW, HIGH } private Level kept; void keep(Level it) { kept = it; } \
         Level call() { return kept; }",
    ),
    (
        "class inside",
        "Around.Node node = new Around.Node(unit); node.call(); assert unit.x == 0;",
        "static class Node { private Unit kept; Node(Unit it) { kept = it; } void call() { kept.x = 1; } }",
    ),
    (
        "inner class",
        "around.kept = unit; Around.Inner inner = around.new Inner(); inner.call(); assert unit.x == 0;",
        "Unit kept; class Inner { void call() { kept.x = 1; } }",
    ),
    (
        "locked list",
        "around.keep(unit); around.call(); assert unit.x == 0;",
        "final java.util.List<Unit> all = new java.util.ArrayList<>(); \
         void keep(Unit it) { synchronized (all) { all.add(it); } } \
         void call() { Unit it; synchronized (all) { it = all.get(0); } it.x = 1; }",
    ),
    (
        "sorted",
        "around.call(new java.util.ArrayList<>(java.util.List.of(1, 2)), (p, q) -> { unit.x = 1; return 0; }); \
         assert unit.x == 0;",
        "void call(java.util.List<Integer> all, java.util.Comparator<Integer> c) { \
         java.util.Collections.sort(all, c); }",
    ),
    (
        "made a text of",
        "around.call(new Around() { public String toString() { unit.x = 1; return null; } }); \
         assert unit.x == 0;",
        "void call(Around it) { String.valueOf(it); }",
    ),
    (
        "wrapped",
        "around.call(new java.io.StringWriter() { public void write(String s, int at, int n) { unit.x = 1; } }); \
         assert unit.x == 0;",
        "void call(java.io.Writer it) { new java.io.PrintWriter(it, true).println(\"a\"); }",
    ),
    (
        "logged",
        "java.util.logging.Logger.getLogger(\"a\").setFilter(it -> { unit.x = 1; return false; }); \
         around.call(); assert unit.x == 0;",
        "void call() { java.util.logging.Logger.getLogger(\"a\").info(\"b\"); }",
    ),
    (
        "locks",
        "Around other = new Around(); Thread t = new Thread(() -> other.call(around)); t.start(); \
         around.call(other);",
        "synchronized void call(Around other) { other.look(); } synchronized void look() { }",
    ),
];

#[test]
fn no_effect_of_the_environment_is_lost() {
    let is_long = std::env::var_os("ENVIRONMENT_PROGRAMS").is_some();
    let mut lost = Vec::new();
    for (number, (name, unit, around)) in EFFECTS.into_iter().enumerate() {
        let room = room(&name.replace(' ', "_"));
        let file = room.join("Unit.java");
        let run = if around.contains("run()") && around.contains("public void run") {
            ""
        } else {
            "public void run() { }"
        };
        let source = format!(
            "class Unit {{\n  int x;\n  void fail() {{ throw new IllegalStateException(); }}\n  \
             public static void main(String[] a) throws Exception {{\n    Unit unit = new Unit();\n    \
             Around around = new Around();\n    {unit}\n  }}\n}}\n\
             class Around implements Runnable {{\n  {around}\n  {run}\n}}\n"
        );
        std::fs::write(&file, source).expect("it can be written");
        let files = [file.display().to_string()];
        let property = match name {
            "locks" => "deadlock",
            _ if unit.contains("assert") => "assertion",
            _ => "exception",
        };
        let property = ["--property", property];
        if is_long {
            let (code, text) = heddle(&["check", "--main", "Unit"], &files, &property);
            assert!(matches!(code, Some(1 | 3)), "{name}: {text}");
        }
        for options in [&[][..], &["--containment"], &["--effects", "may"]] {
            // In short runs every case has one mode, and both modes have cases.
            if !is_long && options.len() != number % 2 {
                continue;
            }
            let words = [
                &["environment", "--unit", "Unit", "--check", "--main", "Unit"],
                options,
            ]
            .concat();
            let (code, text) = heddle(&words, &files, &property);
            let is_told = matches!(code, Some(1 | 3)) || text.contains("can't be summarised");
            if !is_told {
                lost.push(format!("{name} {options:?}: {text}"));
            }
        }
    }
    assert!(lost.is_empty(), "{}", lost.join("\n"));
}

#[test]
fn a_unit_of_a_server_is_checked_without_its_files_and_database() {
    const REPORT: &str = "\
  public synchronized String report() {
    log.flush();
    return notes + \" \" + sessions.open();
";
    const REPAIRED: &str = "\
  public String report() {
    log.flush();
    int open = sessions.open();
    synchronized (this) {
      return notes + \" \" + open;
    }
";
    let server = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/environment/server");
    for (name, expected) in [("server", 1), ("repaired_server", 0)] {
        let room = room(name);
        let mut files = Vec::new();
        for file in std::fs::read_dir(&server).expect("it is there") {
            let path = file.expect("it can be read").path();
            let mut source = std::fs::read_to_string(&path).expect("it can be read");
            if expected == 0 && path.ends_with("Audit.java") {
                assert!(source.contains(REPORT));
                source = source.replace(REPORT, REPAIRED);
            }
            let copy = room.join(path.file_name().expect("it has a name"));
            std::fs::write(&copy, source).expect("it can be written");
            files.push(copy.display().to_string());
        }
        let words = [
            "environment",
            "--unit",
            "srv.Session,srv.Sessions,srv.Audit,srv.Main",
            "--check",
            "--main",
            "srv.Main",
            "--assume-no-throw",
            "--property",
            "deadlock",
        ];
        let (code, text) = heddle(&words, &files, &[]);
        assert_eq!(code, Some(expected), "{text}");
    }
}
