//! The classical sequential analyses, from their text in `tests/shape`.

use shape::logic::analysis::{Outcome, Program, analyze};
use shape::logic::join::JoinKind;
use shape::logic::text::{Document, read_with, write_structure};
use std::path::PathBuf;

fn directory() -> PathBuf {
    let here = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    here.ancestors().nth(2).unwrap().join("tests/shape")
}

fn document(name: &str) -> Document {
    let text = |name: &str| std::fs::read_to_string(directory().join(name)).ok();
    let own = text(name).unwrap_or_else(|| panic!("tests/shape/{name} is missing"));
    read_with(&own, &mut |it| text(it)).unwrap_or_else(|it| panic!("{name}: {it}"))
}

fn told(document: &Document, program: &Program, outcome: &Outcome) -> String {
    let mut text = String::new();
    for finding in &outcome.findings {
        let label = &program.labels[finding.label];
        let certain = if finding.definite { "" } else { "maybe " };
        text += &format!("{label}: {certain}{}\n", finding.message);
        text += &write_structure(&document.vocabulary, "found", &finding.structure);
    }
    text
}

/// All programs of a file satisfy their checks, with at most `most` structures.
fn verified(name: &str, most: usize) {
    let document = document(name);
    for program in &document.programs {
        for join in [JoinKind::Partial, JoinKind::Relational] {
            let begin = std::time::Instant::now();
            let outcome = analyze(&document.vocabulary, program, join);
            assert!(outcome.findings.is_empty(), "{name} {join:?}:\n{}", told(&document, program, &outcome));
            eprintln!("{name} {join:?}: {} {} {:?} {:?}", outcome.structures(), outcome.steps, outcome.counts, begin.elapsed());
            let end = outcome.labels.iter().all(|it| !it.structures().is_empty());
            assert!(end, "{name}: a label is not reached");
            if join == JoinKind::Partial {
                assert!(outcome.structures() <= most, "{name}: {} structures", outcome.structures());
            }
        }
    }
}

#[test]
fn reverse() {
    verified("reverse.shape", 73);
}

#[test]
fn insert() {
    verified("insert.shape", 72);
}

#[test]
fn delete() {
    verified("delete.shape", 145);
}

#[test]
fn merge() {
    verified("merge.shape", 327);
}

#[test]
fn search() {
    verified("search.shape", 50);
}

#[test]
fn append() {
    verified("append.shape", 150);
}

#[test]
fn splice_of_doubly_linked_lists() {
    verified("splice.shape", 1000);
}

#[test]
fn insertion_into_a_tree() {
    verified("tree.shape", 500);
}
