//! Fairness as acceptance against fairness put into the formula.
//!
//! A graph is turned inside out: its transitions become states, with further atoms that say which
//! threads moved, were enabled, and were fair to on the way. There, weak fairness is `[]<> fair` for each
//! thread, strong fairness `[]<> enabled -> []<> moved`; and what holds of all fair runs of the graph
//! is what holds of all runs that satisfy these. That is exact, for runs of any length.

use property::{Automaton, Fairness};

use super::toy::{ATOMS, Dice, THREADS, Toy, ToyEdge, ToyState, Traits, parse};
use crate::temporal::{Graph, Prefixes, Question, judge};

/// The graph whose states are the transitions of a toy: state 0 leads to those of the first state. A
/// state in which runs end becomes a state that leads to itself. Atoms come in this order: those of the
/// toy, then for each thread whether the transition was fair to it, enabled it, moved it.
fn inside_out(toy: &Toy) -> Graph {
    let mut turned = Toy::default();
    let nothing = vec![false; ATOMS + 3 * THREADS];
    turned.states.push(ToyState {
        values: nothing,
        complete: true,
        ..ToyState::default()
    });
    for edge in &toy.edges {
        let state = &toy.states[edge.source];
        let mut values = state.values.clone();
        for thread in 0..THREADS {
            let has = |set: u64| set >> thread & 1 == 1;
            let moved = has(edge.moved);
            let enabled = has(state.enabled);
            values.extend([moved || !enabled, enabled, moved]);
        }
        turned.states.push(ToyState {
            values,
            complete: true,
            ..ToyState::default()
        });
    }
    let first_end = turned.states.len();
    for state in &toy.states {
        let mut values = state.values.clone();
        values.extend([true, false, false].repeat(THREADS));
        turned.states.push(ToyState {
            values,
            complete: true,
            ..ToyState::default()
        });
    }
    let mut link = |source: usize, state: usize| {
        let mut is_end = true;
        for (number, edge) in toy.edges.iter().enumerate() {
            if edge.source == state {
                is_end = false;
                turned.edges.push(ToyEdge {
                    source,
                    target: number + 1,
                    ..ToyEdge::default()
                });
            }
        }
        if is_end {
            turned.edges.push(ToyEdge {
                source,
                target: first_end + state,
                ..ToyEdge::default()
            });
        }
    };
    link(0, 0);
    for (number, edge) in toy.edges.iter().enumerate() {
        link(number + 1, edge.target);
    }
    for state in 0..toy.states.len() {
        link(first_end + state, state);
    }
    turned.graph()
}

/// Atoms of the turned graph have letters too: `a` and `b`, then three for each thread.
fn letter(index: usize) -> char {
    char::from(b'a' + index as u8)
}

fn assumed(fairness: Fairness) -> String {
    let of_thread = |thread: usize| {
        let first = ATOMS + 3 * thread;
        let [fair, enabled, moved] = [first, first + 1, first + 2].map(letter);
        match fairness {
            Fairness::None => "true".to_owned(),
            Fairness::Weak => format!("[] <> {fair}"),
            Fairness::Strong => format!("([] <> {enabled} -> [] <> {moved})"),
        }
    };
    let all: Vec<String> = (0..THREADS).map(of_thread).collect();
    all.join(" && ")
}

fn is_violated(graph: &Graph, text: &str, fairness: Fairness) -> bool {
    let (ltl, atoms) = parse(text);
    let negation = Automaton::of_negation(&ltl).unwrap();
    let question = Question::Formula {
        negation: &negation,
        atoms: &atoms,
    };
    let judgement = judge(graph, &question, &[fairness], Prefixes::NeedLoop);
    judgement.is_violated(fairness)
}

#[test]
fn fairness_as_acceptance_is_fairness_in_the_formula() {
    let mut violated = [0; 3];
    for seed in 0..4_000 {
        let mut dice = Dice::new(seed);
        let traits = Traits {
            honest: dice.one_in(2),
            ..Traits::default()
        };
        let toy = Toy::random(&mut dice, traits);
        let size = 1 + dice.below(5);
        let formula = dice.formula(size, 2);
        let (graph, turned) = (toy.graph(), inside_out(&toy));
        for (level, fairness) in Fairness::ALL.into_iter().enumerate() {
            let by_marks = is_violated(&graph, &formula, fairness);
            let text = format!("({}) -> X ({formula})", assumed(fairness));
            let by_formula = is_violated(&turned, &text, Fairness::None);
            assert_eq!(
                by_marks, by_formula,
                "seed {seed} {fairness} {formula}: {toy:?}"
            );
            violated[level] += u32::from(by_marks);
        }
    }
    // The levels differ often enough for this to say something.
    assert!(violated[0] > violated[1] + 100, "{violated:?}");
    assert!(violated[1] > violated[2] + 20, "{violated:?}");
}
