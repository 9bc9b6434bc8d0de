//! Environments show at least what the program shows.
//!
//! Generated programs are split: nodes, a hook and `main` are the unit, the rest is the environment. Each
//! outcome of the whole program (fields of the nodes, exceptions that came out of the environment, in all
//! schedules) has to be one of the unit with the generated environment, in every mode. Wrong environments,
//! made from the right ones, have to be told. A dozen programs in every run; more with
//! `ENVIRONMENT_PROGRAMS=500`, from `ENVIRONMENT_FIRST=0` on.

#![expect(clippy::print_stdout, reason = "long runs tell what they found")]

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// How environments are made.
const MODES: [&[&str]; 4] = [
    &["--effects", "may"],
    &["--effects", "must"],
    &["--effects", "returns"],
    &["--effects", "returns", "--containment"],
];

/// A sequence of numbers that look random (SplitMix64).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut it = self.0;
        it = (it ^ (it >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        it = (it ^ (it >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (it ^ (it >> 31)) % bound
    }

    fn pick<'a>(&mut self, all: &[&'a str]) -> &'a str {
        all[self.below(all.len() as u64) as usize]
    }
}

const UNIT: &str = "\
class Node {
  int v; boolean f; Node next; int hits;
  void hit() { hits++; if (v < 0) throw new IllegalStateException(); }
}
interface Hook { void on(Node node); }
class Mark implements Hook {
  int seen;
  public void on(Node node) { seen++; if (node != null) node.f = true; }
}
";

/// An expression of type `Node`.
fn node(numbers: &mut Numbers) -> &'static str {
    numbers.pick(&[
        "a",
        "b",
        "a",
        "b",
        "n",
        "kept",
        "shared",
        "a.next",
        "list.get(0)",
        "array[0]",
    ])
}

fn condition(numbers: &mut Numbers) -> String {
    match numbers.below(8) {
        0 => "count > 0".to_owned(),
        1 => "flag".to_owned(),
        2 => "a.f".to_owned(),
        3 => format!("{} == {}", node(numbers), node(numbers)),
        4 => format!("{} != null", node(numbers)),
        5 => "list.isEmpty()".to_owned(),
        6 => "b.v == 1".to_owned(),
        _ => "list.contains(a)".to_owned(),
    }
}

/// A statement of the environment.
fn statement(numbers: &mut Numbers, depth: u32, result: &str) -> String {
    let choice = numbers.below(if depth == 0 { 17 } else { 23 });
    let inner = |numbers: &mut Numbers| {
        let count = 1 + numbers.below(2);
        let all: Vec<String> = (0..count)
            .map(|_| statement(numbers, depth - 1, result))
            .collect();
        all.join(" ")
    };
    match choice {
        0 => format!("{}.v = {};", node(numbers), numbers.pick(&["1", "2", "-1"])),
        1 => format!("{}.v++;", node(numbers)),
        2 => format!(
            "{}.f = {};",
            node(numbers),
            numbers.pick(&["true", "false", "b.f"])
        ),
        3 => format!("kept = {};", node(numbers)),
        4 => format!("shared = {};", node(numbers)),
        5 => format!("list.add({});", node(numbers)),
        6 => format!("array[{}] = {};", numbers.below(3), node(numbers)),
        7 => format!("a.next = {};", node(numbers)),
        8 => format!("n = {};", node(numbers)),
        9 => "count++;".to_owned(),
        10 => "flag = !flag;".to_owned(),
        11 => format!("{}.hit();", node(numbers)),
        12 => format!("if (hook != null) hook.on({});", node(numbers)),
        13 => format!("synchronized (a) {{ a.v = {}; }}", numbers.below(3)),
        14 => "helper.help(a, b);".to_owned(),
        15 => "list.clear();".to_owned(),
        16 => "runnable.run();".to_owned(),
        17 | 18 => {
            let (test, then) = (condition(numbers), inner(numbers));
            format!("if ({test}) {{ {then} }} else {{ {} }}", inner(numbers))
        }
        19 => format!("for (int i = 0; i < 2; i++) {{ {} }}", inner(numbers)),
        20 => {
            let caught = numbers.pick(&["RuntimeException", "NullPointerException"]);
            let (tried, then) = (inner(numbers), inner(numbers));
            format!("try {{ {tried} }} catch ({caught} e) {{ {then} }}")
        }
        21 => {
            let (tried, last) = (inner(numbers), inner(numbers));
            format!("try {{ {tried} }} finally {{ {last} }}")
        }
        _ => {
            let end = match numbers.below(3) {
                0 => "throw new IllegalArgumentException();".to_owned(),
                _ => exit(numbers, result),
            };
            format!("if ({}) {end}", condition(numbers))
        }
    }
}

fn exit(numbers: &mut Numbers, result: &str) -> String {
    match result {
        "void" => "return;".to_owned(),
        "boolean" => format!("return {};", numbers.pick(&["true", "false", "flag"])),
        _ => format!("return {};", numbers.pick(&["a", "b", "n", "kept", "null"])),
    }
}

const METHODS: [&str; 4] = ["void", "boolean", "Node", "void"];

fn program(number: u64) -> String {
    let mut numbers = Numbers(number);
    let numbers = &mut numbers;
    let is_concurrent = numbers.below(3) == 0;
    let mut text = UNIT.to_owned();
    text += "class Helper {\n  Node kept;\n  static Node shared;\n  int count; boolean flag;\n  \
             java.util.ArrayList<Node> list = new java.util.ArrayList<>();\n  Node[] array = new Node[2];\n  \
             void help(Node a, Node b) {\n    Node n = null;\n";
    for _ in 0..2 {
        let line = statement(numbers, 1, "void");
        if !line.contains("hook") && !line.contains("helper") && !line.contains("runnable") {
            let _ = writeln!(text, "    {line}");
        }
    }
    text += "  }\n}\nclass Env {\n  Node kept; Hook hook; Runnable runnable; int count; boolean flag;\n  \
             static Node shared;\n  Helper helper = new Helper();\n  \
             java.util.ArrayList<Node> list = new java.util.ArrayList<>();\n  Node[] array = new Node[2];\n  \
             void give(Hook hook, Runnable runnable) { this.hook = hook; this.runnable = runnable; }\n";
    for (index, result) in METHODS.iter().enumerate() {
        let _ = writeln!(
            text,
            "  {result} m{index}(Node a, Node b) {{\n    Node n = null;"
        );
        for _ in 0..2 + numbers.below(3) {
            let _ = writeln!(text, "    {}", statement(numbers, 2, result));
        }
        if *result != "void" {
            let _ = writeln!(text, "    {}", exit(numbers, result));
        }
        text += "  }\n";
    }
    text += "}\nclass Main {\n  static String log = \"\";\n  \
             static synchronized void log(String it) { log += it; }\n";
    text += "  static void call(Env env, int method, Node a, Node b) {\n    try {\n      switch (method) {\n";
    text += "      case 0: env.m0(a, b); break;\n      case 1: a.hits += env.m1(a, b) ? 10 : 0; break;\n";
    text += "      case 2: Node n = env.m2(a, b); log(n == null ? \"-\" : n == a ? \"a\" : n == b ? \"b\" : \"?\"); break;\n";
    text += "      default: env.m3(a, b);\n      }\n    } catch (RuntimeException e) { log(e.getClass().getSimpleName()); }\n  }\n";
    text += "  public static void main(String[] arguments) throws Exception {\n    Env env = new Env();\n    \
             Node x = new Node(); Node y = new Node(); Node z = new Node();\n    Mark mark = new Mark();\n";
    if numbers.below(3) > 0 {
        text += "    env.give(mark, () -> x.hits += 100);\n";
    }
    let call = |numbers: &mut Numbers| {
        let name = |numbers: &mut Numbers| numbers.pick(&["x", "y", "z", "x", "y", "null"]);
        let method = numbers.below(4);
        format!(
            "call(env, {method}, {}, {});",
            numbers.pick(&["x", "y", "z"]),
            name(numbers)
        )
    };
    for _ in 0..if is_concurrent {
        1
    } else {
        1 + numbers.below(3)
    } {
        let _ = writeln!(text, "    {}", call(numbers));
    }
    if is_concurrent {
        let (first, second) = (call(numbers), call(numbers));
        let _ = writeln!(
            text,
            "    Thread thread = new Thread(() -> {{ {first} }});\n    thread.start();\n    {second}\n    thread.join();"
        );
    }
    text += "    String outcome = log + mark.seen;\n    for (Node n : new Node[] {x, y, z}) outcome += \",\" + n.v + n.f + n.hits \
             + (n.next == null ? \"-\" : n.next == x ? \"x\" : n.next == y ? \"y\" : \"z\");\n    \
             if (arguments.length == 0 || java.util.Arrays.asList(arguments).contains(outcome)) \
             throw new Error(\"outcome \" + outcome);\n  }\n}\n";
    // What races inside the library is assumed not to happen; a vector has none.
    match is_concurrent {
        true => text.replace("ArrayList", "Vector"),
        false => text,
    }
}

fn heddle(directory: &Path, words: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(words)
        .current_dir(directory)
        .env("XDG_CACHE_HOME", directory.join("../cache"))
        .output()
        .expect("heddle runs");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (
        output.status.code(),
        text(&output.stdout),
        text(&output.stderr),
    )
}

/// The outcomes that a check shows, and whether it shows all.
fn outcomes(
    directory: &Path,
    words: &[&str],
    wanted: &BTreeSet<String>,
) -> (BTreeSet<String>, bool) {
    let mut all = vec![
        "check",
        "-q",
        "--all",
        "--main",
        "Main",
        "--property",
        "exception",
        "--json",
        "-",
    ];
    all.extend(["--max-states", "60000", "--timeout", "30s"]);
    all.extend(words);
    all.push("--");
    all.extend(wanted.iter().map(String::as_str));
    let (_, text, complaint) = heddle(directory, &all);
    let report: Value = serde_json::from_str(&text).unwrap_or_else(|_| panic!("{text}{complaint}"));
    let messages = report["violations"].as_array().into_iter().flatten();
    let found = messages.filter_map(|it| {
        let message = it["message"].as_str()?;
        message
            .split_once("outcome ")
            .map(|it| it.1.trim().to_owned())
    });
    let is_complete = report["statistics"]["complete"] == true
        && report["unknown"].as_array().is_none_or(Vec::is_empty);
    (found.collect(), is_complete)
}

/// A program with its classes and what it shows.
struct Split {
    room: PathBuf,
    shown: BTreeSet<String>,
}

fn split(number: u64) -> Option<Split> {
    let room = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("environment_soundness")
        .join(number.to_string());
    let _ = std::fs::remove_dir_all(&room);
    std::fs::create_dir_all(&room).expect("the directory can be made");
    std::fs::write(room.join("Main.java"), program(number)).expect("it can be written");
    let (shown, is_complete) = outcomes(&room, &["Main.java"], &BTreeSet::new());
    let shown: BTreeSet<String> = shown.into_iter().take(6).collect();
    (is_complete && !shown.is_empty()).then_some(Split { room, shown })
}

/// Writes the environment; the reason if it can't be made.
fn environment(split: &Split, mode: &[&str], out: &str) -> Result<Vec<String>, String> {
    let mut words = vec![
        "environment",
        "Main.java",
        "--main",
        "Main",
        "--unit",
        "Main,Node,Hook,Mark",
        "-o",
        out,
    ];
    words.extend(mode);
    let (code, text, complaint) = heddle(&split.room, &words);
    if code != Some(0) {
        return Err(text + &complaint);
    }
    let files = std::fs::read_dir(split.room.join(out)).expect("it was written");
    let files = files.map(|it| format!("{out}/{}", it.expect("it is there").file_name().display()));
    Ok(files.collect())
}

/// What a mode does to a program: all is shown, some may be beyond what was tried, or something is missing.
#[derive(Debug, PartialEq)]
enum Answer {
    Shown,
    Open,
    Refused(String),
    Missing(BTreeSet<String>),
}

fn compare(split: &Split, files: &[String]) -> Answer {
    let mut words = vec!["--classpath", "classes"];
    words.extend(files.iter().map(String::as_str));
    let (found, is_complete) = outcomes(&split.room, &words, &split.shown);
    let missing: BTreeSet<String> = split.shown.difference(&found).cloned().collect();
    match (missing.is_empty(), is_complete) {
        (true, _) => Answer::Shown,
        (false, true) => Answer::Missing(missing),
        (false, false) => Answer::Open,
    }
}

/// Compiles the whole program, for the classes of the unit.
fn compile(split: &Split) {
    let javac = std::env::var("JAVA_HOME").map_or("javac".into(), |it| format!("{it}/bin/javac"));
    let status = Command::new(javac)
        .args(["-g", "-d", "classes", "Main.java"])
        .current_dir(&split.room)
        .status()
        .expect("javac runs");
    assert!(status.success());
}

fn number(name: &str) -> Option<u64> {
    std::env::var(name).ok()?.parse().ok()
}

#[test]
fn environments_show_what_the_program_shows() {
    let first = number("ENVIRONMENT_FIRST").unwrap_or(0);
    let count = number("ENVIRONMENT_PROGRAMS").unwrap_or(5);
    let (mut shown, mut open, mut refused, mut failed) = (0, 0, 0, Vec::new());
    let mut reasons: BTreeSet<String> = BTreeSet::new();
    for seed in first..first + count {
        let Some(split) = split(seed) else {
            continue;
        };
        compile(&split);
        for (index, mode) in MODES.iter().enumerate() {
            // Each program in one mode, and so many that each mode has its share.
            if !(seed as usize + index).is_multiple_of(MODES.len()) {
                continue;
            }
            let out = format!("out{index}");
            let answer = match environment(&split, mode, &out) {
                Ok(files) => compare(&split, &files),
                Err(reason) => Answer::Refused(reason),
            };
            match answer {
                Answer::Shown => shown += 1,
                Answer::Open => open += 1,
                Answer::Refused(reason) => {
                    refused += 1;
                    reasons.insert(reason.lines().nth(1).unwrap_or(&reason).to_owned());
                }
                Answer::Missing(missing) => {
                    println!("{seed} {mode:?}: {missing:?}");
                    failed.push((seed, mode, missing));
                }
            }
        }
    }
    println!("shown {shown}, open {open}, refused {refused}: {reasons:#?}");
    assert!(failed.is_empty(), "{failed:#?}");
    assert!(
        shown > open + refused,
        "shown {shown}, open {open}, refused {refused}"
    );
}

/// Ways to spoil an environment, and the programs that tell; the first ones are tried in every run.
const FAULTS: [(&str, &[u64]); 8] = [
    ("a write is left out", &[0]),
    ("an object is not kept", &[1]),
    ("a call is left out", &[2]),
    ("no exceptions", &[0]),
    ("no nulls", &[3]),
    ("an exit is left out", &[1]),
    ("no real calls", &[1]),
    ("no rounds of loops", &[4]),
];

/// Replaces what starts with one text and ends with another.
fn replace(text: &str, start: &str, end: &str, new: &str) -> String {
    let mut result = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(start) {
        let length = rest[at..]
            .find(end)
            .map_or(rest.len() - at, |it| it + end.len());
        result += &rest[..at];
        result += new;
        rest = &rest[at + length..];
    }
    result + rest
}

fn spoiled(text: &str, fault: &str) -> String {
    let lines = |change: &dyn Fn(&str) -> String| -> String {
        text.lines().map(|it| change(it) + "\n").collect()
    };
    match fault {
        "a write is left out" => lines(&|line| match line.find(".v = ") {
            Some(at) if !line[..at].contains(" = ") => {
                let start = line[..at].rfind([' ', ')']).map_or(0, |it| it + 1);
                format!("{}{{}}", &line[..start])
            }
            _ => line.to_owned(),
        }),
        "an object is not kept" => replace(text, "heddle.Contents.give(", ";", "{}"),
        "a call is left out" => lines(&|line| {
            let at = [".hit(", ".on("].iter().find_map(|it| line.find(it));
            let start = at.and_then(|at| line[..at].rfind([' ', '(']));
            let end = at.and_then(|at| line[at..].find(';').map(|it| at + it + 1));
            match (start, end) {
                (Some(start), Some(end)) => format!("{} {{}}{}", &line[..start], &line[end..]),
                _ => line.to_owned(),
            }
        }),
        "no exceptions" => lines(&|line| match line.trim_start().starts_with("throw ") {
            true => format!("heddle.Heddle.assume(false); {line}"),
            false => line.to_owned(),
        }),
        "no nulls" => text.replace("OrNull(", "("),
        "an exit is left out" => text.replace(
            "switch (heddle.Heddle.choose(0, ",
            "switch (heddle.Heddle.choose(1, ",
        ),
        "no rounds of loops" => text.replace(
            "while (heddle.Heddle.chooseBoolean())",
            "while (heddle.Contents.WORLD == null)",
        ),
        _ => replace(text, "((java.lang.Runnable) r", ";", "{}"),
    }
}

#[test]
fn wrong_environments_are_told() {
    let is_long = number("ENVIRONMENT_PROGRAMS").is_some();
    let mut told = Vec::new();
    for (fault, seeds) in FAULTS.iter().take(if is_long { FAULTS.len() } else { 3 }) {
        let is_told = seeds.iter().find(|seed| {
            let Some(split) = split(1000 + *seed) else {
                return false;
            };
            compile(&split);
            let Ok(files) = environment(&split, MODES[2], "spoiled") else {
                return false;
            };
            if compare(&split, &files) != Answer::Shown {
                return false;
            }
            for file in &files {
                let path = split.room.join(file);
                let text = std::fs::read_to_string(&path).expect("it was written");
                std::fs::write(&path, spoiled(&text, fault)).expect("it can be written");
            }
            compare(&split, &files) != Answer::Shown
        });
        println!("{fault}: {is_told:?}");
        told.push((fault, is_told.is_some()));
    }
    assert!(told.iter().all(|it| it.1), "{told:#?}");
}
