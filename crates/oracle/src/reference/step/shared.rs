//! Steps on what threads share.

use super::private::convert;
use super::{Run, Stepped};
use crate::ast::{NodeField, Type, VariableId};
use crate::reference::code::{Exception, Register, Step};
use crate::reference::state::{Cell, Value};

impl Run<'_> {
    fn scalar(&mut self, variable: VariableId) -> &mut Value {
        match &mut self.state.cells[variable.0] {
            Cell::Scalar(value) => value,
            other => unreachable!("a scalar was expected, not {other:?}"),
        }
    }

    fn store(&mut self, variable: VariableId, value: Value) {
        let cell = self.scalar(variable);
        let as_type = matches!(cell, Value::Long(_)).then_some(Type::Long);
        *cell = convert(value, as_type);
    }

    /// Runs a step on shared state and what follows it; none if it can't be run now.
    pub(super) fn shared(mut self, step: &Step) -> Option<Stepped> {
        let mut result = Ok(());
        match step {
            Step::Read(to, variable) => {
                let value = self.scalar(*variable).clone();
                self.set(*to, value);
            }
            Step::Write(variable, from) => {
                let value = self.get(*from);
                self.store(*variable, value);
            }
            Step::ReadElement { to, array, index } => {
                let element = self.element(*array, *index).map(|element| *element);
                result = element.map(|value| self.set(*to, Value::Int(value)));
            }
            Step::WriteElement { array, index, from } => {
                let value = self.int(*from);
                result = self.element(*array, *index).map(|element| *element = value);
            }
            Step::ReadField { to, node, field } => {
                result = self
                    .read_field(*node, *field)
                    .map(|value| self.set(*to, value));
            }
            Step::WriteField { node, field, from } => {
                result = self.write_field(*node, *field, *from);
            }
            Step::AtomicAdd { .. } | Step::AtomicSwap { .. } | Step::AtomicCompare { .. } => {
                self.atomic(step);
            }
            Step::Put(..) | Step::Take(..) | Step::Size(..) => self.collection(step),
            Step::Lock(lock) => {
                if !self.enter(*lock) {
                    return None;
                }
            }
            Step::TryLock(to, lock) => {
                let entered = self.enter(*lock);
                self.set(*to, Value::Boolean(entered));
            }
            Step::Unlock(lock) => self.leave(*lock),
            Step::Wait(lock) => return Some(self.wait(*lock)),
            Step::Notify(lock, _) => self.notify_all(*lock),
            Step::Park => {
                let thread = &mut self.state.threads[self.thread];
                if !thread.permit && !thread.interrupted {
                    return None;
                }
                thread.permit = false;
            }
            Step::Unpark(thread) => {
                let thread = &mut self.state.threads[*thread];
                thread.permit |= !thread.ended();
            }
            Step::Start(thread) => return Some(self.start(*thread)),
            Step::Join(thread) => return Some(self.join(*thread)),
            Step::Interrupt(thread) => {
                let thread = &mut self.state.threads[*thread];
                thread.interrupted |= !thread.ended();
            }
            Step::Interrupted(to) => {
                let interrupted = self.state.threads[self.thread].interrupted;
                self.state.threads[self.thread].interrupted = false;
                self.set(*to, Value::Boolean(interrupted));
            }
            Step::End => return Some(self.end()),
            other => unreachable!("{other:?} is private"),
        }
        Some(self.after(result))
    }

    fn element(&mut self, array: VariableId, index: Register) -> Result<&mut i32, Exception> {
        let index = self.int(index);
        let Cell::Array(elements) = &mut self.state.cells[array.0] else {
            unreachable!("an array was expected");
        };
        let index = usize::try_from(index).map_err(|_| Exception::ArrayIndex)?;
        elements.get_mut(index).ok_or(Exception::ArrayIndex)
    }

    fn read_field(&self, node: Register, field: NodeField) -> Result<Value, Exception> {
        let id = self.node(node).ok_or(Exception::NullPointer)?;
        let node = &self.state.nodes[&id];
        Ok(match field {
            NodeField::Id => Value::Int(node.id),
            NodeField::Payload => Value::Int(node.payload),
            NodeField::Value => Value::Int(node.value),
            NodeField::Next => Value::Node(node.next),
        })
    }

    fn write_field(
        &mut self,
        node: Register,
        field: NodeField,
        from: Register,
    ) -> Result<(), Exception> {
        let value = self.get(from);
        let id = self.node(node).ok_or(Exception::NullPointer)?;
        let node = self
            .state
            .nodes
            .get_mut(&id)
            .expect("a node that is referred to exists");
        match (field, value) {
            (NodeField::Payload, Value::Int(value)) => node.payload = value,
            (NodeField::Value, Value::Int(value)) => node.value = value,
            (NodeField::Next, Value::Node(next)) => node.next = next,
            (field, value) => unreachable!("{value:?} does not go into {field:?}"),
        }
        Ok(())
    }

    fn atomic(&mut self, step: &Step) {
        match step {
            Step::AtomicAdd {
                old,
                new,
                variable,
                amount,
            } => {
                let Value::Int(before) = *self.scalar(*variable) else {
                    unreachable!("an int was expected");
                };
                let after = before.wrapping_add(*amount);
                *self.scalar(*variable) = Value::Int(after);
                if let Some(old) = old {
                    self.set(*old, Value::Int(before));
                }
                if let Some(new) = new {
                    self.set(*new, Value::Int(after));
                }
            }
            Step::AtomicSwap { old, variable, new } => {
                let new = self.get(*new);
                let before = std::mem::replace(self.scalar(*variable), new);
                self.set(*old, before);
            }
            Step::AtomicCompare {
                won,
                variable,
                expected,
                new,
            } => {
                let (expected, new) = (self.get(*expected), self.get(*new));
                let equal = *self.scalar(*variable) == expected;
                if equal {
                    *self.scalar(*variable) = new;
                }
                self.set(*won, Value::Boolean(equal));
            }
            other => unreachable!("{other:?} is not atomic"),
        }
    }

    fn collection(&mut self, step: &Step) {
        let (Step::Put(variable, register)
        | Step::Take(register, variable)
        | Step::Size(register, variable)) = step
        else {
            unreachable!("{step:?} is not about collections");
        };
        let put = matches!(step, Step::Put(..)).then(|| self.node(*register));
        let Cell::Collection { deque, nodes } = &mut self.state.cells[variable.0] else {
            unreachable!("a collection was expected");
        };
        let result = match (step, put) {
            (Step::Put(..), Some(node)) => {
                nodes.push(node);
                return;
            }
            (Step::Take(..), _) if nodes.is_empty() => Value::Node(None),
            (Step::Take(..), _) if *deque => Value::Node(nodes.remove(0)),
            (Step::Take(..), _) => Value::Node(nodes.pop().flatten()),
            _ => Value::Int(nodes.len() as i32),
        };
        self.set(*register, result);
    }
}
