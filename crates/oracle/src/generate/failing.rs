//! Exceptions: thrown in some schedules, caught or not.

use crate::ast::{Caught, Expression, Operator, Statement, Thrown, Type};

use super::draft::{Draft, Part, assign, equals, increase};

/// One thread changes a number, another fails if it sees a certain one.
pub(super) fn exception(draft: &mut Draft<'_>) -> Vec<Part> {
    let variable = draft.open_int();
    let actors = draft.some_actors(2);
    let amount = draft.small();
    let change = draft.under_guard(variable, vec![increase(variable, amount)]);
    let (fetch, local) = draft.fetch(variable, Type::Int);
    let number = if draft.random.percent(50) { 0 } else { amount };
    let fail = if draft.random.percent(70) {
        let thrown = draft
            .random
            .pick(&[Thrown::IllegalState, Thrown::IllegalArgument]);
        let test = equals(Expression::Local(local), number);
        Statement::If(test, vec![Statement::Throw(thrown)], Vec::new())
    } else {
        let quotient = Expression::Binary(
            Operator::Divide,
            Box::new(Expression::Number(6)),
            Box::new(Expression::Local(local)),
        );
        Statement::Observe(quotient)
    };
    let mut body = fetch;
    body.push(fail);
    body.push(Statement::Observe(Expression::Number(12)));
    if draft.random.percent(30) {
        // The lock is left by the exception.
        let lock = crate::ast::Lock::Monitor(draft.monitor());
        body = vec![Statement::Locked(lock, body)];
    }
    if draft.random.percent(30) {
        let last = draft.under_guard(variable, vec![assign(variable, Expression::Number(9))]);
        body = vec![Statement::TryFinally(body, last)];
    }
    if !draft.bug() {
        let caught = if draft.bug() {
            Caught::IllegalState
        } else {
            Caught::Runtime
        };
        let handler = vec![Statement::Observe(Expression::Number(11))];
        body = vec![Statement::TryCatch(body, caught, handler)];
    }
    vec![Part::new(actors[0], change), Part::new(actors[1], body)]
}
