//! Thread symmetry against none, on generated programs with several equal threads: the same outcomes,
//! deadlocks, exceptions and races, up to who is who. And what is done wrong is noticed.
//!
//! `ORACLE_PROGRAMS` says how many programs (60 unless told), `ORACLE_SEED` the first seed.

#[path = "common/collector.rs"]
mod collector;
mod common;

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};

use explore::java::Java;
use explore::{Plan, Search, Silent, Verdict};
use machine::Confusion;
use oracle::{GeneratedProgram, Racy, Size, Theme, generate};
use program::Program;
use property::FindingKind;

use collector::{Seen, booted, outcomes};
use common::{compiled, number, work};

/// States that a program may have without symmetry; larger ones are left out.
const STATES: u64 = 100_000;

/// Programs for what the generator does not make.
const WRITTEN: [(&str, &str); 7] = [
    ("ReadLocks", include_str!("../resources/ReadLocks.java")),
    (
        "JoinInitializer",
        include_str!("../resources/JoinInitializer.java"),
    ),
    ("JoinThrow", include_str!("../resources/JoinThrow.java")),
    (
        "JoinInterrupt",
        include_str!("../resources/JoinInterrupt.java"),
    ),
    ("JoinLocked", include_str!("../resources/JoinLocked.java")),
    ("Named", include_str!("../resources/Named.java")),
    ("Pairs", include_str!("../resources/Pairs.java")),
];

/// How threads are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    Apart,
    Alike,
    Wrongly(Confusion),
}

/// A message without the names of threads, and no matter which of them comes first.
fn anonymous(message: &str) -> String {
    let named = |word: &&str| !word.starts_with("Thread-") && *word != "a" && *word != "thread";
    let mut words: Vec<&str> = message.split([' ', ',', ';']).filter(named).collect();
    words.sort_unstable();
    words.join(" ")
}

/// The program with its threads taken so.
fn taken<'p>(program: &'p Program, name: &str, how: How, observe_output: bool) -> Java<'p> {
    let mut java = booted(program, name, observe_output);
    if let How::Wrongly(confusion) = how {
        java.machine().confuse(confusion);
    }
    match how {
        How::Apart => java,
        How::Alike | How::Wrongly(_) => java.interchangeable(),
    }
}

fn told(seen: Seen<'_>) -> String {
    match seen {
        Seen::Wrong(finding) => anonymous(&finding.message),
        Seen::Ends(threads, output) => {
            format!("ends with {} left, prints {output}", threads.len())
        }
    }
}

/// What a search finds, and how many states it stores. `None` if it is too large.
fn searched(program: &Program, name: &str, how: How) -> Option<(BTreeSet<String>, u64)> {
    searched_in(program, name, how, Search::DepthFirst)
}

/// The same in an order of search.
fn searched_in(
    program: &Program,
    name: &str,
    how: How,
    search: Search,
) -> Option<(BTreeSet<String>, u64)> {
    outcomes(taken(program, name, how, true), search, STATES, told)
}

/// The kinds of what a search finds that looks for stuck threads, too; `None` if it is too large.
fn kinds(program: &Program, name: &str, how: How) -> Option<BTreeSet<FindingKind>> {
    let mut java = taken(program, name, how, false);
    let mut plan = Plan {
        search: Search::DepthFirst,
        all: true,
        stuck: true,
        glances: false,
        ..Plan::default()
    };
    plan.limits.states = Some(STATES);
    let outcome = explore::explore(&mut java, &plan, &mut Silent);
    if !outcome.incomplete.is_empty() {
        return None;
    }
    Some(match outcome.verdict {
        Verdict::Violated(found) => found.into_iter().map(|it| it.finding.kind).collect(),
        _ => BTreeSet::new(),
    })
}

/// Programs with two threads of each of two sorts.
fn generated(first: u64, count: u64) -> Vec<GeneratedProgram> {
    let themes = [Theme::Interrupt, Theme::Park, Theme::Join];
    let size = |racy| {
        let mut size = Size::tiny(racy);
        size.threads = (2, 2);
        size.parts = (1, 1);
        size.operations = 6;
        let weights = size.weights.clone();
        size.weights = themes
            .into_iter()
            .fold(weights, |it, theme| it.with(theme, 0));
        size
    };
    let sizes = [size(Racy::Plain), size(Racy::VolatileOnly)];
    let seeds = first..first + count;
    seeds
        .map(|seed| {
            let mut program = generate(seed, &sizes[seed as usize % 2]);
            program.source = program.with_equal_threads(2, seed % 4 < 2);
            program
        })
        .collect()
}

#[test]
fn symmetry_loses_nothing() {
    let count = number("ORACLE_PROGRAMS", 60);
    let programs = generated(number("ORACLE_SEED", 1) + 7_000_000, count);
    let loaded = compiled(&programs, &WRITTEN, &work("symmetry"));
    let mut wrong = Vec::new();
    let (mut known, mut before, mut after) = (0, 0, 0);
    let names = programs.iter().map(|it| it.name.as_str());
    for name in names.chain(WRITTEN.map(|(name, _)| name)) {
        let Some((full, states)) = searched(&loaded, name, How::Apart) else {
            continue;
        };
        known += 1;
        let reduced = searched(&loaded, name, How::Alike);
        let (reduced, fewer) = reduced.expect("a search up to symmetry is no larger");
        before += states;
        after += fewer;
        let breadth_first = searched_in(&loaded, name, How::Alike, Search::BreadthFirst);
        // Where threads are bound, the number of states may be another one.
        if breadth_first.is_none_or(|(found, _)| found != reduced) {
            wrong.push(format!("{name}: breadth-first something else is found"));
        }
        if reduced != full {
            let missing: Vec<_> = full.difference(&reduced).collect();
            let invented: Vec<_> = reduced.difference(&full).collect();
            wrong.push(format!(
                "{name}: missing {missing:#?}, invented {invented:#?}"
            ));
        }
        let (full, reduced) = (
            kinds(&loaded, name, How::Apart),
            kinds(&loaded, name, How::Alike),
        );
        if full.is_some() && full != reduced {
            wrong.push(format!("{name}: {full:?} is found, and {reduced:?}"));
        }
    }
    assert!(known * 2 > count, "most programs are small enough: {known}");
    assert!(
        wrong.is_empty(),
        "{} wrong of {known}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        after * 3 < before * 2,
        "{after} states of {before} are left"
    );
}

#[test]
fn confusion_is_noticed() {
    let programs = generated(1, 25);
    let loaded = compiled(&programs, &WRITTEN, &work("confusion"));
    let names = programs.iter().map(|it| it.name.as_str());
    let full: Vec<_> = WRITTEN
        .map(|(name, _)| name)
        .into_iter()
        .chain(names)
        .filter_map(|name| Some((name, searched(&loaded, name, How::Apart)?.0)))
        .collect();
    for confusion in [Confusion::Owners, Confusion::Identity] {
        let noticed = full.iter().any(|(name, full)| {
            // States that can't be may also end in a panic of the machine.
            let search = || searched(&loaded, name, How::Wrongly(confusion));
            let found = catch_unwind(AssertUnwindSafe(search)).ok().flatten();
            found.is_none_or(|(found, _)| found != *full)
        });
        assert!(noticed, "{confusion:?} goes unnoticed");
    }
}
