//! What instrumentation becomes when core predicates change, from its definition alone.
//!
//! In: a structure before and after, and which facts changed. Out: new values of instrumentation.
//!
//! Evaluating a definition in the new structure is always right but forgets what the stored value knew. So the
//! change itself is followed through the definition: for each node of the formula, for whom it may become
//! true that was not (`gain`) and false that was not (`lose`). A stored 1 stays 1 where nothing can be lost, a
//! stored 0 stays 0 where nothing can be gained; elsewhere the definition's new value counts. This is finite
//! differencing (Reps, Sagiv and Loginov, TOPLAS 2010) on masks instead of formulas; theirs yields update
//! formulas, ours the values of one update.
//!
//! Soundness: by induction over the formula, `gain` has every individual for which some concrete structure has
//! the formula false before and true after, and `lose` the reverse. For a path gained there is a first gained
//! step on it, and what is before and after that step is a path of the new structure; for a path lost the
//! same of the old one.
//!
//! Example: `acquired(l) = ∃t: held(l,t)` is 1 for l = 3, with `held(3,T) = 1/2` for a summary T of threads.
//! An update adds `held(4,5)`. Then `gain = {4}` and `lose = {}`: `acquired(3)` stays 1, where the definition
//! alone would give 1/2, and `acquired(4)` becomes 1.

use super::evaluate::{self, Environment};
use super::formula::{Closure, Formula, Kind, Symbol, Variable};
use super::kleene::{Column, Kleene};
use super::structure::Structure;
use super::vocabulary::{Definition, Vocabulary};

/// For whom a truth may come or go.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Change {
    /// May become true.
    pub gain: u64,
    /// May become false.
    pub lose: u64,
}

impl Change {
    fn or(self, other: Change) -> Change {
        Change {
            gain: self.gain | other.gain,
            lose: self.lose | other.lose,
        }
    }

    fn is_none(self) -> bool {
        self == Change::default()
    }
}

/// The facts that may have changed.
#[derive(Clone, Debug, Default)]
pub struct Changes(Vec<(Symbol, Vec<Change>)>);

impl Changes {
    /// Notes the changes of a predicate: one for each left argument if it is binary, else one in all.
    pub fn add(&mut self, symbol: Symbol, changes: Vec<Change>) {
        if changes.iter().any(|it| !it.is_none()) {
            self.0.push((symbol, changes));
        }
    }

    /// The predicates that may have changed.
    pub fn symbols(&self) -> impl Iterator<Item = Symbol> {
        self.0.iter().map(|it| it.0)
    }

    fn of(&self, symbol: Symbol) -> Option<&[Change]> {
        self.0.iter().find(|it| it.0 == symbol).map(|it| &it.1[..])
    }

    /// Is one of them in the formula?
    pub fn concern(&self, formula: &Formula) -> bool {
        let mut found = false;
        formula.walk(&mut |node| {
            let symbol = match node.kind() {
                Kind::Nullary(it) => Symbol::Nullary(*it),
                Kind::Unary(it, _) => Symbol::Unary(*it),
                Kind::Binary(it, ..) => Symbol::Binary(*it),
                _ => return,
            };
            found |= self.of(symbol).is_some();
        });
        found
    }
}

/// A step from one structure to another of the same individuals.
pub struct Difference<'a> {
    /// Before.
    pub old: &'a Structure,
    /// After; all that a definition mentions has its new value.
    pub new: &'a Structure,
    /// What may have changed.
    pub changes: &'a Changes,
}

impl Difference<'_> {
    /// Where the change leaves `formula` as it was, or not, for each individual as `variable`.
    fn column(
        &self,
        formula: &Formula,
        variable: Variable,
        environment: &mut Environment,
    ) -> Change {
        let change = match formula.kind() {
            Kind::Constant(_) | Kind::Equal(..) => return Change::default(),
            Kind::Nullary(it) => {
                let all = self.new.universe();
                let changes = self.changes.of(Symbol::Nullary(*it));
                return changes.map_or(Change::default(), |it| Change {
                    gain: if it[0].gain == 0 { 0 } else { all },
                    lose: if it[0].lose == 0 { 0 } else { all },
                });
            }
            Kind::Unary(predicate, v) => {
                let Some(changes) = self.changes.of(Symbol::Unary(*predicate)) else {
                    return Change::default();
                };
                return if *v == variable {
                    changes[0]
                } else {
                    self.spread(changes[0], environment.get(*v))
                };
            }
            Kind::Binary(predicate, v, w) => {
                let Some(rows) = self.changes.of(Symbol::Binary(*predicate)) else {
                    return Change::default();
                };
                return self.binary(rows, *v, *w, variable, environment);
            }
            Kind::Not(inner) => {
                let inner = self.column(inner, variable, environment);
                return Change {
                    gain: inner.lose,
                    lose: inner.gain,
                };
            }
            Kind::And(parts) | Kind::Or(parts) => parts
                .iter()
                .map(|it| self.column(it, variable, environment))
                .fold(Change::default(), Change::or),
            Kind::Exists(v, inner) | Kind::Forall(v, inner) => {
                let mut change = Change::default();
                for individual in 0..self.new.count() {
                    environment.set(*v, individual);
                    change = change.or(self.column(inner, variable, environment));
                }
                change
            }
            Kind::Closure(closure) => self.closure(closure, variable, environment),
        };
        if change.is_none() {
            return change;
        }
        let before = evaluate::column(self.old, formula, variable, environment);
        let after = evaluate::column(self.new, formula, variable, environment);
        Change {
            gain: change.gain & after.may & !before.must,
            lose: change.lose & before.may & !after.must,
        }
    }

    /// One individual's change as a change of all.
    fn spread(&self, change: Change, individual: usize) -> Change {
        let all = self.new.universe();
        Change {
            gain: if change.gain >> individual & 1 == 1 {
                all
            } else {
                0
            },
            lose: if change.lose >> individual & 1 == 1 {
                all
            } else {
                0
            },
        }
    }

    fn binary(
        &self,
        rows: &[Change],
        v: Variable,
        w: Variable,
        variable: Variable,
        environment: &Environment,
    ) -> Change {
        if v != variable {
            let row = rows[environment.get(v)];
            return if w == variable {
                row
            } else {
                self.spread(row, environment.get(w))
            };
        }
        let mut change = Change::default();
        for (left, row) in rows.iter().enumerate() {
            let right = if w == variable {
                left
            } else {
                environment.get(w)
            };
            change.gain |= (row.gain >> right & 1) << left;
            change.lose |= (row.lose >> right & 1) << left;
        }
        change
    }

    fn closure(
        &self,
        closure: &Closure,
        variable: Variable,
        environment: &mut Environment,
    ) -> Change {
        if !self.changes.concern(&closure.step) {
            return Change::default();
        }
        let mut change = Change::default();
        for individual in 0..self.new.count() {
            environment.set(variable, individual);
            let (from, to) = (environment.get(closure.from), environment.get(closure.to));
            for left in 0..self.new.count() {
                environment.set(closure.left, left);
                let step = self.column(&closure.step, closure.right, environment);
                for (structure, ends, result) in [
                    (self.new, step.gain, &mut change.gain),
                    (self.old, step.lose, &mut change.lose),
                ] {
                    if ends == 0 || *result >> individual & 1 == 1 {
                        continue;
                    }
                    let before = evaluate::reached(structure, closure, from, environment).may;
                    let after = evaluate::reaching(structure, closure, to, environment).may;
                    if (before | 1 << from) >> left & 1 == 1 && (after | 1 << to) & ends != 0 {
                        *result |= 1 << individual;
                    }
                    environment.set(closure.left, left);
                }
            }
        }
        change
    }

    /// The new values of an instrumentation predicate whose old ones are in the old structure, and how they
    /// changed: one column for each left argument if it is binary, else one.
    pub fn instrumentation(
        &self,
        symbol: Symbol,
        definition: &Definition,
    ) -> (Vec<Column>, Vec<Change>) {
        let mut environment = Environment::default();
        if self.new.count() == 0 {
            return (
                evaluated(self.new, symbol, definition),
                vec![Change { gain: 1, lose: 1 }],
            );
        }
        let mut columns = Vec::new();
        let mut changes = Vec::new();
        let lefts = if matches!(symbol, Symbol::Binary(_)) {
            self.new.count()
        } else {
            1
        };
        for left in 0..lefts {
            let (stored, variable) = match symbol {
                Symbol::Nullary(it) => (
                    Column::constant(self.old.nullary(it), self.new.universe()),
                    None,
                ),
                Symbol::Unary(it) => (self.old.unary(it), Some(definition.parameters[0])),
                Symbol::Binary(it) => {
                    environment.set(definition.parameters[0], left);
                    (self.old.row(it, left), Some(definition.parameters[1]))
                }
            };
            // A nullary predicate's formula has no free variable; any number does for its column.
            let variable = variable.unwrap_or(super::formula::VARIABLES as Variable - 1);
            let change = self.column(&definition.formula, variable, &mut environment);
            if let Symbol::Binary(_) = symbol {
                environment.set(definition.parameters[0], left);
            }
            let value = evaluate::column(self.new, &definition.formula, variable, &mut environment);
            let must = value.must | (stored.must & !change.lose);
            let column = Column {
                must,
                may: value.may & (stored.may | change.gain) | must,
            };
            columns.push(column);
            changes.push(Change {
                gain: change.gain & column.may & !stored.must,
                lose: change.lose & stored.may & !column.must,
            });
        }
        (columns, changes)
    }
}

/// The definition's values in a structure: one column for each left argument if it is binary, else one.
pub fn evaluated(structure: &Structure, symbol: Symbol, definition: &Definition) -> Vec<Column> {
    let mut environment = Environment::default();
    let formula = &definition.formula;
    match symbol {
        Symbol::Nullary(_) => {
            let value = evaluate::value(structure, formula, &mut environment);
            vec![Column::constant(value, 1)]
        }
        Symbol::Unary(_) => {
            vec![evaluate::column(
                structure,
                formula,
                definition.parameters[0],
                &mut environment,
            )]
        }
        Symbol::Binary(_) => (0..structure.count())
            .map(|left| {
                environment.set(definition.parameters[0], left);
                evaluate::column(
                    structure,
                    formula,
                    definition.parameters[1],
                    &mut environment,
                )
            })
            .collect(),
    }
}

/// Stores columns, one for each left argument if the predicate is binary, else one; a nullary predicate's
/// value is that of number 0.
pub fn store(structure: &mut Structure, symbol: Symbol, columns: &[Column]) {
    match symbol {
        Symbol::Nullary(it) => {
            structure.set_nullary(it, columns[0].get(0));
        }
        Symbol::Unary(it) => structure.set_unary(it, columns[0]),
        Symbol::Binary(it) => {
            for (left, row) in columns.iter().enumerate() {
                structure.set_row(it, left, *row);
            }
        }
    }
}

/// Whether an added individual of which all core predicates are 0 leaves the formula's value for the others
/// as it was: each quantified variable is guarded by a core predicate, or by a path from another individual.
pub fn is_local(vocabulary: &Vocabulary, formula: &Formula) -> bool {
    let stays = |symbol| {
        let definition = vocabulary.declaration(symbol).definition.as_ref();
        definition.is_none_or(|it| it.local)
    };
    match formula.kind() {
        Kind::Constant(_) | Kind::Equal(..) => true,
        Kind::Nullary(it) => stays(Symbol::Nullary(*it)),
        Kind::Unary(it, _) => stays(Symbol::Unary(*it)),
        Kind::Binary(it, ..) => stays(Symbol::Binary(*it)),
        Kind::Not(inner) => is_local(vocabulary, inner),
        Kind::And(parts) | Kind::Or(parts) => parts.iter().all(|it| is_local(vocabulary, it)),
        Kind::Exists(v, inner) => is_local(vocabulary, inner) && false_for(vocabulary, inner, *v),
        Kind::Forall(v, inner) => is_local(vocabulary, inner) && true_for(vocabulary, inner, *v),
        Kind::Closure(closure) => {
            is_local(vocabulary, &closure.step)
                && false_for(vocabulary, &closure.step, closure.left)
                && false_for(vocabulary, &closure.step, closure.right)
        }
    }
}

/// Is the formula false if `variable` is an individual of which all core predicates are 0, and no other is?
fn false_for(vocabulary: &Vocabulary, formula: &Formula, variable: Variable) -> bool {
    let at = |symbol: Symbol, place: usize| {
        let definition = vocabulary.declaration(symbol).definition.as_ref();
        definition.is_none_or(|it| false_for(vocabulary, &it.formula, it.parameters[place]))
    };
    match formula.kind() {
        Kind::Unary(predicate, v) => *v == variable && at(Symbol::Unary(*predicate), 0),
        Kind::Binary(predicate, v, w) => {
            let symbol = Symbol::Binary(*predicate);
            (*v == variable && at(symbol, 0)) || (*w == variable && at(symbol, 1))
        }
        Kind::Constant(value) => *value == Kleene::False,
        Kind::Not(inner) => true_for(vocabulary, inner, variable),
        Kind::And(parts) => parts.iter().any(|it| false_for(vocabulary, it, variable)),
        Kind::Or(parts) => parts.iter().all(|it| false_for(vocabulary, it, variable)),
        Kind::Exists(_, inner) | Kind::Forall(_, inner) => false_for(vocabulary, inner, variable),
        Kind::Closure(closure) => {
            !closure.reflexive
                && (closure.from == variable || closure.to == variable)
                && false_for(vocabulary, &closure.step, closure.left)
                && false_for(vocabulary, &closure.step, closure.right)
        }
        Kind::Nullary(_) | Kind::Equal(..) => false,
    }
}

fn true_for(vocabulary: &Vocabulary, formula: &Formula, variable: Variable) -> bool {
    let at = |symbol: Symbol, place: usize| {
        let definition = vocabulary.declaration(symbol).definition.as_ref();
        definition.is_some_and(|it| true_for(vocabulary, &it.formula, it.parameters[place]))
    };
    match formula.kind() {
        Kind::Unary(predicate, v) => *v == variable && at(Symbol::Unary(*predicate), 0),
        Kind::Binary(predicate, v, w) => {
            let symbol = Symbol::Binary(*predicate);
            (*v == variable && at(symbol, 0)) || (*w == variable && at(symbol, 1))
        }
        Kind::Constant(value) => *value == Kleene::True,
        Kind::Not(inner) => false_for(vocabulary, inner, variable),
        Kind::And(parts) => parts.iter().all(|it| true_for(vocabulary, it, variable)),
        Kind::Or(parts) => parts.iter().any(|it| true_for(vocabulary, it, variable)),
        Kind::Exists(_, inner) | Kind::Forall(_, inner) => true_for(vocabulary, inner, variable),
        Kind::Nullary(_) | Kind::Equal(..) | Kind::Closure(_) => false,
    }
}
