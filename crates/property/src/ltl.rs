//! Formulas of linear temporal logic, in SPIN's operators over atoms of a Java program.
//!
//! In: text such as `[] (Main.count == 2 -> <> Main.done)`. Out: [`Ltl`], a formula over numbered
//! atoms. What an atom means in a program is not known here. There is no `X`: whether something holds
//! in the next step depends on what counts as a step.

use std::fmt;

mod read;

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
    /// `f U g`: `g` comes, and until then `f` holds.
    Until(Box<Formula>, Box<Formula>),
    /// `f V g`: `g` holds up to and including where `f` does, or for ever.
    Release(Box<Formula>, Box<Formula>),
}

/// Something that is true or false in a state of a Java program.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Atom {
    /// A field compared with a constant: `Main.lock.owner != 0`.
    Compare {
        /// The class and the fields, with dots between them.
        path: String,
        /// How.
        comparison: Comparison,
        /// With what; booleans are 0 and 1, null is 0.
        constant: i32,
    },
    /// `at(Class.method)` or `at(File.java:42)`: some thread is there.
    At(String),
    /// `blocked(thread)`: it can't move.
    Blocked(String),
    /// `terminated(thread)`: it has ended.
    Terminated(String),
}

/// How a field is compared with a constant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    /// `==`
    Equal,
    /// `!=`
    NotEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
}

impl Comparison {
    /// As Java and Promela write it.
    pub fn symbol(self) -> &'static str {
        match self {
            Comparison::Equal => "==",
            Comparison::NotEqual => "!=",
            Comparison::Less => "<",
            Comparison::LessOrEqual => "<=",
            Comparison::Greater => ">",
            Comparison::GreaterOrEqual => ">=",
        }
    }

    /// Whether it is so.
    pub fn compare(self, left: i64, right: i64) -> bool {
        match self {
            Comparison::Equal => left == right,
            Comparison::NotEqual => left != right,
            Comparison::Less => left < right,
            Comparison::LessOrEqual => left <= right,
            Comparison::Greater => left > right,
            Comparison::GreaterOrEqual => left >= right,
        }
    }
}

/// What is wrong with the text of a formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LtlError(pub String);

impl fmt::Display for LtlError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for LtlError {}

impl Ltl {
    /// Understands a formula.
    pub fn parse(text: &str) -> Result<Ltl, LtlError> {
        read::read(text)
    }

    /// Whether an endless run satisfies the formula: `word` has the values of the atoms in each
    /// state, and after the last state the run goes on with that of index `again`.
    pub fn holds(&self, word: &[Vec<bool>], again: usize) -> bool {
        assert!(again < word.len(), "the run goes on in one of its states");
        values(&self.formula, word, again)[0]
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
            Atom::Compare { path, .. } => state.contains(path.trim_start_matches("A.")),
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
