//! The second generator.

use std::collections::BTreeMap;

use super::{PlatformProgram, facets};

#[test]
fn a_program_is_a_function_of_its_seed() {
    for seed in 0..50 {
        let one = PlatformProgram::generate(seed, 25);
        assert_eq!(one, PlatformProgram::generate(seed, 25));
        assert_eq!(one.source(), PlatformProgram::generate(seed, 25).source());
    }
}

#[test]
fn every_facet_is_in_many_programs() {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for seed in 0..1500 {
        for facet in PlatformProgram::generate(seed, 25).facets() {
            *counts.entry(facet).or_default() += 1;
        }
    }
    for facet in facets() {
        let count = counts.get(&*facet.name).copied().unwrap_or(0);
        assert!(count >= 5, "{} is in {count} of 1500 programs", facet.name);
    }
}

#[test]
fn nothing_of_a_newer_jdk_is_in_an_older_ones_programs() {
    let newer: Vec<&str> = facets()
        .iter()
        .filter(|it| it.jdk > 17)
        .map(|it| &*it.name)
        .collect();
    assert!(!newer.is_empty());
    for seed in 0..1000 {
        let program = PlatformProgram::generate(seed, 17);
        assert!(program.facets().iter().all(|it| !newer.contains(it)));
    }
}

#[test]
fn smaller_programs_are_smaller_and_come_to_an_end() {
    for seed in 0..100 {
        let mut program = PlatformProgram::generate(seed, 25);
        while let Some(smaller) = program.smaller().into_iter().next_back() {
            let sizes = (smaller.steps(), program.steps());
            assert!(sizes.0 < sizes.1 || smaller.threads.len() < program.threads.len());
            program = smaller;
        }
        assert!(program.steps() <= 1, "{}", program.source());
    }
}
