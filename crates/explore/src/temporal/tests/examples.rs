//! Small graphs that one can look at.

use property::{Automaton, Fairness};

use super::toy::{Toy, ToyEdge, ToyState, parse};
use crate::temporal::{Counterexample, Ending, Judged, Judgement, Prefixes, Question, ThreadMask};

/// A state with the atoms that hold in it, and who is enabled.
fn state(holds: &str, enabled: u64) -> ToyState {
    ToyState {
        values: ["a", "b"].iter().map(|it| holds.contains(it)).collect(),
        enabled,
        in_call: 0,
        complete: true,
    }
}

fn edge(source: usize, target: usize, moved: u64) -> ToyEdge {
    ToyEdge {
        source,
        target,
        moved,
        ..ToyEdge::default()
    }
}

fn formula(toy: &Toy, text: &str, prefixes: Prefixes) -> Judgement {
    let (ltl, atoms) = parse(text);
    let negation = Automaton::of_negation(&ltl).unwrap();
    let question = Question::Formula {
        negation: &negation,
        atoms: &atoms,
    };
    super::super::judge(&toy.graph(), &question, &Fairness::ALL, prefixes)
}

fn ready_made(toy: &Toy, question: Question<'_>) -> Judgement {
    super::super::judge(&toy.graph(), &question, &Fairness::ALL, Prefixes::NeedLoop)
}

/// `vvh`: violated without and with weak fairness, holds with strong fairness; `?` is incomplete.
fn told(judgement: &Judgement) -> String {
    let letter = |judged: &Judged| match judged {
        Judged::Holds => 'h',
        Judged::Violated(_) => 'v',
        Judged::Incomplete => '?',
    };
    judgement.levels.iter().map(|it| letter(&it.1)).collect()
}

fn run(judgement: &Judgement, fairness: Fairness) -> &Counterexample {
    match judgement.under(fairness) {
        Some(Judged::Violated(run)) => run,
        other => panic!("{other:?}"),
    }
}

/// Thread 0 spins until `a`, which thread 1 sets once.
fn spinning() -> Toy {
    Toy {
        states: vec![state("", 0b11), state("a", 0b01), state("a", 0)],
        edges: vec![edge(0, 0, 1), edge(0, 1, 2), edge(1, 2, 1)],
    }
}

#[test]
fn spinning_ends_if_the_other_gets_its_turn() {
    let judgement = formula(&spinning(), "<> a", Prefixes::NeedLoop);
    assert_eq!(told(&judgement), "vhh");
    let found = run(&judgement, Fairness::None);
    assert_eq!((found.stem.len(), found.cycle.len()), (0, 1));
    let starved = found.threads.iter().find(|it| !it.is_fair(Fairness::Weak));
    assert_eq!(starved.map(|it| it.thread), Some(1));
    let termination = ready_made(&spinning(), Question::Termination);
    assert_eq!(told(&termination), "vhh");
}

/// Two threads take a lock in turn, and the third one, which tries again and again, never gets it.
#[test]
fn a_lock_that_is_passed_over() {
    let toy = Toy {
        states: vec![state("", 0b111), state("", 0b001), state("a", 0)],
        edges: vec![edge(0, 1, 1), edge(1, 0, 1), edge(0, 2, 2), edge(0, 0, 4)],
    };
    // Thread 1 is enabled in state 0 only: never for ever, but again and again.
    assert_eq!(told(&formula(&toy, "<> a", Prefixes::NeedLoop)), "vvh");
    let judgement = ready_made(&toy, Question::Termination);
    let found = run(&judgement, Fairness::Weak);
    assert!(found.is_fair(Fairness::Weak) && !found.is_fair(Fairness::Strong));
}

#[test]
fn a_run_that_ends_repeats_its_last_state() {
    let toy = Toy {
        states: vec![state("a", 1), state("b", 0)],
        edges: vec![edge(0, 1, 1)],
    };
    assert_eq!(told(&formula(&toy, "[] <> b", Prefixes::NeedLoop)), "hhh");
    let judgement = formula(&toy, "[] <> a", Prefixes::NeedLoop);
    assert_eq!(told(&judgement), "vvv");
    let found = run(&judgement, Fairness::Strong);
    assert_eq!(
        (found.ending, found.last, found.stem.len()),
        (Ending::End, 1, 1)
    );
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "hhh");
}

#[test]
fn a_state_that_was_cut_off_says_nothing() {
    let mut toy = Toy {
        states: vec![state("a", 1), state("", 1)],
        edges: vec![edge(0, 1, 1)],
    };
    toy.states[1].complete = false;
    assert_eq!(told(&formula(&toy, "<> b", Prefixes::NeedLoop)), "???");
    assert_eq!(told(&formula(&toy, "[] a", Prefixes::NeedLoop)), "???");
    // Whatever comes, `a` has been false.
    let judgement = formula(&toy, "[] a", Prefixes::Suffice);
    assert_eq!(told(&judgement), "vvv");
    let found = run(&judgement, Fairness::Strong);
    assert_eq!((found.ending, found.last), (Ending::Whatever, 1));
    // And whatever comes, `a` was true at first.
    assert_eq!(told(&formula(&toy, "a", Prefixes::NeedLoop)), "hhh");
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "???");
}

#[test]
fn atoms_that_change_on_the_way_are_seen() {
    let mut toy = Toy {
        states: vec![state("a", 1)],
        edges: vec![edge(0, 0, 1)],
    };
    assert_eq!(told(&formula(&toy, "[] a", Prefixes::NeedLoop)), "hhh");
    toy.edges[0].points.push((vec![false, true], 1));
    let judgement = formula(&toy, "[] a", Prefixes::NeedLoop);
    assert_eq!(told(&judgement), "vvv");
    let found = run(&judgement, Fairness::Strong);
    let (word, again) = found.word(&toy.graph(), &[0, 1]);
    assert_eq!(word[..2], [vec![true, false], vec![false, true]]);
    assert!(again % 2 == 0, "loops begin with a transition");
    assert_eq!(found.places(&toy.graph())[0], 0);
    assert_eq!(told(&formula(&toy, "[] <> b", Prefixes::NeedLoop)), "hhh");
}

#[test]
fn points_without_a_thread_count_for_weak_fairness() {
    let mut toy = Toy {
        states: vec![state("", 0b11)],
        edges: vec![edge(0, 0, 1)],
    };
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "vhh");
    // Thread 1 is not enabled for a moment.
    toy.edges[0].points.push((vec![false, false], 0b01));
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "vvh");
}

/// Threads 0 and 1 change places on each round, and whoever is 0 moves.
#[test]
fn threads_that_change_numbers_are_followed() {
    let mut toy = Toy {
        states: vec![state("", 0b11)],
        edges: vec![edge(0, 0, 1)],
    };
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "vhh");
    toy.edges[0].renumbering = vec![(0, 1), (1, 0)];
    let judgement = ready_made(&toy, Question::Termination);
    assert_eq!(told(&judgement), "vvv");
    assert_eq!(run(&judgement, Fairness::Strong).cycle.len(), 2);
    // Number 1 ends each time, and another thread takes its number: nobody is treated unfairly.
    toy.edges[0].renumbering = vec![(0, 0)];
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "vvv");
}

#[test]
fn livelock_is_a_cycle_without_progress() {
    let mut toy = Toy {
        states: vec![state("", 0b11), state("", 0b11), state("", 0)],
        edges: vec![edge(0, 1, 1), edge(1, 0, 2), edge(0, 2, 1)],
    };
    assert_eq!(told(&ready_made(&toy, Question::Progress)), "vvv");
    toy.edges[1].progress = true;
    assert_eq!(told(&ready_made(&toy, Question::Progress)), "hhh");
    assert_eq!(told(&ready_made(&toy, Question::Termination)), "vvv");
}

/// A reader goes in and out while a writer waits; the writer could go in only where nobody reads.
#[test]
fn a_writer_that_waits_for_ever_starves() {
    let mut toy = Toy {
        states: vec![state("", 0b01), state("", 0b01), state("", 0b01)],
        edges: vec![edge(0, 1, 1), edge(1, 0, 1), edge(0, 2, 2), edge(2, 0, 2)],
    };
    for state in &mut toy.states {
        state.in_call = 0b10;
    }
    toy.edges[2].left = 0b10;
    let all = Question::Starvation(ThreadMask(u64::MAX));
    let judgement = ready_made(&toy, all);
    assert_eq!(told(&judgement), "vvv");
    assert_eq!(run(&judgement, Fairness::Strong).starving, Some(1));
    // If it could go in where nobody reads, strong fairness lets it.
    toy.states[0].enabled = 0b11;
    assert_eq!(told(&ready_made(&toy, all)), "vvh");
    let others = Question::Starvation(ThreadMask(0b01));
    assert_eq!(told(&ready_made(&toy, others)), "hhh");
}

#[test]
fn the_shortest_run_is_told() {
    // A long way to a small loop, and a short way to a large one.
    let mut toy = Toy::default();
    for _ in 0..12 {
        toy.states.push(state("", 1));
    }
    for (source, target) in [
        (0, 1),
        (1, 2),
        (2, 3),
        (3, 3),
        (0, 4),
        (4, 5),
        (5, 6),
        (6, 7),
    ] {
        toy.edges.push(edge(source, target, 1));
    }
    for (source, target) in [(7, 8), (8, 9), (9, 10), (10, 11), (11, 4)] {
        toy.edges.push(edge(source, target, 1));
    }
    let judgement = formula(&toy, "<> a", Prefixes::NeedLoop);
    let found = run(&judgement, Fairness::Strong);
    assert_eq!((found.stem.len(), found.cycle.len()), (3, 1));
}
