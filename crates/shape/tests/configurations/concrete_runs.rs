//! Every configuration that a concrete run reaches is in an abstract one.
//!
//! Concrete runs are made from a model with two or three of each summary, by the plain meaning of actions that
//! `tests/soundness/concrete.rs` has.

use super::{concrete, programs, views};
use shape::configuration::compile::{Compiled, compile, compile_for};
use shape::configuration::explore::{Limits, explore};
use shape::configuration::model::{Fact, Initial, Model};
use shape::configuration::view;
use shape::logic::embedding::embeds;
use shape::logic::formula::Symbol;
use shape::logic::join::JoinKind;
use shape::logic::kleene::Kleene;
use shape::logic::structure::Structure;
use std::collections::VecDeque;
use std::time::{Duration, Instant};

/// The initial configuration with `copies` of each summary. What may be so is so for one target, the next for
/// each copy.
fn concretised(initial: &Initial, copies: usize) -> Initial {
    let mut result = Initial::default();
    let mut numbers: Vec<Vec<usize>> = Vec::new();
    for individual in &initial.individuals {
        let mut own = Vec::new();
        for _ in 0..if individual.many { copies } else { 1 } {
            own.push(result.individuals.len());
            let mut single = individual.clone();
            single.many = false;
            result.individuals.push(single);
        }
        numbers.push(own);
    }
    let mut turn = 0;
    for fact in &initial.facts {
        let mut each = |from: usize, to: usize, make: &dyn Fn(usize, usize) -> Fact| {
            let targets = &numbers[to];
            for (place, source) in numbers[from].iter().enumerate() {
                result
                    .facts
                    .push(make(*source, targets[(place + turn) % targets.len()]));
            }
            turn += 1;
        };
        match fact.clone() {
            Fact::Local(r, v, t, o) | Fact::MayLocal(r, v, t, o) => {
                each(t, o, &|t, o| Fact::Local(r, v, t, o));
            }
            Fact::Field(f, a, b) | Fact::MayField(f, a, b) => {
                each(a, b, &|a, b| Fact::Field(f, a, b));
            }
            Fact::Static(..) | Fact::Flag(..) | Fact::Known(..) => {}
        }
    }
    result
}

/// All concrete configurations up to `most`, in which every thread has yielded.
fn runs(compiled: &Compiled, start: Structure, most: usize) -> Vec<Structure> {
    let mut seen = vec![start.clone()];
    let mut reached = Vec::new();
    let mut todo = VecDeque::from([start]);
    while let Some(structure) = todo.pop_front() {
        let mover = structure.unary(compiled.running).may;
        if mover == 0 {
            reached.push(structure.clone());
            if reached.len() >= most {
                break;
            }
        }
        for step in compiled.steps.iter().flatten().flatten() {
            let results = concrete::apply(&compiled.vocabulary, &structure, &step.action);
            for mut any in results.structures {
                // The last alternative has all garbage removed.
                let next = any.pop().expect("an action keeps what is always true");
                if !seen.contains(&next) {
                    seen.push(next.clone());
                    todo.push_back(next);
                }
            }
        }
    }
    reached
}

/// The first configuration with `copies` of each summary.
fn started(name: &str, model: &Model, compiled: &Compiled, copies: usize) -> Structure {
    let mut concrete_model = model.clone();
    concrete_model.initial = vec![concretised(&model.initial[0], copies)];
    let watched = compiled.views.as_ref().map_or(0, |it| it.subjects.len());
    let mut start = compile_for(&concrete_model, watched)
        .unwrap()
        .initial
        .remove(0);
    if let Some(less) = compiled.less {
        let count = start.count();
        for pair in (0..count * count).map(|it| [it / count, it % count]) {
            start.set(Symbol::Binary(less), &pair, Kleene::from(pair[0] < pair[1]));
        }
        concrete::define(&compiled.vocabulary, &mut start);
    }
    assert!(
        start.is_concrete() && concrete::is_legal(&compiled.vocabulary, &start),
        "{name}"
    );
    start
}

fn covered(name: &str, model: &Model, copies: usize, most: usize) -> usize {
    let compiled = compile(model).unwrap();
    let start = started(name, model, &compiled, copies);
    let concretes = runs(&compiled, start, most);
    // If newcomers go first, configurations in which one has still to are left out, and no others.
    let is_newcomer = |concrete: &Structure| {
        let first = compiled.at.iter().zip(&compiled.begins_silently);
        first
            .filter(|it| *it.1)
            .any(|it| concrete.unary(it.0[0]).may != 0)
    };
    let (partial, relational) = (JoinKind::Partial, JoinKind::Relational);
    for (join, newcomers_first) in [(partial, false), (relational, false), (partial, true)] {
        let limits = Limits {
            configurations: 3_000,
            join,
            newcomers_first,
            ..Limits::default()
        };
        let found = explore(&compiled, &[], limits);
        if !found.complete {
            continue;
        }
        let kept = concretes.iter();
        for concrete in kept.filter(|it| !newcomers_first || !is_newcomer(it)) {
            let all = found.configurations.structures();
            assert!(
                all.iter().any(|it| embeds(concrete, it)),
                "{name} with {copies} copies, {join:?}:\n{}",
                shape::logic::text::write_structure(&compiled.vocabulary, "lost", concrete)
            );
        }
    }
    concretes.len()
}

/// The same for views of one thread, or two.
fn seen(name: &str, model: &Model, copies: usize, watched: usize) -> usize {
    let compiled = compile_for(model, watched).unwrap();
    let start = started(name, model, &compiled, copies);
    let concretes = runs(&compiled, start, 60);
    let limits = Limits {
        configurations: 1_000,
        deadline: Some(Instant::now() + Duration::from_secs(10)),
        ..Limits::default()
    };
    let found = view::search::explore(model, &compiled, &[], limits);
    if !found.complete {
        return 0;
    }
    let lost = views::lost(&compiled, &found, concretes.iter());
    let lost =
        lost.map(|it| shape::logic::text::write_structure(&compiled.vocabulary, "lost", &it));
    assert_eq!(
        lost,
        None,
        "{name} with {copies} copies, views of {watched}:\n{}",
        lost.as_deref().unwrap_or_default()
    );
    concretes.len()
}

fn models() -> Vec<(&'static str, Model)> {
    vec![
        ("mutex", programs::mutex(false)),
        ("no mutex", programs::mutex(true)),
        ("two mutexes", programs::two_locks_for_one_region()),
        ("swap", programs::swap(false, false)),
        ("swap_ord", programs::swap(true, false)),
        ("philosophers", programs::philosophers(false)),
        ("philosophers in order", programs::philosophers(true)),
        ("nested", programs::nested_monitors(true, true).0),
        ("not nested", programs::nested_monitors(false, true).0),
        ("stack", programs::stack(false, false)),
        ("sStack", programs::stack(true, false)),
        ("prodCons", programs::queue(false, false, false)),
        ("sProdCons", programs::queue(true, false, false)),
        ("twoLockQ", programs::two_lock_queue(false, false)),
    ]
}

#[test]
fn concrete_configurations_are_among_the_views() {
    let mut total = 0;
    for (name, model) in models() {
        for (copies, watched) in [(2, 1), (3, 1), (2, 2), (3, 2)] {
            total += seen(name, &model, copies, watched);
        }
    }
    assert!(total > 1000, "only {total} concrete configurations");
}

#[test]
fn concrete_configurations_are_among_the_abstract_ones() {
    let mut total = 0;
    for (name, model) in models() {
        for copies in [2, 3] {
            total += covered(name, &model, copies, 60);
        }
    }
    assert!(total > 500, "only {total} concrete configurations");
}
