//! The value of a formula in a structure, for all individuals of one variable at a time.
//!
//! In: a structure, a formula, an [`Environment`] for its free variables. Out: a [`Kleene`] value, or a
//! [`Column`] with one value for each individual that a chosen variable can be.
//!
//! The semantics is Kleene's (Sagiv, Reps and Wilhelm, TOPLAS 2002, definition 4.2): equality of a summary
//! with itself is 1/2, quantifiers are maximum and minimum, a path has the minimum of its steps and closure
//! is the maximum over paths. By their embedding theorem the value in an abstract structure is the concrete
//! value or 1/2, for every concrete structure that it stands for. Since conjunction, disjunction and closure
//! are monotone in truth, each plane of a column is computed for itself: a path is certain if each of its
//! steps is, so closure is a search on the `must` plane and another on the `may` plane.
//!
//! Example: `x = {0}`, `n(0,1) = 1`, `n(1,1) = 1/2`, individual 1 a summary.
//! `∃w: x(w) ∧ n(w,v)` as a column over `v`: `w = 0` gives the row of 0, must {1}, may {1};
//! `w = 1` gives nothing since `x(1) = 0`; so the column is must {1}, may {1}.

use super::formula::{Closure, Formula, Kind, VARIABLES, Variable};
use super::kleene::{Column, Kleene, bits};
use super::structure::Structure;

/// Which individual each variable is.
#[derive(Clone, Debug)]
pub struct Environment([u8; VARIABLES]);

impl Default for Environment {
    fn default() -> Environment {
        Environment([0; VARIABLES])
    }
}

impl Environment {
    /// The individual of a variable.
    #[inline]
    pub fn get(&self, variable: Variable) -> usize {
        self.0[usize::from(variable)].into()
    }

    /// Makes a variable an individual.
    #[inline]
    pub fn set(&mut self, variable: Variable, individual: usize) {
        self.0[usize::from(variable)] = individual as u8;
    }
}

/// The value of a formula; all its free variables are in the environment.
pub fn value(structure: &Structure, formula: &Formula, environment: &mut Environment) -> Kleene {
    match formula.kind() {
        Kind::Constant(value) => *value,
        Kind::Nullary(predicate) => structure.nullary(*predicate),
        Kind::Unary(predicate, v) => structure.unary(*predicate).get(environment.get(*v)),
        Kind::Binary(predicate, v, w) => structure
            .row(*predicate, environment.get(*v))
            .get(environment.get(*w)),
        Kind::Equal(v, w) => structure
            .equal(environment.get(*v))
            .get(environment.get(*w)),
        Kind::Not(inner) => value(structure, inner, environment).negated(),
        Kind::And(parts) => {
            let mut result = Kleene::True;
            for part in parts {
                result = result.and(value(structure, part, environment));
                if result == Kleene::False {
                    break;
                }
            }
            result
        }
        Kind::Or(parts) => {
            let mut result = Kleene::False;
            for part in parts {
                result = result.or(value(structure, part, environment));
                if result == Kleene::True {
                    break;
                }
            }
            result
        }
        Kind::Exists(v, inner) => match inner.kind() {
            Kind::Exists(..) => {
                let mut result = Kleene::False;
                for individual in bits(possible(structure, inner, *v, 0, environment)) {
                    environment.set(*v, individual);
                    result = result.or(value(structure, inner, environment));
                    if result == Kleene::True {
                        break;
                    }
                }
                result
            }
            _ => {
                let values = column(structure, inner, *v, environment);
                Kleene::from_planes(values.must != 0, values.may != 0)
            }
        },
        Kind::Forall(v, inner) => match inner.kind() {
            Kind::Forall(..) => {
                let mut result = Kleene::True;
                for individual in 0..structure.count() {
                    environment.set(*v, individual);
                    result = result.and(value(structure, inner, environment));
                    if result == Kleene::False {
                        break;
                    }
                }
                result
            }
            _ => {
                let values = column(structure, inner, *v, environment);
                let all = structure.universe();
                Kleene::from_planes(values.must == all, values.may == all)
            }
        },
        Kind::Closure(closure) => {
            let from = environment.get(closure.from);
            reached(structure, closure, from, environment).get(environment.get(closure.to))
        }
    }
}

/// The values of a formula for each individual that `variable` can be; the other free variables are in the
/// environment. What the environment has for `variable` is lost.
pub fn column(
    structure: &Structure,
    formula: &Formula,
    variable: Variable,
    environment: &mut Environment,
) -> Column {
    let universe = structure.universe();
    if !formula.depends_on(variable) {
        return Column::constant(value(structure, formula, environment), universe);
    }
    match formula.kind() {
        Kind::Constant(_) | Kind::Nullary(_) => unreachable!("a constant has no free variable"),
        Kind::Unary(predicate, _) => structure.unary(*predicate),
        Kind::Binary(predicate, v, w) => match (*v == variable, *w == variable) {
            (true, true) => structure.diagonal(*predicate),
            (true, false) => structure.inverse_row(*predicate, environment.get(*w)),
            _ => structure.row(*predicate, environment.get(*v)),
        },
        Kind::Equal(v, w) => {
            let other = if *v == variable { *w } else { *v };
            structure.equal(environment.get(other))
        }
        Kind::Not(inner) => column(structure, inner, variable, environment).negated(universe),
        Kind::And(parts) => {
            let mut result = Column {
                must: universe,
                may: universe,
            };
            for part in parts {
                result = result.and(column(structure, part, variable, environment));
                if result.may == 0 {
                    break;
                }
            }
            result
        }
        Kind::Or(parts) => {
            let mut result = Column::NONE;
            for part in parts {
                result = result.or(column(structure, part, variable, environment));
                if result.must == universe {
                    break;
                }
            }
            result
        }
        Kind::Exists(v, inner) => exists_column(structure, inner, *v, variable, environment),
        Kind::Forall(v, inner) => {
            let mut result = Column {
                must: universe,
                may: universe,
            };
            for individual in 0..structure.count() {
                environment.set(*v, individual);
                result = result.and(column(structure, inner, variable, environment));
            }
            result
        }
        Kind::Closure(closure) => closure_column(structure, closure, variable, environment),
    }
}

/// For whom as `v` the body of further quantifiers can hold at all, as far as conjuncts tell that have no
/// variable of `bound` or of those quantifiers.
fn possible(
    structure: &Structure,
    formula: &Formula,
    v: Variable,
    mut bound: u64,
    environment: &mut Environment,
) -> u64 {
    let mut body = formula;
    while let Kind::Exists(inner, next) = body.kind() {
        bound |= 1 << inner;
        body = next;
    }
    let mut mask = structure.universe();
    if let Kind::And(parts) = body.kind() {
        for part in parts {
            if part.depends_on(v) && part.free() & bound == 0 && mask != 0 {
                mask &= column(structure, part, v, environment).may;
            }
        }
    }
    mask
}

fn exists_column(
    structure: &Structure,
    inner: &Formula,
    v: Variable,
    variable: Variable,
    environment: &mut Environment,
) -> Column {
    let mut result = Column::NONE;
    match inner.kind() {
        // The rows of a predicate are at hand; its columns have to be gathered.
        Kind::Binary(predicate, left, right) if *left == variable && *right == v => {
            for individual in 0..structure.count() {
                let row = structure.row(*predicate, individual);
                result.must |= u64::from(row.must != 0) << individual;
                result.may |= u64::from(row.may != 0) << individual;
            }
        }
        Kind::Binary(predicate, left, right) if *left == v && *right == variable => {
            for individual in 0..structure.count() {
                result = result.or(structure.row(*predicate, individual));
            }
        }
        _ => {
            let open = 1 << variable;
            for individual in bits(possible(structure, inner, v, open, environment)) {
                environment.set(v, individual);
                result = result.or(column(structure, inner, variable, environment));
            }
        }
    }
    result
}

fn closure_column(
    structure: &Structure,
    closure: &Closure,
    variable: Variable,
    environment: &mut Environment,
) -> Column {
    let free_in_step = closure.step.depends_on(variable);
    let (from, to) = (closure.from == variable, closure.to == variable);
    if !free_in_step && !from {
        return reached(
            structure,
            closure,
            environment.get(closure.from),
            environment,
        );
    }
    if !free_in_step && !to {
        return reaching(structure, closure, environment.get(closure.to), environment);
    }
    let mut result = Column::NONE;
    for individual in 0..structure.count() {
        environment.set(variable, individual);
        let start = environment.get(closure.from);
        let end = environment.get(closure.to);
        let value = reached(structure, closure, start, environment).get(end);
        result = result.with(individual, value);
    }
    result
}

/// The individuals at the ends of paths from one.
pub(super) fn reached(
    structure: &Structure,
    closure: &Closure,
    from: usize,
    environment: &mut Environment,
) -> Column {
    spread(structure, closure.reflexive, from, |at| {
        environment.set(closure.left, at);
        column(structure, &closure.step, closure.right, environment)
    })
}

/// The individuals at the beginnings of paths to one.
pub(super) fn reaching(
    structure: &Structure,
    closure: &Closure,
    to: usize,
    environment: &mut Environment,
) -> Column {
    spread(structure, closure.reflexive, to, |at| {
        environment.set(closure.right, at);
        column(structure, &closure.step, closure.left, environment)
    })
}

/// All that one or more steps lead to, on each plane; with what is equal to the start if `reflexive`.
fn spread(
    structure: &Structure,
    reflexive: bool,
    start: usize,
    mut step: impl FnMut(usize) -> Column,
) -> Column {
    let mut found = Column::NONE;
    let (mut done_must, mut done_may) = (0u64, 0u64);
    let (mut todo_must, mut todo_may) = (1u64 << start, 1u64 << start);
    while todo_may != 0 {
        let at = todo_may.trailing_zeros() as usize;
        let next = step(at);
        done_may |= 1 << at;
        found.may |= next.may;
        todo_may = (todo_may | next.may) & !done_may;
        // A certain step may be found before the certain path to where it begins: those wait for a
        // second visit.
        if todo_must >> at & 1 == 1 {
            done_must |= 1 << at;
            found.must |= next.must;
            todo_must = (todo_must | next.must) & !done_must;
        }
    }
    while todo_must != 0 {
        let at = todo_must.trailing_zeros() as usize;
        let next = step(at);
        done_must |= 1 << at;
        found.must |= next.must;
        todo_must = (todo_must | next.must) & !done_must;
    }
    if reflexive {
        found.or(structure.equal(start))
    } else {
        found
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::structure::Layout;

    fn list() -> Structure {
        let mut structure = Structure::new(
            Layout {
                nullary: 0,
                unary: 1,
                binary: 1,
            },
            3,
        );
        structure.set_unary(0, Column { must: 1, may: 1 });
        structure.set_row(
            0,
            0,
            Column {
                must: 0b010,
                may: 0b010,
            },
        );
        structure.set_row(
            0,
            1,
            Column {
                must: 0b100,
                may: 0b100,
            },
        );
        structure
    }

    fn path(reflexive: bool, from: Variable, to: Variable) -> Formula {
        let step = Formula::binary(0, 10, 11);
        Formula::closure(Closure {
            left: 10,
            right: 11,
            step,
            from,
            to,
            reflexive,
        })
    }

    #[test]
    fn paths_lead_on() {
        let (structure, mut environment) = (list(), Environment::default());
        let reached = Formula::exists([0], Formula::and([Formula::unary(0, 0), path(true, 0, 1)]));
        assert_eq!(
            column(&structure, &reached, 1, &mut environment).must,
            0b111
        );
        environment.set(1, 2);
        assert_eq!(
            column(&structure, &path(false, 0, 1), 0, &mut environment).must,
            0b011
        );
        assert_eq!(
            column(&structure, &path(false, 0, 0), 0, &mut environment).may,
            0
        );
        assert_eq!(
            value(&structure, &Formula::forall([1], reached), &mut environment),
            Kleene::True
        );
    }

    #[test]
    fn a_summary_may_be_another_than_itself() {
        let mut structure = list();
        structure.set_summary(0b100);
        let mut environment = Environment::default();
        environment.set(1, 2);
        let equal = column(&structure, &Formula::equal(0, 1), 0, &mut environment);
        assert_eq!(
            equal,
            Column {
                must: 0,
                may: 0b100
            }
        );
        let path = column(&structure, &path(true, 0, 1), 0, &mut environment);
        assert_eq!(
            path,
            Column {
                must: 0b011,
                may: 0b111
            }
        );
        let same = Formula::forall([0], Formula::equal(0, 0));
        assert_eq!(value(&structure, &same, &mut environment), Kleene::True);
    }
}
