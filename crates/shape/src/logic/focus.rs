//! Splits a structure until a formula is definite, or as far as that goes.
//!
//! In: a coerced structure, a formula and the variables for which it is to become 0 or 1 everywhere. Out:
//! coerced structures that together stand for all that the first one stood for.
//!
//! The operation is `focus` of Sagiv, Reps and Wilhelm (TOPLAS 2002, section 6.3). Theirs works on the form
//! of the formula; ours looks for an atom that is 1/2 and on which the formula's value hangs, splits on that
//! atom, coerces, and looks again. An atom of a single individual splits in two: 0 and 1. An atom of a summary
//! splits in three: 0 for all, 1 for all, or 0 for some and 1 for the others, where the summary becomes two
//! individuals. An atom of two summaries, a path, and an equality are left 1/2: callers have to take a formula
//! that stays 1/2 as they take any 1/2. So do they if a split would need a 65th individual, or if there would
//! be more than [`MOST`] structures.
//!
//! Soundness: in each concrete structure the atom is 1 for all, none or some of the individuals that the
//! summary stands for.
//!
//! Example: focus on `∃w: y(w) ∧ n(w,v)`, with `y(0) = 1` and `n(0,1) = 1/2` for a summary 1. The atom is
//! `n(0,1)`: 0 for all (the list ends), 1 for all (1 is single if `n` is a function), or 1 for a new single
//! individual 2 and 0 for the others, which stay in 1.

use super::coerce::{Pending, coerce_from};
use super::evaluate::{self, Environment};
use super::formula::{Formula, Kind, Symbol, Variable};
use super::kleene::{Kleene, bits};
use super::structure::Structure;
use super::vocabulary::Vocabulary;

/// How many structures a focus makes at most of one.
pub const MOST: usize = 1024;

/// Makes the formula definite for all individuals of the variables.
pub fn focus(
    vocabulary: &Vocabulary,
    structure: Structure,
    variables: &[Variable],
    formula: &Formula,
    environment: &Environment,
) -> Vec<Structure> {
    let mut done = Vec::new();
    let mut open = vec![structure];
    while let Some(structure) = open.pop() {
        let room = done.len() + open.len() + 3 <= MOST;
        let culprit = if room {
            tuple_culprit(&structure, variables, formula, &mut environment.clone())
        } else {
            None
        };
        match culprit.and_then(|it| split(&structure, it)) {
            None => done.push(structure),
            Some((symbol, parts)) => {
                for mut part in parts.into_iter().rev() {
                    let mut pending = Pending::none(vocabulary);
                    pending.predicate(vocabulary, symbol);
                    if part.count() != structure.count() {
                        pending.summaries(vocabulary);
                    }
                    if coerce_from(vocabulary, &mut part, &mut pending).is_ok() {
                        open.push(part);
                    }
                }
            }
        }
    }
    done
}

/// A fact that is 1/2.
type Culprit = (Symbol, [usize; 2]);

fn tuple_culprit(
    structure: &Structure,
    variables: &[Variable],
    formula: &Formula,
    environment: &mut Environment,
) -> Option<Culprit> {
    let Some((first, rest)) = variables.split_first() else {
        return culprit(structure, formula, environment);
    };
    if rest.is_empty() {
        let unknown = evaluate::column(structure, formula, *first, environment).unknown();
        return bits(unknown).find_map(|individual| {
            environment.set(*first, individual);
            culprit(structure, formula, environment)
        });
    }
    (0..structure.count()).find_map(|individual| {
        environment.set(*first, individual);
        tuple_culprit(structure, rest, formula, environment)
    })
}

/// A fact that can be split and whose value the formula's 1/2 comes from.
fn culprit(
    structure: &Structure,
    formula: &Formula,
    environment: &mut Environment,
) -> Option<Culprit> {
    if evaluate::value(structure, formula, environment).definite() {
        return None;
    }
    match formula.kind() {
        Kind::Constant(_) | Kind::Equal(..) | Kind::Closure(_) => None,
        Kind::Nullary(predicate) => Some((Symbol::Nullary(*predicate), [0, 0])),
        Kind::Unary(predicate, v) => {
            let individual = environment.get(*v);
            let room = structure.is_single(individual) || structure.count() < 64;
            room.then_some((Symbol::Unary(*predicate), [individual, 0]))
        }
        Kind::Binary(predicate, v, w) => {
            let pair = [environment.get(*v), environment.get(*w)];
            let single = pair.map(|it| structure.is_single(it));
            let can =
                single == [true, true] || (single != [false, false] && structure.count() < 64);
            can.then_some((Symbol::Binary(*predicate), pair))
        }
        Kind::Not(inner) => culprit(structure, inner, environment),
        Kind::And(parts) | Kind::Or(parts) => parts
            .iter()
            .find_map(|it| culprit(structure, it, environment)),
        Kind::Exists(v, inner) | Kind::Forall(v, inner) => {
            let unknown = evaluate::column(structure, inner, *v, environment).unknown();
            bits(unknown).find_map(|individual| {
                environment.set(*v, individual);
                culprit(structure, inner, environment)
            })
        }
    }
}

fn split(structure: &Structure, (symbol, tuple): Culprit) -> Option<(Symbol, Vec<Structure>)> {
    let with = |value: Kleene| {
        let mut part = structure.clone();
        part.set(symbol, &tuple, value);
        part
    };
    let mut parts = vec![with(Kleene::False), with(Kleene::True)];
    let summary = match symbol {
        Symbol::Nullary(_) => None,
        Symbol::Unary(_) => Some(0).filter(|_| !structure.is_single(tuple[0])),
        Symbol::Binary(_) => (0..2).find(|it| !structure.is_single(tuple[*it])),
    };
    if let Some(position) = summary {
        let mut part = structure.duplicated(tuple[position])?;
        let mut other = tuple;
        other[position] = structure.count();
        part.set(symbol, &tuple, Kleene::False);
        part.set(symbol, &other, Kleene::True);
        parts.push(part);
    }
    Some((symbol, parts))
}
