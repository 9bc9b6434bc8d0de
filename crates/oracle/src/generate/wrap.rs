//! Puts parts into loops, branches, further locks and finally blocks.

use crate::ast::{Expression, Lock, Statement, Type};

use super::draft::{Draft, Part, equals};

/// Wraps some of the parts of a theme.
pub(super) fn wrap(draft: &mut Draft<'_>, parts: Vec<Part>) -> Vec<Part> {
    parts
        .into_iter()
        .map(|part| wrap_one(draft, part))
        .collect()
}

fn wrap_one(draft: &mut Draft<'_>, part: Part) -> Part {
    let Part {
        actor,
        body,
        repeatable,
    } = part;
    let body = match draft.random.below(20) {
        0 | 1 if repeatable => {
            let counter = draft.local();
            vec![Statement::Repeat(counter, 2, body)]
        }
        2 => {
            let last = vec![Statement::Observe(Expression::Number(8))];
            vec![Statement::TryFinally(body, last)]
        }
        3 if draft.bug() => {
            let lock = Lock::Monitor(draft.monitor());
            vec![Statement::Locked(lock, body)]
        }
        4 if repeatable && draft.bug() => {
            let variable = draft.open_int();
            let (mut test, local) = draft.fetch(variable, Type::Int);
            let condition = equals(Expression::Local(local), 0);
            test.push(Statement::If(condition, body, Vec::new()));
            test
        }
        _ => body,
    };
    Part {
        actor,
        body,
        repeatable,
    }
}
