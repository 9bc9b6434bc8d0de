//! What a run does to a formula, for whoever reads a counterexample.
//!
//! In: a formula and an endless run, as for [`Ltl::holds`]. Out: the truth of the formula's parts in
//! each state ([`Part`]), the state that breaks it ([`Blame`]), and the formula as it may have been
//! written, with `[]`, `<>`, `->`, `<->` and `W` put back.
//!
//! Blame goes down the formula along what is false: in `[] f` to the first state where `f` is false,
//! in `f -> g` to `g`, in `f && g` to the conjunct that is false. Where something should have come
//! and never does (`<> f`), no state is to blame but the run from there on.

use super::{Formula, Ltl, values};

/// A part of a formula, and where it holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The part, as it may have been written.
    pub text: String,
    /// Whether it holds, state by state.
    pub holds: Vec<bool>,
}

/// What breaks a formula on a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blame {
    /// The smallest part that has to be blamed.
    pub text: String,
    /// The state in which it is false.
    pub state: usize,
    /// Whether the part should have come true from that state on, and never does.
    pub never: bool,
}

impl Ltl {
    /// The formula with the names of its atoms.
    pub fn told(&self) -> String {
        self.tell(&self.formula, 0)
    }

    /// The parts of the formula, the whole first, each once, with their truth in each state of a run
    /// that after its last state goes on with that of index `again`. Constants are left out.
    pub fn parts(&self, word: &[Vec<bool>], again: usize) -> Vec<Part> {
        assert!(again < word.len(), "the run goes on in one of its states");
        let mut parts: Vec<Part> = Vec::new();
        let mut open = vec![&self.formula];
        while let Some(formula) = open.pop() {
            let shape = Shape::of(formula);
            if !matches!(shape, Shape::Constant(_)) {
                let text = self.tell(formula, 0);
                if parts.iter().any(|part| part.text == text) {
                    continue;
                }
                let holds = values(formula, word, again);
                parts.push(Part { text, holds });
            }
            let mut inside = shape.inside();
            inside.reverse();
            open.extend(inside);
        }
        parts
    }

    /// What breaks the formula on a run; `None` if the run satisfies it.
    pub fn blame(&self, word: &[Vec<bool>], again: usize) -> Option<Blame> {
        if self.holds(word, again) {
            return None;
        }
        let (mut formula, mut state, mut wanted) = (&self.formula, 0, true);
        loop {
            match self.next_to_blame(formula, state, wanted, (word, again)) {
                Ok((inside, at, value)) => (formula, state, wanted) = (inside, at, value),
                Err(never) => {
                    let not = if wanted { "" } else { "!" };
                    let text = format!("{not}{}", self.tell(formula, if wanted { 0 } else { 7 }));
                    return Some(Blame { text, state, never });
                }
            }
        }
    }

    /// The part of a formula that is to blame that it is not `wanted` in a state, and where; or, if the
    /// formula itself is, whether it should have come.
    fn next_to_blame<'f>(
        &self,
        formula: &'f Formula,
        state: usize,
        wanted: bool,
        (word, again): (&[Vec<bool>], usize),
    ) -> Result<(&'f Formula, usize, bool), bool> {
        let is_wrong =
            |it: &Formula, at: usize, wanted: bool| values(it, word, again)[at] != wanted;
        let after = |at: usize| if at + 1 < word.len() { at + 1 } else { again };
        match formula {
            Formula::Constant(_) | Formula::Atom(_) => Err(false),
            Formula::Not(f) => Ok((f, state, !wanted)),
            Formula::Next(f) => Ok((f, after(state), wanted)),
            Formula::And(f, g) if wanted => match is_wrong(f, state, true) {
                true => Ok((f, state, true)),
                false => Ok((g, state, true)),
            },
            Formula::Or(f, g) if !wanted => match is_wrong(f, state, false) {
                true => Ok((f, state, false)),
                false => Ok((g, state, false)),
            },
            // Of an implication, the right side is to blame; of others both sides are.
            Formula::Or(f, g) if matches!(**f, Formula::Not(_)) => Ok((g, state, true)),
            Formula::Or(..) | Formula::And(..) => Err(false),
            // `f V g` is false: `g` is, at the latest where `f` has not come before.
            Formula::Release(_, g) if wanted => {
                let at = first(state, word.len(), after, |at| is_wrong(g, at, true));
                at.map_or(Err(false), |at| Ok((g, at, true)))
            }
            Formula::Until(_, g) if !wanted => {
                let at = first(state, word.len(), after, |at| is_wrong(g, at, false));
                at.map_or(Err(false), |at| Ok((g, at, false)))
            }
            Formula::Until(f, g) => {
                let comes = first(state, word.len(), after, |at| !is_wrong(g, at, true));
                match (
                    comes,
                    first(state, word.len(), after, |at| is_wrong(f, at, true)),
                ) {
                    (Some(_), Some(at)) => Ok((f, at, true)),
                    _ => Err(true),
                }
            }
            // `f V g` should be false, and is true: `g` never ends.
            Formula::Release(..) => Err(true),
        }
    }

    /// Writes a formula; with parentheses if it binds no tighter than `tight`.
    fn tell(&self, formula: &Formula, tight: u8) -> String {
        let shape = Shape::of(formula);
        let (binds, text) = match shape {
            Shape::Constant(value) => (9, value.to_string()),
            Shape::Atom(index) => {
                let text = self.atoms.get(index).map(ToString::to_string);
                let text = text.unwrap_or_else(|| format!("p{index}"));
                // A comparison is kept together where an operator stands before it.
                (if text.contains(' ') { 7 } else { 9 }, text)
            }
            Shape::Unary(sign, f) => (8, format!("{sign}{}", self.tell(f, 7))),
            Shape::Binary(sign, binds, f, g) => {
                // Chains of `&&` and `||` need no parentheses, nothing else is chained.
                let left = if matches!(sign, "&&" | "||") {
                    binds - 1
                } else {
                    binds
                };
                (
                    binds,
                    format!("{} {sign} {}", self.tell(f, left), self.tell(g, left)),
                )
            }
        };
        match binds <= tight {
            true => format!("({text})"),
            false => text,
        }
    }
}

/// The first state from `state` on, round the cycle too, that is so.
fn first(
    state: usize,
    length: usize,
    after: impl Fn(usize) -> usize,
    is_so: impl Fn(usize) -> bool,
) -> Option<usize> {
    let mut at = state;
    for _ in 0..=length {
        if is_so(at) {
            return Some(at);
        }
        at = after(at);
    }
    None
}

/// A formula as a reader sees it.
enum Shape<'f> {
    Constant(bool),
    Atom(usize),
    Unary(&'static str, &'f Formula),
    /// With how tight it binds.
    Binary(&'static str, u8, &'f Formula, &'f Formula),
}

impl<'f> Shape<'f> {
    fn of(formula: &'f Formula) -> Shape<'f> {
        match formula {
            Formula::Constant(value) => Shape::Constant(*value),
            Formula::Atom(index) => Shape::Atom(*index),
            Formula::Not(f) => Shape::Unary("!", f),
            Formula::Next(f) => Shape::Unary("X ", f),
            Formula::And(f, g) => Shape::Binary("&&", 4, f, g),
            Formula::Or(f, g) => match (&**f, &**g) {
                (Formula::And(a, b), Formula::And(c, d)) if is_not(c, a) && is_not(d, b) => {
                    Shape::Binary("<->", 1, a, b)
                }
                (Formula::Not(f), _) => Shape::Binary("->", 2, f, g),
                _ => Shape::Binary("||", 3, f, g),
            },
            Formula::Until(f, g) if **f == Formula::Constant(true) => Shape::Unary("<> ", g),
            Formula::Until(f, g) => Shape::Binary("U", 5, f, g),
            Formula::Release(f, g) if **f == Formula::Constant(false) => Shape::Unary("[] ", g),
            Formula::Release(f, g) => match &**g {
                Formula::Or(h, again) if again == f => Shape::Binary("W", 5, h, f),
                _ => Shape::Binary("R", 5, f, g),
            },
        }
    }

    fn inside(&self) -> Vec<&'f Formula> {
        match self {
            Shape::Constant(_) | Shape::Atom(_) => Vec::new(),
            Shape::Unary(_, f) => vec![f],
            Shape::Binary(_, _, f, g) => vec![f, g],
        }
    }
}

fn is_not(formula: &Formula, of: &Formula) -> bool {
    matches!(formula, Formula::Not(f) if **f == *of)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(states: &str) -> Vec<Vec<bool>> {
        let states = states.split(' ');
        states
            .map(|it| vec![it.contains('p'), it.contains('q')])
            .collect()
    }

    /// A formula over `p` and `q`, in this order.
    fn ltl(text: &str) -> Ltl {
        let both = Ltl::parse(&format!("(p || q || true) && ({text})")).unwrap();
        let Formula::And(_, formula) = both.formula else {
            unreachable!("it is a conjunction");
        };
        Ltl {
            formula: *formula,
            atoms: both.atoms,
        }
    }

    #[test]
    fn formulas_are_told_as_they_were_written() {
        for text in [
            "[] (p -> <> q)",
            "p W q",
            "(p <-> q) && !p",
            "[] <> p -> <> q",
            "p U (q U p)",
            "X (p || q) R q",
            "!(p && q)",
            "p && q && p || q",
            "true",
        ] {
            assert_eq!(ltl(text).told(), text);
        }
        let text = "[] (A.x == 3 -> !(A.x > A.y[2]))";
        assert_eq!(Ltl::parse(text).unwrap().told(), text);
        assert_eq!(Ltl::parse("[] !(A.f == true)").unwrap().told(), "[] !A.f");
    }

    #[test]
    fn parts_with_their_truth() {
        let parts = ltl("[] (p -> <> q)").parts(&run("p q ."), 2);
        let told: Vec<(&str, String)> = parts
            .iter()
            .map(|part| {
                let holds = part.holds.iter().map(|it| if *it { '1' } else { '0' });
                (part.text.as_str(), holds.collect())
            })
            .collect();
        let expected = [
            ("[] (p -> <> q)", "111"),
            ("p -> <> q", "111"),
            ("p", "100"),
            ("<> q", "110"),
            ("q", "010"),
        ];
        assert_eq!(told, expected.map(|(text, holds)| (text, holds.to_owned())));
    }

    #[track_caller]
    fn blamed(text: &str, states: &str, again: usize, expected: &str) {
        let blame = ltl(text).blame(&run(states), again);
        let told = blame.map(|it| {
            let never = if it.never { " never comes" } else { "" };
            format!("{} at {}{never}", it.text, it.state)
        });
        assert_eq!(told.as_deref().unwrap_or("nothing"), expected);
    }

    #[test]
    fn what_breaks_a_formula() {
        blamed("[] p", "p p q p", 3, "p at 2");
        blamed("[] !(p && q)", "p q pq", 2, "!(p && q) at 2");
        blamed("[] (p -> <> q)", ". p .", 2, "<> q at 1 never comes");
        blamed("p U q", "p . q", 2, "p at 1");
        blamed("<> [] p", "p . p", 1, "<> [] p at 0 never comes");
        blamed("! <> q", "p q", 0, "!q at 1");
        blamed("! [] p", "p", 0, "![] p at 0 never comes");
        blamed("X q", "q p", 0, "q at 1");
        blamed("[] p", "p", 0, "nothing");
    }
}
