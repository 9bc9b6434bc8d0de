//! Formulas of linear temporal logic, in SPIN's operators over atoms of a Java program.
//!
//! In: text such as `[] (Main.count == 2 -> <> Main.done)`. Out: [`Ltl`], a formula over numbered
//! atoms. What an atom means in a program is not known here. Whether `X` holds depends on what counts
//! as a step, so [`Ltl::uses_next`] tells whether a formula has it; all others are
//! *stutter-invariant*: repeating a state of a run changes nothing (Peled and Wilke 1997).

use std::fmt;

mod atom;
mod explain;
mod read;

pub use atom::{
    Atom, Base, Compare, Comparison, Condition, Line, Operand, Path, PathStep, Place, Quantifier,
    ThreadName, ThreadState, Threads,
};
pub use explain::{Blame, Part};

/// A formula and its atoms.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ltl {
    /// The formula; atoms have the indices of the list.
    pub formula: Formula,
    /// What can be true or false in a state.
    pub atoms: Vec<Atom>,
}

/// A formula. The other operators are put in terms of these.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Formula {
    /// `true`, `false`
    Constant(bool),
    /// An atom.
    Atom(usize),
    /// `! f`
    Not(Box<Formula>),
    /// `f && g`
    And(Box<Formula>, Box<Formula>),
    /// `f || g`
    Or(Box<Formula>, Box<Formula>),
    /// `X f`: in the next step.
    Next(Box<Formula>),
    /// `f U g`: `g` comes, and until then `f` holds.
    Until(Box<Formula>, Box<Formula>),
    /// `f V g`: `g` holds up to and including where `f` does, or for ever.
    Release(Box<Formula>, Box<Formula>),
}

/// Understands `word(threads)`.
pub(crate) fn read_threads(text: &str, word: &str) -> Result<Threads, LtlError> {
    read::read_threads(text, word)
}

/// What is wrong with the text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LtlError {
    /// Where, counted in characters from 1 on.
    pub column: usize,
    /// What was found and what was expected.
    pub message: String,
}

impl fmt::Display for LtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "column {}: {}", self.column, self.message)
    }
}

impl std::error::Error for LtlError {}

impl Ltl {
    /// Understands a formula.
    pub fn parse(text: &str) -> Result<Ltl, LtlError> {
        read::read(text)
    }

    /// Whether the formula has an `X`, so that it matters how steps are counted.
    pub fn uses_next(&self) -> bool {
        uses_next(&self.formula)
    }

    /// Whether an endless run satisfies the formula: `word` has the values of the atoms in each
    /// state, and after the last state the run goes on with that of index `again`.
    pub fn holds(&self, word: &[Vec<bool>], again: usize) -> bool {
        assert!(again < word.len(), "the run goes on in one of its states");
        values(&self.formula, word, again)[0]
    }
}

fn uses_next(formula: &Formula) -> bool {
    match formula {
        Formula::Constant(_) | Formula::Atom(_) => false,
        Formula::Next(_) => true,
        Formula::Not(f) => uses_next(f),
        Formula::And(f, g) | Formula::Or(f, g) | Formula::Until(f, g) | Formula::Release(f, g) => {
            uses_next(f) || uses_next(g)
        }
    }
}

/// In which states a formula holds.
fn values(formula: &Formula, word: &[Vec<bool>], again: usize) -> Vec<bool> {
    let of = |formula: &Formula| values(formula, word, again);
    let both = |f: &Formula, g: &Formula, join: fn(bool, bool) -> bool| -> Vec<bool> {
        let pairs = of(f).into_iter().zip(of(g));
        pairs.map(|(f, g)| join(f, g)).collect()
    };
    match formula {
        Formula::Constant(value) => vec![*value; word.len()],
        Formula::Atom(index) => word.iter().map(|state| state[*index]).collect(),
        Formula::Not(f) => of(f).into_iter().map(|value| !value).collect(),
        Formula::And(f, g) => both(f, g, |f, g| f && g),
        Formula::Or(f, g) => both(f, g, |f, g| f || g),
        Formula::Next(f) => {
            let found = of(f);
            let later = found[1..].iter().copied();
            later.chain([found[again]]).collect()
        }
        Formula::Until(f, g) => settle(word.len(), again, false, &of(f), &of(g), |f, g, next| {
            g || (f && next)
        }),
        Formula::Release(f, g) => settle(word.len(), again, true, &of(f), &of(g), |f, g, next| {
            g && (f || next)
        }),
    }
}

/// Goes backwards over the run until nothing changes: once round the cycle and once more.
fn settle(
    length: usize,
    again: usize,
    first: bool,
    f: &[bool],
    g: &[bool],
    step: fn(bool, bool, bool) -> bool,
) -> Vec<bool> {
    let mut found = vec![first; length];
    for _ in 0..2 {
        for index in (0..length).rev() {
            let next = if index + 1 < length { index + 1 } else { again };
            found[index] = step(f[index], g[index], found[next]);
        }
    }
    found
}

impl fmt::Display for Formula {
    /// As SPIN reads it; atom 3 is `p3`.
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Formula::Constant(value) => write!(out, "{value}"),
            Formula::Atom(index) => write!(out, "p{index}"),
            Formula::Not(f) => write!(out, "!({f})"),
            Formula::And(f, g) => write!(out, "(({f}) && ({g}))"),
            Formula::Or(f, g) => write!(out, "(({f}) || ({g}))"),
            Formula::Next(f) => write!(out, "X ({f})"),
            Formula::Until(f, g) => write!(out, "(({f}) U ({g}))"),
            Formula::Release(f, g) => write!(out, "(({f}) V ({g}))"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A run by the values of two atoms, such as `p . pq`, and where it goes on.
    fn holds(formula: &str, run: &str, again: usize) -> bool {
        let text = formula.replace('p', "A.p").replace('q', "A.q");
        let ltl = Ltl::parse(&text).unwrap_or_else(|error| panic!("{formula}: {error}"));
        let value = |state: &str, atom: &Atom| match atom {
            Atom::Compare(compare) => {
                state.contains(compare.left.to_string().trim_start_matches("A."))
            }
            _ => unreachable!("only fields"),
        };
        let word: Vec<Vec<bool>> = run
            .split(' ')
            .map(|state| ltl.atoms.iter().map(|atom| value(state, atom)).collect())
            .collect();
        ltl.holds(&word, again)
    }

    #[test]
    fn runs_satisfy_formulas() {
        assert!(holds("<> p", ". . p", 2));
        assert!(!holds("<> p", ". . .", 0));
        assert!(holds("[] <> p", ". . p", 0));
        assert!(!holds("[] <> p", "p . .", 1));
        assert!(holds("<> [] p", ". p p", 1));
        assert!(!holds("<> [] p", ". p .", 1));
        assert!(holds("p U q", "p p q .", 3));
        assert!(!holds("p U q", "p . q", 2));
        assert!(!holds("p U q", "p p p", 0), "q has to come");
        assert!(holds("p W q", "p p p", 0), "q need not come");
        assert!(holds("p V q", "q q pq .", 3));
        assert!(!holds("p V q", "q q p", 2));
        assert!(holds("[] (p -> <> q)", ". p . q", 0));
        assert!(!holds("[] (p -> <> q)", ". q p .", 3));
        assert!(holds("! [] p", "p p .", 2));
        assert!(holds("p <-> ! q", "p", 0));
        assert!(holds("X p", ". p", 1));
        assert!(!holds("X p", "p .", 1));
        assert!(holds("X X p", "p .", 0), "round the cycle");
    }

    #[test]
    fn formulas_as_spin_reads_them() {
        let ltl = Ltl::parse("[] (A.x == 3 -> <> A.done)").unwrap();
        let text = "((false) V (((!(p0)) || (((true) U (p1))))))";
        assert_eq!(
            ltl.formula.to_string().replace(' ', ""),
            text.replace(' ', "")
        );
        assert_eq!(ltl.atoms.len(), 2);
    }
}
