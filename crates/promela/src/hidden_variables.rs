//! Variables that are needed only on the way from one stop to the next.
//!
//! Most registers of a method hold something for a few statements and nothing where other threads may
//! go on. Such a variable needs no place in SPIN's states: it becomes one of the model as a whole that
//! SPIN hides from them, which makes states shorter and searches faster, and changes neither their
//! number nor what they mean.
//!
//! Why that is right: a hidden variable keeps whatever the last process has left in it. So no value may
//! be read that was not assigned since the process last went on. That is what is worked out here, as
//! liveness backwards over the statements. Places where a variable must not be live are the beginning,
//! the stops, and statements that may have to wait. When the verifier goes back it takes back every
//! assignment, the last one first, so that it finds hidden variables as they were; but not those of a
//! `d_step`, which it takes back with the state as a whole. So no `d_step` may assign one: where it does
//! while the variable is needed, the variable is not hidden, and where it only sets it back, that is
//! left out. Choices between several alternatives count as places to wait at, so that not even what
//! the verifier goes back to most depends on this.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::endless;
use crate::layout::{fresh, made_of, reserved};
use crate::origin::Role;
use crate::tree::{Declaration, Expression, Item, Label, Model, Name, Process, Statement};

/// Hides all such variables of a model.
pub(crate) fn hide(model: &mut Model) {
    let mut taken = reserved();
    taken.extend(model.globals.iter().map(|it| Rc::clone(&it.name)));
    let found: Vec<Names> = model.processes.iter().map(passing).collect();
    for (process, passing) in model.processes.iter().zip(&found) {
        taken.insert(Rc::clone(&process.name));
        taken.insert(made_of(&process.name));
        let locals = process.parameter.iter().chain(&process.locals);
        let kept = locals
            .map(|it| &it.name)
            .filter(|it| !passing.contains(*it));
        // Not even in a process may a name be that of a variable of the model.
        taken.extend(kept.cloned());
    }
    let mut hidden = Vec::new();
    for (process, passing) in model.processes.iter_mut().zip(found) {
        let mut names = BTreeMap::new();
        for local in process
            .locals
            .extract_if(.., |it| passing.contains(&it.name))
        {
            let name = fresh(&mut taken, &local.name);
            names.insert(Rc::clone(&local.name), Rc::clone(&name));
            hidden.push(Declaration {
                name,
                fixed: true,
                ..local
            });
        }
        process.items = std::mem::take(&mut process.items)
            .into_iter()
            .map(|item| match item {
                Item::Statement(statement, origin) => {
                    Item::Statement(renamed(statement, &names), origin)
                }
                other => other,
            })
            // A step that only set hidden variables back is none.
            .filter(|item| {
                !matches!(item, Item::Statement(Statement::Together(parts), origin)
                    if parts.is_empty() && origin.role == Role::Local)
            })
            .collect();
        // Loops may have lost all their steps.
        let labels = process.items.iter().filter_map(|item| match item {
            Item::Label(label) | Item::Stop(label) | Item::End(label) => Some(label.0),
            Item::Statement(..) => None,
        });
        let mut last = labels.max().unwrap_or(0);
        let fresh = || {
            last += 1;
            Label(last)
        };
        endless::open(&mut process.items, fresh, process.round.as_ref());
    }
    model.globals.extend(hidden);
}

type Names = BTreeSet<Name>;

/// The variables of a process that are needed on the way only.
fn passing(process: &Process) -> Names {
    let plain = process.locals.iter().filter(|it| it.length.is_none());
    let candidates: Vec<&Name> = plain.map(|it| &it.name).collect();
    let numbers = candidates.iter().enumerate();
    let numbers: BTreeMap<&Name, usize> = numbers.map(|it| (*it.1, it.0)).collect();
    let mut holders = Live::none(candidates.len());
    for name in &process.holders {
        numbers.get(name).iter().for_each(|it| holders.insert(**it));
    }
    let none = Live::none(candidates.len());
    let mut liveness = Liveness {
        numbers,
        holders,
        labels: BTreeMap::new(),
        kept: none.clone(),
        none,
    };
    // Where a jump leads to may stand before it, so it takes some rounds.
    while liveness.round(&process.items) {}
    let kept = liveness.kept;
    let all = candidates.iter().enumerate();
    all.filter(|it| !kept.contains(it.0))
        .map(|it| Rc::clone(it.1))
        .collect()
}

/// Some of the variables, a bit for each: there may be thousands, at as many places.
#[derive(Clone, PartialEq, Eq)]
struct Live(Vec<u64>);

impl Live {
    fn none(count: usize) -> Live {
        Live(vec![0; count.div_ceil(64)])
    }

    fn insert(&mut self, number: usize) {
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn remove(&mut self, number: usize) {
        self.0[number / 64] &= !(1 << (number % 64));
    }

    fn contains(&self, number: usize) -> bool {
        self.0[number / 64] >> (number % 64) & 1 == 1
    }

    fn add(&mut self, other: &Live) {
        for (word, more) in self.0.iter_mut().zip(&other.0) {
            *word |= more;
        }
    }

    /// Adds what both others have.
    fn add_common(&mut self, one: &Live, other: &Live) {
        for (word, (one, other)) in self.0.iter_mut().zip(one.0.iter().zip(&other.0)) {
            *word |= one & other;
        }
    }
}

/// What is live, backwards.
struct Liveness<'a> {
    /// The variables that may be hidden.
    numbers: BTreeMap<&'a Name, usize>,
    /// What must not be overlooked where objects are cleared.
    holders: Live,
    /// What is live at each label.
    labels: BTreeMap<Label, Live>,
    /// What needs a place in the state.
    kept: Live,
    none: Live,
}

impl Liveness<'_> {
    /// Goes through the items once; whether something was found out.
    fn round(&mut self, items: &[Item]) -> bool {
        let mut changed = false;
        let mut live = self.none.clone();
        for item in items.iter().rev() {
            match item {
                Item::Statement(statement, _) => live = self.before(statement, live),
                Item::Label(label) | Item::Stop(label) | Item::End(label) => {
                    if !matches!(item, Item::Label(_)) {
                        self.kept.add(&live);
                    }
                    let known = self.labels.entry(*label);
                    let known = known.or_insert_with(|| self.none.clone());
                    if *known != live {
                        let before = known.clone();
                        known.add(&live);
                        changed |= *known != before;
                    }
                }
            }
        }
        self.kept.add(&live);
        changed
    }

    /// What is live before a statement, given what is after it.
    fn before(&mut self, statement: &Statement, mut after: Live) -> Live {
        match statement {
            Statement::Assign(Expression::Variable(name), value) => {
                if let Some(number) = self.numbers.get(name) {
                    after.remove(*number);
                }
                self.read(value, &mut after);
                after
            }
            Statement::Assign(place, value) => {
                self.read(place, &mut after);
                self.read(value, &mut after);
                after
            }
            Statement::Guard(condition) => {
                // Others may go on while it can't.
                self.read(condition, &mut after);
                self.kept.add(&after);
                after
            }
            Statement::Assert(value) | Statement::Starts(value) => {
                self.read(value, &mut after);
                after
            }
            Statement::Run(_, arguments) => {
                for argument in arguments {
                    self.read(argument, &mut after);
                }
                after
            }
            Statement::If(alternatives, otherwise) => {
                let mut live = self.none.clone();
                for alternative in alternatives {
                    live.add(&self.before_alternative(alternative, &after));
                }
                if let Some(otherwise) = otherwise {
                    live.add(&self.before_all(otherwise, after));
                }
                if alternatives.len() > 1 || otherwise.is_none() {
                    self.kept.add(&live);
                }
                live
            }
            Statement::Goto(label) => {
                let known = self.labels.get(label);
                known.unwrap_or(&self.none).clone()
            }
            Statement::Together(parts) => {
                for part in parts.iter().rev() {
                    match untagged(part) {
                        Statement::Assign(Expression::Variable(name), _) => {
                            let number = self.numbers.get(name);
                            if let Some(number) = number.filter(|it| after.contains(**it)) {
                                self.kept.insert(*number);
                            }
                        }
                        // Nothing else stands in a `d_step` so far.
                        Statement::Assign(..) | Statement::Skip => {}
                        _ => self.keep_all(),
                    }
                    after = self.before(part, after);
                }
                after
            }
            Statement::Collect => {
                self.kept.add_common(&after, &self.holders);
                after
            }
            // These are made later.
            Statement::Deterministic(_) | Statement::While(..) => {
                self.keep_all();
                after
            }
            Statement::Tagged(_, inner) => self.before(inner, after),
            Statement::Skip => after,
        }
    }

    fn keep_all(&mut self) {
        for number in self.numbers.values() {
            self.kept.insert(*number);
        }
    }

    fn before_all(&mut self, parts: &[Statement], after: Live) -> Live {
        let mut live = after;
        for part in parts.iter().rev() {
            live = self.before(part, live);
        }
        live
    }

    /// The guard of an alternative does not wait by itself: the choice does, if it has to.
    fn before_alternative(&mut self, parts: &[Statement], after: &Live) -> Live {
        let Some((first, rest)) = parts.split_first() else {
            return after.clone();
        };
        let mut live = self.before_all(rest, after.clone());
        match untagged(first) {
            Statement::Guard(condition) => {
                self.read(condition, &mut live);
                live
            }
            _ => self.before(first, live),
        }
    }

    fn read(&self, expression: &Expression, live: &mut Live) {
        match expression {
            Expression::Number(_) => {}
            Expression::Variable(name) => {
                if let Some(number) = self.numbers.get(name) {
                    live.insert(*number);
                }
            }
            Expression::Element(_, index) => self.read(index, live),
            Expression::Unary(_, operand) => self.read(operand, live),
            Expression::Binary(left, _, right) => {
                self.read(left, live);
                self.read(right, live);
            }
            Expression::Conditional(condition, yes, no) => {
                self.read(condition, live);
                self.read(yes, live);
                self.read(no, live);
            }
        }
    }
}

fn untagged(statement: &Statement) -> &Statement {
    match statement {
        Statement::Tagged(_, inner) => untagged(inner),
        other => other,
    }
}

type Renaming = BTreeMap<Name, Name>;

/// The statement with the new names. In a `d_step` a hidden variable is assigned only when it is not
/// needed any more, to set it back; that is left out.
fn renamed(statement: Statement, names: &Renaming) -> Statement {
    let rename = |expression: Expression| renamed_in(expression, names);
    let all = |parts: Vec<Statement>| parts.into_iter().map(|it| renamed(it, names)).collect();
    match statement {
        Statement::Assign(place, value) => Statement::Assign(rename(place), rename(value)),
        Statement::Guard(condition) => Statement::Guard(rename(condition)),
        Statement::Assert(value) => Statement::Assert(rename(value)),
        Statement::Starts(value) => Statement::Starts(rename(value)),
        Statement::Run(name, arguments) => {
            Statement::Run(name, arguments.into_iter().map(rename).collect())
        }
        Statement::If(alternatives, otherwise) => Statement::If(
            alternatives.into_iter().map(all).collect(),
            otherwise.map(all),
        ),
        Statement::Together(mut parts) => {
            parts.retain(|part| {
                !matches!(untagged(part), Statement::Assign(Expression::Variable(name), _)
                    if names.contains_key(name))
            });
            Statement::Together(all(parts))
        }
        Statement::Tagged(role, inner) => Statement::Tagged(role, Box::new(renamed(*inner, names))),
        Statement::Deterministic(parts) => Statement::Deterministic(all(parts)),
        Statement::While(condition, parts) => Statement::While(rename(condition), all(parts)),
        Statement::Goto(label) => Statement::Goto(label),
        Statement::Collect => Statement::Collect,
        Statement::Skip => Statement::Skip,
    }
}

fn renamed_in(expression: Expression, names: &Renaming) -> Expression {
    let inner = |it: Box<Expression>| Box::new(renamed_in(*it, names));
    match expression {
        Expression::Number(number) => Expression::Number(number),
        Expression::Variable(name) => {
            Expression::Variable(names.get(&name).map_or(name, Rc::clone))
        }
        Expression::Element(name, index) => Expression::Element(name, inner(index)),
        Expression::Unary(operator, operand) => Expression::Unary(operator, inner(operand)),
        Expression::Binary(left, operator, right) => {
            Expression::Binary(inner(left), operator, inner(right))
        }
        Expression::Conditional(condition, yes, no) => {
            Expression::Conditional(inner(condition), inner(yes), inner(no))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::origin::Origin;
    use crate::tree::Type;

    fn variable(name: &str) -> Expression {
        Expression::Variable(name.into())
    }

    fn assign(name: &str, value: Expression) -> Statement {
        Statement::Assign(variable(name), value)
    }

    /// Writes `x` into a variable of the model.
    fn show() -> Statement {
        assign("shown", variable("x"))
    }

    fn model(statements: &[Statement], stop_before: usize) -> Model {
        let mut items: Vec<Item> = statements
            .iter()
            .map(|it| Item::Statement(it.clone(), Origin::THREAD))
            .collect();
        items.insert(stop_before, Item::Stop(Label(1)));
        let declared = |name: &str| Declaration {
            name: name.into(),
            kind: Type::Int,
            length: None,
            values: Vec::new(),
            fixed: false,
            comment: String::new(),
        };
        let process = Process {
            name: "p".into(),
            parameter: None,
            locals: vec![declared("x")],
            holders: Names::new(),
            round: None,
            items,
            comment: String::new(),
        };
        Model {
            globals: vec![declared("shown")],
            processes: vec![process],
            ..Model::default()
        }
    }

    fn is_hidden(statements: &[Statement], stop_before: usize) -> bool {
        let mut model = model(statements, stop_before);
        hide(&mut model);
        model.processes[0].locals.is_empty()
    }

    #[test]
    fn what_is_needed_at_a_stop_is_part_of_the_state() {
        let set = assign("x", 1.into());
        assert!(is_hidden(&[set.clone(), show()], 0));
        assert!(!is_hidden(&[set.clone(), show()], 1));
        assert!(!is_hidden(&[show()], 0));
        // Round a loop: the stop is before the assignment, or after it.
        let again = Statement::Goto(Label(1));
        assert!(is_hidden(&[set.clone(), show(), again.clone()], 0));
        assert!(!is_hidden(&[set, show(), again], 1));
    }

    #[test]
    fn what_is_needed_after_a_wait_or_a_choice_is_part_of_the_state() {
        let set = assign("x", 1.into());
        let wait = Statement::Guard(variable("shown"));
        assert!(!is_hidden(&[set.clone(), wait.clone(), show()], 0));
        let either = || vec![Statement::Guard(variable("shown")), Statement::Skip];
        let choice = Statement::If(vec![either(), either()], Some(Vec::new()));
        assert!(!is_hidden(&[set.clone(), choice, show()], 0));
        let waits = Statement::If(vec![either()], None);
        assert!(!is_hidden(&[set.clone(), waits, show()], 0));
        let test = Statement::If(vec![either()], Some(Vec::new()));
        assert!(is_hidden(&[set.clone(), test, show()], 0));
        // One way round the assignment is enough.
        let sometimes = vec![Statement::Guard(variable("shown")), set];
        let sometimes = Statement::If(vec![sometimes], Some(Vec::new()));
        assert!(!is_hidden(&[sometimes, show()], 0));
    }

    #[test]
    fn a_step_of_several_statements_leaves_nothing_hidden_behind() {
        let set = assign("x", 1.into());
        let clear = assign("x", 0.into());
        let both = Statement::Together(vec![assign("shown", 1.into()), set.clone()]);
        assert!(!is_hidden(&[both, show()], 0));
        let both = Statement::Together(vec![set.clone(), show(), clear.clone()]);
        assert!(!is_hidden(&[both], 0));
        let mut changed = model(&[set, show(), Statement::Together(vec![show(), clear])], 0);
        hide(&mut changed);
        let last = changed.processes[0].items.last();
        let Some(Item::Statement(Statement::Together(parts), _)) = last else {
            panic!("{last:?}");
        };
        assert_eq!(parts.as_slice(), [show()]);
    }

    #[test]
    fn names_of_several_processes_stay_apart() {
        let statements = [assign("x", 1.into()), show()];
        let mut both = model(&statements, 0);
        let mut second = model(&statements, 0).processes.remove(0);
        second.name = "q".into();
        both.processes.push(second);
        hide(&mut both);
        let names: BTreeSet<&str> = both.globals.iter().map(|it| &*it.name).collect();
        assert_eq!(names.len(), 3, "{names:?}");
    }
}
