//! Expressions and targets as Java.

use super::{Printer, Style};
use crate::ast::{AtomicOperation, Content, Expression, Monitor, NodeField, Operator, Target};

impl Printer<'_> {
    pub(super) fn expression(&self, expression: &Expression) -> String {
        match expression {
            Expression::Number(number) => number.to_string(),
            Expression::Boolean(value) => value.to_string(),
            Expression::Null => String::from("null"),
            Expression::Local(local) => format!("x{}", local.0),
            Expression::Read(variable) => self.noisy(self.variable(*variable)),
            Expression::Element(variable, index) => {
                let element = format!("{}[{}]", self.variable(*variable), self.expression(index));
                self.noisy(element)
            }
            Expression::LocalElement(local, index) => format!("x{}[{index}]", local.0),
            Expression::Field(local, field) => {
                self.noisy(format!("x{}.{}", local.0, field_name(*field)))
            }
            Expression::NewNode(id) => format!("new Node({id})"),
            Expression::NewArray(length) => format!("new int[{length}]"),
            Expression::Binary(operator, left, right) => {
                let (left, right) = (self.expression(left), self.expression(right));
                format!("({left} {} {right})", operator_name(*operator))
            }
            Expression::Not(inner) => format!("!{}", self.expression(inner)),
            Expression::IsNull(inner) => format!("({} == null)", self.expression(inner)),
            Expression::Atomic(variable, operation) => {
                let operation = self.atomic(operation);
                self.noisy(format!("{}.{operation}", self.variable(*variable)))
            }
            Expression::Size(variable) => format!("{}.size()", self.variable(*variable)),
            Expression::Take(variable) => {
                let name = self.variable(*variable);
                match self.program.variables[variable.0].content {
                    Content::Deque => format!("{name}.pollFirst()"),
                    _ => format!("({name}.isEmpty() ? null : {name}.remove({name}.size() - 1))"),
                }
            }
            Expression::Interrupted => String::from("Thread.interrupted()"),
            Expression::Call(method) => match self.program.methods[*method].monitor {
                Monitor::Class => format!("{}.m{method}()", self.program.name),
                _ => format!("CELL.m{method}()"),
            },
        }
    }

    fn atomic(&self, operation: &AtomicOperation) -> String {
        match operation {
            AtomicOperation::Get => String::from("get()"),
            AtomicOperation::Increment => String::from("incrementAndGet()"),
            AtomicOperation::Add(amount) => format!("getAndAdd({amount})"),
            AtomicOperation::Swap(next) => format!("getAndSet({})", self.expression(next)),
            AtomicOperation::CompareAndSet(expected, next) => {
                format!(
                    "compareAndSet({}, {})",
                    self.expression(expected),
                    self.expression(next)
                )
            }
        }
    }

    /// Lets some time pass between a read and the use of its value.
    fn noisy(&self, read: String) -> String {
        match self.style {
            Style::Plain | Style::Equal { .. } | Style::Explicit(_) => read,
            Style::Noisy => format!("Noise.pass({read})"),
        }
    }

    pub(super) fn target(&self, target: &Target) -> String {
        match target {
            Target::Local(local) => format!("x{}", local.0),
            Target::Variable(variable) => self.variable(*variable),
            Target::Element(variable, index) => {
                format!("{}[{}]", self.variable(*variable), self.expression(index))
            }
            Target::LocalElement(local, index) => format!("x{}[{index}]", local.0),
            Target::Field(local, field) => format!("x{}.{}", local.0, field_name(*field)),
        }
    }
}

fn field_name(field: NodeField) -> &'static str {
    match field {
        NodeField::Id => "id",
        NodeField::Payload => "payload",
        NodeField::Value => "value",
        NodeField::Next => "next",
    }
}

fn operator_name(operator: Operator) -> &'static str {
    match operator {
        Operator::Add => "+",
        Operator::Multiply => "*",
        Operator::Divide => "/",
        Operator::Equal => "==",
        Operator::Less => "<",
    }
}
