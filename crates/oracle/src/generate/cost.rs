//! How many visible operations statements have, roughly: what another thread could notice.
//!
//! The numbers for library code are those of the calls' own visible steps without contention.

use crate::ast::{AtomicOperation, Expression, Lock, NodeField, Statement, Target, Wait};

use super::draft::Draft;

impl Draft<'_> {
    /// Visible operations of one run through the statements; both branches of an `if` count.
    pub(super) fn cost(&self, statements: &[Statement]) -> u32 {
        statements
            .iter()
            .map(|statement| self.statement_cost(statement))
            .sum()
    }

    fn statement_cost(&self, statement: &Statement) -> u32 {
        match statement {
            Statement::Let(_, _, value) | Statement::Observe(value) | Statement::Run(value) => {
                self.value_cost(value)
            }
            Statement::Assign(target, value) => self.target_cost(target) + self.value_cost(value),
            Statement::SetAtomic(_, value) => 1 + self.value_cost(value),
            Statement::If(condition, then, otherwise) => {
                self.value_cost(condition) + self.cost(then) + self.cost(otherwise)
            }
            Statement::Repeat(_, rounds, body) => *rounds as u32 * self.cost(body),
            Statement::DoWhile(body, condition) => self.cost(body) + self.value_cost(condition),
            Statement::Locked(Lock::Monitor(_), body) => 2 + self.cost(body),
            Statement::Locked(Lock::Reentrant(_), body) => 6 + self.cost(body),
            Statement::TryLocked(_, body, otherwise) => 6 + self.cost(body) + self.cost(otherwise),
            Statement::Put(_, value) => 4 + self.value_cost(value),
            Statement::Wait(_, Wait::While(condition) | Wait::If(condition)) => {
                2 + self.value_cost(condition)
            }
            Statement::Wait(_, Wait::Once) => 2,
            Statement::ParkUntil(condition) => 2 + self.value_cost(condition),
            Statement::Notify(..)
            | Statement::Unpark(_)
            | Statement::Interrupt(_)
            | Statement::Join(_) => 1,
            Statement::Throw(_) => 0,
            Statement::TryCatch(body, _, handler) => self.cost(body) + self.cost(handler),
            Statement::TryFinally(body, last) => self.cost(body) + self.cost(last),
        }
    }

    fn target_cost(&self, target: &Target) -> u32 {
        match target {
            Target::Local(_) | Target::LocalElement(..) => 0,
            Target::Variable(_) | Target::Field(..) => 1,
            Target::Element(_, index) => 1 + self.value_cost(index),
        }
    }

    fn value_cost(&self, value: &Expression) -> u32 {
        match value {
            Expression::Number(_)
            | Expression::Boolean(_)
            | Expression::Null
            | Expression::Local(_)
            | Expression::LocalElement(..)
            | Expression::NewNode(_)
            | Expression::NewArray(_)
            | Expression::Field(_, NodeField::Id) => 0,
            Expression::Read(_)
            | Expression::Field(..)
            | Expression::Interrupted
            | Expression::Size(_) => 1,
            Expression::Element(_, index) => 1 + self.value_cost(index),
            Expression::Binary(_, left, right) => self.value_cost(left) + self.value_cost(right),
            Expression::Not(inner) | Expression::IsNull(inner) => self.value_cost(inner),
            Expression::Atomic(_, operation) => match operation {
                AtomicOperation::Get | AtomicOperation::Swap(_) => 1,
                AtomicOperation::Increment | AtomicOperation::Add(_) => 2,
                AtomicOperation::CompareAndSet(..) => 1,
            },
            Expression::Take(_) => 4,
            Expression::Call(method) => {
                let method = &self.methods[*method];
                2 + self.cost(&method.body) + self.value_cost(&method.result)
            }
        }
    }
}
