//! The end of a program whose threads have not all ended: by `System.exit`, or because only daemons
//! are left.
//!
//! A count of the threads that keep the program alive stands in the model. Where a thread may let
//! others go first, it goes on only while that is not 0. (Promela has `provided` clauses for this,
//! but SPIN's reduction and its fairness don't go with them.)

use std::collections::BTreeSet;

use crate::origin::{Origin, Role};
use crate::tree::{Expression, Item, Label, Name, Process, Statement};

/// While the program lives.
pub(crate) fn alive(live: &Name) -> Expression {
    Expression::variable(live).binary(">", 0.into())
}

/// Lets the threads of a process go on only while a condition holds.
pub(crate) fn bind(process: &mut Process, alive: &Expression) {
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
            } else if statement.can_wait() {
                bound.push(Item::Statement(statement.also(alive), origin));
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

/// Keeps a program that has ended from counting as stuck, and no other.
pub(crate) fn watcher(live: &Name) -> Process {
    let ended = Expression::variable(live).binary("==", 0.into());
    let statement = |statement| Item::Statement(statement, Origin::THREAD);
    Process {
        name: "idle".into(),
        parameter: None,
        locals: Vec::new(),
        holders: BTreeSet::new(),
        round: None,
        items: vec![
            Item::Stop(Label(1)),
            statement(Statement::Guard(ended)),
            statement(Statement::Skip),
            statement(Statement::Goto(Label(1))),
        ],
        comment: "runs on when the program has ended, whatever its daemons were doing".to_owned(),
    }
}
