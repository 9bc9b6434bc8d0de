//! The classical sequential analyses, from their text in `tests/shape`, and programs with mistakes.

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

/// The program of a file satisfies its checks, with this many structures for the partial and the relational
/// join. No update contradicts itself, and every label is reached.
fn verified(name: &str, structures: [usize; 2]) {
    let document = document(name);
    let program = &document.programs[0];
    for (join, structures) in [JoinKind::Partial, JoinKind::Relational]
        .into_iter()
        .zip(structures)
    {
        let outcome = analyze(&document.vocabulary, program, join);
        let told = told(&document, program, &outcome);
        assert!(outcome.findings.is_empty(), "{name} {join:?}:\n{told}");
        assert_eq!(outcome.structures(), structures, "{name} {join:?}");
        let counts = outcome.counts;
        assert_eq!(
            (counts.repaired, counts.emptied, counts.widened),
            (0, 0, 0),
            "{name}"
        );
        let reached = outcome.labels.iter().all(|it| !it.structures().is_empty());
        assert!(reached, "{name}: a label is not reached");
    }
}

// TVLA has 72 structures for insert, 145 for delete, 73 for reverse and 327 for merge.

#[test]
fn insert() {
    verified("insert.shape", [68, 90]);
}

#[test]
fn delete() {
    verified("delete.shape", [117, 146]);
}

#[test]
fn reverse() {
    verified("reverse.shape", [57, 73]);
}

#[test]
fn merge() {
    verified("merge.shape", [303, 389]);
}

#[test]
fn search() {
    verified("search.shape", [33, 43]);
}

#[test]
fn append() {
    verified("append.shape", [108, 138]);
}

#[test]
fn splice_of_doubly_linked_lists() {
    verified("splice.shape", [426, 728]);
}

#[test]
fn insertion_into_a_tree() {
    verified("tree.shape", [58, 598]);
}

#[test]
fn mistakes_are_found() {
    let document = document("broken.shape");
    let expected = [
        "null dereference",
        "a cell is lost",
        "the result is no list",
        "a cell points to what is given back",
    ];
    for (program, expected) in document.programs.iter().zip(expected) {
        let outcome = analyze(&document.vocabulary, program, JoinKind::Partial);
        let definite = outcome
            .findings
            .iter()
            .any(|it| it.definite && it.message == expected);
        assert!(
            definite,
            "{}: {}",
            program.name,
            told(&document, program, &outcome)
        );
    }
}

#[test]
fn analyses_are_a_hundred_times_faster_than_a_second() {
    let before = std::time::Instant::now();
    for name in [
        "insert.shape",
        "delete.shape",
        "reverse.shape",
        "merge.shape",
    ] {
        let document = document(name);
        analyze(
            &document.vocabulary,
            &document.programs[0],
            JoinKind::Partial,
        );
    }
    // 5 ms in all on an idle machine; TVLA needs 4.5 s. The bar is a fiftieth; tests may share the machine.
    assert!(before.elapsed().as_millis() < 90, "{:?}", before.elapsed());
}
