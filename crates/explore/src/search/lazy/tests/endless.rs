//! What is said of endless runs of toys, against all of their runs.

use std::collections::BTreeSet;

use property::{Atom, Automaton, Fairness, Ltl};

use super::{Act, Toy, plan, random, run};
use crate::plan::{EndsSought, Search};
use crate::search::random::Dice;
use crate::system::{Movement, System};
use crate::temporal::{EdgeLabel, Graph, Judged, KeptGraph, Prefixes, Question, StateLabel, judge};
use crate::verdict::Ends;

/// Whether all runs of a toy end, with all its threads; or otherwise come to progress again and again.
fn all_end(threads: &[Vec<Act>], or_progress: bool) -> bool {
    let mut toy = Toy::new(threads.to_vec(), false);
    let (mut open, mut known) = (Vec::new(), BTreeSet::new());
    let mut first = Vec::new();
    toy.save(&mut first);
    open.push(first);
    let mut arcs = Vec::new();
    while let Some(state) = open.pop() {
        if !known.insert(state.clone()) {
            continue;
        }
        toy.load(&state);
        let mut choices = Vec::new();
        toy.choices(&mut choices);
        let mut unfinished = Vec::new();
        toy.unfinished(&mut unfinished);
        if choices.is_empty() && !unfinished.is_empty() {
            return false;
        }
        for choice in choices {
            toy.load(&state);
            let (_, progress) = toy.advance_to_progress(choice);
            let mut after = Vec::new();
            toy.save(&mut after);
            if !(progress && or_progress) {
                arcs.push((state.clone(), after.clone()));
            }
            open.push(after);
        }
    }
    // What nothing leads out of is no part of a cycle.
    loop {
        let sources: BTreeSet<_> = arcs.iter().map(|it| it.0.clone()).collect();
        let before = arcs.len();
        arcs.retain(|it| sources.contains(&it.1));
        if arcs.len() == before {
            return arcs.is_empty();
        }
    }
}

#[test]
fn whether_every_run_ends_is_found_out() {
    let mut dice = Dice::new(23);
    let (mut all, mut progress, mut not_all) = (0, 0, 0);
    for number in 0..120 {
        let threads = random(&mut dice);
        let expected = match all_end(&threads, false) {
            true => Ends::All,
            false => Ends::NotAll,
        };
        let in_detail = match all_end(&threads, true) {
            true if expected == Ends::NotAll => Ends::OrProgress,
            _ => expected,
        };
        match in_detail {
            Ends::All => all += 1,
            Ends::OrProgress => progress += 1,
            Ends::NotAll => not_all += 1,
        }
        for only in [false, true] {
            for sought in [EndsSought::Ends, EndsSought::Progress] {
                let mut plan = plan(Search::DepthFirst);
                plan.all = true;
                plan.shorten = false;
                plan.ends = sought;
                plan.only_ends = only;
                let outcome = run(Toy::new(threads.clone(), true), &plan);
                let expected = match sought {
                    EndsSought::Progress => in_detail,
                    _ => expected,
                };
                assert_eq!(
                    outcome.ends,
                    Some(expected),
                    "program {number}, {sought:?}, {only}: {threads:?}"
                );
            }
        }
    }
    assert!(
        all > 9 && progress > 2 && not_all > 9,
        "{all} end, {progress} make progress, {not_all} do neither"
    );
}

impl Toy {
    pub(super) fn seen(&mut self) -> Vec<bool> {
        let (one, other) = (*self.variable(0), *self.variable(1));
        vec![one == 1, one == other]
    }
}

/// The whole graph of a toy, with what is seen in each state.
fn whole_graph(threads: &[Vec<Act>]) -> Graph {
    let mut toy = Toy::new(threads.to_vec(), false);
    let mut kept = KeptGraph::new(0);
    let mut states = vec![Vec::new()];
    toy.save(&mut states[0]);
    let label = kept.label(&EdgeLabel::default());
    let mut next = 0;
    while next < states.len() {
        toy.load(&states[next]);
        let letter = kept.letter(&toy.seen());
        let label_here = StateLabel {
            letter,
            ..StateLabel::default()
        };
        kept.state(next as u32, label_here);
        let mut choices = Vec::new();
        toy.choices(&mut choices);
        for choice in choices {
            toy.load(&states[next]);
            toy.advance(choice);
            let mut after = Vec::new();
            toy.save(&mut after);
            let known = states.iter().position(|it| *it == after);
            if known.is_none() {
                states.push(after);
            }
            let target = known.unwrap_or(states.len() - 1);
            kept.edge(next as u32, target as u32, label);
        }
        kept.complete(next as u32);
        next += 1;
    }
    kept.graph()
}

/// Formulas over what is seen, with their automata.
fn formulas() -> Vec<(&'static str, Automaton, Vec<usize>)> {
    const FORMULAS: [&str; 10] = [
        "[] T.x == 0",
        "[] (T.x == 1 -> <> T.y == 1)",
        "<> [] T.y == 1",
        "[] <> T.x == 1",
        "T.y == 1 U T.x == 1",
        "T.y == 1 W T.x == 1",
        "<> (T.x == 1 && <> (!T.x == 1 && <> T.x == 1))",
        "[] (T.y == 1 -> (T.y == 1 U (!T.y == 1 && T.x == 1)) || [] T.y == 1)",
        "<> [] !T.x == 1 || [] <> T.y == 1",
        "!T.y == 1 R T.x == 1",
    ];
    let all = FORMULAS.iter().map(|text| {
        let ltl = Ltl::parse(text).expect("it is a formula");
        let negation = Automaton::of_negation(&ltl).expect("it is small");
        let place = |it: &Atom| usize::from(it.to_string().contains('y'));
        let atoms = ltl.atoms.iter().map(place).collect();
        (*text, negation, atoms)
    });
    all.collect()
}

/// How many formulas are answered otherwise on the reduced graphs of random programs, and how many are asked.
fn answered_otherwise(programs: u32, tells_visible: bool) -> (u32, u32, [u32; 2]) {
    let formulas = formulas();
    let mut dice = Dice::new(29);
    let (mut wrong, mut asked, mut sizes) = (0, 0, [0, 0]);
    for _ in 0..programs {
        let threads = random(&mut dice);
        let whole = whole_graph(&threads);
        let mut plan = plan(Search::DepthFirst);
        plan.all = true;
        plan.shorten = false;
        plan.ends = EndsSought::Formulas;
        let mut toy = Toy::new(threads.clone(), true);
        toy.tells_visible = tells_visible;
        let reduced = run(toy, &plan).graph.expect("a graph was asked for");
        sizes[0] += whole.states() as u32;
        sizes[1] += reduced.states() as u32;
        for (text, negation, atoms) in &formulas {
            let question = Question::Formula { negation, atoms };
            let holds = |graph: &Graph| {
                let judgement = judge(graph, &question, &[Fairness::None], Prefixes::NeedLoop);
                match judgement.under(Fairness::None) {
                    Some(Judged::Holds) => true,
                    Some(Judged::Violated(_)) => false,
                    _ => panic!("{text} is not answered"),
                }
            };
            asked += 1;
            wrong += u32::from(holds(&whole) != holds(&reduced));
        }
    }
    (wrong, asked, sizes)
}

#[test]
fn formulas_are_answered_on_the_reduced_graph() {
    let (wrong, asked, [whole, reduced]) = answered_otherwise(80, true);
    assert_eq!(wrong, 0, "of {asked}");
    assert!(reduced * 2 < whole, "{reduced} states of {whole}");
}

#[test]
fn a_wrong_idea_of_what_is_visible_is_noticed() {
    let (wrong, asked, _) = answered_otherwise(40, false);
    assert!(wrong > 0, "of {asked}");
}
