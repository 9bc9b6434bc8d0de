//! Themes about numbers that threads share.

use crate::ast::{Content, Expression, Operator, Statement, Target, Type, VariableId};
use crate::size::Racy;

use super::draft::{Draft, Part, assign, equals, increase, plus};

/// A number that several threads change.
pub(super) fn counter(draft: &mut Draft<'_>) -> Vec<Part> {
    let ty = if draft.random.percent(25) {
        Type::Long
    } else {
        Type::Int
    };
    let variable = if ty == Type::Int {
        draft.open_int()
    } else {
        draft.scalar(ty)
    };
    let actors = draft.several_actors();
    actors
        .into_iter()
        .map(|actor| Part::new(actor, change(draft, variable, ty)))
        .collect()
}

fn change(draft: &mut Draft<'_>, variable: VariableId, ty: Type) -> Vec<Statement> {
    let amount = draft.small();
    match draft.random.below(6) {
        0 => {
            // In two steps, with the guard released in between.
            let (mut body, local) = draft.fetch(variable, ty);
            let write = assign(variable, plus(Expression::Local(local), amount));
            body.extend(draft.under_guard(variable, vec![write]));
            body
        }
        1 => {
            let (mut body, local) = draft.fetch(variable, ty);
            body.push(Statement::Observe(Expression::Local(local)));
            body
        }
        2 => {
            let test = equals(Expression::Read(variable), 0);
            let then = vec![increase(variable, amount)];
            let otherwise = vec![assign(variable, Expression::Number(amount))];
            draft.under_guard(variable, vec![Statement::If(test, then, otherwise)])
        }
        3 => {
            let doubled = Expression::Binary(
                Operator::Multiply,
                Box::new(Expression::Read(variable)),
                Box::new(Expression::Number(2)),
            );
            draft.under_guard(variable, vec![assign(variable, plus(doubled, 1))])
        }
        _ => draft.under_guard(variable, vec![increase(variable, amount)]),
    }
}

/// One thread writes data and then a flag; another looks at the flag and then at the data.
pub(super) fn message(draft: &mut Draft<'_>) -> Vec<Part> {
    let actors = draft.several_actors();
    let bug = draft.bug();
    let data = if bug || draft.random.percent(40) {
        draft.unguarded(Type::Int)
    } else {
        // The flag is volatile, the one writer writes once, readers read after the flag.
        draft.plain(Type::Int)
    };
    let flag = if draft.size.racy == Racy::Plain && draft.bug() {
        draft.plain(Type::Boolean)
    } else {
        draft.volatile(Type::Boolean)
    };
    let amount = draft.small();
    let mut write = vec![
        assign(data, Expression::Number(amount)),
        assign(flag, Expression::Boolean(true)),
    ];
    if bug {
        write.reverse();
    }
    let mut parts = vec![Part::once(actors[0], write)];
    for &reader in &actors[1..] {
        let then = vec![Statement::Observe(Expression::Read(data))];
        let otherwise = vec![Statement::Observe(Expression::Number(13))];
        let look = Statement::If(Expression::Read(flag), then, otherwise);
        parts.push(Part::once(reader, vec![look]));
    }
    parts
}

/// Each of two threads writes one variable and reads the other.
pub(super) fn litmus(draft: &mut Draft<'_>) -> Vec<Part> {
    let actors = draft.some_actors(2);
    let left = draft.unguarded(Type::Int);
    let right = draft.unguarded(Type::Int);
    let amount = draft.small();
    let write = |variable| assign(variable, Expression::Number(amount));
    let read = |variable| Statement::Observe(Expression::Read(variable));
    let (first, second) = match draft.random.below(3) {
        // Store buffering.
        0 => (
            vec![write(left), read(right)],
            vec![write(right), read(left)],
        ),
        // Load buffering.
        1 => (
            vec![read(left), write(right)],
            vec![read(right), write(left)],
        ),
        // Coherence.
        _ => (
            vec![write(left), increase(left, 1)],
            vec![read(left), read(left)],
        ),
    };
    vec![Part::new(actors[0], first), Part::new(actors[1], second)]
}

/// Elements of a shared array, sometimes outside of it.
pub(super) fn array(draft: &mut Draft<'_>) -> Vec<Part> {
    let length = draft.random.between(1, 3);
    let guard = draft.guard();
    let array = draft.add(Content::Array { length }, guard);
    let actors = draft.several_actors();
    let mut parts = Vec::new();
    for actor in actors {
        let from = draft.random.below(length);
        let to = draft.random.below(length);
        let amount = draft.small();
        let element =
            |index: usize| Expression::Element(array, Box::new(Expression::Number(index as i32)));
        let target = |index: Expression| Target::Element(array, index);
        let body = match draft.random.below(4) {
            0 => vec![Statement::Observe(element(from))],
            1 if draft.bug() => {
                // The index is a value that may be too large.
                let index = element(from);
                vec![Statement::Assign(target(index), plus(element(to), amount))]
            }
            2 => vec![
                Statement::Assign(
                    target(Expression::Number(to as i32)),
                    plus(element(from), amount),
                ),
                Statement::Observe(element(to)),
            ],
            _ => vec![Statement::Assign(
                target(Expression::Number(to as i32)),
                plus(element(from), amount),
            )],
        };
        let body = draft.under_guard(array, body);
        parts.push(Part::new(actor, body));
    }
    parts
}
