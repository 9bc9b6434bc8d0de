//! Variables that are needed only on the way from one stop to the next.
//!
//! Most registers of a method hold something for a few statements and nothing where other threads may
//! go on. Such a variable needs no place in SPIN's states: it becomes one of the model as a whole that
//! SPIN hides from them, which makes states shorter and searches faster, and changes neither their
//! number nor what they mean.
//!
//! Why that is right: a hidden variable keeps whatever the last process has left in it. So no value may
//! be read that was not assigned since the process last went on, and since the verifier last came back
//! to where the process had a choice: what a `d_step` assigns is not taken back there. That is what is
//! worked out here, as liveness backwards over the statements. Places where a variable must not be
//! live are the beginning, the stops, statements that may have to wait, and choices between several
//! alternatives. A variable that a `d_step` assigns while it is needed is not hidden.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::layout::fresh;
use crate::tree::{Declaration, Expression, Item, Label, Model, Name, Process, Statement};

/// Hides all such variables of a model.
pub(crate) fn hide(model: &mut Model) {
    let mut taken: BTreeSet<Name> = model.globals.iter().map(|it| Rc::clone(&it.name)).collect();
    for process in &model.processes {
        taken.insert(Rc::clone(&process.name));
        taken.extend(process.parameter.iter().map(|it| Rc::clone(&it.name)));
    }
    let mut hidden = Vec::new();
    for process in &mut model.processes {
        let passing = passing(process);
        taken.extend(process.locals.iter().map(|it| Rc::clone(&it.name)));
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
            .collect();
    }
    model.globals.extend(hidden);
}

type Names = BTreeSet<Name>;

/// The variables of a process that are needed on the way only.
fn passing(process: &Process) -> Names {
    let plain = process.locals.iter().filter(|it| it.length.is_none());
    let candidates: Names = plain.map(|it| Rc::clone(&it.name)).collect();
    let mut liveness = Liveness {
        candidates: &candidates,
        labels: BTreeMap::new(),
        kept: Names::new(),
    };
    // Where a jump leads to may stand before it, so it takes some rounds.
    while liveness.round(&process.items) {}
    candidates.difference(&liveness.kept).cloned().collect()
}

/// What is live, backwards.
struct Liveness<'a> {
    candidates: &'a Names,
    /// What is live at each label.
    labels: BTreeMap<Label, Names>,
    /// What needs a place in the state.
    kept: Names,
}

impl Liveness<'_> {
    /// Goes through the items once; whether something was found out.
    fn round(&mut self, items: &[Item]) -> bool {
        let mut changed = false;
        let mut live = Names::new();
        for item in items.iter().rev() {
            match item {
                Item::Statement(statement, _) => live = self.before(statement, live),
                Item::Label(label) | Item::Stop(label) | Item::End(label) => {
                    if !matches!(item, Item::Label(_)) {
                        self.kept.extend(live.iter().cloned());
                    }
                    let known = self.labels.entry(*label).or_default();
                    let count = known.len();
                    known.extend(live.iter().cloned());
                    changed |= known.len() > count;
                }
            }
        }
        self.kept.extend(live);
        changed
    }

    /// What is live before a statement, given what is after it.
    fn before(&mut self, statement: &Statement, mut after: Names) -> Names {
        match statement {
            Statement::Assign(Expression::Variable(name), value) => {
                after.remove(name);
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
                self.kept.extend(after.iter().cloned());
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
                let mut live = Names::new();
                for alternative in alternatives {
                    live.extend(self.before_alternative(alternative, &after));
                }
                if let Some(otherwise) = otherwise {
                    live.extend(self.before_all(otherwise, after));
                }
                if alternatives.len() > 1 || otherwise.is_none() {
                    self.kept.extend(live.iter().cloned());
                }
                live
            }
            Statement::Goto(label) => self.labels.get(label).cloned().unwrap_or_default(),
            Statement::Together(parts) => {
                for part in parts.iter().rev() {
                    if let Statement::Assign(Expression::Variable(name), _) = part
                        && after.contains(name)
                    {
                        self.kept.insert(Rc::clone(name));
                    }
                    after = self.before(part, after);
                }
                after
            }
            Statement::Tagged(_, inner) => self.before(inner, after),
            Statement::Skip => after,
        }
    }

    fn before_all(&mut self, parts: &[Statement], after: Names) -> Names {
        let mut live = after;
        for part in parts.iter().rev() {
            live = self.before(part, live);
        }
        live
    }

    /// The guard of an alternative does not wait by itself: the choice does, if it has to.
    fn before_alternative(&mut self, parts: &[Statement], after: &Names) -> Names {
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

    fn read(&self, expression: &Expression, live: &mut Names) {
        match expression {
            Expression::Number(_) => {}
            Expression::Variable(name) => {
                if self.candidates.contains(name) {
                    live.insert(Rc::clone(name));
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
                !matches!(part, Statement::Assign(Expression::Variable(name), _)
                    if names.contains_key(name))
            });
            Statement::Together(all(parts))
        }
        Statement::Tagged(role, inner) => Statement::Tagged(role, Box::new(renamed(*inner, names))),
        Statement::Goto(label) => Statement::Goto(label),
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
