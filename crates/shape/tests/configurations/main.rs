//! Configurations of programs with any number of threads.

mod programs;

use shape::configuration::compile::{Compiled, compile};
use shape::configuration::explore::{Exploration, Limits, explore};
use shape::configuration::model::Model;
use shape::configuration::property::{self, Property};
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

fn run(name: &str, model: &Model, properties: impl Fn(&Compiled) -> Vec<Property>) -> Exploration {
    let compiled = compile(model).unwrap_or_else(|it| panic!("{name}: {it}"));
    let limits = Limits { configurations: 20_000, ..Limits::default() };
    let begin = std::time::Instant::now();
    let found = explore(&compiled, &properties(&compiled), limits);
    eprintln!("{name}: {} configurations, {} transitions, {:?}, {:?}, complete {}",
        found.count(), found.transitions, found.counts, begin.elapsed(), found.complete);
    for alarm in &found.alarms {
        eprintln!("   {} {}", if alarm.definite {""} else {"maybe"}, alarm.message);
    }
    if std::env::var("SHOW").is_ok() { eprintln!("{}", told(&compiled, &found)); }
    found
}

#[test]
fn mutex() {
    for broken in [false, true] {
        let model = programs::mutex(broken);
        run("mutex", &model, |it| vec![property::mutual_exclusion(&model, it, &[(0, 1)])]);
    }
}

#[test]
fn swap() {
    for (ordered, many) in [(false, false), (true, false), (false, true), (true, true)] {
        let model = programs::swap(ordered, many);
        run(&format!("swap {ordered} {many}"), &model, |it| {
            let mut all = property::races(&model, it);
            all.push(property::total_deadlock(&model, it));
            all.extend(property::resource_order(&model, it));
            all
        });
    }
}

#[test]
fn philosophers() {
    for ordered in [false, true] {
        let model = programs::philosophers(ordered);
        run(&format!("philosophers {ordered}"), &model, |it| {
            let mut all = property::races(&model, it);
            all.extend(property::resource_order(&model, it));
            all
        });
    }
}

#[test]
fn nested() {
    for (broken, many) in [(false, false), (true, false), (false, true), (true, true)] {
        let (model, inner) = programs::nested_monitors(broken, many);
        run(&format!("nested {broken} {many}"), &model, |it| {
            vec![property::nested_monitor(it, &[inner])]
        });
    }
}

#[test]
fn stack() {
    for (safe, many) in [(false, false), (true, false)] {
        let model = programs::stack(safe, many);
        run(&format!("stack {safe} {many}"), &model, |it| property::races(&model, it));
    }
}

#[test]
fn queue() {
    for (safe, approvers, many) in [(true, false, false), (false, false, false), (true, true, false)] {
        let model = programs::queue(safe, approvers, many);
        run(&format!("queue {safe} {approvers} {many}"), &model, |it| property::races(&model, it));
    }
}

#[test]
fn two_lock_queue() {
    for (broken, many) in [(false, false), (true, false)] {
        let model = programs::two_lock_queue(broken, many);
        run(&format!("two locks {broken} {many}"), &model, |it| property::races(&model, it));
    }
}
