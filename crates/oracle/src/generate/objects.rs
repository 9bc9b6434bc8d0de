//! Themes about objects: handed over, collected, linked, or kept.
//!
//! A node's payload is written before the node is stored anywhere, and never again, so reading it
//! is no race if the way it came was none.

use crate::ast::{
    AtomicOperation, Content, Expression, Local, LocalType, NodeField, Operator, Statement, Target,
    Type, VariableId,
};

use super::draft::{Actor, Draft, Part, assign, plus, there};

const NODE: LocalType = LocalType::Scalar(Type::Node);

/// Statements that make a node with a payload.
pub(super) fn make(draft: &mut Draft<'_>) -> (Vec<Statement>, Local) {
    let local = draft.local();
    let node = draft.node();
    let payload = draft.small();
    let body = vec![
        Statement::Let(local, NODE, node),
        Statement::Assign(
            Target::Field(local, NodeField::Payload),
            Expression::Number(payload),
        ),
    ];
    (body, local)
}

/// What is done with a node that came from another thread.
fn inspect(draft: &mut Draft<'_>, node: Local) -> Vec<Statement> {
    let payload = Statement::Observe(Expression::Field(node, NodeField::Payload));
    let mut body = match draft.random.below(4) {
        0 => vec![Statement::Observe(Expression::Local(node))],
        1 => {
            let value = Expression::Field(node, NodeField::Value);
            vec![Statement::Assign(
                Target::Field(node, NodeField::Value),
                plus(value, 1),
            )]
        }
        _ => vec![payload],
    };
    if draft.bug() && draft.bug() {
        // Without looking whether there is a node at all.
        return body;
    }
    if draft.random.percent(30) {
        body.push(Statement::Observe(Expression::Field(node, NodeField::Id)));
    }
    let otherwise = vec![Statement::Observe(Expression::Number(13))];
    vec![Statement::If(there(node), body, otherwise)]
}

/// A new object goes through a field.
pub(super) fn handover(draft: &mut Draft<'_>) -> Vec<Part> {
    let place = draft.scalar(Type::Node);
    let actors = draft.several_actors();
    let mut parts = vec![give(draft, actors[0], place)];
    for &actor in &actors[1..] {
        let part = match draft.random.below(4) {
            0 => give(draft, actor, place),
            1 => {
                // Takes it away.
                let clear = vec![assign(place, Expression::Null)];
                let (mut body, node) = draft.fetch_and(place, Type::Node, clear);
                body.extend(inspect(draft, node));
                Part::new(actor, body)
            }
            _ => {
                let (mut body, node) = draft.fetch(place, Type::Node);
                body.extend(inspect(draft, node));
                Part::new(actor, body)
            }
        };
        parts.push(part);
    }
    parts
}

fn give(draft: &mut Draft<'_>, actor: Actor, place: VariableId) -> Part {
    let (mut body, node) = make(draft);
    let store = assign(place, Expression::Local(node));
    body.extend(draft.under_guard(place, vec![store]));
    if draft.random.percent(25) {
        // Goes on using it.
        let value = Target::Field(node, NodeField::Value);
        body.push(Statement::Assign(value, Expression::Number(7)));
    }
    Part::new(actor, body)
}

/// New objects go through a list or a queue.
pub(super) fn collection(draft: &mut Draft<'_>) -> Vec<Part> {
    let guard = draft.guard();
    let content = if draft.random.percent(50) {
        Content::List
    } else {
        Content::Deque
    };
    let collection = draft.add(content, guard);
    let actors = draft.some_actors(2);
    let (mut put, node) = make(draft);
    let add = Statement::Put(collection, Expression::Local(node));
    put.extend(draft.under_guard(collection, vec![add]));
    let take = match draft.random.below(3) {
        0 => {
            let size = Statement::Observe(Expression::Size(collection));
            draft.under_guard(collection, vec![size])
        }
        _ => {
            let local = draft.local();
            let mut body = vec![Statement::Let(local, NODE, Expression::Null)];
            let take = Statement::Assign(Target::Local(local), Expression::Take(collection));
            body.extend(draft.under_guard(collection, vec![take]));
            body.extend(inspect(draft, local));
            body
        }
    };
    vec![Part::new(actors[0], put), Part::new(actors[1], take)]
}

/// New objects are linked in front of those that are there; somebody walks along.
pub(super) fn linked(draft: &mut Draft<'_>) -> Vec<Part> {
    let head = draft.scalar(Type::Node);
    let actors = draft.several_actors();
    let mut parts = Vec::new();
    for (position, actor) in actors.into_iter().enumerate() {
        let part = if position == 0 || draft.random.percent(50) {
            let (mut body, node) = make(draft);
            let link = vec![
                Statement::Assign(Target::Field(node, NodeField::Next), Expression::Read(head)),
                assign(head, Expression::Local(node)),
            ];
            body.extend(draft.under_guard(head, link));
            Part::new(actor, body)
        } else {
            let (mut body, first) = draft.fetch(head, Type::Node);
            let second = draft.local();
            let walk = vec![
                Statement::Observe(Expression::Local(first)),
                Statement::Let(second, NODE, Expression::Field(first, NodeField::Next)),
                Statement::Observe(Expression::Local(second)),
            ];
            body.push(Statement::If(there(first), walk, Vec::new()));
            Part::new(actor, body)
        };
        parts.push(part);
    }
    parts
}

/// Objects that never leave their thread; perhaps one of them does in the end.
pub(super) fn local(draft: &mut Draft<'_>) -> Vec<Part> {
    let actors = draft.some_actors(2);
    let place = draft
        .random
        .percent(50)
        .then(|| draft.unguarded(Type::Node));
    let mut parts = Vec::new();
    for actor in actors {
        let (mut body, node) = make(draft);
        let array = draft.local();
        let amount = draft.small();
        let product = Expression::Binary(
            Operator::Multiply,
            Box::new(Expression::Field(node, NodeField::Payload)),
            Box::new(Expression::Number(amount)),
        );
        body.extend([
            Statement::Let(array, LocalType::Array, Expression::NewArray(2)),
            Statement::Assign(Target::LocalElement(array, 0), product),
            Statement::Assign(
                Target::LocalElement(array, 1),
                plus(Expression::LocalElement(array, 0), 1),
            ),
            Statement::Observe(Expression::LocalElement(array, 1)),
        ]);
        if let Some(place) = place {
            body.push(assign(place, Expression::Local(node)));
        }
        parts.push(Part::new(actor, body));
    }
    parts
}

/// A place for nodes that is an `AtomicReference`, and operations on it.
pub(super) fn swap(draft: &mut Draft<'_>, place: VariableId, actor: Actor) -> Part {
    let local = draft.local();
    let (mut body, node) = make(draft);
    let operation = AtomicOperation::Swap(Box::new(Expression::Local(node)));
    body.push(Statement::Let(
        local,
        NODE,
        Expression::Atomic(place, operation),
    ));
    body.extend(inspect(draft, local));
    Part::new(actor, body)
}
