//! Endless runs with atomic calls against endless runs in steps, on small programs made from a seed, most
//! of them with loops that don't end: termination, progress, starvation and random formulas give the
//! same answers under weak and strong fairness.
//!
//! Without fairness calls in steps have more runs: a scheduler may leave a thread in the middle of a call
//! of the library while another goes round there, waiting for it. What is broken with atomic calls has to
//! be broken in steps, too.
//!
//! A search with all reductions says the same of termination and progress, and of formulas about data without
//! fairness, as the whole graph does.
//!
//! Each of these comparisons notices what it is there for: see [`Fault`].
//!
//! `ENDLESS_PROGRAMS` says how many programs (150 unless told), `ENDLESS_SEED` the first seed.

#![expect(clippy::print_stdout, reason = "a long test says what it has compared")]

#[path = "common/collector.rs"]
#[allow(dead_code, reason = "other tests use the rest")]
mod collector;
mod common;
#[path = "endless/distorted.rs"]
mod distorted;
#[path = "endless/make.rs"]
mod make;

use explore::java::Java;
use explore::java::atoms::Atoms;
use explore::temporal::{Graph, Judged, Prefixes, Question, ThreadMask, judge};
use explore::{
    Ends, EndsSought, ExploredGraph, Flow, Labelled, Limits, Plan, Silent, explore_graph,
};
use program::Program;
use property::{Automaton, Fairness, Ltl};

use collector::booted;
use common::{compiled, number, work};
use distorted::{Distorted, Fault};

/// States that a program may have in steps; larger ones are left out.
const STATES: u64 = 60_000;

/// A program of which these atoms are asked, step by step.
fn observed<'a>(mut java: Java<'a>, atoms: &Atoms) -> Java<'a> {
    java.stop_at_every_step();
    java.observe(atoms.clone());
    java
}

/// The graph of a program, unless it is too large.
fn graph(java: Java<'_>, atoms: &Atoms) -> Option<ExploredGraph> {
    graph_of(&mut observed(java, atoms))
}

fn graph_of<S: Labelled>(system: &mut S) -> Option<ExploredGraph> {
    let plan = Plan {
        limits: Limits {
            states: Some(STATES),
            ..Limits::default()
        },
        ..Plan::default()
    };
    let explored = explore_graph(system, &plan, &mut Silent, &mut |_| Flow::Continue);
    explored.incomplete.is_empty().then_some(explored)
}

/// What a search with all reductions says.
fn ends(program: &Program, name: &str, sought: EndsSought) -> Option<Ends> {
    let java = booted(program, name, false).foreseeing();
    let plan = Plan {
        ends: sought,
        only_ends: true,
        all: true,
        ..Plan::default()
    };
    explore::explore(&mut java.with_atomic_calls(), &plan, &mut Silent).ends
}

/// The graph of a search with all reductions, on which formulas are judged without fairness; of one that
/// goes by something wrong, if a fault is given.
fn reduced_graph(
    program: &Program,
    name: &str,
    atoms: &Atoms,
    fault: Option<Fault>,
) -> Option<Box<Graph>> {
    let mut java = booted(program, name, false)
        .foreseeing()
        .with_atomic_calls();
    if !java.watch(atoms.clone()) {
        return None;
    }
    let plan = Plan {
        ends: EndsSought::Formulas,
        all: true,
        ..Plan::default()
    };
    let outcome = match fault {
        None => explore::explore(&mut java, &plan, &mut Silent),
        Some(fault) => explore::explore(&mut Distorted::new(java, fault), &plan, &mut Silent),
    };
    outcome.graph
}

/// Whether a question is answered with yes, under each level of fairness.
fn answers(explored: &ExploredGraph, question: &Question<'_>) -> [bool; 3] {
    let judgement = judge(
        &explored.graph,
        question,
        &Fairness::ALL,
        Prefixes::NeedLoop,
    );
    Fairness::ALL.map(|it| matches!(judgement.under(it), Some(Judged::Holds)))
}

/// What was compared.
#[derive(Debug, Default)]
struct Tally {
    /// Formulas, and those of them that hold.
    formulas: u64,
    held: u64,
    /// States of the whole graphs for them, and of the reduced ones.
    whole: usize,
    reduced: usize,
}

/// A formula with the automaton of what breaks it, and its atoms by number.
type Asked<'a> = (&'a str, Automaton, Vec<usize>);

/// These formulas, and all of their atoms.
fn asked<'a>(program: &Program, formulas: &'a [String]) -> (Vec<Asked<'a>>, Atoms) {
    let mut atoms = Atoms::default();
    let mut asked = Vec::new();
    for text in formulas {
        let ltl = Ltl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let numbers = atoms
            .add(&ltl, program)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        let negation = Automaton::of_negation(&ltl).expect("the formulas are small");
        asked.push((text.as_str(), negation, numbers));
    }
    (asked, atoms)
}

/// What is asked of a program: the ready-made questions, and these formulas.
fn questions<'a>(asked: &'a [Asked<'_>]) -> Vec<(&'a str, Question<'a>)> {
    let mut questions = vec![
        ("termination", Question::Termination),
        ("progress", Question::Progress),
        ("starvation", Question::Starvation(ThreadMask(u64::MAX))),
    ];
    for (text, negation, atoms) in asked {
        questions.push((text, Question::Formula { negation, atoms }));
    }
    questions
}

/// What differs between the two graphs of a program.
fn differences(program: &Program, name: &str, formulas: &[String]) -> Option<Vec<String>> {
    let (asked, atoms) = asked(program, formulas);
    let steps = graph(booted(program, name, false), &atoms)?;
    let units = graph(booted(program, name, false).with_atomic_calls(), &atoms);
    let units = units.expect("a graph of atomic calls is no larger");
    let questions = questions(&asked);
    let mut wrong = Vec::new();
    for (text, question) in &questions {
        let (one, other) = (answers(&steps, question), answers(&units, question));
        let is_fine = one[1..] == other[1..] && (other[0] || !one[0]);
        if !is_fine {
            wrong.push(format!(
                "{name}: {text}: {one:?} in steps, {other:?} with atomic calls"
            ));
        }
    }
    let is_stuck = units.stuck.is_some();
    let all = match answers(&units, &Question::Termination)[0] {
        true if !is_stuck => Ends::All,
        _ => Ends::NotAll,
    };
    let progress = match (all, answers(&units, &Question::Progress)[0]) {
        (Ends::NotAll, true) if !is_stuck => Ends::OrProgress,
        _ => all,
    };
    for (sought, expected) in [(EndsSought::Ends, all), (EndsSought::Progress, progress)] {
        let found = ends(program, name, sought);
        if found != Some(expected) {
            wrong.push(format!("{name}: {found:?} for {expected:?}"));
        }
    }
    if steps.stuck.is_some() != units.stuck.is_some() {
        wrong.push(format!("{name}: only one of them is stuck"));
    }
    Some(wrong)
}

#[test]
fn atomic_calls_keep_fair_runs() {
    let count = number("ENDLESS_PROGRAMS", 150);
    let first = number("ENDLESS_SEED", 1);
    let made: Vec<make::Made> = (first..first + count).map(make::made).collect();
    let sources: Vec<(&str, &str)> = made.iter().map(|it| (&*it.name, &*it.source)).collect();
    let program = compiled(&[], &sources, &work("endless"));
    let (mut known, mut locked, mut wrong) = (0, 0, Vec::new());
    for it in &made {
        if let Some(differences) = differences(&program, &it.name, &it.formulas) {
            known += 1;
            locked += u64::from(!it.source.contains("synchronized"));
            wrong.extend(differences);
        }
    }
    assert!(
        known * 2 > count,
        "many programs are small enough: {known} of {count}"
    );
    assert!(
        locked * 5 > count,
        "some of them with locks of the library: {locked} of {count}"
    );
    assert!(
        wrong.is_empty(),
        "{} differences in {known} programs:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
}

/// What is answered otherwise, without fairness, on the reduced graph of a program.
fn answered_otherwise(program: &Program, made: &make::Made, tally: &mut Tally) -> Vec<String> {
    let mut wrong = Vec::new();
    for text in &made.formulas {
        let ltl = Ltl::parse(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let mut atoms = Atoms::default();
        let numbers = atoms
            .add(&ltl, program)
            .unwrap_or_else(|why| panic!("{text}: {why}"));
        let java = booted(program, &made.name, false).with_atomic_calls();
        let Some(whole) = graph(java, &atoms) else {
            continue;
        };
        let reduced = reduced_graph(program, &made.name, &atoms, None).expect("it is about data");
        tally.formulas += 1;
        tally.whole += whole.graph.states();
        tally.reduced += reduced.states();
        let negation = Automaton::of_negation(&ltl).expect("the formulas are small");
        let question = Question::Formula {
            negation: &negation,
            atoms: &numbers,
        };
        let holds = |graph: &Graph| {
            let judgement = judge(graph, &question, &[Fairness::None], Prefixes::NeedLoop);
            matches!(judgement.under(Fairness::None), Some(Judged::Holds))
        };
        let expected = holds(&whole.graph);
        tally.held += u64::from(expected);
        if holds(&reduced) != expected {
            wrong.push(format!("{}: {text}: {expected} of all runs", made.name));
        }
    }
    wrong
}

#[test]
fn formulas_about_data_are_answered_on_reduced_graphs() {
    let count = number("ENDLESS_PROGRAMS", 150) / 2;
    let first = number("ENDLESS_SEED", 1);
    let made: Vec<make::Made> = (first..first + count).map(make::made_of_data).collect();
    let sources: Vec<(&str, &str)> = made.iter().map(|it| (&*it.name, &*it.source)).collect();
    let program = compiled(&[], &sources, &work("endless-data"));
    let mut tally = Tally::default();
    let wrong: Vec<String> = made
        .iter()
        .flat_map(|it| answered_otherwise(&program, it, &mut tally))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} are wrong, {tally:?}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    println!("{tally:?}");
    assert!(tally.formulas > 2 * count, "{tally:?}");
    assert!(tally.held * 10 > tally.formulas, "{tally:?}");
    assert!(tally.reduced * 3 < tally.whole * 2, "{tally:?}");
}

#[test]
fn a_wrong_mark_of_each_kind_is_noticed() {
    let made: Vec<make::Made> = (1..=60).map(make::made).chain([make::passing()]).collect();
    let sources: Vec<(&str, &str)> = made.iter().map(|it| (&*it.name, &*it.source)).collect();
    let program = compiled(&[], &sources, &work("endless-marks"));
    let mut unnoticed = Fault::OF_LABELS.to_vec();
    for it in &made {
        let (asked, atoms) = asked(&program, &it.formulas);
        let java = || booted(&program, &it.name, false).with_atomic_calls();
        let Some(right) = graph(java(), &atoms) else {
            continue;
        };
        let questions = questions(&asked);
        unnoticed.retain(|fault| {
            let mut wrong = Distorted::new(observed(java(), &atoms), *fault);
            let wrong = graph_of(&mut wrong).expect("labels change no counts");
            questions
                .iter()
                .all(|(_, it)| answers(&wrong, it) == answers(&right, it))
        });
    }
    assert!(unnoticed.is_empty(), "{unnoticed:?} go unnoticed");
}

#[test]
fn a_wrong_idea_of_what_is_visible_is_noticed() {
    let made: Vec<make::Made> = (1..=60).map(make::made_of_data).collect();
    let sources: Vec<(&str, &str)> = made.iter().map(|it| (&*it.name, &*it.source)).collect();
    let program = compiled(&[], &sources, &work("endless-visible"));
    let mut unnoticed = Fault::OF_VISIBILITY.to_vec();
    for it in &made {
        for formula in &it.formulas {
            let (asked, atoms) = asked(&program, std::slice::from_ref(formula));
            let (_, negation, numbers) = &asked[0];
            let question = Question::Formula {
                negation,
                atoms: numbers,
            };
            let holds = |fault: Option<Fault>| {
                let graph = reduced_graph(&program, &it.name, &atoms, fault);
                let graph = graph.expect("it is about data");
                let judgement = judge(&graph, &question, &[Fairness::None], Prefixes::NeedLoop);
                matches!(judgement.under(Fairness::None), Some(Judged::Holds))
            };
            let right = holds(None);
            unnoticed.retain(|fault| holds(Some(*fault)) == right);
        }
    }
    assert!(unnoticed.is_empty(), "{unnoticed:?} go unnoticed");
}
