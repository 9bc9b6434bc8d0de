//! Programs of the second generator: every search sees the same outcomes, deadlocks, exceptions and races
//! as the one that leaves nothing out, and what the JVM shows is among them.
//!
//! `ORACLE_PROGRAMS` says how many programs, `ORACLE_SEED` the first seed; `ORACLE_REPORT` a directory for
//! the programs of which something is wrong, made smaller; `ORACLE_ABOUT` a facet that each program has;
//! `ORACLE_ONE_JDK` leaves out the newer one; `ORACLE_RUNS` how often each is run on the JVM.

#[path = "platform/bench.rs"]
mod bench;
#[path = "common/collector.rs"]
mod collector;
mod common;
#[path = "platform/differ.rs"]
mod differ;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use classpath::Jdk;
use oracle::PlatformProgram;

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

fn generated(first: u64, count: u64, jdk: u32) -> Vec<PlatformProgram> {
    let about = std::env::var("ORACLE_ABOUT").ok();
    (first..first + count)
        .map(|seed| match &about {
            Some(facet) => PlatformProgram::about(facet, seed, jdk),
            None => PlatformProgram::generate(seed, jdk),
        })
        .collect()
}

/// What came of the programs together.
#[derive(Default)]
struct Tally {
    programs: usize,
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
            Judged::Compared(..) => {
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
            "{} programs in {:.0?}, {} too large, {} unknown, {} wrong; the slowest: {:.1?}",
            self.programs,
            self.time,
            self.large.len(),
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
    }
}

#[test]
fn searches_agree() {
    let mut tally = Tally::default();
    for (number_of, jdk) in jdks().iter().enumerate() {
        let count = number("ORACLE_PROGRAMS", 200) / (1 + 2 * number_of as u64);
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
}

#[test]
fn steps_do_what_their_footprints_say() {
    let (mut wrong, mut steps, mut pairs) = (Vec::new(), 0, 0);
    let states = number("AUDIT_STATES", 80) as usize;
    for jdk in jdks() {
        let count = number("ORACLE_PROGRAMS", 200) / 2;
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
    compare_with_jvm(false, 2, 500_000);
}

#[test]
fn output_and_exit_of_the_jvm_are_seen() {
    compare_with_jvm(true, 2, 700_000);
}

/// Compares so large a part of the programs, with runs that have a JVM of their own or share one.
fn compare_with_jvm(alone: bool, part: u64, offset: u64) {
    let mut tally = Tally::default();
    let runs = number("ORACLE_RUNS", 100);
    for jdk in jdks() {
        let count = number("ORACLE_PROGRAMS", 200) / part;
        let mut programs = generated(number("ORACLE_SEED", 1) + offset, count, jdk.version());
        programs.retain(|it| it.fits_jvm() && it.needs_process() == alone);
        let bench = Bench::new(&jdk, own_work(if alone { "alone" } else { "jvm" }, &jdk));
        let loaded = bench.compile(&programs, "all");
        let (mut known, mut seen) = (Vec::new(), Vec::new());
        for program in &programs {
            let judged = differ::judge(&loaded, &program.name, &[]);
            tally.note(program, &judged);
            if let Judged::Compared(outcomes, _) = judged {
                known.push(program.clone());
                seen.push(outcomes);
            }
        }
        let each = Duration::from_millis(runs * 5);
        let budget = each * u32::try_from(known.len()).expect("few programs");
        let unseen = bench.unseen(&known, &seen, (runs as u32, budget));
        let wrong = unseen.into_iter().flatten();
        tally.wrong.extend(wrong.map(|it| bench.only_on_jvm(it)));
    }
    tally.assert_fine();
}
