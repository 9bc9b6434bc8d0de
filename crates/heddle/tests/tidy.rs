//! The shape of the repository: what its pages promise, and what its style asks for.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// Files longer than [`LONGEST`], with the reason.
const LONG: [(&str, &str); 0] = [];

const LONGEST: usize = 800;

/// Which rooms each room may know.
const DEPENDENCIES: [(&str, &[&str]); 15] = [
    ("classpath", &[]),
    ("program", &["classpath"]),
    ("property", &[]),
    ("machine", &["jdk", "program"]),
    ("explore", &["jdk", "machine", "program", "property"]),
    ("report", &["property"]),
    ("analysis", &["jdk", "classpath", "program"]),
    ("promela", &["analysis", "program"]),
    (
        "confirm",
        &["explore", "machine", "program", "promela", "property"],
    ),
    ("debug", &["explore", "machine", "program"]),
    ("oracle", &["classpath"]),
    ("shape", &["analysis", "program"]),
    ("environment", &["jdk", "program"]),
    ("jdk", &[]),
    (
        "heddle",
        &[
            "analysis",
            "classpath",
            "confirm",
            "debug",
            "environment",
            "explore",
            "machine",
            "program",
            "promela",
            "property",
            "report",
            "shape",
        ],
    ),
];

/// Directories with things that others made, or that are made again.
const FOREIGN: [&str; 4] = ["target", ".git", "corpus", "artifacts"];

fn root() -> PathBuf {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap().to_path_buf()
}

/// All files of the repository, by their path from the root.
fn files() -> Vec<String> {
    let mut files = Vec::new();
    collect(&root(), &mut files);
    files.sort();
    files
}

fn collect(directory: &Path, files: &mut Vec<String>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_string_lossy();
        if FOREIGN.contains(&&*name) {
            continue;
        }
        if path.is_dir() {
            collect(&path, files);
        } else {
            let path = path.strip_prefix(root()).unwrap();
            files.push(path.to_string_lossy().into_owned());
        }
    }
}

fn sources() -> Vec<String> {
    files()
        .into_iter()
        .filter(|it| it.ends_with(".rs"))
        .collect()
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The pages for people who work on Heddle.
fn pages() -> Vec<String> {
    let is_page = |it: &String| {
        it.ends_with(".md")
            && (!it.contains('/') || it.starts_with("docs/") || it.starts_with("tests/"))
    };
    files().into_iter().filter(is_page).collect()
}

/// What stands between backticks.
fn quoted(text: &str) -> Vec<&str> {
    let lines = text
        .lines()
        .flat_map(|line| line.split('`').skip(1).step_by(2));
    lines.collect()
}

#[track_caller]
fn none(wrong: &[String]) {
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn what_the_pages_name_exists() {
    let files = files();
    let exists = |path: &str| {
        let path = path.trim_end_matches('/');
        files
            .iter()
            .any(|it| it == path || it.starts_with(&format!("{path}/")))
    };
    let tops: BTreeSet<&str> = files
        .iter()
        .filter_map(|it| Some(it.split_once('/')?.0))
        .collect();
    let mut wrong = Vec::new();
    for page in pages() {
        for word in quoted(&read(&page)) {
            let is_pattern = word.contains([' ', '*', '{', '<', '…', '(', ':', '$']);
            let top = word.split('/').next().unwrap_or_default();
            if is_pattern || word.contains("//") || word == "foo.rs" {
                continue;
            }
            let is_missing = if word.contains('/') {
                tops.contains(top) && top != "target" && !exists(word)
            } else {
                // A file named without its directory.
                word.ends_with(".rs") && !files.iter().any(|it| it.ends_with(&format!("/{word}")))
            };
            if is_missing {
                wrong.push(format!("{page} names `{word}`, which does not exist"));
            }
        }
    }
    none(&wrong);
}

#[test]
fn the_architecture_has_every_room_and_is_short() {
    let page = read("ARCHITECTURE.md");
    let length = page.chars().count();
    assert!(length <= 36_000, "ARCHITECTURE.md has {length} characters");
    let is_text = |it: &&str| !it.starts_with('|') && !it.contains("](");
    let wide = page
        .lines()
        .filter(is_text)
        .find(|it| it.chars().count() > 120);
    assert_eq!(wide, None, "a line of ARCHITECTURE.md is too wide");
    let rooms = rooms();
    let missing = rooms
        .iter()
        .filter(|it| !page.contains(&format!("### `crates/{it}`")));
    let missing = missing.map(|it| format!("ARCHITECTURE.md has no section on crates/{it}"));
    none(&missing.collect::<Vec<_>>());
}

/// The crates.
fn rooms() -> BTreeSet<String> {
    let files = files();
    let of = |path: &String| Some(path.strip_prefix("crates/")?.split_once('/')?.0.to_owned());
    files.iter().filter_map(of).collect()
}

#[test]
fn rooms_know_only_what_they_may() {
    let mut wrong = Vec::new();
    let rooms = rooms();
    for room in &rooms {
        let Some((_, allowed)) = DEPENDENCIES.iter().find(|(name, _)| name == room) else {
            wrong.push(format!("nothing says what crates/{room} may know"));
            continue;
        };
        let manifest = read(&format!("crates/{room}/Cargo.toml"));
        let section = manifest
            .split("\n[")
            .find(|it| it.starts_with("dependencies]"));
        for line in section.unwrap_or_default().lines() {
            let name = line.split(['.', ' ', '=']).next().unwrap_or_default();
            if rooms.contains(name) && !allowed.contains(&name) {
                wrong.push(format!("crates/{room} must not know crates/{name}"));
            }
        }
    }
    none(&wrong);
}

#[test]
fn files_are_short_and_say_what_they_are() {
    let mut wrong = Vec::new();
    for path in sources() {
        let text = read(&path);
        let lines = text.lines().count();
        let listed = LONG.iter().any(|(it, _)| *it == path);
        if lines > LONGEST && !listed {
            wrong.push(format!("{path} has {lines} lines"));
        }
        if lines <= LONGEST && listed {
            wrong.push(format!(
                "{path} is short enough to be taken off the list of long files"
            ));
        }
        if !text.starts_with("//!") {
            wrong.push(format!("{path} does not begin by saying what it is (//!)"));
        }
    }
    none(&wrong);
}

/// The part of a file that is not a test.
fn shipped<'a>(path: &str, text: &'a str) -> &'a str {
    let is_test = [
        "/tests/",
        "/tests.rs",
        "/benches/",
        "/examples/",
        "/testing.rs",
        "fuzz/",
    ];
    if is_test.iter().any(|it| path.contains(it)) {
        return "";
    }
    text.split_once("#[cfg(test)]\nmod tests {")
        .map_or(text, |(before, _)| before)
}

#[test]
fn nothing_is_left_undone() {
    let words = ["todo!(", "unimplemented!(", "dbg!(", ".unwrap()"];
    let mut wrong = Vec::new();
    for path in sources() {
        let text = read(&path);
        for (number, line) in shipped(&path, &text).lines().enumerate() {
            let code = line.split("//").next().unwrap_or_default();
            if let Some(word) = words.iter().find(|it| code.contains(**it)) {
                wrong.push(format!("{path}:{}: {word}", number + 1));
            }
        }
        if text.contains(concat!("#[ig", "nore")) {
            wrong.push(format!("{path}: a test that is not run"));
        }
    }
    none(&wrong);
}

#[test]
fn the_project_speaks_of_itself_only() {
    // Written in pieces, so that this file does not find itself.
    let words = [
        concat!("/wo", "rk/"),
        concat!("/ro", "ot/"),
        concat!("/ho", "me/"),
        concat!("this ses", "sion"),
        concat!("iss", "ue #"),
        concat!("iss", "ue 2"),
        concat!("platform iss", "ue"),
        concat!("the iss", "ue"),
        concat!("co-auth", "ored"),
    ];
    let kinds = [".rs", ".md", ".toml", ".java", "Makefile"];
    let mut wrong = Vec::new();
    for path in files()
        .iter()
        .filter(|path| kinds.iter().any(|it| path.ends_with(it)))
    {
        let text = read(path).to_lowercase();
        for (number, line) in text.lines().enumerate() {
            if let Some(word) = words.iter().find(|it| line.contains(**it)) {
                wrong.push(format!("{path}:{}: {word}", number + 1));
            }
        }
    }
    none(&wrong);
}

#[test]
fn test_programs_have_names_of_their_own() {
    let mut seen = BTreeSet::new();
    let programs = files()
        .into_iter()
        .filter(|it| it.starts_with("tests/java/"));
    let programs = programs.filter(|it| it.ends_with(".java"));
    let twice: Vec<String> = programs
        .filter(|it| !seen.insert(it.rsplit('/').next().unwrap_or_default().to_owned()))
        .map(|it| format!("{it}: another program has this name"))
        .collect();
    none(&twice);
}
