//! Races against vector clocks, on small programs made from a seed: with variable handles in all modes,
//! `lazySet`, fences, final fields, starts and joins, volatile fields, locks and atomics.
//!
//! The oracle knows nothing of Java: it runs the tree of the program in every interleaving, each run with
//! vector clocks, and has a race where two conflicting accesses are unordered. Heddle has one where a state
//! shows it, or, in programs that use weak modes, where its second search says that only these keep two
//! accesses apart. For the others the state test has to be exact.
//!
//! `ORDERING_PROGRAMS` says how many programs (120 unless told), `ORDERING_SEED` the first seed.

#![expect(clippy::print_stdout, reason = "a long test says how far it is")]

#[path = "ordering/clocks.rs"]
mod clocks;
#[path = "common/collector.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod collector;
mod common;
#[path = "ordering/make.rs"]
mod make;

use explore::java::ordered::hidden_races;
use explore::{Plan, Silent, Verdict, explore};
use program::Program;
use property::FindingKind;

use collector::booted;
use common::{compiled, number, work};

/// What Heddle says: whether a state shows a race, and whether weak modes hide one.
fn races(program: &Program, name: &str) -> (bool, bool, bool) {
    let mut java = booted(program, name, false);
    let outcome = explore(&mut java, &Plan::default(), &mut Silent);
    let is_race = match &outcome.verdict {
        Verdict::Violated(found) => found.iter().any(|it| it.finding.kind == FindingKind::Race),
        _ => false,
    };
    let heeds = java.machine().heeds_modes();
    if is_race || !heeds {
        return (is_race, false, heeds);
    }
    let hidden = hidden_races(&mut booted(program, name, false), 1_000_000, &|| false);
    assert!(hidden.complete, "{name} is small");
    (false, !hidden.races.is_empty(), heeds)
}

#[test]
fn races_agree_with_vector_clocks() {
    let count = number("ORDERING_PROGRAMS", 120);
    let first = number("ORDERING_SEED", 1);
    let made: Vec<make::Made> = (first..first + count).map(make::made).collect();
    let sources: Vec<(&str, &str)> = made.iter().map(|it| (&*it.name, &*it.source)).collect();
    let program = compiled(&[], &sources, &work("ordering"));
    let (mut shown, mut hidden, mut none, mut wrong) = (0, 0, 0, Vec::new());
    for it in &made {
        let expected = clocks::has_race(&it.threads);
        let (is_shown, is_hidden, heeds) = races(&program, &it.name);
        shown += u64::from(is_shown);
        hidden += u64::from(is_hidden);
        none += u64::from(!expected);
        if expected != (is_shown || is_hidden) {
            wrong.push(format!(
                "{}: vector clocks {expected}, a state {is_shown}, hidden {is_hidden}, heeds modes \
                 {heeds}\n{}",
                it.name, it.source
            ));
        }
    }
    println!("{count} programs: {shown} with a race in a state, {hidden} hidden, {none} without");
    assert!(
        wrong.is_empty(),
        "{} of {count} differ:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
    assert!(
        shown * 10 > count && hidden * 20 > count && none * 8 > count,
        "some programs of each sort: {shown}, {hidden}, {none} of {count}"
    );
}
