//! Configurations of programs with threads: Yahav's table 6 and variants, and that nothing concrete is missing.

#[path = "../soundness/concrete.rs"]
#[expect(dead_code, reason = "another suite lists all structures")]
mod concrete;
mod concrete_runs;
mod generated;
mod interpreter;
mod programs;
mod views;

use shape::configuration::compile::{Compiled, compile};
use shape::configuration::explore::{Exploration, Limits, explore};
use shape::configuration::model::Model;
use shape::configuration::property::{self, Kind, Property};
use shape::logic::text::write_structure;

fn told(compiled: &Compiled, found: &Exploration) -> String {
    let mut text = String::new();
    for alarm in &found.alarms {
        let certain = if alarm.definite { "" } else { "maybe " };
        text += &format!("{certain}{}: {:?}\n", alarm.message, alarm.trace);
        text += &write_structure(&compiled.vocabulary, "found", &alarm.structure);
    }
    text
}

/// Explores, and compares the number of configurations and the alarms; `~` before an alarm that is possible
/// only.
fn check(
    name: &str,
    model: &Model,
    properties: impl Fn(&Compiled) -> Vec<Property>,
    configurations: usize,
    alarms: &[&str],
) {
    let compiled = compile(model).unwrap_or_else(|it| panic!("{name}: {it}"));
    let limits = Limits {
        configurations: 20_000,
        ..Limits::default()
    };
    let found = explore(&compiled, &properties(&compiled), limits);
    let certain = |definite| if definite { "" } else { "~" };
    let messages: Vec<String> = found
        .alarms
        .iter()
        .map(|it| format!("{}{}", certain(it.definite), it.message))
        .collect();
    assert_eq!(messages, alarms, "{name}:\n{}", told(&compiled, &found));
    assert_eq!(found.count(), configurations, "{name}");
    assert!(found.complete, "{name}");
    let counts = found.counts;
    assert_eq!(
        (counts.repaired, counts.emptied, counts.widened),
        (0, 0, 0),
        "{name}"
    );
    for alarm in &found.alarms {
        assert!(!alarm.trace.is_empty(), "{name}: no trace");
    }
}

#[test]
fn mutex_for_any_number_of_threads() {
    let region = |model: &Model, compiled: &Compiled| {
        vec![property::mutual_exclusion(model, compiled, &[(0, 1)])]
    };
    let model = programs::mutex(false);
    check("mutex", &model, |it| region(&model, it), 2, &[]);
    let model = programs::mutex(true);
    check(
        "no mutex",
        &model,
        |it| region(&model, it),
        9,
        &["~two threads are in the region"],
    );
    let model = programs::two_locks_for_one_region();
    let alarms = ["two threads are in the region"];
    check("two mutexes", &model, |it| region(&model, it), 1, &alarms);
}

fn swap_properties(model: &Model, compiled: &Compiled) -> Vec<Property> {
    let mut all = property::races(model, compiled);
    all.push(property::total_deadlock(model, compiled));
    all.push(property::cyclic_wait(model, compiled));
    all
}

#[test]
fn swap_by_two_threads() {
    let model = programs::swap(false, false);
    let alarms = ["total deadlock", "cyclic wait"];
    check(
        "swap",
        &model,
        |it| swap_properties(&model, it),
        33,
        &alarms,
    );
}

#[test]
fn swap_in_order_by_two_threads() {
    let model = programs::swap(true, false);
    let all = |compiled: &Compiled| {
        let mut all = swap_properties(&model, compiled);
        all.extend(property::resource_order(&model, compiled));
        all
    };
    check("swap_ord", &model, all, 100, &[]);
}

#[test]
fn philosophers_for_any_number() {
    let order = |model: &Model, compiled: &Compiled| {
        let mut all = property::races(model, compiled);
        all.extend(property::resource_order(model, compiled));
        all
    };
    let model = programs::philosophers(true);
    check(
        "philosophers in order",
        &model,
        |it| order(&model, it),
        55,
        &[],
    );
    let model = programs::philosophers(false);
    let alarms = ["~a monitor is taken out of order"];
    check("philosophers", &model, |it| order(&model, it), 5, &alarms);
}

#[test]
fn nested_monitors() {
    let alarms = ["a thread waits inside a monitor that it holds"];
    for (many, broken_count, count) in [(false, 10, 17), (true, 39, 351)] {
        let (model, inner) = programs::nested_monitors(true, many);
        let nested = |it: &Compiled| vec![property::nested_monitor(it, &[inner])];
        check("nested", &model, nested, broken_count, &alarms);
        let (model, _) = programs::nested_monitors(false, many);
        let all = |it: &Compiled| {
            let mut all = nested(it);
            all.extend(property::races(&model, it));
            all
        };
        check("not nested", &model, all, count, &[]);
    }
}

#[test]
fn stacks() {
    let model = programs::stack(false, false);
    let alarms = ["read-write race of lines 4 and 1"];
    check(
        "stack",
        &model,
        |it| property::races(&model, it),
        4,
        &alarms,
    );
    let model = programs::stack(true, false);
    check("sStack", &model, |it| property::races(&model, it), 85, &[]);
}

#[test]
fn queues() {
    let model = programs::queue(false, false, false);
    let alarms = ["read-write race of lines 5 and 2"];
    check(
        "prodCons",
        &model,
        |it| property::races(&model, it),
        4,
        &alarms,
    );
    let model = programs::queue(true, false, false);
    check(
        "sProdCons",
        &model,
        |it| property::races(&model, it),
        176,
        &[],
    );
    let model = programs::queue(true, true, false);
    check(
        "running example",
        &model,
        |it| property::races(&model, it),
        576,
        &[],
    );
}

#[test]
fn queue_with_two_locks() {
    let writes = |model: &Model, compiled: &Compiled| {
        let races = property::races(model, compiled).into_iter();
        races
            .filter(|it| it.kind == Kind::WriteWrite)
            .collect::<Vec<_>>()
    };
    let model = programs::two_lock_queue(false, false);
    check("twoLockQ", &model, |it| writes(&model, it), 772, &[]);
    // A consumer reads `head.next` while a producer writes `tail.next`, and they may be the same.
    let alarms = ["read-write race of lines 7 and 4"];
    check(
        "twoLockQ races",
        &model,
        |it| property::races(&model, it),
        772,
        &alarms,
    );
}

#[test]
fn what_is_done_before_an_endless_loop_is_seen() {
    let model = programs::endless_loop();
    let races = |it: &Compiled| property::races(&model, it);
    let compiled = compile(&model).unwrap();
    let found = explore(&compiled, &races(&compiled), Limits::default());
    let told = found
        .alarms
        .iter()
        .any(|it| it.message == "null dereference, line 3");
    assert!(told, "{}", self::told(&compiled, &found));
}
