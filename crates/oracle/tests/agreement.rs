//! Heddle against the oracle: on generated programs, the outcomes that a search finds are those of
//! the reference, which tries every interleaving of the program's tree and knows nothing of
//! bytecode; and every outcome that the JVM shows is among them.
//!
//! `ORACLE_PROGRAMS` says how many programs (90 unless told), `ORACLE_SEED` the first seed.

mod common;

use std::collections::BTreeSet;
use std::io::Cursor;
use std::sync::Arc;
use std::time::Duration;

use explore::java::Java;
use explore::store::Depot;
use explore::{
    Finding, Footprints, Forking, Learning, Limits, Movement, Outcome, Plan, Renumbering, Search,
    Silent, Step, Storage, System, Verdict,
};
use machine::{Choice, Event, Machine, Operation, Options, Ordering};
use oracle::{GeneratedProgram, Jvm, Racy, Size, generate, reference};
use program::Program;
use property::FindingKind;

use common::{compiled, number, work};

/// States that the reference may take for one program.
const REFERENCE_STATES: usize = 200_000;

/// What a test does to the machine, to see that it would be noticed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Sabotage {
    /// Nothing.
    None,
    /// A thread does not stop before it writes a volatile field.
    NoStopBeforeVolatileWrite,
    /// A thread does not stop before it locks.
    NoStopBeforeLock,
    /// `notify` always wakes the first waiter.
    FirstWaiterOnly,
}

/// A Java program whose outcomes are collected while it is searched.
struct Collector<'p> {
    java: Java<'p>,
    outcomes: BTreeSet<String>,
    sabotage: Sabotage,
}

impl Collector<'_> {
    /// Notes the outcome if the run ends in this state.
    fn note(&mut self) -> bool {
        let events = self.java.machine().events().to_vec();
        for event in events {
            if let Event::Uncaught { exception, .. } = event {
                let what = self.java.machine().describe_throwable(exception);
                let class = what.split(':').next().unwrap_or(&what);
                self.outcomes.insert(format!("exception {class}"));
                return true;
            }
        }
        let mut choices = Vec::new();
        self.java.choices(&mut choices);
        if choices.is_empty() {
            let mut unfinished = Vec::new();
            self.java.unfinished(&mut unfinished);
            let output = self.java.machine().output();
            self.outcomes.insert(match unfinished.is_empty() {
                true => output.trim_end().to_owned(),
                false => "deadlock".to_owned(),
            });
        }
        choices.is_empty()
    }

    /// Whether the thread stands before an operation that the sabotage passes over.
    fn is_passed(&mut self, thread: usize) -> bool {
        let operation = self.java.machine().operation(thread);
        match (self.sabotage, operation) {
            (Sabotage::NoStopBeforeVolatileWrite, Some(Operation::Write(_, ordering))) => {
                ordering == Ordering::Atomic
            }
            (Sabotage::NoStopBeforeLock, Some(Operation::Lock(_))) => true,
            _ => false,
        }
    }
}

impl System for Collector<'_> {
    fn choices(&mut self, out: &mut Vec<Choice>) {
        self.java.choices(out);
        if self.sabotage == Sabotage::FirstWaiterOnly {
            out.retain(|choice| choice.variant == 0 || choice.is_unlikely());
        }
    }

    fn advance(&mut self, choice: Choice) -> Step {
        let mut step = self.java.advance(choice);
        let quiet = self.java.machine().events().is_empty();
        if step == Step::Ran && quiet && self.sabotage != Sabotage::None {
            let mut enabled = Vec::new();
            self.java.choices(&mut enabled);
            let same = Choice::run(choice.thread);
            if enabled.contains(&same) && self.is_passed(choice.thread as usize) {
                step = self.java.advance(same);
            }
        }
        if step == Step::Ran && self.note() {
            return Step::Pruned;
        }
        step
    }

    fn findings(&mut self, _out: &mut Vec<Finding>) {
        let mut dropped = Vec::new();
        self.java.findings(&mut dropped);
    }

    fn save(&mut self, out: &mut Vec<u32>) {
        self.java.save(out);
    }

    fn load(&mut self, state: &[u32]) {
        self.java.load(state);
    }

    fn unfinished(&self, out: &mut Vec<u16>) {
        self.java.unfinished(out);
    }

    fn describe_stuck(&mut self, threads: &[u16], round: &[u16]) -> Option<Finding> {
        self.java.describe_stuck(threads, round)
    }
}

impl Movement for Collector<'_> {
    fn instructions(&self) -> u64 {
        self.java.instructions()
    }
}

impl Learning for Collector<'_> {
    fn take_learned(&mut self) -> bool {
        self.java.take_learned()
    }
}

impl Forking for Collector<'_> {
    fn can_fork(&self) -> bool {
        self.java.can_fork()
    }

    fn meet(&mut self, state: &[u32]) {
        self.java.meet(state);
    }

    fn fork(&mut self, jobs: usize) -> Option<Self> {
        Some(Collector {
            java: self.java.fork(jobs)?,
            outcomes: BTreeSet::new(),
            sabotage: self.sabotage,
        })
    }

    fn absorb(&mut self, copy: Self) {
        self.outcomes.extend(copy.outcomes);
        self.java.absorb(copy.java);
    }
}

impl Renumbering for Collector<'_> {}
impl Footprints for Collector<'_> {}

/// The outcomes that a search finds.
fn searched(program: &Program, name: &str, sabotage: Sabotage) -> BTreeSet<String> {
    let (outcomes, outcome) = searched_by(program, name, sabotage, Plan::default());
    if let Some(outcome) = outcome {
        assert_eq!(
            outcome.verdict,
            Verdict::Holds,
            "{name} is explored completely"
        );
    }
    outcomes
}

/// The same by another plan, with what it says of itself if there was anything to search.
fn searched_by(
    program: &Program,
    name: &str,
    sabotage: Sabotage,
    plan: Plan,
) -> (BTreeSet<String>, Option<Outcome>) {
    let main = program.load(name).expect("the generated class is there");
    let options = Options {
        observe_output: true,
        ..Options::default()
    };
    let machine = Machine::boot(program, options, main, &[]).expect("the program starts");
    let watched = [
        FindingKind::Deadlock,
        FindingKind::Exception,
        FindingKind::Assertion,
    ];
    let watched = watched.into_iter().collect();
    let (java, step) = Java::new(machine, watched);
    assert_eq!(step, Step::Ran, "{name} starts");
    let mut system = Collector {
        java,
        outcomes: BTreeSet::new(),
        sabotage,
    };
    if system.note() {
        return (system.outcomes, None);
    }
    let plan = Plan {
        all: true,
        stuck: false,
        shorten: false,
        glances: false,
        ..plan
    };
    let outcome = explore::explore(&mut system, &plan, &mut Silent);
    (system.outcomes, Some(outcome))
}

/// Programs with their outcomes by the reference, where it can tell them.
fn judged(programs: Vec<GeneratedProgram>) -> Vec<(GeneratedProgram, BTreeSet<String>)> {
    let judge = |program: GeneratedProgram| {
        let reference = reference::explore(&program.tree, REFERENCE_STATES).ok()?;
        Some((program, reference.outcomes))
    };
    programs.into_iter().filter_map(judge).collect()
}

fn generated(size: &Size, first: u64, count: u64) -> Vec<GeneratedProgram> {
    (first..first + count)
        .map(|seed| generate(seed, size))
        .collect()
}

fn sources(judged: &[(GeneratedProgram, BTreeSet<String>)]) -> Vec<GeneratedProgram> {
    judged.iter().map(|(program, _)| program.clone()).collect()
}

#[test]
fn outcomes_are_those_of_the_reference() {
    let count = number("ORACLE_PROGRAMS", 90);
    let first = number("ORACLE_SEED", 1);
    let mut programs = generated(&Size::tiny(Racy::Plain), first, count / 2);
    programs.extend(generated(
        &Size::small(Racy::VolatileOnly),
        first + count,
        count - count / 2,
    ));
    let judged = judged(programs);
    assert!(
        judged.len() as u64 * 2 > count,
        "the reference knows most programs"
    );
    let loaded = compiled(&sources(&judged), &[], &work("reference"));
    let mut wrong = Vec::new();
    for (program, expected) in &judged {
        let explored = searched(&loaded, &program.name, Sabotage::None);
        if explored != *expected {
            let missing: Vec<_> = expected.difference(&explored).collect();
            let invented: Vec<_> = explored.difference(expected).collect();
            wrong.push(format!(
                "{}: missing {missing:#?}, invented {invented:#?}",
                program.name
            ));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {} wrong:\n{}",
        wrong.len(),
        judged.len(),
        wrong.join("\n")
    );
}

/// What stands for a disk, with room for so many words in memory before it is used.
fn depot(room: usize) -> Depot {
    Depot {
        open: Arc::new(|| Ok(Box::new(Cursor::new(Vec::new())))),
        room,
    }
}

#[test]
fn every_store_and_any_number_of_workers_agree() {
    let count = number("ORACLE_PROGRAMS", 90) / 5;
    let first = number("ORACLE_SEED", 1) + 2_000_000;
    let judged = judged(generated(&Size::small(Racy::VolatileOnly), first, count));
    let loaded = compiled(&sources(&judged), &[], &work("engine"));
    let plan = |search, store, jobs| Plan {
        search,
        store,
        jobs,
        // All workers from the start, and bits enough.
        alone: 0,
        limits: Limits {
            memory: Some(64 << 20),
            ..Limits::default()
        },
        ..Plan::default()
    };
    let mut forked = 0;
    for (program, expected) in &judged {
        let mut counts = None;
        for (search, store, jobs, room) in [
            (Search::DepthFirst, Storage::Exact, 1, None),
            (Search::DepthFirst, Storage::Exact, 2, None),
            (Search::DepthFirst, Storage::Exact, 4, None),
            (Search::DepthFirst, Storage::Compact, 1, None),
            (Search::DepthFirst, Storage::Compact, 2, None),
            (Search::DepthFirst, Storage::Bitstate, 1, None),
            (Search::BreadthFirst, Storage::Exact, 1, None),
            (Search::BreadthFirst, Storage::Exact, 2, None),
            (Search::BreadthFirst, Storage::Compact, 4, None),
            (Search::BreadthFirst, Storage::Exact, 1, Some(1000)),
        ] {
            let how = format!("{} {search:?} {store:?} {jobs} {room:?}", program.name);
            let plan = Plan {
                depot: room.map(depot),
                ..plan(search, store, jobs)
            };
            let (outcomes, outcome) = searched_by(&loaded, &program.name, Sabotage::None, plan);
            assert_eq!(outcomes, *expected, "{how}");
            let Some(outcome) = outcome else {
                continue;
            };
            assert_eq!(
                outcome.verdict == Verdict::Holds,
                store != Storage::Bitstate,
                "{how}"
            );
            let it = outcome.statistics;
            forked += usize::from(it.jobs > 1);
            let found = (it.states, it.transitions, it.revisited, it.pruned);
            assert_eq!(*counts.get_or_insert(found), found, "{how}");
        }
    }
    assert!(forked > judged.len(), "several workers searched");
}

#[test]
fn outcomes_of_the_jvm_are_explored() {
    let count = number("ORACLE_PROGRAMS", 90) / 3;
    let first = number("ORACLE_SEED", 1) + 1_000_000;
    let programs = generated(&Size::small(Racy::VolatileOnly), first, count);
    let directory = work("jvm");
    let loaded = compiled(&programs, &[], &directory);
    let shown = Jvm::find(directory).run(&programs, 200, Duration::from_secs(60));
    let mut wrong = Vec::new();
    for (program, shown) in programs.iter().zip(shown.expect("the JVM runs")) {
        let explored = searched(&loaded, &program.name, Sabotage::None);
        let missing: Vec<String> = shown.set().difference(&explored).cloned().collect();
        if !missing.is_empty() {
            wrong.push(format!("{}: missing {missing:#?}", program.name));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn a_planted_bug_is_noticed() {
    let judged = judged(generated(&Size::small(Racy::VolatileOnly), 1, 100));
    let loaded = compiled(&sources(&judged), &[], &work("planted"));
    for sabotage in [
        Sabotage::NoStopBeforeVolatileWrite,
        Sabotage::NoStopBeforeLock,
        Sabotage::FirstWaiterOnly,
    ] {
        let noticed = judged
            .iter()
            .any(|(program, expected)| searched(&loaded, &program.name, sabotage) != *expected);
        assert!(noticed, "{sabotage:?} goes unnoticed");
    }
}
