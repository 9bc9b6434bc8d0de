//! Static futures, and who can come to which object, on the Java programs of the tests: every step that a search
//! takes is checked against them, and what is found is compared with a search without reductions
//! (`--check-reduction`).
//!
//! A sample of the programs, each with another manner. `STATICS_EVERY` says how many of them: one of
//! so many (24 unless told; 1 is all).

use std::path::{Path, PathBuf};
use std::process::Command;

const MANNERS: [&str; 9] = [
    "future=context",
    "future=callee",
    "future=insensitive",
    "future=context,points-to=ci",
    "future=context,points-to=os",
    "future=context,points-to=ci-demand",
    "all,future=context,points-to=cs-demand",
    "owned,protected,relock,notify,unlock",
    "owned,protected,relock,notify,unlock,future=context",
];

fn programs(directory: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(directory).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            programs(&path, found);
        } else if path.extension().is_some_and(|it| it == "java") {
            found.push(path);
        }
    }
}

/// What a line at the top of a program says.
fn directive<'a>(source: &'a str, name: &str) -> Option<&'a str> {
    let lines = source.lines();
    let mut found = lines.filter_map(|line| line.strip_prefix("//@ ")?.strip_prefix(name));
    found.next()?.strip_prefix(": ")
}

#[test]
fn what_is_foreseen_holds() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let mut found = Vec::new();
    for verdict in ["holds", "violated"] {
        programs(&root.join(verdict), &mut found);
    }
    found.sort();
    let every = std::env::var("STATICS_EVERY").ok();
    let every = every.and_then(|it| it.parse().ok()).unwrap_or(40);
    let (mut wrong, mut checked) = (Vec::new(), 0);
    // A thread stands there in a method of the library that another stands for.
    let always = root.join("holds/handler/OfGroup.java");
    let sample = found.iter().step_by(every).chain([&always]);
    for (index, path) in sample.enumerate() {
        let source = std::fs::read_to_string(path).unwrap();
        let options = directive(&source, "options").unwrap_or("");
        let chooses = ["--reduction", "--search", "--store"];
        if directive(&source, "jdk").is_some() || chooses.iter().any(|it| options.contains(it)) {
            continue;
        }
        let manner = MANNERS[index % MANNERS.len()];
        let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
            .args(["check", "--quiet", "--check-reduction", "--timeout", "5s"])
            .args(["--reduction", manner])
            .args(options.split_whitespace())
            .args([
                "--property",
                directive(&source, "property").unwrap_or("default"),
            ])
            .arg(path)
            .arg("--")
            .args(directive(&source, "args").unwrap_or("").split_whitespace())
            .output()
            .unwrap();
        checked += 1;
        let is_violated = path.starts_with(root.join("violated"));
        let fits = match output.status.code() {
            Some(0) => !is_violated,
            Some(1) => is_violated,
            // There was not enough time.
            Some(3) => String::from_utf8_lossy(&output.stdout).contains("time limit"),
            _ => false,
        };
        if !fits {
            let said = String::from_utf8_lossy(&output.stderr).into_owned();
            let said = said + &String::from_utf8_lossy(&output.stdout);
            wrong.push(format!("{} {manner}: {said}", path.display()));
        }
    }
    assert!(checked > 0);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// The states of a program that holds, with these reductions.
fn states(path: &str, reduction: &str) -> u64 {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let output = Command::new(env!("CARGO_BIN_EXE_heddle"))
        .args(["check", "--quiet", "--json", "-", "--reduction", reduction])
        .arg(root.join(path))
        .output()
        .unwrap();
    let report: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    assert_eq!(report["verdict"], "holds", "{path} {reduction}");
    assert!(report["warnings"].as_array().unwrap().is_empty());
    report["statistics"]["states"].as_u64().unwrap()
}

#[test]
fn more_precise_futures_leave_fewer_states() {
    let orders = |reduction: &str| states("../../bench/systems/Orders.java", reduction);
    let none = orders("none");
    let insensitive = orders("future=insensitive");
    let callee = orders("future=callee");
    let context = orders("future=context");
    assert!(insensitive < none, "{insensitive} of {none}");
    assert!(callee < insensitive, "{callee} of {insensitive}");
    assert!(context < callee, "{context} of {callee}");
}

#[test]
fn points_to_sets_tell_objects_apart() {
    let boxed = |points_to: &str| {
        let reduction = format!("future=context,points-to={points_to}");
        states("tests/statics/Boxed.java", &reduction)
    };
    // Both boxes are `this` in one method: only receivers tell them apart.
    assert_eq!(boxed("ci"), boxed("none"));
    assert!(boxed("os") * 4 < boxed("ci"), "{}", boxed("os"));
    let helped = |points_to: &str| {
        let reduction = format!("future=context,points-to={points_to}");
        states("tests/statics/Helped.java", &reduction)
    };
    // Both cells are given to one method, in calls that the stack tells apart.
    assert_eq!(helped("ci-demand"), helped("ci"));
    assert!(
        helped("cs-demand") * 4 < helped("ci"),
        "{}",
        helped("cs-demand")
    );
}
