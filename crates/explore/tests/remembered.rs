//! The step cache, tested by running every step that it remembers all the same: see
//! `Options::compares_steps`.
//!
//! `REMEMBERED_EVERY` says how many of the programs of `tests/java` are looked at (one of so many), and
//! `REMEMBERED_STATES` how many states of each.

mod common;

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};

use classpath::{ClassPath, Jdk};
use explore::java::Java;
use explore::limits::Limits;
use explore::{Plan, Silent};
use machine::{Machine, Options};
use program::Program;
use property::{FindingKind, Selection};

use common::{number, plain_programs};

/// The search that leaves nothing out.
#[test]
fn remembered_steps_are_the_steps_themselves() {
    compare_each(0, false);
}

/// The default search.
#[test]
fn so_are_those_of_the_default_search() {
    compare_each(1, true);
}

/// Searches each of some programs, beginning with this one.
fn compare_each(first: usize, foreseeing: bool) {
    let (every, states) = (
        number("REMEMBERED_EVERY", 6),
        number("REMEMBERED_STATES", 1500),
    );
    let files = plain_programs().into_iter().skip(first).step_by(every);
    let files: Vec<PathBuf> = files.collect();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("remembered{first}"));
    let jdk = || Jdk::find(None).expect("the tests need a JDK");
    let compiled = classpath::compile_into(&jdk(), &files, &[], &cache).unwrap();
    let (mut wrong, mut seen) = (Vec::new(), 0);
    for file in &files {
        let class = file.file_stem().unwrap().to_str().unwrap();
        let classes = ClassPath::new(std::slice::from_ref(&compiled.classes), Some(jdk())).unwrap();
        let program = machine::program(classes);
        let tried = AssertUnwindSafe(|| search(&program, class, foreseeing, states as u64));
        match std::panic::catch_unwind(tried) {
            Ok(states) => seen += states,
            Err(_) => wrong.push(format!("{class}: see above")),
        }
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
    assert!(seen > 50 * files.len() as u64, "only {seen} states");
}

/// Searches a program; gives how many states it has seen.
fn search(program: &Program, class: &str, foreseeing: bool, states: u64) -> u64 {
    let options = Options {
        compares_steps: true,
        ..Options::default()
    };
    let main = program.load(class).unwrap();
    let Ok(machine) = Machine::boot(program, options, main, &[]) else {
        return 0;
    };
    let watched = Selection::none().with(FindingKind::Exception);
    let (mut java, _) = Java::new(machine, watched);
    if foreseeing {
        java = java.foreseeing();
    }
    let plan = Plan {
        all: true,
        limits: Limits {
            states: Some(states),
            ..Limits::default()
        },
        ..Plan::default()
    };
    let outcome = explore::explore(&mut java, &plan, &mut Silent);
    outcome.statistics.states
}
