//! Themes about `AtomicInteger` and `AtomicReference`.

use crate::ast::{
    AtomicOperation, Content, Expression, LocalType, NodeField, Statement, Target, Type, VariableId,
};

use super::draft::{Actor, Draft, Part, plus, there};
use super::objects::{make, swap};

fn get(variable: VariableId) -> Expression {
    Expression::Atomic(variable, AtomicOperation::Get)
}

fn compare_and_set(variable: VariableId, expected: Expression, next: Expression) -> Expression {
    let operation = AtomicOperation::CompareAndSet(Box::new(expected), Box::new(next));
    Expression::Atomic(variable, operation)
}

/// Several threads work on one `AtomicInteger`.
pub(super) fn integer(draft: &mut Draft<'_>) -> Vec<Part> {
    let variable = draft.add(Content::AtomicInteger, None);
    let actors = draft.several_actors();
    actors
        .into_iter()
        .map(|actor| Part::new(actor, on_integer(draft, variable)))
        .collect()
}

fn on_integer(draft: &mut Draft<'_>, variable: VariableId) -> Vec<Statement> {
    let amount = draft.small();
    let operation = |operation| Expression::Atomic(variable, operation);
    match draft.random.below(6) {
        0 => vec![Statement::Observe(operation(AtomicOperation::Increment))],
        1 => vec![Statement::Observe(operation(AtomicOperation::Add(amount)))],
        2 => {
            let won = compare_and_set(variable, Expression::Number(0), Expression::Number(amount));
            vec![Statement::Observe(won)]
        }
        3 => {
            let seen = draft.local();
            let again = compare_and_set(
                variable,
                Expression::Local(seen),
                plus(Expression::Local(seen), amount),
            );
            vec![
                Statement::Let(seen, LocalType::Scalar(Type::Int), Expression::Number(0)),
                Statement::DoWhile(
                    vec![Statement::Assign(Target::Local(seen), get(variable))],
                    Expression::Not(Box::new(again)),
                ),
            ]
        }
        4 => vec![Statement::SetAtomic(variable, plus(get(variable), amount))],
        _ => vec![
            Statement::Run(operation(AtomicOperation::Increment)),
            Statement::Observe(get(variable)),
        ],
    }
}

/// Nodes go through an `AtomicReference`.
pub(super) fn reference(draft: &mut Draft<'_>) -> Vec<Part> {
    let variable = draft.add(Content::AtomicReference, None);
    let actors = draft.several_actors();
    actors
        .into_iter()
        .map(|actor| on_reference(draft, variable, actor))
        .collect()
}

fn on_reference(draft: &mut Draft<'_>, variable: VariableId, actor: Actor) -> Part {
    match draft.random.below(4) {
        0 => swap(draft, variable, actor),
        1 => {
            let local = draft.local();
            let node = LocalType::Scalar(Type::Node);
            let look = vec![Statement::Observe(Expression::Field(
                local,
                NodeField::Payload,
            ))];
            let body = vec![
                Statement::Let(local, node, get(variable)),
                Statement::If(there(local), look, Vec::new()),
            ];
            Part::new(actor, body)
        }
        2 => {
            let (mut body, node) = make(draft);
            body.push(Statement::SetAtomic(variable, Expression::Local(node)));
            Part::new(actor, body)
        }
        _ => {
            let (mut body, node) = make(draft);
            let won = compare_and_set(variable, Expression::Null, Expression::Local(node));
            body.push(Statement::Observe(won));
            Part::new(actor, body)
        }
    }
}
