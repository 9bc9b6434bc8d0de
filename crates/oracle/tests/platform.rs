//! Programs of the second generator: every search sees the same outcomes, deadlocks, exceptions and races
//! as the one that leaves nothing out, and what the JVM shows is among them.
//!
//! `ORACLE_PROGRAMS` says how many programs, `ORACLE_SEED` the first seed; `ORACLE_REPORT` a directory for
//! the programs that differ, made smaller; `ORACLE_ABOUT` a facet that each program has.

#[path = "common/collector.rs"]
mod collector;
mod common;
#[path = "platform/differ.rs"]
mod differ;

use std::collections::{BTreeMap, BTreeSet};

use oracle::PlatformProgram;

use common::{number, work};
use differ::{Difference, Judge, Judged};

fn generated(first: u64, count: u64, jdk: u32) -> Vec<PlatformProgram> {
    let about = std::env::var("ORACLE_ABOUT").ok();
    (first..first + count)
        .map(|seed| match &about {
            Some(facet) => PlatformProgram::about(facet, seed, jdk),
            None => PlatformProgram::generate(seed, jdk),
        })
        .collect()
}

#[test]
fn searches_agree() {
    let count = number("ORACLE_PROGRAMS", 200);
    let programs = generated(number("ORACLE_SEED", 1), count, differ::version());
    let judge = Judge::new(work("platform"));
    let mut compared: BTreeMap<&str, usize> = BTreeMap::new();
    let mut wrong: Vec<Difference> = Vec::new();
    let (mut large, mut unknown) = (0, BTreeSet::new());
    for (program, judged) in programs.iter().zip(judge.all(&programs)) {
        match judged {
            Judged::TooLarge => {
                println!("too large: {} {:?}", program.name, program.facets());
                large += 1;
            }
            Judged::Unknown(reason) => {
                unknown.insert(reason);
            }
            Judged::Same(_) => {}
            Judged::Different(difference) => wrong.push(difference),
        }
        for facet in program.facets() {
            *compared.entry(facet).or_default() += 1;
        }
    }
    println!(
        "{} programs, {large} too large, {} different",
        programs.len(),
        wrong.len()
    );
    println!("unknown: {unknown:#?}");
    let reports: Vec<String> = wrong.iter().map(ToString::to_string).collect();
    assert!(wrong.is_empty(), "{}", reports.join("\n"));
    assert!(large * 10 < programs.len(), "{large} are too large");
}
