//! The independence relation, tested by what steps really do: see `explore::java::audit`.
//!
//! `AUDIT_EVERY` says how many of the programs of `tests/java` are looked at (one of so many),
//! `AUDIT_STATES` how many states of each, and `AUDIT_ONLY` (a part of their paths) which of them, each then
//! with and without atomic calls.

mod common;

use std::path::{Path, PathBuf};

use classpath::{ClassPath, Jdk};
use explore::java::audit::audit;
use machine::{Machine, Options};

use common::{number, plain_programs};

#[test]
fn steps_do_what_their_footprints_say() {
    audit_each(0, false);
}

#[test]
fn steps_with_atomic_calls_do_what_their_footprints_say() {
    audit_each(1, true);
}

/// Looks at every other program, beginning with this one; with atomic calls, as the default search has
/// them, or without.
fn audit_each(first: usize, atomic_calls: bool) {
    let only = std::env::var("AUDIT_ONLY").ok();
    let mut files = plain_programs();
    files.retain(|it| {
        let path = it.to_string_lossy();
        only.as_ref().is_none_or(|only| path.contains(only))
    });
    let (every, states) = (number("AUDIT_EVERY", 2), number("AUDIT_STATES", 40));
    let (skipped, each) = if only.is_some() { (0, 1) } else { (first, 2) };
    let files = files.into_iter().step_by(every).skip(skipped).step_by(each);
    let files: Vec<PathBuf> = files.collect();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("independence{first}"));
    let jdk = || Jdk::find(None).expect("the tests need a JDK");
    let compiled = classpath::compile_into(&jdk(), &files, &[], &cache).unwrap();
    let (mut wrong, mut steps, mut pairs, mut changes) = (Vec::new(), 0, 0, 0);
    for file in &files {
        let class = file.file_stem().unwrap().to_str().unwrap();
        let classes = ClassPath::new(std::slice::from_ref(&compiled.classes), Some(jdk())).unwrap();
        let program = machine::program(classes);
        let main = program.load(class).unwrap();
        let Ok(mut machine) = Machine::boot(&program, Options::default(), main, &[]) else {
            continue;
        };
        if atomic_calls {
            machine.run_calls_atomically();
        }
        let audit = audit(&mut machine, states);
        steps += audit.steps;
        pairs += audit.pairs;
        changes += audit.changes;
        let faults = audit.faults.into_iter();
        wrong.extend(faults.map(|it| format!("{class}: {it}")));
    }
    assert!(
        wrong.is_empty(),
        "{} faults\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(steps > 10 * files.len() as u64, "only {steps} steps");
    assert!(changes > 10 * files.len() as u64, "only {changes} changes");
    assert!(pairs > files.len() as u64, "only {pairs} pairs");
}
