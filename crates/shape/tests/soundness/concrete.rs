//! Concrete structures, and what formulas and actions mean on them, written as plainly as can be.
//!
//! In: a vocabulary. Out: all concrete structures up to a size; values of formulas; results of actions.
//! Nothing here uses the evaluation, coercion or updates that it is there to check.

use shape::logic::action::Action;
use shape::logic::constraint::Constraint;
use shape::logic::formula::{Formula, Kind, Symbol, VARIABLES, Variable};
use shape::logic::kleene::Kleene;
use shape::logic::structure::Structure;
use shape::logic::vocabulary::Vocabulary;

pub(crate) type Assignment = [usize; VARIABLES];

fn holds(structure: &Structure, symbol: Symbol, tuple: &[usize]) -> bool {
    structure.get(symbol, tuple) == Kleene::True
}

/// Whether a formula is true in a concrete structure; a constant 1/2 is false.
pub(crate) fn truth(structure: &Structure, formula: &Formula, assignment: &Assignment) -> bool {
    let at = |v: &Variable| assignment[usize::from(*v)];
    let with = |v: &Variable, individual: usize| {
        let mut changed = *assignment;
        changed[usize::from(*v)] = individual;
        changed
    };
    match formula.kind() {
        Kind::Constant(value) => *value == Kleene::True,
        Kind::Nullary(p) => holds(structure, Symbol::Nullary(*p), &[]),
        Kind::Unary(p, v) => holds(structure, Symbol::Unary(*p), &[at(v)]),
        Kind::Binary(p, v, w) => holds(structure, Symbol::Binary(*p), &[at(v), at(w)]),
        Kind::Equal(v, w) => at(v) == at(w),
        Kind::Not(inner) => !truth(structure, inner, assignment),
        Kind::And(parts) => parts.iter().all(|it| truth(structure, it, assignment)),
        Kind::Or(parts) => parts.iter().any(|it| truth(structure, it, assignment)),
        Kind::Exists(v, inner) => {
            (0..structure.count()).any(|it| truth(structure, inner, &with(v, it)))
        }
        Kind::Forall(v, inner) => {
            (0..structure.count()).all(|it| truth(structure, inner, &with(v, it)))
        }
        Kind::Closure(closure) => {
            let (from, to) = (at(&closure.from), at(&closure.to));
            if closure.reflexive && from == to {
                return true;
            }
            let (mut seen, mut todo) = (vec![false; structure.count()], vec![from]);
            while let Some(left) = todo.pop() {
                for (right, seen) in seen.iter_mut().enumerate() {
                    let mut step = with(&closure.left, left);
                    step[usize::from(closure.right)] = right;
                    if !*seen && truth(structure, &closure.step, &step) {
                        *seen = true;
                        todo.push(right);
                    }
                }
            }
            seen[to]
        }
    }
}

fn tuples(symbol: Symbol, count: usize) -> Vec<Vec<usize>> {
    match symbol {
        Symbol::Nullary(_) => vec![vec![]],
        Symbol::Unary(_) => (0..count).map(|it| vec![it]).collect(),
        Symbol::Binary(_) => (0..count * count)
            .map(|it| vec![it / count, it % count])
            .collect(),
    }
}

fn assigned(variables: &[Variable], tuple: &[usize], mut assignment: Assignment) -> Assignment {
    for (variable, individual) in variables.iter().zip(tuple) {
        assignment[usize::from(*variable)] = *individual;
    }
    assignment
}

/// Gives instrumentation the values of its definitions.
pub(crate) fn define(vocabulary: &Vocabulary, structure: &mut Structure) {
    for declaration in vocabulary.declarations() {
        let Some(definition) = &declaration.definition else {
            continue;
        };
        for tuple in tuples(declaration.symbol, structure.count()) {
            let assignment = assigned(&definition.parameters, &tuple, [0; VARIABLES]);
            let value = truth(structure, &definition.formula, &assignment);
            structure.set(declaration.symbol, &tuple, value.into());
        }
    }
}

/// Does a concrete structure satisfy all constraints?
pub(crate) fn is_legal(vocabulary: &Vocabulary, structure: &Structure) -> bool {
    satisfies(vocabulary, structure, true)
}

fn satisfies(vocabulary: &Vocabulary, structure: &Structure, formulas: bool) -> bool {
    let count = structure.count();
    let all = || 0..count;
    let unary = |p: u16, v: usize| holds(structure, Symbol::Unary(p), &[v]);
    let binary = |p: u16, v: usize, w: usize| holds(structure, Symbol::Binary(p), &[v, w]);
    let pairs = |ok: &dyn Fn(usize, usize) -> bool| all().all(|v| all().all(|w| ok(v, w)));
    vocabulary
        .constraints()
        .all()
        .iter()
        .all(|constraint| match constraint {
            Constraint::Unique(p) => all().filter(|v| unary(*p, *v)).count() <= 1,
            Constraint::Function(p) => {
                all().all(|v| all().filter(|w| binary(*p, v, *w)).count() <= 1)
            }
            Constraint::InverseFunction(p) => {
                all().all(|w| all().filter(|v| binary(*p, *v, w)).count() <= 1)
            }
            Constraint::Symmetric(p) => pairs(&|v, w| binary(*p, v, w) == binary(*p, w, v)),
            Constraint::Antisymmetric(p) => {
                pairs(&|v, w| v == w || !binary(*p, v, w) || !binary(*p, w, v))
            }
            Constraint::Irreflexive(p) => all().all(|v| !binary(*p, v, v)),
            Constraint::Reflexive(p) => all().all(|v| binary(*p, v, v)),
            Constraint::Transitive(p) => pairs(&|v, w| {
                !binary(*p, v, w) || all().all(|x| !binary(*p, w, x) || binary(*p, v, x))
            }),
            Constraint::Exclusive(group) => {
                all().all(|v| group.iter().filter(|p| unary(**p, v)).count() <= 1)
            }
            Constraint::Definition(_) | Constraint::Rule(_) if !formulas => true,
            Constraint::Definition(place) => {
                let declaration = &vocabulary.declarations()[*place];
                let definition = declaration.definition.as_ref().unwrap();
                tuples(declaration.symbol, count).iter().all(|tuple| {
                    let assignment = assigned(&definition.parameters, tuple, [0; VARIABLES]);
                    let value = truth(structure, &definition.formula, &assignment);
                    value == holds(structure, declaration.symbol, tuple)
                })
            }
            Constraint::Rule(rule) => truth(structure, rule, &[0; VARIABLES]),
        })
}

/// All legal concrete structures with up to `most` individuals.
pub(crate) fn all_legal(vocabulary: &Vocabulary, most: usize) -> Vec<Structure> {
    let mut result = Vec::new();
    for count in 0..=most {
        let mut facts = Vec::new();
        for declaration in vocabulary.declarations() {
            if declaration.definition.is_none() {
                let of = tuples(declaration.symbol, count);
                facts.extend(of.into_iter().map(|it| (declaration.symbol, it)));
            }
        }
        assert!(facts.len() < 20, "too many concrete structures");
        for choice in 0..1u32 << facts.len() {
            let mut structure = vocabulary.structure(count);
            for (place, (symbol, tuple)) in facts.iter().enumerate() {
                structure.set(*symbol, tuple, (choice >> place & 1 == 1).into());
            }
            if satisfies(vocabulary, &structure, false) {
                define(vocabulary, &mut structure);
                if is_legal(vocabulary, &structure) {
                    result.push(structure);
                }
            }
        }
    }
    result
}

/// What an action does to a concrete structure.
#[derive(Default)]
pub(crate) struct Results {
    /// For each choice what can come of it; it is enough that one of these is covered.
    pub(crate) structures: Vec<Vec<Structure>>,
    pub(crate) errors: Vec<usize>,
}

/// Applies an action.
pub(crate) fn apply(vocabulary: &Vocabulary, structure: &Structure, action: &Action) -> Results {
    let mut assignments = vec![[0; VARIABLES]];
    for (variable, formula) in &action.choices {
        let mut longer = Vec::new();
        for assignment in &assignments {
            for individual in 0..structure.count() {
                let assignment = assigned(&[*variable], &[individual], *assignment);
                if truth(structure, formula, &assignment) {
                    longer.push(assignment);
                }
            }
        }
        assignments = longer;
    }
    let mut results = Results::default();
    for assignment in assignments {
        if !truth(structure, &action.condition, &assignment) {
            continue;
        }
        let wrong = action
            .errors
            .iter()
            .position(|it| truth(structure, &it.0, &assignment));
        match wrong {
            Some(error) => results.errors.push(error),
            None => results
                .structures
                .push(finish(vocabulary, structure, action, assignment)),
        }
    }
    results
}

fn finish(
    vocabulary: &Vocabulary,
    structure: &Structure,
    action: &Action,
    mut assignment: Assignment,
) -> Vec<Structure> {
    let mut old = structure.clone();
    for variable in &action.created {
        old = old.extended().unwrap();
        assignment[usize::from(*variable)] = old.count() - 1;
        define(vocabulary, &mut old);
    }
    let mut new = old.clone();
    for update in &action.updates {
        if vocabulary.declaration(update.symbol).definition.is_some() {
            continue;
        }
        for tuple in tuples(update.symbol, old.count()) {
            let value = truth(
                &old,
                &update.formula,
                &assigned(&update.parameters, &tuple, assignment),
            );
            new.set(update.symbol, &tuple, value.into());
        }
    }
    define(vocabulary, &mut new);
    if !is_legal(vocabulary, &new) {
        return vec![];
    }
    for (variable, formula) in action.removed.iter() {
        let going = going(&new, *variable, formula);
        new = new.without(going);
        define(vocabulary, &mut new);
    }
    let Some((variable, formula)) = &action.collected else {
        return vec![new];
    };
    // What nobody can see may stay or go, as is convenient.
    let may_go = going(&new, *variable, formula);
    let subsets = (0..1u64 << new.count()).filter(|it| it & !may_go == 0);
    let mut results = Vec::new();
    for subset in subsets {
        let mut rest = new.without(subset);
        define(vocabulary, &mut rest);
        results.push(rest);
    }
    results
}

fn going(structure: &Structure, variable: Variable, formula: &Formula) -> u64 {
    let goes = |it: &usize| {
        truth(
            structure,
            formula,
            &assigned(&[variable], &[*it], [0; VARIABLES]),
        )
    };
    (0..structure.count())
        .filter(goes)
        .fold(0, |all, it| all | 1 << it)
}
