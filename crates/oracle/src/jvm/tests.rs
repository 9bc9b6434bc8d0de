//! The runner, on the real JVM.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::time::Duration;

use super::{Jvm, parse};
use crate::{GeneratedProgram, Racy, Size, generate};

/// A program written by hand, as the runner wants it.
fn program(name: &str, body: &str) -> GeneratedProgram {
    let mut program = generate(0, &Size::tiny(Racy::VolatileOnly));
    program.name = name.to_string();
    program.noisy_source = format!("public class {name} {{ {body} }}");
    program
}

fn work(test: &str) -> PathBuf {
    std::env::temp_dir().join(format!("heddle-oracle-{test}-{}", std::process::id()))
}

fn outcomes(test: &str, programs: &[GeneratedProgram]) -> Vec<BTreeSet<String>> {
    let work = work(test);
    let result = Jvm::find(work.clone()).run(programs, 40, Duration::from_secs(30));
    std::fs::remove_dir_all(work).unwrap();
    result.unwrap().iter().map(super::Outcomes::set).collect()
}

fn set(outcomes: &[&str]) -> BTreeSet<String> {
    outcomes.iter().map(ToString::to_string).collect()
}

#[test]
fn outcomes_exceptions_and_deadlocks_are_told_apart() {
    let fine = program(
        "Fine",
        "public static void main(String[] args) { System.out.println(\"outcome: 1\"); }",
    );
    let thrower = program(
        "Thrower",
        "public static void main(String[] args) throws Exception {
            Thread thread = new Thread() { public void run() { throw new IllegalStateException(); } };
            thread.start();
            thread.join();
            System.out.println(\"outcome: 1\");
        }",
    );
    let fails = program(
        "Fails",
        "public static void main(String[] args) { System.out.println(1 / args.length); }",
    );
    let stuck = program(
        "Stuck",
        "public static void main(String[] args) throws Exception {
            synchronized (Stuck.class) { Stuck.class.wait(); }
        }",
    );
    let strange = program(
        "Strange",
        "public static void main(String[] args) { System.out.println(\"hello\"); }",
    );
    let sets = outcomes("kinds", &[fine, thrower, fails, stuck, strange]);
    assert_eq!(sets[0], set(&["outcome: 1"]));
    assert_eq!(sets[1], set(&["exception java.lang.IllegalStateException"]));
    assert_eq!(sets[2], set(&["exception java.lang.ArithmeticException"]));
    assert_eq!(sets[3], set(&["deadlock"]));
    assert_eq!(sets[4], set(&["strange output hello"]));
}

#[test]
fn noise_makes_threads_meet() {
    let race = program(
        "Meets",
        "static volatile int f;
        static class Adder extends Thread {
            public void run() { Noise.point(); f = Noise.pass(f) + 1; }
        }
        public static void main(String[] args) throws Exception {
            Thread first = new Adder();
            Thread second = new Adder();
            first.start();
            second.start();
            first.join();
            second.join();
            System.out.println(\"outcome: \" + f);
        }",
    );
    let work = work("noise");
    let result = Jvm::find(work.clone()).run(&[race], 2000, Duration::from_secs(60));
    std::fs::remove_dir_all(work).unwrap();
    let outcomes = result.unwrap().remove(0);
    assert_eq!(outcomes.runs(), 2000);
    assert_eq!(outcomes.set(), set(&["outcome: 1", "outcome: 2"]));
}

#[test]
fn statics_are_fresh_in_every_run() {
    let counter = program(
        "Fresh",
        "static int f;
        public static void main(String[] args) { System.out.println(\"outcome: \" + ++f); }",
    );
    assert_eq!(outcomes("fresh", &[counter]), [set(&["outcome: 1"])]);
}

#[test]
fn a_program_that_does_not_compile_is_an_error() {
    let bad = program("Bad", "int");
    let work = work("bad");
    let error = Jvm::find(work.clone())
        .run(&[bad], 1, Duration::from_secs(5))
        .unwrap_err();
    std::fs::remove_dir_all(work).unwrap();
    assert!(error.to_string().contains("Bad.java"), "{error}");
}

#[test]
fn a_missing_jdk_is_an_error() {
    let work = work("missing");
    let mut jvm = Jvm::find(work.clone());
    jvm.javac = PathBuf::from("/nowhere/javac");
    let error = jvm
        .run(&[program("Fine", "")], 1, Duration::from_secs(5))
        .unwrap_err();
    std::fs::remove_dir_all(work).unwrap();
    assert!(
        error.to_string().contains("can't run /nowhere/javac"),
        "{error}"
    );
}

#[test]
fn generated_programs_end_or_come_to_rest() {
    let programs: Vec<GeneratedProgram> = (0..20)
        .map(|seed| generate(seed, &Size::small(Racy::VolatileOnly)))
        .collect();
    for (program, outcomes) in programs.iter().zip(outcomes("generated", &programs)) {
        assert!(!outcomes.is_empty());
        for outcome in outcomes {
            let known = ["outcome: ", "deadlock", "exception "];
            assert!(
                known.iter().any(|known| outcome.starts_with(known)),
                "{outcome}\n{}",
                program.source
            );
        }
    }
}

#[test]
fn what_the_harness_prints_is_checked() {
    let programs = [program("A", ""), program("B", "")];
    let good = parse(
        "program A\n3 outcome: x y\n1 deadlock\nprogram B\n",
        &programs,
    )
    .unwrap();
    assert_eq!(good[0].runs(), 4);
    assert_eq!(good[0].set(), set(&["outcome: x y", "deadlock"]));
    assert!(good[1].counts.is_empty());
    assert!(parse("program A\n", &programs).is_err());
    assert!(parse("3 outcome\n", &programs).is_err());
    assert!(parse("program A\nmany outcomes\nprogram B\n", &programs).is_err());
}
