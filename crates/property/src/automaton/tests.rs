//! The automata accept what the formulas say, and are as small and simple as they should be.

mod others;
mod patterns;

use super::*;

/// Numbers that look random and are the same each time.
pub(super) struct Dice(u64);

impl Dice {
    pub(super) fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    pub(super) fn below(&mut self, bound: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % bound
    }

    /// A formula over `atoms` atoms with at most so many operators.
    pub(super) fn formula(&mut self, size: u64, atoms: u64, with_next: bool) -> Formula {
        if size == 0 {
            return match self.below(12) {
                0 => Formula::Constant(self.below(2) == 0),
                _ => Formula::Atom(self.below(atoms) as usize),
            };
        }
        let left = self.below(size);
        let mut part = |size| Box::new(self.formula(size, atoms, with_next));
        let (all, f, g) = (part(size - 1), part(left), part(size - 1 - left));
        match self.below(if with_next { 10 } else { 9 }) {
            0 => Formula::Not(all),
            1 => Formula::Until(Box::new(Formula::Constant(true)), all),
            2 => Formula::Release(Box::new(Formula::Constant(false)), all),
            3 | 4 => Formula::And(f, g),
            5 | 6 => Formula::Or(f, g),
            7 => Formula::Until(f, g),
            8 => Formula::Release(f, g),
            _ => Formula::Next(all),
        }
    }

    /// A word over `atoms` atoms, and where it goes on.
    pub(super) fn word(&mut self, atoms: u64) -> (Vec<u64>, usize) {
        let length = 1 + self.below(6);
        let word = (0..length).map(|_| self.below(1 << atoms)).collect();
        (word, self.below(length) as usize)
    }
}

/// A formula without names for its atoms.
pub(super) fn nameless(formula: Formula) -> Ltl {
    Ltl {
        formula,
        atoms: Vec::new(),
    }
}

/// Whether the formula holds, by its definition.
pub(super) fn holds(ltl: &Ltl, word: &[u64], again: usize) -> bool {
    let states: Vec<Vec<bool>> = word
        .iter()
        .map(|values| (0..64).map(|atom| values >> atom & 1 == 1).collect())
        .collect();
    ltl.holds(&states, again)
}

#[test]
fn automata_accept_what_formulas_say() {
    let mut dice = Dice::new(1);
    for round in 0..6_000 {
        let size = 1 + round % 9;
        let ltl = nameless(dice.formula(size, 3, true));
        let automaton = Automaton::of(&ltl).unwrap();
        let negation = Automaton::of_negation(&ltl).unwrap();
        for _ in 0..20 {
            let (word, again) = dice.word(3);
            let expected = holds(&ltl, &word, again);
            let told = format!("{} on {word:?} from {again}", ltl.formula);
            assert_eq!(automaton.accepts(&word, again), expected, "{told}");
            assert_eq!(negation.accepts(&word, again), !expected, "not {told}");
        }
    }
}

/// The rules for formulas, and the tableau with what comes after it, each on their own.
#[test]
fn simplification_and_reduction_change_nothing() {
    let mut dice = Dice::new(2);
    for round in 0..3_000 {
        let ltl = nameless(dice.formula(1 + round % 7, 2, true));
        let mut plain = Formulas::new(false);
        let formula = plain.normal(&ltl.formula, true).unwrap();
        let raw = Tableau::new(&plain).build(formula).unwrap();
        let unreduced = Automaton {
            states: raw
                .states
                .iter()
                .map(|transitions| State {
                    transitions: transitions.clone(),
                    is_accepting: true,
                    is_universal: false,
                })
                .collect(),
            marks: raw.marks,
            kind: AutomatonKind::General,
        };
        let reduced = classify::classify(reduce::reduce(raw));
        for _ in 0..10 {
            let (word, again) = dice.word(2);
            let expected = holds(&ltl, &word, again);
            let told = format!("{} on {word:?} from {again}", ltl.formula);
            assert_eq!(unreduced.accepts(&word, again), expected, "raw {told}");
            assert_eq!(reduced.accepts(&word, again), expected, "reduced {told}");
        }
    }
}

#[test]
fn universal_states_accept_everything() {
    let mut dice = Dice::new(3);
    let mut found = 0;
    for round in 0..3_000 {
        let ltl = nameless(dice.formula(1 + round % 7, 2, true));
        let automaton = Automaton::of(&ltl).unwrap();
        for state in 0..automaton.states() as u32 {
            if !automaton.is_universal(state) {
                continue;
            }
            found += 1;
            // The automaton with this state as its first: states 0 and `state` change places.
            let mut begun = automaton.clone();
            begun.states.swap(0, state as usize);
            for transition in begun.states.iter_mut().flat_map(|it| &mut it.transitions) {
                transition.target = match transition.target {
                    0 => state,
                    target if target == state => 0,
                    target => target,
                };
            }
            for _ in 0..5 {
                let (word, again) = dice.word(2);
                assert!(begun.accepts(&word, again), "{} in {state}", ltl.formula);
            }
        }
    }
    assert!(found > 1_000, "{found}");
}

#[track_caller]
fn shape(text: &str, states: usize, marks: u64, kind: AutomatonKind) {
    let ltl = Ltl::parse(text).unwrap();
    let automaton = Automaton::of(&ltl).unwrap();
    let found = (automaton.states(), automaton.marks(), automaton.kind());
    assert_eq!(found, (states, marks, kind), "{text}: {automaton:?}");
}

#[test]
fn well_known_automata_are_small() {
    use AutomatonKind::{General, Safety, Terminal, Weak};
    shape("true", 1, 0, Terminal);
    shape("false", 1, 0, Terminal);
    shape("p", 2, 0, Terminal);
    shape("<> p", 2, 0, Terminal);
    shape("p U q", 2, 0, Terminal);
    shape("[] p", 1, 0, Safety);
    shape("p W q", 2, 0, Safety);
    shape("X [] p", 2, 0, Safety);
    shape("<> [] p", 2, 0, Weak);
    shape("[] <> p", 1, 1, General);
    shape("[] <> p && [] <> q", 1, 3, General);
    shape("[] (p -> <> q)", 2, 1, General);
    shape("! [] (p -> <> q)", 2, 0, Weak);
    shape("<> [] <> p", 1, 1, General);
    shape(
        "[] <> a && [] <> b && [] <> c && [] <> d && [] <> e",
        1,
        31,
        General,
    );
    shape("<> (p && X p)", 3, 0, Terminal);
}

#[test]
fn what_is_too_large_is_said() {
    let names: Vec<String> = (0..65).map(|it| format!("p{it}")).collect();
    let many = Ltl::parse(&names.join(" || ")).unwrap();
    assert_eq!(Automaton::of(&many), Err(TooLarge::Atoms));
    // 2 to the power of 15 sets of obligations.
    let untils: Vec<String> = (0..15)
        .map(|it| format!("<> (a{it} && <> b{it})"))
        .collect();
    let many = Ltl::parse(&untils.join(" && ")).unwrap();
    assert_eq!(Automaton::of(&many), Err(TooLarge::Automaton));
}
