//! Views: Yahav's programs by what one or two threads know, and that no concrete configuration is missing.
//!
//! A concrete configuration is covered if for each of its live threads, or each pair of them, it embeds into a
//! view with those marked. What views call the rest is theirs; an individual of a view that is no rest and may
//! be garbage need not be there.

use super::{concrete, generated, programs};
use shape::configuration::compile::{Compiled, Views, compile_for};
use shape::configuration::explore::{Exploration, Limits};
use shape::configuration::model::Model;
use shape::configuration::property::{self, Property};
use shape::configuration::view::compose::Known;
use shape::configuration::view::project::alive;
use shape::configuration::view::search::explore;
use shape::logic::embedding::embeds;
use shape::logic::formula::Symbol;
use shape::logic::kleene::{Column, Kleene, bits};
use shape::logic::structure::Structure;
use shape::logic::text::write_structure;

/// Configurations with threads marked, and an unused object of each class.
fn marked(compiled: &Compiled, concrete: &Structure) -> Vec<Structure> {
    let views = compiled.views.as_ref().unwrap();
    let live: Vec<usize> = bits(alive(compiled, concrete)).collect();
    let mut padded = concrete.clone();
    for class in &compiled.classes {
        let number = padded.count();
        padded = padded.extended().unwrap();
        padded.set(Symbol::Unary(*class), &[number], Kleene::True);
        if let Some(less) = compiled.less {
            for other in 0..number {
                padded.set(Symbol::Binary(less), &[other, number], Kleene::True);
            }
        }
    }
    let mut tuples: Vec<Vec<usize>> = live.iter().map(|it| vec![*it]).collect();
    if views.subjects.len() > 1 && live.len() > 1 {
        let others = |it: usize| live.iter().filter(move |other| **other != it);
        tuples = live
            .iter()
            .flat_map(|it| others(*it).map(|other| vec![*it, *other]))
            .collect();
    }
    let mark = |tuple: Vec<usize>| {
        let mut structure = padded.clone();
        for (predicate, thread) in views.subjects.iter().zip(tuple) {
            structure.set(Symbol::Unary(*predicate), &[thread], Kleene::True);
        }
        concrete::define(&compiled.vocabulary, &mut structure);
        structure
    };
    tuples.into_iter().map(mark).collect()
}

/// The views without what they may do without, each way.
fn kept(compiled: &Compiled, found: &Exploration) -> Vec<Structure> {
    let views = compiled.views.as_ref().unwrap();
    let mut all = Vec::new();
    for view in found.configurations.structures() {
        let known = Known::new(compiled, views, view.clone());
        let rest = view.unary(views.rest).must;
        let open = view.universe() & !known.sure & !rest;
        let mut view = view.clone();
        let universe = view.universe();
        let column = Column {
            must: 0,
            may: universe,
        };
        view.set_unary(views.rest, column);
        // Garbage may refer to it.
        for predicate in views
            .derived
            .iter()
            .filter(|it| !views.compared.contains(it))
        {
            let may = view.unary(*predicate).may;
            view.set_unary(*predicate, Column { must: 0, may });
        }
        let mut subset = open;
        loop {
            all.push(view.without(subset));
            if subset == 0 {
                break;
            }
            subset = (subset - 1) & open;
        }
    }
    all
}

/// Looks for a configuration that is in no view.
pub(crate) fn lost<'a>(
    compiled: &Compiled,
    found: &Exploration,
    concretes: impl Iterator<Item = &'a Structure>,
) -> Option<Structure> {
    let views = kept(compiled, found);
    concretes
        .flat_map(|it| marked(compiled, it))
        .find(|it| !views.iter().any(|view| embeds(it, view)))
}

fn check(
    name: &str,
    model: &Model,
    watched: usize,
    properties: impl Fn(&Compiled) -> Vec<Property>,
    alarms: &[&str],
) -> usize {
    let compiled = compile_for(model, watched).unwrap();
    let limits = Limits {
        configurations: 5_000,
        ..Limits::default()
    };
    let found = explore(model, &compiled, &properties(&compiled), limits);
    let messages: Vec<String> = found
        .alarms
        .iter()
        .map(|it| format!("{}{}", if it.definite { "" } else { "~" }, it.message))
        .collect();
    let last = found.alarms.last();
    let shown = last.map(|it| write_structure(&compiled.vocabulary, "found", &it.structure));
    assert_eq!(
        messages,
        alarms,
        "{name} {:?}\n{}",
        found.alarms.iter().map(|it| &it.trace).collect::<Vec<_>>(),
        shown.unwrap_or_default()
    );
    assert!(found.complete, "{name}");
    found.count()
}

#[test]
fn mutex_by_views() {
    let region = |model: &Model, compiled: &Compiled| {
        vec![property::mutual_exclusion(model, compiled, &[(0, 1)])]
    };
    let model = programs::mutex(false);
    for watched in [1, 2] {
        check("mutex", &model, watched, |it| region(&model, it), &[]);
    }
    let model = programs::mutex(true);
    let alarms = ["two threads are in the region"];
    check("no mutex", &model, 1, |it| region(&model, it), &alarms);
}

#[test]
fn programs_by_views() {
    let races = |model: &Model, compiled: &Compiled| property::races(model, compiled);
    for watched in [1, 2] {
        let model = programs::stack(true, false);
        check("sStack", &model, watched, |it| races(&model, it), &[]);
        let model = programs::queue(true, false, false);
        check("sProdCons", &model, watched, |it| races(&model, it), &[]);
        let model = programs::queue(true, true, false);
        check("example", &model, watched, |it| races(&model, it), &[]);
    }
}

/// What is taken out of views, or put into them.
type Fault = (&'static str, fn(&mut Views));

fn faults() -> Vec<Fault> {
    vec![
        ("no interference", |it| {
            let all = it.interferes.iter_mut().flatten();
            all.for_each(|it| *it = false);
        }),
        ("no interference of one's own kind", |it| {
            it.several.iter_mut().for_each(|it| *it = false);
        }),
        ("what others derive is kept", |it| it.forgotten.clear()),
        ("what others make is not theirs", |it| {
            it.makes.iter_mut().for_each(Vec::clear);
        }),
        ("a meet of the marks", |it| {
            it.compared.extend(it.subjects.clone());
        }),
        ("a meet of what is the rest", |it| it.compared.push(it.rest)),
    ]
}

#[test]
fn views_with_a_fault_are_noticed() {
    let mut unnoticed = Vec::new();
    for watched in [1, 2] {
        for (name, spoil) in faults() {
            let is_noticed = |model: &Model| {
                let mut compiled = compile_for(model, watched).unwrap();
                spoil(compiled.views.as_mut().unwrap());
                generated::unseen(model, &compiled).is_some()
            };
            if !(1..=300).any(|it| is_noticed(&generated::program(it))) {
                unnoticed.push((name, watched));
            }
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:?}");
}
