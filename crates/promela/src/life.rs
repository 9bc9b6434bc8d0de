//! The end of a program whose threads have not all ended: by `System.exit`, or because only daemons
//! are left.
//!
//! A count of the threads that keep the program alive stands in the model. Where a thread may let
//! others go first, it goes on only while that is not 0. (Promela has `provided` clauses for this,
//! but SPIN's reduction and its fairness don't go with them.)

use std::collections::BTreeSet;

use crate::origin::{Origin, Role};
use crate::tree::{Expression, Item, Label, Name, Process, Statement};

/// Lets the threads of a process go on only while the program lives.
pub(crate) fn bind(process: &mut Process, live: &Name) {
    let alive = Expression::variable(live).binary(">", 0.into());
    let alone =
        |origin: Origin| Item::Statement(Statement::Guard(alive.clone()), origin.with(Role::Local));
    let mut bound = Vec::with_capacity(process.items.len() + 1);
    // A thread that has been started may find the program ended.
    let mut begins = true;
    for item in std::mem::take(&mut process.items) {
        if let (true, Item::Statement(statement, origin)) = (begins, item.clone()) {
            // Who leaves the model has begun to while the program lived; and SPIN tells of the first
            // step of a sequence only that nobody has reached it.
            if matches!(origin.role, Role::Bound(_) | Role::Unsupported(_)) {
                bound.push(item);
            } else if can_wait(&statement) {
                bound.push(Item::Statement(joined(statement, &alive), origin));
            } else {
                bound.push(alone(origin));
                bound.push(item);
            }
            begins = false;
            continue;
        }
        if begins && matches!(item, Item::Label(_)) {
            bound.push(alone(Origin::THREAD));
            begins = false;
        }
        begins |= matches!(item, Item::Stop(_) | Item::End(_));
        bound.push(item);
    }
    process.items = bound;
}

/// Whether the statement may have to wait: then it must not be begun after the end, either.
fn can_wait(statement: &Statement) -> bool {
    match statement {
        Statement::Guard(_) | Statement::If(_, None) => true,
        Statement::Tagged(_, inner) => can_wait(inner),
        _ => false,
    }
}

/// The statement, if the program lives besides.
fn joined(statement: Statement, alive: &Expression) -> Statement {
    match statement {
        Statement::Guard(condition) => Statement::Guard(alive.clone().and(condition)),
        Statement::Tagged(role, inner) => Statement::Tagged(role, Box::new(joined(*inner, alive))),
        Statement::If(alternatives, None) => {
            let bound = alternatives.into_iter().map(|mut parts| {
                match parts.first() {
                    Some(first) if can_wait(first) => {
                        let first = joined(parts.remove(0), alive);
                        parts.insert(0, first);
                    }
                    _ => parts.insert(0, Statement::Guard(alive.clone())),
                }
                parts
            });
            Statement::If(bound.collect(), None)
        }
        other => other,
    }
}

/// Keeps a program that has ended from counting as stuck, and no other.
pub(crate) fn watcher(live: &Name) -> Process {
    let ended = Expression::variable(live).binary("==", 0.into());
    let statement = |statement| Item::Statement(statement, Origin::THREAD);
    Process {
        name: "idle".into(),
        parameter: None,
        locals: Vec::new(),
        holders: BTreeSet::new(),
        items: vec![
            Item::Stop(Label(1)),
            statement(Statement::Guard(ended)),
            statement(Statement::Skip),
            statement(Statement::Goto(Label(1))),
        ],
        comment: "runs on when the program has ended, whatever its daemons were doing".to_owned(),
    }
}
