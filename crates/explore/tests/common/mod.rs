//! The programs of `tests/java`, for tests that look at many of them.

use std::path::{Path, PathBuf};

/// A number that the environment sets.
pub(crate) fn number(name: &str, otherwise: usize) -> usize {
    let set = std::env::var(name).ok();
    set.map_or(otherwise, |it| it.parse().expect("a number"))
}

/// What a program has that needs more than its class to run.
const UNFIT: [&str; 6] = [
    "//@ jdk:",
    "//@ args:",
    "//@ options:",
    "Heddle.",
    "Verif",
    "org.junit",
];

/// The programs with a verdict that need nothing but their class to run, by path.
pub(crate) fn plain_programs() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let mut files = Vec::new();
    for directory in ["holds", "violated"] {
        collect(&root.join(directory), &mut files);
    }
    files.retain(|it| {
        let text = std::fs::read_to_string(it).unwrap();
        !UNFIT.iter().any(|word| text.contains(word))
    });
    files
}

fn collect(directory: &Path, out: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(directory).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|it| it.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() {
            collect(&path, out);
        } else if path.extension().is_some_and(|it| it == "java") {
            out.push(path);
        }
    }
}
