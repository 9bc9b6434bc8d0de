//! Programs of the second generator: every search sees the same outcomes, deadlocks, exceptions and races
//! as the one that leaves nothing out, and what the JVM shows is among them.
//!
//! `ORACLE_PROGRAMS` says how many programs, `ORACLE_SEED` the first seed; `ORACLE_REPORT` a directory for
//! the programs of which something is wrong, made smaller; `ORACLE_ABOUT` a facet that each program has;
//! `ORACLE_ONE_JDK` leaves out the newer one; `ORACLE_RUNS` how often each is run on the JVM.

#![expect(clippy::print_stdout, reason = "a long test says how far it is")]

#[path = "platform/bench.rs"]
mod bench;
#[expect(dead_code, reason = "other tests use the rest")]
#[path = "common/collector.rs"]
mod collector;
#[expect(dead_code, reason = "other tests use the rest")]
mod common;
#[path = "platform/differ.rs"]
mod differ;

use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::time::{Duration, Instant};

use classpath::Jdk;
use oracle::PlatformProgram;
use oracle::platform::{Facet, facets};

use bench::{Bench, Wrong};
use common::{number, work};
use differ::Judged;

/// How many programs are compiled at once.
const TOGETHER: usize = 400;

/// The JDK that is found by itself, and a newer one if it is installed.
fn jdks() -> Vec<Jdk> {
    let first = Jdk::find(None).expect("a JDK");
    let newer = Jdk::installed().pop();
    let newer = newer.filter(|jdk| jdk.version() > first.version());
    let newer = newer.filter(|_| std::env::var_os("ORACLE_ONE_JDK").is_none());
    std::iter::once(first).chain(newer).collect()
}

/// A directory to work in that no other process has.
fn own_work(name: &str, jdk: &Jdk) -> PathBuf {
    work(&format!(
        "platform-{name}-{}-{}",
        jdk.version(),
        std::process::id()
    ))
}

/// The programs of these seeds. Where the JDK is newer, each second one is about something that only it
/// has.
fn generated(first: u64, count: u64, jdk: u32) -> Vec<PlatformProgram> {
    if let Ok(facet) = std::env::var("ORACLE_ABOUT") {
        return about(&[&facet], first, count, jdk);
    }
    let newer: Vec<&str> = named(|it| it.jdk > 17 && it.jdk <= jdk);
    match newer.is_empty() {
        true => (first..first + count)
            .map(|seed| PlatformProgram::generate(seed, jdk))
            .collect(),
        false => {
            let mut programs = about(&newer, first, count / 2, jdk);
            let rest = first + count / 2..first + count;
            programs.extend(rest.map(|seed| PlatformProgram::generate(seed, jdk)));
            programs
        }
    }
}

/// The programs of these seeds, each about one of the facets, by turns.
fn about(facets: &[&str], first: u64, count: u64, jdk: u32) -> Vec<PlatformProgram> {
    let turn = |seed: u64| facets[seed as usize % facets.len()];
    (first..first + count)
        .map(|seed| PlatformProgram::about(turn(seed), seed, jdk))
        .collect()
}

/// The facets that are so.
fn named(is: impl Fn(&Facet) -> bool) -> Vec<&'static str> {
    let facets = facets().iter().filter(|it| is(it));
    facets.map(|it| it.name.as_str()).collect()
}

/// What came of the programs together.
#[derive(Default)]
struct Tally {
    programs: usize,
    /// Searches that were not compared because there was no time for them.
    late: usize,
    large: Vec<String>,
    unknown: BTreeMap<String, usize>,
    /// In how many compared programs each facet was.
    compared: BTreeMap<&'static str, usize>,
    wrong: Vec<Wrong>,
    time: Duration,
    slow: Vec<(Duration, String)>,
}

impl Tally {
    fn note(&mut self, program: &PlatformProgram, judged: &Judged) {
        self.programs += 1;
        match judged {
            Judged::TooLarge => self
                .large
                .push(format!("{} {:?}", program.name, program.facets())),
            Judged::Unknown(reason) => *self.unknown.entry(reason.clone()).or_default() += 1,
            Judged::Compared(compared) => {
                self.late += compared.late;
                for facet in program.facets() {
                    *self.compared.entry(facet).or_default() += 1;
                }
            }
        }
    }

    fn took(&mut self, program: &PlatformProgram, time: Duration) {
        self.time += time;
        self.slow
            .push((time, format!("{} {:?}", program.name, program.facets())));
        self.slow.sort_by(|one, other| other.cmp(one));
        self.slow.truncate(5);
    }

    /// Says how far it is.
    fn tell(&self) {
        println!(
            "{} programs in {:.0?}, {} too large, {} searches too long, {} unknown, {} wrong; the slowest: {:.1?}",
            self.programs,
            self.time,
            self.large.len(),
            self.late,
            self.unknown.values().sum::<usize>(),
            self.wrong.len(),
            self.slow
        );
    }

    fn assert_fine(&self) {
        let told: Vec<String> = self.wrong.iter().map(ToString::to_string).collect();
        let (large, programs) = (self.large.len(), self.programs);
        self.tell();
        println!("unknown: {:#?}", self.unknown);
        println!("too large: {:#?}", self.large);
        assert!(
            told.is_empty(),
            "{} wrong:\n{}",
            told.len(),
            told.join("\n")
        );
        assert!(large * 10 < programs, "{large} of {programs} are too large");
        assert!(self.late < programs, "no time for {} searches", self.late);
    }
}

#[test]
fn searches_agree() {
    let mut tally = Tally::default();
    for (number_of, jdk) in jdks().iter().enumerate() {
        let count = number("ORACLE_PROGRAMS", 60) / (1 + number_of as u64);
        let programs = generated(number("ORACLE_SEED", 1), count, jdk.version());
        let bench = Bench::new(jdk, own_work("searches", jdk));
        for some in programs.chunks(TOGETHER) {
            let loaded = bench.compile(some, "all");
            for program in some {
                let start = Instant::now();
                let (judged, wrong) = bench.judge(&loaded, program);
                tally.took(program, start.elapsed());
                tally.note(program, &judged);
                tally.wrong.extend(wrong);
            }
            tally.tell();
        }
    }
    tally.assert_fine();
    let versions: Vec<u32> = jdks().iter().map(Jdk::version).collect();
    let missing = named(|it| {
        let possible = versions.iter().any(|version| it.jdk <= *version);
        possible && !tally.compared.contains_key(it.name.as_str())
    });
    // On a machine with other work, large programs are not compared in time.
    let few = tally.programs < 1000 || std::env::var_os("ORACLE_ABOUT").is_some();
    assert!(few || missing.is_empty(), "never compared: {missing:?}");
}

/// A search of the collector's is that of the program: it passes on all that a search asks, but for what
/// only several workers do.
#[test]
fn the_collector_passes_everything_on() {
    let methods = |text: &str, begins: &dyn Fn(&str) -> String| -> BTreeSet<String> {
        let of_trait = |name: &str| {
            let (_, text) = text.split_once(&begins(name)).expect("it begins so");
            let (text, _) = text.split_once("\n}\n").expect("it ends");
            text.to_owned()
        };
        let traits = [
            "System",
            "Movement",
            "Learning",
            "Renumbering",
            "Footprints",
        ];
        let texts: Vec<String> = traits.iter().map(|it| of_trait(it)).collect();
        let names = texts.iter().flat_map(|it| it.split("\n    fn ").skip(1));
        let names = names.filter_map(|it| it.split(['(', '<']).next());
        names.map(ToOwned::to_owned).collect()
    };
    let asked = methods(include_str!("../../explore/src/system.rs"), &|it| {
        format!("pub trait {it}")
    });
    let passed = methods(include_str!("common/collector.rs"), &|it| {
        format!("impl {it} for Collector")
    });
    let workers = ["adopt", "knowledge"];
    let missing = asked.difference(&passed).map(String::as_str);
    // What is asked in place of `transition_findings` is `findings`.
    let missing: Vec<&str> = missing
        .filter(|it| !workers.contains(it) && *it != "transition_findings")
        .collect();
    assert!(missing.is_empty(), "not passed on: {missing:?}");
    assert!(asked.len() > 20, "{asked:?}");
}

/// What a search takes for granted and is wrong is noticed.
#[test]
fn a_wrong_fact_is_noticed() {
    let jdk = Jdk::find(None).expect("a JDK");
    let programs = generated(1, 250, jdk.version());
    let bench = Bench::new(&jdk, own_work("wrong", &jdk));
    let loaded = bench.compile(&programs, "all");
    for way in differ::wrong_ways() {
        let noticed = programs.iter().any(|program| {
            let judged = differ::judge(&loaded, &program.name, &[way]);
            matches!(judged, Judged::Compared(it) if !it.wrong.is_empty())
        });
        assert!(noticed, "{way:?} goes unnoticed");
    }
}

#[test]
fn steps_do_what_their_footprints_say() {
    let (mut wrong, mut steps, mut pairs) = (Vec::new(), 0, 0);
    let states = number("AUDIT_STATES", 80) as usize;
    for jdk in jdks() {
        let count = number("ORACLE_PROGRAMS", 60) / 2;
        let programs = generated(number("ORACLE_SEED", 1) + 900_000, count, jdk.version());
        let bench = Bench::new(&jdk, own_work("audit", &jdk));
        for some in programs.chunks(TOGETHER) {
            let loaded = bench.compile(some, "all");
            for program in some {
                let Ok(audit) = differ::audited(&loaded, &program.name, states) else {
                    continue;
                };
                steps += audit.steps;
                pairs += audit.pairs;
                if !audit.faults.is_empty() {
                    wrong.push(bench.faulty(program, audit.faults, states));
                }
            }
        }
    }
    let told: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    println!(
        "{steps} steps, {pairs} pairs, {} programs wrong",
        wrong.len()
    );
    assert!(
        told.is_empty(),
        "{} wrong:\n{}",
        told.len(),
        told.join("\n")
    );
    assert!(pairs > 1000, "only {pairs} pairs");
}

#[test]
fn outcomes_of_the_jvm_are_seen() {
    let (first, count) = (
        number("ORACLE_SEED", 1) + 500_000,
        number("ORACLE_PROGRAMS", 80),
    );
    compare_with_jvm("jvm", |jdk| {
        let mut programs = generated(first, count / 2, jdk);
        programs.retain(|it| it.fits_jvm() && !it.needs_process());
        programs
    });
}

#[test]
fn output_and_exit_of_the_jvm_are_seen() {
    let (first, count) = (
        number("ORACLE_SEED", 1) + 700_000,
        number("ORACLE_PROGRAMS", 80),
    );
    compare_with_jvm("alone", |jdk| {
        let facets = named(|it| it.process);
        let mut programs = about(&facets, first, count / 10, jdk);
        programs.retain(PlatformProgram::fits_jvm);
        programs
    });
}

/// Runs programs on each JDK, and compares what they show with what the search that leaves nothing out
/// sees.
fn compare_with_jvm(name: &str, programs: impl Fn(u32) -> Vec<PlatformProgram>) {
    let mut tally = Tally::default();
    let runs = number("ORACLE_RUNS", 100);
    for jdk in jdks() {
        let bench = Bench::new(&jdk, own_work(name, &jdk));
        for some in programs(jdk.version()).chunks(TOGETHER) {
            let loaded = bench.compile(some, "all");
            let (mut known, mut seen) = (Vec::new(), Vec::new());
            for program in some {
                let start = Instant::now();
                let judged = differ::judge(&loaded, &program.name, &[]);
                tally.took(program, start.elapsed());
                tally.note(program, &judged);
                if let Judged::Compared(compared) = judged {
                    known.push(program.clone());
                    seen.push(compared.seen);
                }
            }
            let each = Duration::from_millis(runs * 5);
            let budget = each * u32::try_from(known.len()).expect("few programs");
            let runs = u32::try_from(runs).expect("few runs");
            let unseen = bench.unseen(&known, &seen, (runs, budget));
            let wrong = unseen.into_iter().flatten();
            tally.wrong.extend(wrong.map(|it| bench.only_on_jvm(it)));
            tally.tell();
        }
    }
    tally.assert_fine();
}
