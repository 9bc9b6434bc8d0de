//! What can happen to a structure, as data.
//!
//! In: formulas. Out: an [`Action`] for [`super::transform`].
//!
//! An action is done in this order: individuals are chosen for variables; the focus formulas are made
//! definite; the condition is required; errors are looked for; individuals are created; predicates get new
//! values, all computed from the old ones; individuals are removed. In a concrete structure this is one step
//! for each choice that satisfies the condition. What is always true has to be so after the update and after
//! the removal.

use super::formula::{Formula, Kind, Symbol, Variable};

/// A step that a program can take.
#[derive(Clone, Debug)]
pub struct Action {
    /// What a reader calls it.
    pub title: String,
    /// Individuals to choose, one after the other, each with what it has to satisfy.
    pub choices: Vec<(Variable, Formula)>,
    /// Formulas to make definite, with the variables for all of whose individuals they are to be.
    pub focus: Vec<(Vec<Variable>, Formula)>,
    /// What has to be true.
    pub condition: Formula,
    /// What must not be true, with what to say if it is.
    pub errors: Vec<(Formula, String)>,
    /// Variables for new individuals.
    pub created: Vec<Variable>,
    /// New values of predicates.
    pub updates: Vec<Update>,
    /// Individuals that go because the program destroys them.
    pub removed: Option<(Variable, Formula)>,
    /// Individuals that go because nobody can tell whether they are there.
    pub collected: Option<(Variable, Formula)>,
}

impl Action {
    /// An action that does nothing.
    pub fn new(title: impl Into<String>) -> Action {
        Action {
            title: title.into(),
            choices: Vec::new(),
            focus: Vec::new(),
            condition: Formula::constant(true),
            errors: Vec::new(),
            created: Vec::new(),
            updates: Vec::new(),
            removed: None,
            collected: None,
        }
    }
}

/// `symbol'(parameters) = formula`, over the old values.
#[derive(Clone, Debug)]
pub struct Update {
    /// The predicate.
    pub symbol: Symbol,
    /// Variables for its arguments.
    pub parameters: Vec<Variable>,
    /// The new value.
    pub formula: Formula,
    /// Where it may become true that was not.
    pub gain: Formula,
    /// Where it may become false that was not.
    pub lose: Formula,
}

impl Update {
    /// An update, with gains and losses read from the form of the formula: in `p(v) ∧ a ∨ b` a gain needs
    /// `b` and a loss `¬a ∧ ¬b`. Any other formula gains where it holds and loses where it doesn't.
    pub fn new(symbol: Symbol, parameters: Vec<Variable>, formula: Formula) -> Update {
        let (gain, lose) = match Formula::atom(symbol, &parameters) {
            Some(atom) => delta(&atom, &formula),
            None => (formula.clone(), !formula.clone()),
        };
        Update {
            symbol,
            parameters,
            formula,
            gain,
            lose,
        }
    }
}

fn delta(atom: &Formula, formula: &Formula) -> (Formula, Formula) {
    if formula == atom {
        return (Formula::constant(false), Formula::constant(false));
    }
    let parts = |of: &Formula| match of.kind() {
        Kind::Or(parts) => parts.clone(),
        _ => vec![of.clone()],
    };
    let conjuncts = |of: &Formula| match of.kind() {
        Kind::And(parts) => parts.clone(),
        _ => vec![of.clone()],
    };
    let without = |from: &[Formula], place: usize| {
        let others = from.iter().enumerate().filter(move |it| it.0 != place);
        others.map(|it| it.1.clone()).collect::<Vec<_>>()
    };
    // b ∨ (p ∧ a)
    let disjuncts = parts(formula);
    for (place, part) in disjuncts.iter().enumerate() {
        let inner = conjuncts(part);
        if let Some(at) = inner.iter().position(|it| it == atom) {
            let rest = Formula::and(without(&inner, at));
            let others = Formula::or(without(&disjuncts, place));
            let lose = Formula::and([!rest, !others.clone()]);
            return (others, lose);
        }
    }
    // a ∧ (p ∨ b)
    let factors = conjuncts(formula);
    for (place, factor) in factors.iter().enumerate() {
        let inner = parts(factor);
        if let Some(at) = inner.iter().position(|it| it == atom) {
            let rest = Formula::and(without(&factors, place));
            let others = Formula::or(without(&inner, at));
            return (Formula::and([others, rest.clone()]), !rest);
        }
    }
    (formula.clone(), !formula.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gains_and_losses_are_read_from_the_form() {
        let (p, a, b) = (
            Formula::unary(0, 0),
            Formula::unary(1, 0),
            Formula::unary(2, 0),
        );
        let formula = Formula::or([b.clone(), Formula::and([p.clone(), !a.clone()])]);
        let update = Update::new(Symbol::Unary(0), vec![0], formula);
        assert_eq!(update.gain, b);
        assert_eq!(update.lose, Formula::and([a.clone(), !b.clone()]));
        let formula = Formula::and([!a.clone(), Formula::or([p, b.clone()])]);
        let update = Update::new(Symbol::Unary(0), vec![0], formula);
        assert_eq!(update.gain, Formula::and([b.clone(), !a.clone()]));
        assert_eq!(update.lose, a);
        let update = Update::new(Symbol::Unary(0), vec![0], b.clone());
        assert_eq!((update.gain, update.lose), (b.clone(), !b));
    }
}
