//! Makes an automaton smaller without changing what it accepts.
//!
//! In: the tableau's automaton. Out: one ([`Reduced`]) without useless states, superfluous marks,
//! bisimilar states and transitions that others make superfluous.
//!
//! *Useless states* are those from which no accepting cycle can be reached. *Marks* count inside
//! accepting components only, elsewhere they are cleared. If every cycle of a component has a mark,
//! all its transitions get it; a mark whose transitions all have another mark inside accepting
//! components makes that other one superfluous. (Duret-Lutz, "Contributions to LTL and ω-automata for
//! model checking", 2017, sections 2.3 and 5.) Which states belong to accepting components is kept,
//! since a component without accepting cycles may lack no mark after that.
//!
//! *Bisimilar states*: the coarsest partition in which states of one class have the same acceptance and
//! the same labels and marks to the same classes, by refinement. A run of the quotient can be followed
//! in the automaton with the same marks and the same acceptance, and the other way round.
//!
//! Example: `<> p` has from the tableau the states `<> p` and `true`, and mark `p` on all transitions
//! but the loop at `<> p`. The only cycle of `true` has the mark, that of `<> p` lacks it and so is not
//! accepting: the mark is superfluous, `true` is accepting and `<> p` is not.

use std::collections::BTreeMap;

use super::Transition;
use super::tableau::{Raw, all_marks};

/// A smaller automaton.
pub(super) struct Reduced {
    /// The transitions of each state; state 0 is the first.
    pub(super) states: Vec<Vec<Transition>>,
    /// Whether the state is in an accepting component.
    pub(super) accepting: Vec<bool>,
    /// The number of marks.
    pub(super) marks: u32,
}

/// The strongly connected components of a graph.
pub(super) struct Components {
    /// By node.
    pub(super) of: Vec<usize>,
    pub(super) count: usize,
}

/// The strongly connected components of a graph, by Tarjan's algorithm. Components that are
/// reached from others have smaller numbers.
pub(super) fn components<E>(graph: &[Vec<E>], target: impl Fn(&E) -> usize) -> Components {
    const OPEN: usize = usize::MAX;
    let mut of = vec![OPEN; graph.len()];
    let mut order = vec![0; graph.len()];
    let mut low = vec![0; graph.len()];
    let (mut stack, mut count, mut clock) = (Vec::new(), 0, 0);
    for root in 0..graph.len() {
        if order[root] != 0 {
            continue;
        }
        let mut frames: Vec<(usize, usize)> = vec![(root, 0)];
        while let Some((node, edge)) = frames.pop() {
            if edge == 0 {
                clock += 1;
                (order[node], low[node]) = (clock, clock);
                stack.push(node);
            }
            if let Some(next) = graph[node].get(edge).map(&target) {
                frames.push((node, edge + 1));
                if order[next] == 0 {
                    frames.push((next, 0));
                } else if of[next] == OPEN {
                    low[node] = low[node].min(order[next]);
                }
                continue;
            }
            if low[node] == order[node] {
                while let Some(member) = stack.pop() {
                    of[member] = count;
                    if member == node {
                        break;
                    }
                }
                count += 1;
            }
            if let Some((parent, _)) = frames.last() {
                low[*parent] = low[*parent].min(low[node]);
            }
        }
    }
    Components { of, count }
}

impl Components {
    /// Whether each component is accepting: it has an edge, all marks, and only accepting nodes.
    pub(super) fn accepted<E>(
        &self,
        graph: &[Vec<E>],
        edge: impl Fn(&E) -> (usize, u64),
        is_accepting: impl Fn(usize) -> bool,
        all: u64,
    ) -> Vec<bool> {
        let mut found: Vec<Option<u64>> = vec![None; self.count];
        for (node, edges) in graph.iter().enumerate() {
            for (target, marks) in edges.iter().map(&edge) {
                if self.of[target] == self.of[node] && is_accepting(node) {
                    *found[self.of[node]].get_or_insert(0) |= marks;
                }
            }
        }
        found.iter().map(|it| *it == Some(all)).collect()
    }
}

pub(super) fn reduce(raw: Raw) -> Reduced {
    let states = raw.states;
    let mut reduced = Reduced {
        accepting: vec![true; states.len()],
        states,
        marks: raw.marks,
    };
    // Each round makes it smaller or is the last.
    loop {
        let size = reduced.size();
        drop_useless(&mut reduced);
        settle_marks(&mut reduced);
        drop_marks(&mut reduced);
        merge_bisimilar(&mut reduced);
        for transitions in &mut reduced.states {
            simplify(transitions);
        }
        if reduced.size() >= size {
            return reduced;
        }
    }
}

impl Reduced {
    fn size(&self) -> (usize, usize, u32) {
        let transitions = self.states.iter().map(Vec::len).sum();
        (self.states.len(), transitions, self.marks)
    }

    fn components(&self) -> Components {
        components(&self.states, |it: &Transition| it.target as usize)
    }
}

/// Keeps what can be reached and can reach an accepting cycle; numbers states as they are reached.
fn drop_useless(automaton: &mut Reduced) {
    let components = automaton.components();
    let accepted = components.accepted(
        &automaton.states,
        |it: &Transition| (it.target as usize, it.marks),
        |state| automaton.accepting[state],
        all_marks(automaton.marks),
    );
    let mut useful = accepted.clone();
    // Components that a state reaches have smaller numbers than its own.
    let mut by_component: Vec<usize> = (0..automaton.states.len()).collect();
    by_component.sort_by_key(|it| components.of[*it]);
    for state in by_component {
        let reaches = |it: &Transition| useful[components.of[it.target as usize]];
        if automaton.states[state].iter().any(reaches) {
            useful[components.of[state]] = true;
        }
    }
    for state in 0..automaton.states.len() {
        automaton.accepting[state] = accepted[components.of[state]];
        automaton.states[state].retain(|it| useful[components.of[it.target as usize]]);
        for transition in &mut automaton.states[state] {
            let inside = components.of[transition.target as usize] == components.of[state];
            if !inside || !accepted[components.of[state]] {
                transition.marks = 0;
            }
        }
    }
    if !useful[components.of[0]] {
        automaton.states[0].clear();
    }
    let mut numbers = vec![u32::MAX; automaton.states.len()];
    let mut kept = vec![0usize];
    numbers[0] = 0;
    let mut next = 0;
    while next < kept.len() {
        for transition in &automaton.states[kept[next]] {
            let target = transition.target as usize;
            if numbers[target] == u32::MAX {
                numbers[target] = kept.len() as u32;
                kept.push(target);
            }
        }
        next += 1;
    }
    renumber(automaton, &kept, &numbers);
}

/// Keeps these states, with new numbers for the targets of transitions.
fn renumber(automaton: &mut Reduced, kept: &[usize], numbers: &[u32]) {
    let mut states = Vec::with_capacity(kept.len());
    for state in kept {
        let mut transitions = std::mem::take(&mut automaton.states[*state]);
        for transition in &mut transitions {
            transition.target = numbers[transition.target as usize];
        }
        simplify(&mut transitions);
        states.push(transitions);
    }
    automaton.accepting = kept.iter().map(|it| automaton.accepting[*it]).collect();
    automaton.states = states;
}

/// A mark that every cycle of an accepting component has is put on all its transitions.
fn settle_marks(automaton: &mut Reduced) {
    let components = automaton.components();
    let is_inside = |state: usize, it: &Transition| {
        automaton.accepting[state] && components.of[state] == components.of[it.target as usize]
    };
    let mut everywhere = vec![0u64; components.count];
    for mark in 0..automaton.marks {
        let bit = 1 << mark;
        // Without the transitions that have the mark, which components still have cycles?
        let rest: Vec<Vec<usize>> = (0..automaton.states.len())
            .map(|state| {
                let left = automaton.states[state].iter();
                let left = left.filter(|it| is_inside(state, it) && it.marks & bit == 0);
                left.map(|it| it.target as usize).collect()
            })
            .collect();
        let parts = self::components(&rest, |it: &usize| *it);
        let mut has_cycle = vec![false; components.count];
        for (state, targets) in rest.iter().enumerate() {
            if targets.iter().any(|it| parts.of[*it] == parts.of[state]) {
                has_cycle[components.of[state]] = true;
            }
        }
        for (component, bits) in everywhere.iter_mut().enumerate() {
            if !has_cycle[component] {
                *bits |= bit;
            }
        }
    }
    for state in 0..automaton.states.len() {
        let component = components.of[state];
        let accepting = automaton.accepting[state];
        for transition in &mut automaton.states[state] {
            if accepting && components.of[transition.target as usize] == component {
                transition.marks |= everywhere[component];
            }
        }
    }
}

/// Leaves out marks that another one implies, or that nothing lacks.
fn drop_marks(automaton: &mut Reduced) {
    let components = automaton.components();
    let mut inside: Vec<u64> = Vec::new();
    for (state, transitions) in automaton.states.iter().enumerate() {
        let component = components.of[state];
        let stays = transitions
            .iter()
            .filter(|it| components.of[it.target as usize] == component);
        if automaton.accepting[state] {
            inside.extend(stays.map(|it| it.marks));
        }
    }
    inside.sort_unstable();
    inside.dedup();
    let mut kept: Vec<u32> = (0..automaton.marks).collect();
    let has = |marks: u64, mark: u32| marks >> mark & 1 == 1;
    for mark in 0..automaton.marks {
        let is_everywhere = inside.iter().all(|it| has(*it, mark));
        let is_implied = kept.iter().any(|other| {
            *other != mark && inside.iter().all(|it| has(*it, mark) || !has(*it, *other))
        });
        if is_everywhere || is_implied {
            kept.retain(|it| *it != mark);
        }
    }
    let chosen = |marks: u64| {
        let bits = kept.iter().enumerate();
        bits.fold(0, |all, (new, old)| all | (marks >> old & 1) << new)
    };
    for transition in automaton.states.iter_mut().flatten() {
        transition.marks = chosen(transition.marks);
    }
    automaton.marks = kept.len() as u32;
}

/// Merges bisimilar states.
fn merge_bisimilar(automaton: &mut Reduced) {
    let count = automaton.states.len();
    let mut class: Vec<u32> = automaton
        .accepting
        .iter()
        .map(|it| u32::from(*it))
        .collect();
    let mut classes = 0;
    loop {
        let mut numbers = BTreeMap::new();
        let mut next = Vec::with_capacity(count);
        for state in 0..count {
            let mut seen: Vec<Transition> = automaton.states[state]
                .iter()
                .map(|it| Transition {
                    target: class[it.target as usize],
                    ..*it
                })
                .collect();
            simplify(&mut seen);
            let new = numbers.len() as u32;
            next.push(*numbers.entry((class[state], seen)).or_insert(new));
        }
        let found = numbers.len();
        class = next;
        if found == classes {
            break;
        }
        classes = found;
    }
    // Classes are numbered by their first states, so that state 0 stays the first.
    let mut kept: Vec<usize> = Vec::new();
    for (state, class) in class.iter().enumerate() {
        if *class as usize == kept.len() {
            kept.push(state);
        }
    }
    renumber(automaton, &kept, &class);
}

/// Leaves out transitions that others make superfluous, and joins those whose labels differ in the sign
/// of one atom.
fn simplify(transitions: &mut Vec<Transition>) {
    transitions.sort_unstable();
    transitions.dedup();
    while let Some((one, other, joined)) = joinable(transitions) {
        transitions[one].label = joined;
        transitions.remove(other);
        transitions.sort_unstable();
        transitions.dedup();
    }
    let all = transitions.clone();
    let covers = |one: &Transition, other: &Transition| {
        one.target == other.target
            && one.label.contains(other.label)
            && other.marks & !one.marks == 0
    };
    let is_covered = |it: &Transition| all.iter().any(|other| other != it && covers(other, it));
    transitions.retain(|it| !is_covered(it));
}

fn joinable(transitions: &[Transition]) -> Option<(usize, usize, super::Cube)> {
    for (index, one) in transitions.iter().enumerate() {
        for (later, other) in transitions.iter().enumerate().skip(index + 1) {
            if (one.target, one.marks) != (other.target, other.marks) {
                continue;
            }
            let differ = one.label.positive ^ other.label.positive;
            let signs = one.label.negative ^ other.label.negative;
            if differ == signs && differ.count_ones() == 1 {
                let joined = super::Cube {
                    positive: one.label.positive & !differ,
                    negative: one.label.negative & !differ,
                };
                return Some((index, later, joined));
            }
        }
    }
    None
}
