//! Mutants of the independence relation (`explore::Mutant`), and facts that are never learned: each is
//! told from what is right by what searches see of some program, or is listed with the reason why it
//! can't be.
//!
//! `ORACLE_PROGRAMS` says how many generated programs are tried, `ORACLE_SEED` the first seed,
//! `ORACLE_ABOUT` facets of which each program has one, `ORACLE_ONCE` that only what was once wrong is
//! tried. With `BLESS`, what the recorded programs kill
//! beside is added to them, and generated programs that kill what nothing recorded kills are made smaller
//! and recorded.

#![expect(clippy::print_stdout, reason = "a long test says how far it is")]

#[expect(dead_code, reason = "other tests use the rest")]
#[path = "platform/bench.rs"]
mod bench;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "common/collector.rs"]
mod collector;
#[expect(dead_code, reason = "other tests use the rest")]
mod common;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "platform/differ.rs"]
mod differ;
#[path = "mutants/record.rs"]
mod record;
#[path = "mutants/table.rs"]
mod table;
#[path = "mutants/wrong.rs"]
mod wrong;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::Instant;

use classpath::{ClassPath, Jdk, compile_into};
use machine::Fact;
use oracle::PlatformProgram;
use program::Program;

use bench::Bench;
use common::{number, work};
use record::{add, record};
use table::{Equivalent, Fault, equivalents, killers};
use wrong::{ENGINES, Seen, misses};

/// States that a program may have without reductions; larger ones are left out.
pub(crate) const STATES: u64 = 1500;

/// The same of recorded programs.
const RECORDED_STATES: u64 = 30_000;

/// How often mutants that are listed as equivalent are tried: in one of so many programs.
const RARELY: usize = 10;

fn jdk() -> Jdk {
    Jdk::find(None).expect("a JDK")
}

/// What searches can be wrong about in a program; or the one that is wrong as it is.
fn faults(program: &Program, name: &str, full: &Seen) -> Result<Vec<Fault>, String> {
    let mut faults: Vec<Fault> = Fact::all().into_iter().map(Fault::Fact).collect();
    for engine in ENGINES {
        let (mutants, is_right) = engine.look(program, name, full);
        if !is_right {
            return Err(format!("{name}: {} is wrong as it is", engine.name()));
        }
        faults.extend(mutants.into_iter().map(|it| Fault::Mutant(engine, it)));
    }
    Ok(faults)
}

fn kills(program: &Program, name: &str, full: &Seen, fault: &Fault) -> bool {
    match fault {
        Fault::Mutant(engine, mutant) => engine.kills(program, name, full, mutant),
        Fault::Fact(fact) => misses(program, name, full, *fact),
    }
}

/// Whether what is found is written down.
fn blesses() -> bool {
    std::env::var_os("BLESS").is_some()
}

fn is_equivalent(equivalents: &[Equivalent], fault: &Fault) -> bool {
    equivalents.iter().any(|it| it.has(fault))
}

#[test]
fn every_mutant_is_killed_or_argued_about() {
    let (killers, equivalents) = (killers(), equivalents());
    let paths: Vec<PathBuf> = killers.iter().map(|it| it.path.clone()).collect();
    let compiled = compile_into(&jdk(), &paths, &[], &work("mutants-killers"));
    let compiled = compiled.unwrap_or_else(|error| panic!("{error}"));
    let classes = ClassPath::new(&[compiled.classes], Some(jdk())).expect("a class path");
    let program = machine::program(classes);
    let mut wrong = Vec::new();
    let (mut killed, mut all) = (BTreeSet::new(), BTreeSet::new());
    if blesses() {
        let known = killers.iter().flat_map(|it| &it.kills);
        killed.extend(known.map(ToString::to_string));
    }
    for killer in &killers {
        let full = Seen::of(&program, &killer.name, RECORDED_STATES);
        let full = full.or_else(|| Seen::by_lazy_search(&program, &killer.name));
        let full = full.unwrap_or_else(|| panic!("{} is too large", killer.name));
        let faults = faults(&program, &killer.name, &full);
        let faults = faults.unwrap_or_else(|wrong| panic!("{wrong}"));
        all.extend(faults.iter().map(ToString::to_string));
        if blesses() {
            let is_open =
                |it: &&Fault| !killed.contains(&it.to_string()) && !is_equivalent(&equivalents, it);
            let open = faults.iter().filter(is_open);
            let new = open.filter(|it| kills(&program, &killer.name, &full, it));
            let new: Vec<Fault> = new.cloned().collect();
            killed.extend(new.iter().map(ToString::to_string));
            println!("{}: {} more", killer.name, new.len());
            add(&killer.path, &new);
        }
        for fault in &killer.kills {
            killed.insert(fault.to_string());
            if is_equivalent(&equivalents, fault) {
                wrong.push(format!("{fault}: listed as equivalent, and killed"));
            }
            if !kills(&program, &killer.name, &full, fault) {
                wrong.push(format!("{fault}: not killed by {}", killer.name));
            }
        }
    }
    if blesses() {
        return;
    }
    for fault in &all {
        if !killed.contains(fault) && !is_equivalent(&equivalents, &Fault::read(fault)) {
            wrong.push(format!("{fault}: neither killed nor argued about"));
        }
    }
    for equivalent in &equivalents {
        if equivalent.reason.is_empty() {
            wrong.push(format!("{}: no reason", equivalent.pattern));
        }
        if !all.iter().any(|it| equivalent.has(&Fault::read(it))) {
            wrong.push(format!("{}: there is no such thing", equivalent.pattern));
        }
    }
    println!("{} of {} killed", killed.len(), all.len());
    assert!(
        wrong.is_empty(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What generated programs kill.
#[derive(Default)]
struct Hunt {
    /// By mutant: the first program that kills it.
    killed: BTreeMap<String, String>,
    /// How often the others were tried.
    alive: BTreeMap<String, usize>,
    searches: usize,
    /// What is wrong as it is.
    wrong: Vec<String>,
}

impl Hunt {
    /// Tries what is alive in a program; gives what it kills.
    fn go(&mut self, program: &Program, name: &str, skip: &dyn Fn(&Fault) -> bool) -> Vec<Fault> {
        let Some(full) = Seen::of(program, name, STATES) else {
            return Vec::new();
        };
        let mut found = Vec::new();
        let faults = faults(program, name, &full).unwrap_or_else(|wrong| {
            self.wrong.push(wrong);
            Vec::new()
        });
        for fault in faults {
            let text = fault.to_string();
            if self.killed.contains_key(&text) || skip(&fault) {
                continue;
            }
            self.searches += 1;
            if kills(program, name, &full, &fault) {
                self.alive.remove(&text);
                self.killed.insert(text, name.to_owned());
                found.push(fault);
            } else {
                *self.alive.entry(text).or_default() += 1;
            }
        }
        found
    }
}

/// How many generated programs must be enough to find what was once wrong; more are not tried.
const ENOUGH: u64 = 1000;

/// What was once wrong in searches, as mutants.
const ONCE: [&str; 16] = [
    // Whether a thread lives, asked after it has signalled.
    "lazy not: Observe reads Ended",
    "layers not: Observe reads Ended",
    // What is asked or done of a thread that another is about to start.
    "lazy not: Observe reads Started",
    "layers not: Observe reads Started",
    "lazy not: Unpark reads Started",
    "layers not: Unpark reads Started",
    "lazy not: Interrupt reads Started",
    "layers not: Interrupt reads Started",
    "lazy not: Start writes Started",
    // Who initialises a class, and what it sees.
    "lazy not: Initialize writes Class",
    "layers not: Initialize writes Class",
    "lazy not: use of a class reads Class",
    "layers not: use of a class reads Class",
    // Final fields that are written by reflection; numbers of threads; the console.
    "unlearned Finals",
    "unlearned Noticed(Numbers)",
    "unlearned Noticed(Console)",
];

/// The programs to try.
fn generated() -> Vec<PlatformProgram> {
    let (first, count) = (number("ORACLE_SEED", 1), number("ORACLE_PROGRAMS", 0));
    let count = count.min(ENOUGH);
    let facets = std::env::var("ORACLE_ABOUT").unwrap_or_default();
    let facets: Vec<&str> = facets.split(',').filter(|it| !it.is_empty()).collect();
    let version = jdk().version();
    let program = |seed: u64| match facets[..] {
        [] => PlatformProgram::generate(seed, version),
        _ => PlatformProgram::about(facets[seed as usize % facets.len()], seed, version),
    };
    (first..first + count).map(program).collect()
}

#[test]
fn generated_programs_kill_mutants() {
    let programs = generated();
    if programs.is_empty() {
        return;
    }
    let (equivalents, start) = (equivalents(), Instant::now());
    let known = killers();
    let known = known.iter().flat_map(|it| &it.kills);
    let known: BTreeSet<String> = known.map(ToString::to_string).collect();
    let bench = Bench::new(&jdk(), work(&format!("mutants-{}", std::process::id())));
    let loaded = bench.compile(&programs, "all");
    let only_once = std::env::var_os("ORACLE_ONCE").is_some();
    let mut hunt = Hunt::default();
    for (turn, program) in programs.iter().enumerate() {
        let skip = |fault: &Fault| {
            let text = fault.to_string();
            (turn % RARELY != 0 && is_equivalent(&equivalents, fault))
                || (blesses() && known.contains(&text))
                || (only_once && !ONCE.contains(&&*text))
        };
        let mut killed = hunt.go(&loaded, &program.name, &skip);
        for fault in &killed {
            println!("{turn} {:?} kills {fault}", program.facets());
        }
        while blesses() && !killed.is_empty() {
            let recorded = record(&bench, program, &killed);
            let before = killed.len();
            killed.retain(|it| !recorded.contains(it));
            assert!(killed.len() < before, "{} kills nothing", program.name);
        }
        if turn % 50 == 0 {
            let (killed, alive) = (hunt.killed.len(), hunt.alive.len());
            let searches = hunt.searches;
            println!(
                "{turn}: {killed} killed, {alive} alive, {searches} searches, {:.0?}",
                start.elapsed()
            );
        }
    }
    let mut wrong = std::mem::take(&mut hunt.wrong);
    for fault in hunt.killed.keys().chain(hunt.alive.keys()) {
        let argued = is_equivalent(&equivalents, &Fault::read(fault));
        if argued && hunt.killed.contains_key(fault) {
            wrong.push(format!("{fault}: listed as equivalent, and killed"));
        }
        if !argued && !known.contains(fault) {
            wrong.push(format!("{fault}: neither killed nor argued about"));
        }
    }
    for (fault, tries) in hunt.alive.iter().filter(|(it, _)| known.contains(*it)) {
        println!("only recorded programs kill, not {tries} of these: {fault}");
    }
    if programs.len() as u64 >= ENOUGH {
        let missing = ONCE.iter().filter(|it| !hunt.killed.contains_key(**it));
        wrong.extend(missing.map(|it| format!("{it}: not killed by generated programs")));
    }
    assert!(
        wrong.is_empty() || blesses(),
        "{} wrong:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}
