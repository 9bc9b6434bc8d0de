//! How many transitions the second phase judges in a second of CPU time, on graphs of millions.
//!
//! `cargo bench -p explore --bench temporal` prints a line for each question. The graph is that of some
//! counters: each of several threads counts up and, at its top, goes back to zero, so that the graph is
//! one large component; states are numbered in the order of a depth-first search.

#![expect(clippy::print_stdout, reason = "a benchmark prints its results")]

use cpu_time::ProcessTime;
use explore::temporal::{
    EdgeLabel, Graph, KeptGraph, Prefixes, Question, StateLabel, ThreadMask, judge,
};
use property::{Automaton, Fairness, Ltl};

const THREADS: u32 = 4;
/// Each thread has so many places.
const PLACES: u32 = 32;

/// Depth-first over the places of all threads, from all zero on. Where threads are renumbered, each gets
/// the number that it has.
fn counters(renumbers: bool) -> KeptGraph {
    let count = PLACES.pow(THREADS) as usize;
    let mut kept = KeptGraph::new(0);
    let mut numbers = vec![u32::MAX; count];
    let labels: Vec<u32> = (0..THREADS)
        .map(|thread| {
            kept.label(&EdgeLabel {
                moved: ThreadMask(1 << thread),
                progress: thread == 0,
                renumbering: match renumbers {
                    true => (0..THREADS as u8).map(|it| (it, it)).collect(),
                    false => Vec::new(),
                },
                ..EdgeLabel::default()
            })
        })
        .collect();
    let place = |state: u32, thread: u32| state / PLACES.pow(thread) % PLACES;
    let step = |state: u32, thread: u32| {
        let unit = PLACES.pow(thread);
        match place(state, thread) + 1 == PLACES {
            true => state - (PLACES - 1) * unit,
            false => state + unit,
        }
    };
    let mut next = 0;
    let mut open = vec![(0u32, 0u32)];
    while let Some((state, thread)) = open.pop() {
        if thread == 0 {
            numbers[state as usize] = next;
            let values = [
                place(state, 0) == 0,
                place(state, 1) == PLACES - 1,
                place(state, 2) < 5,
            ];
            let letter = kept.letter(&values);
            // Who is at an odd place waits for the next thread to be at an even one.
            let mut enabled = ThreadMask::default();
            for thread in 0..THREADS {
                let other = place(state, (thread + 1) % THREADS);
                if place(state, thread) % 2 == 0 || other % 2 == 0 {
                    assert!(enabled.insert(thread as usize));
                }
            }
            let in_call = ThreadMask(0b1110);
            kept.state(
                next,
                StateLabel {
                    letter,
                    enabled,
                    in_call,
                },
            );
            kept.complete(next);
            next += 1;
        }
        if thread < THREADS {
            open.push((state, thread + 1));
            let target = step(state, thread);
            if numbers[target as usize] == u32::MAX {
                open.push((target, 0));
            }
        }
    }
    for state in 0..count as u32 {
        for thread in 0..THREADS {
            let target = numbers[step(state, thread) as usize];
            kept.edge(numbers[state as usize], target, labels[thread as usize]);
        }
    }
    kept
}

fn measure(name: &str, graph: &Graph, question: &Question<'_>) {
    let began = ProcessTime::now();
    let judgement = judge(graph, question, &Fairness::ALL, Prefixes::NeedLoop);
    let seconds = began.elapsed().as_secs_f64();
    let violated = judgement
        .levels
        .iter()
        .filter(|it| judgement.is_violated(it.0))
        .count();
    println!(
        "{name:40} {:>10} arcs {seconds:>6.2} s {:>6.1} million/s, violated under {violated} levels",
        judgement.arcs,
        judgement.arcs as f64 / seconds / 1e6,
    );
}

fn main() {
    let kept = counters(false);
    let began = ProcessTime::now();
    let graph = kept.graph();
    let seconds = began.elapsed().as_secs_f64();
    println!(
        "{} states, {} transitions, put in order in {seconds:.2} s ({:.1} million/s)",
        graph.states(),
        graph.edges(),
        graph.edges() as f64 / seconds / 1e6
    );
    measure("termination", &graph, &Question::Termination);
    measure("progress", &graph, &Question::Progress);
    measure(
        "starvation",
        &graph,
        &Question::Starvation(ThreadMask(u64::MAX)),
    );
    for text in [
        "[] (p -> <> q)",
        "[] <> p -> [] <> q",
        "<> [] (p || q || r)",
        "[] (p -> (r U q))",
        "[] (q -> <> p)",
        "[] <> p || <> [] !p",
    ] {
        let ltl = Ltl::parse(text).expect("a formula");
        let negation = Automaton::of_negation(&ltl).expect("a small formula");
        let names: Vec<String> = ltl.atoms.iter().map(ToString::to_string).collect();
        let order = ["p", "q", "r"];
        let place = |name: &String| order.iter().position(|it| it == name).expect("an atom");
        let atoms: Vec<usize> = names.iter().map(place).collect();
        let question = Question::Formula {
            negation: &negation,
            atoms: &atoms,
        };
        measure(text, &graph, &question);
    }
    let graph = counters(true).graph();
    measure(
        "termination, numbers change",
        &graph,
        &Question::Termination,
    );
    measure("progress, numbers change", &graph, &Question::Progress);
}
