//! Programs with damaged class files: an error, a verdict or a limit, never a panic and never a hang.
//!
//! Each round takes a small program, damages the bytes of one of its classes and explores what comes
//! of it, up to a few hundred states, telling the first violation as a report would. The rounds are
//! numbered: a failure prints its number, and `ROUND=n` runs that one alone. `ROUNDS=n` runs more.

use std::panic::AssertUnwindSafe;
use std::path::{Path, PathBuf};
use std::sync::mpsc::RecvTimeoutError;
use std::time::Duration;

use classpath::{ClassPath, Jdk};
use explore::java::Java;
use explore::{Limits, Outcome, Plan, Search, Silent, Step, System};
use machine::{Machine, Options};
use property::FindingKind;

/// Small programs of `tests/java` that together use most of the language.
const PROGRAMS: [&str; 14] = [
    "holds/wait/OneSlotBuffer",
    "holds/lambda/Captures",
    "holds/switch/AllForms",
    "holds/record/Published",
    "holds/enum/Singleton",
    "holds/exception/NestedRethrown",
    "holds/classinit/Holder",
    "holds/interrupt/NotifyOrInterrupt",
    "holds/synchronized/Transfer",
    "violated/lockorder/TransferBothWays",
    "violated/volatile/PlainFlag",
    "prints/Interfaces",
    "prints/Generics",
    "prints/InnerClasses",
];

/// Without `ROUNDS`.
const ROUNDS: u64 = 400;

/// The longest a round may take.
const PATIENCE: Duration = Duration::from_secs(120);

#[test]
fn damaged_programs_do_no_harm() {
    let subjects = subjects();
    let number = |name: &str| {
        std::env::var(name)
            .ok()
            .and_then(|it| it.parse::<u64>().ok())
    };
    let rounds = match number("ROUND") {
        Some(round) => round..round + 1,
        None => 0..number("ROUNDS").unwrap_or(ROUNDS),
    };
    let mut wrong = Vec::new();
    for round in rounds {
        let classes = damaged(&subjects, round);
        if let Err(message) = explored(classes) {
            wrong.push(format!("ROUND={round}: {message}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// A program: its classes by name, the one with `main` first.
type Classes = Vec<(String, Vec<u8>)>;

/// Compiles the programs.
fn subjects() -> Vec<Classes> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/java");
    let files: Vec<PathBuf> = PROGRAMS
        .iter()
        .map(|it| root.join(format!("{it}.java")))
        .collect();
    let cache = Path::new(env!("CARGO_TARGET_TMPDIR")).join("mutation");
    let compiled = classpath::compile_into(&jdk(), &files, &[], &cache).unwrap();
    let subject = |program: &&str| {
        let main = program.rsplit('/').next().unwrap();
        let mut classes = Classes::new();
        for entry in std::fs::read_dir(&compiled.classes).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
            if name.split('$').next() == Some(main) {
                classes.push((name, std::fs::read(&path).unwrap()));
            }
        }
        classes.sort();
        classes
    };
    PROGRAMS.iter().map(subject).collect()
}

fn jdk() -> Jdk {
    Jdk::find(None).expect("the tests need a JDK")
}

struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % below as u64) as usize
    }
}

/// One of the programs with a few bytes of one class changed.
fn damaged(subjects: &[Classes], round: u64) -> Classes {
    let mut random = Random(round);
    let mut classes = subjects[random.next(subjects.len())].clone();
    let chosen = random.next(classes.len());
    let bytes = &mut classes[chosen].1;
    for _ in 0..=random.next(3) {
        let place = random.next(bytes.len());
        match random.next(6) {
            0 => bytes[place] = random.next(256) as u8,
            1 => bytes[place] ^= 1 << random.next(8),
            2 => bytes[place] = bytes[place].wrapping_add(1),
            3 => bytes[place] = bytes[place].wrapping_sub(1),
            // An index into the constant pool, another one of which is near.
            4 => bytes[place] = random.next(80) as u8,
            _ => {
                let other = random.next(bytes.len());
                bytes.swap(place, other);
            }
        }
    }
    classes
}

/// Explores the program on a thread of its own; what went wrong with Heddle, if something did.
fn explored(classes: Classes) -> Result<(), String> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let work = move || {
        let done = std::panic::catch_unwind(AssertUnwindSafe(|| explore(&classes)));
        let message = |panic: Box<dyn std::any::Any + Send>| {
            let text = panic.downcast_ref::<String>().cloned();
            text.or_else(|| panic.downcast_ref::<&str>().map(|it| (*it).to_owned()))
                .unwrap_or_default()
        };
        let _ = sender.send(done.map_err(message));
    };
    let thread = std::thread::Builder::new().stack_size(256 << 20);
    thread.spawn(work).expect("a thread can be started");
    match receiver.recv_timeout(PATIENCE) {
        Ok(done) => done,
        Err(RecvTimeoutError::Timeout) => Err("it hangs".to_owned()),
        Err(RecvTimeoutError::Disconnected) => Err("it is gone".to_owned()),
    }
}

fn explore(classes: &Classes) {
    let program = machine::program(ClassPath::new(&[], Some(jdk())).unwrap());
    let mut main = None;
    for (name, bytes) in classes {
        // A class that can't be read is missing, as it would be on a class path.
        let defined = program.define(bytes, false);
        if main.is_none() && *name == classes[0].0 {
            main = defined.ok();
        }
    }
    let Some(main) = main else {
        return;
    };
    let options = Options {
        max_stack_depth: 100,
        max_local_rounds: 2_000,
        max_heap_words: 1 << 20,
        ..Options::default()
    };
    let Ok(machine) = Machine::boot(&program, options, main, &[]) else {
        return;
    };
    let kinds = [
        FindingKind::Deadlock,
        FindingKind::PartialDeadlock,
        FindingKind::NestedMonitor,
        FindingKind::Race,
        FindingKind::Assertion,
        FindingKind::Exception,
        FindingKind::NonTermination,
    ];
    let watched = kinds.into_iter().collect();
    let (mut java, start) = Java::new(machine, watched);
    if start != Step::Ran {
        return;
    }
    let mut initial = Vec::new();
    java.save(&mut initial);
    for search in [Search::DepthFirst, Search::BreadthFirst] {
        java.load(&initial);
        let limits = Limits {
            states: Some(200),
            depth: Some(2_000),
            time: Some(Duration::from_secs(20)),
            ..Limits::default()
        };
        let plan = Plan {
            search,
            limits,
            ..Plan::default()
        };
        let outcome = explore::explore(&mut java, &plan, &mut Silent);
        java.load(&initial);
        tell(&mut java, &outcome);
    }
}

/// What a report would ask for.
fn tell(java: &mut Java<'_>, outcome: &Outcome) {
    if let Some(violation) = outcome.violations().first() {
        java.record();
        let replayed = explore::replay(java, &violation.schedule, |_, _, _| ());
        assert!(replayed.is_ok(), "the schedule does not fit: {replayed:?}");
        java.blocked();
        java.take_record();
    }
}
