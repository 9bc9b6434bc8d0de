//! Which kind of automaton it is, so that simple ones are searched the cheap way.
//!
//! In: a reduced automaton. Out: the [`Automaton`], with its kind and its universal states. The kinds
//! are those of Bloem, Ravi and Somenzi ("Efficient decision procedures for model checking of linear
//! time logic properties", CAV 1999): in a *weak* automaton a cycle is accepted if it is in an accepting
//! component, in a *terminal* one everything is accepted from there on.
//!
//! A state is *universal* if every run is accepted from it on. Found is the largest set of states of
//! weak accepting components in which each state has for all values of the atoms a transition into the
//! set: following these, a run stays in the set for ever, so from some point on in one of the
//! components, all of whose cycles are accepted. There may be other universal states; not to know them
//! costs time, not answers.
//!
//! Example: `!([] p)` has the states `<> !p` and `true`. `true` is accepting and universal, so the
//! automaton is terminal: `[] p` is broken once a state without `p` is reached.

use super::reduce::{Components, Reduced, components};
use super::tableau::all_marks;
use super::{Automaton, AutomatonKind, Cube, State, Transition};

pub(super) fn classify(reduced: Reduced) -> Automaton {
    let components = components(&reduced.states, |it: &Transition| it.target as usize);
    let weak = weak_components(&reduced, &components);
    let is_weak = |state: usize| weak[components.of[state]];
    let universal = universal_states(&reduced, is_weak);
    let all = 0..reduced.states.len();
    let accepting = |state: &usize| reduced.accepting[*state];
    let kind = if all.clone().filter(accepting).all(|it| universal[it]) {
        AutomatonKind::Terminal
    } else if all.clone().filter(accepting).any(|it| !is_weak(it)) {
        AutomatonKind::General
    } else if all
        .clone()
        .all(|it| accepting(&it) || is_transient(&reduced, &components, it))
    {
        AutomatonKind::Safety
    } else {
        AutomatonKind::Weak
    };
    let states = reduced.states.into_iter().enumerate();
    let states = states.map(|(state, transitions)| State {
        transitions,
        is_accepting: reduced.accepting[state],
        is_universal: universal[state],
    });
    Automaton {
        states: states.collect(),
        marks: reduced.marks,
        kind,
    }
}

/// Components in which all transitions have all marks.
fn weak_components(reduced: &Reduced, components: &Components) -> Vec<bool> {
    let all = all_marks(reduced.marks);
    let mut weak = vec![true; components.count];
    for (state, transitions) in reduced.states.iter().enumerate() {
        for transition in transitions {
            let component = components.of[state];
            if components.of[transition.target as usize] == component && transition.marks != all {
                weak[component] = false;
            }
        }
    }
    weak
}

/// Whether no cycle goes through the state.
fn is_transient(reduced: &Reduced, components: &Components, state: usize) -> bool {
    let members = components.of.iter();
    let alone = members.filter(|it| **it == components.of[state]).count() == 1;
    let loops = |it: &Transition| it.target as usize == state;
    alone && !reduced.states[state].iter().any(loops)
}

fn universal_states(reduced: &Reduced, is_weak: impl Fn(usize) -> bool) -> Vec<bool> {
    let states = 0..reduced.states.len();
    let mut universal: Vec<bool> = states
        .map(|state| reduced.accepting[state] && is_weak(state))
        .collect();
    loop {
        let mut changed = false;
        for state in 0..universal.len() {
            let stays = reduced.states[state].iter();
            let stays = stays.filter(|it| universal[it.target as usize]);
            let labels: Vec<Cube> = stays.map(|it| it.label).collect();
            if universal[state] && !covers_everything(&labels) {
                universal[state] = false;
                changed = true;
            }
        }
        if !changed {
            return universal;
        }
    }
}

/// Whether all values of the atoms satisfy one of the cubes: by splitting on an atom of the first.
fn covers_everything(cubes: &[Cube]) -> bool {
    if cubes.contains(&Cube::default()) {
        return true;
    }
    let Some(first) = cubes.first() else {
        return false;
    };
    let atom = (first.positive | first.negative).trailing_zeros();
    let bit = 1u64 << atom;
    [true, false].into_iter().all(|value| {
        let left: Vec<Cube> = cubes
            .iter()
            .filter(|it| {
                if value {
                    it.negative & bit == 0
                } else {
                    it.positive & bit == 0
                }
            })
            .map(|it| Cube {
                positive: it.positive & !bit,
                negative: it.negative & !bit,
            })
            .collect();
        covers_everything(&left)
    })
}
