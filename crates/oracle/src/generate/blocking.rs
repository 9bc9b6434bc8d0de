//! Themes in which threads wait for each other.

use crate::ast::{
    Expression, Lock, Method, Monitor, Operator, Statement, Thread, Type, VariableId, Wait, Waiters,
};
use crate::size::Racy;

use super::draft::{Actor, Draft, Part, assign, increase};

/// Some threads wait for a condition, others make it true and notify.
pub(super) fn wait_notify(draft: &mut Draft<'_>) -> Vec<Part> {
    let monitor = draft.monitor();
    let lock = Lock::Monitor(monitor);
    let counting = draft.random.percent(40);
    let ty = if counting { Type::Int } else { Type::Boolean };
    let state = draft.guarded(ty, lock);
    let actors = draft.several_actors();
    let notifiers = if actors.len() == 3 && draft.random.percent(50) {
        2
    } else {
        1
    };
    let waiters = actors.len() - notifiers;
    let mut parts = Vec::new();
    for &actor in &actors[..waiters] {
        let mut body = vec![Statement::Wait(monitor, wait(draft, state, counting))];
        if counting {
            body.push(increase(state, -1));
        } else if draft.random.percent(40) {
            body.push(Statement::Observe(Expression::Read(state)));
        }
        parts.push(Part::new(actor, vec![Statement::Locked(lock, body)]));
    }
    for &actor in &actors[waiters..] {
        let step = if counting {
            increase(state, waiters as i32)
        } else {
            assign(state, Expression::Boolean(true))
        };
        let mut body = vec![step];
        if !draft.bug() {
            let all = waiters > 1 && !draft.bug() || draft.random.percent(40);
            body.push(Statement::Notify(
                monitor,
                if all { Waiters::All } else { Waiters::One },
            ));
        } else if draft.random.percent(50) {
            body.insert(0, Statement::Notify(monitor, Waiters::One));
        }
        parts.push(Part::new(actor, vec![Statement::Locked(lock, body)]));
    }
    parts
}

fn wait(draft: &mut Draft<'_>, state: VariableId, counting: bool) -> Wait {
    let condition = if counting {
        let (zero, value) = (Expression::Number(0), Expression::Read(state));
        Expression::Binary(Operator::Less, Box::new(zero), Box::new(value))
    } else {
        Expression::Read(state)
    };
    if !draft.bug() {
        Wait::While(condition)
    } else if draft.random.percent(70) {
        Wait::If(condition)
    } else {
        Wait::Once
    }
}

/// Two monitors, one inside the other, sometimes in both orders; or one inside itself.
pub(super) fn nested_locks(draft: &mut Draft<'_>) -> Vec<Part> {
    let outer = Lock::Monitor(draft.monitor());
    let inner = match draft.random.below(4) {
        0 => outer,
        1 => Lock::Monitor(draft.new_monitor()),
        _ => Lock::Monitor(draft.monitor()),
    };
    let guard = draft.random.pick(&[outer, inner]);
    let variable = draft.guarded(Type::Int, guard);
    let actors = draft.several_actors();
    let mut parts = Vec::new();
    for actor in actors {
        let amount = draft.small();
        let mut body = vec![increase(variable, amount)];
        if draft.random.percent(30) {
            body = vec![Statement::Observe(Expression::Read(variable))];
        }
        let (first, second) = if draft.bug() {
            (inner, outer)
        } else {
            (outer, inner)
        };
        let nested = Statement::Locked(first, vec![Statement::Locked(second, body)]);
        parts.push(Part::new(actor, vec![nested]));
    }
    parts
}

/// Calls of synchronized methods.
pub(super) fn synchronized_method(draft: &mut Draft<'_>) -> Vec<Part> {
    let monitor = if draft.random.percent(70) {
        Monitor::Cell
    } else {
        Monitor::Class
    };
    let variable = draft.guarded(Type::Int, Lock::Monitor(monitor));
    let amount = draft.small();
    let add = Method {
        monitor,
        body: vec![increase(variable, amount)],
        result: Expression::Read(variable),
    };
    draft.methods.push(add);
    let add = draft.methods.len() - 1;
    let mut other = add;
    if draft.random.percent(50) {
        // A method that calls the other one, and so enters twice.
        let body = vec![Statement::Run(Expression::Call(add)), increase(variable, 1)];
        draft.methods.push(Method {
            monitor,
            body,
            result: Expression::Number(0),
        });
        other = draft.methods.len() - 1;
    }
    let actors = draft.several_actors();
    let mut parts = Vec::new();
    for actor in actors {
        let call = Expression::Call(draft.random.pick(&[add, other]));
        let statement = if draft.random.percent(60) {
            Statement::Observe(call)
        } else {
            Statement::Run(call)
        };
        parts.push(Part::new(actor, vec![statement]));
    }
    parts
}

/// A `ReentrantLock` around a variable.
pub(super) fn reentrant_lock(draft: &mut Draft<'_>) -> Vec<Part> {
    draft.locks += 1;
    let number = draft.locks - 1;
    let lock = Lock::Reentrant(number);
    let variable = draft.guarded(Type::Int, lock);
    let actors = draft.some_actors(2);
    let mut parts = Vec::new();
    for actor in actors {
        let amount = draft.small();
        let mut body = vec![increase(variable, amount)];
        if draft.random.percent(20) {
            body = vec![Statement::Locked(lock, body)];
        }
        let statement = if draft.random.percent(30) {
            let otherwise = vec![Statement::Observe(Expression::Number(10))];
            Statement::TryLocked(number, body, otherwise)
        } else {
            Statement::Locked(lock, body)
        };
        parts.push(Part::new(actor, vec![statement]));
    }
    parts
}

/// One thread parks until a flag is set, another sets it and gives the permit.
pub(super) fn park(draft: &mut Draft<'_>) -> Vec<Part> {
    let (thread, actor) = draft.earlier_and_later();
    if draft.interrupted.contains(&thread) {
        // An interrupted thread does not stay parked: it would go round and round.
        return Vec::new();
    }
    draft.undisturbed.insert(thread);
    let flag = draft.volatile(Type::Boolean);
    let mut signal = vec![
        assign(flag, Expression::Boolean(true)),
        Statement::Unpark(Thread(thread)),
    ];
    if draft.bug() {
        signal.reverse();
    }
    vec![
        Part::new(
            Actor::Thread(thread),
            vec![Statement::ParkUntil(Expression::Read(flag))],
        ),
        Part::new(actor, signal),
    ]
}

/// One thread is interrupted by another, while it waits or before it looks.
pub(super) fn interrupt(draft: &mut Draft<'_>) -> Vec<Part> {
    let (thread, actor) = draft.earlier_and_later();
    if draft.undisturbed.contains(&thread) {
        return Vec::new();
    }
    draft.interrupted.insert(thread);
    let body = if draft.random.percent(50) {
        vec![Statement::Observe(Expression::Interrupted)]
    } else {
        let monitor = draft.monitor();
        let state = draft.guarded(Type::Boolean, Lock::Monitor(monitor));
        let wait = Statement::Wait(monitor, Wait::While(Expression::Read(state)));
        vec![Statement::Locked(Lock::Monitor(monitor), vec![wait])]
    };
    vec![
        Part::new(Actor::Thread(thread), body),
        Part::new(actor, vec![Statement::Interrupt(Thread(thread))]),
    ]
}

/// One thread waits for the end of another and looks at what it did.
pub(super) fn join(draft: &mut Draft<'_>) -> Vec<Part> {
    let (thread, actor) = draft.earlier_and_later();
    let mut variable = None;
    if let Actor::Thread(joining) = actor
        && draft.size.racy == Racy::VolatileOnly
        && (draft.interrupted.contains(&joining) || draft.random.percent(50))
    {
        // An interrupt could end the join early, and then a plain variable would be raced for.
        variable = Some(draft.volatile(Type::Int));
    }
    let variable = variable.unwrap_or_else(|| draft.plain(Type::Int));
    if let Actor::Thread(joining) = actor {
        draft.undisturbed.insert(joining);
    }
    let amount = draft.small();
    vec![
        Part::new(
            Actor::Thread(thread),
            vec![assign(variable, Expression::Number(amount))],
        ),
        Part::once(
            actor,
            vec![
                Statement::Join(Thread(thread)),
                Statement::Observe(Expression::Read(variable)),
            ],
        ),
    ]
}
