//! From formulas of linear temporal logic to automata.
//!
//! In: an [`Ltl`]. Out: an [`Automaton`] that accepts the runs that satisfy it, or those that break
//! it: what a search for counterexamples wants. The stages have a file each:
//!
//! | stage | file |
//! |---|---|
//! | negation normal form, simplification | `formulas.rs`, `implication.rs` |
//! | tableau to a transition-based generalised Büchi automaton | `tableau.rs` |
//! | useless states, superfluous marks, bisimilar states | `reduce.rs` |
//! | which kind of automaton it is | `classify.rs` |
//!
//! The automaton reads the state that a run is in when it takes a transition. It accepts a run if it
//! can follow it, stays in accepting states from some point on, and there takes transitions with each
//! mark infinitely often.
//!
//! Invariant: from every state an accepting cycle can be reached, except from the only state of an
//! automaton that accepts nothing. States are numbered from 0, the first; the same formula gives the
//! same automaton.

mod classify;
mod formulas;
mod implication;
mod reduce;
mod tableau;

use std::fmt;

use crate::{Formula, Ltl};
use formulas::Formulas;
use tableau::{Tableau, all_marks};

/// A transition-based generalised Büchi automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Automaton {
    states: Vec<State>,
    marks: u32,
    kind: AutomatonKind,
}

#[derive(Clone, Debug, PartialEq, Eq)]
struct State {
    transitions: Vec<Transition>,
    /// Runs that stay here and in other such states, with all marks, are accepted.
    is_accepting: bool,
    /// Whether every run is accepted from here on.
    is_universal: bool,
}

/// A transition: for states that the label allows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Transition {
    /// What has to hold in the state that is left.
    pub label: Cube,
    /// The state of the automaton that it leads to.
    pub target: u32,
    /// The marks that it has, by bit.
    pub marks: u64,
}

/// A conjunction of atoms and negated atoms.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Cube {
    /// The atoms that have to be true, by bit.
    pub positive: u64,
    /// The atoms that have to be false, by bit.
    pub negative: u64,
}

impl Cube {
    fn literal(atom: usize, positive: bool) -> Cube {
        let bit = 1 << atom;
        match positive {
            true => Cube {
                positive: bit,
                negative: 0,
            },
            false => Cube {
                positive: 0,
                negative: bit,
            },
        }
    }

    /// Whether atoms with these values satisfy it.
    pub fn allows(self, values: u64) -> bool {
        self.positive & !values == 0 && self.negative & values == 0
    }

    /// Both; `None` if they exclude each other.
    fn and(self, other: Cube) -> Option<Cube> {
        let positive = self.positive | other.positive;
        let negative = self.negative | other.negative;
        (positive & negative == 0).then_some(Cube { positive, negative })
    }

    /// Whether it allows all that the other does.
    fn contains(self, other: Cube) -> bool {
        self.positive & !other.positive == 0 && self.negative & !other.negative == 0
    }

    /// The number of literals.
    fn size(self) -> u32 {
        self.positive.count_ones() + self.negative.count_ones()
    }
}

/// How simple an automaton is to search with. Of several that fit, the first is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AutomatonKind {
    /// Once an accepting state is reached every run is accepted: reaching one is enough.
    Terminal,
    /// Every endless run that can be followed is accepted.
    Safety,
    /// A cycle has either accepting states only, and then it is accepted, or none.
    Weak,
    /// Cycles have to be looked at with their marks.
    General,
}

/// Why a formula has no automaton.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TooLarge {
    /// It has more than 64 atoms.
    Atoms,
    /// More than 64 things have to come true.
    Marks,
    /// The automaton would be too large.
    Automaton,
}

impl fmt::Display for TooLarge {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            TooLarge::Atoms => "the formula has more than 64 atoms",
            TooLarge::Marks => "the formula has more than 64 parts that have to come true",
            TooLarge::Automaton => "the automaton of the formula is too large",
        })
    }
}

impl std::error::Error for TooLarge {}

impl Automaton {
    /// The automaton of the runs that satisfy the formula.
    pub fn of(ltl: &Ltl) -> Result<Automaton, TooLarge> {
        Automaton::of_formula(&ltl.formula, true)
    }

    /// The automaton of the runs that break the formula.
    pub fn of_negation(ltl: &Ltl) -> Result<Automaton, TooLarge> {
        Automaton::of_formula(&ltl.formula, false)
    }

    fn of_formula(formula: &Formula, positive: bool) -> Result<Automaton, TooLarge> {
        let mut formulas = Formulas::new(true);
        let formula = formulas.normal(formula, positive)?;
        let raw = Tableau::new(&formulas).build(formula)?;
        let reduced = reduce::reduce(raw);
        Ok(classify::classify(reduced))
    }

    /// The automaton of all endless runs.
    pub fn of_everything() -> Automaton {
        Automaton {
            states: vec![State {
                transitions: vec![Transition {
                    label: Cube::default(),
                    target: 0,
                    marks: 0,
                }],
                is_accepting: true,
                is_universal: true,
            }],
            marks: 0,
            kind: AutomatonKind::Terminal,
        }
    }

    /// The number of states. The first is 0.
    pub fn states(&self) -> usize {
        self.states.len()
    }

    /// The transitions of a state.
    pub fn transitions(&self, state: u32) -> &[Transition] {
        &self.states[state as usize].transitions
    }

    /// Whether runs that stay in this state and other accepting ones are accepted, if they have all
    /// marks again and again.
    pub fn is_accepting(&self, state: u32) -> bool {
        self.states[state as usize].is_accepting
    }

    /// Whether every run is accepted from this state on.
    pub fn is_universal(&self, state: u32) -> bool {
        self.states[state as usize].is_universal
    }

    /// All marks, by bit.
    pub fn marks(&self) -> u64 {
        all_marks(self.marks)
    }

    /// Which kind of automaton it is.
    pub fn kind(&self) -> AutomatonKind {
        self.kind
    }

    /// Whether an endless run is accepted: `word` has the values of the atoms in each state, by bit,
    /// and after the last state the run goes on with that of index `again`.
    pub fn accepts(&self, word: &[u64], again: usize) -> bool {
        assert!(again < word.len(), "the run goes on in one of its states");
        let node = |position: usize, state: u32| position * self.states.len() + state as usize;
        let mut graph = vec![Vec::new(); word.len() * self.states.len()];
        for (position, values) in word.iter().enumerate() {
            let next = if position + 1 < word.len() {
                position + 1
            } else {
                again
            };
            for state in 0..self.states.len() as u32 {
                let taken = self.transitions(state).iter();
                let taken = taken.filter(|it| it.label.allows(*values));
                let edges = taken.map(|it| (node(next, it.target), it.marks));
                graph[node(position, state)] = edges.collect();
            }
        }
        let is_accepting = |it: usize| self.states[it % self.states.len()].is_accepting;
        let components = reduce::components(&graph, |edge: &(usize, u64)| edge.0);
        let accepted = components.accepted(&graph, |edge| *edge, is_accepting, self.marks());
        // A run begins in the first state, at the first position.
        let mut reached = vec![false; graph.len()];
        let mut open = vec![0];
        reached[0] = true;
        while let Some(node) = open.pop() {
            if accepted[components.of[node]] {
                return true;
            }
            for (target, _) in &graph[node] {
                if !std::mem::replace(&mut reached[*target], true) {
                    open.push(*target);
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests;
