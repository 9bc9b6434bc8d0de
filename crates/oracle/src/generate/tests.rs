//! What must be true of every generated program.

mod guards;

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{Content, Program};
use crate::{Jvm, Racy, Size, Theme, Weights, generate};

fn sizes() -> Vec<Size> {
    vec![
        Size::tiny(Racy::Plain),
        Size::small(Racy::Plain),
        Size::small(Racy::VolatileOnly),
        Size::large(Racy::VolatileOnly),
    ]
}

#[test]
fn the_same_seed_gives_the_same_program() {
    for size in sizes() {
        for seed in 0..20 {
            assert_eq!(generate(seed, &size), generate(seed, &size));
        }
    }
}

/// Pins the generator: a change here means that every seed means something else.
#[test]
fn a_known_seed_gives_a_known_program() {
    let program = generate(1, &Size::tiny(Racy::VolatileOnly));
    let expected = include_str!("../../resources/G1.java");
    assert_eq!(program.source, expected);
}

#[test]
fn distinct_seeds_give_distinct_programs() {
    let size = Size::small(Racy::VolatileOnly);
    let mut sources = BTreeSet::new();
    for seed in 0..1000 {
        let program = generate(seed, &size);
        sources.insert(program.source.replace(&program.name, "G"));
    }
    assert!(
        sources.len() > 990,
        "only {} of 1000 programs differ",
        sources.len()
    );
}

#[test]
fn three_hundred_programs_compile() {
    let mut programs = Vec::new();
    let sizes = sizes();
    for seed in 0..300 {
        programs.push(generate(seed, &sizes[seed as usize % sizes.len()]));
    }
    let work = std::env::temp_dir().join(format!("heddle-oracle-compile-{}", std::process::id()));
    let jvm = Jvm::find(work.clone());
    let noisy = jvm.compile(&programs);
    for program in &mut programs {
        program.noisy_source.clone_from(&program.source);
    }
    let plain = jvm.compile(&programs);
    std::fs::remove_dir_all(work).unwrap();
    noisy.unwrap();
    plain.unwrap();
}

#[test]
fn every_thread_has_something_to_do() {
    let size = Size::small(Racy::VolatileOnly);
    let idle = (0..500)
        .filter(|&seed| generate(seed, &size).tree.threads.iter().any(Vec::is_empty))
        .count();
    assert!(idle < 10, "{idle} of 500 programs have an idle thread");
}

#[test]
fn without_races_arrays_and_collections_are_guarded() {
    for seed in 0..500 {
        let program = generate(seed, &Size::large(Racy::VolatileOnly));
        assert!(program.tree.volatile_nodes);
        for variable in &program.tree.variables {
            let needs_guard = matches!(
                variable.content,
                Content::Array { .. } | Content::List | Content::Deque
            );
            assert!(
                !needs_guard || variable.guard.is_some(),
                "{}",
                program.source
            );
        }
    }
}

#[test]
fn weights_choose_the_themes() {
    let mut size = Size::small(Racy::VolatileOnly);
    size.weights = Weights::only(&[Theme::Counter, Theme::Park]);
    let mut seen = BTreeSet::new();
    for seed in 0..50 {
        seen.extend(generate(seed, &size).themes);
    }
    assert_eq!(seen, BTreeSet::from([Theme::Counter, Theme::Park]));
}

#[test]
fn without_races_every_access_is_under_its_guard() {
    for seed in 0..2000 {
        let program = generate(seed, &Size::large(Racy::VolatileOnly));
        if let Err(message) = guards::check(&program.tree) {
            panic!("{message}\n{}", program.source);
        }
    }
}

/// Every word of Java that programs should contain, and how many of 1000 do.
#[test]
#[expect(
    clippy::print_stdout,
    reason = "the histogram is for whoever tunes the weights"
)]
fn features_are_spread() {
    let words = [
        "synchronized (",
        "static synchronized",
        ".wait();",
        ".notify();",
        ".notifyAll();",
        "volatile",
        "incrementAndGet",
        "compareAndSet",
        "AtomicReference",
        "ArrayList",
        "ArrayDeque",
        "new int[",
        "throw new",
        "} finally {",
        "} catch (RuntimeException",
        ".lock();",
        ".tryLock()",
        "park();",
        ".interrupt();",
        "Thread.interrupted()",
        "for (int x",
        "do {",
        " / ",
        ".next = ",
        "long f",
        "CELL.",
        "null;",
    ];
    let mut histogram: BTreeMap<&str, usize> = BTreeMap::new();
    let mut themes: BTreeMap<Theme, usize> = BTreeMap::new();
    let mut main_works = 0;
    for seed in 0..1000 {
        let racy = if seed % 2 == 0 {
            Racy::Plain
        } else {
            Racy::VolatileOnly
        };
        let program = generate(seed, &Size::small(racy));
        for word in words {
            *histogram.entry(word).or_default() += usize::from(program.source.contains(word));
        }
        for &theme in &program.themes {
            *themes.entry(theme).or_default() += 1;
        }
        main_works += usize::from(has_work(&program.tree));
    }
    for (word, count) in &histogram {
        println!("{count:5} {word}");
    }
    for (theme, count) in &themes {
        println!("{count:5} {theme:?}");
    }
    println!("{main_works:5} main works");
    for word in words {
        assert!(
            histogram[word] >= 10,
            "only {} of 1000 programs have {word:?}",
            histogram[word]
        );
    }
    assert_eq!(themes.len(), Theme::ALL.len());
    assert!(main_works > 100);
}

fn has_work(program: &Program) -> bool {
    !program.main.is_empty()
}
