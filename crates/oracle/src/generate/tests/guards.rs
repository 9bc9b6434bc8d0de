//! Checks the promise of [`crate::Racy::VolatileOnly`] on a tree: a guarded variable is used under
//! its guard only, and one that is neither guarded nor volatile is written by one thread and read
//! by others only after a look at something volatile or a join.

use std::collections::{BTreeMap, BTreeSet};

use crate::ast::{
    AtomicOperation, Content, Expression, Lock, Program, Statement, Target, Type, VariableId, Wait,
};

/// The first broken promise, in words.
pub(super) fn check(program: &Program) -> Result<(), String> {
    let mut walk = Walk {
        program,
        writers: BTreeMap::new(),
        thread: 0,
    };
    for (thread, body) in program.threads.iter().chain([&program.main]).enumerate() {
        walk.thread = thread;
        walk.statements(body, &Held::default())?;
    }
    for (variable, writers) in walk.writers {
        if writers.len() > 1 {
            return Err(format!("{variable:?} is plain and written by {writers:?}"));
        }
    }
    Ok(())
}

/// What protects the place we are at.
#[derive(Clone, Default)]
struct Held {
    locks: BTreeSet<Lock>,
    after_look: bool,
}

struct Walk<'a> {
    program: &'a Program,
    /// Who writes each plain variable.
    writers: BTreeMap<VariableId, BTreeSet<usize>>,
    thread: usize,
}

impl Walk<'_> {
    fn access(&mut self, variable: VariableId, write: bool, held: &Held) -> Result<(), String> {
        let shared = &self.program.variables[variable.0];
        if let Some(lock) = shared.guard {
            if held.locks.contains(&lock) {
                return Ok(());
            }
            return Err(format!("{variable:?} is used without {lock:?}"));
        }
        match shared.content {
            Content::AtomicInteger | Content::AtomicReference => Ok(()),
            Content::Scalar { volatile: true, .. } => Ok(()),
            Content::Scalar { ty: Type::Node, .. } => {
                Err(format!("{variable:?} is a plain reference"))
            }
            Content::Scalar { .. } if write => {
                self.writers
                    .entry(variable)
                    .or_default()
                    .insert(self.thread);
                Ok(())
            }
            Content::Scalar { .. } if held.after_look => Ok(()),
            _ => Err(format!("{variable:?} is read without a guard")),
        }
    }

    fn statements(&mut self, statements: &[Statement], held: &Held) -> Result<(), String> {
        let mut held = held.clone();
        for statement in statements {
            self.statement(statement, &held)?;
            held.after_look |= matches!(statement, Statement::Join(_));
        }
        Ok(())
    }

    fn statement(&mut self, statement: &Statement, held: &Held) -> Result<(), String> {
        match statement {
            Statement::Let(_, _, value) | Statement::Observe(value) | Statement::Run(value) => {
                self.value(value, held)
            }
            Statement::Assign(target, value) => {
                self.value(value, held)?;
                match target {
                    Target::Variable(variable) => self.access(*variable, true, held),
                    Target::Element(variable, index) => {
                        self.value(index, held)?;
                        self.access(*variable, true, held)
                    }
                    Target::Local(_) | Target::LocalElement(..) | Target::Field(..) => Ok(()),
                }
            }
            Statement::SetAtomic(variable, value) | Statement::Put(variable, value) => {
                self.value(value, held)?;
                self.access(*variable, true, held)
            }
            Statement::If(condition, then, otherwise) => {
                self.value(condition, held)?;
                let looked = Held {
                    after_look: self.is_look(condition),
                    ..held.clone()
                };
                self.statements(then, &looked)?;
                self.statements(otherwise, held)
            }
            Statement::Repeat(_, _, body) => self.statements(body, held),
            Statement::DoWhile(body, condition) => {
                self.statements(body, held)?;
                self.value(condition, held)
            }
            Statement::Locked(lock, body) => self.statements(body, &with(held, *lock)),
            Statement::TryLocked(lock, body, otherwise) => {
                self.statements(body, &with(held, Lock::Reentrant(*lock)))?;
                self.statements(otherwise, held)
            }
            Statement::Wait(monitor, wait) => {
                if !held.locks.contains(&Lock::Monitor(*monitor)) {
                    return Err(format!("waits without {monitor:?}"));
                }
                match wait {
                    Wait::While(condition) | Wait::If(condition) => self.value(condition, held),
                    Wait::Once => Ok(()),
                }
            }
            Statement::Notify(monitor, _) if !held.locks.contains(&Lock::Monitor(*monitor)) => {
                Err(format!("notifies without {monitor:?}"))
            }
            Statement::ParkUntil(condition) => self.value(condition, held),
            Statement::TryCatch(first, _, second) | Statement::TryFinally(first, second) => {
                self.statements(first, held)?;
                self.statements(second, held)
            }
            Statement::Notify(..)
            | Statement::Unpark(_)
            | Statement::Interrupt(_)
            | Statement::Join(_)
            | Statement::Throw(_) => Ok(()),
        }
    }

    /// Whether a condition is a look at a volatile flag.
    fn is_look(&self, condition: &Expression) -> bool {
        matches!(condition, Expression::Read(flag) if matches!(
            self.program.variables[flag.0].content,
            Content::Scalar { volatile: true, .. }
        ))
    }

    fn value(&mut self, value: &Expression, held: &Held) -> Result<(), String> {
        match value {
            Expression::Read(variable)
            | Expression::Size(variable)
            | Expression::Take(variable) => self.access(*variable, false, held),
            Expression::Element(variable, index) => {
                self.value(index, held)?;
                self.access(*variable, false, held)
            }
            Expression::Binary(_, left, right) => {
                self.value(left, held)?;
                self.value(right, held)
            }
            Expression::Not(inner) | Expression::IsNull(inner) => self.value(inner, held),
            Expression::Atomic(variable, operation) => {
                match operation {
                    AtomicOperation::Swap(next) => self.value(next, held)?,
                    AtomicOperation::CompareAndSet(expected, next) => {
                        self.value(expected, held)?;
                        self.value(next, held)?;
                    }
                    AtomicOperation::Get | AtomicOperation::Increment | AtomicOperation::Add(_) => {
                    }
                }
                self.access(*variable, true, held)
            }
            Expression::Call(method) => {
                let program = self.program;
                let method = &program.methods[*method];
                let held = with(held, Lock::Monitor(method.monitor));
                self.statements(&method.body, &held)?;
                self.value(&method.result, &held)
            }
            Expression::Number(_)
            | Expression::Boolean(_)
            | Expression::Null
            | Expression::Local(_)
            | Expression::LocalElement(..)
            | Expression::Field(..)
            | Expression::NewNode(_)
            | Expression::NewArray(_)
            | Expression::Interrupted => Ok(()),
        }
    }
}

fn with(held: &Held, lock: Lock) -> Held {
    let mut more = held.clone();
    more.locks.insert(lock);
    more
}
