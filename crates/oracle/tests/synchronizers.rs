//! Calls of synchronizers as units against calls in steps, on generated programs whose locks are those of
//! `java.util.concurrent`: the same outcomes, deadlocks, exceptions and races. And units that are wrong
//! are noticed.
//!
//! `ORACLE_PROGRAMS` says how many programs (90 unless told), `ORACLE_SEED` the first seed.

#[path = "common/collector.rs"]
mod collector;
mod common;

use std::collections::BTreeSet;

use explore::Search;
use machine::Oversight;
use oracle::{Explicit, GeneratedProgram, Racy, Size, Theme, generate};
use program::Program;

use collector::{Seen, booted, outcomes};
use common::{compiled, number, work};

/// States that a program may have in steps; larger ones are left out.
const STATES: u64 = 200_000;

/// Programs for what the generator does not make.
const WRITTEN: [(&str, &str); 15] = [
    (
        "OwnSynchronizer",
        include_str!("../resources/OwnSynchronizer.java"),
    ),
    ("OwnParking", include_str!("../resources/OwnParking.java")),
    (
        "ReadersFirst",
        include_str!("../resources/ReadersFirst.java"),
    ),
    ("QueueLooker", include_str!("../resources/QueueLooker.java")),
    ("StateLooker", include_str!("../resources/StateLooker.java")),
    ("Barging", include_str!("../resources/Barging.java")),
    ("TriedOnce", include_str!("../resources/TriedOnce.java")),
    (
        "TakerInterrupted",
        include_str!("../resources/TakerInterrupted.java"),
    ),
    ("CountedDown", include_str!("../resources/CountedDown.java")),
    ("OneWorker", include_str!("../resources/OneWorker.java")),
    (
        "ActiveWorkers",
        include_str!("../resources/ActiveWorkers.java"),
    ),
    (
        "InterruptedLocker",
        include_str!("../resources/InterruptedLocker.java"),
    ),
    (
        "InterruptedWaiter",
        include_str!("../resources/InterruptedWaiter.java"),
    ),
    ("TimedWaiter", include_str!("../resources/TimedWaiter.java")),
    (
        "TakenPermits",
        include_str!("../resources/TakenPermits.java"),
    ),
];

/// How a program is searched.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum How {
    /// Every step is one.
    Steps,
    /// Calls are units, and nothing else is left out.
    Units,
    /// The same, breadth-first.
    WideUnits,
    /// Calls are units, and choices are left out.
    All,
    /// Calls are units, and something is overlooked.
    Wrongly(Oversight),
}

fn told(seen: Seen<'_>) -> String {
    match seen {
        Seen::Wrong(finding) => finding.message.clone(),
        Seen::Ends(threads, output) => format!("ends with {threads:?} left, prints {output}"),
    }
}

/// What a search finds, and how many states it stores. `None` if it is too large.
fn searched(program: &Program, name: &str, how: How) -> Option<(BTreeSet<String>, u64)> {
    let mut java = booted(program, name, true);
    if let How::Wrongly(oversight) = how {
        java.machine().overlook(oversight);
    }
    let (java, search) = match how {
        How::Steps => (java, Search::DepthFirst),
        How::Units | How::Wrongly(_) => (java.with_atomic_calls(), Search::DepthFirst),
        How::WideUnits => (java.with_atomic_calls(), Search::BreadthFirst),
        How::All => (java.foreseeing().with_atomic_calls(), Search::DepthFirst),
    };
    outcomes(java, search, STATES, told)
}

/// Programs about locks and waiting, with explicit locks.
fn generated(first: u64, count: u64) -> Vec<GeneratedProgram> {
    let about = [
        Theme::Counter,
        Theme::Message,
        Theme::Handover,
        Theme::Collection,
        Theme::WaitNotify,
        Theme::NestedLocks,
        Theme::SynchronizedMethod,
        Theme::ReentrantLock,
        Theme::Interrupt,
        Theme::Exception,
    ];
    let size = |racy| {
        let mut size = Size::tiny(racy);
        size.parts = (1, 2);
        size.operations = 8;
        let themes = Theme::ALL.into_iter();
        let others = themes.filter(|theme| !about.contains(theme));
        let weights = size.weights.clone();
        size.weights = others.fold(weights, |it, theme| it.with(theme, 0));
        size
    };
    let sizes = [size(Racy::Plain), size(Racy::VolatileOnly)];
    let seeds = first..first + count;
    seeds
        .map(|seed| {
            let mut program = generate(seed, &sizes[seed as usize % 2]);
            let explicit = Explicit::ALL[seed as usize % Explicit::ALL.len()];
            program.source = program.with_explicit_locks(explicit);
            program
        })
        .collect()
}

#[test]
fn units_lose_nothing() {
    let count = number("ORACLE_PROGRAMS", 90);
    let programs = generated(number("ORACLE_SEED", 1) + 9_000_000, count);
    let loaded = compiled(&programs, &WRITTEN, &work("synchronizers"));
    let mut wrong = Vec::new();
    let (mut known, mut before, mut after) = (0, 0, 0);
    let names = programs.iter().map(|it| it.name.as_str());
    for name in names.chain(WRITTEN.map(|(name, _)| name)) {
        let Some((full, states)) = searched(&loaded, name, How::Steps) else {
            continue;
        };
        known += 1;
        before += states;
        let mut depth_first = 0;
        for how in [How::Units, How::WideUnits, How::All] {
            let found = searched(&loaded, name, how);
            let (found, fewer) = found.expect("a search with units is no larger");
            if found != full {
                let missing: Vec<_> = full.difference(&found).collect();
                let invented: Vec<_> = found.difference(&full).collect();
                wrong.push(format!(
                    "{name} {how:?}: missing {missing:#?}, invented {invented:#?}"
                ));
            }
            match how {
                How::Units => depth_first = fewer,
                How::WideUnits if fewer != depth_first => {
                    wrong.push(format!(
                        "{name}: {depth_first} states, {fewer} breadth-first"
                    ));
                }
                How::All => after += fewer,
                _ => {}
            }
        }
    }
    assert!(known * 3 > count, "many programs are small enough: {known}");
    assert!(
        wrong.is_empty(),
        "{} wrong of {known}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(after * 20 < before, "{after} states of {before} are left");
}

/// What units depend on is looked out for: where that is overlooked, something is lost.
#[test]
fn an_oversight_is_noticed() {
    let loaded = compiled(&[], &WRITTEN, &work("oversights"));
    for (oversight, name) in [
        (Oversight::OwnCode, "OwnSynchronizer"),
        (Oversight::OwnParking, "OwnParking"),
        (Oversight::Queues, "ReadersFirst"),
        (Oversight::Looking, "QueueLooker"),
        (Oversight::Flags, "TakerInterrupted"),
    ] {
        let full = searched(&loaded, name, How::Steps);
        let (full, _) = full.expect("the programs are small");
        let found = searched(&loaded, name, How::Wrongly(oversight));
        let (found, _) = found.expect("a search with units is no larger");
        assert!(found != full, "{oversight:?} goes unnoticed");
    }
}
